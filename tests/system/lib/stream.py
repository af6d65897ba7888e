# SPDX-License-Identifier: Apache-2.0
"""A reader of the streams of a run directory as docs/design/interfaces.md has them, that shares no
code with the host program and forgives nothing.
"""

import json
import os
import struct
from bisect import bisect_left
from collections import namedtuple

EVENT, RATIO, GAP, BEAT, SYNC, FLUSH, DATUM = range(1, 8)
CAPTURE, BUCKET, LINE, TRIGGER, WORD, LOAD, COUNTER, SEGMENT = 8, 9, 10, 11, 12, 13, 14, 16
KINDS = {
    EVENT: 'event',
    RATIO: 'ratio',
    GAP: 'gap',
    BEAT: 'beat',
    SYNC: 'sync',
    FLUSH: 'flush',
    DATUM: 'datum',
    LINE: 'line',
    TRIGGER: 'trigger',
    WORD: 'word',
    CAPTURE: 'capture',
    LOAD: 'load',
    BUCKET: 'bucket',
    COUNTER: 'counter',
    SEGMENT: 'segment',
}
BLOCKS = BUCKET, COUNTER, SEGMENT
UNSAMPLED, SAMPLED, STOPPED, MARKED = 1, 2, 4, 8
CAUSE, CURRENT, KNOWN = 16, 32, 64  # of a capture
OWN, LATE, FULL, KEPT = 16, 32, 64, 128  # of a round
LONG = 64  # in the code of a datum: it has a third slot
CTF_MAGIC = 0xC1FC1FC1
# magic, stream class, begin, end, content and packet in bits, discarded
HEADER = struct.Struct('<IIQQQQQ')
PAGE = 4096

# time: 64 bits; resumed and lost of a gap only; words: payload; at: offset in the file
Record = namedtuple('Record', 'time kind code aux words resumed lost at')
# at: offset in the file; content, size: bytes with the header
Packet = namedtuple('Packet', 'at begin end content size discarded')


class Malformed(Exception):
    pass


