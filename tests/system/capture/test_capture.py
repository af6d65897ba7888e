# SPDX-License-Identifier: Apache-2.0
"""The CAPTURE line: a global trigger at any node, and what all nodes record of its cycle, against
the model, and against the truth log alone.
"""

import json
import os
import random

from bed import NODES, Simulator, check, equal, gnomon, manifest, write
from compare import compare
from stream import CAPTURE, CAUSE, CURRENT, EVENT, FLUSH, GAP, KNOWN, RATIO, TRIGGER, RunDirectory
from test_preprocessors import OPTIONS
from test_triggers import entries
from triggers import Step, Triggers, measure, patterns_of
from truth import Truth

SIMULATOR = 'soc_capture'
POINTS = ('request', 'grant', 'begin', 'data', 'schedule', 'add_one', 'heartbeat', 'done')


def exactly(folder, experiment, counts=None, simulator=SIMULATOR):
    """A whole run, all of it against the model. Returns the run directory, the truth log and what
    was compared."""
    with Simulator(folder, simulator, experiment.program, options=OPTIONS) as process:
        run, patterns = measure(folder, simulator, experiment, process)
        process.stop()
        text = experiment.model(patterns, patterns_of(manifest(simulator)))
        found = compare(text, process.truth_path, run, counts)
    return run, process.truth_path, found


def captures(run):
    """For each node, time -> its capture record."""
    return [
        {record.time: record for record in records if record.kind == CAPTURE}
        for records in RunDirectory(run).nodes()
    ]


def check_words(run, truth_path):
    """The word of each capture of a node with a qualifier is the last one retired up to its
    cycle."""
    truth, total = Truth(truth_path), 0
    sync = truth.syncs[-1]
    for core, found in enumerate(captures(run)[:3]):
        retired = [(cycle - sync - 1, pc) for cycle, pc in truth.retired(core) if cycle > sync]
        place, last = 0, None
        for time, record in sorted(found.items()):
            while place < len(retired) and retired[place][0] <= time:
                last, place = retired[place], place + 1
            word = record.words[0] | record.words[1] << 32
            pc = None if last is None else last[1] >> 2 if core == 1 else last[1]
            equal(
                (word, bool(record.aux & CURRENT), bool(record.aux & KNOWN)),
                (pc or 0, last is not None and last[0] == time, last is not None),
                f'core {core}: capture at {time}',
            )
            total += 1
    return total


def check_together(run):
    """Every capture is at every node in the same cycle, unless a gap lies there or the node's run
    has ended; the nodes that caused it are named."""
    nodes, shared, several = RunDirectory(run).nodes(), 0, 0
    found = captures(run)
    for time in sorted(set().union(*found)):
        causes = 0
        for records, own in zip(nodes, found, strict=True):
            end = next(record.time for record in records if record.kind == FLUSH)
            lost = any(
                record.kind == GAP and record.time <= time <= record.resumed for record in records
            )
            check(time in own or lost or time >= end, f'no capture of {time}')
            causes += time in own and bool(own[time].aux & CAUSE)
        check(causes, f'nobody caused the capture at {time}')
        several += causes > 1
        shared += all(time in own for own in found)
    return shared, several


def everywhere(folder):
    """Events, a sequence, writes, the timer and the host's words fire at nodes of other depths, one
    or several in a cycle; each capture has words, samples, banks and snapshots of one cycle."""
    experiment = Triggers(
        'system',
        entries('system', *POINTS),
        on={'request': ['core0'], 'heartbeat': ['core1'], 'begin': ['core2'], 'grant': ['core3']},
        timer=(1501, False),
        port=['record'],
        until='done',
        actions={
            'request': ['record', 'global'],
            'heartbeat': ['global'],
            'begin': ['record', 'global', 'mark'],
            'grant': ['record', 'global'],
            'timer': ['record', 'global'],
            'schedule': ['record'],
            'capture': ['record', 'sample', 'reset', 'bank'],
        },
    )
    counts = {}
    run, truth, (total, lost) = exactly(folder, experiment, counts)
    words = check_words(run, truth)
    shared, several = check_together(run)
    check(shared > 20 and several > 5, f'{shared} captures at all nodes, {several} by several')
    check(words > 60 and counts.get(RATIO), f'{words} words, {counts}')
    check_shown(run)
    return f'{shared} captures, {several} by several nodes; {total} records, {lost} lost'


def fields_of(name, record):
    """The word of core1 lacks the two lowest bits of its only field."""
    word = record.words[0] | record.words[1] << 32
    return {'pc': word << 2 if name == 'core1' else word} if record.aux & KNOWN else None


