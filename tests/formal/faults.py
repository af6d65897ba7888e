# SPDX-License-Identifier: Apache-2.0
"""Faults that the properties of tests/formal must find, one property at a time."""

NODE = 'rtl/gnomon_line_node.v'
WIRE = 'rtl/gnomon_line_wire.v'
LIMIT = 'rtl/gnomon_line_limit.v'
TIME = 'rtl/gnomon_line_time.v'
WINDOW = 'rtl/gnomon_line_window.v'
PULSE = 'rtl/gnomon_ring_wires_pulse.v'
SYNC = 'rtl/gnomon_ring_wires_sync.v'
LINK_NEAR = 'rtl/gnomon_link.v'
LINK_WIDE = 'rtl/gnomon_link_wide.v'
LINK_TIME = 'rtl/gnomon_link_time.v'
SINGLE = 'rtl/gnomon_record_single.v'
SLOTS = 'rtl/gnomon_record_slots.v'
STORED = 'rtl/gnomon_record_buffer.v'
FIFO_FILE = 'rtl/gnomon_record_fifo.v'
BUILDER_FILE = 'rtl/gnomon_record_builder.v'
HEADEND = 'rtl/gnomon_record_headend.v'
SENDER_FILE = 'rtl/gnomon_record_sender.v'
BUFFER = 'rtl/gnomon_ring_collector.v'
RECORDER_FILE = 'rtl/gnomon_ring_recorder.v'

# One node sees the line a cycle before the others
SKEW = (
    WIRE,
    'assign line_o = back[NODES*STAGES +: NODES];',
    'assign line_o = {back[NODES*STAGES+1 +: NODES-1], line_q};',
)

# The property, the task, and the edits: file, text, text with the fault. The text occurs once.
LINE = [
    ('same_line', 'far_bmc', SKEW),
    ('same_expire', 'far_bmc', SKEW),
    ('same_time', 'far_bmc', SKEW),
    ('same_real', 'far_bmc', SKEW, (TIME, ".step_i  (1'b1)", '.step_i  (!pause_i)')),
    ('same_length', 'far_bmc', SKEW),
    ('same_rounds', 'near_bmc', (NODE, 'began_o     <= begins;', 'began_o     <= begins && want;')),
    ('same_number', 'near_bmc', (NODE, "{3'd0, begins}", "{3'd0, begins && want}")),
    ('begins_all', 'near_bmc', (NODE, 'began_o     <= begins;', 'began_o     <= line_i;')),
    ('interrupts', 'near_bmc', (NODE, ' && round_i == round_q', '')),
    ('interrupts', 'near_bmc', (NODE, '!finish && !expire_i);', '!finish && line_i);')),
    ('finishes', 'near_bmc', (NODE, 'finished_o  <= finish;', 'finished_o  <= hold_q && done_i;')),
    ('times_out', 'near_bmc', (NODE, '!finish && expire_i)', '!finish && expire_i && own_q)')),
    ('in_time', 'near_bmc', (LIMIT, 'seen_q && late_q &&', 'seen_q &&')),
    ('all_served', 'near_bmc', (NODE, 'finished_o  <= finish;', 'finished_o  <= finish && own_q;')),
    ('all_held', 'near_bmc', (NODE, 'drive_o     = hold_q', 'drive_o     = (hold_q && own_q)')),
    ('at_once', 'near_bmc', (NODE, '(want && !seen_q)', '(pending_q && !seen_q)')),
    ('kept', 'near_bmc', (NODE, 'pending_q   <= want', 'pending_q   <= raise_i')),
    ('pends', 'near_bmc', (NODE, '<= want && !begins;', '<= want && !begins && !hold_q;')),
    ('pends', 'near_bmc', (NODE, '<= want && !begins;', '<= want && !line_i;')),
    ('waits', 'near_bmc', (NODE, '!finish && !expire_i);', '!finish);')),
    ('not_alone', 'near_bmc', (NODE, '(want && !seen_q)', '((want || own_q) && !seen_q)')),
    ('reaches', 'near_bmc', (WIRE, '|drive_i;', '|(drive_i >> 1);')),
    ('wired_or', 'far_bmc', (WIRE, '= |there[', '= &there[')),
    ('one_pulse', 'far_bmc', (NODE, '(want && !seen_q)', '(raise_i && !seen_q)')),
    ('ends', 'near_bmc', (NODE, 'seen_q && !line_i;', '!line_i;')),
    ('longest', 'near_bmc', (NODE, '!finish && !expire_i);', '!finish);')),
    ('expires', 'near_bmc', (LIMIT, 'length_o == limit_i', "length_o + 1'b1 == limit_i")),
    ('counts', 'near_bmc', (LIMIT, '.step_i  (line_i &&', '.step_i  (seen_q &&')),
    ('told', 'near_bmc', (LIMIT, 'rst || (line_i && !seen_q)', 'rst')),
    ('is_own', 'near_bmc', (NODE, 'begins ? want', 'begins ? raise_i')),
    ('stands', 'near_bmc', (TIME, '.step_i  (!pause_i)', ".step_i  (1'b1)")),
    ('runs', 'near_bmc', (TIME, '.step_i  (!pause_i)', ".step_i  (1'b0)")),
    ('real_runs', 'near_bmc', (TIME, ".step_i  (1'b1)", '.step_i  (!pause_i)')),
    ('both', 'near_bmc', (TIME, '.step_i  (!pause_i)', ".step_i  (1'b1)")),
]
# Bookkeeping of the properties, which no fault of a module can break
OF_ITSELF = {'stops'}

