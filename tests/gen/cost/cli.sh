#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What `gnomon cost` (gnomon-gen --cost) prints: exit status, messages, and totals worked out by
# hand.
#   cli.sh GNOMON_GEN OUT_DIR
# Runs from the root of the repository.
set -eu
gen=$1
out=$2
rm -rf "$out"
mkdir -p "$out"
good=tests/gen/good
passed=0

expect() { # STATUS TEXT ARGUMENTS...
	want=$1
	text=$2
	shift 2
	status=0
	"$gen" --cost "$@" >"$out/log" 2>&1 || status=$?
	if [ "$status" -ne "$want" ]; then
		echo "cost: 'gnomon cost $*' ended with $status, not $want" >&2
		cat "$out/log" >&2
		exit 1
	fi
	if ! grep -q -e "$text" "$out/log"; then
		echo "cost: 'gnomon cost $*' did not print '$text'" >&2
		cat "$out/log" >&2
		exit 1
	fi
	passed=$((passed + 1))
}

monitor() { # NAME FAMILY COUNT WATCH SHARE
	printf 'gnomon: 1\nname: %s\nfamily: %s\nclock: 100 MHz\n' "$1" "$2"
	printf 'buffer: { slots: 1024 }\nlink: { phy: bytes }\nnodes:\n'
	printf '  - name: n\n    count: %s\n    watch: { field: w, %s }\n%s\n' "$3" "$4" "$5"
}

expect 0 "Attempts side by side at core0: each takes one of its 4 sequences: 8 columns" \
	sim/soc/monitors/quad_pattern.yaml
expect 0 "codes of event ports  *6$" "$good/triggers/monitor.yaml"
expect 0 "usage: gnomon cost MONITOR.yaml" --help
expect 2 "no description named"
expect 2 "unexpected argument 'b': one description at a time" a b
expect 2 "unknown option '--colour'" --colour
expect 1 "cannot open 'nowhere.yaml': No such file or directory" nowhere.yaml
expect 1 "error: " tests/gen/bad/share-count.yaml

# A manifest of 600 to 1016 bytes as a zlib stream: 1024 x 8 in 1024 x 4, or in a block of 18 kbit
expect 0 "^  ROM  *2$" tests/gen/cases/rom_single.yaml
rom=" bytes, for a manifest of [0-9]* bytes; RAM blocks: ice40 2, up5k 2, ecp5 1, gowin 1"
expect 0 "^ROM: [6-9][0-9][0-9]$rom, xilinx7 1, nexus 1$" tests/gen/cases/rom_single.yaml
expect 0 '"manifest_bytes": ' --json tests/gen/cases/rom_single.yaml
expect 0 "^Registers on the taps: 15 flip-flops$" tests/gen/cases/taps_single.yaml
expect 0 "^Registers on the taps: 34 flip-flops$" --register-taps "$good/one/monitor.yaml"
expect 0 '"tap_flip_flops": 0,' --json "$good/one/monitor.yaml"
expect 0 "^Register of the time: 72 flip-flops, an adder of 16 bits, no RAM" \
	tests/gen/cases/taps_single.yaml
expect 0 '"sync_flip_flops": 72,' --json tests/gen/cases/rom_wide.yaml
expect 0 '"sync_flip_flops": 0,' --json "$good/one/monitor.yaml"
expect 0 '"rom": null' --json "$good/one/monitor.yaml"

