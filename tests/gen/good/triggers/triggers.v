// SPDX-License-Identifier: Apache-2.0
//
// triggers: monitor of 4 nodes, ring form.
//
// Emitted by gnomon-gen 0.1.0 from monitor.yaml (XXH64 cca76688358563b7). Do not edit: change the description and emit again.
//
//   plan    e65c17db2a5c9b05
//   clock   24000000 Hz
//   family  up5k
//   time    24 bits
//   buffer  256 slots of 64 bits
//   link    bytes
//   ring    4 wires
//
// Nodes:
//     0 core0        pc[31:0], write[0:0], mode[2:0] when retired, 63 events, 3 sequences of 5 steps, 5 strict sequences of 4 words, timer, watchdog, event port (strobe), FIFO of 256 slots, 1 ratio pair (full)
//     1 core1        pc[31:0], write[0:0], mode[2:0] when retired, 63 events, 3 sequences of 5 steps, 5 strict sequences of 4 words, timer, watchdog, event port (strobe), FIFO of 256 slots, 1 ratio pair (full)
//     2 bus          address[39:0], 255 events, timer, event port (axilite), FIFO of 256 slots
//     3 spare        state[7:0], 15 events, 1 sequence of 1 step, FIFO of 256 slots
//
// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was
// high; t = 0 is the very next one.

`resetall
`default_nettype none

