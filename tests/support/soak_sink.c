/* SPDX-License-Identifier: ISC */
/*
 * Where the webhooks of the soak lead: see soak.h. What it answers follows from its plan and from
 * what has come before, not from the time.
 */
#include "support/soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"

/* In turn, when a fault is due. Of 422 the notice is to blame, of the others the webhook. */
static const int faults[] = {500, HOOK_SINK_DROP, 429, 422, 302, 503};

enum {
	FAULTS = sizeof(faults) / sizeof(faults[0]),
	FAULT_ONE_IN = 6,          /* requests */
	KILL_ONE_IN = 60,          /* before the answer, or after it */
	KILL_HALF_WAY_ONE_IN = 60, /* before the body was read */
};

struct note {
	int64_t at;
	unsigned life;
	int status;
};

struct soak_sink {
	struct soak_shared *shared;
	struct soak_peer *peer;
	struct hook_sink *sink;
	struct chance chance;
	unsigned next; /* of the faults */
	unsigned came[FAULTS], kills, kills_half_way;
	struct note *notes; /* of each request */
	size_t count, room;
};

static bool happens(struct soak_sink *s, uint32_t one_in)
{
	return chance_below(&s->chance, one_in) == 0;
}

static void half_way(void *context)
{
	struct soak_sink *s = context;
	if (!happens(s, KILL_HALF_WAY_ONE_IN))
		return;
	s->kills_half_way++;
	soak_peer_kill(s->peer);
}

static int judge(void *context, const char *path)
{
	struct soak_sink *s = context;
	int status = 204;
	(void)path;
	if (happens(s, FAULT_ONE_IN)) {
		unsigned i = s->next++ % FAULTS;
		s->came[i]++;
		status = faults[i];
	}
	if (happens(s, KILL_ONE_IN)) {
		s->kills++;
		soak_peer_kill(s->peer);
	}
	if (s->count == s->room) {
		s->room = 2 * s->room + 64;
		s->notes = memory_resize(s->notes, s->room, sizeof(s->notes[0]));
	}
	s->notes[s->count++] = (struct note){clock_now(&s->shared->clock), s->shared->life, status};
	return status;
}

struct soak_sink *soak_sink_start(struct soak_shared *shared, struct soak_peer *peer, uint64_t seed)
{
	struct soak_sink *s = memory_resize(NULL, 1, sizeof(*s));
	*s = (struct soak_sink){.shared = shared, .peer = peer, .chance = {seed}};
	s->sink = hook_sink_start_watched(judge, half_way, s);
	return s;
}

void soak_sink_url(const struct soak_sink *s, int64_t hook, char *out, size_t size)
{
	snprintf(out, size, "%s/%lld", hook_sink_url(s->sink), (long long)hook);
}

void soak_sink_end_life(struct soak_sink *s)
{
	hook_sink_quiet(s->sink);
}

size_t soak_sink_count(const struct soak_sink *s)
{
	return s->count;
}

void soak_sink_post(const struct soak_sink *s, size_t i, struct soak_post *out)
{
	const struct note *n = &s->notes[i];
	const char *body = hook_sink_body(s->sink, (unsigned)i);
	*out = (struct soak_post){.at = n->at, .life = n->life, .status = n->status};
	number_parse(hook_sink_path(s->sink, (unsigned)i) + 1, 0, NUMBER_MOST, &out->hook);
	hook_sink_field(s->sink, (unsigned)i, "webhook-id", out->id, sizeof(out->id));
	hash_sha256(out->hash, body, strlen(body));
}

unsigned soak_sink_missing(const struct soak_sink *s)
{
	unsigned missing = 0;
	for (unsigned i = 0; i < FAULTS; i++) {
		if (s->came[i])
			continue;
		printf("# never: a webhook that answers %d\n", faults[i]);
		missing++;
	}
	if (!s->kills || !s->kills_half_way)
		printf("# never: killed by a request (%u), by half of one (%u)\n", s->kills,
		       s->kills_half_way);
	return missing + !s->kills + !s->kills_half_way;
}

void soak_sink_stop(struct soak_sink *s)
{
	hook_sink_stop(s->sink);
	free(s->notes);
	free(s);
}
