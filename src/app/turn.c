/* SPDX-License-Identifier: ISC */
/*
 * Jobs of the writer that change a running game: see turn.h.
 */
#include "app/turn_job.h"

#include "app/autoplay.h"
#include "app/clocks.h"
#include "app/notices.h"
#include "app/replays.h"
#include "app/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *turn_sentence(enum turn_status status)
{
	static const char *const sentences[TURN_STATUS_COUNT] = {
		[TURN_DONE] = "Done.",
		[TURN_ALREADY_DONE] = "This was done already.",
		[TURN_MOVED_ON] = "The game has moved on since; here is the table as it is now.",
		[TURN_TAKEN_BACK] =
			"This turn was taken back since; here is the table as it is now.",
		[TURN_REFUSED] = "A rule forbids that.",
		[TURN_UNFINISHED] = "Your turn is not finished: more is to be chosen.",
		[TURN_TOO_LATE] = "It is too late for that.",
		[TURN_TOO_EARLY] = "It is too early for that.",
		[TURN_NO_CLOCK] = "No clock runs in this game now.",
		[TURN_NO_MORE_TIME] = "More time was given so often that there is no more.",
		[TURN_NOT_SEATED] = "You have no seat in this game.",
		[TURN_RESIGNED] = "You have resigned; a caretaker plays for you.",
		[TURN_NOT_FOUND] = "There is no such game.",
		[TURN_NOT_RUNNING] = "The game is not running.",
		[TURN_FAILED] = "The database failed; nothing was changed.",
	};
	assert((unsigned)status < TURN_STATUS_COUNT);
	return sentences[status];
}

int turn_answer(struct turn_job *j, enum turn_status status)
{
	j->t->status = status;
	return status == TURN_DONE ? 0 : 1;
}

static bool is_by_person(const struct turn *t)
{
	return t->user_id != 0;
}

static void forget_undo(struct play *p)
{
	p->row.has_undo = false;
	p->row.undo_count = 0;
	p->row.undo_seat = 0;
}

/* Nobody is asked for anything any more. */
static void tell_the_end(struct db *db, const struct play *p, int64_t now)
{
	notice_cancel(db, p->row.id, 0, NULL, now);
	for (unsigned seat = 0; seat < p->seat_count; seat++)
		notices_tell(db, p, NOTICE_GAME_OVER, seat, 0, now, now);
}

/* Who agreed to more time did so for what was awaited until now. */
static void forget_consent(struct db *db, struct play *p, int64_t now)
{
	bool was_asked = false;
	for (size_t i = 0; i < p->seat_count; i++) {
		was_asked |= p->seats[i].agrees_more_time;
		p->seats[i].agrees_more_time = false;
	}
	if (was_asked)
		notices_void(db, p, NOTICE_MORE_TIME, now);
}

/* The draw that is due, as an event of its own, and what it makes due. */
static void draw_now(struct db *db, struct play *p, const char *by, int64_t now)
{
	int64_t due_at = p->row.draw_at > now ? p->row.draw_at : now;
	for (size_t i = 0; i < p->seat_count; i++)
		p->was_awaited[i] = false;
	forget_undo(p);
	forget_consent(db, p, now);
	p->row.draw_at = 0;
	p->row.rev++;
	play_draw(p, by, now);
	play_save(db, p, now);
	if (p->game.awaits == AWAITS_PLACE)
		notices_tell(db, p, NOTICE_YOUR_TURN, p->game.seat_on_turn, 0, due_at, now);
	else
		tell_the_end(db, p, now);
}

void turn_first_draw(struct db *db, struct play *p, int64_t now)
{
	draw_now(db, p, "clock", now);
}

/* Did only other seats' words and resignations add to rev since the question was put? Every event
 * but a take back leaves moves with a rev of its own. */
static bool is_still_put(const struct play *p, int64_t base_rev, int seat)
{
	int64_t last = base_rev, events = 0;
	for (size_t n = 0; n < p->stored_count; n++) {
		const struct move_row *m = &p->moves[n];
		if (m->rev <= base_rev)
			continue;
		bool is_word = strncmp(m->text, "boost ", 6) == 0 || strcmp(m->text, "resign") == 0;
		if (!is_word || m->seat == seat)
			return false;
		events += m->rev != last;
		last = m->rev;
	}
	return base_rev <= p->row.rev && events == p->row.rev - base_rev;
}

