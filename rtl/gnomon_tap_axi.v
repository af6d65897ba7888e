// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_axi: a passive tap of an AXI4 port: its wires in, signals and values for a monitor
// out.
//
//  1. Each channel: <channel>_take_o (valid and ready), _wait_o (valid without ready), _open_o
//     (ready without valid). r_take_o and w_take_o are data transfers. read_done_o: the last
//     transfer of a burst of reads. b_take_o ends a write.
//     ar_bytes_o: the number of bytes of a read request, with ar_take_o: the transfers' sizes, less
//     the bytes that an unaligned address leaves out of the first one. w_bytes_o: the number of
//     bytes of a write transfer, from its strobes, with w_take_o.
//  2. *_outstanding_o: requests taken less those ended, up to and including the cycle. Its sum over
//     all cycles, divided by the number of ended requests, is the mean latency.
//  3. *_latency_o: cycles from the handshake of the address to that of the last transfer (read) or
//     of the response (write), with *_latency_valid_o and *_id_o, by ID: gnomon_tap_table.
//     *_dropped_o: a request that was not measured. It found the table full, or came before the
//     answers to all earlier dropped requests of its group of IDs had come.
//  4. read_class_o, write_class_o: how the port spent the cycle, one class a cycle:
//     gnomon_tap_reads, gnomon_tap_writes. *_stall_* has one bit for each class.
// rst is the reset of the bus: the tap discards all outstanding requests, and a cycle with rst is
// idle. The tap drives nothing on the bus.
// CONSTRAINT: ar_bytes_o of a FIXED burst from an unaligned address is that of an aligned address.
//
// Latency: outputs 1 cycle after the wires; read_latency*, read_id_o, write_latency* and write_id_o
//   2 cycles after.
//
// A read of two transfers of 4 bytes, with arready_i and rready_i 1:
//
//   cycle                  0  1  2  3  4  5  6  7
//   arvalid_i              0  1  0  0  0  0  0  0
//   rvalid_i               0  0  0  1  1  0  0  0
//   rlast_i                0  0  0  0  1  0  0  0
//   ar_take_o              0  0  1  0  0  0  0  0
//   ar_bytes_o             -  -  8  -  -  -  -  -
//   r_take_o               0  0  0  0  1  1  0  0
//   read_done_o            0  0  0  0  0  1  0  0
//   read_outstanding_o     0  0  1  1  1  0  0  0
//   read_latency_valid_o   0  0  0  0  0  0  1  0
//   read_latency_o         -  -  -  -  -  -  3  -
//   read_class_o           0  0  1  4  1  1  0  0
//
// Instance: docs/reference/instances.md

