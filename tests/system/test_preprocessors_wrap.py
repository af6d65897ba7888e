# SPDX-License-Identifier: Apache-2.0
"""A small trace buffer full of long blocks: what is counted in stream mode, and in wrap mode what a
frozen recorder keeps of the blocks, how much of them is whole, and how that is reported. Everything
against the model, which knows only the truth log.
"""

import json
import os
from collections import namedtuple

import blocks
import model
from bed import NODES, check, equal, gnomon, manifest
from blocks import BUCKET, COUNTER
from compare import AFTER, FIRED, MODEL, compare
from measures import Measures
from stream import BLOCKS, FLUSH, TRIGGER, UNSAMPLED, RunDirectory
from test_preprocessors import check_buckets, check_counters, simulator_of
from test_triggers import entries
from triggers import Triggers, measure, patterns_of

SIMULATOR, MONITOR = 'soc_recorder', 'quad_recorder'
MISS = ('and', 'icache_access', ('not', 'icache_hit'))
TLB_HIT = ('and', 'tlb_access', ('not', 'tlb_miss'))

# a part of a block: records that follow each other; whole: from its first record to its last
Part = namedtuple('Part', 'kind unit end first begin counts last')


def measures_of(plan):
    """Routed latencies and occupancies; thresholds up and down, with hysteresis and
    without, on all that counts."""
    routes = {
        'wait.from': ('rise', 'request'),
        'wait.to': ('level', 'grant'),
        'queue.from': ('rise', 'request'),
        'queue.to': ('level', ('and', 'transaction', ('not', 'stall'))),
        'missed.of': ('level', MISS),
        'missed.clear': ('fall', ('xor', 'dcache_access', 'dcache_hit')),
        'hits.of': ('level', 'icache_hit'),
        'hits.in': ('edge', ('or', 'icache_access', TLB_HIT)),
        'bank.12': ('edge', 'stall'),
        'bank.13': ('level', ('xor', 'stall', 'request')),
    }
    thresholds = {
        'slow': (False, 14, 4, False),
        'deep': (False, 2, 1, False),
        'many': (False, 9, 2, False),
        'few': (True, 4, 8, False),
    }
    bounds = {
        'waits': [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32],
        'misses': list(range(1, 200)),
    }
    return Measures(
        plan['nodes'][0]['preprocessors'], MONITOR, routes, {'hits': 16}, thresholds, bounds
    )


def experiment_of(plan, **more):
    return Triggers(
        'system',
        entries('system', 'request', 'schedule', 'heartbeat', 'done'),
        measures=measures_of(plan),
        **more,
    )


def counted(folder):
    """What the router's lines count, what thresholds on it fire, and samples of
    nothing but counters."""
    plan = patterns_of(manifest(SIMULATOR))
    experiment = experiment_of(
        plan,
        timer=(9000, False),
        until='done',
        lossy=True,
        actions={'timer': ['record', 'bank', 'sample'], 'schedule': ['record', 'sample']},
    )
    keep, fired = [], {}
    with simulator_of(folder, SIMULATOR, 'system') as process:
        run, patterns = measure(folder, SIMULATOR, experiment, process)
        process.stop()
        total, lost = compare(experiment.model(patterns, plan), process.truth_path, run, None, keep)
    numbers = {
        point['codes'][0]: point['name']
        for point in patterns['points']
        if point['name'] in experiment.measures.thresholds
    }
    for records, units in keep:
        for record in records:
            if record.kind == TRIGGER and record.code in numbers:
                fired[numbers[record.code]] = fired.get(numbers[record.code], 0) + 1
        check(sum(block.kind == COUNTER for block in units) > 3, 'too few snapshots')
    check(
        sorted(fired) == ['deep', 'few', 'many', 'slow'] and min(fired.values()) > 3,
        f'thresholds fired: {fired}',
    )
    check_buckets(run, keep, plan)
    check_counters(run, keep)
    refused = [
        sum(record.aux & UNSAMPLED for record in records if record.kind in FIRED)
        for records, _ in keep
    ]
    counters = json.loads(gnomon('report', '--section', 'counters', '--json', run).out)['nodes']
    equal([node['unsnapped'] for node in counters], refused, 'snapshots that were not taken')
    text = gnomon('report', '--section', 'counters', run).out
    check(
        max(refused) > 0
        and all(f'snapshots, {one} could not be taken' in text for one in refused if one),
        'refused snapshots in the table',
    )
    return f'{total} records and blocks, {lost} lost, {fired}'