# The flight recorder of the single form is a part, which `wrap: no` leaves out.
sed 's/^name:/buffer: { wrap: no }\n&/' "$good/one/monitor.yaml" >"$out/limit.yaml"
"$gen" --cost "$good/one/monitor.yaml" --json >"$out/one.json"
"$gen" --cost "$out/limit.yaml" --json >"$out/limit.json"
python3 - "$out/one.json" "$out/limit.json" <<'END'
import json, sys
one, limit = (json.load(open(path, encoding='utf-8'))['units'] for path in sys.argv[1:])
left_out = [unit for unit in one if unit not in limit]
assert [unit['what'] for unit in left_out] == ['flight recorder'], (one, limit)
assert left_out[0]['cells'] > 0 and len(one) == len(limit) + 1, (one, limit)
END
# A node without a ring: 32 of 64 bits a cycle; half of it with LUT RAM.
monitor alone ice40 1 'bits: 32, capacity: 15' '    port: { bus: strobe }' >"$out/alone.yaml"
expect 0 "^  one node sustained, or all together  *0.5  *one every 2 cycles$" "$out/alone.yaml"
monitor alone ecp5 1 'bits: 32, capacity: 15' '    port: { bus: strobe }' >"$out/alone_ecp5.yaml"
expect 0 "^  one node sustained, or all together  *0.25  *one every 4 cycles$" "$out/alone_ecp5.yaml"
# Four trees of five blocks of 1024 x 4; 1024 slots of 64 bits in 4 kbit.
monitor four ice40 4 'bits: 32, capacity: 15' '    fifo: { slots: 256 }' >"$out/four.yaml"
expect 0 "n0, n1, n2, n3: 32 bits, capacity 15, goal ram, 4 trees" "$out/four.yaml"
expect 0 "^  ram  *<-  *3  *5  *5  *0 " "$out/four.yaml"
expect 0 "^  as the paper  *3  *5  *7  *0 " "$out/four.yaml"
expect 0 "^  ranks  *20$" "$out/four.yaml"
# Rates: 256 entries less 8; 0.9 of 8 wires of 64 bits a slot, and a quarter of it; 8 bytes of 5
# cycles, 97 % of them payload.
expect 0 "^  burst of a node (n0): one event a cycle, 248 of them$" "$out/four.yaml"
expect 0 "^  one node sustained, or all together  *0.113  *one every 8.889 cycles$" "$out/four.yaml"
expect 0 "^  each node, where all are busy  *0.0281  *one every 35.56 cycles$" "$out/four.yaml"
expect 0 "^  over the link, mode .stream., at most  *0.0243  *one every 41.24 cycles$" \
	"$out/four.yaml"
expect 0 '"ring": 0.1125' --json "$out/four.yaml"
sed 's/phy: bytes/phy: bytes, wide: yes/' "$out/four.yaml" >"$out/wide.yaml"
# A write of gnomon_link_ft245 at 48 MHz: 1 cycle at rest, 2 of data, 3 of WR#, 5 of waiting;
# 60 Mbytes a second at 100 MHz; 97 % of a byte each 11 and each 1.667 cycles, 8 of which are a slot
for phy in "ft245 48 0.011 90.72" "ft245_sync 100 0.0727 13.75"; do
	# shellcheck disable=SC2086 # a list of words
	set -- $phy
	monitor "$1" ice40 1 'bits: 16' '' |
		sed "s/phy: bytes/phy: $1/; s/100 MHz/$2 MHz/" >"$out/$1.yaml"
	expect 0 "^  over the link, mode .stream., at most  *$3  *one every $4 cycles$" "$out/$1.yaml"
done
expect 0 "^  over the link, mode .stream., at most  *0.121  *one every 8.247 cycles$" \
	"$out/wide.yaml"
expect 0 "^  FIFOs  *16$" "$out/four.yaml"
expect 0 "^  trace buffer  *16$" "$out/four.yaml"
# In the words of last ranks of 256 x 16, and a block of its own behind one of 1024 x 8.
"$gen" --cost "$out/four.yaml" >"$out/log"
if grep "tables of actions" "$out/log"; then
	echo "cost: four trees with room for the actions have tables of them" >&2
	exit 1
fi
passed=$((passed + 1))
monitor many ice40 2 'bits: 32, capacity: 255' '' >"$out/many.yaml"
expect 0 "^  tables of actions  *2$" "$out/many.yaml"
expect 0 "^  nodes at the ring: 4  " "$out/four.yaml"

