#!/bin/bash
# SPDX-License-Identifier: ISC
#
# The service from its start to its end: what it refuses to start with, that it answers, and that a signal
# ends it well. Its pages have tests of their own.
. tests/support/cli.bash

misuse 'a seed is for developers' '--seed and --clock go with --dev only' serve --seed x
misuse 'a clock is Unix seconds' '--clock wants Unix seconds' serve --dev --clock noon
misuse 'serve wants no word' 'unexpected "now"' serve now
no 'a configuration that is not there' '/nowhere/a.conf' serve --config /nowhere/a.conf
printf '# ours\nlisten = 127.0.0.1:0\n' >"$work/a.conf"
no 'a mistake is told with its line' 'a.conf, line 2: listen must be' serve --config "$work/a.conf"
printf 'base_url = http://safari.example\n' >"$work/a.conf"
no 'plain http for the world' 'base_url must be https' serve --config "$work/a.conf"
printf 'database = /nowhere/a.db\n' >"$work/a.conf"
no 'a database that cannot be' '/nowhere/a.db' serve --config "$work/a.conf"

# begin: starts it on a port that nobody else has; leaves $server and $port.
begin()
{
	local tries line
	for ((tries = 0; tries < 20; tries++)); do
		port=$((20000 + RANDOM % 10000))
		cat >"$work/a.conf" <<-END
			listen = 127.0.0.1:$port
			base_url = http://localhost:$port
			database = $work/games.db
			mail_folder = $work/mail
		END
		rm -f "$work/log"
		mkfifo "$work/log"
		"$slowsafari" serve --config "$work/a.conf" "$@" 2>"$work/log" &
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

# ask FIRST-LINE: one request, its answer in $work/answer.
ask()
{
	exec {socket}<>/dev/tcp/127.0.0.1/$port
	printf '%s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n' "$1" $port >&$socket
	cat <&$socket >"$work/answer"
	exec {socket}>&-
}

# end SIGNAL: leaves its status.
end()
{
	kill -"$1" $server
	wait $server
	status=$?
	exec {log}<&-
}

is 'it starts' begin
ask 'GET /'
is 'it answers with a page' grep -q '^HTTP/1.1 200 OK' "$work/answer"
is 'the page names the service' grep -q '<title>.*Slow Safari' "$work/answer"
style=$(grep -o '/static/style[^"]*' "$work/answer" | head -n 1)
ask "GET $style"
is 'the page has its style' grep -q '^Content-Type: text/css' "$work/answer"
is 'which browsers keep' grep -q '^Cache-Control: .*immutable' "$work/answer"
ask 'GET /healthz'
is 'it is healthy' grep -q '^ok$' "$work/answer"
no 'the database has one server only' 'games.db' serve --config "$work/a.conf"
end TERM
is 'SIGTERM ends it well' test $status = 0
is 'the database is whole behind it' test ! -e "$work/games.db-wal"

is 'it starts again, for a developer' begin --dev --clock 1000000 --seed x
ask 'GET /'
is 'every page says so' grep -q 'server for development' "$work/answer"
end INT
is 'SIGINT ends it well' test $status = 0
finish
