# SPDX-License-Identifier: Apache-2.0
"""All kinds of triggers, on four nodes, record for record against the model of the triggers, which
knows only the truth log.
"""

import json
import os
import random

from bed import NODES, Listing, Simulator, check, elf, equal, gnomon, manifest, rounds, write
from compare import compare
from stream import DATUM, EVENT, GAP, RATIO, TRIGGER, WORD, RunDirectory
from triggers import (
    Match,
    Step,
    Triggers,
    both,
    masked,
    measure,
    negated,
    one_of,
    patterns_of,
    value,
    within,
)

RESERVED = 8  # slots of a FIFO that are kept for a gap, a beat and a flush
LISTING = {}


def functions(program):
    if program not in LISTING:
        LISTING[program] = Listing(elf(program))
    return LISTING[program].functions


def entries(program, *names):
    return {name: value('pc', functions(program)[name]) for name in names}


def exactly(folder, experiment, simulator, kinds=()):
    """A whole run, every record against the model; each of the kinds must have come.
    Returns the run directory."""
    with Simulator(folder, simulator, experiment.program) as process:
        run, patterns = measure(folder, simulator, experiment, process)
        process.stop()
        plan = RunDirectory(run).manifest
        counts = {}
        total, lost = compare(experiment.model(patterns, plan), process.truth_path, run, counts)
    for kind in kinds:
        check(counts.get(kind), f'no record of kind {kind} in {counts}')
    return run, f'{total} records, {lost} lost'


def every_kind(folder):
    """Patterns, sequences, strict sequences, timer with samples and profile, watchdog,
    event port, in one trace."""
    points = entries(
        'system',
        'request',
        'grant',
        'give_up',
        'begin',
        'data',
        'error',
        'heartbeat',
        'irq_entry',
        'done',
    )
    points['depth'] = within(
        'pc', functions('system')['depth'], functions('system')['depth'] + 0x24
    )
    experiment = Triggers(
        'system',
        points,
        sequences={
            'slow': [Step('request'), Step('grant', within=200, unless=['give_up'])],
            'burst': [Step('begin'), Step('data', 4, within=400, unless=['error'])],
            'beats': [Step('heartbeat', 3), Step('heartbeat', 2)],
        },
        strict={'after': ('begin', [0x3B8, 0x3BC])},
        timer=(777, True),
        watchdog=('heartbeat', 3000),
        port=['record', 'mark'],
        until='done',
        actions={
            'depth': ['mark'],
            'slow': ['record', 'mark'],
            'timer': ['record', 'sample', 'reset'],
            'watchdog': ['record', 'sample'],
            'request': ['record', 'start'],
            'grant': ['record', 'reset'],
        },
    )
    return exactly(folder, experiment, 'soc_pattern', (EVENT, TRIGGER, WORD, RATIO))[1]


def datums(folder):
    """The program writes to the port all that there is to write."""
    points = entries('datums', 'done')
    experiment = Triggers(
        'datums', points, timer=(1000, False), port=['record', 'sample'], until='done'
    )
    return exactly(folder, experiment, 'soc_pattern', (EVENT, DATUM, TRIGGER))[1]


def every_clock(folder):
    """An event in each clock, on all nodes, for as long as their FIFOs have room; then losses,
    reported exactly."""
    here = functions('system')
    points = {
        'begin': value('pc', here['begin']),
        'request': value('pc', here['request']),
        'any': Match('any', ''),
    }
    experiment = Triggers(
        'system',
        points,
        collect=False,
        lossy=True,
        actions={'request': ['record', 'start'], 'begin': ['record', 'stop']},
    )
    run, words = exactly(folder, experiment, 'soc_every', (EVENT,))
    directory = RunDirectory(run)
    slots, longest = directory.manifest['nodes'][0]['fifo_slots'], []
    for core, records in enumerate(directory.nodes()):
        times, most, length = [record.time for record in records if record.kind == EVENT], 0, 0
        for time, before in zip(times, [None, *times], strict=False):
            length = length + 1 if before is not None and time == before + 1 else 1
            most = max(most, length)
        check(
            most >= slots - RESERVED,
            f'core {core}: {most} events in a row, the FIFO has {slots} slots',
        )
        check(any(record.kind == GAP for record in records), f'core {core}: no gap')
        longest.append(most)
    return f'{words}, {min(longest)} in a row'


