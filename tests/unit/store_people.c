/* SPDX-License-Identifier: ISC */
/*
 * Rows of people: what is put there is what is found, column for column, and what goes takes along
 * what belongs to it and nothing else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store/notices.h"
#include "store/people.h"
#include "support/database.h"

static void a_user_is_found_as_put(void **state)
{
	struct database *d = *state;
	struct user u = {.name = "Åda <b>",
	                 .is_guest = true,
	                 .zone = "Europe/Berlin",
	                 .standing_order = -1,
	                 .created_at = 100,
	                 .seen_at = 200};
	u.id = user_insert(d->db, &u);
	rows(d, "SELECT * FROM users",
	     "1|Åda <b>|1|Europe/Berlin|-1|100|200|NULL|NULL|NULL|0|NULL|8|0\n");
	struct user got;
	assert_true(user_get(d->db, u.id, &got));
	assert_string_equal(got.name, u.name);
	assert_string_equal(got.zone, u.zone);
	assert_true(got.is_guest && !got.is_deleted);
	assert_int_equal(got.id, 1);
	assert_int_equal(got.standing_order, -1);
	assert_int_equal(got.created_at, 100);
	assert_int_equal(got.seen_at, 200);
	assert_false(user_get(d->db, 2, &got));
}

static void a_user_is_changed_alone(void **state)
{
	struct database *d = *state;
	database_user(d->db, "Ada", true);
	int64_t ben = database_user(d->db, "Ben", true);
	user_update(
		d->db,
		&(struct user){.id = ben, .name = "B", .zone = "Asia/Tokyo", .standing_order = 6});
	user_set_guest(d->db, ben, false);
	user_seen(d->db, ben, 999);
	rows(d, "SELECT * FROM users",
	     "1|Ada|1|UTC|2|100|200|NULL|NULL|NULL|0|NULL|8|0\n"
	     "2|B|0|Asia/Tokyo|6|100|999|NULL|NULL|NULL|0|NULL|8|0\n");
}

static void addresses_belong_to_one_user(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	address_insert(d->db, &(struct address){"z@example.org", ada, 10});
	address_insert(d->db, &(struct address){"a@example.org", ada, 20});
	address_insert(d->db, &(struct address){"ben@example.org", ben, 15});
	struct address got, list[3];
	assert_true(address_get(d->db, "a@example.org", &got));
	assert_string_equal(got.address, "a@example.org");
	assert_int_equal(got.user_id, ada);
	assert_int_equal(got.confirmed_at, 20);
	assert_false(address_get(d->db, "A@example.org", &got));
	assert_int_equal(address_list(d->db, ada, list, 3), 2);
	assert_string_equal(list[0].address, "z@example.org");
	assert_string_equal(list[1].address, "a@example.org");
	assert_int_equal(address_list(d->db, ada, list, 1), 1);

	address_insert(d->db, &(struct address){"a@example.org", ben, 30});
	fails(d);
	address_delete(d->db, "z@example.org");
	address_move_all(d->db, ada, ben);
	rows(d, "SELECT * FROM addresses ORDER BY address",
	     "a@example.org|2|20\nben@example.org|2|15\n");
}

static void an_address_needs_its_user(void **state)
{
	struct database *d = *state;
	address_insert(d->db, &(struct address){"a@example.org", 7, 10});
	fails(d);
	rows(d, "SELECT count(*) FROM addresses", "0\n");
}

static struct session session(unsigned char secret, int64_t user_id, int64_t created_at)
{
	struct session s = {
		.user_id = user_id, .agent = "Firefox", .created_at = created_at, .seen_at = 5};
	memset(s.hash, secret, HASH_BYTES);
	return s;
}

static void a_session_is_found_by_its_hash(void **state)
{
	struct database *d = *state;
	struct session s = session(0xab, database_user(d->db, "Ada", false), 4), got;
	s.id = session_insert(d->db, &s);
	assert_int_equal(s.id, 0xabababababab);
	rows(d, "SELECT * FROM sessions",
	     "abababababababababababababababababababababababababababababababab|188753807911851|1|"
	     "Firefox|4|5\n");
	session_seen(d->db, s.hash, 86400);
	assert_true(session_get(d->db, s.hash, &got));
	s.seen_at = 86400;
	assert_memory_equal(got.hash, s.hash, HASH_BYTES);
	assert_string_equal(got.agent, "Firefox");
	assert_int_equal(got.id, s.id);
	assert_int_equal(got.user_id, 1);
	assert_int_equal(got.created_at, 4);
	assert_int_equal(got.seen_at, 86400);
	s.hash[31] ^= 1;
	assert_false(session_get(d->db, s.hash, &got));
}

static void sessions_are_ended_by_their_user_alone(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	struct session mine[] = {session(1, ada, 10), session(2, ada, 20), session(3, ben, 30)},
		       list[4];
	for (size_t i = 0; i < 3; i++)
		mine[i].id = session_insert(d->db, &mine[i]);
	assert_int_equal(session_list(d->db, ada, list, 4), 2);
	assert_int_equal(list[0].id, mine[1].id);
	assert_int_equal(list[1].id, mine[0].id);
	assert_int_equal(session_list(d->db, ada, list, 1), 1);
	assert_false(session_delete(d->db, ben, mine[0].id));
	assert_true(session_delete(d->db, ada, mine[0].id));
	assert_false(session_delete(d->db, ada, mine[0].id));
	session_delete_all(d->db, ada);
	rows(d, "SELECT user_id, created_at FROM sessions", "2|30\n");
}

static void a_sign_in_is_found_by_its_secrets(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", true);
	int64_t id = database_signin(d->db, 0x10, ada, 1000);
	database_signin(d->db, 0x20, 0, 1001);
	rows(d, "SELECT * FROM signins WHERE id = 1",
	     "1|1010101010101010101010101010101010101010101010101010101010101010|"
	     "1111111111111111111111111111111111111111111111111111111111111111|"
	     "1212121212121212121212121212121212121212121212121212121212121212|"
	     "13131313131313131313131313131313|ada@example.org|1|/g/"
	     "aaaaaaaa?rev=3|1000|1600|5|NULL\n");
	struct signin link, browser;
	unsigned char hash[HASH_BYTES];
	memset(hash, 0x10, sizeof(hash));
	assert_true(signin_by_link(d->db, hash, &link));
	assert_false(signin_by_browser(d->db, hash, &browser));
	memset(hash, 0x11, sizeof(hash));
	assert_true(signin_by_browser(d->db, hash, &browser));
	assert_int_equal(link.id, browser.id);
	assert_int_equal(link.id, id);
	assert_memory_equal(link.browser_hash, hash, HASH_BYTES);
	assert_int_equal(link.code_hash[31], 0x12);
	assert_int_equal(link.code_salt[15], 0x13);
	assert_string_equal(link.address, "ada@example.org");
	assert_int_equal(link.user_id, ada);
	assert_string_equal(link.next, "/g/aaaaaaaa?rev=3");
	assert_int_equal(link.created_at, 1000);
	assert_int_equal(link.expires_at, 1600);
	assert_int_equal(link.used_at, 0);
	assert_int_equal(link.tries_left, 5);
	memset(hash, 0x20, sizeof(hash));
	assert_true(signin_by_link(d->db, hash, &link));
	assert_int_equal(link.user_id, 0);
}

static void a_sign_in_counts_down_and_is_used(void **state)
{
	struct database *d = *state;
	int64_t id = database_signin(d->db, 1, 0, 1000);
	database_signin(d->db, 5, 0, 1100);
	signin_set_tries(d->db, id, 4);
	signin_set_used(d->db, id, 1234);
	rows(d, "SELECT tries_left, used_at FROM signins", "4|1234\n5|NULL\n");
}

static void add_mail(struct db *db, int64_t user_id, int64_t signin_id)
{
	struct notice n = {.kind = "sign in", .user_id = user_id, .signin_id = signin_id};
	notice_add(db, &n, NULL, 0);
}

static void sign_ins_of_an_address_are_counted_from_a_time_on(void **state)
{
	struct database *d = *state;
	database_signin(d->db, 1, 0, 1000);
	add_mail(d->db, 0, 1);
	add_mail(d->db, 0, database_signin(d->db, 5, 0, 1100));
	database_signin(d->db, 9, 0, 1200); /* without a mail */
	assert_int_equal(signin_count(d->db, "ada@example.org", 1000), 2);
	assert_int_equal(signin_count(d->db, "ada@example.org", 1001), 1);
	assert_int_equal(signin_count(d->db, "ben@example.org", 0), 0);
}

