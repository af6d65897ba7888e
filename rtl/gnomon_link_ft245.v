// SPDX-License-Identifier: Apache-2.0
// Room: link
// gnomon_link_ft245: PHY for the asynchronous FIFO of FT232H and FT2232H.
//
//  1. RXF# and TXE# are synchronised. A cycle on the bus begins with a 0 of one of them; where both
//     are 0 and both sides want the bus, reads and writes take turns.
//  2. Read: RD# is low for 30 ns and a cycle. The byte is taken from d_i at the end; rx_valid_o is
//     1 until rx_ready_i, and no read begins before.
//  3. Write: d_o drives the bus (d_oe_o) 5 ns and a cycle before WR# goes low, for 30 ns and a
//     cycle, and until the wait that follows is over.
//  4. Then RXF# and TXE# have 14 ns and 4 cycles to show the end of the bus cycle, and to pass the
//     synchroniser.
// Times are rounded up to whole cycles of CLOCK_MHZ. There is no reset: no pulse is cut short, and
// no byte is lost while the monitor is reset. SIWU# is not used: the host sets the latency timer.
//
// Latency: RXF# low to rx_valid_o: 4 to 5 cycles and the low time of RD#. tx_valid_i with
//   tx_ready_o to WR# low: 1 cycle and the time of d_o before it.
//
// With CLOCK_MHZ 50: a byte from the chip; RD# is low for 3 cycles.
//
//   cycle        0  1  2  3  4  5  6  7  8
//   rxf_n_i      1  0  0  0  0  0  0  1  1
//   rd_n_o       1  1  1  1  0  0  0  1  1
//   d_i          -  -  -  -  -  5  5  -  -
//   rx_valid_o   0  0  0  0  0  0  0  1  1
//   rx_data_o    -  -  -  -  -  -  -  5  5
//
// Instance:
//   gnomon_link_ft245 #(.CLOCK_MHZ(100)) u_link_ft245 (
//     .clk(clk), .rx_valid_o(rx_valid), .rx_ready_i(rx_ready), .rx_data_o(rx_data),
//     .tx_valid_i(tx_valid), .tx_ready_o(tx_ready), .tx_data_i(tx_data), .rxf_n_i(rxf_n),
//     .txe_n_i(txe_n), .rd_n_o(rd_n), .wr_n_o(wr_n), .siwu_n_o(siwu_n), .d_i(d_i), .d_o(d_o),
//     .d_oe_o(d_oe)
//   );

module gnomon_link_ft245 #(
	parameter CLOCK_MHZ = 100  // of clk, rounded up; requires 1..1000
) (
	input  wire       clk,
	output wire       rx_valid_o,
	input  wire       rx_ready_i,
	output wire [7:0] rx_data_o,
	input  wire       tx_valid_i,
	output wire       tx_ready_o,
	input  wire [7:0] tx_data_i,
	input  wire       rxf_n_i,
	input  wire       txe_n_i,
	output wire       rd_n_o,
	output wire       wr_n_o,
	output wire       siwu_n_o,
	input  wire [7:0] d_i,
	output wire [7:0] d_o,
	output wire       d_oe_o
);
	generate
		if (CLOCK_MHZ < 1 || CLOCK_MHZ > 1000) begin : gen_bad_clock
			CLOCK_MHZ_must_be_1_to_1000 u_bad ();
		end
	endgenerate

	// Cycles, less one
	localparam [31:0] PULSE = (30 * CLOCK_MHZ + 999) / 1000;
	localparam [31:0] SETUP = (5 * CLOCK_MHZ + 999) / 1000;
	localparam [31:0] WAIT  = (14 * CLOCK_MHZ + 999) / 1000 + 3;
	localparam COUNT_W = $clog2((PULSE > WAIT ? PULSE : WAIT) + 1);
	localparam [1:0] REST = 0, DRIVE = 1, STROBE = 2, SETTLE = 3;

	wire rxf, txe;  // 0 after configuration: nothing is known of the chip yet
	gnomon_cell_cross #(.WIDTH(2)) u_flags (
		.clk    (clk),
		.data_i ({!rxf_n_i, !txe_n_i}),
		.data_o ({rxf, txe})
	);

	reg [1:0]         state_q;
	reg [COUNT_W-1:0] left_q;
	reg               rd_n_q, wr_n_q, d_oe_q;
	reg               turn_q;  // it is the writer's
	reg               rx_valid_q;
	reg [7:0]         rx_data_q, d_q;
	initial begin
		state_q    = REST;
		left_q     = 0;
		rd_n_q     = 1'b1;
		wr_n_q     = 1'b1;
		d_oe_q     = 1'b0;
		turn_q     = 1'b0;
		rx_valid_q = 1'b0;
	end

	wire read_wanted = rxf && !rx_valid_q;
	wire write       = state_q == REST && txe && !(read_wanted && !turn_q);
	wire done        = left_q == 0;

	always @(posedge clk) begin
		left_q <= left_q - 1'b1;
		if (rx_ready_i)
			rx_valid_q <= 1'b0;
		case (state_q)
		REST:
			if (write && tx_valid_i) begin
				state_q <= DRIVE;
				d_q     <= tx_data_i;
				d_oe_q  <= 1'b1;
				left_q  <= SETUP[COUNT_W-1:0];
			end else if (read_wanted) begin
				state_q <= STROBE;
				rd_n_q  <= 1'b0;
				left_q  <= PULSE[COUNT_W-1:0];
			end
		DRIVE:
			if (done) begin
				state_q <= STROBE;
				wr_n_q  <= 1'b0;
				left_q  <= PULSE[COUNT_W-1:0];
			end
		STROBE:
			if (done) begin
				state_q <= SETTLE;
				rd_n_q  <= 1'b1;
				wr_n_q  <= 1'b1;
				turn_q  <= !rd_n_q;
				left_q  <= WAIT[COUNT_W-1:0];
				if (!rd_n_q) begin
					rx_valid_q <= 1'b1;
					rx_data_q  <= d_i;
				end
			end
		SETTLE:
			if (done) begin
				state_q <= REST;
				d_oe_q  <= 1'b0;
			end
		endcase
	end
	assign rx_valid_o = rx_valid_q;
	assign rx_data_o  = rx_data_q;
	assign tx_ready_o = write;
	assign rd_n_o     = rd_n_q;
	assign wr_n_o     = wr_n_q;
	assign siwu_n_o   = 1'b1;
	assign d_o        = d_q;
	assign d_oe_o     = d_oe_q;

endmodule
