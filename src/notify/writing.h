/* SPDX-License-Identifier: ISC */
/*
 * A letter while it is written: the view that templates/mail_letter.txt and .html are filled with,
 * and words of the kind that all letters share. Private to letter*.c.
 *
 * A sentence is a list of parts, words of ours and names apart, so that a name that is written from
 * right to left stays within itself: by <bdi> in HTML, by Unicode's isolates in plain text.
 */
#ifndef NOTIFY_WRITING_H
#define NOTIFY_WRITING_H

#include <cjson/cJSON.h>

#include "app/play.h"
#include "notify/letter.h"
#include "render/board.h"
#include "store/people.h"

struct letter {
	const struct letter_context *c;
	const struct notice *n;
	const struct board_art *art; /* of the game's set; NULL without a game */
	struct user user;            /* whom it is for; without an account id 0 and UTC */
	struct play *p;              /* the game, as it stood at n->rev where it has begun */
	int seat;                    /* the user's, -1: none */
	bool can_answer;             /* by mail (N7) */
	cJSON *view;
	struct text picture; /* PNG; empty: none */
};

/* A new sentence, of the view or of an item. */
cJSON *letter_sentence(cJSON *of, const char *name);
/* A new item of a list that arises with its first one, with a sentence `parts`; the sentence. */
cJSON *letter_sentence_in(cJSON *of, const char *list);

void say(cJSON *sentence, const char *format, ...) __attribute__((format(printf, 2, 3)));
void say_strong(cJSON *sentence, const char *text);
void say_name(cJSON *sentence, const char *name);
/* A seat's name, "you" for the reader's own, "You" where that begins a sentence. */
void say_seat(cJSON *sentence, const struct letter *l, unsigned seat, bool begins);
/* All seats of a mask: "Ada, Ben and you". */
void say_seats(cJSON *sentence, const struct letter *l, unsigned seats, bool begins);

/* "Thu 5 March, 14:30 (Europe/Berlin)", in the reader's zone. */
enum { LETTER_TIME = ZONE_TEXT + LIMIT_ZONE_BYTES + 4 };
void letter_time(const struct letter *l, int64_t at, char out[LETTER_TIME]);

/* base_url and a local path, as a string of the view or of an item. */
void letter_url(const struct letter *l, cJSON *of, const char *name, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* ---- What stands at a table: letter_table.c ---- */

/* "Since your last turn": turns, story, more_turns. */
void letter_story(struct letter *l);
/* Everybody's points, in the order of seats, or by them once the game is over. */
void letter_scores(struct letter *l);
/* What the end of the game brought to each. */
void letter_finals(struct letter *l);
/* The picture, its alt, and the board as text. -1 when it cannot be drawn. */
int letter_board(struct letter *l, struct err *err);
/* The place of a seat by points, 1 for the first; those who resigned come last. */
unsigned letter_place(const struct letter *l, unsigned seat);

/* What the reader's last submission, of the letter's rev, has done, as a paragraph. */
void letter_own_move(struct letter *l);

/* ---- What is asked: letter_game.c ---- */

/* "You have until ...", where a clock of the reader's runs. */
void letter_deadline(struct letter *l);
/* "You drew a tile: ...", where the reader is to place one. */
void letter_tile(struct letter *l);

/* ---- Answers by mail: letter_choices.c ---- */

/* What may be answered, where the letter can be: the list of what the seat may choose in *g, with
 * links, and the words there are. line is what stands before a number of the list already, "" for
 * nothing. */
void letter_choices(struct letter *l, const struct game *g, const char *line);

/* ---- One for each kind: letter_game.c, letter_others.c. 0, or -1. ---- */
int letter_your_turn(struct letter *l, struct err *err);
int letter_your_word(struct letter *l, struct err *err);
int letter_reminder(struct letter *l, struct err *err);
int letter_caretaker(struct letter *l, struct err *err);
int letter_started(struct letter *l, struct err *err);
int letter_game_over(struct letter *l, struct err *err);
int letter_more_time(struct letter *l, struct err *err);
int letter_invitation(struct letter *l, struct err *err);
int letter_digest(struct letter *l, struct err *err);
int letter_hook_fails(struct letter *l, struct err *err);
int letter_address(struct letter *l, struct err *err);
int letter_receipt(struct letter *l, struct err *err);
int letter_stranger(struct letter *l, struct err *err);

#endif