static void old_sign_ins_go_unless_a_place_is_held(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", true);
	for (unsigned char i = 0; i < 3; i++)
		add_mail(d->db, 0, database_signin(d->db, (unsigned char)(16 * i), 0, 1000 + i));
	database_game(d->db, "aaaaaaaa", ada);
	struct seat_row s = database_seat(d->db, "aaaaaaaa", 0, 0);
	s.signin_id = 1;
	seat_update(d->db, &s);
	signin_delete_old(d->db, 1002);
	rows(d, "SELECT id FROM signins", "1\n3\n");
	rows(d, "SELECT signin_id FROM notices", "1\n3\n");
}

static void a_deleted_user_leaves_a_row_without_person(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	int64_t users[] = {ada, ben};
	for (int i = 0; i < 2; i++) {
		char address[] = "0@example.org";
		address[0] = (char)('0' + i);
		struct address a = {.user_id = users[i]};
		snprintf(a.address, sizeof(a.address), "%s", address);
		address_insert(d->db, &a);
		struct session s = session((unsigned char)i, users[i], 1);
		session_insert(d->db, &s);
		add_mail(d->db, users[i], 0);
		add_mail(d->db, 0, database_signin(d->db, (unsigned char)(16 * i), users[i], 1));
	}
	database_game(d->db, "aaaaaaaa", ada);
	struct seat_row seat = database_seat(d->db, "aaaaaaaa", 0, ada);
	seat.kind = SEAT_ADDRESS;
	snprintf(seat.address, sizeof(seat.address), "%s", "0@example.org");
	seat_update(d->db, &seat);
	database_game(d->db, "bbbbbbbb", ben);
	struct seat_row held = database_seat(d->db, "bbbbbbbb", 0, ada);
	held.signin_id = 1;
	held.held_until = 50;
	seat_update(d->db, &held);

	user_delete(d->db, ada, "former player", 777);
	rows(d, "SELECT * FROM users",
	     "1|former player|0|UTC|2|100|200|777|NULL|NULL|0|NULL|8|0\n"
	     "2|Ben|0|UTC|2|100|200|NULL|NULL|NULL|0|NULL|8|0\n");
	rows(d, "SELECT address FROM addresses", "1@example.org\n");
	rows(d, "SELECT user_id FROM sessions", "2\n");
	rows(d, "SELECT user_id FROM signins", "2\n");
	rows(d, "SELECT user_id, signin_id FROM notices", "2|NULL\nNULL|2\n");
	struct seat_row list[GAME_SEATS_MAX];
	assert_int_equal(seat_list(d->db, "aaaaaaaa", list), 1);
	assert_int_equal(list[0].user_id, ada);
	assert_true(list[0].user_is_deleted);
	assert_string_equal(list[0].user_name, "former player");
	assert_string_equal(list[0].address, "");
	rows(d, "SELECT user_id, signin_id, held_until FROM seats WHERE game_id = 'bbbbbbbb'",
	     "NULL|NULL|NULL\n");
	struct user got;
	assert_true(user_get(d->db, ada, &got) && got.is_deleted);
}

