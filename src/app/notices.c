/* SPDX-License-Identifier: ISC */
/*
 * Notices and choices: see notices.h.
 */
#include "app/notices.h"

#include "base/clock.h"
#include "store/hooks.h"
#include "store/people.h"
#include "store/replies.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* No mail comes a second time after so long. */
enum { KEPT_DAYS = 90, BOUNCES_DAYS = 30, REPLIES_DAYS = 30 };

const char *const notice_ways[WAY_COUNT] = {"mail", "both", "webhook", "digest", "off"};

const struct notice_trait notice_traits[NOTICE_KINDS] = {
	[NOTICE_YOUR_TURN] = {"your turn", "It is your turn", false, true, WAY_BOTH},
	[NOTICE_YOUR_WORD] = {"your word", "You may add a token", false, true, WAY_BOTH},
	[NOTICE_REMINDER] = {"reminder", "Your time is running out", false, false, WAY_BOTH},
	[NOTICE_CARETAKER] = {"caretaker", "A caretaker has played for you", true, true, WAY_BOTH},
	[NOTICE_STARTED] = {"started", "A game has started", true, true, WAY_BOTH},
	[NOTICE_GAME_OVER] = {"game over", "A game is over", true, true, WAY_BOTH},
	[NOTICE_INVITATION] = {"invitation", "Somebody invites you", true, true, WAY_BOTH},
	[NOTICE_MORE_TIME] = {"more time", "Somebody asks for more time", false, true, WAY_BOTH},
	[NOTICE_DIGEST] = {"digest", NULL, true, false, WAY_MAIL},
	[NOTICE_ADDRESS] = {"address", NULL, true, false, WAY_MAIL},
	[NOTICE_RECEIPT] = {"receipt", NULL, true, false, WAY_MAIL},
	[NOTICE_STRANGER] = {"stranger", NULL, true, false, WAY_MAIL},
	[NOTICE_SIGN_IN] = {"sign in", NULL, true, false, WAY_MAIL},
	[NOTICE_HOOK_FAILS] = {"webhook fails", NULL, true, false, WAY_MAIL},
	[NOTICE_TEST] = {"test", NULL, true, false, WAY_HOOK},
};

enum notice_kind notice_kind_of(const char *word)
{
	int kind = 0;
	while (kind < NOTICE_KINDS && strcmp(notice_traits[kind].word, word) != 0)
		kind++;
	return (enum notice_kind)kind;
}

/* ---- Rows ---- */

struct notice notices_new(enum notice_kind kind, int64_t now)
{
	const struct notice_trait *trait = &notice_traits[kind];
	struct notice n = {
		.lane = kind == NOTICE_SIGN_IN ? LANE_SIGN_IN : LANE_MAIL,
		.is_news = trait->is_news,
		.due_at = now,
		.created_at = now,
	};
	snprintf(n.kind, sizeof(n.kind), "%s", trait->word);
	return n;
}

void notices_add(struct db *db, const struct notice *n)
{
	struct hook hooks[HOOKS_MAX];
	size_t count = n->user_id ? hook_list(db, n->user_id, hooks, HOOKS_MAX) : 0;
	notice_add(db, n, NULL, 0);
	for (size_t i = 0; i < count; i++) {
		struct notice copy = *n;
		copy.lane = LANE_HOOK;
		copy.hook_id = hooks[i].id;
		if (hooks[i].is_on)
			notice_add(db, &copy, NULL, 0);
	}
}

void notices_tell(struct db *db, const struct play *p, enum notice_kind kind, unsigned seat,
                  int number, int64_t due_at, int64_t now)
{
	const struct seat_row *s = &p->seats[seat];
	if (play_is_automatic(p, seat))
		return;
	struct notice n = notices_new(kind, now);
	n.number = number;
	n.rev = p->row.rev;
	n.user_id = s->user_id;
	n.due_at = due_at;
	/* Who plays bots alone has begun the game by an act of their own. */
	int64_t acted_at = s->moved_at;
	if (!acted_at && !play_has_other_person(p, seat))
		acted_at = p->row.started_at;
	if (acted_at && acted_at + NOTICES_AFTER_MOVE_S > due_at)
		n.due_at = acted_at + NOTICES_AFTER_MOVE_S;
	memcpy(n.game_id, p->row.id, sizeof(n.game_id));
	notices_add(db, &n);
}

