/* SPDX-License-Identifier: ISC */
/*
 * Letters about no game, or about more than one, or about one that has not begun: invitation, the
 * mail of the day, a webhook that fails, a change of addresses. See writing.h.
 */
#include <stdlib.h>
#include <string.h>

#include "app/accounts.h"
#include "app/hooks.h"
#include "app/mail_secrets.h"
#include "base/memory.h"
#include "notify/writing.h"

/* ---- Invitation ---- */

static void say_newcomer(struct letter *l)
{
	say(letter_sentence_in(l->view, "paragraphs"),
	    "Carcassonne: Safari is a game of laying tiles: trails, bushes and watering holes "
	    "with animals. Here you play it by turns, in the browser of a phone or computer: a "
	    "turn takes some minutes, whenever it suits you, and a mail tells you when it is your "
	    "turn again.");
	say(letter_sentence_in(l->view, "paragraphs"),
	    "There is no password and nothing to install: open the link and sign in with this "
	    "address; your place is kept for you.");
}

int letter_invitation(struct letter *l, struct err *err)
{
	struct user owner;
	char words[ZONE_TEXT], token[MAIL_TOKEN_BYTES];
	if (!user_get(l->c->db, l->p->row.owner_id, &owner))
		return err_set(err, "game %s has no owner", l->n->game_id);
	cJSON *said = letter_sentence(l->view, "heading");
	say_name(said, owner.name);
	say(said, " invites you to a game");
	said = letter_sentence(l->view, "preview");
	say_name(said, owner.name);
	say(said, " invites you to a game of Carcassonne: Safari.");
	said = letter_sentence_in(l->view, "paragraphs");
	say(said, "It is called ");
	say_name(said, l->p->row.name);
	zone_words(words, l->p->row.turn_s);
	say(said, ", for %zu players; ", l->p->seat_count);
	if (l->p->row.turn_s)
		say(said, "a turn may take %s.", words);
	else
		say(said, "there is no time limit.");
	if (!l->user.id)
		say_newcomer(l);
	cJSON_AddStringToObject(l->view, "action", "See the game");
	mail_secrets_invitation(l->c->secrets, l->n->game_id, l->n->address, token);
	letter_url(l, l->view, "link", MAIL_SECRETS_INVITATION_PATH "%s", token);
	return 0;
}

/* ---- The mail of the day ---- */

/* So many games fit into a mail, however long their names are. */
enum { TOLD_MAX = 1000, GAMES_TOLD = 30 };

/* The reader's seat among the places of a game, or NULL. */
static const struct seat_row *own_seat(const struct letter *l, const struct seat_row *seats,
                                       size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (seats[i].user_id == l->user.id)
			return &seats[i];
	}
	return NULL;
}

static void say_until(const struct letter *l, cJSON *item, const struct seat_row *seat)
{
	char until[LETTER_TIME];
	if (!seat || !seat->is_awaited || !seat->deadline_at)
		return;
	letter_time(l, seat->deadline_at, until);
	cJSON *said = letter_sentence_in(item, "told");
	say(said, "You have until ");
	say_strong(said, until);
	say(said, ".");
}

/* One game, with all that is told of it, each kind once. */
static void add_game(struct letter *l, cJSON *games, const struct notice_entry *told, size_t count)
{
	const char *id = told[0].notice.game_id;
	struct game_row row;
	struct seat_row seats[GAME_SEATS_MAX];
	unsigned kinds = 0;
	if (!game_get(l->c->db, id, &row))
		return;
	cJSON *item = cJSON_CreateObject();
	say_name(letter_sentence(item, "game_name"), row.name);
	for (size_t i = 0; i < count; i++) {
		enum notice_kind kind = notice_kind_of(told[i].notice.kind);
		if (strcmp(told[i].notice.game_id, id) != 0 || kind >= NOTICE_CHOICES ||
		    kinds >> kind & 1)
			continue;
		say(letter_sentence_in(item, "told"), "%s.", notice_traits[kind].meaning);
		kinds |= 1u << kind;
	}
	say_until(l, item, own_seat(l, seats, seat_list(l->c->db, id, seats)));
	letter_url(l, item, "game_link", "/g/%s#here", id);
	cJSON_AddItemToArray(games, item);
}