# --- a recorder that froze


def parts_of(records, sizes, bits, what):
    """The parts of blocks that are there, each as long as it can be, in order."""
    parts, open_at = [], {}
    for record in records:
        if record.kind not in BLOCKS:
            continue
        end, first, flags, place, _, _, *counts = record.words
        begin, number = place & 0xFFFF, place >> 16
        key, at = (record.kind, record.code), (end, first, flags >> 8 & 0xFF)
        count = sizes[key][0]
        check(
            number == min(blocks.MOST, count - begin) and begin % blocks.MOST == 0,
            f'{what}: {number} counts from {begin} on',
        )
        equal(bool(flags >> 16 & 1), begin + number == count, f'{what}: the last record of a block')
        part = open_at.pop(key, None)
        if begin and part:
            equal(
                (at, begin),
                (part[1], part[0].begin + len(part[0].counts)),
                f'{what}: a record goes on the one before',
            )
            part = part[0]._replace(
                counts=part[0].counts + tuple(counts[:number]), last=begin + number == count
            )
        else:
            check(not part, f'{what}: a block is not gone on with')
            part = Part(
                *key,
                blocks.whole_time(end, flags & 0xFF, bits, what),
                blocks.whole_time(first, flags >> 8 & 0xFF, bits, what),
                begin,
                tuple(counts[:number]),
                begin + number == count,
            )
        if part.last:
            parts.append(part)
        else:
            open_at[key] = (part, at)
    return parts + [part for part, _ in open_at.values()]


def check_parts(parts, wanted, what):
    """Each part is one of the model's blocks; between two banks of a unit none is missing. (A
    snapshot may not have been taken.)"""
    for key in {(part.kind, part.unit) for part in parts}:
        own = [part for part in parts if (part.kind, part.unit) == key]
        ends = [block.end for block in wanted if (block.kind, block.unit) == key]
        if key[0] == BUCKET and own[0].end in ends:
            ends = ends[ends.index(own[0].end) :][: len(own)]
            equal([part.end for part in own], ends, f'{what}, {key}: ends')
        for place, part in enumerate(own):
            should = [
                (block.first, block.counts[part.begin : part.begin + len(part.counts)])
                for block in wanted
                if (block.kind, block.unit, block.end) == (*key, part.end)
            ]
            equal(
                [(part.first, part.counts)],
                should,
                f'{what}, {key}, the block that ends at {part.end}',
            )
            check(part.begin == 0 or place == 0, f'{what}, {key}: block {place} has no beginning')
            check(part.last or place == len(own) - 1, f'{what}, {key}: block {place} has no end')


def broken(own):
    """What gnomon reports of the parts of a unit that are no whole block."""
    words = {
        'without their first record': sum(part.begin > 0 for part in own),
        'short': sum(part.begin == 0 and not part.last for part in own),
    }
    return {word: number for word, number in words.items() if number}


def check_banks(one, own, what, text):
    """Banks of a bucket unit, as gnomon shows them, against its parts."""
    whole = [part for part in own if part.begin == 0 and part.last]
    equal(
        [(bank['from'], bank['to'], tuple(bank['counts'])) for bank in one['banks']],
        [(part.first, part.end, part.counts) for part in whole],
        what,
    )
    equal(
        one['counts'],
        [sum(counts) for counts in zip(*[part.counts for part in whole], strict=True)]
        or [0] * len(one['counts']),
        f'{what}: counts',
    )
    equal(
        (one['values'], one['left_out'], one['missing']),
        (sum(one['counts']), broken(own), 0),
        what,
    )
    equal(
        (one['from'], one['to'], one['whole']),
        (whole[0].first, whole[-1].end, False) if whole else (None, None, False),
        what,
    )
    if whole:
        before = [f'before {whole[0].first}'] * (whole[0].first > 0)
        known = [
            f'{what}: nothing is kept of the cycles {when}'
            for when in before + [f'after {whole[-1].end}']
        ]
        check(all(line in text for line in known), f'{known} are not all in the report')


