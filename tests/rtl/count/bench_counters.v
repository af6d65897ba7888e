// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_counters: runs with snapshots at random clocks, with a flush or a new start
// at any time; every word of every block against counts that are made clock by clock. Counts near
// the end of their range are put into the RAM, and into the counts.
`timescale 1ns/1ns

module bench_counters;
	parameter COUNT  = 64;
	parameter UNIT   = 1;
	parameter NODE   = 7;
	parameter TIME_W = 32;
	parameter RUNS   = 16;

	localparam CLOCKS  = 4000000;
	localparam PADDED  = COUNT > 128 ? 256 : COUNT > 64 ? 128 : COUNT > 32 ? 64 : 32;
	localparam ROW_W   = COUNT > 128 ? 10 : COUNT > 64 ? 9 : COUNT > 32 ? 8 : 7;
	localparam HALF_W  = (32 - ROW_W) / 2;
	localparam RECORDS = (COUNT + 63) / 64;
	localparam [63:0] MOST = 64'hFFFFFFFF;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, first = 1'b0, sample = 1'b0, flush = 1'b0, pop = 1'b0;
	reg  [COUNT-1:0]  in = 0;
	reg  [TIME_W+6:0] now = 0, past = 0;
	wire              ready, valid, last, busy;
	wire [31:0]       word;

	gnomon_count_counters #(.COUNT(COUNT), .UNIT(UNIT), .NODE(NODE), .TIME_W(TIME_W)) dut (
		.clk (clk), .rst (rst), .first_i (first), .count_i (past), .input_i (in),
			.ready_o (ready), .sample_i (sample), .flush_i (flush),
		.block_valid_o (valid), .block_word_o (word), .block_last_o (last),
			.block_pop_i (pop), .block_busy_o (busy)
	);

	reg [63:0]  count [0:COUNT-1];
	reg [31:0]  snap [0:1][0:COUNT];      // of a sample, of the flush
	reg [63:0]  t [0:1], f [0:1];
	reg         asked [0:1];              // is to come
	reg         running = 1'b0, starting = 1'b0, was_valid = 1'b0, full;
	integer     which, record, place, many, aux, run = 0, length, clocks = 0, age = 0;
	integer     i, k, rate [0:COUNT-1], pop_rate = 900, sample_rate = 5;
	integer     n_sample = 0, n_refused = 0, n_flush = 0, n_wait = 0, n_first_busy = 0,
		n_put = 0, n_most = 0, n_block = 0, n_near = 0;
	integer     n_epoch = 0, n_apart = 0;
	reg [31:0]  want, target, high, draw;

	initial begin
		asked[0] = 1'b0;
		asked[1] = 1'b0;
		record = 0;
		place  = 1;
	end

	// Word `place` of record `record` of the block that is due
	task expected;
		begin
			which = asked[0] ? 0 : 1;
			many  = record == RECORDS - 1 ? COUNT - 64 * record : 64;
			aux   = (many + 1) / 2 * 2 + 6;
			case (place)
			1: want = {aux[7:0], UNIT[7:0], NODE[7:0], 8'd14};
			2: want = t[which] % (64'd1 << TIME_W);
			3: want = f[which] % (64'd1 << TIME_W);
			4: begin
				full = 1'b0;
				for (i = 0; i < many; i = i + 1)
					full = full || snap[which][64*record+i] == 32'hFFFFFFFF;
				want        = 0;
				want[7:0]   = t[which] >> (TIME_W - 1);
				want[15:8]  = f[which] >> (TIME_W - 1);
				want[16]    = record == RECORDS - 1;
				want[18]    = full;
				want[19]    = which == 1;
			end
			5: want = many * 65536 + 64 * record;
			6, 7: want = 0;
			default: want = place - 8 < many ? snap[which][64*record+place-8] : 0;
			endcase
		end
	endtask

	// Ones at both ends of a count, and others between: not saturated
	function apart(input [63:0] value);
		apart = value != MOST && value >> (ROW_W + HALF_W) == MOST >> (ROW_W + HALF_W)
			&& value % (1 << ROW_W) == (1 << ROW_W) - 1;
	endfunction

	// The upper part of a count that is not under way may be replaced where no snapshot is.
	wire [7:0] visited = dut.walk_q;
`ifdef VERILATOR
	wire       calm = 1'b1;
