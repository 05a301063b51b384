/* SPDX-License-Identifier: ISC */
/*
 * The sentences of the refusals. They speak to the person who tried, and say what would have been
 * allowed where that is short.
 */
#include "engine/refusal.h"

#include <assert.h>

static const char *const sentences[REFUSAL_COUNT] = {
	[REFUSAL_NONE] = "That is allowed.",
	[REFUSAL_MALFORMED] = "That is not a move.",
	[REFUSAL_OVER] = "The game is over.",
	[REFUSAL_NOT_AWAITED] = "Something else comes next.",
	[REFUSAL_NOT_YOUR_TURN] = "It is not this seat's turn.",
	[REFUSAL_SPACE_TAKEN] = "A tile lies on that space already.",
	[REFUSAL_SPACE_APART] = "A tile must lie side by side with another one.",
	[REFUSAL_EDGES_DIFFER] = "The tile does not match its neighbours there in that rotation.",
	[REFUSAL_NO_MEEPLE] = "No meeple is left in the supply.",
	[REFUSAL_NO_SUCH_PIECE] = "The placed tile has no such trail or bush at that side.",
	[REFUSAL_FEATURE_HELD] = "A meeple stands on that trail or bush already.",
	[REFUSAL_NO_BAOBAB] = "The placed tile has no baobab.",
	[REFUSAL_NO_RANGER] = "No ranger stands there.",
	[REFUSAL_RANGER_MOVED] = "A ranger was displaced this turn, so no other one moves.",
	[REFUSAL_RANGER_STAYS] = "A ranger moves to another space.",
	[REFUSAL_RANGER_ON_TILE] = "A ranger stands on an empty space, and a tile lies there.",
	[REFUSAL_RANGER_APART] = "A ranger stands side by side with a tile.",
	[REFUSAL_RANGER_MET] = "The other ranger stands there.",
	[REFUSAL_NO_TILE] = "No tile lies there.",
	[REFUSAL_CORNER_BUSH] = "Bush touches that corner, so no token may lie there.",
	[REFUSAL_CORNER_TAKEN] = "A token lies on that corner already.",
	[REFUSAL_NO_TOKEN] = "There is no such animal token in this hand.",
	[REFUSAL_EXPANDS] =
		"A token lies beside that corner, so this would expand its watering hole.",
	[REFUSAL_NOTHING_BESIDE] =
		"No token lies beside that corner, so there is nothing to expand.",
	[REFUSAL_ANIMAL_IN_HOLE] = "That watering hole shows the animal already.",
	[REFUSAL_NOT_COMPLETED] = "No trail or bush at that side of the placed tile was completed.",
	[REFUSAL_NO_WORD] = "This seat is not asked for a token there.",
	[REFUSAL_WORD_ORDER] = "Another completed trail or bush comes first.",
	[REFUSAL_ANIMAL_SHOWN] = "That trail or bush shows the animal already.",
	[REFUSAL_TILE_GONE] = "That tile is not among those left.",
	[REFUSAL_TILE_FITS] = "That tile fits somewhere, so it stays in the game.",
	[REFUSAL_TILE_FITS_NOT] = "That tile fits nowhere, so it leaves the game.",
	[REFUSAL_TOKENS_GONE] = "No such token is left to draw.",
	[REFUSAL_TOKENS_COUNT] = "That is not the number of tokens that are due.",
	[REFUSAL_TOKENS_CAUSE] = "The tokens that are due are for another reason or another seat.",
	[REFUSAL_RESIGNED] = "This seat has resigned already.",
	[REFUSAL_NOBODY_LEFT] = "Everybody has resigned, so nobody can agree to end the game.",
	[REFUSAL_TILES_LEFT] = "Tiles are left, so the game goes on.",
	[REFUSAL_NO_TILES_LEFT] = "No tile is left, so the game ends by itself.",
};

const char *refusal_sentence(enum refusal r)
{
	assert((unsigned)r < REFUSAL_COUNT);
	return sentences[r];
}
