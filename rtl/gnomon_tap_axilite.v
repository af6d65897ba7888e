// SPDX-License-Identifier: Apache-2.0
// Room: taps
// gnomon_tap_axilite: a passive tap of an AXI4-Lite port: its wires in, signals and values for a monitor out.
//
//  1. All outputs tell of the clock before.
//  2. Each channel: <channel>_take_o (valid and ready), _wait_o (valid without ready), _open_o (ready without valid). Reads are done with r_take_o, writes with b_take_o.
//     w_bytes_o: the bytes of a beat of writes, with w_take_o (its strobes). A read is of all BYTES.
//  3. *_outstanding_o: requests taken less those done, up to and including the clock: summed over clocks and divided by the requests done it is the mean latency.
//  4. *_latency_o: clocks from the handshake of the address to that of the data (read), of the response (write), with *_latency_valid_o, in order: gnomon_latency.
//     *_dropped_o: a request that found the table full, or came before all answers to such ones did.
//  5. read_class_o, write_class_o: what the clock was spent with, one class a clock: gnomon_tap_reads, gnomon_tap_writes. *_stall_* are the same, a bit a class.
// rst is the reset of the bus: all that is outstanding is forgotten, and clocks with it are idle. The tap drives nothing of the bus.

`resetall
`default_nettype none

module gnomon_tap_axilite #(
	parameter LUT_BITS      = 0,   // as gnomon_ram's
	parameter BYTES         = 4,   // of data; requires 4 or 8
	parameter WIDTH         = 12,  // bits of a latency; requires 2..32
	parameter TABLE_LOG2    = 3,   // requests whose latency is measured at a time, log2; requires 0..6
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
		.stall_o       ({read_stall_data_slave_o, read_stall_address_slave_o, read_stall_data_master_o, read_stall_transfer_o, read_stall_idle_o}),
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
		.stall_o       ({write_stall_response_slave_o, write_stall_address_master_o, write_stall_data_master_o, write_stall_address_slave_o,
		                 write_stall_data_slave_o, write_stall_response_master_o, write_stall_transfer_o, write_stall_idle_o}),
		.class_o       (write_class_o)
	);

	gnomon_latency #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH), .OUTSTANDING_LOG2(TABLE_LOG2)) u_read_latency (
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
	gnomon_latency #(.LUT_BITS(LUT_BITS), .WIDTH(WIDTH), .OUTSTANDING_LOG2(TABLE_LOG2)) u_write_latency (
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

`resetall
