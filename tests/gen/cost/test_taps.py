# SPDX-License-Identifier: Apache-2.0
"""The registers of `--register-taps`, and of `sync`: what `gnomon cost` counts is what Yosys makes
of them.

usage: test_taps.py GNOMON_GEN YOSYS OUT_DIR; runs from the root of the repository.
"""

import json
import os
import re
import shutil
import subprocess
import sys

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

GEN, YOSYS, OUT = (os.path.abspath(a) for a in sys.argv[1:4])
OPTION = '--register-taps'
SYNC = 72  # flip-flops of the register TIME
# description of the nodes, and the flip-flops: those of the word's bits that are kept, of the
# other signals, of a write from a bus (1 + 10 + 32), what a node records of its lines (three of
# each line in its interrupt form, two of a local store), and one of START
SHAPES = {
    'single': ('[{ name: a, watch: { field: pc, skip: "31..12, 1..0", when: retired } }]', 12),
    'wishbone': (
        '[{ name: a, watch: { field: s, bits: 8 }, port: { bus: wishbone, pc: at },'
        ' ratios: { pairs: [{ name: p, a: hit, b: hit }] } }]',
        85,
    ),
    'lines': (
        '[{ name: a, watch: { field: s, bits: 8 }, store: local }]\n'
        'capture: { interrupt: yes, limit: 1000 }\nreport: { limit: 1000 }',
        17,
    ),
}


def run(*command, cwd=None):
    return subprocess.run(
        command, cwd=cwd, check=True, capture_output=True, text=True, timeout=HANG_SECONDS
    ).stdout


def flip_flops(name, path, *option):
    """Of the whole monitor, by Yosys: one for each bit that something uses. A family's cells would
    take three times as long, and do not change their number."""
    folder = os.path.splitext(path)[0] + ''.join(option)
    run(GEN, *option, path, '-o', folder)
    with open(os.path.join(folder, name + '.f'), encoding='utf-8') as file:
        sources = file.read().split()
    for source in [*sources[1:], 'gnomon_records.vh']:
        if not os.path.exists(os.path.join(folder, source)):
            shutil.copy(os.path.join('rtl', source), folder)
    steps = (
        f'read_verilog {" ".join(sources)}',
        f'hierarchy -top {name}; proc; flatten; opt_clean',
        'simplemap t:$dff t:$dffe t:$sdff t:$sdffe t:$sdffce; opt_clean',
        'tee -q -o s.json stat -json',
    )
    run(YOSYS, '-q', '-p', '; '.join(steps), cwd=folder)
    with open(os.path.join(folder, 's.json'), encoding='utf-8') as file:
        cells = json.load(file)['design']['num_cells_by_type']
    return sum(count for cell, count in cells.items() if re.match(r'\$_S?DFF', cell))


def check_sync(name, path, plain):
    """The register of the time; `plain`: flip-flops without it."""
    with open(path, encoding='ascii') as file:
        text = file.read()
    synced = os.path.join(OUT, name + '_sync.yaml')
    with open(synced, 'w', encoding='ascii') as file:
        file.write(text.replace('nodes:', 'sync: yes\nnodes:'))
    cost = json.loads(run(GEN, '--cost', '--json', synced))['sync_flip_flops']
    made = flip_flops(name, synced) - plain
    if not cost == made == SYNC:
        print(f'FAIL {name}: {cost} flip-flops of sync by the cost, {made} by Yosys, not {SYNC}')
    return cost == made == SYNC


def main():
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    passed = failed = 0
    for name, (nodes, wanted) in SHAPES.items():
        path = os.path.join(OUT, name + '.yaml')
        with open(path, 'w', encoding='ascii') as file:
            file.write(f'gnomon: 1\nname: {name}\nclock: 50 MHz\nnodes: {nodes}\n')
        cost = json.loads(run(GEN, '--cost', '--json', OPTION, path))['tap_flip_flops']
        plain = flip_flops(name, path)
        made = flip_flops(name, path, OPTION) - plain
        good = cost == made == wanted
        passed, failed = passed + good, failed + (not good)
        if not good:
            print(f'FAIL {name}: {cost} flip-flops by the cost, {made} by Yosys, not {wanted}')
        none = json.loads(run(GEN, '--cost', '--json', path))['tap_flip_flops']
        passed, failed = passed + (none == 0), failed + (none != 0)
        good = check_sync(name, path, plain)
        passed, failed = passed + good, failed + (not good)
    print(f'{passed} passed, {failed} failed (registers on the taps)')
    return failed > 0


sys.exit(main())
