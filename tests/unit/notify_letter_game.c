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
#include <png.h>

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
	text_clear(&f->mail);
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

__attribute__((unused)) static void says_not(struct text *t, const char *what)
{
	assert_null(strstr(text_string(t), what));
}

__attribute__((unused)) static void field_is(struct fixture *f, const char *name,
                                             const char *expected)
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(your_turn_says_what_to_do_until_when_and_where,
	                                        begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
