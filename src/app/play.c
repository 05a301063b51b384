/* SPDX-License-Identifier: ISC */
/*
 * Loading, replaying and saving a game: see play.h.
 */
#include "app/play.h"

#include "app/clocks.h"
#include "app/replays.h"
#include "base/memory.h"
#include "base/roll.h"
#include "engine/notation.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const play_awaits_words[AWAITS_COUNT] = {
	[AWAITS_TOKENS] = "tokens", [AWAITS_TILE] = "tile",         [AWAITS_PLACE] = "place",
	[AWAITS_ACTION] = "action", [AWAITS_RELOCATE] = "relocate", [AWAITS_BOOST] = "boost",
	[AWAITS_END] = "end",
};

struct play *play_new(void)
{
	struct play *p = memory_resize(NULL, 1, sizeof(*p));
	p->move_count = p->stored_count = p->seat_count = 0;
	p->moves = NULL;
	p->story = (struct story){0};
	return p;
}

void play_free(struct play *p)
{
	if (!p)
		return;
	story_release(&p->story);
	roll_release(p->moves);
	free(p);
}

static void tell(struct play *p, const struct play_watcher *watcher, const struct entry *e,
                 long move)
{
	story_add(&p->story, &p->game, e, (int)move);
	if (watcher)
		watcher->applied(watcher->context, p, e, move);
}

/* An entry that must be legal: it was dealt, or checked before. */
static void apply(struct play *p, const struct play_watcher *watcher, const struct entry *e,
                  long move)
{
	enum refusal r = game_apply(&p->set->ts, &p->game, e);
	assert(r == REFUSAL_NONE);
	(void)r;
	tell(p, watcher, e, move);
}

static void deal_tokens(struct play *p, const struct play_watcher *watcher, long move)
{
	while (p->game.awaits == AWAITS_TOKENS) {
		struct entry e;
		dealer_draw(&p->dealer, &p->set->ts, &p->game, &e);
		apply(p, watcher, &e, move);
		p->dealt++;
	}
}

static void draw(struct play *p, const struct play_watcher *watcher, long move)
{
	assert(p->game.awaits == AWAITS_TILE);
	while (p->game.awaits == AWAITS_TILE) {
		struct entry e;
		dealer_draw(&p->dealer, &p->set->ts, &p->game, &e);
		apply(p, watcher, &e, move);
	}
}

void play_entropy(const struct play *p, unsigned char out[GAME_SEATS_MAX][DRAWS_ENTROPY_BYTES])
{
	for (size_t i = 0; i < p->seat_count; i++)
		memcpy(out[p->seats[i].joined], p->seats[i].entropy, sizeof(out[0]));
}

void play_begin(struct play *p, const struct play_watcher *watcher)
{
	unsigned char entropy[GAME_SEATS_MAX][DRAWS_ENTROPY_BYTES];
	play_entropy(p, entropy);
	dealer_init(&p->dealer, &p->set->ts, p->row.seed, entropy[0], (unsigned)p->seat_count);
	struct game_options options = {
		.final_scoring = p->row.scores_everyone ? FINAL_EVERYONE : FINAL_MAJORITY,
		.baobab_tokens = p->row.baobabs_afterwards ? BAOBAB_AFTERWARDS : BAOBAB_AT_ONCE,
	};
	game_init(&p->game, &p->set->ts, (unsigned)p->seat_count, options);
	p->dealt = 0;
	p->story.count = 0;
	deal_tokens(p, watcher, -1);
}

static enum refusal choose(struct play *p, const struct play_watcher *watcher,
                           const struct entry *e, long move)
{
	enum refusal r = game_apply(&p->set->ts, &p->game, e);
	if (r != REFUSAL_NONE)
		return r;
	tell(p, watcher, e, move);
	deal_tokens(p, watcher, move);
	return r;
}

