/* SPDX-License-Identifier: ISC */
/*
 * An authority: see authority.h.
 */
#include "support/authority.h"

#include <gnutls/crypto.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "support/need.h"

enum { DAY_S = 86400, SERIAL_BYTES = 8 };

#define WELL(call) NEED((call) == GNUTLS_E_SUCCESS)

static gnutls_x509_privkey_t new_key(void)
{
	gnutls_x509_privkey_t key;
	WELL(gnutls_x509_privkey_init(&key));
	WELL(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA,
	                                  GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0));
	return key;
}

static void random_bytes(unsigned char *out, size_t size)
{
	WELL(gnutls_rnd(GNUTLS_RND_NONCE, out, size));
	out[0] &= 0x7f; /* a number that is not negative */
}

/* All but what makes it an authority's or a server's, and its signature. */
static gnutls_x509_crt_t draft(const char *name, gnutls_x509_privkey_t key, time_t from,
                               time_t until)
{
	unsigned char serial[SERIAL_BYTES];
	char dn[128];
	gnutls_x509_crt_t crt;
	snprintf(dn, sizeof(dn), "CN=%s", name);
	random_bytes(serial, sizeof(serial));
	WELL(gnutls_x509_crt_init(&crt));
	WELL(gnutls_x509_crt_set_version(crt, 3));
	WELL(gnutls_x509_crt_set_serial(crt, serial, sizeof(serial)));
	WELL(gnutls_x509_crt_set_dn(crt, dn, NULL));
	WELL(gnutls_x509_crt_set_key(crt, key));
	WELL(gnutls_x509_crt_set_activation_time(crt, from));
	WELL(gnutls_x509_crt_set_expiration_time(crt, until));
	return crt;
}

static void write_pem(struct authority *a)
{
	gnutls_datum_t pem;
	snprintf(a->path, sizeof(a->path), "/tmp/slowsafari-authority-XXXXXX");
	int fd = mkstemp(a->path);
	WELL(gnutls_x509_crt_export2(a->crt, GNUTLS_X509_FMT_PEM, &pem));
	NEED(fd >= 0 && write(fd, pem.data, pem.size) == (ssize_t)pem.size);
	close(fd);
	gnutls_free(pem.data);
}

void authority_begin(struct authority *a)
{
	char name[64];
	unsigned char number[2];
	time_t now = time(NULL);
	random_bytes(number, sizeof(number));
	snprintf(name, sizeof(name), "Authority %d of a test", number[0] << 8 | number[1]);
	a->key = new_key();
	a->crt = draft(name, a->key, now - DAY_S, now + DAY_S);
	WELL(gnutls_x509_crt_set_basic_constraints(a->crt, 1, -1));
	WELL(gnutls_x509_crt_set_key_usage(a->crt, GNUTLS_KEY_KEY_CERT_SIGN));
	WELL(gnutls_x509_crt_sign2(a->crt, a->crt, a->key, GNUTLS_DIG_SHA256, 0));
	write_pem(a);
}

void authority_end(struct authority *a)
{
	unlink(a->path);
	gnutls_x509_crt_deinit(a->crt);
	gnutls_x509_privkey_deinit(a->key);
}

gnutls_certificate_credentials_t authority_issue(const struct authority *a,
                                                 const struct certificate *wanted)
{
	time_t now = time(NULL);
	gnutls_certificate_credentials_t out;
	gnutls_x509_privkey_t key = new_key();
	gnutls_x509_crt_t crt = draft(wanted->host, key,
	                              now + (wanted->is_early ? DAY_S : -2 * DAY_S),
	                              now + (wanted->is_expired ? -DAY_S : 2 * DAY_S));
	WELL(gnutls_x509_crt_set_basic_constraints(crt, 0, -1));
	WELL(gnutls_x509_crt_set_subject_alt_name(crt, GNUTLS_SAN_DNSNAME, wanted->host,
	                                          (unsigned)strlen(wanted->host), GNUTLS_FSAN_SET));
	if (wanted->is_self_signed)
		WELL(gnutls_x509_crt_sign2(crt, crt, key, GNUTLS_DIG_SHA256, 0));
	else
		WELL(gnutls_x509_crt_sign2(crt, a->crt, a->key, GNUTLS_DIG_SHA256, 0));
	WELL(gnutls_certificate_allocate_credentials(&out));
	WELL(gnutls_certificate_set_x509_key(out, &crt, 1, key));
	gnutls_x509_crt_deinit(crt);
	gnutls_x509_privkey_deinit(key);
	return out;
}
