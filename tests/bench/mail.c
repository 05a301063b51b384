/* SPDX-License-Identifier: ISC */
/*
 * How fast mails go out: the whole way of a notice, from its row to the answer of a mail server,
 * beside libcurl that hands finished bytes to the same server; what composing takes, with a picture
 * and without; and how long somebody who signs in waits behind 10,000 others. The mail server takes
 * everything and is on another core. The seed of the games is the first argument.
 */
#include <curl/curl.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/accounts.h"
#include "app/mail_secrets.h"
#include "app/notices.h"
#include "notify/courier.h"
#include "notify/letter.h"
#include "notify/mail.h"
#include "notify/mailer.h"
#include "store/people.h"
#include "support/measure.h"
#include "support/regulars.h"
#include "support/smtp_peer.h"

enum {
	MAILS = 500, /* in one go */
	WAITING = 10000,
	BEFORE = 3,        /* mails that are there when somebody asks to sign in */
	FULL_TURNS = 1000, /* to the end */
};

struct bench {
	char folder[64], database[96];
	struct regulars regulars;
	struct regular people[5];
	char game[GAME_ID_LEN + 1]; /* over, the table full */
	struct config config;
	struct clock clock;
	struct mail_secrets secrets;
	struct letters *letters;
	struct zones *zones;
	struct smtp_peer *peer;
	struct courier *courier;
	CURL *curl;
	struct text mail;   /* without a picture, finished */
	size_t mail_at;     /* what libcurl was given of it */
	size_t picture_len; /* of a whole mail with one */
	int numbers;        /* of notices so far */
	pthread_mutex_t lock;
	pthread_cond_t came;
	unsigned mails, sign_ins;
};

static void must(bool is_so, const char *what)
{
	if (!is_so) {
		printf("bench: %s\n", what);
		fflush(stdout);
		abort();
	}
}

/* The mail server takes all, and counts. */
static bool count_mail(void *context, const struct smtp_visit *visit, enum smtp_place place,
                       const char **reply)
{
	struct bench *b = context;
	(void)reply;
	if (place != PEER_AT_END)
		return false;
	pthread_mutex_lock(&b->lock);
	bool is_sign_in = strncmp(visit->recipient, "new", 3) == 0;
	b->mails += !is_sign_in;
	b->sign_ins += is_sign_in;
	pthread_cond_broadcast(&b->came);
	pthread_mutex_unlock(&b->lock);
	return false;
}

static void wait_for(struct bench *b, const unsigned *count, unsigned least)
{
	pthread_mutex_lock(&b->lock);
	while (*count < least)
		pthread_cond_wait(&b->came, &b->lock);
	pthread_mutex_unlock(&b->lock);
}

/* ---- What is there before ---- */

static int add_addresses(struct db *db, void *context)
{
	struct bench *b = context;
	for (size_t i = 0; i < sizeof(b->people) / sizeof(b->people[0]); i++) {
		struct address a = {.user_id = b->people[i].id, .confirmed_at = b->regulars.now};
		snprintf(a.address, sizeof(a.address), "user%zu@example.org", i);
		address_insert(db, &a);
	}
	return 0;
}

static void make_database(struct bench *b, const char *seed)
{
	struct err err;
	const struct regular *all[5];
	char log[100];
	snprintf(b->folder, sizeof(b->folder), "build/bench/mail-XXXXXX");
	must(mkdtemp(b->folder) != NULL, b->folder);
	snprintf(b->database, sizeof(b->database), "%s/games.db", b->folder);
	snprintf(log, sizeof(log), "%s/log", b->folder);
	must(freopen(log, "a", stderr) != NULL, log); /* a line for each mail, as in service */
	regulars_open(&b->regulars, b->database, strtoull(seed, NULL, 16));
	for (size_t i = 0; i < 5; i++) {
		regulars_come(&b->regulars, &b->people[i]);
		all[i] = &b->people[i];
	}
	must(store_write(b->regulars.store, add_addresses, b) == STORE_OK, "addresses");
	regulars_begin(&b->regulars, all, 5, b->game);
	regulars_play(&b->regulars, b->game, "quick", FULL_TURNS);
	b->clock.stands = true;
	atomic_store(&b->clock.at, b->regulars.now);
	config_init(&b->config);
	snprintf(b->config.smtp_url, sizeof(b->config.smtp_url), "%s", smtp_peer_url(b->peer));
	must(mail_secrets_open(&b->secrets, b->regulars.store, b->regulars.now, &err) == 0,
	     "secrets");
	must(letters_open(&b->letters, &b->regulars.sets, &err) == 0, "letters");
	b->zones = zones_new();
}

