# SPDX-License-Identifier: Apache-2.0
"""Everything that a node measures, on four nodes, record for record and block for block against the
model, which knows only the truth log.
"""

import json
import os
import random

from bed import LIMIT, MONITORS, NODES, Simulator, check, elf, equal, gnomon, manifest, write
from blocks import BUCKET, COUNTER, FLUSHED, LATE
from compare import compare
from measures import Measures, some_measures
from stream import RATIO, TRIGGER, RunDirectory
from test_triggers import entries
from triggers import Triggers, measure, patterns_of, some_groups, some_others
from truth import (
    BUS_WAIT,
    DCACHE_ACCESS,
    DCACHE_HIT,
    ICACHE_ACCESS,
    ICACHE_HIT,
    STALL,
    TLB_ACCESS,
    TLB_MISS,
    TRANSACTION,
    WAITING,
    WRITING,
    WRITING_DATA,
    Truth,
)

OPTIONS = ['--translate', '--activity']
POINTS = {
    'system': (
        'request',
        'grant',
        'begin',
        'data',
        'schedule',
        'syscall',
        'add_one',
        'heartbeat',
        'done',
    ),
    'events': ('fib', 'tight', 'share', 'barrier', 'timer_handler', 'done'),
}


def simulator_of(folder, simulator, program):
    return Simulator(folder, simulator, program, options=OPTIONS)


def exactly(folder, simulator, experiment, counts=None, keep=None):
    """A whole run, all of it against the model. Returns the run directory and what was
    compared; keep: see compare."""
    with simulator_of(folder, simulator, experiment.program) as process:
        run, patterns = measure(folder, simulator, experiment, process)
        process.stop()
        text = experiment.model(patterns, patterns_of(manifest(simulator)))
        write(os.path.join(folder, 'model'), text)
        return run, compare(text, process.truth_path, run, counts, keep)


def some_actions(rng, often):
    """Actions of a trigger; what comes often is seldom recorded."""
    actions = [
        action
        for action, share in (
            ('record', 0.3 if often else 0.9),
            ('sample', 0.2),
            ('reset', 0.15),
            ('bank', 0.2),
            ('mark', 0.1),
        )
        if rng.random() < share
    ]
    return actions if 'record' in actions else [action for action in actions if action != 'sample']


def actions_of(units):
    """The actions that the preprocessors of a node take part in."""
    resets = units['pairs'] or units['gate'] or units['extremes']
    takes = {'bank': units['buckets'], 'sample': resets or units['counters'], 'reset': resets}
    return {action for action, there in takes.items() if there}


def add_globals(rng, actions, often, kinds, counts):
    """Some of what fires drives the CAPTURE line; and what that does, event lines too."""
    for name in actions:
        if rng.random() < (0.02 if name in often else 0.4):
            actions[name] = [*actions[name], 'global']
    some = rng.sample(sorted(kinds), rng.randrange(len(kinds) + 1))
    actions['capture'] = ['record', *some] if rng.random() < 0.9 else []
    for points in counts.values():
        points += ['capture'] * (rng.random() < 0.3)


def random_experiment(rng, plan, monitor, program):
    node = plan['nodes'][0]
    names = POINTS[program]
    points = entries(program, *names)
    often = ('data', 'heartbeat', 'fib', 'request', 'grant')
    actions = {name: some_actions(rng, name in often) for name in names if name != 'done'}
    events = rng.sample([name for name in names if name != 'done'], 3)
    measures = some_measures(rng, node['preprocessors'], monitor, events, rising=True)
    firing = [*names, *measures.thresholds, *['timer'] * node['timer']]
    measures.counts = {
        line: rng.sample(firing, rng.randrange(1, min(6, len(firing))))
        for line in node['preprocessors']['event_lines']
        if rng.random() < 0.9
    }
    if measures.gate and not node['port']:
        measures.gate.pop('process', None)
    kinds = actions_of(node['preprocessors'])
    for name in measures.thresholds:
        actions[name] = some_actions(rng, True)
    if node['timer']:
        actions['timer'] = ['record', *rng.sample(['sample', 'reset', 'bank'], 2)]
    actions = {
        name: [action for action in some if action in kinds | {'record', 'mark'}]
        for name, some in actions.items()
    }
    if any(trigger['kind'] == 'capture' for trigger in node['triggers']):
        drawn = random.Random(f'{plan["hash"]} {sorted(actions)}')
        add_globals(drawn, actions, often, kinds, measures.counts)
    if node['preprocessors'].get('groups'):
        actions = {name: some_groups(rng, node, some) for name, some in actions.items()}
    return Triggers(
        program,
        points,
        **some_others(f'{plan["hash"]} {sorted(actions)}', plan, names),
        actions=actions,
        timer=(rng.choice([777, 2000, 3001]), len(plan['nodes']) == 1) if node['timer'] else None,
        port=[] if node['port'] else None,
        until='done',
        lossy=True,
        measures=measures,
    )


