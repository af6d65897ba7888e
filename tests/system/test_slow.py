# SPDX-License-Identifier: Apache-2.0
"""The example of docs/guide/slow.md, sim/demo/slow.yaml, unchanged: the wait that is too long stops
the recorder, and the events before it are kept.
"""

import os
from itertools import pairwise

from bed import NODES, Listing, Simulator, check, elf, equal, gnomon, manifest
from stream import EVENT, FLUSH, GAP, SYNC, TRIGGER, RunDirectory
from truth import GRANTED, REQUEST, Truth

EXAMPLE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), '..', '..', 'sim', 'demo', 'slow.yaml'
)
LIMIT, AFTER, SLOW = 24, 6, 4  # of the example; number of the trigger
REQUEST_CODE = 3


def addresses():
    """Event code -> addresses, by objdump, in the order of the example's points."""
    listing = Listing(elf('system'))
    entries = {
        code: {listing.functions[name]}
        for code, name in (
            (1, 'lock'),
            (3, 'request'),
            (4, 'grant'),
            (5, 'schedule'),
            (6, 'irq_entry'),
        )
    }
    return {**entries, 2: set(listing.returns['unlock']), 7: set(listing.returns['irq_entry'])}


def happened(truth, core):
    """(time, kind, code) of all points of a core, and of the waits that were too long, in order."""
    codes = {address: code for code, some in addresses().items() for address in some}
    sync, rows, before, waiting = truth.syncs[-1], [], 0, []
    for cycle, pc in truth.retired(core):
        if cycle > sync and pc in codes:
            rows.append((cycle - sync - 1, EVENT, codes[pc]))
    changes = truth.activity[core]
    for (cycle, now), (after, _) in pairwise(changes):
        if cycle > sync and now & REQUEST and not before & REQUEST:
            waiting.append(cycle)
        for clock in range(max(cycle, sync + 1), after) if now & GRANTED and waiting else ():
            if waiting and clock - waiting.pop(0) >= LIMIT:
                rows.append((clock - sync - 1, TRIGGER, SLOW))
        before = now
    rows.sort()
    start = next(time for time, _, code in rows if code == REQUEST_CODE)
    return [row for row in rows if row[0] >= start]


def example(folder):
    run = os.path.join(folder, 'run')
    with Simulator(folder, 'soc_measure', 'system', options=['--activity']) as simulator:
        gnomon(
            'run',
            EXAMPLE,
            '-m',
            manifest('soc_measure'),
            '-p',
            elf('system'),
            '-d',
            simulator.url,
            '-o',
            run,
            '-q',
            '-n',
        )
        simulator.stop()
        truth = Truth(simulator.truth_path)
    kept, all_of = [], []
    for core, records in enumerate(RunDirectory(run).nodes()):
        equal(
            (records[0].kind, [record.kind for record in records].count(GAP)),
            (SYNC, 0),
            f'{NODES[core]}: first record, gaps',
        )
        found = [
            (record.time, record.kind, record.code)
            for record in records
            if record.kind in (EVENT, TRIGGER)
        ]
        wanted = happened(truth, core)
        equal(found, wanted[: len(found)], NODES[core])
        kept += [(*row, core) for row in found]
        all_of += [(*row, core) for row in wanted]
        check(records[-2].kind == FLUSH, f'{NODES[core]}: no flush')
    kept.sort()
    first = min(row for row in all_of if row[1] == TRIGGER)
    equal(min(row for row in kept if row[1] == TRIGGER), first, 'the first wait that was too long')
    before = sorted(row for row in all_of if row[0] < first[0])
    equal([row for row in kept if row[0] < first[0]], before, 'the events before it')
    equal(len(kept) - len(before) - 1, AFTER, 'what came after it')
    text = gnomon('report', '--all', run).out
    check(
        f'{first[0]}' in text and 'slow' in text.partition('\nmarks\n')[2].split('\n\n')[0],
        'no mark in the report',
    )
    return f'{len(before)} events led to {first}'


TESTS = {
    'slow/example': example,
}
