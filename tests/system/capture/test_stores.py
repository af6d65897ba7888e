# SPDX-License-Identifier: Apache-2.0
"""Local stores and the REPORT line, beside a CAPTURE line that interrupts: who asserts which line
when, what the monitor records of it, that a round lasts as long as what it has to send, and that
nothing is lost in between without notice.
"""

import json
import os
import signal
import threading
from time import sleep
from collections import namedtuple

from bed import MONITORS, NODES, check, equal, gnomon, manifest, wait_for
from compare import compare
from measures import Measures
from stream import (
    BLOCKS,
    EVENT,
    FLUSH,
    FULL,
    GAP,
    KEPT,
    LATE,
    LINE,
    OWN,
    RATIO,
    TRIGGER,
    RunDirectory,
)
from test_rounds import check_counters, check_line, measured, settled, stopped_early
from times import ASSERT, CORES, FINISHED, Line, Times
from triggers import ROUNDS, Triggers, measure, patterns_of
from test_triggers import entries
from truth import Truth

SIMULATOR = 'soc_stores'
LIMIT = 4000  # of quad_stores.yaml, both lines
MARKS = {0: 192, 1: 40, 2: 800}  # almost-full marks of its stores, by node
POINTS = ('fill', 'mark', 'storm', 'settle', 'deaf', 'soc_exit')
ASKING = ['mark', 'soc_exit']  # the end, too: else its record stays in a store
WIRE_CYCLES = 8  # of a word on its ring
LEAVING = 2  # words that have left a store and not yet its node
STORED = 3  # cycles from the builder to an entry of the FIFO
RUNNING = 300000  # bytes of the truth log, of some thousand cycles of the program
HOST = 2  # node with the host's trigger
REPORT = 16  # in the states of the model

# began, ended: cycles since the start, ended may be None; own, late: of each core; full, kept: of
# each store, by node
Round = namedtuple('Round', 'report began ended own late full kept')


def entry_times(records):
    """The times of the entries of a node's FIFO, rising: a gap has two."""
    times = {r.time for r in records if r.kind not in (RATIO, FLUSH, GAP, *BLOCKS)}
    gaps = [time for r in records if r.kind == GAP for time in (r.time, r.resumed)]
    return sorted([*times, *gaps])


class Store:
    """A local store as its node's records show it: how many entries it holds, cycle by cycle."""

    def __init__(self, node, records, plan):
        self.node, self.mark = node, MARKS[node]
        self.entries, self.delay = entry_times(records), plan['depth'] + STORED
        # what the records say of rounds of REPORT: by their first cycle
        began, ended = (
            next(t['number'] for t in plan['triggers'] if t['kind'] == kind)
            for kind in ('report_began', 'report_ended')
        )
        lines = [r for r in records if r.kind == LINE]
        self.full = {r.time for r in lines if r.code == began and r.aux & FULL}
        self.kept = {r.time for r in lines if r.code == ended and r.aux & KEPT}
        self.told = {r.time for r in lines if r.code == ended}
        self.gaps = [(r.time, r.resumed) for r in records if r.kind == GAP]
        self.at = self.held = self.high = 0
        self.known = True  # else what is left of a round that was cut short

    def step(self, time, line, next_line, asked):
        """Whether it asserts the line in this cycle: at its mark, or, where it is not known how
        many entries it holds, in the last cycle in which that can have begun the next round. Where
        its record of the round is lost it is who asserted the line if nobody else did (asked)."""
        while self.at < len(self.entries) and self.entries[self.at] + self.delay <= time:
            self.at += 1
            self.held += 1
        high = self.held >= self.mark and not line
        raises, self.high = high and not self.high, high
        if any(first <= time + 1 <= last for first, last in self.gaps):
            return raises or (not line and next_line and not asked)
        return raises if self.known else time + 1 in self.full and not line and next_line

    def released(self, known):
        self.held, self.known = 0, known


