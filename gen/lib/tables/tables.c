/* SPDX-License-Identifier: Apache-2.0 */
#include "tables/tables.h"

#define WORD_ROW(NAME, name, what) {#name, what},
const struct tab_word tab_code_words[] = {TAB_CODES(WORD_ROW){0}};
const struct tab_word tab_aux_words[] = {TAB_AUXES(WORD_ROW){0}};
const struct tab_word tab_length_words[] = {TAB_LENGTHS(WORD_ROW){0}};
const struct tab_word tab_payload_words[] = {TAB_PAYLOADS(WORD_ROW){0}};
const struct tab_word tab_sender_words[] = {TAB_SENDERS(WORD_ROW){0}};

#define NODE_FIELD                                                                                 \
	{                                                                                          \
		"node", 1, 8, 8, "node that sent it"                                               \
	}
#define TRIGGER_FIELD                                                                              \
	{                                                                                          \
		"code", 1, 16, 8, "trigger number, see the manifest"                               \
	}
#define FLAGS_FIELD                                                                                \
	{                                                                                          \
		"flags", 1, 24, 8, "see the flags of a record"                                     \
	}
#define EPOCH_FIELD                                                                                \
	{                                                                                          \
		"epoch", 1, 16, 8, "changes of the top bit of the time since the start"            \
	}
#define RUN_FIELD                                                                                  \
	{                                                                                          \
		"run", 1, 24, TAB_RUN_TOP + 1, "run number"                                        \
	}

/* Where the records of a block, of buckets and of counters, are alike. */
#define BLOCK_FLAGS_FIELD                                                                          \
	{                                                                                          \
		"flags", 4, 16, 16, "see the flags of a block"                                     \
	}
#define WORDS_FIELD                                                                                \
	{                                                                                          \
		"words", 1, 24, 8, "words of payload, even"                                        \
	}

const struct tab_field tab_common[] = {
    {"time", 0, 0, 32, "low bits of the time in clocks"},
    {"kind", 1, 0, 8, "kind of the record"},
    NODE_FIELD,
    {"code", 1, 16, 8, "what the record is about, by its kind"},
    {"aux", 1, 24, 8, "flags, length or run number, by its kind"},
    EPOCH_FIELD,
    {"flags", 1, 24, 4, "see the flags of a record"},
    {0},
};

const struct tab_field tab_extreme[] = {
    {"largest", 0, 0, 32, "the largest value"},
    {"largest_time", 1, 0, 32, "its time, low bits"},
    {"smallest", 2, 0, 32, "the smallest value"},
    {"smallest_time", 3, 0, 32, "its time, low bits"},
    {"largest_code", 4, 0, 8, "event code at the largest"},
    {"smallest_code", 4, 8, 8, "event code at the smallest"},
    {"any", 4, 16, 16, "1: there was a value; else all fields are 0"},
    {"zero", 5, 0, 32, "0"},
    {0},
};

