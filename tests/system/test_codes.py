# SPDX-License-Identifier: Apache-2.0
"""Codes of the event port: writes that have actions of their own, open and close the gate, and
begin and end intervals.
"""

import json
import os
import random

from bed import Simulator, check, equal, gnomon, manifest, rounds, write
from compare import compare
from measures import Measures, some_measures
from stream import DATUM, RATIO, RunDirectory
from test_triggers import entries
from triggers import Triggers, Write, measure, patterns_of
from truth import Truth

OPTIONS = ['--translate', '--activity']
PAGES = {
    'send': 4,
    'receive_call': 5,
    'receive': 6,
    'message_queued': 7,
    'start_process': 11,
    'stop_process': 12,
}
CONTROLS = {
    'process': 0,
    'runnable': 1,
    'start': 2,
    'stop': 3,
    'time_stop': 4,
    'time_start': 5,
    'mark': 6,
}
EVENTS = (64, 65, 66, 67, 68, 69, 70, 255, 896, 1023)


def some_data(rng, bits):
    mask = rng.choice([1, 3, (1 << bits) - 1, rng.randrange(1 << bits)])
    return mask, rng.randrange(1 << bits) & mask


def some_write(rng, bits):
    """A write of those that the program makes, or all connections of a page."""
    kind = rng.choice(['event', 'event', 'control', *PAGES])
    data = some_data(rng, bits) if bits and rng.random() < 0.4 else None
    if kind == 'event':
        number = rng.choice(EVENTS)
        return Write(kind, number, number, data=data)
    if kind == 'control':
        name = rng.choice(list(CONTROLS))
        return Write(kind, name, CONTROLS[name], data=None if name == 'time_start' else data)
    sub = rng.randrange(4) if kind in ('send', 'receive', 'receive_call', 'message_queued') else 0
    if rng.random() < 0.3:
        return Write(kind, '0/0', PAGES[kind] * 64, PAGES[kind] * 64 + 63, data)
    return Write(kind, sub, PAGES[kind] * 64 + sub, data=data)


def some_actions(rng, kinds):
    actions = [
        action
        for action, share in (
            ('record', 0.7),
            ('sample', 0.3),
            ('reset', 0.2),
            ('bank', 0.2),
            ('mark', 0.2),
            ('start', 0.1),
            ('stop', 0.05),
        )
        if rng.random() < share and action in kinds
    ]
    return actions if 'record' in actions else [action for action in actions if action != 'sample']


def random_runs(folder, simulator, monitor, seed, count=6):
    """Random codes with random actions, all records and blocks against the model."""
    rng = random.Random(seed)
    total, lost, counts, codes_used = 0, 0, {}, 0
    for number in rounds(count, 2):  # fewer do not have enough of each kind
        here = os.path.join(folder, str(number))
        os.makedirs(here)
        plan = patterns_of(manifest(simulator))
        node = plan['nodes'][0]
        names = [f'c{i}' for i in range(rng.randrange(1, (1 << node['port']['code_bits'])))]
        codes = {name: some_write(rng, node['port']['data_bits']) for name in names}
        kinds = {'record', 'mark', 'start', 'stop', 'sample', 'reset'} | (
            {'bank'} if node['preprocessors']['buckets'] else set()
        )
        actions = {name: some_actions(rng, kinds) for name in names}
        measures = some_measures(rng, node['preprocessors'], monitor, names, rising=True)
        firing = [*names, *measures.thresholds, 'work', 'send_message']
        measures.counts = {
            line: rng.sample(firing, rng.randrange(1, 1 + len(firing)))
            for line in node['preprocessors']['event_lines']
        }
        points = entries('datums', 'work', 'send_message', 'done')
        for name in measures.thresholds:
            actions[name] = []
        experiment = Triggers(
            'datums',
            points,
            port=rng.choice([['record'], ['record', 'sample'], []]),
            actions=actions,
            codes=codes,
            until='done',
            lossy=True,
            measures=measures,
        )
        with Simulator(here, simulator, 'datums', options=OPTIONS) as process:
            run, patterns = measure(here, simulator, experiment, process)
            process.stop()
            text = experiment.model(patterns, plan)
            write(os.path.join(here, 'model'), text)
            found, gone = compare(text, process.truth_path, run, counts)
        total, lost, codes_used = total + found, lost + gone, codes_used + len(names)
    check(counts.get(DATUM, 0) > 100 and counts.get(RATIO), f'too little: {counts}')
    return f'{codes_used} codes, {total} records, {lost} lost'


