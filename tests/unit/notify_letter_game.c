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

#include "app/mail_secrets.h"
#include "app/notices.h"
#include "notify/letter.h"
#include "notify/mail.h"
#include "support/mail_parts.h"
#include "support/party.h"

struct fixture {
	struct party *party;
	struct letters *letters;
	struct config config;
	struct zones *zones;
	struct mail_secrets secrets;
	char id[GAME_ID_LEN + 1];
	struct text mail, text, html;
};

static int begin(void **state)
{
	static struct fixture f;
	struct err err;
	void *party;
	if (party_open(&party) < 0)
		return -1;
	f = (struct fixture){.party = party, .zones = zones_new()};
	config_init(&f.config);
	snprintf(f.config.base_url, sizeof(f.config.base_url), "https://safari.example");
	snprintf(f.config.mail_from, sizeof(f.config.mail_from), "mail@safari.example");
	text_init(&f.mail, MAIL_BYTES_MAX);
	text_init(&f.text, MAIL_BYTES_MAX);
	text_init(&f.html, MAIL_BYTES_MAX);
	*state = &f;
	return letters_open(&f.letters, f.party->sets, &err);
}

static int end(void **state)
{
	struct fixture *f = *state;
	void *party = f->party;
	letters_free(f->letters);
	zones_free(f->zones);
	text_release(&f->mail);
	text_release(&f->text);
	text_release(&f->html);
	return party_close(&party);
}

static struct notice notice(const struct fixture *f, const char *kind, int64_t user_id, int64_t rev)
{
	struct notice n = {.id = 17, .user_id = user_id, .rev = rev, .due_at = f->party->now};
	snprintf(n.kind, sizeof(n.kind), "%s", kind);
	snprintf(n.game_id, sizeof(n.game_id), "%s", f->id);
	snprintf(n.address, sizeof(n.address), "ada@example.org");
	return n;
}

static int try_letter(struct fixture *f, const struct notice *n)
{
	struct err err;
	struct db *db = store_read(f->party->store);
	struct letter_context context = {.config = &f->config,
	                                 .sets = f->party->sets,
	                                 .db = db,
	                                 .zones = f->zones,
	                                 .secrets = &f->secrets};
	text_release(&f->mail);
	int status = letter_compose(f->letters, &f->mail, &context, n, &err);
	assert_true(store_read_done(f->party->store, db));
	return status;
}

/* To look at, where $SLOWSAFARI_LETTERS is a folder. */
static void keep(struct fixture *f, const char *name)
{
	char path[512];
	const char *folder = getenv("SLOWSAFARI_LETTERS");
	if (!folder)
		return;
	snprintf(path, sizeof(path), "%s/%s.eml", folder, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(f->mail.data, 1, f->mail.len, file), f->mail.len);
	assert_int_equal(fclose(file), 0);
}

/* Composes it, takes it apart, and looks at what every letter must be. */
static void write_letter(struct fixture *f, const struct notice *n)
{
	assert_int_equal(try_letter(f, n), 0);
	mail_is_well_formed(&f->mail);
	assert_true(f->mail.len <= MAIL_BYTES_MAX);
	text_clear(&f->text);
	text_clear(&f->html);
	mail_part(&f->mail, "text/plain", &f->text);
	mail_part(&f->mail, "text/html", &f->html);
}

static void says(struct text *t, const char *what)
{
	if (!strstr(text_string(t), what))
		print_error("not said: %s\nbut:\n%s\n", what, text_string(t));
	assert_non_null(strstr(text_string(t), what));
}

static void says_not(struct text *t, const char *what)
{
	assert_null(strstr(text_string(t), what));
}

static void field_is(struct fixture *f, const char *name, const char *expected)
{
	struct text field;
	text_init(&field, 4000);
	mail_field(&f->mail, name, &field);
	assert_string_equal(text_string(&field), expected);
	text_release(&field);
}

static bool is_late(const struct play *p, void *context)
{
	return p->game.awaits == AWAITS_PLACE && p->game.turn_count >= *(const int *)context;
}

