# SPDX-License-Identifier: Apache-2.0
"""The demo of each board, on the top that is flashed, with its pins: every event of a run against
the words that the target showed to the monitor, at their cycles.

usage: test_demo.py BOARD...

BOARD_small is the board with a small trace buffer, in which a flight recorder overwrites slots. A
board whose link is the FIFO of an FT232H is behind an emulated one (tests/usb), and is found by
the manifest alone.
A demo with a timer, a sequence and four ratios has all their records compared, too.
The oracle takes the addresses of points from the listing of objdump, the states of the blinker from
its header, and the words from the simulator's trace. It shares no code with the host program.
"""

import bisect
import collections
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

from simulated import BUILD, DEMO, simulated
from stream import EVENT, GAP, RATIO, TRIGGER, WORD, RunDirectory
from suite import HANG_SECONDS, check, run

GNOMON = os.path.join(BUILD, 'bin', 'gnomon')
BED = os.path.join(BUILD, 'tests', 'usb', 'bed')
OBJDUMP = os.environ.get('RISCV', 'riscv64-unknown-elf-') + 'objdump'
PATIENT = ('-t', str(min(HANG_SECONDS, 3600) * 1000))
FIFO = 'ftdi:GN0001,channel=A,mode=fifo_async'  # the device that the bed has
LEAST = 50  # events of a run
FULL_DEMO = '../demo/slow.yaml'
# of that demo: cycles of a tick, and those after which a sort is slow; bits of the PC left out
PERIOD, QUICK, SKIPPED = 10007, 8000, 2
ROUND = 20000  # cycles of the longest round of the program; more before the first event are lost


def key(board, name):
    with open(f'boards/{board}/board.yaml', encoding='utf-8') as file:
        return re.search(rf'^{name}: *(.*)$', file.read(), re.M)[1]


def points_of_program():
    """{address: point} of the demo's program: entries, and instructions that are `ret`."""
    text = subprocess.run(
        [OBJDUMP, '-d', os.path.join(DEMO, 'demo.elf')], check=True, capture_output=True, text=True
    ).stdout
    points, phase = {}, None
    for line in text.splitlines():
        label = re.match(r'([0-9a-f]+) <(\w+)>:', line)
        if label:
            phase = label[2].removeprefix('phase_') if label[2].startswith('phase_') else None
            if phase:
                points[int(label[1], 16)] = phase + '_in'
        elif phase and re.search(r'\tret\b', line):
            points[int(line.split(':')[0], 16)] = phase + '_out'
    check(len(points) >= 6, f'points of the program: {points}')
    return points.get


def point_of_blinker(word):
    """The point of a word of blinker.v: its low two bits are the state."""
    return {1: 'rise', 3: 'fall'}.get(word & 3)


def words_of(trace):
    """(cycle, word) of each word that the target showed."""
    with open(trace, encoding='ascii') as file:
        for line in file.read().splitlines()[:-1]:  # the last one may be cut off
            cycle, word = (int(part, 16) for part in line.split())
            yield cycle, word


def recorded(folder):
    """The records of a run, up to the first that was lost."""
    return list(itertools.takewhile(lambda r: r.kind != GAP, RunDirectory(folder).nodes()[0]))


def names_of_codes(folder, kind):
    """{code: name} of the points of a run, or of its triggers."""
    with open(os.path.join(folder, 'patterns.json'), encoding='utf-8') as file:
        points = json.load(file)['points']
    return {p['codes'][0]: p['name'] for p in points if p['kind'] == kind}


def said_beside(records, names):
    """(time, what) of the triggers, words and samples of a run's records."""
    for record in records:
        if record.kind == TRIGGER:
            yield record.time, names[record.code]
        elif record.kind == WORD:
            yield record.time, ('word', record.words[0])
        elif record.kind == RATIO:
            instruction, data = record.words[4:6], record.words[6:8]
            yield record.time, ('sample', *instruction, data[1])


def fired_beside(words, events):
    """(time, what) that timer, sequence and samples of the demo with all of them should say of such
    words and points of a run, in the order of time."""
    last = words[-1][0]
    retired = [at for at, _ in words]
    for tick in range(PERIOD, last + 1, PERIOD):
        yield tick, 'timer'
        at = bisect.bisect_left(retired, tick)
        yield retired[at], ('word', words[at][1] >> SKIPPED & 0xFF)
    begin = 0  # of the counts
    began = None  # of the sequence
    for at, name in events:
        if name == 'sort_out':
            if began is not None and at - began > QUICK:
                yield began + QUICK, 'quick.timeout'
            count = bisect.bisect_right(retired, at) - bisect.bisect_right(retired, begin)
            yield at, ('sample', count, at - begin, count)
            began = None
        elif name == 'sort_in':
            began, begin = at, at
    if began is not None and last - began > QUICK:
        yield began + QUICK, 'quick.timeout'


