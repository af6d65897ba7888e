#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The experiment of Beilner, "Measuring with Slow Clocks" (1988): a ping-pong of two processes with
twelve measuring points, by clocks whose tick is longer than what is measured, with gnomon's exact
times of the same points beside. `make dash` builds what it needs and runs it.

Exit status: 0 if all bounds hold and the intervals cover; 1 if not, or if a run failed; 2 on a
wrong command line.
"""

import argparse
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

import figures
import picture
import show
from runs import NAME, Setting
from simulated import Fault, Progress


def arguments():
    parser = argparse.ArgumentParser(
        description='Measures a ping-pong by slow clocks, and compares the means with exact ones.',
        epilog='docs/guide/ticks.md explains the method.',
    )
    parser.add_argument('--small', action='store_true', help='fewer loops')
    parser.add_argument(
        '--seed', type=int, default=1, metavar='N', help='of the random numbers, 1 to 1000000 (1)'
    )
    parser.add_argument('--json', metavar='FILE', help='write the figures as JSON')
    parser.add_argument('--svg', metavar='DIR', help='draw each figure into this folder')
    parser.add_argument(
        '--jobs',
        type=int,
        default=len(os.sched_getaffinity(0)),
        metavar='N',
        help='runs at the same time, 1 to 64 (as many as there are processors)',
    )
    parser.add_argument('--keep', metavar='DIR', help='keep the programs and runs there')
    parser.add_argument(
        '--build', default='build', metavar='DIR', help='folder of what make has built (build)'
    )
    parser.add_argument('--quiet', action='store_true', help='no progress on stderr')
    options = parser.parse_args()
    if not 1 <= options.seed <= 10**6:
        parser.error('--seed must be 1 to 1000000')
    if not 1 <= options.jobs <= 64:
        parser.error('--jobs must be 1 to 64')
    return options


def measured(options, scratch):
    setting = Setting(
        os.path.abspath(options.build),
        scratch,
        options.keep is not None,
        options.jobs,
        Progress(NAME, options.quiet),
    )
    return figures.all_of(setting, figures.SMALL if options.small else figures.FULL, options.seed)


def perform(options):
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        result = measured(options, options.keep)
    else:
        with tempfile.TemporaryDirectory(prefix='dash-') as scratch:
            result = measured(options, scratch)
    print(show.text(result), end='')
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump(result, file)
            file.write('\n')
    if options.svg:
        picture.draw(result, options.svg)
    return figures.faults(result)


def main():
    options = arguments()
    try:
        faults = perform(options)
    except Fault as fault:
        print(f'dash: {fault}', file=sys.stderr)
        return 1
    except OSError as err:
        print(f'dash: {err.filename}: {err.strerror}', file=sys.stderr)
        return 1
    for fault in faults:
        print(f'FAIL: {fault}')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
