# SPDX-License-Identifier: Apache-2.0
"""Measures what each option of a monitor costs, and writes the table of `gnomon cost`.

usage: measure.py GNOMON_GEN YOSYS NEXTPNR OUT_DIR TABLE [UNIT...]

For each unit two small monitors that differ in it go through Yosys and the packer of nextpnr for
HX8K. The unit costs the difference, less the RAM blocks and the logic of ranks that the generator
works out of the plan itself. TABLE: gen/lib/cost/measured.inc. With UNITs, which are those of the
single form beside a timer, only their rows are measured; the others of the table stay.
"""

import concurrent.futures
import os
import re
import sys

from monitors import Tools

AT_ONCE = int(os.environ.get('AT_ONCE', 2))
ROW = re.compile(r'UNIT\((\w+), (\d+), (-?\d+), (-?\d+)\)')

TOP = {
    'buffer': '{ slots: 512 }',
    'link': '{ phy: uart, baud: 12 MHz }',
}
NODE = {
    'watch': '{ field: pc, bits: 32, when: valid, capacity: 15 }',
    'fifo': '{ slots: 64 }',
    'timer': 'yes',
    'port': '{ bus: strobe }',  # without it the form is single, unless blocks are long
}
NO_PORT = {'port': None}
OUTSIDE = {'buffer': '{ slots: 1048576, memory: port }'}
PULSE = '[{ name: w, kind: pulse, of: s0 }]'
# what they are of, which rows take off
WATCHERS = {
    'BUCKETS': 'PULSE',
    'BUCKETS_CLOSE': 'OCCUPANCY',
    'THRESHOLDS': 'PULSE',
    'EXTREMES': 'PULSE',
}
KINDS = {
    'LATENCY': 'latency, from: s0, to: s1',
    'OCCUPANCY': 'occupancy, from: s0, to: s1',
    'TOTAL': 'total, of: s0',
    'WINDOW': 'window, of: s0, in: s1',
    'VALUE': 'value, of: v',
    'CLASS': 'class',
}
ROUTED = 8  # lines of the routers that are measured


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


def buckets(count, banks, quantities=PULSE):
    return {
        'quantities': quantities,
        'buckets': f'[{{ name: h, of: w, count: {count}, banks: {banks} }}]',
    }


def segments(more=''):
    return {'event_lines': '[e0]', 'segments': f'[{{ name: s0, line: e0{more} }}]'}


