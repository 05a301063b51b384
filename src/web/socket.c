/* SPDX-License-Identifier: ISC */
/*
 * A listening Unix socket: see socket.h.
 */
#include "web/socket.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { WAITING_CONNECTIONS = 16 };

/* Does a server answer there? */
static bool is_answered(const struct sockaddr_un *at)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool is = fd >= 0 && connect(fd, (const struct sockaddr *)at, sizeof(*at)) == 0;
	if (fd >= 0)
		close(fd);
	return is;
}

static int remove_stale(const struct sockaddr_un *at, struct err *err)
{
	struct stat there;
	if (lstat(at->sun_path, &there) < 0)
		return 0;
	if (!S_ISSOCK(there.st_mode))
		return err_set(err, "%s: is there, and no socket", at->sun_path);
	if (is_answered(at))
		return err_set(err, "%s: another server listens there", at->sun_path);
	if (unlink(at->sun_path) < 0)
		return err_set(err, "%s: %s", at->sun_path, strerror(errno));
	return 0;
}

int socket_listen(const char *path, struct err *err)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	if (strlen(path) >= sizeof(at.sun_path))
		return err_set(err, "%s: longer than the path of a socket may be", path);
	snprintf(at.sun_path, sizeof(at.sun_path), "%s", path);
	if (remove_stale(&at, err) < 0)
		return -1;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	/* Nobody gets in before it listens, and then it has its mode. */
	if (fd < 0 || bind(fd, (const struct sockaddr *)&at, sizeof(at)) < 0 ||
	    chmod(path, 0660) < 0 || listen(fd, WAITING_CONNECTIONS) < 0) {
		err_set(err, "%s: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	return fd;
}
