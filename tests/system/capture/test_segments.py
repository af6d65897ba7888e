# SPDX-License-Identifier: Apache-2.0
"""Segments: windows of the watched word around triggers, against the model, and against the truth
log alone; in step over all nodes with a CAPTURE line; and as a waveform.
"""

import json
import os
import random
from collections import namedtuple
from itertools import pairwise

from bed import NODES, Simulator, check, equal, gnomon, manifest, rounds
from measures import Measures
from stream import CAPTURE, EVENT, FLUSH, SEGMENT, STOPPED, SYNC, TRIGGER, RunDirectory
from test_capture import POINTS, compiled, exactly
from test_preprocessors import OPTIONS
from test_triggers import entries
from triggers import Triggers, measure
from truth import Truth

SIMULATOR = 'soc_segments'
UNITS = ('around', 'path')
LONGEST = 65535  # cycles of an entry
LAST, CUT = 1 << 16, 1 << 19  # flags of a block
KNOWN, CURRENT = 1 << 16, 1 << 17  # of an entry

# at, ended: cycles; entries: (length, known, current, word)
Segment = namedtuple('Segment', 'at ended missed cut entries')


def segments(records, unit, frozen=False):
    """The segments of a unit, and behind them the empty one of the flush; frozen: of a flight
    recorder, which has dropped the first records, and all that is later than its stop."""
    found, parts = [], []
    for record in records:
        if record.kind != SEGMENT or record.code != unit:
            continue
        at, ended, flags, place, missed, total = record.words[:6]
        first, many = place & 0xFFFF, place >> 16
        if frozen and not found and first and not parts:
            continue  # its beginning was dropped
        equal(first, len(parts), 'the first entry of a record')
        words = record.words[6 : 6 + 2 * many]
        parts += [
            (head & 0xFFFF, bool(head & KNOWN), bool(head & CURRENT), word)
            for head, word in zip(words[::2], words[1::2], strict=True)
        ]
        equal(bool(flags & LAST), len(parts) == total, 'the last record of a segment')
        if flags & LAST:
            found.append(Segment(at, ended, missed, bool(flags & CUT), tuple(parts)))
            parts = []
    equal(parts, [], 'a segment without its end')
    if frozen:
        return found, None
    check(found[-1].cut and not found[-1].entries, 'no empty segment at the end')
    return found[:-1], found[-1]


def begin_of(segment):
    return segment.ended + 1 - sum(entry[0] for entry in segment.entries)


class Words:
    """The watched word of each cycle of a core, from the truth log."""

    def __init__(self, truth, core):
        sync = truth.syncs[-1]
        self.at = {cycle - sync - 1: pc for cycle, pc in truth.retired(core) if cycle > sync}
        self.times = sorted(self.at)

    def entries(self, begin, end):
        """(known, current, word) of each cycle."""
        before = [time for time in self.times if time < begin]
        word, known = (self.at[before[-1]], True) if before else (0, False)
        out = []
        for time in range(begin, end + 1):
            if time in self.at:
                word, known = self.at[time], True
            out.append((known, time in self.at, word))
        return out


def check_entries(segment, words, changes, what):
    """What is in a segment is what the core retired."""
    shown = []
    for length, known, _, word in segment.entries:
        shown += [(known, word)] * length
        if changes:
            check(length, f'{what}: an empty run')
        else:
            equal(length, 1, f'{what}: cycles of an entry')
    true = words.entries(begin_of(segment), segment.ended)
    equal(shown, [(known, word) for known, _, word in true], f'{what}: words')
    place = 0
    for length, _, current, _ in segment.entries:
        equal(current, true[place][1], f'{what}: whether it counted')
        place += length
    if changes:
        pairs = pairwise(segment.entries)
        check(
            all(a[1::2] != b[1::2] or a[0] == LONGEST for a, b in pairs), f'{what}: one word twice'
        )


