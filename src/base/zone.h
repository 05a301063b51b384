/* SPDX-License-Identifier: ISC */
/*
 * Times for people: in their zone, and in words. Zones are IANA names, by GLib's GTimeZone: glibc's
 * TZ would be the whole process's. English, like all of the program.
 */
#ifndef BASE_ZONE_H
#define BASE_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZONE_TEXT = 48 };

/* Is it a zone that this machine knows, by its IANA name ("Europe/Berlin", "UTC")? */
bool zone_exists(const char *name);

/*
 * The zones that were asked for, kept open: GLib reads a zone's file anew each time that nobody
 * holds it, which takes longer than a page of times may. It holds no more than the machine knows.
 * Threads may share it. Where the functions below get NULL, none is kept.
 */
struct zones;
struct zones *zones_new(void);
void zones_free(struct zones *zones);

/*
 * The names to choose from, in the order of their letters: those of the machine's list of places
 * (zone.tab), and UTC. There are more names than these: old ones, and other words for the same.
 * They belong to *zones; answers how many.
 */
size_t zones_list(const struct zones *zones, const char *const **names);

/* "Tue 3 March, 14:30" in the zone (UTC where it is unknown), with the year where it is not that of
 * `now`. */
void zone_format(struct zones *zones, char out[ZONE_TEXT], const char *zone, int64_t at,
                 int64_t now);

/*
 * By how much the zone's wall clocks (UTC's where it is unknown) are ahead of UTC at a moment, in
 * seconds; it stays so until *until at least, which is at most a day later.
 */
int zone_offset(struct zones *zones, const char *zone, int64_t at, int64_t *until);

/* "2026-03-03T13:30:00Z" (RFC 3339). */
void zone_format_utc(char out[ZONE_TEXT], int64_t at);

/* A length of time in its two largest units, cut: "1 day and 3 hours", "5 minutes", "less than a
 * minute". Answers the smaller unit, in seconds: the words are the same for all lengths from one of
 * its multiples to the next. */
int64_t zone_words(char out[ZONE_TEXT], int64_t seconds);

#endif
