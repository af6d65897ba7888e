# SPDX-License-Identifier: Apache-2.0
"""Each table against what `gnomon events --json` and `gnomon report --json` print, and against the
records that babeltrace2 reads from the same trace."""

import collections
import contextlib
import itertools
import json
import re
import sqlite3

import duckdb
import gnomon
import pandas
import polars
import pyarrow


def rows(table):
    """The rows of a table, without what they have no value of."""
    found = pyarrow.table(table)
    found.validate(full=True)
    return [{k: v for k, v in row.items() if v is not None} for row in found.to_pylist()]


def printed_event(line):
    """A line of the command as a row: it prints null where a round is not known."""
    return {k: v for k, v in line.items() if v is not None}


def test_events(place):
    kinds = collections.Counter()
    for name, path in place.runs.items():
        have = rows(gnomon.open(path).events())
        want = list(map(printed_event, place.events(path)))
        assert len(have) == len(want), name
        for row, line in zip(have, want, strict=True):
            kinds[line['kind']] += 1
            if line['kind'] == 'write':
                assert row['page'] * 64 + row['sub'] == line['number']
            if 'fields' in row:
                row['fields'] = json.loads(row['fields'])
            assert row == line, (name, row, line)
    assert set(kinds) == {
        'event', 'trigger', 'write', 'word', 'capture', 'line', 'segment', 'gap', 'load', 'hole'
    }  # fmt: skip


def test_events_and_babeltrace2(place):
    """The events, triggers and writes that babeltrace2 finds, by node, cycle and number."""
    pattern = re.compile(
        r'\[(\d+)\] .*? (event|trigger|datum): .*?container = (\d+) \), code = (\d+)'
    )
    seen = 0
    for name, path in enumerate(place.few[0]):
        text = place.output(['babeltrace2', '--clock-cycles', path + '/trace'])
        want = collections.Counter(
            (int(m[1]), m[2], int(m[3]), int(m[4])) for m in map(pattern.search, text.splitlines())
            if m
        )  # fmt: skip
        nodes = gnomon.open(path).nodes
        have = collections.Counter(
            (
                row['time'],
                {'write': 'datum'}.get(row['kind'], row['kind']),
                nodes.index(row['node']),
                row['sub'] if row['kind'] == 'write' else row['code'],
            )
            for row in rows(gnomon.open(path).events())
            if row['kind'] in ('event', 'trigger', 'write')
        )
        assert have == want, (name, have - want, want - have)
        seen += sum(have.values())
    assert seen > 100


def test_intervals(place):
    """What the report adds up of each interval at each node."""
    seen = 0
    for name, path in place.runs.items():
        have = collections.defaultdict(list)
        for row in rows(gnomon.open(path).intervals()):
            have[row['name'], row['node']].append(row)
        for interval in place.report(path)['intervals']:
            for node in interval['nodes']:
                found = have.pop((interval['name'], node['node']), [])
                status = collections.Counter(row['status'] for row in found)
                done = [row for row in found if row['status'] == 'finished']
                for row in done:
                    assert row['cycles'] == row['time'] - row['from'] >= row.get('self', 0) >= 0
                cycles = [row['cycles'] for row in done]
                outer = [row['cycles'] for row in done if row['outermost']]
                assert status['finished'] == node['count'], (name, interval['name'], node)
                for key in ('unfinished', 'unmatched', 'cut'):
                    assert status[key] == node[key], (name, interval['name'], key)
                if cycles:
                    assert (sum(cycles), min(cycles), max(cycles)) == (
                        node['total'], node['min'], node['max'])  # fmt: skip
                    if node['self']:
                        assert sum(row['self'] for row in done) == node['self']['total']
                    else:
                        assert name == 'filtered' and not any('self' in row for row in done)
                    assert (len(outer), sum(outer)) == (
                        node['outermost']['count'], node['outermost']['total'])  # fmt: skip
                seen += len(done)
        assert not have, name
    assert seen > 500


def test_intervals_by_brute_force(place):
    """In a run that lost nothing: each end belongs to the innermost begin of its process."""
    path = place.runs['random']
    ends = {'work': ('a', 'b'), 'tick': ('timer', 'a')}
    for name, (first, last) in ends.items():
        stacks, want = collections.defaultdict(list), []
        for event in place.events(path):
            stack = stacks[event['node']]
            if event['name'] == last:
                want.append(stack.pop() if stack else (None, None))
            if event['name'] == first:
                stack.append((event['time'], event.get('process')))
        have = [
            (row.get('from'), row.get('process'))
            for row in rows(gnomon.open(path).intervals())
            if row['name'] == name and row['status'] in ('finished', 'unmatched')
        ]
        assert collections.Counter(have) == collections.Counter(want), name
        assert {process for _, process in want} == {None, 1, 2}


