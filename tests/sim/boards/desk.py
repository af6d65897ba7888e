# SPDX-License-Identifier: Apache-2.0
"""A run of simulated boards, which is read as one, and its truth: what each program wrote, and when
that was on the host's clock."""

import bisect
import collections
import csv
import io
import json
import os
import random
import shutil
import subprocess

import boards_file
from suite import HANG_SECONDS, check, equal

EXPERIMENT = os.path.abspath('tests/sim/boards/experiment.yaml')
HZ = 1_000_000
DRIFT, WANDER = 100_000, 2_000  # ppb, as pulses of the truth declare them
US = 10**6  # in ps
SEND, RECEIVE = 4, 6  # pages


def truth_rows(path):
    with open(path, encoding='ascii') as file:
        for line in file:
            yield line.split()


class Desk:
    """out     folder of the run
    writes  {board: [(cycle, ps of the host, address, data)]}
    clocks  nominal Hz of each board; `hz` that of common time
    """

    def __init__(
        self, simulator, manifest, gnomon, scratch, name, experiment=EXPERIMENT, **options
    ):
        self.clocks = options.pop('clocks', [HZ] * options.get('boards', 0))
        options = {'boards': len(self.clocks), 'clock': self.clocks, **options}
        options['clock'] = ','.join(map(str, options['clock']))
        self.hz = self.clocks[0]
        self.program, self.scratch = os.path.abspath(gnomon), os.path.abspath(scratch)
        self.out = os.path.join(self.scratch, name)
        self.boards = options['boards']
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)
        given = [f'--{key.replace("_", "-")}={value}' for key, value in options.items()]
        subprocess.run(
            [
                *(simulator, '--experiment', experiment, '--manifest', manifest),
                *('--out', self.out, '--truth', f'{self.out}/truth', *given),
            ],
            check=True,
            timeout=HANG_SECONDS,
        )
        self.writes = self.read_truth()

    def read_truth(self):
        zero, writes = {}, collections.defaultdict(list)
        rows = list(truth_rows(f'{self.out}/truth'))
        for _, board, _, time in (row for row in rows if row[0] == 'start'):
            zero[int(board)] = int(time)
        for _, board, cycle, address, data, time, host, *_ in (r for r in rows if r[0] == 'write'):
            if int(time) >= zero[int(board)]:
                writes[int(board)].append((int(cycle), int(host), int(address), int(data)))
        return writes

    def put(self, bound, shift=0, every=60, floor=0, **changes):
        """boards.json with pulses that are wrong by `bound` ps at most; those of the last board by
        `shift` more. `floor`: of messages, in ps."""
        rng, boards = random.Random(bound), []
        for board, rows in sorted(self.writes.items()):
            at = [*range(0, len(rows) - 1, every), len(rows) - 1]
            late = 10**12 + (shift if board == self.boards - 1 else 0)
            pulses = [
                (rows[i][0], late + rows[i][1] + rng.randint(-bound, bound), bound) for i in at
            ]
            boards.append(
                {
                    **{'name': f'board{board}', 'clock_hz': self.clocks[board], 'pulses': pulses},
                    **{'drift_ppb': DRIFT, 'host_drift_ppb': DRIFT, 'wander_ppb': WANDER},
                    **{'polls': 4 * len(at), **changes},
                }
            )
        boards_file.write(self.out, boards, message_floor_ps=floor)

    def gnomon(self, *words, status=0, output=False):
        """What it prints, or with another status its message, unless `output` is asked for."""
        done = subprocess.run(
            [self.program, *words],
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
        )
        if status is not None:
            equal(done.returncode, status, f'{words}: {done.stderr}')
        return done.stdout if output or not status else done.stderr

    def events(self, path=None):
        """The writes: the program fires nothing else, but each node goes live once."""
        lines = self.gnomon('events', '--json', path or self.out).splitlines()
        return [row for row in map(json.loads, lines) if row['kind'] == 'write']

    def exported(self, what, form='csv', *words):
        path = f'{self.out}.{form}'
        if os.path.exists(path):
            os.remove(path)
        self.gnomon('export', '-w', what, '-o', path, *words, self.out)
        with open(path, encoding='utf-8', newline='') as file:
            text = file.read()
        return list(csv.DictReader(io.StringIO(text)))

    def pairs(self):
        """Sends and receives of the truth: (board, write) of both."""
        sent, found = {}, []
        for board, rows in self.writes.items():
            for row in rows:
                if row[2] >> 6 == SEND:
                    sent[row[2] & 63, row[3], board == 0] = (board, row)
        for board, rows in self.writes.items():
            for row in rows:
                if row[2] >> 6 == RECEIVE:
                    found.append((sent[row[2] & 63, row[3], board != 0], (board, row)))
        return found

    def wanted(self, ps):
        """Rounded up to whole cycles, as a bound is."""
        return -(-ps * self.hz // 10**12)

    def truth_of(self, event):
        """Cycle, ps of the host, address and data of an event's write."""
        rows = self.writes[int(event['node'].split('.')[0][5:])]
        return rows[bisect.bisect_left(rows, (event['time'],))]

    def check_times(self, rows):
        """Each common time is within its bound of the truth: there is one time 0 that all agree
        on."""
        low, high = -(10**30), 10**30
        for row in rows:
            cycle, host, address, data = self.truth_of(row)
            equal(row['time'], cycle, 'cycle of the board itself')
            equal((row['page'] << 6 | row['sub'], row['data']), (address, data), 'write')
            zero = host * self.hz / 10**12 - row['common']
            low, high = max(low, zero - row['common_bound']), min(high, zero + row['common_bound'])
        return low <= high

    def check_messages(self, bound, some, floor=0, more=False):
        """Matched as in truth; the duration within its bound; undecided by brute force, `some`: of
        some they are; no tachyon. `floor`: of messages, in ps, and `more`: it decides some."""
        self.put(bound, floor=floor)
        least = floor * (10**9 - DRIFT) // 10**9 * self.hz // 10**12  # by the slowest host
        common = {(e['node'], e['time']): (e['common'], e['common_bound']) for e in self.events()}
        undecided = turned = by_floor = 0
        rows = {(row['sender'], row['from']): row for row in self.exported('messages')}
        equal(len(rows), len(self.pairs()), 'messages')
        for (sender, one), (receiver, other) in self.pairs():
            a = common[f'board{sender}.core', one[0]]
            b = common[f'board{receiver}.core', other[0]]
            row = rows[f'board{sender}.core', str(a[0])]
            open_order = b[0] <= a[0] + a[1] + b[1]
            if floor and a[1] + b[1] < least:
                check(b[0] > a[0], 'the floor does not keep the order of times')
                by_floor += open_order
                open_order = False
            undecided += open_order
            turned += b[0] < a[0]
            equal(row['kind'], 'matched', 'kind')
            equal(row['to'], str(b[0]), 'receive')
            for end, time in ('from_ns', a[0]), ('to_ns', b[0]):
                equal(row[end], str(time * 10**9 // self.hz), end)
            equal(row['cycles_bound'], str(a[1] + b[1]) if b[0] >= a[0] else '', 'bound')
            equal(row['undecided'], '1' if open_order else '0', 'undecided')
            if b[0] >= a[0]:
                wrong = int(row['cycles']) - (other[1] - one[1]) * self.hz / 10**12
                check(abs(wrong) <= a[1] + b[1], f'{wrong} cycles wrong')
        document = json.loads(self.gnomon('messages', '--json', self.out))
        equal((document['tachyons'], document['below_floor']), (0, 0), 'tachyons')
        equal(document['between'], len(self.pairs()), 'messages between boards')
        equal(document['undecided'], undecided, 'undecided messages')
        equal((undecided > 0, by_floor > 0), (some, more), f'undecided, decided by {floor}')
        largest = max(row['transit']['bound'] for row in document['routes'])
        check(largest >= 2 * self.wanted(bound), f'bound of transits: {largest}')
        parallel = json.loads(self.gnomon('parallel', '--json', self.out))
        equal(parallel['undecided'], undecided, 'undecided messages of parallel')
        equal(parallel['complete'], not turned, 'whether all of the run is known')
        text = self.gnomon('messages', self.out)
        check(f'leave the order of {undecided} undecided' in text, text)
        check('FLOOR OF MESSAGES IS FALSE' not in text, text)
