# SPDX-License-Identifier: Apache-2.0
"""What the report makes of a run, against the truth log alone: the profile, and the time in
the operating system.
"""

import json
import os

from bed import LIMIT, NODES, Listing, Simulator, check, elf, equal, gnomon, manifest, write
from expect import check_preprocessors, check_pair
from stream import FLUSH, GAP, TRIGGER, RunDirectory
from truth import DCACHE_ACCESS, DCACHE_HIT, STALL, Truth

PERIOD = 503  # of the profile's timer
VECTOR = 0x10  # where an interrupt begins (sim/soc/soc_core.v)
CLOCK_HZ = 50000000
LISTING = {}


def listing(program):
    if program not in LISTING:
        LISTING[program] = Listing(elf(program))
    return LISTING[program]


def measured(folder, lines, program='system'):
    """(run, truth, records of each node) of an experiment of these lines on all triggers'
    monitor; nothing may be lost."""
    head = [
        'gnomon: 1',
        f'manifest: {manifest("soc_pattern")}',
        f'program: {elf(program)}',
        LIMIT,
        'until: { point: done, nodes: all }',
    ]
    path, run = (
        write(os.path.join(folder, 'experiment.yaml'), '\n'.join(head + lines) + '\n'),
        os.path.join(folder, 'run'),
    )
    with Simulator(folder, 'soc_pattern', program) as simulator:
        gnomon('run', path, '-d', simulator.url, '-o', run, '-q')
        simulator.stop()
    nodes = RunDirectory(run).nodes()
    check(
        not any(record.kind == GAP for records in nodes for record in records),
        'a run with gaps cannot show this',
    )
    return run, Truth(simulator.truth_path), nodes


def retired(truth, core):
    """(time, pc), from the start of the run."""
    return [
        (cycle - truth.syncs[-1] - 1, pc)
        for cycle, pc in truth.retired(core)
        if cycle > truth.syncs[-1]
    ]


def flush_of(records):
    return next(record.time for record in records if record.kind == FLUSH)


def ticks_of(happened, end):
    """The instruction that each tick of the timer until `end` is put to: the first at or after it.
    None: it comes later."""
    at, found = 0, []
    for tick in range(PERIOD, end + 1, PERIOD):
        while at < len(happened) and happened[at][0] < tick:
            at += 1
        found.append(happened[at][1] if at < len(happened) and happened[at][0] <= end else None)
    return found


def function_at(functions, address):
    """Name of the function that begins last at or before the address."""
    return max((start, name) for name, start in functions.items() if start <= address)[1]


def profile(folder):
    """Each tick is put to the function that the truth names, and all nodes
    tick in the same clocks."""
    run, truth, nodes = measured(
        folder, ['points: { done: { entry: done } }', f'timer: {{ every: {PERIOD}, profile: yes }}']
    )
    report = json.loads(gnomon('report', run, '--profile', '--json').out)
    functions, counts, total = listing('system').functions, {}, 0
    for core, (records, found) in enumerate(zip(nodes, report['nodes'], strict=True)):
        end = flush_of(records)
        fired = [record.time for record in records if record.kind == TRIGGER]
        check(
            fired and end - fired[-1] <= PERIOD,
            f'core {core}: the timer ended at {fired[-1:]}, the run at {end}',
        )
        equal(fired, list(range(PERIOD, fired[-1] + 1, PERIOD)), f'ticks of core {core}')
        ticks = [pc for pc in ticks_of(retired(truth, core), end) if pc is not None]
        for pc in ticks:
            name = function_at(functions, pc)
            counts[name] = counts.get(name, 0) + 1
        equal(
            (found['node'], found['ticks'], found['unknown_words']),
            (NODES[core], len(ticks), 0),
            'ticks',
        )
        equal(
            found['not_attributed'],
            {
                'gap': 0,
                'hole': 0,
                'load': 0,
                'off': 0,
                'filter': 0,
                'freeze': 0,
                'end': end // PERIOD - len(ticks),
            },
            f'core {core}',
        )
        total += len(ticks)
    equal(
        {place['function']: place['samples'] for place in report['places']},
        counts,
        'samples of the functions',
    )
    equal((report['samples'], report['cycles']), (total, total * PERIOD), 'samples, and cycles')
    for place in report['places']:
        share = place['samples'] / total
        check(
            abs(place['share'] - share) < 1e-9 and place['share_min'] < share < place['share_max'],
            f'share of {place}',
        )
        check(
            abs(place['seconds'] * CLOCK_HZ - place['samples'] * PERIOD) < 1e-3,
            f'seconds of {place}',
        )
        equal(place['address'], functions[place['function']], f'address of {place["function"]}')
    return f'{total} ticks in {len(counts)} functions'


