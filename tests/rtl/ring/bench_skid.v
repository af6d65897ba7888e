// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_skid: order, full throughput, what is promised stays, and neither side sees
// the other's signal in the same clock.
`timescale 1ns/1ns

module bench_skid;
	parameter WIDTH  = 9;
	parameter FRONT  = 0;
	parameter LENGTH = 40000;

	localparam MOST   = 2 + FRONT;  // words that are held
	localparam CLOCKS = 2 * LENGTH;
	`include "bench.vh"
	`include "bench_end.vh"

	reg              clear = 1'b1, valid_in = 1'b0, ready_in = 1'b0;
	reg  [WIDTH-1:0] data_in = 0;
	wire             valid, ready;
	wire [WIDTH-1:0] data;
	gnomon_ring_skid #(.WIDTH(WIDTH), .FRONT(FRONT)) dut (
		.clk (clk), .clear_i (clear), .valid_i (valid_in), .ready_o (ready),
			.data_i (data_in),
		.valid_o (valid), .ready_i (ready_in), .data_o (data)
	);

	reg [WIDTH-1:0] sent [0:LENGTH], was_data, held_data;
	integer clocks = 0, in = 0, earlier = 0, out = 0, flow = 0, rate_in = 500, rate_out = 500;
	integer n_flow = 0, n_held = 0, n_most = 0, n_clear = 0, n_empty = 0;
	reg     waited = 1'b0, was_ready, was_valid;
	always @(posedge clk) begin
		clocks = clocks + 1;
		if (!clear) begin
			check(valid === ((FRONT ? earlier : in) != out),
				"valid while something is held");
			check(ready === (in - out < MOST), "ready while not all is full");
			flow = valid_in && ready_in ? flow + 1 : 0;
			check(flow < 4 + FRONT || (valid && ready), "full throughput");
			if (valid)
				equal(data, sent[out], "data");
			if (waited)
				equal(data, held_data, "data stays");
			n_flow  = n_flow + (flow > 10);
			n_held  = n_held + waited;
			n_most  = n_most + (in - out == MOST);
			n_empty = n_empty + (in == out);
		end
		waited    = valid && !ready_in && !clear;
		held_data = data;
		earlier   = clear ? 0 : in;  // a clock ago
		if (clear) begin
			n_clear = n_clear + (in != out);
			in   = 0;
			out  = 0;
			flow = 0;
		end else begin
			if (valid_in && ready) begin
				sent[in] = data_in;
				in = in + 1;
			end
			if (valid && ready_in)
				out = out + 1;
		end
		if (below(100) == 0) begin
			rate_in  = below(3) * 500;
			rate_out = below(3) * 500;
		end
		clear    <= clocks < 4 || below(300) == 0;
		valid_in <= chance(rate_in);
		data_in  <= $random(seed);
		ready_in <= chance(rate_out);
		if (clocks == LENGTH) begin
			covered(n_flow, "flow at full throughput");
			covered(n_held, "data held");
			covered(n_most, "all registers hold a word");
			covered(n_empty, "nothing held");
			covered(n_clear, "clear of something held");
			finish(0, 0);
		end
	end
	// The other side's signals change for a moment: nothing is to be seen of it.
	always @(negedge clk) begin
		was_ready = ready;
		was_valid = valid;
		was_data  = data;
		ready_in  = !ready_in;
		valid_in  = !valid_in;
		data_in   = ~data_in;
		#1;
		check(clear || (ready === was_ready && valid === was_valid
			&& (!valid || data === was_data)), "a path through");
		ready_in  = !ready_in;
		valid_in  = !valid_in;
		data_in   = ~data_in;
	end
endmodule
