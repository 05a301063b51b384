/* SPDX-License-Identifier: ISC */
/*
 * How many webhooks a second are delivered, from due rows of a database to settled ones, beside
 * what libcurl could post at most: the same requests from memory, over as many connections, to the
 * same sink in a process of its own on another core.
 */
#include <arpa/inet.h>
#include <assert.h>
#include <curl/curl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/hooks.h"
#include "notify/hook_courier.h"
#include "store/people.h"
#include "support/measure.h"

enum { HOOKS = 100, EACH = 20, BODY_BYTES = 91 };

/* ---- The sink: answers each request as soon as its body is there ---- */

/* Requests are small and come whole, or nearly: what counts is the end of the head and the length
 * of the body that all of a client share. */
static void answer(int fd)
{
	static const char said[] = "HTTP/1.1 204 No Content\r\n\r\n";
	char bytes[4096];
	ssize_t len = recv(fd, bytes, sizeof(bytes) - 1, 0);
	if (len <= 0) {
		close(fd);
		return;
	}
	bytes[len] = '\0';
	const char *end = strstr(bytes, "\r\n\r\n"), *field = strcasestr(bytes, "content-length:");
	size_t left = end && field ? strtoul(field + 15, NULL, 10) : 0;
	size_t have = end ? (size_t)(bytes + len - (end + 4)) : 0;
	while (have < left) {
		ssize_t more = recv(fd, bytes, sizeof(bytes), 0);
		if (more <= 0)
			break;
		have += (size_t)more;
	}
	if (send(fd, said, sizeof(said) - 1, MSG_NOSIGNAL) < 0)
		close(fd);
}

static void serve(int listener)
{
	struct epoll_event e = {.events = EPOLLIN, .data.fd = listener};
	int poll = epoll_create1(0);
	epoll_ctl(poll, EPOLL_CTL_ADD, listener, &e);
	for (;;) {
		if (epoll_wait(poll, &e, 1, -1) < 1)
			continue;
		if (e.data.fd != listener) {
			answer(e.data.fd);
			continue;
		}
		e = (struct epoll_event){.events = EPOLLIN,
		                         .data.fd = accept(listener, NULL, NULL)};
		epoll_ctl(poll, EPOLL_CTL_ADD, e.data.fd, &e);
	}
}

static pid_t start_sink(int core, unsigned *port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(at);
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(listener, (struct sockaddr *)&at, sizeof(at)) < 0 || listen(listener, HOOKS) < 0)
		abort();
	getsockname(listener, (struct sockaddr *)&at, &len);
	*port = ntohs(at.sin_port);
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		measure_move_to(core);
		serve(listener);
	}
	close(listener);
	return pid;
}

/* ---- Bare libcurl ---- */

struct bench {
	unsigned port;
	struct store *store;
	struct config config;
	struct clock clock;
	struct mail_secrets secrets;
	struct hook_courier *courier;
	CURLM *multi;
	CURL *easy[HOOKS];
	struct curl_slist *head;
	char body[BODY_BYTES + 1];
};

static size_t drop(char *bytes, size_t size, size_t count, void *context)
{
	(void)bytes, (void)context;
	return size * count;
}

static void make_handles(struct bench *b)
{
	/* With the body as many bytes as ours. */
	static const char *const lines[] = {
		"Content-Type: application/json",
		"User-Agent: slowsafari",
		"webhook-id: notice_1800000000_10000",
		"webhook-timestamp: 1800000000",
		"webhook-signature: v1,xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=",
		"Expect:",
	};
	char url[80];
	b->multi = curl_multi_init();
	memset(b->body, 'x', BODY_BYTES);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		b->head = curl_slist_append(b->head, lines[i]);
	for (int i = 0; i < HOOKS; i++) {
		CURL *curl = b->easy[i] = curl_easy_init();
		snprintf(url, sizeof(url), "http://127.0.0.1:%u/%d", b->port, i);
		curl_easy_setopt(curl, CURLOPT_URL, url);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, b->body);
		curl_easy_setopt(curl, CURLOPT_HTTPHEADER, b->head);
		curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
		curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	}
}

