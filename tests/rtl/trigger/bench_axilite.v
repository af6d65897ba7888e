// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_trigger_axilite: a master whose five channels go each at its own pace; the
// address before the data, the data before the address, answers that wait. Each pair of an address
// and its data makes one write, in the clock in which the second of them is taken. Readys are 1 but
// while something is held, an answer waits, or just after a reset, and inputs that change within a
// clock change no ready in it.
`timescale 1ns/1ns

module bench_axilite;
	parameter LENGTH = 100000;
	localparam CLOCKS = 200000;
	`include "bench.vh"
	`include "bench_end.vh"

	reg         rst = 1'b1, awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0,
		arvalid = 1'b0, rready = 1'b0;
	reg  [11:0] awaddr = 0, araddr = 0;
	reg  [31:0] wdata = 0;
	reg  [3:0]  wstrb = 0;
	wire        awready, wready, bvalid, arready, rvalid, valid;
	wire [1:0]  bresp, rresp;
	wire [31:0] rdata, data;
	wire [9:0]  addr;
	gnomon_trigger_axilite dut (
		.clk (clk), .rst (rst),
		.awvalid_i (awvalid), .awready_o (awready), .awaddr_i (awaddr),
		.wvalid_i (wvalid), .wready_o (wready), .wdata_i (wdata), .wstrb_i (wstrb),
		.bvalid_o (bvalid), .bready_i (bready), .bresp_o (bresp),
		.arvalid_i (arvalid), .arready_o (arready), .araddr_i (araddr),
		.rvalid_o (rvalid), .rready_i (rready), .rdata_o (rdata), .rresp_o (rresp),
		.valid_o (valid), .addr_o (addr), .data_o (data)
	);

	// Answers that are due, by what was taken and given
	reg        answer = 1'b0, reading = 1'b0, take, read, aw_take, w_take,
		aw_held = 1'b0, w_held = 1'b0, after_rst = 1'b1, was_answer = 1'b0,
		was_reading = 1'b0;
	reg [31:0] want, held_want;
	reg [11:0] held_addr;
	integer    clocks, k, aw_rate = 500, w_rate = 500, b_rate = 500, r_rate = 500;
	integer    n_write = 0, n_read = 0, n_aw_first = 0, n_w_first = 0, n_together = 0,
		n_row = 0, n_wait = 0, n_r_wait = 0, n_both = 0, n_narrow = 0;
	integer    n_reset = 0, n_r_row = 0;

	initial begin
		repeat (3) @(negedge clk);
		for (clocks = 0; clocks < LENGTH; clocks = clocks + 1) begin
			if (chance(5)) begin
				aw_rate = chance(300) ? 1000 : below(1001);
				w_rate  = chance(300) ? 1000 : below(1001);
				b_rate  = chance(300) ? 1000 : below(1001);
				r_rate  = chance(300) ? 1000 : below(1001);
			end
			rst = chance(2);
			// a channel that is valid stays so, with what it bears, until it is taken
			if (rst) begin
				n_reset = n_reset + (answer || reading || awvalid || wvalid);
				awvalid = 1'b0;
				wvalid  = 1'b0;
				arvalid = 1'b0;
			end else begin
				if (!awvalid) begin
					awvalid = chance(aw_rate);
					awaddr  = $random(seed);
				end
				if (!wvalid) begin
					wvalid = chance(w_rate);
					wdata  = $random(seed);
					wstrb  = chance(300) ? 15 : $random(seed);
				end
				if (!arvalid) begin
					arvalid = chance(r_rate);
					araddr  = $random(seed);
				end
			end
			bready = chance(b_rate);
			rready = chance(b_rate);
			#1;
			for (k = 0; k < 4; k = k + 1)
				want[8*k +: 8] = wstrb[k] ? wdata[8*k +: 8] : 8'd0;
			aw_take = awvalid && !answer && !aw_held && !after_rst;
			w_take  = wvalid && !answer && !w_held && !after_rst;
			take    = !rst && (aw_take || aw_held) && (w_take || w_held);
			read    = !rst && arvalid && !reading && !after_rst;
			equal({awready, wready, arready},
				{!answer && !aw_held, !answer && !w_held, !reading}
				& {3{!after_rst}}, "readys");
			equal(valid, take, "write made");
			// whatever the master does now
			{awvalid, wvalid, bready, arvalid, rready} =
				~{awvalid, wvalid, bready, arvalid, rready};
			#1 equal({awready, wready, arready},
				{!answer && !aw_held, !answer && !w_held, !reading}
				& {3{!after_rst}}, "ready as it was");
			{awvalid, wvalid, bready, arvalid, rready} =
				~{awvalid, wvalid, bready, arvalid, rready};
			#1;
			equal(bvalid, answer, "answer of a write");
			equal(rvalid, reading, "answer of a read");
			if (take) begin
				equal(addr, (aw_take ? awaddr : held_addr) >> 2, "address");
				equal(data, w_take ? want : held_want, "data");
			end
			if (bvalid)
				equal(bresp, 0, "answer");
			if (rvalid)
				equal({rresp, rdata}, 0, "answer of a read");
			n_write    = n_write + take;
			n_read     = n_read + read;
			n_both     = n_both + (take && read);
			n_together = n_together + (take && aw_take && w_take);
			n_aw_first = n_aw_first + (take && aw_held);
			n_w_first  = n_w_first + (take && w_held);
			n_row      = n_row + (take && was_answer);
			n_r_row    = n_r_row + (read && was_reading);
			n_wait     = n_wait + (!rst && awvalid && wvalid && answer);
			n_r_wait   = n_r_wait + (!rst && arvalid && reading);
			n_narrow   = n_narrow + (take && w_take && wstrb != 15);
			was_answer  = answer;
			was_reading = reading;
			answer  = !rst && (take || (answer && !bready));
			reading = !rst && (read || (reading && !rready));
			if (aw_take && !take)
				held_addr = awaddr;
			if (w_take && !take)
				held_want = want;
			aw_held   = !rst && !take && (aw_held || aw_take);
			w_held    = !rst && !take && (w_held || w_take);
			after_rst = rst;
			@(negedge clk);
			if (aw_take)
				awvalid = 1'b0;
			if (w_take)
				wvalid = 1'b0;
			if (read)
				arvalid = 1'b0;
		end
		covered(n_write > 1000, "thousand writes");
		covered(n_read > 1000, "thousand reads");
		covered(n_both, "read and write taken together");
		covered(n_together, "address and data together");
		covered(n_aw_first, "address before its data");
		covered(n_w_first, "data before its address");
		covered(n_row, "writes in a row");
		covered(n_r_row, "reads in a row");
		covered(n_wait, "write that waits for an answer to be taken");
		covered(n_r_wait, "read that waits for an answer to be taken");
		covered(n_narrow, "narrow write");
		covered(n_reset, "reset in between");
		finish(0, 0);
	end
endmodule