# Two lines: REPORT waits for some cycles after CAPTURE, in which CAPTURE begins again
AFTER = (
    WIRE,
    'assign asked_o = asked;',
    'reg [3:0] after_q = 0;\n\talways @(posedge clk)\n\t\tafter_q <= {after_q, line_q};\n'
    '\tassign asked_o = asked || after_q != 0;',
)
TURNS = [
    ('one_line', 'near_bmc', (WIRE, '(line_q || !wait_i)', "1'b1")),
    ('between', 'near_bmc', (WIRE, '= line_q;\n', '= line_q && asked;\n')),
    ('between', 'far_bmc', (WIRE, '= line_q;\n', '= line_q && asked;\n')),
    ('goes_first', 'near_bmc', (WIRE, 'asked_o = asked;', "asked_o = 1'b0;")),
    ('free_begins', 'near_bmc', (WIRE, '= |drive_i;', '= &drive_i;')),
    ('goes_on', 'far_bmc', (WIRE, '(line_q || !wait_i)', '!wait_i')),
    ('one_turn', 'near_bmc', AFTER),
    ('waits', 'near_bmc', (WIRE, 'asked_o = asked;', "asked_o = 1'b1;")),
    ('kept', 'near_bmc', (NODE, '(want && !seen_q)', '(raise_i && !seen_q)')),
    ('same_time', 'far_bmc', SKEW),
    ('stands', 'near_bmc', (TIME, '.step_i  (!pause_i)', ".step_i  (1'b1)")),
]

WINDOWS = [
    ('reads', 'w8_bmc', (WINDOW, 'rd_master_i == m)', "rd_master_i != m || 1'b1)")),
    ('reads', 'w16_bmc', (WINDOW, 'if (first && (', 'if (rd_valid_i && (')),
    ('reads', 'w32_bmc', (WINDOW, "{64'd0, lines, latched,", "{64'd0, lines, now[127:DATA_W],")),
    ('reads', 'w64_bmc', (WINDOW, "(rd_addr_i & PART) == 5'd0", "rd_addr_i == 5'd0")),
    ('asserts', 'w16_bmc', (WINDOW, 'data[4] && !data[7]', 'data[4]')),
    ('asserts', 'w32_bmc', (WINDOW, ' && wr_sel_i[LANE]', '')),
    ('finishes', 'w8_bmc', (WINDOW, '(AT & PART)', "(AT & PART & 5'h1e)")),
    ('numbers', 'w64_bmc', (WINDOW, 'data[3:0]', 'data[4:1]')),
]

