/* SPDX-License-Identifier: ISC */
/*
 * Verdicts: see verdict.h.
 */
#include "notify/verdict.h"

#include <string.h>

#include "app/clocks.h"
#include "base/clock.h"

static const char no_invitations[] = "this address wants no invitations";

static struct verdict nothing(const char *why)
{
	return (struct verdict){.what = VERDICT_NOTHING, .why = why};
}

static struct verdict letter_to(const char *address)
{
	struct verdict v = {.what = VERDICT_LETTER};
	memcpy(v.address, address, strlen(address) + 1);
	return v;
}

/* When it is that hour in the zone, the next time. */
static int64_t next_hour(struct zones *zones, const char *zone, int hour, int64_t now)
{
	int64_t until, wall = now + zone_offset(zones, zone, now, &until);
	int64_t day = wall - wall % DAY_S;
	int64_t then = day + (int64_t)hour * HOUR_S;
	if (then <= wall)
		then += DAY_S;
	/* The night between may change the offset, or leave that hour out: then it is the one after
	 * it. */
	int64_t at = then - (wall - now), again = then - zone_offset(zones, zone, at, &until);
	return again + zone_offset(zones, zone, again, &until) == then ? again : at;
}

/* When a line goes with the mail of the day: at the first such hour since it fell due. One that is
 * past by now, as the server was down or its clock put forward over it, is not waited for another
 * day, unless that day's mail is made already. */
static int64_t next_digest(struct db *db, struct zones *zones, const struct user *u, int hour,
                           int64_t due_at, int64_t now)
{
	int64_t at = next_hour(zones, u->zone, hour, due_at < now ? due_at : now);
	bool is_made = at <= now &&
	               notice_count(db, notice_traits[NOTICE_DIGEST].word, u->id, "", at) > 0;
	return is_made ? next_hour(zones, u->zone, hour, now) : at;
}

/* For an address that is no account's. */
static struct verdict of_address(struct db *db, const struct notice *n)
{
	if (!n->address[0])
		return nothing("it is for nobody");
	if (refusal_get(db, n->address))
		return nothing(no_invitations);
	return letter_to(n->address);
}

/* When the person's quiet hours end, or 0 outside of them; holidays are the clock's alone. */
static int64_t quiet_until(struct db *db, struct zones *zones, int64_t user_id, int64_t now)
{
	struct calendar c;
	if (!clocks_calendar_of(db, user_id, &c))
		return 0;
	c.holiday_count = 0;
	return calendar_rests_until(zones, &c, now);
}

struct verdict verdict_of(struct db *db, struct zones *zones, const struct notice *n, int64_t now)
{
	enum notice_kind kind = notice_kind_of(n->kind);
	struct user u;
	struct user_mail mail;
	char address[LIMIT_ADDRESS_BYTES + 1];
	if (kind == NOTICE_KINDS)
		return nothing("of no kind that is known");
	if (!n->user_id)
		return of_address(db, n);
	if (!user_get(db, n->user_id, &u) || u.is_deleted || !user_mail_get(db, n->user_id, &mail))
		return nothing("the account is gone");
	/* The first is told whatever else is chosen; the second was asked for just now. */
	if (kind == NOTICE_ADDRESS || kind == NOTICE_RECEIPT)
		return letter_to(n->address);
	if (mail.off == MAIL_UNWANTED)
		return nothing("mails are off");
	if (mail.off == MAIL_BOUNCED)
		return nothing("mails are off because they came back");
	if (!user_mail_address(db, n->user_id, address))
		return nothing("there is no address");
	if (kind == NOTICE_INVITATION && refusal_get(db, address))
		return nothing(no_invitations);
	enum notice_way way = notices_way(db, n->user_id, kind);
	if (way == WAY_OFF)
		return nothing("this kind is off");
	if (way == WAY_HOOK && hook_has_any_on(db, n->user_id))
		return nothing("this kind goes to webhooks alone");
	if (n->game_id[0] && seat_is_muted(db, n->game_id, n->user_id))
		return nothing("this game is muted");
	struct verdict v = {.what = VERDICT_LATER};
	if (kind == NOTICE_REMINDER && zones)
		v.at = quiet_until(db, zones, n->user_id, now);
	if (v.at)
		return v;
	if (way != WAY_DIGEST)
		return letter_to(address);
	v.what = VERDICT_DIGEST;
	if (zones)
		v.at = next_digest(db, zones, &u, mail.digest_hour, n->due_at, now);
	return v;
}

struct verdict verdict_of_hook(struct db *db, struct zones *zones, const struct notice *n,
                               int64_t now, struct hook *out)
{
	struct user u;
	enum notice_kind kind = notice_kind_of(n->kind);
	if (kind >= NOTICE_CHOICES && kind != NOTICE_TEST)
		return nothing("of no kind that is known");
	if (!user_get(db, n->user_id, &u) || u.is_deleted)
		return nothing("the account is gone");
	if (!hook_get(db, n->hook_id, out) || out->user_id != n->user_id)
		return nothing("the webhook was removed");
	if (!out->is_on)
		return nothing("the webhook is off");
	enum notice_way way = notices_way(db, n->user_id, kind);
	if (way != WAY_HOOK && way != WAY_BOTH)
		return nothing("this kind does not go to webhooks");
	if (n->game_id[0] && seat_is_muted(db, n->game_id, n->user_id))
		return nothing("this game is muted");
	struct verdict v = {.what = VERDICT_LATER};
	if (kind == NOTICE_REMINDER)
		v.at = quiet_until(db, zones, n->user_id, now);
	if (!v.at)
		v.what = VERDICT_LETTER;
	return v;
}
