/* SPDX-License-Identifier: ISC */
/*
 * Lists of names with weights.
 */
#include "web/accept.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* "0", "0.5", "1.000": at most three digits behind the point. */
static int read_weight(const char *text, size_t len)
{
	int weight = 0, scale = 1000;
	if (len == 0 || len > 5 || (len > 1 && text[1] != '.'))
		return -1;
	for (size_t i = 0; i < len; i++) {
		if (i == 1)
			continue;
		if (text[i] < '0' || text[i] > '9')
			return -1;
		weight += (text[i] - '0') * scale;
		scale /= 10;
	}
	return weight <= 1000 ? weight : -1;
}

/* The weight among the parameters of one item, which begin at a semicolon. */
static int find_weight(const char *at, size_t len)
{
	const char *end = at + len;
	while (at < end) {
		at += 1 + strspn(at + 1, " \t");
		size_t parameter = strcspn(at, "; \t,");
		if (parameter >= 2 && (at[0] | 0x20) == 'q' && at[1] == '=')
			return read_weight(at + 2, parameter - 2);
		at += parameter;
		at += strspn(at, " \t");
	}
	return 1000;
}

int accept_weight(const char *list, const char *name)
{
	size_t name_len = strlen(name);
	for (const char *at = list; at && *at; at += *at == ',') {
		at += strspn(at, " \t");
		size_t item = strcspn(at, ","), len = strcspn(at, ",; \t");
		if (len == name_len && strncasecmp(at, name, len) == 0) {
			size_t blanks = strspn(at + len, " \t");
			return find_weight(at + len + blanks, item - len - blanks);
		}
		at += item;
	}
	return -1;
}
