/* SPDX-License-Identifier: ISC */
/*
 * slowsafari fsck: every stored game replayed, and compared with what its rows say. What is
 * compared is app/fsck.h's. It mends nothing.
 */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/config.h"
#include "app/fsck.h"

static const char help[] =
	"fsck [--config FILE]\n"
	"\n"
	"Checks the database of a server that does not run: the file itself, then\n"
	"every game, its chain of moves, its replay by the rules and what lists show\n"
	"of it. Each fault is a line; `N games, N faults` comes last. Nothing is\n"
	"mended.\n"
	"\n"
	"  --config FILE     as for serve, whose database it is; SLOWSAFARI_DATABASE in\n"
	"                    the environment goes before it\n";

static void tell(void *context, const char *game_id, const char *sentence)
{
	(void)context;
	printf("%s: %s\n", game_id, sentence);
}

/* A file that is not there would be made. */
static int open_store(struct store **out, const struct config *config, struct err *err)
{
	struct store_options options = {.path = config->database, .is_checked = true};
	if (access(config->database, F_OK))
		return err_set(err, "%s: %s", config->database, strerror(errno));
	return store_open(out, &options, err);
}

static int check(const char *config_path)
{
	extern char **environ;
	struct fsck_report report = {.fault = tell};
	struct config config;
	struct store *store = NULL;
	struct err err;
	struct sets *sets = malloc(sizeof(*sets));
	int status = EXIT_NO;
	if (!sets)
		abort();
	if (config_read(&config, config_path, environ, &err) || sets_load(sets, NULL, &err) ||
	    open_store(&store, &config, &err) || sets_recall(sets, store, &err)) {
		cli_no("%s", err.text);
	} else if (fsck_all(store, sets, &report)) {
		cli_no("%s: it cannot be read", config.database);
	} else {
		printf("%lu game%s, %lu fault%s\n", report.games, report.games == 1 ? "" : "s",
		       report.faults, report.faults == 1 ? "" : "s");
		status = report.faults ? EXIT_NO : EXIT_YES;
	}
	store_close(store);
	free(sets);
	return status;
}

static int run(int argc, char **argv)
{
	const char *config_path = NULL;
	const struct cli_option options[] = {{.name = "config", .value = &config_path}};
	int words = cli_options(&cli_fsck, argc, argv, options, 1, NULL);
	if (words < 0)
		return EXIT_USAGE;
	if (words > 0)
		return cli_usage(&cli_fsck, "unexpected \"%s\"", argv[1]);
	return check(config_path);
}

const struct cli_command cli_fsck = {"fsck", "checks the games of a service's database", help, run};
