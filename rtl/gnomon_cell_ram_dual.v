// SPDX-License-Identifier: Apache-2.0
// Room: cells
// gnomon_cell_ram_dual: a RAM with two read ports, one of them shared with the write port (true
// dual-port RAM of ECP5, Gowin, Xilinx 7).
//
// rdataK_o is the word at addrK_i. After a cycle with we_i rdata0_o has no meaning, and rdata1_o
// has none if addr1_i was the address of the write.
//
// Latency: addrK_i to rdataK_o: 1 cycle. A write at we_i can be read from the next cycle on.
//
//   cycle      0  1  2  3  4  5
//   we_i       1  1  0  0  0  0
//   addr0_i    3  4  4  3  0  0
//   wdata_i    7  8  -  -  -  -
//   rdata0_o   -  -  -  8  7  -
//   addr1_i    0  3  3  4  0  0
//   rdata1_o   -  -  7  7  8  -
//
// Instance:
//   gnomon_cell_ram_dual #(.WIDTH(8), .DEPTH_LOG2(8)) u_cell_ram_dual (
//     .clk(clk), .we_i(we), .addr0_i(addr0), .wdata_i(wdata), .rdata0_o(rdata0), .addr1_i(addr1),
//     .rdata1_o(rdata1)
//   );

module gnomon_cell_ram_dual #(
	parameter WIDTH      = 8,  // bits of a word; requires at least 1
	parameter DEPTH_LOG2 = 8   // words, log2; requires at least 1
) (
	input  wire                  clk,
	input  wire                  we_i,
	input  wire [DEPTH_LOG2-1:0] addr0_i,
	input  wire [WIDTH-1:0]      wdata_i,
	output reg  [WIDTH-1:0]      rdata0_o,
	input  wire [DEPTH_LOG2-1:0] addr1_i,
	output reg  [WIDTH-1:0]      rdata1_o
);
	// Yosys: the collision is a don't care
	(* no_rw_check, ram_style = "block", ramstyle = "no_rw_check" *)
	reg [WIDTH-1:0] mem [0:(1<<DEPTH_LOG2)-1];

	always @(posedge clk) begin
		if (we_i)
			mem[addr0_i] <= wdata_i;
		rdata0_o <= mem[addr0_i];
`ifdef GNOMON_COLLISIONS
		if (we_i)
			rdata0_o <= {((WIDTH + 31) / 32){$random}};
`endif
	end
	always @(posedge clk) begin
		rdata1_o <= mem[addr1_i];
`ifdef GNOMON_COLLISIONS
		if (we_i && addr0_i == addr1_i)
			rdata1_o <= {((WIDTH + 31) / 32){$random}};
`endif
	end

endmodule
