/* SPDX-License-Identifier: ISC */
/*
 * Incoming mail by GMime: see incoming.h. GMime has a bound of its own for depth alone, and makes
 * an object of each part; so the shape of the mail is looked at before it is parsed. Signed and
 * encrypted parts are not verified: the secret in an address is what counts.
 */
#include "notify/incoming.h"

#include <gmime/gmime.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/names.h"
#include "base/text.h"
#include "base/utf8.h"
#include "notify/first_line.h"
#include "notify/html_text.h"
#include "notify/plain.h"

/* ---- Before it is parsed ---- */

static int check_head(const char **at, const char *end, struct err *err)
{
	size_t fields = 0, field = 0;
	while (*at < end) {
		const char *lf = memchr(*at, '\n', (size_t)(end - *at));
		const char *next = lf ? lf + 1 : end;
		size_t len = (size_t)(next - *at);
		if (**at == '\n' || (**at == '\r' && len == 2))
			return 0;
		bool goes_on = **at == ' ' || **at == '\t';
		field = goes_on ? field + len : len;
		fields += !goes_on;
		if (fields > LIMIT_INCOMING_FIELDS)
			return err_set(err, "more than %d fields in its head",
			               LIMIT_INCOMING_FIELDS);
		if (field > LIMIT_INCOMING_FIELD_BYTES)
			return err_set(err, "a field of more than %d bytes",
			               LIMIT_INCOMING_FIELD_BYTES);
		*at = next;
	}
	return 0;
}

/* "Name: value"? */
static bool is_labelled(const char *line, const char *end)
{
	while (line<end && * line> ' ' && *line != ':')
		line++;
	return line < end && *line == ':';
}

/* Each part of a multipart begins behind a line that begins with two dashes (RFC 2046, 5.1), and
 * has fields of its own: GMime makes objects of both. */
static int check_shape(const char *bytes, size_t len, struct err *err)
{
	const char *at = bytes, *end = bytes + len;
	size_t dashes = 0, labels = 0;
	if (check_head(&at, end, err) < 0)
		return -1;
	while (at < end) {
		const char *lf = memchr(at, '\n', (size_t)(end - at));
		const char *next = lf ? lf + 1 : end;
		dashes += next - at >= 2 && at[0] == '-' && at[1] == '-';
		labels += is_labelled(at, next);
		at = next;
	}
	if (dashes > LIMIT_INCOMING_DASHES)
		return err_set(err, "more than %d lines that may begin a part",
		               LIMIT_INCOMING_DASHES);
	if (labels > LIMIT_INCOMING_LABELS)
		return err_set(err, "more than %d lines that may be fields of parts",
		               LIMIT_INCOMING_LABELS);
	return 0;
}

/* ---- Its head ---- */

static void add_recipient(struct incoming *m, const char *address)
{
	size_t len = strlen(address);
	if (len > LIMIT_ADDRESS_BYTES || !strchr(address, '@') ||
	    m->recipient_count == LIMIT_INCOMING_RECIPIENTS)
		return;
	for (size_t i = 0; i < len; i++) {
		if (address[i] <= ' ' || address[i] > '~')
			return;
	}
	for (size_t i = 0; i < m->recipient_count; i++) {
		if (strcmp(m->recipients[i], address) == 0)
			return;
	}
	memcpy(m->recipients[m->recipient_count++], address, len + 1);
}

static void add_recipients(struct incoming *m, InternetAddressList *list)
{
	for (int i = 0; i < internet_address_list_length(list); i++) {
		InternetAddress *address = internet_address_list_get_address(list, i);
		if (INTERNET_ADDRESS_IS_MAILBOX(address))
			add_recipient(m, internet_address_mailbox_get_addr(
						 INTERNET_ADDRESS_MAILBOX(address)));
		else if (INTERNET_ADDRESS_IS_GROUP(address))
			add_recipients(m, internet_address_group_get_members(
						  INTERNET_ADDRESS_GROUP(address)));
	}
}

