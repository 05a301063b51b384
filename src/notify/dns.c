/* SPDX-License-Identifier: ISC */
/*
 * Questions to the DNS: see dns.h. glibc's resolver asks, again over TCP where an answer is too
 * long for a datagram, and its parser reads; what is done here is to go through the answer.
 */
#include "notify/dns.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <ctype.h>
#include <netdb.h>
#include <resolv.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"

enum { ANSWER_BYTES = 65535, TRIES = 2, PORT = 53 };

struct dns {
	struct __res_state resolver;
	unsigned char answer[ANSWER_BYTES];
};

static bool read_server(const char *text, struct sockaddr_in *out)
{
	char address[INET_ADDRSTRLEN];
	size_t len = strcspn(text, ":");
	int64_t port = PORT;
	*out = (struct sockaddr_in){.sin_family = AF_INET};
	if (len >= sizeof(address) || (text[len] && !number_parse(text + len + 1, 1, 65535, &port)))
		return false;
	snprintf(address, sizeof(address), "%.*s", (int)len, text);
	out->sin_port = htons((uint16_t)port);
	return inet_pton(AF_INET, address, &out->sin_addr) == 1;
}

int dns_open(struct dns **out, const char *server, unsigned timeout_s, struct err *err)
{
	struct sockaddr_in at;
	if (server && !read_server(server, &at))
		return err_set(err, "%s: not a name server's ADDRESS or ADDRESS:PORT", server);
	struct dns *dns = memory_resize(NULL, 1, sizeof(*dns));
	memset(&dns->resolver, 0, sizeof(dns->resolver));
	if (res_ninit(&dns->resolver) < 0) {
		free(dns);
		return err_set(err, "the resolver does not start");
	}
	dns->resolver.retrans = (int)timeout_s;
	dns->resolver.retry = TRIES;
	if (server) {
		dns->resolver.nscount = 1;
		dns->resolver.nsaddr_list[0] = at;
	}
	*out = dns;
	return 0;
}

void dns_close(struct dns *dns)
{
	if (!dns)
		return;
	res_nclose(&dns->resolver);
	free(dns);
}

/* ---- Answers ---- */

static void add_plain(char out[DNS_VALUE_BYTES + 1], const unsigned char *bytes, size_t len)
{
	size_t used = strlen(out);
	for (size_t i = 0; i < len && used < DNS_VALUE_BYTES; i++)
		out[used++] = bytes[i] >= ' ' && bytes[i] < 0x7f ? (char)bytes[i] : '?';
	out[used] = '\0';
}

/* Strings, a byte with its length before each. */
static bool read_text(const ns_rr *record, char out[DNS_VALUE_BYTES + 1])
{
	const unsigned char *at = ns_rr_rdata(*record), *end = at + ns_rr_rdlen(*record);
	out[0] = '\0';
	for (; at < end; at += 1 + *at) {
		if (end - at <= *at)
			return false;
		add_plain(out, at + 1, *at);
	}
	return true;
}

/* A preference of two bytes, then a name. */
static bool read_exchange(const ns_msg *message, const ns_rr *record, char out[DNS_VALUE_BYTES + 1])
{
	char host[NS_MAXDNAME];
	const unsigned char *rdata = ns_rr_rdata(*record);
	if (ns_rr_rdlen(*record) < 3 || dn_expand(ns_msg_base(*message), ns_msg_end(*message),
	                                          rdata + 2, host, sizeof(host)) < 0)
		return false;
	for (char *c = host; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	out[0] = '\0';
	if (strcmp(host, ".") != 0)
		add_plain(out, (const unsigned char *)host, strlen(host));
	return true;
}

static bool read_address(const ns_rr *record, int family, char out[DNS_VALUE_BYTES + 1])
{
	return ns_rr_rdlen(*record) == (family == AF_INET ? 4 : 16) &&
	       inet_ntop(family, ns_rr_rdata(*record), out, DNS_VALUE_BYTES) != NULL;
}

static bool read_record(const ns_msg *message, const ns_rr *record, ns_type type,
                        char out[DNS_VALUE_BYTES + 1])
{
	if (type == ns_t_txt)
		return read_text(record, out);
	if (type == ns_t_mx)
		return read_exchange(message, record, out);
	return read_address(record, type == ns_t_a ? AF_INET : AF_INET6, out);
}

/* Adds the records of one type; those of another, a CNAME on the way, are passed over. */
static enum dns_result ask_type(struct dns *dns, const char *name, ns_type type,
                                struct dns_records *out)
{
	ns_msg message;
	unsigned before = out->count;
	int len = res_nquery(&dns->resolver, name, ns_c_in, (int)type, dns->answer, ANSWER_BYTES);
	if (len < 0) {
		int why = dns->resolver.res_h_errno;
		return why == HOST_NOT_FOUND ? DNS_NO_NAME
		       : why == NO_DATA      ? DNS_NOTHING
		                             : DNS_NO_ANSWER;
	}
	if (len > ANSWER_BYTES || ns_initparse(dns->answer, len, &message) < 0)
		return DNS_NO_ANSWER;
	for (int i = 0; i < ns_msg_count(message, ns_s_an) && out->count < DNS_RECORDS_MAX; i++) {
		ns_rr record;
		if (ns_parserr(&message, ns_s_an, i, &record) < 0)
			return DNS_NO_ANSWER;
		if (ns_rr_type(record) == type &&
		    read_record(&message, &record, type, out->value[out->count]))
			out->count++;
	}
	return out->count > before ? DNS_FOUND : DNS_NOTHING;
}

enum dns_result dns_ask(struct dns *dns, const char *name, enum dns_kind kind,
                        struct dns_records *out)
{
	out->count = 0;
	if (!name[0] || strlen(name) >= NS_MAXDNAME)
		return DNS_NO_NAME;
	if (kind != DNS_ADDRESS)
		return ask_type(dns, name, kind == DNS_TXT ? ns_t_txt : ns_t_mx, out);
	enum dns_result v4 = ask_type(dns, name, ns_t_a, out);
	if (v4 == DNS_NO_NAME || v4 == DNS_NO_ANSWER)
		return v4;
	enum dns_result v6 = ask_type(dns, name, ns_t_aaaa, out);
	return out->count > 0 ? DNS_FOUND : v6;
}
