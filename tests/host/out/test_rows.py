#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CSV and JSON lines of random runs, each cell against what was written.

test_rows.py GNOMON MAKE_RUN
"""

import csv
import json
import os
import re
import subprocess
import sys

from suite import GNOMON, MAKE_RUN, export, main, same, test
from truth import INTERVALS, NAMES, NODES, NS, PAIRS, Run

PAGE = os.path.join(os.path.dirname(__file__), '../../../docs/reference/columns.md')
SEEDS = range(4)
FLAGS = ('sampled', 'unsampled', 'stop', 'mark')
BOARDS = {'common': None, 'common_bound': None}


def tables(run, folder, what):
    """The rows of both forms, each row a dict; and the columns of CSV."""
    path = os.path.join(folder, f'{what}.{os.path.basename(run.dir)}')
    export(run, f'{path}.csv', '--what', what)
    if what == 'events':
        text = subprocess.run(
            [GNOMON, 'events', '--json', run.dir], check=True, capture_output=True
        ).stdout
    else:
        export(run, f'{path}.jsonl', '--what', what)
        with open(f'{path}.jsonl', 'rb') as file:
            text = file.read()
    lines = [json.loads(line) for line in text.splitlines()]
    with open(f'{path}.csv', encoding='utf-8', newline='') as file:
        text = file.read()
    assert text.count('\r\n') == text.count('\n') == len(lines_of(text)), 'ends of lines'
    reader = csv.DictReader(lines_of(text), strict=True)
    return lines, list(reader), reader.fieldnames


def lines_of(text):
    return text.split('\r\n')[:-1]


def columns_of(what):
    """The columns that the page lists."""
    with open(PAGE, encoding='utf-8') as file:
        table = file.read().split(f'\n## {what}\n')[1].split('\n## ')[0]
    return re.findall('^[|] `([a-z_]+)` [|]', table, re.MULTILINE)


def cell(value):
    """As CSV has it."""
    return '' if value is None else str(int(value) if isinstance(value, bool) else value)


def cells(row):
    """Of a run of one board: JSON lacks what only several have."""
    return {key: cell(value) for key, value in {**row, **BOARDS}.items()}


def compare(got, wanted, what):
    same([sorted(row.items()) for row in got], [sorted(row.items()) for row in wanted], what)


def in_order(rows, key, what):
    times = [int(row[key]) for row in rows]
    assert times == sorted(times), f'{what} are not in the order of time'


# --- events


def processes(run, node):
    """The process that the port named last, at each record; None: a loss came since. A load loses
    no writes."""
    now, found = None, {}
    for r in run.of(node):
        if r['kind'] == 'gap':
            now = None
        elif r['kind'] == 'write':
            now = r['process']
        found[r['cycle']] = now
    return found


def events(run):
    """Those of JSON lines."""
    for node in NODES:
        ran = processes(run, node)
        sampled = {r['cycle'] for r in run.of(node, 'sample')}
        for r in run.of(node, 'event', 'write', 'gap', 'load'):
            row = {'time': r['cycle'], 'ns': r['cycle'] * NS, 'node': node, 'kind': r['kind']}
            flags = dict.fromkeys(FLAGS, False)
            if r['kind'] == 'event':
                flags['sampled'] = r['cycle'] in sampled
                process = ran[r['cycle']]
                own = {} if process is None else {'process': process}
                yield {**row, 'name': NAMES[r['code']], 'code': r['code'], **own, **flags}
            elif r['kind'] == 'write':  # to the process register, or of a user: 69 is page 1, 5
                number = 0 if r['data'] == r['process'] else 69
                own = {key: r[key] for key in ('data', 'pc', 'process')}
                name = f'user {number}' if number else 'process'
                word = {'number': number, 'page': number // 64, 'sub': number % 64}
                yield {**row, 'name': name, **word, 'runnable': 0, **own, **flags}
            elif r['kind'] == 'gap':
                yield {**row, 'name': '(lost)', 'to': r['to'], 'lost': 7, 'left_out': False}
            else:
                yield {**row, 'name': '(live)' if r['live'] else '(off)', 'live': r['live']}


@test
def events_of_both(folder):
    for seed in SEEDS:
        with Run(MAKE_RUN, seed) as run:
            lines, table, columns = tables(run, folder, 'events')
            assert columns == columns_of('events'), columns
            in_order(lines, 'time', 'events')
            in_order(table, 'time', 'events')
            wanted = list(events(run))
            compare(lines, wanted, 'events of JSON lines')
            check_table_of_events(table, columns, wanted)


def check_table_of_events(table, columns, wanted):
    empty = dict.fromkeys(columns)
    rows = []
    for row in wanted:
        rows.append({**empty, **row})
    compare(table, map(cells, rows), 'events of CSV')


@test
def without_code(folder):
    """A word and a segment have no code: 0 would be that of a point."""
    for what, kind in (('profile', 'word'), ('segments', 'segment')):
        with Run(MAKE_RUN, 1, what) as run:
            _, table, _ = tables(run, folder, 'events')
            codes = {row['code'] for row in table if row['kind'] == kind}
            assert codes == {''}, f'{kind}: {codes}'


@test
def fields_of_words(folder):
    """The monitor leaves out the two lowest bits of pc; its field has them."""
    with Run(MAKE_RUN, 1, 'profile') as run:
        lines, table, _ = tables(run, folder, 'events')
        of_lines = [(r['node'], r['time'], r['fields']) for r in lines if r['kind'] == 'word']
        of_table = [
            (r['node'], int(r['time']), json.loads(r['fields']))
            for r in table
            if r['kind'] == 'word'
        ]
        wanted = [(node, r['cycle'], r['pc']) for node in NODES for r in run.of(node, 'word')]
        for what, rows in (('JSON lines', of_lines), ('CSV', of_table)):
            assert all(set(fields) <= {'pc', 'write'} for _, _, fields in rows), what
            found = sorted((node, cycle, fields['pc']) for node, cycle, fields in rows)
            same(found, sorted(wanted), f'fields of {what}')
        assert all(r['fields'] == '' for r in table if r['kind'] != 'word')


@test
def without_pc(folder):
    """A port that does not record it."""
    with Run(MAKE_RUN, 1, 'plain') as run:
        lines, table, _ = tables(run, folder, 'events')
        assert {row['pc'] for row in lines if row['kind'] == 'write'} == {None}
        assert {row['pc'] for row in table} == {''}


# --- intervals


def own_cycles(row, others):
    """Cycles of an interval in which none that began later was open."""
    _, begin, end, _ = row
    inside = set(range(begin, end))
    for _, since, until, _ in others:
        if since is not None and since > begin:
            inside -= set(range(since, until))
    return len(inside)


def intervals(run):
    """Those of JSON lines."""
    for node in NODES:
        ran = processes(run, node)
        found = run.intervals(node)
        for row in found:
            name, begin, end, how = row
            whole = how == 'finished'
            around = [o for o in found if o[0] == name and o[1] is not None and begin is not None]
            yield {
                'time': end,
                'ns': end * NS,
                'from': begin,
                'to': end if whole or begin is None else None,
                'node': node,
                'name': name,
                'status': how,
                'cycles': end - begin if whole else None,
                'bound': None,
                'duration_ns': (end - begin) * NS if whole else None,
                'self': own_cycles(row, found) if whole else None,
                'outermost': None
                if begin is None
                else not any(o[1] < begin < o[2] for o in around),
                'process': None if begin is None else ran[begin],
                'complete': not run.lost(node),
            }


@test
def intervals_of_both(folder):
    for seed in SEEDS:
        with Run(MAKE_RUN, seed) as run:
            lines, table, columns = tables(run, folder, 'intervals')
            assert columns == columns_of('intervals'), columns
            in_order(lines, 'time', 'intervals')
            wanted = list(intervals(run))
            assert {row['status'] for row in wanted} >= {'finished', 'cut', 'unfinished'}
            assert {row['name'] for row in wanted} == INTERVALS.keys()
            compare(lines, wanted, 'intervals of JSON lines')
            compare(table, map(cells, wanted), 'intervals of CSV')


# --- samples


def samples(run):
    """(node, cycle, from, counts). A gap hides no reset: what resets here samples, too, and a reset
    that comes with a sample does not happen without it. A load may hide one by the port."""
    for node in NODES:
        since = 0
        for r in run.of(node, 'sample', 'load'):
            if r['kind'] == 'sample':
                yield node, r['cycle'], since, r['counts']
                since = r['cycle'] + 1
            else:
                since = None


@test
def samples_of_both(folder):
    for seed in SEEDS:
        with Run(MAKE_RUN, seed) as run:
            lines, table, columns = tables(run, folder, 'samples')
            assert columns == columns_of('samples'), columns
            in_order(lines, 'time', 'samples')
            in_order(table, 'time', 'samples')
            wanted = []
            for node, cycle, since, counts in samples(run):
                for i, name in enumerate(PAIRS):
                    a, b = counts[2 * i : 2 * i + 2]
                    wanted.append(pair_of(cycle, node, since, name, a, b))
            compare(lines, wanted, 'samples of JSON lines')
            for row in table:  # no digit is lost
                for key in ('value', 'value_min', 'value_max'):
                    row[key] = row[key] and str(float(row[key]))
            compare(table, map(cells, wanted), 'samples of CSV')


def pair_of(cycle, node, since, name, a, b):
    ratio = a / b if b else None
    return {
        **{'time': cycle, 'ns': cycle * NS, 'node': node, 'point': 'look', 'from': since},
        **{'pair': name, 'measure': None, 'a_min': a, 'a_max': a, 'b_min': b, 'b_max': b},
        **{'saturated': False, 'value': ratio, 'value_min': ratio, 'value_max': ratio},
        **{'reset': True, 'mixed': False},
    }


if __name__ == '__main__':
    sys.exit(main())
