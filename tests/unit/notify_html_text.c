/* SPDX-License-Identifier: ISC */
/*
 * HTML of replies, as mail programs write it, down to the lines that a person reads; and bytes that
 * are hardly HTML at all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notify/first_line.h"
#include "notify/html_text.h"
#include "notify/plain.h"

static const char *text_of(const char *html)
{
	static char kept[4096];
	struct text raw, clean;
	text_init(&raw, 1 << 16);
	text_init(&clean, 1 << 16);
	html_text_add(&raw, html, strlen(html));
	plain_clean(&clean, text_string(&raw), raw.len);
	assert_true(clean.len < sizeof(kept));
	memcpy(kept, text_string(&clean), clean.len);
	kept[clean.len] = '\0';
	text_release(&clean);
	text_release(&raw);
	return kept;
}

static const char *said(const char *html)
{
	static char line[LIMIT_FIRST_LINE_BYTES + 1];
	const char *text = text_of(html);
	first_line_find(line, text, strlen(text), "Slow Safari:");
	return line;
}

static void blocks_break_lines_and_nothing_else_does(void **state)
{
	(void)state;
	assert_string_equal(text_of("<p>one\n two<b> three</b></p>four<div>five<br>six<br></div>"),
	                    "one two three\nfour\nfive\nsix\n");
	assert_string_equal(text_of("<table><tr><td>a<td>b</tr><tr><td>c</table><li>d<li>e"),
	                    "a b\nc\nd\ne\n");
	assert_string_equal(text_of("<pre>a  b\n c</pre>"), "a b\nc\n");
	assert_string_equal(text_of("pl<b>ac</b>e"), "place\n");
}

static void entities_are_read_and_controls_left_out(void **state)
{
	(void)state;
	assert_string_equal(text_of("&lt;7&gt; &amp; &eacute;&#8364;&#x20ac;&nbsp;&zwnj;|"),
	                    "<7> & é€€ |\n");
	assert_string_equal(text_of("7&#8238;8&#8203;9&#0;&#1;"), "789\n");
}

static void what_is_not_shown_is_not_read(void **state)
{
	(void)state;
	assert_string_equal(text_of("<html><head><title>t</title><style>p{}</style></head><body>"
	                            "<script>1</script><div style='display: none'>2</div>"
	                            "<span style=\"FONT-SIZE:0px\">3</span><p hidden>4</p>"
	                            "<!-- 5 --><span style='font-size:0.9em'>6</span>"),
	                    "6\n");
}

static void quotes_are_marked(void **state)
{
	(void)state;
	assert_string_equal(text_of("a<blockquote>b<p>c</p><blockquote>d</blockquote>e"
	                            "</blockquote>f"),
	                    "a\n> b\n> c\n> d\n> e\nf\n");
	assert_string_equal(text_of("<div class=x_gmail_quote>On, wrote:<blockquote>b"
	                            "</blockquote>own</div>"),
	                    "> On, wrote:\n> b\nown\n");
	assert_string_equal(text_of("a<div id=appendonsend></div>b"), "a\n\n________\nb\n");
	assert_string_equal(text_of("<blockquote>b<div id=appendonsend></div>c</blockquote>d"),
	                    "> b\n> c\nd\n");
	assert_string_equal(text_of("<div class='ydp1yahoo_quoted'>b<p>c</div>own"),
	                    "> b\n> c\nown\n");
}

#define ATTRIBUTION "On Tue, 3 Mar 2026 at 10:00, Slow Safari &lt;turn@safari.example&gt; wrote:"

/* As programs write them; each says "7", some above and some below. */
static const char *const replies[] = {
	/* Gmail, above and below */
	"<div dir=\"ltr\">7</div><br><div class=\"gmail_quote gmail_quote_container\"><div "
	"dir=\"ltr\" class=\"gmail_attr\">" ATTRIBUTION
	"<br></div><blockquote class=\"gmail_quote\" "
	"style=\"margin:0px 0px 0px 0.8ex\"><div>1. column 3</div></blockquote></div>",
	"<div dir=\"ltr\"><div dir=\"ltr\"><br></div><br><div class=\"gmail_quote\"><div "
	"class=\"gmail_attr\">niemand weet het<br></div><blockquote class=\"gmail_quote\"><p>1. "
	"column 3</p></blockquote><div><br></div><div>7</div></div></div>",
	"<div dir=\"auto\">7<br><br><div data-smartmail=\"gmail_signature\">Ada</div></div>",
	/* Apple */
	"<html><head><meta http-equiv=\"content-type\"></head><body style=\"overflow-wrap: "
	"break-word;\">7<br id=\"lineBreakAtBeginningOfMessage\"><div><br><blockquote "
	"type=\"cite\">"
	"<div>" ATTRIBUTION "</div><br><div>1. column</div></blockquote></div></body></html>",
	"<html><body dir=\"auto\"><div dir=\"ltr\"></div><div dir=\"ltr\">7</div><div dir=\"ltr\">"
	"<br><blockquote type=\"cite\">" ATTRIBUTION "<br><br></blockquote></div><blockquote "
	"type=\"cite\">1. column</blockquote></body></html>",
	"<html><body dir=\"auto\"><br id=\"lineBreakAtBeginningOfSignature\"><div dir=\"ltr\">Sent "
	"from my iPhone</div><div dir=\"ltr\"><br><blockquote type=\"cite\">" ATTRIBUTION
	"</blockquote></div><blockquote type=\"cite\">1. column</blockquote><div>7</div></body>",
	/* Outlook: desktop, web, phone */
	"<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style><!--\np.MsoNormal "
	"{margin:0cm;}\n--></style><!--[if gte mso 9]><xml><o:p/></xml><![endif]--></head><body>"
	"<div class=WordSection1><p class=MsoNormal>7<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;"
	"</o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm "
	"0cm'><p class=MsoNormal><b>From:</b> Slow Safari<br><b>Sent:</b> Tuesday</p></div><p>1. "
	"column</p></div></body></html>",
	"<div class=\"elementToProof\">7</div><div id=\"appendonsend\"></div><hr tabindex=\"-1\">"
	"<div id=\"divRplyFwdMsg\"><b>Xyz:</b> Slow Safari</div><div>1. column</div>",
	"<body><div dir=\"auto\">7</div><div id=\"ms-outlook-mobile-signature\">Get <a>Outlook for "
	"Android</a></div><hr><div id=\"divRplyFwdMsg\"><strong>From:</strong> S</div>1. column",
	/* Thunderbird, both ways */
	"<p>7</p><div class=\"moz-cite-prefix\">Den 3 mars ordade Slow "
	"Safari:<br></div><blockquote "
	"type=\"cite\" cite=\"mid:x\">1. column</blockquote>",
	"<div class=\"moz-cite-prefix\">Den 3 mars ordade Slow Safari:<br></div><blockquote "
	"type=\"cite\">1. column</blockquote><p>7</p><div class=\"moz-signature\">-- <br>Ada</div>",
	/* Yahoo, Proton, GMX, Spark, K-9, Roundcube, Samsung, Zimbra */
	"<div class=\"ydp1yahoo-style-wrap\"><div>7</div><div><br></div></div><div "
	"id=\"ydp2yahoo_quoted_1\" class=\"ydp2yahoo_quoted\"><div>Dienstag, Slow Safari:</div>"
	"<div>1. column</div></div>",
	"<div>7<br></div><div class=\"protonmail_signature_block\">Sent with Proton</div><div "
	"class=\"protonmail_quote\">" ATTRIBUTION "<br><blockquote class=\"protonmail_quote\" "
	"type=\"cite\">1. column</blockquote></div>",
	"<div style=\"font-family: Verdana\"><div>7</div><div name=\"quote\" "
	"style=\"border-left:2px "
	"solid\"><div><b>Gesendet:</b>&nbsp;Dienstag<br/><b>Von:</b>&nbsp;S</div><div "
	"name=\"quoted-content\">1. column</div></div></div>",
	"<div name=\"messageBodySection\">7</div><div name=\"messageSignatureSection\">Ada</div>"
	"<div name=\"messageReplySection\">Slow Safari:<blockquote>1.</blockquote></div>",
	"<!DOCTYPE html><html><body>7<br><br>-- <br>Sent from my phone.<br><br><div "
	"class=\"gmail_quote\">" ATTRIBUTION
	"<blockquote class=\"gmail_quote\">1.</blockquote></div>",
	"<div id=\"reply-intro\">S schrieb:</div><blockquote>1.</blockquote><p>7</p>",
	"<div dir=\"auto\">7</div><div id=\"composer_signature\">Samsung</div><div>-------- "
	"Original "
	"message --------</div><div>From: S </div><div>1. column</div>",
	"<div>7</div><hr id=\"zwchr\" data-marker=\"__DIVIDER__\"><div><b>Xyz: </b>S<br></div>1.",
	/* Outlook without any of its ids, and our own words without anything */
	"<p>7</p><b>Von:</b> S &lt;t@safari.example&gt;<br><b>Gesendet:</b> Dienstag<br><b>An:</b> "
	"A",
	"<p>7</p><div>Slow Safari: your turn</div><p>1. column</p>",
};

