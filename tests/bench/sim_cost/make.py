# SPDX-License-Identifier: Apache-2.0
"""Writes a monitor of the LiteX system with two VexRiscv cores, and its simulation.

usage: make.py OPTION FOLDER

OPTION is what the nodes of the cores have beside the ranks of the PC: one of OPTIONS, or `full` for
RVFI, pairs, ports, a timer and segments, and the data bus of core 0 as a third node.
FOLDER/cost.yaml is the description, FOLDER/cost_sim.v the whole simulation: the system of
tests/bench/litex, taps, monitor and bridge.

VexRiscv has no RVFI: its last stage drives the tap. The PC of the next instruction is that of the
stage before, which is right where that stage is valid.
"""

import os
import sys

# What a tap drives, as signals and values of a node.
RVFI = ['load', 'store', 'branch', 'taken', 'jump', 'muldiv']
BUS = ['answer', 'beat_read', 'beat_write', 'stall_transfer', 'stall_answer']
BUS_VALUES = ['latency_valid', 'latency', 'outstanding']
PAIRS = {'fetch': 'fetched', 'loads': 'loaded', 'stores': 'stored', 'waits': 'waiting'}
CORE = {0: 'u_soc.VexRiscv', 1: 'u_soc.VexRiscv_1'}

# Keys of a node: lists of items, or one text.
OPTIONS = {
    'pc': {},
    'pairs': {
        'signals': list(PAIRS.values()),
        'ratios': [f'{{ name: {name}, a: {of}, b: always }}' for name, of in PAIRS.items()],
    },
    'rvfi': {
        'signals': [f'{{ name: {name}, delay: -1 }}' for name in RVFI],
        'ratios': ['{ name: branches, a: taken, b: branch }',
                   '{ name: accesses, a: load, b: store }',
                   '{ name: jumps, a: jump, b: muldiv }'],
    },
    'tap': {
        'signals': [f'{{ name: {name}, delay: -1 }}' for name in BUS],
        'values': ['{ name: latency, bits: 12, when: latency_valid, delay: -1 }',
                   '{ name: outstanding, bits: 8, delay: -1 }'],
        'ratios': ['{ name: mean_latency, a: answer, b: outstanding }',
                   '{ name: stalls, a: stall_answer, b: stall_transfer }',
                   '{ name: beats, a: beat_read, b: beat_write }'],
        'quantities': ['{ name: lat, kind: value, of: latency }'],
        'extremes': ['{ name: lat_ends, of: lat }'],
    },
    'segments': {
        'event_lines': ['look'],
        'segments': ['{ name: around, line: look }'],
    },
    'port': {'timer': 'yes', 'port': '{ bus: strobe }'},
}  # fmt: skip
FULL = ['rvfi', 'pairs', 'port', 'segments']

HEAD = """\
gnomon: 1
name: cost
clock: 50 MHz
buffer: { slots: 16384 }
link: { phy: bytes, wide: yes }
ring: { wires: 8 }
nodes:
  - name: core
    count: 2
    watch: { field: pc, bits: 32, when: retired, capacity: 63 }
"""
BUS_NODE = """\
  - name: bus
    watch: { field: addr, bits: 30, when: requested, capacity: 15 }
"""

BEGIN = """\
// written by tests/bench/sim_cost/make.py
`default_nettype none
module cost_sim (
	input wire clk,
	input wire rst
);
	wire hold;
	litex_soc u_soc (.clk(clk), .rst(rst || hold));
"""
BRIDGE = """
	wire       rx_valid, rx_ready, tx_valid, tx_ready, sync, done, connected;
	wire [7:0] rx_data, tx_data;
	gnomon_bridge u_bridge (
		.clk(clk), .rst(rst),
		.rx_valid_o(rx_valid), .rx_ready_i(rx_ready), .rx_data_o(rx_data),
		.tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data),
		.sync_i(sync), .finish_i(1'b0),
		.hold_o(hold), .done_o(done), .connected_o(connected)
	);
	wire unused = &{1'b0, done, connected};
"""
MONITOR = """
	cost u_monitor (
		.clk(clk), .rst(rst), .sync_o(sync),
		.rx_valid_i(rx_valid), .rx_ready_o(rx_ready), .rx_data_i(rx_data),
		.tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_data_o(tx_data)"""
