/* SPDX-License-Identifier: ISC */
/*
 * Mails that come in, on their whole way: who may, what they do and what they never do, and what
 * the answer says.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/answer.h"
#include "base/clock.h"
#include "notify/inbox.h"
#include "support/letter_desk.h"
#include "support/mail_parts.h"

enum { NOW = PARTY_BEGINS };

struct fixture {
	struct letter_desk *d;
	struct clock clock;
	struct inbox inbox;
	int64_t user, rev; /* who is on turn, and since which rev */
	char from[64], to[LIMIT_ADDRESS_BYTES + 1];
	int mails;
};

/* The address of the one on turn, and of what is asked. */
static void look(struct fixture *f)
{
	struct play *p = party_load(f->d->party, f->d->id);
	unsigned seats = p->game.awaits == AWAITS_TILE ? 1u << p->game.seat_on_turn
	                                               : game_awaited_seats(&p->game);
	f->user = p->seats[__builtin_ctz(seats)].user_id;
	f->rev = p->row.rev;
	for (int i = 0; i < PARTY_PEOPLE; i++) {
		if (f->d->party->people[i] == f->user)
			snprintf(f->from, sizeof(f->from), "user%d@example.org", i);
	}
	assert_true(mail_secrets_reply(&f->d->secrets, f->d->config.mail_from, f->d->id, f->rev,
	                               f->user, f->to));
	play_free(p);
}

static void open_all(struct fixture *f, void **state)
{
	struct err err;
	*f = (struct fixture){.d = *state, .clock = {.stands = true, .at = NOW}};
	f->d->config.mail_in = MAIL_IN_PIPE;
	assert_int_equal(mail_secrets_open(&f->d->secrets, f->d->party->store, NOW, &err), 0);
	f->inbox = (struct inbox){f->d->party->store, &f->d->config, f->d->party->sets,
	                          &f->d->secrets, &f->clock};
	party_start(f->d->party, &(struct party_game){.people = 2}, f->d->id);
	look(f);
}

/* A mail as of a person; head may hold more fields. */
static enum inbox_fate send_with(struct fixture *f, const char *from, const char *to,
                                 const char *head, const char *line)
{
	char mail[4000];
	snprintf(mail, sizeof(mail),
	         "From: Somebody <%s>\r\nTo: <%s>\r\nMessage-ID: <%d@phone.example>\r\n"
	         "In-Reply-To: <x@safari.example>\r\nSubject: Re: Your game\r\n%s\r\n%s\r\n\r\n"
	         "On Monday Slow Safari wrote:\r\n> It is your turn.\r\n",
	         from, to, ++f->mails, head, line);
	return inbox_take(&f->inbox, mail, strlen(mail));
}

static void reply(struct fixture *f, const char *line)
{
	assert_int_equal(send_with(f, f->from, f->to, "", line), INBOX_TAKEN);
}

/* The last reply's outcome, and the last answer as a letter. */
static void becomes(struct fixture *f, const char *outcome)
{
	char expected[40];
	snprintf(expected, sizeof(expected), "%s\n", outcome);
	party_has(f->d->party, "SELECT outcome FROM replies ORDER BY id DESC LIMIT 1", expected);
}

static void read_answer(struct fixture *f)
{
	struct notice_entry e;
	struct db *db = store_read(f->d->party->store);
	int64_t last = 0;
	for (int64_t id = 1; id < 1000; id++) {
		if (notice_get(db, id, &e) && (strcmp(e.notice.kind, "receipt") == 0 ||
		                               strcmp(e.notice.kind, "stranger") == 0))
			last = id;
	}
	assert_true(notice_get(db, last, &e));
	store_read_done(f->d->party->store, db);
	letter_desk_write(f->d, &e.notice);
}

static unsigned receipts(struct fixture *f)
{
	struct notice_entry e;
	struct db *db = store_read(f->d->party->store);
	unsigned count = 0;
	for (int64_t id = 1; id < 1000; id++)
		count += notice_get(db, id, &e) && strcmp(e.notice.kind, "receipt") == 0;
	store_read_done(f->d->party->store, db);
	return count;
}

#define ANSWERS(f, expected)     \
	party_has((f)->d->party, \
	          "SELECT count(*) FROM notices WHERE kind IN ('receipt', 'stranger')", expected)
