// SPDX-License-Identifier: Apache-2.0
// What the register TIME promises (gnomon_link, gnomon_record_single with SYNC), for any bytes, any
// waiting of the sender and the receiver, and resets at any time:
//
//  answers: each byte of TIME in an answer that begins at byte 56 or before is that of the cycle
//    in which the last byte of the request was taken, counted here since START or a reset. So the
//    64 bits are of one cycle, and no write comes between them.
//  quiet: no byte of the host is taken while an answer is sent.
//
// These two go by ports alone. The others tie what is counted here to the registers inside, so that
// they follow from each other by induction: they hold in each state that can be reached, however
// long the monitor runs.
//  frame: the state of the link is that of the bytes that were taken.
//  counts: the four words and the carry are the count.
//  writes: the noted cycle is in the RAM two turns of the words later.
//  reads: the halves of a byte come from there.
`default_nettype none

module time_properties #(
	parameter LATE = 0
) (
	input wire        clk,
	input wire        rst,
	input wire        rx_valid,
	input wire  [7:0] rx_data,
	input wire        tx_ready,
	input wire        when_word,
	input wire  [3:0] code
);
	localparam ADDR_W = 14;
	localparam SLOT_W = ADDR_W - 3;
	localparam [2:0] READ_REGS = 0;

	wire              rx_ready, tx_valid, op_valid, wr_valid, wr_ready, nonce, rd_next, lower;
	wire              busy, sync;
	wire        [7:0] tx_data, wr_data, rd_data;
	wire        [3:0] reg_data;
	wire        [2:0] op;
	wire [SLOT_W-1:0] arg;
	wire        [2:0] in_slot;
	wire [ADDR_W-1:0] addr;
	reg               sync_q = 1'b0;
	wire              sync_late = LATE != 0 ? sync_q : sync;
	always @(posedge clk)
		sync_q <= sync && !rst;
	gnomon_link #(.ADDR_W(ADDR_W)) u_link (
		.clk(clk), .rst(rst), .rx_valid_i(rx_valid), .rx_ready_o(rx_ready),
		.rx_data_i(rx_data), .tx_valid_o(tx_valid), .tx_ready_i(tx_ready),
		.tx_data_o(tx_data), .op_valid_o(op_valid), .op_o(op), .arg_o(arg),
		.place_o(in_slot), .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .addr_o(addr),
		.wr_data_o(wr_data), .nonce_o(nonce), .rd_ready_i(1'b1), .rd_next_o(rd_next),
		.rd_data_i(rd_data), .reg_lower_o(lower), .reg_data_i(reg_data), .busy_o(busy)
	);
	gnomon_record_single #(
		.ADDR_W(ADDR_W), .SLOTS_LOG2(6), .TIME_W(12), .CELL_W(6), .SYNC(1), .LATE(LATE)
	) u_dut (
		.clk(clk), .rst(rst), .op_valid_i(op_valid), .op_i(op), .arg_i(arg),
		.place_i(in_slot), .wr_valid_i(wr_valid), .wr_ready_o(wr_ready),
		.rd_next_i(rd_next), .addr_i(addr), .wr_data_i(wr_data), .nonce_i(nonce),
		.taken_i(rx_valid && rx_ready), .rd_data_o(rd_data), .reg_lower_i(lower),
		.reg_data_o(reg_data), .busy_i(busy),
		.sync_o(sync), .sync_i(sync_late), .when_i(when_word), .code_i(code),
		.actions_i(8'd0), .capture_i(1'b0), .line_i(1'b0), .own_i(1'b0), .late_i(1'b0),
		.table_o(), .wr_addr_o(), .wr_data_o()
	);

	reg started = 1'b0;
	always @(posedge clk)
		started <= 1'b1;
	always @*
		if (!started)
			assume(rst);

	// What is expected, by the ports: the cycle, that of the last byte, the last bytes, how
	// many bytes were sent since, and how many cycles ago that was
	wire        take = rx_valid && rx_ready;
	reg  [63:0] now = 0, noted = 0;
	reg  [47:0] last = 0;   // the newest byte lowest
	reg  [ADDR_W-1:0] sent = 0;
	reg   [1:0] sends = 0;  // the same, 2 at most
	reg   [3:0] age = 0;
	always @(posedge clk) begin
		now <= rst ? 64'd0 : sync_late ? LATE : now + 64'd1;
		if (take) begin
			noted <= now;
			last  <= {last[39:0], rx_data};
		end
		sent  <= take ? 0 : sent + (tx_valid && tx_ready);
		sends <= take ? 0 : sends + (tx_valid && tx_ready && !sends[1]);
		age   <= take ? 4'd1 : age + (age != 15);
	end
	wire [SLOT_W-1:0] begins = {last[24 +: SLOT_W-8], last[39:32]};  // the address of a request
	wire [ADDR_W-1:0] at     = {begins, 3'd0} + sent - 1'b1;
	wire              in_time = at[ADDR_W-1:3] == 8 && begins <= 7;
	wire              reading = started && busy && op == READ_REGS;
	always @*
		if (reading && tx_valid && sends != 0)
			answers: assert(!in_time || tx_data == noted[8*at[2:0] +: 8]);
	always @*
		if (reading && sends[1])  // the first one is the echo of the last byte
			quiet: assert(!take);

	// The registers inside
	(* hierconn *) wire [11:0] \u_link.state_q ;
	(* hierconn *) wire        \u_link.header_q ;
	(* hierconn *) wire        \u_link.fetch_q ;
	(* hierconn *) wire        \u_link.check_q ;
	(* hierconn *) wire        \u_link.emit_q ;
	(* hierconn *) wire        \u_link.sum_q ;
	(* hierconn *) wire        \u_link.half_q ;
	(* hierconn *) wire  [7:0] \u_link.data_q ;
	(* hierconn *) wire  [2:0] \u_link.op_q ;
	(* hierconn *) wire [SLOT_W-1:0] \u_link.slot_q ;
	(* hierconn *) wire  [2:0] \u_link.byte_q ;
	(* hierconn *) wire        \u_link.op_valid_q ;
	(* hierconn *) wire        \u_link.ends_q ;
	(* hierconn *) wire  [1:0] \u_dut.u_buffer.gen_sync.u_sync_time.place_q ;
	(* hierconn *) wire        \u_dut.u_buffer.gen_sync.u_sync_time.zero_q ;
	(* hierconn *) wire        \u_dut.u_buffer.gen_sync.u_sync_time.carry_q ;
	(* hierconn *) wire [15:0] \u_dut.u_buffer.gen_sync.u_sync_time.word0_q ;
	(* hierconn *) wire [15:0] \u_dut.u_buffer.gen_sync.u_sync_time.word1_q ;
	(* hierconn *) wire [15:0] \u_dut.u_buffer.gen_sync.u_sync_time.word2_q ;
	(* hierconn *) wire [15:0] \u_dut.u_buffer.gen_sync.u_sync_time.word3_q ;
	(* hierconn *) wire        \u_dut.u_buffer.gen_sync.u_sync_time.noted_q ;
	(* hierconn *) wire        \u_dut.u_buffer.gen_sync.u_sync_time.writes_q ;
	(* hierconn *) wire  [1:0] \u_dut.u_buffer.gen_sync.u_sync_time.low_q ;
	wire [11:0] state  = \u_link.state_q ;
	wire        header = \u_link.header_q , fetch = \u_link.fetch_q , check = \u_link.check_q ,
		emit = \u_link.emit_q , sum = \u_link.sum_q , half = \u_link.half_q ;
	wire  [7:0] data   = \u_link.data_q ;
	wire  [1:0] place  = \u_dut.u_buffer.gen_sync.u_sync_time.place_q ;
	wire        zero   = \u_dut.u_buffer.gen_sync.u_sync_time.zero_q ;
	wire        carry  = \u_dut.u_buffer.gen_sync.u_sync_time.carry_q ;
	wire [63:0] words  = {\u_dut.u_buffer.gen_sync.u_sync_time.word3_q ,
		\u_dut.u_buffer.gen_sync.u_sync_time.word2_q ,
		\u_dut.u_buffer.gen_sync.u_sync_time.word1_q ,
		\u_dut.u_buffer.gen_sync.u_sync_time.word0_q };
	wire        noting = \u_dut.u_buffer.gen_sync.u_sync_time.noted_q ;
	wire        writes_now = \u_dut.u_buffer.gen_sync.u_sync_time.writes_q ;
	wire  [1:0] low    = \u_dut.u_buffer.gen_sync.u_sync_time.low_q ;

	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.part_q ;
	wire  [3:0] part = \u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.part_q ;

	// TIME in the RAM: entry 128 + 2k is the upper half of byte k, the next one the lower half
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[128] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[129] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[130] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[131] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[132] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[133] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[134] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[135] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[136] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[137] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[138] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[139] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[140] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[141] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[142] ;
	(* hierconn *) wire [3:0]
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[143] ;
	wire [63:0] kept = {
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[142] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[143] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[140] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[141] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[138] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[139] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[136] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[137] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[134] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[135] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[132] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[133] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[130] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[131] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[128] ,
		\u_dut.u_buffer.gen_sync.u_regs.gen_halves.u_halves.gen_parts.mem[129] };

	// The states of a frame, in which a byte is fetched, checked, emitted and summed up
	localparam SOF = 0, OP = 1, ADDR0 = 2, ADDR1 = 3, COUNT = 4, CRC1 = 6, PAYLOAD = 7,
		PCRC = 8, PCRC1 = 9;
	wire [11:0] place_of = state & ~(12'd1 << PCRC1);
	wire        one_state = place_of != 0 && (place_of & (place_of - 12'd1)) == 0;
	wire  [3:0] phases = {fetch, check, emit, sum};
	wire        one_phase = phases != 0 && (phases & (phases - 4'd1)) == 0;
	wire        answered = state[PAYLOAD] && op == READ_REGS;
	wire        asked = answered || (state[CRC1] && !fetch && op == READ_REGS);
	// The bytes of the header so far: those that `last` has, and which is the newest one
	wire  [2:0] newest = (state[OP] ? 3'd1 : state[ADDR0] ? 3'd2 : state[ADDR1] ? 3'd3
		: state[COUNT] ? 3'd4 : state[5] ? 3'd5 : 3'd6) - fetch;
	wire [47:0] from_op = last >> {newest - 3'd1, 3'd0};
	wire [47:0] from_low = last >> {newest - 3'd2, 3'd0};
	wire [47:0] from_high = last >> {newest - 3'd3, 3'd0};
	wire        header_on = |state[CRC1:ADDR0];  // the operation is there
	wire        low_there = |state[CRC1:ADDR1] || (state[ADDR0] && sum);
	wire        high_there = |state[CRC1:COUNT] || (state[ADDR1] && sum);
	wire        op_there = header_on || (state[OP] && sum);
	always @*
		if (started) frame: assert(one_state && one_phase && (!half || sum)
			&& state[11:10] == 0 && (!state[PCRC1] || state[PCRC])
			&& header == |state[CRC1:SOF]
			&& (!\u_link.op_valid_q || (fetch && !state[PCRC1]
				&& (state[PCRC] || state[SOF])))
			&& (!sync_q || (state[PCRC] && !state[PCRC1] && check))
			&& (!(header && (check || emit)) || data == last[7:0])
			&& (!op_there || op == from_op[2:0])
			&& (!low_there || \u_link.slot_q [7:0] == from_low[7:0])
			&& (!high_there || \u_link.slot_q [SLOT_W-1:8] == from_high[SLOT_W-9:0])
			&& (!header || (state[SOF] && fetch) || \u_link.byte_q == 0)
			&& (state[SOF] || (sum && !half)
				|| \u_link.ends_q == &\u_link.byte_q )
			&& (!header || (state[SOF] && fetch) || sends == (fetch || sum))
			&& (!answered || (addr == at && sends != 0))
			&& (rd_data == 0 || (state[SOF] && fetch)
				|| (state[PAYLOAD] && check && op[0]))
			&& (sends[1] || sent == sends) && (age == 15 || sent <= age));

	// The count: the words at place p of a turn are those of the turn before, from word p on,
	// and then those of this turn
	reg         fresh = 1'b1;  // the first turn
	always @(posedge clk)
		fresh <= rst || sync_late || (fresh && now[1:0] != 3);
	wire [63:0] turn_now = {now[63:2], 2'd0}, turn_before = turn_now - 64'd4;
	wire [63:0] turned = place == 0 ? turn_before
		: place == 1 ? {turn_now[15:0], turn_before[63:16]}
		: place == 2 ? {turn_now[31:0], turn_before[63:32]}
			: {turn_now[47:0], turn_before[63:48]};
	wire        carries = place == 1 ? turn_now[15:0] == 0
		: place == 2 ? turn_now[31:0] == 0 : place == 3 && turn_now[47:0] == 0;
	always @*
		if (started) counts: assert(place == now[1:0] && zero == fresh
			&& (!fresh || (now < 4 && (place < 1 || words[63:48] == 0)
				&& (place < 2 || words[47:32] == 0)
				&& (place < 3 || words[31:16] == 0)
				&& (state[SOF] || (state[PCRC] && !state[PCRC1]))
				&& now >= (half ? 3 : sum ? 2 : emit)))
			&& (fresh || (words == turned && carry == carries)));

	// A turn of the words behind that in which the byte was taken they are written
	reg   [1:0] turns = 0;
	always @(posedge clk)
		if (take)
			turns <= now[1:0] == 3;
		else if (now[1:0] == 3 && turns != 2)
			turns <= turns + 2'd1;
	wire [63:0] differs = kept ^ noted;
	always @*
		if (started && asked) writes: assert(low == noted[1:0]
			&& noting == (turns == 0) && (turns == 0 || writes_now == (turns == 1))
			&& (turns == 2 || now == noted + age)
			&& turns <= 2
			&& (turns != 0 || now[63:2] == noted[63:2])
			&& (turns != 1 || (now[63:2] == noted[63:2] + 62'd1
				&& (place < 1 || differs[15:0] == 0)
				&& (place < 2 || differs[31:0] == 0)
				&& (place < 3 || differs[47:0] == 0)))
			&& (turns != 2 || differs == 0));

	// A byte of TIME on its way
	wire  [7:0] byte_kept = kept[8*at[2:0] +: 8];
	always @*
		if (started && answered && in_time) reads: assert(turns == 2
			&& (!fetch || part == byte_kept[7:4])
			&& (!check || {data[3:0], part} == byte_kept)
			&& (!emit || data == byte_kept));

	// What can happen, and does soon where nobody waits
`ifdef HASTE
	always @*
		assume(rx_valid && tx_ready && (!started || !rst));
`endif
	always @*
		if (started) begin
			first_byte: cover(reading && in_time && tx_valid && sent == 9);
			behind_start: cover(reading && turns == 1 && place == 2);
		end
endmodule
