# SPDX-License-Identifier: Apache-2.0
"""Segments of a truth log written by hand: records as a monitor would send them are right, and with
any bit changed, any record left out, doubled or in another place they are not.

usage: test_segment_records.py MODEL SCRATCH_DIR
"""

import functools
import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'sim'))

import blocks
from model import Record, expected
from segments import FLUSHED, LATE, SEGMENT
from suite import check, equal, of_module, run
from truth import ACCESS, CORE, END, RETIRED, SYNC

MODEL, SCRATCH = sys.argv[1:3]
BITS = 12  # of the time
LAST = 5000  # cycle of the run
TRIGGER = 0x40
TRIGGERS = (3, 700, 701, 760, 1500, 1632, 2400, 4200, 4990)
EXPERIMENT = f"""
node 0
field pc 32
when retired
collect
pattern 1 pc {TRIGGER} {TRIGGER}
count event 1 2
segments 2 cycles 70 60
segments 2 changes 9 20
node 1
field addr 32
field write 1
collect
pattern 1 addr {TRIGGER} {TRIGGER}
count event 1 0
segments 0 changes 5 70
node all
end {LAST}
"""
NODES = (  # of the manifest
    {
        'watch': {'fields': [{'kept': [[31, 0]]}]},
        'preprocessors': {
            'buckets': [],
            'counters': [],
            'segments': [{'before': 70, 'after': 60}, {'before': 9, 'after': 20}],
        },
    },
    {
        'watch': {'fields': [{'kept': [[31, 0]]}, {'kept': [[0, 0]]}]},
        'preprocessors': {
            'buckets': [],
            'counters': [],
            'segments': [{'before': 5, 'after': 70}],
        },
    },
)


@functools.cache
def log():
    """Time 0 is cycle 1. Some cycles have a word, of a few that there are."""
    rng, path = random.Random(1), os.path.join(SCRATCH, 'segments')
    with open(path, 'wb') as file:
        file.write(b'GNTRUTH1' + struct.pack('<II', 12, 2))
        file.write(struct.pack('<IIBBBB', 0, 0, SYNC, 0, 0, 0))
        for time in range(LAST + 10):
            pc = TRIGGER if time in TRIGGERS else rng.choice((0, 4, 8, 0x80000000))
            if time > 20 and time not in TRIGGERS and rng.random() < 0.6:
                continue
            file.write(struct.pack('<IIBBBB', time + 1, pc, CORE, 0, RETIRED, 0))
            file.write(struct.pack('<IIBBBB', time + 1, pc, ACCESS, 1, time & 1, 0))
        file.write(struct.pack('<IIBBBB', LAST + 20, 0, END, 0, 0, 0))
    return path


@functools.cache
def wanted(node=0, hints=''):
    """The blocks that the model wants of a node."""
    text = f'{EXPERIMENT}\nnode {node}\n{hints}\n'
    records = expected(MODEL, text, log())[node]
    return [blocks.of_model(record) for record in records if record.kind == SEGMENT]


def epoch(time):
    return time >> BITS - 1 & 0xFF


def encoded(block, width):
    """The records of a segment; their time is anything in its neighbourhood."""
    low, out, parts = (1 << BITS) - 1, [], block.counts
    most = {2: 32, 3: 16}[width]
    for first in range(0, max(1, len(parts)), most):
        part = parts[first : first + most]
        last = first + most >= len(parts)
        words = [
            word
            for length, state, value in part
            for word in (length | state << 16, value & 0xFFFFFFFF, value >> 32)[:width]
        ]
        words += [0] * (len(words) % 2)
        flags = last << 16 | bool(block.flags & FLUSHED) << 19
        head = (
            block.at & low,
            block.end & low,
            epoch(block.at) | epoch(block.end) << 8 | flags,
            first | len(part) << 16,
            block.lost,
            len(parts),
        )
        aux = 6 + len(words)
        out.append(Record(block.end + 70, SEGMENT, block.unit, aux, (*head, *words)))
    return out


