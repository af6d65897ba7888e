// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_link_ft245_sync against a model of the chip: every byte both ways, in order, with
// random readiness of the monitor, hold-offs of the chip, a host that does not listen for a while,
// and a chip whose clock starts late and stops.
`timescale 1ns/1ps

module bench_ft245_sync;
	parameter CLK_PS  = 8333;   // half of a period of clk
	parameter FIFO    = 1024;
	parameter BYTES   = 40000;  // each way
	parameter HOLD    = 20;
	parameter SHORT   = 0;
	parameter LATENCY = 1;
	parameter WILLING = 700;    // of 1000: readiness of the monitor

	`include "ft245_monitor.vh"

	// clock to pin, at most what the head of the PHY allows
	wire       rd_n_d, wr_n_d, oe_n_d, d_oe_d;
	wire [7:0] d_to_d;
	assign #(8.6) rd_n = rd_n_d;
	assign #(8.6) wr_n = wr_n_d;
	assign #(8.6) oe_n = oe_n_d;
	assign #(8.6) d_oe = d_oe_d;
	assign #(8.6) d_to = d_to_d;

	gnomon_link_ft245_sync dut (
		.clk (clk), .rx_valid_o (rx_valid), .rx_ready_i (rx_ready), .rx_data_o (rx_data),
		.tx_valid_i (tx_valid), .tx_ready_o (tx_ready), .tx_data_i (tx_data),
		.ft_clk_i (ft_clk), .rxf_n_i (rxf_n), .txe_n_i (txe_n), .rd_n_o (rd_n_d),
		.wr_n_o (wr_n_d), .oe_n_o (oe_n_d), .siwu_n_o (siwu_n), .d_i (d_from),
		.d_o (d_to_d), .d_oe_o (d_oe_d)
	);

	ft245_chip #(.SYNC(1), .FIFO(FIFO), .HOLD(HOLD), .SHORT(SHORT), .LATENCY(LATENCY)) chip (
		.run_i (run), .send_i (BYTES), .listen_i (listen), .ft_clk_o (ft_clk),
		.rxf_n_o (rxf_n), .txe_n_o (txe_n), .rd_n_i (rd_n), .wr_n_i (wr_n),
		.oe_n_i (oe_n), .d_i (d_to), .d_oe_i (d_oe), .d_o (d_from)
	);

	task cover_more;
		begin
			if (!SHORT)
				covered(chip.n_packets, "full packet");
			if (HOLD > 0) begin
				covered(chip.n_txe_race, "TXE# that changes with WR#");
				covered(chip.n_rxf_race, "RXF# that changes with RD#");
			end
			if (!SHORT && HOLD < 5 && WILLING == 1000) begin
				check(chip.n_burst_rx >= 200, "a byte a cycle from the chip");
				check(chip.n_burst_tx >= 200, "a byte a cycle to the chip");
			end
		end
	endtask
endmodule
