/* SPDX-License-Identifier: ISC */
/*
 * What a request says in names and values, whether it came in the query, in a form or as JSON: one
 * ordered list of fields. Which fields there may be is the route's business (route.h), what a value
 * means its handler's.
 *
 * Every value is valid UTF-8 without NUL; it may hold other control characters, since a text area
 * sends line ends.
 */
#ifndef WEB_FORM_H
#define WEB_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/limits.h"
#include "base/text.h"

struct field {
	const char *name, *value; /* terminated; they belong to the struct fields */
};

struct fields {
	struct field items[LIMIT_FIELDS];
	size_t count;
	char *bytes; /* what names and values point into */
};

/* Why a query or a body is no list of fields. form_sentence() says it to the person. */
enum form_fault {
	FORM_OK,
	FORM_TOO_MANY, /* fields */
	FORM_NO_NAME,  /* a field without one */
	FORM_TWICE,    /* one name twice */
	FORM_ESCAPE,   /* % without two hexadecimal digits after it */
	FORM_NO_TEXT,  /* invalid UTF-8, or NUL */
	FORM_NO_JSON,  /* not one JSON object, by base/json.h */
	FORM_NOT_FLAT, /* a member that is no string, integer or boolean */
	FORM_FAULT_COUNT
};

/* Static, with its full stop. */
const char *form_sentence(enum form_fault fault);

/*
 * Parses application/x-www-form-urlencoded: name=value pairs with & between them; a name without =
 * has the value "". len 0 has no fields. On a fault *out is empty. *out must be empty before, and
 * is to be released.
 */
enum form_fault form_parse(struct fields *out, const char *text, size_t len);

/*
 * Parses a flat JSON object: a string is its value, an integer its digits, true "1"; a member that
 * is false is none, as a box that is not ticked sends nothing. Otherwise as form_parse().
 */
enum form_fault form_parse_json(struct fields *out, const char *text, size_t len);

void fields_release(struct fields *f);

/* The value of that name, or NULL. */
const char *fields_get(const struct fields *f, const char *name);

/*
 * Decodes %XX, and + as a space where plus is true, from len bytes to out (at least len + 1 bytes,
 * which it terminates; it may be the same memory). The decoded length, or -1 when an escape is
 * broken. Decodes once: %2541 is %41.
 */
long form_unescape(char *out, const char *text, size_t len, bool plus);

/* Appends a string escaped for a query: what is not unreserved (RFC 3986) becomes %XX. */
void form_escape(struct text *out, const char *string);

#endif
