/* SPDX-License-Identifier: ISC */
/*
 * The first half of the strict reader: is this text one JSON document, byte by byte? Private to
 * json.c.
 */
#ifndef BASE_JSON_SCAN_H
#define BASE_JSON_SCAN_H

#include <stddef.h>

#include "base/fault.h"

/* 0, or -1 with the byte at fault. Builds nothing; what it accepts cJSON parses too. */
int json_scan(const char *text, size_t len, struct fault *fault);

#endif
