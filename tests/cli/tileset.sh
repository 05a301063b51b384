#!/bin/bash
# SPDX-License-Identifier: ISC
#
# Tile sets: the statistics and the sheet of a good one, and each mistake of a bad one by its line.
. tests/support/cli.bash

set=$work/good.tiles
cat >"$set" <<'END'
# A comment, then a set that has one of everything.
tile A x3 tbsb
  trail N     animals M MZ -
  bush E+W    animals - - LL   birds 0 7 1
tile B x2 tttt
  trail N+S
  trail E+W
tile C x1 ssss
  baobab

start S
space 0 0 tsbs
  trail N     animals E
  bush S      birds 2
space 0 -1 bsss
  bush N
ranger 0 1
ranger 1 0
END

yes 'a set is counted' '^good: 6 tiles of 3 kinds, a start of 2 spaces$' tileset "$set"
for line in "sha256        $(sha256sum "$set" | cut -d' ' -f1)" \
	'edges         savanna 7, trail 11, bush 6' 'pieces        trails 7, bushes 3' \
	'free corners  12' 'animals       monkeys 2, elephants 0, giraffes 0, lions 2, zebras 1' \
	'birds         8' 'baobabs       1'; do
	is "it says ${line%%  *}" grep -Fxq "$line" "$work/out"
done
yes "the project's set is counted" '^safari: 72 tiles of 33 kinds, a start of 3 spaces$' \
	tileset data/safari.tiles
yes 'a set comes over the standard input' '^-: 6 tiles of 3 kinds' tileset - <"$set"

run tileset "$set" --svg "$work/sheet.svg" --png "$work/sheet.png"
judge 0 'the sheet is drawn' 'baobabs'
is 'as SVG' grep -q '^<svg .*xmlns' "$work/sheet.svg"
is 'as PNG' test "$(head -c 8 "$work/sheet.png" | od -An -tx1)" = ' 89 50 4e 47 0d 0a 1a 0a'
run tileset "$set" --svg -
is 'the sheet goes to the standard output' cmp "$work/out" "$work/sheet.svg"
is 'and the counts to the standard error then' grep -q '^baobabs' "$work/err"
no 'a sheet that cannot be written' 'none/a.svg: No such file' \
	tileset "$set" --svg "$work/none/a.svg"

# Which other spellings are good.
sed 's/$/\r/' "$set" >"$work/dos.tiles"
yes 'lines may end in CR LF' '6 tiles' tileset "$work/dos.tiles"
head -c -1 "$set" >"$work/open.tiles"
yes 'the last line needs no end' '6 tiles' tileset "$work/open.tiles"
tr ' ' '\t' <"$set" >"$work/tabs.tiles"
yes 'tabs are blanks' '6 tiles' tileset "$work/tabs.tiles"

