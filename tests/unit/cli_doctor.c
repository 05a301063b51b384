/* SPDX-License-Identifier: ISC */
/*
 * slowsafari doctor against servers of the test's: a name server, a mail server that fails as it is
 * told to, and a real Postfix. What it prints is compared line by line; what it can find without
 * them is in tests/cli/doctor.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "support/dns_peer.h"
#include "support/real_relay.h"
#include "support/smtp_peer.h"

static const struct dns_row rows[] = {
	{"play.safari.test", "A", "192.0.2.7"},
	{"safari.test", "MX", "10 mx.safari.test"},
	{"mx.safari.test", "AAAA", "2001:db8::7"},
	{"safari.test", "TXT", "v=spf1 mx -all"},
	{"_dmarc.safari.test", "TXT", "v=DMARC1; p=quarantine"},
	{"k._domainkey.safari.test", "TXT", "v=DKIM1; p=MIIB"},
	{0},
};

static struct real_relay relay;
static struct dns_peer *dns;
static char folder[] = "/tmp/slowsafari-doctor-XXXXXX";
static char config_path[64], password_path[64];
static struct text said;

static int begin(void **state)
{
	(void)state;
	unsetenv("SLOWSAFARI_GAMES");
	text_init(&said, 1 << 16);
	dns = dns_peer_start(rows);
	if (!mkdtemp(folder))
		return -1;
	snprintf(config_path, sizeof(config_path), "%s/a.conf", folder);
	snprintf(password_path, sizeof(password_path), "%s/password", folder);
	struct err err;
	if (file_write(password_path, "secret\n", 7, &err) || chmod(password_path, 0600))
		return -1;
	return real_relay_begin(&relay);
}

static int end(void **state)
{
	(void)state;
	dns_peer_stop(dns);
	text_release(&said);
	unlink(config_path);
	unlink(password_path);
	rmdir(folder);
	return real_relay_end(&relay);
}

enum { WORDS_MAX = 8 };

/* Runs the command with what it prints in `said`; answers its status. The words end with NULL. */
static int run(const char *const *words)
{
	char *argv[WORDS_MAX + 1] = {0};
	int argc = 0;
	for (; words[argc]; argc++)
		argv[argc] = (char *)words[argc];
	FILE *out = tmpfile();
	char chunk[4096];
	size_t n;
	assert_non_null(out);
	fflush(stdout);
	int kept = dup(STDOUT_FILENO);
	dup2(fileno(out), STDOUT_FILENO);
	int status = cli_doctor.run(argc, argv);
	fflush(stdout);
	dup2(kept, STDOUT_FILENO);
	close(kept);
	text_clear(&said);
	rewind(out);
	while ((n = fread(chunk, 1, sizeof(chunk), out)) > 0)
		text_add_bytes(&said, chunk, n);
	fclose(out);
	return status;
}

/* With a public server's configuration, more lines of it, and more options. */
static int examine(const char *lines, const char *option, const char *value)
{
	struct text config;
	struct err err;
	const char *words[] = {
		"doctor", "--config", config_path, "--nameserver", dns_peer_server(dns),
		option,   value,      NULL};
	text_init(&config, 4096);
	text_printf(&config,
	            "base_url = https://play.safari.test\ntrusted_proxies = 127.0.0.1\n"
	            "database = %s/games.db\nmail_from = safari@safari.test\n%s",
	            folder, lines);
	assert_int_equal(file_write(config_path, config.data, config.len, &err), 0);
	text_release(&config);
	return run(words);
}

/* The URL of a mail server as a line of the configuration, others behind it. */
static const char *url_line(const char *url, const char *others)
{
	static char line[512];
	snprintf(line, sizeof(line), "smtp_url = %s\n%s", url, others);
	return line;
}

