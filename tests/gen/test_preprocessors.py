#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted modules of preprocessors, simulated with random signals and tables, against a model that
knows times only, no stages.

test_preprocessors.py IVERILOG GOLDEN_DIR OUT_DIR; GOLDEN_DIR: where golden.sh left the emitted
files. Runs from the root of the repository. The model is preprocessors_model.py, the signals are
those of preprocessors_wires.py; the cases are nodes of tests/gen/good, those of `groups` with
actions that choose among groups at random.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys

from preprocessors_model import (
    blocks_of,
    fires_of,
    gate_of,
    quantity_of,
    samples_of,
    snapshots_of,
    words_of,
)
from preprocessors_wires import SYNC, TAIL, TIMES, Events, Wires

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

CASES = {
    'measures': ('all1', 'few', 'gated', 'counted', 'plain', 'summed'),
    'groups': ('core', 'gated1'),
    'mixed': ('core1', 'dma'),
    'triggers': ('core0', 'core1'),
    'quad': ('core3',),
}
# The title of a unit by its number; the keys are those of the manifest.
TITLES = {
    'quantities': 'Quantity {}: {name}, {kind}',
    'thresholds': 'Threshold {}: {name}, of {of}',
    'extremes': 'Extreme {}: {name}, of {of}',
    'buckets': 'Bucket unit {}: {name}, of {of}',
    'counters': 'Counter bank {}: {name}',
}
# clocks between two samples: ratio counters (if any; if none) are ready again, and banks of
# counters are not
SOON = (110, 40)
SOONER = {'core': 60}  # a node whose banks are ready sooner
# Families without LUT RAM. In others a register follows each rank and one more the last, or in
# trees of six levels and more the last one alone.
BLOCKS_ONLY = ('ice40', 'up5k')
LEVEL = 3  # clocks from a word to its code: the least, to which shallower trees are filled up
WRITE_FROM = 600  # clock in which the tables begin to be written, or earlier if they are long

