# SPDX-License-Identifier: Apache-2.0
"""What the preprocessors of a node must make of the wires that it is fed with, to the clock, and
its records and blocks against that.
"""

from bisect import bisect_right
from collections import namedtuple

from bed import check, equal
from blocks import BUCKET, COUNTER, FLUSHED, assemble, sizes_of
from stream import DATUM, EVENT, GAP, RATIO, SAMPLED, TRIGGER, UNSAMPLED
from taps import Wire

SOURCES = EVENT, TRIGGER, DATUM
GROUP = 16  # counters that are read one after the other

# wires: name -> Wire; at: of each event, rows (time, name), in order; actions: name ->
# list; names: code -> name
Node = namedtuple('Node', 'name plan wires at actions names')


class Expected:
    """What a node must have recorded up to `last`, the clock before its flush. taken: times of its
    samples; inputs: what each input is routed to, 'PAIR.a' -> Wire; bounds: unit -> list."""

    def __init__(self, node, inputs, bounds, last, taken):
        self.node, self.inputs, self.bounds, self.last, self.taken = (
            node,
            inputs,
            bounds,
            last,
            set(taken),
        )
        self.plan = node.plan['preprocessors']
        self.codes = {name: code for code, name in node.names.items()}
        self.times = [time for time, _ in node.at]
        # nothing is recorded after it; a run can end before this node has stopped
        self.stop = min([time for time, name in node.at if 'stop' in node.actions[name]] + [last])
        self.quantities = {one['name']: self._quantity(one) for one in self.plan['quantities']}

    def _quantity(self, one):
        """Rows (time, value)."""
        if one['kind'] == 'class':
            return [(time, self.codes[name]) for time, name in self.node.at]
        return self.node.wires[one['name'] if one['kind'] == 'pulse' else one['of']].rows

    def wire(self, owner, key, name):
        """An input, by its name or by the route of it."""
        return (
            self.inputs.get(f'{owner}.{key}', Wire()) if name == 'route' else self.node.wires[name]
        )

    def doing(self, action):
        """Times of events with an action."""
        return [
            time
            for time, name in self.node.at
            if action in self.node.actions[name] and time <= self.last
        ]

    def sample(self, time):
        """The words of a sample."""
        alone = {time for time in self.doing('reset')} - set(self.doing('sample'))
        after = max(
            (
                reset
                for reset in self.doing('reset')
                if reset < time and (reset in alone or reset in self.taken)
            ),
            default=-1,
        )
        words = []
        for pair in self.plan['pairs']:
            words += [
                self.wire(pair['name'], side, pair[side]).within(after, time) for side in 'ab'
            ]
        for extreme in self.plan['extremes']:
            words += self._extreme(
                [row for row in self.quantities[extreme['of']] if after < row[0] <= time]
            )
        return tuple(words)

    def _extreme(self, rows):
        if not rows:
            return [0] * 6
        most, least = (
            max(rows, key=lambda row: (row[1], -row[0])),
            min(rows, key=lambda row: (row[1], row[0])),
        )
        return [
            most[1],
            most[0],
            least[1],
            least[0],
            1 << 16 | self._code_at(least[0]) << 8 | self._code_at(most[0]),
            0,
        ]

    def _code_at(self, time):
        """The code of the last event up to then."""
        place = bisect_right(self.times, time)
        return self.codes[self.node.at[place - 1][1]] if place else 0

    def banks(self, unit):
        """(first clock, last clock, counts) of each bank."""
        ends = [*self.doing('bank'), self.last]
        rows, banks, begin = self.quantities[unit['of']], [], 0
        for end in ends:
            counts = [0] * unit['count']
            for _, value in (row for row in rows if begin <= row[0] <= end):
                counts[sum(bound <= value for bound in self.bounds[unit['name']])] += 1
            banks.append((begin, end, tuple(counts)))
            begin = end + 1
        return banks

    def snapshot(self, bank, time, flushed):
        begin = time + 1 if flushed else (time // GROUP + 1) * GROUP
        return tuple(
            self.wire(bank['name'], i, name).until(time if flushed else begin + i % GROUP - 1)
            for i, name in enumerate(bank['inputs'])
        )


def times_sampled(records):
    return sorted(
        {record.time for record in records if record.kind in SOURCES and record.aux & SAMPLED}
    )


def times_snapped(records):
    """Of the times with a sample, those at which the counter banks were free too."""
    refused = {
        record.time for record in records if record.kind in SOURCES and record.aux & UNSAMPLED
    }
    return [time for time in times_sampled(records) if time not in refused]


def check_records(node, expected, records, triggers):
    """Events, triggers, (kind, index) -> times, and each sample; returns how many samples."""
    what = node.name
    check(not [record for record in records if record.kind == GAP], f'{what}: records were lost')
    recorded = [
        (time, expected.codes[name])
        for time, name in node.at
        if 'record' in node.actions[name] and time <= expected.stop
    ]
    equal(
        [(record.time, record.code) for record in records if record.kind == EVENT],
        recorded,
        f'{what}: events',
    )
    numbers = {
        (trigger['kind'], trigger['index']): trigger['number'] for trigger in node.plan['triggers']
    }
    fired = sorted(
        (time, numbers[key])
        for key, times in triggers.items()
        for time in times
        if time <= expected.stop
    )
    equal(
        [(record.time, record.code) for record in records if record.kind == TRIGGER],
        fired,
        f'{what}: triggers',
    )
    samples = [record for record in records if record.kind == RATIO]
    check(len(samples) > 20, f'{what}: {len(samples)} samples')
    equal(
        [record.time for record in samples],
        times_sampled(records) + [expected.last + 1],
        f'{what}: samples',
    )
    for record in samples:
        equal(
            record.words,
            expected.sample(min(record.time, expected.last)),
            f'{what}: sample at {record.time}',
        )
    return len(samples)


def check_blocks(node, expected, records, bits):
    blocks = assemble(records, sizes_of(node.plan), bits)
    for number, unit in enumerate(expected.plan['buckets']):
        found = [block for block in blocks if (block.kind, block.unit) == (BUCKET, number)]
        equal(
            [(block.first, block.end, block.counts) for block in found],
            expected.banks(unit),
            f'{node.name}, {unit["name"]}',
        )
        equal(
            [block.lost for block in found], [0] * len(found), f'{node.name}, {unit["name"]}: lost'
        )
    for number, bank in enumerate(expected.plan['counters']):
        found = [block for block in blocks if (block.kind, block.unit) == (COUNTER, number)]
        equal(
            [block.end for block in found],
            times_snapped(records) + [expected.last],
            f'{node.name}, {bank["name"]}: snapshots',
        )
        check(len(found) > 10, f'{node.name}, {bank["name"]}: {len(found)} snapshots')
        for block in found:
            equal(
                block.counts,
                expected.snapshot(bank, block.end, bool(block.flags & FLUSHED)),
                f'{node.name}, {bank["name"]}: snapshot at {block.end}',
            )
    return len(blocks)
