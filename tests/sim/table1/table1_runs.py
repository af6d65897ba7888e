# SPDX-License-Identifier: Apache-2.0
"""Runs of the command of Carpenter's Table 1, and what it has kept of them, by the tests' own
readers. The folder of the build and a scratch folder are the arguments of the test.
"""

import json
import os
import shutil
import struct
import subprocess
import sys
from collections import defaultdict

from program import Program
from suite import HANG_SECONDS
from times import CORES
from truth import DCACHE_ACCESS, DCACHE_HIT, ICACHE_ACCESS, ICACHE_HIT, Truth

BUILD, SCRATCH = (os.path.abspath(path) for path in sys.argv[1:3])
HERE = os.path.dirname(os.path.abspath(__file__))
EXPERIMENT = os.path.join(HERE, '../../../sim/experiments/table1')
SIZE = 4


def command(*args, build=BUILD):
    return subprocess.run(
        [sys.executable, os.path.join(EXPERIMENT, 'table1.py'), '--build', build, *map(str, args)],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )


class Table:
    """A run of the command: its exit status, text, JSON, picture, and the folder of its runs."""

    def __init__(self, name, *args, size=SIZE):
        self.folder = os.path.join(SCRATCH, name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        paths = [os.path.join(self.folder, file) for file in ('table.json', 'table.svg')]
        self.done = command(
            *args, '--size', size, '--json', paths[0], '--svg', paths[1], '--keep', self.folder
        )
        with open(paths[0], encoding='utf-8') as file:
            self.json = json.load(file)
        self.picture = paths[1]

    def values(self, program, key, form='plain'):
        return self.json['programs'][program]['rows'][key][form]

    def path(self, program, key, *names):
        return os.path.join(self.folder, f'{program}-{key.replace(" ", "-")}', *names)


def inserted_places(path):
    """(begin, end, event) of each place of an ELF file with inserted code: section .events."""
    with open(path, 'rb') as file:
        data = file.read()
    (shoff,) = struct.unpack_from('<I', data, 32)
    _, count, names = struct.unpack_from('<HHH', data, 46)
    headers = [struct.unpack_from('<10I', data, shoff + 40 * i) for i in range(count)]
    for header in headers:
        at = headers[names][4] + header[0]
        if data[at : at + 8] == b'.events\0':
            return list(struct.iter_unpack('<III', data[header[4] : header[4] + header[5]]))
    raise AssertionError(f'{path}: no .events')


class Run:
    """A run that the command has kept, by the tests' own readers."""

    def __init__(self, table, program, key):
        self.table, self.folder = table, table.path(program, key)
        self.elf = os.path.join(self.folder, 'program.elf')
        self.program = Program(self.elf)
        self.truth = Truth(os.path.join(self.folder, 'truth'))
        self.start = self.truth.syncs[-1] + 1 if self.truth.syncs else 0
        begin, end = (self.program.functions[name][0] for name in ('begin', 'end'))
        marks = defaultdict(list)
        for core in range(CORES):
            seen = set()
            for cycle, pc in self.truth.retired(core):
                if pc in (begin, end) and pc not in seen:
                    seen.add(pc)
                    marks[pc].append(cycle)
        self.begin, self.end = min(marks[begin]), max(marks[end])
        self.places = inserted_places(self.elf)

    def events(self, core):
        """(cycle, event) of each one that the core has come to."""
        places = {begin: number for begin, _, number in self.places}
        return [
            (cycle, places[pc])
            for cycle, pc in self.truth.retired(core)
            if pc in places and self.begin <= cycle <= self.end
        ]

    def misses(self):
        """Look-ups less hits, in the measured part."""
        total = 0
        for core in range(CORES):
            for access, hit in ((ICACHE_ACCESS, ICACHE_HIT), (DCACHE_ACCESS, DCACHE_HIT)):
                for flag, sign in ((access, 1), (hit, -1)):
                    total += sign * (
                        self.truth.count(core, flag, self.end)
                        - self.truth.count(core, flag, self.begin - 1)
                    )
        return total

    def grants(self):
        """How often the bus has become busy."""
        return sum(self.begin <= cycle <= self.end for cycle, busy, _ in self.truth.bus if busy)

    def loads(self, core, address):
        return [
            cycle for cycle, at, write in self.truth.accesses[core] if at == address and not write
        ]

    def dumped(self, core):
        """The words of the core's records."""
        return [
            data
            for cycle, page, sub, data, _ in self.truth.ports[core]
            if (page, sub) == (1, 3) and cycle > self.end
        ]


def gnomon_events(run):
    """The records of a run directory."""
    done = subprocess.run(
        [os.path.join(BUILD, 'bin', 'gnomon'), 'events', run, '--json'],
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def records(this):
    return gnomon_events(os.path.join(this.folder, 'run'))
