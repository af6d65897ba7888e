// SPDX-License-Identifier: Apache-2.0
// Tables of bench_sources, at random: what the models go by and what is written are the same;
// included in its body.

	task write(input integer at, input [7:0] byte_at);
		begin
			wr   = 1'b1;
			addr = at;
			data = byte_at;
			step;
			wr   = 1'b0;
		end
	endtask

	task load;
		begin
			dense  = chance(500);   // all kinds in one clock are likely
			w_live = 1'b0;
			w_when = 1'b1;
			// the last round's clocks are through
			for (i = 0; i < 40; i = i + 1) begin
				w_valid = w_valid && i < 20;
				step;
			end
			running = 1'b0;
			for (i = 0; i < LETTERS; i = i + 1) begin
				letter_word[i] = {$random(seed), $random(seed)};
				letter_code[i] = chance(150) ? 0 : $random(seed);
			end
			for (at_code = 0; at_code < CODES; at_code = at_code + 1) begin
				act_of[at_code]  = $random(seed);
				columns[at_code] = 0;
				if (at_code > 0)
					for (i = 0; i < M * STEPS; i = i + 1) begin
						columns[at_code][2*i]   = chance(400);
						columns[at_code][2*i+1] = !columns[at_code][2*i]
							&& chance(60);
					end
				if (at_code > 0 && S != 0) begin
					columns[at_code] = columns[at_code]
						| (below(S) << 2*M*STEPS);
					columns[at_code][BEGIN_AT] = chance(700);
				end
				if (at_code > 0 && DOG != 0)
					columns[at_code][FEED_AT] = chance(200);
				if (at_code > 0 && GATE != 0)
					columns[at_code] = columns[at_code] | (below(4) << GATE_AT);
				if (EVENT_LINES != 0 && at_code > 0)
					load_columns;
				for (at_byte = 0; at_byte < LANES; at_byte = at_byte + 1)
					write(STEPS_AT + (at_byte << CODE_W) + at_code,
						columns[at_code][8*at_byte +: 8]);
			end
			for (which = 0; which < M; which = which + 1) begin
				last_of[which] = dense ? STEPS > 1 : chance(300) ? STEPS - 1
					: below(STEPS < 3 ? STEPS : 3);
				for (i = 0; i < STEPS; i = i + 1) begin
					at_step = which * STEPS + i;
					counts[at_step]   = dense || chance(700) ? 1
						: 1 + below(16);
					timeouts[at_step] = 1 + below(dense ? 2 : chance(700) ? 6
						: 64);
					timed[at_step]    = i > 0 && (dense || chance(800));
					wide = {timeouts[at_step] - 32'd1, 11'd0,
						timed[at_step] && timeouts[at_step] == 1,
						counts[at_step] == 2,
						counts[at_step] == 1, timed[at_step],
						i == last_of[which], counts[at_step][15:0] - 16'd1};
					for (at_byte = 0; at_byte < 8; at_byte = at_byte + 1)
						write(LIMITS_AT + (which * STEPS_2 + i) * 8
							+ at_byte, wide[8*at_byte +: 8]);
				end
			end
			for (which = 0; which < S; which = which + 1) begin
				length[which] = 2 + (dense || chance(600) ? 0 : below(WORDS - 1));
				for (i = 1; i < WORDS; i = i + 1) begin
					strict_word[which*WORDS+i] = letter_word[below(LETTERS)];
					wide = strict_word[which*WORDS+i];
					for (at_byte = 0; at_byte < 9; at_byte = at_byte + 1)
						write(WORDS_AT + ((i - 1) * S_2 + which) * 16
							+ at_byte, at_byte == 8 ? i == length[which]
							- 1 : wide[8*(at_byte%8) +: 8]);
				end
			end
			for (i = 0; i <= N; i = i + 1) begin
				cell_of[i] = $random(seed) | (dense || chance(300));
				write(TRIGGERS_AT + i, cell_of[i]);
			end
			if (EVENT_LINES != 0)
				load_lines;
			period   = 1 + below(dense ? 1 : chance(700) ? 6 : 300);
			timer_on = dense || chance(800) ? 3 : below(4);
			limit    = 1 + below(dense ? 2 : chance(700) ? 8 : 300);
			dog_on   = dense || chance(900);
			for (at_byte = 0; at_byte < 4; at_byte = at_byte + 1) begin
				write(TIMER_AT + at_byte, period - 1 >> 8 * at_byte);
				write(DOG_AT + at_byte, limit - 1 >> 8 * at_byte);
			end
			write(TIMER_AT + 4, timer_on);
			write(DOG_AT + 4, dog_on);
			for (i = 0; i < 50; i = i + 1)   // table cells of others
				write(FREE_AT + below(2048), $random(seed));
		end
	endtask
