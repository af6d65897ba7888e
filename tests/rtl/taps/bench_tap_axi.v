// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_tap_axi and, with LITE, gnomon_tap_axilite: a master and a slave that do whatever
// the protocol permits at any pace, bursts of all IDs at once, data before their addresses, answers
// in the clock of their requests, waits on every channel, resets; against lists of all requests of
// each ID.
`timescale 1ns/1ns

module bench_tap_axi;
	parameter LITE        = 0;
	parameter ID_W        = 2;      // at most 6
	parameter BYTES       = 4;
	parameter WIDTH       = 5;
	parameter TABLE_LOG2  = 2;
	parameter GROUPS_LOG2 = 0;
	parameter LENGTH      = 40000;

	localparam CLOCKS = 400000;
	localparam MANY   = 30;         // requests outstanding at most, each way
	localparam IDS    = LITE != 0 ? 1 : 1 << ID_W;
	localparam QUEUE  = 64;
	localparam PLACES = LITE != 0 ? 1 << TABLE_LOG2 : (1 << TABLE_LOG2) - 1;
	localparam GROUPS = LITE != 0 ? 1 : 1 << GROUPS_LOG2;
	localparam MOST   = (1 << WIDTH) - 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg              rst = 1'b1;
	reg              awvalid = 0, awready = 0, wvalid = 0, wready = 0, wlast = 0,
		bvalid = 0, bready = 0, arvalid = 0, arready = 0, rvalid = 0, rready = 0, rlast = 0;
	reg  [5:0]       awid = 0, bid = 0, arid = 0, rid = 0;
	reg  [127:0]     wstrb = 0;
	reg  [6:0]       araddr = 0;
	reg  [7:0]       arlen = 0;
	reg  [2:0]       arsize = 0;
	reg  [1:0]       arburst = 0;
	wire             ar_take, ar_wait, ar_open, r_take, r_wait, r_open, read_done, rl_valid,
		r_dropped;
	wire             aw_take, aw_wait, aw_open, w_take, w_wait, w_open, b_take, b_wait, b_open,
		wl_valid, w_dropped;
	wire [12:0]      ar_bytes;
	wire [7:0]       w_bytes;
	wire [5:0]       r_outstanding, w_outstanding;
	wire [WIDTH-1:0] rl, wl;
	wire [ID_W-1:0]  rl_id, wl_id;
	wire [4:0]       r_stall;
	wire [7:0]       w_stall;
	wire [2:0]       r_class, w_class;
	generate
		if (LITE != 0) begin : gen_lite
			gnomon_tap_axilite #(.BYTES(BYTES), .WIDTH(WIDTH), .TABLE_LOG2(TABLE_LOG2),
				.OUTSTANDING_W(6)) dut (
				.clk (clk), .rst (rst), .awvalid_i (awvalid), .awready_i (awready),
					.wvalid_i (wvalid), .wready_i (wready),
					.wstrb_i (wstrb[BYTES-1:0]),
				.bvalid_i (bvalid), .bready_i (bready), .arvalid_i (arvalid),
					.arready_i (arready), .rvalid_i (rvalid),
					.rready_i (rready),
				.ar_take_o (ar_take), .ar_wait_o (ar_wait), .ar_open_o (ar_open),
					.r_take_o (r_take), .r_wait_o (r_wait), .r_open_o (r_open),
				.read_outstanding_o (r_outstanding),
					.read_latency_valid_o (rl_valid), .read_latency_o (rl),
					.read_dropped_o (r_dropped),
				.read_stall_idle_o (r_stall[0]),
					.read_stall_transfer_o (r_stall[1]),
					.read_stall_data_master_o (r_stall[2]),
				.read_stall_address_slave_o (r_stall[3]),
					.read_stall_data_slave_o (r_stall[4]),
					.read_class_o (r_class),
				.aw_take_o (aw_take), .aw_wait_o (aw_wait), .aw_open_o (aw_open),
					.w_take_o (w_take), .w_wait_o (w_wait), .w_open_o (w_open),
				.w_bytes_o (w_bytes[BYTES == 8 ? 3 : 2:0]), .b_take_o (b_take),
					.b_wait_o (b_wait), .b_open_o (b_open),
				.write_outstanding_o (w_outstanding),
					.write_latency_valid_o (wl_valid), .write_latency_o (wl),
					.write_dropped_o (w_dropped),
				.write_stall_idle_o (w_stall[0]),
					.write_stall_transfer_o (w_stall[1]),
					.write_stall_response_master_o (w_stall[2]),
				.write_stall_data_slave_o (w_stall[3]),
					.write_stall_address_slave_o (w_stall[4]),
					.write_stall_data_master_o (w_stall[5]),
				.write_stall_address_master_o (w_stall[6]),
					.write_stall_response_slave_o (w_stall[7]),
					.write_class_o (w_class)
			);
			assign read_done = r_take;
			assign w_bytes[7:(BYTES == 8 ? 4 : 3)] = 0;
			assign rl_id = 0;
			assign wl_id = 0;
			assign ar_bytes = 0;
		end else begin : gen_full
			localparam COUNT_W = $clog2(BYTES) + 1;
			gnomon_tap_axi #(.ID_W(ID_W), .BYTES(BYTES), .WIDTH(WIDTH),
				.TABLE_LOG2(TABLE_LOG2), .GROUPS_LOG2(GROUPS_LOG2),
				.OUTSTANDING_W(6)) dut (
				.clk (clk), .rst (rst), .awvalid_i (awvalid), .awready_i (awready),
					.awid_i (awid[ID_W-1:0]), .wvalid_i (wvalid),
					.wready_i (wready),
				.wstrb_i (wstrb[BYTES-1:0]), .wlast_i (wlast), .bvalid_i (bvalid),
					.bready_i (bready), .bid_i (bid[ID_W-1:0]),
				.arvalid_i (arvalid), .arready_i (arready),
					.arid_i (arid[ID_W-1:0]), .araddr_i (araddr),
					.arlen_i (arlen), .arsize_i (arsize), .arburst_i (arburst),
				.rvalid_i (rvalid), .rready_i (rready), .rid_i (rid[ID_W-1:0]),
					.rlast_i (rlast),
				.ar_take_o (ar_take), .ar_wait_o (ar_wait), .ar_open_o (ar_open),
					.ar_bytes_o (ar_bytes), .r_take_o (r_take),
					.r_wait_o (r_wait), .r_open_o (r_open),
				.read_done_o (read_done), .read_outstanding_o (r_outstanding),
					.read_latency_valid_o (rl_valid), .read_latency_o (rl),
					.read_id_o (rl_id),
				.read_dropped_o (r_dropped),
				.read_stall_idle_o (r_stall[0]),
					.read_stall_transfer_o (r_stall[1]),
					.read_stall_data_master_o (r_stall[2]),
				.read_stall_address_slave_o (r_stall[3]),
					.read_stall_data_slave_o (r_stall[4]),
					.read_class_o (r_class),
				.aw_take_o (aw_take), .aw_wait_o (aw_wait), .aw_open_o (aw_open),
					.w_take_o (w_take), .w_wait_o (w_wait), .w_open_o (w_open),
				.w_bytes_o (w_bytes[COUNT_W-1:0]), .b_take_o (b_take),
					.b_wait_o (b_wait), .b_open_o (b_open),
				.write_outstanding_o (w_outstanding),
					.write_latency_valid_o (wl_valid), .write_latency_o (wl),
					.write_id_o (wl_id), .write_dropped_o (w_dropped),
				.write_stall_idle_o (w_stall[0]),
					.write_stall_transfer_o (w_stall[1]),
					.write_stall_response_master_o (w_stall[2]),
				.write_stall_data_slave_o (w_stall[3]),
					.write_stall_address_slave_o (w_stall[4]),
					.write_stall_data_master_o (w_stall[5]),
				.write_stall_address_master_o (w_stall[6]),
					.write_stall_response_slave_o (w_stall[7]),
					.write_class_o (w_class)
			);
			if (COUNT_W < 8) begin : gen_rest
				assign w_bytes[7:COUNT_W] = 0;
			end
		end
	endgenerate

	// Requests of each way (0 reads, 1 writes) and ID, oldest first: [head, tail)
	integer start [0:2*64*QUEUE-1];
	integer beats [0:2*64*QUEUE-1];   // of reads: still to come; of writes: number of the burst
	                                  // in the order of addresses
	reg     kept  [0:2*64*QUEUE-1];
	integer head  [0:127];
	integer tail  [0:127];
	integer dropped [0:127];          // outstanding ones: way, group
	integer in_table [0:1];
	integer count [0:1];              // outstanding
	integer sum_true [0:1];
	integer sum_seen [0:1];
	integer sum_class [0:1];
	integer lengths [0:1023];         // of bursts of writes, a ring
	// bursts open and complete, of addresses and of data
	integer aw_n = 0, w_n = 0, aw_done = 0, w_done = 0, beat = 0, planned = 0;
	integer clocks = 0, since_reset = 0, k, id, tries, slot, rates, hush_r = 0,
		hush_b = 0, limit = MANY;
	integer p_ar = 500, p_arready = 500, p_r = 500, p_rready = 500, p_aw = 500,
		p_awready = 500, p_w = 500, p_wready = 500, p_b = 500, p_bready = 500;
	integer many_ids = 1;
	reg     ar_now, r_now, aw_now, w_now, b_now, found;

	// What is to be seen in the next clock; of latencies in the one after (LITE: the next)
	reg         want_drop [0:1];
	reg         want [0:1];
	reg         want2 [0:1];
	integer     age [0:1];
	integer     age2 [0:1];
	integer     of [0:1];
	integer     of2 [0:1];
	integer     class_r, class_w, bytes_r, bytes_w;
	reg  [15:0] want_take;

	integer n_zero [0:1];
	integer n_value [0:1];
	integer n_drop [0:1];
	integer n_over [0:1];
	integer n_most [0:1];
	integer n_same [0:1];
	integer n_order [0:1];
	integer n_ended [0:1];
	integer n_same_drop = 0, n_zero_drop = 0, n_reset = 0, n_sum = 0, n_first = 0,
		n_ahead = 0, n_b_now = 0, n_cross = 0, n_full_pop = 0, n_odd = 0, n_interleaved = 0;
	integer n_class_r [0:4];
	integer n_class_w [0:7];
	integer n_wait [0:4];
	integer n_open [0:4];
	integer last_rid = -1;

	initial
		for (k = 0; k < 8; k = k + 1) begin
			if (k < 2) begin
				n_zero[k] = 0; n_value[k] = 0; n_drop[k] = 0; n_over[k] = 0;
				n_most[k] = 0; n_same[k] = 0; n_order[k] = 0; n_ended[k] = 0;
				sum_true[k] = 0; sum_seen[k] = 0; sum_class[k] = 0; count[k] = 0;
				in_table[k] = 0; want[k] = 0; want2[k] = 0; want_drop[k] = 0;
			end
			if (k < 5) begin
				n_class_r[k] = 0; n_wait[k] = 0; n_open[k] = 0;
			end
			n_class_w[k] = 0;
		end

	`include "axi_account.vh"

	// New wires for this clock; what was there and not taken stays
	task drive;
		begin
			arready = chance(p_arready);
			if (!arvalid && count[0] < limit && chance(p_ar)) begin
				arvalid = 1'b1;
				arid    = below(many_ids ? IDS : 1) ^ (many_ids == 0 ? IDS - 1 : 0);
				arlen   = LITE != 0 ? 0 : chance(950) ? below(4) : $random(seed);
				arsize  = LITE != 0 ? $clog2(BYTES) : below($clog2(BYTES) + 1);
				arburst = below(3);
				araddr  = chance(700) || arburst != 1 ? ($random(seed) << arsize)
					: $random(seed);
				if (((arlen + 1) << arsize) > 4096 || arburst != 1)
					arlen = arlen % 4;
			end
			ar_now = arvalid && arready;
			// of any ID that has a request, this clock's too
			rready = chance(p_rready);
			found  = 1'b0;
			if (!rvalid && hush_r == 0 && chance(p_r))
				for (tries = 0; tries < 3 && !found; tries = tries + 1) begin
					id = tries == 0 && ar_now ? arid : below(IDS);
					if (head[id] != tail[id] || (ar_now && arid == id)) begin
						found  = 1'b1;
						rvalid = 1'b1;
						rid    = id;
						rlast  = (head[id] != tail[id]
							? beats[at(0, id, head[id])] : arlen) == 0;
					end
				end
			found = 1'b0;
			r_now = rvalid && rready;

			// addresses and data of the same bursts, each as it likes
			awready = chance(p_awready);
			if (!awvalid && count[1] < limit && aw_n - w_n < 8 && chance(p_aw)) begin
				awvalid = 1'b1;
				awid    = below(many_ids ? IDS : 1);
				aw_n    = aw_n + 1;
			end
			wready = chance(p_wready);
			if (!wvalid && w_n - aw_n < 4 && chance(p_w)) begin
				if (beat == 0)
					w_n = w_n + 1;
				while (planned < w_n) begin
					lengths[planned%1024] = LITE != 0 ? 0 : chance(900)
						? below(4) : below(20);
					planned = planned + 1;
				end
				wvalid = 1'b1;
				wstrb  = {$random(seed), $random(seed), $random(seed),
					$random(seed)} | {128{chance(200)}};
				wstrb  = wstrb & {128{!chance(50)}};
				wlast  = beat == lengths[(w_n-1)%1024];
			end
			aw_now = awvalid && awready;
			w_now  = wvalid && wready;
			bready = chance(p_bready);
			// of any ID whose oldest write has all its data, this clock's too
			if (!bvalid && hush_b == 0 && chance(p_b))
				for (tries = 0; tries < 3 && !found; tries = tries + 1) begin
					id = tries == 0 && aw_now ? awid : below(IDS);
					k  = -1;
					if (head[64+id] != tail[64+id])
						k = beats[at(1, id, head[64+id])];
					else if (aw_now && awid == id)
						k = aw_done;
					if (k >= 0 && k < w_done + (w_now && wlast)) begin
						found  = 1'b1;
						bvalid = 1'b1;
						bid    = id;
						n_b_now = n_b_now + (w_now && wlast && k == w_done);
					end
				end
			found = 1'b0;
			b_now = bvalid && bready;
		end
	endtask

	task tick;
		begin
			clocks = clocks + 1;
			want2[0] = want[0]; want2[1] = want[1];
			age2[0] = age[0]; age2[1] = age[1];
			of2[0] = of[0]; of2[1] = of[1];
			if (rst) begin
				forget;
				want[0] = 1'b0; want[1] = 1'b0; want_drop[0] = 1'b0;
				want_drop[1] = 1'b0;
				class_r = 0;
				class_w = 0;
				want_take = 0;
				ar_now = 0; r_now = 0; aw_now = 0; w_now = 0; b_now = 0;
			end else begin
				want_take = {ar_now, arvalid && !arready, arready
					&& !arvalid, r_now, rvalid && !rready, rready
					&& !rvalid, r_now && rlast,
				             aw_now, awvalid && !awready, awready
				             	&& !awvalid, w_now, wvalid && !wready, wready
				             	&& !wvalid,
				             b_now, bvalid && !bready, bready && !bvalid};
				for (k = 0; k < 5; k = k + 1) begin
					n_wait[k] = n_wait[k] + (k == 0 ? arvalid && !arready
						: k == 1 ? rvalid && !rready : k == 2
						? awvalid && !awready : k == 3 ? wvalid && !wready
						: bvalid && !bready);
					n_open[k] = n_open[k] + (k == 0 ? arready && !arvalid
						: k == 1 ? rready && !rvalid : k == 2
						? awready && !awvalid : k == 3 ? wready && !wvalid
						: bready && !bvalid);
				end
				class_r = ar_now || r_now ? 1 : rvalid ? 2 : arvalid ? 3
					: count[0] != 0 ? 4 : 0;
				class_w = aw_now || w_now || b_now ? 1 : bvalid ? 2 : wvalid ? 3
					: awvalid ? 4 : beat != 0 || aw_done > w_done ? 5
					: w_done > aw_done ? 6 : count[1] != 0 ? 7 : 0;
				bytes_w = 0;
				for (k = 0; k < BYTES; k = k + 1)
					bytes_w = bytes_w + wstrb[k];
				bytes_r = 0;   // transfer by transfer
				for (k = 0; k <= arlen; k = k + 1)
					bytes_r = bytes_r + (1 << arsize)
						- (k == 0 ? araddr % (1 << arsize) : 0);
				n_odd = n_odd + (ar_now && araddr % (1 << arsize) != 0);
				n_first = n_first + (w_now && w_done >= aw_done + aw_now);
				n_ahead = n_ahead + (w_done > aw_done + 1);
				n_cross = n_cross + (ar_now && r_now && rlast && arid != rid);
				n_interleaved = n_interleaved
					+ (r_now && last_rid != rid && last_rid >= 0
					&& head[last_rid] != tail[last_rid] && !rlast);
				if (r_now) begin
					if (head[rid] != tail[rid]) begin
						if (!rlast)
							beats[at(0, rid, head[rid])] =
								beats[at(0, rid, head[rid])] - 1;
						account(0, ar_now, arid, arlen, rlast, rid);
					end else if (rlast)
						account(0, ar_now, arid, arlen, 1'b1, rid);
					else   // first transfer of the requested burst
						account(0, ar_now, arid, arlen - 1, 1'b0, rid);
					last_rid = rid;
				end else
					account(0, ar_now, arid, arlen, 1'b0, 0);
				account(1, aw_now, awid, aw_done, b_now, bid);
				n_class_r[class_r] = n_class_r[class_r] + 1;
				n_class_w[class_w] = n_class_w[class_w] + 1;
			end
			since_reset = rst ? 0 : since_reset + 1;
			@(negedge clk);
			if (clocks > 4) begin
				equal({ar_take, ar_wait, ar_open, r_take, r_wait, r_open, read_done,
					aw_take, aw_wait, aw_open, w_take, w_wait, w_open, b_take,
					b_wait, b_open},
				      want_take, "handshakes and waits");
				equal(r_class, class_r, "class of reads");
				equal(w_class, class_w, "class of writes");
				equal(r_stall, 1 << class_r, "one class of reads");
				equal(w_stall, 1 << class_w, "one class of writes");
				equal(r_outstanding, count[0], "reads outstanding");
				equal(w_outstanding, count[1], "writes outstanding");
				equal(r_dropped, want_drop[0], "dropped read");
				equal(w_dropped, want_drop[1], "dropped write");
				if (ar_now && LITE == 0)
					equal(ar_bytes, bytes_r, "bytes of reads");
				if (w_now)
					equal(w_bytes, bytes_w, "bytes of writes");
				if (LITE != 0) begin
					want2[0] = want[0]; want2[1] = want[1];
					age2[0] = age[0]; age2[1] = age[1];
					of2[0] = 0; of2[1] = 0;
				end
				equal(rl_valid, want2[0], "latency of a read");
				equal(wl_valid, want2[1], "latency of a write");
				if (want2[0]) begin
					equal(rl, age2[0] > MOST ? MOST : age2[0], "read latency");
					equal(rl_id, of2[0], "its ID");
				end
				if (want2[1]) begin
					equal(wl, age2[1] > MOST ? MOST : age2[1], "write latency");
					equal(wl_id, of2[1], "its ID");
				end
				// the sum of the outstanding ones is that of the latencies whenever
				// none is left
				for (k = 0; k < 2; k = k + 1) begin
					sum_seen[k] = sum_seen[k]
						+ (k == 0 ? r_outstanding : w_outstanding);
					if (count[k] == 0) begin
						equal(sum_seen[k], sum_true[k], "sum of latencies");
						n_sum = n_sum + (sum_true[k] != 0);
						sum_seen[k] = 0;
						sum_true[k] = 0;
					end
				end
				for (k = 0; k < 5; k = k + 1)
					sum_class[0] = sum_class[0] + r_stall[k];
				for (k = 0; k < 8; k = k + 1)
					sum_class[1] = sum_class[1] + w_stall[k];
			end
			// taken
			if (ar_now)
				arvalid = 1'b0;
			if (r_now)
				rvalid = 1'b0;
			if (aw_now) begin
				awvalid = 1'b0;
				aw_done = aw_done + 1;
			end
			if (w_now) begin
				wvalid = 1'b0;
				beat   = wlast ? 0 : beat + 1;
				w_done = w_done + wlast;
			end
			if (b_now)
				bvalid = 1'b0;
		end
	endtask

	function integer rate(input integer dummy);
		case (below(4))
		0: rate = 1000;
		1: rate = 20 + below(60);
		default: rate = 50 + below(951);
		endcase
	endfunction

	initial begin
		forget;
		@(negedge clk);
		repeat (6)
			tick;
		while (clocks < LENGTH) begin
			if (chance(30) || rst) begin
				n_reset = n_reset + (count[0] > 1 && count[1] > 1);
				rst = 1'b1;
				repeat (1 + below(3)) begin
					{awvalid, awready, wvalid, wready, wlast, bvalid, bready,
						arvalid, arready, rvalid, rready, rlast} =
						$random(seed);
					tick;
				end
				{awvalid, wvalid, bvalid, arvalid, rvalid} = 0;
				rst  = 1'b0;
				aw_n = 0; w_n = 0; aw_done = 0; w_done = 0; beat = 0; planned = 0;
				hush_r = 0; hush_b = 0;
			end
			p_ar = rate(0); p_arready = rate(0); p_r = rate(0); p_rready = rate(0);
			p_aw = rate(0); p_awready = rate(0); p_w = rate(0); p_wready = rate(0);
			p_b = rate(0); p_bready = rate(0);
			many_ids = !chance(200);
			limit    = chance(300) ? MANY : PLACES + below(3);
			if (chance(200)) begin   // all comes to its end
				p_ar = 0;
				p_r  = 1000;
				p_rready = 1000;
				p_aw = aw_n < w_n ? 1000 : 0;
			end
			if (chance(300))
				p_ar = 10 + below(60);
			if (chance(300)) begin
				p_aw = 10 + below(60);
				p_w  = 1000;
			end
			if (chance(150))
				hush_r = below(5 * MOST);
			if (chance(150))
				hush_b = below(5 * MOST);
			if (chance(150) && w_n == aw_n && beat == 0)   // and here of the writes
				p_aw = 0;
			repeat (1 + below(300)) begin
				if (p_aw == 0 && w_n <= aw_n && beat == 0 && !wvalid && w_n == aw_n)
					p_w = 0;
				drive;
				tick;
				if (hush_r > 0)
					hush_r = hush_r - 1;
				if (hush_b > 0)
					hush_b = hush_b - 1;
			end
		end
		// an answer without a request, in the clock of a request with another ID, is
		// ignored
		if (LITE == 0) begin
			{awvalid, awready, wvalid, bvalid, bready, arvalid, rvalid} = 0;
			rst = 1'b1;
			@(negedge clk);
			rst  = 1'b0;
			awid = 0;
			bid  = 1;
			{awvalid, awready, bvalid, bready} = 15;
			@(negedge clk);
			awvalid = 1'b0;
			bid     = 0;
			@(negedge clk);
			bvalid = 1'b0;
			equal(wl_valid, 0, "answer without a request");
			@(negedge clk);
			equal({wl_valid, wl}, (1 << WIDTH) | 1, "the answer after it");
		end
		for (k = 0; k < 2; k = k + 1) begin
			equal(sum_class[k], clocks - 4, "sum of the classes");
			covered(n_value[k] > 200, "hundreds of latencies");
			covered(n_zero[k], "answer in the clock of the request");
			covered(n_drop[k], "dropped requests");
			covered(n_ended[k], "answers to dropped requests");
			covered(n_over[k], "too long for the value");
			covered(n_most[0] + n_most[1], "greatest latency");
			covered(n_same[k], "several of one ID");
			covered(n_order[k] + LITE, "answers out of order");
		end
		for (k = 0; k < 5; k = k + 1) begin
			covered(n_class_r[k], "a class of reads");
			covered(n_wait[k], "valid without ready");
			covered(n_open[k], "ready without valid");
		end
		for (k = 0; k < 8; k = k + 1)
			covered(n_class_w[k], "a class of writes");
		covered(n_full_pop, "request in the clock of an answer, table full");
		covered(n_same_drop + LITE, "request with the ID of the last answer");
		covered(n_zero_drop + (LITE != 0 || GROUPS == IDS),
			"dropped and answered in one clock");
		covered(n_reset, "reset with requests outstanding");
		covered(n_sum, "sums of latencies");
		covered(n_first, "data complete before their address");
		covered(n_ahead, "data far ahead");
		covered(n_b_now, "response in the clock of the last data");
		covered(n_cross + LITE, "read requested as another ends");
		covered(n_odd + LITE + (BYTES == 1), "address that is not aligned");
		covered(n_interleaved + LITE, "bursts interleaved");
		finish(0, 0);
	end
endmodule
