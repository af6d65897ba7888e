// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_codes: the codes of the event port: actions for chosen writes, as the experiment
// defines them.
//
//  1. A write (valid_i) at time t has the class that table `codes` holds for its word address
//     {page, sub}. With DATA_W, class and lowest bits of the data select its code in table
//     `code_data`; without, the class is the code. Code 0 is none: the write has no actions here.
//  2. FIRE - 1 cycles after t, opens_o and closes_o report what the code does to the gate (with
//     GATE).
//  3. FIRE cycles after t, hit_o reports a write with a code, and actions_o its actions (0 without
//     hit).
//  4. A write has no code if live_i is 0 FIRE - 1 cycles after t: tables are loaded then.
// Tables (a byte a cell): codes: index {page, sub}. code_data: index {class, lowest DATA_W bits of
// the data}. code_actions: index {lane, code}: lane 0 GNO_ACT_*; lane 1, with GATE: bit 0 opens,
// bit 1 closes; with EVENT_LINES a last lane: the lines that the code drives.
// CONSTRAINT: a table cell holds what was written last, also after a reset: a loader writes all
// cells while live_i is 0. live_i becomes 1 at least FIRE cycles after the last write.
//
// Latency: valid_i to opens_o, closes_o: FIRE - 1 cycles; to hit_o, actions_o, lines_o: FIRE
//   cycles.
//
// With FIRE 4, GATE 1: address 65 has a code that opens the gate and has actions 5, address 66 has
// none.
//
//   cycle       0  1  2  3  4  5  6
//   valid_i     1  1  0  0  0  0  0
//   addr_i     65 66  -  -  -  -  -
//   opens_o     0  0  0  1  0  0  0
//   hit_o       0  0  0  0  1  0  0
//   actions_o   0  0  0  0  5  0  0
//
// Instance:
//   gnomon_trigger_codes #(.LUT_BITS(0), .CODE_W(4), .DATA_W(0), .GATE(0), .EVENT_LINES(0),
//     .FIRE(6), .CELL_W(14), .CODES_BASE(0), .DATA_BASE(0), .ACTIONS_BASE(0)
//   ) u_trigger_codes (
//     .clk(clk), .live_i(live), .valid_i(valid), .addr_i(addr), .data_i(data),
//     .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .opens_o(opens),
//     .closes_o(closes), .hit_o(hit), .actions_o(actions), .lines_o(lines)
//   );

