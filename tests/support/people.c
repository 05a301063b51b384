/* SPDX-License-Identifier: ISC */
/*
 * People with browsers: see people.h.
 */
#include "support/people.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int people_open(void **state)
{
	static struct people people;
	void *desk;
	if (desk_open(&desk))
		return -1;
	people = (struct people){.desk = desk};
	people.ada.desk = people.ben.desk = people.cleo.desk = people.visitor.desk = desk;
	browser_sign_in(&people.ada, "ada@example.org");
	browser_sign_in(&people.ben, "ben@example.org");
	browser_sign_in(&people.cleo, "cleo@example.org");
	*state = &people;
	return 0;
}

int people_close(void **state)
{
	struct people *p = *state;
	void *desk = p->desk;
	browser_close(&p->ada);
	browser_close(&p->ben);
	browser_close(&p->cleo);
	browser_close(&p->visitor);
	return desk_close(&desk);
}

void people_keep_id(struct people *p, const struct browser *b)
{
	assert_int_equal(strncmp(b->location, "/g/", 3), 0);
	assert_int_equal(strlen(b->location), 3 + GAME_ID_LEN);
	memcpy(p->id, b->location + 3, sizeof(p->id));
}

static void read_key(struct people *p)
{
	struct game_row g;
	struct db *db = store_read(p->desk->store);
	assert_true(game_get(db, p->id, &g));
	memcpy(p->key, g.join_key, sizeof(p->key));
	store_read_done(p->desk->store, db);
}

void people_make(struct people *p, struct browser *b, const char *form)
{
	assert_int_equal(browser_post(b, "/new", form), 303);
	people_keep_id(p, b);
	read_key(p);
}

int people_post(const struct people *p, struct browser *b, const char *what, const char *form)
{
	char path[64];
	snprintf(path, sizeof(path), "/g/%s/%s", p->id, what);
	return browser_post(b, path, form);
}

int people_get(const struct people *p, struct browser *b, const char *what)
{
	char path[128];
	snprintf(path, sizeof(path), "/g/%s%s", p->id, what);
	return browser_get(b, path);
}

int people_join_by_link(const struct people *p, struct browser *b, const char *more)
{
	char form[300];
	snprintf(form, sizeof(form), "key=%s%s", p->key, more);
	return people_post(p, b, "join", form);
}

void people_see(const struct browser *b, const char *what)
{
	if (!browser_sees(b, what))
		fail_msg("%s is not in: %s", what, b->body);
}

void people_see_not(const struct browser *b, const char *what)
{
	if (browser_sees(b, what))
		fail_msg("%s is in: %s", what, b->body);
}

void people_home_says(struct browser *b, const char *what)
{
	b->wants_json = true;
	assert_int_equal(browser_get(b, "/"), 200);
	people_see(b, what);
	b->wants_json = false;
}

void people_begin_two(struct people *p, const char *form)
{
	people_make(p, &p->ada, form);
	assert_int_equal(people_join_by_link(p, &p->ben, ""), 303);
	assert_int_equal(people_post(p, &p->ada, "join", ""), 303);
}
