// SPDX-License-Identifier: Apache-2.0
// soc_core: one PicoRV32 with an instruction cache, a data cache, the wait instruction and one bus
// port.
//
// 1. The core has one memory port; fetches go to the instruction cache, accesses of the event
//    port's window (0x8002_0000, 4 KiB) to the port, all else to the data cache, one at a time, so
//    that both caches share the bus port.
// 2. An access of the window holds port_valid_o, with the rest, until port_ready_i. It is not seen
//    by cache and bus.
// 3. The measurement outputs: retired_o with pc_o (from RVFI: the instruction's address, in the
//    clock after the next one was launched), the caches' look-ups, stall_o (an access is not
//    answered in this clock), waiting_o (held by wait), access_o with access_addr_o and
//    access_write_o (a load or store, of devices too, is complete in this clock; the address is
//    that of its lowest byte). store_pc_o is the address of the instruction that makes the port's
//    access.
// 4. activity_o, further signals for preprocessors, lowest bit first: writing (a store is not
//    complete before this clock's end), writing_data (one to memory), request (the first clock of a
//    request of the bus), grant (the first one in which the bus is this core's), bus_wait
//    (requested, and not yet granted), transaction (the last word of one is done), beat (a word is
//    done), tlb_access, tlb_miss (see soc_tlb; 0 without translate_i), and 4 bits: the bytes that
//    this word moves.
//
// 5. With TIME, CAPTURE, RATIOS or MEMORY_LOG2 the core has a window and a memory of its own
//    (soc_local), that cache and bus do not see. times_o is {real time, time} of this clock;
//    lines_o has 24 bits of the node of the CAPTURE line and then 24 of that of the REPORT line,
//    lowest bit first: line, drive, irq, began, finished, ended, own, store (a store to the line's
//    byte is in its first clock), 8 bits: the byte that it stores, and 8 bits: state. See
//    gnomon_line_node.
//
// The instruction cache does not snoop: programs do not change their own code.
// CONSTRAINT: picorv32.v is compiled with RISCV_FORMAL defined.
`resetall
`default_nettype none

