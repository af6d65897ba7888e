# SPDX-License-Identifier: Apache-2.0
"""Monitors that gnomon.litex adds to a LiteX system, one a link, against a log of the testbench.

usage: test_litex.py SIMULATOR SYSTEM PROGRAM GNOMON SCRATCH    SYSTEM: what make_soc.py made
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from types import SimpleNamespace

from suite import HANG_SECONDS, check, equal, of_module, run

SIMULATOR, SYSTEM, PROGRAM, GNOMON, SCRATCH = (os.path.abspath(path) for path in sys.argv[1:])
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
SCRATCH_REGISTER = 0xF0000004  # of LiteX's controller, which the program writes
EXPERIMENT = """gnomon: 1
program: {program}
buffer: fill
points:
  fill: {{ entry: phase_fill }}
  sort: {{ entry: phase_sort }}
"""
BUS = """  scratch: {{ match: "adr == {word:#x}", nodes: bus }}
actions: {{ scratch: [record, sample] }}
"""
ENTRIES = 'fill', 'sort'


def said(*command, **options):
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False, **options
    )
    check(done.returncode == 0, f'{command[0]} {command[1]}: {done.stderr}')
    return done.stdout


def entry(function):
    """By the program's table of symbols."""
    for line in said('riscv64-unknown-elf-nm', PROGRAM).splitlines():
        value, _, name = line.split()
        if name == function:
            return int(value, 16)
    raise AssertionError(f'no {function} in {PROGRAM}')


def awaited(what, process, ready):
    end = time.monotonic() + HANG_SECONDS
    while not (found := ready()):
        check(process.poll() is None, f'{what}: ended with {process.returncode}')
        check(time.monotonic() < end, f'{what}: not there')
        time.sleep(0.02)
    return found


def content(path):
    with contextlib.suppress(FileNotFoundError), open(path, encoding='utf-8') as file:
        text = file.read()
        return text if text.endswith('\n') else None


