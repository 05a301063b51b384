#!/bin/bash
# SPDX-License-Identifier: ISC
#
# The records that other programs wrote, beside the tree where there are any: each must be accepted.
set -uo pipefail
slowsafari=${SLOWSAFARI:-build/slowsafari}

echo 1..2

# accepts NUMBER NAME FOLDER ARGUMENT...
accepts()
{
	local number=$1 name=$2 folder=$3 said
	shift 3
	if ! compgen -G "$folder/*.json" >/dev/null; then
		echo "ok $number - $name # SKIP no $folder"
	elif said=$("$slowsafari" verify "$@" "$folder"/*.json 2>&1); then
		echo "ok $number - $name: ${said##*$'\n'}"
	else
		echo "not ok $number - $name"
		sed 's/^/# /' <<<"$said"
	fi
}

accepts 1 'records of the built-in set' ../shared/data/records
accepts 2 'records of a set with few tokens' ../shared/data/records/baobabs \
	--tileset ../shared/data/baobabs.tiles
