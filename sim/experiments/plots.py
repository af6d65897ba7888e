# SPDX-License-Identifier: Apache-2.0
"""Pictures of experiments, as SVG: the same numbers make the same bytes."""

import os

import matplotlib
from matplotlib.figure import Figure

matplotlib.rcParams.update({'svg.hashsalt': 'gnomon', 'svg.fonttype': 'none', 'font.size': 9})
SIZE = (7, 3.6)  # inches
EXACT = {'color': 'black', 'linewidth': 0.8}


def panels(count=1):
    figure = Figure(figsize=(SIZE[0], SIZE[1] * count), layout='constrained')
    return figure, figure.subplots(count, 1, squeeze=False)[:, 0]


def finish(axes, title, x, y):
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.legend(frameon=False)


def save(figures, folder):
    """`figures`: name of a file, without its suffix -> picture."""
    os.makedirs(folder, exist_ok=True)
    for name, figure in sorted(figures.items()):
        figure.savefig(os.path.join(folder, f'{name}.svg'), metadata={'Date': None})
