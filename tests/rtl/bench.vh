// SPDX-License-Identifier: Apache-2.0
// What all benches share; included in the body of a module. Nothing here comes from rtl/.
//
// A bench says `check` or `equal` of everything it sees, `covered` of everything it wanted to happen, and ends with `finish`, which prints
// the one line that tests/rtl/run.sh looks for. Random numbers come from `seed` (+SEED=n on the command line of vvp).

	integer checks = 0;
	integer faults = 0;
	integer seed   = 1;

	initial
		if ($value$plusargs("SEED=%d", seed))
			$display("seed %0d", seed);

	// 0 .. n-1
	function integer below(input integer n);
		below = $unsigned($random(seed)) % n;
	endfunction

	// true p times in 1000
	function chance(input integer p);
		chance = below(1000) < p;
	endfunction

	task check(input ok, input [8*48-1:0] what);
		begin
			checks = checks + 1;
			if (ok !== 1'b1) begin
				faults = faults + 1;
				if (faults <= 20)
					$display("%0t %m: %0s", $time, what);
			end
		end
	endtask

	task equal(input [63:0] got, input [63:0] want, input [8*48-1:0] what);
		begin
			checks = checks + 1;
			if (got !== want) begin
				faults = faults + 1;
				if (faults <= 20)
					$display("%0t %m: %0s is %h, not %h", $time, what, got, want);
			end
		end
	endtask

	// Something that a bench is worth nothing without
	task covered(input integer count, input [8*48-1:0] what);
		check(count > 0, {"never happened: ", what});
	endtask