bench() { # NAME PARAMETERS...
	if ! tests/rtl/run.sh "$out" "$@" >"$out/log" 2>&1; then
		cat "$out/log" >&2
		exit 1
	fi
	passed=$((passed + 1))
}

# Beside a slot of 64 bits: 9 triggers and a flag, in blocks of 16 bits; with a REPORT line its two
# triggers and 66 bits of a round, and two more of a local store: 74, 120 and 122 bits. The second
# node has no triggers of its own: 64, 113 and 113 bits. (Payload of 32 bits and more: half of the
# slot lies in its place, and ten bits of the event beside it.)
stores() { # LINE STORE OTHER_STORE
	monitor stores ice40 1 'bits: 8' "    strict: { count: 9, steps: 2 }$2"
	printf '  - name: other\n    watch: { field: w, bits: 8 }%s\n%s' "$3" "$1"
}
local='
    store: local'
stores '' '' '' >"$out/stores.yaml"
expect 0 "^  FIFOs  *9$" "$out/stores.yaml"
stores 'report: {}' '' "$local" >"$out/stores.yaml"
expect 0 "^  FIFOs  *16$" "$out/stores.yaml"
stores 'report: {}' "$local" "$local" >"$out/stores.yaml"
expect 0 "^  FIFOs  *16$" "$out/stores.yaml"

# Samples. Burst: a frame of 4, 8 or 16 counters and 4 cycles. Compressed forms: 35 cycles for each
# pair of four, or of two, and one more. The ring: slots of 64 bits of each node, 0.9 of the wires.
# The RTL must show the same numbers; where the ring is the limit it must carry all samples.
samples() { # PAIRS FORM WIRES SLOTS ALONE ALL BURST: of 2 nodes
	{
		monitor samples ice40 2 'bits: 32, capacity: 15' '    ratios:'
		printf '      form: %s\n      pairs:\n' "$2"
		for k in $(seq "$1"); do
			printf '        - { name: p%s, a: s%s, b: always }\n' "$k" "$k"
		done
		printf 'ring: { wires: %s }\n' "$3"
	} >"$out/samples.yaml"
	text="^  n0: an event with its sample is $4 slots; guaranteed: one every $5 cycles,$"
	expect 0 "$text" "$out/samples.yaml"
	expect 0 "^    every $6 where all nodes sample, every $7 in a burst$" "$out/samples.yaml"
	"$gen" --cost "$out/samples.yaml" --json >"$out/samples.json"
	python3 - "$out/samples.json" >"$out/cycles" <<'END'
import json, math, sys
nodes = json.load(open(sys.argv[1], encoding='utf-8'))['rates']['nodes']
cycles = nodes[0]['sample_cycles']
assert len(nodes) == 2 and nodes[1]['sample_cycles'] == cycles, nodes
print(*(math.ceil(cycles[name]) for name in ('alone', 'all', 'burst')))
END
	read -r alone all burst <"$out/cycles"
	case $2 in full) form=0 ;; compressed) form=1 ;; *) form=2 ;; esac
	if [ "$5" = "$alone" ]; then # not the ring
		bench sample_rate "PAIRS=$1" FORM=$form "BURST=$burst" "CYCLES=$alone"
	fi
	if [ "$3" = 8 ] || [ "$5" != "$alone" ]; then
		bench share WHAT=$((form + 1)) "RING_W=$3" NODES=1 LENGTH=3000 "EVERY=$alone"
		bench share WHAT=$((form + 1)) "RING_W=$3" NODES=2 LENGTH=3000 "EVERY=$all"
	fi
}
samples 4 full 8 6 53.33 106.7 12
samples 4 compressed 8 3 141 141 12
samples 1 full 32 3 8 13.33 8
samples 4 full 32 6 13.33 26.67 12
samples 8 full 32 10 22.22 44.44 20
samples 5 compressed 32 4 281 281 20
samples 1 compressed32 32 3 71 71 8
expect 0 '"sample_cycles": null' --json "$out/four.yaml"

