// SPDX-License-Identifier: Apache-2.0
// demo_ft245_top: the whole FPGA of the demo with an FT232H or FT2232H in its asynchronous FIFO
// mode as link. Otherwise as demo_top.
`resetall
`default_nettype none

module demo_ft245_top (
	input  wire       clk,
	input  wire       ft_rxf_n_i,
	input  wire       ft_txe_n_i,
	output wire       ft_rd_n_o,
	output wire       ft_wr_n_o,
	output wire       ft_siwu_n_o,
	inout  wire [7:0] ft_d_io,
	output wire       light_o
);
	wire        rst, valid, access, fetch, sync, ft_d_oe;
	wire [7:0]  ft_d;
	wire [31:0] word;

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
		.rxf_n_i(ft_rxf_n_i),
		.txe_n_i(ft_txe_n_i),
		.rd_n_o(ft_rd_n_o),
		.wr_n_o(ft_wr_n_o),
		.siwu_n_o(ft_siwu_n_o),
		.d_i(ft_d_io),
		.d_o(ft_d),
		.d_oe_o(ft_d_oe),
		.sync_o(sync),
		.core_pc_i(word),
		.core_retired_i(valid),
		.core_access_i(access),
		.core_fetch_i(fetch)
	);

	assign ft_d_io = ft_d_oe ? ft_d : 8'bz;

	wire unused = &{1'b0, sync};
endmodule

`resetall
