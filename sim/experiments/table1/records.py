# SPDX-License-Identifier: Apache-2.0
"""What a row has recorded, held against what happened: each event of each core, with its time."""

import json
import subprocess
from collections import Counter
from itertools import accumulate

from build import LOCAL, Fault
from logs import CORES
from rows import SEQUENCES

WINDOW, CENTRAL, TIMER, EVENTS = 0x80030000, 0x80040000, 0x80010000, 0x80060000
IRQ, RATIOS = 0x100, 0x200  # offsets in the window
LATER = {WINDOW: 1, CENTRAL: 2, TIMER: 1}  # cycles from that of the time to the read's completion
DUMP_LOST, DUMP_SUM, DUMP_WORD = 65, 66, 67  # events of the ports after the measured part
FIRST, STATE = 64, 15  # of the user's events
LINE_NAMES = ('CAPTURE', 'REPORT')


class Result:
    """recorded  records of events; states: records of routines of CAPTURE
    lost      events and states that the row reports as lost
    faults    what is not as it must be, in words
    samples, unsampled  records of a monitor with a sample, and those for which there was no time
    """

    def __init__(self):
        self.recorded = self.states = self.lost = self.samples = self.unsampled = 0
        self.faults = []

    def expect(self, found, wanted, what, lost=0):
        """Both: lists of what can be sorted; so many may be missing."""
        missing, more = Counter(wanted) - Counter(found), Counter(found) - Counter(wanted)
        if missing.total() > lost or more:
            some = [sorted(rows)[:3] for rows in (missing, more)]
            self.faults.append(
                f'{what}: {missing.total()} missing, {more.total()} wrong: {some[0]}, {some[1]}'
            )


def dumped(run, core, kind):
    return [data for _, number, data in run.truth.ports[core] if number == kind]


def checksums(run):
    """Of the work of each core."""
    ends = [
        [
            data
            for cycle, number, data in run.truth.ports[core]
            if number == DUMP_SUM and cycle > run.end
        ]
        for core in range(CORES)
    ]
    return [rows[0] if rows else None for rows in ends]


def interrupted(run, core):
    """(cycle, pc) of each first instruction of a core after a routine."""
    _, routines = run.program.inserted()
    found, inside = [], False
    for cycle, pc in run.truth.retired[core]:
        own = pc in routines or pc >= LOCAL
        if inside and not own:
            found.append((cycle, pc))
        inside = own
    return found


def states_of(run, core, reads):
    """For each (cycle, what) of a routine, with the address at which it was interrupted."""
    after, place, states = interrupted(run, core), 0, []
    for cycle, what in reads:
        while place < len(after) and after[place][0] <= cycle:
            place += 1
        states.append((what, after[place][1] if place < len(after) else None))
    return states


def loads(run, core, address):
    return [
        cycle
        for cycle, where, write in run.truth.accesses[core]
        if where == address and not write and run.begin <= cycle <= run.end
    ]


def read_times(run, core, window, each):
    """The times that a core's events read, each of which reads `each` times."""
    later = LATER[window]
    cycles = [cycle - later for cycle in loads(run, core, window)[::each]]
    return [run.lines.times[cycle] for cycle in cycles] if run.lines.times else cycles


def check_ratios(run, core, rows, result):
    """The counters in each record are those of the cycle of their read, without the pauses."""
    reads = sorted(loads(run, core, WINDOW + RATIOS) + loads(run, core, WINDOW + RATIOS + IRQ))
    paused = run.lines.paused
    flags = [
        look for look in run.truth.lookups[core] if look[0] >= len(paused) or not paused[look[0]]
    ]
    wanted, counts, place = [], [0] * 4, 0
    for cycle in reads:
        while place < len(flags) and flags[place][0] < cycle - 1:
            for bit in range(4):
                counts[bit] += flags[place][1] >> (bit + 1) & 1
            place += 1
        wanted.append(tuple(counts))
    result.expect([row[2:] for row in rows], wanted, f'core {core}: ratio counters')


def program_records(row, run, ratios, result):
    """Rows without a monitor: what the program wrote to its event port after the measured part."""
    words = 6 if ratios else 2
    window = {1: TIMER, 2: CENTRAL}.get(row.number, WINDOW)
    each = 2 if row.number == 1 and ratios else 1
    for core in range(CORES):
        stored = dumped(run, core, DUMP_WORD)
        rows = [tuple(stored[at : at + words]) for at in range(0, len(stored), words)]
        lost = sum(dumped(run, core, DUMP_LOST))
        times = read_times(run, core, window, each)
        events = [number for _, number in run.events[core]]
        if not lost:
            wanted = list(zip(times, events, strict=False))
        else:  # of an event that is lost the time is not read
            wanted = [(time, None) for time in times]
        found = [record[:2] for record in rows if record[1] < STATE]
        if lost:
            found = [(time, None) for time, _ in found]
        result.expect(found, wanted, f'core {core}: records')
        result.recorded += len(found)
        result.lost += lost
        if ratios:
            check_ratios(run, core, rows, result)
        if row.capture:
            reads = [
                (cycle, run.lines.times[cycle - 1]) for cycle in loads(run, core, WINDOW + IRQ)
            ]
            states = [record[:2] for record in rows if record[1] >= STATE]
            result.expect(states, states_of(run, core, reads), f'core {core}: states')
            result.states += len(states)


