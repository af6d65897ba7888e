# SPDX-License-Identifier: Apache-2.0
"""The data of a page against what other commands print of the same run. Each comparison yields what
is compared, as the page has it and as it must be: the whole of both, as what is missing in one must
show."""

import collections

import packed_data

ENDS = ('finished', 'cut', 'cut', 'unmatched', 'unfinished')


def compare_events(data, events):
    names = [node['name'] for node in data['report']['nodes']]
    seen = [(t, names[node], name) for t, node, name in packed_data.events(data)]
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
    names = [interval['name'] for interval in report['intervals']]
    seen = [
        (begin, end, nodes[node], names[of], ENDS[how])
        for begin, end, node, of, how in packed_data.intervals(data)
    ]
    wanted = [
        (i['from'], i['time'], i['node'], i['name'], i['end'])
        for i in intervals
        if i['from'] is not None
    ]
    yield 'intervals one by one', sorted(seen), sorted(wanted)
    lengths = collections.defaultdict(list)
    for begin, end, node, name, how in wanted:
        if how == 'finished':
            lengths[name, node].append(end - begin)
    durations = packed_data.durations(data)
    shape = [len(of) for of in durations]
    yield 'durations of each interval and node', shape, [len(nodes)] * len(names)
    for i, of in enumerate(durations):
        for k, parts in enumerate(of):
            all_of = lengths[names[i], nodes[k]]
            counted = [(sum(lo <= one <= hi for one in all_of), sum(c)) for lo, hi, *c in parts]
            yield (
                f'durations of {names[i]} at {nodes[k]}',
                [a == b for a, b in counted].count(False),
                0,
            )
            yield f'all of {names[i]} at {nodes[k]}', sum(c for _, _, c in parts), len(all_of)


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


def compare_messages(data, rounds):
    """As page_runs.c writes them."""
    seen = packed_data.messages(data)
    wanted = []
    for node in range(4):
        for i in range(rounds - 1):
            begin = 100 + node + 600 * (i + (i >= rounds // 2))
            target = (node + 1) % 4
            place = 100 + target + 600 * (i + (i >= rounds // 2))
            received = place + (500 if i == 3 else 550)
            wanted.append((begin + 520, received, node, target, 64 + node))
    yield 'messages one by one', sorted(seen), sorted(wanted)
    pairs = [(pair['from'], pair['to']) for pair in data['messages']['pairs']]
    ends = [end['node'] for end in data['messages']['endpoints']]
    ways = sorted((ends[a], ends[b]) for a, b in pairs)
    yield 'pairs that send messages', ways, [(node, (node + 1) % 4) for node in range(4)]
    for pair in data['messages']['pairs']:
        name = f'messages from {pair["from"]} to {pair["to"]}'
        yield f'{name}, all periods', sum(packed_data.counts(pair['counts'])), rounds - 1
        yield f'{name}, bytes', sum(packed_data.counts(pair['volumes'])), pair['bytes']
        yield f'{name}, tachyons', pair['tachyons'], 1


def compare(data, events, intervals, rounds):
    """(what, as the page has it, as it must be)."""
    yield from compare_events(data, events)
    yield from compare_intervals(data, intervals)
    yield from compare_samples(data)
    yield from compare_messages(data, rounds)
