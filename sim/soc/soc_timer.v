// SPDX-License-Identifier: Apache-2.0
// soc_timer: one free running clock counter, and for each core a compare register that raises its
// timer line.
//
//   offset   read                                     write
//   0x00     clocks since reset, bits 31..0           -
//   0x04     bits 63..32 as of this core's last read  -
//            of 0x00
//   0x08     this core's compare register             sets it
//   0x0c     1 if this core's timer line is enabled   bit 0 enables it
//
// 1. The line of a core is high while it is enabled and bits 31..0 have reached compare (modulo
//    2^32, so compare must lie less than 2^31 clocks ahead). It goes low when compare is set again
//    or the line is disabled.
`resetall
`default_nettype none

module soc_timer #(
	parameter CORES = 4,  // 1 to 16
	parameter OWNER_W = 2 // bits of a core number
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               valid_i,
	input  wire [OWNER_W-1:0] owner_i,
	input  wire [3:0]         addr_i,
	input  wire               write_i,
	input  wire [31:0]        wdata_i,
	output reg  [31:0]        rdata_o,
	output reg  [CORES-1:0]   line_o
);
	reg [63:0]      now;
	reg [31:0]      high [0:CORES-1];
	reg [31:0]      compare [0:CORES-1];
	reg [CORES-1:0] enable;

	always @* begin
		case (addr_i[3:2])
		2'd0: rdata_o = now[31:0];
		2'd1: rdata_o = high[owner_i];
		2'd2: rdata_o = compare[owner_i];
		default: rdata_o = {31'd0, enable[owner_i]};
		endcase
	end

	// reached, modulo 2^32
	wire [CORES-1:0] past;
	genvar g;
	generate
		for (g = 0; g < CORES; g = g + 1) begin : gen_past
			wire [31:0] over = now[31:0] - compare[g];
			assign past[g] = !over[31];
		end
	endgenerate

	always @(posedge clk) begin
		now <= now + 1'b1;
		if (valid_i && !write_i && addr_i[3:2] == 2'd0)
			high[owner_i] <= now[63:32];
		if (valid_i && write_i && addr_i[3:2] == 2'd2)
			compare[owner_i] <= wdata_i;
		if (valid_i && write_i && addr_i[3:2] == 2'd3)
			enable[owner_i] <= wdata_i[0];
		line_o <= enable & past;
		// the line is low at once, so that a handler that sets compare is not entered twice
		if (valid_i && write_i && addr_i[3])
			line_o[owner_i] <= 1'b0;
		if (rst) begin
			now <= 64'd0;
			enable <= {CORES{1'b0}};
			line_o <= {CORES{1'b0}};
		end
	end
endmodule

`resetall
