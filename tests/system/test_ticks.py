# SPDX-License-Identifier: Apache-2.0
"""Nodes whose time has ticks: each record has the time that its exact cycle has by brute force, the
timer counts cycles, and each duration is within the bound that gnomon states.
"""

import csv
import io
import json
import os

from bed import NODES, PATIENT, Experiment, Simulator, check, equal, gnomon, read, write
from expect import happened
from spans import spans
from stream import BEAT, EVENT, FLUSH, TRIGGER, RunDirectory
import test_events
from test_events import bare_outputs, run_files
from ticks import times
from truth import Truth

EVENTS = Experiment(
    'events',
    test_events.EVENTS.points,
    on=test_events.EVENTS.on,
    intervals=test_events.EVENTS.intervals,
)
PERIOD = 777  # of the timers
TICKS = {'core0': (1, False, 0), 'core1': (16, False, 15), 'core2': (16, True, 30)}
TICKS['core3'] = (256, True, 510)
MORE = 1000  # cycles; more than the time of the flush may be before its cycle


def measure(folder):
    path = EVENTS.write(os.path.join(folder, 'experiment.yaml'), 'soc_ticks')
    text = read(path)
    write(path, f'{text}timer: {{ every: {PERIOD} }}\n')
    with Simulator(folder, 'soc_ticks', EVENTS.program, outputs=True) as simulator:
        out = '-d', simulator.url, '-o', run_files(folder), '--quiet', *PATIENT
        gnomon('run', path, *out)
        simulator.wait_done()
        simulator.stop()
        return Truth(simulator.truth_path)


def check_events(core, records, exact, shown):
    """Each event is there, at its time; returns (cycle, code) of those that are recorded."""
    flush = next(record.time for record in records if record.kind == FLUSH)
    found = [(record.time, record.code) for record in records if record.kind == EVENT]
    wanted = [(shown[cycle], code) for cycle, code in exact]
    equal(found, wanted[: len(found)], f'core {core}: events')
    left = [time for time, _ in wanted[len(found) :] if time < flush]
    check(not left, f'core {core}: no record of the events at {left}')
    return exact[: len(found)]


def check_timer(core, records, shown):
    """The timer counts cycles."""
    found = [record.time for record in records if record.kind == TRIGGER]
    equal(found, [shown[PERIOD * (n + 1)] for n in range(len(found))], f'core {core}: timer')
    check(found, f'core {core}: the timer never fired')


def check_report(run, name):
    report = json.loads(gnomon('report', '--json', run).out)
    node = next(node for node in report['nodes'] if node['name'] == name)
    equal((node['tick'], node['jitter'], node['bound']), TICKS[name], f'ticks of {name}')
    told = (
        f'{name}: a tick of {node["tick"]} cycles'
        in gnomon('report', '--section', 'nodes', run).out
    )
    equal(told, node['tick'] > 1, f'the report names the tick of {name}')


def check_durations(folder, core, exact):
    """Each duration that gnomon gives is within its bound of the exact one; returns how far they
    are off."""
    name, run = NODES[core], run_files(folder)
    path = os.path.join(folder, f'{name}.csv')
    gnomon('export', '-w', 'intervals', '-n', name, '-o', path, run)
    rows = list(csv.DictReader(io.StringIO(read(path))))
    codes = {point: code for code, point in EVENTS.names(name).items()}
    off = []
    for interval, (begin, end) in EVENTS.intervals.items():
        if begin not in codes or end not in codes:
            continue
        lengths = [length for _, length in spans([exact], codes[begin], codes[end])[0]]
        own = [row for row in rows if row['name'] == interval and row['status'] == 'finished']
        equal(len(own), len(lengths), f'{name}: intervals {interval}')
        for row, length in zip(own, lengths, strict=True):
            equal(int(row['bound'] or 0), TICKS[name][2], f'{name}: bound of {interval}')
            off.append(int(row['cycles']) - length)
    bound = TICKS[name][2]
    check(all(abs(o) <= bound for o in off), f'{name}: durations are off by {sorted(off)}')
    check(not bound or any(off), f'{name}: each duration is exact')
    return off


def exact_and_ticks(folder):
    truth = measure(folder)
    directory = RunDirectory(run_files(folder))
    events, off = 0, {}
    for core, records in enumerate(directory.nodes()):
        exact = happened(EVENTS, truth, core)
        node = directory.manifest['nodes'][core]
        last = max(exact[-1][0], max(record.time for record in records))
        shown = times(node, directory.journal['run'], last + MORE)
        exact = check_events(core, records, exact, shown)
        events += len(exact)
        check_timer(core, records, shown)
        check(any(record.kind == BEAT for record in records), f'core {core}: the time never wraps')
        check_report(run_files(folder), node['name'])
        off[node['name']] = max(map(abs, check_durations(folder, core, exact)))
    check(
        read(os.path.join(folder, 'outputs')) == bare_outputs(folder, EVENTS.program),
        'the outputs of the target are not those of the bare target',
    )
    return f'{events} events; durations off by {off}'


TESTS = {'ticks/exact and coarse': exact_and_ticks}
