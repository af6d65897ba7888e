#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `gnomon serve` has of all of the trace of a run that grows: it is made of what is new, the
last one is served meanwhile, and at the end it is what a page in a file has.

usage: test_serve_whole.py GNOMON MODEL_SERVER
"""

import json
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
import checks
from checks import check, equal, until
from growing_run import PAGE, Growing, make_run
from served import Served, end_all

GNOMON, MODEL = map(os.path.abspath, sys.argv[1:3])
RUNNING = 'running'
PARTS = ('samples', 'messages', 'calls', 'parallelism')
DATA = '<script type="application/json" id="data">'


def page_in_a_file(run):
    """Its parts that need all of the trace."""
    answer = subprocess.run(
        [GNOMON, 'report', run, '--html=-'],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    check(answer.returncode == 0 and DATA in answer.stdout, f'the page: {answer.stderr}')
    data, _ = json.JSONDecoder().raw_decode(answer.stdout.split(DATA, 1)[1])
    return {part: data.get(part) for part in PARTS}


class Whole:
    """A server whose /whole.json somebody looks at."""

    def __init__(self, run):
        self.server = Served(GNOMON, run)
        self.follower = self.server.child()
        until(lambda: self.get()[0] == 200, 'the first one')
        (self.reader,) = (child for child in self.server.children() if child != self.follower)

    def get(self, **more):
        return self.server.get('/whole.json', token=self.server.token, **more)

    def values(self):
        """Without what is of the moment when they are served."""
        values = json.loads(self.get()[2])
        return {key: value for key, value in values.items() if key not in ('age', 'fault')}

    def end_of(self):
        """The last cycle that it has."""
        return self.values()['end']

    def bytes_read(self):
        with open(f'/proc/{self.reader}/io') as file:  # with the processes that it waited for
            return int(file.readline().split()[1])


def end_of(run):
    answer = subprocess.run(
        [GNOMON, 'report', run, '--json'],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    check(answer.returncode == 0, answer.stderr)
    return json.loads(answer.stdout)['run']['end']


def test_reads_once(growing):
    """One process follows the run; when the run ends it has all, of what is new."""
    growing.write(RUNNING, 0.04)
    whole = Whole(growing.to)
    before, steps = whole.bytes_read(), 24
    for step in range(2, steps + 1):
        growing.write(RUNNING, step / (steps + 1))
        want = end_of(growing.to)
        until(lambda want=want: whole.end_of() == want, f'all up to step {step}')
        check(whole.reader in whole.server.children(), 'another process reads all')
    size = sum(map(len, growing.whole))
    check(size > 50 * PAGE, 'a short run')
    read = whole.bytes_read() - before
    check(read < 2 * size, f'{read} bytes read of {size}')
    growing.write('complete', 1)
    want = end_of(growing.to)
    until(lambda: whole.end_of() == want, 'all of the run')
    have, page = whole.values(), page_in_a_file(growing.to)
    check(any(pair['rows'] for pair in page['samples']['of']), 'a page without samples')
    for part in PARTS:
        equal(have.get(part), page[part], part)
    whole.server.end(signal.SIGTERM)


def test_stays(growing):
    """The last one is served while no newer one can be made."""
    growing.write(RUNNING, 0.1)
    whole = Whole(growing.to)
    last = whole.values()
    os.kill(whole.reader, signal.SIGSTOP)
    growing.write(RUNNING, 0.5)
    until(lambda: int(whole.get()[1]['Age']) >= 1, 'the last one becomes old')
    status, headers, _ = whole.get()
    check(status == 200 and whole.values() == last, 'the last one')
    check(whole.get(tag=headers['ETag'])[0] == 304, 'it is the same')
    os.kill(whole.reader, signal.SIGCONT)
    until(lambda: whole.end_of() > last['end'], 'the next one')
    whole.server.end(signal.SIGTERM)


def main():
    with tempfile.TemporaryDirectory(prefix='gnomon-serve-') as place:
        try:
            run = make_run(GNOMON, MODEL, place)
            test_reads_once(Growing(run, os.path.join(place, 'once')))
            test_stays(Growing(run, os.path.join(place, 'stays')))
        finally:
            end_all()
    print(f'test_serve_whole: {checks.made} passed')


main()
