/* SPDX-License-Identifier: ISC */
/*
 * The gate's rules, in the order in which they are asked. What makes it uncertain where this
 * request ends and the next begins closes the connection (RFC 9112, 6.3 and 11.2); anything else is
 * told and the connection goes on.
 */
#include "web/gate.h"

#include <string.h>
#include <strings.h>

#include "base/number.h"

static const struct gate_verdict come_in = {0};

static struct gate_verdict refuse(int status, const char *sentence)
{
	return (struct gate_verdict){.status = status, .sentence = sentence};
}

static struct gate_verdict refuse_and_close(int status, const char *sentence)
{
	return (struct gate_verdict){.status = status, .sentence = sentence, .closes = true};
}

const char *head_get(const struct head *head, const char *name)
{
	for (size_t i = 0; i < head->header_count; i++) {
		if (strcasecmp(head->headers[i].name, name) == 0)
			return head->headers[i].value;
	}
	return NULL;
}

/* tchar of RFC 9110, 5.6.2. A folded line leaves its blanks in the name, and fails here. */
static bool is_token(const char *text, size_t len)
{
	static const char marks[] = "!#$%&'*+-.^_`|~";
	for (size_t i = 0; i < len; i++) {
		char c = text[i];
		bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
		if (!is_letter && !(c >= '0' && c <= '9') && !(c && strchr(marks, c)))
			return false;
	}
	return len > 0;
}

static struct gate_verdict check_headers(const struct head *head)
{
	size_t bytes = 0;
	for (size_t i = 0; i < head->header_count; i++) {
		const struct header *h = &head->headers[i];
		size_t size = h->name_len + h->value_len;
		bytes += size;
		if (size > LIMIT_HEADER_BYTES || bytes > LIMIT_HEAD_BYTES)
			return refuse_and_close(431, "The request's headers are too large.");
		if (!is_token(h->name, h->name_len))
			return refuse_and_close(400, "The request has a broken header line.");
		for (size_t k = 0; k < h->value_len; k++) {
			unsigned char c = (unsigned char)h->value[k];
			if ((c < 0x20 && c != '\t') || c == 0x7f)
				return refuse_and_close(
					400, "The request has a control character in a header.");
		}
	}
	return come_in;
}

/* Headers of which a second one would let two readers disagree. */
static struct gate_verdict check_repeats(const struct head *head)
{
	static const char *const once[] = {
		"Host",          "Content-Length", "Transfer-Encoding",
		"Content-Type",  "Cookie",         "Expect",
		"Origin",        "Sec-Fetch-Site", "If-Match",
		"Authorization", "X-Form-Token",   "Content-Encoding",
	};
	for (size_t n = 0; n < sizeof(once) / sizeof(once[0]); n++) {
		unsigned count = 0;
		for (size_t i = 0; i < head->header_count; i++)
			count += strcasecmp(head->headers[i].name, once[n]) == 0;
		if (count > 1)
			return refuse_and_close(
				400, "The request has a header twice that may stand once.");
	}
	return come_in;
}

static struct gate_verdict check_line(const struct head *head)
{
	static const char *const known[] = {
		"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE",
	};
	bool is_known = false;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		is_known = is_known || strcmp(head->method, known[i]) == 0;
	if (!is_known)
		return refuse_and_close(501, "This server does not know that method.");
	if (strcmp(head->version, "HTTP/1.1") != 0 && strcmp(head->version, "HTTP/1.0") != 0)
		return refuse_and_close(505, "This server speaks HTTP/1.1.");
	if (strlen(head->target) > LIMIT_TARGET_BYTES)
		return refuse_and_close(414, "The request's address is too long.");
	/* What a proxy is asked for: absolute addresses, and * of OPTIONS. */
	if (head->target[0] != '/')
		return refuse(400, "The request's address must begin with a slash.");
	for (const char *c = head->target; *c; c++) {
		if (*c <= 0x20 || *c >= 0x7f || *c == '#')
			return refuse(
				400, "The request's address has a character that must be escaped.");
	}
	if (strstr(head->target, "%00"))
		return refuse(400, "The request's address has a NUL character.");
	return come_in;
}

static bool is_host(const char *value, const char *name, const char *port)
{
	size_t len = strlen(name);
	return strncasecmp(value, name, len) == 0 &&
	       (*port ? value[len] == ':' && strcmp(value + len + 1, port) == 0
	              : value[len] == '\0');
}

static struct gate_verdict check_host(const struct head *head, const struct gate_hosts *hosts)
{
	static const char *const loopback[] = {"localhost", "127.0.0.1", "[::1]"};
	const char *value = head_get(head, "Host");
	if (!value || !*value)
		return refuse(400, "The request does not say for which host it is.");
	if (!hosts->host || strcasecmp(value, hosts->host) == 0)
		return come_in;
	for (size_t i = 0; hosts->is_loopback && i < sizeof(loopback) / sizeof(loopback[0]); i++) {
		if (is_host(value, loopback[i], hosts->port))
			return come_in;
	}
	return refuse(421, "This server does not answer for that host.");
}

static struct gate_verdict check_body(const struct head *head)
{
	const char *encoding = head_get(head, "Transfer-Encoding");
	const char *length = head_get(head, "Content-Length");
	const char *expect = head_get(head, "Expect");
	struct gate_verdict verdict = come_in;
	int64_t body_len = 0;
	if (encoding && (length || strcasecmp(encoding, "chunked") != 0 ||
	                 strcmp(head->version, "HTTP/1.1") != 0))
		return refuse_and_close(400,
		                        "The request does not say plainly how long its body is.");
	if (encoding)
		return refuse_and_close(411, "The request must say how long its body is.");
	if (length && !number_parse(length, 0, NUMBER_MOST, &body_len))
		return refuse_and_close(400, "The request's Content-Length is no plain number.");
	if (strcmp(head->method, "POST") == 0 && !length)
		return refuse_and_close(411, "The request must say how long its body is.");
	verdict.body_len = (uint64_t)body_len;
	if (body_len > 0 && (strcmp(head->method, "GET") == 0 || strcmp(head->method, "HEAD") == 0))
		return refuse_and_close(400, "A GET has no body.");
	if (expect && strcasecmp(expect, "100-continue") != 0)
		return refuse_and_close(417,
		                        "This server can't do what the request expects of it.");
	return verdict;
}

struct gate_verdict gate_check(const struct head *head, const struct gate_hosts *hosts)
{
	if (head->is_cut)
		return refuse_and_close(
			400, "The request has a NUL character, or lines that are folded.");
	if (head->has_more_headers)
		return refuse_and_close(431, "The request has too many headers.");
	struct gate_verdict verdict = check_headers(head);
	if (!verdict.status)
		verdict = check_repeats(head);
	if (!verdict.status)
		verdict = check_line(head);
	if (!verdict.status)
		verdict = check_host(head, hosts);
	if (verdict.status) {
		/* A refused body is not read, so the connection can't go on behind it. */
		verdict.closes = verdict.closes || head_get(head, "Content-Length") ||
		                 head_get(head, "Transfer-Encoding");
		return verdict;
	}
	return check_body(head);
}
