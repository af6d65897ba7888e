# SPDX-License-Identifier: Apache-2.0
"""Writes a synthetic target with N nodes, and the description of its monitor.

usage: make.py N FOLDER

FOLDER/nodes.yaml is the description, FOLDER/nodes_sim.v the whole simulation: N sources of
source.v, the monitor and the bridge.
"""

import os
import sys

DESCRIPTION = """\
gnomon: 1
name: nodes
clock: 50 MHz
time: {{ bits: 32 }}
buffer: {{ slots: 4096 }}
link: {{ phy: bytes, wide: yes }}
ring: {{ wires: 8 }}
nodes:
  - name: n
    count: {count}
    watch: {{ field: word, bits: 8, when: valid, capacity: 15 }}
    fifo: {{ slots: 64 }}
    signals: [{{ name: was, delay: -1 }}]
    ratios:
      form: full
      pairs:
        - {{ name: busy, a: was, b: always }}
"""
BEGIN = """\
// written by tests/sim/nodes/make.py
`default_nettype none
module nodes_sim (
	input wire clk,
	input wire rst
);
	wire       rx_valid, rx_ready, tx_valid, tx_ready, sync, hold, done, connected;
	wire [7:0] rx_data, tx_data;
"""
BRIDGE = """\
	gnomon_bridge u_bridge (
		.clk(clk), .rst(rst),
		.rx_valid_o(rx_valid), .rx_ready_i(rx_ready), .rx_data_o(rx_data),
		.tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data),
		.sync_i(sync), .finish_i(1'b0),
		.hold_o(hold), .done_o(done), .connected_o(connected)
	);
	wire unused = &{1'b0, done, connected};
endmodule
"""
MONITOR = """\
	nodes u_monitor (
		.clk(clk), .rst(rst), .sync_o(sync),
		.rx_valid_i(rx_valid), .rx_ready_o(rx_ready), .rx_data_i(rx_data),
		.tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_data_o(tx_data)"""


def main():
    count, folder = int(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'nodes.yaml'), 'w', encoding='ascii') as file:
        file.write(DESCRIPTION.format(count=count))
    names = [f'n{k}' for k in range(count)]
    with open(os.path.join(folder, 'nodes_sim.v'), 'w', encoding='ascii') as file:
        file.write(BEGIN)
        for k, name in enumerate(names):
            file.write(
                f'\twire [7:0] word_{k};\n\twire valid_{k}, was_{k};\n'
                f'\tnodes_source #(.SEED({k + 1})) u_{name} (\n'
                f'\t\t.clk(clk), .rst(hold), .word_o(word_{k}), .valid_o(valid_{k}),\n'
                f'\t\t.was_o(was_{k}));\n'
            )
        file.write(MONITOR)
        for k, name in enumerate(names):
            file.write(
                f',\n\t\t.{name}_word_i(word_{k}), .{name}_valid_i(valid_{k}),\n'
                f'\t\t.{name}_was_i(was_{k})'
            )
        file.write('\n\t);\n' + BRIDGE)


main()
