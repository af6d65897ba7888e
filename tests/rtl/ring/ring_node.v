// SPDX-License-Identifier: Apache-2.0
//
// ring_node: the node at a station of the ring in bench_ring: records of random lengths, shown as
// by gnomon_record_sender, a high-water mark that grows, and a list of the commands that came.
//
// Word of a record: {node 4 bits, number 18, length less one 5, index 5}. Rates (in 1000) and
// lengths are set by the bench.
`timescale 1ns/1ns

module ring_node #(
	parameter NODE   = 0,
	parameter LAST   = 0,
	parameter RING_W = 8,
	parameter HIGH_W = 16
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              clear,
	input  wire              dn_valid_i,
	input  wire [RING_W-1:0] dn_data_i,
	output wire              dn_valid_o,
	output wire [RING_W-1:0] dn_data_o,
	input  wire              up_valid_i,
	output wire              up_ready_o,
	input  wire              up_tag_i,
	input  wire [RING_W-1:0] up_data_i,
	output wire              up_valid_o,
	input  wire              up_ready_i,
	output wire              up_tag_o,
	output wire [RING_W-1:0] up_data_o
);
	`include "bench.vh"

	wire        command_valid, word_ready;
	wire [31:0] command, word;
	reg         shown = 1'b0, pause = 1'b0;   // a record is there; a word is late
	integer     index = 0, length = 2, number = 0, backlog = 0;
	localparam  FULL = (1 << HIGH_W) - 1;
	reg  [15:0] high = 16'd0;
	wire        word_valid = index == 0 ? shown : !pause;

	gnomon_ring_station #(.NODE(NODE), .LAST(LAST), .RING_W(RING_W), .HIGH_W(HIGH_W)) dut (
		.clk (clk), .rst (rst), .clear_i (clear),
		.dn_valid_i (dn_valid_i), .dn_data_i (dn_data_i), .dn_valid_o (dn_valid_o),
			.dn_data_o (dn_data_o),
		.up_valid_i (up_valid_i), .up_ready_o (up_ready_o), .up_tag_i (up_tag_i),
			.up_data_i (up_data_i),
		.up_valid_o (up_valid_o), .up_ready_i (up_ready_i), .up_tag_o (up_tag_o),
			.up_data_o (up_data_o),
		.command_valid_o (command_valid), .command_o (command),
		.ready_i (shown && index == 0), .word_valid_i (word_valid),
			.word_ready_o (word_ready),
		.word_i (word_valid ? word : 32'hx), .last_i (index == length - 1),
			.high_i (high[HIGH_W-1:0])
	);
	assign word = {NODE[3:0], number[17:0], length[4:0] - 5'd1, index[4:0]};

	integer rate = 0, longest = 2, pauses = 0, high_rate = 0;
	initial #1 seed = seed + 1000 * NODE;

	// Records
	always @(posedge clk)
		if (rst || clear) begin
			shown   <= 1'b0;
			index   <= 0;
			number  <= 0;
			high    <= 16'd0;
			backlog = 0;
		end else begin
			if (backlog < 24 && chance(rate))
				backlog = backlog + 1;
			if (chance(high_rate))
				high <= high + 20 > FULL ? FULL : high + 1 + below(20);
			pause <= chance(pauses);
			if (word_valid && word_ready) begin
				index <= index == length - 1 ? 0 : index + 1;
				if (index == length - 1) begin
					number  <= number + 1;
					shown   <= 1'b0;
					backlog = backlog - 1;
				end
			end else if (!shown && backlog > 0) begin
				shown  <= 1'b1;
				length <= 2 + below(longest - 1);
			end
		end

	// Commands
	reg [31:0] got [0:16383];
	integer    commands = 0;
	always @(posedge clk)
		if (command_valid && !rst) begin
			got[commands] = command;
			commands = commands + 1;
		end
endmodule
