/* SPDX-License-Identifier: ISC */
/*
 * How often somebody may ask for something (S4): token buckets in memory, one for each kind and
 * key. Each fills up at a steady rate to its depth, and each request takes one out. The numbers
 * stand in limits.h.
 *
 * The memory is fixed. When it is full the bucket that was untouched longest gives way, so a flood
 * from everywhere forgets the patient ones first. A restart forgets all; what must outlast one
 * (mails to an address) is counted in the database.
 */
#ifndef WEB_RATE_H
#define WEB_RATE_H

#include <stddef.h>
#include <stdint.h>

enum rate {
	RATE_NETWORK,        /* requests of one network */
	RATE_NETWORK_POST,   /* POSTs of one network */
	RATE_NETWORK_SIGNIN, /* sign-in mails that one network asks for */
	RATE_NETWORK_GUEST,  /* guests that one network starts as */
	RATE_ACCOUNT,        /* requests of one account */
	RATE_ACCOUNT_POST,   /* POSTs of one account */
	RATE_ACCOUNT_INVITE, /* invitations that one account sends */
	RATE_ACCOUNT_HOOK,   /* tests of webhooks, and what is sent again, of one account */
	RATE_ADDRESS_MAIL,   /* sign-in mails to one address, whoever asks */
	RATE_COUNT
};

struct rates;

struct rates *rates_new(void);
void rates_free(struct rates *r);

/*
 * Takes one from the bucket of a kind and a key (any bytes). 0, or how many seconds to wait: then
 * none was taken. now_ms is a clock of the caller's choice that does not go back; where it does,
 * nothing fills. Threads may call it at once.
 */
unsigned rates_take(struct rates *r, enum rate kind, const void *key, size_t len, int64_t now_ms);

#endif
