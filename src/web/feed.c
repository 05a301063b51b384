/* SPDX-License-Identifier: ISC */
/*
 * Somebody's deadlines for their own calendar (RFC 5545): an event at the end of each clock of
 * theirs that runs. The address is a secret of one person; it reads and does nothing else, and is
 * renewed in the settings. What stands in lines, and how they are folded and escaped, is libical's.
 *
 * The bytes follow from the games alone, no time of asking is among them, so a calendar program
 * that asks each hour is mostly told that nothing is new.
 */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/mail_secrets.h"
#include "app/notices.h"
#include "base/hash.h"
#include "base/hex.h"
#include "store/cards.h"
#include "web/families.h"
#include "web/page.h"
#include "web/site.h"

enum { EVENTS_MAX = 200 };

struct feed {
	const struct site *site;
	int64_t user_id;
	icalcomponent *calendar;
	size_t looked_at; /* games */
};

static struct icaltimetype utc(int64_t at)
{
	return icaltime_from_timet_with_zone((time_t)at, 0, icaltimezone_get_utc_timezone());
}

/* The same from one asking to the next, whatever the deadline: for game and seat. */
static void make_uid(const struct feed *f, const struct game_card *card, int seat, struct text *out)
{
	const char *host = strstr(f->site->config->base_url, "://") + 3;
	text_printf(out, "%s.%d@%.*s", card->game.id, seat, (int)strcspn(host, ":/"), host);
}

static void add_event(struct feed *f, const struct game_card *card, const struct seat_row *s)
{
	char path[GAME_ID_LEN + 16];
	struct text uid, url, summary;
	text_init(&uid, 1024);
	text_init(&url, 1024);
	text_init(&summary, 1024);
	make_uid(f, card, s->seat, &uid);
	snprintf(path, sizeof(path), "/g/%s#here", card->game.id);
	site_url(f->site, &url, path);
	text_printf(&summary, "Your turn ends: %s", card->game.name);
	/* No later than what it tells of, and no other when it is asked for again. */
	struct icaltimetype stamp = utc(card->game.started_at);
	icalcomponent *event = icalcomponent_vanew(
		ICAL_VEVENT_COMPONENT, icalproperty_new_uid(text_string(&uid)),
		icalproperty_new_dtstamp(stamp), icalproperty_new_dtstart(utc(s->deadline_at)),
		icalproperty_new_summary(text_string(&summary)),
		icalproperty_new_url(text_string(&url)),
		icalproperty_new_sequence((int)card->game.rev),
		icalproperty_new_transp(ICAL_TRANSP_TRANSPARENT), NULL);
	icalcomponent_add_component(f->calendar, event);
	text_release(&uid);
	text_release(&url);
	text_release(&summary);
}

static bool take_card(void *context, const struct game_card *card)
{
	struct feed *f = context;
	for (size_t i = 0; i < card->seat_count; i++) {
		const struct seat_row *s = &card->seats[i];
		if (s->user_id == f->user_id && s->is_awaited && s->deadline_at)
			add_event(f, card, s);
	}
	return ++f->looked_at < EVENTS_MAX;
}

static icalcomponent *new_calendar(const struct site *site)
{
	icalcomponent *c =
		icalcomponent_vanew(ICAL_VCALENDAR_COMPONENT, icalproperty_new_version("2.0"),
	                            icalproperty_new_prodid("-//Slow Safari//deadlines//EN"), NULL);
	/* Most programs know the older one alone (RFC 7986 has the other). */
	icalproperty *name = icalproperty_new_x(site->config->site_name);
	icalproperty_set_x_name(name, "X-WR-CALNAME");
	icalcomponent_add_property(c, name);
	icalcomponent_add_property(c, icalproperty_new_name(site->config->site_name));
	return c;
}

/* A calendar has at least one component (RFC 5545, 3.6), and some programs refuse one without. The
 * zone UTC is one that shows nothing. */
static void add_zone(icalcomponent *calendar)
{
	icalcomponent *standard = icalcomponent_vanew(
		ICAL_XSTANDARD_COMPONENT,
		icalproperty_new_dtstart(icaltime_from_string("19700101T000000")),
		icalproperty_new_tzoffsetfrom(0), icalproperty_new_tzoffsetto(0), NULL);
	icalcomponent_add_component(calendar, icalcomponent_vanew(ICAL_VTIMEZONE_COMPONENT,
	                                                          icalproperty_new_tzid("UTC"),
	                                                          standard, NULL));
}

/* Whose feed it is, or 0. */
static int64_t find_user(struct request *req)
{
	const char *token = request_param(req, "feed");
	int64_t user_id;
	struct user u;
	struct user_mail mail;
	struct db *db = request_db(req);
	if (mail_secrets_read_feed(token, &user_id) && user_get(db, user_id, &u) && !u.is_deleted &&
	    user_mail_get(db, user_id, &mail) &&
	    mail_secrets_is_feed(req->site->secrets, token, user_id, mail.feed_number))
		return user_id;
	return 0;
}

static void send_feed(struct request *req, struct response *res)
{
	struct feed f = {.site = req->site, .user_id = find_user(req)};
	unsigned char hash[HASH_BYTES];
	if (!f.user_id) {
		page_error(req, res, 404, "There is no such calendar, or its address was renewed.");
		return;
	}
	f.calendar = new_calendar(req->site);
	game_cards_awaiting(request_db(req), f.user_id,
	                    &(struct card_taker){.take = take_card, .context = &f});
	if (icalcomponent_count_components(f.calendar, ICAL_ANY_COMPONENT) == 0)
		add_zone(f.calendar);
	char *bytes = icalcomponent_as_ical_string_r(f.calendar);
	text_add(&res->body, bytes);
	icalmemory_free_buffer(bytes);
	icalcomponent_free(f.calendar);
	res->type = "text/calendar; charset=utf-8";
	res->cache = CACHE_REVALIDATE;
	hash_sha256(hash, res->body.data, res->body.len);
	hex_format(res->etag, hash, 16);
}

const struct route feed_routes[] = {
	{METHOD_GET, "/feed/:feed", ACCESS_SECRET, send_feed, NULL, 0},
	{0},
};
