// SPDX-License-Identifier: Apache-2.0
// Room: ring
// gnomon_ring_center: the end of the ring with the trace buffer, the registers and the host's side;
// or, with RING_W 0, the neighbour of the only node, without a ring.
//
//  1. START of the link is the sync pulse. SELECT, STOP and each byte of a WRITE are commands on
//     the ring; so is a change of the trace buffer between full and not full. LIMIT and POST go to
//     the trace buffer.
//  2. A command waits here until the ring takes it. wr_ready_o is 0 until the ring can take another
//     command; the link answers only then. Without a ring none waits.
//  3. Records that come up the ring go into the trace buffer, high-water marks into the registers.
//  4. The link reads trace buffer and registers through its address addr_i. It writes a table cell
//     at byte place_i of the slot arg_i.
//  5. The registers do not change while the link reads an answer from them. With SLOTS_LOG2 above
//     16 head and tail have two registers each; the two are always of one cycle.
// CONSTRAINT: arg_i is addr_i without its three lowest bits while op_valid_i is 1.
// CONSTRAINT: without WIDE arg_i, place_i and wr_data_i are the same in the cycle after wr_valid_i.
//
// Latency: op_valid_i to sync_o: none (combinational). wr_valid_i with wr_ready_o to dn_valid_o:
//   1 cycle. SELECT or STOP at op_valid_i to dn_valid_o: 2 cycles with an idle ring; without a ring
//   none each (combinational), and address and byte of a WRITE are there a cycle later. rd_next_i
//   to rd_data_o, addr_i and reg_lower_i to reg_data_o: 1 cycle (gnomon_link, gnomon_link_regs);
//   with WIDE addr_i to rd_data_o: 2 cycles, with rd_next_i in the second one (gnomon_link_wide).
//
// With RING_W 8: a STOP (operation 4). The next command can come when it has passed all stations.
//
//   cycle        0  1  2  3  4  5  6  7  8  9 10 11 12
//   op_valid_i   1  0  0  0  0  0  0  0  0  0  0  0  0
//   op_i         4  -  -  -  -  -  -  -  -  -  -  -  -
//   sync_o       0  0  0  0  0  0  0  0  0  0  0  0  0
//   wr_ready_o   0  0  0  0  0  0  0  0  0  0  0  1  1
//   dn_valid_o   0  0  1  1  1  1  0  0  0  0  0  0  0
//   dn_data_o    -  -  0  0  0 80  -  -  -  -  -  -  -
//
// Instance:
//   gnomon_ring_center #(.LUT_BITS(0), .IDENTITY(96'd0), .ADDR_W(14), .NODES(1), .TIME_W(32),
//     .SLOTS_LOG2(10), .SPRAM(0), .PORT(0), .LONG(0), .RING_W(8), .WIDE(0), .WRAP(1), .SYNC(0),
//     .LATE(0)
//   ) u_ring_center (
//     .clk(clk), .rst(rst), .op_valid_i(op_valid), .op_i(op), .arg_i(arg), .place_i(place),
//     .wr_valid_i(wr_valid), .wr_ready_o(wr_ready), .rd_ready_o(rd_ready), .rd_next_i(rd_next),
//     .addr_i(addr), .wr_data_i(wr_data), .nonce_i(nonce), .taken_i(taken), .rd_data_o(rd_data),
//     .reg_lower_i(reg_lower), .reg_data_o(reg_data), .busy_i(busy), .sync_o(sync_o),
//     .sync_i(sync_i), .dn_valid_o(dn_valid), .dn_data_o(dn_data), .up_valid_i(up_valid),
//     .up_ready_o(up_ready), .up_tag_i(up_tag), .up_data_i(up_data), .fifo_high_i(fifo_high),
//     .mem_o(mem_o), .mem_i(mem_i)
//   );

