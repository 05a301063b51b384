/* SPDX-License-Identifier: ISC */
/*
 * Words that need no person (R28): by standing order, by a bot, by a caretaker.
 */
#ifndef APP_WORDS_H
#define APP_WORDS_H

#include "app/play.h"

enum { ORDER_NEVER = 0, ORDER_ASK = -1, ORDER_DEFAULT = 2 };

/*
 * A seat's answer to the word it is asked for by a standing order: the token of which it holds
 * most, then M, E, G, L, Z, when it gains at least so many points; else none. False with ORDER_ASK.
 */
bool words_by_order(const struct play *p, unsigned seat, int order, struct entry *out);

/* Gives every word that other seats than the one on turn are asked for and need not be asked: one
 * move each. */
void words_give(struct db *db, struct play *p, int64_t now);

#endif