void notices_done(struct db *db, const struct play *p, unsigned seat, int64_t now)
{
	int64_t user_id = p->seats[seat].user_id;
	if (user_id) /* a bot was asked for nothing */
		notice_cancel(db, p->row.id, user_id, NULL, now);
}

void notices_void(struct db *db, const struct play *p, enum notice_kind kind, int64_t now)
{
	notice_cancel(db, p->row.id, 0, notice_traits[kind].word, now);
}

/* ---- Choices ---- */

/* WAY_COUNT for a word that is none. */
static enum notice_way read_way(const char *word)
{
	int way = 0;
	while (way < WAY_COUNT && strcmp(notice_ways[way], word) != 0)
		way++;
	return (enum notice_way)way;
}

enum notice_way notices_way(struct db *db, int64_t user_id, enum notice_kind kind)
{
	char word[CHOICE_WAY_BYTES];
	const struct notice_trait *trait = &notice_traits[kind];
	if (kind >= NOTICE_CHOICES || !choice_get(db, user_id, trait->word, word))
		return trait->usual;
	enum notice_way way = read_way(word);
	return way == WAY_COUNT || (way == WAY_DIGEST && !trait->may_digest) ? trait->usual : way;
}

unsigned notices_unreached(struct db *db, const char *game_id)
{
	return seats_unreached(db, game_id, notice_traits[NOTICE_YOUR_TURN].word);
}

bool notices_may_invite(struct db *db, const char *address)
{
	struct address a;
	struct user_mail mail;
	char to[LIMIT_ADDRESS_BYTES + 1];
	if (refusal_get(db, address))
		return false;
	if (!address_get(db, address, &a))
		return true;
	return user_mail_get(db, a.user_id, &mail) && mail.off == MAIL_ON &&
	       notices_way(db, a.user_id, NOTICE_INVITATION) != WAY_OFF &&
	       user_mail_address(db, a.user_id, to) && !refusal_get(db, to);
}

void notices_choices(struct db *db, int64_t user_id, struct notice_choices *out)
{
	struct user_mail mail = {0};
	user_mail_get(db, user_id, &mail);
	for (int kind = 0; kind < NOTICE_CHOICES; kind++)
		out->ways[kind] = notices_way(db, user_id, (enum notice_kind)kind);
	memcpy(out->address, mail.address, sizeof(out->address));
	out->digest_hour = mail.digest_hour;
}

/* What a job here works on. */
struct change {
	int64_t user_id, now;
	const struct notice_choices *choices;
	const char *game_id, *address;
	bool is_on;
};

static bool is_address_of(struct db *db, int64_t user_id, const char *address)
{
	struct address a;
	return address_get(db, address, &a) && a.user_id == user_id;
}

void notices_address_was(struct db *db, int64_t user_id, const char *before)
{
	struct user_mail mail;
	char address[LIMIT_ADDRESS_BYTES + 1] = "";
	user_mail_address(db, user_id, address);
	if (strcmp(address, before) == 0 || !user_mail_get(db, user_id, &mail))
		return;
	mail.bounced_at = 0;
	mail.off = mail.off == MAIL_BOUNCED ? MAIL_ON : mail.off;
	user_mail_update(db, user_id, &mail);
}

static int choose(struct db *db, void *context)
{
	const struct change *c = context;
	const struct notice_choices *choices = c->choices;
	struct user_mail mail;
	char before[LIMIT_ADDRESS_BYTES + 1] = "";
	if (!user_mail_get(db, c->user_id, &mail) ||
	    (choices->address[0] && !is_address_of(db, c->user_id, choices->address)))
		return 1;
	for (int kind = 0; kind < NOTICE_CHOICES; kind++) {
		if (choices->ways[kind] == WAY_DIGEST && !notice_traits[kind].may_digest)
			return 1;
		choice_put(db, c->user_id, notice_traits[kind].word,
		           notice_ways[choices->ways[kind]]);
	}
	user_mail_address(db, c->user_id, before);
	memcpy(mail.address, choices->address, sizeof(mail.address));
	mail.digest_hour = choices->digest_hour;
	user_mail_update(db, c->user_id, &mail);
	notices_address_was(db, c->user_id, before);
	return 0;
}