static double post_bare(void *context)
{
	struct bench *b = context;
	unsigned done = 0, begun = HOOKS;
	for (int i = 0; i < HOOKS; i++)
		curl_multi_add_handle(b->multi, b->easy[i]);
	while (done < HOOKS * EACH) {
		int running, left;
		CURLMsg *m;
		curl_multi_perform(b->multi, &running);
		while ((m = curl_multi_info_read(b->multi, &left))) {
			CURL *curl = m->easy_handle;
			assert(m->data.result == CURLE_OK);
			curl_multi_remove_handle(b->multi, curl);
			done++;
			if (begun++ < HOOKS * EACH)
				curl_multi_add_handle(b->multi, curl);
		}
		if (running)
			curl_multi_poll(b->multi, NULL, 0, 1000, NULL);
	}
	return done;
}

/* ---- The service ---- */

static int add_rows(struct db *db, void *context)
{
	const struct bench *b = context;
	struct user u = {.name = "Ada", .zone = "UTC"};
	int64_t user_id = 0;
	for (int i = 0; i < HOOKS; i++) {
		struct hook h = {.is_on = true, .kind = "generic"};
		if (i % HOOKS_MAX == 0)
			user_id = user_insert(db, &u);
		h.user_id = user_id;
		snprintf(h.url, sizeof(h.url), "http://127.0.0.1:%u/%d", b->port, i);
		hook_insert(db, &h);
	}
	return 0;
}

static int add_notices(struct db *db, void *context)
{
	const struct bench *b = context;
	for (int64_t k = 0; k < HOOKS * EACH; k++) {
		struct hook h;
		struct notice n = notices_new(NOTICE_TEST, clock_now(&b->clock));
		hook_get(db, 1 + k % HOOKS, &h);
		n.user_id = h.user_id;
		n.hook_id = h.id;
		n.lane = LANE_HOOK;
		notice_add(db, &n, NULL, 0);
	}
	return 0;
}

static int64_t waiting(struct bench *b)
{
	struct db *db = store_read(b->store);
	int64_t due = hook_next_due(db, clock_now(&b->clock));
	store_read_done(b->store, db);
	return due;
}

static double post_ours(void *context)
{
	struct bench *b = context;
	store_write(b->store, add_notices, b);
	while (hook_courier_busy(b->courier) || waiting(b))
		hook_courier_run(b->courier, 1);
	return HOOKS * EACH;
}

static int open_service(struct bench *b, const char *path, struct err *err)
{
	config_init(&b->config);
	b->config.hook_network_count = 1;
	network_parse("127.0.0.1", &b->config.hook_networks[0]);
	if (store_open(&b->store, &(struct store_options){.path = path}, err) < 0 ||
	    mail_secrets_open(&b->secrets, b->store, 1, err) < 0)
		return -1;
	store_write(b->store, add_rows, b);
	b->courier = hook_courier_open(&(struct hook_courier_options){.store = b->store,
	                                                              .config = &b->config,
	                                                              .secrets = &b->secrets,
	                                                              .clock = &b->clock});
	return 0;
}

static void close_all(struct bench *b)
{
	for (int i = 0; i < HOOKS; i++)
		curl_easy_cleanup(b->easy[i]);
	curl_multi_cleanup(b->multi);
	curl_slist_free_all(b->head);
	hook_courier_close(b->courier);
	store_close(b->store);
}

int main(void)
{
	struct bench b = {.clock = {.stands = true, .at = 1800000000}};
	struct err err;
	char folder[] = "/tmp/slowsafari-bench-XXXXXX", path[64];
	int cores[2];
	if (!freopen("/dev/null", "w", stderr) || !mkdtemp(folder))
		return 1;
	curl_global_init(CURL_GLOBAL_DEFAULT);
	measure_two_cores(cores);
	pid_t sink = start_sink(cores[1], &b.port);
	measure_move_to(cores[0]);
	snprintf(path, sizeof(path), "%s/b.db", folder);
	if (open_service(&b, path, &err) < 0) {
		printf("%s\n", err.text);
		return 1;
	}
	make_handles(&b);
	struct measure m[] = {
		{.run = post_bare, .context = &b, .seconds = 1},
		{.run = post_ours, .context = &b, .seconds = 1},
	};
	measure_all(m, 2);
	printf("webhooks, %d at a time: libcurl alone %.0f a second, ours %.0f (spread %.0f %%): "
	       "%.2f of it\n",
	       HOOKS, measure_median(&m[0]), measure_median(&m[1]), measure_spread(&m[1]),
	       measure_ratio(&m[1], &m[0]));
	close_all(&b);
	kill(sink, SIGKILL);
	waitpid(sink, NULL, 0);
	measure_remove_folder(folder);
	return 0;
}
