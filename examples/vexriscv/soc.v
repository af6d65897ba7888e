// SPDX-License-Identifier: Apache-2.0
// VexRiscv (variant Min) with a memory. Nothing in it knows gnomon.
module vex_soc (
	input  wire        clk,
	input  wire        rst,
	output wire [31:0] bus_addr,
	output wire [31:0] bus_wdata,
	output wire [3:0]  bus_write,
	output wire        done,
	output wire [31:0] result
);
	wire        code_valid, data_valid, we;
	wire [29:0] code_addr, data_addr;
	wire [31:0] code, rdata;
	wire [3:0]  sel;
	reg         code_ready, data_ready;

	assign bus_addr  = {data_addr, 2'b00};
	assign bus_write = sel & {4{we}};
	always @(posedge clk) begin
		code_ready <= !rst && code_valid && !code_ready;
		data_ready <= !rst && data_valid && !data_ready;
	end

	VexRiscv cpu (
		.clk(clk), .reset(rst), .externalResetVector(32'h80),
		.timerInterrupt(1'b0), .softwareInterrupt(1'b0), .externalInterruptArray(32'd0),
		.iBusWishbone_CYC(code_valid), .iBusWishbone_STB(), .iBusWishbone_ACK(code_ready),
		.iBusWishbone_WE(), .iBusWishbone_ADR(code_addr), .iBusWishbone_DAT_MISO(code),
		.iBusWishbone_DAT_MOSI(), .iBusWishbone_SEL(), .iBusWishbone_ERR(1'b0),
		.iBusWishbone_CTI(), .iBusWishbone_BTE(),
		.dBusWishbone_CYC(data_valid), .dBusWishbone_STB(), .dBusWishbone_ACK(data_ready),
		.dBusWishbone_WE(we), .dBusWishbone_ADR(data_addr), .dBusWishbone_DAT_MISO(rdata),
		.dBusWishbone_DAT_MOSI(bus_wdata), .dBusWishbone_SEL(sel), .dBusWishbone_ERR(1'b0),
		.dBusWishbone_CTI(), .dBusWishbone_BTE()
	);
	example_memory memory (
		.clk(clk), .code_addr({code_addr, 2'b00}), .code(code),
		.valid(data_valid && !data_ready), .write(bus_write), .addr(bus_addr),
		.wdata(bus_wdata), .rdata(rdata), .done(done), .result(result)
	);
endmodule
