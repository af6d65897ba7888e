// SPDX-License-Identifier: Apache-2.0
// Each module that has a second form for Verilator, in both forms with the same inputs: their
// outputs are the same in each cycle. What an output shows while nothing is valid may differ. What
// no reset sets begins with 0.

module tap_rvfi_forms (
	input wire clk, rst, rvfi_valid_i, rvfi_trap_i, rvfi_intr_i,
	input wire [31:0] rvfi_insn_i, rvfi_pc_rdata_i, rvfi_pc_wdata_i, rvfi_mem_addr_i,
	input wire [3:0] rvfi_mem_rmask_i, rvfi_mem_wmask_i
);
	wire retired_o, load_o, store_o, atomic_o, branch_o, jump_o, alu_o, muldiv_o, system_o,
		fence_o, other_o, compressed_o, taken_o, trap_o, interrupt_o, load_valid_o,
		store_valid_o;
	wire [3:0] class_o;
	wire [31:0] load_addr_o, store_addr_o;
	wire [84:0] second;
	gnomon_tap_rvfi u_first (.*);
	second_tap_rvfi u_second (
		.*, .retired_o(second[20]), .load_o(second[19]), .store_o(second[18]),
		.atomic_o(second[17]), .branch_o(second[16]), .jump_o(second[15]),
		.alu_o(second[14]), .muldiv_o(second[13]),
		.system_o(second[12]), .fence_o(second[11]),
		.other_o(second[10]), .class_o(second[9:6]), .compressed_o(second[5]),
		.taken_o(second[4]), .trap_o(second[3]), .interrupt_o(second[2]),
		.load_valid_o(second[1]), .load_addr_o(second[52:21]), .store_valid_o(second[0]),
		.store_addr_o(second[84:53])
	);
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		if (begun)
			tap_rvfi: assert({
				retired_o, load_o, store_o, atomic_o, branch_o, jump_o, alu_o,
				muldiv_o, system_o, fence_o, other_o, class_o, compressed_o,
				taken_o, trap_o, interrupt_o, load_valid_o, store_valid_o
			} == second[20:0]
				&& (!load_valid_o || load_addr_o == second[52:21])
				&& (!store_valid_o || store_addr_o == second[84:53]));
	end
endmodule

module tap_reads_forms (
	input wire clk, rst, arvalid_i, arready_i, rvalid_i, rready_i, rlast_i
);
	wire ar_take_o, ar_wait_o, ar_open_o, r_take_o, r_wait_o, r_open_o, done_o;
	wire [1:0] outstanding_o;
	wire [4:0] stall_o;
	wire [2:0] class_o;
	wire [16:0] second;
	gnomon_tap_reads #(.OUTSTANDING_W(2)) u_first (.*);
	second_tap_reads #(.OUTSTANDING_W(2)) u_second (
		.*, .ar_take_o(second[16]), .ar_wait_o(second[15]), .ar_open_o(second[14]),
		.r_take_o(second[13]), .r_wait_o(second[12]), .r_open_o(second[11]),
		.done_o(second[10]), .outstanding_o(second[9:8]), .stall_o(second[7:3]),
		.class_o(second[2:0])
	);
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		if (begun)
			tap_reads: assert({
				ar_take_o, ar_wait_o, ar_open_o, r_take_o, r_wait_o, r_open_o,
				done_o, outstanding_o, stall_o, class_o
			} == second[16:0]);
	end
endmodule

module tap_writes_forms (
	input wire clk, rst, awvalid_i, awready_i, wvalid_i, wready_i, wlast_i, bvalid_i, bready_i
);
	wire aw_take_o, aw_wait_o, aw_open_o, w_take_o, w_wait_o, w_open_o, b_take_o, b_wait_o,
		b_open_o;
	wire [1:0] outstanding_o;
	wire [7:0] stall_o;
	wire [2:0] class_o;
	wire [21:0] second;
	gnomon_tap_writes #(.OUTSTANDING_W(2)) u_first (.*);
	second_tap_writes #(.OUTSTANDING_W(2)) u_second (
		.*, .aw_take_o(second[21]), .aw_wait_o(second[20]), .aw_open_o(second[19]),
		.w_take_o(second[18]), .w_wait_o(second[17]), .w_open_o(second[16]),
		.b_take_o(second[15]), .b_wait_o(second[14]), .b_open_o(second[13]),
		.outstanding_o(second[12:11]), .stall_o(second[10:3]), .class_o(second[2:0])
	);
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		if (begun)
			tap_writes: assert({
				aw_take_o, aw_wait_o, aw_open_o, w_take_o, w_wait_o, w_open_o,
				b_take_o, b_wait_o, b_open_o, outstanding_o, stall_o, class_o
			} == second[21:0]);
	end
