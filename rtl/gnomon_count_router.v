// SPDX-License-Identifier: Apache-2.0
// Room: count
// gnomon_count_router: lines that are functions of up to four signals each, by a table that can be
// written at any time.
//
//  1. Line k is, by its mode GNO_ROUTE_*: f(t); f(t) and not f(t-1); f(t-1) and not f(t); or f(t)
//     is not f(t-1). f is the bit {s3, s2, s1, s0} of its 16 bits, where s0 is the signal whose
//     number is in byte 0, and so on; a signal that does not exist is 0.
//  2. Table (a byte a cell, index {line, byte}): 0..3: numbers of the signals, 4, 5: bits 7..0 and
//     15..8 of the function, 6: mode.
//  3. While a line is written, its f is 0: if byte 0 is written in cycle c and byte 6 in cycle d,
//     f(t) is the old function for t < c, 0 for t = c .. d-1, and the new function from t = d on
//     (so there may be an edge at c or d). The other lines do not change.
//  4. restart_o[k] is 1 with line_o[k] of t = c .. d: what counts by the line restarts at d + 1.
// CONSTRAINT: a loader writes all bytes 0 to 6 of a line, in order.
// Second form for Verilator: without it sim_share_taps (`make bench`) is 11 % lower.
//
// One cycle picks one of each 16 signals, one chooses among these and evaluates s0 and s1, one
// evaluates s2, s3 and the edge.
//
// Latency: signal_i to line_o: 3 cycles.
//
// Line 0 is signal 2, line 1 its rising edge (bit 0 of line_o: line 0):
//
//   cycle      0  1  2  3  4  5  6  7  8
//   signal_i   0  4  4  0  4  0  0  0  0
//   line_o     0  0  0  0  3  1  0  3  0
//
// Instance:
//   gnomon_count_router #(.SIGNALS(8), .LINES(4), .CELL_W(14), .BASE(0)) u_count_router (
//     .clk(clk), .rst(rst), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
//     .signal_i(signal), .line_o(line), .restart_o(restart)
//   );