/* A stored row, replayed. False when it is none that the rules allow. */
static bool replay_row(struct play *p, const struct play_watcher *watcher, long move)
{
	const struct move_row *m = &p->moves[move];
	struct entry e;
	if (notation_parse(m->text, strlen(m->text), (unsigned)m->seat, &e))
		return false;
	if (e.type != ENTRY_DRAW)
		return choose(p, watcher, &e, move) == REFUSAL_NONE;
	if (p->game.awaits != AWAITS_TILE)
		return false;
	draw(p, watcher, move);
	return true;
}

bool play_peek(struct db *db, const struct sets *sets, const char *id, struct play *p)
{
	p->move_count = p->stored_count = p->story.count = 0;
	if (!game_get(db, id, &p->row))
		return false;
	p->seat_count = seat_list(db, id, p->seats);
	memcpy(p->stored_seats, p->seats, p->seat_count * sizeof(p->seats[0]));
	p->set = sets_find(sets, p->row.tileset);
	p->zones = sets->zones;
	return true;
}

bool play_can_begin(const struct play *p)
{
	unsigned joined = 0;
	if (!p->set || p->seat_count < SEATS_MIN || p->seat_count > SEATS_MAX)
		return false;
	for (size_t i = 0; i < p->seat_count; i++) {
		const struct seat_row *s = &p->seats[i];
		bool is_bot = s->kind == SEAT_BOT;
		if (s->seat != (int)i || s->joined < 0 || s->joined >= (int)p->seat_count ||
		    s->color < 0 || s->color >= SEATS_MAX || is_bot != (s->bot[0] != '\0') ||
		    (is_bot && !bot_find(s->bot, strlen(s->bot))))
			return false;
		joined |= 1u << s->joined;
	}
	return joined == (1u << p->seat_count) - 1;
}

/* Row and seats, and whether moves are to be replayed: with PLAY_OK alone. */
static enum play_status look(struct db *db, const struct sets *sets, const char *id, struct play *p,
                             bool *has_begun)
{
	*has_begun = false;
	if (!play_peek(db, sets, id, p))
		return PLAY_NOT_FOUND;
	if (p->row.state == GAME_OPEN || p->row.state == GAME_REMOVED)
		return PLAY_OK;
	if (!play_can_begin(p))
		return PLAY_BROKEN;
	for (size_t i = 0; i < p->seat_count; i++)
		p->was_awaited[i] = p->seats[i].is_awaited;
	*has_begun = true;
	return PLAY_OK;
}

/* As many as the row knows of, as a rule; where there are more, fsck says so. */
static void read_moves(struct db *db, struct play *p)
{
	bool is_likely = p->row.move_count >= 0 && p->row.move_count < GAME_MOVES_MAX;
	size_t room = is_likely ? (size_t)p->row.move_count + 1 : GAME_MOVES_MAX;
	p->moves = roll_extend(p->moves, 0, room * sizeof(p->moves[0]));
	p->stored_count = move_list(db, p->row.id, p->moves, room);
	if (p->stored_count == room && room < GAME_MOVES_MAX) {
		p->moves = roll_extend(p->moves, 0, GAME_MOVES_MAX * sizeof(p->moves[0]));
		p->stored_count = move_list(db, p->row.id, p->moves, GAME_MOVES_MAX);
	}
}

static enum play_status replay(struct db *db, long upto, const struct play_watcher *watcher,
                               struct play *p)
{
	read_moves(db, p);
	play_begin(p, watcher);
	for (; p->move_count < p->stored_count && (upto < 0 || (long)p->move_count < upto);
	     p->move_count++) {
		if (!replay_row(p, watcher, (long)p->move_count))
			return PLAY_BROKEN;
	}
	return PLAY_OK;
}

enum play_status play_replay(struct db *db, const struct sets *sets, const char *id, long upto,
                             const struct play_watcher *watcher, struct play *p)
{
	bool has_begun;
	enum play_status status = look(db, sets, id, p, &has_begun);
	return has_begun ? replay(db, upto, watcher, p) : status;
}

