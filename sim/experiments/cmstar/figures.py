# SPDX-License-Identifier: Apache-2.0
"""The figures of the paper: what is run for each, what it shows, and what must hold."""

from dataclasses import dataclass

import measure
from runs import Plan, each, run

LOADS = 5  # cores that are a load, in Figs 12 to 15

# What the paper has: k of 4-Read and of 1-Read, and the mean net duration in us.
PUBLISHED = {
    12: {'4-Read': 0.8, '1-Read': 0.81, 'mean': -1.90},
    13: {'4-Read': 3.57, '1-Read': 0.68, 'mean': 6.69},
    14: {'4-Read': 1.14, '1-Read': 1.98, 'mean': -5.24},
    15: {'4-Read': 1.11, '1-Read': 0.81, 'mean': 6.69},
}
PUBLISHED_LATENCY = {1: 7050, 2: 7960, 3: 9615}  # us, by pairs
PUBLISHED_WORD = 49.9  # us of a call for each word
PUBLISHED_MODULES = (34, 4.6)  # modules, % that they differ by

TIME_FIGURES = {1: 'Varying-Read', 2: '4-Read', 3: '1-Read'}
# routine, with interrupts (as under StarOS) or without (as under Medusa)
DISTRIBUTIONS = {
    4: ('4-Read', True),
    5: ('1-Read', True),
    6: ('4-Read', False),
    7: ('1-Read', False),
}
# method, with interrupts or without
COMPENSATION = {
    12: ('Method I', True),
    13: ('Method I', False),
    14: ('Method II', True),
    15: ('Method II', False),
}
RPC_FIGURES = {16: 'latency', 17: 'call'}


@dataclass(frozen=True)
class Size:
    """period       cycles between interrupts of all cores, where there are some
    series       reads of Figs 1 to 3 and of the table of routines; half_bits: of their clock
    readers      numbers of readers of Figs 4 to 7, and reads of each
    zero         repetitions of Figs 12 to 15; routines that are compared
    pairs        numbers of pairs of Figs 16 and 17; words, and repetitions of each
    modules      repetitions of Fig. 11
    """

    period: int
    series: int
    half_bits: int
    readers: tuple
    reads: int
    zero: int
    routines: tuple
    pairs: tuple
    words: tuple
    calls: int
    modules: int


FULL = Size(
    period=4999,
    series=20000,
    half_bits=16,
    readers=(1, 2, 3, 4, 5, 6, 7, 8),
    reads=4000,
    zero=4000,
    routines=('4-Read', '1-Read'),
    pairs=(1, 2, 3),
    words=(0, 50, 100, 150, 200),
    calls=512,
    modules=20,
)
SMALL = Size(
    period=2999,
    series=1000,
    half_bits=12,
    readers=(1, 4),
    reads=300,
    zero=400,
    routines=('4-Read',),
    pairs=(1, 3),
    words=(0, 200),
    calls=20,
    modules=3,
)


def routines(setting, size):
    """Each way to read the clock, alone and with all cores at once."""
    ways = ('Varying-Read', '4-Read', '1-Read', 'latched read')
    plans = [
        Plan('readers', routine, readers, count=size.series, half_bits=size.half_bits)
        for routine in ways
        for readers in (1, 8)
    ]
    return [
        {
            'routine': plan.routine,
            'readers': plan.readers,
            'series': measure.successive(cores[0], size.half_bits),
        }
        for plan, cores in zip(plans, each(setting, plans), strict=True)
    ]


def of_routine(rows, routine, readers):
    return next(
        row['series'] for row in rows if (row['routine'], row['readers']) == (routine, readers)
    )


def over_time(rows):
    """Figs 1 to 3, from the same runs; of Fig. 1 the loads between significant ones."""
    found = {}
    for number, routine in TIME_FIGURES.items():
        found[number] = {
            'routine': routine,
            'readers': {n: of_routine(rows, routine, n) for n in (1, 8)},
        }
    alone = found[1]['readers'][1]
    alone['loads'] = measure.loads_between(alone)
    return found


def distributions(setting, size):
    """Figs 4 to 7."""
    found = {}
    for number, (routine, interrupts) in DISTRIBUTIONS.items():
        plans = [
            Plan(
                *('readers', routine, readers),
                period=size.period if interrupts else 0,
                count=size.reads,
            )
            for readers in size.readers
        ]
        found[number] = {
            'routine': routine,
            'interrupts': interrupts,
            'readers': {
                plan.readers: measure.successive(cores[0], plan.half_bits)
                for plan, cores in zip(plans, each(setting, plans), strict=True)
            },
        }
    return found


