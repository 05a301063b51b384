/* SPDX-License-Identifier: ISC */
/*
 * Options and complaints: see cli.h. getopt_long() would do the reading, but says neither which
 * command was meant nor that an option came twice.
 */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_usage(const struct cli_command *c, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fprintf(stderr, "slowsafari %s: ", c->name);
	vfprintf(stderr, format, args);
	fprintf(stderr, " (see slowsafari %s --help)\n", c->name);
	va_end(args);
	return EXIT_USAGE;
}

int cli_no(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fputs("slowsafari: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	return EXIT_NO;
}

int cli_flush(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	perror("slowsafari: standard output");
	return status == EXIT_YES ? EXIT_NO : status;
}

static const struct cli_option *find(const struct cli_option *options, size_t count,
                                     const char *name, size_t len)
{
	for (size_t i = 0; i < count; i++) {
		if (strlen(options[i].name) == len && memcmp(options[i].name, name, len) == 0)
			return &options[i];
	}
	return NULL;
}

/* Reads the option at argv[at]; answers how many words it took, or -1. */
static int read_option(const struct cli_command *c, int argc, char **argv, int at,
                       const struct cli_option *options, size_t count, void *context)
{
	const char *name = argv[at] + 2, *equals = strchr(name, '=');
	size_t len = equals ? (size_t)(equals - name) : strlen(name);
	const struct cli_option *o = find(options, count, name, len);
	if (!o) {
		cli_usage(c, "unknown option --%.*s", (int)len, name);
		return -1;
	}
	if (o->flag) {
		if (equals) {
			cli_usage(c, "--%s takes no value", o->name);
			return -1;
		}
		*o->flag = true;
		return 1;
	}
	const char *value = equals ? equals + 1 : at + 1 < argc ? argv[at + 1] : NULL;
	if (!value) {
		cli_usage(c, "--%s needs a value", o->name);
		return -1;
	}
	if (o->take) {
		if (o->take(context, value))
			return -1;
	} else if (*o->value) {
		cli_usage(c, "--%s comes twice", o->name);
		return -1;
	} else {
		*o->value = value;
	}
	return equals ? 1 : 2;
}

int cli_options(const struct cli_command *c, int argc, char **argv,
                const struct cli_option *options, size_t count, void *context)
{
	int words = 0;
	for (int at = 1; at < argc;) {
		if (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0) {
			printf("usage: slowsafari %s", c->help);
			exit(cli_flush(EXIT_YES));
		}
		if (strcmp(argv[at], "--") == 0) {
			for (at++; at < argc; at++)
				argv[++words] = argv[at];
			break;
		}
		if (argv[at][0] != '-' || !argv[at][1]) {
			argv[++words] = argv[at++];
			continue;
		}
		if (argv[at][1] != '-') {
			cli_usage(c, "unknown option %s", argv[at]);
			return -1;
		}
		int took = read_option(c, argc, argv, at, options, count, context);
		if (took < 0)
			return -1;
		at += took;
	}
	return words;
}
