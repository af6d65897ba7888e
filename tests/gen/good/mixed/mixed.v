// SPDX-License-Identifier: Apache-2.0
//
// mixed: monitor of 4 nodes, ring form.
//
// Emitted by gnomon-gen 0.1.0 from monitor.yaml (XXH64 fae32e8686aeba4b). Do not edit: change the description and emit again.
//
//   plan    8d248a42149d72a0
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
	wire        rd_next;
	wire [13:0] addr;
	wire [7:0]  wr_data;
	wire        nonce;
	wire [7:0]  rd_data;
	wire        reg_lower;
	wire [3:0]  reg_data;
	wire        busy;
	gnomon_link #(
		.ADDR_W (14)
	) u_link (
		.clk         (clk),
		.rst         (rst),
		.rx_valid_i  (rx_valid),
		.rx_ready_o  (rx_ready),
		.rx_data_i   (rx_data),
		.tx_valid_o  (tx_valid),
		.tx_ready_i  (tx_ready),
		.tx_data_o   (tx_data),
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
	wire        center_dn_data;
	wire        core0_up_valid;
	wire        core0_up_ready;
	wire        core0_up_tag;
	wire        core0_up_data;
	gnomon_center #(
		.IDENTITY   (96'h8D248A42149D72A0_034F4E47),
		.ADDR_W     (14),
		.NODES      (4),
		.TIME_W     (16),
		.SLOTS_LOG2 (9),
		.RING_W     (1),
		.LONG       (0)
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
		.up_valid_i  (core0_up_valid),
		.up_ready_o  (core0_up_ready),
		.up_tag_i    (core0_up_tag),
		.up_data_i   (core0_up_data)
	);

	// Node 0: core0
	wire        core0_dn_valid;
	wire        core0_dn_data;
	wire        core1_up_ready;
	wire        core1_up_valid;
	wire        core1_up_tag;
	wire        core1_up_data;
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
	wire [5:0]  core0_measure_class;
	wire        core0_measure_opens;
	wire        core0_measure_closes;
	wire [15:0] core0_measure_process;
	wire        core0_measure_fire;
	wire        core0_measure_events;
	wire [22:0] core0_measure_count;
	wire        core0_measure_first;
	wire        core0_measure_sample_ready;
	wire        core0_measure_snap_ready;
	wire        core0_measure_sample;
	wire        core0_measure_reset;
	wire        core0_measure_bank;
	wire        core0_measure_flush;
	wire        core0_measure_sample_valid;
	wire [31:0] core0_measure_sample_word;
	wire        core0_measure_sample_pop;
	wire        core0_measure_block_valid;
	wire [31:0] core0_measure_block_word;
	wire        core0_measure_block_last;
	wire        core0_measure_block_pop;
	wire        core0_measure_block_busy;
	mixed_measure0 u_core0_measure (
		.clk                (clk),
		.rst                (rst),
		.sync_i             (sync_o),
		.wr_valid_i         (core0_table_valid),
		.wr_addr_i          (core0_table_addr),
		.wr_data_i          (core0_table_data),
		.in_icache_hit_i    (core0_icache_hit_i),
		.in_icache_access_i (core0_icache_access_i),
		.in_retired_i       (core0_retired_i),
		.in_stalled_i       (core0_stalled_i),
		.class_i            (core0_measure_class),
		.opens_i            (core0_measure_opens),
		.closes_i           (core0_measure_closes),
		.process_i          (core0_measure_process),
		.fire_o             (core0_measure_fire),
		.events_i           (core0_measure_events),
		.count_i            (core0_measure_count),
		.first_i            (core0_measure_first),
		.sample_ready_o     (core0_measure_sample_ready),
		.snap_ready_o       (core0_measure_snap_ready),
		.sample_i           (core0_measure_sample),
		.reset_i            (core0_measure_reset),
		.bank_i             (core0_measure_bank),
		.flush_i            (core0_measure_flush),
		.sample_valid_o     (core0_measure_sample_valid),
		.sample_word_o      (core0_measure_sample_word),
		.sample_pop_i       (core0_measure_sample_pop),
		.block_valid_o      (core0_measure_block_valid),
		.block_word_o       (core0_measure_block_word),
		.block_last_o       (core0_measure_block_last),
		.block_pop_i        (core0_measure_block_pop),
		.block_busy_o       (core0_measure_block_busy)
	);
	gnomon_headend #(
		.NODE              (0),
		.LAST              (0),
		.TIME_W            (16),
		.CODE_W            (6),
		.RANKS             (9),
		.CELL_W            (13),
		.FIFO_LOG2         (6),
		.SAMPLE_WORDS      (2),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (1),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (4352),
		.STEPS_BASE        (0),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (0),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0)
	) u_core0 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core0_pc_i),
		.when_i         (core0_retired_i),
		.code_i         (core0_code),
		.table_o        (core0_table_valid),
		.table_addr_o   (core0_table_addr),
		.table_data_o   (core0_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (center_dn_valid),
		.dn_data_i      (center_dn_data),
		.dn_valid_o     (core0_dn_valid),
		.dn_data_o      (core0_dn_data),
		.up_valid_i     (core1_up_valid),
		.up_ready_o     (core1_up_ready),
		.up_tag_i       (core1_up_tag),
		.up_data_i      (core1_up_data),
		.up_valid_o     (core0_up_valid),
		.up_ready_i     (core0_up_ready),
		.up_tag_o       (core0_up_tag),
		.up_data_o      (core0_up_data),
		.class_o        (core0_measure_class),
		.opens_o        (core0_measure_opens),
		.closes_o       (core0_measure_closes),
		.process_o      (core0_measure_process),
		.fire_i         (core0_measure_fire),
		.events_o       (core0_measure_events),
		.count_o        (core0_measure_count),
		.first_o        (core0_measure_first),
		.sample_ready_i (core0_measure_sample_ready),
		.snap_ready_i   (core0_measure_snap_ready),
		.sample_o       (core0_measure_sample),
		.reset_o        (core0_measure_reset),
		.bank_o         (core0_measure_bank),
		.flush_o        (core0_measure_flush),
		.sample_valid_i (core0_measure_sample_valid),
		.sample_word_i  (core0_measure_sample_word),
		.sample_pop_o   (core0_measure_sample_pop),
		.block_valid_i  (core0_measure_block_valid),
		.block_word_i   (core0_measure_block_word),
		.block_last_i   (core0_measure_block_last),
		.block_pop_o    (core0_measure_block_pop),
		.block_busy_i   (core0_measure_block_busy)
	);

	// Node 1: core1
	wire        core1_dn_valid;
	wire        core1_dn_data;
	wire        bus_up_ready;
	wire        bus_up_valid;
	wire        bus_up_tag;
	wire        bus_up_data;
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
	wire [5:0]  core1_measure_class;
	wire        core1_measure_opens;
	wire        core1_measure_closes;
	wire [15:0] core1_measure_process;
	wire        core1_measure_fire;
	wire        core1_measure_events;
	wire [22:0] core1_measure_count;
	wire        core1_measure_first;
	wire        core1_measure_sample_ready;
	wire        core1_measure_snap_ready;
	wire        core1_measure_sample;
	wire        core1_measure_reset;
	wire        core1_measure_bank;
	wire        core1_measure_flush;
	wire        core1_measure_sample_valid;
	wire [31:0] core1_measure_sample_word;
	wire        core1_measure_sample_pop;
	wire        core1_measure_block_valid;
	wire [31:0] core1_measure_block_word;
	wire        core1_measure_block_last;
	wire        core1_measure_block_pop;
	wire        core1_measure_block_busy;
	mixed_measure0 u_core1_measure (
		.clk                (clk),
		.rst                (rst),
		.sync_i             (sync_o),
		.wr_valid_i         (core1_table_valid),
		.wr_addr_i          (core1_table_addr),
		.wr_data_i          (core1_table_data),
		.in_icache_hit_i    (core1_icache_hit_i),
		.in_icache_access_i (core1_icache_access_i),
		.in_retired_i       (core1_retired_i),
		.in_stalled_i       (core1_stalled_i),
		.class_i            (core1_measure_class),
		.opens_i            (core1_measure_opens),
		.closes_i           (core1_measure_closes),
		.process_i          (core1_measure_process),
		.fire_o             (core1_measure_fire),
		.events_i           (core1_measure_events),
		.count_i            (core1_measure_count),
		.first_i            (core1_measure_first),
		.sample_ready_o     (core1_measure_sample_ready),
		.snap_ready_o       (core1_measure_snap_ready),
		.sample_i           (core1_measure_sample),
		.reset_i            (core1_measure_reset),
		.bank_i             (core1_measure_bank),
		.flush_i            (core1_measure_flush),
		.sample_valid_o     (core1_measure_sample_valid),
		.sample_word_o      (core1_measure_sample_word),
		.sample_pop_i       (core1_measure_sample_pop),
		.block_valid_o      (core1_measure_block_valid),
		.block_word_o       (core1_measure_block_word),
		.block_last_o       (core1_measure_block_last),
		.block_pop_i        (core1_measure_block_pop),
		.block_busy_o       (core1_measure_block_busy)
	);
	gnomon_headend #(
		.NODE              (1),
		.LAST              (0),
		.TIME_W            (16),
		.CODE_W            (6),
		.RANKS             (9),
		.CELL_W            (13),
		.FIFO_LOG2         (6),
		.SAMPLE_WORDS      (2),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (1),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (4352),
		.STEPS_BASE        (0),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (0),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0)
	) u_core1 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core1_pc_i),
		.when_i         (core1_retired_i),
		.code_i         (core1_code),
		.table_o        (core1_table_valid),
		.table_addr_o   (core1_table_addr),
		.table_data_o   (core1_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (core0_dn_valid),
		.dn_data_i      (core0_dn_data),
		.dn_valid_o     (core1_dn_valid),
		.dn_data_o      (core1_dn_data),
		.up_valid_i     (bus_up_valid),
		.up_ready_o     (bus_up_ready),
		.up_tag_i       (bus_up_tag),
		.up_data_i      (bus_up_data),
		.up_valid_o     (core1_up_valid),
		.up_ready_i     (core1_up_ready),
		.up_tag_o       (core1_up_tag),
		.up_data_o      (core1_up_data),
		.class_o        (core1_measure_class),
		.opens_o        (core1_measure_opens),
		.closes_o       (core1_measure_closes),
		.process_o      (core1_measure_process),
		.fire_i         (core1_measure_fire),
		.events_o       (core1_measure_events),
		.count_o        (core1_measure_count),
		.first_o        (core1_measure_first),
		.sample_ready_i (core1_measure_sample_ready),
		.snap_ready_i   (core1_measure_snap_ready),
		.sample_o       (core1_measure_sample),
		.reset_o        (core1_measure_reset),
		.bank_o         (core1_measure_bank),
		.flush_o        (core1_measure_flush),
		.sample_valid_i (core1_measure_sample_valid),
		.sample_word_i  (core1_measure_sample_word),
		.sample_pop_o   (core1_measure_sample_pop),
		.block_valid_i  (core1_measure_block_valid),
		.block_word_i   (core1_measure_block_word),
		.block_last_i   (core1_measure_block_last),
		.block_pop_o    (core1_measure_block_pop),
		.block_busy_i   (core1_measure_block_busy)
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
	wire [4:0]  bus_unused_class;
	wire        bus_unused_opens;
	wire        bus_unused_closes;
	wire [15:0] bus_unused_process;
	wire        bus_unused_events;
	wire [22:0] bus_unused_count;
	wire        bus_unused_first;
	wire        bus_unused_sample;
	wire        bus_unused_reset;
	wire        bus_unused_bank;
	wire        bus_unused_flush;
	wire        bus_unused_sample_pop;
	wire        bus_unused_block_pop;
	gnomon_headend #(
		.NODE              (2),
		.LAST              (0),
		.TIME_W            (16),
		.CODE_W            (5),
		.RANKS             (7),
		.CELL_W            (12),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (1),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (3328),
		.STEPS_BASE        (0),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (0),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0)
	) u_bus (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (bus_state_i),
		.when_i         (1'b1),
		.code_i         (bus_code),
		.table_o        (bus_table_valid),
		.table_addr_o   (bus_table_addr),
		.table_data_o   (bus_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (core1_dn_valid),
		.dn_data_i      (core1_dn_data),
		.dn_valid_o     (bus_dn_valid),
		.dn_data_o      (bus_dn_data),
		.up_valid_i     (dma_up_valid),
		.up_ready_o     (dma_up_ready),
		.up_tag_i       (dma_up_tag),
		.up_data_i      (dma_up_data),
		.up_valid_o     (bus_up_valid),
		.up_ready_i     (bus_up_ready),
		.up_tag_o       (bus_up_tag),
		.up_data_o      (bus_up_data),
		.class_o        (bus_unused_class),
		.opens_o        (bus_unused_opens),
		.closes_o       (bus_unused_closes),
		.process_o      (bus_unused_process),
		.fire_i         (1'b0),
		.events_o       (bus_unused_events),
		.count_o        (bus_unused_count),
		.first_o        (bus_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (bus_unused_sample),
		.reset_o        (bus_unused_reset),
		.bank_o         (bus_unused_bank),
		.flush_o        (bus_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (bus_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (bus_unused_block_pop),
		.block_busy_i   (1'b0)
	);

	// Node 3: dma
	wire        unused_dn_valid;
	wire        unused_dn_data;
	wire        unused_up_ready;
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
	wire [3:0]  dma_measure_class;
	wire        dma_measure_opens;
	wire        dma_measure_closes;
	wire [15:0] dma_measure_process;
	wire        dma_measure_fire;
	wire        dma_measure_events;
	wire [22:0] dma_measure_count;
	wire        dma_measure_first;
	wire        dma_measure_sample_ready;
	wire        dma_measure_snap_ready;
	wire        dma_measure_sample;
	wire        dma_measure_reset;
	wire        dma_measure_bank;
	wire        dma_measure_flush;
	wire        dma_measure_sample_valid;
	wire [31:0] dma_measure_sample_word;
	wire        dma_measure_sample_pop;
	wire        dma_measure_block_valid;
	wire [31:0] dma_measure_block_word;
	wire        dma_measure_block_last;
	wire        dma_measure_block_pop;
	wire        dma_measure_block_busy;
	mixed_measure1 u_dma_measure (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (dma_table_valid),
		.wr_addr_i      (dma_table_addr),
		.wr_data_i      (dma_table_data),
		.in_busy_i      (dma_busy_i),
		.class_i        (dma_measure_class),
		.opens_i        (dma_measure_opens),
		.closes_i       (dma_measure_closes),
		.process_i      (dma_measure_process),
		.fire_o         (dma_measure_fire),
		.events_i       (dma_measure_events),
		.count_i        (dma_measure_count),
		.first_i        (dma_measure_first),
		.sample_ready_o (dma_measure_sample_ready),
		.snap_ready_o   (dma_measure_snap_ready),
		.sample_i       (dma_measure_sample),
		.reset_i        (dma_measure_reset),
		.bank_i         (dma_measure_bank),
		.flush_i        (dma_measure_flush),
		.sample_valid_o (dma_measure_sample_valid),
		.sample_word_o  (dma_measure_sample_word),
		.sample_pop_i   (dma_measure_sample_pop),
		.block_valid_o  (dma_measure_block_valid),
		.block_word_o   (dma_measure_block_word),
		.block_last_o   (dma_measure_block_last),
		.block_pop_i    (dma_measure_block_pop),
		.block_busy_o   (dma_measure_block_busy)
	);
	gnomon_headend #(
		.NODE              (3),
		.LAST              (1),
		.TIME_W            (16),
		.CODE_W            (4),
		.RANKS             (3),
		.CELL_W            (13),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (2),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (1),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (4352),
		.STEPS_BASE        (0),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (0),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0)
	) u_dma (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (dma_address_i),
		.when_i         (dma_strobe_i),
		.code_i         (dma_code),
		.table_o        (dma_table_valid),
		.table_addr_o   (dma_table_addr),
		.table_data_o   (dma_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (bus_dn_valid),
		.dn_data_i      (bus_dn_data),
		.dn_valid_o     (unused_dn_valid),
		.dn_data_o      (unused_dn_data),
		.up_valid_i     (1'b0),
		.up_ready_o     (unused_up_ready),
		.up_tag_i       (1'b0),
		.up_data_i      (1'd0),
		.up_valid_o     (dma_up_valid),
		.up_ready_i     (dma_up_ready),
		.up_tag_o       (dma_up_tag),
		.up_data_o      (dma_up_data),
		.class_o        (dma_measure_class),
		.opens_o        (dma_measure_opens),
		.closes_o       (dma_measure_closes),
		.process_o      (dma_measure_process),
		.fire_i         (dma_measure_fire),
		.events_o       (dma_measure_events),
		.count_o        (dma_measure_count),
		.first_o        (dma_measure_first),
		.sample_ready_i (dma_measure_sample_ready),
		.snap_ready_i   (dma_measure_snap_ready),
		.sample_o       (dma_measure_sample),
		.reset_o        (dma_measure_reset),
		.bank_o         (dma_measure_bank),
		.flush_o        (dma_measure_flush),
		.sample_valid_i (dma_measure_sample_valid),
		.sample_word_i  (dma_measure_sample_word),
		.sample_pop_o   (dma_measure_sample_pop),
		.block_valid_i  (dma_measure_block_valid),
		.block_word_i   (dma_measure_block_word),
		.block_last_i   (dma_measure_block_last),
		.block_pop_o    (dma_measure_block_pop),
		.block_busy_i   (dma_measure_block_busy)
	);

endmodule

/* verilator lint_off DECLFILENAME */ // these modules are of this monitor alone, and go with it

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

// What a node measures; its stages are M = 10 and D = 11.

module mixed_measure0 (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next clock is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [12:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_icache_hit_i,
	input  wire        in_icache_access_i,
	input  wire        in_retired_i,
	input  wire        in_stalled_i,
	input  wire [5:0]  class_i,                 // event code, two clocks after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a clock before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [22:0] count_i,                 // {epoch, time} at D
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

	// What is on the wires, at the stage M = 10
	wire        at_icache_hit;
	wire        at_icache_access;
	wire        at_retired;
	wire        at_stalled;
	gnomon_delay #(
		.WIDTH  (4),
		.CLOCKS (10)
	) u_by_10 (
		.clk (clk),
		.d_i ({in_stalled_i, in_retired_i, in_icache_access_i, in_icache_hit_i}),
		.q_o ({at_stalled, at_retired, at_icache_access, at_icache_hit})
	);

	// Ratio counters
	wire [2:0]  a_now;
	assign a_now[0] = at_icache_hit; // icache
	assign a_now[1] = at_retired; // ipc
	assign a_now[2] = at_stalled; // wait
	wire [2:0]  b_now;
	assign b_now[0] = at_icache_access; // icache
	assign b_now[1] = 1'b1; // ipc
	assign b_now[2] = 1'b1; // wait
	wire [2:0]  a;
	wire [2:0]  b;
	wire        ratios_ready;
	gnomon_delay #(
		.WIDTH  (6),
		.CLOCKS (1)
	) u_counted (
		.clk (clk),
		.d_i ({b_now, a_now}),
		.q_o ({b, a})
	);
	gnomon_ratios #(
		.PAIRS      (3),
		.FORM       (1),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (7)
	) u_ratios (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a),
		.b_i      (b),
		.ready_o  (ratios_ready),
		.sample_i (sample_i),
		.reset_i  (reset_i),
		.valid_o  (sample_valid_o),
		.pop_i    (sample_pop_i),
		.word_o   (sample_word_o)
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

// What a node measures; its stages are M = 4 and D = 5.

module mixed_measure1 (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next clock is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [12:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_busy_i,
	input  wire [3:0]  class_i,                 // event code, two clocks after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a clock before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [22:0] count_i,                 // {epoch, time} at D
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

	// What is on the wires, at the stage M = 4
	wire        at_busy;
	gnomon_delay #(
		.WIDTH  (1),
		.CLOCKS (4)
	) u_by_4 (
		.clk (clk),
		.d_i ({in_busy_i}),
		.q_o ({at_busy})
	);

	// Ratio counters
	wire        a_now;
	assign a_now = at_busy; // busy
	wire        b_now;
	assign b_now = 1'b1; // busy
	wire        a;
	wire        b;
	wire        ratios_ready;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (1)
	) u_counted (
		.clk (clk),
		.d_i ({b_now, a_now}),
		.q_o ({b, a})
	);
	gnomon_ratios #(
		.PAIRS      (1),
		.FORM       (0),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (9)
	) u_ratios (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a),
		.b_i      (b),
		.ready_o  (ratios_ready),
		.sample_i (sample_i),
		.reset_i  (reset_i),
		.valid_o  (sample_valid_o),
		.pop_i    (sample_pop_i),
		.word_o   (sample_word_o)
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
