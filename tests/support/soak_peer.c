/* SPDX-License-Identifier: ISC */
/*
 * The mail server of the soak: see soak.h. What it does at each place follows from its plan and
 * from what has come before, not from the time.
 */
#include "support/soak.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/number.h"

/* What becomes of the mail, or of its recipient, by a fault. */
enum effect { EFFECT_LATER, EFFECT_TAKEN, EFFECT_REFUSED };

static const struct mishap {
	enum smtp_place place;
	const char *reply;
	enum effect effect;
} faults[] = {
	{PEER_AT_GREETING, "421 4.3.2 too busy", EFFECT_LATER},
	{PEER_AT_GREETING, NULL, EFFECT_LATER},
	{PEER_AT_GREETING, "", EFFECT_LATER},
	{PEER_AT_HELLO, "421 4.3.2 going down", EFFECT_LATER},
	{PEER_AT_HELLO, NULL, EFFECT_LATER},
	{PEER_AT_SENDER, "421 4.4.2 idle for too long", EFFECT_LATER},
	{PEER_AT_SENDER, "451 4.3.0 not now", EFFECT_LATER},
	{PEER_AT_SENDER, NULL, EFFECT_LATER},
	{PEER_AT_RECIPIENT, "451 4.7.1 greylisted", EFFECT_LATER},
	{PEER_AT_RECIPIENT, "421 4.4.2 goodbye", EFFECT_LATER},
	{PEER_AT_RECIPIENT, NULL, EFFECT_LATER},
	{PEER_AT_RECIPIENT, "550 5.7.1 not from you today", EFFECT_REFUSED},
	{PEER_AT_DATA, "451 4.3.0 no room", EFFECT_LATER},
	{PEER_AT_DATA, NULL, EFFECT_LATER},
	{PEER_AT_DATA, "", EFFECT_LATER},
	{PEER_IN_MAIL, NULL, EFFECT_LATER},
	{PEER_AT_END, "451 4.3.0 not after all", EFFECT_LATER},
	{PEER_AT_END, "421 4.3.2 going down", EFFECT_LATER},
	{PEER_AT_END, "554 5.6.0 not such a mail", EFFECT_REFUSED},
	{PEER_AT_END, NULL, EFFECT_TAKEN},
	{PEER_AT_END, "", EFFECT_TAKEN},
};

enum {
	FAULTS = sizeof(faults) / sizeof(faults[0]),
	PLACES = PEER_AT_END + 1,
	KILL_ONE_IN = 400, /* places */
	HANG_ONE_IN = 12,  /* of the times when it says nothing; else it ends the server, and saves
	                      that time */
};

/* A place of a new connection comes seldom: one in so many has a fault. */
static const uint32_t one_in[PLACES] = {
	[PEER_AT_GREETING] = 5,   [PEER_AT_HELLO] = 8, [PEER_AT_SENDER] = 40,
	[PEER_AT_RECIPIENT] = 30, [PEER_AT_DATA] = 40, [PEER_IN_MAIL] = 60,
	[PEER_AT_END] = 25,
};

struct soak_peer {
	struct soak_shared *shared;
	struct smtp_peer *peer;
	struct chance chance;
	unsigned next[PLACES]; /* of the faults of that place, in turn */
	unsigned came[FAULTS];
	atomic_uint kills; /* the sink's thread counts, too */
	unsigned lives_of_refusing;
	atomic_int process; /* a pidfd, or -1 */
	struct soak_mail *mails;
	size_t mail_count, mail_room;
	struct soak_refusal *refusals;
	size_t refusal_count, refusal_room;
};

static bool happens(struct soak_peer *p, uint32_t one)
{
	return chance_below(&p->chance, one) == 0;
}

void soak_peer_kill(struct soak_peer *p)
{
	int process = atomic_load(&p->process);
	if (process >= 0 && pidfd_send_signal(process, SIGKILL, NULL, 0) == 0)
		p->kills++;
}

/* ---- What it notes ---- */

/* "Message-ID: <k7m2p9qd.17.0.your-turn@localhost>" to what is before the @; the mail's, not one of
 * a mail within it. */
static bool read_key(struct text *mail, char out[64])
{
	static const char field[] = "\r\nMessage-ID: <";
	const char *at = strstr(text_string(mail), field);
	if (!at)
		return false;
	at += strlen(field);
	snprintf(out, 64, "%.*s", (int)strcspn(at, "@"), at);
	return true;
}

/* A mail that asks for something, by the parts of its key: game.rev.seat.kind */
static void tell_person(struct soak_shared *shared, const struct soak_mail *m)
{
	int64_t rev;
	char digits[20];
	const char *dot = strchr(m->key, '.');
	const char *kind = strrchr(m->key, '.');
	unsigned game = 0, person = (unsigned)(m->address[4] - '0');
	if (!dot || (strcmp(kind, ".your-turn") != 0 && strcmp(kind, ".your-word") != 0))
		return;
	while (game < shared->game_count && strncmp(shared->ids[game], m->key, GAME_ID_LEN) != 0)
		game++;
	snprintf(digits, sizeof(digits), "%.*s", (int)strcspn(dot + 1, "."), dot + 1);
	if (game == shared->game_count || person >= PARTY_PEOPLE ||
	    !number_parse(digits, 0, NUMBER_MOST, &rev))
		return;
	if (atomic_load(&shared->asked[game][person]) < rev)
		atomic_store(&shared->asked[game][person], rev);
}

