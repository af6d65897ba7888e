# SPDX-License-Identifier: Apache-2.0
"""What taps beside the simulated target must show (docs/guide/taps.md), from the truth log and the
program's code alone: each signal as the times at which it is 1, each value as times and numbers.
Times are clocks of the run: 0 is the clock after the log's sync.
"""

from bisect import bisect_left, bisect_right
from itertools import accumulate

from program import IRQ_ENTRY, Program
from truth import (
    DCACHE_ACCESS,
    DCACHE_HIT,
    ICACHE_ACCESS,
    ICACHE_HIT,
    STALL,
    TLB_ACCESS,
    TLB_MISS,
    WAITING,
)

RETIRQ = 0x0400000B
DEVICES = 0x80000000  # and up
PORT = 0x80020  # page of the event port
CLASSES = {
    0x03: 'load',
    0x07: 'load',
    0x23: 'store',
    0x27: 'store',
    0x2F: 'atomic',
    0x63: 'branch',
    0x67: 'jump',
    0x6F: 'jump',
    0x13: 'alu',
    0x17: 'alu',
    0x37: 'alu',
    0x33: 'alu',
    0x0F: 'fence',
    0x73: 'system',
}
READ_STALLS = ('data_master', 'address_slave')
WRITE_STALLS = ('response_master', 'data_slave', 'address_slave', 'data_master', 'address_master')


class Count:
    """What adds up: until(time) is the sum of all clocks up to and including that one."""

    def within(self, after, time):
        return self.until(time) - self.until(after)


class Wire(Count):
    """Amounts at times: 1 each of a signal."""

    def __init__(self, rows=()):
        self.rows = sorted(rows)  # (time, amount)
        self.times = [time for time, _ in self.rows]
        self.sums = [0, *accumulate(amount for _, amount in self.rows)]

    def until(self, time):
        return self.sums[bisect_right(self.times, time)]

    def rises(self):
        there = set(self.times)
        return signal(time for time in self.times if time - 1 not in there)


class Level(Count):
    """A signal that is 1 in some stretches, from `begin` to before `end`."""

    def __init__(self, stretches):
        self.stretches = list(stretches)
        self.begins = [begin for begin, _ in self.stretches]
        self.sums = [0, *accumulate(end - begin for begin, end in self.stretches)]

    def until(self, time):
        place = bisect_right(self.begins, time)
        return self.sums[place] - (max(0, self.stretches[place - 1][1] - time - 1) if place else 0)


class Always(Count):
    """1 in each clock."""

    def until(self, time):
        return time + 1


class Not(Count):
    """1 in each clock in which the wire is 0."""

    def __init__(self, wire):
        self.wire = wire

    def until(self, time):
        return time + 1 - self.wire.until(time)


def signal(times):
    return Wire((time, 1) for time in times)


def either(*wires):
    return signal(set().union(*(wire.times for wire in wires)))


