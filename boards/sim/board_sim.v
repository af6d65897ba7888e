// SPDX-License-Identifier: Apache-2.0
// board_sim: the top of a board with its pins, as it is flashed, in simulation: the pins of the
// UART lead to tcp:127.0.0.1:PORT (sim/bridge).
//
// 1. BOARD_TOP is the top module; BOARD_DIVISOR of divisor.vh is the clocks of a bit.
// 2. With +board_trace=FILE each word that the target shows to the monitor is a line `CLOCK WORD`
//    of that file, both hexadecimal, from the target's own wires.
// 3. The working folder has demo.hex, the program of demo_target.
// 4. rst resets the bridge alone: the board has no such pin.
`resetall
`default_nettype none
`include "divisor.vh"

module board_sim (
	input wire clk,
	input wire rst
);
	wire rxd, txd, light, connected;

	`BOARD_TOP u_board (
		.clk(clk),
		.uart_rxd_i(rxd),
		.uart_txd_o(txd),
		.light_o(light)
	);

	gnomon_bridge_uart #(.DIVISOR(`BOARD_DIVISOR)) u_bridge (
		.clk(clk),
		.rst(rst),
		.txd_o(rxd),
		.rxd_i(txd),
		.sync_i(1'b0), // no pin of a board
		.finish_i(1'b0),
		.hold_o(),
		.done_o(),
		.connected_o(connected)
	);

	integer    trace;
	reg [63:0] count;
	string     path;

	initial begin
		trace = 0;
		count = 64'd0;
		if ($value$plusargs("board_trace=%s", path))
			trace = $fopen(path, "w");
	end

	always @(posedge clk) begin
		count <= count + 1'b1;
		if (trace != 0 && u_board.valid)
			$fwrite(trace, "%h %h\n", count, u_board.word);
	end

	final
		if (trace != 0)
			$fclose(trace);

	wire unused = &{1'b0, light, connected};
endmodule

`resetall
