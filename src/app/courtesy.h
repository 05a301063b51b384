/* SPDX-License-Identifier: ISC */
/*
 * The words that people put around a choice and that choose nothing: "I take number 3, please",
 * "ich nehme die 3", "4番でお願いします". It knows a closed list in several languages, no numbers
 * and no commands, and judges nothing: a word that it does not know stays, so that "3 or 4" and
 * "not 3" are no choice for whoever reads the rest.
 */
#ifndef APP_COURTESY_H
#define APP_COURTESY_H

/*
 * Takes such words off both ends of a line as answer_clean() has it, in place: words before the
 * choice at the front, words after it and little pictures at the end; nothing from the middle. A
 * line of nothing else is left as it is.
 */
void courtesy_drop(char *line);

#endif
