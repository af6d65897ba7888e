# SPDX-License-Identifier: Apache-2.0
"""Loads while preprocessors run: reports of banks, snapshots and thresholds before, over and after
them, against the truth log.
"""

import json
import os
from bisect import bisect_left, bisect_right
from itertools import pairwise

from bed import (
    PATIENT,
    LIMIT,
    NODES,
    Simulator,
    check,
    elf,
    equal,
    gnomon,
    interrupted_when,
    manifest,
    refused,
    stop_and_drain,
    wait_for,
    write,
)
from stream import LOAD, TRIGGER, RunDirectory
from truth import DCACHE_ACCESS, DCACHE_HIT, ICACHE_ACCESS, REQUEST, STALL, TRANSACTION, Truth

SETTLE = 64  # clocks after a `live` record in which a trigger may not be heard
PERIOD = 48000
FEW, MANY = 1000, 7000  # limits of the threshold, of the first load and of the second
FINE, COARSE = 64, 256  # values a bucket, of the first load and of the second


def experiment(path, counter, answer, limit, bounds):
    """The number of misses so far, in buckets; counter: what counter 12 counts;
    answer: what ends a wait."""
    lines = [
        'gnomon: 1',
        f'manifest: {manifest("soc_recorder")}',
        f'program: {elf("matmul")}',
        'points: { done: { entry: done } }',
        f'timer: {{ every: {PERIOD} }}',
        'route:',
        '  missed.of: dcache_access and not dcache_hit',
        f'  bank.12: {counter}',
        '  wait.from: rise(request)',
        f'  wait.to: {answer}',
        f'thresholds: {{ many: {{ above: {limit}, rearm: 0 }} }}',
        f'buckets: {{ misses: {bounds} }}',
        'actions: { timer: [record, sample, bank] }',
        LIMIT,
    ]
    return write(path, '\n'.join(lines) + '\n')


def misses_of(truth, core):
    """Times of the misses, in order: the value of each is its place, from 1 on."""
    rows, sync = truth.cores[core], truth.syncs[-1]
    return [
        cycle - sync - 1
        for cycle, flags in zip(rows.cycle, rows.flags, strict=True)
        if cycle > sync and flags & DCACHE_ACCESS and not flags & DCACHE_HIT
    ]


def misses_in(bank, misses):
    return bisect_right(misses, bank['to']) - bisect_left(misses, bank['from'])


