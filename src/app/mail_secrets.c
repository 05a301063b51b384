/* SPDX-License-Identifier: ISC */
/*
 * Secrets in mails: see mail_secrets.h. One is checked by writing it anew and comparing the two, so
 * that there is one place for its form.
 */
#include "app/mail_secrets.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "app/clocks.h"
#include "base/base32.h"
#include "base/number.h"
#include "store/service.h"

enum {
	MAC_BYTES = 10, /* 80 bits */
	MAC_LEN = BASE32_LEN(MAC_BYTES),
	LOCAL_BYTES = 64, /* of an address (RFC 5321, 4.5.3.1.1) */
	LABEL_BYTES = LIMIT_ADDRESS_BYTES + 64,
};

static_assert(MAIL_TOKEN_BYTES > GAME_ID_LEN + 1 + BASE32_LEN(LIMIT_ADDRESS_BYTES) + 1 + MAC_LEN,
              "an address fits into a token");

/* ---- The key ---- */

static int make_key(struct db *db, void *context)
{
	struct service *s = context;
	if (service_get(db, s))
		return 0;
	secret_random(s->key, sizeof(s->key));
	service_insert(db, s);
	/* A database of a program that ended no turns: nobody's time has counted until now. */
	clocks_begin_credit(db, 0, s->beat_at);
	return 0;
}

int mail_secrets_open(struct mail_secrets *out, struct store *store, int64_t now, struct err *err)
{
	struct service s = {.beat_at = now};
	if (store_write(store, make_key, &s) != STORE_OK)
		return err_set(err, "the database failed at the service's key");
	memcpy(out->key, s.key, sizeof(out->key));
	return 0;
}

/* ---- Writing ---- */

/* The label says what a secret is for, and whom or what it names: no two have the same. */
static void add_mac(const struct mail_secrets *s, const char *label, char *out)
{
	unsigned char mac[16]; /* the least that is made */
	secret_derive(mac, sizeof(mac), s->key, label, strlen(label));
	base32_format(out, mac, MAC_BYTES);
}

void mail_secrets_unsubscribe_user(const struct mail_secrets *s, int64_t user_id,
                                   char out[MAIL_TOKEN_BYTES])
{
	char label[LABEL_BYTES];
	snprintf(label, sizeof(label), "unsubscribe user %lld", (long long)user_id);
	int len = snprintf(out, MAIL_TOKEN_BYTES, "%lld-", (long long)user_id);
	add_mac(s, label, out + len);
}

/* FIRST-ADDRESS-MAC. */
static void address_token(const struct mail_secrets *s, const char *label, const char *first,
                          const char *address, char out[MAIL_TOKEN_BYTES])
{
	size_t before = strlen(first) + 1, len = strlen(address);
	assert(before <= GAME_ID_LEN + 1 && len <= LIMIT_ADDRESS_BYTES);
	snprintf(out, MAIL_TOKEN_BYTES, "%s-", first);
	base32_format(out + before, address, len);
	out[before + BASE32_LEN(len)] = '-';
	add_mac(s, label, out + before + BASE32_LEN(len) + 1);
}

void mail_secrets_unsubscribe_address(const struct mail_secrets *s, const char *address,
                                      char out[MAIL_TOKEN_BYTES])
{
	char label[LABEL_BYTES];
	snprintf(label, sizeof(label), "unsubscribe address %s", address);
	address_token(s, label, "a", address, out);
}

void mail_secrets_invitation(const struct mail_secrets *s, const char *game_id, const char *address,
                             char out[MAIL_TOKEN_BYTES])
{
	char label[LABEL_BYTES];
	snprintf(label, sizeof(label), "invitation %s %s", game_id, address);
	address_token(s, label, game_id, address, out);
}

