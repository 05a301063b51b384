/* SPDX-License-Identifier: ISC */
/*
 * Known tile sets: see sets.h.
 */
#include "app/sets.h"

#include "base/embedded.h"
#include "base/file.h"
#include "base/hash.h"
#include "store/games.h"
#include "base/utf8.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char builtin_path[] = "data/safari.tiles";

/* A set's name is its file's, without folders and ".tiles". */
static const char *name_of(const char *path, size_t *len)
{
	static const char suffix[] = ".tiles";
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	*len = strlen(name);
	if (*len > strlen(suffix) && strcmp(name + *len - strlen(suffix), suffix) == 0)
		*len -= strlen(suffix);
	return name;
}

/* Reads a set's file into bytes, which are the caller's to release, and *set. */
static int load_file(struct record_set *set, const char *path, struct text *bytes, struct err *err)
{
	struct tileset_fault fault;
	size_t len;
	const char *name = name_of(path, &len);
	text_init(bytes, TILESET_FILE_MAX);
	/* Records will tell it, and their readers ask for a name. */
	if (len > LIMIT_SET_NAME_BYTES || !utf8_is_name(name, len, len))
		return err_set(
			err, "%s: a tile set is named after its file: 1 to %d bytes of plain UTF-8",
			path, LIMIT_SET_NAME_BYTES);
	if (file_read(path, bytes, err))
		return -1;
	if (record_set_parse(set, name, len, text_string(bytes), bytes->len, &fault))
		return err_set(err, "%s:%d: %s", path, fault.line, fault.reason);
	return 0;
}

int sets_load(struct sets *sets, const char *path, struct err *err)
{
	struct tileset_fault fault;
	struct text bytes;
	const struct embedded *builtin = embedded_find(builtin_path);
	size_t len;
	const char *name = name_of(builtin_path, &len);
	sets->count = 0;
	sets->replays = NULL;
	sets->zones = NULL;
	if (path) {
		int rc = load_file(&sets->known[sets->count++], path, &bytes, err);
		text_release(&bytes);
		if (rc)
			return -1;
	}
	int rc = record_set_parse(&sets->known[sets->count++], name, len,
	                          (const char *)builtin->data, builtin->size, &fault);
	assert(rc == 0);
	sets->offered = sets->count;
	return rc;
}

/* A job's context: a set to keep. */
struct kept_set {
	const struct record_set *set;
	const void *bytes;
	size_t len;
};

static int put_set(struct db *db, void *context)
{
	const struct kept_set *k = context;
	tileset_put(db, k->set->sha256, k->set->name, k->bytes, k->len);
	return 0;
}

static int keep(struct store *store, const struct record_set *set, const void *bytes, size_t len,
                struct err *err)
{
	struct kept_set k = {set, bytes, len};
	return !store || store_write(store, put_set, &k) == STORE_OK
	               ? 0
	               : err_set(err, "the tile set %s cannot be stored", set->name);
}

static int offer_file(struct sets *sets, struct store *store, const char *path, struct err *err)
{
	struct text bytes;
	if (sets->count == SETS_MAX)
		return err_set(err, "%s: more than %d tile sets", path, SETS_MAX);
	struct record_set *set = &sets->known[sets->count];
	int rc = load_file(set, path, &bytes, err);
	if (rc == 0 && !sets_find(sets, set->sha256)) {
		sets->count++;
		rc = keep(store, set, bytes.data, bytes.len, err);
	}
	text_release(&bytes);
	return rc;
}

static int is_set_file(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);
	return entry->d_name[0] != '.' && len > 6 && strcmp(entry->d_name + len - 6, ".tiles") == 0;
}

int sets_offer(struct sets *sets, struct store *store, const char *folder, struct err *err)
{
	const struct embedded *builtin = embedded_find(builtin_path);
	struct dirent **entries = NULL;
	if (keep(store, &sets->known[0], builtin->data, builtin->size, err))
		return -1;
	int count = folder[0] ? scandir(folder, &entries, is_set_file, alphasort) : 0;
	int rc = count < 0 ? err_set(err, "%s: %s", folder, strerror(errno)) : 0;
	for (int i = 0; i < count; i++) {
		char path[PATH_MAX];
		snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
		if (rc == 0)
			rc = offer_file(sets, store, path, err);
		free(entries[i]);
	}
	free(entries);
	sets->offered = sets->count;
	return rc;
}

static int recall_one(struct sets *sets, struct db *db, const char *sha256, struct err *err)
{
	struct tileset_fault fault;
	struct text bytes;
	char name[LIMIT_SET_NAME_BYTES + 1];
	if (sets_find(sets, sha256))
		return 0;
	if (sets->count == SETS_MAX)
		return err_set(err, "more than %d tile sets in the database", SETS_MAX);
	text_init(&bytes, TILESET_FILE_MAX);
	struct record_set *set = &sets->known[sets->count];
	int rc = -1;
	if (!tileset_get(db, sha256, name, sizeof(name), &bytes))
		err_set(err, "a tile set of the database is not there");
	else if (record_set_parse(set, name, strlen(name), text_string(&bytes), bytes.len, &fault))
		err_set(err, "the tile set %s of the database, line %d: %s", name, fault.line,
		        fault.reason);
	else
		rc = 0;
	sets->count += rc == 0;
	text_release(&bytes);
	return rc;
}

int sets_recall(struct sets *sets, struct store *store, struct err *err)
{
	char known[SETS_MAX][HASH_HEX];
	int rc = 0;
	struct db *db = store_read(store);
	size_t count = tileset_list(db, known, SETS_MAX);
	for (size_t i = 0; i < count && rc == 0; i++)
		rc = recall_one(sets, db, known[i], err);
	store_read_done(store, db);
	return rc;
}

const struct record_set *sets_find(const struct sets *sets, const char *sha256)
{
	for (size_t i = 0; i < sets->count; i++) {
		if (strcmp(sets->known[i].sha256, sha256) == 0)
			return &sets->known[i];
	}
	return NULL;
}

bool sets_is_offered(const struct sets *sets, const char *sha256)
{
	const struct record_set *set = sets_find(sets, sha256);
	return set && (size_t)(set - sets->known) < sets->offered;
}
