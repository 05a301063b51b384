/* SPDX-License-Identifier: ISC */
/*
 * A stored game as a record, for anyone who may see it: `slowsafari verify` checks it.
 */
#ifndef APP_EXPORT_H
#define APP_EXPORT_H

#include "app/play.h"
#include "record/record.h"

/*
 * Fills *r, which is the caller's to release, from a game that runs or is over. The seed is told
 * when it is over. A last turn that can still be taken back, with no tile left to draw, is left
 * out: the final points that belong to it are not given yet.
 */
enum play_status export_record(struct db *db, const struct sets *sets, const char *id,
                               struct record *r);

#endif