def random_runs(folder, simulator, monitor, seed, count):
    rng = random.Random(seed)
    total, lost, counts = 0, 0, {}
    for number in range(count):
        here = os.path.join(folder, str(number))
        os.makedirs(here)
        program = rng.choice(['system', 'system', 'events'])
        experiment = random_experiment(rng, patterns_of(manifest(simulator)), monitor, program)
        keep = []
        run, (found, gone) = exactly(here, simulator, experiment, counts, keep)
        check_printed(run, keep, patterns_of(manifest(simulator)))
        total, lost = total + found, lost + gone
    check(total > 100, f'{total} records only')
    return f'{total} records and blocks, {lost} lost, kinds {sorted(counts)}'


def asked(folder):
    """The host's trigger fires during the run: each time is a record at every node, with its
    sample, bank and snapshot."""
    plan = patterns_of(manifest('soc_measure'))
    measures = some_measures(
        random.Random(11), plan['nodes'][0]['preprocessors'], 'quad_measure', [], rising=True
    )
    measures.thresholds = {}
    # a simulation with a model is over within a second, unless the program is long
    program, places = ('matmul', ('barrier',)) if MONITORS else ('events', ('share', 'done'))
    experiment = Triggers(
        program,
        entries(program, *places),
        actions={'host': ['record', 'sample', 'bank'], places[-1]: ['mark', 'record']},
        port=[],
        lossy=True,
        measures=measures,
    )
    counts = {}
    with simulator_of(folder, 'soc_measure', program) as process:
        run, patterns = measure(folder, 'soc_measure', experiment, process, '--ask', '1')
        process.stop()
        text, keep = experiment.model(patterns, plan), []
        total, lost = compare(text, process.truth_path, run, counts, keep)
    host = next(
        trigger['number'] for trigger in plan['nodes'][0]['triggers'] if trigger['kind'] == 'host'
    )
    asks = [
        sum(record.kind == TRIGGER and record.code == host for record in records)
        for records, _ in keep
    ]
    check(min(asks) > 0, f'{asks} asks')
    return f'{asks} asks, {total} records and blocks, {lost} lost'


# --- what the commands print of the same run


def check_buckets(run, keep, plan):
    found = json.loads(
        gnomon('report', '--section', 'buckets', '--json', '--limit', 1000000, run).out
    )['nodes']
    for node, (_, units), measure_plan in zip(found, keep, plan['nodes'], strict=True):
        for number, unit in enumerate(node['buckets']):
            what = f'{node["name"]}, {unit["name"]}'
            own = [block for block in units if (block.kind, block.unit) == (BUCKET, number)]
            equal(
                [
                    (
                        bank['from'],
                        bank['to'],
                        bank['values'],
                        bank['lost'],
                        bank['late'],
                        bank['flush'],
                        tuple(bank['counts']),
                    )
                    for bank in unit['banks']
                ],
                [
                    (
                        block.first,
                        block.end,
                        block.counted,
                        block.lost,
                        bool(block.flags & LATE),
                        bool(block.flags & FLUSHED),
                        block.counts,
                    )
                    for block in own
                ],
                what,
            )
            equal(
                (
                    unit['banks_seen'],
                    unit['values'],
                    unit['lost'],
                    unit['late'],
                    unit['left_out'],
                    unit['missing'],
                ),
                (
                    len(own),
                    sum(block.counted for block in own),
                    sum(block.lost for block in own),
                    sum(bool(block.flags & LATE) for block in own),
                    {},
                    0,
                ),
                what,
            )
            size = measure_plan['preprocessors']['buckets'][number]['count']
            equal(
                unit['counts'],
                [sum(block.counts[i] for block in own) for i in range(size)],
                f'{what}: counts of the run',
            )


