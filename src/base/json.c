/* SPDX-License-Identifier: ISC */
/*
 * The strict reader: scan, parse, walk. The scan (json_scan.c) refuses what is no JSON, cJSON makes
 * the tree, the walk refuses members twice and marks the numbers that are not spelled as integers,
 * which the tree alone does not tell. Lists are followed by ->next: cJSON_GetArrayItem() starts
 * anew each time.
 */
#include "base/json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_scan.h"
#include "base/limits.h"

/* A bit of cJSON's type that it leaves alone: the low byte is the type, 256 and 512 are its flags.
 */
enum { NOT_INTEGER = 1 << 10 };

/* A place in the tree, for the pointer of a fault: the steps from the document down. */
struct step {
	const struct step *up;
	const char *name; /* of a member; NULL for an element of an array */
	size_t index;
};

struct walk {
	const char *text, *end; /* what is left, from behind the last number on */
	struct fault *fault;
};

static void pointer_add(struct text *t, const struct step *step)
{
	if (!step)
		return;
	pointer_add(t, step->up);
	text_add_char(t, '/');
	if (!step->name) {
		text_add_int(t, (long)step->index);
		return;
	}
	for (const char *c = step->name; *c; c++) {
		if (*c == '~')
			text_add(t, "~0");
		else if (*c == '/')
			text_add(t, "~1");
		else
			/* The place goes to terminals; what is no printable ASCII does not matter
			 * there. */
			text_add_char(t, *c >= 0x20 && *c < 0x7f ? *c : '?');
	}
}

static int fail_twice(const struct walk *w, const struct step *object, const char *name)
{
	struct step member = {.up = object, .name = name};
	struct text t;
	text_init(&t, sizeof(w->fault->place) - 1);
	pointer_add(&t, &member);
	fault_set(w->fault, text_string(&t), "the member is there twice");
	text_release(&t);
	return -1;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A name that two members of the object have, or NULL. Not inline: walk_items() calls itself. */
static __attribute__((noinline)) const char *name_twice(const cJSON *object)
{
	const char *names[LIMIT_JSON_MEMBERS];
	size_t count = 0;
	for (const cJSON *m = object->child; m; m = m->next) {
		assert(count < LIMIT_JSON_MEMBERS);
		names[count++] = m->string;
	}
	qsort(names, count, sizeof(names[0]), compare_names);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(names[i - 1], names[i]) == 0)
			return names[i];
	}
	return NULL;
}

/* Moves to behind the next number in the text, which the scan has accepted; is it an integer's
 * spelling? */
static bool next_number_is_integer(struct walk *w)
{
	const char *p = w->text;
	while (*p != '-' && (*p < '0' || *p > '9')) {
		if (*p++ != '"')
			continue;
		for (; *p != '"'; p++) {
			if (*p == '\\')
				p++;
		}
		p++;
	}
	bool is_integer = true;
	for (; p < w->end && memchr("-0123456789+.eE", *p, 15); p++) {
		if (memchr("+.eE", *p, 4))
			is_integer = false;
	}
	w->text = p;
	return is_integer;
}

/* The whole tree in the order of the text; the depth is bounded by the scan. */
static int walk_items(struct walk *w, cJSON *parent, const struct step *up)
{
	if (cJSON_IsObject(parent)) {
		const char *name = name_twice(parent);
		if (name)
			return fail_twice(w, up, name);
	}
	struct step step = {.up = up};
	for (cJSON *item = parent->child; item; item = item->next, step.index++) {
		step.name = item->string;
		if (cJSON_IsNumber(item) && !next_number_is_integer(w))
			item->type |= NOT_INTEGER;
		if (walk_items(w, item, &step) < 0)
			return -1;
	}
	return 0;
}

cJSON *json_parse(const char *text, size_t len, size_t ceiling, struct fault *fault)
{
	if (len > ceiling) {
		char place[32];
		snprintf(place, sizeof(place), "byte %zu", ceiling);
		fault_set(fault, place, "longer than %zu bytes", ceiling);
		return NULL;
	}
	if (json_scan(text, len, fault) < 0)
		return NULL;
	cJSON *tree = cJSON_ParseWithLength(text, len);
	if (!tree)
		abort(); /* out of memory: the scan accepts nothing that cJSON refuses */
	struct walk w = {.text = text, .end = text + len, .fault = fault};
	if (cJSON_IsNumber(tree) && !next_number_is_integer(&w))
		tree->type |= NOT_INTEGER;
	if (walk_items(&w, tree, NULL) < 0) {
		cJSON_Delete(tree);
		return NULL;
	}
	return tree;
}

const cJSON *json_member(const cJSON *object, const char *name)
{
	return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

int json_get_integer(const cJSON *item, long least, long most, long *out)
{
	if (!cJSON_IsNumber(item) || item->type & NOT_INTEGER)
		return -1;
	if (item->valuedouble < (double)least || item->valuedouble > (double)most)
		return -1;
	*out = (long)item->valuedouble;
	return 0;
}

cJSON *json_put_new(cJSON *object, const char *literal, cJSON *item)
{
	cJSON_AddItemToObjectCS(object, literal, item);
	return item;
}

const char *json_get_string(const cJSON *item)
{
	return cJSON_IsString(item) ? item->valuestring : NULL;
}

void json_add_string(struct text *t, const char *string)
{
	text_add_char(t, '"');
	for (const char *c = string; *c; c++) {
		if (*c == '"' || *c == '\\') {
			text_add_char(t, '\\');
			text_add_char(t, *c);
		} else if (*c > 0 && *c < 0x20) {
			text_printf(t, "\\u%04x", (unsigned)*c);
		} else {
			text_add_char(t, *c);
		}
	}
	text_add_char(t, '"');
}
