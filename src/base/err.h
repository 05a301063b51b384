/* SPDX-License-Identifier: ISC */
/*
 * What went wrong in the environment: a file that is not there, a disk that is full. The last
 * parameter of a function that answers 0 or -1; untouched on success. It is for the operator's eyes
 * and knows no codes: who must tell failures apart gets an enum instead. What is wrong with a
 * document stands in fault.h.
 *
 *	struct err err;
 *	if (file_read(path, &text, &err) < 0)
 *		fprintf(stderr, "%s\n", err.text);
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

struct err {
	char text[1024]; /* one sentence without its full stop, UTF-8; a path fits with it */
};

/* Sets the text, printf-like, cut to fit. err may be NULL. Always answers -1: `return
 * err_set(...)`. */
int err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
