# SPDX-License-Identifier: Apache-2.0
"""Boards with different nominal clocks, whose run is read as one: cycles of a board are its own,
common time has the clock of the first board.

The monitors are all the one that the simulator was built with; a board's manifest has the board's
clock, which nothing in the Verilog depends on.

usage: test_clocks.py SIMULATOR MANIFEST GNOMON SCRATCH_DIR
"""

import collections
import contextlib
import json
import math
import os
import shutil
import sqlite3
import sys
from fractions import Fraction

from desk import DRIFT, RECEIVE, SEND, US, WANDER, Desk
from suite import check, equal, of_module, run

SIMULATOR, MANIFEST, GNOMON, SCRATCH = map(os.path.abspath, sys.argv[1:])
OUT = os.path.join(SCRATCH, 'clocks')
CLOCKS = [500_000, 1_000_000, 333_333]  # Hz


def experiments(name):
    """The experiment of that name for each board, with the manifest of its clock."""
    place = os.path.join(SCRATCH, f'{name}_files')
    os.makedirs(place, exist_ok=True)
    with open(MANIFEST, encoding='utf-8') as file:
        manifest = json.load(file)
    with open(f'tests/sim/boards/{name}.yaml', encoding='utf-8') as file:
        text = file.read()
    for board, hz in enumerate(CLOCKS):
        with open(f'{place}/{board}.json', 'w', encoding='utf-8') as file:
            json.dump({**manifest, 'clock_hz': hz}, file)
        with open(f'{place}/{board}.yaml', 'w', encoding='utf-8') as file:
            file.write(f'{text}manifest: {board}.json\n')
        yield f'{place}/{board}.yaml'


def desk(name, trips):
    return Desk(
        *sys.argv[1:], name, experiment=','.join(experiments(name)), clocks=CLOCKS, trips=trips,
        work='quantised', mean=5000, drift=DRIFT, wander=WANDER, wander_time=500, seed=11,
    )  # fmt: skip


DESK = desk('clocks', 90)


def document(*words):
    return json.loads(DESK.gnomon(*words, '--json', OUT))


def board_of(node):
    return int(node.split('.')[0][5:])


def nearest(number):
    return math.floor(number + Fraction(1, 2))


def shared(board, cycles):
    """Cycles of a board in those of common time, by the nominal clocks."""
    return nearest(Fraction(cycles * CLOCKS[0], CLOCKS[board]))


def worked():
    """How long each board worked: from a receive to the next send."""
    found = collections.defaultdict(list)
    for board, rows in DESK.writes.items():
        begun = []
        for cycle, _, address, _ in rows:
            if address >> 6 == RECEIVE:
                begun.append(cycle)
            elif address >> 6 == SEND and begun:
                found[board].append(cycle - begun.pop())
    return found


