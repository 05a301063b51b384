/* SPDX-License-Identifier: ISC */
/*
 * A certificate authority of a test's own, made when it begins: nothing of it is in the tree, and
 * nothing can expire there. What is shown to clients is tls_front.h's.
 *
 *	struct authority a;
 *	authority_begin(&a);
 *	... = authority_issue(&a, &(struct certificate){.host = "localhost"});
 *	... // clients trust a.path
 *	authority_end(&a);
 */
#ifndef SUPPORT_AUTHORITY_H
#define SUPPORT_AUTHORITY_H

#include <gnutls/x509.h>
#include <stdbool.h>

struct authority {
	char path[64]; /* its certificate, PEM, in a file of /tmp */
	gnutls_x509_privkey_t key;
	gnutls_x509_crt_t crt;
};

/* A certificate for TLS servers; zero: of the authority, valid from yesterday to tomorrow. */
struct certificate {
	const char *host;
	bool is_expired, is_early; /* until yesterday; from tomorrow on */
	bool is_self_signed;
};

/* Aborts rather than fail, as do the others. */
void authority_begin(struct authority *a);
void authority_end(struct authority *a);

/* A key and its certificate; gnutls_certificate_free_credentials() it. */
gnutls_certificate_credentials_t authority_issue(const struct authority *a,
                                                 const struct certificate *wanted);

#endif
