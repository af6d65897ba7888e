# SPDX-License-Identifier: Apache-2.0
"""Monitors at random, until the time is over.

usage: fuzz_monitors.py SCRATCH_DIR SECONDS [SEED]
"""

import os
import random
import shutil
import sys
import time

for part in ('sim', 'model', 'system/lib', 'system'):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', part))

from bed import MONITORS, check
from random_monitors import random_monitor


def main():
    scratch, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2])
    seed = sys.argv[3] if len(sys.argv) > 3 else str(random.SystemRandom().randrange(1 << 32))
    which = f' MONITORS={MONITORS}' if MONITORS else ''
    print(f'seed {seed}; again: make fuzz-monitors SEED={seed}{which}', flush=True)
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    number, tried, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        cores = 1 if tried % 2 else 4
        words = random_monitor(scratch, f'{seed} {tried}', cores=cores)
        if words:
            print(f'ok monitor {tried} of {cores}: {words}', flush=True)
            number += 1
        tried += 1
    check(number, 'no monitor in this time')
    print(f'{number} passed, 0 failed')


if __name__ == '__main__':
    main()
