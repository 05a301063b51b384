/* SPDX-License-Identifier: ISC */
/*
 * The words of quoting.c, by language: lists that end in NULL, in lower case where the name does
 * not say otherwise, composed (NFC). Nothing but words.
 */
#ifndef NOTIFY_QUOTING_WORDS_H
#define NOTIFY_QUOTING_WORDS_H

extern const char *const wrote_words[];      /* "wrote", "schrieb", "a écrit" */
extern const char *const on_words[];         /* what a date begins with: "on ", "am " */
extern const char *const on_words_capital[]; /* "On " */
extern const char *const header_labels[];    /* "from", "gesendet", "objet" */
extern const char *const forwarded_begins[]; /* "begin forwarded message" */
extern const char *const advertisement_begins[];
extern const char *const advertisement_ends[];
extern const char *const sent_words[];   /* with one of the next: an advertisement */
extern const char *const device_words[]; /* "iphone" */

#endif
