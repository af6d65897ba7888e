// SPDX-License-Identifier: Apache-2.0
// soc_tlb: translation look-aside buffer in front of both caches: a few entries, direct-mapped,
// identity translation.
//
// 1. The core holds valid_i with the address stable until ready_i, which is that of the whole
//    access.
// 2. The first clock of an access to memory (address bit 31 clear) is its look-up: access_o is high
//    for that one clock.
// 3. If the page is there, valid_o is valid_i in the same clock: the access takes no clock longer.
// 4. Else miss_o is high with access_o, valid_o stays low for WALK clocks, the look-up's included,
//    and the page is there from then on.
// 5. Devices are not translated; without enable_i nothing is: valid_o is valid_i.
//
// Reset: no page is there. CONSTRAINT: enable_i does not change but in reset.
`resetall
`default_nettype none

module soc_tlb #(
	parameter ENTRIES_LOG2 = 3, // 1 to 6
	parameter PAGE_LOG2 = 12,   // bytes of a page, log2: 8 to 20
	parameter WALK = 20         // clocks, 1 to 255
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        enable_i,
	input  wire        valid_i,
	input  wire [31:0] addr_i,
	input  wire        ready_i,
	output wire        valid_o,
	output wire        access_o,
	output wire        miss_o
);
	generate
		if (ENTRIES_LOG2 < 1 || ENTRIES_LOG2 > 6) begin : gen_bad_entries
			ENTRIES_LOG2_must_be_1_to_6 u_bad ();
		end
		if (PAGE_LOG2 < 8 || PAGE_LOG2 > 20) begin : gen_bad_page
			PAGE_LOG2_must_be_8_to_20 u_bad ();
		end
		if (WALK < 1 || WALK > 255) begin : gen_bad_walk
			WALK_must_be_1_to_255 u_bad ();
		end
	endgenerate

	localparam       ENTRIES = 1 << ENTRIES_LOG2;
	localparam       TAG_LOW = PAGE_LOG2 + ENTRIES_LOG2;
	localparam       TAG_W = 31 - TAG_LOW;
	localparam [7:0] CLOCKS = WALK;

	reg [TAG_W-1:0]   tags [0:ENTRIES-1];
	reg [ENTRIES-1:0] there;
	reg               begun; // not the first clock of the access
	reg [7:0]         left;  // of the walk, after this clock

	wire [ENTRIES_LOG2-1:0] index = addr_i[TAG_LOW-1:PAGE_LOG2];
	wire [TAG_W-1:0]        tag = addr_i[30:TAG_LOW];
	wire                    translated = enable_i && valid_i && !addr_i[31];
	wire                    found = there[index] && tags[index] == tag;

	assign valid_o = valid_i && (!translated || found);
	assign access_o = translated && !begun;
	assign miss_o = access_o && !found;

	wire [7:0] left_now = begun ? left : CLOCKS - 8'd1;

	always @(posedge clk) begin
		begun <= valid_i && !ready_i && !rst;
		left <= left_now - 8'd1;
		if (translated && !found && left_now == 8'd0) begin
			tags[index] <= tag;
			there[index] <= 1'b1;
		end
		if (rst)
			there <= {ENTRIES{1'b0}};
	end
endmodule

`resetall
