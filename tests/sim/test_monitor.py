# SPDX-License-Identifier: Apache-2.0
"""The generated monitors of the quad-core target, over the link as it is documented, without the
host program: every record against the model of the triggers, and the target's outputs against
those of the bare target.

usage: test_monitor.py MODEL PROGRAMS_DIR SCRATCH_DIR BARE SIMULATOR...
"""

import functools
import json
import os
import signal
import struct
import subprocess
import sys

import link
from experiments import experiment_of
from program import Program
from suite import HANG_SECONDS, check, run

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'model'))
import blocks  # noqa: E402
from model import SAMPLED, UNSAMPLED, Record, expected  # noqa: E402

MODEL, PROGRAMS, SCRATCH, BARE = sys.argv[1:5]
CORES = 4
ENDING = 100  # clocks after a flush in which a snapshot may still be under way


class Monitor:
    """A simulator, its manifest, and the program that it runs."""

    def __init__(self, simulator, program):
        self.simulator = simulator
        self.name = os.path.basename(simulator)
        self.elf = os.path.join(PROGRAMS, program + '.elf')
        monitor = 'quad' if self.name == 'soc_bytes' else 'quad' + self.name.removeprefix('soc')
        with open(
            os.path.join(os.path.dirname(simulator), monitor, 'manifest.json'), encoding='utf-8'
        ) as file:
            self.manifest = json.load(file)
        loaded = Program(self.elf)
        self.experiments = [
            experiment_of(node, program, loaded, self.name == 'soc_tiny', monitor)
            for node in self.manifest['nodes']
        ]
        self.measures = 'measure' in self.name
        self.options = ['--translate', '--activity'] if self.measures else []
        self.asks = any(
            trigger['kind'] == 'host' for trigger in self.manifest['nodes'][0]['triggers']
        )

    def samples(self):
        measure = self.manifest['nodes'][0]['preprocessors']
        return measure and (measure['pairs'] or measure['gate'] or measure['extremes'])


class Drain:
    """Reads slots as they come and frees them."""

    def __init__(self, device, slots):
        self.device, self.slots, self.position, self.rows = device, slots, 0, []

    def step(self):
        count = (self.device.head() - self.position) % self.slots
        begin = self.position % self.slots
        self.rows += self.device.slots(begin, min(begin + count, self.slots))
        self.rows += self.device.slots(0, begin + count - self.slots)
        self.position += count
        self.device.op(link.LIMIT, (self.position - 16) % self.slots & ~15)


def read_records(rows):
    """Slots to (node, Record)."""
    records, i = [], 0
    while i < len(rows):
        time, word = rows[i]
        kind, node, code, aux = struct.unpack('4B', struct.pack('<I', word))
        extra = {
            link.RATIO: aux // 2,
            link.BUCKET: aux // 2,
            link.COUNTER: aux // 2,
            link.SEGMENT: aux // 2,
            link.GAP: 1,
            link.WORD: 1,
            link.DATUM: 1 + (code >> 6 & 1),
        }.get(kind, 0)
        records.append(
            (
                node,
                Record(
                    time,
                    kind,
                    code,
                    aux,
                    tuple(part for row in rows[i + 1 : i + 1 + extra] for part in row),
                ),
            )
        )
        i += 1 + extra
    return records


def ended(rows, node, samples):
    """Is the node's flush among the slots, with its sample?"""
    kinds = [record.kind for number, record in read_records(rows) if number == node]
    return kinds[-2:] == [link.FLUSH, link.RATIO] if samples else kinds[-1:] == [link.FLUSH]


def measure(monitor, process):
    """Run the program under the monitor; returns the records of each node."""
    device = link.Link(int(process.stdout.readline().rsplit(b':', 1)[1]))
    device.op(link.SELECT, link.ALL)
    device.start()
    for node, experiment in enumerate(monitor.experiments):
        device.op(link.SELECT, node)
        experiment.load(device)
    device.op(link.SELECT, link.ALL | link.LIVE | link.COLLECT)
    device.start()
    os.set_blocking(process.stdout.fileno(), False)
    drain, console, turn = Drain(device, monitor.manifest['slots']), '', 0
    while console.partition('target reset')[2].count(': pass') < CORES:
        drain.step()
        turn += 1
        if monitor.asks and turn % 50 == 0:
            device.op(link.SELECT, link.ALL | link.LIVE | link.COLLECT | link.ASK)
        console += (process.stdout.read(65536) or b'').decode()
        check('FAIL' not in console, console)
        check(process.poll() is None, 'the simulator ended')
    device.op(link.STOP)
    while not all(ended(drain.rows, node, monitor.samples()) for node in range(CORES)):
        drain.step()
    device.close()
    nodes = [[] for _ in range(CORES)]
    for node, record in read_records(drain.rows):
        nodes[node].append(record)
    return nodes


