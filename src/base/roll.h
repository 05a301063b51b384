/* SPDX-License-Identifier: ISC */
/*
 * Bytes that grow at their end and have several holders, each of whom knows how many of them are
 * theirs: what one adds lies behind what the others see, so nobody copies what all have in common.
 * Where two go on from the same place, the second gets a copy. It is not a list: what the bytes
 * are, and how many of them a holder has, the holder keeps; and it guards nothing but itself: rows
 * come to another thread by something that both lock.
 *
 *	rows = roll_extend(rows, count * sizeof(*rows), sizeof(*rows));
 *	rows[count++] = row;
 *	other->rows = roll_share(rows), other->count = count;
 *
 * Nothing that was shared is changed any more. NULL is a roll that has no bytes yet.
 */
#ifndef BASE_ROLL_H
#define BASE_ROLL_H

#include <stddef.h>

/*
 * Of a roll whose holder has the first `len` bytes: the roll in which the `more` bytes behind them,
 * more than 0, are the holder's to write. It is the same one, or a copy of those `len` bytes, and
 * then the one passed is released. What the holder had behind `len` is given up. Aligned for
 * anything.
 */
void *roll_extend(void *roll, size_t len, size_t more);

/* For one more holder: the roll itself. */
void *roll_share(void *roll);

/* Its holder needs it no more; the last one frees it. */
void roll_release(void *roll);

/* What it takes of memory, whoever holds it. */
size_t roll_bytes(const void *roll);

#endif
