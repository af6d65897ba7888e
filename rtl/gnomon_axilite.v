// SPDX-License-Identifier: Apache-2.0
//
// gnomon_axilite: an event port on an AXI4-Lite bus.
//
// The write is made in the clock in which address and data are both taken, which is the first one in which both are valid and no answer waits to be taken; bvalid comes in the
// next. Reads answer 0 a clock after their address was taken. Bytes without strobe are 0.

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
	reg  bvalid_q, rvalid_q;
	wire take = awvalid_i && wvalid_i && (!bvalid_q || bready_i) && !rst;
	wire read = arvalid_i && (!rvalid_q || rready_i) && !rst;
	always @(posedge clk) begin
		bvalid_q <= !rst && (take || (bvalid_q && !bready_i));
		rvalid_q <= !rst && (read || (rvalid_q && !rready_i));
	end

	assign awready_o = take;
	assign wready_o  = take;
	assign bvalid_o  = bvalid_q;
	assign bresp_o   = 2'b00;
	assign arready_o = read;
	assign rvalid_o  = rvalid_q;
	assign rdata_o   = 32'd0;
	assign rresp_o   = 2'b00;
	assign valid_o   = take;
	assign addr_o    = awaddr_i[11:2];
	assign data_o    = wdata_i & {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};
	wire unused = &{1'b0, awaddr_i[1:0], araddr_i};

endmodule

`resetall
