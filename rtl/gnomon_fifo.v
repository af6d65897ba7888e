// SPDX-License-Identifier: Apache-2.0
//
// gnomon_fifo: what a node has recorded and not yet sent, an entry a clock, and what the record builder has to know of them.
//
//  1. An entry with wr_i is stored in any case: the builder asks room_o first, which keeps eight entries for what is under way.
//  2. entry_o is the oldest entry while valid_o is 1, out of a register; pop_i takes it. The next one is shown in the next clock, where it was stored
//     two clocks before the pop and the one before it has been shown for two clocks; with
//     REGISTER three, both.
//  3. resume_o: no more than half of what room_o allows is in use. more_o: at least two entries are held.
//  4. high_o is the greatest fill since clear_i.

`resetall
`default_nettype none

module gnomon_fifo #(
	parameter LUT_BITS   = 0,   // as gnomon_ram's
	parameter WIDTH      = 64,  // bits of an entry: a slot and what is recorded beside it; requires at least 1
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
	wire                 left = fill_q > {{DEPTH_LOG2{1'b0}}, shown_q};  // entries that are in the RAM alone

	// An empty FIFO into which nothing is written stands still.
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
	assign high_o   = high_q;

	gnomon_ram #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2)) u_entries (
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

`resetall