static void replies_of_many_programs_say_7(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++) {
		if (strcmp(said(replies[i]), "7") != 0)
			fail_msg("%s\n%s\n%s", replies[i], text_of(replies[i]), said(replies[i]));
	}
}

static void replies_without_the_7_say_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++) {
		char *html = strdup(replies[i]);
		char *seven = strstr(html, ">7");
		assert_non_null(seven);
		seven[1] = ' ';
		if (said(html)[0])
			fail_msg("%s\n%s\n%s", html, text_of(html), said(html));
		free(html);
	}
}

static void elements_too_deep_end_the_reading(void **state)
{
	(void)state;
	struct text html;
	text_init(&html, 1 << 20);
	text_add(&html, "<p>7</p>");
	for (int i = 0; i < 20000; i++)
		text_add(&html, "<div>8");
	assert_string_equal(said(text_string(&html)), "7");
	text_release(&html);
}

static void what_is_hardly_html_is_read_all_the_same(void **state)
{
	(void)state;
	assert_string_equal(text_of(""), "");
	assert_string_equal(text_of("7"), "7\n");
	assert_string_equal(text_of("</div></blockquote>7</p>"), "7\n");
	assert_string_equal(text_of("<blockquote><blockquote>8"), "> 8\n");
	assert_string_equal(said("<div 7"), "");
	assert_string_equal(text_of("a < b &unknown; &#99999999; c"), "a < b &unknown; c\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_break_lines_and_nothing_else_does),
		cmocka_unit_test(entities_are_read_and_controls_left_out),
		cmocka_unit_test(what_is_not_shown_is_not_read),
		cmocka_unit_test(quotes_are_marked),
		cmocka_unit_test(replies_of_many_programs_say_7),
		cmocka_unit_test(replies_without_the_7_say_nothing),
		cmocka_unit_test(elements_too_deep_end_the_reading),
		cmocka_unit_test(what_is_hardly_html_is_read_all_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
