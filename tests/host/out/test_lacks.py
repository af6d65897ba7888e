#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs whose records are lost, cut off or filtered: each export says so on standard error, and in
the file where the format has a place for it; that of a whole run does not.

test_lacks.py GNOMON MAKE_RUN
"""

import gzip
import json
import os
import re
import shutil
import sqlite3
import sys

import perfetto_reader
from suite import GNOMON, MAKE_RUN, export, filtered, main, test
from truth import Run

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from formats import check_all

FORMATS = ('csv', 'jsonl', 'pftrace', 'sqlite')
OPTIONS = {'jsonl': ('--what', 'intervals'), 'v': ('--unit', 'path', '--node', 'core0')}
STACKS = ('folded', 'speedscope.json', 'pb.gz')
WAVES = ('vcd', 'fst')
STIMULUS = ('v',)  # of one node


def texts(path):
    """What a file says of the run as a whole."""
    if path.endswith('.sqlite'):
        base = sqlite3.connect(path)
        (lacks,) = base.execute('SELECT lacks FROM run').fetchone()
        base.close()
        return lacks or ''
    if path.endswith('.speedscope.json'):
        with open(path, encoding='utf-8') as file:
            return json.load(file)['name']
    if path.endswith('.pb.gz'):
        with gzip.open(path) as file:
            found = re.search(rb'monitor [ -~]*\((not whole: [ -~]*)\)', file.read())
            return found[1].decode() if found else ''
    if path.endswith('.pftrace'):
        trace = perfetto_reader.Trace(path)
        return trace.instants('not whole')[0][1] if 'not whole' in trace.roots() else ''
    return None


def check(run, folder, suffixes, nodes, was_filtered=False):
    """Nodes: whose records may be missing."""
    for suffix in suffixes:
        path = os.path.join(folder, f'{os.path.basename(run.dir)}.{suffix}')
        said = export(run, path, *OPTIONS.get(suffix, ()))
        line = re.search(r'records may be missing of ([\w, ]+): they were lost', said)
        named = line[1].split(', ') if line else []
        assert named == nodes, (suffix, said)
        assert ('the run was filtered' in said) == was_filtered, (suffix, said)
        inside = texts(path)
        if inside is None:
            continue
        line = re.search(r'records may be missing of (\w+(?:, \w+)*)', inside)
        named = line[1].split(', ') if line else []
        assert named == nodes, (suffix, inside)
        assert ('the run was filtered' in inside) == was_filtered, (suffix, inside)


def cut(run, node):
    """Half of a node's records."""
    path = os.path.join(run.dir, 'trace', f'node_{node}')
    with open(path, 'rb') as file:
        size = len(file.read().rstrip(b'\0'))
    os.truncate(path, size // 2)


@test
def whole(folder):
    with Run(MAKE_RUN, 1, 'messages') as run:
        check(run, folder, FORMATS, [])


@test
def cut_off(folder):
    with Run(MAKE_RUN, 1, 'messages') as run:
        cut(run, 1)
        check(run, folder, FORMATS, ['core1'])
        cut(run, 0)
        shutil.rmtree(folder)
        os.makedirs(folder)
        check(run, folder, FORMATS, ['core0', 'core1'])
        said = export(run, os.path.join(folder, 'one.csv'), '--node', 'core0')
        assert 'missing of core0: ' in said, said


@test
def lost(folder):
    with Run(MAKE_RUN, 1, 'calls') as run:
        check(run, folder, FORMATS + STACKS, ['core1'])


@test
def segments(folder):
    with Run(MAKE_RUN, 1, 'segments') as run:
        check(run, folder, WAVES + STIMULUS, [])
        for path in os.listdir(folder):
            os.remove(os.path.join(folder, path))
        cut(run, 1)
        check(run, folder, WAVES, ['core1'])
        check(run, folder, STIMULUS, [])
        cut(run, 0)
        os.remove(os.path.join(folder, f'{os.path.basename(run.dir)}.v'))
        check(run, folder, STIMULUS, ['core0'])


@test
def all_formats(_):
    check_all(GNOMON, FORMATS + STACKS + WAVES + STIMULUS)


@test
def left_out(folder):
    with Run(MAKE_RUN, 1, 'messages') as run:
        kept, run.dir = run.dir, os.path.join(folder, 'filtered')
        filtered(kept, run.dir, 'event == work_in')
        check(run, folder, FORMATS, [], was_filtered=True)
        run.dir = kept


@test
def stretch_left_out(folder):
    """Nothing was lost; where all records of a stretch were left out, only some files show it."""
    with Run(MAKE_RUN, 1, 'messages') as run:
        kept, run.dir = run.dir, os.path.join(folder, 'filtered')
        filtered(kept, run.dir, 'node == core1 and time > 1000')
        check(run, folder, FORMATS, [], was_filtered=True)
        for what, end in (
            ('events', 'marks only stretches without any record'),
            ('intervals', 'does not mark where'),
        ):
            path = os.path.join(folder, f'{what}.csv')
            assert end in export(run, path, '--what', what), what
        with open(os.path.join(folder, 'events.csv'), encoding='utf-8') as file:
            assert ',core1,gap,' in file.read()
        run.dir = kept


if __name__ == '__main__':
    sys.exit(main())
