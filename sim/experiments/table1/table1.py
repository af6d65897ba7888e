#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Carpenter's Table 1 with numbers: the same programs under each of its twelve rows, on the
simulated quad-core target. `make table1` builds what it needs and runs it.

Exit status: 0 if every event was recorded, or reported as lost, and the pattern rows changed
nothing; 1 if not, if a run failed, or if CAPTURE or REPORT timed out without --mask; 2 on a wrong
command line.
"""

import argparse
import json
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import picture
import runs
import show
from build import Fault
from cost import Cost
from rows import BURST, BY_KEY, PROGRAMS, ROWS

SIZES = (2, 28)  # rounds of a program; what a core's memory has room for


def numbers(text):
    return [part.strip() for part in text.split(',') if part.strip()]


def arguments():
    parser = argparse.ArgumentParser(
        description='Measures what each row of Table 1 costs the program that it measures.',
        epilog='docs/guide/table1.md explains the columns, and how to choose a row.',
    )
    parser.add_argument(
        '--size',
        type=int,
        default=24,
        metavar='N',
        help=f'rounds of each program, {SIZES[0]} to {SIZES[1]} (24); '
        'a round is four events of each core',
    )
    parser.add_argument(
        '--rows',
        metavar='LIST',
        help="rows and variants, such as '1,3,3 local,10' (all); a number takes its variants too",
    )
    parser.add_argument('--programs', metavar='LIST', help=f'of {", ".join(PROGRAMS)} (all)')
    parser.add_argument('--json', metavar='FILE', help='write the table as JSON')
    parser.add_argument(
        '--from', dest='source', metavar='FILE', help='measure nothing: the table is in this JSON'
    )
    parser.add_argument('--svg', metavar='FILE', help='draw the table')
    parser.add_argument('--no-cost', action='store_true', help='without logic and RAM')
    parser.add_argument('--no-ratios', action='store_true', help='without reading ratio pairs')
    parser.add_argument(
        '--mask',
        type=int,
        choices=range(4),
        metavar='CORE',
        help='this core masks its interrupts: each CAPTURE and REPORT ends by its time-out',
    )
    parser.add_argument(
        '--far',
        type=int,
        default=0,
        metavar='N',
        help='the bus is far from the central counter and event port: an access takes N cycles, '
        '0 to 255, to get there (0); from 12 on it takes three times as long as a local one',
    )
    parser.add_argument(
        '--keep', metavar='DIR', help='keep the programs, logs and run directories of all runs'
    )
    parser.add_argument(
        '--build', default='build', metavar='DIR', help='folder of what make has built (build)'
    )
    parser.add_argument('--quiet', action='store_true', help='no progress on stderr')
    options = parser.parse_args()
    if not SIZES[0] <= options.size <= SIZES[1]:
        parser.error(f'--size must be {SIZES[0]} to {SIZES[1]}')
    if not 0 <= options.far <= 255:
        parser.error('--far must be 0 to 255')
    options.rows = chosen_rows(parser, options.rows)
    options.programs = numbers(options.programs) if options.programs else list(PROGRAMS)
    unknown = [name for name in options.programs if name not in PROGRAMS]
    if unknown or not options.programs:
        parser.error(f'--programs: {", ".join(PROGRAMS)}, not {unknown}')
    return options


def chosen_rows(parser, text):
    if text is None:
        return list(ROWS)
    wanted = numbers(text)
    known = {str(row.number) for row in ROWS} | set(BY_KEY)
    unknown = [key for key in wanted if key not in known]
    if unknown or not wanted:
        parser.error(f'--rows: no row {unknown}; there are {", ".join(BY_KEY)}')
    return [row for row in ROWS if row.key in wanted or str(row.number) in wanted]


class Progress:
    def __init__(self, quiet):
        self.quiet, self.begin = quiet, time.monotonic()

    def __call__(self, words):
        if not self.quiet:
            print(f'table1: {time.monotonic() - self.begin:5.0f} s  {words}', file=sys.stderr)


def compiler_of(build):
    path = os.path.join(build, 'table1', 'compile')
    try:
        with open(path, encoding='utf-8') as file:
            return file.read().strip()
    except OSError as err:
        raise Fault(f"cannot read '{path}': {err.strerror}; make table1 makes it") from None


def programs_of(options, setting, say):
    results = {}
    for program in options.programs:
        say(f'{program}: unmonitored')
        base = runs.baseline(setting, program)
        result = {
            'events': base.event_count,
            'cycles': base.cycles,
            'misses': base.misses,
            'grants': base.grants,
            'rows': {},
        }
        for row in options.rows:
            say(f'{program}: row {row.key}')
            forms = {'plain': runs.result(setting, base, row, program)}
            if not options.no_ratios:
                forms['ratios'] = runs.result(setting, base, row, program, ratios=True)
            result['rows'][row.key] = forms
        results[program] = result
    return results


def rates_of(options, setting, say):
    say(f'{BURST}: unmonitored')
    base = runs.baseline(setting, BURST)
    rates = {}
    for row in options.rows:
        say(f'{BURST}: row {row.key}')
        rates[row.key] = runs.rate(setting, base, row)
    return rates


def costs_of(options, say):
    if options.no_cost:
        return {}, ''
    cost = Cost(options.build, os.path.join(options.build, 'table1', 'cost'), say)
    return {row.key: cost.of(row) for row in options.rows}, cost.tool()


def make_table(options, scratch, say):
    setting = runs.Setting(
        options.build,
        scratch,
        compiler_of(options.build),
        options.size,
        options.mask,
        options.far,
        options.keep is not None,
    )
    table = {
        'size': options.size,
        'clock': runs.CLOCK,
        'masked': options.mask,
        'far': options.far,
        'burst': BURST,
        'titles': {row.key: row.title for row in options.rows},
        'ratio_pairs': {row.key: row.ratios for row in options.rows},
        'programs': programs_of(options, setting, say),
        'rates': rates_of(options, setting, say),
    }
    table['costs'], table['tool'] = costs_of(options, say)
    return table


def faulty(table):
    """Some row recorded something wrong, or not all without a word; or a line timed out that
    nobody masked."""
    forms = [
        values
        for result in table['programs'].values()
        for row in result['rows'].values()
        for values in row.values()
    ]
    late = table['masked'] is None
    return any(
        values['faults'] or (late and values['timeouts'])
        for values in (*forms, *table['rates'].values())
    )


def read_table(path):
    try:
        with open(path, encoding='utf-8') as file:
            table = json.load(file)
    except (OSError, ValueError) as err:
        raise Fault(f"cannot read '{path}': {err}") from None
    if not isinstance(table, dict) or 'ratio_pairs' not in table:
        raise Fault(f"'{path}' is not a table of this command")
    return table


def as_json(value, depth=4, indent=''):
    """JSON with a line for each run of a row."""
    if depth == 0 or not isinstance(value, dict) or not value:
        return json.dumps(value)
    inner = indent + ' '
    lines = [f'{inner}{json.dumps(key)}: {as_json(value[key], depth - 1, inner)}' for key in value]
    return '{\n' + ',\n'.join(lines) + f'\n{indent}}}'


def write(path, text):
    try:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
    except OSError as err:
        raise Fault(f"cannot write '{path}': {err.strerror}") from None


def main():
    options = arguments()
    say = Progress(options.quiet)
    try:
        if options.source:
            table = read_table(options.source)
        elif options.keep:
            os.makedirs(options.keep, exist_ok=True)
            table = make_table(options, options.keep, say)
        else:
            with tempfile.TemporaryDirectory(prefix='table1-') as scratch:
                table = make_table(options, scratch, say)
        print(show.text(table), end='')
        if options.json:
            write(options.json, as_json(table) + '\n')
        if options.svg:
            write(options.svg, picture.svg(table))
    except Fault as err:
        print(f'table1: {err}', file=sys.stderr)
        return 1
    except OSError as err:
        print(f'table1: {err.filename}: {err.strerror}', file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print('table1: interrupted', file=sys.stderr)
        return 1
    if faulty(table):
        print('table1: a row is not as it must be: see FAULT and TIME-OUT', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
