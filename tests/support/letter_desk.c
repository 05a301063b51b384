/* SPDX-License-Identifier: ISC */
/*
 * Letters taken apart: see letter_desk.h.
 */
#include "support/letter_desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notify/mail.h"
#include "support/mail_parts.h"

int letter_desk_open(void **state)
{
	static struct letter_desk d;
	struct err err;
	void *party;
	if (party_open(&party) < 0)
		return -1;
	d = (struct letter_desk){.party = party, .zones = zones_new()};
	config_init(&d.config);
	snprintf(d.config.base_url, sizeof(d.config.base_url), "https://safari.example");
	snprintf(d.config.mail_from, sizeof(d.config.mail_from), "mail@safari.example");
	d.config.mail_in = MAIL_IN_PIPE;
	text_init(&d.mail, MAIL_BYTES_MAX);
	text_init(&d.text, MAIL_BYTES_MAX);
	text_init(&d.html, MAIL_BYTES_MAX);
	*state = &d;
	return letters_open(&d.letters, d.party->sets, &err);
}

int letter_desk_close(void **state)
{
	struct letter_desk *d = *state;
	void *party = d->party;
	letters_free(d->letters);
	zones_free(d->zones);
	text_release(&d->mail);
	text_release(&d->text);
	text_release(&d->html);
	return party_close(&party);
}

struct notice letter_desk_notice(const struct letter_desk *d, enum notice_kind kind,
                                 int64_t user_id, int64_t rev)
{
	struct notice n = {.id = 17, .user_id = user_id, .rev = rev, .due_at = d->party->now};
	snprintf(n.kind, sizeof(n.kind), "%s", notice_traits[kind].word);
	snprintf(n.game_id, sizeof(n.game_id), "%s", d->id);
	snprintf(n.address, sizeof(n.address), "ada@example.org");
	return n;
}

int letter_desk_try(struct letter_desk *d, const struct notice *n)
{
	struct err err;
	struct db *db = store_read(d->party->store);
	struct letter_context context = {.config = &d->config,
	                                 .sets = d->party->sets,
	                                 .db = db,
	                                 .zones = d->zones,
	                                 .secrets = &d->secrets};
	text_release(&d->mail);
	int status = letter_compose(d->letters, &d->mail, &context, n, &err);
	assert_true(store_read_done(d->party->store, db));
	return status;
}

void letter_desk_keep(struct letter_desk *d, const char *name)
{
	char path[512];
	const char *folder = getenv("SLOWSAFARI_LETTERS");
	if (!folder)
		return;
	snprintf(path, sizeof(path), "%s/%s.eml", folder, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(d->mail.data, 1, d->mail.len, file), d->mail.len);
	assert_int_equal(fclose(file), 0);
}

void letter_desk_write(struct letter_desk *d, const struct notice *n)
{
	assert_int_equal(letter_desk_try(d, n), 0);
	mail_is_well_formed(&d->mail);
	assert_true(d->mail.len <= MAIL_BYTES_MAX);
	text_clear(&d->text);
	text_clear(&d->html);
	mail_part(&d->mail, "text/plain", &d->text);
	mail_part(&d->mail, "text/html", &d->html);
}

void says(struct text *t, const char *what)
{
	if (!strstr(text_string(t), what))
		print_error("not said: %s\nbut:\n%s\n", what, text_string(t));
	assert_non_null(strstr(text_string(t), what));
}

void says_not(struct text *t, const char *what)
{
	assert_null(strstr(text_string(t), what));
}

void field_is(struct letter_desk *d, const char *name, const char *expected)
{
	struct text field;
	text_init(&field, 4000);
	mail_field(&d->mail, name, &field);
	assert_string_equal(text_string(&field), expected);
	text_release(&field);
}
