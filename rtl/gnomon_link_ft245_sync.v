// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_ft245_sync: PHY for the synchronous FIFO of FT232H and FT2232H (FTDI AN_130), one
// byte per cycle of the chip's 60 MHz clock in bursts.
//
//  1. The pins belong to ft_clk_i, the streams to clk; two FIFOs with Gray codes are between them.
//     The board's top has the tristate: d_o drives the bus while d_oe_o is 1, d_i is the bus.
//  2. Reading: OE# goes low, and RD# one cycle later. A byte is stored for each edge at which both
//     RD# and RXF# were low, so a byte of the last cycle is kept. Reading begins while the FIFO is
//     at most half full, and ends where RXF# is 1 or the FIFO has no room for 8 bytes.
//  3. Writing: d_o stays until an edge at which both WR# and TXE# were low. A byte that the chip
//     did not take is offered again. WR# is 1 in the cycle after one in which TXE# was 1.
//  4. Each change of direction leaves the bus undriven for a cycle. Where both directions want the
//     bus, each gets up to 256 cycles in turn.
// There is no reset: no byte is lost or cut while the monitor is reset or while the chip's clock
// stands. The link discards what remains of a frame. SIWU# is not used: the host sets the latency
// timer of the chip.
// CONSTRAINT: clk and ft_clk_i have any phase, but the FIFOs' Gray codes have the limit that is in
// gnomon_cell_cross_fifo.
// CONSTRAINT: RXF#, TXE# and d_i settle at most 7.5 ns before the edge of ft_clk_i (the chip takes
// up to 9 ns of 16.67 ns); OE#, RD#, WR# and d_o at most 8.6 ns after it (an FT2232H needs them
// 8 ns before the next edge, an FT232H 7.5 ns).
//
// Latency: RXF# low to rx_valid_o: 4 cycles of ft_clk_i, then 4 to 5 of clk. tx_valid_i with
//   tx_ready_o to WR# low: 1 cycle of clk, then 5 to 7 of ft_clk_i.
//
// Three bytes from the chip, in cycles of ft_clk_i:
//
//   cycle     0  1  2  3  4  5  6
//   rxf_n_i   1  0  0  0  0  0  1
//   oe_n_o    1  1  0  0  0  0  0
//   rd_n_o    1  1  1  0  0  0  0
//   d_i       -  -  1  1  2  3  -
//
// Instance:
//   gnomon_link_ft245_sync u_link_ft245_sync (
//     .clk(clk), .rx_valid_o(rx_valid), .rx_ready_i(rx_ready), .rx_data_o(rx_data),
//     .tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data), .ft_clk_i(ft_clk),
//     .rxf_n_i(rxf_n), .txe_n_i(txe_n), .rd_n_o(rd_n), .wr_n_o(wr_n), .oe_n_o(oe_n),
//     .siwu_n_o(siwu_n), .d_i(d_i), .d_o(d_o), .d_oe_o(d_oe)
//   );

