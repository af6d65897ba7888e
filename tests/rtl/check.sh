#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every bench of tests/rtl/benches and tests/rtl/benches_luts, every other one of the modules
# that have another form for Verilator with that form, too, and the lint; or those of benches_long
# and benches_luts_long, the others with the other form, and the rest of the lint:
#   check.sh OUT_DIR check|long
# The last line states how many passed and failed. Runs from the root of the repository.
set -u
out=$1
mkdir -p "$out"
results=$out/results.$$
benches=$out/results.$$.benches
# The library with the storage modules of families with LUT RAM
luts=$out/luts
mkdir -p "$luts"
# The benches of modules that have another form for Verilator
# (the benches of taps have those of their parts)
formed=$(grep -l 'ifdef VERILATOR' rtl/*.v |
	sed 's/.*gnomon_tap_.*/tap_[a-z]*/; s/.*gnomon_\([a-z]*_\)\{0,1\}//; s/\.v$//' |
	sort -u |
	paste -s -d '|')
# of tests/rtl/benches the first, the third, ... of each bench in `check`, the others in `long`
formed_of() {
	grep -E "^($formed)( |\$)" "$1"
}
if [ "$2" = long ]; then
	formed_of tests/rtl/benches | awk '++rows[$1] % 2 == 0'
	formed_of tests/rtl/benches_long
else
	formed_of tests/rtl/benches | awk '++rows[$1] % 2 == 1'
fi >"$out/benches_verilator"
for file in rtl/*; do
	sed 's/^\(\tparameter .*LUT_BITS *= \)0/\11024/' "$file" >"$luts/${file##*/}"
done
lists="tests/rtl/benches tests/rtl/benches_luts"
[ "$2" != long ] || lists="tests/rtl/benches_long tests/rtl/benches_luts_long"
trap 'rm -f "$results" "$benches"' EXIT
# commands LIST OUT_DIR RTL [DEFINES]: each line of the list is a bench and its parameters
commands() {
	sed "/^#/d; s|^|RTL=$3 DEFINES=${4:-} tests/rtl/run.sh $2 |" "$1"
}
{
	python3 -B tests/rtl/lint.py "$out" "$2" 2>&1 &
	# shellcheck disable=SC2016 # the inner shell's $0 is a line
	{
		commands "${lists% *}" "$out" rtl
		commands "${lists#* }" "$luts" "$luts"
		commands "$out/benches_verilator" "$out/verilator" rtl -DVERILATOR
	} | xargs -d '\n' -n 1 -P "${JOBS:-2}" sh -c 'env $0 || :' 2>&1 |
		tee "$benches" # as lines: a number in a list may have a quote
	wait
} | tee "$results"
# each bench of the lists has its line
lists="$lists $out/benches_verilator"
# shellcheck disable=SC2086 # a list of words
listed=$(cat $lists | grep -vc '^#')
ran=$(grep -c '^pass \|^fail ' "$benches")
[ "$ran" = "$listed" ] || echo "fail benches: $ran ran of $listed" | tee -a "$results"
passed=$(grep -c '^pass ' "$results")
failed=$(grep -c '^fail ' "$results")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
