// SPDX-License-Identifier: Apache-2.0
// soc_sim: the top of the simulation: the target, and, as the macros say, a monitor and its bridge.
//
//   SOC_MONITOR  name of the generated monitor (soc/*.yaml); not defined: the bare target
//   SOC_UART     with it: the monitor has UART pins, else a byte port
//
// 1. The target is held in reset while rst is high.
// 2. With wait_start_i it is then held until the monitor's sync_o, and each further sync_o resets it again for that one
//    clock: its first clock is always time 0 of the monitor.
// 3. hold_o is the target's reset, so that the harness knows what the target does; sync_o is brought out for the log.
`resetall
`default_nettype none

module soc_sim #(
	parameter UART_DIVISOR = 10 // clocks a bit; SOC_UART only
) (
	input  wire         clk,
	input  wire         rst,
	input  wire         wait_start_i,
	input  wire         load_valid_i,
	input  wire [31:0]  load_addr_i,
	input  wire [31:0]  load_data_i,
	output wire         hold_o,
	output wire         sync_o,
	output wire         connected_o,
	output wire         console_valid_o,
	output wire [7:0]   console_data_o,
	output wire [3:0]   exit_o,
	output wire [31:0]  code_o,
	output wire [3:0]   trap_o,
	output wire [3:0]   retired_o,
	output wire [127:0] pc_o,
	output wire [3:0]   icache_access_o,
	output wire [3:0]   icache_hit_o,
	output wire [3:0]   dcache_access_o,
	output wire [3:0]   dcache_hit_o,
	output wire [3:0]   stall_o,
	output wire [3:0]   waiting_o,
	output wire [3:0]   bus_grant_o,
	output wire         bus_busy_o,
	output wire [1:0]   bus_owner_o
);
	reg hold, wait_start;
	assign hold_o = hold || (wait_start && sync_o);

	always @(posedge clk) begin
		wait_start <= wait_start_i; // a register, so that no input reaches the target without a clock
		if (rst)
			hold <= 1'b1;
		else if (!wait_start || sync_o)
			hold <= 1'b0;
	end

	soc_top u_soc (
		.clk(clk),
		.rst(hold_o),
		.load_valid_i(load_valid_i),
		.load_addr_i(load_addr_i),
		.load_data_i(load_data_i),
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
		.bus_grant_o(bus_grant_o),
		.bus_busy_o(bus_busy_o),
		.bus_owner_o(bus_owner_o)
	);

`ifdef SOC_MONITOR
`ifdef SOC_UART
	wire to_monitor, from_monitor;

	gnomon_bridge_uart #(.DIVISOR(UART_DIVISOR)) u_bridge (
		.clk(clk),
		.rst(rst),
		.txd_o(to_monitor),
		.rxd_i(from_monitor),
		.connected_o(connected_o)
	);
`else
	wire       rx_valid, rx_ready, tx_valid, tx_ready;
	wire [7:0] rx_data, tx_data;

	gnomon_bridge u_bridge (
		.clk(clk),
		.rst(rst),
		.rx_valid_o(rx_valid),
		.rx_ready_i(rx_ready),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(tx_data),
		.connected_o(connected_o)
	);
`endif

	`SOC_MONITOR u_monitor (
		.clk(clk),
		.rst(rst),
`ifdef SOC_UART
		.rx_i(to_monitor),
		.tx_o(from_monitor),
`else
		.rx_valid_i(rx_valid),
		.rx_ready_o(rx_ready),
		.rx_data_i(rx_data),
		.tx_valid_o(tx_valid),
		.tx_ready_i(tx_ready),
		.tx_data_o(tx_data),
`endif
		.core0_pc_i(pc_o[31:0]),
		.core0_retired_i(retired_o[0]),
		.core0_icache_hit_i(icache_hit_o[0]),
		.core0_icache_access_i(icache_access_o[0]),
		.core0_dcache_hit_i(dcache_hit_o[0]),
		.core0_dcache_access_i(dcache_access_o[0]),
		.core0_bus_busy_i(bus_busy_o),
		.core0_stall_i(stall_o[0]),
		.core1_pc_i(pc_o[63:32]),
		.core1_retired_i(retired_o[1]),
		.core1_icache_hit_i(icache_hit_o[1]),
		.core1_icache_access_i(icache_access_o[1]),
		.core1_dcache_hit_i(dcache_hit_o[1]),
		.core1_dcache_access_i(dcache_access_o[1]),
		.core1_bus_busy_i(bus_busy_o),
		.core1_stall_i(stall_o[1]),
		.core2_pc_i(pc_o[95:64]),
		.core2_retired_i(retired_o[2]),
		.core2_icache_hit_i(icache_hit_o[2]),
		.core2_icache_access_i(icache_access_o[2]),
		.core2_dcache_hit_i(dcache_hit_o[2]),
		.core2_dcache_access_i(dcache_access_o[2]),
		.core2_bus_busy_i(bus_busy_o),
		.core2_stall_i(stall_o[2]),
		.core3_pc_i(pc_o[127:96]),
		.core3_retired_i(retired_o[3]),
		.core3_icache_hit_i(icache_hit_o[3]),
		.core3_icache_access_i(icache_access_o[3]),
		.core3_dcache_hit_i(dcache_hit_o[3]),
		.core3_dcache_access_i(dcache_access_o[3]),
		.core3_bus_busy_i(bus_busy_o),
		.core3_stall_i(stall_o[3]),
		.sync_o(sync_o)
	);
`else
	assign sync_o = 1'b0;
	assign connected_o = 1'b0;
`endif
endmodule

`resetall