module gnomon_tap_axi #(
	parameter LUT_BITS      = 0,   // as gnomon_cell_ram's
	parameter ID_W          = 4,   // bits of an ID; requires 1..32
	parameter BYTES         = 4,   // of data; requires a power of two, 1..128
	parameter WIDTH         = 12,  // bits of a latency; requires 2..32
	parameter TABLE_LOG2    = 3,   // requests whose latency is measured at a time, and one
	                               // more, log2; requires 1..6
	parameter GROUPS_LOG2   = 0,   // groups of IDs that are dropped together, log2; requires
	                               // 0..6 and at most ID_W
	parameter OUTSTANDING_W = 8,   // bits of *_outstanding_o; requires 2..32
	// not to be set
	parameter COUNT_W       = BYTES >= 128 ? 8 : BYTES >= 64 ? 7 : BYTES >= 32 ? 6 : BYTES >= 16
		? 5 : BYTES >= 8 ? 4 : BYTES >= 4 ? 3 : BYTES >= 2 ? 2 : 1
) (
	input  wire                     clk,
	input  wire                     rst,
	// bus
	input  wire                     awvalid_i,
	input  wire                     awready_i,
	input  wire [ID_W-1:0]          awid_i,
	input  wire                     wvalid_i,
	input  wire                     wready_i,
	input  wire [BYTES-1:0]         wstrb_i,
	input  wire                     wlast_i,
	input  wire                     bvalid_i,
	input  wire                     bready_i,
	input  wire [ID_W-1:0]          bid_i,
	input  wire                     arvalid_i,
	input  wire                     arready_i,
	input  wire [ID_W-1:0]          arid_i,
	input  wire [6:0]               araddr_i,   // its lowest bits
	input  wire [7:0]               arlen_i,
	input  wire [2:0]               arsize_i,
	input  wire [1:0]               arburst_i,
	input  wire                     rvalid_i,
	input  wire                     rready_i,
	input  wire [ID_W-1:0]          rid_i,
	input  wire                     rlast_i,
	// reads
	output wire                     ar_take_o,
	output wire                     ar_wait_o,
	output wire                     ar_open_o,
	output reg  [12:0]              ar_bytes_o,
	output wire                     r_take_o,
	output wire                     r_wait_o,
	output wire                     r_open_o,
	output wire                     read_done_o,
	output wire [OUTSTANDING_W-1:0] read_outstanding_o,
	output wire                     read_latency_valid_o,
	output wire [WIDTH-1:0]         read_latency_o,
	output wire [ID_W-1:0]          read_id_o,
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
	output wire [ID_W-1:0]          write_id_o,
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
		if ((BYTES & (BYTES - 1)) != 0) begin : gen_bad_bytes
			BYTES_must_be_a_power_of_two u_bad ();
		end
	endgenerate

	gnomon_tap_reads #(.OUTSTANDING_W(OUTSTANDING_W)) u_reads (
		.clk           (clk),
		.rst           (rst),
		.arvalid_i     (arvalid_i),
		.arready_i     (arready_i),
		.rvalid_i      (rvalid_i),
		.rready_i      (rready_i),
		.rlast_i       (rlast_i),
		.ar_take_o     (ar_take_o),
		.ar_wait_o     (ar_wait_o),
		.ar_open_o     (ar_open_o),
		.r_take_o      (r_take_o),
		.r_wait_o      (r_wait_o),
		.r_open_o      (r_open_o),
		.done_o        (read_done_o),
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
		.wlast_i       (wlast_i),
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

	gnomon_tap_table #(.LUT_BITS(LUT_BITS), .ID_W(ID_W), .WIDTH(WIDTH), .TABLE_LOG2(TABLE_LOG2),
		.GROUPS_LOG2(GROUPS_LOG2)) u_read_latency (
		.clk       (clk),
		.rst       (rst),
		.from_i    (arvalid_i && arready_i),
		.from_id_i (arid_i),
		.to_i      (rvalid_i && rready_i && rlast_i),
		.to_id_i   (rid_i),
		.valid_o   (read_latency_valid_o),
		.value_o   (read_latency_o),
		.id_o      (read_id_o),
		.dropped_o (read_dropped_o)
	);
	gnomon_tap_table #(.LUT_BITS(LUT_BITS), .ID_W(ID_W), .WIDTH(WIDTH), .TABLE_LOG2(TABLE_LOG2),
		.GROUPS_LOG2(GROUPS_LOG2)) u_write_latency (
		.clk       (clk),
		.rst       (rst),
		.from_i    (awvalid_i && awready_i),
		.from_id_i (awid_i),
		.to_i      (bvalid_i && bready_i),
		.to_id_i   (bid_i),
		.valid_o   (write_latency_valid_o),
		.value_o   (write_latency_o),
		.id_o      (write_id_o),
		.dropped_o (write_dropped_o)
	);

	// Bytes. No burst crosses 4096 of them.
	wire [COUNT_W-1:0] w_bytes;
	gnomon_tap_bytes #(.BYTES(BYTES)) u_bytes (
		.sel_i   (wstrb_i),
		.count_o (w_bytes)
	);
	wire [12:0] ar_beats = {5'd0, arlen_i} + 13'd1;
	wire [6:0]  missing  = araddr_i & ~(7'h7f << arsize_i) & {7{arburst_i != 2'b00}};
	always @(posedge clk) begin
		w_bytes_o  <= w_bytes;
		ar_bytes_o <= (ar_beats << arsize_i) - {6'd0, missing};
	end

endmodule
