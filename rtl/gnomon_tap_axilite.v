// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_axilite: a passive tap of an AXI4-Lite port: its wires in, signals and values for a
// monitor out.
//
//  1. Each channel: <channel>_take_o (valid and ready), _wait_o (valid without ready), _open_o
//     (ready without valid). r_take_o ends a read, b_take_o ends a write. w_bytes_o: the number of
//     bytes of a write transfer, from its strobes, with w_take_o. A read has all BYTES.
//  2. *_outstanding_o: requests taken less those ended, up to and including the cycle. Its sum over
//     all cycles, divided by the number of ended requests, is the mean latency.
//  3. *_latency_o: cycles from the handshake of the address to that of the data (read) or of the
//     response (write), with *_latency_valid_o, in order: gnomon_count_latency.
//     *_dropped_o: a request that was not measured. It found the table full, or came before the
//     answers to all earlier dropped requests had come.
//  4. read_class_o, write_class_o: how the port spent the cycle, one class a cycle:
//     gnomon_tap_reads, gnomon_tap_writes. *_stall_* has one bit for each class.
// rst is the reset of the bus: the tap discards all outstanding requests, and a cycle with rst is
// idle. The tap drives nothing on the bus.
//
// Latency: all outputs 1 cycle after the wires.
//
// A read whose address waits for a cycle, then for its answer:
//
//   cycle                  0  1  2  3  4  5  6
//   arvalid_i              0  1  1  0  0  0  0
//   arready_i              0  0  1  0  0  0  0
//   rvalid_i               0  0  0  0  1  0  0
//   rready_i               0  0  0  0  1  0  0
//   ar_wait_o              0  0  1  0  0  0  0
//   ar_take_o              0  0  0  1  0  0  0
//   r_take_o               0  0  0  0  0  1  0
//   read_outstanding_o     0  0  0  1  1  0  0
//   read_latency_valid_o   0  0  0  0  0  1  0
//   read_latency_o         -  -  -  -  -  2  -
//   read_class_o           0  0  3  1  4  1  0
//
// Instance: docs/reference/instances.md

