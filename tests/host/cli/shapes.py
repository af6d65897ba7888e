# SPDX-License-Identifier: Apache-2.0
"""Runs of shapes that make an analysis slow which looks at all that is open, known or waiting, for
each record: a part of growth_runs.py."""

import json
import os
import random
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
sys.path.append(os.path.join(ROOT, 'tests', 'bench'))
import runs  # noqa: E402 # pylint: disable=wrong-import-position

DESCRIPTION = """gnomon: 1
name: two
clock: 100 MHz
time: { bits: 32 }
buffer: { slots: 1024 }
link: { phy: uart, baud: 12 MHz }
nodes:
  - name: left
    watch: { field: pc, bits: 32, when: valid, capacity: 31 }
    port: { bus: strobe }
  - name: right
    watch: { field: pc, bits: 32, when: valid, capacity: 31 }
    port: { bus: strobe }
"""
EXPERIMENT = """gnomon: 1
manifest: {manifest}
program: {program}
calls: "f?"
points:
  a_in: {{ address: 0x100 }}
  a_out: {{ address: 0x104 }}
  b_in: {{ address: 0x108 }}
  b_out: {{ address: 0x10c }}
intervals:
  a: {{ from: a_in, to: a_out }}
  b: {{ from: b_in, to: b_out }}
port: {{ actions: [record] }}
limits:
  - p99(a) < 400 cycles
  - after a_in comes b_out within 1000 cycles
"""
FUNCTIONS = 4
RISCV_CC = (
    'riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -nostdlib -static -Wl,-Ttext=0x1000'
).split()
STEP = 10  # cycles from a record to the next
EVENT, GAP, DATUM, LOAD = 1, 3, 7, 13  # kinds of records
CONTROL, SEND, CALL, RECEIVE, OTHER = 0, 4, 5, 6, 8  # pages of the event port


class Writer:
    """The files that all runs have in common; `build`: where the programs are, `output`: runs one
    and returns what it prints."""

    def __init__(self, folder, build, output):
        self.folder, self.build, self.output = folder, build, output
        source, program = os.path.join(folder, 'two.yaml'), os.path.join(folder, 'f.elf')
        with open(os.path.join(folder, 'f.S'), 'w', encoding='utf-8') as file:
            for k in range(FUNCTIONS):
                file.write(f'.globl f{k}\n.type f{k}, @function\n')
                file.write(f'f{k}: nop\nret\n.size f{k}, . - f{k}\n')
        output([*RISCV_CC, '-Wl,-e,0x1000', '-o', program, file.name])
        with open(source, 'w', encoding='utf-8') as file:
            file.write(DESCRIPTION)
        output([os.path.join(build, 'bin', 'gnomon-gen'), source, '-o', os.path.join(folder, 'm')])
        self.manifest = os.path.join(folder, 'm', 'manifest.json')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT.format(manifest=self.manifest, program=program))
        self.patterns = os.path.join(folder, 'patterns.json')
        output([os.path.join(build, 'bin', 'gnomon'), 'compile', source, '-o', self.patterns])
        with open(self.patterns, encoding='utf-8') as file:
            points = json.load(file)['points']
        self.code = {point['name']: point['codes'] for point in points}

    def write(self, shape, count):
        """A run of a shape, of about so many records; its path."""
        path = os.path.join(self.folder, f'{shape}_{count}')
        runs.make(
            path,
            self.manifest,
            self.build,
            self.output,
            lambda streams: SHAPES[shape](Records(streams, self.code), count),
            self.patterns,
        )
        return path


