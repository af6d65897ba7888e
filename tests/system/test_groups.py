# SPDX-License-Identifier: Apache-2.0
"""Groups of preprocessors: actions choose which of them they reset, sample and end the banks of."""

import json
import os
import random

from bed import Simulator, check, equal, gnomon, manifest, rounds
from blocks import LATE
from compare import compare
from measures import Measures, some_measures
from stream import EVENT, RATIO, SAMPLED, UNSAMPLED, RunDirectory
from test_codes import some_write
from test_preprocessors import (
    OPTIONS,
    check_buckets,
    check_counters,
    check_ratios,
    exactly,
    random_experiment,
)
from test_triggers import entries
from triggers import Triggers, measure, patterns_of, some_groups
from truth import ICACHE_ACCESS, ICACHE_HIT, Truth

SIMULATOR, MONITOR = 'soc_groups', 'quad_groups'


def partly(*lists):
    """How many actions are for some groups only."""
    return sum(not isinstance(action, str) for actions in lists for action in actions)


def random_runs(folder, seed, count):
    """Random experiments with actions for groups, all records and blocks against the model, and
    what gnomon prints of them."""
    rng = random.Random(seed)
    total, lost, chosen, counts = 0, 0, 0, {}
    for number in rounds(count):
        here = os.path.join(folder, str(number))
        os.makedirs(here)
        plan = patterns_of(manifest(SIMULATOR))
        node = plan['nodes'][0]
        experiment = random_experiment(rng, plan, MONITOR, 'system')
        often = some_groups(rng, node, ['record', 'sample', 'reset', 'bank'])
        seldom = some_groups(rng, node, ['reset', 'bank'])
        experiment.actions.update(heartbeat=often, syscall=seldom)
        keep = []
        run, (found, gone) = exactly(here, SIMULATOR, experiment, counts, keep)
        check_buckets(run, keep, plan)
        check_counters(run, keep)
        total, lost = total + found, lost + gone
        chosen += partly(*experiment.actions.values())
    check(chosen > 4 and counts.get(RATIO, 0) > 20, f'too little: {chosen} for groups, {counts}')
    return f'{total} records and blocks, {lost} lost, {chosen} actions for groups'


def random_codes(folder, seed, count):
    """The same of writes to the event port, with codes and without."""
    rng = random.Random(seed)
    total, chosen, counts = 0, 0, {}
    for number in rounds(count, 2):  # one alone has too few actions for groups
        here = os.path.join(folder, str(number))
        os.makedirs(here)
        node = patterns_of(manifest(SIMULATOR))['nodes'][0]
        names = [f'c{i}' for i in range(rng.randrange(2, 8))]
        codes = {name: some_write(rng, node['port']['data_bits']) for name in names}
        some = ['record', 'sample', 'reset', 'bank']
        actions = {name: some_groups(rng, node, some[: rng.randrange(1, 5)]) for name in names}
        port = some_groups(rng, node, ['record', *rng.sample(some[1:], 2)])
        measures = some_measures(rng, node['preprocessors'], MONITOR, names, rising=True)
        experiment = Triggers(
            'datums',
            entries('datums', 'done'),
            port=port,
            codes=codes,
            actions={**actions, 'slow': []},
            until='done',
            lossy=True,
            measures=measures,
        )
        _, (found, _) = exactly(here, SIMULATOR, experiment, counts)
        total, chosen = total + found, chosen + partly(port, *actions.values())
    check(chosen > 3 and counts.get(RATIO, 0) > 20, f'too little: {chosen} for groups, {counts}')
    return f'{total} records and blocks, {chosen} actions for groups'


class Counts:
    """What pairs of a node count between two times of the run, from the truth log alone."""

    def __init__(self, truth, core):
        self.truth, self.core, self.sync = truth, core, truth.syncs[-1]

    def _flag(self, flag, begin, end):
        after, before = self.sync + 1 + end, self.sync + begin
        return self.truth.count(self.core, flag, after) - self.truth.count(self.core, flag, before)

    def icache(self, begin, end):
        return self._flag(ICACHE_HIT, begin, end), self._flag(ICACHE_ACCESS, begin, end)

    def bus(self, begin, end):
        busy = self.truth.bus_count(self.sync + 1 + end) - self.truth.bus_count(self.sync + begin)
        return busy, end + 1 - begin


ACTIONS = {
    'request': ['record', ('reset', ['caches'])],
    'grant': ['record', 'sample', ('reset', ['wires'])],
    'begin': ['record', ('reset', ['caches', 'wires'])],
    'schedule': ['record', ('sample', ['caches'])],
    'syscall': ['record', ('sample', ['wires']), ('reset', ['caches']), ('bank', ['wires'])],
    'heartbeat': ['record', 'sample', ('bank', ['caches'])],
    'done': ['record', 'sample', 'reset'],
}


