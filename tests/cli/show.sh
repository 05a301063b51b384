#!/bin/bash
# SPDX-License-Identifier: ISC
#
# A table out of a record: drawn at several points of the log, and what is legal there.
. tests/support/cli.bash

record=tests/records/01-3seats-bots.json
entries=$(($(wc -l <"$record") - 4))

# Where a log may stop: after row N - 1 unless points follow.
stops()
{
	[[ $(sed -n "$(($1 + 3))p" "$record") != *'"score"'* ]]
}

for at in 0 3 5 100 $entries; do
	stops "$at" || continue
	yes "SVG after $at entries" '^<svg .*xmlns="http://www.w3.org/2000/svg"' \
		show "$record" --at "$at" --svg -
	is "it is closed" test "$(tail -c 7 "$work/out" | tr -d '\n')" = '</svg>'
	yes "text after $at entries" 'M monkey' show "$record" --at "$at" --text
	is 'it is plain and no wider than a terminal for a small table' \
		awk -v at="$at" '/[^ -~]/ || (at < 10 && length > 100) { exit 1 }' "$work/out"
	run show "$record" --at "$at" --png "$work/$at.png"
	judge 0 "PNG after $at entries" ''
	is 'it has the signature of one' \
		test "$(head -c 8 "$work/$at.png" | od -An -tx1)" = ' 89 50 4e 47 0d 0a 1a 0a'
	is 'it is 640 px wide and has a palette' \
		test "$(od -An -tx1 -j16 -N4 "$work/$at.png") $(od -An -tx1 -j24 -N2 "$work/$at.png" |
			cut -c5-6)" = ' 00 00 02 80 03'
	is 'it is at most 64 KiB' test "$(stat -c %s "$work/$at.png")" -le 65536
done
run show "$record" --png -
is 'the PNG goes to the standard output' cmp "$work/out" "$work/$entries.png"
run show "$record" --svg "$work/table.svg"
is 'the SVG goes to a file' grep -q '</svg>' "$work/table.svg"
is 'and nothing to the standard output then' test ! -s "$work/out"
run show "$record" --text
cp "$work/out" "$work/text"
run show "$record"
is 'text is the default, the end too' cmp "$work/out" "$work/text"
run show "$record" --at $entries
is 'the end is after all entries' cmp "$work/out" "$work/text"
run show --at=5 -- "$record"
judge 0 'options stand anywhere, with = too' 'M monkey'
run show - --at 5 <"$record"
judge 0 'a record comes over the standard input' 'M monkey'
run show "$record" --svg "$work/plain.svg"
run show "$record" --svg "$work/letters.svg" --letters
is 'letters change the drawing' test "$(cmp -s "$work/plain.svg" "$work/letters.svg"; echo $?)" = 1

# Which log entries may be the last ones.
no 'after an entry and before its points' \
	"^slowsafari: $record: --at 7 parts an entry from the points that follow" show "$record" --at 7
no 'legal refuses that too' '--at 7 parts an entry from the points' legal "$record" --at 7
no 'at the end before the final points' "--at $((entries - 1)) parts" legal "$record" --at $((entries - 1))
no 'beyond the log' "^slowsafari: $record: --at $((entries + 1)) is beyond its log of $entries entries" \
	show "$record" --at $((entries + 1))
no 'far beyond the log' '--at 999999999 is beyond' legal "$record" --at 999999999
wrong=0
for at in $(seq 0 7 $entries); do
	run legal "$record" --at "$at"
	if stops "$at"; then expected=0; else expected=1; fi
	[ $status = $expected ] || wrong=$((wrong + 1))
done
is 'every seventh point of the log is one or none' test $wrong = 0

# What is awaited: the whole grammar of the answer.
seats='(|[0-4](, [0-4])*)'
entry='  \{"seat": [0-4], "text": "[a-z]+( [-a-zA-Z0-9,]+)*"\}'
grammar="\{\"awaits\": \"(tokens|tile|place|action|relocate|boost|end)\", \"seats\": \[$seats\], "
grammar+="\"legal\": \[($entry(,$entry)*)?\]\}"
awaits()
{
	run legal "$record" --at "$1"
	judge 0 "after $1 entries: $2 of $3" "^\{\"awaits\": \"$2\", \"seats\": \[$3\], \"legal\": \[$4"
	is 'the answer is JSON of one form' grep -Exq "$grammar" <(tr -d '\n' <"$work/out")
}
awaits 0 tokens 0 '\]'
awaits 2 tokens 2 '\]'
awaits 3 tile 0 '\]'
awaits 4 place 0 '$'
is 'as many as the record counted' test "$(grep -c '"text": "place ' "$work/out")" = 12
is 'among them what was chosen' grep -q '"text": "place 0,-2 270"' "$work/out"
awaits 5 action 0 '$'
is 'one of them is to pass' test "$(grep -c '"text": "pass"' "$work/out")" = 1
is 'one is the meeple that was laid' grep -q '"text": "meeple bush W"' "$work/out"
awaits 6 relocate 0 '$'
is 'all of them are relocations' test "$(grep -vc '"text": "relocate ' "$work/out")" = 1
awaits 22 boost 0 '$'
is 'a token, or none' test "$(grep -o 'boost bush E [a-zA-Z]*' "$work/out" | tr '\n' ' ')" = \
	'boost bush E none boost bush E Z '
awaits $entries end '' '\]'

# Words of several seats about one tile are awaited at once.
several=0 record=tests/records/06-5seats-words.json
for at in $(grep -n '"boost"' "$record" | cut -d: -f1); do
	run legal "$record" --at $((at - 3))
	grep -Eq '"awaits": "boost", "seats": \[[0-4], [0-4]' "$work/out" || continue
	several=$((several + 1))
done
is "several seats are awaited at once ($several times)" test $several -gt 0

# One record of several, and one that is none.
lines=$work/games.jsonl
sample "$lines" --games 3 --seats 2 --bot random --seed show
sed -n 2p "$lines" >"$work/second.json"
run show "$work/second.json"
cp "$work/out" "$work/second"
run show "$lines" --record 2
is 'the second record of a file' cmp "$work/out" "$work/second"
no 'the fourth of three' 'games.jsonl: there are only 3 records' show "$lines" --record 4
no 'the second of one' 'there is only 1 record' legal "$work/second.json" --record 2
sed -i '2s/"rules": 1/"rules": 2/' "$lines"
no 'a fault has its line' 'games.jsonl:2: /rules: must be 1' show "$lines" --record 2
sed 7p tests/records/01-3seats-bots.json >"$work/bad.json"
no 'a rule that forbids is told' 'bad.json: /log/5: Something else comes next' show "$work/bad.json"

# A set of one's own, whose tiles no other set has.
set=$work/mine.tiles
printf 'tile %s x1 ssss\n' A B >"$set"
printf 'start S\nspace 0 0 ssss\nranger 0 1\nranger 0 -1\n' >>"$set"
sample "$lines" --games 1 --seats 2 --bot random --seed show --tileset "$set"
yes 'a table of another set' 'empty space' show "$lines" --tileset "$set"
yes 'what is legal with another set' '"awaits": "tile"' legal "$lines" --tileset "$set" --at 2
no 'a set that was not given' '/tileset: the tile set "mine" is not known here' legal "$lines"
finish
