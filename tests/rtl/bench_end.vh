// SPDX-License-Identifier: Apache-2.0
// The clock and the end of a bench; included in the body of the top module, which has a localparam CLOCKS: its time limit.

	reg clk = 1'b0;
	always #5 clk = !clk;

	initial begin
		repeat (CLOCKS) @(posedge clk);
		$display("FAIL: time limit of %0d clocks", CLOCKS);
		$finish;
	end

	// checks and faults of modules beside the bench's own
	task finish(input integer more_checks, input integer more_faults);
		begin
			if (faults + more_faults == 0)
				$display("PASS: %0d checks in %0d clocks", checks + more_checks, $time / 10);
			else
				$display("FAIL: %0d of %0d checks", faults + more_faults, checks + more_checks);
			$finish;
		end
	endtask
