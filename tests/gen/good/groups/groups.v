// SPDX-License-Identifier: Apache-2.0
//
// groups: monitor of 3 nodes, ring form.
//
// Emitted by gnomon-gen 0.1.0 from monitor.yaml (XXH64 f484180da8deec30). Do not edit: change the description and emit again.
//
//   plan    2bb3ec962fd7fa2b
//   clock   50000000 Hz
//   family  ecp5
//   time    32 bits
//   buffer  1024 slots of 64 bits
//   link    bytes
//   ring    8 wires
//
// Nodes:
//     0 core         pc[31:0] when retired, 15 events, event port (strobe), FIFO of 256 slots, 4 ratio pairs (compressed), 1 quantity, 1 extreme, 1 bucket unit, 2 counter banks, host's trigger
//     1 gated0       pc[31:0], 15 events, FIFO of 256 slots, 3 ratio pairs (compressed32), gate
//     2 gated1       pc[31:0], 15 events, FIFO of 256 slots, 3 ratio pairs (compressed32), gate
//
// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was
// high; t = 0 is the very next one.

`resetall
`default_nettype none

module groups (
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

	// core
	input  wire [31:0] core_pc_i,               // watched word
	input  wire        core_retired_i,          // the word counts
	input  wire        core_icache_hit_i,
	input  wire        core_icache_access_i,
	input  wire        core_bus_busy_i,
	input  wire        core_bus_wait_i,
	input  wire        core_icache_miss_i,
	input  wire        core_request_i,
	input  wire        core_grant_i,
	input  wire        core_c5_i,
	input  wire        core_c6_i,
	input  wire        core_c7_i,
	input  wire        core_c8_i,
	input  wire        core_c9_i,
	input  wire        core_c10_i,
	input  wire        core_c11_i,
	input  wire        core_c12_i,
	input  wire        core_c13_i,
	input  wire        core_c14_i,
	input  wire        core_c15_i,
	input  wire        core_s0_i,
	input  wire        core_s1_i,
	input  wire        core_s2_i,
	input  wire        core_s3_i,
	input  wire        core_s4_i,
	input  wire        core_s5_i,
	input  wire        core_s6_i,
	input  wire        core_s7_i,
	input  wire        core_s8_i,
	input  wire        core_s9_i,
	input  wire        core_s10_i,
	input  wire        core_s11_i,
	input  wire        core_s12_i,
	input  wire        core_s13_i,
	input  wire        core_s14_i,
	input  wire        core_s15_i,
	input  wire        core_port_valid_i,       // a write in this clock
	input  wire [9:0]  core_port_addr_i,        // word address: page and sub
	input  wire [31:0] core_port_data_i,

	// gated0
	input  wire [31:0] gated0_pc_i,             // watched word
	input  wire        gated0_a0_i,
	input  wire        gated0_b0_i,
	input  wire        gated0_c0_i,

	// gated1
	input  wire [31:0] gated1_pc_i,             // watched word
	input  wire        gated1_a0_i,
	input  wire        gated1_b0_i,
	input  wire        gated1_c0_i
);

	// Link: frames with CRC over the bytes
	wire        op_valid;
	wire [2:0]  op;
	wire [11:0] arg;
	wire        wr_valid;
	wire        wr_ready;
	wire        rd_next;
	wire [14:0] addr;
	wire [7:0]  wr_data;
	wire        nonce;
	wire [7:0]  rd_data;
	wire        reg_lower;
	wire [3:0]  reg_data;
	wire        busy;
	gnomon_link #(
		.ADDR_W (15)
	) u_link (
		.clk         (clk),
		.rst         (rst),
		.rx_valid_i  (rx_valid_i),
		.rx_ready_o  (rx_ready_o),
		.rx_data_i   (rx_data_i),
		.tx_valid_o  (tx_valid_o),
		.tx_ready_i  (tx_ready_i),
		.tx_data_o   (tx_data_o),
		.op_valid_o  (op_valid),
		.op_o        (op),
		.arg_o       (arg),
		.wr_valid_o  (wr_valid),
		.wr_ready_i  (wr_ready),
		.rd_next_o   (rd_next),
		.addr_o      (addr),
		.wr_data_o   (wr_data),
		.nonce_o     (nonce),
		.rd_data_i   (rd_data),
		.reg_lower_o (reg_lower),
		.reg_data_i  (reg_data),
		.busy_o      (busy)
	);

	// Center: trace buffer, registers and the near end of the ring
	wire        center_dn_valid;
	wire [7:0]  center_dn_data;
	wire        core_up_valid;
	wire        core_up_ready;
	wire        core_up_tag;
	wire [7:0]  core_up_data;
	gnomon_center #(
		.IDENTITY   (96'h2BB3EC962FD7FA2B_024F4E47),
		.ADDR_W     (15),
		.NODES      (3),
		.TIME_W     (32),
		.SLOTS_LOG2 (10),
		.RING_W     (8),
		.LONG       (1),
		.LUT_BITS   (1024)
	) u_center (
		.clk         (clk),
		.rst         (rst),
		.op_valid_i  (op_valid),
		.op_i        (op),
		.arg_i       (arg),
		.wr_valid_i  (wr_valid),
		.wr_ready_o  (wr_ready),
		.rd_next_i   (rd_next),
		.addr_i      (addr),
		.wr_data_i   (wr_data),
		.nonce_i     (nonce),
		.rd_data_o   (rd_data),
		.reg_lower_i (reg_lower),
		.reg_data_o  (reg_data),
		.busy_i      (busy),
		.sync_o      (sync_o),
		.dn_valid_o  (center_dn_valid),
		.dn_data_o   (center_dn_data),
		.up_valid_i  (core_up_valid),
		.up_ready_o  (core_up_ready),
		.up_tag_i    (core_up_tag),
		.up_data_i   (core_up_data)
	);

	// Node 0: core
	wire        core_dn_valid;
	wire [7:0]  core_dn_data;
	wire        gated0_up_ready;
	wire        gated0_up_valid;
	wire        gated0_up_tag;
	wire [7:0]  gated0_up_data;
	wire [3:0]  core_code;
	wire        core_table_valid;
	wire [13:0] core_table_addr;
	wire [7:0]  core_table_data;
	groups_ranks0 u_core_ranks (
		.clk        (clk),
		.wr_valid_i (core_table_valid),
		.wr_addr_i  (core_table_addr),
		.wr_data_i  (core_table_data),
		.word0_i    (core_pc_i),
		.code0_o    (core_code)
	);
	wire [3:0]  core_measure_class;
	wire        core_measure_opens;
	wire        core_measure_closes;
	wire [15:0] core_measure_process;
	wire        core_measure_fire;
	wire [4:0]  core_measure_events;
	wire [38:0] core_measure_count;
	wire        core_measure_first;
	wire        core_measure_sample_ready;
	wire        core_measure_snap_ready;
	wire        core_measure_sample;
	wire        core_measure_reset;
	wire        core_measure_bank;
	wire        core_measure_flush;
	wire        core_measure_sample_valid;
	wire [31:0] core_measure_sample_word;
	wire        core_measure_sample_pop;
	wire        core_measure_block_valid;
	wire [31:0] core_measure_block_word;
	wire        core_measure_block_last;
	wire        core_measure_block_pop;
	wire        core_measure_block_busy;
	groups_measure0 #(
		.NODE (0)
	) u_core_measure (
		.clk                (clk),
		.rst                (rst),
		.sync_i             (sync_o),
		.wr_valid_i         (core_table_valid),
		.wr_addr_i          (core_table_addr),
		.wr_data_i          (core_table_data),
		.in_icache_hit_i    (core_icache_hit_i),
		.in_icache_access_i (core_icache_access_i),
		.in_bus_busy_i      (core_bus_busy_i),
		.in_bus_wait_i      (core_bus_wait_i),
		.in_icache_miss_i   (core_icache_miss_i),
		.in_request_i       (core_request_i),
		.in_grant_i         (core_grant_i),
		.in_c5_i            (core_c5_i),
		.in_c6_i            (core_c6_i),
		.in_c7_i            (core_c7_i),
		.in_c8_i            (core_c8_i),
		.in_c9_i            (core_c9_i),
		.in_c10_i           (core_c10_i),
		.in_c11_i           (core_c11_i),
		.in_c12_i           (core_c12_i),
		.in_c13_i           (core_c13_i),
		.in_c14_i           (core_c14_i),
		.in_c15_i           (core_c15_i),
		.in_s0_i            (core_s0_i),
		.in_s1_i            (core_s1_i),
		.in_s2_i            (core_s2_i),
		.in_s3_i            (core_s3_i),
		.in_s4_i            (core_s4_i),
		.in_s5_i            (core_s5_i),
		.in_s6_i            (core_s6_i),
		.in_s7_i            (core_s7_i),
		.in_s8_i            (core_s8_i),
		.in_s9_i            (core_s9_i),
		.in_s10_i           (core_s10_i),
		.in_s11_i           (core_s11_i),
		.in_s12_i           (core_s12_i),
		.in_s13_i           (core_s13_i),
		.in_s14_i           (core_s14_i),
		.in_s15_i           (core_s15_i),
		.class_i            (core_measure_class),
		.opens_i            (core_measure_opens),
		.closes_i           (core_measure_closes),
		.process_i          (core_measure_process),
		.fire_o             (core_measure_fire),
		.events_i           (core_measure_events),
		.count_i            (core_measure_count),
		.first_i            (core_measure_first),
		.sample_ready_o     (core_measure_sample_ready),
		.snap_ready_o       (core_measure_snap_ready),
		.sample_i           (core_measure_sample),
		.reset_i            (core_measure_reset),
		.bank_i             (core_measure_bank),
		.flush_i            (core_measure_flush),
		.sample_valid_o     (core_measure_sample_valid),
		.sample_word_o      (core_measure_sample_word),
		.sample_pop_i       (core_measure_sample_pop),
		.block_valid_o      (core_measure_block_valid),
		.block_word_o       (core_measure_block_word),
		.block_last_o       (core_measure_block_last),
		.block_pop_i        (core_measure_block_pop),
		.block_busy_o       (core_measure_block_busy)
	);
	gnomon_headend #(
		.NODE              (0),
		.LAST              (0),
		.TIME_W            (32),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (12),
		.THRESHOLDS        (0),
		.HOST              (1),
		.GATE              (0),
		.BLOCKS            (1),
		.MEASURES          (1),
		.RING_W            (8),
		.WORD_W            (32),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (0),
		.STRICT_STEPS      (0),
		.TIMER             (0),
		.WATCHDOG          (0),
		.PORT              (1),
		.PORT_PC           (0),
		.PORT_TIME         (0),
		.PORT_CODES        (2),
		.PORT_DATA         (0),
		.EVENT_LINES       (5),
		.ACTIONS_BASE      (13632),
		.STEPS_BASE        (13648),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (13664),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (12288),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (13680),
		.EVENT_LINES_BASE  (13672),
		.PORT_LINES        (1),
		.LUT_BITS          (1024)
	) u_core (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core_pc_i),
		.when_i         (core_retired_i),
		.code_i         (core_code),
		.table_o        (core_table_valid),
		.table_addr_o   (core_table_addr),
		.table_data_o   (core_table_data),
		.port_valid_i   (core_port_valid_i),
		.port_addr_i    (core_port_addr_i),
		.port_data_i    (core_port_data_i),
		.port_pc_i      (32'd0),
		.dn_valid_i     (center_dn_valid),
		.dn_data_i      (center_dn_data),
		.dn_valid_o     (core_dn_valid),
		.dn_data_o      (core_dn_data),
		.up_valid_i     (gated0_up_valid),
		.up_ready_o     (gated0_up_ready),
		.up_tag_i       (gated0_up_tag),
		.up_data_i      (gated0_up_data),
		.up_valid_o     (core_up_valid),
		.up_ready_i     (core_up_ready),
		.up_tag_o       (core_up_tag),
		.up_data_o      (core_up_data),
		.class_o        (core_measure_class),
		.opens_o        (core_measure_opens),
		.closes_o       (core_measure_closes),
		.process_o      (core_measure_process),
		.fire_i         (core_measure_fire),
		.events_o       (core_measure_events),
		.count_o        (core_measure_count),
		.first_o        (core_measure_first),
		.sample_ready_i (core_measure_sample_ready),
		.snap_ready_i   (core_measure_snap_ready),
		.sample_o       (core_measure_sample),
		.reset_o        (core_measure_reset),
		.bank_o         (core_measure_bank),
		.flush_o        (core_measure_flush),
		.sample_valid_i (core_measure_sample_valid),
		.sample_word_i  (core_measure_sample_word),
		.sample_pop_o   (core_measure_sample_pop),
		.block_valid_i  (core_measure_block_valid),
		.block_word_i   (core_measure_block_word),
		.block_last_i   (core_measure_block_last),
		.block_pop_o    (core_measure_block_pop),
		.block_busy_i   (core_measure_block_busy)
	);

	// Node 1: gated0
	wire        gated0_dn_valid;
	wire [7:0]  gated0_dn_data;
	wire        gated1_up_ready;
	wire        gated1_up_valid;
	wire        gated1_up_tag;
	wire [7:0]  gated1_up_data;
	wire [3:0]  gated0_code;
	wire        gated0_table_valid;
	wire [13:0] gated0_table_addr;
	wire [7:0]  gated0_table_data;
	groups_ranks1 u_gated0_ranks (
		.clk        (clk),
		.wr_valid_i (gated0_table_valid),
		.wr_addr_i  (gated0_table_addr),
		.wr_data_i  (gated0_table_data),
		.word0_i    (gated0_pc_i),
		.code0_o    (gated0_code)
	);
	wire [3:0]  gated0_measure_class;
	wire        gated0_measure_opens;
	wire        gated0_measure_closes;
	wire [15:0] gated0_measure_process;
	wire        gated0_measure_fire;
	wire [1:0]  gated0_measure_events;
	wire [38:0] gated0_measure_count;
	wire        gated0_measure_first;
	wire        gated0_measure_sample_ready;
	wire        gated0_measure_snap_ready;
	wire        gated0_measure_sample;
	wire        gated0_measure_reset;
	wire        gated0_measure_bank;
	wire        gated0_measure_flush;
	wire        gated0_measure_sample_valid;
	wire [31:0] gated0_measure_sample_word;
	wire        gated0_measure_sample_pop;
	wire        gated0_measure_block_valid;
	wire [31:0] gated0_measure_block_word;
	wire        gated0_measure_block_last;
	wire        gated0_measure_block_pop;
	wire        gated0_measure_block_busy;
	groups_measure1 u_gated0_measure (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (gated0_table_valid),
		.wr_addr_i      (gated0_table_addr),
		.wr_data_i      (gated0_table_data),
		.in_a0_i        (gated0_a0_i),
		.in_b0_i        (gated0_b0_i),
		.in_c0_i        (gated0_c0_i),
		.class_i        (gated0_measure_class),
		.opens_i        (gated0_measure_opens),
		.closes_i       (gated0_measure_closes),
		.process_i      (gated0_measure_process),
		.fire_o         (gated0_measure_fire),
		.events_i       (gated0_measure_events),
		.count_i        (gated0_measure_count),
		.first_i        (gated0_measure_first),
		.sample_ready_o (gated0_measure_sample_ready),
		.snap_ready_o   (gated0_measure_snap_ready),
		.sample_i       (gated0_measure_sample),
		.reset_i        (gated0_measure_reset),
		.bank_i         (gated0_measure_bank),
		.flush_i        (gated0_measure_flush),
		.sample_valid_o (gated0_measure_sample_valid),
		.sample_word_o  (gated0_measure_sample_word),
		.sample_pop_i   (gated0_measure_sample_pop),
		.block_valid_o  (gated0_measure_block_valid),
		.block_word_o   (gated0_measure_block_word),
		.block_last_o   (gated0_measure_block_last),
		.block_pop_i    (gated0_measure_block_pop),
		.block_busy_o   (gated0_measure_block_busy)
	);
	gnomon_headend #(
		.NODE              (1),
		.LAST              (0),
		.TIME_W            (32),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (4),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (1),
		.BLOCKS            (0),
		.MEASURES          (1),
		.RING_W            (8),
		.WORD_W            (32),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (0),
		.STRICT_STEPS      (0),
		.TIMER             (0),
		.WATCHDOG          (0),
		.PORT              (0),
		.PORT_PC           (0),
		.PORT_TIME         (0),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (2),
		.ACTIONS_BASE      (12544),
		.STEPS_BASE        (12560),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (0),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_gated0 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (gated0_pc_i),
		.when_i         (1'b1),
		.code_i         (gated0_code),
		.table_o        (gated0_table_valid),
		.table_addr_o   (gated0_table_addr),
		.table_data_o   (gated0_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (core_dn_valid),
		.dn_data_i      (core_dn_data),
		.dn_valid_o     (gated0_dn_valid),
		.dn_data_o      (gated0_dn_data),
		.up_valid_i     (gated1_up_valid),
		.up_ready_o     (gated1_up_ready),
		.up_tag_i       (gated1_up_tag),
		.up_data_i      (gated1_up_data),
		.up_valid_o     (gated0_up_valid),
		.up_ready_i     (gated0_up_ready),
		.up_tag_o       (gated0_up_tag),
		.up_data_o      (gated0_up_data),
		.class_o        (gated0_measure_class),
		.opens_o        (gated0_measure_opens),
		.closes_o       (gated0_measure_closes),
		.process_o      (gated0_measure_process),
		.fire_i         (gated0_measure_fire),
		.events_o       (gated0_measure_events),
		.count_o        (gated0_measure_count),
		.first_o        (gated0_measure_first),
		.sample_ready_i (gated0_measure_sample_ready),
		.snap_ready_i   (gated0_measure_snap_ready),
		.sample_o       (gated0_measure_sample),
		.reset_o        (gated0_measure_reset),
		.bank_o         (gated0_measure_bank),
		.flush_o        (gated0_measure_flush),
		.sample_valid_i (gated0_measure_sample_valid),
		.sample_word_i  (gated0_measure_sample_word),
		.sample_pop_o   (gated0_measure_sample_pop),
		.block_valid_i  (gated0_measure_block_valid),
		.block_word_i   (gated0_measure_block_word),
		.block_last_i   (gated0_measure_block_last),
		.block_pop_o    (gated0_measure_block_pop),
		.block_busy_i   (gated0_measure_block_busy)
	);

	// Node 2: gated1
	wire        unused_dn_valid;
	wire [7:0]  unused_dn_data;
	wire        unused_up_ready;
	wire [3:0]  gated1_code;
	wire        gated1_table_valid;
	wire [13:0] gated1_table_addr;
	wire [7:0]  gated1_table_data;
	groups_ranks1 u_gated1_ranks (
		.clk        (clk),
		.wr_valid_i (gated1_table_valid),
		.wr_addr_i  (gated1_table_addr),
		.wr_data_i  (gated1_table_data),
		.word0_i    (gated1_pc_i),
		.code0_o    (gated1_code)
	);
	wire [3:0]  gated1_measure_class;
	wire        gated1_measure_opens;
	wire        gated1_measure_closes;
	wire [15:0] gated1_measure_process;
	wire        gated1_measure_fire;
	wire [1:0]  gated1_measure_events;
	wire [38:0] gated1_measure_count;
	wire        gated1_measure_first;
	wire        gated1_measure_sample_ready;
	wire        gated1_measure_snap_ready;
	wire        gated1_measure_sample;
	wire        gated1_measure_reset;
	wire        gated1_measure_bank;
	wire        gated1_measure_flush;
	wire        gated1_measure_sample_valid;
	wire [31:0] gated1_measure_sample_word;
	wire        gated1_measure_sample_pop;
	wire        gated1_measure_block_valid;
	wire [31:0] gated1_measure_block_word;
	wire        gated1_measure_block_last;
	wire        gated1_measure_block_pop;
	wire        gated1_measure_block_busy;
	groups_measure1 u_gated1_measure (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (gated1_table_valid),
		.wr_addr_i      (gated1_table_addr),
		.wr_data_i      (gated1_table_data),
		.in_a0_i        (gated1_a0_i),
		.in_b0_i        (gated1_b0_i),
		.in_c0_i        (gated1_c0_i),
		.class_i        (gated1_measure_class),
		.opens_i        (gated1_measure_opens),
		.closes_i       (gated1_measure_closes),
		.process_i      (gated1_measure_process),
		.fire_o         (gated1_measure_fire),
		.events_i       (gated1_measure_events),
		.count_i        (gated1_measure_count),
		.first_i        (gated1_measure_first),
		.sample_ready_o (gated1_measure_sample_ready),
		.snap_ready_o   (gated1_measure_snap_ready),
		.sample_i       (gated1_measure_sample),
		.reset_i        (gated1_measure_reset),
		.bank_i         (gated1_measure_bank),
		.flush_i        (gated1_measure_flush),
		.sample_valid_o (gated1_measure_sample_valid),
		.sample_word_o  (gated1_measure_sample_word),
		.sample_pop_i   (gated1_measure_sample_pop),
		.block_valid_o  (gated1_measure_block_valid),
		.block_word_o   (gated1_measure_block_word),
		.block_last_o   (gated1_measure_block_last),
		.block_pop_i    (gated1_measure_block_pop),
		.block_busy_o   (gated1_measure_block_busy)
	);
	gnomon_headend #(
		.NODE              (2),
		.LAST              (1),
		.TIME_W            (32),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (4),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (1),
		.BLOCKS            (0),
		.MEASURES          (1),
		.RING_W            (8),
		.WORD_W            (32),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (0),
		.STRICT_STEPS      (0),
		.TIMER             (0),
		.WATCHDOG          (0),
		.PORT              (0),
		.PORT_PC           (0),
		.PORT_TIME         (0),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (2),
		.ACTIONS_BASE      (12544),
		.STEPS_BASE        (12560),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (0),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_gated1 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (gated1_pc_i),
		.when_i         (1'b1),
		.code_i         (gated1_code),
		.table_o        (gated1_table_valid),
		.table_addr_o   (gated1_table_addr),
		.table_data_o   (gated1_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (gated0_dn_valid),
		.dn_data_i      (gated0_dn_data),
		.dn_valid_o     (unused_dn_valid),
		.dn_data_o      (unused_dn_data),
		.up_valid_i     (1'b0),
		.up_ready_o     (unused_up_ready),
		.up_tag_i       (1'b0),
		.up_data_i      (8'd0),
		.up_valid_o     (gated1_up_valid),
		.up_ready_i     (gated1_up_ready),
		.up_tag_o       (gated1_up_tag),
		.up_data_o      (gated1_up_data),
		.class_o        (gated1_measure_class),
		.opens_o        (gated1_measure_opens),
		.closes_o       (gated1_measure_closes),
		.process_o      (gated1_measure_process),
		.fire_i         (gated1_measure_fire),
		.events_o       (gated1_measure_events),
		.count_o        (gated1_measure_count),
		.first_o        (gated1_measure_first),
		.sample_ready_i (gated1_measure_sample_ready),
		.snap_ready_i   (gated1_measure_snap_ready),
		.sample_o       (gated1_measure_sample),
		.reset_o        (gated1_measure_reset),
		.bank_o         (gated1_measure_bank),
		.flush_o        (gated1_measure_flush),
		.sample_valid_i (gated1_measure_sample_valid),
		.sample_word_i  (gated1_measure_sample_word),
		.sample_pop_o   (gated1_measure_sample_pop),
		.block_valid_i  (gated1_measure_block_valid),
		.block_word_i   (gated1_measure_block_word),
		.block_last_i   (gated1_measure_block_last),
		.block_pop_o    (gated1_measure_block_pop),
		.block_busy_i   (gated1_measure_block_busy)
	);

endmodule

/* verilator lint_off DECLFILENAME */ // these modules are of this monitor alone, and go with it

// The word's event code, 5 clocks later: 4 ranks, about 4 RAM blocks.

module groups_ranks0 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [31:0] word0_i,                 // watched word
	output wire [3:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 11..0
	wire [11:0] rank0_index0;
	assign rank0_index0 = word0_i[11:0];
	wire [3:0]  rank0_code0;
	wire [3:0]  rank0_unused;
	gnomon_rank #(
		.INDEX_W     (12),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (0),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank0 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank0_index0),
		.code0_o    (rank0_code0),
		.index1_i   (12'd0),
		.code1_o    (rank0_unused)
	);

	// Rank 1, level 1: bits 23..12
	wire [11:0] rank1_index0;
	assign rank1_index0 = word0_i[23:12];
	wire [3:0]  rank1_code0;
	wire [3:0]  rank1_unused;
	gnomon_rank #(
		.INDEX_W     (12),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (4096),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (12'd0),
		.code1_o    (rank1_unused)
	);

	// Rank 2, level 1: bits 31..24
	wire [7:0]  rank2_index0;
	assign rank2_index0 = word0_i[31:24];
	wire [3:0]  rank2_code0;
	wire [3:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (8),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (13312),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (8'd0),
		.code1_o    (rank2_unused)
	);

	// Rank 3, level 2: rank 2, rank 1, rank 0; its code is the event
	wire [11:0] rank3_index0;
	assign rank3_index0 = {rank2_code0, rank1_code0, rank0_code0};
	wire [3:0]  rank3_code0;
	wire [3:0]  rank3_unused;
	gnomon_rank #(
		.INDEX_W     (12),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (8192),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (2)
	) u_rank3 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank3_index0),
		.code0_o    (rank3_code0),
		.index1_i   (12'd0),
		.code1_o    (rank3_unused)
	);

	assign code0_o = rank3_code0;

endmodule

// The word's event code, 5 clocks later: 4 ranks, about 4 RAM blocks.

module groups_ranks1 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [31:0] word0_i,                 // watched word
	output wire [3:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 11..0
	wire [11:0] rank0_index0;
	assign rank0_index0 = word0_i[11:0];
	wire [3:0]  rank0_code0;
	wire [3:0]  rank0_unused;
	gnomon_rank #(
		.INDEX_W     (12),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (0),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank0 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank0_index0),
		.code0_o    (rank0_code0),
		.index1_i   (12'd0),
		.code1_o    (rank0_unused)
	);

	// Rank 1, level 1: bits 23..12
	wire [11:0] rank1_index0;
	assign rank1_index0 = word0_i[23:12];
	wire [3:0]  rank1_code0;
	wire [3:0]  rank1_unused;
	gnomon_rank #(
		.INDEX_W     (12),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (4096),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (12'd0),
		.code1_o    (rank1_unused)
	);

	// Rank 2, level 1: bits 31..24
	wire [7:0]  rank2_index0;
	assign rank2_index0 = word0_i[31:24];
	wire [3:0]  rank2_code0;
	wire [3:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (8),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (12288),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (8'd0),
		.code1_o    (rank2_unused)
	);

	// Rank 3, level 2: rank 2, rank 1, rank 0; its code is the event
	wire [11:0] rank3_index0;
	assign rank3_index0 = {rank2_code0, rank1_code0, rank0_code0};
	wire [3:0]  rank3_code0;
	wire [3:0]  rank3_unused;
	gnomon_rank #(
		.INDEX_W     (12),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (8192),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (2)
	) u_rank3 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank3_index0),
		.code0_o    (rank3_code0),
		.index1_i   (12'd0),
		.code1_o    (rank3_unused)
	);

	assign code0_o = rank3_code0;

endmodule

// What a node measures; its stages are M = 9 and D = 10.

module groups_measure0 #(
	parameter NODE = 0  // number of the node
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next clock is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_icache_hit_i,
	input  wire        in_icache_access_i,
	input  wire        in_bus_busy_i,
	input  wire        in_bus_wait_i,
	input  wire        in_icache_miss_i,
	input  wire        in_request_i,
	input  wire        in_grant_i,
	input  wire        in_c5_i,
	input  wire        in_c6_i,
	input  wire        in_c7_i,
	input  wire        in_c8_i,
	input  wire        in_c9_i,
	input  wire        in_c10_i,
	input  wire        in_c11_i,
	input  wire        in_c12_i,
	input  wire        in_c13_i,
	input  wire        in_c14_i,
	input  wire        in_c15_i,
	input  wire        in_s0_i,
	input  wire        in_s1_i,
	input  wire        in_s2_i,
	input  wire        in_s3_i,
	input  wire        in_s4_i,
	input  wire        in_s5_i,
	input  wire        in_s6_i,
	input  wire        in_s7_i,
	input  wire        in_s8_i,
	input  wire        in_s9_i,
	input  wire        in_s10_i,
	input  wire        in_s11_i,
	input  wire        in_s12_i,
	input  wire        in_s13_i,
	input  wire        in_s14_i,
	input  wire        in_s15_i,
	input  wire [3:0]  class_i,                 // event code, two clocks after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a clock before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire [4:0]  events_i,                // event lines, at D
	input  wire [38:0] count_i,                 // {epoch, time} at D
	input  wire        first_i,                 // the clock before time 0 is at D
	output wire        sample_ready_o,
	output wire        snap_ready_o,            // of the counter banks
	input  wire        sample_i,                // at D, as the next three
	input  wire        reset_i,
	input  wire        bank_i,
	input  wire        flush_i,
	output wire        sample_valid_o,          // words of the samples, in order
	output wire [31:0] sample_word_o,
	input  wire        sample_pop_i,
	output wire        block_valid_o,           // words of blocks, from word 1 of a record on
	output wire [31:0] block_word_o,
	output wire        block_last_o,
	input  wire        block_pop_i,
	output wire        block_busy_o             // something is yet to be sent
);

	// The clock before time 0, at M
	wire        first;
	gnomon_delay #(
		.WIDTH  (1),
		.CLOCKS (9)
	) u_first (
		.clk (clk),
		.d_i (sync_i),
		.q_o (first)
	);

	// What is on the wires, at the stage M = 9
	wire        at_icache_hit;
	wire        at_icache_access;
	wire        at_bus_busy;
	wire        at_bus_wait;
	wire        at_icache_miss;
	wire        at_request;
	wire        at_grant;
	wire        at_c5;
	wire        at_c6;
	wire        at_c7;
	wire        at_c8;
	wire        at_c9;
	wire        at_c10;
	wire        at_c11;
	wire        at_c12;
	wire        at_c13;
	wire        at_c14;
	wire        at_c15;
	wire        at_s0;
	wire        at_s1;
	wire        at_s2;
	wire        at_s3;
	wire        at_s4;
	wire        at_s5;
	wire        at_s6;
	wire        at_s7;
	wire        at_s8;
	wire        at_s9;
	wire        at_s10;
	wire        at_s11;
	wire        at_s12;
	wire        at_s13;
	wire        at_s14;
	wire        at_s15;
	gnomon_delay #(
		.WIDTH    (34),
		.CLOCKS   (9),
		.RAM      (1),
		.LUT_BITS (1024)
	) u_by_9 (
		.clk (clk),
		.d_i ({in_s15_i, in_s14_i, in_s13_i, in_s12_i, in_s11_i, in_s10_i, in_s9_i, in_s8_i, in_s7_i, in_s6_i, in_s5_i, in_s4_i, in_s3_i, in_s2_i, in_s1_i, in_s0_i, in_c15_i, in_c14_i, in_c13_i, in_c12_i, in_c11_i, in_c10_i, in_c9_i, in_c8_i, in_c7_i, in_c6_i, in_c5_i, in_grant_i, in_request_i, in_icache_miss_i, in_bus_wait_i, in_bus_busy_i, in_icache_access_i, in_icache_hit_i}),
		.q_o ({at_s15, at_s14, at_s13, at_s12, at_s11, at_s10, at_s9, at_s8, at_s7, at_s6, at_s5, at_s4, at_s3, at_s2, at_s1, at_s0, at_c15, at_c14, at_c13, at_c12, at_c11, at_c10, at_c9, at_c8, at_c7, at_c6, at_c5, at_grant, at_request, at_icache_miss, at_bus_wait, at_bus_busy, at_icache_access, at_icache_hit})
	);

	// Quantity 0: lat, latency
	wire        quantity0_valid;
	wire [11:0] quantity0_value;
	wire        quantity0_lost;
	gnomon_latency #(
		.WIDTH            (12),
		.OUTSTANDING_LOG2 (3),
		.LUT_BITS         (1024)
	) u_quantity0 (
		.clk     (clk),
		.rst     (rst),
		.first_i (first),
		.gate_i  (1'b1),
		.from_i  (at_request),
		.to_i    (at_grant),
		.valid_o (quantity0_valid),
		.value_o (quantity0_value),
		.lost_o  (quantity0_lost)
	);
	wire        bank0_ready;
	wire        bank1_ready;

	// Ratio counters
	wire [3:0]  a_now;
	assign a_now[0] = at_icache_hit; // hits
	assign a_now[1] = at_bus_busy; // busy
	assign a_now[2] = at_bus_wait; // waits
	assign a_now[3] = at_icache_miss; // misses
	wire [3:0]  b_now;
	assign b_now[0] = at_icache_access; // hits
	assign b_now[1] = 1'b1; // busy
	assign b_now[2] = 1'b1; // waits
	assign b_now[3] = 1'b1; // misses
	wire [3:0]  a_late;
	wire [3:0]  b_late;
	wire        ratios_ready;
	wire        pair_valid;
	wire [31:0] pair_word;
	wire        pair_pop;
	gnomon_delay #(
		.WIDTH  (8),
		.CLOCKS (1)
	) u_counted (
		.clk (clk),
		.d_i ({b_now, a_now}),
		.q_o ({b_late, a_late})
	);
	wire [3:0]  a;
	assign a[0] = a_late[0];
	assign a[1] = a_late[1];
	assign a[2] = a_late[2];
	assign a[3] = a_late[3];
	wire [3:0]  b;
	assign b[0] = b_late[0];
	assign b[1] = b_late[1];
	assign b[2] = b_late[2] & events_i[0];
	assign b[3] = b_late[3];
	wire [2:0]  run_ready;
	wire [2:0]  run_valid;
	wire [95:0] run_word;
	wire [2:0]  run_pop;
	assign ratios_ready = &run_ready;
	gnomon_ratios #(
		.PAIRS      (1),
		.FORM       (1),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
	) u_ratios0 (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a[0:0]),
		.b_i      (b[0:0]),
		.ready_o  (run_ready[0]),
		.sample_i (sample_i),
		.reset_i  (reset_i && events_i[1]),
		.valid_o  (run_valid[0]),
		.pop_i    (run_pop[0]),
		.word_o   (run_word[31:0])
	);
	gnomon_ratios #(
		.PAIRS      (2),
		.FORM       (1),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
	) u_ratios1 (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a[2:1]),
		.b_i      (b[2:1]),
		.ready_o  (run_ready[1]),
		.sample_i (sample_i),
		.reset_i  (reset_i && events_i[2]),
		.valid_o  (run_valid[1]),
		.pop_i    (run_pop[1]),
		.word_o   (run_word[63:32])
	);
	gnomon_ratios #(
		.PAIRS      (1),
		.FORM       (1),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
	) u_ratios2 (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a[3:3]),
		.b_i      (b[3:3]),
		.ready_o  (run_ready[2]),
		.sample_i (sample_i),
		.reset_i  (reset_i && events_i[1]),
		.valid_o  (run_valid[2]),
		.pop_i    (run_pop[2]),
		.word_o   (run_word[95:64])
	);
	gnomon_join #(
		.RUNS (3),
		.ENDS ({8'd6, 8'd4, 8'd2})
	) u_join (
		.clk         (clk),
		.first_i     (first_i),
		.run_valid_i (run_valid),
		.run_word_i  (run_word),
		.run_pop_o   (run_pop),
		.valid_o     (pair_valid),
		.pop_i       (pair_pop),
		.word_o      (pair_word)
	);

	// Event code at D
	wire [3:0]  code;
	gnomon_delay #(
		.WIDTH  (4),
		.CLOCKS (3)
	) u_code (
		.clk (clk),
		.d_i (class_i),
		.q_o (code)
	);
	wire [31:0] extreme_word;
	wire        extreme_shift;
	wire        extremes_ready;

	// Extreme 0: lat_ends, of lat
	gnomon_extremes #(
		.WIDTH  (12),
		.TIME_W (32),
		.CODE_W (4)
	) u_extreme0 (
		.clk     (clk),
		.first_i (first_i),
		.valid_i (quantity0_valid),
		.value_i (quantity0_value),
		.time_i  (count_i[31:0]),
		.code_i  (code),
		.take_i  (sample_i),
		.reset_i (reset_i && events_i[2]),
		.shift_i (extreme_shift),
		.word_o  (extreme_word[31:0])
	);

	// Words of a sample: the pairs', then the extremes'
	gnomon_samples #(
		.PAIR_WORDS (6),
		.EXTREMES   (1),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
	) u_samples (
		.clk             (clk),
		.first_i         (first_i),
		.ready_o         (extremes_ready),
		.sample_i        (sample_i),
		.extreme_word_i  (extreme_word),
		.extreme_shift_o (extreme_shift),
		.pair_valid_i    (pair_valid),
		.pair_word_i     (pair_word),
		.pair_pop_o      (pair_pop),
		.valid_o         (sample_valid_o),
		.pop_i           (sample_pop_i),
		.word_o          (sample_word_o)
	);

	assign sample_ready_o = ratios_ready && extremes_ready;
	assign snap_ready_o = bank0_ready && bank1_ready;
	wire        snapshot;
	assign snapshot = sample_i && snap_ready_o;
	assign fire_o = 1'b0;

	// Blocks of the units, bucket units first
	wire [2:0]  unit_valid;
	wire [95:0] unit_word;
	wire [2:0]  unit_last;
	wire [2:0]  unit_pop;
	wire [2:0]  unit_busy;
	gnomon_blocks #(
		.UNITS (3)
	) u_blocks (
		.clk           (clk),
		.rst           (rst),
		.block_valid_i (unit_valid),
		.block_word_i  (unit_word),
		.block_last_i  (unit_last),
		.block_pop_o   (unit_pop),
		.block_busy_i  (unit_busy),
		.block_valid_o (block_valid_o),
		.block_word_o  (block_word_o),
		.block_last_o  (block_last_o),
		.block_pop_i   (block_pop_i),
		.block_busy_o  (block_busy_o)
	);

	// Bucket unit 0: lat_buckets, of lat
	gnomon_buckets #(
		.WIDTH      (12),
		.COUNT_LOG2 (4),
		.BANKS_LOG2 (1),
		.BITS       (32),
		.UNIT       (0),
		.NODE       (NODE),
		.TIME_W     (32),
		.CELL_W     (14),
		.BASE       (13568),
		.LUT_BITS   (1024)
	) u_buckets0 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.wr_valid_i    (wr_valid_i),
		.wr_addr_i     (wr_addr_i),
		.wr_data_i     (wr_data_i),
		.valid_i       (quantity0_valid),
		.value_i       (quantity0_value),
		.lost_i        (quantity0_lost),
		.bank_i        (bank_i),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[0]),
		.block_word_o  (unit_word[31:0]),
		.block_last_o  (unit_last[0]),
		.block_pop_i   (unit_pop[0]),
		.block_busy_o  (unit_busy[0])
	);

	// Counter bank 0: bank
	wire [15:0] bank0_now;
	assign bank0_now[0] = at_icache_hit;
	assign bank0_now[1] = at_icache_access;
	assign bank0_now[2] = at_bus_busy;
	assign bank0_now[3] = at_bus_wait;
	assign bank0_now[4] = 1'b1;
	assign bank0_now[5] = at_c5;
	assign bank0_now[6] = at_c6;
	assign bank0_now[7] = at_c7;
	assign bank0_now[8] = at_c8;
	assign bank0_now[9] = at_c9;
	assign bank0_now[10] = at_c10;
	assign bank0_now[11] = at_c11;
	assign bank0_now[12] = at_c12;
	assign bank0_now[13] = at_c13;
	assign bank0_now[14] = at_c14;
	assign bank0_now[15] = at_c15;
	wire [15:0] bank0_late;
	gnomon_delay #(
		.WIDTH  (16),
		.CLOCKS (1)
	) u_bank0 (
		.clk (clk),
		.d_i (bank0_now),
		.q_o (bank0_late)
	);
	wire [15:0] bank0;
	assign bank0[0] = bank0_late[0];
	assign bank0[1] = bank0_late[1];
	assign bank0[2] = bank0_late[2];
	assign bank0[3] = bank0_late[3];
	assign bank0[4] = bank0_late[4] && events_i[0];
	assign bank0[5] = bank0_late[5];
	assign bank0[6] = bank0_late[6];
	assign bank0[7] = bank0_late[7];
	assign bank0[8] = bank0_late[8];
	assign bank0[9] = bank0_late[9];
	assign bank0[10] = bank0_late[10];
	assign bank0[11] = bank0_late[11];
	assign bank0[12] = bank0_late[12];
	assign bank0[13] = bank0_late[13];
	assign bank0[14] = bank0_late[14];
	assign bank0[15] = bank0_late[15];
	gnomon_counters #(
		.COUNT    (16),
		.UNIT     (0),
		.NODE     (NODE),
		.TIME_W   (32),
		.LUT_BITS (1024)
	) u_counters0 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.input_i       (bank0),
		.ready_o       (bank0_ready),
		.sample_i      (snapshot && (events_i[4] || flush_i)),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[1]),
		.block_word_o  (unit_word[63:32]),
		.block_last_o  (unit_last[1]),
		.block_pop_i   (unit_pop[1]),
		.block_busy_o  (unit_busy[1])
	);

	// Counter bank 1: spare
	wire [15:0] bank1_now;
	assign bank1_now[0] = at_s0;
	assign bank1_now[1] = at_s1;
	assign bank1_now[2] = at_s2;
	assign bank1_now[3] = at_s3;
	assign bank1_now[4] = at_s4;
	assign bank1_now[5] = at_s5;
	assign bank1_now[6] = at_s6;
	assign bank1_now[7] = at_s7;
	assign bank1_now[8] = at_s8;
	assign bank1_now[9] = at_s9;
	assign bank1_now[10] = at_s10;
	assign bank1_now[11] = at_s11;
	assign bank1_now[12] = at_s12;
	assign bank1_now[13] = at_s13;
	assign bank1_now[14] = at_s14;
	assign bank1_now[15] = at_s15;
	wire [15:0] bank1;
	gnomon_delay #(
		.WIDTH  (16),
		.CLOCKS (1)
	) u_bank1 (
		.clk (clk),
		.d_i (bank1_now),
		.q_o (bank1)
	);
	gnomon_counters #(
		.COUNT    (16),
		.UNIT     (1),
		.NODE     (NODE),
		.TIME_W   (32),
		.LUT_BITS (1024)
	) u_counters1 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.input_i       (bank1),
		.ready_o       (bank1_ready),
		.sample_i      (snapshot && (events_i[3] || flush_i)),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[2]),
		.block_word_o  (unit_word[95:64]),
		.block_last_o  (unit_last[2]),
		.block_pop_i   (unit_pop[2]),
		.block_busy_o  (unit_busy[2])
	);

	// Not every node has somebody to look at these.
	wire unused = &{1'b0, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,
	                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i, quantity0_lost};

