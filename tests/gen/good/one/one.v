// SPDX-License-Identifier: Apache-2.0
//
// one: monitor of 1 node, single form.
//
// Emitted by gnomon-gen 0.2.0 from monitor.yaml (XXH64 47d921803fd11423). Do not edit: change the description and emit again.
//
//   plan    6cc8e151c9b51a82
//   clock   50000000 Hz
//   family  ice40
//   time    32 bits
//   buffer  1024 slots of 64 bits
//   link    UART, 5000000 baud: 10 cycles a bit
//
// Nodes:
//     0 cpu          pc[31:0] when retired, 15 events
//
// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was
// high; t = 0 is the very next one.

`ifdef __ICARUS__
module one_inside ( // see the module without _inside
`else
module one (
`endif
	input  wire        clk,
	input  wire        rst,                     // synchronous

	// UART
	input  wire        rx_i,                    // from the host
	output wire        tx_o,                    // to the host

	// time
	output wire        sync_o,                  // the next cycle is time 0

	// cpu
	input  wire [31:0] cpu_pc_i,                // watched word
	input  wire        cpu_retired_i            // the word counts
);

	// PHY: UART
	wire        rx_valid;
	wire        rx_ready;
	wire [7:0]  rx_data;
	wire        tx_valid;
	wire        tx_ready;
	wire [7:0]  tx_data;
	gnomon_link_uart #(
		.DIVISOR  (10),
		.FRACTION (0)
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
	wire [2:0]  place;
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
		.place_o     (place),
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

	// Trigger
	wire [3:0]  cpu_code;
	wire [7:0]  cpu_actions;
	wire        cpu_table_valid;
	wire [12:0] cpu_table_addr;
	wire [7:0]  cpu_table_data;
	one_ranks0 u_cpu_ranks (
		.clk        (clk),
		.wr_valid_i (cpu_table_valid),
		.wr_addr_i  (cpu_table_addr),
		.wr_data_i  (cpu_table_data),
		.word0_i    (cpu_pc_i),
		.code0_o    (cpu_code),
		.actions0_o (cpu_actions)
	);

	// No preprocessors: nothing reads this
	wire        unused_frozen;
	wire [3:0]  cpu_unused_class;
	wire        cpu_unused_opens;
	wire        cpu_unused_closes;
	wire [15:0] cpu_unused_process;
	wire        cpu_unused_events;
	wire [38:0] cpu_unused_count;
	wire        cpu_unused_first;
	wire        cpu_unused_sample;
	wire        cpu_unused_reset;
	wire        cpu_unused_bank;
	wire        cpu_unused_flush;
	wire        cpu_unused_sample_pop;
	wire        cpu_unused_block_pop;
	wire        cpu_unused_raise;

	// Headend and trace buffer in one
	wire        unused_rd_ready;
	wire [75:0] unused_request;
	gnomon_record_single #(
		.IDENTITY     (96'h6CC8E151C9B51A82_034F4E47),
		.ADDR_W       (14),
		.TIME_W       (32),
		.CODE_W       (4),
		.SLOTS_LOG2   (10),
		.RANKS        (3),
		.CELL_W       (13),
		.ACTIONS_BASE (0),
		.WIDE         (0),
		.WRAP         (1),
		.WORD_W       (32),
		.RANK_ACTIONS (1)
	) u_monitor (
		.clk            (clk),
		.rst            (rst),
		.op_valid_i     (op_valid),
		.op_i           (op),
		.arg_i          (arg),
		.place_i        (place),
		.wr_valid_i     (wr_valid),
		.wr_ready_o     (wr_ready),
		.rd_next_i      (rd_next),
		.addr_i         (addr),
		.wr_data_i      (wr_data),
		.nonce_i        (nonce),
		.taken_i        (1'b0),
		.rd_data_o      (rd_data),
		.reg_lower_i    (reg_lower),
		.reg_data_o     (reg_data),
		.busy_i         (busy),
		.sync_o         (sync_o),
		.sync_i         (sync_o),
		.word_i         (cpu_pc_i),
		.when_i         (cpu_retired_i),
		.code_i         (cpu_code),
		.actions_i      (cpu_actions),
		.table_o        (cpu_table_valid),
		.wr_addr_o      (cpu_table_addr),
		.wr_data_o      (cpu_table_data),
		.raise_o        (cpu_unused_raise),
		.capture_i      (1'b0),
		.line_i         (1'b0),
		.own_i          (1'b0),
		.late_i         (1'b0),
		.kept_i         (34'd0),
		.frozen_o       (unused_frozen),
		.rd_ready_o     (unused_rd_ready),
		.mem_o          (unused_request),
		.mem_i          (66'd0),
		.class_o        (cpu_unused_class),
		.opens_o        (cpu_unused_opens),
		.closes_o       (cpu_unused_closes),
		.process_o      (cpu_unused_process),
		.fire_i         (1'b0),
		.events_o       (cpu_unused_events),
		.count_o        (cpu_unused_count),
		.first_o        (cpu_unused_first),
		.sample_ready_i (1'b0),
		.snap_ready_i   (1'b0),
		.sample_o       (cpu_unused_sample),
		.reset_o        (cpu_unused_reset),
		.bank_o         (cpu_unused_bank),
		.flush_o        (cpu_unused_flush),
		.sample_valid_i (1'b0),
		.sample_word_i  (32'd0),
		.sample_pop_o   (cpu_unused_sample_pop),
		.block_valid_i  (1'b0),
		.block_word_i   (32'd0),
		.block_last_i   (1'b0),
		.block_pop_o    (cpu_unused_block_pop),
		.block_busy_i   (1'b0)
	);

endmodule

/* verilator lint_off DECLFILENAME */ // these modules are of this monitor alone, and go with it

`ifdef __ICARUS__
// In Icarus Verilog a bit of the target that is x or z counts as 0.
module one (
	input  wire        clk,
	input  wire        rst,                     // synchronous

	// UART
	input  wire        rx_i,                    // from the host
	output wire        tx_o,                    // to the host

	// time
	output wire        sync_o,                  // the next cycle is time 0

	// cpu
	input  wire [31:0] cpu_pc_i,                // watched word
	input  wire        cpu_retired_i            // the word counts
);

	wire [32:0] target = {
		cpu_pc_i,
		cpu_retired_i
	};
	wire [32:0] known;
	wire gnomon_x = ^target === 1'bx; // the bridge names the port
	genvar k;
	generate
		for (k = 0; k < 33; k = k + 1) begin : gen_known
			assign known[k] = target[k] === 1'b1;
		end
	endgenerate
	one_inside u_inside (
		.clk (clk),
		.rst (rst),
		.rx_i (rx_i),
		.tx_o (tx_o),
		.sync_o (sync_o),
		.cpu_pc_i (known[32:1]),
		.cpu_retired_i (known[0])
	);

endmodule
`endif

// The word's event code, 3 clocks later: 5 ranks, about 5 RAM blocks.

module one_ranks0 (
	input  wire        clk,
	input  wire        wr_valid_i,              // table bus
	input  wire [12:0] wr_addr_i,
	input  wire [7:0]  wr_data_i,
	input  wire [31:0] word0_i,                 // watched word
	output wire [3:0]  code0_o,                 // event code
	output wire [7:0]  actions0_o               // its actions
);

	// Rank 0, level 1: bits 9..0
	wire [9:0]  rank0_index0;
	assign rank0_index0 = word0_i[9:0];
	wire [3:0]  rank0_code0;
	wire [3:0]  rank0_unused;
	gnomon_trigger_rank #(
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
	gnomon_trigger_rank #(
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
	gnomon_trigger_rank #(
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
	gnomon_cell_delay #(
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
	gnomon_trigger_rank #(
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
	gnomon_cell_delay #(
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
	gnomon_trigger_last #(
		.INDEX_W      (8),
		.CODE_W       (4),
		.CELL_W       (13),
		.BASE         (4096),
		.ACTIONS_BASE (4352)
	) u_rank4 (
		.clk        (clk),
		.wr_valid_i (wr_valid_i),
		.wr_addr_i  (wr_addr_i),
		.wr_data_i  (wr_data_i),
		.index_i    (rank4_index0),
		.code_o     (rank4_code0),
		.actions_o  (actions0_o)
	);

	assign code0_o = rank4_code0;

endmodule

/* verilator lint_on DECLFILENAME */
