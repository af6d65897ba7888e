#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports of random runs, read by readers that are not ours, against what was written.

test_export.py GNOMON MAKE_RUN
"""

import os
import subprocess
import sys
import tempfile

import perfetto_reader
from truth import INTERVALS, NAMES, NODES, NS, PAIRS, Run

GNOMON, MAKE_RUN = sys.argv[1:3]
tests = []


def test(function):
    tests.append(function)
    return function


def export(run, path, *options, status=0):
    done = subprocess.run(
        [GNOMON, 'export', run.dir, '-o', path, *options], capture_output=True, text=True
    )
    assert done.returncode == status, done.stderr
    return done.stderr


def ns(rows):
    """Rows whose first two fields are cycles, in nanoseconds."""
    return [(*(at if at is None else at * NS for at in row[:2]), *row[2:]) for row in rows]


def same(got, wanted, what):
    got, wanted = (sorted(rows, key=repr) for rows in (got, wanted))
    if got != wanted:
        only = [row for row in got if row not in wanted], [row for row in wanted if row not in got]
        raise AssertionError(f'{what}: {len(got)} rows, {len(wanted)} wanted; differ: {only}')


# --- Perfetto


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
        rows = [(a, b, n, notes['end']) for a, b, n, notes in trace.slices(node, name)]
        same(rows, ns([row for row in own if row[0] is not None]), f'{node}: {name}')
        rows = [(at, n, notes['end']) for at, n, notes in trace.instants(node, name)]
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
            trace = perfetto_reader.Trace(path)
            for node in NODES:
                check_perfetto_node(run, trace, node)
                check_perfetto_counters(run, trace, node)


@test
def perfetto_of_a_part(folder):
    with Run(MAKE_RUN, 7) as run:
        path = os.path.join(folder, 'part.pftrace')
        first, last = 10000, 20000
        export(run, path, '--node', 'core1', '--from', str(first), '--to', str(last))
        trace = perfetto_reader.Trace(path)
        assert trace.roots() == ['core1'], trace.roots()
        wanted = [e for e in perfetto_events(run, 'core1') if first <= e[0] // NS <= last]
        got = [row[0] for row in trace.instants('core1', 'events')]
        same(got, [e[0] for e in wanted], 'events')
        wanted = [
            (a * NS, b * NS)
            for n, a, b, _ in run.intervals('core1')
            if n == 'work' and a is not None and b >= first and a <= last
        ]
        same([row[:2] for row in trace.slices('core1', 'work')], wanted, 'work')


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
        trace = perfetto_reader.Trace(path)
        for r, row in zip(run.of('core0', 'event', 'write'), trace.instants('core0', 'events')):
            assert abs(row[0] - 5_000_000_000 - 20 * r['cycle']) <= 1, (r, row)


def main():
    failed = 0
    for function in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                function(folder)
                print(f'ok   {function.__name__}')
            except AssertionError as fault:
                failed += 1
                print(f'FAIL {function.__name__}: {str(fault)[:2000]}')
    print(f'{len(tests) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
