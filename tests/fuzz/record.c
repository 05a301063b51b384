/* SPDX-License-Identifier: ISC */
/*
 * Bytes as a record: refused with a place and a reason, or read. What was read is written, and read
 * again as the same record; and it replays, or does not, just as before.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "app/sets.h"
#include "record/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct sets *sets(void)
{
	static struct sets s;
	if (!s.count) {
		struct err err;
		int rc = sets_load(&s, NULL, &err);
		assert(rc == 0);
		(void)rc;
	}
	return &s;
}

static void check_fault(const struct fault *fault)
{
	assert(memchr(fault->place, '\0', sizeof(fault->place)));
	assert(fault->reason[0] && memchr(fault->reason, '\0', sizeof(fault->reason)));
}

static bool is_same_record(const struct record *a, const struct record *b)
{
	struct record head_a = *a, head_b = *b;
	head_a.rows = head_b.rows = NULL;
	head_a.row_room = head_b.row_room = 0;
	return memcmp(&head_a, &head_b, sizeof(head_a)) == 0 &&
	       (!a->row_count || memcmp(a->rows, b->rows, a->row_count * sizeof(a->rows[0])) == 0);
}

static void check_written(const struct record *r, enum record_layout layout)
{
	struct text text, text_again;
	struct record again;
	struct fault fault;
	/* Escapes are spelled out, so that what was just short enough may be written longer. */
	text_init(&text, 8 * LIMIT_RECORD_BYTES);
	text_init(&text_again, 8 * LIMIT_RECORD_BYTES);
	record_write(&text, r, layout);
	assert(!text_is_over(&text));
	if (text.len <= LIMIT_RECORD_BYTES) {
		int rc = record_parse(&again, text_string(&text), text.len, sets()->known,
		                      sets()->count, &fault);
		assert(rc == 0);
		(void)rc;
		assert(is_same_record(r, &again));
		record_write(&text_again, &again, layout);
		assert(text.len == text_again.len &&
		       memcmp(text_string(&text), text_string(&text_again), text.len) == 0);
		record_release(&again);
	}
	text_release(&text);
	text_release(&text_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct record r;
	struct fault fault = {0};
	if (record_parse(&r, (const char *)data, size, sets()->known, sets()->count, &fault) < 0) {
		check_fault(&fault);
		return 0;
	}
	if (replay_check(&r, &fault) < 0)
		check_fault(&fault);
	check_written(&r, LAYOUT_FILE);
	check_written(&r, LAYOUT_LINE);
	record_release(&r);
	return 0;
}