# One node: the trace buffer takes a word a cycle, the event and the end of its sample.
{
	monitor one ice40 1 'bits: 32, capacity: 15' '    quantities: [{ name: q, kind: class }]'
	printf '    extremes: [{ name: x, of: q }, { name: y, of: q }]\n    ratios:\n      pairs:\n'
	for k in $(seq 8); do
		printf '        - { name: p%s, a: s%s, b: always }\n' "$k" "$k"
	done
} >"$out/sampled.yaml"
text='^  n0: an event with its sample is 16 slots; guaranteed: one every 30 cycles,$'
expect 0 "$text" "$out/sampled.yaml"
expect 0 '^    every 30 where all nodes sample, every 20 in a burst$' "$out/sampled.yaml"

# The four nodes for ECP5: actions of 16 x 12 bits in LUT RAM, FIFOs of 256 x 64 in two blocks of
# 512 x 36.
monitor luts ecp5 4 'bits: 32, capacity: 15' '    fifo: { slots: 256 }' >"$out/luts.yaml"
expect 0 "^  tables of actions  *0 and 768 bits of LUT RAM$" "$out/luts.yaml"
expect 0 "^  FIFOs  *8$" "$out/luts.yaml"
expect 0 "^  trace buffer  *4$" "$out/luts.yaml"
expect 0 '"lut_bits": 768' "$out/luts.yaml" --json

# A chain of eight blocks of 2048 x 9; two pairs have two of them. Where nothing can be shared there
# are two trees for one.
monitor pairs ecp5 4 'bits: 32, capacity: 255' '    share: pairs' >"$out/pairs.yaml"
expect 0 "n0, n1, n2, n3: 32 bits, capacity 255, goal ram, two nodes to a tree, 2 trees" \
	"$out/pairs.yaml"
expect 0 "^  ranks  *16$" "$out/pairs.yaml"
expect 0 "^  as the paper  *3  *5  *67  *0 " "$out/pairs.yaml"
expect 0 "^  ice40 .*ram  *12  *48  *0  .*(not shared)$" --families "$out/pairs.yaml"
expect 0 "^  ecp5 .*ram  *8  *8  *0 " --families "$out/pairs.yaml"

# 14 and three times 6 bits in the four SPRAM blocks of the device: the second node has to do
# without.
monitor spram up5k 2 'bits: 32, capacity: 255' '' >"$out/spram.yaml"
expect 0 "^  ranks  *24 and 4 SPRAM$" "$out/spram.yaml"

"$gen" --cost "$out/pairs.yaml" --json --families >"$out/pairs.json"
python3 - "$out/pairs.json" <<'END'
import json, sys
cost = json.load(open(sys.argv[1], encoding='utf-8'))
watch, = cost['watches']
chosen, = (p['tree'] for p in watch['plans'] if p['chosen'])
assert watch['trees'] == 2 and watch['lanes'] == 2, watch
assert chosen['blocks'] == 8 and len(chosen['ranks']) == 8, watch
assert chosen == watch['families']['ecp5']['goals']['ram'], 'the plan of the family differs'
assert cost['blocks'] == sum(i['blocks'] for i in cost['items'])
assert not cost['units'] and cost['cells'] is None and cost['device'] is None
END
# The sum of the lists that the plan gives; what the parts take was measured (test_whole.py).
"$gen" --cost "$out/four.yaml" --json --board hx8k >"$out/four.json"
python3 - "$out/four.json" <<'END'
import json, sys
cost = json.load(open(sys.argv[1], encoding='utf-8'))
planned = sum(i['blocks'] for i in cost['items'])
assert planned == 20 + 16 + 16, planned
assert cost['blocks'] == planned + sum(u['blocks'] for u in cost['units']), cost
assert cost['device'] == {
    'name': 'hx8k', 'blocks': 32, 'sprams': 0, 'cells': 7680, 'fits': False,
}, cost['device']
END
# Between two sizes that were measured the blocks lie between theirs; the sum and the device, too.
for size in 16 20 64; do
	monitor "banked$size" ice40 1 'bits: 32, capacity: 15' "    counters: [ { name: b, inputs: [ $(
		seq -s ', ' -f 'c%g' "$size"
	) ] } ]" >"$out/banked$size.yaml"
	"$gen" --cost "$out/banked$size.yaml" --json >"$out/banked$size.json"
