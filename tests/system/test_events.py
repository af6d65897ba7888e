# SPDX-License-Identifier: Apache-2.0
"""Whole runs of the host program on every kind of monitor: each event, sample and count against the
truth, the report against the truth, and babeltrace2 against the report; and the target's outputs
against those of the target without a monitor.
"""

import json
import os
import re
import subprocess

import expect
from bed import (
    PATIENT,
    HANG_SECONDS,
    NODES,
    SIM,
    Experiment,
    Simulator,
    check,
    elf,
    equal,
    gnomon,
    read,
    run_program,
)
from stream import BEAT, KINDS, RunDirectory
from truth import Truth

MATMUL = Experiment(
    'matmul',
    {
        'init_in': ('entry', 'phase_init'),
        'init_out': ('return', 'phase_init'),
        'multiply_in': ('entry', 'phase_multiply'),
        'multiply_out': ('return', 'phase_multiply'),
        'check_in': ('entry', 'phase_check'),
        'check_out': ('return', 'phase_check'),
        'barrier_in': ('entry', 'barrier'),
        'barrier_out': ('return', 'barrier'),
        'done': ('entry', 'done'),
    },
    actions={
        name: ['record', 'sample', 'reset']
        for name in ('init_in', 'init_out', 'multiply_in', 'multiply_out', 'check_in')
    },
    intervals={
        'init': ('init_in', 'init_out'),
        'multiply': ('multiply_in', 'multiply_out'),
        'check': ('check_in', 'check_out'),
        'barrier': ('barrier_in', 'barrier_out'),
    },
)

# so few that the buffer holds all of them: none may be lost, however slow the machine
EVENTS = Experiment(
    'events',
    {
        'tight': ('entry', 'tight'),
        'tight_out': ('return', 'tight'),
        'one': ('entry', 'tight_one'),
        'irq': ('entry', 'irq_entry'),
        'irq_out': ('return', 'irq_entry'),
        'handler': ('entry', 'timer_handler'),
        'share': ('entry', 'share'),
        'share_out': ('return', 'share'),
        'barrier_in': ('entry', 'barrier'),
        'barrier_out': ('return', 'barrier'),
        'shared_add': ('symbol', 'share', 0x24),
        'done': ('entry', 'done'),
    },
    actions={
        'barrier_in': ['record', 'sample'],
        'share_out': ['record', 'sample', 'reset'],
        'done': ['record', 'sample'],
    },
    on={'one': ['core1'], 'handler': ['core0', 'core3'], 'shared_add': ['core2']},
    intervals={
        'tight': ('tight', 'tight_out'),
        'irq': ('irq', 'irq_out'),
        'share': ('share', 'share_out'),
        'barrier': ('barrier_in', 'barrier_out'),
        'between': ('one', 'one'),
    },
)

RECURSION = Experiment(
    'events',
    {
        'fib': ('entry', 'fib'),
        'fib_out': ('return', 'fib'),
        'lock': ('entry', 'lock'),
        'unlock_out': ('return', 'unlock'),
        'done': ('entry', 'done'),
    },
    on={'fib': ['core0', 'core2'], 'fib_out': ['core0', 'core2']},
    intervals={'fib': ('fib', 'fib_out'), 'locked': ('lock', 'unlock_out')},
)

# more than the buffer holds, drained while it runs; where the machine is too slow
# for it, gaps report that
FLOOD = Experiment(
    'events',
    {
        'fib': ('entry', 'fib'),
        'fib_out': ('return', 'fib'),
        'one': ('entry', 'tight_one'),
        'one_out': ('return', 'tight_one'),
        'two': ('entry', 'tight_two'),
        'two_out': ('return', 'tight_two'),
        'three': ('entry', 'tight_three'),
        'lock': ('entry', 'lock'),
        'unlock': ('entry', 'unlock'),
        'handler': ('entry', 'timer_handler'),
        'done': ('entry', 'done'),
    },
    actions={'lock': ['record', 'sample', 'reset'], 'handler': ['record', 'sample']},
    intervals={'fib': ('fib', 'fib_out'), 'one': ('one', 'one_out'), 'all': ('one', 'three')},
    lossy=True,
)


