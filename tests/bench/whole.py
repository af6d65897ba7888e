# SPDX-License-Identifier: Apache-2.0
"""Whole monitors: cells, RAM blocks and clock of each description of tests/bench/whole/ and of the
one-node monitor, on iCE40 and ECP5, beside two logic analysers that are made by their packages.

Their inputs come out of a shift register. On iCE40 its flip-flops do not count; on ECP5 LUTs are
counted.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys

FOLDER, OTHERS = 'tests/bench/whole', 'tests/bench/monitors'
LARGE = 'nodes24'  # on ECP5; minutes a seed, so it is measured by its name alone
# description: cells, RAM blocks and MHz that are the marks on iCE40 (below, at most, above)
MARKS = {
    'one_node': (350, 24, 140),
    'base': (600, 22, 120),
    'pairs4': (850, 26, 100),
    'pairs8': (950, 28, 100),
    'groups2': (None, None, None),
    'counters64': (1050, 30, 100),
    'buckets64': (1050, 30, 100),
    'steps': (850, 24, 100),
    'capture_interrupt': (900, 28, 100),
    'local_store': (900, 28, 100),
    'segments': (950, 30, 100),
    'memory_port': (1000, 22, 90),
    'ft245_sync': (850, 24, 90),
    'two_nodes': (1700, 32, 100),
}
CHIP_MARK = 100  # MHz of the clock of the FT232H's side
PEERS = {'litescope': 'read_verilog litescope.v', 'manta': 'read_rtlil manta.il'}
ECP5_LUTS = {'one_node': 450, 'base': 700}
ECP5_MHZ = 120
# ports that are pins, as on a board; any other input is fed
PINS = {'clk', 'rst', 'ft_clk_i', 'rxf_n_i', 'txe_n_i', 'd_i', 'rx_i', 'rx', 'serial_rx'}
CLOCK = re.compile(r"Max frequency for clock +'(?:\$glbnet\$)?(\w+?)(?:\$\S+)?': ([\d.]+) MHz")
FAMILIES = {
    # synthesis, options of place and route, MHz that are asked for, seeds
    'ice40': (
        'synth_ice40 -abc9 -device hx',
        ['--hx8k', '--package', 'ct256', '--pcf-allow-unconstrained'],
        140,
        (1, 2, 3),
    ),
    'ecp5': (
        'synth_ecp5 -abc9',
        ['--85k', '--package', 'CABGA756', '--lpf-allow-unconstrained'],
        130,
        (1, 2, 3, 4, 5),
    ),
}


def wrapper(name, ports):
    """(top of a module between the shift register and pins, bits of the register); ports: name,
    direction and bits of each."""
    fed = [(port, bits) for port, way, bits in ports if way == 'input' and port not in PINS]
    total, at = sum(bits for _, bits in fed), 0
    joins, pins = [], ['input wire serial_i']
    for port, bits in fed:
        joins.append(f'.{port}(feed_q[{at + bits - 1}:{at}])')
        at += bits
    for port, way, bits in ports:
        if way == 'output' or port in PINS:
            pins.append(f'{way} wire [{bits - 1}:0] {port}')
            joins.append(f'.{port}({port})')
    text = (
        f'module {name}_fpga (\n\t' + ',\n\t'.join(pins) + '\n);\n'
        f'\treg [{total - 1}:0] feed_q;\n'
        f'\talways @(posedge clk)\n\t\tfeed_q <= {{feed_q[{total - 2}:0], serial_i}};\n'
        f'\t{name} u_monitor ({", ".join(joins)});\nendmodule\n'
    )
    return text, total


class Whole:
    """The pinned tools at work in a folder."""

    def __init__(self, folder, generator, yosys, routers):
        self.folder, self.generator, self.yosys = folder, generator, yosys
        self.routers = routers
        os.makedirs(folder, exist_ok=True)
        self.library = [name for name in sorted(os.listdir('rtl')) if name.endswith('.v')]
        for name in os.listdir('rtl'):
            shutil.copy(os.path.join('rtl', name), folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, command, **more):
        return subprocess.run(
            command,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            timeout=7200,
            **more,
        )

    def emit(self, name, family):
        """The commands that read a monitor of the bench for a family, and its ports."""
        with open(place_of(name), encoding='utf-8') as file:
            text = re.sub(r'^family: .*\n', '', file.read(), flags=re.M)
        return self.generate(name, text.replace('\nname: ', f'\nfamily: {family}\nname: ', 1))

    def generate(self, name, text):
        """The same of a description."""
        with open(self.path(name + '.yaml'), 'w', encoding='utf-8') as file:
            file.write(text)
        self.run([self.generator, self.path(name + '.yaml'), '-o', self.path(name)], check=True)
        with open(self.path(name, name + '.v'), encoding='utf-8') as file:
            head = re.search(rf'^module {name} \(\n(.*?)^\);', file.read(), re.M | re.S)[1]
        found = re.findall(r'^\t(input|output) +wire +(?:\[(\d+):0\])? *(\w+)', head, re.M)
        ports = [(port, way, int(high or 0) + 1) for way, high, port in found]
        return f'read_verilog {" ".join(self.library)} {name}/{name}.v', ports

    def peers(self):
        self.run([sys.executable, 'tests/bench/peers.py', self.folder], check=True)

    def synthesise(self, name, reads, ports, family):
        """Makes the netlist; returns the bits that are fed, and the LUTs and RAM blocks of ECP5."""
        text, fed = wrapper(name, ports)
        with open(self.path(name + '_fpga.v'), 'w', encoding='utf-8') as file:
            file.write(text)
        script = (
            f'{reads}; read_verilog {name}_fpga.v; {FAMILIES[family][0]} -top {name}_fpga '
            f'-json {name}.json; tee -q -o {name}.stat stat'
        )
        self.run([self.yosys, '-q', '-p', script], cwd=self.folder, check=True)
        with open(self.path(name + '.stat'), encoding='utf-8') as file:
            counts = {m[2]: int(m[1]) for m in re.finditer(r'^ +(\d+) +(\w+)$', file.read(), re.M)}
        return fed, counts

    def place(self, name, family, seed, *more):
        """(cells, RAM blocks, {clock: MHz}, which are None where the device is too small); with
        --pack-only no clocks"""
        _, options, mhz, _ = FAMILIES[family]
        done = self.run(
            [
                *(self.routers[family], *options, '--json', f'{name}.json', '--seed', str(seed)),
                *('--freq', str(mhz), '--timing-allow-fail', *more),
            ],
            cwd=self.folder,
            stderr=subprocess.STDOUT,
            check=False,
        )
        used = {
            kind: (int(n), int(of))
            for kind, n, of in re.findall(r'^Info:\s+(\w+):\s+(\d+)/\s*(\d+)', done.stdout, re.M)
        }
        assert used, done.stdout
        full = any(n > of for n, of in used.values())
        assert done.returncode == 0 or full, f'{name}, seed {seed}: {done.stdout[-2000:]}'
        kinds = ('ICESTORM_LC', 'ICESTORM_RAM') if family == 'ice40' else ('TRELLIS_COMB', 'DP16KD')
        clocks = None if full else {c: float(mhz) for c, mhz in CLOCK.findall(done.stdout)}
        assert full or clocks or '--pack-only' in more, f'{name}, seed {seed}: no clock'
        return used[kinds[0]][0], used[kinds[1]][0], clocks


def place_of(name):
    """The file of a description."""
    return f'{OTHERS if name in ("one_node", LARGE) else FOLDER}/{name}.yaml'


def below(value, mark):
    return None if mark is None else value < mark


def clock_rows(row, name, placed, mark, how):
    """A row for each clock: the worst of all seeds."""
    if placed[0][2] is None:
        row(f'{name}_mhz', 0, 'MHz', f'> {mark}' if mark else None, False, how + ': does not fit')
        return
    for clock in placed[0][2]:
        found = [clocks[clock] for _, _, clocks in placed]
        limit = CHIP_MARK if clock == 'ft_clk_i' and mark else mark
        row(
            f'{name}_{"ft_" if clock == "ft_clk_i" else ""}mhz',
            round(min(found), 1),
            'MHz',
            f'> {limit}' if limit else None,
            min(found) > limit if limit else None,
            f'{how}: ' + ', '.join(f'{mhz:.1f}' for mhz in found),
        )


def on_ice40(whole, name, reads, ports, marks, how, row):
    fed, _ = whole.synthesise(name, reads, ports, 'ice40')
    seeds = FAMILIES['ice40'][3]
    placed = [whole.place(name, 'ice40', seeds[0])]
    if placed[0][2] is not None:
        placed += [whole.place(name, 'ice40', seed) for seed in seeds[1:]]
    cells = round(statistics.median(cells for cells, _, _ in placed)) - fed
    blocks = placed[0][1]
    more, most, mhz = marks
    name = f'whole_{name}'
    row(
        f'{name}_cells',
        cells,
        'logic cells',
        f'< {more}' if more else None,
        below(cells, more),
        f'{how}; less the {fed} flip-flops that feed it',
    )
    fits = None if most is None else blocks <= most
    row(f'{name}_blocks', blocks, 'RAM blocks', f'<= {most}' if most else None, fits, how)
    clock_rows(row, name, placed, mhz, how)


def on_ecp5(whole, name, how, row):
    reads, ports = whole.emit(name, 'ecp5')
    _, counts = whole.synthesise(name, reads, ports, 'ecp5')
    placed = [whole.place(name, 'ecp5', seed) for seed in FAMILIES['ecp5'][3]]
    luts, mark = counts['LUT4'], ECP5_LUTS.get(name)
    row(
        f'whole_ecp5_{name}_lut4',
        luts,
        'LUT4',
        f'< {mark}' if mark else None,
        below(luts, mark),
        f'{how}; {counts.get("TRELLIS_DPR16X4", 0)} DPR16X4, {counts["TRELLIS_FF"]} flip-flops '
        'with those that feed it',
    )
    row(f'whole_ecp5_{name}_blocks', placed[0][1], 'RAM blocks', None, None, how)
    clock_rows(row, f'whole_ecp5_{name}', placed, ECP5_MHZ, how)


def measure(folder, generator, yosys, routers, version, row, chosen, named):
    """Prints the rows of the descriptions that are chosen: `whole_NAME` and `whole_ecp5_NAME`; of
    the large one where it is named."""
    whole = Whole(folder, generator, yosys, routers)
    what = {
        family: f'{version(yosys)}, {version(routers[family])}, {device}, seeds '
        + ', '.join(map(str, FAMILIES[family][3]))
        for family, device in (('ice40', 'iCE40 HX8K'), ('ecp5', 'LFE5U-85, speed grade 6'))
    }
    for name, marks in MARKS.items():
        if chosen(f'whole_{name}'):
            how = f'{place_of(name)}; {what["ice40"]}'
            on_ice40(whole, name, *whole.emit(name, 'ice40'), marks, how, row)
        if chosen(f'whole_ecp5_{name}'):
            on_ecp5(whole, name, f'{place_of(name)}; {what["ecp5"]}', row)
    if named(f'whole_ecp5_{LARGE}'):
        on_ecp5(whole, LARGE, f'{place_of(LARGE)}; {what["ecp5"]}', row)
    peers = [name for name in PEERS if chosen(f'whole_{name}')]
    if peers:
        whole.peers()
    for name in peers:
        line = 'serial_' if name == 'litescope' else ''
        ports = [('clk', 'input', 1), ('rst', 'input', 1), (f'{line}rx', 'input', 1)]
        ports += [(f'{line}tx', 'output', 1), ('pc', 'input', 32), ('valid', 'input', 1)]
        how = f'tests/bench/peers.py; {what["ice40"]}'
        on_ice40(whole, name, PEERS[name], ports, (None, None, None), how, row)
