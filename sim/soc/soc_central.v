// SPDX-License-Identifier: Apache-2.0
// soc_central: the time counter in its central form: one on the shared bus, for all cores.
//
// 1. Each access takes two clocks of the bus. Its time is that of the first one, in which the bus
//    is the core's.
// 2. A core has two latches: of its program, and, at offset 0x100, of its interrupt routine. So no
//    read disturbs a read of another core, or one that it interrupts.
// 3. Its words are those of soc_window; it has no line.
`resetall
`default_nettype none

module soc_central #(
	parameter CORES = 4,     // 1 to 8
	parameter OWNER_W = 2,   // bits of a core number
	parameter TIME_W = 32,   // bits of the times, 10 to 64
	parameter WINDOW_W = 32  // see soc_window
) (
	input  wire               clk,
	input  wire               rst,
	input  wire               valid_i,
	input  wire [OWNER_W-1:0] owner_i,
	input  wire [8:0]         addr_i,
	input  wire [3:0]         wstrb_i,
	input  wire [31:0]        wdata_i,
	output wire               ready_o,
	output wire [31:0]        rdata_o,
	input  wire               pause_i,
	// measurement: {real time, time}
	output wire [127:0]       times_o
);
	generate
		if (CORES < 1 || CORES > 8) begin : gen_bad_cores
			CORES_must_be_1_to_8 u_bad ();
		end
	endgenerate

	wire [TIME_W-1:0] now, real_now;
	wire [3:0]        owner = {{(4 - OWNER_W){1'b0}}, owner_i};
	wire [3:0]        core = {owner[2:0], addr_i[8]};
	wire              unused_raise, unused_done, unused_store;
	wire [3:0]        unused_round;
	wire [7:0]        unused_byte;
	wire              unused = &{1'b0, unused_raise, unused_done, unused_store, unused_round,
		unused_byte};

	gnomon_line_time #(.WIDTH(TIME_W), .REAL(1)) u_line_time (
		.clk(clk),
		.clear_i(rst),
		.pause_i(pause_i),
		.time_o(now),
		.real_o(real_now)
	);

	soc_window #(.WINDOW_W(WINDOW_W), .TIME_W(TIME_W), .MASTERS(2 * CORES)) u_window (
		.clk(clk),
		.rst(rst),
		.valid_i(valid_i),
		.master_i(core),
		.word_i(addr_i[6:2]),
		.wstrb_i(wstrb_i),
		.wdata_i(wdata_i),
		.ready_o(ready_o),
		.rdata_o(rdata_o),
		.time_i(now),
		.real_i(real_now),
		.state_i(8'd0),
		.raise_o(unused_raise),
		.done_o(unused_done),
		.round_o(unused_round),
		.store_o(unused_store),
		.byte_o(unused_byte)
	);

	generate
		if (TIME_W >= 64) begin : gen_full
			assign times_o = {real_now, now};
		end else begin : gen_narrow
			localparam [63-TIME_W:0] ABOVE = {(64 - TIME_W){1'b0}};
			assign times_o = {ABOVE, real_now, ABOVE, now};
		end
	endgenerate
endmodule

`resetall
