// SPDX-License-Identifier: Apache-2.0
// PicoRV32 with a memory. Nothing in it knows gnomon.
module pico_soc (
	input  wire        clk,
	input  wire        rst,
	output wire [31:0] bus_addr,
	output wire [31:0] bus_wdata,
	output wire [3:0]  bus_write,
	output wire        done,
	output wire [31:0] result
);
	wire        valid;
	wire [31:0] rdata;
	reg         ready;

	always @(posedge clk) ready <= !rst && valid && !ready;

	picorv32 #(.PROGADDR_RESET(32'h80), .ENABLE_MUL(0)) cpu (
		.clk(clk), .resetn(!rst),
		.mem_valid(valid), .mem_ready(ready), .mem_addr(bus_addr), .mem_wdata(bus_wdata),
		.mem_wstrb(bus_write), .mem_rdata(rdata), .irq(32'd0),
		.pcpi_wr(1'b0), .pcpi_rd(32'd0), .pcpi_wait(1'b0), .pcpi_ready(1'b0)
	);
	example_memory memory (
		.clk(clk), .code_addr(32'd0), .code(), .valid(valid && !ready), .write(bus_write),
		.addr(bus_addr), .wdata(bus_wdata), .rdata(rdata), .done(done), .result(result)
	);
endmodule
