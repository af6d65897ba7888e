// SPDX-License-Identifier: Apache-2.0
//
// gnomon_uart: PHY for a UART, 8N1; the receiver with its queue, and the transmitter.
//
//  1. rx_i is synchronised; a start bit is looked at again in its middle; each bit is taken in its middle, DIVISOR clocks apart.
//  2. A byte whose stop bit is 1 goes into the queue, from which rx_valid_o/rx_ready_i/rx_data_o hand it on.
//  3. tx_ready_o is 1 while the transmitter is idle; a byte with tx_valid_i is sent with start and stop bit.
// A framing error drops the byte: the link's CRC finds that out.

`resetall
`default_nettype none

module gnomon_uart #(
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
	localparam [31:0] SHORT = DIVISOR - 2;
	localparam [31:0] HALF  = DIVISOR / 2 - 1;

	// Receiver. rx_left_q counts the bits to come: 9 the start bit, 8..1 data, 0 the stop bit; 15 idle.
	reg [2:0]        sync_q;
	reg [BAUD_W-1:0] rx_baud_q;
	reg              rx_busy_q;
	reg [3:0]        rx_left_q;
	reg [7:0]        rx_shift_q;
	reg              rx_push_q;

	wire rx_tick = rx_busy_q && rx_baud_q == 0;
	wire rx_last = rx_left_q == 0;

	always @(posedge clk) begin
		sync_q    <= {rx_i, sync_q[2:1]};
		rx_push_q <= rx_tick && rx_last && sync_q[0] && !rst;
		if (rst)
			rx_busy_q <= 1'b0;
		else if (!rx_busy_q)
			rx_busy_q <= !sync_q[0];
		else if (rx_tick && (rx_last || (rx_left_q == 4'd9 && sync_q[0])))
			rx_busy_q <= 1'b0;
		if (!rx_busy_q)
			rx_baud_q <= HALF[BAUD_W-1:0];
		else if (rx_tick)
			rx_baud_q <= WHOLE[BAUD_W-1:0];
		else
			rx_baud_q <= rx_baud_q - 1'b1;
		if (!rx_busy_q)
			rx_left_q <= 4'd9;
		else if (rx_tick)
			rx_left_q <= rx_left_q - 4'd1;
		if (rx_tick && !rx_last)
			rx_shift_q <= {sync_q[0], rx_shift_q[7:1]};
	end

	gnomon_queue u_queue (
		.clk     (clk),
		.rst     (rst),
		.push_i  (rx_push_q),
		.data_i  (rx_shift_q),
		.valid_o (rx_valid_o),
		.ready_i (rx_ready_i),
		.data_o  (rx_data_o)
	);

	// Transmitter. tx_left_q counts the bits to come after this one. The stop bit is counted a clock short: the clock in which
	// the next byte is loaded belongs to it, so that bytes follow each other without a pause.
	reg [BAUD_W-1:0] tx_baud_q;
	reg [3:0]        tx_left_q;
	reg [8:0]        tx_shift_q;
	reg              tx_busy_q;

	wire tx_load = tx_valid_i && tx_ready_o;
	wire tx_tick = tx_baud_q == 0;

	always @(posedge clk) begin
		if (rst)
			tx_busy_q <= 1'b0;
		else if (tx_load)
			tx_busy_q <= 1'b1;
		else if (tx_tick && tx_left_q == 0)
			tx_busy_q <= 1'b0;
		if (!tx_busy_q)
			tx_left_q <= 4'd9;
		else if (tx_tick)
			tx_left_q <= tx_left_q - 4'd1;
		if (!tx_busy_q || tx_tick)
			tx_baud_q <= tx_left_q == 4'd1 ? SHORT[BAUD_W-1:0] : WHOLE[BAUD_W-1:0];
		else
			tx_baud_q <= tx_baud_q - 1'b1;
		if (rst)
			tx_shift_q <= 9'h1FF;
		else if (tx_load)
			tx_shift_q <= {tx_data_i, 1'b0};
		else if (tx_busy_q && tx_tick)
			tx_shift_q <= {1'b1, tx_shift_q[8:1]};
	end
	assign tx_ready_o = !tx_busy_q;
	assign tx_o       = tx_shift_q[0];

endmodule

`resetall