module triggers (
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
	input  wire        core0_write_i,
	input  wire [2:0]  core0_mode_i,
	input  wire        core0_retired_i,         // the word counts
	input  wire        core0_busy_i,
	input  wire        core0_port_valid_i,      // a write in this clock
	input  wire [9:0]  core0_port_addr_i,       // word address: page and sub
	input  wire [31:0] core0_port_data_i,
	input  wire [31:0] core0_store_pc_i,        // PC of the write

	// core1
	input  wire [31:0] core1_pc_i,              // watched word
	input  wire        core1_write_i,
	input  wire [2:0]  core1_mode_i,
	input  wire        core1_retired_i,         // the word counts
	input  wire        core1_busy_i,
	input  wire        core1_port_valid_i,      // a write in this clock
	input  wire [9:0]  core1_port_addr_i,       // word address: page and sub
	input  wire [31:0] core1_port_data_i,
	input  wire [31:0] core1_store_pc_i,        // PC of the write

	// bus
	input  wire [39:0] bus_address_i,           // watched word
	input  wire        bus_axi_awvalid_i,       // AXI4-Lite, 4 KiB
	output wire        bus_axi_awready_o,
	input  wire [11:0] bus_axi_awaddr_i,        // byte address: page, sub, 0
	input  wire        bus_axi_wvalid_i,
	output wire        bus_axi_wready_o,
	input  wire [31:0] bus_axi_wdata_i,
	input  wire [3:0]  bus_axi_wstrb_i,
	output wire        bus_axi_bvalid_o,
	input  wire        bus_axi_bready_i,
	output wire [1:0]  bus_axi_bresp_o,
	input  wire        bus_axi_arvalid_i,
	output wire        bus_axi_arready_o,
	input  wire [11:0] bus_axi_araddr_i,
	output wire        bus_axi_rvalid_o,
	input  wire        bus_axi_rready_i,
	output wire [31:0] bus_axi_rdata_o,         // 0
	output wire [1:0]  bus_axi_rresp_o,

	// spare
	input  wire [7:0]  spare_state_i            // watched word
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
	wire [3:0]  center_dn_data;
	wire        core0_up_valid;
	wire        core0_up_ready;
	wire        core0_up_tag;
	wire [3:0]  core0_up_data;
	gnomon_center #(
		.IDENTITY   (96'hE65C17DB2A5C9B05_034F4E47),
		.ADDR_W     (16),
		.NODES      (4),
		.TIME_W     (24),
		.SLOTS_LOG2 (8),
		.RING_W     (4),
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
	wire [3:0]  core0_dn_data;
	wire        core1_up_ready;
	wire        core1_up_valid;
	wire        core1_up_tag;
	wire [3:0]  core1_up_data;
	wire [28:0] core0_word;
	assign core0_word = {core0_mode_i[2], core0_mode_i[0], core0_write_i, core0_pc_i[27:2]};
	wire        core0_unused_bits = &{1'b0, core0_mode_i[1], core0_pc_i[31:28], core0_pc_i[1:0]};
	wire [5:0]  core0_code;
	wire        core0_table_valid;
	wire [15:0] core0_table_addr;
	wire [7:0]  core0_table_data;
	triggers_ranks0 u_core0_ranks (
		.clk        (clk),
		.wr_valid_i (core0_table_valid),
		.wr_addr_i  (core0_table_addr),
		.wr_data_i  (core0_table_data),
		.word0_i    (core0_word),
		.code0_o    (core0_code)
	);
	wire [5:0]  core0_measure_class;
	wire        core0_measure_opens;
	wire        core0_measure_closes;
	wire [15:0] core0_measure_process;
	wire        core0_measure_fire;
	wire        core0_measure_events;
	wire [30:0] core0_measure_count;
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
	triggers_measure0 u_core0_measure (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (core0_table_valid),
		.wr_addr_i      (core0_table_addr),
		.wr_data_i      (core0_table_data),
		.in_busy_i      (core0_busy_i),
		.class_i        (core0_measure_class),
		.opens_i        (core0_measure_opens),
		.closes_i       (core0_measure_closes),
		.process_i      (core0_measure_process),
		.fire_o         (core0_measure_fire),
		.events_i       (core0_measure_events),
		.count_i        (core0_measure_count),
		.first_i        (core0_measure_first),
		.sample_ready_o (core0_measure_sample_ready),
		.snap_ready_o   (core0_measure_snap_ready),
		.sample_i       (core0_measure_sample),
		.reset_i        (core0_measure_reset),
		.bank_i         (core0_measure_bank),
		.flush_i        (core0_measure_flush),
		.sample_valid_o (core0_measure_sample_valid),
		.sample_word_o  (core0_measure_sample_word),
		.sample_pop_i   (core0_measure_sample_pop),
		.block_valid_o  (core0_measure_block_valid),
		.block_word_o   (core0_measure_block_word),
		.block_last_o   (core0_measure_block_last),
		.block_pop_i    (core0_measure_block_pop),
		.block_busy_o   (core0_measure_block_busy)
	);
	gnomon_headend #(
		.NODE              (0),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (6),
		.RANKS             (2),
		.CELL_W            (16),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (2),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (4),
		.WORD_W            (29),
		.SEQUENCES         (3),
		.STEPS             (5),
		.COUNT_W           (4),
		.TIMEOUT_W         (16),
		.OVERLAP           (0),
		.STRICT            (5),
		.STRICT_STEPS      (4),
		.TIMER             (1),
		.WATCHDOG          (1),
		.PORT              (1),
		.PORT_PC           (1),
		.PORT_TIME         (1),
		.PORT_CODES        (4),
		.PORT_DATA         (4),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (43520),
		.STEPS_BASE        (41984),
		.LIMITS_BASE       (43008),
		.WORDS_BASE        (42496),
		.TRIGGERS_BASE     (43584),
		.TIMER_BASE        (43616),
		.WATCHDOG_BASE     (43624),
		.CODES_BASE        (40960),
		.CODE_DATA_BASE    (43264),
		.CODE_ACTIONS_BASE (43600),
		.EVENT_LINES_BASE  (0)
	) u_core0 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core0_word),
		.when_i         (core0_retired_i),
		.code_i         (core0_code),
		.table_o        (core0_table_valid),
		.table_addr_o   (core0_table_addr),
		.table_data_o   (core0_table_data),
		.port_valid_i   (core0_port_valid_i),
		.port_addr_i    (core0_port_addr_i),
		.port_data_i    (core0_port_data_i),
		.port_pc_i      (core0_store_pc_i),
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
	wire [3:0]  core1_dn_data;
	wire        bus_up_ready;
	wire        bus_up_valid;
	wire        bus_up_tag;
	wire [3:0]  bus_up_data;
	wire [28:0] core1_word;
	assign core1_word = {core1_mode_i[2], core1_mode_i[0], core1_write_i, core1_pc_i[27:2]};
	wire        core1_unused_bits = &{1'b0, core1_mode_i[1], core1_pc_i[31:28], core1_pc_i[1:0]};
	wire [5:0]  core1_code;
	wire        core1_table_valid;
	wire [14:0] core1_table_addr;
	wire [7:0]  core1_table_data;
	triggers_ranks1 u_core1_ranks (
		.clk        (clk),
		.wr_valid_i (core1_table_valid),
		.wr_addr_i  (core1_table_addr),
		.wr_data_i  (core1_table_data),
		.word0_i    (core1_word),
		.code0_o    (core1_code)
	);
	wire [5:0]  core1_measure_class;
	wire        core1_measure_opens;
	wire        core1_measure_closes;
	wire [15:0] core1_measure_process;
	wire        core1_measure_fire;
	wire        core1_measure_events;
	wire [30:0] core1_measure_count;
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
	triggers_measure1 u_core1_measure (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (core1_table_valid),
		.wr_addr_i      (core1_table_addr),
		.wr_data_i      (core1_table_data),
		.in_busy_i      (core1_busy_i),
		.class_i        (core1_measure_class),
		.opens_i        (core1_measure_opens),
		.closes_i       (core1_measure_closes),
		.process_i      (core1_measure_process),
		.fire_o         (core1_measure_fire),
		.events_i       (core1_measure_events),
		.count_i        (core1_measure_count),
		.first_i        (core1_measure_first),
		.sample_ready_o (core1_measure_sample_ready),
		.snap_ready_o   (core1_measure_snap_ready),
		.sample_i       (core1_measure_sample),
		.reset_i        (core1_measure_reset),
		.bank_i         (core1_measure_bank),
		.flush_i        (core1_measure_flush),
		.sample_valid_o (core1_measure_sample_valid),
		.sample_word_o  (core1_measure_sample_word),
		.sample_pop_i   (core1_measure_sample_pop),
		.block_valid_o  (core1_measure_block_valid),
		.block_word_o   (core1_measure_block_word),
		.block_last_o   (core1_measure_block_last),
		.block_pop_i    (core1_measure_block_pop),
		.block_busy_o   (core1_measure_block_busy)
	);
	gnomon_headend #(
		.NODE              (1),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (6),
		.RANKS             (4),
		.CELL_W            (15),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (2),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (4),
		.WORD_W            (29),
		.SEQUENCES         (3),
		.STEPS             (5),
		.COUNT_W           (4),
		.TIMEOUT_W         (16),
		.OVERLAP           (0),
		.STRICT            (5),
		.STRICT_STEPS      (4),
		.TIMER             (1),
		.WATCHDOG          (1),
		.PORT              (1),
		.PORT_PC           (1),
		.PORT_TIME         (1),
		.PORT_CODES        (4),
		.PORT_DATA         (4),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (21504),
		.STEPS_BASE        (19968),
		.LIMITS_BASE       (20992),
		.WORDS_BASE        (20480),
		.TRIGGERS_BASE     (21568),
		.TIMER_BASE        (21600),
		.WATCHDOG_BASE     (21608),
		.CODES_BASE        (16384),
		.CODE_DATA_BASE    (21248),
		.CODE_ACTIONS_BASE (21584),
		.EVENT_LINES_BASE  (0)
	) u_core1 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (core1_word),
		.when_i         (core1_retired_i),
		.code_i         (core1_code),
		.table_o        (core1_table_valid),
		.table_addr_o   (core1_table_addr),
		.table_data_o   (core1_table_data),
		.port_valid_i   (core1_port_valid_i),
		.port_addr_i    (core1_port_addr_i),
		.port_data_i    (core1_port_data_i),
		.port_pc_i      (core1_store_pc_i),
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
	wire [3:0]  bus_dn_data;
	wire        spare_up_ready;
	wire        spare_up_valid;
	wire        spare_up_tag;
	wire [3:0]  spare_up_data;
	wire [38:0] bus_word;
	assign bus_word = {bus_address_i[39:1]};
	wire        bus_unused_bits = &{1'b0, bus_address_i[0]};
	wire [7:0]  bus_code;
	wire        bus_table_valid;
	wire [14:0] bus_table_addr;
	wire [7:0]  bus_table_data;
	triggers_ranks2 u_bus_ranks (
		.clk        (clk),
		.wr_valid_i (bus_table_valid),
		.wr_addr_i  (bus_table_addr),
		.wr_data_i  (bus_table_data),
		.word0_i    (bus_word),
		.code0_o    (bus_code)
	);
	wire        bus_port_valid;
	wire [9:0]  bus_port_addr;
	wire [31:0] bus_port_data;
	gnomon_axilite u_bus_adapter (
		.clk       (clk),
		.rst       (rst),
		.awvalid_i (bus_axi_awvalid_i),
		.awready_o (bus_axi_awready_o),
		.awaddr_i  (bus_axi_awaddr_i),
		.wvalid_i  (bus_axi_wvalid_i),
		.wready_o  (bus_axi_wready_o),
		.wdata_i   (bus_axi_wdata_i),
		.wstrb_i   (bus_axi_wstrb_i),
		.bvalid_o  (bus_axi_bvalid_o),
		.bready_i  (bus_axi_bready_i),
		.bresp_o   (bus_axi_bresp_o),
		.arvalid_i (bus_axi_arvalid_i),
		.arready_o (bus_axi_arready_o),
		.araddr_i  (bus_axi_araddr_i),
		.rvalid_o  (bus_axi_rvalid_o),
		.rready_i  (bus_axi_rready_i),
		.rdata_o   (bus_axi_rdata_o),
		.rresp_o   (bus_axi_rresp_o),
		.valid_o   (bus_port_valid),
		.addr_o    (bus_port_addr),
		.data_o    (bus_port_data)
	);
	wire [7:0]  bus_unused_class;
	wire        bus_unused_opens;
	wire        bus_unused_closes;
	wire [15:0] bus_unused_process;
	wire        bus_unused_events;
	wire [30:0] bus_unused_count;
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
		.TIME_W            (24),
		.CODE_W            (8),
		.RANKS             (12),
		.CELL_W            (15),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (4),
		.WORD_W            (39),
		.SEQUENCES         (0),
		.STEPS             (0),
		.COUNT_W           (0),
		.TIMEOUT_W         (0),
		.OVERLAP           (0),
		.STRICT            (0),
		.STRICT_STEPS      (0),
		.TIMER             (1),
		.WATCHDOG          (0),
		.PORT              (1),
		.PORT_PC           (0),
		.PORT_TIME         (0),
		.PORT_CODES        (0),
		.PORT_DATA         (0),
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (19456),
		.STEPS_BASE        (0),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (19712),
		.TIMER_BASE        (19720),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0)
	) u_bus (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (bus_word),
		.when_i         (1'b1),
		.code_i         (bus_code),
		.table_o        (bus_table_valid),
		.table_addr_o   (bus_table_addr),
		.table_data_o   (bus_table_data),
		.port_valid_i   (bus_port_valid),
		.port_addr_i    (bus_port_addr),
		.port_data_i    (bus_port_data),
		.port_pc_i      (32'd0),
		.dn_valid_i     (core1_dn_valid),
		.dn_data_i      (core1_dn_data),
		.dn_valid_o     (bus_dn_valid),
		.dn_data_o      (bus_dn_data),
		.up_valid_i     (spare_up_valid),
		.up_ready_o     (spare_up_ready),
		.up_tag_i       (spare_up_tag),
		.up_data_i      (spare_up_data),
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

	// Node 3: spare
	wire        unused_dn_valid;
	wire [3:0]  unused_dn_data;
	wire        unused_up_ready;
	wire [3:0]  spare_code;
	wire        spare_table_valid;
	wire [8:0]  spare_table_addr;
	wire [7:0]  spare_table_data;
	triggers_ranks3 u_spare_ranks (
		.clk        (clk),
		.wr_valid_i (spare_table_valid),
		.wr_addr_i  (spare_table_addr),
		.wr_data_i  (spare_table_data),
		.word0_i    (spare_state_i),
		.code0_o    (spare_code)
	);
	wire [3:0]  spare_unused_class;
	wire        spare_unused_opens;
	wire        spare_unused_closes;
	wire [15:0] spare_unused_process;
	wire        spare_unused_events;
	wire [30:0] spare_unused_count;
	wire        spare_unused_first;
	wire        spare_unused_sample;
	wire        spare_unused_reset;
	wire        spare_unused_bank;
	wire        spare_unused_flush;
	wire        spare_unused_sample_pop;
	wire        spare_unused_block_pop;
	gnomon_headend #(
		.NODE              (3),
		.LAST              (1),
		.TIME_W            (24),
		.CODE_W            (4),
		.RANKS             (1),
		.CELL_W            (9),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.MEASURES          (0),
		.RING_W            (4),
		.WORD_W            (8),
		.SEQUENCES         (1),
		.STEPS             (1),
		.COUNT_W           (8),
		.TIMEOUT_W         (24),
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
		.ACTIONS_BASE      (256),
		.STEPS_BASE        (272),
		.LIMITS_BASE       (288),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (296),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0)
	) u_spare (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (spare_state_i),
		.when_i         (1'b1),
		.code_i         (spare_code),
		.table_o        (spare_table_valid),
		.table_addr_o   (spare_table_addr),
		.table_data_o   (spare_table_data),
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
		.up_data_i      (4'd0),
		.up_valid_o     (spare_up_valid),
		.up_ready_i     (spare_up_ready),
		.up_tag_o       (spare_up_tag),
		.up_data_o      (spare_up_data),
		.class_o        (spare_unused_class),
		.opens_o        (spare_unused_opens),
		.closes_o       (spare_unused_closes),
		.process_o      (spare_unused_process),
		.fire_i         (1'b0),
		.events_o       (spare_unused_events),
		.count_o        (spare_unused_count),
		.first_o        (spare_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (spare_unused_sample),
		.reset_o        (spare_unused_reset),
		.bank_o         (spare_unused_bank),
		.flush_o        (spare_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (spare_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (spare_unused_block_pop),
		.block_busy_i   (1'b0)
	);

endmodule

/* verilator lint_off DECLFILENAME */ // these modules are of this monitor alone, and go with it

// The word's event code, 2 clocks later: 3 ranks, about 0 RAM blocks and 3 of SPRAM.

module triggers_ranks0 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [15:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [28:0] word0_i,                 // watched word
	output wire [5:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 13..0
	wire [13:0] rank0_index0;
	assign rank0_index0 = word0_i[13:0];
	wire [5:0]  rank0_code0;
	wire [5:0]  rank0_unused;
	gnomon_rank #(
		.INDEX_W     (14),
		.CODE_W      (6),
		.CELL_W      (16),
		.BASE        (0),
		.LANES       (1),
		.SINGLE_PORT (1)
	) u_rank0 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank0_index0),
		.code0_o    (rank0_code0),
		.index1_i   (14'd0),
		.code1_o    (rank0_unused)
	);

	// Rank 1, level 1: bits 27..14
	wire [13:0] rank1_index0;
	assign rank1_index0 = word0_i[27:14];
	wire [5:0]  rank1_code0;
	wire [5:0]  rank1_unused;
	gnomon_rank #(
		.INDEX_W     (14),
		.CODE_W      (6),
		.CELL_W      (16),
		.BASE        (16384),
		.LANES       (1),
		.SINGLE_PORT (1)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (14'd0),
		.code1_o    (rank1_unused)
	);

	// Rank 2, level 2: bit 28, rank 1, rank 0; its code is the event
	wire        rank2_in2_0;
	gnomon_delay #(
		.WIDTH  (1),
		.CLOCKS (1)
	) u_rank2_in2_0 (
		.clk (clk),
		.d_i (word0_i[28]),
		.q_o (rank2_in2_0)
	);
	wire [12:0] rank2_index0;
	assign rank2_index0 = {rank2_in2_0, rank1_code0, rank0_code0};
	wire [5:0]  rank2_code0;
	wire [5:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (13),
		.CODE_W      (6),
		.CELL_W      (16),
		.BASE        (32768),
		.LANES       (1),
		.SINGLE_PORT (1)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (13'd0),
		.code1_o    (rank2_unused)
	);

	assign code0_o = rank2_code0;

endmodule

// The word's event code, 4 clocks later: 6 ranks, about 5 RAM blocks and 1 of SPRAM.

module triggers_ranks1 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [14:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [28:0] word0_i,                 // watched word
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
		.CELL_W      (15),
		.BASE        (17408),
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

	// Rank 1, level 1: bits 20..12
	wire [8:0]  rank1_index0;
	assign rank1_index0 = word0_i[20:12];
	wire [5:0]  rank1_code0;
	wire [5:0]  rank1_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (15),
		.BASE        (17920),
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

	// Rank 2, level 2: bits 11..9, rank 0
	wire [2:0]  rank2_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (1)
	) u_rank2_in1_0 (
		.clk (clk),
		.d_i (word0_i[11:9]),
		.q_o (rank2_in1_0)
	);
	wire [8:0]  rank2_index0;
	assign rank2_index0 = {rank2_in1_0, rank0_code0};
	wire [5:0]  rank2_code0;
	wire [5:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (15),
		.BASE        (18432),
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

	// Rank 3, level 2: bits 23..21, rank 1
	wire [2:0]  rank3_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (1)
	) u_rank3_in1_0 (
		.clk (clk),
		.d_i (word0_i[23:21]),
		.q_o (rank3_in1_0)
	);
	wire [8:0]  rank3_index0;
	assign rank3_index0 = {rank3_in1_0, rank1_code0};
	wire [5:0]  rank3_code0;
	wire [5:0]  rank3_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (15),
		.BASE        (18944),
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

	// Rank 4, level 3: bits 25..24, rank 3, rank 2
	wire [1:0]  rank4_in2_0;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (2)
	) u_rank4_in2_0 (
		.clk (clk),
		.d_i (word0_i[25:24]),
		.q_o (rank4_in2_0)
	);
	wire [13:0] rank4_index0;
	assign rank4_index0 = {rank4_in2_0, rank3_code0, rank2_code0};
	wire [5:0]  rank4_code0;
	wire [5:0]  rank4_unused;
	gnomon_rank #(
		.INDEX_W     (14),
		.CODE_W      (6),
		.CELL_W      (15),
		.BASE        (0),
		.LANES       (1),
		.SINGLE_PORT (1)
	) u_rank4 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank4_index0),
		.code0_o    (rank4_code0),
		.index1_i   (14'd0),
		.code1_o    (rank4_unused)
	);

	// Rank 5, level 4: bits 28..26, rank 4; its code is the event
	wire [2:0]  rank5_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (3)
	) u_rank5_in1_0 (
		.clk (clk),
		.d_i (word0_i[28:26]),
		.q_o (rank5_in1_0)
	);
	wire [8:0]  rank5_index0;
	assign rank5_index0 = {rank5_in1_0, rank4_code0};
	wire [5:0]  rank5_code0;
	wire [5:0]  rank5_unused;
	gnomon_rank #(
		.INDEX_W     (9),
		.CODE_W      (6),
		.CELL_W      (15),
		.BASE        (19456),
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

	assign code0_o = rank5_code0;

endmodule

// The word's event code, 12 clocks later: 12 ranks, about 38 RAM blocks.

module triggers_ranks2 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [14:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [38:0] word0_i,                 // watched word
	output wire [7:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 10..0
	wire [10:0] rank0_index0;
	assign rank0_index0 = word0_i[10:0];
	wire [7:0]  rank0_code0;
	wire [7:0]  rank0_unused;
	gnomon_rank #(
		.INDEX_W     (11),
		.CODE_W      (8),
		.CELL_W      (15),
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
		.index1_i   (11'd0),
		.code1_o    (rank0_unused)
	);

	// Rank 1, level 2: bits 13..11, rank 0
	wire [2:0]  rank1_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (1)
	) u_rank1_in1_0 (
		.clk (clk),
		.d_i (word0_i[13:11]),
		.q_o (rank1_in1_0)
	);
	wire [10:0] rank1_index0;
	assign rank1_index0 = {rank1_in1_0, rank0_code0};
	wire [7:0]  rank1_code0;
	wire [7:0]  rank1_unused;
	gnomon_rank #(
		.INDEX_W     (11),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (2048),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank1 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank1_index0),
		.code0_o    (rank1_code0),
		.index1_i   (11'd0),
		.code1_o    (rank1_unused)
	);

	// Rank 2, level 3: bits 16..14, rank 1
	wire [2:0]  rank2_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (2)
	) u_rank2_in1_0 (
		.clk (clk),
		.d_i (word0_i[16:14]),
		.q_o (rank2_in1_0)
	);
	wire [10:0] rank2_index0;
	assign rank2_index0 = {rank2_in1_0, rank1_code0};
	wire [7:0]  rank2_code0;
	wire [7:0]  rank2_unused;
	gnomon_rank #(
		.INDEX_W     (11),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (4096),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank2 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank2_index0),
		.code0_o    (rank2_code0),
		.index1_i   (11'd0),
		.code1_o    (rank2_unused)
	);

	// Rank 3, level 4: bits 19..17, rank 2
	wire [2:0]  rank3_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (3)
	) u_rank3_in1_0 (
		.clk (clk),
		.d_i (word0_i[19:17]),
		.q_o (rank3_in1_0)
	);
	wire [10:0] rank3_index0;
	assign rank3_index0 = {rank3_in1_0, rank2_code0};
	wire [7:0]  rank3_code0;
	wire [7:0]  rank3_unused;
	gnomon_rank #(
		.INDEX_W     (11),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (6144),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank3 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank3_index0),
		.code0_o    (rank3_code0),
		.index1_i   (11'd0),
		.code1_o    (rank3_unused)
	);

	// Rank 4, level 5: bits 22..20, rank 3
	wire [2:0]  rank4_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (4)
	) u_rank4_in1_0 (
		.clk (clk),
		.d_i (word0_i[22:20]),
		.q_o (rank4_in1_0)
	);
	wire [10:0] rank4_index0;
	assign rank4_index0 = {rank4_in1_0, rank3_code0};
	wire [7:0]  rank4_code0;
	wire [7:0]  rank4_unused;
	gnomon_rank #(
		.INDEX_W     (11),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (8192),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank4 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank4_index0),
		.code0_o    (rank4_code0),
		.index1_i   (11'd0),
		.code1_o    (rank4_unused)
	);

	// Rank 5, level 6: bits 25..23, rank 4
	wire [2:0]  rank5_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (5)
	) u_rank5_in1_0 (
		.clk (clk),
		.d_i (word0_i[25:23]),
		.q_o (rank5_in1_0)
	);
	wire [10:0] rank5_index0;
	assign rank5_index0 = {rank5_in1_0, rank4_code0};
	wire [7:0]  rank5_code0;
	wire [7:0]  rank5_unused;
	gnomon_rank #(
		.INDEX_W     (11),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (10240),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank5 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank5_index0),
		.code0_o    (rank5_code0),
		.index1_i   (11'd0),
		.code1_o    (rank5_unused)
	);

	// Rank 6, level 7: bits 28..26, rank 5
	wire [2:0]  rank6_in1_0;
	gnomon_delay #(
		.WIDTH  (3),
		.CLOCKS (6)
	) u_rank6_in1_0 (
		.clk (clk),
		.d_i (word0_i[28:26]),
		.q_o (rank6_in1_0)
	);
	wire [10:0] rank6_index0;
	assign rank6_index0 = {rank6_in1_0, rank5_code0};
	wire [7:0]  rank6_code0;
	wire [7:0]  rank6_unused;
	gnomon_rank #(
		.INDEX_W     (11),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (12288),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank6 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank6_index0),
		.code0_o    (rank6_code0),
		.index1_i   (11'd0),
		.code1_o    (rank6_unused)
	);

	// Rank 7, level 8: bits 30..29, rank 6
	wire [1:0]  rank7_in1_0;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (7)
	) u_rank7_in1_0 (
		.clk (clk),
		.d_i (word0_i[30:29]),
		.q_o (rank7_in1_0)
	);
	wire [9:0]  rank7_index0;
	assign rank7_index0 = {rank7_in1_0, rank6_code0};
	wire [7:0]  rank7_code0;
	wire [7:0]  rank7_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (14336),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank7 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank7_index0),
		.code0_o    (rank7_code0),
		.index1_i   (10'd0),
		.code1_o    (rank7_unused)
	);

	// Rank 8, level 9: bits 32..31, rank 7
	wire [1:0]  rank8_in1_0;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (8)
	) u_rank8_in1_0 (
		.clk (clk),
		.d_i (word0_i[32:31]),
		.q_o (rank8_in1_0)
	);
	wire [9:0]  rank8_index0;
	assign rank8_index0 = {rank8_in1_0, rank7_code0};
	wire [7:0]  rank8_code0;
	wire [7:0]  rank8_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (15360),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank8 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank8_index0),
		.code0_o    (rank8_code0),
		.index1_i   (10'd0),
		.code1_o    (rank8_unused)
	);

	// Rank 9, level 10: bits 34..33, rank 8
	wire [1:0]  rank9_in1_0;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (9)
	) u_rank9_in1_0 (
		.clk (clk),
		.d_i (word0_i[34:33]),
		.q_o (rank9_in1_0)
	);
	wire [9:0]  rank9_index0;
	assign rank9_index0 = {rank9_in1_0, rank8_code0};
	wire [7:0]  rank9_code0;
	wire [7:0]  rank9_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (16384),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank9 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank9_index0),
		.code0_o    (rank9_code0),
		.index1_i   (10'd0),
		.code1_o    (rank9_unused)
	);

	// Rank 10, level 11: bits 36..35, rank 9
	wire [1:0]  rank10_in1_0;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (10)
	) u_rank10_in1_0 (
		.clk (clk),
		.d_i (word0_i[36:35]),
		.q_o (rank10_in1_0)
	);
	wire [9:0]  rank10_index0;
	assign rank10_index0 = {rank10_in1_0, rank9_code0};
	wire [7:0]  rank10_code0;
	wire [7:0]  rank10_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (17408),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank10 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank10_index0),
		.code0_o    (rank10_code0),
		.index1_i   (10'd0),
		.code1_o    (rank10_unused)
	);

	// Rank 11, level 12: bits 38..37, rank 10; its code is the event
	wire [1:0]  rank11_in1_0;
	gnomon_delay #(
		.WIDTH  (2),
		.CLOCKS (11)
	) u_rank11_in1_0 (
		.clk (clk),
		.d_i (word0_i[38:37]),
		.q_o (rank11_in1_0)
	);
	wire [9:0]  rank11_index0;
	assign rank11_index0 = {rank11_in1_0, rank10_code0};
	wire [7:0]  rank11_code0;
	wire [7:0]  rank11_unused;
	gnomon_rank #(
		.INDEX_W     (10),
		.CODE_W      (8),
		.CELL_W      (15),
		.BASE        (18432),
		.LANES       (1),
		.SINGLE_PORT (0)
	) u_rank11 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank11_index0),
		.code0_o    (rank11_code0),
		.index1_i   (10'd0),
		.code1_o    (rank11_unused)
	);

	assign code0_o = rank11_code0;

