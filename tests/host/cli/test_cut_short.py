#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Commands that write files, of which one write finds no room and the next ones do, or that a
signal ends: they fail and leave nothing, or what they write is whole.

usage: test_cut_short.py GNOMON MAKE_RUN FAIL_AT KILL_AT
"""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import check
from formats import check_all, suffix_of

GNOMON, MAKE_RUN, FAIL_AT, KILL_AT = map(os.path.abspath, sys.argv[1:])
MOST = 24  # writes of a command that are tried: its first ones, and its last ones
SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
STOPS = 16  # system calls of a command at which a signal comes
# what a run exports, one with segments, and one with calls
EXPORTS = (
    ('events.csv',),
    ('samples.jsonl', '--what', 'samples'),
    ('intervals.csv', '--what', 'intervals'),
    ('intervals.jsonl', '--what', 'intervals'),
    ('samples.csv', '--what', 'samples'),
    ('all.sqlite',),
    ('all.pftrace',),
)
SEGMENTS = (('a.vcd',), ('a.fst',), ('a.v', '--unit', 'around', '--node', 'core0'))
STACKS = (('a.folded',), ('a.speedscope.json',), ('a.pb.gz',))


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


def interrupt(command, out):
    """A command that a signal ends, at system calls all over its time. How often it ended early."""
    ended = 0
    last = int(killed('0', command)[1].split()[-1])
    whole = content(out)
    remove(out)
    for i in range(STOPS):
        number = SIGNALS[i % len(SIGNALS)]
        status, _, err = killed(f'{last * (2 * i + 1) // (2 * STOPS)},{number}', command)
        written = content(out)
        remove(out)
        left = os.listdir(os.path.dirname(out))
        check(not left, f'{command}: {left} is left by signal {number}')
        check(written in (None, whole), f'{command}: a part is left by signal {number}')
        check(status or written == whole, f'{command}: signal {number} ended it well: {err}')
        ended += written is None
    return ended


def killed(stop, command):
    done = subprocess.run(
        [KILL_AT, stop, GNOMON, *command],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def limit(command, out):
    """A command whose files may not grow: it fails, and says why."""
    done = subprocess.run(
        [GNOMON, *command],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    check(done.returncode == 1 and 'cannot write' in done.stderr, f'{command}: {done.stderr}')
    left = os.listdir(os.path.dirname(out))
    check(not left, f'{command}: {left} is left where files may not grow')


def main():
    # a shell that starts this in the background ignores them
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    check_all(GNOMON, [suffix_of(GNOMON, name) for name, *_ in EXPORTS + SEGMENTS + STACKS])
    failed = ended = tests = 0
    with tempfile.TemporaryDirectory(prefix='gnomon-full-') as place:
        runs = []
        try:
            for what in ([], ['segments'], ['calls']):
                answer = subprocess.run([MAKE_RUN, '3', *what], capture_output=True, check=True)
                runs.append(json.loads(answer.stdout)['dir'])
            page, filtered = (os.path.join(place, name) for name in ('page.html', 'filtered'))
            commands = [
                (['report', runs[0], '--html', page], page),
                (['filter', runs[0], filtered, '--keep', 'time > 1000'], filtered),
            ]
            for run, exports in zip(runs, (EXPORTS, SEGMENTS, STACKS), strict=True):
                for name, *options in exports:
                    out = os.path.join(place, name)
                    commands.append((['export', run, '-o', out, *options], out))
            for command, out in commands:
                failed += test(command, out)
                ended += interrupt(command, out)
                limit(command, out)
                tests += 1
        finally:
            for run in runs:
                shutil.rmtree(run)
    check(failed > 5 * tests, f'{failed} failures only')
    check(ended > 5 * tests, f'{ended} ended early only')
    print(f'test_cut_short: {tests} passed')


main()
