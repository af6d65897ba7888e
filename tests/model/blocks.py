# SPDX-License-Identifier: Apache-2.0
"""Blocks of buckets and counters: put together from a node's records as
docs/design/preprocessors.md has them, and compared with those that the model wants.
"""

from collections import namedtuple

BUCKET, COUNTER = 9, 14
LATE, SATURATED, FLUSHED = 2, 4, 8  # as the model prints them
MOST = 64  # counts a record

# end: of a counter block t; first: F; lost and counted: None of a counter block
Block = namedtuple('Block', 'kind unit end first flags lost counted counts')


class Wrong(Exception):
    pass


def _whole(low, epoch, bits, what):
    """64 bits of a time modulo 2^(bits+7)."""
    if low >> bits - 1 & 1 != epoch & 1 or low >> bits:
        raise Wrong(f'{what}: time {low:#x} with epoch {epoch}')
    return (epoch << bits - 1) + (low & (1 << bits - 1) - 1)


def assemble(records, sizes, bits):
    """The blocks of a node's records (time, kind, code, aux, words), in order; sizes: (kind, unit)
    -> (counts, bits of a count)."""
    blocks, open_at = [], {}
    for record in records:
        if record.kind not in (BUCKET, COUNTER):
            continue
        what = f'block of kind {record.kind}, unit {record.code}, at {record.time}'
        if (record.kind, record.code) not in sizes:
            raise Wrong(f'{what}: no such unit')
        count, width = sizes[record.kind, record.code]
        end, first, flags, part, lost, counted, *counts = record.words
        begin, number = part & 0xFFFF, part >> 16
        if (
            record.aux != len(record.words)
            or not 1 <= number <= MOST
            or len(counts) != number + number % 2
            or (number % 2 and counts[-1])
        ):
            raise Wrong(f'{what}: {number} counts in {record.aux} words')
        here = (end, first, flags & 0xAFFFF, lost, counted)  # alike in all its records
        if record.code not in open_at.setdefault(record.kind, {}):
            open_at[record.kind][record.code] = (here, [], 0)
        there, all_counts, saturated = open_at[record.kind][record.code]
        if there != here or begin != len(all_counts) or (number != MOST and not flags >> 16 & 1):
            raise Wrong(f'{what}: {here}, from {begin}, does not go on {there}, {len(all_counts)}')
        all_counts += counts[:number]
        is_most = any(one == (1 << width) - 1 for one in counts[:number])
        if is_most != bool(flags >> 18 & 1):
            raise Wrong(f'{what}: flags {flags:#x} of {counts}')
        if not flags >> 16 & 1:
            open_at[record.kind][record.code] = (there, all_counts, saturated | is_most)
            continue
        del open_at[record.kind][record.code]
        if len(all_counts) != count:
            raise Wrong(f'{what}: {len(all_counts)} counts, not {count}')
        bucket = record.kind == BUCKET
        if not bucket and (lost or counted):
            raise Wrong(f'{what}: words 6 and 7 are {lost}, {counted}')
        blocks.append(
            Block(
                record.kind,
                record.code,
                _whole(end, flags & 0xFF, bits, what),
                _whole(first, flags >> 8 & 0xFF, bits, what),
                (LATE if flags >> 17 & 1 else 0)
                | (SATURATED if saturated | is_most else 0)
                | (FLUSHED if flags >> 19 & 1 else 0),
                lost if bucket else None,
                counted if bucket else None,
                tuple(all_counts),
            )
        )
        if bucket and not saturated | is_most and counted != sum(all_counts) & 0xFFFFFFFF:
            raise Wrong(f'{what}: the sum of the counts is {sum(all_counts)}, not {counted}')
    left = {kind: units for kind, units in open_at.items() if units}
    if left:
        raise Wrong(f'blocks without their last record: {left}')
    return blocks


def sizes_of(measure):
    """Of the units of a node, by its manifest."""
    sizes = {
        (BUCKET, i): (unit['count'], unit['bits']) for i, unit in enumerate(measure['buckets'])
    }
    sizes.update(
        {(COUNTER, i): (len(bank['inputs']), 32) for i, bank in enumerate(measure['counters'])}
    )
    return sizes


def hints(blocks):
    """Lines of the model: when late banks began."""
    lines, numbers = {}, {}
    for block in blocks:
        if block.kind == BUCKET:
            number = numbers.get(block.unit, 0)
            numbers[block.unit] = number + 1
            if block.flags & LATE:
                lines.setdefault(block.unit, []).append(f'{number} {block.first}')
    return [f'late {unit} ' + ' '.join(words) for unit, words in lines.items()]


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


def differences(blocks, wanted, taken, bits, most=6):
    """Lines that tell how a node's blocks differ from the model's; taken: times of the samples that
    were taken, with that of the flush."""
    lines = []
    wanted = [block for block in wanted if block.kind == BUCKET or block.end in taken]
    period = 1 << bits + 7
    for key in sorted({(block.kind, block.unit) for block in [*blocks, *wanted]}):
        found = [block for block in blocks if (block.kind, block.unit) == key]
        should = [
            block._replace(end=block.end % period, first=block.first % period)
            for block in wanted
            if (block.kind, block.unit) == key
        ]
        for i, (a, b) in enumerate(zip(found, should)):
            if a != b:
                lines.append(f'block {i} of {key}: {a},\n  not {b}')
                break
        if len(found) != len(should):
            lines.append(f'{len(found)} blocks of {key}, not {len(should)}')
    return lines[:most]
