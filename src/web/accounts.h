/* SPDX-License-Identifier: ISC */
/*
 * What pages of games need of signing in: a visitor becomes a guest, and a mail goes out to confirm
 * an address. What a seat among people takes (A2), for web/lobby.c:
 *
 *	if (!req->viewer.is_signed_in && !accounts_begin_guest(req, res))
 *		return;
 *	if (req->viewer.user.is_guest && ...people sit there...) {
 *		if (!accounts_send_mail(req, res, address, game_url, guest_id, &join.signin_id))
 *			return;
 *		join.held_until = req->now + ACCOUNTS_SEAT_HELD_S;
 *	}
 *	...lobby_join()...
 *	response_see_other(res, "/signin/code");
 *
 * A seat that a guest holds is the account's as soon as that guest confirms any address, by this
 * mail or a later one. The mail's link leads to game_url.
 */
#ifndef WEB_ACCOUNTS_H
#define WEB_ACCOUNTS_H

#include "base/clock.h"
#include "web/request.h"
#include "web/response.h"

enum { ACCOUNTS_SEAT_HELD_S = DAY_S };

/* Where an account that has just arisen goes first: welcome.c. */
#define ACCOUNTS_WELCOME_PATH "/welcome"

/* A path of this site to go on to, as it came from outside; "/" for anything else. */
const char *accounts_local_path(const char *path);

/*
 * Makes the visitor a guest, whose session's cookie the answer sets; req->viewer is the guest from
 * here on, in the zone of the request's
 * field `zone`. False, and *res is the answer, when the network started too many or the database
 * failed.
 */
bool accounts_begin_guest(struct request *req, struct response *res);

/*
 * Sends a mail to confirm an address (as address_normalise() leaves it) for that user, a guest or
 * an account, or for nobody yet (0); the answer sets the cookie by which this browser may give the
 * code. `next` is the path to go on to. False, and *res is the answer: 429 for too many, 500.
 */
bool accounts_send_mail(struct request *req, struct response *res, const char *address,
                        const char *next, int64_t user_id, int64_t *signin_id);

#endif
