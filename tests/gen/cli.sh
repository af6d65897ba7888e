#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Command line of gnomon-gen: exit status, messages, and that a bad description leaves nothing
# behind.
#   cli.sh GNOMON_GEN OUT_DIR
# Runs from the root of the repository.
set -eu
gen=$1
out=$2
rm -rf "$out"
mkdir -p "$out"
good=tests/gen/good/one/monitor.yaml
bad=tests/gen/bad/share-count.yaml

expect() { # STATUS TEXT ARGUMENTS...
	want=$1
	text=$2
	shift 2
	status=0
	"$gen" "$@" >"$out/log" 2>&1 || status=$?
	if [ "$status" -ne "$want" ]; then
		echo "cli: 'gnomon-gen $*' ended with $status, not $want" >&2
		cat "$out/log" >&2
		exit 1
	fi
	if ! grep -q -e "$text" "$out/log"; then
		echo "cli: 'gnomon-gen $*' did not print '$text'" >&2
		cat "$out/log" >&2
		exit 1
	fi
}

expect 0 "usage: gnomon gen MONITOR.yaml -o DIR" --help
expect 0 "gnomon $(cat VERSION)" --version
expect 0 '"form": "single"' "$good" --check --json
expect 0 "one: 1 node, single form" "$good" -o "$out/one"
expect 0 "one: model, 1 node, single form.*; 7 files in" "$good" --model -o "$out/model"
expect 0 "; 6 files in" "$good" -t none -o "$out/bare"
expect 0 "; 8 files in" "$good" --templates=chisel,vhdl -o "$out/two"
expect 0 "; 10 files in" "$good" -t all -o "$out/all"
for list in cobol vhdl,vhdl 'vhdl,' ',vhdl' all,vhdl ''; do
	expect 2 "'--templates' cannot be '$list'" "$good" -t "$list" -o "$out/bad"
done
expect 2 "option '-t' is there twice\|given twice\|twice" "$good" -t all -t all -o "$out/bad"
expect 0 "GNO_KIND_EVENT" --reference records.vh
expect 2 "no description named"
expect 2 "no folder is named" "$good"
expect 2 "unknown option '--colour'" --colour
expect 2 "option '-o' needs a value" "$good" -o
expect 2 "one description at a time" "$good" "$good" -o "$out/one"
expect 2 "cannot be combined with -o" "$good" --check -o "$out/one"
expect 2 "no page 'cover'" --reference cover
expect 1 "cannot open 'nowhere.yaml': No such file or directory" nowhere.yaml -o "$out/none"
expect 1 "2 faults in '$bad', nothing is written" "$bad" -o "$out/none"

# Names of which no two are alike: a manifest that cannot be compressed into a ROM
awk 'BEGIN {
	srand(1)
	print "gnomon: 1\nname: wide\nclock: 50 MHz\nrom: yes\nnodes:"
	for (n = 0; n < 192; n++) {
		printf "  - { name: n%d, watch: { fields: [", n
		for (f = 0; f < 16; f++) {
			name = "f"
			for (i = 0; i < 10; i++) name = name sprintf("%05x", int(rand() * 1048576))
			printf "%s{ name: %s, bits: 1 }", f ? ", " : "", name
		}
		print "] } }"
	}
}' >"$out/wide.yaml"
expect 1 "the manifest does not fit into a ROM: it takes [0-9]* bytes there (65536 at" \
	"$out/wide.yaml" --check
sed 's/^rom: yes/rom: no/' "$out/wide.yaml" >"$out/narrow.yaml"
expect 0 "wide: 192 nodes, ring form" "$out/narrow.yaml" --check

expect 1 "cannot make folder" "$good" -o "$out/none/deeper"
[ ! -e "$out/none" ]
if "$gen" --reference records >/dev/full 2>"$out/log"; then
	echo "cli: a full standard output was not noticed" >&2
	exit 1
fi
grep -q "cannot write to standard output: No space left on device" "$out/log"
echo "cli: exit status and messages are right"
