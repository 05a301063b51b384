/* SPDX-License-Identifier: ISC */
/*
 * The one row that the service keeps of itself: see people.h for what answers mean.
 */
#ifndef STORE_SERVICE_H
#define STORE_SERVICE_H

#include "base/secret.h"
#include "store/store.h"

struct service {
	unsigned char key[SECRET_KEY_BYTES]; /* the secrets in mails follow from it */
	int64_t beat_at;                     /* when its clock beat last */
};

/* False before the service's first start. */
bool service_get(struct db *db, struct service *out);
/* At the first start. */
void service_insert(struct db *db, const struct service *s);

#endif
