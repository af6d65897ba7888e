// SPDX-License-Identifier: Apache-2.0
// two_tb: two blinkers with a monitor each in one simulation. With +stop_clock=N the clock stops
// after N clocks, so that the simulation ends by itself.

module two_tb;
	reg     clk = 1'b0, rst = 1'b1;
	integer left;

	blinker_sim #(.MONITOR("left")) u_left (.clk(clk), .rst(rst));
	blinker_sim #(.MONITOR("right")) u_right (.clk(clk), .rst(rst));

	initial begin
		left = -1;
		if ($value$plusargs("stop_clock=%d", left)) begin end
		while (left != 0) begin
			#20 clk = 1'b1;
			#20 clk = 1'b0;
			left = left - 1;
		end
	end

	initial begin
		repeat (4) @(negedge clk);
		rst = 1'b0;
	end
endmodule
