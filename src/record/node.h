/* SPDX-License-Identifier: ISC */
/*
 * Reading the items of a record's document, each refused with its place. Private to the reader:
 * what the items mean is in read.c and, for rows of the log, read_row.c.
 */
#ifndef RECORD_NODE_H
#define RECORD_NODE_H

#include <stdint.h>

#include "base/json.h"

/* An object or array, and where it stands. Its items go by their names, those of an array by "0",
 * "1", ... */
struct node {
	const cJSON *json;
	char place[64]; /* a JSON pointer */
	struct fault *fault;
};

/* Is there such an item? */
bool node_has(const struct node *n, const char *name);

/* Refuses the item of that name, there or not; NULL: the node itself. Always answers -1. */
int node_refuse(const struct node *n, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Each of these reads the item of that name: 0 and *out, or -1 when it is missing or of another
 * kind. */

int node_object(const struct node *n, const char *name, struct node *out);

/* An array of least to most items; *count, unless NULL, is how many. */
int node_array(const struct node *n, const char *name, size_t least, size_t most, struct node *out,
               size_t *count);

int node_integer(const struct node *n, const char *name, long least, long most, long *out);

/* The string belongs to the document. */
int node_string(const struct node *n, const char *name, const char **out);

/* Exactly `size` bytes in hexadecimal. */
int node_hex(const struct node *n, const char *name, unsigned char *out, size_t size);

/* One of count words, of which NULL is none; *out is its index. */
int node_word(const struct node *n, const char *name, const char *const *words, size_t count,
              uint8_t *out);

/* A string of one of these letters; *out is its index. */
int node_letter(const struct node *n, const char *name, const char *letters, uint8_t *out);

#endif
