// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_threshold: a trigger that looks at a quantity (docs/design/preprocessors.md, "Threshold").
//
//  1. Up: it fires where a value >= `fire` comes while it is armed, and is disarmed; a value < `rearm` arms it. Down: the same with <= and >. Each: it is always armed.
//     fire_o is 1 two clocks after the clock with valid_i.
//  2. It is armed at time 0, the clock after first_i, and for the values from a write to its table on.
//  3. Table (cells of a byte): 0..3: fire, 4..7: rearm, lowest byte first; 8: bits GNO_THRESHOLD_*. Off from the write of byte 0 until that of byte 8, so that no value
//     meets half-written limits.
// CONSTRAINT: the bytes are written in order, all nine; limits have WIDTH bits (the higher ones are not kept); rearm <= fire, for down >=.
// What it does not do: it does not ask whether triggers are live.

`resetall
`default_nettype none
`include "gnomon_records.vh"

module gnomon_threshold #(
	parameter WIDTH  = 16,  // bits of the value; requires 1..32
	parameter CELL_W = 14,  // bits of a cell address; requires at least 4
	parameter BASE   = 0    // cell address of the table, a multiple of 16
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              first_i,
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	input  wire              valid_i,
	input  wire [WIDTH-1:0]  value_i,
	output reg               fire_o
);
	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	generate
		if (WIDTH < 1 || WIDTH > 32) begin : gen_bad_width
			WIDTH_must_be_1_to_32 u_bad ();
		end
	endgenerate

	// The limits are kept inverted: a comparison is then the carry of a sum.
	wire [71:0] cells;
	gnomon_cells #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(9)) u_cells (
		.clk        (clk),
		.rst        (rst),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_addr_i[3] ? wr_data_i : ~wr_data_i),
		.cells_o    (cells)
	);
	wire [WIDTH-1:0] not_fire  = cells[WIDTH-1:0];
	wire [WIDTH-1:0] not_rearm = cells[32 +: WIDTH];
	wire [7:0]       flags     = cells[71:64];
	wire             down      = flags[`GNO_THRESHOLD_DOWN];
	wire             each      = flags[`GNO_THRESHOLD_EACH];
	wire             unused    = &{1'b0, cells, flags};

	wire             mine = wr_valid_i && wr_addr_i >> 4 == BASE_CELL >> 4;
	reg              half_q;   // the table is half written
	reg              armed_q;

	// A clock for the comparisons: value >= limit up, value > limit down.
	wire [WIDTH:0]   at_fire  = {1'b0, value_i} + {1'b0, not_fire} + {{WIDTH{1'b0}}, !down};
	wire [WIDTH:0]   at_rearm = {1'b0, value_i} + {1'b0, not_rearm} + {{WIDTH{1'b0}}, !down};
	wire             unused_sums = &{1'b0, at_fire[WIDTH-1:0], at_rearm[WIDTH-1:0]};
	reg              valid_q, hit_q, arm_q, first_q;
	always @(posedge clk) begin
		if (rst)
			half_q <= 1'b0;
		else if (mine)
			half_q <= !wr_addr_i[3];
		first_q <= first_i;
		valid_q <= valid_i && flags[`GNO_THRESHOLD_ON] && !half_q;
		hit_q   <= at_fire[WIDTH] ^ down;
		arm_q   <= !at_rearm[WIDTH] ^ down;
	end

	// And one for the decision
	wire hit = valid_q && hit_q;
	always @(posedge clk) begin
		fire_o  <= hit && (armed_q || each);
		armed_q <= rst || first_q || mine || (valid_q && arm_q) || (armed_q && !hit);
	end

endmodule

`resetall