const struct tab_kind tab_kinds[] = {
    {
	.name = "event",
	.id = 1,
	.slots = 1,
	.code = TAB_CODE_EVENT,
	.aux = TAB_AUX_FLAGS,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_ANY,
	.sender = TAB_SENDER_ANY,
	.what = "a trigger fired",
	.fields =
	    {
		NODE_FIELD,
		{"code", 1, 16, 8, "event code"},
		FLAGS_FIELD,
	    },
    },
    {
	.name = "ratio",
	.id = 2,
	.slots = 1,
	.code = TAB_CODE_REQUEST,
	.aux = TAB_AUX_SAMPLE,
	.length = TAB_LENGTH_AUX,
	.payload = TAB_PAYLOAD_SAMPLE,
	.sender = TAB_SENDER_SAMPLE,
	.what = "sample of the node's ratio counters and extremes",
	.fields =
	    {
		NODE_FIELD,
		{"code", 1, 16, 8,
		 "that of the record before it, which requested it; 0: a flush did"},
		WORDS_FIELD,
	    },
    },
    {
	.name = "gap",
	.id = 3,
	.slots = 2,
	.code = TAB_CODE_EPOCH,
	.aux = TAB_AUX_RUN,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_GAP,
	.sender = TAB_SENDER_ANY,
	.what = "records were lost; its time is that of the first one lost",
	.fields =
	    {
		NODE_FIELD,
		EPOCH_FIELD,
		{"run", 1, 24, TAB_RUN_TOP,
		 "run number without its highest bit, which is 1 in a run"},
		{"ring", 1, 24 + TAB_RUN_TOP, 1,
		 "1: the ring was busy when the gap began, 0: the trace buffer was full (single "
		 "form: 1, the "
		 "trace buffer)"},
		{"resumed", 2, 0, 32,
		 "time at which recording resumed, with its epoch above: low bits of the clocks "
		 "since the start"},
		{"lost", 3, 0, 32, "number of records lost"},
	    },
    },
    {
	.name = "beat",
	.id = 4,
	.slots = 1,
	.code = TAB_CODE_EPOCH,
	.aux = TAB_AUX_RUN,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_ANY,
	.sender = TAB_SENDER_ANY,
	.what = "the top bit of the time changed, or a gap ended",
	.fields = {NODE_FIELD, EPOCH_FIELD, RUN_FIELD},
    },
    {
	.name = "sync",
	.id = 5,
	.slots = 1,
	.code = TAB_CODE_ZERO,
	.aux = TAB_AUX_RUN,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_ANY,
	.sender = TAB_SENDER_ANY,
	.what = "first record of a run: time 0, epoch 0",
	.fields = {NODE_FIELD, EPOCH_FIELD, RUN_FIELD},
    },
    {
	.name = "flush",
	.id = 6,
	.slots = 1,
	.code = TAB_CODE_EPOCH,
	.aux = TAB_AUX_RUN,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_ANY,
	.sender = TAB_SENDER_ANY,
	.what = "last record of a run, except the sample of the flush",
	.fields = {NODE_FIELD, EPOCH_FIELD, RUN_FIELD},
    },
    {
	.name = "datum",
	.id = 7,
	.slots = 2,
	.code = TAB_CODE_PORT,
	.aux = TAB_AUX_PAGE,
	.length = TAB_LENGTH_DATUM,
	.payload = TAB_PAYLOAD_PORT,
	.sender = TAB_SENDER_PORT,
	.what = "a write to the event port",
	.fields =
	    {
		NODE_FIELD,
		{"sub", 1, 16, TAB_SUB_BITS, "connection, or part of the event's number"},
		{"wide", 1, 22, 1, "1: the record has 3 slots, with the words 4 and 5"},
		{"zero", 1, 23, 1, "0"},
		{"flags", 1, 24, 4, "see the flags of a record"},
		{"page", 1, 28, TAB_PAGE_BITS, "page: what kind of event"},
		{"data", 2, 0, 32,
		 "what was written; page 0, time_start: cycles for which time was stopped"},
		{"process", 3, 0, 16, "process register"},
		{"runnable", 3, 16, 8, "number of runnable processes"},
		{"rest", 3, 24, 8, "0"},
		{"pc", 4, 0, 32, "PC of the store, or 0"},
		{"process_time", 5, 0, 32, "cycles of the process since the start, or 0"},
	    },
    },
    {
	.name = "capture",
	.id = 8,
	.slots = 2,
	.code = TAB_CODE_TRIGGER,
	.aux = TAB_AUX_STATE,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_WORD,
	.sender = TAB_SENDER_CAPTURE,
	.what = "a global trigger at any node: what this node watched in that cycle",
	.fields =
	    {
		NODE_FIELD,
		TRIGGER_FIELD,
		{"flags", 1, 24, 4, "see the flags of a record"},
		{"cause", 1, 28, 1, "1: the global trigger is this node's"},
		{"current", 1, 29, 1, "1: the word counted in this cycle"},
		{"known", 1, 30, 1, "1: a word counted since the start; else it is 0"},
		{"zero", 1, 31, 1, "0"},
		{"word", 2, 0, 64, "the watched word, its low half first"},
	    },
    },
    {
	.name = "bucket",
	.id = 9,
	.slots = 4,
	.code = TAB_CODE_BUCKETS,
	.aux = TAB_AUX_BLOCK,
	.length = TAB_LENGTH_AUX,
	.payload = TAB_PAYLOAD_BUCKETS,
	.sender = TAB_SENDER_BUCKETS,
	.what = "a bank of buckets that ended, or a part of it; its time is that of the record "
		"before it",
	.fields =
	    {
		NODE_FIELD,
		{"unit", 1, 16, 8, "number of the unit: its place in `buckets`"},
		WORDS_FIELD,
		{"ended", 2, 0, 32, "last cycle of the bank, low bits of the time"},
		{"began", 3, 0, 32, "first cycle of the bank, low bits of the time"},
		{"ended_epoch", 4, 0, 8, "epoch of `ended`"},
		{"began_epoch", 4, 8, 8, "epoch of `began`"},
		BLOCK_FLAGS_FIELD,
		{"first", 5, 0, 16, "the first bucket of this record"},
		{"many", 5, 16, 16, "how many buckets this record has, 64 at most"},
		{"lost", 6, 0, 32, "values lost before the bank began, modulo 2^32"},
		{"counted", 7, 0, 32, "values counted in the bank, modulo 2^32"},
	    },
    },
    {
	.name = "trigger",
	.id = 11,
	.slots = 1,
	.code = TAB_CODE_TRIGGER,
	.aux = TAB_AUX_FLAGS,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_ANY,
	.sender = TAB_SENDER_TRIGGERS,
	.what =
	    "a sequence, a strict sequence, the timer, the watchdog, a threshold or the host fired",
	.fields =
	    {
		NODE_FIELD,
		TRIGGER_FIELD,
		FLAGS_FIELD,
	    },
    },
    {
	.name = "word",
	.id = 12,
	.slots = 2,
	.code = TAB_CODE_ZERO,
	.aux = TAB_AUX_FLAGS,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_WORD,
	.sender = TAB_SENDER_TIMER,
	.what = "the first watched word at or after the timer fired (profile)",
	.fields =
	    {
		NODE_FIELD,
		{"code", 1, 16, 8, "0"},
		FLAGS_FIELD,
		{"word", 2, 0, 64, "the watched word, its low half first"},
	    },
    },
    {
	.name = "load",
	.id = 13,
	.slots = 1,
	.code = TAB_CODE_BIT,
	.aux = TAB_AUX_ZERO,
	.length = TAB_LENGTH_FIXED,
	.payload = TAB_PAYLOAD_ANY,
	.sender = TAB_SENDER_ANY,
	.what = "the triggers of the node went live or off during the run",
	.fields =
	    {
		NODE_FIELD,
		{"code", 1, 16, 8, "1: live, 0: off"},
		{"flags", 1, 24, 8, "0"},
	    },
    },
    {
	.name = "counter",
	.id = 14,
	.slots = 4,
	.code = TAB_CODE_COUNTERS,
	.aux = TAB_AUX_BLOCK,
	.length = TAB_LENGTH_AUX,
	.payload = TAB_PAYLOAD_COUNTERS,
	.sender = TAB_SENDER_COUNTERS,
	.what = "a snapshot of a bank of counters, or a part of it; its time is that of the record "
		"before it",
	.fields =
	    {
		NODE_FIELD,
		{"unit", 1, 16, 8, "number of the bank: its place in `counters`"},
		WORDS_FIELD,
		{"asked", 2, 0, 32, "t: the time of the request, low bits"},
		{"turn", 3, 0, 32,
		 "F: counter i holds the cycles up to and including F + (i mod 16) - 1; at the "
		 "flush t + 1, "
		 "and "
		 "all hold those up to t"},
		{"asked_epoch", 4, 0, 8, "epoch of `asked`"},
		{"turn_epoch", 4, 8, 8, "epoch of `turn`"},
		BLOCK_FLAGS_FIELD,
		{"first", 5, 0, 16, "the first counter of this record"},
		{"many", 5, 16, 16, "how many counters this record has, 64 at most"},
		{"zero", 6, 0, 64, "0"},
	    },
    },
    {0},
};

