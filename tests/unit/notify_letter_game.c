/* SPDX-License-Identifier: ISC */
/*
 * Letters about games, from stored games: what each kind says, that it tells the game as it stood
 * at its rev, and that any names leave a well-formed mail of the sizes that are promised.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "notify/mail.h"
#include "support/letter_desk.h"
#include "support/mail_parts.h"

static bool is_late(const struct play *p, void *context)
{
	return p->game.awaits == AWAITS_PLACE && p->game.turn_count >= *(const int *)context;
}

/* A game of so many people in which that many tiles lie. */
static struct play *begin_game(struct letter_desk *d, unsigned people, int turns)
{
	party_start(d->party, &(struct party_game){.people = people}, d->id);
	if (turns)
		assert_true(party_forward(d->party, d->id, is_late, &turns));
	return party_load(d->party, d->id);
}

/* What a seat (-1: anybody) chose from a move on was a caretaker's choice. The game's head is
 * another one then, so that nobody knows it replayed. */
static void let_caretaker_have_played(struct letter_desk *d, int seat, size_t from)
{
	char sql[160];
	snprintf(sql, sizeof(sql),
	         "UPDATE moves SET by = 'caretaker' WHERE (seat = %d OR %d < 0) AND n >= %zu", seat,
	         seat, from);
	party_sql(d->party, sql);
	party_sql(d->party, "UPDATE games SET head = zeroblob(32)");
}

static void your_turn_says_what_to_do_until_when_and_where(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 3, 20);
	unsigned seat = p->game.seat_on_turn;
	struct notice n =
		letter_desk_notice(d, NOTICE_YOUR_TURN, p->seats[seat].user_id, p->row.rev);
	char link[64];
	letter_desk_write(d, &n);
	letter_desk_keep(d, "your_turn");
	says(&d->text, "It is your turn.\n");
	says(&d->text, "\nYou have until ");
	says(&d->text, "(UTC). After that a caretaker plays this turn for you.\n");
	says(&d->text, "\nYou drew a tile: ");
	says(&d->text, "\nSince your last turn:\n");
	says(&d->text, " + . . . +");
	says(&d->text, "\n. empty space, x no tile");
	snprintf(link, sizeof(link), "\nhttps://safari.example/g/%s#here\n", d->id);
	says(&d->text, link);
	snprintf(link, sizeof(link), "href=\"https://safari.example/g/%s#here\"", d->id);
	says(&d->html, link);
	says(&d->html, "<h1");
	says(&d->html, "It is your turn");
	play_free(p);
}

/* ---- One thread ---- */

static void all_letters_of_a_game_are_one_thread_for_each_player(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 3);
	char expected[256];
	party_sql(d->party, "UPDATE games SET name = 'Evening game'");
	for (int seat = 0; seat < 2; seat++) {
		static const enum notice_kind kinds[] = {NOTICE_YOUR_TURN, NOTICE_REMINDER,
		                                         NOTICE_STARTED};
		for (int i = 0; i < 3; i++) {
			struct notice n =
				letter_desk_notice(d, kinds[i], p->seats[seat].user_id, p->row.rev);
			n.number = i;
			letter_desk_write(d, &n);
			field_is(d, "Subject", "Your game: Evening game");
			snprintf(expected, sizeof(expected), "<%s.%d@safari.example>", d->id, seat);
			field_is(d, "References", expected);
			field_is(d, "In-Reply-To", expected);
			snprintf(expected, sizeof(expected),
			         "\"Evening game\" <%s.games.safari.example>", d->id);
			field_is(d, "List-Id", expected);
			snprintf(expected, sizeof(expected), "<%s.%lld.%d.%s@safari.example>",
			         d->id, (long long)p->row.rev, seat,
			         i == 0   ? "your-turn"
			         : i == 1 ? "reminder.1"
			                  : "started.2");
			field_is(d, "Message-ID", expected);
		}
	}
	play_free(p);
}

