/* SPDX-License-Identifier: ISC */
/*
 * The tables of the families of pages, each in the file of its name: web/home.c has home_routes.
 */
#ifndef WEB_FAMILIES_H
#define WEB_FAMILIES_H

#include "web/route.h"

extern const struct route home_routes[]; /* the first page, static files, health */
extern const struct route dev_routes[];  /* under --dev */

#endif
