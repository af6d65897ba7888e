#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every bench of tests/rtl/benches and tests/rtl/benches_luts, and the lint:
#   check.sh OUT_DIR [lint]
# The last line states how many passed and failed. Runs from the root of the repository.
set -u
out=$1
mkdir -p "$out"
results=$out/results.$$
# The library with the storage modules of families with LUT RAM
luts=$out/luts
mkdir -p "$luts"
for file in rtl/*; do
	sed 's/^\(\tparameter .*LUT_BITS *= \)0/\11024/' "$file" >"$luts/${file##*/}"
done
trap 'rm -f "$results"' EXIT
# commands LIST OUT_DIR RTL: each line of the list is a bench and its parameters
commands() {
	sed "/^#/d; s|^|RTL=$3 tests/rtl/run.sh $2 |" "$1"
}
{
	[ "${2:-}" != lint ] || tests/rtl/lint.sh "$out" 2>&1 &
	{
		commands tests/rtl/benches "$out" rtl
		commands tests/rtl/benches_luts "$luts" "$luts"
	} | xargs -P "${JOBS:-2}" -I COMMAND sh -c 'COMMAND || :' 2>&1
	wait
} | tee "$results"
passed=$(grep -c '^pass ' "$results")
failed=$(grep -c '^fail ' "$results")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
