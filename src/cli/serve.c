/* SPDX-License-Identifier: ISC */
/*
 * slowsafari serve: the service itself, until a signal ends it. It brings the parts together and
 * starts them in order; what they do is theirs.
 */
#include "cli/cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/beat.h"
#include "app/config.h"
#include "app/mail_secrets.h"
#include "app/replays.h"
#include "app/sets.h"
#include "base/log.h"
#include "base/number.h"
#include "base/version.h"
#include "notify/collector.h"
#include "notify/inbox.h"
#include "notify/mailer.h"
#include "store/store.h"
#include "web/listener.h"
#include "web/server.h"
#include "web/socket.h"

static const char help[] =
	"serve [--config FILE] [--mailbox]\n"
	"                  [--dev [--seed TEXT] [--clock SECONDS]]\n"
	"\n"
	"Runs the service until SIGTERM or SIGINT, which finish the requests under way.\n"
	"\n"
	"  --config FILE     lines of KEY = VALUE; SLOWSAFARI_KEY in the environment\n"
	"                    goes before it. Without a file: a server for this machine,\n"
	"                    on port 8080\n"
	"  --mailbox         without a mail server: mails are readable at /mailbox also\n"
	"                    where base_url is a private address, for whoever can reach\n"
	"                    it: for a house whose people trust one another\n"
	"  --dev             for developers: templates and static files are read from\n"
	"                    the working directory each time; every page and every game\n"
	"                    says so\n"
	"  --seed TEXT       with --dev: the draws of a new game follow from TEXT and its\n"
	"                    name\n"
	"  --clock SECONDS   with --dev: it is that time, in Unix seconds, until a\n"
	"                    POST /dev/clock moves it\n";

struct serve {
	const char *config_path, *seed, *clock_text;
	bool is_dev, has_mailbox;
	struct config config;
	struct clock clock;
	struct sets *sets;
	struct replays *replays;
	struct store *store;
	struct mail_secrets secrets;
	struct mailer *mailer;
	struct site site;
	int listening; /* until it is the server's; 0: it is */
	struct server *server;
	struct inbox inbox;
	struct collector *collector;
	struct site operator_site; /* behind the Unix socket */
	struct server *operator_server;
	bool has_socket;
	struct beat *beat;
};

static int read_options(int argc, char **argv, struct serve *s)
{
	int64_t at = 0;
	const struct cli_option options[] = {
		{.name = "config", .value = &s->config_path},
		{.name = "mailbox", .flag = &s->has_mailbox},
		{.name = "dev", .flag = &s->is_dev},
		{.name = "seed", .value = &s->seed},
		{.name = "clock", .value = &s->clock_text},
	};
	int words = cli_options(&cli_serve, argc, argv, options,
	                        sizeof(options) / sizeof(options[0]), NULL);
	if (words < 0)
		return EXIT_USAGE;
	if (words > 0)
		return cli_usage(&cli_serve, "unexpected \"%s\"", argv[1]);
	if ((s->seed || s->clock_text) && !s->is_dev)
		return cli_usage(&cli_serve, "--seed and --clock go with --dev only");
	if (s->clock_text && !number_parse(s->clock_text, 0, NUMBER_MOST, &at))
		return cli_usage(&cli_serve, "--clock wants Unix seconds");
	s->clock.stands = s->clock_text != NULL;
	atomic_store(&s->clock.at, at);
	return EXIT_YES;
}

/* Whoever reads the mails there can sign in as anybody: for this machine, or for a house whose
 * people trust one another and were asked for it. */
static bool may_have_mailbox(const struct serve *s)
{
	const struct config *c = &s->config;
	return !c->smtp_url[0] && (c->is_loopback || (s->has_mailbox && c->is_private));
}

static void wake_mailer(void *context)
{
	mailer_wake(context);
}

