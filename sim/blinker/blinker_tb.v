// SPDX-License-Identifier: Apache-2.0
// blinker_tb: a testbench without C++, for `verilator --binary` and Icarus Verilog: clock and reset
// of the blinker. It ends +clocks=N clocks after time 0, or where something else ends it.
// +dump=FILE: the waveform, as VCD.

module blinker_tb;
	reg     clk = 1'b0, rst = 1'b1;
	integer clocks;
	string  dump;

	blinker_sim u_sim (.clk(clk), .rst(rst));

	always #20 clk = !clk;

	initial begin
		if ($value$plusargs("dump=%s", dump)) begin
			$dumpfile(dump);
			$dumpvars(2); // not what is inside of monitor and bridge
		end
		repeat (4) @(negedge clk);
		rst = 1'b0;
		if ($value$plusargs("clocks=%d", clocks)) begin
			@(negedge u_sim.hold);
			repeat (clocks) @(posedge clk);
			$finish;
		end
	end
endmodule
