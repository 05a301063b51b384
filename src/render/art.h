/* SPDX-License-Identifier: ISC */
/*
 * The drawings of the game, as SVG path data in small boxes: animals, pawns, and the ornaments of
 * the tiles. It deliberately does not know what a tile, a seat or a token is, in which size or
 * where a drawing stands, or what colour a seat has: whoever composes the board says that. All of
 * the drawings were made for this project.
 *
 * Boxes have their origin at the top left, x to the right, y down. A drawing with its outlines
 * stays inside its box. The anchor is the point of the box that belongs on the place where the
 * thing lies or stands: the middle of a token, the foot of a pawn.
 *
 * How to compose one, which is the same for all:
 *   1. if halo > 0: layers[0], fill none, stroke ART_LIGHT, stroke-width halo;
 *   2. layers[0], its fill, and if line > 0 stroke ART_DARK, stroke-width line, with
 *      paint-order "stroke", so that only the outer half of the stroke shows;
 *   3. the other layers in their order, their fill, no stroke.
 * All strokes are joined round. The default fill rule (nonzero) is meant. So every piece has a dark
 * line against light grounds and a light one against dark grounds, and no colour is needed to see
 * its shape.
 *
 * A fill of "" means the caller's colour: leave the attribute out and the path takes the colour
 * from the <use> (or <g>) around it, so that one symbol serves all seats:
 *
 *	<symbol id="tent" viewBox="0 0 24 24"> ... </symbol>
 *	<use href="#tent" fill="#D55E00" .../>
 *
 * Strings are static, plain ASCII, without quotes or angle brackets: they need no escaping.
 */
#ifndef RENDER_ART_H
#define RENDER_ART_H

#include <stddef.h>

#define ART_LIGHT "#fff"
#define ART_DARK "#2b1d10"

/* One filled path. fill is a colour as SVG writes it, or "" for the caller's. */
struct art_layer {
	const char *path;
	const char *fill;
};

struct art {
	const char *name;   /* an English noun, lower case */
	const char *letter; /* of an animal: one capital for those who prefer letters; else "" */
	int box_w, box_h;
	int anchor_x, anchor_y; /* in the box */
	double halo, line;      /* stroke widths in units of the box, 0 for none */
	size_t count;           /* of layers, at least 1 */
	const struct art_layer *layers;
};

/*
 * The heads of monkey, elephant, giraffe, lion, zebra, in this order; 24 x 24, anchor in the
 * middle, own colours. Made for 24 px, still told apart at 16. They need no ground; on a token they
 * lie on a pale disc: radius 15 around the anchor holds every one of them whole.
 */
extern const struct art art_animal[5];

/*
 * Five pawns that differ in shape, for five seats: person, tent, jeep, balloon, star; 24 x 24,
 * anchor at the foot, the caller's colour with white details. Meant for 14 px and more.
 */
extern const struct art art_meeple[5];

/* The white ranger, in a hat, cut off at the chest as no meeple is; 24 x 24, anchor below. */
extern const struct art art_ranger;

/* The whole elephant of the score track, the caller's colour; 24 x 24, anchor at the foot. */
extern const struct art art_marker;

/* A baobab tree; 40 x 40 in units of a tile of 100, anchor at the foot of the trunk. */
extern const struct art art_baobab;

/* A white bird on the wing; 10 x 6, anchor in the middle. In a row: a step of 10 or more. */
extern const struct art art_bird;

/* Water: a drop, 24 x 24, and a ripple, 24 x 6, to lay on water; anchors in the middle. */
extern const struct art art_drop;
extern const struct art art_ripple;

/* A clump of leaves for the bush, 12 x 10, and a tuft of grass for the savanna, 10 x 8; without
 * outlines; anchor at the root. */
extern const struct art art_leaf;
extern const struct art art_grass;

#endif
