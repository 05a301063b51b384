/* SPDX-License-Identifier: ISC */
/*
 * What the commands of `slowsafari` share: their table, how options are read, how errors are told.
 * A command answers the exit status: 0, 1 for "no", 2 for wrong use.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

enum { EXIT_YES = 0, EXIT_NO = 1, EXIT_USAGE = 2 };

struct cli_command {
	const char *name;
	const char *summary; /* one line for the list of commands */
	const char *help;    /* what --help prints below "usage: slowsafari " */
	int (*run)(int argc, char **argv);
};

extern const struct cli_command cli_simulate, cli_verify, cli_show, cli_legal, cli_tileset,
	cli_serve, cli_fsck, cli_doctor, cli_notices, cli_mail_in;

/* One option: `--name VALUE`, or `--name` alone when it takes no value. */
struct cli_option {
	const char *name;   /* without dashes */
	const char **value; /* where its value goes; NULL: see take and flag */
	bool *flag;         /* set when the option stands alone */
	/* For options that may come often: EXIT_YES, or EXIT_USAGE and has complained. */
	int (*take)(void *context, const char *value);
};

/*
 * Reads the options of a command, in any order with its other words, up to "--". Each that is
 * unknown, lacks its value or comes twice without take() is complained of. Answers how many other
 * words there are, which are moved to the front of argv + 1; or -1, and the command answers
 * EXIT_USAGE. --help prints the help and exits.
 */
int cli_options(const struct cli_command *c, int argc, char **argv,
                const struct cli_option *options, size_t count, void *context);

/* Complains on the standard error, with the command's name and a hint at --help. Answers
 * EXIT_USAGE. */
int cli_usage(const struct cli_command *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Says on the standard error why the answer is no. Answers EXIT_NO. */
int cli_no(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What was printed must have arrived: a full disk is no success. Answers the status, or EXIT_NO in
 * the place of EXIT_YES, having said why. */
int cli_flush(int status);

#endif
