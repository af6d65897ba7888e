# SPDX-License-Identifier: Apache-2.0
"""The target's time counters and its CAPTURE line: each time that a program reads, each cycle of
the line, and a target without both.

usage: test_times.py SIMULATORS_DIR MODELS_DIR PROGRAMS_DIR SCRATCH_DIR
"""

import functools
import glob
import os
import re
import subprocess
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from itertools import pairwise

from program import Program
from suite import HANG_SECONDS, check, equal, equal_each, of_module, run
from times import ASSERT, CORES, FINISHED, Line, Times, check_nodes
from truth import WRITING, Truth

SIMULATORS, MODELS, PROGRAMS, SCRATCH = sys.argv[1:5]
LIMIT = 4000  # of the line; sim/sim.mk
CALL_INSTRUCTIONS = 500
WINDOW, CENTRAL, TIMER = 0x80030000, 0x80040000, 0x80010000
IRQ = 0x100  # offset of the latch of an interrupt routine
(
    _,
    LOCAL,
    LOCAL_REAL,
    CENTRAL_TIME,
    CENTRAL_REAL,
    CALL,
    COST_LOCAL,
    COST_CENTRAL,
    HOOK_STATE,
    HOOK_LOCAL,
    HOOK_CENTRAL,
    STATE,
) = range(12)  # what the program writes to its event port: sim/programs/times.c
LOAD = 0x03  # opcode
FORMS = {'times': (4, 32), 'times_narrow': (1, 40)}  # bytes of a part, bits of the times


def simulate(name, program, *args, cycles=3000000):
    return subprocess.run(
        [
            os.path.join(SIMULATORS, name),
            '--program',
            os.path.join(PROGRAMS, program),
            '--exit-when-done',
            '--max-cycles',
            str(cycles),
            *args,
        ],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )


class Run:
    """A run of the program in one of FORMS.

    loads    of each core: address -> cycles of the loads, in their order
    reports  of each core: kind -> list of (cycle, value)
    """

    def __init__(self, form, *options):
        name = ''.join((form, *options))
        truth, times = (os.path.join(SCRATCH, f'{name}.{log}') for log in ('truth', 'log'))
        self.result = simulate(
            f'soc_{form}',
            f'{form}.elf',
            '--truth',
            truth,
            '--activity',
            '--times',
            times,
            *options,
            cycles=400000,
        )
        self.bytes, self.width = FORMS[form]
        self.program = Program(os.path.join(PROGRAMS, f'{form}.elf'))
        self.truth, self.times = Truth(truth), Times(times)
        self.loads, self.reports = [], []
        for core in range(CORES):
            loads, reports = defaultdict(list), defaultdict(list)
            for cycle, address, write in self.truth.accesses[core]:
                if not write:
                    loads[address].append(cycle)
            for cycle, _, kind, value, _ in self.truth.ports[core]:
                reports[kind].append((cycle, value))
            self.loads.append(loads)
            self.reports.append(reports)

    def part(self, byte):
        """The offset of the part of a window that begins with this byte."""
        return byte // self.bytes * 4

    def time(self, cycle):
        return self.times.time(cycle, self.width) & 0xFFFFFFFF

    def real(self, cycle):
        return self.times.real(cycle, self.width) & 0xFFFFFFFF

    def main_reports(self, core, *kinds):
        return sorted(
            (cycle, value, kind) for kind in kinds for cycle, value in self.reports[core][kind]
        )


@functools.lru_cache(None)
def run_once(form):
    return Run(form)


def run_of(form):
    this = run_once(form)
    equal(len(this.truth.exits), CORES, f'{form}: cores that came to their end')
    return this


def runs():
    return [(form, run_of(form)) for form in FORMS]