endmodule

module tap_table_forms (
	input wire clk, rst, from_i, to_i,
	input wire from_id_i, to_id_i
);
	wire valid_o, dropped_o;
	wire [1:0] value_o;
	wire id_o;
	wire [4:0] second;
	gnomon_tap_table #(.ID_W(1), .WIDTH(2), .TABLE_LOG2(1), .GROUPS_LOG2(1)) u_first (.*);
	second_tap_table #(.ID_W(1), .WIDTH(2), .TABLE_LOG2(1), .GROUPS_LOG2(1)) u_second (
		.*, .valid_o(second[1]), .value_o(second[3:2]), .id_o(second[4:4]),
		.dropped_o(second[0])
	);
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		if (begun)
			tap_table: assert({valid_o, dropped_o} == second[1:0]
				&& (!valid_o || value_o == second[3:2])
				&& (!valid_o || id_o == second[4:4]));
	end
endmodule

module tap_wishbone_pair #(parameter PIPELINED = 0) (
	input wire clk, rst, cyc_i, stb_i, we_i, stall_i, ack_i, err_i, rty_i,
	input wire [3:0] sel_i,
	output wire same_o
);
	// valid for a latency, for bytes; latency and bytes
	wire [1:0] valid [0:1];
	wire [4:0] value [0:1];
	wire [20:0] other [0:1];
