// SPDX-License-Identifier: Apache-2.0
// soc_local: what a core has for itself, without cache and bus: a window with its time counter and
// its side of the CAPTURE and REPORT lines, counters of its caches, and a memory.
//
//   0x8003_0000  window: words of soc_window; at offset 0x100 again, with a latch of its own, for
//                the interrupt routine
//   0x8003_0200  counters: words of soc_ratios; at offset 0x100 again, as above
//   0x8005_0000  memory, for data and code; an access takes one clock
//
// 1. All time counters begin with 0 in the first clock after reset, and pause while a line is 1, as
//    the counters of the caches do.
// 2. The first word of the memory becomes `jr 0x10(zero)` in reset: interrupts begin there, and a
//    program that does not know it has its interrupts at 0x10.
// 3. With CAPTURE 2 the node of that line is the monitor's, and so is the time counter; with REPORT
//    2, that of REPORT, too: monitor_i is {interrupt and state of REPORT, of CAPTURE, real time,
//    time}, monitor_o {raise, done, round} of REPORT and of CAPTURE.
// 4. Without TIME the times read as 0, without CAPTURE and REPORT the lines' bytes do, without
//    MEMORY_LOG2 there is no memory. Without RATIOS the window is at offset 0x200 too.
// 5. REPORT has the hardware of CAPTURE a second time: what is said of that line holds for it.
`resetall
`default_nettype none

