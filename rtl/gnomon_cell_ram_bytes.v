// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_ram_bytes: a RAM that is written a byte at a time and read a word at a time.
//
// Byte k of a word is bits 8k+7 .. 8k; all bytes are 0 until they are written. A byte that is
// written in the cycle in which it is read comes out as a word of gnomon_cell_ram does; no module
// of this library relies on the other bytes of its word either. Without LUT RAM (iCE40) two bytes
// share a RAM block, which masks its writes. Quartus infers no masks from Verilog; with LUT_BITS
// each byte is a gnomon_cell_ram.
//
// Latency: raddr_i to rdata_o: 1 cycle. A write at we_i can be read from the next cycle on.
//
// With BYTES 2 (wdata_i and rdata_o hexadecimal):
//
//   cycle       0    1    2    3    4
//   we_i        1    2    0    0    0
//   waddr_i     3    3    -    -    -
//   wdata_i    11   22    -    -    -
//   raddr_i     0    0    3    0    0
//   rdata_o     0    0    0 2211    0
//
// Instance:
//   gnomon_cell_ram_bytes #(.BYTES(4), .DEPTH_LOG2(4), .LUT_BITS(0), .BLOCK(0)) u_cell_ram_bytes (
//     .clk(clk), .we_i(we), .waddr_i(waddr), .wdata_i(wdata), .raddr_i(raddr), .rdata_o(rdata)
//   );

module gnomon_cell_ram_bytes #(
	parameter BYTES      = 4,  // bytes of a word; requires at least 1
	parameter DEPTH_LOG2 = 4,  // words, log2; requires at least 1
	parameter LUT_BITS   = 0,  // as gnomon_cell_ram's, for a byte of all words
	parameter BLOCK      = 0   // as gnomon_cell_ram's
) (
	input  wire                  clk,
	input  wire [BYTES-1:0]      we_i,
	input  wire [DEPTH_LOG2-1:0] waddr_i,
	input  wire [7:0]            wdata_i,
	input  wire [DEPTH_LOG2-1:0] raddr_i,
	output wire [8*BYTES-1:0]    rdata_o
);
	localparam IN_BLOCK = BLOCK != 0 || (8 * BYTES << DEPTH_LOG2) > 64;

	genvar k;
	generate
		if (LUT_BITS != 0) begin : gen_bytes
			for (k = 0; k < BYTES; k = k + 1) begin : gen_byte
				gnomon_cell_ram #(.WIDTH(8), .DEPTH_LOG2(DEPTH_LOG2),
					.LUT_BITS(LUT_BITS), .CLEAR(1)) u_byte (
					.clk     (clk),
					.we_i    (we_i[k]),
					.waddr_i (waddr_i),
					.wdata_i (wdata_i),
					.raddr_i (raddr_i),
					.rdata_o (rdata_o[8*k +: 8])
				);
			end
		end else begin : gen_masked
			// Yosys: the collision is a don't care
			(* no_rw_check, ram_style = IN_BLOCK ? "block" : "logic" *)
			reg [8*BYTES-1:0] mem [0:(1<<DEPTH_LOG2)-1];
			reg [8*BYTES-1:0] word_q;

			integer i;
			initial
				for (i = 0; i < (1 << DEPTH_LOG2); i = i + 1)
					mem[i] = {BYTES{8'd0}};
			for (k = 0; k < BYTES; k = k + 1) begin : gen_byte
				always @(posedge clk)
					if (we_i[k])
						mem[waddr_i][8*k +: 8] <= wdata_i;
			end
			always @(posedge clk) begin
				word_q <= mem[raddr_i];
`ifdef GNOMON_COLLISIONS
				if (we_i != 0 && waddr_i == raddr_i)
					word_q <= {((8 * BYTES + 31) / 32){$random}};
`endif
			end
			assign rdata_o = word_q;
			wire unused = &{1'b0, IN_BLOCK};  // only the attribute uses it
		end
	endgenerate

endmodule
