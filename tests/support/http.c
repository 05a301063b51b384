/* SPDX-License-Identifier: ISC */
/*
 * The client is as plain as it can be, so that nothing in it mends what a test sends.
 */
#include "support/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/replays.h"

static void must(bool is_so, const char *what)
{
	if (!is_so) {
		fprintf(stderr, "http: %s: %s\n", what, strerror(errno));
		abort();
	}
}

static unsigned free_port(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	must(fd >= 0 && bind(fd, (struct sockaddr *)&a, len) == 0, "bind");
	must(getsockname(fd, (struct sockaddr *)&a, &len) == 0, "getsockname");
	close(fd);
	return ntohs(a.sin_port);
}

static bool try_start(struct http *h, unsigned request_ms, struct err *err)
{
	struct server_options options = {.request_ms = request_ms};
	unsigned port = free_port();
	h->config.listen_port = (uint16_t)port;
	snprintf(h->config.base_url, sizeof(h->config.base_url), "http://127.0.0.1:%u", port);
	must(config_finish(&h->config, err) == 0, err->text);
	must(site_open(&h->site, err) == 0, err->text);
	if (server_start(&h->server, &h->site, &options, err) == 0)
		return true;
	site_close(&h->site);
	return false;
}

void http_start(struct http *h, const struct route *const *routes, struct store *store,
                unsigned request_ms)
{
	struct err err;
	memset(h, 0, sizeof(*h));
	config_init(&h->config);
	h->config.has_rate_limits = false;
	h->config.threads = 4;
	h->clock.stands = true;
	atomic_store(&h->clock.at, 1000000);
	must(sets_load(&h->sets, NULL, &err) == 0, err.text);
	h->sets.replays = replays_new(LIMIT_REPLAYS_BYTES);
	h->site = (struct site){.config = &h->config,
	                        .store = store,
	                        .sets = &h->sets,
	                        .clock = &h->clock,
	                        .routes = routes};
	/* Somebody else may take the port that was free. */
	for (int tries = 0; !try_start(h, request_ms, &err); tries++)
		must(tries < 10, err.text);
}

void http_stop(struct http *h)
{
	server_stop(h->server);
	site_close(&h->site);
	replays_free(h->sets.replays);
}

int http_connect(const struct http *h)
{
	struct sockaddr_in a = {.sin_family = AF_INET,
	                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	                        .sin_port = htons(h->config.listen_port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	must(fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof(a)) == 0, "connect");
	return fd;
}

bool http_send(int fd, const char *bytes, size_t len)
{
	while (len > 0) {
		ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);
		if (n < 0)
			return false;
		bytes += n;
		len -= (size_t)n;
	}
	return true;
}

/* Appends what is there; false at the end. A connection that was reset has ended too. */
static bool read_some(int fd, struct text *out)
{
	char bytes[8192];
	ssize_t n = recv(fd, bytes, sizeof(bytes), 0);
	if (n > 0)
		text_add_bytes(out, bytes, (size_t)n);
	return n > 0;
}

void http_read_all(int fd, struct text *out)
{
	while (read_some(fd, out))
		continue;
}

bool http_read_until(int fd, struct text *out, const char *mark)
{
	while (!strstr(text_string(out), mark)) {
		if (!read_some(fd, out))
			return false;
	}
	return true;
}

bool http_header(const struct http_answer *a, const char *name, char *out, size_t room)
{
	size_t name_len = strlen(name);
	const char *end = a->head + a->head_len;
	for (const char *line = a->head; line < end;) {
		const char *next = memmem(line, (size_t)(end - line), "\r\n", 2);
		size_t len = (size_t)((next ? next : end) - line);
		if (len > name_len + 1 && strncasecmp(line, name, name_len) == 0 &&
		    line[name_len] == ':') {
			snprintf(out, room, "%.*s", (int)(len - name_len - 2), line + name_len + 2);
			return true;
		}
		line += len + 2;
	}
	return false;
}

struct http_answer http_cut(const char *text, size_t len, bool to_head)
{
	struct http_answer a = {.rest = text};
	char length[32] = "0";
	const char *end = memmem(text, len, "\r\n\r\n", 4);
	if (!end || strncmp(text, "HTTP/1.", 7) != 0)
		return a;
	a.status = (int)strtol(text + 9, NULL, 10);
	a.head = text;
	a.head_len = (size_t)(end - text);
	a.body = end + 4;
	http_header(&a, "Content-Length", length, sizeof(length));
	if (!to_head)
		a.body_len = strtoul(length, NULL, 10);
	size_t left = len - (size_t)(a.body - text);
	a.is_whole = a.body_len <= left;
	if (!a.is_whole)
		a.body_len = left;
	a.rest = a.body + a.body_len;
	return a;
}

struct http_answer http_ask(const struct http *h, struct text *all, const char *format, ...)
{
	char request[16384];
	va_list args;
	va_start(args, format);
	int len = vsnprintf(request, sizeof(request), format, args);
	va_end(args);
	must(len < (int)sizeof(request), "too long a request");
	int fd = http_connect(h);
	text_init(all, 8 << 20);
	must(http_send(fd, request, (size_t)len), "send");
	struct http_answer answer;
	do
		answer = http_cut(text_string(all), all->len, strncmp(request, "HEAD", 4) == 0);
	while (!answer.is_whole && read_some(fd, all));
	close(fd);
	return answer;
}
