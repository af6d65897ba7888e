// SPDX-License-Identifier: Apache-2.0
// demo_memory: the memory port of a monitor on a native port of LiteDRAM that is 64 bits wide.
//
// 1. Slot n is address n of the native port. In a memory of 16 bits it is the words 4n to 4n+3,
//    with bits 15..0 first.
// 2. A request is the native port's command in the same cycle. The data of a write goes into a
//    queue of 2 slots, from which LiteDRAM takes it when it executes the command. If the queue is
//    full, a write waits.
// 3. No request is taken while init_done_i is 0.
// 4. Data of reads is passed on as it comes.
// CONSTRAINT: rst also resets the controller.
//
// Latency: none (combinational); from a write to wdata_valid_o: 1 cycle.
`resetall
`default_nettype none

module demo_memory #(
	parameter SLOTS_LOG2 = 22, // slots, log2; requires ADDR_W at most
	parameter ADDR_W     = 22  // bits of cmd_addr_o; requires 31 at most
) (
	input  wire                  clk,
	input  wire                  rst,
	// monitor
	input  wire                  mem_valid_i,
	output wire                  mem_ready_o,
	input  wire                  mem_write_i,
	input  wire [SLOTS_LOG2-1:0] mem_addr_i,
	input  wire [63:0]           mem_wdata_i,
	output wire                  mem_rvalid_o,
	output wire [63:0]           mem_rdata_o,
	// LiteDRAM
	input  wire                  init_done_i,
	output wire                  cmd_valid_o,
	input  wire                  cmd_ready_i,
	output wire                  cmd_we_o,
	output wire [ADDR_W-1:0]     cmd_addr_o,
	output wire                  wdata_valid_o,
	input  wire                  wdata_ready_i,
	output wire [63:0]           wdata_o,
	input  wire                  rdata_valid_i,
	input  wire [63:0]           rdata_i
);
	localparam QUEUE_LOG2 = 1;
	generate
		if (SLOTS_LOG2 > ADDR_W || ADDR_W > 31) begin : gen_bad_slots
			SLOTS_LOG2_must_be_at_most_ADDR_W_and_31 u_bad ();
		end
	endgenerate

	reg [63:0]         queue [0:(1 << QUEUE_LOG2) - 1];
	reg [QUEUE_LOG2:0] in, out;

	wire [31:0] address = {{(32-SLOTS_LOG2){1'b0}}, mem_addr_i};

	wire full = in[QUEUE_LOG2] != out[QUEUE_LOG2] && in[QUEUE_LOG2-1:0] == out[QUEUE_LOG2-1:0];
	wire may  = init_done_i && !(mem_write_i && full);

	assign cmd_valid_o = mem_valid_i && may;
	assign mem_ready_o = cmd_ready_i && may;
	assign cmd_we_o    = mem_write_i;
	assign cmd_addr_o  = address[ADDR_W-1:0];

	wire push = mem_valid_i && mem_ready_o && mem_write_i;

	assign wdata_valid_o = in != out;
	assign wdata_o       = queue[out[QUEUE_LOG2-1:0]];

	always @(posedge clk) begin
		if (push)
			queue[in[QUEUE_LOG2-1:0]] <= mem_wdata_i;
		if (rst) begin
			in  <= 0;
			out <= 0;
		end else begin
			in  <= in + {{QUEUE_LOG2{1'b0}}, push};
			out <= out + {{QUEUE_LOG2{1'b0}}, wdata_valid_o && wdata_ready_i};
		end
	end

	assign mem_rvalid_o = rdata_valid_i;
	assign mem_rdata_o  = rdata_i;

	wire unused = &{1'b0, address[31:ADDR_W]};
endmodule

`resetall
