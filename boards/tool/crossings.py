# SPDX-License-Identifier: Apache-2.0
"""The delay of what crosses between two clocks through gnomon_cell_cross: a word of several bits is
a Gray code, whose bits must all arrive within one period of the clock that they come from. nextpnr
cannot be asked for such a limit, so its report is compared with it.
"""

import re

from clocks import FLIP_FLOP
from say import Fault, note

CROSSING = re.compile(r'(^|[/|])gnomon_cell_cross\.v:')
PACKED = ('', '_DFFLC')  # what nextpnr adds to the name of a flip-flop
# It times no path that leads from one flip-flop to another without logic.
UNTIMED = 'nextpnr-himbaechel-gowin'


def pins(cell, *ports):
    """The bit at the one of these ports that the family's flip-flop has."""
    return next(cell['connections'][port][0] for port in ports if port in cell['connections'])


def taken(cells):
    """(flip-flop, clock of its source) for each flip-flop of a crossing that takes the output of
    a flip-flop with another clock."""
    flops = {name: cell for name, cell in cells.items() if FLIP_FLOP.fullmatch(cell['type'])}
    clocks = {pins(cell, 'Q'): pins(cell, 'C', 'CLK') for cell in flops.values()}
    for name, cell in flops.items():
        if CROSSING.search(cell['attributes'].get('src', '')):
            source = clocks.get(pins(cell, 'D', 'DI'))
            if source not in (None, pins(cell, 'C', 'CLK')):
                yield name, source


def arrivals(report):
    """{cell: {clock as nextpnr calls it: ns}}: the latest arrival of each."""
    found = {}
    for net in report.get('detailed_net_timings', []):
        clock = net['event'].partition(' ')[2]
        for end in net['endpoints']:
            latest = found.setdefault(end['cell'], {})
            latest[clock] = max(end['delay'][-1], latest.get(clock, 0))
    return found


def judged(report, clocks, router):
    """The words that cross, the one with the least margin first: {'to', 'from_clock', 'delay_ns',
    'limit_ns'}, with the delay of the last bit. Where the router does not time them: none."""
    late, found = arrivals(report), {}
    if router == UNTIMED:
        for word in sorted({name.rpartition('.')[0] for name, _ in taken(clocks.cells)}):
            note(
                f"{router} does not report the delay of '{word}': its bits must arrive in a period"
            )
        return []
    for name, source in taken(clocks.cells):
        there = next((late[name + end] for end in PACKED if name + end in late), {})
        delays = [ns for clock, ns in there.items() if clocks.find(clock)[1] == source]
        mhz = clocks.mhz(source)
        if not delays or not mhz:
            raise Fault(f"no delay of '{name}' in the report of place and route")
        word = name.rpartition('.')[0]
        row = {
            'to': word,
            'from_clock': clocks.name(source),
            'delay_ns': max(delays),
            'limit_ns': 1e3 / mhz,
        }
        if word not in found or row['delay_ns'] > found[word]['delay_ns']:
            found[word] = row
    return sorted(found.values(), key=lambda row: row['delay_ns'] / row['limit_ns'], reverse=True)


def explain(rows):
    """Why a bitstream is refused: the words that come too late."""
    return [
        f"'{row['to']}' takes a Gray code from clock '{row['from_clock']}' after "
        f'{row["delay_ns"]:.2f} ns: its bits must arrive within one period, {row["limit_ns"]:.2f} ns'
        for row in rows
        if row['delay_ns'] > row['limit_ns']
    ]
