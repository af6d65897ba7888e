# SPDX-License-Identifier: Apache-2.0
"""`gnomon build`: whole builds, what it says where something is wrong, and the files of the boards.

usage: test_tools.py [long]: all, or what is only in check-boards-long
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from suite import HANG_SECONDS, check, equal, of_module, run

BUILD = os.path.abspath(os.environ.get('BUILD', 'build'))
GNOMON = os.path.join(BUILD, 'bin', 'gnomon')
DEMO = os.path.join(BUILD, 'boards', 'demo')
NAMES = sorted(n for n in os.listdir('boards') if os.path.exists(f'boards/{n}/board.yaml'))
PIN = r'^(?:set_io(?: -\w+ \w+)*|LOCATE COMP|IO_LOC|set_property .* \[get_ports \{) "?([\w\[\]]+)"?'  # its port
PORT = r'^\t(?:input|output|inout) +wire (?:\[(\d+):0\])? *(\w+)'  # its highest bit, its name
SYNC = bytes.fromhex('7eaa997e')  # of every bitstream of an iCE40
# Pins that must be 1 whatever a design does: GPIO0 of the ESP32, which reads 0 as a request; the
# select of a flash whose clock is the link's line. Sources are beside the pins.
HELD = {'ulx3s': ('wifi_gpio0_o', 'L2'), 'upduino': ('flash_cs_n_o', '16')}


def gnomon(*words, env=None, cwd=None):
    return subprocess.run(
        [GNOMON, *words], capture_output=True, text=True, timeout=HANG_SECONDS, env=env, cwd=cwd
    )


def file_of(board, key):
    with open(f'boards/{board}/board.yaml', encoding='utf-8') as file:
        return os.path.join('boards', board, re.search(rf'^{key}: *(.*)$', file.read(), re.M)[1])


def text_of(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def build(folder, *words):
    return gnomon('build', '--demo', DEMO, '-o', f'{folder}/out', '--no-compare', *words)


def refused(done, *parts):
    equal(done.returncode, 1, 'exit status')
    for part in parts:
        check(part in done.stderr, f'no {part!r} in {done.stderr!r}')


def numbers(line):
    return [float(text) for text in re.findall(r'\d+(?:\.\d+)?', line)]


def test_build():
    """A demo, whole, with the table that the page shows: within a tenth, which other versions of
    the tools need."""
    with tempfile.TemporaryDirectory() as folder:
        done = gnomon('build', '--demo', DEMO, '-o', f'{folder}/out', '--board', 'icestick')
        check(done.returncode == 0, done.stderr)
        used, of, *_ = numbers(re.search('^RAM blocks .*', done.stdout, re.M)[0])
        check(0 < used <= of == 16, f'{used} of {of} RAM blocks')
        page = re.search(
            r'\n( +with monitor +without\n.*?)\n\n', text_of('docs/start/board.md'), re.S
        )
        for line in page[1].splitlines()[1:]:
            name = line.strip().split('  ')[0]
            found = re.search(rf'^{name} .*', done.stdout, re.M)
            check(found, f'no row {name!r} in {done.stdout}')
            here, there = numbers(found[0]), numbers(line)
            same = len(here) == len(there) and all(
                abs(a - b) <= 0.1 * b for a, b in zip(here, there, strict=True)
            )
            check(same, f'{found[0]!r} is {line!r} in the page')
        with open(f'{folder}/out/icestick.bin', 'rb') as file:
            check(SYNC in file.read(64), 'no bitstream')


def test_page_boards():
    """The numbers of Table 1 of the page are those of the boards' files."""
    rows = {}
    for line in (
        text_of('docs/start/board.md').split('\nTable 1. ')[1].split('\n\n')[1].splitlines()
    ):
        if line.startswith('|---'):
            continue
        title, _, family, _, _, rate, monitor, span = line.strip('| ').split(' | ')
        rows[title] = (family.strip('`'), rate.replace(' ', ''), monitor, span)
    for board in NAMES:
        settings = dict(re.findall(r'^(\w+): (.*)$', text_of(f'boards/{board}/board.yaml'), re.M))
        family, rate, monitor, span = rows.pop(settings['title'], [''] * 4)
        equal(family, settings['family'], f'family of {board}')
        text = text_of(file_of(board, 'monitor'))
        baud = re.search(r'baud: (\d+)( MHz)?', text)
        if baud:
            equal(int(rate), int(baud[1]) * (1000000 if baud[2] else 1), f'rate of {board}')
        slots = int(re.search(r'slots: (\d+)', text)[1])
        points = int(re.search(r'capacity: (\d+)', text)[1])
        nodes = len(re.findall(r'^  - name:', text, re.M))
        if not monitor.startswith('as '):
            equal(
                [int(n) for n in numbers(monitor)[:3]],
                [nodes, points, slots],
                f'monitor of {board}',
            )
        if span != '-':  # slots in a round of the demo's program
            unit = {'s': 1, 'ms': 1e-3, 'min': 60}[span.split()[1]]
            clock = float(settings['clock'].split()[0]) * 1e6
            long = slots / (14 if 'sequences:' in text else 9) * 9400 / clock
            check(abs(numbers(span)[0] * unit / long - 1) < 0.05, f'{board}: {span}, {long} s')
    equal({title for title in rows if title != 'board'}, set(), 'no boards')


