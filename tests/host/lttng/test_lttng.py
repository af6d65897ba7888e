#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run beside a trace that LTTng made of the host, merged by babeltrace2. LTTng traces the monitor
itself, a model whose cycles pass by the host's clock: so the truth of each record is in the host's
trace, a moment between two of its events.

usage: test_lttng.py GNOMON TRACED_MONITOR
"""

import json
import math
import os
import re
import shutil
import sys
import tempfile
import time
import traceback

from tracing import Host, Monitor, check, lines, run, until

GNOMON, PROGRAM = map(os.path.abspath, sys.argv[1:])
CLOCK_HZ = 10**7  # of the manifest
CYCLE = 10**9 // CLOCK_HZ  # ns
FAST_HZ = CLOCK_HZ * 6 // 5
NODES, EVENTS = 2, 51  # of a node, with the end point
CLOCKS = {
    'realtime': time.CLOCK_REALTIME,
    'monotonic': time.CLOCK_MONOTONIC,
    'boottime': time.CLOCK_BOOTTIME,
}
LOOKS = 20
EXPERIMENT = """gnomon: 1
points:
  a: { address: 0x100 }
  b: { address: 0x200 }
  end: { address: 0x300 }
until: { point: end }
"""


def ahead(clock):
    """By how many ns a clock is ahead of `monotonic`: (at least, at most)."""
    found = []
    for _ in range(LOOKS):
        before = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        now = time.clock_gettime_ns(clock)
        after = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        found.append((now - after, now - before))
    return min(found, key=lambda ends: ends[1] - ends[0])


def hull(*ends):
    return min(low for low, _ in ends), max(high for _, high in ends)


def plus(one, other):
    return one[0] + other[0], one[1] + other[1]


def apart(one, other):
    """How far apart two stretches of time are; 0: they have a moment in common."""
    return max(one[0] - other[1], other[0] - one[1], 0)


class Truth:
    """What LTTng says of the monitor's last run, from (time, message) in their order."""

    def __init__(self, rows):
        self.marks, look, took = {}, None, None
        for time_, message in rows:
            what, *more = message.split()
            if what == 'look':
                look = time_
            elif what == 'took':
                took = (look, time_)
            elif what == 'mark':
                self.marks[more[0]] = time_
            elif what == 'start':
                self.start, self.events = took, [[] for _ in range(NODES)]
            elif what == 'stop':
                self.stop, self.end = took, int(more[0])
            else:
                check(what == 'event', message)
                self.events[int(more[0])].append((look, time_, int(more[1])))
        check([len(some) for some in self.events] == [EVENTS] * NODES, 'the events of the monitor')


def report(directory):
    return json.loads(run(GNOMON, 'report', directory, '--json'))['run']['host_clock']


def check_anchors(directory, truth, shift):
    """Those in run.json. `shift` has for each clock by how much it is ahead of that of `truth`."""
    with open(os.path.join(directory, 'run.json'), encoding='utf-8') as file:
        anchors = json.load(file)['anchors']
    for name, by in shift.items():
        for place, moment in (('start', truth.start), ('stop', truth.stop)):
            off = apart(anchors[place][name], plus(moment, by))
            check(not off, f'the {place} by {name} is {off} ns off its anchor')


def check_clocks(directory, truth, shift):
    """Each cycle that the truth has, by each clock, within what the report states."""
    clocks = report(directory)
    moments = [(*truth.start, 0), *sum(truth.events, []), (*truth.stop, truth.end)]
    for name, by in shift.items():
        clock = clocks[name]
        check(clock['measured'], f'{name} is not measured')
        for *moment, cycle in moments:
            middle = int(clock['offset']) + round(cycle * clock['slope'])
            bound = clock['offset_bound'] + math.ceil(cycle * clock['slope_bound']) + CYCLE
            off = apart((middle - bound, middle + bound), plus(moment, by))
            check(not off, f'cycle {cycle} by {name} is {off} ns off, bound {bound}')


def check_slope(directory, truth, device_hz):
    """That of a clock which nobody adjusts, to a cycle of the stop."""
    clock = report(directory)['monotonic']
    off = abs(clock['slope'] - 1e9 / device_hz)
    bound = clock['slope_bound'] + clock['slope'] / truth.end
    check(off <= bound, f'the slope is {off} ns off, bound {bound}')


def check_merged(rows, truth, bound):
    """The run in the merged list. `bound` is how far apart the two traces may be."""
    order = [
        'run' if record else message.split()[1]
        for _, message, record in rows
        if record or message.startswith('mark ')
    ]
    records = order.count('run')
    check(order == ['before', *['run'] * records, 'after'], 'the run is not between the marks')
    check(records >= NODES * (EVENTS + 2), f'{records} records')  # those, sync and flush
    check([row[0] for row in rows] == sorted(row[0] for row in rows), 'the order of time')
    for node in range(NODES):
        found = {'sync': [], 'event': [], 'flush': []}
        for at, _, record in rows:
            if record and record[1] == node and record[0] in found:
                found[record[0]].append(at)
        for what, moments in (
            ('sync', [truth.start]),
            ('event', [moment[:2] for moment in truth.events[node]]),
            ('flush', [truth.stop]),
        ):
            check(len(found[what]) == len(moments), f'{len(found[what])} of {what}')
            for at, moment in zip(found[what], moments, strict=True):
                off = apart((at, at), moment)
                check(off <= bound, f'{what} of {node} is {off} ns off, bound {bound}')


