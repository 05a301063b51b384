/* SPDX-License-Identifier: ISC */
/*
 * What a client would rather have: the lists of Accept and Accept-Encoding with their weights (RFC
 * 9110, 12.4.2). Names only: wildcards and parameters other than q are not looked at.
 */
#ifndef WEB_ACCEPT_H
#define WEB_ACCEPT_H

/*
 * The weight of a name in a list, in thousandths: 1000 where it is named without one, 0 for "not
 * this"; -1 when it is not named, or its weight is none. A list of NULL names nothing. Names are
 * compared in any case.
 */
int accept_weight(const char *list, const char *name);

#endif
