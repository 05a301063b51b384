/* SPDX-License-Identifier: ISC */
/*
 * The gate, over a socket: requests that are malformed, or odd but right, and what becomes of them
 * and of their connection. Behind each stands a second, plain request: whether it is answered shows
 * the state of the connection. After each the server goes on.
 *
 * What the routes behind the gate do is tested elsewhere.
 */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/http.h"
#include "web/page.h"

static void say_fine(struct request *req, struct response *res)
{
	(void)req;
	text_add(&res->body, "fine\n");
}

static void say_fields(struct request *req, struct response *res)
{
	for (size_t i = 0; i < req->fields.count; i++)
		text_printf(&res->body, "%s=%s\n", req->fields.items[i].name,
		            req->fields.items[i].value);
}

static const struct field_rule two_fields[] = {{"a", 100}, {"b", 100}, {NULL, 0}};

static const struct route routes[] = {
	{METHOD_GET, "/ok", ACCESS_SECRET, say_fine, two_fields, 0},
	{METHOD_GET, "/p/:id", ACCESS_SECRET, say_fine, NULL, 0},
	{METHOD_POST, "/echo", ACCESS_SECRET, say_fields, two_fields, 0},
	{METHOD_POST, "/small", ACCESS_SECRET, say_fields, two_fields, 16},
	{0},
};
static const struct route *const tables[] = {routes, NULL};

enum connection { OPEN, SHUT };

/* @ stands for the server's own host and port. */
struct row {
	const char *name;
	const char *bytes;
	size_t len;
	int status; /* 0: closed without a word */
	enum connection then;
};

#define ROW(name, status, then, bytes)                       \
	{                                                    \
		name, bytes, sizeof(bytes) - 1, status, then \
	}
#define HOST "Host: @\r\n"
#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"
#define END "\r\n"

