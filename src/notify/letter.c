/* SPDX-License-Identifier: ISC */
/*
 * Letters: see letter.h. Here is what all of them share: templates, loading what they are about,
 * and the mail's head. What each kind says stands in letter_game.c and letter_others.c.
 */
#include "notify/letter.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/accounts.h"
#include "app/mail_secrets.h"
#include "app/names.h"
#include "app/notices.h"
#include "base/embedded.h"
#include "base/memory.h"
#include "notify/inbox.h"
#include "notify/mail.h"
#include "notify/writing.h"
#include "render/mustache.h"
#include "render/png.h"
#include "store/replies.h"

enum { LETTER_TEXT, LETTER_HTML, LETTER_FORMS };

struct letters {
	struct mustache *sign_in[LETTER_FORMS], *letter[LETTER_FORMS];
	const struct sets *sets; /* NULL: none */
	struct board_art art[SETS_MAX];
};

/* ---- Templates ---- */

static struct mustache *compile(const char *path, struct err *err)
{
	struct err why;
	const struct embedded *file = embedded_find(path);
	if (!file) {
		err_set(err, "%s is not in the program", path);
		return NULL;
	}
	struct mustache *m = mustache_compile((const char *)file->data, file->size, &why);
	if (!m)
		err_set(err, "%s: %s", path, why.text);
	return m;
}

int letters_open(struct letters **out, const struct sets *sets, struct err *err)
{
	static const char *const paths[2 * LETTER_FORMS] = {
		"templates/mail_sign_in.txt", "templates/mail_sign_in.html",
		"templates/mail_letter.txt", "templates/mail_letter.html"};
	struct letters *l = memory_resize(NULL, 1, sizeof(*l));
	memset(l, 0, sizeof(*l));
	l->sets = sets;
	for (size_t i = 0; sets && i < sets->count; i++)
		board_art_init(&l->art[i], &sets->known[i].ts, false);
	for (int i = 0; i < 2 * LETTER_FORMS; i++) {
		struct mustache *m = compile(paths[i], err);
		(i < LETTER_FORMS ? l->sign_in : l->letter)[i % LETTER_FORMS] = m;
		if (!m) {
			letters_free(l);
			return -1;
		}
	}
	*out = l;
	return 0;
}

void letters_free(struct letters *l)
{
	if (!l)
		return;
	for (int i = 0; i < LETTER_FORMS; i++) {
		mustache_free(l->sign_in[i]);
		mustache_free(l->letter[i]);
	}
	for (size_t i = 0; l->sets && i < l->sets->count; i++)
		board_art_release(&l->art[i]);
	free(l);
}

/* Fills both forms and composes; m has everything else. */
static int compose(struct text *out, struct mail *m, struct mustache *const forms[LETTER_FORMS],
                   const cJSON *view, struct err *err)
{
	struct text filled[LETTER_FORMS];
	int status = 0;
	for (int i = 0; i < LETTER_FORMS; i++) {
		text_init(&filled[i], MAIL_BYTES_MAX);
		if (status == 0)
			status = mustache_render(&filled[i], forms[i], view, NULL, NULL, err);
	}
	if (status == 0) {
		m->text = text_string(&filled[LETTER_TEXT]);
		m->html = text_string(&filled[LETTER_HTML]);
		mail_compose(out, m);
		if (text_is_over(out))
			status = err_set(err, "the mail is longer than %zu bytes", out->ceiling);
	}
	for (int i = 0; i < LETTER_FORMS; i++)
		text_release(&filled[i]);
	return status;
}

/* ---- The head of any letter ---- */

enum { ID_BYTES = LIMIT_ADDRESS_BYTES + 96 };

/* What the fields of a head point to while the mail is composed. */
struct head {
	char from[LIMIT_ADDRESS_BYTES + 1], to[LIMIT_ADDRESS_BYTES + 1];
	char reply_to[LIMIT_ADDRESS_BYTES + 1];
	char subject[LIMIT_NAME_BYTES + 64];
	char message_id[ID_BYTES], thread_id[ID_BYTES], list_id[ID_BYTES], picture_id[ID_BYTES + 8];
	char answers[LIMIT_INCOMING_ID_BYTES + 1];
	char unsubscribe[CONFIG_VALUE_BYTES + MAIL_TOKEN_BYTES + 16];
};

