#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Generates every case of tests/gen/good and compares it with what is kept there; a difference is
# shown.
# The pages that are emitted and committed elsewhere are compared, too.
#   golden.sh GNOMON_GEN OUT_DIR [accept]     accept: takes what was generated as the new truth
# Runs from the root of the repository.
set -eu
gen=$1
out=$2
accept=${3:-}
bad=0

compare() { # KEPT NEW
	if [ -n "$accept" ]; then
		cp "$2" "$1"
	elif ! diff -u "$1" "$2"; then
		bad=$((bad + 1))
	fi
}

rm -rf "$out"
mkdir -p "$out"
for case in tests/gen/good/*/; do
	name=$(basename "$case")
	"$gen" "$case/monitor.yaml" -o "$out/$name" >"$out/$name.log"
	for file in "$name.v" "$name.f" manifest.json metadata; do
		compare "$case/$file" "$out/$name/$file"
	done
	diff -u rtl/gnomon_records.vh "$out/$name/gnomon_records.vh" || bad=$((bad + 1))
	diff -u host/include/gnomon/records.h "$out/$name/records.h" || bad=$((bad + 1))
	"$gen" "$case/monitor.yaml" --check --json >"$out/$name.json"
	python3 -m json.tool "$out/$name.json" >/dev/null
done
for page in description records; do
	"$gen" --reference "$page" >"$out/$page.md"
	diff -u "docs/reference/$page.md" "$out/$page.md" || bad=$((bad + 1))
done
if [ "$bad" -ne 0 ]; then
	echo "golden: $bad files differ ('make emitted' and 'make golden' accept the new ones)" >&2
	exit 1
fi
echo "golden: all files are as kept"