def check_unit(found, rest, fires, end, size, what):
    """The triggers of a unit, at `fires`, have segments or are missed; where something is kept, it
    is what is before and after. Nothing is kept twice."""
    before, after, changes = size
    last = -1
    for segment in found:
        begin = begin_of(segment)
        check(last < begin <= segment.at <= segment.ended <= end, f'{what}: {segment[:2]}')
        check(segment.at in fires, f'{what}: nothing fired at {segment.at}')
        check(not any(begin <= time < segment.at for time in fires), f'{what}: a later trigger')
        here = [time for time in fires if last < time <= segment.ended]
        equal(segment.missed, len(here) - 1, f'{what}: missed before {segment.ended}')
        equal(segment.cut, segment.ended == end, f'{what}: cut')
        place, number = begin, 0
        while place + segment.entries[number][0] <= segment.at:
            place += segment.entries[number][0]
            number += 1
        check(number <= before, f'{what}: {number} entries before {segment.at}')
        check(
            number == before or begin == last + 1 or len(here) > 1 or changes,
            f'{what}: only {number} entries before {segment.at}',
        )
        if not segment.cut:
            equal(len(segment.entries) - number - 1, after, f'{what}: behind {segment.at}')
        last = segment.ended
    equal(rest.missed, sum(time > last for time in fires), f'{what}: missed at the end')
    equal((rest.at, rest.ended), (end, end), f'{what}: end of the run')


def of_node(plan, records, number):
    """For each unit (segments, the empty one, size)."""
    out = []
    for place, unit in enumerate(plan['nodes'][number]['preprocessors']['segments']):
        size = unit['before'], unit['after'], unit['keep'] == 'changes'
        out.append((*segments(records, place), size))
    return out


def check_run(run, truth_path, lossy=False):
    """All segments of a run in which the CAPTURE line drives `look` and the timer `turn`, both
    recorded. Returns how many segments each unit of each node has, and how many cycles of the
    CAPTURE line all nodes have a segment of."""
    truth, directory = Truth(truth_path), RunDirectory(run)
    totals, shared = [], None
    for number, records in enumerate(directory.nodes()):
        words = Words(truth, number)
        end = next(record.time for record in records if record.kind == FLUSH) - 1
        kinds = {CAPTURE: [], TRIGGER: []}
        for record in records:
            if record.kind in kinds:
                kinds[record.kind].append(record.time)
        for name, (found, rest, size), fires in zip(
            UNITS, of_node(directory.manifest, records, number), kinds.values(), strict=True
        ):
            what = f'{NODES[number]}.{name}'
            if not lossy:
                check_unit(found, rest, fires, end, size, what)
            for segment in found:
                check_entries(segment, words, size[2], f'{what} at {segment.at}')
            totals.append(len(found))
            if name == UNITS[0]:
                here = {segment.at for segment in found}
                shared = here if shared is None else shared & here
    return totals, len(shared)


def experiment_of(plan, every=4099, **more):
    measures = Measures(plan['nodes'][0]['preprocessors'], 'quad_segments')
    measures.counts = {'look': ['capture'], 'turn': ['timer']}
    return Triggers(
        'system',
        entries('system', *POINTS),
        timer=(every, False),
        until='done',
        measures=measures,
        **more,
    )


def plan_of():
    with open(manifest(SIMULATOR), encoding='utf-8') as file:
        return json.load(file)


def in_step(folder):
    """A global trigger at one node: the words around its cycle at all nodes."""
    experiment = experiment_of(
        plan_of(),
        on={'request': ['core0'], 'begin': ['core2']},
        actions={
            **{name: [] for name in POINTS if name != 'done'},
            'request': ['global'],
            'begin': ['record', 'global'],
            'capture': ['record'],
            'timer': ['record'],
        },
    )
    run, truth, (total, lost) = exactly(folder, experiment, simulator=SIMULATOR)
    equal(lost, 0, 'lost records')
    totals, shared = check_run(run, truth)
    check(min(totals) > 3 and shared > 3, f'{totals} segments, {shared} shared')
    check_shown(run)
    return f'{sum(totals)} segments, {shared} of all nodes; {total} records'


def check_shown(run):
    """What gnomon prints of them."""
    report = json.loads(gnomon('report', run, '--json', '--all').out)
    events = [json.loads(line) for line in gnomon('events', run, '--json').out.splitlines()]
    for number, records in enumerate(RunDirectory(run).nodes()):
        name = NODES[number]
        for place, unit in enumerate(UNITS):
            found, rest = segments(records, place)
            shown = report['nodes'][number]['segments'][place]
            equal(shown['name'], unit, 'name of a unit')
            equal(
                [
                    (one['at'], one['began'], one['ended'], one['missed'], one['cut'])
                    for one in shown['segments']
                ],
                [(one.at, begin_of(one), one.ended, one.missed, one.cut) for one in found],
                f'segments of {name}.{unit}',
            )
            equal(
                shown['missed'],
                sum(one.missed for one in [*found, rest]),
                f'missed of {name}.{unit}',
            )
            equal(
                [
                    (line['at'], line['ended'], line['missed'])
                    for line in events
                    if line['kind'] == 'segment' and (line['node'], line['name']) == (name, unit)
                ],
                [(one.at, one.ended, one.missed) for one in [*found, rest]],
                f'gnomon events, {name}.{unit}',
            )


