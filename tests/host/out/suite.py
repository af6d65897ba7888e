# SPDX-License-Identifier: Apache-2.0
"""What the tests of exports share. The program's words are GNOMON and MAKE_RUN."""

import subprocess
import sys
import tempfile

from truth import NS

GNOMON, MAKE_RUN = sys.argv[1:3]
tests = []


def test(function):
    tests.append(function)
    return function


def export(run, path, *options, status=0):
    done = subprocess.run(
        [GNOMON, 'export', run.dir, '-o', path, *options], capture_output=True, text=True
    )
    assert done.returncode == status, done.stderr
    return done.stderr


def filtered(run, path, drop):
    done = subprocess.run(
        [GNOMON, 'filter', run, path, '--drop', drop], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def ns(rows):
    """Rows whose first two fields are cycles, in nanoseconds."""
    return [(*(at if at is None else at * NS for at in row[:2]), *row[2:]) for row in rows]


def same(got, wanted, what):
    got, wanted = (sorted(rows, key=repr) for rows in (got, wanted))
    if got != wanted:
        only = [row for row in got if row not in wanted], [row for row in wanted if row not in got]
        raise AssertionError(f'{what}: {len(got)} rows, {len(wanted)} wanted; differ: {only}')


def main():
    failed = 0
    for function in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                function(folder)
                print(f'ok   {function.__name__}')
            except Exception as fault:  # of a reader, too
                failed += 1
                print(f'FAIL {function.__name__}: {str(fault)[:2000]}')
    print(f'{len(tests) - failed} passed, {failed} failed')
    return 1 if failed else 0
