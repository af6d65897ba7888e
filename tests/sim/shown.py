# SPDX-License-Identifier: Apache-2.0
"""What tests of the experiments with pictures share: the command, and what of its output docs/NAME
has."""

import os
import subprocess
import sys

from suite import HANG_SECONDS, check, equal


def command(name, build, *options):
    path = os.path.abspath(os.path.join('sim', 'experiments', name, f'{name}.py'))
    return subprocess.run(
        [sys.executable, '-B', path, '--build', build, *options],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )


def small(name, build, folder):
    """What a small run prints. `small.json` and its pictures, in `small`, come into the folder."""
    table, pictures = (os.path.join(folder, what) for what in ('small.json', 'small'))
    done = command(name, build, '--small', '--quiet', '--json', table, '--svg', pictures)
    equal((done.returncode, done.stderr), (0, ''), f'exit status: {done.stdout}{done.stderr}')
    return done.stdout


def same_as_docs(name, text, folder):
    """The text and the pictures of docs/NAME are those of this small run."""
    shown = os.path.join('docs', name)
    for file_name in sorted(os.listdir(shown)):
        with open(os.path.join(shown, file_name), encoding='utf-8') as file:
            there = file.read()
        if file_name == 'small.txt':
            equal(there, text, file_name)
            continue
        with open(os.path.join(folder, 'small', file_name), encoding='utf-8') as file:
            check(there == file.read(), f'docs/{name}/{file_name} is another picture')


def refused(name, build, empty, option, words):
    """A number beyond its range, and a folder without a build, get one message each."""
    done = command(name, build, option, str(10**7))
    equal(done.returncode, 2, 'exit status')
    check(words in done.stderr, done.stderr)
    done = command(name, empty)
    equal(done.returncode, 1, 'exit status without a build')
    check(f'make {name} makes it' in done.stderr, done.stderr)
