# SPDX-License-Identifier: Apache-2.0
"""A run of several boards read as one, against the truth of the simulator, which knows when each
write was on the host's clock. The pulses in boards.json are the truth's, wrong by up to their
bounds, so nothing here depends on how pulses are measured.

usage: test_merged.py SIMULATOR MANIFEST GNOMON SCRATCH_DIR
"""

import collections
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import urllib.request

from desk import DRIFT, HZ, US, WANDER, Desk
from suite import HANG_SECONDS, check, equal, of_module, page_commands, run

GNOMON, SCRATCH = map(os.path.abspath, sys.argv[3:])
BOARDS, TRIPS = 3, 150


DESK = Desk(
    *sys.argv[1:], 'merged', experiment=os.path.abspath('tests/sim/boards/farm.yaml'),
    boards=BOARDS, trips=TRIPS, work='quantised', mean=5000, drift=DRIFT, wander=WANDER,
    wander_time=500, seed=11,
)  # fmt: skip
OUT, WRITES, put_boards = DESK.out, DESK.writes, DESK.put
gnomon, events, exported, pairs = DESK.gnomon, DESK.events, DESK.exported, DESK.pairs


def test_events():
    for bound in 2 * US, 40 * US:
        put_boards(bound)
        rows = events()
        equal(len(rows), sum(map(len, WRITES.values())), 'events')
        check(DESK.check_times(rows), f'a bound of {bound} ps is broken')
        common = [row['common'] for row in rows]
        equal(common, sorted(common), 'order of common times')
        for board in range(BOARDS):
            mine = [row for row in rows if row['node'] == f'board{board}.core']
            alone = events(f'{OUT}/board{board}')
            equal([row['time'] for row in mine], [row['time'] for row in alone], 'cycles')
            check(all('common' not in row for row in alone), 'one board has no common time')
            at_pulses = max(row['common_bound'] for row in mine)
            check(
                at_pulses <= DESK.wanted(bound + 2 * WANDER * 10**12 // 10**9 // 4) + 2, at_pulses
            )


def test_a_wrong_pulse_is_seen():
    """This test would notice a time that is wrong."""
    put_boards(2 * US, shift=60 * US)
    check(not DESK.check_times(events()), 'a shift of 60 us is not noticed')


FLOOR = 160 * US  # of the simulated messages


def test_messages():
    """By good times, by bad ones, and where the least time of a message decides."""
    DESK.check_messages(2 * US, False)
    DESK.check_messages(150 * US, True)
    DESK.check_messages(150 * US, True, FLOOR)  # which is below two bounds
    DESK.check_messages(74 * US, False, FLOOR, True)


def test_false_floor():
    """A floor of messages that some of them beat by more than their bounds is reported, and decides
    none of these."""
    floor = 400 * US
    put_boards(150 * US, floor=floor)
    common = {(e['node'], e['time']): (e['common'], e['common_bound']) for e in events()}
    faster = undecided = 0
    for (sender, one), (receiver, other) in pairs():
        a = common[f'board{sender}.core', one[0]]
        b = common[f'board{receiver}.core', other[0]]
        lag, both = b[0] - a[0], a[1] + b[1]
        beats = lag + both < floor * (10**9 - DRIFT) // 10**9 * HZ // 10**12
        check(not beats or other[1] - one[1] < floor, 'a message that is as slow as the floor')
        faster += beats
        undecided += beats and lag <= both
    check(undecided > 3, f'{faster} messages beat the floor, {undecided} of open order')
    document = json.loads(gnomon('messages', '--json', OUT))
    equal((document['below_floor'], document['undecided']), (faster, undecided), 'messages')
    text = gnomon('messages', OUT)
    check(f'THE FLOOR OF MESSAGES IS FALSE: {faster} took less than the floor' in text, text)


def test_tachyons():
    """Where a bound is broken by more than the floor of messages, they are counted."""
    put_boards(2 * US, shift=-900 * US)
    document = json.loads(gnomon('messages', '--json', OUT))
    to_last = [pair for pair in pairs() if pair[1][0] == BOARDS - 1]
    lags = [(other[1] - one[1]) // US for (_, one), (_, other) in to_last]
    check(
        sum(lag < 850 for lag in lags) <= document['tachyons'] <= sum(lag < 950 for lag in lags),
        f'{document["tachyons"]} tachyons; {lags}',
    )
    check(document['tachyons'] > 60, document['tachyons'])


def test_other_answers():
    """What counts in a node is that of its board alone; all commands read the run."""
    put_boards(2 * US)
    report = json.loads(gnomon('report', '--json', OUT))
    equal([row['name'] for row in report['run']['boards']], ['board0', 'board1', 'board2'], 'names')
    for k, board in enumerate(report['run']['boards']):
        alone = json.loads(gnomon('report', '--json', f'{OUT}/board{k}'))
        equal(alone['run']['boards'], [], 'boards of one')
        here, there = report['nodes'][k], alone['nodes'][0]
        for name in set(here) - {'name', 'index'}:
            if name != 'connections':
                equal(here[name], there[name], f'{name} of board {k}')
        check(0 < board['bound_ns'] < 12000, board)
    equal(min(row['begin'] for row in report['run']['boards']), 0, 'common time 0')
    parallel = json.loads(gnomon('parallel', '--json', OUT))
    check(not parallel['tachyons'] and parallel['complete'], parallel)
    gnomon('report', OUT)
    text = gnomon('report', '--at', '5000', OUT)
    check("cycles of a node count from its own board's start" in text, text)
    gnomon('diff', OUT, OUT)
    for path in 'merged.html', 'merged.pftrace', 'merged.sqlite':
        if os.path.exists(f'{SCRATCH}/{path}'):
            os.remove(f'{SCRATCH}/{path}')
    gnomon('report', '--html', f'{SCRATCH}/merged.html', OUT)
    gnomon('export', '-o', f'{SCRATCH}/merged.pftrace', OUT)
    gnomon('export', '-o', f'{SCRATCH}/merged.sqlite', OUT)
    base = sqlite3.connect(f'{SCRATCH}/merged.sqlite')
    rows = base.execute(
        "select node, time, common, common_bound from events where kind = 'write'"
    ).fetchall()
    base.close()
    keys = 'node', 'time', 'common', 'common_bound'
    equal(rows, [tuple(row[key] for key in keys) for row in events()], 'events of SQLite')


NAMES = 'farmer', 'first', 'second'  # the processes of the boards


def test_causality():
    """Each request of the farmer reaches one worker, which answers it."""
    for bound in 2 * US, 40 * US:
        put_boards(bound)
        found = json.loads(gnomon('causality', '--json', OUT))
        requests = collections.Counter(NAMES[to[0]] for of, to in pairs() if not of[0])
        letters = {row['letter']: row['name'] for row in found['processes'] if row['letter']}
        strings = {letters[row['string']]: row for row in found['strings']}
        equal({name: row['count'] for name, row in strings.items()}, dict(requests), 'strings')
        equal({row['unanswered'] for row in strings.values()}, {0}, 'unanswered')
        branches = {
            (row['at'], row['from'], after['to']): after['count']
            for row in found['branches']
            for after in row['next']
        }
        wanted = {(name, 'farmer', 'farmer'): count for name, count in requests.items()}
        equal(branches, wanted, 'branches')


def route_of(row):
    return NAMES.index(row['from']), NAMES.index(row['to'])


def test_diff():
    """Of two runs the means of all routes are those of the truth, but for what the clock of one
    board is wrong in the second one."""
    put_boards(2 * US)
    other = f'{SCRATCH}/merged_other'
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(OUT, other)
    put_boards(2 * US, shift=-100 * US)
    shutil.move(f'{OUT}/boards.json', f'{other}/boards.json')
    put_boards(2 * US)
    took = collections.defaultdict(list)
    for (sender, one), (receiver, last) in pairs():
        took[sender, receiver].append((last[1] - one[1]) * HZ / 10**12)
    same = json.loads(gnomon('diff', '--json', OUT, OUT))
    equal(same['worse'], False, 'a run against itself')
    found = json.loads(gnomon('diff', '--json', OUT, other, status=3, output=True))
    rows = {route_of(row): row for row in found['latencies'] if row['kind'] == 'transit'}
    equal(set(rows), set(took), 'routes')
    for route, row in rows.items():
        wrong = 100 * ((route[0] == BOARDS - 1) - (route[1] == BOARDS - 1))
        for shift, of in zip((0, wrong), row['runs'], strict=True):
            mean = sum(took[route]) / len(took[route]) + shift
            equal(of['count'], len(took[route]), f'messages of {route}')
            check(abs(of['mean'] - mean) <= of['bound'], f'{route}: {of["mean"]}, not {mean}')
        verdict = 'longer' if wrong > 0 else 'shorter' if wrong < 0 else 'same'
        equal(row['verdict'], verdict, f'verdict of {route}')
    equal(found['worse'], True, 'the second run')


def test_left_out():
    """No bound holds for a clock that cannot be right: its board is named, and hurts no other."""
    put_boards(2 * US)
    whole = [row for row in events() if not row['node'].startswith('board1.')]
    document = f'{OUT}/boards.json'
    with open(document, encoding='utf-8') as file:
        said = json.load(file)
    said['boards'][1].update(state='lies', fast_ppm=-1500)
    with open(document, 'w', encoding='utf-8') as file:
        json.dump(said, file)
    names = [row['node'] for row in events()]
    check(names == [row['node'] for row in whole], f'what is read: {set(names)}')
    check(DESK.check_times(events()), 'a bound is broken')
    boards = json.loads(gnomon('report', '--json', OUT))['run']['boards']
    states = [(b['name'], b['state'], b['nodes'], b['bound'] is None) for b in boards]
    others = [('board0', 'ok', 1, False), ('board2', 'ok', 1, False)]
    equal(states, [*others, ('board1', 'lies', 0, True)], 'boards')
    text = gnomon('report', OUT)
    check('board board1: LEFT OUT, its clock is slow by at least 1500 ppm' in text, text)
    check('monitor board, 3 boards,' in text, text)


def test_guide():
    """The commands of the guide that read a run; tests/host/cli/test_boards.py has the others."""
    put_boards(2 * US)
    out = f'{SCRATCH}/merged_guide'
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    seen = collections.Counter()
    for name, *words in page_commands('docs/guide/boards.md'):
        if name not in ('list', 'run', 'sync'):
            places = {
                'run': OUT,
                'FT6B2.core': 'board1.core',
                'page.html': f'{out}/page.html',
                'run.pftrace': f'{out}/run.pftrace',
            }
            seen[name] += 1
            gnomon(name, *(places.get(word, word) for word in words))
    equal(set(seen), {'report', 'events', 'messages', 'parallel', 'export'}, 'what the guide runs')
    equal(sorted(os.listdir(out)), ['page.html', 'run.pftrace'], 'files')
    with open('docs/guide/boards.md', encoding='utf-8') as file:
        text = file.read()
    for words in 'common times are within', "cycles of a node count from its own board's start":
        check(words in text and words in gnomon('report', OUT), words)
    words = 'of which the bounds of their times leave the order of'
    check(words in text and words in gnomon('messages', OUT), words)


def test_served():
    """`gnomon serve` has the run, too, and its end."""
    put_boards(2 * US)
    with subprocess.Popen(
        [GNOMON, 'serve', OUT], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            address, token = server.stdout.readline().split()[-1].split('#token=')
            request = urllib.request.Request(f'{address}data.json')
            request.add_header('Authorization', f'Bearer {token}')
            data = json.load(urllib.request.urlopen(request, timeout=HANG_SECONDS))
        finally:
            server.terminate()
    equal(data['over'], True, 'whether the run is over')
    report = json.loads(gnomon('report', '--json', OUT))
    equal(data['report']['run'], report['run'], 'run')


LATER = 50_000  # cycles that the last board begins later, in the tests below


def late_events():
    """The last board begins so late that its own cycles are no common ones."""
    put_boards(2 * US, shift=LATER * US)
    rows = events()
    common = [row['common'] for row in rows]
    equal(common, sorted(common), 'order of common times')
    mine = [row for row in rows if row['node'] == 'board2.core']
    check(min(row['common'] - row['time'] for row in mine) > LATER // 2, 'the board is not late')
    return rows


def test_part():
    """--from, --to and --node choose by common time and by the joined name, in all outputs."""
    rows = late_events()
    first, last = rows[len(rows) // 3]['common'], rows[len(rows) // 2]['common']
    part = '--from', f'{first}', '--to', f'{last}', '--node', 'board2.core'
    found = gnomon('events', '--json', *part, '--kind', 'write', OUT).splitlines()
    want = [r for r in rows if first <= r['common'] <= last and r['node'] == 'board2.core']
    equal([json.loads(line) for line in found], want, 'events')
    check(len(want) > 10, len(want))
    table = [row for row in exported('events', 'csv', *part) if row['kind'] == 'write']
    equal([row['common'] for row in table], [str(row['common']) for row in want], 'events of CSV')


def test_a_moment():
    """`report --at` is a common time: of each board the last write before it, and the next one."""
    rows = late_events()
    for share in 0.2, 0.5, 0.8:
        at = rows[int(share * len(rows))]['common']
        for node in json.loads(gnomon('report', '--json', '--at', f'{at}', OUT))['nodes']:
            mine = [row for row in rows if row['node'] == node['name']]
            last = max((row['time'] for row in mine if row['common'] <= at), default=None)
            after = min((row['time'] for row in mine if row['common'] > at), default=None)
            equal(node['last'] and node['last']['time'], last, f'{node["name"]} up to {at}')
            equal(node['next'] and node['next']['time'], after, f'{node["name"]} behind {at}')


def test_time_line():
    """A column of the time line is one common time: each node's triggers go live where they do."""
    late_events()
    line = json.loads(gnomon('report', '--json', OUT))['time_line']
    lives = [json.loads(x) for x in gnomon('events', '--json', OUT).splitlines()]
    lives = {row['node']: row['common'] for row in lives if row['name'] == '(live)'}
    width = (line['end'] - line['begin']) / line['columns']
    for node in line['nodes']:
        off = [k for k, what in enumerate(node['columns']) if what == '(load)']
        end = (lives[node['node']] - line['begin']) / width
        check(abs(off[-1] + 1 - end) <= 1, f'{node["node"]}: off up to {off[-1]}, not {end}')
    check(lives['board2.core'] - lives['board1.core'] > 3 * width, 'they go live at once')


def test_refused():
    """One message each, with the name of the board or the place in the file."""
    put_boards(2 * US)
    refused = (
        ((put_boards, 2 * US), {'clock_hz': 10**13}, 'boards.json:1:'),
        ((put_boards, 2 * US), {'folder': 'nowhere'}, 'cannot open'),
        ((put_boards, 2 * US), {'pulses': []}, "board 'board0' never told its time"),
        ((put_boards, 2 * US), {'folder': '../merged/board0'}, 'boards.json:1:'),
    )
    for (make, bound), changes, words in refused:
        make(bound, **changes)
        error = gnomon('report', OUT, status=1)
        check(words in error and len(error.splitlines()) == 1, error)
    put_boards(2 * US)
    with open(f'{OUT}/boards.json', 'r+', encoding='utf-8') as file:
        file.truncate(200)
    error = gnomon('events', OUT, status=1)
    check('boards.json:' in error and len(error.splitlines()) == 1, error)
    put_boards(2 * US)
    error = gnomon('filter', '--drop', 'time < 5', OUT, f'{SCRATCH}/kept', status=1)
    check('a run of several boards' in error, error)
    for words in (
        ('export', OUT, '-o', f'{SCRATCH}/merged.vcd'),
        ('export', OUT, '-F', 'stimulus', '-o', f'{SCRATCH}/merged.v'),
        ('events', OUT, '--gtkwave', f'{SCRATCH}/merged.fst'),
    ):
        error = gnomon(*words, status=1)
        check(
            "has the cycles of one board: name the folder of a board, such as 'board0'" in error,
            error,
        )
        check(not os.path.exists(words[-1]), words)
    error = gnomon('events', '--follow', OUT, status=1)
    check('cannot be followed' in error, error)


def test_cut():
    """A board whose trace is cut off is named; the others are whole."""
    put_boards(2 * US)
    cut = f'{SCRATCH}/merged_cut'
    shutil.rmtree(cut, ignore_errors=True)
    shutil.copytree(OUT, cut)
    path = f'{cut}/board1/trace/node_0'
    os.truncate(path, os.path.getsize(path) // 2)
    report = json.loads(gnomon('report', '--json', cut))
    equal([node['flushed'] for node in report['nodes']], [True, False, True], 'flushed')
    check('board1.core' in report['run']['lacks'], report['run']['lacks'])
    shutil.rmtree(f'{cut}/board2')
    error = gnomon('report', cut, status=1)
    check('board2' in error and len(error.splitlines()) == 1, error)


if __name__ == '__main__':
    sys.exit(run('merged', of_module(globals())))