module gnomon_tap_axilite #(
	parameter LUT_BITS      = 0,   // as gnomon_cell_ram's
	parameter BYTES         = 4,   // of data; requires 4 or 8
	parameter WIDTH         = 12,  // bits of a latency; requires 2..32
	parameter TABLE_LOG2    = 3,   // requests whose latency is measured at a time, log2;
	                               // requires 0..6
	parameter OUTSTANDING_W = 8,   // bits of *_outstanding_o; requires 2..32
	parameter COUNT_W       = BYTES == 8 ? 4 : 3  // not to be set
) (
	input  wire                     clk,
	input  wire                     rst,
	// bus
	input  wire                     awvalid_i,
	input  wire                     awready_i,
	input  wire                     wvalid_i,
	input  wire                     wready_i,
	input  wire [BYTES-1:0]         wstrb_i,
	input  wire                     bvalid_i,
	input  wire                     bready_i,
	input  wire                     arvalid_i,
	input  wire                     arready_i,
	input  wire                     rvalid_i,
	input  wire                     rready_i,
	// reads
	output wire                     ar_take_o,
	output wire                     ar_wait_o,
	output wire                     ar_open_o,
	output wire                     r_take_o,
	output wire                     r_wait_o,
	output wire                     r_open_o,
	output wire [OUTSTANDING_W-1:0] read_outstanding_o,
	output wire                     read_latency_valid_o,
	output wire [WIDTH-1:0]         read_latency_o,
	output wire                     read_dropped_o,
	output wire                     read_stall_idle_o,
	output wire                     read_stall_transfer_o,
	output wire                     read_stall_data_master_o,
	output wire                     read_stall_address_slave_o,
	output wire                     read_stall_data_slave_o,
	output wire [2:0]               read_class_o,
	// writes
	output wire                     aw_take_o,
	output wire                     aw_wait_o,
	output wire                     aw_open_o,
	output wire                     w_take_o,
	output wire                     w_wait_o,
	output wire                     w_open_o,
	output reg  [COUNT_W-1:0]       w_bytes_o,
	output wire                     b_take_o,
	output wire                     b_wait_o,
	output wire                     b_open_o,
	output wire [OUTSTANDING_W-1:0] write_outstanding_o,
	output wire                     write_latency_valid_o,
	output wire [WIDTH-1:0]         write_latency_o,
	output wire                     write_dropped_o,
	output wire                     write_stall_idle_o,
	output wire                     write_stall_transfer_o,
	output wire                     write_stall_response_master_o,
	output wire                     write_stall_data_slave_o,
	output wire                     write_stall_address_slave_o,
	output wire                     write_stall_data_master_o,
	output wire                     write_stall_address_master_o,
	output wire                     write_stall_response_slave_o,
	output wire [2:0]               write_class_o
);
	generate
		if (BYTES != 4 && BYTES != 8) begin : gen_bad_bytes
			BYTES_must_be_4_or_8 u_bad ();
		end
	endgenerate

	wire same;  // read_done_o of a port without bursts is r_take_o
	wire unused = &{1'b0, same};
	gnomon_tap_reads #(.OUTSTANDING_W(OUTSTANDING_W)) u_reads (
		.clk           (clk),
		.rst           (rst),
		.arvalid_i     (arvalid_i),
		.arready_i     (arready_i),
		.rvalid_i      (rvalid_i),
		.rready_i      (rready_i),
		.rlast_i       (1'b1),
		.ar_take_o     (ar_take_o),
		.ar_wait_o     (ar_wait_o),
		.ar_open_o     (ar_open_o),
		.r_take_o      (r_take_o),
		.r_wait_o      (r_wait_o),
		.r_open_o      (r_open_o),
		.done_o        (same),
		.outstanding_o (read_outstanding_o),
		.stall_o       ({read_stall_data_slave_o, read_stall_address_slave_o,
			read_stall_data_master_o, read_stall_transfer_o, read_stall_idle_o}),
		.class_o       (read_class_o)
	);
	gnomon_tap_writes #(.OUTSTANDING_W(OUTSTANDING_W)) u_writes (
		.clk           (clk),
		.rst           (rst),
		.awvalid_i     (awvalid_i),
		.awready_i     (awready_i),
		.wvalid_i      (wvalid_i),
		.wready_i      (wready_i),
		.wlast_i       (1'b1),
		.bvalid_i      (bvalid_i),
		.bready_i      (bready_i),
		.aw_take_o     (aw_take_o),
		.aw_wait_o     (aw_wait_o),
		.aw_open_o     (aw_open_o),
		.w_take_o      (w_take_o),
		.w_wait_o      (w_wait_o),
		.w_open_o      (w_open_o),
		.b_take_o      (b_take_o),
		.b_wait_o      (b_wait_o),
		.b_open_o      (b_open_o),
		.outstanding_o (write_outstanding_o),
		.stall_o       ({write_stall_response_slave_o, write_stall_address_master_o,
			write_stall_data_master_o, write_stall_address_slave_o,
		                 write_stall_data_slave_o, write_stall_response_master_o,
		                 	write_stall_transfer_o, write_stall_idle_o}),
		.class_o       (write_class_o)
	);

	gnomon_count_latency #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH),
		.OUTSTANDING_LOG2(TABLE_LOG2)) u_read_latency (
		.clk     (clk),
		.rst     (rst),
		.first_i (1'b0),
		.gate_i  (1'b1),
		.from_i  (arvalid_i && arready_i && !rst),
		.to_i    (rvalid_i && rready_i && !rst),
		.valid_o (read_latency_valid_o),
		.value_o (read_latency_o),
		.lost_o  (read_dropped_o)
	);
	gnomon_count_latency #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH),
		.OUTSTANDING_LOG2(TABLE_LOG2)) u_write_latency (
		.clk     (clk),
		.rst     (rst),
		.first_i (1'b0),
		.gate_i  (1'b1),
		.from_i  (awvalid_i && awready_i && !rst),
		.to_i    (bvalid_i && bready_i && !rst),
		.valid_o (write_latency_valid_o),
		.value_o (write_latency_o),
		.lost_o  (write_dropped_o)
	);

	wire [COUNT_W-1:0] w_bytes;
	gnomon_tap_bytes #(.BYTES(BYTES)) u_bytes (
		.sel_i   (wstrb_i),
		.count_o (w_bytes)
	);
	always @(posedge clk)
		w_bytes_o <= w_bytes;

endmodule
