# SPDX-License-Identifier: Apache-2.0
"""A run of several boards in all outputs, value by value."""

import collections
import contextlib
import csv
import itertools
import json
import math
import os
import sqlite3
import subprocess
from fractions import Fraction

import perfetto_reader
from test_columns import LISTS, arrow, exported, plain, unsigned
from workplace import HZ, OTHER_HZ

MERGED = 'common', 'common_bound'
BETWEEN = 'cycles_bound', 'undecided'


def text_of(value):
    """As CSV has it."""
    if value is None:
        return ''
    return f'{value:.17g}' if isinstance(value, float) else f'{plain(value)}'


def test_outputs(place):
    """Arrow, SQLite, CSV and JSON lines of all lists."""
    seen = collections.Counter()
    for path in *place.boards.values(), *place.clocks.values():
        seen.update(compared(place, path))
    assert all(seen[name] for name in LISTS), seen


def compared(place, path):
    """How many rows each list of a run has, which are the same in all outputs."""
    out = f'{place.new()}.sqlite'
    place.gnomon('export', path, '-o', out)
    for name in LISTS:
        columns, rows = arrow(path, name)
        with contextlib.closing(sqlite3.connect(out)) as base:
            found = base.execute(f'select * from {name}')
            assert [column[0] for column in found.description] == columns
            found = [tuple(map(unsigned, row)) for row in found]
        assert found == [tuple(map(plain, row.values())) for row in rows], name
        with open(exported(place, path, name, 'csv'), encoding='utf-8', newline='') as file:
            found = list(csv.DictReader(file))
        for row, wanted in zip(found, rows, strict=True):
            for key in (*MERGED, *BETWEEN, 'time', 'from', 'to'):
                assert row.get(key) == (text_of(wanted[key]) if key in wanted else None), (
                    name,
                    key,
                )
        if name == 'events':
            lines = place.events(path)
        else:
            with open(exported(place, path, name, 'jsonl'), encoding='utf-8') as file:
                lines = [json.loads(line) for line in file]
        for row, wanted in zip(lines, rows, strict=True):
            for key in (*MERGED, *BETWEEN):
                assert row.get(key) == wanted.get(key), (name, key, row)
        yield from [name] * len(rows)


def common_of(node, cycle, hz=HZ):
    """Common time and bound by the pulses of the run, before rounding. Behind the last pulse of the
    right board the time does not matter here. `hz`: clock of the right board."""
    is_left = node.startswith('left')
    start, fast = (0, 20_000) if is_left else (4 * 10**12, -30_000)
    period = 10**12 / (HZ if is_left else hz)
    time = start + cycle * period * (1 - fast / 1e9)
    wander = 0
    for first, last in ((0, 100_000), (100_000, 2_000_000)):
        if first <= cycle <= last:
            a = (cycle - first) / (last - first)
            wander = 2 * 100e-9 * a * (1 - a) * (last - first) * period
    return time / 10_000, (1_000_000 + cycle + wander) / 10_000


def nanoseconds(row, hz):
    """The columns of a list that are own cycles in another unit."""
    pairs = {
        'ns': 'time',
        'duration_ns': 'cycles',
        'from_ns': 'from',
        'to_ns': 'to',
    }
    return {
        name: row[of] if row[of] is None else row[of] * 10**9 // hz
        for name, of in pairs.items()
        if name in row
    }


def test_common(place):
    """Each list has its board's own cycles, and beside them the common time with its bound."""
    for hz, merged in (HZ, place.boards), (OTHER_HZ, place.clocks):
        for run, name in itertools.product(merged, ('events', 'intervals', 'samples', 'gaps')):
            check_common(place, merged, run, name, hz)


