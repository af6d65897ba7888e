// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_wishbone: an event port on a Wishbone B4 bus.
//
// An access always takes two cycles. The write takes place (valid_o) in the first cycle of the
// strobe; ack_o is 1 in the next one. stall_o is 1 in the first cycle, so that the port serves
// pipelined masters as well as classic ones. A read is answered with 0. Bytes that are not selected
// are 0.
//
// Latency: stb_i to valid_o, stall_o: none (combinational); to ack_o: 1 cycle.
//
// A write, then a read:
//
//   cycle     0  1  2  3  4  5
//   cyc_i     0  1  1  1  1  0
//   stb_i     0  1  1  1  1  0
//   we_i      0  1  1  0  0  0
//   adr_i     -  3  3  4  4  -
//   dat_i     -  7  7  -  -  -
//   ack_o     0  0  1  0  1  0
//   stall_o   0  1  0  1  0  0
//   valid_o   0  1  0  0  0  0
//
// Instance:
//   gnomon_trigger_wishbone u_trigger_wishbone (
//     .clk(clk), .rst(rst), .cyc_i(cyc), .stb_i(stb), .we_i(we), .adr_i(adr), .dat_i(dat_i),
//     .sel_i(sel), .ack_o(ack), .stall_o(stall), .dat_o(dat_o), .valid_o(valid), .addr_o(addr),
//     .data_o(data)
//   );

module gnomon_trigger_wishbone (
	input  wire        clk,
	input  wire        rst,
	// bus
	input  wire        cyc_i,
	input  wire        stb_i,
	input  wire        we_i,
	input  wire [9:0]  adr_i,    // word address
	input  wire [31:0] dat_i,
	input  wire [3:0]  sel_i,
	output wire        ack_o,
	output wire        stall_o,
	output wire [31:0] dat_o,
	// event port
	output wire        valid_o,
	output wire [9:0]  addr_o,
	output wire [31:0] data_o
);
	reg  ack_q;
	wire first = cyc_i && stb_i && !ack_q;
	always @(posedge clk)
		ack_q <= first && !rst;

	assign ack_o   = ack_q;
	assign stall_o = cyc_i && !ack_q;
	assign dat_o   = 32'd0;
	assign valid_o = first && we_i;
	assign addr_o  = adr_i;
	assign data_o  = dat_i & {{8{sel_i[3]}}, {8{sel_i[2]}}, {8{sel_i[1]}}, {8{sel_i[0]}}};

endmodule
