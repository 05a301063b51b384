#!/bin/bash
# SPDX-License-Identifier: ISC
#
# What each command says of itself, and of those who use it wrongly: status 2 and a hint at --help.
. tests/support/cli.bash

commands='simulate verify show legal tileset serve fsck doctor notices mail-in'

yes 'slowsafari --help lists the commands' 'usage: slowsafari COMMAND' --help
is 'and the version' grep -Eqx 'This is version [0-9]+\.[0-9]+\.[0-9]+\.' "$work/out"
for command in $commands; do
	is "the list has $command" grep -Eq "^  $command +[a-z]" "$work/out"
done
for command in $commands; do
	yes "$command --help says how it is used" "^usage: slowsafari $command " $command --help
	is "$command --help fits a terminal" awk 'length > 80 { exit 1 }' "$work/out"
	misuse "$command refuses an option that it does not know" \
		"^slowsafari $command: unknown option --colour \(see slowsafari $command --help\)" \
		$command --colour
	misuse "$command refuses a short option" 'unknown option -x' $command -x
done
for option in --games --seats --bot --seed --tileset --option --records --counts; do
	run simulate --help
	is "simulate --help names $option" grep -Eq "^  $option " "$work/out"
done

yes '--version says it, as CHANGELOG.md does' "^slowsafari $(grep -Eom1 '^## [0-9.]+' CHANGELOG.md | cut -c4-)$" --version
run
is 'without a command the list goes to the standard error' grep -q '^usage:' "$work/err"
is 'and the status is 2' test $status = 2
run conquer
is 'an unknown command is named' grep -q 'unknown command "conquer"' "$work/err"
is 'and its status is 2' test $status = 2

misuse 'verify wants a file' 'a file is wanted' verify
misuse 'show wants a file' 'one file is wanted' show
misuse 'show wants a single file' 'one file is wanted' show a b
misuse 'legal wants a file' 'one file is wanted' legal
misuse 'tileset wants a file' 'one file is wanted' tileset
misuse 'an option lacks its value' '--at needs a value' show a --at
misuse 'an option comes twice' '--at comes twice' show a --at 1 --at 2
misuse 'an option takes no value' '--text takes no value' show a --text=1
misuse 'pictures exclude each other' 'exclude each other' show a --text --svg "$work/a"
misuse '--at is a number' '--at wants .*"-1"' show a --at -1
misuse '--at is nothing but a number' '--at wants .*"7x"' legal a --at 7x
misuse '--at has a ceiling' '--at wants' legal a --at 99999999999999999999
misuse '--record counts from 1' '--record wants' show a --record 0

# simulate, with one thing wrong in each.
bad()
{
	local name=$1 pattern=$2 games=2 seats=2 bot=random seed=x
	shift 2
	local "$1"
	shift
	misuse "$name" "$pattern" simulate --games "$games" --seats "$seats" --bot "$bot" \
		--seed "$seed" "$@"
}
bad 'no game' '--games wants a number from 1' games=0
bad 'half a game' '--games wants a number' games=1.5
bad 'a game for one' '--seats wants a number from 2 to 5' seats=1
bad 'a game for six' '--seats wants a number from 2 to 5' seats=6
bad 'an unknown bot' 'unknown bot "clever"' bot=quick,clever
bad 'a bot without a name' 'unknown bot ""' bot=quick,
bad 'more bots than seats' 'more bots than seats' bot=quick,random,quick
bad 'an option that is none' '--option knows no "winner=me"' seats=2 --option winner=me
bad 'an option with a value that is none' '--option knows no "final_scoring=all"' seats=2 \
	--option final_scoring=all
bad 'a word too many' 'unexpected "more"' seats=2 more
misuse 'no bot' '--bot is missing' simulate --games 1 --seats 2 --seed x
misuse 'no seed' '--seed is missing' simulate --games 1 --seats 2 --bot quick
finish
