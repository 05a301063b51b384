/* SPDX-License-Identifier: ISC */
/*
 * Replaying records: all that are there verify and are written as they were read; a log may stop
 * where record.md says, and nowhere else; and what the seed, the points and the result must be is
 * held against them. Random faults by the thousand are record_tamper.c's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/replay.h"
#include "support/records.h"

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

/* The record in whose log the first row with that entry type, or those points, stands. */
static const struct record *find_row(const struct records *all, int type, int kind, size_t *at)
{
	for (size_t f = 0; f < all->count; f++) {
		const struct record *r = &all->files[f].record;
		for (*at = 0; *at < r->row_count; ++*at) {
			const struct record_row *row = &r->rows[*at];
			if (row->is_points ? row->points.kind == kind : row->entry.type == type)
				return r;
		}
	}
	return NULL;
}

static void refused_at(const struct record *r, const char *place)
{
	struct fault fault = {.place = "none"};
	if (replay_check(r, &fault) == 0)
		fail_msg("not refused at %s", place);
	if (strcmp(fault.place, place) != 0)
		fail_msg("%s: %s, not at %s", fault.place, fault.reason, place);
	assert_true(fault.reason[0] && fault.reason[strlen(fault.reason) - 1] != '.');
}

static void taken(const struct record *r)
{
	struct fault fault;
	if (replay_check(r, &fault) < 0)
		fail_msg("%s: %s", fault.place, fault.reason);
}

static void all_records_verify(void **state)
{
	const struct records *all = *state;
	for (size_t i = 0; i < all->count; i++) {
		struct fault fault;
		if (replay_check(&all->files[i].record, &fault) < 0)
			fail_msg("%s: %s: %s", all->files[i].path, fault.place, fault.reason);
	}
}

static void all_records_verify_with_the_seed_untold(void **state)
{
	const struct records *all = *state;
	for (size_t i = 0; i < all->count; i++) {
		struct record r = all->files[i].record;
		r.has_seed = false;
		taken(&r);
	}
}

static void all_records_are_written_as_they_were_read(void **state)
{
	const struct records *all = *state;
	for (size_t i = 0; i < all->count; i++) {
		const struct records_file *f = &all->files[i];
		struct text t;
		text_init(&t, LIMIT_RECORD_BYTES);
		record_write(&t, &f->record,
		             strchr(f->text.data, '\n') == f->text.data + f->text.len - 1
		                     ? LAYOUT_LINE
		                     : LAYOUT_FILE);
		assert_false(text_is_over(&t));
		if (t.len != f->text.len || memcmp(t.data, f->text.data, t.len) != 0)
			fail_msg("%s", f->path);
		text_release(&t);
	}
}

/* A log may stop before any row but points; there the game stands as its rows left it. */
static void a_log_may_stop_before_any_choice_or_draw_and_never_before_points(void **state)
{
	const struct records *all = *state;
	static struct replay p, to;
	for (size_t i = 0; i < all->count; i++) {
		struct record r = all->files[i].record;
		const size_t count = r.row_count;
		struct fault fault;
		assert_int_equal(replay_init(&p, &r, &fault), 0);
		for (size_t n = 0;; n++) {
			bool may_stop = n == count || !r.rows[n].is_points;
			assert_int_equal(replay_may_stop(&p), may_stop);
			/* One in seven, since each plays the game again. */
			if (n % 7 == i % 7 || n + 20 > count) {
				struct record part = r;
				part.row_count = n;
				part.has_result = p.game.awaits == AWAITS_END;
				char place[32];
				snprintf(place, sizeof(place), "/log/%zu", n);
				if (may_stop) {
					taken(&part);
					part.has_result = !part.has_result;
					refused_at(&part, "/result");
					assert_int_equal(replay_to(&to, &r, n, &fault), 0);
					assert_memory_equal(&to.game, &p.game, sizeof(p.game));
				} else {
					refused_at(&part, place);
					assert_int_equal(replay_to(&to, &r, n, &fault), -1);
					assert_string_equal(fault.place, place);
				}
			}
			if (n == count)
				break;
			assert_int_equal(replay_step(&p, &fault), 0);
		}
		assert_int_equal(replay_to(&to, &r, count + 1, &fault), -1);
		assert_string_equal(fault.place, "/log");
	}
}

static void insert(struct record *r, size_t at, const struct record_row *row)
{
	assert_true(r->row_count < r->row_room);
	memmove(&r->rows[at + 1], &r->rows[at], (r->row_count - at) * sizeof(*row));
	r->rows[at] = *row;
	r->row_count++;
}

static void resigning_is_allowed_wherever_a_log_may_stop(void **state)
{
	const struct records *all = *state;
	const struct record *r = &all->files[0].record;
	const struct record_row resign = {
		.entry = {.type = ENTRY_RESIGN, .seat = (uint8_t)(r->seat_count - 1)}};
	for (size_t n = 0; n <= r->row_count; n++) {
		struct record with;
		char place[32];
		records_copy(&with, r);
		insert(&with, n, &resign);
		with.winners_mask &= (uint8_t) ~(1u << resign.entry.seat);
		snprintf(place, sizeof(place), "/log/%zu", n);
		if (n == r->row_count || r->rows[n].is_points) {
			refused_at(&with, place);
		} else {
			taken(&with);
			insert(&with, n + 1, &resign);
			snprintf(place, sizeof(place), "/log/%zu", n + 1);
			refused_at(&with, place);
		}
		record_release(&with);
	}
}

