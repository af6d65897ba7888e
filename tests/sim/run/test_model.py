# SPDX-License-Identifier: Apache-2.0
"""Whole runs by plusargs with the model of the monitor (`gnomon gen --model`): the records of the
Verilog monitor, and each state of the target's own log.

usage: test_model.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import functools
import json
import os
import subprocess
import sys

from plusargs import (
    CPP,
    GNOMON,
    MODEL,
    SCRATCH,
    begin,
    end,
    experiment,
    journal,
    logged,
    records,
    report,
    stream,
    whole,
)
from suite import check, equal, of_module, run

CYCLES = 30000
SLOTS = 1024  # of sim/blinker/counter.yaml


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
    by_state = {
        (state % 4, code) for (_, code), (_, state) in zip(events('model'), log, strict=False)
    }
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


def test_report():
    """The model of a monitor says what it is, and the hardware does not; the records are equal."""
    head = 'simulated model: not the hardware'
    for simulator, name, model in ((CPP, 'plain', False), (MODEL, 'model', True)):
        _, err = end(begin(simulator, name, '+gnomon_cycles=20000'))
        check('the run is complete' in err, err)
        equal('; simulated model; ' in err, model, f'summary of {name}: {err}')
        equal(journal(name).get('model', False), model, f'journal of {name}')
        equal(head in report(name), model, f'report of {name}')
        text = subprocess.run([GNOMON, 'report', name, '--json'], cwd=SCRATCH, check=True,
                              capture_output=True, text=True).stdout  # fmt: skip
        equal(json.loads(text)['run']['model'], model, f'JSON report of {name}')
    plain, model = (
        [(row.time, row.code) for row in records(name) if row.kind == stream.EVENT]
        for name in ('plain', 'model')
    )
    lost = [row.time for row in records('plain') if row.kind == stream.GAP]
    end_of = min([20000, *lost])  # the clock up to which the hardware kept all
    plain, model = ([row for row in rows if row[0] < end_of] for rows in (plain, model))
    check(len(plain) > 100, f'only {len(plain)} events')
    equal(model, plain, 'events of the model')


def test_past_the_port():
    """Tables and answers take no clocks: through the port a byte takes one, and time 0 comes
    later than there are bytes in the tables."""
    made()
    with open(os.path.join(SCRATCH, 'model', 'manifest.json'), encoding='utf-8') as file:
        tables = json.load(file)['nodes'][0]['tables']
    cells = sum(table['cells'] for table in tables)
    for name, is_model in ('model', True), ('verilog', False):
        place = journal(name)['simulation']
        check((place['time'] < cells * place['period']) == is_model, f'{name}: {place}')


def test_flight_recorder():
    """The last states, as many as the trace buffer of the single form has slots."""
    path = experiment('wrap', 'buffer: wrap')
    plusargs = f'+gnomon_cycles={CYCLES}', '+blinker_log=wrap.log'
    whole(MODEL, 'wrap', *plusargs, path=path)
    found, last = events('wrap'), records('wrap')[-1].time
    states = [clock for clock, _ in logged('wrap.log') if clock < last]
    equal(len(found), SLOTS - 1, 'events beside the flush')
    equal([time for time, _ in found], states[-len(found) :], 'times of the last states')


def test_a_recorder_that_is_full_and_lost_nothing():
    """The head is where it was at the start: all slots are read, not none. The first event is the
    stop, and beside it and those that follow there are a sync and a flush."""
    stops = ', '.join(f's{i}: [record, stop]' for i in range(4))
    path = experiment('model_full', f'buffer: {{ wrap: {{ after: {SLOTS - 3} }} }}\n'
                      f'actions: {{ {stops} }}')  # fmt: skip
    whole(MODEL, 'model_full', f'+gnomon_cycles={CYCLES}', path=path)
    rows = records('model_full')
    equal(len(rows), SLOTS, 'records')
    equal([rows[0].kind, rows[-1].kind], [stream.SYNC, stream.FLUSH], 'first and last')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('model of a monitor', of_module(globals())))