/* A name of ours for the mail: new in the world, and it tells nothing. */
static void name_mail(char *out, size_t size, const char *from, const struct notice *n)
{
	snprintf(out, size, "notice.%lld.%lld%s", (long long)n->created_at, (long long)n->id,
	         strchr(from, '@'));
}

static int begin_mail(struct mail *m, struct head *h, const struct config *config,
                      const struct notice *n, struct err *err)
{
	if (!address_normalise(config->mail_from, h->from) || !address_normalise(n->address, h->to))
		return err_set(err, "not a mail address");
	name_mail(h->message_id, sizeof(h->message_id), h->from, n);
	*m = (struct mail){.from_name = config->site_name,
	                   .from = h->from,
	                   .to = h->to,
	                   .subject = h->subject,
	                   .message_id = h->message_id};
	return 0;
}

/* ---- Signing in ---- */

int letter_sign_in(const struct letters *letters, struct text *out, const struct config *config,
                   const struct notice *n, const char *payload, size_t len, struct err *err)
{
	enum { SECRET_DIGITS = 2 * ACCOUNTS_LINK_BYTES };
	char link[CONFIG_VALUE_BYTES + 128], code[ACCOUNTS_CODE_DIGITS + 1];
	struct head h;
	struct mail m;
	if (begin_mail(&m, &h, config, n, err) < 0)
		return -1;
	bool adds_address = len == SIGNIN_PAYLOAD_BYTES && payload[len - 1] == '+';
	size_t rest = len - (adds_address ? 1 : 0);
	if (rest != SIGNIN_PAYLOAD_BYTES - 1 || payload[SECRET_DIGITS] != ' ')
		return err_set(err, "not what a sign-in mail is made of");

	snprintf(code, sizeof(code), "%.*s", ACCOUNTS_CODE_DIGITS, payload + SECRET_DIGITS + 1);
	snprintf(h.subject, sizeof(h.subject), "%s is your code for %s", code, config->site_name);
	snprintf(link, sizeof(link), "%s" ACCOUNTS_LINK_PATH "%.*s", config->base_url,
	         SECRET_DIGITS, payload);
	m.date = n->created_at;
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "site", config->site_name);
	cJSON_AddStringToObject(view, "code", code);
	cJSON_AddStringToObject(view, "link", link);
	cJSON_AddBoolToObject(view, "adds_address", adds_address);
	cJSON_AddNumberToObject(view, "minutes", ACCOUNTS_SIGNIN_S / 60);
	int status = compose(out, &m, letters->sign_in, view, err);
	cJSON_Delete(view);
	return status;
}

/* ---- All others ---- */

enum about { ABOUT_ACCOUNT, ABOUT_PLACES, ABOUT_TABLE };

/* Places are what a game has before it begins. */
static const struct {
	int (*write)(struct letter *l, struct err *err);
	enum about about;
} kinds[NOTICE_KINDS] = {
	[NOTICE_YOUR_TURN] = {letter_your_turn, ABOUT_TABLE},
	[NOTICE_YOUR_WORD] = {letter_your_word, ABOUT_TABLE},
	[NOTICE_REMINDER] = {letter_reminder, ABOUT_TABLE},
	[NOTICE_CARETAKER] = {letter_caretaker, ABOUT_TABLE},
	[NOTICE_STARTED] = {letter_started, ABOUT_TABLE},
	[NOTICE_GAME_OVER] = {letter_game_over, ABOUT_TABLE},
	[NOTICE_INVITATION] = {letter_invitation, ABOUT_PLACES},
	[NOTICE_MORE_TIME] = {letter_more_time, ABOUT_TABLE},
	[NOTICE_DIGEST] = {letter_digest, ABOUT_ACCOUNT},
	[NOTICE_ADDRESS] = {letter_address, ABOUT_ACCOUNT},
	[NOTICE_RECEIPT] = {letter_receipt, ABOUT_TABLE},
	[NOTICE_STRANGER] = {letter_stranger, ABOUT_ACCOUNT},
	[NOTICE_HOOK_FAILS] = {letter_hook_fails, ABOUT_ACCOUNT},
};

static int load_user(struct letter *l, struct err *err)
{
	if (!l->n->user_id) {
		snprintf(l->user.zone, sizeof(l->user.zone), "UTC");
		return 0;
	}
	if (!user_get(l->c->db, l->n->user_id, &l->user) || l->user.is_deleted)
		return err_set(err, "user %lld is not there", (long long)l->n->user_id);
	return 0;
}

