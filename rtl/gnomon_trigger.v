// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger: from the code of the last rank to an event and its actions.
//
// A word is on the wires in cycle 0; its code is at code_i in cycle RANKS. LEVEL is RANKS, but at
// least 3.
//  cycle LEVEL      index_o is the code; it addresses the actions. There is a hit if the code is
//                   not 0, the qualifier when_i was 1 in cycle 0 and live_i is 1 now.
//  cycle LEVEL + 1  hit_o reports a hit. actions_o are the actions of the event, straight from the
//                   RAM; they have no meaning without a hit.
//  cycle LEVEL + 2  code_o is the code of the event; it has no meaning without a hit.
// With RANK_ACTIONS there is no table: the last rank has the actions beside its code
// (gnomon_trigger_last), and they come with it at actions_i. actions_o is then a register.
// CONSTRAINT: a cell of the actions holds what was written last, also after a reset: a loader
// writes all cells.
//
// Latency: when_i to hit_o: LEVEL + 1 cycles. code_i to index_o: LEVEL - RANKS cycles; code_i and
//   actions_i to hit_o and actions_o: LEVEL - RANKS + 1; code_i to code_o: LEVEL - RANKS + 2.
//
// With RANKS 3: an event of code 2, whose actions are 17.
//
//   cycle       0  1  2  3  4  5  6
//   when_i      1  0  0  0  0  0  0
//   code_i      0  0  0  2  0  0  0
//   index_o     0  0  0  2  0  0  0
//   hit_o       0  0  0  0  1  0  0
//   actions_o   -  -  -  - 17  -  -
//   code_o      -  -  -  -  -  2  -
//
// Instance:
//   gnomon_trigger #(.LUT_BITS(0), .CODE_W(4), .RANKS(3), .RANK_ACTIONS(0), .CELL_W(14), .BASE(0)
//   ) u_trigger (
//     .clk(clk), .live_i(live), .when_i(when), .code_i(code_i), .actions_i(actions_i),
//     .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .hit_o(hit),
//     .actions_o(actions_o), .index_o(index), .code_o(code_o)
//   );

module gnomon_trigger #(
	parameter LUT_BITS = 0,   // as gnomon_cell_ram's
	parameter CODE_W = 4,   // bits of a code; requires 4..8
	parameter RANKS  = 3,   // clocks from the word to its code; requires 1..16
	parameter RANK_ACTIONS = 0,  // 1: the actions come with the code
	parameter CELL_W = 14,  // bits of a table address
	parameter BASE   = 0    // address of the actions, a multiple of their number; with
	                        // RANK_ACTIONS not used
) (
	input  wire              clk,
	input  wire              live_i,
	input  wire              when_i,     // at clock 0
	input  wire [CODE_W-1:0] code_i,     // at clock RANKS
	input  wire [7:0]        actions_i,  // RANK_ACTIONS 1: likewise; else not used
	input  wire              wr_valid_i,
	input  wire [CELL_W-1:0] wr_addr_i,
	input  wire [7:0]        wr_data_i,
	output reg               hit_o,
	output wire [7:0]        actions_o,  // GNO_ACT_*
	output wire [CODE_W-1:0] index_o,
	output reg  [CODE_W-1:0] code_o
);
	localparam LEVEL = RANKS < 3 ? 3 : RANKS;
	localparam [31:0]       BASE_32   = BASE;
	localparam [CELL_W-1:0] BASE_CELL = BASE_32[CELL_W-1:0];
	generate
		if (CODE_W < 4 || CODE_W > 8) begin : gen_bad_code
			CODE_W_must_be_4_to_8 u_bad ();
		end
		if (RANKS < 1 || RANKS > 16) begin : gen_bad_ranks
			RANKS_must_be_1_to_16 u_bad ();
		end
	endgenerate

	wire              when;
	wire [CODE_W-1:0] code;
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(LEVEL)) u_when (
		.clk (clk),
		.d_i (when_i),
		.q_o (when)
	);
	gnomon_cell_delay #(.WIDTH(CODE_W), .CLOCKS(LEVEL - RANKS)) u_code (
		.clk (clk),
		.d_i (code_i),
		.q_o (code)
	);
	wire [CODE_W-1:0] code_then;
	generate
		if (RANK_ACTIONS != 0) begin : gen_rank
			gnomon_cell_delay #(.WIDTH(CODE_W), .CLOCKS(1)) u_then (
				.clk (clk),
				.d_i (code),
				.q_o (code_then)
			);
			gnomon_cell_delay #(.WIDTH(8), .CLOCKS(LEVEL - RANKS + 1)) u_actions (
				.clk (clk),
				.d_i (actions_i),
				.q_o (actions_o)
			);
			wire unused = &{1'b0, wr_valid_i, wr_addr_i, wr_data_i, BASE_CELL};
		end else begin : gen_table
			// Each cell keeps its own index beside the actions, so that the code comes
			// out of the RAM a clock later with them.
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(CODE_W + 8),
				.DEPTH_LOG2(CODE_W), .BLOCK(1)) u_actions (
				.clk     (clk),
				.we_i    (wr_valid_i && wr_addr_i >> CODE_W == BASE_CELL >> CODE_W),
				.waddr_i (wr_addr_i[CODE_W-1:0]),
				.wdata_i ({wr_addr_i[CODE_W-1:0], wr_data_i}),
				.raddr_i (code),
				.rdata_o ({code_then, actions_o})
			);
			wire unused = &{1'b0, actions_i};
		end
	endgenerate
	always @(posedge clk) begin
		hit_o  <= when && live_i && code != 0;
		code_o <= code_then;
	end
	assign index_o = code;

endmodule
