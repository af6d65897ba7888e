# SPDX-License-Identifier: Apache-2.0
"""The marks of a ring on ECP5: nodes with 63 patterns and four ratio pairs, what one costs, the
clock, and how many an LFE5U-85 holds.
"""

import json
import os
import re
import shutil
import statistics
import subprocess

BLOCKS_MARK, CLOCK_MARK, NODES_MARK = 9, 120, 16  # of DESIGN.md
GROWTH_MARK = 1.05  # what a node costs in a large ring, of what it costs in a small one
FEW, SEEDS = 4, (1, 2, 3)  # nodes and seeds of the clock
# counts that are placed and routed, from the largest on, until one fits: minutes each
PLACED = (16,)
MOST = 64  # nodes that are synthesised
DESCRIPTION = """gnomon: 1
name: ring{count}
family: ecp5
clock: 120 MHz
buffer: {{ slots: 1024 }}
link: {{ phy: uart, baud: 12 MHz }}
ring: {{ wires: 8 }}
nodes:
  - name: core
    count: {count}
    watch: {{ field: pc, bits: 32, when: retired, capacity: 63 }}
    fifo: {{ slots: 256 }}
    ratios:
      form: full
      pairs:
        - {{ name: icache, a: icache_hit, b: icache_access }}
        - {{ name: dcache, a: dcache_hit, b: dcache_access }}
        - {{ name: bus, a: bus_busy, b: always }}
        - {{ name: stall, a: stall, b: always }}
"""


class Ring:
    """The pinned tools at work in a folder."""

    def __init__(self, folder, generator, yosys, nextpnr):
        self.folder, self.generator, self.yosys, self.nextpnr = folder, generator, yosys, nextpnr
        os.makedirs(folder, exist_ok=True)
        self.sources = sorted(name for name in os.listdir('rtl') if name.endswith('.v'))
        for name in os.listdir('rtl'):
            shutil.copy(os.path.join('rtl', name), folder)

    def synthesise(self, count, whole=True):
        """Cells by type of a monitor of so many nodes; its inputs come out of a shift register,
        whose flip-flops are among them. The whole is optimised at once, or module by module: what
        one node costs beside another is then the same, in a tenth of the time."""
        name = f'ring{count}'
        path = os.path.join(self.folder, name + '.yaml')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(DESCRIPTION.format(count=count))
        subprocess.run(
            [self.generator, path, '-o', os.path.join(self.folder, name)],
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=60,
        )
        with open(os.path.join(self.folder, name, name + '.v'), encoding='utf-8') as file:
            ports = re.search(rf'^module {name} \((.*?)^\);', file.read(), re.M | re.S).group(1)
        fed = [
            (int(high or 0) + 1, port)
            for high, port in re.findall(
                r'^\tinput +wire +(?:\[(\d+):0\])? *(core\w+)', ports, re.M
            )
        ]
        with open(os.path.join(self.folder, name + '_fpga.v'), 'w', encoding='utf-8') as file:
            file.write(wrapper(name, fed))
        how = f'-json {name}.json' if whole else '-noflatten'
        script = (
            f'read_verilog {" ".join(self.sources)} {name}/{name}.v {name}_fpga.v; '
            f'synth_ecp5 -abc9 -top {name}_fpga {how}; tee -q -o {name}_stat.json stat -json'
        )
        subprocess.run(
            [self.yosys, '-q', '-p', script],
            cwd=self.folder,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=3600,
        )
        with open(os.path.join(self.folder, name + '_stat.json'), encoding='utf-8') as file:
            return json.load(file)['design']['num_cells_by_type']

    def place(self, count, seed, frequency):
        """The clock of a placed and routed monitor in MHz; None where it does not
        fit or cannot be routed."""
        said = subprocess.run(
            [
                self.nextpnr,
                '--85k',
                '--package',
                'CABGA756',
                '--lpf-allow-unconstrained',
                '--json',
                f'ring{count}.json',
                '--seed',
                str(seed),
                '--freq',
                str(frequency),
                '--timing-allow-fail',
                '--textcfg',
                f'ring{count}.config',
            ],
            cwd=self.folder,
            check=False,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=3600,
        )
        clocks = re.findall(r'Max frequency for clock .*?: ([\d.]+) MHz', said.stdout)
        return float(clocks[-1]) if said.returncode == 0 and clocks else None


