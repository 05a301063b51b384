/* SPDX-License-Identifier: ISC */
/*
 * Any bytes as a mail that came in. What is read keeps what incoming.h promises: text is UTF-8 of
 * one line without controls, addresses are addresses, an automatic mail says nothing. The same
 * bytes go through the readers of HTML, of lines and of reports without a mail around them.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "app/names.h"
#include "base/utf8.h"
#include "notify/first_line.h"
#include "notify/html_text.h"
#include "notify/incoming.h"
#include "notify/plain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool is_so)
{
	if (!is_so)
		abort();
}

static void check_line(const char *s, size_t room)
{
	size_t len = strlen(s);
	must(len < room && (!len || utf8_is_name(s, len, room)));
}

static void check_ascii(const char *s, size_t room)
{
	must(strlen(s) < room);
	for (; *s; s++)
		must(*s >= ' ' && *s <= '~');
}

static void check_address(const char *s)
{
	char again[LIMIT_ADDRESS_BYTES + 1];
	must(!s[0] || (address_normalise(s, again) && strcmp(s, again) == 0));
}

static void check_bounces(const struct bounce *bounces, size_t count)
{
	must(count <= LIMIT_INCOMING_BOUNCES);
	for (size_t i = 0; i < count; i++) {
		check_address(bounces[i].original);
		check_address(bounces[i].final);
		check_ascii(bounces[i].status, sizeof(bounces[i].status));
		must(bounces[i].original[0] || bounces[i].final[0]);
		must(!bounces[i].is_hard || bounces[i].status[0] == '5');
	}
}

static void check_mail(const struct incoming *m)
{
	check_address(m->sender);
	must(m->recipient_count <= LIMIT_INCOMING_RECIPIENTS);
	for (size_t i = 0; i < m->recipient_count; i++) {
		check_ascii(m->recipients[i], sizeof(m->recipients[i]));
		must(strchr(m->recipients[i], '@') != NULL);
	}
	check_ascii(m->message_id, sizeof(m->message_id));
	check_ascii(m->references, sizeof(m->references));
	check_line(m->subject, sizeof(m->subject));
	check_line(m->first_line, sizeof(m->first_line));
	must(!m->automatic || !m->first_line[0]);
	must(!m->is_report || m->automatic);
	must(m->is_report || !m->bounce_count);
	check_bounces(m->bounces, m->bounce_count);
}

static void check_lines(const char *text, size_t len)
{
	char line[LIMIT_FIRST_LINE_BYTES + 1];
	must(first_line_find(line, text, len, "Slow Safari:") == (line[0] != '\0'));
	check_line(line, sizeof(line));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data;
	struct incoming m;
	struct err err;
	struct bounce bounces[LIMIT_INCOMING_BOUNCES];
	struct text clean, again, other;
	if (incoming_read(bytes, size, "Slow Safari:", &m, &err) == 0)
		check_mail(&m);
	text_init(&clean, 4 * size + 16);
	text_init(&again, 4 * size + 16);
	text_init(&other, 16 * size + 64);
	plain_clean(&clean, bytes, size);
	plain_clean(&again, text_string(&clean), clean.len);
	must(!text_is_over(&clean) && utf8_is_valid(text_string(&clean), clean.len));
	must(clean.len == again.len &&
	     memcmp(text_string(&clean), text_string(&again), clean.len) == 0);
	check_lines(text_string(&clean), clean.len);
	check_bounces(bounces,
	              bounce_read(text_string(&clean), clean.len, bounces, LIMIT_INCOMING_BOUNCES));
	plain_unflow(&other, text_string(&clean), clean.len, size % 2);
	check_lines(text_string(&other), other.len);
	text_clear(&other);
	html_text_add(&other, text_string(&clean), clean.len);
	text_clear(&again);
	plain_clean(&again, text_string(&other), other.len);
	check_lines(text_string(&again), again.len);
	text_release(&other);
	text_release(&again);
	text_release(&clean);
	return 0;
}