/* The same site, with other routes. */
static int open_socket(struct serve *s, struct err *err)
{
	struct server_options options = {.socket = socket_listen(s->config.socket, err)};
	if (options.socket < 0)
		return -1;
	s->operator_site = s->site;
	s->operator_site.routes = operator_routes;
	s->operator_site.hosts.host = NULL; /* whoever has the path need not know base_url, too */
	if (s->config.mail_in != MAIL_IN_OFF)
		s->operator_site.take_mail = inbox_answer;
	s->operator_site.mail_context = &s->inbox;
	s->has_socket = true;
	return server_start(&s->operator_server, &s->operator_site, &options, err);
}

static int start(struct serve *s, struct err *err)
{
	extern char **environ;
	s->sets = malloc(sizeof(*s->sets));
	if (!s->sets)
		abort();
	if (config_read(&s->config, s->config_path, environ, err) || sets_load(s->sets, NULL, err))
		return -1;
	/* Before anything is made: a second server is told so, and leaves nothing behind. */
	s->listening = listener_open(&s->config, err);
	if (s->listening < 0)
		return -1;
	struct store_options store = {.path = s->config.database, .is_checked = true};
	if (store_open(&s->store, &store, err))
		return -1;
	if (sets_offer(s->sets, s->store, s->config.tileset_folder, err) ||
	    sets_recall(s->sets, s->store, err))
		return -1;
	s->sets->replays = s->replays = replays_new(LIMIT_REPLAYS_BYTES);
	if (mail_secrets_open(&s->secrets, s->store, clock_now(&s->clock), err))
		return -1;
	s->site = (struct site){
		.config = &s->config,
		.store = s->store,
		.sets = s->sets,
		.clock = &s->clock,
		.secrets = &s->secrets,
		.routes = site_routes,
		.is_dev = s->is_dev,
		.dev_seed = s->seed,
		.clock_was_moved = wake_mailer,
		.has_mailbox = may_have_mailbox(s),
	};
	if (site_open(&s->site, err))
		return -1;
	s->sets->zones = s->site.zones;
	/* First: what was lost while it was down belongs to the deadlines that are shown and
	 * mailed. */
	if (beat_start(&s->beat, s->store, s->sets, &s->clock, err))
		return -1;
	struct mailer_options mailer = {s->store, &s->config, s->sets, &s->secrets, &s->clock};
	if (mailer_start(&s->mailer, &mailer, err))
		return -1;
	s->site.clock_context = s->mailer;
	s->inbox = (struct inbox){s->store, &s->config, s->sets, &s->secrets, &s->clock};
	if (s->config.mail_in == MAIL_IN_IMAP && collector_start(&s->collector, &s->inbox, err))
		return -1;
	struct server_options options = {.socket = s->listening};
	s->listening = 0;
	return server_start(&s->server, &s->site, &options, err) || open_socket(s, err) ? -1 : 0;
}

static void stop(struct serve *s)
{
	if (s->listening > 0)
		close(s->listening);
	if (s->has_socket)
		unlink(s->config.socket);
	server_stop(s->operator_server);
	server_stop(s->server);
	beat_stop(s->beat);
	collector_stop(s->collector);
	mailer_stop(s->mailer);
	site_close(&s->site);
	store_close(s->store);
	replays_free(s->replays);
	free(s->sets);
}

static int run(int argc, char **argv)
{
	struct serve s = {0};
	struct err err;
	sigset_t ends;
	int signal_number = 0;
	if (read_options(argc, argv, &s))
		return EXIT_USAGE;
	/* Blocked before there is any thread, so that only the wait below takes them. */
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGPIPE, &ignore, NULL);

	int status = EXIT_YES;
	if (start(&s, &err)) {
		status = cli_no("%s", err.text);
	} else {
		if (!s.config.is_https)
			log_event(
				"serve",
				"plain http: sign-ins can be read on the way; for this house only");
		log_event("serve", "slowsafari %s, ready at %s/", program_version,
		          s.config.base_url);
		sigwait(&ends, &signal_number);
		log_event("serve", "signal %d, finishing", signal_number);
	}
	stop(&s);
	return status;
}

const struct cli_command cli_serve = {"serve", "runs the service", help, run};
