// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_latency: requests and answers at any spacing, more than the table holds,
// runs and gates; against a list of all requests in their order.
`timescale 1ns/1ns

module bench_latency;
	parameter WIDTH            = 4;
	parameter OUTSTANDING_LOG2 = 2;
	parameter LENGTH           = 300000;
	parameter MANY             = 0;      // 1: a directed run with more dropped requests than
	                                     // can be counted

	localparam CLOCKS = 2000000;
	localparam MOST_REQUESTS = 200000;   // of a run; a power of two is not needed
	localparam [63:0] MOST = (64'd1 << WIDTH) - 1;
	localparam OUTSTANDING = 1 << OUTSTANDING_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg              rst = 1'b1, first = 1'b0, gate = 1'b0, from = 1'b0, to = 1'b0;
	wire             valid, lost;
	wire [WIDTH-1:0] value;
	gnomon_count_latency #(.WIDTH(WIDTH), .OUTSTANDING_LOG2(OUTSTANDING_LOG2)) dut (
		.clk (clk), .rst (rst), .first_i (first), .gate_i (gate), .from_i (from),
			.to_i (to),
		.valid_o (valid), .value_o (value), .lost_o (lost)
	);

	// All requests since the start; kept: not dropped. [answered, asked) wait.
	reg [63:0] asked_at [0:MOST_REQUESTS-1];
	reg        kept     [0:MOST_REQUESTS-1];
	integer    asked = 0, answered = 0, waiting = 0, dropped = 0, clocks = 0, left,
		rate_from = 500, rate_to = 500, limit = 0;
	reg [63:0] age;
	reg        want, want_lost, running = 1'b0, was_late, late_drop;
	integer    n_value = 0, n_zero = 0, n_one = 0, n_back = 0, n_full = 0, n_more = 0,
		n_far = 0, n_lost = 0, n_room = 0, n_last = 0, n_after = 0, n_ignored = 0;
	integer    n_closed = 0, n_before = 0, n_dropped = 0, n_most = 0, n_behind = 0;
	integer    since_value = 0, first_left = 0, n_held = 0;
	reg        was_first = 1'b0;

	task ask(input keep);
		begin
			asked_at[asked] = clocks;
			kept[asked]     = keep;
			asked           = asked + 1;
			if (keep)
				waiting = waiting + 1;
			else begin
				dropped   = dropped + 1;
				want_lost = 1'b1;
			end
		end
	endtask

	task tick;
		begin
			clocks    = clocks + 1;
			want      = 1'b0;
			want_lost = 1'b0;
			age       = 0;
			late_drop = 1'b0;
			since_value = since_value + 1;
			if (to && asked == answered) begin
				want      = from && gate;
				n_zero    = n_zero + want;
				n_ignored = n_ignored + !from;
				n_closed  = n_closed + (from && !gate);
			end else begin
				if (to) begin
					if (kept[answered]) begin
						age     = clocks - asked_at[answered];
						want    = gate;
						waiting = waiting - 1;
						n_room  = n_room + (from
							&& waiting == OUTSTANDING - 1
							&& dropped == 0);
						n_closed = n_closed + !gate;
						n_one   = n_one + (want && age == 1);
						n_full  = n_full + (want && age == MOST);
						n_more  = n_more + (want && age > MOST);
						n_far   = n_far + (want && age > 5 * MOST);
						n_back  = n_back + (want && since_value == 1);
						n_behind = n_behind + (dropped != 0);
						since_value = 0;
					end else begin
						dropped   = dropped - 1;
						late_drop = dropped == 0;
						n_dropped = n_dropped + 1;
						n_last    = n_last + (from && late_drop);
					end
					answered = answered + 1;
				end
				if (from)
					ask(dropped == 0 && waiting < OUTSTANDING);
				n_after = n_after + (from && want_lost && waiting < OUTSTANDING);
			end
			n_most  = n_most + (waiting == OUTSTANDING);
			n_lost  = n_lost + want_lost;
			n_value = n_value + want;
			if (first || rst) begin
				n_before = n_before + (asked != answered);
				asked    = 0;
				answered = 0;
				waiting  = 0;
				dropped  = 0;
			end
			@(negedge clk);
			if (running) begin
				equal(valid, want, "a value");
				if (want)
					equal(value, age > MOST ? MOST : age, "latency");
				equal(lost, want_lost, "lost");
			end
			running = running || first;
			first   = 1'b0;
		end
	endtask

	initial begin
		repeat (4) tick;
		rst = 1'b0;
		if (MANY != 0) begin
			gate  = 1'b1;
			first = 1'b1;
			tick;
			from = 1'b1;
			for (left = 0; left < OUTSTANDING + 65534; left = left + 1)
				tick;
			from = 1'b0;
			to   = 1'b1;
			for (left = 0; left < OUTSTANDING + 65534; left = left + 1)
				tick;
			// all answered: it measures again
			from = 1'b1;
			to   = 1'b0;
			tick;
			to = 1'b1;
			repeat (100) tick;
			equal(n_value, OUTSTANDING + 100, "values of the long run");
			// and one more than it counts: all are dropped from now on
			to    = 1'b0;
			from  = 1'b0;
			first = 1'b1;
			tick;
			from = 1'b1;
			for (left = 0; left < OUTSTANDING + 65535; left = left + 1)
				tick;
			from = 1'b0;
			to   = 1'b1;
			for (left = 0; left < OUTSTANDING + 65535; left = left + 1)
				tick;
			running = 1'b0;   // the model has no limit
			from    = 1'b1;
			to      = 1'b0;
			for (left = 0; left < 200; left = left + 1) begin
				to = left[0];
				tick;
				check(!valid && lost, "dropped until the next start");
			end
			from = 1'b0;
			to   = 1'b0;
		end
		while (clocks < LENGTH || limit < 200) begin
			limit = limit + 1;
			case (below(5))
			0: rate_from = below(1001);
			1: rate_from = 1000;
			2: rate_from = 1 + below(20);
			default: rate_from = below(500);
			endcase
			case (below(7))
			0: rate_to = below(1001);
			1: rate_to = 1000;
			2: rate_to = 1 + below(20);
			3: rate_to = 0;
			4: begin   // none is left
				rate_from = 0;
				rate_to   = 1000;
			end
			default: rate_to = rate_from + below(100);
			endcase
			for (left = below(chance(500) ? 40 : MOST * 8 + 40); left > 0;
				left = left - 1) begin
				gate = chance(850);
				from = chance(rate_from);
				to   = chance(rate_to);
				if (asked - answered > 100)
					to = 1'b1;
				if (to && dropped == 1 && waiting == 0)
					from = chance(500);
				first = chance(2) || asked == MOST_REQUESTS - 2 || (first_left > 0);
				// a load of a line holds it for several clocks
				if (first && first_left == 0 && chance(300))
					first_left = 1 + below(6);
				else if (first_left > 0)
					first_left = first_left - 1;
				n_held = n_held + (first && was_first && from);
				was_first = first;
				tick;
			end
		end
		covered(n_value > 1000, "thousand values");
		covered(n_zero, "answer in the clock of the request");
		covered(n_one, "answer in the clock after");
		covered(n_back, "answers back to back");
		covered(n_full, "greatest latency");
		covered(n_more, "more than that");
		covered(n_far, "many times that");
		covered(n_most, "table full");
		covered(n_lost, "dropped requests");
		covered(n_room, "request in the clock of an answer, table full");
		covered(n_behind, "answer from the table while some are dropped");
		covered(n_after, "dropped with room in the table");
		covered(n_dropped, "answers to dropped requests");
		covered(n_last, "request in the clock of the last such answer");
		covered(n_ignored, "answers to nothing");
		covered(n_closed, "gate closed in the clock of the answer");
		covered(n_held, "requests while a start is held");
		covered(n_before, "requests outstanding at the start");
		finish(0, 0);
	end
endmodule