def check_common(place, merged, run, name, hz):
    alone, both = arrow(place.runs[run], name)[1], arrow(merged[run], name)[1]
    ticks = 7 if run.endswith('ticks') else 0
    assert all(row[key] is None for row in alone for key in MERGED), name
    for board in 'left', 'right':
        mine = [row for row in both if row['node'].startswith(f'{board}.')]
        bare = [
            {
                **row,
                **dict.fromkeys(MERGED),
                **nanoseconds(row, HZ),
                'node': row['node'].removeprefix(f'{board}.'),
            }
            for row in mine
        ]
        assert sorted(map(repr, bare)) == sorted(map(repr, alone)), (name, board)
        own = hz if board == 'right' else HZ
        times = [row['from' if name == 'gaps' else 'time'] for row in mine]
        assert name == 'gaps' or times == sorted(times), name
        for row in mine:
            found = nanoseconds(row, own)
            assert {key: row[key] for key in found} == found, (name, row)
            at = row['from'] if name == 'gaps' else row['time']
            time, bound = common_of(row['node'], at, hz)
            assert abs(row['common'] - time) <= 1, (name, row)
            late = -(-ticks * HZ // own)
            assert bound <= row['common_bound'] - late <= math.ceil(bound) + 2, (
                run,
                name,
                row,
                bound,
            )
    if name != 'gaps':
        times = [row['common'] for row in both]
        assert times == sorted(times), name


def test_messages(place):
    """On one board a duration is that of its own cycles, and has no bound."""
    alone = arrow(place.runs['messages'], 'messages')[1]
    both = arrow(place.boards['messages'], 'messages')[1]
    wanted = sorted(row['cycles'] for row in alone if row['cycles'] is not None)
    found = sorted(row['cycles'] for row in both if row['cycles_bound'] == 0)
    assert wanted and found == sorted(2 * wanted), (wanted, found)
    assert {row['undecided'] for row in both} <= {False, None}
    other = arrow(place.clocks['messages'], 'messages')[1]
    wanted += [shared(cycles) for cycles in wanted]
    assert sorted(row['cycles'] for row in other if row['cycles'] is not None) == sorted(wanted)
    for row in other:
        is_right = (row['receiver'] or row['sender']).startswith('right.')
        assert row['cycles'] is None or row['cycles_bound'] == is_right, row
        assert row['from'] is None or row['from_ns'] == row['from'] * 10, row


def shared(cycles):
    """Cycles of the right board's other clock in those of common time."""
    return math.floor(Fraction(cycles * HZ, OTHER_HZ) + Fraction(1, 2))


def without_common(value):
    """As the run of the board alone has it."""
    if isinstance(value, list):
        return [without_common(one) for one in value]
    if isinstance(value, dict):
        return {key: without_common(one) for key, one in value.items() if key != 'common'}
    return value


def test_perfetto(place):
    """Nodes lie below their boards, and what happened at them lies in common time."""
    for path in place.boards['messages'], place.clocks['messages']:
        check_perfetto(place, path)


def check_perfetto(place, path):
    out = f'{place.new()}.pftrace'
    place.gnomon('export', path, '-o', out)
    trace = perfetto_reader.Trace(out)
    bound = {b['name']: b['bound'] for b in place.report(path)['run']['boards']}
    boards = {name: f'{name}: times within {n} cycles' for name, n in bound.items()}
    assert sorted(root for root in trace.roots() if root != 'not whole') == sorted(boards.values())
    rows = arrow(path, 'events')[1]
    for node in {row['node'] for row in rows}:
        _, found = trace.find(boards[node.split('.')[0]], node, 'events')
        mine = [row['common'] for row in rows if row['node'] == node and row['kind'] != 'gap']
        assert [ns for ns, _ in found] == [10 * time for time in mine], node
    flows = [e for events in trace.events.values() for _, e in events if e.flow_ids]
    drawn = [row for row in arrow(path, 'messages')[1] if row['cycles'] is not None]
    assert len(flows) == len(drawn) > 0, (len(flows), len(drawn))
    part = f'{place.new()}.pftrace'
    place.gnomon('export', path, '-o', part, '--node', 'right.core1')
    assert perfetto_reader.Trace(part).roots()[:1] == [boards['right']]


def test_samples_of_a_node(place):
    """`gnomon samples` takes the node of its board: that of the second one ends early."""
    path = place.two_boards(place.runs['ticks'])
    file = f'{path}/right/trace/node_0'
    os.truncate(file, os.path.getsize(file) // 2 // 8 * 8)
    words = 'samples', '--interval', 'work', '--json'
    found = []
    for board in 'left', 'right':
        one = json.loads(place.gnomon(*words, path, '--node', f'{board}.core0', status=None))
        alone = json.loads(place.gnomon(*words, f'{path}/{board}', status=None))
        found.append(one['columns'])
        assert one['columns'] == alone['columns'], board
    assert found[0] != found[1]


def test_report(place):
    """Statistics of a node are those of its board's run."""
    for run in 'lossy', 'frozen':
        check_report(place, run)


def test_recorders(place):
    """Flight recorders: each board's froze by itself, or went on."""
    path = place.two_boards(place.runs['frozen'])
    file = f'{path}/left/run.json'
    with open(file, encoding='utf-8') as journal:
        said = json.load(journal)
    assert said.pop('frozen')
    with open(file, 'w', encoding='utf-8') as journal:
        json.dump(said, journal)
    nodes = place.report(path)['nodes']
    for board in 'left', 'right':
        alone = place.report(f'{path}/{board}')['nodes']
        mine = [node for node in nodes if node['name'].startswith(f'{board}.')]
        for node, one in zip(mine, alone, strict=True):
            for key in set(node) - {'name', 'index', 'file'}:
                assert without_common(node[key]) == one[key], (node['name'], key)
        assert all((node['kept_until'] is None) == (board == 'left') for node in mine)
    text = place.gnomon('report', path, '--all')
    assert 'right: The recorder stopped at cycle' in text and 'left: The recorder' not in text
    said['mode'] = 'stream'
    with open(file, 'w', encoding='utf-8') as journal:
        json.dump(said, journal)
    error = subprocess.run(
        [f'{place.build}/bin/gnomon', 'report', path], capture_output=True, text=True, check=False
    ).stderr
    assert 'only some of the boards are flight recorders' in error, error
    assert len(error.splitlines()) == 1, error


def check_report(place, run):
    alone, both = place.report(place.runs[run]), place.report(place.boards[run])
    names = [node['name'] for node in alone['nodes']]
    assert [node['name'] for node in both['nodes']] == [
        f'{board}.{name}' for board in ('left', 'right') for name in names
    ]
    for k, node in enumerate(both['nodes']):
        one = alone['nodes'][k % len(names)]
        for key in set(node) - {'name', 'index', 'file'}:
            assert without_common(node[key]) == one[key], (node['name'], key)
    assert [board['name'] for board in both['run']['boards']] == ['left', 'right']
    assert both['run']['boards'][0]['broken']['by'] == 17
    longest = [
        (node['node'], one)
        for interval in both['intervals']
        for node in interval['nodes']
        for one in node.get('longest', ())
    ]
    assert longest or run == 'frozen'
    for node, one in longest:  # where it lies among what the other board did
        assert abs(one['common'] - common_of(node, one['from'])[0]) <= 1, (node, one)
    assert 'common' not in json.dumps(alone)


def test_clocks_of_all(place):
    """What is of all nodes adds no cycles of different clocks: it is in those of common time."""
    for name in 'random', 'system':
        check_all(place, place.clocks[name], place.report(place.runs[name]))


def in_common(node, cycles):
    return cycles if node.startswith('left') else shared(cycles)


def check_statistics(interval, alone, name):
    """One of the statistics of an interval; `alone`: of the run that both boards have."""
    of = alone['all'] if name is None else alone['all'][name]
    if not of or not of['count']:
        return 0
    parts = [(node['node'], node if name is None else node[name]) for node in interval['nodes']]
    parts = [(node, part) for node, part in parts if part and part['count']]
    for node, part in parts:
        hz = HZ if node.startswith('left') else OTHER_HZ
        assert abs(part['total_seconds'] - part['total'] / hz) <= 1e-9 * part['total'], node
    both = interval['all'] if name is None else interval['all'][name]
    assert both['total'] == sum(in_common(node, part['total']) for node, part in parts), name
    assert both['count'] == 2 * of['count']
    assert (both['min'], both['max']) == (shared(of['min']), of['max'])
    return 1


def check_all(place, path, alone):
    found = place.report(path)
    assert [node['clock_hz'] for node in found['nodes']] == [
        HZ if node['name'].startswith('left') else OTHER_HZ for node in found['nodes']
    ]
    rows = [row for row in arrow(path, 'intervals')[1] if row['cycles'] is not None]
    seen = 0
    for interval, one in zip(found['intervals'], alone['intervals'], strict=True):
        seen += sum(check_statistics(interval, one, name) for name in STATISTICS)
        mine = sorted(
            in_common(row['node'], row['cycles']) for row in rows if row['name'] == interval['name']
        )
        for part in interval['all']['histogram']:
            assert part['count'] == sum(part['lo'] <= n <= part['hi'] for n in mine), part
        for percent, part in interval['all']['percentiles'].items():
            rank = -(-len(mine) * int(percent) // 100)
            assert not mine or part['lo'] <= mine[rank - 1] <= part['hi']
    assert seen, path


STATISTICS = None, 'outermost', 'self', 'system', 'user', 'crossing'


def test_clocks_of_limits(place):
    """A limit in units of time is one time at both boards; a mean in cycles means nothing."""
    path, name = place.clocks['system'], 'work'  # which is whole
    rows = [row for row in arrow(path, 'intervals')[1] if row['name'] == name]
    assert len(rows) > 3 and {row['status'] for row in rows} == {'finished'}
    mine = [
        Fraction(row['cycles'] * 10**9, HZ if row['node'].startswith('left') else OTHER_HZ)
        for row in rows
    ]
    most = max(row['cycles'] for row in rows)
    limits = {f'max({name}) <= {most} cycles': 'passed', f'max({name}) < {most} cycles': 'failed'}
    limits[f'mean({name}) < {most} cycles'] = 'unknown'
    for what, ns in ('max', max(mine)), ('min', min(mine)), ('mean', sum(mine) / len(mine)):
        away = 10 if what == 'mean' else 1  # its sum is known to a cycle of common time
        limits[f'{what}({name}) < {math.floor(ns) + away} ns'] = 'passed'
        limits[f'{what}({name}) < {math.floor(ns) - away} ns'] = 'failed'
    verdicts(place, path, limits)


def verdicts(place, path, limits):
    found = json.loads(place.gnomon('check', '--json', path, *limits, status=None))['limits']
    assert {row['limit']: row['verdict'] for row in found} == limits, found


def test_clocks_of_calls(place):
    """Calls, and what pprof has of them, are in cycles of common time."""
    alone = json.loads(place.gnomon('calls', '--json', place.runs['system']))
    both = json.loads(place.gnomon('calls', '--json', place.clocks['system']))
    assert both['clock_hz'] == HZ
    assert [node['known'] for node in both['nodes']] == 2 * [alone['nodes'][0]['known']]
    found = {of['name']: of for of in both['functions']}
    assert len(alone['functions']) == len(found) > 1
    for of in alone['functions']:
        row = found[of['name']]
        for key in 'self', 'cycles':
            assert row[key] == of[key] + shared(of[key]), (row, of)
        if of['whole']:
            assert (row['min'], row['max']) == (shared(of['min']), of['max']), row


def test_clocks_of_profile(place):
    """Ticks of a slower clock stand for more time."""
    run = place.runs['profile_ticks']
    alone = json.loads(place.gnomon('report', '--profile', '--json', run))
    path = place.two_boards(run, hz=OTHER_HZ)
    both = json.loads(place.gnomon('report', '--profile', '--json', path))
    assert both['cycles'] == alone['cycles'] + shared(alone['cycles'])
    assert both['samples'] == 2 * alone['samples']
    for of, row in zip(alone['places'], both['places'], strict=True):
        own = of['samples'] * alone['cycles'] // alone['samples']
        assert row['samples'] == 2 * of['samples']
        assert abs(row['seconds'] - (own + shared(own)) / HZ) < 1e-12, (row, of)
