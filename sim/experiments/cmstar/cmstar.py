#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The experiments of Kong, Spector and Siewiorek, "Measuring Time in Cm*" (1986): a clock on a
shared bus, read in each of their ways, with gnomon's exact times of the same reads beside. `make
cmstar` builds what it needs and runs it.

Exit status: 0 if what the paper's figures must show is there; 1 if not, or if a run failed; 2 on a
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
        description='Reads a clock on a shared bus in each way of the paper, and compares the '
        'readings with exact times.',
        epilog='docs/guide/clocks.md explains the methods.',
    )
    parser.add_argument('--small', action='store_true', help='fewer runs and repetitions')
    parser.add_argument(
        '--far',
        type=int,
        default=0,
        metavar='N',
        help='cycles, 0 to 255, that an access of the clock takes to get there (0)',
    )
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
    if not 0 <= options.far <= 255:
        parser.error('--far must be 0 to 255')
    if not 1 <= options.seed <= 10**6:
        parser.error('--seed must be 1 to 1000000')
    if not 1 <= options.jobs <= 64:
        parser.error('--jobs must be 1 to 64')
    return options


def measured(options, scratch):
    setting = Setting(
        os.path.abspath(options.build),
        scratch,
        options.far,
        options.keep is not None,
        options.jobs,
        options.seed,
        Progress(NAME, options.quiet),
    )
    return figures.all_of(setting, figures.SMALL if options.small else figures.FULL)


def perform(options):
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        result = measured(options, options.keep)
    else:
        with tempfile.TemporaryDirectory(prefix='cmstar-') as scratch:
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
        print(f'cmstar: {fault}', file=sys.stderr)
        return 1
    except OSError as err:
        print(f'cmstar: {err.filename}: {err.strerror}', file=sys.stderr)
        return 1
    for fault in faults:
        print(f'FAIL: {fault}')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
