# SPDX-License-Identifier: Apache-2.0
"""Runs the program of the experiment on the simulated target, and reads what gnomon has recorded:
the readings of the clock, which the program writes to its event ports, and the exact cycles in
which the routine that reads it began and ended."""

import json
import os
import shutil
from dataclasses import dataclass, field

import simulated
from simulated import Fault

NAME = 'cmstar'
SOURCES = ('sim/experiments/cmstar/program.c',)
SIMULATOR, MONITOR = 'soc_cmstar', 'octo_cmstar'
CORES = 8
MODES = {'readers': 1, 'zero': 2, 'rpc': 3, 'modules': 4}
ROUTINES = {
    'Varying-Read': 1,
    '4-Read': 2,
    '4-Read as printed': 3,
    '1-Read': 4,
    '1-Read as printed': 5,
    'latched read': 6,
}
LOADS = {'reads': 1, 'bursts': 2}
READING, RECEIVED, ZERO_TIME = 64, 65, 66  # numbers of events; program.c
CLOCK_CORE = 2


@dataclass(frozen=True)
class Setting:
    """build   folder of the build
    scratch  folder for programs and runs; keep: they stay there
    far      cycles that an access of the clock takes to get there
    seed     of the random numbers of all programs
    say      a function for progress
    """

    build: str
    scratch: str
    far: int = 0
    keep: bool = False
    jobs: int = 1
    seed: int = 1
    say: object = print


@dataclass(frozen=True)
class Plan:
    """One run: see program.c. `nodes` are the cores whose reads are recorded."""

    mode: str
    routine: str = '4-Read'
    readers: int = 1
    load: str = 'reads'
    period: int = 0
    pairs: int = 1
    words: int = 0
    count: int = 100
    half_bits: int = 16

    @property
    def name(self):
        return '-'.join(
            [
                *(self.mode, str(ROUTINES[self.routine]), f'{self.readers}r', self.load),
                *(f'{self.period}i', f'{self.pairs}p', f'{self.words}w', f'{self.count}x'),
            ]
        )

    @property
    def nodes(self):
        cores = {
            'readers': [0],
            'zero': [0, CLOCK_CORE],
            'rpc': [0, 1, CLOCK_CORE],
            'modules': range(CORES),
        }
        return [f'core{core}' for core in cores[self.mode]]

    @property
    def macros(self):
        return {
            'MODE': MODES[self.mode],
            'ROUTINE': ROUTINES[self.routine],
            'READERS': self.readers,
            'LOAD': LOADS[self.load],
            'PERIOD': self.period,
            'PAIRS': self.pairs,
            'WORDS': self.words,
            'COUNT': self.count,
            'HALF_BITS': self.half_bits,
        }


@dataclass
class Core:
    """reads   (first cycle, last cycle) of each call of the routine, in order
    readings  event number -> what the program wrote with it, in order
    works     (first cycle, last cycle) of each call of work()
    """

    reads: list = field(default_factory=list)
    readings: dict = field(default_factory=dict)
    works: list = field(default_factory=list)


EXPERIMENT = """\
gnomon: 1
manifest: {manifest}
program: {program}
buffer: stream
points:
  begun: {{ entry: clock_read, nodes: [{nodes}] }}
  ended: {{ return: clock_read, nodes: [{nodes}] }}
{works}  finished: {{ entry: finished, nodes: [core0] }}
port: {{ actions: [record], nodes: [{nodes}] }}
until: {{ point: finished, nodes: [core0] }}
limit: 3600 s
"""
WORKS = """\
  work_begun: {{ entry: work, nodes: [{nodes}] }}
  work_ended: {{ return: work, nodes: [{nodes}] }}
"""


def simulation(setting, simulator, program):
    return [*simulated.simulation(setting.build, simulator, program), '--far', str(setting.far)]


def run(setting, plan):
    """Core number -> Core, of the cores that are recorded."""
    setting.say(plan.name)
    folder = os.path.join(os.path.abspath(setting.scratch), plan.name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    program, experiment = (os.path.join(folder, name) for name in ('program.elf', 'run.yaml'))
    macros = {**plan.macros, 'SEED': setting.seed}
    simulated.compile_program(setting.build, NAME, SOURCES, macros, program)
    nodes = ', '.join(plan.nodes)
    with open(experiment, 'w', encoding='utf-8') as file:
        file.write(
            EXPERIMENT.format(
                manifest=os.path.abspath(
                    os.path.join(setting.build, 'sim', MONITOR, 'manifest.json')
                ),
                program=program,
                nodes=nodes,
                works=WORKS.format(nodes=nodes) if plan.mode == 'modules' else '',
            )
        )
    where = os.path.join(folder, 'run')
    simulated.perform(
        [
            *simulation(setting, SIMULATOR, program),
            *('--wait-start', f'+gnomon_experiment={experiment}', f'+gnomon_run={where}'),
        ],
        SIMULATOR,
        NAME,
    )
    found = events(os.path.join(setting.build, 'bin', 'gnomon'), where)
    if not setting.keep:
        shutil.rmtree(folder)
    return found


def each(setting, plans):
    """What the plans show, in their order."""
    return simulated.each(run, setting, plans)


def events(gnomon, directory):
    text = simulated.perform([gnomon, 'events', directory, '--json'], 'gnomon events', NAME)
    return cores_of(map(json.loads, text.splitlines()))


def cores_of(rows):
    """The same, of rows as `gnomon events --json` prints them."""
    cores, open_at = {}, {}
    for row in rows:
        if row['kind'] in ('gap', 'hole'):
            raise Fault(f'records of {row["node"]} are lost: the trace buffer is too small')
        core = cores.setdefault(int(row['node'].removeprefix('core')), Core())
        name, time = row['name'], row['time']
        if row['kind'] == 'write':
            core.readings.setdefault(row['number'], []).append(row['data'])
        elif name in ('begun', 'work_begun'):
            open_at[row['node'], name] = time
        elif name == 'ended' and (row['node'], 'begun') in open_at:
            core.reads.append((open_at.pop((row['node'], 'begun')), time))
        elif name == 'work_ended' and (row['node'], 'work_begun') in open_at:
            core.works.append((open_at.pop((row['node'], 'work_begun')), time))
    return cores
