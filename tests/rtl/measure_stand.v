// SPDX-License-Identifier: Apache-2.0
//
// measure_stand: what stands in benches for the generated module of a node's preprocessors: pairs of counts, read as samples, and one unit whose banks
// go out as blocks. a and b belong to the time of the wires; all else is as the headend gives it, STAGE clocks later.
//
// Payload of bank n: its end, its begin, {flush flag in bit 19, epoch of the end in bits 7..0}, how many words follow, n, clocks with a[0] in it; then as many words, each one more than the one
// before it, from n on: 64 at every sixteenth bank, else n modulo 4.
`timescale 1ns/1ns

module measure_stand #(
	parameter NODE    = 0,
	parameter STAGE   = 5,   // clocks
	parameter PAIRS   = 0,
	parameter BLOCKS  = 0,
	parameter TIME_W  = 32,
	parameter PAIRS_W = PAIRS == 0 ? 1 : PAIRS
) (
	input  wire               clk,
	input  wire [PAIRS_W-1:0] a,
	input  wire [PAIRS_W-1:0] b,
	input  wire [TIME_W+6:0]  count_i,
	input  wire               first_i,
	output reg                sample_ready_o,
	input  wire               sample_i,
	input  wire               reset_i,
	input  wire               bank_i,
	input  wire               flush_i,
	output reg                sample_valid_o,
	output reg  [31:0]        sample_word_o,
	input  wire               sample_pop_i,
	output reg                block_valid_o,
	output reg  [31:0]        block_word_o,
	output reg                block_last_o,
	input  wire               block_pop_i,
	output reg                block_busy_o
);
	`include "bench.vh"
	initial #1 seed = seed + 100 * NODE;

	// Inputs at STAGE
	reg  [2*PAIRS_W*STAGE-1:0] late = 0;
	wire [PAIRS_W-1:0]         a_now, b_now;
	assign {a_now, b_now} = late[2*PAIRS_W*STAGE-1 -: 2*PAIRS_W];

	reg [31:0] count_a [0:PAIRS_W-1], count_b [0:PAIRS_W-1];
	reg [31:0] samples [0:65535], words [0:131071];
	reg        lasts [0:131071];
	integer    sample_in = 0, sample_out = 0, word_in = 0, word_out = 0, wait_left = 0, room = 4 * PAIRS_W;
	integer    bank = 0, k, many;
	reg [31:0] began = 0, counted = 0, now;
	reg        counts = 1'b0;

	task say(input [31:0] word);
		begin
			words[word_in] = word;
			lasts[word_in] = 1'b0;
			word_in = word_in + 1;
		end
	endtask

	initial {sample_ready_o, sample_valid_o, block_valid_o, block_busy_o} = 4'd0;

	always @(posedge clk) begin
		now = count_i[TIME_W-1:0];
		if (first_i) begin
			for (k = 0; k < PAIRS_W; k = k + 1) begin
				count_a[k] = 0;
				count_b[k] = 0;
			end
			sample_in  = 0;
			sample_out = 0;
			word_in    = 0;
			word_out   = 0;
			wait_left  = 0;
			bank       = 0;
			began      = 0;
			counted    = 0;
			counts = BLOCKS != 0;
		end else begin
			for (k = 0; k < PAIRS_W; k = k + 1) begin
				count_a[k] = count_a[k] + a_now[k];
				count_b[k] = count_b[k] + b_now[k];
			end
			counted = counted + a_now[0];
			check(sample_i !== 1'b1 || sample_ready_o, "sample when it can be taken");
			check(flush_i !== 1'b1 || sample_i, "sample at the flush");
			if (sample_i)
				for (k = 0; k < PAIRS; k = k + 1) begin
					samples[sample_in]   = count_a[k];
					samples[sample_in+1] = count_b[k];
					sample_in = sample_in + 2;
				end
			if (reset_i)
				for (k = 0; k < PAIRS_W; k = k + 1) begin
					count_a[k] = 0;
					count_b[k] = 0;
				end
			if (counts && (bank_i || flush_i)) begin
				many = bank % 16 == 15 ? 64 : bank % 4;
				say({8'd6 + many[6:0] + many[0], 8'd0, NODE[7:0], 8'd9});
				say(now);
				say(began);
				say({12'd0, flush_i, 11'd0, count_i[TIME_W+6 -: 8]});
				say(many);
				say(bank);
				say(counted);
				for (k = 0; k < many + many % 2; k = k + 1)
					say(bank + k);
				lasts[word_in-1] = 1'b1;
				began   = {{(33-TIME_W){1'b0}}, {TIME_W{1'b1}}} & (now + 1);
				counted = 0;
				bank    = bank + 1;
				counts  = !flush_i;
			end
		end
		// queues, the samples' with a clock between words; a block waits at times
		sample_out = sample_out + (sample_pop_i && !first_i);
		check(!sample_pop_i || sample_valid_o, "word of a sample that is there");
		check(!block_pop_i || block_valid_o, "word of a block that is there");
		if (block_pop_i && !first_i) begin
			if (lasts[word_out])
				wait_left = chance(300) ? below(100) : 0;
			word_out = word_out + 1;
		end else if (wait_left > 0)
			wait_left = wait_left - 1;
		sample_valid_o <= !first_i && !sample_pop_i && sample_in > sample_out;
		sample_word_o  <= sample_in > sample_out ? samples[sample_out] : 32'hx;
		sample_ready_o <= sample_in - sample_out < room && (PAIRS == 0 || !sample_i);
		block_valid_o  <= word_in > word_out && wait_left == 0;
		block_word_o   <= word_in > word_out ? words[word_out] : 32'hx;
		block_last_o   <= word_in > word_out ? lasts[word_out] : 1'bx;
		block_busy_o   <= counts || word_in > word_out;
		late = {late[2*PAIRS_W*(STAGE-1)-1:0], a, b};
	end
endmodule
