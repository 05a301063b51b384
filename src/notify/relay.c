/* SPDX-License-Identifier: ISC */
/*
 * The mail server of the configuration: see relay.h.
 */
#include "notify/relay.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"

enum { PASSWORD_BYTES = 1024 };

/* The first line of the file. */
static int read_password(const char *path, struct text *out, struct err *err)
{
	if (!path[0])
		return 0;
	if (file_read(path, out, err) < 0)
		return -1;
	size_t len = strcspn(text_string(out), "\r\n");
	if (len == 0)
		return err_set(err, "%s: no password in its first line", path);
	out->len = len;
	return 0;
}

int relay_open(struct smtp **out, const struct config *config, const atomic_bool *stops,
               struct err *err)
{
	struct text password;
	text_init(&password, PASSWORD_BYTES);
	int status = read_password(config->smtp_password_file, &password, err);
	if (status == 0) {
		struct smtp_options o = {
			.url = config->smtp_url,
			.user = config->smtp_user,
			.password = text_string(&password),
			.needs_tls = !smtp_is_loopback(config->smtp_url),
			.stops = stops,
		};
		status = smtp_open(out, &o, err);
	}
	text_release(&password);
	return status;
}
