# SPDX-License-Identifier: Apache-2.0
"""Resets of the monitor that wait for the monitor itself are refused, as is one that never ends.
With --hold the module around a design has the ports of the design and no others, so that `.*`
instantiates it. Then a parameter that is a string.

usage: test_resets.py FOLDER
"""

import re
import sys

sys.path.append('tests')
from counted import check, same, verdict
from fixture import attach, read, run, write
from test_bad import Bench

DESIGN = """module through (input logic i, output logic o);
  assign o = i;
endmodule
module later (input logic clk, input logic rst_n, output logic r_n);
  logic first;
  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) {r_n, first} <= '0;
    else {r_n, first} <= {first, 1'b1};
endmodule
module resets #(
  parameter INIT = "by_default.hex"
) (input logic clk, input logic rst_n, input logic por, input logic [7:0] d,
               output logic q);
  logic held, free, sync_n, copied, ok;
  wire wired = rst_n;
  logic [3:0] count = 0;
  through u_held (.i(rst_n), .o(held));
  through u_free (.i(por), .o(free));
  later u_later (.clk, .rst_n, .r_n(sync_n));
  always_comb copied = sync_n;
  always_ff @(posedge clk) if (!ok) count <= count + 1;
  assign ok = count == 15;
  assign q = d[0] ^ (INIT == "other.hex");
endmodule
"""
MONITOR = """gnomon: 1
name: m
clock: 25 MHz
link: {{ phy: bytes }}
connect: {{ clk: resets.clk, rst: "{rst}" }}
nodes:
  - name: a
    watch: {{ field: pc, bits: 8, when: on, capacity: 15 }}
    connect: {{ pc: resets.d, on: resets.q }}
"""
HELD = [
    *('!resets.held', '!resets.wired', '!resets.sync_n', '!resets.copied', '!resets.u_held.i'),
    *('!resets.u_later.rst_n', '!resets.u_later.first', 'resets.por | !resets.u_held.o'),
]
FREE = ['!resets.rst_n', 'resets.por', '!resets.free', '!resets.u_free.i', '!resets.ok']
FREE += ['resets.por | !resets.rst_n']
TESTBENCH = """module tb;
  logic clk = 0, rst_n = 0, por = 0, q;
  logic [7:0] d = 0;
  resets_gnomon u (.*);
endmodule
"""


def described(bench, rst):
    return write(bench.path, MONITOR.format(rst=rst))


def held(bench, design, *words):
    return attach('-t', 'resets', '-o', bench.out, *words, bench.path, design)


def test_waits(bench, design):
    hold = ('--bridge', '--hold', '!rst_n')
    for rst in HELD:
        path = described(bench, rst)
        done = held(bench, design, *hold)
        bench.refused(rst, done, f"gnomon: {path}:5:35: '{rst}' depends on 'resets.rst_n'")
        check(f'{rst}: what to write', "write '!resets.rst_n'" in done.stderr, done)
        done = held(bench, design, '--bridge')  # the testbench knows
        same(f'{rst}: without --hold', (done.returncode, done.stderr), (0, ''))
        bench.clear()
    for rst in FREE:
        described(bench, rst)
        done = held(bench, design, *hold)
        same(rst, (done.returncode, done.stderr), (0, ''))
        bench.clear()


def test_constant(bench, design):
    for rst in ("1'b1", "~1'b0"):
        path = described(bench, rst)
        done = held(bench, design, '--bridge')
        bench.refused(rst, done, f"{path}:5:35: '{rst}': a monitor that is always in reset")
    path = described(bench, "1'b0")
    done = held(bench, design, '--bridge')
    same("1'b0", done.returncode, 0)
    check('a warning', f"{path}:5:35: warning: '1'b0': without a reset" in done.stderr, done)
    bench.clear()


def test_ports(bench, design):
    described(bench, '!resets.rst_n')
    for words, outer in (
        (('--bridge', '--hold', '!rst_n'), []),
        (('--bridge',), ['gnomon_sync_o', 'gnomon_hold']),
    ):
        same('ports: attach', held(bench, design, *words).returncode, 0)
        head = read(f'{bench.out}/resets_gnomon.sv').partition(');')[0]
        names = re.findall(r'(\w+)(?=,?$)', head.rpartition('(\n')[2], re.M)
        same(f'ports: {words}', names, ['clk', 'rst_n', 'por', 'd', 'q', *outer])
        if not outer:
            star(bench)
        bench.clear()


def test_string(bench, design):
    """A parameter that is a string reaches the design in each form."""
    described(bench, '!resets.rst_n')
    given = ('-G', 'INIT="other.hex"')
    same('string: wrapper', held(bench, design, *given, '--bridge').returncode, 0)
    text = read(f'{bench.out}/resets_gnomon.sv')
    value = f"72'h{b'other.hex'.hex()}"
    check('string: value', f'parameter INIT = {value}' in text, text)
    done = held(bench, design, *given, '--form', 'open')
    same('string: open', done.returncode, 0)
    text = read(f'{bench.out}/resets_gnomon.v')
    check('string: netlist', re.search(r'assign q = ~\s*d\[0\]', text), text[-800:])
    bench.clear()


def star(bench):
    testbench = write(f'{bench.folder}/tb.sv', TESTBENCH)
    done = run(
        *('verilator', '--lint-only', '--timescale', '1ns/1ps', '--top-module', 'tb'),
        *('-y', 'rtl', '-Irtl', 'sim/bridge/gnomon_bridge.vlt', 'sim/bridge/gnomon_bridge.v'),
        *(f'{bench.out}/monitor/m.v', '-f', f'{bench.out}/resets_gnomon.f', testbench),
    )
    same('ports: .* in a testbench', (done.returncode, done.stderr), (0, ''))


def main(folder):
    bench = Bench(folder)
    design = write(f'{folder}/resets.sv', DESIGN)
    for test in (test_waits, test_constant, test_ports, test_string):
        test(bench, design)
    return verdict('attach, resets')


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
