# SPDX-License-Identifier: Apache-2.0
"""The experiment of slow clocks, by its command, at a small size; its ticks by brute force; and
what its checks find.

usage: test_dash.py BUILD_DIR SCRATCH_DIR
"""

import copy
import functools
import json
import math
import os
import statistics
import sys
import xml.etree.ElementTree as xml

import shown
from program import Program
from suite import check, equal, of_module, run
from ticks import ticks
from truth import Truth

BUILD, SCRATCH = map(os.path.abspath, sys.argv[1:])
EXPERIMENT = os.path.abspath('sim/experiments/dash')
sys.path[1:1] = [EXPERIMENT, os.path.dirname(EXPERIMENT)]
import coarse
import figures
import numpy
import runs
import simulated

PICTURES = {
    'fig-16': 'Fig. 16',
    'table-17': 'Table 17',
    'means': 'Mean of (3,4)',
    'locked': 'is locked',
}
SETTING = runs.Setting(BUILD, SCRATCH, keep=True, say=lambda words: None)
PLAN = runs.Plan(loops=5, seed=1)


@functools.lru_cache(None)
def measured():
    """(text, result) of a small run; nobody may change them."""
    text = shown.small(runs.NAME, BUILD, SCRATCH)
    with open(os.path.join(SCRATCH, 'small.json'), encoding='utf-8') as file:
        return text, json.load(file)


def result():
    return copy.deepcopy(measured()[1])


def test_small():
    """All bounds hold, intervals cover, and each figure is there in each form."""
    text, found = measured()
    check('FAIL' not in text, text)
    check('the loop is locked to the clock' in text, text)
    for name, words in PICTURES.items():
        picture = xml.parse(os.path.join(SCRATCH, 'small', f'{name}.svg'))
        check(words in ''.join(picture.getroot().itertext()), f'picture {name}')
    equal(len(os.listdir(os.path.join(SCRATCH, 'small'))), len(PICTURES), 'pictures')
    clocks = found['table 17']['clocks'].items()
    return ', '.join(
        f'{clock}: {sum(row["covers"] for rows in own["single"] for row in rows)}'
        for clock, own in clocks
    )


def test_pages():
    """What the guide shows is this run."""
    shown.same_as_docs(runs.NAME, measured()[0], SCRATCH)


def test_table_17():
    """Its columns from the counts of the ten experiments, by the report's formulas."""
    found = measured()[1]['table 17']
    tick, loops = found['tick'], found['loops']
    for clock, own in found['clocks'].items():
        for sums, row in zip(own['sums'], own['estimates'], strict=True):
            means = [tick * count / loops for count in sums]
            mean = statistics.mean(means)
            part = mean / tick % 1
            s_10a = tick * math.sqrt((part - part**2) / loops)
            for name, wanted in (
                ('mean', mean),
                ('deviation', statistics.stdev(means)),
                ('s_10a', s_10a),
            ):
                check(math.isclose(row[name], wanted, rel_tol=1e-9), f'{clock}: {name} {row}')
    for i, sums in enumerate(found['exact']['sums']):
        wanted = statistics.mean(sums) / loops
        check(math.isclose(found['exact']['mean'][i], wanted, rel_tol=1e-9), f'exact mean {i}')


def test_ticks():
    """Counts of a node, and on the host, against a register that is shifted each cycle."""
    seed, tick, cycles = 0x5612F00D, 64, 20000
    brute = [list(ticks(tick, own, cycles)) for own in (0, seed)]
    counts = [[0, *numpy.cumsum(changes)[:-1].tolist()] for changes in brute]
    at = numpy.arange(cycles)
    equal(coarse.fixed(at, tick).tolist(), counts[0], 'ticks')
    places = coarse.places_of_node(seed, tick, coarse.periods(at, tick))
    equal(coarse.jittered(at, tick, places).tolist(), counts[1], 'ticks with jitter')
    # a clock that is ahead shows at once what the others show later
    equal(coarse.fixed(at[:-37], tick, 37).tolist(), counts[0][37:], 'ticks with a phase')
    ahead = coarse.jittered(at[:-37], tick, places, 37)
    equal(ahead.tolist(), counts[1][37:], 'ticks with jitter and a phase')


@functools.lru_cache(None)
def short_run():
    return runs.run(SETTING, PLAN)


def test_exact_times():
    """Points of the node `exact` are those of the truth log, and the target does the same in each
    cycle without a monitor that records."""
    found = short_run()
    folder = os.path.join(SCRATCH, PLAN.name)
    program, texts = os.path.join(folder, 'program.elf'), []
    for name, more in (
        ('with', ['--wait-start', f'+gnomon_experiment={folder}/run.yaml']),
        ('without', []),
    ):
        path = os.path.join(folder, name)
        more += [f'+gnomon_run={folder}/again'] if more else []
        command = simulated.simulation(BUILD, runs.SIMULATOR, program)
        command += ['--outputs', f'{path}.outputs', '--truth', f'{path}.truth', *more]
        simulated.perform(command, runs.SIMULATOR, runs.NAME)
        with open(f'{path}.outputs', encoding='ascii') as file:
            texts.append(file.read())
    check(len(texts[0].splitlines()) > 10, 'no outputs')
    equal(texts[0], texts[1], 'outputs')
    functions = Program(program).functions
    points = {functions[name][0] for name in set(runs.POINTS)}
    truth = Truth(os.path.join(folder, 'with.truth'))
    cycles = [cycle - truth.syncs[-1] - 1 for cycle, pc in truth.retired(0) if pc in points]
    first = runs.COLD * len(runs.POINTS)
    exact = found.times['exact'].tolist()
    equal(exact, cycles[first : first + len(exact)], 'times of the node "exact"')