static void note_mail(struct soak_peer *p, const struct smtp_visit *v, const char *key,
                      bool is_answered)
{
	if (p->mail_count == p->mail_room) {
		p->mail_room = 2 * p->mail_room + 64;
		p->mails = memory_resize(p->mails, p->mail_room, sizeof(p->mails[0]));
	}
	struct soak_mail *m = &p->mails[p->mail_count++];
	*m = (struct soak_mail){.at = clock_now(&p->shared->clock),
	                        .life = p->shared->life,
	                        .is_answered = is_answered};
	snprintf(m->key, sizeof(m->key), "%s", key);
	snprintf(m->address, sizeof(m->address), "%.63s", v->recipient);
	hash_sha256(m->hash, v->mail->data, v->mail->len);
	tell_person(p->shared, m);
}

static void note_refusal(struct soak_peer *p, const struct smtp_visit *v, const char *key)
{
	if (p->refusal_count == p->refusal_room) {
		p->refusal_room = 2 * p->refusal_room + 64;
		p->refusals = memory_resize(p->refusals, p->refusal_room, sizeof(p->refusals[0]));
	}
	struct soak_refusal *r = &p->refusals[p->refusal_count++];
	*r = (struct soak_refusal){.at = clock_now(&p->shared->clock)};
	snprintf(r->key, sizeof(r->key), "%s", key);
	snprintf(r->address, sizeof(r->address), "%.63s", v->recipient);
}

/* ---- What it does ---- */

/* The next fault of a place, or NULL: none this time. */
static const struct mishap *plan(struct soak_peer *p, enum smtp_place place)
{
	unsigned of_place[FAULTS], count = 0;
	if (!happens(p, one_in[place]))
		return NULL;
	for (unsigned i = 0; i < FAULTS; i++) {
		if (faults[i].place == place)
			of_place[count++] = i;
	}
	unsigned i = of_place[p->next[place]++ % count];
	bool is_first = p->came[i]++ == 0;
	if (faults[i].reply && !faults[i].reply[0] && !is_first && !happens(p, HANG_ONE_IN))
		soak_peer_kill(p);
	return &faults[i];
}

static bool judge(void *context, const struct smtp_visit *v, enum smtp_place place,
                  const char **reply)
{
	struct soak_peer *p = context;
	char key[64] = "", nobody[32];
	snprintf(nobody, sizeof(nobody), "user%d@example.org", SOAK_REFUSED);
	if (place == PEER_AT_RECIPIENT && strcmp(v->recipient, nobody) == 0) {
		*reply = "550 5.1.1 no such user";
		note_refusal(p, v, "");
		return true;
	}
	const struct mishap *f = plan(p, place);
	if (v->mail && !read_key(v->mail, key))
		snprintf(key, sizeof(key), "without a name");
	if (v->mail && (!f || f->effect == EFFECT_TAKEN))
		note_mail(p, v, key, !f);
	if (f && f->effect == EFFECT_REFUSED)
		note_refusal(p, v, key);
	if (happens(p, KILL_ONE_IN))
		soak_peer_kill(p);
	if (f)
		*reply = f->reply;
	return f != NULL;
}

struct soak_peer *soak_peer_start(struct soak_shared *shared, uint64_t seed)
{
	struct soak_peer *p = memory_resize(NULL, 1, sizeof(*p));
	*p = (struct soak_peer){.shared = shared, .process = -1, .chance = {seed}};
	p->peer = smtp_peer_start_judged(judge, p);
	return p;
}

const char *soak_peer_url(const struct soak_peer *p)
{
	return smtp_peer_url(p->peer);
}

void soak_peer_begin_life(struct soak_peer *p, bool listens)
{
	smtp_peer_listen(p->peer, listens);
	p->lives_of_refusing += !listens;
}

void soak_peer_may_kill(struct soak_peer *p, pid_t pid)
{
	atomic_store(&p->process, pidfd_open(pid, 0));
}

void soak_peer_end_life(struct soak_peer *p)
{
	smtp_peer_wait_idle(p->peer);
	int process = atomic_exchange(&p->process, -1);
	if (process >= 0)
		close(process);
}

const struct soak_mail *soak_peer_mails(const struct soak_peer *p, size_t *count)
{
	*count = p->mail_count;
	return p->mails;
}

const struct soak_refusal *soak_peer_refusals(const struct soak_peer *p, size_t *count)
{
	*count = p->refusal_count;
	return p->refusals;
}

unsigned soak_peer_missing(const struct soak_peer *p)
{
	unsigned missing = 0;
	for (unsigned i = 0; i < FAULTS; i++) {
		const char *reply = faults[i].reply;
		if (p->came[i])
			continue;
		printf("# never: at place %d: %s\n", (int)faults[i].place,
		       !reply   ? "drops the line"
		       : *reply ? reply
		                : "says nothing");
		missing++;
	}
	if (!p->lives_of_refusing || !p->kills)
		printf("# never: connections refused (%u lives), killed in mid-talk (%u)\n",
		       p->lives_of_refusing, p->kills);
	return missing + !p->lives_of_refusing + !p->kills;
}

unsigned soak_peer_faults(const struct soak_peer *p)
{
	unsigned all = 0;
	for (unsigned i = 0; i < FAULTS; i++)
		all += p->came[i];
	return all;
}

unsigned soak_peer_kills(const struct soak_peer *p)
{
	return p->kills;
}

void soak_peer_stop(struct soak_peer *p)
{
	smtp_peer_stop(p->peer);
	free(p->mails);
	free(p->refusals);
	free(p);
}
