// SPDX-License-Identifier: Apache-2.0
//
// gnomon_headend: the measuring unit of one node of a ring: trigger, time, ratio counters, record builder, FIFO, ring station. A straight
// pipeline; nothing of it goes back into the target.
//
// Commands from the ring (gnomon_ring_master has their form):
//  SELECT  names the node(s) that the writes after it are for, and sets their flags: triggers live, collect from the start, wrap.
//  WRITE   a table cell, where this node is selected.
//  STOP    the run ends: flush.

`resetall
`default_nettype none
`include "gnomon_records.vh"

module gnomon_headend #(
	parameter NODE       = 0,   // number of the node; requires 0..254
	parameter LAST       = 0,   // 1: the last node of the ring
	parameter TIME_W     = 32,  // bits of the time; requires 12..32
	parameter CODE_W     = 4,   // bits of an event code; requires 4..6
	parameter FIFO_LOG2  = 8,   // slots of the FIFO, log2; requires 4..12
	parameter PAIRS      = 0,   // ratio counters; requires 0..8
	parameter COMPRESSED = 0,   // 1: they are read in the 16-bit form
	parameter RING_W     = 8,   // wires of the ring each way; requires 1, 2, 4, 8, 16 or 32
	parameter PAIRS_W    = PAIRS == 0 ? 1 : PAIRS  // not to be set
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               sync_i,
	// target
	input  wire [31:0]        word_i,
	input  wire               when_i,
	input  wire [PAIRS_W-1:0] a_i,
	input  wire [PAIRS_W-1:0] b_i,
	// ring
	input  wire               dn_valid_i,
	input  wire [RING_W-1:0]  dn_data_i,
	output wire               dn_valid_o,
	output wire [RING_W-1:0]  dn_data_o,
	input  wire               up_valid_i,
	output wire               up_ready_o,
	input  wire               up_tag_i,
	input  wire [RING_W-1:0]  up_data_i,
	output wire               up_valid_o,
	input  wire               up_ready_i,
	output wire               up_tag_o,
	output wire [RING_W-1:0]  up_data_o
);
	localparam       CELL_W    = 3 + (2*CODE_W > 11 ? 2*CODE_W : 11);
	localparam [31:0] NODE_32 = NODE;
	localparam [7:0] NODE_BYTE = NODE_32[7:0];
	localparam       WORDS     = PAIRS == 0 ? 0 : COMPRESSED != 0 ? 2*((PAIRS+3)/4) : 2*PAIRS;
	localparam       QUEUE_LOG2 = FIFO_LOG2 < 5 ? 5 : FIFO_LOG2 + 1;

	// Commands
	wire        command_valid;
	wire [31:0] command;
	wire [1:0]  command_kind = command[31:30];
	wire [21:0] command_addr = command[29:8];
	wire        unused_addr = &{1'b0, command_addr};
	reg         selected_q, live_q, collect_q, wrap_q;
	reg         select, mine, write, stop;
	always @* begin
		select = 1'b0;
		mine   = 1'b0;
		write  = 1'b0;
		stop   = 1'b0;
		if (command_valid) begin
			select = command_kind == `GNO_RING_SELECT;
			mine   = command_addr[7:0] == `GNO_NODE_ALL || command_addr[7:0] == NODE_BYTE;
			write  = command_kind == `GNO_RING_WRITE && selected_q;
			stop   = command_kind == `GNO_RING_STOP;
		end
	end
	always @(posedge clk)
		if (rst) begin
			selected_q <= 1'b0;
			live_q     <= 1'b0;
			collect_q  <= 1'b0;
			wrap_q     <= 1'b0;
		end else if (select) begin
			selected_q <= mine;
			if (mine) begin
				live_q    <= command_addr[`GNO_SELECT_LIVE];
				collect_q <= command_addr[`GNO_SELECT_COLLECT];
				wrap_q    <= command_addr[`GNO_SELECT_WRAP];
			end
		end

	// Trigger
	wire              hit;
	wire [4:0]        actions;
	wire [CODE_W-1:0] code;
	gnomon_ranks #(.CODE_W(CODE_W)) u_ranks (
		.clk        (clk),
		.live_i     (live_q),
		.word_i     (word_i),
		.when_i     (when_i),
		.wr_valid_i (write),
		.wr_addr_i  (command_addr[CELL_W-1:0]),
		.wr_data_i  (command[7:0]),
		.hit_o      (hit),
		.actions_o  (actions),
		.code_o     (code)
	);

	// Time
	wire              start, clear, zero, first;
	wire [TIME_W+6:0] count;
	gnomon_sync u_sync (
		.clk     (clk),
		.rst     (rst),
		.sync_i  (sync_i),
		.start_o (start),
		.clear_o (clear),
		.zero_o  (zero),
		.first_o (first)
	);
	gnomon_count #(.WIDTH(TIME_W + 7)) u_time (
		.clk     (clk),
		.clear_i (zero),
		.step_i  (1'b1),
		.count_o (count)
	);

	// Ratio counters
	wire        sample_ready, sample, reset;
	wire        sample_valid, sample_pop;
	wire [31:0] sample_word;
	generate
		if (PAIRS != 0) begin : gen_ratios
			gnomon_ratios #(.PAIRS(PAIRS), .COMPRESSED(COMPRESSED), .DEPTH_LOG2(QUEUE_LOG2)) u_ratios (
				.clk      (clk),
				.first_i  (first),
				.a_i      (a_i),
				.b_i      (b_i),
				.ready_o  (sample_ready),
				.sample_i (sample),
				.reset_i  (reset),
				.valid_o  (sample_valid),
				.pop_i    (sample_pop),
				.word_o   (sample_word)
			);
		end else begin : gen_no_ratios
			assign sample_ready = 1'b0;
			assign sample_valid = 1'b0;
			assign sample_word  = 32'd0;
			wire unused = &{1'b0, first, a_i, b_i, sample, reset, sample_pop};
		end
	endgenerate

	// Records
	wire               room, resume, wr, event_now, stopped, active;
	wire [63:0]        slot_in, slot;
	wire [7:0]         run;
	wire               slot_valid, slot_more, slot_pop;
	wire [FIFO_LOG2:0] high;
	gnomon_builder #(.NODE(NODE), .TIME_W(TIME_W), .CODE_W(CODE_W), .SAMPLES(PAIRS != 0)) u_builder (
		.clk            (clk),
		.rst            (rst),
		.sync_i         (sync_i),
		.start_i        (start),
		.stop_i         (stop),
		.collect_i      (collect_q),
		.wrap_i         (wrap_q),
		.halt_i         (1'b0),
		.count_i        (count),
		.hit_i          (hit),
		.actions_i      (actions),
		.code_i         (code),
		.sample_ready_i (sample_ready),
		.sample_o       (sample),
		.reset_o        (reset),
		.room_i         (room),
		.resume_i       (resume),
		.wr_o           (wr),
		.slot_o         (slot_in),
		.event_o        (event_now),
		.stopped_o      (stopped),
		.active_o       (active),
		.run_o          (run)
	);
	wire unused_builder = &{1'b0, event_now, stopped, active, run};

	gnomon_fifo #(.DEPTH_LOG2(FIFO_LOG2)) u_fifo (
		.clk      (clk),
		.clear_i  (clear || rst),
		.wr_i     (wr),
		.slot_i   (slot_in),
		.room_o   (room),
		.resume_o (resume),
		.valid_o  (slot_valid),
		.more_o   (slot_more),
		.pop_i    (slot_pop),
		.slot_o   (slot),
		.high_o   (high)
	);

	// Ring
	wire        record_ready, word_valid, word_ready, word_last;
	wire [31:0] word;
	gnomon_sender #(.NODE(NODE), .WORDS(WORDS)) u_sender (
		.clk            (clk),
		.clear_i        (clear || rst),
		.slot_valid_i   (slot_valid),
		.slot_more_i    (slot_more),
		.slot_i         (slot),
		.slot_pop_o     (slot_pop),
		.sample_valid_i (sample_valid),
		.sample_i       (sample_word),
		.sample_pop_o   (sample_pop),
		.ready_o        (record_ready),
		.valid_o        (word_valid),
		.ready_i        (word_ready),
		.word_o         (word),
		.last_o         (word_last)
	);
	gnomon_station #(.NODE(NODE), .LAST(LAST), .RING_W(RING_W)) u_station (
		.clk             (clk),
		.rst             (rst),
		.clear_i         (clear),
		.dn_valid_i      (dn_valid_i),
		.dn_data_i       (dn_data_i),
		.dn_valid_o      (dn_valid_o),
		.dn_data_o       (dn_data_o),
		.up_valid_i      (up_valid_i),
		.up_ready_o      (up_ready_o),
		.up_tag_i        (up_tag_i),
		.up_data_i       (up_data_i),
		.up_valid_o      (up_valid_o),
		.up_ready_i      (up_ready_i),
		.up_tag_o        (up_tag_o),
		.up_data_o       (up_data_o),
		.command_valid_o (command_valid),
		.command_o       (command),
		.ready_i         (record_ready),
		.word_valid_i    (word_valid),
		.word_ready_o    (word_ready),
		.word_i          (word),
		.last_i          (word_last),
		.high_i          ({{(15-FIFO_LOG2){1'b0}}, high})
	);

endmodule

`resetall
