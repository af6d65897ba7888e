// SPDX-License-Identifier: Apache-2.0
// demo_sdram_top: the whole FPGA of the demo with the trace buffer in the board's SDRAM, 32 Mbytes
// with 16 data pins: 2^22 slots. Otherwise as demo_top.
//
// 1. The module sdram is LiteDRAM's controller, which sdram.py writes for the board's clock.
// 2. The clock of the SDRAM is the inverse of clk: the SDRAM samples half a period after its pins
//    change, and its data is sampled half a period after its clock.
// 3. wifi_gpio0_o is always 1. At 0 the older firmware of the ESP32 on the board loads another
//    bitstream into the FPGA after some seconds.
`resetall
`default_nettype none

module demo_sdram_top #(
	parameter SLOTS_LOG2 = 22  // slots of the description, log2; requires 22 at most
) (
	input  wire        clk,
	input  wire        uart_rxd_i, // from the host
	output wire        uart_txd_o, // to the host
	output wire        light_o,
	output wire        wifi_gpio0_o, // to the ESP32
	output wire        sdram_clk_o,
	output wire        sdram_cke_o,
	output wire        sdram_cs_n_o,
	output wire        sdram_ras_n_o,
	output wire        sdram_cas_n_o,
	output wire        sdram_we_n_o,
	output wire [1:0]  sdram_ba_o,
	output wire [12:0] sdram_a_o,
	output wire [1:0]  sdram_dm_o,
	inout  wire [15:0] sdram_dq_io
);
	localparam ADDR_W = 22;

	wire        rst, valid, access, fetch, sync;
	wire [31:0] word;

	wire                  mem_valid, mem_ready, mem_write, mem_rvalid;
	wire [SLOTS_LOG2-1:0] mem_addr;
	wire [63:0]           mem_wdata, mem_rdata;

	wire                  init_done, cmd_valid, cmd_ready, cmd_we;
	wire                  wdata_valid, wdata_ready, rdata_valid;
	wire [ADDR_W-1:0]     cmd_addr;
	wire [63:0]           wdata, rdata;

	demo_reset u_reset (.clk(clk), .rst_o(rst));

	demo_target u_target (
		.clk(clk),
		.rst(rst),
		.light_o(light_o),
		.retired_o(valid),
		.pc_o(word),
		.access_o(access),
		.fetch_o(fetch)
	);

	monitor u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_i(uart_rxd_i),
		.tx_o(uart_txd_o),
		.sync_o(sync),
		.mem_valid_o(mem_valid),
		.mem_ready_i(mem_ready),
		.mem_write_o(mem_write),
		.mem_addr_o(mem_addr),
		.mem_wdata_o(mem_wdata),
		.mem_rvalid_i(mem_rvalid),
		.mem_rdata_i(mem_rdata),
		.core_pc_i(word),
		.core_retired_i(valid),
		.core_access_i(access),
		.core_fetch_i(fetch)
	);

	demo_memory #(.SLOTS_LOG2(SLOTS_LOG2), .ADDR_W(ADDR_W)) u_memory (
		.clk(clk),
		.rst(rst),
		.mem_valid_i(mem_valid),
		.mem_ready_o(mem_ready),
		.mem_write_i(mem_write),
		.mem_addr_i(mem_addr),
		.mem_wdata_i(mem_wdata),
		.mem_rvalid_o(mem_rvalid),
		.mem_rdata_o(mem_rdata),
		.init_done_i(init_done),
		.cmd_valid_o(cmd_valid),
		.cmd_ready_i(cmd_ready),
		.cmd_we_o(cmd_we),
		.cmd_addr_o(cmd_addr),
		.wdata_valid_o(wdata_valid),
		.wdata_ready_i(wdata_ready),
		.wdata_o(wdata),
		.rdata_valid_i(rdata_valid),
		.rdata_i(rdata)
	);

	sdram u_sdram (
		.clk(clk),
		.rst(rst),
		.sdram_a(sdram_a_o),
		.sdram_ba(sdram_ba_o),
		.sdram_dq(sdram_dq_io),
		.sdram_dm(sdram_dm_o),
		.sdram_cke(sdram_cke_o),
		.sdram_cs_n(sdram_cs_n_o),
		.sdram_ras_n(sdram_ras_n_o),
		.sdram_cas_n(sdram_cas_n_o),
		.sdram_we_n(sdram_we_n_o),
		.init_done_o(init_done),
		.cmd_valid_i(cmd_valid),
		.cmd_ready_o(cmd_ready),
		.cmd_we_i(cmd_we),
		.cmd_addr_i(cmd_addr),
		.wdata_valid_i(wdata_valid),
		.wdata_ready_o(wdata_ready),
		.wdata_i(wdata),
		.rdata_valid_o(rdata_valid),
		.rdata_o(rdata)
	);

	assign sdram_clk_o  = ~clk;
	assign wifi_gpio0_o = 1'b1;

	wire unused = &{1'b0, sync};
endmodule

`resetall