def test_points_in_another_order():
    events = [(point, 0) for point in runs.POINTS * (runs.COLD + 3)]
    equal(len(runs.loops_of(events, 2)), 2 * len(runs.POINTS) + 1, 'times')
    events[-20] = ('blocked', 0)
    for rows, count in ((events, 2), (events[:-30], 2)):
        try:
            runs.loops_of(rows, count)
        except simulated.Fault as fault:
            check('measuring points' in str(fault), fault)
        else:
            check(False, 'points in another order were taken')


def test_lost_records():
    """A run of which records are lost gives no numbers."""
    try:
        runs.points_of([{'kind': 'gap', 'node': 'ticks', 'name': '', 'time': 5}])
    except simulated.Fault as fault:
        check('ticks are lost' in str(fault), fault)
    else:
        check(False, 'a gap was taken')


def clock_of(found, name='prescaler'):
    return found['table 17']['clocks'][name]


def locked_of(found, name):
    return found['locked']['experiments'][0]['clocks'][name]


def worst(part, clock, key, value):
    """A bound that is broken: (part of the result, clock) -> a change of it."""

    def change(found):
        own = clock_of(found, clock) if part == 'Table 17' else locked_of(found, clock)
        own['worst'][key] = value

    return change, f'{part}, {clock}: a {key}'


def test_broken_bounds_are_found():
    """One count beyond a tick is enough, with jitter beyond two; likewise of sums."""
    equal(figures.faults(result()), [], 'faults')
    loops = {'Table 17': figures.SMALL.loops, 'locked': figures.SMALL.locked_loops}
    changes = 0
    for part in loops:
        for clock in figures.CLOCKS if part == 'Table 17' else ('prescaler', 'prescaler, jitter'):
            limit = 2 if clock.endswith('jitter') else 1
            for key, times in (('count', 1), ('sum', loops[part]), ('contiguous', 1)):
                wrong = result()
                change, words = worst(part, clock, key, limit * times)
                change(wrong)
                found = figures.faults(wrong)
                check(len(found) == 1 and words in found[0], f'{words}: {found}')
                right = result()
                worst(part, clock, key, (limit - 0.01) * times)[0](right)
                equal(figures.faults(right), [], words)
                changes += 1
    return f'{changes} bounds'


def test_what_is_wrong_is_found():
    def not_covered(rows):
        for row in rows:
            row['covers'] = False

    def few(found):
        for rows in clock_of(found)['single']:
            not_covered(rows[:2])

    def few_of_all(found):
        for own in found['table 17']['clocks'].values():
            not_covered(own['estimates'][:3])

    def width_0(found):
        row = clock_of(found)['single'][3][5]
        row['low'] = row['high']

    def none(found):
        clock_of(found)['single'][0][1]['covers'] = None

    def parts(found):
        clock_of(found)['sums'][4][2] += 1

    def rule(found):
        found['table 17']['rule'][7]['jitter'] = False

    def rule_of_locked(found):
        found['locked']['experiments'][1]['rule']['ticks'] = False

    def interval(found):
        locked_of(found, 'prescaler')['known'][3].update(low=1, high=2)

    def other_reason(found):
        locked_of(found, 'prescaler')['known'][3]['why'] = 'the counts are few'

    def unknown(found):
        locked_of(found, 'prescaler')['unknown'][12].update(low=1, high=2)

    def jitter(found):
        not_covered(locked_of(found, 'prescaler, jitter')['known'][1:11])

    def no_jitter(found):
        locked_of(found, 'prescaler, jitter')['known'][2]['covers'] = None

    for change, words in (
        (few, 'Table 17, prescaler: '),
        (few_of_all, 'Table 17, all experiments: '),
        (width_0, 'width 0'),
        (none, 'a duration without an interval'),
        (parts, 'are not the loop'),
        (rule, 'Table 17: a time of a node'),
        (rule_of_locked, 'locked: a time of a node'),
        (interval, 'known to be locked'),
        (other_reason, 'known to be locked'),
        (unknown, 'where the loop is not known'),
        (jitter, 'locked, jitter: '),
        (no_jitter, 'locked, jitter: a duration'),
    ):
        wrong = result()
        change(wrong)
        found = figures.faults(wrong)
        check(len(found) == 1 and words in found[0], f'{change.__name__}: {found}')


def test_command():
    shown.refused(runs.NAME, BUILD, SCRATCH, '--seed', '--seed must be 1 to 1000000')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('dash', of_module(globals())))
