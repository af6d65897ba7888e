// SPDX-License-Identifier: Apache-2.0
// soc_sim: the top of the simulation: the target, and, by the macros, a monitor and its bridge.
//
//   SOC_MONITOR        name of the generated monitor (soc/*.yaml); not defined: the bare target
//   SOC_UART           with it: the monitor has UART pins, else a byte port
//   SOC_PORT_WISHBONE  with it: the monitor's event ports are Wishbone slaves
//   SOC_PORT_AXILITE   with it: they are AXI4-Lite slaves
//   SOC_SLOTS_LOG2     with SOC_MONITOR: its trace buffer is behind a memory port, and has so many
//                      slots, log2
//   SOC_ROUNDS         with SOC_MONITOR: the cores have its CAPTURE line and its time counters
//   SOC_REPORTS        with that: they have its REPORT line, too
//   SOC_CORES          8, with CORES=8: the nodes are core0 to core7; not defined: 4
//   SOC_TAPS           with that: the cores, the bus and the event ports have taps (soc_taps.vh)
//   SOC_DASH           with SOC_MONITOR: the nodes exact, ticks and jitter watch core 0
//
// 1. The target is held in reset while rst is high.
// 2. With wait_start_i it is then held by the bridge until the monitor's sync_o: its first clock is
//    always time 0 of the monitor.
// 3. hold_o is the target's reset, so that the harness knows what the target does; sync_o is
//    brought out for the log.
// 4. The monitor is connected by the names of its ports: it may watch whatever soc_node.vh names,
//    as much of it as it likes.
`resetall
`default_nettype none

`ifdef SOC_MONITOR
`define SOC_TEXT(word) `"word`"
`define SOC_MONITOR_TEXT `SOC_TEXT(`SOC_MONITOR)
`include "soc_node.vh"
`ifdef SOC_TAPS
`include "soc_taps.vh"
`endif
`endif

module soc_sim #(
	parameter UART_DIVISOR = 4, // clocks a bit; SOC_UART only
	parameter CORES = 4,         // 4 or 8; 8: with SOC_CORES defined as 8
	parameter TIME_CENTRAL = 0,  // options of the target: see soc_top
	parameter TIME_LOCAL = 0,
	parameter CAPTURE = 0,
	parameter REPORT = 0,
	parameter RATIOS = 0,
	parameter EVENTS = 0,
	parameter LIMIT = 0,
	parameter LOCAL_LOG2 = 0,
	parameter TIME_W = 32,
	parameter WINDOW_W = 32,
	parameter OWNER_W = $clog2(CORES) // derived, do not set
) (
	input  wire         clk,
	input  wire         rst,
	input  wire         wait_start_i,
	input  wire         translate_i, // see soc_top
	input  wire [7:0]   far_i,
	input  wire         load_valid_i,
	input  wire [31:0]  load_addr_i,
	input  wire [31:0]  load_data_i,
	output wire         hold_o,
	output wire         sync_o,
	output wire         connected_o,
	output wire         console_valid_o,
	output wire [7:0]   console_data_o,
	output wire [CORES-1:0] exit_o,
	output wire [CORES*8-1:0] code_o,
	output wire [CORES-1:0] trap_o,
	output wire [CORES-1:0] retired_o,
	output wire [CORES*32-1:0] pc_o,
	output wire [CORES-1:0] icache_access_o,
	output wire [CORES-1:0] icache_hit_o,
	output wire [CORES-1:0] dcache_access_o,
	output wire [CORES-1:0] dcache_hit_o,
	output wire [CORES-1:0] stall_o,
	output wire [CORES-1:0] waiting_o,
	output wire [CORES-1:0] access_o,
	output wire [CORES*32-1:0] access_addr_o,
	output wire [CORES-1:0] access_write_o,
	output wire [CORES*13-1:0] activity_o,
	output wire [CORES-1:0] bus_grant_o,
	output wire         bus_busy_o,
	output wire [OWNER_W-1:0] bus_owner_o,
	output wire         bus_word_o,   // a word is done on the bus
	output wire [31:0]  bus_addr_o,   // with bus_busy_o
	output wire [3:0]   bus_wstrb_o,  // with bus_busy_o; 0: read
	output wire [CORES-1:0] port_write_o, // a write of the event port is taken in this clock
	output wire [CORES*10-1:0] port_addr_o,  // with it: word address
	output wire [CORES*32-1:0] port_data_o,  // with it: data, bytes that are not stored 0
	output wire [CORES*32-1:0] store_pc_o,   // with it: address of the store
	output wire [127:0] central_o,    // of the options: see soc_top
	output wire [CORES*128-1:0] times_o,
	output wire [CORES*48-1:0] lines_o,
	output wire [31:0]  length_o,
	output wire [1:0]   expire_o
);
	reg  reset, wait_start;
	wire bridge_hold;
	assign hold_o = reset || (wait_start && bridge_hold);

	always @(posedge clk) begin
		// registers, so that no input reaches the target without a clock
		wait_start <= wait_start_i;
		reset <= rst;
	end

	wire [CORES-1:0] port_valid, port_ready;
	wire [CORES*4-1:0] port_wstrb;
	wire [CORES*32-1:0] port_wdata, port_rdata;
	wire [CORES*146-1:0] line_i; // see monitor_i and monitor_o of soc_top
	wire [CORES*12-1:0] line_o;
