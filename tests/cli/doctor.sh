#!/bin/bash
# SPDX-License-Identifier: ISC
#
# What the doctor finds on this machine alone, and that it leaves no trace. Name servers and mail servers
# are tests/unit/cli_doctor.c's.
. tests/support/cli.bash

# Those of whoever runs the tests are not the server's.
for variable in ${!SLOWSAFARI_*}; do
	unset "$variable"
done
conf=$work/a.conf

# set_up LINE...: the configuration; a house's, whose mails land as files.
set_up()
{
	printf '%s\n' "database = $work/data/games.db" "mail_folder = $work/mail" "$@" >"$conf"
}
# finds, misses NAME PATTERN: with that configuration, a yes or a no.
finds()
{
	yes "$1" "$2" doctor --config "$conf"
}
misses()
{
	no "$1" "$2" doctor --config "$conf"
}

misuse 'doctor wants no word' 'unexpected "now"' doctor now
misuse 'a test mail goes to an address' '--to wants a mail address, not "ada"' doctor --to ada
misuse 'a name server is an address' '--nameserver: ns.example: not a name server' doctor --nameserver ns.example

no 'a configuration that is not there' '^wrong +config +/nowhere/a.conf: No such file' doctor --config /nowhere/a.conf
set_up 'grace = 60'
misses 'a key that does not exist' '^wrong +config .*a.conf, line 3: there is no key "grace"; nothing else'
is 'the program says what it is' grep -Eq '^ok +program +slowsafari [0-9.]+$' "$work/out"
is 'nothing else is checked' grep -qx '1 ok, 0 warnings, 1 wrong' "$work/out"

mkdir "$work/data"
set_up
finds 'before the first start' 'games.db is not there; the first start makes it'
is 'which makes nothing' test -z "$(ls "$work/data")" -a ! -e "$work/mail"
is 'it is a server for this machine' grep -q '^ok  *base_url .*for this machine alone' "$work/out"
is 'its mails land as files' grep -q '^ok  *mail  *no mail server: mails land as files' "$work/out"
is 'the clock is told' grep -Eq '^(ok|warning) +time ' "$work/out"
is 'the counts come last' grep -Eqx '1[01] ok, [01] warnings?, 0 wrong' "$work/out"

SLOWSAFARI_GRACE=60 finds 'a variable of no key is a slip' '^warning +config +SLOWSAFARI_GRACE in the environment is no key'

set_up 'base_url = http://192.168.1.5:8080'
finds 'a server for the house' '^ok +base_url .*for the house'
set_up 'base_url = https://192.0.2.7'
misses 'nobody signs in without mail' '^wrong +mail +without smtp_url'
is 'https has a proxy before it' grep -q '^warning  *base_url .*trusted_proxies' "$work/out"

set_up "database = $work/nowhere/games.db"
sed -i 1d "$conf"
misses 'a folder that is not there' '^wrong +database .*/nowhere by .*No such file.*make that folder'
set_up "socket = $work/nowhere/s"
misses 'a folder for the socket likewise' '^wrong +socket .*/nowhere by '
set_up "socket = $conf"
misses 'a file where the socket is to be' '^wrong +socket .*a.conf is no socket'
set_up "socket = $work/$(printf '%0108d' 0)"
misses 'a path too long for a socket' '^wrong +socket .*too long'
set_up "tileset_folder = $work/nowhere"
misses 'tile sets that are not there' '^wrong +tile sets .*/nowhere'
mkdir "$work/sets"
echo 'no tile set' >"$work/sets/a.tiles"
set_up "tileset_folder = $work/sets"
misses 'a tile set with a mistake' '^wrong +tile sets .*a.tiles:1: .*does not start'
cp data/safari.tiles "$work/sets/a.tiles"
set_up 'mail_from = nobody'
misses 'a sender that is none' '^wrong +config .*mail_from must be'
set_up 'mail_from = a b@c.example'
misses 'a sender that nobody can write to' '^wrong +mail_from +a b@c.example is no address'

set_up
finds 'webhooks lead outside' '^ok +webhooks +lead to the public internet alone'
is 'and somebody vouches for certificates' grep -q '^ok  *https  *.*authorities' "$work/out"
set_up 'hook_networks = 192.168.1.0/24, fd00:1::7'
finds 'some lead inside' '^ok +webhooks .*and to 2 of your networks'
for wrong in 192.168.1.7/24 192.168.1 192.168.1.0/33 fd00::/129 fe80::1%lo ntfy.lan '192.168.1.0/24;10.0.0.1' 010.0.0.1 '10.0.0.0/ 8'; do
	set_up "hook_networks = $wrong"
	misses "no networks are $wrong" '^wrong +config .*a.conf, line 3: hook_networks must be networks such as'
done
set_up 'hook_networks = 0.0.0.0/0'
finds 'all of them are more than is meant' '^warning +webhooks +hook_networks holds 127.0.0.1: .* to this machine.s own ports'
is 'a warning for each thing of these' test "$(grep -c '^warning  *webhooks' "$work/out")" = 3
is 'and it is not well' test -z "$(grep '^ok  *webhooks' "$work/out")"
set_up 'hook_networks = fd00::/8'
finds 'clouds have an address of their own there' '^warning +webhooks .*fd00:ec2::254'

# Nobody listens there.
relay='smtp_url = smtp://127.0.0.1:1'
set_up "$relay" 'smtp_user = ada'
misses 'a user without a password' '^wrong +password +smtp_user is set, and smtp_password_file is not'
is 'nor a mail server' grep -q '^wrong  *relay .*cannot be reached' "$work/out"
set_up "$relay" 'smtp_user = ada' "smtp_password_file = $work/password"
misses 'a password that is not there' '^wrong +password .*/password: No such file'
: >"$work/password"
chmod 600 "$work/password"
misses 'a password that is empty' '^wrong +relay .*no password in its first line'
echo secret >"$work/password"
misses 'one that is well' '^ok +password '
chmod 644 "$work/password"
misses 'one that everybody reads' '^wrong +password .*chmod o= '
set_up "$relay" "smtp_password_file = $work/password"
misses 'one without a user' '^warning +password .*smtp_user is not'

set_up
is 'a server starts' serve --config "$conf"
before=$(ls "$work/data")
finds 'beside it the database is looked at' '^ok +database .*games.db, version [0-9]+; a server runs with it'
is 'and nothing is made' test "$before" = "$(ls "$work/data")"
end KILL
before=$(ls -l --full-time "$work/data")
finds 'after a hard end' 'no server runs; the last one was ended hard'
is 'nothing is changed' test "$before" = "$(ls -l --full-time "$work/data")"
if [ "$(id -u)" = 0 ]; then
	chown nobody "$work/data/games.db"
	finds 'root sees what another user does not' '^warning +user .*belongs to nobody: run this as that user'
	chown root "$work/data/games.db"
else
	ok 'root sees what another user does not # SKIP needs root'
fi
chmod 604 "$work/data/games.db"
misses 'a database that everybody reads' '^wrong +database .*chmod o= '
chmod 600 "$work/data/games.db"
head -c 5000 /dev/zero | tr '\0' x >"$work/data/games.db"
rm -f "$work/data/games.db-wal"
misses 'what is no database' '^wrong +database .*not a database'
rm "$work/data/games.db"
touch -d 2099-01-01 "$work/data/games.db"
chmod 600 "$work/data/games.db"
misses 'a clock that is behind' '^wrong +time .*before the database was last written'
finish
