// SPDX-License-Identifier: Apache-2.0
// echo: a device for the bridge's tests: it sends back what it gets, in order, through a small
// FIFO, and stalls on both sides at random. With ECHO_UART the bridge is the UART form and the
// device has the monitor's UART.
`resetall
`default_nettype none

module echo (
	input wire clk,
	input wire rst
);
	wire       rx_valid, rx_ready, tx_valid, tx_ready, connected;
	wire [7:0] rx_data, tx_data;

`ifdef ECHO_UART
	wire to_device, from_device;

	gnomon_bridge_uart #(.DIVISOR(5)) u_bridge (
		.clk(clk),
		.rst(rst),
		.txd_o(to_device),
		.rxd_i(from_device),
		.sync_i(1'b0),
		.finish_i(1'b0),
		.hold_o(),
		.done_o(),
		.connected_o(connected)
	);

	gnomon_link_uart #(.DIVISOR(5)) u_uart (
		.clk(clk),
		.rst(rst),
		.rx_i(to_device),
		.tx_o(from_device),
		.rx_valid_o(rx_valid),
		.rx_ready_i(rx_ready),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(tx_data)
	);
`else
	gnomon_bridge u_bridge (
		.clk(clk),
		.rst(rst),
		.rx_valid_o(rx_valid),
		.rx_ready_i(rx_ready),
		.rx_data_o(rx_data),
		.tx_valid_i(tx_valid),
		.tx_ready_o(tx_ready),
		.tx_data_i(tx_data),
		.sync_i(1'b0),
		.finish_i(1'b0),
		.hold_o(),
		.done_o(),
		.connected_o(connected)
	);
`endif

	reg [7:0]  fifo [0:15];
	reg [4:0]  head, tail;
	reg [15:0] draw;
	reg        offering; // an offer stays until it is taken

	wire full = head - tail == 5'd16;
	wire empty = head == tail;

	assign rx_ready = !full && (draw[1:0] != 2'd0);
	assign tx_valid = !empty && (offering || draw[3:2] != 2'd0);
	assign tx_data = fifo[tail[3:0]];

	always @(posedge clk) begin
		draw <= {draw[14:0], draw[15] ^ draw[13] ^ draw[12] ^ draw[10]};
		offering <= tx_valid && !tx_ready;
		if (rx_valid && rx_ready) begin
			fifo[head[3:0]] <= rx_data;
			head <= head + 1'b1;
		end
		if (tx_valid && tx_ready)
			tail <= tail + 1'b1;
		if (rst) begin
			draw <= 16'hace1;
			head <= 5'd0;
			tail <= 5'd0;
			offering <= 1'b0;
		end
	end

	wire unused = &{1'b0, connected};
endmodule

`resetall
