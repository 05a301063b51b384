/* SPDX-License-Identifier: ISC */
/*
 * A compiled template: a row of nodes in the template's order, a section before its inside. Private
 * to mustache.c, which renders, and mustache_compile.c, which makes it.
 */
#ifndef RENDER_MUSTACHE_NODE_H
#define RENDER_MUSTACHE_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mustache_type {
	MUSTACHE_TEXT,
	MUSTACHE_ESCAPED,  /* {{x}} */
	MUSTACHE_RAW,      /* {{{x}}}, {{&x}} */
	MUSTACHE_SECTION,  /* {{#x}} */
	MUSTACHE_INVERTED, /* {{^x}} */
	MUSTACHE_PARTIAL,  /* {{>x}} */
};

struct mustache_node {
	uint8_t type; /* enum mustache_type */
	/* Text begins a line: in an indented partial the indentation comes before it. Such a text
	 * is empty where a line begins with a tag. */
	bool begins_line;
	bool is_alone;  /* a partial that has a line to itself */
	uint16_t steps; /* of a dotted name; 0 for "." */
	uint32_t end;   /* of a section: the node after its inside */
	/* Text: its bytes. Names: their steps, each with a terminator, one after the other; len
	 * does not count the last terminator. */
	const char *data;
	uint32_t len;
	uint32_t indent_len; /* of a partial alone: the blanks before it */
	const char *indent;
};

struct mustache {
	char *source; /* a copy in which names are cut into steps: data and indent point into it;
	                 NULL for a literal */
	struct mustache_node *nodes;
	uint32_t count, room;
};

#endif
