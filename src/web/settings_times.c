/* SPDX-License-Identifier: ISC */
/*
 * Settings of somebody's times (A4, T1): the zone, and when their clocks stand still.
 */
#include <stdio.h>
#include <string.h>

#include "app/clocks.h"
#include "app/mail_secrets.h"
#include "app/notices.h"
#include "app/times.h"
#include "base/number.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

/* ---- The zone ---- */

/* A zone by its place: "America/Argentina/Buenos_Aires" is "Argentina, Buenos Aires" of America. */
static void add_zone(cJSON *zones, const char *name, const char *place, bool is_selected)
{
	struct text words;
	text_init(&words, 2 * LIMIT_ZONE_BYTES);
	for (const char *c = place; *c; c++)
		text_add(&words, *c == '/' ? ", " : *c == '_' ? " " : (char[2]){*c, '\0'});
	page_option(zones, name, text_string(&words), is_selected);
	text_release(&words);
}

static cJSON *add_area(cJSON *areas, const char *name, size_t len)
{
	cJSON *area = cJSON_CreateObject();
	char words[LIMIT_ZONE_BYTES + 1];
	snprintf(words, sizeof(words), "%.*s", (int)len, name);
	cJSON_AddStringToObject(area, "area", words);
	cJSON_AddItemToArray(areas, area);
	return cJSON_AddArrayToObject(area, "zones");
}

void settings_add_zones(const struct request *req, cJSON *view, const char *chosen)
{
	const char *const *names, *before = "";
	size_t count = zones_list(req->site->zones, &names), before_len = 0;
	cJSON *areas = cJSON_AddArrayToObject(view, "areas"), *zones = NULL;
	bool is_found = false;
	for (size_t i = 0; i < count; i++) {
		size_t len = strcspn(names[i], "/");
		if (!zones || len != before_len || strncmp(names[i], before, len) != 0)
			zones = add_area(areas, names[i], len);
		before = names[i];
		before_len = len;
		is_found = is_found || strcmp(names[i], chosen) == 0;
		add_zone(zones, names[i], names[i][len] ? names[i] + len + 1 : names[i],
		         strcmp(names[i], chosen) == 0);
	}
	if (!is_found)
		cJSON_AddStringToObject(view, "other_zone", chosen);
}

/* ---- Quiet hours and holidays ---- */

enum { TIME_TEXT = 6 }; /* "22:00" */

static void format_time(int minutes, char out[TIME_TEXT])
{
	snprintf(out, TIME_TEXT, "%02u:%02u", (unsigned)minutes / 60 % 24, (unsigned)minutes % 60);
}

/* "22:00", as fields of type time send it. */
static bool parse_time(const char *text, int *minutes)
{
	char hour[3] = "", minute[3] = "";
	int64_t h, m;
	if (strlen(text) != TIME_TEXT - 1 || text[2] != ':')
		return false;
	memcpy(hour, text, 2);
	memcpy(minute, text + 3, 2);
	if (!number_parse(hour, 0, 23, &h) || !number_parse(minute, 0, 59, &m))
		return false;
	return *minutes = (int)(60 * h + m), true;
}

static void add_quiet(cJSON *view, const struct calendar *c)
{
	char from[TIME_TEXT] = "", to[TIME_TEXT] = "";
	if (c->quiet_from != c->quiet_to) {
		format_time(c->quiet_from, from);
		format_time(c->quiet_to, to);
	}
	cJSON_AddStringToObject(view, "quiet_from", from);
	cJSON_AddStringToObject(view, "quiet_to", to);
}

static void add_holiday(cJSON *list, const struct calendar_days *days, int32_t today)
{
	char first[CALENDAR_DAY_TEXT], last[CALENDAR_DAY_TEXT], words[2][CALENDAR_DAY_WORDS],
		text[2 * CALENDAR_DAY_WORDS + 4];
	cJSON *holiday = cJSON_CreateObject();
	calendar_day_format(days->first, first);
	calendar_day_format(days->last, last);
	calendar_day_words(days->first, words[0]);
	calendar_day_words(days->last, words[1]);
	if (days->first == days->last)
		snprintf(text, sizeof(text), "%s", words[0]);
	else
		snprintf(text, sizeof(text), "%s to %s", words[0], words[1]);
	cJSON_AddStringToObject(holiday, "first", first);
	cJSON_AddStringToObject(holiday, "last", last);
	cJSON_AddStringToObject(holiday, "text", text);
	cJSON_AddBoolToObject(holiday, "is_on", days->first <= today);
	cJSON_AddBoolToObject(holiday, "can_remove", days->last > today);
	cJSON_AddItemToArray(list, holiday);
}

static void add_holidays(cJSON *view, const struct calendar *c, int32_t today)
{
	char text[CALENDAR_DAY_TEXT], number[12];
	int64_t year = 0;
	cJSON *list = cJSON_AddArrayToObject(view, "holidays");
	for (size_t i = 0; i < c->holiday_count; i++) {
		if (c->holidays[i].last >= today)
			add_holiday(list, &c->holidays[i], today);
	}
	calendar_day_format(today, text);
	cJSON_AddStringToObject(view, "today", text);
	text[4] = '\0';
	number_parse(text, 0, 9999, &year);
	cJSON *years = cJSON_AddArrayToObject(view, "years");
	for (int y = (int)year; y < year + 2; y++) {
		int left = CALENDAR_DAYS_A_YEAR - calendar_days_in(c, y);
		cJSON *item = cJSON_CreateObject();
		snprintf(number, sizeof(number), "%d", y);
		cJSON_AddStringToObject(item, "year", number);
		snprintf(number, sizeof(number), "%d", left);
		cJSON_AddStringToObject(item, "left", number);
		cJSON_AddItemToArray(years, item);
	}
}

