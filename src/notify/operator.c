/* SPDX-License-Identifier: ISC */
/*
 * A client of the server's Unix socket: see operator.h.
 */
#include "notify/operator.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t take(char *bytes, size_t size, size_t count, void *context)
{
	struct text *out = context;
	text_add_bytes(out, bytes, size * count);
	return text_is_over(out) ? 0 : size * count;
}

/* What is asked; body NULL: a GET. */
struct asking {
	const struct config *config;
	const char *path, *type, *body;
	size_t len;
};

static CURL *make(struct text *out, const struct asking *a, struct curl_slist *headers,
                  char error[CURL_ERROR_SIZE])
{
	char url[2 * CONFIG_VALUE_BYTES];
	CURL *curl = curl_easy_init();
	if (!curl)
		abort();
	snprintf(url, sizeof(url), "http://localhost%.200s", a->path); /* any host does there */
	error[0] = '\0';
	curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, a->config->socket);
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_PROXY, "");
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)OPERATOR_TIMEOUT_S);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, out);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	if (a->body) {
		curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)a->len);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, a->body);
	}
	return curl;
}

static enum operator_status judge(CURL *curl, CURLcode code, const struct asking *a,
                                  const char *error, struct err *err)
{
	const struct config *config = a->config;
	long status = 0, number = 0;
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &number);
	/* What is handed over waits, unless it is the mail itself that can't be taken. */
	bool is_refused = status < 500 && (!a->len || status == 413 || status == 422);
	if (code == CURLE_OK && (status == 200 || is_refused))
		return status == 200 ? OPERATOR_DONE : OPERATOR_REFUSED;
	if (code == CURLE_COULDNT_CONNECT && number == EACCES)
		err_set(err, "%s: %s", config->socket, strerror(EACCES));
	else if (code == CURLE_COULDNT_CONNECT)
		return OPERATOR_NOBODY;
	else if (code == CURLE_OK)
		err_set(err, "the server answers %ld", status);
	else
		err_set(err, "%s: %s", config->socket, error[0] ? error : curl_easy_strerror(code));
	return OPERATOR_FAILED;
}

static struct curl_slist *add(struct curl_slist *headers, const char *line)
{
	headers = curl_slist_append(headers, line);
	if (!headers)
		abort();
	return headers;
}

static enum operator_status ask(struct text *out, const struct asking *a, struct err *err)
{
	char error[CURL_ERROR_SIZE];
	curl_global_init(CURL_GLOBAL_DEFAULT);
	/* Errors in a line, not as a page; the body at once. */
	struct curl_slist *headers = add(add(NULL, "Accept: application/json"), "Expect:");
	if (a->type)
		headers = add(headers, a->type);
	CURL *curl = make(out, a, headers, error);
	CURLcode code = curl_easy_perform(curl);
	enum operator_status status = judge(curl, code, a, error, err);
	curl_easy_cleanup(curl);
	curl_slist_free_all(headers);
	curl_global_cleanup();
	return status;
}

enum operator_status operator_ask(struct text *out, const struct config *config, bool is_post,
                                  const char *path, struct err *err)
{
	struct asking a = {.config = config, .path = path, .body = is_post ? "" : NULL};
	return ask(out, &a, err);
}

enum operator_status operator_hand_over(const struct config *config, const char *mail, size_t len,
                                        struct err *err)
{
	struct asking a = {.config = config,
	                   .path = "/mail",
	                   .type = "Content-Type: message/rfc822",
	                   .body = mail,
	                   .len = len};
	struct text answer;
	text_init(&answer, OPERATOR_ANSWER_BYTES);
	enum operator_status status = ask(&answer, &a, err);
	if (status == OPERATOR_REFUSED)
		err_set(err, "the server can't read this mail");
	text_release(&answer);
	return status;
}