endmodule

// What a node measures; its stages are M = 9 and D = 10.

module groups_measure1 (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next clock is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_a0_i,
	input  wire        in_b0_i,
	input  wire        in_c0_i,
	input  wire [3:0]  class_i,                 // event code, two clocks after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a clock before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire [1:0]  events_i,                // event lines, at D
	input  wire [38:0] count_i,                 // {epoch, time} at D
	input  wire        first_i,                 // the clock before time 0 is at D
	output wire        sample_ready_o,
	output wire        snap_ready_o,            // of the counter banks
	input  wire        sample_i,                // at D, as the next three
	input  wire        reset_i,
	input  wire        bank_i,
	input  wire        flush_i,
	output wire        sample_valid_o,          // words of the samples, in order
	output wire [31:0] sample_word_o,
	input  wire        sample_pop_i,
	output wire        block_valid_o,           // words of blocks, from word 1 of a record on
	output wire [31:0] block_word_o,
	output wire        block_last_o,
	input  wire        block_pop_i,
	output wire        block_busy_o             // something is yet to be sent
);

	// The clock before time 0, at M
	wire        first;
	gnomon_delay #(
		.WIDTH  (1),
		.CLOCKS (9)
	) u_first (
		.clk (clk),
		.d_i (sync_i),
		.q_o (first)
	);

	// What is on the wires, at the stage M = 9
	wire        at_a0;
	wire        at_b0;
	wire        at_c0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (9)
	) u_by_9 (
		.clk (clk),
		.d_i ({in_c0_i, in_b0_i, in_a0_i}),
		.q_o ({at_c0, at_b0, at_a0})
	);

	// Gate
	wire        opens;
	wire        closes;
	wire        open;
	gnomon_delay #(.WIDTH(2), .CLOCKS(3)) u_columns (.clk (clk), .d_i ({opens_i, closes_i}), .q_o ({opens, closes}));
	gnomon_gate #(
		.CELL_W (14),
		.BASE   (12576)
	) u_gate (
		.clk        (clk),
		.rst        (rst),
		.first_i    (first),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.open_i     (opens),
		.close_i    (closes),
		.line_i     (1'b0),
		.process_i  (process_i),
		.open_o     (open)
	);

	// Ratio counters
	wire [3:0]  a_now;
	assign a_now[0] = at_a0 && open; // a
	assign a_now[1] = at_b0 && open; // b
	assign a_now[2] = at_c0 && open; // c
	assign a_now[3] = open; // gate
	wire [3:0]  b_now;
	assign b_now[0] = 1'b1 && open; // a
	assign b_now[1] = 1'b1 && open; // b
	assign b_now[2] = 1'b1 && open; // c
	assign b_now[3] = 1'b1; // gate
	wire [3:0]  a;
	wire [3:0]  b;
	wire        ratios_ready;
	gnomon_delay #(
		.WIDTH  (8),
		.CLOCKS (1)
	) u_counted (
		.clk (clk),
		.d_i ({b_now, a_now}),
		.q_o ({b, a})
	);
	wire [1:0]  run_ready;
	wire [1:0]  run_valid;
	wire [63:0] run_word;
	wire [1:0]  run_pop;
	assign ratios_ready = &run_ready;
	gnomon_ratios #(
		.PAIRS      (2),
		.FORM       (2),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
	) u_ratios0 (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a[1:0]),
		.b_i      (b[1:0]),
		.ready_o  (run_ready[0]),
		.sample_i (sample_i),
		.reset_i  (reset_i && events_i[0]),
		.valid_o  (run_valid[0]),
		.pop_i    (run_pop[0]),
		.word_o   (run_word[31:0])
	);
	gnomon_ratios #(
		.PAIRS      (2),
		.FORM       (2),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
	) u_ratios1 (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a[3:2]),
		.b_i      (b[3:2]),
		.ready_o  (run_ready[1]),
		.sample_i (sample_i),
		.reset_i  (reset_i && events_i[1]),
		.valid_o  (run_valid[1]),
		.pop_i    (run_pop[1]),
		.word_o   (run_word[63:32])
	);
	gnomon_join #(
		.RUNS (2),
		.ENDS ({8'd4, 8'd2})
	) u_join (
		.clk         (clk),
		.first_i     (first_i),
		.run_valid_i (run_valid),
		.run_word_i  (run_word),
		.run_pop_o   (run_pop),
		.valid_o     (sample_valid_o),
		.pop_i       (sample_pop_i),
		.word_o      (sample_word_o)
	);

	assign sample_ready_o = ratios_ready;
	assign snap_ready_o = 1'b1;
	assign fire_o = 1'b0;
	assign block_valid_o = 1'b0;
	assign block_word_o = 32'd0;
	assign block_last_o = 1'b0;
	assign block_busy_o = 1'b0;

	// Not every node has somebody to look at these.
	wire unused = &{1'b0, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,
	                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i};

endmodule

/* verilator lint_on DECLFILENAME */

`resetall
