/* SPDX-License-Identifier: ISC */
/*
 * What each service is sent: a game's name is text there, whatever it holds, and nobody is called
 * by it; heads have no line that a name could have made.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "app/hook_kinds.h"

static struct hook_message message(const char *name)
{
	return (struct hook_message){
		.type = "your turn",
		.title = "It is your turn",
		.person = "Ada",
		.game_name = name,
		.game_id = "k7m2p9qd",
		.rev = 17,
		.deadline = "Fri 1 March, 13:34 (Europe/Berlin)",
		.deadline_at = 1709296496,
		.at = 1709210096,
		.url = "https://safari.example/g/k7m2p9qd#here",
	};
}

static void writes(const char *kind, const struct hook_message *m, const char *expected)
{
	struct text out;
	text_init(&out, HOOK_REQUEST_BYTES);
	hook_kind_of(kind)->write(&out, m);
	assert_string_equal(text_string(&out), expected);
	text_release(&out);
}

static void a_program_gets_what_and_where(void **state)
{
	(void)state;
	struct hook_message m = message("Lake");
	writes("generic", &m,
	       "Content-Type: application/json\r\n\r\n"
	       "{\"type\":\"notice.your_turn\",\"timestamp\":\"2024-02-29T12:34:56Z\",\"data\":{"
	       "\"game\":\"k7m2p9qd\",\"rev\":17,\"deadline\":\"2024-03-01T12:34:56Z\","
	       "\"url\":\"https://safari.example/g/k7m2p9qd#here\"}}");
	m = (struct hook_message){.type = "test",
	                          .title = "A test",
	                          .person = "Ada",
	                          .game_name = "",
	                          .game_id = "",
	                          .deadline = "",
	                          .at = 1709210096,
	                          .url = "https://safari.example/settings/hooks"};
	writes("generic", &m,
	       "Content-Type: application/json\r\n\r\n"
	       "{\"type\":\"notice.test\",\"timestamp\":\"2024-02-29T12:34:56Z\",\"data\":{"
	       "\"url\":\"https://safari.example/settings/hooks\"}}");
	writes("ntfy", &m,
	       "Content-Type: text/plain; charset=utf-8\r\nTitle: =?UTF-8?B?QSB0ZXN0?=\r\n"
	       "Click: https://safari.example/settings/hooks\r\n\r\nA test.");
}

static void chat_rooms_get_a_sentence_and_the_link(void **state)
{
	(void)state;
	struct hook_message m = message("Lake");
	writes("slack", &m,
	       "Content-Type: application/json\r\n\r\n"
	       "{\"text\":\"It is your turn, Ada: “Lake”, until Fri 1 March, 13:34 "
	       "(Europe/Berlin).\\n"
	       "https://safari.example/g/k7m2p9qd#here\"}");
}

static void a_name_is_text_in_each_of_them(void **state)
{
	(void)state;
	struct hook_message m = message("*a* @everyone <!here> & [x](http://y.z)\"");
	m.deadline = "";
	m.person = "@here";
	writes("discord", &m,
	       "Content-Type: application/json\r\n\r\n"
	       "{\"allowed_mentions\":{\"parse\":[]},\"content\":\"It is your turn, \\\\@here: "
	       "“\\\\*a\\\\*"
	       " \\\\@everyone \\\\<!here\\\\> & \\\\[x\\\\]\\\\(http\\\\://y.z\\\\)\\\"”.\\n"
	       "https://safari.example/g/k7m2p9qd#here\"}");
	writes("slack", &m,
	       "Content-Type: application/json\r\n\r\n"
	       "{\"text\":\"It is your turn, @\u200bhere: “*a* @\u200beveryone &lt;!here&gt; &amp; "
	       "[x]\u200b(http:\u200b//y.\u200bz)\\\"”.\\n"
	       "https://safari.example/g/k7m2p9qd#here\"}");
	writes("ntfy", &m,
	       "Content-Type: text/plain; charset=utf-8\r\n"
	       "Title: =?UTF-8?B?SXQgaXMgeW91ciB0dXJu?=\r\n"
	       "Click: https://safari.example/g/k7m2p9qd#here\r\n\r\n"
	       "It is your turn: “*a* @everyone <!here> & [x](http://y.z)\"”.");
}

/* The longest name, of characters that grow most when they are escaped. */
static void the_longest_fits(void **state)
{
	(void)state;
	char name[LIMIT_NAME_BYTES + 1];
	memset(name, '&', LIMIT_NAME_BYTES);
	name[LIMIT_NAME_BYTES] = '\0';
	struct hook_message m = message(name);
	m.person = name;
	for (size_t i = 0; i < HOOK_KINDS; i++) {
		struct text out;
		text_init(&out, HOOK_REQUEST_BYTES);
		hook_kinds[i].write(&out, &m);
		assert_false(text_is_over(&out));
		const char *body = strstr(text_string(&out), "\r\n\r\n");
		assert_non_null(body);
		cJSON *json = cJSON_Parse(body + 4);
		assert_int_equal(json != NULL, strcmp(hook_kinds[i].word, "ntfy") != 0);
		cJSON_Delete(json);
		text_release(&out);
	}
}

static void a_word_that_is_none_has_no_row(void **state)
{
	(void)state;
	assert_null(hook_kind_of(""));
	assert_null(hook_kind_of("Discord"));
	for (size_t i = 0; i < HOOK_KINDS; i++) {
		assert_ptr_equal(hook_kind_of(hook_kinds[i].word), &hook_kinds[i]);
		assert_true(strncmp(hook_kinds[i].address, "https://", 8) == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_program_gets_what_and_where),
		cmocka_unit_test(chat_rooms_get_a_sentence_and_the_link),
		cmocka_unit_test(a_name_is_text_in_each_of_them),
		cmocka_unit_test(the_longest_fits),
		cmocka_unit_test(a_word_that_is_none_has_no_row),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
