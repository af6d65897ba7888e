// SPDX-License-Identifier: Apache-2.0
// A small system of cores, as somebody else could have written it: packages, an interface, arrays
// of instances, generate blocks with and without names. Nothing in it knows gnomon.
package core_pkg;
`include "core_types.svh"
endpackage

interface core_bus #(parameter int W = 8);
	logic         valid;
	logic         ready;
	logic [W-1:0] data;
	modport source(output valid, data, input ready);
	modport sink(input valid, data, output ready);
endinterface

module core_unit
	import core_pkg::*;
#(
	parameter int STEP = 1
) (
	input logic       clk,
	input logic       rst_n,
	input logic [7:0] d,
	output mode_t     mode,
	core_bus.source   bus
);
	retired_t   retired;
	logic [7:0] seen[4];
`ifndef SYNTHESIS
	real        heat;   // of no use to a monitor
`endif
	wire        never;  // nothing drives it

	always_ff @(posedge clk)
		if (!rst_n) begin
			retired <= '0;
			mode    <= IDLE;
		end else begin
			retired.valid <= d[1:0] == 2'd2;
			retired.tag   <= d ^ retired.tag;
			retired.pc    <= retired.pc + 16'(STEP) + 16'(d[0]);
			mode          <= mode_t'(d[3:2]);
			seen[d[5:4]]  <= d;
		end

	assign bus.valid = retired.valid;
	assign bus.data  = retired.tag + seen[retired.pc[1:0]];
endmodule

// ports as Verilog-1995 has them
module core_sum (a, b, y);
	input [7:0] a, b;
	output [7:0] y;
	assign y = a + b;
endmodule

module core_top #(
	parameter int CORES = 2
) (
	input  logic              clk,
	input  logic              por,     // at the start only
	input  logic              rst_n,
	input  logic [7:0]        d,
	output logic [7:0]        q,
	output core_pkg::mode_t   mode,
	output logic [1:0]        most[2],
	inout  wire               pad
);
	core_bus #(.W(8)) bus[CORES] ();
	core_pkg::mode_t  modes[CORES];
	wire [7:0]        part[CORES];
	wire [7:0]        sum;

	for (genvar i = 0; i < CORES; i++) begin : core
		core_unit #(.STEP(i + 1)) u (
			.clk, .rst_n, .d(d + 8'(i)), .mode(modes[i]), .bus(bus[i].source)
		);
		assign bus[i].ready = 1'b1;
		assign part[i]      = bus[i].valid ? bus[i].data : 8'd0;
	end

	if (CORES > 2) begin : many
		wire third = bus[2].valid;
	end

	// a block without a name
	if (CORES > 1) begin
		wire both = bus[0].valid & bus[1].valid;
	end

	core_sum u_sum (.a(part[0]), .b(part[CORES-1]), .y(sum));

	always_ff @(posedge clk)
		if (!rst_n) q <= 8'd0;
		else q <= q ^ sum;

	assign mode    = modes[0];
	assign most    = '{modes[0], modes[CORES-1]};
	assign pad     = q[0] ? q[1] : 1'bz;

`ifdef CORE_SHARED // two drivers, which only a simulator takes
	wire [1:0] shared;
	assign shared = {2{q[0]}};
	assign shared = {2{q[1]}};
`endif
endmodule
