/* SPDX-License-Identifier: ISC */
/*
 * The person's line in the text of replies, as mail programs lay them out in many languages: above
 * a quote, below it, between its lines, and not at all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "notify/first_line.h"

static const char delimiter[] = "Slow Safari: your turn";

#define SITE "Slow Safari <turn+k7m2p9qd@safari.example>"

/* How programs introduce a quote; each stands before one with marks and before one without. */
static const char *const introductions[] = {
	/* Gmail */
	"On Tue, 3 Mar 2026 at 10:00, " SITE " wrote:",
	"On Tue, Mar 3, 2026 at 10:00 AM Slow Safari <\nturn+k7m2p9qd@safari.example> wrote:",
	"On Tue, 3 Mar 2026, 10:00 Slow Safari, <turn+k7m2p9qd@safari.example>\nwrote:",
	"Am Di., 3. März 2026 um 10:00 Uhr schrieb Slow Safari <\nturn+k7m2p9qd@safari.example>:",
	"Slow Safari <turn+k7m2p9qd@safari.example> schrieb am Di., 3. März 2026, 10:00:",
	"Le mar. 3 mars 2026 à 10:00, " SITE " a\nécrit :",
	"El mar, 3 mar 2026 a las 10:00, Slow Safari (<turn+k7m2p9qd@safari.example>)\nescribió:",
	"Il giorno mar 3 mar 2026 alle ore 10:00 Slow Safari <\nturn+k7@safari.example> ha "
	"scritto:",
	"Op di 3 mrt 2026 om 10:00 schreef Slow Safari <turn+k7@safari.example>:",
	"wt., 3 mar 2026 o 10:00 " SITE " napisał(a):",
	"Em ter., 3 de mar. de 2026 às 10:00, " SITE "\nescreveu:",
	"tirs. 3. mar. 2026 kl. 10.00 skrev Slow Safari <turn+k7@safari.example>:",
	"Den tis 3 mars 2026 kl 10:00 skrev Slow Safari <turn+k7@safari.example>:",
	"ti 3. maalisk. 2026 klo 10.00 Slow Safari (turn+k7@safari.example) kirjoitti:",
	"út 3. 3. 2026 v 10:00 odesílatel " SITE "\nnapsal:",
	"вт, 3 мар. 2026 г. в 10:00, " SITE ":",
	"вт, 3 бер. 2026 р. о 10:00 " SITE " пише:",
	SITE ", 3 Mar 2026 Sal, 10:00 tarihinde şunu yazdı:",
	SITE " ezt írta (időpont: 2026. márc. 3., K, 10:00):",
	"mar., 3 mar. 2026 la 10:00, " SITE " a scris:",
	"Στις Τρί 3 Μαρ 2026 στις 10:00 π.μ., ο χρήστης " SITE "\nέγραψε:",
	"2026年3月3日(火) 10:00 " SITE ":",
	SITE " 于2026年3月3日周二 10:00写道：",
	SITE " 於 2026年3月3日 週二 上午10:00寫道：",
	"2026년 3월 3일 (화) 오전 10:00, " SITE "님이 작성:",
	"Vào Th 3, 3 thg 3, 2026 vào lúc 10:00 " SITE "\nđã viết:",
	"في الثلاثاء، 3 مارس 2026 10:00 ص " SITE " كتب:",
	/* Apple */
	"On 3 Mar 2026, at 10:00, " SITE " wrote:",
	"Am 03.03.2026 um 10:00 schrieb " SITE ":",
	"Op 3 mrt 2026 om 10:00 heeft " SITE " het\nvolgende geschreven:",
	"No dia 03/03/2026, às 10:00, " SITE " escreveu:",
	"Wiadomość napisana przez " SITE " w dniu 03.03.2026, o godz. 10:00:",
	"3 mars 2026 kl. 10:00 skrev " SITE ":",
	SITE " kirjoitti 3.3.2026 kello 10.00:",
	"3 марта 2026 г., в 10:00, " SITE " написал(а):",
	"2026/03/03 10:00、" SITE "のメール:",
	"在 2026年3月3日，10:00，" SITE " 写道：",
	/* Thunderbird, mutt, K-9, Horde, Zoho, old Gmail */
	"Am 03.03.26 um 10:00 schrieb Slow Safari:",
	"Le 03/03/2026 à 10:00, Slow Safari a écrit :",
	"Op 3-3-2026 om 10:00 schreef Slow Safari:",
	"W dniu 3.03.2026 o 10:00, Slow Safari pisze:",
	"Den 2026-03-03 kl. 10:00, skrev Slow Safari:",
	"Slow Safari kirjoitti 3.3.2026 klo 10.00:",
	"03.03.2026 10:00, Slow Safari пишет:",
	"Dne 03. 03. 26 v 10:00 Slow Safari napsal(a):",
	"2026-03-03 10:00 keltezéssel, Slow Safari írta:",
	"2026. 3. 3. 10:00에 Slow Safari 이(가) 쓴 글:",
	"3.03.2026 10:00 tarihinde Slow Safari yazdı:",
	"* " SITE " [2026-03-03 10:00]:",
	"On Tue, Mar 03, 2026 at 10:00:00AM +0100, Slow Safari wrote:",
	"Slow Safari wrote:",
	"Quoting " SITE ":",
	"Zitat von " SITE ":",
	"---- On Tue, 03 Mar 2026 10:00:00 +0100 Slow Safari <turn@safari.example> wrote ----",
	"2026-03-03 10:00 GMT+01:00 Slow Safari <turn+k7m2p9qd@safari.example>:",
	/* Outlook, Yahoo, GMX, Samsung, QQ, Proton */
	"-----Original Message-----\nFrom: " SITE "\nSent: Tuesday, March 3, 2026 10:00 AM",
	"________________________________\nFrom: " SITE "\nSent: 03 March 2026 10:00\nTo: Ada",
	"Von: " SITE " \nGesendet: Dienstag, 3. März 2026 10:00\nAn: Ada\nBetreff: Dein Zug",
	"De : " SITE "\nEnvoyé : mardi 3 mars 2026 10:00\nÀ : Ada\nObjet : À toi",
	"*Da:* " SITE "\n*Inviato:* martedì 3 marzo 2026 10:00\n*A:* Ada",
	"Lähettäjä: " SITE "\nLähetetty: tiistai 3. maaliskuuta 2026 10.00",
	"发件人: " SITE "\n发送时间: 2026年3月3日 10:00\n收件人: Ada",
	"Gesendet: Dienstag, 3. März 2026 um 10:00 Uhr\nVon: " SITE "\nAn: ada@example.org",
	"Pergunta: " SITE "\nXyzzy: 3 2026 10:00\nPlugh: Ada\nFoo: bar",
	"-------- Original message --------\nFrom: " SITE " \nDate: 03/03/2026  10:00  (GMT+01:00)",
	"-------- Ursprüngliche Nachricht --------\nVon: " SITE,
	"------------------ 原始邮件 ------------------",
	"------- Original Message -------\nOn Tuesday, March 3rd, 2026 at 10:00, Slow Safari <t@"
	"safari.example> wrote:",
	"---------- Forwarded message ---------\nFrom: " SITE "\nDate: Tue, 3 Mar 2026 at 10:00",
	"Begin forwarded message:",
};

