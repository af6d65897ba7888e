# SPDX-License-Identifier: Apache-2.0
"""The rows of Carpenter's Table 1, and how each is run here."""

from dataclasses import dataclass

PROGRAMS = ('barrier', 'lock', 'single')
BURST = 'burst'
NUMBERS = {name: number for number, name in enumerate((*PROGRAMS, BURST))}  # PROGRAM of program.c

# How the fourth column of the table has the ratio pairs read.
CALL, CODE, AUTOMATIC = 'by a system call', 'by the program', 'automatically'


@dataclass(frozen=True)
class Row:
    """key      name of the row or of a variant of it
    number   of the row in the table
    title    what it is
    ratios   how ratio pairs are read
    monitor  part of the monitor that collects: 'bus', 'port', 'pattern', 'sequence', 'hybrid';
             '': the program itself does
    store    rows 1 to 3: the records are in the core's own memory
    headends  rows 4 and 5: headends keep the records in local stores, and send them while REPORT
             is asserted
    cached   the routines of the lines run through the cache
    """

    key: str
    number: int
    title: str
    ratios: str
    monitor: str = ''
    store: bool = False
    headends: bool = False
    cached: bool = False

    @property
    def capture(self):
        return self.number in (5, 7, 9)

    @property
    def report(self):
        return self.number in (4, 5)

    @property
    def code(self):
        """ROW of the program: patterns need no code."""
        return 0 if self.number in (10, 11) else self.number

    @property
    def main(self):
        """It is the row itself, no variant."""
        return self.key == str(self.number)


CACHED = '... routine through the cache'
ROWS = (
    Row('1', 1, 'no hardware, a system call', CALL),
    Row('2', 2, 'central time counter', CODE),
    Row('3', 3, 'local time counters', CODE),
    Row('3 local', 3, '... records in local memory', CODE, store=True),
    Row('4', 4, 'REPORT, headends keep records', AUTOMATIC, 'port', headends=True),
    Row('4 cached', 4, CACHED, AUTOMATIC, 'port', headends=True, cached=True),
    Row('4 copied', 4, 'REPORT, processors copy', CODE),
    Row('4 copied cached', 4, CACHED, CODE, cached=True),
    Row('5', 5, 'REPORT and CAPTURE', CODE),
    Row('5 cached', 5, CACHED, CODE, cached=True),
    Row('5 headends', 5, '... headends keep records', AUTOMATIC, 'port', headends=True),
    Row('6', 6, 'central collection', AUTOMATIC, 'bus'),
    Row('7', 7, 'central collection, CAPTURE', AUTOMATIC, 'bus'),
    Row('7 cached', 7, CACHED, AUTOMATIC, 'bus', cached=True),
    Row('8', 8, 'a headend each', AUTOMATIC, 'port'),
    Row('9', 9, 'a headend each, CAPTURE', AUTOMATIC, 'port'),
    Row('9 cached', 9, CACHED, AUTOMATIC, 'port', cached=True),
    Row('10', 10, 'pattern monitor', AUTOMATIC, 'pattern'),
    Row('11', 11, 'sequences of patterns', AUTOMATIC, 'sequence'),
    Row('12', 12, 'hybrid: code and patterns', AUTOMATIC, 'hybrid'),
)
BASE = Row('0', 0, 'unmonitored', '')
BY_KEY = {row.key: row for row in ROWS}

POINTS = tuple(f'e{number}' for number in range(4))
CORES = tuple(f'core{core}' for core in range(4))
SEQUENCES = {'s0': ('e0', 'e1'), 's1': ('e2', 'e3')}


def experiment(row, manifest, program, ratios):
    """The experiment of a row that a monitor collects, as YAML."""
    what = '[record, sample]' if ratios else '[record]'
    cores = f'[{", ".join(CORES)}]'
    lines = ['gnomon: 1', f'manifest: {manifest}', f'program: {program}', 'buffer: stream']
    last, place, nodes = 'end', 'entry', cores
    if row.headends:
        # behind the last round; it asserts REPORT for what the stores still have
        last, place, nodes = 'done', 'point', CORES[0]
        lines.append(f'count: {{ report: [{last}] }}')
    points, actions = [], [f'  {last}: [record]']
    if row.monitor in ('bus', 'port', 'hybrid'):
        lines.append(
            f'port: {{ actions: {what}, nodes: {"bus" if row.monitor == "bus" else cores} }}'
        )
    if row.monitor in ('pattern', 'sequence', 'hybrid'):
        # of the hybrid the events 0 and 2 are patterns, 1 and 3 are code
        used = POINTS[::2] if row.monitor == 'hybrid' else POINTS
        points += [f'  {name}: {{ point: {name}, nodes: {cores} }}' for name in used]
        recorded = '[]' if row.monitor == 'sequence' else what
        actions += [f'  {name}: {recorded}' for name in used]
    if row.monitor == 'sequence':
        lines.append('sequences:')
        for name, steps in SEQUENCES.items():
            lines.append(f'  {name}: {{ steps: "{" then ".join(steps)}", nodes: {cores} }}')
            actions.append(f'  {name}: {what}')
    points.insert(0, f'  {last}: {{ {place}: {last}, nodes: {nodes} }}')
    lines += ['points:', *points, 'actions:', *actions]
    lines += [f'until: {{ point: {last}, nodes: {nodes} }}', 'limit: 600 s']
    return '\n'.join(lines) + '\n'
