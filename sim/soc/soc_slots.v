// SPDX-License-Identifier: Apache-2.0
// soc_slots: a memory of slots behind the memory port of a monitor, as slow as SDRAM: refreshes,
// cycles without ready, and answers after a while.
//
// 1. Each PERIOD cycles the memory takes no request for REFRESH cycles. Else it takes one in three
//    of four cycles; with HURRY 1 in every cycle.
// 2. A write is done when it is taken. The data of a read is that of the cycle in which it is
//    taken, and comes LATENCY cycles later or more, in order.
// 3. 2^DEPTH_LOG2 slots are stored, with their addresses. A slot whose place was taken by another
//    one, or that was never written, has its address in place of the data.
`resetall
`default_nettype none

module soc_slots #(
	parameter SLOTS_LOG2 = 20,
	parameter DEPTH_LOG2 = 12,  // requires SLOTS_LOG2 at most
	parameter PERIOD     = 700,
	parameter REFRESH    = 100,
	parameter LATENCY    = 12,
	parameter HURRY      = 0,
	parameter [31:0] SEED = 32'd1
) (
	input  wire                  clk,
	input  wire                  rst,
	input  wire                  valid_i,
	output wire                  ready_o,
	input  wire                  write_i,
	input  wire [SLOTS_LOG2-1:0] addr_i,
	input  wire [63:0]           wdata_i,
	output reg                   rvalid_o,
	output reg  [63:0]           rdata_o
);
	localparam PENDING_LOG2 = 6;

	reg [63:0]           slots [0:(1<<DEPTH_LOG2)-1];
	reg [SLOTS_LOG2:0]   owners [0:(1<<DEPTH_LOG2)-1];  // 1, address
	integer              i;
	initial
		for (i = 0; i < 1 << DEPTH_LOG2; i = i + 1)
			owners[i] = 0;

	reg [31:0] random, now, refresh;
	reg        eager;
	reg [63:0] pending [0:(1<<PENDING_LOG2)-1];
	reg [31:0] due     [0:(1<<PENDING_LOG2)-1];
	reg [PENDING_LOG2:0] in, out;
	assign ready_o = eager && refresh >= REFRESH && !rst
		&& (in ^ out) != 1 << PENDING_LOG2;

	wire [DEPTH_LOG2-1:0] place = addr_i[DEPTH_LOG2-1:0];
	wire                  found = owners[place] == {1'b1, addr_i};
	always @(posedge clk) begin
		random  <= rst ? SEED
			: {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
		eager   <= HURRY != 0 || random[7:6] != 2'd0;
		now     <= rst ? 32'd0 : now + 1;
		refresh <= rst || refresh == PERIOD - 1 ? 32'd0 : refresh + 1;
		rvalid_o <= 1'b0;
		if (valid_i && ready_o) begin
			if (write_i) begin
				slots[place]  <= wdata_i;
				owners[place] <= {1'b1, addr_i};
			end else begin
				pending[in[PENDING_LOG2-1:0]] <= found ? slots[place]
					: {{(64-SLOTS_LOG2){1'b0}}, addr_i};
				due[in[PENDING_LOG2-1:0]] <= now + LATENCY;
				in <= in + 1'b1;
			end
		end
		if (in != out && now >= due[out[PENDING_LOG2-1:0]]
			&& (HURRY != 0 || random[12:11] != 2'd0)) begin
			rvalid_o <= 1'b1;
			rdata_o  <= pending[out[PENDING_LOG2-1:0]];
			out      <= out + 1'b1;
		end
		if (rst) begin
			in  <= 0;
			out <= 0;
		end
	end
endmodule

`resetall
