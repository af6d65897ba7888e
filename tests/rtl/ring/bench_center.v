// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_center: registers that are read at any time, and for as long as the host
// likes, delay nothing that comes up the ring. Two centers get the same flits, and the host reads
// registers of only one of them: both take each flit in the same clock and have the same head.
// High-water marks that come meanwhile are not lost, and no register changes or is torn while it is
// read. With FAR head and tail have two registers each: both halves are of one cycle, however fast
// the position moves.
`timescale 1ns/1ns

module bench_center;
	parameter NODES  = 5;
	parameter RING_W = 8;
	parameter LENGTH = 60000;
	parameter FAR    = 0;

	localparam CLOCKS = 2 * LENGTH, ADDR_W = FAR ? 32 : 14, SLOTS_LOG2 = FAR ? 28 : 6,
		FLITS = 32 / RING_W;
	`include "bench.vh"
	`include "bench_end.vh"
	localparam ALONE = 0;  // there is a ring
	`include "link_side.vh"

	reg               rst = 1'b1, up_valid = 1'b0, up_tag = 1'b0;
	reg  [RING_W-1:0] up_data = 0;
	wire [1:0]        up_ready, sync, dn_valid;
	wire [RING_W-1:0] dn_data [0:1];
	wire [7:0]        rd_datas [0:1];
	wire [3:0]        reg_datas [0:1];
	wire [1:0]        wr_readys;
	wire [SLOTS_LOG2-1:0] heads [0:1];
	assign wr_ready = wr_readys[0];
	assign rd_data  = rd_datas[0];
	assign reg_data = reg_datas[0];
	genvar k;
	generate
		for (k = 0; k < 2; k = k + 1) begin : center
			gnomon_ring_center #(.ADDR_W(ADDR_W), .NODES(NODES),
				.SLOTS_LOG2(SLOTS_LOG2), .PORT(FAR),
				.RING_W(RING_W), .WIDE(WIDE)) dut (
				.clk (clk), .rst (rst),
				.op_valid_i (op_valid), .op_i (op), .arg_i (arg), .place_i (place),
				.wr_valid_i (1'b0), .wr_ready_o (wr_readys[k]),
					.rd_next_i (rd_next), .reg_lower_i (reg_lower),
					.reg_data_o (reg_datas[k]), .addr_i (addr),
					.wr_data_i (wr_data), .nonce_i (nonce_valid),
					.taken_i (1'b0),
				.rd_data_o (rd_datas[k]), .busy_i (k == 0 ? busy : 1'b0),
					.sync_o (sync[k]), .sync_i (sync[k]),
				.dn_valid_o (dn_valid[k]), .dn_data_o (dn_data[k]),
				.up_valid_i (up_valid), .up_ready_o (up_ready[k]),
					.up_tag_i (up_tag), .up_data_i (up_data),
					.fifo_high_i (16'd0),
				.rd_ready_o (rd_ready), .mem_o (), .mem_i (66'd0)
			);
			assign heads[k] = dut.u_collector.head_o;
		end
	endgenerate

	// Flits: records of one slot, and tokens with the high-water mark of one node after the
	// other
	reg  [31:0] word = 0;
	integer     flit = 0, half = 0, turn = 0, i, token_rate = 100, rate = 1000, waited = 0;
	reg  [15:0] marks [0:NODES-1];
	reg  [15:0] seen [0:NODES-1];   // what was in the register
	reg         running = 1'b0, last = 1'b0;
	integer     n_token_busy = 0, n_record_busy = 0, n_long = 0, n_full = 0, n_read = 0;
	initial
		for (i = 0; i < NODES; i = i + 1)
			marks[i] = 0;
	always @(posedge clk)
		if (running && !rst) begin
			check(up_ready[0] === up_ready[1],
				"a flit is taken as if nobody read registers");
			check(heads[0] === heads[1], "head as if nobody read registers");
			n_full = n_full + !up_ready[0];
			if (up_valid && up_ready[0]) begin
				flit = (flit + 1) % FLITS;
				if (flit == 0) begin
					n_token_busy  = n_token_busy + (busy && up_tag);
					n_record_busy = n_record_busy + (busy && !up_tag);
					half          = up_tag ? 0 : 1 - half;
				end
			end
			if (!up_valid || up_ready[0]) begin
				if (flit == 0 && (!up_valid || up_ready[0])) begin
					up_valid <= chance(rate);
					if (half == 0 && chance(token_rate)) begin
						turn = (turn + 1) % NODES;
						if (chance(300) && !last)
							marks[turn] = $random(seed);
						up_tag <= 1'b1;
						word   = {marks[turn], 8'd0, turn[7:0]};
					end else begin
						up_tag <= 1'b0;
						// an event
						word   = half == 0 ? $random(seed)
							: {16'd0, 8'd3, 8'd1};
					end
				end else
					up_valid <= 1'b1;
				up_data <= word[RING_W*flit +: RING_W];
			end
		end

	// Frees the buffer, mostly, so that records continue.
	reg [15:0] value, again, latest;
	task read_mark(input integer of, output [15:0] is);
		begin
			read_byte(128 + 2 * of, is[7:0]);
			read_byte(129 + 2 * of, is[15:8]);
		end
	endtask

	// With FAR: positions that move in most cycles, past a multiple of 65536. The tail is AHEAD
	// of the head, so that neither passes for the other.
	localparam [SLOTS_LOG2-1:0] AHEAD = FAR ? 28'h1234567 : 0;
	reg  [SLOTS_LOG2-1:0] moving = 0, early, late, behind, passed;
	wire [SLOTS_LOG2-1:0] leading = moving + AHEAD;
	reg  [SLOTS_LOG2-1:0] moved [0:31];
	reg  [31:0]           found;
	integer               n_upper = 0, m;
	task read_position(input integer at, input integer upper,
		input [SLOTS_LOG2-1:0] offset);
		begin
			@(negedge clk);
			moving = ($random(seed) & 28'hfff0000) - 28'd60 - offset;
			for (m = 0; m < 32; m = m + 1)
				moved[m] = moving;
			repeat (30 + below(60)) @(posedge clk);
			busy <= 1'b1;
			@(posedge clk);
			early = moved[20] + offset;
			repeat (5) @(posedge clk);
			late = moving + offset;
			read_byte(at, found[7:0]);
			read_byte(at + 1, found[15:8]);
			read_byte(upper, found[23:16]);
			read_byte(upper + 1, found[31:24]);
			behind = found[SLOTS_LOG2-1:0] - early;
			passed = late - early;
			check(behind <= passed && found >> SLOTS_LOG2 == 0,
				"both halves of one cycle");
			n_upper = n_upper + (early >> 16 != late >> 16);
			busy <= 1'b0;
		end
	endtask
	generate
		if (FAR) begin : gen_far
			always @(posedge clk) begin
				for (m = 31; m > 0; m = m - 1)
					moved[m] <= moved[m-1];
				moved[0] <= moving;
				moving   <= moving + chance(900);
				force center[0].dut.u_collector.head_q = moving;
				force center[0].dut.u_collector.tail_q = leading;
			end
		end
	endgenerate

	integer n, r;
	initial if (FAR) begin
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		for (n = 0; n < 1000; n = n + 1)
			if (chance(500))
				read_position(32, 36, 0);
			else
				read_position(34, 38, AHEAD);
		covered(n_upper > 20, "positions whose upper half changes while they are read");
		finish(0, 0);
	end else begin
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		operate(START, 0);
		running = 1'b1;
		while ($time / 10 < LENGTH) begin
			rate       = chance(600) ? 1000 : 300 + below(700);
			token_rate = chance(300) ? 1000 : below(300);
			if (chance(900))
				operate(LIMIT, heads[1] + 32);
			// a header that ends early holds the registers for long
			busy <= 1'b1;
			@(posedge clk);
			for (r = 0; r < 4; r = r + 1) begin
				n = below(NODES);
				read_mark(n, value);
				repeat (below(chance(300) ? 3000 : 20)) @(posedge clk);
				read_mark(n, again);
				equal(again, value, "mark while registers are read");
				n_read = n_read + 1;
			end
			n_long = n_long + 1;
			busy <= 1'b0;
			repeat (below(200)) @(posedge clk);
		end
		// all that came while the registers were read is there at last
		token_rate = 1000;
		last       = 1'b1;
		operate(LIMIT, heads[1] + 32);
		repeat (4 * NODES * FLITS + 400) @(posedge clk);
		@(negedge clk);
		running   = 1'b0;
		up_valid <= 1'b0;
		repeat (20) @(posedge clk);
		busy <= 1'b1;
		@(posedge clk);
		for (n = 0; n < NODES; n = n + 1) begin
			read_mark(n, value);
			latest = marks[n];
			equal(value, latest, "mark at last");
		end
		read_byte(32, value[7:0]);
		equal(value[7:0], heads[0], "head at last");
		covered(n_token_busy > 100, "tokens while registers are read");
		covered(n_record_busy > 100, "records while registers are read");
		covered(n_full > 100, "a full buffer");
		covered(n_read > 20, "marks that were read");
		finish(0, 0);
	end
endmodule
