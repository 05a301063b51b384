/* SPDX-License-Identifier: ISC */
/*
 * Rows of people: users and their addresses. See people.h; sessions and sign-ins stand in
 * sessions.c.
 */
#include "store/people.h"

#include "store/choices.h"
#include "store/db.h"
#include "store/replies.h"
#include "store/games.h"
#include "store/hooks.h"

int64_t user_insert(struct db *db, const struct user *u)
{
	struct query q = QUERY(
		db, "INSERT INTO users (name, is_guest, zone, standing_order, created_at, seen_at)"
		    " VALUES (?, ?, ?, ?, ?, ?)");
	put_text(&q, u->name);
	put_int(&q, u->is_guest);
	put_text(&q, u->zone);
	put_int(&q, u->standing_order);
	put_int(&q, u->created_at);
	put_int(&q, u->seen_at);
	return query_insert(&q);
}

bool user_get(struct db *db, int64_t id, struct user *out)
{
	struct query q =
		QUERY(db, "SELECT id, name, is_guest, deleted_at IS NOT NULL, zone, standing_order,"
	                  " created_at, seen_at FROM users WHERE id = ?");
	put_int(&q, id);
	bool is_there = query_step(&q);
	if (is_there) {
		*out = (struct user){.id = get_int(&q)};
		get_text(&q, out->name, sizeof(out->name));
		out->is_guest = get_bool(&q);
		out->is_deleted = get_bool(&q);
		get_text(&q, out->zone, sizeof(out->zone));
		out->standing_order = (int)get_int(&q);
		out->created_at = get_int(&q);
		out->seen_at = get_int(&q);
	}
	query_end(&q);
	return is_there;
}

void user_update(struct db *db, const struct user *u)
{
	struct query q =
		QUERY(db, "UPDATE users SET name = ?, zone = ?, standing_order = ? WHERE id = ?");
	put_text(&q, u->name);
	put_text(&q, u->zone);
	put_int(&q, u->standing_order);
	put_int(&q, u->id);
	query_run(&q);
}

void user_set_guest(struct db *db, int64_t id, bool is_guest)
{
	struct query q = QUERY(db, "UPDATE users SET is_guest = ? WHERE id = ?");
	put_int(&q, is_guest);
	put_int(&q, id);
	query_run(&q);
}

void user_seen(struct db *db, int64_t id, int64_t at)
{
	struct query q = QUERY(db, "UPDATE users SET seen_at = ? WHERE id = ?");
	put_int(&q, at);
	put_int(&q, id);
	query_run(&q);
}

/* What a user has besides seats and games. */
static void delete_belongings(struct db *db, int64_t id)
{
#define ITS_ADDRESSES " (SELECT address FROM addresses WHERE user_id = ?1)"
	seat_let_go(db, id);
	reply_delete_of_user(db, id);
	/* Sign-in mails to its addresses are of nobody; where a place is held for one it stays. */
#define ITS_SIGNINS                                                                          \
	" (user_id = ?1 OR (address IN" ITS_ADDRESSES " AND NOT EXISTS (SELECT 1 FROM seats" \
	" WHERE signin_id = signins.id)))"
	struct query notices =
		QUERY(db, "DELETE FROM notices WHERE user_id = ?1"
	                  " OR (user_id IS NULL AND address IN" ITS_ADDRESSES ")"
	                  " OR signin_id IN (SELECT id FROM signins WHERE" ITS_SIGNINS ")");
	put_int(&notices, id);
	query_run(&notices);
	struct query signins = QUERY(db, "DELETE FROM signins WHERE" ITS_SIGNINS);
	put_int(&signins, id);
	query_run(&signins);
#undef ITS_SIGNINS
#undef ITS_ADDRESSES
	struct query addresses = QUERY(db, "DELETE FROM addresses WHERE user_id = ?");
	put_int(&addresses, id);
	query_run(&addresses);
	session_delete_all(db, id);
	choice_delete_all(db, id);
	hook_delete_all(db, id);
}

void user_delete(struct db *db, int64_t id, const char *name, int64_t at)
{
	/* A place that was kept for an address is the person's now, or was: the address goes. */
	struct query seats = QUERY(db, "UPDATE seats SET address = NULL WHERE user_id = ?");
	put_int(&seats, id);
	query_run(&seats);
	delete_belongings(db, id);
	struct query q = QUERY(db, "UPDATE users SET name = ?, deleted_at = ?, zone = 'UTC',"
	                           " calendar_id = NULL, mail_address = NULL, bounced_at = NULL,"
	                           " digest_hour = 8 WHERE id = ?");
	put_text(&q, name);
	put_int(&q, at);
	put_int(&q, id);
	query_run(&q);
}

