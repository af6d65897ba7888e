// SPDX-License-Identifier: Apache-2.0
//
// mixed: monitor of 4 nodes, ring form.
//
// Emitted by gnomon-gen 0.1.0 from monitor.yaml (XXH64 035b9cd15bfb7493). Do not edit: change the description and emit again.
//
//   plan    949bc57ad1bbfd99
//   clock   12000000 Hz
//   time    16 bits
//   buffer  512 slots of 64 bits
//   link    UART, 115200 baud: 104 clocks a bit
//   ring    1 wire
//
// Nodes:
//     0 core0        pc[31:0] when retired, 63 events, FIFO of 64 slots, 3 ratio pairs (compressed)
//     1 core1        pc[31:0] when retired, 63 events, FIFO of 64 slots, 3 ratio pairs (compressed)
//     2 bus          state[31:0], 31 events, FIFO of 256 slots
//     3 dma          address[31:0] when strobe, 15 events, FIFO of 256 slots, 1 ratio pair (full)
//
// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was
// high; t = 0 is the very next one.

`resetall
`default_nettype none

module mixed (
	input  wire        clk,
	input  wire        rst,                     // synchronous

	// UART
	input  wire        rx_i,                    // from the host
	output wire        tx_o,                    // to the host

	// time
	output wire        sync_o,                  // the next clock is time 0

	// core0
	input  wire [31:0] core0_pc_i,              // watched word
	input  wire        core0_retired_i,         // the word counts
	input  wire        core0_icache_hit_i,
	input  wire        core0_icache_access_i,
	input  wire        core0_stalled_i,

	// core1
	input  wire [31:0] core1_pc_i,              // watched word
	input  wire        core1_retired_i,         // the word counts
	input  wire        core1_icache_hit_i,
	input  wire        core1_icache_access_i,
	input  wire        core1_stalled_i,

	// bus
	input  wire [31:0] bus_state_i,             // watched word

	// dma
	input  wire [31:0] dma_address_i,           // watched word
	input  wire        dma_strobe_i,            // the word counts
	input  wire        dma_busy_i
);

	// PHY: bytes over two wires, 8N1
	wire        rx_valid;
	wire        rx_ready;
	wire [7:0]  rx_data;
	wire        tx_valid;
	wire        tx_ready;
	wire [7:0]  tx_data;
	gnomon_uart #(
		.DIVISOR (104)
	) u_phy (
		.clk        (clk),
		.rst        (rst),
		.rx_i       (rx_i),
		.tx_o       (tx_o),
		.rx_valid_o (rx_valid),
		.rx_ready_i (rx_ready),
		.rx_data_o  (rx_data),
		.tx_valid_i (tx_valid),
		.tx_ready_o (tx_ready),
		.tx_data_i  (tx_data)
	);

	// Link: frames with CRC over the bytes
	wire        op_valid;
	wire [2:0]  op;
	wire [11:0] arg;
	wire        wr_valid;
	wire        wr_ready;
	wire        rd_regs;
	wire [14:0] addr;
	wire [7:0]  wr_data;
	wire [7:0]  rd_data;
	wire        busy;
	gnomon_link #(
		.ADDR_W (15)
	) u_link (
		.clk        (clk),
		.rst        (rst),
		.rx_valid_i (rx_valid),
		.rx_ready_o (rx_ready),
		.rx_data_i  (rx_data),
		.tx_valid_o (tx_valid),
		.tx_ready_i (tx_ready),
		.tx_data_o  (tx_data),
		.op_valid_o (op_valid),
		.op_o       (op),
		.arg_o      (arg),
		.wr_valid_o (wr_valid),
		.wr_ready_i (wr_ready),
		.rd_regs_o  (rd_regs),
		.addr_o     (addr),
		.wr_data_o  (wr_data),
		.rd_data_i  (rd_data),
		.busy_o     (busy)
	);

	// Center: trace buffer, registers and the near end of the ring
	wire        center_dn_valid;
	wire        center_dn_data;
	wire        core0_up_valid;
	wire        core0_up_ready;
	wire        core0_up_tag;
	wire        core0_up_data;
	gnomon_center #(
		.IDENTITY   (96'h949BC57AD1BBFD99_014F4E47),
		.ADDR_W     (15),
		.NODES      (4),
		.SLOTS_LOG2 (9),
		.RING_W     (1)
	) u_center (
		.clk        (clk),
		.rst        (rst),
		.op_valid_i (op_valid),
		.op_i       (op),
		.arg_i      (arg),
		.wr_valid_i (wr_valid),
		.wr_ready_o (wr_ready),
		.rd_regs_i  (rd_regs),
		.addr_i     (addr),
		.wr_data_i  (wr_data),
		.rd_data_o  (rd_data),
		.busy_i     (busy),
		.sync_o     (sync_o),
		.dn_valid_o (center_dn_valid),
		.dn_data_o  (center_dn_data),
		.up_valid_i (core0_up_valid),
		.up_ready_o (core0_up_ready),
		.up_tag_i   (core0_up_tag),
		.up_data_i  (core0_up_data)
	);

	// Node 0: core0
	wire        core0_dn_valid;
	wire        core0_dn_data;
	wire        core1_up_ready;
	wire        core1_up_valid;
	wire        core1_up_tag;
	wire        core1_up_data;
	wire [2:0]  core0_a;
	wire [2:0]  core0_b;
	assign core0_a[0] = core0_icache_hit_i; // icache
	assign core0_b[0] = core0_icache_access_i;
	assign core0_a[1] = core0_retired_i; // ipc
	assign core0_b[1] = 1'b1;
	assign core0_a[2] = core0_stalled_i; // wait
	assign core0_b[2] = 1'b1;
	gnomon_headend #(
		.NODE       (0),
		.LAST       (0),
		.TIME_W     (16),
		.CODE_W     (6),
		.FIFO_LOG2  (6),
		.PAIRS      (3),
		.COMPRESSED (1),
		.RING_W     (1)
	) u_core0 (
		.clk        (clk),
		.rst        (rst),
		.sync_i     (sync_o),
		.word_i     (core0_pc_i),
		.when_i     (core0_retired_i),
		.a_i        (core0_a),
		.b_i        (core0_b),
		.dn_valid_i (center_dn_valid),
		.dn_data_i  (center_dn_data),
		.dn_valid_o (core0_dn_valid),
		.dn_data_o  (core0_dn_data),
		.up_valid_i (core1_up_valid),
		.up_ready_o (core1_up_ready),
		.up_tag_i   (core1_up_tag),
		.up_data_i  (core1_up_data),
		.up_valid_o (core0_up_valid),
		.up_ready_i (core0_up_ready),
		.up_tag_o   (core0_up_tag),
		.up_data_o  (core0_up_data)
	);

	// Node 1: core1
	wire        core1_dn_valid;
	wire        core1_dn_data;
	wire        bus_up_ready;
	wire        bus_up_valid;
	wire        bus_up_tag;
	wire        bus_up_data;
	wire [2:0]  core1_a;
	wire [2:0]  core1_b;
	assign core1_a[0] = core1_icache_hit_i; // icache
	assign core1_b[0] = core1_icache_access_i;
	assign core1_a[1] = core1_retired_i; // ipc
	assign core1_b[1] = 1'b1;
	assign core1_a[2] = core1_stalled_i; // wait
	assign core1_b[2] = 1'b1;
	gnomon_headend #(
		.NODE       (1),
		.LAST       (0),
		.TIME_W     (16),
		.CODE_W     (6),
		.FIFO_LOG2  (6),
		.PAIRS      (3),
		.COMPRESSED (1),
		.RING_W     (1)
	) u_core1 (
		.clk        (clk),
		.rst        (rst),
		.sync_i     (sync_o),
		.word_i     (core1_pc_i),
		.when_i     (core1_retired_i),
		.a_i        (core1_a),
		.b_i        (core1_b),
		.dn_valid_i (core0_dn_valid),
		.dn_data_i  (core0_dn_data),
		.dn_valid_o (core1_dn_valid),
		.dn_data_o  (core1_dn_data),
		.up_valid_i (bus_up_valid),
		.up_ready_o (bus_up_ready),
		.up_tag_i   (bus_up_tag),
		.up_data_i  (bus_up_data),
		.up_valid_o (core1_up_valid),
		.up_ready_i (core1_up_ready),
		.up_tag_o   (core1_up_tag),
		.up_data_o  (core1_up_data)
	);

	// Node 2: bus
	wire        bus_dn_valid;
	wire        bus_dn_data;
	wire        dma_up_ready;
	wire        dma_up_valid;
	wire        dma_up_tag;
	wire        dma_up_data;
	gnomon_headend #(
		.NODE       (2),
		.LAST       (0),
		.TIME_W     (16),
		.CODE_W     (5),
		.FIFO_LOG2  (8),
		.PAIRS      (0),
		.COMPRESSED (0),
		.RING_W     (1)
	) u_bus (
		.clk        (clk),
		.rst        (rst),
		.sync_i     (sync_o),
		.word_i     (bus_state_i),
		.when_i     (1'b1),
		.a_i        (1'b0),
		.b_i        (1'b0),
		.dn_valid_i (core1_dn_valid),
		.dn_data_i  (core1_dn_data),
		.dn_valid_o (bus_dn_valid),
		.dn_data_o  (bus_dn_data),
		.up_valid_i (dma_up_valid),
		.up_ready_o (dma_up_ready),
		.up_tag_i   (dma_up_tag),
		.up_data_i  (dma_up_data),
		.up_valid_o (bus_up_valid),
		.up_ready_i (bus_up_ready),
		.up_tag_o   (bus_up_tag),
		.up_data_o  (bus_up_data)
	);

	// Node 3: dma
	wire        unused_dn_valid;
	wire        unused_dn_data;
	wire        unused_up_ready;
	wire        dma_a;
	wire        dma_b;
	assign dma_a = dma_busy_i; // busy
	assign dma_b = 1'b1;
	gnomon_headend #(
		.NODE       (3),
		.LAST       (1),
		.TIME_W     (16),
		.CODE_W     (4),
		.FIFO_LOG2  (8),
		.PAIRS      (1),
		.COMPRESSED (0),
		.RING_W     (1)
	) u_dma (
		.clk        (clk),
		.rst        (rst),
		.sync_i     (sync_o),
		.word_i     (dma_address_i),
		.when_i     (dma_strobe_i),
		.a_i        (dma_a),
		.b_i        (dma_b),
		.dn_valid_i (bus_dn_valid),
		.dn_data_i  (bus_dn_data),
		.dn_valid_o (unused_dn_valid),
		.dn_data_o  (unused_dn_data),
		.up_valid_i (1'b0),
		.up_ready_o (unused_up_ready),
		.up_tag_i   (1'b0),
		.up_data_i  (1'd0),
		.up_valid_o (dma_up_valid),
		.up_ready_i (dma_up_ready),
		.up_tag_o   (dma_up_tag),
		.up_data_o  (dma_up_data)
	);

endmodule

`resetall
