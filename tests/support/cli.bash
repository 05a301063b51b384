# SPDX-License-Identifier: ISC
#
# For the tests of the command line: runs $SLOWSAFARI (build/slowsafari by default) and tells TAP how it
# went. Sourced by tests/cli/*.sh, which run from the tree's root; each has a scratch folder, $work. What
# the program is asked for and must answer stands in those scripts, nothing of it here.
#
#	. tests/support/cli.bash
#	yes 'the sample verifies' '1 record, 0 differ' verify "$work/sample.jsonl"
#	no 'a folder is no record' 'Is a directory' verify "$work"
#	finish

set -uo pipefail
slowsafari=${SLOWSAFARI:-build/slowsafari}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0 failed=0
# What went wrong in a sanitizer must not look like a "no".
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1
export LSAN_OPTIONS=exitcode=99:print_suppressions=0:suppressions=tests/support/lsan.supp

# ok NAME, not_ok NAME [FILE...]: one TAP line, and what explains a failure.
ok()
{
	number=$((number + 1))
	echo "ok $number - $1"
}
not_ok()
{
	number=$((number + 1)) failed=$((failed + 1))
	echo "not ok $number - $1"
	shift
	[ $# = 0 ] || head -c 2000 -- "$@" | sed 's/^/# /'
}

# is NAME COMMAND...: the command succeeds.
is()
{
	local name=$1
	shift
	if "$@" >"$work/is" 2>&1; then ok "$name"; else not_ok "$name" "$work/is"; fi
}

# run ARGUMENT...: leaves $status, $work/out and $work/err. Standard input is what it is.
run()
{
	"$slowsafari" "$@" >"$work/out" 2>"$work/err"
	status=$?
}

# judge STATUS NAME PATTERN: of what was run last, the status and a line on either stream, by an extended
# pattern; an empty one asks for nothing. Who does not answer yes says why in one line.
judge()
{
	if [ $status != "$1" ]; then
		not_ok "$2: status $status, not $1" "$work/out" "$work/err"
	elif [ -n "$3" ] && ! cat "$work/out" "$work/err" | grep -Eaq -- "$3"; then
		not_ok "$2: nothing says \"$3\"" "$work/out" "$work/err"
	elif [ "$1" != 0 ] && [ "$(wc -l <"$work/err")" -gt 1 ]; then
		not_ok "$2: more than a line" "$work/err"
	else
		ok "$2"
	fi
}

# yes, no, misuse NAME PATTERN ARGUMENT...: runs and judges.
yes()
{
	run "${@:3}"
	judge 0 "$1" "$2"
}
no()
{
	run "${@:3}"
	judge 1 "$1" "$2"
}
misuse()
{
	run "${@:3}"
	judge 2 "$1" "$2"
}

# sample FILE ARGUMENT...: simulated games for a script to work on; there is no use going on without.
sample()
{
	local file=$1
	shift
	run simulate --records "$file" "$@"
	[ $status = 0 ] || { not_ok 'a sample is simulated' "$work/err"; finish; }
}

# serve ARGUMENT...: starts a server on a port that nobody else has; leaves $server, $port, the last $line of its log and the descriptor
# $log, from which its log goes on being read. By the environment, what is run after it finds it there.
serve()
{
	local tries
	for ((tries = 0; tries < 20; tries++)); do
		port=$((20000 + RANDOM % 10000))
		rm -f "$work/log"
		mkfifo "$work/log"
		export SLOWSAFARI_LISTEN=127.0.0.1:$port SLOWSAFARI_BASE_URL=http://localhost:$port
		"$slowsafari" serve "$@" 2>"$work/log" &
		server=$!
		exec {log}<"$work/log"
		while read -r -u $log line; do
			[[ $line = serve:*" ready at http://localhost:$port/" ]] && return 0
		done
		wait $server
		exec {log}<&-
	done
	return 1
}

# ask METHOD TARGET [FORM]: one request of that server; leaves its answer in $work/answer.
ask()
{
	local form=${3-} socket
	exec {socket}<>/dev/tcp/127.0.0.1/$port
	printf '%s\r\n' "$1 $2 HTTP/1.1" "Host: localhost:$port" "Origin: http://localhost:$port" \
		'Content-Type: application/x-www-form-urlencoded' "Content-Length: ${#form}" \
		'Connection: close' '' >&$socket
	printf '%s' "$form" >&$socket
	cat <&$socket >"$work/answer"
	exec {socket}>&-
}

# answers NAME PATTERN: a line of the last answer, by a basic pattern.
answers()
{
	is "$1" grep -q -- "$2" "$work/answer"
}

# end SIGNAL: ends that server; leaves its $status. The shell's own word on who was killed is not shown.
end()
{
	kill -"$1" $server
	wait $server
	status=$?
	exec {log}<&-
} 2>/dev/null

# rows FILE LINE: the rows of the log of the record on that line, a row a line: the first is /log/0.
rows()
{
	sed -n "$2{s/.*\"log\":\\[//;s/\\],\"result\".*//;p}" "$1" | grep -o '{[^{}]*}'
}

finish()
{
	echo "1..$number"
	[ $failed = 0 ]
	exit
}
