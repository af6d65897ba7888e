#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What an analysis of a run takes grows with the run, and not with its square; memory of intervals
that never end is bounded.

growth_runs.py BUILD; runs from the root of the repository. Each shape of shapes.py is read at two
sizes by the commands that it could make slow. Valgrind counts the instructions, so that nothing
depends on the machine's speed.
"""

import os
import re
import subprocess
import sys
import tempfile

import shapes

SIZE, TIMES = 2000, 4
MOST = 1.3 * TIMES  # N log N is 1.17 times more than N; N^2 is 4 times more
ENDLESS = 200_000  # intervals: more memory than Python has, which counts for its children
EACH = 400  # bytes of an interval that is open at a time, at most
HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

PAGE = 'report RUN --html -'
TEXT = 'report RUN --json --all'
TRACKS = 'export RUN --format perfetto --output -'
CASES = {
    'crossed': (TEXT, TRACKS, 'check RUN', 'filter RUN OUT --drop event==b_in'),
    'nested': (PAGE,),
    'endless': (PAGE, TRACKS),
    'cut': (TEXT,),
    'processes': (PAGE, 'calls RUN', 'report RUN'),
    'processes_and_losses': ('calls RUN --json', 'parallel RUN'),
    'crossed_processes': (TEXT,),
    'deep': ('calls RUN',),
    'paths': ('calls RUN --least 0', 'export RUN --format speedscope --output -'),
    'waiting': (PAGE, 'messages RUN'),
    'turned': ('parallel RUN',),
    'talking': (PAGE, 'messages RUN', 'diff RUN RUN'),
    'unsent': ('messages RUN',),
    'sent_and_lost': ('messages RUN --json',),
    'called_and_lost': ('parallel RUN --json',),
    'damaged': ('events RUN --json',),
    'told': ('report RUN',),
    'stopped': ('events RUN',),
}
MEMORY = (PAGE, TRACKS, 'export RUN --format sqlite --output OUT')
assert set(CASES) | {'unreceived'} >= set(shapes.SHAPES)


def output(command, statuses=(0,)):
    """What a command prints that must end so, and its messages."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=HANG_SECONDS,
        check=False,
    )
    errors = done.stderr.decode()
    assert done.returncode in statuses, (command, done.returncode, errors[-500:])
    return done.stdout.decode(errors='replace'), errors


class Place:
    """A folder, the runs in it, and the program."""

    def __init__(self, build, folder):
        self.gnomon = os.path.join(build, 'bin', 'gnomon')
        self.folder, self.outs = folder, 0
        self.writer = shapes.Writer(folder, build, lambda command: output(command)[0])
        self.runs, self.starts = {}, {}

    def command(self, words, run):
        self.outs += 1
        out = os.path.join(self.folder, f'out{self.outs}')
        return [
            self.gnomon,
            *(word.replace('RUN', run).replace('OUT', out) for word in words.split()),
        ]

    def run(self, shape, size):
        if (shape, size) not in self.runs:
            self.runs[shape, size] = self.writer.write(shape, size)
        return self.runs[shape, size]

    def instructions(self, words, shape, size):
        """What a command takes; 3 is the status of limits that are not kept."""
        counted = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null']
        _, said = output([*counted, *self.command(words, self.run(shape, size))], (0, 3))
        return int(re.search(r'Collected : (\d+)', said).group(1))

    def start(self, words):
        """What it takes to start, and to read next to nothing."""
        if words not in self.starts:
            shape = 'waiting' if words.split()[0] in ('messages', 'parallel') else 'nested'
            self.starts[words] = self.instructions(words, shape, 8)
        return self.starts[words]

    def growth(self, words, shape):
        some, many = (
            self.instructions(words, shape, size) - self.start(words)
            for size in (SIZE, TIMES * SIZE)
        )
        return many / some

    def bytes_each(self, words):
        """Bytes of memory for one more interval that never ends."""
        most = []
        for size in ENDLESS, 2 * ENDLESS:
            command = self.command(words, self.run('endless', size))
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as child:
                _, status, usage = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
            assert child.returncode == 0, command
            most.append(usage.ru_maxrss * 1024)
        return (most[1] - most[0]) / ENDLESS


def main(build):
    passed, failed = 0, 0

    def judge(good, text):
        nonlocal passed, failed
        passed, failed = passed + good, failed + (not good)
        if not good or os.environ.get('V') == '1':
            print(f'{"ok  " if good else "FAIL"} {text}')

    with tempfile.TemporaryDirectory(prefix='gnomon-growth-') as folder:
        place = Place(os.path.abspath(build), folder)
        for shape, commands in CASES.items():
            for words in commands:
                times = place.growth(words, shape)
                judge(times <= MOST, f'{shape}: {words}: {times:.2f} times of {TIMES}')
        for words in MEMORY:
            each = place.bytes_each(words)
            judge(each <= EACH, f'endless: {words}: {each:.0f} bytes each')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
