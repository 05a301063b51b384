/* SPDX-License-Identifier: ISC */
/*
 * An SVG document read again, for what tests ask of one: is it well-formed, how many elements has
 * it, does everything that it refers to exist. It does not draw.
 */
#ifndef TESTS_SUPPORT_SVG_READ_H
#define TESTS_SUPPORT_SVG_READ_H

#include <stddef.h>

struct svg_read {
	unsigned elements;        /* outside <defs>, which counts as one */
	unsigned uses, links;     /* <use> and <a> outside <defs> */
	size_t defs_at, defs_end; /* the bytes of <defs>...</defs> */
};

/*
 * Fails the test when the document is not well-formed, when two elements have one id, or when an
 * href="#..." leads to no element.
 */
void svg_read(struct svg_read *s, const char *svg, size_t len);

/* How often a string occurs in the document. */
unsigned svg_count(const char *svg, size_t len, const char *what);

#endif