module gnomon_ring_center #(
	parameter        LUT_BITS   = 0,      // as gnomon_cell_ram's
	parameter [95:0] IDENTITY   = 96'd0,  // first bytes of the registers
	parameter        ADDR_W     = 14,     // as gnomon_link's; requires at least SLOTS_LOG2 + 4,
	                                      // and 14
	parameter        NODES      = 1,      // requires 1..192: each has a register for its
	                                      // high-water mark
	parameter        TIME_W     = 32,     // bits of the time; requires 12..32
	parameter        SLOTS_LOG2 = 10,     // slots of the trace buffer, log2; requires 6..15,
	                                      // with PORT 12..28
	parameter        SPRAM      = 0,      // 1: the trace buffer is in SPRAM; SLOTS_LOG2 is then
	                                      // 14 at most
	parameter        PORT       = 0,      // 1: the trace buffer is a memory outside the monitor
	parameter        LONG       = 0,      // 1: there are records of more than 30 words: blocks,
	                                      // samples of more than 28 words
	parameter        RING_W     = 8,      // wires of the ring each way; 0: there is no ring,
	                                      // as gnomon_record_headend's; requires 1, 2, 4, 8,
	                                      // 16 or 32, or 0 with NODES 1
	parameter        WIDE       = 0,      // 0: the link is gnomon_link; 1: gnomon_link_wide,
	                                      // without reg_lower_i and reg_data_o
	parameter        WRAP       = 1,      // 0: there is no flight recorder: SELECT never
	                                      // requests wrap, nor is POST used
	parameter        SYNC       = 0,      // 1: there is the register TIME
	parameter        LATE       = 0,      // cycles by which sync_i and the watched words are
	                                      // later than on the wires; requires 0 or 1
	// not to be set
	parameter        WIRES      = RING_W == 0 ? 32 : RING_W
) (
	input  wire              clk,
	input  wire              rst,
	// link
	input  wire              op_valid_i,
	input  wire [2:0]        op_i,
	input  wire [ADDR_W-4:0] arg_i,
	input  wire [2:0]        place_i,
	input  wire              wr_valid_i,
	output wire              wr_ready_o,
	output wire              rd_ready_o,
	input  wire              rd_next_i,
	input  wire [ADDR_W-1:0] addr_i,
	input  wire [7:0]        wr_data_i,
	input  wire              nonce_i,
	input  wire              taken_i,    // with SYNC: the link takes a byte of the host
	output wire [7:0]        rd_data_o,
	input  wire              reg_lower_i,
	output wire [3:0]        reg_data_o,
	input  wire              busy_i,
	// headends
	output wire              sync_o,
	input  wire              sync_i,     // sync_o as the headends get it: at once, or later
	                                     // by as many cycles as the watched words
	output wire              dn_valid_o,
	output wire [WIRES-1:0]  dn_data_o,
	input  wire              up_valid_i,
	output wire              up_ready_o,
	input  wire              up_tag_i,
	input  wire [WIRES-1:0]  up_data_i,
	input  wire [15:0]       fifo_high_i, // with RING_W 0
	// memory, with PORT: as gnomon_ring_memory's
	output wire [SLOTS_LOG2+65:0] mem_o,
	input  wire [65:0]            mem_i
);

	`include "gnomon_records.vh"

	localparam CELL_W = ADDR_W > 19 ? 19 : ADDR_W;  // bits of the address of a table cell
	generate
		if (NODES < 1 || NODES > 192) begin : gen_bad_nodes
			NODES_must_be_1_to_192 u_bad ();
		end
		if (RING_W == 0 && NODES != 1) begin : gen_bad_alone
			NODES_must_be_1_with_RING_W_0 u_bad ();
		end
		if (ADDR_W < SLOTS_LOG2 + 4 || ADDR_W < 14) begin : gen_bad_addr
			ADDR_W_must_be_14_and_SLOTS_LOG2_plus_4_at_least u_bad ();
		end
	endgenerate

	// Operations. Those that go down the ring wait here until it takes them; the link answers
	// only then.
	wire op_select = op_valid_i && op_i == GNO_OP_SELECT;
	wire op_stop   = op_valid_i && op_i == GNO_OP_STOP;
	assign sync_o  = op_valid_i && op_i == GNO_OP_START;

	reg        wrap_q, active_q;
	wire       full;
	wire       eve, start, clear, zero, first;
	always @(posedge clk) begin
		if (rst)
			wrap_q <= 1'b0;
		else if (op_select)
			wrap_q <= arg_i[GNO_SELECT_WRAP];
		if (rst || op_stop)
			active_q <= 1'b0;
		else if (sync_o)
			active_q <= 1'b1;
	end

	gnomon_record_sync u_sync (
		.clk     (clk),
		.rst     (rst),
		.sync_i  (sync_i),
		.eve_o   (eve),
		.start_o (start),
		.clear_o (clear),
		.zero_o  (zero),
		.first_o (first)
	);
	wire unused_sync = &{1'b0, eve, start, zero, first};
	// without a ring a clock later, as many registers follow
	wire clears;
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(RING_W == 0 ? 1 : 0)) u_clears (
		.clk (clk), .d_i (clear || rst), .q_o (clears)
	);

	// Ring
	wire        word_valid, word_ready, mark_valid, mark_ready;
	wire [31:0] word;
	wire [7:0]  mark_node;
	wire [15:0] mark;
	wire [21:0] address = {{(22-CELL_W){1'b0}}, arg_i[CELL_W-4:0], place_i};
	generate
		if (RING_W != 0) begin : gen_ring
			wire       ring_ready;
			reg        pending_q;
			reg        said_q;   // what the nodes know of the buffer: full
			reg [1:0]  kind_q;
			reg [21:0] arg_q;
			always @(posedge clk) begin
				if (rst)
					pending_q <= 1'b0;
				else if (op_select || op_stop)
					pending_q <= 1'b1;
				else if (ring_ready)
					pending_q <= 1'b0;
				if (op_valid_i) begin
					kind_q <= op_select ? GNO_RING_SELECT : GNO_RING_STOP;
					arg_q  <= {{(25-CELL_W){1'b0}}, arg_i[CELL_W-4:0]};
				end
				if (rst)
					said_q <= 1'b0;
				else if (ring_ready && !pending_q && !wr_valid_i)
					said_q <= full;
			end
			assign wr_ready_o = ring_ready && !pending_q && !(op_select || op_stop);

			gnomon_ring_master #(.NODES(NODES), .RING_W(RING_W)) u_ring (
				.clk             (clk),
				.rst             (rst),
				.clear_i         (clear),
				.command_valid_i (pending_q || wr_valid_i || full != said_q),
				.command_ready_o (ring_ready),
				.command_i       (pending_q ? {kind_q, arg_q, 8'd0} : wr_valid_i
					? {GNO_RING_WRITE, address, wr_data_i}
					: {GNO_RING_FULL, full, 29'd0}),
				.word_valid_o    (word_valid),
				.word_ready_i    (word_ready),
				.word_o          (word),
				.mark_valid_o    (mark_valid),
				.mark_ready_i    (mark_ready),
				.mark_node_o     (mark_node),
				.mark_o          (mark),
				.dn_valid_o      (dn_valid_o),
				.dn_data_o       (dn_data_o),
				.up_valid_i      (up_valid_i),
				.up_ready_o      (up_ready_o),
				.up_tag_i        (up_tag_i),
				.up_data_i       (up_data_i)
			);
			wire unused_high = &{1'b0, fifo_high_i};
		end else begin : gen_alone
			// A command goes at once; where there is none, whether the buffer is full.
			// Address and byte of a WRITE are there in the cycle after it
			// (gnomon_record_command): the link keeps them so long, but the wide one
			// has a byte a cycle.
			wire [28:0] cell_after;
			gnomon_cell_delay #(.WIDTH(29), .CLOCKS(WIDE != 0 ? 1 : 0)) u_cell (
				.clk (clk),
				.d_i ({address[20:0], wr_data_i}),
				.q_o (cell_after)
			);
			assign wr_ready_o = 1'b1;
			assign dn_valid_o = 1'b1;
			assign dn_data_o  = {wr_valid_i ? GNO_RING_WRITE
				: op_select ? GNO_RING_SELECT
				: op_stop ? GNO_RING_STOP : GNO_RING_FULL, full,
				op_select ? address[20:0] : cell_after[28:8], cell_after[7:0]};
			assign {word_valid, word}      = {up_valid_i, up_data_i};
			assign up_ready_o              = word_ready;
			assign {mark_valid, mark_node} = 9'd0;  // it has a turn
			assign mark                    = fifo_high_i;
			wire unused_top = address[21];
		end
	endgenerate

	wire unused_addr = &{1'b0, addr_i};  // bits that only a trace buffer or a ROM has

	// Trace buffer
	wire [SLOTS_LOG2-1:0] head, tail;
	wire                  wrapped, frozen;
	wire [3:0]            high;
	wire [7:0]            buffer_byte;
	gnomon_ring_collector #(
		.LUT_BITS(LUT_BITS), .SLOTS_LOG2(SLOTS_LOG2), .SPRAM(SPRAM), .PORT(PORT),
		.LONG(LONG), .NODES(NODES), .TIME_W(TIME_W), .POST_W(ADDR_W - 3),
		.WORD_CLOCKS(32 / WIRES), .WIDE(WIDE), .WRAP(WRAP),
		.IN_ORDER(RING_W == 0 && LONG == 0), .ENDS(RING_W == 0)
	) u_collector (
		.clk           (clk),
		.rst           (rst),
		.clear_i       (clears),
		.wrap_i        (wrap_q),
		.limit_valid_i (op_valid_i && op_i == GNO_OP_LIMIT),
		.limit_i       (arg_i[SLOTS_LOG2-1:0]),
		.post_valid_i  (op_valid_i && op_i == GNO_OP_POST),
		.post_i        (arg_i),
		.reads_i       (busy_i && op_i == GNO_OP_READ_BUFFER),
		.rd_addr_i     (addr_i[SLOTS_LOG2+2:0]),
		.rd_ready_o    (rd_ready_o),
		.rd_data_o     (buffer_byte),
		.word_valid_i  (word_valid),
		.word_ready_o  (word_ready),
		.word_i        (word),
		.ends_i        (up_tag_i),
		.head_o        (head),
		.tail_o        (tail),
		.full_o        (full),
		.wrapped_o     (wrapped),
		.frozen_o      (frozen),
		.high_o        (high),
		.mem_o         (mem_o),
		.mem_i         (mem_i)
	);

	// Registers: status words are written in turn, a node's high-water mark and a byte of
	// START's payload when it comes. While an answer is being read nothing is written, and
	// nothing waits for that: high-water marks are sent repeatedly. Two are two clocks apart,
	// so that there are clocks for the status words. The upper half of a position is written
	// behind the lower one, also where reading has begun between the two: the link shows the
	// first address of a payload later.
	localparam [31:0] HEAD_WORD = GNO_REG_HEAD / 2, STATE_WORD = GNO_REG_STATE / 2;
	localparam [31:0] TAIL_WORD = GNO_REG_TAIL / 2, UPPER_WORD = GNO_REG_HEAD_UPPER / 2,
		FIFO_WORD = GNO_REG_FIFO_HIGH / 2, NONCE_WORD = GNO_REG_NONCE / 2,
		TIME_WORD = GNO_REG_TIME / 2;
	reg [7:0] run_q;
	reg [1:0] turn_q;    // head, state, tail; without a ring the high-water mark
	reg       upper_q;   // the upper half of that position is next
	reg [15:0] kept_q;   // the upper half
	reg       marked_q;
	wire [31:0] head32 = {{(32-SLOTS_LOG2){1'b0}}, head};
	wire [31:0] tail32 = {{(32-SLOTS_LOG2){1'b0}}, tail};
	localparam [1:0] HEAD_TURN = 2'd0, STATE_TURN = 2'd1, TAIL_TURN = 2'd2, MARK_TURN = 2'd3,
		LAST_TURN = RING_W == 0 ? MARK_TURN : TAIL_TURN;
	localparam       HALVES = SLOTS_LOG2 > 16;
	wire        reading = busy_i && op_i == GNO_OP_READ_REGS;

	// With SYNC the last byte of a READ_REGS has its cycle written before the answer reads it
	wire        time_we;
	wire [1:0]  time_word;
	wire [15:0] time_data;
	generate
		if (SYNC != 0) begin : gen_sync
			gnomon_link_time #(.LATE(LATE)) u_sync_time (
				.clk     (clk),
				.rst     (rst),
				.sync_i  (sync_i),
				.taken_i (taken_i && reading),
				.we_o    (time_we),
				.word_o  (time_word),
				.data_o  (time_data)
			);
		end else begin : gen_no_sync
			assign time_we   = 1'b0;
			assign time_word = 2'd0;
			assign time_data = 16'd0;
			wire unused_taken = &{1'b0, taken_i};
		end
	endgenerate

	wire        other   = nonce_i || (mark_valid && mark_ready) || time_we;
	wire        upper   = HALVES && upper_q;
	wire        raises  = HALVES && !upper_q && !turn_q[0];  // head and tail
	wire        steps   = !HALVES || (!other && (!reading || upper));
	always @(posedge clk) begin
		if (rst)
			run_q <= 8'd0;
		else if (sync_o)
			run_q <= {1'b1, run_q[6:0] + 7'd1};
		marked_q <= mark_valid && mark_ready && !rst;
		if (rst || (steps && !raises && turn_q == LAST_TURN))
			turn_q <= HEAD_TURN;
		else if (steps && !raises)
			turn_q <= turn_q + 2'd1;
		if (rst)
			upper_q <= 1'b0;
		else if (steps)
			upper_q <= raises;
		if (steps && raises)
			kept_q <= turn_q == TAIL_TURN ? tail32[31:16] : head32[31:16];
	end
	wire [7:0] state = ({7'd0, active_q} << GNO_STATE_ACTIVE)
		| ({7'd0, full} << GNO_STATE_FULL)
	                 | ({7'd0, wrapped} << GNO_STATE_WRAPPED)
	                 	| ({7'd0, frozen} << GNO_STATE_FROZEN)
	                 | ({4'd0, high} << GNO_STATE_HIGH);
	reg  [15:0] status;
	reg  [7:0]  status_addr;
	always @*
		if (time_we) begin
			status      = time_data;
			status_addr = {TIME_WORD[7:2], time_word};
		end else if (mark_valid && mark_ready) begin
			status      = mark;
			status_addr = FIFO_WORD[7:0] + mark_node;
		end else if (upper) begin
			status      = kept_q;
			status_addr = UPPER_WORD[7:0] + {7'd0, turn_q == TAIL_TURN};
		end else
			case (turn_q)
			HEAD_TURN: begin
				status      = head32[15:0];
				status_addr = HEAD_WORD[7:0];
			end
			STATE_TURN: begin
				status      = {run_q, state};
				status_addr = STATE_WORD[7:0];
			end
			TAIL_TURN: begin
				status      = tail32[15:0];
				status_addr = TAIL_WORD[7:0];
			end
			default: begin
				status      = mark;
				status_addr = FIFO_WORD[7:0];
			end
			endcase
	reg         write_q;
	reg  [15:0] status_q;
	reg  [7:0]  status_addr_q;
	always @(posedge clk) begin
		write_q       <= (!reading || (upper && steps) || time_we) && !rst;
		// The last byte of START's payload, the run number, goes to an unused place: it is
		// counted. What is below a byte of the nonce means nothing.
		status_q      <= nonce_i && !time_we ? {wr_data_i, status[7:0]} : status;
		status_addr_q <= nonce_i && !time_we ? NONCE_WORD[7:0] + {5'd0, place_i}
			: status_addr;
	end
	assign mark_ready = !marked_q;

	wire [(WIDE != 0 ? 7 : 3):0] reg_part;
	gnomon_link_regs #(.LUT_BITS(LUT_BITS), .IDENTITY(IDENTITY), .WIDE(WIDE)) u_regs (
		.clk      (clk),
		.we_i     (write_q),
		.waddr_i  (status_addr_q),
		.wdata_i  (status_q),
		.raddr_i  (addr_i[8:0]),
		.rlower_i (reg_lower_i),
		.rdata_o  (reg_part)
	);

	// Reading: a clock for the RAM, a clock for the choice.
	reg [7:0] rd_data_q;
	reg       regs_q;
	always @(posedge clk)
		regs_q <= op_i == GNO_OP_READ_REGS;
	generate
		if (WIDE != 0) begin : gen_wide
			always @(posedge clk)
				if (rd_next_i)
					rd_data_q <= regs_q ? reg_part : buffer_byte;
			assign reg_data_o = 4'd0;
		end else begin : gen_small
			always @(posedge clk)
				rd_data_q <= !rd_next_i ? 8'd0 : buffer_byte;
			assign reg_data_o = regs_q ? reg_part : 4'd0;
		end
	endgenerate
	assign rd_data_o = rd_data_q;

endmodule
