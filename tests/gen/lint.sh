#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every emitted top of the golden cases passes the lint of rtl/ without a waiver, with the files of
# its own list.
#   lint.sh VERILATOR OUT_DIR     OUT_DIR: where golden.sh left the emitted files
# Runs from the root of the repository.
set -eu
verilator=$1
out=$2
for case in tests/gen/good/*/; do
	name=$(basename "$case")
	files=$(sed -e "s|^gnomon_|rtl/gnomon_|; t; s|^|$out/$name/|" "$out/$name/$name.f")
	modules=$(sed -n 's/^\(gnomon_.*\)\.v$/\1/p' "$out/$name/$name.f")
	for module in $modules; do
		# shellcheck disable=SC2086 # the list is words
		if ! grep -q -w -e "^[[:space:]]*$module" $files; then
			echo "lint: $name.f lists $module, which nothing uses" >&2
			exit 1
		fi
	done
	# shellcheck disable=SC2086 # the list is words
	"$verilator" --lint-only -Wall -Irtl --top-module "$name" $files
done
echo "lint: emitted tops are clean"
