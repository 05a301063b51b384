/* SPDX-License-Identifier: ISC */
/*
 * POSTs by libcurl: see post.h.
 */
#include "notify/post.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { KEPT_CONNECTIONS = POSTS_MAX };

/* A handle, kept from one POST to the next. */
struct slot {
	const struct posts *posts;
	CURL *curl; /* NULL: not made yet */
	bool is_busy;
	void *tag;
	struct curl_slist *head;
	size_t answered; /* bytes of the answer so far */
	bool is_plain;   /* http */
	bool is_refused; /* an address, by the guard */
};

struct posts {
	struct posts_options o;
	CURLM *multi;
	unsigned count;
	struct slot slots[POSTS_MAX];
};

const char *posts_authorities(void)
{
	return curl_version_info(CURLVERSION_NOW)->cainfo;
}

struct posts *posts_open(const struct posts_options *options)
{
	curl_global_init(CURL_GLOBAL_DEFAULT);
	struct posts *p = memory_resize(NULL, 1, sizeof(*p));
	*p = (struct posts){.o = *options, .multi = curl_multi_init()};
	if (!p->multi)
		abort();
	curl_multi_setopt(p->multi, CURLMOPT_MAXCONNECTS, (long)KEPT_CONNECTIONS);
	for (size_t i = 0; i < POSTS_MAX; i++)
		p->slots[i].posts = p;
	return p;
}

static void finish(struct posts *p, struct slot *s)
{
	curl_multi_remove_handle(p->multi, s->curl);
	curl_slist_free_all(s->head);
	s->head = NULL;
	s->is_busy = false;
	p->count--;
}

void posts_close(struct posts *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < POSTS_MAX; i++) {
		if (p->slots[i].is_busy)
			finish(p, &p->slots[i]);
		curl_easy_cleanup(p->slots[i].curl);
	}
	curl_multi_cleanup(p->multi);
	curl_global_cleanup();
	free(p);
}

unsigned posts_count(const struct posts *p)
{
	return p->count;
}

/* ---- The guard ---- */

static bool may_reach(const struct slot *s, const struct sockaddr *to)
{
	const struct posts_options *o = &s->posts->o;
	struct in6_addr address;
	if (!network_address(to, &address))
		return false;
	for (unsigned i = 0; i < o->network_count; i++) {
		if (network_holds(&o->networks[i], &address))
			return true;
	}
	return !s->is_plain && !network_is_special(&address);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to)
{
	struct slot *s = context;
	if (purpose != CURLSOCKTYPE_IPCXN || !may_reach(s, &to->addr)) {
		s->is_refused = true;
		return CURL_SOCKET_BAD;
	}
	return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

/* Of head and body alike. */
static size_t drop_answer(char *bytes, size_t size, size_t count, void *context)
{
	struct slot *s = context;
	(void)bytes;
	s->answered += size * count;
	return s->answered > POST_ANSWER_BYTES ? 0 : size * count;
}

/* ---- Sending ---- */

static void configure(struct slot *s)
{
	const struct posts_options *o = &s->posts->o;
	CURL *curl = s->curl;
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* none from the environment */
	curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, s);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop_answer);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, s);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, drop_answer);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, s);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
	                 (long)(o->timeout_ms ? o->timeout_ms : POST_TIMEOUT_MS));
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)POST_CONNECT_MS);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (o->ca_file)
		curl_easy_setopt(curl, CURLOPT_CAINFO, o->ca_file);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "slowsafari");
	curl_easy_setopt(curl, CURLOPT_POST, 1L);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	/* A name server that hangs must not hold up the others when its POST is given up. */
	curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
	curl_easy_setopt(curl, CURLOPT_PRIVATE, s);
}

static struct slot *take_slot(struct posts *p)
{
	struct slot *s = p->slots;
	while (s->is_busy)
		s++;
	if (!s->curl) {
		s->curl = curl_easy_init();
		if (!s->curl)
			abort();
		configure(s);
	}
	s->is_busy = true;
	p->count++;
	return s;
}

