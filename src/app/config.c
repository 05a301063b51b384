/* SPDX-License-Identifier: ISC */
/*
 * Reading the configuration: one table of keys, each with the function that checks and keeps its
 * value.
 */
#include "app/config.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

/* What a key's value must be. A setter answers NULL, or what is wrong with it. */
struct key {
	const char *name;
	const char *(*set)(void *member, size_t size, const char *value);
	size_t offset, size;
};

static const char *set_string(void *member, size_t size, const char *value)
{
	if (strlen(value) >= size)
		return "is too long";
	if (!utf8_is_valid(value, strlen(value)))
		return "is no UTF-8 text";
	memset(member, 0, size);
	memcpy(member, value, strlen(value));
	return NULL;
}

static const char *set_name(void *member, size_t size, const char *value)
{
	if (!utf8_is_name(value, strlen(value), LIMIT_NAME_CODE_POINTS))
		return "must be 1 to 40 characters, none of them a control";
	return set_string(member, size, value);
}

/* "127.0.0.1:8080", "[::]:8080" */
static const char *set_listen(void *member, size_t size, const char *value)
{
	static const char wrong[] =
		"must be ADDRESS:PORT, with a numeric address, IPv6 in brackets";
	struct config *c = member;
	(void)size;
	const char *colon = strrchr(value, ':');
	size_t len = colon ? (size_t)(colon - value) : 0;
	bool is_v6 = len > 2 && value[0] == '[' && value[len - 1] == ']';
	char address[INET6_ADDRSTRLEN];
	unsigned char parsed[16];
	int64_t port;
	if (is_v6) {
		value++;
		len -= 2;
	}
	if (len == 0 || len >= sizeof(address) || !number_parse(colon + 1, 1, 65535, &port))
		return wrong;
	memcpy(address, value, len);
	address[len] = '\0';
	if (inet_pton(is_v6 ? AF_INET6 : AF_INET, address, parsed) != 1)
		return wrong;
	memcpy(c->listen_address, address, len + 1);
	c->listen_port = (uint16_t)port;
	return NULL;
}

static const char *set_registration(void *member, size_t size, const char *value)
{
	enum registration *r = member;
	(void)size;
	if (strcmp(value, "open") == 0)
		*r = REGISTRATION_OPEN;
	else if (strcmp(value, "invited") == 0)
		*r = REGISTRATION_INVITED;
	else
		return "must be open or invited";
	return NULL;
}

static const char *set_mail_in(void *member, size_t size, const char *value)
{
	static const char *const words[] = {
		[MAIL_IN_OFF] = "off", [MAIL_IN_PIPE] = "pipe", [MAIL_IN_IMAP] = "imap"};
	(void)size;
	for (int way = MAIL_IN_OFF; way <= MAIL_IN_IMAP; way++) {
		if (strcmp(value, words[way]) == 0) {
			*(enum mail_in *)member = (enum mail_in)way;
			return NULL;
		}
	}
	return "must be off, pipe or imap";
}

static bool read_address(const char *text, struct in6_addr *out)
{
	struct in_addr v4;
	if (inet_pton(AF_INET, text, &v4) != 1)
		return inet_pton(AF_INET6, text, out) == 1;
	*out = (struct in6_addr){.s6_addr = {[10] = 0xff, [11] = 0xff}};
	memcpy(&out->s6_addr[12], &v4, 4);
	return true;
}

/* Addresses with blanks or commas between. */
static const char *set_proxies(void *member, size_t size, const char *value)
{
	struct config *c = member;
	(void)size;
	c->trusted_proxy_count = 0;
	for (const char *at = value; *(at += strspn(at, " ,\t"));) {
		char one[INET6_ADDRSTRLEN];
		size_t len = strcspn(at, " ,\t");
		if (c->trusted_proxy_count == CONFIG_PROXIES)
			return "names too many addresses";
		if (len >= sizeof(one))
			return "must be numeric addresses";
		memcpy(one, at, len);
		one[len] = '\0';
		if (!read_address(one, &c->trusted_proxies[c->trusted_proxy_count++]))
			return "must be numeric addresses";
		at += len;
	}
	return NULL;
}

