# SPDX-License-Identifier: Apache-2.0
"""Too little room: what is lost is accounted for exactly, in all buffer modes, however
slowly the trace is drained; and the start and stop actions, with what a flight recorder
keeps of the records around a stop.
"""

import json
import os
import shutil
import signal
import struct
from itertools import pairwise

import expect
import link
from bed import (
    CORES,
    NODES,
    Experiment,
    Simulator,
    check,
    equal,
    gnomon,
    journal,
    manifest,
    read,
    start_gnomon,
    stop_and_drain,
    wait_for,
)
from stream import EVENT, FLUSH, GAP, RING, STOPPED, RunDirectory
from test_events import EVENTS, FLOOD, bare_outputs, check_babeltrace, check_run, measure, run_files
from truth import Truth

PORT_SLOTS = 8192  # of soc_port, which discards a 64th of them at once
UNUSED = 32 + 5  # slots that a recorder keeps free, and the longest record that it drops at once
ATTEMPTS = 10
LATE = 2000  # clocks of records before the stop that a recorder as small as these keeps

MANY = Experiment(
    'events',
    {
        'fib': ('entry', 'fib'),
        'fib_out': ('return', 'fib'),
        'one': ('entry', 'tight_one'),
        'two': ('entry', 'tight_two'),
        'three': ('entry', 'tight_three'),
        'three_out': ('return', 'tight_three'),
        'lock': ('entry', 'lock'),
        'unlock_out': ('return', 'unlock'),
        'barrier': ('entry', 'barrier'),
        'irq': ('entry', 'irq_entry'),
        'done': ('entry', 'done'),
    },
    actions={
        'fib': ['record', 'sample'],
        'lock': ['record', 'sample', 'reset'],
        'done': ['record', 'sample'],
    },
    intervals={
        'fib': ('fib', 'fib_out'),
        'locked': ('lock', 'unlock_out'),
        'round': ('one', 'three_out'),
    },
    lossy=True,
)

LOCKS = Experiment(
    'events',
    {'lock': ('entry', 'lock'), 'barrier': ('entry', 'barrier')},
    actions={'lock': ['record', 'sample', 'reset']},
    until=None,
)


# what stops and starts collection is often lost itself
OFTEN = {
    'fib': ['record', 'stop'],
    'lock': ['record', 'sample', 'start'],
    'one': ['record', 'start'],
    'three_out': ['record', 'stop'],
    'done': ['record', 'sample', 'start'],
}


def variant(experiment, **changes):
    """The same experiment with other values."""
    arguments = {
        name: getattr(experiment, name)
        for name in (
            'program',
            'points',
            'actions',
            'on',
            'intervals',
            'buffer',
            'until',
            'collect',
            'lossy',
        )
    }
    return Experiment(**{**arguments, **changes})


def told(checks):
    lost, gaps = (
        sum(kind)
        for kind in zip(
            *[(sum(gap[2] for gap in node.gaps), len(node.gaps)) for node in checks], strict=True
        )
    )
    return lost, f'{sum(len(node.events) for node in checks)} events, {lost} lost in {gaps} gaps'


def lossy(name, experiment):
    def test(folder):
        truth = measure(folder, name, experiment, outputs=True)
        checks, _ = check_run(folder, name, experiment, truth)
        lost, words = told(checks)
        check(lost, 'nothing was lost')
        check(
            read(os.path.join(folder, 'outputs')) == bare_outputs(folder, experiment.program),
            'the outputs of the target are not those of the bare target',
        )
        return words

    return test


def slow_link(folder):
    """A UART that is drained all the time carries less than the ring brings."""
    truth = measure(folder, 'soc_uart', FLOOD)
    checks, _ = check_run(folder, 'soc_uart', FLOOD, truth)
    check_causes(run_files(folder), checks, {'ring', 'link'})
    return told(checks)[1]


def begin(folder, simulator, experiment, name):
    path = experiment.write(os.path.join(folder, 'experiment.yaml'), name)
    gnomon('load', path, '-d', simulator.url, '-o', run_files(folder))
    gnomon('start', run_files(folder))