def monitor_events(gnomon, directory):
    done = subprocess.run(
        [gnomon, 'events', directory, '--json'], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Fault(f'gnomon events {directory}: {done.stderr}')
    return [json.loads(line) for line in done.stdout.splitlines()]


def count_monitor(run, records, result):
    for record in records:
        if record['kind'] == 'gap':
            result.lost += record.get('lost', 1)
        elif run.begin <= record['time'] <= run.end:
            result.samples += record.get('sampled', False)
            result.unsampled += record.get('unsampled', False)


def central_writes(row, run):
    """(cycle, core, number, data) of each write of the central event port. A program writes its
    events in their order; other writes are those of routines."""
    writes = []
    for core in range(CORES):
        own = [
            (cycle, (where - EVENTS) // 4)
            for cycle, where, write in run.truth.accesses[core]
            if write and where >> 12 == EVENTS >> 12 and run.begin <= cycle <= run.end
        ]
        states = [(cycle, cycle) for cycle, number in own if number == FIRST + STATE]
        pcs = dict(states_of(run, core, states))
        for cycle, number in own:
            data = pcs[cycle] if number == FIRST + STATE else 0x1000 + core
            writes.append((cycle, core, number + 16 * core, data))
    return writes


def port_writes(row, run):
    writes = []
    for core in range(CORES):
        own = [write for write in run.truth.ports[core] if run.begin <= write[0] <= run.end]
        states = [(cycle, cycle) for cycle, number, _ in own if number == FIRST + STATE]
        pcs = dict(states_of(run, core, states)) if row.capture else {}
        for cycle, number, _ in own:
            writes.append((cycle, core, number, pcs.get(cycle, 0x1000 + core)))
    return writes


def check_writes(row, run, records, result):
    """Rows with an event port: each write with its time, its core, and its data."""
    central = row.monitor == 'bus'
    wanted = central_writes(row, run) if central else port_writes(row, run)
    found = []
    for record in records:
        if record['kind'] != 'write' or not run.begin <= record['time'] <= run.end:
            continue
        number = record['number']
        core = (number - FIRST) // 16 if central else int(record['node'][4:])
        found.append((record['time'], core, number, record['data']))
    result.expect(found, wanted, 'writes', result.lost)
    states = sum(number % 16 == STATE for _, _, number, _ in found)
    result.states += states
    result.recorded += len(found) - states
    # what the writes are is known without them: every event that was executed
    made = Counter(
        (core, number - FIRST - (16 * core if central else 0))
        for _, core, number, _ in wanted
        if number % 16 != STATE
    )
    events = Counter(
        (core, number)
        for core in range(CORES)
        for _, number in run.events[core]
        if row.monitor != 'hybrid' or number & 1
    )
    result.expect(list(made.elements()), list(events.elements()), 'writes of events')


def check_points(row, run, records, result):
    """Rows 10 to 12: each event that has no code."""
    names, wanted = {}, []
    for core in range(CORES):
        done = {name: False for name in SEQUENCES}
        for cycle, number in run.events[core]:
            if row.monitor == 'sequence':
                for name, (first, last) in SEQUENCES.items():
                    if f'e{number}' == last and done[name]:
                        wanted.append((cycle, core, name))
                        done[name] = False
                    elif f'e{number}' == first:
                        done[name] = True
            elif row.monitor == 'pattern' or not number & 1:
                wanted.append((cycle, core, f'e{number}'))
    names = set(SEQUENCES) if row.monitor == 'sequence' else {'e0', 'e1', 'e2', 'e3'}
    found = [
        (record['time'], int(record['node'][4:]), record['name'])
        for record in records
        if record.get('name') in names and run.begin <= record['time'] <= run.end
    ]
    result.expect(found, wanted, 'events of patterns', result.lost)
    result.recorded += len(found)


def check_rounds(run, records, result):
    """Of a monitor's own lines: each round at each node, in its cycles; and each record of a write
    has the time of the counter that pauses in them."""
    before = list(accumulate(run.lines.paused, initial=0))
    for line, name in enumerate(LINE_NAMES):
        own = [record for record in records if record.get('line') == name]
        wanted = [one for one in run.rounds[line] for _ in range(CORES)]
        began = [r['time'] for r in own if r['name'] == f'{name.lower()}_began']
        ended = [
            (r['time'] - r['length'], r['time'])
            for r in own
            if r['name'] == f'{name.lower()}_ended'
        ]
        found = [time for time in began if run.begin <= time <= run.end]
        result.expect(found, [begin for begin, _ in wanted], f'{name}: rounds begun', result.lost)
        found = [one for one in ended if run.begin <= one[0] <= run.end]
        result.expect(found, wanted, f'{name}: rounds', result.lost)
    writes = [r for r in records if r['kind'] == 'write' and run.begin <= r['time'] <= run.end]
    result.expect(
        [record['counter'] for record in writes],
        [record['time'] - before[record['time']] for record in writes],
        'time without the rounds',
    )


def check(row, run, ratios, records):
    """The result of a run; records are those of the monitor, or None."""
    result = Result()
    if records is None:
        program_records(row, run, ratios, result)
        if result.recorded + result.lost < run.event_count:
            result.faults.append(
                f'{run.event_count} events, {result.recorded} records and {result.lost} lost'
            )
    else:
        count_monitor(run, records, result)
        if row.monitor in ('bus', 'port', 'hybrid'):
            check_writes(row, run, records, result)
        if row.monitor in ('pattern', 'sequence', 'hybrid'):
            check_points(row, run, records, result)
        if row.headends:
            check_rounds(run, records, result)
    if row.capture:
        due = len(run.rounds[0]) * CORES - sum(line == 0 for _, line, _ in run.late)
        if result.states + result.lost < due:
            result.faults.append(f'{due} states are due, {result.states} recorded')
    return result


def late(run):
    """'core 3 in 12 rounds of CAPTURE', ... of the time-outs."""
    counts = Counter((line, core) for _, line, core in run.late)
    return [
        f'core {core} in {count} of {len(run.rounds[line])} rounds of {LINE_NAMES[line]}'
        for (line, core), count in sorted(counts.items())
    ]
