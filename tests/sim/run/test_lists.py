# SPDX-License-Identifier: Apache-2.0
"""`gnomon sim`: what is built by its lists records the same in each simulator, and what cannot
be meant is refused. The programs are built by those lists in tests/sim/sim.mk.

usage: test_lists.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import json
import os
import shutil
import subprocess
import sys

from plusargs import BINARY, GNOMON, ICARUS, NEWER, SCRATCH, SIM, experiment, logged, whole
from suite import check, equal, of_module, run

CPP_MODEL = [os.path.join(SIM, 'blinker_cpp', 'blinker_cpp')]
FORMS = ('verilator', 'binary', 'icarus', 'cocotb')
CYCLES = 3000
COUNTER = os.path.join(SIM, 'counter')
COUNTER_MODEL = os.path.join(SIM, 'model', 'counter')


def sim(*words):
    return subprocess.run([GNOMON, 'sim', *words], capture_output=True, text=True, check=False)


def words_of(*words):
    """The list, as text and as JSON, which must be the same."""
    text, lists = sim(*words), sim(*words, '--json')
    equal((text.returncode, text.stderr), (0, ''), f'{words}')
    lists = json.loads(lists.stdout)
    equal(sorted(lists), ['build_args', 'sources'], 'keys')
    equal(text.stdout, ' '.join(lists['build_args'] + lists['sources']) + '\n', f'{words}')
    return lists


def fails(status, what, *words):
    """One message, and nothing printed."""
    done = sim(*words)
    equal((done.returncode, done.stdout), (status, ''), f'{words}: {done.stderr}')
    lines = [line for line in done.stderr.splitlines() if not line.startswith('try ')]
    check(len(lines) == 1 and what in lines[0], f'{words}: no single message "{what}": {lines}')


def events_of(name, simulator, manifest):
    """The events of the first cycles of a run, as rows of JSON."""
    whole(simulator, f'lists_{name}', f'+gnomon_cycles={CYCLES}',
          path=experiment(f'lists_{name}', manifest=manifest))  # fmt: skip
    command = [GNOMON, 'events', '--json', f'--to={CYCLES}', os.path.join(SCRATCH, f'lists_{name}')]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def test_same_events():
    """In each simulator, those of the target's own log."""
    whole(CPP_MODEL, 'lists', f'+gnomon_cycles={CYCLES}', '+blinker_log=lists.log')
    log = [row for row in logged('lists.log') if row[0] <= CYCLES]
    expected = [(clock, f's{state % 4}') for clock, state in log]
    check(len(expected) > 200, expected)
    for name, simulator, manifest in (
        ('binary', BINARY, 'counter'),
        ('newer', NEWER, 'counter'),
        ('icarus', ICARUS, 'counter'),
        ('cpp', CPP_MODEL, 'model/counter'),
    ):
        rows = [json.loads(line) for line in events_of(name, simulator, manifest).splitlines()]
        equal([(row['time'], row['name']) for row in rows], expected, name)


def test_lists():
    for form in FORMS:
        lists = words_of(f'--{form}', COUNTER)
        verilog = [word for word in sum(lists.values(), []) if word.endswith('.v')]
        names = [os.path.basename(word) for word in verilog]
        equal(names, ['counter.v', 'gnomon_bridge.v'], form)
        for word in verilog + lists['sources']:
            check(os.path.isfile(word) and os.path.isabs(word), f'{form}: no file {word}')
    manifest = os.path.join(COUNTER, 'manifest.json')
    equal(words_of('--icarus', manifest), words_of('--icarus', COUNTER), 'a manifest')
    for form in FORMS[:2]:
        without = words_of(f'--{form}')['sources']
        model = words_of(f'--{form}', '--model', COUNTER_MODEL)['sources']
        more = {os.path.basename(word) for word in set(model) - set(without)}
        check({'counter_model.c', 'gnomon_model.c', 'gnomon_model_nodes.c'} < more, more)
    vpi = words_of('--vpi')
    check([word for word in vpi['sources'] if word.endswith('gnomon_bridge_vpi.c')], vpi)


def test_refused():
    fails(2, 'no simulator: use --verilator')
    fails(2, 'more than one simulator', '--binary', '--icarus')
    fails(2, 'models need Verilator', '--icarus', '--model')
    fails(2, 'models need Verilator', '--cocotb', '--model', COUNTER_MODEL)
    fails(2, '--vpi is the same for all monitors', '--vpi', COUNTER)
    fails(1, "cannot open 'nowhere'", '--icarus', 'nowhere')
    fails(1, "'gnomon gen --model' makes it", '--binary', '--model', COUNTER)
    fails(1, 'has a model of a monitor: use --model', '--binary', COUNTER_MODEL)
    fails(1, 'has a model of a monitor: use --model', '--icarus', COUNTER_MODEL)
    lone = os.path.join(SCRATCH, 'lone')
    shutil.rmtree(lone, ignore_errors=True)
    os.makedirs(lone)
    shutil.copy(os.path.join(COUNTER, 'manifest.json'), lone)
    fails(1, "lone/counter.v': 'gnomon gen' makes it", '--icarus', lone)
    with open(os.path.join(lone, 'manifest.json'), encoding='utf-8') as file:
        text = file.read()
    check('"phy": "bytes"' in text, 'the PHY of the blinker')
    with open(os.path.join(lone, 'manifest.json'), 'w', encoding='utf-8') as file:
        file.write(text.replace('"phy": "bytes"', '"phy": "ft245"'))
    fails(1, "the bridge does not speak 'ft245'", '--binary', lone)


def test_signs():
    """A path that a shell or make would take apart is refused as text, and is in the JSON."""
    for sign in ' ', '$', '#', "'", ';', '*', '\n', '\x1b', '\u202e':
        folder = os.path.join(SCRATCH, f'sign{sign}x')
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(COUNTER, folder)
        fails(1, 'is not one plain word for a shell', '--icarus', folder)
        lists = json.loads(sim('--icarus', '--json', folder).stdout)
        check(os.path.join(folder, 'counter.v') in lists['sources'], lists)
        shutil.rmtree(folder)
    folder = os.fsencode(os.path.join(SCRATCH, 'sign')) + b'\xff'
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.fsencode(COUNTER), folder)
    for more in [], ['--json']:
        fails(1, 'is not in UTF-8', '--icarus', *more, folder)
    shutil.rmtree(folder)


if __name__ == '__main__':
    sys.exit(run('sim', of_module(globals())))
