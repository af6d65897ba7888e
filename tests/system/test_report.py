# SPDX-License-Identifier: Apache-2.0
"""What the report makes of a run, against the truth log alone: the profile, and the time in the operating system."""
import json
import os

from bed import NODES, Listing, Simulator, check, elf, equal, gnomon, manifest, write
from expect import check_measure, check_pair
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
    """(run, truth, records of each node) of an experiment of these lines on all triggers' monitor; nothing may be lost."""
    head = ['gnomon: 1', f'manifest: {manifest("soc_pattern")}', f'program: {elf(program)}', 'limit: 60 s',
            'until: { point: done, nodes: all }']
    path, run = write(os.path.join(folder, 'experiment.yaml'), '\n'.join(head + lines) + '\n'), os.path.join(folder, 'run')
    with Simulator(folder, 'soc_pattern', program) as simulator:
        gnomon('run', path, '-d', simulator.url, '-o', run, '-q')
        simulator.stop()
    nodes = RunDirectory(run).nodes()
    check(not any(record.kind == GAP for records in nodes for record in records), 'a run with gaps cannot tell')
    return run, Truth(simulator.truth_path), nodes


def retired(truth, core):
    """(time, pc), from the start of the run."""
    return [(cycle - truth.syncs[-1] - 1, pc) for cycle, pc in truth.retired(core) if cycle > truth.syncs[-1]]


def flush_of(records):
    return next(record.time for record in records if record.kind == FLUSH)


def ticks_of(happened, end):
    """The instruction that each tick of the timer until `end` is put to: the first at or after it. None: it comes later."""
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
    """Each tick is put to the function that the truth names, and all nodes tick in the same clocks."""
    run, truth, nodes = measured(folder, ['points: { done: { entry: done } }', f'timer: {{ every: {PERIOD}, profile: yes }}'])
    report = json.loads(gnomon('report', run, '--profile', '--json').out)
    functions, counts, total = listing('system').functions, {}, 0
    for core, (records, found) in enumerate(zip(nodes, report['nodes'])):
        end = flush_of(records)
        fired = [record.time for record in records if record.kind == TRIGGER]
        # between STOP and the flush the timer does not tell of itself any more
        check(fired and end - fired[-1] < PERIOD + 100, f'core {core}: the timer ended at {fired[-1:]}, the run at {end}')
        equal(fired, list(range(PERIOD, fired[-1] + 1, PERIOD)), f'ticks of core {core}')
        ticks = [pc for pc in ticks_of(retired(truth, core), end) if pc is not None]
        for pc in ticks:
            name = function_at(functions, pc)
            counts[name] = counts.get(name, 0) + 1
        equal((found['node'], found['ticks'], found['unknown_words']), (NODES[core], len(ticks), 0), 'ticks')
        equal(found['not_attributed'], {'gap': 0, 'hole': 0, 'load': 0, 'off': 0, 'end': end // PERIOD - len(ticks)}, f'core {core}')
        total += len(ticks)
    equal({place['function']: place['samples'] for place in report['places']}, counts, 'samples of the functions')
    equal((report['samples'], report['cycles']), (total, total * PERIOD), 'samples, and cycles')
    for place in report['places']:
        share = place['samples'] / total
        check(abs(place['share'] - share) < 1e-9 and place['share_min'] < share < place['share_max'], f'share of {place}')
        check(abs(place['seconds'] * CLOCK_HZ - place['samples'] * PERIOD) < 1e-3, f'seconds of {place}')
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
    """User and system, in all, in intervals, and in the ratio counters, from the ways in and out that the truth tells."""
    run, truth, nodes = measured(folder, [
        'points: { os_in: { os: entry }, os_out: { os: exit }, ask: { entry: ask }, ask_out: { return: ask }, done: { entry: done } }',
        'actions: { os_in: [record, sample], os_out: [record, sample], ask: [record], ask_out: [record], done: [record] }',
        'intervals: { ask: { from: ask, to: ask_out } }'])
    report, program = json.loads(gnomon('report', run, '--json').out), listing('system')
    clocks = 0
    for core, (records, found) in enumerate(zip(nodes, report['nodes'])):
        end, what = flush_of(records), f'core {core}'
        happened = [row for row in retired(truth, core) if row[0] <= end]
        inside, deepest = stays(happened, program.returns['irq_entry'])
        split, ways = found['system'], sum(pc == VECTOR for _, pc in happened)
        own = within(inside, 0, end)
        check(ways > 20, f'{what}: {ways} interrupts only')
        equal((split['system'], split['user'], split['unknown']), (own, end - own, 0), f'{what}: clocks of system, user, and not known')
        equal((split['entries'], split['exits'], split['depth']), (ways, ways, deepest), f'{what}: ways in and out')
        equal((split['assumed'], split['unmatched'], split['ratios_complete']), (0, 0, True), what)
        # a sample holds the counts up to and including its clock: that of an entry is the user's, that of an exit the system's
        bounds = [row for entry, out in inside for row in (entry, out)]
        check_split(split, truth, core, bounds, end, what)
        asked = {'ask': [program.functions['ask']], 'ask_out': program.returns['ask']}
        begins = [time for time, pc in happened if pc in asked['ask']]
        ends = [time for time, pc in happened if pc in asked['ask_out']]
        equal(len(begins), len(ends), f'{what}: rounds')
        measure = report['intervals'][0]['nodes'][core]
        theirs = [within(inside, begin, out) for begin, out in zip(begins, ends)]
        lengths = [out - begin for begin, out in zip(begins, ends)]
        check_measure(measure, lengths, CLOCK_HZ, f'{what}: ask')
        check_measure(measure['system'], theirs, CLOCK_HZ, f'{what}: ask, system')
        check_measure(measure['user'], [length - part for length, part in zip(lengths, theirs)], CLOCK_HZ, f'{what}: ask, user')
        check(any(theirs), f'{what}: no interrupt in an interval')
        clocks += own
    return f'{clocks} clocks in the system'


def check_split(split, truth, core, bounds, end, what):
    """The ratio counters of both sides; bounds: times of the ways in and out in turn."""
    first = truth.syncs[-1] + 1

    def until(time):
        counts = [truth.count(core, flag, first + time) for flag in (DCACHE_HIT, DCACHE_ACCESS, STALL)] if time >= 0 else None
        before = [truth.count(core, flag, first - 1) for flag in (DCACHE_HIT, DCACHE_ACCESS, STALL)]
        return [a - b for a, b in zip(counts, before)] + [time + 1] if counts else [0] * 4

    sides, last = [[0] * 4, [0] * 4], until(-1)
    for i, time in enumerate([*bounds, end]):
        now = until(time)
        sides[i % 2] = [side + a - b for side, a, b in zip(sides[i % 2], now, last)]
        last = now
    for name, side in zip(('user_ratios', 'system_ratios'), sides):
        for pair, (a, b) in zip(split[name], (side[:2], side[2:])):
            check_pair(pair, (a, b), True, f'{what}, {name}, {pair["name"]}')
        equal([pair['name'] for pair in split[name]], ['dcache', 'stall'], f'{what}, {name}')


TESTS = {'report/profile': profile, 'report/system': system}
