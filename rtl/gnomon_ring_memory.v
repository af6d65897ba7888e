// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_memory: a trace buffer in a memory outside the monitor (SDRAM, DDR): a queue of slots
// that are written, and slots that are read ahead for the host.
//
//  1. Words go into the queue at their address, also those of a record that is not kept. Slots
//     before head_i are whole and kept: they go to the memory, in order.
//  2. A burst of writes begins when BURST slots wait, or when the host reads. It ends when the
//     queue is empty. So up to BURST - 1 slots stay in the queue.
//  3. room_o is 0 where the queue has no place for more words. Then the words wait.
//  4. reads_i is 1 while the host reads a frame. Slots that were before head_i when it became 1 are
//     written first. Then the slots from raddr_i on are read, up to 16 ahead. What was read ahead
//     is discarded when reads_i becomes 0.
//  5. mem_o requests one access: {valid, write, slot address, data}. mem_i answers: {ready, data
//     valid, data}. A request with valid 1 stays as it is until ready is 1. The memory makes the
//     accesses in order: a read gives what was written before it. The data of reads come in order,
//     each after any number of cycles; the monitor always takes them.
//  6. A burst is a row of accesses of one kind, to successive addresses modulo the slots.
// CONSTRAINT: the words behind head_i are at most 80 slots. raddr_i steps by one slot at most
//   while reads_i is 1, after ready_o was 1 with it, and stays for four cycles. rst is 1 only while
//   no read is in flight, or together with the reset of the memory.
//
// Latency: head_i to mem_o with a burst under way: 2 cycles. mem_i with data to ready_o: 2 cycles.
//   raddr_i to ready_o, where the slot was read ahead: 2 cycles; within a slot, and to rdata_o:
//   none (combinational).
//
// A frame reads slot 3, with nothing in the queue; the answer of the memory takes two cycles.
//
//   cycle          0  1  2  3  4  5  6  7  8
//   reads_i        0  1  1  1  1  1  1  1  1
//   request valid  0  0  0  0  1  1  1  1  1
//   slot address   -  -  -  -  3  4  5  6  7
//   request ready  1  1  1  1  1  1  1  1  1
//   data valid     0  0  0  0  0  0  1  1  1
//   ready_o        0  0  0  0  0  0  0  0  1
//
// Instance:
//   gnomon_ring_memory #(.LUT_BITS(0), .SLOTS_LOG2(20), .QUEUE_LOG2(8), .BURST(16)) u_ring_memory (
//     .clk(clk), .rst(rst), .clear_i(clear), .we_i(we), .waddr_i(waddr), .wdata_i(wdata),
//     .head_i(head), .room_o(room), .reads_i(reads), .raddr_i(raddr), .ready_o(ready),
//     .rdata_o(rdata), .mem_o(mem_o), .mem_i(mem_i)
//   );

