/* SPDX-License-Identifier: ISC */
/*
 * From rows to a record: see export.h.
 */
#include "app/export.h"

#include <stdio.h>
#include <string.h>

static enum record_by by_of(const char *word)
{
	for (unsigned by = BY_PERSON + 1; by < BY_COUNT; by++) {
		if (strcmp(record_by_words[by], word) == 0)
			return (enum record_by)by;
	}
	return BY_PERSON;
}

static void add(void *context, const struct play *p, const struct entry *e, long move)
{
	struct record *r = context;
	bool is_chosen = e->type >= ENTRY_PLACE && e->type <= ENTRY_RESIGN;
	record_add(r, e, &p->game, is_chosen ? by_of(p->moves[move].by) : BY_PERSON, 0);
}

static void fill(struct record *r, const struct play *p)
{
	r->set = p->set;
	r->options = p->game.options;
	memcpy(r->commitment, p->row.commitment, sizeof(r->commitment));
	r->has_seed = p->row.state == GAME_OVER;
	if (r->has_seed)
		memcpy(r->seed, p->row.seed, sizeof(r->seed));
	r->seat_count = (uint8_t)p->seat_count;
	play_entropy(p, r->entropy);
	for (size_t i = 0; i < p->seat_count; i++) {
		const struct seat_row *s = &p->seats[i];
		r->entropy_from[s->joined] = s->is_entropy_of_player ? FROM_PLAYER : FROM_SERVER;
		r->seats[i].color = (uint8_t)s->color;
		r->seats[i].joined = (uint8_t)s->joined;
		snprintf(r->seats[i].bot, sizeof(r->seats[i].bot), "%s", s->bot);
		play_seat_name(s, r->seats[i].name);
	}
}

enum play_status export_record(struct db *db, const struct sets *sets, const char *id,
                               struct record *r)
{
	struct play *p = play_new();
	record_init(r);
	struct play_watcher watcher = {add, r};
	enum play_status status = play_replay(db, sets, id, -1, NULL, p);
	if (status == PLAY_OK && p->row.state != GAME_RUNNING && p->row.state != GAME_OVER)
		status = PLAY_NOT_FOUND;
	if (status == PLAY_OK) {
		bool is_last = p->row.has_undo && !p->game.left_count;
		status = play_replay(db, sets, id, is_last ? (long)p->row.undo_count : -1, &watcher,
		                     p);
	}
	if (status == PLAY_OK) {
		fill(r, p);
		if (p->game.awaits == AWAITS_END)
			record_finish(r, &p->game);
	} else {
		record_release(r);
	}
	play_free(p);
	return status;
}
