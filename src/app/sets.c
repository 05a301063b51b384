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

static int load_file(struct record_set *set, const char *path, struct err *err)
{
	struct text bytes;
	struct tileset_fault fault;
	size_t len;
	const char *name = name_of(path, &len);
	/* Records will tell it, and their readers ask for a name. */
	if (len > LIMIT_SET_NAME_BYTES || !utf8_is_name(name, len, len))
		return err_set(
			err, "%s: a tile set is named after its file: 1 to %d bytes of plain UTF-8",
			path, LIMIT_SET_NAME_BYTES);
	text_init(&bytes, TILESET_FILE_MAX);
	int rc = file_read(path, &bytes, err);
	if (rc == 0 && record_set_parse(set, name, len, text_string(&bytes), bytes.len, &fault))
		rc = err_set(err, "%s:%d: %s", path, fault.line, fault.reason);
	text_release(&bytes);
	return rc;
}

int sets_load(struct sets *sets, const char *path, struct err *err)
{
	struct tileset_fault fault;
	const struct embedded *builtin = embedded_find(builtin_path);
	size_t len;
	const char *name = name_of(builtin_path, &len);
	sets->count = 0;
	if (path && load_file(&sets->known[sets->count++], path, err))
		return -1;
	int rc = record_set_parse(&sets->known[sets->count++], name, len,
	                          (const char *)builtin->data, builtin->size, &fault);
	assert(rc == 0);
	return rc;
}

int sets_add(struct sets *sets, const char *name, const char *bytes, size_t len, struct err *err)
{
	struct tileset_fault fault;
	if (sets->count == SETS_MAX)
		return err_set(err, "more than %d tile sets", SETS_MAX);
	struct record_set *set = &sets->known[sets->count];
	if (record_set_parse(set, name, strlen(name), bytes, len, &fault))
		return err_set(err, "%s:%d: %s", name, fault.line, fault.reason);
	if (!sets_find(sets, set->sha256))
		sets->count++;
	return 0;
}

const struct record_set *sets_find(const struct sets *sets, const char *sha256)
{
	for (size_t i = 0; i < sets->count; i++) {
		if (strcmp(sets->known[i].sha256, sha256) == 0)
			return &sets->known[i];
	}
	return NULL;
}

static int put_builtin(struct db *db, void *context)
{
	const struct embedded *builtin = embedded_find(builtin_path);
	char sha256[HASH_HEX];
	(void)context;
	hash_sha256_hex(sha256, builtin->data, builtin->size);
	tileset_put(db, sha256, "safari", builtin->data, builtin->size);
	return 0;
}

bool sets_store(struct store *store)
{
	return store_write(store, put_builtin, NULL) == STORE_OK;
}
