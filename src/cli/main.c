/* SPDX-License-Identifier: ISC */
/*
 * slowsafari COMMAND: finds the command and runs it. What each does stands in its own file.
 */
#include "cli/cli.h"

#include "base/version.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const struct cli_command *const commands[] = {
	&cli_simulate, &cli_verify, &cli_show,   &cli_legal,   &cli_tileset,
	&cli_serve,    &cli_fsck,   &cli_doctor, &cli_notices, &cli_mail_in,
};
enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) };

static void print_commands(FILE *out)
{
	fputs("usage: slowsafari COMMAND [OPTION...] [FILE...]\n\n", out);
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	fprintf(out,
	        "\nslowsafari COMMAND --help says more. Exit status: 0; 1 for \"no\"; 2 for wrong "
	        "use.\nThis is version %s.\n",
	        program_version);
}

/* A file that is opened must not become a standard stream that was closed, and get its words. What
 * stands in for one is open the wrong way round, so that using it fails still. */
static void hold_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
	}
}

int main(int argc, char **argv)
{
	hold_standard_streams();
	if (sodium_init() < 0)
		return cli_no("libsodium does not start");
	if (argc < 2) {
		print_commands(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		print_commands(stdout);
		return cli_flush(EXIT_YES);
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("slowsafari %s\n", program_version);
		return cli_flush(EXIT_YES);
	}
	for (size_t i = 0; i < COMMAND_COUNT; i++) {
		if (strcmp(argv[1], commands[i]->name) == 0)
			return cli_flush(commands[i]->run(argc - 1, argv + 1));
	}
	fprintf(stderr, "slowsafari: unknown command \"%s\"\n", argv[1]);
	print_commands(stderr);
	return EXIT_USAGE;
}
