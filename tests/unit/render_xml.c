/* SPDX-License-Identifier: ISC */
/*
 * Plain text inside XML: nothing in it can end the place where it stands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/xml.h"

static void becomes(const char *plain, const char *escaped)
{
	struct text t;
	text_init(&t, 1024);
	xml_add(&t, plain);
	assert_string_equal(text_string(&t), escaped);
	text_release(&t);
}

static void what_ends_contents_or_attributes_is_escaped(void **state)
{
	(void)state;
	becomes("", "");
	becomes("Ada & <b>\"Ben\"</b> O'Neill",
	        "Ada &amp; &lt;b&gt;&quot;Ben&quot;&lt;/b&gt; O&#39;Neill");
	becomes("&amp;", "&amp;amp;");
	becomes("]]>", "]]&gt;");
}

static void words_of_any_language_stay_as_they_are(void **state)
{
	(void)state;
	becomes("J\xc3\xbcrgen \xe7\x8d\x85 \xf0\x9f\xa6\x81",
	        "J\xc3\xbcrgen \xe7\x8d\x85 \xf0\x9f\xa6\x81");
	becomes("a\tb\nc", "a\tb\nc");
}

static void what_xml_cannot_hold_is_replaced(void **state)
{
	(void)state;
	becomes("a\x01\x1f\x7f"
	        "b",
	        "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
	        "b");
	becomes("\xff\xc3", "\xef\xbf\xbd\xef\xbf\xbd");                 /* not UTF-8 */
	becomes("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); /* a surrogate */
	becomes("\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd"); /* no characters */
	becomes("\r", "\xef\xbf\xbd");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_ends_contents_or_attributes_is_escaped),
		cmocka_unit_test(words_of_any_language_stay_as_they_are),
		cmocka_unit_test(what_xml_cannot_hold_is_replaced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
