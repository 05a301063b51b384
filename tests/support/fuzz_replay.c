/* SPDX-License-Identifier: ISC */
/*
 * Gives a fuzz target every file named, and every file of each folder named, once: so a corpus is
 * replayed by any compiler, with any sanitizer. It searches nothing: libFuzzer does that (`make
 * fuzz`). What is being tried is printed first, so that after a crash the last line names the
 * input.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 24 };

static void fail(const char *path)
{
	perror(path);
	exit(1);
}

static void replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		fail(path);
	uint8_t *buffer = malloc(INPUT_MAX);
	size_t size = buffer ? fread(buffer, 1, INPUT_MAX, file) : 0;
	if (!buffer || ferror(file))
		fail(path);
	fclose(file);
	/* A copy of just that size: a sanitizer sees a read beyond it. */
	uint8_t *data = malloc(size ? size : 1);
	if (!data)
		fail(path);
	memcpy(data, buffer, size);
	free(buffer);
	printf("# %s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Answers how many files there were. */
static int replay(const char *path)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_visible, alphasort);
	if (count < 0) {
		replay_file(path);
		return 1;
	}
	for (int i = 0; i < count; i++) {
		char *inside;
		if (asprintf(&inside, "%s/%s", path, entries[i]->d_name) < 0)
			fail(path);
		replay_file(inside);
		free(inside);
		free(entries[i]);
	}
	free(entries);
	return count;
}

int main(int argc, char **argv)
{
	int count = 0;
	for (int i = 1; i < argc; i++)
		count += replay(argv[i]);
	printf("%s 1 - %d inputs replayed\n", count > 0 ? "ok" : "not ok", count);
	return count > 0 ? 0 : 1;
}