/* A game of so many people in which that many tiles lie. */
static struct play *begin_game(struct fixture *f, unsigned people, int turns)
{
	party_start(f->party, &(struct party_game){.people = people}, f->id);
	if (turns)
		assert_true(party_forward(f->party, f->id, is_late, &turns));
	return party_load(f->party, f->id);
}

/* What a seat (-1: anybody) chose from a move on was a caretaker's choice. The game's head is
 * another one then, so that nobody knows it replayed. */
static void let_caretaker_have_played(struct fixture *f, int seat, size_t from)
{
	char sql[160];
	snprintf(sql, sizeof(sql),
	         "UPDATE moves SET by = 'caretaker' WHERE (seat = %d OR %d < 0) AND n >= %zu", seat,
	         seat, from);
	party_sql(f->party, sql);
	party_sql(f->party, "UPDATE games SET head = zeroblob(32)");
}

static void your_turn_says_what_to_do_until_when_and_where(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 3, 20);
	unsigned seat = p->game.seat_on_turn;
	struct notice n = notice(f, "your turn", p->seats[seat].user_id, p->row.rev);
	char link[64];
	write_letter(f, &n);
	keep(f, "your_turn");
	says(&f->text, "It is your turn.\n");
	says(&f->text, "\nYou have until ");
	says(&f->text, "(UTC). After that a caretaker plays this turn for you.\n");
	says(&f->text, "\nYou drew a tile: ");
	says(&f->text, "\nSince your last turn:\n");
	says(&f->text, " + . . . +");
	says(&f->text, "\n. empty space, x no tile");
	snprintf(link, sizeof(link), "\nhttps://safari.example/g/%s#here\n", f->id);
	says(&f->text, link);
	snprintf(link, sizeof(link), "href=\"https://safari.example/g/%s#here\"", f->id);
	says(&f->html, link);
	says(&f->html, "<h1");
	says(&f->html, "It is your turn");
	play_free(p);
}

/* ---- One thread ---- */

static void all_letters_of_a_game_are_one_thread_for_each_player(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 3);
	char expected[256];
	party_sql(f->party, "UPDATE games SET name = 'Evening game'");
	for (int seat = 0; seat < 2; seat++) {
		static const char *const kinds[] = {"your turn", "reminder", "started"};
		for (int i = 0; i < 3; i++) {
			struct notice n = notice(f, kinds[i], p->seats[seat].user_id, p->row.rev);
			n.number = i;
			write_letter(f, &n);
			field_is(f, "Subject", "Your game: Evening game");
			snprintf(expected, sizeof(expected), "<%s.%d@safari.example>", f->id, seat);
			field_is(f, "References", expected);
			field_is(f, "In-Reply-To", expected);
			snprintf(expected, sizeof(expected),
			         "\"Evening game\" <%s.games.safari.example>", f->id);
			field_is(f, "List-Id", expected);
			snprintf(expected, sizeof(expected), "<%s.%lld.%d.%s@safari.example>",
			         f->id, (long long)p->row.rev, seat,
			         i == 0   ? "your-turn"
			         : i == 1 ? "reminder.1"
			                  : "started.2");
			field_is(f, "Message-ID", expected);
		}
	}
	play_free(p);
}

static void a_letter_is_dated_when_it_fell_due_and_can_be_left_and_answered(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 3);
	int64_t user_id = p->seats[p->game.seat_on_turn].user_id;
	struct notice n = notice(f, "your turn", user_id, p->row.rev);
	char token[MAIL_TOKEN_BYTES], address[LIMIT_ADDRESS_BYTES + 1], expected[700];
	n.due_at = 1709210096;
	write_letter(f, &n);
	field_is(f, "Date", "Thu, 29 Feb 2024 12:34:56 +0000");
	mail_secrets_unsubscribe_user(&f->secrets, user_id, token);
	snprintf(expected, sizeof(expected), "<https://safari.example/unsubscribe/%s>", token);
	field_is(f, "List-Unsubscribe", expected);
	field_is(f, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
	assert_true(mail_secrets_reply(&f->secrets, f->config.mail_from, f->id, p->row.rev, user_id,
	                               address));
	snprintf(expected, sizeof(expected), "\"Slow Safari\" <%s>", address);
	field_is(f, "Reply-To", expected);
	field_is(f, "Auto-Submitted", "auto-generated");
	play_free(p);
}