def record(monitor, truth_path, outputs_path):
    """The records of each node; the logs are written when this returns."""
    with subprocess.Popen(
        [
            monitor.simulator,
            *monitor.options,
            '--program',
            monitor.elf,
            '--wait-start',
            '--truth',
            truth_path,
            '--outputs',
            outputs_path,
            '--max-seconds',
            str(HANG_SECONDS),
            '--quiet',
        ],
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as process:
        try:
            nodes = measure(monitor, process)
        finally:
            process.send_signal(signal.SIGTERM)
        check(process.wait(HANG_SECONDS) == 0, 'exit status of the simulator')
    return nodes


class Checker:
    """One node's records, their times extended, against those that the model wants."""

    def __init__(self, records, time_bits, node):
        self.records, self.bits, self.core, self.plan = [], time_bits, node['index'], node
        self.next, self.lost, self.checked, self.fired = 0, 0, {}, set()
        time = before = 0
        for place, one in enumerate(records):
            if one.kind in link.BLOCKS and one.time != before:
                self.fail(one, f'a block bears the time of the record before it, {before}')
            before = one.words[0] & (1 << time_bits) - 1 if one.kind == link.GAP else one.time
            time += (one.time - time) % (1 << time_bits)
            self.records.append(one._replace(time=time))
            if one.kind == link.GAP:
                if (time >> time_bits - 1) & 0xFF != one.code:
                    self.fail(one, 'epoch')
                time = self._resumed(one, time, records[place:])
                self.records[-1] = self.records[-1]._replace(words=(time, one.words[1]))
        self.flush = next(one.time for one in reversed(self.records) if one.kind == link.FLUSH)
        self._samples()
        self.blocks = (
            blocks.assemble(self.records, blocks.sizes_of(node), time_bits)
            if node['preprocessors']
            else []
        )
        if any(
            one.kind in link.BLOCKS for one in self.records[self.records.index(self._flush()) :]
        ):
            self.fail(self._flush(), 'a block after the flush')
        self.records = [one for one in self.records if one.kind not in link.BLOCKS]

    def _samples(self):
        """Times from and to which no sample was taken, and the times of those that were."""
        sources = [one for one in self.records if one.kind in link.SOURCES]
        self.untaken = [
            (one.time, one.words[0]) for one in self.records if one.kind == link.GAP
        ] + [
            (one.time, one.time) for one in sources if one.aux & (SAMPLED | UNSAMPLED) == UNSAMPLED
        ]
        self.taken = {one.time for one in sources if one.aux & (SAMPLED | UNSAMPLED) == SAMPLED} | {
            self.flush - 1
        }

    def _resumed(self, gap, time, records):
        """The end of a gap, by its own epoch; the next record with an epoch must agree."""
        known = next(one for one in records[1:] if one.kind in (link.BEAT, link.FLUSH, link.GAP))
        resumed = time + (gap.words[0] - time) % (1 << min(self.bits + 7, 32))
        whole = (known.code << self.bits - 1) + (known.time & (1 << self.bits - 1) - 1)
        later = (whole - resumed) % (1 << self.bits + 7)
        if later >> self.bits:
            self.fail(gap, f'ends at {resumed}, and {later} cycles later {known} comes')
        return resumed

    def _flush(self):
        return next(one for one in self.records if one.kind == link.FLUSH)

    def model(self):
        """Lines that only the run shows."""
        asks = [
            str(one.time)
            for one in self.records
            if one.kind == link.TRIGGER and self.plan['triggers'][one.code]['kind'] == 'host'
        ]
        return [
            f'node {self.core}',
            f'end {self.flush - 1}',
            f'time {self.bits}',
            'ask ' + ' '.join(asks),
            'untaken ' + ' '.join(f'{a} {b}' for a, b in self.untaken),
            *blocks.hints(self.blocks),
        ]

    def fail(self, one, what):
        raise AssertionError(f'core {self.core}: {one}: {what}')

    def gap(self, one):
        until, lost = one.words
        for _ in range(lost):
            wanted = self.wanted[self.next]
            if not one.time <= wanted.time <= until:
                self.fail(one, f'{wanted} is not in this gap')
            self.next += 2 if wanted.aux & SAMPLED and wanted.kind != link.RATIO else 1
        self.lost += lost

    def plain(self, one):
        wanted = self.wanted[self.next] if self.next < len(self.wanted) else None
        self.next += 1
        if wanted and wanted.aux & SAMPLED and wanted.kind != link.RATIO and one.aux & UNSAMPLED:
            wanted = wanted._replace(aux=wanted.aux ^ SAMPLED & ~one.aux ^ UNSAMPLED)
            self.next += not one.aux & SAMPLED
        if one != wanted:
            self.fail(one, f'not {wanted}')
        if one.kind == link.TRIGGER:
            self.fired.add(one.code)
        self.checked[one.kind] = self.checked.get(one.kind, 0) + 1

    def after_flush(self, records, last):
        for one in records:
            if one.kind != link.RATIO or one.code != 0 or one.time != self.flush:
                self.fail(one, 'after the flush')
            if one != last:
                self.fail(one, f'not {last}')

    def run(self, wanted):
        self.wanted = [one for one in wanted if one.kind not in link.BLOCKS]
        lines = blocks.differences(
            self.blocks,
            [blocks.of_model(one) for one in wanted if one.kind in link.BLOCKS],
            self.taken,
            self.bits,
            [unit['count'] for unit in (self.plan['preprocessors'] or {}).get('segments', [])],
        )
        check(not lines, f'core {self.core}: ' + '\n'.join(lines))
        wanted = self.wanted
        first, flush = (
            self.records[0],
            max(i for i, one in enumerate(self.records) if one.kind == link.FLUSH),
        )
        if first.kind != link.SYNC or first.time != 0:
            self.fail(first, 'first record')
        self.after_flush(self.records[flush + 1 :], wanted[-1] if wanted else None)
        for one in self.records[1:flush]:
            if one.kind == link.GAP:
                self.gap(one)
            elif one.kind == link.BEAT:
                if one.time >> (self.bits - 1) & 0xFF != one.code:
                    self.fail(one, 'epoch')
            else:
                self.plain(one)
        missing = [one for one in wanted[self.next :] if one.time < self.flush]
        if missing:
            self.fail(missing[0], f'{len(missing)} records missing at the end')


@functools.lru_cache(None)
def outputs_of_bare(elf, options):
    path = os.path.join(SCRATCH, 'bare.outputs')
    subprocess.run(
        [BARE, *options, '--program', elf, '--exit-when-done', '--quiet', '--outputs', path],
        check=True,
        timeout=HANG_SECONDS,
        stdout=subprocess.DEVNULL,
    )
    with open(path, encoding='ascii') as file:
        return file.read()


def test(simulator, program):
    monitor = Monitor(simulator, program)
    paths = [
        os.path.join(SCRATCH, f'{monitor.name}_{program}{suffix}')
        for suffix in ('.truth', '.outputs')
    ]
    nodes = record(monitor, *paths)
    checkers = [
        Checker(records, monitor.manifest['time_bits'], node)
        for node, records in zip(monitor.manifest['nodes'], nodes, strict=True)
    ]
    texts = [
        text
        for node, experiment in enumerate(monitor.experiments)
        for text in (f'node {node}', *experiment.text)
    ]
    until = max(checker.flush for checker in checkers) + ENDING

    def wanted():
        more = [line for checker in checkers for line in checker.model()]
        return list(
            zip(
                checkers,
                expected(MODEL, '\n'.join(texts + more) + '\n', paths[0], until),
                strict=True,
            )
        )

    for checker, want in wanted():
        checker.run(want)
    lost = sum(checker.lost for checker in checkers)
    check(monitor.measures or (lost > 0) == (monitor.name == 'soc_tiny'), f'{lost} records lost')
    if program == 'system':
        silent = monitor.experiments[0].used - set().union(*(checker.fired for checker in checkers))
        check(not silent, f'triggers that never fired: {silent}')
    with open(paths[1], encoding='ascii') as file:
        check(
            file.read()
            == outputs_of_bare(
                monitor.elf, tuple(option for option in monitor.options if option == '--translate')
            ),
            'the outputs of the target are not those of the bare target',
        )
    counts = {
        name: sum(checker.checked.get(kind, 0) for checker in checkers)
        for name, kind in (
            ('events', link.EVENT),
            ('triggers', link.TRIGGER),
            ('datums', link.DATUM),
            ('words', link.WORD),
            ('samples', link.RATIO),
        )
    }
    counts['blocks'] = sum(len(checker.blocks) for checker in checkers)
    return (
        ', '.join(f'{count} {name}' for name, count in counts.items() if count) + f', {lost} lost'
    )


def tests():
    for simulator in sys.argv[5:]:
        name = os.path.basename(simulator)
        for program in (
            ('system', 'datums') if name in ('soc_pattern', 'soc_data', 'soc_axi') else ('events',)
        ):
            yield f'{name}/{program}', functools.partial(test, simulator, program)


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('monitor', tests()))