def some_match(rng, fields):
    """A pattern over the fields: name -> (places worth naming, mask of the bits that are kept)."""
    field = rng.choice(list(fields))
    places, kept = fields[field]

    def place():
        return rng.choice(places) & kept

    kind = rng.randrange(10)
    if kind < 3 or kept == 1:
        match = value(field, place())
    elif kind < 6:
        low = place()
        match = within(field, low, min(low + rng.choice([0, 3, 7, 31, 64, 129, 1000]), kept | 3))
    elif kind < 7:
        match = masked(
            field,
            place(),
            kept & ~rng.choice([0xC, 0x1C, 0xF0, 0x3FC]) & rng.choice([kept, 0xFFFF, 0xFFF]),
        )
    elif kind < 8:
        match = one_of(field, sorted({place() for _ in range(rng.randrange(1, 6))}))
    elif kind < 9:
        low = place()
        match = both(within(field, low, low + 255), negated(within(field, low + 16, low + 31)))
    else:
        match = negated(within(field, 0, kept - rng.randrange(1, 1 << 20)))
    if len(fields) > 1 and rng.random() < 0.4 and 'write' in fields and field != 'write':
        match = both(match, value('write', rng.randrange(2)))
    return match


def some_actions(rng):
    actions = [
        action
        for action, share in (
            ('record', 0.9),
            ('sample', 0.15),
            ('reset', 0.15),
            ('start', 0.1),
            ('stop', 0.05),
            ('mark', 0.2),
        )
        if rng.random() < share
    ]
    return actions if 'record' in actions else [action for action in actions if action != 'sample']


def some_step(rng, names, first, limits):
    point = rng.choice(names)
    others = [name for name in names if name != point]
    return Step(
        point,
        rng.choice([1, 1, 1, 2, 3, 7]),
        None if first or rng.random() < 0.4 else rng.randrange(1, limits),
        rng.sample(others, rng.randrange(0, 3)) if others and rng.random() < 0.5 else (),
    )


def somewhere(on, points):
    """Whether some node has all these points."""
    return any(all(point not in on or node in on[point] for point in points) for node in NODES)


def some_sequences(rng, names, plan):
    """Sequences, as long as there is room for their rows."""
    sequences, free = {}, plan['count']
    limits = min(1 << plan['timeout_bits'], 4000)
    for i in range(rng.randrange(plan['count'] + 1)):
        count = rng.randrange(1, plan['steps'] + 1)
        steps = [some_step(rng, names, not k, limits) for k in range(count)]
        # rng gives all else as it does without 'overlap'
        dice = random.Random(31 * len(names) + 7 * count + i)
        steps[0].overlap = (
            dice.randrange(1, max(free, 1) + 1) if plan['overlap'] and dice.random() < 0.7 else 1
        )
        if steps[0].overlap <= free:
            sequences[f's{i}'] = steps
            free -= steps[0].overlap
    return sequences


def some_stricts(rng, names, plan, field):
    """Strict sequences of words of the program, from an event on."""
    strict = {}
    count = min(len(names), rng.randrange(plan['count'] + 1))
    for i, first in enumerate(rng.sample(names, count)):
        start = rng.choice(field[0]) & field[1]
        words = [start + 4 * k for k in range(1, rng.randrange(2, plan['steps'] + 1))]
        strict[f't{i}'] = (first, words)
    return strict


def kept(on, sequences, strict):
    """What some node has: what would be at no node is refused."""
    sequences = {
        name: steps
        for name, steps in sequences.items()
        if somewhere(on, [point for step in steps for point in (step.point, *step.unless)])
    }
    return sequences, {name: words for name, words in strict.items() if somewhere(on, words[:1])}


def actions_of(rng, points, fired, without):
    """Actions of points and of what is fired, but for some actions."""
    actions = {name: some_actions(rng) for name in points if rng.random() < 0.6}
    actions |= {name: some_actions(rng) for name in fired if rng.random() < 0.5}
    return {
        name: [action for action in some if action not in without] for name, some in actions.items()
    }


def random_experiment(rng, program, nodes, fields):
    """Whatever the plan allows, chosen at random."""
    plan = nodes[0]
    names = [f'p{i}' for i in range(rng.randrange(3, 14))]
    points = {name: some_match(rng, fields) for name in names}
    # nodes that share their ranks must have the same points where these have words in common
    shared = any(node['ranks']['owner'] != node['index'] for node in nodes)
    on = (
        {}
        if shared
        else {name: rng.sample(NODES, rng.randrange(1, 4)) for name in names if rng.random() < 0.15}
    )
    points['done'] = (
        entries(program, 'done')['done'] if 'pc' in fields else value('addr', 0x80000000)
    )
    sequences, strict = {}, {}
    if plan['sequences'] and plan['sequences']['count']:
        sequences = some_sequences(rng, names, plan['sequences'])
    if plan['strict'] and plan['strict']['count']:
        strict = some_stricts(rng, names, plan['strict'], fields['pc'])
    sequences, strict = kept(on, sequences, strict)
    timer = (rng.choice([1000, 777, 4096, 2500]), rng.random() < 0.5) if plan['timer'] else None
    watchdog = (rng.choice(names), rng.choice([50, 1000, 3001])) if plan['watchdog'] else None
    fired = [*sequences, *strict, *['timer'] * bool(timer), *['watchdog'] * bool(watchdog)]
    measuring = plan['preprocessors'] and plan['preprocessors']['pairs']
    actions = actions_of(rng, names, fired, () if measuring else ('sample', 'reset'))
    collect = rng.random() < 0.8 or not any('start' in some for some in actions.values())
    return Triggers(
        program,
        points,
        on,
        sequences,
        strict,
        timer,
        watchdog,
        ['record'] if plan['port'] else None,
        actions,
        collect,
        lossy=True,
    )


