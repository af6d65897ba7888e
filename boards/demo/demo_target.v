// SPDX-License-Identifier: Apache-2.0
// demo_target: the target of the demo: a PicoRV32 with 1 KiB of block RAM and a light.
//
// 1. The core executes the program of demo.hex, which the RAM has from the start. The RAM is at
//    address 0; it answers in the second clock of an access. A store above 0x8000_0000 sets the
//    light.
// 2. retired_o is high in the clock in which an instruction retires, with its address on pc_o (from
//    RVFI, in the clock after the next instruction was launched).
// 3. access_o is high in the clock in which a load or a store is complete, fetch_o in that of a
//    fetch.
//
// CONSTRAINT: picorv32.v is compiled with RISCV_FORMAL defined.
`resetall
`default_nettype none

module demo_target (
	input  wire        clk,
	input  wire        rst,
	output reg         light_o,
	output wire        retired_o,
	output wire [31:0] pc_o,
	output wire        access_o,
	output wire        fetch_o
);
	localparam WORDS_LOG2 = 8;

	wire        mem_valid, mem_instr, rvfi_valid, rvfi_trap;
	reg         mem_ready;
	wire [31:0] mem_addr, mem_wdata;
	wire [3:0]  mem_wstrb;
	reg  [31:0] mem_rdata;
	reg  [31:0] memory [0:(1 << WORDS_LOG2) - 1];

	wire [WORDS_LOG2-1:0] word = mem_addr[WORDS_LOG2+1:2];
	wire        first = mem_valid && !mem_ready && !rst;
	wire        write = first && !mem_addr[31];

	initial
		$readmemh("demo.hex", memory);

	assign retired_o = rvfi_valid && !rvfi_trap;
	assign access_o = mem_valid && mem_ready && !mem_instr;
	assign fetch_o = mem_valid && mem_ready && mem_instr;

	always @(posedge clk) begin
		if (write && mem_wstrb[0])
			memory[word][7:0] <= mem_wdata[7:0];
		if (write && mem_wstrb[1])
			memory[word][15:8] <= mem_wdata[15:8];
		if (write && mem_wstrb[2])
			memory[word][23:16] <= mem_wdata[23:16];
		if (write && mem_wstrb[3])
			memory[word][31:24] <= mem_wdata[31:24];
		mem_rdata <= memory[word];
	end

	always @(posedge clk) begin
		mem_ready <= first;
		if (first && mem_addr[31] && mem_wstrb[0])
			light_o <= mem_wdata[0];
		if (rst)
			light_o <= 1'b0;
	end

	picorv32 #(
		.ENABLE_COUNTERS(0),
		.ENABLE_COUNTERS64(0),
		.CATCH_MISALIGN(0),
		.CATCH_ILLINSN(0),
		.PROGADDR_RESET(32'h0000_0000),
		.STACKADDR(32'h0000_0400)
	) u_cpu (
		.clk(clk),
		.resetn(!rst),
		.mem_valid(mem_valid),
		.mem_instr(mem_instr),
		.mem_ready(mem_ready),
		.mem_addr(mem_addr),
		.mem_wdata(mem_wdata),
		.mem_wstrb(mem_wstrb),
		.mem_rdata(mem_rdata),
		.pcpi_wr(1'b0),
		.pcpi_rd(32'd0),
		.pcpi_wait(1'b0),
		.pcpi_ready(1'b0),
		.irq(32'd0),
		.rvfi_valid(rvfi_valid),
		.rvfi_trap(rvfi_trap),
		.rvfi_pc_rdata(pc_o)
	);
endmodule

`resetall
