# SPDX-License-Identifier: Apache-2.0
"""What a monitor costs a simulation: rows of `make bench`.

A share is instructions a cycle without the monitor, as a part of those with it; a cost is what the
monitor adds, a node. Valgrind counts them, so that neither the machine nor other programs change
them. Each is the difference of two runs, without what begins and ends a run. In `live` runs the
monitor records; in the others it waits for its host.
"""

import itertools
import json
import os
import re
import shutil
import subprocess

SHORT, LONG = 130000, 170000  # cycles of the two runs: all cores of sim/soc work in between
STOPPED = 'reached before all cores had exited', 'the run is complete'
NODES = (1, 4, 16, 64)
NODES_CYCLES = (20000, 40000)
COST_CYCLES = (20000, 40000)
COST_NODES = 2
# of sim_cost: the option of make.py, and what a model of it may cost an idle node at most
COSTS = (('pc', 100), ('rvfi', None), ('pairs', 100), ('tap', 250), ('segments', None))
COST_IDLE = 'points: { never: { match: "pc in 0xfffffffc" } }\n'
COST_BUSY = 'points: { often: { match: "pc in 0/0x3c" }, sort_in: { entry: phase_sort } }\n'
COST_MORE = {  # by the option
    'rvfi': 'calls: "*"\n',
    'segments': 'count: { look: sort_in }\n',
    'full': 'calls: "*"\ncount: { look: sort_in }\n',
}
COST_FULL = (('', 0.3), ('_model', 0.75))  # the simulator, and its mark
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
        """Instructions of the thread that simulates. A live run has another one, which indexes it:
        how much that does depends on the clock of the machine."""
        path = os.path.join(self.work, 'callgrind.out')
        first = path + '-01'
        if os.path.exists(first):
            os.remove(first)
        self.run(
            [
                *('valgrind', '--tool=callgrind', '--separate-threads=yes'),
                *(f'--callgrind-out-file={path}', *command),
            ],
            folder,
        )
        with open(first, encoding='utf-8') as file:
            return int(re.search(r'^totals: (\d+)$', file.read(), re.M)[1])

    def cycle(self, command, folder=None, lengths=(SHORT, LONG)):
        """Instructions of a cycle. command: a function of the number of cycles."""
        taken = []
        for cycles in lengths:
            words = command(cycles)
            taken.append(self.counted(words, folder))
        return per_cycle(*taken, lengths, ' '.join(words))

    def recorded(self, name='simulation', some=True):
        """Refuses a live run that recorded nothing, as its share would be that of an idle one; or
        an idle one that recorded something."""
        with open(os.path.join(self.work, name + '.run', 'run.json'), encoding='utf-8') as file:
            events = json.load(file)['count']['events']
        if bool(events) != some:
            raise SystemExit(f'{name}: the run recorded {events} events')

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

    def costs(self, wanted):
        """What monitors of one option each add to the LiteX system, idle and busy."""
        bare = self.bare_litex()
        for name, (option, most, model, state) in cost_rows().items():
            if not wanted(name):
                continue
            events = self.cost_busy(option) if state == 'busy' else COST_IDLE
            value = (self.cost_run(option + model, events, state == 'busy') - bare) / COST_NODES
            mark = most if model and state == 'idle' else None
            self.row(
                name,
                round(value, 1),
                'instructions',
                mark and f'< {mark}',
                value < mark if mark else None,
                f'a cycle and node, added to LiteX with two VexRiscv of PyPI ({bare:.0f} '
                f'instructions a cycle) by the monitor of tests/bench/sim_cost, {option}, live, '
                f'{state}; {self.version("valgrind")}; {self.version("verilator")}',
            )

    def full(self):
        """A monitor with all of these: the share of the target's own speed."""
        bare = self.bare_litex()
        for model, mark in COST_FULL:
            with_it = self.cost_run('full' + model, self.cost_busy('full'), True)
            self.row(
                f'sim_share_full{model}',
                round(bare / with_it, 3),
                'of the speed without',
                f'>= {mark}',
                bare / with_it >= mark,
                'LiteX with two VexRiscv of PyPI, with the full monitor of tests/bench/sim_cost '
                f'(two cores and a bus), live and busy, and without; {bare:.0f} and '
                f'{with_it:.0f} instructions a cycle, by {self.version("valgrind")}; '
                f'{self.version("verilator")}',
            )

    def bare_litex(self):
        """Instructions of a cycle of the LiteX system alone."""
        path = os.path.join(self.sim, 'litex_bare')
        return self.cycle(
            lambda cycles: [path, f'+max_clocks={cycles}'],
            os.path.join(self.work, 'litex', 'soc'),
            COST_CYCLES,
        )

    def cost_busy(self, option):
        program = os.path.join(self.work, 'litex', 'program.elf')
        return f'program: {program}\n{COST_BUSY}' + COST_MORE.get(option, '')

    def cost_run(self, name, events, some):
        """Instructions of a cycle with a monitor of make.py; name: of its simulator."""
        option = name.removesuffix('_model')
        out = 'model' if name != option else 'out'
        manifest = os.path.join(self.work, f'cost_{option}', out, 'manifest.json')

        def run(cycles):
            return [os.path.join(self.sim, 'cost_' + name), *self.experiment(manifest, events),
                    f'+gnomon_cycles={cycles}']  # fmt: skip

        value = self.cycle(run, os.path.join(self.work, 'litex', 'soc'), COST_CYCLES)
        self.recorded(some=some)
        return value

    def nodes(self):
        """A live run of N nodes, all busy, without what begins and ends it."""
        for count, model in itertools.product(NODES, ('', '_model')):
            out = 'model' if model else 'out'
            manifest = os.path.join(self.sim, f'nodes_{count}', out, 'manifest.json')
            path = os.path.join(self.sim, f'many_{count}{model}')

            def run(cycles, path=path, manifest=manifest):
                return [path, *self.experiment(manifest, POINTS), f'+gnomon_cycles={cycles}']

            value = self.cycle(run, lengths=NODES_CYCLES)
            self.recorded()
            self.row(
                f'sim_nodes_{count}{model}',
                round(value),
                'instructions',
                None,
                None,
                f'a cycle of a live run of {count} nodes with their sources, tests/sim/nodes, all '
                f'busy' + (', the model' if model else '') + f'; {self.version("valgrind")}',
            )


