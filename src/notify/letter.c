/* SPDX-License-Identifier: ISC */
/*
 * Letters: see letter.h. One function for each kind of notice; each fills the view that both its
 * templates take.
 */
#include "notify/letter.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/accounts.h"
#include "app/names.h"
#include "base/embedded.h"
#include "base/memory.h"
#include "notify/mail.h"
#include "render/mustache.h"

enum { LETTER_TEXT, LETTER_HTML, LETTER_FORMS };

struct letters {
	struct mustache *sign_in[LETTER_FORMS];
};

static struct mustache *compile(const char *path, struct err *err)
{
	struct err why;
	const struct embedded *file = embedded_find(path);
	if (!file) {
		err_set(err, "%s is not in the program", path);
		return NULL;
	}
	struct mustache *m = mustache_compile((const char *)file->data, file->size, &why);
	if (!m)
		err_set(err, "%s: %s", path, why.text);
	return m;
}

int letters_open(struct letters **out, struct err *err)
{
	struct letters *l = memory_resize(NULL, 1, sizeof(*l));
	*l = (struct letters){.sign_in = {compile("templates/mail_sign_in.txt", err),
	                                  compile("templates/mail_sign_in.html", err)}};
	if (!l->sign_in[LETTER_TEXT] || !l->sign_in[LETTER_HTML]) {
		letters_free(l);
		return -1;
	}
	*out = l;
	return 0;
}

void letters_free(struct letters *letters)
{
	if (!letters)
		return;
	for (int i = 0; i < LETTER_FORMS; i++)
		mustache_free(letters->sign_in[i]);
	free(letters);
}

/* Fills both forms and composes; m has everything else. */
static int compose(struct text *out, struct mail *m, struct mustache *const forms[LETTER_FORMS],
                   const cJSON *view, struct err *err)
{
	struct text filled[LETTER_FORMS];
	int status = 0;
	for (int i = 0; i < LETTER_FORMS; i++) {
		text_init(&filled[i], MAIL_BYTES_MAX);
		if (status == 0)
			status = mustache_render(&filled[i], forms[i], view, NULL, NULL, err);
	}
	if (status == 0) {
		m->text = text_string(&filled[LETTER_TEXT]);
		m->html = text_string(&filled[LETTER_HTML]);
		mail_compose(out, m);
		if (text_is_over(out))
			status = err_set(err, "the mail is longer than %zu bytes", out->ceiling);
	}
	for (int i = 0; i < LETTER_FORMS; i++)
		text_release(&filled[i]);
	return status;
}

/* A name of ours for the mail: new in the world, and it tells nothing. */
static void name_mail(char *out, size_t size, const char *from, const struct notice *n)
{
	snprintf(out, size, "notice.%lld.%lld%s", (long long)n->created_at, (long long)n->id,
	         strchr(from, '@'));
}

int letter_sign_in(const struct letters *letters, struct text *out, const struct config *config,
                   const struct notice *n, const char *payload, size_t len, struct err *err)
{
	enum { SECRET_DIGITS = 2 * ACCOUNTS_LINK_BYTES };
	char from[LIMIT_ADDRESS_BYTES + 1], to[LIMIT_ADDRESS_BYTES + 1];
	char subject[LIMIT_NAME_BYTES + 64], link[CONFIG_VALUE_BYTES + 128];
	char id[LIMIT_ADDRESS_BYTES + 64];
	if (!address_normalise(config->mail_from, from) || !address_normalise(n->address, to))
		return err_set(err, "not a mail address");
	if (len != SIGNIN_PAYLOAD_BYTES || payload[SECRET_DIGITS] != ' ')
		return err_set(err, "not what a sign-in mail is made of");

	char code[ACCOUNTS_CODE_DIGITS + 1];
	snprintf(code, sizeof(code), "%.*s", ACCOUNTS_CODE_DIGITS, payload + SECRET_DIGITS + 1);
	snprintf(subject, sizeof(subject), "%s is your code for %s", code, config->site_name);
	snprintf(link, sizeof(link), "%s" ACCOUNTS_LINK_PATH "%.*s", config->base_url,
	         SECRET_DIGITS, payload);
	name_mail(id, sizeof(id), from, n);
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "site", config->site_name);
	cJSON_AddStringToObject(view, "code", code);
	cJSON_AddStringToObject(view, "link", link);
	cJSON_AddNumberToObject(view, "minutes", ACCOUNTS_SIGNIN_S / 60);
	struct mail m = {
		.from_name = config->site_name,
		.from = from,
		.to = to,
		.subject = subject,
		.message_id = id,
		.date = n->created_at,
	};
	int status = compose(out, &m, letters->sign_in, view, err);
	cJSON_Delete(view);
	return status;
}