module gnomon_trigger_codes #(
	parameter LUT_BITS     = 0,   // as gnomon_cell_ram's
	parameter CODE_W       = 4,   // bits of a code; requires 1..8
	parameter DATA_W       = 0,   // lowest bits of the data that a code may depend on; requires
	                              // 0..8, with CODE_W 12 at most
	parameter GATE         = 0,   // 1: opens_o and closes_o are used
	parameter EVENT_LINES  = 0,   // lines that a code may drive; requires 0..8
	parameter FIRE         = 6,   // clocks; requires 4..32
	parameter CELL_W       = 14,  // bits of a table address; requires at least 10
	parameter CODES_BASE   = 0,   // addresses of the tables, multiples of their sizes
	parameter DATA_BASE    = 0,
	parameter ACTIONS_BASE = 0,
	parameter LINES_W      = EVENT_LINES == 0 ? 1 : EVENT_LINES  // not to be set
) (
	input  wire              clk,
	input  wire              live_i,
	// target
	input  wire              valid_i,
	input  wire [9:0]        addr_i,
	input  wire [31:0]       data_i,
	// tables
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	// what the code does
	output wire              opens_o,
	output wire              closes_o,
	output reg               hit_o,
	output reg  [7:0]        actions_o,
	output wire [LINES_W-1:0] lines_o     // with actions_o
);
	localparam LINES_LANE = GATE != 0 ? 2 : 1;
	localparam LANES  = LINES_LANE + (EVENT_LINES != 0 ? 1 : 0);
	localparam LANE_W = LANES <= 1 ? 0 : LANES <= 2 ? 1 : 2;
	localparam SPAN   = CODE_W + LANE_W < 3 ? 3 : CODE_W + LANE_W;
	localparam [31:0]       BASE_32   = ACTIONS_BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	generate
		if (CODE_W < 1 || CODE_W > 8 || DATA_W < 0 || DATA_W > 8
			|| (DATA_W != 0 && CODE_W + DATA_W > 12)) begin : gen_bad_widths
			CODE_W_must_be_1_to_8_DATA_W_0_to_8_together_12_at_most u_bad ();
		end
		if (EVENT_LINES < 0 || EVENT_LINES > 8) begin : gen_bad_lines
			EVENT_LINES_must_be_0_to_8 u_bad ();
		end
		if (FIRE < 4 || FIRE > 32 || CELL_W < 10) begin : gen_bad_clocks
			FIRE_must_be_4_to_32_CELL_W_10_or_more u_bad ();
		end
	endgenerate

	// The code, two clocks after the write
	wire [CODE_W-1:0] class_code, code_now, unused_class, unused_code;
	gnomon_trigger_rank #(.INDEX_W(10), .CODE_W(CODE_W), .CELL_W(CELL_W),
		.BASE(CODES_BASE)) u_codes (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (addr_i),
		.code0_o    (class_code),
		.index1_i   (10'd0),
		.code1_o    (unused_class)
	);
	generate
		if (DATA_W != 0) begin : gen_data
			reg [DATA_W-1:0] data_q;
			always @(posedge clk)
				data_q <= data_i[DATA_W-1:0];
			gnomon_trigger_rank #(.INDEX_W(CODE_W + DATA_W), .CODE_W(CODE_W),
				.CELL_W(CELL_W),
				.BASE(DATA_BASE)) u_data (
				.clk        (clk),
				.wr_valid_i (wr_valid_i),
				.wr_addr_i  (wr_addr_i),
				.wr_data_i  (wr_data_i),
				.index0_i   ({class_code, data_q}),
				.code0_o    (code_now),
				.index1_i   ({(CODE_W+DATA_W){1'b0}}),
				.code1_o    (unused_code)
			);
		end else begin : gen_no_data
			reg [CODE_W-1:0] class_q;
			always @(posedge clk)
				class_q <= class_code;
			assign code_now    = class_q;
			assign unused_code = {CODE_W{1'b0}};
		end
	endgenerate

	// Its actions: the table is read in the clock FIRE - 2.
	wire              valid;
	wire [CODE_W-1:0] code;
	gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(1), .CLOCKS(FIRE - 2)) u_valid (
		.clk (clk),
		.d_i (valid_i),
		.q_o (valid)
	);
	gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(CODE_W), .CLOCKS(FIRE - 4)) u_code (
		.clk (clk),
		.d_i (code_now),
		.q_o (code)
	);
	wire              mine   = wr_valid_i && wr_addr_i >> SPAN == BASE_CELL >> SPAN;
	wire [CELL_W-1:0] offset = wr_addr_i - BASE_CELL;
	wire [LANES-1:0]   we;
	wire [8*LANES-1:0] lanes;
	genvar k;
	generate
		for (k = 0; k < LANES; k = k + 1) begin : gen_lane
			assign we[k] = mine && offset >> CODE_W == k;
		end
	endgenerate
	gnomon_cell_ram_bytes #(.LUT_BITS(LUT_BITS), .BYTES(LANES), .DEPTH_LOG2(CODE_W)) u_actions (
		.clk     (clk),
		.we_i    (we),
		.waddr_i (wr_addr_i[CODE_W-1:0]),
		.wdata_i (wr_data_i),
		.raddr_i (code),
		.rdata_o (lanes)
	);
	reg  coded_q;  // there is a code, in the clock FIRE - 1
	wire hit = coded_q && live_i;
	always @(posedge clk) begin
		coded_q   <= valid && code != 0;
		hit_o     <= hit;
		actions_o <= hit ? lanes[7:0] : 8'd0;
	end
	generate
		if (GATE != 0) begin : gen_gate
			assign {closes_o, opens_o} = lanes[9:8] & {2{hit}};
		end else begin : gen_no_gate
			assign {closes_o, opens_o} = 2'b00;
		end
	endgenerate
	generate
		if (EVENT_LINES != 0) begin : gen_lines
			reg [LINES_W-1:0] lines_q;
			always @(posedge clk)
				lines_q <= hit ? lanes[8*LINES_LANE +: LINES_W] : {LINES_W{1'b0}};
			assign lines_o = lines_q;
		end else begin : gen_no_lines
			assign lines_o = 1'b0;
		end
	endgenerate
	wire unused = &{1'b0, data_i, lanes, offset, unused_class, unused_code};

endmodule