static void who_resigned_cannot_have_won(void **state)
{
	const struct records *all = *state;
	struct record with;
	records_copy(&with, &all->files[0].record);
	unsigned winner = 0;
	while (!(with.winners_mask >> winner & 1))
		winner++;
	insert(&with, 0,
	       &(struct record_row){.entry = {.type = ENTRY_RESIGN, .seat = (uint8_t)winner}});
	refused_at(&with, "/result/winners");
	record_release(&with);
}

static void an_end_may_be_agreed_only_where_a_draw_is_due(void **state)
{
	const struct records *all = *state;
	static struct replay p;
	const struct record *r = &all->files[0].record;
	const struct record_row end = {.entry = {.type = ENTRY_END_AGREED}};
	struct fault fault;
	assert_int_equal(replay_init(&p, r, &fault), 0);
	for (size_t n = 0; n < r->row_count; n++) {
		struct record with;
		char place[32];
		records_copy(&with, r);
		with.row_count = n;
		insert(&with, n, &end);
		snprintf(place, sizeof(place), "/log/%zu", n);
		if (!replay_may_stop(&p) || p.game.awaits != AWAITS_TILE) {
			refused_at(&with, place);
		} else {
			struct game g = p.game;
			assert_int_equal(game_apply(&r->set->ts, &g, &end.entry), REFUSAL_NONE);
			with.row_count = n;
			with.row_room = with.row_count;
			record_add(&with, &end.entry, &g, BY_PERSON, 0);
			record_finish(&with, &g);
			taken(&with);
		}
		record_release(&with);
		assert_int_equal(replay_step(&p, &fault), 0);
	}
}

static void the_commitment_must_be_the_hash_of_the_seed(void **state)
{
	const struct records *all = *state;
	struct record r = all->files[0].record;
	r.commitment[31] ^= 1;
	refused_at(&r, "/commitment");
	r.has_seed = false;
	taken(&r);
}

static void the_seats_must_be_those_of_the_draws(void **state)
{
	const struct records *all = *state;
	for (size_t i = 0; i < all->count; i++) {
		struct record r = all->files[i].record;
		if (!r.has_seed)
			continue;
		uint8_t joined = r.seats[0].joined;
		r.seats[0].joined = r.seats[1].joined;
		r.seats[1].joined = joined;
		refused_at(&r, "/seats/0/joined");
		r.has_seed = false;
		taken(&r);
	}
}

static void the_draws_follow_from_every_bit_of_the_entropy(void **state)
{
	const struct records *all = *state;
	struct record r = all->files[0].record;
	for (unsigned seat = 0; seat < r.seat_count; seat++) {
		for (unsigned bit = 0; bit < 8 * DRAWS_ENTROPY_BYTES; bit++) {
			struct fault fault;
			r.entropy[seat][bit / 8] ^= (unsigned char)(1u << bit % 8);
			assert_int_equal(replay_check(&r, &fault), -1);
			r.entropy[seat][bit / 8] ^= (unsigned char)(1u << bit % 8);
		}
	}
	taken(&r);
}

static void draws_that_are_not_the_seeds_are_refused_where_they_differ(void **state)
{
	const struct records *all = *state;
	size_t at;
	char place[48];
	struct record with;
	records_copy(&with, find_row(all, ENTRY_DRAW, -1, &at));
	with.rows[at].entry.tile = (uint8_t)((with.rows[at].entry.tile + 1) % 72);
	snprintf(place, sizeof(place), "/log/%zu/draw", at);
	refused_at(&with, place);
	with.rows[at].entry.type = ENTRY_REMOVE;
	snprintf(place, sizeof(place), "/log/%zu/remove", at);
	refused_at(&with, place);
	record_release(&with);

	records_copy(&with, find_row(all, ENTRY_TOKENS, -1, &at));
	with.rows[at].entry.animals[1] =
		(uint8_t)((with.rows[at].entry.animals[1] + 1) % ANIMAL_COUNT);
	snprintf(place, sizeof(place), "/log/%zu/tokens/1", at);
	refused_at(&with, place);
	with.rows[at].entry.animals[1] = ANIMAL_MONKEY;
	with.rows[at].entry.count = 1;
	snprintf(place, sizeof(place), "/log/%zu", at);
	refused_at(&with, place);
	record_release(&with);
}

static void a_removed_tile_is_among_the_records(void **state)
{
	const struct records *all = *state;
	size_t at;
	const struct record *r = find_row(all, ENTRY_REMOVE, -1, &at);
	assert_non_null(r);
	struct record with;
	char place[48];
	records_copy(&with, r);
	with.rows[at].entry.type = ENTRY_DRAW;
	snprintf(place, sizeof(place), "/log/%zu/draw", at);
	refused_at(&with, place);
	with.has_seed = false;
	snprintf(place, sizeof(place), "/log/%zu", at);
	refused_at(&with, place);
	record_release(&with);
}

