# SPDX-License-Identifier: Apache-2.0
"""Documents of commands that read no run, or two: their keys and types are those of the page."""

import contextlib
import json
import os
import random
import subprocess
import time

import gnomon
from test_columns import Walk


@contextlib.contextmanager
def monitor(place):
    """The URL and the manifest of a model of a monitor."""
    manifest, port = f'{place.new()}.json', place.new()
    command = [os.path.join(place.build, 'bin', 'model_server'), manifest, port, '5']
    with subprocess.Popen(command) as model:
        try:
            while not os.path.exists(port) or not os.path.getsize(port):
                assert model.poll() is None, command
                time.sleep(0.02)
            with open(port, encoding='ascii') as file:
                yield f'tcp:127.0.0.1:{int(file.read())}', manifest
        finally:
            model.kill()


def walk(place, name, *words, lacks=()):
    """Holds what commands print against the page; `words`: those of each command; `lacks`: columns
    that they have no value of."""
    found = Walk()
    for command in words:
        found.document(name, json.loads(place.gnomon(*command, '--json')))
    found.check_seen(*lacks)


def test_status_and_measures(place):
    with monitor(place) as (url, manifest):
        commands = ('status', '-d', url), ('status', '-d', url, '-m', manifest)
        walk(place, 'status', *commands, lacks=['status.baud'])  # its URL has no rate
        # no pair of the model is fixed
        walk(place, 'measures', ('measures', manifest), lacks=['measures-nodes.pair'])


def test_points(place):
    folder = os.path.join(place.build, 'obj', 'host-tests')
    walk(
        place,
        'points',
        ('points', os.path.join(folder, 'program.elf')),
        ('points', os.path.join(folder, 'program.elf'), '--data', '--lines', 'program.c'),
        ('points', os.path.join(folder, 'named.elf')),
        ('points', os.path.join(folder, 'named.elf'), '--data'),
        # nothing is wrong with their debug information, and they have no operating system
        lacks=('points.debug', 'points-os.entries', 'points-os.exits'),
    )


def table(place, rows):
    path = place.new()
    with open(path, 'w', encoding='ascii') as file:
        file.writelines(','.join(map(str, row)) + '\n' for row in rows)
    return path


def test_samples(place):
    dice = random.Random(1)
    walk(
        place,
        'samples-plan',
        ('samples', '--tick', '2', '--expect', '3.2,1+-0.2', '--loop', '30'),
    )
    counts = table(
        place, [('a', 'b')] + [(dice.randint(2, 3), 3 * (i // 50) + i % 2) for i in range(300)]
    )
    walk(
        place,
        'samples-counts',
        ('samples', '--tick', '2', counts),
        ('samples', '--tick', '2', '--loop', '42.7+-0.5', counts),
    )
    stamps = table(place, [sorted(dice.sample(range(90), 8)) for _ in range(100)])
    walk(place, 'samples-zero', ('samples', '--zero', stamps))


def test_about(place):
    found = Walk()
    for path in place.runs.values():
        found.document('about', gnomon.open(path).about)
    found.check_seen()


def test_diff(place):
    """Runs beside themselves: both sides of each row are the same."""
    found = Walk()
    for run in place.runs.values():
        text = place.gnomon('diff', run, run, '--json', status=None)
        if not text:  # they have nothing in common
            continue
        answer = json.loads(text)
        found.document('diff', answer)
        for key in 'intervals', 'latencies', 'measures', 'pairs', 'buckets', 'shares', 'counters':
            for row in answer[key]:
                assert row['runs'][0] == row['runs'][1], (run, key, row)
                assert row['verdict'] in ('same', 'unknown'), (run, key, row)
    # no run has buckets of event codes, or buckets or counters up to an end point
    shares = 'node', 'buckets', 'name', 'until', 'runs'
    shares = [f'diff-shares.{column}' for column in shares]
    found.check_seen('diff.shares', *shares, 'diff-buckets.until', 'diff-counters.until')
