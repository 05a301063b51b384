/* SPDX-License-Identifier: ISC */
/*
 * All that there is to ask for: one table for each family of pages.
 */
#include "web/families.h"

const struct route *const site_routes[] = {
	home_routes,
	dev_routes,
	NULL,
};
