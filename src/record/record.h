/* SPDX-License-Identifier: ISC */
/*
 * One game as one JSON document, so that anyone can replay it and check it: the value, its strict
 * reader and its writer. The reader sees to it that every field holds what it may hold; whether the
 * game was played by the rules, and the draws follow from the seed, is replay.h's to say.
 *
 *	struct record record;
 *	struct fault fault;
 *	if (record_parse(&record, text, len, sets, set_count, &fault) < 0)
 *		return printf("%s: %s\n", fault.place, fault.reason), -1;
 *	...
 *	record_release(&record);
 */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/draws.h"
#include "base/fault.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "engine/game.h"

/* A tile set that the program has. */
struct record_set {
	char name[LIMIT_SET_NAME_BYTES + 1]; /* its file's without ".tiles" */
	char sha256[HASH_HEX];               /* of the file's bytes */
	struct tileset ts;
};

/*
 * Reads a set's bytes. name_len bytes of name are copied, cut to fit. 0, or -1 with the first
 * mistake and *set unspecified.
 */
int record_set_parse(struct record_set *set, const char *name, size_t name_len, const char *text,
                     size_t len, struct tileset_fault *fault);

enum record_color { COLOR_YELLOW, COLOR_RED, COLOR_GREEN, COLOR_BLUE, COLOR_BLACK, COLOR_COUNT };

/* Who chose an entry. */
enum record_by { BY_PERSON, BY_CARETAKER, BY_STANDING_ORDER, BY_BOT, BY_COUNT };

/* Where a value of entropy came from; FROM_NOBODY in all seats when the record does not tell. */
enum record_from { FROM_NOBODY, FROM_PLAYER, FROM_SERVER, FROM_COUNT };

/* Their words in the record; those of BY_PERSON and FROM_NOBODY are NULL. */
extern const char *const record_color_words[COLOR_COUNT];
extern const char *const record_by_words[BY_COUNT];
extern const char *const record_from_words[FROM_COUNT];
extern const char *const record_points_words[POINTS_KIND_COUNT]; /* by enum points_kind */
extern const char *const record_cause_words[CAUSE_COUNT];        /* by enum token_cause */

struct record_seat {
	char name[LIMIT_NAME_BYTES + 1];
	char bot[LIMIT_BOT_NAME_BYTES + 1]; /* which bot plays it; "" for a person */
	uint8_t color;                      /* enum record_color */
	uint8_t joined;                     /* 0 joined first */
};

/* One row of the log: an entry, or points that followed from one. */
struct record_row {
	bool is_points;
	uint8_t by;       /* enum record_by */
	uint16_t choices; /* among how many legal entries it was chosen; 0: not counted */
	struct entry entry;
	struct points points; /* seat, kind and value; piece is 0 */
};

/* Owns rows; everything else is within. `set` is the caller's and must outlive it. */
struct record {
	const struct record_set *set;
	struct game_options options;
	unsigned char commitment[HASH_BYTES];
	bool has_seed; /* the game is over, or it was simulated */
	unsigned char seed[DRAWS_SEED_BYTES];
	unsigned char entropy[SEATS_MAX][DRAWS_ENTROPY_BYTES]; /* in joining order */
	uint8_t entropy_from[SEATS_MAX];                       /* enum record_from */
	uint8_t seat_count;
	struct record_seat seats[SEATS_MAX]; /* clockwise; seat 0 starts */
	struct record_row *rows;
	size_t row_count, row_room;
	bool has_result;
	int16_t scores[SEATS_MAX];
	uint8_t winners_mask;
};

/* An empty record with nothing to release. Who fills it sets the other fields. */
void record_init(struct record *r);

void record_release(struct record *r);

/*
 * Appends an entry that was applied, and the points that followed: g is the game after it.
 * ENTRY_END leaves no row of its own. For choices and by see struct record_row.
 */
void record_add(struct record *r, const struct entry *e, const struct game *g, enum record_by by,
                unsigned choices);

/* Sets the result from a game that is over. */
void record_finish(struct record *r, const struct game *g);

/*
 * Reads a document of len bytes. The set is picked among sets by hash, else by name. 0 and *r,
 * which is the caller's to release; or -1 with the first fault, in the order of the record's
 * description, and *r holds nothing.
 *
 * A row is what the first of these fields makes of it: move, score, tokens, draw, remove, end.
 * Fields that it does not name are ignored; of unknown ones `bot` of a seat and `choices` of a row
 * are kept when they make sense.
 */
int record_parse(struct record *r, const char *text, size_t len, const struct record_set *sets,
                 size_t set_count, struct fault *fault);

/* As a file, a row a line; or as one line, for files with a record a line. Both end with a newline.
 */
enum record_layout { LAYOUT_FILE, LAYOUT_LINE };

/* Appends the document: the same record gives the same bytes, and they read back as that record. */
void record_write(struct text *t, const struct record *r, enum record_layout layout);

#endif
