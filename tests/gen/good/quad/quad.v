// SPDX-License-Identifier: Apache-2.0
//
// quad: monitor of 4 nodes, ring form.
//
// Emitted by gnomon-gen 0.1.0 from monitor.yaml (XXH64 f841108f54bd93c3). Do not edit: change the description and emit again.
//
//   plan    b86a90c2cfe6d134
//   clock   50000000 Hz
//   family  ice40
//   time    32 bits
//   buffer  4096 slots of 64 bits
//   link    bytes
//   ring    8 wires
//
// Nodes:
//     0 core0        pc[31:0] when retired, 15 events, FIFO of 256 slots, 2 ratio pairs (full)
//     1 core1        pc[31:0] when retired, 15 events, FIFO of 256 slots, 2 ratio pairs (full)
//     2 core2        pc[31:0] when retired, 15 events, FIFO of 256 slots, 2 ratio pairs (full)
//     3 core3        pc[31:0] when retired, 15 events, FIFO of 256 slots, 2 ratio pairs (full)
//
// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was
// high; t = 0 is the very next one.

`resetall
`default_nettype none

module quad (
	input  wire        clk,
	input  wire        rst,                     // synchronous

	// byte port
	input  wire        rx_valid_i,              // byte from the host
	output wire        rx_ready_o,              // it is taken
	input  wire [7:0]  rx_data_i,
	output wire        tx_valid_o,              // byte to the host
	input  wire        tx_ready_i,              // it is taken
	output wire [7:0]  tx_data_o,

	// time
	output wire        sync_o,                  // the next clock is time 0

	// core0
	input  wire [31:0] core0_pc_i,              // watched word
	input  wire        core0_retired_i,         // the word counts
	input  wire        core0_icache_hit_i,
	input  wire        core0_icache_access_i,
	input  wire        core0_bus_busy_i,

	// core1
	input  wire [31:0] core1_pc_i,              // watched word
	input  wire        core1_retired_i,         // the word counts
	input  wire        core1_icache_hit_i,
	input  wire        core1_icache_access_i,
	input  wire        core1_bus_busy_i,

	// core2
	input  wire [31:0] core2_pc_i,              // watched word
	input  wire        core2_retired_i,         // the word counts
	input  wire        core2_icache_hit_i,
	input  wire        core2_icache_access_i,
	input  wire        core2_bus_busy_i,

	// core3
	input  wire [31:0] core3_pc_i,              // watched word
	input  wire        core3_retired_i,         // the word counts
	input  wire        core3_icache_hit_i,
	input  wire        core3_icache_access_i,
	input  wire        core3_bus_busy_i
);

	// Link: frames with CRC over the bytes
	wire        op_valid;
	wire [2:0]  op;
	wire [12:0] arg;
	wire        wr_valid;
	wire        wr_ready;
	wire        rd_regs;
	wire [15:0] addr;
	wire [7:0]  wr_data;
	wire [7:0]  rd_data;
	wire        busy;
	gnomon_link #(
		.ADDR_W (16)
	) u_link (
		.clk        (clk),
		.rst        (rst),
		.rx_valid_i (rx_valid_i),
		.rx_ready_o (rx_ready_o),
		.rx_data_i  (rx_data_i),
		.tx_valid_o (tx_valid_o),
		.tx_ready_i (tx_ready_i),
		.tx_data_o  (tx_data_o),
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
	wire [7:0]  center_dn_data;
	wire        core0_up_valid;
	wire        core0_up_ready;
	wire        core0_up_tag;
	wire [7:0]  core0_up_data;
	gnomon_center #(
		.IDENTITY   (96'hB86A90C2CFE6D134_014F4E47),
		.ADDR_W     (16),
		.NODES      (4),
		.SLOTS_LOG2 (12),
		.RING_W     (8)
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
	wire [7:0]  core0_dn_data;
	wire        core1_up_ready;
	wire        core1_up_valid;
	wire        core1_up_tag;
	wire [7:0]  core1_up_data;
	wire [1:0]  core0_a;
	wire [1:0]  core0_b;
	assign core0_a[0] = core0_icache_hit_i; // icache
	assign core0_b[0] = core0_icache_access_i;
	assign core0_a[1] = core0_bus_busy_i; // bus
	assign core0_b[1] = 1'b1;
	wire [3:0]  core0_code;
	wire        core0_table_valid;
	wire [12:0] core0_table_addr;
	wire [7:0]  core0_table_data;
	quad_ranks0 u_core0_ranks (
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
		.TIME_W        (32),
		.CODE_W        (4),
		.RANKS         (3),
		.CELL_W        (13),
		.FIFO_LOG2     (8),
		.PAIRS         (2),
		.COMPRESSED    (0),
		.RING_W        (8),
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
	wire [7:0]  core1_dn_data;
	wire        core2_up_ready;
	wire        core2_up_valid;
	wire        core2_up_tag;
	wire [7:0]  core2_up_data;
	wire [1:0]  core1_a;
	wire [1:0]  core1_b;
	assign core1_a[0] = core1_icache_hit_i; // icache
	assign core1_b[0] = core1_icache_access_i;
	assign core1_a[1] = core1_bus_busy_i; // bus
	assign core1_b[1] = 1'b1;
	wire [3:0]  core1_code;
	wire        core1_table_valid;
	wire [12:0] core1_table_addr;
	wire [7:0]  core1_table_data;
	quad_ranks0 u_core1_ranks (
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
		.TIME_W        (32),
		.CODE_W        (4),
		.RANKS         (3),
		.CELL_W        (13),
		.FIFO_LOG2     (8),
		.PAIRS         (2),
		.COMPRESSED    (0),
		.RING_W        (8),
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
		.up_valid_i   (core2_up_valid),
		.up_ready_o   (core2_up_ready),
		.up_tag_i     (core2_up_tag),
		.up_data_i    (core2_up_data),
		.up_valid_o   (core1_up_valid),
		.up_ready_i   (core1_up_ready),
		.up_tag_o     (core1_up_tag),
		.up_data_o    (core1_up_data)
	);

	// Node 2: core2
	wire        core2_dn_valid;
	wire [7:0]  core2_dn_data;
	wire        core3_up_ready;
	wire        core3_up_valid;
	wire        core3_up_tag;
	wire [7:0]  core3_up_data;
	wire [1:0]  core2_a;
	wire [1:0]  core2_b;
	assign core2_a[0] = core2_icache_hit_i; // icache
	assign core2_b[0] = core2_icache_access_i;
	assign core2_a[1] = core2_bus_busy_i; // bus
	assign core2_b[1] = 1'b1;
	wire [3:0]  core2_code;
	wire        core2_table_valid;
	wire [12:0] core2_table_addr;
	wire [7:0]  core2_table_data;
	quad_ranks0 u_core2_ranks (
		.clk        (clk),
		.wr_valid_i (core2_table_valid),
		.wr_addr_i  (core2_table_addr),
		.wr_data_i  (core2_table_data),
		.word0_i    (core2_pc_i),
		.code0_o    (core2_code)
	);
	gnomon_headend #(
		.NODE          (2),
		.LAST          (0),
		.TIME_W        (32),
		.CODE_W        (4),
		.RANKS         (3),
		.CELL_W        (13),
		.FIFO_LOG2     (8),
		.PAIRS         (2),
		.COMPRESSED    (0),
		.RING_W        (8),
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
	) u_core2 (
		.clk          (clk),
		.rst          (rst),
		.sync_i       (sync_o),
		.word_i       (core2_pc_i),
		.when_i       (core2_retired_i),
		.code_i       (core2_code),
		.table_o      (core2_table_valid),
		.table_addr_o (core2_table_addr),
		.table_data_o (core2_table_data),
		.a_i          (core2_a),
		.b_i          (core2_b),
		.port_valid_i (1'b0),
		.port_addr_i  (10'd0),
		.port_data_i  (32'd0),
		.port_pc_i    (32'd0),
		.dn_valid_i   (core1_dn_valid),
		.dn_data_i    (core1_dn_data),
		.dn_valid_o   (core2_dn_valid),
		.dn_data_o    (core2_dn_data),
		.up_valid_i   (core3_up_valid),
		.up_ready_o   (core3_up_ready),
		.up_tag_i     (core3_up_tag),
		.up_data_i    (core3_up_data),
		.up_valid_o   (core2_up_valid),
		.up_ready_i   (core2_up_ready),
		.up_tag_o     (core2_up_tag),
		.up_data_o    (core2_up_data)
	);

	// Node 3: core3
	wire        unused_dn_valid;
	wire [7:0]  unused_dn_data;
	wire        unused_up_ready;
	wire [1:0]  core3_a;
	wire [1:0]  core3_b;
	assign core3_a[0] = core3_icache_hit_i; // icache
	assign core3_b[0] = core3_icache_access_i;
	assign core3_a[1] = core3_bus_busy_i; // bus
	assign core3_b[1] = 1'b1;
	wire [3:0]  core3_code;
	wire        core3_table_valid;
	wire [12:0] core3_table_addr;
	wire [7:0]  core3_table_data;
	quad_ranks0 u_core3_ranks (
		.clk        (clk),
		.wr_valid_i (core3_table_valid),
		.wr_addr_i  (core3_table_addr),
		.wr_data_i  (core3_table_data),
		.word0_i    (core3_pc_i),
		.code0_o    (core3_code)
	);
	gnomon_headend #(
		.NODE          (3),
		.LAST          (1),
		.TIME_W        (32),
		.CODE_W        (4),
		.RANKS         (3),
		.CELL_W        (13),
		.FIFO_LOG2     (8),
		.PAIRS         (2),
		.COMPRESSED    (0),
		.RING_W        (8),
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
	) u_core3 (
		.clk          (clk),
		.rst          (rst),
		.sync_i       (sync_o),
		.word_i       (core3_pc_i),
		.when_i       (core3_retired_i),
		.code_i       (core3_code),
		.table_o      (core3_table_valid),
		.table_addr_o (core3_table_addr),
		.table_data_o (core3_table_data),
		.a_i          (core3_a),
		.b_i          (core3_b),
		.port_valid_i (1'b0),
		.port_addr_i  (10'd0),
		.port_data_i  (32'd0),
		.port_pc_i    (32'd0),
		.dn_valid_i   (core2_dn_valid),
		.dn_data_i    (core2_dn_data),
		.dn_valid_o   (unused_dn_valid),
		.dn_data_o    (unused_dn_data),
		.up_valid_i   (1'b0),
		.up_ready_o   (unused_up_ready),
		.up_tag_i     (1'b0),
		.up_data_i    (8'd0),
		.up_valid_o   (core3_up_valid),
		.up_ready_i   (core3_up_ready),
		.up_tag_o     (core3_up_tag),
		.up_data_o    (core3_up_data)
	);

endmodule

/* verilator lint_off DECLFILENAME */ // the ranks are of this monitor alone, and go with it

// The word's event code, 3 clocks later: 5 ranks, about 5 RAM blocks.

module quad_ranks0 (
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