module gnomon_count_router #(
	parameter SIGNALS = 8,   // requires 1..64
	parameter LINES   = 4,   // requires 1..1024
	parameter CELL_W  = 14,  // bits of a table address; requires at least 3, and enough
	                         // for 8 * LINES cells
	parameter BASE    = 0    // address of the table, a multiple of its size
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               wr_valid_i,
	input  wire [CELL_W-1:0]  wr_addr_i,
	input  wire [7:0]         wr_data_i,
	input  wire [SIGNALS-1:0] signal_i,
	output wire [LINES-1:0]   line_o,
	output wire [LINES-1:0]   restart_o
);
	localparam LINE_W = LINES <= 1 ? 0 : LINES <= 2 ? 1 : LINES <= 4 ? 2 : LINES <= 8 ? 3
		: LINES <= 16 ? 4 : LINES <= 32 ? 5 : LINES <= 64 ? 6
	                  : LINES <= 128 ? 7 : LINES <= 256 ? 8 : LINES <= 512 ? 9 : 10;
	localparam SPAN_W = LINE_W + 3;
	generate
		if (SIGNALS < 1 || SIGNALS > 64) begin : gen_bad_signals
			SIGNALS_must_be_1_to_64 u_bad ();
		end
		if (LINES < 1 || LINES > 1024 || CELL_W < SPAN_W) begin : gen_bad_lines
			LINES_must_be_1_to_1024_and_fit_into_CELL_W u_bad ();
		end
	endgenerate

	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	wire              mine  = wr_valid_i && wr_addr_i >> SPAN_W == BASE_CELL >> SPAN_W;
	wire [SPAN_W-1:0] index = wr_addr_i[SPAN_W-1:0];
	reg  [6:0]        strobe;  // the byte of a line that is written
	integer           n;
	always @*
		for (n = 0; n < 7; n = n + 1)
			strobe[n] = mine && {29'd0, index[2:0]} == n;

`ifdef VERILATOR
	// What a simulator need not evaluate: while all functions are 0 since the reset, and have
	// been for some cycles, all lines stay 0.
	localparam [2:0] SETTLED = 5;  // cycles
	reg              routes_q;     // a function is not 0
	reg  [2:0]       settles_q;
	wire             acts = routes_q || settles_q != 0 || wr_valid_i;
	initial begin
		routes_q  = 1'b0;
		settles_q = SETTLED;
	end
	always @(posedge clk)
		if (acts || rst) begin
			routes_q  <= !rst && (routes_q
				|| ((strobe[4] || strobe[5]) && wr_data_i != 8'd0));
			settles_q <= rst || wr_valid_i ? SETTLED
				: settles_q - {2'd0, settles_q != 0};
		end
`else
	wire             acts = 1'b1;
`endif

	// Numbers that are not there are kept as the greatest one, that of a 0.
	localparam NUMBER_W = SIGNALS < 2 ? 1 : SIGNALS < 4 ? 2 : SIGNALS < 8 ? 3 : SIGNALS < 16 ? 4
		: SIGNALS < 32 ? 5 : SIGNALS < 64 ? 6 : 7;
	localparam GROUPS   = (SIGNALS + 15) / 16;
	wire [NUMBER_W-1:0]  number = {24'd0, wr_data_i} < SIGNALS ? wr_data_i[NUMBER_W-1:0]
		: {NUMBER_W{1'b1}};
	wire [16*GROUPS-1:0] signals;
	assign signals[SIGNALS-1:0] = signal_i;
	genvar k, s;
	generate
		if (16*GROUPS > SIGNALS) begin : gen_not_there
			assign signals[16*GROUPS-1:SIGNALS] = 0;
		end

		for (k = 0; k < LINES; k = k + 1) begin : gen_line
			localparam [31:0] LINE = k;
			wire       here = index >> 3 == LINE[SPAN_W-1:0];
			reg        half_q;   // the line is half written
			reg [15:0] bits_q;
			reg [1:0]  mode_q;
			always @(posedge clk)
				if (acts || rst) begin
					if (rst) begin
						half_q <= 1'b0;
						bits_q <= 16'd0;
						mode_q <= 2'd0;
					end else if (here) begin
						if (strobe[0] || strobe[6])
							half_q <= strobe[0];
						if (strobe[4])
							bits_q[7:0] <= wr_data_i;
						if (strobe[5])
							bits_q[15:8] <= wr_data_i;
						if (strobe[6])
							mode_q <= wr_data_i[1:0];
					end
				end

			wire [3:0] picked;
			for (s = 0; s < 4; s = s + 1) begin : gen_signal
				reg  [NUMBER_W-1:0] number_q;
				wire [6:0]          place = {{(7-NUMBER_W){1'b0}}, number_q};
				always @(posedge clk)
					if (acts || rst) begin
						if (rst)
							number_q <= {NUMBER_W{1'b1}};
						else if (here && strobe[s])
							number_q <= number;
					end
				genvar              g;
				reg  [GROUPS-1:0]   group_q;
				for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
					always @(posedge clk)
						if (acts)
							group_q[g] <= signals[16*g + place[3:0]];
				end
				// One group: nothing to choose, but for a number that is not there
				if (GROUPS == 1) begin : gen_one
					assign picked[s] = group_q[0] && !place[4];
					wire unused = &{1'b0, place};
				end else begin : gen_choice
					wire [3:0] groups = {{(4-GROUPS){1'b0}}, group_q};
					assign picked[s] = groups[place[5:4]] && !place[6];
				end
			end

			reg [1:0] high_q;
			reg       before_q, line_q;
			reg [3:0] part_q;     // f for each s3, s2
			wire      f = part_q[high_q];
			always @(posedge clk)
				if (acts)
					part_q <= half_q ? 4'd0
						: {bits_q[4'd12 + {2'd0, picked[1:0]}],
						bits_q[4'd8 + {2'd0, picked[1:0]}],
						bits_q[4'd4 + {2'd0, picked[1:0]}],
						bits_q[{2'd0, picked[1:0]}]};
			always @(posedge clk)
				if (acts) begin
					high_q   <= picked[3:2];
					before_q <= f;
					case (mode_q)
					2'd0:    line_q <= f;
					2'd1:    line_q <= f && !before_q;
					2'd2:    line_q <= before_q && !f;
					default: line_q <= f != before_q;
					endcase
				end
			assign line_o[k] = line_q;

			reg [2:0] halves_q;   // half_q, up to three clocks ago
			always @(posedge clk)
				if (acts || rst)
					halves_q <= rst ? 3'd0 : {halves_q[1:0], half_q};
			assign restart_o[k] = |halves_q[2:1];
		end
	endgenerate

endmodule
