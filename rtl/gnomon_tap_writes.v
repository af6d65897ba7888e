// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_writes: what the three write channels of an AXI port do in each cycle.
//
//  1. Each channel: take (valid and ready), wait (valid without ready), open (ready without valid).
//     Data may come before their address.
//  2. outstanding_o: addresses taken less responses taken, up to and including the cycle. It counts
//     up to 2^OUTSTANDING_W - 1.
//  3. The class of the cycle is the first of these that applies. class_o is its number; stall_o has
//     one bit for each class.
//     1 transfer: an address, data or a response are taken
//     2 response waits for master: it is valid and not taken
//     3 data waits for slave: it is valid and not taken
//     4 address waits for slave: it is valid and not taken
//     5 data waits for master: the data of a taken address are not complete, or a burst is in
//       progress
//     6 address waits for master: data are complete whose address is not taken
//     7 response waits for slave: a write is outstanding
//     0 idle
// A cycle with rst is idle, and nothing happens in it. A port without bursts ties wlast_i to 1.
// CONSTRAINT: data may be at most 2^OUTSTANDING_W - 1 bursts ahead of their addresses.
// Second form for Verilator: without it sim_share_model_taps (`make bench`) is 5.3 % lower.
//
// Latency: 1 cycle.
//
// A write with all ready inputs and wlast_i 1:
//
//   cycle           0  1  2  3  4  5  6  7
//   awvalid_i       0  1  0  0  0  0  0  0
//   wvalid_i        0  0  0  1  0  0  0  0
//   bvalid_i        0  0  0  0  0  1  0  0
//   aw_take_o       0  0  1  0  0  0  0  0
//   w_take_o        0  0  0  0  1  0  0  0
//   b_take_o        0  0  0  0  0  0  1  0
//   outstanding_o   0  0  1  1  1  1  0  0
//   class_o         0  0  1  5  1  7  1  0
//
// Instance:
//   gnomon_tap_writes #(.OUTSTANDING_W(8)) u_tap_writes (
//     .clk(clk), .rst(rst), .awvalid_i(awvalid), .awready_i(awready), .wvalid_i(wvalid),
//     .wready_i(wready), .wlast_i(wlast), .bvalid_i(bvalid), .bready_i(bready),
//     .aw_take_o(aw_take), .aw_wait_o(aw_wait), .aw_open_o(aw_open), .w_take_o(w_take),
//     .w_wait_o(w_wait), .w_open_o(w_open), .b_take_o(b_take), .b_wait_o(b_wait),
//     .b_open_o(b_open), .outstanding_o(outstanding), .stall_o(stall), .class_o(class_o)
//   );

module gnomon_tap_writes #(
	parameter OUTSTANDING_W = 8  // bits of outstanding_o; requires 2..32
) (
	input  wire                     clk,
	input  wire                     rst,
	input  wire                     awvalid_i,
	input  wire                     awready_i,
	input  wire                     wvalid_i,
	input  wire                     wready_i,
	input  wire                     wlast_i,
	input  wire                     bvalid_i,
	input  wire                     bready_i,
	output wire                     aw_take_o,
	output wire                     aw_wait_o,
	output reg                      aw_open_o,
	output wire                     w_take_o,
	output wire                     w_wait_o,
	output reg                      w_open_o,
	output wire                     b_take_o,
	output wire                     b_wait_o,
	output reg                      b_open_o,
	output wire [OUTSTANDING_W-1:0] outstanding_o,
	output reg  [7:0]               stall_o,
	output wire [2:0]               class_o
);
	wire aw_take = awvalid_i && awready_i && !rst;
	wire w_take  = wvalid_i && wready_i && !rst;
	wire b_take  = bvalid_i && bready_i && !rst;
	always @(posedge clk) begin
		aw_open_o <= awready_i && !awvalid_i && !rst;
		w_open_o  <= wready_i && !wvalid_i && !rst;
		b_open_o  <= bready_i && !bvalid_i && !rst;
	end

	wire w_done = w_take && wlast_i;
	reg  [5:0] does_q;
	assign {b_wait_o, w_wait_o, aw_wait_o, b_take_o, w_take_o, aw_take_o} = does_q;
	// Addresses taken less bursts of data complete; begun_q: a burst is not complete
	reg  [OUTSTANDING_W:0] owed_q;
	reg                    begun_q;