`ifndef SOC_ROUNDS
	assign line_i = {(CORES * 146){1'b0}};
	wire unused_line = &{1'b0, line_o};
`endif
	wire         event_write;
	wire [9:0]   event_word;
	wire [31:0]  event_data;

	soc_top #(
		.CORES(CORES),
		.TIME_CENTRAL(TIME_CENTRAL),
		.TIME_LOCAL(TIME_LOCAL),
		.CAPTURE(CAPTURE),
		.REPORT(REPORT),
		.RATIOS(RATIOS),
		.EVENTS(EVENTS),
		.LIMIT(LIMIT),
		.LOCAL_LOG2(LOCAL_LOG2),
		.TIME_W(TIME_W),
		.WINDOW_W(WINDOW_W)
	) u_soc (
		.clk(clk),
		.rst(hold_o),
		.translate_i(translate_i),
		.far_i(far_i),
		.load_valid_i(load_valid_i),
		.load_addr_i(load_addr_i),
		.load_data_i(load_data_i),
		.port_valid_o(port_valid),
		.port_addr_o(port_addr_o),
		.port_wstrb_o(port_wstrb),
		.port_wdata_o(port_wdata),
		.store_pc_o(store_pc_o),
		.port_ready_i(port_ready),
		.port_rdata_i(port_rdata),
		.monitor_i(line_i),
		.monitor_o(line_o),
		.console_valid_o(console_valid_o),
		.console_data_o(console_data_o),
		.exit_o(exit_o),
		.code_o(code_o),
		.trap_o(trap_o),
		.retired_o(retired_o),
		.pc_o(pc_o),
		.icache_access_o(icache_access_o),
		.icache_hit_o(icache_hit_o),
		.dcache_access_o(dcache_access_o),
		.dcache_hit_o(dcache_hit_o),
		.stall_o(stall_o),
		.waiting_o(waiting_o),
		.access_o(access_o),
		.access_addr_o(access_addr_o),
		.access_write_o(access_write_o),
		.activity_o(activity_o),
		.bus_grant_o(bus_grant_o),
		.bus_busy_o(bus_busy_o),
		.bus_owner_o(bus_owner_o),
		.bus_word_o(bus_word_o),
		.bus_addr_o(bus_addr_o),
		.bus_wstrb_o(bus_wstrb_o),
		.central_o(central_o),
		.times_o(times_o),
		.lines_o(lines_o),
		.length_o(length_o),
		.expire_o(expire_o),
		.event_write_o(event_write),
		.event_word_o(event_word),
		.event_data_o(event_data)
	);

	// bytes that a narrow store does not select are 0
	genvar g, b;
	generate
		for (g = 0; g < CORES; g = g + 1) begin : gen_data
			for (b = 0; b < 4; b = b + 1) begin : gen_byte
				assign port_data_o[32*g + 8*b +: 8] = port_wstrb[4*g + b]
					? port_wdata[32*g + 8*b +: 8] : 8'd0;
			end
		end
	endgenerate

