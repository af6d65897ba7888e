# SPDX-License-Identifier: Apache-2.0
"""The simulator of boards by itself, before anything is built on it: that its clocks drift and
wander as its options say, that its links and messages are never faster than their floors and
sometimes much slower, that each board is drained to the last record, and that a seed is all that a
run depends on.

usage: test_boards.py SIMULATOR MANIFEST GNOMON SCRATCH_DIR
"""

import functools
import itertools
import json
import os
import statistics
import subprocess
import sys

from suite import HANG_SECONDS, check, equal, of_module, run

SIMULATOR, MANIFEST, GNOMON, SCRATCH = map(os.path.abspath, sys.argv[1:])
EXPERIMENT = os.path.abspath('tests/sim/boards/experiment.yaml')
HZ = 1_000_000
BOARDS, TRIPS = 4, 120
DRIFT, WANDER = 100_000, 2_000  # ppb
US = 10**9  # in fs
SEGMENT = {'host': 2**20}  # ticks of a segment; of boards:
SEGMENT_OF_BOARDS = 2**14
NOMINAL = {'host': 10**6}  # fs of a tick; of boards:
NOMINAL_OF_BOARDS = 10**15 // HZ
SEND, RECEIVE = 4, 6  # pages
MESSAGE_FLOOR = 60 * US + 200 * US // 2


@functools.lru_cache(None)
def simulated(name, *options):
    """The truth of a run, as lists of rows by their first word. Nobody may change it."""
    out = os.path.join(SCRATCH, name)
    os.makedirs(out, exist_ok=True)
    subprocess.run(
        [
            *(SIMULATOR, '--experiment', EXPERIMENT, '--manifest', MANIFEST),
            *('--out', out, '--truth', f'{out}/truth', *options),
        ],
        check=True,
        timeout=HANG_SECONDS,
    )
    truth = {}
    with open(f'{out}/truth', encoding='ascii') as file:
        for line in file:
            word, *row = line.split()
            truth.setdefault(word, []).append([int(x) if x.isdigit() else x for x in row])
    return truth


def farm():
    return simulated(
        *('farm', '--boards', f'{BOARDS}', '--trips', f'{TRIPS}', '--work', 'quantised'),
        *('--mean', '30000', '--drift', f'{DRIFT}', '--wander', f'{WANDER}'),
        *('--wander-time', '500', '--seed', '5'),
    )


def slices(seed, name=''):
    return simulated(
        *(f'slices{seed}{name}', '--boards', '3', '--trips', '30', '--link', 'slices'),
        *('--seed', seed),
    )


