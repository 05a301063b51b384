/* SPDX-License-Identifier: ISC */
/*
 * Records for tests: see records.h. It checks none of them: that is a test's to do.
 */
#include "support/records.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/file.h"
#include "base/memory.h"

static const char *const patterns[] = {
	"../shared/data/records/*.json",
	"../shared/data/records/baobabs/*.json",
	"tests/records/*.json",
};

static void die(const char *path, const char *place, const char *reason)
{
	fprintf(stderr, "%s: %s: %s\n", path, place, reason);
	abort();
}

static void add_set(struct records *all, const char *name, const char *text, size_t len)
{
	struct tileset_fault fault;
	if (record_set_parse(&all->sets[all->set_count], name, strlen(name), text, len, &fault) < 0)
		die(name, "tile set", fault.reason);
	all->set_count++;
}

static void add_record(struct records *all, const char *path)
{
	struct err err;
	struct fault fault;
	if (all->count == RECORDS_MAX)
		die(path, "", "too many records");
	struct records_file *f = &all->files[all->count++];
	snprintf(f->path, sizeof(f->path), "%s", path);
	text_init(&f->text, LIMIT_RECORD_BYTES);
	if (file_read(path, &f->text, &err) < 0)
		die(path, "", err.text);
	if (record_parse(&f->record, f->text.data, f->text.len, all->sets, all->set_count, &fault) <
	    0)
		die(path, fault.place, fault.reason);
}

struct records *records_load(void)
{
	struct records *all = memory_resize(NULL, 1, sizeof(*all));
	const struct embedded *safari = embedded_find("data/safari.tiles");
	struct text baobabs;
	struct err err;
	all->set_count = all->count = 0;
	add_set(all, "safari", (const char *)safari->data, safari->size);
	text_init(&baobabs, TILESET_FILE_MAX);
	if (file_read("../shared/data/baobabs.tiles", &baobabs, &err) == 0)
		add_set(all, "baobabs", baobabs.data, baobabs.len);
	text_release(&baobabs);

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		glob_t found;
		int answer = glob(patterns[i], 0, NULL, &found);
		if (answer == GLOB_NOMATCH) {
			printf("# no %s here: those records are not tested\n", patterns[i]);
			continue;
		}
		if (answer)
			die(patterns[i], "", "cannot be searched");
		for (size_t k = 0; k < found.gl_pathc; k++)
			add_record(all, found.gl_pathv[k]);
		globfree(&found);
	}
	if (all->count == 0)
		die("tests/records", "", "no record to test with: run from the tree's root");
	return all;
}

void records_free(struct records *all)
{
	for (size_t i = 0; i < all->count; i++) {
		text_release(&all->files[i].text);
		record_release(&all->files[i].record);
	}
	free(all);
}

void records_copy(struct record *to, const struct record *from)
{
	*to = *from;
	to->row_room = from->row_count + 8;
	to->rows = memory_resize(NULL, to->row_room, sizeof(*to->rows));
	if (from->row_count)
		memcpy(to->rows, from->rows, from->row_count * sizeof(*to->rows));
}
