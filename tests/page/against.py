# SPDX-License-Identifier: Apache-2.0
"""The data of a page against what other commands print of the same run. Each comparison yields what
is compared, as the page has it and as it must be: the whole of both, as what is missing in one must
show."""

import collections

import packed_data


def compare_events(data, events):
    names = [node['name'] for node in data['report']['nodes']]
    seen = [(row['time'], row['node'], row['name']) for row in packed_data.events(data)]
    wanted = [
        (e['time'], e['node'], e['name'])
        for e in events
        if e['kind'] in ('event', 'trigger', 'write')
    ]
    yield 'events one by one', sorted(seen), sorted(wanted)
    of = {
        (names[part['node']], data['names'][part['name']]['name']): sum(
            packed_data.counts(part['counts'])
        )
        for part in data['rates']['of']
    }
    yield 'events of all periods', of, dict(collections.Counter((n, e) for _, n, e in wanted))


def compare_intervals(data, intervals):
    report = data['report']
    nodes = [node['name'] for node in report['nodes']]
    columns = 'from', 'time', 'node', 'name', 'status'
    seen = [tuple(row[key] for key in columns) for row in packed_data.intervals(data)]
    wanted = [tuple(i[key] for key in columns) for i in intervals if i['from'] is not None]
    yield 'intervals one by one', sorted(seen), sorted(wanted)
    lengths = collections.defaultdict(list)
    for begin, end, node, name, how in wanted:
        if how == 'finished':
            lengths[name, node].append(end - begin)
    for interval in report['intervals']:
        yield 'nodes of an interval', [of['node'] for of in interval['nodes']], nodes
        for of in interval['nodes']:
            name, parts = f'{interval["name"]} at {of["node"]}', of['histogram']
            all_of = lengths[interval['name'], of['node']]
            counted = [
                (sum(part['lo'] <= one <= part['hi'] for one in all_of), part['count'])
                for part in parts
            ]
            yield f'durations of {name}', [a == b for a, b in counted].count(False), 0
            yield f'all of {name}', sum(part['count'] for part in parts), len(all_of)


def compare_samples(data):
    report = data['report']
    nodes = [node['name'] for node in report['nodes']]
    seen = {
        (nodes[node], pair, to): (begin, a, b)
        for node, pair, begin, to, unsure, a, b in packed_data.samples(data)
        if not unsure
    }
    wanted = {
        (sample['node'], i, sample['time']): (
            sample['from'],
            (pair['a']['min'], pair['a']['max']),
            (pair['b']['min'], pair['b']['max']),
        )
        for sample in report['samples']
        for i, pair in enumerate(sample['pairs'])
        if sample['from'] is not None
    }
    yield 'samples', seen, wanted


def steps(report, node, pair):
    """(from, to, (A, B)) of what a pair counted between two samples, where none resets."""
    last, counted = -1, (0, 0)
    for sample in report['samples']:
        if sample['node'] != node:
            continue
        now = [sample['pairs'][pair][side]['min'] for side in 'ab']
        yield last + 1, sample['time'], tuple(b - a for a, b in zip(counted, now, strict=True))
        last, counted = sample['time'], now


def compare_steady(data):
    """Of a run whose samples do not reset: the rows of a pair follow each other in time."""
    report = data['report']
    for number, node in enumerate(report['nodes']):
        for pair in range(len(node['ratios'])):
            seen = [
                (begin, to, (a[0], b[0]))
                for k, i, begin, to, unsure, a, b in packed_data.samples(data)
                if (k, i, unsure) == (number, pair, 0)
            ]
            wanted = list(steps(report, node['name'], pair))
            yield f'samples of pair {pair} at {node["name"]}', seen, wanted


def messages_written(rounds):
    """(sent, arrived, received, from node, to node, bytes), as page_runs.c writes them."""

    def begin(node, i):
        return 100 + node + 600 * (i + (i >= rounds // 2))

    for node in range(4):
        target = (node + 1) % 4
        for i in range(rounds - 1):
            sent = begin(node, i) + 520
            received = begin(target, i) + (500 if i == 3 else 550)
            yield sent, sent, received, node, target, 64 + node
    for i in range(0, rounds - 4, 2):  # they stay in the queue for four rounds
        yield begin(0, i) + 555, begin(2, i) + 560, begin(2, i + 4) + 565, 0, 2, 64


def queue_of(messages, cycles):
    """{max, mean} of the messages that wait at a time."""
    moves = sorted(
        move
        for _, arrived, received, *_ in messages
        if arrived < received
        for move in ((arrived, 1), (received, -1))  # in the same cycle one leaves first
    )
    length = most = total = last = 0
    for at, step in sorted(moves):
        total += length * (at - last)
        length, last = length + step, at
        most = max(most, length)
    return {'max': most, 'mean': total / cycles}


def near(queue):
    return queue['max'], round(queue['mean'], 9)


def compare_messages(data, rounds):
    wanted = list(messages_written(rounds))
    rows = [(sent, received, *more) for sent, _, received, *more in wanted]
    yield 'messages one by one', sorted(packed_data.messages(data)), sorted(rows)
    part = data['messages']
    cycles = data['report']['run']['end'] + 1
    yield 'cycles of the messages', part['cycles'], cycles
    nodes = [node['name'] for node in data['report']['nodes']]
    ends = [nodes.index(end['node']) for end in part['endpoints']]
    ways = sorted((ends[pair['from']], ends[pair['to']]) for pair in part['pairs'])
    yield 'pairs that send messages', ways, sorted({row[3:5] for row in wanted})
    for pair in part['pairs']:
        way = ends[pair['from']], ends[pair['to']]
        own = [row for row in wanted if row[3:5] == way]
        name = f'messages from {way[0]} to {way[1]}'
        yield f'{name}', pair['messages'], len(own)
        yield f'{name}, bytes', pair['bytes'], sum(row[5] for row in own)
        yield f'{name}, all periods', sum(packed_data.counts(pair['counts'])), pair['messages']
        yield f'{name}, bytes of all', sum(packed_data.counts(pair['volumes'])), pair['bytes']
        yield f'{name}, tachyons', pair['tachyons'], sum(row[2] < row[0] for row in own)
        yield f'{name}, queue', near(pair['queue']), near(queue_of(own, cycles))
    for end, node in zip(part['endpoints'], ends, strict=True):
        own = [row for row in wanted if row[4] == node]
        yield f'queue of {end["process"]}', near(end['queue']), near(queue_of(own, cycles))


def compare(data, events, intervals, rounds):
    """(what, as the page has it, as it must be)."""
    yield from compare_events(data, events)
    yield from compare_intervals(data, intervals)
    yield from compare_samples(data)
    yield from compare_messages(data, rounds)
