// SPDX-License-Identifier: Apache-2.0
// litex_sim: the LiteX system of soc.py, and with LITEX_MONITOR the monitor of litex.yaml and the
// bridge. The working folder has the words of the system's ROM.
`resetall
`default_nettype none

module litex_sim (
	input wire clk,
	input wire rst
);
	wire hold;

	litex_soc u_soc (
		.clk(clk),
		.rst(rst || hold)
	);

`ifdef LITEX_MONITOR
	wire       rx_valid, rx_ready, tx_valid, tx_ready, sync, done, connected;
	wire [7:0] rx_data, tx_data;

	// words that the data buses transfer
	wire taken_0 = u_soc.VexRiscv.dBusWishbone_STB && u_soc.VexRiscv.dBusWishbone_ACK;
	wire taken_1 = u_soc.VexRiscv_1.dBusWishbone_STB && u_soc.VexRiscv_1.dBusWishbone_ACK;

	litex u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_valid_i(rx_valid),
		.rx_ready_o(rx_ready),
		.rx_data_i(rx_data),
		.tx_valid_o(tx_valid),
		.tx_ready_i(tx_ready),
		.tx_data_o(tx_data),
		.sync_o(sync),
		.core0_pc_i(u_soc.VexRiscv.lastStagePc),
		.core0_retired_i(u_soc.VexRiscv.lastStageIsFiring),
		.core0_fetched_i(u_soc.VexRiscv.iBusWishbone_ACK),
		.core0_loaded_i(taken_0 && !u_soc.VexRiscv.dBusWishbone_WE),
		.core0_stored_i(taken_0 && u_soc.VexRiscv.dBusWishbone_WE),
		.core0_waiting_i(u_soc.VexRiscv.dBusWishbone_STB && !taken_0),
		.core1_pc_i(u_soc.VexRiscv_1.lastStagePc),
		.core1_retired_i(u_soc.VexRiscv_1.lastStageIsFiring),
		.core1_fetched_i(u_soc.VexRiscv_1.iBusWishbone_ACK),
		.core1_loaded_i(taken_1 && !u_soc.VexRiscv_1.dBusWishbone_WE),
		.core1_stored_i(taken_1 && u_soc.VexRiscv_1.dBusWishbone_WE),
		.core1_waiting_i(u_soc.VexRiscv_1.dBusWishbone_STB && !taken_1)
	);

	gnomon_bridge u_bridge (
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
		.done_o(done),
		.connected_o(connected)
	);
	wire unused = &{1'b0, done, connected};
`else
	assign hold = 1'b0;
`endif
endmodule

`resetall
