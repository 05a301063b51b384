/* SPDX-License-Identifier: ISC */
/*
 * Items of a document, read one by one with their places: see node.h. It knows kinds, not meanings.
 */
#include "record/node.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hex.h"

/* Arrays are asked for items only where there are fewer than ten of them. */
static const cJSON *find(const struct node *n, const char *name)
{
	if (cJSON_IsArray(n->json))
		return cJSON_GetArrayItem(n->json, name[0] - '0');
	return json_member(n->json, name);
}

bool node_has(const struct node *n, const char *name)
{
	return find(n, name) != NULL;
}

int node_refuse(const struct node *n, const char *name, const char *format, ...)
{
	char place[sizeof(n->fault->place)], reason[sizeof(n->fault->reason)];
	va_list args;
	va_start(args, format);
	vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
	snprintf(place, sizeof(place), "%s%s%s", n->place, name ? "/" : "", name ? name : "");
	return fault_set(n->fault, place, "%s", reason);
}

static int refuse_kind(const struct node *n, const char *name, const char *kind)
{
	return node_refuse(n, name, node_has(n, name) ? "must be %s" : "is missing: it must be %s",
	                   kind);
}

static void descend(const struct node *n, const char *name, struct node *out)
{
	*out = (struct node){.json = find(n, name), .fault = n->fault};
	snprintf(out->place, sizeof(out->place), "%.40s/%.20s", n->place, name);
}

int node_object(const struct node *n, const char *name, struct node *out)
{
	if (!cJSON_IsObject(find(n, name)))
		return refuse_kind(n, name, "an object");
	descend(n, name, out);
	return 0;
}

int node_array(const struct node *n, const char *name, size_t least, size_t most, struct node *out,
               size_t *count)
{
	const cJSON *item = find(n, name);
	if (!cJSON_IsArray(item))
		return refuse_kind(n, name, "an array");
	size_t size = (size_t)cJSON_GetArraySize(item);
	if (size < least || size > most)
		return least == most
		               ? node_refuse(n, name, "must have %zu items, not %zu", least, size)
		               : node_refuse(n, name, "must have %zu to %zu items, not %zu", least,
		                             most, size);
	descend(n, name, out);
	if (count)
		*count = size;
	return 0;
}

int node_integer(const struct node *n, const char *name, long least, long most, long *out)
{
	char kind[64];
	if (json_get_integer(find(n, name), least, most, out) == 0)
		return 0;
	if (least == most)
		snprintf(kind, sizeof(kind), "%ld", least);
	else
		snprintf(kind, sizeof(kind), "an integer from %ld to %ld", least, most);
	return refuse_kind(n, name, kind);
}

int node_string(const struct node *n, const char *name, const char **out)
{
	const char *string = json_get_string(find(n, name));
	if (!string)
		return refuse_kind(n, name, "a string");
	*out = string;
	return 0;
}

int node_hex(const struct node *n, const char *name, unsigned char *out, size_t size)
{
	char kind[64];
	const char *string = json_get_string(find(n, name));
	if (string && hex_parse(out, size, string) == 0)
		return 0;
	snprintf(kind, sizeof(kind), "a string of %zu lower-case hexadecimal digits", 2 * size);
	return refuse_kind(n, name, kind);
}

int node_word(const struct node *n, const char *name, const char *const *words, size_t count,
              uint8_t *out)
{
	char kind[128] = "one of";
	const char *string = json_get_string(find(n, name));
	size_t len = strlen(kind);
	for (size_t i = 0; i < count; i++) {
		if (!words[i])
			continue;
		if (string && strcmp(words[i], string) == 0) {
			*out = (uint8_t)i;
			return 0;
		}
		int more = snprintf(kind + len, sizeof(kind) - len, " \"%s\"", words[i]);
		if (more > 0 && (size_t)more < sizeof(kind) - len)
			len += (size_t)more;
	}
	return refuse_kind(n, name, kind);
}

int node_letter(const struct node *n, const char *name, const char *letters, uint8_t *out)
{
	char kind[64];
	const char *string = json_get_string(find(n, name));
	const char *found = string && strlen(string) == 1 ? strchr(letters, string[0]) : NULL;
	if (found) {
		*out = (uint8_t)(found - letters);
		return 0;
	}
	snprintf(kind, sizeof(kind), "one of the letters %s", letters);
	return refuse_kind(n, name, kind);
}
