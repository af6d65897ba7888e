// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_wishbone: a passive tap of a Wishbone B4 bus, classic or pipelined: its wires in,
// signals and values for a monitor out.
//
//  1. cycle_o: cyc is 1, a bus cycle is open. The other signals are 1 only in a bus cycle.
//     answer_ack_o, answer_err_o, answer_rty_o: ack, err, rty. answer_o: any of them.
//  2. Classic: request_o is the first cycle of a strobe; after an answer the next cycle with a
//     strobe is the next request. beat_o: a strobe that is acknowledged.
//     Pipelined: request_o is a strobe without stall: the slave takes the request. beat_o is the
//     same. read_o, write_o: request_o by we. wait_o: a strobe that is not answered (classic),
//     stalled (pipelined). writing_o: a strobe with we, the cycle that answers it (classic) or
//     takes it (pipelined) included.
//  3. bytes_o: the number of bytes that sel selects, with beat_o, beat_read_o or beat_write_o.
//  4. outstanding_o: requests less answers, up to and including the cycle. Its sum over all cycles,
//     divided by the number of answers, is the mean latency.
//     latency_o: cycles from request_o to the answer, with latency_valid_o, in order:
//     gnomon_count_latency.
//     dropped_o: a request that was not measured. It found the table full, or came before the
//     answers to all earlier dropped requests had come.
//  5. A bus cycle that ends (cyc is 0) with requests outstanding, or a classic strobe that is
//     withdrawn, voids these requests: aborted_o.
//  6. The class of the cycle is the first of these that applies. class_o is its number; stall_* has
//     one bit for each class.
//     0 idle: no bus cycle
//     1 transfer: a request is taken (pipelined) or an answer comes
//     2 request waits for slave: a strobe is stalled (pipelined)
//     3 answer waits for slave: a request is outstanding
//     4 master: the bus cycle is held without a request
// rst is the reset of the bus: the tap discards all outstanding requests, and a cycle with rst is
// idle. The tap drives nothing on the bus.
// Second form for Verilator: without it sim_cost_tap_model_idle (`make bench`) is 9 % higher.
//
// Latency: all outputs 1 cycle after the wires.
//
// Classic (PIPELINED 0): a write of 4 bytes, answered in its third cycle.
//
//   cycle             0  1  2  3  4  5  6
//   cyc_i             0  1  1  1  0  0  0
//   stb_i             0  1  1  1  0  0  0
//   ack_i             0  0  0  1  0  0  0
//   request_o         0  0  1  0  0  0  0
//   wait_o            0  0  1  1  0  0  0
//   beat_write_o      0  0  0  0  1  0  0
//   outstanding_o     0  0  1  1  0  0  0
//   latency_valid_o   0  0  0  0  1  0  0
//   latency_o         -  -  -  -  2  -  -
//   class_o           0  0  3  3  1  0  0
//
// Instance: docs/reference/instances.md

module gnomon_tap_wishbone #(
	parameter LUT_BITS      = 0,   // as gnomon_cell_ram's
	parameter PIPELINED     = 0,   // 1: pipelined, 0: classic; stall_i is not used
	parameter BYTES         = 4,   // of data (bits of sel_i); requires 1..8
	parameter WIDTH         = 12,  // bits of a latency; requires 2..32
	parameter TABLE_LOG2    = 3,   // requests whose latency is measured at a time, log2;
	                               // requires 0..6; classic: one is enough
	parameter OUTSTANDING_W = 8,   // bits of outstanding_o; requires 2..32
	// not to be set
	parameter COUNT_W       = BYTES >= 8 ? 4 : BYTES >= 4 ? 3 : BYTES >= 2 ? 2 : 1
) (
	input  wire                     clk,
	input  wire                     rst,
	// bus
	input  wire                     cyc_i,
	input  wire                     stb_i,
	input  wire                     we_i,
	input  wire [BYTES-1:0]         sel_i,
	input  wire                     stall_i,
	input  wire                     ack_i,
	input  wire                     err_i,
	input  wire                     rty_i,
	// what it does
	output reg                      cycle_o,
	output reg                      request_o,
	output reg                      read_o,
	output reg                      write_o,
	output reg                      wait_o,
	output reg                      writing_o,
	output reg                      answer_o,
	output reg                      answer_ack_o,
	output reg                      answer_err_o,
	output reg                      answer_rty_o,
	output reg                      beat_o,
	output reg                      beat_read_o,
	output reg                      beat_write_o,
	output reg  [COUNT_W-1:0]       bytes_o,
	output wire [OUTSTANDING_W-1:0] outstanding_o,
	output wire                     latency_valid_o,
	output wire [WIDTH-1:0]         latency_o,
	output wire                     dropped_o,
	output reg                      aborted_o,
	output reg                      stall_idle_o,
	output reg                      stall_transfer_o,
	output reg                      stall_request_o,
	output reg                      stall_answer_o,
	output reg                      stall_master_o,
	output wire [2:0]               class_o
);
	generate
		if (PIPELINED < 0 || PIPELINED > 1 || BYTES < 1 || BYTES > 8) begin : gen_bad
			PIPELINED_must_be_0_or_1_BYTES_1_to_8 u_bad ();
		end
	endgenerate

	localparam PIPE = PIPELINED != 0;

	// Requests and answers, by the bus alone: a simulator evaluates what depends on its own
	// input rst twice a clock. pending: some are outstanding from the clocks before.
	wire pending  = |outstanding_o;
	wire strobe   = cyc_i && stb_i;
	wire answer   = (ack_i || err_i || rty_i) && (PIPE ? cyc_i : strobe);
	wire request  = PIPE ? strobe && !stall_i : strobe && !pending;
	wire give_up  = PIPE ? !cyc_i : !strobe;  // what is outstanding is void

	gnomon_count_latency #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH),
		.OUTSTANDING_LOG2(TABLE_LOG2)) u_latency (
		.clk     (clk),
		.rst     (rst),
		.first_i (give_up),
		.gate_i  (1'b1),
		.from_i  (request),
		.to_i    (answer),
		.valid_o (latency_valid_o),
		.value_o (latency_o),
		.lost_o  (dropped_o)
	);

	wire [COUNT_W-1:0] bytes;
	gnomon_tap_bytes #(.BYTES(BYTES)) u_bytes (
		.sel_i   (sel_i),
		.count_o (bytes)
	);