def wrapper(name, fed):
    """The monitor between flip-flops: what pins and the bench's wiring take is not its clock."""
    total, at, joins = sum(bits for bits, _ in fed), 0, []
    for bits, port in fed:
        joins.append(f'.{port}(feed_q[{at + bits - 1}:{at}])')
        at += bits
    return (
        f'module {name}_fpga (input wire clk, input wire rst, input wire serial_i, input wire rx_i, output reg tx_o);\n'
        f'\treg [{total - 1}:0] feed_q;\n\treg rst_q, rx_q;\n\twire tx, sync;\n'
        f'\talways @(posedge clk) begin\n\t\tfeed_q <= {{feed_q[{total - 2}:0], serial_i}};\n'
        '\t\trst_q <= rst;\n\t\trx_q <= rx_i;\n\t\ttx_o <= tx;\n\tend\n'
        f'\t{name} u_monitor (.clk(clk), .rst(rst_q), .rx_i(rx_q), .tx_o(tx), .sync_o(sync),\n\t\t{", ".join(joins)});\nendmodule\n'
    )


def blocks_of(cells):
    return cells.get('DP16KD', 0) + cells.get('PDPW16KD', 0)


def luts_of(cells):
    return cells['LUT4']


def added(cells, few, many, kind):
    """What each of the nodes few + 1 to many adds of a kind of logic cell."""
    return (kind(cells[many]) - kind(cells[few])) / (many - few)


def listed(cells):
    return '; '.join(
        f'{count} nodes: {blocks_of(made)} DP16KD, {luts_of(made)} LUT4, {made["TRELLIS_DPR16X4"]} DPR16X4, '
        f'{made["TRELLIS_FF"]} flip-flops'
        for count, made in cells.items()
    )


def measure(folder, generator, yosys, nextpnr, version, row):
    """Prints the five rows."""
    ring = Ring(folder, generator, yosys, nextpnr)
    largest = max(PLACED)
    whole = {count: ring.synthesise(count) for count in (FEW, *sorted(PLACED))}
    parts = {count: ring.synthesise(count, whole=False) for count in (FEW, largest, MOST)}
    what = 'tests/bench/ecp5.py, 63 patterns and four ratio pairs of 32 bits a node, FIFO of 256 slots, 8 wires'
    how = f'{what}; {version(yosys)}'
    node_blocks = added(whole, FEW, largest, blocks_of)
    node_luts = added(whole, FEW, largest, luts_of)
    row(
        'ecp5_node_ram',
        round(node_blocks, 2),
        'RAM blocks',
        f'<= {BLOCKS_MARK}',
        node_blocks <= BLOCKS_MARK,
        f'{how}; what each of the nodes {FEW + 1} to {largest} adds; {listed(whole)}',
    )
    row(
        'ecp5_node_lut',
        round(node_luts),
        'LUT4',
        None,
        None,
        f'{how}; what each of the nodes {FEW + 1} to {largest} adds, LUT RAM not included; {listed(whole)}',
    )
    growth = max(
        added(parts, largest, MOST, cells) / added(parts, FEW, largest, cells)
        for cells in (luts_of, blocks_of)
    )
    row(
        'ecp5_node_growth',
        round(growth, 3),
        'times',
        f'<= {GROWTH_MARK}',
        growth <= GROWTH_MARK,
        f'{how}, module by module (-noflatten); what each of the nodes {largest + 1} to {MOST} adds, of what each '
        f'of the nodes {FEW + 1} to {largest} does, in LUT4 or in RAM blocks, whichever grows more; {listed(parts)}',
    )
    placed = [ring.place(FEW, seed, CLOCK_MARK + 10) for seed in SEEDS]
    how += f', {version(nextpnr)}, LFE5U-85, speed grade 6'
    if None not in placed:
        clock = statistics.median(placed)
        row(
            'ecp5_fmax_mhz',
            round(clock, 1),
            'MHz',
            f'> {CLOCK_MARK}',
            clock > CLOCK_MARK,
            f'{how}; {FEW} nodes, seeds {", ".join(map(str, SEEDS))}: {", ".join(f"{p:.1f}" for p in placed)}',
        )
    routed = {}
    for count in PLACED:
        routed[count] = ring.place(count, 1, CLOCK_MARK)
        if routed[count] is not None:
            break
    most = max((count for count, clock in routed.items() if clock is not None), default=0)
    tried = ', '.join(
        f'{count} nodes: ' + ('not placed' if clock is None else f'{clock:.1f} MHz')
        for count, clock in routed.items()
    )
    row(
        'ecp5_nodes_max',
        most,
        'nodes',
        f'>= {NODES_MARK}',
        most >= NODES_MARK,
        f'{how}; the largest of the counts {", ".join(map(str, PLACED))} that is placed and routed, tried from the largest on: {tried}; '
        f'{MOST} nodes are synthesised',
    )
