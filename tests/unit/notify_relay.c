/* SPDX-License-Identifier: ISC */
/*
 * Handing mails to a real mail server, Postfix on loopback: what lies in the mailbox is what was
 * sent. Without root, or without that server, these tests are skipped.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "notify/smtp.h"

enum { DELIVERY_WAIT_MS = 60 * 1000 };

static struct relay {
	char folder[64], box[96], cert[96];
	char plain[64], starttls[64], tls[64]; /* URLs */
	pid_t pid;
	int input, watch; /* the script's standard input; inotify of the mailbox */
	char why[128];    /* there is no server; "" when there is */
} relay;

/* A port that is free now. */
static int free_port(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, len), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &len), 0);
	close(fd);
	return ntohs(at.sin_port);
}

/* Runs tests/support/postfix; *out is what it says. */
static pid_t start_script(char *const ports[3], int *input, FILE **out)
{
	int in[2], said[2];
	if (pipe2(in, O_CLOEXEC) < 0 || pipe2(said, O_CLOEXEC) < 0)
		return -1;
	pid_t pid = fork();
	if (pid == 0) {
		dup2(in[0], STDIN_FILENO);
		dup2(said[1], STDOUT_FILENO);
		execl("tests/support/postfix", "postfix", relay.folder, ports[0], ports[1],
		      ports[2], (char *)NULL);
		_exit(1);
	}
	close(in[0]);
	close(said[1]);
	*input = in[1];
	*out = fdopen(said[0], "r");
	return pid;
}

static int begin(void **state)
{
	char ports[3][16], *said[3] = {ports[0], ports[1], ports[2]};
	FILE *out = NULL;
	(void)state;
	snprintf(relay.folder, sizeof(relay.folder), "/tmp/slowsafari-relay-XXXXXX");
	for (int i = 0; i < 3; i++)
		snprintf(ports[i], sizeof(ports[i]), "%d", free_port());
	if (!mkdtemp(relay.folder) || (relay.pid = start_script(said, &relay.input, &out)) < 0)
		return -1;
	if (!fgets(relay.why, sizeof(relay.why), out))
		snprintf(relay.why, sizeof(relay.why), "it said nothing");
	fclose(out);
	relay.why[strcspn(relay.why, "\n")] = '\0';
	if (strcmp(relay.why, "ready") == 0)
		relay.why[0] = '\0';
	snprintf(relay.box, sizeof(relay.box), "%s/maildir/new", relay.folder);
	snprintf(relay.cert, sizeof(relay.cert), "%s/cert.pem", relay.folder);
	snprintf(relay.plain, sizeof(relay.plain), "smtp://127.0.0.1:%s", ports[0]);
	snprintf(relay.starttls, sizeof(relay.starttls), "smtp://127.0.0.1:%s", ports[1]);
	snprintf(relay.tls, sizeof(relay.tls), "smtps://127.0.0.1:%s", ports[2]);
	relay.watch = inotify_init1(IN_CLOEXEC);
	inotify_add_watch(relay.watch, relay.box, IN_MOVED_TO | IN_CREATE);
	return 0;
}

static int end(void **state)
{
	(void)state;
	close(relay.input);
	waitpid(relay.pid, NULL, 0);
	close(relay.watch);
	pid_t pid = fork();
	if (pid == 0) {
		execlp("rm", "rm", "-rf", relay.folder, (char *)NULL);
		_exit(1);
	}
	return waitpid(pid, NULL, 0) == pid ? 0 : -1;
}

/* Skips the test when there is no server. */
static void need_relay(void)
{
	if (relay.why[0]) {
		print_message("# SKIP no mail server: %s\n", relay.why);
		skip();
	}
}

static enum delivery_fate hand_over(struct smtp_options o, const char *to, const char *mail,
                                    struct delivery *d)
{
	struct smtp *smtp;
	struct err err;
	assert_int_equal(smtp_open(&smtp, &o, &err), 0);
	smtp_send(smtp, "mail@safari.test", to, mail, strlen(mail), d);
	smtp_close(smtp);
	return d->fate;
}

/* Waits for the next mail, takes it out of the box, appends it to *out. */
static void take_mail(struct text *out)
{
	char event[sizeof(struct inotify_event) + 256]
		__attribute__((aligned(__alignof__(struct inotify_event))));
	char path[512];
	struct err err;
	struct pollfd p = {.fd = relay.watch, .events = POLLIN};
	assert_int_equal(poll(&p, 1, DELIVERY_WAIT_MS), 1);
	assert_true(read(relay.watch, event, sizeof(event)) > 0);
	snprintf(path, sizeof(path), "%s/%.255s", relay.box, ((struct inotify_event *)event)->name);
	assert_int_equal(file_read(path, out, &err), 0);
	assert_int_equal(unlink(path), 0);
}

