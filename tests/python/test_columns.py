# SPDX-License-Identifier: Apache-2.0
"""The lists of all runs in all outputs, value by value; and the page that explains the columns."""

import collections
import contextlib
import csv
import json
import math
import os
import re
import shutil
import sqlite3

import causality
import gnomon
import packed_data
import pyarrow
from workplace import ROOT

PAGE = os.path.join(ROOT, 'docs', 'reference', 'columns.md')
NS = 10  # of a cycle
NOBODY = (None, None)
LISTS = ('events', 'intervals', 'samples', 'gaps', 'messages')
OPTIONAL = {'counter', 'round', 'process', 'common', 'common_bound'}


def page():
    """What the page says: {list: {column: the cells of its line}}."""
    lists, now = {}, None
    with open(PAGE, encoding='utf-8') as file:
        for line in file:
            if line.startswith('## Documents'):
                break
            if line.startswith('## '):
                now = lists[line[3:].strip()] = {}
            if line.startswith('| `'):
                name, *cells = (cell.strip() for cell in line.strip()[2:-2].split(' | '))
                now[name.strip('`')] = cells
    return lists


def documents():
    """What the page says of documents: {list: [(column or '', type, list or '', absent)]}."""
    lists, now = {}, None
    with open(PAGE, encoding='utf-8') as file:
        for line in file:
            if line.startswith('### '):
                now = lists[line[4:].strip()] = []
            if now is not None and line.startswith(('| `', '| | ')):
                name, kind, _, what = (cell.strip() for cell in line.strip()[1:-1].split('|', 3))
                inner = re.search(r'\[(.*)\]', kind)
                kind = re.sub(r' ?\[.*', '', kind)
                now.append((name.strip('`'), kind, inner and inner[1], what.endswith('(absent)')))
    return lists


class Walk:
    """Holds documents against the page, and counts what it has seen of each column."""

    def __init__(self):
        self.lists, self.seen = documents(), collections.Counter()
        self.documents = set()

    def document(self, name, row):
        self.documents.add(name)
        self.row(name, row)

    def row(self, name, row):
        rest = self.members(name, list(row.items()))
        assert not rest, (name, 'not on the page, or not in its order', rest[0][0])

    def members(self, name, items):
        """Takes the columns of a list off the items of an object: what is left."""
        for column, kind, inner, absent in self.lists[name]:
            if not column:
                if not absent or (items and items[0][0] == self.first(inner)):
                    items = self.members(inner, items)
            elif items and items[0][0] == column:
                self.value((name, column), kind, inner, items[0][1])
                items = items[1:]
            else:
                assert absent, (name, column, 'is missing')
        return items

    def first(self, name):
        """The first column of a list that an object has without the list's name."""
        column, _, inner, _ = self.lists[name][0]
        return column or self.first(inner)

    def value(self, where, kind, inner, value):
        if value is None:
            return
        self.seen[where] += value not in ([], {})
        if kind == 'object' and inner:
            self.row(inner, value)
        elif kind.startswith('list'):
            kind = re.sub('^lists? of ', '', kind)
            for row in value:
                if inner:
                    self.row(inner, row)
                else:
                    self.value(where, kind, None, row)
        elif kind in ('object', 'counts'):
            assert all(type(exact(value)[key]) is int for key in value), (where, value)
        else:
            assert has_type(value, kind), (where, kind, value)

    def reach(self, name, found):
        """Adds a list, and those that its rows have or lead to, to what was found."""
        if name not in found:
            found.add(name)
            for _, _, inner, _ in self.lists[name]:
                if inner:
                    self.reach(inner, found)

    def check_seen(self, *lacks):
        """Each column that the documents can have had a value in one of them, but for those that
        none of the runs can have, LIST.COLUMN each."""
        reached = set()
        for name in self.documents:
            self.reach(name, reached)
        lacking = {
            f'{name}.{row[0]}'
            for name in reached
            for row in self.lists[name]
            if row[0] and not self.seen[name, row[0]]
        }
        assert lacking == set(lacks), ('no value in any run', lacking ^ set(lacks))