endmodule

// The word's event code, 1 clock later: 1 rank, about 1 RAM block.

module triggers_ranks3 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [8:0]  wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [7:0]  word0_i,                 // watched word
	output wire [3:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 7..0; its code is the event
	wire [7:0]  rank0_index0;
	assign rank0_index0 = word0_i;
	wire [3:0]  rank0_code0;
	wire [3:0]  rank0_unused;
	gnomon_rank #(
		.INDEX_W     (8),
		.CODE_W      (4),
		.CELL_W      (9),
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
		.index1_i   (8'd0),
		.code1_o    (rank0_unused)
	);

	assign code0_o = rank0_code0;

endmodule

// What a node measures; its stages are M = 7 and D = 8.

module triggers_measure0 (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next clock is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [15:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_busy_i,
	input  wire [5:0]  class_i,                 // event code, two clocks after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a clock before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [30:0] count_i,                 // {epoch, time} at D
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

	// What is on the wires, at the stage M = 7
	wire        at_busy;
	gnomon_delay #(
		.WIDTH  (1),
		.CLOCKS (7)
	) u_by_7 (
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

// What a node measures; its stages are M = 8 and D = 9.

module triggers_measure1 (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next clock is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [14:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_busy_i,
	input  wire [5:0]  class_i,                 // event code, two clocks after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a clock before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [30:0] count_i,                 // {epoch, time} at D
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

	// What is on the wires, at the stage M = 8
	wire        at_busy;
	gnomon_delay #(
		.WIDTH  (1),
		.CLOCKS (8)
	) u_by_8 (
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