def check_counters(run, keep):
    found = json.loads(
        gnomon('report', '--section', 'counters', '--json', '--limit', 1000000, run).out
    )['nodes']
    for node, (_, units) in zip(found, keep, strict=True):
        for number, bank in enumerate(node['counters']):
            own = [block for block in units if (block.kind, block.unit) == (COUNTER, number)]
            equal(
                [(one['time'], one['flush'], one['totals']) for one in bank['snapshots']],
                [(block.end, bool(block.flags & FLUSHED), list(block.counts)) for block in own],
                f'{node["name"]}, {bank["name"]}',
            )
            for before, after, one in zip([None, *own], own, bank['snapshots'], strict=False):
                size = len(after.counts)
                last = [0] * size if before is None else list(before.counts)
                equal(
                    one['counts'],
                    [a - b for a, b in zip(after.counts, last, strict=True)],
                    f'{node["name"]}, {bank["name"]}: since the snapshot before',
                )
                ends = [
                    [
                        block.end + 1 if block.flags & FLUSHED else block.first + i % 16
                        for i in range(size)
                    ]
                    if block
                    else [0] * size
                    for block in (before, after)
                ]
                equal(
                    one['cycles'],
                    [b - a for a, b in zip(*ends, strict=True)],
                    f'{node["name"]}, {bank["name"]}: clocks',
                )


def ends_of(words):
    """(value, time) of the largest and the smallest value of an extreme."""
    most, most_time, least, least_time, there, _ = words
    return ((most, most_time), (least, least_time)) if there >> 16 else (None, None)


def check_ratios(run, keep, plan):
    reach = 1 << min(32, RunDirectory(run).manifest['time_bits'] + 7)  # of times in samples
    found = json.loads(
        gnomon('report', '--section', 'ratios', '--json', '--limit', 1000000, run).out
    )['nodes']
    for node, (records, _), node_plan in zip(found, keep, plan['nodes'], strict=True):
        measure_plan = node_plan['preprocessors']
        samples = [record for record in records if record.kind == RATIO]
        equal(
            [sample['time'] for sample in node['samples']],
            [record.time - (i + 1 == len(samples)) for i, record in enumerate(samples)],
            f'{node["name"]}: samples',
        )
        pairs = len(measure_plan['pairs']) + measure_plan['gate']
        for sample, record in zip(node['samples'], samples, strict=True):
            what = f'{node["name"]}, sample at {record.time}'
            check_from(sample, measure_plan, what)
            if measure_plan['form'] == 'full':
                equal(
                    [(pair['a']['value'], pair['b']['value']) for pair in sample['pairs']],
                    list(
                        zip(
                            record.words[0 : 2 * pairs : 2],
                            record.words[1 : 2 * pairs : 2],
                            strict=True,
                        )
                    ),
                    what,
                )
                extremes = record.words[2 * pairs :]
                for number, extreme in enumerate(sample['extremes']):
                    both = extreme['largest'], extreme['smallest']
                    equal(
                        tuple(one and one['value'] for one in both),
                        tuple(
                            end and end[0] for end in ends_of(extremes[6 * number : 6 * number + 6])
                        ),
                        what,
                    )
                    for one, end in zip(
                        both, ends_of(extremes[6 * number : 6 * number + 6]), strict=True
                    ):
                        check_time(one, end, sample, reach, f'{what}, {extreme["name"]}')


def check_from(sample, measure_plan, what):
    """A pair whose B counts every clock, whatever the gate, shows since when: the gate's own, or
    any in a node without a gate."""
    every = [
        pair['name']
        for pair in measure_plan['pairs']
        if pair['b'] == 'always' and not pair['gate'] and not measure_plan['gate']
    ]
    for pair in sample['pairs']:
        if pair['name'] in every + ['gate'] and sample['from'] is not None:
            check(
                pair['b']['min'] <= sample['time'] + 1 - sample['from'] <= pair['b']['max'],
                f'{what}: from {sample["from"]}, {pair}',
            )


def check_time(one, end, sample, reach, what):
    """The printed time of an extreme has the bits of the record, and is not known
    only where several could."""
    if one and one['time'] is None:
        check(sample['from'] is None or sample['time'] - sample['from'] >= reach, f'{what}: {one}')
    elif one:
        equal(one['time'] % reach, end[1], what)
        check(
            sample['time'] - reach < one['time'] <= sample['time']
            and one['time'] >= (sample['from'] or 0),
            f'{what}: {one}',
        )