static void a_letter_is_dated_when_it_fell_due_and_can_be_left_and_answered(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 3);
	int64_t user_id = p->seats[p->game.seat_on_turn].user_id;
	struct notice n = letter_desk_notice(d, NOTICE_YOUR_TURN, user_id, p->row.rev);
	char token[MAIL_TOKEN_BYTES], address[LIMIT_ADDRESS_BYTES + 1], expected[700];
	n.due_at = 1709210096;
	letter_desk_write(d, &n);
	field_is(d, "Date", "Thu, 29 Feb 2024 12:34:56 +0000");
	mail_secrets_unsubscribe_user(&d->secrets, user_id, token);
	snprintf(expected, sizeof(expected), "<https://safari.example/unsubscribe/%s>", token);
	field_is(d, "List-Unsubscribe", expected);
	field_is(d, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
	snprintf(expected, sizeof(expected), "https://safari.example/g/%s#mails", d->id);
	says(&d->text, expected);
	assert_true(mail_secrets_reply(&d->secrets, d->config.mail_from, d->id, p->row.rev, user_id,
	                               address));
	snprintf(expected, sizeof(expected), "\"Slow Safari\" <%s>", address);
	field_is(d, "Reply-To", expected);
	field_is(d, "Auto-Submitted", "auto-generated");
	d->config.has_mail_plus = false;
	letter_desk_write(d, &n);
	assert_false(mail_has_field(&d->mail, "Reply-To"));
	play_free(p);
}

/* ---- Up to its rev ---- */

static void a_letter_tells_the_game_as_it_stood_at_its_rev(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 8);
	int64_t user_id = p->seats[p->game.seat_on_turn].user_id;
	struct notice n = letter_desk_notice(d, NOTICE_YOUR_TURN, user_id, p->row.rev);
	struct text before;
	int turns = 30;
	text_init(&before, 1 << 17);
	party_sql(d->party, "UPDATE games SET turn_s = 0");
	party_sql(d->party, "UPDATE seats SET deadline_at = NULL, clock_s = NULL");
	letter_desk_write(d, &n);
	text_add(&before, text_string(&d->mail));
	letter_desk_write(d, &n);
	assert_string_equal(text_string(&d->mail), text_string(&before));
	assert_true(party_forward(d->party, d->id, is_late, &turns));
	letter_desk_write(d, &n);
	assert_string_equal(text_string(&d->mail), text_string(&before));
	text_release(&before);
	play_free(p);
}

static void since_your_last_turn_is_what_others_did(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 3, 12);
	unsigned seat = p->game.seat_on_turn;
	struct notice n =
		letter_desk_notice(d, NOTICE_YOUR_TURN, p->seats[seat].user_id, p->row.rev);
	char name[LIMIT_NAME_BYTES + 1], begins[LIMIT_NAME_BYTES + 32];
	letter_desk_write(d, &n);
	for (unsigned back = 1; back <= 2; back++) {
		play_seat_name(&p->seats[(seat + 3 - back) % 3], name);
		snprintf(begins, sizeof(begins), "\n* %s, turn %u", name, 13 - back);
		says(&d->text, begins);
	}
	says_not(&d->text, "turn 10");
	says_not(&d->text, "\n* You, turn");
	play_free(p);
}

/* The first turn of all has nothing before it. */
static void who_begins_hears_of_no_turns(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 0);
	struct notice n = letter_desk_notice(d, NOTICE_YOUR_TURN,
	                                     p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	letter_desk_write(d, &n);
	says_not(&d->text, "Since");
	says_not(&d->text, "so far");
	n = letter_desk_notice(d, NOTICE_STARTED, p->seats[p->game.seat_on_turn].user_id,
	                       p->row.rev);
	letter_desk_write(d, &n);
	letter_desk_keep(d, "started");
	says(&d->text, "The game has begun.\n");
	says(&d->text, "\nYou play with User ");
	says(&d->text, " You begin. A turn may take 1 day.\n");
	play_free(p);
}

static void many_turns_are_cut_and_counted(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 40);
	struct notice n = letter_desk_notice(d, NOTICE_YOUR_TURN,
	                                     p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	let_caretaker_have_played(d, -1, 0);
	letter_desk_write(d, &n);
	says(&d->text, "\n(30 turns before these are told on the game's page.)\n");
	says(&d->text, "\n* A caretaker for you, turn 39");
	says_not(&d->text, "turn 30,");
	says(&d->text, "turn 31");
	play_free(p);
}

/* ---- Other kinds ---- */

