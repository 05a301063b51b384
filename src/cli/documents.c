/* SPDX-License-Identifier: ISC */
/*
 * Reading documents: see documents.h. However long a line is, no more than a record's ceiling is
 * kept of it.
 */
#include "cli/documents.h"

#include "base/limits.h"

#include <errno.h>
#include <string.h>

static bool ends_with(const char *path, const char *suffix)
{
	size_t len = strlen(path), suffix_len = strlen(suffix);
	return len >= suffix_len && strcmp(path + len - suffix_len, suffix) == 0;
}

int documents_open(struct documents *d, const char *path, struct err *err)
{
	*d = (struct documents){.path = path};
	d->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
	if (!d->file)
		return err_set(err, "%s: %s", path, strerror(errno));
	d->is_lines = !ends_with(path, ".json");
	text_init(&d->document, LIMIT_RECORD_BYTES);
	return 0;
}

/* Appends bytes up to and with the next newline, or all when there is none. False at the end of the
 * file. */
static bool read_line(struct documents *d)
{
	bool has_any = false;
	int c;
	while ((c = getc_unlocked(d->file)) != EOF) {
		has_any = true;
		text_add_char(&d->document, (char)c);
		if (c == '\n')
			break;
	}
	return has_any;
}

static bool is_blank(const struct text *t)
{
	for (size_t i = 0; i < t->len; i++) {
		if (!strchr(" \t\r\n", t->data[i]) || !t->data[i])
			return false;
	}
	return true;
}

/* Does the line in hand close what it opens? Only then a file of unknown kind holds a document a
 * line. */
static bool is_whole(const struct text *t)
{
	size_t len = t->len;
	while (len && strchr(" \t\r\n", t->data[len - 1]))
		len--;
	return len && t->data[len - 1] == '}';
}

int documents_next(struct documents *d, struct err *err)
{
	bool is_any = false;
	if (d->is_done)
		return 0;
	errno = 0;
	do {
		text_clear(&d->document);
		d->is_done = !read_line(d);
		d->line++;
	} while (d->is_lines && !d->is_done && is_blank(&d->document));
	if (!d->is_lines ||
	    (d->line == 1 && !ends_with(d->path, ".jsonl") && !is_whole(&d->document))) {
		while (read_line(d))
			continue;
		d->is_done = true;
		d->line = 0;
		is_any = true;
	}
	if (ferror(d->file))
		return err_set(err, "%s: %s", d->path, strerror(errno));
	is_any = is_any || !d->is_done;
	d->has_any = d->has_any || is_any;
	return d->has_any ? is_any : err_set(err, "%s: no record in it", d->path);
}

int documents_record(struct documents *d, const struct sets *sets, struct record *r,
                     struct fault *fault)
{
	if (text_is_over(&d->document))
		return fault_set(fault, "", "longer than %zu bytes", d->document.ceiling);
	return record_parse(r, text_string(&d->document), d->document.len, sets->known, sets->count,
	                    fault);
}

int documents_refuse(const struct documents *d, const struct fault *fault, struct err *err)
{
	char line[32] = "";
	if (d->line)
		snprintf(line, sizeof(line), "%lu:", d->line);
	return err_set(err, "%s:%s %s%s%s", d->path, line, fault->place,
	               fault->place[0] ? ": " : "", fault->reason);
}

void documents_close(struct documents *d)
{
	if (d->file != stdin)
		fclose(d->file);
	text_release(&d->document);
}
