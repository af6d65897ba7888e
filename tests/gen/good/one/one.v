// SPDX-License-Identifier: Apache-2.0
//
// one: monitor of 1 node, single form.
//
// Emitted by gnomon-gen 0.1.0 from monitor.yaml (XXH64 47d921803fd11423). Do not edit: change the description and emit again.
//
//   plan    61ecf6bd10a8ea46
//   clock   50000000 Hz
//   time    32 bits
//   buffer  1024 slots of 64 bits
//   link    UART, 5000000 baud: 10 clocks a bit
//
// Nodes:
//     0 cpu          pc[31:0] when retired, 15 events
//
// A record of time t bears what was on the ports in the t-th clock after the one in which sync_o was
// high; t = 0 is the very next one.

`resetall
`default_nettype none

module one (
	input  wire        clk,
	input  wire        rst,                     // synchronous

	// UART
	input  wire        rx_i,                    // from the host
	output wire        tx_o,                    // to the host

	// time
	output wire        sync_o,                  // the next clock is time 0

	// cpu
	input  wire [31:0] cpu_pc_i,                // watched word
	input  wire        cpu_retired_i            // the word counts
);

	// PHY: bytes over two wires, 8N1
	wire        rx_valid;
	wire        rx_ready;
	wire [7:0]  rx_data;
	wire        tx_valid;
	wire        tx_ready;
	wire [7:0]  tx_data;
	gnomon_uart #(
		.DIVISOR (10)
	) u_phy (
		.clk        (clk),
		.rst        (rst),
		.rx_i       (rx_i),
		.tx_o       (tx_o),
		.rx_valid_o (rx_valid),
		.rx_ready_i (rx_ready),
		.rx_data_o  (rx_data),
		.tx_valid_i (tx_valid),
		.tx_ready_o (tx_ready),
		.tx_data_i  (tx_data)
	);

	// Link: frames with CRC over the bytes
	wire        op_valid;
	wire [2:0]  op;
	wire [10:0] arg;
	wire        wr_valid;
	wire        wr_ready;
	wire        rd_regs;
	wire [13:0] addr;
	wire [7:0]  wr_data;
	wire [7:0]  rd_data;
	wire        busy;
	gnomon_link #(
		.ADDR_W (14)
	) u_link (
		.clk        (clk),
		.rst        (rst),
		.rx_valid_i (rx_valid),
		.rx_ready_o (rx_ready),
		.rx_data_i  (rx_data),
		.tx_valid_o (tx_valid),
		.tx_ready_i (tx_ready),
		.tx_data_o  (tx_data),
		.op_valid_o (op_valid),
		.op_o       (op),
		.arg_o      (arg),
		.wr_valid_o (wr_valid),
		.wr_ready_i (wr_ready),
		.rd_regs_o  (rd_regs),
		.addr_o     (addr),
		.wr_data_o  (wr_data),
		.rd_data_i  (rd_data),
		.busy_o     (busy)
	);

	// Headend and trace buffer in one
	gnomon_single #(
		.IDENTITY   (96'h61ECF6BD10A8EA46_014F4E47),
		.ADDR_W     (14),
		.TIME_W     (32),
		.CODE_W     (4),
		.SLOTS_LOG2 (10)
	) u_monitor (
		.clk        (clk),
		.rst        (rst),
		.op_valid_i (op_valid),
		.op_i       (op),
		.arg_i      (arg),
		.wr_valid_i (wr_valid),
		.wr_ready_o (wr_ready),
		.rd_regs_i  (rd_regs),
		.addr_i     (addr),
		.wr_data_i  (wr_data),
		.rd_data_o  (rd_data),
		.busy_i     (busy),
		.sync_o     (sync_o),
		.word_i     (cpu_pc_i),
		.when_i     (cpu_retired_i)
	);

endmodule

`resetall
