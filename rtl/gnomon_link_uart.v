// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_uart: PHY for a UART, 8N1: a receiver with a queue, and a transmitter.
//
//  1. A bit lasts DIVISOR + FRACTION / 256 cycles on average. With FRACTION 0 each bit lasts
//     DIVISOR cycles, and there is no logic for the fraction; else a bit lasts a cycle more at
//     times.
//  2. The receiver synchronises rx_i with two flip-flops. Each cycle takes the majority of the two
//     newest samples and of the majority before: a pulse of one cycle has no effect, except beside
//     the edge of a bit that lasts less than 5 cycles.
//  3. A 0 after a 1 is a start bit. The receiver takes the majority again in the middle of the
//     start bit, and in the middle of each bit: 8 data bits, lowest first, then the stop bit.
//  4. A byte whose stop bit is 1 goes into the queue; rx_valid_o, rx_ready_i and rx_data_o read it.
//     A byte whose stop bit is 0 is discarded: the CRC of the link detects this. The receiver then
//     waits for a 1, so a break gives no byte, and the next start bit is found.
//  5. tx_ready_o is 1 for one cycle in a bit while the transmitter can take a byte. A byte with
//     tx_valid_i in such a cycle is sent with start bit and stop bit.
// The rate of the sender may be off by 3 % either way from 5 cycles a bit up, and by 2 % with less,
// with bytes back to back.
//
// Latency: start edge of rx_i to rx_valid_o: 9.5 bits and 7 cycles, rounded down, with an empty
//   queue. tx_valid_i with tx_ready_o to the start bit on tx_o: 1 cycle.
//
// With DIVISOR 4: start bit and the two lowest data bits of a byte.
//
//   cycle        0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18
//   tx_valid_i   0  1  1  1  1  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   tx_ready_o   1  0  0  0  1  0  0  0  0  0  0  0  0  0  0  0  0  0  0
//   tx_data_i    -  5  5  5  5  -  -  -  -  -  -  -  -  -  -  -  -  -  -
//   tx_o         1  1  1  1  1  0  0  0  0  1  1  1  1  0  0  0  0  1  1
//
// Instance:
//   gnomon_link_uart #(.LUT_BITS(0), .DIVISOR(10), .FRACTION(0)) u_link_uart (
//     .clk(clk), .rst(rst), .rx_i(rx), .tx_o(tx), .rx_valid_o(rx_valid), .rx_ready_i(rx_ready),
//     .rx_data_o(rx_data), .tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data)
//   );

