#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is emitted, the library and the bridge in one compilation unit with files of somebody else:
they need nothing of it, and what stands behind them finds it as it was.

test_unit.py VERILATOR VERILATOR_NEWER IVERILOG OUT_DIR DIR...; DIR: emitted monitors and models,
each with a name of its own, which are in one unit. Runs from the root of the repository; the Python
is that of the environment in which ./setup put pyslang.

Foreign files in front set timescale, net type, cells and macros with the names of our constants,
and have keywords of SystemVerilog. Those behind depend on the timescale and the net type that was
set, and on the macros; for slang also on the number of faults. The monitors are beside each other
in one design.
"""

import glob
import os
import re
import subprocess
import sys

import pyslang
from pyslang import ast, parsing, syntax

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))
ALLOWED = {'ifdef', 'ifndef', 'elsif', 'else', 'endif', 'include', 'define', 'undef'}
FRONT = """`timescale {scale}
`default_nettype {nets}
`celldefine
`define GNO_KIND_EVENT 8'd77
`define GNO_REG_ROM ((
package ahead_types;
	typedef enum logic [1:0] {{ IDLE, BUSY }} state_t;
endpackage
interface ahead_bus (input wire clk);
	logic valid;
	modport seen (input clk, input valid);
endinterface
module ahead (
	input  wire clk,
	output wire busy
);
	import ahead_types::*;
	state_t state;
	ahead_bus bus (.clk (clk));
	always_ff @(posedge bus.clk) state <= state_t'(bus.valid);
	assign bus.valid = state == IDLE;
	assign busy = state == BUSY;
endmodule
"""
BEHIND = """module behind (
	input  wire a,
	output wire b
);
	localparam [7:0] MINE = `GNO_KIND_EVENT;
`ifndef GNO_REG_ROM
	a_macro_of_the_user_is_gone u_bad ();
`endif
	generate
		if (MINE != 8'd77) begin : gen_lost
			a_macro_of_the_user_is_lost u_bad ();
		end
	endgenerate
{net}
{monitors}
endmodule
"""
NET = '\tassign not_declared = a;\n\tassign b = not_declared;'


def fail(what):
    sys.exit(f'test_unit: {what}')


def directives(path):
    """Refuses what would change the unit; the macros that are left behind."""
    with open(path, encoding='utf-8') as file:
        text = re.sub(r'//.*|/\*(?s:.*?)\*/', '', file.read())
    used = set(re.findall(r'^\s*`(\w+)', text, re.M))
    defined = set(re.findall(r'^\s*`define (\w+)', text, re.M))
    undefined = set(re.findall(r'^\s*`undef (\w+)', text, re.M))
    if used - ALLOWED - defined:
        fail(f'{path}: directives {sorted(used - ALLOWED - defined)}')
    if defined != undefined:
        fail(f'{path}: macros that it leaves or takes: {sorted(defined ^ undefined)}')


def foreign(out, number, scale, nets, monitors):
    """A file in front and one behind; the second has an implicit net where that was allowed."""
    paths = [os.path.join(out, str(number), name) for name in ('ahead.v', 'behind.v')]
    os.makedirs(os.path.dirname(paths[0]), exist_ok=True)
    net = NET if nets == 'wire' else '\tassign b = a;'
    joined = '\n'.join(f'\t{name} u_{name} (.clk (a), .rst (b));' for name in monitors)
    texts = FRONT.format(scale=scale, nets=nets), BEHIND.format(net=net, monitors=joined)
    for path, text in zip(paths, texts, strict=True):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
    return paths


class Slang:
    def __init__(self):
        self.options = parsing.PreprocessorOptions()
        self.options.additionalIncludePaths = ['rtl']

    def read(self, files):
        """The errors of one unit, and the timescales of its tops."""
        manager = pyslang.SourceManager()
        tree = syntax.SyntaxTree.fromFiles(files, manager, pyslang.Bag([self.options]))
        unit = ast.Compilation()
        unit.addSyntaxTree(tree)
        engine, client = pyslang.DiagnosticEngine(manager), pyslang.TextDiagnosticClient()
        engine.addClient(client)
        engine.setWarningOptions(['none'])
        for diagnostic in unit.getAllDiagnostics():
            engine.issue(diagnostic)
        scales = {top.name: str(top.body.timeScale) for top in unit.getRoot().topInstances}
        return client.getString(), scales


def check_slang(out, files, others, monitors):
    slang = Slang()
    for k, (scale, nets) in enumerate((('1ps/1ps', 'none'), ('10ns/1ns', 'wire'))):
        ahead, behind = foreign(out, k, scale, nets, monitors)
        errors, scales = slang.read([ahead, *files, *others, behind])
        if errors:
            fail(f'slang, {scale}, {nets}:\n{errors}')
        if scales['behind'].replace(' ', '') != scale:
            fail(f'slang: the timescale behind is {scales["behind"]}, not {scale}')
    # what is set in front still holds behind: an implicit net is refused, by slang's own rule
    ahead, _ = foreign(out, 2, '1ns/1ps', 'none', monitors)
    _, behind = foreign(out, 3, '1ns/1ps', 'wire', monitors)
    errors, _ = slang.read([ahead, *files, behind])
    if set(re.findall(r'(\w+\.v):\d+:\d+: error', errors)) != {'behind.v'}:
        fail(f'slang: faults that are not those of an implicit net behind:\n{errors}')


def names_of(files):
    return [os.path.basename(path).removesuffix('.v') for path in files]


def run(what, command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS)
    if done.returncode or done.stdout + done.stderr:
        fail(f'{what}:\n{done.stdout}{done.stderr}')


def main():
    verilator, newer, iverilog, out, *folders = sys.argv[1:]
    files, library, models = [], [], []
    for folder in folders:
        with open(*glob.glob(os.path.join(folder, '*.f')), encoding='utf-8') as file:
            own, *used = file.read().split()
        files.append(os.path.join(folder, own))
        if used[-1].endswith('.c'):
            models.append(files[-1])
            used.pop()
        library += [f'rtl/{name}' for name in used if f'rtl/{name}' not in library]
    every = sorted(glob.glob('rtl/*.v')) + sorted(glob.glob('sim/bridge/*.v'))
    emitted = [p for d in folders for p in glob.glob(f'{d}/*.v') + glob.glob(f'{d}/*.vh')]
    for path in every + emitted:
        directives(path)
    others = [path for path in every if path not in library]
    monitors = names_of(files)
    check_slang(out, files + library, others, monitors)
    ahead, behind = foreign(out, 4, '1ns/1ps', 'none', monitors)
    for tool in verilator, newer:
        waived = [f'-Wno-{word}' for word in ('DECLFILENAME', 'PINMISSING', 'UNUSED')]
        command = [*tool.split(), '--lint-only', '-Wall', *waived, '-Irtl']
        run(tool, [*command, '--top-module', 'behind', ahead, *files, *library, behind])
    command = [iverilog, '-g2012', '-t', 'null', '-Irtl', '-s', 'behind']
    kept = [path for path in files if path not in models]  # a model needs DPI, which Icarus lacks
    ahead, behind = foreign(out, 5, '1ns/1ps', 'none', names_of(kept))
    run(iverilog, [*command, ahead, *kept, *library, behind])
    print(
        f'test_unit: {len(files)} monitors and {len(every)} files of library and bridge are clean '
        'between foreign files, and leave them as they were'
    )


if __name__ == '__main__':
    main()
