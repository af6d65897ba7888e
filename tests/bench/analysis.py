# SPDX-License-Identifier: Apache-2.0
"""How fast the analyses read a run, beside babeltrace2, and in how much memory: a part of
bench.py."""

import array
import json
import os
import random
import shutil
import subprocess

import runs

STEP = 100  # cycles from a record to the next
EXPORTS = 'sqlite', 'perfetto'  # with two threads each
TIMES = 4  # babeltrace2's speed, at least
TURNS = 5
TRACK_BYTES = 30
UNEVEN = 200_000  # records at random times
RISCV_CC = (
    'riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -nostdlib -static -Wl,-Ttext=0x1000'
).split()
RECORDS, MANY = 4_000_000, 100_000_000
MESSAGES, MANY_MESSAGES = 250_000, 16_666_668
NUMBERS = 1 << 16  # of messages; then they restart
LINE = 10  # kind of a record of a line
EVENTS_OF_A_ROUND = 500
DATUM = 7  # kind of a write; its pages:
CONTROL, SEND, CALL, RECEIVE, QUEUED = 0, 4, 5, 6, 7


def experiment(path, manifest):
    """15 points, an interval that holds six others."""
    lines = ['gnomon: 1', f'manifest: {os.path.abspath(manifest)}', 'points:']
    lines += [f'  p{k}: {{ address: {0x100 + 4 * k} }}' for k in range(15)]
    lines += ['intervals:', '  outer: { from: p0, to: p14 }']
    lines += [f'  i{k}: {{ from: p{k}, to: p{k + 1} }}' for k in range(1, 13, 2)]
    with open(path, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines) + '\n')


def monitor(work, gen, output, name, room='monitors'):
    """The manifest of a monitor, which is generated where it is missing."""
    manifest = os.path.join(work, name, 'manifest.json')
    if not os.path.exists(manifest):
        os.makedirs(os.path.dirname(manifest), exist_ok=True)
        output([gen, f'tests/bench/{room}/{name}.yaml', '-o', os.path.dirname(manifest)])
    return manifest


def one_node(work, gen, output):
    """That of the one-node monitor."""
    return monitor(work, gen, output, 'one_node')


def points(place, manifest, build, output):
    """The pattern file of 15 points."""
    source, patterns = place + '.yaml', place + '.json'
    experiment(source, manifest)
    output([os.path.join(build, 'bin', 'gnomon'), 'compile', source, '-o', patterns])
    return patterns


def make_events(place, manifest, build, output, records):
    """A run of a node in which 15 points fire in turn."""
    patterns = points(place, manifest, build, output)

    def fill(streams):
        period = array.array('I', [(k + 1) << 16 | 1 for k in range(15)])
        piece = period * 10_000
        for first in range(0, records, len(piece)):
            many = min(len(piece), records - first)
            streams[0].put_many((first + 1) * STEP, STEP, piece[:many])

    return runs.make(place, manifest, build, output, fill, patterns)


def make_uneven(place, manifest, build, output, records):
    """The same at random times, which no compression foresees."""
    patterns = points(place, manifest, build, output)
    random_step = random.Random(1).randint

    def fill(streams):
        time = 0
        for k in range(records):
            time += random_step(1, 4 * STEP)
            streams[0].put(time, (k % 15 + 1) << 16 | 1)

    return runs.make(place, manifest, build, output, fill, patterns)


def write(page, connection):
    """Word 1 of a write to the event port."""
    return page << 28 | connection << 16 | DATUM


def talking(place, manifest, build, output):
    """The pattern file that records all writes to the event ports."""
    source, patterns = place + '.yaml', place + '.json'
    with open(source, 'w', encoding='utf-8') as file:
        file.write(f'gnomon: 1\nmanifest: {os.path.abspath(manifest)}\n')
        file.write('port: { actions: [record] }\n')
    output([os.path.join(build, 'bin', 'gnomon'), 'compile', source, '-o', patterns])
    return patterns


def make_messages(place, manifest, build, output, messages):
    """A run of two nodes that send messages to each other in turn: six writes for each, as the
    file server of sim/experiments/fileserver does."""
    patterns = talking(place, manifest, build, output)
    data = array.array('I', [number << 16 | 100 for number in range(NUMBERS)])

    def sends(after, connection):
        return [(after, write(CONTROL, 0), 1, 1), (after + 10, write(SEND, connection), data, 1)]

    def receives(after, connection):
        return [
            (after + 20, write(QUEUED, connection), data, 1),
            (after + 30, write(CONTROL, 0), 2, 2),
            (after + 40, write(CALL, connection), 0, 2),
            (after + 50, write(RECEIVE, connection), data, 2),
        ]

    def fill(streams):
        pairs = messages // 2  # one each way
        for first in range(0, pairs, NUMBERS):
            times, time = min(NUMBERS, pairs - first), (2 * first + 1) * STEP
            streams[0].repeat(time, 2 * STEP, times, sends(0, 0) + receives(STEP, 1))
            streams[1].repeat(time, 2 * STEP, times, receives(0, 0) + sends(STEP, 1))

    return runs.make(place, manifest, build, output, fill, patterns)