WIRES = [
    ('near_pulse', 'bmc', (PULSE, 'UNTIL = WAIT + 33', 'UNTIL = WAIT + 32')),
    ('far_pulse', 'bmc', (SYNC, "count <= 5'd4", "count <= 5'd3")),
    ('far_pulse', 'bmc', (PULSE, '111001101;', '111001100;')),
    ('pulse_quiet', 'bmc', (PULSE, ' && !sync_i;', ';')),
]

# The byte port: as it was when a command on the ring took an offered byte back, and when a reset in
# the last cycle of a header left its operation
LINK = [
    ('offered', 'near_bmc', (LINK_NEAR, ' && !offer_q', '')),
    ('offered', 'wide_bmc', (LINK_WIDE, '!waits || passed_q ||', '!waits ||')),
    (
        'forgotten',
        'near_bmc',
        (LINK_NEAR, 'if (rst)\n\t\t\top_valid_q', "if (1'b0)\n\t\t\top_valid_q"),
    ),
    ('forgotten', 'wide_bmc', (LINK_WIDE, '!rst && ((acts', '((acts')),
]

# The register TIME
TIMES = [
    ('writes', 'near_prove', (LINK_TIME, 'low_q <= place_q;', "low_q <= place_q + 2'd1;")),
    ('writes', 'near_prove', (LINK_TIME, '&& !last && !rst;', '&& !rst;')),
    ('writes', 'near_prove', (STORED, '(time_we ? {TIME', '(time_we && !busy_i ? {TIME')),
    ('writes', 'near_prove', (STORED, '(time_we ? {TIME', "(1'b1 ? {TIME")),
    ('counts', 'far_prove', (STORED, '#(.LATE(LATE)) u_sync_time', '#(.LATE(0)) u_sync_time')),
    ('counts', 'near_prove', (LINK_TIME, 'sum[16] && !last && !sync_i', 'sum[16] && !sync_i')),
    (
        'counts',
        'near_prove',
        (LINK_TIME, "{14'd0, first, 1'b0, carry_q}", "{15'd0, first, carry_q}"),
    ),
    ('counts', 'far_prove', (LINK_TIME, "2'd0 : LATE[1:0]", "2'd0 : 2'd0")),
    ('reads', 'near_prove', (LINK_NEAR, 'reg_lower_o = fetch_q', 'reg_lower_o = check_q')),
    ('frame', 'near_prove', (LINK_NEAR, '{7{state_q[ADDR0]}}', '{7{state_q[ADDR1]}}')),
    (
        'frame',
        'near_prove',
        (LINK_NEAR, 'rd_next_o   = fetch_q && buffer', 'rd_next_o   = fetch_q'),
    ),
    ('quiet', 'near_prove', (LINK_NEAR, 'rx_ready_o = fetch_q && from_rx', 'rx_ready_o = fetch_q')),
    ('answers', 'near_prove', (LINK_NEAR, 'tx_data_o  = data_q', 'tx_data_o  = crc_q[7:0]')),
]