def cost_rows():
    """The rows of sim_cost by their names: option, mark, which monitor, state."""
    return {
        f'sim_cost_{option}{model}_{state}': (option, most, model, state)
        for (option, most), model, state in itertools.product(
            COSTS, ('', '_model'), ('idle', 'busy')
        )
    }


def per_cycle(few, many, lengths, what):
    """Instructions of a cycle, from those of two runs; refuses what cannot be."""
    value = (many - few) / (lengths[1] - lengths[0])
    if value <= 0:
        raise SystemExit(
            f'{what}: {lengths[0]} cycles took {few} instructions and {lengths[1]} cycles {many}: '
            'the longer run cannot take fewer'
        )
    return value


def measure(build, work, version, row, wanted):
    bench = Bench(build, work, version, row)
    for names, part in (
        (('sim_share', 'sim_share_taps', 'sim_share_live'), bench.quads),
        (('sim_share_model', 'sim_share_model_taps'), bench.models),
        (('sim_share_serv', 'sim_share_serv_model'), bench.serv),
        (('sim_share_litex', 'sim_share_litex_model'), bench.litex),
        (('sim_mcycles',), bench.mcycles),
        (('sim_nodes',), bench.nodes),
        (tuple(cost_rows()), lambda: bench.costs(wanted)),
        (('sim_share_full', 'sim_share_full_model'), bench.full),
    ):
        if wanted(*names):
            part()
