# SPDX-License-Identifier: Apache-2.0
"""`gnomon build` with stand-ins of the FPGA tools: what it never replaces, the clocks that a design
must reach, the files of a board, and what it prints. test_tools.py has the real tools.

usage: test_build.py
"""

import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

from stand_ins import stand_in
from suite import HANG_SECONDS, check, equal, of_module, run

BUILD = os.path.abspath(os.environ.get('BUILD', 'build'))
GNOMON = os.path.join(BUILD, 'bin', 'gnomon')
DEMO = os.path.join(BUILD, 'boards', 'demo')
ESCAPE = '\x1b[31m'
# of a board of one's own, what a build of one's own top needs
LEAST = """family: ice40
device: hx1k
package: tq144
clock: 12 MHz
pins: pins.pcf
"""
PLL = {
    'type': 'SB_PLL40_CORE',
    'parameters': {'DIVR': '0000', 'DIVF': '0110001', 'DIVQ': '001', 'FEEDBACK_PATH': 'SIMPLE'},
    'attributes': {},
    'connections': {'REFERENCECLK': [2], 'PLLOUTCORE': [3]},
}  # 12 MHz * 50 / 2


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


class Bench:
    """A folder with the tools' stand-ins, in which `gnomon build` runs."""

    def __init__(self, folder):
        self.folder = os.path.realpath(folder)
        stand_in(self.path('tools'))
        self.env = {**os.environ, 'PATH': self.path('tools') + ':' + os.environ['PATH']}

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def gnomon(self, *words, **more):
        return subprocess.run(
            [GNOMON, *words],
            capture_output=more.pop('capture', True),
            text=True,
            timeout=HANG_SECONDS,
            cwd=self.folder,
            env={**self.env, **more.pop('env', {})},
            **more,
        )

    def build(self, *words, **more):
        return self.gnomon(
            'build', '--board', 'icestick', '--demo', DEMO, '-o', 'o', *words, **more
        )

    def own(self, *words, **more):
        """A build of a top of one's own, with the description of the demo."""
        if not os.path.exists(self.path('top.v')):
            write(self.path('top.v'), 'module top(input wire clk); endmodule\n')
        return self.gnomon(
            *('build', '--board', 'icestick', '-o', 'o', '--top', 'top.v'),
            *('--', os.path.abspath('boards/icestick/monitor.yaml'), *words),
            **more,
        )

    def clocks(self, cells, nets, achieved, timings=()):
        """What the stand-ins of synthesis and of place and route find."""
        fmax = {name: {'achieved': mhz} for name, mhz in achieved.items()}
        report = {'fmax': fmax, 'detailed_net_timings': list(timings)}
        write(self.path('report'), json.dumps(report))
        netnames = json.dumps({name: {'bits': [bit]} for name, bit in nets.items()})
        write(self.path('netlist'), f"cells='{json.dumps(cells)}' nets='{netnames}'\n")
        self.env.update(REPORT=self.path('report'), NETLIST=self.path('netlist'))

    def tree(self, place):
        """All that is below a place, with links and contents."""
        found = {}
        for folder, folders, files in os.walk(self.path(place)):
            for name in folders + files:
                path = os.path.join(folder, name)
                if os.path.islink(path):
                    found[path] = os.readlink(path)
                elif os.path.isfile(path):
                    with open(path, 'rb') as file:
                        found[path] = hashlib.sha256(file.read()).hexdigest()
                else:
                    found[path] = 'folder'
        return found


def on_bench(test):
    def whole():
        with tempfile.TemporaryDirectory() as folder:
            test(Bench(folder))

    return whole


def passed(done):
    check(done.returncode == 0, f'{done.returncode}: {done.stderr}')
    return done


def refused(done, *parts):
    equal(done.returncode, 1, f'exit status of {done.stderr!r}')
    for part in parts:
        check(part in done.stderr, f'no {part!r} in {done.stderr!r}')


# --- what is replaced


def foreign_file(path):
    write(path, 'mine\n')


def foreign_folder(path):
    write(os.path.join(path, 'mine.v'), 'mine\n')


