#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Commands that write files, of which one write finds no room and the next ones do: they fail and
leave nothing, or what they write is whole.

usage: test_full_disk.py GNOMON MAKE_RUN FAIL_AT
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import check

GNOMON, MAKE_RUN, FAIL_AT = map(os.path.abspath, sys.argv[1:4])
MOST = 24  # writes of a command that are tried: its first ones, and its last ones
# what a run exports, and one with segments
EXPORTS = (
    ('events.csv',),
    ('events.jsonl',),
    ('intervals.csv', '--what', 'intervals'),
    ('intervals.jsonl', '--what', 'intervals'),
    ('samples.csv', '--what', 'samples'),
    ('all.sqlite',),
    ('all.pftrace',),
)
SEGMENTS = (('a.vcd',), ('a.fst',), ('a.v', '--unit', 'around', '--node', 'core0'))


def content(path):
    """The bytes of a file, or of those of a folder; None: it is not there."""
    if not os.path.exists(path):
        return None
    if os.path.isfile(path):
        with open(path, 'rb') as file:
            return file.read()
    return {
        name: content(os.path.join(folder, name))
        for folder, _, names in os.walk(path)
        for name in names
    }


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.remove(path)


def attempt(number, command, out):
    """Status and messages, how many writes there were, and what was written; nothing is left."""
    done = subprocess.run(
        [FAIL_AT, str(number), GNOMON, *command],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    written = content(out)
    remove(out)
    left = os.listdir(os.path.dirname(out))
    check(not left, f'{command}: {left} is left')
    return done.returncode, done.stderr, int(done.stdout.split()[-1]), written


def test(command, out):
    """How often it failed."""
    status, err, writes, whole = attempt(0, command, out)
    check(status == 0 and whole and writes, f'{command}: {err}')
    failed = 0
    for number in range(1, writes + 1):
        if MOST // 2 < number <= writes - MOST // 2:
            continue
        status, err, _, written = attempt(number, command, out)
        if status:
            check(written is None, f'{command}: write {number} of {writes} left a file')
            check('cannot' in err, f'{command}: write {number} of {writes}: {err}')
            failed += 1
        else:
            check(written == whole, f'{command}: write {number} of {writes} was not noticed')
    return failed


def main():
    failed = tests = 0
    with tempfile.TemporaryDirectory(prefix='gnomon-full-') as place:
        runs = []
        try:
            for what in ([], ['segments']):
                answer = subprocess.run([MAKE_RUN, '3', *what], capture_output=True, check=True)
                runs.append(json.loads(answer.stdout)['dir'])
            page, filtered = (os.path.join(place, name) for name in ('page.html', 'filtered'))
            commands = [
                (['report', runs[0], '--html', page], page),
                (['filter', runs[0], filtered, '--keep', 'time > 1000'], filtered),
            ]
            for run, exports in zip(runs, (EXPORTS, SEGMENTS), strict=True):
                for name, *options in exports:
                    out = os.path.join(place, name)
                    commands.append((['export', run, '-o', out, *options], out))
            for command, out in commands:
                failed += test(command, out)
                tests += 1
        finally:
            for run in runs:
                shutil.rmtree(run)
    check(failed > 5 * tests, f'{failed} failures only')
    print(f'test_full_disk: {tests} passed')


main()
