/* SPDX-License-Identifier: ISC */
/*
 * SMTP by libcurl: see smtp.h. libcurl's error codes do not tell which command was refused, nor in
 * which words; so the conversation is followed through its debugging callback, which gives every
 * line of both sides.
 */
#include "notify/smtp.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "app/names.h"
#include "base/memory.h"

enum step {
	STEP_GREETING,
	STEP_HELLO,
	STEP_TLS,
	STEP_AUTH,
	STEP_SENDER,
	STEP_RECIPIENT,
	STEP_DATA,
	STEP_MAIL
};

/* How far one attempt got. */
struct talk {
	enum step step;
	bool has_auth;   /* a password was given */
	bool is_over;    /* what follows is the goodbye */
	char reply[200]; /* the server's answer to what we said last; "" for none yet */
};

/* What is left to send. */
struct source {
	const char *bytes;
	size_t left;
};

struct smtp {
	CURL *curl;
	const atomic_bool *stops;
	int64_t stopped_at_ms; /* when that was first seen; 0: not yet */
	bool has_user, is_signed_in;
	struct talk talk;
	struct source source;
	char error[CURL_ERROR_SIZE];
};

/* ---- Following the conversation ---- */

static bool begins(const char *line, size_t len, const char *verb)
{
	size_t n = strlen(verb);
	return len >= n && memcmp(line, verb, n) == 0;
}

static void follow_ours(struct talk *t, const char *line, size_t len)
{
	t->is_over = begins(line, len, "QUIT\r\n");
	if (t->is_over)
		return; /* the last reply was to what counts */
	t->reply[0] = '\0';
	if (begins(line, len, "EHLO ") || begins(line, len, "HELO "))
		t->step = STEP_HELLO;
	else if (begins(line, len, "STARTTLS\r\n"))
		t->step = STEP_TLS;
	else if (begins(line, len, "AUTH "))
		t->step = STEP_AUTH, t->has_auth = true;
	else if (begins(line, len, "MAIL FROM:"))
		t->step = STEP_SENDER;
	else if (begins(line, len, "RCPT TO:"))
		t->step = STEP_RECIPIENT;
	else if (t->step == STEP_RECIPIENT && begins(line, len, "DATA\r\n"))
		t->step = STEP_DATA;
}

/* Adds a line of the reply, without its end; what does not fit is cut. Replies are ASCII (RFC 5321,
 * 4.2): what is not could be anything, and is to stand in rows, logs and pages. */
static void follow_theirs(struct talk *t, const char *line, size_t len)
{
	size_t used = strlen(t->reply), last = sizeof(t->reply) - 1;
	while (len > 0 && (line[len - 1] == '\r' || line[len - 1] == '\n'))
		len--;
	if (used > 0 && used < last)
		t->reply[used++] = ' ';
	for (size_t i = 0; i < len && used < last; i++)
		t->reply[used++] = line[i] >= ' ' && line[i] <= '~' ? line[i] : '?';
	t->reply[used] = '\0';
}

static int follow(CURL *curl, curl_infotype type, char *data, size_t len, void *context)
{
	struct talk *t = context;
	(void)curl;
	if (t->is_over)
		return 0;
	if (type == CURLINFO_HEADER_OUT) {
		follow_ours(t, data, len);
	} else if (type == CURLINFO_HEADER_IN) {
		follow_theirs(t, data, len);
	} else if (type == CURLINFO_DATA_OUT) {
		t->step = STEP_MAIL;
		t->reply[0] = '\0';
	}
	return 0;
}

static size_t give(char *out, size_t size, size_t count, void *context)
{
	struct source *s = context;
	size_t n = size * count < s->left ? size * count : s->left;
	memcpy(out, s->bytes, n);
	s->bytes += n;
	s->left -= n;
	return n;
}

static int64_t monotonic_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Called at least once a second; not 0 gives the attempt up. */
static int progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	struct smtp *s = context;
	(void)a, (void)b, (void)c, (void)d;
	if (!s->stops || !atomic_load(s->stops))
		return 0;
	if (s->stopped_at_ms == 0)
		s->stopped_at_ms = monotonic_ms();
	return s->talk.step < STEP_MAIL || monotonic_ms() - s->stopped_at_ms >= SMTP_STOP_MS;
}

/* ---- Setting up ---- */

/* The host of a URL to out; false when it is no URL. IPv6 without its brackets. */
static bool read_host(const char *url, char *out, size_t size)
{
	CURLU *parts = curl_url();
	char *host = NULL;
	bool is_read = parts && curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
	               curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK;
	if (is_read) {
		size_t len = strlen(host);
		bool is_v6 = host[0] == '[' && host[len - 1] == ']';
		snprintf(out, size, "%.*s", (int)(is_v6 ? len - 2 : len), host + is_v6);
	}
	curl_free(host);
	curl_url_cleanup(parts);
	return is_read;
}

