// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_port: the event port: a write of the target is an event. No output goes back to
// the target.
//
// A write (valid_i; word address {page, sub} and data) has the time of its cycle. It comes out
// twice: FIRE cycles later as an event (fire_o and what it does), and WRITE cycles later as the
// payload of its record, with the process register and the values that depend on it. With EARLY the
// process register of the same write also comes out with fire_o.
//  page 0  sub 0 process register, 1 runnable processes, 2 and 3 start and stop collection, 4 and 5
//          stop and start the time counter, 6 mark. The record of a start of the time counter has,
//          as its data, the number of cycles for which the counter was stopped.
//  others  events of the user and of the run-time system.
// START: sync_i is 1 in the cycle before time 0, clear_i until WRITE cycles later. At time 0 the
// process register, the runnable processes, the stopped cycles and the process times are 0: a run
// keeps nothing that was written before it.
//
// Latency: valid_i to fire_o, user_o, start_o, stop_o, mark_o, process_o: FIRE cycles. addr_i,
//   data_i, pc_i to addr_o, data_o, state_o, pc_o, time_o: WRITE cycles.
//
// With FIRE 2, WRITE 4, EARLY 1: a write of 5 to the process register.
//
//   cycle       0  1  2  3  4  5  6
//   valid_i     0  1  0  0  0  0  0
//   addr_i      -  0  -  -  -  -  -
//   data_i      0  5  0  0  0  0  0
//   fire_o      0  0  0  1  0  0  0
//   user_o      0  0  0  0  0  0  0
//   process_o   -  -  -  5  -  -  -
//   data_o      0  0  0  0  0  5  0
//   state_o     0  0  0  0  0  5  5
//
// Instance:
//   gnomon_trigger_port #(.LUT_BITS(0), .FIRE(6), .WRITE(9), .PC(0), .TIME(0), .EARLY(0)
//   ) u_trigger_port (
//     .clk(clk), .rst(rst), .sync_i(sync), .clear_i(clear), .valid_i(valid), .addr_i(addr_i),
//     .data_i(data_i), .pc_i(pc_i), .fire_o(fire), .user_o(user), .start_o(start), .stop_o(stop),
//     .mark_o(mark), .process_o(process), .addr_o(addr_o), .data_o(data_o), .state_o(state),
//     .pc_o(pc_o), .time_o(time_o)
//   );

