/* SPDX-License-Identifier: ISC */
/*
 * A server that says the same words to whoever connects, whatever is said to it, on a port of the
 * loopback, to one after another: an answer that is no answer, or one that never ends.
 */
#ifndef SUPPORT_PARROT_H
#define SUPPORT_PARROT_H

struct parrot;

/* First `words`, then `again` for as long as somebody listens; NULL: it says no more, and waits
 * until the other side hangs up. Both must outlive it. */
struct parrot *parrot_start(const char *words, const char *again);
unsigned parrot_port(const struct parrot *p);
/* When all have hung up. */
void parrot_stop(struct parrot *p);

#endif
