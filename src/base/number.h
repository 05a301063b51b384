/* SPDX-License-Identifier: ISC */
/*
 * Whole numbers as people and programs write them into fields, headers and options: decimal digits
 * alone. No sign, no space, no fraction; JSON's numbers are json.h's.
 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* 15 digits: exact in a double too. */
#define NUMBER_MOST INT64_C(999999999999999)

/*
 * Reads a number from least to most, 0 <= least <= most <= NUMBER_MOST; zeros may lead, within 15
 * digits. False, and *out is as it was, when the text (NULL, too) is anything else.
 */
bool number_parse(const char *text, int64_t least, int64_t most, int64_t *out);

#endif
