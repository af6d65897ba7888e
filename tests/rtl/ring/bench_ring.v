// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_master and 1 to 5 gnomon_ring_station: records of all nodes come whole and
// in order, with fair shares, high-water marks with the right node and value, and every command
// reaches every station.
`timescale 1ns/1ns

module bench_ring;
	parameter NODES  = 3;
	parameter RING_W = 8;
	parameter HIGH_W = 16;
	parameter PHASES = 24;

	localparam CLOCKS = PHASES * 60000;
	localparam FLITS  = 32 / RING_W;
	localparam BURST  = 16;             // records that a station may send with a token
	localparam FLIGHT = 2 * NODES + 4;  // tokens that may be on the way
	`include "bench.vh"
	`include "bench_end.vh"

	reg         rst = 1'b1, clear = 1'b0;
	reg         command_valid = 1'b0, word_ready = 1'b0, mark_ready = 1'b0;
	reg  [31:0] command = 0;
	wire        command_ready, word_valid, mark_valid;
	wire [31:0] word;
	wire [7:0]  mark_node;
	wire [15:0] mark;
	wire [NODES:0] dn_valid, up_valid, up_ready, up_tag;
	wire [RING_W*(NODES+1)-1:0] dn_data, up_data;

	gnomon_ring_master #(.NODES(NODES), .RING_W(RING_W)) dut (
		.clk (clk), .rst (rst), .clear_i (clear),
		.command_valid_i (command_valid), .command_ready_o (command_ready),
			.command_i (command),
		.word_valid_o (word_valid), .word_ready_i (word_ready), .word_o (word),
		.mark_valid_o (mark_valid), .mark_ready_i (mark_ready), .mark_node_o (mark_node),
			.mark_o (mark),
		.dn_valid_o (dn_valid[0]), .dn_data_o (dn_data[RING_W-1:0]),
		.up_valid_i (up_valid[0]), .up_ready_o (up_ready[0]), .up_tag_i (up_tag[0]),
			.up_data_i (up_data[RING_W-1:0])
	);
	// below the last station: a waiting token
	assign up_valid[NODES] = 1'b1;
	assign up_tag[NODES]   = 1'b1;
	assign up_data[RING_W*NODES +: RING_W] = 0;

	// Of each node: its settings and its state, in and out of the array of stations
	integer rate [0:NODES-1], longest = 2, pauses = 0, high_rate = 0;
	integer backlog [0:NODES-1], high_now [0:NODES-1], commands [0:NODES-1],
		more_checks = 0, more_faults = 0;
	reg [31:0] commands_sent [0:16383];
	integer    sent = 0;
	genvar n;
	generate
		for (n = 0; n < NODES; n = n + 1) begin : node
			ring_node #(.NODE(n), .LAST(n == NODES - 1), .RING_W(RING_W),
				.HIGH_W(HIGH_W)) at (
				.clk (clk), .rst (rst), .clear (clear),
				.dn_valid_i (dn_valid[n]), .dn_data_i (dn_data[RING_W*n +: RING_W]),
				.dn_valid_o (dn_valid[n+1]),
					.dn_data_o (dn_data[RING_W*(n+1) +: RING_W]),
				.up_valid_i (up_valid[n+1]), .up_ready_o (up_ready[n+1]),
					.up_tag_i (up_tag[n+1]),
				.up_data_i (up_data[RING_W*(n+1) +: RING_W]),
				.up_valid_o (up_valid[n]), .up_ready_i (up_ready[n]),
					.up_tag_o (up_tag[n]),
					.up_data_o (up_data[RING_W*n +: RING_W])
			);
			always @(negedge clk) begin
				at.rate      = rate[n];
				at.longest   = longest;
				at.pauses    = pauses;
				at.high_rate = high_rate;
				backlog[n]   = at.backlog;
				high_now[n]  = at.high;
				commands[n]  = at.commands;
			end
			// each command, as it comes
			always @(at.commands)
				if (at.commands > 0)
					equal(at.got[at.commands-1], at.commands <= sent
						? commands_sent[at.commands-1] : 64'hx, "command");
		end
	endgenerate

	// Words and tokens that reach the center
	integer number [0:NODES-1], mark_last [0:NODES-1], tokens_since [0:NODES-1];
	integer flit = 0, tokens = 0, records = 0, burst = 0, words = 0, index = 0, i, k;
	integer n_record = 0, n_mark = 0, n_clear = 0, n_clear_within = 0, n_long = 0,
		n_write = 0, n_other = 0, n_busy = 0, n_shared = 0;
	reg [31:0] record_word;
	wire [3:0] word_node = word[31:28];
	always @(posedge clk)
		if (rst || clear) begin
			for (i = 0; i < NODES; i = i + 1) begin
				number[i]       = 0;
				mark_last[i]    = -1;
				tokens_since[i] = 0;
			end
			n_clear_within = n_clear_within + (index != 0);
			n_clear = n_clear + 1;
			index   = 0;
			flit    = 0;
			tokens  = 0;
			burst   = 0;
			records = 0;
			words   = 0;
		end else begin
			if (up_valid[0] && up_ready[0]) begin
				flit = flit == FLITS - 1 ? 0 : flit + 1;
				if (flit == 0 && up_tag[0]) begin
					tokens = tokens + 1;
					burst  = 0;
					for (i = 0; i < NODES; i = i + 1) begin
						tokens_since[i] = backlog[i] == 0 ? 0
							: tokens_since[i] + 1;
						check(tokens_since[i] <= FLIGHT, "no node starves");
					end
				end
			end
			check(!(word_valid && mark_valid), "a word or a mark");
			if (word_valid && word_ready) begin
				check(word_node < NODES, "node of a record");
				if (word_node < NODES) begin
					if (index == 0) begin
						equal(word[27:10], number[word_node],
							"number of a record");
						equal(word[4:0], 0, "first word of a record");
						record_word = word;
						number[word_node] = number[word_node] + 1;
					end else
						equal(word, record_word + index,
							"word of a record");
					tokens_since[word_node] = 0;
				end
				words = words + 1;
				index = index == record_word[9:5] ? 0 : index + 1;
				if (index == 0) begin
					n_record = n_record + 1;
					records  = records + 1;
					burst    = burst + 1;
					check(burst <= NODES * BURST + 1,
						"records between two tokens");
					n_long   = n_long + (record_word[9:5] > 20);
				end
			end
			if (mark_valid && mark_ready) begin
				n_mark = n_mark + 1;
				check(mark_node < NODES, "node of a mark");
				if (mark_node < NODES) begin
					check($signed({16'd0, mark}) <= high_now[mark_node]
						&& $signed({16'd0, mark}) >= mark_last[mark_node],
						"mark");
					mark_last[mark_node] = mark;
				end
			end
		end

	// Commands
	integer    command_rate = 0, command_waits = 0;
	reg        other = 1'b0;
	always @(posedge clk)
		if (!rst) begin
			if (command_ready && other)
				for (k = 0; k < NODES; k = k + 1)
					check(commands[k] == sent, "ready when all have it");
			if (command_valid && command_ready) begin
				commands_sent[sent] = command;
				sent    = sent + 1;
				other   = command[31:30] != 2'd0;
				n_write = n_write + !other;
				n_other = n_other + other;
			end
			command_waits = command_valid && !command_ready ? command_waits + 1 : 0;
			check(command_waits < FLITS + NODES + 20, "command taken in time");
			if (!command_valid || command_ready) begin
				command_valid <= sent < 16000 && chance(command_rate);
				command       <= chance(500)
					? {2'd0, 30'd0} | ($random(seed) & 32'h3FFFFFFF)
					: $random(seed);
			end
		end

	wire [18*NODES-1:0] node_number;
	wire [NODES-1:0]    node_backlog;
	generate
		for (n = 0; n < NODES; n = n + 1) begin : state
			assign node_number[18*n +: 18] = node[n].at.number;
			assign node_backlog[n]         = node[n].at.backlog != 0;
		end
	endgenerate

	// Phases: who has something to send, and how often the center takes it
	integer word_rate = 1000, phase, busy_one, most, p, from, ahead;
	always @(posedge clk) begin
		word_ready <= chance(word_rate);
		mark_ready <= chance(word_rate);
	end
	// All that is there arrives, and the last high-water marks.
	task settle;
		begin
			for (p = 0; p < NODES; p = p + 1)
				rate[p] = 0;
			high_rate = 0;
			word_rate = 1000;
			pauses    = 0;
			repeat (4) @(posedge clk);
			while (index != 0 || |node_backlog)
				@(posedge clk);
			repeat (NODES * FLITS * 10 + 200) @(posedge clk);
			for (p = 0; p < NODES; p = p + 1) begin
				equal(backlog[p], 0, "backlog at the end");
				equal(mark_last[p], high_now[p], "last mark");
				equal(number[p], node_number[18*p +: 18], "records at the end");
			end
			equal(index, 0, "words of a record at the end");
		end
	endtask

	initial begin
		for (p = 0; p < NODES; p = p + 1)
			rate[p] = 0;
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		for (phase = 0; phase < PHASES; phase = phase + 1) begin
			clear <= 1'b1;
			@(posedge clk);
			clear <= 1'b0;
			busy_one     = phase % 3 == 0 ? below(NODES) : -1;
			longest      = chance(300) ? 2 : chance(500) ? 30 : 2 + below(29);
			pauses       = busy_one >= 0 ? 0 : below(2) * below(900);
			word_rate    = busy_one >= 0 || chance(300) ? 1000 : 50 + below(900);
			command_rate = below(2) * below(1001);
			high_rate    = busy_one >= 0 ? 0 : below(20);
			for (p = 0; p < NODES; p = p + 1)
				rate[p] = busy_one >= 0 ? (p == busy_one ? 1000 : 0)
					: phase % 3 == 1 ? 1000 : below(2) * below(60);
			repeat (100) @(posedge clk);
			// one node that always has something: records, not tokens
			from  = words;
			ahead = tokens * BURST - records;
			most  = 1000 + below(FLITS == 32 ? 4000 : 1500);
			repeat (most) @(posedge clk);
			if (busy_one >= 0) begin
				check(tokens * BURST - records <= ahead + FLIGHT * BURST,
					"share of tokens");
				check((words - from) * (FLITS + 2) * 10 >= most * 7, "ring busy");
				n_busy = n_busy + 1;
			end
			n_shared = n_shared + (phase % 3 == 1);
			if (chance(700))  // else clear in the middle of everything
				settle;
		end
		command_rate = 0;
		repeat (500) @(posedge clk);
		for (p = 0; p < NODES; p = p + 1)
			equal(commands[p], sent, "commands that came");
		covered(n_record > 100, "hundred records");
		covered(n_mark, "mark");
		covered(n_long, "long record");
		covered(n_clear_within, "clear within a record");
		covered(n_write > 100, "write");
		covered(n_other > 50, "other command");
		covered(n_busy > 2, "one busy node");
		covered(n_shared, "all nodes busy");
		finish(0, 0);
	end
endmodule