/* A line begins so, and further on holds that. */
static void told(const char *grade, const char *about, const char *part)
{
	char start[64];
	snprintf(start, sizeof(start), "%-8s %-10s ", grade, about);
	for (const char *at = text_string(&said); *at; at = strchr(at, '\n') + 1) {
		const char *found = strstr(at, part);
		if (strncmp(at, start, strlen(start)) == 0 && found && found < strchr(at, '\n'))
			return;
	}
	fail_msg("no line \"%s... %s\" in\n%s", start, part, text_string(&said));
}

static void not_told(const char *part)
{
	if (strstr(text_string(&said), part))
		fail_msg("\"%s\" is in\n%s", part, text_string(&said));
}

static void a_set_up_that_is_well(void **state)
{
	struct smtp_peer *peer = smtp_peer_start((const struct smtp_fault[]){{0}});
	(void)state;
	assert_int_equal(examine(url_line(smtp_peer_url(peer), ""), "--dkim", "k"), EXIT_YES);
	not_told("wrong  ");
	told("ok", "base_url", "play.safari.test has the address 192.0.2.7");
	told("ok", "mail_from", "safari@safari.test");
	told("ok", "mx", "goes to mx.safari.test");
	told("ok", "spf", "v=spf1 mx -all");
	told("ok", "dkim", "k._domainkey.safari.test has a key");
	told("ok", "dmarc", "p=quarantine");
	told("ok", "relay", "takes mails from safari@safari.test");
	told("ok", "relay", "takes mails from safari+b-0-");
	told("ok", "mail", "--to ADDRESS sends one");
	smtp_peer_quiet(peer);
	assert_int_equal(smtp_peer_mails(peer), 0);
	smtp_peer_stop(peer);
}

static void a_test_mail_goes_the_way_of_all_mails(void **state)
{
	struct smtp_peer *peer = smtp_peer_start((const struct smtp_fault[]){{0}});
	char lines[256];
	(void)state;
	snprintf(lines, sizeof(lines), "smtp_user = safari\nsmtp_password_file = %s\n",
	         password_path);
	assert_int_equal(examine(url_line(smtp_peer_url(peer), lines), "--to", " Ada@Example.org"),
	                 EXIT_YES);
	told("ok", "password", password_path);
	told("ok", "mail", "a test mail to ada@example.org was taken (250 2.0.0 taken)");
	smtp_peer_quiet(peer);
	assert_int_equal(smtp_peer_mails(peer), 1);
	assert_non_null(strstr(smtp_peer_commands(peer), "AUTH PLAIN"));
	const char *mail = text_string((struct text *)smtp_peer_mail(peer, 0));
	assert_non_null(strstr(mail, "To: <ada@example.org>\r\n"));
	assert_non_null(strstr(mail, "Subject: A test mail\r\n"));
	assert_non_null(strstr(smtp_peer_commands(peer), "RCPT TO:<ada@example.org>"));
	smtp_peer_stop(peer);
}

/* What is told when the mail server has one fault; --to is given. */
static void fails(const struct smtp_fault *faults, const char *others, int status,
                  const char *grade, const char *about, const char *part)
{
	struct smtp_peer *peer = smtp_peer_start(faults);
	assert_int_equal(examine(url_line(smtp_peer_url(peer), others), "--to", "ada@example.org"),
	                 status);
	told(grade, about, part);
	smtp_peer_stop(peer);
}

