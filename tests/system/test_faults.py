# SPDX-License-Identifier: Apache-2.0
"""A link that flips, loses, doubles and inserts bytes, in both directions: everything is repaired,
and nothing happens twice.
"""

import json
import os
import shutil

from bed import BUILD, LONG, PATIENT, Simulator, check, equal, gnomon, manifest
from fault_proxy import KINDS, TO_DEVICE, TO_HOST, FaultProxy, Rate, Single
from stream import RunDirectory
from suite import had
from test_events import EVENTS, MATMUL, RECURSION, check_run, run_files
from test_losses import told
from truth import Truth

TIMEOUT = 250  # ms of a processor of the simulator
# faults a byte; the longest frames have 2,057 bytes each way, so that two of three must be sent
# again
OFTEN = 1 / 4000
LONGEST = 2 * 2057  # bytes of a request and its answer
SEED = 20261121
CLOCK = os.path.join(BUILD, 'bin', 'simulator_clock.so')


def patience(simulator):
    """ms for an answer, by how long the bytes of the ROM take on a good link: where they go through
    the simulated pins a byte takes many cycles."""
    begin = had(simulator.process)
    lengths, _ = traffic(simulator, 'manifest', *PATIENT)
    seconds = (had(simulator.process) - begin) / sum(lengths) * LONGEST
    return max(TIMEOUT, int(4000 * seconds))


def clock_of(simulator):
    """The environment of a gnomon whose time-outs count the time that the simulator has had."""
    return os.environ | {'LD_PRELOAD': CLOCK, 'SIMULATOR': str(simulator.process.pid)}


def faulty_run(folder, name, experiment, faults):
    """A whole `gnomon run` through the proxy; the result must be that of an undamaged link."""
    path = experiment.write(os.path.join(folder, 'experiment.yaml'), name)
    with Simulator(folder, name, experiment.program) as simulator:
        timeout = patience(simulator) if 'uart' in name else TIMEOUT
        with FaultProxy(simulator.port, faults) as proxy:
            gnomon(
                'run',
                path,
                '-d',
                proxy.url,
                '-t',
                timeout,
                '-o',
                run_files(folder),
                '-q',
                '-n',
                env=clock_of(simulator),
            )
        simulator.wait_done()
        simulator.stop()
        truth = Truth(simulator.truth_path)
    equal(len(truth.syncs), 2, 'syncs: that of the reset and that of the start')
    checks, _ = check_run(folder, name, experiment, truth)
    lost, words = told(checks)
    equal(lost, 0, 'lost records')
    equal(RunDirectory(run_files(folder)).journal['holes'], 0, 'holes')
    return f'{faults.made} faults, {words}'


def whole(name, experiment, probability, kinds=KINDS, each=False):
    """each: a fault of each kind is made."""

    def test(folder):
        faults = Rate(f'{SEED} {name} {kinds}', probability, kinds)
        words = faulty_run(folder, name, experiment, faults)
        check(faults.made > 3, f'only {faults.made} faults')
        check(not each or all(faults.made_of.values()), f'not each kind: {faults.made_of}')
        return words

    return test


def run_number(url):
    return json.loads(gnomon('status', '--json', '-d', url).out)['run']


def through(simulator, faults, *args):
    with FaultProxy(simulator.port, faults) as proxy:
        return gnomon(*args, '-d', proxy.url, '-t', TIMEOUT, env=clock_of(simulator))


def places(lengths, every, start=0):
    """(direction, position, kind): each `every`th of all there are."""
    rows = [
        (direction, position, kind)
        for direction, length in zip((TO_DEVICE, TO_HOST), lengths, strict=True)
        for position in range(length)
        for kind in KINDS
    ]
    return rows[start % every :: every]


def traffic(simulator, *args):
    """Bytes in each direction that a command takes on a good link."""
    with FaultProxy(simulator.port, Rate(0, 0)) as proxy:
        answer = gnomon(*args, '-d', proxy.url)
        return proxy.positions, answer


def status_positions(folder, every=9 if LONG else 81):
    """A fault at each position of all that `gnomon status` sends and receives."""
    with Simulator(folder, truth=False) as simulator:
        command = ('status', '--json', '-m', manifest('soc_bytes'))
        lengths, answer = traffic(simulator, *command)
        rows = places(lengths, every, SEED)
        for place in rows:
            equal(
                through(simulator, Single(*place), *command).out, answer.out, f'status with {place}'
            )
    return f'{len(rows)} faults in {sum(lengths)} bytes'


def loaded_now(simulator, run):
    """As if the folder's patterns were loaded behind the last start; they are still there."""
    status = json.loads(gnomon('status', '--json', '-d', simulator.url).out)
    path = os.path.join(run, 'run.json')
    with open(path, encoding='utf-8') as file:
        journal = json.load(file)
    journal['loaded'] = {'run': status['run'], 'nonce': status['nonce']}
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(journal, file)


def start_positions(folder, every=11 if LONG else 99):
    """A fault at each position of `gnomon start`: it starts once, and only once."""
    path = EVENTS.write(os.path.join(folder, 'experiment.yaml'))
    loaded, run = os.path.join(folder, 'loaded'), os.path.join(folder, 'run')
    with Simulator(folder, truth=False) as simulator:
        gnomon('load', path, '-d', simulator.url, '-o', loaded)
        shutil.copytree(loaded, run)
        lengths, _ = traffic(simulator, 'start', run)
        before = run_number(simulator.url)
        rows = places(lengths, every, SEED)
        for place in rows:
            shutil.rmtree(run)
            shutil.copytree(loaded, run)
            loaded_now(simulator, run)
            through(simulator, Single(*place), 'start', run)
            now = run_number(simulator.url)
            equal(
                (now, RunDirectory(run).journal['run']),
                (0x80 | before + 1 & 0x7F,) * 2,
                f'run number after {place}',
            )
            before = now
    return f'{len(rows)} faults in {sum(lengths)} bytes'


def commands(folder):
    """Each command through a bad link."""
    path = RECURSION.write(os.path.join(folder, 'experiment.yaml'))
    faults = Rate(f'{SEED} commands', OFTEN)
    run = run_files(folder)
    with Simulator(folder) as simulator:
        through(simulator, faults, 'reset')
        through(simulator, faults, 'load', path, '-o', run)
        through(simulator, faults, 'start', run)
        simulator.wait_done()
        for _ in range(10):
            status = json.loads(through(simulator, faults, 'status', '--json').out)
            equal((status['run'], status['active']), (130, True), 'run number, active')
        through(simulator, faults, 'stop', run)
        through(simulator, faults, 'drain', '-q', run)
        simulator.stop()
        truth = Truth(simulator.truth_path)
    equal(len(truth.syncs), 2, 'syncs')
    lost, words = told(check_run(folder, 'soc_bytes', RECURSION, truth)[0])
    equal(lost, 0, 'lost records')
    return f'{faults.made} faults, {words}'


TESTS = {
    'faults/status': status_positions,
    'faults/start': start_positions,
    'faults/commands': commands,
    'faults/run/soc_bytes': whole('soc_bytes', RECURSION, OFTEN, each=True),
    'faults/run/soc_uart': whole('soc_uart', EVENTS, OFTEN / 4),
    'faults/run/soc_short': whole('soc_short', EVENTS, OFTEN),
    'faults/run/matmul': whole('soc_bytes', MATMUL, OFTEN),
    **{f'faults/run/{kind}': whole('soc_bytes', EVENTS, OFTEN, (kind,)) for kind in KINDS},
}
