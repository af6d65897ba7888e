# SPDX-License-Identifier: Apache-2.0
"""Whole runs by plusargs with the model of the monitor (`gnomon gen --model`): the records of the
Verilog monitor, and each state of the target's own log.

usage: test_model.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import functools
import os
import sys

from plusargs import (
    CPP,
    MODEL,
    SCRATCH,
    experiment,
    records,
    stream,
    whole,
)
from suite import check, equal, of_module, run

CYCLES = 30000
SLOTS = 1024  # of sim/blinker/counter.yaml


def logged(name):
    """(clock, state) of each state that the target's log has."""
    with open(os.path.join(SCRATCH, name), encoding='ascii') as file:
        return [tuple(map(int, line.split())) for line in file if line.endswith('\n')]


def events(name):
    return [(row.time, row.code) for row in records(name) if row.kind == stream.EVENT]


@functools.cache
def made():
    whole(MODEL, 'model', f'+gnomon_cycles={CYCLES}', '+blinker_log=model.log')
    whole(CPP, 'verilog', f'+gnomon_cycles={CYCLES}')


def test_every_state():
    made()
    rows, log = records('model'), logged('model.log')
    kinds = {row.kind for row in rows}
    equal(kinds, {stream.SYNC, stream.EVENT, stream.FLUSH}, 'kinds of records')
    last = rows[-1].time
    check(last >= CYCLES, f'the flush is at {last}')
    equal([time for time, _ in events('model')],
          [clock for clock, _ in log if clock < last], 'times of the states')  # fmt: skip
    by_state = {(state % 4, code) for (_, code), (_, state) in zip(events('model'), log)}
    equal(len(by_state), 4, f'codes of the states {by_state}')


def test_as_the_verilog_monitor():
    """Its events are the model's; what it lost, in each gap, are as many of the model's."""
    made()
    until = records('model')[-1].time
    ours, gaps = events('model'), [row for row in records('verilog') if row.kind == stream.GAP]
    until = min([until, *(gap.time for gap in gaps if gap.resumed >= until)])
    gaps = [gap for gap in gaps if gap.time < until]
    check(gaps, 'the Verilog monitor lost nothing')
    for gap in gaps:
        inside = [time for time, _ in ours if gap.time <= time <= gap.resumed]
        equal(len(inside), gap.lost, f'events in the gap from {gap.time}')
    found = {row for row in events('verilog') if row[0] < until}
    wanted = {
        row
        for row in ours
        if row[0] < until and not any(gap.time <= row[0] <= gap.resumed for gap in gaps)
    }
    equal(sorted(found ^ wanted)[:5], [], 'events of one only')


def test_flight_recorder():
    """The last states, as many as the trace buffer of the single form has slots."""
    path = experiment('wrap', 'buffer: wrap')
    plusargs = f'+gnomon_cycles={CYCLES}', '+blinker_log=wrap.log'
    whole(MODEL, 'wrap', *plusargs, path=path)
    found, last = events('wrap'), records('wrap')[-1].time
    states = [clock for clock, _ in logged('wrap.log') if clock < last]
    equal(len(found), SLOTS - 1, 'events beside the flush')
    equal([time for time, _ in found], states[-len(found) :], 'times of the last states')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('model of a monitor', of_module(globals())))
