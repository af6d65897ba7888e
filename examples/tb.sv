// SPDX-License-Identifier: Apache-2.0
// A system with a monitor beside the same without one. TOP is the system; PC and RETIRED are its
// retired instructions, PC_1 and RETIRED_1 those of a second processor: the testbench writes them
// to +truth=FILE as `CYCLE PROCESSOR PC`, from the system without a monitor, and `start` at each
// start of a run. It counts cycles in which outputs differ.
`define GLUE(name) name``_gnomon
`define ATTACHED(name) `GLUE(name)

module tb;
	logic        clk = 1'b0, rst = 1'b1;
	integer      truth, cycle = 0, compared = 0, differences = 0;
	string       name;
	wire         done_with, done_without;
	wire [31:0]  addr_with, addr_without, wdata_with, wdata_without;
	wire [31:0]  result_with, result_without;
	wire [3:0]   write_with, write_without;

	always #20 clk = !clk;

	`ATTACHED(`TOP) u_with (
		.clk, .rst, .bus_addr(addr_with), .bus_wdata(wdata_with), .bus_write(write_with),
		.done(done_with), .result(result_with)
	);
	wire hold = u_with.gnomon_hold, sync = u_with.gnomon_sync_o;

	`TOP u_without (
		.clk, .rst(rst | hold), .bus_addr(addr_without), .bus_wdata(wdata_without),
		.bus_write(write_without), .done(done_without), .result(result_without)
	);

	always @(negedge clk) begin
		compared <= compared + 1;
		if (addr_with !== addr_without || wdata_with !== wdata_without ||
		    write_with !== write_without || done_with !== done_without ||
		    result_with !== result_without)
			differences <= differences + 1;
	end

	always @(posedge clk) begin
		cycle <= sync ? 0 : cycle + 1; // time 0 is the cycle after that of the pulse
		if (sync) $fwrite(truth, "start\n");
		if (u_without.`RETIRED && !hold)
			$fwrite(truth, "%0d 0 %0d\n", cycle, u_without.`PC);
`ifdef PC_1
		if (u_without.`RETIRED_1 && !hold)
			$fwrite(truth, "%0d 1 %0d\n", cycle, u_without.`PC_1);
`endif
	end

	initial begin
		if (!$value$plusargs("truth=%s", name)) $fatal(1, "no +truth=FILE");
		truth = $fopen(name, "w");
		repeat (4) @(negedge clk);
		rst = 1'b0;
		@(negedge hold);
		while (!done_without) @(posedge clk);
		repeat (100) @(posedge clk);
		$display("compared %0d differences %0d result %0d", compared, differences,
			result_without);
		$finish;
	end
endmodule