def listed_samples(report):
    """The rows that the table must have of the samples of a report."""
    for sample in report['samples']:
        head = {
            'time': sample['time'],
            'node': sample['node'],
            'point': sample['point'],
            'from': sample['from'],
            'reset': sample['reset'],
            'mixed': sample['mixed'],
        }
        for pair in sample['pairs']:
            for group in sample.get('groups', []):
                if group['group'] == ('left' if pair['name'] == 'pair0' else None):
                    head |= {'from': group['from'], 'reset': group['reset']}
                    head |= {'mixed': group['mixed']}
            measures = [m for m in sample['measures'] if m['pair'] == pair['name']]
            for m in [None, *measures]:
                row = {**head, 'pair': pair['name'], 'saturated': bool(pair['saturated'])}
                for side in 'a', 'b':
                    row[f'{side}_min'] = pair[side]['min']
                    row[f'{side}_max'] = pair[side]['max']
                if m:
                    row |= {'measure': m['name'], 'value': m['value']}
                    row |= {'value_min': m['min'], 'value_max': m['max']}
                else:
                    row |= {'value': pair['ratio'], 'value_min': pair['ratio_min']}
                    row |= {'value_max': pair['ratio_max']}
                yield {k: v for k, v in row.items() if v is not None}


def test_samples(place):
    seen = collections.Counter()
    for name, path in place.runs.items():
        report = place.report(path)
        want = list(listed_samples(report))
        have = rows(gnomon.open(path).samples())
        for row in have:
            assert row.pop('ns') == row['time'] * 10  # 100 MHz
        assert sorted(have, key=repr_of) == sorted(want, key=repr_of), name
        seen[name] = len(have)
        seen['measures'] += sum('measure' in row for row in have)
        seen['lost'] += sum('from' not in row for row in have)
        seen['apart'] += sum(len(sample.get('groups', [])) > 1 for sample in report['samples'])
    assert seen['pairs'] > 40 and seen['compressed'] > 40 and seen['measures']
    assert seen['lost'] and seen['apart']


def repr_of(row):
    return repr(sorted(row.items()))


def test_gaps(place):
    seen = collections.Counter()
    for path in place.runs.values():
        want = []
        for node in place.report(path)['nodes']:
            for gap in node['gaps']:
                want.append((node['name'], 'gap', gap['from'], gap['to'], gap['lost']))
            for hole in node['holes']:
                want.append((node['name'], 'hole', hole['from'], hole['to'], None))
            for blind in node['blinds']:
                want.append((node['name'], blind['why'], blind['from'], blind['to'], None))
        have = [
            (row['node'], row['why'], row['from'], row['to'], row.get('lost'))
            for row in rows(gnomon.open(path).gaps())
        ]
        assert sorted(have, key=repr) == sorted(want, key=repr)
        seen.update(row[1] for row in have)
    assert seen['gap'] > 5 and seen['load'] > 5


def test_cut_off(place):
    """The trace of a node is cut between two records, or within one: a row has all that is missing,
    in each output, and agrees with the report."""
    inside = 0
    for size in range(48 + 1600, 48 + 1600 + 28, 4):
        path, whole = place.cut('random', 1, size)
        run, node = gnomon.open(path), place.report(path)['nodes'][1]
        (gap,) = rows(run.gaps())
        assert (gap['node'], gap['why'], gap['cut_off']) == ('core1', 'hole', True)
        assert (gap['from'], gap['to']) == (node['end'], run.about['end'])
        assert gap['to'] - gap['from'] == node['unseen'] > 1000
        assert gap['offset'] <= size and gap['offset'] + gap['bytes'] == whole
        assert gap['bytes'] == node['missing_bytes'] + sum(h['bytes'] for h in node['holes'])
        inside += gap['offset'] < size
        seen = [row for row in rows(run.events()) if row['node'] == 'core1']
        assert [row['kind'] for row in seen].count('hole') == 1
        have = [seen[-1][key] for key in ('kind', 'time', 'to', 'offset', 'bytes')]
        assert have == ['hole', *(gap[key] for key in ('from', 'to', 'offset', 'bytes'))]
        assert f'offset {gap["offset"]}, up to cycle {gap["to"]}, where the run ends' in (
            place.gnomon('events', path)
        )
        followed = place.gnomon('events', path, '--json', '--follow').splitlines()
        assert followed == place.gnomon('events', path, '--json').splitlines()
        place.gnomon('export', path, '-o', f'{path}/run.sqlite')
        with contextlib.closing(sqlite3.connect(f'{path}/run.sqlite')) as base:
            have = base.execute('select node, why, "from", "to", bytes from gaps').fetchall()
        assert have == [('core1', 'hole', gap['from'], gap['to'], gap['bytes'])]
        at = json.loads(place.gnomon('report', path, '--at', str(gap['to'] - 5), '--json'))
        assert [bool(node['unseen']) for node in at['nodes']] == [False, True, False]
    assert 0 < inside < 7


