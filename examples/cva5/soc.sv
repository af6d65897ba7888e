// SPDX-License-Identifier: Apache-2.0
// CVA5 (LiteX's minimal variant) with a memory. Nothing in it knows gnomon.
module cva5_soc (
	input  logic        clk,
	input  logic        rst,
	output logic [31:0] bus_addr,
	output logic [31:0] bus_wdata,
	output logic [3:0]  bus_write,
	output logic        done,
	output logic [31:0] result
);
	logic        code_valid, data_valid, we, code_ready, data_ready;
	logic [29:0] code_addr, data_addr;
	logic [31:0] code, rdata;
	logic [3:0]  sel;

	assign bus_addr  = {data_addr, 2'b00};
	assign bus_write = sel & {4{we}};
	always_ff @(posedge clk) begin
		code_ready <= !rst && code_valid && !code_ready;
		data_ready <= !rst && data_valid && !data_ready;
	end

	litex_wrapper #(.LITEX_VARIANT(0), .RESET_VEC(32'h80)) cpu (
		.clk, .rst, .litex_interrupt('0),
		.ibus_adr(code_addr), .ibus_dat_w(), .ibus_sel(), .ibus_cyc(code_valid),
		.ibus_stb(), .ibus_we(), .ibus_cti(), .ibus_bte(), .ibus_dat_r(code),
		.ibus_ack(code_ready),
		.ibus_err(1'b0),
		.dbus_adr(data_addr), .dbus_dat_w(bus_wdata), .dbus_sel(sel), .dbus_cyc(data_valid),
		.dbus_stb(), .dbus_we(we), .dbus_cti(), .dbus_bte(), .dbus_dat_r(rdata),
		.dbus_ack(data_ready), .dbus_err(1'b0),
		.idbus_adr(), .idbus_dat_w(), .idbus_sel(), .idbus_cyc(), .idbus_stb(), .idbus_we(),
		.idbus_cti(), .idbus_bte(), .idbus_dat_r('0), .idbus_ack(1'b0), .idbus_err(1'b0)
	);
	example_memory memory (
		.clk, .code_addr({code_addr, 2'b00}), .code, .valid(data_valid && !data_ready),
		.write(bus_write), .addr(bus_addr), .wdata(bus_wdata), .rdata, .done, .result
	);
endmodule