static const struct row rows[] = {
	/* Odd, but right. */
	ROW("a plain one", 200, OPEN, "GET /ok HTTP/1.1\r\n" HOST END),
	ROW("bare LF", 200, OPEN, "GET /ok HTTP/1.1\nHost: @\n\n"),
	ROW("bare LF in one line", 200, OPEN, "GET /ok HTTP/1.1\r\nHost: @\nX-A: b\r\n" END),
	ROW("HEAD", 200, OPEN, "HEAD /ok HTTP/1.1\r\n" HOST END),
	ROW("an empty line before", 200, OPEN, "\r\nGET /ok HTTP/1.1\r\n" HOST END),
	ROW("header names in any case", 200, OPEN, "GET /ok HTTP/1.1\r\nhOsT: @\r\n" END),
	ROW("no blank behind the colon", 200, OPEN, "GET /ok HTTP/1.1\r\nHost:@\r\n" END),
	ROW("an empty value", 200, OPEN, "GET /ok HTTP/1.1\r\n" HOST "X-A:\r\nX-B: c\r\n" END),
	ROW("an empty value last", 200, OPEN, "GET /ok HTTP/1.1\r\n" HOST "X-A:\r\n" END),
	ROW("a tab in a value", 200, OPEN, "GET /ok HTTP/1.1\r\n" HOST "X-A: b\tc\r\n" END),
	ROW("HTTP/1.0", 200, SHUT, "GET /ok HTTP/1.0\r\n" HOST END),
	ROW("an escaped path", 200, OPEN, "GET /%6f%6B HTTP/1.1\r\n" HOST END),
	ROW("an escape that stays one", 200, OPEN, "GET /p/%2541 HTTP/1.1\r\n" HOST END),
	ROW("an escaped slash parts like a slash", 404, OPEN, "GET /p/a%2Fb HTTP/1.1\r\n" HOST END),
	ROW("a form", 200, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 3\r\n" END "a=1"),
	ROW("no body", 200, OPEN, "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0\r\n" END),
	ROW("JSON", 200, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST
            "Content-Type: application/json\r\nContent-Length: 7\r\n" END "{\"a\":1}"),

	/* The host. */
	ROW("no host", 400, OPEN, "GET /ok HTTP/1.1\r\n" END),
	ROW("no host in HTTP/1.0", 400, SHUT, "GET /ok HTTP/1.0\r\n" END),
	ROW("an empty host", 400, OPEN, "GET /ok HTTP/1.1\r\nHost:\r\n" END),
	ROW("another host", 421, OPEN, "GET /ok HTTP/1.1\r\nHost: evil.example\r\n" END),
	ROW("another port", 421, OPEN, "GET /ok HTTP/1.1\r\nHost: 127.0.0.1:1\r\n" END),
	ROW("two hosts", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST "Host: evil.example\r\n" END),
	ROW("the same host twice", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST HOST END),
	ROW("a list of hosts", 421, OPEN, "GET /ok HTTP/1.1\r\nHost: @, evil.example\r\n" END),

	/* The first line. */
	ROW("no request at all", 0, SHUT, "hello\r\n" END),
	ROW("no version", 400, SHUT, "GET /ok\r\n" HOST END),
	ROW("HTTP/2.0", 505, SHUT, "GET /ok HTTP/2.0\r\n" HOST END),
	ROW("a version of another protocol", 400, SHUT, "GET /ok RTSP/1.0\r\n" HOST END),
	ROW("a blank in the address", 400, OPEN, "GET /o k HTTP/1.1\r\n" HOST END),
	ROW("an absolute address", 400, OPEN, "GET http://@/ok HTTP/1.1\r\n" HOST END),
	ROW("an absolute address elsewhere", 400, OPEN,
            "GET http://evil.example/ HTTP/1.1\r\n" HOST END),
	ROW("a star", 400, OPEN, "OPTIONS * HTTP/1.1\r\n" HOST END),
	ROW("a relative address", 400, OPEN, "GET ok HTTP/1.1\r\n" HOST END),
	ROW("a fragment", 400, OPEN, "GET /ok#a HTTP/1.1\r\n" HOST END),
	ROW("raw UTF-8", 400, OPEN, "GET /\xc3\xa9 HTTP/1.1\r\n" HOST END),
	ROW("a tab in the address", 400, OPEN, "GET /o\tk HTTP/1.1\r\n" HOST END),
	ROW("a NUL in the address", 400, SHUT, "GET /ok\0/etc HTTP/1.1\r\n" HOST END),
	ROW("a NUL in the query", 400, SHUT, "GET /ok?a=1\0&b=2 HTTP/1.1\r\n" HOST END),
	ROW("%00", 400, OPEN, "GET /ok%00 HTTP/1.1\r\n" HOST END),
	ROW("%00 in the query", 400, OPEN, "GET /ok?a=%00 HTTP/1.1\r\n" HOST END),
	ROW("an escaped control", 400, OPEN, "GET /ok%0a HTTP/1.1\r\n" HOST END),
	ROW("a broken escape", 400, OPEN, "GET /ok%4 HTTP/1.1\r\n" HOST END),
	ROW("a broken escape in the query", 400, OPEN, "GET /ok?a=%zz HTTP/1.1\r\n" HOST END),
	ROW("invalid UTF-8", 400, OPEN, "GET /p/%ff HTTP/1.1\r\n" HOST END),
	ROW("overlong UTF-8", 400, OPEN, "GET /p/%c0%af HTTP/1.1\r\n" HOST END),

	/* Methods. */
	ROW("TRACE", 405, OPEN, "TRACE /ok HTTP/1.1\r\n" HOST END),
	ROW("OPTIONS", 405, OPEN, "OPTIONS /ok HTTP/1.1\r\n" HOST END),
	ROW("DELETE", 405, OPEN, "DELETE /ok HTTP/1.1\r\n" HOST END),
	ROW("DELETE of nothing", 404, OPEN, "DELETE /no HTTP/1.1\r\n" HOST END),
	ROW("PUT with a body", 405, SHUT,
            "PUT /ok HTTP/1.1\r\n" HOST "Content-Length: 3\r\n" END "a=1"),
	ROW("CONNECT", 501, SHUT, "CONNECT evil.example:443 HTTP/1.1\r\n" HOST END),
	ROW("an unknown method", 501, SHUT, "BREW /ok HTTP/1.1\r\n" HOST END),
	ROW("a method in lower case", 501, SHUT, "get /ok HTTP/1.1\r\n" HOST END),
	ROW("POST to a page", 405, SHUT,
            "POST /ok HTTP/1.1\r\n" HOST FORM "Content-Length: 3\r\n" END "a=1"),
	ROW("GET of a form's target", 405, OPEN, "GET /echo HTTP/1.1\r\n" HOST END),

	/* Headers. */
	ROW("no colon", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST "X-A\r\n" END),
	ROW("no name", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST ": b\r\n" END),
	ROW("a blank before the colon", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST "X-A : b\r\n" END),
	ROW("a folded line", 400, SHUT,
            "GET /ok HTTP/1.1\r\n" HOST "X-A: b\r\n c\r\nX-D: e\r\n" END),
	ROW("a folded line last", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST "X-A: b\r\n\tc\r\n" END),
	ROW("a folded line first", 400, SHUT, "GET /ok HTTP/1.1\r\n X-A: b\r\n" HOST END),
	ROW("a NUL in a value", 400, SHUT,
            "GET /ok HTTP/1.1\r\n" HOST "X-A: b\0c\r\nX-D: e\r\n" END),
	ROW("a NUL in the last value", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST "X-A: b\0c\r\n" END),
	ROW("a NUL in a name", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST "X-\0A: b\r\n" END),
	ROW("a NUL in the host", 400, SHUT, "GET /ok HTTP/1.1\r\nHost: @\0.evil.example\r\n" END),
	ROW("a line of a NUL that ends the head", 400, SHUT,
            "GET /ok HTTP/1.1\r\n" HOST "\0: b\r\nX-C: d\r\n" END),
	ROW("a bare CR", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST "X-A: b\rX-C: d\r\n" END),
	ROW("a control in a value", 400, SHUT, "GET /ok HTTP/1.1\r\n" HOST "X-A: b\x1b[2J\r\n" END),

	/* The body, and where it ends. */
	ROW("two lengths", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 3\r\nContent-Length: 4\r\n" END
            "a=1"),
	ROW("one length twice", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 3\r\nContent-Length: 3\r\n" END
            "a=1"),
	ROW("a list of lengths", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 3, 3\r\n" END "a=1"),
	ROW("a length with a sign", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: +3\r\n" END "a=1"),
	ROW("a negative length", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: -3\r\n" END "a=1"),
	ROW("a length in hexadecimal", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 0x3\r\n" END "a=1"),
	ROW("a length beyond all bounds", 413, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 99999999999999999999999\r\n" END
            "a=1"),
	ROW("a length and chunks", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM
            "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n" END "0\r\n\r\n"),
	ROW("chunks and a length", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM
            "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n" END "0\r\n\r\n"),
	ROW("chunks", 411, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Transfer-Encoding: chunked\r\n" END "0\r\n\r\n"),
	ROW("chunks twice", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n" END "0\r\n\r\n"),
	ROW("a list of codings", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Transfer-Encoding: chunked, identity\r\n" END
            "0\r\n\r\n"),
	ROW("an unknown coding", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Transfer-Encoding: xchunked\r\n" END "0\r\n\r\n"),
	ROW("a coding hidden by a tab", 400, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Transfer-Encoding:\x0b"
            "chunked\r\n" END "0\r\n\r\n"),
	ROW("chunks in HTTP/1.0", 400, SHUT,
            "POST /echo HTTP/1.0\r\n" HOST FORM "Transfer-Encoding: chunked\r\n" END "0\r\n\r\n"),
	ROW("a GET with chunks", 411, SHUT,
            "GET /ok HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n" END "0\r\n\r\n"),
	ROW("a GET with a body", 400, SHUT,
            "GET /ok HTTP/1.1\r\n" HOST FORM "Content-Length: 3\r\n" END "a=1"),
	ROW("a POST without a length", 411, SHUT, "POST /echo HTTP/1.1\r\n" HOST FORM END),
	ROW("a body over the route's limit", 413, SHUT,
            "POST /small HTTP/1.1\r\n" HOST FORM "Content-Length: 17\r\n" END "a=012345678901234"),
	ROW("a body at the route's limit", 200, OPEN,
            "POST /small HTTP/1.1\r\n" HOST FORM "Content-Length: 16\r\n" END "a=01234567890123"),
	ROW("a body of no type", 415, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 3\r\n" END "a=1"),
	ROW("a body in parts", 415, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST
            "Content-Type: multipart/mixed; boundary=x\r\nContent-Length: 3\r\n" END "a=1"),
	ROW("a compressed body", 415, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM
            "Content-Encoding: gzip\r\nContent-Length: 3\r\n" END "a=1"),
	ROW("an unknown expectation", 417, SHUT,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Expect: tea\r\nContent-Length: 3\r\n" END "a=1"),

	/* Fields. */
	ROW("an unknown field", 400, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 3\r\n" END "c=1"),
	ROW("one field twice", 400, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 7\r\n" END "a=1&a=1"),
	ROW("a field without a name", 400, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 2\r\n" END "=1"),
	ROW("a NUL in a field", 400, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 5\r\n" END "a=%00"),
	ROW("a raw NUL in a field", 400, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST FORM "Content-Length: 3\r\n" END "a=\0"),
	ROW("a query behind a POST", 400, OPEN,
            "POST /echo?a=1 HTTP/1.1\r\n" HOST FORM "Content-Length: 3\r\n" END "b=1"),
	ROW("an unknown field in the query", 400, OPEN, "GET /ok?c=1 HTTP/1.1\r\n" HOST END),
	ROW("broken JSON", 400, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST
            "Content-Type: application/json\r\nContent-Length: 3\r\n" END "{a}"),
	ROW("nested JSON", 400, OPEN,
            "POST /echo HTTP/1.1\r\n" HOST
            "Content-Type: application/json\r\nContent-Length: 8\r\n" END "{\"a\":[]}"),
};
enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

static int start(void **state)
{
	static struct http h;
	http_start(&h, tables, NULL, 0);
	*state = &h;
	return 0;
}

static int stop(void **state)
{
	http_stop(*state);
	return 0;
}

/* Appends bytes, with the server's host in the place of each @. */
static void add_bytes(const struct http *h, struct text *out, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '@')
			text_printf(out, "127.0.0.1:%u", (unsigned)h->config.listen_port);
		else
			text_add_char(out, bytes[i]);
	}
}

/* Sends bytes with a plain, closing request behind them; reads all there is. */
static void exchange(const struct http *h, const char *bytes, size_t len, struct text *got)
{
	static const char last[] = "GET /ok HTTP/1.1\r\nHost: @\r\nConnection: close\r\n\r\n";
	struct text sent;
	text_init(&sent, 1 << 20);
	text_init(got, 1 << 20);
	add_bytes(h, &sent, bytes, len);
	add_bytes(h, &sent, last, sizeof(last) - 1);
	int fd = http_connect(h);
	/* The server may have closed before it took all. */
	http_send(fd, sent.data, sent.len);
	http_read_all(fd, got);
	close(fd);
	text_release(&sent);
}

static bool is_as_expected(const struct http *h, const struct row *row)
{
	struct text got;
	exchange(h, row->bytes, row->len, &got);
	struct http_answer first =
		http_cut(text_string(&got), got.len, strncmp(row->bytes, "HEAD", 4) == 0);
	size_t left = got.len - (size_t)(first.rest - got.data);
	struct http_answer second = http_cut(first.rest, got.data ? left : 0, false);
	bool is_right = first.status == row->status &&
	                second.status == (row->then == OPEN ? 200 : 0);
	if (!is_right)
		print_error("%s: expected %d and %s, got %d and %s\n%.*s\n", row->name, row->status,
		            row->then == OPEN ? "open" : "shut", first.status,
		            second.status ? "open" : "shut", (int)got.len,
		            got.data ? got.data : "");
	text_release(&got);
	return is_right;
}

static void every_row_is_answered_as_the_table_says(void **state)
{
	const struct http *h = *state;
	unsigned wrong = 0;
	for (size_t i = 0; i < ROW_COUNT; i++) {
		wrong += !is_as_expected(h, &rows[i]);
		wrong += !is_as_expected(h, &rows[0]);
	}
	assert_int_equal(wrong, 0);
}

static void rows_arrive_alike_byte_by_byte(void **state)
{
	const struct http *h = *state;
	/* A head that comes in pieces lies in a buffer that grew on the way. */
	static const char last[] = "Connection: close\r\n\r\n";
	struct text sent, got;
	text_init(&sent, 1 << 20);
	text_init(&got, 1 << 20);
	add_bytes(h, &sent, "GET /ok HTTP/1.1\r\nHost: @\r\n", 27);
	for (int i = 0; i < 40; i++)
		text_printf(&sent, "X-Header-%d: %0300d\r\n", i, i);
	text_add(&sent, last);
	int fd = http_connect(h);
	for (size_t i = 0; i < sent.len; i += 7)
		assert_true(http_send(fd, sent.data + i, sent.len - i < 7 ? sent.len - i : 7));
	http_read_all(fd, &got);
	close(fd);
	assert_int_equal(http_cut(text_string(&got), got.len, false).status, 200);
	text_release(&sent);
	text_release(&got);
}

static int status_of_long_one(const struct http *h, size_t target, size_t headers, size_t value)
{
	struct text sent, got;
	text_init(&sent, 1 << 20);
	text_add(&sent, "GET /");
	for (size_t i = 1; i < target; i++)
		text_add_char(&sent, 'x');
	text_add(&sent, " HTTP/1.1\r\nHost: @\r\n");
	for (size_t i = 0; i < headers; i++)
		text_printf(&sent, "X-%zu: %0*d\r\n", i, (int)value, 0);
	text_add(&sent, "\r\n");
	exchange(h, sent.data, sent.len, &got);
	int status = http_cut(text_string(&got), got.len, false).status;
	text_release(&sent);
	text_release(&got);
	return status;
}

static void addresses_and_headers_have_ceilings(void **state)
{
	const struct http *h = *state;
	assert_int_equal(status_of_long_one(h, LIMIT_TARGET_BYTES, 0, 0), 404);
	assert_int_equal(status_of_long_one(h, LIMIT_TARGET_BYTES + 1, 0, 0), 414);
	assert_int_equal(status_of_long_one(h, 100000, 0, 0), 414);
	assert_int_equal(status_of_long_one(h, 2, LIMIT_HEADERS - 1, 5), 404);
	assert_int_equal(status_of_long_one(h, 2, LIMIT_HEADERS, 5), 431);
	assert_int_equal(status_of_long_one(h, 2, 1, LIMIT_HEADER_BYTES - 3), 404);
	assert_int_equal(status_of_long_one(h, 2, 1, LIMIT_HEADER_BYTES), 431);
	assert_int_equal(status_of_long_one(h, 2, 5, LIMIT_HEADER_BYTES - 3), 431);
	assert_int_equal(status_of_long_one(h, 2, 60, LIMIT_HEADER_BYTES - 3), 431);
}

static void a_body_is_asked_for_once_the_head_is_good(void **state)
{
	const struct http *h = *state;
	struct text sent, got;
	text_init(&sent, 4096);
	text_init(&got, 65536);
	static const char head[] = "POST /echo HTTP/1.1\r\nHost: @\r\n" FORM
				   "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n";
	add_bytes(h, &sent, head, sizeof(head) - 1);
	int fd = http_connect(h);
	assert_true(http_send(fd, sent.data, sent.len));
	assert_true(http_read_until(fd, &got, "HTTP/1.1 100 Continue\r\n\r\n"));
	assert_int_equal(got.len, strlen("HTTP/1.1 100 Continue\r\n\r\n"));
	assert_true(http_send(fd, "a=1", 3));
	assert_true(http_read_until(fd, &got, "\r\n\r\na=1\n"));
	close(fd);
	text_release(&sent);
	text_release(&got);
}

static void a_body_is_not_asked_for_when_the_head_is_refused(void **state)
{
	const struct http *h = *state;
	static const char *const heads[] = {
		"POST /small HTTP/1.1\r\nHost: @\r\n" FORM
		"Expect: 100-continue\r\nContent-Length: 17\r\n\r\n",
		"POST /no HTTP/1.1\r\nHost: @\r\n" FORM
		"Expect: 100-continue\r\nContent-Length: 3\r\n\r\n",
	};
	static const int statuses[] = {413, 404};
	for (size_t i = 0; i < 2; i++) {
		struct text sent, got;
		text_init(&sent, 4096);
		text_init(&got, 65536);
		add_bytes(h, &sent, heads[i], strlen(heads[i]));
		int fd = http_connect(h);
		assert_true(http_send(fd, sent.data, sent.len));
		http_read_all(fd, &got);
		assert_int_equal(http_cut(text_string(&got), got.len, false).status, statuses[i]);
		close(fd);
		text_release(&sent);
		text_release(&got);
	}
}

static void every_answer_has_the_security_headers(void **state)
{
	static const char *const targets[] = {"/ok", "/no", "/ok%00"};
	for (size_t i = 0; i < 3; i++) {
		struct text all;
		char value[400];
		struct http_answer a = http_ask(
			*state, &all, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", targets[i],
			(unsigned)((const struct http *)*state)->config.listen_port);
		assert_true(http_header(&a, "Content-Security-Policy", value, sizeof(value)));
		assert_non_null(strstr(value, "default-src 'none'"));
		assert_non_null(strstr(value, "frame-ancestors 'none'"));
		assert_null(strstr(value, "unsafe"));
		assert_true(http_header(&a, "X-Content-Type-Options", value, sizeof(value)));
		assert_string_equal(value, "nosniff");
		assert_true(http_header(&a, "Referrer-Policy", value, sizeof(value)));
		assert_string_equal(value, "same-origin");
		text_release(&all);
	}
}

static void a_405_says_what_is_allowed(void **state)
{
	struct text all;
	char value[100];
	const struct http *h = *state;
	struct http_answer a = http_ask(h, &all,
	                                "DELETE /ok HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
	                                (unsigned)h->config.listen_port);
	assert_true(http_header(&a, "Allow", value, sizeof(value)));
	assert_string_equal(value, "GET, HEAD");
	text_release(&all);
	a = http_ask(h, &all, "GET /echo HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
	             (unsigned)h->config.listen_port);
	assert_true(http_header(&a, "Allow", value, sizeof(value)));
	assert_string_equal(value, "POST");
	text_release(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_answered_as_the_table_says),
		cmocka_unit_test(rows_arrive_alike_byte_by_byte),
		cmocka_unit_test(addresses_and_headers_have_ceilings),
		cmocka_unit_test(a_body_is_asked_for_once_the_head_is_good),
		cmocka_unit_test(a_body_is_not_asked_for_when_the_head_is_refused),
		cmocka_unit_test(every_answer_has_the_security_headers),
		cmocka_unit_test(a_405_says_what_is_allowed),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
