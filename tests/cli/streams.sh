#!/bin/bash
# SPDX-License-Identifier: ISC
#
# Streams that are full, closed or broken: nothing that was lost is a success, and a file that is written
# gets no words that were meant for a stream.
. tests/support/cli.bash

record=tests/records/01-3seats-bots.json
simulate='simulate --games 2 --seats 2 --bot random --seed s'

# lost STATUS NAME REASON ARGUMENT...: with the standard output as it is now at descriptor 3.
lost()
{
	"$slowsafari" "${@:4}" >&3 2>"$work/err" 3>&-
	status=$?
	: >"$work/out"
	judge "$1" "$2" "$3"
}

full='^slowsafari: standard output: No space left on device$'
exec 3>/dev/full
lost 1 'a full disk: verify' "$full" verify "$record"
lost 1 'a full disk: show as text' "$full" show "$record" --text
lost 1 'a full disk: show as SVG' "$full" show "$record" --svg -
lost 1 'a full disk: show as PNG' "$full" show "$record" --png -
lost 1 'a full disk: legal' "$full" legal "$record" --at 5
lost 1 'a full disk: tileset' "$full" tileset data/safari.tiles
lost 1 'a full disk: the list of commands' "$full" --help
lost 1 'a full disk: a help' "$full" verify --help
# shellcheck disable=SC2086
lost 1 'a full disk: simulate' "$full" $simulate
# shellcheck disable=SC2086
lost 1 'a full disk: records' "$full" $simulate --records -
exec 3>&-
# shellcheck disable=SC2086
no 'a full disk: a file of records' '^slowsafari: /dev/full: No space left' $simulate --records /dev/full
no 'a full disk: an SVG' '^slowsafari: /dev/full: No space left' show "$record" --svg /dev/full
no 'a full disk: a PNG' '^slowsafari: /dev/full: No space left' show "$record" --png /dev/full
no 'a full disk: a sheet' '^slowsafari: /dev/full: No space left' tileset data/safari.tiles --svg /dev/full

# closed NAME ARGUMENT...: without a standard output.
closed()
{
	"$slowsafari" "${@:2}" >&- 2>"$work/err"
	status=$?
	: >"$work/out"
	judge 1 "$1" '^slowsafari: standard output: Bad file descriptor$'
}
closed 'closed: verify' verify "$record"
closed 'closed: show' show "$record"
closed 'closed: legal' legal "$record"
closed 'closed: a help' show --help
# shellcheck disable=SC2086
closed 'closed: simulate' $simulate --records "$work/games.jsonl"
is 'what was asked for is in the file, and nothing else' \
	test "$("$slowsafari" verify "$work/games.jsonl"; wc -l <"$work/games.jsonl")" = \
	$'2 records, 0 differ\n2'
"$slowsafari" show "$record" --svg "$work/a.svg" >&- 2>&- <&-
is 'all three closed, and nothing to print: a success' test $? = 0
is 'the drawing is whole' test "$(head -c 5 "$work/a.svg")$(tail -c 7 "$work/a.svg" | tr -d '\n')" = \
	'<svg </svg>'
"$slowsafari" verify "$work/none.json" >&- 2>&-
is 'a complaint that nobody hears is a no still' test $? = 1
"$slowsafari" verify - <&- >"$work/out" 2>"$work/err"
status=$?
judge 1 'no standard input to read' '^slowsafari: -: Bad file descriptor$'

# A reader that leaves early ends the program, as it ends any other.
"$slowsafari" simulate --games 500 --seats 2 --bot random --seed s --records - 2>"$work/err" |
	head -n 1 >"$work/one.jsonl"
codes=${PIPESTATUS[0]}
is 'a reader that leaves early: ended by the pipe' test "$codes" = 141
run verify "$work/one.jsonl"
judge 0 'and has what it read' '^1 record, 0 differ$'
finish
