// SPDX-License-Identifier: Apache-2.0
// core_tb: the design of somebody else (core_top) beside the same with a monitor, in two forms: the
// module around it, and the netlist of the open form. All have the same random inputs; whenever an
// output differs, `differences` counts it. The truth of what the monitors must record is written
// from the designs without a monitor: +truth=FILE has lines `FORM start` and `FORM CORE CYCLE PC`.
module core_tb;
	localparam int CYCLES = 4000;

	logic       clk = 1'b0, por = 1'b1, rst_n = 1'b0;
	logic [7:0] d = 8'd0;
	integer     truth, differences = 0, compared = 0;
	string      name;

	always #20 clk = !clk;

	// one design with a monitor and one without
	wire [7:0]       q_wrapper, q_open, q_a, q_b;
	core_pkg::mode_t mode_wrapper, mode_a, mode_b;
	wire [1:0]       mode_open;
	logic [1:0]      most_wrapper[2], most_a[2], most_b[2];
	wire [3:0]       most_open;
	wire             pad_wrapper, pad_open, pad_a, pad_b;
	wire             hold_a, hold_b, sync_a, sync_b;

	core_top_gnomon u_wrapper (
		.clk, .por, .rst_n, .d, .q(q_wrapper), .mode(mode_wrapper), .most(most_wrapper),
		.pad(pad_wrapper)
	);
	assign hold_a = u_wrapper.gnomon_hold, sync_a = u_wrapper.gnomon_sync_o;
	core_top u_a (
		.clk, .por, .rst_n(rst_n & ~hold_a), .d, .q(q_a), .mode(mode_a), .most(most_a),
		.pad(pad_a)
	);

	wire       rx_valid, rx_ready, tx_valid, tx_ready;
	wire [7:0] rx_data, tx_data;
	core_top_open u_open (
		.clk, .por, .rst_n(rst_n & ~hold_b), .d, .q(q_open), .mode(mode_open),
		.most(most_open), .pad(pad_open), .gnomon_sync_o(sync_b),
		.gnomon_rx_valid_i(rx_valid), .gnomon_rx_ready_o(rx_ready),
		.gnomon_rx_data_i(rx_data), .gnomon_tx_valid_o(tx_valid),
		.gnomon_tx_ready_i(tx_ready), .gnomon_tx_data_o(tx_data)
	);
	gnomon_bridge #(.MONITOR("open")) u_bridge (
		.clk, .rst(por),
		.rx_valid_o(rx_valid), .rx_ready_i(rx_ready), .rx_data_o(rx_data),
		.tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data),
		.sync_i(sync_b), .finish_i(1'b0), .hold_o(hold_b), .done_o(), .connected_o()
	);
	core_top u_b (
		.clk, .por, .rst_n(rst_n & ~hold_b), .d, .q(q_b), .mode(mode_b), .most(most_b),
		.pad(pad_b)
	);

	always @(negedge clk) begin
		d <= 8'($urandom);
		compared <= compared + 1;
		if (q_wrapper !== q_a || mode_wrapper !== mode_a || pad_wrapper !== pad_a ||
		    most_wrapper[0] !== most_a[0] || most_wrapper[1] !== most_a[1])
			differences <= differences + 1;
		if (q_open !== q_b || mode_open !== mode_b || pad_open !== pad_b ||
		    most_open !== {most_b[0], most_b[1]})
			differences <= differences + 1;
	end

	// time 0 is the cycle after that of the pulse
	integer time_a = 0, time_b = 0;
	always @(posedge clk) begin
		time_a <= sync_a ? 0 : time_a + 1;
		time_b <= sync_b ? 0 : time_b + 1;
		if (sync_a) $fwrite(truth, "wrapper start\n");
		if (sync_b) $fwrite(truth, "open start\n");
		if (u_a.core[0].u.retired.valid)
			$fwrite(truth, "wrapper 0 %0d %0d\n", time_a, u_a.core[0].u.retired.pc);
		if (u_a.core[1].u.retired.valid)
			$fwrite(truth, "wrapper 1 %0d %0d\n", time_a, u_a.core[1].u.retired.pc);
		if (u_b.core[0].u.retired.valid)
			$fwrite(truth, "open 0 %0d %0d\n", time_b, u_b.core[0].u.retired.pc);
		if (u_b.core[1].u.retired.valid)
			$fwrite(truth, "open 1 %0d %0d\n", time_b, u_b.core[1].u.retired.pc);
	end

	initial begin
		if (!$value$plusargs("truth=%s", name)) $fatal(1, "no +truth=FILE");
		truth = $fopen(name, "w");
		repeat (4) @(negedge clk);
		por   = 1'b0;
		rst_n = 1'b1;
		fork
			@(negedge hold_a);
			@(negedge hold_b);
		join
		repeat (CYCLES) @(posedge clk);
		$display("compared %0d differences %0d", compared, differences);
		$finish;
	end
endmodule
