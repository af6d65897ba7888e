# SPDX-License-Identifier: Apache-2.0
"""Reader of the truth log (sim/harness/truth.h describes the format).

truth = Truth('run.truth')
for cycle, pc in truth.retired(0): ...
truth.count(0, STALL, cycle)    # clocks with stall up to and including this cycle
"""

import struct
import sys
from array import array
from bisect import bisect_right

CORE, BUS, SYNC, HOLD, CONSOLE, EXIT, HIGH, END, ACCESS, STORE_PC, PORT, ACTIVITY, WORD = range(
    1, 14
)
RETIRED, ICACHE_ACCESS, ICACHE_HIT, DCACHE_ACCESS, DCACHE_HIT, STALL, WAITING, GRANT = (
    1 << bit for bit in range(8)
)
LEVELS = STALL | WAITING | GRANT
WRITING, WRITING_DATA, REQUEST, GRANTED, BUS_WAIT, TRANSACTION, BEAT, TLB_ACCESS, TLB_MISS = (
    1 << bit for bit in range(9)
)
BYTES = 9  # place of the number of bytes

MAGIC = b'GNTRUTH1'
RECORD = struct.Struct('<IIBBBB')


class Core:
    """One core's records as columns of equal length, in the order of cycles."""

    def __init__(self):
        self.cycle = array('Q')
        self.flags = bytearray()
        self.pc = array('I')  # of use where flags has RETIRED
        self.sums = {}


class Truth:
    """A whole log.

    cores    list of Core
    bus      list of (cycle, busy, owner), one for each change
    syncs    cycles in which the monitor's sync_o was high
    holds    list of (cycle, held): the target's reset
    console  list of (cycle, byte), since the last reset
    exits    core -> (cycle, code), since the last reset
    accesses list of (cycle, address, write) of each core: its loads and stores, in the clock of
             their completion
    ports    list of (cycle, page, sub, data, pc of the store) of each core: the writes of its
             event port
    activity list of (cycle, WRITING and so on, bytes << BYTES) of each core, one for each change;
             with the harness option --activity
    words    list of (cycle, address, strobes: 0 of a read, owner), each word that the bus did; with
             the same option
    cycles   number of cycles, None if the log was cut off
    """

    def __init__(self, path):
        with open(path, 'rb') as file:
            data = file.read()
        if (
            len(data) < 16
            or data[:8] != MAGIC
            or struct.unpack_from('<I', data, 8)[0] != RECORD.size
        ):
            raise ValueError(f"not a truth log: '{path}'")
        self.cores = [Core() for _ in range(struct.unpack_from('<I', data, 12)[0])]
        self.bus, self.syncs, self.holds, self.console, self.exits = [], [], [], [], {}
        self.accesses = [[] for _ in self.cores]
        self.ports = [[] for _ in self.cores]
        self.activity = [[] for _ in self.cores]
        self.words = []
        self.cycles = None
        whole = (len(data) - 16) // RECORD.size * RECORD.size
        self._parse(memoryview(data)[16 : 16 + whole])
        self._bus_sums = None

    def _parse(self, data):
        high = store_pc = 0
        adders = [(core.cycle.append, core.flags.append, core.pc.append) for core in self.cores]
        for cycle, value, kind, core, flags, owner in RECORD.iter_unpack(data):
            if kind == CORE:
                add = adders[core]
                add[0](high + cycle)
                add[1](flags)
                add[2](value)
            elif kind == ACCESS:
                self.accesses[core].append((high + cycle, value, flags))
            elif kind == ACTIVITY:
                self.activity[core].append((high + cycle, value))
            elif kind == WORD:
                self.words.append((high + cycle, value, flags, owner))
            elif kind == BUS:
                self.bus.append((high + cycle, flags & 1, owner))
            elif kind == SYNC:
                self.syncs.append(high + cycle)
            elif kind == HOLD:
                self.holds.append((high + cycle, flags & 1))
                if flags & 1:
                    self.console.clear()
                    self.exits.clear()
            elif kind == CONSOLE:
                self.console.append((high + cycle, value))
            elif kind == STORE_PC:
                store_pc = value
            elif kind == PORT:
                self.ports[core].append((high + cycle, owner, flags, value, store_pc))
            elif kind == EXIT:
                self.exits[core] = (high + cycle, value)
            elif kind == HIGH:
                high = value << 32
            elif kind == END:
                self.cycles = high + cycle
            else:
                raise ValueError(f'unknown kind {kind} in a truth log')

    def retired(self, core):
        """(cycle, pc) of each retired instruction."""
        rows = self.cores[core]
        return (
            (cycle, pc)
            for cycle, flags, pc in zip(rows.cycle, rows.flags, rows.pc, strict=True)
            if flags & RETIRED
        )

    def _sums(self, core, flag):
        # sums[i]: clocks with the flag high before the clock of row i
        rows = self.cores[core]
        if flag not in rows.sums:
            sums, total = array('Q', [0]) if rows.cycle else array('Q'), 0
            previous = rows.cycle[0] if rows.cycle else 0
            for cycle, flags in zip(rows.cycle[1:], rows.flags, strict=False):
                if flags & flag:
                    total += cycle - previous if flag & LEVELS else 1
                previous = cycle
                sums.append(total)
            rows.sums[flag] = sums
        return rows.sums[flag]

    def count(self, core, flag, cycle):
        """Clocks in which the flag of the core was high, up to and including the cycle."""
        rows = self.cores[core]
        sums = self._sums(core, flag)
        row = bisect_right(rows.cycle, cycle) - 1
        if row < 0:
            return 0
        here = rows.flags[row] & flag
        return sums[row] + ((cycle - rows.cycle[row] + 1 if flag & LEVELS else 1) if here else 0)

    def bus_count(self, cycle):
        """Clocks in which the bus was busy, up to and including the cycle."""
        if self._bus_sums is None:
            total, previous, busy = 0, 0, 0
            self._bus_cycles, self._bus_sums = array('Q'), array('Q')
            for at, now, _ in self.bus:
                total += busy * (at - previous)
                previous, busy = at, now
                self._bus_cycles.append(at)
                self._bus_sums.append(total)
        row = bisect_right(self._bus_cycles, cycle) - 1
        if row < 0:
            return 0
        return self._bus_sums[row] + self.bus[row][1] * (cycle - self._bus_cycles[row] + 1)


def main():
    truth = Truth(sys.argv[1])
    print(f'cycles {truth.cycles}, syncs {truth.syncs}, exits {truth.exits}')
    if len(sys.argv) > 2:
        for cycle, pc in truth.retired(int(sys.argv[2])):
            print(f'{cycle} {pc:08x}')


if __name__ == '__main__':
    main()