def stays(happened, ways_out):
    """(begin, end) of each stay in the operating system, and how deep they lay at most."""
    opened, found, deepest = [], [], 0
    for time, pc in happened:
        if pc == VECTOR:
            opened.append(time)
            deepest = max(deepest, len(opened))
        elif pc in ways_out:
            begin = opened.pop()
            if not opened:
                found.append((begin, time))
    equal(opened, [], 'interrupts that the truth does not see end')
    return found, deepest


def within(found, begin, end):
    """Clocks of the stays between two times."""
    return sum(max(0, min(out, end) - max(entry, begin)) for entry, out in found)


def system(folder):
    """User and system, in all, in intervals, and in the ratio counters, from the ways in and out
    that the truth shows."""
    run, truth, nodes = measured(
        folder,
        [
            'points: { os_in: { os: entry }, os_out: { os: exit }, ask: { entry: ask }, ask_out: { return: ask }, done: { entry: done } }',
            'actions: { os_in: [record, sample], os_out: [record, sample], ask: [record], ask_out: [record], done: [record] }',
            'intervals: { ask: { from: ask, to: ask_out } }',
        ],
    )
    report, program = json.loads(gnomon('report', run, '--json').out), listing('system')
    clocks = 0
    for core, (records, found) in enumerate(zip(nodes, report['nodes'], strict=True)):
        end, what = flush_of(records), f'core {core}'
        happened = [row for row in retired(truth, core) if row[0] <= end]
        inside, deepest = stays(happened, program.returns['irq_entry'])
        split, ways = found['system'], sum(pc == VECTOR for _, pc in happened)
        own = within(inside, 0, end)
        check(ways > 20, f'{what}: {ways} interrupts only')
        equal(
            (split['system'], split['user'], split['unknown']),
            (own, end - own, 0),
            f'{what}: clocks of system, user, and not known',
        )
        equal(
            (split['entries'], split['exits'], split['depth']),
            (ways, ways, deepest),
            f'{what}: ways in and out',
        )
        equal((split['assumed'], split['unmatched'], split['ratios_complete']), (0, 0, True), what)
        # a sample holds the counts up to and including its clock: that of an entry is the user's,
        # that of an exit the system's
        bounds = [row for entry, out in inside for row in (entry, out)]
        check_split(split, truth, core, bounds, end - 1, what)
        asked = {'ask': [program.functions['ask']], 'ask_out': program.returns['ask']}
        begins = [time for time, pc in happened if pc in asked['ask']]
        ends = [time for time, pc in happened if pc in asked['ask_out']]
        equal(len(begins), len(ends), f'{what}: rounds')
        measure = report['intervals'][0]['nodes'][core]
        theirs = [within(inside, begin, out) for begin, out in zip(begins, ends, strict=True)]
        lengths = [out - begin for begin, out in zip(begins, ends, strict=True)]
        check_preprocessors(measure, lengths, CLOCK_HZ, f'{what}: ask')
        check_preprocessors(measure['system'], theirs, CLOCK_HZ, f'{what}: ask, system')
        check_preprocessors(
            measure['user'],
            [length - part for length, part in zip(lengths, theirs, strict=True)],
            CLOCK_HZ,
            f'{what}: ask, user',
        )
        check(any(theirs), f'{what}: no interrupt in an interval')
        clocks += own
    return f'{clocks} clocks in the system'


def check_split(split, truth, core, bounds, end, what):
    """The ratio counters of both sides; bounds: times of the ways in and out in turn."""
    first = truth.syncs[-1] + 1

    def until(time):
        counts = (
            [truth.count(core, flag, first + time) for flag in (DCACHE_HIT, DCACHE_ACCESS, STALL)]
            if time >= 0
            else None
        )
        before = [truth.count(core, flag, first - 1) for flag in (DCACHE_HIT, DCACHE_ACCESS, STALL)]
        return (
            [a - b for a, b in zip(counts, before, strict=True)] + [time + 1] if counts else [0] * 4
        )

    sides, last = [[0] * 4, [0] * 4], until(-1)
    for i, time in enumerate([*bounds, end]):
        now = until(time)
        sides[i % 2] = [side + a - b for side, a, b in zip(sides[i % 2], now, last, strict=True)]
        last = now
    for name, side in zip(('user_ratios', 'system_ratios'), sides, strict=True):
        for pair, (a, b) in zip(split[name], (side[:2], side[2:]), strict=True):
            check_pair(pair, (a, b), True, f'{what}, {name}, {pair["name"]}')
        equal([pair['name'] for pair in split[name]], ['dcache', 'stall'], f'{what}, {name}')


