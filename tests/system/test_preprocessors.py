# SPDX-License-Identifier: Apache-2.0
"""Everything that a node measures, on four nodes, record for record and block for block against the model, which knows only the truth log."""
import os
import random

from bed import NODES, Simulator, check, manifest, write
from blocks import BUCKET, COUNTER
from measures import some_measures
from stream import RATIO, TRIGGER
from test_triggers import entries
from triggers import Triggers, compare, measure, patterns_of, value, within

OPTIONS = ['--translate', '--activity']
POINTS = {'system': ('request', 'grant', 'begin', 'data', 'schedule', 'syscall', 'add_one', 'heartbeat', 'done'),
          'events': ('fib', 'tight', 'share', 'barrier', 'timer_handler', 'done')}


def simulator_of(folder, simulator, program):
    return Simulator(folder, simulator, program, seconds=90, options=OPTIONS)


def exactly(folder, simulator, experiment, counts=None):
    """A whole run, all of it against the model. Returns the run directory and what was compared."""
    with simulator_of(folder, simulator, experiment.program) as process:
        run, patterns = measure(folder, simulator, experiment, process)
        process.stop()
        text = experiment.model(patterns, patterns_of(manifest(simulator)))
        write(os.path.join(folder, 'model'), text)
        return run, compare(text, process.truth_path, run, counts)


def some_actions(rng, often):
    """Actions of a trigger; what comes often is seldom recorded."""
    actions = [action for action, share in (('record', 0.3 if often else 0.9), ('sample', 0.2), ('reset', 0.15), ('bank', 0.2), ('mark', 0.1))
               if rng.random() < share]
    return actions if 'record' in actions else [action for action in actions if action != 'sample']


def random_experiment(rng, plan, monitor, program):
    node = plan['nodes'][0]
    names = POINTS[program]
    points = entries(program, *names)
    often = ('data', 'heartbeat', 'fib', 'request', 'grant')
    actions = {name: some_actions(rng, name in often) for name in names if name != 'done'}
    events = rng.sample([name for name in names if name != 'done'], 3)
    measures = some_measures(rng, node['measure'], monitor, events, rising=True)
    kinds = {action for action in ('bank', 'sample', 'reset')
             if {'bank': node['measure']['buckets'], 'sample': True, 'reset': True}[action]}
    for name in measures.thresholds:
        actions[name] = some_actions(rng, True)
    if node['timer']:
        actions['timer'] = ['record', *rng.sample(['sample', 'reset', 'bank'], 2)]
    actions = {name: [action for action in some if action in kinds | {'record', 'mark'}] for name, some in actions.items()}
    return Triggers(program, points, actions=actions, timer=(rng.choice([777, 2000, 3001]), False) if node['timer'] else None,
                    port=[] if node['port'] else None, until='done', limit='3 s', measures=measures)


def random_runs(folder, simulator, monitor, seed, count):
    rng = random.Random(seed)
    total, lost, counts = 0, 0, {}
    for number in range(count):
        here = os.path.join(folder, str(number))
        os.makedirs(here)
        program = rng.choice(['system', 'system', 'events'])
        experiment = random_experiment(rng, patterns_of(manifest(simulator)), monitor, program)
        _, (found, gone) = exactly(here, simulator, experiment, counts)
        total, lost = total + found, lost + gone
    check(total > 100, f'{total} records only')
    return f'{total} records and blocks, {lost} lost, kinds {sorted(counts)}'


TESTS = {
    'preprocessors/random, short': lambda folder: random_runs(folder, 'soc_measure_short', 'quad_measure_short', 1, 4),
}