class Lines:
    """Both lines in each cycle of a run, from the start on: as they follow from what the cores
    stored, the nodes fired and the stores held. Only the end of a transfer is taken from the log.

    rounds   those that began in the run
    before   [time] -> cycles before that one in which a line was asserted
    """

    def __init__(self, log, sync, nodes, plans, fired, asked):
        self.times = [Times(log), Times(log, report=True)]
        self.first = sync + 1 - self.times[0].first
        self.stores = [Store(node, nodes[node], plans[node]) for node in MARKS]
        self.raises = [
            {time + settled(plan) for time in found}
            for found, plan in zip(fired, plans, strict=True)
        ]
        self.asks = [
            {time + plan['depth'] + 1 for time in found}
            for found, plan in zip(asked, plans, strict=True)
        ]
        self.rounds, self.before, self.paused = [], [], 0
        self._run()

    def _shown(self, which, row):
        return [nodes[row] for nodes in self.times[which].nodes]

    def _run(self):
        lines = [Line(LIMIT), Line(LIMIT, CORES + len(self.stores))]
        logged = [*self.times[1].line[self.first :], 0, 0]
        for time, asserted in enumerate(logged[:-2]):
            ends = asserted and not logged[time + 2]
            shown = self._step(lines, time, logged[time + 1], ends)
            asserted = [one[0]['line'] for one in shown]
            check(sum(asserted) <= 1, f'both lines are asserted at {time}')
            self.before.append(self.paused)
            self.paused += any(asserted)
            for which, line in enumerate(lines):
                self._note(which, line, time, asserted[which])

    def _step(self, lines, time, report_next, ends):
        row, (capture, report) = self.first + time, lines
        stores = [node.store for node in self._shown(0, row)]
        raised = [int(time in found) for found in self.raises]
        # a line that is asserted, or that goes first, makes the other one wait
        here = capture.line
        first = capture.step(stores, raised, waits=report.line)
        asked = any(node['drive'] for node in first)
        if report.before and not report.line:
            for store, kept in zip(self.stores, report.timed_out[CORES:], strict=True):
                store.released(not kept and not report.timed_out[store.node])
        writes = [node.store for node in self._shown(1, row)]
        asks = [int(time in found) for found in self.asks]
        asked_report = any(report.pending) or any(asks) or any(w and w & ASSERT for w in writes)
        full = [int(s.step(time, report.line, report_next, asked_report)) for s in self.stores]
        sent = self._sent(report, ends)
        second = report.step(
            writes + sent,
            asks + full,
            waits=here or asked,
        )
        for which, shown in enumerate((first, second)):
            check_line(self._shown(which, row), shown, ROUNDS[2 * which], time)
        return first, second

    def _sent(self, report, ends):
        """What the stores write to the line: they have finished when it is about to be released,
        but for those that say that they had not."""
        done = FINISHED | report.rounds & 15
        began = self.rounds[-1].began if self.rounds else None
        return [done if ends and not self._is_kept(store, began) else None for store in self.stores]

    @staticmethod
    def _is_kept(store, began):
        return any(began < time <= began + LIMIT + 8 for time in store.kept)

    def _note(self, which, line, time, asserted):
        """The rounds, as the model of the line has them in the cycle after their edges."""
        open_ = [one for one in self.rounds[-2:] if one.report == which and one.ended is None]
        if asserted and not open_:
            own = tuple(line.own[:CORES])
            full = tuple(line.own[CORES:])
            self.rounds.append(Round(which, time, None, own, None, full, None))
        elif not asserted and open_:
            at = self.rounds.index(open_[-1])
            late, kept = tuple(line.timed_out[:CORES]), tuple(line.timed_out[CORES:])
            self.rounds[at] = open_[-1]._replace(ended=time, late=late, kept=kept)

    def state(self, one, core):
        """Of a round at a node, as the model takes it."""
        store = list(MARKS).index(core) if core in MARKS and one.report else None
        full = one.full[store] if store is not None else 0
        kept = one.kept[store] if store is not None and one.kept else 0
        late = one.late[core] if one.late else 0
        own = one.own[core] or full
        return own | late << 1 | full << 2 | kept << 3 | (REPORT if one.report else 0)

    def hints(self, end):
        """Lines of the model: the rounds of each node."""
        found = []
        for core in range(CORES):
            found.append(f'node {core}')
            for one in self.rounds:
                ended = end if one.ended is None else one.ended
                found.append(f'rounds {one.began} {ended} {self.state(one, core)}')
        return '\n'.join(found)


def times_of(records, kind, code):
    return [r.time for r in records if (r.kind, r.code) == (kind, code)]


def does(nodes, patterns, plans, names):
    """Of each node, when one of the points was recorded there."""
    codes = {point['name']: point['codes'] for point in patterns['points']}
    return [
        sorted(
            time
            for name in names
            for time in times_of(
                nodes[number], TRIGGER if name == 'host' else EVENT, codes[name][number]
            )
        )
        for number in range(len(plans))
    ]