def link_to_folder(path):
    foreign_folder(path + '.real')
    os.symlink(path + '.real', path)


def link_to_file(path):
    foreign_file(path + '.real')
    os.symlink(path + '.real', path)


FOREIGN = (
    ('o', foreign_file),
    *((f'o/{name}', foreign_file) for name in ('with', 'without', 'monitor', 'icestick.bin')),
    *((f'o/{name}', foreign_folder) for name in ('with', 'without', 'monitor', 'icestick.bin')),
    *((f'o/{name}', link_to_folder) for name in ('with', 'without', 'monitor')),
    *((f'o/{name}', link_to_file) for name in ('icestick.bin', '.gnomon')),
    ('o/.gnomon', foreign_file),
)


def test_build_foreign():
    """Nothing that gnomon did not make is replaced, whether or not the build would fail."""
    for place, make in FOREIGN:
        for error in '', 'no':
            with tempfile.TemporaryDirectory() as folder:
                bench = Bench(folder)
                make(bench.path(place))
                before = bench.tree('.')
                refused(bench.build(env={'ERROR': error}), place)
                kept = {path: bench.tree('.').get(path) for path in before}
                equal(kept, before, f'what was there, with {make.__name__} at {place}')


@on_bench
def test_build_again(bench):
    """What a build made is replaced, but not with a file in it that is the user's."""
    passed(bench.build())
    passed(bench.build())
    os.unlink(bench.path('o/with/route.log'))
    passed(bench.build())
    for place in 'o/with', 'o/without', 'o/monitor':
        write(bench.path(place, 'mine.v'), 'mine\n')
        before = bench.tree('o')
        refused(bench.build(), place, 'mine.v')
        equal(bench.tree('o')[bench.path(place, 'mine.v')], before[bench.path(place, 'mine.v')], '')
        os.unlink(bench.path(place, 'mine.v'))
    refused(bench.build(env={'ERROR': 'no'}), 'ERROR: no')
    check(not os.path.exists(bench.path('o/icestick.bin')), 'a bitstream of a build that failed')
    passed(bench.build())
    write(bench.path('o/notes'), 'mine\n')
    passed(bench.build())
    check(os.path.exists(bench.path('o/notes')), 'a file beside was removed')


@on_bench
def test_build_inputs(bench):
    """A build does not read from where it writes."""
    passed(bench.build())
    for place in 'with', 'without', 'monitor':
        source = bench.path('o', place, 'top.v')
        with open(bench.path('o', place, '.gnomon'), 'a', encoding='utf-8') as file:
            file.write('top.v\nmonitor.yaml\n')
        write(source, 'module top(input wire clk); endmodule\n')
        shutil.copy('boards/icestick/monitor.yaml', bench.path('o', place))
        description = os.path.abspath('boards/icestick/monitor.yaml')
        words = ('build', '--board', 'icestick', '-o', 'o')
        before = bench.tree('o')
        for more in (
            ('--top', source, description),
            ('--top', 'other/top.v', description, source),
            ('--top', 'other/top.v', bench.path('o', place, 'monitor.yaml')),
            ('--top', 'other/top.v', '-I', f'o/{place}', description),
        ):
            write(bench.path('other/top.v'), 'module top(input wire clk); endmodule\n')
            refused(bench.gnomon(*words, *more), 'lies where the build writes')
            equal(bench.tree('o'), before, f'what was there, with {more}')


# --- clocks


@on_bench
def test_build_held_pin(bench):
    """A board whose pin must be 1 warns of a top without its port."""
    write(bench.path('boards/one/pins.pcf'), 'set_io clk 1\n')
    write(bench.path('boards/one/board.yaml'), LEAST + 'hold: select_n_o\n')
    words = ('build', '--boards', 'boards', '--board', 'one', '-o', 'o', '--top', 'top.v')
    words += (os.path.abspath('boards/icestick/monitor.yaml'),)
    write(bench.path('top.v'), 'module top(input wire clk); endmodule\n')
    bench.clocks({}, {'clk': 2}, {'clk': 33})
    done = passed(bench.gnomon(*words))
    check("no port 'select_n_o': on board 'one' this pin must be 1" in done.stderr, done.stderr)
    bench.clocks({}, {'clk': 2, 'select_n_o': 3}, {'clk': 33})
    done = passed(bench.gnomon(*words))
    check('select_n_o' not in done.stderr, done.stderr)


