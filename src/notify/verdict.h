/* SPDX-License-Identifier: ISC */
/*
 * What is to become of a notice whose time has come, by what its person has chosen until now (N4):
 * a letter, a line in the mail of the day, or nothing; a post to a webhook, or none. It reads rows
 * and changes none; what the letter says is letter.h's.
 */
#ifndef NOTIFY_VERDICT_H
#define NOTIFY_VERDICT_H

#include "app/notices.h"
#include "base/zone.h"
#include "store/hooks.h"

struct verdict {
	enum { VERDICT_LETTER, VERDICT_DIGEST, VERDICT_LATER, VERDICT_NOTHING } what;
	char address[LIMIT_ADDRESS_BYTES + 1]; /* VERDICT_LETTER: where it goes */
	int64_t at; /* VERDICT_DIGEST: when that mail is due; VERDICT_LATER: when to ask again */
	const char *why; /* VERDICT_NOTHING: for the list of notices; static */
};

/* db is a snapshot; or a job's, and zones is NULL: then no times are worked out, which may read
 * files. Reminders wait for the end of quiet hours, also where they come late or where the hours
 * were chosen after the clock began (N4). */
struct verdict verdict_of(struct db *db, struct zones *zones, const struct notice *n, int64_t now);

/* Of one in LANE_HOOK, whose webhook is *out: VERDICT_LETTER for a post, without address. */
struct verdict verdict_of_hook(struct db *db, struct zones *zones, const struct notice *n,
                               int64_t now, struct hook *out);

#endif
