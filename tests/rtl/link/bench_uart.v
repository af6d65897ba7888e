// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_link_uart, both directions at once: a sender with a clock of its own, off by up
// to 3 % (2 % below 5 clocks a bit), pauses, pulses of a clock, stop bits that are 0, breaks,
// starts that are none, and an overflow of the queue; the transmitter's line is held against the
// bytes it took, clock by clock.
`timescale 1ns/1ps

module bench_uart;
	parameter DIVISOR  = 10;
	parameter FRACTION = 0;
	parameter BYTES    = 500;   // each way

	localparam CLOCKS = 9000 * DIVISOR + 24 * BYTES * DIVISOR * 2;
	localparam real PERIOD = DIVISOR + FRACTION / 256.0;   // clocks a bit
	localparam SPREAD = PERIOD < 5 ? 2000 : 3000;          // of 100000
	localparam SLACK = FRACTION == 0 ? 0 : 1;              // clocks that a bit may begin off
	`include "bench.vh"
	`include "bench_end.vh"

	reg        rst = 1'b1, rx = 1'b1, ready = 1'b0, tx_valid = 1'b0;
	reg  [7:0] tx_data = 0;
	wire       tx, valid, tx_ready;
	wire [7:0] data;
	gnomon_link_uart #(.DIVISOR(DIVISOR), .FRACTION(FRACTION)) dut (
		.clk (clk), .rst (rst), .rx_i (rx), .tx_o (tx), .rx_valid_o (valid),
			.rx_ready_i (ready), .rx_data_o (data),
		.tx_valid_i (tx_valid), .tx_ready_o (tx_ready), .tx_data_i (tx_data)
	);

	// Line to the device. The clock is 10 ns; the sender's edges lie anywhere in it.
	reg [7:0] sent [0:1023];
	integer   n_sent = 0, n_got = 0;
	integer   n_framing = 0, n_glitch = 0, n_fast = 0, n_slow = 0, n_row = 0,
		n_wait = 0, n_lost = 0, n_break = 0, n_pulse = 0;
	real      bit_time;
	integer   pulse = -1;   // bit of the byte in which a pulse is

	task pause(input real bits);
		#(bits * bit_time) ;
	endtask

	task frame(input [7:0] value, input stop);
		integer i;
		real    begun;
		begin
			begun = $realtime;
			rx    = 1'b0;
			pause(1.0);
			for (i = 0; i < 8; i = i + 1) begin
				rx = value[i];
				if (i == pulse) begin   // seen by one edge at most
					pause((1 + below(700)) / 1000.0);
					rx = !value[i];
					#9.9 rx = value[i];
					pause(1.0 - ($realtime - begun) / bit_time + i + 1);
				end else
					pause(1.0);
			end
			rx = stop;
			if (!stop) begin   // the line is let go before the next start bit could be
				pause(0.9);
				rx = 1'b1;
				pause(0.1);
			end else
				pause(1.0);
		end
	endtask

	task send(input [7:0] value);
		begin
			sent[n_sent] = value;
			n_sent = n_sent + 1;
			frame(value, 1'b1);
		end
	endtask

	// From the queue: in order, whole, unless the overflow is on
	reg     overflow = 1'b0;
	integer willing = 300;
	always @(posedge clk) begin
		if (valid && ready) begin
			if (overflow)   // numbered bytes
				while (n_got < n_sent && sent[n_got] !== data) begin
					check(n_got >= 64, "one of the first bytes is lost");
					n_lost = n_lost + 1;
					n_got  = n_got + 1;
				end
			check(n_got < n_sent, "byte that was not sent");
			equal(data, sent[n_got], "byte received");
			n_got = n_got + 1;
		end
		n_wait = n_wait + (!rst && valid && !ready);
		ready <= chance(willing);
	end

	// Line from the device: within a byte each bit lasts DIVISOR clocks; where one waits at its
	// end the next follows at once.
	reg [9:0] shape;       // of the byte on the line: start bit, data, stop bit
	reg [7:0] next_out;
	integer   at = -1;     // clocks since its start; -1: none
	integer   n_out = 0, n_back = 0, n_idle = 0, resting = 0, since_ready = 0;
	integer   low, high;   // bits that can be on the line
	reg       took = 1'b0, at_end = 1'b0, was_ready = 1'b0;
	always @(posedge clk)
		if (!rst) begin
			if (took) begin
				check(at == -1 || at_end, "byte taken while another is sent");
				n_back = n_back + (at != -1);
				shape  = {1'b1, next_out, 1'b0};
				at     = 0;
			end else if (at >= 0)
				at = at_end && was_ready ? -1 : at + 1;
			at_end = at >= 0 && at >= 10 * PERIOD - 1 - SLACK;
			check(at < 10 * PERIOD + SLACK, "byte ends");
			if (at < 0)
				equal(tx, 1'b1, "idle line");
			else begin
				low  = at <= SLACK ? 0 : (at - SLACK) / PERIOD - 0.4999;
				high = (at + SLACK) / PERIOD - 0.4999;
				if (low == high || FRACTION == 0)
					equal(tx, shape[FRACTION == 0 ? at / DIVISOR
						: low > 9 ? 9 : low], "line");
			end
			since_ready = tx_ready ? 0 : since_ready + 1;
			check(!tx_ready || at < 0 || at_end, "ready while a byte is sent");
			check(FRACTION != 0 || at != 10 * DIVISOR - 1 || tx_ready,
				"ready as the stop bit ends");
			check(at >= 0 || since_ready < 2 * (DIVISOR + SLACK),
				"ready in each bit time of an idle line");
			was_ready = tx_ready;
			n_idle   = n_idle + (at < 0);
			took     = tx_valid && tx_ready;
			next_out = tx_data;
			n_out    = n_out + took;
			resting  = resting > 0 ? resting - 1 : chance(1) ? below(30 * DIVISOR) : 0;
			if (took || !tx_valid) begin
				tx_valid <= resting == 0 && n_out < BYTES;
				tx_data  <= $random(seed);
			end
		end

	integer i, own;
	real    begun;
	initial begin
		bit_time = 10.0 * PERIOD;
		repeat (5) @(posedge clk);
		rst <= 1'b0;
		repeat (DIVISOR) @(posedge clk);
		for (i = 0; i < BYTES; i = i + 1) begin
			own      = below(2 * SPREAD + 1) - SPREAD;   // of 100000
			if (i % 8 < 2)
				own = i % 8 == 0 ? SPREAD : -SPREAD;
			pulse = i % 8 == 4 && (FRACTION == 0 || PERIOD >= 5) ? below(8) : -1;
			if (pulse >= 0) begin
				own     = 0;
				n_pulse = n_pulse + 1;
			end
			bit_time = 10.0 * PERIOD * (1.0 + own / 100000.0);
			n_fast   = n_fast + (own == -SPREAD);
			n_slow   = n_slow + (own == SPREAD);
			if (i % 20 >= 10)
				pause(below(3000) / 1000.0);
			else
				n_row = n_row + 1;
			send(chance(200) ? (chance(500) ? 8'h00 : 8'hFF) : $random(seed));
			bit_time = 10.0 * PERIOD;
			pulse    = -1;
			if (chance(60)) begin
				n_break = n_break + 1;
				rx      = 1'b0;
				pause(10.0 + below(30000) / 1000.0);
				rx = 1'b1;
				pause(1.0);
			end
			if (chance(100)) begin
				n_framing = n_framing + 1;
				pause(below(1000) / 1000.0);
				frame($random(seed), 1'b0);
				pause(2.0);
			end
			// shorter than half a bit, as far as whole clocks show
			if (chance(100)) begin
				n_glitch = n_glitch + 1;
				pause(1.0 + below(1000) / 1000.0);
				rx = 1'b0;
				#((1 + below((DIVISOR / 2) * 10000 - 1001)) / 1000.0) rx = 1'b1;
				pause(1.0 + below(1000) / 1000.0);
			end
		end
		pause(3.0);
		willing = 1000;
		repeat (300) @(posedge clk);
		equal(n_got, n_sent, "bytes received");

		// 120 bytes while none is taken, then one more
		overflow = 1'b1;
		willing  = 0;
		n_got    = 0;
		n_sent   = 0;
		repeat (3) @(posedge clk);
		for (i = 0; i < 120; i = i + 1)
			send(i);
		willing = 1000;
		repeat (300) @(posedge clk);
		check(n_got >= 64 && n_got <= 96, "bytes kept in an overflow");
		send(200);
		pause(2.0);
		repeat (20) @(posedge clk);
		equal(n_got, n_sent, "last byte after the overflow");
		while (n_out < BYTES || at >= 0 || took)
			@(posedge clk);
		@(posedge tx_ready) begun = $realtime;
		repeat (512)
			@(posedge tx_ready);
		check($realtime - begun <= 10.0 * (512 * PERIOD + 1.5)
			&& $realtime - begun >= 10.0 * (512 * PERIOD - 1.5),
			"rate of the bits out");

		covered(n_break, "break");
		if (FRACTION == 0 || PERIOD >= 5)
			covered(n_pulse, "pulse of a clock");
		covered(n_framing, "stop bit that is 0");
		covered(n_glitch, "start that is none");
		covered(n_fast, "fast sender");
		covered(n_slow, "slow sender");
		covered(n_row, "bytes without a pause");
		covered(n_wait, "byte that waits");
		covered(n_lost, "byte lost in an overflow");
		covered(n_back, "bytes out without a pause");
		covered(n_idle, "idle line out");
		finish(0, 0);
	end
endmodule
