#!/bin/bash
# SPDX-License-Identifier: ISC
#
# The pipe of a mail server: what it is told when a mail can't be handed over. That mails are taken is seen in
# tests/unit/cli_by_mail.c.
. tests/support/cli.bash

export SLOWSAFARI_DATABASE=$work/games.db
printf 'From: ada@example.org\n\nhello\n' >"$work/mail"

run mail-in <"$work/mail"
judge 75 'without a server it is to come later' 'no server listens there'
run mail-in --config "$work/none" <"$work/mail"
judge 75 'without a configuration likewise' 'none: No such file'
head -c 2000000 /dev/zero | tr '\0' 'a' >"$work/large"
run mail-in <"$work/large"
judge 65 'what is too large never is' 'a mail of more than 1048576 bytes'
run mail-in "$work/mail" </dev/null
judge 2 'a mail comes on the standard input' 'unexpected' 2>/dev/null

finish
