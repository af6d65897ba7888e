// SPDX-License-Identifier: Apache-2.0
// mor1kx with a memory. Nothing in it knows gnomon.
module mor1kx_soc (
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
		.FEATURE_TRACEPORT_EXEC("ENABLED"), .FEATURE_STORE_BUFFER("NONE"),
		.IBUS_WB_TYPE("CLASSIC"), .OPTION_RF_CLEAR_ON_INIT(1)
	) cpu (
		.clk(clk), .rst(rst), .irq_i(32'd0),
		.iwbm_adr_o(code_addr), .iwbm_cyc_o(code_valid), .iwbm_ack_i(code_ready),
		.iwbm_dat_i(code), .iwbm_err_i(1'b0), .iwbm_rty_i(1'b0),
		.dwbm_adr_o(bus_addr), .dwbm_cyc_o(data_valid), .dwbm_sel_o(sel), .dwbm_we_o(we),
		.dwbm_dat_o(bus_wdata), .dwbm_ack_i(data_ready), .dwbm_dat_i(rdata),
		.dwbm_err_i(1'b0), .dwbm_rty_i(1'b0),
		.du_addr_i(16'd0), .du_stb_i(1'b0), .du_dat_i(32'd0), .du_we_i(1'b0),
		.du_stall_i(1'b0), .multicore_coreid_i(32'd0), .multicore_numcores_i(32'd0),
		.snoop_adr_i(32'd0), .snoop_en_i(1'b0)
	);
	example_memory memory (
		.clk(clk), .code_addr(code_addr), .code(code), .valid(data_valid && !data_ready),
		.write(bus_write), .addr(bus_addr), .wdata(bus_wdata), .rdata(rdata), .done(done),
		.result(result)
	);
endmodule
