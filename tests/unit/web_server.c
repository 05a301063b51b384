/* SPDX-License-Identifier: ISC */
/*
 * The server's connections over time: who brings no whole request is shut without a word, who is
 * being answered when the server stops gets the answer.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/http.h"
#include "web/page.h"

enum { REQUEST_MS = 300 };

static sem_t is_entered, may_go;

static void say_fine(struct request *req, struct response *res)
{
	(void)req;
	text_add(&res->body, "fine\n");
}

static void wait_for_the_test(struct request *req, struct response *res)
{
	sem_post(&is_entered);
	sem_wait(&may_go);
	say_fine(req, res);
}

static const struct field_rule one_field[] = {{"a", 10000}, {NULL, 0}};

static const struct route routes[] = {
	{METHOD_GET, "/ok", ACCESS_SECRET, say_fine, NULL, 0},
	{METHOD_GET, "/wait", ACCESS_SECRET, wait_for_the_test, NULL, 0},
	{METHOD_POST, "/post", ACCESS_SECRET, say_fine, one_field, 0},
	{0},
};
static const struct route *const tables[] = {routes, NULL};

static int start(void **state)
{
	static struct http h;
	sem_init(&is_entered, 0, 0);
	sem_init(&may_go, 0, 0);
	http_start(&h, tables, NULL, REQUEST_MS);
	*state = &h;
	return 0;
}

static int stop(void **state)
{
	http_stop(*state);
	return 0;
}

/* Sends the beginning of a request and answers what comes until the server closes. */
static size_t bytes_until_shut(const struct http *h, const char *beginning)
{
	struct text got;
	text_init(&got, 1 << 20);
	int fd = http_connect(h);
	http_send(fd, beginning, strlen(beginning));
	http_read_all(fd, &got);
	close(fd);
	size_t len = got.len;
	text_release(&got);
	return len;
}

static void who_says_nothing_is_shut_without_a_word(void **state)
{
	assert_int_equal(bytes_until_shut(*state, ""), 0);
}

static void a_head_that_does_not_end_is_shut_without_a_word(void **state)
{
	assert_int_equal(bytes_until_shut(*state, "GET /ok HT"), 0);
	assert_int_equal(bytes_until_shut(*state, "GET /ok HTTP/1.1\r\nHost: x\r\nX-A: "), 0);
}

static void a_body_that_does_not_end_is_shut_without_a_word(void **state)
{
	const struct http *h = *state;
	char beginning[300];
	snprintf(
		beginning, sizeof(beginning),
		"POST /post HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n"
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=1",
		(unsigned)h->config.listen_port);
	assert_int_equal(bytes_until_shut(h, beginning), 0);
}

/* One byte now and then, so that no timeout of idleness would ever come. */
static void a_request_that_drips_is_shut_without_a_word(void **state)
{
	const struct http *h = *state;
	int fd = http_connect(h);
	static const char beginning[] = "GET /ok HTTP/1.1\r\nX-A: ";
	struct pollfd ends = {.fd = fd, .events = POLLIN};
	assert_true(http_send(fd, beginning, sizeof(beginning) - 1));
	int dripped = 0;
	while (poll(&ends, 1, 5) == 0 && dripped < LIMIT_HEADER_BYTES) {
		http_send(fd, "x", 1);
		dripped++;
	}
	char byte;
	assert_true(recv(fd, &byte, 1, 0) <= 0);
	assert_true(dripped > 0 && dripped < LIMIT_HEADER_BYTES);
	close(fd);
}

static void a_connection_that_waits_behind_its_answer_is_shut(void **state)
{
	const struct http *h = *state;
	struct text got;
	char request[100];
	text_init(&got, 1 << 20);
	snprintf(request, sizeof(request), "GET /ok HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
	         (unsigned)h->config.listen_port);
	int fd = http_connect(h);
	for (int i = 0; i < 3; i++) {
		text_clear(&got);
		assert_true(http_send(fd, request, strlen(request)));
		assert_true(http_read_until(fd, &got, "fine\n"));
	}
	text_clear(&got);
	http_read_all(fd, &got);
	assert_int_equal(got.len, 0);
	close(fd);
	text_release(&got);
}

static void an_answer_may_take_longer_than_a_request(void **state)
{
	const struct http *h = *state;
	struct text all;
	int fd = http_connect(h);
	text_init(&all, 8 << 20);
	text_printf(&all, "GET /wait HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n\r\n",
	            (unsigned)h->config.listen_port);
	assert_true(http_send(fd, all.data, all.len));
	text_clear(&all);
	sem_wait(&is_entered);
	/* When one that opened later is shut, a request's time is over. */
	assert_int_equal(bytes_until_shut(h, ""), 0);
	sem_post(&may_go);
	http_read_all(fd, &all);
	close(fd);
	assert_int_equal(http_cut(text_string(&all), all.len, false).status, 200);
	text_release(&all);
}

static void *stop_server(void *context)
{
	http_stop(context);
	return NULL;
}

