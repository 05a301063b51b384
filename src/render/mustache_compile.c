/* SPDX-License-Identifier: ISC */
/*
 * Templates to nodes: the tags, and the lines that they have to themselves, which leave no trace.
 * It renders nothing.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "render/mustache.h"
#include "render/mustache_node.h"

enum { DELIMITER_MAX = 8 };

struct delimiter {
	char text[DELIMITER_MAX + 1];
	size_t len;
};

/* One tag: its bytes from begin to end, delimiters included, and what stands between them. */
struct tag {
	size_t begin, end;
	int line;
	char sigil; /* 0 for {{x}} */
	char *name; /* without blanks around it */
	size_t name_len;
};

struct compiler {
	struct mustache *m;
	char *source; /* m->source */
	size_t len;
	size_t counted; /* bytes before which the newlines are in `line` */
	int line;
	struct delimiter open, close;
	size_t depth;
	uint32_t sections[MUSTACHE_DEPTH_MAX];  /* nodes of those that are not closed yet */
	struct tag openers[MUSTACHE_DEPTH_MAX]; /* their tags */
	struct err *err;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_space(char c)
{
	return is_blank(c) || c == '\r' || c == '\n';
}

/* The line of a byte. Bytes are asked for in rising order. */
static int line_of(struct compiler *c, size_t at)
{
	for (; c->counted < at; c->counted++)
		c->line += c->source[c->counted] == '\n';
	return c->line;
}

/* Says what is wrong with a tag. Answers -1. */
static int fail(const struct compiler *c, const struct tag *tag, const char *what)
{
	char name[60];
	size_t len = tag->name_len < sizeof(name) ? tag->name_len : sizeof(name);
	for (size_t i = 0; i < len; i++)
		name[i] = tag->name[i] ? tag->name[i] : '.';
	return err_set(c->err, "line %d: {{%.*s}}: %s", tag->line, (int)len, name, what);
}

static struct mustache_node *add_node(struct mustache *m, enum mustache_type type)
{
	if (m->count == m->room) {
		m->room = m->room ? 2 * m->room : 64;
		m->nodes = memory_resize(m->nodes, m->room, sizeof(*m->nodes));
	}
	struct mustache_node *n = &m->nodes[m->count++];
	*n = (struct mustache_node){.type = (uint8_t)type};
	return n;
}

/* Text from begin to end. What is empty counts where a tag begins a line: see begins_line. */
static void add_text(struct compiler *c, size_t begin, size_t end)
{
	bool begins_line = begin == 0 || c->source[begin - 1] == '\n';
	if (begin == end && !begins_line)
		return;
	struct mustache_node *n = add_node(c->m, MUSTACHE_TEXT);
	n->begins_line = begins_line;
	n->data = c->source + begin;
	n->len = (uint32_t)(end - begin);
}

/* "a.b" becomes "a\0b\0". The byte behind a name is a blank or part of a delimiter: free to be
 * overwritten. */
static void set_name(struct mustache_node *n, const struct tag *tag)
{
	n->data = tag->name;
	n->len = (uint32_t)tag->name_len;
	tag->name[tag->name_len] = '\0';
	if (n->type == MUSTACHE_PARTIAL || strcmp(tag->name, ".") == 0)
		return;
	n->steps = 1;
	for (char *p = tag->name; (p = strchr(p, '.')); p++) {
		*p = '\0';
		n->steps++;
	}
}

/* Does the tag have its line to itself? Then *begin and *end are the line's, its newline included.
 */
static bool is_alone_on_line(const struct compiler *c, const struct tag *tag, size_t *begin,
                             size_t *end)
{
	size_t b = tag->begin, e = tag->end;
	if (tag->sigil == 0 || tag->sigil == '{' || tag->sigil == '&')
		return false;
	while (b > 0 && is_blank(c->source[b - 1]))
		b--;
	if (b > 0 && c->source[b - 1] != '\n')
		return false;
	while (e < c->len && is_blank(c->source[e]))
		e++;
	if (e + 1 < c->len && c->source[e] == '\r' && c->source[e + 1] == '\n')
		e += 2;
	else if (e < c->len && c->source[e] == '\n')
		e++;
	else if (e < c->len)
		return false;
	*begin = b;
	*end = e;
	return true;
}

static char *find(struct compiler *c, size_t from, const struct delimiter *what)
{
	return memmem(c->source + from, c->len - from, what->text, what->len);
}

/* Reads the tag that opens at tag->begin. */
static int read_tag(struct compiler *c, struct tag *tag)
{
	struct delimiter close = c->close;
	size_t from = tag->begin + c->open.len;
	tag->sigil = '\0';
	if (from < c->len && c->source[from] && strchr("#^/>&!={", c->source[from]))
		tag->sigil = c->source[from++];
	if (tag->sigil == '{' || tag->sigil == '=') {
		memmove(close.text + 1, close.text, close.len + 1);
		close.text[0] = tag->sigil == '{' ? '}' : '=';
		close.len++;
	}
	char *end = find(c, from, &close);
	if (!end)
		return err_set(c->err, "line %d: a tag is not closed", tag->line);
	tag->end = (size_t)(end - c->source) + close.len;
	tag->name = c->source + from;
	while (tag->name < end && is_space(*tag->name))
		tag->name++;
	while (end > tag->name && is_space(end[-1]))
		end--;
	tag->name_len = (size_t)(end - tag->name);
	if (tag->name_len == 0 && tag->sigil != '!')
		return err_set(c->err, "line %d: a tag without a name", tag->line);
	return 0;
}

/* {{=<% %>=}} */
static int set_delimiters(struct compiler *c, const struct tag *tag)
{
	const char *open = tag->name, *end = open + tag->name_len, *close = end;
	size_t open_len = 0;
	while (open + open_len < end && !is_space(open[open_len]))
		open_len++;
	while (!is_space(close[-1]) && close > open + open_len)
		close--;
	size_t close_len = (size_t)(end - close);
	/* One byte is kept for the brace that closes a {{{. */
	if (open_len == 0 || close_len == 0 || open_len >= DELIMITER_MAX ||
	    close_len >= DELIMITER_MAX || memchr(open, '=', tag->name_len))
		return fail(c, tag, "no delimiters");
	for (const char *p = open + open_len; p < close; p++)
		if (!is_space(*p))
			return fail(c, tag, "no delimiters");
	memcpy(c->open.text, open, open_len);
	c->open.text[c->open.len = open_len] = '\0';
	memcpy(c->close.text, close, close_len);
	c->close.text[c->close.len = close_len] = '\0';
	return 0;
}

static int open_section(struct compiler *c, const struct tag *tag)
{
	if (c->depth == MUSTACHE_DEPTH_MAX)
		return fail(c, tag, "sections are too deep here");
	c->sections[c->depth] = c->m->count;
	c->openers[c->depth++] = *tag;
	set_name(add_node(c->m, tag->sigil == '#' ? MUSTACHE_SECTION : MUSTACHE_INVERTED), tag);
	return 0;
}

/* Compares names of which the first may have been cut into steps. */
static bool is_same_name(const struct tag *opener, const struct tag *tag)
{
	if (opener->name_len != tag->name_len)
		return false;
	for (size_t i = 0; i < tag->name_len; i++)
		if (opener->name[i] != tag->name[i] &&
		    !(opener->name[i] == '\0' && tag->name[i] == '.'))
			return false;
	return true;
}

static int close_section(struct compiler *c, const struct tag *tag)
{
	if (c->depth == 0)
		return fail(c, tag, "no section is open here");
	c->depth--;
	if (!is_same_name(&c->openers[c->depth], tag))
		return fail(c, tag, "another section is open here");
	c->m->nodes[c->sections[c->depth]].end = c->m->count;
	return 0;
}

/* The tag's node, or what it means for those that follow; its line begins at line_begin when it is
 * alone. */
static int compile_tag(struct compiler *c, const struct tag *tag, bool is_alone, size_t line_begin)
{
	struct mustache_node *n;
	switch (tag->sigil) {
	case '!':
		return 0;
	case '=':
		return set_delimiters(c, tag);
	case '#':
	case '^':
		return open_section(c, tag);
	case '/':
		return close_section(c, tag);
	case '>':
		n = add_node(c->m, MUSTACHE_PARTIAL);
		n->is_alone = is_alone;
		n->indent = c->source + line_begin;
		n->indent_len = (uint32_t)(tag->begin - line_begin);
		break;
	default:
		n = add_node(c->m, tag->sigil ? MUSTACHE_RAW : MUSTACHE_ESCAPED);
	}
	set_name(n, tag);
	return 0;
}

static int compile(struct compiler *c)
{
	size_t at = 0;
	for (char *found; (found = find(c, at, &c->open));) {
		struct tag tag = {.begin = (size_t)(found - c->source)};
		tag.line = line_of(c, tag.begin);
		if (read_tag(c, &tag) < 0)
			return -1;
		line_of(c, tag.end); /* before its name is cut: a newline may stand behind it */
		size_t begin = tag.begin, end = tag.end;
		bool is_alone = is_alone_on_line(c, &tag, &begin, &end);
		if (begin > at)
			add_text(c, at, begin);
		if (!is_alone)
			add_text(c, begin, begin);
		if (compile_tag(c, &tag, is_alone, begin) < 0)
			return -1;
		at = end;
	}
	if (at < c->len)
		add_text(c, at, c->len);
	if (c->depth > 0) {
		const struct tag *tag = &c->openers[c->depth - 1];
		return fail(c, tag, "this section is not closed");
	}
	return 0;
}

struct mustache *mustache_compile(const char *source, size_t len, struct err *err)
{
	struct mustache *m = memory_resize(NULL, 1, sizeof(*m));
	*m = (struct mustache){.source = memory_resize(NULL, len + 1, 1)};
	if (len > 0)
		memcpy(m->source, source, len);
	m->source[len] = '\0';
	struct compiler c = {.m = m,
	                     .source = m->source,
	                     .len = len,
	                     .line = 1,
	                     .open = {"{{", 2},
	                     .close = {"}}", 2},
	                     .err = err};
	if (compile(&c) < 0) {
		mustache_free(m);
		return NULL;
	}
	return m;
}

struct mustache *mustache_literal(const char *text, size_t len)
{
	struct mustache *m = memory_resize(NULL, 1, sizeof(*m));
	*m = (struct mustache){0};
	struct mustache_node *n = add_node(m, MUSTACHE_TEXT);
	n->begins_line = true;
	n->data = text;
	n->len = (uint32_t)len;
	return m;
}

void mustache_free(struct mustache *m)
{
	if (!m)
		return;
	free(m->nodes);
	free(m->source);
	free(m);
}
