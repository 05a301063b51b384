/* SPDX-License-Identifier: ISC */
/*
 * The one row that the service keeps of itself: see people.h for what answers mean.
 */
#ifndef STORE_SERVICE_H
#define STORE_SERVICE_H

#include "base/secret.h"
#include "store/games.h"
#include "store/store.h"

struct service {
	unsigned char key[SECRET_KEY_BYTES]; /* the secrets in mails follow from it */
	int64_t beat_at;                     /* when its clock beat last */
};

/* False before the service's first start. */
bool service_get(struct db *db, struct service *out);
/* At the first start. */
void service_insert(struct db *db, const struct service *s);

/* The clock beat. */
void service_beat(struct db *db, int64_t at);

/* An outage that is being credited: to the clocks of users up to after_user, and of that one in
 * games up to after_game, it was. */
struct outage {
	int64_t from, until;
	int64_t after_user;
	char after_game[GAME_ID_LEN + 1];
};

bool service_outage(struct db *db, struct outage *out);
void service_set_outage(struct db *db, const struct outage *o); /* NULL: there is none any more */

#endif