def babeltrace(path, *options):
    """(node, kind, time, code) of each record that babeltrace2 reads, and how
    many it reports as lost."""
    out = subprocess.run(
        ['babeltrace2', '--clock-cycles', *options, os.path.join(path, 'trace')],
        check=True,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    rows = []
    for line in out.stdout.splitlines():
        row = re.match(
            r'\[(\d+)\] \(.*?\) (\w+): \{ node = \( "(\w+)".*?\)(?:, code = (\d+))?', line
        )
        check(row, f'line of babeltrace2: {line}')
        rows.append((row[3], row[2], int(row[1]), int(row[4]) if row[4] else None))
    return rows, sum(
        int(count) for count in re.findall(r'Tracer discarded (\d+) event', out.stderr)
    )


def check_counts(node, own):
    """What the report counts at a node, among the rows of babeltrace2 of that node."""
    equal(len(own), node['records'], f'records of {node["name"]} of babeltrace2')
    for kind, count in (('event', node['events']), ('ratio', node['samples'])):
        equal(
            sum(row[1] == kind for row in own),
            count,
            f'{kind} records of {node["name"]} of babeltrace2',
        )
    gaps = [row[2] for row in own if row[1] == 'gap']
    check(
        {gap['from'] for gap in node['gaps']} <= set(gaps),
        f'gaps of {node["name"]} of babeltrace2',
    )
    for point in node['points']:
        equal(
            sum(row[1] == 'event' and row[3] == point['code'] for row in own),
            point['count'],
            f'point {point["name"]}',
        )


def start_of(path, clock_hz):
    """When cycle 0 was, in ns since 1970, by the clock of the trace; 0: it does not say."""
    with open(os.path.join(path, 'trace', 'metadata'), encoding='utf-8') as file:
        clock = re.search(r'clock \{(.*?)\};', file.read(), re.DOTALL)[1]
    seconds = re.search(r'offset_s = (\d+);', clock)
    cycles = int(re.search(r'offset = (\d+);', clock)[1])
    return (int(seconds[1]) if seconds else 0) * 10**9 + cycles * 10**9 // clock_hz


def check_seeking(path, rows, clock_hz):
    """babeltrace2 begins in the middle of the trace, with the records from there on."""
    if not rows:
        return
    middle = sorted(row[2] for row in rows)[len(rows) // 2]
    nanoseconds = middle * 10**9 // clock_hz
    at = start_of(path, clock_hz) + nanoseconds
    begin = f'{at // 10**9}.{at % 10**9:09}'
    found, _ = babeltrace(path, f'--begin={begin}')
    wanted = [row for row in rows if row[2] * 10**9 // clock_hz >= nanoseconds]
    check(sorted(found, key=str) == sorted(wanted, key=str), f'records of babeltrace2 from {begin}')


def check_babeltrace(path, report, nodes):
    """The same records at the same times, in cycles, and the same losses: also after gaps and in a
    recorder that has frozen."""
    rows, lost = babeltrace(path)
    equal(
        lost,
        sum(record.lost or 0 for records in nodes for record in records),
        'lost records as babeltrace2 warns of them',
    )
    bears_code = ('event', 'ratio')
    should = [
        (
            NODES[core],
            KINDS[record.kind],
            record.time,
            record.code if KINDS[record.kind] in bears_code else None,
        )
        for core, records in enumerate(nodes)
        for record in records
    ]
    equal(len(rows), len(should), 'records of babeltrace2')
    check(sorted(rows, key=str) == sorted(should, key=str), 'records of babeltrace2 are others')
    check_seeking(path, rows, report['run']['clock_hz'])
    for node in report['nodes']:
        check_counts(node, [row for row in rows if row[0] == node['name']])
    samples = sorted((row[0], row[2] - (not row[3]), row[3]) for row in rows if row[1] == 'ratio')
    equal(
        samples,
        sorted((sample['node'], sample['time'], sample['code']) for sample in report['samples']),
        'samples',
    )


def run_files(folder):
    return os.path.join(folder, 'run')


def measure(folder, name, experiment, *options, outputs=False):
    """A whole `gnomon run`; the logs are whole when this returns."""
    path = experiment.write(os.path.join(folder, 'experiment.yaml'), name)
    with Simulator(folder, name, experiment.program, outputs=outputs) as simulator:
        if experiment.lossy:
            run_program(simulator, path, run_files(folder), *options)
        else:
            gnomon(
                'run',
                path,
                '-d',
                simulator.url,
                '-o',
                run_files(folder),
                '--quiet',
                *PATIENT,
                *options,
            )
            simulator.wait_done()
        simulator.stop()
        truth = Truth(simulator.truth_path)
    equal(len(truth.syncs), 2, 'syncs: that of the reset and that of the start')
    return truth


def check_run(folder, name, experiment, truth, ended_early=False):
    """Everything about a complete run; returns the checked nodes."""
    compressed = name == 'soc_compressed'
    directory = RunDirectory(run_files(folder))
    equal(directory.journal['state'], 'complete', 'state of the run')
    nodes, bits = directory.nodes(), directory.manifest['time_bits']
    checks = expect.check_nodes(experiment, truth, nodes, bits, compressed, ended_early)
    expect.check_beats(nodes, bits)
    report = json.loads(gnomon('report', '--json', run_files(folder)).out)
    equal(report['run']['state'], 'complete', 'state in the report')
    expect.check_report(report, experiment, checks, nodes, compressed)
    check_babeltrace(run_files(folder), report, nodes)
    return checks, nodes


def bare_outputs(folder, program, simulator='soc_bare'):
    path = os.path.join(folder, program + '.bare')
    subprocess.run(
        [
            os.path.join(SIM, simulator),
            '--program',
            elf(program),
            '--exit-when-done',
            '--quiet',
            '--outputs',
            path,
        ],
        check=True,
        timeout=HANG_SECONDS,
        stdout=subprocess.DEVNULL,
    )
    return read(path)


def whole(name, experiment, lossless=True):
    def test(folder):
        truth = measure(folder, name, experiment, outputs=True)
        checks, nodes = check_run(folder, name, experiment, truth)
        lost = sum(gap[2] for node in checks for gap in node.gaps)
        equal(not lossless or lost == 0, True, f'{lost} lost: no loss')
        if name == 'soc_short':
            wraps = max(record.time for records in nodes for record in records) >> 16
            check(
                wraps >= 2 and any(record.kind == BEAT for record in nodes[0]),
                f'{wraps} wraps of the time',
            )
        check(
            read(os.path.join(folder, 'outputs')) == bare_outputs(folder, experiment.program),
            'the outputs of the target are not those of the bare target',
        )
        events, samples = (
            sum(len(node.events) for node in checks),
            sum(len(node.samples) for node in checks),
        )
        return f'{events} events, {lost} lost, {samples} samples'

    return test


TESTS = {
    'events/matmul/soc_bytes': whole('soc_bytes', MATMUL),
    'events/matmul/soc_short': whole('soc_short', MATMUL),
    'events/matmul/soc_uart': whole('soc_uart', MATMUL),
    'events/matmul/soc_compressed': whole('soc_compressed', MATMUL),
    'events/events/soc_bytes': whole('soc_bytes', EVENTS),
    'events/events/soc_short': whole('soc_short', EVENTS),
    'events/events/soc_uart': whole('soc_uart', EVENTS),
    'events/events/soc_compressed': whole('soc_compressed', EVENTS),
    'events/recursion/soc_bytes': whole('soc_bytes', RECURSION),
    'events/recursion/soc_short': whole('soc_short', RECURSION),
    'events/flood/soc_bytes': whole('soc_bytes', FLOOD, lossless=False),
    'events/flood/soc_uart': whole('soc_uart', FLOOD, lossless=False),
    'events/flood/soc_short': whole('soc_short', FLOOD, lossless=False),
    'events/flood/soc_compressed': whole('soc_compressed', FLOOD, lossless=False),
}