module soc_core #(
	parameter ICACHE_LINES_LOG2 = 6, // see soc_cache
	parameter DCACHE_LINES_LOG2 = 6,
	parameter WORDS_LOG2 = 2,
	parameter TIME = 0,              // see soc_local
	parameter CAPTURE = 0,
	parameter REPORT = 0,
	parameter RATIOS = 0,
	parameter MEMORY_LOG2 = 0,
	parameter TIME_W = 32,
	parameter WINDOW_W = 32
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        translate_i, // with a look-aside buffer; does not change but in reset
	// bus
	output wire        req_o,
	output wire [31:0] addr_o,
	output wire        line_o,
	output wire [3:0]  wstrb_o,
	output wire [31:0] wdata_o,
	input  wire        beat_i,
	input  wire        last_i,
	input  wire        grant_i,
	input  wire [31:0] rdata_i,
	input  wire        snoop_valid_i,
	input  wire [31:0] snoop_addr_i,
	// event port
	output wire        port_valid_o,
	output wire [9:0]  port_addr_o, // word address in the window
	output wire [3:0]  port_wstrb_o, // 0: read
	output wire [31:0] port_wdata_o,
	output wire [31:0] store_pc_o, // 0 without port_valid_o
	input  wire        port_ready_i,
	input  wire [31:0] port_rdata_i,
	// CAPTURE line: interrupt 4, by level; REPORT line: interrupt 5
	input  wire [1:0]  line_i,
	input  wire [1:0]  expire_i,
	output wire [1:0]  drive_o,
	input  wire [145:0] monitor_i, // see soc_local
	output wire [11:0] monitor_o,
	// lines
	input  wire        timer_i,   // interrupt 3, by level
	input  wire        barrier_i, // barrier passed
	output wire        trap_o,
	// measurement
	output wire        retired_o,
	output wire [31:0] pc_o, // 0 where nothing retires
	output wire        icache_access_o,
	output wire        icache_hit_o,
	output wire        dcache_access_o,
	output wire        dcache_hit_o,
	output wire        stall_o,
	output wire        waiting_o,
	output wire        access_o,
	output wire [31:0] access_addr_o, // 0 without access_o, as access_write_o
	output wire        access_write_o,
	output wire [12:0] activity_o,
	output wire [127:0] times_o,
	output wire [47:0] lines_o
);
	// interrupts that there are not
	localparam [31:0] NO_IRQ = REPORT != 0 ? 32'hffff_ffc7 : CAPTURE != 0 ? 32'hffff_ffe7
		: 32'hffff_fff7;

	wire        mem_valid, mem_instr;
	wire        valid; // the access has its translation
	wire [31:0] mem_addr;
	wire        i_ready, d_ready;
	wire [31:0] i_rdata, d_rdata;
	wire        i_req, d_req;
	wire [31:0] i_addr, d_addr;
	wire        i_line, d_line;

	wire        is_port = mem_addr[31:12] == 20'h80020;
	wire        is_window, is_memory; // the core's own
	wire        window_ready;
	wire [1:0]  line_irq;
	wire [31:0] window_rdata, memory_rdata;
	wire        mem_ready = is_memory || (mem_instr ? i_ready : is_port ? port_ready_i
		: is_window ? window_ready : d_ready);
	wire [31:0] mem_rdata = is_memory ? memory_rdata : mem_instr ? i_rdata
		: is_port ? port_rdata_i : is_window ? window_rdata : d_rdata;

	assign req_o = mem_instr ? i_req : d_req;
	assign addr_o = mem_instr ? i_addr : d_addr;
	assign line_o = mem_instr ? i_line : d_line;
	assign stall_o = mem_valid && !mem_ready;

	wire        storing = mem_valid && !mem_instr && wstrb_o != 4'd0;
	wire [2:0]  stored = {2'd0, wstrb_o[0]} + {2'd0, wstrb_o[1]} + {2'd0, wstrb_o[2]}
		+ {2'd0, wstrb_o[3]};
	wire [3:0]  moved = !beat_i ? 4'd0 : !line_o && storing ? {1'b0, stored} : 4'd4;
	wire        tlb_access, tlb_miss;
	reg         requested, granted; // in the clock before

	always @(posedge clk) begin
		requested <= req_o && !rst;
		granted <= grant_i && !rst;
	end

	assign activity_o = {moved, tlb_miss, tlb_access, beat_i, beat_i && last_i, req_o
		&& !grant_i, grant_i && !granted,
		req_o && !requested, storing && !mem_addr[31], storing};

	wire        pcpi_valid, pcpi_wait, pcpi_ready;
	wire [31:0] pcpi_insn, pcpi_rs1, pcpi_rd;
	wire        rvfi_valid, rvfi_trap;
	wire [31:0] rvfi_pc;

	assign retired_o = rvfi_valid && !rvfi_trap;
	assign pc_o = retired_o ? rvfi_pc : 32'd0;

	picorv32 #(
		.ENABLE_COUNTERS64(0),
		.BARREL_SHIFTER(1),
		.ENABLE_PCPI(1),
		.ENABLE_FAST_MUL(1),
		.ENABLE_DIV(1),
		.ENABLE_IRQ(1),
		.ENABLE_IRQ_TIMER(0),
		.MASKED_IRQ(NO_IRQ),
		.LATCHED_IRQ(NO_IRQ),
		.PROGADDR_RESET(32'h0000_0000),
		.PROGADDR_IRQ(MEMORY_LOG2 != 0 ? 32'h8005_0000 : 32'h0000_0010)
	) u_cpu (
		.clk(clk),
		.resetn(!rst),
		.trap(trap_o),
		.mem_valid(mem_valid),
		.mem_instr(mem_instr),
		.mem_ready(mem_ready),
		.mem_addr(mem_addr),
		.mem_wdata(wdata_o),
		.mem_wstrb(wstrb_o),
		.mem_rdata(mem_rdata),
		.pcpi_valid(pcpi_valid),
		.pcpi_insn(pcpi_insn),
		.pcpi_rs1(pcpi_rs1),
		.pcpi_wr(1'b1),
		.pcpi_rd(pcpi_rd),
		.pcpi_wait(pcpi_wait),
		.pcpi_ready(pcpi_ready),
		.irq({26'd0, line_irq, timer_i, 3'd0}),
		.rvfi_valid(rvfi_valid),
		.rvfi_trap(rvfi_trap),
		.rvfi_pc_rdata(rvfi_pc)
	);

	// While an access of data waits, PicoRV32 stays in the instruction that makes it: reg_pc is
	// that one's address, reg_op1 the address of the data to the byte, of which mem_addr has
	// the word.
	assign access_o = mem_valid && !mem_instr && mem_ready;
	assign access_addr_o = access_o ? {mem_addr[31:2], u_cpu.reg_op1[1:0]} : 32'd0;
	assign access_write_o = access_o && wstrb_o != 4'd0;
	assign port_valid_o = mem_valid && !mem_instr && is_port;
	assign port_addr_o = mem_addr[11:2];
	assign port_wstrb_o = wstrb_o;
	assign port_wdata_o = wdata_o;
	assign store_pc_o = port_valid_o ? u_cpu.reg_pc : 32'd0;

	generate
		if (TIME != 0 || CAPTURE != 0 || RATIOS != 0 || MEMORY_LOG2 != 0) begin : gen_local
			assign is_window = !mem_instr && mem_addr[31:16] == 16'h8003;
			assign is_memory = MEMORY_LOG2 != 0 && mem_addr[31:16] == 16'h8005;
			soc_local #(
				.TIME(TIME),
				.CAPTURE(CAPTURE),
				.REPORT(REPORT),
				.RATIOS(RATIOS),
				.MEMORY_LOG2(MEMORY_LOG2),
				.TIME_W(TIME_W),
				.WINDOW_W(WINDOW_W)
			) u_local (
				.clk(clk),
				.rst(rst),
				.window_valid_i(mem_valid && is_window),
				.memory_valid_i(mem_valid && is_memory),
				.addr_i(mem_addr),
				.wstrb_i(wstrb_o),
				.wdata_i(wdata_o),
				.window_ready_o(window_ready),
				.window_rdata_o(window_rdata),
				.memory_rdata_o(memory_rdata),
				.irq_o(line_irq),
				.line_i(line_i),
				.expire_i(expire_i),
				.drive_o(drive_o),
				.monitor_i(monitor_i),
				.monitor_o(monitor_o),
				.icache_access_i(icache_access_o),
				.icache_hit_i(icache_hit_o),
				.dcache_access_i(dcache_access_o),
				.dcache_hit_i(dcache_hit_o),
				.times_o(times_o),
				.lines_o(lines_o)
			);
		end else begin : gen_no_local
			wire unused = &{1'b0, line_i, expire_i, monitor_i};
			assign monitor_o = 12'd0;
			assign {is_window, is_memory, window_ready, line_irq, drive_o} = 7'd0;
			assign {window_rdata, memory_rdata} = 64'd0;
			assign times_o = 128'd0;
			assign lines_o = 48'd0;
		end
	endgenerate

	soc_wait u_wait (
		.pcpi_valid_i(pcpi_valid),
		.pcpi_insn_i(pcpi_insn),
		.pcpi_rs1_i(pcpi_rs1),
		.pcpi_wait_o(pcpi_wait),
		.pcpi_ready_o(pcpi_ready),
		.pcpi_rd_o(pcpi_rd),
		.lines_i({barrier_i, timer_i || |line_irq}),
		.waiting_o(waiting_o)
	);

	soc_tlb u_tlb (
		.clk(clk),
		.rst(rst),
		.enable_i(translate_i),
		.valid_i(mem_valid),
		.addr_i(mem_addr),
		.ready_i(mem_ready),
		.valid_o(valid),
		.access_o(tlb_access),
		.miss_o(tlb_miss)
	);

	soc_cache #(.LINES_LOG2(ICACHE_LINES_LOG2), .WORDS_LOG2(WORDS_LOG2)) u_icache (
		.clk(clk),
		.rst(rst),
		.valid_i(valid && mem_instr && !is_memory),
		.addr_i(mem_addr),
		.wstrb_i(4'd0),
		.wdata_i(32'd0),
		.ready_o(i_ready),
		.rdata_o(i_rdata),
		.req_o(i_req),
		.addr_o(i_addr),
		.line_o(i_line),
		.beat_i(beat_i),
		.last_i(last_i),
		.rdata_i(rdata_i),
		.snoop_valid_i(1'b0),
		.snoop_addr_i(32'd0),
		.access_o(icache_access_o),
		.hit_o(icache_hit_o)
	);

	soc_cache #(.LINES_LOG2(DCACHE_LINES_LOG2), .WORDS_LOG2(WORDS_LOG2)) u_dcache (
		.clk(clk),
		.rst(rst),
		.valid_i(valid && !mem_instr && !is_port && !is_window && !is_memory),
		.addr_i(mem_addr),
		.wstrb_i(wstrb_o),
		.wdata_i(wdata_o),
		.ready_o(d_ready),
		.rdata_o(d_rdata),
		.req_o(d_req),
		.addr_o(d_addr),
		.line_o(d_line),
		.beat_i(beat_i),
		.last_i(last_i),
		.rdata_i(rdata_i),
		.snoop_valid_i(snoop_valid_i),
		.snoop_addr_i(snoop_addr_i),
		.access_o(dcache_access_o),
		.hit_o(dcache_hit_o)
	);
endmodule

`resetall
