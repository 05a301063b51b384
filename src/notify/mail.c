/* SPDX-License-Identifier: ISC */
/*
 * A mail's bytes: see mail.h.
 */
#include "notify/mail.h"

#include "base/base64.h"
#include "base/quoted.h"
#include "notify/header.h"

/* Neither quoted-printable nor base64 has "=_", so no contents can hold them. */
static const char alternative[] = "=_alternative", related[] = "=_related";

static void add_text(struct text *out, const char *boundary, const char *type, const char *content)
{
	text_printf(out,
	            "--%s\r\n"
	            "Content-Type: %s; charset=utf-8\r\n"
	            "Content-Transfer-Encoding: quoted-printable\r\n"
	            "\r\n",
	            boundary, type);
	quoted_add(out, content);
	text_add(out, "\r\n");
}

static void add_picture(struct text *out, const struct mail *m)
{
	text_printf(out,
	            "--%s\r\n"
	            "Content-Type: image/png; name=\"board.png\"\r\n"
	            "Content-Transfer-Encoding: base64\r\n"
	            "Content-Disposition: inline; filename=\"board.png\"\r\n",
	            related);
	header_angles(out, "Content-ID", m->picture_id);
	text_add(out, "\r\n");
	base64_add_lines(out, m->picture, m->picture_len);
	text_add(out, "\r\n");
}

/* The HTML with the picture that it shows, as one part of the outer ones. */
static void add_related(struct text *out, const struct mail *m)
{
	text_printf(out,
	            "--%s\r\n"
	            "Content-Type: multipart/related; type=\"text/html\"; boundary=\"%s\"\r\n\r\n",
	            alternative, related);
	add_text(out, related, "text/html", m->html);
	add_picture(out, m);
	text_printf(out, "--%s--\r\n\r\n", related);
}

/* The root of the thread comes first, what is answered last. */
static void add_thread(struct text *out, const struct mail *m)
{
	const char *answered = m->answers ? m->answers : m->thread_id;
	if (!answered)
		return;
	header_angles(out, "In-Reply-To", answered);
	header_angles(out, "References", m->thread_id ? m->thread_id : answered);
	if (m->thread_id && m->answers) {
		out->len -= 2; /* goes on in a second line */
		text_printf(out, "\r\n <%s>\r\n", m->answers);
	}
}

static void add_head(struct text *out, const struct mail *m)
{
	header_date(out, "Date", m->date);
	header_mailbox(out, "From", m->from_name, m->from);
	if (m->reply_to)
		header_mailbox(out, "Reply-To", m->from_name, m->reply_to);
	header_mailbox(out, "To", "", m->to);
	header_text(out, "Subject", m->subject);
	header_angles(out, "Message-ID", m->message_id);
	add_thread(out, m);
	if (m->list_id)
		header_list(out, "List-Id", m->list_name, m->list_id);
	if (m->unsubscribe_url) {
		header_angles(out, "List-Unsubscribe", m->unsubscribe_url);
		text_add(out, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
	}
	/* RFC 3834: no holiday answers */
	text_printf(out, "Auto-Submitted: %s\r\n", m->answers ? "auto-replied" : "auto-generated");
	text_add(out, "MIME-Version: 1.0\r\n");
}

void mail_compose(struct text *out, const struct mail *m)
{
	add_head(out, m);
	text_printf(out, "Content-Type: multipart/alternative; boundary=\"%s\"\r\n\r\n",
	            alternative);
	/* From the plainest to the richest. */
	add_text(out, alternative, "text/plain", m->text);
	if (m->picture_id)
		add_related(out, m);
	else
		add_text(out, alternative, "text/html", m->html);
	text_printf(out, "--%s--\r\n", alternative);
}
