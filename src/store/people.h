/* SPDX-License-Identifier: ISC */
/*
 * Rows of people: users, their addresses, sessions, and the sign-in mails that are out. Secrets
 * come here hashed.
 *
 * All over src/store: a get_* answers true when there is such a row; lists answer how many rows
 * they wrote, at most cap; inserts answer the new id. A statement that fails marks the job as
 * failed (store_write() then answers STORE_FAILED), so callers need not look.
 */
#ifndef STORE_PEOPLE_H
#define STORE_PEOPLE_H

#include "base/hash.h"
#include "base/limits.h"
#include "store/store.h"

struct user {
	int64_t id;
	char name[LIMIT_NAME_BYTES + 1];
	bool is_guest, is_deleted;
	char zone[LIMIT_ZONE_BYTES + 1];
	int standing_order; /* points; 0 never; -1 ask me */
	int64_t created_at, seen_at;
};

int64_t user_insert(struct db *db, const struct user *u);
bool user_get(struct db *db, int64_t id, struct user *out);
/* name, zone and standing order */
void user_update(struct db *db, const struct user *u);
void user_set_guest(struct db *db, int64_t id, bool is_guest);
void user_seen(struct db *db, int64_t id, int64_t at);
/* Takes name, zone, addresses, sessions, sign-ins, notices, replies, webhooks and choices away, and
 * lets go the places that are held; the row stays, marked, under the given name, and so do games
 * that the user owns or sits in. What an address, whoever it belongs to, has said stays: that it
 * wants no invitations. So does a place that somebody else keeps for it at an open table. */
void user_delete(struct db *db, int64_t id, const char *name, int64_t at);
/* Guests not seen since, who sit nowhere but in games of bots: with those games, gone. At most 64 a
 * call, so that no job takes long; answers how many. */
unsigned user_delete_idle_guests(struct db *db, int64_t not_seen_since);

struct address {
	char address[LIMIT_ADDRESS_BYTES + 1];
	int64_t user_id, confirmed_at;
};

bool address_get(struct db *db, const char *address, struct address *out);
/* The oldest first. */
size_t address_list(struct db *db, int64_t user_id, struct address *out, size_t cap);
void address_insert(struct db *db, const struct address *a);
/* Mails that went there go to the oldest one of its user again. */
void address_delete(struct db *db, const char *address);
void address_move_all(struct db *db, int64_t from_user, int64_t to_user);

struct session {
	unsigned char hash[HASH_BYTES];
	int64_t id, user_id;
	char agent[LIMIT_AGENT_BYTES + 1];
	int64_t created_at, seen_at;
};

bool session_get(struct db *db, const unsigned char hash[HASH_BYTES], struct session *out);
/* s->id is ignored; the new one is made of the hash and below 2^48. */
int64_t session_insert(struct db *db, const struct session *s);
void session_seen(struct db *db, const unsigned char hash[HASH_BYTES], int64_t at);
size_t session_list(struct db *db, int64_t user_id, struct session *out,
                    size_t cap); /* newest first */
bool session_delete(struct db *db, int64_t user_id, int64_t id);
void session_delete_all(struct db *db, int64_t user_id);

struct signin {
	int64_t id;
	unsigned char link_hash[HASH_BYTES], browser_hash[HASH_BYTES], code_hash[HASH_BYTES];
	unsigned char code_salt[16];
	char address[LIMIT_ADDRESS_BYTES + 1];
	int64_t user_id; /* 0 for a visitor */
	char next[LIMIT_NEXT_BYTES + 1];
	int64_t created_at, expires_at, used_at; /* used_at 0: not yet */
	int tries_left;
};

int64_t signin_insert(struct db *db, const struct signin *s);
bool signin_by_link(struct db *db, const unsigned char hash[HASH_BYTES], struct signin *out);
bool signin_by_browser(struct db *db, const unsigned char hash[HASH_BYTES], struct signin *out);
/* Those of a user's: mails that are out, or were lately. The oldest first. */
size_t signin_list(struct db *db, int64_t user_id, struct signin *out, size_t cap);
void signin_set_tries(struct db *db, int64_t id, int tries_left);
void signin_set_used(struct db *db, int64_t id, int64_t at);
/* Mails that were put on their way to the address since: sign-ins with a notice. */
unsigned signin_count(struct db *db, const char *address, int64_t since);
/* Those that were created before, with their notices, but for those that a place is held for. */
void signin_delete_old(struct db *db, int64_t before);

#endif