@on_bench
def test_build_clocks(bench):
    """Each clock must reach its own frequency, and one that nothing states is refused."""
    nets = {'clk': 2, 'fast': 3, 'slow': 4, 'gated': 5}
    divider = {'type': 'SB_DFF', 'parameters': {}, 'attributes': {}}
    divider['connections'] = {'C': [2], 'D': [4], 'Q': [4]}
    cells = {'pll': PLL, 'divider': divider}
    bench.clocks(cells, nets, {'clk$SB_IO_IN_$glb_clk': 33, 'fast_$glb_clk': 60})
    done = bench.own()
    refused(done, "clock 'fast' reaches 60.00 MHz, and 300 MHz are needed")
    check("clock 'clk'" not in done.stderr, done.stderr)
    check(not os.path.exists(bench.path('o/icestick.bin')), 'a bitstream')
    with open(bench.path('o/with/pins.pcf'), encoding='utf-8') as file:
        stated = dict(re.findall(r'^set_frequency (\w+) (\S+)$', file.read(), re.M))
    equal(stated, {'clk': '12', 'fast': '300'}, 'what place and route is told')
    bench.clocks(cells, nets, {'clk': 11.9, 'fast': 299})
    refused(bench.own(), "'clk' reaches 11.90 MHz, and 12 MHz", "'fast' reaches 299.00 MHz")
    bench.clocks(cells, nets, {'clk': 33, 'fast_$glb_clk': 330, 'slow_$glb_clk': 5.9})
    refused(bench.own(), "'slow' reaches 5.90 MHz, and 6 MHz are needed")
    bench.clocks(cells, nets, {'clk': 33, 'fast_$glb_clk': 330, 'slow_$glb_clk': 6.1})
    done = passed(bench.own())
    check("margin of 'slow'  2 %" in ' '.join(done.stdout.split('   ')), done.stdout)
    check(re.search("target of 'fast' +300 MHz", done.stdout), done.stdout)
    bench.clocks(cells, nets, {'clk': 33, 'gated': 330})
    refused(bench.own(), 'nothing states the frequency', "--clock 'gated=FREQUENCY'")
    words = ('build', '--board', 'icestick', '-o', 'o', '--top', 'top.v')
    words += (os.path.abspath('boards/icestick/monitor.yaml'),)
    passed(bench.gnomon(*words, '--clock', 'gated=100 MHz'))
    refused(bench.gnomon(*words, '--clock', 'gated=400 MHz'), "'gated' reaches 330.00 MHz")
    refused(bench.gnomon(*words, '--clock', 'gated=1 GHz,no=1 MHz'), "no net 'no'")
    for bad in 'gated', 'gated=', 'gated=0 MHz', '=3 MHz', 'gated=3':
        refused(bench.gnomon(*words, '--clock', bad), 'bad clock')


def flop(clock, data, out, source):
    wires = {'C': [clock], 'D': [data], 'Q': [out]}
    return {
        'type': 'SB_DFF',
        'parameters': {},
        'attributes': {'src': f'{source}:42.2-45.5|/share/ice40/ff_map.v:2.51-2.90'},
        'connections': wires,
    }


def arrival(cell, clock, ns):
    end = {'cell': cell, 'port': 'I0', 'event': 'posedge any', 'delay': [ns / 2, ns]}
    return {'net': 'any', 'event': f'posedge {clock}', 'endpoints': [end]}


