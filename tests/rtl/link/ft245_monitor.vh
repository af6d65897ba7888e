// SPDX-License-Identifier: Apache-2.0
// The monitor's side of a bench of an FT245 PHY, and its course; included in the body of the bench,
// which has the parameters, the PHY, the `chip`, and a task cover_more.

	`include "bench.vh"

	reg clk = 1'b0;
	always #(CLK_PS / 1000.0) clk = !clk;

	reg        run = 1'b0, listen = 1'b1, rx_ready = 1'b0, tx_valid = 1'b0;
	wire       rx_valid, tx_ready, ft_clk, rxf_n, txe_n, rd_n, wr_n, oe_n, siwu_n, d_oe;
	wire [7:0] rx_data, d_to, d_from;
	reg  [7:0] tx_data = 0;
	reg  [7:0] out [0:1048575];
	integer    n_in = 0, n_out = 0, n_checked = 0, n_reset = 0, n_stop = 0, n_deaf = 0,
		quiet = 0, i;

	always @(posedge clk) begin
		if (rx_valid && rx_ready) begin
			check(n_in < chip.rx_head, "byte that the host did not send");
			equal(rx_data, chip.byte_of(n_in), "byte from the host");
			n_in = n_in + 1;
		end
		if (tx_valid && tx_ready) begin
			out[n_out] = tx_data;
			n_out      = n_out + 1;
		end
		// what the monitor does while it is reset: it neither takes nor gives
		quiet = quiet > 0 ? quiet - 1 : below(3000) == 0 ? 1 + below(500) : 0;
		n_reset = n_reset + (quiet == 1);
		rx_ready <= quiet == 0 && chance(WILLING);
		if (!tx_valid || tx_ready) begin
			tx_valid <= quiet == 0 && n_out < BYTES && chance(WILLING);
			tx_data  <= $random(seed);
		end
		check(siwu_n, "SIWU#");
	end

	// The chip: its clock starts late, with bytes of the host in it, and stops at times.
	initial begin
		#20000 run = 1'b1;
		forever begin
			#(20000 + below(40000));
			if (chance(400)) begin
				n_stop = n_stop + 1;
				run = 1'b0;
				#(below(4000)) run = 1'b1;
			end
			if (chance(400)) begin
				n_deaf = n_deaf + 1;
				listen = 1'b0;
				#(below(60000) + 40000) listen = 1'b1;
			end
		end
	end

	initial begin
		while (chip.n_got < BYTES || n_in < BYTES) begin
			#1000;
			if ($realtime > 1500.0 * BYTES + 500000) begin
				$display("%0d in, %0d out", n_in, chip.n_tx);
				$display("FAIL: time limit");
				$finish;
			end
		end
		#20000;
		equal(n_in, BYTES, "bytes from the host");
		equal(chip.n_tx, BYTES, "bytes to the host");
		for (i = 0; i < BYTES; i = i + 1)
			equal(chip.got[i], out[i], "byte to the host");
		covered(n_reset, "monitor that is reset");
		covered(n_stop, "chip that stops");
		covered(chip.n_late, "packet by the latency timer");
		covered(chip.n_short, "short packet");
		cover_more;
		if (faults + chip.faults == 0)
			$display("PASS: %0d checks in %0d ns", checks + chip.checks, $time);
		else
			$display("FAIL: %0d of %0d checks", faults + chip.faults,
				checks + chip.checks);
		$finish;
	end
