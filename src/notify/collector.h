/* SPDX-License-Identifier: ISC */
/*
 * The thread that looks into the mailbox (mailbox.h) every minute, and gives what it finds to the
 * inbox (inbox.h). A server that cannot be asked is a line of the log, once until it can again.
 */
#ifndef NOTIFY_COLLECTOR_H
#define NOTIFY_COLLECTOR_H

#include "base/err.h"
#include "notify/inbox.h"

enum { COLLECTOR_EVERY_S = 60 };

struct collector;

/* One look; as of mailbox_look(). */
int collector_look(const struct inbox *inbox, const char *ca_file, const atomic_bool *stops,
                   struct err *err);

/* The inbox must outlive it. 0, or -1 when there is no thread. */
int collector_start(struct collector **out, const struct inbox *inbox, struct err *err);
/* Gives up what is under way: it is found again. NULL is allowed. */
void collector_stop(struct collector *c);

#endif