def test_parts(place):
    """A part of a table is what is left of the whole."""
    run = gnomon.open(place.runs['lossy'])
    whole = rows(run.events())
    first, last = whole[100]['time'], whole[300]['time']
    part = rows(run.events(since=first, until=last, nodes=['core0', 'core2']))
    assert part == [
        row for row in whole if first <= row['time'] <= last and row['node'] != 'core1'
    ]  # fmt: skip
    assert rows(run.events(nodes='core1')) == [row for row in whole if row['node'] == 'core1']
    few = pyarrow.table(run.events(columns=['name', 'time']))
    assert few.column_names == ['time', 'name']
    assert few.column('time').to_pylist() == [row['time'] for row in whole]
    ends = rows(run.intervals(since=first, until=last))
    assert ends == [row for row in rows(run.intervals()) if first <= row['time'] <= last]
    gaps = rows(run.gaps(since=first, until=last))
    assert gaps == [
        row for row in rows(run.gaps()) if row['from'] <= last and row['to'] >= first
    ]  # fmt: skip
    assert 0 < len(gaps) < len(rows(run.gaps()))
    assert rows(run.events(since=10**18)) == []


def test_batches(place):
    """The rows do not depend on the batches, which have one dictionary of each column."""
    for run, name in itertools.product(map(gnomon.open, place.runs.values()), gnomon.TABLES):
        whole = rows(run.table(name))
        for size in (1, 7, 1000):
            table = run.table(name, batch_rows=size)
            reader = pyarrow.RecordBatchReader.from_stream(table)
            batches = list(reader)
            for at, field in enumerate(reader.schema):
                if pyarrow.types.is_dictionary(field.type):
                    names = [batch.column(at).dictionary for batch in batches]
                    assert all(each.equals(names[0]) for each in names), (run, name, field)
            if name != 'samples':  # a sample is several rows
                assert all(batch.num_rows == size for batch in batches[:-1])
            assert rows(table) == whole
        if name in ('events', 'intervals'):
            many = collections.Counter(row['name'] for row in whole)
            found = (
                pyarrow.table(run.table(name, batch_rows=7))
                .group_by('name')
                .aggregate([('name', 'count')])
            )
            assert {row['name']: row['name_count'] for row in found.to_pylist()} == many


def test_readers(place):
    """pyarrow, pandas, Polars and DuckDB have the same rows."""
    run = gnomon.open(place.runs['random'])
    for name, column in (('events', 'time'), ('intervals', 'cycles')):
        table = run.table(name, batch_rows=100)
        want = pyarrow.table(table).select(['node', 'name', column]).to_pylist()
        frame = pandas.DataFrame.from_arrow(table)[['node', 'name', column]]
        assert frame.astype(object).where(frame.notna(), None).to_dict('records') == want
        assert polars.DataFrame(table).select('node', 'name', column).to_dicts() == want
        with duckdb.connect() as base:
            base.register('t', table)
            have = base.execute(f'select node, name, {column} from t').fetchall()
            assert have == [tuple(row.values()) for row in want]
            assert base.execute(f"select sum({column}) from t where node = 'core1'").fetchall() == [
                (sum(row[column] or 0 for row in want if row['node'] == 'core1'),)
            ]


def test_about(place):
    for name, path in place.runs.items():
        run, report = gnomon.open(path), place.report(path)
        assert run.nodes == [node['name'] for node in report['nodes']], name
        assert run.clock_hz == 100_000_000 and run.path == path
        assert run.about['end'] == max(node['end'] for node in report['nodes'])
        assert run.about['intervals'] == [i['name'] for i in report['intervals']]
        assert run.report() == report
        left_out = sum(part['left_out'] for part in report['run']['filters'])
        assert run.about['left_out'] == left_out, name
        assert (left_out > 0) == (name in ('filtered', 'kept')), name
        assert run.report_text() == place.gnomon('report', path), name
