// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_skid: two registers between neighbours of the ring, so that neither valid nor ready
// runs through more than one station.
//
// A word can pass in every cycle. Neither side waits for the other: ready_o does not depend on
// valid_i or ready_i of the same cycle, nor valid_o on ready_i.
//
// Latency: valid_i to valid_o: 1 cycle at least. ready_i to ready_o: 1 cycle.
//
//   cycle     0  1  2  3  4  5  6  7
//   valid_i   1  1  1  1  1  1  0  0
//   ready_o   1  1  1  0  0  1  1  1
//   data_i    1  2  3  4  4  4  -  -
//   valid_o   0  1  1  1  1  1  1  0
//   ready_i   1  1  0  0  1  1  1  1
//   data_o    -  1  2  2  2  3  4  -
//
// Instance:
//   gnomon_ring_skid #(.WIDTH(9)) u_ring_skid (
//     .clk(clk), .clear_i(clear), .valid_i(valid_i), .ready_o(ready_o), .data_i(data_i),
//     .valid_o(valid_o), .ready_i(ready_i), .data_o(data_o)
//   );

module gnomon_ring_skid #(
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

	// Without a word neither here nor before it nothing changes. (Where the first is free, so
	// is the second.)
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