def test_program():
    notes = []
    for form, this in runs():
        equal(this.result.returncode, 0, f'{form}: exit status, {this.result.stdout}')
        equal(
            sorted(line for line in this.result.stdout.splitlines() if line.startswith('times:')),
            [f'times: core {core}: pass' for core in range(CORES)],
            f'{form}: console',
        )
        equal(this.truth.holds, [(0, 0)], f'{form}: reset')
        equal((this.times.first, len(this.times)), (0, this.truth.cycles), f'{form}: cycles')
        notes.append(f'{this.truth.cycles} cycles, {len(this.times.rounds())} rounds')
    return '; '.join(notes)


def test_counters():
    """In each cycle all counters are equal, and the cycles less the pauses; so none advances while
    the line is asserted, but for the two cycles until it acts."""
    for form, this in runs():
        times = this.times
        check(max(times.paused) > 10000, f'{form}: hardly a pause')
        should = [
            (times.time(cycle, this.width), times.real(cycle, this.width))
            for cycle in range(len(times))
        ]
        equal_each(times.central, should, f'{form}: central counter in cycle')
        for core in range(CORES):
            equal_each(times.cores[core], should, f'{form}: counter {core}, cycle')
        for begin, end in times.rounds():
            values = {times.central[cycle][0] for cycle in range(begin + 1, end + 2)}
            equal(len(values), 1, f'{form}: a counter advances in the round from {begin}')


def check_reads(this, core, window, first, kinds, what):
    """The parts 0 that were read in a window, and what the program reported of them; a read is
    complete `first` cycles after the cycle of its time. Returns how many."""
    loads, reports = this.loads[core][window], this.main_reports(core, *kinds)
    equal(len(loads), len(reports), f'{what}: reads, and times that were reported')
    mask = (1 << 8 * this.bytes) - 1
    for load, (reported, value, kind) in zip(loads, reports, strict=True):
        check(load < reported, f'{what}: reported in cycle {reported}, read in {load}')
        should = this.time(load - first)
        if kind in (COST_LOCAL, COST_CENTRAL):
            should &= mask
        equal(value, should, f'{what}: time that was read in cycle {load - first}')
    return len(loads)


def check_reals(this, core, window, first, kind, what):
    """The real time is that of the cycle of the read of part 0 before it."""
    loads = this.loads[core][window + this.part(8)]
    times = this.loads[core][window]
    equal(len(loads), len(this.reports[core][kind]), f'{what}: reads of real times')
    for load, (_, value) in zip(loads, this.reports[core][kind], strict=True):
        at = times[bisect_left(times, load) - 1] - first
        equal(value, this.real(at), f'{what}: real time of cycle {at}')


LATER_LOCAL, LATER_CENTRAL = 1, 2  # cycles from that of the time to the read's completion


def test_reads():
    """Each time that a core reads is that of its cycle, in each window and by both masters."""
    notes = []
    for form, this in runs():
        count = 0
        for core in range(CORES):
            what = f'{form}: core {core}'
            for window, later, kinds in (
                (WINDOW, LATER_LOCAL, (LOCAL, COST_LOCAL)),
                (WINDOW + IRQ, LATER_LOCAL, (HOOK_LOCAL,)),
                (CENTRAL, LATER_CENTRAL, (CENTRAL_TIME, COST_CENTRAL)),
                (CENTRAL + IRQ, LATER_CENTRAL, (HOOK_CENTRAL,)),
            ):
                read = check_reads(this, core, window, later, kinds, f'{what}, {window:#x}')
                check(read > 10, f'{what}: {read} reads of {window:#x}')
                count += read
            check_reals(this, core, WINDOW, LATER_LOCAL, LOCAL_REAL, what)
            check_reals(this, core, CENTRAL, LATER_CENTRAL, CENTRAL_REAL, what)
        notes.append(f'{form} {count}')
    return ', '.join(notes)


