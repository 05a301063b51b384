/* SPDX-License-Identifier: ISC */
/*
 * When a mail that could not be handed over is tried again: a table, and a little chance so that
 * many which failed together do not come back together.
 */
#ifndef NOTIFY_BACKOFF_H
#define NOTIFY_BACKOFF_H

#include <stdint.h>

enum { BACKOFF_GIVE_UP_S = 48 * 3600 }; /* after it was written */

/*
 * Seconds from the tries-th attempt (1 and up) to the next: 1, 5, 15, 60 minutes, then every 2
 * hours; by chance, any number, up to a tenth more, never less.
 */
int64_t backoff_s(int tries, uint32_t chance);

#endif