`define TAP_WISHBONE_PORTS(k) \
	.*, .cycle_o(other[k][0]), .request_o(other[k][1]), .read_o(other[k][2]), \
	.write_o(other[k][3]), .wait_o(other[k][4]), .writing_o(other[k][5]), \
	.answer_o(other[k][6]), .answer_ack_o(other[k][7]), .answer_err_o(other[k][8]), \
	.answer_rty_o(other[k][9]), .beat_o(valid[k][1]), .beat_read_o(other[k][10]), \
	.beat_write_o(other[k][11]), .bytes_o(value[k][4:2]), .outstanding_o(other[k][13:12]), \
	.latency_valid_o(valid[k][0]), .latency_o(value[k][1:0]), .dropped_o(other[k][14]), \
	.aborted_o(other[k][15]), .stall_idle_o(other[k][16]), .stall_transfer_o(other[k][17]), \
	.stall_request_o(other[k][18]), .stall_answer_o(other[k][19]), \
	.stall_master_o(other[k][20]), .class_o()
	gnomon_tap_wishbone #(.PIPELINED(PIPELINED), .WIDTH(2), .TABLE_LOG2(1),
		.OUTSTANDING_W(2)) u_first (`TAP_WISHBONE_PORTS(0));
	second_tap_wishbone #(.PIPELINED(PIPELINED), .WIDTH(2), .TABLE_LOG2(1),
		.OUTSTANDING_W(2)) u_second (`TAP_WISHBONE_PORTS(1));
	assign same_o = {valid[0], other[0]} == {valid[1], other[1]}
		&& (!valid[0][0] || value[0][1:0] == value[1][1:0])
		&& (!valid[0][1] || value[0][4:2] == value[1][4:2]);
endmodule

module tap_wishbone_forms (
	input wire clk, rst, cyc_i, stb_i, we_i, stall_i, ack_i, err_i, rty_i,
	input wire [3:0] sel_i
);
	wire classic, pipelined;
	tap_wishbone_pair #(.PIPELINED(0)) u_classic (.*, .same_o(classic));
	tap_wishbone_pair #(.PIPELINED(1)) u_pipelined (.*, .same_o(pipelined));
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		if (begun)
			tap_wishbone: assert(classic && pipelined);
	end
endmodule

module count_latency_forms (
	input wire clk, rst, first_i, gate_i, from_i, to_i
);
	wire valid_o, lost_o;
	wire [1:0] value_o;
	wire [3:0] second;
	gnomon_count_latency #(.WIDTH(2), .OUTSTANDING_LOG2(1)) u_first (.*);
	second_count_latency #(.WIDTH(2), .OUTSTANDING_LOG2(1)) u_second (
		.*, .valid_o(second[1]), .value_o(second[3:2]), .lost_o(second[0])
	);
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		if (begun)
			count_latency: assert({valid_o, lost_o} == second[1:0]
				&& (!valid_o || value_o == second[3:2]));
	end
endmodule

module count_router_forms (
	input wire clk, rst, wr_valid_i,
	input wire [3:0] wr_addr_i,
	input wire [7:0] wr_data_i,
	input wire [2:0] signal_i
);
	wire [1:0] line_o, restart_o;
	wire [3:0] second;
	gnomon_count_router #(.SIGNALS(3), .LINES(2), .CELL_W(4)) u_first (.*);
	second_count_router #(.SIGNALS(3), .LINES(2), .CELL_W(4)) u_second (
		.*, .line_o(second[3:2]), .restart_o(second[1:0])
	);
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		if (begun)
			count_router: assert({line_o, restart_o} == second[3:0]);
	end
endmodule

module count_ranges_forms (
	input wire clk, rst, wr_valid_i, valid_i,
	input wire [4:0] wr_addr_i,
	input wire [7:0] wr_data_i,
	input wire [1:0] value_i
);
	wire [2:0] index_o;
	wire valid_o;
	wire [3:0] second;
	gnomon_count_ranges #(.WIDTH(2), .COUNT_LOG2(3), .CELL_W(5)) u_first (.*);
	second_count_ranges #(.WIDTH(2), .COUNT_LOG2(3), .CELL_W(5)) u_second (
		.*, .index_o(second[3:1]), .valid_o(second[0])
	);
	// and the form for values with cycles between them
	reg  apart_q = 1'b0;
	wire apart = valid_i && !apart_q;
	wire [3:0] first_two, second_two;
	gnomon_count_ranges #(.WIDTH(2), .COUNT_LOG2(3), .APART(2), .CELL_W(5)) u_first_two (
		.*, .valid_i(apart), .index_o(first_two[3:1]), .valid_o(first_two[0])
	);
	second_count_ranges #(.WIDTH(2), .COUNT_LOG2(3), .APART(2), .CELL_W(5)) u_second_two (
		.*, .valid_i(apart), .index_o(second_two[3:1]), .valid_o(second_two[0])
	);
	always @(posedge clk)
		apart_q <= apart;
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		if (begun)
			count_ranges: assert(valid_o == second[0]
				&& (!valid_o || index_o == second[3:1])
				&& first_two[0] == second_two[0]
				&& (!first_two[0] || first_two == second_two));
	end
endmodule

module count_ratios_forms (
	input wire clk, first_i, sample_i, pop_i,
	input wire [1:0] a_i, b_i, reset_i
);
	wire ready_o, valid_o;
	wire [31:0] word_o;
	wire [33:0] second;
	gnomon_count_ratios #(.PAIRS(2), .DEPTH_LOG2(5)) u_first (.*);
	second_count_ratios #(.PAIRS(2), .DEPTH_LOG2(5)) u_second (
		.*, .ready_o(second[1]), .valid_o(second[0]), .word_o(second[33:2])
	);
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || first_i);
		assume(!pop_i || valid_o);
		if (begun)
			count_ratios: assert({ready_o, valid_o} == second[1:0]
				&& (!valid_o || word_o == second[33:2]));
	end
endmodule

module count_counters_forms (
	input wire clk, rst, sample_i, flush_i, block_pop_i, level
);
	wire ready_o, block_valid_o, block_last_o, block_busy_o;
	wire [31:0] block_word_o;
	wire [35:0] second;
	// All counters count the same, and the snapshot, which takes long, comes early, with the
	// flush or without
	reg         first_i = 1'b0, begun = 1'b0;
	reg  [18:0] count_i = 19'h7ffff;
	wire [15:0] input_i = {16{level}};
	always @(posedge clk) begin
		begun   <= 1'b1;
		first_i <= !begun;
		count_i <= count_i + {18'd0, begun};
	end
	gnomon_count_counters #(.COUNT(16), .TIME_W(12)) u_first (.*);
	second_count_counters #(.COUNT(16), .TIME_W(12)) u_second (
		.*, .ready_o(second[2]), .block_valid_o(second[1]), .block_word_o(second[34:3]),
		.block_last_o(second[35]), .block_busy_o(second[0])
	);
	always @* begin
		assume(rst == !begun);
		assume(sample_i == (count_i == 19'd3) && (!flush_i || sample_i));
		assume(block_pop_i == block_valid_o);
		if (begun)
			count_counters: assert({ready_o, block_valid_o, block_busy_o} == second[2:0]
				&& (!block_valid_o || block_word_o == second[34:3])
				&& (!block_valid_o || block_last_o == second[35]));
	end
endmodule

module count_buckets_forms (
	input wire clk, rst, first_i, wr_valid_i, valid_i, lost_i, bank_i, flush_i, frozen_i,
		block_pop_i,
	input wire [18:0] count_i,
	input wire [4:0] wr_addr_i,
	input wire [7:0] wr_data_i,
	input wire [1:0] value_i
);
	wire block_valid_o, block_last_o, block_busy_o;
	wire [31:0] block_word_o;
	wire [34:0] second;
	gnomon_count_buckets #(
		.WIDTH(2), .COUNT_LOG2(3), .BANKS_LOG2(1), .BITS(16), .TIME_W(12), .CELL_W(5)
	) u_first (.*);
	second_count_buckets #(
		.WIDTH(2), .COUNT_LOG2(3), .BANKS_LOG2(1), .BITS(16), .TIME_W(12), .CELL_W(5)
	) u_second (
		.*, .block_valid_o(second[1]), .block_word_o(second[33:2]),
		.block_last_o(second[34]), .block_busy_o(second[0])
	);
	reg begun = 1'b0;
	always @(posedge clk)
		begun <= 1'b1;
	always @* begin
		assume(begun || rst);
		assume(!block_pop_i || block_valid_o);
		if (begun)
			count_buckets: assert({block_valid_o, block_busy_o} == second[1:0]
				&& (!block_valid_o || block_word_o == second[33:2])
				&& (!block_valid_o || block_last_o == second[34]));
	end
endmodule

module record_builder_forms (
	input wire clk, rst, sync_i, start_i, stop_i, collect_i, wrap_i, halt_i, live_i,
		hit_i, sample_ready_i, snap_ready_i, room_i, resume_i, full_i, half_i,
	input wire [7:0] run_i, actions_i,
	input wire [18:0] count_i,
	input wire [3:0] code_i,
	input wire [5:0] records_i
);
	wire sample_o, reset_o, bank_o, flush_o, wr_o, keep_o, event_o, stopped_o, told_o, active_o,
		due_o, ends_o, whole_o, quiet_o, ending_o;
	wire [63:0] slot_o;
	wire [78:0] second;
	gnomon_record_builder #(.SAMPLES(1), .BLOCKS(1), .TIME_W(12)) u_first (.*);
	second_record_builder #(.SAMPLES(1), .BLOCKS(1), .TIME_W(12)) u_second (
		.*, .sample_o(second[9]), .reset_o(second[8]), .bank_o(second[7]),
		.flush_o(second[6]), .wr_o(second[5]), .slot_o(second[73:10]), .keep_o(second[4]),
		.event_o(second[3]), .stopped_o(second[2]), .told_o(second[1]),
		.active_o(second[0]), .due_o(second[74]), .ends_o(second[75]),
		.whole_o(second[76]), .quiet_o(second[77]), .ending_o(second[78])
	);
	reg       begun = 1'b0, first_i = 1'b0, resumed = 1'b0, halted = 1'b0;
	reg [1:0] silent = 2'd0;  // cycles since the last one of a run
	always @(posedge clk) begin
		begun   <= 1'b1;
		first_i <= start_i && !rst;
		resumed <= resume_i;
		silent  <= active_o || start_i || first_i ? 2'd0 : silent + {1'b0, silent != 2'd3};
		halted  <= !start_i && (halted || halt_i);
	end
	// as in builder_properties
	always @* begin
		assume(begun || rst);
		assume(!start_i || (!rst && !active_o && silent == 2'd3));
		assume(!first_i || !sync_i);
		assume(!resumed || room_i);
		assume((!halt_i && !halted) || room_i);
		if (begun)
			record_builder: assert({
				sample_o, reset_o, bank_o, flush_o, wr_o, keep_o, event_o,
				stopped_o, told_o, active_o
			} == second[9:0]
				&& {ending_o, quiet_o, whole_o, ends_o, due_o} == second[78:74]
				&& (!wr_o || slot_o == second[73:10]));
	end
endmodule
