// SPDX-License-Identifier: Apache-2.0
//
// shared: monitor of 7 nodes, ring form.
//
// Emitted by gnomon-gen 0.1.0 from monitor.yaml (XXH64 a96a76462993f890). Do not edit: change the description and emit again.
//
//   plan    1d012187dfb8885e
//   clock   100000000 Hz
//   family  ecp5
//   time    32 bits
//   buffer  1024 slots of 64 bits
//   link    bytes
//   ring    8 wires
//
// Nodes:
//     0 io           address[23:0], 15 events, FIFO of 256 slots
//     1 core0        address[31:0], write[0:0] when access, 127 events, watchdog, FIFO of 256 slots
//     2 core1        address[31:0], write[0:0] when access, 127 events, watchdog, FIFO of 256 slots
//     3 core2        address[31:0], write[0:0] when access, 127 events, watchdog, FIFO of 256 slots
//     4 core3        address[31:0], write[0:0] when access, 127 events, watchdog, FIFO of 256 slots
//     5 dma0         address[23:0], 15 events, 1 strict sequence of 2 words, event port (wishbone), FIFO of 256 slots
//     6 dma1         address[23:0], 15 events, 1 strict sequence of 2 words, event port (wishbone), FIFO of 256 slots
//
// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was
// high; t = 0 is the very next one.

`resetall
`default_nettype none