/* Networks with blanks or commas between. */
static const char *set_networks(void *member, size_t size, const char *value)
{
	static const char wrong[] = "must be networks such as 192.168.1.0/24 or fd00:1::/64";
	struct config *c = member;
	(void)size;
	c->hook_network_count = 0;
	for (const char *at = value; *(at += strspn(at, " ,\t"));) {
		char one[NETWORK_TEXT];
		size_t len = strcspn(at, " ,\t");
		if (c->hook_network_count == CONFIG_NETWORKS)
			return "names too many networks";
		if (len >= sizeof(one))
			return wrong;
		memcpy(one, at, len);
		one[len] = '\0';
		if (!network_parse(one, &c->hook_networks[c->hook_network_count++]))
			return wrong;
		at += len;
	}
	return NULL;
}

static const char *set_grace(void *member, size_t size, const char *value)
{
	int64_t number;
	(void)size;
	if (!number_parse(value, 0, 3600, &number))
		return "must be a number of seconds, 0 to 3600";
	*(int64_t *)member = number;
	return NULL;
}

static const char *set_threads(void *member, size_t size, const char *value)
{
	int64_t number;
	(void)size;
	if (!number_parse(value, 2, 64, &number))
		return "must be a number, 2 to 64";
	*(unsigned *)member = (unsigned)number;
	return NULL;
}

static const char *set_switch(void *member, size_t size, const char *value)
{
	bool *on = member;
	(void)size;
	if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
		return "must be on or off";
	*on = value[1] == 'n';
	return NULL;
}

#define MEMBER(name) offsetof(struct config, name), sizeof(((struct config *)0)->name)

static const struct key keys[] = {
	{"listen", set_listen, 0, 0},
	{"base_url", set_string, MEMBER(base_url)},
	{"site_name", set_name, MEMBER(site_name)},
	{"database", set_string, MEMBER(database)},
	{"socket", set_string, MEMBER(socket)},
	{"mail_from", set_string, MEMBER(mail_from)},
	{"mail_plus", set_switch, MEMBER(has_mail_plus)},
	{"smtp_url", set_string, MEMBER(smtp_url)},
	{"smtp_user", set_string, MEMBER(smtp_user)},
	{"smtp_password_file", set_string, MEMBER(smtp_password_file)},
	{"mail_in", set_mail_in, MEMBER(mail_in)},
	{"imap_url", set_string, MEMBER(imap_url)},
	{"imap_user", set_string, MEMBER(imap_user)},
	{"imap_password_file", set_string, MEMBER(imap_password_file)},
	{"imap_folder", set_string, MEMBER(imap_folder)},
	{"mail_folder", set_string, MEMBER(mail_folder)},
	{"tileset_folder", set_string, MEMBER(tileset_folder)},
	{"registration", set_registration, MEMBER(registration)},
	{"trusted_proxies", set_proxies, 0, 0},
	{"hook_networks", set_networks, 0, 0},
	{"grace_s", set_grace, MEMBER(grace_s)},
	{"threads", set_threads, MEMBER(threads)},
	{"rate_limits", set_switch, MEMBER(has_rate_limits)},
};
enum { KEY_COUNT = sizeof(keys) / sizeof(keys[0]) };

void config_init(struct config *c)
{
	*c = (struct config){
		.listen_address = "127.0.0.1",
		.listen_port = 8080,
		.base_url = "http://localhost:8080",
		.site_name = "Slow Safari",
		.database = "slowsafari.db",
		.mail_from = "slowsafari@localhost",
		.has_mail_plus = true,
		.imap_folder = "INBOX",
		.mail_folder = "mail",
		.grace_s = 60,
		.threads = 16,
		.has_rate_limits = true,
	};
}