const struct tab_op tab_ops[] = {
    {"read_regs", 0, "register slot (8 bytes each)", "slots - 1", "read registers"},
    {"read_buffer", 1, "slot in the trace buffer (position mod slots)", "slots - 1",
     "read records"},
    {"write", 2, "table cell / 8, of the selected node(s)", "slots - 1", "write table cells"},
    {"start", 3, "0", "0", "start a run; the payload is its nonce and run number"},
    {"stop", 4, "0", "0", "end the run: every node flushes"},
    {"select", 5,
     "bits 7..0 node (255: all); bit 8: triggers live; bit 9: collect from the start; bit 10: wrap "
     "mode; bit "
     "11: fire the host's trigger",
     "0", "name the node(s) that are written next, and set their flags"},
    {"limit", 6, "slot; the granule that holds it is not entered", "0",
     "free the buffer up to a granule"},
    {"post", 7, "records less one, modulo 2^(addr_bits-3)", "0",
     "records kept after the stop action (wrap mode)"},
    {0},
};

const struct tab_reg tab_regs[] = {
    {"magic", 0, 4, 0, "0x47 0x4E 0x4F (\"GNO\") and the link version"},
    {"hash", 4, 8, 0, "plan hash, least significant byte first"},
    {"model", 12, 1, 0, "1: this is a simulated model of the monitor, not the hardware"},
    {"head", 32, 2, 0, "low 16 bits of the slot position where the next record goes, mod slots"},
    {"tail", 34, 2, 0,
     "position of the oldest slot kept; wrap mode: of the oldest whole record (ring form only)"},
    {"head_upper", 36, 2, 0,
     "bits 31..16 of the head, where the trace buffer has more than 65536 slots"},
    {"tail_upper", 38, 2, 0, "bits 31..16 of the tail, in the same way"},
    {"state", 48, 1, 0, "see the state bits"},
    {"run", 49, 1, 0, "run number; 0: the monitor was reset, and no run was started since"},
    {"nonce", 50, 14, 0,
     "bytes 51, 53, ..., 63: the payload of the last START without its last byte"},
    {"fifo_high", 128, 2, 2,
     "high-water mark of the node's FIFO in slots since the start (ring form)"},
    {"rom", TAB_ROM_BASE, TAB_ROM_HEAD, 0,
     "with `rom: yes`: the first bytes of the ROM, then four bytes of length; behind them so many "
     "bytes of zlib stream: the manifest"},
    {0},
};

