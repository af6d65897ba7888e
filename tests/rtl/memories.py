# SPDX-License-Identifier: Apache-2.0
"""Compares what Yosys makes of the storage modules and of whole monitors with the planned memories.

usage: memories.py GNOMON_GEN YOSYS OUT_DIR [--long]

Each family with LUT RAM synthesises the storage modules alone, and one of them small monitors from
tests/gen/good; with --long, the other families synthesise monitors, too. It is done module by
module, up to where memories that found no RAM would become flip-flops.
Each memory must then lie in LUT RAM alone or in RAM blocks alone, by its parameters, in as many as
its size needs; none may be left. The monitors' RAM blocks and LUT RAM must be those that `gnomon
cost` prints.
"""

import json
import os
import re
import shutil
import subprocess
import sys

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

GEN, YOSYS, OUT = (os.path.abspath(a) for a in sys.argv[1:4])
RTL = sorted(name for name in os.listdir('rtl') if name.endswith('.v'))
FLOWS = {
    'ecp5': 'synth_ecp5',
    'gowin': 'synth_gowin',
    'xilinx7': 'synth_xilinx -family xc7',
    'nexus': 'synth_nexus',
}
KEEP = {'xilinx7': ''}  # the only one that does not flatten by itself
BLOCKS = {
    'DP16KD': 1,
    'PDPW16KD': 1,
    'DPB': 1,
    'DPX9B': 1,
    'SDPB': 1,
    'SDPX9B': 1,
    'SP': 1,
    'SPX9': 1,
    'RAMB18E1': 1,
    'RAMB36E1': 2,
    'PDPSC16K': 1,
    'PDP16K': 1,
    'DP16K': 1,
}
LUT_RAM = re.compile(r'TRELLIS_DPR16X4|DPR16X4|RAM16SDP\d|RAM\d+M|RAM\d+X1D')
SHAPES = ((9, 36), (10, 18), (11, 9), (12, 4), (13, 2), (14, 1))  # words (log2) and bits of a block
MONITORS = ('quad', 'triggers', 'rom')
FIRST = 'ecp5'  # the family that has them in `make check`
MORE = ('shared', 'measures')  # the larger ones, in that family
LONG = '--long' in sys.argv
LUT_BITS = 1024

# Module, parameters: each end of what is LUT RAM, and memories of several blocks, wide and deep
CELLS = (
    ('gnomon_cell_ram', {'WIDTH': 14, 'DEPTH_LOG2': 6}),
    ('gnomon_cell_ram', {'WIDTH': 16, 'DEPTH_LOG2': 6}),
    ('gnomon_cell_ram', {'WIDTH': 17, 'DEPTH_LOG2': 6}),
    ('gnomon_cell_ram', {'WIDTH': 200, 'DEPTH_LOG2': 4}),
    ('gnomon_cell_ram', {'WIDTH': 200, 'DEPTH_LOG2': 5}),
    ('gnomon_cell_ram', {'WIDTH': 1, 'DEPTH_LOG2': 1}),
    ('gnomon_cell_ram', {'WIDTH': 64, 'DEPTH_LOG2': 8}),
    ('gnomon_cell_ram', {'WIDTH': 32, 'DEPTH_LOG2': 9}),
    ('gnomon_cell_ram', {'WIDTH': 6, 'DEPTH_LOG2': 12}),
    ('gnomon_cell_ram_narrow', {'READ_W': 5, 'PARTS_LOG2': 3, 'DEPTH_LOG2': 2}),
    ('gnomon_cell_ram_narrow', {'READ_W': 8, 'PARTS_LOG2': 2, 'DEPTH_LOG2': 11}),
    ('gnomon_cell_ram_narrow', {'READ_W': 1, 'PARTS_LOG2': 5, 'DEPTH_LOG2': 8}),
    ('gnomon_cell_ram_wide', {}),
    ('gnomon_cell_ram_wide', {'WRITE_W': 9, 'DEPTH_LOG2': 9}),
    ('gnomon_cell_ram_zeros', {'WIDTH': 32, 'DEPTH_LOG2': 3}),
    ('gnomon_cell_ram_zeros', {'WIDTH': 32, 'DEPTH_LOG2': 4, 'PARTS_LOG2': 1}),
    ('gnomon_cell_ram_bytes', {'BYTES': 3, 'DEPTH_LOG2': 6}),
    ('gnomon_cell_ram_bytes', {'BYTES': 2, 'DEPTH_LOG2': 8}),
    ('gnomon_cell_ram_dual', {'WIDTH': 6, 'DEPTH_LOG2': 11}),
    ('gnomon_cell_ram_dual', {'WIDTH': 8, 'DEPTH_LOG2': 10}),
    ('gnomon_link_regs', {}),
)


