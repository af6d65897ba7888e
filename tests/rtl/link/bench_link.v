// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_link, and with WIDE of gnomon_link_wide. A model of the device parses the bytes
// that the link took, whatever they are, as the frames of the contract, and lists the expected
// results: bytes, operations, writes. A host sends good frames, and damaged ones with zero bytes
// behind them; then good ones that nobody holds up, which take as many clocks as the headers of the
// modules state.
`timescale 1ns/1ns

module bench_link;
	parameter ADDR_W = 16;
	parameter FRAMES = 600;
	parameter WIDE   = 0;      // 1: gnomon_link_wide

	localparam CLOCKS = 3000 * FRAMES;
	localparam ARG_W  = ADDR_W - 3;
	localparam MANY   = 16384;     // what may lie in a list
	localparam READ_REGS = 0, READ_BUFFER = 1, WRITE = 2, START = 3, STOP = 4, SELECT = 5;
	// Clocks of a byte; of a frame beside its bytes; for which the CRC of an answer waits where
	// the monitor has to settle, and each byte of a nonce; of a monitor's longest pipeline
	localparam BYTE = WIDE ? 1 : 5, MORE = WIDE ? 1 : 0, SETTLE = WIDE ? 64 : 0, PIPELINE = 40;
	`include "bench.vh"
	`include "bench_end.vh"

	reg               rst = 1'b1, rx_valid = 1'b0, tx_ready = 1'b0, wr_ready = 1'b1;
	reg  [7:0]        rx_data = 0;
	wire              rx_ready, tx_valid, op_valid, wr_valid, nonce, rd_next, reg_lower, busy;
	wire [7:0]        tx_data, wr_data;
	wire [2:0]        op;
	wire [ARG_W-1:0]  arg;
	wire [ADDR_W-1:0] addr;
	wire [2:0]        place;
	reg  [7:0]        rd_data = 0, rd_early = 0, rd_earlier = 0;
	reg  [3:0]        reg_data = 0;
	reg               busy_before = 1'b0, rd_ready = 1'b1;
	generate
		if (WIDE) begin : gen_wide
			gnomon_link_wide #(.ADDR_W(ADDR_W)) dut (
				.clk (clk), .rst (rst), .rx_valid_i (rx_valid),
					.rx_ready_o (rx_ready), .rx_data_i (rx_data),
				.tx_valid_o (tx_valid), .tx_ready_i (tx_ready),
					.tx_data_o (tx_data),
				.op_valid_o (op_valid), .op_o (op), .arg_o (arg), .place_o (place),
					.wr_valid_o (wr_valid), .wr_ready_i (wr_ready),
				.rd_next_o (rd_next), .addr_o (addr), .wr_data_o (wr_data),
					.nonce_o (nonce), .rd_data_i (rd_data), .busy_o (busy)
			);
			assign reg_lower = 1'b0;
			// a RAM of which each byte is read; then a register. A byte of the
			// registers is torn if they may have changed a clock ago.
			always @(posedge clk) begin
				busy_before <= busy;
				rd_early    <= memory(op == READ_REGS, addr)
					^ {8{op == READ_REGS && !(busy && busy_before)}};
				if (rd_next !== 1'b0)
					rd_data <= op == READ_REGS || op == READ_BUFFER ? rd_early
						: $random(seed);
			end
		end else begin : gen_small
			gnomon_link #(.ADDR_W(ADDR_W)) dut (
				.clk (clk), .rst (rst), .rx_valid_i (rx_valid),
					.rx_ready_o (rx_ready), .rx_data_i (rx_data),
				.tx_valid_o (tx_valid), .tx_ready_i (tx_ready),
					.tx_data_o (tx_data),
				.op_valid_o (op_valid), .op_o (op), .arg_o (arg), .place_o (place),
					.wr_valid_o (wr_valid), .wr_ready_i (wr_ready),
				.rd_next_o (rd_next), .addr_o (addr), .wr_data_o (wr_data),
					.nonce_o (nonce), .rd_ready_i (rd_ready),
					.rd_data_i (rd_data),
				.reg_lower_o (reg_lower), .reg_data_i (reg_data), .busy_o (busy)
			);
			// the byte of the buffer at addr_o of three clocks ago, where it is
			// requested; half a byte of the registers, torn if they change
			always @(posedge clk) begin
				rd_earlier <= memory(1'b0, addr);
				rd_early   <= rd_earlier;
				rd_data    <= rd_next === 1'b1 ? rd_early : 8'd0;
				reg_data   <= op == READ_REGS ? reg_half(memory(1'b1, addr),
					reg_lower) ^ {4{!busy}}
					: op == READ_BUFFER ? 4'd0 : $random(seed);
			end
		end
	endgenerate

	// CRC-16/IBM-3740 bit by bit
	function [15:0] crc_of(input [15:0] sum, input [7:0] value);
		integer i;
		begin
			crc_of = sum;
			for (i = 7; i >= 0; i = i - 1)
				crc_of = {crc_of[14:0], 1'b0}
					^ (crc_of[15] ^ value[i] ? 16'h1021 : 16'h0000);
		end
	endfunction

	// The byte at an address of one of the two spaces
	function [3:0] reg_half(input [7:0] value, input lower);
		reg_half = lower ? value[3:0] : value[7:4];
	endfunction
	function [7:0] memory(input regs, input integer at);
		memory = (at * 157 + at / 256 * 89 + at / 65536 * 7 + 3) ^ (regs ? 8'h5A : 8'h00);
	endfunction

	// The lists. Bytes to the host: bit 8: waits for wr_ready, bit 9: last one of a payload,
	// bit 10: last of an answer, bit 11: echo of a byte that is written. An operation is made
	// with its header, and seen behind its payload.
	reg [11:0]        out [0:MANY-1];
	reg [ARG_W+2:0]   ops [0:MANY-1];
	reg [ADDR_W+7:0]  writes [0:MANY-1];
	reg [10:0]        nonces [0:MANY-1];
	integer out_made = 0, out_seen = 0, ops_made = 0, ops_seen = 0,
		writes_made = 0, writes_seen = 0, answers = 0, echoes_made = 0, echoes_seen = 0;
	integer nonces_made = 0, nonces_seen = 0, payloads_made = 0, payloads_seen = 0;

	task say(input [7:0] value, input [3:0] marks);
		begin
			out[out_made % MANY] = {marks, value};
			out_made = out_made + 1;
		end
	endtask

	// What a byte does
	integer    at = 0;             // its place in the frame
	integer    size, i;            // bytes of payload
	reg [7:0]  head [0:8];
	integer    header = 7;         // bytes of the header
	reg [15:0] crc;
	reg [ADDR_W-1:0] where;
	integer    takes;              // clocks, where nobody waits
	integer    n_op [0:7], n_bad = 0, n_stray = 0, n_long = 0, n_wrapped = 0, n_far = 0,
		n_slow = 0;

	function integer header_of(input [2:0] which);
		header_of = ADDR_W > 19 && (which == READ_BUFFER || which > SELECT) ? 9 : 7;
	endfunction

	task end_frame;
		begin
			say(crc[15:8], {3'b000, !WIDE || head[1][2:0] > READ_BUFFER});
			say(crc[7:0], 4'b0100);
			at = 0;
		end
	endtask

	task parse(input [7:0] value);
		if (at == 0 && value != 8'hA5)
			n_stray = n_stray + 1;
		else if (at < 2 || at < header) begin
			say(value, 4'b0000);
			head[at] = value;
			at = at + 1;
			if (at == 2)
				header = header_of(value[2:0]);
			if (at > 2 && at == header) begin
				crc = 16'hFFFF;
				for (i = 0; i < header - 2; i = i + 1)
					crc = crc_of(crc, head[i]);
				if (crc != {head[header-2], head[header-1]}) begin
					n_bad = n_bad + 1;
					at    = 0;
				end else begin
					where = {header == 9 ? {head[5], head[4]} : 16'd0,
						head[3], head[2]} * 64'd8;
					head[4] = head[header-3];
					n_far = n_far + (where >> 19 != 0);
					size  = head[4] * 8 + 8;
					crc   = 16'hFFFF;
					takes = (header + 2) * BYTE + MORE;
					if (head[1][2:0] <= START)
						takes = takes + size * BYTE;
					if (head[1][2:0] >= WRITE && head[1][2:0] <= SELECT)
						takes = takes + SETTLE;
					if (head[1][2:0] == START)
						takes = takes + size * SETTLE;
					ops[ops_made % MANY] = {head[1][2:0], where[ADDR_W-1:3]};
					ops_made = ops_made + 1;
					n_op[head[1][2:0]] = n_op[head[1][2:0]] + 1;
					if (head[1][2:0] <= START) begin
						payloads_made = payloads_made + 1;
						n_long    = n_long + (head[4] == 255);
						n_wrapped = n_wrapped + (where
							+ 64'd0 + size > 64'd1 << ADDR_W);
					end
					if (head[1][2:0] < WRITE) begin
						for (i = 0; i < size; i = i + 1) begin
							say(memory(head[1][2:0] == READ_REGS,
								where), {2'b00, i == size - 1,
								1'b0});
							crc   = crc_of(crc, memory(head[1][2:0]
								== READ_REGS, where));
							where = where + 1;
						end
						end_frame;
					end else if (head[1][2:0] > START)
						end_frame;
				end
			end
		end else begin
			say(value, {head[1][2:0] == WRITE, 1'b0, at == header - 1 + size, 1'b0});
			crc   = crc_of(crc, value);
			if (head[1][2:0] == WRITE) begin
				echoes_made = echoes_made + 1;
				writes[writes_made % MANY] = {where, value};
				writes_made = writes_made + 1;
			end else begin
				nonces[nonces_made % MANY] = {where[2:0], value};
				nonces_made = nonces_made + 1;
			end
			where = where + 1;
			at    = at + 1;
			if (at == header + size)
				end_frame;
		end
	endtask

	// The link's ports, clock by clock
	reg [11:0]      expected;
	reg             reading = 1'b0, fetched = 1'b0, argued = 1'b0, offered = 1'b0;
	reg [7:0]       offer;
	reg [ARG_W-1:0] argument;
	integer         eager = 500, wr_stall = 0;
	integer         n_stall_op = 0, n_stall_write = 0, n_back = 0, n_rest = 0;
	integer         now = 0, began = 0, acted = -PIPELINE, told = -PIPELINE;
	integer         timed [0:7];
	reg             steady = 1'b0;   // nobody waits, from the frame before this one on
	reg             reset = 1'b1;    // a clock ago

	always @(posedge clk) begin
		now = now + 1;
		if (op_valid !== 1'b0 && !rst) begin
			check(now - acted >= PIPELINE, "operation before the monitor has settled");
			if (op >= WRITE && op <= SELECT)
				acted = now;
			check(ops_seen < ops_made, "operation that was not requested");
			equal(op, ops[ops_seen % MANY] >> ARG_W, "operation");
			if (op > START)
				equal({op, arg}, ops[ops_seen % MANY], "argument");
			else
				equal(payloads_seen, payloads_made, "operation behind its payload");
			ops_seen = ops_seen + 1;
			argued   = op > START;
			argument = arg;
		end
		reading = fetched && payloads_seen < payloads_made;
		fetched = payloads_seen < payloads_made;   // a clock behind
		if (!rst && reading)
			equal(busy, head[1][2:0] != START,
				"busy while there is a payload but START's");
		if (nonce !== 1'b0 && !rst) begin
			check(nonces_seen < nonces_made && tx_valid
				&& tx_ready, "byte of a nonce that did not come");
			equal({place, wr_data}, nonces[nonces_seen % MANY], "byte of a nonce");
			nonces_seen = nonces_seen + 1;
			check(now - told >= 4, "bytes of a nonce four clocks apart");
			told = now;
		end
		if (!rst && !reset && busy === 1'b0 && !fetched && ops_made != 0)
			equal(place, 0, "place in a slot without a payload");
		if (!rst && at == 0 && rx_ready)
			equal(busy, 1'b0, "busy between frames");
		if (argued)
			equal(arg, argument, "argument until the next frame");
		if (wr_valid !== 1'b0 && !rst) begin
			check(writes_seen < writes_made
				&& wr_ready, "write that was not requested");
			equal({arg, place, wr_data}, writes[writes_seen % MANY], "write");
			writes_seen = writes_seen + 1;
		end

		expected = out[out_seen % MANY];
		if (tx_valid !== 1'b0 && !rst) begin
			check(out_seen < out_made, "byte that should not be");
			equal(tx_data, expected[7:0], "byte");
			check(!expected[8] || wr_ready || offered, "byte before wr_ready");
			check(!expected[11] || writes_seen > echoes_seen, "echo before the write");
		end
		if (offered && !rst)
			equal({tx_valid, tx_data}, {1'b1, offer}, "byte that waits");
		offered = tx_valid && !tx_ready && !rst;
		offer   = tx_data;
		n_rest  = n_rest + offered;
		if (tx_valid === 1'b1 && tx_ready && !rst) begin
			payloads_seen = payloads_seen + expected[9];
			answers  = answers + expected[10];
			echoes_seen = echoes_seen + expected[11];
			n_back   = n_back + (expected[10] && rx_valid);
			out_seen = out_seen + 1;
		end else if (!wr_ready && (expected[8] || writes_seen < writes_made)
			&& out_seen < out_made) begin
			n_stall_op    = n_stall_op + argued;
			n_stall_write = n_stall_write + (at > 7);
		end

		if (rx_valid && rx_ready && !rst) begin
			if (at == 0 && rx_data == 8'hA5) begin
				argued = 1'b0;
				if (steady && began != 0) begin
					equal(now - began, takes, "clocks of a frame");
					timed[head[1][2:0]] = timed[head[1][2:0]] + 1;
				end
				began = steady ? now : 0;
				equal(ops_seen, ops_made, "operations done before the next frame");
				equal(writes_seen, writes_made,
					"writes done before the next frame");
				equal(nonces_seen, nonces_made,
					"nonces done before the next frame");
			end
			parse(rx_data);
		end
		reset = rst;
		if (rst) begin
			at          = 0;
			out_seen    = out_made;
			ops_seen    = ops_made;
			writes_seen = writes_made;
			echoes_seen = echoes_made;
			nonces_seen = nonces_made;
			payloads_seen = payloads_made;
			fetched     = 1'b0;
			argued      = 1'b0;
			offered     = 1'b0;
		end

		// The monitor is not ready for a while after an operation or a write, now and then;
		// and the PHY waits to see a byte at times.
		if ((op_valid || wr_valid) && !steady && chance(300))
			wr_stall = 1 + below(chance(100) ? 60 : 8);
		else if (WIDE && wr_stall == 0 && !steady && chance(20))
			wr_stall = 1 + below(8);  // the monitor has commands of its own
		else if (wr_stall > 0)
			wr_stall = wr_stall - 1;
		wr_ready <= wr_stall == 0;
		// the trace buffer is slow at times
		check(!rd_next || rd_ready, "byte of the trace buffer that is not there");
		n_slow   = n_slow + (!rd_ready && fetched && head[1][2:0] == READ_BUFFER);
		rd_ready <= ADDR_W <= 19 || steady || chance(eager);
		tx_ready <= chance(eager) && (eager > 100 || tx_valid);
	end

	// The host
	reg [7:0] frame [0:2100];
	integer   length, start, lazy = 0;

	task send(input [7:0] value);
		begin
			if (chance(lazy)) begin
				rx_valid <= 1'b0;
				repeat (1 + below(12)) @(posedge clk);
			end
			rx_valid <= 1'b1;
			rx_data  <= value;
			@(posedge clk) ;
			while (!rx_ready)
				@(posedge clk) ;
		end
	endtask

	reg     longest;   // the frame that build makes
	integer round;
	task build;
		integer    k, which, n;
		reg [15:0] sum;
		reg [31:0] place;
		begin
			which = steady ? round % 8 : longest ? READ_BUFFER
				: chance(600) ? below(3) : below(8);
			n     = longest || chance(15) ? 255 : chance(30) ? below(256) : below(6);
			place = longest || chance(150) ? 32'hFFFFFFFF - below(4) : $random(seed);
			start = header_of(which[2:0]);
			{frame[0], frame[1], frame[2], frame[3], frame[4], frame[5]} =
				{8'hA5, 5'd0, which[2:0], place[7:0], place[15:8], place[23:16],
				place[31:24]};
			frame[1] = frame[1] + 8 * below(32);
			frame[start-3] = n;
			sum = 16'hFFFF;
			for (k = 0; k < start - 2; k = k + 1)
				sum = crc_of(sum, frame[k]);
			{frame[start-2], frame[start-1]} = sum;
			length = which == WRITE || which == START ? start + 8 * (n + 1) : start;
			for (k = start; k < length; k = k + 1)
				frame[k] = chance(50) ? 8'hA5 : $random(seed);
		end
	endtask

	// Nothing is under way any more
	task settle;
		begin
			rx_valid <= 1'b0;
			repeat (10) @(posedge clk);
			while (out_seen < out_made)
				@(posedge clk) ;
			repeat (10) @(posedge clk);
			equal(ops_seen, ops_made, "operations done");
			equal(writes_seen, writes_made, "writes done");
			equal(nonces_seen, nonces_made, "nonces done");
		end
	endtask

	localparam EACH_BIT = 48;   // the first rounds: each bit of the header behind the start
	                            // byte is wrong once; one with the longest
	                            // payload follows, and its address wraps
	integer k, spot, flip, harm, old_answers, old_ops, old_bad;
	integer n_harm [0:6];
	reg [15:0] rest;
	reg [7:0]  changed;
	localparam NONE = 0, HEADER = 1, LOST = 2, DOUBLED = 3, INSERTED = 4, FLIPPED = 5,
		RESET = 6;
	task send_frame;
		begin
			spot = chance(500) ? below(start) : below(length);
			flip = below(8);
			if (harm == HEADER)
				spot = 1 + below(start - 1);
			if (WIDE && harm == RESET && chance(700))
				spot = length;  // its operation is about to come
			if (round < EACH_BIT) begin
				spot = 1 + round / 8;
				flip = round % 8;
			// the second byte of the CRC is right for all that came before it, the
			// first is not
			end else if (harm == HEADER && chance(300)) begin
				frame[start-2] = frame[start-2] ^ (8'd1 << below(8));
				rest = 16'hFFFF;
				for (k = 0; k < start - 1; k = k + 1)
					rest = crc_of(rest, frame[k]);
				frame[start-1] = rest[15:8];
				spot     = -1;
			end
			for (k = 0; k < length && !(harm == RESET && k == spot); k = k + 1) begin
				if (k == spot && harm == INSERTED)
					send(chance(200) ? 8'hA5 : $random(seed));
				if (k == spot && harm == DOUBLED)
					send(frame[k]);
				if (k == spot && (harm == FLIPPED || harm == HEADER))
					send(frame[k] ^ (1 << flip));
				else if (k != spot || harm != LOST)
					send(frame[k]);
			end
			n_harm[harm] = n_harm[harm] + 1;
		end
	endtask

	reg [71:0] digits = "123456789";
	initial begin
		for (k = 0; k < 8; k = k + 1) begin
			n_op[k]  = 0;
			timed[k] = 0;
			n_harm[k % 7] = 0;
		end
		crc = 16'hFFFF;
		for (k = 8; k >= 0; k = k - 1)
			crc = crc_of(crc, digits[8*k +: 8]);
		equal(crc, 16'h29B1, "check value of the CRC");
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		for (round = 0; round < FRAMES; round = round + 1) begin
			longest = round == EACH_BIT;
			eager = below(3) == 0 ? 80 : chance(500) ? 1000 : 500;
			lazy  = below(3) == 0 ? 800 : chance(500) ? 0 : 300;
			if (chance(100))
				repeat (1 + below(20))
					send(below(165));
			build;
			while (round < EACH_BIT && length != start)
				build;
			harm = round < EACH_BIT ? HEADER
				: longest || chance(700) ? NONE : 1 + below(6);
			if (harm == NONE)
				send_frame;
			else begin
				settle;
				old_answers = answers;
				old_bad     = n_bad;
				send_frame;
				if (harm == RESET) begin
					rx_valid <= 1'b0;
					repeat (below(12)) @(posedge clk);
					rst <= 1'b1;
					repeat (1 + below(3)) @(posedge clk);
					rst <= 1'b0;
				end else begin
					// of an operation that has become another one, whose header
					// is longer or shorter, the bytes that follow say more
					changed = frame[1] ^ (spot == 1 ? 8'd1 << flip : 8'd0);
					if (harm == HEADER && length == start
						&& header_of(changed[2:0]) == start) begin
						settle;
						equal(answers, old_answers,
							"silence after a wrong header");
						equal(n_bad, old_bad + 1, "wrong headers");
					end
					lazy  = 0;
					eager = 1000;
					repeat (chance(50) ? 8 * 256 + 10 : 8 * frame[start-3] + 18)
						send(8'h00);
				end
				// the next one is whole again
				settle;
				old_answers = answers;
				old_ops     = ops_made;
				build;
				harm = NONE;
				send_frame;
				settle;
				equal(answers, old_answers + 1, "answers after the zero bytes");
				equal(ops_made, old_ops + 1, "operations after the zero bytes");
			end
		end
		settle;
		repeat (80) @(posedge clk);
		steady = 1'b1;
		eager  = 1000;
		lazy   = 0;
		for (round = 0; round < 80; round = round + 1) begin
			build;
			send_frame;
		end
		settle;
		for (k = 0; k < 8; k = k + 1) begin
			covered(n_op[k], "one of the operations");
			covered(timed[k], "one of the operations, timed");
		end
		for (k = 0; k < 7; k = k + 1)
			covered(n_harm[k], "one of the faults");
		covered(n_bad, "wrong header");
		covered(n_stray, "byte between frames");
		covered(n_long, "2048 bytes of payload");
		covered(n_wrapped, "address that wraps");
		if (ADDR_W > 19) begin
			covered(n_far, "address of more than two bytes");
			covered(n_slow, "trace buffer that is slow");
		end
		covered(n_back, "request that waits behind an answer");
		covered(n_rest, "byte that waits");
		covered(n_stall_op, "operation that holds its answer");
		covered(n_stall_write, "write that holds the next");
		covered(writes_seen, "write");
		covered(nonces_seen, "nonce");
		finish(0, 0);
	end
endmodule