def check_shown(run):
    """What gnomon prints: each capture of each node, and who caused it."""
    lines = [json.loads(line) for line in gnomon('events', run, '--json').out.splitlines()]
    shown = [
        {
            line['time']: (
                line['fields'],
                line['word'],
                line['cause'],
                line['current'],
                line['known'],
            )
            for line in lines
            if line['kind'] == 'capture' and line['node'] == name
        }
        for name in NODES
    ]
    there = [
        {
            time: (
                fields_of(name, record),
                record.words[0] | record.words[1] << 32,
                *(bool(record.aux & bit) for bit in (CAUSE, CURRENT, KNOWN)),
            )
            for time, record in own.items()
        }
        for name, own in zip(NODES, captures(run), strict=True)
    ]
    equal(shown, there, 'captures of gnomon events')
    report = json.loads(gnomon('report', run, '--json', '--all').out)
    wanted = []
    for time in sorted(set().union(*there)):
        here = [(name, own[time]) for name, own in zip(NODES, there, strict=True) if time in own]
        wanted.append((time, [name for name, own in here if own[2]], [name for name, _ in here]))
    found = [
        (one['time'], one['causes'], [node['node'] for node in one['nodes']])
        for one in report['captures']
    ]
    equal(found, wanted, 'captures of gnomon report')
    equal(report['captures_seen'], len(wanted), 'captures seen')
    check_table(gnomon('report', run, '--all').out, wanted, there)


def check_table(report, wanted, there):
    """The table of the captures: a row for each node, the first one with cycle and causes."""
    rows = report.split('\ncaptures')[1].split('\n\n')[0].splitlines()[2:]
    found = [row.split() for row in rows]
    expected = []
    for time, causes, _ in wanted:
        for number, (name, own) in enumerate(zip(NODES, there, strict=True)):
            head = [str(time), *' + '.join(causes).split()] if number == 0 else []
            word, _, current, known = own.get(time, (None, 0, False, False, False))[1:]
            pc = hex(word << 2 if name == 'core1' else word)  # which leaves out two bits
            shown = ['pc', pc, 'now' if current else 'last'] if known else ['none']
            expected.append([*head, name, *(shown if time in own else ['-'])])
    equal(
        [row[: len(one)] for row, one in zip(found, expected, strict=True)],
        expected,
        'table of captures',
    )
    equal(len(found), len(expected), 'rows of the table of captures')
    check(any('request+0x' in row for row in rows), 'no place in the table of captures')


def random_runs(folder, seed=5, count=3):
    """Random actions at all kinds of triggers of each node."""
    rng, totals, kinds, shared = random.Random(seed), [0, 0], {}, 0
    for number in range(count):
        here = os.path.join(folder, str(number))
        names = [name for name in POINTS if name != 'done']
        fired = ['timer', 's0', 's0.timeout', 'host']
        actions = {}
        for name in (*names, *fired):
            some = [
                action
                for action, share in (
                    ('record', 0.7),
                    ('mark', 0.1),
                    ('global', 0.3 if name not in ('data', 'add_one') else 0.05),
                )
                if rng.random() < share
            ]
            actions[name] = some
        actions['capture'] = ['record', 'sample', rng.choice(['reset', 'bank', 'mark'])]
        experiment = Triggers(
            'system',
            entries('system', *POINTS),
            on={name: rng.sample(NODES, rng.randrange(1, 5)) for name in names if name != 'add_one'}
            | {'add_one': ['core1'], 'heartbeat': ['core1']},
            sequences={'s0': [Step('add_one'), Step('heartbeat', within=900)]},
            timer=(rng.choice([777, 1501, 4096]), rng.random() < 0.5),
            port=['record', 'global'] if rng.random() < 0.5 else [],
            until='done',
            actions=actions,
        )
        os.makedirs(here)
        run, truth, (found, lost) = exactly(here, experiment, kinds)
        check_words(run, truth)
        shared += check_together(run)[0]
        totals = [totals[0] + found, totals[1] + lost]
    check(shared > 100 and {EVENT, TRIGGER, CAPTURE, RATIO} <= set(kinds), f'{shared}, {kinds}')
    return f'{shared} captures; {totals[0]} records, {totals[1]} lost'


def compiled(folder, text, simulator=SIMULATOR, **how):
    """What gnomon compile makes of an experiment."""
    path, out = (os.path.join(folder, name) for name in ('experiment.yaml', 'patterns.json'))
    head = f'gnomon: 1\nmanifest: {manifest(simulator)}\n'
    write(path, head + 'points:\n  a: { match: "pc == 4" }\n' + text)
    return gnomon('compile', path, '-o', out, **how), out


def experiments(folder):
    """The point of the line: what it does by itself, and what is refused."""
    _, out = compiled(folder, 'actions: { a: [record, global] }\n')
    point = next(one for one in patterns_of(out)['points'] if one['name'] == 'capture')
    equal(point['actions'], ['record', 'sample', 'bank'], 'actions by default')
    equal(point['what'], 'capture', 'what it is')
    refused = (
        (
            'actions: { capture: [record, global] }\n',
            ":5:21: error: point 'capture' cannot do 'global'",
        ),
        (
            '  capture: { match: "pc == 8" }\n',
            ":5:3: error: 'capture' is the monitor's own trigger",
        ),
    )
    for text, message in refused:
        done, _ = compiled(folder, text, status=1)
        check(message in done.err, f'{text}: {done.err}')
    done, _ = compiled(folder, 'actions: { a: [record, global] }\n', 'soc_bytes', status=1)
    lack = ":5:15: error: point 'a' cannot do 'global': node 'core0' has no CAPTURE line"
    check(lack in done.err, done.err)
    return f'{len(refused) + 1} refused'


TESTS = {
    'capture/experiments': experiments,
    'capture/everywhere': everywhere,
    'capture/random': random_runs,
}
