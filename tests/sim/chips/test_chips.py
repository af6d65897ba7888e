# SPDX-License-Identifier: Apache-2.0
"""Headends on three chips, each a Verilated top of its own, joined by wires with delay and bit
errors: every record, loss and count against the same target in Python, and what the ring carries.

usage: test_chips.py SIMULATOR WIRES MANIFEST SCRATCH_DIR
"""

import json
import math
import os
import re
import shutil
import subprocess
import sys

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), *path) for path in
                (('..',), ('..', '..', 'system', 'lib'))]  # fmt: skip
import stream  # noqa: E402
from suite import HANG_SECONDS, check, equal, of_module, run  # noqa: E402

SIMULATOR, MANIFEST, SCRATCH = (os.path.abspath(sys.argv[i]) for i in (1, 3, 4))
WIRES = int(sys.argv[2])
MASK = 0xFFFFFFFF
POINTS = {'p0': 0, 'p1': 1, 'p2': 2}  # the low two bits of the word
SLOTS = {stream.GAP: 2}  # of a record; else 1
BURST = 16  # records that a station sends with a token


def up(bits):
    return -(-bits // WIRES)


FRAME = up(9) + up(64) + up(16)  # cycles of a frame with two words of a record


def source(seed, cycles, sparse):
    """What Source of main.cpp shows: (cycle, word) where it is valid."""
    state = seed * 0x9E3779B9 & MASK
    for cycle in range(cycles):
        if (
            not state >> 28
            and (cycle >> 11 & 1 or not state >> 20 & 255)
            and not state >> 8 & (1 << sparse) - 1
        ):
            yield cycle, state & 255
        state ^= state << 13 & MASK
        state ^= state >> 17
        state ^= state << 5 & MASK


class Run:
    """A run of so many cycles: rows of each node, codes of the points, what the wires did."""

    def __init__(self, name, cycles, *options):
        self.folder = os.path.join(SCRATCH, f'chips_{WIRES}_{name}')
        shutil.rmtree(self.folder, ignore_errors=True)
        experiment = self.folder + '.yaml'
        with open(experiment, 'w', encoding='ascii') as file:
            file.write(f'gnomon: 1\nmanifest: {MANIFEST}\npoints:\n')
            for point, low in POINTS.items():
                file.write(f'  {point}: {{ match: "word in {low}/3" }}\n')
        done = subprocess.run(
            [SIMULATOR, f'+gnomon_experiment={experiment}', f'+gnomon_run={self.folder}',
             f'+gnomon_cycles={cycles}', f'+max_seconds={HANG_SECONDS}', *options],
            capture_output=True, text=True, timeout=HANG_SECONDS,
        )  # fmt: skip
        check(done.returncode == 0 and 'the run is complete' in done.stderr, done.stderr)
        line = done.stdout.splitlines()[-1]
        self.pulses, self.skews, self.wrong = map(
            int, re.search(r'(\d+) pulses, (\d+) skews, (\d+) wrong', line).groups()
        )
        self.damaged = list(map(int, re.search(r'(\d+) (\d+) (\d+) damaged', line).groups()))
        with open(os.path.join(self.folder, 'run.json'), encoding='utf-8') as file:
            journal = json.load(file)
        with open(os.path.join(self.folder, 'patterns.json'), encoding='utf-8') as file:
            self.codes = {p['name']: p['codes'] for p in json.load(file)['points']}
        self.rows = [
            stream.read_stream(
                os.path.join(self.folder, 'trace', node['stream']), k, journal['run'], 32,
                node['size']
            )
            for k, node in enumerate(journal['nodes'])
        ]  # fmt: skip


def check_node(rows, k, codes, sparse):
    """Events, losses and counts of a node. Returns how many events came, and how many were lost."""
    flush = next(row for row in rows if row.kind == stream.FLUSH)
    shown = list(source(k + 1, flush.time, sparse))
    true = [(cycle, word & 3) for cycle, word in shown if word & 3 in codes]
    at = came = 0
    for row in rows:
        if row.kind == stream.EVENT:
            check(at < len(true), f'node {k}: an event at {row.time} that was not')
            equal((row.time, row.code), (true[at][0], codes[true[at][1]]), f'node {k}')
            at += 1
            came += 1
        elif row.kind == stream.GAP:
            lost = true[at : at + row.lost]
            equal(len(lost), row.lost, f'node {k}: lost at {row.time}')
            check(
                all(row.time <= time <= row.resumed for time, _ in lost),
                f'node {k}: lost {lost} from {row.time} to {row.resumed}',
            )
            at += row.lost
    equal(at, len(true), f'node {k}: events that came or were reported as lost')
    (counts,) = [row.words for row in rows if row.kind == stream.RATIO]
    equal(counts, (len(shown), flush.time), f'node {k}: valid cycles, cycles')
    return came, len(true) - came


def whole(name, cycles, *options, sparse=0):
    """A run with everything accounted for. Returns it, and the events that came and were lost."""
    made = Run(name, cycles, *options, f'+sparse={sparse}')
    check(made.pulses, 'no sync pulse')
    equal(made.skews, 0, 'cycles in which chips have different sync pulses')
    came = lost = 0
    for k, rows in enumerate(made.rows):
        codes = {low: made.codes[name][k] for name, low in POINTS.items()}
        here = check_node(rows, k, codes, sparse)
        check(here[0] > 20, f'node {k}: {here[0]} events')
        came, lost = came + here[0], lost + here[1]
    return made, came, lost


def test_without_errors():
    made, came, lost = whole('clean', 40000, sparse=4)
    equal(lost, 0, 'lost events')
    equal((made.wrong, made.damaged), (0, [0, 0, 0]), 'wrong cycles, damaged frames')
    return f'{came} events'


def test_overload():
    _, came, lost = whole('overload', 20000)
    check(lost > 100, f'{lost} lost')
    return f'{came} events, {lost} lost'


def test_bit_errors():
    made, came, lost = whole('errors', 60000, '+errors=2000', '+sync_errors=4', sparse=4)
    check(min(made.damaged) > 20, f'damaged frames: {made.damaged}')
    return f'{made.wrong} wrong cycles, {sum(made.damaged)} frames, {came} events, {lost} lost'


def test_stuck_wires():
    made, came, lost = whole('stuck', 60000, '+stuck=20000', '+seed=7', sparse=4)
    check(min(made.damaged) > 0, f'damaged frames: {made.damaged}')
    return f'{made.wrong} wrong cycles, {sum(made.damaged)} frames, {came} events, {lost} lost'


def test_busy_nodes():
    """Nodes that always have records: each frame of the wires has a slot or a token. Where a gap
    ends, the FIFO is always as full, so what went in from one to another is what was sent."""
    rates = []
    for nodes in ([1], [2, 3]):
        rows = Run('busy', 120000, f'+full={sum(1 << k for k in nodes)}').rows
        slots = records = 0
        for k in nodes:
            gaps = [i for i, row in enumerate(rows[k]) if row.kind == stream.GAP]
            check(len(gaps) > 10, f'{len(gaps)} gaps')
            first, last = gaps[2], gaps[-2]
            cycles = rows[k][last].resumed - rows[k][first].resumed
            slots += sum(SLOTS.get(row.kind, 1) for row in rows[k][first:last]) / cycles
            records += (last - first) / cycles / len(nodes)
        frame = 1 / (slots + records / BURST)
        check(abs(frame - FRAME) < 0.005 * FRAME, f'{frame} cycles a frame, not {FRAME}')
        rates.append(f'{1 / slots:.2f}')
    return f'{" and ".join(rates)} cycles a slot, {FRAME} a frame'


def carried(name, cycles, *options):
    """Records of a run, and the events that were lost."""
    rows = [row for node in Run(name, cycles, *options).rows for row in node]
    return len(rows), sum(row.lost for row in rows if row.kind == stream.GAP)


def test_estimate():
    """Carpenter estimates 64 bits an event, and one event each two to three microseconds with 32
    Mbit/s: 64 to 96 cycles of one wire at 32 MHz."""
    least = FRAME * (BURST + 1) / BURST  # cycles from one event to the next that the hop carries
    slow, fast = math.ceil(least), math.floor(least * 0.95)
    events, lost = carried('slow', 4000 * slow, '+full=2', f'+period={slow}')
    check(events >= 4000 and not lost, f'{events} records, {lost} events lost')
    events, lost = carried('fast', 4000 * fast, '+full=2', f'+period={fast}')
    check(lost, f'{lost} events lost')
    if WIRES == 1:
        equal((FRAME, least, slow), (89, 94.5625, 95), 'cycles of a frame, of an event')
    return f'an event in {least} cycles, {least / 32:.3f} us at 32 MHz'


if __name__ == '__main__':
    raise SystemExit(run(f'chips, {WIRES} wires', of_module(globals())))
