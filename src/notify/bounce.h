/* SPDX-License-Identifier: ISC */
/*
 * What a delivery status notification (RFC 3464) says of each recipient. It reads the text of the
 * message/delivery-status part alone; that there is one, and whether the notice is about a mail of
 * ours, is for others to say.
 */
#ifndef NOTIFY_BOUNCE_H
#define NOTIFY_BOUNCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/limits.h"

enum bounce_action {
	BOUNCE_OTHER, /* none given, or none of these */
	BOUNCE_FAILED,
	BOUNCE_DELAYED,
	BOUNCE_DELIVERED,
	BOUNCE_RELAYED,
	BOUNCE_EXPANDED,
};

struct bounce {
	/* As address_normalise() leaves them; "" when not given, or none that mail can be sent to.
	 * The original one is what we sent to, the final one what became of it on the way. */
	char original[LIMIT_ADDRESS_BYTES + 1];
	char final[LIMIT_ADDRESS_BYTES + 1];
	enum bounce_action action;
	char status[12]; /* "5.1.1" (RFC 3463), or "" */
	bool is_hard;    /* failed with a status of 5.x.x: it will fail again */
};

/* Reads up to max recipients of the text, cleaned as plain_clean() leaves it; answers how many. A
 * group of fields that names no recipient counts as none. */
size_t bounce_read(const char *text, size_t len, struct bounce *out, size_t max);

#endif
