# SPDX-License-Identifier: Apache-2.0
"""Readers of the simulator's logs: what the target really did (sim/harness/truth.h), and its lines
(sim/harness/times.hpp). Cycles are counted from the target's first one after its last reset.
"""

import struct

CORES = 4
RETIRED, ICACHE_ACCESS, ICACHE_HIT, DCACHE_ACCESS, DCACHE_HIT = (1 << bit for bit in range(5))
CORE, BUS, SYNC, HOLD, CONSOLE, EXIT, HIGH, END, ACCESS, STORE_PC, PORT = range(1, 12)
RECORD = struct.Struct('<IIBBBB')
LOOKUPS = ICACHE_ACCESS | DCACHE_ACCESS


class Truth:
    """retired   of each core: (cycle, pc)
    lookups   of each core: (cycle, flags)
    grants    (cycle, owner) of each transaction of the bus
    accesses  of each core: (cycle, address, write)
    ports     of each core: (cycle, number, data) of each write of its event port
    exits     core -> code
    """

    def __init__(self, path):
        self.retired, self.lookups, self.accesses, self.ports = (
            [[] for _ in range(CORES)] for _ in range(4)
        )
        self.grants, self.exits = [], {}
        with open(path, 'rb') as file:
            data = file.read()
        if data[:8] != b'GNTRUTH1' or (len(data) - 16) % RECORD.size:
            raise ValueError(f"not a truth log: '{path}'")
        self._start = self._find_start(data)
        self._parse(data)

    @staticmethod
    def _find_start(data):
        start = 0
        for cycle, _, kind, _, flags, _ in RECORD.iter_unpack(data[16:]):
            if kind == HIGH:
                raise ValueError('a run of more than 2^32 cycles')
            if kind == HOLD and not flags & 1:
                start = cycle
        return start

    def _parse(self, data):
        start = self._start
        for at, value, kind, core, flags, owner in RECORD.iter_unpack(data[16:]):
            cycle = at - start
            if cycle < 0:
                continue
            if kind == CORE:
                if flags & RETIRED:
                    self.retired[core].append((cycle, value))
                if flags & LOOKUPS:
                    self.lookups[core].append((cycle, flags))
            elif kind == ACCESS:
                self.accesses[core].append((cycle, value, flags & 1))
            elif kind == BUS:
                if flags & 1:
                    self.grants.append((cycle, owner))
            elif kind == PORT:
                self.ports[core].append((cycle, owner << 6 | flags, value))
            elif kind == EXIT:
                self.exits[core] = value

    @property
    def start(self):
        """The simulator's cycle that is the target's first one."""
        return self._start

    def misses(self, begin, end):
        """Look-ups of caches without a hit."""
        return sum(
            bool(flags & ICACHE_ACCESS and not flags & ICACHE_HIT)
            + bool(flags & DCACHE_ACCESS and not flags & DCACHE_HIT)
            for rows in self.lookups
            for cycle, flags in rows
            if begin <= cycle <= end
        )


class Lines:
    """times    the time of the counters in each cycle
    paused   1 in each cycle in which a line is asserted
    rounds   (first cycle, one after the last) of each round of CAPTURE, and of REPORT
    late     (first cycle of the round, line, core) of each node that a time-out has released
    """

    ROW = struct.Struct(f'<Q{2 + 2 * CORES}Q{CORES}III{CORES}II')
    FIRST = (3 + 2 * CORES, 5 + 3 * CORES)  # field of core 0's node of each line
    TIMED_OUT = 1 << 22

    def __init__(self, path, start):
        self.times, self.paused, self.rounds, self.late = [], [], ([], []), []
        began, out = [None, None], {}
        with open(path, 'rb') as file:
            data = file.read()
        for row in self.ROW.iter_unpack(data[: len(data) // self.ROW.size * self.ROW.size]):
            cycle = row[0] - start
            if cycle < 0:
                continue
            self.times.append(row[3])
            now = [row[first] & 1 for first in self.FIRST]
            self.paused.append(now[0] | now[1])
            for line, first in enumerate(self.FIRST):
                if now[line] and began[line] is None:
                    began[line] = cycle
                for core in range(CORES):
                    late = row[first + core] & self.TIMED_OUT
                    if late and not out.get((line, core)):
                        self.late.append((began[line], line, core))
                    out[line, core] = late
                if not now[line] and began[line] is not None:
                    self.rounds[line].append((began[line], cycle))
                    began[line] = None


class NoLines:
    """Of a target without lines, or a row that does not use them."""

    times, late, paused = (), (), ()
    rounds = ((), ())
