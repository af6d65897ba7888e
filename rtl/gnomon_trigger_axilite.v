// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_axilite: an event port on an AXI4-Lite bus.
//
//  1. awready_o, wready_o and arready_o are 1 while nothing is pending.
//  2. The module holds an address that comes before its data, and data that come before their
//     address. The write takes place (valid_o) in the cycle that takes the second of them.
//     bvalid_o is 1 from the next cycle on.
//  3. A read is answered with 0: rvalid_o is 1 from the cycle after its address was taken.
//  4. While an answer waits for its ready, the module takes nothing else. An access whose answer is
//     taken at once lasts two cycles.
// Bytes without strobe are 0. All outputs to the bus are registers: no path leads from an input of
// the bus to an output of the bus.
//
// Latency: awvalid_i, wvalid_i to valid_o: none (combinational); to bvalid_o: 1 cycle. arvalid_i to
//   rvalid_o: 1 cycle.
//
// Two writes with bready_i 1 (hexadecimal); the address of the second one comes before its data:
//
//   cycle       0  1  2  3  4  5  6  7
//   awvalid_i   1  0  0  1  0  0  0  0
//   awready_o   1  0  1  1  0  0  0  1
//   awaddr_i    8  -  -  c  -  -  -  -
//   wvalid_i    1  0  0  0  0  1  0  0
//   wready_o    1  0  1  1  1  1  0  1
//   wdata_i     1  -  -  -  -  2  -  -
//   bvalid_o    0  1  0  0  0  0  1  0
//   valid_o     1  0  0  0  0  1  0  0
//   addr_o      2  -  -  -  -  3  -  -
//   data_o      1  -  -  -  -  2  -  -
//
// Instance:
//   gnomon_trigger_axilite u_trigger_axilite (
//     .clk(clk), .rst(rst), .awvalid_i(awvalid), .awready_o(awready), .awaddr_i(awaddr),
//     .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wstrb_i(wstrb), .bvalid_o(bvalid),
//     .bready_i(bready), .bresp_o(bresp), .arvalid_i(arvalid), .arready_o(arready),
//     .araddr_i(araddr), .rvalid_o(rvalid), .rready_i(rready), .rdata_o(rdata), .rresp_o(rresp),
//     .valid_o(valid), .addr_o(addr), .data_o(data)
//   );

module gnomon_trigger_axilite (
	input  wire        clk,
	input  wire        rst,
	// bus
	input  wire        awvalid_i,
	output wire        awready_o,
	input  wire [11:0] awaddr_i,
	input  wire        wvalid_i,
	output wire        wready_o,
	input  wire [31:0] wdata_i,
	input  wire [3:0]  wstrb_i,
	output wire        bvalid_o,
	input  wire        bready_i,
	output wire [1:0]  bresp_o,
	input  wire        arvalid_i,
	output wire        arready_o,
	input  wire [11:0] araddr_i,
	output wire        rvalid_o,
	input  wire        rready_i,
	output wire [31:0] rdata_o,
	output wire [1:0]  rresp_o,
	// event port
	output wire        valid_o,
	output wire [9:0]  addr_o,
	output wire [31:0] data_o
);
	wire [31:0] written = wdata_i
		& {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};
	reg         awready_q, wready_q, arready_q, bvalid_q, rvalid_q;
	reg         address_q, data_q;  // one of them is held
	reg  [9:0]  held_address_q;
	reg  [31:0] held_data_q;
	wire        address = address_q || (awready_q && awvalid_i);
	wire        data    = data_q || (wready_q && wvalid_i);
	wire        write   = address && data && !rst;
	wire        read    = arready_q && arvalid_i && !rst;
	wire        answers = write || (bvalid_q && !bready_i);
	wire        reads   = read || (rvalid_q && !rready_i);
	always @(posedge clk) begin
		address_q <= !rst && address && !write;
		data_q    <= !rst && data && !write;
		awready_q <= !rst && !answers && (!address || write);
		wready_q  <= !rst && !answers && (!data || write);
		arready_q <= !rst && !reads;
		bvalid_q  <= !rst && answers;
		rvalid_q  <= !rst && reads;
		if (awready_q)
			held_address_q <= awaddr_i[11:2];
		if (wready_q)
			held_data_q <= written;
	end

	assign awready_o = awready_q;
	assign wready_o  = wready_q;
	assign bvalid_o  = bvalid_q;
	assign bresp_o   = 2'b00;
	assign arready_o = arready_q;
	assign rvalid_o  = rvalid_q;
	assign rdata_o   = 32'd0;
	assign rresp_o   = 2'b00;
	assign valid_o   = write;
	assign addr_o    = address_q ? held_address_q : awaddr_i[11:2];
	assign data_o    = data_q ? held_data_q : written;
	wire unused = &{1'b0, awaddr_i[1:0], araddr_i};

endmodule
