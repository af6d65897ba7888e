// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_uart: PHY for a UART, 8N1; the receiver with its queue, and the transmitter.
//
//  1. rx_i is synchronised; a start bit is looked at again in its middle; each bit is taken in its middle, DIVISOR clocks apart.
//  2. A byte whose stop bit is 1 goes into the queue, from which rx_valid_o/rx_ready_i/rx_data_o hand it on.
//  3. tx_ready_o is 1 in the clocks in which the transmitter can take a byte, one in DIVISOR; one with tx_valid_i is sent with start and stop bit.
// A framing error drops the byte: the link's CRC finds that out.

`resetall
`default_nettype none

module gnomon_uart #(
	parameter LUT_BITS = 0,  // as gnomon_ram's
	parameter DIVISOR = 10  // clocks a bit; requires 4..65535
) (
	input  wire       clk,
	input  wire       rst,
	input  wire       rx_i,
	output wire       tx_o,
	output wire       rx_valid_o,
	input  wire       rx_ready_i,
	output wire [7:0] rx_data_o,
	input  wire       tx_valid_i,
	output wire       tx_ready_o,
	input  wire [7:0] tx_data_i
);
	generate
		if (DIVISOR < 4 || DIVISOR > 65535) begin : gen_bad_divisor
			DIVISOR_must_be_4_to_65535 u_bad ();
		end
	endgenerate

	localparam BAUD_W = $clog2(DIVISOR);
	localparam [31:0] WHOLE = DIVISOR - 1;
	localparam [31:0] HALF  = DIVISOR / 2 - 1;

	// Receiver. The shift register is all ones when a byte begins, so the start bit is the first 0 to reach its end; the stop bit is next.
	reg [1:0]        sync_q;
	reg [BAUD_W-1:0] rx_baud_q;
	reg              rx_idle_q, rx_first_q, rx_wait_q, rx_push_q;
	reg [8:0]        rx_shift_q;

	wire rx_line = sync_q[0];
	wire rx_tick = !rx_wait_q;
	wire rx_stop = !rx_shift_q[0];

	always @(posedge clk) begin
		sync_q    <= {rx_i, sync_q[1]};
		rx_push_q <= rx_tick && rx_stop && rx_line;
		rx_wait_q <= rx_idle_q || rx_baud_q != 1;
		rx_idle_q <= rst || (rx_idle_q ? rx_line : rx_tick && (rx_stop || (rx_first_q && rx_line)));
		rx_baud_q <= rx_idle_q ? HALF[BAUD_W-1:0] : rx_baud_q + (WHOLE[BAUD_W-1:0] | {BAUD_W{rx_wait_q}});  // it is 0 at a tick, else less by one
		if (rx_idle_q) begin
			rx_first_q <= 1'b1;
			rx_shift_q <= 9'h1FF;
		end else if (rx_tick) begin
			rx_first_q <= 1'b0;
			rx_shift_q <= {rx_line, rx_shift_q[8:1]};
		end
	end

	gnomon_queue #(.LUT_BITS(LUT_BITS)) u_queue (
		.clk     (clk),
		.rst     (rst),
		.push_i  (rx_push_q),
		.data_i  (rx_shift_q[7:0]),
		.valid_o (rx_valid_o),
		.ready_i (rx_ready_i),
		.data_o  (rx_data_o)
	);

	// Transmitter. Bits begin at ticks, DIVISOR clocks apart, which never stop. The shift register fills up with zeros behind the stop bit, so that is out
	// when only it is left: with the next tick the next byte can follow.
	reg [BAUD_W-1:0] tx_baud_q = 0;
	reg              tx_tick_q = 1'b0;
	reg [9:0]        tx_shift_q;
	reg              tx_last_q;  // only the stop bit is left; ticks are far enough apart that it may be a clock late

	always @(posedge clk) begin
		tx_tick_q <= tx_baud_q == 1;
		tx_last_q <= tx_shift_q[9:1] == 0;
		tx_baud_q <= tx_tick_q ? WHOLE[BAUD_W-1:0] : tx_baud_q - 1'b1;
		if (rst)
			tx_shift_q <= 10'd1;
		else if (tx_tick_q && (tx_valid_i || !tx_last_q))
			tx_shift_q <= tx_last_q ? {1'b1, tx_data_i, 1'b0} : {1'b0, tx_shift_q[9:1]};
	end
	assign tx_ready_o = tx_tick_q && tx_last_q;
	assign tx_o       = tx_shift_q[0];

endmodule

`resetall