static void each_failure_of_the_relay_has_its_words(void **state)
{
	char lines[256];
	(void)state;
#define FAULT(place, reply) ((const struct smtp_fault[]){{place, reply}, {0}})
	fails(FAULT(PEER_AT_GREETING, "554 5.7.1 go away"), "", EXIT_NO, "wrong", "relay",
	      "does not let this machine in (554 5.7.1 go away)");
	fails(FAULT(PEER_AT_SENDER, "550 5.7.1 not yours"), "", EXIT_NO, "wrong", "relay",
	      "choose a mail_from");
	fails(FAULT(PEER_AT_SENDER, "530 5.7.0 authenticate"), "", EXIT_NO, "wrong", "relay",
	      "set smtp_user");
	fails(FAULT(PEER_AT_SENDER, "451 4.3.0 later"), "", EXIT_YES, "warning", "relay",
	      "for now: 451 4.3.0 later");
	fails(((const struct smtp_fault[]){
		      {PEER_AT_SENDER, "250 fine"}, {PEER_AT_SENDER, "553 5.1.7 no plus"}, {0}}),
	      "", EXIT_NO, "wrong", "relay", "let it take addresses with a +");
	fails(FAULT(PEER_AT_RECIPIENT, "554 5.7.1 relay access denied"), "", EXIT_NO, "wrong",
	      "mail", "may this machine send to others");
	fails(FAULT(PEER_AT_RECIPIENT, "451 4.7.1 greylisted"), "", EXIT_YES, "warning", "mail",
	      "451 4.7.1 greylisted");
	fails(FAULT(PEER_AT_SENDER, "550 \x1b[2Jgone"), "", EXIT_NO, "wrong", "relay",
	      "550 ?[2Jgone");
	snprintf(lines, sizeof(lines), "smtp_user = somebody\nsmtp_password_file = %s\n",
	         password_path);
	fails(FAULT(0, NULL), lines, EXIT_NO, "wrong", "relay",
	      "refuses the user or the password (535 5.7.8 wrong password)");
	fails(FAULT(PEER_AT_HELLO, "250 peer.example"), lines, EXIT_YES, "warning", "relay",
	      "offers no way to sign in");
#undef FAULT
}

static void a_relay_that_is_not_there_is_told(void **state)
{
	struct smtp_peer *peer = smtp_peer_start((const struct smtp_fault[]){{0}});
	(void)state;
	smtp_peer_quiet(peer);
	assert_int_equal(examine(url_line(smtp_peer_url(peer), ""), NULL, NULL), EXIT_NO);
	told("wrong", "relay", "cannot be reached");
	smtp_peer_stop(peer);
	assert_int_equal(examine("smtp_url = smtp://a..b:25\n", NULL, NULL), EXIT_NO);
	told("wrong", "relay", "mend smtp_url");
	assert_int_equal(examine("smtp_url = smtp://:25\n", NULL, NULL), EXIT_NO);
	told("wrong", "relay", "not the address of a mail server");
}

static void a_way_in_that_is_none_is_told(void **state)
{
	(void)state;
	assert_int_equal(examine("mail_in = imap\nimap_url = imap://127.0.0.1:1\nimap_user = x\n",
	                         NULL, NULL),
	                 EXIT_NO);
	told("wrong", "imap", "imap_user is set, and imap_password_file is not");
	told("wrong", "imap", "answers to mails are not read: mend imap_url");
	examine("mail_in = pipe\n", NULL, NULL);
	told("ok", "mail_in", "answer a mail of a game with: status");
	examine("", NULL, NULL);
	told("ok", "mail_in", "off");
}

static void who_sends_without_a_plus_is_asked_without(void **state)
{
	struct smtp_peer *peer = smtp_peer_start((const struct smtp_fault[]){
		{PEER_AT_SENDER, "250 fine"}, {PEER_AT_SENDER, "553 5.1.7 no plus"}, {0}});
	char long_address[80];
	(void)state;
	assert_int_equal(examine(url_line(smtp_peer_url(peer), "mail_plus = off\n"), NULL, NULL),
	                 EXIT_YES);
	told("ok", "relay", "takes mails from safari@safari.test");
	not_told("safari+");
	smtp_peer_stop(peer);
	peer = smtp_peer_start((const struct smtp_fault[]){{0}});
	snprintf(long_address, sizeof(long_address), "%050d@safari.test", 7);
	setenv("SLOWSAFARI_MAIL_FROM", long_address, 1);
	assert_int_equal(examine(url_line(smtp_peer_url(peer), ""), NULL, NULL), EXIT_YES);
	unsetenv("SLOWSAFARI_MAIL_FROM");
	told("warning", "mail_from", "too long to get a +");
	smtp_peer_stop(peer);
}

