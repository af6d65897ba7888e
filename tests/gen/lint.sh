#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every emitted top of the good cases, and of those with a REPORT line, passes the lint of rtl/
# (both Verilators) and Icarus without a waiver, with the files of its own list. Every emitted model
# passes both Verilators, and its C file a C and a C++ compiler.
#   lint.sh VERILATOR VERILATOR_NEWER IVERILOG OUT_DIR
# OUT_DIR, OUT_DIR-models: where golden.sh left the emitted files.
# Runs from the root of the repository.
set -eu
verilator=$1
newer=$2
iverilog=$3
out=$4
lint() { # FOLDER NAME TOP
	files=$(sed -e "s|^gnomon_|rtl/gnomon_|; t; s|^|$1/|" "$1/$2.f")
	for command in "$verilator" "$newer"; do
		# shellcheck disable=SC2086 # lists of words
		$command --lint-only -Wall -Irtl --top-module "$3" $files
	done
	# shellcheck disable=SC2086
	said=$("$iverilog" -g2005 -Wall -Wno-timescale -t null -Irtl -s "$3" $files 2>&1) ||
		said="$said fails"
	if [ -n "$said" ]; then
		echo "lint: $3: $said" >&2
		exit 1
	fi
}
for case in tests/gen/good/*/; do
	name=$(basename "$case")
	lint "$out/$name" "$name" "$name"
done
for case in tests/gen/cases/report_*.yaml; do
	name=$(basename "$case" .yaml)
	lint "$out-others/$name" "$name" "$name"
done
for top in chips chips_chip_cores chips_chip_memory; do # a top for each chip
	lint "$out-others/chips" chips "$top"
done
for model in "$out-models"/*/; do
	list=$(echo "$model"*.f)
	name=$(basename "$list" .f)
	files=$(sed -e "/_model.c$/d; s|^gnomon_|rtl/gnomon_|; t; s|^|$model|" "$list")
	for command in "$verilator" "$newer"; do
		# shellcheck disable=SC2086
		$command --lint-only -Wall --timescale 1ns/1ps -Irtl --top-module "$name" $files
	done
	cc -std=c11 -Wall -Wextra -Werror -Isim/model -fsyntax-only "$model${name}_model.c"
	c++ -Wall -Wextra -Werror -Isim/model -fsyntax-only -x c++ "$model${name}_model.c"
done
# Icarus Verilog has no DPI: one message says so.
said=$("$iverilog" -g2012 -t null -s one "$out-models/one/one.v" 2>&1 || true)
case $said in
*"Unknown module type: a_model_needs_DPI_C_take_the_Verilog_monitor"*) ;;
*)
	echo "lint: a model in Icarus Verilog: $said" >&2
	exit 1
	;;
esac
echo "lint: emitted tops and models are clean"
