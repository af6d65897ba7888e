// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_extremes: random values, equal ones, events, samples, resets and runs;
// against a search in the list of all values at each sample.
`timescale 1ns/1ns

module bench_extremes;
	parameter WIDTH  = 4;
	parameter TIME_W = 12;
	parameter CODE_W = 4;
	parameter LENGTH = 200000;

	localparam CLOCKS = 1000000;
	localparam ROOM   = 1000;   // values that are searched
	`include "bench.vh"
	`include "bench_end.vh"

	reg               first = 1'b0, valid = 1'b0, take = 1'b0, restart = 1'b0, shift = 1'b0;
	reg  [WIDTH-1:0]  value = 0;
	reg  [TIME_W-1:0] now = 0, past = 0;
	reg  [CODE_W-1:0] code = 0;
	wire [31:0]       word;
	gnomon_count_extremes #(.WIDTH(WIDTH), .TIME_W(TIME_W), .CODE_W(CODE_W)) dut (
		.clk (clk), .first_i (first), .valid_i (valid), .value_i (value), .time_i (past),
			.code_i (code),
		.take_i (take), .reset_i (restart), .shift_i (shift), .word_o (word)
	);

	// All values since the last reset, with the time and the code of the last event then
	reg [WIDTH-1:0]  values [0:ROOM-1];
	reg [TIME_W-1:0] times  [0:ROOM-1];
	reg [CODE_W-1:0] codes  [0:ROOM-1];
	integer          count = 0, most, least, k, n, age = 100, place = 6, rate = 500,
		events = 30, resets = 5;
	reg [31:0]       words [0:5];
	reg [CODE_W-1:0] last = 0;
	reg              running = 1'b0, moved;
	integer          n_take = 0, n_none = 0, n_equal = 0, n_new = 0, n_both = 0,
		n_after = 0, n_event = 0, n_no_event = 0, n_one = 0, n_begin = 0, n_held = 0,
		n_full = 0;
	integer          n_reset_value = 0;
	reg              was_reset = 1'b0;

	initial begin
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			if (chance(5)) begin
				rate   = chance(200) ? 1000 : chance(200) ? 0 : below(1001);
				events = chance(200) ? 0 : below(300);
				resets = below(30);
			end
			past    = now;
			now     = now + 1;
			first   = n == 3 || chance(2) || count == ROOM - 1;
			valid   = chance(rate);
			value   = chance(100) ? {WIDTH{1'b1}} : chance(100) ? 0
				: $random(seed) >> below(WIDTH);
			code    = chance(events) ? $random(seed) : 0;
			restart = chance(resets);
			// A new snapshot only when the one before is read to its end
			take    = running && place == 6 && chance(40);
			shift   = age > 2 && place < 6 && chance(400);
			// this clock
			if (age > 2 && place < 6) begin
				equal(word, words[place], "word");
				n_held = n_held + !shift;
			end
			if (code != 0)
				last = code;
			if (valid) begin
				values[count] = value;
				times[count]  = now;
				codes[count]  = last;
				count         = count + 1;
				n_reset_value = n_reset_value + (restart && running);
				n_after       = n_after + (was_reset && running);
			end
			was_reset = restart;
			age       = age + 1;
			if (shift)
				place = place + 1;
			if (take) begin
				most  = 0;
				least = 0;
				moved = 1'b0;
				for (k = 0; k < 6; k = k + 1)
					words[k] = 0;
				for (k = 1; k < count; k = k + 1) begin
					if (values[k] > values[most])
						most = k;
					if (values[k] < values[least])
						least = k;
				end
				for (k = 0; k < count; k = k + 1)
					moved = moved || (values[k] == values[most] && k > most)
						|| (values[k] == values[least] && k > least);
				if (count != 0) begin
					words[0] = values[most];
					words[1] = times[most];
					words[2] = values[least];
					words[3] = times[least];
					words[4] = {15'd0, 1'b1, 8'd0, 8'd0} | codes[least] << 8
						| codes[most];
				end
				n_take     = n_take + 1;
				n_none     = n_none + (count == 0);
				n_one      = n_one + (count == 1);
				n_equal    = n_equal + moved;
				n_new      = n_new + (valid
					&& (most == count - 1 || least == count - 1) && count > 1);
				n_both     = n_both + (valid && restart);
				n_event    = n_event + (valid && code != 0 && most == count - 1);
				n_no_event = n_no_event + (count != 0 && codes[most] == 0);
				n_full     = n_full + (count != 0 && values[most] == {WIDTH{1'b1}});
				age        = 0;
				place      = 0;
			end
			if (restart || first)
				count = 0;
			if (first) begin
				n_begin = n_begin + (last != 0);
				last    = 0;
				running = 1'b1;
			end
			@(negedge clk);
		end
		covered(n_take > 1000, "thousand samples");
		covered(n_none, "no value");
		covered(n_one, "one value");
		covered(n_equal, "an equal value later");
		covered(n_new, "a new extreme in the clock of the sample");
		covered(n_both, "value, sample and reset in one clock");
		covered(n_reset_value, "value in the clock of a reset");
		covered(n_after, "value in the clock after a reset");
		covered(n_event, "event in the clock of the extreme and of the sample");
		covered(n_no_event, "no event before");
		covered(n_begin, "start after events");
		covered(n_held, "a word that is held");
		covered(n_full, "greatest value");
		finish(0, 0);
	end
endmodule