static void a_word_is_asked_with_what_a_token_would_gain(void **state)
{
	struct letter_desk *d = *state;
	struct turn t;
	party_start(d->party, &(struct party_game){.people = 4}, d->id);
	party_sql(d->party, "UPDATE users SET standing_order = -1");
	while (!party_forward(d->party, d->id, party_asks_two, &t))
		party_start(d->party, &(struct party_game){.people = 4}, d->id);
	struct play *before = party_load(d->party, d->id);
	t.game_id = d->id;
	t.user_id = before->seats[before->game.seat_on_turn].user_id;
	t.base_rev = before->row.rev;
	t.now = d->party->now;
	turn_submit(d->party->store, d->party->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	struct play *p = party_load(d->party, d->id);
	unsigned seat = (unsigned)__builtin_ctz(game_awaited_seats(&p->game));
	struct notice n =
		letter_desk_notice(d, NOTICE_YOUR_WORD, p->seats[seat].user_id, p->row.rev);
	letter_desk_write(d, &n);
	letter_desk_keep(d, "your_word");
	says(&d->text, "Your word is asked for.\n");
	says(&d->text, " completed something on which you have most meeples.");
	says(&d->text, ". It brings you ");
	says(&d->text, " would add ");
	says(&d->text, "\nGive your word:\n");
	says(&d->html, "A token would bring you ");
	/* Whoever has answered is asked no more: there is no such letter. */
	n.rev = before->row.rev;
	assert_int_equal(letter_desk_try(d, &n), -1);
	n = letter_desk_notice(d, NOTICE_REMINDER, p->seats[seat].user_id, p->row.rev);
	letter_desk_write(d, &n);
	says(&d->text, "Your word is still awaited.\n");
	says(&d->text, "After that a caretaker answers for you.");
	play_free(before);
	play_free(p);
}

static void a_reminder_says_the_deadline_or_how_long_others_wait(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 5);
	struct notice n = letter_desk_notice(d, NOTICE_REMINDER,
	                                     p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	party_sql(d->party, "UPDATE users SET zone = 'Asia/Tokyo'");
	letter_desk_write(d, &n);
	letter_desk_keep(d, "reminder");
	says(&d->text, "It is still your turn.\n");
	says(&d->text, "You have until Sat 16 January, 17:00 (Asia/Tokyo). After that");
	party_sql(d->party, "UPDATE seats SET deadline_at = NULL, clock_s = NULL, awaited_since = "
	                    "1800000000 WHERE is_awaited");
	letter_desk_write(d, &n);
	says(&d->text, "The others have waited for you since Fri 15 January, 17:00 (Asia/Tokyo).");
	says_not(&d->text, "caretaker");
	play_free(p);
}

static void a_clock_that_rests_is_told(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 5);
	struct notice n = letter_desk_notice(d, NOTICE_YOUR_TURN,
	                                     p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	party_sql(d->party, "INSERT INTO calendars (id, text) VALUES (7, 'UTC 07:00-10:30')");
	party_sql(d->party, "UPDATE seats SET calendar_id = 7");
	letter_desk_write(d, &n);
	says(&d->text, " Your clock stands still until Fri 15 January, 10:30 (UTC).");
	play_free(p);
}

static void what_the_caretaker_played_is_told_with_the_way_back(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 9);
	/* Whoever has just played. */
	int seat = 1 - p->game.seat_on_turn;
	struct notice n =
		letter_desk_notice(d, NOTICE_CARETAKER, p->seats[seat].user_id, p->row.rev);
	let_caretaker_have_played(d, seat, p->move_count - 5);
	letter_desk_write(d, &n);
	letter_desk_keep(d, "caretaker");
	says(&d->text, "A caretaker has played for you.\n");
	says(&d->text, "\nYou have your seat back with one tap: ");
	says(&d->text, "\n* A caretaker for you, turn 9");
	says_not(&d->text, "until you are back");
	party_sql(d->party, "UPDATE seats SET absent_turns = 3");
	letter_desk_write(d, &n);
	says(&d->text, "It goes on to play for you until you are back.");
	play_free(p);
}

static void more_time_says_who_asks(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 3, 5);
	struct notice n = letter_desk_notice(d, NOTICE_MORE_TIME, p->seats[0].user_id, p->row.rev);
	char name[LIMIT_NAME_BYTES + 1], said[LIMIT_NAME_BYTES + 32];
	party_sql(d->party, "UPDATE seats SET agrees_more_time = 1 WHERE seat = 2");
	letter_desk_write(d, &n);
	letter_desk_keep(d, "more_time");
	play_seat_name(&p->seats[2], name);
	snprintf(said, sizeof(said), "%s asks for more time.\n", name);
	says(&d->text, said);
	says(&d->text, "each clock that runs gets 1 day more.");
	play_free(p);
}