static bool is_for_recipients(const char *name)
{
	static const char *const names[] = {"To",
	                                    "Cc",
	                                    "Delivered-To",
	                                    "X-Delivered-To",
	                                    "X-Original-To",
	                                    "Envelope-To",
	                                    "X-Envelope-To",
	                                    "Resent-To"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcasecmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

/* What a From says. With more than one address in it none counts. */
static void take_sender(struct incoming *m, InternetAddressList *list)
{
	int length = internet_address_list_length(list);
	for (int i = 0; i < length; i++) {
		InternetAddress *address = internet_address_list_get_address(list, i);
		if (!INTERNET_ADDRESS_IS_MAILBOX(address))
			continue;
		const char *addr =
			internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address));
		if (!m->automatic && automatic_by_sender(addr))
			m->automatic = AUTOMATIC_SENDER;
		if (length == 1 && !address_normalise(addr, m->sender))
			m->sender[0] = '\0';
	}
}

/* The ids of a field, "<" and ">" around each, the last ones that fit. */
static void take_ids(char *out, size_t room, const char *value)
{
	GMimeReferences *ids = g_mime_references_parse(NULL, value);
	size_t at = room; /* filled from the end */
	for (int i = g_mime_references_length(ids) - 1; i >= 0; i--) {
		const char *id = g_mime_references_get_message_id(ids, i);
		size_t len = strlen(id);
		bool is_plain = len > 0 && len + 2 <= LIMIT_INCOMING_ID_BYTES;
		for (size_t c = 0; c < len; c++)
			is_plain = is_plain && id[c] > ' ' && id[c] <= '~' && !strchr("<>", id[c]);
		if (!is_plain)
			continue;
		if (at < len + 3)
			break;
		at -= len + 3;
		out[at] = '<';
		memcpy(out + at + 1, id, len);
		out[at + len + 1] = '>';
		out[at + len + 2] = ' ';
	}
	g_mime_references_free(ids);
	size_t n = room - at;
	memmove(out, out + at, n);
	out[n ? n - 1 : 0] = '\0';
}

static void read_head(struct incoming *m, GMimeHeaderList *head)
{
	size_t froms = 0;
	bool is_hinted = false;
	char answered[LIMIT_INCOMING_REFERENCES_BYTES + 1] = "";
	for (int i = 0; i < g_mime_header_list_get_count(head); i++) {
		GMimeHeader *header = g_mime_header_list_get_header_at(head, i);
		const char *name = g_mime_header_get_name(header);
		const char *raw = g_mime_header_get_raw_value(header);
		if (!m->automatic)
			m->automatic = automatic_by_field(name, raw);
		is_hinted |= automatic_hints(name);
		bool is_from = strcasecmp(name, "From") == 0;
		if (is_from || is_for_recipients(name)) {
			InternetAddressList *list = internet_address_list_parse(NULL, raw);
			if (list && is_from)
				take_sender(m, list);
			else if (list)
				add_recipients(m, list);
			froms += is_from;
			g_clear_object(&list);
		} else if (strcasecmp(name, "Message-ID") == 0 && !m->message_id[0]) {
			take_ids(m->message_id, sizeof(m->message_id), raw);
		} else if (strcasecmp(name, "References") == 0 && !m->references[0]) {
			take_ids(m->references, sizeof(m->references), raw);
		} else if (strcasecmp(name, "In-Reply-To") == 0 && !answered[0]) {
			take_ids(answered, sizeof(answered), raw);
		}
	}
	if (froms != 1)
		m->sender[0] = '\0';
	if (!m->references[0])
		memcpy(m->references, answered, sizeof(answered));
	if (!m->automatic && (is_hinted || !m->references[0]) && automatic_by_subject(m->subject))
		m->automatic = AUTOMATIC_SUBJECT;
}

static void read_subject(struct incoming *m, GMimeMessage *message)
{
	struct text clean;
	const char *subject = g_mime_message_get_subject(message);
	if (!subject)
		return;
	text_init(&clean, 4 * LIMIT_INCOMING_FIELD_BYTES);
	plain_clean(&clean, subject, strlen(subject));
	for (size_t i = 0; i < clean.len; i++) {
		if (clean.data[i] == '\n')
			clean.data[i] = ' ';
	}
	plain_cut(m->subject, sizeof(m->subject), text_string(&clean), clean.len);
	text_release(&clean);
}

/* ---- Its parts ---- */

