// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ranks: random tables, a word in each clock, and the event looked up step by step as the contract tells it.
`timescale 1ns/1ns

module bench_ranks;
	parameter CODE_W = 4;

	localparam CLOCKS  = 400000;
	localparam LOADS   = 5;
	localparam WORDS   = 15000;   // after each load
	localparam INDEX_W = 2*CODE_W > 11 ? 2*CODE_W : 11;
	localparam CODES   = 1 << CODE_W;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                live = 1'b0, when = 1'b0, write = 1'b0;
	reg  [31:0]        word = 0;
	reg  [INDEX_W+2:0] addr = 0;
	reg  [7:0]         data = 0;
	wire               hit;
	wire [4:0]         actions;
	wire [CODE_W-1:0]  code;
	gnomon_ranks #(.CODE_W(CODE_W)) dut (
		.clk (clk), .live_i (live), .word_i (word), .when_i (when), .wr_valid_i (write), .wr_addr_i (addr), .wr_data_i (data),
		.hit_o (hit), .actions_o (actions), .code_o (code)
	);

	// Cells, by table and index, as they were last written
	reg [7:0] cells [0:(8<<INDEX_W)-1];

	function integer class_of(input integer which, input integer index);
		class_of = cells[which * (1 << INDEX_W) + index] % CODES;
	endfunction

	function integer event_of(input [31:0] w);
		event_of = class_of(4, class_of(2, w / 2097152) * CODES + class_of(3, class_of(1, w / 1024 % 2048) * CODES + class_of(0, w % 1024)));
	endfunction

	// What was on the wires, [k]: k clocks ago
	reg [31:0] words [0:5];
	reg [5:0]  whens = 0, lives = 0, loads = 6'h3F;
	integer    k, event_4, event_5;
	reg        want, want_1 = 1'b0, begun = 1'b0;
	integer    n_hit = 0, n_row = 0, n_zero = 0, n_when = 0, n_dead = 0, n_code [0:CODES-1];
	reg        loading = 1'b1;

	always @(posedge clk) begin
		for (k = 5; k > 0; k = k - 1)
			words[k] = words[k-1];
		words[0] = word;
		whens = {whens, when};
		lives = {lives, live};
		loads = {loads, loading};
		// tables that change give no event for certain but where live is 0
		if (!lives[1])
			equal(begun && hit, 0, "hit while not live");
		else if (loads == 0) begin
			event_4 = event_of(words[4]);
			event_5 = event_of(words[5]);
			want    = whens[4] && event_4 != 0;
			equal(hit, want, "hit");
			if (want)
				equal(actions, cells[5 * (1 << INDEX_W) + event_4] % 32, "actions");
			if (want_1)
				equal(code, event_5, "code");
			n_hit  = n_hit + want;
			n_row  = n_row + (want && want_1);
			n_zero = n_zero + (whens[4] && event_4 == 0);
			n_when = n_when + (!whens[4] && event_4 != 0);
			if (want)
				n_code[event_4] = n_code[event_4] + 1;
		end
		if (loads == 0 && !lives[1] && whens[4] && event_of(words[4]) != 0)
			n_dead = n_dead + 1;
		begun  = 1'b1;
		want_1 = loads == 0 && lives[1] && want;
		word  <= $random(seed);
		when  <= chance(700);
		live  <= !loading && (live ? !chance(10) : chance(100));
	end

	task write_cell(input integer which, input integer index, input [7:0] value);
		begin
			while (chance(50))
				@(posedge clk) write <= 1'b0;
			write <= 1'b1;
			addr  <= which * (1 << INDEX_W) + index;
			data  <= value;
			@(posedge clk) ;
			cells[which * (1 << INDEX_W) + index] = value;
		end
	endtask

	// In one load in two most classes are 0, as they are for a few triggers; cells may have anything in the bits above a code's
	integer load, i, sparse;
	task load_table(input integer which, input integer size);
		for (i = 0; i < size; i = i + 1)
			write_cell(which, i, sparse && chance(600) ? $random(seed) << CODE_W : $random(seed));
	endtask

	initial begin
		for (i = 0; i < CODES; i = i + 1)
			n_code[i] = 0;
		for (load = 0; load < LOADS; load = load + 1) begin
			loading = 1'b1;
			sparse  = load % 2;
			repeat (8) @(posedge clk);
			load_table(0, 1024);
			load_table(1, 2048);
			load_table(2, 2048);
			load_table(3, CODES * CODES);
			load_table(4, CODES * CODES);
			load_table(5, CODES);
			// tables that a node does not have
			load_table(6, 256);
			load_table(7, 256);
			write <= 1'b0;
			repeat (8) @(posedge clk);
			loading = 1'b0;
			for (i = 0; i < WORDS; i = i + 1) begin
				if (i % 3000 == 2999) begin   // other actions, in a moment without triggers
					loading = 1'b1;
					repeat (8) @(posedge clk);
					write_cell(5, below(CODES), $random(seed));
					write <= 1'b0;
					repeat (8) @(posedge clk);
					loading = 1'b0;
				end
				@(posedge clk) ;
			end
		end
		covered(n_hit, "hit");
		covered(n_row, "hits in a row");
		covered(n_zero, "word without event");
		covered(n_when, "event without qualifier");
		covered(n_dead, "event while not live");
		for (i = 1; i < CODES; i = i + 1)
			covered(n_code[i], "one of the codes");
		finish(0, 0);
	end
endmodule
