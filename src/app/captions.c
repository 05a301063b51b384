/* SPDX-License-Identifier: ISC */
/*
 * Tiles, features and names in words: see captions.h.
 */
#include "app/captions.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "app/story.h"

/* Appends to a text of CAPTION_MAX bytes; what does not fit is cut. */
__attribute__((format(printf, 3, 4))) static void more(char *out, size_t *at, const char *format,
                                                       ...)
{
	va_list args;
	va_start(args, format);
	int n = *at < CAPTION_MAX ? vsnprintf(out + *at, CAPTION_MAX - *at, format, args) : 0;
	va_end(args);
	*at += n > 0 ? (size_t)n : 0;
}

static void add_animals(char *out, size_t *at, const unsigned counts[ANIMAL_COUNT], unsigned birds,
                        const char *first)
{
	const char *comma = first;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		if (counts[a] == 1)
			more(out, at, "%s%s", comma, story_animals[a]);
		else if (counts[a])
			more(out, at, "%s%u %ss", comma, counts[a], story_animals[a]);
		comma = counts[a] ? ", " : comma;
	}
	if (birds)
		more(out, at, "%s%u bird%s", comma, birds, birds == 1 ? "" : "s");
}

static void count_life(const struct tileset_life *life, unsigned counts[ANIMAL_COUNT])
{
	for (unsigned i = 0; i < life->animal_count; i++)
		counts[life->animals[i]]++;
}

void caption_feature(const struct tileset *ts, const struct game *g, unsigned feature,
                     char out[CAPTION_MAX])
{
	const struct game_feature *f = &g->features[feature];
	const struct game_space *s = &g->spaces[g->laid[feature / TILESET_PIECES_MAX].space];
	unsigned counts[ANIMAL_COUNT] = {0}, piece = feature;
	size_t at = 0;
	do {
		uint8_t tile = g->laid[piece / TILESET_PIECES_MAX].tile;
		count_life(&ts->tiles[tile].life[piece % TILESET_PIECES_MAX], counts);
		piece = g->next_piece[piece];
	} while (piece != feature);
	more(out, &at, "%s from column %d, row %d", f->terrain == TERRAIN_BUSH ? "Bush" : "Trail",
	     s->x, s->y);
	add_animals(out, &at, counts, f->terrain == TERRAIN_BUSH ? f->birds : 0, ": ");
}

void caption_tile(const struct tileset *ts, unsigned tile, unsigned turns, char out[CAPTION_MAX])
{
	const struct tileset_kind *kind = tileset_kind_of(ts, (uint8_t)tile);
	size_t at = 0;
	for (unsigned k = 0; k < kind->piece_count; k++) {
		unsigned counts[ANIMAL_COUNT] = {0};
		const struct tileset_life *life = &ts->tiles[tile].life[k];
		const char *between = kind->pieces[k].terrain == TERRAIN_BUSH ? " bush in the "
		                                                              : " trail to the ";
		more(out, &at, "%s", k ? ";" : "");
		for (unsigned s = 0; s < SIDE_COUNT; s++) {
			if (!(kind->pieces[k].sides >> ((s + 4 - turns) % 4) & 1))
				continue;
			more(out, &at, "%s%s", between, story_sides[s]);
			between = " and ";
		}
		count_life(life, counts);
		add_animals(out, &at, counts, life->birds, " with ");
	}
	if (kind->has_baobab)
		more(out, &at, "%s a baobab", at ? ";" : "");
	if (!at)
		more(out, &at, "savanna");
	if (out[0] == ' ')
		memmove(out, out + 1, strlen(out));
}

void caption_alone(const char *name, char out[CAPTION_NAME_BYTES])
{
	bool is_ascii = true;
	for (const char *c = name; *c; c++)
		is_ascii &= (unsigned char)*c < 0x80;
	snprintf(out, CAPTION_NAME_BYTES, is_ascii ? "%.*s" : "\u2068%.*s\u2069", LIMIT_NAME_BYTES,
	         name);
}

void caption_name(const struct play *p, unsigned seat, char out[CAPTION_NAME_BYTES])
{
	char name[LIMIT_NAME_BYTES + 1];
	play_seat_name(&p->seats[seat], name);
	caption_alone(name, out);
}
