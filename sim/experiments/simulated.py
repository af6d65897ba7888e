# SPDX-License-Identifier: Apache-2.0
"""What experiments on the simulated target share: the commands that compile a program and simulate
it, each in the root of the sources."""

import functools
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
STARTUP = ('sim/programs/start.S', 'sim/programs/soc.c')
MAX_CYCLES = 2_000_000_000


class Fault(Exception):
    """The command cannot go on: its message is for the user."""


class Progress:
    """Says on stderr, under the name of the experiment, what is done, and when."""

    def __init__(self, name, quiet):
        self.name, self.quiet, self.begin = name, quiet, time.monotonic()

    def __call__(self, words):
        if not self.quiet:
            print(f'{self.name}: {time.monotonic() - self.begin:5.0f} s  {words}', file=sys.stderr)


def perform(command, what, experiment):
    """What the command prints; `experiment` is the target of make that builds it."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError as err:
        raise Fault(
            f"cannot run '{command[0]}': {err.strerror}; make {experiment} builds it"
        ) from None
    if done.returncode:
        words = (done.stdout + done.stderr).strip().splitlines()
        raise Fault(f'{what} failed: ' + '\n'.join(words[-8:]))
    return done.stdout


def compile_program(build, experiment, sources, macros, path):
    """By the command that the experiment's makefile has written."""
    where = os.path.join(build, experiment, 'compile')
    try:
        with open(where, encoding='utf-8') as file:
            command = shlex.split(file.read())
    except OSError as err:
        raise Fault(f"cannot read '{where}': {err.strerror}; make {experiment} makes it") from None
    command += [f'-D{name}={value}' for name, value in macros.items()]
    perform([*command, '-o', path, *STARTUP, *sources, '-lgcc'], 'the compiler', experiment)


def simulation(build, simulator, program):
    """The command that runs the program to its end."""
    return [
        *(os.path.join(build, 'sim', simulator), '--program', program, '--quiet'),
        *('--max-cycles', str(MAX_CYCLES), '--max-seconds', '100000', '--exit-when-done'),
    ]


def each(run, setting, plans):
    """What run(setting, plan) returns for each of them, setting.jobs at the same time."""
    with ThreadPoolExecutor(setting.jobs) as pool:
        return list(pool.map(functools.partial(run, setting), plans))
