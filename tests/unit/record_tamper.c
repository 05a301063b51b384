/* SPDX-License-Identifier: ISC */
/*
 * Records of whole games with one entry changed, dropped, doubled or swapped, thousands of them:
 * each is refused with its place, or it is proved why it could not be. A record that was tampered
 * with and still verifies may only be one of these:
 *
 * - another side: the changed row names another side of the same piece or feature; the game after
 * it is, byte for byte, the one after the row that stood there;
 * - interleaved: words of different seats in another order; the game after them is the same
 * likewise;
 * - no effect: a choice after which every later draw, point and the result are the same; all rows
 * but the seats' choices are those of the original, in order, and so is the result.
 *
 * What is drawn at random here follows from a fixed state, so that a failure comes again. How many
 * there are follows SLOWSAFARI_GAMES, twenty for each game.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/bots.h"
#include "record/replay.h"
#include "support/records.h"

enum verdict { REFUSED, OTHER_SIDE, INTERLEAVED, NO_EFFECT, VERDICT_COUNT };

static const char *const verdict_words[VERDICT_COUNT] = {"refused", "another side", "interleaved",
                                                         "no effect"};

static int setup(void **state)
{
	*state = records_load();
	return 0;
}

static int teardown(void **state)
{
	records_free(*state);
	return 0;
}

/* Did a seat choose this row, as opposed to points and draws, which follow? */
static bool is_choice(const struct record_row *row)
{
	return !row->is_points && row->entry.type != ENTRY_TOKENS &&
	       row->entry.type != ENTRY_DRAW && row->entry.type != ENTRY_REMOVE;
}

