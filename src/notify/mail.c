/* SPDX-License-Identifier: ISC */
/*
 * A mail's bytes: see mail.h.
 */
#include "notify/mail.h"

#include "base/quoted.h"
#include "notify/header.h"

/* Quoted-printable has no "=_", so no contents can hold it. */
static const char boundary[] = "=_alternative";

static void add_part(struct text *out, const char *type, const char *content)
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

void mail_compose(struct text *out, const struct mail *m)
{
	header_date(out, "Date", m->date);
	header_mailbox(out, "From", m->from_name, m->from);
	header_mailbox(out, "To", "", m->to);
	header_text(out, "Subject", m->subject);
	text_printf(out, "Message-ID: <%s>\r\n", m->message_id);
	text_add(out, "Auto-Submitted: auto-generated\r\n"); /* RFC 3834: no holiday answers */
	text_add(out, "MIME-Version: 1.0\r\n");
	text_printf(out, "Content-Type: multipart/alternative; boundary=\"%s\"\r\n\r\n", boundary);
	/* From the plainest to the richest. */
	add_part(out, "text/plain", m->text);
	add_part(out, "text/html", m->html);
	text_printf(out, "--%s--\r\n", boundary);
}