`ifdef VERILATOR
	// The same in fewer steps of a simulator: none where nothing is valid and nothing was
	reg                      valid_q;
	reg  [OUTSTANDING_W:0]   owed;
	reg  [OUTSTANDING_W-1:0] count, count_q;
	assign outstanding_o = count_q;
	// verilator lint_off BLKSEQ
	always @(posedge clk)
		if (awvalid_i || wvalid_i || bvalid_i || valid_q || rst) begin
			owed    = owed_q;
			count   = count_q;
			valid_q <= awvalid_i || wvalid_i || bvalid_i || rst;
			does_q  <= {bvalid_i && !bready_i && !rst, wvalid_i && !wready_i && !rst,
				awvalid_i && !awready_i && !rst, b_take, w_take, aw_take};
			if (rst)
				stall_o <= 8'b00000001;
			else if (aw_take || w_take || b_take)
				stall_o <= 8'b00000010;
			else if (bvalid_i)
				stall_o <= 8'b00000100;
			else if (wvalid_i)
				stall_o <= 8'b00001000;
			else if (awvalid_i)
				stall_o <= 8'b00010000;
			else if (begun_q || (|owed && !owed[OUTSTANDING_W]))
				stall_o <= 8'b00100000;
			else if (owed[OUTSTANDING_W])
				stall_o <= 8'b01000000;
			else
				stall_o <= |count ? 8'b10000000 : 8'b00000001;
			if (rst)
				count = {OUTSTANDING_W{1'b0}};
			else if (aw_take && !b_take && !(&count))
				count = count + 1'b1;
			else if (b_take && !aw_take && |count)
				count = count - 1'b1;
			count_q <= count;
			if (rst)
				owed = {(OUTSTANDING_W+1){1'b0}};
			else if (aw_take != w_done)
				owed = owed + {{OUTSTANDING_W{w_done}}, 1'b1};
			owed_q <= owed;
			if (rst || w_take)
				begun_q <= !rst && !wlast_i;
		end
	// verilator lint_on BLKSEQ
`else
	wire ahead = owed_q[OUTSTANDING_W];
	always @(posedge clk)
		does_q <= {bvalid_i && !bready_i && !rst, wvalid_i && !wready_i && !rst,
			awvalid_i && !awready_i && !rst, b_take, w_take, aw_take};

	wire unused;
	gnomon_count_occupancy #(.WIDTH(OUTSTANDING_W)) u_outstanding (
		.clk     (clk),
		.rst     (rst),
		.gate_i  (1'b1),
		.from_i  (aw_take),
		.to_i    (b_take),
		.valid_o (unused),
		.value_o (outstanding_o)
	);

	always @(posedge clk) begin
		if (rst)
			owed_q <= {(OUTSTANDING_W+1){1'b0}};
		else if (aw_take != w_done)
			owed_q <= owed_q + {{OUTSTANDING_W{w_done}}, 1'b1};
		if (rst || w_take)
			begun_q <= !rst && !wlast_i;
	end

	always @(posedge clk)
		if (rst)
			stall_o <= 8'b00000001;
		else if (aw_take || w_take || b_take)
			stall_o <= 8'b00000010;
		else if (bvalid_i)
			stall_o <= 8'b00000100;
		else if (wvalid_i)
			stall_o <= 8'b00001000;
		else if (awvalid_i)
			stall_o <= 8'b00010000;
		else if (begun_q || (|owed_q && !ahead))
			stall_o <= 8'b00100000;
		else if (ahead)
			stall_o <= 8'b01000000;
		else if (|outstanding_o)
			stall_o <= 8'b10000000;
		else
			stall_o <= 8'b00000001;
`endif
	assign class_o = {|stall_o[7:4], |{stall_o[7:6], stall_o[3:2]},
		|{stall_o[7], stall_o[5], stall_o[3], stall_o[1]}};

endmodule
