/* SPDX-License-Identifier: ISC */
/*
 * slowsafari notices: what is still to be mailed, and moving it by hand: through the server that
 * runs, or in the database when none does.
 */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/config.h"
#include "app/notices.h"
#include "base/number.h"
#include "notify/operator.h"

static const char help[] =
	"notices [list | retry ID | drop ID] [--config FILE]\n"
	"\n"
	"What the service has still to mail, and what it gave up lately, a line each:\n"
	"number, state, kind, game, person, address, when it is due, and what the mail\n"
	"server said last. A server that runs is asked over its Unix socket, which is\n"
	"found by `socket` or `database` of its configuration.\n"
	"\n"
	"  list              the default\n"
	"  retry ID          it is due now: one that waits, or one that was given up,\n"
	"                    whose mail is written anew\n"
	"  drop ID           it is not sent\n"
	"  --config FILE     as for serve; SLOWSAFARI_KEY in the environment goes\n"
	"                    before it\n";

enum { ANSWER_BYTES = 4 << 20 };

enum verb { VERB_LIST, VERB_RETRY, VERB_DROP, VERB_COUNT };
static const char *const verbs[VERB_COUNT] = {"list", "retry", "drop"};

struct order {
	enum verb verb;
	int64_t id;
};

/* A file that is not there would be made. */
static int open_store(struct store **out, const struct config *config, struct err *err)
{
	struct store_options options = {.path = config->database};
	if (access(config->database, F_OK))
		return err_set(err,
		               "no server listens at %s, and the database %s: %s; is that the "
		               "server's configuration (--config FILE, SLOWSAFARI_DATABASE)?",
		               config->socket, config->database, strerror(errno));
	return store_open(out, &options, err);
}

static int do_here(const struct order *o, const struct config *config, struct text *out)
{
	struct store *store;
	struct err err;
	bool is_done = true;
	if (open_store(&store, config, &err))
		return cli_no("%s", err.text);
	if (o->verb == VERB_LIST) {
		struct db *db = store_read(store);
		notices_list(db, out);
		store_read_done(store, db);
	} else {
		is_done = (o->verb == VERB_RETRY ? notices_retry : notices_drop)(store, o->id,
		                                                                 time(NULL));
	}
	store_close(store);
	return is_done ? EXIT_YES : cli_no("%s", NOTICES_NONE_SUCH);
}

static int do_order(const struct order *o, const struct config *config, struct text *out)
{
	struct err err;
	char path[64] = "/notices";
	if (o->verb != VERB_LIST)
		snprintf(path, sizeof(path), "/notices/%lld/%s", (long long)o->id, verbs[o->verb]);
	switch (operator_ask(out, config, o->verb != VERB_LIST, path, &err)) {
	case OPERATOR_DONE:
		return EXIT_YES;
	case OPERATOR_REFUSED:
		return cli_no("%s", text_string(out));
	case OPERATOR_NOBODY:
		return do_here(o, config, out);
	case OPERATOR_FAILED:
		break;
	}
	return cli_no("%s", err.text);
}

static int read_order(int words, char **argv, struct order *o)
{
	*o = (struct order){VERB_LIST, 0};
	if (words == 0)
		return EXIT_YES;
	int verb = 0;
	while (verb < VERB_COUNT && strcmp(verbs[verb], argv[1]) != 0)
		verb++;
	if (verb == VERB_COUNT)
		return cli_usage(&cli_notices, "there is no \"%s\"", argv[1]);
	o->verb = (enum verb)verb;
	int wanted = o->verb == VERB_LIST ? 1 : 2;
	if (words > wanted)
		return cli_usage(&cli_notices, "unexpected \"%s\"", argv[wanted + 1]);
	if (o->verb != VERB_LIST && (words < 2 || !number_parse(argv[2], 1, NUMBER_MOST, &o->id)))
		return cli_usage(&cli_notices, "%s wants the number of a notice", argv[1]);
	return EXIT_YES;
}

static int run(int argc, char **argv)
{
	extern char **environ;
	const char *config_path = NULL;
	const struct cli_option options[] = {{.name = "config", .value = &config_path}};
	struct order order;
	struct config config;
	struct text out;
	struct err err;
	int words = cli_options(&cli_notices, argc, argv, options, 1, NULL);
	if (words < 0 || read_order(words, argv, &order) != EXIT_YES)
		return EXIT_USAGE;
	if (config_read(&config, config_path, environ, &err))
		return cli_no("%s", err.text);
	text_init(&out, ANSWER_BYTES);
	int status = do_order(&order, &config, &out);
	if (status == EXIT_YES)
		fputs(text_string(&out), stdout);
	text_release(&out);
	return status;
}

const struct cli_command cli_notices = {"notices", "what is still to be mailed", help, run};
