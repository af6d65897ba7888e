# SPDX-License-Identifier: Apache-2.0
"""The figures as SVG, one file each."""

import numpy
import plots
import runs
from plots import EXACT, finish, panels


def figure_4(result):
    """Overhead against the wall: a fixed cost, and what comes each interval."""
    rows = result['table 1']
    walls = numpy.array([row['wall_s'] for row in rows])
    costs = numpy.array([row['sync_s'] + row['stores'] / runs.HZ for row in rows])
    figure, (axes,) = panels()
    axes.plot(walls, 100 * costs / walls, 'o', color='C0', label='measured')
    if len(rows) > 1:
        each, fixed = numpy.polyfit(walls, costs, 1)
        along = numpy.linspace(walls.min(), walls.max(), 200)
        axes.plot(
            along,
            100 * (fixed / along + each),
            label=f'{1000 * fixed:.1f} ms / wall + {100 * each:.3f} %',
            **EXACT,
        )
    finish(axes, 'Fig. 4: overhead', 'wall, s', 'per cent of the wall')
    return figure


def space_time(result):
    """Figs 5 to 8: the first messages between farmer and workers."""
    row = result['orders'][-1]
    figure, (axes,) = panels()
    for board in range(runs.BOARDS):
        label = None if board else 'a board'
        axes.axhline(-board, color='lightgray', linewidth=2, label=label, zorder=0)
    for number, (sender, sent, receiver, received) in enumerate(row['first']):
        axes.plot(
            [sent / 1000, received / 1000],
            [-sender, -receiver],
            color='C1' if sender else 'C0',
            linewidth=0.8,
            label=('work', 'a result')[bool(sender)] if number in first_of_each(row) else None,
        )
    names = ['farmer', *(f'worker {k}' for k in range(1, runs.BOARDS))]
    axes.set_yticks([-k for k in range(runs.BOARDS)], names)
    finish(axes, 'Messages of the farm by the common time', 'ms', None)
    return figure


def first_of_each(row):
    """Places of the first piece of work and of the first result."""
    kinds = [bool(message[0]) for message in row['first']]
    return {kinds.index(kind) for kind in set(kinds)}


def draw(result, folder):
    plots.save({'fig-4': figure_4(result), 'space-time': space_time(result)}, folder)
