/* SPDX-License-Identifier: ISC */
/*
 * Replies to a mail of ours in the manner of as many mail programs, written down by people who had
 * not seen the reader: tests/replies/, twice forty of them. expected.txt has the line that each
 * person wrote; meant.txt has that, and what it is to do. Some of what programs do cannot be told
 * from what persons write, so two of forty may be read otherwise, and are named; but what is not to
 * move anything never does.
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
#include "app/turn.h"
#include "base/clock.h"
#include "base/file.h"
#include "notify/inbox.h"
#include "notify/incoming.h"
#include "store/replies.h"
#include "support/letter_desk.h"

#define FOLDER "tests/replies/"

enum { REPLIES = 40, MAY_BE_WRONG = 2 };

static void read_file(const char *name, struct text *out)
{
	char path[256];
	struct err err;
	snprintf(path, sizeof(path), FOLDER "%s", name);
	text_init(out, LIMIT_INCOMING_BYTES);
	assert_int_equal(file_read(path, out, &err), 0);
	text_string(out); /* ends it in NUL */
}

/* ---- The line ---- */

static bool line_is_read(const char *name, const char *expected, const char *meant)
{
	(void)meant;
	static struct incoming mail;
	struct text bytes;
	struct err err;
	read_file(name, &bytes);
	assert_int_equal(incoming_read(bytes.data, bytes.len, NULL, &mail, &err), 0);
	bool is_right = !mail.automatic && strcmp(mail.first_line, expected) == 0;
	if (!is_right)
		print_message("%s: \"%s\" instead of \"%s\"\n", name, mail.first_line, expected);
	text_release(&bytes);
	return is_right;
}

/* ---- What it does ---- */

/* The bytes of a mail with `to` and `from` in the place of who wrote to whom there. */
static void readdress(const struct text *bytes, const char *from, const char *to, struct text *out)
{
	static const char secret[] = "safari+r-k7m2p9qd-17-2-abcdefghijklmnop@example.org";
	static const char from_field[] = "\nFrom:";
	text_init(out, 2 * LIMIT_INCOMING_BYTES);
	const char *c = bytes->data, *field = strstr(c, from_field);
	assert_non_null(field);
	for (const char *at; (at = strstr(c, secret)); c = at + strlen(secret)) {
		if (field && at > field) {
			text_add_bytes(out, c, (size_t)(field - c));
			text_printf(out, "\nFrom: <%s>", from);
			c = strchr(field + 1, '\n');
			field = NULL;
		}
		text_add_bytes(out, c, (size_t)(at - c));
		text_add(out, to);
	}
	text_add(out, c);
	assert_null(field);
}

/* What a line of that meaning does: "unclear" for "?", the command's word, or as answer_read() has
 * it; and as the reply's line stands then, without blanks. */
static const char *outcome_of(const struct play *p, const char *meant,
                              char said[LIMIT_FIRST_LINE_BYTES + 1])
{
	static const char *const commands[] = {"status", "help", "resign", "away"};
	struct answer a;
	said[0] = '\0';
	if (strcmp(meant, "?") == 0)
		return "unclear";
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strncmp(meant, commands[i], strlen(commands[i])) == 0)
			return commands[i];
	}
	enum answer_status status =
		answer_read(&p->set->ts, &p->game, p->game.seat_on_turn, meant, &a);
	snprintf(said, LIMIT_FIRST_LINE_BYTES + 1, "%s", a.line);
	if (status == ANSWER_READ)
		turn_text(a.entries, a.count, said);
	return status == ANSWER_READ         ? "done"
	       : status == ANSWER_NEEDS_MORE ? "unfinished"
	       : status == ANSWER_REFUSED    ? "refused"
	                                     : "unclear";
}

/* "3a" and "3 A" are the same. */
static bool is_same(const char *a, const char *b)
{
	for (; tolower(*(a += strspn(a, " "))) == tolower(*(b += strspn(b, " "))); a++, b++) {
		if (!*a)
			return true;
	}
	return false;
}