/* The game as it stood at the notice's rev, for somebody who sits there. */
static int load_table(struct letter *l, const struct letters *letters, struct err *err)
{
	const char *id = l->n->game_id;
	enum play_status status = play_load(l->c->db, l->c->sets, id, l->p);
	if (status == PLAY_OK && l->p->row.state != GAME_RUNNING && l->p->row.state != GAME_OVER)
		return err_set(err, "game %s has not begun", id);
	long upto = status == PLAY_OK ? play_count_moves(l->p, l->n->rev) : 0;
	if (status == PLAY_OK && upto < (long)l->p->move_count)
		status = play_replay(l->c->db, l->c->sets, id, upto, NULL, l->p);
	if (status != PLAY_OK)
		return err_set(err, "game %s cannot be read", id);
	l->seat = play_seat_of(l->p, l->n->user_id);
	if (l->seat < 0)
		return err_set(err, "user %lld does not sit in game %s", (long long)l->n->user_id,
		               id);
	l->art = &letters->art[l->p->set - l->c->sets->known];
	return 0;
}

static int load(struct letter *l, const struct letters *letters, enum about about, struct err *err)
{
	if (load_user(l, err) < 0)
		return -1;
	if (about == ABOUT_TABLE)
		return load_table(l, letters, err);
	if (about == ABOUT_PLACES && !play_peek(l->c->db, l->c->sets, l->n->game_id, l->p))
		return err_set(err, "there is no game %s", l->n->game_id);
	return 0;
}

/* A thread for each game and reader: one subject, and one root that all its mails answer. */
static void head_of_table(struct mail *m, struct head *h, const struct letter *l)
{
	const struct notice *n = l->n;
	const char *at_domain = strchr(h->from, '@');
	char kind[sizeof(n->kind)], number[16] = "";
	snprintf(kind, sizeof(kind), "%s", n->kind);
	for (char *c = kind; (c = strchr(c, ' '));)
		*c = '-';
	if (n->number)
		snprintf(number, sizeof(number), ".%d", n->number);
	snprintf(h->subject, sizeof(h->subject), "Your game: %s", l->p->row.name);
	snprintf(h->message_id, sizeof(h->message_id), "%s.%lld.%d.%s%s%s", n->game_id,
	         (long long)n->rev, l->seat, kind, number, at_domain);
	snprintf(h->thread_id, sizeof(h->thread_id), "%s.%d%s", n->game_id, l->seat, at_domain);
	snprintf(h->list_id, sizeof(h->list_id), "%s.games.%s", n->game_id, at_domain + 1);
	m->thread_id = h->thread_id;
	m->list_id = h->list_id;
	m->list_name = l->p->row.name;
	if (l->can_answer)
		m->reply_to = h->reply_to;
}

static void head_of_other(struct mail *m, struct head *h, const struct letter *l,
                          enum notice_kind kind)
{
	const char *site = l->c->config->site_name;
	struct user owner = {.name = ""};
	m->list_id = h->list_id;
	m->list_name = site;
	snprintf(h->list_id, sizeof(h->list_id), "news.%s", strchr(h->from, '@') + 1);
	if (kind == NOTICE_INVITATION) {
		user_get(l->c->db, l->p->row.owner_id, &owner);
		snprintf(h->subject, sizeof(h->subject), "%s invites you to a game", owner.name);
	} else {
		snprintf(h->subject, sizeof(h->subject), "%s %s",
		         kind == NOTICE_DIGEST       ? "Your games at"
		         : kind == NOTICE_STRANGER   ? "Your mail to"
		         : kind == NOTICE_HOOK_FAILS ? "Your webhook at"
		                                     : "Your mail addresses at",
		         site);
	}
}

/* Is there an address for answers to this letter, and somebody who reads there? */
static bool find_reply_to(struct head *h, const struct letter *l)
{
	const struct notice *n = l->n;
	return l->c->config->has_mail_plus && l->c->config->mail_in != MAIL_IN_OFF &&
	       n->game_id[0] && n->user_id &&
	       mail_secrets_reply(l->c->secrets, h->from, n->game_id, n->rev, n->user_id,
	                          h->reply_to);
}