module soc_local #(
	parameter TIME = 1,        // 1: with a time counter
	parameter CAPTURE = 1,     // 1: with a CAPTURE line; 2: with the monitor's
	parameter REPORT = 0,      // 1: with a REPORT line; 2: with the monitor's; requires 0 or
	                           // CAPTURE
	parameter RATIOS = 0,      // 1: with counters of the caches
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
	output wire [1:0]   irq_o,
	// lines: CAPTURE, REPORT
	input  wire [1:0]   line_i,
	input  wire [1:0]   expire_i,
	output wire [1:0]   drive_o,
	input  wire [145:0] monitor_i,
	output wire [11:0]  monitor_o,
	// caches, for RATIOS
	input  wire         icache_access_i,
	input  wire         icache_hit_i,
	input  wire         dcache_access_i,
	input  wire         dcache_hit_i,
	// measurement
	output wire [127:0] times_o, // {real time, time}
	output wire [47:0]  lines_o  // see soc_core
);
	localparam LINES = REPORT != 0 ? 2 : 1;

	generate
		if (REPORT != 0 && CAPTURE != REPORT) begin : gen_bad_report
			REPORT_requires_0_or_CAPTURE u_bad ();
		end
	endgenerate

	wire [TIME_W-1:0]  now, real_now;
	wire [8*LINES-1:0] state, bytes;
	wire [LINES-1:0]   raise, done, store;
	wire [4*LINES-1:0] round;
	wire               pause = |line_i;
	wire               plain_ready, ratios_ready;
	wire [31:0]        plain_rdata, ratios_rdata;
	wire               is_ratios = RATIOS != 0 && addr_i[9];
	wire               unused_pause = pause; // not used without TIME and RATIOS

	assign window_ready_o = is_ratios ? ratios_ready : plain_ready;
	assign window_rdata_o = is_ratios ? ratios_rdata : plain_rdata;

	genvar n;
	generate
		if (CAPTURE == 2 && TIME != 0) begin : gen_monitor_time
			assign now = monitor_i[TIME_W-1:0];
			assign real_now = monitor_i[64 +: TIME_W];
		end else if (TIME != 0) begin : gen_time
			gnomon_line_time #(.WIDTH(TIME_W), .REAL(1)) u_line_time (
				.clk(clk),
				.clear_i(rst),
				.pause_i(pause),
				.time_o(now),
				.real_o(real_now)
			);
		end else begin : gen_no_time
			assign now = {TIME_W{1'b0}};
			assign real_now = {TIME_W{1'b0}};
		end

		for (n = 0; n < 2; n = n + 1) begin : gen_line
			if (n < LINES && CAPTURE == 2) begin : gen_monitor
				wire unused = &{1'b0, expire_i[n]};
				assign irq_o[n] = monitor_i[136 + 9*n];
				assign state[8*n +: 8] = monitor_i[128 + 9*n +: 8];
				assign drive_o[n] = 1'b0;
				assign lines_o[24*n +: 24] = {state[8*n +: 8], bytes[8*n +: 8],
					store[n], 4'd0, irq_o[n], 1'b0, line_i[n]};
			end else if (n < LINES && CAPTURE != 0) begin : gen_node
				wire began, finished, ended, own, timed_out;
				wire unused = &{1'b0, timed_out};
				gnomon_line_node u_line_node (
					.clk(clk),
					.rst(rst),
					.raise_i(raise[n]),
					.done_i(done[n]),
					.round_i(round[4*n +: 4]),
					.irq_o(irq_o[n]),
					.state_o(state[8*n +: 8]),
					.line_i(line_i[n]),
					.expire_i(expire_i[n]),
					.drive_o(drive_o[n]),
					.began_o(began),
					.finished_o(finished),
					.ended_o(ended),
					.own_o(own),
					.timed_out_o(timed_out)
				);
				assign lines_o[24*n +: 24] = {state[8*n +: 8], bytes[8*n +: 8],
					store[n], own, ended, finished, began, irq_o[n],
					drive_o[n], line_i[n]};
			end else begin : gen_no_node
				wire unused = &{1'b0, line_i[n], expire_i[n]};
				assign irq_o[n] = 1'b0;
				assign drive_o[n] = 1'b0;
				assign lines_o[24*n +: 24] = 24'd0;
			end
		end

		wire unused_monitor = &{1'b0, monitor_i};
		if (CAPTURE == 0) begin : gen_no_capture
			wire unused = &{1'b0, raise, done, round, store, bytes};
			assign state = 8'd0;
		end

		if (RATIOS != 0) begin : gen_ratios
			soc_ratios u_ratios (
				.clk(clk),
				.rst(rst),
				.valid_i(window_valid_i && addr_i[9]),
				.master_i(addr_i[8]),
				.word_i(addr_i[3:2]),
				.ready_o(ratios_ready),
				.rdata_o(ratios_rdata),
				.pause_i(pause),
				.icache_access_i(icache_access_i),
				.icache_hit_i(icache_hit_i),
				.dcache_access_i(dcache_access_i),
				.dcache_hit_i(dcache_hit_i)
			);
		end else begin : gen_no_ratios
			wire unused = &{1'b0, icache_access_i, icache_hit_i, dcache_access_i,
				dcache_hit_i};
			assign ratios_ready = 1'b0;
			assign ratios_rdata = 32'd0;
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

	assign monitor_o[5:0] = {raise[0], done[0], round[3:0]};
	generate
		if (LINES > 1) begin : gen_report_o
			assign monitor_o[11:6] = {raise[1], done[1], round[7:4]};
		end else begin : gen_no_report_o
			assign monitor_o[11:6] = 6'd0;
		end
	endgenerate

	soc_window #(
		.WINDOW_W(WINDOW_W),
		.TIME_W(TIME_W),
		.MASTERS(2),
		.LINES(LINES)
	) u_window (
		.clk(clk),
		.rst(rst),
		.valid_i(window_valid_i && !is_ratios),
		.master_i({3'd0, addr_i[8]}),
		.word_i(addr_i[6:2]),
		.wstrb_i(wstrb_i),
		.wdata_i(wdata_i),
		.ready_o(plain_ready),
		.rdata_o(plain_rdata),
		.time_i(now),
		.real_i(real_now),
		.state_i(state),
		.raise_o(raise),
		.done_o(done),
		.round_o(round),
		.store_o(store),
		.byte_o(bytes)
	);
endmodule

`resetall
