// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_process_time: how long each of 64 processes has run.
//
// In a cycle with switch_i process to_i replaces process from_i; it runs from this cycle on.
// early_i is the to_i of the next cycle. time_o is the number of cycles since clear_i for which the
// process of this cycle has run before it.
//
// Latency: switch_i, from_i, to_i to time_o: none (combinational). early_i to the time_o of its
//   switch_i: 1 cycle.
//
// Process 0 has run for 5 cycles when process 5 replaces it for 3 cycles:
//
//   cycle      0  1  2  3  4  5  6  7  8
//   early_i    0  0  0  5  0  0  0  0  0
//   switch_i   0  0  0  0  1  0  0  1  0
//   from_i     -  -  -  -  0  -  -  5  -
//   to_i       -  -  -  -  5  -  -  0  -
//   time_o     1  2  3  4  0  1  2  5  6
//
// Instance:
//   gnomon_trigger_process_time #(.LUT_BITS(0)) u_trigger_process_time (
//     .clk(clk), .clear_i(clear), .early_i(early), .switch_i(switch), .from_i(from), .to_i(to),
//     .time_o(time_o)
//   );

module gnomon_trigger_process_time #(
	parameter LUT_BITS = 0  // as gnomon_cell_ram's
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
	wire [31:0] found = !known_q[to_i] ? 32'd0 : just_q && last_q == to_i ? stored_q
		: table_time;
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

	gnomon_cell_ram #(.LUT_BITS(LUT_BITS), .WIDTH(32), .DEPTH_LOG2(6)) u_times (
		.clk     (clk),
		.we_i    (change),
		.waddr_i (from_i),
		.wdata_i (time_q),
		.raddr_i (early_i),
		.rdata_o (table_time)
	);

endmodule
