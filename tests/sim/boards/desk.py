# SPDX-License-Identifier: Apache-2.0
"""A run of simulated boards, which is read as one, and its truth: what each program wrote, and when
that was on the host's clock."""

import collections
import csv
import io
import json
import os
import random
import shutil
import subprocess

import boards_file
from suite import HANG_SECONDS, equal

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
    """

    def __init__(
        self, simulator, manifest, gnomon, scratch, name, experiment=EXPERIMENT, **options
    ):
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
                    **{'name': f'board{board}', 'clock_hz': HZ, 'drift_ppb': DRIFT},
                    **{'host_drift_ppb': DRIFT, 'wander_ppb': WANDER, 'pulses': pulses},
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
