#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs fuzz targets, one after the other.
#
# usage: run.sh FUZZ_DIR SECONDS|check SEED TARGET...
#
# With `check`: the kept corpus and the seeds, then a fixed number of inputs from SEED; the same on
# every machine. A crash is kept in FUZZ_DIR/crashes/TARGET-*; it fails. Take it into
# tests/fuzz/corpus/TARGET/ with the fix.
set -uo pipefail
fuzz=$1 seconds=$2 seed=$3
shift 3
RUN_FLOOR=100 # inputs of `check` that reach code of the readers that no seed reaches
here=$(dirname "$0")
runs_of=(description:3000 experiment:5000 manifest:5000 patterns:5000 elf:3000 run:1500 device:300
	boards:3000)
[ -n "$seed" ] || seed=$RANDOM
[ "$seconds" = check ] || echo "seed $seed"
export TMPDIR=$fuzz/tmp
[ -w /dev/shm ] && TMPDIR=$(mktemp -d /dev/shm/gnomon-fuzz.XXXXXX)
mkdir -p "$TMPDIR" "$fuzz/crashes"
trap 'rm -rf "$TMPDIR"' EXIT
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1

# Inputs that today's code and tests have already: they never age.
seeds() { # TARGET FOLDER
	case $1 in
	description)
		cp tests/gen/bad/*.yaml sim/soc/monitors/*.yaml "$2"
		for f in tests/gen/good/*/monitor.yaml; do
			cp "$f" "$2/$(basename "$(dirname "$f")")"
		done
		;;
	experiment) cp sim/demo/*.yaml "$fuzz/base/e.yaml" "$2" ;;
	manifest) cp "$fuzz"/base/*.json "$2" ;;
	patterns) cp "$fuzz/base/run/patterns.json" "$2" ;;
	elf)
		cp "$fuzz/base/program.elf" "$2"
		for elf in returns places many stripped leaves names dropped inlined; do
			cp "$fuzz/../obj/host-tests/$elf.elf" "$2"
		done
		;;
	run)
		for file in trace/node_0 trace/node_1 run.json manifest.json patterns.json; do
			part "$file" "$fuzz/base/run/$file" >"$2/$(basename "$file")"
		done
		part slots "$fuzz/base/slots" >"$2/slots"
		{
			part trace/node_0 "$fuzz/base/run/trace/node_0"
			echo
			part trace/node_1 "$fuzz/base/run/trace/node_1"
		} >"$2/both"
		;;
	device)
		for name in 1 2 3; do
			head -c $((16 + 100 * name)) "$fuzz/base/run/trace/node_0" >"$2/$name"
		done
		;;
	esac
}

# A file as part of an input of fuzz_run.
part() { # NAME FILE
	printf '@@%s\n' "$1"
	cat "$2"
}

# How many files a folder has.
files() { # FOLDER
	find "$1" -type f | wc -l
}

# How many seeds of whole runs the readers take to their end; all of them must be taken.
whole_seeds() { # FOLDER
	local taken=0 file
	for file in "$1"/*; do
		FUZZ_WHOLE=1 "$fuzz/fuzz_run" -close_fd_mask=3 "$file" >"$fuzz/whole.log" 2>&1 &&
			taken=$((taken + 1))
	done
	echo "$taken of $(files "$1") seeds"
	[ "$taken" = "$(files "$1")" ]
}

passed=0 failed=0
for target in "$@"; do
	corpus=$fuzz/corpus/$target work=$fuzz/seeds/$target
	rm -rf "$work"
	mkdir -p "$corpus" "$work" "$here/corpus/$target"
	seeds "$target" "$work"
	options=(
		-seed="$seed" -max_len=65536 -timeout=60 -rss_limit_mb=4096 -close_fd_mask=3
		-artifact_prefix="$fuzz/crashes/$target-" -print_final_stats=1
	)
	if [ "$seconds" = check ]; then
		runs=$(printf '%s\n' "${runs_of[@]}" | sed -n "s/^$target://p")
		rm -rf "$corpus" && mkdir -p "$corpus"
		options+=(-runs="$runs")
	else
		options+=(-max_total_time="$seconds")
	fi
	if [ "$target" = run ] && ! whole=$(whole_seeds "$work"); then
		failed=$((failed + 1))
		echo "FAIL  run: the readers take only $whole of whole runs:" \
			"the format has changed, and the seeds reach nothing"
		continue
	fi
	if "$fuzz/fuzz_$target" "${options[@]}" "$corpus" "$work" "$here/corpus/$target" \
		>"$fuzz/$target.log" 2>&1; then
		new=$(files "$corpus")
		if [ "$seconds $target" = 'check run' ] && [ "$new" -lt "$RUN_FLOOR" ]; then
			failed=$((failed + 1))
			echo "FAIL  run: $new new in the corpus, not $RUN_FLOOR:" \
				"what is changed in the seeds does not reach the readers"
			continue
		fi
		passed=$((passed + 1))
		inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$fuzz/$target.log")
		echo "ok    $target: $inputs inputs, $new new in the corpus"
	else
		failed=$((failed + 1))
		echo "FAIL  $target"
		grep -aE '^(==|SUMMARY|artifact_prefix|Test unit|.*ERROR)' "$fuzz/$target.log" |
			head -n 12
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