static const struct tab_const flags[] = {
    {"unsampled", 0,
     "a sample was asked for and could not be taken; with sampled: counter banks alone could not"},
    {"sampled", 1, "a ratio record of the same time follows directly"},
    {"stop", 2, "the record's action is stop"},
    {"mark", 3, "the record's action is mark"},
    {0},
};

static const struct tab_const actions[] = {
    {"record", 0, "record the event"},
    {"sample", 1, "sample the ratio counters, extremes and counter banks"},
    {"reset", 2, "reset the ratio counters and extremes after the sample"},
    {"start", 3, "start collecting with this event"},
    {"stop", 4, "stop collecting with this event"},
    {"global", 5, "drive the CAPTURE line: the global trigger"},
    {"mark", 6, "set the mark flag of the record"},
    {"bank", 7, "end the bank of the buckets"},
    {0},
};

static const struct tab_const pages[] = {
    {"control", 0, "process, collection, time: see the control writes"},
    {"user", 1,
     "first of the pages of user's events (1 to 3, 14 and 15): number: see the word address of a "
     "write"},
    {"send", 4, "a message was sent; sub: the connection, data: see the data of send"},
    {"receive_call", 5, "a process began to wait for a message"},
    {"receive", 6, "a message was received; data as of send"},
    {"message_queued", 7, "a message was queued; data as of send"},
    {"create_path", 8, "a connection was made"},
    {"destroy_path", 9, "a connection was removed"},
    {"create_process", 10, "a process was made"},
    {"start_process", 11, "a process began to run"},
    {"stop_process", 12, "a process was stopped"},
    {"destroy_process", 13, "a process ended"},
    {"user_high", 14, "first of the two last pages of user's events"},
    {0},
};

static const struct tab_const ports[] = {
    {"process", 0, "process register (bits 15..0): the process that runs from now on"},
    {"runnable", 1, "number of runnable processes (bits 7..0)"},
    {"start", 2, "start collection, itself included"},
    {"stop", 3, "stop collection, itself included"},
    {"time_stop", 4, "stop the time counter"},
    {"time_start", 5, "start the time counter; the record has the cycles for which it was stopped"},
    {"mark", 6, "mark; the data is its number"},
    {0},
};

static const struct tab_const selects[] = {
    {"live", 8, "triggers are live"},
    {"collect", 9, "collect from the start"},
    {"wrap", 10, "keep the last records; the same for all nodes"},
    {"ask", 11, "fire the trigger that the host fires"},
    {0},
};

static const struct tab_const blocks[] = {
    {"last", 16, "the last record of the block"},
    {"late", 17, "buckets: the bank began late, as no bank was free; values before it were lost"},
    {"saturated", 18, "some count is saturated"},
    {"flush", 19, "ended by the flush"},
    {0},
};

static const struct tab_const block_counts[] = {
    {"many", 64, "counts that a record of a block has at most"},
    {0},
};

static const struct tab_const routes[] = {
    {"level", 0, "the line is the function f of its signals"},
    {"rises", 1, "f(t) and not f(t-1)"},
    {"falls", 2, "f(t-1) and not f(t)"},
    {"edges", 3, "f(t) is not f(t-1)"},
    {0},
};

static const struct tab_const gates[] = {
    {"line", 0, "closed where the gate's line is 0"},
    {"events", 1, "opened and closed by events"},
    {"process", 2, "closed where the process register differs in a bit of the mask"},
    {"open", 3, "with events: open at the start"},
    {0},
};

