// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_bytes: how many bytes a transfer moves: the ones among its byte enables.
//
// Latency: none (combinational).
//
// Instance:
//   gnomon_tap_bytes #(.BYTES(4)) u_tap_bytes (
//     .sel_i(sel), .count_o(count)
//   );

module gnomon_tap_bytes #(
	parameter BYTES   = 4,  // byte enables; requires 1..128
	// not to be set
	parameter COUNT_W = BYTES >= 128 ? 8 : BYTES >= 64 ? 7 : BYTES >= 32 ? 6 : BYTES >= 16 ? 5
		: BYTES >= 8 ? 4 : BYTES >= 4 ? 3 : BYTES >= 2 ? 2 : 1
) (
	input  wire [BYTES-1:0]   sel_i,
	output wire [COUNT_W-1:0] count_o
);
	generate
		if (BYTES < 1 || BYTES > 128) begin : gen_bad_bytes
			BYTES_must_be_1_to_128 u_bad ();
		end
	endgenerate

	function [COUNT_W-1:0] ones(input [BYTES-1:0] bits);
		integer k;
		begin
			ones = {COUNT_W{1'b0}};
			for (k = 0; k < BYTES; k = k + 1)
				ones = ones + {{(COUNT_W-1){1'b0}}, bits[k]};
		end
	endfunction

	assign count_o = ones(sel_i);

endmodule