# The FIFO of a node
FIFO = [
    ('leaves', 'slots_bmc', (FIFO_FILE, 'AHEAD != 0 ? tail_next : tail_q', 'head_q')),
    ('leaves', 'beside_bmc', (FIFO_FILE, 'extra_i[k] && keep_i', 'extra_i[k]')),
    (
        'leaves',
        'shared_bmc',
        (FIFO_FILE, 'assign was   = {out[WIDTH-1', 'assign was   = {out[WIDTH-2'),
    ),
    ('leaves', 'shared_bmc', (FIFO_FILE, 'keep_i ? payload[31:0]', 'keep_i ? payload[63:32]')),
    (
        'more_as_waits',
        'slots_bmc',
        (FIFO_FILE, '(out_q && hold ? &fill_q', '(out_q && hold ? |fill_q'),
    ),
    ('more_as_waits', 'slots_bmc', (FIFO_FILE, '(flush_q && block_busy_i)', 'flush_q')),
    ('more_as_waits', 'slots_bmc', (FIFO_FILE, '!half_q && &slot_i[33:32]', '&slot_i[33:32]')),
    ('fills', 'slots_bmc', (FIFO_FILE, 'if (wr_i != pop_i)', 'if (wr_i || pop_i)')),
    ('more_as_waits', 'beside_bmc', (FIFO_FILE, 'more && !next_i && ', 'more && ')),
    ('fills', 'slots_bmc', (FIFO_FILE, '(fill_q > high_q)', '(wr_i && fill_q > high_q)')),
    ('places', 'slots_bmc', (FIFO_FILE, 'tail_q <= tail_next', 'tail_q <= tail_q + pop_i')),
    ('stored', 'slots_bmc', (FIFO_FILE, '.waddr_i (head_q)', '.waddr_i (head_q ^ half_q)')),
]

# The record builder of a node
BUILDER = [
    ('quiets', 'parted_bmc', (BUILDER_FILE, '!may_want && !may_flush', '!may_want')),
    ('apart', 'parted_bmc', (BUILDER_FILE, 'PARTED != 0 ? !whole_q', '0 ? !whole_q')),
    ('is_event', 'events_bmc', (BUILDER_FILE, '(collect_q || actions_i', '(actions_i')),
    ('is_event', 'events_bmc', (BUILDER_FILE, 'GNO_ACT_STOP] && !wrap_i', 'GNO_ACT_STOP]')),
    (
        'is_event',
        'single_bmc',
        (BUILDER_FILE, 'event_q && !halt_i && running_q', 'event_q && running_q'),
    ),
    (
        'recorded',
        'beside_bmc',
        (BUILDER_FILE, 'event_now && whole_q && room_i;', 'event_q && room_i;'),
    ),
    (
        'recorded',
        'events_bmc',
        (BUILDER_FILE, 'clear = whole_q && (room_i', 'clear = whole_q && (halt_i'),
    ),
    ('in_a_gap', 'events_bmc', (BUILDER_FILE, '(event_q || live_q', '(mark_q || live_q')),
    ('in_a_gap', 'beside_bmc', (BUILDER_FILE, 'start_i || close || (', 'close || (')),
    ('exact', 'beside_bmc', (BUILDER_FILE, '{6{event_q}} & records_i', "{5'd0, event_q}")),
    (
        'exact',
        'beside_bmc',
        (BUILDER_FILE, "clear ? 32'd0 : lost_q + {26", "close ? 32'd0 : lost_q + {26"),
    ),
    ('exact', 'events_bmc', (BUILDER_FILE, '.step_i  (event_next)', '.step_i  (event_q)')),
    ('at_the_end', 'beside_bmc', (BUILDER_FILE, '(resume_i || finish)', 'resume_i')),
    ('at_the_end', 'events_bmc', (BUILDER_FILE, 'finish && running_q && !open', 'finish')),
    ('gaps', 'events_bmc', (BUILDER_FILE, 'flush_q   <= flush && !rst', 'flush_q   <= flush')),
    ('counted', 'events_bmc', (BUILDER_FILE, '.clear_i (clear)', '.clear_i (close_q)')),
]