# mistake LINE PATTERN SCRIPT: what sed makes of the good set is refused, by the line.
mistake()
{
	local name=${2//\\/}
	sed -E "$3" "$set" >"$work/bad.tiles"
	cmp -s "$set" "$work/bad.tiles" && echo "# \"$3\" changes nothing"
	no "line $1: $name" "^slowsafari: .*/bad\\.tiles:$1: .*$2" tileset "$work/bad.tiles"
}
mistake 2 'unknown word "tiles"' '2s/tile/tiles/'
mistake 2 'unknown word "s"' '2s/$/ s/'
mistake 4 'animals for 4 copies, but there are 3 of A' '4s/birds .*/birdies/'
mistake 3 'unknown word "birds"' '3s/$/ birds 0 0 0/'
mistake 2 'a code has 1 to 15 letters and digits, not "A.1"' '2s/A/A.1/'
mistake 2 'a code has 1 to 15' '2s/A/ABCDEFGHIJKLMNOP/'
mistake 5 'there is a tile A already' '5s/B/A/'
mistake 11 'there is a tile B already' '11s/S/B/'
mistake 2 'copies are x1 to x96, not "x0"' '2s/x3/x0/'
mistake 2 'copies are x1 to x96, not "x97"' '2s/x3/x97/'
mistake 2 'copies are x1 to x96, not "3"' '2s/x3/3/'
mistake 2 'copies are x1 to x96, not "x03"' '2s/x3/x03/'
mistake 5 'at most 96 tiles in a set' '5s/x2/x94/'
mistake 2 'four edges wanted .*, not "tbs"' '2s/tbsb/tbs/'
mistake 2 'an edge is s, t or b, not "x"' '2s/tbsb/tbsx/'
mistake 3 'animals for 2 copies, but there are 3 of A' '3s/ -$//'
mistake 3 'animals for 4 copies, but there are 3 of A' '3s/$/ M/'
mistake 4 'birds for 2 copies, but there are 3 of A' '4s/ 1$//'
mistake 12 'four edges wanted' '12s/tsbs//'
mistake 13 'animals for 2 copies, but there are 1 of S' '13s/$/ M/'
mistake 3 'animals are M, E, G, L, Z or -, not "X"' '3s/MZ/X/'
mistake 3 'at most 2 animals on a piece, not "MZM"' '3s/MZ/MZM/'
mistake 4 'birds are 0 to 7, not "8"' '4s/7/8/'
mistake 4 'birds are 0 to 7, not "-1"' '4s/7/-1/'
mistake 4 'side N belongs to a piece already' '4s/E.W/N+E+W/'
mistake 4 'side E is named twice' '4s/E.W/E+E+W/'
mistake 4 'side S of A shows other terrain' '4s/E.W/E+S+W/'
mistake 3 'side N of A shows other terrain' '3s/trail/bush/'
mistake 2 'side W of A belongs to no piece' '4s/E.W/E/'
mistake 15 'side N of S belongs to no piece' '16d'
mistake 4 'sides are N, E, S and W with \+ between them, not "EW"' '4s/E.W/EW/'
mistake 4 'sides are N, E, S and W with' '4s/E.W/E+/'
mistake 6 'a piece names the sides that it reaches' '6s/N.S//'
mistake 10 'C has a baobab already' '9p'
mistake 1 'a piece belongs below a tile' '1s/.*/trail N/'
mistake 1 'a baobab stands on a tile' '1s/.*/baobab/'
mistake 1 'a space belongs below the start' '1s/.*/space 0 0 ssss/'
mistake 1 'a ranger belongs below the start' '1s/.*/ranger 0 0/'
mistake 19 'tiles stand before the start' '$a tile D x1 ssss'
mistake 19 'there is a start already' '$a start T'
mistake 12 'X and Y are numbers from -6 to 6' '12s/0 0/0 7/'
mistake 12 'X and Y are numbers' '12s/0 0/0/'
mistake 15 'the start has the space 0 0 already' '15s/0 -1/0 0/'
mistake 12 'side S does not match the space beside it' '15s/bsss/tsss/; 16s/bush/trail/'
mistake 15 'the space 0 -3 lies apart from the rest of the start' '15s/-1/-3/'
mistake 11 'the start has no space 0 0' '12s/0 0/1 -1/'
mistake 19 'there are two rangers, not three' '$a ranger -1 0'
mistake 11 'the start needs two rangers' '$d'
mistake 18 'a ranger stands on an empty space beside the start, not on 0 0' '18s/1 0/0 0/'
mistake 17 'a ranger stands on an empty space beside the start, not on 0 2' '17s/0 1/0 2/'
mistake 18 'the rangers stand on different spaces' '18s/1 0/0 1/'
mistake 1 'a byte that is no printable ASCII \(0xc3\)' '1s/#/\xc3\xa4/'
mistake 1 'a byte that is no printable ASCII \(0x0c\)' '1s/#/\f/'

no_set()
{
	no "$1" "$2" tileset "$work/bad.tiles"
}
: >"$work/bad.tiles"
no_set 'an empty file' 'bad.tiles:1: a set has 1 to 96 tiles'
printf 'start S\nspace 0 0 ssss\nranger 0 1\nranger 1 0\n' >"$work/bad.tiles"
no_set 'a set without tiles' 'bad.tiles:4: a set has 1 to 96 tiles'
printf 'tile A x1 ssss\n' >"$work/bad.tiles"
no_set 'a set without a start' 'bad.tiles:1: the start has no space 0 0'
{
	printf 'tile A x1 ssss\nstart S\n'
	printf 'space %d 0 ssss\n' {0..6}
} >"$work/bad.tiles"
no_set 'a start that is too long' 'bad.tiles:9: at most 6 spaces in the start'
for kind in {1..65}; do echo "tile K$kind x1 ssss"; done >"$work/bad.tiles"
no_set 'too many kinds' 'bad.tiles:65: at most 64 kinds of tiles'
{ printf 'tile A x1 tsss\ntrail N animals'; printf ' M%.0s' {1..300}; } >"$work/bad.tiles"
no_set 'too many words on a line' 'bad.tiles:2: too many words on a line'
printf 'tile A x1 \0ssss\n' >"$work/bad.tiles"
no_set 'a NUL' 'bad.tiles:1: .*0x00'
head -c 70000 /dev/zero | tr '\0' '\n' >"$work/bad.tiles"
no_set 'a file that is too long' 'bad.tiles: longer than 65536 bytes'
no 'a file that is not there' 'none.tiles: No such file or directory' tileset "$work/none.tiles"
no 'a folder' ': Is a directory' tileset "$work"
no 'a record is no tile set' ':1: unknown word' tileset tests/records/01-3seats-bots.json

# A set's name goes into records.
for name in $'a\tb' $'\xff' "$(printf '\xc3\xa4%.0s' {1..32})"; do
	cp "$set" "$work/$name.tiles"
	no 'a file whose name cannot be the name of a set' 'a tile set is named after its file: 1 to 63' \
		tileset "$work/$name.tiles"
done
name=$(printf '\xc3\xa4%.0s' {1..31})
cp "$set" "$work/$name.tiles"
yes 'one whose name just can' "^$name: 6 tiles" tileset "$work/$name.tiles"

echo 'tyle' >"$work/worse.tiles"
for command in 'verify x' 'show x' 'legal x' 'simulate --games 1 --seats 2 --bot quick --seed x'; do
	# shellcheck disable=SC2086
	no "${command%% *} names the mistake in a set" 'worse.tiles:1: unknown word "tyle"' \
		$command --tileset "$work/worse.tiles"
done
finish
