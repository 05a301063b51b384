/* SPDX-License-Identifier: ISC */
/*
 * What somebody settles for one game: the standing order of the seat there (R28), which the account
 * has too, and whether mails of it come (N4). What a seat does at its table is table.c's.
 */
#include <string.h>

#include "app/accounts.h"
#include "app/notices.h"
#include "app/words.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

static const struct order {
	const char *value, *text;
	int points;
} orders[] = {
	{"1", "When it gains anything", 1},          {"2", "When it gains at least 2 points", 2},
	{"3", "When it gains at least 3 points", 3}, {"4", "When it gains at least 4 points", 4},
	{"5", "When it gains 5 points", 5},          {"0", "Never", ORDER_NEVER},
	{"-1", "Ask me each time", ORDER_ASK},
};
enum { ORDER_COUNT = sizeof(orders) / sizeof(orders[0]) };

static cJSON *list_orders(bool is_of_seat, bool has_one, int selected)
{
	cJSON *list = cJSON_CreateArray();
	if (is_of_seat)
		page_option(list, "", "As my settings say", !has_one);
	for (size_t i = 0; i < ORDER_COUNT; i++)
		page_option(list, orders[i].value, orders[i].text,
		            has_one && orders[i].points == selected);
	return list;
}

cJSON *settings_orders(int selected)
{
	return list_orders(false, true, selected);
}

cJSON *settings_seat_orders(const struct seat_row *seat)
{
	return list_orders(true, seat->has_own_standing_order, seat->standing_order);
}

bool settings_find_order(const char *value, int *order)
{
	for (size_t i = 0; i < ORDER_COUNT; i++) {
		if (strcmp(orders[i].value, value) == 0)
			return *order = orders[i].points, true;
	}
	return false;
}

static void save_order(struct request *req, struct response *res)
{
	const char *value = request_field(req, "order"), *game_id = request_param(req, "id");
	int order = 0;
	if (!value || (*value && !settings_find_order(value, &order)))
		page_error(req, res, 422, "That is none of the standing orders.");
	else if (accounts_set_order(req->site->store, req->viewer.user.id, game_id,
	                            *value ? &order : NULL))
		response_see_other(res, "/g/%s", game_id);
	else
		page_not_found(req, res);
}

static void save_mute(struct request *req, struct response *res)
{
	const char *muted = request_field(req, "muted"), *game_id = request_param(req, "id");
	bool is_muted = muted && strcmp(muted, "1") == 0;
	if (!muted || (!is_muted && strcmp(muted, "0") != 0))
		page_error(req, res, 422, "A game is muted, 1, or not, 0.");
	else if (notices_mute(req->site->store, req->viewer.user.id, game_id, is_muted))
		response_see_other(res, "/g/%s?said=%s", game_id, is_muted ? "muted" : "unmuted");
	else
		page_not_found(req, res);
}

static const struct field_rule mute_form[] = {{"muted", 1}, {NULL, 0}};
static const struct field_rule order_form[] = {{"order", 20}, {NULL, 0}};

const struct route settings_seat_routes[] = {
	{METHOD_POST, "/g/:id/order", ACCESS_SESSION, save_order, order_form, 0},
	{METHOD_POST, "/g/:id/mute", ACCESS_SESSION, save_mute, mute_form, 0},
	{0},
};