module gnomon_ring_memory #(
	parameter LUT_BITS   = 0,   // as gnomon_cell_ram's
	parameter SLOTS_LOG2 = 20,  // slots of 64 bits, log2; requires QUEUE_LOG2 + 1..28
	parameter QUEUE_LOG2 = 8,   // slots of the queue, log2; requires 7..12
	parameter BURST      = 16   // slots with which a burst begins; requires 1..32
) (
	input  wire                   clk,
	input  wire                   rst,
	input  wire                   clear_i,  // the queue is discarded; head_i becomes 0
	// words
	input  wire                   we_i,
	input  wire [SLOTS_LOG2:0]    waddr_i,  // word
	input  wire [31:0]            wdata_i,
	input  wire [SLOTS_LOG2-1:0]  head_i,
	output wire                   room_o,
	// host
	input  wire                   reads_i,
	input  wire [SLOTS_LOG2+2:0]  raddr_i,  // byte
	output wire                   ready_o,  // rdata_o is the byte at raddr_i
	output wire [7:0]             rdata_o,
	// memory
	output wire [SLOTS_LOG2+65:0] mem_o,
	input  wire [65:0]            mem_i
);
	localparam AHEAD_LOG2 = 4;   // slots that are read ahead
	localparam MARGIN     = 4;   // slots that are written until room_o is 0
	generate
		if (QUEUE_LOG2 < 7 || QUEUE_LOG2 > 12) begin : gen_bad_queue
			QUEUE_LOG2_must_be_7_to_12 u_bad ();
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
	reg  [63:0]           data_q;
	wire                  next    = !valid_q || mem_ready;
	wire                  reads, writes;
	wire [63:0]           queued;
	assign mem_o = {valid_q, write_q, addr_q, data_q};

	// Queue: the slots from sent_q on, each at its address modulo the size of the queue
	reg  [SLOTS_LOG2-1:0] sent_q;
	reg                   shown_q;    // queued is slot sent_q
	reg                   burst_q, room_q;
	wire                  send      = next && writes;
	// whether one is sent is known late: it chooses, and is no addend
	wire [SLOTS_LOG2-1:0] sent_more = sent_q + 1'b1;
	wire [QUEUE_LOG2-1:0] sent_next = send ? sent_more[QUEUE_LOG2-1:0]
		: sent_q[QUEUE_LOG2-1:0];
	// No more than the queue holds: the low bits of the positions have it. What is left after a
	// slot that goes now is decided beside whether it goes, which is known late.
	wire [QUEUE_LOG2-1:0] waiting   = head_i[QUEUE_LOG2-1:0] - sent_q[QUEUE_LOG2-1:0];
	wire [QUEUE_LOG2:0]   in_use    = waddr_i[QUEUE_LOG2+1:1] - sent_q[QUEUE_LOG2:0];
	localparam [31:0]           FULL_32 = (1 << QUEUE_LOG2) - MARGIN, BURST_32 = BURST;
	localparam [QUEUE_LOG2:0]   FULL  = FULL_32[QUEUE_LOG2:0];
	localparam [QUEUE_LOG2-1:0] LEAST = BURST_32[QUEUE_LOG2-1:0];
	wire                  some      = send ? waiting > 1 : waiting != 0;
	wire                  enough    = send ? waiting > LEAST : waiting >= LEAST;
	genvar k;
	generate
		for (k = 0; k < 2; k = k + 1) begin : gen_half
			gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(32), .DEPTH_LOG2(QUEUE_LOG2),
				.BLOCK(1)) u_queue (
				.clk     (clk),
				.we_i    (we_i && waddr_i[0] == k),
				.waddr_i (waddr_i[QUEUE_LOG2:1]),
				.wdata_i (wdata_i),
				.raddr_i (sent_next),
				.rdata_o (queued[32*k +: 32])
			);
		end
	endgenerate

	// Slots of the queue that are written before the host reads
	reg                  reads_q;
	reg [QUEUE_LOG2-1:0] before_q;
	reg                  first_q;  // there are any
	wire                 begins = reads_i && !reads_q;
	always @(posedge clk) begin
		reads_q <= reads_i && !rst;
		if (rst || clear_i) begin
			sent_q   <= 0;
			shown_q  <= 1'b0;
			burst_q  <= 1'b0;
			room_q   <= 1'b1;
			before_q <= 0;
			first_q  <= 1'b0;
		end else begin
			if (send)
				sent_q <= sent_more;
			shown_q <= some;
			burst_q <= some && (burst_q || enough || first_q);
			room_q  <= in_use < FULL;
			before_q <= begins ? waiting - {{(QUEUE_LOG2-1){1'b0}}, send}
				: before_q - {{(QUEUE_LOG2-1){1'b0}}, send && first_q};
			first_q  <= begins ? some : first_q && !(send && before_q == 1);
		end
	end
	assign room_o = room_q;

	// Slots that are read ahead: begun when half of their places are free
	localparam AHEAD = 1 << AHEAD_LOG2;
	reg  [SLOTS_LOG2-1:0] ask_q;      // that is read next
	reg  [AHEAD_LOG2:0]   flight_q;   // reads without an answer
	reg  [AHEAD_LOG2:0]   stale_q;    // of these, the first ones, of a frame that has ended
	reg  [AHEAD_LOG2:0]   stored_q;   // slots that are there
	reg                   fill_q;
	wire                  ask      = next && reads;
	wire                  take     = data_come && stale_q == 0 && reads_q;
	wire                  drop;
	wire [AHEAD_LOG2:0]   one      = 1;
	reg  [AHEAD_LOG2:0]   places_q;   // AHEAD less flight_q, less stored_q
	reg  [AHEAD_LOG2-1:0] in_q, out_q;
	reg                   front_q;    // lowest bit of the slot that is the first one
	reg                   there_q;    // front is it
	wire [63:0]           front;
	always @(posedge clk)
		if (rst) begin
			flight_q <= 0;
			stale_q  <= 0;
			stored_q <= 0;
			places_q <= AHEAD;
			fill_q   <= 1'b0;
			there_q  <= 1'b0;
			in_q     <= 0;
			out_q    <= 0;
		end else begin
			flight_q <= flight_q + (ask ? one : 0) - (data_come ? one : 0);
			if (!reads_i || begins) begin
				// no read goes now: an ask that comes late would be in the way
				stale_q  <= flight_q - (data_come ? one : 0);
				stored_q <= 0;
				places_q <= AHEAD - flight_q + (data_come ? one : 0);
				fill_q   <= 1'b0;
				there_q  <= 1'b0;
				in_q     <= 0;
				out_q    <= 0;
				ask_q    <= raddr_i[SLOTS_LOG2+2:3];
				front_q  <= raddr_i[3];
			end else begin
				if (data_come && stale_q != 0)
					stale_q <= stale_q - one;
				if (ask)
					ask_q <= ask_q + 1'b1;
				if (take)
					in_q <= in_q + 1'b1;
				if (drop) begin
					out_q   <= out_q + 1'b1;
					front_q <= !front_q;
				end
				stored_q <= stored_q + (take ? one : 0) - (drop ? one : 0);
				there_q  <= stored_q != 0 && !drop;
				places_q <= places_q - (ask ? one : 0) + (drop ? one : 0)
					+ (data_come && stale_q != 0 ? one : 0);
				fill_q   <= fill_q ? places_q > 1 || (places_q == 1 && !ask)
					: places_q >= AHEAD / 2;
			end
		end
	assign drop = there_q && raddr_i[3] != front_q;
	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(64), .DEPTH_LOG2(AHEAD_LOG2)) u_ahead (
		.clk     (clk),
		.we_i    (take),
		.waddr_i (in_q),
		.wdata_i (data_in),
		.raddr_i (out_q),
		.rdata_o (front)
	);
	assign ready_o = there_q && raddr_i[3] == front_q;
	assign rdata_o = front[8*raddr_i[2:0] +: 8];

	// Reads go before writes, for as long as there are places (fill_q: there is one)
	assign reads  = fill_q && !first_q && reads_i && reads_q;
	assign writes = !reads && burst_q && shown_q;
	always @(posedge clk)
		if (rst)
			valid_q <= 1'b0;
		else if (next) begin
			valid_q <= reads || writes;
			write_q <= writes;
			addr_q  <= reads ? ask_q : sent_q;
			data_q  <= queued;
		end

	wire unused_upper = &{1'b0, waddr_i, head_i};  // the queue's places are the low bits

endmodule
