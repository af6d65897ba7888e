// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_memory: a trace buffer in a memory outside the monitor (SDRAM, DDR): a queue of slots
// that are written, and slots that are read ahead for the host.
//
//  1. Words go into the queue at their address, one or both of a slot, also those of a record that
//     is not kept. Slots before head_i are whole and kept: they go to the memory, in order.
//  2. A burst of writes begins when BURST slots wait, or when the host reads. It ends when the
//     queue is empty. So up to BURST - 1 slots stay in the queue.
//  3. room_o is 0 from seven eighths of the queue on, until half of it is free. later_o is room_o
//     of the next cycle. What is written without room has the last eighth.
//  4. reads_i is 1 while the host reads a frame. Slots that were before head_i when it became 1 are
//     written first. Then the slots from raddr_i on are read, up to 16 ahead. What was read ahead
//     is discarded when reads_i becomes 0; the next frame waits for the answers.
//  5. mem_o requests one access: {valid, write, slot address, data}. mem_i answers: {ready, data
//     valid, data}. A request with valid 1 stays as it is until ready is 1, but for the data of a
//     read, and of a write that is no longer needed (clear_i). The memory makes the accesses in
//     order: a read gives what was written before it. The data of reads come in order, each after
//     any number of cycles; the monitor always takes them.
//  6. A burst is a row of accesses of one kind, to successive addresses modulo the slots.
// CONSTRAINT: the words behind head_i are at most 80 slots. raddr_i steps by one slot at most
//   while reads_i is 1, after ready_o was 1 with it, and stays for four cycles. rst is 1 only while
//   no read is in flight, or together with the reset of the memory.
//
// Latency: head_i to mem_o with a burst under way: 2 cycles. waddr_i to later_o: 1 cycle, to
//   room_o: 2 cycles. mem_i with data to ready_o: 3 cycles. raddr_i to ready_o, where the slot was
//   read ahead: 3 cycles; within a slot: none (combinational), to lanes_o: 1 cycle. From the cycle
//   before that of ready_o on, lanes_o is of the slot.
//
// A frame reads slot 3, with nothing in the queue; the answer of the memory takes two cycles.
//
//   cycle          0  1  2  3  4  5  6  7  8  9
//   reads_i        0  1  1  1  1  1  1  1  1  1
//   request valid  0  0  0  0  1  1  1  1  1  1
//   slot address   -  -  -  -  3  4  5  6  7  8
//   request ready  1  1  1  1  1  1  1  1  1  1
//   data valid     0  0  0  0  0  0  1  1  1  1
//   ready_o        0  0  0  0  0  0  0  0  0  1
//
// Instance:
//   gnomon_ring_memory #(.LUT_BITS(0), .SLOTS_LOG2(20), .QUEUE_LOG2(8), .BURST(16)) u_ring_memory (
//     .clk(clk), .rst(rst), .clear_i(clear), .we_i(we), .waddr_i(waddr), .wdata_i(wdata),
//     .head_i(head), .room_o(room), .later_o(later), .reads_i(reads), .raddr_i(raddr),
//     .ready_o(ready), .lanes_o(lanes), .mem_o(mem_o), .mem_i(mem_i)
//   );

