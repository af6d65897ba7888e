# SPDX-License-Identifier: Apache-2.0
"""The file-server experiment, small: what `gnomon causality` finds in whole runs and in runs of
which the trace has a part only, against what the program counted.

usage: test_fileserver.py BUILD_DIR SCRATCH_DIR
"""

import copy
import functools
import os
import re
import subprocess
import sys

from suite import check, equal, of_module, run

BUILD, SCRATCH = map(os.path.abspath, sys.argv[1:])
EXPERIMENT = os.path.abspath('sim/experiments/fileserver')
sys.path.insert(1, EXPERIMENT)
import fileserver

SEED = 1
REQUESTS = {'stream': 30, 'fill': 20, 'wrap': 20}  # of each user, by buffer


def requests(buffer):
    return REQUESTS[buffer] * fileserver.USERS


@functools.lru_cache(None)
def measured(buffer='stream'):
    """(ways, result) of a run; nobody may change them."""
    folder = os.path.join(SCRATCH, 'fileserver', buffer)
    ways = fileserver.run(BUILD, folder, REQUESTS[buffer], SEED, {'buffer': buffer})
    return ways, fileserver.analyse(BUILD, os.path.join(folder, 'run'))


def test_whole():
    ways, result = measured()
    equal(fileserver.compare(result, ways), [], 'differences')
    equal(result['requests'], requests('stream'), 'requests')
    equal(result['answered'], requests('stream'), 'answers')
    check({'RBR', 'RDR', 'RBIBR'} <= set(ways), 'a way was not taken')
    check(len(ways) > 3, 'no indirect block')
    for name, *_, count, of, errors in fileserver.shares(result, fileserver.built_in()):
        check(count and errors <= fileserver.DEVIATIONS, f'{name}: {count} of {of}')
    return f'{len(ways)} ways'


def test_what_is_wrong_is_found():
    ways, result = measured()
    for kind in ('string', 'branch'):
        wrong = copy.deepcopy(result)
        one = wrong['strings'][0] if kind == 'string' else wrong['branches'][0]['next'][0]
        one['count'] += 1
        (fault,) = fileserver.compare(wrong, ways)
        check(fault.startswith(kind), fault)
    wrong = {**result, 'breaks': 1}
    equal(len(fileserver.compare(wrong, ways)), 1, 'faults of a loss')
    equal(len(fileserver.compare(result, {**ways, 'RBIR': 1})), 5, 'faults of a way')
    others = {'OPEN_PERCENT': 14, 'HIT_PERCENT': 40, 'INDIRECT_PERCENT': 50}
    for name, *_, errors in fileserver.shares(result, others):
        check(errors > fileserver.DEVIATIONS, f'{name} fits another probability')


def test_the_command_says_so():
    command = [sys.executable, '-B', os.path.join(EXPERIMENT, 'fileserver.py'), '--build', BUILD]
    folder = os.path.join(SCRATCH, 'fileserver', 'command')
    done = subprocess.run(
        [*command, '--folder', folder, '--requests', '4', '--seed', '3'],
        capture_output=True,
        text=True,
        check=False,
    )
    check('All strings and branches are those' in done.stdout, done.stdout + done.stderr)
    check(re.search('(?m)^opens +4.00% ', done.stdout), done.stdout)
    done = subprocess.run([*command, '--requests', '0'], capture_output=True, check=False)
    equal(done.returncode, 2, 'exit status')


def part(buffer):
    """The result of a run whose trace has a part only: no more of anything than there was."""
    ways, result = measured(buffer)
    for is_there, was in (
        (fileserver.found_strings(result), fileserver.strings_of(ways)),
        (fileserver.found_branches(result), fileserver.branches_of(ways)),
    ):
        for key, count in is_there.items():
            check(count <= was.get(key, 0), f'{key}: {count} of {was.get(key, 0)}')
    all_of_them = requests(buffer)
    check(all_of_them / 10 < result['requests'] < all_of_them, f'{result["requests"]} requests')
    return result


def test_cut_off():
    """The trace ends where the buffer was full: requests are complete, or under way then."""
    result = part('fill')
    equal(result['answered'] + result['unknown']['ended'], result['requests'], 'requests')
    check(0 < result['unknown']['ended'] <= fileserver.USERS, 'requests under way')
    equal(sum(result['unknown_begin'].values()), 0, 'strings without a begin')


def test_beheaded():
    """The trace has the last records only."""
    result = part('wrap')
    equal(result['answered'], result['requests'], 'requests')
    check(result['unknown_begin']['lost'] > 0, 'no string has lost its begin')
    check(result['breaks'] > 0, 'no loss')


if __name__ == '__main__':
    sys.exit(run('fileserver', of_module(globals())))