/* ---- The page ---- */

/* For calendar programs of one's own. */
static void add_feed(struct request *req, cJSON *view)
{
	char token[MAIL_TOKEN_BYTES], path[MAIL_TOKEN_BYTES + 8];
	struct user_mail mail;
	struct text url;
	if (req->viewer.user.is_guest ||
	    !user_mail_get(request_db(req), req->viewer.user.id, &mail))
		return;
	mail_secrets_feed(req->site->secrets, req->viewer.user.id, mail.feed_number, token);
	snprintf(path, sizeof(path), "/feed/%s", token);
	text_init(&url, LIMIT_TARGET_BYTES);
	site_url(req->site, &url, path);
	cJSON_AddStringToObject(view, "feed", text_string(&url));
	text_clear(&url);
	text_printf(&url, "webcal%s%s", strstr(req->site->config->base_url, "://"), path);
	cJSON_AddStringToObject(view, "feed_webcal", text_string(&url));
	text_release(&url);
}

static cJSON *times_view(struct request *req)
{
	struct calendar c = {.holiday_count = 0};
	cJSON *view = cJSON_CreateObject();
	clocks_calendar_of(request_db(req), req->viewer.user.id, &c);
	cJSON_AddStringToObject(view, "title", "Times");
	cJSON_AddStringToObject(view, "zone", c.zone);
	if (!req->wants_json)
		settings_add_zones(req, view, c.zone);
	add_quiet(view, &c);
	add_holidays(view, &c, calendar_day_at(req->site->zones, &c, req->now));
	add_feed(req, view);
	settings_say_done(req, view);
	return view;
}

static void show_times(struct request *req, struct response *res)
{
	page_answer(req, res, "settings_times", times_view(req));
}

static void refuse(struct request *req, struct response *res, const char *sentence)
{
	page_refuse(req, res, 422, sentence, "settings_times", times_view(req));
}

static void change(struct request *req, struct response *res, const struct times_change *change)
{
	enum calendar_status why = CALENDAR_OK;
	enum times_status status = times_change(req->site->store, req->site->zones,
	                                        req->viewer.user.id, change, req->now, &why);
	if (status == TIMES_REFUSED)
		refuse(req, res, calendar_sentence(why));
	else if (status == TIMES_IS_PAST)
		refuse(req, res,
		       "A holiday that has begun can't be changed any more, nor can one begin "
		       "before today.");
	else
		settings_go_on(req, res, status == TIMES_OK, "/settings/times", "saved");
}

/* ---- Changes ---- */

/* What is not sent stays as it is. */
static void save(struct request *req, struct response *res)
{
	struct times_change c = {.does = TIMES_SETS, .zone = request_field(req, "zone")};
	const char *from = request_field(req, "quiet_from"), *to = request_field(req, "quiet_to");
	c.sets_quiet = from || to;
	bool has_quiet = from && to && (*from || *to);
	if (c.sets_quiet && (!from || !to))
		refuse(req, res, "Quiet hours have a beginning and an end.");
	else if (has_quiet && (!parse_time(from, &c.quiet_from) || !parse_time(to, &c.quiet_to)))
		refuse(req, res,
		       "Quiet hours have a beginning and an end, such as 22:00 and 07:00.");
	else if (has_quiet && c.quiet_from == c.quiet_to)
		refuse(req, res, calendar_sentence(CALENDAR_QUIET_TOO_LONG));
	else
		change(req, res, &c);
}

static void change_holiday(struct request *req, struct response *res, enum times_does does)
{
	struct times_change c = {.does = (uint8_t)does};
	const char *first = request_field(req, "first"), *last = request_field(req, "last");
	if (!first || !last || calendar_day_parse(first, &c.first) ||
	    calendar_day_parse(last, &c.last))
		refuse(req, res, "A holiday has a first and a last day, such as 2026-12-24.");
	else
		change(req, res, &c);
}

static void add_days(struct request *req, struct response *res)
{
	change_holiday(req, res, TIMES_TAKES);
}

static void remove_days(struct request *req, struct response *res)
{
	change_holiday(req, res, TIMES_GIVES_BACK);
}

static void renew_feed(struct request *req, struct response *res)
{
	settings_go_on(req, res, notices_renew_feed(req->site->store, req->viewer.user.id),
	               "/settings/times", "renewed");
}

static const struct field_rule times_form[] = {
	{"zone", LIMIT_ZONE_BYTES}, {"quiet_from", 8}, {"quiet_to", 8}, {NULL, 0}};
static const struct field_rule days_form[] = {{"first", 10}, {"last", 10}, {NULL, 0}};

const struct route settings_times_routes[] = {
	{METHOD_GET, "/settings/times", ACCESS_SESSION, show_times, settings_query, 0},
	{METHOD_POST, "/settings/times", ACCESS_SESSION, save, times_form, 0},
	{METHOD_POST, "/settings/times/feed", ACCESS_SESSION, renew_feed, NULL, 0},
	{METHOD_POST, "/settings/times/holiday", ACCESS_SESSION, add_days, days_form, 0},
	{METHOD_POST, "/settings/times/holiday/remove", ACCESS_SESSION, remove_days, days_form, 0},
	{0},
};