`else
	wire       calm = !dut.zero_q;
`endif
	task put;
		begin
			k = (visited + PADDED / 2) % PADDED;
			target = 32'hFFFFFFFF - below(1 << (chance(300) ? ROW_W + HALF_W
				: chance(500) ? ROW_W : ROW_W + 3));
`ifdef VERILATOR
			if (k < COUNT && count[k] < target) begin
				dut.totals[k] = dut.totals[k] + target - count[k];
				count[k] = target;
				n_put = n_put + 1;
			end
`else
			high = k < COUNT ? dut.u_highs.u_words.gen_words.u_words.mem[k][31-ROW_W:0]
				: 0;
			if (k < COUNT && (target >> ROW_W) > high
				&& !dut.u_highs.u_words.gen_words.u_words.mem[k][34-ROW_W]) begin
				count[k] = count[k] + (((target >> ROW_W) - high) << ROW_W);
				dut.u_highs.u_words.gen_words.u_words.mem[k][31-ROW_W:0] =
					target >> ROW_W;
				dut.u_highs.u_words.gen_words.u_words.mem[k][33-ROW_W -: 2] =
					{target >> ROW_W == 32'hFFFFFFFF >> ROW_W,
					(target >> ROW_W) % (1 << HALF_W) == (1 << HALF_W) - 1};
				if (count[k] > MOST)
					count[k] = MOST;
				n_put = n_put + 1;
			end