# the event port: page 0
PROCESS, START, STOP, TIME_START = 0, 2, 3, 5


def port_writes(truth, core):
    """(time, page, sub, data) of the writes of a core's port, from the start of the run."""
    first = truth.syncs[-1] + 1
    return [(row[0] - first, *row[1:4]) for row in truth.ports[core] if row[0] >= first]


def collected(happened, writes, end):
    """What a node records of (time, name) and of writes until `end`, in the order of its records:
    (time, name or None, write or None). A write comes last in its cycle; one that starts collection
    is recorded itself, and so is all of its cycle."""
    starts = {time for time, page, sub, _ in writes if (page, sub) == (0, START)}
    rows = sorted(
        [(time, 0, name, None) for time, name in happened]
        + [(row[0], 1, None, row[1:]) for row in writes]
    )
    found, on = [], True
    for time, _, name, put in rows:
        if time > end:
            break
        on = on or time in starts
        if on:
            found.append((time, name, put))
        if put and put[:2] == (0, STOP):
            on = False
    return found


def run_processes(folder):
    """A run of processes that take turns, with the truth of each core: (run, [(flush, rows of
    process_of)])."""
    names = ('switch_to', 'send_message', 'receive_message', 'work', 'timer_handler')
    points = ', '.join(
        f'{name}: {{ entry: {name} }}, {name}_out: {{ return: {name} }}' for name in names
    )
    run, truth, nodes = measured(
        folder,
        [
            f'points: {{ {points}, done: {{ entry: done }} }}',
            'intervals: { working: { from: work, to: work_out }, tick: { from: timer_handler, to: timer_handler_out },',
            '  period: { from: timer_handler, to: timer_handler }, turn: { from: switch_to_out, to: switch_to },',
            '  asked: { from: send_message, to: receive_message_out } }',
        ],
        'datums',
    )
    program, cores = listing('datums'), []
    places = {program.functions[name]: name for name in (*names, 'done')}
    places.update({address: f'{name}_out' for name in names for address in program.returns[name]})
    for core, records in enumerate(nodes):
        happened = [(time, places[pc]) for time, pc in retired(truth, core) if pc in places]
        end = flush_of(records)
        cores.append((end, process_of(collected(happened, port_writes(truth, core), end))))
    return run, cores


def process_of(rows):
    """rows with the process that the port named last before each, None where that is not known:
    (time, name, write, process)."""
    register, process, found = 0, None, []  # START resets the register
    for time, name, put in rows:
        if put and put[:2] == (0, START):
            process = None  # nothing was seen before it
        found.append((time, name, put, process))
        if put:
            register = put[2] & 0xFFFF if put[:2] == (0, PROCESS) else register
            process = None if put[:2] == (0, STOP) else register
    return found


def line_of(core, time, name, put, process):
    """What `gnomon events` prints of an event, or of a write."""
    if put:
        number = put[0] * 64 + put[1]
        # the start of time bears a count instead of the data
        data = put[2] if put[:2] != (0, TIME_START) else None
        return time, NODES[core], 'write', number, data, None
    return time, NODES[core], 'event', name, None, process


def line_found(line):
    """The same of a line of `gnomon events --json`."""
    if line['kind'] == 'event':
        return (
            line['time'],
            line['node'],
            'event',
            line['name'],
            line.get('data'),
            line.get('process'),
        )
    data = line.get('data') if line['number'] != TIME_START else None
    return line['time'], line['node'], 'write', line['number'], data, None


def check_filter(run, lines, options, keep):
    """With a filter `gnomon events` prints the lines that it names, in both forms."""
    should = [line for line in lines if keep(line)]
    check(should, f'{options}: nothing is left')
    found = gnomon('events', run, '--json', *options).out.splitlines()
    equal([json.loads(line) for line in found], should, f'{options}')
    text = gnomon('events', run, *options).out.splitlines()
    equal(
        [(int(line.split()[0]), line.split()[3]) for line in text],
        [(line['time'], line['node']) for line in should],
        f'{options}, text',
    )


