# SPDX-License-Identifier: Apache-2.0
"""The figures: what is run for each, what it shows, and what must hold."""

import math
from dataclasses import dataclass

import measure
import numpy
import coarse
from measure import CLOCKS, CONFIDENCE, DURATIONS, has_jitter
from runs import Plan, run, tick_of
from simulated import each

EXPERIMENTS = 10  # repetitions of the experiment, as in Table 17
LOCKED_TICKS = 8  # of a locked loop
RARE = 1e-4  # an outcome that is less likely is a fault
WIDTH = 5  # per cent: what is planned
SHOWN = '3,4'  # the shortest duration, whose mean is drawn
STEPS = 40  # of that picture


@dataclass(frozen=True)
class Size:
    """loops    of an experiment
    locked   experiments with a locked loop, and loops of each
    """

    loops: int
    locked: int
    locked_loops: int


FULL = Size(loops=10000, locked=10, locked_loops=2000)
SMALL = Size(loops=300, locked=2, locked_loops=300)


def one_loop(run):
    """Fig. 16: a loop, and the ticks of both nodes in it."""
    exact, tick = run.times['exact'], run.tick
    loop = exact[: len(DURATIONS)]
    first = int(loop[0]) // tick * tick
    whole = range(first, int(loop[-1]) + tick, tick)
    places = coarse.places_of_node(run.seed, tick, whole[-1] // tick + 1)
    return {
        'points': (loop - first).tolist(),
        'ticks': [begin + tick - first for begin in whole],
        'jitter': [begin + int(places[begin // tick]) + 1 - first for begin in whole],
    }


def covered(rows, mean):
    """The estimates, and whether each has the mean of its duration in its interval."""
    return [{**row, 'covers': measure.covers(row, of)} for row, of in zip(rows, mean, strict=True)]


def by_clock(setting, clock, runs, seed):
    """A clock in all experiments, for Table 17: `single` are the estimates of each experiment."""
    exact = [measure.durations(run.times['exact']) for run in runs]
    mean = numpy.mean(exact, axis=(0, 2))
    tick, loops = runs[0].tick, exact[0].shape[1]
    counts = [
        measure.durations(measure.readings(run, EXPERIMENTS * seed + i)[clock])
        for i, run in enumerate(runs)
    ]
    single = [
        measure.estimates(setting, clock, each, tick, (own[0].mean(), own[0].std()))
        for each, own in zip(counts, exact, strict=True)
    ]
    of_each = numpy.sum(counts, axis=2).T
    pooled = measure.sums(setting, clock, of_each, tick, loops)
    off = [measure.worst(*both, tick) for both in zip(counts, exact, strict=True)]
    return {
        'sums': of_each.tolist(),
        'estimates': covered(pooled, mean),
        'single': [covered(rows, mean) for rows in single],
        'bound': [
            measure.bound(clock, tick, loops, deviation, i == 0)
            for i, deviation in enumerate(numpy.std(exact, axis=(0, 2)))
        ],
        'worst': {key: max(row[key] for row in off) for key in off[0]},
        'means': means(counts, tick),
    }


def means(counts, tick):
    """The mean of one duration over the first loops of all experiments, for some numbers of
    them."""
    row = numpy.concatenate([own[DURATIONS.index(SHOWN)] for own in counts])
    at = sorted({int(n) for n in numpy.geomspace(10, len(row), STEPS)})
    return {'loops': at, 'mean': [float(tick * row[:n].mean()) for n in at]}


def table_17(setting, size, seed):
    runs = each(
        run, setting, [Plan(size.loops, EXPERIMENTS * seed + i) for i in range(EXPERIMENTS)]
    )
    exact = numpy.array([measure.durations(run.times['exact']) for run in runs])
    mean = exact.mean(axis=(0, 2))
    return {
        'loops': size.loops,
        'tick': runs[0].tick,
        'needed': measure.needed(setting, runs[0].tick, mean.min(), WIDTH),
        'one loop': one_loop(runs[0]),
        'exact': {
            'mean': mean.tolist(),
            'deviation': exact.std(axis=(0, 2)).tolist(),
            'sums': exact.sum(axis=2).T.tolist(),
            'means': means(exact, 1),
        },
        'rule': [measure.by_rule(run) for run in runs],
        'clocks': {clock: by_clock(setting, clock, runs, seed) for clock in CLOCKS},
    }


def locked(setting, size, seed):
    """A loop that takes a whole number of ticks, by both nodes: `known` are estimates with the
    loop's time stated, `unknown` without."""
    tick = tick_of(setting.build)
    length = LOCKED_TICKS * tick
    plans = [Plan(size.locked_loops, EXPERIMENTS * seed + i, length) for i in range(size.locked)]
    rows = []
    for found in each(run, setting, plans):
        exact = measure.durations(found.times['exact'])
        row = {'exact': exact.mean(axis=1).tolist(), 'rule': measure.by_rule(found), 'clocks': {}}
        for clock, node in (('prescaler', 'ticks'), ('prescaler, jitter', 'jitter')):
            counts = measure.durations(found.times[node] // tick)
            row['clocks'][clock] = {
                'known': covered(
                    measure.estimates(setting, clock, counts, tick, (length, 0)), row['exact']
                ),
                'unknown': measure.estimates(setting, clock, counts, tick),
                'worst': measure.worst(counts, exact, tick),
            }
        rows.append(row)
    return {'loops': size.locked_loops, 'length': length, 'experiments': rows}


def all_of(setting, size, seed):
    return {
        'durations': DURATIONS,
        'seed': seed,
        'table 17': table_17(setting, size, seed),
        'locked': locked(setting, size, seed),
    }


# --- what must hold


def least_covered(count):
    """So many of `count` intervals cover, or what happened was less likely than RARE."""
    below = 0
    for k in range(count + 1):
        below += math.comb(count, k) * CONFIDENCE**k * (1 - CONFIDENCE) ** (count - k)
        if below > RARE:
            return k
    return count


def check_bounds(what, clock, worst, tick, loops):
    """No count is a tick off, with jitter two, nor a sum of contiguous ones; no sum is so many
    ticks off as it has counts, with jitter twice as many."""
    limit = (2 if has_jitter(clock) else 1) * (tick - 1) / tick
    for key, times in (('count', 1), ('sum', loops), ('contiguous', 1)):
        if worst[key] > limit * times:
            name = 'contiguous sum' if key == 'contiguous' else key
            yield f'{what}, {clock}: a {name} is {worst[key]:.3f} ticks off'


def check_intervals(what, rows):
    """Of many estimates: none has an interval of width 0, and as many cover as they promise."""
    shown = [row for row in rows if row['covers'] is not None]
    cover = sum(row['covers'] for row in shown)
    if any(row['low'] >= row['high'] for row in shown):
        yield f'{what}: an interval of width 0'
    if cover < least_covered(len(shown)):
        yield f'{what}: {cover} of {len(shown)} intervals cover the exact mean'


def check_table_17(found):
    if not all(row['ticks'] and row['jitter'] for row in found['rule']):
        yield 'Table 17: a time of a node is not that of its ticks'
    for clock, own in found['clocks'].items():
        yield from check_bounds('Table 17', clock, own['worst'], found['tick'], found['loops'])
        single = [row for rows in own['single'] for row in rows]
        yield from check_intervals(f'Table 17, {clock}', single)
        if any(row['covers'] is None for row in single + own['estimates']):
            yield f'Table 17, {clock}: a duration without an interval'
        whole, *parts = numpy.array(own['sums'])
        if (whole != numpy.sum(parts, axis=0)).any():
            yield f'Table 17, {clock}: the parts of a loop are not the loop'
    pooled = [row for own in found['clocks'].values() for row in own['estimates']]
    yield from check_intervals('Table 17, all experiments', pooled)


def check_locked(found, tick):
    jitter = []
    for row in found['experiments']:
        if not all(row['rule'].values()):
            yield 'locked: a time of a node is not that of its ticks'
        for clock, own in row['clocks'].items():
            yield from check_bounds('locked', clock, own['worst'], tick, found['loops'])
        fixed = row['clocks']['prescaler']
        jitter += row['clocks']['prescaler, jitter']['known'][1:]
        if any(
            part['low'] is not None or 'locked' not in part['why'] for part in fixed['known'][1:]
        ):
            yield 'locked: an interval, where the loop is known to be locked'
        if any(part['low'] is not None for part in fixed['unknown'][1:]):
            yield 'locked: an interval, where the loop is not known'
    if any(part['covers'] is None for part in jitter):
        yield 'locked, jitter: a duration without an interval'
    yield from check_intervals('locked, jitter', jitter)


def faults(result):
    """A line for each thing that does not hold."""
    return [
        *check_table_17(result['table 17']),
        *check_locked(result['locked'], result['table 17']['tick']),
    ]