/* Those that are looked at; they belong to the message. */
struct parts {
	GMimePart *plain[LIMIT_INCOMING_TEXTS], *html[LIMIT_INCOMING_TEXTS];
	size_t plain_count, html_count, count;
	GMimePart *status; /* of a delivery */
};

static void keep_part(struct parts *parts, GMimePart *part)
{
	GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(part));
	if (g_mime_content_type_is_type(type, "message", "delivery-status") ||
	    g_mime_content_type_is_type(type, "message", "global-delivery-status")) {
		parts->status = part;
		return;
	}
	if (g_mime_part_is_attachment(part))
		return;
	if (g_mime_content_type_is_type(type, "text", "html")) {
		if (parts->html_count < LIMIT_INCOMING_TEXTS)
			parts->html[parts->html_count++] = part;
	} else if (g_mime_content_type_is_type(type, "text", "plain")) {
		if (parts->plain_count < LIMIT_INCOMING_TEXTS)
			parts->plain[parts->plain_count++] = part;
	}
}

/* What a mail was forwarded with (message/rfc822) is not looked into: it is another's. */
static int collect(struct parts *parts, GMimeObject *object, unsigned depth, struct err *err)
{
	if (depth > LIMIT_INCOMING_DEPTH)
		return err_set(err, "parts more than %d deep in one another", LIMIT_INCOMING_DEPTH);
	if (++parts->count > LIMIT_INCOMING_PARTS)
		return err_set(err, "more than %d parts", LIMIT_INCOMING_PARTS);
	if (GMIME_IS_PART(object))
		keep_part(parts, GMIME_PART(object));
	if (!GMIME_IS_MULTIPART(object))
		return 0;
	GMimeMultipart *multipart = GMIME_MULTIPART(object);
	for (int i = 0; i < g_mime_multipart_get_count(multipart); i++) {
		if (collect(parts, g_mime_multipart_get_part(multipart, i), depth + 1, err) < 0)
			return -1;
	}
	return 0;
}

static bool is_charset_name(const char *name)
{
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	                        "._:-");
	return n > 0 && n <= 40 && !name[n];
}

/* Appends bytes of a charset as UTF-8, and says whether it is known. */
static bool add_converted(struct text *out, const char *charset, char *bytes, size_t len)
{
	GMimeFilter *filter = g_mime_filter_charset_new(charset, "utf-8");
	char *converted;
	size_t n, prespace;
	if (!filter)
		return false;
	g_mime_filter_complete(filter, bytes, len, 0, &converted, &n, &prespace);
	plain_clean(out, converted, n);
	g_object_unref(filter);
	return true;
}

/* Appends the text of a part, decoded, as plain_clean() leaves it; of its bytes at most max.
 * Answers how many. */
static size_t read_part(struct text *out, GMimePart *part, size_t max)
{
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	if (!content)
		return 0;
	GMimeStream *stream = g_mime_stream_mem_new();
	g_mime_data_wrapper_write_to_stream(content, stream);
	GByteArray *array = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
	char *bytes = (char *)array->data;
	size_t len = array->len < max ? array->len : max;
	const char *charset =
		g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "charset");
	bool is_named = charset && is_charset_name(charset) && strcasecmp(charset, "us-ascii") != 0;
	if (is_named && strcasecmp(charset, "utf-8") == 0) {
		plain_clean(out, bytes, len);
	} else if (len && !(is_named && add_converted(out, charset, bytes, len))) {
		/* The cut may have gone through a character. */
		size_t whole = len;
		while (len < array->len && len - whole < 3 && !utf8_is_valid(bytes, whole))
			whole--;
		if (utf8_is_valid(bytes, whole))
			plain_clean(out, bytes, whole);
		else
			add_converted(out, "windows-1252", bytes, len);
	}
	g_object_unref(stream);
	return len;
}