static bool is_told_before(const struct notice_entry *told, size_t at)
{
	for (size_t i = 0; i < at; i++) {
		if (strcmp(told[i].notice.game_id, told[at].notice.game_id) == 0)
			return true;
	}
	return false;
}

int letter_digest(struct letter *l, struct err *err)
{
	struct notice_entry *told = memory_resize(NULL, TOLD_MAX, sizeof(*told));
	size_t count = notice_list_of_digest(l->c->db, l->n->id, told, TOLD_MAX);
	cJSON *games = cJSON_AddArrayToObject(l->view, "games");
	unsigned all = 0;
	for (size_t i = 0; i < count; i++) {
		if (!is_told_before(told, i) && ++all <= GAMES_TOLD)
			add_game(l, games, told + i, count - i);
	}
	free(told);
	say(letter_sentence(l->view, "heading"), "Your games today");
	say(letter_sentence(l->view, "preview"), "There is news in %u game%s.", all,
	    all == 1 ? "" : "s");
	if (all > GAMES_TOLD)
		say(letter_sentence_in(l->view, "paragraphs"),
		    "There is news in %u games. Here are %d of them; your page has all.", all,
		    GAMES_TOLD);
	cJSON_AddStringToObject(l->view, "action", "See all games");
	letter_url(l, l->view, "link", "/");
	return cJSON_GetArraySize(games) ? 0 : err_set(err, "a mail of the day without games");
}

/* ---- A webhook that fails ---- */

int letter_hook_fails(struct letter *l, struct err *err)
{
	struct hook h;
	char host[LIMIT_ADDRESS_BYTES + 1];
	if (!hook_get(l->c->db, l->n->hook_id, &h))
		return err_set(err, "the webhook is gone");
	hooks_host(h.url, host);
	const char *text = h.is_on ? "Your webhook has not answered for a day"
	                           : "Your webhook is switched off";
	say(letter_sentence(l->view, "heading"), "%s", text);
	say(letter_sentence(l->view, "preview"), "%s: %s.", text, host);
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say(said, "It leads to ");
	say_strong(said, host);
	if (h.is_on)
		say(said,
		    ". What was to go there a day ago is given up; what comes is still tried, "
		    "and goes there again as soon as it answers.");
	else
		say(said, ", which said that it is gone for good (410). Nothing more is sent there "
		          "until you switch it on again.");
	cJSON_AddStringToObject(l->view, "action", "See your webhooks");
	letter_url(l, l->view, "link", "/settings/hooks");
	return 0;
}

/* ---- Addresses (A4) ---- */

int letter_address(struct letter *l, struct err *err)
{
	struct address all[ACCOUNTS_ADDRESSES_MAX];
	size_t count = address_list(l->c->db, l->user.id, all, ACCOUNTS_ADDRESSES_MAX);
	bool is_kept = false;
	(void)err;
	for (size_t i = 0; i < count; i++)
		is_kept |= strcmp(all[i].address, l->n->address) == 0;
	/* Whoever reads at an address that was taken away is not told the others. Whoever reads at
	 * one that stays is told all that count now, whatever came and went since it was due. */
	static const char taken[] = "This address was taken away from your account";
	static const char changed[] = "The mail addresses of your account have changed";
	const char *text = is_kept ? changed : taken;
	say(letter_sentence(l->view, "heading"), "%s", text);
	say(letter_sentence(l->view, "preview"), "%s.", text);
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	if (!is_kept)
		say(said, "It does not sign in to your account any more, and gets no mails.");
	for (size_t i = 0; i < count && is_kept; i++) {
		say(said, "%s", i == 0 ? "" : i + 1 < count ? ", " : " and ");
		say_strong(said, all[i].address);
	}
	if (is_kept)
		say(said, " sign%s in to your account now, and no other.", count == 1 ? "s" : "");
	say(letter_sentence_in(l->view, "paragraphs"),
	    "If that was not you, somebody else was signed in as you: sign in, take away what is "
	    "not yours, and sign out the other browsers.");
	cJSON_AddStringToObject(l->view, "action", "See your settings");
	letter_url(l, l->view, "link", "/settings");
	return 0;
}
