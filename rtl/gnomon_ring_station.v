// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_station: a node's place on the ring. Commands travel down from the center, from
// station to station; records travel up.
//
// A word of 32 bits travels as 32/RING_W flits, lowest bits first.
//  Down: each station passes each flit on one cycle later, and assembles the words for its own
//  node.
//  Up:
//  1. The station passes on words from below as they come.
//  2. The token is a word with tag 1. The last station makes a token whenever it may send. A
//     station sends only when a token is its next word from below: whole records, at most BURST of
//     them. Then it passes the token on. So stations do not collide, each of them gets its turn,
//     and the ring is busy while any of them has a backlog.
//  3. A token has the number of a node in its bits 7..0, the next number in each token. The station
//     of this node puts the node's high-water mark into bits 31..16. So a lost high-water mark
//     comes again.
// CONSTRAINT: all stations and the center are cleared in the same cycles.
//
// Latency: dn_valid_i to dn_valid_o: 1 cycle; last flit of a word to command_valid_o: 1 cycle.
//   up_valid_i with up_ready_o to up_valid_o: 1 cycle at least. First flit of a token at up_valid_i
//   with ready_i to the first flit of the own record at up_valid_o: 2 cycles at least.
//
// With RING_W 32 and up_ready_i 1: a word from below; then a token (tag 1), which waits for a
// record of two words:
//
//   cycle          0  1  2  3  4  5  6  7  8  9
//   up_valid_i     1  1  1  1  1  1  1  0  0  0
//   up_tag_i       0  1  1  1  1  1  1  -  -  -
//   up_data_i     a1 c0 c0 c0 c0 c0 c0  -  -  -
//   up_ready_o     1  0  0  0  0  0  1  1  1  1
//   ready_i        0  1  1  1  0  0  0  0  0  0
//   word_valid_i   0  1  1  1  0  0  0  0  0  0
//   word_i         - b1 b1 b2  -  -  -  -  -  -
//   last_i         -  0  0  1  -  -  -  -  -  -
//   word_ready_o   0  0  1  1  1  1  0  0  0  0
//   up_valid_o     0  1  0  1  1  0  0  1  0  0
//   up_tag_o       -  0  -  0  0  -  -  1  -  -
//   up_data_o      - a1  - b1 b2  -  - c0  -  -
//
// Instance:
//   gnomon_ring_station #(.NODE(0), .LAST(0), .RING_W(8), .HIGH_W(16)) u_ring_station (
//     .clk(clk), .rst(rst), .clear_i(clear), .dn_valid_i(dn_valid_i), .dn_data_i(dn_data_i),
//     .dn_valid_o(dn_valid_o), .dn_data_o(dn_data_o), .up_valid_i(up_valid_i),
//     .up_ready_o(up_ready_o), .up_tag_i(up_tag_i), .up_data_i(up_data_i), .up_valid_o(up_valid_o),
//     .up_ready_i(up_ready_i), .up_tag_o(up_tag_o), .up_data_o(up_data_o),
//     .command_valid_o(command_valid), .command_o(command), .ready_i(ready),
//     .word_valid_i(word_valid), .word_ready_o(word_ready), .word_i(word), .last_i(last),
//     .high_i(high)
//   );