def test_build_own_top():
    """As a user builds a design of his own; the target alone takes less. Taps have registers."""
    with tempfile.TemporaryDirectory() as folder:
        done = gnomon(
            *(
                'build',
                '--board',
                'icestick',
                '-o',
                folder,
                '--json',
                'boards/icestick/monitor.yaml',
            ),
            *('--register-taps', '--top', 'boards/demo/blink_top.v', 'boards/demo/demo_reset.v'),
            'sim/blinker/blinker.v',
        )
        check(done.returncode == 0, done.stderr)
        summary = json.loads(done.stdout)
        alone, both = (summary[k]['resources'] for k in ('without_monitor', 'with_monitor'))
        equal(alone['RAM blocks'][0], 0, 'RAM blocks of the blinker')
        check(0 < alone['logic cells'][0] < both['logic cells'][0], f'{alone}, {both}')
        check('light_state_q <= light_state_i' in text_of(f'{folder}/monitor/monitor.v'), 'no taps')
        check(os.path.getsize(summary['bitstream']) > 1000, 'the bitstream')


OWN = {
    # the monitor is behind a PLL; PHASE is a macro, width.vh comes by --include
    'top.v': """`include "width.vh"
module top (
	input wire clk, input wire uart_rxd_i, output wire uart_txd_o, output wire light_o
);
	wire fast;
	wire [`WIDTH-1:0] state;
	wire [7:0] number;
	SB_PLL40_CORE #(.FEEDBACK_PATH("SIMPLE"), .DIVR(4'd0), .DIVF(7'dDIVF), .DIVQ(3'dDIVQ),
		.FILTER_RANGE(3'd1)) u_pll (.REFERENCECLK(clk), .PLLOUTCORE(fast), .RESETB(1'b1),
		.BYPASS(1'b0));
	counter u_counter (.clk(fast), .value_o(state));
	table_of u_table (.clk(fast), .at_i(state[3:0]), .value_o(number));
	monitor u_monitor (.clk(fast), .rst(1'b0), .rx_i(uart_rxd_i), .tx_o(uart_txd_o), .sync_o(),
		.core_pc_i(number));
	assign light_o = state[`PHASE];
endmodule
""",
    'width.vh': '`define WIDTH 8\n',
    'a/counter.sv': """package kinds;
	typedef logic [7:0] value_t;
endpackage
module counter (input logic clk, output kinds::value_t value_o);
	kinds::value_t value = '0;
	always_ff @(posedge clk) value <= value + 8'd3;
	assign value_o = value;
endmodule
""",
    'b/table.v': """module table_of (
	input wire clk, input wire [3:0] at_i, output reg [7:0] value_o
);
	reg [7:0] values [0:15];
	initial $readmemh("table.hex", values);
	wire [7:0] sum;
	sum u_sum (.a_i(values[at_i]), .sum_o(sum));
	always @(posedge clk) value_o <= sum;
endmodule
""",
    'c/table.v': """module sum (input wire [7:0] a_i, output wire [7:0] sum_o);
	assign sum_o = a_i + 8'd1;
endmodule
""",
    'table.hex': '\n'.join(f'{i * 17:02x}' for i in range(16)) + '\n',
    'monitor.yaml': """gnomon: 1
name: monitor
clock: CLOCK MHz
family: ice40
time: { bits: 24 }
buffer: { slots: 128 }
link: { phy: uart, baud: 2 MHz }
nodes:
  - { name: core, watch: { field: pc, bits: 8 } }
""",
}


