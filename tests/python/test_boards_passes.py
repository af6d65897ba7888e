# SPDX-License-Identifier: Apache-2.0
"""What goes by the common time of several boards in answers that are no lists of rows. Both boards
have the same clock, and one began LATE cycles later. So a common time is a cycle of the run that
both have, or LATE cycles behind it, and each answer follows from that of the run alone."""

import collections
import json

import packed_data
from test_columns import arrow, page_of

CYCLE = 10_000  # ps
LATE = 1000
BOARDS = 'left', 'right'


def late_boards(place, run, late=LATE):
    return place.two_boards(place.runs[run], late=late * CYCLE, left=0, right=0)


def test_captures(place):
    """A capture is of the nodes of one board, whatever another one captures at the same time."""
    alone = place.report(place.runs['captures'])['captures']
    assert [len(capture['nodes']) for capture in alone] == [2, 1, 1, 2], alone
    for late in LATE, 0, 1750:
        wanted = [
            {
                'time': capture['time'] + shift,
                'causes': [f'{board}.{name}' for name in capture['causes']],
                'nodes': [row | {'node': f'{board}.{row["node"]}'} for row in capture['nodes']],
            }
            for board, shift in zip(BOARDS, (0, late), strict=True)
            for capture in alone
        ]
        wanted.sort(key=lambda capture: (capture['time'], capture['causes'][0]))
        assert place.report(late_boards(place, 'captures', late))['captures'] == wanted, late


def test_marks(place):
    """In the order of common time, with the cycles of their boards."""
    for run in 'random', 'lossy', 'system':
        alone = place.report(place.runs[run])['marks']
        found = place.report(late_boards(place, run))['marks']
        assert alone, run
        wanted = [mark | {'node': f'{board}.{mark["node"]}'} for board in BOARDS for mark in alone]
        assert sorted(map(repr, found)) == sorted(map(repr, wanted)), run
        times = [mark['time'] + LATE * mark['node'].startswith('right') for mark in found]
        assert times == sorted(times), run
        assert [mark['time'] for mark in found] != sorted(mark['time'] for mark in found) or (
            run == 'system'
        ), run


def periods_of(rows, line, periods):
    """How often each name occurred at each node in each period of the time line, if ever."""
    found = collections.defaultdict(lambda: [0] * periods)
    for row in rows:
        at = (row['common'] - line['begin']) * periods // (line['end'] - line['begin'])
        found[row['node'], row['name']][min(at, periods - 1)] += 1
    return dict(found)


def test_periods(place):
    """The rates of a page: how often each event occurred in each period of common time."""
    seen = 0
    for path in (place.boards['random'], place.boards['lossy'], late_boards(place, 'random')):
        data = page_of(place, path)
        nodes = [node['name'] for node in data['report']['nodes']]
        rates = data['rates']
        found = {
            (nodes[of['node']], data['names'][of['name']]['name']): packed_data.counts(of['counts'])
            for of in rates['of']
        }
        fires = 'event', 'trigger', 'write', 'word'
        rows = [row for row in arrow(path, 'events')[1] if row['kind'] in fires]
        line = place.report(path)['time_line']
        wanted = periods_of(rows, line, rates['periods'])
        assert found == wanted, path
        seen += sum(len([n for n in counts if n]) for counts in found.values())
    assert seen > 100, seen


def test_calls(place):
    """`--from` and `--to` are common times, of each board other cycles of its own."""

    def calls(path, node, *words):
        document = json.loads(place.gnomon('calls', path, '--json', '--node', node, *words))
        text = json.dumps(document)
        for board in BOARDS:
            text = text.replace(f'{board}.', '')
        return json.loads(text)

    for run, end, times in (
        ('system', 300, ((0, 5000), (100, 1150), (1100, 1250), (120, 290))),
        ('ticks', 50_000, ((0, 10**6), (5000, 20000), (1000, 1500), (30000, 90000))),
    ):
        path, different = late_boards(place, run), set()
        for first, last in times:
            for board, shift in (('left', 0), ('right', LATE)):
                if not shift <= last or first >= shift + end:
                    continue  # the board alone has none of these cycles
                part = '--from', str(max(first - shift, 0)), '--to', str(last - shift)
                wanted = calls(place.runs[run], 'core0', *part)
                found = calls(path, f'{board}.core0', '--from', str(first), '--to', str(last))
                for key in 'nodes', 'functions':
                    assert found[key] == wanted[key], (run, board, first, last, key)
                different.add(json.dumps(found['functions']))
        assert len(different) > 3, run


def test_check(place):
    """Limits are of all nodes of all boards, or of one; durations are those of its board."""
    limits = (
        *('count(a) == 1', 'max(work) < 10 cycles', 'mean(work) < 1 cycles', 'count(work) == 0'),
        *('after a comes b within 5 cycles', 'lost == 0', 'p50(tick) < 1 cycles'),
    )

    def verdicts(path, words):
        text = place.gnomon('check', path, '--json', *words, status=3)
        return json.loads(text)['limits']

    path = late_boards(place, 'random')
    alone, both = verdicts(place.runs['random'], limits), verdicts(path, limits)
    for one, two in zip(alone, both, strict=True):
        assert one['verdict'] == two['verdict'], two
        if one['limit'].startswith('count'):
            assert int(two['value']) == 2 * int(one['value']) > 0, two
        elif not one['limit'].startswith('after'):
            assert one['value'] == two['value'], two
        if one['node']:
            assert two['node'] in [f'{board}.{one["node"]}' for board in BOARDS], two
            assert two['cycle'] == one['cycle'] + LATE * two['node'].startswith('right'), two
    for board in BOARDS:
        one = verdicts(place.runs['random'], [f'{limit} at core2' for limit in limits])
        two = verdicts(path, [f'{limit} at {board}.core2' for limit in limits])
        for mine, other in zip(one, two, strict=True):
            assert [mine[key] for key in ('verdict', 'value', 'reason')] == [
                other[key] for key in ('verdict', 'value', 'reason')
            ], other
