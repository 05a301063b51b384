/* SPDX-License-Identifier: ISC */
/*
 * What once came out and was looked at, kept in tests/golden. Whoever changes it on purpose runs
 * the test with SLOWSAFARI_GOLDEN=write, looks at the difference and commits it.
 */
#ifndef TESTS_SUPPORT_GOLDEN_H
#define TESTS_SUPPORT_GOLDEN_H

#include <stddef.h>

/* Fails the test unless tests/golden/<name> holds exactly these bytes; says where they differ
 * first. */
void golden_check(const char *name, const char *data, size_t len);

#endif