`endif
		end
	endtask
	always @(negedge clk)
		if (running && !dut.busy_q && calm && !sample && !flush && !first
			&& dut.stores_q == 0 && age > 0 && !asked[0] && !asked[1] && chance(20))
			put;

	always @(posedge clk) begin
		clocks = clocks + 1;
		// counts up to and including this clock
		if (running)
			for (i = 0; i < COUNT; i = i + 1)
				if (in[i] && count[i] < MOST)
					count[i] = count[i] + 1;
		// what is seen
		if (!rst) begin
			check(busy || !valid, "busy with a record");
			check(busy || !running, "busy in a run");
			check(busy || !(asked[0] || asked[1]), "busy with a snapshot");
			check(!valid || asked[0] || asked[1], "nothing there, nothing valid");
			if (valid && (asked[0] || asked[1])) begin
				expected;
				equal(word, want, "word");
				check(last == (place == aux + 1), "last word");
			end
			check(!ready || !(asked[0] || asked[1]), "not ready under way");
			if ((asked[0] || asked[1]) && record == 0 && place == 1)
				check(valid == (now >= (t[asked[1]] / 16 + 1) * 16 + PADDED + 20),
					"the first word at F + W + 20");
			if ((asked[0] || asked[1]) && !(record == 0 && place == 1))
				check(valid || place == 1, "no pause within a record");
			check(valid || place != 1 || was_valid
				|| record == 0, "a clock between records");
			was_valid = valid;
			if (valid && pop) begin
				expected;
				place = place + 1;
				if (place == aux + 2) begin
					place  = 1;
					record = record + 1;
					if (record == RECORDS) begin
						record = 0;
						asked[which] = 1'b0;
						n_block = n_block + 1;
						n_epoch = n_epoch + (want[15:8] != 0
							|| f[which] >> (TIME_W - 1) != 0);
						for (i = 0; i < COUNT; i = i + 1) begin
							n_most = n_most + (snap[which][i]
								== 32'hFFFFFFFF);
							n_apart = n_apart + apart({32'd0,
								snap[which][i]});
							n_near = n_near + (snap[which][i]
								!= 32'hFFFFFFFF
								&& snap[which][i] > 32'hFFFF0000);
						end
					end
				end
			end
		end
		// what the held inputs do
		if (sample && running && !flush) begin
			if (ready) begin
				asked[0] = 1'b1;
				t[0]     = now;
				f[0]     = (now / 16 + 1) * 16;
				n_sample = n_sample + 1;
			end else
				n_refused = n_refused + 1;
		end
		if (asked[0] && (running || age < 40))
			for (i = 0; i < COUNT; i = i + 1)
				if (now == f[0] + i % 16 - 1)
					snap[0][i] = count[i];
		if (flush && running) begin
			check(ready && sample,
				"flush together with a sample that can be taken (bench)");
			asked[1] = 1'b1;
			t[1]     = now;
			f[1]     = now + 1;
			for (i = 0; i < COUNT; i = i + 1)
				snap[1][i] = count[i];
			running  = 1'b0;
			age      = 0;
			n_flush  = n_flush + 1;
		end
		if (!running)
			age = age + 1;
		if (first) begin
			n_first_busy = n_first_busy + (asked[0] || asked[1]);
			asked[0] = 1'b0;
			asked[1] = 1'b0;
			record   = 0;
			place    = 1;
			running  = 1'b1;
			age      = 1;
			for (i = 0; i < COUNT; i = i + 1)
				count[i] = 0;
		end
		// the next inputs
		rst <= clocks < 3;
		now    <= first ? 0 : now + 1;
		past   <= first ? 0 : now;
		if (below(400) < COUNT)
			rate[below(COUNT)] = chance(300) ? 1024 : chance(300) ? 0 : below(1025);
		for (i = 0; i < COUNT; i = i + 1) begin
			draw  = i % 3 == 0 ? $random(seed) : draw >> 10;
			// there it stays
			in[i] <= draw[9:0] < rate[i] && !(apart(count[i]) && chance(950));
		end
		if (below(500) == 0) begin
			pop_rate    = chance(500) ? 1000 : below(1001);
			sample_rate = chance(500) ? below(10) : below(1001);
		end
		sample <= running && chance(now + 18 > length ? 100 : now + 200 > length ? 0
			: sample_rate);
		flush  <= 1'b0;
		first  <= 1'b0;
		if (clocks == 10 || (run > 0 && !running && !flush
			&& ((!busy && chance(100)) || below(800) == 0))
			|| (running && below(9000) == 0)) begin
			if (!first) begin
				first <= 1'b1;
				run    = run + 1;
				length = below(5) == 0 ? below(60) + 1
					: below(COUNT > 32 ? 1500 : 3000);
				// the flush, at length + 2, in the clock of an F or in the one
				// before
				if (chance(600))
					length = length / 16 * 16 + 13 + below(2);
			end
			sample <= 1'b0;
		end else if (running && now > length && !first) begin
			flush  <= ready && !sample;
			sample <= ready && !sample;
			n_wait  = n_wait + !ready;
		end
		if (run == RUNS) begin
			// more than 64 counters take long: what does not hang on their number is
			// seen with fewer
			covered(n_sample > 8, "eight snapshots");
			covered(n_refused, "a snapshot while one is under way");
			covered(n_flush, "flush");
			covered(n_wait, "flush that waits for the snapshot before");
			covered(n_first_busy || COUNT > 64,
				"new start while a snapshot is under way");
			covered(n_put || COUNT > 64, "a count was put in");
			covered(n_most || COUNT > 64, "a saturated count");
			covered(n_near || COUNT > 64, "a count that is nearly saturated");
			covered(n_apart || COUNT > 32, "a count with ones at both ends");
			covered(n_block > 8, "eight blocks");
			if (TIME_W == 12)
				covered(n_epoch, "an epoch");
			finish(0, 0);
		end
	end
	always @(negedge clk)
		pop <= valid && !first && chance(pop_rate);
	initial
		for (i = 0; i < COUNT; i = i + 1)
			rate[i] = 500;
endmodule
