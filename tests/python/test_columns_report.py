# SPDX-License-Identifier: Apache-2.0
"""What the report and other answers say of a run, against the rows of its lists."""

import collections
import json

from test_columns import arrow, exact, sorted_rows


def by_keys(rows, *columns):
    """Rows in groups: {values of some columns: rows}."""
    found = {}
    for row in rows:
        found.setdefault(tuple(row[column] for column in columns), []).append(row)
    return found


def check_durations(node, ended):
    """What the report has of an interval at a node, by the rows of those that finished."""
    cycles = [row['cycles'] for row in ended]
    wanted = (min(cycles), max(cycles)) if cycles else (None, None)
    assert (node['count'], node['total']) == (len(cycles), sum(cycles)), node
    assert (node['min'], node['max']) == wanted, node
    assert sum(bar['count'] for bar in node['histogram']) == len(cycles), node
    for one in cycles:
        assert any(bar['lo'] <= one <= bar['hi'] for bar in node['histogram']), (node, one)
    longest = [(one['from'], one['cycles']) for one in node['longest']]
    assert [one[1] for one in longest] == sorted(cycles, reverse=True)[:3], node
    assert set(longest) <= {(row['from'], row['cycles']) for row in ended}, node
    for part, numbers in (
        ('outermost', [row['cycles'] for row in ended if row['outermost']]),
        ('self', [row['self'] for row in ended if row['self'] is not None]),
    ):
        found = node[part] or {'count': 0, 'total': 0}
        assert (found['count'], found['total']) == (len(numbers), sum(numbers)), (part, node)


def test_report_and_intervals(place):
    """Intervals of the report are the sums of those of the list; the longest are among them."""
    seen = 0
    for run, path in place.runs.items():
        rows = by_keys(arrow(path, 'intervals')[1], 'name', 'node', 'status')
        for interval in place.report(path)['intervals']:
            nodes = [exact(node) for node in interval['nodes']]
            for node in nodes:
                part = interval['name'], node['node']
                check_durations(node, rows.get((*part, 'finished'), []))
                for status in 'unfinished', 'unmatched', 'cut':
                    assert node[status] == len(rows.get((*part, status), [])), (run, part, status)
                seen += node['count']
            for column in 'count', 'total', 'unfinished', 'unmatched', 'cut':
                wanted = sum(node[column] for node in nodes)
                assert exact(interval['all'])[column] == wanted, (run, column)
    assert seen


def test_report_and_samples(place):
    """Samples of the report, and of its parts, have the counts and ratios of the list."""
    columns = ('a_min', 'a_max', 'b_min', 'b_max', 'saturated', 'value', 'value_min', 'value_max')
    seen = 0
    for run, path in place.runs.items():
        wanted = sorted_rows(
            (row['time'], row['node'], row['pair'], row['point'], *(row[key] for key in columns))
            for row in arrow(path, 'samples')[1]
            if row['measure'] is None
        )
        report = place.report(path)
        parts = place.gnomon('report', path, '--json', '--section', 'ratios', status=None)
        nodes = json.loads(parts)['nodes'] if parts else []
        for samples in (
            report['samples'],
            [sample for node in nodes for sample in node['samples']],
        ):
            found = sorted_rows(
                (sample['time'], sample['node'], pair['name'], sample['point'],
                 *(pair[part][end] for part in 'ab' for end in ('min', 'max')),
                 *(pair[key] for key in ('saturated', 'ratio', 'ratio_min', 'ratio_max')))
                for sample in samples
                for pair in map(exact, sample['pairs'])
            )  # fmt: skip
            assert found == wanted, run
        assert report['samples_seen'] == len(report['samples']), run
        seen += len(wanted)
    assert seen


def test_report_and_losses(place):
    """Stretches without records are the same in the report, in the list and at their cycles."""
    seen = collections.Counter()
    for run, path in place.runs.items():
        rows = by_keys(arrow(path, 'gaps')[1], 'node')
        report = place.report(path)
        for node in report['nodes']:
            found = [(gap['from'], gap['to'], 'gap', gap['lost']) for gap in node['gaps']]
            found += [(one['from'], one['to'], one['why'], None) for one in node['blinds']]
            of_list = rows.get((node['name'],), [])
            wanted = [
                (row['from'], row['to'], row['why'], row['lost'])
                for row in of_list
                if row['why'] != 'hole'
            ]
            assert sorted_rows(found) == sorted_rows(wanted), (run, node['name'])
            wanted = [row['full'] for row in of_list if row['why'] == 'gap']
            assert [gap['full'] for gap in node['gaps']] == wanted, run
            seen['gaps'] += len(node['gaps'])
            for gap in node['gaps'][:3]:
                middle = (gap['from'] + gap['to']) // 2
                at = json.loads(place.gnomon('report', path, '--json', '--at', str(middle)))
                unseen = next(one for one in at['nodes'] if one['name'] == node['name'])['unseen']
                assert unseen and unseen['from'] <= middle <= unseen['to'], (run, gap, unseen)
                seen['at'] += 1
    assert seen['gaps'] and seen['at'], seen