static void without_a_name_server_the_rest_is_checked(void **state)
{
	static const struct dns_row none[] = {{0}};
	struct smtp_peer *peer = smtp_peer_start((const struct smtp_fault[]){{0}});
	struct dns_peer *ours = dns, *gone = dns_peer_start(none);
	char server[32];
	const char *words[] = {"doctor", "--config", config_path, "--nameserver", server, NULL};
	(void)state;
	snprintf(server, sizeof(server), "%s", dns_peer_server(gone));
	dns_peer_stop(gone);
	assert_int_equal(examine(url_line(smtp_peer_url(peer), ""), NULL, NULL), EXIT_YES);
	assert_int_equal(run(words), EXIT_YES);
	told("warning", "dns", "no name server answers for play.safari.test");
	told("warning", "dns", "no name server answers for safari.test");
	told("ok", "relay", "takes mails from");
	assert_ptr_equal(dns, ours);
	smtp_peer_stop(peer);
}

static void an_address_of_this_machine_is_none_for_the_world(void **state)
{
	struct smtp_peer *peer = smtp_peer_start((const struct smtp_fault[]){{0}});
	(void)state;
	setenv("SLOWSAFARI_MAIL_FROM", "safari@localhost", 1);
	assert_int_equal(examine(url_line(smtp_peer_url(peer), ""), NULL, NULL), EXIT_NO);
	told("wrong", "mail_from", "set one of a domain that takes mails");
	not_told(" spf ");
	unsetenv("SLOWSAFARI_MAIL_FROM");
	smtp_peer_stop(peer);
}

static void a_real_relay_takes_the_test_mail(void **state)
{
	struct text mail;
	(void)state;
	real_relay_need(&relay);
	text_init(&mail, 1 << 20);
	assert_int_equal(examine(url_line(relay.plain, ""), "--to", "ada@safari.test"), EXIT_YES);
	told("ok", "relay", "takes mails from safari+b-0-");
	told("ok", "mail", "a test mail to ada@safari.test was taken (250 2.0.0 Ok: queued as ");
	real_relay_take(&relay, RELAY_ADA, &mail);
	assert_int_equal(strncmp(text_string(&mail), "Return-Path: <safari+b-0-", 25), 0);
	assert_non_null(strstr(text_string(&mail), "\nFrom: "));
	text_release(&mail);
}

static void what_a_real_relay_refuses_has_its_words(void **state)
{
	(void)state;
	real_relay_need(&relay);
	assert_int_equal(examine(url_line(relay.plain, ""), "--to", "ada@elsewhere.test"), EXIT_NO);
	told("wrong", "mail", "may this machine send to others");
	assert_int_equal(examine(url_line(relay.starttls, ""), NULL, NULL), EXIT_NO);
	told("wrong", "relay", "wants a password or TLS first: 530");
	assert_int_equal(examine(url_line(relay.tls, ""), NULL, NULL), EXIT_NO);
	told("wrong", "relay", "a certificate that this machine does not trust");
	char other[80];
	snprintf(other, sizeof(other), "smtps%s", strchr(relay.plain, ':'));
	assert_int_equal(examine(url_line(other, ""), NULL, NULL), EXIT_NO);
	told("wrong", "relay", "does not speak TLS");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_set_up_that_is_well),
		cmocka_unit_test(a_test_mail_goes_the_way_of_all_mails),
		cmocka_unit_test(each_failure_of_the_relay_has_its_words),
		cmocka_unit_test(a_relay_that_is_not_there_is_told),
		cmocka_unit_test(a_way_in_that_is_none_is_told),
		cmocka_unit_test(who_sends_without_a_plus_is_asked_without),
		cmocka_unit_test(without_a_name_server_the_rest_is_checked),
		cmocka_unit_test(an_address_of_this_machine_is_none_for_the_world),
		cmocka_unit_test(a_real_relay_takes_the_test_mail),
		cmocka_unit_test(what_a_real_relay_refuses_has_its_words),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
