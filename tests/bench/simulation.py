# SPDX-License-Identifier: Apache-2.0
"""What a monitor costs a simulation: rows of `make bench`.

A share is instructions a cycle without the monitor, as a part of those with it. Valgrind counts
them, so that neither the machine nor other programs change them. Each is the difference of two
runs, without what begins and ends a run. In `live` runs the monitor records; in the others it
waits for its host.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
import time

SHORT, LONG = 130000, 170000  # cycles of the two runs: all cores of sim/soc work in between
STOPPED = 'reached before all cores had exited', 'the run is complete'
NODES = (1, 4, 16, 64)
NODES_CYCLES = (20000, 120000)
POINTS = 'points:\n' + ''.join(f'  p{i}: {{ match: "word in {i}/3" }}\n' for i in range(3))
# the demo's program, whose phases begin and end some times in 100,000 cycles
SERV = """points:
  fill_in: { entry: phase_fill }
  sort_in: { entry: phase_sort }
  sort_out: { return: phase_sort }
actions: { sort_out: [record, sample, reset] }
"""
LITEX = """points:
  fill_in: { entry: phase_fill }
  multiply_in: { entry: phase_multiply }
  sort_in: { entry: phase_sort }
  sort_out: { return: phase_sort }
actions: { sort_out: [record, sample, reset] }
"""
QUAD = """points:
  init: { entry: phase_init }
  multiply: { entry: phase_multiply }
  barrier: { entry: barrier }
