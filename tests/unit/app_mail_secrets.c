/* SPDX-License-Identifier: ISC */
/*
 * Secrets in mails: each is read as it was written, whatever a mail server does to its case, and
 * nothing else is.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/mail_secrets.h"
#include "support/database.h"

static const struct mail_secrets ours = {{1, 2, 3}}, theirs = {{1, 2, 4}};

static void raise_case(char *text)
{
	for (; *text; text++)
		*text = (char)toupper((unsigned char)*text);
}

static void unsubscribing_names_a_user_or_an_address(void **state)
{
	static const char *const addresses[] = {"a@b.example", "ada+x-y@example.org"};
	char token[MAIL_TOKEN_BYTES], address[LIMIT_ADDRESS_BYTES + 1];
	int64_t user_id;
	(void)state;
	mail_secrets_unsubscribe_user(&ours, 17, token);
	assert_int_equal(strncmp(token, "17-", 3), 0);
	assert_int_equal(strlen(token), 3 + 16);
	raise_case(token);
	assert_true(mail_secrets_read_unsubscribe(&ours, token, &user_id, address));
	assert_int_equal(user_id, 17);
	assert_string_equal(address, "");
	assert_false(mail_secrets_read_unsubscribe(&theirs, token, &user_id, address));
	for (size_t i = 0; i < 2; i++) {
		mail_secrets_unsubscribe_address(&ours, addresses[i], token);
		assert_true(mail_secrets_read_unsubscribe(&ours, token, &user_id, address));
		assert_int_equal(user_id, 0);
		assert_string_equal(address, addresses[i]);
		assert_false(mail_secrets_read_unsubscribe(&theirs, token, &user_id, address));
	}
}

static void an_invitation_names_a_game_and_an_address(void **state)
{
	char token[MAIL_TOKEN_BYTES], other[MAIL_TOKEN_BYTES];
	char address[LIMIT_ADDRESS_BYTES + 1], game_id[GAME_ID_LEN + 1];
	int64_t user_id;
	(void)state;
	mail_secrets_invitation(&ours, "k7m2p9qd", "ada+x-y@example.org", token);
	raise_case(token);
	assert_true(mail_secrets_read_invitation(&ours, token, game_id, address));
	assert_string_equal(game_id, "k7m2p9qd");
	assert_string_equal(address, "ada+x-y@example.org");
	assert_false(mail_secrets_read_invitation(&theirs, token, game_id, address));
	assert_false(mail_secrets_read_unsubscribe(&ours, token, &user_id, address));
	/* Another game's, or another address, is another. */
	for (size_t i = 0; token[i]; i++) {
		memcpy(other, token, sizeof(other));
		other[i] = other[i] == 'A' ? 'B' : 'A';
		assert_false(mail_secrets_read_invitation(&ours, other, game_id, address));
	}
	mail_secrets_unsubscribe_address(&ours, "ada@example.org", token);
	assert_false(mail_secrets_read_invitation(&ours, token, game_id, address));
	assert_false(mail_secrets_read_invitation(&ours, "", game_id, address));
	assert_false(mail_secrets_read_invitation(&ours, "k7m2p9qd--", game_id, address));
}

static void the_longest_address_fits(void **state)
{
	char token[MAIL_TOKEN_BYTES], longest[LIMIT_ADDRESS_BYTES + 1],
		address[LIMIT_ADDRESS_BYTES + 1], game_id[GAME_ID_LEN + 1];
	int64_t user_id;
	(void)state;
	memset(longest, 'a', LIMIT_ADDRESS_BYTES);
	longest[LIMIT_ADDRESS_BYTES] = '\0';
	mail_secrets_unsubscribe_address(&ours, longest, token);
	assert_true(mail_secrets_read_unsubscribe(&ours, token, &user_id, address));
	assert_string_equal(address, longest);
	mail_secrets_invitation(&ours, "k7m2p9qd", longest, token);
	assert_true(mail_secrets_read_invitation(&ours, token, game_id, address));
	assert_string_equal(address, longest);
}

/* Any one character changed, left out or added, makes it none. */
static void what_is_changed_is_no_secret(void **state)
{
	char token[MAIL_TOKEN_BYTES], other[MAIL_TOKEN_BYTES + 2], address[LIMIT_ADDRESS_BYTES + 1];
	int64_t user_id;
	(void)state;
	mail_secrets_unsubscribe_user(&ours, 17, token);
	size_t len = strlen(token);
	for (size_t i = 0; i <= len; i++) {
		for (const char *c = "17a-z.%"; *c; c++) {
			snprintf(other, sizeof(other), "%s", token);
			other[i] = *c;
			if (strcmp(other, token) != 0)
				assert_false(mail_secrets_read_unsubscribe(&ours, other, &user_id,
				                                           address));
		}
		snprintf(other, sizeof(other), "%.*s%s", (int)i, token,
		         i < len ? token + i + 1 : "x");
		assert_false(mail_secrets_read_unsubscribe(&ours, other, &user_id, address));
	}
	static const char *const none[] = {"",
	                                   "-",
	                                   "17",
	                                   "17-",
	                                   "a-",
	                                   "a--",
	                                   "a-mzxw6-",
	                                   "--",
	                                   "0-x",
	                                   "999999999999999999-x",
	                                   "a-aaaaaaaa-aaaaaaaaaaaaaaaa"};
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_false(mail_secrets_read_unsubscribe(&ours, none[i], &user_id, address));
}

