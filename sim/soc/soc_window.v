// SPDX-License-Identifier: Apache-2.0
// soc_window: gnomon_line_window as a device of the target, whose bus has 32 bits: part k of the
// window, of WINDOW_W bits, is in bits WINDOW_W-1..0 of word k.
//
// 1. valid_i stays, with the rest, until ready_o.
// 2. Every access is answered in its second clock. The time that a read gives is that of its first
//    clock; a store asserts a line in its first clock.
`resetall
`default_nettype none

module soc_window #(
	parameter WINDOW_W = 32, // bits of a part: 8, 16 or 32
	parameter TIME_W = 32,   // see gnomon_line_window
	parameter MASTERS = 2,   // latches of reads, 1 to 16
	parameter LINES = 1      // 1 or 2: CAPTURE, REPORT
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              valid_i,
	input  wire [3:0]        master_i,
	input  wire [4:0]        word_i,
	input  wire [3:0]        wstrb_i, // 0: read
	input  wire [31:0]       wdata_i,
	output wire              ready_o,
	output wire [31:0]       rdata_o,
	input  wire [TIME_W-1:0] time_i,
	input  wire [TIME_W-1:0] real_i,
	// lines, CAPTURE lowest
	input  wire [8*LINES-1:0] state_i,
	output wire [LINES-1:0]   raise_o,
	output wire [LINES-1:0]   done_o,
	output wire [4*LINES-1:0] round_o,
	output wire [LINES-1:0]   store_o, // a store to the line
	output wire [8*LINES-1:0] byte_o   // with it: the byte that is stored
);
	generate
		if (WINDOW_W != 8 && WINDOW_W != 16 && WINDOW_W != 32) begin : gen_bad_width
			WINDOW_W_must_be_8_16_or_32 u_bad ();
		end
	endgenerate

	localparam       SHIFT = WINDOW_W == 32 ? 2 : WINDOW_W == 16 ? 1 : 0; // bytes, log2

	reg  answer;
	wire first = valid_i && !answer;
	wire read = wstrb_i == 4'd0;
	wire [4:0]          addr = word_i << SHIFT;
	wire [WINDOW_W-1:0] data;

	assign ready_o = answer;
	genvar n;
	generate
		for (n = 0; n < LINES; n = n + 1) begin : gen_line
			localparam [4:0] LINE = (16 + n) >> SHIFT;  // the line's part
			localparam       LANE = n % (WINDOW_W / 8); // its byte in there
			assign store_o[n] = first && !read && word_i == LINE && wstrb_i[LANE];
			assign byte_o[8*n +: 8] = wdata_i[8*LANE +: 8];
		end
	endgenerate

	always @(posedge clk)
		answer <= first && !rst;

	gnomon_line_window #(
		.DATA_W(WINDOW_W),
		.TIME_W(TIME_W),
		.REAL(1),
		.MASTERS(MASTERS),
		.LINES(LINES)
	) u_line_window (
		.clk(clk),
		.time_i(time_i),
		.real_i(real_i),
		.state_i(state_i),
		.raise_o(raise_o),
		.done_o(done_o),
		.round_o(round_o),
		.rd_valid_i(first && read),
		.rd_master_i(master_i),
		.rd_addr_i(addr),
		.rd_data_o(data),
		.wr_valid_i(first && !read),
		.wr_addr_i(addr),
		.wr_data_i(wdata_i[WINDOW_W-1:0]),
		.wr_sel_i(wstrb_i[WINDOW_W/8-1:0])
	);

	generate
		if (WINDOW_W == 32) begin : gen_whole
			assign rdata_o = data;
		end else begin : gen_part
			assign rdata_o = {{(32 - WINDOW_W){1'b0}}, data};
		end
	endgenerate
endmodule

`resetall
