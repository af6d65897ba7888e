// SPDX-License-Identifier: Apache-2.0
// SERV, which takes some 40 cycles an instruction, with a memory. Nothing in it knows gnomon.
module serv_soc (
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

	serv_rf_top #(.RESET_PC(32'h80)) cpu (
		.clk(clk), .i_rst(rst), .i_timer_irq(1'b0),
		.o_ibus_adr(code_addr), .o_ibus_cyc(code_valid), .i_ibus_rdt(code),
		.i_ibus_ack(code_ready),
		.o_dbus_adr(bus_addr), .o_dbus_dat(bus_wdata), .o_dbus_sel(sel), .o_dbus_we(we),
		.o_dbus_cyc(data_valid), .i_dbus_rdt(rdata), .i_dbus_ack(data_ready),
		.o_ext_rs1(), .o_ext_rs2(), .o_ext_funct3(), .i_ext_rd(32'd0), .i_ext_ready(1'b0),
		.o_mdu_valid()
	);
	example_memory memory (
		.clk(clk), .code_addr(code_addr), .code(code), .valid(data_valid && !data_ready),
		.write(bus_write), .addr(bus_addr), .wdata(bus_wdata), .rdata(rdata), .done(done),
		.result(result)
	);
endmodule
