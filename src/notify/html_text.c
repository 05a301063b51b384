/* SPDX-License-Identifier: ISC */
/*
 * A walk over the events of libxml2's HTML parser: see html_text.h. No tree is built. The parser
 * closes what was left open, so each element that begins ends, and a stack of bytes is enough.
 */
#include "notify/html_text.h"

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/limits.h"

/* What an element is; more than one may be true. */
enum {
	BLOCK = 1,   /* stands on lines of its own */
	HIDDEN = 2,  /* neither shown nor the person's */
	QUOTE = 4,   /* what it holds is quoted */
	WRAPPER = 8, /* what it holds is quoted, until a QUOTE in it ends */
	KEPT = 16,   /* its line ends count */
	CUT = 32,    /* from here on all is quoted */
	SPACE = 64,  /* has a blank around it */
	BREAK = 128, /* a line ends */
};

enum { STYLE_BYTES = 512 }; /* of an attribute, what is looked at */

struct walk {
	struct text *out;
	htmlParserCtxtPtr parser;
	uint8_t kinds[LIMIT_HTML_DEPTH];
	unsigned depth;
	int hidden, quotes, wrappers, kept; /* elements that are open */
	bool has_blank;                     /* owed before the next character */
	bool is_within;                     /* something stands on this line */
};

static const struct {
	const char *name;
	uint8_t kind;
} elements[] = {
	{"address", BLOCK},   {"article", BLOCK},    {"blockquote", BLOCK | QUOTE},
	{"body", BLOCK},      {"br", BREAK},         {"button", HIDDEN},
	{"center", BLOCK},    {"dd", BLOCK},         {"dir", BLOCK},
	{"div", BLOCK},       {"dl", BLOCK},         {"dt", BLOCK},
	{"fieldset", BLOCK},  {"footer", BLOCK},     {"form", BLOCK},
	{"h1", BLOCK},        {"h2", BLOCK},         {"h3", BLOCK},
	{"h4", BLOCK},        {"h5", BLOCK},         {"h6", BLOCK},
	{"header", BLOCK},    {"hr", BLOCK},         {"li", BLOCK},
	{"main", BLOCK},      {"menu", BLOCK},       {"nav", BLOCK},
	{"noscript", HIDDEN}, {"object", HIDDEN},    {"ol", BLOCK},
	{"p", BLOCK},         {"pre", BLOCK | KEPT}, {"script", HIDDEN},
	{"section", BLOCK},   {"select", HIDDEN},    {"style", HIDDEN},
	{"svg", HIDDEN},      {"table", BLOCK},      {"tbody", BLOCK},
	{"td", SPACE},        {"template", HIDDEN},  {"textarea", HIDDEN},
	{"th", SPACE},        {"title", HIDDEN},     {"tr", BLOCK},
	{"ul", BLOCK},
};

/* What names of classes, ids and elements hold, in lower case: programs put other things before
 * and behind ("x_gmail_quote", "ydp4711yahoo_quoted"). */
static const struct {
	const char *part;
	uint8_t kind;
} names[] = {
	{"gmail_attr", BLOCK | QUOTE},
	{"gmail_quote", BLOCK | WRAPPER},
	{"gmail_signature", BLOCK | HIDDEN},
	{"yahoo_quoted", BLOCK | WRAPPER},
	{"yahoo-quoted", BLOCK | WRAPPER},
	{"moz-cite-prefix", BLOCK | QUOTE},
	{"moz-forward-container", BLOCK | WRAPPER},
	{"moz-signature", BLOCK | HIDDEN},
	{"protonmail_quote", BLOCK | WRAPPER},
	{"protonmail_signature", BLOCK | HIDDEN},
	{"tutanota_quote", BLOCK | WRAPPER},
	{"k9mail-signature", BLOCK | HIDDEN},
	{"mail_android_quote", BLOCK | WRAPPER},
	{"quoted-content", BLOCK | WRAPPER},
	{"zmail_extra", BLOCK | WRAPPER},
	{"messagereplysection", BLOCK | WRAPPER},
	{"messagesignaturesection", BLOCK | HIDDEN},
	{"composer_signature", BLOCK | HIDDEN},
	{"nylas-quote", BLOCK | WRAPPER},
	{"reply-intro", BLOCK | QUOTE},
	{"replybody", BLOCK | WRAPPER},
	{"isreplycontent", BLOCK | WRAPPER},
	{"appleoriginalcontents", BLOCK | WRAPPER},
	{"outlookmessageheader", BLOCK | CUT},
	{"olk_src_body_section", BLOCK | CUT},
	{"divrplyfwdmsg", BLOCK | CUT},
	{"appendonsend", BLOCK | CUT},
	{"reference-message", BLOCK | CUT},
	{"body-separator-line", BLOCK | CUT},
	{"mobile-signature", BLOCK | HIDDEN},
	{"__divider__", BLOCK | CUT},
};

/* ---- Writing ---- */

static void end_line(struct walk *w)
{
	if (w->is_within)
		text_add_char(w->out, '\n');
	w->is_within = w->has_blank = false;
}

static void begin_line(struct walk *w)
{
	if (w->quotes || w->wrappers)
		text_add(w->out, "> ");
	w->is_within = true;
	w->has_blank = false;
}

static void on_text(void *data, const xmlChar *chars, int len)
{
	struct walk *w = data;
	for (int i = 0; i < len && !w->hidden; i++) {
		char c = (char)chars[i];
		if (c == '\n' && w->kept) {
			end_line(w);
		} else if (strchr(" \t\r\n", c)) {
			w->has_blank = true;
		} else {
			bool owes_blank = w->has_blank && w->is_within;
			if (!w->is_within)
				begin_line(w);
			if (owes_blank)
				text_add_char(w->out, ' ');
			w->has_blank = false;
			text_add_char(w->out, c);
		}
	}
}

