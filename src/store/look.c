/* SPDX-License-Identifier: ISC */
/*
 * Looking at a database: see look.h.
 */
#include "store/look.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/embedded.h"
#include "base/text.h"
#include "store/db.h"
#include "store/migrate.h"

enum { PATH_BYTES = 4096, BUSY_MS = 10000 };

/* Is the lock of this database held? For a moment this holds it itself, shared: a server that
 * starts in this very moment is refused, and is started again. */
static bool is_locked(const char *path)
{
	char name[PATH_BYTES];
	snprintf(name, sizeof(name), "%s.lock", path);
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool is_held = flock(fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
	close(fd);
	return is_held;
}

/* Has it a log of commits that are not merged? */
static bool has_log(const char *path)
{
	char name[PATH_BYTES];
	struct stat st;
	snprintf(name, sizeof(name), "%s-wal", path);
	return stat(name, &st) == 0 && st.st_size > 0;
}

/* A path as a URI, for an option that only a URI can tell: a file that nobody writes to is read as
 * it is, and gets no log beside it. False when it is too long. */
static bool write_uri(char out[PATH_BYTES], const char *path, bool is_still)
{
	struct text uri;
	text_init(&uri, PATH_BYTES);
	text_add(&uri, "file:");
	for (const char *c = path; *c; c++) {
		if (strchr("%?#", *c))
			text_printf(&uri, "%%%02x", (unsigned)*c);
		else
			text_add_char(&uri, *c);
	}
	text_add(&uri, is_still ? "?mode=ro&immutable=1" : "?mode=ro");
	bool fits = !text_is_over(&uri) && uri.len < PATH_BYTES;
	if (fits)
		memcpy(out, text_string(&uri), uri.len + 1);
	text_release(&uri);
	return fits;
}

/* Of a file that is there. */
static int read_version(const char *path, bool is_still, struct migrate_version *out,
                        struct err *err)
{
	char uri[PATH_BYTES];
	sqlite3 *sqlite = NULL;
	if (!write_uri(uri, path, is_still))
		return err_set(err, "%s: the path is too long", path);
	int rc = sqlite3_open_v2(uri, &sqlite, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
	sqlite3_busy_timeout(sqlite, BUSY_MS);
	int status = rc == SQLITE_OK ? migrate_version(sqlite, path, embedded_files, out, err)
	                             : err_set(err, "%s: %s", path, sqlite3_errmsg(sqlite));
	sqlite3_close(sqlite);
	return status;
}

int store_look(const char *path, struct store_look *out, struct err *err)
{
	struct migrate_version version;
	if (access(path, F_OK) < 0) {
		if (errno != ENOENT)
			return err_set(err, "%s: %s", path, strerror(errno));
		*out = (struct store_look){0};
		return 0;
	}
	bool is_open = is_locked(path);
	if (read_version(path, !is_open, &version, err) < 0)
		return -1;
	*out = (struct store_look){true, is_open, !is_open && has_log(path), version.applied,
	                           version.known};
	return 0;
}