`ifdef VERILATOR
	// The same in fewer steps of a simulator: what is outstanding is counted in the process
	// that has all outputs. None of them is read there, or else a simulator copies it each
	// clock.
	reg  [OUTSTANDING_W-1:0] count, count_q;
	reg                      awake_q;  // the cycle before was not idle
	assign outstanding_o = count_q;
	initial awake_q = 1'b1;
`else
	wire awake_q = !stall_idle_o || aborted_o;
	wire unused;
	gnomon_count_occupancy #(.WIDTH(OUTSTANDING_W)) u_outstanding (
		.clk     (clk),
		.rst     (rst || give_up),
		.gate_i  (1'b1),
		.from_i  (request),
		.to_i    (answer),
		.valid_o (unused),
		.value_o (outstanding_o)
	);
`endif

	// `open`: requests are outstanding. Nothing changes the outputs where this does not.
	reg on, strobes, any, answers, stalls, asks, beats, takes, open;
	// verilator lint_off BLKSEQ
	always @(posedge clk)
		if (cyc_i || rst || awake_q) begin
`ifdef VERILATOR
			open     = |count;
`else
			open     = pending;
`endif
			on       = cyc_i && !rst;
			strobes  = on && stb_i;
			any      = ack_i || err_i || rty_i;
			answers  = any && (PIPE ? on : strobes);
			stalls   = PIPE && strobes && stall_i;
			asks     = PIPE ? strobes && !stall_i : strobes && !open;
			beats    = PIPE ? asks : strobes && ack_i;
			takes    = answers || (PIPE && asks);
			cycle_o          <= on;
			request_o        <= asks;
			read_o           <= asks && !we_i;
			write_o          <= asks && we_i;
			wait_o           <= PIPE ? stalls : strobes && !any;
			writing_o        <= strobes && we_i;
			answer_o         <= answers;
			answer_ack_o     <= answers && ack_i;
			answer_err_o     <= answers && err_i;
			answer_rty_o     <= answers && rty_i;
			beat_o           <= beats;
			beat_read_o      <= beats && !we_i;
			beat_write_o     <= beats && we_i;
			bytes_o          <= bytes;
			aborted_o        <= !(PIPE ? on : strobes) && open && !rst;
			stall_idle_o     <= !on;
			stall_transfer_o <= takes;
			stall_request_o  <= stalls && !takes;
			stall_answer_o   <= on && !takes && !stalls && (PIPE ? open : strobes);
			stall_master_o   <= on && !takes && !stalls && !(PIPE ? open : strobes);
`ifdef VERILATOR
			if (rst || give_up)
				count = {OUTSTANDING_W{1'b0}};
			else if (asks && !answers && !(&count))
				count = count + 1'b1;
			else if (answers && !asks && |count)
				count = count - 1'b1;
			count_q <= count;
			awake_q = cyc_i || open;
`endif
		end
	// verilator lint_on BLKSEQ
	assign class_o = {stall_master_o, stall_request_o || stall_answer_o, stall_transfer_o
		|| stall_answer_o};

endmodule
