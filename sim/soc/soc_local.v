// SPDX-License-Identifier: Apache-2.0
// soc_local: what a core has for itself, without cache and bus: a window with its time counter and
// its side of the CAPTURE line, and a memory.
//
//   0x8003_0000  window: words of soc_window; at offset 0x100 again, with a latch of its own, for
//                the interrupt routine
//   0x8005_0000  memory, for data and code; an access takes one clock
//
// 1. All time counters begin with 0 in the first clock after reset, and pause while line_i is 1.
// 2. The first word of the memory becomes `jr 0x10(zero)` in reset: interrupts begin there, and a
//    program that does not know it has its interrupts at 0x10.
// 3. Without TIME the times read as 0, without CAPTURE the line's byte does, without MEMORY_LOG2
//    there is no memory.
`resetall
`default_nettype none

module soc_local #(
	parameter TIME = 1,        // 1: with a time counter
	parameter CAPTURE = 1,     // 1: with a CAPTURE line
	parameter MEMORY_LOG2 = 10, // 32-bit words of memory, log2: 2 to 14; 0: none
	parameter TIME_W = 32,     // bits of the times, 10 to 64
	parameter WINDOW_W = 32    // see soc_window
) (
	input  wire         clk,
	input  wire         rst,
	// core: an access stays until its ready
	input  wire         window_valid_i,
	input  wire         memory_valid_i,
	input  wire [31:0]  addr_i,
	input  wire [3:0]   wstrb_i, // 0: read
	input  wire [31:0]  wdata_i,
	output wire         window_ready_o,
	output wire [31:0]  window_rdata_o,
	output wire [31:0]  memory_rdata_o, // in the same clock
	output wire         irq_o,
	// line
	input  wire         line_i,
	input  wire         expire_i,
	output wire         drive_o,
	// measurement
	output wire [127:0] times_o,  // {real time, time}
	output wire [23:0]  capture_o // see soc_core
);
	wire [TIME_W-1:0] now, real_now;
	wire [7:0]        state;
	wire              raise, done, store, began, finished, ended, own;
	wire [3:0]        round;

	generate
		if (TIME != 0) begin : gen_time
			gnomon_line_time #(.WIDTH(TIME_W), .REAL(1)) u_line_time (
				.clk(clk),
				.clear_i(rst),
				.pause_i(line_i),
				.time_o(now),
				.real_o(real_now)
			);
		end else begin : gen_no_time
			assign now = {TIME_W{1'b0}};
			assign real_now = {TIME_W{1'b0}};
		end

		if (CAPTURE != 0) begin : gen_capture
			wire timed_out;
			wire unused = &{1'b0, timed_out};
			gnomon_line_node u_line_node (
				.clk(clk),
				.rst(rst),
				.raise_i(raise),
				.done_i(done),
				.round_i(round),
				.irq_o(irq_o),
				.state_o(state),
				.line_i(line_i),
				.expire_i(expire_i),
				.drive_o(drive_o),
				.began_o(began),
				.finished_o(finished),
				.ended_o(ended),
				.own_o(own),
				.timed_out_o(timed_out)
			);
		end else begin : gen_no_capture
			wire unused = &{1'b0, raise, done, round, line_i, expire_i};
			assign irq_o = 1'b0;
			assign state = 8'd0;
			assign drive_o = 1'b0;
			assign {began, finished, ended, own} = 4'd0;
		end

		if (MEMORY_LOG2 != 0) begin : gen_memory
			reg  [31:0] memory [0:(1 << MEMORY_LOG2) - 1];
			wire [MEMORY_LOG2-1:0] at = addr_i[MEMORY_LOG2+1:2];
			assign memory_rdata_o = memory[at];
			always @(posedge clk) begin
				if (memory_valid_i && wstrb_i[0])
					memory[at][7:0] <= wdata_i[7:0];
				if (memory_valid_i && wstrb_i[1])
					memory[at][15:8] <= wdata_i[15:8];
				if (memory_valid_i && wstrb_i[2])
					memory[at][23:16] <= wdata_i[23:16];
				if (memory_valid_i && wstrb_i[3])
					memory[at][31:24] <= wdata_i[31:24];
				if (rst)
					memory[0] <= 32'h0100_0067; // jr 0x10(zero)
			end
		end else begin : gen_no_memory
			wire unused = &{1'b0, memory_valid_i};
			assign memory_rdata_o = 32'd0;
		end

		if (TIME_W >= 64) begin : gen_full
			assign times_o = {real_now, now};
		end else begin : gen_narrow
			localparam [63-TIME_W:0] ABOVE = {(64 - TIME_W){1'b0}};
			assign times_o = {ABOVE, real_now, ABOVE, now};
		end
	endgenerate

	assign capture_o = {state, wdata_i[7:0], store, own, ended, finished, began, irq_o, drive_o,
		line_i};

	soc_window #(.WINDOW_W(WINDOW_W), .TIME_W(TIME_W), .MASTERS(2)) u_window (
		.clk(clk),
		.rst(rst),
		.valid_i(window_valid_i),
		.master_i({3'd0, addr_i[8]}),
		.word_i(addr_i[6:2]),
		.wstrb_i(wstrb_i),
		.wdata_i(wdata_i),
		.ready_o(window_ready_o),
		.rdata_o(window_rdata_o),
		.time_i(now),
		.real_i(real_now),
		.state_i(state),
		.raise_o(raise),
		.done_o(done),
		.round_o(round),
		.store_o(store)
	);
endmodule

`resetall
