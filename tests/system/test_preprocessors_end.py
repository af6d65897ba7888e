# SPDX-License-Identifier: Apache-2.0
"""What a trigger does in the last clock of a run: the sample of the flush has the counts of that
clock, even if it resets them, and each bank and each snapshot of counters ends once.
"""

import os
import subprocess

from bed import HANG_SECONDS, MONITORS, SIM, check, elf, equal, manifest
from blocks import FLUSHED
from compare import compare
from measures import Measures
from stream import FLUSH, RATIO, TRIGGER, RunDirectory
from test_triggers import entries
from triggers import Triggers, patterns_of

SIMULATOR, PROGRAM = 'soc_measure', 'events'
CYCLES, PERIOD = 4000, 1000
CLOCKS = 3  # word of a sample: B of the pair `bus`, which counts every clock
ROUTES = {'held.of': ('level', 'stall'), 'p0.a': ('level', 'retired'), 'p0.b': ('level', 'stall')}
ACTIONS = {
    'reset': ['reset'],
    'bank': ['bank'],
    'sample': ['sample'],
    'all': ['sample', 'reset', 'bank'],
}
EVERY = 'reset', 'bank'  # not those that a link cannot carry in every clock


def simulate(folder, experiment, cycles):
    """A run by plusargs that ends so many cycles after time 0; its directory and truth log."""
    os.makedirs(folder)
    path = experiment.write(os.path.join(folder, 'experiment.yaml'), SIMULATOR)
    run, truth = os.path.join(folder, 'run'), os.path.join(folder, 'truth')
    command = [os.path.join(SIM, SIMULATOR + MONITORS), '--program', elf(PROGRAM), '--wait-start']
    command += ['--quiet', '--truth', truth, '--activity', '--translate']
    command += [f'+gnomon_experiment={path}', f'+gnomon_run={run}', f'+gnomon_cycles={cycles}']
    ended = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS)
    check('the run is complete' in ended.stderr, ended.stderr)
    return run, truth


def nodes_of(experiment, plan, run, truth):
    """The nodes' records and blocks, which are as the model wants them."""
    nodes = []
    text = experiment.model(patterns_of(os.path.join(run, 'patterns.json')), plan)
    compare(text, truth, run, None, nodes)
    return nodes


def end_of(records):
    """The last clock of a run."""
    return next(record.time for record in records if record.kind == FLUSH) - 1


def clocks_of(records):
    """What the sample of the flush says that a counter of clocks holds."""
    return [record for record in records if record.kind == RATIO][-1].words[CLOCKS]


def every_clock(folder, actions):
    """A threshold fires in every clock: the last one is among them, whenever the monitor stops."""
    plan = patterns_of(manifest(SIMULATOR))
    experiment = Triggers(
        PROGRAM,
        entries(PROGRAM, 'done'),
        actions={'many': actions},
        measures=Measures(
            plan['nodes'][0]['preprocessors'],
            'quad_measure',
            {'misses.of': ('level', ('or', 'stall', ('not', 'stall')))},
            thresholds={'many': (False, 1, 0, True)},
        ),
    )
    run, truth = simulate(os.path.join(folder, 'run'), experiment, CYCLES)
    for core, (records, units) in enumerate(nodes_of(experiment, plan, run, truth)):
        end = end_of(records)
        equal(clocks_of(records), 1 if 'reset' in actions else end + 1, f'core {core}: clocks')
        last = {unit.unit for unit in units if unit.end == end and unit.flags & FLUSHED}
        check(last, f'core {core}: no block of the flush')
    return f'last clock of core {core}: {end}'


def last_clock(folder, actions):
    """The timer fires in the last clock. A model stops at once: a first run shows when."""
    plan = patterns_of(manifest(SIMULATOR))
    experiment = Triggers(
        PROGRAM,
        entries(PROGRAM, 'done'),
        actions={'timer': ['record', *actions]},
        timer=(PERIOD, False),
        measures=Measures(plan['nodes'][0]['preprocessors'], 'quad_measure', ROUTES),
    )
    run, _ = simulate(os.path.join(folder, 'first'), experiment, CYCLES)
    more = -end_of(RunDirectory(run).nodes()[0]) % PERIOD
    run, truth = simulate(os.path.join(folder, 'second'), experiment, CYCLES + more)
    for core, (records, units) in enumerate(nodes_of(experiment, plan, run, truth)):
        end = end_of(records)
        check(any(r.kind == TRIGGER and r.time == end for r in records), f'core {core}: no timer')
        last = [(unit.kind, unit.unit, unit.flags & FLUSHED) for unit in units if unit.end == end]
        equal(len(set(last)), len(last), f'core {core}: blocks of the last clock {last}')
        check(all(flag for _, _, flag in last), f'core {core}: {last}, not all of the flush')
        equal(clocks_of(records), PERIOD if 'reset' in actions else end + 1, f'core {core}: clocks')
    return f'last clock {end}'


TESTS = {
    f'preprocessors/last clock, {name}': lambda folder, name=name: (
        last_clock if MONITORS else every_clock
    )(folder, ACTIONS[name])
    for name in (ACTIONS if MONITORS else EVERY)
}