@on_bench
def test_build_crossings(bench):
    """The bits of a Gray code arrive within a period of the clock that they come from; other paths
    between the clocks, of the user's design, are none of ours."""
    code, back, own = 'u_m.u_tx.u_wr_gray', 'u_m.u_tx.u_rd_gray', 'u_own'
    cross = 'rtl/gnomon_cell_cross.v'
    cells = {
        'u_m.a': flop(2, 9, 10, 'rtl/gnomon_cell_cross_fifo.v'),
        'u_m.b': flop(2, 9, 11, 'rtl/gnomon_cell_cross_fifo.v'),
        f'{code}.first_q_SB_DFF_Q': flop(3, 10, 12, cross),
        f'{code}.first_q_SB_DFF_Q_1': flop(3, 11, 13, cross),
        f'{code}.second_q_SB_DFF_Q': flop(3, 12, 14, cross),
        f'{back}.first_q_SB_DFF_Q': flop(2, 14, 15, cross),
        f'{own}.first_q_SB_DFF_Q': flop(3, 10, 16, 'own.v'),
    }
    nets, fmax = {'clk': 2, 'ft_clk': 3}, {'clk$SB_IO_IN_$glb_clk': 33, 'ft_clk': 70}
    words = ('build', '--board', 'icestick', '-o', 'o', '--top', 'top.v', '--json')
    words += ('--clock', 'ft_clk=60 MHz', os.path.abspath('boards/icestick/monitor.yaml'))
    write(bench.path('top.v'), 'module top(input wire clk); endmodule\n')

    def build(first, second, there, outside):
        timings = (
            arrival(f'{code}.first_q_SB_DFF_Q_DFFLC', 'clk$SB_IO_IN_$glb_clk', first),
            arrival(f'{code}.first_q_SB_DFF_Q_1_DFFLC', 'clk$SB_IO_IN_$glb_clk', second),
            arrival(f'{code}.second_q_SB_DFF_Q_DFFLC', 'ft_clk', 300),  # in one clock
            arrival(f'{back}.first_q_SB_DFF_Q_DFFLC', 'ft_clk', there),
            arrival(f'{own}.first_q_SB_DFF_Q_DFFLC', 'clk$SB_IO_IN_$glb_clk', outside),
        )
        bench.clocks(cells, nets, fmax, timings)
        return bench.gnomon(*words)

    found = json.loads(passed(build(20, 83.3, 16.6, 500)).stdout)['with_monitor']['crossings']
    rows = [(row['to'], row['from_clock'], row['delay_ns']) for row in found]
    equal(rows, [(code, 'clk', 83.3), (back, 'ft_clk', 16.6)], 'crossings')
    near(found[0]['limit_ns'], 1000 / 12, 'the period of clk')
    near(found[1]['limit_ns'], 1000 / 60, 'the period of ft_clk')
    late = f"'{code}' takes a Gray code from clock 'clk' after 83.40 ns"
    refused(build(83.4, 20, 5, 5), late, 'within one period, 83.33 ns')
    check(not os.path.exists(bench.path('o/icestick.bin')), 'a bitstream')
    refused(build(5, 83.4, 5, 5), late)
    done = build(5, 5, 16.7, 5)
    refused(done, f"'{back}' takes a Gray code from clock 'ft_clk' after 16.70 ns")
    check(code not in done.stderr, done.stderr)
    bench.clocks(cells, nets, fmax)
    refused(bench.gnomon(*words), f"no delay of '{code}.first_q_SB_DFF_Q'")
    with open('boards/icestick/monitor.yaml', encoding='utf-8') as file:
        text = file.read().replace('family: ice40', 'family: gowin').replace('12 MHz', '27 MHz')
    write(bench.path('gowin.yaml'), text)
    bench.clocks(cells, nets, {'clk': 33, 'ft_clk': 70})
    done = passed(bench.gnomon(*words[:2], 'tang_nano_9k', *words[3:-1], 'gowin.yaml'))
    check(f"does not report the delay of '{code}'" in done.stderr, done.stderr)
    check(own not in done.stderr, done.stderr)


def planned(tool, *words):
    done = subprocess.run([tool, *map(str, words)], check=True, capture_output=True, text=True)
    return done.stdout


