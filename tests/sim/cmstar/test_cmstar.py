# SPDX-License-Identifier: Apache-2.0
"""The experiment of clocks on a shared bus, by its command, at a small size; what its checks find;
and the golden numbers of gnomon_clock.h on the target.

usage: test_cmstar.py BUILD_DIR SCRATCH_DIR
"""

import copy
import functools
import json
import os
import re
import sys
import xml.etree.ElementTree as xml

import shown
from suite import check, equal, of_module, run

BUILD, SCRATCH = map(os.path.abspath, sys.argv[1:])
EXPERIMENT = os.path.abspath('sim/experiments/cmstar')
sys.path[1:1] = [EXPERIMENT, os.path.dirname(EXPERIMENT)]
import figures
import runs
import simulated

FIGURES = (1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17)
SETTING = runs.Setting(BUILD, SCRATCH, keep=True, say=lambda words: None)


@functools.lru_cache(None)
def measured():
    """(text, result) of a small run; nobody may change them."""
    text = shown.small(runs.NAME, BUILD, SCRATCH)
    with open(os.path.join(SCRATCH, 'small.json'), encoding='utf-8') as file:
        return text, json.load(file)


def k_of(row, method):
    return row['methods'][f'Method {method}']['k']['k']


def result():
    """The result, as figures.py makes it: numbers of figures and of readers are numbers."""
    found = copy.deepcopy(measured()[1])

    def numbers(rows):
        return {int(key): row for key, row in rows.items()}

    for part in ('over time', 'distributions'):
        found[part] = numbers(found[part])
        for figure in found[part].values():
            figure['readers'] = numbers(figure['readers'])
    return found


def test_small():
    """What the paper's figures must show holds, and each figure is there in each form."""
    text, found = measured()
    check('FAIL' not in text, text)
    check('Figs 12 to 15' in text and '-5.24' in text, 'the numbers of the paper')
    for number in FIGURES:
        picture = xml.parse(os.path.join(SCRATCH, 'small', f'fig-{number:02}.svg'))
        check(f'Fig. {number}' in ''.join(picture.getroot().itertext()), f'picture {number}')
    equal(sorted(os.listdir(os.path.join(SCRATCH, 'small')))[-1], 'fig-17.svg', 'pictures')
    rows = found['compensation']
    return ', '.join(
        f'{row["load"]}{" with interrupts" if row["interrupts"] else ""}: '
        f'{k_of(row, "I"):.2f} {k_of(row, "II"):.2f}'
        for row in rows
    )


def test_pages():
    """What the guide shows is this run, and its table has the numbers of this run."""
    shown.same_as_docs(runs.NAME, measured()[0], SCRATCH)
    with open('docs/guide/clocks.md', encoding='utf-8') as file:
        rows = re.findall(r'^\| .* \| (yes|no) \| ([\d.]+) \| ([\d.]+) \|$', file.read(), re.M)
    wanted = {
        ('yes' if row['interrupts'] else 'no', *(f'{k_of(row, m):.2f}' for m in ('I', 'II')))
        for row in measured()[1]['compensation']
    }
    equal(set(rows), wanted, 'k in the guide')


def test_errors():
    """Readings and net durations beside exact times: on average each pair of reads is right, and
    without interrupts each method is within a load of the clock; uncorrected, a read is missing."""
    for row in result()['routines']:
        error = row['series']['error']
        check(abs(error['mean']) < 1, f'{row["routine"]}, {row["readers"]}: {error}')
    compared = 0
    for row in result()['compensation']:
        if row['interrupts']:
            continue
        for name, found in row['methods'].items():
            error = found['error']['mean']
            check(error > 90 if name == 'uncorrected' else abs(error) < 9, f'{name}: {error}')
            compared += 1
    equal(compared, 2 * 4, 'methods')
    equal(result()['modules']['exactly'], 0, 'modules differ')


def fault_of(change):
    wrong = result()
    change(wrong)
    return figures.faults(wrong)


def alone(found):
    return found['over time'][1]['readers'][1]