def test_times():
    """Cycles and nanoseconds are the board's own; common time is right within its bound."""
    for bound in 3 * US, 60 * US:
        DESK.put(bound)
        rows = DESK.events()
        equal(len(rows), sum(map(len, DESK.writes.values())), 'events')
        check(DESK.check_times(rows), f'a bound of {bound} ps is broken')
        common = [row['common'] for row in rows]
        equal(common, sorted(common), 'order of common times')
        for row in rows:
            equal(row['ns'], row['time'] * 10**9 // CLOCKS[board_of(row['node'])], 'ns')
    DESK.put(3 * US, shift=60 * US)
    check(not DESK.check_times(DESK.events()), 'a shift of 60 us is not noticed')


def test_messages():
    DESK.check_messages(3 * US, False)
    DESK.check_messages(150 * US, True)


def check_statistics(found, durations, hz):
    equal(found['count'], len(durations), 'count')
    equal((found['min'], found['max']), (min(durations), max(durations)), 'least and most')
    check(abs(found['total_seconds'] - found['total'] / hz) < 1e-9, found['total_seconds'])
    for percent in 50, 90, 99:
        rank = -(-len(durations) * percent // 100)
        part = found['percentiles'][f'{percent}']
        check(part['lo'] <= sorted(durations)[rank - 1] <= part['hi'], part)


def test_intervals():
    """At a node they are in its own cycles; at all nodes in those of common time, which adds no
    cycles of different clocks."""
    DESK.put(3 * US)
    (found,) = document('report')['intervals']
    truth = worked()
    for board, node in enumerate(found['nodes']):
        check_statistics(node, truth[board], CLOCKS[board])
        equal(node['total'], sum(truth[board]), 'total')
    check_statistics(found['all'], [shared(k, n) for k, of in truth.items() for n in of], CLOCKS[0])
    equal(found['all']['total'], sum(shared(k, sum(of)) for k, of in truth.items()), 'total')
    for part in found['all']['histogram']:
        number = sum(
            part['lo'] <= shared(k, n) <= part['hi'] for k, of in truth.items() for n in of
        )
        equal(part['count'], number, part)
    rows = DESK.exported('intervals')
    for board, of in truth.items():
        mine = [row for row in rows if row['node'] == f'board{board}.core' and row['cycles']]
        equal([int(row['cycles']) for row in mine], of, 'cycles')
        nanoseconds = [n * 10**9 // CLOCKS[board] for n in of]
        equal([int(row['duration_ns']) for row in mine], nanoseconds, 'ns')


def test_limits():
    """A limit in units of time is one time at all boards, one in cycles those of each board. No
    limit of durations passes: the triggers of all boards were off up to the first pulses."""
    DESK.put(3 * US)
    truth = worked()
    longest = max(Fraction(n, CLOCKS[k]) for k, of in truth.items() for n in of)
    cycles = max(n for of in truth.values() for n in of)
    limits = {
        f'max(work) <= {math.floor(longest * 10**9) + 1} ns': 'unknown',
        f'max(work) <= {math.floor(longest * 10**9) - 1} ns': 'failed',
        f'max(work) <= {cycles} cycles': 'unknown',
        f'max(work) < {cycles} cycles': 'failed',
    }
    found = json.loads(DESK.gnomon('check', '--json', OUT, *limits, status=None))['limits']
    equal({row['limit']: row['verdict'] for row in found}, limits, 'verdicts')
    board = max(truth, key=lambda k: Fraction(max(truth[k]), CLOCKS[k]))
    equal(found[1]['node'], f'board{board}.core', 'node of the longest')


def without_common(row):
    return {key: value for key, value in row.items() if key != 'common'}


def test_report():
    """What belongs to a board is as in its own run; the clocks are named."""
    DESK.put(3 * US)
    found = json.loads(DESK.gnomon('report', '--json', OUT), object_hook=without_common)
    equal(found['run']['clock_hz'], CLOCKS[0], 'clock')
    equal([board['clock_hz'] for board in found['run']['boards']], CLOCKS, 'clocks of boards')
    for k, node in enumerate(found['nodes']):
        equal(node['clock_hz'], CLOCKS[k], 'clock of a node')
        alone = json.loads(DESK.gnomon('report', '--json', f'{OUT}/board{k}'))['nodes'][0]
        for name in set(node) - {'name', 'index', 'connections'}:
            equal(node[name], alone[name], f'{name} of board {k}')
    for board in found['run']['boards']:
        check(6000 <= board['bound_ns'] <= 20_000, board)
    text = DESK.gnomon('report', '--all', OUT)
    check('at the nominal 0.5 MHz' in text, text)
    for k, hz in enumerate(CLOCKS):
        check(f'board board{k}, {hz / 1e6:g} MHz: common times' in text, text)
    check('are of the clock of board0' in text, text)


def test_bounds():
    """The bounds of boards are in cycles of common time: where rates may wander, and all boards
    begin at about the same time, they are about as wide, whatever the clocks."""
    DESK.put(3 * US, wander_ppb=1_000_000)
    bounds = [board['bound'] for board in document('report')['run']['boards']]
    worst = max(row['common_bound'] for row in DESK.events())
    check(worst <= max(bounds) <= 1.25 * min(bounds), (bounds, worst))


def test_seconds():
    """The text has the times of a board's cycles by its own clock."""
    DESK.put(3 * US)
    lines = DESK.gnomon('report', '--section', 'intervals', OUT).splitlines()
    for board, of in worked().items():
        (row,) = (line.split() for line in lines if f' board{board}.core ' in line)
        ms = 1000 * sum(of) / CLOCKS[board]
        check(f'{ms:.{2 if ms < 99.995 else 1}f}' in row, (ms, row))


def test_processes():
    """Process times are in cycles of common time, and so is what their sum is of."""
    DESK.put(3 * US)
    found = document('parallel')
    check(found['complete'] and not found['tachyons'], found)
    end = document('report')['run']['end']
    longest = max(row['time'] for row in found['processes'])
    check(0 < longest <= end, (longest, end))


def test_exports():
    """SQLite has the same rows; pages and traces are written."""
    DESK.put(3 * US)
    for form in 'html', 'pftrace', 'sqlite':
        with contextlib.suppress(FileNotFoundError):
            os.remove(f'{OUT}.{form}')
    DESK.gnomon('report', '--html', f'{OUT}.html', OUT)
    DESK.gnomon('export', '-o', f'{OUT}.pftrace', OUT)
    DESK.gnomon('export', '-o', f'{OUT}.sqlite', OUT)
    with contextlib.closing(sqlite3.connect(f'{OUT}.sqlite')) as base:
        for name in 'events', 'intervals':
            found = base.execute(f'select * from {name}')
            columns = [column[0] for column in found.description]
            want = [tuple(row[column] for column in columns) for row in DESK.exported(name)]
            found = [tuple('' if v is None else str(v) for v in row) for row in found]
            equal(len(found), len(want), name)
            places = [k for k, column in enumerate(columns) if column.endswith('ns')]
            for k in places + [columns.index('time'), columns.index('common')]:
                equal([row[k] for row in found], [row[k] for row in want], columns[k])
    DESK.gnomon('diff', OUT, OUT)


def test_metadata():
    """Each board's trace has its own clock for other readers."""
    bound = 3 * US
    DESK.put(bound)
    for board, hz in enumerate(CLOCKS):
        with open(f'{OUT}/board{board}/trace/metadata', encoding='ascii') as file:
            (line,) = (line for line in file if 'freq' in line)
        rate = int(line.split('=')[1].strip(' ;\n'))
        # two pulses give it, each as exact as its bound
        cycles = [row[0] for row in DESK.writes[board]]
        lasted = max(cycles) - min(cycles)
        most = (DRIFT + WANDER) / 10**9 + 2 * bound * hz / lasted / 10**12
        check(abs(rate - hz) <= hz * most + 1, (rate, hz, most))


def test_another_reference():
    """boards.json names the board whose clock common time has; its bounds follow."""
    DESK.put(3 * US)
    before = {(row['node'], row['time']): row for row in DESK.events()}
    path = f'{OUT}/boards.json'
    with open(path, encoding='utf-8') as file:
        said = json.load(file)
    said = {'gnomon_boards': 2, **said, 'common_clock': 'board1'}
    said['gnomon_boards'] = 2
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(said, file)
    for row in DESK.events():
        one = before[row['node'], row['time']]
        check(abs(row['common'] - 2 * one['common']) <= 2, (row, one))
        check(abs(row['common_bound'] - 2 * one['common_bound']) <= 2, (row, one))
    equal(document('report')['run']['clock_hz'], CLOCKS[1], 'clock')
    said['common_clock'] = 'board7'
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(said, file)
    error = DESK.gnomon('report', OUT, status=1)
    check("there is no board 'board7'" in error and len(error.splitlines()) == 1, error)


def test_refused():
    """A file that contradicts the manifest of a run."""
    DESK.put(3 * US, clock_hz=400_000)
    error = DESK.gnomon('report', OUT, status=1)
    check('0.400000 MHz by boards.json, 0.500000 MHz by its manifest' in error, error)
    equal(len(error.splitlines()), 1, error)
    other = f'{SCRATCH}/clocks_other'
    shutil.rmtree(other, ignore_errors=True)
    DESK.put(3 * US)
    shutil.copytree(OUT, other)
    with open(f'{other}/boards.json', encoding='utf-8') as file:
        said = json.load(file)
    with open(f'{other}/board1/manifest.json', encoding='utf-8') as file:
        manifest = json.load(file)
    said['boards'][1]['clock_hz'] = manifest['clock_hz'] = 900_000
    for path, what in ('boards.json', said), ('board1/manifest.json', manifest):
        with open(f'{other}/{path}', 'w', encoding='utf-8') as file:
            json.dump(what, file)
    error = DESK.gnomon('diff', OUT, other, status=1)
    check("the clock of node 'board1.core' has 1 and 0.9 MHz" in error, error)


def test_recorders():
    """Flight recorders: each board is complete up to its own stop, and nothing is known behind what
    it kept."""
    recorders = desk('recorder', 60)
    recorders.put(3 * US)
    rows = recorders.events()
    check(recorders.check_times(rows), 'a bound is broken')
    nodes = json.loads(recorders.gnomon('report', '--json', recorders.out))['nodes']
    text = recorders.gnomon('report', '--all', recorders.out)
    for board, writes in recorders.writes.items():
        stop = next(c for c, _, at, data in writes if at >> 6 == SEND and data >> 16 & 15 == 15)
        mine = [row['time'] for row in rows if row['node'] == f'board{board}.core']
        equal(
            [time for time in mine if time <= stop], [w[0] for w in writes if w[0] <= stop], board
        )
        kept = nodes[board]['kept_until']
        check(stop <= kept and mine[-1] <= kept, (board, stop, kept))
        check(nodes[board]['frozen'] > 0, nodes[board])
        check(f'board{board}: The recorder stopped at cycle {stop}.' in text, text)


if __name__ == '__main__':
    sys.exit(run('clocks', of_module(globals())))
