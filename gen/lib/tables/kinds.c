/* SPDX-License-Identifier: Apache-2.0 */
/* The records: their kinds, and what words and rules these have. */
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
#define FLAGS_OF_FOUR_FIELD                                                                        \
	{                                                                                          \
		"flags", 1, 24, 4, "see the flags of a record"                                     \
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

/* Where the records of blocks, of buckets, of counters and of segments, are alike. */
#define BLOCK_FLAGS_FIELD                                                                          \
	{                                                                                          \
		"flags", 4, 16, 16, "see the flags of a block"                                     \
	}
#define WORDS_FIELD                                                                                \
	{                                                                                          \
		"words", 1, 24, 8, "words of payload, even"                                        \
	}

const struct tab_field tab_common[] = {
    {"time", 0, 0, 32, "low bits of the time in cycles"},
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

const struct tab_field tab_entry[] = {
    {"length", 0, 0, 16, "cycles with the same word, from 1 on"},
    {"known", 0, 16, 1, "1: a word counted since the start; else `word` is 0"},
    {"current", 0, 17, 1, "1: the word counted in the first of these cycles"},
    {"zero", 0, 18, 14, "0"},
    {"word", 1, 0, 32, "the watched word, the low half"},
    {0},
};

/* The rules of a kind, by their words in tables.h. */
#define RULES(code_is, aux_is, length_is, payload_is, sender_is)                                   \
	.code = TAB_CODE_##code_is, .aux = TAB_AUX_##aux_is, .length = TAB_LENGTH_##length_is,     \
	.payload = TAB_PAYLOAD_##payload_is, .sender = TAB_SENDER_##sender_is

/* The formatter gives up on a table of this size. */
/* clang-format off */
const struct tab_kind tab_kinds[] = {
    {
	.name = "event",
	.id = 1,
	.slots = 1,
	RULES(EVENT, FLAGS, FIXED, ANY, ANY),
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
	RULES(REQUEST, SAMPLE, AUX, SAMPLE, SAMPLE),
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
	RULES(EPOCH, RUN, FIXED, GAP, ANY),
	.what = "records were lost; its time is that of the first one lost",
	.fields =
	    {
		NODE_FIELD,
		EPOCH_FIELD,
		{"run", 1, 24, TAB_RUN_TOP,
		 "run number without its highest bit, which is 1 in a run"},
		{"ring", 1, 24 + TAB_RUN_TOP, 1,
		 "1: only the FIFO was full when the gap began, 0: the trace buffer was (single form: 1, the trace buffer)"},
		{"resumed", 2, 0, 32,
		 "time at which recording resumed, with its epoch above: low bits of the cycles since the start"},
		{"lost", 3, 0, 32, "number of records lost"},
	    },
    },
    {
	.name = "beat",
	.id = 4,
	.slots = 1,
	RULES(EPOCH, RUN, FIXED, ANY, ANY),
	.what = "the top bit of the time changed, or a gap ended",
	.fields = {NODE_FIELD, EPOCH_FIELD, RUN_FIELD},
    },
    {
	.name = "sync",
	.id = 5,
	.slots = 1,
	RULES(ZERO, RUN, FIXED, ANY, ANY),
	.what = "first record of a run: time 0, epoch 0",
	.fields = {NODE_FIELD, EPOCH_FIELD, RUN_FIELD},
    },
    {
	.name = "flush",
	.id = 6,
	.slots = 1,
	RULES(EPOCH, RUN, FIXED, ANY, ANY),
	.what = "last record of a run, except the sample of the flush and, in the single form, blocks",
	.fields = {NODE_FIELD, EPOCH_FIELD, RUN_FIELD},
    },
    {
	.name = "datum",
	.id = 7,
	.slots = 2,
	RULES(PORT, PAGE, DATUM, PORT, PORT),
	.what = "a write to the event port",
	.fields =
	    {
		NODE_FIELD,
		{"sub", 1, 16, TAB_SUB_BITS, "connection, or part of the event's number"},
		{"wide", 1, 22, 1, "1: the record has 3 slots, with the words 4 and 5"},
		{"zero", 1, 23, 1, "0"},
		FLAGS_OF_FOUR_FIELD,
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
	RULES(TRIGGER, STATE, FIXED, WORD, CAPTURE),
	.what = "a global trigger at any node: what this node watched in that cycle",
	.fields =
	    {
		NODE_FIELD,
		TRIGGER_FIELD,
		FLAGS_OF_FOUR_FIELD,
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
	RULES(BUCKETS, BLOCK, AUX, BUCKETS, BUCKETS),
	.what = "a bank of buckets that ended, or a part of it; its time is that of the record before it",
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
	.name = "line",
	.id = 10,
	.slots = 2,
	RULES(TRIGGER, ROUND, FIXED, ROUND, LINE),
	.what = "a round of the CAPTURE or REPORT line began or ended; time counters pause meanwhile",
	.fields =
	    {
		NODE_FIELD,
		TRIGGER_FIELD,
		FLAGS_OF_FOUR_FIELD,
		{"own", 1, 28, 1, "1: this node asserted the line for this round"},
		{"late", 1, 29, 1, "ended, 1: the limit came before its routine"},
		{"full", 1, 30, 1, "1: so did its local store, at its almost-full mark"},
		{"kept", 1, 31, 1, "ended, 1: the limit came before its local store was sent"},
		{"paused", 2, 0, 32, "cycles before it with a line asserted, modulo 2^32"},
		{"length", 3, 0, 32, "ended: those of this round, modulo 2^32; began: 0"},
	    },
    },
    {
	.name = "trigger",
	.id = 11,
	.slots = 1,
	RULES(TRIGGER, FLAGS, FIXED, ANY, TRIGGERS),
	.what = "a sequence, a strict sequence, the timer, the watchdog, a threshold or the host fired",
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
	RULES(ZERO, FLAGS, FIXED, WORD, TIMER),
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
	RULES(BIT, ZERO, FIXED, ANY, ANY),
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
	RULES(COUNTERS, BLOCK, AUX, COUNTERS, COUNTERS),
	.what = "a snapshot of a bank of counters, or a part of it; its time is that of the record before it",
	.fields =
	    {
		NODE_FIELD,
		{"unit", 1, 16, 8, "number of the bank: its place in `counters`"},
		WORDS_FIELD,
		{"asked", 2, 0, 32, "t: the time of the request, low bits"},
		{"turn", 3, 0, 32,
		 "F: counter i holds the cycles up to and including F + (i mod 16) - 1; at the flush t + 1, and all hold those up to t"},
		{"asked_epoch", 4, 0, 8, "epoch of `asked`"},
		{"turn_epoch", 4, 8, 8, "epoch of `turn`"},
		BLOCK_FLAGS_FIELD,
		{"first", 5, 0, 16, "the first counter of this record"},
		{"many", 5, 16, 16, "how many counters this record has, 64 at most"},
		{"zero", 6, 0, 64, "0"},
	    },
    },
    {
	.name = "segment",
	.id = 16,
	.slots = 4,
	RULES(SEGMENTS, ENTRIES, AUX, SEGMENTS, SEGMENTS),
	.what = "the watched words around a trigger, or a part of them; its time is that of the record before it",
	.fields =
	    {
		NODE_FIELD,
		{"unit", 1, 16, 8, "number of the unit: its place in `segments`"},
		WORDS_FIELD,
		{"at", 2, 0, 32, "cycle of the trigger, low bits of the time"},
		{"ended", 3, 0, 32, "last cycle of the segment, low bits of the time"},
		{"at_epoch", 4, 0, 8, "epoch of `at`"},
		{"ended_epoch", 4, 8, 8, "epoch of `ended`"},
		BLOCK_FLAGS_FIELD,
		{"first", 5, 0, 16, "the first entry of this record"},
		{"many", 5, 16, 16, "how many entries this record has"},
		{"missed", 6, 0,
		 32, "triggers missed since the end of the last segment, modulo 2^32"},
		{"total", 7, 0, 32, "entries of the segment; 0: all that the flush reports"},
	    },
    },
    {0},
};
/* clang-format on */

int tab_has_counts(const struct tab_kind *kind)
{
	return kind->aux == TAB_AUX_BLOCK;
}

int tab_has_entries(const struct tab_kind *kind)
{
	return kind->aux == TAB_AUX_ENTRIES;
}