static void who_is_being_answered_when_the_server_stops_gets_the_answer(void **state)
{
	static struct http h;
	struct text got;
	char request[100];
	pthread_t stopper;
	(void)state;
	http_start(&h, tables, NULL, 0);
	text_init(&got, 1 << 20);
	snprintf(request, sizeof(request), "GET /wait HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
	         (unsigned)h.config.listen_port);
	int fd = http_connect(&h), idle = http_connect(&h);
	assert_true(http_send(fd, request, strlen(request)));
	sem_wait(&is_entered);
	assert_int_equal(pthread_create(&stopper, NULL, stop_server, &h), 0);
	sem_post(&may_go);
	http_read_all(fd, &got);
	struct http_answer a = http_cut(text_string(&got), got.len, false);
	assert_int_equal(a.status, 200);
	assert_string_equal(a.body, "fine\n");
	/* Who asked for nothing is let go at once. */
	text_clear(&got);
	http_read_all(idle, &got);
	assert_int_equal(got.len, 0);
	pthread_join(stopper, NULL);
	text_release(&got);
	close(fd);
	close(idle);
}

/* Connections are dealt out among the threads, and none to one that is busy while others are not.
 */
static void as_many_as_there_are_threads_are_answered_at_once(void **state)
{
	enum { THREADS = 4 }; /* as http_start() has it */
	static struct http h;
	int fds[THREADS];
	struct text got;
	(void)state;
	http_start(&h, tables, NULL, 0);
	text_init(&got, 1 << 20);
	for (int i = 0; i < THREADS; i++) {
		char request[96];
		int len = snprintf(request, sizeof(request),
		                   "GET /%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
		                   i < THREADS - 1 ? "wait" : "ok", (unsigned)h.config.listen_port);
		fds[i] = http_connect(&h);
		assert_true(http_send(fds[i], request, (size_t)len));
		if (i < THREADS - 1)
			sem_wait(&is_entered);
	}
	assert_true(http_read_until(fds[THREADS - 1], &got, "fine\n"));
	for (int i = 0; i < THREADS - 1; i++)
		sem_post(&may_go);
	for (int i = 0; i < THREADS; i++)
		close(fds[i]);
	text_release(&got);
	http_stop(&h);
}

/* Those who come later are shut at once, those before are still served. */
static void one_address_has_so_many_connections(void **state)
{
	static struct http h;
	int fds[LIMIT_CONNECTIONS_OF_ONE];
	struct text got;
	(void)state;
	char request[96];
	http_start(&h, tables, NULL, 0);
	text_init(&got, 1 << 20);
	int len = snprintf(request, sizeof(request),
	                   "GET /ok HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
	                   (unsigned)h.config.listen_port);
	/* Each is answered before the next one comes: which was there first is certain then. */
	for (int i = 0; i < LIMIT_CONNECTIONS_OF_ONE; i++) {
		fds[i] = http_connect(&h);
		assert_true(http_send(fds[i], request, (size_t)len));
		text_clear(&got);
		assert_true(http_read_until(fds[i], &got, "fine\n"));
	}
	int one_more = http_connect(&h);
	text_clear(&got);
	http_read_all(one_more, &got);
	assert_int_equal(got.len, 0);
	close(one_more);
	assert_true(http_send(fds[0], request, (size_t)len));
	text_clear(&got);
	assert_true(http_read_until(fds[0], &got, "fine\n"));
	assert_int_equal(http_cut(text_string(&got), got.len, false).status, 200);
	for (int i = 0; i < LIMIT_CONNECTIONS_OF_ONE; i++)
		close(fds[i]);
	text_release(&got);
	http_stop(&h);
}

static void *ask_often(void *context)
{
	const struct http *h = context;
	unsigned right = 0;
	for (int i = 0; i < 50; i++) {
		struct text all;
		struct http_answer a = http_ask(h, &all,
		                                "GET /ok HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
		                                (unsigned)h->config.listen_port);
		right += a.status == 200 && a.is_whole;
		text_release(&all);
	}
	return (void *)(uintptr_t)right;
}

static void many_may_ask_at_once(void **state)
{
	enum { CLIENTS = 8 };
	pthread_t clients[CLIENTS];
	for (int i = 0; i < CLIENTS; i++)
		assert_int_equal(pthread_create(&clients[i], NULL, ask_often, *state), 0);
	for (int i = 0; i < CLIENTS; i++) {
		void *right;
		pthread_join(clients[i], &right);
		assert_int_equal((uintptr_t)right, 50);
	}
}

static void a_port_that_is_taken_is_said_so(void **state)
{
	const struct http *h = *state;
	struct site site = h->site;
	struct server *second;
	struct err err;
	assert_int_equal(server_start(&second, &site, NULL, &err), -1);
	assert_non_null(strstr(err.text, "can't listen"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_says_nothing_is_shut_without_a_word),
		cmocka_unit_test(a_head_that_does_not_end_is_shut_without_a_word),
		cmocka_unit_test(a_body_that_does_not_end_is_shut_without_a_word),
		cmocka_unit_test(a_request_that_drips_is_shut_without_a_word),
		cmocka_unit_test(a_connection_that_waits_behind_its_answer_is_shut),
		cmocka_unit_test(an_answer_may_take_longer_than_a_request),
		cmocka_unit_test(who_is_being_answered_when_the_server_stops_gets_the_answer),
		cmocka_unit_test(as_many_as_there_are_threads_are_answered_at_once),
		cmocka_unit_test(one_address_has_so_many_connections),
		cmocka_unit_test(many_may_ask_at_once),
		cmocka_unit_test(a_port_that_is_taken_is_said_so),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
