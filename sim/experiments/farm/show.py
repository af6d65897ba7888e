# SPDX-License-Identifier: Apache-2.0
"""The figures as text, in the form of Table 1."""

import figures
import runs
from tables import layout, number


def shares(row):
    """Per cent of the wall that polls and the program's stores take."""
    sync = 100 * row['sync_s'] / row['wall_s']
    return sync, 100 * row['stores'] / runs.HZ / row['wall_s']


def table_1(result):
    rows = []
    for row in result['table 1']:
        sync, stores = shares(row)
        rows.append(
            [
                f'{row["plan"]["mean"]:g}',
                number(row['wall_s'], 3),
                number(row['interval_s'], 3),
                row['pulses'],
                number(row['sync_s'], 3),
                number(sync, 3),
                number(stores, 3),
            ]
        )
    head = ['mean work s', 'wall s', 'interval s', 'pulses', 'sync s', 'sync %', 'stores %']
    paper = [
        [f'{mean:g}', number(wall, 3), pulses, *(number(part, 3) for part in parts)]
        + [number(100 * sum(parts) / wall, 3)]
        for mean, wall, pulses, parts in result['published']
    ]
    return [
        f'Table 1: {result["trips"]} round trips of seven workers, truncated Gaussian work; simulated'
        f' {result["scale"]} times shorter',
        '',
        *layout(head, rows),
        '',
        'sync: polls, which take the link of a board and nothing of its processor; stores: the',
        'writes of the farmer to its event port, a cycle each.',
        '',
        'As published, for software clocks (1,000 round trips, an interval of '
        f'{figures.PUBLISHED_INTERVAL} s):',
        '',
        *layout(['mean work s', 'wall s', 'pulses', 'sync', 'serve', 'trace', '%'], paper),
    ]


def orders(result):
    rows = []
    for row in result['orders']:
        cells = [row['plan']['work'], row['plan']['pulses'], row['alone']]
        for when in 'live', 'later':
            order = row[when]
            cells += [order['tachyons'], order['undecided'], order['broken']]
        cells += [row['gnomon']['tachyons'], row['gnomon']['undecided']]
        rows.append(cells)
    head = ['work', 'pulses', 'alone', *('tachyons', 'undecided', 'certain') * 2]
    head += ['gnomon: tachyons', 'undecided']
    return [
        f'Order of {2 * result["trips"]} messages by the common time: by the pulses so far, then by all',
        '',
        *layout(head, rows),
        '',
        'alone: tachyons by one pulse and the nominal clocks;',
        'tachyons: received before they were sent, by the times alone; undecided: the bounds leave the',
        'order open; certain: tachyons in spite of the bounds, which break then.',
    ]


def bounds(result):
    rows = [
        [
            row['plan']['work'],
            row['plan']['pulses'],
            *(
                number(row[when][key])
                for when in ('live', 'later')
                for key in ('error_us_p50', 'error_us_max', 'bound_us_p50')
            ),
        ]
        for row in result['orders']
    ]
    head = ['work', 'pulses', 'p50', 'max', 'bound', 'p50', 'max', 'bound']
    return [
        'Error of the times of all sends and receives, in us: by the pulses so far, then by all',
        '',
        *layout(head, rows),
    ]


def text(result):
    parts = (orders(result), bounds(result), table_1(result))
    return '\n\n'.join('\n'.join(part) for part in parts) + '\n'