def width_of(expression, values):
    """The value of a width in Verilog, such as `2*WIDTH`, with the parameters' values."""
    return eval(
        re.sub(r'[A-Z_0-9]+', lambda m: str(values.get(m.group(0), m.group(0))), expression)
    )


def cells_top():
    """A module with an instance of each of CELLS, of which nothing is constant and all is read."""
    ports, body = ['input wire clk'], []
    for number, (module, parameters) in enumerate(CELLS):
        with open(f'rtl/{module}.v', encoding='utf-8') as file:
            text = file.read()
        values = {
            name: int(value)
            for name, value in re.findall(r'^\tparameter +(\w+) += (\d+)\b', text, re.M)
        } | parameters
        if 'LUT_BITS' in values:
            values['LUT_BITS'] = LUT_BITS
        joins = []
        for way, width, port in re.findall(
            r'^\t(input|output) +(?:wire|reg) +(?:\[(.*?)-1:0\])? *(\w+)', text, re.M
        ):
            if port != 'clk':
                bits = width_of(width, values) if width else 1
                ports.append(f'{way} wire [{bits - 1}:0] p{number}_{port}')
                joins.append(f'.{port}(p{number}_{port})')
        known = ', '.join(
            f'.{name}({value})'
            for name, value in values.items()
            if name in parameters or name == 'LUT_BITS'
        )
        body.append(f'\t{module} #({known}) u{number} (.clk(clk), {", ".join(joins)});')
    return 'module cells (\n\t' + ',\n\t'.join(ports) + '\n);\n' + '\n'.join(body) + '\nendmodule\n'


def blocks_of(width, depth_log2):
    shape = next((s for s in SHAPES if s[0] >= depth_log2), SHAPES[-1])
    return -(-(width << max(0, depth_log2 - shape[0])) // shape[1])


def synthesise(family, top, sources):
    flow = f'{FLOWS[family]} {KEEP.get(family, "-noflatten")} -run :map_ffram'
    script = f'read_verilog {" ".join(sources)}; {flow} -top {top}; delete =A:blackbox =A:whitebox; write_json {family}_{top}.json'
    subprocess.run(
        [YOSYS, '-q', '-p', script],
        cwd=OUT,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if family == 'gowin' else None,
        timeout=HANG_SECONDS,
    )
    with open(os.path.join(OUT, f'{family}_{top}.json'), encoding='utf-8') as file:
        return json.load(file)['modules']


def number_of(module, name):
    return int(module['parameter_default_values'][name], 2)


def contents(module):
    """RAM blocks, LUT RAM cells and memories that are neither, in the module itself."""
    types = [cell['type'] for cell in module['cells'].values()]
    return (
        sum(BLOCKS.get(t, 0) for t in types),
        sum(1 for t in types if LUT_RAM.fullmatch(t)),
        sum(1 for t in types if t.startswith('$mem')),
    )


def plain(name):
    return re.sub(r'^\$paramod(\$[0-9a-f]+)?\\', '', name).split('\\')[0]


def faults_of(name, module):
    """What is not as planned in a module; (RAM blocks, bits of LUT RAM)."""
    blocks, luts, left = contents(module)
    what, faults, use = plain(name), [], (blocks, 0)
    if left:
        faults.append(f'{what}: {left} memories are in flip-flops')
    if what == 'gnomon_cell_ram':
        width, depth, most = (number_of(module, p) for p in ('WIDTH', 'DEPTH_LOG2', 'LUT_BITS'))
        in_luts = most != 0 and (depth <= 4 or width << depth <= most)
        said = f'{what} of {1 << depth} x {width}: {blocks} blocks, {luts} cells of LUT RAM'
        if in_luts and (blocks or not luts):
            faults.append(said + ', planned in LUT RAM')
        if not in_luts and (luts or blocks != blocks_of(width, depth)):
            faults.append(said + f', planned in {blocks_of(width, depth)} blocks')
        use = blocks, width << depth if in_luts else 0
    elif what == 'gnomon_cell_ram_dual':
        if luts or blocks != blocks_of(number_of(module, 'WIDTH'), number_of(module, 'DEPTH_LOG2')):
            faults.append(f'{what}: {blocks} blocks, {luts} cells of LUT RAM')
    elif luts:
        faults.append(f'{what}: {luts} cells of LUT RAM outside of the storage modules')
    return faults, use


# What `gnomon cost` calls a memory, by the modules around it
PARTS = (
    ('ROM', r'/\w+_rom$'),
    ('codes of event ports', r'gnomon_trigger_codes/'),
    ('ranks', r'gnomon_trigger_(rank|last)\b'),
    ('tables of actions', r'gnomon_trigger/gnomon_cell_ram'),
    ('tables of steps', r'gnomon_trigger_sources/gnomon_cell_ram_bytes/'),
    ('tables of limits', r'gnomon_trigger_sequence/'),
    ('words of strict sequences', r'gnomon_trigger_strict/'),
    ('FIFOs', r'gnomon_record_headend/gnomon_record_fifo/'),
    (
        'trace buffer',
        r'gnomon_ring_collector/gnomon_cell_ram_narrow/|gnomon_record_buffer/gnomon_cell_ram',
    ),
)


def check(family, top, sources, cost=None):
    modules = synthesise(family, top, sources)
    faults, found, memories = [], {}, 0

    def visit(name, kinds):
        nonlocal memories
        module = modules[name]
        kinds = kinds + [plain(name)]
        bad, use = faults_of(name, module)
        memories += plain(name) in ('gnomon_cell_ram', 'gnomon_cell_ram_dual')
        faults.extend(f'{family} {top}: {fault} ({"/".join(kinds[-3:])})' for fault in bad)
        part = next((p for p, pattern in PARTS if re.search(pattern, '/'.join(kinds))), None)
        if part:
            found[part] = tuple(a + b for a, b in zip(found.get(part, (0, 0)), use, strict=True))
        for cell in module['cells'].values():
            if cell['type'] in modules:
                visit(cell['type'], kinds)

    visit(next(name for name in modules if plain(name) == top), [])
    if cost is not None:
        for part in sorted(set(found) | set(cost)):
            made, planned = found.get(part, (0, 0)), cost.get(part, (0, 0))
            if made != planned:
                faults.append(
                    f'{family} {top}: {part}: {made[0]} blocks and {made[1]} bits of LUT RAM, planned {planned[0]} and {planned[1]}'
                )
    if not memories:
        faults.append(f'{family} {top}: no memory found')
    return faults, memories


def emit(family, name):
    """The golden monitor for another family: its sources and what it costs, by part."""
    with open(f'tests/gen/good/{name}/monitor.yaml', encoding='utf-8') as file:
        text = re.sub(r'^family:.*\n', '', file.read(), flags=re.M)
    folder = os.path.join(OUT, f'{family}_{name}')
    path = folder + '.yaml'
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text + f'family: {family}\n')
    subprocess.run(
        [GEN, path, '-o', folder], check=True, stdout=subprocess.DEVNULL, timeout=HANG_SECONDS
    )
    said = json.loads(
        subprocess.run(
            [GEN, '--cost', path, '--json'],
            check=True,
            text=True,
            stdout=subprocess.PIPE,
            timeout=HANG_SECONDS,
        ).stdout
    )
    return [f'{family}_{name}/{name}.v'], {
        i['what']: (i['blocks'], i['lut_bits']) for i in said['items']
    }