def make_calls(place, manifest, build, output, records):
    """A run of a node in which seven functions call each other in turn."""
    source, patterns, program = place + '.yaml', place + '.json', place + '.elf'
    with open(place + '.S', 'w', encoding='utf-8') as file:
        for k in range(7):
            file.write(
                f'.globl f{k}\n.type f{k}, @function\nf{k}: nop\nret\n.size f{k}, . - f{k}\n'
            )
    output([*RISCV_CC, '-Wl,-e,0x1000', '-o', program, place + '.S'])
    with open(source, 'w', encoding='utf-8') as file:
        file.write(f'gnomon: 1\nmanifest: {os.path.abspath(manifest)}\n')
        file.write(f'program: {os.path.abspath(program)}\ncalls: "f?"\n')
    output([os.path.join(build, 'bin', 'gnomon'), 'compile', source, '-o', patterns])
    entries = [2 * k + 1 for k in range(7)]  # codes, in the order of the functions
    period = array.array('I', [code << 16 | 1 for code in entries + [c + 1 for c in entries[::-1]]])

    def fill(streams):
        piece = period * 10_000
        for first in range(0, records, len(piece)):
            many = min(len(piece), records - first)
            streams[0].put_many((first + 1) * STEP, STEP, piece[:many])

    return runs.make(place, manifest, build, output, fill, patterns)


