# SPDX-License-Identifier: Apache-2.0
"""The base of the system tests: simulators, the gnomon program, experiments, and failing with a
message.
"""

import json
import os
import re
import signal
import subprocess
import time

import suite
from suite import HANG_SECONDS, check, equal

BUILD = os.path.abspath(os.environ.get('BUILD', 'build'))
GNOMON = os.path.join(BUILD, 'bin', 'gnomon')
SIM = os.path.join(BUILD, 'sim')
OBJDUMP = os.environ.get('RISCV', 'riscv64-unknown-elf-') + 'objdump'
MONITORS = os.environ.get('MONITORS', '')  # _model: simulators whose monitor is a model
CORES = 4
NODES = [f'core{core}' for core in range(CORES)]
LIMIT = f'limit: {HANG_SECONDS} s'  # of an experiment, which ends by something else
# For a link that loses nothing, as a busy simulator may take long over an answer. Where bytes are
# lost the time-out decides when to repeat a request, and tests leave it as it is.
PATIENT = ('-t', min(HANG_SECONDS, 3600) * 1000)
LONG = os.environ.get('LONG') == '1'  # a part of `make check-long`
PASSES = {'matmul': 1}  # ': pass' lines of a program; else one of each core


class Skipped(Exception):
    """The machine does not let the test be made."""


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def elf(program):
    return os.path.join(SIM, 'programs', program + '.elf')