def spram():
    """Faults of a trace buffer in SPRAM: it is the four blocks of an UP5K and nothing else."""
    top, wanted = 'gnomon_ring_spram', {'SB_SPRAM256KA': 4}
    script = (
        f'read_verilog {" ".join(RTL)}; synth_ice40 -device u -spram -top {top}; '
        f'delete =A:blackbox =A:whitebox; write_json up5k.json'
    )
    subprocess.run(
        [YOSYS, '-q', '-p', script],
        cwd=OUT,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        timeout=HANG_SECONDS,
    )
    with open(os.path.join(OUT, 'up5k.json'), encoding='utf-8') as file:
        cells = json.load(file)['modules'][top]['cells'].values()
    types = [cell['type'] for cell in cells]
    found = {t: types.count(t) for t in types if re.search(r'RAM', t) or t.startswith('$mem')}
    return [] if found == wanted else [f'up5k {top}: {found}, planned {wanted}']


def main():
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    if not os.access(YOSYS, os.X_OK):
        sys.exit(f"cannot run '{YOSYS}': './setup fpga' installs it")
    for name in os.listdir('rtl'):
        shutil.copy(os.path.join('rtl', name), OUT)
    with open(os.path.join(OUT, 'cells.v'), 'w', encoding='utf-8') as file:
        file.write(cells_top())
    passed = failed = 0
    for family in FLOWS:
        names = (
            (MORE if LONG else ('cells', *MONITORS))
            if family == FIRST
            else (MONITORS if LONG else ('cells',))
        )
        for name in names:
            sources, cost = (['cells.v'], None) if name == 'cells' else emit(family, name)
            faults, memories = check(family, name, RTL + sources, cost)
            for fault in faults:
                print('FAIL ' + fault)
            print(
                f'{"fail" if faults else "pass"} memories-{family}-{name}: {memories} memories',
                flush=True,
            )
            passed, failed = passed + (not faults), failed + bool(faults)
    faults = spram()
    for fault in faults:
        print('FAIL ' + fault)
    print(f'{"fail" if faults else "pass"} memories-up5k-spram')
    passed, failed = passed + (not faults), failed + bool(faults)
    print(f'{passed} passed, {failed} failed (memories against Yosys)')
    return failed > 0


sys.exit(main())
