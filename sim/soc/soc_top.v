// SPDX-License-Identifier: Apache-2.0
// soc_top: the target that everything is tried on: CORES PicoRV32 with caches on one shared bus, a
// memory, a mailbox and a timer. README.md in sim/ has the memory map.
//
// Reset holds all cores; meanwhile the load port fills the memory. All outputs come from registers
// or from logic that does not depend on rst. Each core's event port goes out as the core makes it
// (soc_port.v and its siblings take it to a bus); the port's answer is the only other input, and is
// the same at all times: what the system does after reset depends on its program alone.
//
// Options, each 0 where the system does without (see soc_central, soc_local, soc_events):
//   TIME_CENTRAL  a time counter on the shared bus, at 0x8004_0000
//   TIME_LOCAL    a time counter at each core, in the window of its own
//   CAPTURE       1: a CAPTURE line in its interrupt form: a node at each core, in the same window;
//                 2: that of the monitor, with its time counters
//   REPORT        a REPORT line beside it, of the same kind
//   RATIOS        counters of its caches at each core, in the same window
//   LOCAL_LOG2    a memory at each core; interrupts then begin there
//   EVENTS        an event port on the shared bus, at 0x8006_0000
// All time counters pause while a line is asserted. A store to a window asserts it in its own
// clock, whatever the bus does. An access of the central counter or event port holds the bus for
// far_i clocks before it arrives there.
`resetall
`default_nettype none

