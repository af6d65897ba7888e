// SPDX-License-Identifier: Apache-2.0
// ft245_model: an FT232H in its asynchronous FIFO mode at the pins of a board, in simulation. It
// ends the simulation with a fault if the FPGA breaks a rule of the data sheet.
//
// 1. The times are those of DS_FT232H (tests/rtl/link/README.md). The model looks at the pins, and
//    changes its own, half a clock after each edge of clk: a board with a slow clock sees a flag
//    change long before it samples it.
// 2. RD# falls while RXF# is 0, is low for 30 ns, and the byte is on d_io until it rises. WR# falls
//    while TXE# is 0, with data that has been stable for 5 ns, is low for 30 ns, and the data stays
//    for 20 ns behind it. RD# and WR# are never low together; only one side drives d_io.
// 3. Behind each byte RXF# or TXE# is 1, for one clock (49 ns at least), and now and then for up to
//    63, as behind a packet. RXF# is 1 while the receive FIFO is empty, TXE# while the transmit
//    FIFO is full; each has 1024 bytes.
// 4. rx_* and tx_* are the USB side, as bytes: from the host and to the host.
`resetall
`default_nettype none

module ft245_model #(
	parameter KHZ = 12000  // clk
) (
	input  wire       clk,
	output reg        rxf_n_o,
	output reg        txe_n_o,
	input  wire       rd_n_i,
	input  wire       wr_n_i,
	inout  wire [7:0] d_io,
	input  wire       d_oe_i,      // the FPGA drives d_io
	input  wire       rx_valid_i,
	output wire       rx_ready_o,
	input  wire [7:0] rx_data_i,
	output wire       tx_valid_o,
	input  wire       tx_ready_i,
	output wire [7:0] tx_data_o
);
	localparam FIFO_LOG2 = 10;
	localparam integer PERIOD = 1_000_000_000 / KHZ;  // all times are in ps
	localparam integer PULSE = 30_000, SETUP = 5_000, HOLD = 20_000, QUIET = 49_000;

	reg [7:0]         rx_fifo [0:(1 << FIFO_LOG2)-1];
	reg [7:0]         tx_fifo [0:(1 << FIFO_LOG2)-1];
	reg [FIFO_LOG2:0] rx_head, rx_tail, tx_head, tx_tail;

	wire rx_empty = rx_head == rx_tail;
	wire rx_full  = rx_head == {!rx_tail[FIFO_LOG2], rx_tail[FIFO_LOG2-1:0]};
	wire tx_empty = tx_head == tx_tail;
	wire tx_full  = tx_head == {!tx_tail[FIFO_LOG2], tx_tail[FIFO_LOG2-1:0]};

	// The pins at the last look, and for how long they have been so
	reg        rd_n, wr_n, d_oe;
	reg [7:0]  d;
	integer    rd_ps, wr_ps, d_ps;
	integer    rxf_ps, txe_ps;  // left until the flag may fall
	reg [15:0] chance;  // random bits

	assign d_io = rd_n_i ? 8'bz : rx_fifo[rx_tail[FIFO_LOG2-1:0]];

	initial begin
		rx_head = 0;
		rx_tail = 0;
		tx_head = 0;
		tx_tail = 0;
		rxf_n_o = 1'b1;
		txe_n_o = 1'b1;
		rd_n = 1'b1;
		wr_n = 1'b1;
		d_oe = 1'b0;
		d = 8'd0;
		rd_ps = 0;
		wr_ps = HOLD;
		d_ps = 0;
		rxf_ps = 0;
		txe_ps = 0;
		chance = 16'h1ace;
	end

	task must(input good, input [8*40-1:0] rule);
		if (!good)
			$fatal(1, "ft245: %0s", rule);
	endtask

	// for how long a flag is 1 behind a byte
	function integer pause(input [15:0] random);
		pause = random[4:0] == 0 ? QUIET + random[10:5] * PERIOD : QUIET;
	endfunction

	always @(negedge clk) begin
		chance = {chance[14:0], chance[15] ^ chance[13] ^ chance[12] ^ chance[10]};
		rd_ps = rd_ps + PERIOD;
		wr_ps = wr_ps + PERIOD;
		d_ps = d_ps + PERIOD;
		rxf_ps = rxf_ps > PERIOD ? rxf_ps - PERIOD : 0;
		txe_ps = txe_ps > PERIOD ? txe_ps - PERIOD : 0;
		must(rd_n_i || wr_n_i, "RD# and WR# are low together");
		must(rd_n_i || !d_oe_i, "both sides drive the data");
		if (d_oe && (!d_oe_i || d != d_io))
			must(wr_n && wr_n_i && wr_ps >= HOLD, "data not held for 20 ns behind WR#");
		if (d_oe != d_oe_i || d != d_io)
			d_ps = 0;
		if (rd_n && !rd_n_i) begin
			must(!rxf_n_o, "RD# fell while RXF# was 1");
			rd_ps = 0;
		end
		if (!rd_n && rd_n_i) begin
			must(rd_ps >= PULSE, "RD# was low for less than 30 ns");
			rx_tail = rx_tail + 1'b1;
			rxf_n_o <= 1'b1;
			rxf_ps = pause(chance);
		end else if (rxf_ps == 0 && rd_n_i) begin
			rxf_n_o <= rx_empty;
		end
		if (wr_n && !wr_n_i) begin
			must(!txe_n_o, "WR# fell while TXE# was 1");
			must(d_oe_i && d_ps >= SETUP, "data not stable 5 ns before WR#");
			tx_fifo[tx_head[FIFO_LOG2-1:0]] = d_io;
			tx_head = tx_head + 1'b1;
			wr_ps = 0;
			txe_n_o <= 1'b1;
		end
		if (!wr_n && wr_n_i) begin
			must(wr_ps >= PULSE, "WR# was low for less than 30 ns");
			wr_ps = 0;
			txe_ps = pause(chance);
		end else if (txe_ps == 0 && wr_n_i) begin
			txe_n_o <= tx_full;
		end
		rd_n = rd_n_i;
		wr_n = wr_n_i;
		d_oe = d_oe_i;
		d = d_io;
	end

	// The USB side
	assign rx_ready_o = !rx_full;
	assign tx_valid_o = !tx_empty;
	assign tx_data_o  = tx_fifo[tx_tail[FIFO_LOG2-1:0]];

	always @(posedge clk) begin
		if (rx_valid_i && rx_ready_o) begin
			rx_fifo[rx_head[FIFO_LOG2-1:0]] <= rx_data_i;
			rx_head <= rx_head + 1'b1;
		end
		if (tx_valid_o && tx_ready_i)
			tx_tail <= tx_tail + 1'b1;
	end
endmodule

`resetall
