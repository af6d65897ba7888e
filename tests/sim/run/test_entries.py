# SPDX-License-Identifier: Apache-2.0
"""The single form: what gnomon makes of the entries, samples and blocks in the Verilog monitor's
trace buffer, against the records of its model, which has records in its buffer, and against the log
of the target.

usage: test_entries.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import functools
import json
import os
import sys

from plusargs import SCRATCH, SIM, experiment, logged, records, stream, whole
from suite import check, equal, of_module, run

CYCLES = 6000  # nothing is lost in them
MANY = 40000
EVERY = 37
SLOTS = 4096  # of entries.yaml
MORE = """
sequences:
  rises: "s1 then s2 within 6"
  once:  "strictly s0 then 101"
timer: { every: %d, profile: yes }
"""
WATCHDOG = 'watchdog: { event: s3, after: 45 }\n'
MARKS = """
route: { rises.a: "rise(step)", bank.15: "not step" }
count: { rise: [once] }
actions:
  s2: [record, mark]
  timer: [record, mark]
  watchdog: [record, sample, bank]
"""
LINES = """
actions:
  s1: [record, global]
  s2: [record, mark]
  timer: [record, sample]
  capture: [record]
  capture_began: [record, sample]
  capture_ended: [record, mark]
"""
EXPERIMENTS = {'entries': WATCHDOG + MARKS, 'lines': LINES}
FIRED = stream.EVENT, stream.TRIGGER, stream.WORD, stream.CAPTURE, stream.LINE


def simulators(monitor):
    """The hardware of a monitor, and its model."""
    return [[os.path.join(SIM, f'blinker_{monitor}{which}')] for which in ('', '_model')]


HARDWARE, MODEL = simulators('entries')


def rows(name):
    return [(row.time, row.kind, row.code, row.aux, tuple(row.words)) for row in records(name)]


@functools.cache
def made(every, cycles, monitor):
    """The records of the model and of the hardware, and its gaps."""
    names = f'{monitor}_model_{every}', f'{monitor}_{every}'
    path = experiment(names[1], MORE % every + EXPERIMENTS[monitor], manifest=monitor)
    for name, simulator in zip(names, reversed(simulators(monitor)), strict=True):
        whole(simulator, name, f'+gnomon_cycles={cycles}', f'+blinker_log={name}.log', path=path)
    return *(rows(name) for name in names), [
        row for row in records(names[1]) if row.kind == stream.GAP
    ]


def refused(rows):
    """Times of the samples, and of the snapshots, that the hardware did not take."""
    return {row[0] for row in rows if row[1] in FIRED and row[3] & stream.UNSAMPLED}


def listed(rows, never):
    """What is recorded of each cycle; without samples that were not taken, and that of the end."""
    never = never | {rows[-1][0]}
    flags = stream.SAMPLED | stream.UNSAMPLED
    return [
        (*row[:3], row[3] & ~flags if row[0] in never else row[3], row[4])
        for row in rows
        if row[1] in FIRED or (row[1] == stream.RATIO and row[0] not in never)
    ]


def blocks(rows, never, until):
    """By unit the records of the blocks of what was over long before the end: kind, code, words."""
    found = {}
    for _, kind, code, _, words in rows:
        over = words[1 if kind == stream.SEGMENT else 0] if kind in stream.BLOCKS else until
        if over < until - 200 and not (kind == stream.COUNTER and words[0] in never):
            found.setdefault((kind, code), []).append(words)
    return found


def compare(every, cycles, monitor='entries'):
    """Records outside of gaps are equal; gaps count those of the model that are in them."""
    model, hardware, gaps = made(every, cycles, monitor)
    until = min(rows[-1][0] for rows in (model, hardware))
    never = refused(hardware)

    def inside(time):
        return any(gap.time <= time <= gap.resumed for gap in gaps)

    kept = [
        [row for row in listed(rows, never) if row[0] < until and not inside(row[0])]
        for rows in (model, hardware)
    ]
    equal(sorted(set(kept[0]) ^ set(kept[1]))[:5], [], 'records of one only')
    equal(kept[0], kept[1], 'order of the records')
    if not gaps:
        equal(*(blocks(rows, never, until) for rows in (hardware, model)), 'blocks')
    for gap in gaps:
        if gap.resumed < until:
            lost = sum(gap.time <= row[0] <= gap.resumed and row[1] in FIRED for row in model)
            equal(gap.lost, lost, f'records lost from {gap.time} to {gap.resumed}')
    return kept[1], gaps


def test_each_trigger():
    kept, _ = compare(EVERY, CYCLES)
    with open(os.path.join(SCRATCH, f'entries_{EVERY}', 'manifest.json'), encoding='utf-8') as f:
        manifest = json.load(f)
    equal(manifest['single'], {'triggers': 6, 'word_bits': 32}, 'member of the manifest')
    codes = {code for _, kind, code, _, _ in kept if kind == stream.TRIGGER}
    check(codes >= {0, 1, 3, 4}, f'triggers {codes}')
    check(any(kind == stream.WORD for _, kind, *_ in kept), 'no word')
    check(any(row[3] & stream.MARKED and row[1] == stream.WORD for row in kept), 'no mark')


def test_words():
    """Each word is the state of the first step at or after a firing of the timer."""
    made(EVERY, CYCLES, 'entries')
    log = logged(f'entries_{EVERY}.log')
    words = [(row[0], row[4]) for row in rows(f'entries_{EVERY}') if row[1] == stream.WORD]
    state = dict(log)
    check(len(words) > CYCLES / EVERY / 8, f'{len(words)} words')
    for time, payload in words:
        equal(payload, (state[time], 0), f'word of {time}')


def test_samples_and_blocks():
    """Each sample has the steps so far, and the cycles; each unit has blocks."""
    _, hardware, gaps = made(EVERY, CYCLES, 'entries')
    check(not gaps, f'{len(gaps)} gaps')
    log = [clock for clock, _ in logged(f'entries_{EVERY}.log')]
    samples = [row for row in rows(f'entries_{EVERY}') if row[1] == stream.RATIO and row[2]]
    check(len(samples) > 10, f'{len(samples)} samples')
    for time, _, _, _, words in samples:
        steps, cycles = words[0], words[1]
        equal((steps, cycles), (sum(clock <= time for clock in log), time + 1), f'at {time}')
    units = blocks(hardware, refused(hardware), hardware[-1][0])
    equal(sorted(units), [(stream.BUCKET, 0), (stream.COUNTER, 0), (stream.SEGMENT, 0)], 'units')


def test_losses():
    """A timer of each second cycle fills the buffer again and again."""
    for monitor in EXPERIMENTS:
        _, gaps = compare(2, MANY, monitor)
        check(gaps, f'nothing was lost of {monitor}')


def test_captures():
    """Each state 1 is a capture of its own cycle, with the word of that, and by this node."""
    kept, gaps = compare(EVERY, CYCLES, 'lines')
    with open(os.path.join(SCRATCH, f'lines_{EVERY}', 'manifest.json'), encoding='utf-8') as f:
        manifest = json.load(f)
    equal(manifest['gnomon'], 13, 'format of the manifest')
    equal(manifest['single'], {'triggers': 7, 'word_bits': 32}, 'member of the manifest')
    captures = [row for row in kept if row[1] == stream.CAPTURE]
    states = {
        time: state
        for time, state in logged(f'lines_{EVERY}.log')
        if state % 4 == 1 and time < kept[-1][0]
    }
    check(len(captures) > CYCLES / 34 / 2, f'{len(captures)} captures')
    for row in captures:
        equal((row[4], row[3] >> 4), ((states.pop(row[0]), 0), 0b111), f'capture of {row[0]}')
    lost = sum(any(gap.time <= time <= gap.resumed for gap in gaps) for time in states)
    equal(len(states), lost, 'captures that are missing')


def test_rounds():
    """A round has its own length, and the cycles of all before it."""
    kept, _ = compare(EVERY, CYCLES, 'lines')
    ours = {row[0]: row[2:] for row in kept if row[1] == stream.LINE}
    check(len(ours) > CYCLES / 34, f'{len(ours)} records of rounds')
    model, _, _ = made(EVERY, CYCLES, 'lines')
    times = [row[0] for row in model if row[1] == stream.LINE]
    paused = 0
    for began, ended in zip(times[::2], times[1::2], strict=False):
        length = ended - began
        for time, code, length_then in (began, 4, 0), (ended, 5, length):
            paused += length_then
            if time in ours:
                got, aux, words = ours.pop(time)
                equal((got, aux >> 4, words), (code, 1, (paused, length_then)), f'at {time}')
    check(len(ours) < 2, f'{ours}')  # the end may cut a round


def recorded(name, more):
    """The records of a flight recorder, of the hardware and of the model."""
    path = experiment(name, MORE % EVERY + WATCHDOG + more, manifest='entries')
    for simulator, which in (HARDWARE, name), (MODEL, f'{name}_model'):
        whole(simulator, which, f'+gnomon_cycles={MANY}', path=path)
    never = refused(rows(name))
    return tuple(listed(rows(which), never) for which in (name, f'{name}_model'))


def test_flight_recorder():
    """The last records: those of the model, but for what follows the oldest entry."""
    more = 'buffer: wrap\nactions: { rises: [record, sample] }\n'
    ours, model = recorded('entries_wrap', more)
    check(len(ours) > SLOTS / 2, f'{len(ours)} records')
    check(ours[0][0] > MANY / 2, f'the first record is of cycle {ours[0][0]}')
    check(any(row[1] == stream.RATIO for row in ours), 'no sample')
    gaps = [row.time for row in records('entries_wrap') if row.kind == stream.GAP]
    last = min([ours[-1][0], model[-1][0], *gaps])  # the end may wait for the preprocessors
    check(last > MANY - 1000, f'gaps from {gaps}')
    first = max(ours[1][0], model[1][0])
    ours, model = ([row for row in each if first < row[0] < last] for each in (ours, model))
    equal(sorted(set(ours) ^ set(model))[:5], [], 'records of one only')
    check(ours == model, 'the order of the records')


def test_stop_of_a_recorder():
    """After the stop as many cycles with records are kept as were requested."""
    after = 40
    more = f'buffer: {{ wrap: {{ after: {after} }} }}\nactions: {{ once: [record, stop] }}\n'
    ours, model = recorded('entries_stop', more)
    (stop,) = {row[0] for row in ours if row[3] & stream.STOPPED}
    behind = [row for row in ours if row[0] > stop]
    equal(len({row[0] for row in behind}), after, 'cycles with records behind the stop')
    check(len(behind) > after, 'no cycle has several records')
    equal(behind, [row for row in model if row[0] > stop], 'records behind the stop')


FREEZE = """
buffer: { wrap: { after: 1 } }
timer: { every: 2 }
route: { rises.a: "rise(step)", bank.15: "not step" }
count: { rise: [here] }
actions: { here: [record, bank, stop%s], timer: [record] }
"""
BEFORE, AFTER = 3, 8  # entries of a segment around its trigger
LAST, FLUSHED = 1 << 16, 1 << 19  # of word 4 of a block


def frozen_blocks(simulator, cycles, state, more=''):
    """The blocks of a recorder that freezes right behind that state: kind and words; the states of
    the target; the time of the flush."""
    name = 'entries_freeze'
    point = f'  here: {{ match: "state == {state}" }}\n'
    path = experiment(name, FREEZE % more, manifest='entries', points=point)
    whole(simulator, name, f'+gnomon_cycles={cycles}', '+blinker_log=freeze.log', path=path)
    found = records(name, frozen=True)
    blocks = [(row.kind, tuple(row.words)) for row in found if row.kind in stream.BLOCKS]
    return sorted(blocks), logged('freeze.log'), found[-1].time


def segments_of(log, stop, flush):
    """What the unit of segments sends: the segment around the stop, and the empty block."""
    state, entries = dict(log), []
    first, last = stop - BEFORE, min(stop + AFTER, flush - 1)
    for cycle in range(first, last + 1):
        shown = max(clock for clock in state if clock <= cycle)
        entries += [1 | 1 << 16 | (shown == cycle) << 17, state[shown]]
    many = last + 1 - first
    flags = LAST | (FLUSHED if last == flush - 1 else 0)
    return [
        (stream.SEGMENT, (stop, last, flags, many << 16, 0, many, *entries)),
        (stream.SEGMENT, (flush - 1, flush - 1, LAST | FLUSHED, 0, 0, 0)),
    ]


def test_behind_a_freeze():
    """What began before a freeze is recorded, however soon the run ends behind it. Nothing else is
    but the last block of the segments, which has no entry."""
    cut = 0
    for cycles in range(1500, 5000, 500):
        _, log, flush = frozen_blocks(HARDWARE, cycles, CYCLES)  # no such state
        for stop, state in log:
            if not flush - 14 <= stop < flush - 3:
                continue
            found, log, end = frozen_blocks(HARDWARE, cycles, state)
            equal(end, flush, 'the flush')
            ((bank, _),) = want = frozen_blocks(MODEL, CYCLES, state)[0][:1]
            equal(bank, stream.BUCKET, 'kind of the bank')
            want += segments_of(log, stop, flush)
            equal(found, want, f'blocks of a run from {stop} to {flush}')
            cut += flush <= stop + AFTER
    check(cut > 2, f'{cut} segments that the run cuts')


def test_snapshot_before_a_freeze():
    """So is a snapshot that was requested before it."""
    found, log, flush = frozen_blocks(HARDWARE, CYCLES, 101, ', sample')
    want = frozen_blocks(MODEL, CYCLES, 101, ', sample')[0][:2]
    equal([kind for kind, _ in want], [stream.BUCKET, stream.COUNTER], 'kinds')
    (stop,) = (clock for clock, state in log if state == 101)
    equal(found, want + segments_of(log, stop, flush), 'blocks')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('entries of the single form', of_module(globals())))
