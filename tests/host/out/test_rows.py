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

PAGE = os.path.join(os.path.dirname(__file__), '../../../docs/answers/export.md')
SEEDS = range(4)
FLAGS = ('sampled', 'unsampled', 'stop', 'mark')


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
        part = re.split(r'\n\*\*(?=\w)', file.read())
    (table,) = (one.split('\n### ')[0] for one in part if one.lower().startswith(what))
    heads = [line.split('|')[1] for line in table.splitlines() if line.startswith('| `')]
    return re.findall('`([a-z_]+)`', ' '.join(heads))


def cells(row):
    """As CSV has them."""
    return {key: '' if value is None else str(value) for key, value in row.items()}


def compare(got, wanted, what):
    same([sorted(row.items()) for row in got], [sorted(row.items()) for row in wanted], what)


def in_order(rows, key, what):
    times = [int(row[key]) for row in rows]
    assert times == sorted(times), f'{what} are not in the order of time'


# --- events


def processes(run, node):
    """The process that the port named last, at each record; None: a loss came since."""
    now, found = None, {}
    for r in run.of(node):
        if r['kind'] in ('gap', 'load'):
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
                yield {**row, 'name': name, 'number': number, 'runnable': 0, **own, **flags}
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
            in_order(table, 'cycle', 'events')
            wanted = list(events(run))
            compare(lines, wanted, 'events of JSON lines')
            check_table_of_events(table, columns, wanted)


def check_table_of_events(table, columns, wanted):
    empty = dict.fromkeys(columns)
    rows = []
    for row in wanted:
        row = {**empty, 'cycle': row['time'], **row}
        row['code'] = row.get('number', row['code'])
        row.update((flag, None if row[flag] is None else int(row[flag])) for flag in FLAGS)
        rows.append({column: row[column] for column in columns})
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
            (r['node'], int(r['cycle']), json.loads(r['fields']))
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
                'from': begin,
                'to': end if whole or begin is None else None,
                'time': end,
                'node': node,
                'name': name,
                'end': how,
                'cycles': end - begin if whole else None,
                'ns': (end - begin) * NS if whole else None,
                'self': own_cycles(row, found) if whole else None,
                'outermost': None
                if begin is None
                else not any(o[1] < begin < o[2] for o in around),
                'process': None if begin is None else ran[begin],
            }


@test
def intervals_of_both(folder):
    for seed in SEEDS:
        with Run(MAKE_RUN, seed) as run:
            lines, table, columns = tables(run, folder, 'intervals')
            assert columns == columns_of('intervals'), columns
            in_order(lines, 'time', 'intervals')
            wanted = list(intervals(run))
            assert {row['end'] for row in wanted} >= {'finished', 'cut', 'unfinished'}
            assert {row['name'] for row in wanted} == INTERVALS.keys()
            compare(lines, wanted, 'intervals of JSON lines')
            rows = []
            for row in wanted:
                row = {**row, 'interval': row['name']}
                row['outermost'] = None if row['outermost'] is None else int(row['outermost'])
                rows.append({column: row[column] for column in columns})
            compare(table, map(cells, rows), 'intervals of CSV')


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
            in_order(table, 'cycle', 'samples')
            wanted, rows = [], []
            for node, cycle, since, counts in samples(run):
                head = {'node': node, 'time': cycle, 'from': since}
                pairs = []
                for i, name in enumerate(PAIRS):
                    a, b = counts[2 * i : 2 * i + 2]
                    ratio = a / b if b else None
                    pairs.append((name, f'a{i}', f'b{i}', a, a, a, b, b, b, *[ratio] * 3, False))
                    row = dict(zip(columns, cells_of_pair(head, name, a, b, ratio), strict=True))
                    rows.append(cells(row))
                wanted.append((node, cycle, since, 5, 'look', ('look',), True, False, *pairs))
            same(map(sample_of, lines), wanted, 'samples of JSON lines')
            for row in table:  # no digit is lost
                for key in ('value', 'min', 'max'):
                    row[key] = row[key] and str(float(row[key]))
            compare(table, rows, 'samples of CSV')


def cells_of_pair(head, name, a, b, ratio):
    at = head['time']
    own = ('look', 'pair', name, ratio, ratio, ratio, a, a, b, b)
    return (at, at * NS, head['node'], head['from'], *own)


def sample_of(line):
    """An object of JSON lines, in the order of `wanted` above."""
    line = dict(line)
    pairs = [
        (
            *(pair['name'], pair['a_of'], pair['b_of']),
            *(pair[side][key] for side in 'ab' for key in ('value', 'min', 'max')),
            *(pair['ratio'], pair['ratio_min'], pair['ratio_max'], pair['saturated']),
        )
        for pair in line.pop('pairs')
    ]
    assert all(line.pop(key) == [] for key in ('measures', 'stall', 'extremes'))
    keys = ('node', 'time', 'from', 'code', 'point')
    head = [line.pop(key) for key in keys]
    row = (*head, tuple(line.pop('points')), line.pop('reset'), line.pop('mixed'), *pairs)
    assert not line, line
    return row


@test
def keys_of_the_page(folder):
    """The page names the keys of JSON lines."""
    with open(PAGE, encoding='utf-8') as file:
        page = file.read().split('### Keys of JSON lines\n')[1].split('\n#')[0]
    with Run(MAKE_RUN, 13) as run:
        for what in ('intervals', 'samples'):
            lines = tables(run, folder, what)[0]
            named = page.split(f'| {what} | ')[1].split(' `time` is')[0].split(':')[0]
            assert lines, what
            assert [list(line) for line in lines] == [re.findall('`([a-z]+)`', named)] * len(lines)


if __name__ == '__main__':
    sys.exit(main())