bool smtp_is_loopback(const char *url)
{
	char host[256];
	struct in_addr v4;
	struct in6_addr v6;
	if (!read_host(url, host, sizeof(host)))
		return false;
	if (inet_pton(AF_INET, host, &v4) == 1)
		return ntohl(v4.s_addr) >> 24 == 127;
	if (inet_pton(AF_INET6, host, &v6) == 1)
		return IN6_IS_ADDR_LOOPBACK(&v6);
	return strcmp(host, "localhost") == 0;
}

static void configure(struct smtp *s, const struct smtp_options *o)
{
	CURL *curl = s->curl;
	curl_easy_setopt(curl, CURLOPT_URL, o->url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* none from the environment */
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
	                 (long)(o->timeout_ms ? o->timeout_ms : SMTP_TIMEOUT_MS));
	curl_easy_setopt(curl, CURLOPT_USE_SSL,
	                 (long)(o->needs_tls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (o->ca_file)
		curl_easy_setopt(curl, CURLOPT_CAINFO, o->ca_file);
	if (s->has_user) {
		curl_easy_setopt(curl, CURLOPT_USERNAME, o->user);
		curl_easy_setopt(curl, CURLOPT_PASSWORD, o->password);
	}
	curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(curl, CURLOPT_READDATA, &s->source);
	curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, follow);
	curl_easy_setopt(curl, CURLOPT_DEBUGDATA, &s->talk);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, s);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, s->error);
}

int smtp_open(struct smtp **out, const struct smtp_options *options, struct err *err)
{
	char host[256];
	if ((strncmp(options->url, "smtp://", 7) != 0 &&
	     strncmp(options->url, "smtps://", 8) != 0) ||
	    !read_host(options->url, host, sizeof(host)))
		return err_set(err, "%s: not the address of a mail server", options->url);
	curl_global_init(CURL_GLOBAL_DEFAULT);
	struct smtp *s = memory_resize(NULL, 1, sizeof(*s));
	*s = (struct smtp){
		.curl = curl_easy_init(),
		.stops = options->stops,
		.has_user = options->user && options->user[0],
	};
	if (!s->curl)
		abort();
	configure(s, options);
	*out = s;
	return 0;
}

void smtp_close(struct smtp *s)
{
	curl_socket_t kept = CURL_SOCKET_BAD;
	if (!s)
		return;
	/* libcurl says QUIT and would wait for the answer, two minutes if need be: there is none
	 * now. */
	curl_easy_getinfo(s->curl, CURLINFO_ACTIVESOCKET, &kept);
	if (kept != CURL_SOCKET_BAD)
		shutdown(kept, SHUT_RD);
	curl_easy_cleanup(s->curl);
	curl_global_cleanup();
	free(s);
}

/* ---- Sending ---- */

static CURLcode attempt(struct smtp *s, const char *bytes, size_t len)
{
	s->talk = (struct talk){0};
	s->source = (struct source){bytes, len};
	s->error[0] = '\0';
	return curl_easy_perform(s->curl);
}

static bool was_kept(struct smtp *s)
{
	long connects = 0;
	curl_easy_getinfo(s->curl, CURLINFO_NUM_CONNECTS, &connects);
	return connects == 0;
}

/* 5.7.x is about who sends, or what (RFC 3463); everything else about whom it is for. */
static bool is_about_recipient(const struct talk *t)
{
	return t->step == STEP_RECIPIENT && strncmp(t->reply + 3, " 5.7.", 5) != 0;
}

/* 530, 535, 538: AUTH is missing or wrong, whatever it was that they answered. */
static bool is_about_auth(const char *reply)
{
	return strncmp(reply, "53", 2) == 0;
}

static void judge(const struct smtp *s, CURLcode code, struct delivery *out)
{
	const struct talk *t = &s->talk;
	const char *why = s->error[0] ? s->error : curl_easy_strerror(code);
	bool is_refused = code != CURLE_OK && (t->reply[0] == '4' || t->reply[0] == '5');
	out->fate = DELIVERY_LATER;
	if (code == CURLE_OK)
		out->fate = DELIVERY_TAKEN;
	else if (t->reply[0] == '5' && t->step >= STEP_RECIPIENT && !is_about_auth(t->reply))
		out->fate = DELIVERY_REFUSED;
	out->is_bounce = out->fate == DELIVERY_REFUSED && is_about_recipient(t);
	if (code == CURLE_OK || is_refused)
		snprintf(out->answer, sizeof(out->answer), "%s", t->reply);
	else if (code == CURLE_ABORTED_BY_CALLBACK)
		*out = (struct delivery){DELIVERY_GIVEN_UP, false, "the program was to end"};
	else
		snprintf(out->answer, sizeof(out->answer), "%s%.200s",
		         t->step == STEP_MAIL ? "perhaps there: " : "", why);
}

