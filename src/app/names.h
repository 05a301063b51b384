/* SPDX-License-Identifier: ISC */
/*
 * What people type for names and mail addresses, as it is stored and compared.
 */
#ifndef APP_NAMES_H
#define APP_NAMES_H

#include <stdbool.h>

#include "base/limits.h"

/*
 * A mail address as it is compared and stored: without space around it, ASCII in lower case. False
 * when it is none that mail can be sent to: one @, up to 64 bytes before it, a domain of labels
 * behind it, no space, quotes or controls.
 */
bool address_normalise(const char *text, char out[LIMIT_ADDRESS_BYTES + 1]);

/* A name as it is stored: trimmed, 1 to 40 characters, none of them a control, nor a mark that
 * turns the direction of the text around it. Letters that are written from right to left are
 * welcome. */
bool name_normalise(const char *text, char out[LIMIT_NAME_BYTES + 1]);

#endif
