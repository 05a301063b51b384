#!/bin/bash
# SPDX-License-Identifier: ISC
#
# The check of a database: what a server left that was killed, and what somebody changed in the file.
. tests/support/cli.bash

export SLOWSAFARI_DATABASE=$work/games.db SLOWSAFARI_MAIL_FOLDER=$work/mail

misuse 'fsck wants no word' 'unexpected "games.db"' fsck games.db
no 'a database that is not there' 'games.db: No such file' fsck
is 'is not made' test ! -e "$work/games.db"

# serve: starts it on a port that nobody else has; leaves $server and $port.
serve()
{
	local tries line
	for ((tries = 0; tries < 20; tries++)); do
		port=$((20000 + RANDOM % 10000))
		rm -f "$work/log"
		mkfifo "$work/log"
		SLOWSAFARI_LISTEN=127.0.0.1:$port SLOWSAFARI_BASE_URL=http://localhost:$port \
			"$slowsafari" serve 2>"$work/log" &
		server=$!
		exec {log}<"$work/log"
		while read -r -u $log line; do
			[ "$line" = "serve: ready at http://localhost:$port/" ] && return 0
		done
		wait $server
		exec {log}<&-
	done
	return 1
}

# play: a visitor's game against bots, which have moved when the answer is there.
play()
{
	exec {socket}<>/dev/tcp/127.0.0.1/$port
	printf '%s\r\n' 'POST /guest HTTP/1.1' "Host: localhost:$port" "Origin: http://localhost:$port" \
		'Content-Length: 0' 'Connection: close' '' >&$socket
	grep -q '^Location: /g/' <&$socket
	local found=$?
	exec {socket}>&-
	return $found
}

is 'a server starts' serve
is 'two games are played' play
is 'one after the other' play
no 'a server has it open' 'another slowsafari has it open' fsck
{
	kill -KILL $server
	wait $server
} 2>/dev/null
yes 'what a killed server left is whole' '^2 games, 0 faults$' fsck
yes 'and it stays so' '^2 games, 0 faults$' fsck
LC_ALL=C sed -i 's/place \([-0-9]\)/plaec \1/g' "$work/games.db"
no 'what somebody changed is found' 'Move [0-9]+ is against the rules' fsck
no 'and counted' '^2 games, [12] faults$' fsck
head -c 5000 /dev/urandom >"$work/games.db"
no 'what is no database is told' 'games.db: ' fsck
finish
