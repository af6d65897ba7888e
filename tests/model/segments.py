# SPDX-License-Identifier: Apache-2.0
"""Segments: put together from a node's records as docs/design/preprocessors.md has them. blocks.py
compares them with those that the model wants.
"""

SEGMENT = 16
LATE, FLUSHED = 2, 8  # as the model prints them
MOST = {2: 32, 3: 16}  # entries of a record, by the words of one
FIELDS = 6  # words of payload before the entries
LAST, ENDED = 1, 8  # flags of a record
KNOWN, CURRENT = 1, 2  # of an entry


class Wrong(Exception):
    pass


def whole_time(low, epoch, bits, what):
    """A time modulo 2^(bits+7)."""
    if low >> bits - 1 & 1 != epoch & 1 or low >> bits:
        raise Wrong(f'{what}: time {low:#x} with epoch {epoch}')
    return (epoch << bits - 1) + (low & (1 << bits - 1) - 1)


def _near(time, other, bits):
    """That time of those with its low bits that is next to the other."""
    period = 1 << bits + 7
    return other + (time - other + period // 2) % period - period // 2


class Memory:
    """The records of a unit, from which its next segment is put together; size: (entries, words of
    an entry)."""

    def __init__(self, unit, size, bits):
        self.unit, self.bits = unit, bits
        self.entries_most, self.width = size
        self.most = MOST[self.width]
        self.head, self.entries = None, []

    def take(self, record, what):
        """The record's entries; the fields of the segment, if this is its last record."""
        at, ended, flags, part, missed, total = record.words[:FIELDS]
        first, many = part & 0xFFFF, part >> 16
        words = record.words[FIELDS:]
        if (
            record.aux != len(record.words)
            or many > self.most
            or len(words) != many * self.width + many * self.width % 2
            or any(words[many * self.width :])
        ):
            raise Wrong(f'{what}: {many} entries in {record.aux} words')
        if flags >> 16 & ~(LAST | ENDED):
            raise Wrong(f'{what}: flags {flags:#x}')
        head = (at, ended, flags & ~(LAST << 16), missed, total)  # alike in all its records
        there, before = self.head or head, len(self.entries)
        last = bool(flags >> 16 & LAST)
        if there != head or first != before or (many != self.most and not last):
            raise Wrong(f'{what}: {head}, from {first}, does not continue at {there}, {before}')
        self.head = head
        self.entries += [
            self._entry(words[i * self.width : (i + 1) * self.width], what) for i in range(many)
        ]
        return self._segment(record, what) if last else None

    def _entry(self, words, what):
        """(length, known and current, word)."""
        length, state = words[0] & 0xFFFF, words[0] >> 16
        if not length or state > (KNOWN | CURRENT) or state == CURRENT:
            raise Wrong(f'{what}: entry {words[0]:#x}')
        word = words[1] | (words[2] << 32 if self.width > 2 else 0)
        if word and not state & KNOWN:
            raise Wrong(f'{what}: word {word:#x} that is not known')
        return length, state, word

    def _segment(self, record, what):
        """Fields of a block, by their names."""
        at, ended, flags, missed, total = self.head
        if total != len(self.entries) or total > self.entries_most:
            raise Wrong(f'{what}: {len(self.entries)} entries, not {total}')
        ends = _near(whole_time(ended, flags >> 8 & 0xFF, self.bits, what), record.time, self.bits)
        begins = ends + 1 - sum(length for length, _, _ in self.entries)
        triggers = whole_time(at, flags & 0xFF, self.bits, what)
        triggers = ends - (ends - triggers) % (1 << self.bits + 7)
        return {
            'kind': SEGMENT,
            'unit': self.unit,
            'end': ends,
            'first': begins,
            'flags': FLUSHED if flags >> 16 & ENDED else 0,
            'lost': missed,
            'counted': total,
            'counts': tuple(self.entries),
            'at': triggers,
        }


def of_model(record):
    """The fields of a block of a line of the model's output."""
    first, at, missed, *words = record.words
    entries = tuple(
        (words[i], words[i + 1], words[i + 2] | words[i + 3] << 32) for i in range(0, len(words), 4)
    )
    return {
        'kind': SEGMENT,
        'unit': record.code,
        'end': record.time,
        'first': first,
        'flags': record.aux,
        'lost': missed,
        'counted': len(entries),
        'counts': entries,
        'at': at,
    }


def word_bits(watch):
    """Bits of the watched word, by the manifest of a node."""
    return sum(high - low + 1 for field in watch['fields'] for high, low in field['kept'])


def sizes_of(node):
    """(entries, words of an entry) of each unit of a node, by its manifest."""
    width = 3 if word_bits(node['watch']) > 32 else 2
    return [
        (unit['before'] + 1 + unit['after'], width)
        for unit in node['preprocessors'].get('segments', [])
    ]


def hints(blocks):
    """Lines of the model: with which cycles the segments of a run begin."""
    lines = {}
    for block in blocks:
        if block.kind != SEGMENT:
            continue
        first = lines.setdefault(block.unit, [])
        if block.counted:
            first.append(str(max(0, block.first)))
    return [
        f'kept {unit} ' + ' '.join(first[i : i + 1000])
        for unit, first in lines.items()
        for i in range(0, max(1, len(first)), 1000)
    ]


def too_late(wanted, counts):
    """Lines that state which segments begin late though one was empty; counts: of the segments of
    each unit, by its number, None where no segment is ever missing."""
    lines, numbers = [], {}
    for block in wanted:
        number = numbers.get(block.unit, 0)
        numbers[block.unit] = number + 1
        if block.flags & LATE and (counts is None or number < counts[block.unit]):
            lines.append(
                f'segment {number} of unit {block.unit} could have begun before {block.first}, '
                f'or there are triggers without one: up to {block.end}, {block.lost} missed'
            )
    return lines
