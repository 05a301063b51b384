/* SPDX-License-Identifier: ISC */
/*
 * Checks of a set-up that need nothing but this machine: the files, the clock, what keys say
 * together. They may run beside a server, and change and make nothing. What needs a network is
 * notify's: relay.h, sender.h.
 */
#ifndef APP_CHECKUP_H
#define APP_CHECKUP_H

#include <stdint.h>

#include "app/config.h"
#include "app/findings.h"

/* Reads the configuration, as config_read() does, and says what is wrong with it; with variables
 * that look like keys and are none, too. 0, or -1: then there is nothing to check the rest by. */
int checkup_config(struct findings *f, struct config *config, const char *path,
                   char *const *environment);

/* All the others, in order. */
void checkup_all(struct findings *f, const struct config *config, int64_t now);

#endif
