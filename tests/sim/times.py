# SPDX-License-Identifier: Apache-2.0
"""Reader of the log of time counters and CAPTURE line (sim/harness/times.hpp has the format), and
what they must be in each cycle, by the headers of rtl/gnomon_line_*.v and by nothing of their code.
"""

import functools
import itertools
import struct

from suite import equal

CORES = 4
ROW = struct.calcsize(f'<Q{2 + 2 * CORES}Q{CORES}III{CORES}II')
CENTRAL, OWN = 8, 24  # where the counters' columns are in a row, and
NODES = OWN + 16 * CORES  # the words of the nodes, the length, and the nodes of REPORT
LENGTH = NODES + 4 * CORES
REPORT = LENGTH + 8
ASSERT, FINISHED = 0x10, 0x80  # bits of a byte that a core stores to the line


class Node:
    """What a core's node shows in a cycle."""

    def __init__(self, word):
        flags = (word >> bit & 1 for bit in range(8))
        self.line, self.drive, self.irq, self.began, self.finished, self.ended, self.own, store = (
            flags
        )
        self.store = word >> 8 & 0xFF if store else None
        self.state = word >> 16 & 0xFF
        names = 'line', 'drive', 'irq', 'began', 'finished', 'ended', 'own', 'state'
        self.shown = {name: getattr(self, name) for name in names}


class Times:
    """central  list of (time, real time), one for each cycle from `first` on
    cores    list of as many lists of (time, real time)
    nodes    list of as many lists of Node
    line     list of as many 0 or 1
    length   list of (length of the assertion, 1 if it expires)

    With report the nodes and the line are those of REPORT, and the length is not in the log. Each
    is made when it is asked for: a log has some hundred thousand rows.
    """

    def __init__(self, path, report=False):
        with open(path, 'rb') as file:
            self._data = file.read()
        self._nodes = REPORT if report else NODES
        cycles = [cycle for (cycle,) in self._column(0, 'Q')]
        self.first = cycles[0]
        if cycles != list(range(self.first, self.first + len(cycles))):
            raise ValueError(f"cycles are missing in '{path}'")

    def _column(self, at, form):
        """Values of each row, of a form of struct."""
        rest = ROW - at - struct.calcsize('<' + form)
        return struct.iter_unpack(f'<{at}x{form}{rest}x', self._data)

    def _words(self, core):
        return (word for (word,) in self._column(self._nodes + 4 * core, 'I'))

    @functools.cached_property
    def central(self):
        return list(self._column(CENTRAL, 'QQ'))

    @functools.cached_property
    def cores(self):
        return [list(self._column(OWN + 16 * core, 'QQ')) for core in range(CORES)]

    @functools.cached_property
    def nodes(self):
        made = functools.lru_cache(None)(Node)
        return [[made(word) for word in self._words(core)] for core in range(CORES)]

    @functools.cached_property
    def line(self):
        return [word & 1 for word in self._words(0)]

    @functools.cached_property
    def length(self):
        return list(self._column(LENGTH, 'II'))

    @functools.cached_property
    def paused(self):
        """Cycles with the line asserted up to each one."""
        return list(itertools.accumulate(self.line))

    def __len__(self):
        return len(self.line)

    def time(self, cycle, width=32):
        """What a time counter shows: a pause shows two cycles later."""
        paused = self.paused[cycle - self.first - 2] if cycle - self.first >= 2 else 0
        return cycle - self.first - paused & (1 << width) - 1

    def real(self, cycle, width=32):
        return cycle - self.first & (1 << width) - 1

    def rounds(self):
        """(first, one after the last cycle) of each assertion of the line."""
        edges = [
            i
            for i, (a, b) in enumerate(zip([0, *self.line], [*self.line, 0], strict=True))
            if a != b
        ]
        return list(zip(edges[::2], edges[1::2], strict=True))


class Line:
    """The line's model: in each cycle step() gets what each core stores to it, which nodes assert
    it by themselves, and whether another line goes first, and returns what the nodes then show, as
    attributes like those of Node, and whether the line expires."""

    def __init__(self, limit, nodes=CORES):
        self.limit = limit
        self.line = self.before = self.rounds = self.length = 0
        self.began = self.ended = self.expire = 0
        self.pending, self.irq, self.own, self.timed_out, self.finished = (
            [0] * nodes for _ in range(5)
        )
        self.idle = None  # what is shown while nothing can change

    def shown(self, core, store, asserts):
        asserts = asserts or (store is not None and bool(store & ASSERT))
        return {
            'line': self.line,
            'drive': int(self.irq[core] or ((asserts or self.pending[core]) and not self.before)),
            'irq': self.irq[core],
            'began': self.began,
            'finished': self.finished[core],
            'ended': self.ended,
            'own': self.own[core],
            'state': self.irq[core] << 7
            | self.timed_out[core] << 6
            | self.line << 5
            | self.pending[core] << 4
            | self.rounds & 15,
        }

    def _core(self, core, store, raised, begins):
        """A node's part of a cycle."""
        right = store & FINISHED and store & 15 == self.rounds & 15
        self.finished[core] = int(bool(self.irq[core] and right))
        late = self.irq[core] and self.expire and not self.finished[core]
        if self.finished[core] or self.expire:
            self.irq[core] = 0
        self.timed_out[core] = int(bool(late or (self.timed_out[core] and not begins)))
        wants = int(bool(store & ASSERT or raised or self.pending[core]))
        self.pending[core] = 0 if begins else wants
        if begins:
            self.irq[core], self.own[core] = 1, wants

    def step(self, stores, raises=(0,) * CORES, waits=0):
        if not any(stores) and not any(raises):
            if self.idle:
                return self.idle
        else:
            self.idle = None
        shown = [
            self.shown(core, store, raised)
            for core, (store, raised) in enumerate(zip(stores, raises, strict=True))
        ]
        begins, ends = self.line and not self.before, self.before and not self.line
        for core, store in enumerate(stores):
            self._core(core, store or 0, raises[core], begins)
        self.rounds += bool(begins)
        self.began, self.ended = int(begins), int(ends)
        # the limit counts cycles of this assertion, and acts two cycles after the last of them
        self.length = self.length + 1 if self.line else 0
        self.expire = int(self.length == self.limit + 2)
        drives = any(node['drive'] for node in shown)
        self.before, self.line = self.line, int(drives and (self.line or not waits))
        busy = self.line, self.before, self.began, self.ended, self.expire
        if not any((*busy, *self.pending, *self.irq, *self.finished)):
            self.idle = [self.shown(core, None, 0) for core in range(len(stores))]
        return shown


def check_nodes(nodes, shown, what, cycle):
    """The nodes of a cycle against what the model shows."""
    for core, (node, values) in enumerate(zip(nodes, shown, strict=True)):
        if node.shown != values:  # the words only where they are needed
            equal(node.shown, values, f'{what}: core {core} in cycle {cycle}')
