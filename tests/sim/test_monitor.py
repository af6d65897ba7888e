# SPDX-License-Identifier: Apache-2.0
"""The generated monitors of the quad-core target, over the link as it is documented, without the host program: every
record against the truth log, every count, and the target's outputs against those of the bare target.

usage: test_monitor.py EVENTS.elf SCRATCH_DIR BARE SIMULATOR...
"""
import functools
import os
import signal
import struct
import subprocess
import sys

import link
from program import Program
from suite import check, run
from truth import DCACHE_ACCESS, DCACHE_HIT, ICACHE_ACCESS, ICACHE_HIT, STALL, Truth

ELF, SCRATCH, BARE = sys.argv[1:4]
CORES = 4
RECORD, SAMPLE = 1, 2
UNSAMPLED, SAMPLED = 1, 2
FEW = {'tight_one': RECORD, 'share': RECORD, 'barrier': RECORD | SAMPLE, 'timer_handler': RECORD, 'done': RECORD | SAMPLE}
MANY = dict(FEW, fib=RECORD | SAMPLE, tight_two=RECORD, tight_three=RECORD, lock=RECORD, unlock=RECORD)


class Monitor:
    """What differs between the simulators."""

    def __init__(self, simulator):
        self.simulator = simulator
        self.name = os.path.basename(simulator)
        self.tiny = 'tiny' in self.name
        self.compressed = 'compressed' in self.name
        self.slots = 64 if self.tiny else 4096
        self.time_bits = 16 if 'short' in self.name else 32
        self.points = MANY if self.tiny else FEW


def addresses(monitor):
    """Event code -> address of its point; the codes are 1, 2, ... in the order of the points."""
    functions = Program(ELF).functions
    return {code: functions[name][0] for code, name in enumerate(monitor.points, 1)}


def load(device, monitor):
    """Tables for addresses below 0x200000 that differ in their low 10 bits: the class of chunk 0 is the event's code, that of chunk 1
    is 1 + its value where it is the upper part of an address, and rank 2 lets the matching pairs pass."""
    where = addresses(monitor)
    check(len({address & 1023 for address in where.values()}) == len(where), 'the points share low bits')
    chunk0, chunk1, rank2 = bytearray(1024), bytearray(2048), bytearray(256)
    for code, address in where.items():
        chunk0[address & 1023] = code
        chunk1[address >> 10] = 1 + (address >> 10)
        rank2[(1 + (address >> 10)) << 4 | code] = code
    device.load(0, bytes(chunk0))
    device.load(1, bytes(chunk1))
    device.load(2, bytes(2048))
    device.load(3, bytes(rank2))
    device.load(4, bytes(range(16)) + bytes(240))
    device.load(5, bytes([0, *monitor.points.values()]))


class Drain:
    """Reads slots as they come and frees them."""

    def __init__(self, device, slots):
        self.device, self.slots, self.position, self.rows = device, slots, 0, []

    def step(self):
        count = (self.device.head() - self.position) % self.slots
        begin = self.position % self.slots
        self.rows += self.device.slots(begin, min(begin + count, self.slots))
        self.rows += self.device.slots(0, begin + count - self.slots)
        self.position += count
        self.device.op(link.LIMIT, (self.position - 16) % self.slots & ~15)


