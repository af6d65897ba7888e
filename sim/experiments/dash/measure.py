# SPDX-License-Identifier: Apache-2.0
"""What a run shows of the durations between measuring points: exactly, and by slow clocks.

The durations are those of Table 17: the whole loop, and the twelve between points that follow each
other. Counts are in ticks, all other numbers in cycles.
"""

import json
import math
import os

import numpy
import simulated
import coarse
from runs import NAME, POINTS

DURATIONS = ('1,1', *(f'{i},{i % len(POINTS) + 1}' for i in range(1, len(POINTS) + 1)))
CLOCKS = ('host', 'host, jitter', 'prescaler', 'prescaler, jitter')
CONFIDENCE = 0.95


def has_jitter(clock):
    return clock.endswith('jitter')


def durations(times):
    """A row for each duration, with a column for each loop."""
    parts = numpy.diff(times).reshape(-1, len(POINTS)).T
    return numpy.vstack([parts.sum(axis=0), parts])


def readings(run, seed):
    """Clock -> its counts at the measuring points of a run. On the host the clock begins anywhere
    in a tick, and its jitter is that of NumPy's generator."""
    exact, tick = run.times['exact'], run.tick
    random = numpy.random.default_rng(seed)
    phase = int(random.integers(tick))
    places = random.integers(tick, size=coarse.periods(exact, tick))
    return {
        'host': coarse.fixed(exact, tick, phase),
        'host, jitter': coarse.jittered(exact, tick, places, phase),
        'prescaler': run.times['ticks'] // tick,
        'prescaler, jitter': run.times['jitter'] // tick,
    }


def by_rule(run):
    """Whether each time of both nodes is the one that the rule of their ticks gives."""
    exact, tick = run.times['exact'], run.tick
    places = coarse.places_of_node(run.seed, tick, coarse.periods(exact, tick))
    return {
        'ticks': bool((run.times['ticks'] == tick * coarse.fixed(exact, tick)).all()),
        'jitter': bool((run.times['jitter'] == tick * coarse.jittered(exact, tick, places)).all()),
    }


def worst(counts, exact, tick):
    """The furthest that a count, the sum of a duration's counts, and the contiguous counts of all
    loops are off, in ticks."""
    off = tick * counts - exact
    return {
        'count': float(abs(off).max() / tick),
        'sum': float(abs(off.sum(axis=1)).max() / tick),
        'contiguous': float(abs(off[0].sum()) / tick),
    }


def samples(setting, columns, options):
    """What `gnomon samples` says of each column of counts."""
    path = os.path.join(setting.scratch, 'counts.csv')
    numpy.savetxt(path, numpy.transpose(columns), fmt='%d', delimiter=',')
    gnomon = os.path.join(setting.build, 'bin', 'gnomon')
    found = simulated.perform([gnomon, 'samples', path, '--json', *options], 'gnomon samples', NAME)
    os.remove(path)
    return json.loads(found)['columns']


def options_of(clock, tick, *more):
    return ['--tick', str(tick), *(['--jitter'] if has_jitter(clock) else []), *more]


def estimates(setting, clock, counts, tick, loop=None):
    """Of each duration, from single counts: the loops follow each other without a break, the parts
    of a loop are apart."""
    known = ['--loop', f'{loop[0]:.6f}+-{loop[1]:.6f}'] if loop else []
    return [
        *samples(setting, counts[:1], options_of(clock, tick, '--contiguous')),
        *samples(setting, counts[1:], options_of(clock, tick, *known)),
    ]


def sums(setting, clock, of_each, tick, loops):
    """Of each duration, from the sums of several experiments."""
    how = options_of(clock, tick, '--sums', str(loops))
    return [
        *samples(setting, of_each[:1], [*how, '--contiguous']),
        *samples(setting, of_each[1:], how),
    ]


def bound(clock, tick, loops, deviation, contiguous):
    """The greatest standard deviation of the mean of one experiment: host/lib/clocks/estimate.h."""
    part = tick**2 / (2 if has_jitter(clock) else 4)
    return math.sqrt((deviation**2 + part / (loops if contiguous else 1)) / loops)


def covers(estimate, mean):
    """None: there is no interval."""
    if estimate['low'] is None:
        return None
    return bool(estimate['low'] <= mean <= estimate['high'])


def needed(setting, tick, shortest, width):
    """Repetitions that `gnomon samples` plans for the shortest duration."""
    gnomon = os.path.join(setting.build, 'bin', 'gnomon')
    ask = ['--tick', str(tick), '--expect', f'{shortest:.3f}', '--width', str(width), '--json']
    return json.loads(simulated.perform([gnomon, 'samples', *ask], 'gnomon samples', NAME))[
        'repetitions'
    ]