/* In the box are the lines that the server added, then the mail with LF. */
static void arrives(struct smtp_options o, const char *mail)
{
	struct text there, sent;
	struct delivery d;
	text_init(&there, 1 << 20);
	text_init(&sent, 1 << 20);
	for (const char *c = mail; *c; c++) {
		if (*c != '\r')
			text_add_char(&sent, *c);
	}
	if (hand_over(o, "ada@safari.test", mail, &d) != DELIVERY_TAKEN)
		fail_msg("%s", d.answer);
	take_mail(&there);
	assert_true(there.len > sent.len);
	assert_string_equal(text_string(&there) + there.len - sent.len, text_string(&sent));
	text_release(&there);
	text_release(&sent);
}

static const char small[] =
	"Date: Thu, 29 Feb 2024 12:34:56 +0000\r\nFrom: <mail@safari.test>\r\n"
	"Message-ID: <a@safari.test>\r\nSubject: x\r\n\r\n.\r\n..two\r\n.hidden\r\n\r\n.\r\n";

static void a_sign_in_mail_lies_in_the_box_as_it_was_composed(void **state)
{
	struct text mail;
	struct err err;
	(void)state;
	need_relay();
	text_init(&mail, 1 << 20);
	assert_int_equal(file_read("tests/golden/sign_in.eml", &mail, &err), 0);
	arrives((struct smtp_options){.url = relay.plain}, text_string(&mail));
	text_release(&mail);
}

static void lines_of_dots_arrive_as_they_are(void **state)
{
	(void)state;
	need_relay();
	arrives((struct smtp_options){.url = relay.plain}, small);
}

static void starttls_is_used_where_it_is_needed(void **state)
{
	(void)state;
	need_relay();
	arrives((struct smtp_options){.url = relay.starttls,
	                              .ca_file = relay.cert,
	                              .needs_tls = true},
	        small);
}

static void tls_from_the_start_is_used(void **state)
{
	(void)state;
	need_relay();
	arrives((struct smtp_options){.url = relay.tls, .ca_file = relay.cert, .needs_tls = true},
	        small);
}

static void a_server_that_is_not_trusted_gets_nothing(void **state)
{
	struct delivery d;
	const char *urls[] = {relay.starttls, relay.tls};
	(void)state;
	need_relay();
	for (int i = 0; i < 2; i++) {
		struct smtp_options o = {
			.url = urls[i], .user = "safari", .password = "secret", .needs_tls = true};
		assert_int_equal(hand_over(o, "ada@safari.test", small, &d), DELIVERY_LATER);
		assert_non_null(strstr(d.answer, "certificate"));
	}
}

static void a_server_without_tls_gets_nothing(void **state)
{
	struct delivery d;
	struct smtp_options o = {.url = relay.plain, .ca_file = relay.cert, .needs_tls = true};
	(void)state;
	need_relay();
	assert_int_equal(hand_over(o, "ada@safari.test", small, &d), DELIVERY_LATER);
}

static void a_server_that_wants_tls_says_so_and_the_mail_waits(void **state)
{
	struct delivery d;
	(void)state;
	need_relay();
	assert_int_equal(hand_over((struct smtp_options){.url = relay.starttls}, "ada@safari.test",
	                           small, &d),
	                 DELIVERY_LATER);
	assert_int_equal(strncmp(d.answer, "530", 3), 0);
}

static void a_kept_connection_takes_many_mails(void **state)
{
	struct smtp *smtp;
	struct delivery d;
	struct err err;
	struct text there;
	(void)state;
	need_relay();
	struct smtp_options o = {.url = relay.starttls, .ca_file = relay.cert, .needs_tls = true};
	assert_int_equal(smtp_open(&smtp, &o, &err), 0);
	text_init(&there, 1 << 20);
	for (int i = 0; i < 10; i++) {
		smtp_send(smtp, "mail@safari.test",
		          i % 3 == 1 ? "nobody@safari.test" : "ada@safari.test", small,
		          strlen(small), &d);
		assert_int_equal(d.fate, i % 3 == 1 ? DELIVERY_REFUSED : DELIVERY_TAKEN);
		if (d.fate == DELIVERY_TAKEN)
			take_mail(&there);
	}
	smtp_close(smtp);
	text_release(&there);
}

static void an_unknown_recipient_is_refused_for_good(void **state)
{
	struct delivery d;
	(void)state;
	need_relay();
	assert_int_equal(hand_over((struct smtp_options){.url = relay.plain}, "nobody@safari.test",
	                           small, &d),
	                 DELIVERY_REFUSED);
	assert_int_equal(strncmp(d.answer, "550 5.1.1", 9), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sign_in_mail_lies_in_the_box_as_it_was_composed),
		cmocka_unit_test(lines_of_dots_arrive_as_they_are),
		cmocka_unit_test(starttls_is_used_where_it_is_needed),
		cmocka_unit_test(tls_from_the_start_is_used),
		cmocka_unit_test(a_server_that_is_not_trusted_gets_nothing),
		cmocka_unit_test(a_server_without_tls_gets_nothing),
		cmocka_unit_test(a_server_that_wants_tls_says_so_and_the_mail_waits),
		cmocka_unit_test(a_kept_connection_takes_many_mails),
		cmocka_unit_test(an_unknown_recipient_is_refused_for_good),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