static void another_feed_number_is_another_secret(void **state)
{
	char token[MAIL_TOKEN_BYTES];
	int64_t user_id;
	(void)state;
	mail_secrets_feed(&ours, 17, 3, token);
	assert_true(mail_secrets_read_feed(token, &user_id));
	assert_int_equal(user_id, 17);
	assert_true(mail_secrets_is_feed(&ours, token, 17, 3));
	assert_false(mail_secrets_is_feed(&ours, token, 17, 4));
	assert_false(mail_secrets_is_feed(&ours, token, 18, 3));
	assert_false(mail_secrets_is_feed(&theirs, token, 17, 3));
	assert_false(mail_secrets_read_feed("x-y", &user_id));
}

static void a_secret_is_good_for_one_thing(void **state)
{
	char token[MAIL_TOKEN_BYTES], address[LIMIT_ADDRESS_BYTES + 1];
	int64_t user_id;
	(void)state;
	mail_secrets_feed(&ours, 17, 3, token);
	assert_false(mail_secrets_read_unsubscribe(&ours, token, &user_id, address));
	mail_secrets_unsubscribe_user(&ours, 17, token);
	assert_false(mail_secrets_is_feed(&ours, token, 17, 0));
	char bounce[MAIL_TOKEN_BYTES + 20];
	snprintf(bounce, sizeof(bounce), "s+b-%s@example.org", token);
	assert_false(mail_secrets_read_bounce(&ours, bounce, &user_id));
}

static void addresses_are_read_in_any_case(void **state)
{
	char bounce[LIMIT_ADDRESS_BYTES + 1], reply[LIMIT_ADDRESS_BYTES + 1];
	char game_id[GAME_ID_LEN + 1];
	int64_t user_id, rev;
	(void)state;
	assert_true(mail_secrets_bounce(&ours, "safari@example.org", 17, bounce));
	assert_int_equal(strncmp(bounce, "safari+b-17-", 12), 0);
	assert_non_null(strstr(bounce, "@example.org"));
	assert_true(mail_secrets_reply(&ours, "me+games@example.org", "k7m2p9qd", 123, 17, reply));
	assert_int_equal(strncmp(reply, "me+games+r-k7m2p9qd-123-17-", 27), 0);
	for (int i = 0; i < 2; i++) {
		assert_true(mail_secrets_read_bounce(&ours, bounce, &user_id));
		assert_int_equal(user_id, 17);
		assert_true(mail_secrets_read_reply(&ours, reply, game_id, &rev, &user_id));
		assert_string_equal(game_id, "k7m2p9qd");
		assert_int_equal(rev, 123);
		assert_false(mail_secrets_read_bounce(&theirs, bounce, &user_id));
		assert_false(mail_secrets_read_reply(&theirs, reply, game_id, &rev, &user_id));
		assert_false(mail_secrets_read_reply(&ours, bounce, game_id, &rev, &user_id));
		assert_false(mail_secrets_read_bounce(&ours, reply, &user_id));
		raise_case(bounce);
		raise_case(reply);
	}
	static const char *const none[] = {"",
	                                   "@",
	                                   "+@",
	                                   "safari@example.org",
	                                   "safari+@example.org",
	                                   "safari+b-17-aaaaaaaaaaaaaaaa@example.org",
	                                   "b-17-x"};
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_false(mail_secrets_read_bounce(&ours, none[i], &user_id));
}

static void a_local_part_that_would_be_too_long_stays_as_it_is(void **state)
{
	char mail_from[100], out[LIMIT_ADDRESS_BYTES + 1];
	(void)state;
	/* "+b-17-" and 16 make 22. */
	snprintf(mail_from, sizeof(mail_from), "%042d@example.org", 0);
	assert_true(mail_secrets_bounce(&ours, mail_from, 17, out));
	assert_int_equal(strchr(out, '@') - out, 64);
	snprintf(mail_from, sizeof(mail_from), "%043d@example.org", 0);
	assert_false(mail_secrets_bounce(&ours, mail_from, 17, out));
	assert_string_equal(out, mail_from);
}

static void the_key_is_made_once(void **state)
{
	struct database *d = *state;
	struct store *store;
	struct err err;
	struct mail_secrets first, second, none = {{0}};
	for (int start = 0; start < 2; start++) {
		assert_int_equal(store_open(&store, &(struct store_options){.path = d->path}, &err),
		                 0);
		assert_int_equal(mail_secrets_open(start ? &second : &first, store, 1000, &err), 0);
		store_close(store);
	}
	assert_memory_equal(&first, &second, sizeof(first));
	assert_memory_not_equal(&first, &none, sizeof(first));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unsubscribing_names_a_user_or_an_address),
		cmocka_unit_test(an_invitation_names_a_game_and_an_address),
		cmocka_unit_test(the_longest_address_fits),
		cmocka_unit_test(what_is_changed_is_no_secret),
		cmocka_unit_test(another_feed_number_is_another_secret),
		cmocka_unit_test(a_secret_is_good_for_one_thing),
		cmocka_unit_test(addresses_are_read_in_any_case),
		cmocka_unit_test(a_local_part_that_would_be_too_long_stays_as_it_is),
		cmocka_unit_test_setup_teardown(the_key_is_made_once, database_folder,
	                                        database_remove),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