static int set_key(struct config *c, const char *key, const char *value, struct err *err)
{
	for (size_t i = 0; i < KEY_COUNT; i++) {
		if (strcmp(keys[i].name, key) != 0)
			continue;
		const char *wrong = keys[i].set((char *)c + keys[i].offset, keys[i].size, value);
		return wrong ? err_set(err, "%s %s", key, wrong) : 0;
	}
	return err_set(err, "there is no key \"%.40s\"", key);
}

/* ---- What follows ---- */

/* 10/8, 172.16/12, 192.168/16, 169.254/16; fc00::/7, fe80::/10. */
static bool is_private_address(const struct in6_addr *a)
{
	const uint8_t *b = a->s6_addr;
	if (IN6_IS_ADDR_V4MAPPED(a))
		return b[12] == 10 || (b[12] == 172 && (b[13] & 0xf0) == 16) ||
		       (b[12] == 192 && b[13] == 168) || (b[12] == 169 && b[13] == 254);
	return (b[0] & 0xfe) == 0xfc || IN6_IS_ADDR_LINKLOCAL(a);
}

static bool is_loopback_address(const struct in6_addr *a)
{
	return IN6_IS_ADDR_V4MAPPED(a) ? a->s6_addr[12] == 127 : IN6_IS_ADDR_LOOPBACK(a);
}

bool config_is_private_address(const char *text)
{
	struct in6_addr address;
	return read_address(text, &address) &&
	       (is_loopback_address(&address) || is_private_address(&address));
}

/* A host's name or address: what may stand in a URL between its slashes and its port. */
static bool read_host(const char *url, char host[CONFIG_VALUE_BYTES + 1])
{
	const char *at = strstr(url, "://") + 3;
	bool is_v6 = *at == '[';
	size_t len = is_v6 ? strcspn(++at, "]") : strcspn(at, ":");
	if (is_v6 && !at[len])
		return false;
	const char *rest = at + len + is_v6;
	int64_t port;
	memcpy(host, at, len);
	host[len] = '\0';
	for (const char *c = host; *c; c++) {
		bool is_plain = islower((unsigned char)*c) || isdigit((unsigned char)*c) ||
		                *c == '-';
		if (!is_plain && *c != (is_v6 ? ':' : '.'))
			return false;
	}
	return len > 0 && (!*rest || (*rest == ':' && number_parse(rest + 1, 1, 65535, &port)));
}

/* Answers come to addresses with a +, and to nowhere else. */
static int finish_mail_in(const struct config *c, struct err *err)
{
	if (c->mail_in != MAIL_IN_OFF && !c->has_mail_plus)
		return err_set(err, "mail_in needs mail_plus = on");
	if (c->mail_in == MAIL_IN_IMAP && strncmp(c->imap_url, "imap://", 7) != 0 &&
	    strncmp(c->imap_url, "imaps://", 8) != 0)
		return err_set(err,
		               "mail_in = imap needs an imap_url, imap://HOST or imaps://HOST");
	return 0;
}

/* A server that is told its port alone is found there, by this machine's own name. */
static void finish_base_url(struct config *c)
{
	char port[8] = ""; /* that of http stands in no Origin */
	if (c->listen_port != 80)
		snprintf(port, sizeof(port), ":%u", (unsigned)c->listen_port);
	if (!c->base_url[0])
		snprintf(c->base_url, sizeof(c->base_url), "http://localhost%s", port);
}

int config_finish(struct config *c, struct err *err)
{
	struct in6_addr address;
	finish_base_url(c);
	c->is_https = strncmp(c->base_url, "https://", 8) == 0;
	if ((!c->is_https && strncmp(c->base_url, "http://", 7) != 0) ||
	    !read_host(c->base_url, c->host))
		return err_set(err,
		               "base_url must be https://HOST or http://HOST:PORT, in lower case, "
		               "without a path");
	c->host_is_address = read_address(c->host, &address);
	c->is_loopback = strcmp(c->host, "localhost") == 0 ||
	                 (c->host_is_address && is_loopback_address(&address));
	c->is_private = c->is_loopback || config_is_private_address(c->host);
	/* A session's cookie over plain http can be read on the way (A3). */
	if (!c->is_https && !c->is_private)
		return err_set(err, "base_url must be https, unless its host is localhost or a "
		                    "private address");
	if (!c->socket[0])
		snprintf(c->socket, sizeof(c->socket), "%s.socket", c->database);
	if (!strchr(c->mail_from, '@'))
		return err_set(err, "mail_from must be a mail address");
	if (c->smtp_url[0] && strncmp(c->smtp_url, "smtp://", 7) != 0 &&
	    strncmp(c->smtp_url, "smtps://", 8) != 0)
		return err_set(err, "smtp_url must begin with smtp:// or smtps://");
	return finish_mail_in(c, err);
}

