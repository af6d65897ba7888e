// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_table: a small table in flip-flops: all table cells are visible at the same time.
//
// A table cell is a byte, at the addresses from BASE on. All are 0 after reset.
//
// Latency: wr_valid_i to cells_o: 1 cycle.
//
// With CELLS 2 (wr_data_i and cells_o hexadecimal):
//
//   cycle          0    1    2    3    4
//   wr_valid_i     0    1    1    1    0
//   wr_addr_i      -    1    0    8    -
//   wr_data_i      -   22   11   33    -
//   cells_o        0    0 2200 2211 2211
//
// Instance:
//   gnomon_cell_table #(.CELL_W(14), .BASE(0), .CELLS(5),
//     .SPAN_W(5 <= 8 ? 3 : 5 <= 16 ? 4 : 5 <= 32 ? 5 : 6)
//   ) u_cell_table (
//     .clk(clk), .rst(rst), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
//     .cells_o(cells)
//   );

module gnomon_cell_table #(
	parameter CELL_W = 14,  // bits of a table address; requires at least SPAN_W
	parameter BASE   = 0,   // address of the table, a multiple of its size
	parameter CELLS  = 5,   // table cells that exist; requires 1..64
	// log2 of the table's size; not to be set
	parameter SPAN_W = CELLS <= 8 ? 3 : CELLS <= 16 ? 4 : CELLS <= 32 ? 5 : 6
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               wr_valid_i,
	input  wire [CELL_W-1:0]  wr_addr_i,
	input  wire [7:0]         wr_data_i,
	output reg  [8*CELLS-1:0] cells_o     // table cell 0 lowest
);
	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	generate
		if (CELLS < 1 || CELLS > 64 || CELL_W < SPAN_W) begin : gen_bad
			CELLS_must_be_1_to_64_and_fit_into_CELL_W u_bad ();
		end
	endgenerate

	wire    mine = wr_valid_i && wr_addr_i >> SPAN_W == BASE_CELL >> SPAN_W;
	integer k;
	always @(posedge clk)
		for (k = 0; k < CELLS; k = k + 1)
			if (rst)
				cells_o[8*k +: 8] <= 8'd0;
			else if (mine && {{(32-SPAN_W){1'b0}}, wr_addr_i[SPAN_W-1:0]} == k)
				cells_o[8*k +: 8] <= wr_data_i;

endmodule