struct adding {
	struct bench *b;
	enum notice_kind kind;
	int count;
};

static int add_notices(struct db *db, void *context)
{
	const struct adding *a = context;
	struct bench *b = a->b;
	for (int i = 0; i < a->count; i++) {
		struct notice n = notices_new(a->kind, b->regulars.now);
		n.user_id = b->people[i % 5].id;
		n.rev = 1;
		n.number = ++b->numbers;
		memcpy(n.game_id, b->game, sizeof(n.game_id));
		notice_add(db, &n, NULL, 0);
	}
	return 0;
}

static void add(struct bench *b, enum notice_kind kind, int count)
{
	struct adding a = {b, kind, count};
	must(store_write(b->regulars.store, add_notices, &a) == STORE_OK, "notices");
}

/* ---- One mail ---- */

static void compose(struct bench *b, enum notice_kind kind, int64_t rev, struct text *out)
{
	struct err err;
	struct notice n = notices_new(kind, b->regulars.now);
	n.user_id = b->people[0].id;
	n.rev = rev;
	memcpy(n.game_id, b->game, sizeof(n.game_id));
	snprintf(n.address, sizeof(n.address), "user0@example.org");
	struct db *db = store_read(b->regulars.store);
	struct letter_context context = {&b->config, &b->regulars.sets, db, b->zones, &b->secrets};
	text_clear(out);
	must(letter_compose(b->letters, out, &context, &n, &err) == 0, "a letter");
	store_read_done(b->regulars.store, db);
}

static double compose_plain(void *context)
{
	struct bench *b = context;
	compose(b, NOTICE_INVITATION, 1, &b->mail);
	return 1;
}

static double compose_picture(void *context)
{
	struct bench *b = context;
	struct text mail;
	text_init(&mail, MAIL_BYTES_MAX);
	compose(b, NOTICE_GAME_OVER, INT64_MAX, &mail);
	must(strstr(text_string(&mail), "image/png") != NULL, "a picture");
	b->picture_len = mail.len;
	text_release(&mail);
	return 1;
}

/* ---- Many ---- */

static size_t give(char *out, size_t size, size_t count, void *context)
{
	struct bench *b = context;
	size_t left = b->mail.len - b->mail_at, n = size * count < left ? size * count : left;
	memcpy(out, b->mail.data + b->mail_at, n);
	b->mail_at += n;
	return n;
}

