#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every emitted top of the good cases passes the lint of rtl/ (Verilator) and Icarus without a
# waiver, with the files of its own list.
#   lint.sh VERILATOR IVERILOG OUT_DIR     OUT_DIR: where golden.sh left the emitted files
# Runs from the root of the repository.
set -eu
verilator=$1
iverilog=$2
out=$3
for case in tests/gen/good/*/; do
	name=$(basename "$case")
	files=$(sed -e "s|^gnomon_|rtl/gnomon_|; t; s|^|$out/$name/|" "$out/$name/$name.f")
	# shellcheck disable=SC2086 # the list is words
	"$verilator" --lint-only -Wall -Irtl --top-module "$name" $files
	# shellcheck disable=SC2086
	said=$("$iverilog" -g2005 -Wall -Wno-timescale -t null -Irtl -s "$name" $files 2>&1) ||
		said="$said fails"
	if [ -n "$said" ]; then
		echo "lint: $name: $said" >&2
		exit 1
	fi
done
echo "lint: emitted tops are clean"
