// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_ram_wide: a RAM that is written a narrow part at a time and read a wide word at a
// time.
//
// Part k of a word is bits (k+1)*WRITE_W-1 .. k*WRITE_W; waddr_i is {word, part}. The last part of
// a word is written last: with it the word is whole. A word that is read in the cycle in which one
// of its parts is written comes out as that of gnomon_cell_ram.
// Without LUT RAM (iCE40) the RAM blocks change the width, without logic: Yosys joins the reads of
// all parts. Vivado and Quartus do not; with LUT_BITS registers gather the parts before the last
// one, and the words are one gnomon_cell_ram.
// CONSTRAINT: between the first and the last part of a word no part of another word is written. A
// word that was begun has no meaning before its last part.
//
// Latency: raddr_i to rdata_o: 1 cycle. After the last part at we_i a word can be read from the
//   next cycle on.
//
// With WRITE_W 4 and PARTS_LOG2 1: the word at address 3 becomes 21 (hexadecimal):
//
//   cycle     0  1  2  3  4
//   we_i      1  1  0  0  0
//   waddr_i   6  7  -  -  -
//   wdata_i   1  2  -  -  -
//   raddr_i   0  0  3  0  0
//   rdata_o   -  -  - 21  -
//
// Instance:
//   gnomon_cell_ram_wide #(.WRITE_W(2), .PARTS_LOG2(2), .DEPTH_LOG2(7), .LUT_BITS(0)
//   ) u_cell_ram_wide (
//     .clk(clk), .we_i(we), .waddr_i(waddr), .wdata_i(wdata), .raddr_i(raddr), .rdata_o(rdata)
//   );

module gnomon_cell_ram_wide #(
	parameter WRITE_W    = 2,  // bits written; requires at least 1
	parameter PARTS_LOG2 = 2,  // parts of a word that is read, log2; requires at least 1
	parameter DEPTH_LOG2 = 7,  // words, log2; requires at least 1
	parameter LUT_BITS   = 0   // as gnomon_cell_ram's
) (
	input  wire                             clk,
	input  wire                             we_i,
	input  wire [DEPTH_LOG2+PARTS_LOG2-1:0] waddr_i,
	input  wire [WRITE_W-1:0]               wdata_i,
	input  wire [DEPTH_LOG2-1:0]            raddr_i,
	output wire [(WRITE_W<<PARTS_LOG2)-1:0] rdata_o
);
	localparam PARTS    = 1 << PARTS_LOG2;
	localparam IN_BLOCK = (WRITE_W << (PARTS_LOG2 + DEPTH_LOG2)) > 64;
	generate
		if (PARTS_LOG2 < 1) begin : gen_bad_parts
			PARTS_LOG2_must_be_1_at_least u_bad ();
		end
	endgenerate

	genvar k;
	generate
		if (LUT_BITS != 0) begin : gen_words
			localparam REST = (PARTS - 1) * WRITE_W;
			wire [PARTS_LOG2-1:0] part = waddr_i[PARTS_LOG2-1:0];
			reg  [REST-1:0]       rest_q;
			for (k = 0; k < PARTS - 1; k = k + 1) begin : gen_rest
				localparam [PARTS_LOG2-1:0] PART = k;
				always @(posedge clk)
					if (we_i && part == PART)
						rest_q[k*WRITE_W +: WRITE_W] <= wdata_i;
			end
			gnomon_cell_ram #(.WIDTH(PARTS * WRITE_W), .DEPTH_LOG2(DEPTH_LOG2),
				.LUT_BITS(LUT_BITS)) u_words (
				.clk     (clk),
				.we_i    (we_i && &part),
				.waddr_i (waddr_i[DEPTH_LOG2+PARTS_LOG2-1:PARTS_LOG2]),
				.wdata_i ({wdata_i, rest_q}),
				.raddr_i (raddr_i),
				.rdata_o (rdata_o)
			);
		end else begin : gen_parts
			// Yosys: the collision is a don't care
			(* no_rw_check, ram_style = IN_BLOCK ? "block" : "logic" *)
			reg [WRITE_W-1:0] mem [0:(PARTS<<DEPTH_LOG2)-1];
			reg [(WRITE_W<<PARTS_LOG2)-1:0] word_q;
			always @(posedge clk)
				if (we_i)
					mem[waddr_i] <= wdata_i;
			for (k = 0; k < PARTS; k = k + 1) begin : gen_read
				localparam [PARTS_LOG2-1:0] PART = k;
				always @(posedge clk) begin
					word_q[k*WRITE_W +: WRITE_W] <= mem[{raddr_i, PART}];
`ifdef GNOMON_COLLISIONS
					if (we_i
						&& waddr_i[DEPTH_LOG2+PARTS_LOG2-1:PARTS_LOG2]
						== raddr_i)
						word_q[k*WRITE_W +: WRITE_W]
							<= {((WRITE_W + 31) / 32){$random}};
`endif
				end
			end
			assign rdata_o = word_q;
			wire unused = &{1'b0, IN_BLOCK};  // only the attribute uses it
		end
	endgenerate

endmodule