static void open_curl(struct bench *b)
{
	b->curl = curl_easy_init();
	must(b->curl != NULL, "libcurl");
	curl_easy_setopt(b->curl, CURLOPT_URL, smtp_peer_url(b->peer));
	curl_easy_setopt(b->curl, CURLOPT_MAIL_FROM, "<safari@example.org>");
	curl_easy_setopt(b->curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(b->curl, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(b->curl, CURLOPT_READDATA, b);
}

static double hand_over(void *context)
{
	struct bench *b = context;
	struct curl_slist *to = curl_slist_append(NULL, "<user0@example.org>");
	curl_easy_setopt(b->curl, CURLOPT_MAIL_RCPT, to);
	for (int i = 0; i < MAILS; i++) {
		b->mail_at = 0;
		must(curl_easy_perform(b->curl) == CURLE_OK, "handing over");
	}
	curl_slist_free_all(to);
	return MAILS;
}

static double send_mails(void *context)
{
	struct bench *b = context;
	unsigned before = b->mails;
	add(b, NOTICE_INVITATION, MAILS);
	while (courier_run(b->courier))
		;
	must(b->mails - before == MAILS, "mails got lost");
	return MAILS;
}

static void open_courier(struct bench *b)
{
	struct err err;
	struct courier_options o = {
		.store = b->regulars.store,
		.config = &b->config,
		.sets = &b->regulars.sets,
		.secrets = &b->secrets,
		.clock = &b->clock,
		.lane = LANE_MAIL,
	};
	must(courier_open(&b->courier, &o, &err) == 0, "a courier");
	while (courier_run(b->courier)) /* what the game has made due */
		;
}

/* ---- Signing in ---- */

static double wait_in_line(struct bench *b)
{
	struct signin_chance chance;
	char address[32];
	unsigned sign_ins = b->sign_ins;
	wait_for(b, &b->mails, b->mails + BEFORE);
	snprintf(address, sizeof(address), "new%u@example.org", sign_ins);
	signin_chance_draw(&chance);
	double asked_s = measure_now_s();
	must(accounts_ask(b->regulars.store, &(struct signin_request){.address = address,
	                                                              .next = "/",
	                                                              .chance = &chance,
	                                                              .now = b->regulars.now}) != 0,
	     "a sign-in");
	wait_for(b, &b->sign_ins, sign_ins + 1);
	return 1e3 * (measure_now_s() - asked_s);
}

static void measure_sign_in(struct bench *b)
{
	struct err err;
	struct mailer *mailer;
	double waits_ms[MEASURE_ROUNDS];
	struct mailer_options o = {b->regulars.store, &b->config, &b->regulars.sets, &b->secrets,
	                           &b->clock};
	add(b, NOTICE_GAME_OVER, WAITING);
	must(mailer_start(&mailer, &o, &err) == 0, "the mailer");
	for (int i = 0; i < MEASURE_ROUNDS; i++)
		waits_ms[i] = wait_in_line(b);
	mailer_stop(mailer);
	double middle = measure_middle(waits_ms, MEASURE_ROUNDS);
	printf("%-38s %8.1f ms, %.1f to %.1f (aim: under 1000)\n",
	       "a sign-in mail behind 10,000 notices", middle, waits_ms[0],
	       waits_ms[MEASURE_ROUNDS - 1]);
}

static void print_rate(const char *name, const struct measure *m)
{
	printf("%-38s %8.0f a second, spread %3.0f %%", name, measure_median(m), measure_spread(m));
}

static void measure_mails(struct bench *b)
{
	struct measure m[] = {
		{.run = compose_plain, .context = b, .seconds = .3},
		{.run = compose_picture, .context = b, .seconds = .3},
		{.run = hand_over, .context = b},
		{.run = send_mails, .context = b},
	};
	measure_all(m, sizeof(m) / sizeof(m[0]));
	print_rate("ceiling: finished bytes by libcurl", &m[2]);
	printf(", %zu bytes each\n", b->mail.len);
	print_rate("mails without a picture", &m[3]);
	printf(", %.2f of the ceiling (aim 0.5)\n", measure_ratio(&m[3], &m[2]));
	print_rate("composed without a picture", &m[0]);
	printf(", %.3f ms each\n", 1e3 / measure_median(&m[0]));
	print_rate("composed with a picture, full table", &m[1]);
	printf(", %.1f ms each, %zu bytes\n", 1e3 / measure_median(&m[1]), b->picture_len);
}

int main(int argc, char **argv)
{
	static struct bench b = {.lock = PTHREAD_MUTEX_INITIALIZER,
	                         .came = PTHREAD_COND_INITIALIZER};
	int cores[2];
	const char *seed = argc > 1 ? argv[1] : "bench";
	if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) != 0)
		return 1;
	bool are_two = measure_two_cores(cores);
	printf("mail: seed %s, median of %d interleaved rounds, on core %d, the mail server on "
	       "core %d%s\n",
	       seed, MEASURE_ROUNDS, cores[0], cores[1], are_two ? "" : " (there is one only)");
	fflush(stdout);
	measure_move_to(cores[1]);
	b.peer = smtp_peer_start_judged(count_mail, &b);
	measure_move_to(cores[0]);
	text_init(&b.mail, MAIL_BYTES_MAX);
	make_database(&b, seed);
	open_curl(&b);
	open_courier(&b);
	measure_mails(&b);
	courier_close(b.courier);
	curl_easy_cleanup(b.curl);
	measure_sign_in(&b);
	smtp_peer_stop(b.peer);
	letters_free(b.letters);
	zones_free(b.zones);
	regulars_close(&b.regulars);
	text_release(&b.mail);
	measure_remove_folder(b.folder);
	return 0;
}