/* The mail that a receipt is the answer to. */
static void add_answered(struct mail *m, struct head *h, const struct letter *l)
{
	struct reply r;
	size_t len;
	if (!reply_get(l->c->db, l->n->number, &r) || (len = strlen(r.message_id)) < 3)
		return;
	snprintf(h->answers, sizeof(h->answers), "%.*s", (int)len - 2, r.message_id + 1);
	m->answers = h->answers;
}

/* Every mail but that of addresses, which is not a choice, can be left with one tap. */
static void add_ways_out(struct mail *m, struct head *h, struct letter *l)
{
	char token[MAIL_TOKEN_BYTES];
	if (l->n->user_id)
		mail_secrets_unsubscribe_user(l->c->secrets, l->n->user_id, token);
	else
		mail_secrets_unsubscribe_address(l->c->secrets, h->to, token);
	snprintf(h->unsubscribe, sizeof(h->unsubscribe), "%s/unsubscribe/%s",
	         l->c->config->base_url, token);
	m->unsubscribe_url = h->unsubscribe;
	cJSON_AddStringToObject(l->view, "unsubscribe", h->unsubscribe);
	if (l->n->user_id)
		letter_url(l, l->view, "settings", "/settings/notices");
}

static void add_picture(struct mail *m, struct head *h, struct letter *l)
{
	if (!l->picture.len)
		return;
	snprintf(h->picture_id, sizeof(h->picture_id), "board.%s", h->message_id);
	cJSON_AddStringToObject(l->view, "picture", h->picture_id);
	m->picture_id = h->picture_id;
	m->picture = l->picture.data;
	m->picture_len = l->picture.len;
}

/* The whole mail, or where it is too long what is left without the board as text, then without the
 * picture, then without the list of choices. */
static int compose_to_fit(const struct letters *letters, struct text *out, struct mail *m,
                          struct letter *l, struct err *err)
{
	size_t before = out->len;
	int status = compose(out, m, letters->letter, l->view, err);
	for (int step = 0; status < 0 && step < 3; step++) {
		static const char *const parts[] = {"board", "picture", "choices"};
		cJSON_DeleteItemFromObjectCaseSensitive(l->view, parts[step]);
		if (step)
			m->picture_id = NULL;
		out->len = before;
		out->is_over = false;
		status = compose(out, m, letters->letter, l->view, err);
	}
	return status;
}

/* What the kind says, its head, and both forms of it. */
static int write_letter(const struct letters *letters, struct text *out, struct mail *m,
                        struct head *h, struct letter *l, enum notice_kind kind, struct err *err)
{
	l->can_answer = kinds[kind].about == ABOUT_TABLE && find_reply_to(h, l);
	if (load(l, letters, kinds[kind].about, err) < 0 || kinds[kind].write(l, err) < 0)
		return -1;
	if (kinds[kind].about == ABOUT_TABLE)
		head_of_table(m, h, l);
	else
		head_of_other(m, h, l, kind);
	if (kind == NOTICE_RECEIPT || kind == NOTICE_STRANGER)
		add_answered(m, h, l);
	if (kind != NOTICE_ADDRESS && kind != NOTICE_STRANGER)
		add_ways_out(m, h, l);
	if (l->can_answer)
		cJSON_AddStringToObject(l->view, "delimiter", INBOX_DELIMITER);
	add_picture(m, h, l);
	cJSON_AddStringToObject(l->view, "site", l->c->config->site_name);
	cJSON_AddStringToObject(l->view, "subject", h->subject);
	if (kinds[kind].about != ABOUT_ACCOUNT)
		cJSON_AddStringToObject(l->view, "game", l->p->row.name);
	return compose_to_fit(letters, out, m, l, err);
}

int letter_compose(const struct letters *letters, struct text *out,
                   const struct letter_context *context, const struct notice *n, struct err *err)
{
	enum notice_kind kind = notice_kind_of(n->kind);
	struct head h;
	struct mail m;
	if (kind == NOTICE_KINDS || !kinds[kind].write)
		return err_set(err, "no letter is of the kind %s", n->kind);
	if (begin_mail(&m, &h, context->config, n, err) < 0)
		return -1;
	m.date = n->due_at;
	struct letter l = {
		.c = context, .n = n, .seat = -1, .p = play_new(), .view = cJSON_CreateObject()};
	text_init(&l.picture, 16 * PNG_BYTES_MAX); /* before it is drawn smaller */
	int status = write_letter(letters, out, &m, &h, &l, kind, err);
	text_release(&l.picture);
	cJSON_Delete(l.view);
	play_free(l.p);
	return status;
}
