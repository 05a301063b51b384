/* SPDX-License-Identifier: ISC */
/*
 * What the DNS says of the names that a service goes by: can people find its host, and will other
 * mail servers believe and answer the domain that its mails come from (MX, SPF, DKIM, DMARC)? It
 * reads what is published; whether the relay sends from where SPF allows, and signs, only a mail
 * that has arrived can tell.
 */
#ifndef NOTIFY_SENDER_H
#define NOTIFY_SENDER_H

#include <stdbool.h>

#include "app/findings.h"
#include "notify/dns.h"

/* The host of a public base_url, a name. */
void sender_check_host(struct findings *f, struct dns *dns, const char *host);

/*
 * The domain of mail_from, as address_normalise() leaves it: mail comes back to it, its SPF record
 * (RFC 7208) and its DMARC record (RFC 7489, up to the domains above it). DKIM's record (RFC 6376)
 * is found by the selector that the relay signs with; NULL: not known here. When nobody answers
 * that is one warning, and no more is asked.
 */
void sender_check_domain(struct findings *f, struct dns *dns, const char *domain,
                         const char *dkim_selector);

#endif
