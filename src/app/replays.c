/* SPDX-License-Identifier: ISC */
/*
 * Kept games: see replays.h. A table that is walked from end to end: it is short beside what a
 * replay takes, and the ids lie close together.
 */
#include "app/replays.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/roll.h"

enum { GAMES_MAX = 512 };

struct kept {
	char id[GAME_ID_LEN + 1]; /* "": free */
	uint64_t looked_for;      /* the higher, the later */
	struct play *p;
};

struct replays {
	pthread_mutex_t lock;
	uint64_t looks;
	size_t bytes, bytes_max;
	struct kept kept[GAMES_MAX];
};

struct replays *replays_new(size_t bytes_max)
{
	struct replays *r = memory_resize(NULL, 1, sizeof(*r));
	memset(r, 0, sizeof(*r));
	pthread_mutex_init(&r->lock, NULL);
	r->bytes_max = bytes_max;
	return r;
}

void replays_free(struct replays *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < GAMES_MAX; i++)
		play_free(r->kept[i].p);
	pthread_mutex_destroy(&r->lock);
	free(r);
}

static size_t bytes_of(const struct play *p)
{
	return sizeof(*p) + roll_bytes(p->moves) + roll_bytes(p->story.lines);
}

/* The game of that id, or NULL. */
static struct kept *look_for(struct replays *r, const char *id)
{
	for (size_t i = 0; i < GAMES_MAX; i++) {
		struct kept *k = &r->kept[i];
		if (memcmp(k->id, id, GAME_ID_LEN) == 0) {
			k->looked_for = ++r->looks;
			return k;
		}
	}
	return NULL;
}

static bool is_of(const struct game_row *kept, const struct game_row *row)
{
	return kept->rev == row->rev && kept->move_count == row->move_count &&
	       memcmp(kept->head, row->head, HASH_BYTES) == 0;
}

bool replays_find(struct replays *r, struct play *p)
{
	if (!r)
		return false;
	pthread_mutex_lock(&r->lock);
	const struct kept *k = look_for(r, p->row.id);
	bool is_there = k && is_of(&k->p->row, &p->row);
	if (is_there)
		play_copy_replayed(p, k->p);
	pthread_mutex_unlock(&r->lock);
	return is_there;
}

static bool ends_in_head(const struct play *p)
{
	return p->move_count > 0 && p->row.move_count == (int64_t)p->move_count &&
	       memcmp(p->moves[p->move_count - 1].link, p->row.head, HASH_BYTES) == 0;
}

static void drop(struct replays *r, struct kept *k)
{
	if (k->p)
		r->bytes -= bytes_of(k->p);
	play_free(k->p);
	*k = (struct kept){0};
}

/* Of the games, or with has_free of the places too, the one that was not looked for the longest. */
static struct kept *oldest(struct replays *r, bool has_free)
{
	struct kept *found = NULL;
	for (size_t i = 0; i < GAMES_MAX; i++) {
		struct kept *k = &r->kept[i];
		if ((k->p || has_free) && (!found || k->looked_for < found->looked_for))
			found = k;
	}
	return found;
}

static struct kept *take_place(struct replays *r, const char *id)
{
	struct kept *k = oldest(r, true);
	drop(r, k);
	memcpy(k->id, id, sizeof(k->id));
	k->looked_for = ++r->looks;
	k->p = play_new();
	r->bytes += bytes_of(k->p);
	return k;
}

void replays_keep(struct replays *r, const struct play *p)
{
	if (!r || !ends_in_head(p))
		return;
	pthread_mutex_lock(&r->lock);
	struct kept *k = look_for(r, p->row.id);
	if (!k)
		k = take_place(r, p->row.id);
	else if (k->p->row.rev > p->row.rev)
		goto out;
	r->bytes -= bytes_of(k->p);
	k->p->row = p->row;
	play_copy_replayed(k->p, p);
	r->bytes += bytes_of(k->p);
	while (r->bytes > r->bytes_max)
		drop(r, oldest(r, false));
out:
	pthread_mutex_unlock(&r->lock);
}
