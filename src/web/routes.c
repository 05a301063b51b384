/* SPDX-License-Identifier: ISC */
/*
 * All that there is to ask for: one table for each family of pages.
 */
#include "web/families.h"

const struct route *const site_routes[] = {
	home_routes,
	lobby_routes,
	open_game_routes,
	invitation_routes,
	table_routes,
	picture_routes,
	rules_routes,
	accounts_routes,
	welcome_routes,
	settings_routes,
	settings_seat_routes,
	settings_sessions_routes,
	settings_times_routes,
	settings_notices_routes,
	settings_hooks_routes,
	deliveries_routes,
	unsubscribe_routes,
	feed_routes,
	mailbox_routes,
	dev_routes,
	NULL,
};
