/* SPDX-License-Identifier: ISC */
/*
 * Words that need no person (R28): by standing order, by a bot, by a caretaker.
 */
#ifndef APP_WORDS_H
#define APP_WORDS_H

#include "app/play.h"

/* A standing order: the points that a token must gain, or one of these. */
enum { ORDER_NEVER = 0, ORDER_ASK = -1, ORDER_DEFAULT = 2 };

/* Gives every word that other seats than the one on turn are asked for and need not be asked: one
 * move each. */
void words_give(struct db *db, struct play *p, int64_t now);

#endif
