/* SPDX-License-Identifier: ISC */
/*
 * Mails that come in: see inbox.h.
 */
#include "notify/inbox.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "app/answer.h"
#include "app/autoplay.h"
#include "app/clocks.h"
#include "app/names.h"
#include "app/notices.h"
#include "app/times.h"
#include "app/turn.h"
#include "base/log.h"
#include "base/number.h"
#include "notify/incoming.h"
#include "store/replies.h"

/* One mail under way. */
struct errand {
	const struct inbox *in;
	struct incoming mail;
	int64_t now, rev, user_id; /* of the secret */
	struct reply reply;
	int64_t answer_rev; /* of the game that the answer tells of */
};

static void say(struct errand *e, enum reply_outcome outcome, const char *detail)
{
	e->reply.outcome = (uint8_t)outcome;
	snprintf(e->reply.detail, sizeof(e->reply.detail), "%s", detail);
}

/* ---- A turn or a word ---- */

static void say_turn(struct errand *e, const struct turn *t)
{
	switch (t->status) {
	case TURN_DONE:
		turn_text(t->entries, t->count, e->reply.said);
		say(e, REPLY_DONE, "");
		e->answer_rev = t->rev;
		break;
	case TURN_ALREADY_DONE:
		say(e, REPLY_ALREADY, "");
		break;
	case TURN_REFUSED:
		say(e, REPLY_REFUSED, refusal_sentence(t->refusal));
		break;
	case TURN_UNFINISHED:
		say(e, REPLY_REFUSED,
		    "Tokens are drawn within that turn: leave out what comes after it.");
		break;
	case TURN_RESIGNED:
	case TURN_NOT_RUNNING:
	case TURN_NOT_SEATED:
		say(e, REPLY_OVER, turn_sentence(t->status));
		break;
	case TURN_MOVED_ON:
	case TURN_TAKEN_BACK:
	case TURN_TOO_LATE:
	case TURN_TOO_EARLY:
	case TURN_NO_CLOCK:
	case TURN_NO_MORE_TIME:
	case TURN_NOT_FOUND:
	case TURN_FAILED:
	case TURN_STATUS_COUNT:
		say(e, REPLY_OVER, "");
		break;
	}
}

/* False when the database failed. */
static bool submit(struct errand *e, const struct answer *a)
{
	struct turn t = {.game_id = e->reply.game_id,
	                 .user_id = e->user_id,
	                 .base_rev = e->rev,
	                 .now = e->now,
	                 .count = a->count};
	memcpy(t.entries, a->entries, sizeof(t.entries));
	turn_submit(e->in->store, e->in->sets, &t);
	if (t.status == TURN_FAILED)
		return false;
	say_turn(e, &t);
	if (t.is_autoplay_due)
		autoplay_run(e->in->store, e->in->sets, e->reply.game_id, e->now, AUTOPLAY_ALL);
	return true;
}

/* The game as the secret's mail has shown it; false when it cannot be read. */
static bool go_back(const struct errand *e, struct play *p)
{
	struct db *db = store_read(e->in->store);
	long upto = play_count_moves(p, e->rev);
	enum play_status status = PLAY_OK;
	if (upto < (long)p->move_count)
		status = play_replay(db, e->in->sets, e->reply.game_id, upto, NULL, p);
	store_read_done(e->in->store, db);
	return status == PLAY_OK;
}

/* p is the game as it is now. */
static bool choose(struct errand *e, struct play *p, int seat)
{
	static const char no_number[] = "There is no such number or letter in the list.";
	struct answer a = {.count = 0};
	bool is_put = turn_is_put(p, e->rev, seat);
	enum answer_status status = ANSWER_NONE;
	if (go_back(e, p))
		status = answer_read(&p->set->ts, &p->game, (unsigned)seat, e->mail.first_line, &a);
	snprintf(e->reply.said, sizeof(e->reply.said), "%s", a.line);
	if (status == ANSWER_READ)
		return submit(e, &a);
	if (!is_put) {
		say(e, REPLY_OVER, "");
		return true;
	}
	/* The answer shows the list by which it was read. */
	e->answer_rev = e->rev;
	switch (status) {
	case ANSWER_READ:
		break;
	case ANSWER_NEEDS_MORE:
		say(e, REPLY_UNFINISHED, "");
		break;
	case ANSWER_NO_NUMBER:
		say(e, REPLY_UNCLEAR, no_number);
		break;
	case ANSWER_REFUSED:
		say(e, REPLY_REFUSED, refusal_sentence(a.refusal));
		break;
	case ANSWER_NONE:
		say(e, REPLY_UNCLEAR, "");
		break;
	}
	return true;
}

