// SPDX-License-Identifier: Apache-2.0
//
// ranks_three: a tree of ranks for benches, the paper's cut: chunks of 10, 11 and 11 bits, joined two by two (Carpenter, Figure 6). Table k has its cells at
// k << INDEX_W: the three chunks, their joints, and (5) the actions, which are not here.
`timescale 1ns/1ns

module ranks_three #(
	parameter CODE_W  = 4,
	parameter INDEX_W = 2*CODE_W > 11 ? 2*CODE_W : 11,
	parameter CELL_W  = 3 + INDEX_W
) (
	input  wire              clk,
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	input  wire [31:0]       word_i,
	output wire [CODE_W-1:0] code_o
);
	wire [CODE_W-1:0] class0, class1, class2, class01;
	reg  [CODE_W-1:0] class2_q;
	always @(posedge clk)
		class2_q <= class2;

	gnomon_rank #(.INDEX_W(10), .CODE_W(CODE_W), .CELL_W(CELL_W), .BASE(0)) u_chunk0 (
		.clk (clk), .wr_valid_i (wr_valid_i), .wr_addr_i (wr_addr_i), .wr_data_i (wr_data_i), .index0_i (word_i[9:0]), .index1_i (10'd0), .code0_o (class0));
	gnomon_rank #(.INDEX_W(11), .CODE_W(CODE_W), .CELL_W(CELL_W), .BASE(1 * (1 << INDEX_W))) u_chunk1 (
		.clk (clk), .wr_valid_i (wr_valid_i), .wr_addr_i (wr_addr_i), .wr_data_i (wr_data_i), .index0_i (word_i[20:10]), .index1_i (11'd0), .code0_o (class1));
	gnomon_rank #(.INDEX_W(11), .CODE_W(CODE_W), .CELL_W(CELL_W), .BASE(2 * (1 << INDEX_W))) u_chunk2 (
		.clk (clk), .wr_valid_i (wr_valid_i), .wr_addr_i (wr_addr_i), .wr_data_i (wr_data_i), .index0_i (word_i[31:21]), .index1_i (11'd0), .code0_o (class2));
	gnomon_rank #(.INDEX_W(2*CODE_W), .CODE_W(CODE_W), .CELL_W(CELL_W), .BASE(3 * (1 << INDEX_W))) u_joint01 (
		.clk (clk), .wr_valid_i (wr_valid_i), .wr_addr_i (wr_addr_i), .wr_data_i (wr_data_i), .index0_i ({class1, class0}), .index1_i ({2*CODE_W{1'b0}}), .code0_o (class01));
	gnomon_rank #(.INDEX_W(2*CODE_W), .CODE_W(CODE_W), .CELL_W(CELL_W), .BASE(4 * (1 << INDEX_W))) u_joint (
		.clk (clk), .wr_valid_i (wr_valid_i), .wr_addr_i (wr_addr_i), .wr_data_i (wr_data_i), .index0_i ({class2_q, class01}), .index1_i ({2*CODE_W{1'b0}}), .code0_o (code_o));
endmodule
