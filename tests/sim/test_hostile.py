# SPDX-License-Identifier: Apache-2.0
"""Hostile names at every place where one enters a simulator or the bridge, and a target that prints
what acts: nothing of it reaches the terminal as it is.

usage: test_hostile.py BARE SIMULATOR ECHO PROGRAM SCRATCH_DIR     (PROGRAM: tests/sim/hostile.c)
"""

import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'host', 'cli'))
from acting import TEXTS, as_file, check, run, runs, write  # noqa: E402
from suite import of_module  # noqa: E402
from suite import run as run_tests  # noqa: E402

BARE, SIMULATOR, ECHO, PROGRAM = map(os.path.abspath, sys.argv[1:5])
SCRATCH = os.path.join(os.path.abspath(sys.argv[5]), 'hostile')
FILES = ('--truth', '--outputs', '--port-file')
NUMBERS = ('--port', '--outputs-every', '--max-cycles', '--max-seconds')


def named():
    """(text, a path that ends in it, of nothing that is there)"""
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(SCRATCH)
    for text in TEXTS:
        path = as_file(SCRATCH, text)
        if path:
            yield text, path


def test_program():
    """A program that is not there, and one that is no program."""
    for _, path in named():
        run(SIMULATOR, '--program', path, status=1)
        run(BARE, '--program', write(path, b'no ELF'), status=1)


def test_files():
    """Files that cannot be made, and logs that cannot be written."""
    for _, path in named():
        for option in FILES:
            run(
                SIMULATOR,
                '--program',
                PROGRAM,
                option,
                os.path.join(path, b'none'),
                '--max-cycles',
                '9',
                status=1,
            )
        os.symlink('/dev/full', path)
        for option in FILES:
            run(
                SIMULATOR,
                '--program',
                PROGRAM,
                option,
                path,
                '--max-cycles',
                '99',
                '--quiet',
                status=1,
            )


def test_arguments():
    """What is no option, no number, or too much; and the name of the simulator itself."""
    for text in TEXTS:
        run(SIMULATOR, b'--' + text + b'x', status=2)
        run(SIMULATOR, b'-\x1b' + text, status=2)
        run(SIMULATOR, '--program', PROGRAM, '--dump', text, status=2)
        run(SIMULATOR, '--program', PROGRAM, b'x' + text, status=2)
        for option in NUMBERS:
            run(SIMULATOR, '--program', PROGRAM, option, text, status=2)
        run(BARE, '--program', PROGRAM, '--port-file', text, status=2)
    for _, path in named():
        os.symlink(SIMULATOR, path)
        run(path, '--help', status=0)
        run(path, '--program', PROGRAM, '--dump', 'x', status=2)


def test_bridge():
    """The bridge in a testbench of the user's, with the plusargs that it takes."""
    for text, path in named():
        run(ECHO, b'+gnomon_port_file=' + os.path.join(path, b'none'), status=1)
        run(ECHO, b'+gnomon_port=' + text, '+gnomon_port_file=/none/none', status=1)
        run(ECHO, b'+' + text, '+max_seconds=0', status=0)


def test_console():
    """What the target prints is shown line by line; the lines of the simulator stay whole."""
    out = run(SIMULATOR, '--program', PROGRAM, '--exit-when-done', '--quiet', status=0)
    lines = out.decode().splitlines()[1:]  # the first one is the port
    check(lines[0] == '\\x1b]0;title\\a red \\xff\\xc0 \\t and é', f'{lines}')
    check(lines[1] == 'zero \\x00 \\u202e end' and lines[2] == '', f'{lines}')
    check(lines[3:] == ['x' * 3000, 'no end of the line'], f'{[len(line) for line in lines]}')


if __name__ == '__main__':
    status = run_tests('hostile', of_module(globals()))
    print(f'nothing acted in {len(runs)} commands')
    sys.exit(status)
