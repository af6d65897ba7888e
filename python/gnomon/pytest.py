# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest: the fixture `gnomon_run` runs an experiment, whose run is held to limits.

    def test_latency(gnomon_run):
        run = gnomon_run('experiment.yaml', simulator='obj_dir/simulation')
        run.check('p99(light) < 40 cycles', 'lost == 0')
        run.diff('golden/run', exact=True)

An installed module brings it; with the sources in PYTHONPATH it is `pytest -p gnomon.pytest`. The
option --gnomon names the program.
"""

import os
import subprocess

import pytest

import gnomon
from gnomon.program import find_program

WORSE = 3  # exit status of `gnomon check` and `gnomon diff` where something does not hold


def fail(text):
    """Ends the test with these words alone."""
    pytest.fail(text, pytrace=False)


def output(command, timeout, good=(0,)):
    """(exit status, standard output) of a command whose status must be one of those."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors='replace',
            timeout=timeout,
        )
    except OSError as error:
        fail(f"cannot run '{command[0]}': {error.strerror}")
    except subprocess.TimeoutExpired:
        fail(f"'{command[0]}' did not end within {timeout} s")
    if done.returncode not in good:
        said = done.stderr.strip() or done.stdout.strip()
        fail(f"'{command[0]}' ended with status {done.returncode}: {said}")
    return done.returncode, done.stdout


class Measured:
    """A run directory in a test."""

    def __init__(self, program, path, timeout):
        self.program, self.path, self.timeout = program, path, timeout

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f'<gnomon run {self.path}>'

    def open(self):
        """The run as tables: gnomon.Run."""
        return gnomon.open(self.path)

    def _assert(self, *words):
        status, text = output([self.program, *words], self.timeout, (0, WORSE))
        if status == WORSE:
            fail(text)
        return text

    def check(self, *limits, allow_unknown=False):
        """Fails the test unless all of these limits hold, and those of the experiment."""
        options = ['--allow-unknown'] if allow_unknown else []
        return self._assert('check', *options, '--', self.path, *limits)

    def diff(self, old, exact=False, least=None):
        """Fails the test if this run is worse than an old one. `exact`: the target is
        deterministic, so each change counts that is at least so many per cent."""
        options = ['--exact'] if exact else []
        options += [] if least is None else [f'--least={least}']
        return self._assert('diff', *options, '--', os.fspath(old), self.path)


def pytest_addoption(parser):
    group = parser.getgroup('gnomon')
    group.addoption('--gnomon', metavar='PROGRAM', help='the program gnomon')


@pytest.fixture
def gnomon_run(request, tmp_path):
    """Runs experiments, each into a folder of its own. With `simulator`, a program or a list of
    its words, the simulation runs it; else `gnomon run` does, on `device`."""
    program = request.config.getoption('--gnomon') or find_program()
    if not program:
        fail('no program gnomon: install it, or name it by --gnomon or the variable GNOMON')
    runs = 0

    def run(experiment, simulator=None, device=None, arguments=(), timeout=600):
        nonlocal runs
        path, experiment = os.path.join(tmp_path, f'run{runs}'), os.fspath(experiment)
        runs += 1
        if simulator is not None:
            words = [simulator] if isinstance(simulator, (str, os.PathLike)) else simulator
            command = [*words, f'+gnomon_experiment={experiment}', f'+gnomon_run={path}']
            command += arguments
        else:
            command = [program, 'run', f'--output={path}', '--quiet']
            command += [f'--device={device}'] if device else []
            command += [*arguments, '--', experiment]
        output(command, timeout)
        return Measured(program, path, timeout)

    return run
