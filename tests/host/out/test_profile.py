#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports of the timer's profile of random runs: in `go tool pprof` the table of `gnomon report
--profile`, and both against what was written; folded stacks; which source a run's stacks have.

test_profile.py GNOMON MAKE_RUN GO
"""

import collections
import json
import os
import subprocess
import sys

import pprof_tool
from suite import GNOMON, MAKE_RUN, export, main, same, test
from truth import LINES, NODES, NS, PERIOD, PLACES, Run, place

GO = sys.argv[3]
PART = 57 * PERIOD, 170 * PERIOD  # ticks: both belong to it


def function(address):
    return place(PLACES, address) or hex(address)


def line(address):
    name, at = function(address), place(LINES, address)
    return f'{name} {at}' if at else name


def counted(run, by, nodes=NODES, **part):
    """Ticks of each place."""
    ticks = [tick for node in nodes for tick in run.ticks(node, **part)]
    return collections.Counter(by(tick) for tick in ticks if tick not in ('gap', 'end'))


def reported(run, by):
    done = subprocess.run(
        [GNOMON, 'report', run.dir, '--profile', '--json', '--by', by],
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)['places']


def check_top(got, wanted, what):
    """A table of one value: what was called counts nothing more."""
    same(got, [(name, n, n) for name, n in wanted.items()], what)


@test
def top(folder):
    for seed in range(3):
        path = os.path.join(folder, f'{seed}.pb.gz')
        with Run(MAKE_RUN, seed, 'profile') as run:
            said = export(run, path)
            lost = [run.ticks('core1').count(what) for what in ('gap', 'end')]
            note = f"core1: of the timer's ticks no word covers {lost[0]} (gap), {lost[1]} (end)"
            assert min(lost) and note in said, said
            report = {by: reported(run, by) for by in ('function', 'line')}
            functions, lines = counted(run, function), counted(run, line)
            nodes = {node: counted(run, function, [node]) for node in NODES}
        rows = pprof_tool.top(GO, folder, path, 'samples')
        check_top([row[:3] for row in rows], functions, 'samples')
        # the table of the report, with its shares
        shares = {p['function'] or hex(p['address']): p['share'] for p in report['function']}
        assert shares.keys() == {row[0] for row in rows}
        assert all(abs(100 * shares[name] - share) < 0.006 for name, _, _, share in rows), rows
        for index, factor in ('cycles', PERIOD), ('time', PERIOD * NS):
            rows = pprof_tool.top(GO, folder, path, index)
            check_top(
                [row[:3] for row in rows], {f: n * factor for f, n in functions.items()}, index
            )
        rows = pprof_tool.top(GO, folder, path, 'samples', '-lines')
        check_top([row[:3] for row in rows], lines, 'lines')
        same(
            [row[1] for row in rows], [p['samples'] for p in report['line']], 'lines of the report'
        )
        for node in NODES:
            rows = pprof_tool.top(GO, folder, path, 'samples', f'-tagfocus=node={node}')
            check_top([row[:3] for row in rows], nodes[node], node)


@test
def addresses(folder):
    path = os.path.join(folder, 'run.pb.gz')
    with Run(MAKE_RUN, 4, 'profile') as run:
        export(run, path)
        wanted = {node: counted(run, int, [node]) for node in NODES}
    head, types, samples = pprof_tool.raw(GO, folder, path)
    assert types == 'samples/count cycles/count time/nanoseconds[dflt]', types
    assert f'PeriodType: cycles count\nPeriod: {PERIOD}\n' in head, head
    got = [
        (labels['node'], int(places[0].split()[0], 16), values)
        for values, labels, places in samples
    ]
    same(
        got,
        [
            (node, pc, (n, n * PERIOD, n * PERIOD * NS))
            for node, ticks in wanted.items()
            for pc, n in ticks.items()
        ],
        'samples',
    )


@test
def comments(folder):
    path = os.path.join(folder, 'run.pb.gz')
    with Run(MAKE_RUN, 5, 'profile') as run:
        export(run, path)
        lost = {node: collections.Counter(run.ticks(node)) for node in NODES}
    said = pprof_tool.pprof(GO, folder, '-comments', path)
    note = f"core0: of the timer's ticks no word covers {lost['core0']['end']} (end)\n"
    assert note in said, said
    note = f'{lost["core1"]["gap"]} (gap), {lost["core1"]["end"]} (end)\n'
    assert f"core1: of the timer's ticks no word covers {note}" in said, said


@test
def of_a_part(folder):
    path = os.path.join(folder, 'part.pb.gz')
    first, last = PART
    with Run(MAKE_RUN, 6, 'profile') as run:
        export(run, path, '--node', 'core1', '--from', str(first), '--to', str(last))
        wanted = counted(run, function, ['core1'], first=first, last=last)
    rows = pprof_tool.top(GO, folder, path, 'samples')
    assert sum(wanted.values()) > 20
    check_top([row[:3] for row in rows], wanted, 'samples')


@test
def folded(folder):
    path = os.path.join(folder, 'run.folded')
    with Run(MAKE_RUN, 7, 'profile') as run:
        export(run, path)
        wanted = []
        for node in NODES:
            names = [f'({t})' if t in ('gap', 'end') else function(t) for t in run.ticks(node)]
            ticks = collections.Counter(names)
            wanted += [f'{node};{name} {n * PERIOD}' for name, n in ticks.items()]
    with open(path, encoding='utf-8') as file:
        same(file.read().splitlines(), wanted, 'lines')


@test
def source(folder):
    """Of a run with both, calls come unless the profile is requested."""
    for number, (options, of_calls) in enumerate(
        (
            ([], True),
            (['--stacks', 'calls'], True),
            (['--stacks', 'profile'], False),
            (['--field', 'pc'], False),
        )
    ):
        path = os.path.join(folder, f'{number}.folded')
        with Run(MAKE_RUN, 8, 'both') as run:
            export(run, path, *options)
        with open(path, encoding='utf-8') as file:
            assert (';main ' in file.read()) == of_calls, options
    path = os.path.join(folder, 'calls.folded')
    with Run(MAKE_RUN, 8, 'profile') as run:  # which has the entry of a function
        export(run, path, '--stacks', 'calls')
        with open(path, encoding='utf-8') as file:
            assert file.read().startswith('core0;(outside) '), path
        path = os.path.join(folder, 'none.folded')
        said = export(run, path, '--stacks', 'profile', '--field', 'addr', status=1)
        assert "no field 'addr'" in said, said
        said = export(run, path, '--stacks', 'word', status=2)
        assert '--stacks must be calls or profile' in said, said
        said = export(run, path, '--stacks', 'calls', '--field', 'pc', status=2)
        assert '--field is for --stacks profile' in said, said
        said = export(run, os.path.join(folder, 'a.csv'), '--stacks', 'calls', status=2)
        assert "format 'csv' does not take --stacks" in said, said
    with Run(MAKE_RUN, 8, 'calls') as run:
        said = export(run, path, '--stacks', 'profile', status=1)
        assert 'no node watches a field' in said or 'no profile in this run' in said, said


if __name__ == '__main__':
    sys.exit(main())
