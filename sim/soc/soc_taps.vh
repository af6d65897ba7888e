// SPDX-License-Identifier: Apache-2.0
// Taps beside the target, under the names of the ports of a monitor with the nodes core0, core1,
// ..., and bus, for soc_sim.v: RVFI of core k; its event port, which is AXI4-Lite, and so AXI4 with
// one ID too; the shared bus, whose side of the slaves is classic Wishbone: cyc and stb are busy,
// ack is a word.
`ifndef SOC_TAPS_VH
`define SOC_TAPS_VH

`define SOC_TAPS_CORE(k) \
	`SOC_TAP_RVFI(k, u_soc.gen_core[k].u_core.u_cpu) \
	`SOC_TAP_PORT(k) \
	`SOC_TAP_PORT_AXI(k)

`define SOC_TAP_RVFI(k, cpu) \
	wire core``k``_rvfi_retired_i, core``k``_load_i, core``k``_store_i, core``k``_atomic_i, \
	     core``k``_branch_i, core``k``_jump_i, core``k``_alu_i, \
	     core``k``_muldiv_i, core``k``_system_i, core``k``_fence_i, core``k``_other_i, \
	     core``k``_compressed_i, core``k``_taken_i, core``k``_trap_i, \
	     core``k``_interrupt_i, core``k``_load_valid_i, core``k``_store_valid_i; \
	wire [31:0] core``k``_load_addr_i, core``k``_store_addr_i; \
	gnomon_tap_rvfi u_tap_rvfi``k ( \
		.clk(clk), \
		.rst(hold_o), \
		.rvfi_valid_i(cpu.rvfi_valid), \
		.rvfi_insn_i(cpu.rvfi_insn), \
		.rvfi_trap_i(cpu.rvfi_trap), \
		.rvfi_intr_i(cpu.rvfi_intr), \
		.rvfi_pc_rdata_i(cpu.rvfi_pc_rdata), \
		.rvfi_pc_wdata_i(cpu.rvfi_pc_wdata), \
		.rvfi_mem_addr_i(cpu.rvfi_mem_addr), \
		.rvfi_mem_rmask_i(cpu.rvfi_mem_rmask), \
		.rvfi_mem_wmask_i(cpu.rvfi_mem_wmask), \
		.retired_o(core``k``_rvfi_retired_i), \
		.load_o(core``k``_load_i), \
		.store_o(core``k``_store_i), \
		.atomic_o(core``k``_atomic_i), \
		.branch_o(core``k``_branch_i), \
		.jump_o(core``k``_jump_i), \
		.alu_o(core``k``_alu_i), \
		.muldiv_o(core``k``_muldiv_i), \
		.system_o(core``k``_system_i), \
		.fence_o(core``k``_fence_i), \
		.other_o(core``k``_other_i), \
		.compressed_o(core``k``_compressed_i), \
		.taken_o(core``k``_taken_i), \
		.trap_o(core``k``_trap_i), \
		.interrupt_o(core``k``_interrupt_i), \
		.load_valid_o(core``k``_load_valid_i), \
		.store_valid_o(core``k``_store_valid_i), \
		.load_addr_o(core``k``_load_addr_i), \
		.store_addr_o(core``k``_store_addr_i) \
	);

`define SOC_TAP_PORT(k) \
	wire core``k``_aw_take_i, core``k``_w_take_i, core``k``_b_take_i, core``k``_ar_take_i, \
	     core``k``_r_take_i, core``k``_write_latency_valid_i, \
	     core``k``_write_dropped_i, core``k``_read_stall_idle_i, \
	     core``k``_read_stall_transfer_i, core``k``_read_stall_data_master_i, \
	     core``k``_read_stall_address_slave_i, core``k``_read_stall_data_slave_i, \
	     core``k``_write_stall_idle_i, core``k``_write_stall_transfer_i, \
	     core``k``_write_stall_response_master_i, core``k``_write_stall_data_slave_i, \
	     core``k``_write_stall_address_slave_i, \
	     core``k``_write_stall_data_master_i, core``k``_write_stall_address_master_i, \
	     core``k``_write_stall_response_slave_i; \
	wire [2:0] core``k``_w_bytes_i; \
	wire [7:0] core``k``_write_outstanding_i; \
	wire [11:0] core``k``_write_latency_i; \
	gnomon_tap_axilite u_tap_port``k ( \
		.clk(clk), \
		.rst(hold_o), \
		.awvalid_i(axi_awvalid[k]), \
		.awready_i(axi_awready[k]), \
		.wvalid_i(axi_wvalid[k]), \
		.wready_i(axi_wready[k]), \
		.bvalid_i(axi_bvalid[k]), \
		.bready_i(axi_bready[k]), \
		.arvalid_i(axi_arvalid[k]), \
		.arready_i(axi_arready[k]), \
		.rvalid_i(axi_rvalid[k]), \
		.rready_i(axi_rready[k]), \
		.wstrb_i(port_wstrb[4*(k) +: 4]), \
		.aw_take_o(core``k``_aw_take_i), \
		.w_take_o(core``k``_w_take_i), \
		.b_take_o(core``k``_b_take_i), \
		.ar_take_o(core``k``_ar_take_i), \
		.r_take_o(core``k``_r_take_i), \
		.write_latency_valid_o(core``k``_write_latency_valid_i), \
		.write_dropped_o(core``k``_write_dropped_i), \
		.read_stall_idle_o(core``k``_read_stall_idle_i), \
		.read_stall_transfer_o(core``k``_read_stall_transfer_i), \
		.read_stall_data_master_o(core``k``_read_stall_data_master_i), \
		.read_stall_address_slave_o(core``k``_read_stall_address_slave_i), \
		.read_stall_data_slave_o(core``k``_read_stall_data_slave_i), \
		.write_stall_idle_o(core``k``_write_stall_idle_i), \
		.write_stall_transfer_o(core``k``_write_stall_transfer_i), \
		.write_stall_response_master_o(core``k``_write_stall_response_master_i), \
		.write_stall_data_slave_o(core``k``_write_stall_data_slave_i), \
		.write_stall_address_slave_o(core``k``_write_stall_address_slave_i), \
		.write_stall_data_master_o(core``k``_write_stall_data_master_i), \
		.write_stall_address_master_o(core``k``_write_stall_address_master_i), \
		.write_stall_response_slave_o(core``k``_write_stall_response_slave_i), \
		.w_bytes_o(core``k``_w_bytes_i), \
		.write_outstanding_o(core``k``_write_outstanding_i), \
		.write_latency_o(core``k``_write_latency_i) \
	);

