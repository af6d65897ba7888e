// SPDX-License-Identifier: Apache-2.0
// soc_top: the target that everything is tried on: CORES PicoRV32 with caches on one shared bus, a
// memory, a mailbox and a timer. README.md in sim/ has the memory map.
//
// Reset holds all cores; meanwhile the load port fills the memory. All outputs come from registers
// or from logic that does not depend on rst. Each core's event port goes out as the core makes it
// (soc_port.v and its siblings take it to a bus); the port's answer is the only other input, and is
// the same at all times: what the system does after reset depends on its program alone.
`resetall
`default_nettype none

module soc_top #(
	parameter CORES = 4,             // 1 to 16
	parameter MEMORY_LOG2 = 16,      // 32-bit words of memory, log2
	parameter LATENCY = 4,           // of the memory, clocks
	parameter ICACHE_LINES_LOG2 = 6, // see soc_cache
	parameter DCACHE_LINES_LOG2 = 6,
	parameter WORDS_LOG2 = 2,
	parameter OWNER_W = CORES > 1 ? $clog2(CORES) : 1 // derived, do not set
) (
	input  wire                clk,
	input  wire                rst,
	input  wire                translate_i, // the cores translate addresses; does not change
	                                        // but in reset
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
	output wire [3:0]          bus_wstrb_o // 0: read
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
	wire        is_timer = s_addr[16];
	wire        s_write = s_wstrb != 4'd0;
	wire        s_ready = is_device ? s_valid : memory_ready;
	wire [31:0] s_rdata = !is_device ? memory_rdata : is_timer ? timer_rdata : mailbox_rdata;

	assign bus_word_o = s_valid && s_ready;
	assign bus_addr_o = s_addr;
	assign bus_wstrb_o = s_wstrb;

	genvar g;
	generate
		for (g = 0; g < CORES; g = g + 1) begin : gen_core
			soc_core #(
				.ICACHE_LINES_LOG2(ICACHE_LINES_LOG2),
				.DCACHE_LINES_LOG2(DCACHE_LINES_LOG2),
				.WORDS_LOG2(WORDS_LOG2)
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
				.activity_o(activity_o[g*13 +: 13])
			);
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
		.valid_i(s_valid && is_device && !is_timer),
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
endmodule

`resetall
