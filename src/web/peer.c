/* SPDX-License-Identifier: ISC */
/*
 * Addresses of clients.
 */
#include "web/peer.h"

#include <arpa/inet.h>
#include <string.h>

static struct peer mapped(const struct in_addr *v4)
{
	struct peer p = {.address = {.s6_addr = {[10] = 0xff, [11] = 0xff}}};
	memcpy(&p.address.s6_addr[12], v4, 4);
	return p;
}

struct peer peer_of(const struct sockaddr *address)
{
	struct peer p = {0};
	if (address->sa_family == AF_INET) {
		struct sockaddr_in v4;
		memcpy(&v4, address, sizeof(v4));
		p = mapped(&v4.sin_addr);
	} else if (address->sa_family == AF_INET6) {
		struct sockaddr_in6 v6;
		memcpy(&v6, address, sizeof(v6));
		p.address = v6.sin6_addr;
	}
	return p;
}

bool peer_parse(struct peer *out, const char *text, size_t len)
{
	char string[PEER_TEXT];
	struct in_addr v4;
	if (len >= sizeof(string))
		return false;
	memcpy(string, text, len);
	string[len] = '\0';
	if (inet_pton(AF_INET, string, &v4) == 1) {
		*out = mapped(&v4);
		return true;
	}
	return inet_pton(AF_INET6, string, &out->address) == 1;
}

static bool is_trusted(struct peer p, const struct in6_addr *trusted, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (memcmp(&p.address, &trusted[i], sizeof(p.address)) == 0)
			return true;
	}
	return false;
}

struct peer peer_behind(struct peer near, const char *forwarded_for, const struct in6_addr *trusted,
                        unsigned trusted_count)
{
	size_t end = forwarded_for ? strlen(forwarded_for) : 0;
	while (end > 0 && is_trusted(near, trusted, trusted_count)) {
		size_t begin = end;
		while (begin > 0 && forwarded_for[begin - 1] != ',')
			begin--;
		size_t first = begin, last = end;
		while (first < last && strchr(" \t", forwarded_for[first]))
			first++;
		while (last > first && strchr(" \t", forwarded_for[last - 1]))
			last--;
		struct peer before;
		if (!peer_parse(&before, forwarded_for + first, last - first))
			break;
		near = before;
		end = begin > 0 ? begin - 1 : 0;
	}
	return near;
}

struct peer peer_network(struct peer p)
{
	if (!IN6_IS_ADDR_V4MAPPED(&p.address))
		memset(&p.address.s6_addr[8], 0, 8);
	return p;
}

bool peer_is_loopback(struct peer p)
{
	return IN6_IS_ADDR_V4MAPPED(&p.address) ? p.address.s6_addr[12] == 127
	                                        : IN6_IS_ADDR_LOOPBACK(&p.address);
}

void peer_format(char out[PEER_TEXT], struct peer p)
{
	if (IN6_IS_ADDR_V4MAPPED(&p.address))
		inet_ntop(AF_INET, &p.address.s6_addr[12], out, PEER_TEXT);
	else
		inet_ntop(AF_INET6, &p.address, out, PEER_TEXT);
}
