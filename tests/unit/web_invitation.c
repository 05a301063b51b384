/* SPDX-License-Identifier: ISC */
/*
 * Invitations by their pages: where a mail's link leads, and what whoever made the game sees of
 * addresses and does about them. Which mails there are is app_notices', the mail itself
 * notify_letter_others'.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/notices.h"
#include "support/people.h"

/* ---- The link of an invitation's mail ---- */

enum { INVITATION_BYTES = MAIL_TOKEN_BYTES + 16 };

static void invitation_link(const struct people *p, const char *address, char out[INVITATION_BYTES])
{
	char token[MAIL_TOKEN_BYTES];
	mail_secrets_invitation(&p->desk->secrets, p->id, address, token);
	snprintf(out, INVITATION_BYTES, "/invitation/%s", token);
}

static void an_invitation_says_who_invites_and_signs_in(void **state)
{
	struct people *p = *state;
	char link[INVITATION_BYTES], table[32];
	people_make(p, &p->ada,
	            "name=Evening&place2=address&address2=zoe%40example.org&place3=link&turn_s=0");
	invitation_link(p, "zoe@example.org", link);
	snprintf(table, sizeof(table), "/g/%s", p->id);
	assert_int_equal(browser_get(&p->visitor, link), 200);
	people_see(&p->visitor, "<bdi>ada</bdi> invites you to a game");
	people_see(&p->visitor, "<bdi>Evening</bdi>");
	people_see(&p->visitor, "name=\"address\" value=\"zoe@example.org\"");
	people_see(&p->visitor, table);
	people_see(&p->visitor, "Kept for <bdi>somebody</bdi>");
	people_see_not(&p->visitor, "/join/");
	/* It is for this page alone: the game is as hidden as before. */
	assert_int_equal(people_get(p, &p->visitor, ""), 404);
	stored(p->desk, "SELECT count(*) FROM seats WHERE user_id IS NOT NULL", "0\n");
	/* Its form leads to the game. */
	char form[120], mailed[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES];
	snprintf(form, sizeof(form), "address=zoe%%40example.org&next=%s", table);
	assert_int_equal(browser_post(&p->visitor, "/signin", form), 303);
	desk_read_mail(p->desk, mailed, code);
	snprintf(form, sizeof(form), "code=%s", code);
	assert_int_equal(browser_post(&p->visitor, "/signin/code", form), 303);
	snprintf(form, sizeof(form), "/welcome?next=%%2Fg%%2F%s", p->id);
	assert_string_equal(p->visitor.location, form);
	assert_int_equal(browser_get(&p->visitor, link), 303);
	assert_string_equal(p->visitor.location, table);
	assert_int_equal(people_post(p, &p->visitor, "join", ""), 303);
}

static void an_invitation_to_another_address_says_to_which(void **state)
{
	struct people *p = *state;
	char link[INVITATION_BYTES];
	people_make(p, &p->ada, "place2=address&address2=ben%40example.org&place3=link&turn_s=0");
	invitation_link(p, "ben@example.org", link);
	assert_int_equal(browser_get(&p->cleo, link), 200);
	people_see(&p->cleo, "went to <b>ben@example.org</b>, which is no address of yours");
	people_see_not(&p->cleo, "action=\"/signin\"");
	assert_int_equal(browser_get(&p->ben, link), 303);
	assert_int_equal(browser_get(&p->ada, link), 303);
}

/* What it leads to answers as if there were no invitation. */
static void an_invitation_ends_when_its_place_does(void **state)
{
	struct people *p = *state;
	char link[INVITATION_BYTES], stranger[INVITATION_BYTES];
	people_make(p, &p->ada, "place2=address&address2=zoe%40example.org&place3=link&turn_s=0");
	invitation_link(p, "zoe@example.org", link);
	invitation_link(p, "nobody@example.org", stranger);
	assert_int_equal(browser_get(&p->visitor, stranger), 303);
	assert_int_equal(browser_get(&p->visitor, p->visitor.location), 404);
	assert_int_equal(people_post(p, &p->ada, "cancel", ""), 303);
	assert_int_equal(browser_get(&p->visitor, link), 303);
	assert_int_equal(browser_get(&p->visitor, p->visitor.location), 404);
	link[strlen(link) - 1] ^= 1;
	assert_int_equal(browser_get(&p->visitor, link), 404);
	people_see(&p->visitor, "This link is not whole.");
}

/* ---- Whom places are kept for ---- */

static void who_invites_is_told_that_we_may_not_write_there(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada,
	            "name=Kept&place2=address&address2=ben%40example.org"
	            "&place3=address&address3=zoe%40example.org&place4=open&turn_s=0&is_public=1");
	people_get(p, &p->ada, "");
	people_see_not(&p->ada, "we may not write there");
	assert_true(notices_refuse(p->desk->store, "zoe@example.org", true, 1));
	people_get(p, &p->ada, "");
	people_see(&p->ada, "zoe@example.org</bdi>; we may not write there");
	people_see(&p->ada, "ben@example.org</bdi></span>");
	struct browser *others[] = {&p->ben, &p->cleo, &p->visitor};
	for (size_t i = 0; i < 3; i++) {
		people_get(p, others[i], "");
		people_see_not(others[i], "we may not write there");
	}
}

static void a_kept_address_is_corrected_or_taken_away(void **state)
{
	static const struct {
		const char *form, *rows;
		int status;
	} steps[] = {
		{"place=1&address=Ben%40example.org", "address|ben@example.org\n", 303},
		{"place=1&address=x", "address|ben@example.org\n", 422},
		{"place=x&address=", "address|ben@example.org\n", 422},
		{"place=2&address=zoe%40example.org", "address|ben@example.org\n", 409},
		{"place=1&address=", "link|NULL\n", 303},
		{"place=1&address=zoe%40example.org", "link|NULL\n", 409},
	};
	struct people *p = *state;
	people_make(p, &p->ada, "place2=address&address2=bne%40example.org&place3=link&turn_s=0");
	people_get(p, &p->ada, "");
	people_see(&p->ada, "value=\"bne@example.org\"");
	assert_int_equal(people_post(p, &p->ben, "keep", steps[0].form), 404);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		assert_int_equal(people_post(p, &p->ada, "keep", steps[i].form), steps[i].status);
		stored(p->desk, "SELECT kind, address FROM seats WHERE place = 1", steps[i].rows);
	}
	stored(p->desk,
	       "SELECT user_id, address, state FROM notices WHERE kind = 'invitation' ORDER BY id",
	       "NULL|bne@example.org|waiting\n2|NULL|cancelled\n");
	/* Who has sat down is not moved. */
	people_make(p, &p->ada, "place2=address&address2=ben%40example.org&place3=link&turn_s=0");
	assert_int_equal(people_post(p, &p->ben, "join", ""), 303);
	assert_int_equal(people_post(p, &p->ada, "keep", "place=1&address="), 409);
}

#define with_people(test) cmocka_unit_test_setup_teardown(test, people_open, people_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_people(an_invitation_says_who_invites_and_signs_in),
		with_people(an_invitation_to_another_address_says_to_which),
		with_people(an_invitation_ends_when_its_place_does),
		with_people(a_kept_address_is_corrected_or_taken_away),
		with_people(who_invites_is_told_that_we_may_not_write_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