def has_type(value, kind):
    if kind == 'integer':
        return isinstance(value, int) or bool(re.fullmatch('[0-9]{16,}', str(value)))
    wanted = {'text': str, 'name': str, 'bool': bool, 'real': (int, float)}[kind]
    return isinstance(value, wanted) and (kind == 'bool' or not isinstance(value, bool))


def arrow(path, name):
    """A list of an Arrow table: its columns, and its rows with None for no value."""
    table = pyarrow.table(gnomon.open(path).table(name))
    table.validate(full=True)
    return table.column_names, table.to_pylist()


def exported(place, path, name, suffix, *words):
    out = f'{place.new()}.{suffix}'
    place.gnomon('export', path, '-o', out, '--what', name, *words)
    return out


def plain(value):
    """A value as a table without bools has it."""
    return int(value) if isinstance(value, bool) else value


def parsed(row):
    """A row with its object of JSON as text, in one form."""
    fields = row.get('fields')
    if fields is None:
        return row
    return row | {'fields': json.loads(fields) if isinstance(fields, str) else fields}


def test_the_page(place):
    """Each column of each output is on the page, in its order, and says what it is."""
    path = place.runs['random']
    lists = page()
    assert tuple(lists) == LISTS == gnomon.TABLES
    for name, columns in lists.items():
        assert arrow(path, name)[0] == list(columns), name
        for column, cells in columns.items():
            kind, _, _, what = cells
            assert kind in ('name', 'integer', 'real', 'bool', 'object'), (name, column)
            assert re.search('[a-z]{2}', what), f'{name}.{column} has no documentation'
    printed = place.output([os.path.join(place.build, 'bin', 'print-columns')])
    with open(PAGE, encoding='utf-8') as file:
        assert file.read() == printed, 'docs/reference/columns.md is old: make emitted'


def test_sqlite(place):
    seen = collections.Counter()
    for run, path in place.runs.items():
        out = f'{place.new()}.sqlite'
        place.gnomon('export', path, '-o', out)
        with contextlib.closing(sqlite3.connect(out)) as base:
            for name in LISTS:
                columns, rows = arrow(path, name)
                found = base.execute(f'select * from {name}')
                assert [column[0] for column in found.description] == columns, name
                wanted = [tuple(map(plain, row.values())) for row in rows]
                found = [tuple(map(unsigned, row)) for row in found]
                assert found == wanted, (run, name)
                seen[name] += len(rows)
    assert all(seen[name] for name in LISTS)


def test_sqlite_documents(place):
    """The run, what it has lists of, and its nodes are those of the report, value by value."""
    lists, seen = documents(), collections.Counter()
    for run, path in place.runs.items():
        report, out = place.report(path), f'{place.new()}.sqlite'
        place.gnomon('export', path, '-o', out)
        wanted = {
            'run': ('report-run-known', [report['run']]),
            'loads': ('report-run-loads', report['run']['loads']),
            'filters': ('report-run-filters', report['run']['filters']),
            'nodes': ('report-node', report['nodes']),
        }
        with contextlib.closing(sqlite3.connect(out)) as base:
            for table, (name, rows) in wanted.items():
                columns = [row[0] for row in lists[name] if row[2] is None and 'list' not in row[1]]
                found = base.execute(f'select * from {table}')
                assert [column[0] for column in found.description] == columns, table
                found = [tuple(map(unsigned, row)) for row in found]
                rows = [tuple(plain(exact(row)[column]) for column in columns) for row in rows]
                assert found == rows, (run, table)
                seen[table] += len(rows)
    assert len(seen) == len(wanted) and all(seen.values()), seen


