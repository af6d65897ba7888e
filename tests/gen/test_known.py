#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""In Icarus Verilog a bit of an emitted top's inputs that is x or z reaches the monitor as 0, and
each other bit as it is: all inputs at random, and an x in one of them alone.

test_known.py IVERILOG OUT_DIR DIR...; DIR: where golden.sh left the emitted files, and the
description as monitor.yaml. Runs from the root of the repository.
"""

import os
import random
import re
import subprocess
import sys

from described import Monitor
from verilog import MODULE, Module, text_of

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs
ROUNDS = 4  # with all inputs at random, and with an x in one
LINK = re.compile(r'(clk|rst|rx_\w+|tx_\w+|ft_\w+|d_i|rxf_n_i|txe_n_i|ring_\w+)$')


def modules(folder, d):
    """Names of the modules of a monitor whose inputs come from outside, their texts, and the
    modules inside, without what they consist of."""
    texts = dict(MODULE.findall(text_of(f'{folder}/{d.name}.v', icarus=True)))
    for name, text in texts.items():
        if name + '_inside' in texts:
            inside = texts[name + '_inside'].partition(');\n')[0]
            yield Module(name, text), f'module {name}{text}endmodule\n', inside


def drive(rng, top, only=None):
    """Bits of each input, by name: 0, 1, x and z, or an x in one and the rest known."""
    bits = '01' if only else '01xz'
    values = {name: ''.join(rng.choice(bits) for _ in range(top.bits[name])) for name in top.inputs}
    if only:
        at = rng.randrange(top.bits[only])
        values[only] = values[only][:at] + 'x' + values[only][at + 1 :]
    return values


def bench(rng, top):
    """A bench for a top, and how many inputs it looks at."""
    lines = ['module bench;']
    for name in sorted(top.inputs):
        lines.append(f'\treg [{top.bits[name] - 1}:0] {name};')
    joins = ', '.join(f'.{name}({name})' for name in sorted(top.inputs))
    lines += [f'\t{top.name} dut ({joins});', '\tinitial begin']
    looks = 0
    foreign = sorted(name for name in top.inputs if not LINK.match(name))
    for only in [None] * ROUNDS + rng.sample(foreign, min(ROUNDS, len(foreign))):
        values = drive(rng, top, only)
        lines += [f"\t\t{name} = {top.bits[name]}'b{bits};" for name, bits in values.items()]
        lines.append('\t\t#1;')
        for name in foreign:
            want = re.sub('[xz]', '0', values[name])
            looks += 1
            lines.append(
                f"\t\tif (dut.u_inside.{name} !== {top.bits[name]}'b{want}) "
                f'$display("{name}: %b is %b", {name}, dut.u_inside.{name});'
            )
        unknown = int(any(set(values[name]) & set('xz') for name in foreign))
        lines.append(f'\t\tif (dut.gnomon_x !== 1\'b{unknown}) $display("gnomon_x");')
    return '\n'.join([*lines, '\tend', 'endmodule\n']), looks


def simulate(iverilog, out, texts):
    os.makedirs(out, exist_ok=True)
    with open(f'{out}/bench.v', 'w', encoding='utf-8') as file:
        file.write('\n'.join(texts))
    command = [iverilog, '-g2005', '-s', 'bench', '-o', f'{out}/bench.vvp', f'{out}/bench.v']
    subprocess.run(command, check=True, timeout=HANG_SECONDS)
    # joined wires without strengths, which no driver here needs: 0.1 s for a top with taps, not 4
    with open(f'{out}/bench.vvp', 'r+', encoding='utf-8') as file:
        text = file.read().replace(' .concat8 ', ' .concat ')
        file.seek(0)
        file.write(text)
        file.truncate()
    return subprocess.run(
        ['vvp', '-n', f'{out}/bench.vvp'],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        timeout=HANG_SECONDS,
    ).stdout


def main():
    iverilog, out, *folders = sys.argv[1:]
    rng = random.Random(1)
    tops = looks = 0
    for folder in folders:
        d = Monitor(os.path.join(folder, 'monitor.yaml'))
        wanted = {name for n in d.nodes for name in n.ports() if name.endswith('_i')}
        seen = set()
        for top, text, inside in modules(folder, d):
            test, count = bench(rng, top)
            head = f'module {top.name}_inside (' + inside.partition('\n')[2]
            said = simulate(iverilog, out, [text, head + ');\nendmodule\n', test])
            if said:
                sys.exit(f'test_known: {folder}: {top.name}: {said}')
            tops, looks, seen = tops + 1, looks + count, seen | top.inputs
        if not wanted <= seen:
            sys.exit(f'test_known: {folder}: nothing makes {wanted - seen} known')
    print(f'test_known: {tops} tops, {looks} values: x and z are 0 in Icarus Verilog')


if __name__ == '__main__':
    main()