def records_of(some, node=0):
    return [record for block in some for record in encoded(block, 2 + node)]


def judged(records, node=0, counts=None):
    """What is wrong with the records of a node."""
    try:
        found = blocks.assemble(records, blocks.sizes_of(NODES[node]), BITS)
    except blocks.Wrong as err:
        return [str(err)]
    hints = '\n'.join(blocks.hints(found))
    return blocks.differences(found, wanted(node, hints), set(), BITS, counts)


def test_right():
    """Where there is always room, the run gives nothing that the model does not know."""
    for node in (0, 1):
        some = wanted(node)
        equal(judged(records_of(some, node), node), [], f'node {node}')
        for unit in range(2 - node):
            own = [block for block in some if block.unit == unit]
            missed = sum(block.lost for block in own)
            equal(len(own) - 1 + missed, len(TRIGGERS), 'triggers')
            check(missed and not any(block.flags & LATE for block in own), f'{missed} missed')
            check(own[-1].counted == 0 and own[-1].at == own[-1].end == LAST, 'the empty one')
    long = [block for block in wanted(0) if block.unit == 0]
    # time 3; 700, with 701 and 760; 1500; 1632 in the first clock behind it
    spans = [(block.first, block.at, block.end, block.lost) for block in long[:4]]
    equal(
        spans,
        [(0, 3, 63, 0), (630, 700, 760, 2), (1430, 1500, 1560, 0), (1562, 1632, 1692, 0)],
        'cycles',
    )
    equal((long[-2].at, long[-2].end, long[-2].flags), (4990, LAST, FLUSHED), 'the last one')


def test_every_bit():
    """No bit of a record can be another one."""
    rng, total = random.Random(2), 0
    for node in (0, 1):
        records = records_of(wanted(node), node)
        for i, record in enumerate(records):
            for place, word in enumerate(record.words):
                bits = range(32) if place < 6 and i < 12 else rng.sample(range(32), 2)
                for bit in bits:
                    words = (*record.words[:place], word ^ 1 << bit, *record.words[place + 1 :])
                    other = [*records[:i], record._replace(words=words), *records[i + 1 :]]
                    check(judged(other, node), f'record {i}, word {place}, bit {bit}')
                    total += 1
    check(total > 4000, f'{total} bits')


def test_every_record():
    for node in (0, 1):
        records = records_of(wanted(node), node)
        for i, record in enumerate(records):
            check(judged(records[:i] + records[i + 1 :], node), f'without record {i}')
            check(judged([*records[:i], record, *records[i:]], node), f'record {i} twice')
            for key in ('aux', 'code'):
                other = record._replace(**{key: getattr(record, key) ^ 1})
                check(judged([*records[:i], other, *records[i + 1 :]], node), f'{key} of {i}')
        own = [record for record in records if record.code == 0]
        for i in range(len(own) - 1):
            check(
                judged([*own[:i], own[i + 1], own[i], *own[i + 2 :]], node), f'{i} behind the next'
            )


def test_missing():
    """Triggers without a segment are right only where all segments of a unit were full."""
    text = 'kept 0 0 630 1580\nkept 1 0'
    some = wanted(0, text)
    own = [block for block in some if block.unit == 0]
    equal([bool(block.flags & LATE) for block in own], [False, False, True, True], 'late')
    equal((own[2].first, own[2].at, own[2].lost), (1580, 1632, 1), 'after the trigger at 1500')
    equal(own[3].lost, 3, 'those that have none')
    for counts, bad in (
        ([2, 1], 0),
        ([3, 1], 1),
        ([4, 1], 2),
        ([2, 2], 1),
        (None, 3),
    ):
        equal(len(judged(records_of(some), 0, counts)), bad, f'with {counts} segments')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('segments', of_module(globals())))
