#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gnomon on emulated USB devices:
test_usb.py [--long] BED MODEL_SERVER GNOMON ASAN_GNOMON [PART].

PART is of the names of the tests to run. --long runs those of `make check-long`.

The programs and their libraries are unmodified; the devices are C structures (bed.c). The oracle of
a run is the script that the model of a monitor sends, and the report of the same run without USB;
that of a Verilated monitor is the truth log of its simulator (test_pins.py).
"""

import os
import random
import sys

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
sys.path += [os.path.join(TESTS, part) for part in ('sim', 'model', 'system', 'system/lib')]

import lib
import counted
import test_acm
import test_boards
import test_ftdi
import test_list
import test_pins
import test_search

SEED = 20
PARTS = test_ftdi, test_acm, test_list, test_search, test_pins, test_boards
LONG = test_pins, test_boards


def main():
    words = [word for word in sys.argv[1:] if word != '--long']
    bench = lib.Bench(*words[:4])
    part = ''.join(words[4:])
    chance = random.Random(SEED)
    wanted = (
        [tests.LONG for tests in LONG] if '--long' in sys.argv else [tests.TESTS for tests in PARTS]
    )
    try:
        for test in [test for tests in wanted for test in tests]:
            if part in f'{test.__module__}.{test.__name__}':
                test(bench, chance)
    finally:
        bench.close()
    return counted.verdict(f'usb, seed {SEED}')


if __name__ == '__main__':
    sys.exit(main())