actions: { barrier: [record, sample] }
"""


class Bench:
    """Where simulators and programs are, and the functions of bench.py."""

    def __init__(self, build, work, version, row):
        self.sim = os.path.abspath(os.path.join(build, 'sim'))
        self.build, self.work = os.path.abspath(build), os.path.abspath(work)
        self.demo = os.path.join(self.build, 'boards', 'demo')
        self.program = os.path.join(self.sim, 'programs', 'matmul.elf')
        self.version, self.row = version, row

    def run(self, command, folder=None):
        """A program to its end; sim/soc ends with 1 where its own program has not ended."""
        done = subprocess.run(
            command,
            cwd=folder or self.work,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=1800,
        )
        stopped = '--max-cycles' in command and any(end in done.stderr for end in STOPPED)
        if done.returncode and not (done.returncode == 1 and stopped):
            raise SystemExit(f'{" ".join(command)}: {done.stderr[-2000:]}')
        return done

    def counted(self, command, folder=None):
        """Instructions of a program."""
        said = self.run(
            ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', *command], folder
        ).stderr
        return int(re.search(r'Collected *: (\d+)', said)[1])

    def cycle(self, command, folder=None):
        """Instructions of a cycle. command: a function of the number of cycles."""
        few, many = (self.counted(command(cycles), folder) for cycles in (SHORT, LONG))
        return (many - few) / (LONG - SHORT)

    def recorded(self, name='simulation'):
        """Refuses a live run that recorded nothing: its share would be that of an idle one."""
        with open(os.path.join(self.work, name + '.run', 'run.json'), encoding='utf-8') as file:
            if not json.load(file)['count']['events']:
                raise SystemExit(f'{name}: the run recorded no event')

    def experiment(self, manifest, text, name='simulation'):
        """Plusargs of a run; the run directory is made again."""
        path, run = (os.path.join(self.work, name + end) for end in ('.yaml', '.run'))
        shutil.rmtree(run, ignore_errors=True)
        with open(path, 'w', encoding='ascii') as file:
            file.write(f'gnomon: 1\nmanifest: {manifest}\n{text}')
        return [f'+gnomon_experiment={path}', f'+gnomon_run={run}']

    # --- rows

    def share(self, name, mark, bare, monitored, how, folder=None):
        without, with_it = self.cycle(bare, folder), self.cycle(monitored, folder)
        value = without / with_it
        self.row(
            name,
            round(value, 3),
            'of the speed without',
            mark and f'>= {mark}',
            value >= mark if mark else None,
            f'{how}; {without:.0f} and {with_it:.0f} instructions a cycle, by '
            f'{self.version("valgrind")}; {self.version("verilator")}',
        )

    def quad(self, simulator, *more):
        path = os.path.join(self.sim, simulator)
        return lambda cycles: [path, '--program', self.program, '--max-cycles', str(cycles), *more]

    def quads(self):
        for name, mark, simulator, monitor in (
            ('sim_share', 0.6, 'soc_bytes', 'quad'),
            ('sim_share_taps', None, 'soc_taps', 'quad_taps'),
        ):
            how = f'sim/soc with sim/soc/monitors/{monitor}.yaml and without, matmul'
            self.share(name, mark, self.quad('soc_bare'), self.quad(simulator), how)
        self.live('sim_share_live', None, 'soc_bytes', 'quad', 'the same as sim_share, live')

    def live(self, name, mark, simulator, folder, how):
        """The share of a live run of the quad-core target."""
        manifest = os.path.join(self.sim, folder, 'manifest.json')

        def run(cycles):
            plusargs = self.experiment(manifest, f'program: {self.program}\n' + QUAD)
            return [*self.quad(simulator, '--wait-start')(10 * LONG), *plusargs,
                    f'+gnomon_cycles={cycles}']  # fmt: skip

        self.share(name, mark, self.quad('soc_bare'), run, how)
        self.recorded()

    def models(self):
        """Live runs: what a model costs that waits for its host is no measure."""
        for name, mark, simulator, monitor in (
            ('sim_share_model', 0.85, 'soc_bytes_model', 'quad'),
            ('sim_share_model_taps', 0.75, 'soc_taps_model', 'quad_taps'),
        ):
            how = f'sim/soc with the model of sim/soc/monitors/{monitor}.yaml and without, live'
            self.live(name, mark, simulator, os.path.join('model', monitor), how)

    def foreign(self, target, how, manifest, text, folder):
        """A target that is not ours, with a monitor and with its model, both live."""

        def bare(cycles):
            return [os.path.join(self.sim, target + '_bare'), f'+max_clocks={cycles}']

        def live(simulator):
            def run(cycles):
                plusargs = self.experiment(manifest, text)
                return [os.path.join(self.sim, simulator), *plusargs, f'+gnomon_cycles={cycles}']

            return run

        for model, said in (('', how), ('_model', 'the same with the model of the monitor')):
            name = f'sim_share_{target}{model}'
            self.share(name, None, bare, live(target + model), said, folder)
            self.recorded()

    def serv(self):
        self.foreign(
            'serv',
            'SERV (servant of PyPI) with tests/bench/serv/serv.yaml, live, and without',
            os.path.join(self.work, 'serv', 'manifest.json'),
            f'program: {self.demo}/demo.elf\n' + SERV,
            self.demo,
        )

    def litex(self):
        folder = os.path.join(self.work, 'litex')
        self.foreign(
            'litex',
            'LiteX with two VexRiscv of PyPI, with tests/bench/litex/litex.yaml, live, and without',
            os.path.join(folder, 'monitor', 'manifest.json'),
            f'program: {folder}/program.elf\n' + LITEX,
            os.path.join(folder, 'soc'),
        )

    def mcycles(self):
        """By the clock: the speed of this machine."""
        taken = []
        for _ in range(5):
            done = self.run(self.quad('soc_bytes', '--exit-when-done')(2000000000))
            said = done.stdout + done.stderr
            taken.append(float(re.search(r'speed ([\d.]+) Mcycles', said)[1]))
        self.row(
            'sim_mcycles',
            round(sorted(taken)[2], 2),
            'million cycles/s',
            None,
            None,
            'sim/soc with sim/soc/monitors/quad.yaml, matmul, median of 5',
        )

    def nodes(self):
        """By the clock: a live run of N nodes, all busy, without what begins and ends it."""
        for count, model in itertools.product(NODES, ('', '_model')):
            out = 'model' if model else 'out'
            manifest = os.path.join(self.sim, f'nodes_{count}', out, 'manifest.json')
            taken = []
            for cycles in NODES_CYCLES:
                plusargs = self.experiment(manifest, POINTS)
                begin = time.perf_counter()
                self.run([os.path.join(self.sim, f'many_{count}{model}'), *plusargs,
                          f'+gnomon_cycles={cycles}'])  # fmt: skip
                taken.append(time.perf_counter() - begin)
            speed = (NODES_CYCLES[1] - NODES_CYCLES[0]) / (taken[1] - taken[0]) / 1e6
            self.row(
                f'sim_nodes_{count}{model}_mcycles',
                round(speed, 3),
                'million cycles/s',
                None,
                None,
                f'a live run of {count} nodes with their sources, tests/sim/nodes, all busy'
                + (', the model' if model else ''),
            )


def measure(build, work, version, row, wanted):
    bench = Bench(build, work, version, row)
    for names, part in (
        (('sim_share', 'sim_share_taps', 'sim_share_live'), bench.quads),
        (('sim_share_model', 'sim_share_model_taps'), bench.models),
        (('sim_share_serv', 'sim_share_serv_model'), bench.serv),
        (('sim_share_litex', 'sim_share_litex_model'), bench.litex),
        (('sim_mcycles',), bench.mcycles),
        (('sim_nodes',), bench.nodes),
    ):
        if wanted(*names):
            part()
