# SPDX-License-Identifier: Apache-2.0
"""Runs a program under a row, in a folder of its own, and measures it."""

import os
import shutil
import subprocess
from dataclasses import dataclass

import measure
import records
from build import Fault, Program, compile_program
from logs import CORES, Lines, NoLines, Truth
from rows import BASE, BURST, experiment

CLOCK = 50e6  # Hz; quad_table1.yaml
MAX_CYCLES = 50_000_000
BARE = 'soc_bare'
# simulator and its monitor: that of rows 4 and 5 with headends, and that of rows 6 to 12
STORES, FULL = ('soc_row4_stores', 'quad_row4_stores'), ('soc_table1', 'quad_table1')


@dataclass(frozen=True)
class Setting:
    """build     folder of the build
    scratch   folder for programs and logs; keep: they stay there
    compiler  command that compiles a program of the target
    size      rounds of a program
    masked    the core that masks its interrupts, or None
    far       cycles that an access of the central counter or event port takes to get there
    """

    build: str
    scratch: str
    compiler: str
    size: int
    masked: int = None
    far: int = 0
    keep: bool = False

    def tool(self, *names):
        return os.path.join(self.build, *names)


def simulate(setting, simulator, folder, options):
    path = setting.tool('sim', simulator)
    command = [path, '--program', os.path.join(folder, 'program.elf'), '--exit-when-done']
    command += ['--max-cycles', str(MAX_CYCLES), '--truth', os.path.join(folder, 'truth')]
    try:
        done = subprocess.run(command + options, capture_output=True, text=True, check=False)
    except OSError as err:
        raise Fault(f"cannot run '{path}': {err.strerror}; make table1 builds it") from None
    if done.returncode:
        words = (done.stdout + done.stderr).strip().splitlines()
        raise Fault(f'{simulator} failed: ' + '\n'.join(words[-8:]))


def perform(setting, row, program, ratios=False, bare=False):
    """Returns (measure.Run, records of the monitor or None). Bare: on a target without monitor."""
    simulator, monitor = STORES if row.headends else FULL
    name = f'{program}-{row.key.replace(" ", "-")}{"-ratios" if ratios else ""}'
    folder = os.path.join(setting.scratch, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    elf = os.path.join(folder, 'program.elf')
    compile_program(row, program, setting.size, ratios, setting.masked, setting.compiler, elf)
    options, lines = [] if bare else ['--far', str(setting.far)], NoLines()
    if row.capture or row.report:
        options += ['--times', os.path.join(folder, 'times')]
    if row.monitor:
        text = experiment(
            row,
            os.path.abspath(setting.tool('sim', monitor, 'manifest.json')),
            os.path.abspath(elf),
            ratios,
        )
        with open(os.path.join(folder, 'experiment.yaml'), 'w', encoding='utf-8') as file:
            file.write(text)
        options += ['--wait-start', f'+gnomon_experiment={folder}/experiment.yaml']
        options += [f'+gnomon_run={folder}/run']
    simulate(setting, BARE if bare else simulator, folder, options)
    truth = Truth(os.path.join(folder, 'truth'))
    if row.capture or row.report:
        lines = Lines(os.path.join(folder, 'times'), truth.start)
    found = None
    if row.monitor:
        found = records.monitor_events(setting.tool('bin', 'gnomon'), f'{folder}/run')
    run = measure.Run(truth, lines, Program(elf))
    if not setting.keep:
        shutil.rmtree(folder)
    return run, found


def baseline(setting, program):
    """The unmonitored run, on the target without any of the hardware."""
    return perform(setting, BASE, program, bare=True)[0]


def result(setting, base, row, program, ratios=False):
    """What the table has of one run, as a dictionary."""
    run, found = perform(setting, row, program, ratios)
    checked = records.check(row, run, ratios, found)
    if records.checksums(run) != records.checksums(base) and program != BURST:
        if program != 'lock':  # whose sums depend on the order of the cores
            checked.faults.append('the program has computed something else')
    late = records.late(run)
    values = {
        'events': run.event_count,
        'recorded': checked.recorded,
        'states': checked.states,
        'lost': checked.lost,
        'samples': checked.samples if row.monitor else (checked.recorded if ratios else 0),
        'unsampled': checked.unsampled,
        'faults': checked.faults,
        'rounds': {'capture': len(run.rounds[0]), 'report': len(run.rounds[1])},
        'timeouts': late,
        'cycles': run.cycles,
        'counted_cycles': run.counted,
        **measure.compare(base, run),
        'base_cycles': base.cycles,
        'base_grants': len(base.owners),
        'same': measure.same(base, run),
    }
    if row.code == 0 and not values['same']:
        checked.faults.append('the run differs from the unmonitored one')
    return values


def rate(setting, base, row):
    """Events that the row accepts a second, of all cores together, in bursts."""
    values = result(setting, base, row, BURST)
    if row.number == 11:
        made = values['events'] // 2  # a sequence is two points
    else:
        made = values['events']
    return {
        'events': made,
        'recorded': values['recorded'],
        'lost': max(values['lost'], made - values['recorded']),
        'cycles': values['cycles'],
        'cycles_an_event': values['cycles'] * CORES / max(made, 1),
        'events_a_second': values['recorded'] * CLOCK / max(values['cycles'], 1),
        'faults': values['faults'],
        'timeouts': values['timeouts'],
    }
