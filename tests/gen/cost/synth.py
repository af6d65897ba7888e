# SPDX-License-Identifier: Apache-2.0
"""Compares the plans of the ranks with what Yosys makes of the emitted modules: RAM blocks exactly,
logic cells within a tolerance.

usage: synth.py GNOMON_GEN YOSYS OUT_DIR [--sweep]    a few plans, or
with --sweep many (minutes)

Logic cells: LUTs and flip-flops, each counted as one logic cell: what the placer can save by
packing is not in the plan's estimate. TOLERANCE is the allowed difference; the decoders of the
write ports depend on where the tables lie, which the search does not know.
"""

import json
import os
import re
import shutil
import subprocess
import sys

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

GEN, YOSYS, OUT = (os.path.abspath(a) for a in sys.argv[1:4])
SWEEP = '--sweep' in sys.argv
RTL = (
    'gnomon_trigger_rank',
    'gnomon_trigger_last',
    'gnomon_cell_delay',
    'gnomon_cell_ram',
    'gnomon_cell_ram_bytes',
    'gnomon_cell_ram_dual',
    'gnomon_cell_ram_single',
)
FLOWS = {
    'ice40': 'synth_ice40 -abc9 -device hx',
    'up5k': 'synth_ice40 -abc9 -device u -spram',
    'ecp5': 'synth_ecp5 -abc9',
}
RAMS = {'ice40': 'SB_RAM40_4K', 'up5k': 'SB_RAM40_4K', 'ecp5': 'DP16KD'}
LOGIC = re.compile(r'SB_LUT4|SB_DFF\w*|LUT4|TRELLIS_FF')


def tolerance(logic):
    """Cells by which the estimate may be wrong."""
    return 12 + logic // 4


# word bits, capacity, goal, shared by two nodes
FEW = {
    'ice40': [
        (32, 15, 'ram', 0),
        (30, 31, 'balanced', 0),
        (32, 63, 'ram', 0),
        (32, 63, 'balanced', 0),
        (24, 63, 'latency', 0),
        (40, 127, 'logic', 0),
    ],
    'up5k': [(32, 255, 'ram', 0)],
    'ecp5': [
        (32, 15, 'ram', 1),
        (32, 63, 'balanced', 0),
        (32, 255, 'ram', 0),
        (33, 127, 'balanced', 0),
        (48, 31, 'ram', 1),
    ],
}
GOALS = ('ram', 'balanced', 'logic')
MANY = {
    'ice40': [
        (w, k, g, 0) for w in (8, 20, 32, 45, 64) for k in (15, 31, 63, 127, 255) for g in GOALS
    ],
    'up5k': [(w, k, 'ram', 0) for w in (20, 32, 40) for k in (15, 63, 255)],
    'ecp5': [
        (w, k, g, s)
        for w in (8, 20, 32, 45, 64)
        for k in (15, 31, 63, 127, 255)
        for g in GOALS
        for s in (0, 1)
    ],
}


def describe(name, family, case):
    bits, capacity, goal, shared = case
    nodes = [
        f'  - name: n\n    count: {2 if shared else 1}\n    watch: {{ field: w, bits: {bits}, capacity: {capacity}, goal: {goal} }}'
    ]
    if shared:
        nodes.append('    share: pairs')
    return (
        '\n'.join(
            [
                'gnomon: 1',
                f'name: {name}',
                f'family: {family}',
                'clock: 100 MHz',
                'time: { bits: 32 }',
                'buffer: { slots: 1024 }',
                'link: { phy: bytes }',
                'nodes:',
            ]
            + nodes
        )
        + '\n'
    )


def plan(name, family, case):
    """The chosen tree, and the text of the module that is emitted for it."""
    path = os.path.join(OUT, name + '.yaml')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(describe(name, family, case))
    said = subprocess.run(
        [GEN, '--cost', path, '--json'],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        timeout=HANG_SECONDS,
    ).stdout
    subprocess.run(
        [GEN, path, '-o', os.path.join(OUT, name)],
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=HANG_SECONDS,
    )
    with open(os.path.join(OUT, name, name + '.v'), encoding='utf-8') as file:
        found = re.search(rf'^module ({name}_ranks0)\b.*?^endmodule', file.read(), re.M | re.S)
    chosen = [p['tree'] for w in json.loads(said)['watches'] for p in w['plans'] if p['chosen']]
    assert len(chosen) == 1 and found, f'{name}: no ranks are emitted'
    return chosen[0], found.group(0)


def synthesise(family, cases):
    """Yields each case with its plan and the logic cells that Yosys made."""
    plans, text = [], []
    for number, case in enumerate(cases):
        tree, module = plan(f'{family}_{number}', family, case)
        plans.append(tree)
        text.append(module)
    with open(os.path.join(OUT, f'{family}.v'), 'w', encoding='utf-8') as file:
        file.write('\n'.join(text) + '\n')
    script = [
        f'read_verilog {" ".join(name + ".v" for name in RTL)} {family}.v',
        'design -save all',
    ]
    for number in range(len(cases)):
        script += [
            'design -load all',
            f'{FLOWS[family]} -top {family}_{number}_ranks0',
            f'tee -q -o {family}_{number}.json stat -json',
        ]
    with open(os.path.join(OUT, f'{family}.ys'), 'w', encoding='utf-8') as file:
        file.write('\n'.join(script) + '\n')
    subprocess.run(
        [YOSYS, '-q', '-s', f'{family}.ys'],
        cwd=OUT,
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=HANG_SECONDS,
    )
    for number, case in enumerate(cases):
        with open(os.path.join(OUT, f'{family}_{number}.json'), encoding='utf-8') as file:
            yield case, plans[number], json.load(file)['design']['num_cells_by_type']


def main():
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    if not os.access(YOSYS, os.X_OK):
        sys.exit(f"cannot run '{YOSYS}': './setup fpga' installs it")
    for name in RTL:
        shutil.copy(os.path.join('rtl', name + '.v'), OUT)
    passed = failed = 0
    for family, cases in (MANY if SWEEP else FEW).items():
        for case, tree, cells in synthesise(family, cases):
            blocks, sprams = cells.get(RAMS[family], 0), cells.get('SB_SPRAM256KA', 0)
            logic = sum(count for name, count in cells.items() if LOGIC.fullmatch(name))
            good = (blocks, sprams) == (tree['blocks'], tree['sprams']) and abs(
                logic - tree['logic']
            ) <= tolerance(tree['logic'])
            passed, failed = passed + good, failed + (not good)
            if SWEEP or not good:
                bits, capacity, goal, shared = case
                print(
                    f'{"ok  " if good else "FAIL"} {family} {bits} bits, capacity {capacity}, {goal}{", shared" * shared}: planned {tree["blocks"]} '
                    f'RAM blocks, {tree["sprams"]} SPRAM, {tree["logic"]} logic cells; made {blocks}, {sprams}, {logic}',
                    flush=True,
                )
    print(f'{passed} passed, {failed} failed (ranks against Yosys)')
    return failed > 0


sys.exit(main())