static const char *const advertisements[] = {
	"Sent from my iPhone",
	"Von meinem iPhone gesendet",
	"Envoyé de mon iPhone",
	"Enviado desde mi iPhone",
	"Inviato da iPhone",
	"Verstuurd vanaf mijn iPhone",
	"Enviado do meu iPhone",
	"Skickat från min iPhone",
	"Sendt fra min iPhone",
	"Lähetetty iPhonesta",
	"Wysłane z iPhone'a",
	"Отправлено с iPhone",
	"iPhone'umdan gönderildi",
	"Odesláno z iPhonu",
	"iPhoneから送信",
	"发自我的iPhone",
	"從我的 iPhone 傳送",
	"나의 iPhone에서 보냄",
	"iPhone-ról küldve",
	"Στάλθηκε από το iPhone μου",
	"ส่งจาก iPhone ของฉัน",
	"Đã gửi từ iPhone của tôi",
	"Get BlueMail for Android",
	"Sent via Superhuman iOS ( https://sprh.mn/?vip=ada@example.org )",
	"Get Outlook for Android<https://aka.ms/AAb9ysg>",
	"Get Outlook for iOS",
	"Outlook für Android beziehen",
	"Télécharger Outlook pour iOS<https://aka.ms/o0ukef>",
	"Sent from Outlook for Android",
	"Sent from Yahoo Mail on Android",
	"Yahoo Mail: Search, Organize, Conquer",
	"Sent with Proton Mail secure email.",
	"Sent from Proton Mail for Android.",
	"Sent from Mail for Windows",
	"Sent from my Galaxy",
	"Von meinem Samsung Galaxy Smartphone gesendet.",
	"Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
	"Gesendet mit der GMX Mail App",
	"Gesendet von Mail für Windows",
	"[image: image.png]",
	"--",
	"ᐧ",
};