def test_central_on_bus():
    """A central read's time is that of the first cycle in which the bus is the core's, and it takes
    two; a local one is not seen by the bus."""
    for form, this in runs():
        words = [word for word in this.truth.words if word[1] >> 16 == CENTRAL >> 16]
        grants = {(cycle, owner) for cycle, busy, owner in this.truth.bus if busy}
        loads = 0
        for core in range(CORES):
            own = [word[0] for word in words if word[3] == core]
            should = sorted(
                load - 1
                for address, cycles in this.loads[core].items()
                if address >> 16 == CENTRAL >> 16
                for load in cycles
            )
            equal(own, should, f'{form}: core {core}: central reads on the bus')
            check(all((cycle - 1, core) in grants for cycle in own), f'{form}: two cycles each')
            loads += len(own)
        check(loads > 100, f'{form}: {loads} central reads')
        check(
            not any(word[1] >> 16 in (0x8003, 0x8005) for word in this.truth.words),
            f'{form}: local accesses on the bus',
        )


def sequences(this, core, window):
    """(cycle of the first part, of the last part) of each time that was read in parts."""
    last = this.loads[core][window + this.part(3)]
    firsts = this.loads[core][window]
    return [(firsts[bisect_left(firsts, load) - 1], load) for load in last]


def test_indivisible():
    """The reads in parts met what could disturb them: carries between the parts, an interrupt
    routine that reads the same window, and other cores that read the central counter."""
    this = run_of('times_narrow')
    carries, interrupts, others = 0, 0, 0
    for core in range(CORES):
        for window, later in ((WINDOW, LATER_LOCAL), (CENTRAL, LATER_CENTRAL)):
            hooks = this.loads[core][window + IRQ]
            for first, last in sequences(this, core, window):
                begin, end = first - later, last - later
                carries += this.time(begin) >> 8 != this.time(end) >> 8
                interrupts += bisect_right(hooks, last) > bisect_right(hooks, first)
                others += window == CENTRAL and any(
                    bisect_right(this.loads[k][CENTRAL], last)
                    > bisect_right(this.loads[k][CENTRAL], first)
                    for k in range(CORES)
                    if k != core
                )
    check(carries > 20 and interrupts > 2 and others > 50, f'{carries}, {interrupts}, {others}')
    return f'{carries} carries, {interrupts} interrupts, {others} reads of others between parts'


def test_call():
    """The timer of the system, by a call of so many instructions; it does not pause."""
    count, paused = 0, 0
    for form, this in runs():
        entry, size = this.program.functions['time_call']
        for core in range(CORES):
            timer = this.loads[core][TIMER]
            for reported, value in this.reports[core][CALL]:
                cycle = timer[bisect_left(timer, reported) - 1] - 1
                equal(value, cycle, f'{form}: core {core}: time by a call')
                count += 1
                paused += this.times.time(cycle) != cycle
            begin = None
            for index, (_, pc) in enumerate(this.truth.retired(core)):
                if pc == entry:
                    begin = index
                elif pc == entry + size - 4:
                    equal(
                        index - begin + 1, CALL_INSTRUCTIONS, f'{form}: core {core}: instructions'
                    )
    check(count >= 2 * (CORES * 2 + 2), f'{count} calls')


def test_line():
    """Each signal of the line, in each cycle, is as the model of the line has it."""
    for form, this in runs():
        times, model = this.times, Line(LIMIT)
        length, ago, before = 0, 0, 0  # the line one cycle and two cycles ago
        lengths = []
        for cycle, nodes in enumerate(zip(*times.nodes, strict=True)):
            expire = model.expire
            check_nodes(nodes, model.step([node.store for node in nodes]), form, cycle)
            length = 0 if ago and not before else length + before
            lengths.append((length, expire))
            ago, before = nodes[0].line, ago
        equal_each(times.length, lengths, f'{form}: length in cycle')


def stores(this, core):
    """(cycle, byte) of each store of a core to the line."""
    return [
        (cycle, node.store)
        for cycle, node in enumerate(this.times.nodes[core])
        if node.store is not None
    ]