BENCH = """`timescale 1ns/1ns
`default_nettype none
module bench;
	reg  [{top}:0] rows [0:{last}];
	reg  [{top}:0] row = 0;
	reg            clk = 0;
	integer        n;
	wire           take = row[0];
{wires}
	{module} {params}u_preprocessors (
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
        head = re.search(rf'module {name} (#\(.*?\) )?\((.*?)\);', text, re.S)
        self.name = name
        self.has_node = head.group(1) is not None
        self.ports = [
            (way, int(top or 0) + 1, port)
            for way, top, port in re.findall(
                r'(input|output) +wire +(?:\[(\d+):0\])? +(\w+)', head.group(2)
            )
        ]
        self.inputs = [
            (port, bits)
            for way, bits, port in self.ports
            if way == 'input' and port not in ('clk', 'sample_pop_i', 'block_pop_i')
        ]

    def bench(self, node):
        wires = []
        at = 1
        for _, bits, port in self.ports:
            if (port, bits) in self.inputs:
                wires.append(f'\twire [{bits - 1}:0] {port} = row[{at} +: {bits}];')
                at += bits
            elif port != 'clk':
                wires.append(f'\twire [{bits - 1}:0] {port};')
        return BENCH.format(
            top=at - 1,
            last=SYNC + TIMES + TAIL - 1,
            wires='\n'.join(wires),
            module=self.name,
            sync=SYNC,
            params=f'#(.NODE({node})) ' if self.has_node else '',
            ports=',\n'.join(f'\t\t.{port} ({port})' for _, _, port in self.ports),
        )

    def row(self, values, take):
        row, at = take, 1
        for port, bits in self.inputs:
            row |= (values.get(port, 0) & ((1 << bits) - 1)) << at
            at += bits
        return f'{row:x}\n'


def little(base, number, count):
    return [(base + k, number >> 8 * k & 0xFF) for k in range(count)]


class Test:
    """One node's module: its tables and signals, what it does with them, and what it must do."""

    def __init__(self, manifest, text, name):
        self.name, self.rng = name, random.Random(name)
        self.node = next(n for n in manifest['nodes'] if n['name'] == name)
        self.m, ranks = self.node['preprocessors'], self.node['ranks']
        level = ranks['levels']
        if ranks['family'] not in BLOCKS_ONLY:
            level = 2 * level + 1 if level < 6 else level + 1
        self.level = max(LEVEL, level)
        self.count_bits = manifest['time_bits'] + 7
        self.module = Module(
            text,
            re.search(
                rf'(\w+_preprocessors\d+) (?:#\([^;]*?\) )?u_{name}_preprocessors ', text
            ).group(1),
        )
        self.tables = {t['name']: t['base'] for t in self.node['tables']}
        self.w = Wires(self.node, self.tables, self.rng)
        soon = SOONER.get(name, SOON[not self.m['pairs']])
        self.e = Events(self.rng, self.m, ranks['code_bits'], soon)
        self.w.events = {
            line: [mask >> k & 1 for mask in self.e.lines]
            for k, line in enumerate(self.m['event_lines'])
        }
        self.cells, self.bounds, self.limits = [], [], []
        self.choose_lines()
        self.choose_limits()
        self.choose_bounds()

    def check_titles(self, text):
        """Each unit and each routed line has a title with its number and its name, for readers."""
        titles = [f'{k:3}  {line}' for k, line in enumerate(self.m['lines'])]
        for units, title in TITLES.items():
            titles += [title.format(k, **unit) for k, unit in enumerate(self.m[units])]
        for title in titles:
            if f'\t// {title}\n' not in text:
                self.fail(f"no title '{title}'")

    def fail(self, what):
        sys.exit(f'test_preprocessors: {self.name}: {what}')

    def choose_lines(self):
        """Router, gate and windows; from them, what each quantity is at each time."""
        m, e, windows = self.m, self.e, {}
        for k, (numbers, function, mode) in enumerate(self.w.lines):
            line = int.from_bytes(bytes(numbers), 'little') | function << 32 | mode << 48
            self.cells += little(self.tables['router'] + 8 * k, line, 7)
        bits, value, mask = 0b1110 | ('gate' in m['lines']), 1, 2
        if m['gate']:
            self.cells += little(self.tables['gate'], bits | value << 16 | mask << 32, 6)
        for k, q in enumerate(m['quantities']):
            if q['kind'] == 'window':
                windows[q['name']] = 10
                self.cells += little(self.tables['quantities'] + 8 * k, 9, 4)
        self.opened = gate_of(self.w, e, bits, value, mask) if m['gate'] else [1] * TIMES
        self.told = {
            q['name']: quantity_of(self.w, e, q, self.opened, windows) for q in m['quantities']
        }
        share = sum(self.opened) / TIMES
        if not all(told for told, _ in self.told.values()):
            self.fail('some quantity has no value')
        if m['gate'] and not 0.05 < share < 0.95:
            self.fail(f'the gate is always open or closed ({share:.2f})')
        e.end_banks([self.told[unit['of']][0] for unit in m['buckets']])

    def choose_limits(self):
        """Thresholds in the middle of what their quantities are."""
        for k, threshold in enumerate(self.m['thresholds']):
            values = sorted(v for _, v in self.told[threshold['of']][0])
            middle = max(values[len(values) // 2], 1)
            fire, rearm, how = (
                (middle, middle // 2 + 1, 1),
                (middle, middle, 7),
                (middle, middle + 1, 3),
            )[k % 3]
            self.limits.append((fire, rearm, how))
            limit = fire | rearm << 32 | how << 64
            self.cells += little(self.tables['thresholds'] + 16 * k, limit, 9)

    def choose_bounds(self):
        for k, unit in enumerate(self.m['buckets']):
            count = unit['count']
            bits = next(q['bits'] for q in self.m['quantities'] if q['name'] == unit['of'])
            most = min(1 << bits, 3 * count)
            self.bounds.append([0] + sorted(self.rng.randrange(most) for _ in range(count - 1)))
            for i, bound in enumerate(self.bounds[-1]):
                self.cells += little(self.tables[f'ranges{k}'] + 4 * i, bound, 4)

    def rows(self):
        """The inputs of each clock."""
        e, depth, times = self.e, self.node['depth'], SYNC + 1
        write_from = WRITE_FROM
        while len(self.cells) > SYNC - 100 - write_from and write_from > 10:
            write_from -= 10
        if len(self.cells) + write_from > SYNC:
            self.fail('the tables are not written before the run')

        def happened(times_of, clock, at):
            return int(clock - times - at in times_of)

        def part(values, clock, at):
            t = clock - times - at
            return values[t] if 0 <= t < TIMES else 0

        samples, rows, level = set(e.samples + [e.end]), [], self.level
        for clock in range(SYNC + TIMES + TAIL):
            row = {
                'rst': int(clock < 8),
                'sync_i': int(clock == SYNC),
                'first_i': int(clock == SYNC + depth + 1),
                'class_i': part(e.code, clock, level + 2),
                'opens_i': part(e.opens, clock, level + 2),
                'closes_i': part(e.closes, clock, level + 2),
                'process_i': part(e.process, clock, self.m['stage'] - 1),
                'count_i': max(0, clock - times - depth - 2) & ((1 << self.count_bits) - 1),
                'sample_i': happened(samples, clock, depth + 1),
                'reset_i': happened(e.resets, clock, depth + 1),
                'bank_i': happened(e.banks, clock, depth + 1),
                'flush_i': happened({e.end}, clock, depth + 1),
                'events_i': part(e.lines, clock, depth + 1),
            }
            for port, _ in self.module.inputs:
                if port.startswith('in_'):
                    row[port] = self.w.wire(port[3:-2], clock)
            if write_from <= clock < write_from + len(self.cells):
                row['wr_valid_i'] = 1
                row['wr_addr_i'], row['wr_data_i'] = self.cells[clock - write_from]
            take = clock > SYNC + depth + 1 and self.rng.random() < 0.7
            rows.append(self.module.row(row, int(take)))
        return rows

    def simulate(self, iverilog, emitted, folder):
        """The bench's output, by its first word."""
        os.makedirs(folder)
        bench, program = os.path.join(folder, 'bench.v'), os.path.join(folder, 'bench.vvp')
        with open(os.path.join(folder, 'rows.hex'), 'w') as file:
            file.writelines(self.rows())
        with open(bench, 'w') as file:
            file.write(self.module.bench(self.node['index']))
        options = ['-g2005', '-Irtl', '-y', 'rtl', '-s', 'bench', '-o', program]
        subprocess.run([iverilog, *options, bench, emitted], check=True)
        run = subprocess.run(
            ['vvp', '-n', os.path.abspath(program)],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
            timeout=HANG_SECONDS,
        )
        got = [line.split() for line in run.stdout.splitlines() if not line.startswith('WARNING')]
        return {
            what: [tuple(map(int, line[1:])) for line in got if line[0] == what]
            for what in ('fire', 'unready', 'refused', 'word', 'block', 'busy')
        }

    def compare(self, what, have, want):
        if have != want:
            at = next(
                (k for k, (x, y) in enumerate(zip(have, want, strict=False)) if x != y),
                min(len(have), len(want)),
            )
            self.fail(
                f'{what}: {len(have)} for {len(want)}, from {at} on {have[at : at + 8]} for {want[at : at + 8]}'
            )
        return len(want)

    def compare_refused(self, said):
        m, e, depth = self.m, self.e, self.node['depth']
        refused = [
            (SYNC + 1 + depth + 1 + t,) for t in sorted(e.refused) if e.refuses(m['counters'], t)
        ]
        total = self.compare('refused samples', said['unready'], [])
        return total + self.compare('refused snapshots', said['refused'], refused)

    def compare_fires(self, said):
        first = SYNC + 1 + self.m['stage'] + 3
        fires = [
            (first + t, k)
            for k, (threshold, limit) in enumerate(
                zip(self.m['thresholds'], self.limits, strict=True)
            )
            for t in fires_of(self.told[threshold['of']][0], *limit)
        ]
        have = [(clock, k) for clock, mask in said['fire'] for k in range(8) if mask >> k & 1]
        have = [fire for fire in sorted(have) if fire[0] < first + TIMES]
        total = self.compare('thresholds', have, sorted(fires))
        if len({k for _, k in fires}) != len(self.limits):
            self.fail('some threshold does not fire')
        return total

    def compare_samples(self, said):
        codes, last = [], 0
        for code in self.e.code:
            last = code or last
            codes.append(last)
        taken = samples_of(self.w, self.e, self.m, self.told, self.opened, codes)
        have = [word for (word,) in said['word']]
        return self.compare('words of samples', have, words_of(self.m, self.e, taken))

    def compare_blocks(self, said):
        m, index, total, records, record = self.m, self.node['index'], 0, [], []
        for word, is_last in said['block']:
            record.append(word)
            if is_last:
                records.append(record)
                record = []
        units = blocks_of(m, index, self.told, self.e, self.bounds)
        units += snapshots_of(self.w, m, index, self.e, self.opened)
        for k, want in enumerate(units):
            number, kind = (k, 9) if k < len(m['buckets']) else (k - len(m['buckets']), 14)
            mine = [r for r in records if r[0] & 0xFF == kind and r[0] >> 16 & 0xFF == number]
            total += self.compare(f'unit {number} of kind {kind}', mine, want)
        self.compare('records of blocks', [len(records)], [sum(map(len, units))])
        self.compare('what is left at the end', said['busy'], [(0, 0, 0)])
        return total

    def compare_all(self, said):
        """How much was compared."""
        return (
            self.compare_refused(said)
            + self.compare_fires(said)
            + self.compare_samples(said)
            + self.compare_blocks(said)
        )


def main():
    iverilog, golden, out = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    total = 0
    for case, nodes in CASES.items():
        emitted = os.path.join(golden, case)
        with open(os.path.join(emitted, 'manifest.json')) as file:
            manifest = json.load(file)
        with open(os.path.join(emitted, f'{case}.v')) as file:
            text = file.read()
        for name in nodes:
            test = Test(manifest, text, name)
            test.check_titles(text)
            sources, folder = os.path.join(emitted, f'{case}.v'), os.path.join(out, case, name)
            total += test.compare_all(test.simulate(iverilog, sources, folder))
    print(
        f"test_preprocessors: {total} samples' words, thresholds and records of blocks are as the model has them"
    )


if __name__ == '__main__':
    main()