def compensation(setting, size):
    """Figs 12 to 15, and the same of each load: zero elapsed time by each method."""
    plans = [
        Plan('zero', routine, LOADS, load, period, count=size.zero)
        for routine in size.routines
        for load in ('reads', 'bursts')
        for period in (0, size.period)
    ]
    return [
        {
            'routine': plan.routine,
            'load': plan.load,
            'interrupts': bool(plan.period),
            **measure.zero(cores),
        }
        for plan, cores in zip(plans, each(setting, plans), strict=True)
    ]


def calls(setting, size):
    """Figs 16 and 17."""
    plans = [
        Plan('rpc', pairs=pairs, words=words, count=size.calls, period=size.period)
        for pairs in size.pairs
        for words in size.words
    ]
    return [
        {'pairs': plan.pairs, 'words': plan.words, **measure.calls(cores)}
        for plan, cores in zip(plans, each(setting, plans), strict=True)
    ]


def all_of(setting, size):
    rows = routines(setting, size)
    plan = Plan('modules', 'latched read', count=size.modules)
    return {
        'far': setting.far,
        'routines': rows,
        'over time': over_time(rows),
        'distributions': distributions(setting, size),
        'modules': measure.modules(run(setting, plan)),
        'compensation': compensation(setting, size),
        'calls': calls(setting, size),
    }


# --- what must hold


def check_loads(series):
    """Fig. 1 by one reader: two loads of the clock lie between the significant ones, four at a
    peak, one at the trough behind it; a peak lies at a wrap of the low half, and nowhere else."""
    loads, wraps = series['loads'], series['wraps']
    peaks = [i for i, count in enumerate(loads) if count == 4]
    troughs = [i for i, count in enumerate(loads) if count == 1]
    if not peaks:
        yield 'Fig. 1: no peak'
    if set(loads) - {1, 2, 4}:
        yield f'Fig. 1: {sorted(set(loads))} loads between significant ones'
    if [i + 1 for i in peaks if i + 1 < len(loads)] != [i for i in troughs if i]:
        yield 'Fig. 1: a peak without a trough behind it'
    if any(not wraps[i + 1] for i in peaks):
        yield 'Fig. 1: a peak apart from the wraps'
    if len(peaks) > series['periods']:
        yield f'Fig. 1: {len(peaks)} peaks in {series["periods"]} periods'


def check_peaks(series):
    """Each peak is longer, and each trough shorter, than any other elapsed time."""
    elapsed = {
        count: [t for t, n in zip(series['elapsed'], series['loads'], strict=True) if n == count]
        for count in (1, 2, 4)
    }
    between = elapsed[2]
    if any(t <= max(between) for t in elapsed[4]) or any(t >= min(between) for t in elapsed[1]):
        yield 'Fig. 1: a peak or a trough that does not stand out'


def k_of(row, name):
    found = row['methods'][name]['k']
    return found['k'] if found else float('nan')


def check_compensation(rows):
    for row in rows:
        if row['routine'] != '4-Read':
            continue
        one, two = k_of(row, 'Method I'), k_of(row, 'Method II')
        what = f'4-Read, {row["load"]}, {"interrupts" if row["interrupts"] else "none"}'
        if row['interrupts'] and not two > one:
            yield f'{what}: k of Method II is {two:.2f}, of Method I {one:.2f}'
        if row['interrupts'] and not 0.55 <= one <= 0.80:
            yield f'{what}: k of Method I is {one:.2f}, not near 2/3'
        if row['load'] == 'bursts' and not row['interrupts'] and not one > 1:
            yield f'{what}: k of Method I is {one:.2f}, not above 1'


def check_readings(result):
    """Each reading is that of a cycle in which its routine ran."""
    for row in result['routines']:
        if row['series']['wrong']:
            yield f'{row["routine"]}, {row["readers"]} readers: {row["series"]["wrong"]} wrong'
    for number, figure in result['distributions'].items():
        for readers, series in figure['readers'].items():
            if series['wrong']:
                yield f'Fig. {number}, {readers} readers: {series["wrong"]} wrong readings'


def faults(result):
    """A line for each thing that does not hold."""
    alone = result['over time'][1]['readers'][1]
    return [
        *check_readings(result),
        *check_loads(alone),
        *check_peaks(alone),
        *check_compensation(result['compensation']),
    ]