class Recorded:
    """A run of a monitor that counts `device_hz`, and what LTTng traced meanwhile."""

    def __init__(self, folder, device_hz):
        self.directory, self.device_hz = os.path.join(folder, 'run'), device_hz
        experiment = os.path.join(folder, 'e.yaml')
        with open(experiment, 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT)
        begin = {name: ahead(clock) for name, clock in CLOCKS.items()}
        with Host(folder) as host, Monitor(host, PROGRAM, device_hz, CLOCK_HZ) as monitor:
            monitor.mark('before')
            words = ('-m', monitor.manifest, '-d', monitor.url, '-o', self.directory)
            run(GNOMON, 'run', experiment, *words, '-n', '-q')
            # a record may seem later than it was, by the bound
            end = time.monotonic_ns() + 2 * report(self.directory)['realtime']['offset_bound']
            until(lambda: time.monotonic_ns() > end, 'the end')
            monitor.mark('after')
        self.shift = {name: hull(begin[name], ahead(clock)) for name, clock in CLOCKS.items()}
        self.host = host.trace
        self.raw, self.dated = lines(self.host, clock='cycles'), lines(self.host)

    def truth(self, dated=False):
        """By the clock of LTTng, `monotonic`, or by its dates."""
        return Truth([row[:2] for row in (self.dated if dated else self.raw)])

    def merged_bound(self):
        """What the run states, and how wrong LTTng's one look at the wall clock is."""
        offsets = {date[0] - raw[0] for date, raw in zip(self.dated, self.raw, strict=True)}
        check(len(offsets) == 1, f'offsets of LTTng: {offsets}')
        offset, (low, high) = offsets.pop(), self.shift['realtime']
        wrong = max(abs(offset - low), abs(offset - high))
        return report(self.directory)['realtime']['offset_bound'] + wrong + CYCLE

    def merged(self, directory=None):
        return lines(os.path.join(directory or self.directory, 'trace'), self.host)


def refused(call, *words):
    """What is wrong must be found."""
    try:
        call(*words)
    except AssertionError:
        return
    raise AssertionError(f'{call.__name__} finds nothing wrong')


def rewritten(path, change):
    with open(path, encoding='utf-8') as file:
        text = change(file.read())
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def with_late_start(directory, ns):
    """A copy of a run whose anchor of the start is shifted."""

    def change(text):
        journal = json.loads(text)
        start = journal['anchors']['start']
        journal['anchors']['start'] = {name: [end + ns for end in start[name]] for name in start}
        return json.dumps(journal)

    copy = shutil.copytree(directory, directory + '.late')
    rewritten(os.path.join(copy, 'run.json'), change)
    return copy


def with_late_trace(directory, cycles):
    """A copy of a run whose trace is shifted."""

    def change(text):
        text, count = re.subn(
            r'(\boffset = )(\d+)', lambda found: f'{found[1]}{int(found[2]) + cycles}', text
        )
        check(count == 1, f'{count} offsets in the metadata')
        return text

    copy = shutil.copytree(directory, directory + '.late')
    rewritten(os.path.join(copy, 'trace', 'metadata'), change)
    return copy


def length(moment):
    return moment[1] - moment[0]


# Tests, of the run of a monitor that counts what its manifest says


def test_the_anchors_hold_start_and_stop(recorded):
    check_anchors(recorded.directory, recorded.truth(), recorded.shift)


def test_each_record_is_within_the_bound_that_the_report_states(recorded):
    check_clocks(recorded.directory, recorded.truth(), recorded.shift)
    check_slope(recorded.directory, recorded.truth(), recorded.device_hz)


def test_babeltrace2_merges_both_traces(recorded):
    check_merged(recorded.merged(), recorded.truth(dated=True), recorded.merged_bound())


def test_a_shifted_anchor_is_found(recorded):
    truth, bound = recorded.truth(), report(recorded.directory)['monotonic']['offset_bound']
    late = with_late_start(recorded.directory, 2 * bound + 3 * CYCLE + length(truth.start))
    refused(check_anchors, late, truth, recorded.shift)
    refused(check_clocks, late, truth, recorded.shift)
    shutil.rmtree(late)


def test_a_shifted_trace_is_found(recorded):
    truth, bound = recorded.truth(dated=True), recorded.merged_bound()
    cycles = (2 * bound + length(truth.start)) // CYCLE + 1
    late = with_late_trace(recorded.directory, cycles)
    refused(check_merged, recorded.merged(late), truth, bound)
    shutil.rmtree(late)


# Test of a monitor that is faster than its manifest says


def test_the_slope_of_a_fast_monitor(recorded):
    check_anchors(recorded.directory, recorded.truth(), recorded.shift)
    check_clocks(recorded.directory, recorded.truth(), recorded.shift)
    check_slope(recorded.directory, recorded.truth(), recorded.device_hz)


TESTS = {
    CLOCK_HZ: [
        test_the_anchors_hold_start_and_stop,
        test_each_record_is_within_the_bound_that_the_report_states,
        test_babeltrace2_merges_both_traces,
        test_a_shifted_anchor_is_found,
        test_a_shifted_trace_is_found,
    ],
    FAST_HZ: [test_the_slope_of_a_fast_monitor],
}


def main():
    counts = {True: 0, False: 0}
    for device_hz, tests in TESTS.items():
        with tempfile.TemporaryDirectory() as folder:
            recorded = Recorded(folder, device_hz)
            for test in tests:
                try:
                    test(recorded)
                    good = True
                except Exception:  # of a broken answer, too
                    traceback.print_exc(file=sys.stdout)
                    good = False
                counts[good] += 1
                print('ok  ' if good else 'FAIL', test.__name__)
    print(f'{counts[True]} passed, {counts[False]} failed')
    return 1 if counts[False] else 0


if __name__ == '__main__':
    sys.exit(main())
