/* SPDX-License-Identifier: ISC */
/*
 * Which version of the program this is: the newest one that CHANGELOG.md names. The Makefile reads
 * it there and makes the definition, so that no second place can say another. Not that of the
 * database (sql/), of records (record.h) or of the rules.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

extern const char program_version[]; /* "0.1.0" */

#endif
