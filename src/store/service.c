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

void service_beat(struct db *db, int64_t at)
{
	struct query q = QUERY(db, "UPDATE service SET beat_at = ? WHERE id = 1");
	put_int(&q, at);
	query_run(&q);
}

bool service_outage(struct db *db, struct outage *out)
{
	struct query q = QUERY(db, "SELECT outage_from, outage_until, outage_user, outage_game"
	                           " FROM service WHERE id = 1 AND outage_from IS NOT NULL");
	bool is_there = query_step(&q);
	if (is_there) {
		out->from = get_int(&q);
		out->until = get_int(&q);
		out->after_user = get_int(&q);
		get_text(&q, out->after_game, sizeof(out->after_game));
	}
	query_end(&q);
	return is_there;
}

void service_set_outage(struct db *db, const struct outage *o)
{
	struct query q = QUERY(db, "UPDATE service SET (outage_from, outage_until, outage_user,"
	                           " outage_game) = (?, ?, ?, ?) WHERE id = 1");
	int64_t none = INT64_MIN;
	put_int_unless(&q, o ? o->from : none, none);
	put_int_unless(&q, o ? o->until : none, none);
	put_int_unless(&q, o ? o->after_user : none, none);
	put_text_or_null(&q, o ? o->after_game : "");
	query_run(&q);
}