/* ---- Up to its rev ---- */

static void a_letter_tells_the_game_as_it_stood_at_its_rev(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 8);
	int64_t user_id = p->seats[p->game.seat_on_turn].user_id;
	struct notice n = notice(f, "your turn", user_id, p->row.rev);
	struct text before;
	int turns = 30;
	text_init(&before, 1 << 17);
	party_sql(f->party, "UPDATE games SET turn_s = 0");
	party_sql(f->party, "UPDATE seats SET deadline_at = NULL, clock_s = NULL");
	write_letter(f, &n);
	text_add(&before, text_string(&f->mail));
	write_letter(f, &n);
	assert_string_equal(text_string(&f->mail), text_string(&before));
	assert_true(party_forward(f->party, f->id, is_late, &turns));
	write_letter(f, &n);
	assert_string_equal(text_string(&f->mail), text_string(&before));
	text_release(&before);
	play_free(p);
}

static void since_your_last_turn_is_what_others_did(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 3, 12);
	unsigned seat = p->game.seat_on_turn;
	struct notice n = notice(f, "your turn", p->seats[seat].user_id, p->row.rev);
	char name[LIMIT_NAME_BYTES + 1], begins[LIMIT_NAME_BYTES + 32];
	write_letter(f, &n);
	for (unsigned back = 1; back <= 2; back++) {
		play_seat_name(&p->seats[(seat + 3 - back) % 3], name);
		snprintf(begins, sizeof(begins), "\n* %s, turn %u", name, 13 - back);
		says(&f->text, begins);
	}
	says_not(&f->text, "turn 10");
	says_not(&f->text, "\n* You, turn");
	play_free(p);
}