bool turn_is_put(const struct play *p, int64_t base_rev, int seat)
{
	return p->row.state == GAME_RUNNING && is_still_put(p, base_rev, seat) &&
	       play_awaits_choice(p, (unsigned)seat);
}

static int load(struct db *db, void *context)
{
	struct turn_job *j = context;
	struct turn *t = j->t;
	switch (play_load(db, j->sets, t->game_id, j->p)) {
	case PLAY_NOT_FOUND:
		return turn_answer(j, TURN_NOT_FOUND);
	case PLAY_BROKEN:
		return turn_answer(j, TURN_FAILED);
	case PLAY_OK:
		break;
	}
	t->rev = j->p->row.rev;
	if (j->p->row.state != GAME_RUNNING && j->p->row.state != GAME_OVER)
		return turn_answer(j, TURN_NOT_RUNNING);
	if (is_by_person(t)) {
		t->seat = play_seat_of(j->p, t->user_id);
		if (t->seat < 0)
			return turn_answer(j, TURN_NOT_SEATED);
	}
	for (size_t i = 0; i < t->count; i++)
		t->entries[i].seat = (uint8_t)t->seat;
	return j->change(db, j);
}

void turn_run(struct store *store, const struct sets *sets, struct turn *t,
              int (*change)(struct db *, struct turn_job *))
{
	struct turn_job j = {.t = t, .sets = sets, .p = play_new(), .change = change};
	t->status = TURN_FAILED;
	t->refusal = REFUSAL_NONE;
	t->failed = 0;
	t->is_autoplay_due = false;
	if (store_write(store, load, &j) == STORE_FAILED)
		t->status = TURN_FAILED;
	if (t->status == TURN_DONE) {
		t->rev = j.p->row.rev;
		t->is_autoplay_due = autoplay_is_due(j.p, t->now);
		replays_keep(sets->replays, j.p); /* committed as it is */
	}
	play_free(j.p);
}

/* Blanks may have been left out where the turn was read. */
static_assert(NOTATION_TURN_MAX * (NOTATION_MAX + 1) <= (int)LIMIT_TURN_BYTES,
              "what was read can be written");

void turn_text(const struct entry *entries, size_t count, char out[LIMIT_TURN_BYTES + 1])
{
	size_t at = 0;
	out[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		char entry[NOTATION_MAX];
		notation_format(&entries[i], entry);
		at += (size_t)snprintf(out + at, LIMIT_TURN_BYTES + 1 - at, "%s%s", i ? "; " : "",
		                       entry);
		assert(at <= LIMIT_TURN_BYTES);
	}
}

/*
 * Words are given side by side, but a token that is spent on one feature may leave nothing usable
 * for the next, of which the seat is then not asked (R28): its "none" there says nothing.
 */
static bool is_not_asked(const struct play *p, const struct entry *e)
{
	if (e->type != ENTRY_BOOST || e->animals[0] != ANIMAL_NONE)
		return false;
	struct game after = p->game;
	return game_apply(&p->set->ts, &after, e) != REFUSAL_NONE;
}

/* Applies the entries; *has_drawn says whether tokens came with the last one. */
static int apply_entries(struct turn_job *j, bool *has_drawn)
{
	struct turn *t = j->t;
	struct play *p = j->p;
	for (size_t i = 0; i < t->count; i++) {
		unsigned dealt = p->dealt;
		t->failed = i;
		if (i > 0 && is_not_asked(p, &t->entries[i]))
			continue;
		if (*has_drawn)
			return turn_answer(j, TURN_UNFINISHED);
		t->refusal = play_choose(p, &t->entries[i], t->by ? t->by : "person", t->now);
		if (t->refusal != REFUSAL_NONE)
			return turn_answer(j, TURN_REFUSED);
		*has_drawn = p->dealt > dealt;
	}
	if (play_awaits_choice(p, (unsigned)t->seat) && !*has_drawn)
		return turn_answer(j, TURN_UNFINISHED);
	return 0;
}

/* Whether the submission is one that was seen before, or comes to a game that has moved on, or from
 * who has left it. 0: nothing of it. */
static int check_rev(struct db *db, struct turn_job *j, const char *text)
{
	struct turn *t = j->t;
	struct submission before;
	if (submission_get(db, t->game_id, t->seat, t->base_rev, &before)) {
		bool is_same = strcmp(before.text, text) == 0;
		return turn_answer(j, !is_same           ? TURN_MOVED_ON
		                      : before.is_undone ? TURN_TAKEN_BACK
		                                         : TURN_ALREADY_DONE);
	}
	if (is_by_person(t) && j->p->seats[t->seat].resigned_at)
		return turn_answer(j, TURN_RESIGNED);
	return is_still_put(j->p, t->base_rev, t->seat) ? 0 : turn_answer(j, TURN_MOVED_ON);
}

