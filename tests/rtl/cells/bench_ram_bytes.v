// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_cell_ram_bytes: bytes written and words read at random addresses, against an
// array of bytes; a word that is read while one of its bytes is written is not looked at.
`timescale 1ns/1ns

module bench_ram_bytes;
	parameter  BYTES      = 3;
	parameter  DEPTH_LOG2 = 4;

	localparam CLOCKS = 200000;
	localparam LENGTH = 20000;
	localparam DEPTH  = 1 << DEPTH_LOG2;
	`include "bench.vh"
	`include "bench_end.vh"

	reg  [BYTES-1:0]      we = 0;
	reg  [DEPTH_LOG2-1:0] waddr = 0, raddr = 0;
	reg  [7:0]            wdata = 0;
	wire [8*BYTES-1:0]    rdata;
	gnomon_cell_ram_bytes #(.BYTES(BYTES), .DEPTH_LOG2(DEPTH_LOG2)) dut (
		.clk (clk), .we_i (we), .waddr_i (waddr), .wdata_i (wdata), .raddr_i (raddr),
			.rdata_o (rdata)
	);

	reg [7:0] bytes [0:DEPTH*BYTES-1];
	integer   n, k, n_read = 0, n_several = 0, n_same = 0;

	// A clock with the inputs as they are
	task tick;
		begin
			@(negedge clk);
			if (we != 0 && waddr == raddr)
				n_same = n_same + 1;
			else
				for (k = 0; k < BYTES; k = k + 1)
					equal(rdata[8*k +: 8], bytes[raddr*BYTES+k], "byte");
			for (k = 0; k < BYTES; k = k + 1)
				if (we[k])
					bytes[waddr*BYTES+k] = wdata;
		end
	endtask

	initial begin
		@(negedge clk);
		for (n = 0; n < DEPTH*BYTES; n = n + 1)
			bytes[n] = 8'd0;
		for (n = 0; n < DEPTH; n = n + 1) begin   // all is written once, and read before
			we    = {BYTES{1'b1}};
			waddr = n;
			raddr = n + 1;
			wdata = $random(seed);
			tick;
		end
		for (n = 0; n < LENGTH; n = n + 1) begin
			we    = chance(300) ? 0 : chance(500) ? 1 << below(BYTES) : $random(seed);
			waddr = $random(seed);
			raddr = chance(200) ? waddr : $random(seed);
			wdata = $random(seed);
			n_read    = n_read + (we == 0);
			n_several = n_several + ((we & (we - 1)) != 0);
			tick;
		end
		covered(n_read, "word read");
		covered(n_same, "word read and written");
		if (BYTES > 1)
			covered(n_several, "several bytes written");
		finish(0, 0);
	end
endmodule
