// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_reads: what the two read channels of an AXI port do in each cycle.
//
//  1. Each channel: take (valid and ready), wait (valid without ready), open (ready without valid).
//     done_o: the last transfer of a burst is taken.
//  2. outstanding_o: requests taken less bursts done, up to and including the cycle. It counts up
//     to 2^OUTSTANDING_W - 1.
//  3. The class of the cycle is the first of these that applies. class_o is its number; stall_o has
//     one bit for each class.
//     1 transfer: an address or data are taken
//     2 data waits for master: it is valid and not taken
//     3 address waits for slave: an address is valid and not taken
//     4 data waits for slave: a request is outstanding
//     0 idle
// A cycle with rst is idle, and nothing happens in it. A port without bursts ties rlast_i to 1.
// Second form for Verilator: without it sim_share_model_taps (`make bench`) is 1.8 % lower, below
// its mark.
//
// Latency: 1 cycle.
//
// A read (rlast_i 1) whose address and data wait for a cycle each:
//
//   cycle           0  1  2  3  4  5  6  7
//   arvalid_i       0  1  1  0  0  0  0  0
//   arready_i       0  0  1  0  0  0  0  0
//   rvalid_i        0  0  0  0  1  1  0  0
//   rready_i        0  0  0  0  0  1  0  0
//   ar_take_o       0  0  0  1  0  0  0  0
//   r_wait_o        0  0  0  0  0  1  0  0
//   done_o          0  0  0  0  0  0  1  0
//   outstanding_o   0  0  0  1  1  1  0  0
//   class_o         0  0  3  1  4  2  1  0
//
// Instance:
//   gnomon_tap_reads #(.OUTSTANDING_W(8)) u_tap_reads (
//     .clk(clk), .rst(rst), .arvalid_i(arvalid), .arready_i(arready), .rvalid_i(rvalid),
//     .rready_i(rready), .rlast_i(rlast), .ar_take_o(ar_take), .ar_wait_o(ar_wait),
//     .ar_open_o(ar_open), .r_take_o(r_take), .r_wait_o(r_wait), .r_open_o(r_open), .done_o(done),
//     .outstanding_o(outstanding), .stall_o(stall), .class_o(class_o)
//   );

module gnomon_tap_reads #(
	parameter OUTSTANDING_W = 8  // bits of outstanding_o; requires 2..32
) (
	input  wire                     clk,
	input  wire                     rst,
	input  wire                     arvalid_i,
	input  wire                     arready_i,
	input  wire                     rvalid_i,
	input  wire                     rready_i,
	input  wire                     rlast_i,
	output wire                     ar_take_o,
	output wire                     ar_wait_o,
	output reg                      ar_open_o,
	output wire                     r_take_o,
	output wire                     r_wait_o,
	output reg                      r_open_o,
	output wire                     done_o,
	output wire [OUTSTANDING_W-1:0] outstanding_o,
	output reg  [4:0]               stall_o,
	output wire [2:0]               class_o
);
	wire ar_take = arvalid_i && arready_i && !rst;
	wire r_take  = rvalid_i && rready_i && !rst;
	always @(posedge clk) begin
		ar_open_o <= arready_i && !arvalid_i && !rst;
		r_open_o  <= rready_i && !rvalid_i && !rst;
	end

	reg [4:0] does_q;
	assign {done_o, r_wait_o, ar_wait_o, r_take_o, ar_take_o} = does_q;
`ifdef VERILATOR
	// The same in fewer steps of a simulator: none where nothing is valid and nothing was
	wire                     from = ar_take;
	wire                     to   = r_take && rlast_i;
	reg                      valid_q;
	reg  [OUTSTANDING_W-1:0] count, count_q;
	assign outstanding_o = count_q;
	// verilator lint_off BLKSEQ
	always @(posedge clk)
		if (arvalid_i || rvalid_i || valid_q || rst) begin
			valid_q <= arvalid_i || rvalid_i || rst;
			does_q  <= {to, rvalid_i && !rready_i && !rst,
				arvalid_i && !arready_i && !rst, r_take, ar_take};
			if (rst)
				stall_o <= 5'b00001;
			else if (ar_take || r_take)
				stall_o <= 5'b00010;
			else if (rvalid_i)
				stall_o <= 5'b00100;
			else if (arvalid_i)
				stall_o <= 5'b01000;
			else
				stall_o <= |count_q ? 5'b10000 : 5'b00001;
			count = count_q;
			if (rst)
				count = {OUTSTANDING_W{1'b0}};
			else if (from && !to && !(&count))
				count = count + 1'b1;
			else if (to && !from && |count)
				count = count - 1'b1;
			count_q <= count;
		end
	// verilator lint_on BLKSEQ
`else
	always @(posedge clk)
		does_q <= {r_take && rlast_i, rvalid_i && !rready_i && !rst,
			arvalid_i && !arready_i && !rst, r_take, ar_take};

	wire unused;
	gnomon_count_occupancy #(.WIDTH(OUTSTANDING_W)) u_outstanding (
		.clk     (clk),
		.rst     (rst),
		.gate_i  (1'b1),
		.from_i  (ar_take),
		.to_i    (r_take && rlast_i),
		.valid_o (unused),
		.value_o (outstanding_o)
	);

	always @(posedge clk)
		if (rst)
			stall_o <= 5'b00001;
		else if (ar_take || r_take)
			stall_o <= 5'b00010;
		else if (rvalid_i)
			stall_o <= 5'b00100;
		else if (arvalid_i)
			stall_o <= 5'b01000;
		else if (|outstanding_o)
			stall_o <= 5'b10000;
		else
			stall_o <= 5'b00001;
`endif
	assign class_o = {stall_o[4], stall_o[3] || stall_o[2], stall_o[3] || stall_o[1]};

endmodule
