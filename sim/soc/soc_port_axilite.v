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
	reg address_taken, data_taken;
	reg awvalid, wvalid, arvalid, ready, written, address_done, data_done;

	assign awvalid_o = awvalid;
	assign wvalid_o = wvalid;
	assign arvalid_o = arvalid;
	assign bready_o = 1'b1;
	assign rready_o = 1'b1;
	assign ready_o = ready;
	assign write_o = written;

	// Without an access a simulator has little to evaluate
	always @* begin
		{awvalid, wvalid, arvalid, ready, written} = 5'd0;
		address_done = address_taken;
		data_done = data_taken;
		if (valid_i && write_i) begin
			awvalid = !address_taken;
			wvalid = !data_taken;
			ready = bvalid_i;
			address_done = address_taken || awready_i;
			data_done = data_taken || wready_i;
			written = address_done && data_done && !(address_taken && data_taken);
		end else if (valid_i) begin
			arvalid = !address_taken;
			ready = rvalid_i;
			address_done = address_taken || arready_i;
		end
	end

	always @(posedge clk)
		if (valid_i || rst) begin
			address_taken <= address_done && !ready && !rst;
			data_taken <= data_done && !ready && !rst;
		end
endmodule

`resetall
