# SPDX-License-Identifier: Apache-2.0
"""Measures what each option of a monitor costs, and writes the table of `gnomon cost`.

usage: measure.py GNOMON_GEN YOSYS NEXTPNR OUT_DIR TABLE

For each unit two small monitors that differ in it go through Yosys and the packer of nextpnr for
HX8K. The unit costs the difference, less the RAM blocks and the logic of ranks that the generator
works out of the plan itself. TABLE: gen/lib/cost/measured.inc.
"""

import concurrent.futures
import os
import sys

from monitors import Tools

AT_ONCE = int(os.environ.get('AT_ONCE', 2))

TOP = {
    'buffer': '{ slots: 512 }',
    'link': '{ phy: uart, baud: 12 MHz }',
}
NODE = {
    'watch': '{ field: pc, bits: 32, when: valid, capacity: 15 }',
    'fifo': '{ slots: 64 }',
    'timer': 'yes',
    'port': '{ bus: strobe }',  # without it the form is single, unless the buffer is outside
}
NO_PORT = {'port': None}
OUTSIDE = {'buffer': '{ slots: 1048576, memory: port }'}
PULSE = '[{ name: w, kind: pulse, of: s0 }]'


def describe(name, top, node):
    """A monitor of one node; a key whose value is None is left out."""
    lines = ['gnomon: 1', f'name: {name}', 'family: ice40', 'clock: 120 MHz']
    lines += [f'{key}: {value}' for key, value in {**TOP, **top}.items() if value]
    lines += ['nodes:', '  - name: cpu']
    lines += [f'    {key}: {value}' for key, value in {**NODE, **node}.items() if value]
    return '\n'.join(lines) + '\n'


def pairs(count, form='full'):
    listed = ', '.join(f'{{ name: p{k}, a: a{k}, b: b{k} }}' for k in range(count))
    return {'ratios': f'{{ form: {form}, pairs: [{listed}] }}'}


def groups(count):
    listed = ', '.join(f'{{ name: g{k}, of: [p{k}] }}' for k in range(count))
    return {**pairs(count), 'groups': f'[{listed}]'}


def bank(count):
    listed = ', '.join(f'c{k}' for k in range(count))
    return {'counters': f'[{{ name: bank, inputs: [{listed}] }}]'}


def buckets(count, banks):
    return {
        'quantities': PULSE,
        'buckets': f'[{{ name: h, of: w, count: {count}, banks: {banks} }}]',
    }


def segments(more=''):
    return {'event_lines': '[e0]', 'segments': f'[{{ name: s0, line: e0{more} }}]'}


def steps(count, each):
    return {'sequences': f'{{ count: {count}, steps: {each} }}'}


NO_WRAP = {'buffer': '{ slots: 512, wrap: no }'}
BASE = ({}, {})
SINGLE = ({}, {'timer': None, 'fifo': None, **NO_PORT})
SINGLE_TIMED = ({}, {'fifo': None, **NO_PORT})
SINGLE_WATCHED = ({}, {'fifo': None, 'watchdog': 'yes', **NO_PORT})
COUNTED = tuple(({}, {'count': count, 'timer': None, **NO_PORT}) for count in (2, 3))
BYTES = ({'link': '{ phy: bytes }'}, {})
WATCHED = ({}, {'watchdog': 'yes'})
PAIRS = ({}, pairs(4))
QUIET = (OUTSIDE, {**pairs(4), **NO_PORT})
GATED = ({}, {**pairs(4), 'gate': 'yes'})
# unit: (size, monitor with it, monitor without), by size
UNITS = {
    'UART': [(1, BASE, BYTES)],
    'FT245_SYNC': [(1, ({'link': '{ phy: ft245_sync }'}, {}), BYTES)],
    'WRAP': [(1, BASE, (NO_WRAP, {}))],
    'SINGLE_WRAP': [(1, SINGLE, (NO_WRAP, SINGLE[1]))],
    # and the timer, see rows()
    'JOINED': [(1, QUIET, (OUTSIDE, {**QUIET[1], 'timer': None}))],
    'SINGLE_JOINED': [(1, SINGLE_TIMED, SINGLE)],
    'SINGLE_TIMER': [(1, SINGLE_WATCHED, ({}, {**SINGLE_WATCHED[1], 'timer': None}))],
    'PAIRS': [(n, ({}, pairs(n)), BASE) for n in range(1, 9)],
    'STEPS': [(c * s, ({}, steps(c, s)), BASE) for c, s in ((1, 2), (1, 4), (2, 4), (2, 8))],
    'INTERRUPT': [(1, ({'capture': '{ interrupt: yes }'}, {}), BASE)],
    'STORE': [(1, ({'report': '{}'}, {'store': 'local'}), BASE)],
    'MEMORY': [(1, (OUTSIDE, {}), BASE)],
    'COUNTERS': [(n, ({}, bank(n)), BASE) for n in (16, 32, 64, 128)],
    'BUCKETS': [
        (c * b, ({}, buckets(c, b)), BASE)
        for c, b in ((16, 2), (32, 2), (64, 2), (32, 8), (64, 8), (256, 4), (256, 8))
    ],
    'SEGMENTS': [
        (entries, ({}, segments(more)), BASE)
        for entries, more in (
            (32, ', before: 7, after: 8, count: 2'),
            (256, ', before: 24, after: 23, count: 4'),
            (1024, ', before: 24, after: 23, count: 16'),
        )
    ],
    'GROUPS': [(1, ({}, groups(2)), ({}, pairs(2)))],
    'FT245': [(1, ({'link': '{ phy: ft245 }'}, {}), BYTES)],
    'WATCHDOG': [(1, WATCHED, BASE)],
    'STRICT': [(c * 2, ({}, {'strict': f'{{ count: {c}, steps: 2 }}'}), BASE) for c in (1, 4)],
    'CAPTURE': [(1, ({'capture': '{}'}, {}), BASE)],
    'SYNC': [(1, ({'sync': 'yes'}, {}), BASE)],
    'ROM': [(1, ({'rom': 'yes'}, {}), BASE)],
    'PORT': [(1, (OUTSIDE, pairs(4)), QUIET)],
    'BUS': [(1, (OUTSIDE, {**pairs(4), 'port': '{ bus: wishbone }'}), QUIET)],
    'COMPRESSED': [(n, ({}, pairs(n, 'compressed')), ({}, pairs(n))) for n in (4, 8)],
    'GATE': [(1, GATED, PAIRS)],
    'THRESHOLDS': [
        (n, ({}, {'quantities': PULSE, 'thresholds': listed}), BASE)
        for n, listed in (
            (1, '[{ name: t0, of: w }]'),
            (2, '[{ name: t0, of: w }, { name: t1, of: w }]'),
        )
    ],
    'EXTREMES': [
        (n, ({}, {'quantities': PULSE, 'extremes': listed}), BASE)
        for n, listed in (
            (1, '[{ name: x0, of: w }]'),
            (2, '[{ name: x0, of: w }, { name: x1, of: w }]'),
        )
    ],
    'CHANGES': [(256, ({}, segments(', keep: changes')), BASE)],
    'TIMER': [(1, WATCHED, ({}, {**WATCHED[1], 'timer': None}))],
    'RING_WRAP': [(1, COUNTED[0], (NO_WRAP, COUNTED[0][1]))],
}


