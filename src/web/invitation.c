/* SPDX-License-Identifier: ISC */
/*
 * Where the link of an invitation's mail leads: what game it is, who invites, and the form to sign
 * in, filled in. Its secret proves that its holder has had the mail to that address, and shows this
 * page alone, as long as the place is kept and the game has not begun; it signs nobody in. Games
 * themselves answer as ever (W9).
 */
#include <stdio.h>
#include <string.h>

#include "app/lobby.h"
#include "app/mail_secrets.h"
#include "base/json.h"
#include "web/families.h"
#include "web/open_view.h"
#include "web/page.h"
#include "web/site.h"

/* Is a place kept for that address, or for another one of its account? */
static bool is_kept(struct db *db, const struct play *p, const char *address)
{
	struct address known = {0}, other;
	bool has_account = address_get(db, address, &known);
	for (size_t i = 0; i < p->seat_count; i++) {
		const char *kept = p->seats[i].address;
		if (strcmp(kept, address) == 0 || (has_account && address_get(db, kept, &other) &&
		                                   other.user_id == known.user_id))
			return true;
	}
	return false;
}

static bool is_viewers(struct request *req, const char *address)
{
	struct address known;
	return req->viewer.is_signed_in && address_get(request_db(req), address, &known) &&
	       known.user_id == req->viewer.user.id;
}

static cJSON *invitation_view(struct request *req, const struct play *p, const char *address)
{
	char next[GAME_ID_LEN + 4];
	cJSON *view = open_view(req, p, NULL);
	snprintf(next, sizeof(next), "/g/%s", p->row.id);
	json_put_string(view, "invited", address);
	json_put_string(view, "next", next);
	json_put_bool(view, "is_other", req->viewer.is_signed_in && !req->viewer.user.is_guest);
	return view;
}

static void show_invitation(struct request *req, struct response *res)
{
	char id[GAME_ID_LEN + 1], address[LIMIT_ADDRESS_BYTES + 1];
	struct db *db = request_db(req);
	if (!mail_secrets_read_invitation(req->site->secrets, request_param(req, "invitation"), id,
	                                  address)) {
		page_error(req, res, 404, "This link is not whole. Use the one in the mail.");
		return;
	}
	struct play *p = play_new();
	if (!play_peek(db, req->site->sets, id, p) || p->row.state != GAME_OPEN ||
	    !is_kept(db, p, address) || is_viewers(req, address) ||
	    lobby_sight(db, p, req->viewer.user.id, NULL) == SIGHT_SEAT)
		response_see_other(res, "/g/%s", id);
	else
		page_answer(req, res, "invitation", invitation_view(req, p, address));
	play_free(p);
}

const struct route invitation_routes[] = {
	{METHOD_GET, MAIL_SECRETS_INVITATION_PATH ":invitation", ACCESS_ANYONE, show_invitation,
         NULL, 0},
	{0},
};
