// SPDX-License-Identifier: Apache-2.0
// litex_tb: the system of make_soc.py, something at each of its two serial ports, and a log of its
// own of what the monitors measure, for which it reads other wires than they do:
//
//   sync NAME CYCLE BYTES ANSWERS WAITED    the pulse of a monitor
//   fetch CORE CYCLE PC                     core retired +fill=PC or +sort=PC
//   bus CYCLE BYTES ANSWERS WAITED          a write to +scratch=ADDRESS was acknowledged
//
// BYTES that the bus transferred, its ANSWERS, cycles in which a request WAITED: over all cycles so
// far, this one included.
`default_nettype none

import "DPI-C" function int terminal_open(input string path);
import "DPI-C" function int terminal_get(input int fd);
import "DPI-C" function void terminal_put(input int fd, input int value);

module litex_tb (
	input wire clk,
	input wire rst
);
	wire pins_rx, pins_tx, bone_rx, bone_tx;

	litex_soc u_soc (
		.clk(clk),
		.rst(rst),
		.pins_rx(pins_rx),
		.pins_tx(pins_tx),
		.bone_rx(bone_rx),
		.bone_tx(bone_tx)
	);

	gnomon_bridge_uart #(.DIVISOR(10), .MONITOR("pins")) u_pins (
		.clk(clk),
		.rst(rst),
		.txd_o(pins_rx),
		.rxd_i(pins_tx),
		.sync_i(1'b0),
		.finish_i(1'b0),
		.hold_o(),
		.done_o(),
		.connected_o()
	);

	// the other serial port: a terminal, whose name +bone=FILE gets
	wire       rx_valid, tx_ready;
	wire [7:0] rx_data;
	reg        tx_valid = 1'b0;
	reg  [7:0] tx_data;
	integer    terminal, got;
	reg [6:0]  turn = 0; // a byte comes and goes each 100 clocks at most

	gnomon_link_uart #(.DIVISOR(10)) u_bone (
		.clk(clk),
		.rst(rst),
		.rx_i(bone_tx),
		.tx_o(bone_rx),
		.rx_valid_o(rx_valid),
		.rx_ready_i(1'b1),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(tx_data)
	);

	always @(posedge clk) begin
		turn <= turn + 1'b1;
		if (rx_valid)
			terminal_put(terminal, {24'd0, rx_data});
		if (tx_valid && tx_ready)
			tx_valid <= 1'b0;
		if (turn == 0 && !tx_valid) begin
			got = terminal_get(terminal);
			tx_valid <= got >= 0;
			tx_data <= got[7:0];
		end
	end

	integer        file;
	string         name, bone;
	reg [31:0]     fill, sort, scratch;
	reg [63:0]     cycle = 0, bytes = 0, answers = 0, waited = 0;

	initial begin
		if (!$value$plusargs("truth=%s", name) || !$value$plusargs("fill=%h", fill) ||
				!$value$plusargs("sort=%h", sort) || !$value$plusargs("scratch=%h", scratch) ||
				!$value$plusargs("bone=%s", bone))
			$fatal(1, "+truth=FILE +fill=PC +sort=PC +scratch=ADDRESS +bone=FILE");
		terminal = terminal_open(bone);
		file = $fopen(name, "w");
	end

	wire        strobe = u_soc.socbushandler_shared_cyc && u_soc.socbushandler_shared_stb;
	wire        ack    = u_soc.socbushandler_shared_ack;
	wire [3:0]  sel    = u_soc.socbushandler_shared_sel;
	wire [2:0]  count  = {2'd0, sel[0]} + {2'd0, sel[1]} + {2'd0, sel[2]} + {2'd0, sel[3]};
	wire [63:0] bytes_next   = bytes + (strobe && ack ? {61'd0, count} : 64'd0);
	wire [63:0] answers_next = answers + (strobe && ack ? 64'd1 : 64'd0);
	wire [63:0] waited_next  = waited + (strobe && !ack ? 64'd1 : 64'd0);

	always @(posedge clk) begin
		cycle   <= cycle + 1;
		bytes   <= bytes_next;
		answers <= answers_next;
		waited  <= waited_next;
		if (u_soc.held_monitor.sync_o)
			$fwrite(file, "sync held %0d %0d %0d %0d\n", cycle, bytes_next,
				answers_next, waited_next);
		if (u_soc.pinned_monitor.sync_o)
			$fwrite(file, "sync pinned %0d %0d %0d %0d\n", cycle, bytes_next,
				answers_next, waited_next);
		if (u_soc.boned_monitor.sync_o)
			$fwrite(file, "sync boned %0d %0d %0d %0d\n", cycle, bytes_next,
				answers_next, waited_next);
		if (u_soc.VexRiscv.lastStageIsFiring && (u_soc.VexRiscv.lastStagePc == fill ||
				u_soc.VexRiscv.lastStagePc == sort))
			$fwrite(file, "fetch 0 %0d %0d\n", cycle, u_soc.VexRiscv.lastStagePc);
		if (u_soc.VexRiscv_1.lastStageIsFiring && (u_soc.VexRiscv_1.lastStagePc == fill ||
				u_soc.VexRiscv_1.lastStagePc == sort))
			$fwrite(file, "fetch 1 %0d %0d\n", cycle, u_soc.VexRiscv_1.lastStagePc);
		if (strobe && ack && u_soc.socbushandler_shared_we &&
				{u_soc.socbushandler_shared_adr, 2'd0} == scratch)
			$fwrite(file, "bus %0d %0d %0d %0d\n", cycle, bytes_next, answers_next,
				waited_next);
	end

	final
		$fclose(file);
endmodule