@contextlib.contextmanager
def process(command, name, end=signal.SIGTERM, **options):
    """A process until the end of the block, its output in NAME.log. A background job of a shell
    ignores SIGINT, and what it starts would, too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with open(f'{name}.log', 'w', encoding='utf-8') as log:
        child = subprocess.Popen(command, stdout=log, stderr=log, **options)
        try:
            yield child
        finally:
            child.send_signal(end)
            child.wait(HANG_SECONDS)


def experiment(monitor):
    path = f'{monitor}.yaml'
    text = EXPERIMENT + (BUS if monitor == 'held' else '')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.format(program=PROGRAM, word=SCRATCH_REGISTER // 4))
        file.write(f'manifest: {SYSTEM}/{monitor}/monitor/manifest.json\n')
    return path


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as listener:
        return listener.getsockname()[1]


def run_direct(simulation, monitor, bridge):
    port = awaited(bridge, simulation, lambda: content(f'{bridge}.port')).strip()
    said(GNOMON, 'run', experiment(monitor), '-d', f'tcp:127.0.0.1:{port}', '-o', monitor)


def run_boned(simulation):
    """As a user does: litex_server at the UART, gnomon.litex at litex_server, gnomon at that."""
    terminal, server = awaited('the bone', simulation, lambda: content('bone')).strip(), free_port()
    environment = dict(os.environ, PYTHONPATH=os.path.join(ROOT, 'python'), PYTHONUNBUFFERED='1')
    command = [sys.executable, '-B', '-m', 'litex.tools.litex_server', '--uart']
    command += [f'--uart-port={terminal}', f'--bind-port={server}']
    with process(command, 'server', signal.SIGINT, env=environment) as child:
        awaited('litex_server', child, lambda: 'tcp port' in (content('server.log') or ''))
        command = [sys.executable, '-B', '-m', 'gnomon.litex', f'--csr-csv={SYSTEM}/csr.csv']
        command += ['--name=boned', f'--server={server}', '--port=0']
        with process(command, 'serve', env=environment) as relay:
            url = awaited('gnomon.litex', relay, lambda: content('serve.log')).strip()
            said(GNOMON, 'run', experiment('boned'), '-d', url, '-o', 'boned')


def simulated():
    """One simulation with a run of each monitor; the log of the testbench."""
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(SCRATCH)
    os.chdir(SCRATCH)
    for name in os.listdir(SYSTEM):
        if name.endswith('.init'):
            os.symlink(os.path.join(SYSTEM, name), name)
    command = [
        SIMULATOR,
        f'+max_seconds={HANG_SECONDS}',
        '+truth=truth',
        f'+scratch={SCRATCH_REGISTER:x}',
    ]
    command += [f'+{name}={entry("phase_" + name):x}' for name in ENTRIES]
    command += [f'+gnomon_port_file={bridge}:{bridge}.port' for bridge in ('held', 'pins')]
    command.append('+bone=bone')
    with process(command, 'simulator', signal.SIGINT) as simulation:
        run_direct(simulation, 'held', 'held')  # it lets the processors go
        run_direct(simulation, 'pinned', 'pins')
        run_boned(simulation)
    check(simulation.returncode == 0, content('simulator.log'))
    return read_truth('truth')


def read_truth(path):
    truth = SimpleNamespace(sync={}, fetch=[], bus=[])
    with open(path, encoding='ascii') as file:
        for line in file:
            kind, *words = line.split()
            if kind == 'sync':
                truth.sync[words[0]] = tuple(map(int, words[1:]))  # the last one starts the run
            else:
                getattr(truth, kind).append(tuple(map(int, words)))
    return truth


TRUTH = simulated()


def rows(*command):
    return [json.loads(line) for line in said(GNOMON, *command).splitlines()]


def expected(monitor, node):
    """[(time, point)] from the start of the run on."""
    zero = TRUTH.sync[monitor][0] + 1
    points = {entry('phase_' + name): name for name in ENTRIES}
    if node == 'bus':
        found = [(cycle - zero, 'scratch') for cycle, *_ in TRUTH.bus]
    else:
        core = int(node[-1])
        found = [(cycle - zero, points[pc]) for of, cycle, pc in TRUTH.fetch if of == core]
    return [(when, point) for when, point in found if when >= 0]


def check_events(monitor, nodes):
    recorded = [row for row in rows('events', monitor, '--json') if row['kind'] == 'event']
    equal({row['node'] for row in recorded}, set(nodes), f'nodes of {monitor}')
    for node in nodes:
        own = [(row['time'], row['name']) for row in recorded if row['node'] == node]
        check(len(own) > 20, f'{monitor}: {len(own)} events of {node}')
        equal(own, expected(monitor, node)[: len(own)], f'{monitor}: {node}')
    return f'{len(recorded)} events'


def test_bridge():
    return check_events('held', ['cpu0', 'cpu1', 'bus'])


def test_pins():
    return check_events('pinned', ['cpu0', 'cpu1'])


def test_uartbone():
    """With a description of the user's own."""
    return check_events('boned', ['cpu1'])


def test_tap():
    """What the bus transferred, and how long its requests waited, up to each write."""
    zero, *before = TRUTH.sync['held']
    truth = {
        cycle - zero - 1: [now - then for now, then in zip(sums, before, strict=True)]
        for cycle, *sums in TRUTH.bus
    }
    count = 0
    for row in rows('export', 'held', '-F', 'jsonl', '-w', 'samples', '-o', '-'):
        if row['point'] != 'scratch':  # that of the run's end
            continue
        equal((row['a_min'], row['b_min']), (row['a_max'], row['b_max']), 'exact')
        measured = row['a_min'], row['b_min']
        if row['pair'] == 'bandwidth':
            bytes_, _, _ = truth[row['time']]
            equal(measured, (bytes_, row['time'] + 1), f'bytes at {row["time"]}')
        elif row['pair'] == 'mean_latency':
            _, answers, waited = truth[row['time']]
            equal(measured, (answers, waited), f'answers at {row["time"]}')
        count += 1
    check(count > 60, f'{count} samples')
    return f'{count} samples'


if __name__ == '__main__':
    sys.exit(run('litex', of_module(globals())))