static void bot_at(struct db *db, const char *id, int place)
{
	struct seat_row bot = {.place = place,
	                       .kind = SEAT_BOT,
	                       .bot = "quick",
	                       .joined = -1,
	                       .color = -1,
	                       .seat = -1};
	snprintf(bot.game_id, sizeof(bot.game_id), "%s", id);
	seat_insert(db, &bot);
}

static void idle_guests_go_with_their_games_of_bots(void **state)
{
	struct database *d = *state;
	int64_t guest = database_user(d->db, "Guest", true),
		ada = database_user(d->db, "Ada", false);
	struct game_row g = database_game(d->db, "aaaaaaaa", guest);
	database_seat(d->db, g.id, 0, guest);
	bot_at(d->db, g.id, 1);
	struct move_row m = {.by = "person", .text = "pass"};
	move_insert(d->db, g.id, 0, &m);
	submission_put(d->db, g.id, 0, 0, &(struct submission){"pass", 1, false});
	struct notice n = {.kind = "your turn", .game_id = "aaaaaaaa", .user_id = guest};
	notice_add(d->db, &n, NULL, 0);
	database_signin(d->db, 1, guest, 1);
	/* Somebody else's game, after the guest's. */
	struct game_row after = database_game(d->db, "bbbbbbbb", ada);
	database_seat(d->db, after.id, 0, ada);
	struct game_row third = after;
	snprintf(third.id, sizeof(third.id), "%s", "cccccccc");
	snprintf(third.join_key, sizeof(third.join_key), "%s", "third");
	snprintf(third.rematch_of, sizeof(third.rematch_of), "%s", "aaaaaaaa");
	game_insert(d->db, &third);

	assert_int_equal(user_delete_idle_guests(d->db, 200), 0);
	assert_int_equal(user_delete_idle_guests(d->db, 201), 1);
	rows(d, "SELECT name FROM users", "Ada\n");
	rows(d, "SELECT id, rematch_of FROM games", "bbbbbbbb|NULL\ncccccccc|NULL\n");
	rows(d, "SELECT game_id FROM seats", "bbbbbbbb\n");
	rows(d,
	     "SELECT (SELECT count(*) FROM moves), (SELECT count(*) FROM submissions),"
	     " (SELECT count(*) FROM notices), (SELECT count(*) FROM signins)",
	     "0|0|0|0\n");
}

