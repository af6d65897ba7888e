# SPDX-License-Identifier: Apache-2.0
"""Faults on the link, at random, until the time is over: whole runs at random rates, and every
position of the first frames.

usage: fuzz.py SCRATCH_DIR SECONDS [SEED]
"""

import os
import random
import shutil
import sys
import time

for part in ('sim', 'model', 'system/lib', 'system'):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', part))

import test_faults
from fault_proxy import KINDS, Rate
from test_events import EVENTS, MATMUL, RECURSION
from test_faults import OFTEN


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder


def main():
    scratch, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2])
    seed = sys.argv[3] if len(sys.argv) > 3 else str(random.SystemRandom().randrange(1 << 32))
    print(f'seed {seed}; again: make fuzz-link SEED={seed}', flush=True)
    chance, end, runs = random.Random(seed), time.monotonic() + seconds, 0
    for name, test in (
        ('status', test_faults.status_positions),
        ('start', test_faults.start_positions),
    ):
        print(f'ok {name}: {test(fresh(os.path.join(scratch, name)), every=1)}', flush=True)
    while time.monotonic() < end:
        simulator = chance.choice(
            ['soc_bytes', 'soc_bytes', 'soc_compressed', 'soc_short', 'soc_uart']
        )
        experiment = chance.choice([EVENTS, RECURSION, MATMUL])
        rate = OFTEN / 2 ** chance.uniform(0, 2) / (2 if simulator == 'soc_uart' else 1)
        kinds = chance.sample(KINDS, chance.randrange(1, len(KINDS) + 1))
        what = f'run {runs}: {simulator}, {experiment.program}, {"/".join(kinds)} at {rate:.2g}'
        print(what, end='', flush=True)
        words = test_faults.faulty_run(
            fresh(os.path.join(scratch, 'run')),
            simulator,
            experiment,
            Rate(f'{seed} {runs}', rate, kinds),
        )
        print(f': ok, {words}', flush=True)
        runs += 1
    print(f'{runs + 2} passed, 0 failed')


if __name__ == '__main__':
    main()
