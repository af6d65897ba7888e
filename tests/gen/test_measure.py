#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted measure modules, simulated with random signals and tables, against a model that knows times only, no stages.

test_measure.py IVERILOG GOLDEN_DIR OUT_DIR; GOLDEN_DIR: where golden.sh left the emitted files. Runs from the root of the
repository. The model is made of the manifest and of docs/design/preprocessors.md; the cases are
tests/gen/good/measures and, with actions that choose among groups at random, tests/gen/good/groups.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

CASES = {"measures": ("all1", "few", "gated", "counted", "plain", "summed"),
         "groups": ("core", "gated1")}
DELAYS = {  # of the description; the manifest does not tell them, as the host need not know
    "all1": {"grant": -2, "stall": 64, "bytes": -6},
    "summed": {"bytes": 3},
}
STROBES = {"bytes": "beat", "level": None, "fill": None}
SYNC = 900  # clock of the sync pulse: banks are clean, tables are written
TIMES = 9000
TAIL = 4000  # clocks in which the last blocks go out
SOON = 110, 40  # clocks between two samples: ratio counters (if any; if none) are ready again, and banks of counters are not
SOONER = {"core": 60}  # a node whose banks are ready sooner
QUIET = 100  # clocks before the sync pulse from which on anything happens on the wires
BLOCKS_ONLY = ("ice40", "up5k")  # families without LUT RAM: in others a register follows each rank and one more the last, or that one alone (six levels or more)
LEVEL = 3  # clocks from a word to its code: the least, to which shallower trees are filled up

BENCH = """`timescale 1ns/1ns
`default_nettype none
module bench;
	reg  [{top}:0] rows [0:{last}];
	reg  [{top}:0] row = 0;
	reg            clk = 0;
	integer        n;
	wire           take = row[0];
{wires}
	{module} {params}u_measure (
{ports}
	);
	assign sample_pop_i = sample_valid_o && take;
	assign block_pop_i  = block_valid_o && take;
	initial begin
		$readmemh("rows.hex", rows);
		for (n = 0; n <= {last}; n = n + 1) begin
			clk = 0;
			row = rows[n];
			#4;
			if (n > {sync} && fire_o)
				$display("fire %0d %0d", n, fire_o);
			if (sample_i && !sample_ready_o)
				$display("unready %0d", n);
			if (sample_i && !flush_i && !snap_ready_o)
				$display("refused %0d", n);
			if (sample_pop_i)
				$display("word %0d", sample_word_o);
			if (block_pop_i)
				$display("block %0d %0d", block_word_o, block_last_o);
			#1 clk = 1;
			#5;
		end
		$display("busy %0d %0d %0d", block_busy_o, sample_valid_o, block_valid_o);
		$finish;
	end
endmodule
"""


class Module:
    """The ports of an emitted module, and the rows that drive its inputs."""

    def __init__(self, text, name):
        head = re.search(rf"module {name} (#\(.*?\) )?\((.*?)\);", text, re.S)
        self.name = name
        self.has_node = head.group(1) is not None
        self.ports = [(way, int(top or 0) + 1, port) for way, top, port in
                      re.findall(r"(input|output) +wire +(?:\[(\d+):0\])? +(\w+)", head.group(2))]
        self.inputs = [(port, bits) for way, bits, port in self.ports
                       if way == "input" and port not in ("clk", "sample_pop_i", "block_pop_i")]

    def bench(self, node):
        wires = []
        at = 1
        for way, bits, port in self.ports:
            if (port, bits) in self.inputs:
                wires.append(f"\twire [{bits - 1}:0] {port} = row[{at} +: {bits}];")
                at += bits
            elif port != "clk":
                wires.append(f"\twire [{bits - 1}:0] {port};")
        return BENCH.format(top=at - 1, last=SYNC + TIMES + TAIL - 1, wires="\n".join(wires), module=self.name,
                            sync=SYNC, params=f"#(.NODE({node})) " if self.has_node else "",
                            ports=",\n".join(f"\t\t.{port} ({port})" for _, _, port in self.ports))

    def row(self, values, take):
        row, at = take, 1
        for port, bits in self.inputs:
            row |= (values.get(port, 0) & ((1 << bits) - 1)) << at
            at += bits
        return f"{row:x}\n"


