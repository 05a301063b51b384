/* SPDX-License-Identifier: ISC */
/*
 * The mail server to which all mails are handed, as the configuration has it. How one talks to it
 * is smtp.h's.
 */
#ifndef NOTIFY_RELAY_H
#define NOTIFY_RELAY_H

#include <stdatomic.h>

#include "app/config.h"
#include "base/err.h"
#include "notify/smtp.h"

/*
 * The server of smtp_url, which is there, with the password of its file; TLS is needed where it is
 * not this machine itself. `stops` as of struct smtp_options. Connects to nothing yet. 0, or -1:
 * the file cannot be read, or the URL is none.
 */
int relay_open(struct smtp **out, const struct config *config, const atomic_bool *stops,
               struct err *err);

#endif