class Waves:
    """A reader of value change dumps: the value of each net, by its path, from each time on."""

    def __init__(self, path):
        self.nets, scope, now, self.changes = {}, [], None, {}
        with open(path, encoding='ascii') as file:
            tokens = iter(file.read().split())
        for token in tokens:
            if token == '$scope':
                next(tokens)
                scope.append(next(tokens))
            elif token == '$upscope':
                scope.pop()
            elif token == '$var':
                _, bits, code, name = (next(tokens) for _ in range(4))
                self.nets[code] = '.'.join([*scope, name])
                self.changes[self.nets[code]] = []
                check(int(bits) > 0, 'a net without bits')
            elif token in ('$comment', '$date', '$version', '$timescale'):
                pass
            elif token[0] == '#':
                check(now is None or int(token[1:]) > now, f'time goes back at {token}')
                now = int(token[1:])
            elif token[0] in 'bB':
                self.changes[self.nets[next(tokens)]].append((now, token[1:]))
            elif token[0] in '01xXzZ' and token[1:] in self.nets:
                self.changes[self.nets[token[1:]]].append((now, token[0]))

    def ranges(self, path):
        """(begin, end, value), end not included."""
        changes = self.changes[path]
        times = [time for time, _ in changes[1:]] + [None]
        return [(begin, end, value) for (begin, value), end in zip(changes, times, strict=True)]


def inside(found):
    """When the net `segment` changes, and to what; one segment may follow another at once."""
    level, changes = '0', {}
    edges = {one.ended + 1: '0' for one in found} | {begin_of(one): '1' for one in found}
    for time, value in sorted(edges.items()):
        if value != level:
            changes[time] = level = value
    return changes


