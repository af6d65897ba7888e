# SPDX-License-Identifier: Apache-2.0
"""The CAPTURE line in its interrupt form: who asserts it, how long the cores hold it, and what the
monitor records and gnomon prints of it, against the log of the target's own signals in each cycle.
"""

import json
import os
from collections import namedtuple

from bed import NODES, Simulator, check, equal, gnomon, manifest, read, wait_for
from compare import compare
from stream import CAPTURE, EVENT, FLUSH, GAP, LATE, LINE, OWN, RunDirectory
from test_events import bare_outputs
from test_triggers import entries
from times import CORES, Line, Times
from triggers import Triggers, measure, patterns_of
from truth import Truth

SIMULATOR = 'soc_rounds'
LIMIT = 4000  # of quad_rounds.yaml
TRIES = 5
POINTS = ('together', 'storm', 'settle', 'capture_hook', 'cut_short', 'soc_exit')
SETTLED = {True: 4, False: 0}  # cycles later, with thresholds

# began, ended: cycles since the start, ended may be None; own, late: of each node
Round = namedtuple('Round', 'began ended own late')


def settled(plan):
    """Cycles from a word on the wires of a node to its assertion of the line
    (docs/design/triggers.md)."""
    thresholds = bool(plan['preprocessors'] and plan['preprocessors']['thresholds'])
    return max(3, plan['ranks']['levels']) + 4 + SETTLED[thresholds]


def check_line(nodes, shown, what, time):
    """The nodes of a cycle against the model, which may show more than they."""
    for core, node in enumerate(nodes):
        found, wanted = (node.state, node.line), (shown[core]['state'], shown[core]['line'])
        if found != wanted:  # the words only where they are needed
            equal(found, wanted, f'{NODES[core]}: {what} at {time}')


class Lines:
    """The line in each cycle of a run, as it follows from what the cores stored and the nodes
    fired: the model of tests/sim/times.py, from the start of the run on, which resets the line.

    rounds   those that began in the run
    before   [time] -> cycles before that one in which the line was asserted
    """

    def __init__(self, times, sync, fired, plans):
        line, first = Line(LIMIT), sync + 1 - times.first
        raises = [
            {time + settled(plan) for time in found}
            for found, plan in zip(fired, plans, strict=True)
        ]
        self.rounds, self.before, total, was = [], [], 0, 0
        for time in range(len(times) - first):
            row = first + time
            stores = [nodes[row].store for nodes in times.nodes]
            shown = line.step(stores, [int(time in found) for found in raises])
            check_line([nodes[row] for nodes in times.nodes], shown, 'the line', time)
            asserted = shown[0]['line']
            self.before.append(total)
            total += asserted
            if asserted and not was:
                self.rounds.append(Round(time, None, tuple(line.own), None))
            elif was and not asserted:
                late = tuple(line.timed_out)
                self.rounds[-1] = self.rounds[-1]._replace(ended=time, late=late)
            was = asserted

    def hints(self, end):
        """Lines of the model: the rounds of each node."""
        found = []
        for core in range(CORES):
            found.append(f'node {core}')
            for one in self.rounds:
                state = one.own[core] | (one.late[core] if one.late else 0) << 1
                ended = end if one.ended is None else one.ended
                found.append(f'rounds {one.began} {ended} {state}')
        return '\n'.join(found)


def measured(folder, simulator, experiment, perform):
    """A whole run. Returns its directory, the path of the truth log, its patterns and the path of
    the log of the lines."""
    log = os.path.join(folder, 'times')
    with Simulator(
        folder, simulator, experiment.program, options=['--activity', '--times', log]
    ) as process:
        run, patterns = perform(folder, simulator, experiment, process)
        wait_for(process.done, 'the end of the program')
        process.stop()
    return run, process.truth_path, patterns, log


def fired_at(records, code):
    return [record.time for record in records if record.kind == EVENT and record.code == code]


