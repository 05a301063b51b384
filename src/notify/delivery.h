/* SPDX-License-Identifier: ISC */
/*
 * What became of one attempt to hand a mail over: the answer of smtp.h and folder.h, and all that
 * the queue has to know of either.
 */
#ifndef NOTIFY_DELIVERY_H
#define NOTIFY_DELIVERY_H

#include <stdbool.h>

enum delivery_fate {
	DELIVERY_TAKEN,    /* the other side answers for it now */
	DELIVERY_LATER,    /* not, or nobody knows; the same bytes may be handed over again */
	DELIVERY_GIVEN_UP, /* as DELIVERY_LATER, and only because this program is to end */
	DELIVERY_REFUSED,  /* for good: this mail, to this address */
};

struct delivery {
	enum delivery_fate fate;
	bool is_bounce;   /* DELIVERY_REFUSED, for the address itself is not good */
	char answer[256]; /* the other side's words, or what is wrong: for the log and the list of
	                     notices */
};

#endif