def finish(folder, simulator, experiment, name, causes=None):
    simulator.stop()
    truth = Truth(simulator.truth_path)
    equal(len(truth.syncs), 2, 'syncs: that of the load and that of the start')
    checks, _ = check_run(folder, name, experiment, truth)
    if causes:
        check_causes(run_files(folder), checks, causes)
    return told(checks)


LOST = 'records were lost: '
RAISE = {
    'ring': (
        LOST + 'its FIFO was full and the ring busy.',
        "    Raise 'wires' of the ring, or 'slots' of the FIFO for bursts.",
    ),
    'link': (
        LOST + 'the trace buffer was full.',
        "    Raise the rate of the link, or 'slots' of the buffer for bursts.",
    ),
    'buffer': (LOST + 'the trace buffer was full.', "    Raise 'slots' of the buffer."),
}


def check_causes(run, checks, causes):
    """Each node's lost records, by what was full, in the advice of the report's text; all of
    these causes came, and no other."""
    lines, found = gnomon('report', '--all', run).out.splitlines(), set()
    for node, name in zip(checks, NODES, strict=True):
        told_of = {
            cause: int(line.split()[1])
            for cause, (words, change) in RAISE.items()
            for line, following in pairwise(lines)
            if line.startswith(f'  {name}: ') and line.endswith(words) and following == change
        }
        equal(
            sum(told_of.values()),
            sum(gap[2] for gap in node.gaps),
            f'{name}: records lost by {told_of}',
        )
        found |= {cause for cause, count in told_of.items() if count}
    equal(found, causes, 'what was full')