#define MOVES "SELECT count(*) FROM moves WHERE by = 'person'"

/* A number after which the turn is whole, and one after which a ranger waits; 0: none. */
static size_t number_of(struct fixture *f, enum answer_status wanted)
{
	struct play *p = party_load(f->d->party, f->d->id);
	struct answer a;
	size_t number = 0;
	enum answer_status status;
	do {
		char line[32];
		snprintf(line, sizeof(line), "%zu", ++number);
		status = answer_read(&p->set->ts, &p->game, p->game.seat_on_turn, line, &a);
	} while (status != wanted && status != ANSWER_NO_NUMBER);
	play_free(p);
	return status == wanted ? number : 0;
}

static void play_one(struct fixture *f, char line[32])
{
	snprintf(line, 32, "%zu", number_of(f, ANSWER_READ));
	reply(f, line);
	becomes(f, "done");
}

/* ---- A turn ---- */

static void a_number_in_the_first_line_is_the_turn(void **state)
{
	struct fixture f;
	char line[32], expected[100];
	open_all(&f, state);
	play_one(&f, line);
	party_has(f.d->party, MOVES, "2\n");
	party_has(f.d->party,
	          "SELECT kind, state, is_news, address IS NOT NULL FROM notices"
	          " WHERE kind = 'receipt'",
	          "receipt|waiting|1|1\n");
	party_has(f.d->party, "SELECT state FROM notices WHERE kind = 'your turn'", "cancelled\n");
	read_answer(&f);
	says(&f.d->text, "Your turn is played.");
	says(&f.d->text, "\nYou placed ");
	says(&f.d->text, "\nNext: ");
	snprintf(expected, sizeof(expected), "<%d@phone.example>", f.mails);
	field_is(f.d, "In-Reply-To", expected);
	field_is(f.d, "Auto-Submitted", "auto-replied");
	assert_true(mail_has_field(&f.d->mail, "Reply-To"));
}

static void a_secret_survives_a_change_of_case(void **state)
{
	struct fixture f;
	char line[32];
	open_all(&f, state);
	for (char *c = f.to; *c; c++)
		*c = (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
	play_one(&f, line);
	party_has(f.d->party, MOVES, "2\n");
}

static void a_displaced_ranger_is_asked_for_and_the_longer_line_is_the_turn(void **state)
{
	struct fixture f;
	char line[32];
	size_t number = 0;
	open_all(&f, state);
	while (!(number = number_of(&f, ANSWER_NEEDS_MORE))) {
		party_take_turn(f.d->party, f.d->id);
		f.d->party->now += 100;
		atomic_fetch_add(&f.clock.at, 100);
		party_sql(f.d->party, "SELECT 1");
		struct turn t = {.game_id = f.d->id, .now = f.d->party->now};
		turn_draw_due(f.d->party->store, f.d->party->sets, &t);
		look(&f);
	}
	look(&f);
	snprintf(line, sizeof(line), "%zu", number);
	reply(&f, line);
	becomes(&f, "unfinished");
	read_answer(&f);
	says(&f.d->text, "More is to be chosen.");
	snprintf(line, sizeof(line), "\n%zu 1  ", number);
	says(&f.d->text, line);
	snprintf(line, sizeof(line), "%zu 1", number);
	reply(&f, line);
	becomes(&f, "done");
}

static void the_mail_of_a_turn_lists_what_may_be_answered(void **state)
{
	struct fixture f;
	char link[200];
	struct entry list[ANSWER_LIST_MAX];
	char text[NOTATION_MAX];
	open_all(&f, state);
	struct play *p = party_load(f.d->party, f.d->id);
	size_t count = answer_list(&p->set->ts, &p->game, p->game.seat_on_turn, list);
	struct notice n = letter_desk_notice(f.d, NOTICE_YOUR_TURN, f.user, f.rev);
	letter_desk_write(f.d, &n);
	assert_memory_equal(text_string(&f.d->text), INBOX_DELIMITER "\n", sizeof(INBOX_DELIMITER));
	says(&f.d->html, INBOX_DELIMITER);
	for (size_t i = 0; i < count; i++) {
		snprintf(link, sizeof(link), "\n%3zu  column %d, row %d", i + 1, list[i].x,
		         list[i].y);
		says(&f.d->text, link);
		notation_format(&list[i], text);
		*strchr(text, ' ') = '+';
		*strchr(text, ' ') = '+';
		snprintf(link, sizeof(link),
		         "href=\"https://safari.example/g/%s?rev=%lld&amp;t=%s#", f.d->id,
		         (long long)f.rev, text);
		says(&f.d->html, link);
	}
	says(&f.d->text, "\nOther answers: status, help, away 3d");
	/* Where nobody reads answers, none is asked for. */
	f.d->config.mail_in = MAIL_IN_OFF;
	letter_desk_write(f.d, &n);
	assert_false(mail_has_field(&f.d->mail, "Reply-To"));
	says_not(&f.d->text, INBOX_DELIMITER);
	says_not(&f.d->text, "Other answers");
	play_free(p);
}

/* ---- What moves nothing ---- */

static void what_is_not_understood_is_answered_with_what_there_is(void **state)
{
	static const char *const lines[] = {"Hello Ben, how are you?", "7 or 8", "999", "0"};
	struct fixture f;
	open_all(&f, state);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		reply(&f, lines[i]);
		becomes(&f, "unclear");
		read_answer(&f);
		says(&f.d->text, "Your answer was not understood.");
		says(&f.d->text, "\n  1  column ");
	}
	party_has(f.d->party, MOVES, "0\n");
}