module gnomon_link_ft245_sync (
	input  wire       clk,
	output wire       rx_valid_o,
	input  wire       rx_ready_i,
	output wire [7:0] rx_data_o,
	input  wire       tx_valid_i,
	output wire       tx_ready_o,
	input  wire [7:0] tx_data_i,
	input  wire       ft_clk_i,  // 60 MHz of the chip
	input  wire       rxf_n_i,
	input  wire       txe_n_i,
	output wire       rd_n_o,
	output wire       wr_n_o,
	output wire       oe_n_o,
	output wire       siwu_n_o,
	input  wire [7:0] d_i,
	output wire [7:0] d_o,
	output wire       d_oe_o
);
	localparam DEPTH_LOG2 = 9;
	localparam [1:0] REST = 0, OPEN = 1, READ = 2, WRITE = 3;

	reg [1:0] state_q;
	reg       rd_n_q, wr_n_q, oe_n_q, d_oe_q;
	reg       turn_q;  // it is the writer's
	reg [8:0] cycles_q;  // of this burst
	initial begin
		state_q  = REST;
		rd_n_q   = 1'b1;
		wr_n_q   = 1'b1;
		oe_n_q   = 1'b1;
		d_oe_q   = 1'b0;
		turn_q   = 1'b0;
		cycles_q = 0;
	end

	// From the chip: what both sides agreed on at an edge goes in, whatever comes next.
	wire [DEPTH_LOG2:0] fill;
	reg                 push_q;
	reg  [7:0]          push_data_q;
	initial push_q = 1'b0;
	wire                read_room  = !fill[DEPTH_LOG2] && !(&fill[DEPTH_LOG2-1:3]);
	wire                read_wanted = !rxf_n_i && fill[DEPTH_LOG2:DEPTH_LOG2-1] == 0;

	// To the chip: a byte stays in the output register until the chip has taken it.
	reg        have_q;
	reg  [7:0] have_data_q;
	initial have_q = 1'b0;
	wire       next_valid;
	wire [7:0] next_data;
	wire       sent      = !wr_n_q && !txe_n_i;
	wire       next_take = !have_q || sent;
	wire       have      = next_take ? next_valid : 1'b1;
	wire       write_wanted = !txe_n_i && have_q;

	wire read_on  = !rxf_n_i && read_room && !(cycles_q[8] && write_wanted);
	wire write_on = !txe_n_i && have && !(cycles_q[8] && read_wanted);

	always @(posedge ft_clk_i) begin
		push_q      <= !rd_n_q && !rxf_n_i;
		push_data_q <= d_i;
		have_q      <= have;
		if (next_take)
			have_data_q <= next_data;
		rd_n_q   <= 1'b1;
		wr_n_q   <= 1'b1;
		oe_n_q   <= 1'b1;
		d_oe_q   <= 1'b0;
		cycles_q <= cycles_q[8] ? cycles_q : cycles_q + 1'b1;
		case (state_q)
		REST: begin
			cycles_q <= 0;
			if (read_wanted && !(turn_q && write_wanted)) begin
				state_q <= OPEN;
				oe_n_q  <= 1'b0;
			end else if (write_wanted) begin
				state_q <= WRITE;
				d_oe_q  <= 1'b1;
				wr_n_q  <= 1'b0;
			end
		end
		OPEN, READ: begin
			turn_q  <= 1'b1;
			state_q <= read_on ? READ : REST;
			oe_n_q  <= !read_on;
			rd_n_q  <= !read_on;
		end
		WRITE: begin
			turn_q  <= 1'b0;
			state_q <= write_on ? WRITE : REST;
			d_oe_q  <= write_on;
			wr_n_q  <= !write_on;
		end
		endcase
	end
	assign rd_n_o   = rd_n_q;
	assign wr_n_o   = wr_n_q;
	assign oe_n_o   = oe_n_q;
	assign siwu_n_o = 1'b1;
	assign d_o      = have_data_q;
	assign d_oe_o   = d_oe_q;

	/* verilator lint_off PINCONNECTEMPTY */ // neither side asks for both
	gnomon_cell_cross_fifo #(.DEPTH_LOG2(DEPTH_LOG2)) u_rx (
		.wr_clk     (ft_clk_i),
		.wr_valid_i (push_q),
		.wr_ready_o (),
		.wr_data_i  (push_data_q),
		.wr_fill_o  (fill),
		.rd_clk     (clk),
		.rd_valid_o (rx_valid_o),
		.rd_ready_i (rx_ready_i),
		.rd_data_o  (rx_data_o)
	);
	gnomon_cell_cross_fifo #(.DEPTH_LOG2(DEPTH_LOG2)) u_tx (
		.wr_clk     (clk),
		.wr_valid_i (tx_valid_i),
		.wr_ready_o (tx_ready_o),
		.wr_data_i  (tx_data_i),
		.wr_fill_o  (),
		.rd_clk     (ft_clk_i),
		.rd_valid_o (next_valid),
		.rd_ready_i (next_take),
		.rd_data_o  (next_data)
	);
	/* verilator lint_on PINCONNECTEMPTY */

endmodule
