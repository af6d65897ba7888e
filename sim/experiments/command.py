# SPDX-License-Identifier: Apache-2.0
"""What the commands of experiments share: their options, what they write, and how they end.

Exit status: 0 if what must hold does; 1 if not, or if a run failed; 2 on a wrong command line.
"""

import argparse
import json
import os
import sys
import tempfile

from simulated import Fault

SEEDS = 10**6
JOBS = 64


def parser_of(description, page, small):
    """The options of all; `page` explains the method, `small` is what --small makes fewer."""
    parser = argparse.ArgumentParser(description=description, epilog=f'{page} explains the method.')
    parser.add_argument('--small', action='store_true', help=small)
    parser.add_argument(
        '--seed', type=int, default=1, metavar='N', help=f'of the random numbers, 1 to {SEEDS} (1)'
    )
    parser.add_argument('--json', metavar='FILE', help='write the figures as JSON')
    parser.add_argument('--svg', metavar='DIR', help='draw each figure into this folder')
    parser.add_argument(
        '--jobs',
        type=int,
        default=len(os.sched_getaffinity(0)),
        metavar='N',
        help=f'runs at the same time, 1 to {JOBS} (as many as there are processors)',
    )
    parser.add_argument('--keep', metavar='DIR', help='keep the programs and runs there')
    parser.add_argument(
        '--build', default='build', metavar='DIR', help='folder of what make has built (build)'
    )
    parser.add_argument('--quiet', action='store_true', help='no progress on stderr')
    return parser


def parsed(parser, **limits):
    """The options; name=(least, most) of numbers besides those of all."""
    options = parser.parse_args()
    for name, (least, most) in {**limits, 'seed': (1, SEEDS), 'jobs': (1, JOBS)}.items():
        if not least <= getattr(options, name) <= most:
            parser.error(f'--{name} must be {least} to {most}')
    return options


def result_of(name, options, measured):
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        return measured(options, options.keep)
    with tempfile.TemporaryDirectory(prefix=f'{name}-') as scratch:
        return measured(options, scratch)


def write(options, result, text, draw):
    print(text(result), end='')
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump(result, file)
            file.write('\n')
    if options.svg:
        draw(result, options.svg)


def perform(name, options, measured, text, draw, faults):
    """Shows measured(options, scratch): by `text`, as JSON, and by `draw`; and what `faults` finds
    in it. Returns the exit status."""
    try:
        result = result_of(name, options, measured)
        write(options, result, text, draw)
    except Fault as fault:
        print(f'{name}: {fault}', file=sys.stderr)
        return 1
    except OSError as err:
        print(f'{name}: {err.filename}: {err.strerror}', file=sys.stderr)
        return 1
    found = faults(result)
    for fault in found:
        print(f'FAIL: {fault}')
    return 1 if found else 0
