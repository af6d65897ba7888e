# SPDX-License-Identifier: Apache-2.0
"""What a run must have recorded and reported, from the truth log alone."""

from stream import BEAT, CAPTURE, EVENT, FLUSH, GAP, RATIO, RING, SAMPLED, STOPPED, SYNC, UNSAMPLED

from bed import NODES, check, equal
from ends import check_until
from seen import check_seen
from spans import check_longest, check_percentiles, outermost, spans
from truth import DCACHE_ACCESS, DCACHE_HIT, ICACHE_ACCESS, ICACHE_HIT, STALL

DUE = 64  # clocks that a time beat may wait for one without an event
PAIRS = 4  # icache, dcache, bus, stall


class Counts:
    """The pairs of a node's ratio counters, from the truth."""

    def __init__(self, truth, core):
        self.truth, self.core, self.sync = truth, core, truth.syncs[-1]

    def _until(self, time):
        cycle = self.sync + 1 + time
        counts = [
            self.truth.count(self.core, flag, cycle)
            for flag in (ICACHE_HIT, ICACHE_ACCESS, DCACHE_HIT, DCACHE_ACCESS)
        ]
        return [
            *counts,
            self.truth.bus_count(cycle),
            time,
            self.truth.count(self.core, STALL, cycle),
            time,
        ]

    def pairs(self, reset, time):
        """(A, B) of each pair in the clocks after `reset` (-1: from the start), up to
        and including `time`."""
        counts = [
            till - before
            for till, before in zip(self._until(time), self._until(reset), strict=True)
        ]
        return list(zip(counts[::2], counts[1::2], strict=True))


def compress(a, b):
    """The 16-bit form of a pair."""
    if b < 32:
        return a << 11 | b << 5
    exponent = b.bit_length() - 6
    return min(a >> (exponent + 1), 31) << 11 | b >> exponent << 5 | exponent


def ratio_words(pairs, compressed):
    if not compressed:
        return tuple(word for pair in pairs for word in pair)
    halves = [compress(a, b) for a, b in pairs]
    return tuple(low | high << 16 for low, high in zip(halves[::2], halves[1::2], strict=True))


def happened(experiment, truth, core):
    """(time, code) of everything that the experiment's points name on that core."""
    sync, codes = truth.syncs[-1], experiment.codes(NODES[core])
    return [
        (cycle - sync - 1, codes[pc])
        for cycle, pc in truth.retired(core)
        if cycle > sync and pc in codes
    ]


