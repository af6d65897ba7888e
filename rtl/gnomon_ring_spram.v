// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_spram: a trace buffer in single-port RAM (SPRAM of iCE40 UltraPlus): a word is
// written, word 1 of a record is looked at, or a byte is read for the host.
//
//  1. A write is always made. There is none in the cycle after it.
//  2. Else, where raddr_i has another address than the last byte read, that byte is read.
//  3. Else, with look_i, word 1 of slot_i is read: looked_o is 1.
//  4. Else the byte at raddr_i is read again, so that it is as new as the buffer.
// CONSTRAINT: after a cycle with we_i there is one without it, after one with looked_o there are
//   two without look_i. raddr_i stays for five cycles.
//
// Latency: look_i to looked_o: 3 cycles at most; looked_o to word_o: 1 cycle. raddr_i to rdata_o: 1
//   cycle, 2 where a write comes first. A write at we_i can be read four cycles later, and as the
//   byte of a new raddr_i from the next cycle on.
//
// A slot with the words 11 and 2202 is written and looked at, while a byte is read. All values are
// hexadecimal.
//
//   cycle      0    1    2    3    4    5    6
//   we_i       1    0    1    0    0    0    0
//   waddr_i    6    -    7    -    -    -    -
//   wdata_i   11    - 2202    -    -    -    -
//   look_i     0    0    0    1    1    0    0
//   slot_i     -    -    -    3    3    -    -
//   looked_o   0    0    0    0    1    0    0
//   word_o     -    -    -    -    - 2202    -
//   raddr_i   18   18   18   1c   1c   1c   1c
//   rdata_o    -    -   11   11    2    2    2
//
// Instance:
//   gnomon_ring_spram #(.SLOTS_LOG2(14)) u_ring_spram (
//     .clk(clk), .we_i(we), .waddr_i(waddr), .wdata_i(wdata), .look_i(look), .slot_i(slot),
//     .looked_o(looked), .word_o(word), .raddr_i(raddr), .rdata_o(rdata)
//   );

module gnomon_ring_spram #(
	parameter SLOTS_LOG2 = 14  // slots of 64 bits, log2; requires at least 1
) (
	input  wire                  clk,
	input  wire                  we_i,
	input  wire [SLOTS_LOG2:0]   waddr_i,   // word
	input  wire [31:0]           wdata_i,
	input  wire                  look_i,
	input  wire [SLOTS_LOG2-1:0] slot_i,
	output wire                  looked_o,
	output wire [31:0]           word_o,
	input  wire [SLOTS_LOG2+2:0] raddr_i,   // byte
	output wire [7:0]            rdata_o
);
	reg  [SLOTS_LOG2+2:0] raddr_q;  // of the byte that was read last
	reg                   read_q;   // it was read in the cycle before
	reg  [7:0]            byte_q;
	assign looked_o = look_i && !we_i && raddr_i == raddr_q;
	wire   read     = !we_i && !looked_o;

	wire [SLOTS_LOG2-1:0] slot = we_i ? waddr_i[SLOTS_LOG2:1]
		: looked_o ? slot_i : raddr_i[SLOTS_LOG2+2:3];
	wire [63:0] words;
	gnomon_cell_ram_single #(.WIDTH(32), .DEPTH_LOG2(SLOTS_LOG2)) u_lower (
		.clk     (clk),
		.we_i    (we_i && !waddr_i[0]),
		.addr_i  (slot),
		.wdata_i (wdata_i),
		.rdata_o (words[31:0])
	);
	gnomon_cell_ram_single #(.WIDTH(32), .DEPTH_LOG2(SLOTS_LOG2)) u_upper (
		.clk     (clk),
		.we_i    (we_i && waddr_i[0]),
		.addr_i  (slot),
		.wdata_i (wdata_i),
		.rdata_o (words[63:32])
	);
	assign word_o  = words[63:32];
	assign rdata_o = read_q ? words[8*raddr_q[2:0] +: 8] : byte_q;

	always @(posedge clk) begin
		read_q <= read;
		byte_q <= rdata_o;
		if (read)
			raddr_q <= raddr_i;
	end

endmodule
