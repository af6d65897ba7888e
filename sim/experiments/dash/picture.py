# SPDX-License-Identifier: Apache-2.0
"""The figures as SVG, one file each: what slow clocks show beside the exact times."""

import math

import figures
import plots
from measure import CLOCKS, has_jitter
from plots import EXACT, finish, panels

LANES = {'process 1': (1, 2, 3, 4, 11, 12, 13), 'process 2': (5, 6, 7, 8, 9, 10)}
CLOSE = (4, 10)  # points whose numbers would meet those before them
COLORS = dict(zip(CLOCKS, ('C0', 'C1', 'C2', 'C3'), strict=True))


def figure_16(result):
    """One loop: which process runs from point to point, and the ticks of both clocks."""
    found = result['table 17']['one loop']
    points = found['points']
    figure, (axes,) = panels()
    for lane, numbers in enumerate(LANES.values()):
        label = 'a process runs' if not lane else None
        for number in numbers:
            if number + 1 in numbers:
                ends = points[number - 1 : number + 1]
                axes.plot(ends, [-lane] * 2, color='C0', linewidth=4, label=label)
                label = None
            axes.plot(points[number - 1], -lane, 'k|', markersize=14)
            shown = str((number - 1) % 12 + 1)
            above = 0.5 if number in CLOSE else 0.25
            axes.annotate(shown, (points[number - 1], -lane + above), ha='center')
    for begin, end in ((4, 5), (10, 11)):
        lanes = (0, -1) if begin == 4 else (-1, 0)
        label = 'the kernel switches' if begin == 4 else None
        axes.plot(points[begin - 1 : end], lanes, ':', label=label, **EXACT)
    for line, name in ((2, 'ticks'), (3, 'jitter')):
        at = found[name]
        axes.plot(at, [-line] * len(at), '|', color=f'C{line}', markersize=16, markeredgewidth=2)
    axes.set_yticks([0, -1, -2, -3], [*LANES, 'ticks', 'with jitter'])
    axes.set_ylim(-3.6, 1.3)
    finish(axes, 'Fig. 16: one loop of the ping-pong, and the ticks of two clocks', 'cycles', None)
    return figure


def table_17(result):
    """The error of each mean, with its interval."""
    found = result['table 17']
    figure, axes = panels(2)
    for panel, jitter in zip(axes, (False, True), strict=True):
        clocks = [clock for clock in CLOCKS if has_jitter(clock) == jitter]
        for i, clock in enumerate(clocks):
            for number, row in enumerate(found['clocks'][clock]['estimates']):
                exact = found['exact']['mean'][number]
                panel.errorbar(
                    number + (i - 0.5) / 4,
                    row['mean'] - exact,
                    [[row['mean'] - row['low']], [row['high'] - row['mean']]],
                    fmt='o',
                    color=COLORS[clock],
                    markersize=3,
                    capsize=2,
                    label=None if number else clock,
                )
        panel.axhline(0, **EXACT)
        panel.set_xticks(range(len(result['durations'])), result['durations'])
        ticks = f'a tick of {found["tick"]} cycles{", jitter" if jitter else ""}'
        finish(panel, f'Table 17: error of the mean, {ticks}', 'duration', 'cycles')
    return figure


def means(result):
    """The mean of the shortest duration over more and more loops."""
    found = result['table 17']
    tick, exact = found['tick'], found['exact']['means']
    figure, (axes,) = panels()
    for clock in CLOCKS:
        own = found['clocks'][clock]['means']
        axes.plot(own['loops'], own['mean'], label=clock, color=COLORS[clock], linewidth=0.9)
    axes.plot(exact['loops'], exact['mean'], ':', label='exact', **EXACT)
    last = exact['mean'][-1]
    half = [1.96 * math.sqrt(last * (tick - last) / n) for n in exact['loops']]
    for sign in (1, -1):
        axes.plot(
            exact['loops'],
            [last + sign * h for h in half],
            '--',
            color='gray',
            linewidth=0.8,
            label='95 % by (10a)' if sign > 0 else None,
        )
    axes.set_xscale('log')
    axes.set_ylim(0, 4 * last)
    title = f'Mean of ({figures.SHOWN}), by a tick of {tick} cycles'
    finish(axes, title, 'loops', 'cycles')
    return figure


def locked(result):
    """A locked loop, by a clock with fixed ticks and with jitter."""
    found = result['locked']
    experiment = found['experiments'][0]
    figure, (axes,) = panels()
    numbers = range(1, len(result['durations']))
    fixed, jitter = (
        experiment['clocks'][clock]['known'] for clock in ('prescaler', 'prescaler, jitter')
    )
    axes.plot(numbers, [fixed[i]['mean'] for i in numbers], 'x', color='C2', label='ticks')
    axes.errorbar(
        numbers,
        [jitter[i]['mean'] for i in numbers],
        [
            [jitter[i]['mean'] - jitter[i]['low'] for i in numbers],
            [jitter[i]['high'] - jitter[i]['mean'] for i in numbers],
        ],
        fmt='o',
        color='C3',
        markersize=3,
        capsize=3,
        label='with jitter, 95 %',
    )
    axes.plot(numbers, experiment['exact'][1:], 'k_', markersize=14, label='exact')
    axes.set_xticks(numbers, result['durations'][1:])
    finish(axes, f'A loop of {found["length"]} cycles is locked', 'duration', 'mean, cycles')
    return figure


def draw(result, folder):
    drawn = {
        'fig-16': figure_16(result),
        'table-17': table_17(result),
        'means': means(result),
        'locked': locked(result),
    }
    plots.save(drawn, folder)
