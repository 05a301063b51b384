/* SPDX-License-Identifier: ISC */
/*
 * A network of one's own: see own_network.h. Root may have one as it is, anybody else as the root
 * of a namespace of users.
 */
#include "support/own_network.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/need.h"

static void write_to(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	NEED(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

static bool unshare_all(void)
{
	char map[64];
	unsigned user = getuid(), group = getgid();
	if (unshare(CLONE_NEWNET | CLONE_NEWNS) == 0)
		return true;
	if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS) != 0)
		return false;
	write_to("/proc/self/setgroups", "deny");
	snprintf(map, sizeof(map), "0 %u 1", user);
	write_to("/proc/self/uid_map", map);
	snprintf(map, sizeof(map), "0 %u 1", group);
	write_to("/proc/self/gid_map", map);
	return true;
}

/* For this process alone. */
static void cover(const char *path, const char *text)
{
	char file[] = "/tmp/slowsafari-cover-XXXXXX";
	int fd = mkstemp(file);
	NEED(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	NEED(fchmod(fd, 0644) == 0);
	close(fd);
	NEED(mount(file, path, NULL, MS_BIND, NULL) == 0);
	unlink(file);
}

static void ask(unsigned long what, struct ifreq *request)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	NEED(fd >= 0 && ioctl(fd, what, request) == 0);
	close(fd);
}

bool own_network_enter(void)
{
	struct ifreq up = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
	if (!unshare_all())
		return false;
	NEED(mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0);
	cover("/etc/resolv.conf", "nameserver 127.0.0.1\n");
	cover("/etc/nsswitch.conf", "hosts: files dns\n");
	ask(SIOCSIFFLAGS, &up);
	return true;
}

static void set_address(const char *name, unsigned long what, const char *address)
{
	struct ifreq request = {0};
	struct sockaddr_in at = {.sin_family = AF_INET};
	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", name);
	NEED(inet_pton(AF_INET, address, &at.sin_addr) == 1);
	memcpy(&request.ifr_addr, &at, sizeof(at));
	ask(what, &request);
}

void own_network_add(int n, const char *address)
{
	char name[IFNAMSIZ];
	snprintf(name, sizeof(name), "lo:%d", n);
	set_address(name, SIOCSIFADDR, address);
	set_address(name, SIOCSIFNETMASK, "255.255.255.255");
}