/* What the last turn itself brought to whoever took it. */
static int points_of_last_turn(const struct play *p, int *seat)
{
	const struct story *s = &p->story;
	size_t at = s->count;
	int points = 0;
	while (!s->lines[at - 1].begins_turn)
		at--;
	*seat = s->lines[at - 1].seat;
	for (; at < s->count; at++) {
		if (s->lines[at].seat == *seat && s->lines[at].points_kind < POINTS_FINAL_TRAIL)
			points += s->lines[at].points;
	}
	return points;
}

static void the_end_says_who_won_and_where_one_stands(void **state)
{
	struct letter_desk *d = *state;
	party_start(d->party, &(struct party_game){.people = 3}, d->id);
	assert_true(party_forward(d->party, d->id, NULL, NULL));
	struct play *p = party_load(d->party, d->id);
	int last, points = points_of_last_turn(p, &last);
	char name[LIMIT_NAME_BYTES + 1], said[LIMIT_NAME_BYTES + 64], brought[32];
	snprintf(brought, sizeof(brought), ", +%d point%s", points, points == 1 ? "" : "s");
	play_seat_name(&p->seats[last], name);
	snprintf(said, sizeof(said), "\n* %s, turn %d%s: ", name, p->game.turn_count,
	         points ? brought : "");
	unsigned winners = game_winners(&p->game);
	for (unsigned seat = 0; seat < 3; seat++) {
		struct notice n =
			letter_desk_notice(d, NOTICE_GAME_OVER, p->seats[seat].user_id, p->row.rev);
		letter_desk_write(d, &n);
		letter_desk_keep(d, seat ? "game_over" : "game_over_0");
		says(&d->text, "The game is over: ");
		says(&d->text, "\nThe result:\n");
		says(&d->text, "\n* You at the end");
		says_not(&d->text, "; you scored");
		says(&d->text, "/record.json\n");
		says(&d->text, "  1. ");
		says_not(&d->text, "no tile is left");
		if ((int)seat != last)
			says(&d->text, said);
		if (winners >> seat & 1)
			says(&d->text, "ou have won with ");
		else
			says(&d->text, "\nYou are ");
		says_not(&d->text, "You have until");
	}
	play_free(p);
}

/* ---- Any names, any table ---- */

static const char *const odd_names[] = {
	"<script>alert(1)</script>",
	"\"Ada\" 'x' & <b>",
	".\r\n.\r\nBcc: x@example.org\r\n\r\n",
	"\xd7\x90\xd7\x93\xd7\x94 \xd8\xb9\xd9\x84\xd9\x8a",
	"\xe2\x80\xae ltr",
	"{{link}}{{{site}}}",
	"--=_alternative",
};

static void any_names_leave_a_well_formed_letter(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 3, 6);
	for (size_t i = 0; i < sizeof(odd_names) / sizeof(odd_names[0]); i++) {
		char *sql =
			sqlite3_mprintf("UPDATE users SET name = %Q; UPDATE games SET name = %Q",
		                        odd_names[i], odd_names[i]);
		struct notice n = letter_desk_notice(
			d, NOTICE_YOUR_TURN, p->seats[p->game.seat_on_turn].user_id, p->row.rev);
		party_sql(d->party, sql);
		sqlite3_free(sql);
		letter_desk_write(d, &n);
		says_not(&d->html, "<script>");
		says_not(&d->html, "<b>&quot;");
		says(&d->html, "</html>");
		says(&d->text, "/g/");
		assert_false(mail_has_field(&d->mail, "Bcc"));
	}
	play_free(p);
}

static void names_of_other_scripts_are_kept_to_themselves(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 4);
	struct notice n = letter_desk_notice(d, NOTICE_YOUR_TURN,
	                                     p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	party_sql(d->party, "UPDATE users SET name = '\xd7\x90\xd7\x93\xd7\x94'");
	letter_desk_write(d, &n);
	says(&d->text, "* \xe2\x81\xa8\xd7\x90\xd7\x93\xd7\x94\xe2\x81\xa9, turn 4");
	says(&d->html, "<bdi>\xd7\x90\xd7\x93\xd7\x94</bdi>");
	play_free(p);
}