`define SOC_TAP_PORT_AXI(k) \
	wire core``k``_axi_latency_valid_i; \
	wire [11:0] core``k``_axi_latency_i; \
	gnomon_tap_axi #(.ID_W(1)) u_tap_port_axi``k ( \
		.clk(clk), \
		.rst(hold_o), \
		.awvalid_i(axi_awvalid[k]), \
		.awready_i(axi_awready[k]), \
		.wvalid_i(axi_wvalid[k]), \
		.wready_i(axi_wready[k]), \
		.bvalid_i(axi_bvalid[k]), \
		.bready_i(axi_bready[k]), \
		.arvalid_i(axi_arvalid[k]), \
		.arready_i(axi_arready[k]), \
		.rvalid_i(axi_rvalid[k]), \
		.rready_i(axi_rready[k]), \
		.wstrb_i(port_wstrb[4*(k) +: 4]), \
		.awid_i(1'b0), \
		.wlast_i(1'b1), \
		.bid_i(1'b0), \
		.arid_i(1'b0), \
		.araddr_i({port_addr_o[10*(k) +: 5], 2'd0}), \
		.arlen_i(8'd0), \
		.arsize_i(3'd2), \
		.arburst_i(2'd1), \
		.rid_i(1'b0), \
		.rlast_i(1'b1), \
		.write_latency_valid_o(core``k``_axi_latency_valid_i), \
		.write_latency_o(core``k``_axi_latency_i) \
	);

`define SOC_TAPS_BUS \
	wire bus_word_i = bus_word_o; \
	wire [31:0] bus_addr_i = bus_addr_o; \
	wire bus_we_i = bus_wstrb_o != 4'd0; \
	wire bus_memory_i = !bus_addr_o[31]; \
	wire bus_cycle_i, bus_request_i, bus_read_i, bus_write_i, bus_waits_i, bus_writing_i, \
	     bus_answer_i, bus_ack_i, bus_err_i, bus_rty_i, bus_beat_i, \
	     bus_beat_read_i, bus_beat_write_i, bus_latency_valid_i, bus_dropped_i, \
	     bus_aborted_i, bus_stall_idle_i, bus_stall_transfer_i, \
	     bus_stall_request_i, bus_stall_answer_i, bus_stall_master_i; \
	wire [2:0] bus_bytes_i; \
	wire [7:0] bus_outstanding_i; \
	wire [11:0] bus_latency_i; \
	gnomon_tap_wishbone u_tap_bus ( \
		.clk(clk), \
		.rst(hold_o), \
		.cyc_i(bus_busy_o), \
		.stb_i(bus_busy_o), \
		.we_i(bus_we_i), \
		.sel_i(bus_we_i ? bus_wstrb_o : 4'hf), \
		.stall_i(1'b0), \
		.ack_i(bus_word_o), \
		.err_i(1'b0), \
		.rty_i(1'b0), \
		.cycle_o(bus_cycle_i), \
		.request_o(bus_request_i), \
		.read_o(bus_read_i), \
		.write_o(bus_write_i), \
		.wait_o(bus_waits_i), \
		.writing_o(bus_writing_i), \
		.answer_o(bus_answer_i), \
		.answer_ack_o(bus_ack_i), \
		.answer_err_o(bus_err_i), \
		.answer_rty_o(bus_rty_i), \
		.beat_o(bus_beat_i), \
		.beat_read_o(bus_beat_read_i), \
		.beat_write_o(bus_beat_write_i), \
		.latency_valid_o(bus_latency_valid_i), \
		.dropped_o(bus_dropped_i), \
		.aborted_o(bus_aborted_i), \
		.stall_idle_o(bus_stall_idle_i), \
		.stall_transfer_o(bus_stall_transfer_i), \
		.stall_request_o(bus_stall_request_i), \
		.stall_answer_o(bus_stall_answer_i), \
		.stall_master_o(bus_stall_master_i), \
		.bytes_o(bus_bytes_i), \
		.outstanding_o(bus_outstanding_i), \
		.latency_o(bus_latency_i) \
	);

`endif
