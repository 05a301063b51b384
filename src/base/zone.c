/* SPDX-License-Identifier: ISC */
/*
 * Times for people: see zone.h.
 */
#include "base/zone.h"

#include "base/clock.h"

#include <glib.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char places[] = "/usr/share/zoneinfo/zone.tab";

static GTimeZone *open_zone(const char *name)
{
	/* GLib also takes "+02" and a path: neither is a name that people choose. */
	bool is_name = (name[0] >= 'A' && name[0] <= 'Z') && !strstr(name, "..");
	GTimeZone *zone = is_name ? g_time_zone_new_identifier(name) : NULL;
	return zone;
}

bool zone_exists(const char *name)
{
	GTimeZone *zone = open_zone(name);
	if (zone)
		g_time_zone_unref(zone);
	return zone != NULL;
}

/* A lock of pthreads, not GLib's: the thread sanitizer sees it. */
struct zones {
	pthread_mutex_t lock;
	GHashTable *by_name; /* GTimeZone by its name, which it owns */
	GPtrArray *names;    /* to choose from; set once */
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Of each line of zone.tab the third column: country, where, name, and sometimes what is meant. */
static GPtrArray *read_names(void)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	char *bytes = NULL;
	g_ptr_array_add(names, g_strdup("UTC"));
	if (g_file_get_contents(places, &bytes, NULL, NULL)) {
		char **lines = g_strsplit(bytes, "\n", -1);
		for (char **line = lines; *line; line++) {
			char **columns = g_strsplit(*line, "\t", 4);
			bool is_place = **line != '#' && g_strv_length(columns) >= 3;
			if (is_place)
				g_ptr_array_add(names, g_strdup(columns[2]));
			g_strfreev(columns);
		}
		g_strfreev(lines);
	}
	g_free(bytes);
	g_ptr_array_sort(names, compare_names);
	return names;
}

struct zones *zones_new(void)
{
	struct zones *z = g_new0(struct zones, 1);
	pthread_mutex_init(&z->lock, NULL);
	z->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
	                                   (GDestroyNotify)g_time_zone_unref);
	z->names = read_names();
	return z;
}

size_t zones_list(const struct zones *zones, const char *const **names)
{
	*names = (const char *const *)zones->names->pdata;
	return zones->names->len;
}

void zones_free(struct zones *z)
{
	if (!z)
		return;
	g_hash_table_unref(z->by_name);
	g_ptr_array_unref(z->names);
	pthread_mutex_destroy(&z->lock);
	g_free(z);
}

/* A reference to the zone, or NULL where there is none of that name: such names are not kept. */
static GTimeZone *find_kept(struct zones *z, const char *name)
{
	pthread_mutex_lock(&z->lock);
	GTimeZone *zone = g_hash_table_lookup(z->by_name, name);
	if (!zone && (zone = open_zone(name)))
		g_hash_table_insert(z->by_name, g_strdup(name), zone);
	if (zone)
		g_time_zone_ref(zone);
	pthread_mutex_unlock(&z->lock);
	return zone;
}

/* Likewise, or to UTC. */
static GTimeZone *find_zone(struct zones *z, const char *name)
{
	GTimeZone *zone = z ? find_kept(z, name) : open_zone(name);
	return zone ? zone : g_time_zone_new_utc();
}

void zone_format(struct zones *zones, char out[ZONE_TEXT], const char *zone, int64_t at,
                 int64_t now)
{
	static const char *const days[] = {"", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
	static const char *const months[] = {
		"",     "January", "February",  "March",   "April",    "May",     "June",
		"July", "August",  "September", "October", "November", "December"};
	GTimeZone *tz = find_zone(zones, zone);
	GDateTime *utc = g_date_time_new_from_unix_utc(at),
		  *utc_now = g_date_time_new_from_unix_utc(now);
	GDateTime *t = utc ? g_date_time_to_timezone(utc, tz) : NULL;
	out[0] = '\0';
	if (t && utc_now) {
		int len = snprintf(out, ZONE_TEXT, "%s %d %s", days[g_date_time_get_day_of_week(t)],
		                   g_date_time_get_day_of_month(t),
		                   months[g_date_time_get_month(t)]);
		if (g_date_time_get_year(t) != g_date_time_get_year(utc_now))
			len += snprintf(out + len, ZONE_TEXT - (size_t)len, " %d",
			                g_date_time_get_year(t));
		snprintf(out + len, ZONE_TEXT - (size_t)len, ", %02d:%02d", g_date_time_get_hour(t),
		         g_date_time_get_minute(t));
	}
	g_clear_pointer(&t, g_date_time_unref);
	g_clear_pointer(&utc, g_date_time_unref);
	g_clear_pointer(&utc_now, g_date_time_unref);
	g_time_zone_unref(tz);
}

int zone_offset(struct zones *zones, const char *zone, int64_t at, int64_t *until)
{
	GTimeZone *tz = find_zone(zones, zone);
	int interval = g_time_zone_find_interval(tz, G_TIME_TYPE_UNIVERSAL, at);
	int64_t same = at, other = at + DAY_S;
	/* Intervals follow one another; where this one ends, GLib does not say. */
	if (g_time_zone_find_interval(tz, G_TIME_TYPE_UNIVERSAL, other) == interval)
		same = other;
	while (other - same > 1) {
		int64_t middle = same + (other - same) / 2;
		if (g_time_zone_find_interval(tz, G_TIME_TYPE_UNIVERSAL, middle) == interval)
			same = middle;
		else
			other = middle;
	}
	*until = other;
	int offset_s = g_time_zone_get_offset(tz, interval);
	g_time_zone_unref(tz);
	return offset_s;
}

void zone_format_utc(char out[ZONE_TEXT], int64_t at)
{
	GDateTime *t = g_date_time_new_from_unix_utc(at);
	out[0] = '\0';
	if (!t)
		return;
	snprintf(out, ZONE_TEXT, "%04d-%02d-%02dT%02d:%02d:%02dZ", g_date_time_get_year(t),
	         g_date_time_get_month(t), g_date_time_get_day_of_month(t), g_date_time_get_hour(t),
	         g_date_time_get_minute(t), g_date_time_get_second(t));
	g_date_time_unref(t);
}

void zone_words(char out[ZONE_TEXT], int64_t seconds)
{
	static const struct {
		int64_t s;
		const char *word;
	} units[] = {{DAY_S, "day"}, {HOUR_S, "hour"}, {60, "minute"}};
	enum { UNITS = sizeof(units) / sizeof(units[0]) };
	for (size_t i = 0; i < UNITS; i++) {
		int64_t n = seconds / units[i].s,
			rest = i + 1 < UNITS ? seconds % units[i].s / units[i + 1].s : 0;
		if (n < 1)
			continue;
		int len = snprintf(out, ZONE_TEXT, "%lld %s%s", (long long)n, units[i].word,
		                   n == 1 ? "" : "s");
		if (rest)
			snprintf(out + len, ZONE_TEXT - (size_t)len, " and %lld %s%s",
			         (long long)rest, units[i + 1].word, rest == 1 ? "" : "s");
		return;
	}
	snprintf(out, ZONE_TEXT, "less than a minute");
}
