// SPDX-License-Identifier: Apache-2.0
//
// gnomon_sender: takes whole records out of the node's FIFO, a word at a time, for the ring station.
//
//  1. ready_o: a whole record is there. (The first half of a gap waits for the second.)
//  2. Its words come with valid_o/ready_i, word 0 first; last_o marks the last word.
//  3. A record whose event was sampled, and a flush of a node with ratio counters, is followed by the ratio record, as if it were part of it: time
//     again, its own word 1, then WORDS words from the queue of the ratio counters.

`resetall
`default_nettype none
`include "gnomon_records.vh"

module gnomon_sender #(
	parameter NODE  = 0,  // requires 0..254
	parameter WORDS = 0   // words of a sample, even; 0: the node has no ratio counters; requires 0..16
) (
	input  wire        clk,
	input  wire        clear_i,
	// FIFO
	input  wire        slot_valid_i,
	input  wire        slot_more_i,
	input  wire [63:0] slot_i,
	output wire        slot_pop_o,
	// queue of the ratio counters
	input  wire        sample_valid_i,
	input  wire [31:0] sample_i,
	output wire        sample_pop_o,
	// ring station
	output wire        ready_o,
	output wire        valid_o,
	input  wire        ready_i,
	output wire [31:0] word_o,
	output wire        last_o
);
	localparam [31:0] NODE_32 = NODE;
	localparam [7:0] NODE_BYTE  = NODE_32[7:0];
	localparam [31:0] WORDS_32  = WORDS;
	localparam [7:0] WORDS_BYTE = WORDS_32[7:0];

	// Words of a record: time and info of its slot; second slot of a gap; time and info of the ratio record; its payload.
	localparam [2:0] TIME = 3'd0, INFO = 3'd1, LOW = 3'd2, HIGH = 3'd3, RATIO_TIME = 3'd4, RATIO_INFO = 3'd5, SAMPLE = 3'd6;
	reg [2:0] at_q;
	reg [4:0] left_q;

	wire [7:0] kind = slot_i[39:32];
	wire [7:0] code = kind == `GNO_KIND_FLUSH ? 8'd0 : slot_i[55:48];

	reg [31:0] word;
	always @*
		case (at_q)
		TIME, LOW, RATIO_TIME: word = slot_i[31:0];
		INFO, HIGH:            word = slot_i[63:32];
		RATIO_INFO:            word = {WORDS_BYTE, code, NODE_BYTE, `GNO_KIND_RATIO};
		default:               word = sample_i;
		endcase
	assign word_o = word;

	// Without a slot there is nothing to say of it. (A slot stays until its last word is gone, the sample's included.)
	reg is_gap, sampled, ready, valid, last;
	always @* begin
		is_gap  = 1'b0;
		sampled = 1'b0;
		ready   = 1'b0;
		valid   = 1'b0;
		last    = 1'b0;
		if (slot_valid_i) begin
			is_gap  = kind == `GNO_KIND_GAP;
			sampled = WORDS != 0 && (kind == `GNO_KIND_FLUSH || (kind == `GNO_KIND_EVENT && slot_i[56 + `GNO_FLAG_SAMPLED]));
			ready   = at_q == TIME && (slot_more_i || !is_gap);
			valid   = at_q == TIME ? ready : at_q != SAMPLE || sample_valid_i;
			last    = (at_q == INFO && !is_gap && !sampled) || at_q == HIGH || (at_q == SAMPLE && left_q == 0);
		end
	end
	assign ready_o = ready;
	assign valid_o = valid;
	assign last_o  = last;

	wire step = valid && ready_i;
	assign slot_pop_o   = step && (last || (at_q == INFO && is_gap));
	assign sample_pop_o = step && at_q == SAMPLE;

	always @(posedge clk)
		if (clear_i)
			at_q <= TIME;
		else if (step) begin
			case (at_q)
			TIME:       at_q <= INFO;
			INFO:       at_q <= is_gap ? LOW : sampled ? RATIO_TIME : TIME;
			LOW:        at_q <= HIGH;
			RATIO_TIME: at_q <= RATIO_INFO;
			RATIO_INFO: at_q <= SAMPLE;
			SAMPLE:     at_q <= left_q == 0 ? TIME : SAMPLE;
			default:    at_q <= TIME;
			endcase
			left_q <= at_q == SAMPLE ? left_q - 5'd1 : WORDS_BYTE[4:0] - 5'd1;
		end

endmodule

`resetall
