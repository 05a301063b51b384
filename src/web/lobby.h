/* SPDX-License-Identifier: ISC */
/*
 * What the pages of games before their start share, and what other families call: the open game's
 * page, which stands at the table's own URL until it starts, and a practice game for a guest.
 *
 * Every POST here answers 303 to where it leads, to programs too; what one may not do is the page
 * again with the sentence, or problem details.
 */
#ifndef WEB_LOBBY_H
#define WEB_LOBBY_H

#include "app/lobby.h"
#include "web/page.h"

/*
 * Answers with the page of a game that is open, or was removed. The caller has seen to it that the
 * viewer may see it. key is that of the link by which the viewer came, or NULL.
 */
void lobby_show_open(struct request *req, struct response *res, const struct play *p,
                     const char *key);

/*
 * A new game of a user against two quick bots, begun, and 303 to its table. user_id may be a guest
 * that has just arisen.
 */
void lobby_practice(struct request *req, struct response *res, int64_t user_id);

/*
 * Chance for one call of app/lobby.h. Under --dev with --seed TEXT the seed and the server's values
 * follow from TEXT and the game's name alone, so that two games of one name have the same draws and
 * one of another name has others; ids and join keys never repeat.
 */
void lobby_draw_chance(const struct site *site, const char *game_name, struct lobby_chance *out);

/* A bot for people who choose one: "quick, the stronger one". */
enum { LOBBY_BOT_WORDS_BYTES = LIMIT_BOT_NAME_BYTES + 24 };
void lobby_bot_words(const char *name, char out[LOBBY_BOT_WORDS_BYTES]);

/* The error for what app/lobby.h would not do. */
int lobby_http_status(enum lobby_status status);

#endif
