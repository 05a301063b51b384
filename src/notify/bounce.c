/* SPDX-License-Identifier: ISC */
/*
 * Delivery status notifications: see bounce.h. Groups of fields with an empty line between them;
 * a field goes on in lines that begin with a blank.
 */
#include "notify/bounce.h"

#include <string.h>
#include <strings.h>

#include "app/names.h"

enum { FIELD_BYTES = 600 }; /* what is longer is no address and no status */

/*
 * One field to out, unfolded; the bytes that it took. At an empty line out is "". Lines that fit
 * no more are passed over.
 */
static size_t next_field(const char *text, size_t len, char out[FIELD_BYTES])
{
	size_t at = 0, n = 0;
	do {
		const char *lf = memchr(text + at, '\n', len - at);
		size_t line = lf ? (size_t)(lf - text) - at : len - at;
		if (n + line < FIELD_BYTES) {
			memcpy(out + n, text + at, line);
			n += line;
		}
		at += line + (lf != NULL);
	} while (n > 0 && at < len && text[at] == ' ');
	out[n] = '\0';
	return at;
}

/* "rfc822; <ada@example.org>" */
static void read_address(const char *value, char out[LIMIT_ADDRESS_BYTES + 1])
{
	const char *semicolon = strchr(value, ';');
	value = semicolon ? semicolon + 1 : value;
	value += strspn(value, " <");
	char address[FIELD_BYTES];
	size_t n = strcspn(value, "> ");
	memcpy(address, value, n);
	address[n] = '\0';
	if (!address_normalise(address, out))
		out[0] = '\0';
}

static enum bounce_action read_action(const char *value)
{
	static const char *const words[] = {
		[BOUNCE_FAILED] = "failed",       [BOUNCE_DELAYED] = "delayed",
		[BOUNCE_DELIVERED] = "delivered", [BOUNCE_RELAYED] = "relayed",
		[BOUNCE_EXPANDED] = "expanded",
	};
	size_t n = strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
	for (size_t i = BOUNCE_FAILED; i < sizeof(words) / sizeof(words[0]); i++) {
		if (n == strlen(words[i]) && strncasecmp(value, words[i], n) == 0)
			return (enum bounce_action)i;
	}
	return BOUNCE_OTHER;
}

/* Class, subject and detail: one digit, and twice up to three. */
static void read_status(const char *value, char out[static 12])
{
	static const char digits[] = "0123456789";
	size_t n = strspn(value, "245");
	if (n != 1)
		return;
	for (int i = 0; i < 2; i++) {
		size_t more = value[n] == '.' ? strspn(value + n + 1, digits) : 0;
		if (more < 1 || more > 3)
			return;
		n += 1 + more;
	}
	memcpy(out, value, n);
	out[n] = '\0';
}

static void take_field(struct bounce *b, const char *field)
{
	size_t n = strcspn(field, ":");
	if (!field[n])
		return;
	const char *value = field + n + 1;
	value += strspn(value, " ");
	while (n && field[n - 1] == ' ')
		n--;
	if (n == 18 && strncasecmp(field, "Original-Recipient", n) == 0)
		read_address(value, b->original);
	else if (n == 15 && strncasecmp(field, "Final-Recipient", n) == 0)
		read_address(value, b->final);
	else if (n == 6 && strncasecmp(field, "Action", n) == 0)
		b->action = read_action(value);
	else if (n == 6 && strncasecmp(field, "Status", n) == 0)
		read_status(value, b->status);
}

size_t bounce_read(const char *text, size_t len, struct bounce *out, size_t max)
{
	size_t count = 0;
	struct bounce b = {0};
	for (size_t at = 0; count < max && at < len;) {
		char field[FIELD_BYTES];
		at += next_field(text + at, len - at, field);
		take_field(&b, field);
		if (field[strspn(field, " ")] && at < len)
			continue;
		if (b.original[0] || b.final[0]) {
			b.is_hard = b.action == BOUNCE_FAILED && b.status[0] == '5';
			out[count++] = b;
		}
		b = (struct bounce){0};
	}
	return count;
}
