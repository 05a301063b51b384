/* SPDX-License-Identifier: ISC */
/*
 * Networks: see network.h.
 */
#include "base/network.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/number.h"

enum { BITS = 128, V4_BITS = 32, MAPPED_BITS = BITS - V4_BITS };

static bool read_address(const char *text, struct in6_addr *out)
{
	struct in_addr v4;
	if (inet_pton(AF_INET6, text, out) == 1)
		return true;
	if (inet_pton(AF_INET, text, &v4) != 1)
		return false;
	*out = (struct in6_addr){.s6_addr = {[10] = 0xff, [11] = 0xff}};
	memcpy(out->s6_addr + 12, &v4, sizeof(v4));
	return true;
}

/* The address with nothing behind its first bits. */
static struct in6_addr cut(const struct in6_addr *address, unsigned bits)
{
	struct in6_addr out = *address;
	for (unsigned i = bits; i < BITS; i++)
		out.s6_addr[i / 8] &= (unsigned char)~(0x80u >> i % 8);
	return out;
}

bool network_parse(const char *text, struct network *out)
{
	char address[NETWORK_TEXT];
	const char *slash = strchr(text, '/');
	size_t len = slash ? (size_t)(slash - text) : strlen(text);
	struct network n = {.bits = BITS};
	int64_t bits;
	if (len >= sizeof(address))
		return false;
	memcpy(address, text, len);
	address[len] = '\0';
	if (!read_address(address, &n.address))
		return false;
	bool is_v4 = !strchr(address, ':');
	if (slash) {
		if (!number_parse(slash + 1, 0, is_v4 ? V4_BITS : BITS, &bits))
			return false;
		n.bits = (unsigned)bits + (is_v4 ? MAPPED_BITS : 0);
	}
	struct in6_addr first = cut(&n.address, n.bits);
	if (memcmp(&first, &n.address, sizeof(first)) != 0)
		return false;
	*out = n;
	return true;
}

bool network_holds(const struct network *n, const struct in6_addr *address)
{
	struct in6_addr first = cut(address, n->bits);
	return memcmp(&first, &n->address, sizeof(first)) == 0;
}

bool network_address(const struct sockaddr *socket, struct in6_addr *out)
{
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	if (socket->sa_family == AF_INET6) {
		memcpy(&v6, socket, sizeof(v6));
		*out = v6.sin6_addr;
		return true;
	}
	if (socket->sa_family != AF_INET)
		return false;
	memcpy(&v4, socket, sizeof(v4));
	*out = (struct in6_addr){.s6_addr = {[10] = 0xff, [11] = 0xff}};
	memcpy(out->s6_addr + 12, &v4.sin_addr, sizeof(v4.sin_addr));
	return true;
}

/* IANA's two registries of special-purpose addresses, and multicast. */
static const struct {
	unsigned char first[4];
	unsigned bits;
} special_v4[] = {
	{{0}, 8},             /* this network */
	{{10}, 8},            /* private */
	{{100, 64}, 10},      /* shared by carriers */
	{{127}, 8},           /* this machine */
	{{169, 254}, 16},     /* link-local, and clouds' metadata */
	{{172, 16}, 12},      /* private */
	{{192, 0, 0}, 24},    /* protocol assignments */
	{{192, 0, 2}, 24},    /* documentation */
	{{192, 31, 196}, 24}, /* AS112 */
	{{192, 52, 193}, 24}, /* AMT */
	{{192, 88, 99}, 24},  /* relays of 6to4 */
	{{192, 168}, 16},     /* private */
	{{192, 175, 48}, 24}, /* AS112 */
	{{198, 18}, 15},      /* benchmarks */
	{{198, 51, 100}, 24}, /* documentation */
	{{203, 0, 113}, 24},  /* documentation */
	{{224}, 4},           /* multicast */
	{{240}, 4},           /* reserved, and broadcast */
};

static const struct {
	unsigned char first[6];
	unsigned bits;
} special_v6[] = {
	{{0x20, 0x01}, 23},                         /* protocol assignments, Teredo among them */
	{{0x20, 0x01, 0x0d, 0xb8}, 32},             /* documentation */
	{{0x20, 0x02}, 16},                         /* 6to4: an IPv4 address within */
	{{0x26, 0x20, 0x00, 0x4f, 0x80, 0x00}, 48}, /* AS112 */
	{{0x3f, 0xff}, 20},                         /* documentation */
};

static bool begins(const unsigned char *address, const unsigned char *first, unsigned bits)
{
	unsigned rest = bits % 8;
	return memcmp(address, first, bits / 8) == 0 &&
	       (!rest || (address[bits / 8] ^ first[bits / 8]) >> (8 - rest) == 0);
}

bool network_is_special(const struct in6_addr *address)
{
	const unsigned char *a = address->s6_addr;
	if (IN6_IS_ADDR_V4MAPPED(address)) {
		for (size_t i = 0; i < sizeof(special_v4) / sizeof(special_v4[0]); i++)
			if (begins(a + 12, special_v4[i].first, special_v4[i].bits))
				return true;
		return false;
	}
	for (size_t i = 0; i < sizeof(special_v6) / sizeof(special_v6[0]); i++)
		if (begins(a, special_v6[i].first, special_v6[i].bits))
			return true;
	/* Outside of 2000::/3: ::, ::1, IPv4-compatible, 64:ff9b::/96 and 64:ff9b:1::/48 (NAT64),
	 * 100::/64, 5f00::/16, fc00::/7, fe80::/10, fec0::/10, ff00::/8, and what nobody was given.
	 */
	return (a[0] & 0xe0) != 0x20;
}
