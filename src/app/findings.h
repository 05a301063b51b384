/* SPDX-License-Identifier: ISC */
/*
 * What checks of a set-up found: each is told as it is found, with a grade and what it is about,
 * and counted. A sentence says what is wrong, what that means, and what to do. What is checked
 * stands elsewhere; `slowsafari doctor` prints.
 *
 *	finding_wrong(f, "database", "%s cannot be written: chown it to the user ...", path);
 */
#ifndef APP_FINDINGS_H
#define APP_FINDINGS_H

enum finding_grade {
	FINDING_OK,
	FINDING_WARNING, /* it works, or may; somebody should look */
	FINDING_WRONG,   /* it does not work */
};

enum { FINDING_BYTES = 1024 }; /* of a sentence; longer ones are cut */

struct findings {
	/* The sentence may hold what others said, controls too. */
	void (*tell)(void *context, enum finding_grade grade, const char *about,
	             const char *sentence);
	void *context;
	unsigned counts[FINDING_WRONG + 1];
};

void finding_ok(struct findings *f, const char *about, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void finding_warning(struct findings *f, const char *about, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void finding_wrong(struct findings *f, const char *about, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
