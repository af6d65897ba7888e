// SPDX-License-Identifier: Apache-2.0
// Room: record
// gnomon_record_beside: what fired beside the pattern's event, as a monitor of one node writes it
// into its slots. It is a part of gnomon_record_single; docs/design/interfaces.md ("Entries") has
// the slots.
//
//  1. extra_i is what is recorded of a cycle, as gnomon_trigger_sources gives it: {watched word,
//     state of the capture, of the line, word flag, 0, 0, triggers by number}. kept_i: the event's
//     slot is written in this cycle.
//  2. upper_o goes into bits 63..40 of that slot: bit 40 + k is trigger k, bit 47 the word flag;
//     with a line's trigger bits 63..60 are {two lowest bits of length, late, own}.
//  3. takes_o, word_o: the watched word has a slot of its own, for the timer or the capture. With
//     CAPTURE bits 55..53 of it are the capture's state {known, current, cause}. turns_o, round_o:
//     so has the state of the line, {length without its two lowest bits, paused}.
//  4. due_o, nears_o: what is decided in this cycle has a word, or a round. due_i (of
//     gnomon_record_builder), word_i and round_i (of gnomon_trigger_sources) come a cycle before.
//  5. With KEPT the word comes from the unit that segments keep it in (word_kept_i, as
//     gnomon_count_word's last_o): the delay of the sources drives nothing then, and is not built.
//
// Latency: due_i, word_i, round_i to due_o, nears_o: 1 cycle. extra_i, kept_i, word_kept_i to
//   upper_o, takes_o, word_o, turns_o, round_o: none (combinational).
//
// Instance:
//   gnomon_record_beside #(.WORD_W(32), .TRIGGERS(1), .TIMER(0), .CAPTURE(0), .LINE(0),
//     .LINE_AT(0), .KEPT(0)
//   ) u_record_beside (
//     .clk(clk), .word_i(word_i), .round_i(round_i), .extra_i(extra), .word_kept_i(word_kept),
//     .due_i(due_i), .kept_i(kept), .upper_o(upper), .due_o(due_o), .takes_o(takes),
//     .word_o(word_o), .nears_o(nears), .turns_o(turns), .round_o(round_o)
//   );

module gnomon_record_beside #(
	parameter WORD_W   = 32,  // bits of the watched word; requires 8..64, with TIMER 56, with
	                          // CAPTURE 53 at most
	parameter TRIGGERS = 1,   // requires 0..7
	parameter TIMER    = 0,   // 1: there is a timer, whose words are recorded
	parameter CAPTURE  = 0,   // 1: the last trigger is the CAPTURE line
	parameter LINE     = 0,   // 1: a line has two triggers; requires 0..1
	parameter LINE_AT  = 0,   // number of the first of them
	parameter KEPT     = 0,
	// not to be set
	parameter WORDS    = TIMER != 0 || CAPTURE != 0 ? 1 : 0,
	parameter TAKEN_W  = CAPTURE != 0 ? 56 : TIMER != 0 ? WORD_W : 1,
	parameter EXTRA_W  = TRIGGERS + 3 + (LINE != 0 ? 66 : 0)
		+ (CAPTURE != 0 ? 3 : 0) + (WORDS != 0 ? WORD_W : 0)
) (
	input  wire               clk,
	// sources
	input  wire               word_i,
	input  wire               round_i,
	input  wire [EXTRA_W-1:0] extra_i,
	input  wire [WORD_W+1:0]  word_kept_i,
	// builder
	input  wire               due_i,
	input  wire               kept_i,
	// slots
	output wire [23:0]        upper_o,
	output wire               due_o,
	output wire               takes_o,
	output wire [TAKEN_W-1:0] word_o,
	output wire               nears_o,
	output wire               turns_o,
	output wire [61:0]        round_o
);
	generate
		if (TRIGGERS < 0 || TRIGGERS > 7) begin : gen_bad_triggers
			TRIGGERS_must_be_0_to_7 u_bad ();
		end
		if (WORDS != 0 && WORD_W > (CAPTURE != 0 ? 53 : 56)) begin : gen_bad_word
			WORD_W_must_be_56_at_most_with_TIMER_and_53_with_CAPTURE u_bad ();
		end
		if (LINE < 0 || LINE > 1) begin : gen_bad_line
			LINE_must_be_0_or_1 u_bad ();
		end
	endgenerate

	localparam [6:0] FIRED = ~(7'h7f << TRIGGERS);
	localparam [6:0] TURNS = ~(7'h7f << 2*LINE) << LINE_AT;
	localparam       LAST     = TRIGGERS == 0 ? 0 : TRIGGERS - 1;
	localparam       STATE_AT = EXTRA_W - WORD_W - 3;  // of the capture
	reg word_q, round_q;
	always @(posedge clk) begin
		word_q  <= due_i && word_i;
		round_q <= due_i && round_i;
	end
	assign due_o   = word_q;
	assign nears_o = round_q;

	wire [EXTRA_W+6:0] wide   = {7'd0, extra_i};
	wire [6:0]         fired  = {7{kept_i}} & wide[6:0] & FIRED;
	wire               picked = TIMER != 0 && kept_i && extra_i[TRIGGERS+2];
	wire [WORD_W+1:0]  word;   // {word, known, current}
	wire [65:0]        round;  // {late, own, length, paused}
	assign takes_o = picked || (CAPTURE != 0 && fired[LAST]);
	assign turns_o = (fired & TURNS) != 0;
	assign upper_o = {{4{turns_o}} & {round[33:32], round[65:64]}, 12'd0, picked, fired};
	assign round_o = {round[63:34], round[31:0]};
	generate
		if (WORDS != 0 && KEPT == 0) begin : gen_own
			localparam SHOWN_W = CAPTURE != 0 ? WORD_W + 2 : WORD_W;
			wire [WORD_W+1:0] own = {extra_i[EXTRA_W-1 -: SHOWN_W],
				{(WORD_W+2-SHOWN_W){1'b0}}};
			assign word = own;
		end else begin : gen_kept
			assign word = word_kept_i;
		end
		if (CAPTURE != 0) begin : gen_state
			assign word_o = {word[1:0], extra_i[STATE_AT], {(53-WORD_W){1'b0}},
				word[WORD_W+1:2]};
		end else begin : gen_no_state
			assign word_o = word[2 +: TAKEN_W];
		end
		if (LINE != 0) begin : gen_round
			assign round = extra_i[TRIGGERS+3 +: 66];
		end else begin : gen_no_round
			assign round = 66'd0;
		end
	endgenerate
	wire unused = &{1'b0, extra_i, wide, word, word_kept_i};

endmodule
