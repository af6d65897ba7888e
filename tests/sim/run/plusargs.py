# SPDX-License-Identifier: Apache-2.0
"""Runs by plusargs, for the tests of them: the simulations, their ends, and what they leave.

The arguments of such a test: SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import json
import os
import shutil
import subprocess
import sys

import stream
from suite import HANG_SECONDS, check

SIM, PROGRAMS, GNOMON, SCRATCH = (os.path.abspath(word) for word in sys.argv[1:5])
SCRATCH = os.path.join(SCRATCH, 'run')
STATES = [f'  s{i}: {{ match: "state in {i}/3" }}\n' for i in range(4)]


def icarus(name):
    return ['vvp', '-M', os.path.join(SIM, 'icarus'), '-m', 'gnomon_bridge',
            os.path.join(SIM, 'icarus', f'{name}.vvp')]  # fmt: skip


CPP, MODEL, CPP_WIDE, BINARY, NEWER, ICARUS, TWO, MUTE, SOC = (
    [os.path.join(SIM, 'blinker')],
    [os.path.join(SIM, 'blinker_model')],
    [os.path.join(SIM, 'blinker_wide')],
    [os.path.join(SIM, 'blinker_binary', 'blinker_tb')],
    [os.path.join(SIM, 'blinker_newer', 'blinker_newer')],
    icarus('blinker_tb'),
    icarus('two_tb'),
    [os.path.join(SIM, 'mute')],
    [os.path.join(SIM, 'soc_bytes')],
)


def experiment(name, more='', manifest='counter', points=None):
    path = os.path.join(SCRATCH, f'{name}.yaml')
    with open(path, 'w', encoding='ascii') as file:
        file.write(
            f'gnomon: 1\nmanifest: {SIM}/{manifest}/manifest.json\n{more}\npoints:\n'
            + (points or ''.join(STATES))
        )
    return path


def begin(simulator, name, *plusargs, path=None, prefix='', **options):
    """A simulation with a run into the folder `name`; prefix: the monitor's name and a colon."""
    shutil.rmtree(os.path.join(SCRATCH, name), ignore_errors=True)
    return subprocess.Popen(
        [
            *simulator,
            f'+gnomon_experiment={path or experiment("states")}',
            f'+gnomon_run={prefix}{name}',
            f'+max_seconds={HANG_SECONDS}',
            *plusargs,
        ],
        cwd=SCRATCH,
        stdin=subprocess.DEVNULL,
        text=True,
        **{'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, **options},
    )


def end(process, good=True):
    out, err = process.communicate(timeout=HANG_SECONDS)
    check((process.returncode == 0) == good, f'exit status {process.returncode}: {err}')
    return out, err


def whole(simulator, name, *plusargs, **options):
    """A run that must be complete; its output."""
    out, err = end(begin(simulator, name, *plusargs, **options))
    check('the run is complete' in err, err)
    return out


def subprocess_of(simulator, *plusargs, folders=()):
    for folder in folders:
        shutil.rmtree(os.path.join(SCRATCH, folder), ignore_errors=True)
    return subprocess.Popen(
        [*simulator, *plusargs],
        cwd=SCRATCH,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )


def refused(what, simulator, *plusargs, **options):
    """A run that must fail with a message, and leave no run directory; all that it says."""
    _, err = end(begin(simulator, 'refused', *plusargs, **options), good=False)
    lines = [line for line in err.splitlines() if line.startswith('gnomon_bridge:')]
    check(what in err and len(lines) == 1, f'no single message with "{what}": {err}')
    check(not exists('refused'), f'{what}: a run directory is left')
    return err


def journal(name):
    with open(os.path.join(SCRATCH, name, 'run.json'), encoding='utf-8') as file:
        return json.load(file)


def read(name, file='node_0'):
    with open(os.path.join(SCRATCH, name, 'trace', file), 'rb') as trace:
        return trace.read()


def records(name, node=0, frozen=False):
    """The records of a node, by a reader that shares no code with the host; frozen: as its."""
    with open(os.path.join(SCRATCH, name, 'manifest.json'), encoding='utf-8') as file:
        manifest = json.load(file)
    own, state = manifest['nodes'][node], journal(name)
    return stream.read_stream(
        os.path.join(SCRATCH, name, 'trace', f'node_{node}'),
        node,
        state['run'],
        own.get('time_bits', manifest.get('time', {}).get('bits', 32)),
        state['nodes'][node]['size'],
        frozen=frozen,
    )


def logged(name):
    """(clock, state) of each state that the target's log has."""
    with open(os.path.join(SCRATCH, name), encoding='ascii') as file:
        return [tuple(map(int, line.split())) for line in file if line.endswith('\n')]


def report(name):
    """The text of `gnomon report`."""
    command = [GNOMON, 'report', '--all', name]
    return subprocess.run(command, cwd=SCRATCH, capture_output=True, text=True, check=True).stdout


def exists(name):
    return os.path.exists(os.path.join(SCRATCH, name))
