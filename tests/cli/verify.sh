#!/bin/bash
# SPDX-License-Identifier: ISC
#
# Records that are no records, or not of a game by the rules: each is refused with its file, the first place
# and the reason.
. tests/support/cli.bash

good=tests/records/01-3seats-bots.json
bad=$work/bad.json

no 'a file that is not there is not counted' 'nothing.json: No such file' verify "$work/nothing.json"
is 'in any line' test ! -s "$work/out"
yes 'our own records verify' '^7 records, 0 differ$' verify tests/records/*.json

# refused NAME PLACE REASON: $bad is, in one line and the count.
refused()
{
	no "$1" "^$bad: $2: $3" verify "$bad"
	[ "$(wc -l <"$work/out")" = 2 ] && [ "$(tail -n 1 "$work/out")" = '1 record, 1 differ' ] ||
		not_ok "$1: in two lines" "$work/out"
}

# edited NAME PLACE REASON SCRIPT: what sed makes of the good record is refused. /log/N is on line N + 3.
edited()
{
	sed -E "$4" "$good" >"$bad"
	! cmp -s "$good" "$bad" || not_ok "$1: \"$4\" changes nothing"
	refused "$1" "$2" "$3"
}

# The document.
: >"$bad"
refused 'an empty file' 'byte 0' 'the text ends too early'
printf ' \n\n' >"$bad"
refused 'a blank file' 'byte 3' 'the text ends too early'
printf '\xef\xbb\xbf' | cat - "$good" >"$bad"
refused 'a byte order mark' 'byte 0' 'a byte order mark'
head -c 5000 "$good" >"$bad"
refused 'a truncated record' 'byte 5000' 'the text ends too early'
cat "$good" "$good" >"$bad"
refused 'two records in a .json' "byte $(stat -c %s "$good")" 'something follows'
head -c 10000000 /dev/zero | tr '\0' '[' >"$bad"
no '10 MB of brackets' "^$bad: longer than 1048576 bytes" verify "$bad"
{ printf '{"format": "'; head -c 10000000 /dev/zero | tr '\0' 'x'; printf '"}'; } >"$bad"
no 'a string of 10 MB' "^$bad: longer than 1048576 bytes" verify "$bad"
{ cat "$good"; head -c 2000000 /dev/zero | tr '\0' ' '; } >"$bad"
no '2 MB of blanks behind a record' "^$bad: longer than 1048576 bytes" verify "$bad"
printf '[%.0s' {1..1000} >"$bad"
refused '1,000 levels' 'byte 32' 'nested too deep'
edited '1,000 levels within a row' 'byte [0-9]+' 'nested too deep' \
	"8s/\"by\"/\"deep\":$(printf '[%.0s' {1..1000})$(printf ']%.0s' {1..1000}),&/"
head -c 5000 /dev/zero >"$bad"
refused 'nothing but NUL' 'byte 0' 'not a JSON value'
edited 'NUL in a string' 'byte [0-9]+' 'a control character in a string' '1s/quick 2/qu\x00ck/'
edited 'NUL as an escape' 'byte [0-9]+' 'NUL is not allowed' '1s/quick 2/qu\\u0000ck/'
edited 'bytes that are no UTF-8' 'byte [0-9]+' 'not UTF-8' '1s/quick 2/\xff\xfe/'
edited 'half a surrogate' 'byte [0-9]+' 'a high surrogate' '1s/quick 2/\\ud800/'
edited 'a comment' 'byte [0-9]+' 'a member.s name in quotes must follow' '1s/^\{/{ \/* hello *\/ /'
edited 'a trailing comma' 'byte [0-9]+' "a member's name in quotes" '$s/}}/},}/'
edited 'a number beyond 2^53' 'byte [0-9]+' 'a number beyond 2\^53' '7s/"x":0/"x":9007199254740993/'
edited 'a number beyond every double' 'byte [0-9]+' 'a number beyond 2\^53' '7s/"x":0/"x":1e999/'
edited 'a number of 100 digits' 'byte [0-9]+' 'a number' "7s/\"x\":0/\"x\":$(printf '9%.0s' {1..100})/"
edited 'a member twice' '/log/4/x' 'the member is there twice' '7s/"x":0/"x":0,"x":0/'
edited 'a member twice, spelled differently' '/log/4/x' 'the member is there twice' \
	'7s/"x":0/"x":0,"\\u0078":0/'
edited 'not a number' 'byte [0-9]+' 'not a JSON value' '7s/"x":0/"x":NaN/'
for word in 'null' '[]' '17' '"record"'; do
	echo "$word" >"$bad"
	no "$word is no record" "^$bad: must be an object" verify "$bad"
done
echo '{}' >"$bad"
refused 'an empty object' '/format' 'is missing: it must be a string'

# The head.
edited 'another format' '/format' 'must be "slowsafari-record"' '1s/slowsafari-record/chess/'
edited 'another version' '/version' 'must be 1' '1s/"version": 1/"version": 2/'
edited 'other rules' '/rules' 'must be 1' '1s/"rules": 1/"rules": 0/'
edited 'a set that is not known' '/tileset' 'the tile set "alps" is not known here' \
	'1s/"safari", "tileset_sha256": "[0-9a-f]*"/"alps"/'
edited 'a set of other bytes' '/tileset_sha256' 'the tile set "safari" is known here with other' \
	'1s/"771e/"0000/'
edited 'an unknown value of an option' '/options/final_scoring' 'must be one of "majority" "every' \
	'1s/"majority"/"most"/'
edited 'one seat' '/entropy' 'must have 2 to 5 items, not 1' '1s/"entropy": \["([0-9a-f]*)".*\], "s/"entropy": ["\1"], "s/'
edited 'a color of nobody' '/seats/0/color' 'must be one of "yellow"' '1s/"red"/"pink"/'
edited 'a color twice' '/seats/1/color' "is another seat's" '1s/"yellow"/"red"/'
edited 'a joiner twice' '/seats/1/joined' "is another seat's" '1s/"joined": 0/"joined": 1/'
edited 'a hash in capitals' '/commitment' 'must be a string of 64 lower-case hexadecimal' '1s/"864a51802f63995d/"864A51802F63995D/'
edited 'another commitment' '/commitment' 'is not the SHA-256 of the seed' '1s/"864a/"864b/'
edited 'another order of the seats' '/seats/0/joined' 'must be 1 by the seed' \
	'1s/"joined": 1/"joined": x/; 1s/"joined": 0/"joined": 1/; 1s/: x/: 0/'
edited 'a log that is none' '/log' 'must be an array' '2s/.*/"log":{},"was":[/'

# Rows that nobody may read.
edited 'a rotation of 45' '/log/4/rotation' 'must be 0, 90, 180 or 270' '7s/270/45/'
edited 'a rotation of 360' '/log/4/rotation' 'must be an integer from 0 to 270' '7s/270/360/'
edited 'coordinates far out' '/log/4/x' 'must be an integer from -127 to 127' '7s/"x":0/"x":128/'
edited 'coordinates farther out' '/log/4/y' 'must be an integer' '7s/"y":-2/"y":-9007199254740992/'
edited 'half a coordinate' '/log/4/x' 'must be an integer' '7s/"x":0/"x":0.5/'
edited 'a coordinate as text' '/log/4/x' 'must be an integer' '7s/"x":0/"x":"0"/'
edited 'an unknown seat' '/log/4/seat' 'must be an integer from 0 to 2' '7s/"seat":0/"seat":3/'
edited 'no seat' '/log/4/seat' 'is missing' '7s/"seat":0,//'
edited 'an unknown move' '/log/4/move' 'must be one of "place"' '7s/"place"/"throw"/'
edited 'an unknown side' '/log/5/side' 'must be one of the letters NESW' '8s/"W"/"X"/'
edited 'an unknown animal' '/log/0/tokens/0' 'must be one of the letters MEGLZ' '3s/"M"/"Q"/'
edited 'an unknown corner' '/log/43/corner' 'must be one of "NE"' '46s/"SE"/"S"/'
edited 'an unknown tile' '/log/3/draw' 'must be a tile of the set "safari"' '6s/CS33.1/CS34.1/'
edited 'a copy too many' '/log/3/draw' 'must be a tile of the set' '6s/CS33.1/CS33.9/'
edited 'three tokens' '/log/0/tokens' 'must have 1 to 2 items, not 3' '3s/\["M"/["L","M"/'
edited 'points for nothing' '/log/7/score' 'must not be 0' '10s/3/0/'
edited 'points for beauty' '/log/7/for' 'must be one of' '10s/ranger/beauty/'
edited 'an unknown chooser' '/log/4/by' 'must be one of "caretaker"' '7s/"bot"/"ghost"/'
edited 'a row of another kind' '/log/4' 'is no entry' '7s/.*/{"chat":"hello"},/'
edited 'a row that is no object' '/log/4' 'must be an object' '7s/.*/7,/'
edited 'an end that nobody knows' '/log/3/end' 'must be one of "agreed"' '6s/.*/{"end":"tired"},/'
{
	head -n 2 "$good"
	awk 'BEGIN { for (; n < 9000; n++) print "{\"seat\":0,\"move\":\"pass\"}," }'
	tail -n +3 "$good"
} >"$bad"
no 'rows without end' "^$bad: /log: must have 0 to 8192 items, not 93[0-9]{2}" verify "$bad"

# Rows that the rules forbid.
edited 'an entry out of turn' '/log/4' "It is not this seat's turn" '7s/"seat":0/"seat":1/'
edited 'a move before the draw' '/log/3' 'Something else comes next' '6d'
edited 'an action before the placement' '/log/4' 'Something else comes next' '7d'
edited 'an entry twice' '/log/5' 'Something else comes next' '7p'
edited 'a tile in the air' '/log/4' 'A tile must lie side by side' '7s/"x":0/"x":100/'
edited 'a tile on a tile' '/log/4' 'A tile lies on that space' '7s/"y":-2/"y":0/'
edited 'edges that differ' '/log/4' 'The tile does not match' '7s/270/0/'
edited 'points that nobody made' '/log/6' 'no points follow here' '9s/^/{"seat":1,"score":50,"for":"dig"},/'
edited 'more points than were made' '/log/7/score' 'seat 0 scores 3 for "ranger" here' '10s/3/4/'
edited 'points for somebody else' '/log/7/seat' 'seat 0 scores 3' '10s/"seat":0/"seat":1/'
edited 'points left out' '/log/7' 'missing before this: seat 0 scores 3 for "ranger"' '10d'
edited 'a tile that another seed gives' '/log/3/draw' 'the seed gives CS33.1 here' '6s/CS33.1/CS32.1/'
edited 'tokens that another seed gives' '/log/0/tokens/0' 'the seed gives M here' '3s/"M"/"L"/'
edited 'a result that another game has' '/result/scores/0' 'seat 0 has 105 points' '$s/105/500/'
edited 'winners who have not won' '/result/winners' 'these seats have not won' '$s/\[1, 2\]/[0]/'
edited 'a game that is over without a result' '/result' 'must not be null' '$s/:.*/:null}/'
edited 'a game that goes on with a result' '/result' 'must be null' '6,324d; 5s/,$//'
edited 'a log that ends before its points' '/log/7' 'missing before this' \
	'10,324d; 9s/,$//; $s/:.*/:null}/'

# With the seed untold a reader checks what it can.
sed -E '1s/"seed": "[0-9a-f]*"/"seed": null/; 6s/CS33.1/CS32.1/' "$good" >"$bad"
no 'a tile that was never there' "^$bad: /log/[0-9]+: " verify "$bad"
sed -E '1s/"seed": "[0-9a-f]*"/"seed": null/' "$good" >"$bad"
yes 'a record whose seed is not told' '0 differ' verify "$bad"

# Files with a record a line.
lines=$work/games.jsonl
sample "$lines" --games 5 --seats 2 --bot random --seed lines
sed -i -E '3s/"rotation":[0-9]+/"rotation":45/' "$lines"
no 'a bad line is told by its number' "^$lines:3: /log/[0-9]+/rotation: must be 0, 90" verify "$lines"
is 'and the others are checked' grep -Fxq '5 records, 1 differ' "$work/out"
sed -i '5s/.*/oops/; 1s/"version": 1/"version": 7/' "$lines"
no 'several bad lines are told' "^$lines:5: byte 0: not a JSON value" verify "$lines"
is 'each of them' test "$(grep -c "^$lines:[135]: " "$work/out")" = 3
is 'in their order, the count last' test "$(tail -n 1 "$work/out")" = '5 records, 3 differ'
sample "$lines" --games 3 --seats 2 --bot random --seed lines
sed 's/$/\r/' "$lines" >"$work/dos.jsonl"
yes 'lines may end in CR LF' '^3 records, 0 differ$' verify "$work/dos.jsonl"
head -c -1 "$lines" >"$work/open.jsonl"
yes 'the last line needs no end' '^3 records, 0 differ$' verify "$work/open.jsonl"
sed 's/$/\n  /' "$lines" >"$work/blank.jsonl"
yes 'blank lines are passed over' '^3 records, 0 differ$' verify "$work/blank.jsonl"
head -c -5000 "$lines" >"$work/cut.jsonl"
no 'the last line is cut off' 'cut.jsonl:3: byte [0-9]+: the text ends too early' verify "$work/cut.jsonl"
is 'the others are checked still' grep -Fxq '3 records, 1 differ' "$work/out"
{ head -c 3000000 /dev/zero | tr '\0' 'x'; echo; cat "$lines"; } >"$work/long.jsonl"
no 'a line that is too long' 'long.jsonl:1: longer than 1048576 bytes' verify "$work/long.jsonl"
is 'does not hide the next ones' grep -Fxq '4 records, 1 differ' "$work/out"
: >"$work/none.jsonl"
no 'a file without a record' 'none.jsonl: no record in it' verify "$work/none.jsonl"
sed 's/$/\r/' "$good" >"$work/dos.json"
yes 'a .json may have CR LF' '^1 record, 0 differ$' verify "$work/dos.json"
tr -d '\n' <"$good" >"$work/line.json"
yes 'a .json may be one line without an end' '^1 record, 0 differ$' verify "$work/line.json"

# The standard input, where the first line decides.
run verify - <"$lines"
judge 0 'a record a line over the standard input' '^3 records, 0 differ$'
run verify - <"$good"
judge 0 'a single record over the standard input' '^1 record, 0 differ$'
run verify - <"$work/cut.jsonl"
judge 1 'a bad line over the standard input' '^-:3: byte'
run verify - </dev/null
judge 1 'nothing over the standard input' '^-: byte 0: the text ends too early'

# Several files, and those that are no files.
no 'a file that is not there' '^slowsafari: .*/nothing.json: No such file' verify "$work/nothing.json" "$good"
is 'the next one is verified' grep -Fxq '1 record, 0 differ' "$work/out"
no 'a folder' '^slowsafari: .*: Is a directory' verify "$work"
mkdir "$work/folder.json" "$work/folder.jsonl"
no 'a folder named as a record' 'folder.json: Is a directory' verify "$work/folder.json"
no 'a folder named as records' 'folder.jsonl: Is a directory' verify "$work/folder.jsonl"
ln -s loop.json "$work/loop.json"
no 'a link to itself' 'loop.json: Too many levels' verify "$work/loop.json"
printf '\x89PNG\r\n\x1a\n\0\0\0\rIHDR' >"$bad"
no 'a picture' "^$bad: byte 0: not a JSON value" verify "$bad"
deep=$work/$(printf 'd%.0s' {1..200})/$(printf 'e%.0s' {1..200})
no 'the reason comes behind a long path too' 'e: No such file or directory' verify "$deep"
cp "$good" "$work/closed.json"
chmod 000 "$work/closed.json"
if [ -r "$work/closed.json" ]; then
	ok 'a file that may not be read # SKIP root reads everything'
else
	no 'a file that may not be read' 'closed.json: Permission denied' verify "$work/closed.json"
fi
finish