/* In a game of its own. What is meant to move nothing must not, whatever it is read as. */
static bool does(const char *name, const char *line, const char *meant)
{
	void *state = NULL;
	char from[64], to[LIMIT_ADDRESS_BYTES + 1], said[LIMIT_FIRST_LINE_BYTES + 1];
	struct text bytes, mail;
	struct err err;
	assert_int_equal(letter_desk_open(&state), 0);
	struct letter_desk *d = state;
	struct clock clock = {.stands = true, .at = PARTY_BEGINS};
	d->config.mail_in = MAIL_IN_PIPE;
	assert_int_equal(mail_secrets_open(&d->secrets, d->party->store, PARTY_BEGINS, &err), 0);
	struct inbox in = {d->party->store, &d->config, d->party->sets, &d->secrets, &clock};
	party_start(d->party, &(struct party_game){.people = 2}, d->id);
	struct play *p = party_load(d->party, d->id);
	int64_t user_id = p->seats[p->game.seat_on_turn].user_id;
	snprintf(from, sizeof(from), "user%d@example.org", user_id != d->party->people[0]);
	assert_true(mail_secrets_reply(&d->secrets, d->config.mail_from, d->id, p->row.rev, user_id,
	                               to));
	read_file(name, &bytes);
	readdress(&bytes, from, to, &mail);
	const char *outcome = outcome_of(p, meant, said);
	assert_int_equal(inbox_take(&in, mail.data, mail.len), INBOX_TAKEN);
	struct reply r = {.id = 0};
	struct db *db = store_read(d->party->store);
	bool is_right = reply_get(db, 1, &r) && strcmp(reply_outcomes[r.outcome], outcome) == 0 &&
	                (!said[0] || is_same(r.said, said));
	store_read_done(d->party->store, db);
	if (!is_right)
		print_message("%s: \"%s\" does not do \"%s\"\n", name, line, meant);
	if (strcmp(outcome, "done") != 0)
		party_has(d->party, "SELECT count(*) FROM moves WHERE by = 'person'", "0\n");
	play_free(p);
	text_release(&bytes);
	text_release(&mail);
	letter_desk_close(&state);
	return is_right;
}

/* ---- Lists ---- */

/* Lines of "NAME<tab>LINE", in meant.txt with "<tab>WHAT IT DOES" behind. */
static void most_are_right(const char *list,
                           bool (*is_right)(const char *name, const char *line, const char *meant))
{
	struct text lines;
	unsigned count = 0, right = 0;
	char *rest = NULL;
	read_file(list, &lines);
	for (char *name = strtok_r(lines.data, "\n", &rest); name;
	     name = strtok_r(NULL, "\n", &rest)) {
		char *line = strchr(name, '\t'), *meant;
		assert_non_null(line);
		*line++ = '\0';
		meant = strchr(line, '\t');
		if (meant)
			*meant++ = '\0';
		count++;
		right += is_right(name, line, meant);
	}
	text_release(&lines);
	print_message("%u of %u replies are read as they were meant\n", right, count);
	assert_int_equal(count, REPLIES);
	assert_true(right >= REPLIES - MAY_BE_WRONG);
}

static void the_line_that_a_person_wrote_is_found(void **state)
{
	(void)state;
	most_are_right("expected.txt", line_is_read);
}

static void it_is_found_in_mails_of_other_programs_too(void **state)
{
	(void)state;
	most_are_right("meant.txt", line_is_read);
}

static void a_line_in_ones_own_words_does_what_is_meant(void **state)
{
	(void)state;
	most_are_right("meant.txt", does);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_line_that_a_person_wrote_is_found),
		cmocka_unit_test(it_is_found_in_mails_of_other_programs_too),
		cmocka_unit_test(a_line_in_ones_own_words_does_what_is_meant),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