bool notices_choose(struct store *store, int64_t user_id, const struct notice_choices *choices)
{
	struct change c = {.user_id = user_id, .choices = choices};
	bool is_good = choices->digest_hour >= 0 && choices->digest_hour < 24;
	for (int kind = 0; kind < NOTICE_CHOICES; kind++)
		is_good &= (unsigned)choices->ways[kind] < WAY_COUNT;
	return is_good && store_write(store, choose, &c) == STORE_OK;
}

static int switch_mails(struct db *db, void *context)
{
	const struct change *c = context;
	struct user_mail mail;
	if (!user_mail_get(db, c->user_id, &mail))
		return 1;
	mail.off = c->is_on ? MAIL_ON : MAIL_UNWANTED;
	mail.bounced_at = 0;
	user_mail_update(db, c->user_id, &mail);
	return 0;
}

bool notices_switch(struct store *store, int64_t user_id, bool is_on)
{
	struct change c = {.user_id = user_id, .is_on = is_on};
	return store_write(store, switch_mails, &c) == STORE_OK;
}

static int mute(struct db *db, void *context)
{
	const struct change *c = context;
	return seat_mute(db, c->game_id, c->user_id, !c->is_on) ? 0 : 1;
}

bool notices_mute(struct store *store, int64_t user_id, const char *game_id, bool is_muted)
{
	struct change c = {.user_id = user_id, .game_id = game_id, .is_on = !is_muted};
	return store_write(store, mute, &c) == STORE_OK;
}

static int refuse(struct db *db, void *context)
{
	const struct change *c = context;
	if (c->is_on)
		refusal_delete(db, c->address);
	else
		refusal_put(db, c->address, c->now);
	return 0;
}

bool notices_refuse(struct store *store, const char *address, bool is_refused, int64_t now)
{
	struct change c = {.address = address, .is_on = !is_refused, .now = now};
	return store_write(store, refuse, &c) == STORE_OK;
}

static int renew_feed(struct db *db, void *context)
{
	const struct change *c = context;
	struct user_mail mail;
	if (!user_mail_get(db, c->user_id, &mail))
		return 1;
	mail.feed_number++;
	user_mail_update(db, c->user_id, &mail);
	return 0;
}

bool notices_renew_feed(struct store *store, int64_t user_id)
{
	struct change c = {.user_id = user_id};
	return store_write(store, renew_feed, &c) == STORE_OK;
}

void notices_bounced(struct db *db, int64_t user_id, const char *address, int64_t now)
{
	struct user_mail mail;
	char current[LIMIT_ADDRESS_BYTES + 1];
	/* One that is not in use any more says nothing of where mails go now. */
	if (!user_mail_get(db, user_id, &mail) || !user_mail_address(db, user_id, current) ||
	    strcmp(current, address) != 0)
		return;
	int64_t since = now - mail.bounced_at;
	bool is_first = !mail.bounced_at || since > (int64_t)BOUNCES_DAYS * DAY_S;
	if (!is_first && since < DAY_S)
		return;
	if (!is_first && mail.off == MAIL_ON)
		mail.off = MAIL_BOUNCED;
	mail.bounced_at = now;
	user_mail_update(db, user_id, &mail);
}

/* ---- Tidying ---- */

static int tidy(struct db *db, void *context)
{
	struct change *c = context;
	notice_forget_bytes(db, c->now - 2 * HOUR_S); /* no grace is longer than one */
	/* On as long as there may be more. */
	c->is_on = notice_delete_old(db, c->now - (int64_t)KEPT_DAYS * DAY_S) > 0 ||
	           reply_delete_old(db, c->now - (int64_t)REPLIES_DAYS * DAY_S) > 0;
	return 0;
}

void notices_tidy(struct store *store, int64_t now)
{
	struct change c = {.now = now, .is_on = true};
	while (c.is_on && store_write(store, tidy, &c) == STORE_OK)
		;
}