/* ---- Other lines ---- */

/* "away 3d", "away 3 days"; 0 for what is none. */
static int64_t days_of(const char *line)
{
	char number[8] = "";
	int64_t days;
	if (strncasecmp(line, "away ", 5) != 0)
		return 0;
	line += 5;
	size_t len = strspn(line, "0123456789");
	if (len >= sizeof(number))
		return 0;
	memcpy(number, line, len);
	const char *unit = line + len + strspn(line + len, " ");
	bool is_days = !*unit || strcasecmp(unit, "d") == 0 || strcasecmp(unit, "day") == 0 ||
	               strcasecmp(unit, "days") == 0;
	return is_days && number_parse(number, 1, 999, &days) ? days : 0;
}

/* False when the database failed. p is the game as it is now: with a secret that has had its answer
 * nobody sends a player on holiday. */
static bool take_holiday(struct errand *e, struct play *p, int seat, int64_t days)
{
	static const char is_over[] =
		"What that mail asked was answered or taken back since, so no holiday is noted. "
		"Answer a newer mail of the game, or take it in the settings.";
	struct calendar c = {.holiday_count = 0};
	enum calendar_status why;
	char last[CALENDAR_DAY_WORDS], detail[LIMIT_REPLY_DETAIL_BYTES + 1];
	if (!turn_is_put(p, e->rev, seat) && go_back(e, p) &&
	    play_awaits_choice(p, (unsigned)seat)) {
		say(e, REPLY_OVER, is_over);
		return true;
	}
	struct db *db = store_read(e->in->store);
	clocks_calendar_of(db, e->user_id, &c);
	store_read_done(e->in->store, db);
	int32_t today = calendar_day_at(e->in->sets->zones, &c, e->now);
	struct times_change change = {
		.does = TIMES_TAKES, .first = today, .last = today + (int32_t)days - 1};
	switch (times_change(e->in->store, e->in->sets->zones, e->user_id, &change, e->now, &why)) {
	case TIMES_OK:
		calendar_day_words(change.last, last);
		snprintf(detail, sizeof(detail),
		         "Your clocks stand still from today to the end of %s.", last);
		say(e, REPLY_AWAY, detail);
		return true;
	case TIMES_REFUSED:
		say(e, REPLY_NOT_AWAY, calendar_sentence(why));
		return true;
	case TIMES_IS_PAST:
		say(e, REPLY_NOT_AWAY, "A holiday begins today at the earliest.");
		return true;
	case TIMES_FAILED:
		break;
	}
	return false;
}

/* Commands move nothing, so they may be put as questions: "status?". */
static bool is_command(const char *line, const char *word)
{
	size_t len = strlen(word);
	return strncasecmp(line, word, len) == 0 && line[len + strspn(line + len, " ?")] == '\0';
}

/* Does what the first line says. False when the database failed. */
static bool obey(struct errand *e, struct play *p, int seat)
{
	char line[LIMIT_FIRST_LINE_BYTES + 1];
	answer_clean(e->mail.first_line, line);
	memcpy(e->reply.said, line, sizeof(line));
	int64_t days = days_of(line);
	e->answer_rev = p->row.rev;
	if (is_command(line, "status"))
		say(e, REPLY_STATUS, "");
	else if (is_command(line, "help") || is_command(line, "?"))
		say(e, REPLY_HELP, "");
	else if (is_command(line, "resign"))
		say(e, REPLY_RESIGN, "");
	else if (days)
		return take_holiday(e, p, seat, days);
	else
		return choose(e, p, seat);
	return true;
}