def read_records(rows):
    """Slots to records: (node, kind, code, aux, time, payload words)."""
    records, i = [], 0
    while i < len(rows):
        time, word = rows[i]
        kind, node, code, aux = struct.unpack('4B', struct.pack('<I', word))
        extra = {link.RATIO: aux // 2, link.GAP: 1}.get(kind, 0)
        records.append((node, kind, code, aux, time, [part for row in rows[i + 1:i + 1 + extra] for part in row]))
        i += 1 + extra
    return records


def measure(monitor, process):
    """Run the program under the monitor; returns the records of each node."""
    device = link.Link(int(process.stdout.readline().rsplit(b':', 1)[1]))
    device.op(link.SELECT, link.ALL)
    device.op(link.START)
    load(device, monitor)
    device.op(link.SELECT, link.ALL | link.LIVE | link.COLLECT)
    device.op(link.START)
    os.set_blocking(process.stdout.fileno(), False)
    drain, console = Drain(device, monitor.slots), ''
    while console.partition('target reset')[2].count(': pass') < CORES:
        drain.step()
        console += (process.stdout.read(65536) or b'').decode()
        check('FAIL' not in console, console)
        check(process.poll() is None, 'the simulator ended')
    device.op(link.STOP)
    flushed = 0
    while flushed < CORES:
        drain.step()
        flushed = sum(row[1] == link.RATIO and row[2] == 0 for row in read_records(drain.rows))
    device.close()
    nodes = [[] for _ in range(CORES)]
    for record in read_records(drain.rows):
        nodes[record[0]].append(record)
    return nodes


def record(monitor, truth_path, outputs_path):
    """The records of each node; the logs are written when this returns."""
    with subprocess.Popen([monitor.simulator, '--program', ELF, '--wait-start', '--truth', truth_path, '--outputs', outputs_path,
                           '--max-seconds', '100', '--quiet'], stdout=subprocess.PIPE, bufsize=0) as process:
        try:
            nodes = measure(monitor, process)
        finally:
            process.send_signal(signal.SIGTERM)
        check(process.wait(20) == 0, 'exit status of the simulator')
    return nodes


def compress(a, b):
    if b < 32:
        return a << 11 | b << 5
    exponent = b.bit_length() - 6
    return min(a >> (exponent + 1), 31) << 11 | b >> exponent << 5 | exponent


class Checker:
    """One node's records against the truth."""

    def __init__(self, monitor, truth, core):
        self.monitor, self.truth, self.core = monitor, truth, core
        self.sync = truth.syncs[-1]
        codes = {address: code for code, address in addresses(monitor).items()}
        self.expected = [(cycle - self.sync - 1, codes[pc]) for cycle, pc in truth.retired(core)
                         if cycle > self.sync and pc in codes]
        self.next, self.time, self.gaps, self.lost, self.samples = 0, 0, 0, 0, 0

    def fail(self, what):
        raise AssertionError(f'core {self.core} time {self.time}: {what}')

    def pairs(self):
        cycle = self.sync + 1 + self.time
        counts = [self.truth.count(self.core, flag, cycle) - self.truth.count(self.core, flag, self.sync)
                  for flag in (ICACHE_HIT, ICACHE_ACCESS, DCACHE_HIT, DCACHE_ACCESS, STALL)]
        busy = self.truth.bus_count(cycle) - self.truth.bus_count(self.sync)
        return [tuple(counts[0:2]), tuple(counts[2:4]), (busy, self.time + 1), (counts[4], self.time + 1)]

    def check_ratio(self, words):
        pairs = self.pairs()
        if self.monitor.compressed:
            halves = [compress(a, b) for a, b in pairs]
            should = [halves[0] | halves[1] << 16, halves[2] | halves[3] << 16]
        else:
            should = [word for pair in pairs for word in pair]
        if words != should:
            self.fail(f'ratio {words}, not {should}')
        self.samples += 1

    def check_event(self, code, aux, following):
        if self.next == len(self.expected) or self.expected[self.next] != (self.time, code):
            self.fail(f'event {code}, not {self.expected[self.next:self.next + 1]}')
        self.next += 1
        wanted = list(self.monitor.points.values())[code - 1] & SAMPLE
        if bool(aux & (SAMPLED | UNSAMPLED)) != bool(wanted):
            self.fail(f'flags {aux} of event {code}')
        if bool(aux & SAMPLED) != (following[1] == link.RATIO and following[2] == code):
            self.fail(f'flags {aux} of event {code}, and {following} follows')

    def check_gap(self, words):
        resumed, lost = words
        until = self.time + (resumed - self.time) % (1 << self.monitor.time_bits)
        if any(not self.time <= time <= until for time, _ in self.expected[self.next:self.next + lost]):
            self.fail(f'gap of {lost} until {resumed}')
        self.next += lost
        self.gaps += 1
        self.lost += lost

    def run(self, records):
        if records[0][1] != link.SYNC or records[0][4] != 0:
            self.fail(f'first record {records[0]}')
        flush = max(i for i, record in enumerate(records) if record[1] == link.FLUSH)
        if flush != len(records) - 2:
            self.fail(f'{len(records) - 1 - flush} records after the flush')
        for record, following in zip(records, records[1:] + [(0, 0, 0, 0, 0, [])]):
            _, kind, code, aux, time, words = record
            self.time += (time - self.time) % (1 << self.monitor.time_bits)
            if kind == link.EVENT:
                self.check_event(code, aux, following)
            elif kind == link.RATIO:
                self.check_ratio(words)
            elif kind == link.GAP:
                self.check_gap(words)
            elif kind in (link.BEAT, link.FLUSH) and self.time >> (self.monitor.time_bits - 1) & 0xff != code:
                self.fail(f'epoch {code}')
        if self.next != len(self.expected):
            self.fail(f'{len(self.expected) - self.next} events missing at the end')


def outputs_of_bare():
    path = os.path.join(SCRATCH, 'bare.outputs')
    subprocess.run([BARE, '--program', ELF, '--exit-when-done', '--quiet', '--outputs', path], check=True, timeout=60,
                   stdout=subprocess.DEVNULL)
    with open(path, encoding='ascii') as file:
        return file.read()


def test(simulator, bare):
    monitor = Monitor(simulator)
    paths = [os.path.join(SCRATCH, monitor.name + suffix) for suffix in ('.truth', '.outputs')]
    nodes = record(monitor, *paths)
    truth = Truth(paths[0])
    check(len(truth.syncs) == 2, f'{len(truth.syncs)} syncs')
    checkers = [Checker(monitor, truth, core) for core in range(CORES)]
    for checker, records in zip(checkers, nodes):
        checker.run(records)
    events, lost, samples = (sum(getattr(checker, name) for checker in checkers) for name in ('next', 'lost', 'samples'))
    check((lost > 0) == monitor.tiny, f'{lost} records lost')
    with open(paths[1], encoding='ascii') as file:
        check(file.read() == bare, 'the outputs of the target are not those of the bare target')
    return f'{events - lost} events, {lost} lost, {samples} samples'


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    BARE_OUTPUTS = outputs_of_bare()
    sys.exit(run('monitor', [(os.path.basename(path), functools.partial(test, path, BARE_OUTPUTS)) for path in sys.argv[4:]]))
