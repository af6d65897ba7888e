#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Filters a run and compares it with the same rule in Python over `gnomon events --json`, and with
what babeltrace2 reads.

usage: filtering.py GNOMON RUN OUT     OUT is made and replaced
"""

import json
import re
import subprocess
import sys

gnomon, run, out = sys.argv[1:]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def events(path):
    return [json.loads(line) for line in output(gnomon, 'events', '--json', path).splitlines()]


def trace(path):
    """What another reader finds: the lines but for the time since the line before."""
    lines = output('babeltrace2', f'{path}/trace').splitlines()
    return [re.sub(r' \(\+[^)]*\)', '', line, count=1) for line in lines]


def until(path):
    with open(f'{path}/patterns.json', encoding='utf-8') as file:
        end = json.load(file)['until']
    return end and end['point']


def others(trace_lines):
    """Those of records that are no events and no samples: gaps, and what keeps the time."""
    return [line for line in trace_lines if not re.match(r'\S+ (event|ratio): ', line)]


def is_left_out(line):
    """A stretch of which the filter left out all records."""
    return re.match(r'\S+ gap: .* lost = 0 ', line)


whole = events(run)
lines = trace(run)
assert any(re.match(r'\S+ gap: ', line) for line in lines), 'a run without gaps'
assert any(re.match(r'\S+ ratio: ', line) for line in lines), 'a run without samples'
end_point = until(run)
middle = whole[len(whole) // 2]['time']
RULES = {
    'event == a': lambda e: e['name'] == 'a',
    'not event == b': lambda e: e['name'] != 'b',
    f'time >= {middle}': lambda e: e['time'] >= middle,
    f'node == core1 or time < {middle}': lambda e: e['node'] == 'core1' or e['time'] < middle,
    'event in {a, end} and node != core0': lambda e: (
        e['name'] in ('a', 'end') and e['node'] != 'core0'
    ),
}
for rule, holds in RULES.items():
    kept = [e for e in whole if e['kind'] != 'event' or e['name'] == end_point or holds(e)]
    done = json.loads(output(gnomon, 'filter', run, out, '--keep', rule, '--force', '--json'))
    assert 0 < len(kept) < len(whole), f'{rule} leaves out all or nothing'
    found = trace(out)
    left = [line for line in found if not is_left_out(line)]
    assert others(left) == others(lines), f'{rule} leaves out a gap or a beat'
    assert [e for e in events(out) if not e.get('left_out')] == kept, f'{rule} keeps other events'
    assert len(left) == len(lines) - done['left_out'], f'{rule} miscounts what it leaves out'
    rest = iter(lines)
    assert all(line in rest for line in left), f'{rule} changes or reorders records'
    samples = sum(e['kind'] == 'event' and e['sampled'] for e in kept)
    ratios = [line for line in left if re.match(r'\S+ ratio: ', line)]
    ends = len([line for line in lines if re.match(r'\S+ ratio: .* code = 0,', line)])
    assert len(ratios) == samples + ends, f'{rule} parts a sample from its event'
