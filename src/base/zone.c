/* SPDX-License-Identifier: ISC */
/*
 * Times for people: see zone.h.
 */
#include "base/zone.h"

#include "base/clock.h"

#include <glib.h>
#include <pthread.h>
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

/* ---- Writing them: a page of lists has a hundred of these, so neither printf nor GDateTime ----
 */

/* Appends digits, zeros before them up to a width; answers where they end. */
static char *add_number(char *at, int64_t n, int width)
{
	char digits[24];
	int count = 0;
	do {
		digits[count++] = (char)('0' + n % 10);
		n /= 10;
	} while (n > 0 || count < width);
	while (count > 0)
		*at++ = digits[--count];
	*at = '\0';
	return at;
}

static char *add_word(char *at, const char *word)
{
	size_t len = strlen(word);
	memcpy(at, word, len + 1);
	return at + len;
}

/* What a wall clock shows, and its calendar. */
struct wall {
	GDate date;
	int second; /* of the day */
};

/* Of a clock that shows seconds since 1970-01-01; false before year 1 and after 9999. */
static bool read_wall(struct wall *w, int64_t seconds)
{
	const int64_t first = -62135596800, end = 253402300800;
	enum { EPOCH_JULIAN = 719163 }; /* 1970-01-01, as GDate counts days */
	if (seconds < first || seconds >= end)
		return false;
	int64_t since_first = seconds - first;
	int64_t day = since_first / DAY_S + first / DAY_S;
	g_date_clear(&w->date, 1);
	g_date_set_julian(&w->date, (guint32)(day + EPOCH_JULIAN));
	w->second = (int)(since_first % DAY_S);
	return true;
}

static char *add_time(char *at, int second)
{
	at = add_number(at, second / HOUR_S, 2);
	*at++ = ':';
	return add_number(at, second / 60 % 60, 2);
}

static int offset_of(struct zones *zones, const char *name, int64_t at)
{
	GTimeZone *zone = find_zone(zones, name);
	int interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, at);
	int offset_s = g_time_zone_get_offset(zone, interval);
	g_time_zone_unref(zone);
	return offset_s;
}

void zone_format(struct zones *zones, char out[ZONE_TEXT], const char *zone, int64_t at,
                 int64_t now)
{
	static const char *const days[] = {"", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
	static const char *const months[] = {
		"",     "January", "February",  "March",   "April",    "May",     "June",
		"July", "August",  "September", "October", "November", "December"};
	struct wall w, w_now;
	char *end = out;
	out[0] = '\0';
	if (!read_wall(&w, at) || !read_wall(&w, at + offset_of(zones, zone, at)) ||
	    !read_wall(&w_now, now))
		return;
	end = add_word(end, days[g_date_get_weekday(&w.date)]);
	*end++ = ' ';
	end = add_number(end, g_date_get_day(&w.date), 1);
	*end++ = ' ';
	end = add_word(end, months[g_date_get_month(&w.date)]);
	if (g_date_get_year(&w.date) != g_date_get_year(&w_now.date)) {
		*end++ = ' ';
		end = add_number(end, g_date_get_year(&w.date), 1);
	}
	add_time(add_word(end, ", "), w.second);
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
	struct wall w;
	char *end = out;
	out[0] = '\0';
	if (!read_wall(&w, at))
		return;
	end = add_number(end, g_date_get_year(&w.date), 4);
	*end++ = '-';
	end = add_number(end, g_date_get_month(&w.date), 2);
	*end++ = '-';
	end = add_number(end, g_date_get_day(&w.date), 2);
	*end++ = 'T';
	end = add_time(end, w.second);
	*end++ = ':';
	add_word(add_number(end, w.second % 60, 2), "Z");
}

/* "3 hours". */
static char *add_count(char *at, int64_t n, const char *word)
{
	at = add_number(at, n, 1);
	*at++ = ' ';
	return add_word(add_word(at, word), n == 1 ? "" : "s");
}

int64_t zone_words(char out[ZONE_TEXT], int64_t seconds)
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
		char *end = add_count(out, n, units[i].word);
		if (rest)
			add_count(add_word(end, " and "), rest, units[i + 1].word);
		return units[i + (i + 1 < UNITS)].s;
	}
	add_word(out, "less than a minute");
	return 60;
}