def events(folder):
    """`gnomon events` prints what happened by the truth, line by line, and its filters take out
    what they name."""
    run, cores = run_processes(folder)
    wanted = []
    for core, (_, rows) in enumerate(cores):
        for order, (time, name, put, process) in enumerate(rows):
            wanted.append((time, core, order, name, put, process))
    wanted.sort()
    lines = [json.loads(line) for line in gnomon('events', run, '--json').out.splitlines()]
    check(
        not [line for line in lines if line['kind'] not in ('event', 'write')],
        'nothing else happened',
    )
    equal(
        [line_found(line) for line in lines],
        [line_of(core, time, *row) for time, core, _, *row in wanted],
        'events',
    )
    for line in lines:
        equal(line['ns'], line['time'] * 1000000000 // CLOCK_HZ, 'nanoseconds')
    middle = wanted[len(wanted) // 2][0]
    for options, keep in (
        (('--node', 'core1,core3'), lambda line: line['node'] in ('core1', 'core3')),
        (('--kind', 'write'), lambda line: line['kind'] == 'write'),
        (('--point', 'work,timer_handler'), lambda line: line['name'] in ('work', 'timer_handler')),
        (
            ('--from', middle, '--to', middle + 5000),
            lambda line: middle <= line['time'] <= middle + 5000,
        ),
    ):
        check_filter(run, lines, options, keep)
    return f'{len(lines)} events'


def own_clocks(rows, end):
    """process -> [(begin, end)] of the times for which it is known to have run."""
    runs, since, current = {}, None, None
    for at, (time, _, put, _) in enumerate(rows):
        if not put:
            continue
        if current is not None:
            runs.setdefault(current, []).append((since, time))
        since = time
        current = None if put[:2] == (0, STOP) else named(rows, at)
    if current is not None:
        runs.setdefault(current, []).append((since, end))
    return runs


def named(rows, at):
    """The process from the write in row `at` on: that of the next row, or that which the write
    names."""
    put, later = rows[at][2], rows[at + 1 : at + 2]
    return later[0][3] if later else put[2] & 0xFFFF if put[:2] == (0, PROCESS) else rows[at][3]


def matched(rows, begin, end):
    """process -> ([(begin, end)], [how many have no partner]) of an interval whose ends are
    distinguished by process. Nothing reaches over a time without collection or of no known
    process."""
    found, opened, alone = {}, {}, {}
    for time, name, put, process in rows:
        if put and put[:2] == (0, STOP):
            for other, begins in opened.items():
                alone[other] = alone.get(other, 0) + len(begins)
            opened = {}
        if process is None or name not in (begin, end):
            continue
        mine = opened.setdefault(process, [])
        if name == end and mine:
            found.setdefault(process, []).append((mine.pop(), time))
        elif name == end != begin:
            alone[process] = alone.get(process, 0) + 1
        if name == begin:
            mine.append(time)
    for process, begins in opened.items():
        alone[process] = alone.get(process, 0) + len(begins)
    return found, alone


def processes(folder):
    """Points and intervals by the process that the port named last, by the truth."""
    run, cores = run_processes(folder)
    report = json.loads(gnomon('report', run, '--json').out)
    intervals = {row['name']: (row['from'], row['to']) for row in report['intervals']}
    counted = 0
    for core, ((end, rows), node) in enumerate(zip(cores, report['nodes'], strict=True)):
        what, wanted = f'core {core}', {}
        for _, name, _, process in rows:
            if name:
                wanted.setdefault(process, {}).setdefault(name, 0)
                wanted[process][name] += 1
        found = {
            row['process']: {point['name']: point['count'] for point in row['points']}
            for row in node['port']['processes']
            if row['points']
        }
        none = {point['name']: point['count'] for point in node['port']['points_of_none']}
        equal(none, wanted.pop(None, {}), f'{what}: points of no known process')
        equal(found, wanted, f'{what}: points by process')
        check(len(wanted) >= 3, f'{what}: {sorted(wanted)}')
        runs = own_clocks(rows, end)
        for name, ends in intervals.items():
            true, alone = matched(rows, *ends)
            mine = {
                row['process']: interval
                for row in node['port']['processes']
                for interval in row['intervals']
                if interval['name'] == name
            }
            equal(
                sorted(mine),
                sorted({*true, *(process for process, count in alone.items() if count)}),
                f'{what}, {name}: processes',
            )
            for process, interval in mine.items():
                spans = true.get(process, [])
                check_preprocessors(
                    interval,
                    [out - begin for begin, out in spans],
                    CLOCK_HZ,
                    f'{what}, {name} of {process}',
                )
                if spans:
                    own = [within(runs.get(process, []), begin, out) for begin, out in spans]
                    check_preprocessors(
                        interval['own'], own, CLOCK_HZ, f'{what}, {name} of {process}: own'
                    )
                equal(
                    interval['unfinished'] + interval['unmatched'] + interval['cut'],
                    alone.get(process, 0),
                    f'{what}, {name} of {process}',
                )
                counted += len(spans)
    check(counted > 100, f'{counted} intervals only')
    return f'{counted} intervals of processes'


TESTS = {
    'report/profile': profile,
    'report/system': system,
    'report/events': events,
    'report/processes': processes,
}
