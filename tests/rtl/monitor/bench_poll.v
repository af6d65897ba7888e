// SPDX-License-Identifier: Apache-2.0
//
// Bench of the register TIME, from bytes of the host to bytes of the answer: gnomon_link, with WIDE
// gnomon_link_wide, before gnomon_record_single, with RING before gnomon_ring_center and a headend.
// TIME is the cycle in which the link took the last byte of the request, as the bench counts them
// from sync_o on, for random gaps between bytes, both ways. So is the time of an event, also behind
// a line that pauses the time counters. Run number and nonce of the same answer are those of the
// last START. The count is also set in front of its carries.
`timescale 1ns/1ns

module bench_poll;
	parameter WIDE = 0;
	parameter RING = 0;
	parameter LATE = 0;    // registers in front of the watched word and the START pulse
	parameter RUNS = 40;

	localparam CLOCKS     = 4000000;
	localparam ADDR_W     = 14;
	localparam CELL_W     = 14;
	localparam SLOTS_LOG2 = 7;
	localparam RING_W     = 8;
	localparam EVENTS     = 12;  // of a run at most
	localparam POLL_SLOT  = 6, POLL_BYTES = 24;
	localparam READ_REGS = 0, READ_BUFFER = 1, WRITE = 2, START = 3, STOP = 4, SELECT = 5;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1;
	reg               rx_valid = 1'b0, tx_ready = 1'b0;
	reg  [7:0]        rx_data = 0;
	wire              rx_ready, tx_valid;
	wire [7:0]        tx_data;
	wire              op_valid, wr_valid, wr_ready, nonce_valid, rd_next, busy, sync;
	wire [2:0]        op;
	wire [ADDR_W-4:0] arg;
	wire [2:0]        place;
	wire [ADDR_W-1:0] addr;
	wire [7:0]        wr_data, rd_data;
	wire              reg_lower;
	wire [3:0]        reg_data;
	wire              taken = rx_valid && rx_ready;

	generate
		if (WIDE != 0) begin : gen_wide
			assign reg_lower = 1'b0;
			gnomon_link_wide #(.ADDR_W(ADDR_W)) u_link (
				.clk (clk), .rst (rst), .rx_valid_i (rx_valid),
					.rx_ready_o (rx_ready), .rx_data_i (rx_data),
					.tx_valid_o (tx_valid), .tx_ready_i (tx_ready),
					.tx_data_o (tx_data), .op_valid_o (op_valid), .op_o (op),
					.arg_o (arg), .place_o (place), .wr_valid_o (wr_valid),
					.wr_ready_i (wr_ready), .addr_o (addr),
					.wr_data_o (wr_data), .nonce_o (nonce_valid),
					.rd_next_o (rd_next), .rd_data_i (rd_data), .busy_o (busy)
			);
		end else begin : gen_small
			gnomon_link #(.ADDR_W(ADDR_W)) u_link (
				.clk (clk), .rst (rst), .rx_valid_i (rx_valid),
					.rx_ready_o (rx_ready), .rx_data_i (rx_data),
					.tx_valid_o (tx_valid), .tx_ready_i (tx_ready),
					.tx_data_o (tx_data), .op_valid_o (op_valid), .op_o (op),
					.arg_o (arg), .place_o (place), .wr_valid_o (wr_valid),
					.wr_ready_i (wr_ready), .addr_o (addr),
					.wr_data_o (wr_data), .nonce_o (nonce_valid),
					.rd_ready_i (1'b1), .rd_next_o (rd_next),
					.rd_data_i (rd_data), .reg_lower_o (reg_lower),
					.reg_data_i (reg_data), .busy_o (busy)
			);
		end
	endgenerate

	// The target: a word with code 1 now and then, and a line that pauses the time. Both have a
	// register with LATE, as the START pulse has.
	reg         fires = 1'b0, line = 1'b0;
	reg         fires_q, line_q, sync_q;
	always @(posedge clk)
		{fires_q, line_q, sync_q} <= {fires, line, sync};
	wire        when    = LATE != 0 ? fires_q : fires;
	wire        line_in = LATE != 0 ? line_q : line;
	wire        sync_in = LATE != 0 ? sync_q : sync;
	reg  [3:0]  code_q [1:3];
	always @(posedge clk)
		{code_q[3], code_q[2], code_q[1]} <= {code_q[2], code_q[1], 3'd0, when};

	event       jumps;        // `now` was set: so is the count, where its words begin a turn
	reg         turn_begins;  // it does behind this edge
	reg  [63:0] now = 0;
	generate
		if (RING == 0) begin : gen_single
			wire              table_valid;
			wire [CELL_W-1:0] table_addr;
			wire [7:0]        table_data;
			gnomon_record_single #(.ADDR_W(ADDR_W), .CELL_W(CELL_W),
				.SLOTS_LOG2(SLOTS_LOG2), .WIDE(WIDE), .SYNC(1),
				.LATE(LATE)) dut (
				.clk (clk), .rst (rst), .op_valid_i (op_valid), .op_i (op),
					.arg_i (arg), .place_i (place), .wr_valid_i (wr_valid),
					.wr_ready_o (wr_ready), .rd_next_i (rd_next),
					.addr_i (addr), .wr_data_i (wr_data),
					.nonce_i (nonce_valid), .taken_i (taken),
					.rd_data_o (rd_data), .reg_lower_i (reg_lower),
					.reg_data_o (reg_data), .busy_i (busy), .sync_o (sync),
					.sync_i (sync_in), .word_i (32'd0), .when_i (when),
					.code_i (code_q[3]), .actions_i (8'd0), .raise_o (),
					.capture_i (1'b0), .line_i (1'b0), .own_i (1'b0),
					.late_i (1'b0), .table_o (table_valid),
					.wr_addr_o (table_addr),
					.wr_data_o (table_data), .fire_i (1'b0),
					.kept_i (34'd0), .sample_ready_i (1'b1),
					.snap_ready_i (1'b1), .sample_valid_i (1'b0),
					.sample_word_i (32'd0), .block_valid_i (1'b0),
					.block_word_i (32'd0), .block_last_i (1'b0),
					.block_busy_i (1'b0), .mem_i (66'd0)
			);
			always @*
				turn_begins = dut.u_buffer.gen_sync.u_sync_time.place_q == 2'd3;
			always @(jumps) begin
				{dut.u_buffer.gen_sync.u_sync_time.word3_q,
					dut.u_buffer.gen_sync.u_sync_time.word2_q,
					dut.u_buffer.gen_sync.u_sync_time.word1_q,
					dut.u_buffer.gen_sync.u_sync_time.word0_q} = now - 64'd4;
				dut.u_buffer.gen_sync.u_sync_time.carry_q = 1'b0;
			end
		end else begin : gen_ring
			wire              dn_valid, up_valid, up_ready, up_tag, table_valid;
			wire [RING_W-1:0] dn_data, up_data;
			wire [CELL_W-1:0] table_addr;
			wire [7:0]        table_data;
			gnomon_ring_center #(.ADDR_W(ADDR_W), .SLOTS_LOG2(SLOTS_LOG2),
				.RING_W(RING_W), .WIDE(WIDE), .SYNC(1), .LATE(LATE)) dut (
				.clk (clk), .rst (rst), .op_valid_i (op_valid), .op_i (op),
					.arg_i (arg), .place_i (place), .wr_valid_i (wr_valid),
					.wr_ready_o (wr_ready), .rd_ready_o (),
					.rd_next_i (rd_next), .addr_i (addr), .wr_data_i (wr_data),
					.nonce_i (nonce_valid), .taken_i (taken),
					.rd_data_o (rd_data), .reg_lower_i (reg_lower),
					.reg_data_o (reg_data), .busy_i (busy), .sync_o (sync),
					.sync_i (sync_in), .dn_valid_o (dn_valid),
					.dn_data_o (dn_data), .up_valid_i (up_valid),
					.up_ready_o (up_ready), .up_tag_i (up_tag),
					.up_data_i (up_data), .fifo_high_i (16'd0), .mem_o (), .mem_i (66'd0)
			);
			gnomon_record_headend #(.LAST(1), .RING_W(RING_W), .CELL_W(CELL_W),
				.LINE(1), .TRIGGERS_BASE(1024)) u_headend (
				.clk (clk), .rst (rst), .sync_i (sync_in), .word_i (32'd0),
					.when_i (when), .fire_i (1'b0), .count_o (), .first_o (),
					.kept_i (34'd0), .sample_ready_i (1'b0), .snap_ready_i (1'b0), .sample_o (),
					.reset_o (), .bank_o (), .flush_o (),
					.sample_valid_i (1'b0), .sample_word_i (32'd0),
					.sample_pop_o (), .block_valid_i (1'b0),
					.block_word_i (32'd0), .block_last_i (1'b0),
					.block_pop_o (), .block_busy_i (1'b0),
					.port_valid_i (1'b0), .port_addr_i (10'd0),
					.port_data_i (32'd0), .port_pc_i (32'd0), .raise_o (),
					.capture_i (1'b0), .line_i (line_in), .own_i (1'b0),
					.late_i (1'b0), .store_i (2'b00), .send_i (1'b0),
					.ask_o (), .full_o (), .sent_o (), .code_i (code_q[3]),
					.actions_i (8'd0),
					.table_o (table_valid), .table_addr_o (table_addr),
					.table_data_o (table_data), .class_o (), .opens_o (),
					.closes_o (), .process_o (), .events_o (),
					.dn_valid_i (dn_valid), .dn_data_i (dn_data),
					.dn_valid_o (), .dn_data_o (), .up_valid_i (1'b0),
					.up_ready_o (), .up_tag_i (1'b0), .up_data_i (8'd0),
					.up_valid_o (up_valid), .up_ready_i (up_ready),
					.up_tag_o (up_tag), .up_data_o (up_data)
			);
			always @* turn_begins = dut.gen_sync.u_sync_time.place_q == 2'd3;
			always @(jumps) begin
				{dut.gen_sync.u_sync_time.word3_q, dut.gen_sync.u_sync_time.word2_q,
					dut.gen_sync.u_sync_time.word1_q,
					dut.gen_sync.u_sync_time.word0_q} = now - 64'd4;
				dut.gen_sync.u_sync_time.carry_q = 1'b0;
			end
		end
	endgenerate

	// The truth. `now` is the time of the cycle that the next edge ends.
	reg  [63:0] skipped = 0;         // by which `now` was set forward in this run
	reg         paused = 1'b0;       // the line was 1 in this run
	reg  [63:0] taken_at;            // of the last byte
	reg  [63:0] event_at [0:EVENTS-1];
	integer     events = 0, n_paused = 0;
	always @(posedge clk) begin
		if (taken)
			taken_at = now;
		if (fires && events < EVENTS) begin
			event_at[events] = now - skipped;
			events   = events + 1;
			n_paused = n_paused + paused;
		end
		paused = (paused || line) && !sync;
		if (sync) begin
			skipped = 64'd0;
			events  = 0;
		end
		now <= rst || sync ? 64'd0 : now + 64'd1;
	end

	// Bytes both ways, with gaps of at most `slow` cycles
	integer    slow = 0, got = 0, n_gap = 0;
	reg  [7:0] heard [0:4095];
	always @(posedge clk) begin
		if (tx_valid && tx_ready) begin
			heard[got] = tx_data;
			got = got + 1;
		end
		tx_ready <= below(slow + 1) == 0;
	end
	task say(input [7:0] value);
		begin
			if (slow > 0 && chance(300)) begin
				n_gap = n_gap + 1;
				repeat (1 + below(4 * slow)) @(posedge clk);
			end
			rx_valid <= 1'b1;
			rx_data  <= value;
			@(posedge clk);
			while (!rx_ready)
				@(posedge clk);
			rx_valid <= 1'b0;
		end
	endtask

	function [15:0] crc_of(input [15:0] crc, input [7:0] value);
		integer k;
		begin
			crc_of = crc ^ {value, 8'd0};
			for (k = 0; k < 8; k = k + 1)
				crc_of = {crc_of[14:0], 1'b0} ^ (crc_of[15] ? 16'h1021 : 16'd0);
		end
	endfunction

	// A frame: its answer is in heard[0 ..], of `reads` bytes behind the header, or the payload
	// that is said
	reg [7:0]  payload [0:255];
	reg [63:0] request_at;  // its last byte
	task frame(input [2:0] which, input [15:0] at, input integer slots, input integer said,
		input integer reads);
		reg [15:0] crc;
		reg [7:0]  header [0:4];
		integer    k;
		begin
			header[0] = 8'hA5;
			header[1] = {5'd0, which};
			header[2] = at[7:0];
			header[3] = at[15:8];
			header[4] = slots - 1;
			crc = 16'hFFFF;
			got = 0;
			for (k = 0; k < 5; k = k + 1) begin
				say(header[k]);
				crc = crc_of(crc, header[k]);
			end
			say(crc[15:8]);
			say(crc[7:0]);
			#1 request_at = taken_at;
			for (k = 0; k < said; k = k + 1)
				say(payload[k]);
			while (got < 9 + said + reads)
				@(posedge clk);
			crc = 16'hFFFF;
			for (k = 0; k < said + reads; k = k + 1)
				crc = crc_of(crc, heard[7 + k]);
			equal({heard[7 + said + reads], heard[8 + said + reads]}, crc,
				"CRC of the answer");
			repeat (below(12)) @(posedge clk);
		end
	endtask

	reg [63:0] nonce, time_read;
	integer    k, n_turn [0:3], n_poll = 0, n_jump = 0, n_carry = 0, starts = 0;
	task poll;
		begin
			frame(READ_REGS, POLL_SLOT, POLL_BYTES / 8, 0, POLL_BYTES);
			for (k = 0; k < 8; k = k + 1)
				time_read[8*k +: 8] = heard[7 + 16 + k];
			equal(time_read, request_at, "TIME");
			for (k = 0; k < 7 && starts > 0; k = k + 1)
				equal(heard[7 + 3 + 2*k], nonce[8*k +: 8], "nonce");
			equal(heard[7 + 1], starts == 0 ? 8'd0 : RING != 0 ? 128 + starts % 128
				: nonce[63:56], "run number");
			n_turn[request_at[1:0]] = n_turn[request_at[1:0]] + 1;
			n_poll = n_poll + 1;
		end
	endtask

	// Puts the count a little before a carry into bit 16, 32 or 48
	task jump;
		integer    which;
		reg [63:0] to;
		begin
			which = 16 * (1 + below(3));
			to = ({$random(seed), $random(seed)} << which) - 64'd4 * (1 + below(40));
			@(posedge clk);
			#1 while (!turn_begins) begin
				@(posedge clk);
				#1 ;
			end
			@(posedge clk);
			#1 skipped = skipped + to - now;
			now = to;
			-> jumps;
			n_jump = n_jump + 1;
		end
	endtask

	task start;
		begin
			nonce = {1'b1, 63'd0} | {$random(seed), $random(seed)};
			for (k = 0; k < 8; k = k + 1)
				payload[k] = nonce[8*k +: 8];
			frame(START, 0, 1, 8, 0);
			starts = starts + 1;
		end
	endtask

	// The records of a run: kind 1 is an event, in the order of their cycles
	integer    i, run, seen, slots;
	reg [63:0] slot;
	task check_events;
		begin
			frame(STOP, 0, 1, 0, 0);
			repeat (3000) @(posedge clk);
			frame(READ_REGS, 4, 1, 0, 8);
			slots = heard[7];
			check(slots > 1 && slots < 112, "slots of a run");
			frame(READ_BUFFER, 0, slots, 0, 8 * slots);
			seen = 0;
			i = 0;
			while (i < slots) begin
				for (k = 0; k < 8; k = k + 1)
					slot[8*k +: 8] = heard[7 + 8*i + k];
				if (slot[39:32] == 8'd1) begin
					equal(slot[31:0], event_at[seen][31:0],
						"time of an event");
					seen = seen + 1;
				end
				i = i + (slot[39:32] == 8'd3 || slot[39:32] == 8'd11
					|| slot[39:32] == 8'd10 ? 2 : 1);
			end
			equal(seen, events, "events");
			n_carry = n_carry + (events > 0);
		end
	endtask

	reg running = 1'b0;
	always @(posedge clk) begin
		fires <= running && !fires && events < EVENTS - 1 && chance(20);
		line  <= running && RING != 0 && (line ? chance(980) : chance(5));
	end

	initial begin
		for (k = 0; k < 4; k = k + 1)
			n_turn[k] = 0;
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		repeat (10) @(posedge clk);
		repeat (5) poll;
		frame(SELECT, 16'h00FF, 1, 0, 0);
		for (k = 0; k < 16; k = k + 1)
			payload[k] = 8'd1;  // record
		frame(WRITE, 0, 2, 16, 0);
		frame(SELECT, 16'h03FF, 1, 0, 0);
		for (run = 0; run < RUNS; run = run + 1) begin
			slow = run % 3 == 0 ? 0 : below(30);
			start;
			running = 1'b1;
			repeat (2 + below(4)) poll;
			if (chance(500)) begin
				start;  // while the run goes on
				poll;
			end
			repeat (below(6)) begin
				if (chance(400))
					jump;
				repeat (below(below(4) == 0 ? 3000 : 100)) @(posedge clk);
				poll;
			end
			running = 1'b0;
			repeat (100) @(posedge clk);
			check_events;
			poll;
			if (chance(200)) begin
				rst <= 1'b1;
				repeat (3) @(posedge clk);
				rst    <= 1'b0;
				starts = 0;
				repeat (10) @(posedge clk);
				poll;
				frame(SELECT, 16'h03FF, 1, 0, 0);
			end
		end
		for (k = 0; k < 4; k = k + 1)
			covered(n_turn[k], "place in a turn of the words");
		covered(n_gap, "gap");
		covered(n_jump, "jump");
		covered(n_carry, "run with events");
		if (RING != 0)
			covered(n_paused, "event behind a pause");
		finish(0, 0);
	end
endmodule
