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

void xml_add(struct text *t, const char *s)
{
	size_t len = strlen(s);
	while (len > 0) {
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
		s += n;
		len -= n;
	}
}
