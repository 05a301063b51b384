/* SPDX-License-Identifier: ISC */
/*
 * Checks of a set-up on this machine: see checkup.h.
 */
#include "app/checkup.h"

#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <unistd.h>

#include "app/names.h"
#include "app/sets.h"
#include "base/clock.h"
#include "base/zone.h"
#include "store/look.h"

/* 2025 to 2100: a clock that shows another time is none. */
#define PLAUSIBLE_FROM INT64_C(1735689600)
#define PLAUSIBLE_TO INT64_C(4102444800)

int checkup_config(struct findings *f, struct config *config, const char *path,
                   char *const *environment)
{
	struct err err;
	if (config_read(config, path, environment, &err) < 0) {
		finding_wrong(f, "config", "%s; nothing else was checked", err.text);
		return -1;
	}
	finding_ok(f, "config", "%s", path ? path : "no file: the defaults, and the environment");
	for (char *const *at = environment; (at = config_stray(at)); at++)
		finding_warning(f, "config",
		                "%.*s in the environment is no key, so it does nothing",
		                (int)strcspn(*at, "="), *at);
	return 0;
}

static void check_base_url(struct findings *f, const struct config *c)
{
	if (c->is_loopback)
		finding_ok(f, "base_url", "%s: for this machine alone", c->base_url);
	else if (!c->is_https)
		finding_ok(f, "base_url",
		           "%s: for the house; sign-ins can be read on the way. To see that it is "
		           "reachable, open %s/healthz on a phone there",
		           c->base_url, c->base_url);
	else if (c->host_is_address)
		finding_ok(f, "base_url",
		           "%s; to see that it is reachable, open %s/healthz from another network",
		           c->base_url, c->base_url);
	if (c->is_https && c->trusted_proxy_count == 0)
		finding_warning(
			f, "base_url",
			"https needs a proxy before this program, and trusted_proxies names "
			"none: all visitors share one's limits");
}

/* ---- Files ---- */

static void user_name(uid_t uid, char out[64])
{
	char bytes[2048];
	struct passwd entry, *found = NULL;
	if (getpwuid_r(uid, &entry, bytes, sizeof(bytes), &found) == 0 && found)
		snprintf(out, 64, "%s", found->pw_name);
	else
		snprintf(out, 64, "%ld", (long)uid);
}

