# SPDX-License-Identifier: Apache-2.0
"""The records and blocks of a run directory against what the model of the triggers (tests/model)
makes of its truth log.
"""

import os

import blocks
import model
import ticks
from bed import BUILD, MONITORS, check, equal
from stream import (
    BLOCKS,
    CAPTURE,
    DATUM,
    EVENT,
    FLUSH,
    GAP,
    LINE,
    LOAD,
    RATIO,
    SAMPLED,
    SEGMENT,
    STOPPED,
    SYNC,
    TRIGGER,
    UNSAMPLED,
    WORD,
    RunDirectory,
)

MODEL = os.path.join(BUILD, 'tests', 'model', 'model')
FIRED = (EVENT, DATUM, TRIGGER, WORD, CAPTURE, LINE)
AFTER = 100  # clocks after a flush in which the model may still give blocks


def fired(records):
    """A node's records as the model lists them (without what came with the flush), and its gaps."""
    out, gaps, flushed = [], [], False
    for record in records:
        flushed = flushed or record.kind == FLUSH
        if record.kind == GAP:
            gaps.append(record)
        elif record.kind in FIRED + (LOAD,) or (record.kind == RATIO and not flushed):
            out.append(
                model.Record(record.time, record.kind, record.code, record.aux, tuple(record.words))
            )
    return out, gaps


def stop_is_reported(wanted, at, gone):
    """The clock of wanted[at], the next one that is recorded, reports a stop action that was lost;
    changes wanted."""
    if at < len(wanted) and any(record.aux & STOPPED for record in gone if record.kind in FIRED):
        last = max(i for i in range(at, len(wanted)) if wanted[i].time == wanted[at].time)
        wanted[last] = wanted[last]._replace(aux=wanted[last].aux | STOPPED)


def without_lost(wanted, gaps, what):
    """What is left of the wanted records when those in gaps are gone; their number must be that of
    the gaps."""
    for gap in gaps:
        gone = [record for record in wanted if gap.time <= record.time <= gap.resumed]
        equal(
            sum(record.kind in FIRED for record in gone),
            gap.lost,
            f'{what}: records lost from {gap.time} to {gap.resumed}',
        )
        wanted = [record for record in wanted if not gap.time <= record.time <= gap.resumed]
        after = (
            i
            for i, record in enumerate(wanted)
            if record.time > gap.resumed and record.kind in FIRED
        )
        stop_is_reported(wanted, next(after, len(wanted)), gone)
    return wanted


def coarse(wanted, records, plan, run, what):
    """What is wanted of a node whose time has ticks, where cycles do not show which records are
    lost: those that follow what is recorded before a gap."""
    wanted, at = list(wanted), 0
    shown = ticks.times(plan, run, wanted[-1].time + 1 if wanted else 0)
    for record in records:
        at += record.kind in FIRED + (LOAD,)
        if record.kind != GAP:
            continue
        gone, left = wanted[at : at + record.lost], record.lost
        times = [shown[lost.time] for lost in gone]
        check(
            len(gone) == left and record.time <= times[0] and times[-1] <= record.resumed,
            f'{what}: {left} lost from {record.time} to {record.resumed}, not at {times}',
        )
        del wanted[at : at + left]
        stop_is_reported(wanted, at, gone)
    flush = next(record.time for record in records if record.kind == FLUSH)
    wanted = [record._replace(time=shown[record.time]) for record in wanted]
    # of the tick in which the run ends it is not known what came before the flush
    return [x for i, x in enumerate(wanted) if x.time < flush or (x.time == flush and i < at)]


def untaken(records, gaps):
    """(from, to) of the clocks in which no sample was taken: those of gaps, and those of records
    with that flag."""
    refused = [
        (record.time, record.time)
        for record in records
        if record.kind in FIRED and record.aux & (SAMPLED | UNSAMPLED) == UNSAMPLED
    ]
    return sorted([(gap.time, gap.resumed) for gap in gaps] + refused)


def ending(records, plan, bits, units):
    """Lines of the model: what only the run shows of a node."""
    flush = next(record for record in records if record.kind == FLUSH)
    last = flush.time - 1 + ticks.furthest(plan)
    asks = [
        str(record.time)
        for record in records
        if record.kind == TRIGGER and plan['triggers'][record.code]['kind'] == 'host'
    ]
    gone = untaken(records, [record for record in records if record.kind == GAP])
    return [
        f'node {plan["index"]}',
        f'end {last}',
        f'time {bits}',
        'ask ' + ' '.join(asks),
        'untaken ' + ' '.join(f'{a} {b}' for a, b in gone),
        *blocks.hints(units),
    ]


def units_of(records, plan, bits, form, what):
    """The blocks of a node; but in the single form none comes after its flush."""
    if not plan['preprocessors']:
        return []
    try:
        units = blocks.assemble(records, blocks.sizes_of(plan), bits)
    except blocks.Wrong as err:
        raise AssertionError(f'{what}: {err}') from None
    kinds = [record.kind for record in records]
    check(
        form == 'single' or not any(kind in BLOCKS for kind in kinds[kinds.index(FLUSH) :]),
        f'{what}: a block after the flush',
    )
    return units


