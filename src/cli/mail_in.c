/* SPDX-License-Identifier: ISC */
/*
 * slowsafari mail-in: a mail server's pipe for mails that come in. It hands the mail to the server
 * that runs and knows nothing of what is in it; the exit status is what mail servers go by.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <sysexits.h>

#include "app/config.h"
#include "base/limits.h"
#include "base/text.h"
#include "notify/operator.h"

static const char help[] =
	"mail-in [--config FILE] <MAIL\n"
	"\n"
	"Takes a mail on its standard input and hands it to the server that runs, over\n"
	"its Unix socket: an answer to a mail of a game, or a report that a mail of ours\n"
	"did not arrive. For the pipe of a mail server; docs/mail.md shows how.\n"
	"\n"
	"Status 0: it is done with. 75: try again later, no server runs or it can't now.\n"
	"65: it will never be taken, since it is too large or no mail.\n"
	"\n"
	"  --config FILE     as for serve; SLOWSAFARI_KEY in the environment goes\n"
	"                    before it\n";

/* All of it, or one byte more than there may be. */
static int read_mail(struct text *mail)
{
	char bytes[65536];
	size_t len;
	while ((len = fread(bytes, 1, sizeof(bytes), stdin)) > 0) {
		text_add_bytes(mail, bytes, len);
		if (text_is_over(mail)) {
			fprintf(stderr, "slowsafari: a mail of more than %d bytes\n",
			        LIMIT_INCOMING_BYTES);
			return EX_DATAERR;
		}
	}
	return ferror(stdin) ? EX_TEMPFAIL : EX_OK;
}

static int hand_over(const struct config *config, struct text *mail)
{
	struct err err;
	switch (operator_hand_over(config, text_string(mail), mail->len, &err)) {
	case OPERATOR_DONE:
		return EX_OK;
	case OPERATOR_REFUSED:
		cli_no("%s", err.text);
		return EX_DATAERR;
	case OPERATOR_NOBODY:
		cli_no("%s: no server listens there", config->socket);
		return EX_TEMPFAIL;
	case OPERATOR_FAILED:
		break;
	}
	cli_no("%s", err.text);
	return EX_TEMPFAIL;
}

static int run(int argc, char **argv)
{
	extern char **environ;
	const char *config_path = NULL;
	const struct cli_option options[] = {{.name = "config", .value = &config_path}};
	struct config config;
	struct text mail;
	struct err err;
	int words = cli_options(&cli_mail_in, argc, argv, options, 1, NULL);
	if (words > 0)
		cli_usage(&cli_mail_in, "unexpected \"%s\"", argv[1]);
	if (words != 0)
		return EXIT_USAGE;
	if (config_read(&config, config_path, environ, &err)) {
		cli_no("%s", err.text); /* it may be mended while the mail waits */
		return EX_TEMPFAIL;
	}
	text_init(&mail, LIMIT_INCOMING_BYTES);
	int status = read_mail(&mail);
	if (status == EX_OK)
		status = hand_over(&config, &mail);
	text_release(&mail);
	return status;
}

const struct cli_command cli_mail_in = {"mail-in", "takes a mail that came in", help, run};
