/* SPDX-License-Identifier: ISC */
/*
 * Asking the server that runs on this machine, over its Unix socket, by libcurl: for commands that
 * change a database which the server has open. What it answers is web/operator.c's.
 */
#ifndef NOTIFY_OPERATOR_H
#define NOTIFY_OPERATOR_H

#include <stdbool.h>

#include "app/config.h"
#include "base/err.h"
#include "base/text.h"

enum operator_status {
	OPERATOR_DONE,    /* 200 */
	OPERATOR_REFUSED, /* any other answer but 5xx */
	OPERATOR_NOBODY,  /* no server listens there */
	OPERATOR_FAILED,  /* *err says why */
};

enum { OPERATOR_TIMEOUT_S = 30, OPERATOR_ANSWER_BYTES = 65536 };

/* A GET, or a POST without a body, of a path such as "/notices". Appends the answer's body. */
enum operator_status operator_ask(struct text *out, const struct config *config, bool is_post,
                                  const char *path, struct err *err);

/*
 * A POST of a mail to the server (web/operator.c). OPERATOR_DONE: it is done with; REFUSED: it
 * never will be; all else: later.
 */
enum operator_status operator_hand_over(const struct config *config, const char *mail, size_t len,
                                        struct err *err);

#endif