def intervals(folder):
    """Intervals and counts of codes in the report, and the share of the time that the gate was
    open, against the writes of the truth log."""
    codes = {
        'sent': Write('send', '0/0', 256, 319),
        'queued': Write('message_queued', '0/0', 448, 511),
        'odd': Write('control', 'mark', 6, data=(1, 1)),
        'even': Write('control', 'mark', 6, data=(1, 0)),
        'quiet': Write('event', 70, 70),
        'never': Write('event', 77, 77),
    }
    plan = patterns_of(manifest('soc_measure'))
    measures = Measures(
        plan['nodes'][0]['preprocessors'],
        'quad_measure',
        gate={'opens': ['odd'], 'closes': ['even'], 'at_start': False},
        counts={'special_events': ['odd'], 'all_events': ['odd', 'even', 'quiet']},
    )
    experiment = Triggers(
        'datums',
        entries('datums', 'done'),
        codes=codes,
        port=['record'],
        until='done',
        measures=measures,
        actions={
            'quiet': [],
            'sent': ['record', 'mark'],
            'odd': ['record', 'sample', 'reset'],
            'even': ['sample', 'record'],
        },
        intervals={'message': ('sent', 'queued'), 'round': ('odd', 'even')},
        named=['event ratio'],
    )
    with Simulator(folder, 'soc_measure', 'datums', options=OPTIONS) as process:
        run, _ = measure(folder, 'soc_measure', experiment, process)
        process.stop()
        truth = Truth(process.truth_path)
    report = json.loads(gnomon('report', run, '--json').out)
    total = 0
    for number, records in enumerate(RunDirectory(run).nodes()):
        times = check_codes(report['nodes'][number], records, codes, number, truth)
        for interval, ends in zip(report['intervals'], experiment.intervals.values(), strict=True):
            total += check_interval(interval, number, *(times[name] for name in ends))
        check_gate(report['nodes'][number], report, times)
        check_events(report['nodes'][number], report, times)
    names = {(mark['node'], mark['time']): mark['point'] for mark in report['marks']}
    check(set(names.values()) >= {'sent'}, f'marks of {set(names.values())}')
    return f'{total} intervals'


def check_codes(node, records, codes, number, truth):
    """How often the report has each code, against the truth; returns when each was written."""
    sync = truth.syncs[-1]
    writes = [
        (cycle - sync - 1, page * 64 + sub, data)
        for cycle, page, sub, data, _ in truth.ports[number]
        if sync < cycle <= sync + 1 + node['end']
    ]
    times = {
        name: [
            time
            for time, address, data in writes
            if code.low <= address <= code.high
            and (not code.data or data & code.data[0] == code.data[1])
        ]
        for name, code in codes.items()
    }
    counts = {point['name']: (point['kind'], point['count']) for point in node['points']}
    for name in codes:
        equal(
            counts[name],
            ('code', None if name == 'quiet' else len(times[name])),
            f'{node["name"]}: {name}',
        )
    check(
        len(times['quiet']) == 1 and times['odd'] and times['even'] and times['sent'],
        'the program wrote something else',
    )
    check(
        not any(record.kind == DATUM and record.time in times['quiet'] for record in records),
        'a write without actions is recorded',
    )
    return times


def check_interval(interval, number, begins, ends):
    """An interval of the report at a node, against the times of its ends; returns how often it
    was."""
    lengths, opened = [], []
    for time, kind in sorted([(time, 1) for time in begins] + [(time, 0) for time in ends]):
        if kind:
            opened.append(time)
        elif opened:
            lengths.append(time - opened.pop())
    found = interval['nodes'][number]
    equal(
        (found['count'], found['total']),
        (len(lengths), sum(lengths)),
        f'node {number}: interval {interval["name"]}',
    )
    return len(lengths)


def check_gate(node, report, times):
    """The gate's pair of each sample: clocks since the last reset, and those from the clock after
    an odd mark up to the next even one."""
    changes = sorted(
        [(time, True) for time in times['odd']] + [(time, False) for time in times['even']]
    )
    samples = [
        sample
        for sample in report['samples']
        if sample['node'] == node['name'] and sample['point'] != '(end)'
    ]
    check(len(samples) > 5, f'{node["name"]}: {len(samples)} samples')
    for sample in samples:
        check(sample['point'] in ('odd', 'even'), f'{node["name"]}: a sample of {sample["point"]}')
        is_open, since, clocks = False, 0, 0
        for time, opens in [*changes, (sample['time'], None)]:
            if time > sample['time'] or (time == sample['time'] and opens is None):
                break
            if is_open:
                clocks += max(0, time - max(since, sample['from'] - 1))
            is_open, since = opens, time
        if is_open:
            clocks += max(0, sample['time'] - max(since, sample['from'] - 1))
        pair = next(pair for pair in sample['pairs'] if pair['name'] == 'gate')
        equal(
            (pair['a']['value'], pair['b']['value']),
            (clocks, sample['time'] - sample['from'] + 1),
            f'{node["name"]}: gate at {sample["time"]}',
        )


def check_events(node, report, times):
    """The pair of the event lines in each sample: odd marks, and all marks with the write that is
    not recorded, where the gate is open."""
    for sample in report['samples']:
        if sample['node'] != node['name'] or sample['from'] is None:
            continue
        is_open, marks = False, []
        for time, kind in sorted(
            [(time, 'odd') for time in times['odd']]
            + [(time, 'even') for time in times['even']]
            + [(time, 'quiet') for time in times['quiet']]
        ):
            if is_open and sample['from'] <= time <= sample['time']:
                marks.append(kind)
            is_open = kind == 'odd' or (is_open and kind != 'even')
        pair = next(pair for pair in sample['pairs'] if pair['name'] == 'p3')
        equal(
            (pair['a']['value'], pair['b']['value']),
            (marks.count('odd'), len(marks)),
            f'{node["name"]}: event lines at {sample["time"]}',
        )
    check(
        any(
            measure['name'] == 'event ratio' and measure['pair'] == 'p3'
            for measure in node['measures']
        ),
        f'measures of {node["name"]}',
    )


TESTS = {
    'codes/random, measure': lambda folder: random_runs(folder, 'soc_measure', 'quad_measure', 1),
    'codes/random, pattern': lambda folder: random_runs(folder, 'soc_pattern', 'quad_pattern', 2),
    'codes/intervals': intervals,
}
