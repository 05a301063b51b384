#!/bin/bash
# SPDX-License-Identifier: ISC
#
# What is still to be mailed, seen and moved by the operator: in a database that no server has open, and
# through the Unix socket of one that runs.
. tests/support/cli.bash

misuse 'there are three verbs' 'there is no "send"' notices send
misuse 'retry wants a number' 'retry wants the number of a notice' notices retry
misuse 'and nothing else' 'drop wants the number' notices drop x1
misuse 'of one notice' 'unexpected "2"' notices drop 1 2
misuse 'list wants none' 'unexpected "1"' notices list 1
export SLOWSAFARI_DATABASE=$work/games.db
no 'a database that is not there' \
	'no server listens at .*games.db.socket, and the database .*games.db: No such file.*; is that the server.s conf' notices
is 'is not made' test ! -e "$work/games.db"

# tell PATTERN: waits until the server's log says so.
tell()
{
	local line
	while read -r -t 60 -u $log line; do
		[[ $line =~ $1 ]] && return 0
	done
	return 1
}

# Its mail server does not answer.
echo 'smtp_url = smtp://127.0.0.1:1' >"$work/a.conf"
is 'a server starts' serve --config "$work/a.conf"
is 'its socket is its groups to open' test "$(stat -c %a "$work/games.db.socket")" = 660
yes 'nothing waits at first' '^nothing waits$' notices --config "$work/a.conf"
SLOWSAFARI_BASE_URL=http://localhost:1 yes 'nor by a configuration that was changed since' \
	'^nothing waits$' notices --config "$work/a.conf"
ask POST /signin 'address=ada%40example.org'
answers 'a mail is asked for' '^HTTP/1.1 303'
is 'and tried' tell 'mail: notice 1, sign in, try 1: later'
yes 'it waits' '^1  waiting  sign in  to ada@example.org  due .*Z  tries 1  .+' notices list --config "$work/a.conf"
yes 'it is due now' '' notices retry 1 --config "$work/a.conf"
is 'and tried at once' tell 'mail: notice 1, sign in, try 1: later'
no 'one that is not there' '^slowsafari: there is no such notice, or it is settled, or asks for what is done$' \
	notices retry 2 --config "$work/a.conf"
yes 'it is dropped' '' notices drop 1 --config "$work/a.conf"
no 'once' 'there is no such notice' notices drop 1 --config "$work/a.conf"
yes 'nothing waits any more' '^nothing waits$' notices --config "$work/a.conf"
ask GET /notices
answers 'nobody sees that over TCP' '^HTTP/1.1 404'
ask POST /signin 'address=ada%40example.org'
answers 'another mail is asked for' '^HTTP/1.1 303'
is 'and tried too' tell 'mail: notice 2, sign in, try 1: later'
no 'the database is the servers' 'another slowsafari has it open' \
	fsck --config "$work/a.conf"
end TERM
is 'the socket is gone with the server' test ! -e "$work/games.db.socket"

yes 'without a server it is in the database' '^2  waiting' notices
yes 'and can be dropped there' '' notices drop 2
no 'once too' 'there is no such notice' notices drop 2
yes 'and nothing waits' '^nothing waits$' notices

is 'it starts again' serve --config "$work/a.conf"
end KILL
is 'one that was killed leaves its socket' test -S "$work/games.db.socket"
yes 'where nobody answers' '^nothing waits$' notices --config "$work/a.conf"
is 'the next one replaces it' serve --config "$work/a.conf"
yes 'and answers' '^nothing waits$' notices --config "$work/a.conf"
end TERM
echo 'a file' >"$work/games.db.socket"
no 'what is no socket stays' 'games.db.socket: is there, and no socket' serve --config "$work/a.conf"
is 'as it was' grep -q '^a file$' "$work/games.db.socket"
SLOWSAFARI_SOCKET=$(printf '%0120d' 0) no 'a path may be too long' \
	'longer than the path of a socket may be' serve --config "$work/a.conf"
finish
