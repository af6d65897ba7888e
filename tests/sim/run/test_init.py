# SPDX-License-Identifier: Apache-2.0
"""`gnomon sim --init`: its folder simulates at once, and is the user's from then on. Icarus Verilog
takes the place of Verilator, which takes longer to compile: a stand-in that the makefile calls.

usage: test_init.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import json
import os
import shutil
import subprocess
import sys

from plusargs import GNOMON, SCRATCH, SIM
from suite import check, equal, of_module, run

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTER = os.path.join(HERE, '../../../sim/blinker/counter.yaml')
FILES = ['Makefile', 'counter_tb.v', 'experiment.yaml', 'monitor.yaml']
STEP = 64  # cycles between the words of the testbench, which are 0, 1, 2, ...
STAND_IN = """#!/bin/sh
case " $* " in *" --binary "*" counter_tb.v -o simulation "*) ;; *) exit 1 ;; esac
iverilog -o obj_dir/tb.vvp $({gnomon} sim --icarus out) counter_tb.v || exit 1
echo 'exec vvp -M {sim}/icarus -m gnomon_bridge obj_dir/tb.vvp "$@"' > obj_dir/simulation
chmod +x obj_dir/simulation
"""


def sim(*words, folder='init'):
    """`gnomon sim --init` into a folder that is not there, unless words name another one."""
    shutil.rmtree(os.path.join(SCRATCH, folder), ignore_errors=True)
    os.makedirs(os.path.join(SCRATCH, folder))
    command = [GNOMON, 'sim', '--init', *(words or ('try', COUNTER))]
    return subprocess.run(
        command, cwd=os.path.join(SCRATCH, folder), capture_output=True, text=True, check=False
    )


def fails(status, what, *words):
    """One message, and nothing is made."""
    done = sim(*words)
    lines = [line for line in done.stderr.splitlines() if not line.startswith('try ')]
    equal((done.returncode, done.stdout), (status, ''), f'{words}: {done.stderr}')
    check(lines and what in lines[0] and len(lines) <= 2, f'{words}: no "{what}": {lines}')
    equal(os.listdir(os.path.join(SCRATCH, 'init')), [], f'{words}: what is left')


def described(text):
    """A description that is the blinker's with another text; its path."""
    path = os.path.join(SCRATCH, 'init.yaml')
    with open(COUNTER, encoding='ascii') as file:
        old = file.read()
    with open(path, 'w', encoding='ascii') as file:
        file.write(old.replace('link: { phy: bytes }', text))
    check(text == 'link: { phy: bytes }' or text in open(path, encoding='ascii').read(), text)
    return path


def test_runs_at_once():
    done = sim()
    equal((done.returncode, done.stderr), (0, ''), 'init')
    folder = os.path.join(SCRATCH, 'init/try')
    equal(sorted(os.listdir(folder)), FILES, 'files')
    stand_in = os.path.join(SCRATCH, 'init/verilator')
    with open(stand_in, 'w', encoding='ascii') as file:
        file.write(STAND_IN.format(gnomon=GNOMON, sim=SIM))
    os.chmod(stand_in, 0o755)
    command = ['make', '-C', folder, f'VERILATOR={stand_in}']
    env = {name: value for name, value in os.environ.items() if not name.startswith('MAKE')}
    made = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    equal(made.returncode, 0, made.stdout + made.stderr)
    check('between' in made.stdout, f'the report: {made.stdout}')
    command = [GNOMON, 'report', '--json', os.path.join(folder, 'run')]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    row, end = report['intervals'][0]['all'], report['run']['end']
    words = [number for number in range(end // STEP + 1) if number % 4 == 3]
    equal((row['min'], row['max']), (2 * STEP, 2 * STEP), 'from the words 1, 5, ... to 3, 7, ...')
    check(abs(row['count'] - len(words)) <= 1 and row['count'] > 70, f'{row}, end {end}')
    equal(report['nodes'][0]['lost'], 0, 'records are lost')


def test_is_the_users():
    """Neither it nor `gnomon gen` replaces the folder."""
    sim()
    folder = os.path.join(SCRATCH, 'init')
    for command in (
        [GNOMON, 'sim', '--init', 'try', COUNTER],
        [GNOMON, 'gen', COUNTER, '-o', 'try'],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        equal(done.returncode, 1, f'{command}: {done.stderr}')
        equal(sorted(os.listdir(os.path.join(folder, 'try'))), FILES, f'{command}')


def test_refused():
    fails(2, '--init takes no other option', 'try', COUNTER, '--icarus')
    fails(2, '--init takes one description', 'try')
    fails(2, '--init takes one description', 'try', COUNTER, COUNTER)
    fails(1, "cannot open 'nothing.yaml'", 'try', 'nothing.yaml')
    fails(1, 'nowhere', 'nowhere/try', COUNTER)
    fails(1, "the bridge does not speak 'ft245'", 'try', described('link: { phy: ft245 }'))
    fails(1, 'error: ', 'try', described('link: { phy: none }'))


if __name__ == '__main__':
    sys.exit(run('init', of_module(globals())))
