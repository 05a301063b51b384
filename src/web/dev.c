/* SPDX-License-Identifier: ISC */
/*
 * What only a developer's server answers: moving a clock that stands, so that a test need not wait.
 */
#include "base/number.h"
#include "web/families.h"
#include "web/page.h"
#include "web/site.h"

static void set_clock(struct request *req, struct response *res)
{
	struct clock *clock = req->site->clock;
	int64_t at;
	if (!req->site->is_dev || !clock->stands) {
		page_error(req, res, 404, "There is no such page.");
		return;
	}
	if (!number_parse(request_field(req, "at"), 0, NUMBER_MOST, &at)) {
		page_error(req, res, 422, "The field `at` must be Unix seconds.");
		return;
	}
	atomic_store(&clock->at, at);
	if (req->site->clock_was_moved)
		req->site->clock_was_moved(req->site->clock_context);
	text_add(&res->body, "ok\n");
}

static const struct field_rule clock_fields[] = {{"at", 15}, {NULL, 0}};

const struct route dev_routes[] = {
	{METHOD_POST, "/dev/clock", ACCESS_SECRET, set_clock, clock_fields, 0},
	{0},
};
