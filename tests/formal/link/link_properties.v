// SPDX-License-Identifier: Apache-2.0
// What the byte port of gnomon_link and gnomon_link_wide promises, for any bytes, any waiting of
// either side, and resets at any time:
//
//  offered: tx_valid_o stays 1, and tx_data_o stays the same, until the byte is taken
//    or a reset comes.
//  forgotten: behind a cycle of reset no operation and no write is left.
//
// The frames are those that the solver finds; the situations show that whole ones are among them.

`default_nettype none

module link_properties #(
	parameter WIDE = 0
) (
	input wire       clk,
	input wire       rst,
	input wire       rx_valid,
	input wire [7:0] rx_data,
	input wire       tx_ready,
	input wire       wr_ready
);
	localparam ADDR_W = 12;

	wire       tx_valid, op_valid, wr_valid;
	wire [7:0] tx_data;
	generate
		if (WIDE) begin : gen_wide
			gnomon_link_wide #(.ADDR_W(ADDR_W)) u_link (
				.clk(clk), .rst(rst), .rx_valid_i(rx_valid), .rx_ready_o(),
				.rx_data_i(rx_data), .tx_valid_o(tx_valid), .tx_ready_i(tx_ready),
				.tx_data_o(tx_data), .op_valid_o(op_valid), .op_o(), .arg_o(),
				.place_o(),
				.wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .addr_o(),
				.wr_data_o(), .nonce_o(), .rd_next_o(), .rd_data_i(8'd0), .busy_o()
			);
		end else begin : gen_near
			gnomon_link #(.ADDR_W(ADDR_W)) u_link (
				.clk(clk), .rst(rst), .rx_valid_i(rx_valid), .rx_ready_o(),
				.rx_data_i(rx_data), .tx_valid_o(tx_valid), .tx_ready_i(tx_ready),
				.tx_data_o(tx_data), .op_valid_o(op_valid), .op_o(), .arg_o(),
				.place_o(),
				.wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .addr_o(),
				.wr_data_o(), .nonce_o(), .rd_ready_i(1'b1), .rd_next_o(),
				.rd_data_i(8'd0), .reg_lower_o(), .reg_data_i(4'd0), .busy_o()
			);
		end
	endgenerate

	reg awake = 1'b0;
	always @(posedge clk)
		awake <= 1'b1;
	always @*
		if (!awake)
			assume(rst);

	reg       rst_q = 1'b0, waits_q = 1'b0, acted_q = 1'b0;
	reg [7:0] data_q = 8'd0;
	always @(posedge clk) begin
		rst_q   <= rst;
		waits_q <= tx_valid && !tx_ready && !rst;
		data_q  <= tx_data;
		acted_q <= !rst && (acted_q || op_valid);
	end
	always @*
		if (awake) begin
			offered:   assert(!waits_q || rst || (tx_valid && tx_data == data_q));
			forgotten: assert(!rst_q || (!op_valid && !wr_valid));
			acts:      cover(op_valid);
			answers:   cover(acted_q && waits_q && !wr_ready);
		end
endmodule
