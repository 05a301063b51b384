/* SPDX-License-Identifier: ISC */
/*
 * The mail server of the configuration: see relay.h.
 */
#include "notify/relay.h"

#include <stdio.h>
#include <string.h>

#include "base/hex.h"
#include "base/secret.h"
#include "base/text.h"
#include "notify/mail.h"
#include "notify/password.h"

static const char trial_text[] =
	"This is a test mail: the mails of this server go out.\n"
	"\n"
	"It was sent by `slowsafari doctor --to`. Nothing is to be done.\n";
static const char trial_html[] =
	"<p>This is a test mail: the mails of this server go out.</p>\n"
	"<p>It was sent by <code>slowsafari doctor --to</code>. Nothing is to be done.</p>\n";

int relay_open(struct smtp **out, const struct config *config, unsigned timeout_ms,
               const atomic_bool *stops, struct err *err)
{
	struct text password;
	text_init(&password, PASSWORD_BYTES);
	int status = password_read(config->smtp_password_file, &password, err);
	if (status == 0) {
		struct smtp_options o = {
			.url = config->smtp_url,
			.user = config->smtp_user,
			.password = text_string(&password),
			.needs_tls = !smtp_is_loopback(config->smtp_url),
			.timeout_ms = timeout_ms,
			.stops = stops,
		};
		status = smtp_open(out, &o, err);
	}
	text_release(&password);
	return status;
}

/* ---- Trying it ---- */

static void tell_sender(struct findings *f, const struct relay_trial *t, const char *from,
                        const struct smtp_answer *a)
{
	bool is_bounce = strcmp(from, t->mail_from) != 0;
	if (a->words[0] == '4')
		finding_warning(f, "relay",
		                "%s takes no mails from %s for now: %s; look again later", t->url,
		                from, a->words);
	else if (strncmp(a->words, "53", 2) == 0)
		finding_wrong(f, "relay",
		              "%s wants a password or TLS first: %s; set smtp_user and "
		              "smtp_password_file, or let it take mails of this machine without",
		              t->url, a->words);
	else
		finding_wrong(f, "relay", "%s takes no mails from %s: %s; %s", t->url, from,
		              a->words,
		              is_bounce ? "mails go out from there so that bounces tell whose they "
		                          "are: let it take addresses with a +, or set mail_plus = "
		                          "off"
		                        : "choose a mail_from from which it lets you send");
}

static void tell_hurdle(struct findings *f, const struct relay_trial *t, const char *from,
                        const struct smtp_answer *a)
{
	switch (a->hurdle) {
	case SMTP_NO_HURDLE:
		finding_ok(f, "relay", "%s takes mails from %s", t->url, from);
		break;
	case SMTP_NO_HOST:
		finding_wrong(f, "relay",
		              "%s: its host has no address, or no name server answers (%s); mend "
		              "smtp_url",
		              t->url, a->words);
		break;
	case SMTP_NO_CONNECTION:
		finding_wrong(f, "relay",
		              "%s cannot be reached (%s): is it running, is the port right? Many "
		              "networks close port 25; providers take mails on 587 or 465",
		              t->url, a->words);
		break;
	case SMTP_NO_GREETING:
		finding_wrong(
			f, "relay",
			"%s does not let this machine in (%s): its log says why. With port 465 "
			"smtp_url begins with smtps://",
			t->url, a->words);
		break;
	case SMTP_NO_TLS:
		finding_wrong(
			f, "relay",
			"%s does not speak TLS as it must (%s), so it gets neither password nor "
			"mail: smtp_url begins with smtps:// for port 465, with smtp:// for 587 "
			"and 25",
			t->url, a->words);
		break;
	case SMTP_NOT_TRUSTED:
		finding_wrong(
			f, "relay",
			"%s shows a certificate that this machine does not trust (%s): give its "
			"name in smtp_url as it stands in the certificate, or make its "
			"authority known with update-ca-certificates",
			t->url, a->words);
		break;
	case SMTP_NOT_SIGNED_IN:
		finding_wrong(
			f, "relay",
			"%s refuses the user or the password (%s): mend smtp_user and the first "
			"line of smtp_password_file; some providers want a password made for "
			"programs",
			t->url, a->words);
		break;
	case SMTP_NO_AUTH:
		finding_warning(
			f, "relay",
			"%s takes mails from %s, but offers no way to sign in, so the password "
			"was not used; is it the right port?",
			t->url, from);
		break;
	case SMTP_NOT_SENDER:
		tell_sender(f, t, from, a);
		break;
	}
}

/* False when there is no use in going on. */
static bool try_sender(struct findings *f, struct smtp *smtp, const struct relay_trial *t,
                       const char *from)
{
	struct smtp_answer a;
	smtp_ask_sender(smtp, from, &a);
	tell_hurdle(f, t, from, &a);
	return a.hurdle == SMTP_NO_HURDLE || a.hurdle == SMTP_NO_AUTH;
}

static void compose_trial(struct text *out, const struct relay_trial *t)
{
	unsigned char chance[16];
	char hex[2 * sizeof(chance) + 1], id[LIMIT_ADDRESS_BYTES + 64];
	secret_random(chance, sizeof(chance));
	hex_format(hex, chance, sizeof(chance));
	snprintf(id, sizeof(id), "doctor.%s@%s", hex, strchr(t->mail_from, '@') + 1);
	mail_compose(out, &(struct mail){
				  .from_name = t->site_name,
				  .from = t->mail_from,
				  .to = t->to,
				  .subject = "A test mail",
				  .message_id = id,
				  .date = t->now,
				  .text = trial_text,
				  .html = trial_html,
			  });
}

static void try_mail(struct findings *f, struct smtp *smtp, const struct relay_trial *t)
{
	struct text mail;
	struct delivery d;
	text_init(&mail, MAIL_BYTES_MAX);
	compose_trial(&mail, t);
	smtp_send(smtp, t->bounce ? t->bounce : t->mail_from, t->to, mail.data, mail.len, &d);
	if (d.fate == DELIVERY_TAKEN)
		finding_ok(
			f, "mail",
			"a test mail to %s was taken (%s). See that it arrives, and not among the "
			"spam; its Authentication-Results should say spf=pass, dkim=pass and "
			"dmarc=pass",
			t->to, d.answer);
	else if (d.fate == DELIVERY_REFUSED)
		finding_wrong(f, "mail",
		              "the test mail to %s was refused (%s): is the address right, and may "
		              "this machine send to others through %s?",
		              t->to, d.answer, t->url);
	else
		finding_warning(
			f, "mail",
			"the test mail to %s was not taken for now (%s); real mails are tried "
			"again for two days",
			t->to, d.answer);
	text_release(&mail);
}

void relay_try(struct findings *f, struct smtp *smtp, const struct relay_trial *t)
{
	if (!try_sender(f, smtp, t, t->mail_from))
		return;
	if (t->bounce && !try_sender(f, smtp, t, t->bounce))
		return;
	if (t->to)
		try_mail(f, smtp, t);
	else
		finding_ok(f, "mail", "no mail was sent: --to ADDRESS sends one, the best test");
}