/* The first turn of all has nothing before it. */
static void who_begins_hears_of_no_turns(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 0);
	struct notice n =
		notice(f, "your turn", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	write_letter(f, &n);
	says_not(&f->text, "Since");
	says_not(&f->text, "so far");
	n = notice(f, "started", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	write_letter(f, &n);
	keep(f, "started");
	says(&f->text, "The game has begun.\n");
	says(&f->text, "\nYou play with User ");
	says(&f->text, " You begin. A turn may take 1 day.\n");
	play_free(p);
}

static void many_turns_are_cut_and_counted(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 40);
	struct notice n =
		notice(f, "your turn", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	let_caretaker_have_played(f, -1, 0);
	write_letter(f, &n);
	says(&f->text, "\n(30 turns before these are told on the game's page.)\n");
	says(&f->text, "\n* A caretaker for you, turn 39");
	says_not(&f->text, "turn 30,");
	says(&f->text, "turn 31");
	play_free(p);
}

/* ---- Other kinds ---- */

static void a_word_is_asked_with_what_a_token_would_gain(void **state)
{
	struct fixture *f = *state;
	struct turn t;
	party_start(f->party, &(struct party_game){.people = 4}, f->id);
	party_sql(f->party, "UPDATE users SET standing_order = -1");
	while (!party_forward(f->party, f->id, party_asks_two, &t))
		party_start(f->party, &(struct party_game){.people = 4}, f->id);
	struct play *before = party_load(f->party, f->id);
	t.game_id = f->id;
	t.user_id = before->seats[before->game.seat_on_turn].user_id;
	t.base_rev = before->row.rev;
	t.now = f->party->now;
	turn_submit(f->party->store, f->party->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	struct play *p = party_load(f->party, f->id);
	unsigned seat = (unsigned)__builtin_ctz(game_awaited_seats(&p->game));
	struct notice n = notice(f, "your word", p->seats[seat].user_id, p->row.rev);
	write_letter(f, &n);
	keep(f, "your_word");
	says(&f->text, "Your word is asked for.\n");
	says(&f->text, " completed something on which you have most meeples.");
	says(&f->text, ". It brings you ");
	says(&f->text, " would add ");
	says(&f->text, "\nGive your word:\n");
	says(&f->html, "A token would bring you ");
	/* Whoever has answered is asked no more: there is no such letter. */
	n.rev = before->row.rev;
	assert_int_equal(try_letter(f, &n), -1);
	n = notice(f, "reminder", p->seats[seat].user_id, p->row.rev);
	write_letter(f, &n);
	says(&f->text, "Your word is still awaited.\n");
	says(&f->text, "After that a caretaker answers for you.");
	play_free(before);
	play_free(p);
}

static void a_reminder_says_the_deadline_or_how_long_others_wait(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 5);
	struct notice n = notice(f, "reminder", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	party_sql(f->party, "UPDATE users SET zone = 'Asia/Tokyo'");
	write_letter(f, &n);
	keep(f, "reminder");
	says(&f->text, "It is still your turn.\n");
	says(&f->text, "You have until Sat 16 January, 17:00 (Asia/Tokyo). After that");
	party_sql(f->party, "UPDATE seats SET deadline_at = NULL, clock_s = NULL, awaited_since = "
	                    "1800000000 WHERE is_awaited");
	write_letter(f, &n);
	says(&f->text, "The others have waited for you since Fri 15 January, 17:00 (Asia/Tokyo).");
	says_not(&f->text, "caretaker");
	play_free(p);
}

static void a_clock_that_rests_is_told(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 5);
	struct notice n =
		notice(f, "your turn", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	party_sql(f->party, "INSERT INTO calendars (id, text) VALUES (7, 'UTC 07:00-10:30')");
	party_sql(f->party, "UPDATE seats SET calendar_id = 7");
	write_letter(f, &n);
	says(&f->text, " Your clock stands still until Fri 15 January, 10:30 (UTC).");
	play_free(p);
}

static void what_the_caretaker_played_is_told_with_the_way_back(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 9);
	/* Whoever has just played. */
	int seat = 1 - p->game.seat_on_turn;
	struct notice n = notice(f, "caretaker", p->seats[seat].user_id, p->row.rev);
	let_caretaker_have_played(f, seat, p->move_count - 5);
	write_letter(f, &n);
	keep(f, "caretaker");
	says(&f->text, "A caretaker has played for you.\n");
	says(&f->text, "\nYou have your seat back with one tap: ");
	says(&f->text, "\n* A caretaker for you, turn 9");
	says_not(&f->text, "until you are back");
	party_sql(f->party, "UPDATE seats SET absent_turns = 3");
	write_letter(f, &n);
	says(&f->text, "It goes on to play for you until you are back.");
	play_free(p);
}

static void more_time_says_who_asks(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 3, 5);
	struct notice n = notice(f, "more time", p->seats[0].user_id, p->row.rev);
	char name[LIMIT_NAME_BYTES + 1], said[LIMIT_NAME_BYTES + 32];
	party_sql(f->party, "UPDATE seats SET agrees_more_time = 1 WHERE seat = 2");
	write_letter(f, &n);
	keep(f, "more_time");
	play_seat_name(&p->seats[2], name);
	snprintf(said, sizeof(said), "%s asks for more time.\n", name);
	says(&f->text, said);
	says(&f->text, "each clock that runs gets 1 day more.");
	play_free(p);
}

