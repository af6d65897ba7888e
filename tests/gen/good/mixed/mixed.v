// SPDX-License-Identifier: Apache-2.0
//
// mixed: monitor of 4 nodes, ring form.
//
// Emitted by gnomon-gen 0.1.0 from monitor.yaml (XXH64 fae32e8686aeba4b). Do not edit: change the description and emit again.
//
//   plan    569fc47ea58e503d
//   clock   12000000 Hz
//   family  ice40
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
	wire [10:0] arg;
	wire        wr_valid;
	wire        wr_ready;
	wire        rd_regs;
	wire [13:0] addr;
	wire [7:0]  wr_data;
	wire [7:0]  rd_data;
	wire        busy;
	gnomon_link #(
		.ADDR_W (14)
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
		.IDENTITY   (96'h569FC47EA58E503D_014F4E47),
		.ADDR_W     (14),
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
	wire [5:0]  core0_code;
	wire        core0_table_valid;
	wire [12:0] core0_table_addr;
	wire [7:0]  core0_table_data;
	mixed_ranks0 u_core0_ranks (
		.clk        (clk),
		.wr_valid_i (core0_table_valid),
		.wr_addr_i  (core0_table_addr),
		.wr_data_i  (core0_table_data),
		.word0_i    (core0_pc_i),
		.code0_o    (core0_code)
	);
	gnomon_headend #(
		.NODE          (0),
		.LAST          (0),
		.TIME_W        (16),
		.CODE_W        (6),
		.RANKS         (9),
		.CELL_W        (13),
		.FIFO_LOG2     (6),
		.PAIRS         (3),
		.COMPRESSED    (1),
		.RING_W        (1),
		.WORD_W        (32),
		.SEQUENCES     (0),
		.STEPS         (0),
		.COUNT_W       (0),
		.TIMEOUT_W     (0),
		.STRICT        (0),
		.STRICT_STEPS  (0),
		.TIMER         (0),
		.WATCHDOG      (0),
		.PORT          (0),
		.PORT_PC       (0),
		.PORT_TIME     (0),
		.ACTIONS_BASE  (4352),
		.STEPS_BASE    (0),
		.LIMITS_BASE   (0),
		.WORDS_BASE    (0),
		.TRIGGERS_BASE (0),
		.TIMER_BASE    (0),
		.WATCHDOG_BASE (0)
	) u_core0 (
		.clk          (clk),
		.rst          (rst),
		.sync_i       (sync_o),
		.word_i       (core0_pc_i),
		.when_i       (core0_retired_i),
		.code_i       (core0_code),
		.table_o      (core0_table_valid),
		.table_addr_o (core0_table_addr),
		.table_data_o (core0_table_data),
		.a_i          (core0_a),
		.b_i          (core0_b),
		.port_valid_i (1'b0),
		.port_addr_i  (10'd0),
		.port_data_i  (32'd0),
		.port_pc_i    (32'd0),
		.dn_valid_i   (center_dn_valid),
		.dn_data_i    (center_dn_data),
		.dn_valid_o   (core0_dn_valid),
		.dn_data_o    (core0_dn_data),
		.up_valid_i   (core1_up_valid),
		.up_ready_o   (core1_up_ready),
		.up_tag_i     (core1_up_tag),
		.up_data_i    (core1_up_data),
		.up_valid_o   (core0_up_valid),
		.up_ready_i   (core0_up_ready),
		.up_tag_o     (core0_up_tag),
		.up_data_o    (core0_up_data)
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
	wire [5:0]  core1_code;
	wire        core1_table_valid;
	wire [12:0] core1_table_addr;
	wire [7:0]  core1_table_data;
	mixed_ranks0 u_core1_ranks (
		.clk        (clk),
		.wr_valid_i (core1_table_valid),
		.wr_addr_i  (core1_table_addr),
		.wr_data_i  (core1_table_data),
		.word0_i    (core1_pc_i),
		.code0_o    (core1_code)
	);
	gnomon_headend #(
		.NODE          (1),
		.LAST          (0),
		.TIME_W        (16),
		.CODE_W        (6),
		.RANKS         (9),
		.CELL_W        (13),
		.FIFO_LOG2     (6),
		.PAIRS         (3),
		.COMPRESSED    (1),
		.RING_W        (1),
		.WORD_W        (32),
		.SEQUENCES     (0),
		.STEPS         (0),
		.COUNT_W       (0),
		.TIMEOUT_W     (0),
		.STRICT        (0),
		.STRICT_STEPS  (0),
		.TIMER         (0),
		.WATCHDOG      (0),
		.PORT          (0),
		.PORT_PC       (0),
		.PORT_TIME     (0),
		.ACTIONS_BASE  (4352),
		.STEPS_BASE    (0),
		.LIMITS_BASE   (0),
		.WORDS_BASE    (0),
		.TRIGGERS_BASE (0),
		.TIMER_BASE    (0),
		.WATCHDOG_BASE (0)
	) u_core1 (
		.clk          (clk),
		.rst          (rst),
		.sync_i       (sync_o),
		.word_i       (core1_pc_i),
		.when_i       (core1_retired_i),
		.code_i       (core1_code),
		.table_o      (core1_table_valid),
		.table_addr_o (core1_table_addr),
		.table_data_o (core1_table_data),
		.a_i          (core1_a),
		.b_i          (core1_b),
		.port_valid_i (1'b0),
		.port_addr_i  (10'd0),
		.port_data_i  (32'd0),
		.port_pc_i    (32'd0),
		.dn_valid_i   (core0_dn_valid),
		.dn_data_i    (core0_dn_data),
		.dn_valid_o   (core1_dn_valid),
		.dn_data_o    (core1_dn_data),
		.up_valid_i   (bus_up_valid),
		.up_ready_o   (bus_up_ready),
		.up_tag_i     (bus_up_tag),
		.up_data_i    (bus_up_data),
		.up_valid_o   (core1_up_valid),
		.up_ready_i   (core1_up_ready),
		.up_tag_o     (core1_up_tag),
		.up_data_o    (core1_up_data)
	);

	// Node 2: bus
	wire        bus_dn_valid;
	wire        bus_dn_data;
	wire        dma_up_ready;
	wire        dma_up_valid;
	wire        dma_up_tag;
	wire        dma_up_data;
	wire [4:0]  bus_code;
	wire        bus_table_valid;
	wire [11:0] bus_table_addr;
	wire [7:0]  bus_table_data;
	mixed_ranks1 u_bus_ranks (
		.clk        (clk),
		.wr_valid_i (bus_table_valid),
		.wr_addr_i  (bus_table_addr),
		.wr_data_i  (bus_table_data),
		.word0_i    (bus_state_i),
		.code0_o    (bus_code)
	);
	gnomon_headend #(
		.NODE          (2),
		.LAST          (0),
		.TIME_W        (16),
		.CODE_W        (5),
		.RANKS         (7),
		.CELL_W        (12),
		.FIFO_LOG2     (8),
		.PAIRS         (0),
		.COMPRESSED    (0),
		.RING_W        (1),
		.WORD_W        (32),
		.SEQUENCES     (0),
		.STEPS         (0),
		.COUNT_W       (0),
		.TIMEOUT_W     (0),
		.STRICT        (0),
		.STRICT_STEPS  (0),
		.TIMER         (0),
		.WATCHDOG      (0),
		.PORT          (0),
		.PORT_PC       (0),
		.PORT_TIME     (0),
		.ACTIONS_BASE  (3328),
		.STEPS_BASE    (0),
		.LIMITS_BASE   (0),
		.WORDS_BASE    (0),
		.TRIGGERS_BASE (0),
		.TIMER_BASE    (0),
		.WATCHDOG_BASE (0)
	) u_bus (
		.clk          (clk),
		.rst          (rst),
		.sync_i       (sync_o),
		.word_i       (bus_state_i),
		.when_i       (1'b1),
		.code_i       (bus_code),
		.table_o      (bus_table_valid),
		.table_addr_o (bus_table_addr),
		.table_data_o (bus_table_data),
		.a_i          (1'b0),
		.b_i          (1'b0),
		.port_valid_i (1'b0),
		.port_addr_i  (10'd0),
		.port_data_i  (32'd0),
		.port_pc_i    (32'd0),
		.dn_valid_i   (core1_dn_valid),
		.dn_data_i    (core1_dn_data),
		.dn_valid_o   (bus_dn_valid),
		.dn_data_o    (bus_dn_data),
		.up_valid_i   (dma_up_valid),
		.up_ready_o   (dma_up_ready),
		.up_tag_i     (dma_up_tag),
		.up_data_i    (dma_up_data),
		.up_valid_o   (bus_up_valid),
		.up_ready_i   (bus_up_ready),
		.up_tag_o     (bus_up_tag),
		.up_data_o    (bus_up_data)
	);

	// Node 3: dma
	wire        unused_dn_valid;
	wire        unused_dn_data;
	wire        unused_up_ready;
	wire        dma_a;
	wire        dma_b;
	assign dma_a = dma_busy_i; // busy
	assign dma_b = 1'b1;
	wire [3:0]  dma_code;
	wire        dma_table_valid;
	wire [12:0] dma_table_addr;
	wire [7:0]  dma_table_data;
	mixed_ranks2 u_dma_ranks (
		.clk        (clk),
		.wr_valid_i (dma_table_valid),
		.wr_addr_i  (dma_table_addr),
		.wr_data_i  (dma_table_data),
		.word0_i    (dma_address_i),
		.code0_o    (dma_code)
	);
	gnomon_headend #(
		.NODE          (3),
		.LAST          (1),
		.TIME_W        (16),
		.CODE_W        (4),
		.RANKS         (3),
		.CELL_W        (13),
		.FIFO_LOG2     (8),
		.PAIRS         (1),
		.COMPRESSED    (0),
		.RING_W        (1),
		.WORD_W        (32),
		.SEQUENCES     (0),
		.STEPS         (0),
		.COUNT_W       (0),
		.TIMEOUT_W     (0),
		.STRICT        (0),
		.STRICT_STEPS  (0),
		.TIMER         (0),
		.WATCHDOG      (0),
		.PORT          (0),
		.PORT_PC       (0),
		.PORT_TIME     (0),
		.ACTIONS_BASE  (4352),
		.STEPS_BASE    (0),
		.LIMITS_BASE   (0),
		.WORDS_BASE    (0),
		.TRIGGERS_BASE (0),
		.TIMER_BASE    (0),
		.WATCHDOG_BASE (0)
	) u_dma (
		.clk          (clk),
		.rst          (rst),
		.sync_i       (sync_o),
		.word_i       (dma_address_i),
		.when_i       (dma_strobe_i),
		.code_i       (dma_code),
		.table_o      (dma_table_valid),
		.table_addr_o (dma_table_addr),
		.table_data_o (dma_table_data),
		.a_i          (dma_a),
		.b_i          (dma_b),
		.port_valid_i (1'b0),
		.port_addr_i  (10'd0),
		.port_data_i  (32'd0),
		.port_pc_i    (32'd0),
		.dn_valid_i   (bus_dn_valid),
		.dn_data_i    (bus_dn_data),
		.dn_valid_o   (unused_dn_valid),
		.dn_data_o    (unused_dn_data),
		.up_valid_i   (1'b0),
		.up_ready_o   (unused_up_ready),
		.up_tag_i     (1'b0),
		.up_data_i    (1'd0),
		.up_valid_o   (dma_up_valid),
		.up_ready_i   (dma_up_ready),
		.up_tag_o     (dma_up_tag),
		.up_data_o    (dma_up_data)
	);

endmodule

/* verilator lint_off DECLFILENAME */ // the ranks are of this monitor alone, and go with it

// The word's event code, 9 clocks later: 9 ranks, about 9 RAM blocks.

module mixed_ranks0 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [12:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [31:0] word0_i,                 // watched word
	output wire [5:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 8..0
	wire [8:0]  rank0_index0;
	assign rank0_index0 = word0_i[8:0];
	wire [5:0]  rank0_code0;
	wire [5:0]  rank0_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (0),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank0 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank0_index0),
		.code0_o    (rank0_code0),
		.index1_i   (9'd0),
		.code1_o    (rank0_unused)
	);

	// Rank 1, level 2: bits 11..9, rank 0
	wire [2:0]  rank1_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (1)
	) u_rank1_in1_0 (
		.clk (clk),
		.d_i (word0_i[11:9]),
		.q_o (rank1_in1_0)
	);
	wire [8:0]  rank1_index0;
	assign rank1_index0 = {rank1_in1_0, rank0_code0};
	wire [5:0]  rank1_code0;
	wire [5:0]  rank1_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (512),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (9'd0),
		.code1_o    (rank1_unused)
	);

	// Rank 2, level 3: bits 14..12, rank 1
	wire [2:0]  rank2_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (2)
	) u_rank2_in1_0 (
		.clk (clk),
		.d_i (word0_i[14:12]),
		.q_o (rank2_in1_0)
	);
	wire [8:0]  rank2_index0;
	assign rank2_index0 = {rank2_in1_0, rank1_code0};
	wire [5:0]  rank2_code0;
	wire [5:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (1024),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (9'd0),
		.code1_o    (rank2_unused)
	);

	// Rank 3, level 4: bits 17..15, rank 2
	wire [2:0]  rank3_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (3)
	) u_rank3_in1_0 (
		.clk (clk),
		.d_i (word0_i[17:15]),
		.q_o (rank3_in1_0)
	);
	wire [8:0]  rank3_index0;
	assign rank3_index0 = {rank3_in1_0, rank2_code0};
	wire [5:0]  rank3_code0;
	wire [5:0]  rank3_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (1536),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank3 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank3_index0),
		.code0_o    (rank3_code0),
		.index1_i   (9'd0),
		.code1_o    (rank3_unused)
	);

	// Rank 4, level 5: bits 20..18, rank 3
	wire [2:0]  rank4_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (4)
	) u_rank4_in1_0 (
		.clk (clk),
		.d_i (word0_i[20:18]),
		.q_o (rank4_in1_0)
	);
	wire [8:0]  rank4_index0;
	assign rank4_index0 = {rank4_in1_0, rank3_code0};
	wire [5:0]  rank4_code0;
	wire [5:0]  rank4_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (2048),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank4 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank4_index0),
		.code0_o    (rank4_code0),
		.index1_i   (9'd0),
		.code1_o    (rank4_unused)
	);

	// Rank 5, level 6: bits 23..21, rank 4
	wire [2:0]  rank5_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (5)
	) u_rank5_in1_0 (
		.clk (clk),
		.d_i (word0_i[23:21]),
		.q_o (rank5_in1_0)
	);
	wire [8:0]  rank5_index0;
	assign rank5_index0 = {rank5_in1_0, rank4_code0};
	wire [5:0]  rank5_code0;
	wire [5:0]  rank5_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (2560),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank5 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank5_index0),
		.code0_o    (rank5_code0),
		.index1_i   (9'd0),
		.code1_o    (rank5_unused)
	);

	// Rank 6, level 7: bits 26..24, rank 5
	wire [2:0]  rank6_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (6)
	) u_rank6_in1_0 (
		.clk (clk),
		.d_i (word0_i[26:24]),
		.q_o (rank6_in1_0)
	);
	wire [8:0]  rank6_index0;
	assign rank6_index0 = {rank6_in1_0, rank5_code0};
	wire [5:0]  rank6_code0;
	wire [5:0]  rank6_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (3072),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank6 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank6_index0),
		.code0_o    (rank6_code0),
		.index1_i   (9'd0),
		.code1_o    (rank6_unused)
	);

	// Rank 7, level 8: bits 29..27, rank 6
	wire [2:0]  rank7_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (7)
	) u_rank7_in1_0 (
		.clk (clk),
		.d_i (word0_i[29:27]),
		.q_o (rank7_in1_0)
	);
	wire [8:0]  rank7_index0;
	assign rank7_index0 = {rank7_in1_0, rank6_code0};
	wire [5:0]  rank7_code0;
	wire [5:0]  rank7_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (3584),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank7 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank7_index0),
		.code0_o    (rank7_code0),
		.index1_i   (9'd0),
		.code1_o    (rank7_unused)
	);

	// Rank 8, level 9: bits 31..30, rank 7; its code is the event
	wire [1:0]  rank8_in1_0;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (8)
	) u_rank8_in1_0 (
		.clk (clk),
		.d_i (word0_i[31:30]),
		.q_o (rank8_in1_0)
	);
	wire [7:0]  rank8_index0;
	assign rank8_index0 = {rank8_in1_0, rank7_code0};
	wire [5:0]  rank8_code0;
	wire [5:0]  rank8_unused;
	gnomon_rank #(
		.INDEX_W     (8),
		.CODE_W      (6),
		.CELL_W      (13),
		.BASE        (4096),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank8 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank8_index0),
		.code0_o    (rank8_code0),
		.index1_i   (8'd0),
		.code1_o    (rank8_unused)
	);

	assign code0_o = rank8_code0;

endmodule

// The word's event code, 7 clocks later: 7 ranks, about 7 RAM blocks.

module mixed_ranks1 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [11:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [31:0] word0_i,                 // watched word
	output wire [4:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 8..0
	wire [8:0]  rank0_index0;
	assign rank0_index0 = word0_i[8:0];
	wire [4:0]  rank0_code0;
	wire [4:0]  rank0_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (5),
		.CELL_W      (12),
		.BASE        (0),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank0 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank0_index0),
		.code0_o    (rank0_code0),
		.index1_i   (9'd0),
		.code1_o    (rank0_unused)
	);

	// Rank 1, level 2: bits 12..9, rank 0
	wire [3:0]  rank1_in1_0;
	gnomon_delay #(
		.WIDTH  (4),
		.CLOCKS (1)
	) u_rank1_in1_0 (
		.clk (clk),
		.d_i (word0_i[12:9]),
		.q_o (rank1_in1_0)
	);
	wire [8:0]  rank1_index0;
	assign rank1_index0 = {rank1_in1_0, rank0_code0};
	wire [4:0]  rank1_code0;
	wire [4:0]  rank1_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (5),
		.CELL_W      (12),
		.BASE        (512),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (9'd0),
		.code1_o    (rank1_unused)
	);

	// Rank 2, level 3: bits 16..13, rank 1
	wire [3:0]  rank2_in1_0;
	gnomon_delay #(
		.WIDTH  (4),
		.CLOCKS (2)
	) u_rank2_in1_0 (
		.clk (clk),
		.d_i (word0_i[16:13]),
		.q_o (rank2_in1_0)
	);
	wire [8:0]  rank2_index0;
	assign rank2_index0 = {rank2_in1_0, rank1_code0};
	wire [4:0]  rank2_code0;
	wire [4:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (5),
		.CELL_W      (12),
		.BASE        (1024),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (9'd0),
		.code1_o    (rank2_unused)
	);

	// Rank 3, level 4: bits 20..17, rank 2
	wire [3:0]  rank3_in1_0;
	gnomon_delay #(
		.WIDTH  (4),
		.CLOCKS (3)
	) u_rank3_in1_0 (
		.clk (clk),
		.d_i (word0_i[20:17]),
		.q_o (rank3_in1_0)
	);
	wire [8:0]  rank3_index0;
	assign rank3_index0 = {rank3_in1_0, rank2_code0};
	wire [4:0]  rank3_code0;
	wire [4:0]  rank3_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (5),
		.CELL_W      (12),
		.BASE        (1536),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank3 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank3_index0),
		.code0_o    (rank3_code0),
		.index1_i   (9'd0),
		.code1_o    (rank3_unused)
	);

	// Rank 4, level 5: bits 24..21, rank 3
	wire [3:0]  rank4_in1_0;
	gnomon_delay #(
		.WIDTH  (4),
		.CLOCKS (4)
	) u_rank4_in1_0 (
		.clk (clk),
		.d_i (word0_i[24:21]),
		.q_o (rank4_in1_0)
	);
	wire [8:0]  rank4_index0;
	assign rank4_index0 = {rank4_in1_0, rank3_code0};
	wire [4:0]  rank4_code0;
	wire [4:0]  rank4_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (5),
		.CELL_W      (12),
		.BASE        (2048),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank4 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank4_index0),
		.code0_o    (rank4_code0),
		.index1_i   (9'd0),
		.code1_o    (rank4_unused)
	);

	// Rank 5, level 6: bits 28..25, rank 4
	wire [3:0]  rank5_in1_0;
	gnomon_delay #(
		.WIDTH  (4),
		.CLOCKS (5)
	) u_rank5_in1_0 (
		.clk (clk),
		.d_i (word0_i[28:25]),
		.q_o (rank5_in1_0)
	);
	wire [8:0]  rank5_index0;
	assign rank5_index0 = {rank5_in1_0, rank4_code0};
	wire [4:0]  rank5_code0;
	wire [4:0]  rank5_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (5),
		.CELL_W      (12),
		.BASE        (2560),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank5 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank5_index0),
		.code0_o    (rank5_code0),
		.index1_i   (9'd0),
		.code1_o    (rank5_unused)
	);

	// Rank 6, level 7: bits 31..29, rank 5; its code is the event
	wire [2:0]  rank6_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (6)
	) u_rank6_in1_0 (
		.clk (clk),
		.d_i (word0_i[31:29]),
		.q_o (rank6_in1_0)
	);
	wire [7:0]  rank6_index0;
	assign rank6_index0 = {rank6_in1_0, rank5_code0};
	wire [4:0]  rank6_code0;
	wire [4:0]  rank6_unused;
	gnomon_rank #(
		.INDEX_W     (8),
		.CODE_W      (5),
		.CELL_W      (12),
		.BASE        (3072),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank6 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank6_index0),
		.code0_o    (rank6_code0),
		.index1_i   (8'd0),
		.code1_o    (rank6_unused)
	);

	assign code0_o = rank6_code0;

