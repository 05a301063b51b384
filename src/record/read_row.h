/* SPDX-License-Identifier: ISC */
/*
 * Reading one row of a log. Private to the reader of records.
 */
#ifndef RECORD_READ_ROW_H
#define RECORD_READ_ROW_H

#include "record/node.h"
#include "record/record.h"

/*
 * Reads the row that a node is, in the log of a record whose set and seats are read already. 0, or
 * -1 with the fault and *row unspecified.
 */
int read_row(const struct node *n, const struct record *r, struct record_row *row);

#endif