class Taps:
    """The nodes core0, ... and bus of sim/soc/monitors/quad_taps.yaml, of the log's sync of that
    number. nodes: name -> {name: Wire}; a value is the Wire of its amounts. words: (time, address,
    strobes, owner) of the bus."""

    def __init__(self, truth, elf, start=-1):
        self.truth, self.begin, self.code = truth, truth.syncs[start] + 1, Program(elf).code
        # of the log, or of the run before the next start
        self.end = next((sync for sync in truth.syncs if sync >= self.begin), truth.cycles)
        self.nodes = {
            f'core{core}': {**self._own(core), **self._rvfi(core), **self._port(core)}
            for core in range(len(truth.cores))
        }
        self.words = self.since(truth.words)
        self.nodes['bus'] = self._bus()
        for wires in self.nodes.values():
            wires['always'] = Always()

    def since(self, rows):
        """Rows that begin with a cycle, with times, from time 0 to the end."""
        return [(row[0] - self.begin, *row[1:]) for row in rows if self.begin <= row[0] < self.end]

    def level(self, changes, bit):
        """Of rows (cycle, flags) that hold until the next."""
        nexts = [cycle for cycle, _ in changes[1:]] + [self.end]
        stretches = [
            (max(first, self.begin) - self.begin, min(after, self.end) - self.begin)
            for (first, now), after in zip(changes, nexts, strict=True)
            if now & bit
        ]
        return Level((begin, end) for begin, end in stretches if begin < end)

    def _own(self, core):
        """Signals of the target beside the taps'."""
        rows, pages = self.truth.cores[core], self.truth.activity[core]
        rows = list(zip(rows.cycle, rows.flags, strict=True))
        lookups = {
            name: signal(time for time, now in self.since(rows) if now & bit)
            for name, bit in (
                ('icache_access', ICACHE_ACCESS),
                ('icache_hit', ICACHE_HIT),
                ('dcache_access', DCACHE_ACCESS),
                ('dcache_hit', DCACHE_HIT),
            )
        }
        return {
            **lookups,
            'idle': self.level(rows, WAITING),
            'tlb_access': self.level(pages, TLB_ACCESS),
            'tlb_miss': self.level(pages, TLB_MISS),
        }

    def _class(self, pc):
        word = self.code[pc]
        kind = CLASSES.get(word & 0x7F, 'other')
        return 'muldiv' if kind == 'alu' and word & 0x7F == 0x33 and word >> 25 == 1 else kind

    def _goes_to(self, rows, place):
        """Where the program went after a row: behind an interrupt, if one came between."""
        place += 1
        if place < len(rows) and rows[place][1] == IRQ_ENTRY:
            while place < len(rows) and self.code[rows[place][1]] != RETIRQ:
                place += 1
            place += 1
        return rows[place][1] if place < len(rows) else None

    def _rvfi(self, core):
        rows = self.since(self.truth.retired(core))
        kinds = {
            name: []
            for name in [
                *CLASSES.values(),
                'muldiv',
                'other',
                'compressed',
                'trap',
                'interrupt',
                'taken',
            ]
        }
        addresses = {'load': [], 'store': []}
        accesses = iter(self.since(self.truth.accesses[core]))
        for place, (time, pc) in enumerate(rows):
            kind = self._class(pc)
            kinds[kind].append(time)
            if kind == 'branch' and self._goes_to(rows, place) not in (pc + 4, None):
                kinds['taken'].append(time)
            if pc == IRQ_ENTRY:
                kinds['interrupt'].append(time)
            if kind in addresses:
                at, address, write = next(accesses)
                assert at < time and bool(write) == (kind == 'store'), (
                    f'core {core}: {kind} at {time}, access at {at}'
                )
                addresses[kind].append((time, address & ~3))
        wires = {name: signal(times) for name, times in kinds.items()}
        return {
            **wires,
            'rvfi_retired': signal(time for time, _ in rows),
            'load_addr': Wire(addresses['load']),
            'store_addr': Wire(addresses['store']),
        }

    def _begins(self, core, end):
        """The first clock of an access that is complete at `end`: the core waits from it on."""
        rows = self.truth.cores[core]
        place = bisect_left(rows.cycle, end + self.begin) - 1
        while place and rows.flags[place - 1] & STALL:
            place -= 1
        assert rows.flags[place] & STALL, f'core {core}: no clock of an access before {end}'
        return rows.cycle[place] - self.begin

    @staticmethod
    def _handshakes(pairs):
        """Of requests (taken, answered): when they are taken, when answered,
        and when some is owed."""
        return (
            signal(begin for begin, _ in pairs),
            signal(end for _, end in pairs),
            signal(time for begin, end in pairs for time in range(begin, end)),
        )

    def _port(self, core):
        """The event port: address and data are taken in one clock, the answer in that in which
        the access is complete."""
        taken = self.since(self.truth.ports[core])
        done = {
            write: [
                time
                for time, address, what in self.since(self.truth.accesses[core])
                if bool(what) == write and address >> 12 == PORT
            ]
            for write in (False, True)
        }
        assert len(taken) == len(done[True]), (
            f'core {core}: {len(taken)} writes of the port, {len(done[True])} of them complete'
        )
        writes = [(row[0], end) for row, end in zip(taken, done[True], strict=True)]
        reads = [(self._begins(core, end), end) for end in done[False]]
        take, response, owed = self._handshakes(writes)
        # the port takes a write in the clock that resets the target, and answers it behind that
        if any(row[0] == self.begin - 1 for row in self.truth.ports[core]):
            response = either(response, signal([0]))
        read_take, read_response, read_owed = self._handshakes(reads)
        latency = Wire((end, end - begin) for begin, end in writes)
        wires = {
            'aw_take': take,
            'w_take': take,
            'b_take': response,
            'ar_take': read_take,
            'r_take': read_response,
            'write_outstanding': owed,
            'write_latency': latency,
            'axi_latency': latency,
            'w_bytes': Wire((row[0], 1 << (self.code[row[4]] >> 12 & 3)) for row in taken),
            'write_stall_transfer': either(take, response),
            'write_stall_idle': Not(either(owed, response)),
            'write_stall_response_slave': signal(set(owed.times) - set(take.times)),
            'read_stall_transfer': either(read_take, read_response),
            'read_stall_idle': Not(either(read_owed, read_response)),
            'read_stall_data_slave': signal(set(read_owed.times) - set(read_take.times)),
            'write_dropped': Wire(),
            'port_writing': either(owed, response),
            'port_busy': either(owed, response, read_owed, read_response),
        }
        wires.update({f'read_stall_{name}': Wire() for name in READ_STALLS})
        wires.update({f'write_stall_{name}': Wire() for name in WRITE_STALLS})
        return wires

    def _tenures(self):
        """(first clock, clock after the last) of each time that the bus was somebody's, and the
        first clock of one that the end of the log has cut, which is later than the run."""
        tenures, begin = [], None
        for cycle, busy, _ in self.since(self.truth.bus):
            if busy and begin is None:
                begin = cycle
            elif not busy and begin is not None:
                tenures.append((begin, cycle))
                begin = None
        return tenures, begin

    def _bus(self):
        """Classic Wishbone: a request begins with the tenure, and after each word but the last."""
        (tenures, cut), words = self._tenures(), iter(self.words)
        requests, moved = {True: [], False: []}, {True: [], False: []}
        latencies, writing, of_data = [], [], []
        for begin, end in tenures:
            request = begin
            while request < end:
                time, address, strobes, _ = next(words)
                requests[strobes != 0].append(request)
                moved[strobes != 0].append((time, bin(strobes).count('1') if strobes else 4))
                latencies.append((time, time - request))
                request = time + 1
            assert request == end, f'the bus is free from {end} on, its last word is done in {time}'
            if strobes:
                writing += range(begin, end)
                of_data += range(begin, end if address < DEVICES else begin)
        late = next(words, None)
        assert late is None or (cut is not None and late[0] >= cut), 'a word on a bus that is free'
        cycle, answer = (
            signal(time for begin, end in tenures for time in range(begin, end)),
            signal(time for time, *_ in self.words),
        )
        owed = signal(set(cycle.times) - set(answer.times))
        wires = {
            'cycle': cycle,
            'request': signal(requests[True] + requests[False]),
            'read': signal(requests[False]),
            'write': signal(requests[True]),
            'waits': owed,
            'outstanding': owed,
            'writing': signal(writing),
            'answer': answer,
            'ack': answer,
            'beat': answer,
            'beat_read': signal(time for time, _ in moved[False]),
            'beat_write': signal(time for time, _ in moved[True]),
            'bytes': Wire(moved[True] + moved[False]),
            'latency': Wire(latencies),
            'tenure': Wire((end, end - begin) for begin, end in tenures),
            'stall_idle': Not(cycle),
            'stall_transfer': answer,
            'stall_answer': owed,
            'writing_data': signal(of_data),
        }
        wires.update(
            {
                name: Wire()
                for name in ('err', 'rty', 'aborted', 'dropped', 'stall_request', 'stall_master')
            }
        )
        return wires