def page_of(place, path):
    """The data of the page of a run."""
    out = f'{place.new()}.html'
    place.gnomon('report', path, '--html', out)
    with open(out, encoding='utf-8') as file:
        text = re.search(
            '<script[^>]*type="application/json"[^>]*>(.*?)</script>', file.read(), re.S
        )
    return json.loads(text[1])


PAGE_COLUMNS = {
    'events': ['node', 'name', 'time'],
    'intervals': ['node', 'name', 'status', 'from', 'time'],
    'gaps': ['node', 'why', 'from', 'to', 'lost'],
    'messages': [
        *('sender', 'sender_process', 'receiver', 'receiver_process'),
        *('from', 'to', 'bytes'),
    ],
}


def of_page(data):
    """The lists of a page by the columns that they have, with the rows of the run that are shown:
    (list, rows, whether the page has a row)."""
    ends = (data['messages'] or {'endpoints': []})['endpoints'] if 'messages' in data else []
    fires = ('event', 'trigger', 'write', 'word', 'capture', 'line', 'segment')
    yield 'events', packed_data.events(data), lambda row: row['kind'] in fires
    yield 'intervals', packed_data.intervals(data), lambda row: row['from'] is not None
    yield 'gaps', packed_data.table(data['losses']), lambda row: True
    if not ends:
        return
    messages = [
        {
            'sender': ends[row['sender']]['node'],
            'sender_process': ends[row['sender']]['number'],
            'receiver': ends[row['receiver']]['node'],
            'receiver_process': ends[row['receiver']]['number'],
            **{key: row[key] for key in ('from', 'to', 'bytes')},
        }
        for row in packed_data.table(data['messages'])
    ]
    yield 'messages', messages, lambda row: row['kind'] == 'matched'


def test_page_data(place):
    """A page has the rows of the lists, in the columns that it has of them."""
    seen = collections.Counter()
    for run, path in place.runs.items():
        data = page_of(place, path)
        for name, rows, shows in of_page(data):
            rows = list(rows)
            wanted = [row for row in arrow(path, name)[1] if shows(row)]
            columns = PAGE_COLUMNS[name]
            assert all(list(row) == columns for row in rows), (run, name)
            wanted = [
                [row[key] or 0 if key == 'lost' else row[key] for key in columns] for row in wanted
            ]
            found = [list(row.values()) for row in rows]
            assert sorted_rows(found) == sorted_rows(wanted), (run, name)
            seen[name] += len(rows)
    assert all(seen[name] for name in ('events', 'intervals', 'gaps', 'messages')), seen


def test_page_documents(place):
    """What a page has of documents is what the commands print: the report, how parallel it was."""
    seen = collections.Counter()
    for run, path in place.runs.items():
        data, report = page_of(place, path), place.report(path)
        for key, value in data['report'].items():
            assert value == report[key], (run, key)
            seen[key] += bool(value)
        parallel = data['parallelism']
        if 'absent' in parallel:
            continue
        hops = parallel.pop('hops')
        wanted = json.loads(place.gnomon('parallel', path, '--json'))
        assert parallel == wanted and hops == len(wanted['path']), run
        seen['hops'] += hops
    assert all(seen[name] for name in ('nodes', 'intervals', 'hops')), seen


def added(rows, keys):
    """Rows by these keys, of the first ones: each other number is the sum."""
    sums = collections.defaultdict(collections.Counter)
    for row in rows:
        sums[tuple(row[key] for key in keys)].update(
            {key: row[key] for key in row if key not in keys}
        )
    return sums


def counted(row):
    """How many messages a row has, and how long they took."""
    numbers = {key: row[key] for key in ('messages', 'bytes', 'tachyons')}
    return numbers | {key: row['transit'][key] for key in ('count', 'total')}


def extremes(rows, pairs):
    """{(from, to): the least and the most cycles of a message}, of the first rows by the second."""
    found = collections.defaultdict(list)
    for row, pair in zip(rows, pairs, strict=True):
        transit = row['transit']
        if transit['count']:
            assert math.isclose(transit['mean'], transit['total'] / transit['count']), row
            found[pair['from'], pair['to']] += transit['min'], transit['max']
    return {key: (min(values), max(values)) for key, values in found.items()}