module gnomon_ring_memory #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter SLOTS_LOG2 = 20,  // slots of 64 bits, log2; requires QUEUE_LOG2 + 1..28
	parameter QUEUE_LOG2 = 8,   // slots of the queue, log2; requires 8..12
	parameter BURST      = 16   // slots with which a burst begins; requires 1..32
) (
	input  wire                   clk,
	input  wire                   rst,
	input  wire                   clear_i,  // the queue is discarded; head_i becomes 0
	// words
	input  wire [1:0]             we_i,     // of a slot
	input  wire [SLOTS_LOG2-1:0]  waddr_i,
	input  wire [63:0]            wdata_i,
	input  wire [SLOTS_LOG2-1:0]  head_i,
	output wire                   room_o,
	output wire                   later_o,
	// host
	input  wire                   reads_i,
	input  wire [SLOTS_LOG2+2:0]  raddr_i,  // byte
	output wire                   ready_o,  // the slot at raddr_i is there
	output wire [31:0]            lanes_o,  // the byte raddr_i[0] of each 16 bits of the slot
	// memory
	output wire [SLOTS_LOG2+65:0] mem_o,
	input  wire [65:0]            mem_i
);
	localparam AHEAD_LOG2 = 4;   // slots that are read ahead
	generate
		if (QUEUE_LOG2 < 8 || QUEUE_LOG2 > 12) begin : gen_bad_queue
			QUEUE_LOG2_must_be_8_to_12 u_bad ();
		end
		if (SLOTS_LOG2 <= QUEUE_LOG2 || SLOTS_LOG2 > 28) begin : gen_bad_slots
			SLOTS_LOG2_must_be_above_QUEUE_LOG2_and_28_at_most u_bad ();
		end
		if (BURST < 1 || BURST > 32) begin : gen_bad_burst
			BURST_must_be_1_to_32 u_bad ();
		end
	endgenerate

	wire        mem_ready = mem_i[65];
	wire        data_come = mem_i[64];
	wire [63:0] data_in   = mem_i[63:0];

	// The request. The next one is chosen where this one goes, or where there is none.
	reg                   valid_q, write_q;
	reg  [SLOTS_LOG2-1:0] addr_q;
	wire [63:0]           data;
	wire                  next    = !valid_q || mem_ready;
	wire                  reads, writes;
	assign mem_o = {valid_q, write_q, addr_q, data};

	// Queue: the slots from sent_q on, each at its address modulo the size of the queue
	reg  [SLOTS_LOG2-1:0] sent_q;
	reg                   burst_q;    // there is one, and it may go
	reg                   crowded_q, room_q;
	wire                  send      = next && writes;
	// No more than the queue holds: the low bits of the positions have it. What is left after a
	// slot that goes now is decided beside whether it goes, which is known late.
	wire [QUEUE_LOG2-1:0] sent_low  = sent_q[QUEUE_LOG2-1:0];
	wire [QUEUE_LOG2-1:0] waiting   = head_i[QUEUE_LOG2-1:0] - sent_low;
	wire [QUEUE_LOG2-1:0] in_use    = waddr_i[QUEUE_LOG2-1:0] - sent_low;
	localparam [31:0]           BURST_32 = BURST;
	localparam [QUEUE_LOG2-1:0] LEAST    = BURST_32[QUEUE_LOG2-1:0];
	wire                  some      = send ? waiting > 1 : waiting != 0;
	wire                  enough    = waiting >= LEAST;  // while none is sent
	wire                  crowded   = in_use[QUEUE_LOG2-1]
		&& (crowded_q || (in_use[QUEUE_LOG2-2] && in_use[QUEUE_LOG2-3]));
	wire [QUEUE_LOG2-1:0] queue_at;
	wire [63:0]           queued;
	genvar k;
	generate
		for (k = 0; k < 2; k = k + 1) begin : gen_half
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(32), .DEPTH_LOG2(QUEUE_LOG2),
				.BLOCK(1)) u_queue (
				.clk     (clk),
				.we_i    (we_i[k]),
				.waddr_i (waddr_i[QUEUE_LOG2-1:0]),
				.wdata_i (wdata_i[32*k +: 32]),
				.raddr_i (queue_at),
				.rdata_o (queued[32*k +: 32])
			);
		end
		if (LUT_BITS != 0) begin : gen_register
			// RAM blocks are slow: the slot that goes next is read ahead
			wire [QUEUE_LOG2-1:0] sent_more = sent_low + 1'b1;
			reg  [63:0]           data_q;
			always @(posedge clk)
				if (next)
					data_q <= queued;
			assign queue_at = send ? sent_more : sent_low;
			assign data     = data_q;
		end else begin : gen_straight
			// The slot of a request that waits is read once more in each cycle: its
			// place is not yet written.
			assign queue_at = next ? sent_low : addr_q[QUEUE_LOG2-1:0];
			assign data     = queued;
		end
	endgenerate

	// Slots of the queue that are written before the host reads
	reg                  reads_q;
	reg [QUEUE_LOG2-1:0] until_q;
	reg                  first_q;  // there may be some
	wire                 begins = reads_i && !reads_q;
	always @(posedge clk) begin
		reads_q <= reads_i && !rst;
		if (begins)
			until_q <= head_i[QUEUE_LOG2-1:0];
		if (rst || clear_i) begin
			sent_q    <= 0;
			burst_q   <= 1'b0;
			crowded_q <= 1'b0;
			room_q    <= 1'b1;
			first_q   <= 1'b0;
		end else begin
			if (send)
				sent_q <= sent_q + 1'b1;
			burst_q   <= some && (burst_q || enough || first_q);
			crowded_q <= crowded;
			room_q    <= !crowded_q;
			first_q   <= begins || (first_q && sent_low != until_q);
		end
	end
	assign room_o  = room_q;
	assign later_o = !crowded_q;

	// Slots that are read ahead: begun when more than half of their places are free. Without a
	// frame all that were requested are discarded.
	reg  [SLOTS_LOG2-1:0] ask_q;      // that is read next
	reg  [AHEAD_LOG2:0]   asked_q, in_q, out_q;
	reg                   over_q;     // the last frame, and its answers are there
	reg                   on_q;
	reg                   fill_q;
	wire                  ask      = next && reads;
	wire [AHEAD_LOG2:0]   used     = asked_q - out_q;
	reg                   front_q;    // lowest bit of the slot that is the first one
	reg                   shown_q;    // lanes_o is of it
	reg                   there_q;    // and was in the cycle before
	wire                  drop     = there_q && raddr_i[3] != front_q;
	always @(posedge clk) begin
		over_q  <= !rst && !on_q && in_q == asked_q;
		on_q    <= !rst && reads_i && (on_q || over_q);
		fill_q  <= on_q && reads_i && (fill_q
			? !used[AHEAD_LOG2] && !(&used[AHEAD_LOG2-1:0] && ask)
			: used[AHEAD_LOG2:AHEAD_LOG2-1] == 2'd0);
		shown_q <= on_q && in_q != out_q && !drop;
		there_q <= on_q && shown_q && !drop;
		if (rst) begin
			asked_q <= 0;
			in_q    <= 0;
		end else begin
			asked_q <= asked_q + {{AHEAD_LOG2{1'b0}}, ask};
			in_q    <= in_q + {{AHEAD_LOG2{1'b0}}, data_come};
		end
		if (!on_q) begin
			out_q   <= asked_q;
			front_q <= raddr_i[3];
		end else if (drop) begin
			out_q   <= out_q + 1'b1;
			front_q <= !front_q;
		end
		// (The second summand is all ones while it is loaded, when the sum is not used, so
		// that loading shares the logic cells of the carry chain.)
		if (!on_q || ask)
			ask_q <= !on_q ? raddr_i[SLOTS_LOG2+2:3]
				: ask_q + {{(SLOTS_LOG2-1){!on_q}}, 1'b1};
	end
	generate
		for (k = 0; k < 4; k = k + 1) begin : gen_lane
			gnomon_cell_ram_narrow #(.LUT_BITS(LUT_BITS), .READ_W(8), .PARTS_LOG2(1),
				.DEPTH_LOG2(AHEAD_LOG2)) u_ahead (
				.clk     (clk),
				.we_i    (data_come),
				.waddr_i (in_q[AHEAD_LOG2-1:0]),
				.wdata_i (data_in[16*k +: 16]),
				.raddr_i ({out_q[AHEAD_LOG2-1:0], raddr_i[0]}),
				.rdata_o (lanes_o[8*k +: 8])
			);
		end
	endgenerate
	assign ready_o = there_q && raddr_i[3] == front_q;

	// Reads go before writes, for as long as there are places (fill_q: there is one)
	assign reads  = fill_q && !first_q;
	assign writes = !reads && burst_q;
	always @(posedge clk)
		if (rst)
			valid_q <= 1'b0;
		else if (next) begin
			valid_q <= reads || writes;
			write_q <= writes;
			addr_q  <= reads ? ask_q : sent_q;
		end

	wire unused_upper = &{1'b0, waddr_i, head_i, raddr_i};  // the queue's places are low bits

endmodule
