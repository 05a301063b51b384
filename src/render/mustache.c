/* SPDX-License-Identifier: ISC */
/*
 * Nodes and a view to a page. Names are looked up by walking cJSON's lists: views are small, and an
 * index for each would cost more than it saves.
 */
#include "render/mustache.h"

#include <string.h>

#include "render/mustache_node.h"
#include "render/xml.h"

/* The blanks before each line of a partial; those of the partial around it come first. */
struct indent {
	const struct indent *outer;
	const char *blanks;
	size_t len;
};

struct renderer {
	struct text *out;
	mustache_lookup *lookup;
	const void *context;
	struct err *err;
	unsigned depth;  /* of sections and partials */
	unsigned height; /* of the stack */
	const cJSON *stack[MUSTACHE_DEPTH_MAX +
	                   1]; /* values whose members are known, the innermost last */
};

static bool is_false(const cJSON *value)
{
	return !value || cJSON_IsNull(value) || cJSON_IsFalse(value) ||
	       (cJSON_IsNumber(value) && value->valuedouble == 0) ||
	       (cJSON_IsArray(value) && !value->child) ||
	       (cJSON_IsString(value) && !value->valuestring[0]);
}

/* json_member(), here because a page looks up a thousand names: it compares whole names seldom. */
static const cJSON *member(const cJSON *object, const char *name)
{
	if (!cJSON_IsObject(object))
		return NULL;
	const cJSON *item = object->child;
	while (item && (item->string[0] != name[0] || strcmp(item->string, name) != 0))
		item = item->next;
	return item;
}

static const cJSON *find(const struct renderer *r, const struct mustache_node *n)
{
	if (n->steps == 0)
		return r->stack[r->height - 1];
	const cJSON *value = NULL;
	for (unsigned i = r->height; i-- > 0 && !value;)
		value = member(r->stack[i], n->data);
	const char *step = n->data;
	for (unsigned i = 1; i < n->steps && value; i++) {
		step += strlen(step) + 1;
		value = member(value, step);
	}
	return value;
}

static void add_number(struct text *out, double value)
{
	/* Beyond 2^53 not every integer is one that was meant. */
	const double most = 9007199254740992.;
	if (value >= -most && value <= most && value == (double)(long)value)
		text_add_int(out, (long)value);
	else
		text_printf(out, "%.15g", value);
}

static void add_value(struct text *out, const cJSON *value, bool is_raw)
{
	if (cJSON_IsString(value) && is_raw)
		text_add(out, value->valuestring);
	else if (cJSON_IsString(value))
		xml_add(out, value->valuestring);
	else if (cJSON_IsNumber(value))
		add_number(out, value->valuedouble);
	else if (cJSON_IsBool(value))
		text_add(out, cJSON_IsTrue(value) ? "true" : "false");
}

static void add_indent(struct text *out, const struct indent *indent)
{
	if (!indent)
		return;
	add_indent(out, indent->outer);
	text_add_bytes(out, indent->blanks, indent->len);
}

static void add_text(struct text *out, const struct mustache_node *n, const struct indent *indent)
{
	if (n->begins_line)
		add_indent(out, indent);
	const char *line = n->data, *end = line + n->len;
	if (indent) {
		for (const char *next;
		     (next = memchr(line, '\n', (size_t)(end - line))) && ++next < end;
		     line = next) {
			text_add_bytes(out, line, (size_t)(next - line));
			add_indent(out, indent);
		}
	}
	text_add_bytes(out, line, (size_t)(end - line));
}

static int render(struct renderer *r, const struct mustache *m, uint32_t from, uint32_t to,
                  const struct indent *indent);

/* Goes one section or partial deeper. */
static int enter(struct renderer *r)
{
	if (r->depth == MUSTACHE_DEPTH_MAX)
		return err_set(r->err, "sections and partials deeper than %d", MUSTACHE_DEPTH_MAX);
	r->depth++;
	return 0;
}

static int render_section(struct renderer *r, const struct mustache *m, uint32_t at,
                          const struct indent *indent)
{
	const struct mustache_node *n = &m->nodes[at];
	const cJSON *value = find(r, n);
	if (is_false(value) == (n->type == MUSTACHE_SECTION))
		return 0;
	if (enter(r) < 0)
		return -1;
	if (n->type == MUSTACHE_INVERTED) {
		if (render(r, m, at + 1, n->end, indent) < 0)
			return -1;
	} else {
		bool is_list = cJSON_IsArray(value);
		const cJSON *item = is_list ? value->child : value;
		for (; item; item = is_list ? item->next : NULL) {
			r->stack[r->height++] = item;
			if (render(r, m, at + 1, n->end, indent) < 0)
				return -1;
			r->height--;
		}
	}
	r->depth--;
	return 0;
}

static int render_partial(struct renderer *r, const struct mustache_node *n,
                          const struct indent *indent)
{
	const struct mustache *m = r->lookup ? r->lookup(r->context, n->data) : NULL;
	if (!m)
		return 0;
	if (enter(r) < 0)
		return -1;
	/* A partial that shares its line is not indented, whatever is around it. */
	struct indent own = {.outer = indent, .blanks = n->indent, .len = n->indent_len};
	const struct indent *its = n->indent_len ? &own : indent;
	if (render(r, m, 0, m->count, n->is_alone ? its : NULL) < 0)
		return -1;
	r->depth--;
	return 0;
}

static int render(struct renderer *r, const struct mustache *m, uint32_t from, uint32_t to,
                  const struct indent *indent)
{
	for (uint32_t at = from; at < to; at++) {
		const struct mustache_node *n = &m->nodes[at];
		switch ((enum mustache_type)n->type) {
		case MUSTACHE_TEXT:
			add_text(r->out, n, indent);
			break;
		case MUSTACHE_ESCAPED:
		case MUSTACHE_RAW:
			add_value(r->out, find(r, n), n->type == MUSTACHE_RAW);
			break;
		case MUSTACHE_SECTION:
		case MUSTACHE_INVERTED:
			if (render_section(r, m, at, indent) < 0)
				return -1;
			at = n->end - 1;
			break;
		case MUSTACHE_PARTIAL:
			if (render_partial(r, n, indent) < 0)
				return -1;
			break;
		}
		/* A list times a list may be long: stop here, not when all of it has been dropped.
		 */
		if (text_is_over(r->out))
			return err_set(r->err, "more than %zu bytes", r->out->ceiling);
	}
	return 0;
}

int mustache_render(struct text *out, const struct mustache *m, const cJSON *view,
                    mustache_lookup *lookup, const void *context, struct err *err)
{
	struct renderer r = {.out = out,
	                     .lookup = lookup,
	                     .context = context,
	                     .err = err,
	                     .height = 1,
	                     .stack = {view}};
	return render(&r, m, 0, m->count, NULL);
}
