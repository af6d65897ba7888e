#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Elaborates every module of rtl/ as a top, at its least and its greatest parameters
# (tests/rtl/modules), with each tool; what must be refused is refused by each. A memory is written
# from one always block (writers.py).
# lint.sh OUT_DIR [long]; a line for each module. Runs from the root of the repository.
# VERILATOR_NEWER: the command of a second Verilator that does not report what it did; it has the
# first parameters of each module, and with `long` the others. Of what must be refused, Icarus has
# all, Verilator the first of each module, and with `long` both Verilators have all. Only with
# `long` is there Yosys, which is left out where it is not there, and the first line states so.
set -u
out=$1
tools="verilator iverilog"
first="verilator newer iverilog"
refuse=iverilog
if [ "${2:-}" = long ]; then
	tools=newer first=newer refuse="verilator newer"
fi
: "${VERILATOR_NEWER:?the command of a newer Verilator}"
mkdir -p "$out"
yosys=
if [ "${2:-}" != long ]; then
	yosys=
elif [ -x "${YOSYS:-none}" ]; then yosys=$YOSYS; else
	echo "lint: without Yosys: '${YOSYS:-YOSYS}' is not installed"
fi

# elaborate TOOL MODULE PARAMETERS: the parameters have commas between them
elaborate() {
	flags=
	for p in $(echo "$3" | tr , ' '); do
		if [ "$1" = iverilog ]; then flags="$flags -P$2.$p"; else flags="$flags -G$p"; fi
	done
	case $1 in
	verilator) command=${VERILATOR:-verilator} ;;
	newer) command=$VERILATOR_NEWER ;;
	*) command= ;;
	esac
	if [ -n "$command" ]; then
		# shellcheck disable=SC2086 # lists of words
		$command --lint-only -Wall $flags --top-module "$2" -y rtl -Irtl "rtl/$2.v" &&
			# the other form, too; a tap has that of its parts
			if grep -q 'ifdef VERILATOR' "rtl/$2.v" || [ "${2#gnomon_tap_}" != "$2" ]; then
				$command --lint-only -Wall -UVERILATOR $flags --top-module "$2" \
					-y rtl -Irtl "rtl/$2.v"
			fi
	else
		# shellcheck disable=SC2086
		iverilog -g2005 -Wall -Wno-timescale -t null $flags -s "$2" -y rtl -Irtl "rtl/$2.v"
	fi
}

# A line for each module, with the words of the tool that was not content. The status is 1 where
# there was one.
all=0
failed() {
	echo "fail lint-$module $parameters: $1"
	cat "$out/lint.log"
	ok=no
	all=1
}
grep -v '^#' tests/rtl/modules >"$out/modules"
while read -r module lists; do
	ok=yes
	now=$first
	refused=$tools
	for parameters in $lists; do
		wanted=${parameters#!}
		[ "$wanted" = - ] && wanted=
		try=$now
		if [ "${parameters#!}" != "$parameters" ]; then
			try=$refused
			refused=$refuse
		fi
		for tool in $try; do
			status=0
			elaborate "$tool" "$module" "$wanted" >"$out/lint.log" 2>&1 </dev/null ||
				status=1
			if [ "${parameters#!}" = "$parameters" ]; then
				{ [ "$status" = 0 ] && [ ! -s "$out/lint.log" ]; } || failed "$tool"
			elif [ "$status" = 0 ] || ! grep -q '_must_\|_is_too_' "$out/lint.log"; then
				failed "$tool does not refuse it"
			fi
		done
		now=$tools
	done
	[ "$ok" = yes ] && echo "pass lint-$module"
done <"$out/modules"

listed=$(cut -d ' ' -f 1 "$out/modules" | sort)
there=$(find rtl -name '*.v' -exec basename {} .v \; | sort)
if [ "$listed" = "$there" ]; then echo "pass lint-all-modules"; else
	echo "fail lint-all-modules: tests/rtl/modules does not list what rtl/ has"
	all=1
fi

python3 tests/rtl/writers.py rtl/*.v || all=1

# A module has a second form for Verilator where without it a row of `make bench` is 2 % lower or
# below its mark; its header says so.
worth='^// Second form for Verilator: without it sim_share.* is \([2-9]\|1[0-9]\|.*, below$\)'
if [ "$(grep -l 'def VERILATOR' rtl/*.v)" = "$(grep -l "$worth" rtl/*.v)" ]; then
	echo "pass lint-second-forms"
else
	echo "fail lint-second-forms: a header does not say what the form for Verilator is worth"
	all=1
fi

if [ -n "$yosys" ]; then
	script="read_verilog -Irtl $(echo rtl/*.v);"
	for module in $there; do
		script="$script design -save all; prep -top $module; check -assert; design -load all;"
	done
	if "$yosys" -q -p "$script" >"$out/lint.log" 2>&1; then echo "pass lint-yosys"; else
		echo "fail lint-yosys"
		tail -n 20 "$out/lint.log"
		all=1
	fi
fi
exit $all
