// SPDX-License-Identifier: Apache-2.0
// serv_sim: SERV's own small system (servant, from PyPI) with the program of boards/demo, and with
// SERV_MONITOR the monitor of serv.yaml and the bridge. The working folder has demo.hex.
`resetall
`default_nettype none

module serv_sim (
	input wire clk,
	input wire rst
);
	wire hold, light;

	servant #(.memfile("demo.hex"), .memsize(1024)) u_servant (
		.wb_clk(clk),
		.wb_rst(rst || hold),
		.q(light)
	);

`ifdef SERV_MONITOR
	wire       rx_valid, rx_ready, tx_valid, tx_ready, sync, done, connected;
	wire [7:0] rx_data, tx_data;

	serv u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_valid_i(rx_valid),
		.rx_ready_o(rx_ready),
		.rx_data_i(rx_data),
		.tx_valid_o(tx_valid),
		.tx_ready_i(tx_ready),
		.tx_data_o(tx_data),
		.sync_o(sync),
		.core_pc_i(u_servant.wb_ibus_adr),
		.core_fetched_i(u_servant.wb_ibus_ack),
		.core_loaded_i(u_servant.wb_dbus_ack && !u_servant.wb_dbus_we),
		.core_stored_i(u_servant.wb_dbus_ack && u_servant.wb_dbus_we)
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
	wire unused = &{1'b0, light, done, connected};
`else
	assign hold = 1'b0;
	wire unused = &{1'b0, light};
`endif
endmodule

`resetall
