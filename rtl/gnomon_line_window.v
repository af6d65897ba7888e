// SPDX-License-Identifier: Apache-2.0
// Room: line
// gnomon_line_window: what a processor sees of the time counter and of the lines of its node: a
// window of 32 bytes, on a bus of 8, 16, 32 or 64 bits.
//
//  0x00..0x07  time, lowest byte first; bits from TIME_W on are 0.
//  0x08..0x0f  real time.
//  0x10 + n    line n (0 CAPTURE, 1 REPORT, ...). Read: state_o of gnomon_line_node. Written: bit 7
//              the routine of round (bits 3..0) has finished; else bit 4 assert the line.
//  others      0.
//  1. A read of address 0 has the lowest part of the time of its own cycle, and latches the rest of
//     the time and the real time of the same cycle. Reads of other parts of both have what was
//     latched. So a sequence of reads that begins with address 0 has one time, whatever happens
//     between them.
//  2. Each master (rd_master_i) has a latch of its own. Programs that interrupt each other between
//     two such reads need one each: an address bit of the bus can be the master's number.
//  3. A line is one byte, so it is indivisible on any width. A routine finishes with a store of
//     0x80 and the number of the round that it has loaded. (The byte itself is not safe: after a
//     time-out bit 7 is 0, and bit 4 would assert the line.) The state of a line is not latched.
// An access never waits, so a store asserts a line in its own cycle, also while another bus or
// another slave waits.
// CONSTRAINT: rd_valid_i and wr_valid_i for one cycle per access. On a Wishbone bus that is the
//   first cycle of the strobe; rd_data_o is valid in the next cycle, with ack.
// CONSTRAINT: rd_master_i is less than MASTERS.
//
// Latency: rd_valid_i to rd_data_o: 1 cycle. wr_valid_i to raise_o, done_o, round_o: none
//   (combinational).
//
// A bus of 16 bits (hexadecimal); the carry into the upper part comes between two reads:
//
//   cycle        0      1      2      3
//   time_i       3ffff  40000  40001  40002
//   rd_valid_i   1      0      1      0
//   rd_addr_i    0      -      2      -
//   rd_data_o    -      ffff   -      3
//
// Instance:
//   gnomon_line_window #(.DATA_W(32), .TIME_W(32), .REAL(1), .MASTERS(1), .LINES(2)
//   ) u_line_window (
//     .clk(clk), .time_i(time_i), .real_i(real_i), .state_i(state), .raise_o(raise), .done_o(done),
//     .round_o(round), .rd_valid_i(rd_valid), .rd_master_i(rd_master), .rd_addr_i(rd_addr),
//     .rd_data_o(rd_data), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
//     .wr_sel_i(wr_sel)
//   );

module gnomon_line_window #(
	parameter DATA_W  = 32,  // bits of the bus; requires 8, 16, 32 or 64
	parameter TIME_W  = 32,  // bits of the times; requires 10..64
	parameter REAL    = 1,   // 0: the real time reads as 0
	parameter MASTERS = 1,   // requires 1..16
	parameter LINES   = 2    // requires 1..8
) (
	input  wire                clk,
	// node
	input  wire [TIME_W-1:0]   time_i,
	input  wire [TIME_W-1:0]   real_i,
	input  wire [8*LINES-1:0]  state_i,
	output wire [LINES-1:0]    raise_o,
	output wire [LINES-1:0]    done_o,
	output wire [4*LINES-1:0]  round_o,
	// bus: addresses are those of bytes; their lowest bits have no meaning on a wider bus
	input  wire                rd_valid_i,
	input  wire [3:0]          rd_master_i,
	input  wire [4:0]          rd_addr_i,
	output reg  [DATA_W-1:0]   rd_data_o,
	input  wire                wr_valid_i,
	input  wire [4:0]          wr_addr_i,
	input  wire [DATA_W-1:0]   wr_data_i,
	input  wire [DATA_W/8-1:0] wr_sel_i
);
	generate
		if (DATA_W != 8 && DATA_W != 16 && DATA_W != 32 && DATA_W != 64) begin
			: gen_bad_data
			DATA_W_must_be_8_16_32_or_64 u_bad ();
		end
		if (TIME_W < 10 || TIME_W > 64) begin : gen_bad_time
			TIME_W_must_be_10_to_64 u_bad ();
		end
		if (MASTERS < 1 || MASTERS > 16) begin : gen_bad_masters
			MASTERS_must_be_1_to_16 u_bad ();
		end
		if (LINES < 1 || LINES > 8) begin : gen_bad_lines
			LINES_must_be_1_to_8 u_bad ();
		end
	endgenerate

	localparam BYTES = DATA_W / 8;
	localparam REST  = 128 - DATA_W;  // bits of the times that are latched
	localparam [31:0] BYTES_32 = BYTES;
	localparam [4:0]  PART     = ~(BYTES_32[4:0] - 5'd1);  // bits of an address that count

	// The times as they are now
	wire [127:0] now;
	generate
		if (TIME_W >= 64) begin : gen_full
			assign now = {REAL != 0 ? real_i : 64'd0, time_i};
		end else begin : gen_narrow
			localparam [63-TIME_W:0] ABOVE = {(64-TIME_W){1'b0}};
			assign now = {ABOVE, REAL != 0 ? real_i : {TIME_W{1'b0}}, ABOVE, time_i};
		end
		if (REAL == 0) begin : gen_no_real
			wire unused = &{1'b0, real_i};
		end
	endgenerate

	// What each master has latched
	wire first = rd_valid_i && (rd_addr_i & PART) == 5'd0;
	wire [MASTERS*REST-1:0] latches;
	wire [REST-1:0]         latched;
	generate
		genvar m;
		for (m = 0; m < MASTERS; m = m + 1) begin : gen_latch
			reg [REST-1:0] latch_q;
			always @(posedge clk)
				if (first && (MASTERS == 1 || rd_master_i == m))
					latch_q <= now[127:DATA_W];
			assign latches[REST*m +: REST] = latch_q;
		end
		if (MASTERS == 1) begin : gen_one
			wire unused = &{1'b0, rd_master_i};
			assign latched = latches;
		end else begin : gen_more
			assign latched = latches[REST*rd_master_i +: REST];
		end
	endgenerate

	// Reads
	wire [63:0]  lines;
	wire [255:0] window = {64'd0, lines, latched, now[DATA_W-1:0]};
	generate
		if (LINES >= 8) begin : gen_all_lines
			assign lines = state_i;
		end else begin : gen_few_lines
			assign lines = {{(64-8*LINES){1'b0}}, state_i};
		end
	endgenerate
	always @(posedge clk)
		rd_data_o <= window[{rd_addr_i & PART, 3'd0} +: DATA_W];

	// Writes
	generate
		genvar n;
		for (n = 0; n < LINES; n = n + 1) begin : gen_line
			localparam [4:0] AT   = 16 + n;
			localparam       LANE = n % BYTES;  // of the bus
			wire       here = wr_valid_i && wr_sel_i[LANE]
			                  && (wr_addr_i & PART) == (AT & PART);
			wire [7:0] data = wr_data_i[8*LANE +: 8];
			wire unused = &{1'b0, data};
			assign raise_o[n]        = here && data[4] && !data[7];
			assign done_o[n]         = here && data[7];
			assign round_o[4*n +: 4] = data[3:0];
		end
		if (LINES < BYTES) begin : gen_other_lanes
			wire unused = &{1'b0, wr_sel_i, wr_data_i};
		end
	endgenerate

endmodule
