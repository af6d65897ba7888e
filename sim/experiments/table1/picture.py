# SPDX-License-Identifier: Apache-2.0
"""The table as a picture: for each row what it does to each program, and what it costs."""

import math
from html import escape

WIDTH, LEFT, TOP, ROW, GAP = 1000, 330, 96, 34, 26
PANELS = 3
PANEL = (WIDTH - LEFT - PANELS * GAP) // PANELS
COLORS = {'barrier': '#1f77b4', 'lock': '#ff7f0e', 'single': '#2ca02c'}
COST = '#7f7f7f'


class Scale:
    """A logarithmic scale from `least` up, whose origin is for 0."""

    def __init__(self, values, least):
        self.least = least
        most = max([value for value in values if value > 0], default=10 * least)
        self.decades = max(1, math.ceil(math.log10(most / least)))

    def width(self, value):
        if value <= self.least:
            return 0.0 if value <= 0 else 2.0
        return PANEL * min(1.0, math.log10(value / self.least) / self.decades)

    def ticks(self):
        return [self.least * 10**k for k in range(self.decades + 1)]


def short(value):
    if value >= 1000:
        return f'{value / 1000:g}k'
    return f'{value:g}'


def text(x, y, words, size=12, anchor='start', more=''):
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}"{more}>'
        f'{escape(words)}</text>'
    )


def axis(x, height, title, unit, scale):
    parts = [text(x, TOP - 44, title, 13, more=' font-weight="bold"'), text(x, TOP - 28, unit, 11)]
    for tick in scale.ticks():
        at = x + scale.width(tick * 1.0000001)
        parts.append(
            f'<line x1="{at:.1f}" y1="{TOP - 4}" x2="{at:.1f}" y2="{TOP + height}" '
            'stroke="#dddddd"/>'
        )
        parts.append(text(at, TOP - 10, short(tick), 10, 'middle'))
    return parts


def bar(x, y, width, height, color, label):
    return [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{color}"/>',
        text(x + width + 3, y + height - 0.5, label, 9),
    ]


def bars(x, table, keys, scale, value):
    """A bar for each row and program."""
    parts, programs = [], list(table['programs'])
    height = (ROW - 8) / len(programs)
    for index, key in enumerate(keys):
        for place, program in enumerate(programs):
            amount = value(table['programs'][program]['rows'][key]['plain'])
            y = TOP + ROW * index + 4 + height * place
            label = '0' if amount == 0 else f'{amount:,.1f}' if amount < 100 else f'{amount:,.0f}'
            parts += bar(x, y, scale.width(amount), height - 1, COLORS[program], label)
    return parts


def longer(values):
    return 100 * values['extra_cycles'] / values['base_cycles']


def an_event(values):
    return values['event_cycles'] + values['routine_cycles']


def every(table, keys, value):
    return [
        value(result['rows'][key]['plain']) for result in table['programs'].values() for key in keys
    ]


def legend(table):
    parts, x = [], LEFT
    for program in table['programs']:
        parts.append(f'<rect x="{x}" y="14" width="12" height="12" fill="{COLORS[program]}"/>')
        parts.append(text(x + 17, 24, f'{program} program', 12))
        x += 150
    return parts


def svg(table):
    keys = list(table['titles'])
    height = ROW * len(keys)
    parts = [*legend(table), text(8, TOP - 44, 'Row of Table 1', 13, more=' font-weight="bold"')]
    for index, key in enumerate(keys):
        y = TOP + ROW * index
        if index % 2 == 0:
            parts.append(f'<rect x="0" y="{y}" width="{WIDTH}" height="{ROW}" fill="#f6f6f6"/>')
        parts.append(text(8, y + 21, key, 12, more=' font-weight="bold"'))
        parts.append(text(122, y + 21, table['titles'][key], 11))
    places = [LEFT + panel * (PANEL + GAP) for panel in range(PANELS)]
    scale = Scale(every(table, keys, an_event), 1)
    parts += axis(places[0], height, 'Inserted code and routines', 'cycles an event', scale)
    parts += bars(places[0], table, keys, scale, an_event)
    scale = Scale(every(table, keys, longer), 0.1)
    parts += axis(places[1], height, 'Program takes longer', '% of its cycles', scale)
    parts += bars(places[1], table, keys, scale, longer)
    if table['costs']:
        scale = Scale([cost['luts'] for cost in table['costs'].values()], 10)
        parts += axis(places[2], height, 'Logic of the row', 'LUTs (RAM blocks)', scale)
        for index, key in enumerate(keys):
            cost = table['costs'][key]
            label = f'{cost["luts"]:,} ({cost["blocks"]})'
            y = TOP + ROW * index + ROW / 2 - 6
            parts += bar(places[2], y, scale.width(cost['luts']), 12, COST, label)
    body = '\n'.join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + 60}" '
        f'height="{TOP + height + 12}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )
