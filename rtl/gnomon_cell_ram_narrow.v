// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_ram_narrow: a RAM that is written a wide word at a time and read a narrow part at a
// time.
//
// Part k of a word is bits (k+1)*READ_W-1 .. k*READ_W; raddr_i is {word, part}. A word that is
// written in the cycle in which one of its parts is read comes out as that of gnomon_cell_ram.
// Without LUT RAM (iCE40) the RAM blocks change the width, without logic: Yosys joins the writes of
// all parts. Vivado and Quartus do not; with LUT_BITS the words are one gnomon_cell_ram, and a
// multiplexer behind it picks the part.
// CONSTRAINT: with HOLD raddr_i names the same word in the cycle of the read and in the cycle
// before, and no write to this word takes place in either. So the word can pass through a register
// on its way from a slow RAM block to the multiplexer.
//
// Latency: raddr_i to rdata_o: 1 cycle. A write at we_i can be read from the next cycle on.
//
// The word 1234 (hexadecimal) at address 3 has the parts 6 and 7:
//
//   cycle       0    1    2    3    4
//   we_i        1    0    0    0    0
//   waddr_i     3    -    -    -    -
//   wdata_i  1234    -    -    -    -
//   raddr_i     0    6    7    6    0
//   rdata_o     -    -   34   12   34
//
// Instance:
//   gnomon_cell_ram_narrow #(.READ_W(8), .PARTS_LOG2(1), .DEPTH_LOG2(8), .LUT_BITS(0), .BLOCK(0),
//     .HOLD(0), .CLEAR(0), .INIT(96'd0)
//   ) u_cell_ram_narrow (
//     .clk(clk), .we_i(we), .waddr_i(waddr), .wdata_i(wdata), .raddr_i(raddr), .rdata_o(rdata)
//   );

module gnomon_cell_ram_narrow #(
	parameter        READ_W     = 8,     // bits read; requires at least 1
	parameter        PARTS_LOG2 = 1,     // parts of a written word, log2
	parameter        DEPTH_LOG2 = 8,     // written words, log2; requires at least 1
	parameter        LUT_BITS   = 0,     // these four as gnomon_cell_ram's
	parameter        BLOCK      = 0,
	parameter        HOLD       = 0,     // 1: raddr_i's word is the same in this clock and the
	                                     // one before
	parameter        CLEAR      = 0,
	parameter [95:0] INIT       = 96'd0  // part 0 of word 0 lowest
) (
	input  wire                             clk,
	input  wire                             we_i,
	input  wire [DEPTH_LOG2-1:0]            waddr_i,
	input  wire [(READ_W<<PARTS_LOG2)-1:0]  wdata_i,
	input  wire [DEPTH_LOG2+PARTS_LOG2-1:0] raddr_i,
	output wire [READ_W-1:0]                rdata_o
);
	localparam PARTS    = 1 << PARTS_LOG2;
	localparam IN_BLOCK = BLOCK != 0 || (READ_W << (PARTS_LOG2 + DEPTH_LOG2)) > 64;

	generate
		if (LUT_BITS != 0 || PARTS_LOG2 == 0) begin : gen_words
			wire [PARTS*READ_W-1:0] word;
			gnomon_cell_ram #(
				.WIDTH(PARTS * READ_W), .DEPTH_LOG2(DEPTH_LOG2),
					.LUT_BITS(LUT_BITS), .BLOCK(BLOCK),
				.CLEAR(CLEAR), .INIT(INIT)
			) u_words (
				.clk     (clk),
				.we_i    (we_i),
				.waddr_i (waddr_i),
				.wdata_i (wdata_i),
				.raddr_i (raddr_i[DEPTH_LOG2+PARTS_LOG2-1:PARTS_LOG2]),
				.rdata_o (word)
			);
			if (PARTS_LOG2 == 0) begin : gen_whole
				assign rdata_o = word;
			end else begin : gen_part
				reg  [PARTS_LOG2-1:0]   part_q;
				wire [PARTS*READ_W-1:0] held;
				always @(posedge clk)
					part_q <= raddr_i[PARTS_LOG2-1:0];
				if (HOLD != 0) begin : gen_held
					reg [PARTS*READ_W-1:0] word_q;
					always @(posedge clk)
						word_q <= word;
					assign held = word_q;
				end else begin : gen_straight
					assign held = word;
				end
				assign rdata_o = held[READ_W*part_q +: READ_W];
			end
		end else begin : gen_parts
			// Yosys: the collision is a don't care
			(* no_rw_check, ram_style = IN_BLOCK ? "block" : "logic" *)
			reg [READ_W-1:0] mem [0:(PARTS<<DEPTH_LOG2)-1];
			reg [READ_W-1:0] part_q;

			if (CLEAR != 0) begin : gen_clear
				integer           i;
				reg [READ_W+95:0] rest;
				initial begin
					rest = {{READ_W{1'b0}}, INIT};
					for (i = 0; i < (PARTS << DEPTH_LOG2); i = i + 1) begin
						mem[i] = rest[READ_W-1:0];
						rest   = rest >> READ_W;
					end
				end
			end
			genvar           k;
			for (k = 0; k < PARTS; k = k + 1) begin : gen_write
				localparam [PARTS_LOG2-1:0] PART = k;
				always @(posedge clk)
					if (we_i)
						mem[{waddr_i, PART}] <= wdata_i[k*READ_W +: READ_W];
			end
			always @(posedge clk) begin
				part_q <= mem[raddr_i];
`ifdef GNOMON_COLLISIONS
				if (we_i && waddr_i == raddr_i[DEPTH_LOG2+PARTS_LOG2-1:PARTS_LOG2])
					part_q <= {((READ_W + 31) / 32){$random}};
`endif
			end
			assign rdata_o = part_q;
			wire unused = &{1'b0, IN_BLOCK};  // only the attribute uses it
		end
	endgenerate

endmodule
