# SPDX-License-Identifier: Apache-2.0
"""Bad input: one clear message, the right exit status, and nothing half-written."""

import os
import random
import re
import subprocess

from bed import SIM, Simulator, check, elf, equal, gnomon, manifest, refused, write
from listener import Listener
from test_events import EVENTS
from test_faults import run_number

GCC = os.environ.get('RISCV', 'riscv64-unknown-elf-') + 'gcc'
OBJCOPY = os.environ.get('RISCV', 'riscv64-unknown-elf-') + 'objcopy'

HEAD = f'gnomon: 1\nmanifest: {manifest("soc_bytes")}\nprogram: {elf("events")}\n'
NOWHERE = 'tcp:127.0.0.1:1'  # no connection is made before the experiment is good

# name: (text, line and column, words of the message)
EXPERIMENTS = {
    'function': (
        HEAD + 'points:\n  ok: { entry: fib }\n  bad: { entry: fibb }\n',
        (6, 17),
        ["'fibb'", "'bad'", elf('events'), "'fib'"],
    ),
    'return': (
        HEAD + 'points:\n  bad: { return: soc_exit }\n',
        (5, 18),
        ["'soc_exit'", "'bad'", 'never returns'],
    ),
    'offset': (
        HEAD + 'points:\n  bad: { symbol: fib, offset: 4000 }\n',
        (5, 18),
        ["'bad'", "'fib'", '4000'],
    ),
    'key': (HEAD + 'points:\n  bad: { entri: fib }\n', (5, 10), ["'entri'", "'entry'"]),
    'action': (
        HEAD + 'points:\n  a: { entry: fib }\nactions:\n  a: [record, rest]\n',
        (7, 15),
        ["'rest'", 'reset'],
    ),
    'node': (HEAD + 'points:\n  a: { entry: fib, nodes: [core9] }\n', (5, 28), ["'core9'", 'core']),
    'interval': (
        HEAD + 'points:\n  a: { entry: fib }\nintervals:\n  i: { from: a, to: b }\n',
        (7, 21),
        ["'b'"],
    ),
    'mode': (HEAD + 'buffer: steam\npoints:\n  a: { entry: fib }\n', (4, 9), ["'steam'", 'stream']),
    'yaml': (HEAD + 'points: [\n', (5, None), []),
    'version': (
        HEAD.replace('gnomon: 1', 'gnomon: 7') + 'points:\n  a: { entry: fib }\n',
        (1, 9),
        ['version', '1'],
    ),
    'duplicate': (HEAD + 'points:\n  a: { entry: fib }\n  a: { entry: lock }\n', (6, 3), ["'a'"]),
    'nothing': (HEAD, (None, None), ["'points'"]),
    'manifest': (
        HEAD.replace('manifest.json', 'manifesto.json') + 'points:\n  a: { entry: fib }\n',
        (2, None),
        ['manifesto.json'],
    ),
    'no manifest': (
        HEAD.replace(manifest('soc_bytes'), elf('events')) + 'points:\n  a: { entry: fib }\n',
        (2, 11),
        ['events.elf'],
    ),
}


def faults_of(path, *args):
    """The lines with a place, (line, column, text), and the last one, which is gnomon's own; status
    1, nothing on standard output."""
    answer = gnomon(*args, status=1)
    equal(answer.out, '', 'standard output')
    rows, last = [], None
    for line in answer.err.splitlines():
        row = re.match(re.escape(path) + r':(?:(\d+):(\d+):)? error: (.*)', line)
        if row:
            rows.append((int(row[1]) if row[1] else None, int(row[2]) if row[2] else None, row[3]))
        elif 'warning:' not in line:
            last = line
    check(rows and last and last.startswith('gnomon: '), f'messages:\n{answer.err}')
    return rows


