# SPDX-License-Identifier: Apache-2.0
"""The figures as text; the paper's numbers stand beside gnomon's."""

import figures
from tables import layout, number


def of_spread(values):
    return [number(values['mean']), number(values['deviation'])]


def interval(k):
    return f'{k["k"]:.2f} ({k["low"]:.2f} to {k["high"]:.2f})' if k else 'unknown'


def routines(result):
    rows = [
        [
            row['routine'],
            row['readers'],
            *of_spread(row['series']['clock']),
            *of_spread(row['series']['truth']),
            *of_spread(row['series']['error']),
            row['series']['wrong'],
        ]
        for row in result['routines']
    ]
    head = ['routine', 'readers', 'clock', 's', 'exact', 's', 'error', 's', 'wrong']
    return ['Two successive reads: cycles', '', *layout(head, rows)]


def over_time(result):
    series = result['over time'][1]['readers'][1]
    lines = ['Figs 1 to 3: elapsed time of two successive reads over time', '']
    rows = []
    for loads in (2, 4, 1):
        own = [
            (t, e)
            for t, e, n in zip(series['elapsed'], series['exact'], series['loads'], strict=True)
            if n == loads
        ]
        name = {2: 'between', 4: 'peak', 1: 'trough'}[loads]
        clock = sorted({t for t, _ in own})
        exact = sorted({e for _, e in own})
        rows.append([name, loads, len(own), clock[0], clock[-1], exact[0], exact[-1]])
    head = ['Fig. 1, one reader', 'loads', 'count', 'clock from', 'to', 'exact from', 'to']
    lines += layout(head, rows)
    lines.append(f'periods of the low half: {series["periods"]}')
    return lines


def distributions(result):
    lines = ['Figs 4 to 7: two successive reads by number of readers, cycles', '']
    rows = []
    for figure, found in result['distributions'].items():
        for readers, series in found['readers'].items():
            rows.append(
                [
                    f'Fig. {figure}, {found["routine"]}',
                    'yes' if found['interrupts'] else 'no',
                    readers,
                    *of_spread(series['clock']),
                    number(series['clock']['least'], 0),
                    number(series['clock']['most'], 0),
                    *of_spread(series['truth']),
                    *of_spread(series['error']),
                ]
            )
    head = ['', 'interrupts', 'readers', 'clock', 's', 'from', 'to']
    return [*lines, *layout([*head, 'exact', 's', 'error', 's'], rows)]


def modules(result):
    found = result['modules']
    rows = [
        [f'core {row["core"]}', *of_spread(row['clock']), *of_spread(row['exact'])]
        for row in found['cores']
    ]
    count, percent = figures.PUBLISHED_MODULES
    return [
        'Fig. 11: the same loop on each core, cycles',
        '',
        *layout(['', 'clock', 's', 'exact', 's'], rows),
        f'differ by {100 * found["differ"]:.2f} %, exactly by {100 * found["exactly"]:.2f} %'
        f' (paper: {count} modules, {percent} %)',
    ]


def compensation(result):
    lines = ['Figs 12 to 15: zero elapsed time by 4-Read and others, cycles', '']
    rows = []
    for row in result['compensation']:
        for name, found in row['methods'].items():
            rows.append(
                [
                    row['routine'],
                    row['load'],
                    'yes' if row['interrupts'] else 'no',
                    name,
                    *of_spread(found['net']),
                    *of_spread(found['error']),
                    interval(found['k']) if 'k' in found else '',
                ]
            )
    head = ['routine', 'load', 'interrupts', 'method', 'net', 's', 'error', 's', 'k (95 %)']
    lines += [*layout(head, rows), '']
    rows = [
        [
            f'Fig. {figure}, {method}',
            'StarOS' if interrupts else 'Medusa',
            *(figures.PUBLISHED[figure][key] for key in ('4-Read', '1-Read', 'mean')),
        ]
        for figure, (method, interrupts) in figures.COMPENSATION.items()
    ]
    head = ['the paper', 'under', 'k of 4-Read', 'k of 1-Read', 'mean of 4-Read, us']
    return [*lines, *layout(head, rows)]


def calls(result):
    lines = ['Figs 16 and 17: latency and calls, cycles, with interrupts', '']
    rows = []
    for row in result['calls']:
        for what in ('latency', 'call', 'zero'):
            found = row[what]
            rows.append(
                [
                    what,
                    row['pairs'],
                    row['words'],
                    *of_spread(found['exact']),
                    *(
                        cell
                        for name in ('uncorrected', 'Method I', 'Method II')
                        for cell in (
                            number(found['methods'][name]['error']['mean']),
                            number(found['methods'][name]['error']['deviation']),
                        )
                    ),
                ]
            )
    head = ['', 'pairs', 'words', 'exact', 's', 'error', 's', 'error I', 's', 'error II', 's']
    lines += layout(head, rows)
    published = ', '.join(
        f'{latency:,} with {pairs}' for pairs, latency in figures.PUBLISHED_LATENCY.items()
    )
    lines.append(f'the paper: latency in us by pairs: {published};')
    lines.append(f'a call takes {figures.PUBLISHED_WORD} us more for each word')
    return lines


PARTS = (routines, over_time, distributions, modules, compensation, calls)


def text(result):
    blocks = ['\n'.join(part(result)) for part in PARTS]
    return '\n\n'.join(blocks) + '\n'
