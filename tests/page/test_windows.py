#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `gnomon serve` gives a page of a part of a run, held against what `events` and `export` say
of all of it: while the run grows, and once it is complete.

test_windows.py GNOMON PAGE_RUNS [SEED]
"""

import csv
import io
import json
import os
import random
import shutil
import sys

from packed_data import events, intervals, table
from suite import GNOMON, RUNS, output

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import checks
from checks import check, equal, equal_each, until
from served import Served, end_all

SLOT = 8
PAGE = 4096
ROUNDS = 6000  # a stream has more than three places of an index
WINDOWS = 25
MOST = 100000  # events of a window
FIRED = {'event', 'trigger', 'write', 'word', 'capture', 'segment'}


def rows(run, what):
    text = output(GNOMON, 'export', run, '-w', what, '-F', 'csv', '-o', '-')
    return list(csv.DictReader(io.StringIO(text)))


class Truth:
    """All of a run, by commands that read it from its begin."""

    def __init__(self, run):
        listed = [json.loads(line) for line in output(GNOMON, 'events', '--json', run).splitlines()]
        self.events = [(e['node'], e['time'], e['name']) for e in listed if e['kind'] in FIRED]
        self.intervals = [
            (r['node'], r['name'], int(r['from']), int(r['time']), r['status'])
            for r in rows(run, 'intervals')
            if r['from']
        ]
        self.gaps = [(r['node'], r['why'], int(r['from']), int(r['to'])) for r in rows(run, 'gaps')]
        self.end = max(time for _, time, _ in self.events)

    def of(self, begin, end):
        """Events, intervals and stretches without records of these cycles, in any order."""
        return (
            sorted(e for e in self.events if begin <= e[1] <= end),
            sorted(i for i in self.intervals if i[3] >= begin and i[2] <= end),
            sorted(g for g in self.gaps if g[3] >= begin and g[2] <= end),
        )


def named(data, row, what):
    """The name of a node, and of an interval."""
    names = {c['name']: c.get('names') for c in data[what]['columns']}
    node = row['node'] if isinstance(row['node'], str) else names['node'][row['node']]
    return node, row['name'] if isinstance(row['name'], str) else names['name'][row['name']]


def check_part(truth, data, what):
    """That it has all that the run has of its cycles, and nothing else. Returns how many rows."""
    begin, end = data['events']['from'], data['events']['to']
    fired, spans, gaps = truth.of(begin, end)
    equal_each(
        sorted((e['node'], e['time'], e['name']) for e in events(data)), fired, f'{what}: events'
    )
    found = [(*named(data, i, 'spans'), i['from'], i['time'], i['status']) for i in intervals(data)]
    goes_on = []
    for row in table(data['open']) if 'open' in data else ():
        names = {c['name']: c['names'] for c in data['spans']['columns'] if 'names' in c}
        goes_on.append((names['node'][row['node']], names['name'][row['name']], row['from']))
    wanted = [i for i in spans if (*i[:2], i[2]) not in goes_on or i[3] <= end]
    equal_each(sorted(found), wanted, f'{what}: intervals')
    long = [i[:3] for i in spans if i[3] > end]
    for row in goes_on:
        check(row in long, f'{what}: {row} is open')
    equal_each(
        sorted((g['node'], g['why'], g['from'], g['to']) for g in table(data['losses'])),
        gaps,
        f'{what}: gaps',
    )
    return len(fired) + len(spans), len(gaps), len(goes_on)


def window(server, begin, end):
    status, _, body = server.get(f'/window.json?from={begin}&to={end}', token=server.token)
    check(status == 200, f'{begin} to {end}: {status} {body}')
    return json.loads(body)


def check_windows(server, truth, randomly, what):
    seen = [0, 0, 0]
    for _ in range(WINDOWS):
        length = int((truth.end / 3) ** randomly.random()) + 1
        begin = randomly.randrange(truth.end - length + 2)
        if truth.gaps and randomly.random() < 0.2:
            gap = randomly.choice(truth.gaps)
            begin = randomly.randint(max(gap[2] - length, 0), gap[3])
        data = window(server, begin, begin + length)
        equal(data['events']['cut'], False, f'{what}: cut')
        equal((data['events']['from'], data['events']['to']), (begin, begin + length), what)
        for i, count in enumerate(check_part(truth, data, f'{what}: {begin} and {length} more')):
            seen[i] += count
    check(seen[0] and seen[2] and (seen[1] or not truth.gaps), f'{what}: rows, gaps, open: {seen}')


def check_cut(server, truth):
    """Of more events than a window has it has the first ones."""
    check(len(truth.events) > MOST, f'{len(truth.events)} events')
    data = window(server, 0, truth.end)
    check(data['events']['cut'] and data['events']['to'] < truth.end, 'a whole run is cut')
    shown = data['events']['shown']
    check(MOST - 100 < shown <= MOST, f'{shown} events of a window')
    check_part(truth, data, 'the first events')


def check_newest(server, truth, what):
    """The page's data have the end of the run."""

    def fetch():
        status, _, body = server.get('/data.json', token=server.token)
        return status == 200 and json.loads(body)

    until(lambda: (data := fetch()) and data['report']['run']['end'] >= truth.end, what)
    data = fetch()
    check(data['newest'], f'{what}: the newest')
    check(data['events']['to'] >= truth.end, f'{what}: up to the end')
    check(MOST // 2 < data['events']['shown'] <= MOST, f'{what}: {data["events"]["shown"]}')
    equal(data['events']['all'], len(truth.events), f'{what}: all events')
    check_part(truth, data, what)


def check_refused(server, truth):
    token, end = server.token, truth.end
    for words, queries in {
        'the query must be from=CYCLE&to=CYCLE': (
            *(
                '',
                'from=1',
                'to=1',
                'from=-1&to=5',
                'from=1e3&to=9999',
                'from=01&to=5',
                'from=&to=',
            ),
            *('from=0&to=99999999999999999999999', 'from=0x&to=5', 'from=5&to=%00', 'from&to'),
            *('from=18446744073709551615&to=18446744073709551615', 'to=1&to=2', 'from=1&from=2'),
            *('from=0&to=5&from=1', 'from=0&to=5&to=5', 'from=0&to=5&limit=3'),
        ),
        "'from' is after 'to'": ('from=2&to=1', 'from=18446744073709551614&to=0'),
        'the run has no cycle': (f'from={end + 10**9}&to={end + 10**10}',),
    }.items():
        for query in queries:
            status, _, body = server.get(f'/window.json?{query}', token=token)
            equal(status, 400, f'the query {query!r}')
            check(words in body and body.count('\n') == 1, f'the query {query!r}: {body}')
    first = window(server, 0, 0)
    equal((first['events']['from'], first['events']['to']), (0, 0), 'cycle 0')
    check_part(truth, first, 'cycle 0')
    path = '/window.json?from=0&to=5'
    equal(server.get(path)[0], 401, 'without the token')
    equal(server.get(path, token='0' * 32)[0], 403, 'with another token')
    status, _, body = server.get(path, token=token, host='127.0.0.1')
    check(status == 403 and f' 127.0.0.1:{server.port} ' in body, f'no port in the host: {body}')
    equal(server.get(path, token=token, method='POST')[0], 405, 'POST')
    most = 2**64 - 2
    data = window(server, 0, most)
    equal(data['events']['from'], 0, 'up to the greatest number')


class Growing:
    """A run of which a part is there, in whole pages."""

    def __init__(self, run, to):
        shutil.copytree(run, to)
        self.to = to
        with open(os.path.join(run, 'run.json')) as file:
            self.journal = json.load(file)
        self.whole = {}
        for name in os.listdir(os.path.join(run, 'trace')):
            if name.startswith('node_'):
                with open(os.path.join(run, 'trace', name), 'rb') as file:
                    self.whole[name] = file.read()

    def write(self, part, state='running'):
        for name, data in self.whole.items():
            size = len(data) if state == 'complete' else int(len(data) * part) // PAGE * PAGE
            with open(os.path.join(self.to, 'trace', name), 'r+b') as file:
                file.seek(0)
                file.write(data[:size])
                file.truncate()
        new = os.path.join(self.to, 'new')
        with open(new, 'w') as file:
            json.dump({**self.journal, 'state': state}, file)
        os.rename(new, os.path.join(self.to, 'run.json'))


def check_growth(growing, randomly):
    growing.write(0.3)
    server = Served(GNOMON, growing.to)
    for part in (0.3, 0.55, 0.9):
        growing.write(part)
        truth = Truth(growing.to)
        what = f'{part} of the run'
        check_newest(server, truth, what)
        check_windows(server, truth, randomly, what)
    check_cut(server, truth)
    check_refused(server, truth)
    growing.write(1, 'complete')
    truth = Truth(growing.to)
    check(truth.gaps, 'records are lost')
    check_newest(server, truth, 'the end')
    check_windows(server, truth, randomly, 'once complete')
    server.end()


def main():
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(2**32)
    print(f'test_windows: seed {seed}')
    randomly = random.Random(seed)
    run = output(RUNS, 'run', str(ROUNDS)).strip()
    try:
        check_growth(Growing(run, run + '.growing'), randomly)
        server = Served(GNOMON, run)
        until(lambda: server.get('/metrics')[0] == 200, 'the run is read')
        truth = Truth(run)
        check_windows(server, truth, randomly, 'a complete run')
        check_cut(server, truth)
        check_refused(server, truth)
        server.end()
    finally:
        end_all()
        shutil.rmtree(run)
        shutil.rmtree(run + '.growing', ignore_errors=True)
    print(f'test_windows: {checks.made} passed')


if __name__ == '__main__':
    main()
