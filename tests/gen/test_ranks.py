#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Emitted ranks, simulated with random tables, against the manifest: codes, and where the manifest
has a table of them beside the codes of the last rank, actions.

test_ranks.py IVERILOG GOLDEN_DIR OUT_DIR; GOLDEN_DIR: where golden.sh left the emitted files. Runs
from the root of the repository. A module with two lanes sees a different word at each.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

LIBRARY = (
    'trigger_rank',
    'trigger_last',
    'cell_delay',
    'cell_ram',
    'cell_ram_bytes',
    'cell_ram_dual',
    'cell_ram_single',
)
CASES = ('one', 'mixed', 'quad', 'triggers', 'shared', 'groups', 'measures')
WORDS = 300
BENCH = """`default_nettype none
module bench;
	reg              clk = 0;
	reg              valid = 0;
	reg  [{cell_top}:0] addr = 0;
	reg  [7:0]       data = 0;
	reg  [63:0]      word0 = 0, word1 = 0;
	wire [{code_top}:0] code0, code1;
	wire [7:0]       actions0;
	reg  [31:0]      writes [0:{writes_top}];
	reg  [63:0]      words [0:{words_top}];
	integer          n;
	{module} u_ranks (
		.clk(clk), .wr_valid_i(valid), .wr_addr_i(addr), .wr_data_i(data),
		.word0_i(word0[{word_top}:0]), .code0_o(code0){second}
	);
	always #5 clk = !clk;
	initial begin
		$readmemh("writes.hex", writes);
		$readmemh("words.hex", words);
		for (n = 0; n <= {writes_top}; n = n + 1) begin
			@(negedge clk);
			valid = 1;
			addr  = writes[n][31:8];
			data  = writes[n][7:0];
		end
		@(negedge clk);
		valid = 0;
		for (n = 0; n <= {words_top} / 2; n = n + 1) begin
			word0 = words[2*n];
			word1 = words[2*n+1];
			@(negedge clk);
			$display("%0d %0d", code0, {second_shown});
		end
		$finish;
	end
endmodule
"""


def code_of(tree, cells, word):
    """Code of the last rank for a word, and its index there, from the manifest's inputs alone."""
    codes = []
    for rank in tree:
        index, width = 0, 0
        for part in rank['inputs']:
            if 'rank' in part:
                value, bits = codes[part['rank']], tree[part['rank']]['code_bits']
            else:
                value, bits = word >> part['lo'] & (1 << part['bits']) - 1, part['bits']
            index |= value << width
            width += bits
        codes.append(cells[rank['table']][index] & (1 << rank['code_bits']) - 1)
    return codes[-1], index


def clocks_of(text, module):
    """Clocks from a word to its code, by the comment above the module."""
    head = rf"^// The word's event code, (\d+) clocks? later: .*\n\nmodule {module} \("
    return int(re.search(head, text, re.M).group(1))


def write_bench(out, module, node, lanes, writes, words):
    """The bench of a module, and the writes and words that it reads, in the folder out."""
    bits = node['watch']['bits']
    top = max(t['base'] + t['cells'] for t in node['tables']) - 1
    os.makedirs(out)
    with open(os.path.join(out, 'writes.hex'), 'w') as file:
        file.writelines(f'{addr << 8 | cell:x}\n' for addr, cell in writes)
    with open(os.path.join(out, 'words.hex'), 'w') as file:
        file.writelines(f'{word:x}\n' for word in words)
    with open(os.path.join(out, 'bench.v'), 'w') as file:
        second, shown = '', '0'
        if lanes == 2:
            second, shown = f', .word1_i(word1[{bits - 1}:0]), .code1_o(code1)', 'code1'
        if any(t['name'] == 'rank_actions' for t in node['tables']):
            second, shown = ', .actions0_o(actions0)', 'actions0'
        file.write(
            BENCH.format(
                module=module,
                second=second,
                second_shown=shown,
                cell_top=top.bit_length() - 1,
                code_top=node['ranks']['code_bits'] - 1,
                word_top=bits - 1,
                writes_top=len(writes) - 1,
                words_top=len(words) - 1,
            )
        )


