// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_record_headend with thresholds, a gate and the host's trigger, alone below a
// gnomon_ring_master: what comes up is read record by record. Thresholds fire, events come, the
// timer and writes to the event port, alone and in one clock, and so does the host's trigger; every
// record has the time that it belongs to, in order, and the flush comes when nothing is busy.
// One of three event lines, ASKS, asserts REPORT.
`timescale 1ns/1ns

module bench_ask;
	parameter RANKS      = 3;
	parameter THRESHOLDS = 2;
	parameter BLOCKS     = 1;
	parameter ASKS       = 2;              // event line that asserts REPORT, from 1 on

	localparam CLOCKS = 200000;
	localparam LENGTH = 8192;              // clocks of a run
	localparam LEVEL  = RANKS < 3 ? 3 : RANKS;
	localparam LATE   = THRESHOLDS != 0 ? 4 : 0;
	localparam CELL_W = 9, ACTIONS_AT = 0, STEPS_AT = 16, TRIGGERS_AT = 32,
		TIMER_AT = 48, EVENT_LINES_AT = 64, PERIOD = 61;
	localparam FIRES_W = THRESHOLDS == 0 ? 1 : THRESHOLDS;
	localparam NODE   = 0;
	localparam AFTER  = 3080;              // the flush has come then; events come again
	`include "bench.vh"
	`include "bench_end.vh"

	reg         rst = 1'b1, sync = 1'b0, clear = 1'b0, command_valid = 1'b0;
	reg  [31:0] command = 0;
	wire        command_ready, word_valid, mark_valid;
	wire [31:0] word;
	wire [15:0] mark;
	wire [7:0]  mark_node;
	wire        dn_valid, up_valid, up_ready, up_tag, below_valid, below_ready, opens, closes,
		first, sample, reset, bank, flush, sample_pop, block_pop;
	wire [31:0] dn_data, up_data, below_data;
	reg  [3:0]  code = 0;
	reg         port_valid = 1'b0, busy = 1'b0;
	reg  [FIRES_W-1:0] fire = 0;
	reg  [31:0] port_data = 0;
	wire [38:0] count;
	wire [3:0]  class_told;
	wire [15:0] process;
	wire        report;
	wire        table_valid;
	wire [CELL_W-1:0] table_addr;
	wire [7:0]  table_data;
	gnomon_ring_master #(.RING_W(32)) u_master (
		.clk (clk), .rst (rst), .clear_i (clear), .command_valid_i (command_valid),
			.command_ready_o (command_ready), .command_i (command),
		.word_valid_o (word_valid), .word_ready_i (1'b1), .word_o (word),
			.mark_valid_o (mark_valid), .mark_ready_i (1'b1), .mark_node_o (mark_node),
			.mark_o (mark),
		.dn_valid_o (dn_valid), .dn_data_o (dn_data), .up_valid_i (up_valid),
			.up_ready_o (up_ready), .up_tag_i (up_tag), .up_data_i (up_data)
	);
	gnomon_record_headend #(
		.NODE(NODE), .LAST(1), .RANKS(RANKS), .CELL_W(CELL_W), .RING_W(32),
			.THRESHOLDS(THRESHOLDS), .HOST(1), .GATE(1), .BLOCKS(BLOCKS),
			.PREPROCESSORS(1), .PORT(1), .TIMER(1), .EVENT_LINES(3), .ASKS(ASKS),
		.ACTIONS_BASE(ACTIONS_AT), .STEPS_BASE(STEPS_AT), .TRIGGERS_BASE(TRIGGERS_AT),
			.TIMER_BASE(TIMER_AT), .EVENT_LINES_BASE(EVENT_LINES_AT)
	) dut (
		.clk (clk), .rst (rst), .sync_i (sync), .word_i (32'd0), .when_i (1'b1),
			.port_valid_i (port_valid), .port_addr_i (10'd0), .port_data_i (port_data),
			.port_pc_i (32'd0), .raise_o (), .capture_i (1'b0),
			.line_i (1'b0), .own_i (1'b0), .late_i (1'b0), .store_i (2'b00),
				.send_i (1'b0), .ask_o (report),
		.code_i (code), .actions_i (8'd0),
		.table_o (table_valid), .table_addr_o (table_addr),
			.table_data_o (table_data),
		.class_o (class_told), .opens_o (opens), .closes_o (closes), .process_o (process),
			.fire_i (fire), .count_o (count), .first_o (first),
		.kept_i (34'd0), .sample_ready_i (1'b1), .snap_ready_i (1'b1), .sample_o (sample), .reset_o (reset),
			.bank_o (bank), .flush_o (flush), .sample_valid_i (1'b0),
			.sample_word_i (32'd0), .sample_pop_o (sample_pop),
		.block_valid_i (1'b0), .block_word_i (32'd0), .block_last_i (1'b0),
			.block_pop_o (block_pop), .block_busy_i (busy),
		.dn_valid_i (dn_valid), .dn_data_i (dn_data), .dn_valid_o (below_valid),
			.dn_data_o (below_data),
		.up_valid_i (1'b0), .up_ready_o (below_ready), .up_tag_i (1'b0), .up_data_i (32'd0),
			.up_valid_o (up_valid), .up_ready_i (up_ready), .up_tag_o (up_tag),
			.up_data_o (up_data)
	);

	task tell(input [1:0] kind, input [21:0] at, input [7:0] cell_value);
		begin
			@(posedge clk);
			command_valid <= 1'b1;
			command       <= {kind, at, cell_value};
			#1 while (!command_ready)
				@(posedge clk) #1 ;
			@(posedge clk);
			command_valid <= 1'b0;
			repeat (4) @(posedge clk);
		end
	endtask

	// What happens at which time: code, thresholds, a write; kept in rows by time
	reg [3:0]         code_at [0:LENGTH];
	reg [FIRES_W-1:0] fire_at [0:LENGTH];
	reg               write_at [0:LENGTH];
	reg [15:0]        process_at [0:LENGTH];
	reg               bank_at [0:LENGTH];
	integer           now = -1000, t, k, run, asked, came_at, flushed_at;
	integer           n_ask = 0, n_ask_other = 0, n_event = 0, n_fire = 0, n_all = 0,
		n_write = 0, n_flush = 0, n_bank = 0, n_open = 0, n_report = 0,
		n_late = 0;

	function [3:0] code_of(input integer at);
		code_of = at >= 0 && at < LENGTH ? code_at[at] : 0;
	endfunction

	// By the time of the wires, `now` is that of this clock.
	always @(posedge clk) begin
		now = sync ? 0 : now + 1;
		code       <= code_of(now - RANKS);
		port_valid <= now >= 0 && now < LENGTH ? write_at[now] : 1'b0;
		port_data  <= now >= 0 && now < LENGTH ? process_at[now] : 0;
		fire       <= now - LEVEL - 7 >= 0 && now - LEVEL - 7 < LENGTH
			? fire_at[now-LEVEL-7] : 0;
	end
	always @(negedge clk)
		if (now >= 0 && now < 1000 && !rst) begin
			t = now - LEVEL - 2;
			if (t >= 0) begin
				equal(class_told, code_of(t), "class");
				equal({closes, opens}, {code_of(t) % 4 == 3, code_of(t) % 4 == 2},
					"gate");
				n_open = n_open + opens;
			end
			t = now - LEVEL - 3;
			if (t >= 0)
				equal(process, process_at[t], "process");
			t = now - LEVEL - LATE - 5;
			if (t >= 0) begin
				equal(count[31:0], t == 0 ? 0 : t - 1, "time of the cycle before");
				equal(bank, bank_at[t], "end of a bank");
				n_bank = n_bank + bank;
				// a code drives the lines of its lower three bits
				equal(report, ASKS != 0 && (code_of(t) >> (ASKS - 1) & 1) != 0,
					"REPORT");
				n_report = n_report + report;
			end
			equal(first, t == -1, "first");
		end else if (now > AFTER && !rst) begin
			equal(report, 0, "REPORT after the flush");
			n_late = n_late + (class_told != 0);
		end

	// Records: event, triggers, datum; all of one time
	reg [31:0] words [0:65535];
	integer    made = 0, at;
	always @(posedge clk)
		if (word_valid) begin
			words[made] = word;
			made = made + 1;
		end

	task read_run;
		begin
			at = 0;
			equal(words[1][15:0], 16'd5, "sync comes first");
			at = 2;
			for (t = 0; t < flushed_at; t = t + 1) begin
				if (code_of(t) != 0) begin
					equal({words[at], words[at+1][23:0]},
						{t, 4'd0, code_of(t), 16'd1}, "event");
					at = at + 2;
					n_event = n_event + 1;
				end
				if (t % PERIOD == 0 && t > 0 && t < flushed_at - 40) begin
					equal({words[at], words[at+1][23:0]}, {t, 8'd0, 16'd11},
						"timer");
					at = at + 2;
				end
				for (k = 0; k < THRESHOLDS; k = k + 1)
					if (fire_at[t][k]) begin
						equal({words[at], words[at+1][23:0]},
							{t, k[7:0] + 8'd1, 16'd11}, "threshold");
						at = at + 2;
						n_fire = n_fire + 1;
					end
				if (words[at+1][23:0] == {THRESHOLDS[7:0] + 8'd1, 16'd11}
					&& words[at] == t) begin
					asked = asked - 1;
					check(t >= came_at - 20 && t <= came_at + 20,
						"time of the host's trigger");
					at = at + 2;
					n_ask = n_ask + 1;
				end
				if (write_at[t]) begin
					equal({words[at], words[at+1][15:0]}, {t, 16'd7}, "datum");
					equal(words[at+2], process_at[t], "data");
					equal(words[at+3][15:0], process_at[t],
						"process of a datum");
					at = at + 4;
					n_write = n_write + 1;
					n_all = n_all + (code_of(t) != 0
						&& (THRESHOLDS == 0 || fire_at[t] != 0));
				end
			end
			equal(asked, 0, "the host's trigger fires once");
			equal(words[at+1][15:0], 16'd6, "flush");
			equal(at + 2, made, "nothing after the flush");
			n_flush = n_flush + 1;
		end
	endtask

	initial begin
		for (t = 0; t <= LENGTH; t = t + 1)
			{code_at[t], write_at[t], fire_at[t], bank_at[t], process_at[t]} = 0;
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		@(posedge clk);
		tell(2'd1, 22'd255, 8'd0);
		for (k = 0; k < 16; k = k + 1)
			tell(2'd0, ACTIONS_AT + k, k % 5 == 1 ? 8'h81 : 8'h01);
		for (k = 0; k < 16; k = k + 1)
			tell(2'd0, STEPS_AT + k, k % 8 << 2
				| (k % 4 == 2 ? 1 : k % 4 == 3 ? 2 : 0));
		for (k = 0; k <= THRESHOLDS + 2; k = k + 1)
			tell(2'd0, EVENT_LINES_AT + k, 8'h00);
		for (k = 0; k <= THRESHOLDS + 1; k = k + 1)
			tell(2'd0, TRIGGERS_AT + k, 8'h01);
		tell(2'd0, TIMER_AT, PERIOD - 1);
		tell(2'd0, TIMER_AT + 4, 8'h01);
		for (run = 0; run < 8; run = run + 1) begin
			for (t = 0; t < LENGTH; t = t + 1) begin
				code_at[t]    = (t < 800 || (t > AFTER && t < AFTER + 40))
					&& chance(60) ? 1 + below(15) : 0;
				write_at[t]   = t < 800 && chance(60);
				fire_at[t]    = THRESHOLDS != 0 && t < 800 && chance(60)
					? $random(seed) : 0;
				if (t < 800 && chance(5)) begin
					code_at[t]  = 1 + below(15);
					write_at[t] = 1'b1;
					fire_at[t]  = THRESHOLDS != 0 ? -1 : 0;
				end
				bank_at[t]    = BLOCKS != 0 && code_at[t] % 5 == 1;
				process_at[t] = write_at[t] ? $random(seed) : t == 0 ? 0
					: process_at[t-1];
			end
			tell(2'd1, (1 << 8) | (1 << 9) | 255, 8'd0);
			repeat (20) @(posedge clk);
			made       = 0;
			sync  <= 1'b1;
			clear <= 1'b1;
			busy  <= BLOCKS;
			@(posedge clk);
			sync  <= 1'b0;
			repeat (4) @(posedge clk);
			clear <= 1'b0;
			repeat (100 + below(500)) @(posedge clk);
			asked = run % 2;
			tell(2'd1, (1 << 11) | (1 << 8) | (1 << 9)
				| (run % 2 ? (run % 4 == 1 ? 255 : NODE) : 7), 8'd0);
			came_at     = now;
			n_ask_other = n_ask_other + !(run % 2);
			// no timer while STOP is on its way
			while (now < 1000 || now % PERIOD != 0)
				@(posedge clk);
			tell(2'd2, 22'd0, 8'd0);
			flushed_at = now;
			repeat (2000) @(posedge clk);
			if (BLOCKS) begin
				check(made > 0 && words[made-1][7:0] != 8'd6,
					"no flush while something is busy");
				busy <= 1'b0;
				repeat (100) @(posedge clk);
			end
			read_run;
		end
		covered(n_ask, "host's trigger");
		covered(n_ask_other, "host fires another node's trigger");
		covered(n_event, "event");
		if (THRESHOLDS != 0)
			covered(n_fire, "threshold");
		covered(n_write, "datum");
		covered(n_all, "all in one clock");
		covered(n_flush, "flush");
		covered(n_open, "gate opened");
		covered(n_report || ASKS == 0, "event that asserts REPORT");
		covered(n_late, "event after the flush");
		if (BLOCKS != 0)
			covered(n_bank, "end of a bank");
		finish(0, 0);
	end
endmodule
