// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_ram: a RAM with one write port and one read port of the same width; the storage
// module of the library.
//
// Where the words lie is stated, not left to the tool. With LUT RAM LUT_BITS decides. Without it
// (iCE40) a memory of at most 64 bits for each RAM block that it would take is in flip-flops, any
// other in RAM blocks, 16 bits of a word in each: an HX8K has 240 logic cells for each RAM block,
// and 64 bits with their read multiplexer take half of that; twice as many bits would take as much
// as a block is worth.
// One array, written and read in one block: the template of Vivado, Quartus and Yosys. A word that
// is read in the cycle in which it is written comes out old, new or mixed (families differ): no
// module of this library relies on it. In simulation with GNOMON_COLLISIONS it comes out random.
//
// Latency: raddr_i to rdata_o: 1 cycle. A write at we_i can be read from the next cycle on.
//
//   cycle     0  1  2  3  4
//   we_i      1  1  0  0  0
//   waddr_i   3  4  -  -  -
//   wdata_i   7  8  -  -  -
//   raddr_i   0  3  4  3  0
//   rdata_o   -  -  7  8  7
//
// Instance:
//   gnomon_cell_ram #(.WIDTH(8), .DEPTH_LOG2(8), .LUT_BITS(0), .BLOCK(0), .CLEAR(0), .INIT(96'd0)
//   ) u_cell_ram (
//     .clk(clk), .we_i(we), .waddr_i(waddr), .wdata_i(wdata), .raddr_i(raddr), .rdata_o(rdata)
//   );

module gnomon_cell_ram #(
	parameter        WIDTH      = 8,     // bits of a word; requires at least 1
	parameter        DEPTH_LOG2 = 8,     // words, log2; requires at least 1
	parameter        LUT_BITS   = 0,     // a memory of at most so many bits, or of at most 16
	                                     // words, is
	                                     // LUT RAM, any other in RAM blocks; 0: the family has
	                                     // no LUT RAM
	parameter        BLOCK      = 0,     // with LUT_BITS 0: 1: in RAM blocks, however small it
	                                     // is; 0: by its size
	parameter        CLEAR      = 0,     // 1: the contents at power-up are INIT, then zeros
	parameter [95:0] INIT       = 96'd0  // word 0 lowest
) (
	input  wire                  clk,
	input  wire                  we_i,
	input  wire [DEPTH_LOG2-1:0] waddr_i,
	input  wire [WIDTH-1:0]      wdata_i,
	input  wire [DEPTH_LOG2-1:0] raddr_i,
	output reg  [WIDTH-1:0]      rdata_o
);
	localparam IN_LUTS  = LUT_BITS != 0
		&& (DEPTH_LOG2 <= 4 || (WIDTH << DEPTH_LOG2) <= LUT_BITS);
	localparam IN_BLOCK = BLOCK != 0 || LUT_BITS != 0
		|| (WIDTH << DEPTH_LOG2) > 64 * ((WIDTH + 15) / 16);
	generate
		if (LUT_BITS < 0 || WIDTH < 1 || DEPTH_LOG2 < 1) begin : gen_bad
			LUT_BITS_must_not_be_negative_WIDTH_and_DEPTH_LOG2_1_at_least u_bad ();
		end
	endgenerate

	// Yosys: the collision is a don't care; so does Quartus read it as ramstyle.
	(* no_rw_check, ram_style = IN_LUTS ? "distributed" : IN_BLOCK ? "block" : "logic",
	   ramstyle = "no_rw_check" *)
	reg [WIDTH-1:0] mem [0:(1<<DEPTH_LOG2)-1];

	wire unused = &{1'b0, IN_LUTS, IN_BLOCK};  // only the attribute uses them

	generate
		if (CLEAR != 0) begin : gen_clear
			integer         i;
			reg [WIDTH+95:0] rest;
			initial begin
				rest = {{WIDTH{1'b0}}, INIT};
				for (i = 0; i < (1 << DEPTH_LOG2); i = i + 1) begin
					mem[i] = rest[WIDTH-1:0];
					rest   = rest >> WIDTH;
				end
			end
		end
	endgenerate

	always @(posedge clk) begin
		if (we_i)
			mem[waddr_i] <= wdata_i;
		rdata_o <= mem[raddr_i];
`ifdef GNOMON_COLLISIONS
		if (we_i && waddr_i == raddr_i)
			rdata_o <= {((WIDTH + 31) / 32){$random}};
`endif
	end

endmodule
