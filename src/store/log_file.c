/* SPDX-License-Identifier: ISC */
/*
 * SQLite's log, written in few pieces: see log_file.h. It does not know what a frame is.
 *
 * What is collected is one stretch of the file. Whatever is not simply more of it (a write
 * elsewhere, a read, a size) writes it out first, so the file always reads as if each write had
 * been done at once. Only the system's methods of SQLite's first version are there: SQLite locks
 * and maps the database's file, never its log.
 */
#include "store/log_file.h"

#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* As much as SQLite 3.40 hands to the system at once: of more it takes the length modulo 128 KiB.
 */
enum { COLLECTED_MAX = (1 << 17) - 1 };

struct log_file {
	sqlite3_file base;
	char *bytes; /* of COLLECTED_MAX */
	int len;
	sqlite3_int64 at;    /* where they belong */
	sqlite3_file real[]; /* the system's, of its szOsFile bytes */
};

static struct log_file *log_of(sqlite3_file *file)
{
	return (struct log_file *)file;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
	return log_of(file)->real;
}

/* On failure they are still there, and the next one tries again: a read that fails may fail one
 * statement alone. */
static int write_out(sqlite3_file *file)
{
	struct log_file *log = log_of(file);
	sqlite3_file *real = real_of(file);
	if (log->len == 0)
		return SQLITE_OK;
	int rc = real->pMethods->xWrite(real, log->bytes, log->len, log->at);
	if (rc == SQLITE_OK)
		log->len = 0;
	return rc;
}

/* Where it fails, SQLite ends the transaction: a log that can't be written is good for no commit.
 * Then nobody needs them any more. */
static int write_out_or_drop(sqlite3_file *file)
{
	int rc = write_out(file);
	log_of(file)->len = 0;
	return rc;
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
	struct log_file *log = log_of(file);
	bool is_next = at == log->at + log->len && count <= COLLECTED_MAX - log->len;
	int rc = is_next ? SQLITE_OK : write_out_or_drop(file);
	if (rc != SQLITE_OK)
		return rc;
	if (count > COLLECTED_MAX)
		return real_of(file)->pMethods->xWrite(real_of(file), bytes, count, at);
	if (log->len == 0)
		log->at = at;
	memcpy(log->bytes + log->len, bytes, (size_t)count);
	log->len += count;
	return SQLITE_OK;
}

static int log_sync(sqlite3_file *file, int flags)
{
	int rc = write_out_or_drop(file);
	return rc != SQLITE_OK ? rc : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	int rc = write_out_or_drop(file);
	return rc != SQLITE_OK ? rc : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
	int rc = write_out(file);
	return rc != SQLITE_OK ? rc
	                       : real_of(file)->pMethods->xRead(real_of(file), bytes, count, at);
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size)
{
	int rc = write_out(file);
	return rc != SQLITE_OK ? rc : real_of(file)->pMethods->xFileSize(real_of(file), size);
}

/* What is collected now was never committed. */
static int log_close(sqlite3_file *file)
{
	free(log_of(file)->bytes);
	return real_of(file)->pMethods->xClose(real_of(file));
}

static int log_control(sqlite3_file *file, int what, void *value)
{
	return real_of(file)->pMethods->xFileControl(real_of(file), what, value);
}

static int log_sector_size(sqlite3_file *file)
{
	return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int log_characteristics(sqlite3_file *file)
{
	return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static const sqlite3_io_methods log_methods = {
	.iVersion = 1,
	.xClose = log_close,
	.xRead = log_read,
	.xWrite = log_write,
	.xTruncate = log_truncate,
	.xSync = log_sync,
	.xFileSize = log_size,
	.xFileControl = log_control,
	.xSectorSize = log_sector_size,
	.xDeviceCharacteristics = log_characteristics,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *flags_out)
{
	sqlite3_vfs *system = sqlite3_vfs_find(NULL);
	assert(sizeof(struct log_file) + (size_t)system->szOsFile <= (size_t)vfs->szOsFile);
	if (!(flags & SQLITE_OPEN_WAL))
		return system->xOpen(system, name, file, flags, flags_out);
	struct log_file *log = log_of(file);
	*log = (struct log_file){0};
	int rc = system->xOpen(system, name, real_of(file), flags, flags_out);
	if (rc == SQLITE_OK) {
		log->bytes = memory_resize(NULL, COLLECTED_MAX, 1);
		log->base.pMethods = &log_methods;
	}
	return rc;
}

#define NAME "slowsafari"

/* SQLite keeps a list of those that there are, for the whole program: the one place for it. */
static void make_vfs(void)
{
	static sqlite3_vfs vfs;
	vfs = *sqlite3_vfs_find(NULL);
	vfs.zName = NAME;
	vfs.szOsFile += (int)sizeof(struct log_file);
	vfs.xOpen = open_file;
	int rc = sqlite3_vfs_register(&vfs, 0);
	assert(rc == SQLITE_OK);
	(void)rc;
}

const char *log_file_vfs(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, make_vfs);
	return NAME;
}