static unsigned big_endian(const char *at)
{
	const unsigned char *b = (const unsigned char *)at;
	return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

static void letters_of_full_tables_keep_to_their_sizes(void **state)
{
	struct letter_desk *d = *state;
	for (unsigned people = 2; people <= 5; people++) {
		struct text picture;
		struct play *p = begin_game(d, people, 71);
		struct notice n = letter_desk_notice(
			d, NOTICE_YOUR_TURN, p->seats[p->game.seat_on_turn].user_id, p->row.rev);
		letter_desk_write(d, &n);
		if (people == 5)
			letter_desk_keep(d, "full");
		says(&d->text, ". empty space, x no tile to come fits there\n");
		text_init(&picture, 1 << 20);
		mail_part(&d->mail, "image/png", &picture);
		assert_true(picture.len <= 64 << 10);
		assert_int_equal(big_endian(picture.data + 16), 640);
		text_release(&picture);
		play_free(p);
	}
}

/* A smaller ceiling stands for a table that is larger than any. */
static void what_is_too_long_comes_without_text_board_then_without_picture(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 5, 71);
	struct notice n = letter_desk_notice(d, NOTICE_YOUR_TURN,
	                                     p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	letter_desk_write(d, &n);
	size_t whole = d->mail.len;
	d->mail.ceiling = whole - 1;
	letter_desk_write(d, &n);
	says_not(&d->text, ". empty space");
	says(&d->html, "<img src=\"cid:board.");
	size_t without_board = d->mail.len;
	d->mail.ceiling = without_board - 1;
	letter_desk_write(d, &n);
	says_not(&d->html, "<img");
	assert_null(strstr(text_string(&d->mail), "image/png"));
	says(&d->text, "\nTake your turn:\nhttps://");
	d->mail.ceiling = 2000;
	assert_int_equal(letter_desk_try(d, &n), -1);
	d->mail.ceiling = MAIL_BYTES_MAX;
	play_free(p);
}

static void what_is_not_there_has_no_letter(void **state)
{
	struct letter_desk *d = *state;
	struct play *p = begin_game(d, 2, 2);
	struct notice n = letter_desk_notice(d, NOTICE_YOUR_TURN, p->seats[0].user_id, p->row.rev),
		      other;
	other = n;
	snprintf(other.kind, sizeof(other.kind), "gossip");
	assert_int_equal(letter_desk_try(d, &other), -1);
	snprintf(other.kind, sizeof(other.kind), "sign in");
	assert_int_equal(letter_desk_try(d, &other), -1);
	other = n;
	snprintf(other.game_id, sizeof(other.game_id), "k7m2p9qd");
	assert_int_equal(letter_desk_try(d, &other), -1);
	other = n;
	other.user_id = d->party->people[4];
	assert_int_equal(letter_desk_try(d, &other), -1);
	other.user_id = 4711;
	assert_int_equal(letter_desk_try(d, &other), -1);
	other = n;
	other.address[0] = '\0';
	assert_int_equal(letter_desk_try(d, &other), -1);
	assert_int_equal(letter_desk_try(d, &n), 0);
	play_free(p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, letter_desk_open, letter_desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(your_turn_says_what_to_do_until_when_and_where),
		TEST(all_letters_of_a_game_are_one_thread_for_each_player),
		TEST(a_letter_is_dated_when_it_fell_due_and_can_be_left_and_answered),
		TEST(a_letter_tells_the_game_as_it_stood_at_its_rev),
		TEST(since_your_last_turn_is_what_others_did),
		TEST(who_begins_hears_of_no_turns),
		TEST(many_turns_are_cut_and_counted),
		TEST(a_word_is_asked_with_what_a_token_would_gain),
		TEST(a_reminder_says_the_deadline_or_how_long_others_wait),
		TEST(a_clock_that_rests_is_told),
		TEST(what_the_caretaker_played_is_told_with_the_way_back),
		TEST(more_time_says_who_asks),
		TEST(the_end_says_who_won_and_where_one_stands),
		TEST(any_names_leave_a_well_formed_letter),
		TEST(names_of_other_scripts_are_kept_to_themselves),
		TEST(letters_of_full_tables_keep_to_their_sizes),
		TEST(what_is_too_long_comes_without_text_board_then_without_picture),
		TEST(what_is_not_there_has_no_letter),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
