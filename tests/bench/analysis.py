# SPDX-License-Identifier: Apache-2.0
"""How fast the analyses read a run, beside babeltrace2, and in how much memory: a part of
bench.py."""

import array
import os
import statistics
import subprocess
import time

import runs

STEP = 100  # cycles from a record to the next
TIMES = 4  # babeltrace2's speed, at least
RISCV_CC = (
    'riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -nostdlib -static -Wl,-Ttext=0x1000'
).split()
RECORDS, MANY = 4_000_000, 100_000_000
MESSAGES = 250_000
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


def monitor(work, gen, output, name):
    """The manifest of a monitor, which is generated where it is missing."""
    manifest = os.path.join(work, name, 'manifest.json')
    if not os.path.exists(manifest):
        os.makedirs(os.path.dirname(manifest), exist_ok=True)
        output([gen, f'tests/bench/{name}.yaml', '-o', os.path.dirname(manifest)])
    return manifest


def one_node(work, gen, output):
    """That of the one-node monitor."""
    return monitor(work, gen, output, 'one_node')


def make_events(place, manifest, build, output, records):
    """A run of a node in which 15 points fire in turn."""
    source, patterns = place + '.yaml', place + '.json'
    experiment(source, manifest)
    output([os.path.join(build, 'bin', 'gnomon'), 'compile', source, '-o', patterns])

    def fill(streams):
        period = array.array('I', [(k + 1) << 16 | 1 for k in range(15)])
        piece = period * 10_000
        for first in range(0, records, len(piece)):
            many = min(len(piece), records - first)
            streams[0].put_many((first + 1) * STEP, STEP, piece[:many])

    return runs.make(place, manifest, build, output, fill, patterns)


def write(page, connection):
    """Word 1 of a write to the event port."""
    return page << 28 | connection << 16 | DATUM


def make_messages(place, manifest, build, output, messages):
    """A run of two nodes that send messages to each other in turn: six writes for each, as the
    file server of sim/experiments/fileserver does."""
    source, patterns = place + '.yaml', place + '.json'
    with open(source, 'w', encoding='utf-8') as file:
        file.write(f'gnomon: 1\nmanifest: {os.path.abspath(manifest)}\n')
        file.write('port: { actions: [record] }\n')
    output([os.path.join(build, 'bin', 'gnomon'), 'compile', source, '-o', patterns])

    def fill(streams):
        for i in range(messages):
            time, connection = (i + 1) * STEP, i & 1
            here, there = streams[connection], streams[~i & 1]
            data = (i >> 1 & 0xFFFF) << 16 | 100
            here.put(time, write(CONTROL, 0), 1, 1)
            here.put(time + 10, write(SEND, connection), data, 1)
            there.put(time + 20, write(QUEUED, connection), data, 1)
            there.put(time + 30, write(CONTROL, 0), 2, 2)
            there.put(time + 40, write(CALL, connection), 0, 2)
            there.put(time + 50, write(RECEIVE, connection), data, 2)

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


def cost(command):
    """Seconds and most kilobytes of a command whose output nobody reads."""
    begin = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.perf_counter() - begin, used.ru_maxrss


def rates(place, records, commands):
    """Records a second of each command, and of babeltrace2, in turn, three times."""
    other = ['babeltrace2', os.path.join(place, 'trace'), '-c', 'sink.utils.dummy']
    took = {name: [] for name in [*commands, 'babeltrace2']}
    for _ in range(3):
        for name, command in [*commands.items(), ('babeltrace2', other)]:
            took[name].append(cost(command)[0])
    return {name: records / statistics.median(seconds) for name, seconds in took.items()}


def compare(place, records, commands, version, row):
    """A row for each command of a run, with babeltrace2 in turn."""
    speed = rates(place, records, commands)
    other = speed.pop('babeltrace2')
    for name, rate in speed.items():
        row(
            f'analysis_{name}_mrec',
            round(rate / 1e6, 1),
            'million records/s',
            f'>= {TIMES * other / 1e6:.1f}',
            rate >= TIMES * other,
            f'`gnomon {" ".join(commands[name][1:2])}` of {records} records; '
            f'{version("babeltrace2")} (sink.utils.dummy) in turn: {other / 1e6:.1f}',
        )


def measure(work, build, gen, output, version, row):
    """`output`, `version` and `row` as those of decode.py."""
    gnomon = os.path.join(build, 'bin', 'gnomon')
    manifest = one_node(work, gen, output)
    place = os.path.join(work, 'analysis_run')
    records = make_events(place, manifest, build, output, RECORDS)
    commands = {
        'report': [gnomon, 'report', place],
        'json': [gnomon, 'report', place, '--json'],
        'page': [gnomon, 'report', place, '--html', '-'],
        'events': [gnomon, 'events', place, '--kind', 'gap'],
    }
    compare(place, records, commands, version, row)
    calls = os.path.join(work, 'analysis_calls')
    records = make_calls(calls, manifest, build, output, RECORDS)
    compare(calls, records, {'calls': [gnomon, 'calls', calls]}, version, row)
    pair = monitor(work, gen, output, 'two_ports')
    talk = os.path.join(work, 'analysis_talk')
    records_talk = make_messages(talk, pair, build, output, MESSAGES)
    commands = {name: [gnomon, name, talk] for name in ('messages', 'parallel')}
    compare(talk, records_talk, commands, version, row)
    place = os.path.join(work, 'analysis_many')
    records = make_events(place, manifest, build, output, MANY)
    forms = ([], ['--json'], ['--html', '-'])
    most = max(cost([gnomon, 'report', place, *more])[1] for more in forms)
    few = os.path.join(work, 'analysis_run')
    small = max(cost([gnomon, 'report', few, *more])[1] for more in forms)
    row(
        'analysis_rss_mb',
        round(most / 1024, 1),
        'MB',
        f'<= {1.25 * small / 1024 + 1:.1f}',
        most <= 1.25 * small + 1024,
        f'`gnomon report`, text, JSON and page, of {records} records; of {RECORDS}: {small / 1024:.1f}',
    )
