/* SPDX-License-Identifier: ISC */
/*
 * Playing without persons: see autoplay.h.
 */
#include "app/autoplay.h"

#include "app/clocks.h"

#include <assert.h>
#include <string.h>

/* Everything the seat has to say up to the next thing that is not its choice, thought out on the
 * loaded game. */
static void think(struct play *p, unsigned seat, struct turn *t)
{
	const struct bot *bot = play_bot_of(&p->seats[seat]);
	struct chance chance = {0};
	memcpy(&chance.state, p->row.head,
	       sizeof(chance.state)); /* public, and another one each turn */
	t->seat = (int)seat;
	t->by = play_by_of(&p->seats[seat]);
	t->base_rev = p->row.rev;
	t->count = 0;
	while (play_awaits_choice(p, seat) && t->count < NOTATION_TURN_MAX) {
		struct entry *e = &t->entries[t->count++];
		bot->choose(&p->set->ts, &p->game, seat, &chance, e);
		enum refusal r = game_apply(&p->set->ts, &p->game, e);
		assert(r == REFUSAL_NONE);
		(void)r;
	}
}

/* Does nobody choose for that seat, or has nobody in time? */
static bool is_played(const struct play *p, unsigned seat, int64_t now)
{
	return play_is_automatic(p, seat) || clocks_is_over(p, seat, now);
}

/* The next automatic thing in a game, if there is one: fills *t, or sets *is_draw. */
static bool find_step(struct play *p, int64_t now, struct turn *t, bool *is_draw)
{
	if (p->row.state != GAME_RUNNING)
		return false;
	*is_draw = p->game.awaits == AWAITS_TILE;
	if (*is_draw)
		return p->row.draw_at <= now;
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		if (!play_awaits_choice(p, seat) || !is_played(p, seat, now))
			continue;
		think(p, seat, t);
		return true;
	}
	return false;
}

bool autoplay_is_due(const struct play *p, int64_t now)
{
	if (p->row.state != GAME_RUNNING)
		return false;
	if (strcmp(p->row.awaits, play_awaits_words[AWAITS_TILE]) == 0)
		return p->row.draw_at <= now;
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		if (p->seats[seat].is_awaited && is_played(p, seat, now))
			return true;
	}
	return false;
}

unsigned autoplay_run(struct store *store, const struct sets *sets, const char *game_id,
                      int64_t now, unsigned steps)
{
	struct play *p = play_new();
	unsigned made = 0;
	while (made < steps) {
		struct turn t = {.game_id = game_id, .now = now};
		bool is_draw = false;
		struct db *db = store_read(store);
		bool is_loaded = play_peek(db, sets, game_id, p) && autoplay_is_due(p, now) &&
		                 play_load(db, sets, game_id, p) == PLAY_OK;
		store_read_done(store, db);
		if (!is_loaded || !find_step(p, now, &t, &is_draw))
			break;
		if (is_draw)
			turn_draw_due(store, sets, &t);
		else
			turn_submit(store, sets, &t);
		/* Somebody was faster: what is to do now is another thing. */
		if (t.status == TURN_FAILED)
			break;
		made++;
	}
	play_free(p);
	return made;
}
