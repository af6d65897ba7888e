#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Folders come whole: killed at each stop of a system call, over an old folder and over
none, with and without an exchange of folders; several at once; and what a killed one
leaves is gone after the next.

killed.py BIN GNOMON_GEN; runs from the root of the repository.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile

BIN, GEN = sys.argv[1:]
KILLED = 137
FILES = ('one', 'two', 'sub/three')
AT_ONCE, TIMES = 4, 10
MOST = 5  # times the stops of one that is not killed
passed = 0


class Folder:
    """A place for a folder, and what may be there."""

    def __init__(self, base, command, kinds, environment=None):
        self.base, self.out, self.kinds = base, os.path.join(base, 'out'), kinds
        self.environment = dict(os.environ, **(environment or {}))
        self.command = command
        self.whole = {}
        for kind in kinds:
            self.put(kind)
            self.whole[kind] = self.look(self.out)
        assert len({str(v) for v in self.whole.values()}) == len(kinds), (
            'the kinds are not distinguished'
        )

    def put(self, kind):
        subprocess.run(
            self.command(self.out, kind),
            check=True,
            env=self.environment,
            stdout=subprocess.DEVNULL,
        )
        assert os.listdir(self.base) == ['out'], f'left behind: {os.listdir(self.base)}'

    def put_killed(self, kind, stop):
        done = subprocess.run(
            [os.path.join(BIN, 'kill_at'), str(stop), *self.command(self.out, kind)],
            env=self.environment,
            stdout=subprocess.PIPE,
            check=False,
        )
        first, last = done.stdout.split()[-2:]
        return done.returncode, int(first), int(last)

    @staticmethod
    def look(path):
        """All that is in a folder; None: there is none."""
        if not os.path.exists(path):
            return None
        files = {}
        for folder, _, names in os.walk(path):
            for name in names:
                with open(os.path.join(folder, name), 'rb') as file:
                    files[os.path.relpath(os.path.join(folder, name), path)] = file.read()
        return files

    def kind(self):
        """Which whole folder is there; None: none. Anything else ends the test."""
        now = self.look(self.out)
        aside = self.look(os.path.join(self.base, '.out.gnomon-old'))
        if now is None and aside is not None:
            now = aside  # the next gnomon puts it back
        if now is None:
            return None
        for kind, whole in self.whole.items():
            if now == whole:
                return kind
        sys.exit(f'killed: a folder that is not whole: {sorted(now)}')

    def killed_at_each_stop(self, step):
        old, new = self.kinds
        shutil.rmtree(self.out)
        status, first, last = self.put_killed(new, 0)
        assert status == 0 and first, f'status {status}, first stop {first}'
        for before in (None, old):
            seen, stop = set(), first
            while True:
                if before is None:
                    shutil.rmtree(self.out, ignore_errors=True)
                else:
                    self.put(before)
                status, _, _ = self.put_killed(new, stop)
                seen.add(self.kind())
                assert seen <= {before, new}, f'stop {stop}: {seen}'
                if status != KILLED:
                    break
                stop += step
                assert stop < MOST * last, 'what killed ones left grows'
            assert seen == {before, new}, f'only {seen} was seen'
            self.put(old)

    def ended_at_each_stop(self, step):
        """A signal that asks a program to end leaves an old or a new folder, and nothing else."""
        old, new = self.kinds
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.put(old)
            status, first, _ = self.put_killed(new, 0)
            seen, stop = set(), first + number % step
            while status != 0 or stop == first + number % step:
                self.put(old)
                status, _, _ = self.put_killed(new, f'{stop},{number}')
                assert os.listdir(self.base) == ['out'], f'stop {stop}: {os.listdir(self.base)}'
                seen.add(self.kind())
                stop += step
            assert seen == {old, new}, f'only {seen} was seen'

    def disk_that_fails(self):
        """What is not on the disk is not put in place."""
        old, new = self.kinds
        self.put(old)
        failing = dict(
            self.environment, LD_PRELOAD=os.path.abspath(os.path.join(BIN, 'no_sync.so'))
        )
        done = subprocess.run(
            self.command(self.out, new), env=failing, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1 and 'Input/output error' in done.stderr, (
            f'{done.returncode}: {done.stderr}'
        )
        assert self.kind() == old and os.listdir(self.base) == ['out'], (
            f'{self.kind()}, {os.listdir(self.base)}'
        )

    def several_at_once(self):
        for _ in range(TIMES):
            running = [
                subprocess.Popen(
                    self.command(self.out, self.kinds[i % len(self.kinds)]),
                    env=self.environment,
                    stdout=subprocess.DEVNULL,
                )
                for i in range(AT_ONCE)
            ]
            for process in running:
                assert process.wait() == 0, 'one of several failed'
            assert self.kind() is not None, 'no folder is there'
            assert os.listdir(self.base) == ['out'], f'left behind: {os.listdir(self.base)}'


def count(what):
    global passed
    passed += 1
    print(f'killed: {what}')


def put_folder(path, kind):
    return [os.path.join(BIN, 'put_folder'), path, kind]


def generate(path, kind):
    return [GEN, kind, '-o', path]


def main():
    # a shell that starts this in the background ignores them
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    with tempfile.TemporaryDirectory(prefix='gnomon-killed-') as base:
        for name in ('exchange', 'aside', 'gen'):
            os.mkdir(os.path.join(base, name))
        folder = Folder(os.path.join(base, 'exchange'), put_folder, ('old' * 99, 'new' * 99))
        folder.killed_at_each_stop(2)  # what is after one call is before the next
        count('a folder is old or new after each system call')
        folder.several_at_once()
        count('several at once leave one whole folder')
        aside = {'LD_PRELOAD': os.path.abspath(os.path.join(BIN, 'no_exchange.so'))}
        folder = Folder(os.path.join(base, 'aside'), put_folder, ('old' * 99, 'new' * 99), aside)
        folder.killed_at_each_stop(2)
        count('the same where folders cannot be exchanged')
        folder = Folder(
            os.path.join(base, 'gen'),
            generate,
            ('tests/gen/good/one/monitor.yaml', 'sim/soc/monitors/quad.yaml'),
        )
        folder.killed_at_each_stop(10)
        count('a generated monitor is old or new')
        folder.ended_at_each_stop(20)
        count('a generator that a signal ends leaves nothing beside its folder')
        folder.disk_that_fails()
        count('a disk that fails leaves the old monitor')
        folder.several_at_once()
        count('several generators at once leave one whole monitor')
    print(f'{passed} passed, 0 failed')


main()
