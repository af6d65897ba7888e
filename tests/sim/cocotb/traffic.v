// SPDX-License-Identifier: Apache-2.0
// traffic: a design for cocotb: the test drives the bus, the monitor watches it.
`timescale 1ns / 1ps

module traffic (
	input  wire       clk,
	input  wire       rst,
	input  wire       finish, // ends the run
	input  wire       valid,
	input  wire [7:0] op,
	output wire       hold,   // until the run starts
	output wire       done    // the run is complete
);
	wire       rx_valid, rx_ready, tx_valid, tx_ready, sync;
	wire [7:0] rx_data, tx_data;

	traffic_monitor u_monitor (
		.clk(clk), .rst(rst),
		.rx_valid_i(rx_valid), .rx_ready_o(rx_ready), .rx_data_i(rx_data),
		.tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_data_o(tx_data),
		.sync_o(sync), .bus_op_i(op), .bus_valid_i(valid)
	);

	gnomon_bridge u_bridge (
		.clk(clk), .rst(rst),
		.rx_valid_o(rx_valid), .rx_ready_i(rx_ready), .rx_data_o(rx_data),
		.tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data),
		.sync_i(sync), .finish_i(finish), .hold_o(hold), .done_o(done), .connected_o()
	);
endmodule
