/* SPDX-License-Identifier: ISC */
/*
 * IMAP by libcurl: see mailbox.h. libcurl answers a command of ours with the lines that come back,
 * and knows by a literal's length where a mail ends, whatever stands in it; a FETCH of ours would
 * give its first line alone, so mails come by their URL.
 */
#include "notify/mailbox.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/number.h"
#include "base/text.h"
#include "notify/password.h"
#include "notify/smtp.h"

enum { COMMAND_BYTES = 96, LINES_BYTES = 1 << 20 };

struct look {
	const struct mailbox_options *o;
	CURL *curl;
	char folder[4 * CONFIG_VALUE_BYTES + 2]; /* its URL */
	char error[CURL_ERROR_SIZE];
	struct text got;
};

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context)
{
	struct text *out = context;
	text_add_bytes(out, bytes, size * count);
	return text_is_over(out) ? 0 : size * count;
}

static int progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	const struct look *l = context;
	(void)a, (void)b, (void)c, (void)d;
	return l->o->stops && atomic_load(l->o->stops);
}

/* ---- Setting up ---- */

static void configure(struct look *l, const char *password)
{
	const struct config *c = l->o->config;
	CURL *curl = l->curl;
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "imap,imaps");
	curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* none from the environment */
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)MAILBOX_TIMEOUT_MS);
	curl_easy_setopt(curl, CURLOPT_USE_SSL,
	                 (long)(smtp_is_loopback(c->imap_url) ? CURLUSESSL_NONE : CURLUSESSL_ALL));
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (l->o->ca_file)
		curl_easy_setopt(curl, CURLOPT_CAINFO, l->o->ca_file);
	curl_easy_setopt(curl, CURLOPT_USERNAME, c->imap_user);
	curl_easy_setopt(curl, CURLOPT_PASSWORD, password);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_bytes);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &l->got);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, l);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, l->error);
}

static void name_folder(struct look *l)
{
	const struct config *c = l->o->config;
	size_t len = strlen(c->imap_url);
	char *folder = curl_easy_escape(l->curl, c->imap_folder, 0);
	if (!folder)
		abort();
	snprintf(l->folder, sizeof(l->folder), "%.*s/%s",
	         (int)(c->imap_url[len - 1] == '/' ? len - 1 : len), c->imap_url, folder);
	curl_free(folder);
}

/* ---- Commands ---- */

/* Of the folder, or with a UID of one mail in it (command NULL). What comes back is in l->got. */
static int run(struct look *l, int64_t uid, const char *command, size_t ceiling, struct err *err)
{
	char url[sizeof(l->folder) + 32];
	snprintf(url, sizeof(url), "%s", l->folder);
	if (!command)
		snprintf(url, sizeof(url), "%s/;UID=%lld", l->folder, (long long)uid);
	curl_easy_setopt(l->curl, CURLOPT_URL, url);
	curl_easy_setopt(l->curl, CURLOPT_CUSTOMREQUEST, command);
	text_release(&l->got);
	text_init(&l->got, ceiling);
	l->error[0] = '\0';
	CURLcode code = curl_easy_perform(l->curl);
	if (code == CURLE_OK || (!command && text_is_over(&l->got)))
		return 0;
	return err_set(err, "%s: %s", l->o->config->imap_url,
	               l->error[0] ? l->error : curl_easy_strerror(code));
}

/* The UIDs behind "* SEARCH", in the order in which mails came. */
static size_t read_found(struct look *l, int64_t uids[MAILBOX_AT_ONCE])
{
	size_t count = 0;
	char *lines = text_take(&l->got), *rest = lines;
	for (char *line; (line = strsep(&rest, "\r\n"));) {
		if (strncmp(line, "* SEARCH ", 9) != 0)
			continue;
		char *words = line + 9;
		for (char *word; count < MAILBOX_AT_ONCE && (word = strsep(&words, " "));)
			count += number_parse(word, 1, UINT32_MAX, &uids[count]);
	}
	free(lines);
	return count;
}

static int search(struct look *l, int64_t uids[MAILBOX_AT_ONCE], size_t *count, struct err *err)
{
	char command[COMMAND_BYTES];
	snprintf(command, sizeof(command), "UID SEARCH UNDELETED UNANSWERED SMALLER %d",
	         LIMIT_INCOMING_BYTES + 1);
	if (run(l, 0, command, LINES_BYTES, err) < 0)
		return -1;
	*count = read_found(l, uids);
	return 0;
}

static int mark(struct look *l, int64_t uid, const char *flags, struct err *err)
{
	char command[COMMAND_BYTES];
	snprintf(command, sizeof(command), "UID STORE %lld +FLAGS.SILENT (%s)", (long long)uid,
	         flags);
	return run(l, 0, command, LINES_BYTES, err);
}

/* One mail: fetched, judged, marked. */
static int take_one(struct look *l, int64_t uid, bool *is_deleted, struct err *err)
{
	if (run(l, uid, NULL, LIMIT_INCOMING_BYTES, err) < 0)
		return -1;
	/* More than it said: it is not looked at again either. */
	enum mailbox_verdict v =
		text_is_over(&l->got) ? MAILBOX_STAYS
				      : l->o->take(l->o->context, text_string(&l->got), l->got.len);
	if (v == MAILBOX_WAITS)
		return 0;
	*is_deleted |= v == MAILBOX_DONE;
	return mark(l, uid, v == MAILBOX_DONE ? "\\Seen \\Deleted" : "\\Answered", err);
}

static int look(struct look *l, struct err *err)
{
	int64_t uids[MAILBOX_AT_ONCE];
	size_t count = 0, taken = 0;
	bool is_deleted = false;
	int status = search(l, uids, &count, err);
	if (status < 0 || !l->o->take)
		return status;
	while (status == 0 && taken < count)
		status = take_one(l, uids[taken++], &is_deleted, err);
	if (status == 0 && is_deleted)
		status = run(l, 0, "EXPUNGE", LINES_BYTES, err);
	return status < 0 ? -1 : (int)taken;
}

int mailbox_look(const struct mailbox_options *options, struct err *err)
{
	struct look l = {.o = options, .curl = curl_easy_init()};
	struct text password;
	if (!l.curl)
		abort();
	text_init(&l.got, LINES_BYTES);
	text_init(&password, PASSWORD_BYTES);
	int status = password_read(options->config->imap_password_file, &password, err);
	if (status == 0) {
		configure(&l, text_string(&password));
		name_folder(&l);
		status = look(&l, err);
	}
	curl_easy_cleanup(l.curl);
	text_release(&password);
	text_release(&l.got);
	return status;
}