endmodule

// The word's event code, 3 clocks later: 5 ranks, about 5 RAM blocks.

module mixed_ranks2 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [12:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [31:0] word0_i,                 // watched word
	output wire [3:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 9..0
	wire [9:0]  rank0_index0;
	assign rank0_index0 = word0_i[9:0];
	wire [3:0]  rank0_code0;
	wire [3:0]  rank0_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (4),
		.CELL_W      (13),
		.BASE        (0),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank0 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank0_index0),
		.code0_o    (rank0_code0),
		.index1_i   (10'd0),
		.code1_o    (rank0_unused)
	);

	// Rank 1, level 1: bits 19..10
	wire [9:0]  rank1_index0;
	assign rank1_index0 = word0_i[19:10];
	wire [3:0]  rank1_code0;
	wire [3:0]  rank1_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (4),
		.CELL_W      (13),
		.BASE        (1024),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (10'd0),
		.code1_o    (rank1_unused)
	);

	// Rank 2, level 1: bits 31..22
	wire [9:0]  rank2_index0;
	assign rank2_index0 = word0_i[31:22];
	wire [3:0]  rank2_code0;
	wire [3:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (4),
		.CELL_W      (13),
		.BASE        (2048),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (10'd0),
		.code1_o    (rank2_unused)
	);

	// Rank 3, level 2: bits 21..20, rank 1, rank 0
	wire [1:0]  rank3_in2_0;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (1)
	) u_rank3_in2_0 (
		.clk (clk),
		.d_i (word0_i[21:20]),
		.q_o (rank3_in2_0)
	);
	wire [9:0]  rank3_index0;
	assign rank3_index0 = {rank3_in2_0, rank1_code0, rank0_code0};
	wire [3:0]  rank3_code0;
	wire [3:0]  rank3_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (4),
		.CELL_W      (13),
		.BASE        (3072),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank3 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank3_index0),
		.code0_o    (rank3_code0),
		.index1_i   (10'd0),
		.code1_o    (rank3_unused)
	);

	// Rank 4, level 3: rank 2, rank 3; its code is the event
	wire [3:0]  rank4_in1_0;
	gnomon_delay #(
		.WIDTH  (4),
		.CLOCKS (1)
	) u_rank4_in1_0 (
		.clk (clk),
		.d_i (rank2_code0),
		.q_o (rank4_in1_0)
	);
	wire [7:0]  rank4_index0;
	assign rank4_index0 = {rank4_in1_0, rank3_code0};
	wire [3:0]  rank4_code0;
	wire [3:0]  rank4_unused;
	gnomon_rank #(
		.INDEX_W     (8),
		.CODE_W      (4),
		.CELL_W      (13),
		.BASE        (4096),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank4 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank4_index0),
		.code0_o    (rank4_code0),
		.index1_i   (8'd0),
		.code1_o    (rank4_unused)
	);

	assign code0_o = rank4_code0;

endmodule

/* verilator lint_on DECLFILENAME */

`resetall
