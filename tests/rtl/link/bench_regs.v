// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_link_regs: all halves of bytes, with WIDE all bytes, before anything is written,
// then 16-bit words at random; none is read in the clock in which its word is written.
`timescale 1ns/1ns

module bench_regs;
	parameter WIDE = 0;

	parameter LENGTH = 100000;
	localparam CLOCKS = 110000;
	localparam [95:0] IDENTITY = 96'h5A6978F0E1D2C3B4_014F4E47;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         we = 1'b0;
	reg  [7:0]  waddr = 0;
	reg  [15:0] wdata = 0;
	reg  [8:0]  raddr = 0;
	reg         lower = 1'b0;
	wire [(WIDE ? 7 : 3):0] rdata;
	gnomon_link_regs #(.IDENTITY(IDENTITY), .WIDE(WIDE)) dut (
		.clk (clk), .we_i (we), .waddr_i (waddr), .wdata_i (wdata), .raddr_i (raddr),
			.rlower_i (lower), .rdata_o (rdata)
	);

	reg [15:0] words [0:255];
	reg [(WIDE ? 7 : 3):0] want;
	reg        sure = 1'b0, quiet = 1'b0;  // quiet: the word was not written a clock ago
	integer    last = -1;                   // the word a clock ago
	integer    now = 0, i;
	integer    n_low = 0, n_high = 0, n_kept = 0, n_half [0:1];

	initial begin
		{n_half[0], n_half[1]} = 0;
		for (i = 0; i < 256; i = i + 1)
			words[i] = i < 6 ? IDENTITY >> (16 * i) : 16'd0;
	end

	always @(posedge clk) begin
		if (sure)
			equal(rdata, want, "byte, or half of one");
		want   = words[raddr/2] >> (8 * (raddr % 2) + (WIDE || lower ? 0 : 4));
		sure   = (WIDE || (quiet && last == raddr / 2))
			&& !(we && waddr == raddr / 2);
		last   = raddr / 2;
		quiet  = !(we && waddr == raddr / 2);
		n_half[lower] = n_half[lower] + 1;
		n_low  = n_low + (sure && now > 2500 && raddr % 2 == 0 && raddr >= 12);
		n_high = n_high + (sure && now > 2500 && raddr % 2 == 1 && raddr >= 12);
		n_kept = n_kept + (sure && now > 2500 && raddr < 12);
		if (we)
			words[waddr] = wdata;
		now = now + 1;
		we    <= now > 2100 && chance(500);
		waddr <= 6 + below(250);   // the identity is only read
		wdata <= $random(seed);
		lower <= now < 2048 ? now / 2 : chance(500);
		raddr <= now < 2048 ? now / 4 : chance(600) ? raddr ^ below(2) : chance(300)
			? waddr * 2 + below(2) : chance(50) ? below(12) : $random(seed);
		if (now == LENGTH) begin
			covered(n_half[0], "upper half");
			covered(n_half[1], "lower half");
			covered(n_low, "lower byte");
			covered(n_high, "upper byte");
			covered(n_kept, "identity after writing");
			finish(0, 0);
		end
	end
endmodule
