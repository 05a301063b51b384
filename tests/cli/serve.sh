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

cat >"$work/a.conf" <<-END
	database = $work/games.db
	mail_folder = $work/mail
END
is 'it starts' serve --config "$work/a.conf"
is 'its log says which version it is' grep -Eq '^slowsafari [0-9.]+, ready at ' <<<"${line#serve: }"
ask GET /
answers 'it answers with a page' '^HTTP/1.1 200 OK'
answers 'the page names the service' '<title>.*Slow Safari'
style=$(grep -o '/static/style[^"]*' "$work/answer" | head -n 1)
ask GET "$style"
answers 'the page has its style' '^Content-Type: text/css'
answers 'which browsers keep' '^Cache-Control: .*immutable'
ask GET /healthz
answers 'it is healthy' '^ok$'
SLOWSAFARI_LISTEN=127.0.0.2:$port no 'the database has one server only' 'another slowsafari has it open' \
	serve --config "$work/a.conf"
SLOWSAFARI_DATABASE=$work/other.db SLOWSAFARI_MAIL_FOLDER=$work/other no 'a port has one server only' \
	"can't listen on 127.0.0.1, port $port: Address already in use" serve --config "$work/a.conf"
is 'and the second one leaves nothing behind' test ! -e "$work/other.db" -a ! -e "$work/other"
end TERM
is 'SIGTERM ends it well' test $status = 0
is 'the database is whole behind it' test ! -e "$work/games.db-wal"

is 'it starts again, for a developer' serve --config "$work/a.conf" --dev --clock 1000000 --seed x
ask GET /
answers 'every page says so' 'server for development'
end INT
is 'SIGINT ends it well' test $status = 0
finish
