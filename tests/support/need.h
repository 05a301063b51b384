/* SPDX-License-Identifier: ISC */
/*
 * For the other sides that tests talk to, which run in threads of their own, where no test can
 * fail: what must hold for the test to go on at all.
 */
#ifndef TESTS_SUPPORT_NEED_H
#define TESTS_SUPPORT_NEED_H

#include <stdio.h>
#include <stdlib.h>

/* Aborts and says where, also where assert() is compiled away. */
#define NEED(condition)                                                                 \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

#endif
