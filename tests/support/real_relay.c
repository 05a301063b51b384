/* SPDX-License-Identifier: ISC */
/*
 * A real mail server: see real_relay.h.
 */
#include "support/real_relay.h"

#include <arpa/inet.h>
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

enum { DELIVERY_WAIT_MS = 60 * 1000 };

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
static pid_t start_script(const char *folder, char *const ports[3], int *input, FILE **out)
{
	int in[2], said[2];
	if (pipe2(in, O_CLOEXEC) < 0 || pipe2(said, O_CLOEXEC) < 0)
		return -1;
	pid_t pid = fork();
	if (pid == 0) {
		dup2(in[0], STDIN_FILENO);
		dup2(said[1], STDOUT_FILENO);
		execl("tests/support/postfix", "postfix", folder, ports[0], ports[1], ports[2],
		      (char *)NULL);
		_exit(1);
	}
	close(in[0]);
	close(said[1]);
	*input = in[1];
	*out = fdopen(said[0], "r");
	return pid;
}

int real_relay_begin(struct real_relay *r)
{
	char ports[3][16], *said[3] = {ports[0], ports[1], ports[2]};
	FILE *out = NULL;
	snprintf(r->folder, sizeof(r->folder), "/tmp/slowsafari-relay-XXXXXX");
	for (int i = 0; i < 3; i++)
		snprintf(ports[i], sizeof(ports[i]), "%d", free_port());
	if (!mkdtemp(r->folder) || (r->pid = start_script(r->folder, said, &r->input, &out)) < 0)
		return -1;
	if (!fgets(r->why, sizeof(r->why), out))
		snprintf(r->why, sizeof(r->why), "it said nothing");
	fclose(out);
	r->why[strcspn(r->why, "\n")] = '\0';
	if (strcmp(r->why, "ready") == 0)
		r->why[0] = '\0';
	snprintf(r->box, sizeof(r->box), "%s/maildir/new", r->folder);
	snprintf(r->cert, sizeof(r->cert), "%s/cert.pem", r->folder);
	snprintf(r->plain, sizeof(r->plain), "smtp://127.0.0.1:%s", ports[0]);
	snprintf(r->starttls, sizeof(r->starttls), "smtp://127.0.0.1:%s", ports[1]);
	snprintf(r->tls, sizeof(r->tls), "smtps://127.0.0.1:%s", ports[2]);
	r->watch = inotify_init1(IN_CLOEXEC);
	inotify_add_watch(r->watch, r->box, IN_MOVED_TO | IN_CREATE);
	return 0;
}

int real_relay_end(struct real_relay *r)
{
	close(r->input);
	waitpid(r->pid, NULL, 0);
	close(r->watch);
	pid_t pid = fork();
	if (pid == 0) {
		execlp("rm", "rm", "-rf", r->folder, (char *)NULL);
		_exit(1);
	}
	return waitpid(pid, NULL, 0) == pid ? 0 : -1;
}

void real_relay_need(const struct real_relay *r)
{
	if (r->why[0]) {
		print_message("# SKIP no mail server: %s\n", r->why);
		skip();
	}
}

void real_relay_take(struct real_relay *r, struct text *out)
{
	char event[sizeof(struct inotify_event) + 256]
		__attribute__((aligned(__alignof__(struct inotify_event))));
	char path[512];
	struct err err;
	struct pollfd p = {.fd = r->watch, .events = POLLIN};
	assert_int_equal(poll(&p, 1, DELIVERY_WAIT_MS), 1);
	assert_true(read(r->watch, event, sizeof(event)) > 0);
	snprintf(path, sizeof(path), "%s/%.255s", r->box, ((struct inotify_event *)event)->name);
	assert_int_equal(file_read(path, out, &err), 0);
	assert_int_equal(unlink(path), 0);
}