/* The text of a part as lines, of HTML too; max and the answer as read_part() has them. */
static size_t read_lines(struct text *out, GMimePart *part, bool is_html, size_t max)
{
	struct text text;
	GMimeObject *object = GMIME_OBJECT(part);
	const char *format = g_mime_object_get_content_type_parameter(object, "format");
	const char *delsp = g_mime_object_get_content_type_parameter(object, "delsp");
	text_init(&text, out->ceiling);
	size_t len = read_part(&text, part, max);
	if (is_html) {
		struct text written;
		text_init(&written, out->ceiling);
		html_text_add(&written, text_string(&text), text.len);
		plain_clean(out, text_string(&written), written.len);
		text_release(&written);
	} else if (format && strcasecmp(format, "flowed") == 0) {
		plain_unflow(out, text_string(&text), text.len,
		             delsp && strcasecmp(delsp, "yes") == 0);
	} else {
		text_add_bytes(out, text_string(&text), text.len);
	}
	text_release(&text);
	return len;
}

static bool find_first_line(struct incoming *m, GMimePart *const *parts, size_t count, bool is_html,
                            const char *delimiter)
{
	bool is_found = false;
	for (size_t i = 0, left = LIMIT_INCOMING_TEXT_BYTES; i < count && !is_found; i++) {
		struct text lines;
		/* A byte becomes at most three, and the marks of quotes come on top. */
		text_init(&lines, 8 * LIMIT_INCOMING_TEXT_BYTES);
		left -= read_lines(&lines, parts[i], is_html, left);
		is_found =
			first_line_find(m->first_line, text_string(&lines), lines.len, delimiter);
		text_release(&lines);
	}
	return is_found;
}

/* OpenSMTPD sends what multipart/report is for as multipart/mixed. */
static void read_report(struct incoming *m, const struct parts *parts, GMimeContentType *type)
{
	const char *kind = NULL;
	if (g_mime_content_type_is_type(type, "multipart", "report")) {
		kind = g_mime_content_type_get_parameter(type, "report-type");
		if (!m->automatic)
			m->automatic = AUTOMATIC_REPORT;
	}
	if (!m->automatic || !parts->status || (kind && strcasecmp(kind, "delivery-status") != 0))
		return;
	struct text text;
	m->is_report = true;
	text_init(&text, 4 * LIMIT_INCOMING_TEXT_BYTES);
	read_part(&text, parts->status, LIMIT_INCOMING_TEXT_BYTES);
	m->bounce_count =
		bounce_read(text_string(&text), text.len, m->bounces, LIMIT_INCOMING_BOUNCES);
	text_release(&text);
}

static int read_parts(struct incoming *m, GMimeMessage *message, const char *delimiter,
                      struct err *err)
{
	struct parts parts = {0};
	GMimeObject *root = g_mime_message_get_mime_part(message);
	if (!root)
		return 0;
	if (collect(&parts, root, 0, err) < 0)
		return -1;
	read_report(m, &parts, g_mime_object_get_content_type(root));
	if (!m->automatic && !find_first_line(m, parts.plain, parts.plain_count, false, delimiter))
		find_first_line(m, parts.html, parts.html_count, true, delimiter);
	return 0;
}

/* ---- All of it ---- */

static void initialise(void)
{
	g_mime_init();
}

/* The line that mbox files and some servers put before a mail. */
static size_t skip_from_line(const char *bytes, size_t len)
{
	const char *lf = len > 5 && memcmp(bytes, "From ", 5) == 0 ? memchr(bytes, '\n', len)
	                                                           : NULL;
	return lf ? (size_t)(lf - bytes) + 1 : 0;
}

static GMimeMessage *parse(const char *bytes, size_t len)
{
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, len);
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
	g_object_unref(parser);
	g_object_unref(stream);
	return message;
}

int incoming_read(const char *bytes, size_t len, const char *delimiter, struct incoming *out,
                  struct err *err)
{
	/* g_mime_init() counts its calls without a lock. */
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	if (len > LIMIT_INCOMING_BYTES)
		return err_set(err, "more than %d bytes", LIMIT_INCOMING_BYTES);
	size_t skipped = skip_from_line(bytes, len);
	if (check_shape(bytes + skipped, len - skipped, err) < 0)
		return -1;
	pthread_once(&once, initialise);
	GMimeMessage *message = parse(bytes + skipped, len - skipped);
	if (!message)
		return err_set(err, "no mail");
	struct incoming m = {0};
	read_subject(&m, message);
	read_head(&m, g_mime_object_get_header_list(GMIME_OBJECT(message)));
	int rc = read_parts(&m, message, delimiter, err);
	g_object_unref(message);
	if (rc == 0)
		*out = m;
	return rc;
}
