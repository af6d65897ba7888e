// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_watchdog: fires when no feeding event came for N clocks.
//
// feed_i marks the clock of a feeding event, begin_i that of time 0. fire_o is 1 a clock after the clock N clocks after the last of these, if no feeding event came
// up to and including it; then not again until it is fed. While live_i is 0 it is fed all the time.
// Table (cells of a byte): 0..3 N - 1, lowest byte first; 4: bit 0 on.

`resetall
`default_nettype none

module gnomon_watchdog #(
	parameter CELL_W = 14,  // bits of a cell address; requires at least 3
	parameter BASE   = 0    // cell address of the table, a multiple of 8
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              begin_i,
	input  wire              live_i,
	input  wire              feed_i,
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	output reg               fire_o
);
	wire [31:0] limit;
	wire [7:0]  flags;
	gnomon_cells #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(5)) u_cells (
		.clk        (clk),
		.rst        (rst),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.cells_o    ({flags, limit})
	);
	wire unused = &{1'b0, flags};

	reg  [31:0] left_q;   // clocks until it fires
	reg         zero_q;   // it is 0
	reg         armed_q;
	reg         live_q;
	wire        reload = begin_i || feed_i || !live_q;
	wire        fire   = armed_q && zero_q && !reload;
	always @(posedge clk) begin
		live_q  <= live_i;
		left_q  <= reload ? limit : left_q - 1'b1;
		zero_q  <= reload ? limit == 0 : left_q == 1;
		armed_q <= !rst && (reload || (armed_q && !fire));
		fire_o  <= fire && live_i && flags[0];
	end

endmodule

`resetall
