#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`gnomon drain` and `gnomon run` with --keep and --drop: they make what `gnomon filter` makes, or
leave the whole run, wherever they are refused, interrupted or killed.

usage: test_filter_drain.py GNOMON MODEL_SERVER TOOLS
    TOOLS: folder with kill_at, no_exchange.so and no_sync.so
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS, check

GNOMON, SERVER, TOOLS = map(os.path.abspath, sys.argv[1:])
KILLED = 137
EVENTS = 3000
ENDING = 130  # stops of system calls, about, in which the folder gets to its place
SECOND = '1'  # by the clock: of runs that do not end by themselves
RULES = ('--keep', 'event == a')
EXPERIMENT = """gnomon: 1
manifest: model.json
device: tcp:127.0.0.1:{port}
points:
  a: {{ address: 0x100 }}
  b: {{ address: 0x200 }}
  end: {{ address: 0x300 }}
  never: {{ address: 0x900 }}
intervals: {{ i: {{ from: a, to: b }} }}
limit: 1 h
{more}
"""


def run(*command, **how):
    how['env'] = dict(os.environ, **how.pop('env', {}))
    return subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        stdin=subprocess.DEVNULL,
        check=False,
        **how,
    )


def expect(status, text, *args, **how):
    """Output and messages of a gnomon that ends with a status and says a text."""
    done = run(GNOMON, *args, **how)
    check(done.returncode == status, f'{args}: {done.returncode}, not {status}: {done.stderr}')
    check(text in done.stdout + done.stderr, f'{args}: no {text!r}: {done.stdout}{done.stderr}')
    return done


def look(path):
    """All that is in a folder."""
    files = {}
    for folder, _, names in os.walk(path):
        for name in names:
            with open(os.path.join(folder, name), 'rb') as file:
                files[os.path.relpath(os.path.join(folder, name), path)] = file.read()
    return files


def journal(path):
    with open(f'{path}/run.json', encoding='utf-8') as file:
        return file.read()


def events(path):
    return [
        json.loads(line) for line in expect(0, '', 'events', '--json', path).stdout.splitlines()
    ]


def serve(name):
    server = subprocess.Popen([SERVER, f'{name}.json', f'{name}.port', str(EVENTS)])
    while not os.path.exists(f'{name}.port'):
        check(server.poll() is None, 'no model')
        time.sleep(0.01)
    with open(f'{name}.port', encoding='utf-8') as file:
        return server, file.read().strip()


def write(name, port, more):
    with open(name, 'w', encoding='utf-8') as file:
        file.write(EXPERIMENT.format(port=port, more=more))


def start(name, experiment='e.yaml'):
    expect(0, 'loaded', 'load', experiment, '-o', name)
    expect(0, '', 'start', name)