def experiments(folder):
    for name, (text, (line, column), words) in EXPERIMENTS.items():
        path = write(os.path.join(folder, 'bad.yaml'), text)
        for command in ('load', 'run'):
            rows = faults_of(path, command, path, '-d', NOWHERE, '-o', os.path.join(folder, 'run'))
            equal(len(rows), 2 if name == 'key' else 1, f'{name}: messages {rows}: number')
            row = rows[0]
            check(
                row[0] == line and column in (None, row[1]),
                f'{name}: place {row}, not {line}:{column}',
            )
            for word in words:
                check(word in row[2], f'{name}: no {word!r} in {row[2]!r}')
        equal(os.listdir(folder), ['bad.yaml'], f'{name}: what is there afterwards')
    every = write(
        os.path.join(folder, 'bad.yaml'),
        HEAD
        + 'buffer: steam\npoints:\n  a: { entry: fibb }\n  b: { entri: fib }\nactions:\n  c: [record]\n',
    )
    equal(
        len(faults_of(every, 'load', every, '-d', NOWHERE, '-o', os.path.join(folder, 'run'))),
        5,
        'faults in one go',
    )
    return f'{len(EXPERIMENTS) + 1} experiments'


def too_many(folder):
    """More points than events, and more classes than a rank has."""
    path = write(
        os.path.join(folder, 'many.yaml'),
        HEAD
        + 'points:\n'
        + ''.join(f'  p{i}: {{ address: {0x1000 + 4 * i} }}\n' for i in range(17)),
    )
    rows = faults_of(path, 'load', path, '-d', NOWHERE, '-o', os.path.join(folder, 'run'))
    equal(len(rows), 1, 'messages for four nodes that are alike')
    for word in ("'core0'", '15', '17', "'p15'", "'p16'"):
        check(word in rows[0][2], f'no {word!r} in {rows[0][2]!r}')
    check("'p14'" not in rows[0][2] and rows[0][0] == 5 + 15, f'place and blame: {rows[0]}')

    source = write(
        os.path.join(folder, 'returns.S'),
        '.globl leave\n.type leave, @function\nleave:\n'
        + '\tret\n\t.skip 1024\n' * 20
        + '.size leave, . - leave\n',
    )
    program = os.path.join(folder, 'returns.elf')
    subprocess.run(
        [
            GCC,
            '-march=rv32im',
            '-mabi=ilp32',
            '-nostdlib',
            '-Wl,-Ttext=0',
            '-Wl,-eleave',
            '-o',
            program,
            source,
        ],
        check=True,
    )
    path = write(
        os.path.join(folder, 'classes.yaml'),
        HEAD.replace(elf('events'), program)
        + 'points:\n  fine: { entry: leave }\n  wide: { return: leave }\n',
    )
    rows = faults_of(path, 'load', path, '-d', NOWHERE, '-o', os.path.join(folder, 'run'))
    equal(len(rows), 1, 'messages for four nodes that are alike')
    text = rows[0][2]
    check(rows[0][0] == 6 and "'wide'" in text and "'core0'" in text, f'place and blame: {rows[0]}')
    numbers = re.search(r'(chunk|rank)[ 0-9].* needs (\d+) classes and has 16', text)
    check(numbers and int(numbers[2]) > 16, f'rank, needed and present: {text!r}')
    check(not os.path.exists(os.path.join(folder, 'run')), 'a run directory was made')


def elf_files(folder):
    """What is no program for the target, as points and in an experiment."""
    cut = os.path.join(folder, 'cut.elf')
    with open(elf('events'), 'rb') as file:
        head = file.read(1500)
    with open(cut, 'wb') as file:
        file.write(head)
    stripped = os.path.join(folder, 'stripped.elf')
    subprocess.run([OBJCOPY, '--strip-all', elf('events'), stripped], check=True)
    cases = {
        write(os.path.join(folder, 'text.elf'), 'no program\n'): 'not an ELF file',
        write(os.path.join(folder, 'empty.elf'), ''): 'not an ELF file',
        os.path.realpath('/bin/true'): 'no symbols',
        cut: '',
        stripped: 'no symbols',
        os.path.join(folder, 'absent.elf'): 'No such file',
        folder: '',
    }
    experiment = os.path.join(folder, 'bad.yaml')
    for path, words in cases.items():
        refused([path, words], 'points', path)
        write(experiment, HEAD.replace(elf('events'), path) + 'points:\n  a: { entry: fib }\n')
        rows = faults_of(
            experiment, 'load', experiment, '-d', NOWHERE, '-o', os.path.join(folder, 'run')
        )
        check(
            [row[:2] for row in rows] == [(3, 10)] and path in rows[0][2] and words in rows[0][2],
            f'{path}: {rows}',
        )
    return f'{len(cases)} files'