void mail_secrets_feed(const struct mail_secrets *s, int64_t user_id, int64_t feed_number,
                       char out[MAIL_TOKEN_BYTES])
{
	char label[LABEL_BYTES];
	snprintf(label, sizeof(label), "feed %lld %lld", (long long)user_id,
	         (long long)feed_number);
	int len = snprintf(out, MAIL_TOKEN_BYTES, "%lld-", (long long)user_id);
	add_mac(s, label, out + len);
}

void mail_secrets_hook(const struct mail_secrets *s, int64_t hook_id, int64_t number,
                       unsigned char out[SECRET_KEY_BYTES])
{
	char label[LABEL_BYTES];
	snprintf(label, sizeof(label), "hook %lld %lld", (long long)hook_id, (long long)number);
	secret_derive(out, SECRET_KEY_BYTES, s->key, label, strlen(label));
}

static void bounce_tag(const struct mail_secrets *s, int64_t user_id, char out[MAIL_TOKEN_BYTES])
{
	char label[LABEL_BYTES];
	snprintf(label, sizeof(label), "bounce %lld", (long long)user_id);
	int len = snprintf(out, MAIL_TOKEN_BYTES, "b-%lld-", (long long)user_id);
	add_mac(s, label, out + len);
}

static void reply_tag(const struct mail_secrets *s, const char *game_id, int64_t rev,
                      int64_t user_id, char out[MAIL_TOKEN_BYTES])
{
	char label[LABEL_BYTES];
	snprintf(label, sizeof(label), "reply %s %lld %lld", game_id, (long long)rev,
	         (long long)user_id);
	int len = snprintf(out, MAIL_TOKEN_BYTES, "r-%s-%lld-%lld-", game_id, (long long)rev,
	                   (long long)user_id);
	add_mac(s, label, out + len);
}

/* mail_from with a tag behind its local part. */
static bool tag_address(const char *mail_from, const char *tag, char out[LIMIT_ADDRESS_BYTES + 1])
{
	const char *at = strrchr(mail_from, '@');
	size_t local = (size_t)(at - mail_from) + 1 + strlen(tag);
	bool fits = local <= LOCAL_BYTES && local + strlen(at) <= LIMIT_ADDRESS_BYTES;
	if (fits)
		snprintf(out, LIMIT_ADDRESS_BYTES + 1, "%.*s+%s%s", (int)(at - mail_from),
		         mail_from, tag, at);
	else
		snprintf(out, LIMIT_ADDRESS_BYTES + 1, "%s", mail_from);
	return fits;
}

bool mail_secrets_bounce(const struct mail_secrets *s, const char *mail_from, int64_t user_id,
                         char out[LIMIT_ADDRESS_BYTES + 1])
{
	char tag[MAIL_TOKEN_BYTES];
	bounce_tag(s, user_id, tag);
	return tag_address(mail_from, tag, out);
}

bool mail_secrets_reply(const struct mail_secrets *s, const char *mail_from, const char *game_id,
                        int64_t rev, int64_t user_id, char out[LIMIT_ADDRESS_BYTES + 1])
{
	char tag[MAIL_TOKEN_BYTES];
	reply_tag(s, game_id, rev, user_id, tag);
	return tag_address(mail_from, tag, out);
}

/* ---- Reading ---- */

/* A token or tag in lower case, cut at its hyphens. */
struct parts {
	char whole[MAIL_TOKEN_BYTES], cut[MAIL_TOKEN_BYTES];
	const char *part[8];
	int count;
};

static bool read_parts(const char *text, size_t len, int count, struct parts *p)
{
	if (len >= sizeof(p->whole))
		return false;
	for (size_t i = 0; i < len; i++)
		p->whole[i] = (char)tolower((unsigned char)text[i]);
	p->whole[len] = '\0';
	memcpy(p->cut, p->whole, len + 1);
	p->count = 0;
	char *rest = p->cut;
	while (rest && p->count < 8)
		p->part[p->count++] = strsep(&rest, "-");
	return !rest && p->count == count;
}

/* Is it the one that was written? Its length is no secret. */
static bool is_same(const struct parts *p, const char *written)
{
	size_t len = strlen(written);
	return strlen(p->whole) == len && secret_equals(p->whole, written, len);
}

