# SPDX-License-Identifier: Apache-2.0
"""How much of a long run waits in files of TMPDIR while it is analysed: a part of bench.py."""

import os
import random
import shutil
import subprocess
import time

import analysis
import runs

MESSAGES = 1_500_000
SHARE = 0.3  # of the trace, at most
POLL = 0.005  # seconds


def make_uneven(place, manifest, build, output, messages):
    """A run of two nodes of 8 processes each that send messages to each other, at random times,
    which no compression foresees. Returns the bytes of its trace."""
    patterns = analysis.talking(place, manifest, build, output)
    draw = random.Random(2)
    write = analysis.write

    def fill(streams):
        moment = [0, 0]
        number = [0] * 8
        for _ in range(messages):
            to, connection = draw.randrange(2), draw.randrange(8)
            sent = max(moment[1 - to], moment[to] - 500) + draw.randint(1, 400)
            data = number[connection] << 16 | draw.randint(1, 2000)
            number[connection] = (number[connection] + 1) % analysis.NUMBERS
            sender, receiver = 1 + draw.randrange(8), 1 + connection
            streams[1 - to].put(sent, write(analysis.CONTROL, 0), sender, sender)
            sent += draw.randint(5, 90)
            streams[1 - to].put(sent, write(analysis.SEND, connection), data, sender)
            moment[1 - to] = sent
            queued = max(sent, moment[to]) + draw.randint(1, 90)
            streams[to].put(queued, write(analysis.QUEUED, connection), data, sender)
            streams[to].put(queued + 4, write(analysis.CONTROL, 0), receiver, receiver)
            streams[to].put(queued + 9, write(analysis.CALL, connection), 0, receiver)
            moment[to] = queued + draw.randint(10, 500)
            streams[to].put(moment[to], write(analysis.RECEIVE, connection), data, receiver)

    runs.make(place, manifest, build, output, fill, patterns)
    return sum(file.stat().st_size for file in os.scandir(os.path.join(place, 'trace')))


def spilled(process):
    """Bytes on the disk of the files without a name that a process has open."""
    total, folder = 0, f'/proc/{process.pid}/fd'
    for name in os.listdir(folder):
        try:
            st = os.stat(os.path.join(folder, name))
            if not st.st_nlink and os.readlink(os.path.join(folder, name)).startswith('/'):
                total += 512 * st.st_blocks
        except OSError:  # it was closed meanwhile
            pass
    return total


def most_of(command, folder):
    """The most bytes that a command had in files of TMPDIR."""
    most = 0
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env=dict(os.environ, TMPDIR=folder)
    ) as process:
        while process.poll() is None:
            most = max(most, spilled(process))
            time.sleep(POLL)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
    return most


def measure(work, build, gen, output, row):
    """`output` and `row` as those of decode.py."""
    gnomon = os.path.join(build, 'bin', 'gnomon')
    place = os.path.join(work, 'spills_run')
    bytes_ = make_uneven(
        place, analysis.monitor(work, gen, output, 'two_ports'), build, output, MESSAGES
    )
    for name, command in (
        ('parallel', ['parallel', place]),
        ('messages_page', ['report', place, '--html', '-']),
    ):
        most = most_of([gnomon, *command], work)
        row(
            f'spill_{name}_share',
            round(most / bytes_, 3),
            'of the trace',
            f'<= {SHARE}',
            0 < most <= SHARE * bytes_,
            f'most in files of TMPDIR while `gnomon {command[0]}` reads {MESSAGES} messages at '
            f'random times, {bytes_ / 1e6:.0f} MB',
        )
    shutil.rmtree(place)
