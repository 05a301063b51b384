/* SPDX-License-Identifier: ISC */
/*
 * Replaying: see replay.h. It applies and compares; what is right is the engine's and the dealer's
 * to say.
 */
#include "record/replay.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The fault's place is the next row, or a field of it. */
static int refuse_row(const struct replay *p, const char *field, const char *reason,
                      struct fault *fault)
{
	char place[64];
	snprintf(place, sizeof(place), "/log/%zu%s%s", p->at, field[0] ? "/" : "", field);
	return fault_set(fault, place, "%s", reason);
}

static int refuse_by_rule(const struct replay *p, enum refusal r, struct fault *fault)
{
	char reason[sizeof(fault->reason)];
	snprintf(reason, sizeof(reason), "%s", refusal_sentence(r));
	size_t len = strlen(reason);
	if (len && reason[len - 1] == '.')
		reason[len - 1] = '\0';
	return refuse_row(p, "", reason, fault);
}

bool replay_may_stop(const struct replay *p)
{
	return p->points_taken == p->game.points_count;
}

/* R30: the end comes by itself, as soon as the points before it stand. */
static void end_when_due(struct replay *p)
{
	if (!replay_may_stop(p) || p->game.awaits != AWAITS_TILE || p->game.left_count)
		return;
	enum refusal r =
		game_apply(&p->record->set->ts, &p->game, &(struct entry){.type = ENTRY_END});
	assert(r == REFUSAL_NONE);
	(void)r;
	p->points_taken = 0;
}

int replay_init(struct replay *p, const struct record *record, struct fault *fault)
{
	const struct tileset *ts = &record->set->ts;
	memset(p, 0, sizeof(*p));
	p->record = record;
	game_init(&p->game, ts, record->seat_count, record->options);
	if (!record->has_seed)
		return 0;

	unsigned char hash[HASH_BYTES];
	hash_sha256(hash, record->seed, sizeof(record->seed));
	if (memcmp(hash, record->commitment, sizeof(hash)) != 0)
		return fault_set(fault, "/commitment", "is not the SHA-256 of the seed");
	uint8_t order[SEATS_MAX];
	dealer_seat_order(record->seed, record->entropy[0], record->seat_count, order);
	for (unsigned i = 0; i < record->seat_count; i++) {
		char place[32];
		if (record->seats[i].joined == order[i])
			continue;
		snprintf(place, sizeof(place), "/seats/%u/joined", i);
		return fault_set(fault, place, "must be %u by the seed", order[i]);
	}
	dealer_init(&p->dealer, ts, record->seed, record->entropy[0], record->seat_count);
	return 0;
}

static int refuse_tile(const struct replay *p, const struct entry *e, const struct entry *due,
                       struct fault *fault)
{
	char reason[96];
	const struct tileset *ts = &p->record->set->ts;
	snprintf(reason, sizeof(reason), "the seed gives %s.%u here%s",
	         tileset_kind_of(ts, due->tile)->code, ts->tiles[due->tile].copy,
	         due->type == ENTRY_REMOVE ? ", which fits nowhere" : "");
	return refuse_row(p, e->type == ENTRY_DRAW ? "draw" : "remove", reason, fault);
}

/* Compares a row that draws what is awaited with what the seed gives. */
static int check_draw(struct replay *p, const struct entry *e, struct fault *fault)
{
	struct entry due;
	const bool draws_tokens = e->type == ENTRY_TOKENS && p->game.awaits == AWAITS_TOKENS;
	const bool draws_tile = (e->type == ENTRY_DRAW || e->type == ENTRY_REMOVE) &&
	                        p->game.awaits == AWAITS_TILE;
	if (!p->record->has_seed || (!draws_tokens && !draws_tile))
		return 0;
	dealer_draw(&p->dealer, &p->record->set->ts, &p->game, &due);
	if (draws_tile)
		return due.type == e->type && due.tile == e->tile ? 0
		                                                  : refuse_tile(p, e, &due, fault);
	/* How many, whose and why the rules say too. */
	for (unsigned i = 0; i < e->count && i < due.count; i++) {
		char field[16], reason[64];
		if (e->animals[i] == due.animals[i])
			continue;
		snprintf(field, sizeof(field), "tokens/%u", i);
		snprintf(reason, sizeof(reason), "the seed gives %c here",
		         tileset_animal_letters[due.animals[i]]);
		return refuse_row(p, field, reason, fault);
	}
	return 0;
}

