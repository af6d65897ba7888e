// SPDX-License-Identifier: Apache-2.0
// Room: line
// gnomon_line_wire: the wired OR of a CAPTURE or REPORT line: all nodes see the line in the same
// cycle.
//
// line_o has a bit for each node; all bits have the same value in each cycle. STAGES registers lie
// on the way from each node to the OR, and as many on the way back: one or more where nodes are on
// other chips, so that no path leads through two of them. All nodes have the same number of stages,
// that of the most distant one. One more register follows the OR.
//
// Two lines of the same nodes take turns: while wait_i is 1 the line does not become 1; a line that
// is 1 stays so as long as a node drives it. here_o is the register, asked_o the OR in front of it.
// The line that goes first has the other's here_o as its wait_i; the other one has here_o ||
// asked_o of the first. So never are both 1, and both are 0 in a cycle between them. One line
// alone: wait_i is 0.
//
// Latency: drive_i to line_o: 2 * STAGES + 1 cycles; to asked_o: STAGES; wait_i to line_o: STAGES +
//   1.
//
// With NODES 2, STAGES 0 (line_o: both bits):
//
//   cycle        0  1  2  3  4  5  6
//   drive_i[0]   0  1  1  1  0  0  0
//   drive_i[1]   0  0  0  1  1  0  0
//   line_o       0  0  1  1  1  1  0
//
// Instance:
//   gnomon_line_wire #(.NODES(2), .STAGES(0)) u_line_wire (
//     .clk(clk), .rst(rst), .drive_i(drive), .line_o(line), .wait_i(wait_i), .here_o(here),
//     .asked_o(asked)
//   );

module gnomon_line_wire #(
	parameter NODES  = 2,  // requires 1..255
	parameter STAGES = 0   // registers each way; requires 0..16
) (
	input  wire             clk,
	input  wire             rst,
	input  wire [NODES-1:0] drive_i,
	output wire [NODES-1:0] line_o,
	// another line of these nodes
	input  wire             wait_i,
	output wire             here_o,
	output wire             asked_o
);
	generate
		if (NODES < 1 || NODES > 255) begin : gen_bad_nodes
			NODES_must_be_1_to_255 u_bad ();
		end
		if (STAGES < 0 || STAGES > 16) begin : gen_bad_stages
			STAGES_must_be_0_to_16 u_bad ();
		end
	endgenerate

	reg  line_q;
	wire asked;
	always @(posedge clk)
		line_q <= !rst && asked && (line_q || !wait_i);
	assign here_o  = line_q;
	assign asked_o = asked;
	generate
		if (STAGES == 0) begin : gen_near
			assign asked  = |drive_i;
			assign line_o = {NODES{line_q}};
		end else begin : gen_far
			// the youngest stage is in the lowest bits
			reg  [NODES*STAGES-1:0] there_q;
			reg  [NODES*STAGES-1:0] back_q;
			wire [NODES*STAGES+NODES-1:0] there = {there_q, drive_i};
			wire [NODES*STAGES+NODES-1:0] back  = {back_q, {NODES{line_q}}};
			always @(posedge clk)
				if (rst) begin
					there_q <= {(NODES*STAGES){1'b0}};
					back_q  <= {(NODES*STAGES){1'b0}};
				end else begin
					there_q <= there[NODES*STAGES-1:0];
					back_q  <= back[NODES*STAGES-1:0];
				end
			assign asked  = |there[NODES*STAGES +: NODES];
			assign line_o = back[NODES*STAGES +: NODES];
		end
	endgenerate

endmodule
