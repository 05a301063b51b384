/* SPDX-License-Identifier: ISC */
/*
 * The configuration: defaults, each key, what is refused and where it is said to be, and the
 * environment before the file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/config.h"
#include "base/file.h"

static char path[] = "/tmp/slowsafari-config-XXXXXX";

static int make_file(void **state)
{
	(void)state;
	int fd = mkstemp(path);
	if (fd >= 0)
		close(fd);
	return fd < 0;
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

/* Reads a file of that text; what is wrong behind the file's name, or "". */
static const char *read_text(const char *text, struct config *c)
{
	static struct err err;
	assert_int_equal(file_write(path, text, strlen(text), NULL), 0);
	if (config_read(c, path, NULL, &err) == 0)
		return "";
	assert_memory_equal(err.text, path, strlen(path));
	return err.text + strlen(path) + 2;
}

static void refused(const char *text, const char *why)
{
	struct config c;
	assert_string_equal(read_text(text, &c), why);
}

static void without_a_file_it_is_a_server_for_this_machine(void **state)
{
	(void)state;
	struct config c;
	struct err err;
	assert_int_equal(config_read(&c, NULL, NULL, &err), 0);
	assert_string_equal(c.listen_address, "127.0.0.1");
	assert_int_equal(c.listen_port, 8080);
	assert_string_equal(c.base_url, "http://localhost:8080");
	assert_true(c.is_loopback && c.is_private && !c.is_https);
	assert_string_equal(c.smtp_url, "");
	assert_int_equal(c.registration, REGISTRATION_OPEN);
	assert_int_equal(c.trusted_proxy_count, 0);
	assert_int_equal(c.grace_s, 60);
	assert_true(c.has_rate_limits);
}

static void every_key_is_kept(void **state)
{
	(void)state;
	struct config c;
	assert_string_equal(read_text("# a server for the world\n"
	                              "\n"
	                              "listen = [::1]:9000\r\n"
	                              "base_url = https://safari.example\n"
	                              "  site_name=Gro\xc3\x9f = sch\xc3\xb6n  \n"
	                              "database = /var/lib/slowsafari/games.db\n"
	                              "mail_from = play@safari.example\n"
	                              "smtp_url = smtps://mail.example:465\n"
	                              "mail_in = imap\n"
	                              "imap_url = imaps://imap.example\n"
	                              "imap_user = play\n"
	                              "imap_password_file = /run/other\n"
	                              "imap_folder = Games\n"
	                              "smtp_user = safari\n"
	                              "smtp_password_file = /run/secret\n"
	                              "mail_folder = /tmp/mail\n"
	                              "registration = invited\n"
	                              "trusted_proxies = 127.0.0.1, ::1 192.0.2.1\n"
	                              "hook_networks = 192.168.1.0/24, fd00::/8 127.0.0.1\n"
	                              "grace_s = 0\n"
	                              "threads = 4\n"
	                              "rate_limits = off",
	                              &c),
	                    "");
	assert_string_equal(c.listen_address, "::1");
	assert_int_equal(c.listen_port, 9000);
	assert_string_equal(c.base_url, "https://safari.example");
	assert_true(c.is_https && !c.is_loopback && !c.is_private);
	assert_string_equal(c.site_name, "Gro\xc3\x9f = sch\xc3\xb6n");
	assert_string_equal(c.database, "/var/lib/slowsafari/games.db");
	assert_string_equal(c.mail_from, "play@safari.example");
	assert_string_equal(c.smtp_url, "smtps://mail.example:465");
	assert_int_equal(c.mail_in, MAIL_IN_IMAP);
	assert_string_equal(c.imap_url, "imaps://imap.example");
	assert_string_equal(c.imap_user, "play");
	assert_string_equal(c.imap_password_file, "/run/other");
	assert_string_equal(c.imap_folder, "Games");
	assert_string_equal(c.smtp_user, "safari");
	assert_string_equal(c.smtp_password_file, "/run/secret");
	assert_string_equal(c.mail_folder, "/tmp/mail");
	assert_int_equal(c.registration, REGISTRATION_INVITED);
	assert_int_equal(c.trusted_proxy_count, 3);
	assert_int_equal(c.trusted_proxies[1].s6_addr[15], 1);
	assert_int_equal(c.trusted_proxies[2].s6_addr[12], 192);
	assert_int_equal(c.hook_network_count, 3);
	assert_int_equal(c.hook_networks[0].bits, 96 + 24);
	assert_int_equal(c.hook_networks[1].bits, 8);
	assert_int_equal(c.hook_networks[2].bits, 128);
	assert_int_equal(c.grace_s, 0);
	assert_int_equal(c.threads, 4);
	assert_false(c.has_rate_limits);
}

