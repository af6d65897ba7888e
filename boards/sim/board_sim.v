// SPDX-License-Identifier: Apache-2.0
// board_sim: the top of a board with its pins, as it is flashed, in simulation: the pins of the
// link lead to tcp:127.0.0.1:PORT (sim/bridge).
//
// 1. BOARD_TOP is the top module; of board.vh, BOARD_DIVISOR is the clocks of a bit, BOARD_KHZ the
//    clock and BOARD_SLOTS_LOG2 the slots of the trace buffer. With BOARD_SDRAM the top has the
//    pins of an SDRAM, which is sdram_model, and the one by which it holds the board's ESP32. With
//    BOARD_FT245 its link is not a UART but the FIFO of ft245_model. With BOARD_FLASH it holds the
//    select of the flash. What is held must be 1 in each clock.
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
	wire light, connected;
	wire held; // the pin that must always be 1, on a board that has one

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

`ifdef BOARD_SDRAM
`elsif BOARD_FLASH
`else
	assign held = 1'b1;
`endif

	always @(posedge clk)
		if (held !== 1'b1)
			$fatal(1, "the pin that must be 1 is not");

`ifdef BOARD_FT245
	wire       rxf_n, txe_n, rd_n, wr_n, siwu_n;
	wire [7:0] ft_d;
	wire       rx_valid, rx_ready, tx_valid, tx_ready;
	wire [7:0] rx_data, tx_data;

	ft245_model #(.KHZ(`BOARD_KHZ)) u_ft245_model (
		.clk(clk),
		.rxf_n_o(rxf_n),
		.txe_n_o(txe_n),
		.rd_n_i(rd_n),
		.wr_n_i(wr_n),
		.d_io(ft_d),
		.d_oe_i(u_board.ft_d_oe),
		.rx_valid_i(rx_valid),
		.rx_ready_o(rx_ready),
		.rx_data_i(rx_data),
		.tx_valid_o(tx_valid),
		.tx_ready_i(tx_ready),
		.tx_data_o(tx_data)
	);
`else
	wire rxd, txd;
`endif

	`BOARD_TOP
`ifdef BOARD_SDRAM
		#(.SLOTS_LOG2(`BOARD_SLOTS_LOG2))
`endif
		u_board (
`ifdef BOARD_SDRAM
		.wifi_gpio0_o(held),
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
`ifdef BOARD_FT245
		.ft_rxf_n_i(rxf_n),
		.ft_txe_n_i(txe_n),
		.ft_rd_n_o(rd_n),
		.ft_wr_n_o(wr_n),
		.ft_siwu_n_o(siwu_n),
		.ft_d_io(ft_d),
`else
		.uart_rxd_i(rxd),
		.uart_txd_o(txd),
`endif
`ifdef BOARD_FLASH
		.flash_cs_n_o(held),
`endif
		.clk(clk),
		.light_o(light)
	);

`ifdef BOARD_FT245
	gnomon_bridge u_bridge (
		.rx_valid_o(rx_valid),
		.rx_ready_i(rx_ready),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(tx_data),
`else
	gnomon_bridge_uart #(.DIVISOR(`BOARD_DIVISOR)) u_bridge (
		.txd_o(rxd),
		.rxd_i(txd),
`endif
		.clk(clk),
		.rst(rst),
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

`ifdef BOARD_FT245
	wire unused = &{1'b0, light, connected, siwu_n};
`else
	wire unused = &{1'b0, light, connected};
`endif
endmodule

`resetall
