# SPDX-License-Identifier: Apache-2.0
"""Runs the ping-pong on the simulated target, and reads the times of its measuring points that each
node of the monitor has recorded."""

import json
import os
import shutil
from dataclasses import dataclass

import numpy
import simulated
from simulated import Fault

NAME = 'dash'
SIMULATOR, MONITOR = 'soc_dash', 'quad_dash'
SOURCES = ('sim/experiments/dash/program.c', 'sim/experiments/dash/switch.S')
POINTS = ('trapped', 'returning', 'trapped', 'blocked', 'switched', 'returning') * 2
COLD = 20  # first loops of a run, whose code comes into the caches
NODES = ('exact', 'ticks', 'jitter')


@dataclass(frozen=True)
class Setting:
    """build   folder of the build
    scratch  folder for programs and runs; keep: they stay there
    jobs     runs at the same time
    say      a function for progress
    """

    build: str
    scratch: str
    keep: bool = False
    jobs: int = 1
    say: object = print


@dataclass(frozen=True)
class Plan:
    """One run: see program.c. `locked`: each loop takes so many cycles, 0: as many as it takes."""

    loops: int
    seed: int
    locked: int = 0

    @property
    def name(self):
        return f'{"locked" if self.locked else "loops"}-{self.loops}x-{self.seed}'

    @property
    def macros(self):
        return {
            'LOOPS': self.loops + COLD,
            'SEED': self.seed,
            'LOOP': self.locked,
            'LOADS': 0 if self.locked else 3,
            'APART': 64,
        }


@dataclass(frozen=True)
class Run:
    """times     node -> cycles of point 1 to 12 in each loop, and of point 1 behind the last one
    tick      cycles of a tick
    seed      of the places of ticks of the node `jitter`, in this run
    """

    times: dict
    tick: int
    seed: int


EXPERIMENT = """\
gnomon: 1
manifest: {manifest}
program: {program}
buffer: stream
points:
  trapped: {{ entry: trapped }}
  returning: {{ entry: returning }}
  blocked: {{ entry: blocked }}
  switched: {{ entry: switched }}
  finished: {{ entry: finished }}
until: {{ point: finished, nodes: [exact] }}
limit: 3600 s
"""


def loops_of(events, count):
    """The times of `count` loops, of (point, time) in order. The very first loop has as many points
    as others, but not the same ones: process 2 begins in it."""
    wanted = POINTS * count + POINTS[:1]
    events = events[COLD * len(POINTS) :][: len(wanted)]
    if [name for name, _ in events] != list(wanted):
        raise Fault('the measuring points are not those of so many loops')
    return numpy.array([time for _, time in events], dtype='i8')


def points_of(rows):
    """Node -> (point, time) in order, of rows as `gnomon events --json` prints them."""
    found = {node: [] for node in NODES}
    for row in rows:
        if row['kind'] in ('gap', 'hole'):
            raise Fault(f'records of {row["node"]} are lost: the trace buffer is too small')
        if row['kind'] == 'event' and row['name'] != 'finished':
            found[row['node']].append((row['name'], row['time']))
    return found


def read(gnomon, directory, loops):
    text = simulated.perform([gnomon, 'events', directory, '--json'], 'gnomon events', NAME)
    points = points_of(map(json.loads, text.splitlines()))
    with open(os.path.join(directory, 'run.json'), encoding='utf-8') as file:
        number = json.load(file)['run']
    with open(os.path.join(directory, 'manifest.json'), encoding='utf-8') as file:
        time = {node['name']: node.get('time') for node in json.load(file)['nodes']}
    return Run(
        {node: loops_of(events, loops) for node, events in points.items()},
        time['jitter']['prescale'],
        time['jitter']['seed'] ^ number,
    )


def manifest_of(build):
    return os.path.abspath(os.path.join(build, 'sim', MONITOR, 'manifest.json'))


def tick_of(build):
    """The ticks of both nodes with ticks, in cycles."""
    path = manifest_of(build)
    try:
        with open(path, encoding='utf-8') as file:
            nodes = json.load(file)['nodes']
    except OSError as err:
        raise Fault(f"cannot read '{path}': {err.strerror}; make {NAME} makes it") from None
    return next(node['time']['prescale'] for node in nodes if 'time' in node)


def run(setting, plan):
    setting.say(plan.name)
    folder = os.path.join(os.path.abspath(setting.scratch), plan.name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    program, experiment, where = (
        os.path.join(folder, name) for name in ('program.elf', 'run.yaml', 'run')
    )
    simulated.compile_program(setting.build, NAME, SOURCES, plan.macros, program)
    with open(experiment, 'w', encoding='utf-8') as file:
        file.write(EXPERIMENT.format(manifest=manifest_of(setting.build), program=program))
    command = simulated.simulation(setting.build, SIMULATOR, program)
    command += ['--wait-start', f'+gnomon_experiment={experiment}', f'+gnomon_run={where}']
    simulated.perform(command, SIMULATOR, NAME)
    found = read(os.path.join(setting.build, 'bin', 'gnomon'), where, plan.loops)
    if not setting.keep:
        shutil.rmtree(folder)
    return found
