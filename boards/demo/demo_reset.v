// SPDX-License-Identifier: Apache-2.0
// demo_reset: a reset of 1023 clocks after the FPGA was configured, without a pin.
//
// 1. The counter begins at 0, which the bitstream sets, and stops at its end.
// 2. rst_o is high until then. The block RAMs of iCE40 can be read only some microseconds after
//    the configuration.
`resetall
`default_nettype none

module demo_reset (
	input  wire clk,
	output reg  rst_o
);
	reg [9:0] count;

	initial begin
		count = 10'd0;
		rst_o = 1'b1;
	end

	always @(posedge clk) begin
		if (count != 10'h3ff)
			count <= count + 1'b1;
		rst_o <= count != 10'h3ff;
	end
endmodule

`resetall
