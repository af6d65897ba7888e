# SPDX-License-Identifier: Apache-2.0
"""Reader of the log of time counters and CAPTURE line (sim/harness/times.hpp has the format), and
what they must be in each cycle, by the headers of rtl/gnomon_line_*.v and by nothing of their code.
"""

import struct

CORES = 4
ROW = struct.Struct(f'<Q{2 + 2 * CORES}Q{CORES}III{CORES}II')
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


class Times:
    """central  list of (time, real time), one for each cycle from `first` on
    cores    list of as many lists of (time, real time)
    nodes    list of as many lists of Node
    line     list of as many 0 or 1
    length   list of (length of the assertion, 1 if it expires)

    With report the nodes and the line are those of REPORT, and the length is not in the log.
    """

    def __init__(self, path, report=False):
        with open(path, 'rb') as file:
            rows = list(ROW.iter_unpack(file.read()))
        self.first = rows[0][0]
        if [row[0] for row in rows] != list(range(self.first, self.first + len(rows))):
            raise ValueError(f"cycles are missing in '{path}'")
        self.central = [row[1:3] for row in rows]
        self.cores = [[row[3 + 2 * core : 5 + 2 * core] for row in rows] for core in range(CORES)]
        memo = {}
        first = 3 + 2 * CORES + (CORES + 2 if report else 0)
        self.nodes = [
            [memo.get(row[at]) or memo.setdefault(row[at], Node(row[at])) for row in rows]
            for at in range(first, first + CORES)
        ]
        self.line = [node.line for node in self.nodes[0]]
        self.length = [row[3 + 3 * CORES : 5 + 3 * CORES] for row in rows]
        total, self.paused = 0, []  # cycles with the line asserted up to this one
        for line in self.line:
            total += line
            self.paused.append(total)

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