class Measured:
    """Costs of monitors without what the generator works out; each is made once."""

    def __init__(self, tools):
        self.tools, self.made = tools, {}

    def make(self, monitors):
        """Several at once."""
        texts = list(dict.fromkeys(describe('unit', *monitor) for monitor in monitors))
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            costs = pool.map(self.rest, range(len(texts)), texts)
            self.made = dict(zip(texts, costs, strict=True))

    def rest(self, number, text):
        name = f'unit{number}'
        cells, blocks, plan = self.tools.cost(name, text.replace('name: unit\n', f'name: {name}\n'))
        planned = sum(item['blocks'] for item in plan['items'])
        cost = cells - plan['ranks_logic'], blocks - planned
        print(f'  {cost}: {text.splitlines()[4:]}', file=sys.stderr)
        return cost

    def of(self, monitor):
        return self.made[describe('unit', *monitor)]

    def difference(self, one, other):
        return tuple(a - b for a, b in zip(self.of(one), self.of(other), strict=True))


def rows(measured):
    """(unit, size, cells, blocks)"""
    found = {}
    measured.make(
        [BASE, SINGLE, *COUNTED]
        + [monitor for sizes in UNITS.values() for row in sizes for monitor in row[1:]]
    )
    for unit, sizes in UNITS.items():
        for size, one, other in sizes:
            found[unit, size] = measured.difference(one, other)

    def less(monitor, *units):
        return tuple(
            cost - sum(found[unit, 1][k] for unit in units)
            for k, cost in enumerate(measured.of(monitor))
        )

    for form in '', 'SINGLE_':
        both, timer = found[f'{form}JOINED', 1], found[f'{form}TIMER', 1]
        found[f'{form}JOINED', 1] = tuple(a - b for a, b in zip(both, timer, strict=True))
    found['SINGLE', 1] = less(SINGLE, 'UART', 'SINGLE_WRAP')
    found['ALONE', 1] = less(BASE, 'UART', 'WRAP', 'JOINED', 'TIMER', 'PORT')
    found['NODE', 1] = measured.difference(COUNTED[1], COUNTED[0])
    found['RING', 1] = less(COUNTED[0], 'UART', 'RING_WRAP', 'NODE', 'NODE')
    return [(*key, *cost) for key, cost in found.items()]


def main():
    generator, yosys, router, out, table = sys.argv[1:]
    measured = Measured(Tools(generator, yosys, router, out))
    lines = [
        f'UNIT({unit}, {size}, {cells}, {blocks})' for unit, size, cells, blocks in rows(measured)
    ]
    text = (
        '/* SPDX-License-Identifier: Apache-2.0 */\n'
        '/* Written by `make cost-table`: do not edit. unit, size, logic cells, RAM blocks */\n'
        + '\n'.join(sorted(lines, key=lambda line: line.split(',')[0]))
        + '\n'
    )
    with open(table + '.new', 'w', encoding='utf-8') as file:
        file.write(text)
    os.replace(table + '.new', table)


if __name__ == '__main__':
    main()
