// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_timer: fires every PERIOD clocks; and picks the watched word for the profile.
//
// begin_i marks the clock of time 0. fire_o is 1 a clock after each clock of time k * period, k >= 1. Time is that of the node's time counter, so all
// nodes fire in the same clock. word_o is 1 a clock after the first clock with when_i at or after such a time.
// Table (cells of a byte): 0..3 period - 1, lowest byte first; 4: bit 0 on, bit 1 profile on. A new period counts from the next firing.

`resetall
`default_nettype none

module gnomon_timer #(
	parameter CELL_W = 14,  // bits of a cell address; requires at least 3
	parameter BASE   = 0    // cell address of the table, a multiple of 8
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              begin_i,
	input  wire              live_i,
	input  wire              when_i,
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	output reg               fire_o,
	output reg               word_o
);
	wire [31:0] period;
	wire [7:0]  flags;
	gnomon_cells #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(5)) u_cells (
		.clk        (clk),
		.rst        (rst),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.cells_o    ({flags, period})
	);
	wire on      = flags[0] && live_i;
	wire profile = flags[1] && live_i;
	wire unused  = &{1'b0, flags};

	reg  [31:0] left_q;  // clocks to the next firing
	reg         zero_q;  // it is 0
	reg         due_q;   // a word is to be picked
	wire        due    = due_q || zero_q;
	wire        reload = begin_i || zero_q;
	always @(posedge clk) begin
		left_q <= reload ? period : left_q - 1'b1;
		zero_q <= !rst && (reload ? period == 0 : left_q == 1);
		due_q  <= due && !when_i && !begin_i && profile;
		fire_o <= zero_q && !begin_i && on;
		word_o <= due && when_i && !begin_i && profile;
	end

endmodule

`resetall