# The sender of a node
SENDER = [
    ('words', 'near_bmc', (SENDER_FILE, 'open_q[k-1:0] == 0', "1'b1")),
    ('words', 'far_bmc', (SENDER_FILE, '{4{final_q}} & aux_i', '{4{!is_load}} & aux_i')),
    ('words', 'far_bmc', (SENDER_FILE, 'low_q ? gap_q :', "low_q ? 1'b0 :")),
    ('words', 'near_bmc', (SENDER_FILE, 'ends && (!final_q || sampled_q)', 'ends && sampled_q')),
    ('marks', 'near_bmc', (SENDER_FILE, '&& final_q && !sampled_q;', '&& !sampled_q;')),
    ('marks', 'far_bmc', (SENDER_FILE, 'starts ? gap || ', 'starts ? ')),
    ('there', 'far_bmc', (SENDER_FILE, 'come  = waits[WAITS]', 'come  = waits[WAITS-1]')),
    ('there', 'near_bmc', (SENDER_FILE, '(time_q && first_q && whole)', '(time_q && whole)')),
    ('takes', 'near_bmc', (SENDER_FILE, 'ready_i && info_q && gap_q', 'ready_i && low_q && gap_q')),
    ('takes', 'far_bmc', (SENDER_FILE, 'chooses = idle_q || ending', 'chooses = idle_q')),
    ('state', 'near_bmc', (SENDER_FILE, 'some_more == 0 && !', '!')),
    ('state', 'near_bmc', (SENDER_FILE, '? there : others;', '? there : open_q;')),
    ('marks', 'samples_bmc', (SENDER_FILE, "LEFT_W-1:0] - 1'b1", 'LEFT_W-1:0]')),
    ('there', 'samples_bmc', (SENDER_FILE, '|| !sampled || sample_valid_i', "|| 1'b1")),
    ('words', 'samples_bmc', (SENDER_FILE, "code  = kept_i ? code_i : 8'd0", 'code  = code_i')),
    ('takes', 'samples_bmc', (SENDER_FILE, 'ready_i && sample_q &&', 'sample_q &&')),
    ('there', 'alone_bmc', (SENDER_FILE, 'RING == 0 || ', '')),
    ('takes', 'blocks_bmc', (SENDER_FILE, 'synced_q && (turn_q || !slot_more_i)', 'synced_q')),
    ('takes', 'blocks_bmc', (SENDER_FILE, ': ending && !block_q)', ': ending)')),
    ('words', 'blocks_bmc', (SENDER_FILE, 'come || block_next || (', 'come || (')),
    ('marks', 'blocks_bmc', (SENDER_FILE, '((sample_q || block_q) && last)', '(sample_q && last)')),
]

# The register behind the sender
WAY = [
    ('passes', 'bmc', (HEADEND, 'if (sent_take)\n', 'if (sent_take && !valid_q)\n')),
    ('passes', 'bmc', (HEADEND, '!clears && (sent', '(sent')),
    ('waits', 'bmc', (HEADEND, '(sent_take ? sent_valid : valid_q)', 'sent_valid')),
    ('takes', 'bmc', (HEADEND, 'sent_take = !valid_q || word_ready', "sent_take = 1'b1")),
]

# The trace buffer. Those that need a full one break a step of the induction.
COLLECTOR = [
    ('whole', 'wrap_bmc', (BUFFER, 'told && keep && (', 'told && (')),
    ('whole', 'plain_bmc', (BUFFER, '? ends_i :', "? ends_i || part_q == 3'd1 :")),
    ('outside', 'wrap_bmc', (BUFFER, 'at_q[0] && (!info || keep)', 'at_q[0]')),
    ('begins', 'plain_prove', (BUFFER, ': none)', ': between == 1)')),
    ('begins', 'plain_prove', (BUFFER, "(take ? !done : part_q != 3'd0) || may", 'may')),
    ('begins', 'wrap_prove', (BUFFER, '(IN_ORDER != 0 ? !crowded', "(IN_ORDER != 0 ? 1'b1")),
    ('lands', 'wrap_prove', (BUFFER, '.raddr_i (tail_q)', '.raddr_i (head_q)')),
    (
        'counted',
        'plain_bmc',
        (BUFFER, "{limit_i[SLOTS_LOG2-1:4] + 1'b1,", '{limit_i[SLOTS_LOG2-1:4],'),
    ),
    ('counted', 'wrap_prove', (BUFFER, 'oldest[PART_W] ? tail', "1'b0 ? tail")),
    ('stored', 'wrap_bmc', (BUFFER, '({keeps, head_q', '({keeps, tail_q')),
]