def test_what_is_wrong_is_found():
    equal(figures.faults(result()), [], 'faults')
    peak = alone(result())['loads'].index(4)

    def no_peak(found):
        alone(found)['loads'] = [2] * len(alone(found)['loads'])

    def no_trough(found):
        alone(found)['loads'][peak + 1] = 2

    def no_wrap(found):
        alone(found)['wraps'][peak + 1] = False

    def flat(found):
        alone(found)['elapsed'][peak] = min(alone(found)['elapsed'])

    def three(found):
        alone(found)['loads'][peak] = 3

    def few(found):
        alone(found)['periods'] = 0

    def wrong(found):
        found['routines'][3]['series']['wrong'] = 1

    def outside(found):
        found['distributions'][5]['readers'][1]['wrong'] = 1

    for change, words in (
        (no_peak, 'no peak'),
        (no_trough, 'without a trough'),
        (no_wrap, 'apart from the wraps'),
        (flat, 'stand out'),
        (three, '[1, 2, 3, 4]'),
        (few, 'in 0 periods'),
        (wrong, 'readers: 1 wrong'),
        (outside, 'Fig. 5'),
    ):
        found = fault_of(change)
        check(any(words in fault for fault in found), f'{change.__name__}: {found}')


def test_k_that_is_wrong_is_found():
    def of(index, name, k):
        def change(found):
            found['compensation'][index]['methods'][name]['k'] = k and {'k': k}

        return change

    rows = result()['compensation']
    for index, row in enumerate(rows):
        if row['interrupts']:
            changes = (
                ('Method II', 0.1),
                ('Method I', 0.54),
                ('Method I', 0.81),
                ('Method I', None),
            )
        elif row['load'] == 'bursts':
            changes = (('Method I', 0.99), ('Method I', None))
        else:
            changes = ()
        for name, k in changes:
            found = fault_of(of(index, name, k))
            check(found, f'row {index}, {name} {k}')
    check(sum(row['interrupts'] for row in rows) == 2, 'loads with interrupts')


def test_same_without_recording():
    """Points around the routine change no output of the target in any cycle."""
    plan = runs.Plan('zero', readers=3, load='bursts', count=10)
    runs.run(SETTING, plan)
    folder = os.path.join(SCRATCH, plan.name)
    texts = []
    for name, more in (
        ('with', ['--wait-start', f'+gnomon_experiment={folder}/run.yaml']),
        ('without', []),
    ):
        path = os.path.join(SCRATCH, f'{name}.outputs')
        more += [f'+gnomon_run={folder}/again'] if more else []
        command_line = runs.simulation(SETTING, runs.SIMULATOR, f'{folder}/program.elf')
        command_line += ['--outputs', path, *more]
        simulated.perform(command_line, runs.SIMULATOR, runs.NAME)
        with open(path, encoding='ascii') as file:
            texts.append(file.read())
    check(len(texts[0].splitlines()) > 10, 'no outputs')
    equal(texts[0], texts[1], 'outputs')


def test_far():
    """A far clock: the same reads take longer, by the stated cycles for each load, and the readings
    are right."""
    plan = runs.Plan('readers', '4-Read', count=20)
    near, far = (
        figures.measure.successive(
            runs.run(runs.Setting(BUILD, SCRATCH, far=n, say=SETTING.say), plan)[0], 16
        )
        for n in (0, 12)
    )
    equal((near['wrong'], far['wrong']), (0, 0), 'wrong readings')
    equal(far['elapsed'][-1] - near['elapsed'][-1], 4 * 12, 'a read by a far bus')


def test_seed():
    """Other random numbers make other times between the repetitions."""
    plan = runs.Plan('zero', readers=3, load='bursts', count=10)
    first, again, other = (
        runs.run(runs.Setting(BUILD, SCRATCH, seed=n, say=SETTING.say), plan)[0].readings
        for n in (1, 1, 2)
    )
    equal(first, again, 'readings with the same seed')
    check(first != other, 'the seed has no effect')


def test_golden():
    simulated.perform(
        runs.simulation(
            SETTING, runs.SIMULATOR, os.path.join(os.path.dirname(SCRATCH), 'golden.elf')
        ),
        'the golden numbers on the target',
        runs.NAME,
    )


def test_lost_records():
    """A run of which records are lost gives no numbers."""
    try:
        runs.cores_of([{'kind': 'gap', 'node': 'core0', 'name': '', 'time': 5}])
    except runs.Fault as fault:
        check('core0 are lost' in str(fault), fault)
    else:
        check(False, 'a gap was taken')


def test_command():
    shown.refused(runs.NAME, BUILD, SCRATCH, '--far', '--far must be 0 to 255')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('cmstar', of_module(globals())))