RVFI_TAP = """
	wire [31:0] insn_{k} = {core}.lastStageInstruction;
	wire {outputs};
	gnomon_tap_rvfi u_rvfi_{k} (
		.clk(clk), .rst(rst || hold),
		.rvfi_valid_i({core}.lastStageIsFiring), .rvfi_insn_i(insn_{k}),
		.rvfi_trap_i(1'b0), .rvfi_intr_i(1'b0),
		.rvfi_pc_rdata_i({core}.lastStagePc), .rvfi_pc_wdata_i({core}.memory_PC),
		.rvfi_mem_addr_i({core}.writeBack_REGFILE_WRITE_DATA),
		.rvfi_mem_rmask_i({{4{{insn_{k}[6:0] == 7'h03}}}}),
		.rvfi_mem_wmask_i({{4{{insn_{k}[6:0] == 7'h23}}}}){ports}
	);
"""
BUS_TAP = """
	wire        {outputs}, latency_valid_{k};
	wire [11:0] latency_{k};
	wire [7:0]  outstanding_{k};
	gnomon_tap_wishbone u_bus_{k} (
		.clk(clk), .rst(rst || hold),
		.cyc_i({core}.dBusWishbone_CYC), .stb_i({core}.dBusWishbone_STB),
		.we_i({core}.dBusWishbone_WE), .sel_i({core}.dBusWishbone_SEL), .stall_i(1'b0),
		.ack_i({core}.dBusWishbone_ACK), .err_i({core}.dBusWishbone_ERR), .rty_i(1'b0),
		.latency_valid_o(latency_valid_{k}), .latency_o(latency_{k}),
		.outstanding_o(outstanding_{k}){ports}
	);
"""
TAKEN = '({core}.dBusWishbone_STB && {core}.dBusWishbone_ACK)'
SIGNALS = {
    'fetched': '{core}.iBusWishbone_ACK',
    'loaded': TAKEN + ' && !{core}.dBusWishbone_WE',
    'stored': TAKEN + ' && {core}.dBusWishbone_WE',
    'waiting': '{core}.dBusWishbone_STB && !{core}.dBusWishbone_ACK',
}
# the event port: stores to the first words of LiteX's controller
PORT = {
    'port_valid': TAKEN + ' && {core}.dBusWishbone_WE && {core}.dBusWishbone_ADR[29:10] == '
    "20'hf0000",
    'port_addr': '{core}.dBusWishbone_ADR[9:0]',
    'port_data': '{core}.dBusWishbone_DAT_MOSI',
}


def node_text(parts):
    """The keys of a node, each once."""
    keys = {}
    for part in parts:
        for key, value in OPTIONS[part].items():
            if isinstance(value, str):
                keys[key] = value
            else:
                keys[key] = keys.get(key, []) + value
    lines = []
    for key, value in keys.items():
        indent = '    '
        lines.append(f'{indent}{key}:' + (f' {value}' if isinstance(value, str) else ''))
        if isinstance(value, str):
            continue
        if key == 'ratios':
            lines.append('      pairs:')
            indent = '    ' * 2
        lines += [f'{indent}  - {item}' for item in value]
    return '\n'.join(lines) + '\n' if lines else ''


def tap(text, names, k):
    """A tap of core k, whose outputs are nets of its own."""
    return text.format(
        k=k,
        core=CORE[k],
        outputs=', '.join(f'{name}_{k}' for name in names),
        ports=''.join(f',\n\t\t.{name}_o({name}_{k})' for name in names),
    )


def core_ports(parts, k):
    ports = {'pc': '{core}.lastStagePc', 'retired': '{core}.lastStageIsFiring'}
    if 'pairs' in parts:
        ports.update(SIGNALS)
    if 'port' in parts:
        ports.update(PORT)
    names = (RVFI if 'rvfi' in parts else []) + (BUS + BUS_VALUES if 'tap' in parts else [])
    ports.update((name, f'{name}_{k}') for name in names)
    return {f'core{k}_{name}': text.format(core=CORE[k]) for name, text in ports.items()}


def simulation(option, parts):
    lines = [BEGIN]
    ports = {}
    for k in CORE:
        if 'rvfi' in parts:
            lines.append(tap(RVFI_TAP, RVFI, k))
        if 'tap' in parts or (option == 'full' and k == 0):
            lines.append(tap(BUS_TAP, BUS, k))
        ports.update(core_ports(parts, k))
    if option == 'full':
        ports['bus_addr'] = f'{CORE[0]}.dBusWishbone_ADR'
        ports['bus_requested'] = TAKEN.format(core=CORE[0])
        ports.update((f'bus_{name}', f'{name}_0') for name in BUS + BUS_VALUES)
    lines += [BRIDGE, MONITOR]
    lines += [f',\n\t\t.{name}_i({text})' for name, text in ports.items()]
    return ''.join(lines) + '\n\t);\nendmodule\n'


def main():
    option, folder = sys.argv[1:]
    parts = FULL if option == 'full' else [option]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'cost_sim.v'), 'w', encoding='ascii') as file:
        file.write(simulation(option, parts))
    with open(os.path.join(folder, 'cost.yaml'), 'w', encoding='ascii') as file:
        file.write(HEAD + node_text(parts))
        if option == 'full':
            file.write(BUS_NODE + node_text(['tap']))


main()
