# SPDX-License-Identifier: Apache-2.0
"""The marks of the ranks: K patterns of 32 bits in RAM, and K plain comparators beside
them, on iCE40 and ECP5.
"""

import json
import os
import re
import subprocess

CAPACITIES = (15, 31, 63, 127, 255)
WORD_W = 32
MARK_CAPACITY, MARK_CELLS = 63, 100  # of DESIGN.md
LIBRARY = (
    'gnomon_trigger_rank',
    'gnomon_trigger_last',
    'gnomon_cell_delay',
    'gnomon_cell_ram',
    'gnomon_cell_ram_bytes',
    'gnomon_cell_ram_dual',
    'gnomon_cell_ram_single',
)
FAMILIES = {
    # synthesis; packing; logic cells, flip-flops that do not count among them, and RAM
    # blocks in the packer's output
    'ice40': (
        'synth_ice40 -abc9 -device hx',
        ['--hx8k', '--package', 'ct256', '--pcf-allow-unconstrained'],
        'ICESTORM_LC',
        None,
        'ICESTORM_RAM',
        'iCE40 HX8K',
    ),
    'ecp5': (
        'synth_ecp5 -abc9',
        ['--25k', '--package', 'CABGA381', '--lpf-allow-unconstrained'],
        'TRELLIS_COMB',
        'TRELLIS_FF',
        'DP16KD',
        'ECP5 25K',
    ),
}


