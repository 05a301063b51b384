/* SPDX-License-Identifier: ISC */
/*
 * The two faces of every answer: a view goes out as JSON to those who want that, else as the page
 * that a template makes of it. Errors have two faces too: problem details (RFC 9457) and the page
 * templates/error.html.
 *
 * To every view are added, unless it has them, for who is signed in:
 *   - me: {id, name, is_guest, is_in_utc: their zone is UTC, perhaps since they have chosen none};
 *   - token: what this viewer's forms must carry in their field `token`;
 *   - waiting: how many games wait for this viewer, 100 at most; in templates absent for none;
 *
 * and for templates:
 *   - site: {name, url, is_dev, has_mailbox};
 *   - static: each static file's URL, its name's dots as underscores: {style_css: "/static/..."};
 *   - here: the request's target, for forms that come back.
 */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include <cjson/cJSON.h>

#include "base/zone.h"
#include "web/rate.h"
#include "web/request.h"
#include "web/response.h"

/*
 * Answers with a view, which it takes and deletes. res->status stays what the handler set. The
 * template is templates/NAME.html; "title" in the view is the page's title. The answer is never
 * stored, unless the handler sets res->cache and res->etag afterwards.
 */
void page_answer(struct request *req, struct response *res, const char *name, cJSON *view);

/* The type of such an answer, by the face that is wanted. */
const char *page_type(const struct request *req);

/*
 * A part of a page that is made once and then kept, templates/NAME.html as a partial of the page.
 * make() adds the part's members to a view: to the page's own for JSON and under --dev, else to one
 * for the part alone, which has `static` besides and nothing of the viewer. It is not called when
 * the part is there.
 *
 * made_of says everything that the members follow from, unambiguously; what it leaves out would
 * come from another page, and perhaps another viewer. A rev stands for all that it counts.
 */
typedef void page_maker(const void *context, cJSON *view);
void page_part(struct request *req, cJSON *view, const char *name, const struct text *made_of,
               page_maker *make, const void *context);

/*
 * Appends a part of a page by itself, templates/NAME.html, of a view, which it takes; `static` is
 * added. 0, or -1 where the template is not fit, which is logged.
 */
int page_write_part(struct request *req, struct text *out, const char *name, cJSON *view);

/*
 * Answers with an error: a status of 400 or more, and one sentence for the person, with its full
 * stop. Whatever stood in *res but its cookies is gone.
 */
void page_error(struct request *req, struct response *res, int status, const char *sentence);

/*
 * The page again, with what was wrong: the view (taken) gets "problem": sentence, and JSON gets
 * problem details with the view's members beside. For what the person can mend: 409, 410, 422.
 */
void page_refuse(struct request *req, struct response *res, int status, const char *sentence,
                 const char *name, cJSON *view);

/* Adds a line to those that stand above the page: kind "good" or "", and a sentence. */
void page_notice(cJSON *view, const char *kind, const char *sentence);

/*
 * A time as the viewer's pages show it: in their zone, "Tue 3 March, 14:30"; as long as that is
 * UTC, which is everybody's who has chosen none, it says so: "Tue 3 March, 14:30 UTC".
 */
void page_time(struct request *req, char out[ZONE_TEXT], int64_t at);

/* How long it is until a moment to come, or since one, in words: "1 day and 3 hours". */
void page_left(struct request *req, char out[ZONE_TEXT], int64_t at);
void page_ago(struct request *req, char out[ZONE_TEXT], int64_t at);

/* Adds an option of a select element to its list. */
void page_option(cJSON *list, const char *value, const char *text, bool is_selected);

/*
 * There is nothing here for this viewer, be it unknown or not theirs to see: alike for both. 404;
 * without a session its page is the form to sign in, which returns here (W9).
 */
void page_not_found(struct request *req, struct response *res);

/*
 * The rev that a POST was put against: its field `rev`, or If-Match. True and *rev; or false and
 * *res is the error: 428 for neither, 400 for no number or for two different ones.
 */
bool page_rev(struct request *req, struct response *res, int64_t *rev);

/*
 * May this be asked for once more? Takes one from the bucket of that kind and key; where it is
 * empty *res is a 429 with Retry-After, and the answer is false. Networks and accounts have been
 * counted before a handler runs; this is for what costs more (rate.h).
 */
bool page_rate(struct request *req, struct response *res, enum rate kind, const void *key,
               size_t len);

#endif
