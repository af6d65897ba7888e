#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Refuses circles between object files: circles.sh OBJECT...
#
# An object stands on another where it uses a name that the other defines. Where these make an order tsort finds it;
# else it names the objects of each circle, and what they use of each other is told.

set -e
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
circles=$(echo "$uses" | cut -d ' ' -f 1,2 | sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: //' || true)
if [ -n "$circles" ]; then
	{ echo "$circles"; echo "$uses"; } | awk '
		NF == 1 { listed[$1] = 1 }
		NF == 3 && $1 in listed && $2 in listed { print $1 " uses " $3 " of " $2 }
		NF > 3 && !/contains a loop/' >&2
	echo "circles.sh: there is no order of the files" >&2
	echo "0 passed, 1 failed"
	exit 1
fi
echo "1 passed, 0 failed"