static void mistakes_are_told_with_their_line(void **state)
{
	(void)state;
	refused("\n# a\nlisten\n", "line 3: must be KEY = VALUE");
	refused("colour = red\n", "line 1: there is no key \"colour\"");
	refused("Listen = 127.0.0.1:80\n", "line 1: there is no key \"Listen\"");
	refused("grace_s = 1\ngrace_s = 1\n", "line 2: grace_s stands there twice");
	static const char listen[] =
		"line 1: listen must be ADDRESS:PORT, with a numeric address, IPv6 in brackets";
	refused("listen = localhost:80\n", listen);
	refused("listen = 127.0.0.1\n", listen);
	refused("listen = 127.0.0.1:0\n", listen);
	refused("listen = 127.0.0.1:65536\n", listen);
	refused("listen = ::1:80\n", listen);
	refused("listen = [127.0.0.1]:80\n", listen);
	refused("site_name =\n",
	        "line 1: site_name must be 1 to 40 characters, none of them a control");
	refused("registration = closed\n", "line 1: registration must be open or invited");
	refused("trusted_proxies = nginx\n", "line 1: trusted_proxies must be numeric addresses");
	refused("trusted_proxies = ::1 ::2 ::3 ::4 ::5 ::6 ::7 ::8 ::9\n",
	        "line 1: trusted_proxies names too many addresses");
	refused("hook_networks = 192.168.1.1/24\n",
	        "line 1: hook_networks must be networks such as 192.168.1.0/24 or fd00:1::/64");
	refused("hook_networks = house\n",
	        "line 1: hook_networks must be networks such as 192.168.1.0/24 or fd00:1::/64");
	refused("hook_networks = 1 2\n",
	        "line 1: hook_networks must be networks such as 192.168.1.0/24 or fd00:1::/64");
	refused("hook_networks = ::1 ::2 ::3 ::4 ::5 ::6 ::7 ::8 ::9 ::a ::b ::c ::d ::e ::f ::10 "
	        "::11\n",
	        "line 1: hook_networks names too many networks");
	refused("grace_s = -1\n", "line 1: grace_s must be a number of seconds, 0 to 3600");
	refused("grace_s = 60s\n", "line 1: grace_s must be a number of seconds, 0 to 3600");
	refused("threads = 1\n", "line 1: threads must be a number, 2 to 64");
	refused("rate_limits = yes\n", "line 1: rate_limits must be on or off");
	refused("database = \xff\n", "line 1: database is no UTF-8 text");
	char too_long[400];
	snprintf(too_long, sizeof(too_long), "database = %0300d\n", 0);
	refused(too_long, "line 1: database is too long");
}

static void what_does_not_go_together_is_refused(void **state)
{
	(void)state;
	static const char form[] =
		"base_url must be https://HOST or http://HOST:PORT, in lower case, "
		"without a path";
	refused("base_url = safari.example\n", form);
	refused("base_url = ftp://safari.example\n", form);
	refused("base_url = https://\n", form);
	refused("base_url = https://safari.example/\n", form);
	refused("base_url = https://Safari.example\n", form);
	refused("base_url = https://safari.example:0\n", form);
	refused("base_url = https://user@safari.example\n", form);
	refused("base_url = https://[::1\n"
	        "grace_s = 1\n",
	        "base_url must be https://HOST or http://HOST:PORT, in lower case, without a path");
	static const char plain[] =
		"base_url must be https, unless its host is localhost or a private address";
	refused("base_url = http://safari.example\n", plain);
	refused("base_url = http://192.0.2.1\n", plain);
	refused("base_url = http://172.32.0.1\n", plain);
	refused("base_url = http://10.example\n", plain);
	refused("mail_from = nobody\n", "mail_from must be a mail address");
	refused("mail_in = on\n", "line 1: mail_in must be off, pipe or imap");
	refused("mail_in = pipe\nmail_plus = off\n", "mail_in needs mail_plus = on");
	refused("mail_in = imap\n",
	        "mail_in = imap needs an imap_url, imap://HOST or imaps://HOST");
	refused("mail_in = imap\nimap_url = https://imap.example\n",
	        "mail_in = imap needs an imap_url, imap://HOST or imaps://HOST");
	refused("smtp_url = https://mail.example\n",
	        "smtp_url must begin with smtp:// or smtps://");
}