# The flight recorder
RECORDER = [
    ('keeps', 'order_bmc', (RECORDER_FILE, '!frozen_o || kind', '!frozen_o && kind')),
    ('keeps', 'times_prove', (RECORDER_FILE, '!later || !frozen_o', '!frozen_o')),
    ('keeps', 'times_prove', (RECORDER_FILE, '!past_q', "1'b0")),
    ('freezes', 'order_bmc', (RECORDER_FILE, 'info && fired && stopping_q', 'info && stopping_q')),
    (
        'counted',
        'times_prove',
        (RECORDER_FILE, 'fired_q && later && !frozen_o', 'fired_q && !frozen_o'),
    ),
    ('verdicts', 'times_bmc', (RECORDER_FILE, '(stopping_q || word_i[', '(stopping_q && word_i[')),
    ('verdicts', 'times_prove', (RECORDER_FILE, 'judging_q && !ended_q', 'judging_q')),
    ('counted', 'order_bmc', (RECORDER_FILE, '? ~post_i', '? -post_i')),
    (
        'counted',
        'times_prove',
        (RECORDER_FILE, 'stops_q && !later)\n\t\t\t\t\tstop', 'stops_q)\n\t\t\t\t\tstop'),
    ),
    ('counted', 'times_prove', (RECORDER_FILE, 'not_low_q <= ~low_q;', 'not_low_q <= ~word_i;')),
    ('epochs', 'times_prove', (RECORDER_FILE, 'former[0] ^ top_q', "1'b0")),
    ('epochs', 'times_bmc', (RECORDER_FILE, 'status || block', 'status && !gap')),
    ('epochs', 'times_prove', (RECORDER_FILE, '.waddr_i (node_q)', ".waddr_i (1'b0)")),
]

# The trace buffer of the single form
SINGLE_BUFFER = [
    (
        'in_order',
        'bmc',
        (STORED, 'head_q <= head_next[SLOTS_LOG2-1:0]', 'head_q <= head_q + full_q'),
    ),
    ('stays', 'bmc', (STORED, "{{SLOTS_LOG2{1'b0}}, wr_i};", "{{SLOTS_LOG2{1'b0}}, active_i};")),
    ('bounded', 'prove', (STORED, 'assign room_o     = !full_q;', "assign room_o     = 1'b1;")),
    ('bounded', 'prove', (STORED, '== ~bound_q[SLOTS_LOG2-1:4]', '== bound_q[SLOTS_LOG2-1:4]')),
    (
        'bounded',
        'prove',
        (SINGLE, '.resume_i       (again)', ".resume_i       (1'b1)"),
    ),
    ('freezes', 'prove', (STORED, 'assign frozen_o = frozen_q', 'assign frozen_o = stopping_q')),
    ('quiet', 'prove', (SINGLE, '.halt_i         (frozen)', '.halt_i         (!room)')),
    ('counted', 'prove', (STORED, 'stopping_q && event_i}', 'stopping_q && wr_i}')),
    ('counted', 'prove', (STORED, '= stopped_i && wrap_i;', '= stopped_i;')),
    ('together', 'words_prove', (SLOTS, '&& !hold && !half_q', '&& !half_q')),
    (
        'together',
        'words_prove',
        (SINGLE, 'store_room && (store_later ||', "store_room && (1'b1 ||"),
    ),
    ('has_word', 'words_prove', (SLOTS, '(takes_i || (waits && wr_i))', 'takes_i')),
    ('has_word', 'words_bmc', (SLOTS, '(takes_i || (waits && wr_i))', '(waits && wr_i)')),
    ('has_word', 'words_prove', (SLOTS, 'round[31:0] : held[31:0]', 'round[31:0] : held[32:1]')),
    ('aligned', 'words_prove', (SLOTS, '(waits_q && wr_i)) && !clear_i', 'waits_q) && !clear_i')),
]