class Ranks:
    """The pinned tools at work in a folder; `yosys` and `packers` (by family) are paths, `row`
    takes a mark as bench.py prints it."""

    def __init__(self, folder, generator, yosys, packers, row):
        self.folder, self.generator, self.yosys, self.packers, self.row = (
            folder,
            generator,
            yosys,
            packers,
            row,
        )
        os.makedirs(folder, exist_ok=True)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), 'w', encoding='utf-8') as file:
            file.write(text)

    def copy(self, path):
        with open(path, encoding='utf-8') as file:
            self.write(os.path.basename(path), file.read())

    def emit(self, family, capacity, goal):
        """Writes the emitted ranks as patterns.v; their plan, and the width of a table address."""
        self.write(
            'patterns.yaml',
            f'gnomon: 1\nname: patterns\nfamily: {family}\nclock: 100 MHz\nbuffer: {{ slots: 1024 }}\nlink: {{ phy: bytes }}\n'
            f'nodes:\n  - name: n\n    watch: {{ field: w, bits: {WORD_W}, capacity: {capacity}, goal: {goal} }}\n',
        )
        path = os.path.join(self.folder, 'patterns.yaml')
        said = subprocess.run(
            [self.generator, '--cost', path, '--json'],
            check=True,
            text=True,
            stdout=subprocess.PIPE,
            timeout=60,
        ).stdout
        subprocess.run(
            [self.generator, path, '-o', os.path.join(self.folder, 'patterns')],
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=60,
        )
        with open(os.path.join(self.folder, 'patterns', 'patterns.v'), encoding='utf-8') as file:
            module = re.search(
                r'^module patterns_ranks0\b.*?^endmodule', file.read(), re.M | re.S
            ).group(0)
        self.write('patterns.v', module + '\n')
        plan = next(
            p['tree'] for w in json.loads(said)['watches'] for p in w['plans'] if p['chosen']
        )
        return plan, int(re.search(r'\[(\d+):0\]\s*wr_addr_i', module).group(1)) + 1

    def measure(self, family, top, parameters, sources):
        """Logic cells, flip-flops beside them and RAM blocks as the packer counts them, of a
        netlist that is too large for the device, too."""
        flow, options, *names, _ = FAMILIES[family]
        setting = ' '.join(f'-set {name} {value}' for name, value in parameters.items())
        script = f'read_verilog {" ".join(sources)}; chparam {setting} {top}; {flow} -top {top} -json {top}.json'
        subprocess.run(
            [self.yosys, '-q', '-p', script],
            cwd=self.folder,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=1800,
        )
        said = subprocess.run(
            [self.packers[family], *options, '--json', f'{top}.json', '--pack-only'],
            cwd=self.folder,
            check=True,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=900,
        ).stdout
        found = [name and re.search(rf'{name}:\s+(\d+)', said) for name in names]
        assert found[0], f'the packer does not count {names[0]}'
        return [
            int(f.group(1)) if f else None if name is None else 0
            for name, f in zip(names, found, strict=True)
        ]

    def patterns(self, family, how):
        for name in LIBRARY:
            self.copy(os.path.join('rtl', name + '.v'))
        self.copy('tests/bench/fpga/ranks_fpga.v')
        end = '' if family == 'ice40' else '_' + family
        for capacity in CAPACITIES:
            found = {}
            for goal in ('balanced', 'ram'):
                plan, cell_bits = self.emit(family, capacity, goal)
                parameters = {
                    'WORD_W': WORD_W,
                    'CELL_W': cell_bits,
                    'CODE_W': capacity.bit_length(),
                }
                feed = 2 * WORD_W + cell_bits + 9  # of ranks_fpga.v
                cells, flops, blocks = self.measure(
                    family,
                    'ranks_fpga',
                    parameters,
                    [name + '.v' for name in LIBRARY] + ['patterns.v', 'ranks_fpga.v'],
                )
                assert blocks == plan['blocks'], (
                    f'{blocks} RAM blocks where {plan["blocks"]} were planned'
                )
                # A logic cell of iCE40 is a LUT and a flip-flop; TRELLIS_COMB is a LUT alone.
                cells -= feed if flops is None else 0
                found[goal] = (
                    cells,
                    blocks,
                    (
                        f'{cells} cells, '
                        + ('' if flops is None else f'{flops - feed} flip-flops beside them, ')
                        + f'{blocks} blocks, {len(plan["ranks"])} ranks, {plan["levels"]} levels'
                    ),
                )
            said = f'{how}; goal balanced: {found["balanced"][2]}; goal ram: {found["ram"][2]}; less the flip-flops that feed them'
            cells, blocks, _ = found['balanced']
            marked = family == 'ice40' and capacity == MARK_CAPACITY
            self.row(
                f'patterns_{capacity}_lc{end}',
                cells,
                'logic cells',
                f'< {MARK_CELLS}' if marked else None,
                cells < MARK_CELLS if marked else None,
                said,
            )
            self.row(f'patterns_{capacity}_ram{end}', blocks, 'RAM blocks', None, None, said)

    def comparators(self, family, how):
        self.copy('tests/bench/fpga/comparators_fpga.v')
        end = '' if family == 'ice40' else '_' + family
        for capacity in CAPACITIES:
            bits = capacity.bit_length()
            parameters = {'WORD_W': WORD_W, 'COUNT': capacity, 'ADDR_W': bits + 2, 'CODE_W': bits}
            feed = WORD_W + parameters['ADDR_W'] + 9
            cells, flops, _ = self.measure(
                family, 'comparators_fpga', parameters, ['comparators_fpga.v']
            )
            beside = '' if flops is None else f'; {flops - feed} flip-flops beside them'
            self.row(
                f'comparators_{capacity}_lc{end}',
                cells - (feed if flops is None else 0),
                'logic cells',
                None,
                None,
                f'{how}; {capacity} plain comparators of 32 bits, loadable, with the code of the one that matches{beside}',
            )


def measure(folder, generator, yosys, packers, version, row, wanted):
    """Prints the rows whose names are wanted by groups: patterns and comparators."""
    ranks = Ranks(folder, generator, yosys, packers, row)
    for family, (_, _, cells, _, _, device) in FAMILIES.items():
        how = f'{version(yosys)}, {version(packers[family])}, {device}, packed, {cells}'
        if wanted('patterns'):
            ranks.patterns(family, how)
        if wanted('comparators'):
            ranks.comparators(family, how)
