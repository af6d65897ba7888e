# SPDX-License-Identifier: Apache-2.0
"""A monitor of many nodes, all busy at once: every record, loss and count against the same target
in Python.

usage: test_nodes.py SIMULATOR MANIFEST SCRATCH_DIR
"""

import json
import os
import shutil
import subprocess
import sys

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), *path) for path in
                (('..',), ('..', '..', 'system', 'lib'))]  # fmt: skip
import stream  # noqa: E402
from suite import HANG_SECONDS, check, equal, of_module, run  # noqa: E402

SIMULATOR, MANIFEST, SCRATCH = (os.path.abspath(word) for word in sys.argv[1:4])
CYCLES = 20000
MASK = 0xFFFFFFFF
POINTS = {'p0': 0, 'p1': 1, 'p2': 2}  # the low two bits of the word


def source(seed, cycles):
    """What nodes_source shows: (cycle, word) where it is valid."""
    state = seed * 0x9E3779B9 & MASK
    for cycle in range(cycles):
        drawn = not state >> 28 and (cycle >> 11 & 1 or not state >> 20 & 255)
        if drawn or cycle >> 5 & 63 == 7:
            yield cycle, state & 255
        state ^= state << 13 & MASK
        state ^= state >> 17
        state ^= state << 5 & MASK


def simulate(folder):
    shutil.rmtree(folder, ignore_errors=True)
    experiment = folder + '.yaml'
    with open(experiment, 'w', encoding='ascii') as file:
        file.write(f'gnomon: 1\nmanifest: {MANIFEST}\npoints:\n')
        for name, low in POINTS.items():
            file.write(f'  {name}: {{ match: "word in {low}/3" }}\n')
    done = subprocess.run(
        [SIMULATOR, f'+gnomon_experiment={experiment}', f'+gnomon_run={folder}',
         f'+gnomon_cycles={CYCLES}', f'+max_seconds={HANG_SECONDS}'],
        capture_output=True, text=True, timeout=HANG_SECONDS,
    )  # fmt: skip
    check(done.returncode == 0 and 'the run is complete' in done.stderr, done.stderr)


def check_node(rows, k, codes):
    """Events, losses and counts of a node. Returns how many events came, and how many were lost."""
    flush = next(r for r in rows if r.kind == stream.FLUSH)
    check(flush.time >= CYCLES, f'node {k} ends at {flush.time}')
    shown = list(source(k + 1, flush.time))
    true = [(cycle, word & 3) for cycle, word in shown if word & 3 in codes]
    at = came = 0
    for row in rows:
        if row.kind == stream.EVENT:
            check(at < len(true), f'node {k}: an event at {row.time} that was not')
            equal((row.time, row.code), (true[at][0], codes[true[at][1]]), f'node {k}')
            at += 1
            came += 1
        elif row.kind == stream.GAP:
            lost = true[at : at + row.lost]
            equal(len(lost), row.lost, f'node {k}: lost at {row.time}')
            check(all(row.time <= t <= row.resumed for t, _ in lost),
                  f'node {k}: lost {lost} from {row.time} to {row.resumed}')  # fmt: skip
            at += row.lost
    equal(at, len(true), f'node {k}: events that came or were reported as lost')
    (counts,) = [r.words for r in rows if r.kind == stream.RATIO]
    equal(counts, (len(shown), flush.time), f'node {k}: valid cycles, cycles')
    return came, len(true) - came


def test_nodes():
    folder = os.path.join(SCRATCH, 'nodes')
    simulate(folder)
    with open(os.path.join(folder, 'run.json'), encoding='utf-8') as file:
        journal = json.load(file)
    with open(os.path.join(folder, 'patterns.json'), encoding='utf-8') as file:
        points = {p['name']: p['codes'] for p in json.load(file)['points']}
    came = lost = full = 0
    nodes = journal['nodes']
    for k, node in enumerate(nodes):
        path = os.path.join(folder, 'trace', node['stream'])
        rows = stream.read_stream(path, k, journal['run'], 32, node['size'])
        codes = {low: points[name][k] for name, low in POINTS.items()}
        here = check_node(rows, k, codes)
        came, lost = came + here[0], lost + here[1]
        full += here[1] > 0
    check(came > 50 * len(nodes), f'{came} events')
    if journal.get('model'):
        equal(lost, 0, 'events that a model lost')
    else:
        check(full == len(nodes) or len(nodes) < 16, f'only {full} nodes had losses')
    return f'{len(nodes)} nodes, {came} events, {lost} lost'


if __name__ == '__main__':
    raise SystemExit(run('nodes', of_module(globals())))