/* The folder that a path's last part lies in. */
static void parent_of(const char *path, char out[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	size_t len = slash ? (size_t)(slash - path) : 0;
	snprintf(out, PATH_MAX, "%.*s", slash && len == 0 ? 1 : (int)len, path);
	if (!slash)
		snprintf(out, PATH_MAX, ".");
}

/* Can files be made in it? If not, that is told. */
static bool check_folder(struct findings *f, const char *about, const char *folder)
{
	char name[64];
	if (access(folder, W_OK | X_OK) == 0)
		return true;
	int why = errno;
	user_name(geteuid(), name);
	finding_wrong(f, about, "files cannot be made in %s by %s (%s): %s", folder, name,
	              strerror(why),
	              why == ENOENT ? "make that folder" : "chown it to the user of the service");
	return false;
}

/* Others on this machine must not read it: sessions, addresses, passwords. */
static void check_mode(struct findings *f, const char *about, const char *path,
                       const struct stat *st)
{
	if (st->st_mode & S_IRWXO)
		finding_wrong(f, about, "%s is open to everybody on this machine: chmod o= %s",
		              path, path);
}

/* What root or a stranger sees is not what the service's user does. */
static void check_owner(struct findings *f, const char *path, const struct stat *st)
{
	char owner[64];
	user_name(st->st_uid, owner);
	if (st->st_uid != geteuid())
		finding_warning(f, "user",
		                "%s belongs to %s: run this as that user, who has other rights "
		                "(runuser -u %s -- slowsafari doctor)",
		                path, owner, owner);
}

static void tell_database(struct findings *f, const char *path, const struct store_look *look)
{
	const char *state = look->is_open      ? "a server runs with it"
	                    : look->was_killed ? "no server runs; the last one was ended hard, and "
	                                         "the next takes over what it left"
	                                       : "no server runs";
	if (look->version == look->known)
		finding_ok(f, "database", "%s, version %d; %s", path, look->version, state);
	else if (look->is_open)
		finding_warning(
			f, "database",
			"%s, version %d, and this program knows %d: an older server runs with "
			"it; start it again",
			path, look->version, look->known);
	else
		finding_ok(f, "database",
		           "%s, version %d; %s, and the next start brings it to %d, after a copy",
		           path, look->version, state, look->known);
}

static void check_database(struct findings *f, const struct config *c)
{
	char folder[PATH_MAX];
	struct store_look look;
	struct stat st;
	struct err err;
	parent_of(c->database, folder);
	bool is_folder_well = check_folder(f, "database", folder);
	if (stat(c->database, &st) < 0) {
		if (is_folder_well && errno == ENOENT)
			finding_ok(f, "database", "%s is not there; the first start makes it",
			           c->database);
		else if (is_folder_well)
			finding_wrong(f, "database", "%s: %s", c->database, strerror(errno));
		return;
	}
	check_owner(f, c->database, &st);
	check_mode(f, "database", c->database, &st);
	if (access(c->database, R_OK | W_OK) < 0)
		finding_wrong(f, "database", "%s cannot be written: %s", c->database,
		              strerror(errno));
	else if (store_look(c->database, &look, &err) < 0)
		finding_wrong(f, "database", "%s", err.text);
	else
		tell_database(f, c->database, &look);
}

/* By which commands reach a server. */
static void check_socket(struct findings *f, const struct config *c)
{
	char folder[PATH_MAX], of_database[PATH_MAX];
	struct stat st;
	parent_of(c->socket, folder);
	parent_of(c->database, of_database);
	if (strlen(c->socket) >= sizeof(((struct sockaddr_un *)0)->sun_path))
		finding_wrong(f, "socket",
		              "%s is too long for a Unix socket; set a shorter path: the server "
		              "does not start",
		              c->socket);
	else if (lstat(c->socket, &st) == 0 && !S_ISSOCK(st.st_mode))
		finding_wrong(f, "socket", "%s is no socket; the server does not start", c->socket);
	else if (strcmp(folder, of_database) == 0 || check_folder(f, "socket", folder))
		finding_ok(f, "socket", "%s", c->socket);
}

static void check_sets(struct findings *f, const struct config *c)
{
	struct sets *sets = malloc(sizeof(*sets));
	struct err err;
	if (!sets)
		abort();
	if (sets_load(sets, NULL, &err) < 0 || sets_offer(sets, NULL, c->tileset_folder, &err) < 0)
		finding_wrong(f, "tile sets", "%s; the server does not start", err.text);
	else
		finding_ok(f, "tile sets", "%zu to choose from", sets->offered);
	free(sets);
}

/* ---- Time ---- */

static void check_time(struct findings *f, const struct config *c, int64_t now)
{
	struct timex kernel = {.modes = 0};
	struct stat st;
	char text[ZONE_TEXT];
	zone_format_utc(text, now);
	bool is_behind = stat(c->database, &st) == 0 && st.st_mtime > now + DAY_S;
	if (now < PLAUSIBLE_FROM || now > PLAUSIBLE_TO || is_behind)
		finding_wrong(f, "time",
		              "the clock shows %s%s: set it, since all deadlines go by it", text,
		              is_behind ? ", before the database was last written" : "");
	else if (adjtimex(&kernel) == TIME_ERROR)
		finding_warning(
			f, "time",
			"the clock shows %s, and nothing keeps it right that the kernel knows "
			"of: install systemd-timesyncd or chrony, if the machine around this "
			"one does not do it",
			text);
	else
		finding_ok(f, "time", "%s, kept right", text);
	if (!zone_exists("UTC") || !zone_exists("Europe/Berlin"))
		finding_wrong(
			f, "time",
			"there are no time zones: all times are shown in UTC; install tzdata");
}

/* ---- Mail, as far as it is ours ---- */

enum { REPLY_TAG_BYTES = 44 };

/* A user's password for a mail server, which both stand in keys of these names. */
struct login {
	const char *about, *user_key, *file_key, *user, *path;
};

static void check_password(struct findings *f, const struct login *l)
{
	struct stat st;
	if (!l->path[0] && l->user[0])
		finding_wrong(f, l->about, "%s is set, and %s is not", l->user_key, l->file_key);
	if (!l->path[0])
		return;
	if (!l->user[0])
		finding_warning(f, l->about, "%s is set, and %s is not: it is not used",
		                l->file_key, l->user_key);
	if (access(l->path, R_OK) < 0 || stat(l->path, &st) < 0) {
		finding_wrong(f, l->about, "%s: %s", l->path, strerror(errno));
		return;
	}
	check_mode(f, l->about, l->path, &st);
	if (!(st.st_mode & S_IRWXO))
		finding_ok(f, l->about, "%s", l->path);
}

/* The way in, as far as it is here: by IMAP it is notify/mailbox.h's to try. */
static void check_mail_in(struct findings *f, const struct config *c)
{
	char from[LIMIT_ADDRESS_BYTES + 1];
	switch (c->mail_in) {
	case MAIL_IN_OFF:
		finding_ok(f, "mail_in", "off: mails of games can't be answered");
		return;
	case MAIL_IN_PIPE:
		finding_ok(f, "mail_in",
		           "mails are answered through `slowsafari mail-in`; to see that it "
		           "works, answer a mail of a game with: status");
		break;
	case MAIL_IN_IMAP:
		check_password(f, &(struct login){"imap", "imap_user", "imap_password_file",
		                                  c->imap_user, c->imap_password_file});
		break;
	}
	/* "+r-", a game, a rev, a user, a check. */
	if (address_normalise(c->mail_from, from) && strcspn(from, "@") > 64 - REPLY_TAG_BYTES)
		finding_warning(f, "mail_in",
		                "%s is too long to get a + and a tag for each mail: some can't be "
		                "answered; choose a shorter mail_from",
		                from);
}

static void check_mail_folder(struct findings *f, const struct config *c)
{
	char folder[PATH_MAX];
	if (!c->is_private)
		finding_wrong(
			f, "mail",
			"without smtp_url no mail goes out, and nobody can sign in at %s; set it",
			c->base_url);
	parent_of(c->mail_folder, folder);
	if (check_folder(f, "mail", access(c->mail_folder, F_OK) == 0 ? c->mail_folder : folder) &&
	    c->is_private)
		finding_ok(f, "mail", "no mail server: mails land as files in %s", c->mail_folder);
}

static void check_mail_from(struct findings *f, const struct config *c)
{
	char from[LIMIT_ADDRESS_BYTES + 1];
	if (!address_normalise(c->mail_from, from))
		finding_wrong(f, "mail_from", "%s is no address that mail can be sent to",
		              c->mail_from);
	else if (strchr(strchr(from, '@'), '.'))
		finding_ok(f, "mail_from", "%s", from);
	else if (!c->is_private)
		finding_wrong(
			f, "mail_from",
			"%s is an address on this machine alone, and mails from it are refused "
			"elsewhere: set one of a domain that takes mails",
			from);
	else if (c->smtp_url[0])
		finding_warning(
			f, "mail_from",
			"%s is an address on this machine alone: mails from it do not get far",
			from);
	else
		finding_ok(f, "mail_from", "%s, on this machine", from);
}

/* What an exemption should not hold by a slip of its length. */
static void check_hook_networks(struct findings *f, const struct config *c)
{
	static const struct {
		const char *addresses[2];
		const char *what;
	} slips[] = {
		{{"127.0.0.1", "::1"}, "this machine's own ports"},
		{{"169.254.169.254", "fd00:ec2::254"}, "what a cloud tells its machines"},
		{{"1.1.1.1", "2606:4700::1111"}, "the public internet by plain http"},
	};
	unsigned slipped = 0;
	for (size_t i = 0; i < 2 * sizeof(slips) / sizeof(slips[0]); i++) {
		struct network one;
		bool is_held = false;
		const char *address = slips[i / 2].addresses[i % 2];
		if (!network_parse(address, &one))
			abort();
		for (unsigned k = 0; k < c->hook_network_count; k++)
			is_held = is_held || network_holds(&c->hook_networks[k], &one.address);
		if (!is_held)
			continue;
		slipped++;
		finding_warning(f, "webhooks",
		                "hook_networks holds %s: whoever has an account can send a POST to "
		                "%s; name as little as will do",
		                address, slips[i / 2].what);
	}
	if (!c->hook_network_count)
		finding_ok(f, "webhooks", "lead to the public internet alone, over https");
	else if (!slipped)
		finding_ok(f, "webhooks", "lead to the public internet, and to %u of your networks",
		           c->hook_network_count);
}

void checkup_all(struct findings *f, const struct config *config, int64_t now)
{
	check_base_url(f, config);
	check_database(f, config);
	check_socket(f, config);
	check_sets(f, config);
	check_time(f, config, now);
	check_hook_networks(f, config);
	check_mail_from(f, config);
	check_mail_in(f, config);
	if (config->smtp_url[0])
		check_password(f, &(struct login){"password", "smtp_user", "smtp_password_file",
		                                  config->smtp_user, config->smtp_password_file});
	else
		check_mail_folder(f, config);
}
