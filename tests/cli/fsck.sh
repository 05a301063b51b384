#!/bin/bash
# SPDX-License-Identifier: ISC
#
# The check of a database: what a server left that was killed, and what somebody changed in the file.
. tests/support/cli.bash

export SLOWSAFARI_DATABASE=$work/games.db SLOWSAFARI_MAIL_FOLDER=$work/mail

misuse 'fsck wants no word' 'unexpected "games.db"' fsck games.db
no 'a database that is not there' 'games.db: No such file' fsck
is 'is not made' test ! -e "$work/games.db"

is 'a server starts' serve
# Bots play against a visitor; they have moved when the answer is there.
# Of eight games some bot has laid a tile in one, whoever began.
for n in 1 2 3 4 5 6 7 8; do
	ask POST /guest
	answers "game $n is played" '^Location: /g/'
done
no 'a server has it open' 'another slowsafari has it open' fsck
end KILL
yes 'what a killed server left is whole' '^8 games, 0 faults$' fsck
yes 'and it stays so' '^8 games, 0 faults$' fsck
LC_ALL=C sed -i 's/place \([-0-9]\)/plaec \1/g' "$work/games.db"
no 'what somebody changed is found' 'Move [0-9]+ is against the rules' fsck
no 'and counted' '^8 games, (1 fault|[2-8] faults)$' fsck
head -c 5000 /dev/urandom >"$work/games.db"
no 'what is no database is told' 'games.db: ' fsck
finish
