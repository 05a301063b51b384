#!/bin/bash
# SPDX-License-Identifier: ISC
#
# Simulated games: the same arguments give the same bytes, and what they say of themselves is true.
. tests/support/cli.bash

a=$work/a.jsonl b=$work/b.jsonl

sample "$a" --games 20 --seats 3 --bot random --seed one
sample "$b" --games 20 --seats 3 --bot random --seed one
is 'the same arguments give the same bytes' cmp "$a" "$b"
sample "$b" --games 20 --seats 3 --bot random --seed two
is 'another seed gives other games' test "$(sort -u "$a" "$b" | wc -l)" = 40
sample "$b" --games 5 --seats 3 --bot random --seed one
is 'a game does not depend on how many follow' cmp <(head -n 5 "$a") "$b"
sample "$b" --games 20 --seats 3 --bot random --seed one --counts
is 'counting changes no choice' cmp "$a" <(sed 's/,"choices":[0-9]*//g' "$b")
run simulate --games 20 --seats 3 --bot random --seed one --records -
is 'records go to the standard output' cmp "$a" "$work/out"
is 'and the summary to the standard error then' grep -q '^20 games' "$work/err"
sample "$b" --games 2 --seats 2 --bot quick --seed one
cp "$b" "$a"
sample "$b" --games 2 --seats 2 --bot quick --seed one
is 'quick plays the same game again' cmp "$a" "$b"

yes 'the summary counts the games' '^7 games of 4 seats$' \
	simulate --games 7 --seats 4 --bot quick,random --seed s --records "$a"
is 'it has a line for each bot, with its seats, mean score and wins' awk '
	/mean score +wins/ { head = 1 }
	$1 == "quick" && NF == 5 { quick = $2; wins += $4 }
	$1 == "random" && NF == 5 { random = $2; wins += $4 }
	END { exit !(head && quick == 14 && random == 14 && wins <= 7) }' "$work/out"
is 'it says how many games a second' grep -Eq '^[0-9]+ games a second$' "$work/out"

# From the records themselves: what the mean score of each bot must be.
is 'the mean scores are those of the records' awk '
	FNR == NR { if (NF == 5 && $1 != "bot") said[$1] = $3; next }
	{
		seats = $0; sub(/.*"seats": \[/, "", seats); sub(/\].*/, "", seats)
		scores = $0; sub(/.*"scores": \[/, "", scores); sub(/\].*/, "", scores)
		n = split(seats, seat, "}, {"); split(scores, score, ", ")
		for (i = 1; i <= n; i++) {
			bot = seat[i] ~ /"bot": "quick"/ ? "quick" : "random"
			sum[bot] += score[i]; count[bot]++
		}
	}
	END {
		for (bot in sum)
			if (sprintf("%.1f", sum[bot] / count[bot]) != said[bot])
				exit 1
		exit !(count["quick"] == 14)
	}' "$work/out" "$a"

# Joiner i plays as the i-th name, and so on in turn.
dealt()
{
	grep -o '"name": "[a-z]* [0-9]", "bot": "[a-z]*", "color": "[a-z]*", "joined": [0-9]' "$1" |
		awk -F'"' '{
			joined = substr($NF, 3)
			if (!(joined in bot)) bot[joined] = $8
			wrong += $4 != $8 " " (joined + 1) || bot[joined] != $8
			seats++
		}
		END {
			for (i = 0; i < 5; i++) printf "%s ", bot[i]
			print wrong + 0, seats
		}'
}
sample "$a" --games 4 --seats 5 --bot quick,random,random --seed deal
is 'several bots are dealt to the joiners in turn' \
	test "$(dealt "$a")" = 'quick random random quick random 0 20'

yes 'every record verifies' '^18 records, 0 differ$' verify "$b" "$b" "$a" "$a" "$a" "$b"
for option in final_scoring=everyone final_scoring=majority 'baobab_tokens=at once' \
	baobab_tokens=afterwards; do
	sample "$a" --games 3 --seats 4 --bot random --seed o --option "$option"
	is "a record says $option" grep -q "\"${option%=*}\": \"${option#*=}\"" "$a"
	yes "and verifies with $option" '^3 records, 0 differ$' verify "$a"
done
sample "$a" --games 3 --seats 2 --bot random --seed o --option final_scoring=everyone \
	--option baobab_tokens=afterwards
is 'both options at once' grep -q '"everyone", "baobab_tokens": "afterwards"' "$a"

# What was counted is what `legal` lists there: for a whole game each, by every kind of choice.
counts_agree()
{
	local file=$1 at=0 row seat choices listed
	rows "$file" 1 >"$work/rows"
	while read -r row; do
		if [[ $row =~ ^\{\"seat\":([0-9]).*\"choices\":([0-9]+)\}$ ]]; then
			seat=${BASH_REMATCH[1]} choices=${BASH_REMATCH[2]}
			listed=$("$slowsafari" legal "$file" --at $at | grep -c "\"seat\": $seat,")
			[ "$listed" = "$choices" ] || { echo "/log/$at: $listed listed: $row"; return 1; }
			counted=$((counted + 1))
		elif [[ $row == *'"move"'* ]]; then
			echo "/log/$at: not counted: $row"
			return 1
		fi
		at=$((at + 1))
	done <"$work/rows"
}
counted=0
sample "$a" --games 1 --seats 5 --bot quick,random --seed counts --counts
if counts_agree "$a" >"$work/said"; then
	ok "all choices of a game of five were counted as legal lists them ($counted)"
else
	not_ok 'all choices of a game of five were counted as legal lists them' "$work/said"
fi
for move in place meeple ranger dig expand pass relocate boost; do
	is "among them a $move" grep -q "\"move\":\"$move\"" "$work/rows"
done
is 'nothing else has a count' test "$(grep -c choices "$work/rows")" = $counted

# A set of one's own.
cat >"$work/Two tiles.tiles" <<'END'
tile A x1 ssss
tile B x1 ssss
start S
space 0 0 ssss
ranger 0 1
ranger 0 -1
END
sample "$a" --games 1 --seats 2 --bot random --seed t --tileset "$work/Two tiles.tiles"
is 'a set goes by the name of its file' grep -q '"tileset": "Two tiles"' "$a"
yes 'its record verifies with it' '^1 record, 0 differ$' verify --tileset "$work/Two tiles.tiles" "$a"
no 'and not without' '/tileset: the tile set "Two tiles" is not known here' verify "$a"
cp "$work/Two tiles.tiles" "$work/safari.tiles"
sample "$a" --games 1 --seats 2 --bot random --seed t --tileset "$work/safari.tiles"
yes 'a set of the same name as the built-in one is told by its bytes' '0 differ' \
	verify --tileset "$work/safari.tiles" "$a"
no 'and missed by its bytes' '/tileset_sha256: .*with other bytes' verify "$a"
no 'records that cannot be written' 'none/a.jsonl: No such file' \
	simulate --games 1 --seats 2 --bot random --seed t --records "$work/none/a.jsonl"
finish