# Samples and blocks in the trace buffer of the single form
SLOT_FAULTS = [
    ('untouched', 'both_bmc', (SLOTS, 'wr_i ? slot_i[31:0]', 'wr_i && !waits ? slot_i[31:0]')),
    ('each_word', 'both_bmc', (SLOTS, 'free && quiet_i && !due', 'free && !due')),
    ('each_word', 'both_bmc', (SLOTS, '((load && !first_q) || pair_q)', '(load || pair_q)')),
    (
        'each_word',
        'both_bmc',
        (SLOTS, 'assign sample_pop_o = (load ||', 'assign sample_pop_o = (free ||'),
    ),
    ('one_stream', 'both_bmc', (SLOTS, '(off_q && !first_i);', '(off_q && !quiet_i);')),
    (
        'one_stream',
        'both_bmc',
        (SLOTS, '!(ended && final_one) : comes', '!(pair_q && final_one) : comes'),
    ),
    ('lists', 'both_bmc', (SLOTS, 'sevens_q[MOST-1:0], word[7]', 'sevens_q[MOST-1:0], word[6]')),
    ('lists', 'both_bmc', (SLOTS, ': last_q ? GNO_SINGLE_BLOCK', ': pair_q ? GNO_SINGLE_BLOCK')),
    (
        'there',
        'both_bmc',
        (SLOTS, '(BLOCKS != 0 && block_valid_i && whole_i)', '(BLOCKS != 0 && whole_i)'),
    ),
    ('in_room', 'both_bmc', (SLOTS, '= room_i && busy_q', '= busy_q')),
    ('rests', 'both_bmc', (SLOTS, '(waits_q && wr_i)) && !clear_i', 'waits_q) && !clear_i')),
    ('turned', 'both_bmc', (SLOTS, 'ROUND, round[37:32]}', 'ROUND, round[36:31]}')),
    ('turned', 'both_bmc', (SLOTS, '(turning_q && !turn)', 'turning_q')),
    ('halves', 'both_bmc', (SLOTS, "({32{half_q}} & {1'b1, 23'd0,", "({32{half_q}} & {24'd0,")),
    ('waits_for', 'both_bmc', (SLOTS, '(busy || (SAMPLES && sample_valid_i)))', 'busy)')),
    ('moves', 'both_bmc', (SLOTS, 'assign ended = free && due', 'assign ended = free && last_q')),
    ('tied', 'both_prove', (SLOTS, 'first_q <= !busy_q ||', 'first_q <= !pair_q ||')),
]

# The second forms for Verilator, each of which stands still where it must not
FORMS = [
    (module, module, (f'rtl/gnomon_{module}.v', *edit))
    for module, *edit in (
        ('count_buckets', 'SETTLED = STAGES + 5;', 'SETTLED = 0;'),
        ('count_counters', 'level_q[c] ? time_q', "1'b0 ? time_q"),
        ('count_latency', 'busy_q = answer || at_once', 'busy_q = at_once'),
        ('count_ranges', 'SETTLED = COUNT_LOG2 + 3;', 'SETTLED = COUNT_LOG2 - 1;'),
        ('count_ratios', 'kept = &reset_q ?', 'kept = |reset_q ?'),
        ('count_router', 'SETTLED = 5;', 'SETTLED = 2;'),
        ('record_builder', 'pend_q || due_q || flush_q', 'pend_q || flush_q'),
        ('record_builder', '|| !whole_q || live_q', '|| live_q'),
        ('tap_reads', '|| valid_q || rst) begin', '|| rst) begin'),
        ('tap_rvfi', '|| rst || what_q[0])', '|| rst)'),
        ('tap_table', 'busy_q || valid_q || drop ||', 'busy_q || valid_q ||'),
        ('tap_wishbone', 'awake_q = cyc_i || open;', 'awake_q = cyc_i;'),
        ('tap_writes', '|| valid_q || rst) begin', '|| rst) begin'),
    )
]