def checked(folder, experiment, asking, counts=None, perform=measure):
    """A run all of which is against the models; `asking`: points that drive the line's event line.
    Returns its directory, its lines, how many records it has, and how many it lost."""
    run, truth_path, patterns, log = measured(folder, SIMULATOR, experiment, perform)
    directory, sync = RunDirectory(run), Truth(truth_path).syncs[-1]
    nodes, plans = directory.nodes(), directory.manifest['nodes']
    asserting = [name for name, actions in experiment.actions.items() if 'global' in actions]
    lines = Lines(
        log,
        sync,
        nodes,
        plans,
        does(nodes, patterns, plans, asserting),
        does(nodes, patterns, plans, asking),
    )
    end = max(record.time for records in nodes for record in records if record.kind == FLUSH)
    text = experiment.model(patterns, patterns_of(manifest(SIMULATOR)))
    total, lost = compare(text + lines.hints(end + 1000) + '\n', truth_path, run, counts)
    return run, lines, total, lost


def check_records(run, lines):
    """The records of the lines alone, by nothing but the lines: each round at each node, in the
    same cycles."""
    for number, records in enumerate(RunDirectory(run).nodes()):
        end = next(record.time for record in records if record.kind == FLUSH)
        gaps = [(record.time, record.resumed) for record in records if record.kind == GAP]
        wanted = []
        for one in lines.rounds:
            state = lines.state(one, number) & 15
            wanted.append((one.began, (state & ~10) << 4, lines.before[one.began], 0))
            if one.ended is not None and one.ended < end:
                cycles = one.ended - one.began
                wanted.append((one.ended, state << 4, lines.before[one.ended], cycles))
        found = [
            (r.time, r.aux & (OWN | LATE | FULL | KEPT), *r.words)
            for r in records
            if r.kind == LINE
        ]
        wanted = [
            row for row in wanted if row[0] < end and not any(a <= row[0] <= b for a, b in gaps)
        ]
        equal(found, wanted, f'{NODES[number]}: rounds')


def words_of(record):
    return 2 + len(record.words) + (2 if record.kind == GAP else 0)


def check_transfers(run, lines):
    """A round of REPORT lasts as long at least as the ring takes for what it has to send: a word
    each WIRE_CYCLES. What is recorded while it lasts may go with it, or with
    the next one; what one that was cut short has left is not known."""
    nodes, since = RunDirectory(run).nodes(), {node: 0 for node in MARKS}
    shortest = []
    for one in lines.rounds:
        if not one.report or one.ended is None:
            continue
        words = sum(
            words_of(record)
            for node in MARKS
            if since[node] is not None
            for record in nodes[node]
            if since[node] <= record.time <= one.began
        )
        told = all(one.ended in store.told for store in lines.stores)  # not lost in a gap
        if told and not any(one.kept):
            length = one.ended - one.began
            check(
                length >= (words - LEAVING) * WIRE_CYCLES,
                f'{words} words in {length} cycles at {one.began}',
            )
            if words:
                shortest.append(length / (words * WIRE_CYCLES))
        for node, kept in zip(MARKS, one.kept, strict=True):
            since[node] = one.ended if told and not kept else None
    return shortest


def check_round(shown, one, lines, recorded):
    """A round as the report has it; a node whose records of it are lost says nothing of it."""
    equal(
        (shown['line'], shown['began'], shown['ended'], shown['counter']),
        (
            'REPORT' if one.report else 'CAPTURE',
            one.began,
            one.ended,
            one.began - lines.before[one.began],
        ),
        'a round of the report',
    )
    lost = [
        name
        for name, times in zip(NODES, recorded, strict=True)
        if not {one.began, one.ended} <= times
    ]
    equal(shown['missing'], lost, f'nodes without records of the round at {one.began}')
    for key, bit in (('own', 1), ('late', 2), ('full', 4), ('kept', 8)):
        names = [name for core, name in enumerate(NODES) if lines.state(one, core) & bit]
        equal(
            [name for name in shown[key] if name not in lost],
            [name for name in names if name not in lost],
            f'{key} of the round at {one.began}',
        )


def check_shown(run, lines):
    """What gnomon prints: both times of each record, and each round that ended in the run."""
    check_counters(run, lines)
    found = json.loads(gnomon('report', run, '--json', '--all').out)['rounds']['list']
    nodes = RunDirectory(run).nodes()
    recorded = [{r.time for r in records if r.kind == LINE} for records in nodes]
    end = min(r.time for records in nodes for r in records if r.kind == FLUSH)
    ended = [one for one in lines.rounds if one.ended is not None and one.ended < end]
    check(len(ended) <= len(found) <= len(ended) + 1, f'{len(found)} rounds, not {len(ended)}')
    for shown, one in zip(found, ended, strict=False):
        check_round(shown, one, lines, recorded)


