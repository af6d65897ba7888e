// SPDX-License-Identifier: Apache-2.0
// A lamp with a counter, two modules deep. Nothing in it knows gnomon.
module lamp_count (
	input  wire        clk,
	input  wire        rst,
	output wire        lit
);
	reg [17:0] count = 18'd0;
	wire       wraps = &count[9:0];

	always @(posedge clk) count <= rst ? 18'd0 : count + 18'd1;
	assign lit = count[17];
endmodule

module lamp (
	input  wire clk,
	input  wire rst,
	output wire light
);
	lamp_count u_count (.clk(clk), .rst(rst), .lit(light));
endmodule
