#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The files of constraints against the netlist of Yosys: what they name is there, and every
register that takes a bit from another clock is named.

test_constraints.py GNOMON_GEN YOSYS OUT_DIR DESCRIPTION... Runs from the root of the repository.

The monitor stands two levels below the top, and once more as the top itself. The periods are those
of the clocks that drive the registers in the netlist: the description's and 60 MHz.
"""

import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))
FT_MHZ = 60
# end of the file: the command with its patterns, what is between the instances of a name, what a
# register's name ends with, tenths of a period, commands for each crossing
FORMS = {
    '.xdc': (
        r'set_(?:max_delay -datapath_only|bus_skew) -from \[get_cells -hierarchical -filter '
        r'{NAME =~ (\S+)}\] -to \[get_cells -hierarchical -filter {NAME =~ (\S+)}\] ([\d.]+)',
        '/',
        '_reg',
        10,
        2,
    ),
    '_quartus.sdc': (
        r'set_(?:max_skew|net_delay -max) -from \[get_registers {(\S+)}\] '
        r'-to \[get_registers {(\S+)}\] ([\d.]+)',
        '|',
        '',
        8,
        2,
    ),
    '_diamond.lpf': (
        r'MAXDELAY FROM CELL "(\S+)" TO CELL "(\S+)" ([\d.]+) NS DATAPATH_ONLY;',
        '/',
        '',
        10,
        1,
    ),
    '_radiant.sdc': (
        r'set_max_delay -datapath_only -from \[get_cells {(\S+)}\] -to \[get_cells {(\S+)}\] '
        r'([\d.]+)',
        '/',
        '',
        10,
        1,
    ),
}
RELAXED = r'set_(max|min)_delay -from \[get_registers {\S+}\] -to \[get_registers {\S+}\] -?100'
made = 0


def check(condition, what):
    global made
    if not condition:
        sys.exit(f'test_constraints: {what}')
    made += 1


def run(words, **more):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, timeout=HANG_SECONDS, **more)


def wrapped(name, ports):
    """Two modules around a monitor, with its ports."""
    inner = ', '.join(f'{way} [{bits - 1}:0] {port}' for port, way, bits in ports)
    joins = ', '.join(f'.{port}({port})' for port, _, _ in ports)
    return (
        f'module middle ({inner});\n\t{name} u_look ({joins});\nendmodule\n'
        f'module outer ({inner});\n\tmiddle u_soc ({joins});\nendmodule\n'
    )


def netlist(yosys, folder, top):
    """The flattened design in simple gates and memories."""
    script = (
        f'read_verilog *.v; hierarchy -top {top}; proc; flatten; memory -nomap; opt -full; '
        'splitnets -ports; techmap; opt_clean; simplemap; opt_merge; clean; '
        f'write_json {top}.json'
    )
    run([yosys, '-q', '-p', script], cwd=folder)
    with open(os.path.join(folder, top + '.json'), encoding='utf-8') as file:
        return json.load(file)['modules'][top]


def registers(module):
    """({bit: its names}, {output bit of a flip-flop: (clock bit, data bit)})"""
    names, flops = {}, {}
    for name, net in module['netnames'].items():
        for k, bit in enumerate(net['bits']):
            text = name if len(net['bits']) == 1 else f'{name}[{k + net.get("offset", 0)}]'
            names.setdefault(bit, []).append(text)
    for cell in module['cells'].values():
        if re.match(r'\$_S?DFF', cell['type']):
            wires = cell['connections']
            flops[wires['Q'][0]] = (wires['C'][0], wires['D'][0])
    return names, flops


def crossings(module):
    """(names of the source, own names, names of the source's clock) of each flip-flop whose data is
    the output of one with another clock."""
    names, flops = registers(module)
    found = []
    for bit, (clock, data) in flops.items():
        source = flops.get(data)
        if source and source[0] != clock:
            found.append((names[data], names[bit], names[source[0]]))
    return found


def drivers_of(module, flops):
    """{bit: (type of the cell that drives it, the bits that this cell takes)}"""
    drivers = {}
    for cell in module['cells'].values():
        ends = {'input': [], 'output': [], 'inout': []}
        for port, wires in cell['connections'].items():
            ends[cell['port_directions'][port]] += wires
        for bit in ends['output']:
            if bit not in flops:
                drivers[bit] = (cell['type'], ends['input'])
    return drivers


def check_logic(where, module):
    """No flip-flop has logic in front of it that takes from another clock; RAMs have ports of
    both, whose contents stand still while they are read."""
    _, flops = registers(module)
    drivers = drivers_of(module, flops)
    for clock, data in flops.values():
        seen, todo = set(), [data] if data not in flops else []
        while todo:
            bit = todo.pop()
            if bit in seen:
                continue
            seen.add(bit)
            if bit in flops:
                check(flops[bit][0] == clock, f'{where}: logic between two clocks')
            elif bit in drivers and not drivers[bit][0].startswith('$mem'):
                todo += drivers[bit][1]


def lines_of(text, end):
    """(pattern of the source, of the destination, ns) of the commands of a file, each of which is
    known."""
    plain = re.sub(r'\s*\\\n\s*', ' ', re.sub(r'^#.*\n', '', text, flags=re.M))
    found = []
    for line in filter(None, plain.split('\n')):
        match = re.fullmatch(FORMS[end][0], line)
        if not match and end == '_quartus.sdc' and re.fullmatch(RELAXED, line):
            continue
        check(match, f'{end}: no command of its tool: {line}')
        found.append((match[1], match[2], float(match[3])))
    return found


def tool_name(name, end):
    """How the tool calls a register's bit."""
    _, separator, suffix, _, _ = FORMS[end]
    path, _, index = name.partition('[')
    return path.replace('.', separator) + suffix + (f'[{index}' if index else '')


def matches(names, pattern, end):
    """Of registers that are equal in each cycle a tool keeps whichever it likes: the pattern must
    have them all."""
    kept = [name for name in names if re.search(r'_q(\[\d+\])?$', name)]
    return kept and all(fnmatch.fnmatchcase(tool_name(name, end), pattern) for name in kept)


def check_file(where, text, end, found, mhz):
    """Each crossing is in as many commands as the tool needs, with the period of its source, and
    each command has the crossings of one code."""
    lines = lines_of(text, end)
    counts = [0] * len(lines)
    for source, own, clock in found:
        period = 1000 / (FT_MHZ if any('ft_clk' in name for name in clock) else mhz)
        period *= FORMS[end][3] / 10
        its = [
            k
            for k, (one, other, _) in enumerate(lines)
            if matches(source, one, end) and matches(own, other, end)
        ]
        check(len(its) == FORMS[end][4], f'{where}: {own[0]} is in {len(its)} commands')
        for k in its:
            counts[k] += 1
            check(0 <= period - lines[k][2] < 0.002, f'{where}: {own[0]}: {lines[k][2]} ns')
    said = int(re.search(r'Each destination is (\d+) registers', text)[1])
    check(all(n == said for n in counts), f'{where}: bits of the commands: {counts}, not {said}')
    check(len(lines) == 4 * FORMS[end][4], f'{where}: {len(lines)} commands')


def check_monitor(gen, yosys, out, description):
    run([gen, description, '-o', out])
    with open(os.path.join(out, 'manifest.json'), encoding='utf-8') as file:
        manifest = json.load(file)
    name, mhz = manifest['name'], manifest['clock_hz'] / 1e6
    there = {end for end in FORMS if os.path.exists(os.path.join(out, name + end))}
    with open(os.path.join(out, name + '.f'), encoding='utf-8') as file:
        library = [line for line in file.read().split() if line != name + '.v']
    has = 'gnomon_cell_cross_fifo.v' in library
    check(there == (set(FORMS) if has else set()), f'{description}: files {sorted(there)}')
    if not has:
        return
    for path in [*library, 'gnomon_records.vh']:
        shutil.copy(os.path.join('rtl', path), out)
    with open(os.path.join(out, name + '.v'), encoding='utf-8') as file:
        head = re.search(rf'^module {name} \((.*?)^\);', file.read(), re.M | re.S)[1]
    ports = [
        (port, way, int(high or 0) + 1)
        for way, high, port in re.findall(
            r'^\t(input|output) +wire +(?:\[(\d+):0\])? *(\w+)', head, re.M
        )
    ]
    with open(os.path.join(out, 'outer.v'), 'w', encoding='utf-8') as file:
        file.write(wrapped(name, ports))
    for top in 'outer', name:
        module = netlist(yosys, out, top)
        check_logic(f'{name} in {top}', module)
        found = crossings(module)
        check(len(found) == 40, f'{name} in {top}: {len(found)} crossings')
        for end in FORMS:
            with open(os.path.join(out, name + end), encoding='utf-8') as file:
                check_file(f'{name}{end} in {top}', file.read(), end, found, mhz)


def main():
    gen, yosys, out, *descriptions = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for k, description in enumerate(descriptions):
        check_monitor(gen, os.path.abspath(yosys), os.path.join(out, str(k)), description)
    print(f'test_constraints: {made} checks: what crosses is constrained, and nothing else')


if __name__ == '__main__':
    main()