def simulate(iverilog, emitted, case, out):
    """What the bench in the folder prints, a tuple of words a line."""
    library = sorted(os.path.abspath(f'rtl/gnomon_{name}.v') for name in LIBRARY)
    bench = os.path.join(out, 'bench')
    sources = [bench + '.v', os.path.join(emitted, case + '.v')] + library
    subprocess.run(
        [iverilog, '-g2005', '-Irtl', '-s', 'bench', '-o', bench] + sources,
        check=True,
        timeout=HANG_SECONDS,
    )
    run = subprocess.run(
        ['vvp', '-n', 'bench'],
        cwd=out,
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG_SECONDS,
    )
    return [tuple(line.split()) for line in run.stdout.splitlines()]


def check(iverilog, emitted, out, case, module, node, lanes, clocks):
    """Simulates one module as the ranks of a node; how many codes were compared."""
    rand = random.Random(f'{case} {module}')
    tree = node['ranks']['tree']
    tables = {t['name']: t for t in node['tables']}
    cells = {
        r['table']: [rand.randrange(256) for _ in range(tables[r['table']]['cells'])] for r in tree
    }
    beside = 'rank_actions' in tables
    if beside:
        table = tables['rank_actions']
        cells['rank_actions'] = [rand.randrange(256) for _ in range(table['cells'])]
    writes = [
        (tables[name]['base'] + i, cell) for name, of in cells.items() for i, cell in enumerate(of)
    ]
    others = [
        t['base'] + i for t in node['tables'] if t['name'] not in cells for i in range(t['cells'])
    ]
    writes += [(addr, rand.randrange(256)) for addr in others]  # of no concern to the ranks
    rand.shuffle(writes)
    words = [rand.getrandbits(node['watch']['bits']) for _ in range(2 * WORDS)]

    write_bench(out, module, node, lanes, writes, words)
    got = simulate(iverilog, emitted, case, out)
    for t in range(WORDS - clocks + 1):
        code, index = code_of(tree, cells, words[2 * t])
        second = cells['rank_actions'][index] if beside else 0
        if lanes == 2:
            second, _ = code_of(tree, cells, words[2 * t + 1])
        want = str(code), str(second)
        got_now = got[t + clocks - 1]
        if got_now != want:
            sys.exit(
                f'test_ranks: {case}: {module}: word {t} gives {got_now} after {clocks} clocks, '
                f'not {want}'
            )
    return WORDS - clocks + 1


def of_ranks(node, nodes):
    """What nodes of one module must have in common."""
    owner = nodes[node['ranks']['owner']]
    names = {r['table'] for r in node['ranks']['tree']} | {'rank_actions'}
    return node['ranks']['tree'], [t for t in owner['tables'] if t['name'] in names]


def main():
    iverilog, golden, out = sys.argv[1:]
    out = os.path.abspath(out)
    shutil.rmtree(out, ignore_errors=True)
    modules = codes = 0
    for case in CASES:
        emitted = os.path.join(golden, case)
        with (
            open(os.path.join(emitted, case + '.v')) as top,
            open(os.path.join(emitted, 'manifest.json')) as manifest,
        ):
            text, nodes = top.read(), json.load(manifest)['nodes']
        by_name = {n['name']: n for n in nodes}
        used = {}
        for module, name, joins in re.findall(
            r'^\t(\w+_ranks\d+) u_(\w+)_ranks \((.*?)\);', text, re.M | re.S
        ):
            used.setdefault(module, []).append((by_name[name], 2 if 'word1_i' in joins else 1))
        for module, users in used.items():
            node, lanes = users[0]
            for other, _ in users:
                if of_ranks(other, nodes) != of_ranks(node, nodes):
                    sys.exit(
                        f'test_ranks: {case}: {module} is not as in the manifest of {other["name"]}'
                    )
            codes += check(
                iverilog,
                emitted,
                os.path.join(out, module),
                case,
                module,
                node,
                lanes,
                clocks_of(text, module),
            )
            modules += 1
    print(
        f"test_ranks: {modules} trees of ranks give the manifest's codes, {codes} clocks compared"
    )


if __name__ == '__main__':
    main()