static void add_line(struct slot *s, const char *line, size_t len)
{
	char copy[1024];
	snprintf(copy, sizeof(copy), "%.*s", (int)len, line);
	struct curl_slist *head = curl_slist_append(s->head, copy);
	if (!head)
		abort();
	s->head = head;
}

void posts_start(struct posts *p, void *tag, const struct post *post)
{
	struct slot *s = take_slot(p);
	s->tag = tag;
	s->answered = 0;
	s->is_refused = false;
	s->is_plain = strncmp(post->url, "https:", 6) != 0;
	for (const char *at = post->head, *end = at + post->head_len; at < end;) {
		const char *line_end = memmem(at, (size_t)(end - at), "\r\n", 2);
		size_t len = (size_t)((line_end ? line_end : end) - at);
		if (len)
			add_line(s, at, len);
		at += len + 2;
	}
	add_line(s, "Expect:", strlen("Expect:")); /* and wait for no leave to send */
	curl_easy_setopt(s->curl, CURLOPT_URL, post->url);
	curl_easy_setopt(s->curl, CURLOPT_HTTPHEADER, s->head);
	curl_easy_setopt(s->curl, CURLOPT_POSTFIELDSIZE, (long)post->body_len);
	curl_easy_setopt(s->curl, CURLOPT_POSTFIELDS, post->body);
	if (curl_multi_add_handle(p->multi, s->curl) != CURLM_OK)
		abort();
}

/* ---- What became of them ---- */

static const char *words_of(const struct slot *s, CURLcode code)
{
	switch ((int)code) {
	case CURLE_COULDNT_RESOLVE_HOST:
		return "its host is not known";
	case CURLE_COULDNT_CONNECT:
		/* Of several addresses each is tried. */
		return !s->is_refused ? "nobody answers there"
		       : s->is_plain
		               ? "not sent: plain http, or an address that webhooks may not reach"
		               : "not sent: its address is not one of the public internet";
	case CURLE_OPERATION_TIMEDOUT:
		return "no answer in time";
	case CURLE_PEER_FAILED_VERIFICATION:
		return "its certificate is not trusted";
	case CURLE_SSL_CACERT_BADFILE:
		return "not sent: this server has no list of authorities (ca-certificates)";
	case CURLE_SSL_CONNECT_ERROR:
		return "it does not speak https (TLS 1.2 or later)";
	case CURLE_UNSUPPORTED_PROTOCOL: /* HTTP/0.9, which is anything */
	case CURLE_WEIRD_SERVER_REPLY:
		return "what it speaks is not HTTP";
	case CURLE_URL_MALFORMAT:
		return "its address cannot be read";
	default:
		return "the connection broke";
	}
}

bool posts_next(struct posts *p, struct post_done *out)
{
	int left;
	CURLMsg *m = curl_multi_info_read(p->multi, &left);
	while (m && m->msg != CURLMSG_DONE)
		m = curl_multi_info_read(p->multi, &left);
	if (!m)
		return false;
	struct slot *s = NULL;
	long status = 0;
	CURLcode code = m->data.result;
	curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &s);
	curl_easy_getinfo(m->easy_handle, CURLINFO_RESPONSE_CODE, &status);
	/* One whose answer was too long has answered. */
	bool is_answered = status >= 200 && (code == CURLE_OK || code == CURLE_WRITE_ERROR);
	*out = (struct post_done){.tag = s->tag, .status = is_answered ? (int)status : 0};
	if (!is_answered)
		snprintf(out->words, sizeof(out->words), "%s", words_of(s, code));
	else if (status >= 300 && status < 400)
		snprintf(out->words, sizeof(out->words),
		         "answered %ld, a redirect: those are not followed", status);
	else
		snprintf(out->words, sizeof(out->words), "answered %ld", status);
	finish(p, s);
	return true;
}

void posts_wait(struct posts *p, int timeout_ms)
{
	int running = 0;
	curl_multi_perform(p->multi, &running);
	/* One has ended already, or nobody wants to wait. */
	if ((unsigned)running < p->count || timeout_ms == 0)
		return;
	curl_multi_poll(p->multi, NULL, 0, timeout_ms, NULL);
	curl_multi_perform(p->multi, &running);
}

void posts_wake(struct posts *p)
{
	curl_multi_wakeup(p->multi);
}