def random_runs(folder, simulator, seed, count=6):
    """Random experiments on one simulator, each record against the model."""
    rng = random.Random(seed)
    totals, kinds = [0, 0], {}
    for number in rounds(count):
        here = os.path.join(folder, str(number))
        os.makedirs(here)
        program = rng.choice(['system', 'events', 'datums'])
        plan = patterns_of(manifest(simulator))
        node = plan['nodes'][0]
        kept = {
            field['name']: sum(((1 << (high - low + 1)) - 1) << low for high, low in field['kept'])
            for field in node['watch']['fields']
        }
        fields = {name: (places(program, name), mask) for name, mask in kept.items()}
        experiment = random_experiment(rng, program, plan['nodes'], fields)
        with Simulator(here, simulator, program) as process:
            run, patterns = measure(here, simulator, experiment, process)
            process.stop()
            text = experiment.model(patterns, plan)
            write(os.path.join(here, 'model'), text)
            found, lost = compare(text, process.truth_path, run, kinds)
        totals = [totals[0] + found, totals[1] + lost]
    check(totals[0] > 100, f'{totals[0]} records only')
    return f'{totals[0]} records, {totals[1]} lost, kinds {sorted(kinds)}'


def places(program, field):
    """Values of a field that are worth naming."""
    if field == 'write':
        return [0, 1]
    if field == 'pc':
        return sorted(
            {
                address + offset
                for address in functions(program).values()
                for offset in (0, 4, 8, 12, 20)
            }
        )
    return sorted(
        {0x80000000 + offset for offset in (0, 4, 8, 16)}
        | {0x1000 * k + offset for k in range(64) for offset in (0, 0xFF0, 0xFE0)}
    )


def side_by_side(folder):
    """Overlapping attempts of a sequence, against the words that were retired: without 'overlap' it
    follows the first of them only."""
    here = functions('system')
    points = {
        'begin': value('pc', here['begin']),
        'data': value('pc', here['data']),
        'done': value('pc', here['done']),
    }
    steps = [Step('data'), Step('data'), Step('data')]
    steps[0].overlap = 3
    experiment = Triggers(
        'system',
        points,
        sequences={'row': steps, 'one': [Step('data'), Step('data'), Step('data')]},
        until='done',
        actions={'data': ['record'], 'begin': []},
    )
    with Simulator(folder, 'soc_pattern', 'system') as process:
        run, patterns = measure(folder, 'soc_pattern', experiment, process)
        process.stop()
        compare(experiment.model(patterns, RunDirectory(run).manifest), process.truth_path, run)
    codes = {point['name']: point['codes'] for point in patterns['points']}
    report, total = json.loads(gnomon('report', run, '--json').out), 0
    for number, (records, node) in enumerate(
        zip(RunDirectory(run).nodes(), report['nodes'], strict=True)
    ):
        data = [
            record.time
            for record in records
            if record.kind == EVENT and record.code == codes['data'][number]
        ]
        row = [
            record.time
            for record in records
            if record.kind == TRIGGER
            and codes['row'][number] <= record.code < codes['row'][number] + 3
        ]
        one = [
            record.time
            for record in records
            if record.kind == TRIGGER and record.code == codes['one'][number]
        ]
        equal(row, data[2:], f'core {number}: each three in a row')
        # the word that ends a sequence does not begin it
        equal(one, data[2::3], f'core {number}: three by three')
        counts = {point['name']: point['count'] for point in node['points']}
        equal(
            (counts['row'], counts['one']),
            (len(row), len(one)),
            f'core {number}: counts in the report',
        )
        total += len(row)
    check(total > 20, f'{total} sequences')
    return f'{total} attempts side by side'


TESTS = {
    'triggers/side by side': side_by_side,
    'triggers/every kind': every_kind,
    'triggers/datums': datums,
    'triggers/every clock': every_clock,
    'triggers/random, pattern': lambda folder: random_runs(folder, 'soc_pattern', 1),
    'triggers/random, data': lambda folder: random_runs(folder, 'soc_data', 2),
    'triggers/random, axi': lambda folder: random_runs(folder, 'soc_axi', 3),
    'triggers/random, ticks': lambda folder: random_runs(folder, 'soc_ticks', 6),
}
