// SPDX-License-Identifier: Apache-2.0
// board_sim: the top of a board with its pins, as it is flashed, in simulation: the pins of the
// UART lead to tcp:127.0.0.1:PORT (sim/bridge).
//
// 1. BOARD_TOP is the top module; of board.vh, BOARD_DIVISOR is the clocks of a bit, BOARD_KHZ the
//    clock and BOARD_SLOTS_LOG2 the slots of the trace buffer. With BOARD_SDRAM the top has the
//    pins of an SDRAM, which is sdram_model.
// 2. With +board_trace=FILE each word that the target shows to the monitor is a line `CLOCK WORD`
//    of that file, both hexadecimal, from the target's own wires.
// 3. The working folder has demo.hex, the program of demo_target.
// 4. rst resets the bridge alone: the board has no such pin.
`resetall
`default_nettype none
`include "board.vh"

module board_sim (
	input wire clk,
	input wire rst
);
	wire rxd, txd, light, connected;

`ifdef BOARD_SDRAM
	wire        sdram_clk, sdram_cke, sdram_cs_n, sdram_ras_n, sdram_cas_n, sdram_we_n;
	wire [1:0]  sdram_ba, sdram_dm;
	wire [12:0] sdram_a;
	wire [15:0] sdram_dq;

	sdram_model #(.KHZ(`BOARD_KHZ)) u_sdram_model (
		.clk_i(sdram_clk),
		.cke_i(sdram_cke),
		.cs_n_i(sdram_cs_n),
		.ras_n_i(sdram_ras_n),
		.cas_n_i(sdram_cas_n),
		.we_n_i(sdram_we_n),
		.ba_i(sdram_ba),
		.a_i(sdram_a),
		.dm_i(sdram_dm),
		.dq_io(sdram_dq)
	);
`endif

	`BOARD_TOP
`ifdef BOARD_SDRAM
		#(.SLOTS_LOG2(`BOARD_SLOTS_LOG2))
`endif
		u_board (
`ifdef BOARD_SDRAM
		.sdram_clk_o(sdram_clk),
		.sdram_cke_o(sdram_cke),
		.sdram_cs_n_o(sdram_cs_n),
		.sdram_ras_n_o(sdram_ras_n),
		.sdram_cas_n_o(sdram_cas_n),
		.sdram_we_n_o(sdram_we_n),
		.sdram_ba_o(sdram_ba),
		.sdram_a_o(sdram_a),
		.sdram_dm_o(sdram_dm),
		.sdram_dq_io(sdram_dq),
`endif
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