def cycles_of(ranges, step):
    """The number that a net shows in each cycle in which it shows one."""
    return {
        time: int(value, 2)
        for begin, end, value in ranges
        if end is not None and 'x' not in value.lower()
        for time in range(begin // step, end // step)
    }


def check_waves(waves, scope, found, words):
    """The nets of a unit: each is in each cycle what the truth log has."""
    step = 20  # ns of a cycle
    shown = {begin // step: value for begin, _, value in waves.ranges(scope + '.segment')}
    equal({t: v for t, v in shown.items() if t}, inside(found), f'{scope}: segment')
    fired = [begin // step for begin, _, v in waves.ranges(scope + '.trigger') if v == '1']
    equal(fired, [one.at for one in found], f'{scope}: triggers')
    true = {
        time: word
        for one in found
        for time, (known, _, word) in enumerate(
            words.entries(begin_of(one), one.ended), begin_of(one)
        )
        if known
    }
    equal(cycles_of(waves.ranges(scope + '.pc'), step), true, f'{scope}: pc')
    return len(true)


def as_waves(folder):
    """Segments as a value change dump."""
    experiment = experiment_of(
        plan_of(),
        every=9001,
        on={'begin': ['core2']},
        actions={
            **{name: [] for name in POINTS if name != 'done'},
            'begin': ['global'],
            'capture': ['record'],
            'timer': ['record'],
        },
    )
    run, truth_path, _ = exactly(folder, experiment, simulator=SIMULATOR)
    path = os.path.join(folder, 'segments.vcd')
    gnomon('export', run, '-o', path)
    waves, truth, total = Waves(path), Truth(truth_path), 0
    for number, records in enumerate(RunDirectory(run).nodes()):
        words = Words(truth, number)
        for place, unit in enumerate(UNITS):
            scope = f'quad_segments.{NODES[number]}.{unit}'
            total += check_waves(waves, scope, segments(records, place)[0], words)
    done = gnomon('export', run, '-o', path, status=1)
    check('exists already' in done.err, done.err)
    return f'{total} cycles'


def run_recorded(folder, every, after):
    """(truth log, records of the nodes) of a flight recorder, which stops at the first `begin`."""
    experiment = experiment_of(
        plan_of(),
        every=every,
        on={'request': ['core0'], 'begin': ['core2']},
        actions={
            **{name: [] for name in POINTS if name != 'done'},
            'request': ['global'],
            'begin': ['record', 'stop'],
            'capture': ['record'],
            'timer': ['record'],
        },
        buffer=f'{{ wrap: {{ after: {after} }} }}',
    )
    experiment.until = None
    os.makedirs(folder)
    with Simulator(folder, SIMULATOR, experiment.program, options=OPTIONS) as process:
        run, _ = measure(folder, SIMULATOR, experiment, process)
        process.stop()
    return Truth(process.truth_path), RunDirectory(run).nodes(frozen=True)


def check_kept(found, fires, what):
    """Each recorded trigger up to the stop, behind the first segment, has one or was missed before
    the next: none is without because its segment was sent when the recorder had frozen."""
    for one, following in pairwise(found):
        here = sum(one.ended < time <= following.ended for time in fires)
        check(following.missed >= here - 1, f'{what}: {here} triggers up to {following.ended}')
    left = [time for time in fires if time > found[-1].ended] if found else fires
    equal(left, [], f'{what}: triggers without a segment')


def recorded(folder, every, after):
    """How many records a flight recorder has, how many of them are later than its stop, and how
    many segments of earlier triggers ended later."""
    truth, nodes = run_recorded(folder, every, after)
    kinds = {EVENT, CAPTURE, TRIGGER}
    fired = [record for records in nodes for record in records if record.kind in kinds]
    stop = min(record.time for record in fired if record.aux & STOPPED)
    late = 0
    for number, records in enumerate(nodes):
        equal(records[0].kind, SYNC, 'the first record')
        words = Words(truth, number)
        for place, (unit, kind) in enumerate(zip(UNITS, (CAPTURE, TRIGGER), strict=True)):
            what = f'{NODES[number]}.{unit}'
            found = segments(records, place, frozen=True)[0]
            times = [record.time for record in records if record.kind == kind]
            check_kept(found, [time for time in times if time <= stop], what)
            for segment in found:
                check_entries(segment, words, place == 1, f'{what} at {segment.at}')
                late += segment.at <= stop < segment.ended
    return len(fired), sum(record.time > stop for record in fired), late


def recorder(folder):
    """Seldom records: behind the stop there are as many as were asked for. Many records: segments
    are sent when the recorder has frozen, and kept where their trigger is not later than it."""
    seldom, later, _ = recorded(os.path.join(folder, 'seldom'), 1009, 21)
    equal(later, 21, 'records behind the stop')
    often, _, late = recorded(os.path.join(folder, 'often'), 151, 0)
    check(late, 'no segment ended behind the stop')
    return f'{seldom} and {often} records, {late} segments over the stop'


def without(folder):
    """A line that nothing drives is worth no word, and a name that is no line is refused."""
    done, _ = compiled(folder, 'count: { look: [a], turn: [a] }\nactions: { a: [] }\n', SIMULATOR)
    check(not done.err, done.err)
    done, _ = compiled(folder, 'count: { look: [a] }\nactions: { a: [] }\n', SIMULATOR)
    check(not done.err, done.err)
    done, _ = compiled(folder, 'count: { around: [a] }\n', SIMULATOR, status=1)
    check("has no event line 'around': there is look, turn" in done.err, done.err)
    return 'refused'


def random_runs(folder, seed=11, count=3):
    """What drives the lines is chosen at random, often more than can be sent."""
    rng, cells = random.Random(seed), [0, 0]
    plan = plan_of()
    for number in rounds(count):
        here = os.path.join(folder, str(number))
        os.makedirs(here)
        names = [name for name in POINTS if name != 'done']
        experiment = experiment_of(
            plan,
            every=rng.choice([301, 777, 4096]),
            on={name: rng.sample(NODES, rng.randrange(1, 5)) for name in names},
            actions={
                **{name: ['record', 'global'] * (rng.random() < 0.3) for name in names},
                'capture': ['record'] * (rng.random() < 0.5),
                'timer': ['record'],
            },
        )
        experiment.measures.counts = {
            line: rng.sample([*names, 'timer', 'capture'], rng.randrange(1, 4))
            for line in ('look', 'turn')
        }
        run, truth, (found, lost) = exactly(here, experiment, simulator=SIMULATOR)
        cells[0] += sum(check_run(run, truth, lossy=True)[0])
        cells[1] += found
    check(cells[0] > 100, f'{cells[0]} segments')
    return f'{cells[0]} segments, {cells[1]} records'


TESTS = {
    'segments/in step': in_step,
    'segments/as waves': as_waves,
    'segments/recorder': recorder,
    'segments/without': without,
    'segments/random': random_runs,
}
