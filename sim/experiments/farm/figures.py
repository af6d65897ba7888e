# SPDX-License-Identifier: Apache-2.0
"""The figures: what is run for each, what it shows, and what must hold."""

from dataclasses import dataclass

import runs
from runs import Plan
from simulated import each

WORKS = 'none', 'constant', 'truncated', 'quantised'
PULSES = 1, 2, 3, 4
PUBLISHED_INTERVAL = 3.197  # s
HOST_S = 0.001  # in which the host counts

# Table 1 of the paper: mean work, wall, pulses, and seconds of synchronisation, serving and tracing
PUBLISHED = (
    (0.1, 16.641, 9, (0.013, 0.311, 0.505)),
    (0.2, 32.125, 13, (0.063, 0.316, 0.503)),
    (0.3, 47.452, 18, (0.145, 0.316, 0.504)),
    (0.7, 109.040, 37, (0.097, 0.294, 0.505)),
    (1.0, 155.096, 52, (0.183, 0.308, 0.502)),
    (2.0, 309.957, 100, (0.321, 0.306, 0.504)),
)


@dataclass(frozen=True)
class Size:
    """means  of the work in Table 1
    works   kinds of work whose messages are put in order
    trips   round trips of each run
    """

    means: tuple
    works: tuple
    trips: int


FULL = Size(tuple(row[0] for row in PUBLISHED), WORKS, 1000)
SMALL = Size((0.1, 1.0), ('quantised',), 100)


def plans_of(size, seed):
    """Those of the orders, then those of Table 1."""
    orders = [
        Plan(work, size.means[0], pulses, size.trips, seed)
        for work in size.works
        for pulses in PULSES
    ]
    return orders, [Plan('truncated', mean, PULSES[-1], size.trips, seed) for mean in size.means]


def all_of(setting, size, seed):
    orders, rows = plans_of(size, seed)
    plans = list(dict.fromkeys([*reversed(rows), *orders]))  # the longest first
    found = dict(zip(plans, each(runs.run, setting, plans), strict=True))
    return {
        'seed': seed,
        'trips': size.trips,
        'scale': runs.SCALE,
        'orders': [found[plan] for plan in orders],
        'table 1': [found[plan] for plan in rows],
        'published': [list(row) for row in PUBLISHED],
    }


def expected_pulses(wall, first, interval):
    """As in the paper: those before the farm, APART from each other, then one each interval."""
    return first + int((wall - first * runs.APART / 1e6) / interval)


def faults_of(row):
    name = f'{row["plan"]["work"]} {row["plan"]["mean"]:g} s, {row["plan"]["pulses"]} pulses'
    if row['breaks']:
        yield f'{name}: a bound is broken: {row["breaks"][0]}'
    if row['found']:
        yield f'{name}: the library finds a bound broken: {", ".join(row["found"])}'
    for when in 'live', 'later':
        order = row[when]
        if order['broken']:
            yield f'{name}, {when}: {order["broken"]} messages are received before they are sent'
        if order['failed']:
            yield f'{name}, {when}: {order["failed"]} messages are undecided that the bounds decide'
        if order['messages'] != 2 * row['plan']['trips']:
            yield f'{name}, {when}: only {order["messages"]} messages have times'
    counts = row['gnomon']
    if (counts['messages'], counts['between']) != (2 * row['plan']['trips'],) * 2:
        yield f'{name}: gnomon messages finds {counts["messages"]}, {counts["between"]} between boards'
    if counts['tachyons']:
        yield f'{name}: gnomon messages finds {counts["tachyons"]} tachyons'
    if counts['undecided'] < row['later']['undecided']:  # it has whole cycles, rounded up
        yield f'{name}: gnomon messages leaves only {counts["undecided"]} undecided'
    # Pulses are an interval apart, in whole milliseconds of the host; the polls of the one before,
    # and what the host reads between them, may make one wait.
    least, greatest = row['apart_s']
    interval = row['interval_s'] / runs.SCALE
    most = interval + 2 * row['longest_s']
    if greatest and not interval - HOST_S <= least <= greatest <= most:
        bounds = f'{interval:.4f} to {most:.4f}'
        yield f'{name}: pulses {least:.4f} to {greatest:.4f} s apart, not {bounds}'


def faults(result):
    found = [fault for row in result['orders'] + result['table 1'] for fault in faults_of(row)]
    if not any(row['alone'] for row in result['orders'] + result['table 1']):
        found.append('there are no tachyons without refreshes: the runs are too short to show any')
    if not any(row['apart_s'][1] for row in result['table 1']):
        found.append(
            'no board has two pulses behind the first ones: the runs are too short for any'
        )
    return list(dict.fromkeys(found))