static void points_of_each_kind_are_compared_field_by_field(void **state)
{
	const struct records *all = *state;
	for (int kind = 0; kind < POINTS_KIND_COUNT; kind++) {
		size_t at;
		const struct record *r = find_row(all, -1, kind, &at);
		if (!r)
			fail_msg("no points for %s in any record", record_points_words[kind]);
		struct record with;
		char place[48];
		records_copy(&with, r);
		struct points *p = &with.rows[at].points;
		p->value++;
		snprintf(place, sizeof(place), "/log/%zu/score", at);
		refused_at(&with, place);
		p->value--;
		p->seat = (uint8_t)((p->seat + 1) % r->seat_count);
		snprintf(place, sizeof(place), "/log/%zu/seat", at);
		refused_at(&with, place);
		p->seat = r->rows[at].points.seat;
		p->kind = (uint8_t)((kind + 1) % POINTS_KIND_COUNT);
		snprintf(place, sizeof(place), "/log/%zu/for", at);
		refused_at(&with, place);
		p->kind = (uint8_t)kind;
		taken(&with);
		record_release(&with);
	}
}

static void points_where_none_follow_are_refused(void **state)
{
	const struct records *all = *state;
	const struct record_row points = {.is_points = true,
	                                  .points = {.kind = POINTS_DIG, .value = 3}};
	const struct record *r = &all->files[0].record;
	const size_t places[] = {0, 1, r->row_count};
	for (size_t i = 0; i < 3; i++) {
		struct record with;
		char place[32];
		records_copy(&with, r);
		insert(&with, places[i], &points);
		snprintf(place, sizeof(place), "/log/%zu", places[i]);
		refused_at(&with, place);
		record_release(&with);
	}
}

static void the_result_is_compared(void **state)
{
	const struct records *all = *state;
	for (size_t i = 0; i < all->count; i++) {
		struct record r = all->files[i].record;
		if (!r.has_result)
			continue;
		r.has_result = false;
		refused_at(&r, "/result");
		r.has_result = true;
		r.scores[1]++;
		refused_at(&r, "/result/scores/1");
		r.scores[1]--;
		r.winners_mask ^= 1;
		refused_at(&r, "/result/winners");
	}
}

static void each_option_binds(void **state)
{
	const struct records *all = *state;
	unsigned final_scoring = 0, baobab_tokens = 0;
	/* In a single game an option may change nothing. */
	for (size_t i = 0; i < all->count; i++) {
		struct record r = all->files[i].record;
		struct fault fault;
		r.options.final_scoring ^= 1;
		final_scoring += replay_check(&r, &fault) < 0;
		r.options.final_scoring ^= 1;
		r.options.baobab_tokens ^= 1;
		baobab_tokens += replay_check(&r, &fault) < 0;
	}
	assert_int_not_equal(final_scoring, 0);
	assert_int_not_equal(baobab_tokens, 0);
}

static void what_the_rules_forbid_is_refused_at_its_row(void **state)
{
	const struct records *all = *state;
	size_t at;
	struct record with;
	char place[32];
	struct fault fault;
	records_copy(&with, find_row(all, ENTRY_PLACE, -1, &at));
	with.rows[at].entry.x = 100;
	snprintf(place, sizeof(place), "/log/%zu", at);
	refused_at(&with, place);
	assert_int_equal(replay_check(&with, &fault), -1);
	size_t len = strlen(fault.reason);
	assert_memory_equal(fault.reason, refusal_sentence(REFUSAL_SPACE_APART), len);
	record_release(&with);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_records_verify),
		cmocka_unit_test(all_records_verify_with_the_seed_untold),
		cmocka_unit_test(all_records_are_written_as_they_were_read),
		cmocka_unit_test(a_log_may_stop_before_any_choice_or_draw_and_never_before_points),
		cmocka_unit_test(resigning_is_allowed_wherever_a_log_may_stop),
		cmocka_unit_test(who_resigned_cannot_have_won),
		cmocka_unit_test(an_end_may_be_agreed_only_where_a_draw_is_due),
		cmocka_unit_test(the_commitment_must_be_the_hash_of_the_seed),
		cmocka_unit_test(the_seats_must_be_those_of_the_draws),
		cmocka_unit_test(the_draws_follow_from_every_bit_of_the_entropy),
		cmocka_unit_test(draws_that_are_not_the_seeds_are_refused_where_they_differ),
		cmocka_unit_test(a_removed_tile_is_among_the_records),
		cmocka_unit_test(points_of_each_kind_are_compared_field_by_field),
		cmocka_unit_test(points_where_none_follow_are_refused),
		cmocka_unit_test(the_result_is_compared),
		cmocka_unit_test(each_option_binds),
		cmocka_unit_test(what_the_rules_forbid_is_refused_at_its_row),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
