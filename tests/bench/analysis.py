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
RECORDS, MANY = 4_000_000, 100_000_000
MESSAGES = 500_000
DATUM, SEND, RECEIVE = 7, 4, 6  # kind of a write, and its pages


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
    """A run of two nodes that send messages to each other in turn."""
    source, patterns = place + '.yaml', place + '.json'
    with open(source, 'w', encoding='utf-8') as file:
        file.write(f'gnomon: 1\nmanifest: {os.path.abspath(manifest)}\n')
        file.write('port: { actions: [record] }\n')
    output([os.path.join(build, 'bin', 'gnomon'), 'compile', source, '-o', patterns])

    def fill(streams):
        for i in range(messages):
            here, there = streams[i & 1], streams[~i & 1]
            data = (i >> 1 & 0xFFFF) << 16 | 100
            here.put((i + 1) * STEP, write(SEND, i & 1), data, 1)
            there.put((i + 1) * STEP + STEP // 2, write(RECEIVE, i & 1), data, 2)

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
        'events': [gnomon, 'events', place, '--kind', 'gap'],
    }
    compare(place, records, commands, version, row)
    pair = monitor(work, gen, output, 'two_ports')
    talk = os.path.join(work, 'analysis_talk')
    records_talk = make_messages(talk, pair, build, output, MESSAGES)
    commands = {'messages': [gnomon, 'messages', talk]}
    compare(talk, records_talk, commands, version, row)
    place = os.path.join(work, 'analysis_many')
    records = make_events(place, manifest, build, output, MANY)
    most = max(cost([gnomon, 'report', place, *more])[1] for more in ([], ['--json']))
    small = cost([gnomon, 'report', os.path.join(work, 'analysis_run')])[1]
    row(
        'analysis_rss_mb',
        round(most / 1024, 1),
        'MB',
        f'<= {1.25 * small / 1024 + 1:.1f}',
        most <= 1.25 * small + 1024,
        f'`gnomon report`, text and JSON, of {records} records; of {RECORDS}: {small / 1024:.1f}',
    )
