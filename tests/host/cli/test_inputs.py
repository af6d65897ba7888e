#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every file that gnomon reads, as a FIFO, an endless device and a folder: one
message, status 1, at once.

test_inputs.py GNOMON GNOMON_GEN MODEL_SERVER; runs from the root of the repository.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

GNOMON, GNOMON_GEN, SERVER = (os.path.abspath(path) for path in sys.argv[1:4])
HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs
EXPERIMENT = """gnomon: 1
manifest: m.json
points: {{ a: {{ address: 0x100 }}, end: {{ address: 0x300 }} }}
until: {{ point: end }}
limit: 1 h
{}"""


def fifo(path):
    os.mkfifo(path)


def device(path):
    os.symlink('/dev/zero', path)


def folder(path):
    os.mkdir(path)


KINDS = {'a FIFO': fifo, 'a device': device, 'a folder': folder}


def run(*command):
    return subprocess.run(
        command, capture_output=True, text=True, timeout=HANG_SECONDS, stdin=subprocess.DEVNULL
    )


def refused(what, path, kind, command):
    """The command names the file and what it is, once, and ends with status 1."""
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.unlink(path)
    KINDS[kind](path)
    answer = run(*command)
    wanted = f"'{path}': it is {kind}, not a file"
    if answer.returncode != 1 or answer.stderr.count(wanted) != 1 or answer.stdout:
        sys.exit(
            f'test_inputs: {what}: status {answer.returncode}, {answer.stdout!r}, {answer.stderr!r}, not {wanted!r}'
        )


def whole_run(place):
    """A complete run directory, and the URL of its monitor."""
    manifest, port = os.path.join(place, 'm.json'), os.path.join(place, 'port')
    server = subprocess.Popen([SERVER, manifest, port, '3000'])
    try:
        end = time.monotonic() + HANG_SECONDS
        while not (os.path.exists(port) and os.path.getsize(port)):
            assert time.monotonic() < end, 'the model does not come up'
            time.sleep(0.05)
        with open(os.path.join(place, 'e.yaml'), 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT.format(''))
        with open(port, encoding='utf-8') as file:
            url = 'tcp:127.0.0.1:' + file.read().strip()
        answer = run(
            GNOMON,
            'run',
            os.path.join(place, 'e.yaml'),
            '-d',
            url,
            '-o',
            os.path.join(place, 'run'),
            '-q',
        )
        assert not answer.returncode, answer.stderr
    finally:
        server.kill()
        server.wait()
    return os.path.join(place, 'run')


def main():
    count = 0
    with tempfile.TemporaryDirectory() as place:
        good = whole_run(place)
        here = os.path.join(place, 'x')
        program = os.path.join(place, 'program.yaml')
        with open(program, 'w', encoding='utf-8') as file:
            file.write(
                EXPERIMENT.format(f'program: {here}\n').replace(
                    'a: { address: 0x100 }', 'a: { entry: main }'
                )
            )
        other = os.path.join(place, 'other.yaml')
        with open(other, 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT.format('').replace('m.json', here))
        commands = {
            'description': [GNOMON_GEN, here, '-o', os.path.join(place, 'out')],
            'experiment': [GNOMON, 'compile', here, '-o', os.path.join(place, 'p.json')],
            'manifest of an experiment': [
                GNOMON,
                'compile',
                other,
                '-o',
                os.path.join(place, 'p.json'),
            ],
            'program': [GNOMON, 'compile', program, '-o', os.path.join(place, 'p.json')],
            'manifest': [GNOMON, 'status', '-m', here, '-d', 'tcp:127.0.0.1:1'],
        }
        for what, command in commands.items():
            for kind in KINDS:
                refused(what, here, kind, command)
                count += 1
        for name in ('manifest.json', 'run.json', 'patterns.json', 'trace/node_0'):
            for kind in KINDS:
                for command in ('report', 'drain'):
                    copy = os.path.join(place, 'copy')
                    shutil.rmtree(copy, ignore_errors=True)
                    shutil.copytree(good, copy)
                    if name == 'trace/node_0':  # what is not complete is drained further
                        path = os.path.join(copy, 'run.json')
                        with open(path, encoding='utf-8') as file:
                            text = file.read()
                        with open(path, 'w', encoding='utf-8') as file:
                            file.write(text.replace('"complete"', '"stopped"'))
                        if command == 'drain':
                            continue  # needs the monitor: tests/host/run/check_run.c
                    options = ['-d', 'tcp:127.0.0.1:1'] if command == 'drain' else []
                    refused(
                        f'{name}, {command}',
                        os.path.join(copy, name),
                        kind,
                        [GNOMON, command, copy, *options],
                    )
                    count += 1
    print(f'test_inputs: {count} files that are none are refused')


main()
