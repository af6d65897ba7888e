# SPDX-License-Identifier: Apache-2.0
"""Parts of signals: members of structures, packed and not, alone and in arrays, and indices. What
`gnomon attach` takes is what Verilator reads; what it refuses has the reason, and nothing is made.

usage: test_parts.py FOLDER
"""

import sys

sys.path.append('tests')
from counted import check, same, verdict
from fixture import attach, run, write
from test_bad import Bench

DESIGN = """package parts_pkg;
  typedef struct packed { logic req; logic [7:0] addr; } bus_t;
  typedef struct { logic a; logic [7:0] b; bus_t bus; logic [1:0] c [2]; } loose_t;
endpackage
module parts (input logic clk, input logic rst_n, input logic [8:0] d, output logic q);
  parts_pkg::bus_t bus [2];
  parts_pkg::bus_t one;
  parts_pkg::loose_t loose;
  int n;
  always_ff @(posedge clk) begin
    bus[0] <= d;
    bus[1] <= ~d;
    one <= d;
    loose.a <= d[0];
    loose.b <= d[7:0];
    loose.bus <= d;
`ifndef VERILATOR  // which fails on it
    loose.c[0] <= d[1:0];
    loose.c[1] <= d[3:2];
`endif
    n <= n + 1;
  end
  assign q = loose.a;
endmodule
"""
MONITOR = """gnomon: 1
name: m
clock: 25 MHz
link: {{ phy: bytes }}
connect: {{ clk: parts.clk, rst: '!parts.rst_n' }}
nodes:
  - name: a
    watch: {{ field: pc, bits: {bits}, when: on, capacity: 15 }}
    connect: {{ pc: '{pc}', on: '{on}' }}
"""
# (width, expression) of what is taken
TAKEN = [
    (8, 'parts.bus[1].addr'),
    (8, '{parts.bus[1].addr}'),
    (8, 'parts.bus[0].addr & parts.one.addr'),
    (9, 'parts.bus[1]'),
    (8, 'parts.loose.b'),
    (8, 'parts.loose.bus.addr'),
    (8, 'parts.loose.bus.addr[7:0]'),
    (32, 'parts.n'),
]
TAKEN_BITS = [
    *('parts.bus[1].req', 'parts.bus[1].addr[3]', 'parts.loose.a', 'parts.loose.bus.req'),
    *('parts.n[3]', 'parts.q & parts.one.req'),
]
BUS, LOOSE = '({0}:6:20)', '({0}:8:22)'  # where the design declares them
SCALAR = 'scalar type cannot be indexed'
REFUSED = [
    ('parts.bus', f"'parts.bus' {BUS} is an array of 2: connect an element, such as 'parts.bus[0]'"),
    ('parts.bus[1]', "'on' of node 'a' has 1 bit, 'parts.bus[1]' has 9 bits"),
    ('parts.bus[1].addr', "'on' of node 'a' has 1 bit, 'parts.bus[1].addr' has 8 bits"),
    ('parts.bus[1].rec', f"'parts.bus[1]' {BUS} has no member 'rec': members are 'req'"),
    ('parts.bus[2].req', "'parts.bus[2].req': cannot refer to element 2"),
    ('parts.bus.req', f"'parts.bus' {BUS} has no member 'req'"),
    ('parts.loose', f"'parts.loose' {LOOSE} has type 'parts_pkg::loose_t', which has no bits: connect "
     "a member, such as 'parts.loose.a'"),
    ('parts.loose.c', f"'parts.loose.c' {LOOSE} is an array of 2"),
    ('parts.loose.d', f"'parts.loose' {LOOSE} has no member 'd'"),
    ('parts.loose.a.x', f"'parts.loose.a' {LOOSE} has no member 'x'"),
    *((text, f"'{text}': {SCALAR}") for text in (
        *('parts.q[0]', 'parts.q[0:0]', 'parts.d[5][0]', '!parts.q[0]', 'parts.bus[1].req[0]'),
        *('parts.loose.a[0]', 'parts.loose.c[1][0][0]', '{parts.q[0]}'),
    )),
]  # fmt: skip


def described(bench, **values):
    return write(bench.path, MONITOR.format(**{'bits': 9, 'pc': 'parts.d', **values}))


def test_taken(bench, design):
    """One monitor has a node for each."""
    text = MONITOR.format(bits=9, pc='parts.d', on='parts.q')
    node = text.partition('nodes:\n')[2]
    more = [(bits, pc, 'parts.q') for bits, pc in TAKEN]
    more += [(9, 'parts.d', on) for on in TAKEN_BITS]
    for number, (bits, pc, on) in enumerate(more):
        text += (
            node.replace('name: a', f'name: n{number}x')
            .replace('bits: 9', f'bits: {bits}')
            .replace('parts.d', pc)
            .replace('parts.q', on)
        )
    write(bench.path, text)
    done = attach('-t', 'parts', '-o', bench.out, '--bridge', bench.path, design)
    same('taken', done.returncode, 0)
    same('taken: warnings of the generator', len(done.stderr.splitlines()), 1)  # of the ring
    done = run(
        *('verilator', '--lint-only', '--timescale', '1ns/1ps', '--top-module', 'parts_gnomon'),
        *('-y', 'rtl', '-Irtl', 'sim/bridge/gnomon_bridge.vlt', 'sim/bridge/gnomon_bridge.v'),
        *(f'{bench.out}/monitor/m.v', '-f', f'{bench.out}/parts_gnomon.f'),
    )
    same('taken: Verilator', (done.returncode, done.stderr), (0, ''))
    bench.clear()


def test_refused(bench, design):
    for text, message in REFUSED:
        path = described(bench, on=text)
        done = attach('-t', 'parts', '-o', bench.out, path, design)
        bench.refused(text, done, f'gnomon: {path}:9:')
        wanted = message.replace('{0}', design)
        check(f'{text}: what it says', wanted in done.stderr, done.stderr)


def main(folder):
    bench = Bench(folder)
    design = write(f'{folder}/parts.sv', DESIGN)
    test_taken(bench, design)
    test_refused(bench, design)
    return verdict('attach, parts of signals')


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
