/* SPDX-License-Identifier: ISC */
/*
 * Checking games: see fsck.h. Each is read in a snapshot of its own.
 */
#include "app/fsck.h"

#include "app/clocks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { GAMES_AT_ONCE = 256 };

__attribute__((format(printf, 3, 4))) static void fault(struct fsck_report *r, const struct play *p,
                                                        const char *format, ...)
{
	char sentence[160];
	va_list args;
	va_start(args, format);
	vsnprintf(sentence, sizeof(sentence), format, args);
	va_end(args);
	r->faults++;
	r->fault(r->context, p->row.id, sentence);
}

static void check_chain(struct fsck_report *r, const struct play *p)
{
	unsigned char link[HASH_BYTES];
	play_genesis(link, p);
	for (size_t n = 0; n < p->stored_count; n++) {
		play_link(link, link, &p->moves[n]);
		if (memcmp(link, p->moves[n].link, HASH_BYTES) != 0) {
			fault(r, p, "Move %zu is not the one that was made.", n);
			return;
		}
	}
	if (memcmp(link, p->row.head, HASH_BYTES) != 0 ||
	    p->row.move_count != (int64_t)p->stored_count)
		fault(r, p,
		      "The game's row knows of %lld moves, and there are %zu, or the last one "
		      "differs.",
		      (long long)p->row.move_count, p->stored_count);
}

static void check_row(struct fsck_report *r, const struct play *p)
{
	struct game_row is = p->row;
	bool is_due = p->game.awaits == AWAITS_TILE;
	play_derive(p, &is);
	if (strcmp(p->row.awaits, is.awaits) != 0)
		fault(r, p, "The row says that it awaits \"%s\", and it awaits \"%s\".",
		      p->row.awaits, is.awaits);
	if ((p->row.state == GAME_OVER) != (p->game.awaits == AWAITS_END))
		fault(r, p, "The row says wrongly whether the game is over.");
	if (p->row.turn != is.turn)
		fault(r, p, "The row says turn %d, and it is turn %d.", p->row.turn, is.turn);
	if (p->row.seat_on_turn != is.seat_on_turn)
		fault(r, p, "The row says wrongly whose turn it is.");
	if (strcmp(p->row.tile, is.tile) != 0)
		fault(r, p, "The row says wrongly which tile is in hand.");
	/* While words are given it may stand there already. */
	if (p->game.awaits != AWAITS_BOOST && (p->row.draw_at != 0) != is_due)
		fault(r, p, "The row says wrongly whether a draw is due.");
}

/* What follows from since when it runs, for how long and by which calendar. */
static void check_clock(struct fsck_report *r, struct db *db, const struct play *p, unsigned seat)
{
	const struct seat_row *s = &p->seats[seat];
	struct seat_row is = *s;
	is.deadline_at = is.remind_at = 0;
	if (play_awaits_choice(p, seat) && !play_is_automatic(p, seat))
		clocks_derive(db, p->zones, &is);
	if (s->deadline_at != is.deadline_at)
		fault(r, p, "Seat %u has time until %lld in its row, and until %lld by its clock.",
		      seat, (long long)s->deadline_at, (long long)is.deadline_at);
	if (s->remind_at != is.remind_at)
		fault(r, p, "Seat %u is reminded at %lld by its row, and at %lld by its clock.",
		      seat, (long long)s->remind_at, (long long)is.remind_at);
}

static void check_seats(struct fsck_report *r, struct db *db, const struct play *p)
{
	const struct game *g = &p->game;
	unsigned awaited = game_awaited_seats(g), winners = game_winners(g);
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		const struct seat_row *s = &p->seats[seat];
		if (s->score != g->scores[seat])
			fault(r, p, "Seat %u has %d points in its row, and %d by the rules.", seat,
			      s->score, g->scores[seat]);
		if (s->is_awaited != (awaited >> seat & 1) || s->has_won != (winners >> seat & 1) ||
		    (s->resigned_at != 0) != (g->resigned_mask >> seat & 1))
			fault(r, p,
			      "The row of seat %u says wrongly whether it is awaited, has won or "
			      "has resigned.",
			      seat);
		check_clock(r, db, p, seat);
	}
}

/* The moves that came with one submission have its rev, which never goes back. */
static void check_revs(struct fsck_report *r, const struct play *p)
{
	int64_t last = 1;
	for (size_t n = 0; n < p->stored_count; n++) {
		int64_t rev = p->moves[n].rev;
		if (rev < last || rev > p->row.rev) {
			fault(r, p, "Move %zu came with rev %lld, which cannot be.", n,
			      (long long)rev);
			return;
		}
		last = rev;
	}
}

static void check_seed(struct fsck_report *r, const struct play *p)
{
	unsigned char hash[HASH_BYTES];
	hash_sha256(hash, p->row.seed, sizeof(p->row.seed));
	if (memcmp(hash, p->row.commitment, sizeof(hash)) != 0)
		fault(r, p, "The seed is not the one that was sealed.");
}

static void check_replayed(struct fsck_report *r, struct db *db, const struct play *p)
{
	check_seed(r, p);
	check_chain(r, p);
	check_revs(r, p);
	check_row(r, p);
	check_seats(r, db, p);
}

static void check_game(struct db *db, const struct sets *sets, const char *id, struct play *p,
                       struct fsck_report *r)
{
	enum play_status status = play_replay(db, sets, id, -1, NULL, p);
	if (status == PLAY_NOT_FOUND || (p->row.state != GAME_RUNNING && p->row.state != GAME_OVER))
		return;
	r->games++;
	if (!p->set)
		fault(r, p, "Its tile set is not there.");
	else if (!play_can_begin(p))
		fault(r, p, "The rows of its seats make no game.");
	else if (status == PLAY_BROKEN)
		fault(r, p, "Move %zu is against the rules.", p->move_count);
	else
		check_replayed(r, db, p);
}

int fsck_all(struct store *store, const struct sets *sets, struct fsck_report *report)
{
	struct game_ref refs[GAMES_AT_ONCE];
	char after[GAME_ID_LEN + 1] = "";
	struct play *p = play_new();
	bool is_read = true;
	size_t count;
	do {
		struct db *db = store_read(store);
		count = game_list_all(db, after, refs, GAMES_AT_ONCE);
		for (size_t i = 0; i < count; i++)
			check_game(db, sets, refs[i].id, p, report);
		if (count)
			memcpy(after, refs[count - 1].id, sizeof(after));
		is_read &= store_read_done(store, db);
	} while (count == GAMES_AT_ONCE);
	play_free(p);
	return is_read ? 0 : -1;
}
