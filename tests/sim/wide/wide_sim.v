// SPDX-License-Identifier: Apache-2.0
// wide_sim: three cores that retire the addresses of a file, one in eight clocks from time 0 on:
// +trace=FILE has one row for each, the addresses of the cores in hexadecimal, core 2 leftmost.
`resetall
`default_nettype none

module wide_sim (
	input wire clk,
	input wire rst
);
	localparam ROWS = 512;

	reg  [191:0] trace [0:ROWS-1];
	reg  [8*1024-1:0] path;
	reg  [15:0]  at;
	wire [191:0] now = trace[at[11:3]];
	wire         rx_valid, rx_ready, tx_valid, tx_ready, sync, hold, connected;
	wire [7:0]   rx_data, tx_data;
	wire         retired = !hold && at[2:0] == 3'd0 && at < 8 * ROWS;

	wide u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_valid_i(rx_valid),
		.rx_ready_o(rx_ready),
		.rx_data_i(rx_data),
		.tx_valid_o(tx_valid),
		.tx_ready_i(tx_ready),
		.tx_data_o(tx_data),
		.sync_o(sync),
		.core0_pc_i(now[63:0]),
		.core0_retired_i(retired),
		.core1_pc_i(now[111:64]),
		.core1_retired_i(retired),
		.core2_pc_i(now[191:128]),
		.core2_retired_i(retired)
	);

	gnomon_bridge #(.MONITOR("wide")) u_bridge (
		.clk(clk),
		.rst(rst),
		.rx_valid_o(rx_valid),
		.rx_ready_i(rx_ready),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(tx_data),
		.sync_i(sync),
		.finish_i(1'b0),
		.hold_o(hold),
		.done_o(),
		.connected_o(connected)
	);

	initial
		if ($value$plusargs("trace=%s", path))
			$readmemh(path, trace);

	always @(posedge clk)
		at <= hold ? 16'd0 : at + {15'd0, at < 8 * ROWS};

	wire unused = &{1'b0, connected, now[127:112]};
endmodule

`resetall