static void plain_http_is_for_the_house(void **state)
{
	(void)state;
	static const struct {
		const char *host;
		bool is_loopback;
	} hosts[] = {
		{"localhost:8080", true}, {"127.0.0.1:8080", true},    {"127.1.2.3", true},
		{"[::1]:8080", true},     {"192.168.1.5:8080", false}, {"10.0.0.1", false},
		{"172.16.0.1", false},    {"172.31.255.1", false},     {"169.254.1.1", false},
		{"[fd00::1]", false},     {"[fe80::1]:80", false},
	};
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++) {
		struct config c;
		char line[100];
		snprintf(line, sizeof(line), "base_url = http://%s\n", hosts[i].host);
		assert_string_equal(read_text(line, &c), "");
		assert_true(c.is_private);
		assert_int_equal(c.is_loopback, hosts[i].is_loopback);
	}
}

static void a_server_is_found_at_its_own_port(void **state)
{
	(void)state;
	struct config c;
	assert_string_equal(read_text("listen = 127.0.0.1:9000\n", &c), "");
	assert_string_equal(c.base_url, "http://localhost:9000");
	assert_string_equal(read_text("listen = 0.0.0.0:80\n", &c), "");
	assert_string_equal(c.base_url, "http://localhost");
	assert_string_equal(c.host, "localhost");
}

static void the_environment_goes_before_the_file(void **state)
{
	(void)state;
	struct config c;
	struct err err;
	static char grace[] = "SLOWSAFARI_GRACE_S=5", other[] = "SLOWSAFARI_GAMES=500",
		    threads[] = "SLOWSAFARI_THREADS=7";
	char *const environment[] = {grace, other, threads, NULL};
	static const char text[] = "grace_s = 1\nsite_name = Zoo\n";
	assert_int_equal(file_write(path, text, strlen(text), NULL), 0);
	assert_int_equal(config_read(&c, path, environment, &err), 0);
	assert_int_equal(c.grace_s, 5);
	assert_int_equal(c.threads, 7);
	assert_string_equal(c.site_name, "Zoo");
	static char wrong[] = "SLOWSAFARI_THREADS=many";
	char *const bad[] = {wrong, NULL};
	assert_int_equal(config_read(&c, NULL, bad, &err), -1);
	assert_string_equal(err.text, "SLOWSAFARI_THREADS: threads must be a number, 2 to 64");
}

static void a_file_that_is_not_there_is_said_so(void **state)
{
	(void)state;
	struct config c;
	struct err err;
	assert_int_equal(config_read(&c, "/nowhere/slowsafari.conf", NULL, &err), -1);
	assert_non_null(strstr(err.text, "/nowhere/slowsafari.conf"));
}

static void a_variable_of_no_key_is_found(void **state)
{
	char known[] = "SLOWSAFARI_LISTEN=[::1]:1", slip[] = "SLOWSAFARI_LISTN=x",
	     path_of[] = "PATH=/", shorter[] = "SLOWSAFARI", bare[] = "SLOWSAFARI_";
	char *environment[] = {path_of, known, slip, shorter, bare, NULL};
	(void)state;
	char *const *stray = config_stray(environment);
	assert_ptr_equal(stray, &environment[2]);
	stray = config_stray(stray + 1);
	assert_ptr_equal(stray, &environment[4]);
	assert_null(config_stray(stray + 1));
	environment[2] = NULL;
	assert_null(config_stray(environment));
}

static void the_host_is_told_from_its_url(void **state)
{
	struct config c;
	(void)state;
	assert_string_equal(read_text("base_url = https://safari.example:8443", &c), "");
	assert_string_equal(c.host, "safari.example");
	assert_false(c.host_is_address);
	assert_string_equal(read_text("base_url = https://[2001:db8::1]", &c), "");
	assert_string_equal(c.host, "2001:db8::1");
	assert_true(c.host_is_address);
	assert_true(config_is_private_address("127.0.0.1"));
	assert_true(config_is_private_address("10.1.2.3"));
	assert_true(config_is_private_address("fe80::1"));
	assert_false(config_is_private_address("192.0.2.1"));
	assert_false(config_is_private_address("localhost"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_file_it_is_a_server_for_this_machine),
		cmocka_unit_test(every_key_is_kept),
		cmocka_unit_test(mistakes_are_told_with_their_line),
		cmocka_unit_test(what_does_not_go_together_is_refused),
		cmocka_unit_test(plain_http_is_for_the_house),
		cmocka_unit_test(a_server_is_found_at_its_own_port),
		cmocka_unit_test(the_environment_goes_before_the_file),
		cmocka_unit_test(a_file_that_is_not_there_is_said_so),
		cmocka_unit_test(a_variable_of_no_key_is_found),
		cmocka_unit_test(the_host_is_told_from_its_url),
	};
	return cmocka_run_group_tests(tests, make_file, remove_file);
}