module gnomon_link_uart #(
	parameter LUT_BITS = 0,  // as gnomon_cell_ram's
	parameter DIVISOR  = 10,  // cycles a bit; requires 4..65535
	parameter FRACTION = 0  // more of them, in 256ths; requires 0..255
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
		if (FRACTION < 0 || FRACTION > 255) begin : gen_bad_fraction
			FRACTION_must_be_0_to_255 u_bad ();
		end
	endgenerate

	localparam BAUD_W = $clog2(FRACTION == 0 ? DIVISOR : DIVISOR + 1);
	localparam [31:0] WHOLE = DIVISOR - 1;
	localparam [31:0] HALF  = DIVISOR / 2 - 1;

	// Receiver. The upper bit of rx_at_q is 1 in the data bits, whose number is below it; it is
	// 7 in the start bit and before, and 0 in the stop bit.
	reg              rx_sample_q, rx_line_q;
	reg [BAUD_W-1:0] rx_baud_q;
	reg              rx_idle_q, rx_wait_q, rx_push_q;
	reg [3:0]        rx_at_q;
	reg              rx_last_q;  // the bit before; between bytes: there was a 1, so that the
	                             // next 0 is a start bit
	initial rx_last_q = 1'b0;

	wire              rx_bit, rx_full;
	wire [BAUD_W-1:0] rx_whole, tx_whole;
	wire              rx_tick = !rx_wait_q;
	wire              rx_stop = !rx_at_q[3] && !rx_at_q[0];

	gnomon_cell_cross #(.WIDTH(1)) u_rx (
		.clk    (clk),
		.data_i (rx_i),
		.data_o (rx_bit)
	);

	always @(posedge clk) begin
		rx_sample_q <= rx_bit;
		rx_line_q   <= (rx_sample_q && rx_bit) || (rx_line_q && (rx_sample_q || rx_bit));
		if (rx_full)
			rx_push_q <= 1'b0;
		else
			rx_push_q <= rx_tick && rx_stop && rx_line_q;
		rx_wait_q <= rx_idle_q || rx_baud_q != 1;
		rx_idle_q <= rst || (rx_idle_q ? rx_line_q || !rx_last_q
			: rx_tick && !rx_at_q[3] && (rx_line_q || !rx_at_q[0]));
		// it is 0 at a tick, else less by one
		rx_baud_q <= rx_idle_q ? HALF[BAUD_W-1:0]
			: rx_baud_q + (rx_whole | {BAUD_W{rx_wait_q}});
		if (rx_idle_q || rx_tick) begin
			// no carry chain for so few
			if (rx_idle_q)
				rx_at_q <= 4'd7;
			else
				rx_at_q <= rx_at_q
					^ {&rx_at_q[2:0], &rx_at_q[1:0], rx_at_q[0], 1'b1};
			rx_last_q <= rx_line_q || (rx_idle_q && rx_last_q);
		end
	end

	gnomon_link_queue #(.LUT_BITS(LUT_BITS)) u_queue (
		.clk     (clk),
		.rst     (rst),
		.we_i    (rx_at_q[3]),
		.pair_i  (rx_at_q[2:1]),
		.data_i  ({rx_line_q, rx_last_q}),
		.push_i  (rx_push_q),
		.full_o  (rx_full),
		.valid_o (rx_valid_o),
		.ready_i (rx_ready_i),
		.data_o  (rx_data_o)
	);

	// Transmitter. Bits begin at ticks, a bit apart, which never stop. The shift
	// register fills up with zeros behind the stop bit, so that is out when only it is left:
	// with the next tick the next byte can follow.
	reg [BAUD_W-1:0] tx_baud_q;
	reg              tx_tick_q;
	reg [9:0]        tx_shift_q;
	reg              tx_last_q;  // only the stop bit is left; ticks are far enough apart that
	initial begin
		tx_baud_q = 0;
		tx_tick_q = 1'b0;
	end
	                             // it may be a clock late

	always @(posedge clk) begin
		tx_tick_q <= tx_baud_q == 1;
		tx_last_q <= tx_shift_q[9:1] == 0;
		tx_baud_q <= tx_tick_q ? tx_whole : tx_baud_q - 1'b1;
		if (rst)
			tx_shift_q <= 10'd1;
		else if (tx_tick_q && (tx_valid_i || !tx_last_q))
			tx_shift_q <= tx_last_q ? {1'b1, tx_data_i, 1'b0} : {1'b0, tx_shift_q[9:1]};
	end
	assign tx_ready_o = tx_tick_q && tx_last_q;
	assign tx_o       = tx_shift_q[0];

	// What is left of a bit after whole cycles adds up; each carry makes a bit a cycle longer.
	// The first bit of a received byte begins with half of a bit.
	generate
		if (FRACTION == 0) begin : gen_whole
			assign rx_whole = WHOLE[BAUD_W-1:0];
			assign tx_whole = WHOLE[BAUD_W-1:0];
		end else begin : gen_fraction
			localparam [31:0] STEP_ALL = FRACTION;
			localparam [8:0] STEP  = STEP_ALL[8:0];
			localparam [8:0] HALF_STEP =
				(STEP >> 1) | (DIVISOR % 2 == 0 ? 9'd0 : 9'd128);
			localparam [8:0] BEGIN = HALF_STEP & -(STEP & -STEP);
			reg  [8:0] rx_part_q;  // with its carry
			reg  [8:0] tx_part_q;
			initial tx_part_q = STEP;
			assign rx_whole = WHOLE[BAUD_W-1:0] + {{(BAUD_W-1){1'b0}}, rx_part_q[8]};
			assign tx_whole = WHOLE[BAUD_W-1:0] + {{(BAUD_W-1){1'b0}}, tx_part_q[8]};
			always @(posedge clk) begin
				if (rx_idle_q)
					rx_part_q <= BEGIN + STEP;
				else if (rx_tick)
					rx_part_q <= {1'b0, rx_part_q[7:0]} + STEP;
				if (tx_tick_q)
					tx_part_q <= {1'b0, tx_part_q[7:0]} + STEP;
			end
		end
	endgenerate

endmodule