def experiment_of(actions, **more):
    return Triggers(
        'stores',
        entries('stores', *POINTS),
        actions={**{name: [] for name in POINTS[:-1]}, **actions},
        port=['record'],
        until=POINTS[-1],
        **more,
    )


def measures_of(asking, **more):
    preprocessors = patterns_of(manifest(SIMULATOR))['nodes'][0]['preprocessors']
    return Measures(preprocessors, 'quad_stores', counts={'report': asking}, **more)


def whole(folder):
    """Stores, cores and events assert REPORT, cores and events CAPTURE; a core is deaf to both."""
    measures = measures_of(ASKING, thresholds={'slow': (False, 40, 20, True)})
    counts = {}
    run, lines, total, lost = checked(
        folder,
        experiment_of(
            {
                'mark': ['record'],
                'storm': ['record', 'global'],
                'settle': ['record', 'sample', 'reset'],
                'slow': ['record'],
                'capture': ['record'],
                'report_began': ['record', 'sample'],
            },
            on={'mark': ['core1'], 'storm': ['core0', 'core3'], 'settle': ['core0', 'core2']},
            measures=measures,
        ),
        ASKING,
        counts,
    )
    check_records(run, lines)
    shortest = check_transfers(run, lines) if not MONITORS else [0]
    check_shown(run, lines)
    nodes = RunDirectory(run).nodes()
    gaps = [sum(record.kind == GAP for record in records) for records in nodes]
    # a model's stores are sent in no time, so nothing is late or lost there
    lossy = not MONITORS
    equal([bool(gap) for gap in gaps], [lossy, *[False] * 3], f'{gaps} gaps: nodes that lost')
    reports = [one for one in lines.rounds if one.report and one.ended is not None]
    full, kept, late = (
        sum(any(getattr(one, what)) for one in reports) for what in ('full', 'kept', 'late')
    )
    own = sum(any(one.own) for one in reports)
    captures = len(lines.rounds) - len(reports)
    equal(kept > 2, lossy, f'{kept} rounds that ended before a store was sent')
    check(min(full, own, late, captures) > 2, f'{full} {own} {late} {captures}')
    return (
        f'{len(reports)} rounds of REPORT, {full} by stores, {own} by others, {kept} not sent, '
        f'{late} late, {captures} of CAPTURE; {total} records, {lost} lost; '
        f'the shortest is {min(shortest):.2f} of what it must be'
    )


def by_the_host(folder):
    """The host's trigger at a node asserts REPORT, every second. The simulator stands still for
    longer than that, so that the host asks before the program ends, however fast the machine is."""
    asking = ['host', 'soc_exit']
    run, lines, total, _ = checked(
        folder,
        experiment_of({'host': ['record']}, measures=measures_of(asking)),
        asking,
        perform=measure_asking,
    )
    check_records(run, lines)
    asks = [record.time for record in RunDirectory(run).nodes()[HOST] if record.kind == TRIGGER]
    owned = [one for one in lines.rounds if one.report and one.own[HOST]]
    check(asks, 'the host has not asked')
    return f'{len(asks)} asks, {len(owned)} rounds by them and the core; {total} records'


def measure_asking(folder, simulator, experiment, process):
    def pause():
        wait_for(lambda: os.path.getsize(process.truth_path) > RUNNING, 'the run')
        process.process.send_signal(signal.SIGSTOP)
        try:
            sleep(1.5)  # by the clock: the host asks each second of it
        finally:
            process.process.send_signal(signal.SIGCONT)

    thread = threading.Thread(target=pause)
    thread.start()
    try:
        return measure(folder, simulator, experiment, process, '--ask', '1')
    finally:
        thread.join()


def stopped(folder):
    """A run that is stopped while stores hold records, and rounds last: all of them come."""
    experiment = experiment_of({'mark': ['record']}, measures=measures_of(['mark']))
    experiment.until = None
    run, lines, total, lost = checked(folder, experiment, ['mark'], perform=stopped_early)
    check_records(run, lines)
    return f'{len(lines.rounds)} rounds, {total} records, {lost} lost'


TESTS = {
    'stores/whole': whole,
    'stores/by the host': by_the_host,
    'stores/stopped': stopped,
}
