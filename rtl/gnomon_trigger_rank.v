// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_rank: one rank of the trigger: a RAM that recodes its index into a class or event
// code (Carpenter, Figure 6).
//
// A tree of ranks, which the generator emits, recodes a sparse space of words into a few events.
// codeK_o is the table cell at indexK_i of REGISTERS + 1 cycles ago. The node's table bus writes
// the table, a byte a cell, at the addresses from BASE on. Codes have no meaning while the table is
// written; the triggers of the node are off then.
// CONSTRAINT: a table cell holds what was written last, also after a reset: a loader writes all of
// them.
//
// Latency: indexK_i to codeK_o: REGISTERS + 1 cycles.
//
// Table cell 5 holds 7, table cell 6 holds 2:
//
//   cycle      0  1  2  3
//   index0_i   5  6  5  0
//   code0_o    -  7  2  7
//
// Instance:
//   gnomon_trigger_rank #(.INDEX_W(10), .CODE_W(4), .CELL_W(14), .BASE(0), .LANES(1),
//     .SINGLE_PORT(0), .REGISTERS(0)
//   ) u_trigger_rank (
//     .clk(clk), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
//     .index0_i(index0), .code0_o(code0), .index1_i(index1), .code1_o(code1)
//   );

module gnomon_trigger_rank #(
	parameter INDEX_W     = 10,  // bits of the index; requires 1..16
	parameter CODE_W      = 4,   // bits of a code; requires 1..8
	parameter CELL_W      = 14,  // bits of a table address; requires at least INDEX_W and 3
	parameter BASE        = 0,   // address of the table, a multiple of its size and of 8
	parameter LANES       = 1,   // 2: a second node uses the table too (needs a RAM with two
	                             // ports for reading)
	parameter SINGLE_PORT = 0,   // 1: the RAM has one port, for writing and for reading (then
	                             // LANES is 1)
	parameter REGISTERS   = 0    // that follow the RAM; requires 0..2
) (
	input  wire               clk,
	input  wire               wr_valid_i,
	input  wire [CELL_W-1:0]  wr_addr_i,
	input  wire [7:0]         wr_data_i,
	input  wire [INDEX_W-1:0] index0_i,
	output wire [CODE_W-1:0]  code0_o,
	input  wire [INDEX_W-1:0] index1_i,  // LANES 2; else not used
	output wire [CODE_W-1:0]  code1_o    // LANES 2; else 0
);
	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	generate
		if (INDEX_W < 1 || INDEX_W > 16 || CODE_W < 1 || CODE_W > 8 || CELL_W < INDEX_W
			|| CELL_W < 3) begin : gen_bad_widths
			INDEX_W_must_be_1_to_16_CODE_W_1_to_8_CELL_W_enough u_bad ();
		end
		if (LANES != 1 && (LANES != 2 || SINGLE_PORT != 0)) begin : gen_bad_lanes
			LANES_must_be_1_or_2_and_1_with_SINGLE_PORT u_bad ();
		end
		if (REGISTERS < 0 || REGISTERS > 2) begin : gen_bad_registers
			REGISTERS_must_be_0_to_2 u_bad ();
		end
	endgenerate

	wire we = wr_valid_i && wr_addr_i >> INDEX_W == BASE_CELL >> INDEX_W;
	// The address of a port that writes and reads: while the node's tables are written, all of
	// its codes have no meaning.
	wire [INDEX_W-1:0] addr0 = wr_valid_i ? wr_addr_i[INDEX_W-1:0] : index0_i;
	wire unused = &{1'b0, wr_data_i, index1_i, addr0};

	wire [CODE_W-1:0] code0, code1;
	gnomon_cell_delay #(.WIDTH(2 * CODE_W), .CLOCKS(REGISTERS)) u_code (
		.clk (clk),
		.d_i ({code1, code0}),
		.q_o ({code1_o, code0_o})
	);

	generate
		if (LANES == 2) begin : gen_two
			gnomon_cell_ram_dual #(.WIDTH(CODE_W), .DEPTH_LOG2(INDEX_W)) u_cells (
				.clk      (clk),
				.we_i     (we),
				.addr0_i  (addr0),
				.wdata_i  (wr_data_i[CODE_W-1:0]),
				.rdata0_o (code0),
				.addr1_i  (index1_i),
				.rdata1_o (code1)
			);
		end else if (SINGLE_PORT != 0) begin : gen_single_port
			gnomon_cell_ram_single #(.WIDTH(CODE_W), .DEPTH_LOG2(INDEX_W)) u_cells (
				.clk     (clk),
				.we_i    (we),
				.addr_i  (addr0),
				.wdata_i (wr_data_i[CODE_W-1:0]),
				.rdata_o (code0)
			);
			assign code1 = {CODE_W{1'b0}};
		end else begin : gen_one
			gnomon_cell_ram #(.WIDTH(CODE_W), .DEPTH_LOG2(INDEX_W), .BLOCK(1)) u_cells (
				.clk     (clk),
				.we_i    (we),
				.waddr_i (wr_addr_i[INDEX_W-1:0]),
				.wdata_i (wr_data_i[CODE_W-1:0]),
				.raddr_i (index0_i),
				.rdata_o (code0)
			);
			assign code1 = {CODE_W{1'b0}};
		end
	endgenerate

endmodule
