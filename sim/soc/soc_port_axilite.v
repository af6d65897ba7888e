// SPDX-License-Identifier: Apache-2.0
// soc_port_axilite: a core's accesses of its event port, as an AXI4-Lite master.
//
// 1. The core holds valid_i, with the rest, until ready_o. Address, data and bytes go to the bus by
//    themselves.
// 2. A write offers address and data from the first clock of the access on, each until it is taken;
//    the access ends with the slave's answer, which is always welcome.
// 3. write_o is 1 in the clock in which the slave had taken both.
`resetall
`default_nettype none

module soc_port_axilite (
	input  wire clk,
	input  wire rst,
	// core
	input  wire valid_i,
	input  wire write_i,
	output wire ready_o,
	output wire write_o,
	// bus
	output wire awvalid_o,
	input  wire awready_i,
	output wire wvalid_o,
	input  wire wready_i,
	input  wire bvalid_i,
	output wire bready_o,
	output wire arvalid_o,
	input  wire arready_i,
	input  wire rvalid_i,
	output wire rready_o
);
	reg  address_taken, data_taken;
	wire address_now = write_i ? awvalid_o && awready_i : arvalid_o && arready_i;
	wire data_now = wvalid_o && wready_i;
	wire address_done = address_taken || address_now;
	wire data_done = data_taken || data_now;

	assign awvalid_o = valid_i && write_i && !address_taken;
	assign wvalid_o = valid_i && write_i && !data_taken;
	assign arvalid_o = valid_i && !write_i && !address_taken;
	assign bready_o = 1'b1;
	assign rready_o = 1'b1;
	assign ready_o = valid_i && (write_i ? bvalid_i : rvalid_i);
	assign write_o = write_i && address_done && data_done && (address_now || data_now);

	always @(posedge clk) begin
		address_taken <= address_done && !ready_o && !rst;
		data_taken <= data_done && !ready_o && !rst;
	end
endmodule

`resetall
