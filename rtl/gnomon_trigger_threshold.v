// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_threshold: a trigger on the value of a quantity (docs/design/preprocessors.md,
// "Threshold").
//
//  1. Up: a value >= `fire` fires while the threshold is armed, and disarms it; a value < `rearm`
//     arms it. Down: the same with <= and >. Each: the threshold is always armed.
//  2. The threshold is armed at time 0, the cycle after first_i. A write to its table arms it for
//     the values from this write on.
//  3. Table (a byte a cell): 0..3: fire, 4..7: rearm, lowest byte first; 8: bits GNO_THRESHOLD_*.
//     The threshold is off from the write of byte 0 until the write of byte 8, so that no value
//     meets half-written limits.
// CONSTRAINT: a loader writes all nine bytes in order. Limits have WIDTH bits (higher bits are not
// kept). rearm <= fire; for down rearm >= fire.
// The threshold does not check whether triggers are live.
//
// Latency: valid_i to fire_o: 2 cycles.
//
// Up, with fire 10 and rearm 5:
//
//   cycle     0  1  2  3  4  5  6  7
//   first_i   1  0  0  0  0  0  0  0
//   valid_i   0  1  1  1  1  1  0  0
//   value_i   -  4 12 11  3 12  -  -
//   fire_o    0  0  0  0  1  0  0  1
//
// Instance:
//   gnomon_trigger_threshold #(.WIDTH(16), .CELL_W(14), .BASE(0)) u_trigger_threshold (
//     .clk(clk), .rst(rst), .first_i(first), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr),
//     .wr_data_i(wr_data), .valid_i(valid), .value_i(value), .fire_o(fire)
//   );

module gnomon_trigger_threshold #(
	parameter WIDTH  = 16,  // bits of the value; requires 1..32
	parameter CELL_W = 14,  // bits of a table address; requires at least 4
	parameter BASE   = 0    // address of the table, a multiple of 16
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

	`include "gnomon_records.vh"

	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	generate
		if (WIDTH < 1 || WIDTH > 32) begin : gen_bad_width
			WIDTH_must_be_1_to_32 u_bad ();
		end
	endgenerate

	// The limits are kept inverted: a comparison is then the carry of a sum.
	wire [71:0] cells;
	gnomon_cell_table #(.CELL_W(CELL_W), .BASE(BASE), .CELLS(9)) u_cells (
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
	wire             down      = flags[GNO_THRESHOLD_DOWN];
	wire             each      = flags[GNO_THRESHOLD_EACH];
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
		valid_q <= valid_i && flags[GNO_THRESHOLD_ON] && !half_q;
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