done
between=$(
	python3 - "$out/banked16.json" "$out/banked20.json" "$out/banked64.json" <<'END'
import json, sys
costs = [json.load(open(path, encoding='utf-8')) for path in sys.argv[1:]]
fixed = [sum(i['blocks'] for i in cost['items']) for cost in costs]
least = [part + sum(u['blocks_least'] for u in c['units']) for part, c in zip(fixed, costs)]
assert least == [cost['blocks_least'] for cost in costs], least
units = [next(u for u in cost['units'] if u['what'].startswith('counters')) for cost in costs]
few, some, many = ((u['blocks_least'], u['blocks']) for u in units)
assert few[0] == few[1] < many[0] == many[1], units
assert few[0] <= some[0] <= some[1] <= many[0], units
print(costs[1]['blocks_least'], costs[1]['blocks'])
END
)
expect 0 "^  all of it  *${between% *}\\(\\.\\.${between#* }\\)\\{0,1\\}  *[0-9]*$" "$out/banked20.yaml"
# A board has a file; its family is that of the description, or has the same blocks and cells.
expect 0 "^Device hx8k: [0-9]* of 32 RAM blocks, [0-9]* of 7680 logic cells: .* does not fit$" \
	"$out/four.yaml" --board hx8k
expect 0 "^Device up5k: .* of 30 RAM blocks, .* of 5280 logic cells: the monitor fits$" \
	"$good/one/monitor.yaml" --board icebreaker
expect 0 "^Device 25k: .* of 56 RAM blocks: the monitor fits, as far as its blocks" \
	"$out/pairs.yaml" --board ulx3s
expect 1 "has 'family: ice40', board 'ulx3s' needs 'family: ecp5'" "$out/four.yaml" --board ulx3s
expect 1 "'../hx8k' is no name of a board" "$out/four.yaml" --board ../hx8k
expect 1 "no board 'icebraker' in '.*'; there are: .*hx8k, .*icebreaker, .*upduino$" "$out/four.yaml" \
	--board icebraker
expect 1 "cannot open '$out/none': No such file" "$out/four.yaml" --board hx8k --boards "$out/none"
mkdir "$out/bad" "$out/new"
echo 'title: no more' >"$out/bad/board.yaml"
printf 'family: ice40\ndevice: hx99k\n' >"$out/new/board.yaml"
expect 1 "states no family and device" "$out/four.yaml" --board bad --boards "$out"
expect 1 "no figures for a device 'hx99k' of family 'ice40'" "$out/four.yaml" --board new \
	--boards "$out"
for board in boards/*/board.yaml; do # each board of gnomon has its figures
	board=$(basename "$(dirname "$board")")
	family=$(sed -n 's/^family: *//p' "boards/$board/board.yaml")
	sed "s/family: ice40/family: $family/" "$out/four.yaml" >"$out/board.yaml"
	expect 0 "^Device " "$out/board.yaml" --board "$board"
done
if "$gen" --cost "$out/four.yaml" >/dev/full 2>"$out/log"; then
	echo "cost: a full standard output was not noticed" >&2
	exit 1
fi
grep -q "cannot write to standard output: No space left on device" "$out/log"
echo "$((passed + 3)) passed, 0 failed"
