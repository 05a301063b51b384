/* SPDX-License-Identifier: ISC */
/*
 * A real mail server: see real_relay.h.
 */
#include "support/real_relay.h"

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
#include <sys/stat.h>
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

/* Runs a script until *input is closed. 0 when it is ready; what it says else is in why. */
static int start_script(char *const argv[], pid_t *pid, int *input, char why[128])
{
	int in[2], said[2];
	if (pipe2(in, O_CLOEXEC) < 0 || pipe2(said, O_CLOEXEC) < 0)
		return -1;
	*pid = fork();
	if (*pid == 0) {
		dup2(in[0], STDIN_FILENO);
		dup2(said[1], STDOUT_FILENO);
		execv(argv[0], argv);
		_exit(1);
	}
	close(in[0]);
	close(said[1]);
	*input = in[1];
	FILE *out = fdopen(said[0], "r");
	if (!fgets(why, 128, out))
		snprintf(why, 128, "it said nothing");
	fclose(out);
	why[strcspn(why, "\n")] = '\0';
	if (strcmp(why, "ready") == 0)
		why[0] = '\0';
	return 0;
}

static void stop_script(pid_t pid, int input)
{
	close(input);
	waitpid(pid, NULL, 0);
}

static const char *const boxes[RELAY_BOXES] = {
	[RELAY_ADA] = "maildir", [RELAY_BEN] = "ben", [RELAY_MAIL] = "mail"};

/* The program where the server's user can run it, wherever the tree is, and its command. */
static int copy_program(const struct real_relay *r, char *command, size_t size)
{
	char path[96];
	struct text bytes;
	struct err err;
	command[0] = '\0';
	if (!r->slowsafari)
		return 0;
	text_init(&bytes, 256 << 20);
	snprintf(path, sizeof(path), "%s/program", r->folder);
	snprintf(command, size, "%s mail-in --config %s/config", path, r->folder);
	int status = file_read(r->slowsafari, &bytes, &err);
	FILE *f = status == 0 ? fopen(path, "w") : NULL;
	if (!f || fwrite(bytes.data, 1, bytes.len, f) != bytes.len || fchmod(fileno(f), 0755) < 0)
		status = -1;
	if (f && fclose(f) != 0)
		status = -1;
	text_release(&bytes);
	return status;
}

static int start_postfix(struct real_relay *r)
{
	char ports[3][16], command[256], program[] = "tests/support/postfix";
	char *argv[] = {program, r->folder, ports[0], ports[1], ports[2], command, NULL};
	for (int i = 0; i < 3; i++)
		snprintf(ports[i], sizeof(ports[i]), "%d", free_port());
	snprintf(r->cert, sizeof(r->cert), "%s/cert.pem", r->folder);
	snprintf(r->plain, sizeof(r->plain), "smtp://127.0.0.1:%s", ports[0]);
	snprintf(r->starttls, sizeof(r->starttls), "smtp://127.0.0.1:%s", ports[1]);
	snprintf(r->tls, sizeof(r->tls), "smtps://127.0.0.1:%s", ports[2]);
	return copy_program(r, command, sizeof(command)) < 0
	               ? -1
	               : start_script(argv, &r->pid, &r->input, r->why);
}

static int start_dovecot(struct real_relay *r)
{
	char ports[2][16], box[96], program[] = "tests/support/dovecot";
	char *argv[] = {program, r->folder, ports[0], ports[1], box, NULL};
	for (int i = 0; i < 2; i++)
		snprintf(ports[i], sizeof(ports[i]), "%d", free_port());
	snprintf(box, sizeof(box), "%s/%s", r->folder, boxes[RELAY_MAIL]);
	snprintf(r->imap, sizeof(r->imap), "imap://127.0.0.1:%s", ports[0]);
	snprintf(r->imaps, sizeof(r->imaps), "imaps://127.0.0.1:%s", ports[1]);
	return start_script(argv, &r->imap_pid, &r->imap_input, r->why);
}

int real_relay_begin(struct real_relay *r)
{
	snprintf(r->folder, sizeof(r->folder), "/tmp/slowsafari-relay-XXXXXX");
	if (!mkdtemp(r->folder) || start_postfix(r) < 0)
		return -1;
	if (r->has_imap && !r->why[0] && start_dovecot(r) < 0)
		return -1;
	for (int i = 0; i < RELAY_BOXES; i++) {
		char path[96];
		snprintf(path, sizeof(path), "%s/%s/new", r->folder, boxes[i]);
		r->watches[i] = inotify_init1(IN_CLOEXEC);
		inotify_add_watch(r->watches[i], path, IN_MOVED_TO | IN_CREATE);
	}
	return 0;
}

int real_relay_end(struct real_relay *r)
{
	if (r->imap_pid > 0)
		stop_script(r->imap_pid, r->imap_input);
	stop_script(r->pid, r->input);
	for (int i = 0; i < RELAY_BOXES; i++)
		close(r->watches[i]);
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

/* The first file of a box, by its name, which begins with its time. */
static bool find_first(const struct real_relay *r, enum relay_box box, char path[512])
{
	char folder[96], first[256] = "";
	snprintf(folder, sizeof(folder), "%s/%s/new", r->folder, boxes[box]);
	DIR *d = opendir(folder);
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		if (e->d_name[0] != '.' && (!first[0] || strcmp(e->d_name, first) < 0))
			snprintf(first, sizeof(first), "%s", e->d_name);
	}
	closedir(d);
	snprintf(path, 512, "%s/%s", folder, first);
	return first[0] != '\0';
}

/* Waits until there is one. Events are looked at for nothing but that there were some. */
static void wait_for(struct real_relay *r, enum relay_box box, char path[512])
{
	char events[4096];
	struct pollfd p = {.fd = r->watches[box], .events = POLLIN};
	while (!find_first(r, box, path)) {
		assert_int_equal(poll(&p, 1, DELIVERY_WAIT_MS), 1);
		assert_true(read(r->watches[box], events, sizeof(events)) > 0);
	}
}

void real_relay_take(struct real_relay *r, enum relay_box box, struct text *out)
{
	char path[512];
	struct err err;
	wait_for(r, box, path);
	assert_int_equal(file_read(path, out, &err), 0);
	assert_int_equal(unlink(path), 0);
}

void real_relay_wait(struct real_relay *r, enum relay_box box)
{
	char path[512];
	wait_for(r, box, path);
}
