# SPDX-License-Identifier: Apache-2.0
"""Monitors at random: generated from descriptions of preprocessors at random, built into the
target, and run at random against the model. They have four nodes, or one, in the single form.
"""

import itertools
import os
import random
import re
import shutil
import subprocess

import measures
from bed import BUILD, HANG_SECONDS, MONITORS, check, write
from test_preprocessors import random_runs

# of four nodes, and of one, in the single form
NAMES = {4: ('quad_fuzz', 'soc_fuzz'), 1: ('quad_single', 'soc_single')}
SIGNALS = (
    'retired',
    'icache_access',
    'icache_hit',
    'dcache_access',
    'dcache_hit',
    'stall',
    'waiting',
    'idle',
    'access',
    'write',
    'writing',
    'writing_data',
    'request',
    'grant',
    'bus_wait',
    'bus_busy',
    'bus_grant',
    'transaction',
    'beat',
    'tlb_access',
    'tlb_miss',
)
VALUES = {'bytes': (4, 'beat'), 'addr': (32, 'access')}
DRAWN = 'groups', 'segments', 'memory'
RUNS = 4  # of each monitor in a campaign
# checks that sizes may offend
SMALLER = {
    'fifo-size': ('fifo', 2),
    'bucket-count': ('count', 0.5),
    'buffer-size': ('slots', 2),
    'group-parts': ('groups', 0.5),
}


class Parts:
    """A description's node, part by part."""

    def __init__(self, rng):
        self.rng = rng
        self.delays = {
            name: rng.choice([-4, -3, -1, 1, 2, 7, 31, 64])
            for name in SIGNALS
            if rng.random() < 0.15
        }
        self.values = {
            name: rng.choice([-6, -2, 0, 0, 0, 1, 5, 33]) for name in VALUES if rng.random() < 0.6
        }
        self.named = set()
        self.routed = False
        self.lines = [f'events{i}' for i in range(rng.choice([0, 0, 1, 3, 8]))]

    def counted(self):
        """An input of a pair or counter: event lines too."""
        if self.lines and self.rng.random() < 0.2:
            self.named.add(self.rng.choice(self.lines))
            return max(self.named & set(self.lines))
        return self.input()

    def input(self):
        """A signal, always, or a line of the router."""
        if self.rng.random() < 0.5:
            self.routed = True
            return 'route'
        name = self.rng.choice(SIGNALS + ('always',))
        self.named.add(name)
        return name

    def pair(self, number):
        a, b = self.counted(), self.counted()
        if self.values and self.rng.random() < 0.3:
            a = self.rng.choice(sorted(self.values))
            self.named.add(a)
        gate = ''
        if self.rng.random() < 0.2:
            gate = self.rng.choice(SIGNALS)
            self.named.add(gate)
            gate = f', gate: {gate}'
        return f'{{ name: p{number}, a: {a}, b: {b}{gate} }}'

    def quantity(self, number):
        rng, kinds = self.rng, ['pulse', 'latency', 'occupancy', 'total', 'window', 'class']
        kind = rng.choice(kinds + ['value'] * bool(self.values))
        bits = f', bits: {rng.choice([4, 5, 7, 8, 12, 16, 20, 32])}'
        if kind == 'value':
            name = rng.choice(sorted(self.values))
            self.named.add(name)
            keys = f', of: {name}'
        elif kind == 'class':
            keys = ''
        elif kind == 'pulse':
            keys = f', of: {self.input()}' + bits
        elif kind == 'latency':
            keys = (
                f', from: {self.input()}, to: {self.input()}, outstanding: {rng.choice([1, 2, 4, 16, 64])}'
                + bits
            )
        elif kind == 'occupancy':
            keys = f', from: {self.input()}, to: {self.input()}' + bits
        elif kind == 'total':
            keys = (
                f', of: {self.input()}'
                + (f', clear: {self.input()}' if rng.random() < 0.6 else '')
                + bits
            )
        else:
            keys = f', of: {self.input()}, in: {self.input()}' + bits
        return f'{{ name: q{number}, kind: {kind}{keys} }}'

    def list(self, key, items):
        return [f'    {key}:'] + [f'      - {item}' for item in items] if items else []


def some(rng, most):
    """How many there are: none, one, some, or as many as there may be."""
    return rng.choice([0, 1, rng.randrange(1, most + 1), most])


def some_groups(rng, parts, most):
    """Lines of groups: some of the parts, each in one at most."""
    groups = [[] for _ in range(most)]
    for part in parts:
        if groups and rng.random() < 0.8:
            rng.choice(groups).append(part)
    lines = [
        f'      - {{ name: g{i}, of: [{", ".join(group)}] }}'
        for i, group in enumerate(groups)
        if group
    ]
    return ['    groups:', *lines] if lines else []


