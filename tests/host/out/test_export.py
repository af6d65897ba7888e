#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports of random runs, read by readers that are not ours, against what was written.

test_export.py GNOMON MAKE_RUN NODE READERS
"""

import gzip
import os
import sqlite3
import sys

import perfetto_processor
import perfetto_reader
from suite import MAKE_RUN, export, filtered, main, ns, same, test
from truth import INTERVALS, NAMES, NODES, NS, PAIRS, Run

# --- Perfetto


def perfetto_traces(path):
    """The same file by Perfetto's schema, and by Perfetto's trace processor."""
    return perfetto_reader.Trace(path), perfetto_processor.Trace(path)


def perfetto_events(run, node):
    return [
        (
            r['cycle'] * NS,
            NAMES[r['code']] if r['kind'] == 'event' else None,
            r['kind'],
            r.get('data'),
            r.get('pc'),
            r.get('process') if r['kind'] == 'write' else None,
        )
        for r in run.of(node, 'event', 'write')
    ]


def check_perfetto_node(run, trace, node):
    instants = [
        (
            at,
            name if notes['kind'] == 'event' else None,
            notes['kind'],
            notes.get('data'),
            notes.get('pc'),
            notes.get('process') if notes['kind'] == 'write' else None,
        )
        for at, name, notes in trace.instants(node, 'events')
    ]
    same(instants, perfetto_events(run, node), f'{node}: events')
    slices = [row[:3] for row in trace.slices(node, 'lost')]
    same(slices, ns(run.lost(node)), f'{node}: lost')
    slices = [row[:3] for row in trace.slices(node, 'process')]
    wanted = [(a, b, f'process {p}') for a, b, p in run.processes(node)]
    same(slices, ns(wanted), f'{node}: processes')
    intervals = run.intervals(node)
    for name in INTERVALS:
        own = [(a, b, name, end) for n, a, b, end in intervals if n == name]
        rows = [(a, b, n, notes['status']) for a, b, n, notes in trace.slices(node, name)]
        same(rows, ns([row for row in own if row[0] is not None]), f'{node}: {name}')
        rows = [(at, n, notes['status']) for at, n, notes in trace.instants(node, name)]
        wanted = [(b * NS, n, end) for a, b, n, end in own if a is None]
        same(rows, wanted, f'{node}: {name} without a begin')


def check_perfetto_counters(run, trace, node):
    for i, pair in enumerate(PAIRS):
        samples = run.of(node, 'sample')
        counts = [(r['cycle'] * NS, *r['counts'][2 * i : 2 * i + 2]) for r in samples]
        same(trace.counters(node, pair, f'a{i}'), [(t, a) for t, a, _ in counts], pair)
        same(trace.counters(node, pair, f'b{i}'), [(t, b) for t, _, b in counts], pair)
        ratios = [(t, a / b) for t, a, b in counts if b]
        same(trace.counters(node, pair), ratios, pair)


@test
def perfetto(folder):
    for seed in range(5):
        with Run(MAKE_RUN, seed) as run:
            path = os.path.join(folder, f'{seed}.pftrace')
            export(run, path)
            for trace in perfetto_traces(path):
                for node in NODES:
                    check_perfetto_node(run, trace, node)
                    check_perfetto_counters(run, trace, node)


@test
def perfetto_texts_are_written_once(folder):
    for seed, kind in (0, ()), (9, ('messages',)):
        with Run(MAKE_RUN, seed, *kind) as run:
            path = os.path.join(folder, f'{seed}.pftrace')
            export(run, path)
            trace = perfetto_reader.Trace(path)
            assert trace.note_texts
            again = {text: n for text, n in trace.written.items() if n > 1}
            assert not again, again


@test
def perfetto_compressed(folder):
    with Run(MAKE_RUN, 3) as run:
        plain, packed = (os.path.join(folder, name) for name in ('run.pftrace', 'run.pftrace.gz'))
        export(run, plain)
        export(run, packed, '--gzip')
        with open(plain, 'rb') as file, gzip.open(packed) as unpacked:
            assert file.read() == unpacked.read()
        assert os.path.getsize(packed) < os.path.getsize(plain) / 2
        trace = perfetto_processor.Trace(packed)
        for node in NODES:
            check_perfetto_node(run, trace, node)
            check_perfetto_counters(run, trace, node)
        said = export(run, os.path.join(folder, 'run.csv'), '--gzip', status=2)
        assert "format 'csv' does not take --gzip" in said, said


@test
def perfetto_of_a_part(folder):
    with Run(MAKE_RUN, 7) as run:
        path = os.path.join(folder, 'part.pftrace')
        first, last = 10000, 20000
        export(run, path, '--node', 'core1', '--from', str(first), '--to', str(last))
        events = [e for e in perfetto_events(run, 'core1') if first <= e[0] // NS <= last]
        work = [
            (a * NS, b * NS)
            for n, a, b, _ in run.intervals('core1')
            if n == 'work' and a is not None and b >= first and a <= last
        ]
        for trace in perfetto_traces(path):
            assert set(trace.roots()) == {'core1', 'not whole'}, trace.roots()
            got = [row[0] for row in trace.instants('core1', 'events')]
            same(got, [e[0] for e in events], 'events')
            same([row[:2] for row in trace.slices('core1', 'work')], work, 'work')


@test
def perfetto_by_the_clock_of_the_host(folder):
    with Run(MAKE_RUN, 8) as run:
        path = os.path.join(folder, 'boottime.pftrace')
        said = export(run, path, '--boottime', status=1)
        assert 'no anchors' in said and not os.path.exists(path), said
        last = max(r['cycle'] for r in run.records if r['kind'] == 'flush')
        first = min(r['cycle'] for r in run.records if r['kind'] == 'flush')
        run.anchor(start=5_000_000_000, stop=5_000_000_000 + 20 * (first + last) // 2)
        export(run, path, '--boottime')
        for trace in perfetto_traces(path):
            instants = trace.instants('core0', 'events')
            for r, row in zip(run.of('core0', 'event', 'write'), instants, strict=True):
                assert abs(row[0] - 5_000_000_000 - 20 * r['cycle']) <= 1, (r, row)


def check_perfetto_messages(wanted, trace):
    for node, name, end in ('core0', 'send', 2), ('core1', 'receive', 3):
        got = [(at, n) for at, n, _ in trace.instants(node, 'messages')]
        rows = [(m[end] * NS, f'{name} {m[0]}') for m in wanted if m[end] is not None]
        same(got, rows, f'{name}s')
    begun = {flow: at for at, flow, ends in trace.flows('core0', 'messages') if not ends}
    ended = {flow: at for at, flow, ends in trace.flows('core1', 'messages') if ends}
    assert begun.keys() == ended.keys()
    got = [(begun[flow], ended[flow]) for flow in begun]
    same(got, [(m[2] * NS, m[3] * NS) for m in wanted if None not in m], 'arrows')


@test
def perfetto_messages(folder):
    with Run(MAKE_RUN, 9, 'messages') as run:
        path = os.path.join(folder, 'messages.pftrace')
        export(run, path)
        for trace in perfetto_traces(path):
            check_perfetto_messages(run.messages(), trace)


# --- SQLite


def rows(path, query):
    base = sqlite3.connect(f'file:{path}?mode=ro', uri=True)
    try:
        assert base.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
        return base.execute(query).fetchall()
    finally:
        base.close()


def check_sqlite_counters(run, path, node):
    wanted = []
    for r in run.of(node, 'sample'):
        for i, pair in enumerate(PAIRS):
            a, b = r['counts'][2 * i : 2 * i + 2]
            wanted.append((r['cycle'], pair, a / b if b else None, a, a, b, b))
    got = rows(
        path,
        'SELECT time, pair, value, a_min, a_max, b_min, b_max FROM samples '
        f"WHERE node = '{node}' AND measure IS NULL AND point = 'look'",
    )
    same(got, wanted, f'{node}: samples')


@test
def sqlite(folder):
    for seed in range(3):
        with Run(MAKE_RUN, seed) as run:
            path = os.path.join(folder, f'{seed}.sqlite')
            export(run, path)
            for node in NODES:
                where = f"WHERE node = '{node}'"
                got = rows(path, f'SELECT time, kind, data, pc FROM events {where}')
                wanted = [
                    (r['cycle'], r['kind'], r.get('data'), r.get('pc'))
                    for r in run.of(node, 'event', 'write', 'gap', 'load')
                ]
                same(got, wanted, f'{node}: events')
                got = rows(path, f'SELECT name, "from", "to", status FROM intervals {where}')
                wanted = [
                    (n, a, b if a is None or end == 'finished' else None, end)
                    for n, a, b, end in run.intervals(node)
                ]
                same(got, wanted, f'{node}: intervals')
                got = rows(path, f'SELECT "from", "to", why, lost FROM gaps {where}')
                wanted = [(a, b, why, 7 if why == 'gap' else None) for a, b, why in run.lost(node)]
                same(got, wanted, f'{node}: gaps')
                check_sqlite_counters(run, path, node)
            got = rows(path, 'SELECT name, begin, end, flushed FROM nodes')
            wanted = [(node, 0, run.of(node, 'flush')[0]['cycle'], 1) for node in NODES]
            same(got, wanted, 'nodes')
            assert rows(path, 'SELECT clock_hz, state FROM run') == [(100000000, 'complete')]


@test
def sqlite_messages(folder):
    with Run(MAKE_RUN, 10, 'messages') as run:
        path = os.path.join(folder, 'messages.sqlite')
        export(run, path)
        got = rows(path, 'SELECT connection, sequence, "from", "to" FROM messages')
        same(got, run.messages(), 'messages')
        got = rows(path, 'SELECT DISTINCT sender, sender_process, receiver FROM messages')
        wanted = [('core0', 1, 'core1'), ('core0', 1, None), (None, None, 'core1')]
        same(got, wanted, 'ends')


@test
def a_filtered_run(folder):
    with Run(MAKE_RUN, 12) as run:
        whole, run.dir = run.dir, os.path.join(folder, 'filtered')
        filtered(whole, run.dir, 'event == work_in')
        path = os.path.join(folder, 'filtered.sqlite')
        said = export(run, path)
        assert 'the run was filtered' in said, said
        run.dir = whole
        export(run, os.path.join(folder, 'whole.sqlite'))
    tables = [
        rows(os.path.join(folder, f'{name}.sqlite'), 'SELECT left_out, keep, "drop" FROM filters')
        for name in ('filtered', 'whole')
    ]
    events = [
        rows(os.path.join(folder, f'{name}.sqlite'), 'SELECT count(*) FROM events')[0][0]
        for name in ('filtered', 'whole')
    ]
    assert events[1] > events[0]
    assert tables == [[(events[1] - events[0], None, 'event == work_in')], []], tables


@test
def sqlite_of_a_part(folder):
    with Run(MAKE_RUN, 11) as run:
        path = os.path.join(folder, 'part.sqlite')
        export(run, path, '--node', 'core0', '--from', '5000', '--to', '9000')
        got = rows(path, 'SELECT time FROM events')
        cycles = [r['cycle'] for r in run.of('core0', 'event', 'write', 'gap', 'load')]
        same(got, [(c,) for c in cycles if 5000 <= c <= 9000], 'events')
        assert rows(path, 'SELECT DISTINCT name FROM nodes') == [('core0',)]
        said = export(run, path, status=1)
        assert 'there is something' in said or 'exists' in said, said
        said = export(run, '-', '--format', 'sqlite', status=2)
        assert 'cannot go to standard output' in said, said


if __name__ == '__main__':
    sys.exit(main())