def test_page_messages(place):
    """Who sent what to whom, and what is alone, adds up to what `gnomon messages` prints."""
    seen = collections.Counter()
    for run, path in place.runs.items():
        part = page_of(place, path).get('messages')
        if not part:
            continue
        traffic = json.loads(place.gnomon('messages', path, '--json'))
        names = [end['process'] for end in part['endpoints']]
        pairs = [
            {'from': names[pair['from']], 'to': names[pair['to']], **counted(pair)}
            for pair in part['pairs']
        ]
        routes = [
            {'from': route['from'], 'to': route['to'], **counted(route)}
            for route in traffic['routes']
        ]
        assert added(pairs, ('from', 'to')) == added(routes, ('from', 'to')), run
        assert extremes(part['pairs'], pairs) == extremes(traffic['routes'], routes), run
        seen['transits'] += len(extremes(traffic['routes'], routes))
        for end in part['endpoints']:
            assert end['node'] in {node['name'] for node in place.report(path)['nodes']}, (run, end)
        for row in (*part['alone'], *traffic['alone']):
            row.pop('text', None)
            row.pop('connection', None)
        wanted = [row for row in traffic['alone'] if row['event'] != 'queued']
        keys = 'event', 'reason'
        assert added(part['alone'], keys) == added(wanted, keys), run
        queues = {row['process']: row['queue'] for row in traffic['receivers']}
        for end in part['endpoints']:
            if names.count(end['process']) == 1 and 'queue' in end:
                queue = queues.get(end['process'], {'max': 0, 'mean': 0})
                assert end['queue'] == queue, (run, end)
                seen['queues'] += queue['max'] > 0
        seen['pairs'] += len(pairs)
        seen['alone'] += len(wanted)
    assert all(seen[name] for name in ('pairs', 'transits', 'alone', 'queues')), seen


def unsigned(value):
    """Numbers of SQLite have a sign: those from 2^63 on are texts."""
    return int(value) if isinstance(value, str) and re.fullmatch('[0-9]{19,}', value) else value


def test_csv(place):
    for run, path in place.runs.items():
        for name in LISTS:
            columns, rows = arrow(path, name)
            with open(exported(place, path, name, 'csv'), encoding='utf-8', newline='') as file:
                found = list(csv.reader(file, strict=True))
            assert found[0] == columns, (run, name)
            assert len(found) == 1 + len(rows), (run, name)
            for line, row in zip(found[1:], rows, strict=True):
                assert list(map(as_cell, line, row.values())) == list(map(cell, row.values())), (
                    run, name, line)  # fmt: skip


def cell(value):
    return '' if value is None else str(plain(value))


def as_cell(text, value):
    """A cell as `cell` has it: of a real number all digits count, not their form."""
    return str(float(text)) if text and isinstance(value, float) else text


def test_json(place):
    """JSON lines have the keys that the page names for the kind, and null where there is none."""
    lists = page()
    for run, path in place.runs.items():
        for name in LISTS:
            _, rows = arrow(path, name)
            if name == 'events':
                lines = place.events(path)
            else:
                with open(exported(place, path, name, 'jsonl'), encoding='utf-8') as file:
                    lines = [json.loads(line) for line in file]
            assert len(lines) == len(rows), (run, name)
            for line, row in zip(lines, rows, strict=True):
                kind = row.get('kind') or row.get('why')
                keys = [
                    column
                    for column, cells in lists[name].items()
                    if not cells[2] or kind in cells[2].split(', ')
                ]
                absent = set(keys) - set(line)
                assert absent <= OPTIONAL, (run, name, line)
                assert list(line) == [key for key in keys if key not in absent], (run, line)
                wanted = {key: value for key, value in row.items() if key in keys}
                assert {**dict.fromkeys(absent), **exact(line)} == parsed(wanted), (run, name, line)