class NodeCheck:
    """One node's records against the truth, each in its place. `ended_early`: things went
    on to happen between the last record and the flush, because a recorder had frozen, or
    the flush of a stopped node waited for room in a full buffer. `partial`: these are only
    the first ones. Afterwards:

    events   (time, code) of the events that were recorded
    gaps     (from, resumed, lost)
    segments events between gaps and times without collection, as lists
    samples  (time, code, pairs) with the true counts
    overall  true counts of all samples together: since the last reset, and before it
    """

    def __init__(
        self,
        experiment,
        truth,
        core,
        records,
        bits=32,
        compressed=False,
        ended_early=False,
        partial=False,
    ):
        self.core, self.compressed, self.ended_early, self.partial = (
            core,
            compressed,
            ended_early,
            partial,
        )
        self.actions = {
            code: set(experiment.actions[name])
            for code, name in experiment.names(NODES[core]).items()
        }
        self.counts = Counts(truth, core)
        self.collecting = experiment.collect != 'on_event'
        self.wrap = 'wrap' in experiment.buffer
        self.reset = -1
        self.expected = happened(experiment, truth, core)
        self.next = 0
        self.events, self.gaps, self.segments, self.samples, self.unsampled = [], [], [[]], [], 0
        self.begins = {}  # of a sample, by its time: the first clock that it counts
        self.counts_lost = False  # a reset went without a sample
        self.bits, self.resumed = bits, None  # of the time; end of the last gap
        self.stop_lost = False  # the next event reports it
        self.stopped = None  # when collection stopped, while it is off
        self.missing = None  # the first event without a record before the flush, where that may be
        self.overall = [(0, 0)] * PAIRS
        self.wrapped = records[0].kind != SYNC
        # resets of events that were overwritten, or came after a recorder froze: they may have come
        self.maybe = []
        if self.wrapped:
            self.skip_to(records[0], unseen=True)
        self.walk(records)

    def whole(self):
        return not self.gaps and not self.wrapped

    def fail(self, time, what):
        raise AssertionError(f'core {self.core}, time {time}: {what}')

    def upcoming(self):
        """The next event that should have been recorded; those that need not be are passed over."""
        while self.next < len(self.expected):
            time, code = self.expected[self.next]
            actions = self.actions[code]
            if (self.collecting or 'start' in actions) and 'record' in actions:
                return time, code
            self.pass_over()
        return None

    def pass_over(self, taken=False):
        """Take the effects of the next event. A reset that comes with a sample does not happen
        unless that was taken."""
        time, code = self.expected[self.next]
        actions = self.actions[code]
        self.next += 1
        if 'start' in actions:
            self.collecting = True
        if 'stop' in actions and not self.wrap:
            self.stopped = time if self.collecting else self.stopped
            self.collecting = False
        if 'reset' in actions and (taken or 'sample' not in actions):
            self.reset = time
        return time, code

    def skip_to(self, record, unseen=False):
        """What was not recorded had its effects all the same; of what is unseen it is not known
        whether its sample was taken."""
        while self.next < len(self.expected) and self.expected[self.next][0] < record.time:
            time, code = self.pass_over()
            if unseen and {'reset', 'sample'} <= set(self.actions[code]):
                self.maybe.append(time)

    def add_overall(self, pairs):
        self.overall = [(a + c, b + d) for (a, b), (c, d) in zip(self.overall, pairs, strict=True)]

    def walk(self, records):
        time, owed = 0, None  # owed: code and time of a ratio record that must come next
        for i, record in enumerate(records):
            if record.time < time:
                self.fail(record.time, f'earlier than the one before, {time}')
            time = record.time
            if owed and (record.kind != RATIO or (record.time, record.code) != owed):
                self.fail(time, f'{record} where the sample of {owed} should be')
            if record.kind == EVENT:
                owed = self.event(record)
            elif record.kind == RATIO and not owed and self.wrapped and not i:
                # its event was overwritten
                self.skip_to(record._replace(time=record.time + 1), unseen=True)
            elif record.kind == RATIO:
                if not owed:
                    self.fail(time, 'a sample without a request')
                owed = None
                self.sample(record)
            elif record.kind == GAP:
                self.gap(record)
                time = record.resumed
            elif record.kind == FLUSH:
                owed = (time, 0)
                if self.ended_early:
                    self.missing = self.upcoming()
                    self.skip_to(record, unseen=True)
                if i != len(records) - 2:
                    self.fail(time, f'{len(records) - 1 - i} records after the flush')
            elif record.kind == SYNC and i:
                self.fail(time, 'a second sync')
        if not self.partial:
            self.finish(records)

    def finish(self, records):
        """There is a flush, and all before it was seen."""
        if records[-2].kind != FLUSH:
            self.fail(records[-1].time, 'no flush at the end')
        left = self.upcoming()
        if left and left[0] < records[-2].time and not self.ended_early:
            self.fail(left[0], f'event {left[1]} is missing at the end')

    def event(self, record):
        wanted = self.upcoming()
        if wanted != (record.time, record.code):
            self.fail(record.time, f'event {record.code}, not {wanted}')
        actions = self.actions[record.code]
        asked, taken = 'sample' in actions, record.aux & SAMPLED
        if bool(record.aux & UNSAMPLED) != (asked and not taken) or (taken and not asked):
            self.fail(record.time, f'flags {record.aux} of event {record.code}')
        stopped, self.stop_lost = 'stop' in actions or self.stop_lost, False
        if bool(record.aux & STOPPED) != stopped:
            self.fail(record.time, f'flags {record.aux} of event {record.code}')
        if self.stopped is not None and record.time > self.stopped + 1:
            self.segments.append([])
        self.stopped = None
        self.events.append(wanted)
        self.segments[-1].append(wanted)
        if not taken:
            self.unsampled += asked
            self.counts_lost |= 'reset' in actions and 'sample' not in actions
            self.pass_over()
            return None
        return record.time, record.code

    def sample(self, record):
        last = record.time - (not record.code)  # the flush comes after the last clock
        resets = [self.reset, *reversed(self.maybe)]
        counts = [self.counts.pairs(reset, last) for reset in resets]
        words = [ratio_words(pairs, self.compressed) for pairs in counts]
        place = words.index(record.words) if record.words in words else 0
        self.reset, pairs, should, self.maybe = resets[place], counts[place], words[place], []
        if record.words != should:
            self.fail(record.time, f'sample {record.words}, not {should}')
        self.samples.append((last, record.code, pairs))
        self.begins[last] = self.reset + 1
        if not record.code or 'reset' in self.actions[record.code]:
            self.add_overall(pairs)
        if record.code:
            self.pass_over(taken=True)

    def beat_was_due(self, time):
        """A time beat for which there is no room opens a gap too: at each half period of the time,
        and after each gap."""
        return time % (1 << self.bits - 1) < DUE or (
            self.resumed is not None and time - self.resumed < DUE
        )

    def gap(self, record):
        wanted, lost = self.upcoming(), 0
        if (
            record.lost
            and (not wanted or wanted[0] != record.time)
            and not self.beat_was_due(record.time)
        ):
            self.fail(record.time, f'a gap begins, and {wanted} comes next')
        while wanted and wanted[0] <= record.resumed:
            lost += 1
            self.counts_lost |= {'reset', 'sample'} & self.actions[wanted[1]] == {'reset'}
            self.stop_lost |= 'stop' in self.actions[wanted[1]]
            self.pass_over()
            wanted = self.upcoming()
        if lost != record.lost:
            self.fail(
                record.time, f'gap until {record.resumed} reports {record.lost} lost, {lost} were'
            )
        self.resumed = record.resumed
        if lost:  # else there was no room for a time beat, and nothing is missing
            self.gaps.append((record.time, record.resumed, record.lost))
            self.segments.append([])


