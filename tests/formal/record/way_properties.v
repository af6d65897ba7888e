// SPDX-License-Identifier: Apache-2.0
//
// What the register between the sender of a node and what follows promises (gnomon_record_headend
// without a ring), for any words, which the sender of a whole node makes of any target, and any
// waiting of the center:
//
//  passes: the words that the sender gives away come out in the same order, each once, with the
//    mark of the last word of a record, and none else; unless a start of a run clears the node.
//  waits: a word that is shown stays until it is taken.
//  takes: the sender is never asked for a word while the one before it cannot leave.
`default_nettype none

module way_properties (
	input wire        clk,
	input wire        rst,
	input wire        sync,
	input wire  [7:0] word_in,
	input wire        when,
	input wire  [3:0] code,
	input wire        dn_valid,
	input wire [31:0] dn_data,
	input wire        up_ready
);
	wire        up_valid, up_tag;
	wire [31:0] up_data;
	gnomon_record_headend #(
		.RING_W(0), .LAST(1), .WORD_W(8), .TIME_W(12), .FIFO_LOG2(4), .TIMER(1),
		.TIMER_BASE(64), .TRIGGERS_BASE(32)
	) u_node (
		.clk(clk), .rst(rst), .sync_i(sync), .word_i(word_in), .when_i(when),
		.port_valid_i(1'b0), .port_addr_i(10'd0), .port_data_i(32'd0), .port_pc_i(32'd0),
		.capture_i(1'b0), .line_i(1'b0), .own_i(1'b0), .late_i(1'b0), .store_i(2'd0),
		.send_i(1'b0), .code_i(code), .actions_i(8'd0), .fire_i(1'b0),
		.kept_i(10'd0), .sample_ready_i(1'b1),
		.snap_ready_i(1'b1), .sample_valid_i(1'b0), .sample_word_i(32'd0),
		.block_valid_i(1'b0), .block_word_i(32'd0), .block_last_i(1'b0),
		.block_busy_i(1'b0), .dn_valid_i(dn_valid), .dn_data_i(dn_data),
		.up_valid_i(1'b0), .up_tag_i(1'b0), .up_data_i(32'd0), .up_valid_o(up_valid),
		.up_ready_i(up_ready), .up_tag_o(up_tag), .up_data_o(up_data)
	);
	(* hierconn *) wire        \u_node.clears ;
	(* hierconn *) wire        \u_node.made_valid ;
	(* hierconn *) wire        \u_node.made_take ;
	(* hierconn *) wire        \u_node.made_ends ;
	(* hierconn *) wire [31:0] \u_node.made ;
	wire clears = \u_node.clears ;  // a cycle after a reset
	wire gives  = \u_node.made_valid && \u_node.made_take ;

	// The word that the sender gave last, and has not come out
	reg         reset = 1'b0, started = 1'b0, there = 1'b0, stays = 1'b0;
	reg  [32:0] last, shown;
	wire        comes = up_valid && up_ready;
	always @(posedge clk) begin
		reset   <= 1'b1;
		started <= reset;
		there   <= !clears && (gives || (there && !comes));
		stays   <= !clears && up_valid && !up_ready;
		shown   <= {up_tag, up_data};
		if (gives)
			last <= {\u_node.made_ends , \u_node.made };
	end

	always @*
		if (!reset)
			assume(rst);
	always @*
		if (started)
			passes: assert(up_valid == there && (!there || {up_tag, up_data} == last));
	always @*
		if (stays)
			waits: assert(up_valid && {up_tag, up_data} == shown);
	always @*
		if (started && gives)
			takes: assert(!there || comes);

	always @*
		if (started && !clears)
			behind: cover(gives && comes && up_tag);
endmodule
