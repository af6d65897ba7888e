# SPDX-License-Identifier: Apache-2.0
"""Rows 4 and 5 of Carpenter's Table 1 where headends keep the records in local stores: each record,
which store begins each round of REPORT and when, and that the program stands still in it.

usage: test_stores.py BUILD_DIR SCRATCH_DIR
"""

import functools
import json
import os
import re
import sys
from bisect import bisect_left
from collections import Counter
from itertools import pairwise

from suite import check, equal, of_module, run
from table1_runs import BUILD, EXPERIMENT, SCRATCH, Run, Table, records
from times import CORES, Times

sys.path.insert(1, EXPERIMENT)
import cost  # of the experiment, as these: what the tests cannot see from outside
import logs
import measure
import records as table1_records
from build import Program
from rows import BY_KEY, ROWS

SIZE = 9
EVENTS = 16 * SIZE
MARK = 16  # entries of a store: almost_full of quad_row4_stores.yaml
STATE = 79  # number of a write of CAPTURE's routine
LOCAL = 0x80050000  # the cores' own memories, with the routines
TAKEN = 60  # cycles within which an interrupt is taken, and its routine runs
STORED, BEGUN = 3, 1  # cycles from the ranks to an entry of a store, from an assertion to the line
KEYS = ('4', '4 cached', '5 headends')


@functools.lru_cache(None)
def stores():
    """The rows whose headends have local stores, and row 8."""
    table = Table(
        'stores',
        *('--no-cost', '--no-ratios', '--quiet', '--programs', 'barrier,lock'),
        *('--rows', '4,4 cached,5 headends,8'),
        size=SIZE,
    )
    equal(table.done.returncode, 0, f'exit status: {table.done.stderr}, {table.done.stdout}')
    return table


@functools.lru_cache(None)
def run_of(program, key):
    return Run(stores(), program, key)


def each(keys=KEYS):
    for program in ('barrier', 'lock'):
        for key in keys:
            this = run_of(program, key)
            yield f'{program}, row {key}', program, key, this, records(this)


def of_node(rows, core):
    return [record for record in rows if record['node'] == f'core{core}']


def writes_of(this, rows, core):
    """Of the measured part: (cycle, number, data)."""
    return [
        (record['time'] + this.start, record['number'], record['data'])
        for record in of_node(rows, core)
        if record['kind'] == 'write' and record['time'] + this.start <= this.end
    ]


@functools.lru_cache(None)
def rounds_of(this, report=True):
    """(first cycle, one after the last) of each round of the measured part, in the log's cycles."""
    times = Times(os.path.join(this.folder, 'times'), report)
    check(times.first <= this.start, 'the log begins late')
    found = [(begin + times.first, end + times.first) for begin, end in times.rounds()]
    return [one for one in found if this.begin <= one[0] <= this.end]


