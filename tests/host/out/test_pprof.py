#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports of random runs by `go tool pprof`, against what was written.

test_pprof.py GNOMON MAKE_RUN GO
"""

import collections
import os
import re
import sys

import pprof_tool
from suite import MAKE_RUN, export, main, same, test
from truth import FILES, NODES, NS, Run

GO = sys.argv[3]


def place_of(name):
    """A function in the list of places, without address and program."""
    file, line = FILES.get(name, ('', 0))
    return f'{name} {file}:{line} s={line}'


def functions(values):
    """[(name, its own value, with what it called)] of {(node, process, names): value}."""
    own, total = collections.Counter(), collections.Counter()
    for (_, _, names), value in values.items():
        own[names[-1]] += value
        for name in set(names):
            total[name] += value
    return [(name, own[name], total[name]) for name in total if total[name]]


def wanted_stacks(run):
    """{(node, process or None, names): (calls, cycles, ns)}."""
    found = {}
    for node in NODES:
        cycles, calls = run.stacks(node)
        for process, names in cycles.keys() | calls.keys():
            n = cycles[process, names]
            found[node, process, names] = calls[process, names], n, n * NS
    return found


@test
def top(folder):
    for seed in range(3):
        path = os.path.join(folder, f'{seed}.pb.gz')
        with Run(MAKE_RUN, seed, 'calls') as run:
            export(run, path)
            wanted = wanted_stacks(run)
        for i, index in enumerate(('calls', 'cycles', 'time')):
            rows = pprof_tool.top(GO, folder, path, index)
            stacks = {key: values[i] for key, values in wanted.items()}
            same([row[:3] for row in rows], functions(stacks), f'{seed}: {index}')
            assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
        # by the labels
        for node in NODES:
            rows = pprof_tool.top(GO, folder, path, 'cycles', f'-tagfocus=node={node}')
            stacks = {key: values[1] for key, values in wanted.items() if key[0] == node}
            same([row[:3] for row in rows], functions(stacks), f'{seed}: {node}')
        # in the source
        rows = pprof_tool.top(GO, folder, path, 'cycles', '-lines', '-focus=part')
        names = {row[0] for row in rows}
        assert 'part {}:{}'.format(*FILES['part']) in names and 'leaf' in names, names


@test
def raw(folder):
    for seed in range(3):
        path = os.path.join(folder, f'{seed}.pb.gz')
        with Run(MAKE_RUN, seed, 'calls') as run:
            export(run, path)
            wanted = wanted_stacks(run)
        head, types, samples = pprof_tool.raw(GO, folder, path)
        assert types == 'calls/count cycles/count time/nanoseconds[dflt]', types
        assert 'PeriodType: cycles count\nPeriod: 1\n' in head, head
        got = []
        for values, labels, places in samples:
            process = labels.get('process')
            if process is not None:
                process = int(process.removesuffix(' process'))
            names = tuple(re.sub(r'^0x[0-9a-f]+ (M=1 )?', '', place) for place in places)
            got.append((labels['node'], process, names, values))
        rows = [
            (node, process, tuple(map(place_of, names)), values)
            for (node, process, names), values in wanted.items()
        ]
        same(got, rows, f'{seed}: samples')


@test
def comments(folder):
    path = os.path.join(folder, 'run.pb.gz')
    with Run(MAKE_RUN, 0, 'calls') as run:
        export(run, path)
    text = pprof_tool.pprof(GO, folder, '-comments', path)
    assert 'monitor test, run 205 (not whole: records may be missing of core1)' in text, text


if __name__ == '__main__':
    sys.exit(main())
