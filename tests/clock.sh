#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Refuses tests that depend on the machine's speed: clock.sh FILE...
#
# A limit by the wall clock only ends what hangs, and is HANG_SECONDS everywhere (tests/tests.mk).
# What must happen in time is counted in simulated cycles or events, and a test that waits for
# something polls for it, with sleeps shorter than a tenth of a second. A line that needs another
# limit states why: `# by the clock: WHY`.

set -e

# Statements of Python as one line each, as the formatter breaks them anywhere: FILE:LINE:TEXT.
statements() {
	awk 'FNR == 1 { if (text != "") print text; text = "" }
		text == "" { text = FILENAME ":" FNR ":" }
		{ line = $0; if (going) sub(/^[ \t]+/, "", line); text = text line }
		FILENAME ~ /\.py$/ && /[[({,]([ \t]*#.*)?$/ { going = 1; text = text " "; next }
		{ print text; text = ""; going = 0 }' "$@"
}

refused=$(statements "$@" | grep -E \
	-e '[ (]timeout=[0-9]' -e 'settimeout\([0-9]' -e 'set_timeout\([a-z]+, *[0-9]' \
	-e '^[^:]*:[0-9]*:[[:space:]]*timeout [0-9]' -e '\.(wait|join|communicate)\( ?[0-9]' \
	-e '[A-Z]*(SECONDS|HANGS) *= *[0-9]' -e "max-seconds', '?[0-9]" \
	-e "'(drain|run)'.*'(-l|--limit)', *'?[0-9]" -e "'limit: [0-9]+ [a-z]+'" -e "limit='[0-9]" \
	-e '[^p]sleep[( ](0?\.[1-9]|[1-9])' |
	grep -vE 'by the clock: |[. ]step\(|sleep 1800' || true)
if [ -n "$refused" ]; then
	echo "$refused" >&2
	echo "clock.sh: limits by the wall clock: use HANG_SECONDS, or count cycles" >&2
	echo "0 passed, 1 failed"
	exit 1
fi
echo "1 passed, 0 failed"