def test_messages(place):
    """What was written (write_runs.c): both ends, or why one is missing."""
    _, rows = arrow(place.runs['messages'], 'messages')
    wanted = [
        # kind, connection, sequence, from, to, cycles, sender, receiver, bytes, queued, called
        ('matched', 5, 7, 100, 120, 20, ('core0', 1), ('core1', 3), 32, 105, 90, None),
        ('matched', 5, 8, 110, 130, 20, ('core0', 2), ('core1', 3), 16, None, None, None),
        ('matched', 6, 1, 500, 490, None, ('core0', 1), ('core1', 3), 24, None, None, None),
        ('send', 7, 9, 600, None, None, ('core0', 1), NOBODY, 8, None, None, 'in_flight'),
        ('receive', 8, 2, None, 700, None, NOBODY, ('core1', 4), 64, None, None, 'no_send'),
        ('queued', 9, 3, None, None, None, NOBODY, ('core1', 4), 48, 710, None, 'no_send'),
    ]
    found = [
        (
            *(row[key] for key in ('kind', 'connection', 'sequence', 'from', 'to', 'cycles')),
            (row['sender'], row['sender_process']),
            (row['receiver'], row['receiver_process']),
            *(row[key] for key in ('bytes', 'queued', 'called', 'reason')),
        )
        for row in rows
    ]
    assert sorted(found) == sorted(wanted), found
    for row in rows:
        for key in ('from', 'to'):
            assert row[f'{key}_ns'] == (None if row[key] is None else row[key] * NS), row


def test_a_part_of_messages(place):
    """A message is there if one of its ends is; nodes and cycles are those of the ends."""
    path = place.runs['messages']

    def part(since=0, until=1000, nodes=None):
        table = gnomon.open(path).messages(since=since, until=until, nodes=nodes)
        words = ['--from', str(since), '--to', str(until)]
        words += ['--node', ','.join(nodes)] if nodes else []
        with open(exported(place, path, 'messages', 'csv', *words), encoding='utf-8') as file:
            lines = [int(line['sequence']) for line in csv.DictReader(file)]
        assert pyarrow.table(table)['sequence'].to_pylist() == lines
        return sorted(lines)

    assert part(since=115, until=125) == [7]
    assert part(since=495, until=500) == [1]
    assert part(since=101, until=102) == []
    assert part(nodes=['core0']) == [1, 7, 8, 9]
    assert part(nodes=['core1'], since=600) == [2, 3]


def exact(line):
    """Numbers from 2^53 on are texts in JSON."""
    return {
        key: int(value) if isinstance(value, str) and re.fullmatch('[0-9]{16,}', value) else value
        for key, value in line.items()
    }


def answers(place, runs, *words):
    """What a command prints as JSON of those of some runs that it has an answer for."""
    for run in runs:
        text = place.gnomon(words[0], run, *words[1:], '--json', status=None)
        if text:
            yield json.loads(text)


# the documents of one run, each with the words that print it
RUN_DOCUMENTS = (
    ('report', ('report', '--all')),
    ('report-parts', ('report', '--section', 'ratios,buckets,counters')),
    ('profile', ('report', '--profile')),
    *(('at', ('report', '--at', cycle)) for cycle in ('6', '120', '1500')),
    ('check', ('check', 'lost == 0', 'max(work) < 5 cycles', '--allow-unknown')),
    ('calls', ('calls',)),
    ('traffic', ('messages',)),
    ('parallel', ('parallel',)),
    ('causality', ('causality',)),
)


def made_run(place, what):
    """A random run: `both`, of functions that call each other, and of the words of a timer;
    `calls`, with processes."""
    made = json.loads(place.output([os.path.join(place.build, 'bin', 'make_run'), '1', what]))
    path = place.new()
    shutil.move(made['dir'], path)
    return path


