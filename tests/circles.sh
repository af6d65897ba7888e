#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Refuses circles between object files: circles.sh OBJECT...
#
# An object stands on another where it uses a name that the other defines. Where these make an order tsort finds it;
# else it names the objects of each circle.

set -e
names=$(nm -A -P "$@")
wrong=$(echo "$names" | awk '
	{ object = $1; sub(/:$/, "", object) }
	$3 ~ /^[A-TV-Z]$/ { home[$2] = object }
	$3 == "U" { user[++users] = object; used[users] = $2 }
	END {
		for (i = 1; i <= users; i++)
			if (used[i] in home && home[used[i]] != user[i])
				print user[i], home[used[i]]
	}' | sort -u | tsort 2>&1 >/dev/null || true)
if [ -n "$wrong" ]; then
	echo "$wrong" | sed 's/^tsort: //; s/^-: input contains a loop:$/these call each other in a circle:/' >&2
	echo "0 passed, 1 failed"
	exit 1
fi
echo "1 passed, 0 failed"