def check_beside(names, words, events, records):
    """What a run recorded beside the events, up to the time of its last record; words and events
    of the target, by the run's time."""
    end = records[-1].time
    found, right = (
        sorted((row for row in rows if row[0] < end), key=lambda row: (row[0], str(row[1])))
        for rows in (said_beside(records, names), fired_beside(words, events))
    )
    # the counts of a sample before the first reset begin somewhere in the start of the run
    first = next(i for i, (_, name) in enumerate(events) if name == 'sort_in')
    early = {at for at, name in events[:first] if name == 'sort_out'}
    found, right = (
        [row for row in rows if not (row[0] in early and row[1][0] == 'sample')]
        for rows in (found, right)
    )
    for there, model in zip(found, right, strict=False):
        check(there == model, f'{there} beside the events, not {model}')
    check(len(found) == len(right), f'{len(found)} records beside the events, not {len(right)}')
    kinds = collections.Counter(what if isinstance(what, str) else what[0] for _, what in found)
    check(min(kinds[kind] for kind in ('quick.timeout', 'timer', 'word', 'sample')) >= LEAST, kinds)


def measure(simulator, board, folder):
    """Runs the board's demo as a user does."""
    manifest = f'{BUILD}/sim/boards/{simulator}/manifest.json'
    with open(manifest, encoding='utf-8') as file:
        fifo = json.load(file)['link']['phy'].startswith('ft245')
    with simulated(simulator, folder, f'+board_trace={folder}/trace') as port:
        demo = os.path.join('boards', board, key(board, 'demo'))
        words = [GNOMON, 'run', demo, '-o', f'{folder}/run', *PATIENT, '-m', manifest]
        if not demo.endswith('blink.yaml'):
            words += ['-p', os.path.join(DEMO, 'demo.elf')]
        if fifo:
            words = [BED, 'fifo=1', 'channel=0', f'port={port}', '--', *words]
        else:
            words += ['-d', f'tcp:127.0.0.1:{port}']
        done = subprocess.run(words, capture_output=True, text=True, timeout=HANG_SECONDS)
        check(done.returncode == 0, f'gnomon run: {done.stderr}')
    check(not fifo or f"using '{FIFO}'" in done.stderr, f'another device: {done.stderr}')
    return done.stdout


def check_board(simulator):
    board = simulator.removesuffix('_small')
    with tempfile.TemporaryDirectory() as folder:
        report = measure(simulator, board, folder)
        top = os.path.splitext(os.path.basename(key(board, 'top')))[0]
        name_of = point_of_blinker if top == 'blink_top' else points_of_program()
        words = list(words_of(os.path.join(folder, 'trace')))
        model = [(cycle, name_of(word)) for cycle, word in words if name_of(word)]
        records = recorded(os.path.join(folder, 'run'))
        names, triggers = (
            names_of_codes(os.path.join(folder, 'run'), kind) for kind in ('event', 'trigger')
        )
        events = [(r.time, names[r.code]) for r in records if r.kind == EVENT]
        check(len(events) >= LEAST, f'{len(events)} events only')
        early = events[0][0] > ROUND
        check(early == (simulator != board), f'the first event is at {events[0][0]}')
        check('intervals' in report, 'no intervals in the report')
        place = place_of(events, model)
        if key(board, 'demo') == FULL_DEMO:
            zero = model[place][0] - events[0][0]  # the cycle that is time 0
            check_beside(
                triggers,
                [(cycle - zero, word) for cycle, word in words if cycle >= zero],
                [(cycle - zero, name) for cycle, name in model if cycle >= zero],
                records,
            )
    return f'{len(events)} events'


def place_of(events, model):
    """Where the events begin in those of the target. Time 0 of the run is some cycle of the
    simulation: from one place on all must be the same. The blinker repeats itself after some 500
    thousand cycles, so there can be several."""
    begin = events[0][0]

    def same(place):
        first = model[place][0]
        return place + len(events) <= len(model) and all(
            (cycle - first, name) == (at - begin, point)
            for (cycle, name), (at, point) in zip(
                model[place : place + len(events)], events, strict=True
            )
        )

    places = [i for i, (_, name) in enumerate(model) if name == events[0][1] and same(i)]
    check(places, 'the events do not follow the target')
    return places[0]


if __name__ == '__main__':
    sys.exit(run('boards', [(board, lambda b=board: check_board(b)) for board in sys.argv[1:]]))