static void guests_among_people_stay(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	int64_t sits = database_user(d->db, "sits", true),
		owns = database_user(d->db, "owns", true);
	int64_t waits = database_user(d->db, "waits", true);
	database_game(d->db, "aaaaaaaa", ada);
	database_seat(d->db, "aaaaaaaa", 0, ada);
	database_seat(d->db, "aaaaaaaa", 1, sits);
	database_game(d->db, "bbbbbbbb", owns);
	database_seat(d->db, "bbbbbbbb", 0, ada);
	database_game(d->db, "cccccccc", waits);
	database_seat(d->db, "cccccccc", 0, waits);
	database_seat(d->db, "cccccccc", 1, 0); /* open to people */
	assert_int_equal(user_delete_idle_guests(d->db, 10000), 0);
	user_set_guest(d->db, ada, true);
	user_delete(d->db, database_user(d->db, "gone", true), "", 1);
	assert_int_equal(user_delete_idle_guests(d->db, 10000), 0);
	rows(d, "SELECT count(*) FROM users", "5\n");
}

static void idle_guests_go_some_at_a_time(void **state)
{
	struct database *d = *state;
	for (int i = 0; i < 70; i++)
		database_user(d->db, "Guest", true);
	assert_int_equal(user_delete_idle_guests(d->db, 10000), 64);
	assert_int_equal(user_delete_idle_guests(d->db, 10000), 6);
	assert_int_equal(user_delete_idle_guests(d->db, 10000), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_begin, database_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_user_is_found_as_put),
		TEST(a_user_is_changed_alone),
		TEST(addresses_belong_to_one_user),
		TEST(an_address_needs_its_user),
		TEST(a_session_is_found_by_its_hash),
		TEST(sessions_are_ended_by_their_user_alone),
		TEST(a_sign_in_is_found_by_its_secrets),
		TEST(a_sign_in_counts_down_and_is_used),
		TEST(sign_ins_of_an_address_are_counted_from_a_time_on),
		TEST(old_sign_ins_go_unless_a_place_is_held),
		TEST(a_deleted_user_leaves_a_row_without_person),
		TEST(idle_guests_go_with_their_games_of_bots),
		TEST(guests_among_people_stay),
		TEST(idle_guests_go_some_at_a_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