static bool read_address(const char *part, char address[LIMIT_ADDRESS_BYTES + 1])
{
	ssize_t len = base32_parse(address, LIMIT_ADDRESS_BYTES, part, strlen(part));
	if (len < 1 || memchr(address, '\0', (size_t)len))
		return false;
	address[len] = '\0';
	return true;
}

bool mail_secrets_read_unsubscribe(const struct mail_secrets *s, const char *token,
                                   int64_t *user_id, char address[LIMIT_ADDRESS_BYTES + 1])
{
	struct parts p;
	char written[MAIL_TOKEN_BYTES];
	*user_id = 0;
	address[0] = '\0';
	if (read_parts(token, strlen(token), 2, &p)) {
		if (!number_parse(p.part[0], 1, NUMBER_MOST, user_id))
			return false;
		mail_secrets_unsubscribe_user(s, *user_id, written);
		return is_same(&p, written);
	}
	if (!read_parts(token, strlen(token), 3, &p) || strcmp(p.part[0], "a") != 0 ||
	    !read_address(p.part[1], address))
		return false;
	mail_secrets_unsubscribe_address(s, address, written);
	return is_same(&p, written);
}

bool mail_secrets_read_invitation(const struct mail_secrets *s, const char *token,
                                  char game_id[GAME_ID_LEN + 1],
                                  char address[LIMIT_ADDRESS_BYTES + 1])
{
	struct parts p;
	char written[MAIL_TOKEN_BYTES];
	if (!read_parts(token, strlen(token), 3, &p) || strlen(p.part[0]) != GAME_ID_LEN ||
	    !read_address(p.part[1], address))
		return false;
	memcpy(game_id, p.part[0], GAME_ID_LEN + 1);
	mail_secrets_invitation(s, game_id, address, written);
	return is_same(&p, written);
}

bool mail_secrets_read_feed(const char *token, int64_t *user_id)
{
	struct parts p;
	return read_parts(token, strlen(token), 2, &p) &&
	       number_parse(p.part[0], 1, NUMBER_MOST, user_id);
}

bool mail_secrets_is_feed(const struct mail_secrets *s, const char *token, int64_t user_id,
                          int64_t feed_number)
{
	struct parts p;
	char written[MAIL_TOKEN_BYTES];
	mail_secrets_feed(s, user_id, feed_number, written);
	return read_parts(token, strlen(token), 2, &p) && is_same(&p, written);
}

/* The tag of an address: what stands between its last + (mail_from may have one too) and its @. */
static bool read_tag(const char *address, int count, struct parts *p)
{
	const char *plus = strrchr(address, '+'), *at = plus ? strchr(plus, '@') : NULL;
	return at && read_parts(plus + 1, (size_t)(at - plus) - 1, count, p);
}

bool mail_secrets_read_bounce(const struct mail_secrets *s, const char *address, int64_t *user_id)
{
	struct parts p;
	char written[MAIL_TOKEN_BYTES];
	if (!read_tag(address, 3, &p) || !number_parse(p.part[1], 1, NUMBER_MOST, user_id))
		return false;
	bounce_tag(s, *user_id, written);
	return is_same(&p, written);
}

bool mail_secrets_read_reply(const struct mail_secrets *s, const char *address,
                             char game_id[GAME_ID_LEN + 1], int64_t *rev, int64_t *user_id)
{
	struct parts p;
	char written[MAIL_TOKEN_BYTES];
	if (!read_tag(address, 5, &p) || strlen(p.part[1]) != GAME_ID_LEN ||
	    !number_parse(p.part[2], 0, NUMBER_MOST, rev) ||
	    !number_parse(p.part[3], 1, NUMBER_MOST, user_id))
		return false;
	memcpy(game_id, p.part[1], GAME_ID_LEN + 1);
	reply_tag(s, game_id, *rev, *user_id, written);
	return is_same(&p, written);
}