class Wires:
    """What is on the target's wires in each clock, and the tables; all of it at random."""

    def __init__(self, node, tables, rng):
        self.m = node["measure"]
        self.delays = DELAYS.get(node["name"], {})
        self.tables = tables
        self.rng = rng
        self.clocks = SYNC + TIMES + TAIL
        self.wires = {}
        self.values = {v["name"]: v["bits"] for v in self.m["values"]}
        self.lines = [self.some_line(name) for name in self.m["lines"]]
        self.line_numbers = {name: k for k, name in enumerate(self.m["lines"])}
        self.events = {}  # by event line: what it is at each time

    def some_line(self, name):
        """Signals, function and mode of a line; the function is no constant, and that of the gate mostly 1. Requests are rises
        and answers falls, so that there are about as many."""
        rng, count = self.rng, len(self.m["signals"])
        while True:
            numbers = [rng.randrange(count + 2) for _ in range(4)]
            table = rng.getrandbits(16) | (rng.getrandbits(16) | rng.getrandbits(16)) * (name == "gate")
            reached = {table >> sum((levels >> n & 1) << k for k, n in enumerate(numbers) if n < count) & 1
                       for levels in range(1 << count)}
            if len(reached) == 2:
                return numbers, table, {"gate": 0, "from": 1, "to": 2}.get(name.split(".")[-1], rng.randrange(4))

    def wire(self, name, clock):
        """Bits that stay for a while, in some stretches for long."""
        if name not in self.wires:
            rng, bits = self.rng, self.values.get(name, 1)
            level, wire = 0, []
            for c in range(self.clocks):
                if c >= SYNC - QUIET and rng.random() < (0.02 if c // 1000 % 2 else 0.4):
                    level = rng.randrange(1 << min(bits, 12))  # below saturation
                wire.append(level)
            self.wires[name] = wire
        return self.wires[name][clock] if 0 <= clock < self.clocks else 0

    def at(self, name, time):
        """What belongs to a time."""
        if name in self.events:
            return self.events[name][time]
        return self.wire(name, SYNC + 1 + time - self.delays.get(name, 0))

    def there(self, value, time):
        strobe = STROBES[value]
        return 1 if strobe is None else self.wire(strobe, SYNC + 1 + time - self.delays.get(value, 0))

    def line_of(self, name, time):
        """The function of a line, whatever its mode."""
        numbers, table, _ = self.lines[self.line_numbers[name]]
        index = 0
        for k, number in enumerate(numbers):
            if number < len(self.m["signals"]):
                index |= self.at(self.m["signals"][number], time) << k
        return table >> index & 1

    def line(self, name, time):
        mode = self.lines[self.line_numbers[name]][2]
        now, before = self.line_of(name, time), self.line_of(name, time - 1)
        return (now, now & ~before & 1, before & ~now & 1, now ^ before)[mode]

    def input(self, name, line, time):
        """An input: always, a line or a signal."""
        if name == "always":
            return 1
        return self.line(line, time) if name == "route" else self.at(name, time)

    def amount(self, name, line, time):
        if name in self.values:
            return self.at(name, time) if self.there(name, time) else 0
        return self.input(name, line, time)


class Events:
    """What the headend says of each time: event code, gate, process, samples and banks."""

    def __init__(self, rng, m, code_bits, soon):
        self.code, self.opens, self.closes, self.process = [], [], [], []
        process = 0
        for _ in range(TIMES):
            self.code.append(rng.randrange(1 << code_bits) if rng.random() < 0.1 else 0)
            self.opens.append(int(rng.random() < 0.03))
            self.closes.append(int(rng.random() < 0.01))
            if rng.random() < 0.01:
                process = rng.choice((1, 1, 3, 0))
            self.process.append(process)
        self.samples = sorted(rng.sample(range(100, TIMES - 400, 400), 10))
        self.refused = {t + soon for t in rng.sample(self.samples, 3)}  # by the counter banks alone
        self.samples = sorted(self.refused | set(self.samples))
        self.resets = set(rng.sample(self.samples, 5)) | {self.samples[3] + 7}
        self.banks = set()
        self.end = TIMES - 300
        self.groups = m.get("groups", [])
        self.chosen = [(line["action"], line["group"]) for line in m.get("group_lines", [])]
        self.named = len(m["event_lines"])
        bits = self.named + len(self.chosen)
        self.lines = [rng.getrandbits(bits) if bits else 0 for _ in range(TIMES)]
        self.soon = soon

    def group_of(self, part):
        """Name of the group that a part is in, or None."""
        return next((g["name"] for g in self.groups if part in g["of"]), None)

    def is_for(self, action, part, time):
        """Whether an action at a time is for a part: without a line for its group it always is."""
        choice = (action, self.group_of(part))
        if choice not in self.chosen:
            return 1
        return self.lines[time] >> (self.named + self.chosen.index(choice)) & 1

    def takes_snapshot(self, bank, time):
        return time == self.end or self.is_for("sample", bank, time)

    def refuses(self, banks, time):
        """Whether snapshots cannot be taken at a time: one is under way."""
        return time in self.refused and any(self.takes_snapshot(bank["name"], time - self.soon)
                                            for bank in banks)

    def end_banks(self, units):
        """Banks end with a value of each unit in turn, or in the clock before one: there a clock more or less shows."""
        for k, told in enumerate(2 * units):
            least = 600 + k * (self.end - 1600) // (2 * len(units))
            self.banks.add(next((t for t, _ in told if t >= least), least) - (k >= len(units)))


def little(base, number, count):
    return [(base + k, number >> 8 * k & 0xFF) for k in range(count)]


def gate_of(w, e, bits, value, mask):
    """Whether the gate is open, time by time."""
    state, told = bits >> 3 & 1, []
    for t in range(TIMES):
        told.append(int((not bits & 1 or w.line("gate", t)) and (not bits & 2 or state)
                        and (not bits & 4 or not (e.process[t] ^ value) & mask)))
        state = 0 if e.closes[t] else state | e.opens[t]
    return told


def quantity_of(w, e, q, opened, windows):
    """(time, value) of all that is reported, and the times at which something is lost."""
    name, kind, top = q["name"], q["kind"], (1 << q["bits"]) - 1
    told, lost = [], []
    width, waiting, dropped, level, count, seen = 0, [], 0, 0, 0, 0

    def get(key, t):
        return w.input(q[key], f"{name}.{key}", t) if key in q else 0

    pulse_is_old = kind == "pulse" and get("of", -1)
    for t in range(TIMES):
        value = None
        if kind == "pulse":
            if get("of", t):
                width += 1
            elif width:
                value = None if pulse_is_old else min(width, top)
                width = 0
            pulse_is_old = pulse_is_old and get("of", t)
        elif kind == "latency":
            answered = get("to", t) and not waiting and not dropped and get("from", t)
            if answered:
                value = 0
            elif get("to", t) and waiting:
                since = waiting.pop(0)
                value = min(t - since, top)
            elif get("to", t) and dropped:
                dropped -= 1
            if get("from", t) and not answered:
                if dropped or len(waiting) == q["outstanding"]:
                    dropped += 1
                    lost.append(t)
                else:
                    waiting.append(t)
        elif kind == "occupancy":
            level = min(max(level + get("from", t) - get("to", t), 0), top)
            value = level
        elif kind == "total":
            if opened[t]:
                count += get("of", t)
                value = min(count, top) if get("of", t) else None
                count = 0 if get("clear", t) else count
        elif kind == "window":
            if opened[t]:
                count += get("of", t)
                seen += get("in", t)
                if seen == windows[name]:
                    value, count, seen = min(count, top), 0, 0
        elif kind == "value":
            value = w.at(q["of"], t) if w.there(q["of"], t) else None
        else:
            value = e.code[t] or None
        if value is not None and t >= 0 and opened[t]:
            told.append((t, value))
    return told, lost


def fires_of(told, fire, rearm, bits):
    """Times of a threshold."""
    armed, times = True, []
    for t, value in told:
        up = not bits & 2
        hit = value >= fire if up else value <= fire
        if bits & 1 and hit and (armed or bits & 4):
            times.append(t)
            armed = False
        elif value < rearm if up else value > rearm:
            armed = True
    return times


def form_of(form, a, b):
    """A pair in a ratio record, from the text of the contract; counts here are far from saturated."""
    top = max(a, b).bit_length() - 1
    if form == "compressed32":
        e = 0 if max(a, b) < 1 << 14 else top - 13
        return a >> e << 18 | b >> e << 4 | e
    if max(a, b) < 32:
        return a << 11 | b << 5
    if b >= 32 and a.bit_length() <= b.bit_length():
        e = b.bit_length() - 6
        return a >> (e + 1) << 11 | b >> e << 5 | e
    e = a.bit_length() - 6
    return a >> (e + 1) << 11 | b >> e << 5 | (e + 1)


def runs_of(m, e):
    """Sizes of the runs of pairs of the same group, that of the gate, in none, included."""
    groups = [e.group_of(p["name"]) for p in m["pairs"]] + [None] * m["gate"]
    cuts = [k for k in range(1, len(groups)) if groups[k] != groups[k - 1]]
    return [high - low for low, high in zip([0] + cuts, cuts + [len(groups)])]


def words_of(m, e, samples):
    """Payloads of the ratio records: for each sample its pairs, run by run, and extremes."""
    words = []
    for pairs, extremes in samples:
        at = 0
        for size in runs_of(m, e):
            words += words_of_pairs(m, pairs[at:at + size])
            at += size
        for found in extremes:
            words += found
    return words


def words_of_pairs(m, pairs):
    if m["form"] == "full":
        words = [count for pair in pairs for count in pair]
    else:
        words = [form_of(m["form"], a, b) for a, b in pairs]
    if m["form"] == "compressed":
        words += [0] * (len(words) % 2)
        words = [low | high << 16 for low, high in zip(words[::2], words[1::2])]
    return words + [0] * (len(words) % 2)


def extremes_of(told, last, since, until, codes):
    """Six words of an extreme: of the values since a time up to another."""
    values = [(t, v) for t, v in told if since <= t <= until]
    if not values:
        return [0] * 6
    most, least = max(v for _, v in values), min(v for _, v in values)
    first = {v: next(t for t, x in values if x == v) for v in (most, least)}
    return [most, first[most], least, first[least], 1 << 16 | codes[first[least]] << 8 | codes[first[most]], 0]


def blocks_of(m, node, q, e, bounds):
    """Records of the bucket units from word 1 on, by unit."""
    units = []
    for k, unit in enumerate(m["buckets"]):
        told, lost = q[unit["of"]]
        records, began = [], 0
        for end in sorted(t for t in e.banks if e.is_for("bank", unit["name"], t)) + [e.end]:
            counts = [0] * unit["count"]
            for t, value in told:
                if began <= t <= end:
                    counts[sum(value >= bound for bound in bounds[k][1:])] += 1
            missing = sum(began <= t <= end for t in lost)
            for first in range(0, unit["count"], 64):
                many = min(64, unit["count"] - first)
                flags = (first + many == unit["count"]) << 16 | (end == e.end) << 19
                records.append([9 | node << 8 | k << 16 | (6 + many) << 24, end, began, flags,
                                first | many << 16, missing, sum(counts)] + counts[first:first + many])
            began = end + 1
        units.append(records)
    return units


def snapshots_of(w, m, node, e, opened):
    """Records of the counter banks from word 1 on, by unit."""
    units = []
    for k, bank in enumerate(m["counters"]):
        records, count = [], len(bank["inputs"])
        steps = [[sum(1 << i for i, name in enumerate(bank["inputs"]) if w.input(name, f"{bank['name']}.{i}", t))
                  if opened[t] else 0][0] for t in range(e.end + 1)]
        taken = [t for t in e.samples
                 if not e.refuses(m["counters"], t) and e.takes_snapshot(bank["name"], t)]
        for t in taken + [e.end]:
            turn = t + 1 if t == e.end else (t // 16 + 1) * 16
            counts = [sum(step >> i & 1 for step in steps[:(t + 1 if t == e.end else turn + i % 16)])
                      for i in range(count)]
            for first in range(0, count, 64):
                some = counts[first:first + 64]
                flags = (first + len(some) == count) << 16 | (t == e.end) << 19
                records.append([14 | node << 8 | k << 16 | (6 + len(some) + len(some) % 2) << 24, t, turn, flags,
                                first | len(some) << 16, 0, 0] + some + [0] * (len(some) % 2))
        units.append(records)
    return units


def check(iverilog, case, emitted, text, manifest, name, out):
    rng = random.Random(name)
    node = next(n for n in manifest["nodes"] if n["name"] == name)
    m, index, level = node["measure"], node["index"], node["ranks"]["levels"]
    if node["ranks"]["family"] not in BLOCKS_ONLY:
        level = 2 * level + 1 if level < 6 else level + 1
    level = max(LEVEL, level)
    module = Module(text, re.search(rf"(\w+_measure\d+) (?:#\([^;]*?\) )?u_{name}_measure ", text).group(1))
    tables = {t["name"]: t["base"] for t in node["tables"]}
    soon = SOONER.get(name, SOON[not m["pairs"]])
    w, e = Wires(node, tables, rng), Events(rng, m, node["ranks"]["code_bits"], soon)
    w.events = {line: [mask >> k & 1 for mask in e.lines]
                for k, line in enumerate(m["event_lines"])}
    depth, stage = node["depth"], m["stage"]

    # Tables, and what is there at each time
    cells, windows, bounds, limits = [], {}, [], []
    for k, (numbers, function, mode) in enumerate(w.lines):
        cells += little(tables["router"] + 8 * k, int.from_bytes(bytes(numbers), "little") | function << 32 | mode << 48, 7)
    bits, value, mask = 0b1110 | ("gate" in m["lines"]), 1, 2
    if m["gate"]:
        cells += little(tables["gate"], bits | value << 16 | mask << 32, 6)
    for k, q in enumerate(m["quantities"]):
        if q["kind"] == "window":
            windows[q["name"]] = 10
            cells += little(tables["quantities"] + 8 * k, 9, 4)
    opened = gate_of(w, e, bits, value, mask) if m["gate"] else [1] * TIMES
    told = {q["name"]: quantity_of(w, e, q, opened, windows) for q in m["quantities"]}
    codes, last = [], 0
    for t in range(TIMES):
        last = e.code[t] or last
        codes.append(last)

    e.end_banks([told[unit["of"]][0] for unit in m["buckets"]])
    for k, threshold in enumerate(m["thresholds"]):
        middle = sorted(v for _, v in told[threshold["of"]][0])[len(told[threshold["of"]][0]) // 2]
        middle = max(middle, 1)
        fire, rearm, how = ((middle, middle // 2 + 1, 1), (middle, middle, 7), (middle, middle + 1, 3))[k % 3]
        limits.append((fire, rearm, how))
        cells += little(tables["thresholds"] + 16 * k, fire | rearm << 32 | how << 64, 9)
    for k, unit in enumerate(m["buckets"]):
        top = 1 << next(q["bits"] for q in m["quantities"] if q["name"] == unit["of"])
        bounds.append([0] + sorted(rng.randrange(min(top, 3 * unit["count"])) for _ in range(unit["count"] - 1)))
        for i, bound in enumerate(bounds[-1]):
            cells += little(tables[f"ranges{k}"] + 4 * i, bound, 4)
    write_from = 600
    while len(cells) > SYNC - 100 - write_from and write_from > 10:
        write_from -= 10

    share = sum(opened) / TIMES
    if not all(told[q][0] for q in told) or (m["gate"] and not 0.05 < share < 0.95):
        sys.exit(f"test_measure: {name}: some quantity has no value, or the gate is always open or closed ({share:.2f})")

    # The rows
    times = SYNC + 1
    count_bits = manifest["time_bits"] + 7

    def happened(times_of, clock, at):
        return int(clock - times - at in times_of)

    def part(values, clock, at):
        t = clock - times - at
        return values[t] if 0 <= t < TIMES else 0

    samples, rows = set(e.samples + [e.end]), []
    for clock in range(SYNC + TIMES + TAIL):
        row = {
            "rst": int(clock < 8), "sync_i": int(clock == SYNC), "first_i": int(clock == SYNC + depth + 1),
            "class_i": part(e.code, clock, level + 2), "opens_i": part(e.opens, clock, level + 2),
            "closes_i": part(e.closes, clock, level + 2), "process_i": part(e.process, clock, stage - 1),
            "count_i": max(0, clock - times - depth - 1) & ((1 << count_bits) - 1),
            "sample_i": happened(samples, clock, depth + 1), "reset_i": happened(e.resets, clock, depth + 1),
            "bank_i": happened(e.banks, clock, depth + 1), "flush_i": happened({e.end}, clock, depth + 1),
            "events_i": part(e.lines, clock, depth + 1),
        }
        for port, _ in module.inputs:
            if port.startswith("in_"):
                row[port] = w.wire(port[3:-2], clock)
        if write_from <= clock < write_from + len(cells):
            row["wr_valid_i"], (row["wr_addr_i"], row["wr_data_i"]) = 1, cells[clock - write_from]
        rows.append(module.row(row, int(clock > SYNC + depth + 1 and rng.random() < 0.7)))
    if len(cells) + write_from > SYNC:
        sys.exit("test_measure: the tables are not written before the run")

    # Simulation
    folder = os.path.join(out, name)
    os.makedirs(folder)
    with open(os.path.join(folder, "rows.hex"), "w") as file:
        file.writelines(rows)
    with open(os.path.join(folder, "bench.v"), "w") as file:
        file.write(module.bench(index))
    program = os.path.join(folder, "bench.vvp")
    subprocess.run([iverilog, "-g2005", "-Irtl", "-y", "rtl", "-s", "bench", "-o", program,
                    os.path.join(folder, "bench.v"), os.path.join(emitted, f"{case}.v")],
                   check=True)
    run = subprocess.run(["vvp", "-n", os.path.abspath(program)], cwd=folder, capture_output=True, text=True, check=True, timeout=HANG_SECONDS)
    got = [line.split() for line in run.stdout.splitlines() if not line.startswith("WARNING")]
    said = {what: [tuple(map(int, line[1:])) for line in got if line[0] == what]
            for what in ("fire", "unready", "refused", "word", "block", "busy")}

    # Comparison
    def compare(what, have, want):
        if have != want:
            at = next((k for k, (x, y) in enumerate(zip(have, want)) if x != y), min(len(have), len(want)))
            sys.exit(f"test_measure: {name}: {what}: {len(have)} for {len(want)}, from {at} on {have[at:at + 8]} for {want[at:at + 8]}")
        return len(want)

    total = compare("refused samples", said["unready"], [])
    refused = [(times + depth + 1 + t,) for t in sorted(e.refused) if e.refuses(m["counters"], t)]
    total += compare("refused snapshots", said["refused"], refused)
    fires = [(stage + 3 + times + t, k) for k, (threshold, limit) in enumerate(zip(m["thresholds"], limits))
             for t in fires_of(told[threshold["of"]][0], *limit)]
    have = [(clock, k) for clock, mask_of in said["fire"] for k in range(8) if mask_of >> k & 1]
    total += compare("thresholds", [f for f in sorted(have) if f[0] < times + stage + 3 + TIMES], sorted(fires))

    if len({k for _, k in fires}) != len(limits):
        sys.exit(f"test_measure: {name}: some threshold does not fire")

    taken, since = [], 0
    if m["pairs"] or m["gate"] or m["extremes"]:
        def since_of(part, end):
            resets = [r + 1 for r in e.resets if r < end and e.is_for("reset", part, r)]
            return max(resets, default=0)

        for end in e.samples + [e.end]:
            pairs = []
            for p in m["pairs"]:
                since = since_of(p["name"], end)
                counted = [t for t in range(since, end + 1) if opened[t] and (p["gate"] is None or w.at(p["gate"], t))]
                pairs.append([sum(w.amount(p[side], f"{p['name']}.{side}", t) for t in counted) for side in "ab"])
            if m["gate"]:
                since = since_of("gate", end)
                pairs.append([sum(opened[since:end + 1]), end + 1 - since])
            ends = [extremes_of(told[x["of"]][0], last, since_of(x["name"], end), end, codes)
                    for x in m["extremes"]]
            taken.append((pairs, ends))
    total += compare("words of samples", [word for word, in said["word"]], words_of(m, e, taken))

    records, record = [], []
    for word, is_last in said["block"]:
        record.append(word)
        if is_last:
            records.append(record)
            record = []
    units = blocks_of(m, index, told, e, bounds) + snapshots_of(w, m, index, e, opened)
    for k, want in enumerate(units):
        number, kind = (k, 9) if k < len(m["buckets"]) else (k - len(m["buckets"]), 14)
        mine = [r for r in records if r[0] & 0xFF == kind and r[0] >> 16 & 0xFF == number]
        total += compare(f"unit {number} of kind {kind}", mine, want)
    compare("records of blocks", [len(records)], [sum(map(len, units))])
    compare("what is left at the end", said["busy"], [(0, 0, 0)])
    return total


def main():
    iverilog, golden, out = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    total = 0
    for case, nodes in CASES.items():
        emitted = os.path.join(golden, case)
        with open(os.path.join(emitted, "manifest.json")) as file:
            manifest = json.load(file)
        with open(os.path.join(emitted, f"{case}.v")) as file:
            text = file.read()
        total += sum(check(iverilog, case, emitted, text, manifest, name, out) for name in nodes)
    print(f"test_measure: {total} samples' words, thresholds and records of blocks are as the model has them")


if __name__ == "__main__":
    main()
