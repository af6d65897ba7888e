// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_ring_memory: records at random, some of which are not kept, or slots that are
// written at once, and frames that the host reads, against an array; behind it a memory that is
// slow and refreshes. Positions begin at FROM, so that with FROM near 2^SLOTS_LOG2 they wrap. Every
// slot that is kept is written once, to its address, in order; no slot that is not kept is written;
// a frame has what was kept last at its addresses, whatever was read ahead for the one before.
// Accesses come in bursts.
`timescale 1ns/1ns

module bench_memory;
	parameter SLOTS_LOG2 = 10;
	parameter QUEUE_LOG2 = 8;
	parameter BURST      = 16;
	parameter FROM       = 0;
	parameter HURRY      = 0;   // 1: a memory that is always ready but for its refreshes
	parameter LENGTH     = 200000;

	localparam CLOCKS = 3 * LENGTH;
	localparam DEPTH_LOG2 = SLOTS_LOG2 < 14 ? SLOTS_LOG2 : 14, DEPTH = 1 << DEPTH_LOG2;
	localparam [63:0] SLOTS = 64'd1 << SLOTS_LOG2;
	// slots that the host may read: those behind are overwritten while it does
	localparam BACK = DEPTH / 2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                   rst = 1'b1, clear = 1'b0, we = 1'b0, reads = 1'b0;
	reg                   whole = 1'b0;  // a slot is written at once
	reg  [31:0]           wupper = 0;
	reg  [SLOTS_LOG2:0]   waddr = 0;
	reg  [31:0]           wdata = 0;
	reg  [SLOTS_LOG2-1:0] head = 0;
	reg  [SLOTS_LOG2+2:0] raddr = 0;
	wire                  room, later, ready;
	wire [31:0]           lanes;
	wire [7:0]            rdata = lanes[8*raddr[2:1] +: 8];
	wire [SLOTS_LOG2+65:0] request;
	wire                  mem_valid, mem_write, mem_ready, mem_come;
	wire [SLOTS_LOG2-1:0] mem_addr;
	wire [63:0]           mem_wdata, mem_rdata;
	assign {mem_valid, mem_write, mem_addr, mem_wdata} = request;
	gnomon_ring_memory #(.SLOTS_LOG2(SLOTS_LOG2), .QUEUE_LOG2(QUEUE_LOG2), .BURST(BURST)) dut (
		.clk (clk), .rst (rst), .clear_i (clear),
		.we_i ({we && (whole || waddr[0]), we && !waddr[0]}),
		.waddr_i (waddr[SLOTS_LOG2:1]),
		.wdata_i ({whole ? wupper : wdata, wdata}), .head_i (head), .room_o (room),
		.later_o (later), .reads_i (reads), .raddr_i (raddr), .ready_o (ready),
		.lanes_o (lanes), .mem_o (request), .mem_i ({mem_ready, mem_come, mem_rdata})
	);
	soc_slots #(.SLOTS_LOG2(SLOTS_LOG2), .DEPTH_LOG2(DEPTH_LOG2), .HURRY(HURRY),
		.PERIOD(1500), .REFRESH(400)) memory (
		.clk (clk), .rst (rst), .valid_i (mem_valid), .ready_o (mem_ready),
		.write_i (mem_write), .addr_i (mem_addr), .wdata_i (mem_wdata),
		.rvalid_o (mem_come), .rdata_o (mem_rdata)
	);

	// What was kept, by position modulo DEPTH. Positions count from FROM on.
	reg [63:0] kept [0:DEPTH-1], record [0:63];
	integer    position = 0, written = 0, at = 0, length = 0, i, rate = 500, stall = 0;
	integer    n_room = 0, n_drop = 0, n_burst = 0, n_short = 0, n_stale = 0, n_wait = 0,
		n_frame = 0, n_byte = 0, n_clear = 0, n_turn = 0, n_wrap = 0, n_refresh = 0,
		n_whole = 0;
	reg        keep, running = 1'b0, was_write = 1'b0, held = 1'b0, was_later = 1'b1;
	reg [SLOTS_LOG2+65:0] held_request;
	integer    burst = 0, row = 0, n_rows [0:1];
	reg        row_open = 1'b0, row_write = 1'b0;
	reg        row_near = 1'b0;   // the host began or ended a frame
	reg [7:0]  near_q = 0;

	// Writer: a word in each clock at most; a record ends with its last word. The head moves a
	// clock later, or the words are taken back.
	always @(posedge clk)
		if (running) begin
			we <= 1'b0;
			if (we) begin
				if (whole || waddr[0])
					record[at / 2][63:32] = whole ? wupper : wdata;
				if (!waddr[0])
					record[at / 2][31:0] = wdata;
				at = at + (whole ? 2 : 1);
				if (at == 2 * length) begin
					if (keep) begin
						for (i = 0; i < length; i = i + 1)
							kept[(position + i) % DEPTH] = record[i];
						n_wrap = n_wrap + ((position + FROM) / SLOTS
							!= (position + length + FROM) / SLOTS);
						position = position + length;
					end else
						n_drop = n_drop + 1;
					length = 0;
					head <= position + FROM;
				end
			end
			waddr  <= 2 * (position + FROM) + (length == 0 ? 0 : at);
			n_room = n_room + !room;
			check(room === was_later, "room is what was foretold");
			was_later = later;
			if (room && chance(rate)) begin
				if (length == 0) begin
					length = whole ? 1 : chance(100) ? 36 : 1 + below(4);
					keep   = whole || !chance(100);
					at     = 0;
				end
				n_whole = n_whole + whole;
				wupper <= $random(seed);
				we    <= 1'b1;
				waddr <= 2 * (position + FROM) + at;
				wdata <= $random(seed);
			end
		end

	// Memory: what is written, and that a request waits as it is
	always @(posedge clk)
		if (!rst) begin
			if (held)
				check(request[SLOTS_LOG2+65:64] === held_request[SLOTS_LOG2+65:64]
					&& (!mem_write || request[63:0] === held_request[63:0]),
					"request that waits");
			held         = mem_valid && !mem_ready;
			held_request = request;
			n_refresh    = n_refresh + held;
			if (mem_valid && mem_ready) begin
				if (mem_write) begin
					check(written < position, "slot that is not kept is written");
					equal(mem_addr, (written + FROM) % SLOTS, "address");
					equal(mem_wdata[63:32], kept[written % DEPTH] >> 32,
						"upper word");
					equal(mem_wdata[31:0], kept[written % DEPTH]
						& 64'hffffffff, "lower word");
					written = written + 1;
					burst   = was_write ? burst + 1 : 1;
					n_burst = n_burst + (burst == BURST);
				end
				n_turn    = n_turn + (was_write != mem_write);
				was_write = mem_write;
			end
		end

	// Bursts: rows of requests of one kind, without a cycle between them. A frame that begins
	// or ends makes them shorter.
	always @(posedge clk) begin
		near_q   <= {near_q[6:0], rst || clear || reads};
		row_near  = row_near || (row_write ? near_q != 0 : near_q[5:0] != 6'h3f);
		if (row_open && (!mem_valid || mem_write != row_write)) begin
			check(row >= (row_write ? BURST : 8) || row_near, "burst");
			n_rows[row_write] = n_rows[row_write] + !row_near;
			row_open = 1'b0;
		end
		if (mem_valid && !row_open) begin
			row      = 0;
			row_near = mem_write ? near_q != 0 : near_q[5:0] != 6'h3f;
		end
		row_open  = mem_valid;
		row_write = mem_write;
		row       = row + (mem_valid && mem_ready);
	end

	// Host: frames of slots that are there when the frame begins
	integer from, count, k, slot, known, early;
	task frame;
		begin
			if (chance(300)) begin   // a frame whose header turns out to be wrong
				raddr <= $random(seed);
				reads <= 1'b1;
				repeat (1 + below(30)) @(posedge clk);
				reads <= 1'b0;
				n_stale = n_stale + (dut.asked_q != dut.in_q);
				@(posedge clk);
			end
			known = position;
			count = 1 + below(chance(300) ? 256 : 12);
			if (count > known)
				count = known;
			from = known - count;
			from = from - below(from > BACK ? BACK : from + 1);
			raddr <= 8 * (from + FROM);
			repeat (4) @(posedge clk);
			reads <= 1'b1;
			early = written;
			stall = 0;
			repeat (4) @(posedge clk);
			for (k = 0; k < 8 * count; k = k + 1) begin
				raddr <= 8 * (from + FROM) + k;
				repeat (chance(100) ? 40 : 4) @(posedge clk);
				#1 while (!ready) begin
					stall = stall + 1;
					@(posedge clk);
					#1 check(stall < 20000, "byte in time");
				end
				n_wait = n_wait + (stall > 30);
				slot   = from + k / 8;
				// the newest records may have overwritten the oldest ones
				if (position - slot < DEPTH - 64) begin
					equal(rdata, kept[slot % DEPTH] >> 8 * (k % 8) & 255, "byte");
					n_byte = n_byte + 1;
				end
				n_short = n_short + (slot >= early);
			end
			reads   <= 1'b0;
			n_frame = n_frame + 1;
			n_stale = n_stale + (dut.asked_q != dut.in_q);
			repeat (chance(500) ? 1 : 1 + below(200)) @(posedge clk);
		end
	endtask

	integer r;
	initial begin
		n_rows[0] = 0;
		n_rows[1] = 0;
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		while ($time / 10 < LENGTH) begin
			// a run: all restarts while the memory is still at work
			@(negedge clk);
			running = 1'b0;
			we      = 1'b0;
			clear   = 1'b1;
			@(negedge clk);
			// what has been requested is of the run before
			while (mem_valid)
				@(negedge clk);
			clear      = 1'b0;
			dut.sent_q = FROM;
			head       = FROM;
			waddr      = 2 * FROM;
			position   = 0;
			written    = 0;
			length     = 0;
			whole      = n_clear % 2 == 1;
			was_later  = 1'b1;
			n_clear    = n_clear + 1;
			@(negedge clk);
			running = 1'b1;
			repeat (200) @(posedge clk);
			for (r = 0; r < 15; r = r + 1) begin
				rate = chance(300) ? 1000 : chance(500) ? 20 : below(600);
				if (position > 0)
					frame;
				repeat (below(chance(300) ? 2000 : 50)) @(posedge clk);
			end
		end
		covered(n_room, "queue without room");
		covered(n_whole, "slots that are written at once");
		covered(n_drop, "record that is not kept");
		covered(n_burst, "burst of writes");
		covered(n_short, "slot that waits in the queue and is read");
		covered(n_stale, "frame that ends while slots are read ahead");
		covered(n_wait, "byte that waits");
		covered(n_byte > 1000, "bytes");
		covered(n_clear > 1, "a second run");
		covered(n_rows[0] > 100, "bursts of reads that no frame makes shorter");
		covered(n_rows[1] > 20, "bursts of writes that no frame makes shorter");
		covered(n_turn > 20, "writes and reads in turn");
		covered(n_refresh, "request that waits");
		if (FROM != 0)
			covered(n_wrap, "positions that wrap");
		finish(0, 0);
	end
endmodule
