// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_timer: fires every PERIOD cycles, and picks the watched word for the profile.
//
// begin_i marks the cycle before that of time 0. The timer fires at each time k * period, k >= 1.
// Time is that of the node's time counter, so that all nodes fire in the same cycle. word_o picks
// the word of the first cycle with when_i at or after such a time.
// Table (a byte a cell): 0..3: period - 1, lowest byte first; 4: bit 0 on, bit 1 profile on. A new
// period counts from the next firing.
//
// Latency: time k * period to fire_o: 1 cycle. when_i to word_o: 1 cycle.
//
// With a period of 3:
//
//   time      -  0  1  2  3  4  5  6  7  8  9
//   begin_i   1  0  0  0  0  0  0  0  0  0  0
//   when_i    0  0  0  0  0  0  1  1  0  0  1
//   fire_o    0  0  0  0  0  1  0  0  1  0  0
//   word_o    0  0  0  0  0  0  0  1  1  0  0
//
// Instance:
//   gnomon_trigger_timer #(.CELL_W(14), .BASE(0)) u_trigger_timer (
//     .clk(clk), .rst(rst), .begin_i(begin_i), .live_i(live), .when_i(when), .wr_valid_i(wr_valid),
//     .wr_addr_i(wr_addr), .wr_data_i(wr_data), .fire_o(fire), .word_o(word)
//   );

module gnomon_trigger_timer #(
	parameter CELL_W = 14,  // bits of a table address; requires at least 3
	parameter BASE   = 0    // address of the table, a multiple of 8
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
	gnomon_cell_table #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(5)) u_cells (
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

	// Counts up to all ones. The lowest bit counts alone, so that the carry chains of the
	// others show a clock early that they are all ones. A cell a bit both counts and loads:
	// reload is an input of its carry, too, whose sum nothing takes then.
	reg         low_q;
	reg  [14:0] middle_q;
	reg  [15:0] high_q;
	reg         carry_q;  // where the lowest bit is 1: the middle ones are all ones
	reg         ones_q;   // the high ones are all ones; a clock late where they step, long
	                      // before the middle ones are
	reg         zero_q;   // the count is at its end
	reg         due_q;    // a word is to be picked
	reg         begin_q;
	reg         reload;   // begin_q || zero_q; a register of its own, as long carry chains
	                      // follow
	wire        due    = due_q || zero_q;
	wire        short  = period[15:1] == 0;
	wire        none   = period[31:16] == 0;
	wire [15:0] middle = {1'b0, middle_q} + {1'b0, {15{reload}}} + 16'd1;
	wire [16:0] high   = {1'b0, high_q} + {1'b0, {16{reload}}} + 17'd1;
	wire        zero   = !rst && (reload ? short && !period[0] && none
		: !low_q && middle[15] && ones_q);
	always @(posedge clk) begin
		low_q   <= reload ? !period[0] : !low_q;
		carry_q <= reload ? short : middle[15];
		ones_q  <= reload ? none : high[16];
		if (reload || low_q)
			middle_q <= reload ? ~period[15:1] : middle[14:0];
		if (reload || (low_q && carry_q))
			high_q <= reload ? ~period[31:16] : high[15:0];
		begin_q <= begin_i && !rst;
		zero_q  <= zero;
		reload  <= (begin_i && !rst) || zero;
		due_q   <= due && !when_i && !begin_q && profile;
		fire_o  <= zero_q && !begin_q && on;
		word_o  <= due && when_i && !begin_q && profile;
	end

endmodule
