// SPDX-License-Identifier: Apache-2.0
//
// What a flight recorder keeps around its stop (gnomon_ring_recorder), for any records of one node
// in their order (IN_ORDER), or of two nodes in any order of the two, with times as long as the
// nodes count. A record has here the whole time that its node knows; the recorder gets the bits
// that records have.
//
//  keeps: a record that is not later than the earliest stop so far is kept. Of those that are
//    later, events are kept up to the number that was requested, then none but flush records; what
//    is no event, as long as an event would be.
//  freezes: frozen_o is 1 once as many are kept.
//  verdicts: each record that a stop may concern, or that has the bit of its flag, gets one
//    verdict, two cycles behind its word 1.
//
// These go by the ports. The others tie what is counted here to the registers inside:
//  counted: the events that may still come; the earliest stop.
//  epochs: what is known of the time of each node.
`default_nettype none

module recorder_properties #(
	parameter IN_ORDER = 0
) (
	input wire        clk,
	input wire        clear,
	input wire        wrap,
	input wire        post_valid,
	input wire  [6:0] post,
	input wire        take,
	// of a record that begins
	input wire        of,       // its node
	input wire  [7:0] kind,
	input wire [18:0] time_of,  // of a gap: where it began
	input wire [18:0] time_end, // of a gap
	input wire  [3:0] flags,
	input wire  [7:0] any_code,
	input wire [31:0] any_word,
	input wire        longer    // word 2 comes behind word 1
);
	localparam [7:0] EVENT = 1, RATIO = 2, GAP = 3, BEAT = 4, SYNC = 5, FLUSH = 6, DATUM = 7,
		CAPTURE = 8, LINE = 10, TRIGGER = 11, WORD = 12, LOAD = 13;
	localparam STOP = 2;  // of the flags

	// The record: its words, and what it is
	reg   [2:0] at = 0;
	reg         node = 0;
	reg   [7:0] is = 0;
	reg  [18:0] now = 0, until_q = 0;
	reg   [3:0] has = 0;
	wire        begins = take && at == 0;
	wire        info   = take && at == 1;
	wire        given  = is == BEAT || is == SYNC || is == FLUSH || is == GAP;
	wire [31:0] word = at == 0 ? {any_word[31:12], time_of[11:0]}
		: at == 1 ? {4'd0, has, given ? now[18:11] : any_code, 7'd0, node, is}
		: at == 2 && is == GAP ? {13'd0, until_q} : any_word;

	wire judges, verdict, keep, frozen;
	gnomon_ring_recorder #(
		.NODES(IN_ORDER != 0 ? 1 : 2), .TIME_W(12), .POST_W(7), .IN_ORDER(IN_ORDER)
	) u_recorder (
		.clk(clk), .clear_i(clear), .wrap_i(wrap), .post_valid_i(post_valid),
		.post_i(post), .take_i(take), .at_i(at), .word_i(word), .judges_o(judges),
		.verdict_o(verdict), .keep_o(keep), .frozen_o(frozen)
	);

	// What a stop concerns. Times are compared as far as they are less than half of all apart.
	reg         started = 0, stopped = 0, judged = 0, gives = 0, posted = 0;
	reg   [6:0] left = 0;     // events that are still kept
	reg         pends = 0;    // in order one of them is counted a cycle late
	reg  [18:0] stop;         // the earliest stop
	reg   [1:0] known = 0;    // a record of the node has come
	reg  [37:0] last = 0;     // its time
	wire        fires   = is == EVENT || is == DATUM || is == CAPTURE || is == LINE
		|| is == TRIGGER || is == WORD;
	wire        stops   = fires && has[STOP];
	wire        timed   = is != RATIO;
	wire [18:0] before  = node ? last[37:19] : last[18:0];
	wire [18:0] ahead   = now - stop - 19'd1;
	wire        later   = stopped && (IN_ORDER != 0 || !ahead[18]);
	wire        is_full = stopped && left == 0;
	wire        decides = IN_ORDER != 0 ? info && timed : gives;
	wire        counts  = decides && fires && later && left != 0;
	wire        stops_now = decides && stops && (IN_ORDER == 0 || wrap);
	always @(posedge clk) begin
		started <= 1'b1;
		if (begins) begin
			node    <= IN_ORDER == 0 && of;
			is      <= kind;
			now     <= time_of;
			until_q <= time_end;
			has     <= flags;
		end
		if (clear) begin
			at      <= 3'd0;
			known   <= 2'b00;
			stopped <= 1'b0;
			judged  <= 1'b0;
			gives   <= 1'b0;
		end else begin
			if (take)
				at <= at == 5 ? (longer ? 3'd5 : 3'd0)
					: at == 1 && !longer || at == 3 && !(longer && is != GAP)
						? 3'd0 : at + 3'd1;
			if (info && timed)
				known[node] <= 1'b1;
			judged  <= info && wrap && timed && (stopped || has[STOP]);
			gives   <= judged;
			stopped <= stopped || stops_now;
		end
		if (info && timed)
			last[19*node +: 19] <= now;
		if (take && at == 2 && is == GAP)
			last[19*node +: 19] <= until_q;
		if (stops_now && !later)
			stop <= now;
		pends  <= IN_ORDER != 0 && counts;
		posted <= posted || post_valid;
		if (post_valid)
			left <= post + 7'd1;
		else if (counts)
			left <= left - 7'd1;
	end

	// No record begins while one waits for its verdict. The first one of a node has its epoch;
	// others do not leave one out. The host says how many events before there is a stop, and
	// changes no mode in a run.
	reg mode = 0;
	always @(posedge clk)
		mode <= wrap;
	always @* begin
		if (!started)
			assume(clear);
		assume(!(begins && judged && IN_ORDER == 0));
		assume(!(post_valid && (stopped || stops_now)) && (!post_valid || post < 64)
			&& (posted || !stops_now));
		assume(clear || wrap == mode || !started);
		if (begins)
			assume(kind != 0 && kind <= LOAD && kind != 9);
		if (info) begin
			assume(is != GAP || longer);
			if (timed && !given)
				assume(known[node]
					&& now[18:11] - before[18:11] <= 8'd1);
		end
	end

	always @*
		if (started && decides)
			keeps: assert(keep == (!later || !is_full || is == FLUSH));
	always @*
		if (started)
			freezes: assert(frozen == (is_full && !pends));
	always @*
		if (started)
			verdicts: assert(IN_ORDER != 0 ? !judges && !verdict
				: verdict == gives && judges
					== (info && wrap && timed && (stopped || has[STOP])));

	// The registers inside
	(* hierconn *) wire        \u_recorder.stopping_q ;
	(* hierconn *) wire  [6:0] \u_recorder.post_q ;
	(* hierconn *) wire        \u_recorder.gen_order.count_q ;
	(* hierconn *) wire [10:0] \u_recorder.gen_times.not_low_q ;
	(* hierconn *) wire [10:0] \u_recorder.gen_times.gen_several.low_q ;
	(* hierconn *) wire        \u_recorder.gen_times.top_q ;
	(* hierconn *) wire  [7:0] \u_recorder.gen_times.stop_epoch_q ;
	(* hierconn *) wire  [7:0] \u_recorder.gen_times.gen_epochs.former ;
	wire [18:0] inside = {\u_recorder.gen_times.stop_epoch_q ,
		~\u_recorder.gen_times.not_low_q };
	always @*
		if (started)
			counted: assert(\u_recorder.stopping_q == stopped
				&& (posted ? \u_recorder.post_q == -left - pends && left <= 64
					: !stopped)
				&& is <= LOAD && (!pends || at != 1)
				&& (IN_ORDER == 0 || \u_recorder.gen_order.count_q == pends)
				&& (IN_ORDER != 0 || !stopped || inside == stop));

	// what a clock looks at, and the epoch that its node had before
	reg        looks = 0, ends = 0;
	reg  [7:0] was;
	wire       resumes = take && at == 2 && is == GAP;
	always @(posedge clk) begin
		looks <= !clear && ((info && timed) || resumes);
		ends  <= resumes;
		if (info)
			was <= before[18:11];
	end
	(* hierconn *) wire        \u_recorder.gen_times.looked_q ;
	(* hierconn *) wire        \u_recorder.gen_times.ended_q ;
	(* hierconn *) wire        \u_recorder.gen_times.judging_q ;
	(* hierconn *) wire        \u_recorder.gen_times.fired_q ;
	(* hierconn *) wire        \u_recorder.gen_times.stops_q ;
	(* hierconn *) wire        \u_recorder.gen_times.flush_q ;
	(* hierconn *) wire        \u_recorder.gen_times.given_q ;
	(* hierconn *) wire        \u_recorder.gen_times.gap_q ;
	(* hierconn *) wire        \u_recorder.gen_times.block_q ;
	(* hierconn *) wire        \u_recorder.gen_times.past_q ;
	(* hierconn *) wire        \u_recorder.gen_times.node_q ;
	(* hierconn *) wire  [7:0] \u_recorder.gen_times.epoch_q ;
	(* hierconn *) wire  [7:0] \u_recorder.gen_times.given_epoch_q ;
	(* hierconn *) wire  [7:0] \u_recorder.gen_times.gen_epochs.u_epochs.mem[0] ;
	(* hierconn *) wire  [7:0] \u_recorder.gen_times.gen_epochs.u_epochs.mem[1] ;
	wire  [7:0] kept_0 = \u_recorder.gen_times.gen_epochs.u_epochs.mem[0] ;
	wire  [7:0] kept_1 = \u_recorder.gen_times.gen_epochs.u_epochs.mem[1] ;
	wire [11:0] time_now = {\u_recorder.gen_times.top_q ,
		\u_recorder.gen_times.gen_several.low_q };
	wire [18:0] shown   = ends ? until_q : now;
	wire        of_is   = looks || judged || gives || at > 1;
	wire        clocks  = \u_recorder.gen_times.looked_q == looks
		&& \u_recorder.gen_times.ended_q == ends
		&& \u_recorder.gen_times.judging_q == (judged || gives);
	wire        parts   = \u_recorder.gen_times.node_q == node
		&& !\u_recorder.gen_times.block_q
		&& \u_recorder.gen_times.gap_q == (is == GAP)
		&& \u_recorder.gen_times.given_q == given
		&& \u_recorder.gen_times.fired_q == fires
		&& \u_recorder.gen_times.stops_q == stops
		&& \u_recorder.gen_times.flush_q == (is == FLUSH);
	wire        compares = \u_recorder.gen_times.epoch_q == now[18:11]
		&& (!stopped || \u_recorder.gen_times.past_q == (now[10:0] > stop[10:0]));
	wire        epoch_given = given || ends
		? \u_recorder.gen_times.given_epoch_q == shown[18:11]
		: \u_recorder.gen_times.gen_epochs.former == was && now[18:11] - was <= 8'd1;
	always @*
		if (started)
			epochs: assert(IN_ORDER != 0 || (clocks
				&& (!of_is || parts) && (!gives || compares)
				&& (at != 1 || time_now == now[11:0])
				&& (!looks || (time_now == shown[11:0] && epoch_given))
				&& (!judged || (looks && !ends)) && !(judged && gives)
				&& (!looks || known[node])
				&& (!looks || at == (ends ? 3 : at == 0 ? 0 : 2))
				&& (!(looks && ends) || is == GAP) && (!gives || timed)
				&& (at < 2 || !timed || known[node]) && (!looks || timed)
				&& (!gives || at != 1)
				&& (!known[0] || (looks && !node) || kept_0 == last[18:11])
				&& (!known[1] || (looks && node) || kept_1 == last[37:30])));

	always @*
		if (started && !clear) begin
			drops: cover(decides && !keep && fires);
			late:  cover(IN_ORDER != 0 || (decides && keep && frozen && fires));
		end
endmodule