module shared (
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

	// io
	input  wire [23:0] io_address_i,            // watched word

	// core0
	input  wire [31:0] core0_address_i,         // watched word
	input  wire        core0_write_i,
	input  wire        core0_access_i,          // the word counts

	// core1
	input  wire [31:0] core1_address_i,         // watched word
	input  wire        core1_write_i,
	input  wire        core1_access_i,          // the word counts

	// core2
	input  wire [31:0] core2_address_i,         // watched word
	input  wire        core2_write_i,
	input  wire        core2_access_i,          // the word counts

	// core3
	input  wire [31:0] core3_address_i,         // watched word
	input  wire        core3_write_i,
	input  wire        core3_access_i,          // the word counts

	// dma0
	input  wire [23:0] dma0_address_i,          // watched word
	input  wire        dma0_wb_cyc_i,           // Wishbone B4, 4 KiB
	input  wire        dma0_wb_stb_i,
	input  wire        dma0_wb_we_i,
	input  wire [9:0]  dma0_wb_adr_i,           // word address: page and sub
	input  wire [31:0] dma0_wb_dat_i,
	input  wire [3:0]  dma0_wb_sel_i,
	output wire        dma0_wb_ack_o,
	output wire        dma0_wb_stall_o,
	output wire [31:0] dma0_wb_dat_o,           // 0

	// dma1
	input  wire [23:0] dma1_address_i,          // watched word
	input  wire        dma1_wb_cyc_i,           // Wishbone B4, 4 KiB
	input  wire        dma1_wb_stb_i,
	input  wire        dma1_wb_we_i,
	input  wire [9:0]  dma1_wb_adr_i,           // word address: page and sub
	input  wire [31:0] dma1_wb_dat_i,
	input  wire [3:0]  dma1_wb_sel_i,
	output wire        dma1_wb_ack_o,
	output wire        dma1_wb_stall_o,
	output wire [31:0] dma1_wb_dat_o            // 0
);

	// Link: frames with CRC over the bytes
	wire        op_valid;
	wire [2:0]  op;
	wire [12:0] arg;
	wire        wr_valid;
	wire        wr_ready;
	wire        rd_next;
	wire [15:0] addr;
	wire [7:0]  wr_data;
	wire        nonce;
	wire [7:0]  rd_data;
	wire        reg_lower;
	wire [3:0]  reg_data;
	wire        busy;
	gnomon_link #(
		.ADDR_W (16)
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
	wire        io_up_valid;
	wire        io_up_ready;
	wire        io_up_tag;
	wire [7:0]  io_up_data;
	gnomon_center #(
		.IDENTITY   (96'h1D012187DFB8885E_024F4E47),
		.ADDR_W     (16),
		.NODES      (7),
		.TIME_W     (32),
		.SLOTS_LOG2 (10),
		.RING_W     (8),
		.LONG       (0),
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
		.up_valid_i  (io_up_valid),
		.up_ready_o  (io_up_ready),
		.up_tag_i    (io_up_tag),
		.up_data_i   (io_up_data)
	);

	// Node 0: io
	wire        io_dn_valid;
	wire [7:0]  io_dn_data;
	wire        core0_up_ready;
	wire        core0_up_valid;
	wire        core0_up_tag;
	wire [7:0]  core0_up_data;
	wire [3:0]  io_code;
	wire        io_table_valid;
	wire [13:0] io_table_addr;
	wire [7:0]  io_table_data;
	shared_ranks0 u_io_ranks (
		.clk        (clk),
		.wr_valid_i (io_table_valid),
		.wr_addr_i  (io_table_addr),
		.wr_data_i  (io_table_data),
		.word0_i    (io_address_i),
		.code0_o    (io_code)
	);
	wire [3:0]  io_unused_class;
	wire        io_unused_opens;
	wire        io_unused_closes;
	wire [15:0] io_unused_process;
	wire        io_unused_events;
	wire [38:0] io_unused_count;
	wire        io_unused_first;
	wire        io_unused_sample;
	wire        io_unused_reset;
	wire        io_unused_bank;
	wire        io_unused_flush;
	wire        io_unused_sample_pop;
	wire        io_unused_block_pop;
	gnomon_headend #(
		.NODE              (0),
		.LAST              (0),
		.TIME_W            (32),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (8),
		.WORD_W            (24),
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
		.ACTIONS_BASE      (8448),
		.STEPS_BASE        (0),
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
	) u_io (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (io_address_i),
		.when_i         (1'b1),
		.code_i         (io_code),
		.table_o        (io_table_valid),
		.table_addr_o   (io_table_addr),
		.table_data_o   (io_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (center_dn_valid),
		.dn_data_i      (center_dn_data),
		.dn_valid_o     (io_dn_valid),
		.dn_data_o      (io_dn_data),
		.up_valid_i     (core0_up_valid),
		.up_ready_o     (core0_up_ready),
		.up_tag_i       (core0_up_tag),
		.up_data_i      (core0_up_data),
		.up_valid_o     (io_up_valid),
		.up_ready_i     (io_up_ready),
		.up_tag_o       (io_up_tag),
		.up_data_o      (io_up_data),
		.class_o        (io_unused_class),
		.opens_o        (io_unused_opens),
		.closes_o       (io_unused_closes),
		.process_o      (io_unused_process),
		.fire_i         (1'b0),
		.events_o       (io_unused_events),
		.count_o        (io_unused_count),
		.first_o        (io_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (io_unused_sample),
		.reset_o        (io_unused_reset),
		.bank_o         (io_unused_bank),
		.flush_o        (io_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (io_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (io_unused_block_pop),
		.block_busy_i   (1'b0)
	);

	// Node 1: core0
	wire        core0_dn_valid;
	wire [7:0]  core0_dn_data;
	wire        core1_up_ready;
	wire        core1_up_valid;
	wire        core1_up_tag;
	wire [7:0]  core1_up_data;
	wire [30:0] core0_word;
	assign core0_word = {core0_write_i, core0_address_i[31:2]};
	wire        core0_unused_bits = &{1'b0, core0_address_i[1:0]};
	wire [6:0]  core0_code;
	wire        core0_table_valid;
	wire [15:0] core0_table_addr;
	wire [7:0]  core0_table_data;
	wire [30:0] core1_word;
	assign core1_word = {core1_write_i, core1_address_i[31:2]};
	wire        core1_unused_bits = &{1'b0, core1_address_i[1:0]};
	wire [6:0]  core1_code;
	wire        core1_unused_table_valid;
	wire [8:0]  core1_unused_table_addr;
	wire [7:0]  core1_unused_table_data;
	shared_ranks1 u_core0_ranks (
		.clk        (clk),
		.wr_valid_i (core0_table_valid),
		.wr_addr_i  (core0_table_addr),
		.wr_data_i  (core0_table_data),
		.word0_i    (core0_word),
		.code0_o    (core0_code),
		.word1_i    (core1_word),
		.code1_o    (core1_code)
	);
	wire [6:0]  core0_unused_class;
	wire        core0_unused_opens;
	wire        core0_unused_closes;
	wire [15:0] core0_unused_process;
	wire        core0_unused_events;
	wire [38:0] core0_unused_count;
	wire        core0_unused_first;
	wire        core0_unused_sample;
	wire        core0_unused_reset;
	wire        core0_unused_bank;
	wire        core0_unused_flush;
	wire        core0_unused_sample_pop;
	wire        core0_unused_block_pop;
	gnomon_headend #(
		.NODE              (1),
		.LAST              (0),
		.TIME_W            (32),
		.CODE_W            (7),
		.RANKS             (7),
		.CELL_W            (16),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (8),
		.WORD_W            (31),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (0),
		.STRICT_STEPS      (0),
		.TIMER             (0),
		.WATCHDOG          (1),
		.PORT              (0),
		.PORT_PC           (0),
		.PORT_TIME         (0),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (50176),
		.STEPS_BASE        (50304),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (50432),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (50440),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_core0 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core0_word),
		.when_i         (core0_access_i),
		.code_i         (core0_code),
		.table_o        (core0_table_valid),
		.table_addr_o   (core0_table_addr),
		.table_data_o   (core0_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (io_dn_valid),
		.dn_data_i      (io_dn_data),
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
		.class_o        (core0_unused_class),
		.opens_o        (core0_unused_opens),
		.closes_o       (core0_unused_closes),
		.process_o      (core0_unused_process),
		.fire_i         (1'b0),
		.events_o       (core0_unused_events),
		.count_o        (core0_unused_count),
		.first_o        (core0_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (core0_unused_sample),
		.reset_o        (core0_unused_reset),
		.bank_o         (core0_unused_bank),
		.flush_o        (core0_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (core0_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (core0_unused_block_pop),
		.block_busy_i   (1'b0)
	);

	// Node 2: core1
	wire        core1_dn_valid;
	wire [7:0]  core1_dn_data;
	wire        core2_up_ready;
	wire        core2_up_valid;
	wire        core2_up_tag;
	wire [7:0]  core2_up_data;
	wire [6:0]  core1_unused_class;
	wire        core1_unused_opens;
	wire        core1_unused_closes;
	wire [15:0] core1_unused_process;
	wire        core1_unused_events;
	wire [38:0] core1_unused_count;
	wire        core1_unused_first;
	wire        core1_unused_sample;
	wire        core1_unused_reset;
	wire        core1_unused_bank;
	wire        core1_unused_flush;
	wire        core1_unused_sample_pop;
	wire        core1_unused_block_pop;
	gnomon_headend #(
		.NODE              (2),
		.LAST              (0),
		.TIME_W            (32),
		.CODE_W            (7),
		.RANKS             (7),
		.CELL_W            (9),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (8),
		.WORD_W            (31),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (0),
		.STRICT_STEPS      (0),
		.TIMER             (0),
		.WATCHDOG          (1),
		.PORT              (0),
		.PORT_PC           (0),
		.PORT_TIME         (0),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (0),
		.STEPS_BASE        (128),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (256),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (264),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_core1 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core1_word),
		.when_i         (core1_access_i),
		.code_i         (core1_code),
		.table_o        (core1_unused_table_valid),
		.table_addr_o   (core1_unused_table_addr),
		.table_data_o   (core1_unused_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (core0_dn_valid),
		.dn_data_i      (core0_dn_data),
		.dn_valid_o     (core1_dn_valid),
		.dn_data_o      (core1_dn_data),
		.up_valid_i     (core2_up_valid),
		.up_ready_o     (core2_up_ready),
		.up_tag_i       (core2_up_tag),
		.up_data_i      (core2_up_data),
		.up_valid_o     (core1_up_valid),
		.up_ready_i     (core1_up_ready),
		.up_tag_o       (core1_up_tag),
		.up_data_o      (core1_up_data),
		.class_o        (core1_unused_class),
		.opens_o        (core1_unused_opens),
		.closes_o       (core1_unused_closes),
		.process_o      (core1_unused_process),
		.fire_i         (1'b0),
		.events_o       (core1_unused_events),
		.count_o        (core1_unused_count),
		.first_o        (core1_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (core1_unused_sample),
		.reset_o        (core1_unused_reset),
		.bank_o         (core1_unused_bank),
		.flush_o        (core1_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (core1_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (core1_unused_block_pop),
		.block_busy_i   (1'b0)
	);

	// Node 3: core2
	wire        core2_dn_valid;
	wire [7:0]  core2_dn_data;
	wire        core3_up_ready;
	wire        core3_up_valid;
	wire        core3_up_tag;
	wire [7:0]  core3_up_data;
	wire [30:0] core2_word;
	assign core2_word = {core2_write_i, core2_address_i[31:2]};
	wire        core2_unused_bits = &{1'b0, core2_address_i[1:0]};
	wire [6:0]  core2_code;
	wire        core2_table_valid;
	wire [15:0] core2_table_addr;
	wire [7:0]  core2_table_data;
	wire [30:0] core3_word;
	assign core3_word = {core3_write_i, core3_address_i[31:2]};
	wire        core3_unused_bits = &{1'b0, core3_address_i[1:0]};
	wire [6:0]  core3_code;
	wire        core3_unused_table_valid;
	wire [8:0]  core3_unused_table_addr;
	wire [7:0]  core3_unused_table_data;
	shared_ranks1 u_core2_ranks (
		.clk        (clk),
		.wr_valid_i (core2_table_valid),
		.wr_addr_i  (core2_table_addr),
		.wr_data_i  (core2_table_data),
		.word0_i    (core2_word),
		.code0_o    (core2_code),
		.word1_i    (core3_word),
		.code1_o    (core3_code)
	);
	wire [6:0]  core2_unused_class;
	wire        core2_unused_opens;
	wire        core2_unused_closes;
	wire [15:0] core2_unused_process;
	wire        core2_unused_events;
	wire [38:0] core2_unused_count;
	wire        core2_unused_first;
	wire        core2_unused_sample;
	wire        core2_unused_reset;
	wire        core2_unused_bank;
	wire        core2_unused_flush;
	wire        core2_unused_sample_pop;
	wire        core2_unused_block_pop;
	gnomon_headend #(
		.NODE              (3),
		.LAST              (0),
		.TIME_W            (32),
		.CODE_W            (7),
		.RANKS             (7),
		.CELL_W            (16),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (8),
		.WORD_W            (31),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (0),
		.STRICT_STEPS      (0),
		.TIMER             (0),
		.WATCHDOG          (1),
		.PORT              (0),
		.PORT_PC           (0),
		.PORT_TIME         (0),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (50176),
		.STEPS_BASE        (50304),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (50432),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (50440),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_core2 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core2_word),
		.when_i         (core2_access_i),
		.code_i         (core2_code),
		.table_o        (core2_table_valid),
		.table_addr_o   (core2_table_addr),
		.table_data_o   (core2_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (core1_dn_valid),
		.dn_data_i      (core1_dn_data),
		.dn_valid_o     (core2_dn_valid),
		.dn_data_o      (core2_dn_data),
		.up_valid_i     (core3_up_valid),
		.up_ready_o     (core3_up_ready),
		.up_tag_i       (core3_up_tag),
		.up_data_i      (core3_up_data),
		.up_valid_o     (core2_up_valid),
		.up_ready_i     (core2_up_ready),
		.up_tag_o       (core2_up_tag),
		.up_data_o      (core2_up_data),
		.class_o        (core2_unused_class),
		.opens_o        (core2_unused_opens),
		.closes_o       (core2_unused_closes),
		.process_o      (core2_unused_process),
		.fire_i         (1'b0),
		.events_o       (core2_unused_events),
		.count_o        (core2_unused_count),
		.first_o        (core2_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (core2_unused_sample),
		.reset_o        (core2_unused_reset),
		.bank_o         (core2_unused_bank),
		.flush_o        (core2_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (core2_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (core2_unused_block_pop),
		.block_busy_i   (1'b0)
	);

	// Node 4: core3
	wire        core3_dn_valid;
	wire [7:0]  core3_dn_data;
	wire        dma0_up_ready;
	wire        dma0_up_valid;
	wire        dma0_up_tag;
	wire [7:0]  dma0_up_data;
	wire [6:0]  core3_unused_class;
	wire        core3_unused_opens;
	wire        core3_unused_closes;
	wire [15:0] core3_unused_process;
	wire        core3_unused_events;
	wire [38:0] core3_unused_count;
	wire        core3_unused_first;
	wire        core3_unused_sample;
	wire        core3_unused_reset;
	wire        core3_unused_bank;
	wire        core3_unused_flush;
	wire        core3_unused_sample_pop;
	wire        core3_unused_block_pop;
	gnomon_headend #(
		.NODE              (4),
		.LAST              (0),
		.TIME_W            (32),
		.CODE_W            (7),
		.RANKS             (7),
		.CELL_W            (9),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (8),
		.WORD_W            (31),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (0),
		.STRICT_STEPS      (0),
		.TIMER             (0),
		.WATCHDOG          (1),
		.PORT              (0),
		.PORT_PC           (0),
		.PORT_TIME         (0),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (0),
		.STEPS_BASE        (128),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (256),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (264),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_core3 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core3_word),
		.when_i         (core3_access_i),
		.code_i         (core3_code),
		.table_o        (core3_unused_table_valid),
		.table_addr_o   (core3_unused_table_addr),
		.table_data_o   (core3_unused_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (core2_dn_valid),
		.dn_data_i      (core2_dn_data),
		.dn_valid_o     (core3_dn_valid),
		.dn_data_o      (core3_dn_data),
		.up_valid_i     (dma0_up_valid),
		.up_ready_o     (dma0_up_ready),
		.up_tag_i       (dma0_up_tag),
		.up_data_i      (dma0_up_data),
		.up_valid_o     (core3_up_valid),
		.up_ready_i     (core3_up_ready),
		.up_tag_o       (core3_up_tag),
		.up_data_o      (core3_up_data),
		.class_o        (core3_unused_class),
		.opens_o        (core3_unused_opens),
		.closes_o       (core3_unused_closes),
		.process_o      (core3_unused_process),
		.fire_i         (1'b0),
		.events_o       (core3_unused_events),
		.count_o        (core3_unused_count),
		.first_o        (core3_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (core3_unused_sample),
		.reset_o        (core3_unused_reset),
		.bank_o         (core3_unused_bank),
		.flush_o        (core3_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (core3_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (core3_unused_block_pop),
		.block_busy_i   (1'b0)
	);

	// Node 5: dma0
	wire        dma0_dn_valid;
	wire [7:0]  dma0_dn_data;
	wire        dma1_up_ready;
	wire        dma1_up_valid;
	wire        dma1_up_tag;
	wire [7:0]  dma1_up_data;
	wire [3:0]  dma0_code;
	wire        dma0_table_valid;
	wire [13:0] dma0_table_addr;
	wire [7:0]  dma0_table_data;
	wire [3:0]  dma1_code;
	wire        dma1_unused_table_valid;
	wire [5:0]  dma1_unused_table_addr;
	wire [7:0]  dma1_unused_table_data;
	shared_ranks2 u_dma0_ranks (
		.clk        (clk),
		.wr_valid_i (dma0_table_valid),
		.wr_addr_i  (dma0_table_addr),
		.wr_data_i  (dma0_table_data),
		.word0_i    (dma0_address_i),
		.code0_o    (dma0_code),
		.word1_i    (dma1_address_i),
		.code1_o    (dma1_code)
	);
	wire        dma0_port_valid;
	wire [9:0]  dma0_port_addr;
	wire [31:0] dma0_port_data;
	gnomon_wishbone u_dma0_adapter (
		.clk     (clk),
		.rst     (rst),
		.cyc_i   (dma0_wb_cyc_i),
		.stb_i   (dma0_wb_stb_i),
		.we_i    (dma0_wb_we_i),
		.adr_i   (dma0_wb_adr_i),
		.dat_i   (dma0_wb_dat_i),
		.sel_i   (dma0_wb_sel_i),
		.ack_o   (dma0_wb_ack_o),
		.stall_o (dma0_wb_stall_o),
		.dat_o   (dma0_wb_dat_o),
		.valid_o (dma0_port_valid),
		.addr_o  (dma0_port_addr),
		.data_o  (dma0_port_data)
	);
	wire [3:0]  dma0_unused_class;
	wire        dma0_unused_opens;
	wire        dma0_unused_closes;
	wire [15:0] dma0_unused_process;
	wire        dma0_unused_events;
	wire [38:0] dma0_unused_count;
	wire        dma0_unused_first;
	wire        dma0_unused_sample;
	wire        dma0_unused_reset;
	wire        dma0_unused_bank;
	wire        dma0_unused_flush;
	wire        dma0_unused_sample_pop;
	wire        dma0_unused_block_pop;
	gnomon_headend #(
		.NODE              (5),
		.LAST              (0),
		.TIME_W            (32),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (8),
		.WORD_W            (24),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (1),
		.STRICT_STEPS      (2),
		.TIMER             (0),
		.WATCHDOG          (0),
		.PORT              (1),
		.PORT_PC           (0),
		.PORT_TIME         (1),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (8448),
		.STEPS_BASE        (8464),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (8480),
		.TRIGGERS_BASE     (8496),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_dma0 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (dma0_address_i),
		.when_i         (1'b1),
		.code_i         (dma0_code),
		.table_o        (dma0_table_valid),
		.table_addr_o   (dma0_table_addr),
		.table_data_o   (dma0_table_data),
		.port_valid_i   (dma0_port_valid),
		.port_addr_i    (dma0_port_addr),
		.port_data_i    (dma0_port_data),
		.port_pc_i      (32'd0),
		.dn_valid_i     (core3_dn_valid),
		.dn_data_i      (core3_dn_data),
		.dn_valid_o     (dma0_dn_valid),
		.dn_data_o      (dma0_dn_data),
		.up_valid_i     (dma1_up_valid),
		.up_ready_o     (dma1_up_ready),
		.up_tag_i       (dma1_up_tag),
		.up_data_i      (dma1_up_data),
		.up_valid_o     (dma0_up_valid),
		.up_ready_i     (dma0_up_ready),
		.up_tag_o       (dma0_up_tag),
		.up_data_o      (dma0_up_data),
		.class_o        (dma0_unused_class),
		.opens_o        (dma0_unused_opens),
		.closes_o       (dma0_unused_closes),
		.process_o      (dma0_unused_process),
		.fire_i         (1'b0),
		.events_o       (dma0_unused_events),
		.count_o        (dma0_unused_count),
		.first_o        (dma0_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (dma0_unused_sample),
		.reset_o        (dma0_unused_reset),
		.bank_o         (dma0_unused_bank),
		.flush_o        (dma0_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (dma0_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (dma0_unused_block_pop),
		.block_busy_i   (1'b0)
	);

	// Node 6: dma1
	wire        unused_dn_valid;
	wire [7:0]  unused_dn_data;
	wire        unused_up_ready;
	wire        dma1_port_valid;
	wire [9:0]  dma1_port_addr;
	wire [31:0] dma1_port_data;
	gnomon_wishbone u_dma1_adapter (
		.clk     (clk),
		.rst     (rst),
		.cyc_i   (dma1_wb_cyc_i),
		.stb_i   (dma1_wb_stb_i),
		.we_i    (dma1_wb_we_i),
		.adr_i   (dma1_wb_adr_i),
		.dat_i   (dma1_wb_dat_i),
		.sel_i   (dma1_wb_sel_i),
		.ack_o   (dma1_wb_ack_o),
		.stall_o (dma1_wb_stall_o),
		.dat_o   (dma1_wb_dat_o),
		.valid_o (dma1_port_valid),
		.addr_o  (dma1_port_addr),
		.data_o  (dma1_port_data)
	);
	wire [3:0]  dma1_unused_class;
	wire        dma1_unused_opens;
	wire        dma1_unused_closes;
	wire [15:0] dma1_unused_process;
	wire        dma1_unused_events;
	wire [38:0] dma1_unused_count;
	wire        dma1_unused_first;
	wire        dma1_unused_sample;
	wire        dma1_unused_reset;
	wire        dma1_unused_bank;
	wire        dma1_unused_flush;
	wire        dma1_unused_sample_pop;
	wire        dma1_unused_block_pop;
	gnomon_headend #(
		.NODE              (6),
		.LAST              (1),
		.TIME_W            (32),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (6),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (8),
		.WORD_W            (24),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (1),
		.STRICT_STEPS      (2),
		.TIMER             (0),
		.WATCHDOG          (0),
		.PORT              (1),
		.PORT_PC           (0),
		.PORT_TIME         (1),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (0),
		.STEPS_BASE        (16),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (32),
		.TRIGGERS_BASE     (48),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_dma1 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (dma1_address_i),
		.when_i         (1'b1),
		.code_i         (dma1_code),
		.table_o        (dma1_unused_table_valid),
		.table_addr_o   (dma1_unused_table_addr),
		.table_data_o   (dma1_unused_table_data),
		.port_valid_i   (dma1_port_valid),
		.port_addr_i    (dma1_port_addr),
		.port_data_i    (dma1_port_data),
		.port_pc_i      (32'd0),
		.dn_valid_i     (dma0_dn_valid),
		.dn_data_i      (dma0_dn_data),
		.dn_valid_o     (unused_dn_valid),
		.dn_data_o      (unused_dn_data),
		.up_valid_i     (1'b0),
		.up_ready_o     (unused_up_ready),
		.up_tag_i       (1'b0),
		.up_data_i      (8'd0),
		.up_valid_o     (dma1_up_valid),
		.up_ready_i     (dma1_up_ready),
		.up_tag_o       (dma1_up_tag),
		.up_data_o      (dma1_up_data),
		.class_o        (dma1_unused_class),
		.opens_o        (dma1_unused_opens),
		.closes_o       (dma1_unused_closes),
		.process_o      (dma1_unused_process),
		.fire_i         (1'b0),
		.events_o       (dma1_unused_events),
		.count_o        (dma1_unused_count),
		.first_o        (dma1_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (dma1_unused_sample),
		.reset_o        (dma1_unused_reset),
		.bank_o         (dma1_unused_bank),
		.flush_o        (dma1_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (dma1_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (dma1_unused_block_pop),
		.block_busy_i   (1'b0)
	);

endmodule

/* verilator lint_off DECLFILENAME */ // these modules are of this monitor alone, and go with it

// The word's event code, 5 clocks later: 3 ranks, about 3 RAM blocks.

module shared_ranks0 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [23:0] word0_i,                 // watched word
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

	// Rank 2, level 2: rank 1, rank 0; its code is the event
	wire [7:0]  rank2_index0;
	assign rank2_index0 = {rank1_code0, rank0_code0};
	wire [3:0]  rank2_code0;
	wire [3:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (8),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (8192),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (2)
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

	assign code0_o = rank2_code0;

endmodule

// The word's event code, 7 clocks later: 4 ranks, about 22 RAM blocks.

module shared_ranks1 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [15:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [30:0] word0_i,                 // watched word
	output wire [6:0]  code0_o,                 // event code
	input  wire [30:0] word1_i,                 // watched word
	output wire [6:0]  code1_o                  // event code
);

	// Rank 0, level 1: bits 13..0
	wire [13:0] rank0_index0;
	assign rank0_index0 = word0_i[13:0];
	wire [6:0]  rank0_code0;
	wire [13:0] rank0_index1;
	assign rank0_index1 = word1_i[13:0];
	wire [6:0]  rank0_code1;
	gnomon_rank #(
		.INDEX_W     (14),
		.CODE_W      (7),
		.CELL_W      (16),
		.BASE        (0),
		.LANES       (2),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank0 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank0_index0),
		.code0_o    (rank0_code0),
		.index1_i   (rank0_index1),
		.code1_o    (rank0_code1)
	);

	// Rank 1, level 1: bits 27..14
	wire [13:0] rank1_index0;
	assign rank1_index0 = word0_i[27:14];
	wire [6:0]  rank1_code0;
	wire [13:0] rank1_index1;
	assign rank1_index1 = word1_i[27:14];
	wire [6:0]  rank1_code1;
	gnomon_rank #(
		.INDEX_W     (14),
		.CODE_W      (7),
		.CELL_W      (16),
		.BASE        (16384),
		.LANES       (2),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (rank1_index1),
		.code1_o    (rank1_code1)
	);

	// Rank 2, level 2: rank 1, rank 0
	wire [13:0] rank2_index0;
	assign rank2_index0 = {rank1_code0, rank0_code0};
	wire [6:0]  rank2_code0;
	wire [13:0] rank2_index1;
	assign rank2_index1 = {rank1_code1, rank0_code1};
	wire [6:0]  rank2_code1;
	gnomon_rank #(
		.INDEX_W     (14),
		.CODE_W      (7),
		.CELL_W      (16),
		.BASE        (32768),
		.LANES       (2),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (rank2_index1),
		.code1_o    (rank2_code1)
	);

	// Rank 3, level 3: bits 30..28, rank 2; its code is the event
	wire [2:0]  rank3_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (4)
	) u_rank3_in1_0 (
		.clk (clk),
		.d_i (word0_i[30:28]),
		.q_o (rank3_in1_0)
	);
	wire [9:0]  rank3_index0;
	assign rank3_index0 = {rank3_in1_0, rank2_code0};
	wire [6:0]  rank3_code0;
	wire [2:0]  rank3_in1_1;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (4)
	) u_rank3_in1_1 (
		.clk (clk),
		.d_i (word1_i[30:28]),
		.q_o (rank3_in1_1)
	);
	wire [9:0]  rank3_index1;
	assign rank3_index1 = {rank3_in1_1, rank2_code1};
	wire [6:0]  rank3_code1;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (7),
		.CELL_W      (16),
		.BASE        (49152),
		.LANES       (2),
		.SINGLE_PORT (0),
		.REGISTERS   (2)
	) u_rank3 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank3_index0),
		.code0_o    (rank3_code0),
		.index1_i   (rank3_index1),
		.code1_o    (rank3_code1)
	);

	assign code0_o = rank3_code0;
	assign code1_o = rank3_code1;

endmodule

// The word's event code, 5 clocks later: 3 ranks, about 3 RAM blocks.

module shared_ranks2 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [23:0] word0_i,                 // watched word
	output wire [3:0]  code0_o,                 // event code
	input  wire [23:0] word1_i,                 // watched word
	output wire [3:0]  code1_o                  // event code
);

	// Rank 0, level 1: bits 11..0
	wire [11:0] rank0_index0;
	assign rank0_index0 = word0_i[11:0];
	wire [3:0]  rank0_code0;
	wire [11:0] rank0_index1;
	assign rank0_index1 = word1_i[11:0];
	wire [3:0]  rank0_code1;
	gnomon_rank #(
		.INDEX_W     (12),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (0),
		.LANES       (2),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank0 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank0_index0),
		.code0_o    (rank0_code0),
		.index1_i   (rank0_index1),
		.code1_o    (rank0_code1)
	);

	// Rank 1, level 1: bits 23..12
	wire [11:0] rank1_index0;
	assign rank1_index0 = word0_i[23:12];
	wire [3:0]  rank1_code0;
	wire [11:0] rank1_index1;
	assign rank1_index1 = word1_i[23:12];
	wire [3:0]  rank1_code1;
	gnomon_rank #(
		.INDEX_W     (12),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (4096),
		.LANES       (2),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (rank1_index1),
		.code1_o    (rank1_code1)
	);

	// Rank 2, level 2: rank 1, rank 0; its code is the event
	wire [7:0]  rank2_index0;
	assign rank2_index0 = {rank1_code0, rank0_code0};
	wire [3:0]  rank2_code0;
	wire [7:0]  rank2_index1;
	assign rank2_index1 = {rank1_code1, rank0_code1};
	wire [3:0]  rank2_code1;
	gnomon_rank #(
		.INDEX_W     (8),
		.CODE_W      (4),
		.CELL_W      (14),
		.BASE        (8192),
		.LANES       (2),
		.SINGLE_PORT (0),
		.REGISTERS   (2)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (rank2_index1),
		.code1_o    (rank2_code1)
	);

	assign code0_o = rank2_code0;
	assign code1_o = rank2_code1;

endmodule

/* verilator lint_on DECLFILENAME */

`resetall
