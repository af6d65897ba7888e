// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_delay: a delay of CLOCKS cycles, in flip-flops, or in a RAM where it is wide or long.
//
// In the first CLOCKS cycles after power-up q_o has no meaning.
//
// Latency: d_i to q_o: CLOCKS cycles; with CLOCKS 0 none (combinational).
//
// With CLOCKS 3:
//
//   cycle   0  1  2  3  4  5  6
//   d_i     1  2  3  4  5  6  7
//   q_o     -  -  -  1  2  3  4
//
// Instance:
//   gnomon_cell_delay #(.LUT_BITS(0), .WIDTH(1), .CLOCKS(1), .RAM(0)) u_cell_delay (
//     .clk(clk), .d_i(d), .q_o(q)
//   );

module gnomon_cell_delay #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter WIDTH  = 1,  // bits; requires at least 1
	parameter CLOCKS = 1,  // requires 0..128
	parameter RAM    = 0   // 1: a RAM, where CLOCKS is 2 or more
) (
	input  wire             clk,
	input  wire [WIDTH-1:0] d_i,
	output wire [WIDTH-1:0] q_o
);
	generate
		if (CLOCKS < 0 || CLOCKS > 128) begin : gen_bad_clocks
			CLOCKS_must_be_0_to_128 u_bad ();
		end
		if (CLOCKS == 0) begin : gen_wire
			wire unused = &{1'b0, clk};
			assign q_o = d_i;
		end else if (RAM != 0 && CLOCKS > 1) begin : gen_ram
			// A word is read CLOCKS - 1 clocks after it was written, and comes out a
			// clock later.
			localparam AT_W = CLOCKS <= 2 ? 1 : CLOCKS <= 4 ? 2 : CLOCKS <= 8 ? 3
				: CLOCKS <= 16 ? 4 : CLOCKS <= 32 ? 5 : CLOCKS <= 64 ? 6 : 7;
			localparam [31:0] BEHIND = CLOCKS - 1;
			reg  [AT_W-1:0] at_q;
			initial at_q = 0;
			wire [AT_W-1:0] behind = at_q - BEHIND[AT_W-1:0];
			always @(posedge clk)
				at_q <= at_q + 1'b1;
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH),
				.DEPTH_LOG2(AT_W)) u_words (
				.clk     (clk),
				.we_i    (1'b1),
				.waddr_i (at_q),
				.wdata_i (d_i),
				.raddr_i (behind),
				.rdata_o (q_o)
			);
		end else begin : gen_flops
			reg [WIDTH*CLOCKS-1:0] word_q;
			if (CLOCKS == 1) begin : gen_one
				always @(posedge clk)
					word_q <= d_i;
			end else begin : gen_more
				always @(posedge clk)
					word_q <= {word_q[WIDTH*(CLOCKS-1)-1:0], d_i};
			end
			assign q_o = word_q[WIDTH*CLOCKS-1 -: WIDTH];
		end
	endgenerate

endmodule
