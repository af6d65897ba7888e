// SPDX-License-Identifier: Apache-2.0
//
// Bench of the registers of gnomon_record_buffer: slots are written at random and in each cycle,
// also where the lower half of the head and the head itself wrap, and answers read all registers
// between. The head that an answer reads is one of the last cycles before the answer, both halves
// of the same one; state and run number are those of that time; and all stay as they are while the
// answer is read.
`timescale 1ns/1ns

module bench_buffer;
	parameter SLOTS_LOG2 = 18;
	parameter PORT       = 1;
	parameter READS      = 600;

	localparam CLOCKS = 400000;
	localparam ADDR_W = SLOTS_LOG2 + 4;
	localparam LATE   = 12;   // cycles until the registers have the head
	localparam [SLOTS_LOG2:0] SLOTS = 1 << SLOTS_LOG2;
	localparam [95:0] IDENTITY = 96'hA1B2C3D4E5F60718_014F4E47;
	`include "bench.vh"
	`include "bench_end.vh"
	localparam ALONE = 1;
	`include "link_side.vh"

	reg                    rst = 1'b1, wr = 1'b0, active = 1'b0, clear = 1'b0;
	reg  [7:0]             number = 8'd0;
	reg  [63:0]            now = 0;  // cycles
	wire [SLOTS_LOG2+65:0] request;
	wire [65:0]            answer;
	gnomon_record_buffer #(.IDENTITY(IDENTITY), .ADDR_W(ADDR_W), .SLOTS_LOG2(SLOTS_LOG2),
		.PORT(PORT)) dut (
		.clk (clk), .rst (rst), .op_valid_i (op_valid), .op_i (op), .arg_i (arg),
		.place_i (place), .rd_next_i (rd_next), .addr_i (addr), .taken_i (1'b0),
		.rd_data_o (rd_data), .reg_lower_i (reg_lower), .reg_data_o (reg_data),
		.busy_i (busy), .sync_i (1'b0), .clear_i (clear), .wrap_i (1'b1),
		.run_i (number), .active_i (active), .wr_i (wr), .slot_i ({2{now[31:0]}}),
		.event_i (1'b0), .stopped_i (1'b0), .room_o (), .later_o (), .frozen_o (),
		.rd_ready_o (rd_ready), .mem_o (request), .mem_i (answer)
	);
	memory_stand #(.PORT(PORT), .SLOTS_LOG2(SLOTS_LOG2)) memory (
		.clk (clk), .rst (rst), .begin_i (1'b0), .mem_i (request), .mem_o (answer)
	);
	assign wr_ready = 1'b1;

	// What the head was, cycle by cycle
	integer               rate = 0, k;
	reg [SLOTS_LOG2-1:0]  at = 0, heads [0:63];
	reg                   lap = 1'b0, laps [0:63];
	always @(posedge clk) begin
		heads[now % 64] = at;
		laps[now % 64]  = lap;
		now = now + 1;
		lap = lap || (wr && &at);
		at  = clear ? 0 : at + wr;
		wr <= chance(rate);
	end

	reg [31:0] shown, again;
	reg [7:0]  value;
	reg        found, lapped, after;
	integer    i, from, n_wrap = 0, n_lower = 0, n_slow = 0;
	task read_head(output [31:0] got);
		for (k = 0; k < 4; k = k + 1) begin
			read_byte(32 + k % 2 + (k / 2) * (SLOTS_LOG2 > 16 ? 4 : 0), value);
			got[8*k +: 8] = value;
		end
	endtask

	initial begin
		repeat (5) @(posedge clk);
		rst   <= 1'b0;
		clear <= 1'b1;
		@(posedge clk);
		clear <= 1'b0;
		for (i = 0; i < READS; i = i + 1) begin
			// near a wrap of a half, of the head, or anywhere
			@(negedge clk);
			case (below(3))
			0: at = $random(seed);
			1: at = (below(2) << 16) - 1 - below(80);
			2: at = SLOTS - 1 - below(80);
			endcase
			dut.head_q = at;
			rate   = chance(600) ? 1000 : below(1000);
			number = $random(seed);
			active = chance(500);
			repeat (12 + below(80)) @(posedge clk);
			op   <= READ_REGS;
			busy <= 1'b1;
			@(posedge clk);
			from = now;
			lapped = laps[(from - LATE) % 64];
			repeat (2) @(posedge clk);
			after = lap;
			repeat (2 + below(4)) @(posedge clk);
			read_head(shown);
			found = 1'b0;
			for (k = 0; k < LATE; k = k + 1)
				found = found || (shown ^ heads[(from - k + 1) % 64])
					% (SLOTS_LOG2 > 16 ? SLOTS : 1 << SLOTS_LOG2) == 0;
			check(found, "head of one cycle");
			n_lower = n_lower + (shown[15:0] < 16'd40);
			n_wrap  = n_wrap + (shown[SLOTS_LOG2-1:0] < 40);
			n_slow  = n_slow + (rate < 500);
			read_byte(48, value);
			check(value[2] ? after : !lapped,
				"state: wrapped");
			equal({value[3], value[1:0]}, {2'b00, active}, "state");
			read_byte(49, value);
			equal(value, number, "run number");
			repeat (below(40)) @(posedge clk);
			read_head(again);
			equal(again, shown, "registers while an answer is read");
			addr <= 0;
			busy <= 1'b0;
			@(posedge clk);
		end
		covered(n_lower || SLOTS_LOG2 <= 16, "lower half that has wrapped");
		covered(n_wrap, "head that has wrapped");
		covered(n_slow, "slots now and then");
		finish(0, 0);
	end
endmodule