enum play_status play_load(struct db *db, const struct sets *sets, const char *id, struct play *p)
{
	bool has_begun;
	enum play_status status = look(db, sets, id, p, &has_begun);
	if (!has_begun || replays_find(sets->replays, p))
		return status;
	status = replay(db, -1, NULL, p);
	/* What a job reads is not committed yet. */
	if (status == PLAY_OK && !store_is_job(db))
		replays_keep(sets->replays, p);
	return status;
}

void play_copy_replayed(struct play *to, const struct play *from)
{
	to->dealer = from->dealer;
	to->game = from->game;
	to->dealt = from->dealt;
	story_copy(&to->story, &from->story);
	struct move_row *before = to->moves;
	to->moves = roll_share(from->moves);
	roll_release(before);
	to->move_count = to->stored_count = from->move_count;
}

long play_count_moves(const struct play *p, int64_t rev)
{
	size_t n = 0;
	while (n < p->stored_count && p->moves[n].rev <= rev)
		n++;
	return (long)n;
}

static struct move_row *new_move(struct play *p, int seat, const char *by, int64_t now)
{
	assert(p->move_count < GAME_MOVES_MAX);
	p->moves = roll_extend(p->moves, p->move_count * sizeof(p->moves[0]), sizeof(p->moves[0]));
	struct move_row *m = &p->moves[p->move_count++];
	*m = (struct move_row){.seat = seat, .at = now};
	snprintf(m->by, sizeof(m->by), "%s", by);
	return m;
}

enum refusal play_choose(struct play *p, const struct entry *e, const char *by, int64_t now)
{
	enum refusal r = choose(p, NULL, e, (long)p->move_count);
	if (r == REFUSAL_NONE)
		notation_format(e, new_move(p, e->seat, by, now)->text);
	return r;
}

void play_draw(struct play *p, const char *by, int64_t now)
{
	struct move_row *m = new_move(p, p->game.seat_on_turn, by, now);
	memcpy(m->text, "draw", sizeof("draw"));
	draw(p, NULL, (long)p->move_count - 1);
}

/* Each part ends in a newline, which no part holds. */
void play_link(unsigned char out[HASH_BYTES], const unsigned char before[HASH_BYTES],
               const struct move_row *m)
{
	char bytes[HASH_BYTES + 128];
	memcpy(bytes, before, HASH_BYTES);
	int len = snprintf(bytes + HASH_BYTES, sizeof(bytes) - HASH_BYTES, "%d\n%s\n%lld\n%s\n",
	                   m->seat, m->by, (long long)m->at, m->text);
	hash_sha256(out, bytes, HASH_BYTES + (size_t)len);
}

void play_genesis(unsigned char out[HASH_BYTES], const struct play *p)
{
	struct text t;
	text_init(&t, 4096);
	text_printf(&t, "%d %d %s\n", p->row.scores_everyone, p->row.baobabs_afterwards,
	            p->row.tileset);
	text_add_bytes(&t, (const char *)p->row.commitment, sizeof(p->row.commitment));
	for (size_t i = 0; i < p->seat_count; i++) {
		const struct seat_row *s = &p->seats[i];
		/* Not who sits there: an account may become another one's, and its games go on. */
		text_printf(&t, "%d %d %s\n", s->joined, s->color, s->bot);
		text_add_bytes(&t, (const char *)s->entropy, sizeof(s->entropy));
	}
	hash_sha256(out, t.data, t.len);
	text_release(&t);
}

void play_derive(const struct play *p, struct game_row *row)
{
	const struct game *g = &p->game;
	snprintf(row->awaits, sizeof(row->awaits), "%s", play_awaits_words[g->awaits]);
	row->seat_on_turn = g->awaits == AWAITS_END ? -1 : g->seat_on_turn;
	row->turn = g->turn_count;
	row->tile[0] = '\0';
	if (g->tile != TILE_NONE)
		snprintf(row->tile, sizeof(row->tile), "%s.%u",
		         tileset_kind_of(&p->set->ts, g->tile)->code,
		         p->set->ts.tiles[g->tile].copy);
}

