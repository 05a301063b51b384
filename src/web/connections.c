/* SPDX-License-Identifier: ISC */
/*
 * The reaper: it sleeps until the earliest deadline and walks the list, which is short.
 */
#include "web/connections.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/memory.h"

struct connection {
	struct connection *next, **link; /* link: what points here */
	int64_t deadline_ms;
	int fd;
	struct peer peer;
};

struct connections {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t reaper;
	struct connection *first;
	unsigned most, most_of_one;
	int64_t wakes_ms; /* when the reaper looks next */
	bool ends;
};

static int64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Shuts what is due; answers the earliest deadline that is left. */
static int64_t reap(struct connections *all)
{
	int64_t now = now_ms(), earliest = INT64_MAX;
	for (struct connection *c = all->first; c; c = c->next) {
		if (c->deadline_ms <= now) {
			/* Its thread sees an end of file and closes it; the number stays ours until
			 * connection_close(). */
			shutdown(c->fd, SHUT_RDWR);
			c->deadline_ms = INT64_MAX;
		}
		if (c->deadline_ms < earliest)
			earliest = c->deadline_ms;
	}
	return earliest;
}

static void *run(void *context)
{
	struct connections *all = context;
	pthread_mutex_lock(&all->lock);
	while (!all->ends) {
		all->wakes_ms = reap(all);
		if (all->wakes_ms == INT64_MAX) {
			pthread_cond_wait(&all->changed, &all->lock);
			continue;
		}
		struct timespec until = {
			.tv_sec = all->wakes_ms / 1000,
			.tv_nsec = all->wakes_ms % 1000 * 1000000,
		};
		pthread_cond_timedwait(&all->changed, &all->lock, &until);
	}
	pthread_mutex_unlock(&all->lock);
	return NULL;
}

struct connections *connections_new(unsigned most, unsigned most_of_one)
{
	struct connections *all = memory_resize(NULL, 1, sizeof(*all));
	*all = (struct connections){
		.most = most, .most_of_one = most_of_one, .wakes_ms = INT64_MAX};
	pthread_condattr_t monotonic;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_mutex_init(&all->lock, NULL);
	pthread_cond_init(&all->changed, &monotonic);
	pthread_condattr_destroy(&monotonic);
	if (pthread_create(&all->reaper, NULL, run, all))
		abort();
	return all;
}

void connections_free(struct connections *all)
{
	if (!all)
		return;
	pthread_mutex_lock(&all->lock);
	all->ends = true;
	pthread_cond_signal(&all->changed);
	pthread_mutex_unlock(&all->lock);
	pthread_join(all->reaper, NULL);
	while (all->first)
		connection_close(all, all->first);
	pthread_cond_destroy(&all->changed);
	pthread_mutex_destroy(&all->lock);
	free(all);
}

static void set_deadline(struct connections *all, struct connection *c, unsigned ms)
{
	c->deadline_ms = now_ms() + ms;
	if (c->deadline_ms < all->wakes_ms)
		pthread_cond_signal(&all->changed);
}

/* Is there room for one more, from that address? */
static bool has_room(const struct connections *all, const struct peer *peer)
{
	unsigned count = 0, of_one = 0;
	for (const struct connection *c = all->first; c; c = c->next) {
		count++;
		of_one += memcmp(&c->peer, peer, sizeof(*peer)) == 0;
	}
	return count < all->most && (!all->most_of_one || of_one < all->most_of_one);
}

struct connection *connection_open(struct connections *all, int fd, struct peer peer, unsigned ms)
{
	struct connection *c = NULL;
	pthread_mutex_lock(&all->lock);
	if (has_room(all, &peer)) {
		c = memory_resize(NULL, 1, sizeof(*c));
		*c = (struct connection){
			.next = all->first, .link = &all->first, .fd = fd, .peer = peer};
		if (c->next)
			c->next->link = &c->next;
		all->first = c;
		set_deadline(all, c, ms);
	}
	pthread_mutex_unlock(&all->lock);
	return c;
}

struct connection *connection_find(struct connections *all, int fd)
{
	pthread_mutex_lock(&all->lock);
	struct connection *c = all->first;
	while (c && c->fd != fd)
		c = c->next;
	pthread_mutex_unlock(&all->lock);
	return c;
}

void connection_extend(struct connections *all, struct connection *c, unsigned ms)
{
	pthread_mutex_lock(&all->lock);
	set_deadline(all, c, ms);
	pthread_mutex_unlock(&all->lock);
}

void connection_close(struct connections *all, struct connection *c)
{
	pthread_mutex_lock(&all->lock);
	*c->link = c->next;
	if (c->next)
		c->next->link = c->link;
	pthread_mutex_unlock(&all->lock);
	free(c);
}
