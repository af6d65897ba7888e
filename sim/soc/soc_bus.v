// SPDX-License-Identifier: Apache-2.0
// soc_bus: the shared bus: round-robin arbiter and transaction sequencer between the cores and the
// slaves.
//
// 1. When the bus is free and some core requests, the next one in turn after the last owner becomes
//    the owner: busy_o is high from the next clock on, through the last word of its transaction.
// 2. The owner's transaction is one word or one line (line_i) of consecutive words. A slave ends
//    each word by s_ready_i.
// 3. The owner's bit of beat_o is 1 for each finished word, for the last one with last_o.
// 4. A finished write to memory is reported to all other cores (snoop_valid_o, snoop_addr_o).
// 5. The bus is then free for one clock, in which the next owner is chosen.
//
// No core starves: each other core goes first at most once.
`resetall
`default_nettype none

module soc_bus #(
	parameter CORES = 4,     // 1 to 16
	parameter OWNER_W = 2,   // bits of a core number, at least 1
	parameter WORDS_LOG2 = 2 // words in a line, log2
) (
	input  wire                clk,
	input  wire                rst,
	// cores, flattened, core 0 lowest
	input  wire [CORES-1:0]    req_i,
	input  wire [CORES*32-1:0] addr_i,
	input  wire [CORES-1:0]    line_i,
	input  wire [CORES*4-1:0]  wstrb_i,
	input  wire [CORES*32-1:0] wdata_i,
	output wire [CORES-1:0]    beat_o,
	output wire                last_o,
	output wire [CORES-1:0]    snoop_valid_o,
	output wire [31:0]         snoop_addr_o,
	// slaves
	output wire                s_valid_o,
	output wire [31:0]         s_addr_o,
	output wire [31:0]         s_addr_next_o, // the address of the next clock
	output wire [3:0]          s_wstrb_o,
	output wire [31:0]         s_wdata_o,
	input  wire                s_ready_i,
	// state
	output wire                busy_o,
	output wire [OWNER_W-1:0]  owner_o,
	output wire [CORES-1:0]    grant_o
);
	reg                  busy;
	reg [OWNER_W-1:0]    owner;
	reg [31:0]           addr;
	reg                  line;
	reg [3:0]            wstrb;
	reg [31:0]           wdata;
	reg [WORDS_LOG2-1:0] left;

	// the first requesting core after the last owner
	reg [OWNER_W-1:0] next;
	reg               any;
	integer           k;
	integer           candidate;
	always @* begin
		next = owner;
		any = 1'b0;
		for (k = CORES; k >= 1; k = k - 1) begin
			candidate = {{(32 - OWNER_W){1'b0}}, owner} + k;
			if (candidate >= CORES)
				candidate = candidate - CORES;
			if (req_i[candidate]) begin
				next = candidate[OWNER_W-1:0];
				any = 1'b1;
			end
		end
	end

	wire start = !busy && any;
	wire beat = busy && s_ready_i;
	wire last = !line || left == {WORDS_LOG2{1'b0}};
	wire [31:0] addr_next = start ? addr_i[next*32 +: 32] : beat ? addr + 32'd4 : addr;

	assign grant_o = busy ? {{(CORES - 1){1'b0}}, 1'b1} << owner : {CORES{1'b0}};
	assign beat_o = beat ? grant_o : {CORES{1'b0}};
	assign last_o = last;
	assign snoop_valid_o = beat && wstrb != 4'd0 && !addr[31] ? ~grant_o : {CORES{1'b0}};
	assign snoop_addr_o = addr;

	assign s_valid_o = busy;
	assign s_addr_o = addr;
	assign s_addr_next_o = addr_next;
	assign s_wstrb_o = wstrb;
	assign s_wdata_o = wdata;

	assign busy_o = busy;
	assign owner_o = owner;

	always @(posedge clk) begin
		addr <= addr_next;
		if (start) begin
			owner <= next;
			line <= line_i[next];
			wstrb <= wstrb_i[next*4 +: 4];
			wdata <= wdata_i[next*32 +: 32];
			left <= {WORDS_LOG2{1'b1}};
			busy <= 1'b1;
		end else if (beat) begin
			left <= left - 1'b1;
			busy <= !last;
		end
		if (rst) begin
			busy <= 1'b0;
			owner <= {OWNER_W{1'b0}};
		end
	end
endmodule

`resetall
