#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Generates every case of tests/gen/good, every example and every description that another test
# uses, twice: both times the same bytes. What is kept beside a case for reading (a small one whole)
# and the emitted pages are compared, and a difference is shown. The other tests of the generator
# say what the files must mean.
#   golden.sh GNOMON_GEN OUT_DIR [accept]     accept: takes what was generated as the new truth
# OUT_DIR: for the cases, a folder each; OUT_DIR-others: for the other descriptions;
# OUT_DIR-models: for the models of all.
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

same() { # ONE OTHER
	diff -r "$1" "$2" >&2 || bad=$((bad + 1))
}

manifest() { # FILE: without its ports, which end it; a model has all chips in one module
	sed '/^  "ports": \[/,$d' "$1"
}

generate() { # DESCRIPTION FOLDER: with the description and the summary
	"$gen" "$1" -o "$2" >"$2.log" 2>&1
	"$gen" "$1" -o "$2.again" >"$2.again.log" 2>&1
	same "$2" "$2.again"
	"$gen" "$1" --check --json >"$2/summary.json" 2>"$2.log"
	"$gen" "$1" --check --json >"$2.again/summary.json" 2>"$2.again.log"
	same "$2/summary.json" "$2.again/summary.json"
	same "$2.log" "$2.again.log"
	same rtl/gnomon_records.vh "$2/gnomon_records.vh"
	same host/include/gnomon/records.h "$2/records.h"
	rm -r "$2.again" "$2.again.log"
	model=$out-models/$(basename "$2")
	"$gen" --model "$1" -o "$model" >/dev/null 2>&1
	"$gen" --model "$1" -o "$model.again" >/dev/null 2>&1
	same "$model" "$model.again"
	manifest "$2/manifest.json" >"$model.again/of"
	manifest "$model/manifest.json" >"$model.again/model"
	same "$model.again/of" "$model.again/model"
	rm -r "$model.again"
	cp "$1" "$2/monitor.yaml"
}

rm -rf "$out" "$out-others" "$out-models"
mkdir -p "$out" "$out-others" "$out-models"
for case in tests/gen/good/*; do
	name=$(basename "$case")
	generate "$case/monitor.yaml" "$out/$name"
	for file in "$case"/*; do
		compare "$file" "$out/$name/$(basename "$file")"
	done
done
for description in gen/examples/*.yaml tests/gen/cases/*.yaml sim/soc/monitors/*.yaml \
	sim/blinker/*.yaml tests/system/monitors/*.yaml tests/bench/monitors/*.yaml; do
	generate "$description" "$out-others/$(basename "$description" .yaml)"
done
for page in description records; do
	"$gen" --reference "$page" >"$out/$page.md"
	diff -u "docs/reference/$page.md" "$out/$page.md" || bad=$((bad + 1))
done
"$gen" --reference gnomon.core >"$out/gnomon.core"
diff -u rtl/gnomon.core "$out/gnomon.core" || bad=$((bad + 1))
if [ "$bad" -ne 0 ]; then
	echo "golden: $bad files differ ('make emitted' and 'make golden' accept the new ones)" >&2
	exit 1
fi
echo "golden: all files are as kept, and the same twice"
