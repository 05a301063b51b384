/* SPDX-License-Identifier: ISC */
/*
 * Mails as files: see folder.h.
 */
#include "notify/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 512 };

int folder_open(const char *folder, struct err *err)
{
	if (mkdir(folder, 0700) < 0 && errno != EEXIST)
		return err_set(err, "%s: %s", folder, strerror(errno));
	if (access(folder, W_OK | X_OK) < 0)
		return err_set(err, "%s: %s", folder, strerror(errno));
	return 0;
}

static int write_all(int fd, const char *bytes, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, bytes, len);
		if (n < 0 && errno != EINTR)
			return -1;
		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		}
	}
	return 0;
}

/* Under another name first: whoever looks into the folder sees whole mails only. */
static int write_file(const char *part, const char *path, const char *bytes, size_t len)
{
	int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	int status = write_all(fd, bytes, len);
	if (close(fd) < 0)
		status = -1;
	return status < 0 ? -1 : rename(part, path);
}

void folder_send(const char *folder, const struct notice *n, const char *bytes, size_t len,
                 struct delivery *out)
{
	char part[PATH_BYTES], path[PATH_BYTES];
	long long at = n->created_at, id = n->id;
	snprintf(part, sizeof(part), "%s/.%012lld-%lld.part", folder, at, id);
	snprintf(path, sizeof(path), "%s/%012lld-%lld.eml", folder, at, id);
	if (write_file(part, path, bytes, len) < 0) {
		out->fate = DELIVERY_LATER;
		snprintf(out->answer, sizeof(out->answer), "%.100s: %s", path, strerror(errno));
		return;
	}
	out->fate = DELIVERY_TAKEN;
	snprintf(out->answer, sizeof(out->answer),
	         "Kept as a file on the server: no mail server is set up");
}