def check_snapshots(one, own, what, flush):
    """Snapshots of a bank of counters, as gnomon shows them, against its parts."""
    whole = [part for part in own if part.begin == 0 and part.last]
    equal(
        [(shot['time'], shot['totals']) for shot in one['snapshots']],
        [(part.end, list(part.counts)) for part in whole],
        what,
    )
    equal(
        (one['left_out'], one['to'], one['whole']),
        (broken(own), whole[-1].end if whole else None, False),
        what,
    )
    check(not whole or whole[-1].end < flush - 1, f'{what}: a snapshot of the flush')


def check_told(run, parts, plan, flushes):
    """gnomon shows the whole blocks, states how many are not whole, and from when to when it knows
    something."""
    buckets = json.loads(
        gnomon('report', '--section', 'buckets', '--json', '--limit', 1000000, run).out
    )['nodes']
    counters = json.loads(
        gnomon('report', '--section', 'counters', '--json', '--limit', 1000000, run).out
    )['nodes']
    text = gnomon('report', '--all', run).out
    for number, node in enumerate(NODES):
        for unit, one in enumerate(buckets[number]['buckets']):
            own = [part for part in parts[number] if (part.kind, part.unit) == (BUCKET, unit)]
            check_banks(one, own, f'{node}.{one["name"]}', text)
        for unit, one in enumerate(counters[number]['counters']):
            own = [part for part in parts[number] if (part.kind, part.unit) == (COUNTER, unit)]
            check_snapshots(one, own, f'{node}.{one["name"]}', flushes[number])


def check_frozen(folder, run, text, plan, cut):
    """What one recorder kept, against the model and against gnomon's report. cut: how many blocks
    were, by what is not whole."""
    directory = RunDirectory(run)
    nodes, bits = directory.nodes(), directory.manifest['time_bits']
    flushes = [next(record.time for record in records if record.kind == FLUSH) for records in nodes]
    sizes = blocks.sizes_of(plan['nodes'][0])
    text += (
        '\n'.join(
            f'node {number}\nend {flush - 1}\ntime {bits}' for number, flush in enumerate(flushes)
        )
        + '\n'
    )
    parts = [parts_of(records, sizes, bits, NODES[number]) for number, records in enumerate(nodes)]
    for number, wanted in enumerate(
        model.expected(MODEL, text, os.path.join(folder, 'truth'), max(flushes) + AFTER)
    ):
        check(nodes[number][-1].kind == FLUSH, f'{NODES[number]}: a record after the flush')
        check_parts(
            parts[number],
            [blocks.of_model(record) for record in wanted if record.kind in BLOCKS],
            NODES[number],
        )
        for key in {(part.kind, part.unit) for part in parts[number]}:
            for word, count in broken(
                [part for part in parts[number] if (part.kind, part.unit) == key]
            ).items():
                cut[word] = cut.get(word, 0) + count
    check_told(run, parts, plan, flushes)
    return sum(map(len, parts))


def frozen(folder):
    """Banks end all the time, and the recorder freezes while blocks are on their way: some have no
    beginning any more, some no end."""
    plan, cut, total = patterns_of(manifest(SIMULATOR)), {}, 0
    for after in (445, 455):
        here = os.path.join(folder, str(after))
        os.makedirs(here)
        experiment = experiment_of(
            plan,
            timer=(9000, False),
            buffer=f'{{ wrap: {{ after: {after} }} }}',
            actions={
                'timer': ['record', 'bank', 'sample'],
                'schedule': ['record', 'sample'],
                'request': ['record', 'stop'],
            },
        )
        with simulator_of(here, SIMULATOR, 'system') as process:
            run, patterns = measure(here, SIMULATOR, experiment, process, '-n')
            process.stop()
        experiment.actions['request'].remove('stop')  # of a recorder it ends nothing for a node
        total += check_frozen(here, run, experiment.model(patterns, plan), plan, cut)
    equal(sorted(cut), ['short', 'without their first record'], 'blocks that were not whole')
    return f'{total} blocks, not whole: {cut}'


TESTS = {
    'preprocessors/router only': counted,
    'preprocessors/frozen blocks': frozen,
}