def test_equal():
    """A drain that filters makes what a filter makes of the same run, byte for byte."""
    start('whole')
    done = expect(0, 'the run continues', 'drain', 'whole', *RULES)
    check("'whole' is not complete, so it was not filtered" in done.stderr, done.stderr)
    check('filters' not in json.loads(journal('whole')), 'it was filtered early')
    with open('whole/holes.bin', 'wb') as file:
        file.write(b'what was not a record')
    shutil.copytree('whole', 'drained')
    expect(0, 'the run is complete', 'drain', '--stop', 'whole')
    expect(0, ' left out', 'filter', 'whole', 'filtered', *RULES)
    expect(0, 'filtered: ', 'drain', '--stop', 'drained', *RULES)
    drained, filtered = look('drained'), look('filtered')
    check(drained.keys() == filtered.keys() == look('whole').keys(), 'other files')
    for name in drained.keys() - {'run.json'}:  # it has when the monitor was stopped
        check(drained[name] == filtered[name], f'{name} differs')
    check(len(events('drained')) == EVENTS // 2 + 2, 'other events')

    # a complete one is filtered without its monitor, and has all of its journal then
    shutil.copytree('whole', 'late')
    expect(0, 'filtered: ', 'drain', '-d', 'tcp:127.0.0.1:1', 'late', *RULES)
    check(look('late') == filtered, 'a late filter differs')
    expect(0, 'is complete and filtered by these rules', 'drain', 'late', *RULES)
    expect(1, "'late' was filtered: it takes no more", 'drain', 'late', '--drop', 'event == a')
    check(look('late') == filtered, 'a second drain changes the run')


def test_run():
    """One command, whose report is that of the filtered run; with a run that replaces another."""
    for force in ((), ('--force',)):
        done = expect(0, 'filtered: ', 'run', 'e.yaml', '-o', 'run', '--json', *RULES, *force)
        report = json.loads(done.stdout)
        check(report['run']['filters'][0]['keep'] == RULES[1], 'the report is not of the filter')
    kept = [e['name'] for e in events('run') if e['kind'] == 'event']
    check(set(kept) == {'a', 'end'} and len(kept) == EVENTS // 2 + 2, f'{len(kept)} events')
    done = expect(0, 'filtered: ', 'run', 'e.yaml', '-o', 'run', '-fn', '--drop', 'node == core0')
    check(not done.stdout, 'a report without --json')
    check({e['node'] for e in events('run') if e['name'] != 'end'} == {'core1'}, 'other nodes')
    # without its end point: still filtered, and still a failure
    expect(1, 'filtered: ', 'run', 'never.yaml', '-o', 'missed', '--limit', SECOND, *RULES)
    check(json.loads(journal('missed'))['filters'], 'it was not filtered')
    start('late_missed', 'never.yaml')
    expect(1, 'filtered: ', 'drain', '--stop', '--limit', SECOND, 'late_missed', *RULES)


def test_refused():
    """What is at fault is said before there is a run, or before it changes."""
    before = set(os.listdir('.'))
    rules = (
        (1, "--keep, column 10: there is no point 'c'", 'e.yaml', '--keep', 'event == c'),
        (1, "'c' is not a number, and the experiment", 'e.yaml', '--drop', 'process == c'),
        (1, '--drop, column 1', 'e.yaml', '--keep', 'any', '--drop', 'nobody == 3'),
        (2, '--rounds cannot be combined', 'e.yaml', '--rounds', '--keep', 'any'),
        (1, "cannot make folder 'none/refused'", 'e.yaml', '--keep', 'any', '-o', 'none/refused'),
        (1, "'whole' exists already", 'e.yaml', '--keep', 'any', '-o', 'whole'),
    )
    for status, text, *args in rules:
        to = () if '-o' in args else ('-o', 'refused')
        done = expect(status, text, 'run', *to, *args)
        check('loaded' not in done.stderr, f'it began before {text}')
        check(set(os.listdir('.')) == before, f'left behind: {os.listdir(".")}')

    start('early')
    was = look('early')
    for status, text, *args in (
        (1, "column 10: there is no point 'c'", '--keep', 'event == c'),
        (1, "column 12: 'c' is not a number, and the experiment", '--keep', 'process == c'),
        (2, '--load cannot be combined', '--keep', 'any', '--load', 'e.yaml'),
    ):
        expect(status, text, 'drain', 'early', *args)
        check(look('early') == was, f'changed before {text}')
    with open('early/notes', 'w', encoding='utf-8') as file:
        file.write('mine')
    expect(1, "holds 'notes', which gnomon did not make", 'drain', 'early', *RULES)
    os.remove('early/notes')
    expect(1, 'is the working folder', 'drain', '.', *RULES, cwd='early')
    check(look('early') == was, 'changed by what was refused')
    expect(1, '', 'drain', 'nothing', *RULES)
    expect(0, 'filtered: ', 'drain', '--stop', 'early', *RULES)


def spoil(name, offset):
    """Damages a stream: not its end, which may be cut off."""
    with open(f'{name}/trace/node_0', 'r+b') as file:
        file.seek(offset)
        file.write(b'\xff' * 16)


def test_failures():
    """What fails at the end leaves the whole run, and says so."""
    shutil.copytree('whole', 'spoilt')
    spoil('spoilt', 8000)
    shutil.copytree('whole', 'unsynced')
    no_sync = {'LD_PRELOAD': f'{TOOLS}/no_sync.so'}
    before = set(os.listdir('.'))
    for name, text, env in (
        ('spoilt', 'cannot filter a damaged trace', {}),
        ('unsynced', 'Input/output error', no_sync),
    ):
        was = look(name)
        done = expect(1, text, 'drain', name, *RULES, env=env)
        check(f"'{name}' was not filtered and has all its records" in done.stderr, done.stderr)
        check(look(name) == was, f'{name} was changed')
        check(set(os.listdir('.')) == before, f'left behind: {os.listdir(".")}')


def is_connected(process):
    """Whether a gnomon has a connection to its monitor: it catches signals before it has one."""
    files = f'/proc/{process.pid}/fd'
    for name in os.listdir(files):
        try:
            if int(name) > 2 and os.readlink(f'{files}/{name}').startswith('socket:'):
                return True
        except FileNotFoundError:  # it was closed
            pass
    return False


def test_interrupted_drain():
    """An interrupt before the run is complete leaves all, and a later drain filters."""
    start('endless', 'endless.yaml')
    for number in (signal.SIGINT, signal.SIGTERM):
        draining = subprocess.Popen(
            [GNOMON, 'drain', 'endless', *RULES], stderr=subprocess.PIPE, text=True
        )
        while not (is_connected(draining) and '"position": 3004' in journal('endless')):
            check(draining.poll() is None, 'the drain ended')
            time.sleep(0.01)
        draining.send_signal(number)
        said = draining.communicate(timeout=HANG_SECONDS)[1]
        check(draining.returncode == 1, f'{number.name}: {draining.returncode}: {said}')
        check("'endless' is not complete, so it was not filtered" in said, f'{number.name}: {said}')
    # a node that is behind the others has a row for what is not known of it
    there = [event for event in events('endless') if event['kind'] != 'hole']
    check(len(there) == EVENTS + 2, 'records are missing')
    expect(0, 'filtered: ', 'drain', '--stop', '--limit', SECOND, 'endless', *RULES)
    check(len(events('endless')) == EVENTS // 2, 'not filtered')


def test_followed():
    """Who follows the run sees all of it, though the filter comes before the end is seen."""
    start('followed', 'endless.yaml')
    expect(0, 'the run continues', 'drain', '--limit', SECOND, 'followed')
    with open('seen', 'wb') as out:
        follower = subprocess.Popen(
            [GNOMON, 'events', '--follow', '--json', 'followed'], stdout=out
        )
    while not os.path.getsize('seen'):
        check(follower.poll() is None, 'the follower ended')
        time.sleep(0.01)
    follower.send_signal(signal.SIGSTOP)
    shutil.copytree('followed', 'alone')
    expect(0, 'the run is complete', 'drain', '--stop', '--limit', SECOND, 'alone')
    expect(0, 'filtered: ', 'drain', '--stop', '--limit', SECOND, 'followed', *RULES)
    follower.send_signal(signal.SIGCONT)
    check(follower.wait(HANG_SECONDS) == 0, 'the follower failed')
    with open('seen', encoding='utf-8') as file:
        seen = [json.loads(line) for line in file]
    check(seen == events('alone') and len(seen) == EVENTS + 2, f'{len(seen)} events were seen')


class Place:
    """A complete run that is filtered again and again."""

    def __init__(self, env=None):
        self.env = env or {}
        self.whole, self.filtered = look('whole'), look('filtered')

    def filter(self, stop):
        """Filters a copy, with a signal at a stop. Exit status, messages, first and last stop."""
        shutil.rmtree('place', ignore_errors=True)
        shutil.copytree('whole', 'place/run')
        done = run(f'{TOOLS}/kill_at', stop, GNOMON, 'drain', 'place/run', *RULES, env=self.env)
        first, last = map(int, done.stdout.split()[-2:])
        return done.returncode, done.stderr, first, last

    def kind(self):
        path = 'place/run' if os.path.exists('place/run') else 'place/.run.gnomon-old'
        now = look(path)
        check(now in (self.whole, self.filtered), f'a run that is not whole: {sorted(now)}')
        return 'filtered' if now == self.filtered else 'whole'

    @staticmethod
    def stops(first, last):
        """Few where the folder is made, more where it is put in its place."""
        return [*range(first, last - ENDING, 41), *range(last - ENDING, last, 5)]

    def killed(self):
        """Killed at each stop: one of two whole runs is there, and the next drain ends the job."""
        status, said, first, last = self.filter(0)
        check(status == 0 and self.kind() == 'filtered' and first, said)
        seen = set()
        for i, stop in enumerate(self.stops(first, last)):
            status, said, _, _ = self.filter(stop)
            check(status == KILLED, f'stop {stop}: {status}: {said}')
            seen.add(self.kind())
            left = [name for name in os.listdir('place') if name != 'run']
            check(all(name.startswith('.run.gnomon-') for name in left), f'left behind: {left}')
            if i % 2:  # any drain cleans up, though it reaches no monitor
                run(GNOMON, 'drain', 'place/run', '-d', 'tcp:127.0.0.1:1')
                check(os.listdir('place') == ['run'], f'left behind: {os.listdir("place")}')
                self.kind()
            expect(0, 'filtered', 'drain', 'place/run', *RULES)
            check(self.kind() == 'filtered', f'stop {stop}: not ended by the next')
            check(os.listdir('place') == ['run'], f'left behind: {os.listdir("place")}')
        check(seen == {'whole', 'filtered'}, f'only {seen} was seen')

    def interrupted(self):
        """SIGINT at each stop: the whole run and status 1, or the filtered one."""
        _, _, first, last = self.filter(0)
        seen = set()
        for stop in self.stops(first, last):
            status, said, _, _ = self.filter(f'{stop},{int(signal.SIGINT)}')
            check(os.listdir('place') == ['run'], f'left behind: {os.listdir("place")}')
            kind = self.kind()
            seen.add(kind)
            if kind == 'whole':
                check(status == 1, f'stop {stop}: {status}: {said}')
                check("'place/run' was not filtered and has all its records" in said, said)
            else:  # KILLED: when all was done and said
                check(status in (0, KILLED), f'stop {stop}: {status}: {said}')
                check('filtered: ' in said, said)
        check(seen == {'whole', 'filtered'}, f'only {seen} was seen')


def test_killed():
    Place().killed()


def test_killed_without_exchange():
    Place({'LD_PRELOAD': f'{TOOLS}/no_exchange.so'}).killed()


def test_interrupted():
    Place().interrupted()


def test_interrupted_filter():
    """SIGINT at `gnomon filter`, wherever its folder is made: the whole new run, or nothing."""
    os.mkdir('beside')
    filtering = (GNOMON, 'filter', 'whole', 'beside/new', *RULES)
    first, last = map(int, run(f'{TOOLS}/kill_at', 0, *filtering).stdout.split()[-2:])
    seen = set()
    for stop in Place.stops(first, last):
        shutil.rmtree('beside/new', ignore_errors=True)
        done = run(f'{TOOLS}/kill_at', f'{stop},{int(signal.SIGINT)}', *filtering)
        left = os.listdir('beside')
        check(left in ([], ['new']), f'stop {stop}: left behind: {left}')
        check(left or done.returncode == 1, f'stop {stop}: {done.returncode}: {done.stderr}')
        check(left or "interrupted while 'whole' was filtered" in done.stderr, done.stderr)
        check(not left or look('beside/new') == look('filtered'), f'stop {stop}: another run')
        seen.add(bool(left))
    check(seen == {False, True}, f'only {seen} was seen')


def test_busy():
    """Another gnomon at the run: neither waits, and the run stays whole."""
    shutil.copytree('whole', 'busy')
    done = run('flock', 'busy', GNOMON, 'drain', 'busy', *RULES)
    check(done.returncode == 1 and "'busy' is in use by another gnomon" in done.stderr, done.stderr)
    check(look('busy') == look('whole'), 'it was changed')


TESTS = (
    test_equal,
    test_run,
    test_refused,
    test_failures,
    test_interrupted_drain,
    test_followed,
    test_killed,
    test_killed_without_exchange,
    test_interrupted,
    test_interrupted_filter,
    test_busy,
)


def main():
    with tempfile.TemporaryDirectory(prefix='gnomon-filter-') as folder:
        os.chdir(folder)
        server, port = serve('model')
        try:
            write('e.yaml', port, 'until: { point: end }')
            write('never.yaml', port, 'until: { point: never }')
            write('endless.yaml', port, '')
            for test in TESTS:
                test()
                print(f'test_filter_drain: {test.__name__}', flush=True)
        finally:
            server.kill()
            server.wait()
            os.chdir('/')
    print(f'{len(TESTS)} passed, 0 failed')


main()