def check_nodes(experiment, truth, nodes, bits, compressed=False, ended_early=False):
    for core, records in enumerate(nodes):
        equal((records[0].kind, records[0].time), (SYNC, 0), f'first record of core {core}')
    return [
        NodeCheck(experiment, truth, core, records, bits, compressed, ended_early)
        for core, records in enumerate(nodes)
    ]


def check_no_pauses(found, what):
    """A monitor without a line that pauses its time counters has no times without pauses."""
    equal((found['counter'], found['counter_unknown']), (None, 0), f'{what}: without pauses')


def check_no_processes(found, portless, what):
    """Where no node has an event port, the report has no processes."""
    if portless:
        equal((found['crossing'], found['crossing_unknown']), (None, 0), f'{what}: processes')


def check_preprocessors(found, lengths, clock_hz, what):
    equal((found['count'], found['total']), (len(lengths), sum(lengths)), what)
    equal(
        (found['min'], found['max']),
        (min(lengths), max(lengths)) if lengths else (None, None),
        what,
    )
    if lengths:
        check(
            abs(found['mean'] - sum(lengths) / len(lengths)) <= 1e-9 * max(lengths),
            f'{what}: mean {found["mean"]}',
        )
    check(
        abs(found['total_seconds'] * clock_hz - sum(lengths)) <= 1e-6 * (sum(lengths) + 1),
        f'{what}: seconds',
    )


def check_outermost(found, lengths, clock_hz, what):
    if lengths:
        check_preprocessors(found['outermost'], lengths, clock_hz, f'{what}: outermost')
    else:
        equal(found['outermost'], None, f'{what}: outermost')


def check_pair(found, pair, exact, what):
    for side, true in zip('ab', pair, strict=True):
        count = found[side]
        check(count['min'] <= true <= count['max'], f'{what}, {side}: {true} is not in {count}')
        if exact:
            equal(
                (count['min'], count['max'], count['value']),
                (true, true, float(true)),
                f'{what}, {side}',
            )
    if not pair[1]:
        return
    quotient = pair[0] / pair[1]
    check(
        found['ratio_min'] - 1e-12 <= quotient <= found['ratio_max'] + 1e-12,
        f'{what}: {quotient} is not in {found}',
    )
    spread = 1e-12 if exact else 0.0462
    for side in 'ab':
        count = found[side]
        equal(
            count['value'],
            (count['min'] + count['max']) / 2,
            f'{what}, {side}: one number',
        )
    check(abs(found['ratio'] - quotient) <= spread, f'{what}: {found["ratio"]}, not {quotient}')
    check(found['ratio_max'] - found['ratio_min'] <= 2 * spread, f'{what}: bounds {found}')
    equal(found['saturated'], False, f'{what}: saturated')


def check_lost(found, node, records, alone, what):
    """Gaps, and what was full; alone: the monitor has one node."""
    lost = sum(gap[2] for gap in node.gaps)
    # a monitor of one node has no ring: nothing but its trace buffer is ever full
    full = [
        bool(alone or not record.aux & RING)
        for record in records
        if record.kind == GAP and record.lost
    ]
    equal(
        [(gap['from'], gap['to'], gap['lost'], gap['full']) for gap in found['gaps']],
        [(*gap, by_buffer) for gap, by_buffer in zip(node.gaps, full, strict=True)],
        f'{what}, gaps',
    )
    in_full = sum(gap[2] for gap, by_buffer in zip(node.gaps, full, strict=True) if by_buffer)
    equal((found['lost_buffer'], found['lost_ring']), (in_full, lost - in_full), f'{what}, full')
    equal((found['lost'], found['holes'], found['missing_bytes']), (lost, [], 0), what)


