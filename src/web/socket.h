/* SPDX-License-Identifier: ISC */
/*
 * The Unix socket of a running server, by which its operator and other programs of this machine
 * come in: who may is said by its mode, 0660, and its folder. What it answers are routes of its own
 * (operator_routes); the server behind it is server.h's.
 */
#ifndef WEB_SOCKET_H
#define WEB_SOCKET_H

#include "base/err.h"

/*
 * A socket that listens at a path. One that a server left behind which ended badly is replaced;
 * what is no socket, or answers, is not. The descriptor, or -1.
 */
int socket_listen(const char *path, struct err *err);

#endif
