#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The event line that asserts REPORT, in the emitted monitors: each line of each node is driven
alone, in a run and outside of one. Only the line called `report` asserts, and only in a run.

test_asks.py IVERILOG OUT_DIR DIR...; DIR: where golden.sh left the emitted files, and the
description as monitor.yaml. Runs from the root of the repository.
"""

import os
import subprocess
import sys

from described import Monitor

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

BENCH = """
module bench;
	reg clk = 1'b0, active;
	integer lines, k;
	always #1 clk = !clk;
	{name} dut (.clk(clk), .rst(1'b0));
	initial begin
{checks}
		$finish;
	end
endmodule
"""
CHECK = """
		for (k = 0; k < 2 * {count}; k = k + 1) begin
			lines = 1 << k / 2;
			active = k % 2;
			force dut.u_inside.u_{node}.events_o = lines;
			force dut.u_inside.u_{node}.active = active;
			#2 if (dut.u_inside.{node}_{ask} !== (active && k / 2 == {wanted}))
				$display("{node}: line %0d, in a run: %b, asserts: %b", k / 2,
					active, dut.u_inside.{node}_{ask});
			release dut.u_inside.u_{node}.events_o;
			release dut.u_inside.u_{node}.active;
		end
"""


def simulate(iverilog, folder, out, d):
    """What is wrong with a monitor, in words."""
    with open(f'{folder}/{d.name}.f', encoding='utf-8') as file:
        listed = file.read().split()
    sources = [f'rtl/{f}' if f.startswith('gnomon_') else f'{folder}/{f}' for f in listed]
    checks = ''.join(
        CHECK.format(
            node=n.name,
            count=max(1, n.lines_driven),
            ask='ask' if 'report' in d.rounds else 'unused_ask',
            wanted=n.event_lines.index('report') if n.asks else -1,
        )
        for n in d.nodes
    )
    os.makedirs(out, exist_ok=True)
    with open(f'{out}/{d.name}.v', 'w', encoding='utf-8') as file:
        file.write(BENCH.format(name=d.name, checks=checks))
    subprocess.run(
        [iverilog, '-g2012', '-Irtl', '-s', 'bench', '-o', f'{out}/{d.name}.vvp']
        + [f'{out}/{d.name}.v', *sources],
        check=True,
        timeout=HANG_SECONDS,
        stderr=subprocess.DEVNULL,  # inputs that nothing drives
    )
    return subprocess.run(
        ['vvp', '-n', f'{out}/{d.name}.vvp'],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        timeout=HANG_SECONDS,
    ).stdout


def main():
    iverilog, out, *folders = sys.argv[1:]
    asking = others = 0
    for folder in folders:
        d = Monitor(os.path.join(folder, 'monitor.yaml'))
        if not any('report' in n.event_lines for n in d.nodes) and 'report' not in d.rounds:
            continue
        said = simulate(iverilog, folder, out, d)
        if said:
            sys.exit(f'test_asks: {folder}: {said}')
        asking += sum(n.asks > 0 for n in d.nodes)
        others += sum(n.lines_driven - (n.asks > 0) for n in d.nodes)
    if not asking or not others:
        sys.exit(f'test_asks: {asking} lines assert REPORT, {others} do not: none was tried')
    print(f'test_asks: {asking} lines assert REPORT, {others} others do not')


main()