def build_own(folder, divf, divq, clock, *words):
    """A design of several files behind a PLL of 12 MHz * (divf + 1) / 2^divq."""
    for name, text in OWN.items():
        path = os.path.join(folder, 'inc' if name == 'width.vh' else '.', name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        for old, new in ('DIVF', divf), ('DIVQ', divq), ('CLOCK', clock):
            text = re.sub(rf"(?<='d){old}|\b{old}\b(?= MHz)", str(new), text)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
    files = [os.path.join(folder, name) for name in OWN if '/' in name or name == 'table.hex']
    return gnomon(
        *('build', '--board', 'icestick', '-o', f'{folder}/o', '--no-compare', '--json', *words),
        *('--top', f'{folder}/top.v', '-I', f'{folder}/inc', '-D', 'PHASE=7'),
        *(f'{folder}/monitor.yaml', *files),
    )


def test_build_behind_pll():
    """Files of the same name in two folders, SystemVerilog, macros, included files; a monitor with
    the clock of a PLL."""
    with tempfile.TemporaryDirectory() as folder:
        done = build_own(folder, 63, 4, 48)
        check(done.returncode == 0, done.stderr)
        clocks = json.loads(done.stdout)['with_monitor']['clocks']
        equal([(c['name'], c['target_mhz']) for c in clocks], [('fast', 48)], 'clocks')
        log = text_of(f'{folder}/o/with/route.log')
        said = re.findall(r"'fast_\$glb_clk': .*?at (\d+)\.\d+ MHz", log)
        equal(set(said), {'48'}, 'what nextpnr holds against the clock')
        refused(build_own(folder, 63, 4, 12), 'clock of 12 MHz', "'fast', has 48 MHz")
        own = OWN['a/counter.sv'].replace('counter (', 'counter import kinds::*; (')
        with open(f'{folder}/x.sv', 'w', encoding='utf-8') as file:
            file.write(own)
        done = gnomon(
            *('build', '--board', 'icestick', '-o', f'{folder}/o', '--top', f'{folder}/top.v'),
            *('-I', f'{folder}/inc', '-D', 'PHASE=7'),
            *(f'{folder}/monitor.yaml', f'{folder}/x.sv'),
        )
        refused(done, 'x.sv:4: ERROR: syntax error', 'sv2v')


def test_build_pll_missed():
    """The PLL's clock is too fast for the monitor, that of the board is not."""
    with tempfile.TemporaryDirectory() as folder:
        done = build_own(folder, 63, 2, 192)
        refused(done, 'timing is missed', "clock 'fast' reaches", 'and 192 MHz are needed')
        check(not os.path.exists(f'{folder}/o/icestick.bin'), 'a bitstream')


CROSSED = {
    'top.v': """module top (
	input wire clk, input wire uart_rxd_i, output reg uart_txd_o, output wire light_o
);
	reg        ft_clk = 1'b0;
	reg [18:0] feed;
	reg [12:0] out;
	wire [12:0] from;
	always @(posedge clk) begin
		ft_clk     <= !ft_clk;
		feed       <= {feed[17:0], uart_rxd_i};
		out        <= from;
		uart_txd_o <= ^out;
	end
	assign light_o = uart_txd_o;
	monitor u_monitor (.clk(clk), .rst(1'b0), .ft_clk_i(ft_clk), .rxf_n_i(feed[0]),
		.txe_n_i(feed[1]), .d_i(feed[9:2]), .rd_n_o(from[0]), .wr_n_o(from[1]),
		.oe_n_o(from[2]), .siwu_n_o(), .d_o(from[10:3]), .d_oe_o(from[11]),
		.sync_o(from[12]), .core_pc_i(feed[17:10]), .core_retired_i(feed[18]));
endmodule
""",
    'monitor.yaml': """gnomon: 1
name: monitor
clock: 12 MHz
family: ice40
buffer: { slots: 128 }
link: { phy: ft245_sync }
nodes:
  - { name: core, watch: { field: pc, bits: 8, when: retired } }
""",
}


def test_build_crossings():
    """A monitor behind an FT232H: the delays of its Gray codes are found in nextpnr's report, and
    a clock that is too fast for them is refused."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in CROSSED.items():
            with open(f'{folder}/{name}', 'w', encoding='utf-8') as file:
                file.write(text)
        words = ('build', '--board', 'hx8k', '-o', f'{folder}/o', '--no-compare', '--json')
        words += ('--top', f'{folder}/top.v', f'{folder}/monitor.yaml')
        done = gnomon(*words)
        check(done.returncode == 0, done.stderr)
        found = {
            row['to']: (row['from_clock'], row['limit_ns'], row['delay_ns'] < 10)
            for row in json.loads(done.stdout)['with_monitor']['crossings']
        }
        place, slow, fast = 'u_monitor.u_phy', ('ft_clk', 1e3 / 6, True), ('clk', 1e3 / 12, True)
        codes = {'u_rx.u_wr_gray': slow, 'u_rx.u_rd_gray': fast}
        codes |= {'u_tx.u_wr_gray': fast, 'u_tx.u_rd_gray': slow}
        equal(found, {f'{place}.{name}': row for name, row in codes.items()}, 'crossings')
        done = gnomon(*words, '--clock', 'ft_clk=2 GHz')
        refused(done, f"'{place}.u_rx.u_wr_gray' takes a Gray code from clock 'ft_clk' after")
        check(not os.path.exists(f'{folder}/o/hx8k.bin'), 'a bitstream')


def test_build_too_large():
    with tempfile.TemporaryDirectory() as folder:
        large = os.path.join(folder, 'large.yaml')
        with open(large, 'w', encoding='utf-8') as file:
            file.write(text_of(file_of('icestick', 'monitor')).replace('slots: 128', 'slots: 1024'))
        done = build(folder, '--board', 'icestick', large)
        refused(done, '19 RAM blocks are needed, the device has 16', 'trace buffer')
        check(not os.path.exists(f'{folder}/out/icestick.bin'), 'a bitstream')


def test_build_timing():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree('boards', f'{folder}/boards')
        with open(f'{folder}/boards/icestick/board.yaml', 'a', encoding='utf-8') as file:
            file.write('fmax: 900 MHz\n')
        done = build(folder, '--boards', f'{folder}/boards', '--board', 'icestick')
        refused(done, 'timing is missed', '900 MHz are needed')
        check(not os.path.exists(f'{folder}/out/icestick.bin'), 'a bitstream')


def test_build_refused():
    with tempfile.TemporaryDirectory() as folder:
        refused(build(folder, '--board', '../boards/icestick'), 'no board', 'icestick')
        refused(build(folder, '--board', 'icestick', 'boards/ulx3s/monitor.yaml'), "family 'ecp5'")
        refused(build(folder, '--board', 'icestick', '--top', 'x.v'), '--top needs')
        refused(build(folder, '--board', 'hx8k', 'boards/icebreaker/monitor.yaml'), "family 'up5k'")
        other = os.path.join(folder, 'other.yaml')
        with open(other, 'w', encoding='utf-8') as file:
            file.write(text_of(file_of('icestick', 'monitor')).replace('12 MHz', '24 MHz'))
        refused(build(folder, '--board', 'icestick', other), 'clock of 24000000 Hz')
        refused(build(folder, '--board', 'arty_a7'), 'is built with Vivado')
        equal(gnomon('build').returncode, 2, 'exit status without a board')


def test_flash_bad_board():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree('boards', f'{folder}/boards')
        path = f'{folder}/boards/ulx3s/board.yaml'
        good = text_of(path)
        for old, new, said in (
            ('board: ulx3s', 'board: --reset', "bad value '--reset'"),
            ('openFPGALoader', 'rm', "unknown tool 'rm'"),
            ('speed: 6', 'sped: 6', "unknown key 'sped'"),
            ('tool: openFPGALoader, ', '', "no key 'tool' in 'flash'"),
        ):
            with open(path, 'w', encoding='utf-8') as file:
                file.write(good.replace(old, new))
            words = ('flash', '--boards', f'{folder}/boards', '--board', 'ulx3s', 'README.md')
            refused(gnomon(*words, '--dry-run'), said)


def test_held_pins():
    """A pin that must be 1 is a port of the top, at its site; board_sim checks its value."""
    for board, (port, site) in HELD.items():
        top = re.sub(' +', ' ', text_of(file_of(board, 'top')))
        check(f'assign {port} =' in top, f'{board}: {port}')
        equal(file_of(board, 'hold'), f'boards/{board}/{port}', 'the port that is held')
        forms = f'LOCATE COMP "{port}" SITE "{site}"|^set_io {port} {site}\\b'
        check(re.search(forms, text_of(file_of(board, 'pins')), re.M), f'{board}: {site}')
        check(f'`{port}`' in text_of(f'boards/{board}/README.md'), f'{board}: README.md')


def test_pins():
    """The constraint file of a board has each port of its top, once, and nothing else."""
    for board in NAMES:
        ports = []
        for high, name in re.findall(PORT, text_of(file_of(board, 'top')), re.M):
            ports += [f'{name}[{i}]' for i in range(int(high) + 1)] if high else [name]
        pins = re.findall(PIN, text_of(file_of(board, 'pins')), re.M)
        equal(sorted(pins), sorted(ports), f'pins of {board}')


# whole builds that test_build.py has with stand-ins of the tools
LONG = {'build_behind_pll', 'build_pll_missed', 'build_crossings'}


def chosen():
    tests = of_module(globals())
    return [(name, test) for name, test in tests if (name in LONG) == (sys.argv[1:] == ['long'])]


if __name__ == '__main__':
    sys.exit(run('boards', chosen()))
