# SPDX-License-Identifier: Apache-2.0
"""The figures as SVG, one file each: the clock's numbers beside gnomon's exact ones."""

import figures
import numpy
import plots
from plots import EXACT, finish, panels

BINS = 60
SHOWN = 3000  # reads of Figs 1 to 3


def plural(count, what):
    return f'{count} {what}' if count == 1 else f'{count} {what}s'


def over_time(number, found):
    figure, axes = panels(len(found['readers']))
    for panel, (readers, series) in zip(axes, found['readers'].items(), strict=True):
        at = series['at'][:SHOWN]
        panel.plot(at, series['elapsed'][:SHOWN], label='by the clock', linewidth=0.8)
        panel.plot(at, series['exact'][:SHOWN], ':', label='exact', **EXACT)
        title = f'Fig. {number}: {found["routine"]}, {plural(readers, "reader")}'
        finish(panel, title, 'cycles since the first read', 'elapsed time of two reads')
    return figure


def histogram(axes, values, edges, label, **style):
    shares = numpy.histogram(values, edges)[0] / max(len(values), 1)
    axes.stairs(shares, edges, label=label, **style)


def distribution(number, found):
    figure, axes = panels()
    rows = found['readers'].items()
    most = numpy.quantile([t for _, series in rows for t in series['elapsed']], 0.995)
    least = min(t for _, series in rows for t in series['elapsed'])
    edges = numpy.linspace(least, most + 1, BINS)
    for readers, series in rows:
        histogram(axes[0], series['elapsed'], edges, plural(readers, 'reader'))
        histogram(axes[0], series['exact'], edges, None, linestyle=':', **EXACT)
    title = (
        f'Fig. {number}: {found["routine"]}, {"with" if found["interrupts"] else "without"} '
        'interrupts (dotted: exact)'
    )
    finish(axes[0], title, 'elapsed time of two reads, cycles', 'share')
    return figure


def modules(found):
    figure, axes = panels()
    numbers = [row['core'] for row in found['cores']]
    axes[0].bar(
        numbers, [row['clock']['mean'] for row in found['cores']], 0.6, label='by the clock'
    )
    exact = [row['exact']['mean'] for row in found['cores']]
    axes[0].plot(numbers, exact, 'k_', markersize=20, label='exact')
    finish(axes[0], 'Fig. 11: the same loop on each core', 'core', 'cycles')
    return figure


def compensation(number, rows):
    method, interrupts = figures.COMPENSATION[number]
    chosen = [row for row in rows if row['routine'] == '4-Read' and row['interrupts'] == interrupts]
    figure, axes = panels(len(chosen))
    for panel, row in zip(axes, chosen, strict=True):
        net = numpy.array(row['values'][method])
        before = numpy.array(row['values']['uncorrected'])
        low, high = numpy.quantile(numpy.concatenate([net, before]), (0.005, 0.995))
        edges = numpy.linspace(low, high + 1, BINS)
        k = row['methods'][method]['k']
        histogram(panel, before, edges, 'uncorrected', linestyle='--')
        histogram(panel, net, edges, f'{method}, k = {k["k"]:.2f}' if k else method)
        panel.axvline(row['exact']['mean'], label='exact', **EXACT)
        title = (
            f'Fig. {number}: zero elapsed time, {"with" if interrupts else "without"} interrupts, '
            f'load of {row["load"]}'
        )
        finish(panel, title, 'cycles', 'share')
    return figure


def calls(number, rows):
    what = figures.RPC_FIGURES[number]
    figure, axes = panels()
    for pairs in sorted({row['pairs'] for row in rows}):
        own = [row for row in rows if row['pairs'] == pairs]
        words = [row['words'] for row in own]
        net = [row[what]['methods']['Method II']['net'] for row in own]
        axes[0].errorbar(
            words,
            [values['mean'] for values in net],
            [values['deviation'] for values in net],
            capsize=3,
            label=f'{plural(pairs, "pair")}, Method II',
        )
        one = [row[what]['methods']['Method I']['net']['mean'] for row in own]
        axes[0].plot(words, one, '+', color='gray', label=None)
        exact = [row[what]['exact']['mean'] for row in own]
        axes[0].plot(words, exact, ':', label=None, **EXACT)
    title = {
        16: 'Fig. 16: latency of messages',
        17: 'Fig. 17: time of remote procedure calls',
    }[number]
    finish(axes[0], f'{title} (+: Method I, dotted: exact)', 'words accessed', 'cycles')
    return figure


def all_of(result):
    """Figure number -> picture."""
    found = {n: over_time(n, row) for n, row in result['over time'].items()}
    found.update({n: distribution(n, row) for n, row in result['distributions'].items()})
    found[11] = modules(result['modules'])
    found.update({n: compensation(n, result['compensation']) for n in figures.COMPENSATION})
    found.update({n: calls(n, result['calls']) for n in figures.RPC_FIGURES})
    return found


def draw(result, folder):
    plots.save({f'fig-{n:02}': figure for n, figure in all_of(result).items()}, folder)
