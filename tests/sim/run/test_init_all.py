# SPDX-License-Identifier: Apache-2.0
"""`gnomon sim --init` of each description of the tests and of the targets: Verilator and Icarus
Verilog take its testbench without a warning, and its experiment fits the monitor. One description
is made and run by Verilator as its makefile says.

usage: test_init_all.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import glob
import os
import shutil
import subprocess
import sys

from plusargs import GNOMON, SCRATCH
from suite import check, equal, of_module, run

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../..')
PLACES = ('tests/gen/good/*', 'tests/gen/cases', 'gen/examples', 'sim/soc/monitors', 'boards/*')
REFUSED = ('has one chip', 'in a memory outside', 'the bridge does not speak')
FOLDER = os.path.join(SCRATCH, 'init_all')


def descriptions():
    for place in PLACES:
        for path in sorted(glob.glob(os.path.join(ROOT, place, '*.yaml'))):
            with open(path, encoding='utf-8') as file:
                if 'nodes:' in file.read() and os.path.basename(path) != 'board.yaml':
                    yield os.path.abspath(path)


def init(path):
    """What `gnomon sim --init` says; the folder is new."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    command = [GNOMON, 'sim', '--init', FOLDER, path]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def silent(path, command):
    """A command of the shell in the folder that must succeed and warn of nothing."""
    env = {name: value for name, value in os.environ.items() if not name.startswith('MAKE')}
    done = subprocess.run(
        command, shell=True, cwd=FOLDER, env=env, capture_output=True, text=True, check=False
    )
    said = done.stdout + done.stderr
    check(done.returncode == 0 and 'arning' not in said, f'{path}: {command}: {said}')
    return said


def test_all():
    made = refused = 0
    for path in descriptions():
        done = init(path)
        if done.returncode:
            check(any(word in done.stderr for word in REFUSED), f'{path}: {done.stderr}')
            refused += 1
            continue
        subprocess.run([GNOMON, 'gen', 'monitor.yaml', '-o', 'out'], cwd=FOLDER, check=True,
                       capture_output=True)  # fmt: skip
        silent(path, f'iverilog -t null $({GNOMON} sim --icarus out) *_tb.v')
        flags = f"$({GNOMON} sim --binary out | sed 's/--binary/--timing/')"
        silent(path, f'verilator --lint-only {flags} *_tb.v')
        silent(path, f'{GNOMON} compile experiment.yaml')
        made += 1
    check(made > 40 and 0 < refused < 10, f'{made} made, {refused} refused')


def test_makefile():
    equal(init(os.path.join(ROOT, 'sim/blinker/counter.yaml')).returncode, 0, 'init')
    said = silent('counter', f'make GNOMON={GNOMON}')
    check('between' in said and 'losses: 0 of' in said, said)


if __name__ == '__main__':
    sys.exit(run('init_all', of_module(globals())))
