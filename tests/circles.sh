#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Refuses circles between object files, between the rooms of object files, and between the folders
# of sources:
#   circles.sh OBJECT...   an object depends on another where it uses a name that the other defines;
#                          a room is a folder with those in it, but for lib/out/ and lib/results/,
#                          whose folders are rooms of their own
#   circles.sh -i FOLDER   a folder below FOLDER depends on another where a file includes a header
#                          of it
# Where the dependencies have an order tsort finds it. If not, what makes the circles is printed.

set -e

# Reads lines "USER USED WHY"; prints the lines that are in circles, and fails if there are any.
check_order() {
	uses=$(awk '$1 != $2' | sort -u)
	members=$(echo "$uses" | cut -d ' ' -f 1,2 | sort -u | tsort 2>&1 >/dev/null |
		sed -n 's/^tsort: \([^ ]*\)$/\1/p' || true)
	[ -z "$members" ] && return
	{ echo "$members"; echo "$uses"; } | awk '
		NF == 1 { listed[$1] = 1 }
		NF == 3 && $1 in listed && $2 in listed { print $1 " uses " $3 " of " $2 }' >&2
	echo "circles.sh: there is no order of the $1" >&2
	echo "0 passed, 1 failed"
	exit 1
}

if [ "$1" = -i ]; then
	grep -rH '^#include "' --include='*.[ch]' "$2" | awk -F '[:"]' -v top="$2" '
		{
			file = $1; room = $1; used = $3
			sub(/\/[^\/]*$/, "", room); sub(/\/[^\/]*$/, "", used)
			if (used == $3 || system("test -d " top "/" used)) next
			print room, top "/" used, $3
		}' | check_order "folders' includes"
	echo "1 passed, 0 failed"
	exit
fi

names=$(nm -A -P "$@")
uses=$(echo "$names" | awk '
	{ object = $1; sub(/:$/, "", object) }
	$3 ~ /^[A-TV-Z]$/ { home[$2] = object }
	$3 == "U" { user[++users] = object; used[users] = $2 }
	END {
		for (i = 1; i <= users; i++)
			if (used[i] in home && home[used[i]] != user[i])
				print user[i], home[used[i]], used[i]
	}')
echo "$uses" | check_order files
echo "$uses" | sed -E 's#/[^/ ]* # #; s#/[^/ ]* ([^ ]*)$# \1#' |
	sed -E 's#(/(cli|lib/(out|results)|lib)/[^/ ]*)[^ ]* #\1 #g' | check_order rooms
echo "2 passed, 0 failed"