/* ---- Files and the environment ---- */

static const char prefix[] = "SLOWSAFARI_";

static char *trim(char *text)
{
	text += strspn(text, " \t\r");
	size_t len = strlen(text);
	while (len > 0 && strchr(" \t\r", text[len - 1]))
		text[--len] = '\0';
	return text;
}

static int read_line(struct config *c, char *line, bool seen[KEY_COUNT], struct err *err)
{
	char *equals = strchr(line, '=');
	line = trim(line);
	if (!*line || *line == '#')
		return 0;
	if (!equals)
		return err_set(err, "must be KEY = VALUE");
	*equals = '\0';
	const char *key = trim(line);
	for (size_t i = 0; i < KEY_COUNT; i++) {
		if (strcmp(keys[i].name, key) == 0 && seen[i])
			return err_set(err, "%s stands there twice", key);
		seen[i] = seen[i] || strcmp(keys[i].name, key) == 0;
	}
	return set_key(c, key, trim(equals + 1), err);
}

static int read_file(struct config *c, const char *path, struct err *err)
{
	struct text bytes;
	struct err why;
	bool seen[KEY_COUNT] = {false};
	int status = 0;
	text_init(&bytes, CONFIG_FILE_BYTES);
	if (file_read(path, &bytes, err)) {
		text_release(&bytes);
		return -1;
	}
	char *all = text_take(&bytes), *rest = all;
	for (int number = 1; status == 0 && rest; number++) {
		char *line = strsep(&rest, "\n");
		if (read_line(c, line, seen, &why))
			status = err_set(err, "%s, line %d: %s", path, number, why.text);
	}
	free(all);
	return status;
}

/* The key that a variable is of, and its value; NULL: of none. */
static const struct key *key_of_variable(const char *variable, const char **value)
{
	const char *equals = strchr(variable, '=');
	if (!equals || strncmp(variable, prefix, sizeof(prefix) - 1) != 0)
		return NULL;
	const char *name = variable + sizeof(prefix) - 1;
	*value = equals + 1;
	for (size_t i = 0; i < KEY_COUNT; i++) {
		size_t len = strlen(keys[i].name);
		if ((size_t)(equals - name) == len && strncasecmp(name, keys[i].name, len) == 0)
			return &keys[i];
	}
	return NULL;
}

char *const *config_stray(char *const *environment)
{
	const char *value;
	while (*environment && (strncmp(*environment, prefix, sizeof(prefix) - 1) != 0 ||
	                        key_of_variable(*environment, &value)))
		environment++;
	return *environment ? environment : NULL;
}

static int read_environment(struct config *c, char *const *environment, struct err *err)
{
	struct err why;
	for (; environment && *environment; environment++) {
		const char *value;
		const struct key *key = key_of_variable(*environment, &value);
		if (key && set_key(c, key->name, value, &why))
			return err_set(err, "%.*s: %s", (int)strcspn(*environment, "="),
			               *environment, why.text);
	}
	return 0;
}

int config_read(struct config *c, const char *path, char *const *environment, struct err *err)
{
	struct err why;
	config_init(c);
	c->base_url[0] = '\0'; /* follows from `listen`, unless it is said */
	if ((path && read_file(c, path, err)) || read_environment(c, environment, err))
		return -1;
	if (config_finish(c, &why))
		return path ? err_set(err, "%s: %s", path, why.text) : err_set(err, "%s", why.text);
	return 0;
}
