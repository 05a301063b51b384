/* SPDX-License-Identifier: ISC */
/*
 * Mails as files: see mailbox.h.
 */
#include "app/mailbox.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/quoted.h"
#include "base/utf8.h"

static const char suffix[] = ".eml";
enum { PATH_BYTES = 512 };

/* Time, a hyphen, the notice's number. Nothing that leads out of the folder. */
static bool is_name(const char *name)
{
	size_t len = strlen(name), time_len = strspn(name, "0123456789");
	return len < MAILBOX_NAME_BYTES && time_len > 0 && time_len < 16 && name[time_len] == '-' &&
	       name[time_len + 1] != '\0' &&
	       strspn(name + time_len + 1, "0123456789") == len - time_len - 1;
}

/* ---- The head ---- */

/* A field's value, its lines joined; false when there is no such field. */
static bool read_field(const char *mail, const char *name, struct text *value)
{
	size_t len = strlen(name);
	text_clear(value);
	for (const char *line = mail, *end; (end = strstr(line, "\r\n")) && end != line;
	     line = end + 2) {
		if (strncmp(line, name, len) != 0)
			continue;
		text_add_bytes(value, line + len, (size_t)(end - line) - len);
		for (line = end + 2; *line == ' ' && (end = strstr(line, "\r\n")); line = end + 2)
			text_add_bytes(value, line, (size_t)(end - line));
		return true;
	}
	return false;
}

static int digit64(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;
	return at ? (int)(at - digits) : -1;
}

/* Base64, up to what is none; answers what follows. */
static const char *add_base64(struct text *out, const char *from)
{
	unsigned bits = 0, count = 0;
	for (; digit64(*from) >= 0; from++) {
		bits = bits << 6 | (unsigned)digit64(*from);
		count += 6;
		if (count >= 8) {
			count -= 8;
			text_add_char(out, (char)(bits >> count & 0xff));
		}
	}
	return from + strspn(from, "=");
}

/* Encoded words of our own kind decoded; blanks between two of them are none. */
static void decode_words(struct text *out, const char *value)
{
	static const char opening[] = "=?UTF-8?B?";
	const size_t len = sizeof(opening) - 1;
	while (*value) {
		if (strncmp(value, opening, len) != 0) {
			text_add_char(out, *value++);
			continue;
		}
		value = add_base64(out, value + len);
		value += strncmp(value, "?=", 2) == 0 ? 2 : 0;
		const char *next = value + strspn(value, " ");
		if (strncmp(next, opening, len) == 0)
			value = next;
	}
}

/* Whole code points that fit; "" when it is no UTF-8. */
static void copy(char *out, size_t size, const struct text *t)
{
	size_t len = 0, n;
	uint32_t point;
	while (len < t->len && (n = utf8_next(t->data + len, t->len - len, &point)) > 0 &&
	       len + n < size)
		len += n;
	if (len > 0)
		memcpy(out, t->data, len);
	out[len] = '\0';
}

static void read_subject(const char *mail, char out[MAILBOX_SUBJECT_BYTES])
{
	struct text value, decoded;
	text_init(&value, MAILBOX_MAIL_BYTES);
	text_init(&decoded, MAILBOX_MAIL_BYTES);
	if (read_field(mail, "Subject: ", &value))
		decode_words(&decoded, text_string(&value));
	copy(out, MAILBOX_SUBJECT_BYTES, &decoded);
	text_release(&value);
	text_release(&decoded);
}

/* What stands in angle brackets. */
static void read_address(const char *mail, const char *field, char out[LIMIT_ADDRESS_BYTES + 1])
{
	struct text value;
	text_init(&value, MAILBOX_MAIL_BYTES);
	out[0] = '\0';
	if (read_field(mail, field, &value)) {
		const char *opening = strrchr(text_string(&value), '<');
		if (opening)
			snprintf(out, LIMIT_ADDRESS_BYTES + 1, "%.*s",
			         (int)strcspn(opening + 1, ">"), opening + 1);
	}
	text_release(&value);
}

/* ---- The text: the first part, after the mail's head and its own ---- */

static void read_text(const char *mail, struct text *out)
{
	const char *begin = strstr(mail, "\r\n\r\n");
	begin = begin ? strstr(begin + 4, "\r\n\r\n") : NULL;
	const char *end = begin ? strstr(begin, "\r\n--=_") : NULL;
	if (end && end > begin + 4)
		quoted_read(out, begin + 4, (size_t)(end - begin) - 4);
}

bool mailbox_read_whole(const char *folder, const char *name, struct text *mail)
{
	char path[PATH_BYTES];
	struct err err;
	if (!is_name(name))
		return false;
	snprintf(path, sizeof(path), "%s/%s%s", folder, name, suffix);
	return file_read(path, mail, &err) == 0;
}

bool mailbox_read(const char *folder, const char *name, struct mailbox_mail *out, struct text *text)
{
	struct text mail;
	text_init(&mail, MAILBOX_MAIL_BYTES);
	bool is_there = mailbox_read_whole(folder, name, &mail);
	if (is_there) {
		*out = (struct mailbox_mail){.at = strtoll(name, NULL, 10)};
		snprintf(out->name, sizeof(out->name), "%s", name);
		read_address(text_string(&mail), "From: ", out->from);
		read_address(text_string(&mail), "To: ", out->to);
		read_subject(text_string(&mail), out->subject);
		if (text)
			read_text(text_string(&mail), text);
	}
	text_release(&mail);
	return is_there;
}

/* ---- The folder ---- */

static int is_mail(const struct dirent *d)
{
	char name[MAILBOX_NAME_BYTES];
	size_t len = strlen(d->d_name), end = sizeof(suffix) - 1;
	if (len <= end || len - end >= sizeof(name) || strcmp(d->d_name + len - end, suffix) != 0)
		return 0;
	snprintf(name, sizeof(name), "%.*s", (int)(len - end), d->d_name);
	return is_name(name);
}

/* By time, then by the notice's number, the latest first. */
static int newer_first(const struct dirent **a, const struct dirent **b)
{
	return -strverscmp((*a)->d_name, (*b)->d_name);
}

size_t mailbox_list(const char *folder, struct mailbox_mail *out, size_t cap)
{
	struct dirent **found = NULL;
	size_t count = 0;
	int n = scandir(folder, &found, is_mail, newer_first);
	for (int i = 0; i < n; i++) {
		char name[MAILBOX_NAME_BYTES];
		snprintf(name, sizeof(name), "%.*s",
		         (int)(strlen(found[i]->d_name) - sizeof(suffix) + 1), found[i]->d_name);
		if (count < cap && mailbox_read(folder, name, &out[count], NULL))
			count++;
		free(found[i]);
	}
	free(found);
	return count;
}
