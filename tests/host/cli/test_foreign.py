#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Commands that write, against what the user has where they write, and against their own inputs:
nothing that gnomon did not make is replaced or removed. `gnomon build` is in
tests/boards/test_build.py, the simulators in tests/sim/run/, gnomon.dataset in tests/python/.

usage: test_foreign.py GNOMON MODEL_SERVER MAKE_RUN
"""

import hashlib
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS
from counted import check, verdict
from formats import check_all, suffix_of

GNOMON, SERVER, MAKE_RUN = map(os.path.abspath, sys.argv[1:])
EXPERIMENT = """gnomon: 1
manifest: model.json
device: tcp:127.0.0.1:{port}
points: {{ a: {{ address: 0x100 }}, b: {{ address: 0x200 }} }}
intervals: {{ i: {{ from: a, to: b }} }}
limit: 1 s
"""
DESCRIPTION = """gnomon: 1
name: monitor
clock: 50 MHz
family: ecp5
link: { phy: uart, baud: 115200 }
nodes:
  - { name: core, watch: { field: pc, bits: 8 } }
"""

# (command, place): what is written; the words of `place` are what the command may replace
COMMANDS = (
    (('gen', 'd.yaml', '-o', '{}'), 'out'),
    (('gen', 'd.yaml', '--model', '-o', '{}'), 'out'),
    (('compile', 'e.yaml', '-o', '{}'), 'out.json'),
    (('manifest', '-d', '{device}', '-o', '{}'), 'out.json'),
    (('load', 'e.yaml', '-o', '{}'), 'out'),
    (('load', 'e.yaml', '-o', '{}', '--force'), 'out'),
    (('run', 'e.yaml', '-o', '{}'), 'out'),
    (('run', 'e.yaml', '-o', '{}', '--force'), 'out'),
    (('run', 'e.yaml', '-o', '{}', '--keep', 'event == a'), 'out'),
    (('filter', 'run', '{}', '--keep', 'time > 1000'), 'out'),
    (('report', 'run', '--html', '{}'), 'out.html'),
    (('export', 'run', '-o', '{}'), 'out.csv'),
    (('export', 'run', '--what', 'samples', '-o', '{}'), 'out.jsonl'),
    (('export', 'run', '-o', '{}'), 'out.sqlite'),
    (('export', 'run', '-o', '{}'), 'out.pftrace'),
    (('export', 'segments', '-o', '{}'), 'out.vcd'),
    (('export', 'segments', '-o', '{}'), 'out.fst'),
    (('export', 'segments', '--unit', 'around', '--node', 'core0', '-o', '{}'), 'out.v'),
    (('export', 'calls', '-o', '{}'), 'out.folded'),
    (('export', 'calls', '-o', '{}'), 'out.speedscope.json'),
    (('export', 'calls', '-o', '{}'), 'out.pb.gz'),
)
# (command, ...): the output is an input, or a folder with an input
OWN = (
    ('gen', 'd.yaml', '-o', 'd.yaml'),
    ('gen', 'd.yaml', '-o', '.'),
    ('gen', 'in/d.yaml', '-o', 'in'),
    ('compile', 'e.yaml', '-o', 'e.yaml'),
    ('compile', 'e.yaml', '-o', 'model.json'),
    ('compile', 'e.yaml', '-o', 'run/patterns.json'),
    ('manifest', '-d', '{device}', '-o', 'run/run.json'),
    ('load', 'e.yaml', '-o', '.', '--force'),
    ('run', 'e.yaml', '-o', 'e.yaml', '--force'),
    ('run', 'in/e.yaml', '-o', 'in', '--force'),
    ('filter', 'run', 'run', '--keep', 'time > 1000'),
    ('filter', 'run', 'run/trace', '--keep', 'time > 1000'),
    ('report', 'run', '--html', 'run/run.json'),
    ('report', 'run', '--html', 'run'),
    ('export', 'run', '-o', 'run/run.json', '--format', 'csv'),
    ('export', 'run', '--format', 'vcd', '-o', 'run/patterns.json'),
)


def as_file(path):
    with open(path, 'w', encoding='utf-8') as file:
        file.write('mine\n')


def as_folder(path):
    os.mkdir(path)
    as_file(os.path.join(path, 'mine'))


def as_link_to_file(path):
    as_file(path + '.real')
    os.symlink(os.path.basename(path) + '.real', path)


def as_link_to_folder(path):
    as_folder(path + '.real')
    os.symlink(os.path.basename(path) + '.real', path)


def as_link_to_nothing(path):
    os.symlink('nothing', path)


FORMS = (as_file, as_folder, as_link_to_file, as_link_to_folder, as_link_to_nothing)


def tree():
    """All files, links and folders here."""
    found = {}
    for folder, folders, files in os.walk('.'):
        for name in folders + files:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                found[path] = os.readlink(path)
            elif os.path.isfile(path):
                with open(path, 'rb') as file:
                    found[path] = hashlib.sha256(file.read()).hexdigest()
            else:
                found[path] = 'folder'
    return found


def refused(words, device, what, place):
    """The command fails, says something, and changes nothing."""
    before = tree()
    done = subprocess.run(
        [GNOMON, *(word.format(device=device) for word in words)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=HANG_SECONDS,
        check=False,
    )
    after = tree()
    check(f'{what}: status', done.returncode == 1, f'{done.returncode} {done.stderr}')
    check(f'{what}: message', done.stderr.startswith('gnomon') and place in done.stderr, done)
    changed = {k for k in before | after if before.get(k) != after.get(k)}
    check(f'{what}: unchanged', not changed, changed)


def remove(path):
    for name in path, path + '.real':
        if os.path.isdir(name) and not os.path.islink(name):
            shutil.rmtree(name)
        elif os.path.lexists(name):
            os.unlink(name)


def test_all(device):
    for words, place in COMMANDS:
        for form in FORMS:
            form(place)
            given = [word.replace('{}', place) for word in words]
            refused(given, device, f'{" ".join(given)} {form.__name__}', place)
            remove(place)
    for words in OWN:
        refused(words, device, ' '.join(words), '')


def test_again(device):
    """What gnomon made is replaced where the command says so."""
    for words in (
        ('gen', 'd.yaml', '-o', 'again'),
        ('compile', 'e.yaml', '-o', 'again.json'),
        ('manifest', '-d', device, '-o', 'manifest.json'),
    ):
        for turn in 'first', 'second':
            done = subprocess.run([GNOMON, *words], capture_output=True, text=True, check=False)
            check(f'{words}: {turn}', done.returncode == 0, done.stderr)


def serve(*more):
    """Begins a model of a monitor; returns it with its port."""
    if os.path.exists('port'):
        os.unlink('port')
    server = subprocess.Popen([SERVER, 'model.json', 'port', '100', *more])
    while not os.path.exists('port'):
        time.sleep(0.01)
    with open('port', encoding='utf-8') as file:
        return server, file.read().strip()


def end(server):
    server.send_signal(signal.SIGTERM)
    server.wait()


def main():
    made = {}
    check_all(GNOMON, [suffix_of(GNOMON, place) for words, place in COMMANDS if 'export' in words])
    for name, what in ('run', []), ('segments', ['segments']), ('calls', ['calls']):
        done = subprocess.run([MAKE_RUN, '3', *what], capture_output=True, check=True)
        made[name] = json.loads(done.stdout)['dir']
    with tempfile.TemporaryDirectory(prefix='gnomon-foreign-') as place:
        os.chdir(place)
        for name, folder in made.items():
            shutil.move(folder, name)
        end(serve()[0])  # it has written its manifest, which its ROM has then
        with open('model.json', 'rb') as manifest, open('rom', 'wb') as rom:
            stream = zlib.compress(manifest.read(), 9)
            rom.write(b'GNR\x01' + struct.pack('<I', len(stream)) + stream)
        server, port = serve('rom')
        try:
            os.mkdir('in')
            for folder in '.', 'in':
                with open(f'{folder}/e.yaml', 'w', encoding='utf-8') as file:
                    file.write(EXPERIMENT.format(port=port))
                with open(f'{folder}/d.yaml', 'w', encoding='utf-8') as file:
                    file.write(DESCRIPTION)
                if folder == 'in':
                    shutil.copy('model.json', folder)
            device = f'tcp:127.0.0.1:{port}'
            test_all(device)
            test_again(device)
        finally:
            end(server)
            os.chdir('/')
    return verdict('foreign files')


sys.exit(main())
