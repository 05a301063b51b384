/* SPDX-License-Identifier: ISC */
/*
 * The gate: what a request's head must be before anything else looks at it. Pure: a head in, a
 * verdict out. Strict where two readers of the same bytes could disagree (what a proxy before us
 * forwards must mean the same to us), and about sizes; it knows neither routes nor people.
 */
#ifndef WEB_GATE_H
#define WEB_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "web/peer.h"

struct header {
	const char *name, *value; /* terminated */
	size_t name_len, value_len;
};

/* A request's head as it came, nothing decoded. */
struct head {
	const char *method, *target, *version;
	struct header headers[LIMIT_HEADERS];
	size_t header_count;
	bool has_more_headers; /* than fit */
	bool is_cut;           /* a NUL or a broken line stood in it */
	struct peer near;      /* the other end of the socket */
};

/* Hosts that we answer to. */
struct gate_hosts {
	const char
		*host; /* as in base_url: "safari.example", "safari.example:8443"; NULL: to any */
	bool is_loopback; /* then any name of this machine, with base_url's port */
	const char *port; /* of base_url: "8080"; "" for the scheme's own */
};

struct gate_verdict {
	int status;           /* 0: come in */
	const char *sentence; /* static, for the page of the error */
	bool closes; /* where the body begins and ends is uncertain: the connection must end */
	uint64_t body_len; /* announced; 0 without a body */
};

/* Judges a head. */
struct gate_verdict gate_check(const struct head *head, const struct gate_hosts *hosts);

/* The value of a header that came once at most, or NULL. The name in any case. */
const char *head_get(const struct head *head, const char *name);

#endif
