// SPDX-License-Identifier: Apache-2.0
// The signals of core k under the names of the ports of a monitor whose nodes are core0, core1,
// ..., and those of the shared bus for a node bus, for soc_sim.v.
`ifndef SOC_NODE_VH
`define SOC_NODE_VH

`define SOC_NODE(k) \
	wire [31:0] core``k``_pc_i = pc_o[32*(k) +: 32]; \
	wire core``k``_retired_i = retired_o[k]; \
	wire [31:0] core``k``_fetched_i = retired_o[k] ? pc_o[32*(k) +: 32] : held_pc_q[k]; \
	wire [29:0] core``k``_word_i = access_o[k] ? access_addr_o[32*(k) + 2 +: 30] \
	     : held_addr_q[k][31:2]; \
	wire core``k``_is_store_i = access_o[k] ? access_write_o[k] : held_write_q[k]; \
	wire core``k``_access_i = access_o[k]; \
	wire [31:0] core``k``_addr_i = access_addr_o[32*(k) +: 32]; \
	wire core``k``_write_i = access_write_o[k]; \
	wire core``k``_icache_hit_i = icache_hit_o[k]; \
	wire core``k``_icache_access_i = icache_access_o[k]; \
	wire core``k``_dcache_hit_i = dcache_hit_o[k]; \
	wire core``k``_dcache_access_i = dcache_access_o[k]; \
	wire core``k``_stall_i = stall_o[k]; \
	wire core``k``_waiting_i = waiting_o[k]; \
	wire core``k``_idle_i = waiting_o[k]; \
	wire core``k``_writing_i = activity_o[13*(k)]; \
	wire core``k``_writing_data_i = activity_o[13*(k) + 1]; \
	wire core``k``_request_i = activity_o[13*(k) + 2]; \
	wire core``k``_grant_i = activity_o[13*(k) + 3]; \
	wire core``k``_bus_wait_i = activity_o[13*(k) + 4]; \
	wire core``k``_transaction_i = activity_o[13*(k) + 5]; \
	wire core``k``_beat_i = activity_o[13*(k) + 6]; \
	wire core``k``_tlb_access_i = activity_o[13*(k) + 7]; \
	wire core``k``_tlb_miss_i = activity_o[13*(k) + 8]; \
	wire [3:0] core``k``_bytes_i = activity_o[13*(k) + 9 +: 4]; \
	wire core``k``_bus_grant_i = bus_grant_o[k]; \
	wire core``k``_bus_busy_i = bus_busy_o; \
	wire [31:0] core``k``_store_pc_i = store_pc_o[32*(k) +: 32]; \
	`SOC_NODE_LINE(k) \
	`SOC_NODE_PORT(k)

`ifdef SOC_ROUNDS
`define SOC_NODE_LINE(k) \
	wire core``k``_capture_raise_i = line_o[12*(k) + 5]; \
	wire core``k``_capture_done_i = line_o[12*(k) + 4]; \
	wire [3:0] core``k``_capture_round_i = line_o[12*(k) +: 4]; \
	wire core``k``_capture_irq_o; \
	wire [7:0] core``k``_capture_state_o; \
	wire core``k``_report_raise_i = line_o[12*(k) + 11]; \
	wire core``k``_report_done_i = line_o[12*(k) + 10]; \
	wire [3:0] core``k``_report_round_i = line_o[12*(k) + 6 +: 4]; \
	wire core``k``_report_irq_o; \
	wire [7:0] core``k``_report_state_o; \
	wire [31:0] core``k``_time_o, core``k``_real_o; \
	`SOC_NODE_REPORT(k) \
	assign line_i[146*(k) +: 146] = {core``k``_report_irq_o, core``k``_report_state_o, \
	     core``k``_capture_irq_o, core``k``_capture_state_o, \
	     32'd0, core``k``_real_o, 32'd0, core``k``_time_o};
`ifdef SOC_REPORTS
`define SOC_NODE_REPORT(k)
`else
`define SOC_NODE_REPORT(k) \
	assign core``k``_report_irq_o = 1'b0; \
	assign core``k``_report_state_o = 8'd0;
`endif
`else
`define SOC_NODE_LINE(k)
`endif

