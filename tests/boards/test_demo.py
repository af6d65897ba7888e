# SPDX-License-Identifier: Apache-2.0
"""The demo of each board, on the top that is flashed, with its pins: every event of a run against
the words that the target showed to the monitor, at their cycles.

usage: test_demo.py BOARD...

BOARD_small is the board with a small trace buffer, in which a flight recorder overwrites slots. A
board whose link is the FIFO of an FT232H is behind an emulated one (tests/usb), and is found by
the manifest alone.
The oracle takes the addresses of points from the listing of objdump, the states of the blinker from
its header, and the words from the simulator's trace. It shares no code with the host program.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from simulated import BUILD, DEMO, simulated
from stream import EVENT, GAP, RunDirectory
from suite import HANG_SECONDS, check, run

GNOMON = os.path.join(BUILD, 'bin', 'gnomon')
BED = os.path.join(BUILD, 'tests', 'usb', 'bed')
OBJDUMP = os.environ.get('RISCV', 'riscv64-unknown-elf-') + 'objdump'
PATIENT = ('-t', str(min(HANG_SECONDS, 3600) * 1000))
FIFO = 'ftdi:GN0001,channel=A,mode=fifo_async'  # the device that the bed has
LEAST = 50  # events of a run
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


def expected(trace, top):
    """(cycle, point) of each word that is a point."""
    name_of = point_of_blinker if top == 'blink_top' else points_of_program()
    with open(trace, encoding='ascii') as file:
        for line in file.read().splitlines()[:-1]:  # the last one may be cut off
            cycle, word = (int(part, 16) for part in line.split())
            if name_of(word):
                yield cycle, name_of(word)


def recorded(folder):
    """(time, point) of the events of a run, up to the first that was lost."""
    with open(os.path.join(folder, 'patterns.json'), encoding='utf-8') as file:
        names = {point['codes'][0]: point['name'] for point in json.load(file)['points']}
    found = []
    for record in RunDirectory(folder).nodes()[0]:
        if record.kind == GAP:
            break
        if record.kind == EVENT:
            found.append((record.time, names[record.code]))
    return found


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
        model = list(expected(os.path.join(folder, 'trace'), top))
        events = recorded(os.path.join(folder, 'run'))
    check(len(events) >= LEAST, f'{len(events)} events only')
    check((events[0][0] > ROUND) == (simulator != board), f'the first event is at {events[0][0]}')
    check('intervals' in report, 'no intervals in the report')
    # time 0 of the run is some cycle of the simulation: from one place on all must be the same. The
    # blinker repeats itself after some 500 thousand cycles, so there can be several.
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
    return f'{len(events)} events'


if __name__ == '__main__':
    sys.exit(run('boards', [(board, lambda b=board: check_board(b)) for board in sys.argv[1:]]))
