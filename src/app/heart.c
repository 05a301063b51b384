/* SPDX-License-Identifier: ISC */
/*
 * Gaps and jumps: see heart.h.
 */
#include "app/heart.h"

/* should_be is what the wall would show, had nobody put it. */
static struct heart_look judge(struct heart *h, int64_t should_be, int64_t wall)
{
	struct heart_look look = {.lost_from = wall, .lost_until = wall};
	int64_t jump_s = wall - should_be;
	if (wall - h->wall > HEART_GAP_S)
		look.lost_from = h->wall;
	if (jump_s > HEART_GAP_S || jump_s < -HEART_GAP_S)
		look.jump_s = jump_s;
	if (jump_s < -HEART_GAP_S && h->held_until < should_be)
		h->held_until = should_be;
	/* At most an hour, however often it is put back. */
	if (h->held_until > wall + HEART_HELD_S)
		h->held_until = wall + HEART_HELD_S;
	look.is_held = wall < h->held_until;
	return look;
}

struct heart_look heart_begin(struct heart *h, int64_t beat_at, int64_t wall, int64_t steady)
{
	*h = (struct heart){.wall = beat_at};
	/* How long it was down nobody knows: only that it ended after it began. */
	struct heart_look look = judge(h, wall > beat_at ? wall : beat_at, wall);
	h->wall = wall;
	h->steady = steady;
	return look;
}

struct heart_look heart_look(struct heart *h, int64_t wall, int64_t steady)
{
	struct heart_look look = judge(h, h->wall + steady - h->steady, wall);
	h->wall = wall;
	h->steady = steady;
	return look;
}

void heart_lose_again(struct heart *h, int64_t lost_s)
{
	h->wall -= lost_s;
	h->steady -= lost_s;
}
