/* SPDX-License-Identifier: ISC */
/*
 * A game told in sentences, for tests: which tile came, who said what. A test writes down a
 * position as the entries that lead to it, so that it reads like a record, and what the tiles show
 * stands beside it. Nothing is made up here: every sentence goes through game_apply().
 *
 *	struct play p;
 *	play_start(&p, PLAY_TOY, "ML EG");            two seats, and the tokens they drew
 *	plays(&p, "draw E.2; 0 place 1,0 90; 0 meeple trail E");
 *	refuses(&p, "0 pass", REFUSAL_NOT_AWAITED);
 *	scored(&p, "0 trail 3");
 *
 * A statement is one of these, several have ";" between them:
 *
 *	draw CODE.COPY     remove CODE.COPY     without .COPY: the first copy that is left
 *	SEAT tokens CAUSE ANIMALS               CAUSE is setup, laid or baobab; no animals: "-"
 *	SEAT and what notation.h describes      0 place 3,1 90
 *	end     end agreed
 */
#ifndef TESTS_SUPPORT_PLAY_H
#define TESTS_SUPPORT_PLAY_H

#include "engine/game.h"

struct play {
	struct tileset ts;
	struct game g;
	char points[512]; /* that were given since the last draw, as scored() wants them */
};

/*
 * A set with a tile for each purpose. The start is a single space of savanna; the rangers stand
 * west and south of it, so that there is room north and east.
 */
extern const char PLAY_TOY[];

/* Reads a tile set; a fault in it fails the test. */
void play_read(struct tileset *ts, const char *set);

/* Likewise from a file; false when there is none. */
bool play_load_set(struct tileset *ts, const char *path);

/* Begins a game with default options. `hands` has a word for each seat: the two tokens it drew. */
void play_start(struct play *p, const char *set, const char *hands);

/* Likewise with the set that p->ts holds already. */
void play_deal(struct play *p, const char *hands);

/* Hands over tokens from the supply, against the rules' course: positions that take long to reach.
 */
void play_give(struct play *p, unsigned seat, const char *animals);

/* The entry that a statement says. */
struct entry play_entry(const struct play *p, const char *statement);

/* Does game_legal() list the entry? */
bool play_lists(const struct play *p, const struct entry *e);

/* All statements are accepted. */
#define plays(p, text) play_says(p, text, __FILE__, __LINE__)
/* The one statement is accepted and, when a seat chooses it, listed as legal; the game is not
 * changed. */
#define allows(p, text) play_allows(p, text, __FILE__, __LINE__)
/* The one statement is refused for this reason, leaves every byte as it was, and is not listed. */
#define refuses(p, text, reason) play_refuses(p, text, reason, __FILE__, __LINE__)
/* The points since the last draw, in order: "0 expand 6, 1 watering hole 3"; "" for none. */
#define scored(p, text) play_scored(p, text, __FILE__, __LINE__)
/* A hand's tokens in the order of M, E, G, L, Z: "MMZ"; "" for none. */
#define holds(p, seat, text) play_holds(p, seat, text, __FILE__, __LINE__)

void play_says(struct play *p, const char *text, const char *file, int line);
void play_allows(const struct play *p, const char *text, const char *file, int line);
void play_refuses(struct play *p, const char *text, enum refusal reason, const char *file,
                  int line);
void play_scored(const struct play *p, const char *text, const char *file, int line);
void play_holds(const struct play *p, unsigned seat, const char *text, const char *file, int line);

#endif