static bool is_same_row(const struct record_row *a, const struct record_row *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

/* Are all draws and points those of the original, in order? */
static bool only_choices_differ(const struct record *a, const struct record *b)
{
	size_t i = 0, k = 0;
	for (;;) {
		while (i < a->row_count && is_choice(&a->rows[i]))
			i++;
		while (k < b->row_count && is_choice(&b->rows[k]))
			k++;
		if (i == a->row_count || k == b->row_count)
			return i == a->row_count && k == b->row_count;
		if (!is_same_row(&a->rows[i++], &b->rows[k++]))
			return false;
	}
}

static void play(struct replay *p, const struct record *r, size_t rows)
{
	struct fault fault;
	assert_int_equal(replay_init(p, r, &fault), 0);
	while (p->at < rows)
		assert_int_equal(replay_step(p, &fault), 0);
}

/* Is the game the same, byte for byte, after that many rows of both? They must be fit to play so
 * far. */
static bool is_same_game_after(const struct record *a, const struct record *b, size_t rows)
{
	static struct replay p, q;
	play(&p, a, rows);
	play(&q, b, rows);
	return memcmp(&p.game, &q.game, sizeof(p.game)) == 0;
}

static size_t first_difference(const struct record *a, const struct record *b)
{
	size_t i = 0;
	while (i < a->row_count && i < b->row_count && is_same_row(&a->rows[i], &b->rows[i]))
		i++;
	return i;
}

/* How an accepted record differs from the original, proved; the test fails where it cannot be. */
static enum verdict prove_accepted(const struct record *original, const struct record *r)
{
	size_t first = first_difference(original, r), last = first, differ = 0;
	unsigned seats = 0;
	bool all_boosts = original->row_count == r->row_count;
	if (!only_choices_differ(original, r))
		fail_msg("row %zu: accepted though a draw or points differ", first);
	if (memcmp(original->scores, r->scores, sizeof(r->scores)) != 0 ||
	    original->winners_mask != r->winners_mask)
		fail_msg("row %zu: accepted though the result differs", first);
	if (original->row_count != r->row_count)
		return NO_EFFECT;
	for (size_t i = first; i < r->row_count; i++) {
		if (is_same_row(&original->rows[i], &r->rows[i]))
			continue;
		all_boosts &= !r->rows[i].is_points && r->rows[i].entry.type == ENTRY_BOOST;
		seats |= 1u << r->rows[i].entry.seat;
		last = i;
		differ++;
	}
	const struct entry *was = &original->rows[first].entry, *is = &r->rows[first].entry;
	if (differ == 1 && !r->rows[first].is_points &&
	    (is->type == ENTRY_MEEPLE || is->type == ENTRY_BOOST)) {
		struct entry same_side = *is;
		same_side.side = was->side;
		if (memcmp(&same_side, was, sizeof(*was)) == 0 &&
		    is_same_game_after(original, r, first + 1))
			return OTHER_SIDE;
	}
	if (all_boosts && differ >= 2 && (seats & (seats - 1)) &&
	    is_same_game_after(original, r, last + 1))
		return INTERLEAVED;
	return NO_EFFECT;
}

/* A refused record names a row from the first that differs on, or the result. */
static void prove_refused(const struct record *original, const struct record *r,
                          const struct fault *fault)
{
	static const char log[] = "/log/";
	char *end;
	assert_true(fault->reason[0] != '\0');
	if (strncmp(fault->place, "/result", 7) == 0)
		return;
	if (strncmp(fault->place, log, strlen(log)) != 0)
		fail_msg("refused at \"%s\"", fault->place);
	size_t at = strtoul(fault->place + strlen(log), &end, 10);
	if (end == fault->place + strlen(log) || (*end && *end != '/'))
		fail_msg("refused at \"%s\"", fault->place);
	if (at < first_difference(original, r) || at > r->row_count)
		fail_msg("refused at %s, but rows differ from %zu on only", fault->place,
		         first_difference(original, r));
}

/* Through the text and back, as such a record would come. */
static int check_written(const struct record *r, struct fault *fault)
{
	struct record read;
	struct text t;
	text_init(&t, LIMIT_RECORD_BYTES);
	record_write(&t, r, LAYOUT_LINE);
	int answer = record_parse(&read, t.data, t.len, r->set, 1, fault);
	text_release(&t);
	if (answer < 0)
		return -1;
	answer = replay_check(&read, fault);
	record_release(&read);
	return answer;
}

static enum verdict judge(const struct record *original, const struct record *r)
{
	struct fault fault;
	if (replay_check(r, &fault) == 0)
		return prove_accepted(original, r);
	prove_refused(original, r, &fault);
	return REFUSED;
}

static int random_coordinate(struct chance *c, int was)
{
	return chance_below(c, 2) ? was + (int)chance_below(c, 3) - 1
	                          : (int)chance_below(c, 255) - 127;
}

/* Sets one field that the entry's type names, to anything that the reader would take. */
static void change_entry(struct entry *e, const struct record *r, struct chance *c)
{
	const unsigned which = chance_below(c, 6);
	if (which == 0 && e->type != ENTRY_DRAW && e->type != ENTRY_REMOVE) {
		e->seat = (uint8_t)chance_below(c, r->seat_count);
		return;
	}
	switch ((enum entry_type)e->type) {
	case ENTRY_TOKENS:
		if (which == 1)
			e->cause = (uint8_t)chance_below(c, CAUSE_COUNT);
		else if (which == 2 && e->count == 2)
			*e = (struct entry){.type = e->type,
			                    .seat = e->seat,
			                    .cause = e->cause,
			                    .count = 1,
			                    .animals = {e->animals[0]}};
		else
			e->animals[which % e->count] = (uint8_t)chance_below(c, ANIMAL_COUNT);
		break;
	case ENTRY_DRAW:
	case ENTRY_REMOVE:
		if (which == 1)
			e->type = e->type == ENTRY_DRAW ? ENTRY_REMOVE : ENTRY_DRAW;
		else
			e->tile = (uint8_t)chance_below(c, r->set->ts.tile_count);
		break;
	case ENTRY_PLACE:
		if (which < 3)
			e->turns = (uint8_t)chance_below(c, 4);
		else if (which == 3)
			e->x = (int8_t)random_coordinate(c, e->x);
		else
			e->y = (int8_t)random_coordinate(c, e->y);
		break;
	case ENTRY_MEEPLE:
		if (which == 1)
			*e = (struct entry){.type = ENTRY_BAOBAB, .seat = e->seat};
		else if (which == 2)
			*e = (struct entry){.type = ENTRY_PASS, .seat = e->seat};
		else if (which == 3)
			e->terrain = e->terrain == TERRAIN_BUSH ? TERRAIN_TRAIL : TERRAIN_BUSH;
		else
			e->side = (uint8_t)chance_below(c, SIDE_COUNT);
		break;
	case ENTRY_BAOBAB:
	case ENTRY_PASS:
		*e = (struct entry){.type = ENTRY_MEEPLE,
		                    .seat = e->seat,
		                    .terrain = which % 2 ? TERRAIN_BUSH : TERRAIN_TRAIL,
		                    .side = (uint8_t)chance_below(c, SIDE_COUNT)};
		break;
	case ENTRY_RANGER:
		if (which == 1)
			e->x = (int8_t)random_coordinate(c, e->x);
		else if (which == 2)
			e->y = (int8_t)random_coordinate(c, e->y);
		else if (which < 5)
			e->to_x = (int8_t)random_coordinate(c, e->to_x);
		else
			e->to_y = (int8_t)random_coordinate(c, e->to_y);
		break;
	case ENTRY_DIG:
	case ENTRY_EXPAND:
		if (which == 1)
			e->type = e->type == ENTRY_DIG ? ENTRY_EXPAND : ENTRY_DIG;
		else if (which == 2)
			e->x = (int8_t)random_coordinate(c, e->x);
		else if (which == 3)
			e->y = (int8_t)random_coordinate(c, e->y);
		else if (which == 4)
			e->corner = (uint8_t)chance_below(c, CORNER_COUNT);
		else
			e->animals[0] = (uint8_t)chance_below(c, ANIMAL_COUNT);
		break;
	case ENTRY_RELOCATE:
		if (which < 3)
			e->to_x = (int8_t)random_coordinate(c, e->to_x);
		else
			e->to_y = (int8_t)random_coordinate(c, e->to_y);
		break;
	case ENTRY_BOOST:
		if (which == 1)
			e->terrain = e->terrain == TERRAIN_BUSH ? TERRAIN_TRAIL : TERRAIN_BUSH;
		else if (which < 4)
			e->side = (uint8_t)chance_below(c, SIDE_COUNT);
		else
			e->animals[0] = (uint8_t)chance_below(c, ANIMAL_COUNT + 1);
		break;
	case ENTRY_RESIGN:
	case ENTRY_END_AGREED:
	case ENTRY_END:
	case ENTRY_TYPE_COUNT:
		break;
	}
}

static void change_points(struct points *p, const struct record *r, struct chance *c)
{
	const unsigned which = chance_below(c, 3);
	if (which == 0)
		p->seat = (uint8_t)chance_below(c, r->seat_count);
	else if (which == 1)
		p->kind = (uint8_t)chance_below(c, POINTS_KIND_COUNT);
	else
		p->value = (int16_t)(1 + chance_below(c, 20));
}

enum deed { CHANGE, DROP, DOUBLE, SWAP_NEXT, SWAP_ANY, DEED_COUNT };

/* Does it to one row; the result may by chance be what it was. */
static void tamper(struct record *r, enum deed deed, struct chance *c)
{
	size_t at = chance_below(c, (uint32_t)r->row_count), other;
	struct record_row *row = &r->rows[at], was = *row;
	switch (deed) {
	case CHANGE:
		if (row->is_points)
			change_points(&row->points, r, c);
		else
			change_entry(&row->entry, r, c);
		return;
	case DROP:
		memmove(row, row + 1, (--r->row_count - at) * sizeof(*row));
		return;
	case DOUBLE:
		memmove(row + 1, row, (r->row_count++ - at) * sizeof(*row));
		return;
	case SWAP_NEXT:
	case SWAP_ANY:
		other = deed == SWAP_ANY ? chance_below(c, (uint32_t)r->row_count)
		                         : (at + 1) % r->row_count;
		*row = r->rows[other];
		r->rows[other] = was;
		return;
	case DEED_COUNT:
		return;
	}
}

static void say(const char *what, const size_t counts[VERDICT_COUNT])
{
	printf("# %s:", what);
	for (unsigned v = 0; v < VERDICT_COUNT; v++)
		printf(" %zu %s%s", counts[v], verdict_words[v],
		       v + 1 < VERDICT_COUNT ? "," : "\n");
}

static void tampered_records_are_refused_or_it_is_proved_why_not(void **state)
{
	static const char *const deeds[DEED_COUNT] = {"changed", "dropped", "doubled",
	                                              "swapped with the next", "swapped with any"};
	const struct records *all = *state;
	size_t counts[DEED_COUNT][VERDICT_COUNT] = {{0}};
	struct chance c = {20180917};
	const char *games = getenv("SLOWSAFARI_GAMES");
	const size_t wanted = 20 * (games ? strtoul(games, NULL, 10) : 500);
	for (size_t done = 0; done < wanted;) {
		const struct record *original =
			&all->files[chance_below(&c, (uint32_t)all->count)].record;
		if (!original->has_seed)
			continue;
		/* As many changes as all other deeds together. */
		enum deed deed = chance_below(&c, 2) ? (enum deed)chance_below(&c, DEED_COUNT)
		                                     : CHANGE;
		struct record r;
		records_copy(&r, original);
		tamper(&r, deed, &c);
		if (r.row_count != original->row_count ||
		    first_difference(original, &r) < r.row_count) {
			enum verdict v = judge(original, &r);
			struct fault fault;
			counts[deed][v]++;
			/* One in eight as text, which must fare no other way. */
			if (done % 8 == 0)
				assert_int_equal(check_written(&r, &fault), v == REFUSED ? -1 : 0);
			done++;
		}
		record_release(&r);
	}
	for (unsigned d = 0; d < DEED_COUNT; d++) {
		say(deeds[d], counts[d]);
		assert_true(counts[d][REFUSED] > 0);
	}
}

/* Not by chance but each one: so that these kinds are seen, and told from others. */
static void every_other_side_is_judged(void **state)
{
	const struct records *all = *state;
	size_t counts[VERDICT_COUNT] = {0};
	for (size_t f = 0; f < all->count; f++) {
		const struct record *original = &all->files[f].record;
		for (size_t i = 0; i < original->row_count; i++) {
			const struct entry *e = &original->rows[i].entry;
			if (original->rows[i].is_points ||
			    (e->type != ENTRY_MEEPLE && e->type != ENTRY_BOOST))
				continue;
			for (unsigned side = 0; side < SIDE_COUNT; side++) {
				struct record r;
				if (side == e->side)
					continue;
				records_copy(&r, original);
				r.rows[i].entry.side = (uint8_t)side;
				counts[judge(original, &r)]++;
				record_release(&r);
			}
		}
	}
	say("other sides", counts);
	assert_true(counts[OTHER_SIDE] > 0);
	assert_true(counts[REFUSED] > 0);
	assert_int_equal(counts[INTERLEAVED], 0);
}

static void words_of_different_seats_may_be_interleaved(void **state)
{
	const struct records *all = *state;
	size_t counts[VERDICT_COUNT] = {0};
	for (size_t f = 0; f < all->count; f++) {
		const struct record *original = &all->files[f].record;
		for (size_t i = 1; i < original->row_count; i++) {
			const struct record_row *a = &original->rows[i - 1],
						*b = &original->rows[i];
			if (a->is_points || b->is_points || a->entry.type != ENTRY_BOOST ||
			    b->entry.type != ENTRY_BOOST || a->entry.seat == b->entry.seat)
				continue;
			struct record r;
			records_copy(&r, original);
			r.rows[i - 1] = *b;
			r.rows[i] = *a;
			counts[judge(original, &r)]++;
			record_release(&r);
		}
	}
	say("words of different seats swapped", counts);
	assert_true(counts[INTERLEAVED] > 0);
	assert_int_equal(counts[REFUSED] + counts[OTHER_SIDE] + counts[NO_EFFECT], 0);
}

/* The proofs themselves must be able to fail: a choice leaves its trace, a draw is no choice. */
static void the_proofs_tell_a_draw_from_a_choice(void **state)
{
	const struct records *all = *state;
	const struct record *original = &all->files[0].record;
	for (size_t i = 0; i < original->row_count; i++) {
		struct record r;
		records_copy(&r, original);
		memmove(&r.rows[i], &r.rows[i + 1], (--r.row_count - i) * sizeof(*r.rows));
		assert_int_equal(only_choices_differ(original, &r), is_choice(&original->rows[i]));
		record_release(&r);
		records_copy(&r, original);
		struct entry *e = &r.rows[i].entry;
		if (!r.rows[i].is_points && e->type == ENTRY_BOOST &&
		    e->animals[0] != ANIMAL_NONE) {
			e->animals[0] = ANIMAL_NONE;
			assert_false(is_same_game_after(original, &r, i + 1));
		}
		record_release(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tampered_records_are_refused_or_it_is_proved_why_not),
		cmocka_unit_test(every_other_side_is_judged),
		cmocka_unit_test(words_of_different_seats_may_be_interleaved),
		cmocka_unit_test(the_proofs_tell_a_draw_from_a_choice),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
