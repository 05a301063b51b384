/* SPDX-License-Identifier: ISC */
/*
 * Escapes for XML. The five characters are escaped everywhere, so that no caller must know whether
 * it is in a content or in an attribute.
 */
#include "render/xml.h"

#include "base/utf8.h"

static bool is_xml_character(uint32_t point)
{
	if (point < 0x20)
		return point == '\t' || point == '\n';
	return point != 0x7f && point != 0xfffe && point != 0xffff;
}

/* A character that is itself, as most are: of ASCII, and none of those that mean something. */
static bool is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
}

/* Appends one character that is not plain; answers how many bytes it had. */
static size_t add_special(struct text *t, const char *s, size_t len)
{
	uint32_t point = 0;
	size_t n = utf8_next(s, len, &point);
	if (n == 0) {
		n = 1;
		point = 0;
	}
	switch (point) {
	case '&':
		text_add(t, "&amp;");
		break;
	case '<':
		text_add(t, "&lt;");
		break;
	case '>':
		text_add(t, "&gt;");
		break;
	case '"':
		text_add(t, "&quot;");
		break;
	case '\'':
		text_add(t, "&#39;");
		break;
	default:
		if (is_xml_character(point))
			text_add_bytes(t, s, n);
		else
			text_add(t, "\xef\xbf\xbd");
	}
	return n;
}

void xml_add(struct text *t, const char *s)
{
	size_t len = strlen(s);
	while (len > 0) {
		size_t n = 0;
		while (n < len && is_plain((unsigned char)s[n]))
			n++;
		if (n > 0)
			text_add_bytes(t, s, n);
		else
			n = add_special(t, s, len);
		s += n;
		len -= n;
	}
}
