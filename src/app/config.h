/* SPDX-License-Identifier: ISC */
/*
 * How one server is set up: a file of `key = value` lines, and SLOWSAFARI_KEY in the environment,
 * which goes before the file. Read once, at the start. docs/operation.md describes each key for the
 * operator; the defaults are safe and make a server for this machine alone.
 *
 * It opens nothing: whether the database or the mail server is there shows later.
 */
#ifndef APP_CONFIG_H
#define APP_CONFIG_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/limits.h"
#include "base/network.h"

enum {
	CONFIG_VALUE_BYTES = 255,
	CONFIG_PROXIES = 8,
	CONFIG_NETWORKS = 16,
	CONFIG_FILE_BYTES = 65536,
};

enum registration { REGISTRATION_OPEN, REGISTRATION_INVITED };

/* How mails come in: by `slowsafari mail-in`, or by looking into a mailbox. */
enum mail_in { MAIL_IN_OFF, MAIL_IN_PIPE, MAIL_IN_IMAP };

struct config {
	char listen_address[CONFIG_VALUE_BYTES + 1]; /* numeric, IPv4 or IPv6 */
	uint16_t listen_port;
	char base_url[CONFIG_VALUE_BYTES + 1]; /* "https://safari.example", without a last slash; by
	                                          default this machine's own, with listen's port */
	char site_name[LIMIT_NAME_BYTES + 1];
	char database[CONFIG_VALUE_BYTES + 1];                   /* path of the file */
	char socket[CONFIG_VALUE_BYTES + 1 + sizeof(".socket")]; /* path of the Unix socket; by
	                                                            default that of the database and
	                                                            ".socket" */
	char mail_from[LIMIT_ADDRESS_BYTES + 1];
	bool has_mail_plus; /* mail for mail_from's local part, a + and more comes back to us */
	char smtp_url[CONFIG_VALUE_BYTES + 1]; /* "smtp://host:587"; "": mails land as files */
	char smtp_user[CONFIG_VALUE_BYTES + 1];
	char smtp_password_file[CONFIG_VALUE_BYTES + 1];
	enum mail_in mail_in;                  /* MAIL_IN_OFF where has_mail_plus is false */
	char imap_url[CONFIG_VALUE_BYTES + 1]; /* "imaps://host"; "": none */
	char imap_user[CONFIG_VALUE_BYTES + 1];
	char imap_password_file[CONFIG_VALUE_BYTES + 1];
	char imap_folder[CONFIG_VALUE_BYTES + 1];
	char mail_folder[CONFIG_VALUE_BYTES + 1]; /* of the files, without smtp_url */
	char tileset_folder[CONFIG_VALUE_BYTES +
	                    1]; /* of sets to offer besides the built-in one; "": none */
	enum registration registration;
	struct in6_addr trusted_proxies[CONFIG_PROXIES]; /* IPv4 as mapped addresses */
	unsigned trusted_proxy_count;
	struct network hook_networks[CONFIG_NETWORKS]; /* inside ones that webhooks may reach */
	unsigned hook_network_count;
	int64_t grace_s;
	unsigned threads; /* that answer requests */
	bool has_rate_limits;

	/* Follow from base_url. */
	char host[CONFIG_VALUE_BYTES + 1]; /* its name or address, IPv6 without brackets */
	bool host_is_address;
	bool is_https;
	bool is_loopback; /* its host is this machine itself */
	bool is_private;  /* or an address of a private network */
};

/*
 * Reads the file at `path` (NULL: none), then the environment (an array as of `environ`; NULL:
 * none). 0, or -1 when a file cannot be read or something is not as it must be; *err then names
 * the file and the line, or the variable.
 */
int config_read(struct config *config, const char *path, char *const *environment, struct err *err);

/* The defaults; and what follows from all keys together, 0 or -1. config_read() does both. */
void config_init(struct config *config);
int config_finish(struct config *config, struct err *err);

/* The first variable of an environment, in it, that begins as ours do and is of no key, a slip of
 * the pen perhaps: config_read() passes over it. NULL: there is none. */
char *const *config_stray(char *const *environment);

/* Is it a numeric address of this machine, or of a private network? False for what is none. */
bool config_is_private_address(const char *text);

#endif
