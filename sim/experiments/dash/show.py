# SPDX-License-Identifier: Apache-2.0
"""The figures as text, in the form of Table 17."""

import figures
from tables import layout, number


def exactly(result):
    found = result['table 17']
    rows = [
        [
            f'({name})',
            number(mean),
            number(deviation),
            number(mean / found['tick'], 3),
        ]
        for name, mean, deviation in zip(
            result['durations'], found['exact']['mean'], found['exact']['deviation'], strict=True
        )
    ]
    return [
        f'Exact times of {figures.EXPERIMENTS} experiments with {found["loops"]} loops: cycles; a '
        f'tick is {found["tick"]}',
        '',
        *layout(['duration', 'mean', 's', 'ticks'], rows),
        f'repetitions that the shortest needs for an interval of {figures.WIDTH} %: '
        f'{found["needed"]:,}',
    ]


def table_17a(result):
    found = result['table 17']
    sums = found['clocks']['prescaler']['sums']
    rows = [
        [f'c({name})', *row, sum(row)] for name, row in zip(result['durations'], sums, strict=True)
    ]
    experiments = range(1, figures.EXPERIMENTS + 1)
    return [
        'Table 17a: clock ticks, by the prescaler',
        '',
        *layout(['experiment', *experiments, 'sums'], rows),
    ]


def interval(row):
    return 'none' if row['low'] is None else f'{row["low"]:,.1f} to {row["high"]:,.1f}'


def yes(value):
    return '-' if value is None else 'yes' if value else 'no'


def table_17b(result, clock):
    found = result['table 17']
    own = found['clocks'][clock]
    rows = []
    for i, name in enumerate(result['durations']):
        row = own['estimates'][i]
        rows.append(
            [
                f'({name})',
                number(found['exact']['mean'][i]),
                number(row['mean']),
                number(row['mean'] - found['exact']['mean'][i], 2),
                interval(row),
                yes(row['covers']),
                number(row['s_10a'], 2),
                number(row['deviation'], 2),
                number(own['bound'][i], 2),
                sum(bool(single[i]['covers']) for single in own['single']),
            ]
        )
    head = ['duration', 'exact', 'mean', 'error', 'interval (95 %)', 'covers', 'S (10a)', 's']
    worst = own['worst']
    return [
        f'Table 17b, {clock}: cycles; S, s and bound of one experiment, intervals that cover of '
        f'{figures.EXPERIMENTS}',
        '',
        *layout([*head, 'bound', 'cover'], rows),
        f'furthest off, in ticks: a count {worst["count"]:.3f}, a sum of {found["loops"]} '
        f'{worst["sum"]:.1f}, a contiguous sum {worst["contiguous"]:.3f}',
    ]


def locked(result):
    found, rows = result['locked'], []
    experiment = found['experiments'][0]
    fixed, jitter = (
        experiment['clocks'][clock]['known'] for clock in ('prescaler', 'prescaler, jitter')
    )
    for i, name in list(enumerate(result['durations']))[1:]:
        rows.append(
            [
                f'({name})',
                number(experiment['exact'][i]),
                number(fixed[i]['mean']),
                interval(fixed[i]),
                number(jitter[i]['mean']),
                interval(jitter[i]),
                yes(jitter[i]['covers']),
            ]
        )
    head = ['duration', 'exact', 'ticks', 'interval', 'with jitter', 'interval (95 %)', 'covers']
    of = [
        part['covers']
        for row in found['experiments']
        for part in row['clocks']['prescaler, jitter']['known'][1:]
    ]
    return [
        f'A loop of {found["length"]} cycles, which is locked to the clock: {found["loops"]} loops',
        '',
        *layout(head, rows),
        f'by the ticks: {fixed[1]["why"]}',
        f'with jitter, {len(found["experiments"])} experiments: {sum(map(bool, of))} of {len(of)} '
        'intervals cover',
    ]


def text(result):
    blocks = [
        exactly(result),
        table_17a(result),
        *(table_17b(result, clock) for clock in result['table 17']['clocks']),
        locked(result),
    ]
    return '\n\n'.join('\n'.join(block) for block in blocks) + '\n'
