// SPDX-License-Identifier: Apache-2.0
// soc_ratios: counters of a core's cache accesses and hits that its programs read.
//
//   offset  counts cycles with
//   0x0     icache_access_i; a read of this word latches the four counters
//   0x4     icache_hit_i, as latched
//   0x8     dcache_access_i, as latched
//   0xc     dcache_hit_i, as latched
//
// 1. The counters begin with 0 in the first clock after reset and do not count while pause_i is 1.
//    They wrap.
// 2. Every access is answered in its second clock. What a read latches is the count of the cycles
//    before the read's first clock.
// 3. A program and an interrupt routine have a latch each (master_i). Stores have no effect.
`resetall
`default_nettype none

module soc_ratios (
	input  wire        clk,
	input  wire        rst,
	input  wire        valid_i, // stays, with the rest, until ready_o
	input  wire        master_i,
	input  wire [1:0]  word_i,
	output wire        ready_o,
	output reg  [31:0] rdata_o,
	input  wire        pause_i,
	input  wire        icache_access_i,
	input  wire        icache_hit_i,
	input  wire        dcache_access_i,
	input  wire        dcache_hit_i
);
	reg  [127:0] counts;
	reg  [95:0]  latches [0:1];
	reg          answer;
	wire         first = valid_i && !answer;
	wire [3:0]   pulses = {dcache_hit_i, dcache_access_i, icache_hit_i, icache_access_i};
	wire [127:0] shown = {latches[master_i], counts[31:0]};

	assign ready_o = answer;

	integer k;
	always @(posedge clk) begin
		answer <= first && !rst;
		rdata_o <= shown[32*word_i +: 32];
		if (first && word_i == 2'd0)
			latches[master_i] <= counts[127:32];
		for (k = 0; k < 4; k = k + 1)
			counts[32*k +: 32] <= counts[32*k +: 32] + {31'd0, pulses[k] && !pause_i};
		if (rst)
			counts <= 128'd0;
	end
endmodule

`resetall
