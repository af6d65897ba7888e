// SPDX-License-Identifier: Apache-2.0
// sdram_model: an SDRAM of 32 Mbytes with 16 data pins at the pins of a board, in simulation. It
// ends the simulation with a fault if the controller breaks a rule of the data sheets.
//
// 1. The times are the longest ones of MT48LC16M16A2-75, W9825G6KH-6 and IS42S16160G-7. Commands
//    are those of the rising edges of clk_i with cke_i and not cs_n_i.
// 2. Initialisation: 200 us without a command, PRECHARGE of all banks, eight refreshes, the mode
//    register. The mode must be bursts of 1 and a CAS latency of 2.
// 3. A command must wait as long as the one before it demands: tRCD, tRP, tRC, tRAS, tRRD, tRFC,
//    tWR, tMRD. A row is opened in a closed bank; reads and writes go to an open row; refreshes and
//    the mode register need all banks closed. Bit 10 of a read or write closes the bank.
// 4. Each refresh is due 7.8125 us after the one before it. At most 8 of them may be late.
// 5. Nobody else drives dq_io while data of a read is on it.
// 6. The data of 512 rows at most is stored. A row that was never written reads as 16'hdead.
`resetall
`default_nettype none

module sdram_model #(
	parameter KHZ = 25000  // clk_i
) (
	input wire        clk_i,
	input wire        cke_i,
	input wire        cs_n_i,
	input wire        ras_n_i,
	input wire        cas_n_i,
	input wire        we_n_i,
	input wire [1:0]  ba_i,
	input wire [12:0] a_i,
	input wire [1:0]  dm_i,
	inout wire [15:0] dq_io
);
	localparam PAGES_LOG2 = 9;
	localparam [PAGES_LOG2:0] PAGES = 1 << PAGES_LOG2;
	localparam [63:0] PERIOD = 64'd1_000_000_000 / KHZ;  // all times are in ps
	localparam [63:0] POWER_UP = 64'd200_000_000;
	localparam [63:0] TRCD = 64'd20_000;
	localparam [63:0] TRP  = 64'd20_000;
	localparam [63:0] TRAS = 64'd45_000;
	localparam [63:0] TRC  = 64'd67_500;
	localparam [63:0] TRRD = 64'd15_000;
	localparam [63:0] TRFC = 64'd70_000;
	localparam [63:0] TWR  = 64'd20_000;
	localparam [63:0] REFI = 64'd7_812_500;
	localparam [63:0] TMRD = 2 * PERIOD;
	localparam [63:0] LATE = 8;
	localparam [12:0] MODE = 13'h020;
	localparam [2:0] SET_MODE = 3'b000, REFRESH = 3'b001, PRECHARGE = 3'b010, ACTIVE = 3'b011,
		WRITE = 3'b100, READ = 3'b101, NOP = 3'b111;

	// time of the next edge at which each is allowed
	reg [63:0] now, activate_at [0:3], column_at [0:3], precharge_at [0:3], row_at, any_at;
	reg [3:0]  open;
	reg [12:0] row [0:3];
	reg [3:0]  refreshed;          // of the initialisation
	reg        precharged, ready;
	reg [63:0] ready_at, refreshes;

	// storage: a page is a row of a bank
	reg [15:0]         store [0:(512 << PAGES_LOG2)-1];
	reg [PAGES_LOG2:0] page [0:32767];  // of the row, 1 at least; 0: none
	reg [PAGES_LOG2:0] pages;

	reg        read, drive;
	reg [15:0] data, driven;
	assign dq_io = drive ? driven : 16'bz;

	integer i;
	initial begin
		now = 0;
		row_at = 0;
		any_at = 0;
		open = 0;
		refreshed = 0;
		precharged = 1'b0;
		ready = 1'b0;
		ready_at = 0;
		refreshes = 0;
		pages = 0;
		read = 1'b0;
		drive = 1'b0;
		for (i = 0; i < 4; i = i + 1) begin
			activate_at[i] = 0;
			column_at[i] = 0;
			precharge_at[i] = 0;
		end
		for (i = 0; i < 32768; i = i + 1)
			page[i] = 0;
	end

	task must(input good, input [8*40-1:0] rule);
		if (!good)
			$fatal(1, "sdram at %0d ps: %0s", now, rule);
	endtask

	// the bank closes at that time
	task close(input integer bank, input [63:0] at);
		begin
			must(at >= precharge_at[bank], "precharge before tRAS or tWR");
			open[bank] = 1'b0;
			if (activate_at[bank] < at + TRP)
				activate_at[bank] = at + TRP;
		end
	endtask

	task closed_banks;
		for (i = 0; i < 4; i = i + 1)
			must(!open[i] && now >= activate_at[i], "a bank is not closed for tRP");
	endtask

	function [63:0] later(input [63:0] a, input [63:0] b);
		later = a > b ? a : b;
	endfunction

	wire [14:0]           place = {ba_i, row[ba_i]};
	wire [PAGES_LOG2:0]   next = pages + 1'b1;
	reg  [PAGES_LOG2+9:0] word;  // 512 for page 1
	reg  [63:0]           at;

	task column(input write);
		begin
			must(open[ba_i] && now >= column_at[ba_i], "read or write before tRCD, or no row");
			if (write) begin
				must(!drive, "write while data is read");
				if (page[place] == 0) begin
					must(pages != PAGES, "the model has no place for the row");
					page[place] = next;
					pages = next;
				end
				word = {page[place], a_i[8:0]} - 512;
				if (!dm_i[0])
					store[word[PAGES_LOG2+8:0]][7:0] = dq_io[7:0];
				if (!dm_i[1])
					store[word[PAGES_LOG2+8:0]][15:8] = dq_io[15:8];
				at = now + TWR;
			end else begin
				read = 1'b1;
				word = {page[place], a_i[8:0]} - 512;
				data = page[place] == 0 ? 16'hdead : store[word[PAGES_LOG2+8:0]];
				at = now + PERIOD;
			end
			if (a_i[10])
				close({30'd0, ba_i}, at);
			else
				precharge_at[ba_i] = later(at, precharge_at[ba_i]);
		end
	endtask

	always @(posedge clk_i) begin
		must(!drive || dq_io === driven, "two drivers of dq");
		must(!ready || now <= ready_at + (refreshes + LATE) * REFI, "refresh is late");
		must(!ready || cke_i, "cke is low");
		drive = read;
		driven = data;
		read = 1'b0;
		if (cke_i && !cs_n_i && {ras_n_i, cas_n_i, we_n_i} != NOP) begin
			must(now >= POWER_UP, "a command before 200 us");
			must(now >= any_at, "a command before tRFC or tMRD");
			case ({ras_n_i, cas_n_i, we_n_i})
			SET_MODE: begin
				closed_banks;
				must(refreshed == 4'd8, "the mode before eight refreshes");
				must(ba_i == 0 && a_i == MODE, "the mode");
				ready = 1'b1;
				ready_at = now;
				refreshes = 0;
				any_at = now + TMRD;
			end
			REFRESH: begin
				closed_banks;
				must(precharged, "a refresh before a precharge");
				refreshes = refreshes + 1'b1;
				if (refreshed != 4'd8)
					refreshed = refreshed + 1'b1;
				any_at = now + TRFC;
			end
			PRECHARGE: begin
				for (i = 0; i < 4; i = i + 1)
					if (a_i[10] || i == {30'd0, ba_i})
						if (open[i] || !precharged)
							close(i, now);
				precharged = precharged || a_i[10];
			end
			ACTIVE: begin
				must(ready, "no initialisation");
				must(!open[ba_i], "a row of an open bank");
				must(now >= activate_at[ba_i], "a row before tRP or tRC");
				must(now >= row_at, "a row before tRRD");
				open[ba_i] = 1'b1;
				row[ba_i] = a_i;
				row_at = now + TRRD;
				activate_at[ba_i] = now + TRC;
				column_at[ba_i] = now + TRCD;
				precharge_at[ba_i] = now + TRAS;
			end
			WRITE: column(1'b1);
			READ: column(1'b0);
			default: must(1'b0, "no command of the controller");
			endcase
		end
		now = now + PERIOD;
	end
endmodule

`resetall