static void what_a_rule_forbids_is_answered_with_the_rule(void **state)
{
	struct fixture f;
	open_all(&f, state);
	reply(&f, "place 0,0 0; pass");
	becomes(&f, "refused");
	read_answer(&f);
	says(&f.d->text, "That can't be played.");
	party_has(f.d->party, MOVES, "0\n");
}

static void another_address_is_told_how_to_be_added(void **state)
{
	struct fixture f;
	open_all(&f, state);
	assert_int_equal(send_with(&f, "mallory@example.net", f.to, "", "1"), INBOX_TAKEN);
	becomes(&f, "stranger");
	party_has(f.d->party, MOVES, "0\n");
	party_has(f.d->party,
	          "SELECT address, user_id, game_id FROM notices WHERE kind = 'stranger'",
	          "mallory@example.net|NULL|NULL\n");
	read_answer(&f);
	says(&f.d->text, "Your mail was not taken.");
	says(&f.d->text, "add this one in the settings");
	/* Nothing of the game is told. */
	says_not(&f.d->text, f.d->id);
	says_not(&f.d->text, "unsubscribe");
	assert_false(mail_has_field(&f.d->mail, "Reply-To"));
	/* The other player's address does not do either. */
	int64_t other = f.user == f.d->party->people[0];
	char from[64];
	snprintf(from, sizeof(from), "user%d@example.org", (int)other);
	assert_int_equal(send_with(&f, from, f.to, "", "1"), INBOX_TAKEN);
	becomes(&f, "stranger");
	party_has(f.d->party, MOVES, "0\n");
}

static void a_secret_that_is_changed_is_none(void **state)
{
	struct fixture f;
	open_all(&f, state);
	for (char *c = strchr(f.to, '+') + 3; *c != '@'; c++) {
		char was = *c;
		*c = was == '-' ? 'x' : was == 'a' ? 'b' : was == '2' ? '3' : was > '9' ? 'a' : '2';
		assert_int_equal(send_with(&f, f.from, f.to, "", "1"), INBOX_NOT_OURS);
		*c = was;
	}
	party_has(f.d->party, "SELECT count(*) FROM replies", "0\n");
}

static void a_question_that_was_answered_is_over(void **state)
{
	struct fixture f;
	char line[32];
	open_all(&f, state);
	play_one(&f, line);
	reply(&f, line);
	becomes(&f, "already");
	reply(&f, "place 0,0 0; pass");
	becomes(&f, "over");
	reply(&f, "Hello");
	becomes(&f, "over");
	read_answer(&f);
	says(&f.d->text, "The turn is over.");
	says(&f.d->text, "with one of these words:\n\nstatus, help, away 3d");
	says_not(&f.d->text, "You have until");
	says_not(&f.d->text, "You drew a tile");
	party_has(f.d->party, MOVES, "2\n");
}