class Server(Listener):
    """A port where somebody answers with what `answer` makes of what came, but is no monitor."""

    def __init__(self, answer):
        self.answer = answer
        super().__init__()

    def serve(self, client):
        try:
            while (data := client.recv(4096)) and (out := self.answer(data)) is not None:
                client.sendall(out)
        except OSError:
            pass  # the client has gone


def no_monitor(folder):
    """Silence, a closed port, a port that hangs up, an echo, noise: all end in time."""
    chance = random.Random(1)
    experiment = EVENTS.write(os.path.join(folder, 'experiment.yaml'))
    commands = [
        ('status',),
        ('reset',),
        ('load', experiment, '-o', os.path.join(folder, 'run')),
        ('run', experiment, '-o', os.path.join(folder, 'run')),
    ]
    with Server(lambda data: b'') as silent:
        for command in commands:
            refused(
                [silent.url, 'no answer', ' ms, with', 'check', 'clock', 'port', 'baud'],
                *command,
                '-d',
                silent.url,
                '-t',
                100,
            )
    refused([silent.url, 'cannot connect', 'refused', 'check', 'port'], 'status', '-d', silent.url)
    with Server(lambda data: None) as closing:
        refused(['closed the connection'], 'status', '-d', closing.url)
    for answer in (
        lambda data: data,
        lambda data: chance.randbytes(len(data)),
        lambda data: bytes(len(data) * 3),
    ):
        with Server(answer) as server:
            refused([], 'status', '-d', server.url, '-t', 30)
    for url, words in (
        ('tcp:127.0.0.1', ['tcp:HOST:PORT']),
        ('carrier:pigeon', ['carrier']),
        ('tcp:no.such.invalid:1', ['no.such.invalid']),
    ):
        refused(words, 'status', '-d', url)
    equal(os.listdir(folder), ['experiment.yaml'], 'what is there afterwards')


def other_monitor(folder):
    """A manifest of another monitor is refused by all who look at it, and the
    monitor is left as it was."""
    experiment = EVENTS.write(os.path.join(folder, 'experiment.yaml'))
    run = os.path.join(folder, 'run')
    with (
        Simulator(os.path.join(folder, 'short'), 'soc_short', truth=False) as other,
        Simulator(os.path.join(folder, 'bytes'), truth=False) as simulator,
    ):
        words = ['plan hash', "'quad'", other.url]
        hashes = refused(words, 'status', '-d', other.url, '-m', manifest('soc_bytes'))
        check(len(re.findall(r'\b[0-9a-f]{16}\b', hashes)) == 2, f'both hashes: {hashes}')
        refused(words, 'load', experiment, '-d', other.url, '-o', run)
        refused(words, 'run', experiment, '-d', other.url, '-o', run)
        check(
            not [name for name in os.listdir(folder) if 'run' in name or '.gnomon-' in name],
            'a run directory was made',
        )
        gnomon('load', experiment, '-d', simulator.url, '-o', run)
        refused(words, 'start', run, '-d', other.url)
        gnomon('start', run)
        for command in ('drain', 'stop'):
            refused(words, command, run, '-d', other.url)
        equal(run_number(other.url), 0, 'run number of the other monitor')
        equal(run_number(simulator.url), 130, 'run number: one for the load')


def descriptions(folder):
    """gnomon gen: a bad description leaves nothing."""
    path = write(
        os.path.join(folder, 'bad.yaml'),
        'gnomon: 1\nname: bad\nclock: 50 MHz\nnodes: [ { nam: x } ]\n',
    )
    answer = gnomon('gen', path, '-o', os.path.join(folder, 'out'), status=1)
    check(re.search(re.escape(path) + r':4:\d+: error: ', answer.err), f'messages:\n{answer.err}')
    equal(os.listdir(folder), ['bad.yaml'], 'what is there afterwards')
    check(os.path.exists(os.path.join(SIM, 'quad', 'manifest.json')), 'the good one')


TESTS = {
    'input/experiments': experiments,
    'input/too_many': too_many,
    'input/elf': elf_files,
    'input/no_monitor': no_monitor,
    'input/other_monitor': other_monitor,
    'input/descriptions': descriptions,
}
