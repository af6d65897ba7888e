// SPDX-License-Identifier: Apache-2.0
//
// What a node with a local store sends and when, for bench_monitor: between its sender and its
// store. Outside of rounds of the REPORT line no record of a run begins; when the store says for
// the first time in a round that it has sent all, each event up to the first cycle of the round has
// gone, in a record of its own or in a gap.
`timescale 1ns/1ns

module store_watch (
	input wire        clk,
	input wire        rst,
	input wire        clear,    // a run begins
	input wire        stop,     // and ends
	input wire        line,
	input wire        sent,
	input wire        full,
	// words of the sender
	input wire        valid,
	input wire        passes,   // the ring sees it
	input wire        take,
	input wire        last,
	input wire [31:0] word,
	input wire [31:0] events    // up to the cycle before: of the trace_model
);
	`include "bench.vh"

	reg     run = 1'b0, shown = 1'b0, begins = 1'b1, was_line = 1'b0, told = 1'b0,
		sample = 1'b0, known = 1'b0;
	integer at = 0, length = 2, kind = 0, gone = 0, belongs = 0;
	integer n_round = 0, n_sent = 0, n_cut = 0, n_full = 0, n_closed = 0, n_rest = 0,
		n_gap = 0, n_lost = 0, n_after = 0;

	always @(posedge clk) begin
		if (rst || clear) begin
			run    = !rst;
			shown  = 1'b0;
			begins = 1'b1;
			at     = 0;
			gone   = 0;
			known  = 1'b0;
			sample = 1'b0;
		end else begin
			if (valid && (line || !run))
				shown = 1'b1;
			equal(passes, valid && shown, "what was shown passes");
			n_closed = n_closed + (valid && !shown);
			if (valid && take) begin
				check(shown, "nothing of a run outside of a round");
				n_rest  = n_rest + (run && !line);
				n_after = n_after + (!run && begins);
				if (at == 1) begin
					kind   = word[7:0];
					length = kind == 3 ? 4 : kind == 2 || kind == 9
						? 2 + word[31:24] : 2;
					gone   = gone + (kind == 1);
				end
				if (at == 3 && kind == 3) begin
					gone   = gone + word;
					n_gap  = n_gap + run;
					n_lost = n_lost + (word != 0);
				end
				at     = at < 2 || at + 1 < length ? at + 1 : 0;
				if (at == 2 && length == 2)
					at = 0;
				begins = last;
				if (last) begin
					equal(at, 0, "last word of a record");
					shown = 1'b0;
				end
			end
			if (stop) begin
				run   = 1'b0;
				known = 1'b0;
			end
			n_full = n_full + full;
		end
	end

	// Between two edges: all is counted up to the cycle before
	always @(negedge clk) begin
		if (sample) begin
			belongs = events;
			known   = run;
			sample  = 1'b0;
		end
		if (line && !was_line) begin
			n_round = n_round + 1;
			sample  = 1'b1;
			told    = 1'b0;
			known   = 1'b0;
		end else if (line && sent && !told) begin
			told = 1'b1;
			if (known) begin
				check(gone >= belongs || (kind == 3 && at > 1),
					"all of the round has gone");
				n_sent = n_sent + (belongs > 0);
			end
		end
		n_cut    = n_cut + (was_line && !line && !told && run);
		was_line = line;
	end
endmodule
