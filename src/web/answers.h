/* SPDX-License-Identifier: ISC */
/*
 * Whole answers, and cards on them, kept until something that they show changes. What a page shows
 * is said where it is read (request_shows_game() and its like), what reads differently later where
 * it is worded (request_reads_until()); which commit changes what, store/changes.h knows by itself.
 * What was kept is never shown to another session: the form's token stands in it.
 *
 * Only the handler and what follows it are spared: gate, rates, session and fields come first, each
 * time. Handlers ask for it (request_keep_answer()). Not under --dev, where clock and templates are
 * moved.
 */
#ifndef WEB_ANSWERS_H
#define WEB_ANSWERS_H

#include <stdbool.h>

#include "base/hash.h"
#include "web/request.h"
#include "web/response.h"

/* The answer to a request whose viewer and fields are known: true, and *res is it, compressed
 * already where the client takes that; or false, and *res is as it was. */
bool answer_find(const struct request *req, struct response *res);

/* Keeps an answer that is finished, for the next one who asks the same, if it is one to keep. */
void answer_keep(const struct request *req, struct response *res);

/*
 * A part of answers that holds for itself: one card of many, of what is named by an id, as this
 * viewer sees it. Found, it is appended to *out. If not, it is made between begin, which answers
 * what the whole has read so far, and end, which keeps it; the whole then shows what the part does.
 *
 *	if (!answer_find_part(req, "card", id, out)) {
 *		struct holds whole = answer_begin_part(req);
 *		...                          // the part alone to card
 *		answer_end_part(req, &whole, "card", id, &card);
 *	}
 */
bool answer_find_part(struct request *req, const char *name, const char *id, struct text *out);
struct holds answer_begin_part(struct request *req);
void answer_end_part(struct request *req, const struct holds *whole, const char *name,
                     const char *id, struct text *part);

/*
 * Likewise the viewer of a session, from its hash: true, and req->viewer is it. Signing out and all
 * else that changes user or session drops it.
 */
bool answer_find_viewer(struct request *req, const unsigned char hash[HASH_BYTES]);
void answer_keep_viewer(const struct request *req);

#endif