def packets(data, stream):
    """The packets of a file; the sizes of the last one may go beyond its end."""
    at, found = 0, []
    while at < len(data):
        if len(data) - at < HEADER.size:
            raise Malformed(f'header of a packet at {at} is cut off')
        magic, there, begin, end, content, size, discarded = HEADER.unpack_from(data, at)
        packet = Packet(at, begin, end, content // 8, size // 8, discarded)
        if (
            (magic, there) != (CTF_MAGIC, stream)
            or content % 64
            or size % 64
            or not HEADER.size <= packet.content <= packet.size
            or begin > end
        ):
            raise Malformed(f'header of a packet at {at}')
        if at // PAGE != (at + packet.size - 1) // PAGE:
            raise Malformed(f'packet at {at} crosses a page')
        if found and (begin < found[-1].end or discarded < found[-1].discarded):
            raise Malformed(f'packet at {at} goes back')
        if any(data[at + packet.content : at + packet.size]):
            raise Malformed(f'packet at {at} has more than its content')
        found.append(packet)
        at += packet.size
    return found


def _raw_records(data, node, begin, end):
    """(time, kind, code, aux, payload words, offset) of each record."""
    at, records = begin, []
    while at < end:
        if end - at < 8:
            raise Malformed(f'{end - at} bytes at the end')
        time, kind, there, code, aux = struct.unpack_from('<IBBBB', data, at)
        if kind not in KINDS or there != node:
            raise Malformed(f'kind {kind} of node {there} at {at}')
        words = {
            RATIO: aux,
            BUCKET: aux,
            COUNTER: aux,
            SEGMENT: aux,
            GAP: 2,
            WORD: 2,
            CAPTURE: 2,
            LINE: 2,
            DATUM: 4 if code & LONG else 2,
        }.get(kind, 0)
        if words % 2 or end - at - 8 < 4 * words:
            raise Malformed(f'kind {kind} of {words} words at {at}')
        records.append((time, kind, code, aux, struct.unpack_from(f'<{words}I', data, at + 8), at))
        at += 8 + 4 * words
    return records


EPOCHS = BEAT, SYNC, FLUSH, GAP  # kinds that bear an epoch
RING = 128  # in the aux of a gap: the ring was busy, not the trace buffer full


class _Clock:
    """From the low bits of a time to 64 bits, by the epochs."""

    def __init__(self, records, bits):
        self.bits, self.records = bits, records
        self.now = 0
        # place of the record with an epoch at i or later
        self.next_epoch = [None] * (len(records) + 1)
        for i in range(len(records) - 1, -1, -1):
            self.next_epoch[i] = i if records[i][1] in EPOCHS else self.next_epoch[i + 1]

    def step(self, low):
        self.now += (low - self.now) % (1 << self.bits)
        return self.now

    def resume(self, word, i):
        """To the end of a gap: its word has what 32 bits hold of the epoch, the next epoch the
        rest."""
        whole = min(self.bits + 7, 32)
        if word >> whole:
            raise Malformed(f'end of a gap {word} of {whole} bits')
        if whole == self.bits + 7:
            self.now += (word - self.now) % (1 << whole)
        elif self.jump(word & (1 << self.bits) - 1, i) % (1 << whole) != word:
            raise Malformed(f'gap ends at {self.now}, not {word}')
        return self.now

    def jump(self, low, i):
        """To a time of those low bits that lies in the period before the first epoch
        of record i or later."""
        at = self.next_epoch[i]
        if at is None:
            return self.step(low)
        time, _, epoch = self.records[at][:3]
        half = self.bits - 1
        if time >> half != epoch & 1:
            raise Malformed(f'epoch {epoch} with time {time}')
        whole = (epoch << half) + (time & (1 << half) - 1)
        whole += -(-max(0, self.now - whole) >> self.bits + 7) << self.bits + 7
        then = whole - ((time - low) & (1 << self.bits) - 1)
        if then < self.now:
            raise Malformed(f'time {then} after {self.now}')
        self.now = then
        return then


def read_stream(path, node, run, bits, size, stream=0, frozen=False):
    """The records of a node in the first `size` bytes, each time whole; stream: its class in the
    metadata; frozen: of a flight recorder, which may have dropped the record before a block."""
    with open(path, 'rb') as file:
        data = file.read(size)
    if len(data) != size:
        raise Malformed(f"'{path}' has {len(data)} bytes, not {size}")
    held = packets(data, stream)
    raw = [
        row
        for packet in held
        for row in _raw_records(
            data, node, packet.at + HEADER.size, min(packet.at + packet.content, size)
        )
    ]
    clock, records = _Clock(raw, bits), []
    before = 0
    for i, (low, kind, code, aux, words, at) in enumerate(raw):
        if kind in BLOCKS and i and low != before and not frozen:
            raise Malformed(f'block with time {low}, not that of the record before it, {before}')
        before = words[0] & (1 << bits) - 1 if kind == GAP else low
        if low >> bits:
            raise Malformed(f'time {low} of {bits} bits')
        time = clock.step(low) if i else clock.jump(low, i)
        if kind in EPOCHS:
            if (aux | RING if kind == GAP else aux) != run:
                raise Malformed(f'record of run {aux}, not {run}')
            if time >> (bits - 1) & 0xFF != code:
                raise Malformed(f'epoch {code} at time {time}')
        resumed, lost = None, None
        if kind == GAP:
            resumed, lost = clock.resume(words[0], i + 1), words[1]
        records.append(Record(time, kind, code, aux, words, resumed, lost, at))
    check_packets(held, records)
    return records


def check_packets(held, records):
    """Whether the headers agree with the records in their packets; the last may lack some, where a
    drain continues."""
    discarded, places = 0, [record.at for record in records]
    for packet, following in zip(held, (held + [None])[1:], strict=True):
        ends = (packet.at, packet.at + packet.size)
        own = records[slice(*(bisect_left(places, end) for end in ends))]
        discarded += sum(record.lost or 0 for record in own)
        if packet.discarded != discarded:
            raise Malformed(
                f'packet at {packet.at} counts {packet.discarded} lost, not {discarded}'
            )
        if own and packet.begin != own[0].time:
            raise Malformed(f'packet at {packet.at} begins at {packet.begin}, not {own[0].time}')
        if any(record.kind == GAP for record in own) and len(own) > 1:
            raise Malformed(f'packet at {packet.at} has a gap and more')
        if own and following and packet.end < (own[-1].resumed or own[-1].time):
            raise Malformed(f'packet at {packet.at} ends too early')


class RunDirectory:
    def __init__(self, path):
        self.path = path
        with open(os.path.join(path, 'manifest.json'), encoding='utf-8') as file:
            self.manifest = json.load(file)
        with open(os.path.join(path, 'run.json'), encoding='utf-8') as file:
            self.journal = json.load(file)

    def stream_path(self, node):
        return os.path.join(self.path, 'trace', f'node_{node}')

    def records(self, node, frozen=False):
        size = self.journal['nodes'][node]['size']
        if (
            self.journal['state'] == 'complete'
            and os.path.getsize(self.stream_path(node)) != -(-size // PAGE) * PAGE
        ):
            raise Malformed(f"'{self.stream_path(node)}' of a complete run goes on")
        return read_stream(
            self.stream_path(node),
            node,
            self.journal['run'],
            self.manifest['time_bits'],
            size,
            self.manifest['nodes'][node]['stream_id'],
            frozen,
        )

    def nodes(self, frozen=False):
        return [self.records(node, frozen) for node in range(len(self.manifest['nodes']))]
