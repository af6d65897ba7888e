// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_gate: when the preprocessors of a node count (docs/design/preprocessors.md, "Gate").
//
// While the stage shows time t, open_o is 1 if the gate is open at t. It is the AND of those
// conditions that the table turns on, and 1 without any:
//  by line     line_i is 1 at t.
//  by events   open from the cycle after an event with open_i up to and including the cycle of an
//              event with close_i; an event with both closes the gate. open_i and close_i are those
//              of time t - 1. At time 0, the cycle after first_i, the table gives the gate's state.
//  by process  (process_i ^ value) & mask is 0. process_i is that of time t + 1: it comes one cycle
//              early, so that the comparison has a register.
// Table (a byte a cell): 0: bits GNO_GATE_*; 2, 3: value; 4, 5: mask, lowest byte first.
//
// Latency: line_i, open_i, close_i to open_o: none (combinational). process_i to open_o: 1 cycle. A
//   write to byte 0 of the table to open_o: 1 cycle, to value and mask: 2 cycles.
//
// By events, closed at the start:
//
//   cycle     0  1  2  3  4  5  6  7
//   first_i   1  0  0  0  0  0  0  0
//   open_i    0  0  0  1  0  0  0  0
//   close_i   0  0  0  0  0  0  1  0
//   open_o    -  0  0  1  1  1  0  0
//
// Instance:
//   gnomon_count_gate #(.CELL_W(14), .BASE(0)) u_count_gate (
//     .clk(clk), .rst(rst), .first_i(first), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr),
//     .wr_data_i(wr_data), .open_i(open_i), .close_i(close), .line_i(line), .process_i(process),
//     .open_o(open_o)
//   );

module gnomon_count_gate #(
	parameter CELL_W = 14,  // bits of a table address; requires at least 3
	parameter BASE   = 0    // address of the table, a multiple of 8
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              first_i,
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	input  wire              open_i,
	input  wire              close_i,
	input  wire              line_i,
	input  wire [15:0]       process_i,
	output wire              open_o
);

	`include "gnomon_records.vh"

	wire [47:0] cells;
	gnomon_cell_table #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(6)) u_cells (
		.clk        (clk),
		.rst        (rst),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.cells_o    (cells)
	);
	wire [7:0]  flags   = cells[7:0];
	wire [15:0] value   = cells[31:16];
	wire [15:0] mask    = cells[47:32];
	wire unused = &{1'b0, flags, cells[15:8]};

	reg  zero_q;   // this is time 0
	reg  state_q;  // by events: open at t - 1, at time 0: at the start
	reg  other_q;  // the process at t is another one
	wire state = zero_q ? state_q : !close_i && (open_i || state_q);
	always @(posedge clk) begin
		zero_q  <= first_i;
		state_q <= first_i ? flags[GNO_GATE_OPEN] : state;
		other_q <= ((process_i ^ value) & mask) != 16'd0;
	end
	assign open_o = (!flags[GNO_GATE_LINE] || line_i) && (!flags[GNO_GATE_EVENTS] || state)
	              && (!flags[GNO_GATE_PROCESS] || !other_q);

endmodule
