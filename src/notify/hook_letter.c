/* SPDX-License-Identifier: ISC */
/*
 * Letters to webhooks: see hook_letter.h.
 */
#include "notify/hook_letter.h"

#include <stdio.h>
#include <string.h>

#include "app/notices.h"

enum {
	URL_BYTES = CONFIG_VALUE_BYTES + 64,
	DEADLINE_BYTES = ZONE_TEXT + LIMIT_ZONE_BYTES + 4,
	TITLE_BYTES = 2 * LIMIT_NAME_BYTES,
};

/* Until when the person has time there; 0: it is not asked, or has no clock. */
static int64_t deadline_of(struct db *db, const struct notice *n)
{
	struct seat_row seats[GAME_SEATS_MAX];
	size_t count = seat_list(db, n->game_id, seats);
	for (size_t i = 0; i < count; i++) {
		if (seats[i].user_id == n->user_id && seats[i].is_awaited)
			return seats[i].deadline_at;
	}
	return 0;
}

bool hook_letter(struct text *out, const struct hook_letter_context *c, const struct hook *hook,
                 const struct notice *n)
{
	const struct hook_kind *kind = hook_kind_of(hook->kind);
	enum notice_kind what = notice_kind_of(n->kind);
	char url[URL_BYTES], deadline[DEADLINE_BYTES] = "", time[ZONE_TEXT], title[TITLE_BYTES];
	struct game_row game = {.name = ""};
	struct user u;
	if (!kind || !user_get(c->db, n->user_id, &u) ||
	    (n->game_id[0] && !game_get(c->db, n->game_id, &game)))
		return false;
	struct hook_message m = {
		.type = n->kind,
		.title = title,
		.person = u.name,
		.game_name = game.name,
		.game_id = n->game_id,
		.rev = n->rev,
		.deadline = deadline,
		.deadline_at = n->game_id[0] ? deadline_of(c->db, n) : 0,
		.at = n->due_at,
		.url = url,
	};
	if (what < NOTICE_CHOICES)
		snprintf(title, sizeof(title), "%s", notice_traits[what].meaning);
	else
		snprintf(title, sizeof(title), "A test from %s", c->config->site_name);
	if (m.deadline_at) {
		zone_format(c->zones, time, u.zone, m.deadline_at, n->due_at);
		snprintf(deadline, sizeof(deadline), "%s (%s)", time, u.zone);
	}
	if (n->game_id[0])
		snprintf(url, sizeof(url), "%s/g/%s%s", c->config->base_url, n->game_id,
		         game.state == GAME_RUNNING ? "#here" : "");
	else
		snprintf(url, sizeof(url), "%s/settings/hooks", c->config->base_url);
	kind->write(out, &m);
	return !text_is_over(out);
}