module gnomon_trigger_port #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter FIRE  = 6,  // clocks; requires 1..32
	parameter WRITE = 9,  // clocks; requires 3..128
	parameter PC    = 0,  // 1: pc_i is recorded
	parameter TIME  = 0,  // 1: the process's own time is recorded
	parameter EARLY = 0   // 1: process_o is used
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        sync_i,
	input  wire        clear_i,
	// target
	input  wire        valid_i,
	input  wire [9:0]  addr_i,
	input  wire [31:0] data_i,
	input  wire [31:0] pc_i,
	// event, FIRE clocks later
	output wire        fire_o,
	output wire        user_o,   // it is not page 0
	output wire        start_o,
	output wire        stop_o,
	output wire        mark_o,
	output wire [15:0] process_o, // process register, this write included; 0 without EARLY
	// payload, WRITE clocks later
	output wire [9:0]  addr_o,
	output wire [31:0] data_o,
	output wire [31:0] state_o,  // {0, runnable, process}
	output wire [31:0] pc_o,     // 0 without PC
	output wire [31:0] time_o    // 0 without TIME
);

	`include "gnomon_records.vh"

	generate
		if (FIRE < 1 || FIRE > 32 || WRITE < 3 || WRITE > 128 || WRITE < FIRE) begin
			: gen_bad_clocks
			FIRE_must_be_1_to_32_WRITE_3_to_128_and_not_less u_bad ();
		end
	endgenerate

	// The event
	wire [5:0] sub     = addr_i[5:0];
	wire       control = addr_i[9:6] == 4'd0;
	reg  [4:0] what_q;
	always @(posedge clk)
		what_q <= {5{valid_i && !rst}}
			& {1'b1, !control, control && sub == GNO_PORT_START, control
			&& sub == GNO_PORT_STOP,
		                                  control && sub == GNO_PORT_MARK};
	gnomon_cell_delay #(.WIDTH(5), .CLOCKS(FIRE - 1)) u_what (
		.clk (clk),
		.d_i (what_q),
		.q_o ({fire_o, user_o, start_o, stop_o, mark_o})
	);

	// The write, WRITE clocks later
	wire        valid;
	wire [9:0]  addr;
	wire [31:0] data;
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(WRITE - FIRE)) u_valid (
		.clk (clk),
		.d_i (fire_o && !rst),
		.q_o (valid)
	);
	gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(42), .CLOCKS(WRITE), .RAM(1)) u_word (
		.clk (clk),
		.d_i ({addr_i, data_i}),
		.q_o ({addr, data})
	);
	wire is_control    = valid && addr[9:6] == 4'd0;
	wire is_process    = is_control && addr[5:0] == GNO_PORT_PROCESS;
	wire is_runnable   = is_control && addr[5:0] == GNO_PORT_RUNNABLE;
	wire is_time_stop  = is_control && addr[5:0] == GNO_PORT_TIME_STOP;
	wire is_time_start = is_control && addr[5:0] == GNO_PORT_TIME_START;

	// Process and runnable processes
	reg [15:0] process_q;
	reg [7:0]  runnable_q;
	wire [15:0] process_now = is_process ? data[15:0] : process_q;
	wire [7:0]  runnable = is_runnable ? data[7:0] : runnable_q;
	always @(posedge clk)
		if (rst || clear_i) begin
			process_q  <= 16'd0;
			runnable_q <= 8'd0;
		end else begin
			process_q  <= process_now;
			runnable_q <= runnable;
		end

	// Clocks for which the time counter was stopped
	reg        stopped_q;
	reg [31:0] paused_q;
	wire       still = (stopped_q || is_time_stop) && !is_time_start;
	always @(posedge clk) begin
		stopped_q <= still && !clear_i;
		if (clear_i)
			paused_q <= 32'd0;
		else if (still)
			paused_q <= paused_q + 1'b1;
	end

	assign addr_o  = addr;
	assign data_o  = is_time_start ? paused_q : data;
	assign state_o = {8'd0, runnable, process_now};

	generate
		if (EARLY != 0) begin : gen_early
			reg  [15:0] now_q;
			always @(posedge clk)
				if (rst || sync_i)
					now_q <= 16'd0;
				else if (valid_i && control && sub == GNO_PORT_PROCESS)
					now_q <= data_i[15:0];
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(16), .CLOCKS(FIRE - 1),
				.RAM(1)) u_process (
				.clk (clk),
				.d_i (now_q),
				.q_o (process_o)
			);
		end else begin : gen_no_early
			assign process_o = 16'd0;
			wire unused_sync = &{1'b0, sync_i};
		end
		if (PC != 0) begin : gen_pc
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(32), .CLOCKS(WRITE),
				.RAM(1)) u_pc (
				.clk (clk),
				.d_i (pc_i),
				.q_o (pc_o)
			);
		end else begin : gen_no_pc
			assign pc_o = 32'd0;
			wire unused = &{1'b0, pc_i};
		end
		if (TIME != 0) begin : gen_time
			// The table of times is read a clock ahead.
			wire [5:0] early;
			gnomon_cell_delay #(.LUT_BITS(LUT_BITS), .WIDTH(6), .CLOCKS(WRITE - 1),
				.RAM(1)) u_early (
				.clk (clk),
				.d_i (data_i[5:0]),
				.q_o (early)
			);
			gnomon_trigger_process_time #(.LUT_BITS(LUT_BITS)) u_time (
				.clk      (clk),
				.clear_i  (clear_i),
				.early_i  (early),
				.switch_i (is_process),
				.from_i   (process_q[5:0]),
				.to_i     (data[5:0]),
				.time_o   (time_o)
			);
		end else begin : gen_no_time
			assign time_o = 32'd0;
		end
	endgenerate

endmodule
