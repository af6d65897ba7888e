// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_link_ft245 against a model of the chip: every byte both ways, in order, at any
// clock, and every time that the data sheet asks for.
`timescale 1ns/1ps

module bench_ft245;
	parameter CLK_PS    = 5000;   // half of a period of clk
	parameter CLOCK_MHZ = 100;
	parameter FIFO      = 1024;
	parameter BYTES     = 6000;   // each way
	parameter HOLD      = 20;
	parameter SHORT     = 0;
	parameter LATENCY   = 1;
	parameter WILLING   = 700;

	`include "ft245_monitor.vh"

	gnomon_link_ft245 #(.CLOCK_MHZ(CLOCK_MHZ)) dut (
		.clk (clk), .rx_valid_o (rx_valid), .rx_ready_i (rx_ready), .rx_data_o (rx_data),
		.tx_valid_i (tx_valid), .tx_ready_o (tx_ready), .tx_data_i (tx_data),
		.rxf_n_i (rxf_n), .txe_n_i (txe_n), .rd_n_o (rd_n), .wr_n_o (wr_n),
		.siwu_n_o (siwu_n), .d_i (d_from), .d_o (d_to), .d_oe_o (d_oe)
	);

	ft245_chip #(.SYNC(0), .FIFO(FIFO), .HOLD(HOLD), .SHORT(SHORT), .LATENCY(LATENCY)) chip (
		.run_i (run), .send_i (BYTES), .listen_i (listen), .ft_clk_o (ft_clk),
		.rxf_n_o (rxf_n), .txe_n_o (txe_n), .rd_n_i (rd_n), .wr_n_i (wr_n),
		.oe_n_i (1'b1), .d_i (d_to), .d_oe_i (d_oe), .d_o (d_from)
	);

	task cover_more;
	endtask
endmodule