def test_immediate():
    """A store reaches the line's node in the cycle in which the core makes it, and takes two, also
    while the bus is another core's."""
    busy = 0
    for form, this in runs():
        for core in range(CORES):
            should = [
                cycle - 1
                for cycle, address, write in this.truth.accesses[core]
                if write and address == WINDOW + this.part(16)
            ]
            own = stores(this, core)
            begins = [cycle for cycle, now in this.truth.activity[core] if now & WRITING]
            check(
                {cycle for cycle, _ in own} <= set(begins),
                f'{form}: core {core}: the line sees a store later than the core makes it',
            )
            equal([cycle for cycle, _ in own], should, f'{form}: core {core}: stores to the line')
            for cycle, byte in own:
                node = this.times.nodes[core][cycle]
                if byte & ASSERT and not this.times.line[cycle - 1]:
                    equal(node.drive, 1, f'{form}: core {core} asserts in cycle {cycle}')
                    equal(this.times.line[cycle + 1], 1, f'{form}: the line in {cycle + 1}')
                    row = bisect_right(this.truth.bus, (cycle, 2, 0)) - 1
                    busy += this.truth.bus[row][1] and this.truth.bus[row][2] != core
    check(busy > 5, f'{busy} assertions while the bus is stalled')
    return f'{busy} while the bus is stalled'


def finishes(this, core, begin, end, number):
    """The cycles in which a core finishes a round: stores with its number in the round."""
    return [
        cycle
        for cycle in range(begin + 1, end)
        for byte in (this.times.nodes[core][cycle].store,)
        if byte is not None
        and byte & FINISHED
        and byte & 15 == number
        and this.times.nodes[core][cycle].irq
    ]


def check_round(this, index, begin, end, hooks, what):
    """The line is held until the last routine has finished, or the limit; each core has run its
    routine once. Returns the cores that were too late."""
    ends, late = [], []
    for core in range(CORES):
        done = finishes(this, core, begin, end, index + 1 & 15)
        equal(this.times.nodes[core][begin + 1].irq, 1, f'{what}: interrupt of core {core}')
        if done:
            equal(len(done), 1, f'{what}: core {core} finishes')
            ran = [cycle for cycle in hooks[core] if begin < cycle < done[0]]
            equal(len(ran), 1, f'{what}: routines of core {core}')
            ends += done
        else:
            late.append(core)
    equal(end, begin + LIMIT + 4 if late else max(ends) + 2, f'{what}: the line falls')
    for core in range(CORES):
        equal(
            this.times.nodes[core][end].state >> 6 & 1,
            int(core in late),
            f'{what}: core {core} reports a time-out',
        )
    return late


def test_rounds():
    notes = []
    for form, this in runs():
        late, sizes = [], [0] * (CORES + 1)
        last = 0
        asserts = [
            [cycle for cycle, byte in stores(this, core) if byte & ASSERT] for core in range(CORES)
        ]
        hooks = [[cycle for cycle, _ in this.reports[core][HOOK_STATE]] for core in range(CORES)]
        idle = [value for rows in this.reports for _, value in rows[HOOK_STATE] if value < FINISHED]
        equal(idle, [], f'{form}: routines that nothing has called')
        rounds = this.times.rounds()
        for index, (begin, end) in enumerate(rounds):
            what = f'{form}: round {index + 1}, from cycle {begin}'
            late += check_round(this, index, begin, end, hooks, what)
            # an assertion up to a round's first cycle is one of this round
            owners = [
                core
                for core in range(CORES)
                if bisect_right(asserts[core], begin) > bisect_right(asserts[core], last)
            ]
            named = [core for core in range(CORES) if this.times.nodes[core][begin + 1].own]
            equal(named, owners, f'{what}: who has asserted it')
            check(owners, f'{what}: nobody has asserted it')
            sizes[len(owners)] += 1
            last = begin
        for core in range(CORES):
            check(asserts[core][-1] <= last, f'{form}: an assertion of core {core} is lost')
        during = sum(this.times.line[cycle] for core in range(CORES) for cycle in asserts[core])
        check(during > 10, f'{form}: {during} assertions in rounds')
        # late() twice with each routine, and cut_short()
        equal(late, [3, 0, 3, 0, 1], f'{form}: cores that were too late')
        check(sizes[CORES] >= 4 and sizes[2] >= 4, f'{form}: rounds of so many cores: {sizes}')
        notes.append(f'{form}: {len(rounds)} rounds of 1 to {CORES} cores: {sizes[1:]}')
    return '; '.join(notes)