/* ---- Whose it is ---- */

/* The first of its recipients that is a secret of a game. */
static bool find_secret(struct errand *e)
{
	const struct incoming *m = &e->mail;
	for (size_t i = 0; i < m->recipient_count; i++) {
		if (mail_secrets_read_reply(e->in->secrets, m->recipients[i], e->reply.game_id,
		                            &e->rev, &e->user_id))
			return true;
	}
	return false;
}

/* What makes it the same mail as another one: the secret's address as we write it, whatever became
 * of its case on this mail's way. */
static void name_mail(struct errand *e, const char *bytes, size_t len)
{
	char address[LIMIT_ADDRESS_BYTES + 1];
	struct text name;
	mail_secrets_reply(e->in->secrets, e->in->config->mail_from, e->reply.game_id, e->rev,
	                   e->user_id, address);
	text_init(&name, 4 * LIMIT_ADDRESS_BYTES + LIMIT_INCOMING_ID_BYTES + HASH_HEX);
	text_printf(&name, "%s %s ", address, e->mail.sender);
	if (e->mail.message_id[0]) {
		text_add(&name, e->mail.message_id);
	} else {
		char hex[HASH_HEX];
		hash_sha256_hex(hex, bytes, len);
		text_add(&name, hex);
	}
	hash_sha256(e->reply.hash, name.data, name.len);
	text_release(&name);
}

/* Our own address, with or without something behind a +. */
static bool is_from_us(const struct errand *e)
{
	char from[LIMIT_ADDRESS_BYTES + 1];
	const char *sender = e->mail.sender, *at = strchr(sender, '@');
	if (!at || !address_normalise(e->in->config->mail_from, from))
		return false;
	size_t own = (size_t)(strchr(from, '@') - from);
	return strncmp(sender, from, own) == 0 && (sender[own] == '+' || sender[own] == '@') &&
	       strcmp(at, from + own) == 0;
}

/* ---- The answer ---- */

static bool is_too_many(struct db *db, const struct errand *e)
{
	const struct reply *r = &e->reply;
	unsigned in_day = reply_count(db, r, e->now - DAY_S);
	switch (reply_sort_of(r->outcome)) {
	case REPLY_SORT_STRANGER:
		return in_day >= LIMIT_REPLIES_TO_STRANGERS;
	case REPLY_SORT_IDLE:
		return in_day >= LIMIT_REPLIES_TO_IDLE;
	case REPLY_SORT_USEFUL:
		break;
	}
	return in_day >= LIMIT_REPLIES_A_DAY ||
	       reply_count(db, r, e->now - HOUR_S) >= LIMIT_REPLIES_AN_HOUR;
}

/* The reply, and the notice of its answer. */
static int keep(struct db *db, void *context)
{
	struct errand *e = context;
	bool is_stranger = e->reply.outcome == REPLY_STRANGER;
	struct notice n = notices_new(is_stranger ? NOTICE_STRANGER : NOTICE_RECEIPT, e->now);
	e->reply.is_answered = !is_too_many(db, e);
	e->reply.id = reply_insert(db, &e->reply);
	if (!e->reply.id || !e->reply.is_answered)
		return 0;
	n.number = (int)e->reply.id;
	memcpy(n.address, e->reply.sender, sizeof(n.address));
	if (!is_stranger) {
		n.user_id = e->user_id;
		n.rev = e->answer_rev;
		memcpy(n.game_id, e->reply.game_id, sizeof(n.game_id));
	}
	notice_add(db, &n, NULL, 0);
	return 0;
}

/* ---- The way of a mail ---- */

/* Reads what is known of its player. False for nobody, or who has no such seat. */
static bool find_player(struct errand *e, struct play *p, int *seat, bool *is_sender,
                        bool *is_known)
{
	struct user user;
	struct address a;
	struct db *db = store_read(e->in->store);
	*is_known = reply_is_known(db, e->reply.hash);
	*is_sender = address_get(db, e->mail.sender, &a) && a.user_id == e->user_id;
	bool is_there = user_get(db, e->user_id, &user) && !user.is_deleted &&
	                play_load(db, e->in->sets, e->reply.game_id, p) == PLAY_OK &&
	                (p->row.state == GAME_RUNNING || p->row.state == GAME_OVER);
	*seat = is_there ? play_seat_of(p, e->user_id) : -1;
	return store_read_done(e->in->store, db) && *seat >= 0;
}

