// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_wishbone: a classic and a pipelined master, with and without gaps, that
// take nothing but the answers of the slave for it; each request makes one write, in its first
// clock, and is over in two.
`timescale 1ns/1ns

module bench_wishbone;
	parameter LENGTH = 100000;
	localparam CLOCKS = 200000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         rst = 1'b1, cyc = 1'b0, stb = 1'b0, we = 1'b0;
	reg  [9:0]  adr = 0;
	reg  [31:0] dat = 0;
	reg  [3:0]  sel = 0;
	wire        ack, stall, valid;
	wire [31:0] dat_back, data;
	wire [9:0]  addr;
	gnomon_trigger_wishbone dut (
		.clk (clk), .rst (rst), .cyc_i (cyc), .stb_i (stb), .we_i (we), .adr_i (adr),
			.dat_i (dat), .sel_i (sel),
		.ack_o (ack), .stall_o (stall), .dat_o (dat_back), .valid_o (valid), .addr_o (addr),
			.data_o (data)
	);

	integer    clocks, k, age = 0, waiting = 0, gap = 0, gaps = 500;
	reg        pipelined = 1'b0, over, was_first = 1'b0;
	reg [31:0] want;
	integer    n_write = 0, n_read = 0, n_row = 0, n_pipelined = 0, n_classic = 0,
		n_narrow = 0, n_held = 0, n_dropped = 0, n_reset = 0;

	task request;
		begin
			stb = 1'b1;
			we  = chance(700);
			adr = $random(seed);
			dat = $random(seed);
			sel = chance(300) ? 15 : $random(seed);
			age = 0;
			waiting = waiting + 1;
		end
	endtask

	initial begin
		repeat (3) @(negedge clk);
		rst = 1'b0;
		for (clocks = 0; clocks < LENGTH; clocks = clocks + 1) begin
			// What the master sees in the clock with what it drives now
			#1;
			for (k = 0; k < 4; k = k + 1)
				want[8*k +: 8] = sel[k] ? dat[8*k +: 8] : 8'd0;
			if (!rst) begin
				equal(valid, cyc && stb && age == 0 && we, "write");
				equal(ack, was_first, "ack in the second clock");
				if (valid) begin
					equal(addr, adr, "address");
					equal(data, want, "data");
				end
				if (ack)
					equal(dat_back, 0, "data of a read");
				if (cyc && stb) begin
					check(age < 2, "over in two clocks");
					equal(stall, age == 0, "stall");
				end
			end
			n_write  = n_write + valid;
			n_read   = n_read + (cyc && stb && age == 0 && !we);
			n_narrow = n_narrow + (valid && sel != 15);
			was_first = cyc && stb && age == 0 && !rst;
			// Is the request taken?
			over    = cyc && stb && (pipelined ? !stall : ack);
			waiting = waiting - (ack && cyc);
			age     = age + 1;
			@(negedge clk);
			if (rst) begin
				rst     = 1'b0;
				stb     = 1'b0;
				cyc     = 1'b0;
				waiting = 0;
				was_first = 1'b0;
			end else if (chance(2)) begin
				n_reset = n_reset + (age == 1 && stb && cyc);
				rst     = 1'b1;
				over    = 1'b1;
			end
			if (!rst && (over || !stb || !cyc)) begin
				n_pipelined = n_pipelined + (over && pipelined);
				n_classic   = n_classic + (over && !pipelined);
				gap = over ? chance(gaps) ? 0 : 1 + below(5) : gap - 1;
				stb = 1'b0;
				check(!over || waiting == 0, "answered as it is taken");
				if (gap <= 0) begin
					n_row = n_row + over;
					cyc   = 1'b1;
					request;
				// the cycle may end, or be held without a strobe
				end else if (waiting == 0) begin
					cyc       = cyc && chance(600);
					n_held    = n_held + cyc;
					n_dropped = n_dropped + !cyc;
					if (!cyc) begin
						stb       = chance(100);   // of another slave
						pipelined = chance(500);
						gaps      = chance(500) ? 1000 : below(1001);
					end
				end
			end
		end
		covered(n_write > 1000, "thousand writes");
		covered(n_read, "read");
		covered(n_row, "requests in a row");
		covered(n_pipelined, "pipelined master");
		covered(n_classic, "classic master");
		covered(n_narrow, "narrow write");
		covered(n_held, "cycle held without a strobe");
		covered(n_dropped, "no cycle");
		covered(n_reset, "reset in a request");
		finish(0, 0);
	end
endmodule
