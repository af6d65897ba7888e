// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_watchdog: fires when no feeding event came for N cycles.
//
// feed_i marks the cycle of a feeding event, begin_i that of time 0. The watchdog fires in the
// cycle N cycles after the last of these, if no feeding event came up to and including this cycle.
// It does not fire again until the next feeding event. While live_i is 0 it is fed in each cycle.
// Table (a byte a cell): 0..3: N - 1, lowest byte first; 4: bit 0 on.
//
// Latency: the cycle in which the watchdog fires to fire_o: 1 cycle.
//
// With N 3:
//
//   cycle     0  1  2  3  4  5  6  7  8  9
//   begin_i   1  0  0  0  0  0  0  0  0  0
//   feed_i    0  0  1  0  0  0  0  0  0  0
//   fire_o    0  0  0  0  0  0  1  0  0  0
//
// Instance:
//   gnomon_trigger_watchdog #(.CELL_W(14), .BASE(0)) u_trigger_watchdog (
//     .clk(clk), .rst(rst), .begin_i(begin_i), .live_i(live), .feed_i(feed), .wr_valid_i(wr_valid),
//     .wr_addr_i(wr_addr), .wr_data_i(wr_data), .fire_o(fire)
//   );

module gnomon_trigger_watchdog #(
	parameter CELL_W = 14,  // bits of a table address; requires at least 3
	parameter BASE   = 0    // address of the table, a multiple of 8
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
	gnomon_cell_table #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(5)) u_cells (
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