def checked(folder, experiment, counts=None, perform=measure):
    """A run all of which is against the models. Returns its directory and its lines."""
    run, truth_path, patterns, log = measured(folder, SIMULATOR, experiment, perform)
    directory, sync = RunDirectory(run), Truth(truth_path).syncs[-1]
    nodes, plans = directory.nodes(), directory.manifest['nodes']
    codes = {point['name']: point['codes'] for point in patterns['points']}
    asserting = [name for name, does in experiment.actions.items() if 'global' in does]
    fired = [
        sorted(t for name in asserting for t in fired_at(records, codes[name][number]))
        for number, records in enumerate(nodes)
    ]
    lines = Lines(Times(log), sync, fired, plans)
    end = max(record.time for records in nodes for record in records if record.kind == FLUSH)
    text = experiment.model(patterns, patterns_of(manifest(SIMULATOR)))
    total, lost = compare(text + lines.hints(end + 1000) + '\n', truth_path, run, counts)
    return run, lines, total, lost


def check_records(run, lines):
    """The records of the line alone, by nothing but the lines: each round at each node, in the same
    cycles."""
    nodes = RunDirectory(run).nodes()
    for number, records in enumerate(nodes):
        end = next(record.time for record in records if record.kind == FLUSH)
        equal(sum(record.kind == GAP for record in records), 0, 'gaps')
        wanted = []
        for one in lines.rounds:
            aux = OWN if one.own[number] else 0
            wanted.append((one.began, aux, lines.before[one.began], 0))
            if one.ended is not None and one.ended < end:
                aux |= LATE if one.late[number] else 0
                cycles = one.ended - one.began
                wanted.append((one.ended, aux, lines.before[one.ended], cycles))
        found = [(r.time, r.aux & (OWN | LATE), *r.words) for r in records if r.kind == LINE]
        equal(found, [row for row in wanted if row[0] < end], f'{NODES[number]}: rounds')


def check_counters(run, lines):
    """What gnomon prints: both times of each record."""
    events = [json.loads(line) for line in gnomon('events', run, '--json').out.splitlines()]
    check(any(line['counter'] != line['time'] for line in events), 'no pause before a record')
    for line in events:
        time = line['time']
        equal(line['counter'], time - lines.before[time], f'counter of {line["kind"]} at {time}')


def check_shown(run, lines):
    """What gnomon prints: both times of each record, and each round."""
    check_counters(run, lines)
    report = json.loads(gnomon('report', run, '--json', '--all').out)
    found = report['rounds']['list']
    equal(report['rounds']['count'], len(found), 'rounds that were counted')
    ended = [one for one in lines.rounds if one.ended is not None]
    for shown, one in zip(found, ended, strict=False):
        equal(
            (shown['began'], shown['ended'], shown['length'], shown['counter']),
            (one.began, one.ended, one.ended - one.began, one.began - lines.before[one.began]),
            'a round of the report',
        )
        for key, states in (('own', one.own), ('late', one.late)):
            names = [name for name, state in zip(NODES, states, strict=True) if state]
            equal(shown[key], names, f'{key} of the round at {one.began}')
        equal(shown['missing'], [], 'nodes without a record of it')
    check(len(ended) <= len(found) <= len(ended) + 1, f'{len(found)} rounds, not {len(ended)}')
    return report


def experiment_of(actions, **more):
    return Triggers(
        'times',
        entries('times', *POINTS),
        actions={**{name: [] for name in POINTS[:-1]}, **actions},
        port=['record'],
        until=POINTS[-1],
        **more,
    )


def by_cores(folder):
    """All cores assert the line, alone and together, in the middle of rounds; one masks the
    interrupt, and one routine takes too long: the limit ends these rounds."""
    run, lines, total, lost = checked(
        folder,
        experiment_of(
            {'settle': ['record'], 'capture_hook': ['record']},
            intervals={'stopped': ('capture_began', 'capture_ended')},
        ),
    )
    equal(lost, 0, 'lost records')
    check_records(run, lines)
    report = check_shown(run, lines)
    ended = [one for one in lines.rounds if one.ended is not None]
    late = sum(any(one.late) for one in ended)
    several = sum(sum(one.own) > 1 for one in ended)
    check(late > 2 and several > 2, f'{late} late rounds, {several} by several')
    check_pauses(report, ended)
    return f'{len(ended)} rounds, {late} late, {several} by several cores; {total} records'