static void a_question_that_was_taken_back_is_over(void **state)
{
	struct fixture f;
	char line[32];
	open_all(&f, state);
	play_one(&f, line);
	struct turn t = {.game_id = f.d->id, .user_id = f.user, .base_rev = f.rev + 1, .now = NOW};
	turn_take_back(f.d->party->store, f.d->party->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	reply(&f, line);
	becomes(&f, "over");
	party_has(f.d->party, MOVES, "0\n");
	look(&f); /* asked anew */
	play_one(&f, line);
}

static void what_the_page_has_done_is_over_by_mail(void **state)
{
	struct fixture f;
	open_all(&f, state);
	party_take_turn(f.d->party, f.d->id);
	reply(&f, "1 a");
	party_has(f.d->party, "SELECT outcome IN ('over', 'already') FROM replies", "1\n");
	party_has(f.d->party, MOVES, "2\n");
}

/* ---- Other words ---- */

static void status_help_and_resign_tell_and_move_nothing(void **state)
{
	static const struct {
		const char *line, *outcome, *says;
	} cases[] = {
		{"status", "status", "How the game stands."},
		{"*Status*", "status", "\n  1  column "},
		{"status", "status", "You have until "},
		{"status", "status", "You drew a tile: "},
		{"status", "status", " 6 meeples, tokens: "},
		{"help", "help", "Playing by mail."},
		{"?", "help", "Playing by mail."},
		{"resign", "resign", "#resign\n"},
		{"Resign.", "resign", "Nothing has happened yet."},
		{"resign", "resign", "Resigning takes one more tap."},
	};
	struct fixture f;
	open_all(&f, state);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		reply(&f, cases[i].line);
		becomes(&f, cases[i].outcome);
		read_answer(&f);
		says(&f.d->text, cases[i].says);
	}
	party_has(f.d->party, MOVES, "0\n");
	party_has(f.d->party, "SELECT count(*) FROM seats WHERE resigned_at IS NOT NULL", "0\n");
}

static void away_takes_days_of_holiday_from_today_on(void **state)
{
	struct fixture f;
	char sql[200];
	open_all(&f, state);
	reply(&f, "away 3d");
	becomes(&f, "away");
	/* 2027-01-15, in UTC */
	snprintf(sql, sizeof(sql),
	         "SELECT text FROM calendars JOIN users ON calendar_id = calendars.id"
	         " WHERE users.id = %lld",
	         (long long)f.user);
	party_has(f.d->party, sql, "UTC 2027-01-15/2027-01-17\n");
	read_answer(&f);
	says(&f.d->text, "to the end of 17 January 2027.");
	reply(&f, "Away 3 days");
	becomes(&f, "away");
	reply(&f, "away 15d");
	becomes(&f, "not away");
	party_has(f.d->party, sql, "UTC 2027-01-15/2027-01-17\n");
	reply(&f, "away soon");
	becomes(&f, "unclear");
}

static void an_answered_secret_sends_nobody_on_holiday(void **state)
{
	struct fixture f;
	char line[32];
	open_all(&f, state);
	play_one(&f, line);
	reply(&f, "away 3d");
	becomes(&f, "over");
	party_has(f.d->party, "SELECT count(*) FROM calendars WHERE text LIKE '% 2%'", "0\n");
	read_answer(&f);
	says(&f.d->text, "no holiday is noted");
	/* That of the receipt asks nothing, so nothing of it was answered. */
	struct play *p = party_load(f.d->party, f.d->id);
	mail_secrets_reply(&f.d->secrets, f.d->config.mail_from, f.d->id, p->row.rev, f.user, f.to);
	play_free(p);
	reply(&f, "away 3d");
	becomes(&f, "away");
}

/* ---- No loops ---- */

