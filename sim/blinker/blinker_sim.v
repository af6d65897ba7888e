// SPDX-License-Identifier: Apache-2.0
// blinker_sim: the whole simulation of the blinker: target, the monitor that gnomon generates from
// counter.yaml, and the bridge, joined as in any testbench. With +blinker_log=FILE it writes what
// the target really did: the clock (0: the first out of its reset) and the number of each state.
`resetall
`default_nettype none

module blinker_sim #(
	parameter MONITOR = "counter"  // name of the monitor for plusargs
) (
	input wire clk,
	input wire rst
);
	wire        light, step;
	wire [31:0] state;
	wire        rx_valid, rx_ready, tx_valid, tx_ready, sync, hold, connected;
	wire [7:0]  rx_data, tx_data;

	blinker u_blinker (
		.clk(clk),
		.rst(hold),
		.light_o(light),
		.step_o(step),
		.state_o(state)
	);

	counter u_monitor (
		.clk(clk),
		.rst(rst),
		.rx_valid_i(rx_valid),
		.rx_ready_o(rx_ready),
		.rx_data_i(rx_data),
		.tx_valid_o(tx_valid),
		.tx_ready_i(tx_ready),
		.tx_data_o(tx_data),
		.sync_o(sync),
		.light_state_i(state),
		.light_step_i(step)
	);

	gnomon_bridge #(.MONITOR(MONITOR)) u_bridge (
		.clk(clk),
		.rst(rst),
		.rx_valid_o(rx_valid),
		.rx_ready_i(rx_ready),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(tx_data),
		.sync_i(sync),
		.finish_i(1'b0),
		.hold_o(hold),
		.done_o(),
		.connected_o(connected)
	);

	integer    log;
	reg [31:0] clock;
	reg [8*1024-1:0] path;

	initial begin
		log = 0;
		if ($value$plusargs("blinker_log=%s", path))
			log = $fopen(path, "w");
	end

	always @(posedge clk) begin
		clock <= hold ? 32'd0 : clock + 1'b1;
		if (log != 0 && step && !hold)
			$fwrite(log, "%0d %0d\n", clock, state);
	end

	wire unused = &{1'b0, light, connected};
endmodule

`resetall