def recorded(name, board):
    done = subprocess.run(
        [GNOMON, 'events', '--json', os.path.join(SCRATCH, name, f'board{board}')],
        check=True,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def rates(truth, clock):
    """Of each segment of a clock, in ppb from the nominal rate; above 0 it is fast."""
    begins = [row[2] for row in truth['edges'] if str(row[0]) == clock]
    nominal = SEGMENT.get(clock, SEGMENT_OF_BOARDS) * NOMINAL.get(clock, NOMINAL_OF_BOARDS)
    return [(nominal / (b - a) - 1) * 1e9 for a, b in itertools.pairwise(begins)]


def test_clocks():
    """Each rate is within what was declared; clocks differ, and each of them wanders."""
    means = []
    for clock in ['host', *map(str, range(BOARDS))]:
        all_of = rates(farm(), clock)
        drift = (min(all_of) + max(all_of)) / 2
        check(len(all_of) > 30, f'{clock}: only {len(all_of)} segments')
        check(max(map(abs, all_of)) <= DRIFT + WANDER + 1, f'{clock}: {max(map(abs, all_of))} ppb')
        check(max(all_of) - min(all_of) <= 2 * WANDER + 2, f'{clock} wanders too far')
        check(max(all_of) - min(all_of) >= WANDER / 4, f'{clock} does not wander')
        means.append(drift)
    check(max(means) - min(means) > DRIFT / 2, f'the clocks drift alike: {means}')
    check(min(abs(a - b) for a in means for b in means if a != b) > 10, f'equal drifts: {means}')


def test_link():
    """Of each direction of USB: the floor, the wait for the bus, and slices of the host."""
    rows = farm()['packet']
    middle = {}
    for way, floor, tail in (('out', 20, 2000), ('back', 25, 3000)):
        delays = sorted(row[3] for row in rows if row[1] == way)
        check(len(delays) > 300, f'{way}: only {len(delays)} packets')
        check(delays[0] >= floor * US, f'{way}: {delays[0]} fs is below the floor')
        check(delays[0] < (floor + 10) * US, f'{way}: no packet is near the floor: {delays[0]} fs')
        check(delays[-1] > (floor + 125 + 100) * US, f'{way}: no slice: {delays[-1]} fs')
        check(delays[-1] <= (floor + 125 + 250 + 20 * tail) * US, f'{way}: beyond the tail')
        middle[way] = statistics.median(delays)
    check(middle['back'] > middle['out'] + 5 * US, f'both ways are alike: {middle}')


def test_tail():
    """Delays that neither a slice of the host nor what is common explains are there, but rare."""
    delays = sorted(row[3] // US for row in slices('1')['packet'])
    check(delays[0] >= 60, f'{delays[0]} us is below the floor')
    long = [delay for delay in delays if delay > 60 + 1024 + 10 * 40]
    humps = [delay for delay in delays if 60 + 10 * 40 < delay <= 60 + 1024]
    check(0 < len(long) < len(delays) / 50, f'{len(long)} of {len(delays)} are in the tail')
    check(len(delays) / 20 < len(humps) < len(delays) / 5, f'{len(humps)} are in the hump')


def test_requests():
    """No request is taken before its floor; its cycle is the edge at which it was."""
    truth = farm()
    zero = {row[0]: row[2] for row in truth['start']}  # of the last start
    late = 0
    for board, at, taken, cycle in truth['request']:
        check(taken - at >= 20 * US, f'board {board}: taken after {taken - at} fs')
        if taken > zero[board]:
            ppb = ((taken - zero[board]) / (cycle * NOMINAL_OF_BOARDS) - 1) * 1e9 if cycle else 0
            check(abs(ppb) <= DRIFT + WANDER + 1, f'board {board}: cycle {cycle} by {ppb} ppb')
            late += 1
    check(late > 100, f'only {late} requests in the run')


def test_messages():
    """Floor and tail; each has its two writes, in the cycles of these very times."""
    truth = farm()
    equal(len(truth['message']), 2 * TRIPS, 'messages')
    delays = sorted(row[6] - row[5] for row in truth['message'])
    check(delays[0] >= MESSAGE_FLOOR, f'{delays[0]} fs is below the floor')
    check(delays[0] < MESSAGE_FLOOR + 10 * US, f'no message is near the floor: {delays[0]} fs')
    check(delays[-1] > MESSAGE_FLOOR + 300 * US, f'no tail: {delays[-1]} fs')
    written = {(row[0], row[2], row[3], row[4]) for row in truth['write']}
    for connection, sequence, sender, receiver, size, sent, received in truth['message']:
        data = sequence << 16 | size
        for board, page, at in (sender, SEND, sent), (receiver, RECEIVE, received):
            check((board, page * 64 + connection, data, at) in written, f'no write at {at}')


def test_work():
    """A worker's time from receive to send is tenths of the mean, and differs."""
    waits = []
    received = {}
    for _, _, sender, receiver, _, sent, at in sorted(farm()['message'], key=lambda row: row[6]):
        if sender:
            waits.append(sent - received[sender])
        else:
            received[receiver] = at
    tenths = {round(wait / (3000 * US), 2) for wait in waits}
    check(all(abs(x - round(x)) <= 0.01 for x in tenths), f'no tenths: {sorted(tenths)}')
    check(len({round(x) for x in tenths}) > 8, f'all work alike: {sorted(tenths)}')


def test_drained():
    """Each board's run has each write of its program since the start, and nothing else."""
    truth = farm()
    for board in range(BOARDS):
        zero = max(row[2] for row in truth['start'] if row[0] == board)
        want = [
            (row[1], row[2] >> 6, row[2] & 63, row[3])
            for row in truth['write']
            if row[0] == board and row[4] >= zero
        ]
        events = [event for event in recorded('farm', board) if event['kind'] != 'load']
        found = [(e['time'], e['page'], e['sub'], e['data']) for e in events]
        check(len(want) > TRIPS / BOARDS, f'board {board} writes {len(want)} times')
        equal(len(found), len(want), f'writes of board {board}')
        for have, had in zip(found, want, strict=True):
            equal(have, had, f'a write of board {board}')


def test_seed():
    """The same seed, the same truth; another one, another."""
    check(slices('1') == slices('1', 'again'), 'two runs of one seed differ')
    for word in 'edges', 'packet', 'message':
        one, other = (slices(seed)[word] for seed in '12')
        check(one != other, f'two seeds have the same {word}')


def test_refused():
    """Bad command lines say what is wrong."""
    needs = '--experiment', EXPERIMENT, '--manifest', MANIFEST, '--out', SCRATCH
    for options, words in (
        ((), '--experiment, --manifest and --out are required'),
        ((*needs, '--boards', '0'), "bad number '0' for --boards: 1 to 10"),
        ((*needs, '--link', 'rope'), "there is no link 'rope'"),
        ((*needs, '--work', 'hard'), "there is no work 'hard'"),
        ((*needs, 'more'), "unexpected argument 'more'"),
    ):
        done = subprocess.run(
            [SIMULATOR, *options],
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
        )
        equal(done.returncode, 2, 'exit status')
        check(words in done.stderr, done.stderr)


if __name__ == '__main__':
    sys.exit(run('boards', of_module(globals())))
