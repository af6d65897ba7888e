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

import perfetto_reader
from test_columns import LISTS, arrow, exported, plain, unsigned

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
    for path in place.boards.values():
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


def common_of(node, cycle):
    """Common time and bound by the pulses of the run, before rounding. Behind the last pulse of the
    right board the time does not matter here."""
    start, fast = (0, 20_000) if node.startswith('left') else (4 * 10**12, -30_000)
    time = start + cycle * 10_000 * (1 - fast / 1e9)
    wander = 0
    for first, last in ((0, 100_000), (100_000, 2_000_000)):
        if first <= cycle <= last:
            a = (cycle - first) / (last - first)
            wander = 2 * 100e-9 * a * (1 - a) * (last - first) * 10_000
    return time / 10_000, (1_000_000 + cycle + wander) / 10_000


def test_common(place):
    """Each list has its board's own cycles, and beside them the common time with its bound."""
    for run, name in itertools.product(place.boards, ('events', 'intervals', 'samples', 'gaps')):
        alone, both = arrow(place.runs[run], name)[1], arrow(place.boards[run], name)[1]
        tick = 8 if run.endswith('ticks') else 1
        assert all(row[key] is None for row in alone for key in MERGED), name
        for board in 'left', 'right':
            mine = [row for row in both if row['node'].startswith(f'{board}.')]
            bare = [
                {**row, **dict.fromkeys(MERGED), 'node': row['node'].removeprefix(f'{board}.')}
                for row in mine
            ]
            assert sorted(map(repr, bare)) == sorted(map(repr, alone)), (name, board)
            for row in mine:
                at = row['from'] if name == 'gaps' else row['time']
                time, bound = common_of(row['node'], at)
                assert abs(row['common'] - time) <= 1, (name, row)
                assert bound <= row['common_bound'] - tick + 1 <= math.ceil(bound) + 2, (
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


def without_common(value):
    """As the run of the board alone has it."""
    if isinstance(value, list):
        return [without_common(one) for one in value]
    if isinstance(value, dict):
        return {key: without_common(one) for key, one in value.items() if key != 'common'}
    return value


def test_perfetto(place):
    """Nodes lie below their boards, and what happened at them lies in common time."""
    path, out = place.boards['messages'], f'{place.new()}.pftrace'
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
    alone, both = place.report(place.runs['lossy']), place.report(place.boards['lossy'])
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
    assert longest
    for node, one in longest:  # where it lies among what the other board did
        assert abs(one['common'] - common_of(node, one['from'])[0]) <= 1, (node, one)
    assert 'common' not in json.dumps(alone)
