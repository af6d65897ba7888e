# SPDX-License-Identifier: Apache-2.0
"""Run directories with many records, as the hardware sends them: a part of bench.py."""

import array
import json
import os
import shutil
import struct
import sys

PACKET = 4096
HEADER = struct.Struct('<IIQQQQQ')
MAGIC = 0xC1FC1FC1
RUN = 129  # number of the run; a monitor's begin with it
LAST = RUN << 24  # in the records of sync, beat and flush
SYNC, BEAT, FLUSH = 5, 4, 6


class Stream:
    """The file of a node: packets of records whose first word is the time."""

    def __init__(self, path, stream_id, node=0):
        # pylint: disable-next=consider-using-with # it is closed by close()
        self.file = open(path, 'wb')
        self.stream_id, self.node = stream_id, node << 8
        self.words, self.begin, self.end = array.array('I'), 0, 0
        self.epoch, self.records = 0, 0
        self.put(0, LAST | self.node | SYNC)

    def packet(self):
        """Writes the packet that was filled."""
        if sys.byteorder == 'big':
            self.words.byteswap()
        content = HEADER.size + 4 * len(self.words)
        self.file.write(
            HEADER.pack(MAGIC, self.stream_id, self.begin, self.end, 8 * content, 8 * PACKET, 0)
        )
        self.file.write(self.words.tobytes())
        self.file.write(bytes(PACKET - content))
        self.words = array.array('I')

    def room(self):
        """Words that the packet still takes."""
        return (PACKET - HEADER.size) // 4 - len(self.words)

    def put(self, time, *words):
        """One record; its node is added to the first of the words."""
        if time >> 31 != self.epoch:
            self.epoch = time >> 31
            self.put(self.epoch << 31, LAST | (self.epoch & 0xFF) << 16 | self.node | BEAT)
        if self.room() < 1 + len(words):
            self.packet()
        if not self.words:
            self.begin = time
        self.words.extend((time & 0xFFFFFFFF, words[0] | self.node, *words[1:]))
        self.end = time
        self.records += 1

    def put_many(self, first, step, words):
        """As many records of two words as there are in `words`, `step` cycles apart."""
        self.repeat(first, step, len(words), [(0, words)])

    def repeat(self, first, period, times, records):
        """Records so many times, `period` cycles apart. Of each: how long after the first one, and
        its words; a word is a number, or an array with one for each time."""
        size = sum(len(record) for record in records)
        done = 0
        while done < times:
            time = first + period * done
            many = min(times - done, self.room() // size)
            last = time + period * (many - 1) + records[-1][0]
            if not many:
                self.packet()
                continue
            if last >> 31 != self.epoch:
                for after, *words in records:
                    self.put(time + after, *(w if isinstance(w, int) else w[done] for w in words))
                done += 1
                continue
            if not self.words:
                self.begin = time + records[0][0]
            self.words.extend(self.piece(time, period, many, records, done))
            self.end = last
            self.records += many * len(records)
            done += many

    def piece(self, time, period, many, records, done):
        """The words of these records `many` times; of arrays, from `done` on."""
        size = sum(len(record) for record in records)
        piece = array.array('I', bytes(4 * size * many))
        at = 0
        for after, *words in records:
            low = time + after & 0xFFFFFFFF
            piece[at::size] = array.array('I', range(low, low + period * many, period))
            for i, word in enumerate(words):
                node = 0 if i else self.node
                if isinstance(word, int):
                    column = array.array('I', [word | node]) * many
                elif node:
                    column = array.array('I', [w | node for w in word[done : done + many]])
                else:
                    column = word[done : done + many]
                piece[at + 1 + i :: size] = column
            at += 1 + len(words)
        return piece

    def close(self):
        """Writes the flush, and all that is left."""
        self.put(self.end + 1, LAST | (self.epoch & 0xFF) << 16 | self.node | FLUSH)
        self.packet()
        self.file.close()


def make(place, manifest, build, output, fill, patterns=None):
    """A run directory: `fill` takes the streams of the nodes; returns the number of records.
    `patterns` is its pattern file, or None for one without points."""
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(os.path.join(place, 'trace'))
    shutil.copy(manifest, os.path.join(place, 'manifest.json'))
    with open(manifest, encoding='utf-8') as file:
        described = json.load(file)
    with open(os.path.join(place, 'trace', 'metadata'), 'w', encoding='utf-8') as file:
        file.write(output([os.path.join(build, 'bin', 'print_metadata'), manifest]))
    streams = [
        Stream(os.path.join(place, 'trace', f'node_{k}'), node['stream_id'], k)
        for k, node in enumerate(described['nodes'])
    ]
    fill(streams)
    for stream in streams:
        stream.close()
    if patterns:
        shutil.copy(patterns, os.path.join(place, 'patterns.json'))
    with open(os.path.join(place, 'run.json'), 'w', encoding='utf-8') as file:
        json.dump(
            {
                'gnomon': 3,
                'device': 'tcp:127.0.0.1:1',
                'hash': described['hash'],
                'run': RUN,
                'mode': 'stream',
                'started': '2026-01-01T00:00:00Z',
                'position': sum(stream.records for stream in streams),
                'holes': 0,
                'state': 'complete',
                'version': '0.2.0',
            },
            file,
        )
    return sum(stream.records for stream in streams)