// A node of another name that watches what core 0 retires
`define SOC_NODE_OF_CORE_0(name) \
	wire [31:0] name``_pc_i = pc_o[31:0]; \
	wire name``_retired_i = retired_o[0];

// With the central event port (soc_events) as its port, and the caches of all cores
`define SOC_NODE_BUS \
	wire [7:0] bus_owner_i = {{(8 - OWNER_W){1'b0}}, bus_owner_o}; \
	wire bus_word_i = bus_word_o; \
	wire bus_busy_i = bus_busy_o; \
	wire bus_port_valid_i = event_write; \
	wire [9:0] bus_port_addr_i = event_word; \
	wire [31:0] bus_port_data_i = event_data; \
	`SOC_NODE_BUS_CACHES(0) \
	`SOC_NODE_BUS_CACHES(1) \
	`SOC_NODE_BUS_CACHES(2) \
	`SOC_NODE_BUS_CACHES(3)

`define SOC_NODE_BUS_CACHES(k) \
	wire bus_icache_access``k``_i = icache_access_o[k]; \
	wire bus_icache_hit``k``_i = icache_hit_o[k]; \
	wire bus_dcache_access``k``_i = dcache_access_o[k]; \
	wire bus_dcache_hit``k``_i = dcache_hit_o[k];

`ifdef SOC_PORT_WISHBONE
`define SOC_NODE_PORT(k) \
	wire core``k``_wb_cyc_i = wb_cyc[k]; \
	wire core``k``_wb_stb_i = wb_stb[k]; \
	wire core``k``_wb_we_i = port_wstrb[4*(k) +: 4] != 4'd0; \
	wire [9:0] core``k``_wb_adr_i = port_addr_o[10*(k) +: 10]; \
	wire [31:0] core``k``_wb_dat_i = port_wdata[32*(k) +: 32]; \
	wire [3:0] core``k``_wb_sel_i = port_wstrb[4*(k) +: 4]; \
	wire core``k``_wb_ack_o, core``k``_wb_stall_o; \
	wire [31:0] core``k``_wb_dat_o; \
	assign wb_ack[k] = core``k``_wb_ack_o; \
	assign wb_stall[k] = core``k``_wb_stall_o; \
	assign port_rdata[32*(k) +: 32] = core``k``_wb_dat_o;
`elsif SOC_PORT_AXILITE
`define SOC_NODE_PORT(k) \
	wire core``k``_axi_awvalid_i = axi_awvalid[k]; \
	wire [11:0] core``k``_axi_awaddr_i = {port_addr_o[10*(k) +: 10], 2'd0}; \
	wire core``k``_axi_wvalid_i = axi_wvalid[k]; \
	wire [31:0] core``k``_axi_wdata_i = port_wdata[32*(k) +: 32]; \
	wire [3:0] core``k``_axi_wstrb_i = port_wstrb[4*(k) +: 4]; \
	wire core``k``_axi_bready_i = axi_bready[k]; \
	wire core``k``_axi_arvalid_i = axi_arvalid[k]; \
	wire [11:0] core``k``_axi_araddr_i = {port_addr_o[10*(k) +: 10], 2'd0}; \
	wire core``k``_axi_rready_i = axi_rready[k]; \
	wire core``k``_axi_awready_o, core``k``_axi_wready_o, core``k``_axi_bvalid_o, \
	     core``k``_axi_arready_o, core``k``_axi_rvalid_o; \
	wire [1:0] core``k``_axi_bresp_o, core``k``_axi_rresp_o; \
	wire [31:0] core``k``_axi_rdata_o; \
	assign axi_awready[k] = core``k``_axi_awready_o; \
	assign axi_wready[k] = core``k``_axi_wready_o; \
	assign axi_bvalid[k] = core``k``_axi_bvalid_o; \
	assign axi_arready[k] = core``k``_axi_arready_o; \
	assign axi_rvalid[k] = core``k``_axi_rvalid_o; \
	assign port_rdata[32*(k) +: 32] = core``k``_axi_rdata_o;
`else
`define SOC_NODE_PORT(k) \
	wire core``k``_port_valid_i = port_write_o[k]; \
	wire [9:0] core``k``_port_addr_i = port_addr_o[10*(k) +: 10]; \
	wire [31:0] core``k``_port_data_i = port_data_o[32*(k) +: 32];
`endif

`endif
