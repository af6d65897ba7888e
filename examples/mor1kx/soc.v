// SPDX-License-Identifier: Apache-2.0
// mor1kx, an OpenRISC, with a memory. Nothing in it knows gnomon.
module or1k_soc (
	input  wire        clk,
	input  wire        rst,
	output wire [31:0] bus_addr,
	output wire [31:0] bus_wdata,
	output wire [3:0]  bus_write,
	output wire        done,
	output wire [31:0] result
);
	wire        code_valid, data_valid, we;
	wire [31:0] code_addr, code, rdata;
	wire [3:0]  sel;
	reg         code_ready, data_ready;

	assign bus_write = sel & {4{we}};
	always @(posedge clk) begin
		code_ready <= !rst && code_valid && !code_ready;
		data_ready <= !rst && data_valid && !data_ready;
	end

	mor1kx #(
		.OPTION_CPU0("CAPPUCCINO"), .IBUS_WB_TYPE("CLASSIC"), .FEATURE_TRACEPORT_EXEC("ENABLED")
	) cpu (
		.clk(clk), .rst(rst),
		.iwbm_adr_o(code_addr), .iwbm_stb_o(code_valid), .iwbm_cyc_o(), .iwbm_sel_o(),
		.iwbm_we_o(), .iwbm_cti_o(), .iwbm_bte_o(), .iwbm_dat_o(), .iwbm_err_i(1'b0),
		.iwbm_ack_i(code_ready), .iwbm_dat_i(code), .iwbm_rty_i(1'b0),
		.dwbm_adr_o(bus_addr), .dwbm_stb_o(data_valid), .dwbm_cyc_o(), .dwbm_sel_o(sel),
		.dwbm_we_o(we), .dwbm_cti_o(), .dwbm_bte_o(), .dwbm_dat_o(bus_wdata),
		.dwbm_err_i(1'b0), .dwbm_ack_i(data_ready), .dwbm_dat_i(rdata), .dwbm_rty_i(1'b0),
		.irq_i(32'd0), .du_addr_i(16'd0), .du_stb_i(1'b0), .du_dat_i(32'd0), .du_we_i(1'b0),
		.du_dat_o(), .du_ack_o(), .du_stall_i(1'b0), .du_stall_o(),
		.traceport_exec_valid_o(), .traceport_exec_pc_o(), .traceport_exec_jb_o(),
		.traceport_exec_jal_o(), .traceport_exec_jr_o(), .traceport_exec_jbtarget_o(),
		.traceport_exec_insn_o(), .traceport_exec_wbdata_o(), .traceport_exec_wbreg_o(),
		.traceport_exec_wben_o(), .multicore_coreid_i(32'd0), .multicore_numcores_i(32'd1),
		.snoop_adr_i(32'd0), .snoop_en_i(1'b0)
	);
	example_memory memory (
		.clk(clk), .code_addr(code_addr), .code(code), .valid(data_valid && !data_ready),
		.write(bus_write), .addr(bus_addr), .wdata(bus_wdata), .rdata(rdata), .done(done),
		.result(result)
	);
endmodule