static void the_end_says_who_won_and_where_one_stands(void **state)
{
	struct fixture *f = *state;
	party_start(f->party, &(struct party_game){.people = 3}, f->id);
	assert_true(party_forward(f->party, f->id, NULL, NULL));
	struct play *p = party_load(f->party, f->id);
	unsigned winners = game_winners(&p->game);
	for (unsigned seat = 0; seat < 3; seat++) {
		struct notice n = notice(f, "game over", p->seats[seat].user_id, p->row.rev);
		write_letter(f, &n);
		keep(f, seat ? "game_over" : "game_over_0");
		says(&f->text, "The game is over: ");
		says(&f->text, "\nThe result:\n");
		says(&f->text, "\n* At the end, You");
		says_not(&f->text, "; you scored");
		says(&f->text, "/record.json\n");
		if (winners >> seat & 1)
			says(&f->text, "ou have won with ");
		else
			says(&f->text, "\nYou are ");
		says_not(&f->text, "You have until");
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
	struct fixture *f = *state;
	struct play *p = begin_game(f, 3, 6);
	for (size_t i = 0; i < sizeof(odd_names) / sizeof(odd_names[0]); i++) {
		char *sql =
			sqlite3_mprintf("UPDATE users SET name = %Q; UPDATE games SET name = %Q",
		                        odd_names[i], odd_names[i]);
		struct notice n =
			notice(f, "your turn", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
		party_sql(f->party, sql);
		sqlite3_free(sql);
		write_letter(f, &n);
		says_not(&f->html, "<script>");
		says_not(&f->html, "<b>&quot;");
		says(&f->html, "</html>");
		says(&f->text, "/g/");
		assert_false(mail_has_field(&f->mail, "Bcc"));
	}
	play_free(p);
}

static void names_of_other_scripts_are_kept_to_themselves(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 4);
	struct notice n =
		notice(f, "your turn", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	party_sql(f->party, "UPDATE users SET name = '\xd7\x90\xd7\x93\xd7\x94'");
	write_letter(f, &n);
	says(&f->text, "* \xe2\x81\xa8\xd7\x90\xd7\x93\xd7\x94\xe2\x81\xa9, turn 4");
	says(&f->html, "<bdi>\xd7\x90\xd7\x93\xd7\x94</bdi>");
	play_free(p);
}

static unsigned big_endian(const char *at)
{
	const unsigned char *b = (const unsigned char *)at;
	return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

static void letters_of_full_tables_keep_to_their_sizes(void **state)
{
	struct fixture *f = *state;
	for (unsigned people = 2; people <= 5; people++) {
		struct text picture;
		struct play *p = begin_game(f, people, 71);
		struct notice n =
			notice(f, "your turn", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
		write_letter(f, &n);
		if (people == 5)
			keep(f, "full");
		says(&f->text, ". empty space, x no tile to come fits there\n");
		text_init(&picture, 1 << 20);
		mail_part(&f->mail, "image/png", &picture);
		assert_true(picture.len <= 64 << 10);
		assert_int_equal(big_endian(picture.data + 16), 640);
		text_release(&picture);
		play_free(p);
	}
}

/* A smaller ceiling stands for a table that is larger than any. */
static void what_is_too_long_comes_without_text_board_then_without_picture(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 5, 71);
	struct notice n =
		notice(f, "your turn", p->seats[p->game.seat_on_turn].user_id, p->row.rev);
	write_letter(f, &n);
	size_t whole = f->mail.len;
	f->mail.ceiling = whole - 1;
	write_letter(f, &n);
	says_not(&f->text, ". empty space");
	says(&f->html, "<img src=\"cid:board.");
	size_t without_board = f->mail.len;
	f->mail.ceiling = without_board - 1;
	write_letter(f, &n);
	says_not(&f->html, "<img");
	assert_null(strstr(text_string(&f->mail), "image/png"));
	says(&f->text, "\nTake your turn:\nhttps://");
	f->mail.ceiling = 2000;
	assert_int_equal(try_letter(f, &n), -1);
	f->mail.ceiling = MAIL_BYTES_MAX;
	play_free(p);
}

static void what_is_not_there_has_no_letter(void **state)
{
	struct fixture *f = *state;
	struct play *p = begin_game(f, 2, 2);
	struct notice n = notice(f, "your turn", p->seats[0].user_id, p->row.rev), other;
	other = n;
	snprintf(other.kind, sizeof(other.kind), "gossip");
	assert_int_equal(try_letter(f, &other), -1);
	snprintf(other.kind, sizeof(other.kind), "sign in");
	assert_int_equal(try_letter(f, &other), -1);
	other = n;
	snprintf(other.game_id, sizeof(other.game_id), "k7m2p9qd");
	assert_int_equal(try_letter(f, &other), -1);
	other = n;
	other.user_id = f->party->people[4];
	assert_int_equal(try_letter(f, &other), -1);
	other.user_id = 4711;
	assert_int_equal(try_letter(f, &other), -1);
	other = n;
	other.address[0] = '\0';
	assert_int_equal(try_letter(f, &other), -1);
	assert_int_equal(try_letter(f, &n), 0);
	play_free(p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

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
