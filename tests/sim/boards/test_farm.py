# SPDX-License-Identifier: Apache-2.0
"""The farm of eight boards, by its command, at a small size; and what its checks find.

usage: test_farm.py BUILD_DIR SCRATCH_DIR
"""

import copy
import functools
import json
import os
import sys
import xml.etree.ElementTree as xml

import shown
from suite import check, equal, of_module, run

BUILD, SCRATCH = map(os.path.abspath, sys.argv[1:])
EXPERIMENT = os.path.abspath('sim/experiments/farm')
sys.path[1:1] = [EXPERIMENT, os.path.dirname(EXPERIMENT), os.path.abspath('sim/boards')]
import figures
import runs

PICTURES = {'fig-4': 'Fig. 4', 'space-time': 'worker 7'}


@functools.lru_cache(None)
def measured():
    """(text, result) of a small run; nobody may change them."""
    text = shown.small(runs.NAME, BUILD, SCRATCH)
    with open(os.path.join(SCRATCH, 'small.json'), encoding='utf-8') as file:
        return text, json.load(file)


def test_small():
    """All bounds hold, and each figure is there in each form."""
    text, found = measured()
    check('FAIL' not in text, text)
    for name, words in PICTURES.items():
        picture = xml.parse(os.path.join(SCRATCH, 'small', f'{name}.svg'))
        check(words in ''.join(picture.getroot().itertext()), f'picture {name}')
    pages = ['quantised.html', 'truncated.html']
    names = sorted([*pages, *(f'{name}.svg' for name in PICTURES)])
    equal(sorted(os.listdir(os.path.join(SCRATCH, 'small'))), names, 'files')
    for name in pages:
        with open(os.path.join(SCRATCH, 'small', name), encoding='utf-8') as file:
            page = file.read()
        for board in range(runs.BOARDS):
            check(f'"board{board}.core"' in page, f'{name}: board {board}')
        check(f'"shown":{2 * figures.SMALL.trips}' in page, f'{name}: messages')
    equal(len(found['orders']), len(figures.SMALL.works) * len(figures.PULSES), 'orders')
    first = [row['live']['undecided'] for row in found['orders'] if row['plan']['pulses'] == 1]
    last = [row['live']['undecided'] for row in found['orders'] if row['plan']['pulses'] == 4]
    return f'{sum(first)} messages undecided by one pulse, {sum(last)} by four'


def test_published():
    """The paper's pulses follow from its walls, and its shares from its seconds."""
    shares = []
    for _, wall, pulses, parts in figures.PUBLISHED:
        found = figures.expected_pulses(wall, 4, figures.PUBLISHED_INTERVAL)
        equal(found, pulses, f'pulses of {wall} s')
        shares.append(round(100 * sum(parts) / wall, 6))
    equal(shares, [4.981672, 2.745525, 2.033634, 0.821717, 0.640249, 0.364889], 'shares')


def test_what_is_wrong_is_found():
    def bound(found):
        found['orders'][2]['breaks'] = ['live: off by 3 ps, bound 2 ps']

    def library(found):
        found['orders'][1]['found'] = ['intervals']

    def tachyon(found):
        found['orders'][3]['later']['broken'] = 1

    def undecided(found):
        found['orders'][0]['live']['failed'] = 4

    def lost(found):
        found['orders'][0]['live']['messages'] -= 1

    def gnomon_lost(found):
        found['orders'][3]['gnomon']['between'] -= 1

    def gnomon_tachyon(found):
        found['orders'][3]['gnomon']['tachyons'] = 2

    def gnomon_decides(found):
        found['orders'][0]['gnomon']['undecided'] = found['orders'][0]['later']['undecided'] - 1

    def early(found):
        found['table 1'][-1]['apart_s'][0] /= 2

    def late(found):
        found['table 1'][-1]['apart_s'][1] *= 2

    def few(found):
        for row in found['table 1']:
            row['apart_s'] = [0, 0]

    def none(found):
        for row in found['orders'] + found['table 1']:
            row['alone'] = 0

    equal(figures.faults(measured()[1]), [], 'faults')
    for change, words in (
        (bound, 'a bound is broken: live: off by 3 ps'),
        (library, 'finds a bound broken: intervals'),
        (tachyon, 'later: 1 messages are received before'),
        (undecided, 'live: 4 messages are undecided that'),
        (lost, 'live: only 199 messages have times'),
        (gnomon_lost, 'gnomon messages finds 200, 199 between'),
        (gnomon_tachyon, 'gnomon messages finds 2 tachyons'),
        (gnomon_decides, 'gnomon messages leaves only'),
        (early, 's apart, not '),
        (late, 's apart, not '),
        (few, 'no board has two pulses'),
        (none, 'no tachyons without refreshes'),
    ):
        wrong = copy.deepcopy(measured()[1])
        change(wrong)
        found = figures.faults(wrong)
        check(len(found) == 1 and words in found[0], f'{change.__name__}: {found}')


def test_command():
    done = shown.command(runs.NAME, BUILD, '--seed', str(10**7))
    equal(done.returncode, 2, 'exit status')
    check('--seed must be 1 to 1000000' in done.stderr, done.stderr)
    done = shown.command(runs.NAME, SCRATCH)
    equal(done.returncode, 1, 'exit status without a build')
    check('make farm builds it' in done.stderr, done.stderr)


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('farm', of_module(globals())))
