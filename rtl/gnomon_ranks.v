// SPDX-License-Identifier: Apache-2.0
//
// gnomon_ranks: the trigger: recodes a sparse space of 2^32 words into a few event codes (Carpenter, Figure 6), and reads what each event does.
//
//  clock 0  the watched word and its qualifier are on the wires; three chunks of it (10, 11 and 11 bits) address three RAMs.
//  clock 1  the class codes of chunks 0 and 1 address rank 2.
//  clock 2  its class and that of chunk 2 address rank 3.
//  clock 3  the event code addresses the actions; it is a hit if it is not 0, the qualifier was 1 and the tables are live.
//  clock 4  hit_o tells of a hit; actions_o are the event's, straight from the RAM (of no meaning without a hit).
//  clock 5  code_o is the event's code.
//
// Tables are written through one port: address {table, index}, a cell a byte, at any time; the live flag is the loader's business.
// CONSTRAINT: cells of unused indices hold whatever was written last: a loader writes all of them.

`resetall
`default_nettype none
`include "gnomon_records.vh"

module gnomon_ranks #(
	parameter CODE_W = 4,                                  // bits of a code: capacity 2^CODE_W - 1; requires 4..6
	parameter ADDR_W = 3 + (2*CODE_W > 11 ? 2*CODE_W : 11) // bits of a cell address: table (3) and index
) (
	input  wire              clk,
	input  wire              live_i,
	input  wire [31:0]       word_i,
	input  wire              when_i,
	input  wire              wr_valid_i,
	input  wire [ADDR_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	output reg               hit_o,
	output wire [4:0]        actions_o,  // GNO_ACT_*
	output reg  [CODE_W-1:0] code_o
);
	localparam INDEX_W = ADDR_W - 3;
	generate
		if (CODE_W < 4 || CODE_W > 6) begin : gen_bad_code
			CODE_W_must_be_4_to_6 u_bad ();
		end
	endgenerate

	wire [2:0] table_sel = wr_addr_i[ADDR_W-1:INDEX_W];

	wire       unused    = &{1'b0, wr_data_i};

	// Rank 1
	wire [CODE_W-1:0] class0, class1, class2;
	gnomon_ram #(.WIDTH(CODE_W), .DEPTH_LOG2(10)) u_chunk0 (
		.clk     (clk),
		.we_i    (wr_valid_i && table_sel == `GNO_TABLE_CHUNK0),
		.waddr_i (wr_addr_i[9:0]),
		.wdata_i (wr_data_i[CODE_W-1:0]),
		.raddr_i (word_i[9:0]),
		.rdata_o (class0)
	);
	gnomon_ram #(.WIDTH(CODE_W), .DEPTH_LOG2(11)) u_chunk1 (
		.clk     (clk),
		.we_i    (wr_valid_i && table_sel == `GNO_TABLE_CHUNK1),
		.waddr_i (wr_addr_i[10:0]),
		.wdata_i (wr_data_i[CODE_W-1:0]),
		.raddr_i (word_i[20:10]),
		.rdata_o (class1)
	);
	gnomon_ram #(.WIDTH(CODE_W), .DEPTH_LOG2(11)) u_chunk2 (
		.clk     (clk),
		.we_i    (wr_valid_i && table_sel == `GNO_TABLE_CHUNK2),
		.waddr_i (wr_addr_i[10:0]),
		.wdata_i (wr_data_i[CODE_W-1:0]),
		.raddr_i (word_i[31:21]),
		.rdata_o (class2)
	);

	// Rank 2
	wire [CODE_W-1:0] class01;
	reg  [CODE_W-1:0] class2_q;
	gnomon_ram #(.WIDTH(CODE_W), .DEPTH_LOG2(2*CODE_W)) u_rank2 (
		.clk     (clk),
		.we_i    (wr_valid_i && table_sel == `GNO_TABLE_RANK2),
		.waddr_i (wr_addr_i[2*CODE_W-1:0]),
		.wdata_i (wr_data_i[CODE_W-1:0]),
		.raddr_i ({class1, class0}),
		.rdata_o (class01)
	);
	always @(posedge clk)
		class2_q <= class2;

	// Rank 3
	wire [CODE_W-1:0] code;
	gnomon_ram #(.WIDTH(CODE_W), .DEPTH_LOG2(2*CODE_W)) u_rank3 (
		.clk     (clk),
		.we_i    (wr_valid_i && table_sel == `GNO_TABLE_RANK3),
		.waddr_i (wr_addr_i[2*CODE_W-1:0]),
		.wdata_i (wr_data_i[CODE_W-1:0]),
		.raddr_i ({class2_q, class01}),
		.rdata_o (code)
	);

	// Actions
	gnomon_ram #(.WIDTH(5), .DEPTH_LOG2(CODE_W)) u_actions (
		.clk     (clk),
		.we_i    (wr_valid_i && table_sel == `GNO_TABLE_ACTIONS),
		.waddr_i (wr_addr_i[CODE_W-1:0]),
		.wdata_i (wr_data_i[4:0]),
		.raddr_i (code),
		.rdata_o (actions_o)
	);

	reg [3:1]        when_q;
	reg [CODE_W-1:0] code_q;
	always @(posedge clk) begin
		when_q <= {when_q[2:1], when_i};
		hit_o  <= when_q[3] && live_i && code != 0;
		code_q <= code;
		code_o <= code_q;
	end

endmodule

`resetall