def make_rounds(place, manifest, build, output, records):
    """A run of a node of which two points fire in turn, until a round of the CAPTURE line comes."""
    source, patterns = place + '.yaml', place + '.json'
    with open(source, 'w', encoding='utf-8') as file:
        file.write(f'gnomon: 1\nmanifest: {os.path.abspath(manifest)}\n')
        file.write('points: { p0: { address: 0x100 }, p1: { address: 0x104 } }\n')
        file.write('intervals: { work: { from: p0, to: p1 } }\n')
        file.write(
            'actions: { p1: [record, global], capture_began: record, capture_ended: record }\n'
        )
    output([os.path.join(build, 'bin', 'gnomon'), 'compile', source, '-o', patterns])
    with open(manifest, encoding='utf-8') as file:
        triggers = json.load(file)['nodes'][0]['triggers']
    began, ended = (
        next(t['number'] for t in triggers if t['kind'] == f'capture_{what}') << 16 | LINE
        for what in ('began', 'ended')
    )
    piece = array.array('I', [1 << 16 | 1, 2 << 16 | 1]) * (EVENTS_OF_A_ROUND // 2)

    def fill(streams):
        for k in range(records // (len(piece) + 2)):
            first = k * (len(piece) + 2) * STEP
            streams[0].put_many(first + STEP, STEP, piece)
            first += (len(piece) + 1) * STEP
            paused = k * STEP & 0xFFFFFFFF
            streams[0].put(first, began, paused, 0)
            streams[0].put(first + STEP, ended, paused + STEP & 0xFFFFFFFF, STEP)

    return runs.make(place, manifest, build, output, fill, patterns)


def cost(build, command):
    """Seconds, those of processors, and most kilobytes of a command whose output nobody reads."""
    done = subprocess.run(
        [os.path.join(build, 'bin', 'bench-cost'), *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    seconds, processors, kilobytes = done.stdout.split()
    return float(seconds), float(processors), int(kilobytes)


def rates(build, place, records, commands):
    """Records a second of each command, and of babeltrace2, in turn: the fastest of several times,
    as what else the machine does makes them slower only."""
    other = ['babeltrace2', os.path.join(place, 'trace'), '-c', 'sink.utils.dummy']
    took = {name: [] for name in [*commands, 'babeltrace2']}
    for _ in range(TURNS):
        for name, command in [*commands.items(), ('babeltrace2', other)]:
            took[name].append(cost(build, command)[0])
    return {name: records / min(seconds) for name, seconds in took.items()}


def compare(build, place, records, commands, version, row):
    """A row for each command of a run, with babeltrace2 in turn."""
    speed = rates(build, place, records, commands)
    other = speed.pop('babeltrace2')
    for name, rate in speed.items():
        row(
            f'analysis_{name}_mrec',
            round(rate / 1e6, 1),
            'million records/s',
            f'>= {TIMES * other / 1e6:.1f}',
            rate >= TIMES * other,
            f'`gnomon {" ".join(w for w in commands[name][1:] if not w.startswith(place))}` of {records} records; '
            f'{version("babeltrace2")} (sink.utils.dummy) in turn: {other / 1e6:.1f}'
            + ('; two threads read the run, babeltrace2 has one' if name.endswith('page') else ''),
        )


def exports(work, build, gen, output, version, row):
    """How fast files for other programs are written, beside babeltrace2, which writes none.
    `output`, `version` and `row` as those of decode.py."""
    place = os.path.join(work, 'export_run')
    records = make_events(place, one_node(work, gen, output), build, output, RECORDS)
    other = ['babeltrace2', os.path.join(place, 'trace'), '-c', 'sink.utils.dummy']
    file = {name: os.path.join(work, f'export.{name}') for name in EXPORTS}
    took = {name: [] for name in ('babeltrace2', *file)}
    for _ in range(TURNS):
        took['babeltrace2'].append(cost(build, other)[:2])
        for name, path in file.items():
            if os.path.exists(path):
                os.remove(path)
            command = [os.path.join(build, 'bin', 'gnomon'), 'export', place, '-o', path]
            took[name].append(cost(build, [*command, '--format', name])[:2])
    least = {
        name: [min(column) for column in zip(*turns, strict=True)] for name, turns in took.items()
    }
    for name, path in file.items():
        times, of_processors = (least['babeltrace2'][i] / least[name][i] for i in range(2))
        row(
            f'export_{name}_vs_babeltrace2',
            round(times, 2),
            'times',
            '>= 1',
            times >= 1,
            f'`gnomon export --format {name}` of {records} records and their intervals, '
            f'{os.path.getsize(path) / 1e6:.0f} MB; {version("babeltrace2")} (sink.utils.dummy, '
            f'which writes nothing) in turn: {records / least["babeltrace2"][0] / 1e6:.1f} million '
            f'records/s; the fastest of {TURNS} times. It has two threads, babeltrace2 one; by '
            f'processor time: {of_processors:.2f} times',
        )
        os.remove(path)
    shutil.rmtree(place)
    row_of_bytes(work, build, gen, output, row)


def row_of_bytes(work, build, gen, output, row):
    """What a record and its intervals take in a file of Perfetto's."""
    place = os.path.join(work, 'uneven_run')
    records = make_uneven(place, one_node(work, gen, output), build, output, UNEVEN)
    command = [os.path.join(build, 'bin', 'gnomon'), 'export', place, '--format', 'perfetto']
    path, size = place + '.pftrace', []
    for options in ([], ['--gzip']):
        output([*command, '--output', path, *options])
        size.append(os.path.getsize(path))
        os.remove(path)
    plain, each = (bytes_ / records for bytes_ in size)
    row(
        'export_perfetto_bytes',
        round(each, 1),
        'bytes a record',
        f'<= {TRACK_BYTES}',
        each <= TRACK_BYTES,
        f'`gnomon export --gzip` of {records} records at random times and their intervals; '
        f'{plain:.1f} without --gzip',
    )
    shutil.rmtree(place)


def hold(build, place, make, counts, commands, row):
    """A row for each command: its most memory of a long run, which must not grow with the length.
    `make` makes a run at a place with so many of what it has, and returns its records; `counts` are
    those of a run that is long enough and of a longer one; a command is its words without the
    run."""
    most, records = {}, []
    for count in counts:
        records.append(make(place, count))
        for name, words in commands.items():
            command = [os.path.join(build, 'bin', 'gnomon'), words[0], place, *words[1:]]
            most.setdefault(name, []).append(cost(build, command)[2] / 1024)
    shutil.rmtree(place)
    for name, (some, many) in most.items():
        row(
            f'analysis_{name}_rss_mb' if name != 'report' else 'analysis_rss_mb',
            round(many, 1),
            'MB',
            f'<= {1.1 * some + 1:.1f}',
            many <= 1.1 * some + 1,
            f'`gnomon {" ".join(commands[name])}` of {records[1]} records; '
            f'of {records[0]}: {some:.1f}',
        )


def measure(work, build, gen, output, version, row):
    """`output`, `version` and `row` as those of decode.py."""
    gnomon = os.path.join(build, 'bin', 'gnomon')
    manifest, pair = one_node(work, gen, output), monitor(work, gen, output, 'two_ports')
    page = ['report', '--html', '-']
    reports = {
        'report': ['report'],
        'json': ['report', '--json'],
        'page': page,
        'events': ['events'],  # a line for each record
        'events_json': ['events', '--json'],
        'events_csv': ['export', '--format', 'csv', '--output', '-'],
        'events_read': ['events', '--kind', 'gap'],  # reads all of them and prints none
    }
    calls = {'calls': ['calls'], 'calls_page': page}
    talks = {'messages': ['messages'], 'parallel': ['parallel'], 'messages_page': page}
    for make, described, count, many, commands in (
        (make_events, manifest, RECORDS, MANY, reports),
        (make_calls, manifest, RECORDS, MANY, calls),
        (make_messages, pair, MESSAGES, MANY_MESSAGES, talks),
    ):

        def made(place, count, make=make, described=described):
            return make(place, described, build, output, count)

        place = os.path.join(work, make.__name__.replace('make', 'analysis'))
        records = made(place, count)
        words = {name: [gnomon, w[0], place, *w[1:]] for name, w in commands.items()}
        if make is make_events:  # it writes a run: not of the long one
            out = place + '_filtered'
            words['filter'] = [gnomon, 'filter', place, out, '--force', '--drop', 'event == p3']
        compare(build, place, records, words, version, row)
        if 'filter' in words:
            shutil.rmtree(out)
        hold(build, place + '_many', made, (many // 10, many), commands, row)
