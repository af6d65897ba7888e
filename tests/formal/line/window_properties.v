// SPDX-License-Identifier: Apache-2.0
//
// What must hold for the window of a node, with two masters that read in any order: all parts of a
// time are those of the cycle in which the lowest part was read by the same master.
`default_nettype none

module window_properties #(
	parameter DATA_W = 8
) (
	input wire                clk,
	input wire                step,      // of the time counter
	input wire [15:0]         state,
	input wire                rd_valid,
	input wire                rd_master,
	input wire [4:0]          rd_addr,
	input wire                wr_valid,
	input wire [4:0]          wr_addr,
	input wire [DATA_W-1:0]   wr_data,
	input wire [DATA_W/8-1:0] wr_sel
);
	localparam TIME_W = 40;
	localparam BYTES  = DATA_W / 8;

	// Times that begin anywhere; the real one may be any number in any cycle
	reg  [TIME_W-1:0]      timer;
	(* anyseq *) wire [TIME_W-1:0] real_time;
	always @(posedge clk)
		timer <= timer + step;

	wire [1:0]        raise, done;
	wire [7:0]        round;
	wire [DATA_W-1:0] rd_data;
	gnomon_line_window #(.DATA_W(DATA_W), .TIME_W(TIME_W), .REAL(1), .MASTERS(2),
		.LINES(2)) u_window (
		.clk         (clk),
		.time_i      (timer),
		.real_i      (real_time),
		.state_i     (state),
		.raise_o     (raise),
		.done_o      (done),
		.round_o     (round),
		.rd_valid_i  (rd_valid),
		.rd_master_i ({3'd0, rd_master}),
		.rd_addr_i   (rd_addr),
		.rd_data_o   (rd_data),
		.wr_valid_i  (wr_valid),
		.wr_addr_i   (wr_addr),
		.wr_data_i   (wr_data),
		.wr_sel_i    (wr_sel)
	);

	// What each master has latched, byte by byte
	wire [4:0]   base = rd_addr / BYTES * BYTES;
	wire [127:0] now  = {{(64-TIME_W){1'b0}}, real_time, {(64-TIME_W){1'b0}}, timer};
	reg  [127:0] latched [0:1];
	reg  [1:0]   known = 0;
	reg          past_valid = 1'b0, past_known, past_master, past_carry = 1'b0;
	reg  [4:0]   past_base;
	reg  [7:0]   want [0:BYTES-1];
	integer k;
	always @(posedge clk) begin
		past_valid  <= rd_valid;
		past_base   <= base;
		past_master <= rd_master;
		past_known  <= base >= 16 || base == 0 || known[rd_master];
		for (k = 0; k < BYTES; k = k + 1)
			if (base + k >= 16)
				want[k] <= base + k == 16 ? state[7:0]
					: base + k == 17 ? state[15:8] : 8'd0;
			else if (base == 0)
				want[k] <= now[8*k +: 8];
			else
				want[k] <= latched[rd_master] >> 8 * (base + k);
		if (rd_valid && base == 0) begin
			latched[rd_master] <= now;
			known[rd_master]   <= 1'b1;
		end
	end
	reg [DATA_W-1:0] wanted;
	reg [1:0]        hit;
	always @* begin
		for (k = 0; k < BYTES; k = k + 1)
			wanted[8*k +: 8] = want[k];
		for (k = 0; k < 2; k = k + 1)
			hit[k] = wr_valid && wr_addr / BYTES == (16 + k) / BYTES
				&& wr_sel[k % BYTES];
	end
	wire [7:0] byte_0 = wr_data[7:0];
	wire [7:0] byte_1 = wr_data[8*(1 % BYTES) +: 8];
	always @(posedge clk) begin
		reads:    assert(!(past_valid && past_known) || rd_data == wanted);
		asserts:  assert(raise == (hit & {byte_1[4] && !byte_1[7],
			byte_0[4] && !byte_0[7]}));
		finishes: assert(done == (hit & {byte_1[7], byte_0[7]}));
		numbers:  assert((!hit[0] || round[3:0] == byte_0[3:0])
		                 && (!hit[1] || round[7:4] == byte_1[3:0]));
	end

	// A carry out of the lowest part, and the other master's reads, between two reads
	reg carried = 1'b0, other = 1'b0;
	always @(posedge clk)
		if (rd_valid && base == 0 && !rd_master) begin
			carried <= 1'b0;
			other   <= 1'b0;
		end else begin
			carried <= carried || (step && &timer[(DATA_W < 32 ? DATA_W : 8)-1:0]);
			other   <= other || (rd_valid && base == 0);
		end
	always @(posedge clk) begin
		torn_if_not_latched: cover(known[0] && carried && other && past_valid
			&& !past_master && past_base == (DATA_W == 64 ? 8 : BYTES));
		two_lines:           cover(raise == 2'b11 || (BYTES == 1 && raise != 0));
		one_is_done:         cover(done != 0);
	end
endmodule