void smtp_send(struct smtp *s, const char *from, const char *to, const char *bytes, size_t len,
               struct delivery *out)
{
	char sender[LIMIT_ADDRESS_BYTES + 3], recipient[LIMIT_ADDRESS_BYTES + 3];
	char normal[LIMIT_ADDRESS_BYTES + 1];
	/* libcurl would pass on whatever stands in them, line ends too. */
	if (!address_normalise(from, normal) || strcmp(from, normal) != 0 ||
	    !address_normalise(to, normal) || strcmp(to, normal) != 0) {
		*out = (struct delivery){DELIVERY_REFUSED, false, "not a mail address"};
		return;
	}
	snprintf(sender, sizeof(sender), "<%s>", from);
	snprintf(recipient, sizeof(recipient), "<%s>", to);
	struct curl_slist *recipients = curl_slist_append(NULL, recipient);
	if (!recipients)
		abort();
	curl_easy_setopt(s->curl, CURLOPT_MAIL_FROM, sender);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, recipients);
	curl_easy_setopt(s->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)len);

	CURLcode code = attempt(s, bytes, len);
	bool is_gone = s->talk.reply[0] == '\0' || strncmp(s->talk.reply, "421", 3) == 0;
	if (code != CURLE_OK && code != CURLE_ABORTED_BY_CALLBACK && is_gone && was_kept(s) &&
	    s->talk.step < STEP_MAIL)
		code = attempt(s, bytes, len);
	judge(s, code, out);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(recipients);
}

/* ---- Asking ---- */

/* Says one line, before it what opens a connection, over the one that is kept if there is. */
static CURLcode say(struct smtp *s, const char *line)
{
	curl_easy_setopt(s->curl, CURLOPT_UPLOAD, 0L);
	curl_easy_setopt(s->curl, CURLOPT_NOBODY, 1L);
	curl_easy_setopt(s->curl, CURLOPT_CUSTOMREQUEST, line);
	CURLcode code = attempt(s, "", 0);
	if (!was_kept(s))
		s->is_signed_in = s->talk.has_auth;
	curl_easy_setopt(s->curl, CURLOPT_CUSTOMREQUEST, NULL);
	curl_easy_setopt(s->curl, CURLOPT_UPLOAD, 1L); /* ends NOBODY, too */
	return code;
}

/* With smtps:// only from the end of the handshake on. */
static bool is_connected(struct smtp *s)
{
	curl_off_t connect_us = 0;
	curl_easy_getinfo(s->curl, CURLINFO_CONNECT_TIME_T, &connect_us);
	return connect_us > 0;
}

/* What stopped us where the server's own words do not say so. */
static enum smtp_hurdle hurdle_of(struct smtp *s, CURLcode code)
{
	if (code == CURLE_COULDNT_RESOLVE_HOST)
		return SMTP_NO_HOST;
	if (code == CURLE_PEER_FAILED_VERIFICATION)
		return SMTP_NOT_TRUSTED;
	if (code == CURLE_SSL_CONNECT_ERROR || code == CURLE_USE_SSL_FAILED)
		return SMTP_NO_TLS;
	switch (s->talk.step) {
	case STEP_GREETING:
		return s->talk.reply[0] || is_connected(s) ? SMTP_NO_GREETING : SMTP_NO_CONNECTION;
	case STEP_HELLO:
		return SMTP_NO_GREETING;
	case STEP_TLS:
		return SMTP_NO_TLS;
	case STEP_AUTH:
		return SMTP_NOT_SIGNED_IN;
	case STEP_SENDER:
	case STEP_RECIPIENT:
	case STEP_DATA:
	case STEP_MAIL:
		break;
	}
	return SMTP_NOT_SENDER;
}

void smtp_ask_sender(struct smtp *s, const char *from, struct smtp_answer *out)
{
	char line[LIMIT_ADDRESS_BYTES + 20], normal[LIMIT_ADDRESS_BYTES + 1];
	if (!address_normalise(from, normal) || strcmp(from, normal) != 0) {
		*out = (struct smtp_answer){SMTP_NOT_SENDER, "not a mail address"};
		return;
	}
	snprintf(line, sizeof(line), "MAIL FROM:<%s>", from);
	CURLcode code = say(s, line);
	const char *reply = s->talk.reply, *why = s->error[0] ? s->error : curl_easy_strerror(code);
	bool is_answered = reply[0] && (code == CURLE_OK || reply[0] == '4' || reply[0] == '5');
	snprintf(out->words, sizeof(out->words), "%.250s", is_answered ? reply : why);
	if (reply[0] == '2' && code == CURLE_OK)
		out->hurdle = s->has_user && !s->is_signed_in ? SMTP_NO_AUTH : SMTP_NO_HURDLE;
	else
		out->hurdle = hurdle_of(s, code);
	if (code == CURLE_OK)
		say(s, "RSET");
}
