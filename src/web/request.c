/* SPDX-License-Identifier: ISC */
/*
 * What handlers ask of a request.
 */
#include "web/request.h"

#include <assert.h>

#include "web/site.h"

const char *request_field(const struct request *req, const char *name)
{
	return fields_get(&req->fields, name);
}

const char *request_param(const struct request *req, const char *name)
{
	int index = route_param_index(req->route, name);
	assert(index >= 0);
	return req->params.values[index];
}

struct db *request_db(struct request *req)
{
	if (!req->db)
		req->db = store_read(req->site->store);
	return req->db;
}

void request_db_done(struct request *req)
{
	if (req->db)
		store_read_done(req->site->store, req->db);
	req->db = NULL;
}
