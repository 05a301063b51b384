/* SPDX-License-Identifier: ISC */
/*
 * SQLite's log, written in few pieces. Private to this folder.
 *
 * SQLite writes each page of a commit to its log by two calls, which cost more than to copy it.
 * Here what lies one behind the other is collected, and written at once before the log is synced:
 * up to 30 pages by one call. All else is the system's own VFS, unchanged.
 *
 * Nobody else misses what is not written yet: readers, of this program and of others, look at the
 * log up to its last commit only, which SQLite tells them after the sync. So this holds only with
 * synchronous = FULL, where each commit is synced. What could not be written fails that sync, and
 * so the commit.
 */
#ifndef STORE_LOG_FILE_H
#define STORE_LOG_FILE_H

/*
 * The name of the VFS for the connection that writes, as sqlite3_open_v2() takes it; the first call
 * registers it. From any thread.
 */
const char *log_file_vfs(void);

#endif