/* What a turn leaves: grace and undo where they are due, else the draw is due at once. */
static void begin_grace(struct play *p, const struct turn *t, bool can_undo)
{
	p->row.draw_at = t->now;
	if (!can_undo || !is_by_person(t) || !p->row.grace_s ||
	    !play_has_other_person(p, (unsigned)t->seat)) {
		forget_undo(p);
		return;
	}
	p->row.draw_at = t->now + p->row.grace_s;
	p->row.has_undo = true;
	p->row.undo_count = (int64_t)p->stored_count;
	p->row.undo_seat = t->seat;
}

/* Does a caretaker choose for the seat of a person who has it still? */
static bool is_for_person(const struct turn *t, const struct play *p)
{
	return !is_by_person(t) && !play_is_automatic(p, (unsigned)t->seat);
}

/* Somebody has chosen for the seat: what it was asked for is done. A person hears of the caretaker
 * once for a turn, though tokens may be drawn within it. */
static void acted(struct db *db, struct play *p, const struct turn *t, bool is_on_turn,
                  bool is_turn_over)
{
	struct seat_row *s = &p->seats[t->seat];
	notices_done(db, p, (unsigned)t->seat, t->now);
	if (is_for_person(t, p)) {
		s->absent_turns += is_turn_over;
		if (is_turn_over || !is_on_turn)
			notices_tell(db, p, NOTICE_CARETAKER, (unsigned)t->seat, 0, t->now, t->now);
	} else {
		s->moved_at = t->now;
		s->absent_turns = 0;
	}
}

static int submit(struct db *db, struct turn_job *j)
{
	struct turn *t = j->t;
	struct play *p = j->p;
	struct submission s = {0};
	bool has_drawn = false, begins = p->game.awaits == AWAITS_PLACE;
	turn_text(t->entries, t->count, s.text);
	if (check_rev(db, j, s.text))
		return 1;
	if (is_for_person(t, p) && !clocks_is_over(p, (unsigned)t->seat, t->now))
		return turn_answer(j, TURN_TOO_EARLY);
	bool is_on_turn = p->game.seat_on_turn == t->seat && p->game.awaits != AWAITS_TILE;
	if (apply_entries(j, &has_drawn))
		return 1;
	unsigned dealt = p->dealt;
	words_give(db, p, t->now);
	has_drawn |= p->dealt > dealt;
	bool is_turn_over = is_on_turn && !(p->game.seat_on_turn == t->seat &&
	                                    play_awaits_choice(p, (unsigned)t->seat));
	if (is_turn_over) {
		forget_consent(db, p, t->now);
		begin_grace(p, t, begins && !has_drawn);
	} else if (!is_on_turn && is_by_person(t))
		forget_undo(p);
	p->row.rev++;
	s.rev = p->row.rev;
	acted(db, p, t, is_on_turn, is_turn_over);
	submission_put(db, t->game_id, t->seat, t->base_rev, &s);
	/* The draw that follows at once saves all else. */
	bool is_draw_due = p->game.awaits == AWAITS_TILE && p->row.draw_at <= t->now;
	if (is_draw_due)
		play_save_moves(db, p);
	else
		play_save(db, p, t->now);
	if (p->game.awaits == AWAITS_BOOST && is_turn_over) {
		for (unsigned seat = 0; seat < p->seat_count; seat++) {
			if (play_awaits_choice(p, seat))
				notices_tell(db, p, NOTICE_YOUR_WORD, seat, 0, p->row.draw_at,
				             t->now);
		}
	}
	if (is_draw_due)
		draw_now(db, p, "clock", t->now);
	return turn_answer(j, TURN_DONE);
}

void turn_submit(struct store *store, const struct sets *sets, struct turn *t)
{
	turn_run(store, sets, t, submit);
}

