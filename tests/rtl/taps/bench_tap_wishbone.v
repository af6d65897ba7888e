// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_tap_wishbone: a classic or pipelined master and a slave at any pace, answers in
// the clock of their requests, all kinds of answers, cycles held and given up, resets; against a
// list of all requests of the cycle.
`timescale 1ns/1ns

module bench_tap_wishbone;
	parameter PIPELINED  = 0;
	parameter BYTES      = 4;
	parameter WIDTH      = 5;
	parameter TABLE_LOG2 = 2;
	parameter LENGTH     = 50000;

	localparam CLOCKS  = 400000;
	localparam COUNT_W = $clog2(BYTES) + 1;
	localparam MOST    = (1 << WIDTH) - 1;
	localparam PLACES  = 1 << TABLE_LOG2;
	localparam LIMIT   = 12;   // outstanding
	`include "bench.vh"
	`include "bench_end.vh"

	reg                rst = 1'b1, cyc = 1'b0, stb = 1'b0, we = 1'b0, stall = 1'b0,
		ack = 1'b0, err = 1'b0, rty = 1'b0;
	reg  [7:0]         sel = 0;
	wire               cycle, request, read, write, waits, writing, answer, answer_ack,
		answer_err, answer_rty, beat, beat_read, beat_write, valid, lost, aborted;
	wire               idle, transfer, stall_request, stall_answer, stall_master;
	wire [COUNT_W-1:0] bytes;
	wire [5:0]         outstanding;
	wire [WIDTH-1:0]   latency;
	wire [2:0]         number;
	gnomon_tap_wishbone #(.PIPELINED(PIPELINED), .BYTES(BYTES), .WIDTH(WIDTH),
		.TABLE_LOG2(TABLE_LOG2), .OUTSTANDING_W(6)) dut (
		.clk (clk), .rst (rst), .cyc_i (cyc), .stb_i (stb), .we_i (we),
			.sel_i (sel[BYTES-1:0]), .stall_i (stall), .ack_i (ack), .err_i (err),
			.rty_i (rty),
		.cycle_o (cycle), .request_o (request), .read_o (read), .write_o (write),
			.wait_o (waits), .writing_o (writing), .answer_o (answer),
			.answer_ack_o (answer_ack),
		.answer_err_o (answer_err), .answer_rty_o (answer_rty), .beat_o (beat),
			.beat_read_o (beat_read), .beat_write_o (beat_write), .bytes_o (bytes),
		.outstanding_o (outstanding), .latency_valid_o (valid), .latency_o (latency),
			.dropped_o (lost), .aborted_o (aborted),
		.stall_idle_o (idle), .stall_transfer_o (transfer),
			.stall_request_o (stall_request), .stall_answer_o (stall_answer),
			.stall_master_o (stall_master),
		.class_o (number)
	);

	// All requests of the cycle, [answered, asked) outstanding
	integer start [0:LENGTH*2-1];
	reg     kept  [0:LENGTH*2-1];
	integer asked = 0, answered = 0, in_table = 0, dropped = 0,
		clocks = 0, k, age, which, amount, hush = 0, left;
	integer p_cyc = 500, p_stb = 500, p_stall = 500, p_answer = 500, p_end = 10;
	integer sum_seen = 0, sum_true = 0, sum_class = 0, sum_bytes = 0, seen_bytes = 0;
	reg     ask, reply, want, want_lost, want_aborted, moved, at_once, taken_back, presented;
	integer n_value = 0, n_zero = 0, n_one = 0, n_over = 0, n_most = 0, n_lost = 0,
		n_aborted = 0, n_reset = 0, n_sum = 0, n_ended = 0, n_full_pop = 0, n_back = 0,
		n_deep = 0;
	integer n_ack = 0, n_err = 0, n_rty = 0, n_taken_back = 0, n_read = 0,
		n_write = 0, n_alien = 0;
	integer n_class [0:4];
	reg     was_reply = 1'b0, held = 1'b0;
	initial
		for (k = 0; k < 5; k = k + 1)
			n_class[k] = 0;

	// The wires of this clock
	task drive;
		begin
			taken_back = 1'b0;
			if (!cyc) begin
				cyc = chance(p_cyc);
				stb = 1'b0;
				held = 1'b0;
			// over, or given up
			end else if (chance(p_end) && (!held || chance(100))
				&& (asked == answered || chance(150))) begin
				cyc  = 1'b0;
				held = 1'b0;
			end
			if (!cyc) begin
				stb = chance(100);   // of nobody
				n_alien = n_alien + stb;
			end else if (!held) begin
				stb = chance(p_stb) && asked - answered < LIMIT;
				we  = chance(500);
				sel = $random(seed) | {8{chance(300)}};
			end else if (PIPELINED == 0 && chance(3)) begin
				stb        = 1'b0;
				taken_back = 1'b1;
			end
			stall = chance(p_stall);
			ask   = cyc && stb && (PIPELINED != 0 ? !stall : asked == answered);
			// a slave answers what is outstanding, in this clock's too; nobody looks at
			// the answers elsewhere
			reply = cyc && (asked != answered || ask) && hush == 0 && chance(p_answer)
				&& (PIPELINED != 0 || stb);
			{ack, err, rty} = reply ? (chance(700) ? 4 : 1 << below(3)) : 0;
			if (PIPELINED == 0 && !stb)
				{ack, err, rty} = $random(seed);
		end
	endtask

	task tick;
		begin
			clocks    = clocks + 1;
			want      = 1'b0;
			want_lost = 1'b0;
			want_aborted = 1'b0;
			age       = 0;
			amount    = 0;
			moved     = 1'b0;
			for (k = 0; k < BYTES; k = k + 1)
				amount = amount + sel[k];
			if (rst) begin
				cyc   = 1'b0;
				ask   = 1'b0;
				reply = 1'b0;
				which = 0;
				answered = asked;
				sum_seen = 0;
				sum_true = 0;
			end
			if ((!cyc || taken_back) && asked != answered) begin
				want_aborted = 1'b1;
				n_aborted    = n_aborted + (!cyc);
				n_taken_back = n_taken_back + (taken_back && cyc);
				answered     = asked;
				sum_seen     = 0;
				sum_true     = 0;
			end
			if (asked == answered) begin
				in_table = 0;
				dropped  = 0;
			end
			which   = !cyc ? 0 : reply || (PIPELINED != 0 && ask) ? 1
				: PIPELINED != 0 && stb && stall ? 2 : asked != answered || stb ? 3
				: 4;
			at_once = reply && asked == answered;
			if (reply && !at_once) begin
				age      = clocks - start[answered];
				want     = kept[answered];
				sum_true = sum_true + age;
				if (ask) begin
					want_lost  = !(dropped == 0
						|| (dropped == 1 && !kept[answered]))
						|| in_table - kept[answered] == PLACES;
					n_full_pop = n_full_pop + (!want_lost
						&& in_table == PLACES);
				end
				in_table = in_table - kept[answered];
				dropped  = dropped - !kept[answered];
				n_ended  = n_ended + !kept[answered];
				answered = answered + 1;
			end else if (ask)
				want_lost = !at_once && (dropped != 0 || in_table == PLACES);
			if (at_once) begin
				want   = 1'b1;
				n_zero = n_zero + 1;
			end else if (ask) begin
				start[asked] = clocks;
				kept[asked]  = !want_lost;
				in_table     = in_table + !want_lost;
				dropped      = dropped + want_lost;
				asked        = asked + 1;
			end
			moved   = PIPELINED != 0 ? ask : reply && ack;
			n_deep  = n_deep + (asked - answered == LIMIT);
			n_lost  = n_lost + want_lost;
			n_value = n_value + want;
			n_one   = n_one + (want && age == 1);
			n_most  = n_most + (want && age == MOST);
			n_over  = n_over + (want && age > MOST);
			n_back  = n_back + (reply && was_reply);
			n_ack   = n_ack + (reply && ack);
			n_err   = n_err + (reply && err);
			n_rty   = n_rty + (reply && rty);
			n_read  = n_read + (ask && !we);
			n_write = n_write + (ask && we);
			was_reply = reply;
			n_class[which] = n_class[which] + 1;
			@(negedge clk);
			if (clocks > 4) begin
				equal({cycle, request, read, write},
					{cyc, ask, ask && !we, ask && we}, "requests");
				equal({answer, answer_ack, answer_err, answer_rty},
					{reply, reply && ack, reply && err, reply && rty},
					"answers");
				equal(waits, cyc && stb && (PIPELINED != 0 ? stall : !reply),
					"waits");
				equal(writing, cyc && stb && we, "writing");
				equal({beat, beat_read, beat_write},
					{moved, moved && !we, moved && we}, "beats");
				if (moved)
					equal(bytes, amount, "bytes");
				equal(outstanding, asked - answered, "outstanding");
				equal(valid, want, "a latency");
				if (want)
					equal(latency, age > MOST ? MOST : age, "latency");
				equal(lost, want_lost, "dropped");
				equal(aborted, want_aborted && !rst, "aborted");
				equal(number, which, "class");
				equal({stall_master, stall_answer, stall_request, transfer, idle},
					1 << which, "one class");
				sum_class  = sum_class + idle + transfer + stall_request
					+ stall_answer + stall_master;
				sum_bytes  = sum_bytes + (moved ? amount : 0);
				seen_bytes = seen_bytes + (beat ? bytes : 0);
				sum_seen   = sum_seen + outstanding;
				if (asked == answered) begin
					equal(sum_seen, sum_true, "sum of latencies");
					n_sum    = n_sum + (sum_true != 0);
					sum_seen = 0;
					sum_true = 0;
				end
			end
			held = stb && cyc && !(PIPELINED != 0 ? ask : reply);
			if (hush > 0)
				hush = hush - 1;
		end
	endtask

	function integer rate(input integer dummy);
		case (below(4))
		0: rate = 1000;
		1: rate = 20 + below(60);
		default: rate = 50 + below(951);
		endcase
	endfunction

	initial begin
		taken_back = 1'b0;
		ask = 1'b0;
		reply = 1'b0;
		@(negedge clk);
		repeat (6)
			tick;
		while (clocks < LENGTH) begin
			if (rst || chance(100)) begin
				n_reset = n_reset + (asked != answered);
				rst = 1'b1;
				repeat (1 + below(3)) begin
					{cyc, stb, we, stall, ack, err, rty} = $random(seed);
					taken_back = 1'b0;
					tick;
				end
				rst = 1'b0;
				{cyc, stb} = 0;
				held = 1'b0;
			end
			p_cyc = rate(0);
			p_stb = rate(0);
			p_stall = chance(300) ? 0 : below(900);
			p_answer = rate(0);
			p_end = chance(500) ? 5 : chance(500) ? 200 : 0;
			if (chance(200))
				hush = below(5 * MOST);
			repeat (1 + below(150)) begin
				drive;
				tick;
			end
		end
		equal(sum_class, clocks - 4, "sum of the classes");
		equal(seen_bytes, sum_bytes, "sum of the bytes");
		for (k = 0; k < 5; k = k + 1)
			covered(n_class[k] + (PIPELINED == 0 && k == 2), "a class");
		covered(n_value > 400, "some hundred latencies");
		covered(n_zero, "answer in the clock of the request");
		covered(n_one, "answer in the clock after");
		covered(n_back, "answers back to back");
		covered(n_most, "greatest latency");
		covered(n_over, "too long for the value");
		covered(n_ack, "ack");
		covered(n_err, "err");
		covered(n_rty, "rty");
		covered(n_read, "reads");
		covered(n_write, "writes");
		covered(n_alien, "strobe without a cycle");
		covered(n_aborted, "cycle given up");
		covered(n_reset, "reset with requests outstanding");
		covered(n_sum, "sums of latencies");
		if (PIPELINED != 0) begin
			covered(n_lost, "dropped requests");
			covered(n_ended, "answers to dropped requests");
			covered(n_full_pop, "request in the clock of an answer, table full");
			covered(n_deep, "many outstanding");
		end else
			covered(n_taken_back, "strobe taken back");
		finish(0, 0);
	end
endmodule