def check_printed(run, keep, plan):
    """What gnomon prints of what was measured: records and blocks as they came."""
    measured = plan['nodes'][0]['preprocessors']
    if measured['pairs'] or measured['gate'] or measured['extremes']:
        check_ratios(run, keep, plan)
    if measured['buckets']:
        check_buckets(run, keep, plan)
    if measured['counters']:
        check_counters(run, keep)


def printed(folder):
    """gnomon ratios, buckets and counters print what the model computes."""
    plan = patterns_of(manifest('soc_measure'))
    experiment = random_experiment(random.Random(5), plan, 'quad_measure', 'system')
    experiment.actions.update(
        heartbeat=['record', 'sample', 'bank'], syscall=['record', 'sample', 'reset']
    )
    with simulator_of(folder, 'soc_measure', 'system') as process:
        run, patterns = measure(folder, 'soc_measure', experiment, process)
        process.stop()
        keep = []
        total, lost = compare(experiment.model(patterns, plan), process.truth_path, run, None, keep)
    check_printed(run, keep, plan)
    return f'{total} records and blocks, {lost} lost'


# --- Table 2


class Wires:
    """Clocks of the target's signals in a run, from the truth log alone; start:
    which of the log's starts."""

    LEVEL = {'stall': STALL, 'waiting': WAITING, 'idle': WAITING}
    PULSE = {
        'icache_hit': ICACHE_HIT,
        'icache_access': ICACHE_ACCESS,
        'dcache_hit': DCACHE_HIT,
        'dcache_access': DCACHE_ACCESS,
    }
    ACTIVITY = {
        'writing': WRITING,
        'writing_data': WRITING_DATA,
        'bus_wait': BUS_WAIT,
        'transaction': TRANSACTION,
        'tlb_access': TLB_ACCESS,
        'tlb_miss': TLB_MISS,
    }

    def __init__(self, truth, core, start, end):
        self.truth, self.core, self.sync, self.last = (
            truth,
            core,
            truth.syncs[start],
            truth.syncs[start] + 1 + end,
        )

    def clocks(self, name):
        if name == 'always':
            return self.last - self.sync
        if name == 'bus_busy':
            return self.truth.bus_count(self.last) - self.truth.bus_count(self.sync)
        flag = self.LEVEL.get(name) or self.PULSE.get(name)
        if flag:
            return self.truth.count(self.core, flag, self.last) - self.truth.count(
                self.core, flag, self.sync
            )
        return sum(end - begin for begin, end in self.runs(self.ACTIVITY[name]))

    def runs(self, bit):
        """(first cycle, cycle after the last) of each record that has the bit, within the run."""
        rows = self.truth.activity[self.core]
        for (cycle, now), (after, _) in zip(rows, rows[1:] + [(self.last + 1, 0)], strict=True):
            begin, end = max(cycle, self.sync + 1), min(after, self.last + 1)
            if now & bit and begin < end:
                yield begin, end

    def rises(self, name):
        """Clocks in which the signal is 1 and was 0 in the one before, that before time 0 too."""
        rows, bit, was, count = self.truth.activity[self.core], self.ACTIVITY[name], 0, 0
        for cycle, now in rows:
            count += bool(now & bit and not was & bit and self.sync < cycle <= self.last)
            was = now
        return count


TABLE_2 = {
    'event duration of writing': (
        'b/a',
        lambda wires: (wires.rises('writing'), wires.clocks('writing')),
    ),
    'access latency': (
        'b/a',
        lambda wires: (wires.clocks('transaction'), wires.clocks('bus_wait')),
    ),
    'icache hit ratio': (
        'a/b',
        lambda wires: (wires.clocks('icache_hit'), wires.clocks('icache_access')),
    ),
    'dcache hit ratio': (
        'a/b',
        lambda wires: (wires.clocks('dcache_hit'), wires.clocks('dcache_access')),
    ),
    'bus occupancy': ('a/b', lambda wires: (wires.clocks('bus_busy'), wires.clocks('always'))),
    'percent time writing': (
        'a/b',
        lambda wires: (wires.clocks('writing'), wires.clocks('always')),
    ),
    'percent time writing data': (
        'a/b',
        lambda wires: (wires.clocks('writing_data'), wires.clocks('always')),
    ),
    'processor idle': ('a/b', lambda wires: (wires.clocks('idle'), wires.clocks('always'))),
    'number of events of bus_wait': ('b', lambda wires: (0, wires.rises('bus_wait'))),
    'translation misses': (
        'a',
        lambda wires: (wires.clocks('tlb_miss'), wires.clocks('tlb_access')),
    ),
    'transactions': ('b', lambda wires: (0, wires.clocks('transaction'))),
}