def made_by(cell, parameters, wires, source, stated):
    """The frequencies that the tool finds for the outputs of a cell."""
    sys.path.insert(0, 'boards/tool')
    from clocks import Clocks

    connections = {port: [i + 3] for i, port in enumerate(wires)}
    names = {port: {'bits': bits} for port, bits in connections.items()}
    whole = {'type': cell, 'parameters': parameters, 'attributes': {}}
    whole['connections'] = {source: [2], **connections}
    module = {'cells': {'u': whole}, 'netnames': {'clk': {'bits': [2]}, **names}}
    with tempfile.TemporaryDirectory() as folder:
        path = write(os.path.join(folder, 'n.json'), json.dumps({'modules': {'top': module}}))
        clocks = Clocks(path, 'top', {'clk': stated})
    return [clocks.mhz(connections[port][0]) for port in wires]


def near(found, right, what):
    check(found is not None and abs(found / right - 1) < 1e-4, f'{what}: {found}, not {right}')


def test_pll_ice40():
    """What icepll, of the project that documented the PLL, reaches by its parameters."""
    for mhz in 16, 48, 50, 61.5, 100, 133, 200, 275:
        text = planned('yowasp-icepll', '-i', 12, '-o', mhz)
        values = re.findall(r"^(DIV[RFQ]):.*'b([01]+)", text, re.M)
        reached = float(re.search(r'F_PLLOUT: *([\d.]+) MHz \(achieved\)', text)[1])
        equal(len(values), 3, f'parameters in {text!r}')
        path = {'FEEDBACK_PATH': 'SIMPLE'}
        got = made_by('SB_PLL40_CORE', {**dict(values), **path}, ['PLLOUTCORE'], 'REFERENCECLK', 12)
        near(got[0], reached, f'{mhz}: {values}')
        half = {**dict(values), **path, 'PLLOUT_SELECT': 'GENCLK_HALF'}
        got = made_by('SB_PLL40_PAD', half, ['PLLOUTGLOBAL'], 'PACKAGEPIN', 12)
        near(got[0], reached / 2, f'half of {mhz}: {values}')
    got = made_by('SB_PLL40_CORE', {'FEEDBACK_PATH': 'EXTERNAL'}, ['PLLOUTCORE'], 'REFERENCECLK', 9)
    equal(got, [None], 'an external path')


def test_pll_ecp5():
    """What ecppll of Project Trellis reaches by its parameters."""
    for mhz, second in (50, 25), (48, 96), (100, 33), (133, 66), (200, 100):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'pll.v')
            words = ('--clkin', 25, '--clkout0', mhz, '--clkout1', second)
            text = planned('yowasp-ecppll', *words, '-f', os.path.relpath(path))
            with open(path, encoding='utf-8') as file:
                source = file.read()
        values = dict(re.findall(r'\.(\w+)\("?(\w+)"?\)', source[: source.index(') pll_i')]))
        values = {
            key: f'{int(value):032b}' if value.isdigit() else value for key, value in values.items()
        }
        right = [float(t) for t in re.findall(r'^clkout[01] frequency: ([\d.]+) MHz', text, re.M)]
        got = made_by('EHXPLLL', values, ['CLKOP', 'CLKOS'], 'CLKI', 25)
        for found, reached in zip(got, right, strict=True):
            near(found, reached, f'{mhz}, {second}: {values}')


def test_pll_gowin():
    """What gowin_pll of Project Apicula reaches by its parameters."""
    for mhz in 27, 54, 81, 100.8, 121.5:
        text = planned('gowin_pll', '-d', 'GW1NR-9 C6/I5', '-i', 27, '-o', mhz)
        values = {key: f'{int(v):032b}' for key, v in re.findall(r'\.(\w+_SEL)\((\d+)\)', text)}
        check({'IDIV_SEL', 'FBDIV_SEL', 'ODIV_SEL'} <= set(values), f'parameters in {text!r}')
        reached = float(re.search(r'Achieved output frequency: *([\d.]+) MHz', text)[1])
        got = made_by('rPLL', values, ['CLKOUT', 'CLKOUTD', 'CLKOUTD3'], 'CLKIN', 27)
        for found, by in zip(got, (1, 2, 3), strict=True):
            near(found, reached / by, f'{mhz}: {values}')