def last_sample(records):
    """The words of the sample that goes with the flush, or nothing."""
    return [record.words for record in records if record.kind == RATIO and not record.code][-1:]


def snapshots_alone(found, wanted, asked, what):
    """Of a node whose samples are snapshots of counters and nothing else: the wanted records with
    the flag of those that were not taken, which only the run shows, and the times of those that
    were."""
    refused = {record.time for record in found if record.aux & UNSAMPLED}
    check(
        refused <= asked,
        f'{what}: unsampled at {sorted(refused - asked)[:3]}, where nothing asked for a sample',
    )
    out = []
    for record, after in zip(wanted, wanted[1:] + [None], strict=True):
        last = record.kind in FIRED and (after is None or after.time != record.time)
        out.append(
            record._replace(aux=record.aux | UNSAMPLED)
            if last and record.time in refused
            else record
        )
    return out, asked - refused


def sampled(found, wanted, wanted_blocks, whole, what):
    """What is wanted of a node, and the times of the samples that were taken; whole: records show
    which those are, not only the blocks."""
    if whole:
        return wanted, {
            record.time
            for record in found
            if record.aux & (SAMPLED | UNSAMPLED) == SAMPLED and record.kind in FIRED
        }
    asked = {block.end for block in wanted_blocks if block.kind == blocks.COUNTER}
    return snapshots_alone(found, wanted, asked, what)


def segments_of(plan):
    """How many segments each unit of a node has; None: a model never lacks one."""
    units = (plan['preprocessors'] or {}).get('segments', [])
    return None if MONITORS else [unit['count'] for unit in units]


def late_segments(wanted):
    """Of the model's records of a node: how many segments began late, or never, since none of the
    hardware was empty."""
    return sum(record.kind == SEGMENT and bool(record.aux & blocks.LATE) for record in wanted)


def compare_node(records, units, wanted, plan, bits, run):
    """A node's records and blocks, of that run, against those that the model wants; returns (what
    was compared, records lost)."""
    what = f'core {plan["index"]}'
    flush = next(record.time for record in records if record.kind == FLUSH)
    equal(records[0].kind, SYNC, 'first record')
    found, gaps = fired(records)
    wanted_blocks = [blocks.of_model(record) for record in wanted if record.kind in BLOCKS]
    # the oracle lists a snapshot when its last counter is read, which may be after the flush
    wanted_blocks.sort(key=lambda block: block.end)
    wanted = [record for record in wanted if record.kind not in BLOCKS]
    if plan.get('time'):
        wanted = coarse(wanted, records, plan, run, what)
    else:
        wanted = [record for record in wanted if record.time < flush]
        wanted = without_lost(wanted, gaps, what)
    whole = any(record.kind == RATIO for record in records) or not plan['preprocessors']
    wanted, taken = sampled(found, wanted, wanted_blocks, whole, what)
    lines = model.differences(found, wanted)
    check(not lines, f'{what}:\n' + '\n'.join(lines))
    lines = blocks.differences(units, wanted_blocks, taken | {flush - 1}, bits, segments_of(plan))
    check(not lines, f'{what}:\n' + '\n'.join(lines))
    return [*found, *units], sum(gap.lost for gap in gaps)


def compare(text, truth, run, counts=None, keep=None, late=None):
    """Every record of a run directory against the model, blocks too; returns (records
    compared, records lost). keep, if it is a list, gets each node's records and blocks, which
    are as the model wants them. late, if it is a list, gets each node's late_segments."""
    directory = RunDirectory(run)
    nodes, plans, bits = (
        directory.nodes(),
        directory.manifest['nodes'],
        directory.manifest['time_bits'],
    )
    ends = [
        next(record.time for record in records if record.kind == FLUSH) + ticks.furthest(plan)
        for records, plan in zip(nodes, plans, strict=True)
    ]
    units = [
        units_of(records, plan, bits, directory.manifest['form'], plan['name'])
        for records, plan in zip(nodes, plans, strict=True)
    ]

    more = [
        line
        for number, records in enumerate(nodes)
        for line in ending(records, plans[number], bits, units[number])
    ]
    text += '\n'.join(more) + '\n'
    last = model.expected(MODEL, text, truth, max(ends) + AFTER, len(nodes))
    for number, (records, wanted) in enumerate(zip(nodes, last, strict=True)):
        kinds = [record.kind for record in records]
        if RATIO in kinds[kinds.index(FLUSH) :]:
            equal(last_sample(records), last_sample(wanted), f'core {number}: sample of the flush')
    total, lost = 0, 0
    for records, own, wanted, plan in zip(nodes, units, last, plans, strict=True):
        compared, gone = compare_node(records, own, wanted, plan, bits, directory.journal['run'])
        total += len(compared)
        lost += gone
        if keep is not None:
            keep.append((records, own))
        if late is not None:
            late.append(late_segments(wanted))
        for record in compared if counts is not None else ():
            counts[record.kind] = counts.get(record.kind, 0) + 1
    return total, lost
