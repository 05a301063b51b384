/* SPDX-License-Identifier: ISC */
/*
 * Every ceiling on what comes from outside, in one list. Nothing is read, allocated or written
 * without one of them. The bounds of the game itself (seats, tiles, spaces) stand in the engine's
 * headers.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

enum {
	LIMIT_RECORD_BYTES = 1 << 20, /* one game record as JSON */
	LIMIT_RECORD_ROWS = 8192,     /* rows of its log: 96 tiles leave fewer than 60 each */
	LIMIT_JSON_DEPTH = 32,        /* arrays and objects within one another */
	LIMIT_JSON_MEMBERS = 4096,    /* of one object */
	LIMIT_JSON_NUMBER_BYTES = 63, /* of one number's text: what cJSON reads */
	LIMIT_NAME_CODE_POINTS = 40,  /* a player's name */
	LIMIT_NAME_BYTES = 4 * LIMIT_NAME_CODE_POINTS,
	LIMIT_BOT_NAME_BYTES = 31,
	LIMIT_SET_NAME_BYTES = 63, /* a tile set's name */
};

#endif
