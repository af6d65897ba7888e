// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_process_time: how long each of 64 processes has run.
//
// In a clock with switch_i process from_i makes room for to_i, which runs from this clock on; early_i is, a clock ahead, what to_i will be. time_o is for how many clocks
// since clear_i the process that runs in this clock has run before it.

`resetall
`default_nettype none

module gnomon_process_time #(
	parameter LUT_BITS = 0  // as gnomon_ram's
) (
	input  wire        clk,
	input  wire        clear_i,
	input  wire [5:0]  early_i,
	input  wire        switch_i,
	input  wire [5:0]  from_i,
	input  wire [5:0]  to_i,
	output wire [31:0] time_o
);
	reg  [31:0] time_q;   // of the process that ran in the clock before, that clock included
	reg  [63:0] known_q;  // processes that ran since clear_i and were stored
	reg  [5:0]  last_q;   // the one that was stored in the clock before
	reg  [31:0] stored_q; // and its time
	reg         just_q;

	wire        change = switch_i && from_i != to_i;
	wire [31:0] table_time;
	wire [31:0] found = !known_q[to_i] ? 32'd0 : just_q && last_q == to_i ? stored_q : table_time;
	assign      time_o = change ? found : time_q;
	always @(posedge clk) begin
		time_q <= clear_i ? 32'd0 : time_o + 1'b1;
		if (clear_i)
			known_q <= 64'd0;
		else if (change)
			known_q[from_i] <= 1'b1;
		just_q   <= change;
		last_q   <= from_i;
		stored_q <= time_q;
	end

	gnomon_ram #(.LUT_BITS(LUT_BITS), .WIDTH(32), .DEPTH_LOG2(6)) u_times (
		.clk     (clk),
		.we_i    (change),
		.waddr_i (from_i),
		.wdata_i (time_q),
		.raddr_i (early_i),
		.rdata_o (table_time)
	);

endmodule

`resetall