def table_2(folder):
    """Every measure of Table 2, in rounds, against counts of the truth log. Each round
    restarts the program."""
    path, run = os.path.join(folder, 'experiment.yaml'), os.path.join(folder, 'run')
    lines = [
        'gnomon: 1',
        f'manifest: {manifest("soc_measure_gate")}',
        f'program: {elf("system")}',
        'points: { done: { entry: done } }',
        'measures:',
    ]
    lines += [f'  - {name}' for name in TABLE_2] + ['until: { point: done, nodes: all }', LIMIT]
    write(path, '\n'.join(lines) + '\n')
    with simulator_of(folder, 'soc_measure_gate', 'system') as process:
        gnomon('run', '--rounds', path, '-d', process.url, '-o', run, '-q', '-n')
        process.stop()
    truth = Truth(process.truth_path)
    rounds = sorted(
        name
        for name in os.listdir(run)
        if name.startswith('round') and os.path.isdir(os.path.join(run, name))
    )
    seen, starts = set(), len(truth.syncs)
    check(len(rounds) > 1, f'{rounds}: the measures go into one round')
    for number, name in enumerate(rounds):
        # each round is two starts: that of its reset, and its own
        start = starts - 2 * (len(rounds) - number) + 1
        report = json.loads(gnomon('report', os.path.join(run, name), '--json').out)
        for core, node in enumerate(report['nodes']):
            # the flush comes after the last clock
            wires = Wires(truth, core, start, node['end'] - 1)
            pairs = {pair['name']: pair for pair in node['ratios']}
            for one in node['measures']:
                kind, counts = TABLE_2[one['name']]
                a, b = counts(wires)
                what = f'{name}, {node["name"]}, {one["name"]}: {a}, {b}'
                pair = pairs[one['pair']]
                equal(one['is'], kind, what)
                for side, true in (('a', a), ('b', b)):
                    check(pair[side]['min'] <= true <= pair[side]['max'], f'{what}, {pair}')
                    check(
                        true >= 1 << 14 or max(a, b) >= 1 << 14 or pair[side]['value'] == true,
                        f'{what}, {pair}',
                    )
                value_is = {
                    'b/a': b / a if a else None,
                    'a/b': a / b if b else None,
                    'a': a,
                    'b': b,
                }[kind]
                check(
                    value_is is None or one['min'] - 1e-9 <= value_is <= one['max'] + 1e-9,
                    f'{what}, {one}',
                )
                check(b > 0, f'{what}: nothing was measured')
                seen.add((one['name'], core))
    equal(len(seen), len(TABLE_2) * len(NODES), 'measures seen')
    return f'{len(rounds)} rounds'


def late_banks(folder):
    """Banks are ended faster than they can be sent: exactly what is lost is reported."""
    plan = patterns_of(manifest('soc_measure_short'))
    points = entries('events', 'tight_one', 'tight_two', 'fib', 'done')
    measures = Measures(
        plan['nodes'][0]['preprocessors'],
        'quad_measure_short',
        {'held.of': ('level', ('not', 'stall'))},
    )
    experiment = Triggers(
        'events',
        points,
        actions={'tight_one': ['bank'], 'tight_two': ['bank'], 'fib': ['bank']},
        until='done',
        lossy=True,
        measures=measures,
    )
    keep = []
    with simulator_of(folder, 'soc_measure_short', 'events') as process:
        run, patterns = measure(folder, 'soc_measure_short', experiment, process)
        process.stop()
        total, _ = compare(experiment.model(patterns, plan), process.truth_path, run, None, keep)
    late = [sum(bool(block.flags & LATE) for block in units) for _, units in keep]
    check(min(late) > 3, f'{late} late banks')
    check_buckets(run, keep, plan)
    return f'{total} records and blocks, {late} late'


TESTS = {
    'preprocessors/random': lambda folder: random_runs(folder, 'soc_measure', 'quad_measure', 2, 1),
    'preprocessors/random, short': lambda folder: random_runs(
        folder, 'soc_measure_short', 'quad_measure_short', 1, 2
    ),
    'preprocessors/random, gate': lambda folder: random_runs(
        folder, 'soc_measure_gate', 'quad_measure_gate', 3, 2
    ),
    'preprocessors/host asks': asked,
    'preprocessors/printed': printed,
    'preprocessors/table 2': table_2,
    'preprocessors/late banks': late_banks,
}
