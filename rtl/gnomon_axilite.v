// SPDX-License-Identifier: Apache-2.0
//
// gnomon_axilite: an event port on an AXI4-Lite bus.
//
// Every ready comes out of a register: no path leads from an input of the bus to one of its outputs.
//
//  1. awready and wready are 1 for one clock, the one after address and data were both valid and no answer
//     waited to be taken. Both are taken and the write is made in that clock; bvalid comes in the next.
//  2. arready is 1 for one clock, the one after the address was valid and no answer waited to be taken;
//     rvalid comes in the next. Reads answer 0.
// Bytes without strobe are 0.

`resetall
`default_nettype none

module gnomon_axilite (
	input  wire        clk,
	input  wire        rst,
	// bus
	input  wire        awvalid_i,
	output wire        awready_o,
	input  wire [11:0] awaddr_i,
	input  wire        wvalid_i,
	output wire        wready_o,
	input  wire [31:0] wdata_i,
	input  wire [3:0]  wstrb_i,
	output wire        bvalid_o,
	input  wire        bready_i,
	output wire [1:0]  bresp_o,
	input  wire        arvalid_i,
	output wire        arready_o,
	input  wire [11:0] araddr_i,
	output wire        rvalid_o,
	input  wire        rready_i,
	output wire [31:0] rdata_o,
	output wire [1:0]  rresp_o,
	// event port
	output wire        valid_o,
	output wire [9:0]  addr_o,
	output wire [31:0] data_o
);
	reg  bvalid_q, rvalid_q, write_q, read_q;
	wire take = write_q && awvalid_i && wvalid_i;
	wire read = read_q && arvalid_i;
	always @(posedge clk) begin
		write_q  <= !rst && !write_q && awvalid_i && wvalid_i && (!bvalid_q || bready_i);
		read_q   <= !rst && !read_q && arvalid_i && (!rvalid_q || rready_i);
		bvalid_q <= !rst && (take || (bvalid_q && !bready_i));
		rvalid_q <= !rst && (read || (rvalid_q && !rready_i));
	end

	assign awready_o = write_q;
	assign wready_o  = write_q;
	assign bvalid_o  = bvalid_q;
	assign bresp_o   = 2'b00;
	assign arready_o = read_q;
	assign rvalid_o  = rvalid_q;
	assign rdata_o   = 32'd0;
	assign rresp_o   = 2'b00;
	assign valid_o   = take;
	assign addr_o    = awaddr_i[11:2];
	assign data_o    = wdata_i & {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};
	wire unused = &{1'b0, awaddr_i[1:0], araddr_i};

endmodule

`resetall
