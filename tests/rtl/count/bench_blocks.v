// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_blocks: units with records of random lengths at random clocks; whole
// records, each unit's in order, no unit left behind.
`timescale 1ns/1ns

module bench_blocks;
	parameter UNITS  = 3;
	parameter LENGTH = 40000;

	localparam CLOCKS = 2 * LENGTH;
	localparam SLOTS  = 4096;  // records of a unit that are kept
	`include "bench.vh"
	`include "bench_end.vh"

	reg                 rst = 1'b1, pop = 1'b0;
	reg  [UNITS-1:0]    valid = 0, last = 0, busy = 0;
	reg  [32*UNITS-1:0] words = 0;
	wire [UNITS-1:0]    pops;
	wire                out_valid, out_last, out_busy;
	wire [31:0]         word;

	gnomon_count_blocks #(.UNITS(UNITS)) dut (
		.clk (clk), .rst (rst), .block_valid_i (valid), .block_word_i (words),
			.block_last_i (last), .block_pop_o (pops), .block_busy_i (busy),
		.block_valid_o (out_valid), .block_word_o (word), .block_last_o (out_last),
			.block_pop_i (pop), .block_busy_o (out_busy)
	);

	// A unit gives words {unit, record, number of the word}; it is idle between records
	integer length [0:UNITS-1], at [0:UNITS-1], record [0:UNITS-1], idle [0:UNITS-1],
		wait_since [0:UNITS-1], others [0:UNITS-1];
	integer taken [0:UNITS-1];  // records that came out
	integer unit = -1, place = 0, clocks = 0, i, pop_rate = 500, idle_most = 50, gap = 0;
	integer n_all = 0, n_record = 0, n_cut = 0, n_back = 0;
	reg     cut = 1'b0;

	initial
		for (i = 0; i < UNITS; i = i + 1) begin
			at[i] = 0;
			record[i] = 0;
			idle[i] = 5 + i;
			others[i] = 0;
			taken[i] = 0;
		end

	always @(posedge clk) begin
		clocks = clocks + 1;
		if (!rst) begin
			equal(out_busy, busy != 0, "busy");
			check(pops == 0 || (pop && (pops & (pops - 1'b1)) == 0), "one is popped");
			gap = valid == 0 || out_valid ? 0 : gap + 1;
			check(gap <= UNITS, "a record is found");
			if (unit >= 0 && !cut)
				check(out_valid, "a record without a pause");
			if (out_valid && pop) begin
				check(pops != 0, "pop continues");
				if (unit < 0) begin
					unit  = word[31:24];
					place = 0;
					equal(word[23:8], taken[unit] % 65536, "records in order");
				end
				equal(word[31:24], unit, "of one unit");
				equal(word[23:8], taken[unit] % 65536, "of one record");
				equal(word[7:0], place % 256, "words in order");
				place = place + 1;
				if (out_last) begin
					equal(place, length[unit], "the whole record");
					taken[unit] = taken[unit] + 1;
					for (i = 0; i < UNITS; i = i + 1)
						if (i == unit)
							others[i] = 0;
						else if (valid[i]) begin
							others[i] = others[i] + 1;
							check(others[i] <= UNITS, "in turn");
						end
					n_record = n_record + 1;
					n_all    = n_all + (valid == {UNITS{1'b1}});
					unit     = -1;
				end
			end
		end
		// the units
		if (below(300) == 0) begin
			pop_rate  = below(3) * 500;
			idle_most = 1 + below(2) * below(200);
		end
		cut = below(700) == 0;
		busy <= $random(seed) & $random(seed);
		for (i = 0; i < UNITS; i = i + 1) begin
			if (valid[i] && pops[i] && !cut) begin
				at[i] = at[i] + 1;
				if (last[i]) begin
					record[i] = record[i] + 1;
					at[i]     = -1;
					idle[i]   = 1 + below(idle_most);
					n_back    = n_back + (idle[i] == 1);
				end
			end
			if (cut && (valid[i] || at[i] < 0)) begin  // a new run: nothing to give
				if (valid[i])
					record[i] = record[i] + 1;
				at[i]    = -1;
				idle[i]  = 2 + below(50);
				taken[i] = record[i];
			end
			if (at[i] < 0 || idle[i] > 0) begin
				idle[i] = idle[i] - 1;
				if (idle[i] <= 0) begin
					at[i]     = 0;
					idle[i]   = 0;
					length[i] = 2 + below(80);
				end
			end
			valid[i]         <= idle[i] == 0 && at[i] >= 0;
			last[i]          <= at[i] == length[i] - 1;
			words[32*i +: 32] <= idle[i] == 0 && at[i] >= 0
				? {i[7:0], record[i][15:0], at[i][7:0]} : $random(seed);
		end
		if (cut) begin
			n_cut = n_cut + (unit >= 0);
			unit  = -1;
			for (i = 0; i < UNITS; i = i + 1)
				others[i] = 0;
		end
		rst <= clocks < 3;
		if (clocks == LENGTH) begin
			covered(n_record > 100, "hundred records");
			covered(n_all, "all units have a record");
			covered(n_cut, "a new run in a record");
			covered(n_back, "the next record at once");
			finish(0, 0);
		end
	end
	always @(negedge clk)
		pop <= out_valid && !rst && chance(pop_rate);
endmodule