`ifdef SOC_PORT_WISHBONE
	wire [CORES-1:0] wb_cyc, wb_stb, wb_stall, wb_ack;
	generate
		for (g = 0; g < CORES; g = g + 1) begin : gen_port
			soc_port_wishbone u_port (
				.clk(clk),
				.rst(hold_o),
				.valid_i(port_valid[g]),
				.write_i(port_wstrb[4*g +: 4] != 4'd0),
				.ready_o(port_ready[g]),
				.write_o(port_write_o[g]),
				.cyc_o(wb_cyc[g]),
				.stb_o(wb_stb[g]),
				.stall_i(wb_stall[g]),
				.ack_i(wb_ack[g])
			);
		end
	endgenerate
`elsif SOC_PORT_AXILITE
	wire [CORES-1:0] axi_awvalid, axi_awready, axi_wvalid, axi_wready, axi_bvalid, axi_bready;
	wire [CORES-1:0] axi_arvalid, axi_arready, axi_rvalid, axi_rready;
	generate
		for (g = 0; g < CORES; g = g + 1) begin : gen_port
			soc_port_axilite u_port (
				.clk(clk),
				.rst(hold_o),
				.valid_i(port_valid[g]),
				.write_i(port_wstrb[4*g +: 4] != 4'd0),
				.ready_o(port_ready[g]),
				.write_o(port_write_o[g]),
				.awvalid_o(axi_awvalid[g]),
				.awready_i(axi_awready[g]),
				.wvalid_o(axi_wvalid[g]),
				.wready_i(axi_wready[g]),
				.bvalid_i(axi_bvalid[g]),
				.bready_o(axi_bready[g]),
				.arvalid_o(axi_arvalid[g]),
				.arready_i(axi_arready[g]),
				.rvalid_i(axi_rvalid[g]),
				.rready_o(axi_rready[g])
			);
		end
	endgenerate
`else
	assign port_rdata = {(CORES * 32){1'b0}};
	generate
		for (g = 0; g < CORES; g = g + 1) begin : gen_port
			soc_port u_port (
				.clk(clk),
				.rst(hold_o),
				.valid_i(port_valid[g]),
				.write_i(port_wstrb[4*g +: 4] != 4'd0),
				.ready_o(port_ready[g]),
				.write_o(port_write_o[g])
			);
		end
	endgenerate
`endif

`ifdef SOC_MONITOR
`ifdef SOC_UART
	wire rx_i, tx_o;

	gnomon_bridge_uart #(
		.DIVISOR(UART_DIVISOR),
		.MONITOR(`SOC_MONITOR_TEXT)
	) u_bridge (
		.clk(clk),
		.rst(rst),
		.txd_o(rx_i),
		.rxd_i(tx_o),
		.sync_i(sync_o),
		.finish_i(1'b0),
		.hold_o(bridge_hold),
		.done_o(),
		.connected_o(connected_o)
	);
`else
	wire       rx_valid_i, rx_ready_o, tx_valid_o, tx_ready_i;
	wire [7:0] rx_data_i, tx_data_o;

	gnomon_bridge #(.MONITOR(`SOC_MONITOR_TEXT)) u_bridge (
		.clk(clk),
		.rst(rst),
		.rx_valid_o(rx_valid_i),
		.rx_ready_i(rx_ready_o),
		.rx_data_o(rx_data_i),
		.tx_valid_i(tx_valid_o),
		.tx_ready_o(tx_ready_i),
		.tx_data_i(tx_data_o),
		.sync_i(sync_o),
		.finish_i(1'b0),
		.hold_o(bridge_hold),
		.done_o(),
		.connected_o(connected_o)
	);
`endif

	// A bus that holds its last word while it is idle: what a qualifier is there for
	reg [31:0] held_pc_q   [0:CORES-1];
	reg [31:0] held_addr_q [0:CORES-1];
	reg        held_write_q [0:CORES-1];
	genvar     h;
	generate
		for (h = 0; h < CORES; h = h + 1) begin : gen_held
			always @(posedge clk) begin
				if (retired_o[h])
					held_pc_q[h] <= pc_o[32*h +: 32];
				if (access_o[h]) begin
					held_addr_q[h]  <= access_addr_o[32*h +: 32];
					held_write_q[h] <= access_write_o[h];
				end
			end
		end
	endgenerate

	`SOC_NODE(0)
	`SOC_NODE(1)
	`SOC_NODE(2)
	`SOC_NODE(3)
`ifdef SOC_CORES
	`SOC_NODE(4)
	`SOC_NODE(5)
	`SOC_NODE(6)
	`SOC_NODE(7)
`endif
`ifdef SOC_DASH
	`SOC_NODE_OF_CORE_0(exact)
	`SOC_NODE_OF_CORE_0(ticks)
	`SOC_NODE_OF_CORE_0(jitter)
`endif
`ifndef SOC_TAPS
	`SOC_NODE_BUS
`ifdef SOC_CORES
	`SOC_NODE_BUS_CACHES(4)
	`SOC_NODE_BUS_CACHES(5)
	`SOC_NODE_BUS_CACHES(6)
	`SOC_NODE_BUS_CACHES(7)
`endif
`else
	`SOC_TAPS_CORE(0)
	`SOC_TAPS_CORE(1)
	`SOC_TAPS_CORE(2)
	`SOC_TAPS_CORE(3)
	`SOC_TAPS_BUS
`endif

`ifdef SOC_SLOTS_LOG2
	wire                       mem_valid_o, mem_ready_i, mem_write_o, mem_rvalid_i;
	wire [`SOC_SLOTS_LOG2-1:0] mem_addr_o;
	wire [63:0]                mem_wdata_o, mem_rdata_i;
	soc_slots #(.SLOTS_LOG2(`SOC_SLOTS_LOG2), .DEPTH_LOG2(`SOC_SLOTS_LOG2)) u_slots (
		.clk(clk),
		.rst(rst),
		.valid_i(mem_valid_o),
		.ready_o(mem_ready_i),
		.write_i(mem_write_o),
		.addr_i(mem_addr_o),
		.wdata_i(mem_wdata_o),
		.rvalid_o(mem_rvalid_i),
		.rdata_o(mem_rdata_i)
	);
`endif

	`SOC_MONITOR u_monitor (.*);
`else
	wire unused = &{1'b0, event_write, event_word, event_data};
	assign sync_o = 1'b0;
	assign bridge_hold = 1'b0;
	assign connected_o = 1'b0;
`endif
endmodule

`resetall