# --- boards


@on_bench
def test_build_own_board(bench):
    """A board of one's own needs what the build uses; all its faults come in one run."""
    write(bench.path('boards/mine/pins.pcf'), 'set_io clk 21\n')
    place = bench.path('boards/mine/board.yaml')
    description = os.path.abspath('boards/icestick/monitor.yaml')
    words = ('build', '--board', 'mine', '--boards', 'boards', '-o', 'o')
    own = ('--top', 'top.v', description)
    write(bench.path('top.v'), 'module top(input wire clk); endmodule\n')
    write(place, LEAST)
    passed(bench.gnomon(*words, *own))
    refused(bench.gnomon(*words), "no key 'top'", "no key 'monitor'")
    refused(bench.gnomon('flash', '--board', 'mine', '--boards', 'boards', 'top.v'), "'flash'")
    write(place, LEAST + 'top: ../../top.v\n')
    passed(bench.gnomon(*words, '--demo', DEMO, description))
    write(place, LEAST.replace('hx1k', '--x').replace('pins:', 'pin:') + 'family: a\nfmax: 0 MHz\n')
    done = bench.gnomon(*words, *own)
    refused(done, "2: bad value '--x'", "5: unknown key 'pin'", "6: key 'family' is there twice")
    refused(done, "7: bad value '0 MHz'", "no key 'pins'")
    for text in '- a', 'a: [', '{' * 3000, 'a: &x [*x]', '\0', '', 'x' * 100000:
        write(place, text)
        refused(bench.gnomon(*words, *own), 'board.yaml')