static int draw_by_hand(struct db *db, struct turn_job *j)
{
	struct turn *t = j->t;
	struct play *p = j->p;
	struct submission s = {.text = "draw"};
	if (check_rev(db, j, s.text))
		return 1;
	if (p->game.awaits != AWAITS_TILE || p->game.seat_on_turn != t->seat)
		return turn_answer(j, TURN_TOO_LATE);
	s.rev = p->row.rev + 1;
	submission_put(db, t->game_id, t->seat, t->base_rev, &s);
	/* Whoever pressed Draw looks at the table, and hears of it when nothing follows (N2). */
	p->seats[t->seat].moved_at = t->now;
	p->seats[t->seat].absent_turns = 0;
	draw_now(db, p, "person", t->now);
	return turn_answer(j, TURN_DONE);
}

void turn_draw(struct store *store, const struct sets *sets, struct turn *t)
{
	turn_run(store, sets, t, draw_by_hand);
}

static int draw_by_clock(struct db *db, struct turn_job *j)
{
	struct play *p = j->p;
	if (p->row.state != GAME_RUNNING || p->game.awaits != AWAITS_TILE ||
	    p->row.draw_at > j->t->now)
		return turn_answer(j, TURN_TOO_LATE);
	draw_now(db, p, "clock", j->t->now);
	return turn_answer(j, TURN_DONE);
}

void turn_draw_due(struct store *store, const struct sets *sets, struct turn *t)
{
	t->user_id = 0;
	t->count = 0;
	t->seat = 0;
	turn_run(store, sets, t, draw_by_clock);
}

/* When the seat has moved last, by the moves that stay; 0 for not yet. */
static int64_t moved_at(const struct play *p, int seat)
{
	for (size_t n = p->move_count; n-- > 0;) {
		if (p->moves[n].seat == seat && strcmp(p->moves[n].by, "person") == 0)
			return p->moves[n].at;
	}
	return 0;
}

static int take_back(struct db *db, struct turn_job *j)
{
	struct turn *t = j->t;
	struct play *p = j->p;
	if (p->row.rev != t->base_rev)
		return turn_answer(j, TURN_MOVED_ON);
	if (!p->row.has_undo || p->row.undo_seat != t->seat || p->row.draw_at <= t->now)
		return turn_answer(j, TURN_TOO_LATE);
	long upto = (long)p->row.undo_count;
	int64_t rev_undone = p->moves[upto].rev, at = p->moves[upto].at;
	if (play_replay(db, j->sets, t->game_id, upto, NULL, p) != PLAY_OK)
		return turn_answer(j, TURN_FAILED);
	move_delete_from(db, p->row.id, upto);
	submission_undo(db, p->row.id, t->seat, rev_undone);
	notices_void(db, p, NOTICE_YOUR_WORD, t->now);
	notice_restore(db, p->row.id, t->user_id, at);
	notices_void(db, p, NOTICE_MORE_TIME, t->now); /* the turn's end has forgotten who agreed */
	p->stored_count = p->move_count;
	if (upto)
		memcpy(p->row.head, p->moves[upto - 1].link, HASH_BYTES);
	else
		play_genesis(p->row.head, p);
	for (size_t i = 0; i < p->seat_count; i++)
		p->was_awaited[i] = (int)i == t->seat;
	p->seats[t->seat].moved_at = moved_at(p, t->seat);
	p->seats[t->seat].absent_turns = 0;
	p->row.draw_at = 0;
	forget_undo(p);
	forget_consent(db, p, t->now);
	p->row.rev++;
	play_save(db, p, t->now);
	return turn_answer(j, TURN_DONE);
}

void turn_take_back(struct store *store, const struct sets *sets, struct turn *t)
{
	turn_run(store, sets, t, take_back);
}

static int resign(struct db *db, struct turn_job *j)
{
	struct turn *t = j->t;
	struct play *p = j->p;
	struct entry e = {.type = ENTRY_RESIGN, .seat = (uint8_t)t->seat};
	t->refusal = play_choose(p, &e, "person", t->now);
	if (t->refusal == REFUSAL_RESIGNED)
		return turn_answer(j, TURN_ALREADY_DONE);
	if (t->refusal != REFUSAL_NONE)
		return turn_answer(j, TURN_REFUSED);
	forget_undo(p);
	p->row.rev++;
	p->seats[t->seat].moved_at = t->now;
	p->seats[t->seat].agrees_more_time = false;
	notices_done(db, p, (unsigned)t->seat, t->now);
	play_save(db, p, t->now);
	turn_settle_consent(db, p, t->now); /* the others may all agree */
	return turn_answer(j, TURN_DONE);
}

void turn_resign(struct store *store, const struct sets *sets, struct turn *t)
{
	turn_run(store, sets, t, resign);
}
