/* SPDX-License-Identifier: ISC */
/*
 * Files that pages refer to: style, script, images. Each has a URL with a hash of its contents,
 * /static/style.5f3a0c11d2e4.css, so that browsers keep it for ever and a new one is a new URL.
 *
 * They come from the program itself; under --dev from static/ in the working directory, read anew
 * each time.
 */
#ifndef WEB_STATIC_H
#define WEB_STATIC_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "base/text.h"

struct statics;

/* is_dev: from the tree. */
struct statics *statics_new(bool is_dev);
void statics_free(struct statics *s);

enum { STATIC_URL_BYTES = 128 };

/* The URL of a file by its name, "style.css"; false when there is none. */
bool static_url(const struct statics *s, const char *name, char out[STATIC_URL_BYTES]);

/* Every file's URL as a member of an object, the name's dots as _: "style_css". The caller's to
 * delete, before the statics; not to be changed, since its members may be shared. */
cJSON *static_urls(const struct statics *s);

/*
 * The file that a URL's last segment names, "style.5f3a0c11d2e4.css": its bytes are appended and
 * its type is *type. False when there is none of that name with that hash.
 */
bool static_find(const struct statics *s, const char *segment, struct text *out, const char **type);

#endif
