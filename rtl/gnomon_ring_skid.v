// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_skid: two registers between neighbours of the ring, so that neither valid nor ready
// runs through more than one station.
//
// A word can pass in every cycle. Neither side waits for the other: ready_o does not depend on
// valid_i or ready_i of the same cycle, nor valid_o on ready_i.
//
// FRONT 1: a third register stands before the two, without any logic before it, for data that is
// late in its cycle: that of a RAM block.
//
// Latency: valid_i to valid_o: 1 + FRONT cycles at least. ready_i to ready_o: 1 cycle, with FRONT 1
//   only while the third register holds a word.
//
// With FRONT 0:
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
//   gnomon_ring_skid #(.WIDTH(9), .FRONT(0)) u_ring_skid (
//     .clk(clk), .clear_i(clear), .valid_i(valid_i), .ready_o(ready_o), .data_i(data_i),
//     .valid_o(valid_o), .ready_i(ready_i), .data_o(data_o)
//   );

module gnomon_ring_skid #(
	parameter WIDTH = 9,  // bits; requires at least 1
	parameter FRONT = 0   // requires 0 or 1
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
	wire            valid;             // data comes to the two
	wire [WIDTH-1:0] data;

	generate
		if (FRONT != 0) begin : gen_front
			reg [WIDTH-1:0] front_q;
			reg             shown_q;  // front_q holds a word
			always @(posedge clk) begin
				shown_q <= !clear_i && (valid_i || (shown_q && spare_q));
				if (ready_o)
					front_q <= data_i;
			end
			assign ready_o = !shown_q || !spare_q;
			assign valid   = shown_q;
			assign data    = front_q;
		end else begin : gen_none
			assign ready_o = !spare_q;
			assign valid   = valid_i;
			assign data    = data_i;
		end
	endgenerate

	// Without a word neither here nor before it nothing changes. (Where the first is free, so
	// is the second.)
	always @(posedge clk)
		if (clear_i) begin
			valid_q <= 1'b0;
			spare_q <= 1'b0;
		end else if (valid_q || valid) begin
			if (!valid_q || ready_i) begin
				valid_q <= spare_q || valid;
				spare_q <= 1'b0;
				first_q <= spare_q ? second_q : data;
			end else if (valid)
				spare_q <= 1'b1;
		end
	always @(posedge clk)
		if (valid && !spare_q)
			second_q <= data;
	assign valid_o = valid_q;
	assign data_o  = first_q;

endmodule