static enum inbox_fate done(const struct errand *e, enum inbox_fate fate, const char *how)
{
	log_event("mail-in", "%s%s%s", e->reply.game_id, e->reply.game_id[0] ? ": " : "", how);
	return fate;
}

static enum inbox_fate take_reply(struct errand *e, const char *bytes, size_t len)
{
	struct play *p = play_new();
	int seat;
	bool is_sender, is_known;
	name_mail(e, bytes, len);
	e->reply.at = e->now;
	e->reply.user_id = e->user_id;
	memcpy(e->reply.sender, e->mail.sender, sizeof(e->reply.sender));
	memcpy(e->reply.message_id, e->mail.message_id, sizeof(e->reply.message_id));
	bool is_player = find_player(e, p, &seat, &is_sender, &is_known), is_good = true;
	if (is_player && !is_known && is_sender)
		is_good = obey(e, p, seat);
	else if (is_player && !is_known)
		say(e, REPLY_STRANGER, "");
	play_free(p);
	if (!is_player)
		return done(e, INBOX_TAKEN, "of nobody who plays there");
	if (is_known)
		return done(e, INBOX_TAKEN, "came before");
	if (!is_good || store_write(e->in->store, keep, e) != STORE_OK)
		return done(e, INBOX_LATER, "the database failed");
	return done(e, INBOX_TAKEN,
	            !e->reply.id           ? "came before"
	            : e->reply.is_answered ? "answered"
	                                   : "done, not answered: too many");
}

/* ---- Reports of failed delivery ---- */

/* Those about who sends, 5.7.x, say nothing of the address. */
static int count_bounces(struct db *db, void *context)
{
	const struct errand *e = context;
	for (size_t i = 0; i < e->mail.bounce_count; i++) {
		const struct bounce *b = &e->mail.bounces[i];
		if (b->is_hard && strncmp(b->status, "5.7.", 4) != 0)
			notices_bounced(db, e->user_id, b->original[0] ? b->original : b->final,
			                e->now);
	}
	return 0;
}

static enum inbox_fate take_report(struct errand *e)
{
	for (size_t i = 0; i < e->mail.recipient_count; i++) {
		if (!mail_secrets_read_bounce(e->in->secrets, e->mail.recipients[i], &e->user_id))
			continue;
		if (store_write(e->in->store, count_bounces, e) != STORE_OK)
			return done(e, INBOX_LATER, "the database failed");
		return done(e, INBOX_TAKEN, "a report of delivery");
	}
	return done(e, INBOX_NOT_OURS, "a report about no mail of ours");
}

enum inbox_fate inbox_take(const struct inbox *in, const char *bytes, size_t len)
{
	struct errand e = {.in = in, .now = clock_now(in->clock)};
	struct err err;
	if (incoming_read(bytes, len, INBOX_DELIMITER, &e.mail, &err) < 0)
		return done(&e, INBOX_UNREADABLE, err.text);
	if (e.mail.is_report)
		return take_report(&e);
	if (!find_secret(&e)) {
		e.reply.game_id[0] = '\0';
		return done(&e, INBOX_NOT_OURS, "to nobody here");
	}
	if (e.mail.automatic)
		return done(&e, INBOX_TAKEN, automatic_reason(e.mail.automatic));
	if (!e.mail.sender[0] || is_from_us(&e))
		return done(&e, INBOX_TAKEN, "from nobody who can be answered");
	return take_reply(&e, bytes, len);
}

int inbox_answer(void *inbox, const char *bytes, size_t len)
{
	switch (inbox_take(inbox, bytes, len)) {
	case INBOX_TAKEN:
	case INBOX_NOT_OURS:
		return 200;
	case INBOX_UNREADABLE:
		return 422;
	case INBOX_LATER:
		break;
	}
	return 503;
}