enum { GUESTS_AT_ONCE = 64 };

/* Those who share no table with anybody: neither where they sit nor where they own. */
static size_t list_idle_guests(struct db *db, int64_t not_seen_since, int64_t out[GUESTS_AT_ONCE])
{
	size_t count = 0;
	struct query q = QUERY(
		db, "SELECT id FROM users AS guest"
		    " WHERE is_guest AND deleted_at IS NULL AND seen_at < ?"
		    " AND NOT EXISTS (SELECT 1 FROM games JOIN seats ON game_id = games.id"
		    "  WHERE owner_id = guest.id AND kind <> 'bot' AND user_id IS NOT guest.id)"
		    " AND NOT EXISTS (SELECT 1 FROM seats AS own"
		    "  JOIN seats AS other USING (game_id)"
		    "  WHERE own.user_id = guest.id"
		    "  AND other.kind <> 'bot' AND other.place <> own.place)"
		    " LIMIT ?");
	put_int(&q, not_seen_since);
	put_int(&q, GUESTS_AT_ONCE);
	while (query_step(&q))
		out[count++] = get_int(&q);
	query_end(&q);
	return count;
}

/* One of the games that a user sits in or owns. */
static bool any_game(struct db *db, int64_t user_id, char id[GAME_ID_LEN + 1])
{
	struct query q = QUERY(db, "SELECT game_id FROM seats WHERE user_id = ?1"
	                           " UNION ALL SELECT id FROM games WHERE owner_id = ?1 LIMIT 1");
	put_int(&q, user_id);
	bool is_there = query_step(&q);
	if (is_there)
		get_text(&q, id, GAME_ID_LEN + 1);
	query_end(&q);
	return is_there;
}

unsigned user_delete_idle_guests(struct db *db, int64_t not_seen_since)
{
	int64_t ids[GUESTS_AT_ONCE];
	unsigned count = (unsigned)list_idle_guests(db, not_seen_since, ids);
	for (unsigned i = 0; i < count; i++) {
		char game_id[GAME_ID_LEN + 1];
		while (any_game(db, ids[i], game_id))
			game_delete(db, game_id);
		delete_belongings(db, ids[i]);
		struct query q = QUERY(db, "DELETE FROM users WHERE id = ?");
		put_int(&q, ids[i]);
		query_run(&q);
	}
	return count;
}

static void read_address(struct query *q, struct address *out)
{
	get_text(q, out->address, sizeof(out->address));
	out->user_id = get_int(q);
	out->confirmed_at = get_int(q);
}

bool address_get(struct db *db, const char *address, struct address *out)
{
	struct query q =
		QUERY(db, "SELECT address, user_id, confirmed_at FROM addresses WHERE address = ?");
	put_text(&q, address);
	bool is_there = query_step(&q);
	if (is_there)
		read_address(&q, out);
	query_end(&q);
	return is_there;
}

size_t address_list(struct db *db, int64_t user_id, struct address *out, size_t cap)
{
	size_t count = 0;
	struct query q =
		QUERY(db, "SELECT address, user_id, confirmed_at FROM addresses WHERE user_id = ?"
	                  " ORDER BY confirmed_at, address LIMIT ?");
	put_int(&q, user_id);
	put_int(&q, (int64_t)cap);
	while (query_step(&q))
		read_address(&q, &out[count++]);
	query_end(&q);
	return count;
}

void address_insert(struct db *db, const struct address *a)
{
	struct query q = QUERY(
		db, "INSERT INTO addresses (address, user_id, confirmed_at) VALUES (?, ?, ?)");
	put_text(&q, a->address);
	put_int(&q, a->user_id);
	put_int(&q, a->confirmed_at);
	query_run(&q);
}

void address_delete(struct db *db, const char *address)
{
	struct query mails = QUERY(db,
	                           "UPDATE users SET mail_address = NULL, bounced_at = NULL"
	                           " WHERE id = (SELECT user_id FROM addresses WHERE address = ?1)"
	                           " AND mail_address = ?1");
	put_text(&mails, address);
	query_run(&mails);
	struct query q = QUERY(db, "DELETE FROM addresses WHERE address = ?");
	put_text(&q, address);
	query_run(&q);
}

void address_move_all(struct db *db, int64_t from_user, int64_t to_user)
{
	struct query q = QUERY(db, "UPDATE addresses SET user_id = ? WHERE user_id = ?");
	put_int(&q, to_user);
	put_int(&q, from_user);
	query_run(&q);
}