module gnomon_ring_station #(
	parameter NODE   = 0,  // requires 0..254; the last node's is the greatest
	parameter LAST   = 0,  // 1: no station is below; the up inputs are not used
	parameter RING_W = 8,  // wires each way; requires 1, 2, 4, 8, 16 or 32
	parameter HIGH_W = 16  // bits of the high-water mark; requires 1..16
) (
	input  wire              clk,
	input  wire              rst,
	input  wire              clear_i,
	// ring
	input  wire              dn_valid_i,
	input  wire [RING_W-1:0] dn_data_i,
	output reg               dn_valid_o,
	output wire [RING_W-1:0] dn_data_o,
	input  wire              up_valid_i,
	output wire              up_ready_o,
	input  wire              up_tag_i,
	input  wire [RING_W-1:0] up_data_i,
	output wire              up_valid_o,
	input  wire              up_ready_i,
	output wire              up_tag_o,
	output wire [RING_W-1:0] up_data_o,
	// node: commands
	output wire              command_valid_o,
	output wire [31:0]       command_o,
	// node: records
	input  wire              ready_i,      // a whole record is there
	input  wire              word_valid_i,
	output wire              word_ready_o,
	input  wire [31:0]       word_i,
	input  wire              last_i,
	input  wire [HIGH_W-1:0] high_i
);
	generate
		if (HIGH_W < 1 || HIGH_W > 16) begin : gen_bad_high
			HIGH_W_must_be_1_to_16 u_bad ();
		end
		if (RING_W != 1 && RING_W != 2 && RING_W != 4 && RING_W != 8 && RING_W != 16
			&& RING_W != 32) begin : gen_bad_ring
			RING_W_must_be_1_2_4_8_16_or_32 u_bad ();
		end
	endgenerate

	localparam [31:0] LAST_FLIT = 32 / RING_W - 1;
	localparam [31:0] BEFORE_LAST = LAST_FLIT - 1;
	localparam        FLIT_W = RING_W == 32 ? 1 : $clog2(32 / RING_W);
	localparam        TURN_W = NODE < 1 ? 1 : $clog2(NODE + 1);
	localparam [4:0] BURST     = 5'd16;
	localparam        NUMBER_W  = RING_W < 8 ? RING_W : 8;  // bits of the token's number in a
	                                                        // flit
	localparam [31:0] NODE_32 = NODE;
	localparam [7:0] NODE_BYTE = NODE_32[7:0];

	// Down
	gnomon_ring_words #(.RING_W(RING_W)) u_down (
		.clk     (clk),
		.clear_i (rst),
		.valid_i (dn_valid_i),
		.data_i  (dn_data_i),
		.valid_o (command_valid_o),
		.word_o  (command_o)
	);
	always @(posedge clk)
		dn_valid_o <= dn_valid_i && !rst;
	assign dn_data_o = command_o[31 -: RING_W];  // the flit that came last

	reg  [FLIT_W-1:0] flit_q;  // flit of the word that goes out
	reg         first, last_flit;  // it is the first, or the last of the word
	reg         sending_q;  // own records go out
	reg         served_q;   // they have, before this token
	reg         mine_q;     // the token that goes out bears the own number, as far as it has
	                        // gone
	reg  [4:0]  burst_q;    // records that may still go out
	reg         between_q, settled_q;  // between two records; for the second clock at least:
	                                   // the sender has shown the next one

	// What goes out: an own word, or what waits before the station
	wire              out_ready;
	reg               begin_own, out_valid, out_tag;
	reg  [RING_W-1:0] out_data;
	wire              step;

	// What waits before the station
	wire              below_valid = LAST != 0 || up_valid_i;
	wire              below_tag   = LAST != 0 || up_tag_i;
	wire [RING_W-1:0] below_data;
	generate
		if (LAST != 0) begin : gen_tokens
			// The number of the token counts from that of this node down to 0.
			reg [TURN_W-1:0] turn_q;
			wire [31:0] token = {{(32-TURN_W){1'b0}}, turn_q};
			wire        unused_up = &{1'b0, up_data_i};
			always @(posedge clk)
				if (clear_i || rst)
					turn_q <= NODE_BYTE[TURN_W-1:0];
				else if (step && !sending_q && last_flit)
					turn_q <= turn_q == 0 ? NODE_BYTE[TURN_W-1:0]
						: turn_q - 1'b1;
			assign below_data = token[RING_W*flit_q +: RING_W];
		end else begin : gen_below
			assign below_data = up_data_i;
		end
	endgenerate

	// The token that goes out: as it comes, with the own high-water mark where it bears the own
	// number
	wire [31:0] flit_at   = RING_W * {{(32-FLIT_W){1'b0}}, flit_q};
	wire        number    = flit_at < 32'd8;  // this flit has bits of the number
	wire [7:0]  own       = NODE_BYTE >> flit_at[2:0];
	wire        unused_own = &{1'b0, own};  // a narrow ring carries a bit of it at a time
	wire        mine      = number
		? (first || mine_q) && below_data[NUMBER_W-1:0] == own[NUMBER_W-1:0] : mine_q;
	wire [HIGH_W-1:0] high;  // the high-water mark that goes out
	wire [31:0] mark      = {{(16-HIGH_W){1'b0}}, high, 8'd0, NODE_BYTE};
	generate
		if (HIGH_W > RING_W) begin : gen_high
			// in several flits: as it is with the first
			reg [HIGH_W-1:0] high_q;
			always @(posedge clk)
				if (step && first)
					high_q <= high_i;
			assign high = high_q;
		end else begin : gen_one
			assign high = high_i;
		end
	endgenerate

	always @* begin
		begin_own  = 1'b0;
		out_valid  = 1'b0;
		out_tag    = 1'b0;
		out_data   = below_data;
		if (sending_q) begin
			out_valid = word_valid_i;
			out_data  = word_i[RING_W*flit_q +: RING_W];
		end else if (below_valid) begin
			begin_own = first && below_tag && !served_q && ready_i;
			out_valid = !begin_own;
			out_tag   = below_tag;
			if (below_tag && mine)
				out_data = mark[RING_W*flit_q +: RING_W];
		end
	end
	assign step = out_valid && out_ready;

	assign word_ready_o = sending_q && last_flit && out_ready;
	assign up_ready_o   = LAST == 0 && !sending_q && !begin_own && out_ready;

	always @(posedge clk)
		if (clear_i || rst) begin
			flit_q    <= 0;
			first     <= 1'b1;
			last_flit <= LAST_FLIT == 0;
			sending_q <= 1'b0;
			served_q  <= 1'b0;
			burst_q   <= 5'd0;
			between_q <= 1'b0;
			settled_q <= 1'b0;
		end else begin
			if (step) begin
				flit_q    <= LAST_FLIT == 0 ? flit_q : flit_q + 1'b1;
				first     <= last_flit;
				last_flit <= LAST_FLIT == 0 || flit_q == BEFORE_LAST[FLIT_W-1:0];
			end
			if (sending_q) begin
				settled_q <= between_q && !step;
				if (step)
					between_q <= last_flit && last_i;
				if (step && last_flit && last_i)
					burst_q <= burst_q - 5'd1;
				if (step ? last_flit && last_i && burst_q == 0
					: settled_q && !ready_i) begin
					sending_q <= 1'b0;
					served_q  <= 1'b1;
				end
			end else if (begin_own) begin
				sending_q <= 1'b1;
				burst_q   <= BURST - 5'd1;
			end else if (step) begin
				mine_q <= mine;
				if (last_flit && out_tag)
					served_q <= 1'b0;
			end
		end

	gnomon_ring_skid #(.WIDTH(RING_W + 1)) u_skid (
		.clk     (clk),
		.clear_i (clear_i || rst),
		.valid_i (out_valid),
		.ready_o (out_ready),
		.data_i  ({out_tag, out_data}),
		.valid_o (up_valid_o),
		.ready_i (up_ready_i),
		.data_o  ({up_tag_o, up_data_o})
	);

endmodule
