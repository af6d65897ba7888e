// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_skid: two registers between neighbours of the ring, so that neither valid nor ready runs through more than one station.
//
// Full throughput; a word leaves one clock after it came at the earliest. No side waits for the other.

`resetall
`default_nettype none

module gnomon_skid #(
	parameter WIDTH = 9  // bits; requires at least 1
) (
	input  wire             clk,
	input  wire             clear_i,
	input  wire             valid_i,
	output wire             ready_o,
	input  wire [WIDTH-1:0] data_i,
	output wire             valid_o,
	input  wire             ready_i,
	output wire [WIDTH-1:0] data_o
);
	reg [WIDTH-1:0] first_q, second_q;
	reg             valid_q, spare_q;  // first_q, second_q hold a word

	// Without a word neither here nor before it nothing changes. (Where the first is free, so is the second.)
	always @(posedge clk)
		if (clear_i) begin
			valid_q <= 1'b0;
			spare_q <= 1'b0;
		end else if (valid_q || valid_i) begin
			if (!valid_q || ready_i) begin
				valid_q <= spare_q || valid_i;
				spare_q <= 1'b0;
				first_q <= spare_q ? second_q : data_i;
			end else if (valid_i)
				spare_q <= 1'b1;
		end
	always @(posedge clk)
		if (valid_i && ready_o)
			second_q <= data_i;
	assign ready_o = !spare_q;
	assign valid_o = valid_q;
	assign data_o  = first_q;

endmodule

`resetall