def some_segments(rng, lines):
    """Items of the list of segments, each on one of the event lines, or on one of its own, which is
    added to them."""
    items = []
    for i in range(rng.choice([0, 1, 1, 2])):
        if len(lines) < 6 and (not lines or rng.random() < 0.5):
            lines.append(f'around{i}')
        entries = rng.choice([8, 9, 16, 48, 64, 65, 100, 128, 200, rng.randrange(8, 1025), 1024])
        before = rng.choice([0, entries - 1, entries // 2, rng.randrange(entries)])
        items.append(
            f'{{ name: s{i}, line: {rng.choice(lines)}, keep: {rng.choice(["cycles", "changes"])}, '
            f'before: {before}, after: {entries - 1 - before}, count: {rng.choice([2, 2, 4, 8, 16])} }}'
        )
    return items


def some_roots(rng):
    """Keys of the root that any monitor can have."""
    taps, registers = rng.choice(['yes', 'no']), rng.choice([None, 0, 0, 1, 3])
    line = [] if registers is None else [f'capture: {{ registers: {registers} }}']
    return [f'register_taps: {taps}', f'sync: {rng.choice(["yes", "no"])}', *line]


def heading(rng, memory, sizes, cores):
    """All up to the FIFO of the nodes. In the single form `wrap` allows no long blocks, and where
    the buffer is full blocks wait for longer than a short time can show."""
    wrap = f', wrap: {rng.choice(["no", "no", "yes"])}' if cores == 1 else ''
    slots = int(rng.choice([256, 1024, 8192]) * sizes['slots'])
    if cores == 1 and memory.random() < 0.3:
        wrap += ', memory: port'
        slots = max(slots, 4096)
    return [
        'gnomon: 1',
        f'name: {NAMES[cores][0]}',
        'clock: 50 MHz',
        f'time: {{ bits: {max(rng.choice([12, 14, 16, 24, 32, 32]), 16 if cores == 1 else 0)} }}',
        f'buffer: {{ slots: {slots}{wrap} }}',
        'link: { phy: bytes }',
        f'ring: {{ wires: {rng.choice([1, 4, 8, 32])} }}',
        'nodes:',
        '  - name: core',
        f'    count: {cores}',
        f'    watch: {{ field: pc, bits: 32, skip: "1..0", when: retired, capacity: {rng.choice([15, 31, 63])} }}',
        f'    fifo: {{ slots: {int(rng.choice([64, 256, 1024]) * sizes["fifo"])} }}',
    ]


def switches(rng, gate, cores):
    """What a node has or has not; an event port, or, in the single form, other triggers."""
    lines = ['    timer: yes'] * (rng.random() < 0.5) + ['    host: yes'] * (rng.random() < 0.3)
    lines += ['    gate: yes'] * gate
    others = ['    port: { bus: strobe, pc: store_pc }'] * (rng.random() < 0.3)
    if cores == 1:
        others = ['    watchdog: yes'] * (rng.random() < 0.4)
        others += ['    sequences: { count: 1, steps: 2 }'] * (rng.random() < 0.4)
    return lines + others


def ratios(rng, pairs):
    if not pairs:
        return []
    form = rng.choice(['full', 'compressed', 'compressed32'])
    return ['    ratios:', f'      form: {form}', '      pairs:'] + [
        f'        - {pair}' for pair in pairs
    ]


def units(rng, parts, quantities, counts, sizes):
    """The lists of quantities and of the thresholds, extremes and buckets that look at them."""
    thresholds, extremes, buckets = counts
    # somebody looks at each
    names = itertools.cycle(rng.sample(range(len(quantities)), len(quantities)))
    return [
        parts.list('quantities', quantities),
        parts.list(
            'thresholds', [f'{{ name: t{i}, of: q{next(names)} }}' for i in range(thresholds)]
        ),
        parts.list('extremes', [f'{{ name: e{i}, of: q{next(names)} }}' for i in range(extremes)]),
        parts.list(
            'buckets',
            [
                f'{{ name: b{i}, of: q{next(names)}, count: {max(8, int(rng.choice([8, 8, 16, 64, 256, 4096]) * sizes["count"]))}, '
                f'banks: {rng.choice([2, 2, 4, 16])}, bits: {rng.choice([16, 32])} }}'
                for i in range(buckets)
            ],
        ),
    ]


def description(rng, sizes, groups, kept, memory, cores):
    """groups, kept, memory: what the groups, the segments and a memory outside are drawn with, so
    that all else of a seed stays as it was."""
    parts = Parts(rng)
    pairs = [parts.pair(number) for number in range(some(rng, 8))]
    thresholds, extremes, buckets = some(rng, 8 if cores > 1 else 2), some(rng, 4), some(rng, 4)
    quantities = [
        parts.quantity(number)
        for number in range(min(rng.randrange(1, 9), thresholds + extremes + buckets))
    ]
    lists = units(rng, parts, quantities, (thresholds, extremes, buckets), sizes)
    counters = [
        [parts.counted() for _ in range(rng.choice([16, 17, 31, 32, 48, 64, 100]))]
        for _ in range(rng.choice([0, 0, 1, 2]))
    ]
    gate = rng.random() < 0.4
    parts.routed |= gate
    signals = (
        rng.sample(SIGNALS, rng.randrange(1, len(SIGNALS) + 1))
        if parts.routed
        else sorted(set(SIGNALS) & parts.named)
    )
    # what is looked at, and by whom, is known only now
    used = [name for name in parts.values if name in parts.named]
    lines = heading(rng, memory, sizes, cores)
    lines += switches(rng, gate, cores)
    events = [name for name in parts.lines if name in parts.named]
    segments = some_segments(kept, events)
    lines += [f'    event_lines: [{", ".join(events)}]'] * bool(events)
    lines += parts.list(
        'signals',
        [
            f'{{ name: {name}, delay: {parts.delays[name]} }}' if name in parts.delays else name
            for name in signals
        ],
    )
    lines += parts.list(
        'values',
        [
            f'{{ name: {name}, bits: {VALUES[name][0]}, when: {VALUES[name][1]}, delay: {parts.values[name]} }}'
            for name in used
        ],
    )
    lines += ratios(rng, pairs)
    for part in lists:
        lines += part
    lines += ['    counters:'] * bool(counters)
    lines += [
        f'      - {{ name: c{i}, inputs: [{", ".join(inputs)}] }}'
        for i, inputs in enumerate(counters)
    ]
    lines += parts.list('segments', segments)
    made = ('p', len(pairs)), ('e', extremes), ('b', buckets), ('c', len(counters))
    named = [f'{key}{i}' for key, count in made for i in range(count)]
    if groups.random() < 0.5:
        lines += some_groups(groups, named, int(sizes['groups']))
    lines[lines.index('nodes:') : lines.index('nodes:')] = some_roots(groups)
    return '\n'.join(lines) + '\n', any([pairs, quantities, counters, segments])


def generate(scratch, seed, cores):
    """A description that the generator takes: sizes are changed where it reports that they cannot
    be combined. Nothing where it has no preprocessors, or one node is not of the single form."""
    sizes = {'count': 1, 'slots': 1, 'fifo': 1, 'groups': 4}
    path = os.path.join(scratch, NAMES[cores][0] + '.yaml')
    for _ in range(12):
        drawn = (random.Random(f'{seed} {what}') for what in DRAWN)
        text, measuring = description(random.Random(seed), sizes, *drawn, cores)
        if not measuring:
            return None
        write(path, text)
        made = subprocess.run(
            [os.path.join(BUILD, 'bin', 'gnomon-gen'), path, '-o', os.path.join(scratch, 'out')],
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
        )
        if not made.returncode:
            return path if cores > 1 or ' single form' in made.stdout else None
        offended = set(re.findall(r'error: .*\[([\w-]+)\]', made.stderr))
        if 'unused-part' in offended:
            return None
        check(offended and offended <= set(SMALLER), f'refused: {made.stderr}')
        for name in offended:
            key, factor = SMALLER[name]
            sizes[key] *= factor
    raise AssertionError('no sizes go together')


def build(path, simulator):
    """The target with that monitor."""
    make = subprocess.run(
        [
            'make',
            '--no-print-directory',
            os.path.join(os.path.relpath(BUILD), 'sim', simulator + MONITORS),
            f'SOC_DESCRIPTIONS={path}',
        ],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    check(not make.returncode, make.stdout + make.stderr)


def random_monitor(scratch, seed, count=RUNS, cores=4):
    """Words of what one monitor measured; nothing where the seed gives no description
    that the generator takes."""
    name, simulator = NAMES[cores]
    if scratch not in measures.FOLDERS:
        measures.FOLDERS += (scratch,)
    path = generate(scratch, seed, cores)
    if not path:
        return None
    build(path, simulator)
    runs = os.path.join(scratch, 'runs')
    shutil.rmtree(runs, ignore_errors=True)
    words = random_runs(runs, simulator, name, seed, count)
    shutil.rmtree(runs)
    return words


TESTS = {
    'preprocessors/random_monitor': lambda folder: random_monitor(folder, 'check 14', 1),
    'preprocessors/random_monitor of one node': lambda folder: random_monitor(
        folder, 'single 114', 1, cores=1
    ),
}
