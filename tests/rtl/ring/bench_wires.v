// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_wires_near and gnomon_ring_wires_far, joined by wires with delay and bit
// errors: each command, each word of a record and each token that one end took comes out of the
// other one, once, whole and in order, whatever happens on the wires. A stated number of cycles
// after the last error words and commands pass again. quiet_o comes only behind the last command.
// What is on the wires is decoded by the rules of the header of gnomon_ring_wires_tx.
`timescale 1ns/1ns

module bench_wires;
	parameter RING_W   = 8;
	parameter NUMBER_W = 3;
	parameter DELAY_DN = 1;
	parameter DELAY_UP = 1;
	parameter STATIONS = 3;
	parameter PHASES   = 60;
	parameter LENGTH   = 1500;

	localparam DELAY   = DELAY_DN > DELAY_UP ? DELAY_DN : DELAY_UP;
	localparam FLITS   = 32 / RING_W;
	localparam HEAD_W  = 3 + NUMBER_W + 3;
	localparam HEAD    = (HEAD_W + RING_W - 1) / RING_W;
	localparam CHECK   = RING_W < 16 ? 16 / RING_W : 1;
	localparam FRAME_DN = HEAD + FLITS + CHECK;
	localparam FRAME_UP = HEAD + 2 * FLITS + CHECK;
	// From the last error until the receivers are in step, all that is not acknowledged has
	// been sent again, and the answers to it have come
	localparam STEP  = FRAME_UP * (FRAME_UP + 2);
	localparam BOUND = STEP + ((1 << NUMBER_W) + 4) * FRAME_UP + 10 * FRAME_DN + 4 * DELAY
		+ 2 * FLITS + 40;
	// From the first flit of a command, alone and without errors, until it is quiet (hop.c)
	localparam QUIET = 2 * FLITS + STATIONS + 2 * (FRAME_DN + FRAME_UP) + DELAY_DN + DELAY_UP
		+ 28;
	localparam CLOCKS = PHASES * (6 * LENGTH + 6 * BOUND) + 50 * QUIET + 10000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               near_rst = 1'b1, far_rst = 1'b1, sync = 1'b0;
	wire              rst = near_rst || far_rst;
	reg               dn_valid = 1'b0, up_valid = 1'b0, up_tag = 1'b0, up_ready = 1'b0;
	reg               below_quiet = 1'b1;
	reg  [RING_W-1:0] dn_data = 0, up_data = 0;
	wire              quiet, out_valid, out_tag, far_dn_valid, far_up_ready, near_damaged,
		far_damaged;
	wire [RING_W-1:0] out_data, far_dn_data, dn_sent, dn_got, up_sent, up_got;
	gnomon_ring_wires_near #(.RING_W(RING_W), .NUMBER_W(NUMBER_W), .DELAY(DELAY)) near (
		.clk (clk), .rst (near_rst), .sync_i (sync),
		.dn_valid_i (dn_valid), .dn_data_i (dn_data), .quiet_o (quiet),
		.up_valid_o (out_valid), .up_ready_i (up_ready), .up_tag_o (out_tag),
			.up_data_o (out_data),
		.wires_o (dn_sent), .wires_i (up_got), .damaged_o (near_damaged)
	);
	gnomon_ring_wires_far #(.RING_W(RING_W), .NUMBER_W(NUMBER_W), .DELAY(DELAY),
		.STATIONS(STATIONS)) far (
		.clk (clk), .rst (far_rst), .sync_i (sync),
		.dn_valid_o (far_dn_valid), .dn_data_o (far_dn_data), .quiet_i (below_quiet),
		.up_valid_i (up_valid), .up_ready_o (far_up_ready), .up_tag_i (up_tag),
			.up_data_i (up_data),
		.wires_o (up_sent), .wires_i (dn_got), .damaged_o (far_damaged)
	);
	wire_errors #(.WIDTH(RING_W), .DELAY(DELAY_DN)) dn_wires (
		.clk (clk), .d_i (dn_sent), .q_o (dn_got)
	);
	wire_errors #(.WIDTH(RING_W), .DELAY(DELAY_UP)) up_wires (
		.clk (clk), .d_i (up_sent), .q_o (up_got)
	);
	initial #1 begin
		dn_wires.seed = seed + 1000;
		up_wires.seed = seed + 2000;
	end

	// Down: commands
	reg [31:0] commands [0:65535], command, came;
	integer    sent = 0, arrived = 0, command_rate = 0, dn_flit = 0, came_flit = 0,
		since = 1000, most_waiting = 1, n_many = 0, n_quiet = 0, quiet_for = 0,
		quiet_waits = 0, quiet_at = 0, n_below = 0, n_alone = 0,
		slowest = 0, since_error = 0;
	reg        alone = 1'b0;  // no error, no sync pulse for long
	reg        errors_now = 1'b0;
	always @(posedge clk)
		if (!rst) begin
			// quiet: every command is behind the last station
			if (quiet && !dn_valid) begin
				if (arrived != sent || since < STATIONS || quiet_waits > 0)
					check(arrived == sent && since >= STATIONS,
						"quiet too early");
				n_quiet = n_quiet + (quiet_waits > 0);
				if (quiet_waits > 0 && alone && sent - quiet_at == 1) begin
					check(quiet_waits <= QUIET, "a command passes in time");
					n_alone = n_alone + 1;
					slowest = quiet_waits > slowest ? quiet_waits : slowest;
				end
				alone = 1'b1;
				quiet_at = sent;
				quiet_waits = 0;
			end else
				quiet_waits = quiet_waits + 1;
			if (quiet_for > BOUND && quiet)
				check(0, "quiet with a busy hop below");
			n_below   = n_below + (quiet_for > BOUND);
			quiet_for = below_quiet || errors_now || sync ? 0 : quiet_for + 1;
			since_error = errors_now || sync ? 0 : since_error + 1;
			if (since_error < 2 * BOUND || !below_quiet)
				alone = 1'b0;
			// in
			if (dn_flit > 0) begin
				dn_data <= command >> RING_W * (FLITS - dn_flit);
				dn_flit = dn_flit - 1;
			end else begin
				dn_valid <= 1'b0;
				if (sent - quiet_at < most_waiting && chance(command_rate)) begin
					command = $random(seed);
					commands[sent] = command;
					sent     = sent + 1;
					n_many   = n_many + (sent - quiet_at > 3);
					dn_valid <= 1'b1;
					dn_data  <= command;
					dn_flit  = FLITS - 1;
				end
			end
			// out
			since = since + 1;
			if (far_dn_valid) begin
				came      = came_flit == 0 ? far_dn_data
					: came | (far_dn_data << RING_W * came_flit);
				came_flit = came_flit + 1;
				since     = 0;
				if (came_flit == FLITS) begin
					came_flit = 0;
					check(arrived < sent, "a command that was sent");
					equal(came, commands[arrived], "command");
					arrived = arrived + 1;
				end
			end
		end

	// Up: records of two words a payload, tokens of one
	reg [32:0] words [0:262143];
	reg [31:0] word, got;
	integer    put = 0, taken = 0, up_rate = 0, token_rate = 500, up_flit = 0, left = 0,
		got_flit = 0, n_token = 0, n_word = 0, n_full = 0;
	reg        tag;
	always @(posedge clk)
		if (rst || sync) begin
			up_valid <= 1'b0;
			left     = 0;
			put      = 0;
			n_word   = n_word + taken;
		end else begin
			n_full = n_full + (up_valid && !far_up_ready);
			if (!up_valid || far_up_ready) begin
				if (up_valid && up_flit == FLITS - 1) begin
					words[put] = {up_tag, word};
					put  = put + 1;
					left = left - 1;
				end
				up_flit = up_valid ? (up_flit + 1) % FLITS : up_flit;
				if (left == 0) begin
					up_flit  = 0;
					up_valid <= 1'b0;
					if (chance(up_rate)) begin
						tag     = chance(token_rate);
						n_token = n_token + tag;
						left    = tag ? 1 : 2;
					end
				end
				if (left > 0) begin
					if (up_flit == 0)
						word = $random(seed);
					up_valid <= up_flit != 0 || chance(900);
					up_tag   <= tag;
					up_data  <= word >> RING_W * up_flit;
				end
			end
		end
	reg clearing = 1'b0;  // as the ring above is cleared
	always @(posedge clk)
		clearing <= sync;
	// A flit that was not shown yet is the same in the next cycle
	always @(posedge clk)
		if (rst || sync) begin
			taken    = 0;
			got_flit = 0;
		end else if (out_valid && up_ready && !clearing) begin
			got = got_flit == 0 ? out_data : got | (out_data << RING_W * got_flit);
			check(out_tag === words[taken][32], "tag");
			got_flit = got_flit + 1;
			if (got_flit == FLITS) begin
				got_flit = 0;
				check(taken < put, "a word that was sent");
				equal(got, words[taken][31:0], "word");
				taken = taken + 1;
			end
		end
	integer ready_rate = 1000;
	always @(posedge clk)
		up_ready <= chance(ready_rate);

	// Frames on the wires of the far end
	integer since_sync = 0;
	always @(posedge clk)
		since_sync <= far_rst || sync ? 0 : since_sync + 1;
	wire hold_over = since_sync > DELAY + 4;
	reg [15:0] crc, sum;
	reg [127:0] frame;
	integer    at = -1, b, n_frame = 0;
	always @(posedge clk) begin
		if (far_rst || sync)
			at = -1;
		else if (at < 0) begin
			if (since_sync >= 2 && !hold_over)
				check(up_sent === 0, "the wires are 0");
			if (up_sent[0] === 1'b1 && hold_over)
				at = 0;
		end
		if (at >= 0) begin
			frame[RING_W*at +: RING_W] = up_sent;
			at = at + 1;
			if (at == FRAME_UP) begin
				at  = 0;
				crc = 16'hffff;
				// the CRC the other way round: 1021, highest bit first
				for (b = 0; b < RING_W * (HEAD + 2 * FLITS); b = b + 1)
					crc = {crc[14:0], 1'b0}
						^ (crc[15] ^ frame[b] ? 16'h1021 : 16'h0);
				for (b = 0; b < 16; b = b + 1)
					sum[b] = crc[15-b];
				equal(frame[RING_W*(HEAD+2*FLITS) +: 16], sum, "CRC");
				check(frame[0] === 1'b1, "start bit");
				n_frame = n_frame + 1;
			end
		end
	end

	// Coverage
	integer n_near = 0, n_far = 0, n_sync = 0, n_sync_within = 0, n_mode [0:7];
	always @(posedge clk) begin
		n_near = n_near + near_damaged;
		n_far  = n_far + far_damaged;
		n_sync = n_sync + sync;
		n_sync_within = n_sync_within + (sync && (put != taken || left != 0));
	end

	task pulse;
		begin
			sync <= 1'b1;
			@(posedge clk);
			sync <= 1'b0;
		end
	endtask

	// Within BOUND cycles words and commands pass, and all that is there arrives.
	integer from_word, from_command, from_sent, cycles, longest = 0;
	task recovers;
		begin
			ready_rate   = 1000;
			up_rate      = 1000;
			below_quiet  <= 1'b1;
			command_rate = 1000;
			from_word    = taken;
			from_command = arrived;
			from_sent    = sent;
			cycles       = 0;
			while ((taken == from_word || arrived == from_command)
				&& cycles <= BOUND) begin
				@(posedge clk);
				cycles = cycles + 1;
			end
			check(cycles <= BOUND, "words and commands pass again");
			longest = cycles > longest ? cycles : longest;
		end
	endtask
	task settle;
		begin
			recovers;
			up_rate      = 0;
			command_rate = 0;
			repeat (BOUND) @(posedge clk);
			equal(put, taken, "words that arrive");
			equal(left, 0, "words that do not go in");
			equal(sent, arrived, "commands that arrive");
			check(quiet, "quiet at the end");
		end
	endtask

	integer phase, which, k, busy_below;
	initial begin
		for (k = 0; k < 8; k = k + 1)
			n_mode[k] = 0;
		// the resets end in different cycles
		repeat (5 + below(20)) @(posedge clk);
		which = below(2);
		if (which == 0)
			near_rst <= 1'b0;
		else
			far_rst <= 1'b0;
		repeat (below(400)) @(posedge clk);
		near_rst <= 1'b0;
		far_rst  <= 1'b0;
		for (phase = 0; phase < PHASES; phase = phase + 1) begin
			if (chance(400)) begin
				pulse;
				if (chance(300)) begin
					repeat (below(200)) @(posedge clk);
					pulse;
				end
			end
			up_rate      = below(2) * below(1001);
			token_rate   = chance(300) ? 1000 : below(1001);
			ready_rate   = chance(500) ? 1000 : below(1001);
			command_rate = below(2) * below(1001);
			most_waiting = 1 + below(7);
			busy_below   = chance(500);
			below_quiet  <= !busy_below;
			which        = below(3);  // wires: both, down, up
			errors_now   = phase % 4 != 0;
			if (errors_now) begin
				if (which != 2) begin
					dn_wires.rate    = 1 + below(chance(500) ? 8 : 200);
					dn_wires.wire_no = below(RING_W);
					dn_wires.mode    = 1 + below(7);
				end
				if (which != 1) begin
					up_wires.rate    = 1 + below(chance(500) ? 8 : 200);
					up_wires.wire_no = below(RING_W);
					up_wires.mode    = 1 + below(7);
				end
				n_mode[dn_wires.mode] = n_mode[dn_wires.mode] + 1;
				n_mode[up_wires.mode] = n_mode[up_wires.mode] + 1;
			end
			repeat (LENGTH + below(LENGTH)
				+ (errors_now || !busy_below ? 0 : 2 * BOUND))
				@(posedge clk);
			dn_wires.mode = 0;
			up_wires.mode = 0;
			@(posedge clk);
			errors_now = 1'b0;
			if (chance(500))
				settle;
			else
				recovers;
		end
		// Commands, one after the other, without errors
		settle;
		most_waiting = 1;
		command_rate = 1000;
		up_rate      = 500;
		repeat (30 * QUIET) @(posedge clk);
		// The share of the wires that payloads get
		settle;
		token_rate = 0;
		up_rate    = 1000;
		repeat (40 * FRAME_UP) @(posedge clk);
		from_word = taken;
		repeat (200 * FRAME_UP) @(posedge clk);
		if (((1 << NUMBER_W) - 3) * FRAME_UP
			>= FRAME_UP + 2 * FRAME_DN + DELAY_DN + DELAY_UP + 16)
			check(taken - from_word >= 2 * 199 - 2, "a payload in each frame");
		settle;
		n_word = n_word + taken;
		for (k = 1; k < 8; k = k + 1)
			covered(n_mode[k], "a kind of error");
		covered(n_frame > 1000, "thousand frames");
		covered(n_near, "damaged frame up");
		covered(n_far, "damaged frame down");
		covered(n_sync, "sync");
		covered(n_sync_within, "sync with words on the way");
		covered(n_word > 200, "words");
		covered(n_token, "token");
		covered(arrived > 50, "commands");
		covered(n_many, "commands that wait");
		covered(n_full, "full window");
		covered(n_quiet, "quiet");
		covered(n_below, "busy hop below");
		covered(n_alone > 20, "command alone");
		$display("recovery at most %0d of %0d cycles, a command %0d of %0d", longest, BOUND,
			slowest, QUIET);
		finish(dn_wires.checks, 0);
	end
endmodule
