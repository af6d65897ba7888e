// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_fifo: what a node has recorded and not yet sent, one entry for each cycle with
// records.
//
//  1. wr_i stores an entry in any case. The builder checks room_o first, which leaves eight entries
//     for those that are under way.
//  2. entry_o is the oldest entry while valid_o is 1, from a register; pop_i takes it. The next
//     entry shows in the next cycle if it was stored at least two cycles before the pop, and the
//     popped entry has been showing for two cycles; with REGISTER both are three.
//  3. resume_o: at most half of what room_o allows is in use. more_o: the FIFO holds at least two
//     entries.
//  4. fill_o is how many entries there are, high_o its high-water mark since clear_i.
//
// Latency: wr_i to valid_o, entry_o: 3 cycles with an empty FIFO, with REGISTER 4; to room_o,
//   resume_o, more_o, fill_o: 1 cycle; to high_o: 2 cycles. pop_i to the next entry: see 2.
//
//   cycle     0  1  2  3  4  5  6  7  8
//   wr_i      1  1  1  0  0  0  0  0  0
//   entry_i   1  2  3  -  -  -  -  -  -
//   valid_o   0  0  0  1  1  1  0  1  0
//   more_o    0  0  1  1  1  1  0  0  0
//   pop_i     0  0  0  0  1  1  0  1  0
//   entry_o   -  -  -  1  1  2  -  3  -
//
// Instance:
//   gnomon_record_fifo #(.LUT_BITS(0), .WIDTH(64), .DEPTH_LOG2(8), .REGISTER(0)) u_record_fifo (
//     .clk(clk), .clear_i(clear), .wr_i(wr), .entry_i(entry_i), .room_o(room), .resume_o(resume),
//     .valid_o(valid), .more_o(more), .pop_i(pop), .entry_o(entry_o), .fill_o(fill), .high_o(high)
//   );

module gnomon_record_fifo #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter WIDTH      = 64,  // bits of an entry: a slot and what is recorded beside it;
	                            // requires at least 1
	parameter DEPTH_LOG2 = 8,   // entries, log2; requires 4..12
	parameter REGISTER   = 0    // 1: one more register follows the RAM
) (
	input  wire                clk,
	input  wire                clear_i,
	input  wire                wr_i,
	input  wire [WIDTH-1:0]    entry_i,
	output wire                room_o,
	output wire                resume_o,
	output wire                valid_o,
	output wire                more_o,
	input  wire                pop_i,
	output wire [WIDTH-1:0]    entry_o,
	output wire [DEPTH_LOG2:0] fill_o,
	output wire [DEPTH_LOG2:0] high_o
);
	generate
		if (DEPTH_LOG2 < 4 || DEPTH_LOG2 > 12) begin : gen_bad_depth
			DEPTH_LOG2_must_be_4_to_12 u_bad ();
		end
	endgenerate

	localparam [DEPTH_LOG2:0] DEPTH = 1 << DEPTH_LOG2;

	reg [DEPTH_LOG2-1:0] head_q, tail_q;
	reg [DEPTH_LOG2:0]   fill_q, high_q;
	reg                  fresh_q;  // the RAM shows the entry at the tail
	wire                 held;     // so does what follows it
	reg                  shown_q;  // entry_q holds the oldest entry
	reg  [WIDTH-1:0]     entry_q;
	wire [WIDTH-1:0]     stored, entry;
	wire                 load = held && (!shown_q || pop_i);
	// entries that are in the RAM alone
	wire                 left = fill_q > {{DEPTH_LOG2{1'b0}}, shown_q};

	// An empty FIFO into which nothing is written does not change.
	always @(posedge clk)
		if (clear_i) begin
			head_q  <= 0;
			tail_q  <= 0;
			fill_q  <= 0;
			high_q  <= 0;
			fresh_q <= 1'b0;
			shown_q <= 1'b0;
		end else if (wr_i || fill_q != 0) begin
			if (wr_i)
				head_q <= head_q + 1'b1;
			if (load) begin
				tail_q  <= tail_q + 1'b1;
				entry_q <= entry;
			end
			if (wr_i && !pop_i)
				fill_q <= fill_q + 1'b1;
			else if (pop_i && !wr_i)
				fill_q <= fill_q - 1'b1;
			if (fill_q > high_q)
				high_q <= fill_q;
			fresh_q <= left && !load;
			shown_q <= load || (shown_q && !pop_i);
		end
	assign valid_o  = shown_q;
	assign entry_o  = entry_q;
	assign more_o   = fill_q > 1;
	assign room_o   = fill_q < DEPTH - 8;
	assign resume_o = fill_q <= DEPTH / 2 - 4;
	assign fill_o   = fill_q;
	assign high_o   = high_q;

	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2)) u_entries (
		.clk     (clk),
		.we_i    (wr_i),
		.waddr_i (head_q),
		.wdata_i (entry_i),
		.raddr_i (tail_q),
		.rdata_o (stored)
	);
	generate
		if (REGISTER != 0) begin : gen_register
			reg             held_q;
			reg [WIDTH-1:0] stored_q;
			always @(posedge clk) begin
				held_q   <= !clear_i && fresh_q && !load;
				stored_q <= stored;
			end
			assign held  = held_q;
			assign entry = stored_q;
		end else begin : gen_straight
			assign held  = fresh_q;
			assign entry = stored;
		end
	endgenerate

endmodule