def routed(signals):
    listed = ', '.join(f'{{ name: p{k}, a: route, b: route }}' for k in range(ROUTED // 2))
    names = ', '.join(f's{k}' for k in range(signals))
    return {'signals': f'[{names}]', 'ratios': f'{{ pairs: [{listed}] }}'}


def extreme(kind):
    """Of a quantity of that kind."""
    return {
        'values': '[{ name: v, bits: 16 }]' if kind.startswith('value') else None,
        'quantities': f'[{{ name: w, kind: {kind} }}]',
        'extremes': '[{ name: x0, of: w }]',
    }


def steps(count, each):
    return {'sequences': f'{{ count: {count}, steps: {each} }}'}


def single(**more):
    """A monitor of the single form."""
    return {}, {'timer': None, 'fifo': None, **NO_PORT, **more}


def timed(**more):
    return single(timer='yes', **more)


NO_WRAP = {'buffer': '{ slots: 512, wrap: no }'}


def unwrapped(**more):
    """One whose blocks need not fit into the trace buffer, which the single form asks of `wrap`."""
    return NO_WRAP, timed(**more)[1]


BASE = ({}, {})
SINGLE, TIMED, UNWRAPPED = single(), timed(), unwrapped()
COUNTED = tuple(({}, {'count': count, 'timer': None, **NO_PORT}) for count in (2, 3))
BYTES = ({'link': '{ phy: bytes }'}, {})
WATCHED = ({}, {'watchdog': 'yes'})
# whose blocks do not fit into the trace buffer
LONG = {**pairs(4), **buckets(512, 2)}
QUIET = ({}, {**LONG, **NO_PORT})
# unit: (size, monitor with it, monitor without), by size. Units of the single form beside a timer,
# which the other forms have, too:
BUCKETS = (16, 2), (32, 2), (64, 2), (32, 8), (64, 8), (256, 4), (256, 8)
SHARED = {
    'PAIRS': [(n, timed(**pairs(n)), TIMED) for n in range(1, 9)],
    'STEPS': [(c * s, timed(**steps(c, s)), TIMED) for c, s in ((1, 2), (1, 4), (2, 4), (2, 8))],
    'COUNTERS': [(n, timed(**bank(n)), TIMED) for n in (16, 32, 64, 128)],
    'BUCKETS': [
        (count * banks, unwrapped(**buckets(count, banks)), UNWRAPPED) for count, banks in BUCKETS
    ],
    'BUCKETS_CLOSE': [
        (
            count * banks,
            unwrapped(**buckets(count, banks, f'[{{ name: w, kind: {KINDS["OCCUPANCY"]} }}]')),
            UNWRAPPED,
        )
        for count, banks in BUCKETS
    ],
    'SEGMENTS': [
        (entries, unwrapped(**segments(more)), UNWRAPPED)
        for entries, more in (
            (32, ', before: 7, after: 8, count: 2'),
            (256, ', before: 24, after: 23, count: 4'),
            (1024, ', before: 24, after: 23, count: 16'),
        )
    ],
    'SINGLE_MEMORY': [(1, (OUTSIDE, TIMED[1]), TIMED)],
    'GROUPS': [(1, timed(**groups(2)), timed(**pairs(2)))],
    'WATCHDOG': [(1, timed(watchdog='yes'), TIMED)],
    'STRICT': [(c * 2, timed(strict=f'{{ count: {c}, steps: 2 }}'), TIMED) for c in (1, 4)],
    'COMPRESSED': [(n, timed(**pairs(n, 'compressed')), timed(**pairs(n))) for n in (4, 8)],
    'GATE': [(1, timed(**pairs(4), gate='yes'), timed(**pairs(4)))],
    'THRESHOLDS': [
        (n, timed(quantities=PULSE, thresholds=listed), TIMED)
        for n, listed in (
            (1, '[{ name: t0, of: w }]'),
            (2, '[{ name: t0, of: w }, { name: t1, of: w }]'),
        )
    ],
    'EXTREMES': [
        (n, timed(quantities=PULSE, extremes=listed), TIMED)
        for n, listed in (
            (1, '[{ name: x0, of: w }]'),
            (2, '[{ name: x0, of: w }, { name: x1, of: w }]'),
        )
    ],
    'CHANGES': [(256, timed(**segments(', keep: changes')), TIMED)],
    'ROUTER': [(n, timed(**routed(n)), timed(**pairs(ROUTED // 2))) for n in (8, 16, 32)],
}
UNITS = {
    **SHARED,
    'UART': [(1, BASE, BYTES)],
    'FT245_SYNC': [(1, ({'link': '{ phy: ft245_sync }'}, {}), BYTES)],
    'FT245': [(1, ({'link': '{ phy: ft245 }'}, {}), BYTES)],
    'WRAP': [(1, BASE, (NO_WRAP, {}))],
    'SINGLE_WRAP': [(1, SINGLE, (NO_WRAP, SINGLE[1]))],
    'RING_WRAP': [(1, COUNTED[0], (NO_WRAP, COUNTED[0][1]))],
    'SYNC': [(1, ({'sync': 'yes'}, {}), BASE)],
    'ROM': [(1, ({'rom': 'yes'}, {}), BASE)],
    'MEMORY': [(1, (OUTSIDE, {}), BASE)],
    'CAPTURE': [(1, ({'capture': '{}'}, {}), BASE)],
    'INTERRUPT': [(1, ({'capture': '{ interrupt: yes }'}, {}), BASE)],
    'STORE': [(1, ({'report': '{}'}, {'store': 'local'}), BASE)],
    'PORT': [(1, ({}, LONG), QUIET)],
    'BUS': [(1, ({}, {**LONG, 'port': '{ bus: wishbone }'}), QUIET)],
    # what of it is another unit, too, rows() takes off, or adds
    'PULSE': [
        (
            1,
            timed(
                quantities=f'{PULSE[:-1]}, {{ name: w1, kind: pulse, of: s1 }}]',
                extremes='[{ name: x0, of: w }, { name: x1, of: w1 }]',
            ),
            SHARED['EXTREMES'][1][1],
        )
    ],
    **{
        unit: [(1, timed(**extreme(kind)), SHARED['EXTREMES'][0][1])]
        for unit, kind in KINDS.items()
    },
    'JOINED': [(1, QUIET, ({}, {**QUIET[1], 'timer': None}))],
    'TIMER': [(1, WATCHED, ({}, {**WATCHED[1], 'timer': None}))],
    'BLOCKS': [(1, ({}, bank(32)), BASE)],
    'SINGLE_JOINED': [(1, single(watchdog='yes'), SINGLE)],
    'SINGLE_TIMER': [(1, timed(**pairs(4)), single(**pairs(4)))],
    'SINGLE_DATA': [(1, TIMED, SINGLE)],
    'SINGLE_CAPTURE': [(1, ({'capture': '{}'}, TIMED[1]), TIMED)],
    'SINGLE_INTERRUPT': [(1, ({'capture': '{ interrupt: yes }'}, TIMED[1]), TIMED)],
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


def differences(measured, units):
    """(cells, blocks) of each (unit, size)"""
    return {
        (unit, size): measured.difference(one, other)
        for unit, sizes in units.items()
        for size, one, other in sizes
    }


def monitors(units):
    return [monitor for sizes in units.values() for row in sizes for monitor in row[1:]]


def finish(found, units):
    """Makes what was found of these units what a line of a router, or a watcher alone, costs."""
    for unit, size in found:
        cost = found[unit, size]
        if unit == 'ROUTER' and unit in units:
            found[unit, size] = tuple(round(part / ROUTED) for part in cost)
        if unit in WATCHERS and unit in units:
            of = found[WATCHERS[unit], 1]
            found[unit, size] = tuple(a - b for a, b in zip(cost, of, strict=True))


def rows(measured):
    """(cells, blocks) of each (unit, size) of the table"""
    measured.make([BASE, SINGLE, *COUNTED, *monitors(UNITS)])
    found = differences(measured, UNITS)

    def less(cost, *units):
        return tuple(whole - sum(found[unit][k] for unit in units) for k, whole in enumerate(cost))

    def take_off(unit, *others):
        found[unit, 1] = less(found[unit, 1], *others)

    for unit in KINDS:
        found[unit, 1] = tuple(map(sum, zip(found[unit, 1], found['PULSE', 1], strict=True)))
    finish(found, UNITS)
    take_off('JOINED', ('TIMER', 1))
    take_off('BLOCKS', ('COUNTERS', 32))
    take_off('SINGLE_JOINED', ('WATCHDOG', 1))
    take_off('SINGLE_DATA', ('SINGLE_TIMER', 1))
    take_off('SINGLE_TIMER', ('SINGLE_JOINED', 1))
    found['SINGLE', 1] = less(measured.of(SINGLE), ('UART', 1), ('SINGLE_WRAP', 1))
    found['ALONE', 1] = less(
        measured.of(BASE), *((unit, 1) for unit in ('UART', 'WRAP', 'JOINED', 'TIMER', 'PORT'))
    )
    found['NODE', 1] = measured.difference(COUNTED[1], COUNTED[0])
    found['RING', 1] = less(
        measured.of(COUNTED[0]), *((unit, 1) for unit in ('UART', 'RING_WRAP', 'NODE', 'NODE'))
    )
    return found


def some_rows(measured, names, table):
    """The same of some units, and what the table has of the others."""
    units = {name: SHARED[name] for name in names}
    measured.make(monitors(units))
    with open(table, encoding='utf-8') as file:
        found = {
            (unit, int(size)): (int(cells), int(blocks))
            for unit, size, cells, blocks in ROW.findall(file.read())
            if unit not in units
        }
    found |= differences(measured, units)
    finish(found, units)
    return found


def main():
    generator, yosys, router, out, table, *names = sys.argv[1:]
    measured = Measured(Tools(generator, yosys, router, out))
    found = some_rows(measured, names, table) if names else rows(measured)
    lines = [
        f'UNIT({unit}, {size}, {cells}, {blocks})'
        for (unit, size), (cells, blocks) in sorted(found.items())
    ]
    text = (
        '/* SPDX-License-Identifier: Apache-2.0 */\n'
        '/* Written by `make cost-table`: do not edit. unit, size, logic cells, RAM blocks */\n'
        + '\n'.join(lines)
        + '\n'
    )
    with open(table + '.new', 'w', encoding='utf-8') as file:
        file.write(text)
    os.replace(table + '.new', table)


if __name__ == '__main__':
    main()