def check_full(run):
    """Of a run that nobody drained: a gap is that of a full buffer if, and only if, by then so much
    had come that the buffer was full."""
    directory = RunDirectory(run)
    slots, fifos = (
        directory.manifest['slots'],
        sum(node['fifo_slots'] for node in directory.manifest['nodes']),
    )
    size = {link.RATIO: lambda record: 1 + record.aux // 2, GAP: lambda _: 2}
    came = sorted(
        (record.time, size.get(record.kind, lambda _: 1)(record))
        for records in directory.nodes()
        for record in records
    )
    for core, records in enumerate(directory.nodes()):
        for gap in (record for record in records if record.kind == GAP and record.lost):
            before = sum(count for time, count in came if time <= gap.time)
            check(
                gap.aux & RING or before >= min(slots - 16, slots * 15 // 16),
                f'core {core}: full at {gap.time}, with {before} of {slots} slots',
            )
            check(
                not gap.aux & RING or before < slots + fifos,
                f'core {core}: not full at {gap.time}, with {before} of {slots} slots',
            )


def undrained(name, experiment, causes):
    """Nobody drains until the program has ended."""

    def test(folder):
        with Simulator(folder, name) as simulator:
            begin(folder, simulator, experiment, name)
            simulator.wait_done()
            status = json.loads(
                gnomon('status', '--json', '-d', simulator.url, '-m', manifest(name)).out
            )
            equal((status['full'], status['active']), (True, True), 'state of the full buffer')
            slots = RunDirectory(run_files(folder)).manifest['slots']
            if RunDirectory(run_files(folder)).manifest['form'] != 'single':
                check(
                    min(slots - 16, slots * 15 // 16) / slots <= status['buffer_high'] <= 15 / 16,
                    f'{status["buffer_high"]} in use',
                )
            else:
                equal(status['buffer_high'], None, 'high-water mark')
            high = [node['fifo_high'] for node in status['nodes']]
            check(
                all(
                    0 < slots <= node['fifo_slots']
                    for slots, node in zip(high, status['nodes'], strict=True)
                ),
                f'FIFOs held {high}',
            )
            stop_and_drain(run_files(folder))
            lost, words = finish(folder, simulator, experiment, name, causes=causes)
        check(lost, 'nothing was lost')
        check_full(run_files(folder))
        return words

    return test


def woken_at(run):
    """Until the drain has kept more."""
    before = journal(run)['position']
    wait_for(lambda: journal(run)['position'] > before, 'more of the trace')


def halting(name, experiment):
    """The drain sleeps again and again."""

    def test(folder):
        with Simulator(folder, name) as simulator:
            begin(folder, simulator, experiment, name)
            with start_gnomon('drain', '-q', run_files(folder)) as process:
                while not simulator.done():
                    process.send_signal(signal.SIGSTOP)
                    simulator.let_run(0.03)
                    process.send_signal(signal.SIGCONT)
                    woken_at(run_files(folder))
                process.send_signal(signal.SIGINT)
                err = process.stderr.read()
                check('gnomon: interrupted; ' in err, f'exit status {process.wait()}: {err}')
            stop_and_drain(run_files(folder))
            lost, words = finish(folder, simulator, experiment, name)
        check(lost, 'nothing was lost')
        return words

    return test


def filled(name, experiment, causes):
    """Only the first records are kept, and what the others were is known."""

    def test(folder):
        filling = variant(experiment, buffer='fill')
        with Simulator(folder, name) as simulator:
            begin(folder, simulator, filling, name)
            first = until_full(run_files(folder))
            simulator.wait_done()
            equal(
                until_full(run_files(folder)),
                first,
                'slots that were drained, after the end of the program',
            )
            stop_and_drain(run_files(folder))
            lost, words = finish(folder, simulator, filling, name, causes=causes)
        check_full(run_files(folder))
        directory = RunDirectory(run_files(folder))
        check(lost, 'nothing was lost')
        check(
            first <= directory.manifest['slots'] < first + 32,
            f'{first} slots were drained at first',
        )
        for records in directory.nodes():
            recorded = [record for record in records if record.kind == EVENT]
            check(recorded and recorded[-1].time < records[-2].time, 'no first records')
        return words

    return test


def until_full(run):
    """Drain until the buffer is full; the slots that were drained."""
    equal(
        gnomon('drain', run).err.splitlines()[-1],
        'gnomon: the trace buffer is full, the run continues',
        'last words',
    )
    return RunDirectory(run).journal['position']


def filled_run(folder):
    """`gnomon run` ends by itself when the buffer is full."""
    experiment = variant(MANY, buffer='fill', lossy=False)
    truth = measure(folder, 'soc_tiny', experiment)
    return told(check_run(folder, 'soc_tiny', experiment, truth, ended_early=True)[0])[1]


def idle_node(folder):
    """Nodes without events, in a full buffer for so long that there is no room for their time beats
    either: times stay whole."""
    experiment = variant(MANY, on={point: NODES[:2] for point in MANY.points}, until=None)
    with Simulator(folder, 'soc_narrow') as simulator:
        begin(folder, simulator, experiment, 'soc_narrow')
        simulator.wait_done()
        stop_and_drain(run_files(folder))
        _, words = finish(folder, simulator, experiment, 'soc_narrow')
    empty = [record for record in RunDirectory(run_files(folder)).records(2) if record.kind == GAP]
    check(
        empty and not empty[0].lost and empty[0].resumed - empty[0].time > 1 << 14,
        f'gaps of a node without events: {empty}',
    )
    return f'{words}, and {len(empty)} of nothing at a node without events'


def registers(device, byte):
    """Four registers of 16 bits from there on."""
    return struct.unpack('<4H', device.op(link.READ_REGS, byte // 8, 0))


def in_buffer(simulator, slots):
    """(kind, node, code, flags) of the records in the trace buffer, oldest
    first, over the bare link."""
    device = link.Link(simulator.port, far=slots > 32768)
    (head, tail, *upper), (state, *_) = registers(device, 32), registers(device, 48)
    if slots > 65536:
        head, tail = head | upper[0] << 16, tail | upper[1] << 16
    count = (head - tail) % slots or (slots if state & 4 else 0)
    rows = device.slots(tail, min(tail + count, slots))
    rows += device.slots(0, tail + count - slots)
    device.close()
    records, at = [], 0
    while at < len(rows):
        kind, node, code, flags = (rows[at][1] >> shift & 0xFF for shift in (0, 8, 16, 24))
        records.append((kind, node, code, flags))
        at += 1 + {link.RATIO: flags // 2, link.GAP: 1}.get(kind, 0)
    return records


def record(folder, name, recording):
    """One run of a recorder: (truth, what the buffer held)."""
    with Simulator(folder, name) as simulator:
        path = recording.write(os.path.join(folder, 'experiment.yaml'), name)
        gnomon('run', path, '-d', simulator.url, '-o', run_files(folder), '-q')
        kept = in_buffer(simulator, RunDirectory(run_files(folder)).manifest['slots'])
        simulator.wait_done()
        simulator.stop()
        return Truth(simulator.truth_path), kept


def record_in_time(folder, name, recording):
    """A run in which the host stopped the recorder within a period of the time counter after it
    froze: no time beats come from then on, and the time would be unknown. Only the truth log shows
    one that comes later; that run is repeated."""
    for _ in range(ATTEMPTS):
        shutil.rmtree(run_files(folder), ignore_errors=True)
        truth, kept = record(folder, name, recording)
        directory = RunDirectory(run_files(folder))
        stops = [
            time
            for core in range(CORES)
            for time, code in expect.happened(recording, truth, core)
            if 'stop' in recording.actions[recording.names(NODES[core])[code]]
        ]
        flush = max(
            record.time
            for records in directory.nodes()
            for record in records
            if record.kind == FLUSH
        )
        if flush - min(stops) + LATE < 1 << directory.manifest['time_bits']:
            return truth, kept
    raise AssertionError(f'{ATTEMPTS} times the host came too late')


def check_stop(streams, kept, after):
    """There is a stop with so many events after it; returns its time."""
    left = [iter(records) for records in streams]
    events = [(next(left[row[1]]), row) for row in kept]
    events = [(record.time, row) for record, row in events if row[0] == EVENT]
    stop_time, later = None, 0
    for time, row in events:
        if stop_time is not None and time > stop_time:
            later += 1
        elif row[3] & STOPPED:
            stop_time = time
    check(stop_time is not None, 'the stop is not there')
    equal(later, after, 'events after the stop')
    return stop_time


def ends_of(records):
    """Up to when each record covers its node, the flush and its sample aside."""
    return [
        record.resumed if record.kind == GAP else record.time
        for record in records
        if record.kind != FLUSH and not (record.kind == link.RATIO and record.code == 0)
    ]


def recorder(name, experiment, stop, after, slots, nodes=None, unused=UNUSED):
    """Time decides what a recorder keeps: of each node all that happened up to the stop,
    as far as there is room, and of what happened later exactly `after` events, in the
    order in which they came."""

    def test(folder):
        actions = {**experiment.actions, stop: experiment.actions[stop] + ['stop']}
        recording = variant(
            experiment,
            actions=actions,
            on={point: nodes or on for point, on in experiment.on.items()},
            buffer=f'{{ wrap: {{ after: {after} }} }}',
            until=None,
        )
        truth, kept = record_in_time(folder, name, recording)
        directory = RunDirectory(run_files(folder))
        streams, bits = directory.nodes(), directory.manifest['time_bits']
        for core, records in enumerate(streams):
            equal(
                [(record.kind, core, record.code, record.aux) for record in records],
                [row for row in kept if row[1] == core],
                f'records of core {core}, in the run and in the buffer',
            )
        checks = [
            expect.NodeCheck(recording, truth, core, records, bits, ended_early=True)
            for core, records in enumerate(streams)
        ]
        stop_time = check_stop(streams, kept, after)
        report = json.loads(gnomon('report', '--json', run_files(folder)).out)
        for core, (node, records, found) in enumerate(
            zip(checks, streams, report['nodes'], strict=True)
        ):
            check(
                node.missing is None or node.missing[0] > stop_time,
                f'core {core}: {node.missing} is missing, before the stop at {stop_time}',
            )
            equal(
                found['kept_until'],
                max([stop_time] + ends_of(records)[-1:]),
                f'core {core}: time up to which all is kept',
            )
        expect.check_report(report, recording, checks, streams)
        # the buffer of a recorder is never full, it drops the oldest
        check_causes(run_files(folder), checks, {'ring'} if told(checks)[0] else set())
        check_babeltrace(run_files(folder), report, streams)
        used = sum({link.RATIO: 1 + row[3] // 2, link.GAP: 2}.get(row[0], 1) for row in kept)
        check(
            kept[0][0] == link.SYNC or used >= slots - unused,
            f'only {used} slots of {slots} were kept',
        )
        events = sum(row[0] == EVENT for row in kept)
        return f'{events} events in {used} slots, {after} after the stop'

    return test


def windows(folder):
    """Events between start and stop only, on each node by itself."""
    experiment = variant(
        EVENTS,
        collect='on_event',
        until=None,
        lossy=True,
        actions={
            **EVENTS.actions,
            'share': ['record', 'start'],
            'share_out': ['record', 'sample', 'reset', 'stop'],
            'tight_out': ['record', 'start'],
            'barrier_out': ['record', 'stop'],
        },
    )
    truth = measure(folder, 'soc_bytes', experiment)
    checks, _ = check_run(folder, 'soc_bytes', experiment, truth)
    for core, node in enumerate(checks):
        all_events = [code for _, code in expect.happened(experiment, truth, core)]
        codes = {name: code for code, name in experiment.names(NODES[core]).items()}
        check(
            0 < len(node.events) < len(all_events),
            f'{NODES[core]}: {len(node.events)} of {len(all_events)}',
        )
        equal(
            sum(code == codes['tight'] for _, code in node.events),
            0,
            'events outside of the windows',
        )
    return told(checks)[1]


TESTS = {
    'losses/stream/soc_tiny': lossy('soc_tiny', MANY),
    'losses/stream/soc_narrow': lossy('soc_narrow', MANY),
    'losses/slow_link': slow_link,
    'losses/undrained/soc_tiny': undrained('soc_tiny', MANY, {'link'}),
    'losses/undrained/soc_bytes': undrained('soc_bytes', FLOOD, {'ring', 'link'}),
    'losses/undrained/soc_spram': undrained('soc_spram', FLOOD, {'link'}),
    'losses/undrained/soc_port': undrained('soc_port', FLOOD, {'link'}),
    'losses/undrained/soc_short': undrained('soc_short', FLOOD, {'ring', 'link'}),
    'losses/halting/soc_tiny': halting('soc_tiny', MANY),
    'losses/halting/soc_port': halting('soc_port', FLOOD),
    'losses/halting/soc_bytes': halting('soc_bytes', FLOOD),
    'losses/fill/soc_tiny': filled('soc_tiny', MANY, {'buffer'}),
    'losses/fill/soc_port': filled('soc_port', FLOOD, {'buffer'}),
    'losses/fill/soc_bytes': filled('soc_bytes', FLOOD, {'ring', 'buffer'}),
    'losses/fill/run': filled_run,
    'losses/idle_node': idle_node,
    'losses/windows': windows,
    'losses/windows/soc_tiny': lossy('soc_tiny', variant(MANY, actions=OFTEN)),
    'losses/windows/soc_narrow': lossy('soc_narrow', variant(MANY, actions=OFTEN)),
    'losses/wrap/soc_bytes': recorder('soc_bytes', FLOOD, 'lock', 37, 4096),
    'losses/wrap/one_node': recorder('soc_bytes', FLOOD, 'handler', 5, 4096, ['core2']),
    'losses/wrap/none_after': recorder('soc_bytes', FLOOD, 'done', 0, 4096),
    'losses/wrap/early': recorder('soc_bytes', LOCKS, 'barrier', 2, 4096),
    'losses/wrap/soc_tiny': recorder('soc_tiny', variant(MANY, actions={}), 'barrier', 3, 64),
    'losses/wrap/soc_narrow': recorder('soc_narrow', variant(MANY, actions={}), 'done', 1, 64),
    'losses/wrap/soc_short': recorder('soc_short', FLOOD, 'done', 1, 4096),
    'losses/wrap/soc_port': recorder(
        'soc_port', FLOOD, 'done', 1, PORT_SLOTS, unused=UNUSED + PORT_SLOTS // 64
    ),
    'losses/wrap/soc_far': recorder('soc_far', FLOOD, 'done', 1, 131072),
    'losses/wrap/soc_spram': recorder('soc_spram', FLOOD, 'done', 1, 16384),
}