def test_report_and_points(place):
    """Points of the report fired as often as the list of events has them."""
    seen = 0
    for run, path in place.runs.items():
        counts = collections.Counter(
            (row['node'], row['kind'], row['name'])
            for row in arrow(path, 'events')[1]
            if row['kind'] == 'event'
        )
        for node in place.report(path)['nodes']:
            for point in node['points']:
                if point['kind'] == 'event' and point['count'] is not None:
                    wanted = counts[node['name'], point['kind'], point['name']]
                    assert point['count'] == wanted, (run, point)
                    seen += wanted
    assert seen


def check_line_at(at, rounds):
    """The line of a cycle by the rounds of the report; whether one is asserted."""
    line = at['line']
    if not (line and line['asserted']):
        return False
    one = next(one for one in rounds['list'] if one['round'] == line['round'])
    assert one.get('line') == line.get('line'), (line, one)
    began = 0 if one['at_start'] else one['began']
    assert (began, one['ended']) == (line['from'], line['to'] + 1), (line, one)
    return True


def check_segments_at(node, rows, cycle):
    """The segments that have a cycle, by the events of that kind; how many they are."""
    columns = ('name', 'at', 'began', 'ended')
    wanted = [
        [row[key] for key in columns] for row in rows if row['began'] <= cycle <= row['ended']
    ]
    found = [[one[key] for key in columns] for one in node['segments']]
    assert sorted_rows(found) == sorted_rows(wanted), (cycle, node)
    return len(found)


def test_at_and_lists(place):
    """What is known of a cycle is what the lists have around it."""
    seen = collections.Counter()
    for run, path in place.runs.items():
        events = by_keys(arrow(path, 'events')[1], 'node', 'kind')
        intervals = by_keys(arrow(path, 'intervals')[1], 'node', 'name')
        report = place.report(path)
        simulation = report['run']['simulation']
        for cycle in 0, 6, 120, 300, 1500:
            text = place.gnomon('report', path, '--json', '--at', str(cycle), status=None)
            if not text:
                continue
            at = json.loads(text)
            assert at['cycle'] == cycle, run
            wanted = simulation and simulation['time'] + cycle * simulation['period']
            assert at['simulation'] == wanted, run
            seen['simulation'] += wanted is not None
            seen['line'] += check_line_at(at, report['rounds'])
            for node in at['nodes']:
                rows = events.get((node['name'], 'segment'), [])
                seen['segments'] += check_segments_at(node, rows, cycle)
                for key in 'last', 'next':
                    one = node[key]
                    if not one:
                        continue
                    rows = events[node['name'], one['kind']]
                    assert (one['time'] <= cycle) == (key == 'last'), (run, cycle, one)
                    assert (one['time'], one['name']) in [
                        (row['time'], row['name']) for row in rows
                    ], (run, cycle, one)
                    for row in rows:
                        between = sorted((one['time'], row['time'], cycle))[1] == row['time']
                        assert not between or row['time'] in (one['time'], cycle), (run, one, row)
                    seen[key] += 1
                for one in node['intervals']:
                    rows = intervals[node['name'], one['name']]
                    begins = [row['from'] for row in rows if row['from'] is not None]
                    assert one['from'] in begins and one['from'] <= cycle, (run, cycle, one)
                    seen['intervals'] += 1
                if node['sample']:
                    sample = node['sample']
                    assert sample['from'] <= cycle <= sample['to'], (run, cycle, sample)
                    seen['samples'] += 1
    keys = 'last', 'next', 'intervals', 'samples', 'simulation', 'line', 'segments'
    assert all(seen[key] for key in keys), seen


def test_messages_and_traffic(place):
    """Counts of messages are those of the list."""
    path = place.runs['messages']
    rows = arrow(path, 'messages')[1]
    found = json.loads(place.gnomon('messages', path, '--json'))
    matched = [row for row in rows if row['kind'] == 'matched']
    assert found['messages'] == len(matched)
    assert found['bytes'] == sum(row['bytes'] for row in matched)
    assert found['tachyons'] == sum(row['cycles'] is None for row in matched)
    for column, total in ('messages', found['messages']), ('bytes', found['bytes']):
        assert sum(route[column] for route in found['routes']) == total, column
    transit = sorted(row['cycles'] for row in matched if row['cycles'] is not None)
    assert sum(route['transit']['total'] for route in found['routes']) == sum(transit)
    alone = collections.Counter(
        {(one['connection'], one['event'], one['reason']): one['count'] for one in found['alone']}
    )
    assert alone == collections.Counter(
        (row['connection'], row['kind'], row['reason']) for row in rows if row['kind'] != 'matched'
    )