class Records:
    """Records of two nodes, one after the other."""

    def __init__(self, streams, code):
        self.streams, self.code, self.time = streams, code, 0

    def put(self, node, *words):
        self.time += STEP
        self.streams[node].put(self.time, *words)

    def fire(self, point, node=0):
        self.put(node, EVENT | self.code[point][node] << 16)

    def write(self, page, sub, data, process, node=0):
        self.put(node, page << 28 | sub << 16 | DATUM, data, process)

    def switch(self, process, node=0):
        self.write(CONTROL, 0, process, process, node)

    def gap(self, node=0):
        self.time += STEP
        low = self.time & 0xFFFFFFFF
        word = (runs.RUN & 0x7F) << 24 | self.streams[node].epoch << 16 | GAP
        self.streams[node].put(self.time, word, low + STEP // 2, 1)
        self.streams[node].end = self.time + STEP // 2


def crossed(to, n):
    """Intervals of one kind begin, then those of another, and end in that order."""
    for point in ('a_in', 'b_in', 'a_out', 'b_out'):
        for _ in range(n // 4):
            to.fire(point)


def nested(to, n):
    for point in ('a_in', 'a_out'):
        for _ in range(n // 2):
            to.fire(point)


def endless(to, n):
    """Intervals that never end."""
    for _ in range(n):
        to.fire('a_in')


def cut(to, n):
    """Intervals, each of which a loss cuts."""
    for _ in range(n // 2):
        to.fire('a_in')
        to.gap()


def processes(to, n):
    """Each call is in another process."""
    for i in range(n // 3):
        to.switch(i & 0xFFFF)
        to.fire(f'f{i % FUNCTIONS}.entry')
        to.fire(f'f{i % FUNCTIONS}.return')


def processes_and_losses(to, n):
    for i in range(n // 2):
        to.switch(i & 0xFFFF)
    for _ in range(n // 4):
        to.gap()
        to.switch(1)


def crossed_processes(to, n):
    """Intervals that begin in two processes, one after the other, and end in that order."""
    for point in ('a_in', 'a_out'):
        for process in (1, 2):
            to.switch(process)
            for _ in range(n // 4):
                to.fire(point)


def deep(to, n):
    """Functions that call each other, and then return."""
    for i in range(n // 2):
        to.fire(f'f{i % FUNCTIONS}.entry')
    for i in reversed(range(n // 2)):
        to.fire(f'f{i % FUNCTIONS}.return')


def paths(to, n):
    """Many paths of functions, in a few processes."""
    chance, open_ones = random.Random(1), []
    for i in range(n):
        if len(open_ones) == 12 or (open_ones and chance.random() < 0.45):
            to.fire(f'f{open_ones.pop()}.return')
        else:
            open_ones.append(chance.randrange(FUNCTIONS))
            to.fire(f'f{open_ones[-1]}.entry')
        if i % 100 == 99:
            while open_ones:
                to.fire(f'f{open_ones.pop()}.return')
            to.switch(i // 100 % 7)


def sends(to, n, process=lambda i: 1):
    for i in range(n):
        to.write(SEND, i >> 15 & 63, (i & 0xFFFF) << 16 | 100, process(i))


def waiting(to, n):
    """Messages are sent, and then received in that order."""
    sends(to, n // 2)
    for i in range(n // 2):
        to.write(RECEIVE, i >> 15 & 63, (i & 0xFFFF) << 16 | 100, 2, 1)


def turned(to, n):
    """Messages are received in the opposite order."""
    sends(to, n // 2)
    for i in reversed(range(n // 2)):
        to.write(RECEIVE, i >> 15 & 63, (i & 0xFFFF) << 16 | 100, 2, 1)


def unreceived(to, n):
    sends(to, n)


def unsent(to, n):
    for i in range(n):
        to.write(RECEIVE, i >> 15 & 63, (i & 0xFFFF) << 16 | 100, 2, 1)


def talking(to, n):
    """Each message is of another process, and for another one."""
    for i in range(n // 4):
        to.switch(i & 0x7FFF)
        to.write(SEND, i & 63, (i >> 6 & 0xFFFF) << 16 | 100, i & 0x7FFF)
        to.switch(0x8000 | i & 0x7FFF, 1)
        to.write(RECEIVE, i & 63, (i >> 6 & 0xFFFF) << 16 | 100, 0x8000 | i & 0x7FFF, 1)


def sent_and_lost(to, n):
    """Messages that nobody receives, and losses."""
    sends(to, n // 2)
    for _ in range(n // 2):
        to.gap()


def called_and_lost(to, n):
    """Many processes wait for a message, and then there are losses."""
    for i in range(n // 3):
        to.write(CALL, i & 63, 0, i & 0xFFFF)
    for i in range(n // 6):
        to.gap()
        to.write(CALL, i & 63, 0, 1)
        to.write(RECEIVE, i & 63, i << 16, 1)


def damaged(to, n):
    """Bytes that are no records between those that are."""
    for i in range(n // 2):
        to.fire('a_out' if i % 2 else 'a_in')
        to.put(0, 0xFFFFFFFF)


def told(to, n):
    """Each write to the event port is another event."""
    for i in range(n):
        to.write(OTHER + (i >> 6) % 8, i & 63, i, i >> 9 & 0xFFFF)


def stopped(to, n):
    """The triggers go off, and live again."""
    for i in range(n // 3):
        to.put(0, LOAD)
        to.put(0, 1 << 16 | LOAD)
        to.fire('a_in' if i % 2 else 'a_out')


SHAPES = {
    shape.__name__: shape
    for shape in (
        crossed,
        nested,
        endless,
        cut,
        processes,
        processes_and_losses,
        crossed_processes,
        deep,
        paths,
        waiting,
        turned,
        unreceived,
        unsent,
        sent_and_lost,
        called_and_lost,
        damaged,
        talking,
        told,
        stopped,
    )
}