def rounds(count, share=3):
    """Which of so many random rounds are made: all of them in `make check-long`, else the first of
    as many equal shares."""
    return range(count if LONG else -(-count // share))


def monitor_of(simulator):
    """soc_bytes -> quad, soc_X -> quad_X"""
    kind = simulator.partition('_')[2]
    return 'quad' if kind == 'bytes' else 'quad_' + kind


def manifest(simulator):
    return os.path.join(SIM, MONITORS.strip('_'), monitor_of(simulator), 'manifest.json')


def without_ports(path):
    """A manifest but for its ports, which a ROM leaves out."""
    whole = json.loads(read(path))
    whole.pop('ports', None)
    return whole


def wait_for(condition, what):
    end = time.monotonic() + HANG_SECONDS
    while not condition():
        check(time.monotonic() < end, f'{what} has not arrived within {HANG_SECONDS} s')
        time.sleep(0.005)


class Simulator:
    """A simulator in a folder of its own; ends with the `with` block at the latest."""

    def __init__(
        self, folder, name='soc_bytes', program='events', truth=True, outputs=False, options=()
    ):
        os.makedirs(folder, exist_ok=True)
        self.program = program
        self.truth_path = os.path.join(folder, 'truth')
        self.outputs_path = os.path.join(folder, 'outputs')
        self.console_path = os.path.join(folder, 'console')
        port = os.path.join(folder, 'port')
        if os.path.exists(port):
            os.unlink(port)
        command = [
            os.path.join(SIM, name + MONITORS),
            '--program',
            elf(program),
            '--wait-start',
            '--port-file',
            port,
            '--quiet',
            '--max-seconds',
            str(HANG_SECONDS),
        ]
        command += ['--truth', self.truth_path] if truth else []
        command += options
        command += ['--outputs', self.outputs_path] if outputs else []
        with open(self.console_path, 'wb') as console:
            self.process = subprocess.Popen(
                command, stdout=console, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
            )
        try:
            wait_for(
                lambda: (
                    self.process.poll() is not None
                    or (os.path.exists(port) and read(port).endswith('\n'))
                ),
                'the port',
            )
            check(self.process.poll() is None, f'{name} ended: {self.console()}')
            self.port = int(read(port))
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise
        self.url = f'tcp:127.0.0.1:{self.port}'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def console(self):
        return read(self.console_path)

    def done(self):
        """Whether the program of the present start has ended on all cores, or the simulator has."""
        return (
            self.console().rpartition('target reset')[2].count(': pass')
            >= PASSES.get(self.program, CORES)
            or self.process.poll() is not None
        )

    def wait_done(self):
        """Until the program of the present start has ended on all cores."""
        wait_for(self.done, 'the end of the program')
        self.let_run(0.1)  # a few hundred clocks are left

    def let_run(self, seconds):
        """Until it has had so much time of a processor, however busy the machine is."""
        suite.let_run(self.process, seconds)

    def stop(self):
        """End it in good order, so that its logs are whole."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(HANG_SECONDS)
        check('FAIL' not in self.console(), self.console())


class Answer:
    def __init__(self, process, out, err):
        self.status, self.out, self.err = process.returncode, out, err


def start_gnomon(*args, **kwargs):
    return subprocess.Popen(
        [GNOMON, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        errors='replace',
        **kwargs,
    )


def missed_end(err):
    """Whether the run is complete, but its end point was not seen, as it may be
    among the lost records."""
    return (
        'gnomon: the run is complete, but it ended before its end point' in err
        and 'was not reached at' in err
    )


def ended(process, what):
    """(standard output, messages) of a process that ends by itself."""
    try:
        return process.communicate(timeout=HANG_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError(f'{what} has not ended after {HANG_SECONDS} s') from None


def gnomon(*args, status=0, missed=False, **kwargs):
    """Run it to its end, which must be with that status; with `missed` a run may also have
    missed its end point."""
    process = start_gnomon(*args, **kwargs)
    out, err = ended(process, f'gnomon {" ".join(map(str, args[:1]))}')
    if missed and process.returncode == 1 and missed_end(err):
        return Answer(process, out, err)
    check(
        process.returncode == status,
        f'gnomon {" ".join(map(str, args))} ended with {process.returncode}, not {status}:\n{err}',
    )
    return Answer(process, out, err)


def journal(run):
    """The journal of a run; empty before the run is there."""
    path = os.path.join(run, 'run.json')
    return json.loads(read(path)) if os.path.exists(path) else {}


def interrupted_when(condition, what, *args, **kwargs):
    """gnomon, interrupted once the condition holds; its messages."""
    process = start_gnomon(*args, **kwargs)
    try:
        wait_for(lambda: process.poll() is not None or condition(), what)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        err = ended(process, f'gnomon {args[0]}')[1]
    finally:
        process.kill()
    # with a run that is complete it is no longer waited for
    whole = process.returncode == -signal.SIGINT and 'gnomon: the run is complete' in err
    check(
        process.returncode == 0 or whole or 'gnomon: interrupted; ' in err or missed_end(err), err
    )
    return err


def stop_and_drain(run, *options):
    """End a run now, whether or not it has reached its end point, and fetch what is left."""
    if journal(run)['state'] == 'running':
        gnomon('stop', run, *options)
    if journal(run)['state'] != 'complete':
        gnomon('drain', '--quiet', run, *options, missed=True)


def run_program(simulator, experiment, run, *options):
    """`gnomon run` of an experiment whose end point may be among the lost records, or that has
    none: the end of the program ends it."""

    def over():
        return journal(run).get('state', 'loaded') != 'loaded' and simulator.done()

    interrupted_when(
        over,
        'the end of the program',
        'run',
        experiment,
        '-d',
        simulator.url,
        '-o',
        run,
        '--quiet',
        *PATIENT,
        *options,
    )
    simulator.wait_done()
    stop_and_drain(run, *PATIENT)


def refused(words, *args, status=1, **kwargs):
    """gnomon must fail, with one message, in which all words are; returns the message."""
    answer = gnomon(*args, status=status, **kwargs)
    equal(answer.out, '', 'standard output of a failure')
    lines = [line for line in answer.err.splitlines() if not line.startswith('try ')]
    check(len(lines) == 1, f'not one message:\n{answer.err}')
    for word in words:
        check(word in answer.err, f'no {word!r} in {answer.err!r}')
    return lines[0]


class Listing:
    """An ELF file by objdump: where each function begins, stores words, and returns; address
    and size of each object."""

    LINE = re.compile(r'^\s*([0-9a-f]+):\t([0-9a-f]+)\s+(\S+)(?:\s+(\S.*))?$')

    def __init__(self, path):
        self.functions, self.returns, self.stores, self.objects = {}, {}, {}, {}
        ends = {}
        for line in self._dump('-t', path):
            row = re.match(r'^([0-9a-f]+) .{6}O \S+\t([0-9a-f]+) (\S+)$', line)
            if row:
                self.objects[row[3]] = int(row[1], 16), int(row[2], 16)
            row = re.match(r'^([0-9a-f]+) .{6}F \S+\t([0-9a-f]+) (\S+)$', line)
            if row:
                self.functions[row[3]], ends[row[3]] = (
                    int(row[1], 16),
                    int(row[1], 16) + int(row[2], 16),
                )
                self.returns[row[3]], self.stores[row[3]] = [], []
        name = None
        for line in self._dump('-d', path):
            head = re.match(r'^[0-9a-f]+ <(.+)>:$', line)
            # a label inside of a function is no function
            name = head[1] if head and head[1] in ends else name
            row = self.LINE.match(line)
            if not row or int(row[1], 16) >= ends[name]:
                continue
            if row[3] in ('ret', 'mret') or row[2] == '0400000b' or self._tail_call(name, row):
                self.returns[name].append(int(row[1], 16))
            elif row[3] == 'sw':
                self.stores[name].append(int(row[1], 16))

    @staticmethod
    def _dump(what, path):
        return subprocess.run(
            [OBJDUMP, what, path], check=True, capture_output=True, text=True
        ).stdout.splitlines()

    @staticmethod
    def _tail_call(name, row):
        target = row[4] and row[3] == 'j' and re.search(r'<([^+>]+)', row[4])
        return bool(target) and target[1] != name


class Experiment:
    """points: name -> (kind, function[, offset]) or ('address', number); actions: name ->
    list; on: name -> list of nodes; lossy: the end point may be lost, and the end of the
    program ends the run."""

    def __init__(
        self,
        program,
        points,
        actions=None,
        on=None,
        intervals=None,
        buffer='stream',
        until='done',
        collect=None,
        lossy=False,
    ):
        self.program, self.points, self.intervals = program, points, intervals or {}
        self.actions = {name: (actions or {}).get(name, ['record']) for name in points}
        self.on = {name: (on or {}).get(name, NODES) for name in points}
        self.buffer, self.until, self.collect, self.lossy = buffer, until, collect, lossy

    def write(self, path, simulator='soc_bytes'):
        """simulator: that whose manifest the experiment names; None: it names none."""
        lines = [
            'gnomon: 1',
            *([f'manifest: {manifest(simulator)}'] if simulator else []),
            f'program: {elf(self.program)}',
            f'buffer: {self.buffer}',
            'points:',
        ]
        for name, (kind, where, *offset) in self.points.items():
            more = f', offset: {offset[0]}' if offset else ''
            more += '' if self.on[name] == NODES else f', nodes: [{", ".join(self.on[name])}]'
            lines.append(f'  {name}: {{ {kind}: {where}{more} }}')
        lines += ['actions:'] + [
            f'  {name}: [{", ".join(actions)}]' for name, actions in self.actions.items()
        ]
        if self.intervals:
            lines += ['intervals:'] + [
                f'  {name}: {{ from: {begin}, to: {end} }}'
                for name, (begin, end) in self.intervals.items()
            ]
        if self.until:
            lines.append(f'until: {{ point: {self.until}, nodes: all }}')
        if self.collect:
            lines.append(f'collect: {self.collect}')
        lines.append(LIMIT)
        return write(path, '\n'.join(lines) + '\n')

    def codes(self, node):
        """Address -> event code at a node, by objdump; the codes are 1, 2, ... in the order of the
        points that the node has."""
        listing = Listing(elf(self.program))
        codes = {}
        for code, name in self.names(node).items():
            kind, where, *offset = self.points[name]
            addresses = (
                [where]
                if kind == 'address'
                else listing.returns[where]
                if kind == 'return'
                else [listing.functions[where] + (offset[0] if offset else 0)]
            )
            for address in addresses:
                codes.setdefault(address, code)
        return codes

    def names(self, node):
        """Event code at a node -> point."""
        return dict(enumerate((name for name in self.points if node in self.on[name]), 1))