def test_stale():
    """A routine that the limit has cut short has finished neither its round nor the next one."""
    for form, this in runs():
        stale = [
            (core, cycle)
            for core in range(CORES)
            for cycle, byte in stores(this, core)
            if byte & FINISHED
            and this.times.nodes[core][cycle].irq
            and byte & 15 != this.times.nodes[core][cycle].state & 15
        ]
        equal([core for core, _ in stale], [1], f'{form}: numbers of rounds that have ended')
        for core, cycle in stale:
            equal(this.times.nodes[core][cycle + 1].irq, 1, f'{form}: it still interrupts')


def costs(this, function, core):
    """Cycles from one load of a function to the next, in each call of it."""
    entry, size = this.program.functions[function]
    loads = {pc for pc in range(entry, entry + size, 4) if this.program.code[pc] & 0x7F == LOAD}
    calls = []
    for cycle, pc in this.truth.retired(core):
        if pc == min(loads):
            calls.append([])
        if pc in loads:
            calls[-1].append(cycle)
    return [[b - a for a, b in pairwise(call)] for call in calls]


def call_costs(this, core):
    """Cycles of each call of time_call, with the jump to it."""
    entry, size = this.program.functions['time_call']
    begin, calls, last = None, [], None
    for cycle, pc in this.truth.retired(core):
        if pc == entry:
            begin = last
        elif pc == entry + size - 4:
            calls.append(cycle - begin)
        last = cycle
    return calls


def routine_costs(this, routine):
    """Cycles from the interrupt's entry to its end, of all cores."""
    entry, size = this.program.functions[routine]
    spent = []
    for core in range(CORES):
        begin = None
        for cycle, pc in this.truth.retired(core):
            if pc == entry:
                begin = cycle
            elif pc == entry + size - 4:
                spent.append(cycle - begin)
    return sorted(spent)


def test_costs():
    """What a read costs with its code in the cache: a local one always the same; a central one
    more, and most if all cores read; a call far more. sim/README.md has these numbers."""
    this = run_of('times')
    local = {
        cost
        for core in range(CORES)
        for call in costs(this, 'cost_local', core)[1:]
        for cost in call
    }
    equal(len(local), 1, f'a local read costs {local}')
    alone = costs(this, 'cost_central', 0)[1]
    equal(len(set(alone)), 1, f'a central read costs {alone}')
    crowd = [cost for core in range(CORES) for cost in costs(this, 'cost_central', core)[-1]]
    calls = call_costs(this, 0)
    busy = [call_costs(this, core)[-1] for core in range(CORES)]
    check(
        max(local) < alone[0] < max(crowd) < calls[1] < max(busy),
        f'local {local}, central {alone} and {crowd}, call {calls} and {busy}',
    )
    cached, own = (routine_costs(this, f'capture_routine{where}') for where in ('', '_local'))
    check(len(cached) > 9 and len(own) > 9, f'routines: {len(cached)}, {len(own)}')
    return (
        f'local {max(local)}, central {alone[0]} alone and {min(crowd)} to {max(crowd)} with four, '
        f'call {calls[1]} alone and {min(busy)} to {max(busy)} with four; routine, cached '
        f'{cached[0]} to {cached[-1]}, local {own[0]} to {own[-2]}'
    )