def check_bank(bank, misses, width, what):
    """The values of a bank are those of the misses in it; width: values a bucket."""
    low, high = bisect_left(misses, bank['from']) + 1, bisect_right(misses, bank['to'])
    wanted = [0] * 256
    for value in range(low, high + 1):
        wanted[min(value // width, 255)] += 1
    equal((bank['values'], bank['counts']), (max(0, high - low + 1), wanted), what)
    equal(bank['bounds'][3], [3 * width, 4 * width - 1], f'{what}: bounds')


def check_buckets(unit, misses, off, live, what):
    kinds = {'before': 0, 'over': 0, 'after': 0}
    for bank in unit['banks']:
        here = f'{what}, bank [{bank["from"]}, {bank["to"]}]'
        check(not bank['late'] and not bank['lost'], f'{here}: late')
        kind = 'before' if bank['to'] < off else 'after' if bank['from'] > live else 'over'
        kinds[kind] += 1
        if kind == 'over':
            equal(
                (bank['bounds'], bank['mean_min'], bank['percentiles']['50']),
                (None, None, None),
                f'{here}: what is not known',
            )
            equal(
                bank['values'],
                misses_in(bank, misses),
                f'{here}: values, whose line of the router is not written',
            )
        else:
            check_bank(bank, misses, FINE if kind == 'before' else COARSE, here)
    check(min(kinds.values()) > 0, f'{what}: banks {kinds}')
    equal((unit['bounds'], unit['mean_min']), (None, None), f'{what}: bounds of the run')


def waits_of(truth, core, answer):
    """(time of the answer, clocks since its request) in order; a core has one request at a time."""
    rows, sync, asked, waits = truth.activity[core], truth.syncs[-1], None, []
    for cycle, bits in (
        (cycle, now)
        for (begin, now), (after, _) in pairwise(rows)
        for cycle in range(begin, after if now & (REQUEST | answer) else begin)
    ):
        if asked is not None and bits & answer:
            waits.append((cycle - sync - 1, cycle - asked))
            asked = None
        if bits & REQUEST:
            asked = cycle
    return waits


def check_waits(unit, truth, core, off, live, what):
    """Nothing answers requests before the load; then their last word does,
    and banks have bounds."""
    known, kinds, seen = {'before': [], 'after': waits_of(truth, core, TRANSACTION)}, set(), 0
    for bank in unit['banks']:
        here = f'{what}, waits of [{bank["from"]}, {bank["to"]}]'
        kind = 'before' if bank['to'] < off else 'after' if bank['from'] > live else 'over'
        kinds.add(kind)
        equal(bank['bounds'] is None, kind == 'over', f'{here}: bounds')
        if kind != 'over':
            values = [value for time, value in known[kind] if bank['from'] <= time <= bank['to']]
            wanted = [
                sum(low <= value <= high for value in values)
                for low, high in (bounds or (1, 0) for bounds in bank['bounds'])
            ]
            equal(bank['counts'], wanted, here)
            check(kind == 'before' or not bank['lost'], f'{here}: lost requests')
            seen += len(values)
    equal(kinds, {'before', 'over', 'after'}, f'{what}: banks of waits')
    return seen


def check_counters(bank, truth, core, off, live, what):
    """Counter 12 counted stall before the load and accesses to the instruction cache after it,
    counter 8 always the same."""
    sync, before, kinds = truth.syncs[-1], 0, set()

    def count(flag, shot, place):
        return truth.count(core, flag, sync + 1 + (shot + place if shot else -1))

    for shot in bank['snapshots']:
        what_of = f'{what}, snapshot at {shot["time"]}'
        first = shot['time'] if shot['flush'] else (shot['time'] // 16 + 1) * 16 - 1
        places = [0 if shot['flush'] else i % 16 for i in range(17)]
        last = [0 if not before else i % 16 for i in range(17)]
        equal(
            shot['counts'][3],
            count(STALL, first, places[3]) - count(STALL, before, last[3]),
            what_of,
        )
        kind = 'before' if first + 16 < off else 'after' if before > live else 'over'
        kinds.add(kind)
        equal(shot['mixed'], kind == 'over', f'{what_of}: over a load')
        if kind != 'over':
            flag = STALL if kind == 'before' else ICACHE_ACCESS
            equal(
                shot['counts'][12],
                count(flag, first, places[12]) - count(flag, before, last[12]),
                f'{what_of}, the counter that was changed',
            )
        before = first
    equal((kinds, bank['mixed']), ({'before', 'over', 'after'}, True), f'{what}: snapshots')


def check_threshold(records, misses, number, off, live, what):
    fired = [record.time for record in records if record.kind == TRIGGER and record.code == number]
    # it fires where the number is first as large as its limit; what it fires between the write to
    # its table and live is not heard
    first = misses[FEW - 1]
    wanted = [first] if first < off else []
    then = misses[MANY - 1 : MANY]
    check(not then or not live < then[0] <= live + SETTLE, f'{what}: the load was over just then')
    wanted += [time for time in then if live < time < records[-1].time]
    equal(fired, wanted, f'{what}: times of the threshold')
    return len(wanted)


def drain_until(run, url, what, enough):
    """Until `enough` is true of the banks of misses of each node."""

    def there():
        nodes = json.loads(
            gnomon('report', '--section', 'buckets', '--json', '--limit', 1000000, run).out
        )['nodes']
        return all(
            enough(unit['banks'])
            for node in nodes
            for unit in node['buckets']
            if unit['name'] == 'misses'
        )

    interrupted_when(there, what, 'drain', run, '--quiet', '-d', url, *PATIENT)


def loaded_banks(banks):
    """How many have the bounds of the second load, all over."""
    return sum(bool(bank['bounds']) and bank['bounds'][3][0] == 3 * COARSE for bank in banks)


def loaded(folder):
    """Other routes, bounds and limits go into nodes that count."""
    first = experiment(
        os.path.join(folder, 'first.yaml'),
        'stall',
        'tlb_access',
        FEW,
        f'{{ linear: {{ from: 0, step: {FINE} }} }}',
    )
    second = experiment(
        os.path.join(folder, 'second.yaml'),
        'icache_access',
        'transaction',
        MANY,
        f'{{ linear: {{ from: 0, step: {COARSE} }} }}',
    )
    run = os.path.join(folder, 'run')
    with Simulator(folder, 'soc_recorder', 'matmul', options=['--activity']) as simulator:
        gnomon('load', first, '-d', simulator.url, '-o', run, *PATIENT)
        gnomon('start', run, '-d', simulator.url, *PATIENT)
        drain_until(run, simulator.url, 'two banks of each node', lambda banks: len(banks) >= 2)
        gnomon('load', second, '--into', run, '-d', simulator.url, *PATIENT)
        # a slow host has had many banks before the load
        drain_until(
            run,
            simulator.url,
            'two banks of each node after the load',
            lambda banks: loaded_banks(banks) >= 2,
        )
        stop_and_drain(run, '-d', simulator.url, *PATIENT)
        simulator.stop()
        truth = Truth(simulator.truth_path)
    buckets = json.loads(
        gnomon('report', '--section', 'buckets', '--json', '--limit', 1000000, run).out
    )['nodes']
    counters = json.loads(
        gnomon('report', '--section', 'counters', '--json', '--limit', 1000000, run).out
    )['nodes']
    with open(os.path.join(run, 'patterns.json'), encoding='utf-8') as file:
        number = next(
            point['codes'][0] for point in json.load(file)['points'] if point['name'] == 'many'
        )
    loads, fired, waits = [], 0, 0
    for core, records in enumerate(RunDirectory(run).nodes()):
        off, live = (record.time for record in records if record.kind == LOAD)
        misses = misses_of(truth, core)
        units = {unit['name']: unit for unit in buckets[core]['buckets']}
        check_buckets(units['misses'], misses, off, live, NODES[core])
        waits += check_waits(units['waits'], truth, core, off, live, NODES[core])
        check_counters(counters[core]['counters'][0], truth, core, off, live, NODES[core])
        fired += check_threshold(records, misses, number, off, live, NODES[core])
        loads.append(live - off)
    check(waits > 0, 'nobody waited after the load')
    text = gnomon('report', '--all', run).out
    words = 'a load changed what is counted or its bounds, or it is not known which held'
    check(text.count(words) >= 2 * len(NODES), f'{text.count(words)} times {words!r}')
    return f'loads of {loads} clocks, {fired} times over a limit, {waits} waits after them'


def recorder_of(path, bound):
    lines = [
        'gnomon: 1',
        f'manifest: {manifest("soc_recorder")}',
        f'program: {elf("matmul")}',
        'buffer: { wrap: { after: 3 } }',
        'points: { multiply: { entry: phase_multiply } }',
        f'timer: {{ every: {PERIOD} }}',
        'route: { wait.from: rise(request), wait.to: grant }',
        f'buckets: {{ waits: {{ bounds: [1, {bound}] }} }}',
        'actions: { timer: [record, bank, sample], multiply: [record, stop] }',
        LIMIT,
    ]
    return write(path, '\n'.join(lines) + '\n')


def recorder(folder):
    """A load to a recorder: its records are overwritten, and it holds for all that is kept. One
    that has frozen takes none."""
    first, second = (recorder_of(os.path.join(folder, f'{bound}.yaml'), bound) for bound in (3, 7))
    run = os.path.join(folder, 'run')
    with Simulator(folder, 'soc_recorder', 'matmul') as simulator:
        gnomon('load', first, '-d', simulator.url, '-o', run, *PATIENT)
        gnomon('start', run, '-d', simulator.url, *PATIENT)
        gnomon('load', second, '--into', run, '-d', simulator.url, *PATIENT)
        wait_for(
            lambda: json.loads(gnomon('status', '--json', '-d', simulator.url, *PATIENT).out)[
                'frozen'
            ],
            'the stop',
        )
        refused(
            ['the recorder of', 'has frozen'], 'load', first, '--into', run, '-d', simulator.url
        )
        gnomon('drain', run, '--stop', '--quiet', '-d', simulator.url, *PATIENT)
        simulator.stop()
    check(
        not os.path.exists(os.path.join(run, 'patterns.3.json')),
        'a load that was refused left its patterns',
    )
    for node in json.loads(gnomon('report', '--json', run).out)['nodes']:
        equal(
            (node['synced'], node['unknown_load'], node['mixed']), (False, 0, False), node['name']
        )
        equal(
            {point['name']: point['count'] for point in node['points'] if point['count']}[
                'multiply'
            ],
            1,
            node['name'],
        )
    for node in json.loads(gnomon('report', '--section', 'buckets', '--json', run).out)['nodes']:
        banks = next(unit for unit in node['buckets'] if unit['name'] == 'waits')['banks']
        check(
            banks and all(bank['bounds'][:2] == [[0, 0], [1, 6]] for bank in banks),
            f'{node["name"]}: bounds',
        )


TESTS = {
    'preprocessors/loaded recorder': recorder,
    'preprocessors/loaded': loaded,
}
