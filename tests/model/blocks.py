# SPDX-License-Identifier: Apache-2.0
"""Blocks of buckets, counters and segments: put together from a node's records as
docs/design/preprocessors.md has them, and compared with those that the model wants.
"""

from collections import namedtuple

import segments
from segments import SEGMENT, Wrong, whole_time

BUCKET, COUNTER = 9, 14
LATE, SATURATED, FLUSHED = 2, 4, 8  # as the model prints them
MOST = 64  # counts a record

# end: of a counter block t; first: F; lost and counted: None of a counter block. Of a segment lost
# are missed triggers, counts are entries (length, known and current, word), and at is its trigger.
Block = namedtuple('Block', 'kind unit end first flags lost counted counts at', defaults=[None])


class _Unit:
    """A unit's records, from which its next block is put together."""

    def __init__(self, kind, unit, size, bits):
        self.kind, self.unit, self.bits = kind, unit, bits
        self.count, self.width = size
        self.head, self.counts, self.saturated = None, [], False

    def take(self, record, what):
        """The record's counts; the block, if this is its last record."""
        end, first, flags, part, lost, counted, *counts = record.words
        begin, number = part & 0xFFFF, part >> 16
        if (
            record.aux != len(record.words)
            or not 1 <= number <= MOST
            or len(counts) != number + number % 2
            or (number % 2 and counts[-1])
        ):
            raise Wrong(f'{what}: {number} counts in {record.aux} words')
        head = (end, first, flags & 0xAFFFF, lost, counted)  # alike in all its records
        there, before = self.head or head, len(self.counts)
        last = flags >> 16 & 1
        if there != head or begin != before or (number != MOST and not last):
            raise Wrong(f'{what}: {head}, from {begin}, does not continue at {there}, {before}')
        self.head = head
        self.counts += counts[:number]
        is_most = any(one == (1 << self.width) - 1 for one in counts[:number])
        if is_most != bool(flags >> 18 & 1):
            raise Wrong(f'{what}: flags {flags:#x} of {counts}')
        self.saturated |= is_most
        return self._whole_block(flags, what) if last else None

    def _whole_block(self, flags, what):
        end, first, _, lost, counted = self.head
        if len(self.counts) != self.count:
            raise Wrong(f'{what}: {len(self.counts)} counts, not {self.count}')
        bucket, total = self.kind == BUCKET, sum(self.counts)
        if not bucket and (lost or counted):
            raise Wrong(f'{what}: words 6 and 7 are {lost}, {counted}')
        if bucket and not self.saturated and counted != total & 0xFFFFFFFF:
            raise Wrong(f'{what}: the sum of the counts is {total}, not {counted}')
        return Block(
            self.kind,
            self.unit,
            whole_time(end, flags & 0xFF, self.bits, what),
            whole_time(first, flags >> 8 & 0xFF, self.bits, what),
            (LATE if flags >> 17 & 1 else 0)
            | (SATURATED if self.saturated else 0)
            | (FLUSHED if flags >> 19 & 1 else 0),
            lost if bucket else None,
            counted if bucket else None,
            tuple(self.counts),
        )


class _Segments(segments.Memory):
    def take(self, record, what):
        fields = super().take(record, what)
        return fields and Block(**fields)


def _begin(kind, unit, size, bits):
    return _Segments(unit, size, bits) if kind == SEGMENT else _Unit(kind, unit, size, bits)


def assemble(records, sizes, bits):
    """The blocks of a node's records (time, kind, code, aux, words), in order; sizes: (kind, unit)
    -> (counts, bits of a count), of segments (entries, words of an entry)."""
    blocks, begun = [], {}
    for record in records:
        key = record.kind, record.code
        if record.kind not in (BUCKET, COUNTER, SEGMENT):
            continue
        what = f'block of kind {record.kind}, unit {record.code}, at {record.time}'
        if key not in sizes:
            raise Wrong(f'{what}: no such unit')
        block = begun.setdefault(key, _begin(*key, sizes[key], bits)).take(record, what)
        if block:
            del begun[key]
            blocks.append(block)
    if begun:
        raise Wrong(f'blocks without their last record: {list(begun)}')
    return blocks


def sizes_of(node):
    """Of the units of a node, by its manifest."""
    preprocessors = node['preprocessors']
    sizes = {
        (BUCKET, i): (unit['count'], unit['bits'])
        for i, unit in enumerate(preprocessors['buckets'])
    }
    sizes.update(
        {
            (COUNTER, i): (len(bank['inputs']), 32)
            for i, bank in enumerate(preprocessors['counters'])
        }
    )
    sizes.update({(SEGMENT, i): size for i, size in enumerate(segments.sizes_of(node))})
    return sizes


def hints(blocks):
    """Lines of the model: when late banks began, and with which cycles segments begin."""
    lines, numbers = {}, {}
    for block in blocks:
        if block.kind == BUCKET:
            number = numbers.get(block.unit, 0)
            numbers[block.unit] = number + 1
            if block.flags & LATE:
                lines.setdefault(block.unit, []).append(f'{number} {block.first}')
    late = [f'late {unit} ' + ' '.join(words) for unit, words in lines.items()]
    return late + segments.hints(blocks)


def of_model(record):
    """A line of the model's output as a block."""
    if record.kind == BUCKET:
        return Block(
            BUCKET,
            record.code,
            record.time,
            record.words[0],
            record.aux,
            *record.words[1:3],
            tuple(record.words[3:]),
        )
    if record.kind == SEGMENT:
        return Block(**segments.of_model(record))
    return Block(
        COUNTER,
        record.code,
        record.time,
        record.words[0],
        record.aux,
        None,
        None,
        tuple(record.words[1:]),
    )


def _as_recorded(block, bits):
    """A block of the model as a node's records show it: of a segment not whether it is late, of all
    others the low bits of their times."""
    period = 1 << bits + 7
    if block.kind == SEGMENT:
        return block._replace(flags=block.flags & ~LATE, lost=block.lost & 0xFFFFFFFF)
    return block._replace(end=block.end % period, first=block.first % period)


def differences(blocks, wanted, taken, bits, counts=None, most=6):
    """Lines that state how a node's blocks differ from the model's; taken: times of the samples
    that were taken, with that of the flush; counts: see segments.too_late."""
    lines = segments.too_late([block for block in wanted if block.kind == SEGMENT], counts)
    wanted = [block for block in wanted if block.kind != COUNTER or block.end in taken]
    for key in sorted({(block.kind, block.unit) for block in [*blocks, *wanted]}):
        found = [block for block in blocks if (block.kind, block.unit) == key]
        should = [_as_recorded(block, bits) for block in wanted if (block.kind, block.unit) == key]
        for i, (a, b) in enumerate(zip(found, should, strict=False)):
            if a != b:
                lines.append(f'block {i} of {key}: {a},\n  not {b}')
                break
        if len(found) != len(should):
            lines.append(f'{len(found)} blocks of {key}, not {len(should)}')
    return lines[:most]
