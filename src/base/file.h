/* SPDX-License-Identifier: ISC */
/*
 * Whole files, read under a ceiling and written for good.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/err.h"
#include "base/text.h"

/* Appends a file's bytes, those of the standard input when path is "-", to *out. 0, or -1 when it
 * cannot be read or passes out's ceiling; *out may hold a part of it then. */
int file_read(const char *path, struct text *out, struct err *err);

/* Replaces a file's contents. 0, or -1 when they did not all arrive. */
int file_write(const char *path, const char *data, size_t len, struct err *err);

#endif
