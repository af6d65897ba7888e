// SPDX-License-Identifier: Apache-2.0
// unknown_tb: a target whose registers have no reset, so that they are x in the first cycle after
// `hold`. In cycle 64 k + 1 it steps, to the state k % 4. +clocks=N: $finish in cycle N. +late: the
// registers have a reset, and `step` is z in cycle 20 alone. +wire_x: a bit of tx_data
// is x from cycle 300 on.
`timescale 1ns / 1ps

module unknown_tb;
	reg         clk = 1'b0, rst = 1'b1, step, high = 1'b0, cut = 1'b0;
	reg  [31:0] state;
	reg  [15:0] count;
	wire        rx_valid, rx_ready, tx_valid, tx_ready, sync, hold;
	wire [7:0]  rx_data, tx_data;
	integer     clocks;

	always #20 clk = !clk;

	always @(posedge clk)
		if (hold) begin
			count <= 16'd0;
			if ($test$plusargs("late"))
				{step, state} <= 33'd0;
		end else begin
			count <= count + 16'd1;
			step  <= count[5:0] == 6'd0;
			state <= {30'd0, count[7:6]};
			cut   <= $test$plusargs("wire_x") && count >= 16'd299;
			high  <= $test$plusargs("late") && count == 16'd19;
		end

	counter u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_valid_i(rx_valid),
		.rx_ready_o(rx_ready),
		.rx_data_i(rx_data),
		.tx_valid_o(tx_valid),
		.tx_ready_i(tx_ready),
		.tx_data_o(tx_data),
		.sync_o(sync),
		.light_state_i(state),
		.light_step_i(high ? 1'bz : step)
	);

	gnomon_bridge #(.MONITOR("counter")) u_bridge (
		.clk(clk),
		.rst(rst),
		.rx_valid_o(rx_valid),
		.rx_ready_i(rx_ready),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(cut ? tx_data | 8'b0000_x000 : tx_data),
		.sync_i(sync),
		.finish_i(1'b0),
		.hold_o(hold),
		.done_o(),
		.connected_o()
	);

	initial begin
		repeat (4) @(negedge clk);
		rst = 1'b0;
		@(negedge hold);
		if ($value$plusargs("clocks=%d", clocks)) begin
			repeat (clocks) @(posedge clk);
			$finish;
		end
	end
endmodule
