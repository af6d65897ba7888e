// SPDX-License-Identifier: Apache-2.0
// soc_mailbox: number of the core, console, exit, barrier and locks. Each access takes one clock;
// the bus states whose it is.
//
//   offset   read                                    write
//   0x00     number of the reading core              -
//   0x04     number of cores                         -
//   0x08     -                                       console: the low byte is printed
//   0x0c     one bit for each core that exited       this core exits with the low byte as its code
//   0x10     barriers passed                         this core arrives at the barrier
//   0x20+4k  lock k, k = 0 to 7: 0 if it was free    lock k is free again
//            (and is now taken), else 1
//
// 1. The barrier: when the last core has arrived, passed_o of all cores goes high; it goes low
//    again for each core when that core arrives at the next one.
// 2. An exit counts once; exit_o and code_o stay.
`resetall
`default_nettype none

module soc_mailbox #(
	parameter CORES = 4,  // 1 to 16
	parameter OWNER_W = 2 // bits of a core number
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               valid_i,
	input  wire [OWNER_W-1:0] owner_i,
	input  wire [5:0]         addr_i,
	input  wire               write_i,
	input  wire [31:0]        wdata_i,
	output reg  [31:0]        rdata_o,
	output wire [CORES-1:0]   passed_o,
	output reg                console_valid_o,
	output reg  [7:0]         console_data_o,
	output wire [CORES-1:0]   exit_o,
	output wire [CORES*8-1:0] code_o
);
	reg [CORES-1:0]   arrived;
	reg [CORES-1:0]   passed;
	reg [31:0]        barriers;
	reg [7:0]         locks;
	reg [CORES-1:0]   exits;
	reg [CORES*8-1:0] codes;

	wire [CORES-1:0] me = {{(CORES - 1){1'b0}}, 1'b1} << owner_i;
	wire [2:0]       lock = addr_i[4:2];
	wire             is_lock = addr_i[5];
	wire             write = valid_i && write_i;
	wire             arrive = write && addr_i == 6'h10;
	wire             complete = arrive && (arrived | me) == {CORES{1'b1}};

	assign passed_o = passed;
	assign exit_o = exits;
	assign code_o = codes;

	always @* begin
		case (addr_i)
		6'h00: rdata_o = {{(32 - OWNER_W){1'b0}}, owner_i};
		6'h04: rdata_o = CORES;
		6'h0c: rdata_o = {{(32 - CORES){1'b0}}, exits};
		6'h10: rdata_o = barriers;
		default: rdata_o = {31'd0, is_lock && locks[lock]};
		endcase
	end

	always @(posedge clk) begin
		console_valid_o <= write && addr_i == 6'h08;
		if (write && addr_i == 6'h08)
			console_data_o <= wdata_i[7:0];
		if (write && addr_i == 6'h0c && (exits & me) == {CORES{1'b0}}) begin
			exits <= exits | me;
			codes[owner_i*8 +: 8] <= wdata_i[7:0];
		end
		if (complete) begin
			arrived <= {CORES{1'b0}};
			passed <= {CORES{1'b1}};
			barriers <= barriers + 1'b1;
		end else if (arrive) begin
			arrived <= arrived | me;
			passed <= passed & ~me;
		end
		if (valid_i && is_lock)
			locks[lock] <= !write_i;
		if (rst) begin
			console_valid_o <= 1'b0;
			console_data_o <= 8'd0;
			arrived <= {CORES{1'b0}};
			passed <= {CORES{1'b0}};
			barriers <= 32'd0;
			locks <= 8'd0;
			exits <= {CORES{1'b0}};
			codes <= {CORES*8{1'b0}};
		end
	end
endmodule

`resetall
