// SPDX-License-Identifier: Apache-2.0
//
// measures: monitor of 8 nodes, ring form.
//
// Emitted by gnomon-gen 0.2.0 from monitor.yaml (XXH64 12112da3a5f32216). Do not edit: change the description and emit again.
//
//   plan    2078b46c77149da9
//   clock   50000000 Hz
//   family  ecp5
//   time    24 bits
//   buffer  1024 slots of 64 bits
//   link    byte port
//   ring    8 wires
//
// Nodes:
//     0 all0         pc[31:0] when retired, 31 events, timer, event port (strobe), FIFO of 256 slots, 5 ratio pairs (compressed32), 26 routed lines, gate, 8 quantities, 3 thresholds, 3 extremes, 4 bucket units, 2 counter banks, host's trigger
//     1 all1         pc[31:0] when retired, 31 events, timer, event port (strobe), FIFO of 256 slots, 5 ratio pairs (compressed32), 26 routed lines, gate, 8 quantities, 3 thresholds, 3 extremes, 4 bucket units, 2 counter banks, host's trigger
//     2 few          pc[31:0], 15 events, FIFO of 256 slots, 2 routed lines, 2 quantities, 1 extreme, 1 bucket unit
//     3 gated        pc[31:0], 15 events, FIFO of 16 slots (full), gate, 1 quantity, 1 extreme
//     4 counted      pc[31:0], 15 events, FIFO of 256 slots, 1 counter bank
//     5 asked        pc[31:0], 15 events, FIFO of 256 slots, host's trigger
//     6 plain        pc[31:0], 15 events, FIFO of 256 slots, 1 ratio pair (compressed)
//     7 summed       pc[31:0], 15 events, FIFO of 256 slots, 1 ratio pair (full)
//
// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was
// high; t = 0 is the very next one.

`resetall
`default_nettype none