def check_pauses(report, ended):
    """An interval that is a round takes its cycles, and none without the pauses."""
    cycles = [one.ended - one.began for one in ended]
    found = next(one for one in report['intervals'] if one['name'] == 'stopped')['nodes']
    equal(len(found), CORES, 'nodes with the interval')
    for one in found:
        equal(
            (one['count'], one['total'], one['counter']['total']),
            (len(cycles), sum(cycles), 0),
            f'interval on {one["node"]}',
        )


def by_events(folder):
    """Events at nodes of different depths assert it too: a round each, or together with a core's;
    each is a capture of all nodes in its own cycle."""
    counts = {}
    run, lines, total, lost = checked(
        folder,
        experiment_of(
            {
                'storm': ['record', 'global'],
                'settle': ['record'],
                'together': ['record', 'global'],
                'cut_short': ['record', 'global'],
                'capture': ['record'],
                'capture_began': ['record', 'sample', 'reset'],
            },
            on={
                'storm': ['core0', 'core2'],
                'together': ['core1'],
                'cut_short': ['core3'],
                'settle': ['core1'],
            },
        ),
        counts,
    )
    equal(lost, 0, 'lost records')
    check_records(run, lines)
    check_shown(run, lines)
    check(counts.get(CAPTURE) and counts.get(LINE), f'{counts}')
    owners = {one.own for one in lines.rounds}
    check(len(owners) > 4, f'{len(owners)} sets of asserting nodes')
    return f'{len(lines.rounds)} rounds, {len(owners)} sets of nodes; {total} records'


def stopped_early(folder, simulator, experiment, process):
    """A run that is stopped at once; returns (run directory, patterns)."""
    path = experiment.write(os.path.join(folder, 'experiment.yaml'), simulator)
    run = os.path.join(folder, 'run')
    gnomon('load', path, '-d', process.url, '-o', run)
    gnomon('start', run)
    gnomon('stop', run)
    gnomon('drain', run, '--quiet')
    return run, patterns_of(os.path.join(run, 'patterns.json'))


def after_the_end(folder):
    """What fires behind the stop asserts nothing; the cores still do, and have their rounds. The
    program goes on while the host is at work, so that it may have ended by then: it is repeated."""
    for attempt in range(TRIES):
        here = os.path.join(folder, str(attempt))
        os.makedirs(here)
        experiment = experiment_of(
            {'storm': ['record', 'global'], 'settle': ['record', 'global'], 'capture': ['record']},
            on={'settle': ['core2']},
        )
        experiment.until = None
        run, lines, total, _ = checked(here, experiment, perform=stopped_early)
        nodes = RunDirectory(run).nodes()
        end = max(record.time for records in nodes for record in records if record.kind == FLUSH)
        later = [one for one in lines.rounds if one.began > end]
        if len(later) > 50:
            return f'{len(lines.rounds)} rounds, {len(later)} behind the end; {total} records'
    raise AssertionError(f'{len(later)} rounds behind the end')


def same_target(folder):
    """The cores cannot tell the monitor's line and time counters from the target's own: the outputs
    are the same in each cycle."""
    experiment = experiment_of({'capture_hook': ['record']})
    path = experiment.write(os.path.join(folder, 'experiment.yaml'), SIMULATOR)
    with Simulator(folder, SIMULATOR, 'times', outputs=True) as process:
        gnomon('run', path, '-d', process.url, '-o', os.path.join(folder, 'run'), '--quiet')
        process.stop()
        found = read(process.outputs_path)
    check(
        found == bare_outputs(folder, 'times', 'soc_times'),
        'the outputs of the target are not those with a line of its own',
    )
    return f'{len(found.splitlines())} lines'


TESTS = {
    'rounds/by cores': by_cores,
    'rounds/by events': by_events,
    'rounds/after the end': after_the_end,
    'rounds/same target': same_target,
}