static const char *said(const char *text)
{
	static char line[LIMIT_FIRST_LINE_BYTES + 1];
	first_line_find(line, text, strlen(text), delimiter);
	return line;
}

static void words_above_any_quote_are_the_persons(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(introductions) / sizeof(introductions[0]); i++) {
		char text[2000];
		snprintf(text, sizeof(text), "\n  place 3,1   90 \n\n%s\n\n> 1. column 3\n",
		         introductions[i]);
		assert_string_equal(said(text), "place 3,1 90");
		snprintf(text, sizeof(text), "7\n%s\n1. column 3\n", introductions[i]);
		assert_string_equal(said(text), "7");
	}
}

static void words_below_a_marked_quote_are_the_persons(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(introductions) / sizeof(introductions[0]); i++) {
		char text[2000];
		snprintf(text, sizeof(text),
		         "%s\n\n> Hello Ada,\n>\n> 1. column 3\n\n7\n\n-- \nAda\n",
		         introductions[i]);
		if (strcmp(said(text), "7") != 0)
			fail_msg("%s: %s", introductions[i], said(text));
	}
}

static void a_quote_without_marks_hides_what_follows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(introductions) / sizeof(introductions[0]); i++) {
		char text[2000];
		snprintf(text, sizeof(text), "\n%s\n\nHello Ada,\n\n1. column 3\n",
		         introductions[i]);
		if (said(text)[0])
			fail_msg("%s: %s", introductions[i], said(text));
	}
}

static void what_programs_add_is_nobodys_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(advertisements) / sizeof(advertisements[0]); i++) {
		char text[600];
		snprintf(text, sizeof(text), "%s\n", advertisements[i]);
		if (said(text)[0])
			fail_msg("%s", said(text));
		snprintf(text, sizeof(text), "%s\n\n> 1. column 3\n\n7\n", advertisements[i]);
		assert_string_equal(said(text), "7");
	}
}

static void what_people_write_is_theirs(void **state)
{
	static const char *const lines[] = {
		"7",
		"Hi,",
		"Hello Slow Safari,",
		"?",
		"👍",
		"On Thursday I am away",
		"On Tuesday:",
		"away 3d",
		"At 10:00 I will be back",
		"From the left: 7",
		"To: the north",
		"The notification was sent from my iPhone app to all users.",
		"Ben wrote that I should take 7",
		"I said 7",
		"am besten 7",
		"boost bush W none",
		"place -1,0 180; meeple trail N",
		"ranger 0,1 2,2",
		"-7",
		"7 - the bush",
		"Le 7 s'il vous plaît",
		"Data: 7",
	};
	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char text[600];
		assert_string_equal(said(lines[i]), lines[i]);
		snprintf(text, sizeof(text),
		         "%s\n\nbye\nOn Tue, 3 Mar 2026 at 10:00, " SITE " wrote:\n> 1. column 3\n",
		         lines[i]);
		assert_string_equal(said(text), lines[i]);
	}
}

