/* SPDX-License-Identifier: ISC */
/*
 * JSON from outside, strictly: what this accepts has one meaning to every reader. cJSON parses and
 * keeps the tree; a scan before it and a walk after it refuse what cJSON would let through.
 *
 * It knows no document: which members there must be is their reader's business. Trees that we build
 * ourselves need none of this.
 *
 *	struct fault fault;
 *	cJSON *doc = json_parse(bytes, len, LIMIT_RECORD_BYTES, &fault);
 *	if (!doc)
 *		return fprintf(stderr, "%s: %s\n", fault.place, fault.reason), -1;
 *	long x;
 *	if (json_get_integer(json_member(doc, "x"), -127, 127, &x) < 0)
 *		...;
 *	cJSON_Delete(doc);
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"
#include "base/text.h"

/*
 * Reads exactly one document of len bytes. Refused are, besides whatever RFC 8259 forbids: more
 * than ceiling bytes; the limits of limits.h; a byte order mark; invalid UTF-8, surrogates that are
 * no pair, NUL in any spelling; numbers beyond 2^53 in magnitude; two members of one name in an
 * object.
 *
 * The tree is the caller's to cJSON_Delete(). NULL on a fault, with its place: the byte for syntax,
 * a JSON pointer for members twice.
 */
cJSON *json_parse(const char *text, size_t len, size_t ceiling, struct fault *fault);

/* The member of that very name, or NULL when there is none or `object` is no object. */
const cJSON *json_member(const cJSON *object, const char *name);

/*
 * An integer of least to most: 0 and *out. -1, *out untouched, for anything else: no item (NULL),
 * no number, out of range, or spelled with a fraction or an exponent (1.0, 1e2) in a tree of
 * json_parse().
 */
int json_get_integer(const cJSON *item, long least, long most, long *out);

/*
 * Members of a tree that we build: the name is a literal, which is not copied and outlives the
 * tree, and not there yet. A string is copied.
 */
#define json_put(object, name, item) ((void)cJSON_AddItemToObjectCS(object, "" name "", item))
#define json_put_string(object, name, value) json_put(object, name, cJSON_CreateString(value))
#define json_put_number(object, name, value) json_put(object, name, cJSON_CreateNumber(value))
#define json_put_bool(object, name, value) json_put(object, name, cJSON_CreateBool(value))
/* Likewise, a new empty object or array, which is the value. */
#define json_put_object(object, name) json_put_new(object, "" name "", cJSON_CreateObject())
#define json_put_array(object, name) json_put_new(object, "" name "", cJSON_CreateArray())
cJSON *json_put_new(cJSON *object, const char *literal, cJSON *item);

/* The bytes of a string, which belong to the item; NULL for no item or anything but a string. */
const char *json_get_string(const cJSON *item);

/* Appends a string with its quotes. It must be valid UTF-8, which is written as it is. */
void json_add_string(struct text *t, const char *string);

#endif
