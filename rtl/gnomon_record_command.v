// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_command: what the commands from the ring mean for a node (gnomon_ring_master has
// their form).
//
//  SELECT  names the node(s) that the next writes are for, and sets their flags: live_o (triggers
//          live), collect_o (collect from the start), wrap_o. ask_o: the trigger of the host fires.
//  WRITE   table_o: writes a table cell if this node is selected.
//  STOP    stop_o: ends the run.
//  FULL    full_o: whether the trace buffer is full.
//
// With LATER command_i has address and byte of a WRITE in the cycle after it: table_o comes then.
//
// Latency: command_valid_i, command_i to table_o, table_addr_o, table_data_o, stop_o, ask_o: none
//   (combinational), with LATER to table_o 1 cycle; to live_o, collect_o, wrap_o, full_o: 1 cycle.
//
// Instance:
//   gnomon_record_command #(.NODE(0), .CELL_W(14), .BELOW(0), .LATER(0)) u_record_command (
//     .clk(clk), .rst(rst), .command_valid_i(command_valid), .command_i(command), .live_o(live),
//     .collect_o(collect), .wrap_o(wrap), .full_o(full), .stop_o(stop), .ask_o(ask),
//     .table_o(table_o), .table_addr_o(table_addr), .table_data_o(table_data)
//   );

module gnomon_record_command #(
	parameter NODE   = 0,  // number of the node; requires 0..254
	parameter CELL_W = 14, // bits of a table address; requires 3..19
	parameter BELOW  = 0,  // bits of a command's address below what a SELECT has there;
	                       // requires 0..3
	parameter LATER  = 0   // 1: see above
) (
	input  wire              clk,
	input  wire              rst,
	// ring station
	input  wire              command_valid_i,
	input  wire [31:0]       command_i,
	// node
	output wire              live_o,
	output wire              collect_o,
	output wire              wrap_o,
	output wire              full_o,
	output wire              stop_o,
	output wire              ask_o,
	output wire              table_o,
	output wire [CELL_W-1:0] table_addr_o,
	output wire [7:0]        table_data_o
);

	`include "gnomon_records.vh"

	localparam [31:0] NODE_32   = NODE;
	localparam [7:0]  NODE_BYTE = NODE_32[7:0];

	wire [1:0]  kind = command_i[31:30];
	wire [21:0] addr = command_i[29:8];
	wire [21:0] choice = addr >> BELOW;
	wire        unused_addr = &{1'b0, addr, choice};
	reg         selected_q, live_q, collect_q, wrap_q, full_q;
	reg         select, mine, write, stop, fills, ask;
	always @* begin
		select = 1'b0;
		mine   = 1'b0;
		write  = 1'b0;
		stop   = 1'b0;
		fills  = 1'b0;
		ask    = 1'b0;
		if (command_valid_i) begin
			select = kind == GNO_RING_SELECT;
			mine   = choice[7:0] == GNO_NODE_ALL || choice[7:0] == NODE_BYTE;
			write  = kind == GNO_RING_WRITE && selected_q;
			stop   = kind == GNO_RING_STOP;
			fills  = kind == GNO_RING_FULL;
			ask    = select && mine && choice[GNO_SELECT_ASK];
		end
	end
	always @(posedge clk)
		if (rst) begin
			selected_q <= 1'b0;
			live_q     <= 1'b0;
			collect_q  <= 1'b0;
			wrap_q     <= 1'b0;
			full_q     <= 1'b0;
		end else if (fills) begin
			full_q <= addr[21];
		end else if (select) begin
			selected_q <= mine;
			if (mine) begin
				live_q    <= choice[GNO_SELECT_LIVE];
				collect_q <= choice[GNO_SELECT_COLLECT];
				wrap_q    <= choice[GNO_SELECT_WRAP];
			end
		end

	assign live_o       = live_q;
	assign collect_o    = collect_q;
	assign wrap_o       = wrap_q;
	assign full_o       = full_q;
	assign stop_o       = stop;
	assign ask_o        = ask;
	gnomon_cell_delay #(.WIDTH(1), .CLOCKS(LATER)) u_table (
		.clk (clk), .d_i (write && !rst), .q_o (table_o)
	);
	assign table_addr_o = addr[CELL_W-1:0];
	assign table_data_o = command_i[7:0];

endmodule