def test_documents(place):
    """What is printed of a run has the keys of the page, in its order and with its types; each
    column has a value in one of the runs, so that what compares outputs compares it, too."""
    requests, walk = place.new(), Walk()
    causality.make(
        requests, 50, place.build, os.path.join(place.build, 'bin', 'gnomon-gen'), place.output
    )
    runs = *place.runs.values(), made_run(place, 'both'), made_run(place, 'calls'), requests
    runs += (*place.boards.values(),)
    for name, words in RUN_DOCUMENTS:
        found = 0
        for answer in answers(place, runs, *words):
            walk.document(name, answer)
            found += 1
        assert found, name
    walk.check_seen()


def test_every_document(place):
    """Each document of the page is walked by name in a test, but for those of a page's data, and
    of what is not here: USB devices, and a run in rounds."""
    with open(PAGE, encoding='utf-8') as file:
        text = file.read()
    documents = text[text.index('## Documents') :]
    top = set(re.findall(r'^### (\S+)', documents, re.MULTILINE))
    top -= set(re.findall(r'\(#([\w-]+)\)', text))  # parts of another one
    walked = {name for name, _ in RUN_DOCUMENTS}
    others = os.path.join(os.path.dirname(__file__), 'test_columns_commands.py')
    with open(others, encoding='utf-8') as file:
        walked |= set(re.findall(r"(?:document\(|walk\(\s*place,\s*)'([\w-]+)'", file.read()))
    lacking = sorted(top - walked)
    assert lacking == ['list', 'page-alone', 'page-endpoints', 'page-pairs', 'rounds'], lacking


def test_lists(place):
    """Each column of each list has a value in one of the runs that outputs are compared by."""
    seen = collections.Counter(
        (name, column)
        for path in (*place.runs.values(), *place.boards.values())
        for name in LISTS
        for row in arrow(path, name)[1]
        for column, value in row.items()
        if value is not None
    )
    lacking = [(name, column) for name in LISTS for column in page()[name]]
    lacking = [where for where in lacking if not seen[where]]
    assert not lacking, ('no value in any run', lacking)


def sorted_rows(rows):
    return sorted(rows, key=repr)


def of_kind(rows, kind, *columns):
    """Some columns of the events of a kind."""
    return sorted_rows([row[column] for column in columns] for row in rows if row['kind'] == kind)


def test_report_and_events(place):
    """Captures, segments and rounds are the same in the report and among the events."""
    seen = collections.Counter()
    for run, path in place.runs.items():
        report, rows = place.report(path), [parsed(row) for row in arrow(path, 'events')[1]]
        captures = [
            [capture['time'], node['node'], node['word'], node['fields'], node['current'],
             node['node'] in capture['causes']]
            for capture in report['captures']
            for node in map(exact, capture['nodes'])
        ]  # fmt: skip
        for row in rows:
            row['word'] = row['word'] if row['known'] else None
        wanted = ('time', 'node', 'word', 'fields', 'current', 'cause')
        assert sorted_rows(captures) == of_kind(rows, 'capture', *wanted), run
        columns = ('at', 'began', 'ended', 'missed', 'cut')
        segments = [
            [node['name'], unit['name'], *(segment[column] for column in columns),
             len(segment['entries'])]
            for node in report['nodes']
            for unit in node['segments']
            for segment in unit['segments']
        ]  # fmt: skip
        wanted = ('node', 'name', *columns, 'entries')
        assert sorted_rows(segments) == of_kind(rows, 'segment', *wanted), run
        rounds = {row['round']: row for row in (report['rounds'] or {'list': []})['list']}
        for row in rows:
            if row['kind'] == 'line' and row['round']:
                found = rounds[row['round']]
                assert found.get('line', row['line']) == row['line'], (run, row)
                assert row['time'] in (found['began'], found['ended']), (run, row)
                seen['rounds'] += 1
        seen['captures'] += len(captures)
        seen['segments'] += len(segments)
    assert all(seen[name] for name in ('captures', 'segments', 'rounds')), seen
