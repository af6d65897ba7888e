# SPDX-License-Identifier: Apache-2.0
"""Carpenter's Table 1 where the bus is far from the central counter and event port.

usage: test_far.py BUILD_DIR SCRATCH_DIR
"""

import sys

from suite import check, equal, of_module, run
from table1_runs import Table, command

FAR = 12  # cycles


def table(name, *options):
    found = Table(
        *(name, '--rows', '2,6,8,10', '--programs', 'single', *options),
        *('--no-cost', '--no-ratios', '--quiet'),
    )
    equal((found.done.returncode, found.done.stderr), (0, ''), f'exit status: {found.done.stdout}')
    return found


def test_rows():
    """Each event of the central rows takes at least so many cycles more; the other rows, and what
    is recorded, stay as they are."""
    near, far = table('near'), table('far', '--far', FAR)
    check('far bus' not in near.done.stdout, near.done.stdout[:80])
    check(far.done.stdout.startswith(f'far bus: {FAR} cycles'), far.done.stdout[:80])
    for key in far.json['titles']:
        now, was = (found.values('single', key) for found in (far, near))
        more = now['event_cycles'] - was['event_cycles']
        equal(now['recorded'], was['recorded'], f'row {key}: recorded')
        if key in ('2', '6'):
            check(more >= FAR, f'row {key}: {more} cycles more')
        else:
            equal(more, 0, f'row {key}: cycles more')


def test_option():
    done = command('--far', '256')
    equal((done.returncode, '--far must be' in done.stderr), (2, True), done.stderr)


if __name__ == '__main__':
    sys.exit(run('table1_far', of_module(globals())))