def check_ratios(found, node, compressed, what):
    """Counts of all samples together, and whether it is known that they are all."""
    if found['ratios_complete']:
        for pair, true in zip(found['ratios'], node.overall, strict=True):
            check_pair(pair, true, not compressed, f'{what}, {pair["name"]}')
    resets = any('reset' in actions for actions in node.actions.values())
    # they come in gaps too
    alone = any(
        {'reset', 'sample'} & set(actions) == {'reset'} for actions in node.actions.values()
    )
    frozen = resets and node.wrap  # nothing shows resets after that
    check(
        found['ratios_complete']
        or node.wrapped
        or frozen
        or (alone and (node.gaps or node.counts_lost)),
        f'{what}: counts are missing',
    )
    check(
        not (found['ratios_complete'] and (node.counts_lost or node.wrapped or frozen)),
        f'{what}: lost counts are not reported',
    )


def lacks(node):
    """Whether things happened at a node, or may have, of which the run has no record."""
    frozen = node.wrap and node.ended_early
    return bool(node.gaps) or node.wrapped or frozen


def has_interval(ends, own):
    """Whether a node has both ends of an interval; `own`: its codes by name."""
    return all(end in own for end in ends)


def check_node(found, experiment, node, records, what):
    """How many records, events and samples a node has, and when it begins and ends; returns its
    flush."""
    flush = next(record.time for record in records if record.kind == FLUSH)
    # test_ticks.py has nodes whose times are coarser
    equal((found['tick'], found['jitter'], found['bound']), (1, False, 0), f'{what}, ticks')
    equal(
        (found['begin'], found['end'], found['synced'], found['flushed']),
        (records[0].time, flush, not node.wrapped, True),
        what,
    )
    # no sample without its counts: there are no counter banks
    equal(
        [found[name] for name in ('records', 'events', 'samples', 'unsampled', 'unsnapped')],
        [len(records), len(node.events), len(node.samples), node.unsampled, 0],
        what,
    )
    equal(
        {point['name']: point['count'] for point in found['points']},
        {
            name: sum(code == event for _, event in node.events)
            for code, name in experiment.names(found['name']).items()
        },
        f'{what}, points',
    )
    at_least = lacks(node)
    equal(
        [point['at_least'] for point in found['points']],
        [at_least] * len(found['points']),
        f'{what}, points at least',
    )
    equal(
        (found['at_least'], found['lost_at_least'], found['seen_at_most']),
        (at_least, False, False),
        f'{what}, figures at least',
    )
    never = ('triggers', 'writes', 'words', 'blind', 'left_out', 'unknown_load', 'mixed')
    equal([found[name] for name in never], [0] * len(never), f'{what}, what cannot be')
    return flush


def check_report(report, experiment, checks, nodes, compressed=False):
    """The JSON of `gnomon report` against what the checks found to be true."""
    for found, node, records in zip(report['nodes'], checks, nodes, strict=True):
        what = f'report, {found["name"]}'
        equal(found['clock_hz'], report['run']['clock_hz'], f'{what}, clock')
        flush = check_node(found, experiment, node, records, what)
        check_lost(found, node, records, len(nodes) == 1, what)
        check_seen(found, experiment, node, records[0].time, flush, what)
        check_ratios(found, node, compressed, what)
    check_until(report, experiment, checks)
    check_intervals(report, experiment, checks, report['run']['clock_hz'])
    check_samples(report, experiment, checks, compressed)
    captures = {record.time for records in nodes for record in records if record.kind == CAPTURE}
    equal(report['captures_seen'], len(captures), 'captures of the report')
    equal(report['rounds'], None, 'rounds of a monitor whose line interrupts nobody')