static int step_points(struct replay *p, const struct points *points, struct fault *fault)
{
	char reason[96];
	if (replay_may_stop(p))
		return refuse_row(p, "", "no points follow here", fault);
	const struct points *due = &p->game.points[p->points_taken];
	snprintf(reason, sizeof(reason), "seat %u scores %d for \"%s\" here", due->seat, due->value,
	         record_points_words[due->kind]);
	if (points->seat != due->seat)
		return refuse_row(p, "seat", reason, fault);
	if (points->kind != due->kind)
		return refuse_row(p, "for", reason, fault);
	if (points->value != due->value)
		return refuse_row(p, "score", reason, fault);
	p->points_taken++;
	return 0;
}

/* Points of the last entry that have no row yet. */
static int refuse_missing_points(const struct replay *p, struct fault *fault)
{
	char reason[96];
	const struct points *due = &p->game.points[p->points_taken];
	snprintf(reason, sizeof(reason), "missing before this: seat %u scores %d for \"%s\"",
	         due->seat, due->value, record_points_words[due->kind]);
	return refuse_row(p, "", reason, fault);
}

int replay_step(struct replay *p, struct fault *fault)
{
	assert(p->at < p->record->row_count);
	const struct record_row *row = &p->record->rows[p->at];
	if (row->is_points) {
		if (step_points(p, &row->points, fault) < 0)
			return -1;
	} else {
		if (!replay_may_stop(p))
			return refuse_missing_points(p, fault);
		if (check_draw(p, &row->entry, fault) < 0)
			return -1;
		enum refusal r = game_apply(&p->record->set->ts, &p->game, &row->entry);
		if (r != REFUSAL_NONE)
			return refuse_by_rule(p, r, fault);
		p->points_taken = 0;
	}
	p->at++;
	end_when_due(p);
	return 0;
}

int replay_finish(const struct replay *p, struct fault *fault)
{
	const struct record *r = p->record;
	assert(p->at == r->row_count);
	if (!replay_may_stop(p))
		return refuse_missing_points(p, fault);
	if (p->game.awaits != AWAITS_END)
		return r->has_result
		               ? fault_set(fault, "/result", "must be null: the game is not over")
		               : 0;
	if (!r->has_result)
		return fault_set(fault, "/result", "must not be null: the game is over");
	for (unsigned i = 0; i < r->seat_count; i++) {
		char place[32];
		if (r->scores[i] == p->game.scores[i])
			continue;
		snprintf(place, sizeof(place), "/result/scores/%u", i);
		return fault_set(fault, place, "seat %u has %d points", i, p->game.scores[i]);
	}
	if (r->winners_mask != game_winners(&p->game))
		return fault_set(fault, "/result/winners", "these seats have not won by the rules");
	return 0;
}

int replay_to(struct replay *p, const struct record *record, size_t count, struct fault *fault)
{
	if (count > record->row_count)
		return fault_set(fault, "/log", "has %zu entries, not %zu", record->row_count,
		                 count);
	if (replay_init(p, record, fault) < 0)
		return -1;
	while (p->at < count) {
		if (replay_step(p, fault) < 0)
			return -1;
	}
	return replay_may_stop(p) ? 0 : refuse_missing_points(p, fault);
}

int replay_check(const struct record *record, struct fault *fault)
{
	struct replay p;
	return replay_to(&p, record, record->row_count, fault) < 0 ? -1 : replay_finish(&p, fault);
}
