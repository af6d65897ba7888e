// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_last: the last rank of the trigger, where each cell has the actions of its event
// beside the code.
//
// code_o is the table cell at index_i of the cycle before, and actions_o what the table of actions
// has at the same index. The two tables are the two bytes of the words of one RAM: of 256 words it
// is one block of iCE40, which has 16 bits there even where a code has 4. So such a node needs no
// RAM that has actions by code (gnomon_trigger with RANK_ACTIONS). The node's table bus writes both
// tables, a byte a cell. Codes and actions have no meaning while the tables are written; the
// triggers of the node are off then.
// CONSTRAINT: a table cell holds what was written last, also after a reset: a loader writes all of
// them.
//
// Latency: index_i to code_o and actions_o: 1 cycle.
//
// Table cells 5 and 6 hold 7 and 2, the actions there are 17 and 1:
//
//   cycle      0  1  2  3
//   index_i    5  6  5  0
//   code_o     -  7  2  7
//   actions_o  - 17  1 17
//
// Instance:
//   gnomon_trigger_last #(.INDEX_W(8), .CODE_W(4), .CELL_W(14), .BASE(0), .ACTIONS_BASE(256)
//   ) u_trigger_last (
//     .clk(clk), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .index_i(index),
//     .code_o(code), .actions_o(actions)
//   );

module gnomon_trigger_last #(
	parameter INDEX_W      = 8,   // bits of the index; requires 1..16
	parameter CODE_W       = 4,   // bits of a code; requires 1..8
	parameter CELL_W       = 14,  // bits of a table address; requires at least INDEX_W and 3
	parameter BASE         = 0,   // address of the codes, a multiple of their number and of 8
	parameter ACTIONS_BASE = 256  // address of the actions, likewise
) (
	input  wire               clk,
	input  wire               wr_valid_i,
	input  wire [CELL_W-1:0]  wr_addr_i,
	input  wire [7:0]         wr_data_i,
	input  wire [INDEX_W-1:0] index_i,
	output wire [CODE_W-1:0]  code_o,
	output wire [7:0]         actions_o  // GNO_ACT_*
);
	localparam [31:0]       BASE_32      = BASE;
	localparam [31:0]       ACTIONS_32   = ACTIONS_BASE;
	localparam [CELL_W-1:0] BASE_CELL    = BASE_32[CELL_W-1:0];
	localparam [CELL_W-1:0] ACTIONS_CELL = ACTIONS_32[CELL_W-1:0];
	generate
		if (INDEX_W < 1 || INDEX_W > 16 || CODE_W < 1 || CODE_W > 8 || CELL_W < INDEX_W
			|| CELL_W < 3) begin : gen_bad_widths
			INDEX_W_must_be_1_to_16_CODE_W_1_to_8_CELL_W_enough u_bad ();
		end
	endgenerate

	wire       code_we    = wr_valid_i && wr_addr_i >> INDEX_W == BASE_CELL >> INDEX_W;
	wire       actions_we = wr_valid_i && wr_addr_i >> INDEX_W == ACTIONS_CELL >> INDEX_W;
	wire [7:0] code;
	gnomon_cell_ram_bytes #(.BYTES(2), .DEPTH_LOG2(INDEX_W), .BLOCK(1)) u_cells (
		.clk     (clk),
		.we_i    ({actions_we, code_we}),
		.waddr_i (wr_addr_i[INDEX_W-1:0]),
		.wdata_i (wr_data_i),
		.raddr_i (index_i),
		.rdata_o ({actions_o, code})
	);
	assign code_o = code[CODE_W-1:0];
	wire unused = &{1'b0, code};

endmodule