static void derive_game(struct play *p, int64_t now)
{
	play_derive(p, &p->row);
	if (p->game.awaits == AWAITS_END && p->row.state != GAME_OVER) {
		p->row.state = GAME_OVER;
		p->row.ended_at = now;
		p->row.draw_at = 0;
	}
}

static void derive_seats(struct play *p, int64_t now)
{
	unsigned awaited = game_awaited_seats(&p->game), winners = game_winners(&p->game);
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		struct seat_row *s = &p->seats[seat];
		s->is_awaited = awaited >> seat & 1;
		s->score = p->game.scores[seat];
		s->has_won = winners >> seat & 1;
		if (p->game.resigned_mask >> seat & 1 && !s->resigned_at)
			s->resigned_at = now;
	}
}

void play_save_moves(struct db *db, struct play *p)
{
	for (size_t n = p->stored_count; n < p->move_count; n++) {
		struct move_row *m = &p->moves[n];
		m->rev = p->row.rev;
		play_link(m->link, p->row.head, m);
		memcpy(p->row.head, m->link, HASH_BYTES);
		move_insert(db, p->row.id, (int64_t)n, m);
	}
	p->stored_count = p->move_count;
}

void play_save(struct db *db, struct play *p, int64_t now)
{
	play_save_moves(db, p);
	p->row.move_count = (int64_t)p->move_count;
	bool was_over = p->row.state == GAME_OVER;
	derive_game(p, now);
	derive_seats(p, now);
	clocks_set(db, p, now);
	if (p->row.state == GAME_OVER && !was_over)
		game_update(db, &p->row);
	else
		game_update_turn(db, &p->row);
	/* By bytes: where only padding differs, a row is written once too often. */
	for (size_t i = 0; i < p->seat_count; i++) {
		if (memcmp(&p->seats[i], &p->stored_seats[i], sizeof(p->seats[i])) != 0)
			seat_update_turn(db, &p->seats[i]);
		p->stored_seats[i] = p->seats[i];
	}
}

int play_seat_of(const struct play *p, int64_t user_id)
{
	for (size_t i = 0; i < p->seat_count; i++) {
		if (user_id && p->seats[i].user_id == user_id && !p->seats[i].held_until)
			return (int)i;
	}
	return -1;
}

void play_seat_name(const struct seat_row *s, char out[LIMIT_NAME_BYTES + 1])
{
	if (s->kind == SEAT_BOT)
		snprintf(out, LIMIT_NAME_BYTES + 1, "%s %d", s->bot, s->joined + 1);
	else if (s->user_is_deleted || !s->user_id)
		snprintf(out, LIMIT_NAME_BYTES + 1, "former player");
	else
		memcpy(out, s->user_name, sizeof(s->user_name));
}

bool play_awaits_choice(const struct play *p, unsigned seat)
{
	const struct game *g = &p->game;
	return g->awaits != AWAITS_TILE && g->awaits != AWAITS_TOKENS &&
	       (game_awaited_seats(g) >> seat & 1);
}

bool play_is_automatic(const struct play *p, unsigned seat)
{
	const struct seat_row *s = &p->seats[seat];
	return s->kind == SEAT_BOT || s->resigned_at || s->user_is_deleted;
}

bool play_has_other_person(const struct play *p, unsigned seat)
{
	for (unsigned s = 0; s < p->seat_count; s++) {
		if (s != seat && !play_is_automatic(p, s))
			return true;
	}
	return false;
}

const struct bot *play_bot_of(const struct seat_row *s)
{
	const char *name = s->kind == SEAT_BOT ? s->bot : "quick";
	const struct bot *bot = bot_find(name, strlen(name));
	assert(bot);
	return bot;
}

const char *play_by_of(const struct seat_row *s)
{
	return s->kind == SEAT_BOT ? "bot" : "caretaker";
}
