// SPDX-License-Identifier: Apache-2.0
// gnomon_bridge: the bridge from a byte port to a TCP server on 127.0.0.1, for any SystemVerilog
// simulator with DPI-C.
//
// 1. At the start of the simulation it listens on the port that the plusarg +gnomon_port=N
//    or else the parameter PORT names (0: any free one), and prints `listening on tcp:127.0.0.1:N`.
//    With +gnomon_port_file=F it writes N into F.
// 2. Bytes of the client come out of rx_*, in order; while rx_ready_i is low they wait, at last in
//    the client.
// 3. Bytes taken from tx_* go to the client, in order; while the client does not read, tx_ready_o
//    goes low.
// 4. One client at a time. When it is gone, what it had sent is still delivered, and the next
//    client is accepted. What the device sends while there is no client is dropped, as on an
//    unplugged cable.
//
// Both sides are valid/ready: valid does not wait for ready. rst empties nothing: bytes wait in the
// sockets meanwhile. The socket is looked at only every few clocks (gnomon_bridge.c), so that the
// simulation is not slowed. Several bridges in one simulation: give each its own PORT and PREFIX
// (the plusargs are then +PREFIX_port, ...).
`resetall
`default_nettype none

module gnomon_bridge #(
	parameter integer PORT = 0, // TCP port, 0 to 65535; 0: any free one
	parameter PREFIX = "gnomon" // of the plusargs
) (
	input  wire       clk,
	input  wire       rst,
	// to the device
	output reg        rx_valid_o,
	input  wire       rx_ready_i,
	output reg  [7:0] rx_data_o,
	// from the device
	input  wire       tx_valid_i,
	output reg        tx_ready_o,
	input  wire [7:0] tx_data_i,
	output reg        connected_o // there is a client; may be left open
);
	// see gnomon_bridge.c
	import "DPI-C" function chandle gnomon_bridge_open(input int port, input string port_file);
	import "DPI-C" function int gnomon_bridge_clock(input chandle bridge, input int put,
		input int want);
	import "DPI-C" function void gnomon_bridge_close(input chandle bridge);

	chandle bridge;
	integer port;
	string  port_file;

	initial begin
		rx_valid_o = 1'b0;
		tx_ready_o = 1'b0;
		connected_o = 1'b0;
		port = PORT;
		port_file = "";
		if ($value$plusargs({PREFIX, "_port=%d"}, port)) begin end
		if ($value$plusargs({PREFIX, "_port_file=%s"}, port_file)) begin end
		bridge = gnomon_bridge_open(port, port_file);
		if (bridge == null)
			$finish;
	end

	final
		gnomon_bridge_close(bridge);

	wire put = tx_valid_i && tx_ready_o;
	wire want = !rx_valid_o || rx_ready_i;

	integer answer; // bits 7..0 byte, bit 8 there is one, bit 9 room for another byte of the
	                // device, bit 10 a client
	always @(posedge clk) begin
		if (rst) begin
			rx_valid_o <= 1'b0;
			tx_ready_o <= 1'b0;
			connected_o <= 1'b0;
		end else begin
			answer = gnomon_bridge_clock(bridge, put ? {24'd0, tx_data_i}
				: -1, {31'd0, want});
			if (want) begin
				rx_valid_o <= answer[8];
				rx_data_o <= answer[7:0];
			end
			tx_ready_o <= answer[9];
			connected_o <= answer[10];
		end
	end
endmodule

`resetall