/* ---- What an element is ---- */

/* An attribute's beginning in lower case; of a style without its blanks. */
static void lower(char out[STYLE_BYTES], const xmlChar *value, bool without_blanks)
{
	size_t n = 0;
	for (const char *c = (const char *)value; *c && n < STYLE_BYTES - 1; c++) {
		if (!without_blanks || !strchr(" \t\r\n", *c))
			out[n++] = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
	}
	out[n] = '\0';
}

static uint8_t kind_of_name(const char *value)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strstr(value, names[i].part))
			return names[i].kind;
	}
	if (strcmp(value, "quote") == 0)
		return BLOCK | WRAPPER;
	bool is_signature = strcmp(value, "signature") == 0 || strcmp(value, "x_signature") == 0;
	return is_signature ? BLOCK | HIDDEN : 0;
}

/* Not "font-size:0.9em". */
static bool is_size_zero(const char *style)
{
	const char *size = strstr(style, "font-size:0");
	return size && !strchr(".123456789", size[11] ? size[11] : ';');
}

static uint8_t kind_of_style(const char *style)
{
	/* The line that Outlook and Windows Mail draw above their From and Sent. */
	static const char *const cuts[] = {"border:none;border-top:solid#",
	                                   "border-top-color:rgb(229,229,229)"};
	static const char *const hides[] = {"display:none", "visibility:hidden", "mso-hide:all"};
	uint8_t kind = 0;
	for (size_t i = 0; i < sizeof(hides) / sizeof(hides[0]); i++)
		kind |= strstr(style, hides[i]) ? HIDDEN : 0;
	for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++)
		kind |= strstr(style, cuts[i]) ? BLOCK | CUT : 0;
	return is_size_zero(style) ? kind | HIDDEN : kind;
}

static uint8_t kind_of(const char *element, const xmlChar **attributes)
{
	uint8_t kind = 0;
	for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++) {
		if (strcmp(element, elements[i].name) == 0)
			kind = elements[i].kind;
	}
	for (; attributes && attributes[0]; attributes += 2) {
		static const char *const naming[] = {"class", "id", "name", "data-marker",
		                                     "data-smartmail"};
		const char *name = (const char *)attributes[0];
		char value[STYLE_BYTES] = "";
		if (strcmp(name, "hidden") == 0)
			kind |= HIDDEN;
		if (!attributes[1])
			continue;
		bool is_style = strcmp(name, "style") == 0;
		lower(value, attributes[1], is_style);
		if (is_style)
			kind |= kind_of_style(value);
		for (size_t i = 0; i < sizeof(naming) / sizeof(naming[0]); i++)
			kind |= strcmp(name, naming[i]) == 0 ? kind_of_name(value) : 0;
	}
	/* A blockquote of class gmail_quote is the quote, not what wraps one. */
	return kind & QUOTE ? kind & (uint8_t)~WRAPPER : kind;
}

/* ---- The walk ---- */

static void count(struct walk *w, uint8_t kind, int by)
{
	w->hidden += kind & HIDDEN ? by : 0;
	w->quotes += kind & QUOTE ? by : 0;
	w->wrappers += kind & WRAPPER ? by : 0;
	w->kept += kind & KEPT ? by : 0;
}

static void on_begin(void *data, const xmlChar *name, const xmlChar **attributes)
{
	struct walk *w = data;
	uint8_t kind = kind_of((const char *)name, attributes);
	if (w->depth == LIMIT_HTML_DEPTH) {
		xmlStopParser(w->parser);
		return;
	}
	if (kind & BREAK) {
		if (!w->is_within && !w->hidden)
			text_add_char(w->out, '\n');
		end_line(w);
	}
	if (kind & BLOCK)
		end_line(w);
	if (kind & CUT && !w->hidden && !w->quotes && !w->wrappers)
		text_add(w->out, "\n________\n");
	w->has_blank |= (kind & SPACE) != 0;
	w->kinds[w->depth++] = kind;
	count(w, kind, 1);
}

/* Behind the quote that an element wraps a person may write. */
static void end_wrapper(struct walk *w)
{
	for (unsigned i = w->depth; i-- > 0 && !w->quotes;) {
		if (w->kinds[i] & WRAPPER) {
			w->kinds[i] &= (uint8_t)~WRAPPER;
			w->wrappers--;
			return;
		}
	}
}

static void on_end(void *data, const xmlChar *name)
{
	struct walk *w = data;
	if (!w->depth)
		return;
	uint8_t kind = w->kinds[--w->depth];
	if (kind & BLOCK)
		end_line(w);
	w->has_blank |= (kind & SPACE) != 0;
	count(w, kind, -1);
	if (strcmp((const char *)name, "blockquote") == 0)
		end_wrapper(w);
}

void html_text_add(struct text *out, const char *html, size_t len)
{
	static const xmlSAXHandler events = {
		.startElement = on_begin,
		.endElement = on_end,
		.characters = on_text,
		.ignorableWhitespace = on_text,
	};
	struct walk w = {.out = out};
	/* Of what it is given at once it leaves nothing out; the push parser loses a single byte.
	 */
	w.parser = len ? htmlCreateMemoryParserCtxt(html, (int)len) : NULL;
	if (!w.parser)
		return;
	*w.parser->sax = events;
	w.parser->userData = &w;
	htmlCtxtUseOptions(w.parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
	                                     HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
	                                     HTML_PARSE_IGNORE_ENC);
	xmlSwitchEncoding(w.parser, XML_CHAR_ENCODING_UTF8);
	htmlParseDocument(w.parser);
	end_line(&w);
	htmlFreeParserCtxt(w.parser);
	xmlResetLastError();
}