`ifdef __ICARUS__
module measures_inside ( // see the module without _inside
`else
module measures (
`endif
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
	output wire        sync_o,                  // the next cycle is time 0

	// all0
	input  wire [31:0] all0_pc_i,               // watched word
	input  wire        all0_retired_i,          // the word counts
	input  wire        all0_icache_hit_i,       // signals
	input  wire        all0_grant_i,
	input  wire        all0_stall_i,
	input  wire        all0_icache_access_i,
	input  wire        all0_request_i,
	input  wire        all0_user_mode_i,
	input  wire        all0_c10_i,
	input  wire        all0_c11_i,
	input  wire        all0_c12_i,
	input  wire        all0_c13_i,
	input  wire        all0_c14_i,
	input  wire        all0_c15_i,
	input  wire        all0_c16_i,
	input  wire [3:0]  all0_bytes_i,            // value
	input  wire        all0_beat_i,
	input  wire [5:0]  all0_level_i,            // value
	input  wire        all0_port_valid_i,       // a write in this clock
	input  wire [9:0]  all0_port_addr_i,        // word address: page and sub
	input  wire [31:0] all0_port_data_i,

	// all1
	input  wire [31:0] all1_pc_i,               // watched word
	input  wire        all1_retired_i,          // the word counts
	input  wire        all1_icache_hit_i,       // signals
	input  wire        all1_grant_i,
	input  wire        all1_stall_i,
	input  wire        all1_icache_access_i,
	input  wire        all1_request_i,
	input  wire        all1_user_mode_i,
	input  wire        all1_c10_i,
	input  wire        all1_c11_i,
	input  wire        all1_c12_i,
	input  wire        all1_c13_i,
	input  wire        all1_c14_i,
	input  wire        all1_c15_i,
	input  wire        all1_c16_i,
	input  wire [3:0]  all1_bytes_i,            // value
	input  wire        all1_beat_i,
	input  wire [5:0]  all1_level_i,            // value
	input  wire        all1_port_valid_i,       // a write in this clock
	input  wire [9:0]  all1_port_addr_i,        // word address: page and sub
	input  wire [31:0] all1_port_data_i,

	// few
	input  wire [31:0] few_pc_i,                // watched word
	input  wire        few_stall_i,             // signals
	input  wire [19:0] few_fill_i,              // value

	// gated
	input  wire [31:0] gated_pc_i,              // watched word

	// counted
	input  wire [31:0] counted_pc_i,            // watched word
	input  wire        counted_s0_i,
	input  wire        counted_s1_i,
	input  wire        counted_s2_i,
	input  wire        counted_s3_i,
	input  wire        counted_s4_i,
	input  wire        counted_s5_i,
	input  wire        counted_s6_i,
	input  wire        counted_s7_i,
	input  wire        counted_s8_i,
	input  wire        counted_s9_i,
	input  wire        counted_s10_i,
	input  wire        counted_s11_i,
	input  wire        counted_s12_i,
	input  wire        counted_s13_i,
	input  wire        counted_s14_i,
	input  wire        counted_s15_i,

	// asked
	input  wire [31:0] asked_pc_i,              // watched word

	// plain
	input  wire [31:0] plain_pc_i,              // watched word
	input  wire        plain_busy_i,

	// summed
	input  wire [31:0] summed_pc_i,             // watched word
	input  wire        summed_beat_i,
	input  wire [31:0] summed_bytes_i           // value
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
		.busy_o      (busy),
		.reg_lower_o (reg_lower),
		.rd_ready_i  (1'b1),
		.reg_data_i  (reg_data)
	);

	// Center: trace buffer, registers and the near end of the ring
	wire        center_dn_valid;
	wire [7:0]  center_dn_data;
	wire        all0_up_valid;
	wire        all0_up_ready;
	wire        all0_up_tag;
	wire [7:0]  all0_up_data;
	wire        unused_rd_ready;
	wire [75:0] unused_request;
	gnomon_ring_center #(
		.IDENTITY   (96'h2078B46C77149DA9_034F4E47),
		.ADDR_W     (15),
		.NODES      (8),
		.TIME_W     (24),
		.SLOTS_LOG2 (10),
		.RING_W     (8),
		.LONG       (1),
		.WIDE       (0),
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
		.sync_i      (sync_o),
		.dn_valid_o  (center_dn_valid),
		.dn_data_o   (center_dn_data),
		.up_valid_i  (all0_up_valid),
		.up_ready_o  (all0_up_ready),
		.up_tag_i    (all0_up_tag),
		.up_data_i   (all0_up_data),
		.rd_ready_o  (unused_rd_ready),
		.mem_o       (unused_request),
		.mem_i       (66'd0)
	);

	// Node 0: all0
	wire        all0_dn_valid;
	wire [7:0]  all0_dn_data;
	wire        all1_up_ready;
	wire        all1_up_valid;
	wire        all1_up_tag;
	wire [7:0]  all1_up_data;
	wire [4:0]  all0_code;
	wire        all0_table_valid;
	wire [12:0] all0_table_addr;
	wire [7:0]  all0_table_data;
	measures_ranks0 u_all0_ranks (
		.clk        (clk),
		.wr_valid_i (all0_table_valid),
		.wr_addr_i  (all0_table_addr),
		.wr_data_i  (all0_table_data),
		.word0_i    (all0_pc_i),
		.code0_o    (all0_code)
	);
	wire [4:0]  all0_preprocessors_class;
	wire        all0_preprocessors_opens;
	wire        all0_preprocessors_closes;
	wire [15:0] all0_preprocessors_process;
	wire [2:0]  all0_preprocessors_fire;
	wire        all0_preprocessors_events;
	wire [30:0] all0_preprocessors_count;
	wire        all0_preprocessors_first;
	wire        all0_preprocessors_sample_ready;
	wire        all0_preprocessors_snap_ready;
	wire        all0_preprocessors_sample;
	wire        all0_preprocessors_reset;
	wire        all0_preprocessors_bank;
	wire        all0_preprocessors_flush;
	wire        all0_preprocessors_sample_valid;
	wire [31:0] all0_preprocessors_sample_word;
	wire        all0_preprocessors_sample_pop;
	wire        all0_preprocessors_block_valid;
	wire [31:0] all0_preprocessors_block_word;
	wire        all0_preprocessors_block_last;
	wire        all0_preprocessors_block_pop;
	wire        all0_preprocessors_block_busy;
	measures_preprocessors0 #(
		.NODE (0)
	) u_all0_preprocessors (
		.clk                (clk),
		.rst                (rst),
		.sync_i             (sync_o),
		.wr_valid_i         (all0_table_valid),
		.wr_addr_i          (all0_table_addr),
		.wr_data_i          (all0_table_data),
		.in_icache_hit_i    (all0_icache_hit_i),
		.in_grant_i         (all0_grant_i),
		.in_stall_i         (all0_stall_i),
		.in_icache_access_i (all0_icache_access_i),
		.in_retired_i       (all0_retired_i),
		.in_request_i       (all0_request_i),
		.in_user_mode_i     (all0_user_mode_i),
		.in_c10_i           (all0_c10_i),
		.in_c11_i           (all0_c11_i),
		.in_c12_i           (all0_c12_i),
		.in_c13_i           (all0_c13_i),
		.in_c14_i           (all0_c14_i),
		.in_c15_i           (all0_c15_i),
		.in_c16_i           (all0_c16_i),
		.in_bytes_i         (all0_bytes_i),
		.in_beat_i          (all0_beat_i),
		.in_level_i         (all0_level_i),
		.class_i            (all0_preprocessors_class),
		.opens_i            (all0_preprocessors_opens),
		.closes_i           (all0_preprocessors_closes),
		.process_i          (all0_preprocessors_process),
		.fire_o             (all0_preprocessors_fire),
		.events_i           (all0_preprocessors_events),
		.count_i            (all0_preprocessors_count),
		.first_i            (all0_preprocessors_first),
		.sample_ready_o     (all0_preprocessors_sample_ready),
		.snap_ready_o       (all0_preprocessors_snap_ready),
		.sample_i           (all0_preprocessors_sample),
		.reset_i            (all0_preprocessors_reset),
		.bank_i             (all0_preprocessors_bank),
		.flush_i            (all0_preprocessors_flush),
		.sample_valid_o     (all0_preprocessors_sample_valid),
		.sample_word_o      (all0_preprocessors_sample_word),
		.sample_pop_i       (all0_preprocessors_sample_pop),
		.block_valid_o      (all0_preprocessors_block_valid),
		.block_word_o       (all0_preprocessors_block_word),
		.block_last_o       (all0_preprocessors_block_last),
		.block_pop_i        (all0_preprocessors_block_pop),
		.block_busy_o       (all0_preprocessors_block_busy)
	);
	wire        all0_unused_raise;
	wire        all0_unused_ask;
	wire        all0_unused_full;
	wire        all0_unused_sent;
	gnomon_record_headend #(
		.NODE              (0),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (5),
		.RANKS             (7),
		.CELL_W            (13),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (24),
		.THRESHOLDS        (3),
		.HOST              (1),
		.CAPTURE           (0),
		.HOLD              (0),
		.LINE              (0),
		.STORE             (0),
		.ASKS              (0),
		.GATE              (1),
		.BLOCKS            (1),
		.PREPROCESSORS     (1),
		.RING_W            (8),
		.WORD_W            (32),
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
		.ACTIONS_BASE      (8000),
		.STEPS_BASE        (8032),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (8096),
		.TIMER_BASE        (8104),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_all0 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (all0_pc_i),
		.when_i         (all0_retired_i),
		.code_i         (all0_code),
		.table_o        (all0_table_valid),
		.table_addr_o   (all0_table_addr),
		.table_data_o   (all0_table_data),
		.port_valid_i   (all0_port_valid_i),
		.port_addr_i    (all0_port_addr_i),
		.port_data_i    (all0_port_data_i),
		.port_pc_i      (32'd0),
		.dn_valid_i     (center_dn_valid),
		.dn_data_i      (center_dn_data),
		.dn_valid_o     (all0_dn_valid),
		.dn_data_o      (all0_dn_data),
		.up_valid_i     (all1_up_valid),
		.up_ready_o     (all1_up_ready),
		.up_tag_i       (all1_up_tag),
		.up_data_i      (all1_up_data),
		.up_valid_o     (all0_up_valid),
		.up_ready_i     (all0_up_ready),
		.up_tag_o       (all0_up_tag),
		.up_data_o      (all0_up_data),
		.raise_o        (all0_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.store_i        (2'b00),
		.send_i         (1'b0),
		.ask_o          (all0_unused_ask),
		.full_o         (all0_unused_full),
		.sent_o         (all0_unused_sent),
		.class_o        (all0_preprocessors_class),
		.opens_o        (all0_preprocessors_opens),
		.closes_o       (all0_preprocessors_closes),
		.process_o      (all0_preprocessors_process),
		.fire_i         (all0_preprocessors_fire),
		.events_o       (all0_preprocessors_events),
		.count_o        (all0_preprocessors_count),
		.first_o        (all0_preprocessors_first),
		.sample_ready_i (all0_preprocessors_sample_ready),
		.snap_ready_i   (all0_preprocessors_snap_ready),
		.sample_o       (all0_preprocessors_sample),
		.reset_o        (all0_preprocessors_reset),
		.bank_o         (all0_preprocessors_bank),
		.flush_o        (all0_preprocessors_flush),
		.sample_valid_i (all0_preprocessors_sample_valid),
		.sample_word_i  (all0_preprocessors_sample_word),
		.sample_pop_o   (all0_preprocessors_sample_pop),
		.block_valid_i  (all0_preprocessors_block_valid),
		.block_word_i   (all0_preprocessors_block_word),
		.block_last_i   (all0_preprocessors_block_last),
		.block_pop_o    (all0_preprocessors_block_pop),
		.block_busy_i   (all0_preprocessors_block_busy)
	);

	// Node 1: all1
	wire        all1_dn_valid;
	wire [7:0]  all1_dn_data;
	wire        few_up_ready;
	wire        few_up_valid;
	wire        few_up_tag;
	wire [7:0]  few_up_data;
	wire [4:0]  all1_code;
	wire        all1_table_valid;
	wire [12:0] all1_table_addr;
	wire [7:0]  all1_table_data;
	measures_ranks0 u_all1_ranks (
		.clk        (clk),
		.wr_valid_i (all1_table_valid),
		.wr_addr_i  (all1_table_addr),
		.wr_data_i  (all1_table_data),
		.word0_i    (all1_pc_i),
		.code0_o    (all1_code)
	);
	wire [4:0]  all1_preprocessors_class;
	wire        all1_preprocessors_opens;
	wire        all1_preprocessors_closes;
	wire [15:0] all1_preprocessors_process;
	wire [2:0]  all1_preprocessors_fire;
	wire        all1_preprocessors_events;
	wire [30:0] all1_preprocessors_count;
	wire        all1_preprocessors_first;
	wire        all1_preprocessors_sample_ready;
	wire        all1_preprocessors_snap_ready;
	wire        all1_preprocessors_sample;
	wire        all1_preprocessors_reset;
	wire        all1_preprocessors_bank;
	wire        all1_preprocessors_flush;
	wire        all1_preprocessors_sample_valid;
	wire [31:0] all1_preprocessors_sample_word;
	wire        all1_preprocessors_sample_pop;
	wire        all1_preprocessors_block_valid;
	wire [31:0] all1_preprocessors_block_word;
	wire        all1_preprocessors_block_last;
	wire        all1_preprocessors_block_pop;
	wire        all1_preprocessors_block_busy;
	measures_preprocessors0 #(
		.NODE (1)
	) u_all1_preprocessors (
		.clk                (clk),
		.rst                (rst),
		.sync_i             (sync_o),
		.wr_valid_i         (all1_table_valid),
		.wr_addr_i          (all1_table_addr),
		.wr_data_i          (all1_table_data),
		.in_icache_hit_i    (all1_icache_hit_i),
		.in_grant_i         (all1_grant_i),
		.in_stall_i         (all1_stall_i),
		.in_icache_access_i (all1_icache_access_i),
		.in_retired_i       (all1_retired_i),
		.in_request_i       (all1_request_i),
		.in_user_mode_i     (all1_user_mode_i),
		.in_c10_i           (all1_c10_i),
		.in_c11_i           (all1_c11_i),
		.in_c12_i           (all1_c12_i),
		.in_c13_i           (all1_c13_i),
		.in_c14_i           (all1_c14_i),
		.in_c15_i           (all1_c15_i),
		.in_c16_i           (all1_c16_i),
		.in_bytes_i         (all1_bytes_i),
		.in_beat_i          (all1_beat_i),
		.in_level_i         (all1_level_i),
		.class_i            (all1_preprocessors_class),
		.opens_i            (all1_preprocessors_opens),
		.closes_i           (all1_preprocessors_closes),
		.process_i          (all1_preprocessors_process),
		.fire_o             (all1_preprocessors_fire),
		.events_i           (all1_preprocessors_events),
		.count_i            (all1_preprocessors_count),
		.first_i            (all1_preprocessors_first),
		.sample_ready_o     (all1_preprocessors_sample_ready),
		.snap_ready_o       (all1_preprocessors_snap_ready),
		.sample_i           (all1_preprocessors_sample),
		.reset_i            (all1_preprocessors_reset),
		.bank_i             (all1_preprocessors_bank),
		.flush_i            (all1_preprocessors_flush),
		.sample_valid_o     (all1_preprocessors_sample_valid),
		.sample_word_o      (all1_preprocessors_sample_word),
		.sample_pop_i       (all1_preprocessors_sample_pop),
		.block_valid_o      (all1_preprocessors_block_valid),
		.block_word_o       (all1_preprocessors_block_word),
		.block_last_o       (all1_preprocessors_block_last),
		.block_pop_i        (all1_preprocessors_block_pop),
		.block_busy_o       (all1_preprocessors_block_busy)
	);
	wire        all1_unused_raise;
	wire        all1_unused_ask;
	wire        all1_unused_full;
	wire        all1_unused_sent;
	gnomon_record_headend #(
		.NODE              (1),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (5),
		.RANKS             (7),
		.CELL_W            (13),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (24),
		.THRESHOLDS        (3),
		.HOST              (1),
		.CAPTURE           (0),
		.HOLD              (0),
		.LINE              (0),
		.STORE             (0),
		.ASKS              (0),
		.GATE              (1),
		.BLOCKS            (1),
		.PREPROCESSORS     (1),
		.RING_W            (8),
		.WORD_W            (32),
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
		.ACTIONS_BASE      (8000),
		.STEPS_BASE        (8032),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (8096),
		.TIMER_BASE        (8104),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_all1 (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (all1_pc_i),
		.when_i         (all1_retired_i),
		.code_i         (all1_code),
		.table_o        (all1_table_valid),
		.table_addr_o   (all1_table_addr),
		.table_data_o   (all1_table_data),
		.port_valid_i   (all1_port_valid_i),
		.port_addr_i    (all1_port_addr_i),
		.port_data_i    (all1_port_data_i),
		.port_pc_i      (32'd0),
		.dn_valid_i     (all0_dn_valid),
		.dn_data_i      (all0_dn_data),
		.dn_valid_o     (all1_dn_valid),
		.dn_data_o      (all1_dn_data),
		.up_valid_i     (few_up_valid),
		.up_ready_o     (few_up_ready),
		.up_tag_i       (few_up_tag),
		.up_data_i      (few_up_data),
		.up_valid_o     (all1_up_valid),
		.up_ready_i     (all1_up_ready),
		.up_tag_o       (all1_up_tag),
		.up_data_o      (all1_up_data),
		.raise_o        (all1_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.store_i        (2'b00),
		.send_i         (1'b0),
		.ask_o          (all1_unused_ask),
		.full_o         (all1_unused_full),
		.sent_o         (all1_unused_sent),
		.class_o        (all1_preprocessors_class),
		.opens_o        (all1_preprocessors_opens),
		.closes_o       (all1_preprocessors_closes),
		.process_o      (all1_preprocessors_process),
		.fire_i         (all1_preprocessors_fire),
		.events_o       (all1_preprocessors_events),
		.count_o        (all1_preprocessors_count),
		.first_o        (all1_preprocessors_first),
		.sample_ready_i (all1_preprocessors_sample_ready),
		.snap_ready_i   (all1_preprocessors_snap_ready),
		.sample_o       (all1_preprocessors_sample),
		.reset_o        (all1_preprocessors_reset),
		.bank_o         (all1_preprocessors_bank),
		.flush_o        (all1_preprocessors_flush),
		.sample_valid_i (all1_preprocessors_sample_valid),
		.sample_word_i  (all1_preprocessors_sample_word),
		.sample_pop_o   (all1_preprocessors_sample_pop),
		.block_valid_i  (all1_preprocessors_block_valid),
		.block_word_i   (all1_preprocessors_block_word),
		.block_last_i   (all1_preprocessors_block_last),
		.block_pop_o    (all1_preprocessors_block_pop),
		.block_busy_i   (all1_preprocessors_block_busy)
	);

	// Node 2: few
	wire        few_dn_valid;
	wire [7:0]  few_dn_data;
	wire        gated_up_ready;
	wire        gated_up_valid;
	wire        gated_up_tag;
	wire [7:0]  gated_up_data;
	wire [3:0]  few_code;
	wire        few_table_valid;
	wire [13:0] few_table_addr;
	wire [7:0]  few_table_data;
	measures_ranks1 u_few_ranks (
		.clk        (clk),
		.wr_valid_i (few_table_valid),
		.wr_addr_i  (few_table_addr),
		.wr_data_i  (few_table_data),
		.word0_i    (few_pc_i),
		.code0_o    (few_code)
	);
	wire [3:0]  few_preprocessors_class;
	wire        few_preprocessors_opens;
	wire        few_preprocessors_closes;
	wire [15:0] few_preprocessors_process;
	wire        few_preprocessors_fire;
	wire        few_preprocessors_events;
	wire [30:0] few_preprocessors_count;
	wire        few_preprocessors_first;
	wire        few_preprocessors_sample_ready;
	wire        few_preprocessors_snap_ready;
	wire        few_preprocessors_sample;
	wire        few_preprocessors_reset;
	wire        few_preprocessors_bank;
	wire        few_preprocessors_flush;
	wire        few_preprocessors_sample_valid;
	wire [31:0] few_preprocessors_sample_word;
	wire        few_preprocessors_sample_pop;
	wire        few_preprocessors_block_valid;
	wire [31:0] few_preprocessors_block_word;
	wire        few_preprocessors_block_last;
	wire        few_preprocessors_block_pop;
	wire        few_preprocessors_block_busy;
	measures_preprocessors1 #(
		.NODE (2)
	) u_few_preprocessors (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (few_table_valid),
		.wr_addr_i      (few_table_addr),
		.wr_data_i      (few_table_data),
		.in_stall_i     (few_stall_i),
		.in_fill_i      (few_fill_i),
		.class_i        (few_preprocessors_class),
		.opens_i        (few_preprocessors_opens),
		.closes_i       (few_preprocessors_closes),
		.process_i      (few_preprocessors_process),
		.fire_o         (few_preprocessors_fire),
		.events_i       (few_preprocessors_events),
		.count_i        (few_preprocessors_count),
		.first_i        (few_preprocessors_first),
		.sample_ready_o (few_preprocessors_sample_ready),
		.snap_ready_o   (few_preprocessors_snap_ready),
		.sample_i       (few_preprocessors_sample),
		.reset_i        (few_preprocessors_reset),
		.bank_i         (few_preprocessors_bank),
		.flush_i        (few_preprocessors_flush),
		.sample_valid_o (few_preprocessors_sample_valid),
		.sample_word_o  (few_preprocessors_sample_word),
		.sample_pop_i   (few_preprocessors_sample_pop),
		.block_valid_o  (few_preprocessors_block_valid),
		.block_word_o   (few_preprocessors_block_word),
		.block_last_o   (few_preprocessors_block_last),
		.block_pop_i    (few_preprocessors_block_pop),
		.block_busy_o   (few_preprocessors_block_busy)
	);
	wire        few_unused_raise;
	wire        few_unused_ask;
	wire        few_unused_full;
	wire        few_unused_sent;
	gnomon_record_headend #(
		.NODE              (2),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (6),
		.THRESHOLDS        (0),
		.HOST              (0),
		.CAPTURE           (0),
		.HOLD              (0),
		.LINE              (0),
		.STORE             (0),
		.ASKS              (0),
		.GATE              (0),
		.BLOCKS            (1),
		.PREPROCESSORS     (1),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (12800),
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
	) u_few (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (few_pc_i),
		.when_i         (1'b1),
		.code_i         (few_code),
		.table_o        (few_table_valid),
		.table_addr_o   (few_table_addr),
		.table_data_o   (few_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (all1_dn_valid),
		.dn_data_i      (all1_dn_data),
		.dn_valid_o     (few_dn_valid),
		.dn_data_o      (few_dn_data),
		.up_valid_i     (gated_up_valid),
		.up_ready_o     (gated_up_ready),
		.up_tag_i       (gated_up_tag),
		.up_data_i      (gated_up_data),
		.up_valid_o     (few_up_valid),
		.up_ready_i     (few_up_ready),
		.up_tag_o       (few_up_tag),
		.up_data_o      (few_up_data),
		.raise_o        (few_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.store_i        (2'b00),
		.send_i         (1'b0),
		.ask_o          (few_unused_ask),
		.full_o         (few_unused_full),
		.sent_o         (few_unused_sent),
		.class_o        (few_preprocessors_class),
		.opens_o        (few_preprocessors_opens),
		.closes_o       (few_preprocessors_closes),
		.process_o      (few_preprocessors_process),
		.fire_i         (few_preprocessors_fire),
		.events_o       (few_preprocessors_events),
		.count_o        (few_preprocessors_count),
		.first_o        (few_preprocessors_first),
		.sample_ready_i (few_preprocessors_sample_ready),
		.snap_ready_i   (few_preprocessors_snap_ready),
		.sample_o       (few_preprocessors_sample),
		.reset_o        (few_preprocessors_reset),
		.bank_o         (few_preprocessors_bank),
		.flush_o        (few_preprocessors_flush),
		.sample_valid_i (few_preprocessors_sample_valid),
		.sample_word_i  (few_preprocessors_sample_word),
		.sample_pop_o   (few_preprocessors_sample_pop),
		.block_valid_i  (few_preprocessors_block_valid),
		.block_word_i   (few_preprocessors_block_word),
		.block_last_i   (few_preprocessors_block_last),
		.block_pop_o    (few_preprocessors_block_pop),
		.block_busy_i   (few_preprocessors_block_busy)
	);

	// Node 3: gated
	wire        gated_dn_valid;
	wire [7:0]  gated_dn_data;
	wire        counted_up_ready;
	wire        counted_up_valid;
	wire        counted_up_tag;
	wire [7:0]  counted_up_data;
	wire [3:0]  gated_code;
	wire        gated_table_valid;
	wire [13:0] gated_table_addr;
	wire [7:0]  gated_table_data;
	measures_ranks1 u_gated_ranks (
		.clk        (clk),
		.wr_valid_i (gated_table_valid),
		.wr_addr_i  (gated_table_addr),
		.wr_data_i  (gated_table_data),
		.word0_i    (gated_pc_i),
		.code0_o    (gated_code)
	);
	wire [3:0]  gated_preprocessors_class;
	wire        gated_preprocessors_opens;
	wire        gated_preprocessors_closes;
	wire [15:0] gated_preprocessors_process;
	wire        gated_preprocessors_fire;
	wire        gated_preprocessors_events;
	wire [30:0] gated_preprocessors_count;
	wire        gated_preprocessors_first;
	wire        gated_preprocessors_sample_ready;
	wire        gated_preprocessors_snap_ready;
	wire        gated_preprocessors_sample;
	wire        gated_preprocessors_reset;
	wire        gated_preprocessors_bank;
	wire        gated_preprocessors_flush;
	wire        gated_preprocessors_sample_valid;
	wire [31:0] gated_preprocessors_sample_word;
	wire        gated_preprocessors_sample_pop;
	wire        gated_preprocessors_block_valid;
	wire [31:0] gated_preprocessors_block_word;
	wire        gated_preprocessors_block_last;
	wire        gated_preprocessors_block_pop;
	wire        gated_preprocessors_block_busy;
	measures_preprocessors2 u_gated_preprocessors (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (gated_table_valid),
		.wr_addr_i      (gated_table_addr),
		.wr_data_i      (gated_table_data),
		.class_i        (gated_preprocessors_class),
		.opens_i        (gated_preprocessors_opens),
		.closes_i       (gated_preprocessors_closes),
		.process_i      (gated_preprocessors_process),
		.fire_o         (gated_preprocessors_fire),
		.events_i       (gated_preprocessors_events),
		.count_i        (gated_preprocessors_count),
		.first_i        (gated_preprocessors_first),
		.sample_ready_o (gated_preprocessors_sample_ready),
		.snap_ready_o   (gated_preprocessors_snap_ready),
		.sample_i       (gated_preprocessors_sample),
		.reset_i        (gated_preprocessors_reset),
		.bank_i         (gated_preprocessors_bank),
		.flush_i        (gated_preprocessors_flush),
		.sample_valid_o (gated_preprocessors_sample_valid),
		.sample_word_o  (gated_preprocessors_sample_word),
		.sample_pop_i   (gated_preprocessors_sample_pop),
		.block_valid_o  (gated_preprocessors_block_valid),
		.block_word_o   (gated_preprocessors_block_word),
		.block_last_o   (gated_preprocessors_block_last),
		.block_pop_i    (gated_preprocessors_block_pop),
		.block_busy_o   (gated_preprocessors_block_busy)
	);
	wire        gated_unused_raise;
	wire        gated_unused_ask;
	wire        gated_unused_full;
	wire        gated_unused_sent;
	gnomon_record_headend #(
		.NODE              (3),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (4),
		.SAMPLE_WORDS      (8),
		.THRESHOLDS        (0),
		.HOST              (0),
		.CAPTURE           (0),
		.HOLD              (0),
		.LINE              (0),
		.STORE             (0),
		.ASKS              (0),
		.GATE              (1),
		.BLOCKS            (0),
		.PREPROCESSORS     (1),
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
		.EVENT_LINES       (0),
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
	) u_gated (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (gated_pc_i),
		.when_i         (1'b1),
		.code_i         (gated_code),
		.table_o        (gated_table_valid),
		.table_addr_o   (gated_table_addr),
		.table_data_o   (gated_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (few_dn_valid),
		.dn_data_i      (few_dn_data),
		.dn_valid_o     (gated_dn_valid),
		.dn_data_o      (gated_dn_data),
		.up_valid_i     (counted_up_valid),
		.up_ready_o     (counted_up_ready),
		.up_tag_i       (counted_up_tag),
		.up_data_i      (counted_up_data),
		.up_valid_o     (gated_up_valid),
		.up_ready_i     (gated_up_ready),
		.up_tag_o       (gated_up_tag),
		.up_data_o      (gated_up_data),
		.raise_o        (gated_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.store_i        (2'b00),
		.send_i         (1'b0),
		.ask_o          (gated_unused_ask),
		.full_o         (gated_unused_full),
		.sent_o         (gated_unused_sent),
		.class_o        (gated_preprocessors_class),
		.opens_o        (gated_preprocessors_opens),
		.closes_o       (gated_preprocessors_closes),
		.process_o      (gated_preprocessors_process),
		.fire_i         (gated_preprocessors_fire),
		.events_o       (gated_preprocessors_events),
		.count_o        (gated_preprocessors_count),
		.first_o        (gated_preprocessors_first),
		.sample_ready_i (gated_preprocessors_sample_ready),
		.snap_ready_i   (gated_preprocessors_snap_ready),
		.sample_o       (gated_preprocessors_sample),
		.reset_o        (gated_preprocessors_reset),
		.bank_o         (gated_preprocessors_bank),
		.flush_o        (gated_preprocessors_flush),
		.sample_valid_i (gated_preprocessors_sample_valid),
		.sample_word_i  (gated_preprocessors_sample_word),
		.sample_pop_o   (gated_preprocessors_sample_pop),
		.block_valid_i  (gated_preprocessors_block_valid),
		.block_word_i   (gated_preprocessors_block_word),
		.block_last_i   (gated_preprocessors_block_last),
		.block_pop_o    (gated_preprocessors_block_pop),
		.block_busy_i   (gated_preprocessors_block_busy)
	);

	// Node 4: counted
	wire        counted_dn_valid;
	wire [7:0]  counted_dn_data;
	wire        asked_up_ready;
	wire        asked_up_valid;
	wire        asked_up_tag;
	wire [7:0]  asked_up_data;
	wire [3:0]  counted_code;
	wire        counted_table_valid;
	wire [13:0] counted_table_addr;
	wire [7:0]  counted_table_data;
	measures_ranks1 u_counted_ranks (
		.clk        (clk),
		.wr_valid_i (counted_table_valid),
		.wr_addr_i  (counted_table_addr),
		.wr_data_i  (counted_table_data),
		.word0_i    (counted_pc_i),
		.code0_o    (counted_code)
	);
	wire [3:0]  counted_preprocessors_class;
	wire        counted_preprocessors_opens;
	wire        counted_preprocessors_closes;
	wire [15:0] counted_preprocessors_process;
	wire        counted_preprocessors_fire;
	wire        counted_preprocessors_events;
	wire [30:0] counted_preprocessors_count;
	wire        counted_preprocessors_first;
	wire        counted_preprocessors_sample_ready;
	wire        counted_preprocessors_snap_ready;
	wire        counted_preprocessors_sample;
	wire        counted_preprocessors_reset;
	wire        counted_preprocessors_bank;
	wire        counted_preprocessors_flush;
	wire        counted_preprocessors_sample_valid;
	wire [31:0] counted_preprocessors_sample_word;
	wire        counted_preprocessors_sample_pop;
	wire        counted_preprocessors_block_valid;
	wire [31:0] counted_preprocessors_block_word;
	wire        counted_preprocessors_block_last;
	wire        counted_preprocessors_block_pop;
	wire        counted_preprocessors_block_busy;
	measures_preprocessors3 #(
		.NODE (4)
	) u_counted_preprocessors (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (counted_table_valid),
		.wr_addr_i      (counted_table_addr),
		.wr_data_i      (counted_table_data),
		.in_s0_i        (counted_s0_i),
		.in_s1_i        (counted_s1_i),
		.in_s2_i        (counted_s2_i),
		.in_s3_i        (counted_s3_i),
		.in_s4_i        (counted_s4_i),
		.in_s5_i        (counted_s5_i),
		.in_s6_i        (counted_s6_i),
		.in_s7_i        (counted_s7_i),
		.in_s8_i        (counted_s8_i),
		.in_s9_i        (counted_s9_i),
		.in_s10_i       (counted_s10_i),
		.in_s11_i       (counted_s11_i),
		.in_s12_i       (counted_s12_i),
		.in_s13_i       (counted_s13_i),
		.in_s14_i       (counted_s14_i),
		.in_s15_i       (counted_s15_i),
		.class_i        (counted_preprocessors_class),
		.opens_i        (counted_preprocessors_opens),
		.closes_i       (counted_preprocessors_closes),
		.process_i      (counted_preprocessors_process),
		.fire_o         (counted_preprocessors_fire),
		.events_i       (counted_preprocessors_events),
		.count_i        (counted_preprocessors_count),
		.first_i        (counted_preprocessors_first),
		.sample_ready_o (counted_preprocessors_sample_ready),
		.snap_ready_o   (counted_preprocessors_snap_ready),
		.sample_i       (counted_preprocessors_sample),
		.reset_i        (counted_preprocessors_reset),
		.bank_i         (counted_preprocessors_bank),
		.flush_i        (counted_preprocessors_flush),
		.sample_valid_o (counted_preprocessors_sample_valid),
		.sample_word_o  (counted_preprocessors_sample_word),
		.sample_pop_i   (counted_preprocessors_sample_pop),
		.block_valid_o  (counted_preprocessors_block_valid),
		.block_word_o   (counted_preprocessors_block_word),
		.block_last_o   (counted_preprocessors_block_last),
		.block_pop_i    (counted_preprocessors_block_pop),
		.block_busy_o   (counted_preprocessors_block_busy)
	);
	wire        counted_unused_raise;
	wire        counted_unused_ask;
	wire        counted_unused_full;
	wire        counted_unused_sent;
	gnomon_record_headend #(
		.NODE              (4),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (0),
		.CAPTURE           (0),
		.HOLD              (0),
		.LINE              (0),
		.STORE             (0),
		.ASKS              (0),
		.GATE              (0),
		.BLOCKS            (1),
		.PREPROCESSORS     (1),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (12544),
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
	) u_counted (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (counted_pc_i),
		.when_i         (1'b1),
		.code_i         (counted_code),
		.table_o        (counted_table_valid),
		.table_addr_o   (counted_table_addr),
		.table_data_o   (counted_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (gated_dn_valid),
		.dn_data_i      (gated_dn_data),
		.dn_valid_o     (counted_dn_valid),
		.dn_data_o      (counted_dn_data),
		.up_valid_i     (asked_up_valid),
		.up_ready_o     (asked_up_ready),
		.up_tag_i       (asked_up_tag),
		.up_data_i      (asked_up_data),
		.up_valid_o     (counted_up_valid),
		.up_ready_i     (counted_up_ready),
		.up_tag_o       (counted_up_tag),
		.up_data_o      (counted_up_data),
		.raise_o        (counted_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.store_i        (2'b00),
		.send_i         (1'b0),
		.ask_o          (counted_unused_ask),
		.full_o         (counted_unused_full),
		.sent_o         (counted_unused_sent),
		.class_o        (counted_preprocessors_class),
		.opens_o        (counted_preprocessors_opens),
		.closes_o       (counted_preprocessors_closes),
		.process_o      (counted_preprocessors_process),
		.fire_i         (counted_preprocessors_fire),
		.events_o       (counted_preprocessors_events),
		.count_o        (counted_preprocessors_count),
		.first_o        (counted_preprocessors_first),
		.sample_ready_i (counted_preprocessors_sample_ready),
		.snap_ready_i   (counted_preprocessors_snap_ready),
		.sample_o       (counted_preprocessors_sample),
		.reset_o        (counted_preprocessors_reset),
		.bank_o         (counted_preprocessors_bank),
		.flush_o        (counted_preprocessors_flush),
		.sample_valid_i (counted_preprocessors_sample_valid),
		.sample_word_i  (counted_preprocessors_sample_word),
		.sample_pop_o   (counted_preprocessors_sample_pop),
		.block_valid_i  (counted_preprocessors_block_valid),
		.block_word_i   (counted_preprocessors_block_word),
		.block_last_i   (counted_preprocessors_block_last),
		.block_pop_o    (counted_preprocessors_block_pop),
		.block_busy_i   (counted_preprocessors_block_busy)
	);

	// Node 5: asked
	wire        asked_dn_valid;
	wire [7:0]  asked_dn_data;
	wire        plain_up_ready;
	wire        plain_up_valid;
	wire        plain_up_tag;
	wire [7:0]  plain_up_data;
	wire [3:0]  asked_code;
	wire        asked_table_valid;
	wire [13:0] asked_table_addr;
	wire [7:0]  asked_table_data;
	measures_ranks1 u_asked_ranks (
		.clk        (clk),
		.wr_valid_i (asked_table_valid),
		.wr_addr_i  (asked_table_addr),
		.wr_data_i  (asked_table_data),
		.word0_i    (asked_pc_i),
		.code0_o    (asked_code)
	);
	wire [3:0]  asked_unused_class;
	wire        asked_unused_opens;
	wire        asked_unused_closes;
	wire [15:0] asked_unused_process;
	wire        asked_unused_events;
	wire [30:0] asked_unused_count;
	wire        asked_unused_first;
	wire        asked_unused_sample;
	wire        asked_unused_reset;
	wire        asked_unused_bank;
	wire        asked_unused_flush;
	wire        asked_unused_sample_pop;
	wire        asked_unused_block_pop;
	wire        asked_unused_raise;
	wire        asked_unused_ask;
	wire        asked_unused_full;
	wire        asked_unused_sent;
	gnomon_record_headend #(
		.NODE              (5),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (0),
		.THRESHOLDS        (0),
		.HOST              (1),
		.CAPTURE           (0),
		.HOLD              (0),
		.LINE              (0),
		.STORE             (0),
		.ASKS              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.PREPROCESSORS     (0),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (12544),
		.STEPS_BASE        (0),
		.LIMITS_BASE       (0),
		.WORDS_BASE        (0),
		.TRIGGERS_BASE     (12560),
		.TIMER_BASE        (0),
		.WATCHDOG_BASE     (0),
		.CODES_BASE        (0),
		.CODE_DATA_BASE    (0),
		.CODE_ACTIONS_BASE (0),
		.EVENT_LINES_BASE  (0),
		.LUT_BITS          (1024)
	) u_asked (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (asked_pc_i),
		.when_i         (1'b1),
		.code_i         (asked_code),
		.table_o        (asked_table_valid),
		.table_addr_o   (asked_table_addr),
		.table_data_o   (asked_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (counted_dn_valid),
		.dn_data_i      (counted_dn_data),
		.dn_valid_o     (asked_dn_valid),
		.dn_data_o      (asked_dn_data),
		.up_valid_i     (plain_up_valid),
		.up_ready_o     (plain_up_ready),
		.up_tag_i       (plain_up_tag),
		.up_data_i      (plain_up_data),
		.up_valid_o     (asked_up_valid),
		.up_ready_i     (asked_up_ready),
		.up_tag_o       (asked_up_tag),
		.up_data_o      (asked_up_data),
		.raise_o        (asked_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.store_i        (2'b00),
		.send_i         (1'b0),
		.ask_o          (asked_unused_ask),
		.full_o         (asked_unused_full),
		.sent_o         (asked_unused_sent),
		.class_o        (asked_unused_class),
		.opens_o        (asked_unused_opens),
		.closes_o       (asked_unused_closes),
		.process_o      (asked_unused_process),
		.fire_i         (1'b0),
		.events_o       (asked_unused_events),
		.count_o        (asked_unused_count),
		.first_o        (asked_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (asked_unused_sample),
		.reset_o        (asked_unused_reset),
		.bank_o         (asked_unused_bank),
		.flush_o        (asked_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (asked_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (asked_unused_block_pop),
		.block_busy_i   (1'b0)
	);

	// Node 6: plain
	wire        plain_dn_valid;
	wire [7:0]  plain_dn_data;
	wire        summed_up_ready;
	wire        summed_up_valid;
	wire        summed_up_tag;
	wire [7:0]  summed_up_data;
	wire [3:0]  plain_code;
	wire        plain_table_valid;
	wire [13:0] plain_table_addr;
	wire [7:0]  plain_table_data;
	measures_ranks1 u_plain_ranks (
		.clk        (clk),
		.wr_valid_i (plain_table_valid),
		.wr_addr_i  (plain_table_addr),
		.wr_data_i  (plain_table_data),
		.word0_i    (plain_pc_i),
		.code0_o    (plain_code)
	);
	wire [3:0]  plain_preprocessors_class;
	wire        plain_preprocessors_opens;
	wire        plain_preprocessors_closes;
	wire [15:0] plain_preprocessors_process;
	wire        plain_preprocessors_fire;
	wire        plain_preprocessors_events;
	wire [30:0] plain_preprocessors_count;
	wire        plain_preprocessors_first;
	wire        plain_preprocessors_sample_ready;
	wire        plain_preprocessors_snap_ready;
	wire        plain_preprocessors_sample;
	wire        plain_preprocessors_reset;
	wire        plain_preprocessors_bank;
	wire        plain_preprocessors_flush;
	wire        plain_preprocessors_sample_valid;
	wire [31:0] plain_preprocessors_sample_word;
	wire        plain_preprocessors_sample_pop;
	wire        plain_preprocessors_block_valid;
	wire [31:0] plain_preprocessors_block_word;
	wire        plain_preprocessors_block_last;
	wire        plain_preprocessors_block_pop;
	wire        plain_preprocessors_block_busy;
	measures_preprocessors4 u_plain_preprocessors (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (plain_table_valid),
		.wr_addr_i      (plain_table_addr),
		.wr_data_i      (plain_table_data),
		.in_busy_i      (plain_busy_i),
		.class_i        (plain_preprocessors_class),
		.opens_i        (plain_preprocessors_opens),
		.closes_i       (plain_preprocessors_closes),
		.process_i      (plain_preprocessors_process),
		.fire_o         (plain_preprocessors_fire),
		.events_i       (plain_preprocessors_events),
		.count_i        (plain_preprocessors_count),
		.first_i        (plain_preprocessors_first),
		.sample_ready_o (plain_preprocessors_sample_ready),
		.snap_ready_o   (plain_preprocessors_snap_ready),
		.sample_i       (plain_preprocessors_sample),
		.reset_i        (plain_preprocessors_reset),
		.bank_i         (plain_preprocessors_bank),
		.flush_i        (plain_preprocessors_flush),
		.sample_valid_o (plain_preprocessors_sample_valid),
		.sample_word_o  (plain_preprocessors_sample_word),
		.sample_pop_i   (plain_preprocessors_sample_pop),
		.block_valid_o  (plain_preprocessors_block_valid),
		.block_word_o   (plain_preprocessors_block_word),
		.block_last_o   (plain_preprocessors_block_last),
		.block_pop_i    (plain_preprocessors_block_pop),
		.block_busy_o   (plain_preprocessors_block_busy)
	);
	wire        plain_unused_raise;
	wire        plain_unused_ask;
	wire        plain_unused_full;
	wire        plain_unused_sent;
	gnomon_record_headend #(
		.NODE              (6),
		.LAST              (0),
		.TIME_W            (24),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (2),
		.THRESHOLDS        (0),
		.HOST              (0),
		.CAPTURE           (0),
		.HOLD              (0),
		.LINE              (0),
		.STORE             (0),
		.ASKS              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.PREPROCESSORS     (0),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (12544),
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
	) u_plain (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (plain_pc_i),
		.when_i         (1'b1),
		.code_i         (plain_code),
		.table_o        (plain_table_valid),
		.table_addr_o   (plain_table_addr),
		.table_data_o   (plain_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (asked_dn_valid),
		.dn_data_i      (asked_dn_data),
		.dn_valid_o     (plain_dn_valid),
		.dn_data_o      (plain_dn_data),
		.up_valid_i     (summed_up_valid),
		.up_ready_o     (summed_up_ready),
		.up_tag_i       (summed_up_tag),
		.up_data_i      (summed_up_data),
		.up_valid_o     (plain_up_valid),
		.up_ready_i     (plain_up_ready),
		.up_tag_o       (plain_up_tag),
		.up_data_o      (plain_up_data),
		.raise_o        (plain_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.store_i        (2'b00),
		.send_i         (1'b0),
		.ask_o          (plain_unused_ask),
		.full_o         (plain_unused_full),
		.sent_o         (plain_unused_sent),
		.class_o        (plain_preprocessors_class),
		.opens_o        (plain_preprocessors_opens),
		.closes_o       (plain_preprocessors_closes),
		.process_o      (plain_preprocessors_process),
		.fire_i         (plain_preprocessors_fire),
		.events_o       (plain_preprocessors_events),
		.count_o        (plain_preprocessors_count),
		.first_o        (plain_preprocessors_first),
		.sample_ready_i (plain_preprocessors_sample_ready),
		.snap_ready_i   (plain_preprocessors_snap_ready),
		.sample_o       (plain_preprocessors_sample),
		.reset_o        (plain_preprocessors_reset),
		.bank_o         (plain_preprocessors_bank),
		.flush_o        (plain_preprocessors_flush),
		.sample_valid_i (plain_preprocessors_sample_valid),
		.sample_word_i  (plain_preprocessors_sample_word),
		.sample_pop_o   (plain_preprocessors_sample_pop),
		.block_valid_i  (plain_preprocessors_block_valid),
		.block_word_i   (plain_preprocessors_block_word),
		.block_last_i   (plain_preprocessors_block_last),
		.block_pop_o    (plain_preprocessors_block_pop),
		.block_busy_i   (plain_preprocessors_block_busy)
	);

	// Node 7: summed
	wire        unused_dn_valid;
	wire [7:0]  unused_dn_data;
	wire        unused_up_ready;
	wire [3:0]  summed_code;
	wire        summed_table_valid;
	wire [13:0] summed_table_addr;
	wire [7:0]  summed_table_data;
	measures_ranks1 u_summed_ranks (
		.clk        (clk),
		.wr_valid_i (summed_table_valid),
		.wr_addr_i  (summed_table_addr),
		.wr_data_i  (summed_table_data),
		.word0_i    (summed_pc_i),
		.code0_o    (summed_code)
	);
	wire [3:0]  summed_preprocessors_class;
	wire        summed_preprocessors_opens;
	wire        summed_preprocessors_closes;
	wire [15:0] summed_preprocessors_process;
	wire        summed_preprocessors_fire;
	wire        summed_preprocessors_events;
	wire [30:0] summed_preprocessors_count;
	wire        summed_preprocessors_first;
	wire        summed_preprocessors_sample_ready;
	wire        summed_preprocessors_snap_ready;
	wire        summed_preprocessors_sample;
	wire        summed_preprocessors_reset;
	wire        summed_preprocessors_bank;
	wire        summed_preprocessors_flush;
	wire        summed_preprocessors_sample_valid;
	wire [31:0] summed_preprocessors_sample_word;
	wire        summed_preprocessors_sample_pop;
	wire        summed_preprocessors_block_valid;
	wire [31:0] summed_preprocessors_block_word;
	wire        summed_preprocessors_block_last;
	wire        summed_preprocessors_block_pop;
	wire        summed_preprocessors_block_busy;
	measures_preprocessors5 u_summed_preprocessors (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.wr_valid_i     (summed_table_valid),
		.wr_addr_i      (summed_table_addr),
		.wr_data_i      (summed_table_data),
		.in_beat_i      (summed_beat_i),
		.in_bytes_i     (summed_bytes_i),
		.class_i        (summed_preprocessors_class),
		.opens_i        (summed_preprocessors_opens),
		.closes_i       (summed_preprocessors_closes),
		.process_i      (summed_preprocessors_process),
		.fire_o         (summed_preprocessors_fire),
		.events_i       (summed_preprocessors_events),
		.count_i        (summed_preprocessors_count),
		.first_i        (summed_preprocessors_first),
		.sample_ready_o (summed_preprocessors_sample_ready),
		.snap_ready_o   (summed_preprocessors_snap_ready),
		.sample_i       (summed_preprocessors_sample),
		.reset_i        (summed_preprocessors_reset),
		.bank_i         (summed_preprocessors_bank),
		.flush_i        (summed_preprocessors_flush),
		.sample_valid_o (summed_preprocessors_sample_valid),
		.sample_word_o  (summed_preprocessors_sample_word),
		.sample_pop_i   (summed_preprocessors_sample_pop),
		.block_valid_o  (summed_preprocessors_block_valid),
		.block_word_o   (summed_preprocessors_block_word),
		.block_last_o   (summed_preprocessors_block_last),
		.block_pop_i    (summed_preprocessors_block_pop),
		.block_busy_o   (summed_preprocessors_block_busy)
	);
	wire        summed_unused_raise;
	wire        summed_unused_ask;
	wire        summed_unused_full;
	wire        summed_unused_sent;
	gnomon_record_headend #(
		.NODE              (7),
		.LAST              (1),
		.TIME_W            (24),
		.CODE_W            (4),
		.RANKS             (5),
		.CELL_W            (14),
		.FIFO_LOG2         (8),
		.SAMPLE_WORDS      (2),
		.THRESHOLDS        (0),
		.HOST              (0),
		.CAPTURE           (0),
		.HOLD              (0),
		.LINE              (0),
		.STORE             (0),
		.ASKS              (0),
		.GATE              (0),
		.BLOCKS            (0),
		.PREPROCESSORS     (1),
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
		.EVENT_LINES       (0),
		.ACTIONS_BASE      (12544),
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
	) u_summed (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_o),
		.word_i         (summed_pc_i),
		.when_i         (1'b1),
		.code_i         (summed_code),
		.table_o        (summed_table_valid),
		.table_addr_o   (summed_table_addr),
		.table_data_o   (summed_table_data),
		.port_valid_i   (1'b0),
		.port_addr_i    (10'd0),
		.port_data_i    (32'd0),
		.port_pc_i      (32'd0),
		.dn_valid_i     (plain_dn_valid),
		.dn_data_i      (plain_dn_data),
		.dn_valid_o     (unused_dn_valid),
		.dn_data_o      (unused_dn_data),
		.up_valid_i     (1'b0),
		.up_ready_o     (unused_up_ready),
		.up_tag_i       (1'b0),
		.up_data_i      (8'd0),
		.up_valid_o     (summed_up_valid),
		.up_ready_i     (summed_up_ready),
		.up_tag_o       (summed_up_tag),
		.up_data_o      (summed_up_data),
		.raise_o        (summed_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.store_i        (2'b00),
		.send_i         (1'b0),
		.ask_o          (summed_unused_ask),
		.full_o         (summed_unused_full),
		.sent_o         (summed_unused_sent),
		.class_o        (summed_preprocessors_class),
		.opens_o        (summed_preprocessors_opens),
		.closes_o       (summed_preprocessors_closes),
		.process_o      (summed_preprocessors_process),
		.fire_i         (summed_preprocessors_fire),
		.events_o       (summed_preprocessors_events),
		.count_o        (summed_preprocessors_count),
		.first_o        (summed_preprocessors_first),
		.sample_ready_i (summed_preprocessors_sample_ready),
		.snap_ready_i   (summed_preprocessors_snap_ready),
		.sample_o       (summed_preprocessors_sample),
		.reset_o        (summed_preprocessors_reset),
		.bank_o         (summed_preprocessors_bank),
		.flush_o        (summed_preprocessors_flush),
		.sample_valid_i (summed_preprocessors_sample_valid),
		.sample_word_i  (summed_preprocessors_sample_word),
		.sample_pop_o   (summed_preprocessors_sample_pop),
		.block_valid_i  (summed_preprocessors_block_valid),
		.block_word_i   (summed_preprocessors_block_word),
		.block_last_i   (summed_preprocessors_block_last),
		.block_pop_o    (summed_preprocessors_block_pop),
		.block_busy_i   (summed_preprocessors_block_busy)
	);

endmodule

/* verilator lint_off DECLFILENAME */ // these modules are of this monitor alone, and go with it

`ifdef __ICARUS__
// In Icarus Verilog a bit of the target that is x or z counts as 0.
module measures (
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
	output wire        sync_o,                  // the next cycle is time 0

	// all0
	input  wire [31:0] all0_pc_i,               // watched word
	input  wire        all0_retired_i,          // the word counts
	input  wire        all0_icache_hit_i,       // signals
	input  wire        all0_grant_i,
	input  wire        all0_stall_i,
	input  wire        all0_icache_access_i,
	input  wire        all0_request_i,
	input  wire        all0_user_mode_i,
	input  wire        all0_c10_i,
	input  wire        all0_c11_i,
	input  wire        all0_c12_i,
	input  wire        all0_c13_i,
	input  wire        all0_c14_i,
	input  wire        all0_c15_i,
	input  wire        all0_c16_i,
	input  wire [3:0]  all0_bytes_i,            // value
	input  wire        all0_beat_i,
	input  wire [5:0]  all0_level_i,            // value
	input  wire        all0_port_valid_i,       // a write in this clock
	input  wire [9:0]  all0_port_addr_i,        // word address: page and sub
	input  wire [31:0] all0_port_data_i,

	// all1
	input  wire [31:0] all1_pc_i,               // watched word
	input  wire        all1_retired_i,          // the word counts
	input  wire        all1_icache_hit_i,       // signals
	input  wire        all1_grant_i,
	input  wire        all1_stall_i,
	input  wire        all1_icache_access_i,
	input  wire        all1_request_i,
	input  wire        all1_user_mode_i,
	input  wire        all1_c10_i,
	input  wire        all1_c11_i,
	input  wire        all1_c12_i,
	input  wire        all1_c13_i,
	input  wire        all1_c14_i,
	input  wire        all1_c15_i,
	input  wire        all1_c16_i,
	input  wire [3:0]  all1_bytes_i,            // value
	input  wire        all1_beat_i,
	input  wire [5:0]  all1_level_i,            // value
	input  wire        all1_port_valid_i,       // a write in this clock
	input  wire [9:0]  all1_port_addr_i,        // word address: page and sub
	input  wire [31:0] all1_port_data_i,

	// few
	input  wire [31:0] few_pc_i,                // watched word
	input  wire        few_stall_i,             // signals
	input  wire [19:0] few_fill_i,              // value

	// gated
	input  wire [31:0] gated_pc_i,              // watched word

	// counted
	input  wire [31:0] counted_pc_i,            // watched word
	input  wire        counted_s0_i,
	input  wire        counted_s1_i,
	input  wire        counted_s2_i,
	input  wire        counted_s3_i,
	input  wire        counted_s4_i,
	input  wire        counted_s5_i,
	input  wire        counted_s6_i,
	input  wire        counted_s7_i,
	input  wire        counted_s8_i,
	input  wire        counted_s9_i,
	input  wire        counted_s10_i,
	input  wire        counted_s11_i,
	input  wire        counted_s12_i,
	input  wire        counted_s13_i,
	input  wire        counted_s14_i,
	input  wire        counted_s15_i,

	// asked
	input  wire [31:0] asked_pc_i,              // watched word

	// plain
	input  wire [31:0] plain_pc_i,              // watched word
	input  wire        plain_busy_i,

	// summed
	input  wire [31:0] summed_pc_i,             // watched word
	input  wire        summed_beat_i,
	input  wire [31:0] summed_bytes_i           // value
);

	wire [462:0] target = {
		all0_pc_i,
		all0_retired_i,
		all0_icache_hit_i,
		all0_grant_i,
		all0_stall_i,
		all0_icache_access_i,
		all0_request_i,
		all0_user_mode_i,
		all0_c10_i,
		all0_c11_i,
		all0_c12_i,
		all0_c13_i,
		all0_c14_i,
		all0_c15_i,
		all0_c16_i,
		all0_bytes_i,
		all0_beat_i,
		all0_level_i,
		all0_port_valid_i,
		all0_port_addr_i,
		all0_port_data_i,
		all1_pc_i,
		all1_retired_i,
		all1_icache_hit_i,
		all1_grant_i,
		all1_stall_i,
		all1_icache_access_i,
		all1_request_i,
		all1_user_mode_i,
		all1_c10_i,
		all1_c11_i,
		all1_c12_i,
		all1_c13_i,
		all1_c14_i,
		all1_c15_i,
		all1_c16_i,
		all1_bytes_i,
		all1_beat_i,
		all1_level_i,
		all1_port_valid_i,
		all1_port_addr_i,
		all1_port_data_i,
		few_pc_i,
		few_stall_i,
		few_fill_i,
		gated_pc_i,
		counted_pc_i,
		counted_s0_i,
		counted_s1_i,
		counted_s2_i,
		counted_s3_i,
		counted_s4_i,
		counted_s5_i,
		counted_s6_i,
		counted_s7_i,
		counted_s8_i,
		counted_s9_i,
		counted_s10_i,
		counted_s11_i,
		counted_s12_i,
		counted_s13_i,
		counted_s14_i,
		counted_s15_i,
		asked_pc_i,
		plain_pc_i,
		plain_busy_i,
		summed_pc_i,
		summed_beat_i,
		summed_bytes_i
	};
	wire [462:0] known;
	wire gnomon_x = ^target === 1'bx; // the bridge names the port
	genvar k;
	generate
		for (k = 0; k < 463; k = k + 1) begin : gen_known
			assign known[k] = target[k] === 1'b1;
		end
	endgenerate
	measures_inside u_inside (
		.clk (clk),
		.rst (rst),
		.rx_valid_i (rx_valid_i),
		.rx_ready_o (rx_ready_o),
		.rx_data_i (rx_data_i),
		.tx_valid_o (tx_valid_o),
		.tx_ready_i (tx_ready_i),
		.tx_data_o (tx_data_o),
		.sync_o (sync_o),
		.all0_pc_i (known[462:431]),
		.all0_retired_i (known[430]),
		.all0_icache_hit_i (known[429]),
		.all0_grant_i (known[428]),
		.all0_stall_i (known[427]),
		.all0_icache_access_i (known[426]),
		.all0_request_i (known[425]),
		.all0_user_mode_i (known[424]),
		.all0_c10_i (known[423]),
		.all0_c11_i (known[422]),
		.all0_c12_i (known[421]),
		.all0_c13_i (known[420]),
		.all0_c14_i (known[419]),
		.all0_c15_i (known[418]),
		.all0_c16_i (known[417]),
		.all0_bytes_i (known[416:413]),
		.all0_beat_i (known[412]),
		.all0_level_i (known[411:406]),
		.all0_port_valid_i (known[405]),
		.all0_port_addr_i (known[404:395]),
		.all0_port_data_i (known[394:363]),
		.all1_pc_i (known[362:331]),
		.all1_retired_i (known[330]),
		.all1_icache_hit_i (known[329]),
		.all1_grant_i (known[328]),
		.all1_stall_i (known[327]),
		.all1_icache_access_i (known[326]),
		.all1_request_i (known[325]),
		.all1_user_mode_i (known[324]),
		.all1_c10_i (known[323]),
		.all1_c11_i (known[322]),
		.all1_c12_i (known[321]),
		.all1_c13_i (known[320]),
		.all1_c14_i (known[319]),
		.all1_c15_i (known[318]),
		.all1_c16_i (known[317]),
		.all1_bytes_i (known[316:313]),
		.all1_beat_i (known[312]),
		.all1_level_i (known[311:306]),
		.all1_port_valid_i (known[305]),
		.all1_port_addr_i (known[304:295]),
		.all1_port_data_i (known[294:263]),
		.few_pc_i (known[262:231]),
		.few_stall_i (known[230]),
		.few_fill_i (known[229:210]),
		.gated_pc_i (known[209:178]),
		.counted_pc_i (known[177:146]),
		.counted_s0_i (known[145]),
		.counted_s1_i (known[144]),
		.counted_s2_i (known[143]),
		.counted_s3_i (known[142]),
		.counted_s4_i (known[141]),
		.counted_s5_i (known[140]),
		.counted_s6_i (known[139]),
		.counted_s7_i (known[138]),
		.counted_s8_i (known[137]),
		.counted_s9_i (known[136]),
		.counted_s10_i (known[135]),
		.counted_s11_i (known[134]),
		.counted_s12_i (known[133]),
		.counted_s13_i (known[132]),
		.counted_s14_i (known[131]),
		.counted_s15_i (known[130]),
		.asked_pc_i (known[129:98]),
		.plain_pc_i (known[97:66]),
		.plain_busy_i (known[65]),
		.summed_pc_i (known[64:33]),
		.summed_beat_i (known[32]),
		.summed_bytes_i (known[31:0])
	);

endmodule
`endif

// The word's event code, 7 clocks later: 5 ranks, about 5 RAM blocks.

module measures_ranks0 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [12:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [31:0] word0_i,                 // watched word
	output wire [4:0]  code0_o                  // event code
);

	// Rank 0, level 1: bits 10..0
	wire [10:0] rank0_index0;
	assign rank0_index0 = word0_i[10:0];
	wire [4:0]  rank0_code0;
	wire [4:0]  rank0_unused;
	gnomon_trigger_rank #(
		.INDEX_W     (11),
		.CODE_W      (5),
		.CELL_W      (13),
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
		.index1_i   (11'd0),
		.code1_o    (rank0_unused)
	);

	// Rank 1, level 1: bits 21..11
	wire [10:0] rank1_index0;
	assign rank1_index0 = word0_i[21:11];
	wire [4:0]  rank1_code0;
	wire [4:0]  rank1_unused;
	gnomon_trigger_rank #(
		.INDEX_W     (11),
		.CODE_W      (5),
		.CELL_W      (13),
		.BASE        (2048),
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
		.index1_i   (11'd0),
		.code1_o    (rank1_unused)
	);

	// Rank 2, level 1: bits 31..22
	wire [9:0]  rank2_index0;
	assign rank2_index0 = word0_i[31:22];
	wire [4:0]  rank2_code0;
	wire [4:0]  rank2_unused;
	gnomon_trigger_rank #(
		.INDEX_W     (10),
		.CODE_W      (5),
		.CELL_W      (13),
		.BASE        (4096),
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
		.index1_i   (10'd0),
		.code1_o    (rank2_unused)
	);

	// Rank 3, level 2: rank 1, rank 0
	wire [9:0]  rank3_index0;
	assign rank3_index0 = {rank1_code0, rank0_code0};
	wire [4:0]  rank3_code0;
	wire [4:0]  rank3_unused;
	gnomon_trigger_rank #(
		.INDEX_W     (10),
		.CODE_W      (5),
		.CELL_W      (13),
		.BASE        (5120),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (1)
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
	wire [4:0]  rank4_in1_0;
	gnomon_cell_delay #(
		.WIDTH  (5),
		.CLOCKS (2)
	) u_rank4_in1_0 (
		.clk (clk),
		.d_i (rank2_code0),
		.q_o (rank4_in1_0)
	);
	wire [9:0]  rank4_index0;
	assign rank4_index0 = {rank4_in1_0, rank3_code0};
	wire [4:0]  rank4_code0;
	wire [4:0]  rank4_unused;
	gnomon_trigger_rank #(
		.INDEX_W     (10),
		.CODE_W      (5),
		.CELL_W      (13),
		.BASE        (6144),
		.LANES       (1),
		.SINGLE_PORT (0),
		.REGISTERS   (2)
	) u_rank4 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index0_i   (rank4_index0),
		.code0_o    (rank4_code0),
		.index1_i   (10'd0),
		.code1_o    (rank4_unused)
	);

	assign code0_o = rank4_code0;

endmodule

// The word's event code, 5 clocks later: 4 ranks, about 4 RAM blocks.

module measures_ranks1 (
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
	gnomon_trigger_rank #(
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
	gnomon_trigger_rank #(
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
	gnomon_trigger_rank #(
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
	gnomon_trigger_rank #(
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

// A node's preprocessors; their stages are M = 11 and D = 16.

module measures_preprocessors0 #(
	parameter NODE = 0  // number of the node
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next cycle is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [12:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_icache_hit_i,         // signals
	input  wire        in_grant_i,
	input  wire        in_stall_i,
	input  wire        in_icache_access_i,
	input  wire        in_retired_i,
	input  wire        in_request_i,
	input  wire        in_user_mode_i,
	input  wire        in_c10_i,
	input  wire        in_c11_i,
	input  wire        in_c12_i,
	input  wire        in_c13_i,
	input  wire        in_c14_i,
	input  wire        in_c15_i,
	input  wire        in_c16_i,
	input  wire [3:0]  in_bytes_i,              // value
	input  wire        in_beat_i,
	input  wire [5:0]  in_level_i,              // value
	input  wire [4:0]  class_i,                 // event code, two cycles after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a cycle before M
	output wire [2:0]  fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [30:0] count_i,                 // {epoch, time} at D
	input  wire        first_i,                 // the cycle before time 0 is at D
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

	// The cycle before time 0, at M
	wire        first;
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (11)
	) u_first (
		.clk (clk),
		.d_i (sync_i),
		.q_o (first)
	);
	wire        first_next;
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (1)
	) u_first_next (
		.clk (clk),
		.d_i (first),
		.q_o (first_next)
	);

	// What is on the wires, at the stage M = 11; early: three cycles before, for the router
	wire        early_icache_hit;
	wire        early_grant;
	wire        early_stall;
	wire        early_icache_access;
	wire        early_retired;
	wire [3:0]  at_bytes;
	wire        there_bytes;
	wire [5:0]  at_level;
	wire        at_icache_hit;
	wire        at_icache_access;
	wire        at_stall;
	wire        at_user_mode;
	wire        at_grant;
	wire        at_request;
	wire        at_retired;
	wire        at_c10;
	wire        at_c11;
	wire        at_c12;
	wire        at_c13;
	wire        at_c14;
	wire        at_c15;
	wire        at_c16;
	gnomon_cell_delay #(
		.WIDTH  (3),
		.CLOCKS (8)
	) u_by_8 (
		.clk (clk),
		.d_i ({in_retired_i, in_icache_access_i, in_icache_hit_i}),
		.q_o ({early_retired, early_icache_access, early_icache_hit})
	);
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (6)
	) u_by_6 (
		.clk (clk),
		.d_i ({in_grant_i}),
		.q_o ({early_grant})
	);
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (72)
	) u_by_72 (
		.clk (clk),
		.d_i ({in_stall_i}),
		.q_o ({early_stall})
	);
	gnomon_cell_delay #(
		.WIDTH  (5),
		.CLOCKS (5)
	) u_by_5 (
		.clk (clk),
		.d_i ({in_beat_i, in_bytes_i}),
		.q_o ({there_bytes, at_bytes})
	);
	gnomon_cell_delay #(
		.WIDTH    (15),
		.CLOCKS   (11),
		.RAM      (1),
		.LUT_BITS (1024)
	) u_by_11 (
		.clk (clk),
		.d_i ({in_c16_i, in_c15_i, in_c14_i, in_c13_i, in_c12_i, in_c11_i, in_c10_i, in_request_i, in_user_mode_i, in_level_i}),
		.q_o ({at_c16, at_c15, at_c14, at_c13, at_c12, at_c11, at_c10, at_request, at_user_mode, at_level})
	);
	gnomon_cell_delay #(
		.WIDTH  (5),
		.CLOCKS (3)
	) u_by_3 (
		.clk (clk),
		.d_i ({early_retired, early_grant, early_stall, early_icache_access, early_icache_hit}),
		.q_o ({at_retired, at_grant, at_stall, at_icache_access, at_icache_hit})
	);

	// Router; its signals by number:
	wire [4:0]  signals;
	assign signals[0] = early_icache_hit;
	assign signals[1] = early_grant;
	assign signals[2] = early_stall;
	assign signals[3] = early_icache_access;
	assign signals[4] = early_retired;
	// its lines:
	//   0  p0.a
	//   1  p0.b
	//   2  width.of
	//   3  queue.from
	//   4  queue.to
	//   5  misses.of
	//   6  misses.clear
	//   7  bank.2
	//   8  bank.3
	//   9  spare.0
	//  10  spare.1
	//  11  spare.2
	//  12  spare.3
	//  13  spare.4
	//  14  spare.5
	//  15  spare.6
	//  16  spare.7
	//  17  spare.8
	//  18  spare.9
	//  19  spare.10
	//  20  spare.11
	//  21  spare.12
	//  22  spare.13
	//  23  spare.14
	//  24  spare.15
	//  25  gate
	wire [25:0] line;
	wire [25:0] restart;
	gnomon_count_router #(
		.SIGNALS (5),
		.LINES   (26),
		.CELL_W  (13),
		.BASE    (7168)
	) u_router (
		.clk        (clk),
		.rst        (rst),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.signal_i   (signals),
		.line_o     (line),
		.restart_o  (restart)
	);

	// Gate
	wire        opens;
	wire        closes;
	wire        open;
	gnomon_cell_delay #(.WIDTH(2), .CLOCKS(3)) u_columns (.clk (clk), .d_i ({opens_i, closes_i}), .q_o ({opens, closes}));
	gnomon_count_gate #(
		.CELL_W (13),
		.BASE   (8112)
	) u_gate (
		.clk        (clk),
		.rst        (rst),
		.first_i    (first),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.open_i     (opens),
		.close_i    (closes),
		.line_i     (line[25]),
		.process_i  (process_i),
		.open_o     (open)
	);

	// Quantity 0: width, pulse
	wire        quantity0_valid;
	wire [15:0] quantity0_value;
	gnomon_count_pulse #(
		.WIDTH (16)
	) u_quantity0 (
		.clk     (clk),
		.rst     (rst),
		.first_i (first || restart[2]),
		.gate_i  (open),
		.of_i    (line[2]),
		.valid_o (quantity0_valid),
		.value_o (quantity0_value)
	);

	// Quantity 1: lat, latency
	wire        quantity1_valid;
	wire [11:0] quantity1_value;
	wire        quantity1_lost;
	gnomon_count_latency #(
		.WIDTH            (12),
		.OUTSTANDING_LOG2 (4),
		.LUT_BITS         (1024)
	) u_quantity1 (
		.clk     (clk),
		.rst     (rst),
		.first_i (first),
		.gate_i  (open),
		.from_i  (at_request),
		.to_i    (at_grant),
		.valid_o (quantity1_valid),
		.value_o (quantity1_value),
		.lost_o  (quantity1_lost)
	);

	// Quantity 2: queue, occupancy
	wire        quantity2_valid;
	wire [5:0]  quantity2_value;
	gnomon_count_occupancy #(
		.WIDTH (6)
	) u_quantity2 (
		.clk     (clk),
		.rst     (rst || first || restart[3] || restart[4]),
		.gate_i  (open),
		.from_i  (line[3]),
		.to_i    (line[4]),
		.valid_o (quantity2_valid),
		.value_o (quantity2_value)
	);

	// Quantity 3: misses, total
	wire        quantity3_valid;
	wire [15:0] quantity3_value;
	gnomon_count_total #(
		.WIDTH (16)
	) u_quantity3 (
		.clk     (clk),
		.first_i (first || restart[5] || restart[6]),
		.gate_i  (open),
		.of_i    (line[5]),
		.clear_i (line[6]),
		.valid_o (quantity3_valid),
		.value_o (quantity3_value)
	);

	// Quantity 4: refills, total
	wire        quantity4_valid;
	wire [31:0] quantity4_value;
	gnomon_count_total #(
		.WIDTH (32)
	) u_quantity4 (
		.clk     (clk),
		.first_i (first),
		.gate_i  (open),
		.of_i    (at_icache_access),
		.clear_i (1'b0),
		.valid_o (quantity4_valid),
		.value_o (quantity4_value)
	);

	// Quantity 5: hits, window
	wire        quantity5_valid;
	wire [15:0] quantity5_value;
	gnomon_count_window #(
		.WIDTH  (16),
		.CELL_W (13),
		.BASE   (7848)
	) u_quantity5 (
		.clk        (clk),
		.rst        (rst),
		.first_i    (first),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.gate_i     (open),
		.of_i       (at_icache_hit),
		.in_i       (at_icache_access),
		.valid_o    (quantity5_valid),
		.value_o    (quantity5_value)
	);

	// Quantity 6: burst, value
	wire        quantity6_valid;
	wire [3:0]  quantity6_value;
	gnomon_cell_delay #(.WIDTH(5), .CLOCKS(1)) u_quantity6 (.clk (clk), .d_i ({there_bytes && open, at_bytes}), .q_o ({quantity6_valid, quantity6_value}));

	// Quantity 7: area, class
	wire        quantity7_valid;
	wire [4:0]  quantity7_value;
	wire [4:0] class7;
	gnomon_cell_delay #(.WIDTH(5), .CLOCKS(2)) u_class7 (.clk (clk), .d_i (class_i), .q_o (class7));
	gnomon_cell_delay #(.WIDTH(6), .CLOCKS(1)) u_quantity7 (.clk (clk), .d_i ({class7 != 0 && open, class7}), .q_o ({quantity7_valid, quantity7_value}));

	// Threshold 0: slow, of lat
	gnomon_trigger_threshold #(
		.WIDTH  (12),
		.CELL_W (13),
		.BASE   (7872)
	) u_threshold0 (
		.clk        (clk),
		.rst        (rst),
		.first_i    (first_next),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.valid_i    (quantity1_valid),
		.value_i    (quantity1_value),
		.fire_o     (fire_o[0])
	);

	// Threshold 1: full, of queue
	gnomon_trigger_threshold #(
		.WIDTH  (6),
		.CELL_W (13),
		.BASE   (7888)
	) u_threshold1 (
		.clk        (clk),
		.rst        (rst),
		.first_i    (first_next),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.valid_i    (quantity2_valid),
		.value_i    (quantity2_value),
		.fire_o     (fire_o[1])
	);

	// Threshold 2: few_hits, of hits
	gnomon_trigger_threshold #(
		.WIDTH  (16),
		.CELL_W (13),
		.BASE   (7904)
	) u_threshold2 (
		.clk        (clk),
		.rst        (rst),
		.first_i    (first_next),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.valid_i    (quantity5_valid),
		.value_i    (quantity5_value),
		.fire_o     (fire_o[2])
	);

	// Quantities at the stage D = 16
	wire        quantity0_valid_late;
	wire [15:0] quantity0_value_late;
	gnomon_cell_delay #(
		.WIDTH  (17),
		.CLOCKS (4)
	) u_quantity0_late (
		.clk (clk),
		.d_i ({quantity0_valid, quantity0_value}),
		.q_o ({quantity0_valid_late, quantity0_value_late})
	);
	wire        quantity1_valid_late;
	wire [11:0] quantity1_value_late;
	wire        quantity1_lost_late;
	gnomon_cell_delay #(
		.WIDTH  (14),
		.CLOCKS (4)
	) u_quantity1_late (
		.clk (clk),
		.d_i ({quantity1_valid, quantity1_value, quantity1_lost}),
		.q_o ({quantity1_valid_late, quantity1_value_late, quantity1_lost_late})
	);
	wire        quantity3_valid_late;
	wire [15:0] quantity3_value_late;
	gnomon_cell_delay #(
		.WIDTH  (17),
		.CLOCKS (4)
	) u_quantity3_late (
		.clk (clk),
		.d_i ({quantity3_valid, quantity3_value}),
		.q_o ({quantity3_valid_late, quantity3_value_late})
	);
	wire        quantity4_valid_late;
	wire [31:0] quantity4_value_late;
	gnomon_cell_delay #(
		.WIDTH    (33),
		.CLOCKS   (4),
		.RAM      (1),
		.LUT_BITS (1024)
	) u_quantity4_late (
		.clk (clk),
		.d_i ({quantity4_valid, quantity4_value}),
		.q_o ({quantity4_valid_late, quantity4_value_late})
	);
	wire        quantity6_valid_late;
	wire [3:0]  quantity6_value_late;
	gnomon_cell_delay #(
		.WIDTH  (5),
		.CLOCKS (4)
	) u_quantity6_late (
		.clk (clk),
		.d_i ({quantity6_valid, quantity6_value}),
		.q_o ({quantity6_valid_late, quantity6_value_late})
	);
	wire        quantity7_valid_late;
	wire [4:0]  quantity7_value_late;
	gnomon_cell_delay #(
		.WIDTH  (6),
		.CLOCKS (4)
	) u_quantity7_late (
		.clk (clk),
		.d_i ({quantity7_valid, quantity7_value}),
		.q_o ({quantity7_valid_late, quantity7_value_late})
	);
	wire        bank0_ready;
	wire        bank1_ready;

	// Ratio counters
	wire [35:0] a_now;
	assign a_now[5:0] = {5'd0, at_icache_hit && open}; // icache
	assign a_now[11:6] = {5'd0, line[0] && open}; // p0
	assign a_now[17:12] = {2'd0, {4{there_bytes && open}} & at_bytes}; // data
	assign a_now[23:18] = {5'd0, at_stall && open && at_user_mode}; // user
	assign a_now[29:24] = {6{1'b1 && open && at_grant}} & at_level; // fill
	assign a_now[35:30] = {5'd0, open}; // gate
	wire [35:0] b_now;
	assign b_now[5:0] = {5'd0, at_icache_access && open}; // icache
	assign b_now[11:6] = {5'd0, line[1] && open}; // p0
	assign b_now[17:12] = {5'd0, 1'b1 && open}; // data
	assign b_now[23:18] = {5'd0, 1'b1 && open && at_user_mode}; // user
	assign b_now[29:24] = {5'd0, 1'b1 && open && at_grant}; // fill
	assign b_now[35:30] = {5'd0, 1'b1}; // gate
	wire [35:0] a;
	wire [35:0] b;
	wire        ratios_ready;
	wire        pair_valid;
	wire [31:0] pair_word;
	wire        pair_pop;
	gnomon_cell_delay #(
		.WIDTH    (72),
		.CLOCKS   (5),
		.RAM      (1),
		.LUT_BITS (1024)
	) u_counted (
		.clk (clk),
		.d_i ({b_now, a_now}),
		.q_o ({b, a})
	);
	gnomon_count_ratios #(
		.PAIRS      (6),
		.FORM       (2),
		.AMOUNT_W   (6),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
	) u_ratios (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a),
		.b_i      (b),
		.ready_o  (ratios_ready),
		.sample_i (sample_i),
		.reset_i  (reset_i),
		.valid_o  (pair_valid),
		.pop_i    (pair_pop),
		.word_o   (pair_word)
	);

	// Event code at D
	wire [4:0]  code;
	gnomon_cell_delay #(
		.WIDTH  (5),
		.CLOCKS (7)
	) u_code (
		.clk (clk),
		.d_i (class_i),
		.q_o (code)
	);
	wire [95:0] extreme_word;
	wire [2:0]  extreme_shift;
	wire        extremes_ready;

	// Extreme 0: lat_ends, of lat
	gnomon_count_extremes #(
		.WIDTH  (12),
		.TIME_W (31),
		.CODE_W (5)
	) u_extreme0 (
		.clk     (clk),
		.first_i (first_i),
		.valid_i (quantity1_valid_late),
		.value_i (quantity1_value_late),
		.time_i  (count_i[30:0]),
		.code_i  (code),
		.take_i  (sample_i),
		.reset_i (reset_i),
		.shift_i (extreme_shift[0]),
		.word_o  (extreme_word[31:0])
	);

	// Extreme 1: misses_ends, of misses
	gnomon_count_extremes #(
		.WIDTH  (16),
		.TIME_W (31),
		.CODE_W (5)
	) u_extreme1 (
		.clk     (clk),
		.first_i (first_i),
		.valid_i (quantity3_valid_late),
		.value_i (quantity3_value_late),
		.time_i  (count_i[30:0]),
		.code_i  (code),
		.take_i  (sample_i),
		.reset_i (reset_i),
		.shift_i (extreme_shift[1]),
		.word_o  (extreme_word[63:32])
	);

	// Extreme 2: refills_ends, of refills
	gnomon_count_extremes #(
		.WIDTH  (32),
		.TIME_W (31),
		.CODE_W (5)
	) u_extreme2 (
		.clk     (clk),
		.first_i (first_i),
		.valid_i (quantity4_valid_late),
		.value_i (quantity4_value_late),
		.time_i  (count_i[30:0]),
		.code_i  (code),
		.take_i  (sample_i),
		.reset_i (reset_i),
		.shift_i (extreme_shift[2]),
		.word_o  (extreme_word[95:64])
	);

	// Words of a sample: the pairs', then the extremes'
	gnomon_count_samples #(
		.PAIR_WORDS (6),
		.EXTREMES   (3),
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

	// Blocks of the units: bucket units, counter banks, segments
	wire [5:0]  unit_valid;
	wire [191:0] unit_word;
	wire [5:0]  unit_last;
	wire [5:0]  unit_pop;
	wire [5:0]  unit_busy;
	gnomon_count_blocks #(
		.UNITS (6)
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
	gnomon_count_buckets #(
		.WIDTH      (12),
		.COUNT_LOG2 (6),
		.BANKS_LOG2 (3),
		.BITS       (32),
		.UNIT       (0),
		.NODE       (NODE),
		.TIME_W     (24),
		.CELL_W     (13),
		.BASE       (7424),
		.LUT_BITS   (1024)
	) u_buckets0 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.wr_valid_i    (wr_valid_i),
		.wr_addr_i     (wr_addr_i),
		.wr_data_i     (wr_data_i),
		.valid_i       (quantity1_valid_late),
		.value_i       (quantity1_value_late),
		.lost_i        (quantity1_lost_late),
		.bank_i        (bank_i),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[0]),
		.block_word_o  (unit_word[31:0]),
		.block_last_o  (unit_last[0]),
		.block_pop_i   (unit_pop[0]),
		.block_busy_o  (unit_busy[0])
	);

	// Bucket unit 1: width_buckets, of width
	gnomon_count_buckets #(
		.WIDTH      (16),
		.COUNT_LOG2 (3),
		.BANKS_LOG2 (1),
		.BITS       (16),
		.UNIT       (1),
		.NODE       (NODE),
		.TIME_W     (24),
		.CELL_W     (13),
		.BASE       (8064),
		.LUT_BITS   (1024)
	) u_buckets1 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.wr_valid_i    (wr_valid_i),
		.wr_addr_i     (wr_addr_i),
		.wr_data_i     (wr_data_i),
		.valid_i       (quantity0_valid_late),
		.value_i       (quantity0_value_late),
		.lost_i        (1'b0),
		.bank_i        (bank_i),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[1]),
		.block_word_o  (unit_word[63:32]),
		.block_last_o  (unit_last[1]),
		.block_pop_i   (unit_pop[1]),
		.block_busy_o  (unit_busy[1])
	);

	// Bucket unit 2: burst_buckets, of burst
	gnomon_count_buckets #(
		.WIDTH      (4),
		.COUNT_LOG2 (4),
		.BANKS_LOG2 (1),
		.BITS       (32),
		.UNIT       (2),
		.NODE       (NODE),
		.TIME_W     (24),
		.CELL_W     (13),
		.BASE       (7936),
		.LUT_BITS   (1024)
	) u_buckets2 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.wr_valid_i    (wr_valid_i),
		.wr_addr_i     (wr_addr_i),
		.wr_data_i     (wr_data_i),
		.valid_i       (quantity6_valid_late),
		.value_i       (quantity6_value_late),
		.lost_i        (1'b0),
		.bank_i        (bank_i),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[2]),
		.block_word_o  (unit_word[95:64]),
		.block_last_o  (unit_last[2]),
		.block_pop_i   (unit_pop[2]),
		.block_busy_o  (unit_busy[2])
	);

	// Bucket unit 3: area_buckets, of area
	gnomon_count_buckets #(
		.WIDTH      (5),
		.COUNT_LOG2 (5),
		.BANKS_LOG2 (4),
		.BITS       (32),
		.UNIT       (3),
		.NODE       (NODE),
		.TIME_W     (24),
		.CELL_W     (13),
		.BASE       (7680),
		.LUT_BITS   (1024)
	) u_buckets3 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.wr_valid_i    (wr_valid_i),
		.wr_addr_i     (wr_addr_i),
		.wr_data_i     (wr_data_i),
		.valid_i       (quantity7_valid_late),
		.value_i       (quantity7_value_late),
		.lost_i        (1'b0),
		.bank_i        (bank_i),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[3]),
		.block_word_o  (unit_word[127:96]),
		.block_last_o  (unit_last[3]),
		.block_pop_i   (unit_pop[3]),
		.block_busy_o  (unit_busy[3])
	);

	// Counter bank 0: bank
	wire [16:0] bank0_now;
	assign bank0_now[0] = at_icache_hit && open;
	assign bank0_now[1] = at_icache_access && open;
	assign bank0_now[2] = line[7] && open;
	assign bank0_now[3] = line[8] && open;
	assign bank0_now[4] = at_stall && open;
	assign bank0_now[5] = at_grant && open;
	assign bank0_now[6] = at_request && open;
	assign bank0_now[7] = at_user_mode && open;
	assign bank0_now[8] = 1'b1 && open;
	assign bank0_now[9] = at_retired && open;
	assign bank0_now[10] = at_c10 && open;
	assign bank0_now[11] = at_c11 && open;
	assign bank0_now[12] = at_c12 && open;
	assign bank0_now[13] = at_c13 && open;
	assign bank0_now[14] = at_c14 && open;
	assign bank0_now[15] = at_c15 && open;
	assign bank0_now[16] = at_c16 && open;
	wire [16:0] bank0;
	gnomon_cell_delay #(
		.WIDTH  (17),
		.CLOCKS (5)
	) u_bank0 (
		.clk (clk),
		.d_i (bank0_now),
		.q_o (bank0)
	);
	gnomon_count_counters #(
		.COUNT    (17),
		.UNIT     (0),
		.NODE     (NODE),
		.TIME_W   (24),
		.LUT_BITS (1024)
	) u_counters0 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.input_i       (bank0),
		.ready_o       (bank0_ready),
		.sample_i      (snapshot),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[4]),
		.block_word_o  (unit_word[159:128]),
		.block_last_o  (unit_last[4]),
		.block_pop_i   (unit_pop[4]),
		.block_busy_o  (unit_busy[4])
	);

	// Counter bank 1: spare
	wire [15:0] bank1_now;
	assign bank1_now[0] = line[9] && open;
	assign bank1_now[1] = line[10] && open;
	assign bank1_now[2] = line[11] && open;
	assign bank1_now[3] = line[12] && open;
	assign bank1_now[4] = line[13] && open;
	assign bank1_now[5] = line[14] && open;
	assign bank1_now[6] = line[15] && open;
	assign bank1_now[7] = line[16] && open;
	assign bank1_now[8] = line[17] && open;
	assign bank1_now[9] = line[18] && open;
	assign bank1_now[10] = line[19] && open;
	assign bank1_now[11] = line[20] && open;
	assign bank1_now[12] = line[21] && open;
	assign bank1_now[13] = line[22] && open;
	assign bank1_now[14] = line[23] && open;
	assign bank1_now[15] = line[24] && open;
	wire [15:0] bank1;
	gnomon_cell_delay #(
		.WIDTH  (16),
		.CLOCKS (5)
	) u_bank1 (
		.clk (clk),
		.d_i (bank1_now),
		.q_o (bank1)
	);
	gnomon_count_counters #(
		.COUNT    (16),
		.UNIT     (1),
		.NODE     (NODE),
		.TIME_W   (24),
		.LUT_BITS (1024)
	) u_counters1 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.input_i       (bank1),
		.ready_o       (bank1_ready),
		.sample_i      (snapshot),
		.flush_i       (flush_i),
		.block_valid_o (unit_valid[5]),
		.block_word_o  (unit_word[191:160]),
		.block_last_o  (unit_last[5]),
		.block_pop_i   (unit_pop[5]),
		.block_busy_o  (unit_busy[5])
	);

	// Not every node has somebody to look at these.
	wire unused = &{1'b0, clk, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,
	                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i, restart, quantity1_lost, quantity1_lost_late};

endmodule

// A node's preprocessors; their stages are M = 9 and D = 10.

module measures_preprocessors1 #(
	parameter NODE = 0  // number of the node
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next cycle is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_stall_i,              // signals
	input  wire [19:0] in_fill_i,               // value
	input  wire [3:0]  class_i,                 // event code, two cycles after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a cycle before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [30:0] count_i,                 // {epoch, time} at D
	input  wire        first_i,                 // the cycle before time 0 is at D
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

	// The cycle before time 0, at M
	wire        first;
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (9)
	) u_first (
		.clk (clk),
		.d_i (sync_i),
		.q_o (first)
	);

	// What is on the wires, at the stage M = 9; early: three cycles before, for the router
	wire        early_stall;
	wire [19:0] at_fill;
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (6)
	) u_by_6 (
		.clk (clk),
		.d_i ({in_stall_i}),
		.q_o ({early_stall})
	);
	gnomon_cell_delay #(
		.WIDTH    (20),
		.CLOCKS   (9),
		.RAM      (1),
		.LUT_BITS (1024)
	) u_by_9 (
		.clk (clk),
		.d_i ({in_fill_i}),
		.q_o ({at_fill})
	);

	// Router; its signals by number:
	wire        signals;
	assign signals = early_stall;
	// its lines:
	//   0  lat.from
	//   1  lat.to
	wire [1:0]  line;
	wire [1:0]  restart;
	gnomon_count_router #(
		.SIGNALS (1),
		.LINES   (2),
		.CELL_W  (14),
		.BASE    (12816)
	) u_router (
		.clk        (clk),
		.rst        (rst),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.signal_i   (signals),
		.line_o     (line),
		.restart_o  (restart)
	);

	// Quantity 0: lat, latency
	wire        quantity0_valid;
	wire [15:0] quantity0_value;
	wire        quantity0_lost;
	gnomon_count_latency #(
		.WIDTH            (16),
		.OUTSTANDING_LOG2 (0),
		.LUT_BITS         (1024)
	) u_quantity0 (
		.clk     (clk),
		.rst     (rst),
		.first_i (first || restart[0] || restart[1]),
		.gate_i  (1'b1),
		.from_i  (line[0]),
		.to_i    (line[1]),
		.valid_o (quantity0_valid),
		.value_o (quantity0_value),
		.lost_o  (quantity0_lost)
	);

	// Quantity 1: level, value
	wire        quantity1_valid;
	wire [19:0] quantity1_value;
	gnomon_cell_delay #(.WIDTH(21), .CLOCKS(1)) u_quantity1 (.clk (clk), .d_i ({1'b1, at_fill}), .q_o ({quantity1_valid, quantity1_value}));

	// Event code at D
	wire [3:0]  code;
	gnomon_cell_delay #(
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
	wire        pair_pop;

	// Extreme 0: ends, of lat
	gnomon_count_extremes #(
		.WIDTH  (16),
		.TIME_W (31),
		.CODE_W (4)
	) u_extreme0 (
		.clk     (clk),
		.first_i (first_i),
		.valid_i (quantity0_valid),
		.value_i (quantity0_value),
		.time_i  (count_i[30:0]),
		.code_i  (code),
		.take_i  (sample_i),
		.reset_i (reset_i),
		.shift_i (extreme_shift),
		.word_o  (extreme_word[31:0])
	);

	// Words of a sample: the pairs', then the extremes'
	gnomon_count_samples #(
		.PAIR_WORDS (0),
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
		.pair_valid_i    (1'b0),
		.pair_word_i     (32'd0),
		.pair_pop_o      (pair_pop),
		.valid_o         (sample_valid_o),
		.pop_i           (sample_pop_i),
		.word_o          (sample_word_o)
	);

	assign sample_ready_o = extremes_ready;
	assign snap_ready_o = 1'b1;
	assign fire_o = 1'b0;

	// Bucket unit 0: fills, of level
	gnomon_count_buckets #(
		.WIDTH      (20),
		.COUNT_LOG2 (6),
		.BANKS_LOG2 (1),
		.BITS       (32),
		.UNIT       (0),
		.NODE       (NODE),
		.TIME_W     (24),
		.CELL_W     (14),
		.BASE       (12544),
		.LUT_BITS   (1024)
	) u_buckets0 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.wr_valid_i    (wr_valid_i),
		.wr_addr_i     (wr_addr_i),
		.wr_data_i     (wr_data_i),
		.valid_i       (quantity1_valid),
		.value_i       (quantity1_value),
		.lost_i        (1'b0),
		.bank_i        (bank_i),
		.flush_i       (flush_i),
		.block_valid_o (block_valid_o),
		.block_word_o  (block_word_o),
		.block_last_o  (block_last_o),
		.block_pop_i   (block_pop_i),
		.block_busy_o  (block_busy_o)
	);

	// Not every node has somebody to look at these.
	wire unused = &{1'b0, clk, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,
	                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i, restart, quantity0_lost, pair_pop};

endmodule

// A node's preprocessors; their stages are M = 9 and D = 10.

module measures_preprocessors2 (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next cycle is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [3:0]  class_i,                 // event code, two cycles after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a cycle before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [30:0] count_i,                 // {epoch, time} at D
	input  wire        first_i,                 // the cycle before time 0 is at D
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

	// The cycle before time 0, at M
	wire        first;
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (9)
	) u_first (
		.clk (clk),
		.d_i (sync_i),
		.q_o (first)
	);

	// Gate
	wire        opens;
	wire        closes;
	wire        open;
	gnomon_cell_delay #(.WIDTH(2), .CLOCKS(3)) u_columns (.clk (clk), .d_i ({opens_i, closes_i}), .q_o ({opens, closes}));
	gnomon_count_gate #(
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

	// Quantity 0: area, class
	wire        quantity0_valid;
	wire [3:0]  quantity0_value;
	wire [3:0] class0;
	gnomon_cell_delay #(.WIDTH(4), .CLOCKS(2)) u_class0 (.clk (clk), .d_i (class_i), .q_o (class0));
	gnomon_cell_delay #(.WIDTH(5), .CLOCKS(1)) u_quantity0 (.clk (clk), .d_i ({class0 != 0 && open, class0}), .q_o ({quantity0_valid, quantity0_value}));

	// Ratio counters
	wire        a_now;
	assign a_now = open; // gate
	wire        b_now;
	assign b_now = 1'b1; // gate
	wire        a;
	wire        b;
	wire        ratios_ready;
	wire        pair_valid;
	wire [31:0] pair_word;
	wire        pair_pop;
	gnomon_cell_delay #(
		.WIDTH  (2),
		.CLOCKS (1)
	) u_counted (
		.clk (clk),
		.d_i ({b_now, a_now}),
		.q_o ({b, a})
	);
	gnomon_count_ratios #(
		.PAIRS      (1),
		.FORM       (0),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (6),
		.LUT_BITS   (1024)
	) u_ratios (
		.clk      (clk),
		.first_i  (first_i),
		.a_i      (a),
		.b_i      (b),
		.ready_o  (ratios_ready),
		.sample_i (sample_i),
		.reset_i  (reset_i),
		.valid_o  (pair_valid),
		.pop_i    (pair_pop),
		.word_o   (pair_word)
	);

	// Event code at D
	wire [3:0]  code;
	gnomon_cell_delay #(
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

	// Extreme 0: classes, of area
	gnomon_count_extremes #(
		.WIDTH  (4),
		.TIME_W (31),
		.CODE_W (4)
	) u_extreme0 (
		.clk     (clk),
		.first_i (first_i),
		.valid_i (quantity0_valid),
		.value_i (quantity0_value),
		.time_i  (count_i[30:0]),
		.code_i  (code),
		.take_i  (sample_i),
		.reset_i (reset_i),
		.shift_i (extreme_shift),
		.word_o  (extreme_word[31:0])
	);

	// Words of a sample: the pairs', then the extremes'
	gnomon_count_samples #(
		.PAIR_WORDS (2),
		.EXTREMES   (1),
		.DEPTH_LOG2 (6),
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
	assign snap_ready_o = 1'b1;
	assign fire_o = 1'b0;
	assign block_valid_o = 1'b0;
	assign block_word_o = 32'd0;
	assign block_last_o = 1'b0;
	assign block_busy_o = 1'b0;

	// Not every node has somebody to look at these.
	wire unused = &{1'b0, clk, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,
	                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i};

endmodule

// A node's preprocessors; their stages are M = 9 and D = 10.

module measures_preprocessors3 #(
	parameter NODE = 0  // number of the node
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next cycle is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
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
	input  wire [3:0]  class_i,                 // event code, two cycles after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a cycle before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [30:0] count_i,                 // {epoch, time} at D
	input  wire        first_i,                 // the cycle before time 0 is at D
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

	// What is on the wires, at the stage M = 9
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
	gnomon_cell_delay #(
		.WIDTH    (16),
		.CLOCKS   (9),
		.RAM      (1),
		.LUT_BITS (1024)
	) u_by_9 (
		.clk (clk),
		.d_i ({in_s15_i, in_s14_i, in_s13_i, in_s12_i, in_s11_i, in_s10_i, in_s9_i, in_s8_i, in_s7_i, in_s6_i, in_s5_i, in_s4_i, in_s3_i, in_s2_i, in_s1_i, in_s0_i}),
		.q_o ({at_s15, at_s14, at_s13, at_s12, at_s11, at_s10, at_s9, at_s8, at_s7, at_s6, at_s5, at_s4, at_s3, at_s2, at_s1, at_s0})
	);
	wire        bank0_ready;

	assign sample_ready_o = 1'b1;
	assign snap_ready_o = bank0_ready;
	assign sample_valid_o = 1'b0;
	assign sample_word_o = 32'd0;
	assign fire_o = 1'b0;

	// Counter bank 0: bank
	wire [15:0] bank0_now;
	assign bank0_now[0] = at_s0;
	assign bank0_now[1] = at_s1;
	assign bank0_now[2] = at_s2;
	assign bank0_now[3] = at_s3;
	assign bank0_now[4] = at_s4;
	assign bank0_now[5] = at_s5;
	assign bank0_now[6] = at_s6;
	assign bank0_now[7] = at_s7;
	assign bank0_now[8] = at_s8;
	assign bank0_now[9] = at_s9;
	assign bank0_now[10] = at_s10;
	assign bank0_now[11] = at_s11;
	assign bank0_now[12] = at_s12;
	assign bank0_now[13] = at_s13;
	assign bank0_now[14] = at_s14;
	assign bank0_now[15] = at_s15;
	wire [15:0] bank0;
	gnomon_cell_delay #(
		.WIDTH  (16),
		.CLOCKS (1)
	) u_bank0 (
		.clk (clk),
		.d_i (bank0_now),
		.q_o (bank0)
	);
	gnomon_count_counters #(
		.COUNT    (16),
		.UNIT     (0),
		.NODE     (NODE),
		.TIME_W   (24),
		.LUT_BITS (1024)
	) u_counters0 (
		.clk           (clk),
		.rst           (rst),
		.first_i       (first_i),
		.count_i       (count_i),
		.input_i       (bank0),
		.ready_o       (bank0_ready),
		.sample_i      (sample_i),
		.flush_i       (flush_i),
		.block_valid_o (block_valid_o),
		.block_word_o  (block_word_o),
		.block_last_o  (block_last_o),
		.block_pop_i   (block_pop_i),
		.block_busy_o  (block_busy_o)
	);

	// Not every node has somebody to look at these.
	wire unused = &{1'b0, clk, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,
	                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i};

endmodule

// A node's preprocessors; their stages are M = 6 and D = 7.

module measures_preprocessors4 (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next cycle is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_busy_i,
	input  wire [3:0]  class_i,                 // event code, two cycles after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a cycle before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [30:0] count_i,                 // {epoch, time} at D
	input  wire        first_i,                 // the cycle before time 0 is at D
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

	// What is on the wires, at the stage M = 6
	wire        at_busy;
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (6)
	) u_by_6 (
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
	gnomon_cell_delay #(
		.WIDTH  (2),
		.CLOCKS (1)
	) u_counted (
		.clk (clk),
		.d_i ({b_now, a_now}),
		.q_o ({b, a})
	);
	gnomon_count_ratios #(
		.PAIRS      (1),
		.FORM       (1),
		.AMOUNT_W   (1),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
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
	wire unused = &{1'b0, clk, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,
	                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i};

endmodule

// A node's preprocessors; their stages are M = 9 and D = 10.

module measures_preprocessors5 (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,                  // the next cycle is time 0
	input  wire        wr_valid_i,              // table bus
	input  wire [13:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire        in_beat_i,
	input  wire [31:0] in_bytes_i,              // value
	input  wire [3:0]  class_i,                 // event code, two cycles after it is known
	input  wire        opens_i,                 // what that event does to the gate
	input  wire        closes_i,
	input  wire [15:0] process_i,               // process register, a cycle before M
	output wire        fire_o,                  // thresholds, at M + 3
	input  wire        events_i,                // event lines, at D
	input  wire [30:0] count_i,                 // {epoch, time} at D
	input  wire        first_i,                 // the cycle before time 0 is at D
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

	// What is on the wires, at the stage M = 9
	wire [31:0] at_bytes;
	wire        there_bytes;
	wire        at_beat;
	gnomon_cell_delay #(
		.WIDTH    (33),
		.CLOCKS   (12),
		.RAM      (1),
		.LUT_BITS (1024)
	) u_by_12 (
		.clk (clk),
		.d_i ({in_beat_i, in_bytes_i}),
		.q_o ({there_bytes, at_bytes})
	);
	gnomon_cell_delay #(
		.WIDTH  (1),
		.CLOCKS (9)
	) u_by_9 (
		.clk (clk),
		.d_i ({in_beat_i}),
		.q_o ({at_beat})
	);

	// Ratio counters
	wire [31:0] a_now;
	assign a_now[31:0] = {32{there_bytes}} & at_bytes; // data
	wire [31:0] b_now;
	assign b_now[31:0] = {31'd0, at_beat}; // data
	wire [31:0] a;
	wire [31:0] b;
	wire        ratios_ready;
	gnomon_cell_delay #(
		.WIDTH  (64),
		.CLOCKS (1)
	) u_counted (
		.clk (clk),
		.d_i ({b_now, a_now}),
		.q_o ({b, a})
	);
	gnomon_count_ratios #(
		.PAIRS      (1),
		.FORM       (0),
		.AMOUNT_W   (32),
		.DEPTH_LOG2 (9),
		.LUT_BITS   (1024)
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
	wire unused = &{1'b0, clk, rst, sync_i, wr_valid_i, wr_addr_i, wr_data_i, class_i, opens_i, closes_i, process_i, events_i,
	                count_i, first_i, sample_i, reset_i, bank_i, flush_i, sample_pop_i, block_pop_i};

endmodule

/* verilator lint_on DECLFILENAME */

`resetall