def test_far():
    """With a far bus a central access costs so many cycles more, three times a local one, and the
    program's times stay right; a local one costs what it did."""
    near, far = run_of('times'), Run('times', '--far', '12')
    equal(far.result.returncode, 0, f'exit status: {far.result.stdout}')
    for name, more in (('cost_local', 0), ('cost_central', 12)):
        was, now = (costs(this, name, 0)[1] for this in (near, far))
        equal(now, [cost + more for cost in was], name)
    check(now[0] >= 3 * costs(far, 'cost_local', 0)[1][0], f'a central read costs {now}')
    for core in range(CORES):
        for window, kinds in (
            (CENTRAL, (CENTRAL_TIME, COST_CENTRAL)),
            (CENTRAL + IRQ, (HOOK_CENTRAL,)),
        ):
            read = check_reads(far, core, window, LATER_CENTRAL, kinds, f'core {core}, {window:#x}')
            check(read > 10, f'core {core}: {read} reads of {window:#x}')


def test_unused():
    """A program that uses none of it does the same on both targets, in each cycle."""
    logs = []
    for name in ('soc_bare', 'soc_times'):
        path = os.path.join(SCRATCH, f'{name}.outputs')
        equal(simulate(name, 'matmul.elf', '--outputs', path).returncode, 0, f'{name}: exit status')
        with open(path, encoding='ascii') as file:
            logs.append(file.read())
    equal(logs[0], logs[1], 'outputs')
    equal(simulate('soc_times', 'events.elf').returncode, 0, 'interrupts of a program without it')


def test_report():
    """REPORT has the signals of CAPTURE, in each width of the window, and leaves CAPTURE alone; a
    program reads the counters of its caches."""
    for name in FORMS:
        log = os.path.join(SCRATCH, f'{name}.report')
        elf = os.path.abspath(os.path.join(SCRATCH, f'{name.replace("times", "report")}.elf'))
        done = simulate(f'soc_{name}', elf, '--times', log)
        equal(done.returncode, 0, f'{name}: exit status, {done.stdout}')
        lines = [(Times(log, report), Line(LIMIT)) for report in (False, True)]
        for times, model in lines:
            for cycle, nodes in enumerate(zip(*times.nodes, strict=True)):
                check_nodes(nodes, model.step([node.store for node in nodes]), name, cycle)
        equal([len(times.rounds()) for times, _ in lines], [0, 2], f'{name}: rounds of the lines')
        # the time counters pause for REPORT too
        times = lines[1][0]
        should = [(times.time(cycle), times.real(cycle)) for cycle in range(len(times))]
        for counter in (times.central, *times.cores):
            equal_each(counter, should, f'{name}: cycle')


def test_absent():
    """Without the options nothing of them is in the target."""
    names = re.compile(r'__DOT__u_(local|central|window|ratios|events|report_\w+|line_\w+)')
    found = {}
    for name in ('soc_bare', 'soc_times'):
        text = ''
        for path in glob.glob(os.path.join(MODELS, name, 'Vsoc_sim*.h')):
            with open(path, encoding='ascii') as file:
                text += file.read()
        check('__DOT__u_bus' in text, f'{name}: no model')
        found[name] = bool(names.search(text))
    equal(found, {'soc_bare': False, 'soc_times': True}, 'parts of the options')
    done = simulate('soc_bare', 'matmul.elf', '--times', os.path.join(SCRATCH, 'none'))
    check(done.returncode == 2 and 'no time counters' in done.stderr, f'{done.stderr}')


def test_log_faults():
    for path, message in (
        (os.path.join(SCRATCH, 'none', 'none'), 'cannot create'),
        ('/dev/full', 'cannot write'),
    ):
        done = simulate('soc_times', 'times.elf', '--times', path)
        check(done.returncode == 1 and message in done.stderr, f'{path}: {done.stderr}')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('times', of_module(globals())))
