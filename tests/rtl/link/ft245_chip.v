// SPDX-License-Identifier: Apache-2.0
//
// ft245_chip: FT232H or FT2232H as a FIFO, with its USB side and its host; nothing of rtl/ is in
// it. The times are those of the slower chip, in ns; README.md has their sources.
//
//   synchronous                                  asynchronous
//   CLKOUT 16.67; TXE#, RXF#, data within 9      RD# and WR# low 30 at least
//   OE#, RD#, WR#, data set up 8, hold 0         data within 14 of RD# low
//   RD# one clock behind OE# at least            data set up 5 before WR# low, hold 20 behind WR# 1
//                                                RXF# 1 within 14 of RD# 1, TXE# of WR# low
//                                                RXF#, TXE# 1 until 49 behind RD#, WR# 1
//
// The host sends packets of random lengths up to 512 bytes; each comes into the receive FIFO as a
// whole. The transmit FIFO goes to the host in packets of DATA bytes, or when the latency timer
// ends. RXF# and TXE# are 1 for a while after a packet, at random times (HOLD in 1000), and where a
// FIFO is empty or full. Bytes are numbered by a sequence of their own; `got` and `sent` are for
// the bench.
`timescale 1ns/1ps

module ft245_chip #(
	parameter SYNC    = 1,
	parameter FIFO    = 1024,   // bytes each way: FT232H 1024, FT2232H 4096
	parameter LATENCY = 1,      // ms of the latency timer, of MS ns
	parameter MS      = 3000,
	parameter HOLD    = 20,
	parameter SHORT   = 0       // packets of 1 to 3 bytes only
) (
	input  wire       run_i,      // the clock of the chip runs
	input  wire [31:0] send_i,    // bytes that the host sends, at most
	input  wire       listen_i,   // the host takes packets
	output reg        ft_clk_o,
	output wire       rxf_n_o,
	output wire       txe_n_o,
	input  wire       rd_n_i,
	input  wire       wr_n_i,
	input  wire       oe_n_i,
	input  wire [7:0] d_i,
	input  wire       d_oe_i,
	output wire [7:0] d_o
);
	`include "bench.vh"
	localparam DATA = 510;  // of a packet of 512 bytes to the host, behind two of status

	// What the host sends and what it got
	reg [7:0] rx_fifo [0:FIFO-1];
	reg [7:0] got     [0:1048575];
	integer   rx_head = 0, rx_tail = 0, n_got = 0, n_tx = 0, n_packets = 0, n_short = 0;
	integer   n_txe_race = 0, n_rxf_race = 0, n_full = 0, n_late = 0, n_burst_rx = 0,
		n_burst_tx = 0, burst_rx = 0, burst_tx = 0, size;

	function [7:0] byte_of(input integer at);
		byte_of = (at * 197 + (at >> 8) * 13 + 5) ^ (at >> 3);
	endfunction

	// From the host: whole packets
	initial begin
		#100;
		forever begin
			#(below(SHORT ? 300 : 6000) + 1);
			size = SHORT || chance(300) ? 1 + below(3) : 1 + below(512);
			if (size > send_i - rx_head)
				size = send_i - rx_head;
			if (size > 0 && rx_head + size - rx_tail <= FIFO) begin
				n_short = n_short + (size < 4);
				repeat (size) begin
					rx_fifo[rx_head % FIFO] = byte_of(rx_head);
					rx_head = rx_head + 1;
				end
			end
		end
	end

	// To the host: full packets, else what the latency timer finds
	real since = 0;
	initial
		forever begin
			#(500 + below(1500));
			if (listen_i && n_tx - n_got >= DATA) begin
				n_got     = n_got + DATA;
				n_packets = n_packets + 1;
				since     = $realtime;
			end else if (listen_i && $realtime - since >= LATENCY * MS) begin
				n_late = n_late + (n_tx > n_got);
				n_got  = n_tx;
				since  = $realtime;
			end
			if (!listen_i)
				since = $realtime;
		end

	integer rx_hold = 0, tx_hold = 0;
	generate
		if (SYNC) begin : gen_sync
			initial ft_clk_o = 1'b0;
			always begin
				#8.333;
				if (run_i || ft_clk_o)
					ft_clk_o = !ft_clk_o;
			end
			reg  rxf_n = 1'b1, txe_n = 1'b1, oe_before = 1'b1, txe_before = 1'b1;
			reg  [7:0] data = 0;
			reg  took_rx, took_tx;
			real changed = 0, at_edge;
			assign #(9.0) rxf_n_o = rxf_n;
			assign #(9.0) txe_n_o = txe_n;
			// undriven and unsettled data are x
			wire [7:0] #(9.0, 9.0) driven = data;
			wire out = !oe_n_i;
			wire #(9.0, 0) out_late = out;
			assign d_o = out_late ? driven : 8'hxx;
			always @(rd_n_i or wr_n_i or oe_n_i or d_i or d_oe_i)
				changed = $realtime;
			always @(posedge ft_clk_o) begin
				check($realtime - changed >= 8.0 || changed == at_edge,
					"setup before CLKOUT");
				at_edge = $realtime;
				check(!(d_oe_i && !oe_n_i), "both drive the bus");
				check(rd_n_i || !oe_n_i, "RD# without OE#");
				check(rd_n_i || !oe_before, "RD# one clock behind OE#");
				check(wr_n_i || d_oe_i, "WR# without data");
				check(wr_n_i || !txe_before || !txe_n_o, "WR# long after TXE#");
				took_rx = !rd_n_i && !rxf_n_o;
				took_tx = !wr_n_i && !txe_n_o;
				if (took_rx)
					rx_tail = rx_tail + 1;
				if (took_tx) begin
					check(^d_i !== 1'bx, "byte written is known");
					got[n_tx] = d_i;
					n_tx      = n_tx + 1;
				end
				burst_rx   = took_rx ? burst_rx + 1 : 0;
				burst_tx   = took_tx ? burst_tx + 1 : 0;
				n_burst_rx = burst_rx > n_burst_rx ? burst_rx : n_burst_rx;
				n_burst_tx = burst_tx > n_burst_tx ? burst_tx : n_burst_tx;
				// the strobe was low at an edge at which the flag was 1
				n_rxf_race = n_rxf_race + (!rd_n_i && rxf_n_o);
				n_txe_race = n_txe_race + (!wr_n_i && txe_n_o);
				n_full     = n_full + (n_tx - n_got == FIFO);
				rx_hold = rx_hold > 0 ? rx_hold - 1
					: (took_rx && rx_tail % 512 == 0) || chance(HOLD)
					? 1 + below(40) : 0;
				tx_hold = tx_hold > 0 ? tx_hold - 1
					: (took_tx && n_tx % DATA == 0) || chance(HOLD)
					? 1 + below(40) : 0;
				oe_before  = oe_n_i;
				txe_before = txe_n_o;
				rxf_n <= rx_hold > 0 || rx_head == rx_tail;
				txe_n <= tx_hold > 0 || n_tx - n_got >= FIFO;
				data  <= rx_fifo[rx_tail % FIFO];
			end
		end else begin : gen_async
			initial ft_clk_o = 1'b0;
			reg  rxf_n = 1'b1, txe_n = 1'b1;
			real rd_fell = 0, wr_fell = 0, wr_rose = -100, d_changed = 0, rxf_after;
			assign rxf_n_o = rxf_n;
			assign txe_n_o = txe_n;
			wire #(14.0, 1.0) out = !rd_n_i;
			assign d_o = out ? rx_fifo[rx_tail % FIFO] : 8'hxx;
			always @(d_i or d_oe_i) begin
				check(wr_n_i !== 1'b0 && $realtime - wr_rose >= 20.0,
					"hold behind WR#");
				d_changed = $realtime;
			end
			always @(negedge rd_n_i) begin
				check(!rxf_n, "RD# without RXF#");
				check(wr_n_i, "RD# with WR#");
				check(!d_oe_i, "both drive the bus");
				rd_fell = $realtime;
			end
			always @(posedge rd_n_i)
				if ($realtime > 0) begin
					check($realtime - rd_fell >= 30.0, "RD# low for 30 ns");
					// it stays on the bus for 1 ns more
					#1.1 rx_tail = rx_tail + 1;
				end
			always @(negedge wr_n_i) begin
				check(!txe_n, "WR# without TXE#");
				check(d_oe_i && $realtime - d_changed >= 5.0, "set up before WR#");
				check(^d_i !== 1'bx, "byte written is known");
				wr_fell   = $realtime;
				got[n_tx] = d_i;
				n_tx      = n_tx + 1;
			end
			always @(posedge wr_n_i) begin
				check($realtime - wr_fell >= 30.0, "WR# low for 30 ns");
				wr_rose = $realtime;
			end
			initial
				forever begin
					wait (run_i && rx_head != rx_tail);
					#(below(40)) rxf_n = 1'b0;
					@(posedge rd_n_i);
					rxf_after = 1 + below(14);
					#(rxf_after) rxf_n = 1'b1;
					#(49 - rxf_after);
					if (rx_tail % 512 == 0 || chance(HOLD))
						#(below(3000));
				end
			initial
				forever begin
					wait (run_i && n_tx - n_got < FIFO);
					#(below(40)) txe_n = 1'b0;
					@(negedge wr_n_i);
					n_full = n_full + (n_tx - n_got == FIFO);
					#(1 + below(14)) txe_n = 1'b1;
					wait (wr_n_i);
					#49;
					if (n_tx % DATA == 0 || chance(HOLD))
						#(below(3000));
				end
		end
	endgenerate
endmodule
