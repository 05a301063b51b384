/* SPDX-License-Identifier: ISC */
/*
 * The service's own row: see service.h.
 */
#include "store/service.h"

#include "store/db.h"

bool service_get(struct db *db, struct service *out)
{
	struct query q = QUERY(db, "SELECT key, beat_at FROM service WHERE id = 1");
	bool is_there = query_step(&q);
	if (is_there) {
		get_blob(&q, out->key, sizeof(out->key));
		out->beat_at = get_int(&q);
	}
	query_end(&q);
	return is_there;
}

void service_insert(struct db *db, const struct service *s)
{
	struct query q = QUERY(db, "INSERT INTO service (id, key, beat_at) VALUES (1, ?, ?)");
	put_blob(&q, s->key, sizeof(s->key));
	put_int(&q, s->beat_at);
	query_run(&q);
}