def own_events(folder):
    """Each group's counts begin after the last event that reset that group, and run on exactly over
    the events that reset others, by the truth log; banks end and snapshots are taken with the
    events that name their groups, and with no other."""
    plan = patterns_of(manifest(SIMULATOR))
    intervals = {'own': ('request', 'heartbeat'), 'bus': ('grant', 'heartbeat')}
    experiment = Triggers(
        'system',
        entries('system', *ACTIONS),
        actions=ACTIONS,
        port=[],
        until='done',
        lossy=True,
        intervals=intervals,
        measures=Measures(plan['nodes'][0]['preprocessors'], MONITOR),
    )
    with Simulator(folder, SIMULATOR, 'system', options=OPTIONS) as process:
        run, patterns = measure(folder, SIMULATOR, experiment, process)
        process.stop()
        keep = []
        text = experiment.model(patterns, plan)
        total, lost = compare(text, process.truth_path, run, None, keep)
        truth = Truth(process.truth_path)
    check(not lost, f'{lost} records are lost, and with them what resets')
    check_ratios(run, keep, plan)
    check_buckets(run, keep, plan)
    check_counters(run, keep)
    counted = check_samples(run, patterns, truth)
    banks = check_units(keep, patterns)
    return f'{total} records and blocks, {counted} samples, {banks} banks and snapshots'


def does(name, action, group):
    """Whether an event does something for a group (None: what is in none)."""
    return any(
        one == action or (not isinstance(one, str) and one[0] == action and group in one[1])
        for one in ACTIONS[name]
    )


def events_of(patterns, number, records):
    """(time, name, its sample was refused) of a node's events."""
    names = {
        point['codes'][number]: point['name']
        for point in patterns['points']
        if point['kind'] == 'event'
    }
    return [
        (record.time, names[record.code], record.aux & (SAMPLED | UNSAMPLED) == UNSAMPLED)
        for record in records
        if record.kind == EVENT
    ]


def check_samples(run, patterns, truth):
    found = json.loads(
        gnomon('report', '--section', 'ratios', '--json', '--limit', 1000000, run).out
    )['nodes']
    total, apart = 0, 0
    for number, (node, records) in enumerate(zip(found, RunDirectory(run).nodes(), strict=True)):
        events, counts = events_of(patterns, number, records), Counts(truth, number)
        for sample in node['samples']:
            what = f'{node["name"]}, sample at {sample["time"]}'
            since = check_sample(sample, events, counts, what)
            total, apart = total + 1, apart + (since['caches'] != since['wires'])
    check(apart > 20, f'the groups began apart in {apart} of {total} samples only')
    return total


def check_sample(sample, events, counts, what):
    """Returns when each group began, by the events alone; a refused sample does not reset."""
    end = sample['time']
    since = {
        group: max(
            [
                time + 1
                for time, name, refused in events
                if time < end and not refused and does(name, 'reset', group)
            ],
            default=0,
        )
        for group in ('caches', 'wires', None)
    }
    now = [name for time, name, _ in events if time == end] if sample['points'] else []
    resets = {group: any(does(name, 'reset', group) for name in now) for group in since}
    equal({group['group']: group['from'] for group in sample['groups']}, since, f'{what}: from')
    equal({group['group']: group['reset'] for group in sample['groups']}, resets, f'{what}: resets')
    together = since['caches'] if len(set(since.values())) == 1 else None
    equal((sample['from'], sample['reset']), (together, all(resets.values())), what)
    pairs = {pair['name']: (pair['a']['value'], pair['b']['value']) for pair in sample['pairs']}
    equal(pairs['icache'], counts.icache(since['caches'], end), f'{what}: icache')
    equal(pairs['bus'], counts.bus(since['wires'], end), f'{what}: bus')
    equal(pairs['gate'], (end + 1 - since[None],) * 2, f'{what}: gate')
    return since


# kind and number of a unit: the action that is for it, and the group that it is in
UNITS = {
    (9, 0): ('bank', 'wires'),
    (9, 1): ('bank', 'caches'),
    (14, 0): ('sample', 'wires'),
    (14, 1): ('sample', None),
}


def check_units(keep, patterns):
    """Banks of a unit end, and snapshots are taken, with the events that name its group; the last
    ones with the run."""
    total = 0
    for number, (records, blocks) in enumerate(keep):
        events = events_of(patterns, number, records)
        untaken = {
            record.time for record in records if record.kind == EVENT and record.aux & UNSAMPLED
        }
        for key, (action, group) in UNITS.items():
            what = f'node {number}: {action} of {key}'
            own = [block for block in blocks if (block.kind, block.unit) == key]
            ends = [block.end for block in own]
            want = [
                time
                for time, name, _ in events
                if does(name, action, group) and (action == 'bank' or time not in untaken)
            ]
            # where no bank is free none ends until one is, and that one is late
            late = any(block.flags & LATE for block in own)
            equal(ends[:-1], [time for time in want if not late or time in ends], what)
            check(len(ends) > len(want) / 2, f'{what}: {len(ends)} of {len(want)}')
            check(want or key == (14, 1), f'{what}: nothing does it')
            total += len(ends)
    return total


TESTS = {
    'groups/random': lambda folder: random_runs(folder, 4, 3),
    'groups/random, codes': lambda folder: random_codes(folder, 2, 3),
    'groups/own events': own_events,
}
