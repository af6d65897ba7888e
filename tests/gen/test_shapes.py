#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of nodes that measure, made at random: what is emitted passes the lint of rtl/, with
registers on the taps and as a model, too, lists the files that it uses, and is wired as described.

test_shapes.py GNOMON_GEN VERILATOR IVERILOG OUT_DIR [COUNT [SEED]]; runs from
the root of the repository.
"""

import os
import random
import re
import shutil
import subprocess
import sys

from test_top import Top, check_model

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

KINDS = {
    'pulse': 'of: {0}',
    'latency': 'from: {0}, to: {1}, outstanding: {2}',
    'occupancy': 'from: {0}, to: {1}',
    'total': 'of: {0}',
    'window': 'of: {0}, in: {1}',
    'value': 'of: {3}',
    'class': '',
}


class Shape:
    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.signals = [f's{i}' for i in range(rng.choice((0, 1, 2, 5, 17, 64)))]
        self.values = [f'v{i}' for i in range(rng.choice((0, 0, 1, 3)))]
        self.has_ticks = number % 5 == 4  # then it has nothing that needs exact times
        if self.has_ticks:
            self.signals, self.values = [], []

    def some(self, share):
        return self.rng.random() < share

    def input(self):
        routes = ['route'] * 3 if self.signals else []
        return self.rng.choice(['fixed0', 'fixed1', 'always'] + self.signals[:3] + routes)

    def head(self):
        rng = self.rng
        yes = ('no', 'yes')
        wide = rng.choice(yes)
        buffer = f'buffer: {{ slots: {1 << rng.randrange(12, 29)}, memory: port }}'
        lines = [
            'gnomon: 1',
            'name: shape',
            'clock: 50 MHz',
            f'family: {rng.choice(("ice40", "ecp5", "xilinx7"))}',
            f'time: {{ bits: {rng.choice((12, 16, 24, 32))} }}',
            f'link: {{ wide: {wide} }}',
            f'register_taps: {rng.choice(yes)}',
            f'sync: {rng.choice(yes)}',
            *([buffer] if wide == 'no' and self.some(0.5) else []),
            *self.lines(),
            'nodes:',
            '  - name: node',
            f'    count: {rng.choice((1, 2))}',
            f'    watch: {{ field: pc, capacity: {rng.choice((15, 31, 255))}, bits: {rng.choice((8, 32))} }}',
            f'    fifo: {{ slots: {rng.choice((64, 256, 4096))} }}',
            *self.store(),
            f'    gate: {"no" if self.has_ticks else rng.choice(yes)}',
            f'    host: {rng.choice(yes)}',
            f'    timer: {rng.choice(yes)}',
        ]
        if self.some(0.3):
            lines.append('    port: { bus: strobe }')
        if self.signals:
            lines.append(
                '    signals: ['
                + ', '.join(
                    s if self.some(0.6) else f'{{ name: {s}, delay: {rng.randrange(-4, 65)} }}'
                    for s in self.signals
                )
                + ']'
            )
        if self.values:
            lines.append('    values:')
        for v in self.values:
            when = f', when: when_{v}' if self.some(0.5) else ''
            lines.append(
                f'      - {{ name: {v}, bits: {rng.choice((1, 2, 5, 32))}, delay: {rng.randrange(-6, 65)}{when} }}'
            )
        return lines

    def lines(self):
        """Of six descriptions each: CAPTURE, none, passive or in its interrupt form, and REPORT."""
        rng, registers, lines = self.rng, self.rng.choice((0, 3)), []
        self.has_report, capture = self.number % 2 == 0, self.number // 2 % 3
        if self.has_ticks:
            self.has_report, capture = False, 0
        interrupt = f', interrupt: yes{rng.choice(("", ", limit: 5000"))}' * (capture == 2)
        self.rounds = self.has_report or interrupt
        if capture:
            lines.append(f'capture: {{ registers: {registers}{interrupt} }}')
        if self.has_report:
            limit = rng.choice(('', ', limit: 7000'))
            lines.append(f'report: {{ registers: {registers}{limit} }}')
        return lines

    def store(self):
        lines = [f'    processor: {self.rng.choice(("no", "yes"))}'] if self.rounds else []
        if self.has_report:
            lines.append('    store: local')
            if self.some(0.5):
                lines.append(f'    almost_full: {self.rng.choice((1, 2, 3))}')
        return lines

    def pairs(self):
        rng = self.rng
        pairs = [(self.input(), self.input()) for _ in range(rng.randrange(0, 5))] + [
            (v, self.input()) for v in self.values
        ]
        if self.signals:
            pairs = pairs[:7] + [('route', 'always')]
        if not pairs:
            return []
        gates = [
            f', gate: {rng.choice(["gating"] + self.signals[:1])}' if self.some(0.2) else ''
            for _ in pairs
        ]
        return [
            f'    ratios:\n      form: {rng.choice(("full", "compressed", "compressed32"))}\n      pairs:'
        ] + [
            f'        - {{ name: p{i}, a: {a}, b: {b}{gate} }}'
            for i, ((a, b), gate) in enumerate(zip(pairs, gates, strict=True))
        ]

    def quantities(self):
        """Each has somebody that looks at it; one may have two."""
        rng = self.rng
        kinds = [k for k in KINDS if k != 'value' or self.values]
        names, lines = [f'q{i}' for i in range(rng.choice((0, 1, 3, 8)))], []
        for name in names:
            kind = rng.choice(kinds)
            inputs = KINDS[kind].format(
                self.input(), self.input(), rng.choice((1, 2, 64)), (self.values + [''])[0]
            )
            bits = '' if kind in ('value', 'class') else f', bits: {rng.choice((4, 16, 32))}'
            lines.append(
                f'      - {{ name: {name}, kind: {kind}{", " * bool(inputs)}{inputs}{bits} }}'
            )
        if not names:
            return []
        parts = {'thresholds': [], 'extremes': [], 'buckets': []}
        room = {'thresholds': rng.choice((0, 8)), 'extremes': 4, 'buckets': 4}
        for name in names + names[:1]:
            choice = [part for part in parts if len(parts[part]) < room[part]]
            if choice:
                parts[rng.choice(choice)].append(name)
        lines.insert(0, '    quantities:')
        for part, of in parts.items():
            more = [
                f', count: {rng.choice((8, 64, 1024))}, banks: {rng.choice((2, 16))}, bits: {rng.choice((16, 32))}'
                if part == 'buckets'
                else ''
                for _ in of
            ]
            if of:
                lines.append(f'    {part}:')
            lines += [
                f'      - {{ name: {part}{i}, of: {q}{m} }}'
                for i, (q, m) in enumerate(zip(of, more, strict=True))
            ]
        return lines

    def counters(self):
        banks = [
            ', '.join(self.input() for _ in range(self.rng.choice((16, 17, 40))))
            for _ in range(self.rng.choice((0, 0, 1, 2)))
        ]
        return ['    counters:'] * bool(banks) + [
            f'      - {{ name: c{i}, inputs: [{b}] }}' for i, b in enumerate(banks)
        ]

    def segments(self):
        """Units of segments, each with an event line of its own or all with one."""
        rng = self.rng
        units = rng.choice((0, 1, 2))
        lines = [f'l{i}' for i in range(rng.choice((1, units)) if units else 0)]
        listed = lines[:]
        if self.has_report and self.some(0.7):
            listed.insert(rng.randrange(len(lines) + 1), 'report')
        sizes = [(0, 7), (7, 0), (24, 23), (1023, 0), (0, 1023), (5, 90)]
        head = [f'    event_lines: [{", ".join(listed)}]'] if listed else []
        head += ['    segments:'] if units else []
        return head + [
            f'      - {{ name: w{i}, line: {lines[i % len(lines)]}, '
            f'keep: {rng.choice(("cycles", "changes"))}, '
            f'before: {before}, after: {after}, count: {rng.choice((2, 4, 16))} }}'
            for i, (before, after) in enumerate(rng.sample(sizes, units))
        ]

    def tick(self):
        prescale = 1 << self.rng.choice((1, 4))
        return [f'    time: {{ prescale: {prescale}, jitter: {self.rng.choice(("no", "yes"))} }}']

    def text(self):
        if self.has_ticks:
            return '\n'.join(self.head() + self.tick()) + '\n'
        parts = self.head() + self.pairs() + self.quantities() + self.counters() + self.segments()
        return '\n'.join(parts) + '\n'


def run(what, command, quiet=True):
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS)
    if done.returncode or (quiet and done.stderr):
        sys.exit(f'test_shapes: {what}:\n{done.stderr}')


def read_files(path, out):
    """What is listed: the paths, and the text of all."""
    with open(os.path.join(out, 'shape.f')) as file:
        names = [name for name in file.read().split() if name.endswith('.v')]
    files = [os.path.join('rtl' if name.startswith('gnomon_') else out, name) for name in names]
    texts = []
    for name in files:
        with open(name) as file:
            texts.append(file.read())
    for name in names[1:]:
        if not re.search(rf'^\s*{name[:-2]}\s', '\n'.join(texts), re.M):
            sys.exit(f'test_shapes: {path}: {name} is listed, and nothing uses it')
    return files


def lint(path, tools, files, *options):
    verilator, iverilog = tools
    command = [verilator, '--lint-only', '-Wall', *options, '-Irtl', '--top-module', 'shape']
    run(path, command + files)
    if not options:  # Icarus has no DPI for a model
        command = [iverilog, '-g2005', '-Wall', '-Wno-timescale', '-t', 'null', '-Irtl']
        run(path, command + ['-s', 'shape'] + files)


def check(gen, tools, path, out):
    """The values that were compared."""
    run(path, [gen, path, '-o', out], quiet=False)  # it may warn
    lint(path, tools, read_files(path, out))
    for option, more in (('--register-taps', ()), ('--model', ('--timescale', '1ns/1ps'))):
        run(path, [gen, option, path, '-o', out + option], quiet=False)
        lint(path, tools, read_files(path, out + option), *more)
    model = os.path.join(out + '--model', 'shape_model.c')
    for command in (['cc', '-std=c11'], ['c++', '-x', 'c++']):
        run(path, [*command, '-Wall', '-Wextra', '-Werror', '-Isim/model', '-fsyntax-only', model])
    shutil.copy(path, os.path.join(out, 'monitor.yaml'))
    top = Top(out)
    check_model(top, out + '--model')
    return top.check()


def main():
    gen, verilator, iverilog, out = sys.argv[1:5]
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 6
    seed = int(sys.argv[6]) if len(sys.argv) > 6 else 1
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    rng = random.Random(seed)
    compared = 0
    for k in range(count):
        path = os.path.join(out, f'{k}.yaml')
        with open(path, 'w') as file:
            file.write(Shape(rng, k).text())
        compared += check(gen, (verilator, iverilog), path, os.path.join(out, str(k)))
    print(f'test_shapes: {count} monitors at random are clean, and wired as described: {compared}')


if __name__ == '__main__':
    main()