static const struct tab_const thresholds[] = {
    {"on", 0, "the threshold fires at all"},
    {"down", 1, "fires at values <= `fire`, and a value > `rearm` arms it; else >= and <"},
    {"each", 2, "always armed"},
    {0},
};

static const struct tab_const rings[] = {
    {"write", 0,
     "a table cell, where the node is selected: address in bits 29..8, data in bits 7..0"},
    {"select", 1, "the address of select in bits 29..8"},
    {"stop", 2, "end the run"},
    {"full", 3, "bit 8: whether the trace buffer is full"},
    {0},
};

static const struct tab_const nodes[] = {
    {"all", TAB_NODE_ALL, "every node"},
    {0},
};

static const struct tab_const frames[] = {
    {"mark", 0xA5, "first byte of every frame"},
    {0},
};

static const struct tab_const magics[] = {
    {"0", 0x47, "byte 0 of the registers"},
    {"1", 0x4E, "byte 1"},
    {"2", 0x4F, "byte 2"},
    {0},
};

static const struct tab_const links[] = {
    {"version", 3, "byte 3 of the registers"},
    {0},
};

static const struct tab_const roms[] = {
    {"0", 0x47, "byte 0 of the ROM"},
    {"1", 0x4E, "byte 1"},
    {"2", 0x52, "byte 2"},
    {"version", 1, "byte 3: format of the ROM"},
    {0},
};

static const struct tab_const rom_sizes[] = {
    {"bytes", TAB_ROM_BYTES, "bytes of the largest ROM, its head included"},
    {"text", TAB_ROM_TEXT, "bytes of the longest manifest in a ROM"},
    {0},
};

static const struct tab_const granules[] = {
    {"slots", TAB_GRANULE_SLOTS, "slots of the trace buffer that are freed together"},
    {0},
};

static const struct tab_const slots[] = {
    {"bytes", TAB_SLOT_BYTES, "bytes of a slot"},
    {0},
};

static const struct tab_const runs[] = {
    {"top", TAB_RUN_TOP, "1 in the number of every run; a gap leaves it out"},
    {0},
};

static const struct tab_const lanes[] = {
    {"columns", TAB_LANE_COLUMNS, "columns of a lane"},
    {0},
};

const struct tab_group tab_groups[] = {
    {"flag", "Flags of a record (bit numbers)", 0, flags, 0},
    {"act", "Action bits of an event or trigger (bit numbers)", 0, actions, 0},
    {"page", "Pages of the event port", TAB_PAGE_BITS, pages, 0},
    {"port", "Control writes of the event port (sub, page 0)", TAB_SUB_BITS, ports, 0},
    {"select", "Flags in the address of select (bit numbers)", 0, selects, 0},
    {"block", "Flags of a block (bit numbers in word 4 of its records)", 0, blocks, 4},
    {"block", "Counts in a record of a block", 0, block_counts, 0},
    {"route", "Modes of a line of the router (`mode` of its row)", 2, routes, 0},
    {"gate", "Bits of the gate (bit numbers in `flags` of its row)", 0, gates, 0},
    {"threshold", "Bits of a threshold (bit numbers in `flags` of its row)", 0, thresholds, 0},
    {"ring", "Commands on the ring (bits 31..30 of the word)", 2, rings, 0},
    {"node", "Node numbers in the address of select", 8, nodes, 0},
    {"frame", "Frames", 8, frames, 0},
    {"magic", "First bytes of the registers", 8, magics, 0},
    {"link", "Link", 8, links, 0},
    {"rom", "First bytes of the ROM", 8, roms, 0},
    {"rom", "Size of the ROM", 0, rom_sizes, 0},
    {"granule", "Granule of the limit", 0, granules, 0},
    {"run", "Run number (bit number)", 0, runs, 0},
    {"lane", "Table of steps", 0, lanes, 0},
    {"slot", "Unit of the trace buffer", 0, slots, 0},
    {0},
};

int tab_has_counts(const struct tab_kind *kind)
{
	return kind->aux == TAB_AUX_BLOCK;
}

uint32_t tab_magic(void)
{
	return (uint32_t)links[0].value << 24 | magics[2].value << 16 | magics[1].value << 8 |
	       magics[0].value;
}

uint32_t tab_rom_mark(void)
{
	return (uint32_t)roms[3].value << 24 | roms[2].value << 16 | roms[1].value << 8 |
	       roms[0].value;
}
