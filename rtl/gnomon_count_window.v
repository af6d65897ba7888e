// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_window: the quantity `window`: how many of every N cycles with in_i had of_i.
//
//  1. A window goes from the cycle after the end of the last window to its N-th cycle with in_i,
//     which has the value: the cycles of the window with of_i, those without in_i and the N-th
//     included.
//  2. Cycles with gate_i 0 do not count at all. A count that value_o cannot hold reads as the
//     greatest value.
//  3. The first window begins at time 0, the cycle after first_i.
//  4. Table (a byte a cell): 0..3: N - 1, lowest byte first. A window restarts with the cycle after
//     a write. There is no window between the write of byte 0 and that of byte 3.
// CONSTRAINT: a loader writes all four bytes, in order.
//
// Latency: N-th cycle with in_i to valid_o, value_o: 1 cycle.
//
// With N 3:
//
//   cycle     0  1  2  3  4  5  6  7  8
//   first_i   1  0  0  0  0  0  0  0  0
//   in_i      0  1  1  0  1  1  1  1  0
//   of_i      0  1  0  1  0  1  1  1  0
//   valid_o   0  0  0  0  0  1  0  0  1
//   value_o   -  -  -  -  -  2  -  -  3
//
// Instance:
//   gnomon_count_window #(.WIDTH(16), .CELL_W(14), .BASE(0)) u_count_window (
//     .clk(clk), .rst(rst), .first_i(first), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr),
//     .wr_data_i(wr_data), .gate_i(gate), .of_i(of), .in_i(in), .valid_o(valid), .value_o(value)
//   );

module gnomon_count_window #(
	parameter WIDTH  = 16,  // bits of the value; requires 2..32
	parameter CELL_W = 14,  // bits of a table address; requires at least 3
	parameter BASE   = 0    // address of the table, a multiple of 8
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              first_i,
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	input  wire              gate_i,
	input  wire              of_i,
	input  wire              in_i,
	output reg               valid_o,
	output wire [WIDTH-1:0]  value_o
);
	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];

	wire [31:0] limit;  // N - 1
	gnomon_cell_table #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(4), .SPAN_W(3)) u_cells (
		.clk        (clk),
		.rst        (rst),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.cells_o    (limit)
	);
	wire mine = wr_valid_i && wr_addr_i >> 2 == BASE_CELL >> 2;

	reg [31:0] next_q;    // the next clock with in_i is this one of the window, from 1 on
	reg        single_q;  // N is 1 (of what is written)
	reg        last_q;    // the next clock with in_i is the N-th, where N is larger
	reg        half_q;    // N is half written
	reg        restart_q;    // a window begins with this clock
	wire       step = in_i && gate_i;
	wire       ends = step && (single_q || last_q) && !half_q;
	wire       restart = first_i || mine || ends;
	always @(posedge clk) begin
		if (rst) begin
			half_q   <= 1'b0;
			single_q <= 1'b1;
		end else if (mine) begin
			half_q   <= wr_addr_i[1:0] != 2'd3;
			single_q <= wr_data_i == 8'd0 && (single_q || wr_addr_i[1:0] == 2'd0);
		end
		if (restart) begin
			next_q <= 32'd1;
			last_q <= 1'b0;
		end else if (step) begin
			next_q <= next_q + 32'd1;
			last_q <= next_q == limit;
		end
		restart_q  <= restart;
		valid_o <= ends;
	end

	gnomon_count_tally #(.WIDTH(WIDTH)) u_count (
		.clk       (clk),
		.restart_i (restart_q),
		.step_i    (of_i && gate_i),
		.count_o   (value_o)
	);

endmodule
