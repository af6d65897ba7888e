# SPDX-License-Identifier: Apache-2.0
"""Sequences interrupted at each of their steps, by an event and by time-outs that are as tight as
can be: every record against the model, and when each fires against times of the truth log alone.
"""

import os

from bed import CORES, check, equal
from stream import EVENT, TRIGGER, RunDirectory
from test_triggers import entries, exactly, functions
from triggers import Step, Triggers, patterns_of, value
from truth import Truth

# once in each round, in this order; now and then there is no grant
CHAIN = ['ask', 'request', 'grant', 'begin']
BETWEEN = ['inside', 'delay', 'burst']  # what comes before each of the other three


def points():
    named = entries('system', *CHAIN, 'delay', 'burst', 'heartbeat', 'data', 'done')
    return {'inside': value('pc', functions('system')['ask'] + 4), **named}


def fired(run, name):
    """Times at which that trigger fired, of each core."""
    number = {
        point['name']: point['codes']
        for point in patterns_of(os.path.join(run, 'patterns.json'))['points']
    }[name]
    return [
        [
            record.time
            for record in records
            if record.kind == TRIGGER and record.code == number[core]
        ]
        for core, records in enumerate(RunDirectory(run).nodes())
    ]


def aborted(folder):
    """An event aborts the step that is waited for; of four sequences each is aborted at another
    step, the first one within its count."""

    def chain(step):
        return [
            Step(name, unless=[BETWEEN[step - 1]] if i == step else ())
            for i, name in enumerate(CHAIN)
        ]

    sequences = {
        'step0': [Step('heartbeat', 3, unless=['ask', 'burst']), Step('data')],
        **{f'step{i}': chain(i) for i in (1, 2, 3)},
    }
    experiment = Triggers('system', points(), sequences=sequences, until='done')
    run, words = exactly(folder, experiment, 'soc_pattern', (EVENT,))
    for name in sequences:
        equal(fired(run, name), [[]] * CORES, f'when {name} was complete')
    return words


def rounds(truth, core):
    """Times of the chain's events in each round of a core; None where there is none."""
    places, found = {functions('system')[name]: i for i, name in enumerate(CHAIN)}, []
    for cycle, pc in truth.retired(core):
        if cycle <= truth.syncs[-1] or pc not in places:
            continue
        if not places[pc]:
            found.append([None] * len(CHAIN))
        found[-1][places[pc]] = cycle - truth.syncs[-1] - 1
    return found


def foretold(rows, limits):
    """(times of completion, times of time-outs) of a chain with those limits (of its second and
    later steps), round by round."""
    complete, late = [], []
    for row in rows:
        for i, limit in enumerate(limits, 1):
            if row[i] is None or row[i] - row[i - 1] > limit:
                late.append(row[i - 1] + limit)
                break
        else:
            complete.append(row[-1])
    return complete, late


def timed(folder):
    """Time-outs to which the slowest round of all is just in time; and, at each
    step, one clock less."""
    first = os.path.join(folder, 'first')
    os.makedirs(first)
    exactly(first, Triggers('system', points(), until='done'), 'soc_pattern', (EVENT,))
    cores = [rounds(Truth(os.path.join(first, 'truth')), core) for core in range(CORES)]
    whole = [row for rows in cores for row in rows if None not in row]
    check(len(whole) == 8 * CORES, f'{len(whole)} rounds with a grant')
    limits = [max(row[i] - row[i - 1] for row in whole) for i in (1, 2, 3)]
    plans = {
        'tight': limits,
        **{f'step{i + 1}': [limit - (i == k) for k, limit in enumerate(limits)] for i in range(3)},
    }
    sequences = {
        name: [Step(point, within=limit) for point, limit in zip(CHAIN, [None, *plan], strict=True)]
        for name, plan in plans.items()
    }
    run, words = exactly(
        folder,
        Triggers('system', points(), sequences=sequences, until='done'),
        'soc_pattern',
        (EVENT, TRIGGER),
    )
    truth = Truth(os.path.join(folder, 'truth'))
    cores = [rounds(truth, core) for core in range(CORES)]
    for name, plan in plans.items():
        wanted = [foretold(rows, plan) for rows in cores]
        equal(fired(run, name), [complete for complete, _ in wanted], f'when {name} was complete')
        equal(fired(run, name + '.timeout'), [late for _, late in wanted], f'when {name} timed out')
    count = [sum(len(times) for times in fired(run, name)) for name in plans]
    check(
        all(less < count[0] for less in count[1:]),
        f'{count} complete: a clock less makes no difference',
    )
    return f'{words}, complete {count}'


TESTS = {'steps/aborted': aborted, 'steps/timed': timed}