static void the_same_mail_twice_is_one(void **state)
{
	struct fixture f;
	open_all(&f, state);
	reply(&f, "status");
	f.mails--;
	reply(&f, "status");
	ANSWERS(&f, "1\n");
	reply(&f, "status");
	ANSWERS(&f, "2\n");
	/* And one whose secret changed its case on one of two ways. */
	f.mails--;
	for (char *c = f.to; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	reply(&f, "status");
	ANSWERS(&f, "2\n");
}

static void what_a_program_wrote_moves_and_answers_nothing(void **state)
{
	static const char *const heads[] = {
		"Auto-Submitted: auto-replied\r\n",
		"Precedence: bulk\r\n",
		"List-Id: <x.example>\r\n",
		"Return-Path: <>\r\n",
		"X-Autoreply: yes\r\n",
	};
	struct fixture f;
	open_all(&f, state);
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		assert_int_equal(send_with(&f, f.from, f.to, heads[i], "1"), INBOX_TAKEN);
	assert_int_equal(send_with(&f, "mailer-daemon@example.org", f.to, "", "1"), INBOX_TAKEN);
	party_has(f.d->party, MOVES, "0\n");
	party_has(f.d->party, "SELECT count(*) FROM replies", "0\n");
	ANSWERS(&f, "0\n");
}

/* Whatever a mailbox of ours sends to another one of ours: that is the end of it. */
static void our_own_addresses_are_never_answered(void **state)
{
	struct fixture f;
	char own[LIMIT_ADDRESS_BYTES + 1];
	open_all(&f, state);
	assert_int_equal(send_with(&f, "mail@safari.example", f.to, "", "status"), INBOX_TAKEN);
	snprintf(own, sizeof(own), "%s", f.to);
	assert_int_equal(send_with(&f, own, f.to, "", "status"), INBOX_TAKEN);
	ANSWERS(&f, "0\n");
	/* mail_from may have a + of its own. */
	snprintf(f.d->config.mail_from, sizeof(f.d->config.mail_from), "mail+games@safari.example");
	snprintf(own, sizeof(own), "mail+games+r-x@safari.example");
	assert_int_equal(send_with(&f, own, f.to, "", "status"), INBOX_TAKEN);
	ANSWERS(&f, "0\n");
	snprintf(f.d->config.mail_from, sizeof(f.d->config.mail_from), "mail@safari.example");
	/* And a receipt that comes back to us is a program's. */
	reply(&f, "status");
	read_answer(&f);
	struct text mail;
	text_init(&mail, 1 << 20);
	text_printf(&mail, "Delivered-To: %s\r\n", f.to);
	text_add_bytes(&mail, f.d->mail.data, f.d->mail.len);
	assert_int_equal(inbox_take(&f.inbox, text_string(&mail), mail.len), INBOX_TAKEN);
	text_release(&mail);
	ANSWERS(&f, "1\n");
}

/* Two services, and each has the other's address for a player's: the first mail is the last one. */
static void a_service_like_ours_is_never_answered(void **state)
{
	struct fixture f;
	struct text mail;
	open_all(&f, state);
	struct notice turn = letter_desk_notice(f.d, NOTICE_YOUR_TURN, f.user, f.rev);
	party_sql(f.d->party, "UPDATE addresses SET address = 'mail@other.example' WHERE address ="
	                      " 'user0@example.org'");
	snprintf(f.d->config.mail_from, sizeof(f.d->config.mail_from), "mail@other.example");
	letter_desk_write(f.d, &turn);
	snprintf(f.d->config.mail_from, sizeof(f.d->config.mail_from), "mail@safari.example");
	text_init(&mail, 1 << 20);
	text_printf(&mail, "Delivered-To: %s\r\n", f.to);
	text_add_bytes(&mail, f.d->mail.data, f.d->mail.len);
	assert_non_null(strstr(text_string(&mail), "mail@other.example>"));
	assert_int_equal(inbox_take(&f.inbox, text_string(&mail), mail.len), INBOX_TAKEN);
	text_release(&mail);
	party_has(f.d->party, "SELECT count(*) FROM replies", "0\n");
	party_has(f.d->party, MOVES, "0\n");
	ANSWERS(&f, "0\n");
}

static void answers_are_capped_and_turns_are_not(void **state)
{
	struct fixture f;
	char line[32];
	open_all(&f, state);
	for (int i = 0; i < LIMIT_REPLIES_AN_HOUR + 5; i++)
		reply(&f, "status");
	party_has(f.d->party, "SELECT count(*) = 60 FROM notices WHERE kind = 'receipt'", "1\n");
	play_one(&f, line);
	party_has(f.d->party, MOVES, "2\n");
	party_has(f.d->party, "SELECT count(*) = 60 FROM notices WHERE kind = 'receipt'", "1\n");
	atomic_fetch_add(&f.clock.at, HOUR_S);
	reply(&f, "status");
	party_has(f.d->party, "SELECT count(*) = 61 FROM notices WHERE kind = 'receipt'", "1\n");
	for (int i = 0; i < LIMIT_REPLIES_TO_STRANGERS + 5; i++)
		assert_int_equal(send_with(&f, "mallory@example.net", f.to, "", "1"), INBOX_TAKEN);
	party_has(f.d->party, "SELECT count(*) = 3 FROM notices WHERE kind = 'stranger'", "1\n");
}

/* An answering machine takes each mail of ours, and answers to its Reply-To, until none comes. */
static unsigned answer_all(struct fixture *f, const char *head, const char *line)
{
	struct notice n = letter_desk_notice(f->d, NOTICE_YOUR_TURN, f->user, f->rev);
	unsigned mails = 0;
	letter_desk_write(f->d, &n);
	for (bool has_mail = true; has_mail && mails < 100; mails++) {
		char to[LIMIT_ADDRESS_BYTES + 1];
		const char *field = strstr(text_string(&f->d->mail), "\nReply-To:"),
			   *from = field ? strchr(field, '<') : NULL;
		unsigned before = receipts(f);
		assert_non_null(from);
		snprintf(to, sizeof(to), "%.*s", (int)strcspn(from + 1, ">"), from + 1);
		assert_int_equal(send_with(f, f->from, to, head, line), INBOX_TAKEN);
		has_mail = receipts(f) > before;
		if (has_mail)
			read_answer(f);
	}
	return mails;
}

static void an_answering_machine_moves_nothing_and_ends(void **state)
{
	struct fixture f;
	open_all(&f, state);
	/* One that says what it is hears nothing. */
	assert_int_equal(answer_all(&f, "Auto-Submitted: auto-replied\r\n", "I am away."), 1);
	assert_int_equal(answer_all(&f, "Precedence: junk\r\n", "3"), 1);
	ANSWERS(&f, "0\n");
	/* One that hides it, and one that says what we said: its last mail has no answer. */
	assert_int_equal(answer_all(&f, "", "I am on holiday until Monday, 3 days."),
	                 LIMIT_REPLIES_TO_IDLE + 1);
	assert_int_equal(answer_all(&f, "", "Your answer was not understood."), 1);
	assert_int_equal(receipts(&f), LIMIT_REPLIES_TO_IDLE);
	party_has(f.d->party, MOVES, "0\n");
	/* Its person is heard and answered all the same. */
	reply(&f, "status");
	assert_int_equal(receipts(&f), LIMIT_REPLIES_TO_IDLE + 1);
}

/* Who knows one secret writes as from a hundred others: they are not to hear of it from us, and
 * the player's own mails are answered as before. */
static void senders_that_are_invented_make_us_write_to_few(void **state)
{
	struct fixture f;
	open_all(&f, state);
	for (int i = 0; i < 100; i++) {
		char from[40];
		snprintf(from, sizeof(from), "victim%d@example.net", i);
		assert_int_equal(send_with(&f, from, f.to, "", "1"), INBOX_TAKEN);
	}
	party_has(f.d->party, "SELECT count(*) = 3 FROM notices WHERE kind = 'stranger'", "1\n");
	for (int i = 0; i < LIMIT_REPLIES_AN_HOUR; i++)
		reply(&f, "status");
	party_has(f.d->party, "SELECT count(*) = 60 FROM notices WHERE kind = 'receipt'", "1\n");
}

static void replies_are_forgotten_after_a_month(void **state)
{
	struct fixture f;
	open_all(&f, state);
	reply(&f, "status");
	notices_tidy(f.d->party->store, NOW + 29 * DAY_S);
	party_has(f.d->party, "SELECT count(*) FROM replies", "1\n");
	notices_tidy(f.d->party->store, NOW + 31 * DAY_S);
	party_has(f.d->party, "SELECT count(*) FROM replies", "0\n");
}

/* ---- Reports ---- */

static enum inbox_fate report(struct fixture *f, const char *to, const char *status)
{
	char mail[2000];
	snprintf(mail, sizeof(mail),
	         "Return-Path: <>\r\nFrom: MAILER-DAEMON@relay.example\r\nTo: <%s>\r\n"
	         "Subject: Undelivered\r\nMIME-Version: 1.0\r\n"
	         "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n"
	         "\r\n--b\r\n\r\nnot delivered\r\n--b\r\nContent-Type: message/delivery-status\r\n"
	         "\r\nReporting-MTA: dns; relay.example\r\n\r\nFinal-Recipient: rfc822; %s\r\n"
	         "Action: failed\r\nStatus: %s\r\n\r\n--b--\r\n",
	         to, f->from, status);
	return inbox_take(&f->inbox, mail, strlen(mail));
}

static void reports_to_bounce_addresses_count_as_bounces(void **state)
{
	struct fixture f;
	char to[LIMIT_ADDRESS_BYTES + 1], sql[100];
	open_all(&f, state);
	snprintf(sql, sizeof(sql), "SELECT mail_off FROM users WHERE id = %lld", (long long)f.user);
	assert_true(mail_secrets_bounce(&f.d->secrets, f.d->config.mail_from, f.user, to));
	assert_int_equal(report(&f, to, "5.7.1"), INBOX_TAKEN);
	assert_int_equal(report(&f, to, "4.2.2"), INBOX_TAKEN);
	party_has(f.d->party, "SELECT count(*) FROM users WHERE bounced_at IS NOT NULL", "0\n");
	assert_int_equal(report(&f, to, "5.1.1"), INBOX_TAKEN);
	party_has(f.d->party, sql, "0\n");
	atomic_fetch_add(&f.clock.at, DAY_S);
	assert_int_equal(report(&f, to, "5.1.1"), INBOX_TAKEN);
	party_has(f.d->party, sql, "2\n");
	ANSWERS(&f, "0\n");
	/* Not by a report to another address, nor one that is forged. */
	assert_int_equal(report(&f, f.to, "5.1.1"), INBOX_NOT_OURS);
	to[strlen("mail+b-")] ^= 1;
	assert_int_equal(report(&f, to, "5.1.1"), INBOX_NOT_OURS);
}

static void what_is_no_mail_is_never_taken(void **state)
{
	struct fixture f;
	open_all(&f, state);
	struct text large;
	text_init(&large, 3 << 20);
	text_add(&large, "From: a@b.example\r\n\r\n");
	while (large.len < 2 << 20)
		text_add(&large, "12345678901234567890123456789012345678901234567890\r\n");
	assert_int_equal(inbox_take(&f.inbox, text_string(&large), large.len), INBOX_UNREADABLE);
	text_release(&large);
	assert_int_equal(inbox_take(&f.inbox, "", 0), INBOX_UNREADABLE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, letter_desk_open, letter_desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_number_in_the_first_line_is_the_turn),
		TEST(a_secret_survives_a_change_of_case),
		TEST(a_displaced_ranger_is_asked_for_and_the_longer_line_is_the_turn),
		TEST(the_mail_of_a_turn_lists_what_may_be_answered),
		TEST(what_is_not_understood_is_answered_with_what_there_is),
		TEST(what_a_rule_forbids_is_answered_with_the_rule),
		TEST(another_address_is_told_how_to_be_added),
		TEST(a_secret_that_is_changed_is_none),
		TEST(a_question_that_was_answered_is_over),
		TEST(a_question_that_was_taken_back_is_over),
		TEST(what_the_page_has_done_is_over_by_mail),
		TEST(status_help_and_resign_tell_and_move_nothing),
		TEST(away_takes_days_of_holiday_from_today_on),
		TEST(an_answered_secret_sends_nobody_on_holiday),
		TEST(the_same_mail_twice_is_one),
		TEST(what_a_program_wrote_moves_and_answers_nothing),
		TEST(our_own_addresses_are_never_answered),
		TEST(a_service_like_ours_is_never_answered),
		TEST(an_answering_machine_moves_nothing_and_ends),
		TEST(answers_are_capped_and_turns_are_not),
		TEST(senders_that_are_invented_make_us_write_to_few),
		TEST(replies_are_forgotten_after_a_month),
		TEST(reports_to_bounce_addresses_count_as_bounces),
		TEST(what_is_no_mail_is_never_taken),
	};
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