def check_intervals(report, experiment, checks, clock_hz):
    codes = [
        {name: code for code, name in experiment.names(NODES[node.core]).items()} for node in checks
    ]
    portless = all(node['port'] is None for node in report['nodes'])
    equal(
        [interval['name'] for interval in report['intervals']],
        list(experiment.intervals),
        'intervals of the report',
    )
    for interval in report['intervals']:
        ends = experiment.intervals[interval['name']]
        once = []
        measured = [
            spans(node.segments, *(own.get(name) for name in ends))
            for node, own in zip(checks, codes, strict=True)
        ]
        for found, (own, lone, beginnings), node in zip(
            interval['nodes'], measured, checks, strict=True
        ):
            what = f'interval {interval["name"]} at {found["node"]}'
            at_least = lacks(node) and has_interval(ends, codes[node.core])
            lengths = [length for _, length in own]
            check_preprocessors(found, lengths, clock_hz, what)
            check_percentiles(found, lengths, what)
            check_longest(found, own, what)
            check_no_pauses(found, what)
            check_no_processes(found, portless, what)
            equal(found['at_least'], at_least, f'{what}: at least')
            once.append(outermost(node.segments, *(codes[node.core].get(name) for name in ends)))
            check_outermost(found, once[-1], clock_hz, what)
            alone = found['unmatched'], found['unfinished'], found['cut']
            # what had no partner was cut where collection paused, or the recorder froze
            if node.whole() and experiment.collect == 'on_event':
                equal(sum(alone), lone + beginnings, f'{what}: what has no partner')
            elif node.whole():
                wanted = (0, 0, lone + beginnings) if lacks(node) else (lone, beginnings, 0)
                equal(alone, wanted, f'{what}: what has no partner')
        lengths = [length for own, _, _ in measured for _, length in own]
        check_preprocessors(interval['all'], lengths, clock_hz, f'interval {interval["name"]}')
        check_percentiles(interval['all'], lengths, f'interval {interval["name"]}')
        check_outermost(interval['all'], sum(once, []), clock_hz, f'interval {interval["name"]}')
        check_no_pauses(interval['all'], f'interval {interval["name"]}')
        check_no_processes(interval['all'], portless, f'interval {interval["name"]}')
        equal(
            interval['all']['at_least'],
            any(
                lacks(node) and has_interval(ends, own)
                for node, own in zip(checks, codes, strict=True)
            ),
            f'{interval["name"]}: at least',
        )


def check_from(sample, node, experiment):
    """Since when a sample counts; not known where the reset before it may have been lost."""
    begin = node.begins[sample['time']]
    resets = any('reset' in actions for actions in node.actions.values())
    stops = not node.wrap and any({'start', 'stop'} & actions for actions in node.actions.values())
    flush = node.wrap and not sample['code']
    lossy = resets and (
        node.gaps or node.wrapped or flush or stops or experiment.collect == 'on_event'
    )
    check(
        sample['from'] == begin or (lossy and sample['from'] is None),
        f'sample at {sample["node"]}, {sample["time"]}: from {sample["from"]}, not {begin}',
    )


def check_samples(report, experiment, checks, compressed):
    names = {node: experiment.names(node) for node in NODES}
    found = [
        (sample['node'], sample['time'], sample['code'], sample['pairs'])
        for sample in report['samples']
    ]
    true = [(NODES[core], *sample) for core, node in enumerate(checks) for sample in node.samples]
    equal(
        [sample[:3] for sample in sorted(found, key=lambda row: row[:3])],
        sorted(sample[:3] for sample in true),
        'samples',
    )
    for sample, (node, time, _, pairs) in zip(
        sorted(found, key=lambda row: row[:3]), sorted(true, key=lambda row: row[:3]), strict=True
    ):
        for pair, counts in zip(sample[3], pairs, strict=True):
            check_pair(pair, counts, not compressed, f'sample at {node}, {time}, {pair["name"]}')
    for sample in report['samples']:
        check_from(sample, checks[NODES.index(sample['node'])], experiment)
    for sample in report['samples']:
        name = names[sample['node']].get(sample['code'])
        equal(
            (sample['point'], sample['reset'], sample['mixed']),
            (name or '(end)', name is not None and 'reset' in experiment.actions[name], False),
            'point of a sample, its reset, and whether a load came between',
        )


def check_beats(nodes, bits):
    """Twice per wrap of the time, and after each gap, there is a time beat."""
    for core, records in enumerate(nodes):
        halves = {
            record.time >> bits - 1 for record in records if record.kind in (BEAT, SYNC, FLUSH)
        }
        gaps = [record for record in records if record.kind == GAP]
        wanted = set(range(max(halves) + 1))
        for gap in gaps:
            wanted -= set(range(gap.time >> bits - 1, (gap.resumed >> bits - 1) + 1))
        check(wanted <= halves, f'core {core}: no beat in half periods {sorted(wanted - halves)}')