def test_records():
    """Each write of each core reaches the host once, with its cycle; the events are, core by core,
    those of row 8 in their order, with the same data."""
    count = 0
    for what, program, key, this, rows in each():
        row8 = run_of(program, '8')
        plain = records(row8)
        for core in range(CORES):
            found = writes_of(this, rows, core)
            wanted = [
                (cycle, 64 * page + sub, data)
                for cycle, page, sub, data, _ in this.truth.ports[core]
                if cycle <= this.end
            ]
            equal(found, wanted, f'{what}: core {core}')
            events = [write[1:] for write in found if write[1] != STATE]
            equal(len(events), EVENTS // CORES, f'{what}: core {core}: events')
            theirs = [write[1:] for write in writes_of(row8, plain, core)]
            equal(events, theirs, f'{what}: core {core} beside row 8')
            count += len(found)
        values = stores().values(program, key)
        equal((values['recorded'], values['lost']), (EVENTS, 0), f'{what}: records')
    return f'{count} writes'


def depth():
    """Of the nodes' pipelines."""
    path = os.path.join(BUILD, 'sim', 'quad_row4_stores', 'manifest.json')
    with open(path, encoding='utf-8') as file:
        return json.load(file)['nodes'][0]['depth']


def full_at(entries, after):
    """When a store that was empty in a cycle has as many entries as its mark, or None."""
    later = [time for time in entries if time > after]
    return later[MARK - 1] if len(later) >= MARK else None


def begins(full, captures):
    """The first cycle of a round: stores are at their marks at these times, or None; it waits for a
    round of the other line."""
    ready = min(time for time in full if time is not None) + BEGUN
    for begin, end in captures:
        if begin <= ready <= end:
            ready = end + BEGUN
    return ready


def told(this, rows, wanted):
    """(node, own, full) of the records of rounds that began in such cycles."""
    return sorted(
        (r['node'], r['own'], r['full'])
        for r in rows
        if r.get('name') == 'report_began' and wanted(r['time'] + this.start)
    )


def test_marks():
    """A round of REPORT begins when the first store is at its mark, with the entries since the last
    cycle of the round before. The records of the round say which. Behind the measured part the end
    point asserts the line, for the rest."""
    total = Counter()
    for what, program, key, this, rows in each():
        delay = depth() + STORED
        entries = [  # when they are in the store; the first one is that of the start
            sorted(
                {delay + this.start} | {delay + r['time'] + this.start for r in of_node(rows, core)}
            )
            for core in range(CORES)
        ]
        captures, rounds = rounds_of(this, report=False), rounds_of(this)
        check(bool(captures) == (key == '5 headends'), f'{what}: rounds of CAPTURE')
        check(len(rounds) > 1, f'{what}: {len(rounds)} rounds')
        for (_, before), (begin, _) in pairwise([(0, 0), *rounds]):
            full = [full_at(own, before) for own in entries]
            equal(begin, begins(full, captures), f'{what}: a round')
            wanted = [
                (f'core{core}', cause, cause)
                for core, cause in enumerate(t is not None and t + BEGUN <= begin for t in full)
            ]
            equal(told(this, rows, lambda at: at == begin), wanted, f'{what}: round at {begin}')
        equal(stores().values(program, key)['rounds']['report'], len(rounds), f'{what}: rounds')
        wanted = [(f'core{core}', core == 0, False) for core in range(CORES)]
        behind = told(this, rows, lambda at: at > this.end)
        equal(behind, wanted, f'{what}: the round behind the measured part')
        total[key] += len(rounds)
    return ', '.join(f'{key}: {count} rounds' for key, count in total.items())


def test_pauses():
    """The time counters of all cores, and the records, stand still in a round; no core does
    anything of its program from when it has taken the interrupt until the line is released."""
    for what, program, key, this, rows in each():
        lines = [Times(os.path.join(this.folder, 'times'), report) for report in (False, True)]
        paused, total, shown = [], 0, lines[0]
        for one, other in zip(lines[0].line, lines[1].line, strict=True):
            paused.append(total)  # before this cycle
            total += one | other
        first = this.start - shown.first
        since, until = this.begin - shown.first, this.end - shown.first
        wanted = [c - first - (paused[c - 1] - paused[first]) for c in range(since, until)]
        for core in range(CORES):
            own = [time for time, _ in shown.cores[core][since:until]]
            far = [
                c for c, (a, b) in enumerate(zip(own, wanted, strict=True)) if a not in (b, b - 1)
            ]
            check(not far, f'{what}: core {core} at {far[:1]} after the begin: time')
        for record in rows:
            if record['kind'] == 'write':
                at = record['time'] + first
                equal(record['counter'], record['time'] - paused[at], f'{what}: {record}')
        begin, end = (at - shown.first for at in (this.begin, this.end))
        values = stores().values(program, key)
        cycles = this.end - this.begin - (paused[end] - paused[begin])
        base = run_of(program, '0')
        equal(values['extra_counted'], cycles - (base.end - base.begin), f'{what}: without pauses')
        if key == '4':
            for core in range(CORES):
                cycles, addresses = zip(*this.truth.retired(core), strict=True)
                for begin, end in rounds_of(this):
                    since, until = (bisect_left(cycles, at) for at in (begin + TAKEN, end))
                    inside = addresses[since:until]
                    check(all(pc >= LOCAL for pc in inside), f'{what}: core {core} at {begin}')


def mistakes(rows, own):
    """Each: what, and the records with it; own: places of records of the measured part."""

    def without(place):
        return rows[:place] + rows[place + 1 :]

    def changed(place, **values):
        return [*rows[:place], {**rows[place], **values}, *rows[place + 1 :]]

    write = next(at for at in own if rows[at]['kind'] == 'write')
    began = next(at for at in own if rows[at].get('name') == 'report_began')
    ended = next(at for at in own if rows[at].get('name') == 'report_ended')
    yield 'a write is missing', without(write)
    yield 'a write is there twice', rows + [rows[write]]
    yield 'another cycle', changed(write, time=rows[write]['time'] + 1)
    yield 'other data', changed(write, data=rows[write]['data'] ^ 1)
    yield (
        'another core',
        changed(write, node='core3' if rows[write]['node'] != 'core3' else 'core0'),
    )
    yield 'another time of the counter', changed(write, counter=rows[write]['counter'] + 1)
    yield 'the begin of a round is missing', without(began)
    yield 'the end of a round is missing', without(ended)
    yield 'a longer round', changed(ended, length=rows[ended]['length'] + 1)
    yield 'a round later', changed(began, time=rows[began]['time'] + 1)


def test_faults():
    """The command finds each mistake in what the host got."""
    for what, _, key, this, rows in each(('4', '5 headends')):
        truth = logs.Truth(os.path.join(this.folder, 'truth'))
        lines = logs.Lines(os.path.join(this.folder, 'times'), truth.start)
        own = measure.Run(truth, lines, Program(this.elf))

        def faults(found, own=own, key=key):
            return table1_records.check(BY_KEY[key], own, False, found).faults

        equal(faults(rows), [], what)
        places = [at for at, row in enumerate(rows) if own.begin <= row['time'] <= own.end]
        for mistake, found in mistakes(rows, places):
            check(faults(found), f'{what}: {mistake} is not a fault')


def description(name):
    with open(os.path.join(EXPERIMENT, 'monitors', f'{name}.yaml'), encoding='utf-8') as file:
        return file.read()


def test_descriptions():
    """What a row alone costs is that of the monitor that it runs with; and each row has a cost."""
    used = description('quad_row4_stores')
    for name in ('stores', 'stores_capture'):
        text = description(name)
        for part in (
            r'ring: .*',
            r'report: .*',
            r' port: .*',
            r'store: .*',
            r'fifo: .*',
            r'almost_full: .*',
            r'ratios:(?:\n {6}.*)*',
        ):
            equal(re.findall(part, text), re.findall(part, used), f'{name}: {part}')
        equal('\ncapture:' in text, name == 'stores_capture', f'{name}: CAPTURE')
    equal(re.findall(r'almost_full: (\d+)', used), [str(MARK)], 'mark')
    with open(os.path.join(EXPERIMENT, 'event.h'), encoding='utf-8') as file:
        equal(re.findall(r'#define STORE_RECORDS (\d+)', file.read()), [str(MARK)], 'copied')
    equal(set(cost.PARTS), {row.key.removesuffix(' cached') for row in ROWS}, 'costs')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('table1_stores', of_module(globals())))