@on_bench
def test_build_demo(bench):
    """Without options the demo of the board is built; its program is made in the checkout."""
    folder = bench.path('tree')
    os.makedirs(folder)
    for name in os.listdir('.'):
        if name not in ('build', '.git'):
            os.symlink(os.path.abspath(name), os.path.join(folder, name))
    done = subprocess.run(
        [GNOMON, 'build', '--board', 'icebreaker', '-o', bench.path('o')],
        cwd=folder,
        env=bench.env,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    passed(done)
    with open(bench.path('o/with/synthesis.ys'), encoding='utf-8') as file:
        script = file.read()
    check('picorv32.v' in script and 'blinker.v' not in script, script)
    check('-DRISCV_FORMAL' in script, 'the demo has no ports of retired instructions')
    check(os.path.exists(bench.path('o/with/demo.hex')), 'no program')


@on_bench
def test_build_sources(bench):
    """What Yosys is told about the files of a user."""
    for name in 'a/same.v', 'b/same.v', 'b/c.sv', 'a/data.hex', 'inc/x.vh', 'a b/d.v':
        write(bench.path(name), '// nothing\n')
    words = ('build', '--board', 'icestick', '-o', 'o', '--top', 'a/top.v', '-I', 'inc')
    write(bench.path('a/top.v'), 'module top(input wire clk); endmodule\n')
    words += ('-D', "WIDTH=8'hff,FLAG", os.path.abspath('boards/icestick/monitor.yaml'))
    passed(bench.gnomon(*words, 'a/same.v', 'b/same.v', 'b/c.sv', 'a/data.hex', 'a b/d.v'))
    with open(bench.path('o/with/synthesis.ys'), encoding='utf-8') as file:
        lines = file.read().splitlines()
    for name in 'a/top.v', 'a/same.v', 'b/same.v', 'a b/d.v':
        check(any(f'/{name}"' in x and ' -sv ' not in x for x in lines), f'{name}: {lines}')
    check(any('/b/c.sv"' in x and ' -sv ' in x for x in lines), f'b/c.sv: {lines}')
    check(all("-DWIDTH=8'hff -DFLAG" in x and '/inc' in x for x in lines[:-1]), f'{lines}')
    check(not any('RISCV_FORMAL' in line for line in lines), f'{lines}')
    check(os.path.exists(bench.path('o/with/data.hex')), 'no data')
    for more, said in (
        (('a',), "'a' is a folder"),
        (('none.v',), "no file 'none.v'"),
        (('-I', 'none'), "no folder 'none'"),
        (('-D', 'a b'), "bad macro 'a b'"),
        (('x.vhd',), 'Verilog'),
    ):
        write(bench.path('x.vhd'), '')
        refused(bench.gnomon(*words, *more), said)


# --- what is printed


@on_bench
def test_build_says(bench):
    """Nothing from outside acts on a terminal, and each failure of the system has one message."""
    write(bench.path(f'{ESCAPE}.v'), '')
    cases = [
        bench.build(env={'ERROR': f'bad {ESCAPE} of \u202e'}),
        bench.own(f'{ESCAPE}.v'),
        bench.own(f'{ESCAPE}none.v\nof two lines'),
        bench.gnomon('build', '--board', ESCAPE),
        bench.gnomon('build', '--board', 'icestick', '--boards', ESCAPE),
        bench.gnomon('flash', '--board', 'icestick', '--boards', ESCAPE, 'x'),
        bench.gnomon('flash', '--board', 'icestick', f'{ESCAPE}none'),
        bench.build(env={'YOWASP_CACHE_DIR': f'/dev/null/{ESCAPE}'}, preexec_fn=None),
    ]
    for done in cases[:-1]:
        refused(done)
        check('Traceback' not in done.stderr, done.stderr)
    for done in cases:
        acting = [c for c in done.stderr + done.stdout if c != '\n' and not c.isprintable()]
        equal(acting, [], f'what acts in {done.stderr!r}')

    def no_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    shutil.rmtree(bench.path('o'))
    done = bench.build(preexec_fn=no_files)
    refused(done, "cannot write 'o/.gnomon': File too large")
    with open('/dev/full', 'w', encoding='utf-8') as full:
        done = bench.build(capture=False, stdout=full, stderr=subprocess.PIPE)
    refused(done, 'No space left')
    equal(done.stderr.count('No space left'), 1, 'messages')
    done = bench.build(capture=False, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
    refused(done, 'standard output')


@on_bench
def test_build_interrupted(bench):
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # also where a shell's background ignores it
    path = bench.path('tools/yosys')
    write(path, '#!/bin/sh\nkill -INT $PPID\nsleep 1\n')
    done = bench.build()
    equal(done.returncode, -signal.SIGINT, 'exit status')
    check('Traceback' not in done.stderr, done.stderr)
    stand_in(bench.path('new'))
    shutil.copy(bench.path('new/yosys'), path)
    passed(bench.build())


def test_home():
    """The tools of PyPI keep files below HOME: what to do where that cannot be written."""
    with tempfile.TemporaryDirectory() as folder:
        env = {
            k: v for k, v in os.environ.items() if k not in ('YOWASP_CACHE_DIR', 'XDG_CACHE_HOME')
        }
        done = subprocess.run(
            [GNOMON, 'build', '--board', 'icestick', '--demo', DEMO, '-o', folder],
            env={**env, 'HOME': '/dev/null/none'},
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
        )
        refused(done, "cannot write '/dev/null'", 'YOWASP_CACHE_DIR')


def test_active_environment():
    """Another python3 in PATH, without the modules of the system's, and other settings of it."""
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, 'python3'), '#!/bin/sh\nexit 3\n')
        os.chmod(os.path.join(folder, 'python3'), 0o755)
        env = {'PATH': folder + ':' + os.environ['PATH'], 'PYTHONHOME': folder}
        env |= {'PYTHONPATH': folder, 'VIRTUAL_ENV': folder}
        write(os.path.join(folder, 'yaml.py'), 'raise SystemExit(4)\n')
        for words in (
            ('flash', '--board', 'icestick', '--dry-run', 'README.md'),
            ('build', '--board', 'no'),
        ):
            done = subprocess.run(
                [GNOMON, *words], env={**os.environ, **env}, capture_output=True, text=True
            )
            if words[0] == 'flash':
                passed(done)
            else:
                refused(done, "no board 'no'")


if __name__ == '__main__':
    sys.exit(run('boards', of_module(globals())))
