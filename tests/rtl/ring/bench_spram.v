// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_spram: random writes, never two in a row, random looks and reads, against an
// array. A byte is there in the third cycle of its address, whatever else is asked for, and while
// the address stays it is as new as what was written four cycles ago.
`timescale 1ns/1ns

module bench_spram;
	parameter SLOTS_LOG2 = 4;

	parameter LENGTH = 40000;
	localparam CLOCKS = 200000;
	localparam WORDS  = 2 << SLOTS_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                   we = 1'b0, look = 1'b0;
	reg  [SLOTS_LOG2:0]   waddr = 0;
	reg  [31:0]           wdata = 0;
	reg  [SLOTS_LOG2-1:0] slot = 0;
	reg  [SLOTS_LOG2+2:0] raddr = 0;
	wire                  looked;
	wire [31:0]           word;
	wire [7:0]            rdata;
	gnomon_ring_spram #(.SLOTS_LOG2(SLOTS_LOG2)) dut (
		.clk (clk), .we_i (we), .waddr_i (waddr), .wdata_i (wdata),
		.look_i (look), .slot_i (slot), .looked_o (looked), .word_o (word),
		.raddr_i (raddr), .rdata_o (rdata)
	);

	reg [31:0] words [0:WORDS-1], want;
	integer    since [0:WORDS-1];  // the last write
	integer    n, i, rest = 0, held = 0, waited = 0, rate = 1000;
	integer    n_read = 0, n_look = 0, n_wait = 0, n_new = 0, n_both = 0;
	reg        was = 1'b0;         // a look in the cycle before

	initial begin
		for (i = 0; i < WORDS; i = i + 1)
			since[i] = 0;
		@(negedge clk);
		for (n = 0; n < LENGTH; n = n + 1) begin
			if (n % 1000 == 0)
				rate = chance(300) ? 1000 : below(1000);
			we    = !we && (n < 4 * WORDS || chance(rate));
			waddr = n < 4 * WORDS ? n / 2 : chance(300) ? {slot, 1'b1}
				: chance(300) ? raddr[SLOTS_LOG2+2:2] : $random(seed);
			wdata = $random(seed);
			rest = look ? 2 : rest - 1;
			if (n >= 4 * WORDS && !look && rest < 0 && chance(700)) begin
				look   = 1'b1;
				slot   = $random(seed);
				waited = 0;
			end
			if (held > 4 && chance(600)) begin
				raddr = chance(500) ? raddr + 1'b1 : $random(seed);
				held  = 0;
			end
			#1;
			if (was) begin
				equal(word, want, "word 1 of the slot");
				n_look = n_look + 1;
			end
			if (held >= 2 && n > 4 * WORDS && since[raddr[SLOTS_LOG2+2:2]] > 4) begin
				equal(rdata, words[raddr[SLOTS_LOG2+2:2]] >> 8 * raddr[1:0] & 255,
					"byte");
				n_read = n_read + (held == 2);
				n_new  = n_new + (held > since[raddr[SLOTS_LOG2+2:2]]);
			end
			check(waited < 5, "looked at in time");
			n_wait = n_wait + (look && !looked);
			n_both = n_both + (we && look && held == 0);
			was    = looked;
			want   = words[{slot, 1'b1}];
			@(negedge clk);
			for (i = 0; i < WORDS; i = i + 1)
				since[i] = since[i] + 1;
			if (we) begin
				words[waddr] = wdata;
				since[waddr] = 0;
			end
			waited = waited + look;
			if (was)
				look = 1'b0;
			held = held + 1;
		end
		covered(n_read, "byte in its third cycle");
		covered(n_new, "byte written while it is read");
		covered(n_look, "look");
		covered(n_wait, "look that waits");
		covered(n_both, "write, look and a new address at once");
		finish(0, 0);
	end
endmodule
