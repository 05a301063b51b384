/* SPDX-License-Identifier: ISC */
/*
 * slowsafari doctor: what is wrong with a server's set-up, a line for each check. The checks are
 * app/checkup.h's, notify/sender.h's and notify/relay.h's; here they are brought into an order, and
 * told.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/checkup.h"
#include "app/mail_secrets.h"
#include "app/names.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/version.h"
#include "notify/dns.h"
#include "notify/mailbox.h"
#include "notify/post.h"
#include "notify/relay.h"
#include "notify/sender.h"

static const char help[] =
	"doctor [--config FILE] [--to ADDRESS] [--dkim SELECTOR]\n"
	"                   [--nameserver ADDRESS]\n"
	"\n"
	"Checks a server's set-up, beside it or before its first start, and changes\n"
	"nothing. Each check is a line: ok, warning or wrong, and what to do. Status 1\n"
	"when something is wrong. Run it as the user of the server.\n"
	"\n"
	"  --config FILE     as for serve; SLOWSAFARI_KEY in the environment goes before\n"
	"                    it\n"
	"  --to ADDRESS      sends a test mail there\n"
	"  --dkim SELECTOR   the DKIM key that the mail server signs with is looked up\n"
	"  --nameserver ADDRESS\n"
	"                    numeric, IPv4, :PORT may follow: asked instead of the\n"
	"                    system's; one elsewhere shows what others see\n";

/* Bounds on each question; what answers nothing is asked once. */
enum { DNS_TIMEOUT_S = 3, RELAY_TIMEOUT_MS = 30 * 1000, LINE_BYTES = 2 * FINDING_BYTES };

struct doctor {
	const char *config_path, *to, *dkim, *nameserver;
	char address[LIMIT_ADDRESS_BYTES + 1]; /* that of `to` */
	struct config config;
	struct dns *dns;
	struct findings findings;
};

/* A line at once: some checks take their time. */
static void tell(void *context, enum finding_grade grade, const char *about, const char *sentence)
{
	static const char *const words[] = {"ok", "warning", "wrong"};
	char line[LINE_BYTES];
	(void)context;
	size_t len = log_escape(line, sizeof(line), sentence, strlen(sentence));
	printf("%-8s %-10s %.*s\n", words[grade], about, (int)len, line);
	fflush(stdout);
}

/* Webhooks and mail servers show certificates that somebody must vouch for. */
static void check_authorities(struct doctor *d)
{
	const char *file = posts_authorities();
	if (file && access(file, R_OK) == 0)
		finding_ok(&d->findings, "https", "%s has the authorities that are trusted", file);
	else
		finding_wrong(&d->findings, "https",
		              "%s cannot be read: no certificate is trusted, and webhooks reach "
		              "nobody; install ca-certificates",
		              file ? file : "a list of authorities");
}

/* ---- What needs a network ---- */

static void check_names(struct doctor *d, const char *mail_from)
{
	const struct config *c = &d->config;
	const char *domain = strchr(mail_from, '@') + 1;
	if (c->is_https && !c->host_is_address && !c->is_loopback)
		sender_check_host(&d->findings, d->dns, c->host);
	if (c->smtp_url[0] && strchr(domain, '.'))
		sender_check_domain(&d->findings, d->dns, domain, d->dkim);
}

static void check_relay(struct doctor *d, const char *mail_from)
{
	/* A key of nobody: what matters is the form. */
	static const struct mail_secrets form = {{0}};
	char bounce[LIMIT_ADDRESS_BYTES + 1];
	struct smtp *smtp = NULL;
	struct err err;
	struct relay_trial t = {
		.url = d->config.smtp_url,
		.site_name = d->config.site_name,
		.mail_from = mail_from,
		.to = d->to ? d->address : NULL,
		.now = clock_now(&(struct clock)CLOCK_SYSTEM),
	};
	if (d->config.has_mail_plus && mail_secrets_bounce(&form, mail_from, 0, bounce))
		t.bounce = bounce;
	else if (d->config.has_mail_plus)
		finding_warning(&d->findings, "mail_from",
		                "%s is too long to get a + and a tag for each player: mails that "
		                "come back do not tell whose they are",
		                mail_from);
	if (relay_open(&smtp, &d->config, RELAY_TIMEOUT_MS, NULL, &err) < 0)
		finding_wrong(&d->findings, "relay", "%s", err.text);
	else
		relay_try(&d->findings, smtp, &t);
	smtp_close(smtp);
}

/* The mailbox that answers come to: signed in to, and looked into. */
static void check_mailbox(struct doctor *d)
{
	struct mailbox_options o = {.config = &d->config};
	struct err err;
	if (mailbox_look(&o, &err) < 0)
		finding_wrong(&d->findings, "imap",
		              "%s; answers to mails are not read: mend imap_url, imap_user, "
		              "imap_password_file or imap_folder",
		              err.text);
	else
		finding_ok(&d->findings, "imap", "%s: signed in, and \"%s\" can be read",
		           d->config.imap_url, d->config.imap_folder);
}

/* ---- The command ---- */

static void check_all(struct doctor *d)
{
	extern char **environ;
	char mail_from[LIMIT_ADDRESS_BYTES + 1];
	if (checkup_config(&d->findings, &d->config, d->config_path, environ) < 0)
		return;
	checkup_all(&d->findings, &d->config, clock_now(&(struct clock)CLOCK_SYSTEM));
	check_authorities(d);
	if (!address_normalise(d->config.mail_from, mail_from))
		return;
	check_names(d, mail_from);
	if (d->config.mail_in == MAIL_IN_IMAP)
		check_mailbox(d);
	if (d->config.smtp_url[0])
		check_relay(d, mail_from);
	else if (d->to)
		finding_warning(&d->findings, "mail", "no test mail: there is no smtp_url");
}

static int finish(const struct findings *f)
{
	const unsigned *n = f->counts;
	printf("%u ok, %u warning%s, %u wrong\n", n[FINDING_OK], n[FINDING_WARNING],
	       n[FINDING_WARNING] == 1 ? "" : "s", n[FINDING_WRONG]);
	return n[FINDING_WRONG] ? EXIT_NO : EXIT_YES;
}

static int run(int argc, char **argv)
{
	struct doctor d = {.findings.tell = tell};
	struct err err;
	const struct cli_option options[] = {
		{.name = "config", .value = &d.config_path},
		{.name = "to", .value = &d.to},
		{.name = "dkim", .value = &d.dkim},
		{.name = "nameserver", .value = &d.nameserver},
	};
	int words = cli_options(&cli_doctor, argc, argv, options,
	                        sizeof(options) / sizeof(options[0]), NULL);
	if (words < 0)
		return EXIT_USAGE;
	if (words > 0)
		return cli_usage(&cli_doctor, "unexpected \"%s\"", argv[1]);
	if (d.to && !address_normalise(d.to, d.address))
		return cli_usage(&cli_doctor, "--to wants a mail address, not \"%s\"", d.to);
	if (dns_open(&d.dns, d.nameserver, DNS_TIMEOUT_S, &err) < 0)
		return cli_usage(&cli_doctor, "--nameserver: %s", err.text);
	finding_ok(&d.findings, "program", "slowsafari %s", program_version);
	check_all(&d);
	dns_close(d.dns);
	return finish(&d.findings);
}

const struct cli_command cli_doctor = {"doctor", "says what is wrong with a server's set-up", help,
                                       run};
