// SPDX-License-Identifier: Apache-2.0
// A memory of 8 Kbytes with two ports that answer one cycle later, and, above it, the port that
// ends the program. `program.hex` is in the folder in which the simulation runs.
module example_memory (
	input  wire        clk,
	input  wire [31:0] code_addr,
	output reg  [31:0] code,
	input  wire        valid,
	input  wire [3:0]  write,
	input  wire [31:0] addr,
	input  wire [31:0] wdata,
	output reg  [31:0] rdata,
	output reg         done,
	output reg  [31:0] result
);
	reg [31:0] words [0:2047];
	integer    i;

	initial begin
		for (i = 0; i < 2048; i = i + 1) words[i] = 32'd0;
		$readmemh("program.hex", words);
		done   = 1'b0;
		result = 32'd0;
	end

	always @(posedge clk) begin
		code  <= words[code_addr[12:2]];
		rdata <= words[addr[12:2]];
		if (valid && addr[16]) begin
			done   <= done | write[0];
			result <= write[0] ? wdata : result;
		end else if (valid)
			for (i = 0; i < 4; i = i + 1)
				if (write[i]) words[addr[12:2]][8*i+:8] <= wdata[8*i+:8];
	end
endmodule
