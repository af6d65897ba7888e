// SPDX-License-Identifier: Apache-2.0
// gnomon_bridge_uart: gnomon_bridge behind a behavioural UART: the bit-exact form, on the two pins
// of a device.
//
// 1. txd_o goes to the device's receive pin, rxd_i comes from its transmit pin; 8 data bits, no
//    parity, 1 stop bit.
// 2. A bit is DIVISOR clocks long. Received bits are sampled in their middle; a byte with a bad
//    stop bit is dropped and counted, a byte that the bridge has no room for too (a UART cannot be
//    held back). The counts are printed at the end of the simulation if they are not 0.
//
// It shares no code with the monitor's own UART.

module gnomon_bridge_uart #(
	parameter integer DIVISOR = 10, // clocks a bit, at least 4
	parameter integer PORT = 0,     // see gnomon_bridge
	parameter PREFIX = "gnomon",    // see gnomon_bridge
	parameter MONITOR = "monitor"   // see gnomon_bridge
) (
	input  wire clk,
	input  wire rst,
	output wire txd_o,
	input  wire rxd_i,
	input  wire sync_i,     // sync_o of the monitor
	input  wire finish_i,   // ends the run; 1'b0 where nothing does
	output wire hold_o,     // for the target's reset: 1 until the run starts
	output wire done_o,     // the run is complete; may be left open
	output wire connected_o // there is a client or a run; may be left open
);
	generate
		if (DIVISOR < 4) begin : gen_bad_divisor
			DIVISOR_must_be_at_least_4 u_bad ();
		end
	endgenerate

	wire       to_valid, from_ready;
	wire [7:0] to_data;
	wire       to_take;
	reg        from_valid;
	reg  [7:0] from_data;

	gnomon_bridge #(
		.PORT(PORT),
		.PREFIX(PREFIX),
		.MONITOR(MONITOR),
		.BYTE_CLOCKS(10 * DIVISOR)
	) u_bridge (
		.clk(clk),
		.rst(rst),
		.rx_valid_o(to_valid),
		.rx_ready_i(to_take),
		.rx_data_o(to_data),
		.tx_valid_i(from_valid),
		.tx_ready_o(from_ready),
		.tx_data_i(from_data),
		.sync_i(sync_i),
		.finish_i(finish_i),
		.hold_o(hold_o),
		.done_o(done_o),
		.connected_o(connected_o)
	);

	// host to device: start bit, data, stop bit, lowest first
	reg [9:0] to_bits;
	integer   to_left;  // bits left to send, 0: idle
	integer   to_clock; // clocks left of this bit

	assign to_take = to_left == 0 || (to_left == 1 && to_clock == 0);
	assign txd_o = to_left == 0 ? 1'b1 : to_bits[0];

	always @(posedge clk) begin
		if (to_take) begin
			to_bits <= {1'b1, to_data, 1'b0};
			to_left <= to_valid ? 10 : 0;
			to_clock <= DIVISOR - 1;
		end else if (to_clock != 0) begin
			to_clock <= to_clock - 1;
		end else begin
			to_bits <= {1'b1, to_bits[9:1]};
			to_left <= to_left - 1;
			to_clock <= DIVISOR - 1;
		end
		if (rst)
			to_left <= 0;
	end

	// device to host
	reg [7:0] in_bits;
	integer   in_left;  // bits left to receive, stop bit included, 0: idle
	integer   in_clock; // clocks to the next sample
	integer   bad_stops, overruns;

	always @(posedge clk) begin
		if (from_ready)
			from_valid <= 1'b0;
		if (in_left == 0) begin
			if (!rxd_i) begin
				in_left <= 9;
				in_clock <= DIVISOR + DIVISOR / 2 - 1;
			end
		end else if (in_clock != 0) begin
			in_clock <= in_clock - 1;
		end else begin
			in_left <= in_left - 1;
			in_clock <= DIVISOR - 1;
			if (in_left > 1) begin
				in_bits <= {rxd_i, in_bits[7:1]};
			end else if (!rxd_i) begin
				bad_stops <= bad_stops + 1;
			end else if (from_valid && !from_ready) begin
				overruns <= overruns + 1;
			end else begin
				from_valid <= 1'b1;
				from_data <= in_bits;
			end
		end
		if (rst) begin
			from_valid <= 1'b0;
			in_left <= 0;
			bad_stops <= 0;
			overruns <= 0;
		end
	end

	final
		if (bad_stops != 0 || overruns != 0)
			$display("gnomon_bridge_uart: %0d bytes with a bad stop bit, %0d bytes lost",
				bad_stops, overruns);
endmodule
