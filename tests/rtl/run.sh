#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and runs one bench: run.sh OUT_DIR BENCH [PARAMETER=VALUE | +SEED=n]...
# Prints one line, and the bench's output where it failed; its status is 1 then.
# GNOMON_COLLISIONS: a RAM returns random data on every collision of a read and a write.
# Runs from the root of the repository; RTL: the folder under test; DEFINES: further options of
# Icarus (-DVERILATOR: the form of a module for Verilator, where it has two).
# VVP_PRELOAD: a library for vvp (fixture/casts.c), with which it is faster.
set -u
out=$1
bench=$2
shift 2
name=$bench
parameters=
plusargs=
for word; do
	name=$name-$word
	case $word in
	+*) plusargs="$plusargs $word" ;;
	*) parameters="$parameters -Pbench_$bench.$word" ;;
	esac
done
rtl=${RTL:-rtl}
mkdir -p "$out"
source=$(echo tests/rtl/*/"bench_$bench.v")
image=$out/$name.vvp
log=$out/$name.log
# shellcheck disable=SC2086 # lists of words
if ! iverilog -g2012 -DGNOMON_COLLISIONS ${DEFINES:-} -Wall -Wno-timescale \
	-I tests/rtl/fixture -I "${source%/*}" -I "$rtl" \
	-y tests/rtl/fixture -y "${source%/*}" -y "$rtl" -y sim/soc \
	$parameters -s "bench_$bench" -o "$image" "$source" >"$log" 2>&1 || [ -s "$log" ]; then
	echo "fail $name: does not build without a word"
	cat "$log"
	exit 1
fi
# Joined wires pass on their values without strengths, which no driver here needs: vvp is faster.
sed -i 's/ \.concat8 / .concat /' "$image"
# shellcheck disable=SC2086
LD_PRELOAD="${VVP_PRELOAD:-}" timeout "${HANG_SECONDS:-1800}" vvp -n "$image" $plusargs >"$log" 2>&1
rm -f "$image"
if [ "$(tail -n 1 "$log" | cut -c 1-5)" = PASS: ]; then
	echo "pass $name: $(tail -n 1 "$log" | cut -c 7-)"
else
	echo "fail $name"
	head -n 20 "$log"
	tail -n 1 "$log"
	exit 1
fi
