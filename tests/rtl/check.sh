#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every bench of tests/rtl/benches, and the lint: check.sh OUT_DIR [lint]
# The last line says how many passed and failed. Runs from the root of the repository.
set -u
out=$1
mkdir -p "$out"
: >"$out/results"
grep -v '^#' tests/rtl/benches | xargs -P "${JOBS:-2}" -I LINE sh -c "tests/rtl/run.sh $out LINE || :" >>"$out/results" 2>&1 &
benches=$!
tail -f --pid=$benches "$out/results"
wait $benches
if [ "${2:-}" = lint ]; then
	tests/rtl/lint.sh "$out" 2>&1 | tee -a "$out/results"
fi
passed=$(grep -c '^pass ' "$out/results")
failed=$(grep -c '^fail ' "$out/results")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