module soc_top #(
	parameter CORES = 4,             // 1 to 16
	parameter MEMORY_LOG2 = 16,      // 32-bit words of memory, log2
	parameter LATENCY = 4,           // of the memory, clocks
	parameter ICACHE_LINES_LOG2 = 6, // see soc_cache
	parameter DCACHE_LINES_LOG2 = 6,
	parameter WORDS_LOG2 = 2,
	parameter TIME_CENTRAL = 0,      // 1: with it; requires CORES <= 8
	parameter TIME_LOCAL = 0,        // 1: with it
	parameter CAPTURE = 0,           // 1: with it; 2: with the monitor's
	parameter REPORT = 0,            // 1: with it; 2: with the monitor's; see soc_local
	parameter RATIOS = 0,            // 1: with it
	parameter EVENTS = 0,            // 1: with it
	parameter LIMIT = 0,             // clocks of a round of a line before its time-out; 0: none
	parameter LOCAL_LOG2 = 0,        // 32-bit words of memory, log2: 2 to 14; 0: none
	parameter TIME_W = 32,           // bits of the times, 10 to 64
	parameter WINDOW_W = 32,         // see soc_window
	parameter OWNER_W = CORES > 1 ? $clog2(CORES) : 1 // derived, do not set
) (
	input  wire                clk,
	input  wire                rst,
	input  wire                translate_i, // the cores translate addresses; does not change
	                                        // but in reset
	input  wire [7:0]          far_i,       // clocks that an access of the central counter or
	                                        // event port takes to get there; as translate_i
	input  wire                load_valid_i,
	input  wire [31:0]         load_addr_i,
	input  wire [31:0]         load_data_i,
	// event ports, core 0 lowest; see soc_core
	output wire [CORES-1:0]    port_valid_o,
	output wire [CORES*10-1:0] port_addr_o,
	output wire [CORES*4-1:0]  port_wstrb_o,
	output wire [CORES*32-1:0] port_wdata_o,
	output wire [CORES*32-1:0] store_pc_o,
	input  wire [CORES-1:0]    port_ready_i,
	input  wire [CORES*32-1:0] port_rdata_i,
	// the monitor's nodes of the lines, core 0 lowest; see soc_local
	input  wire [CORES*146-1:0] monitor_i,
	output wire [CORES*12-1:0] monitor_o,
	// the system's own outputs
	output wire                console_valid_o,
	output wire [7:0]          console_data_o,
	output wire [CORES-1:0]    exit_o,
	output wire [CORES*8-1:0]  code_o,
	output wire [CORES-1:0]    trap_o,
	// measurement, core 0 lowest
	output wire [CORES-1:0]    retired_o,
	output wire [CORES*32-1:0] pc_o,
	output wire [CORES-1:0]    icache_access_o,
	output wire [CORES-1:0]    icache_hit_o,
	output wire [CORES-1:0]    dcache_access_o,
	output wire [CORES-1:0]    dcache_hit_o,
	output wire [CORES-1:0]    stall_o,
	output wire [CORES-1:0]    waiting_o,
	output wire [CORES-1:0]    access_o,
	output wire [CORES*32-1:0] access_addr_o,
	output wire [CORES-1:0]    access_write_o,
	output wire [CORES*13-1:0] activity_o,
	output wire [CORES-1:0]    bus_grant_o,
	output wire                bus_busy_o,
	output wire [OWNER_W-1:0]  bus_owner_o,
	output wire                bus_word_o, // a word is done
	output wire [31:0]         bus_addr_o,
	output wire [3:0]          bus_wstrb_o, // 0: read
	// of the options, 0 without them: {real time, time} of the central counter and of each
	// core; the nodes of the lines (see soc_core), the length of CAPTURE and the time-outs of
	// both, CAPTURE lowest; a write of the central event port (see soc_events)
	output wire [127:0]        central_o,
	output wire [CORES*128-1:0] times_o,
	output wire [CORES*48-1:0] lines_o,
	output wire [31:0]         length_o,
	output wire [1:0]          expire_o,
	output wire                event_write_o,
	output wire [9:0]          event_word_o,
	output wire [31:0]         event_data_o
);
	generate
		if (CORES < 1 || CORES > 16) begin : gen_bad_cores
			CORES_must_be_1_to_16 u_bad ();
		end
	endgenerate

	wire [CORES-1:0]    req, line, beat, snoop_valid, timer_line, passed;
	wire [CORES*32-1:0] addr, wdata;
	wire [CORES*4-1:0]  wstrb;
	wire                last;
	wire [31:0]         snoop_addr;

	wire        s_valid, memory_ready;
	wire [31:0] s_addr, s_addr_next, s_wdata, memory_rdata, mailbox_rdata, timer_rdata;
	wire [3:0]  s_wstrb;

	wire        is_device = s_addr[31];
	wire        is_events = EVENTS != 0 && s_addr[18:17] == 2'b11;
	wire        is_central = TIME_CENTRAL != 0 && s_addr[18] && !is_events;
	wire        is_far = is_device && (is_central || is_events);
	wire        is_timer = !is_central && !is_events && s_addr[16];
	wire        s_write = s_wstrb != 4'd0;
	wire        central_ready;
	wire [31:0] central_rdata;
	reg  [7:0]  far; // clocks that the access of the bus has been under way
	wire        arrived = s_valid && (!is_far || far == far_i);
	wire        s_ready = !is_device ? memory_ready : is_central ? central_ready : arrived;
	wire [31:0] s_rdata = !is_device ? memory_rdata : is_central ? central_rdata
		: is_events ? 32'd0 : is_timer ? timer_rdata : mailbox_rdata;

	wire [2*CORES-1:0] line_drive; // of each core: CAPTURE, REPORT
	wire [CORES-1:0]   capture_drive, capture_line, report_drive, report_line;

	always @(posedge clk) begin
		if (rst || !s_valid || s_ready)
			far <= 8'd0;
		else if (is_far && !arrived)
			far <= far + 8'd1;
	end

	assign bus_word_o = s_valid && s_ready;
	assign bus_addr_o = s_addr;
	assign bus_wstrb_o = s_wstrb;

	genvar g;
	generate
		for (g = 0; g < CORES; g = g + 1) begin : gen_core
			soc_core #(
				.ICACHE_LINES_LOG2(ICACHE_LINES_LOG2),
				.DCACHE_LINES_LOG2(DCACHE_LINES_LOG2),
				.WORDS_LOG2(WORDS_LOG2),
				.TIME(TIME_LOCAL),
				.CAPTURE(CAPTURE),
				.REPORT(REPORT),
				.RATIOS(RATIOS),
				.MEMORY_LOG2(LOCAL_LOG2),
				.TIME_W(TIME_W),
				.WINDOW_W(WINDOW_W)
			) u_core (
				.clk(clk),
				.rst(rst),
				.translate_i(translate_i),
				.req_o(req[g]),
				.addr_o(addr[g*32 +: 32]),
				.line_o(line[g]),
				.wstrb_o(wstrb[g*4 +: 4]),
				.wdata_o(wdata[g*32 +: 32]),
				.beat_i(beat[g]),
				.last_i(last),
				.grant_i(bus_grant_o[g]),
				.rdata_i(s_rdata),
				.snoop_valid_i(snoop_valid[g]),
				.snoop_addr_i(snoop_addr),
				.port_valid_o(port_valid_o[g]),
				.port_addr_o(port_addr_o[g*10 +: 10]),
				.port_wstrb_o(port_wstrb_o[g*4 +: 4]),
				.port_wdata_o(port_wdata_o[g*32 +: 32]),
				.store_pc_o(store_pc_o[g*32 +: 32]),
				.port_ready_i(port_ready_i[g]),
				.port_rdata_i(port_rdata_i[g*32 +: 32]),
				.line_i({report_line[g], capture_line[g]}),
				.monitor_i(monitor_i[g*146 +: 146]),
				.monitor_o(monitor_o[g*12 +: 12]),
				.expire_i(expire_o),
				.drive_o(line_drive[2*g +: 2]),
				.timer_i(timer_line[g]),
				.barrier_i(passed[g]),
				.trap_o(trap_o[g]),
				.retired_o(retired_o[g]),
				.pc_o(pc_o[g*32 +: 32]),
				.icache_access_o(icache_access_o[g]),
				.icache_hit_o(icache_hit_o[g]),
				.dcache_access_o(dcache_access_o[g]),
				.dcache_hit_o(dcache_hit_o[g]),
				.stall_o(stall_o[g]),
				.waiting_o(waiting_o[g]),
				.access_o(access_o[g]),
				.access_addr_o(access_addr_o[g*32 +: 32]),
				.access_write_o(access_write_o[g]),
				.activity_o(activity_o[g*13 +: 13]),
				.times_o(times_o[g*128 +: 128]),
				.lines_o(lines_o[g*48 +: 48])
			);
			assign {report_drive[g], capture_drive[g]} = line_drive[2*g +: 2];
		end
	endgenerate

	soc_bus #(.CORES(CORES), .OWNER_W(OWNER_W), .WORDS_LOG2(WORDS_LOG2)) u_bus (
		.clk(clk),
		.rst(rst),
		.req_i(req),
		.addr_i(addr),
		.line_i(line),
		.wstrb_i(wstrb),
		.wdata_i(wdata),
		.beat_o(beat),
		.last_o(last),
		.snoop_valid_o(snoop_valid),
		.snoop_addr_o(snoop_addr),
		.s_valid_o(s_valid),
		.s_addr_o(s_addr),
		.s_addr_next_o(s_addr_next),
		.s_wstrb_o(s_wstrb),
		.s_wdata_o(s_wdata),
		.s_ready_i(s_ready),
		.busy_o(bus_busy_o),
		.owner_o(bus_owner_o),
		.grant_o(bus_grant_o)
	);

	soc_memory #(.WORDS_LOG2(MEMORY_LOG2), .LATENCY(LATENCY)) u_memory (
		.clk(clk),
		.rst(rst),
		.valid_i(s_valid && !is_device),
		.addr_i(s_addr),
		.addr_next_i(s_addr_next),
		.wstrb_i(s_wstrb),
		.wdata_i(s_wdata),
		.ready_o(memory_ready),
		.rdata_o(memory_rdata),
		.load_valid_i(rst && load_valid_i),
		.load_addr_i(load_addr_i),
		.load_data_i(load_data_i)
	);

	soc_mailbox #(.CORES(CORES), .OWNER_W(OWNER_W)) u_mailbox (
		.clk(clk),
		.rst(rst),
		.valid_i(s_valid && is_device && !is_timer && !is_central && !is_events),
		.owner_i(bus_owner_o),
		.addr_i(s_addr[5:0]),
		.write_i(s_write),
		.wdata_i(s_wdata),
		.rdata_o(mailbox_rdata),
		.passed_o(passed),
		.console_valid_o(console_valid_o),
		.console_data_o(console_data_o),
		.exit_o(exit_o),
		.code_o(code_o)
	);

	soc_timer #(.CORES(CORES), .OWNER_W(OWNER_W)) u_timer (
		.clk(clk),
		.rst(rst),
		.valid_i(s_valid && is_device && is_timer),
		.owner_i(bus_owner_o),
		.addr_i(s_addr[3:0]),
		.write_i(s_write),
		.wdata_i(s_wdata),
		.rdata_o(timer_rdata),
		.line_o(timer_line)
	);

	generate
		if (TIME_CENTRAL != 0) begin : gen_central
			soc_central #(
				.CORES(CORES),
				.OWNER_W(OWNER_W),
				.TIME_W(TIME_W),
				.WINDOW_W(WINDOW_W)
			) u_central (
				.clk(clk),
				.rst(rst),
				.valid_i(arrived && is_device && is_central),
				.owner_i(bus_owner_o),
				.addr_i(s_addr[8:0]),
				.wstrb_i(s_wstrb),
				.wdata_i(s_wdata),
				.ready_o(central_ready),
				.rdata_o(central_rdata),
				// the monitor's line is not in reset
				.pause_i((capture_line[0] || report_line[0]) && !rst),
				.times_o(central_o)
			);
		end else begin : gen_no_central
			assign central_ready = 1'b0;
			assign central_rdata = 32'd0;
			assign central_o = 128'd0;
		end

		if (CAPTURE == 2) begin : gen_monitor
			wire unused = &{1'b0, capture_drive};
			for (g = 0; g < CORES; g = g + 1) begin : gen_line
				assign capture_line[g] = monitor_i[g*146 + 133]; // it is asserted
			end
			assign length_o = 32'd0;
			assign expire_o[0] = 1'b0;
		end else if (CAPTURE != 0) begin : gen_capture
			wire capture_here, capture_asked;
			wire unused = &{1'b0, capture_here, capture_asked};
			gnomon_line_wire #(.NODES(CORES), .STAGES(0)) u_line_wire (
				.clk(clk),
				.rst(rst),
				.drive_i(capture_drive),
				.line_o(capture_line),
				.wait_i(1'b0),
				.here_o(capture_here),
				.asked_o(capture_asked)
			);
			gnomon_line_limit #(.WIDTH(32)) u_line_limit (
				.clk(clk),
				.rst(rst),
				.line_i(capture_line[0]),
				.limit_i(LIMIT),
				.length_o(length_o),
				.expire_o(expire_o[0])
			);
		end else begin : gen_no_capture
			wire unused = &{1'b0, capture_drive};
			assign capture_line = {CORES{1'b0}};
			assign length_o = 32'd0;
			assign expire_o[0] = 1'b0;
		end

		if (REPORT == 2) begin : gen_monitor_report
			wire unused = &{1'b0, report_drive};
			for (g = 0; g < CORES; g = g + 1) begin : gen_line
				assign report_line[g] = monitor_i[g*146 + 142];
			end
			assign expire_o[1] = 1'b0;
		end else if (REPORT != 0) begin : gen_report
			wire [31:0] length;
			wire        report_here, report_asked;
			wire        unused = &{1'b0, length, report_here, report_asked};
			gnomon_line_wire #(.NODES(CORES), .STAGES(0)) u_report_wire (
				.clk(clk),
				.rst(rst),
				.drive_i(report_drive),
				.line_o(report_line),
				.wait_i(1'b0),
				.here_o(report_here),
				.asked_o(report_asked)
			);
			gnomon_line_limit #(.WIDTH(32)) u_report_limit (
				.clk(clk),
				.rst(rst),
				.line_i(report_line[0]),
				.limit_i(LIMIT),
				.length_o(length),
				.expire_o(expire_o[1])
			);
		end else begin : gen_no_report
			wire unused = &{1'b0, report_drive};
			assign report_line = {CORES{1'b0}};
			assign expire_o[1] = 1'b0;
		end

		if (EVENTS != 0) begin : gen_events
			soc_events #(.OWNER_W(OWNER_W)) u_events (
				.valid_i(arrived && is_device && is_events),
				.owner_i(bus_owner_o),
				.word_i(s_addr[11:2]),
				.wstrb_i(s_wstrb),
				.wdata_i(s_wdata),
				.write_o(event_write_o),
				.word_o(event_word_o),
				.data_o(event_data_o)
			);
		end else begin : gen_no_events
			assign event_write_o = 1'b0;
			assign event_word_o = 10'd0;
			assign event_data_o = 32'd0;
		end
	endgenerate
endmodule

`resetall