static void answers_between_the_lines_of_a_quote_are_found(void **state)
{
	(void)state;
	assert_string_equal(said("> Hello Ada,\n>\n> 1. column 3\n> 2. column 4\n2\n> bye\n"), "2");
	assert_string_equal(said("SS> Hello Ada,\nSS> 1. column 3\n\n2\n"), "2");
	assert_string_equal(said("| Hello\n| 1. column 3\n2\n"), "2");
}

static void a_signature_above_a_quote_is_passed_over(void **state)
{
	(void)state;
	assert_string_equal(said("-- \nAda Lovelace\n+44 20 7946 0000\n\nOn Tue, 3 Mar 2026 at "
	                         "10:00, " SITE " wrote:\n> 1. column 3\n\n7\n"),
	                    "7");
	assert_string_equal(said("\n-- \nAda Lovelace\n"), "");
	assert_string_equal(said("_______________\nAda Lovelace\n"), "");
}

static void words_signed_with_pgp_are_found(void **state)
{
	(void)state;
	assert_string_equal(said("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n7\n"
	                         "-----BEGIN PGP SIGNATURE-----\n\niQEz\n"
	                         "-----END PGP SIGNATURE-----\n"),
	                    "7");
	assert_string_equal(said("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
	                         "-----BEGIN PGP SIGNATURE-----\n\niQEz\n"),
	                    "");
}

static void an_introduction_on_the_persons_line_is_cut_off(void **state)
{
	(void)state;
	assert_string_equal(said("7 On Tue, 3 Mar 2026 at 10:00, " SITE " wrote:\n> 1. column\n"),
	                    "7");
	assert_string_equal(said("pass--- On Tue, 3 Mar 2026 at 10:00, Slow Safari wrote:\n> 1.\n"),
	                    "pass");
	assert_string_equal(said("7 Am 03.03.2026 um 10:00 schrieb " SITE ":\n> 1. column\n"), "7");
}

static void what_follows_our_own_first_line_is_a_quote(void **state)
{
	(void)state;
	assert_string_equal(said("7\n\nSlow Safari: your turn in game 12\n1. column 3\n"), "7");
	assert_string_equal(said("Slow Safari: your turn in game 12\n1. column 3\n\n7\n"), "");
	assert_string_equal(said("*Slow Safari: your turn* in game 12\n1. column 3\n\n7\n"), "");
	assert_string_equal(said("> Slow Safari: your turn in game 12\n> 1. column 3\n\n7\n"), "7");
	char line[LIMIT_FIRST_LINE_BYTES + 1];
	assert_true(first_line_find(line, "Slow Safari: your turn\n", 23, NULL));
	assert_string_equal(line, "Slow Safari: your turn");
}

static void a_line_too_long_is_cut_between_characters(void **state)
{
	(void)state;
	char text[2 * LIMIT_FIRST_LINE_BYTES + 2];
	text[0] = 'x';
	for (size_t i = 0; i < LIMIT_FIRST_LINE_BYTES; i++)
		memcpy(text + 1 + 2 * i, "é", 2);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(strlen(said(text)), LIMIT_FIRST_LINE_BYTES - 1);
	assert_int_equal(memcmp(said(text), text, LIMIT_FIRST_LINE_BYTES - 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_above_any_quote_are_the_persons),
		cmocka_unit_test(words_below_a_marked_quote_are_the_persons),
		cmocka_unit_test(a_quote_without_marks_hides_what_follows),
		cmocka_unit_test(what_programs_add_is_nobodys_line),
		cmocka_unit_test(what_people_write_is_theirs),
		cmocka_unit_test(answers_between_the_lines_of_a_quote_are_found),
		cmocka_unit_test(a_signature_above_a_quote_is_passed_over),
		cmocka_unit_test(words_signed_with_pgp_are_found),
		cmocka_unit_test(an_introduction_on_the_persons_line_is_cut_off),
		cmocka_unit_test(what_follows_our_own_first_line_is_a_quote),
		cmocka_unit_test(a_line_too_long_is_cut_between_characters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
