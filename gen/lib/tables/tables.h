/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of records, table cells, operations, registers and constants: the only place where
 * they exist.
 * Verilog constants, the C header and the reference page are emitted from them.
 * docs/design/interfaces.md explains what they mean.
 */
#ifndef GNO_GEN_TABLES_H
#define GNO_GEN_TABLES_H

#include <stddef.h>
#include <stdint.h>

#define TAB_SLOT_BYTES 8u
#define TAB_GRANULE_SLOTS 16u
#define TAB_COUNTS_MANY 64u	  /* counts in a record of a block, */
#define TAB_ENTRIES_MANY 32u	  /* entries in one of a segment, */
#define TAB_ENTRIES_MANY_LONG 16u /* and of a long watched word */
#define TAB_NODE_ALL 255u
#define TAB_RUN_TOP 7u	 /* the highest bit of a run number */
#define TAB_SUB_BITS 6u	 /* of the word address of a write to the event port */
#define TAB_PAGE_BITS 4u /* above them */
#define TAB_PORT_WRITE_BITS (TAB_SUB_BITS + TAB_PAGE_BITS)
#define TAB_LANE_COLUMNS 8u   /* columns in a row of the table of steps */
#define TAB_ROM_BASE 65536u   /* byte address of the ROM behind the registers; a power of two */
#define TAB_ROM_BYTES 65536u  /* of the largest ROM */
#define TAB_ROM_HEAD 8u	      /* bytes of its head: mark, version, length */
#define TAB_ROM_TEXT 4194304u /* bytes of the longest manifest in a ROM */

/*
 * The words that state what a record of a kind can be. X(NAME, name, what it means) once a word:
 * the enumerations, docs/reference/records.md and GNO_KINDS of the host's header are made of them.
 */

/* What bounds the code: bits 23..16 of word 1. */
#define TAB_CODES(X)                                                                               \
	X(EVENT, event, "an event code of the node, from 1 on")                                    \
	X(TRIGGER, trigger, "a trigger number of the node")                                        \
	X(BUCKETS, buckets, "a unit of buckets of the node")                                       \
	X(COUNTERS, counters, "a bank of counters of the node")                                    \
	X(SEGMENTS, segments, "a unit of segments of the node")                                    \
	X(REQUEST, request, "the code of the record that requested a sample; 0: a flush did")      \
	X(EPOCH, epoch, "an epoch; its lowest bit is the top bit of the time")                     \
	X(ZERO, zero, "0")                                                                         \
	X(BIT, bit, "0 or 1")                                                                      \
	X(PORT, port, "`sub` and `wide` of a write to the node's event port")

/* What the aux byte is: bits 31..24 of word 1. */
#define TAB_AUXES(X)                                                                               \
	X(FLAGS, flags, "the flags of a record, below four zeros")                                 \
	X(PAGE, page, "the flags of a record, below the page of the event port")                   \
	X(STATE, state, "the flags of a record, below the state of the capture")                   \
	X(ROUND, round, "the flags of a record, below the state of the line")                      \
	X(SAMPLE, sample, "the words of payload, as many as a sample of the node has")             \
	X(BLOCK, block, "the words of payload, even: the fields and 1 to 64 counts")               \
	X(ENTRIES, entries, "the words of payload, even: the fields and 0 to 32 entries")          \
	X(RUN, run, "the run number; the record has an epoch, too")                                \
	X(ZERO, zero, "0")

/* How long the record is. */
#define TAB_LENGTHS(X)                                                                             \
	X(FIXED, fixed, "its slots")                                                               \
	X(AUX, aux, "word 0, word 1 and the words of payload that the aux byte states")            \
	X(DATUM, datum, "its slots, and one more at a node whose port has `pc` or `process_time`")

/* What holds for the words behind word 1. */
#define TAB_PAYLOADS(X)                                                                            \
	X(ANY, any, "the fields hold any number")                                                  \
	X(SAMPLE, sample, "the node's ratio pairs, then its extremes")                             \
	X(BUCKETS, buckets, "the fields, then counts: a part of a bank of buckets")                \
	X(COUNTERS, counters, "the fields, then counts: a part of a snapshot of counters")         \
	X(SEGMENTS, segments, "the fields, then entries: a part of a segment")                     \
	X(PORT, port, "`pc` and `process_time` are 0 where the node's port lacks them")            \
	X(WORD, word, "a watched word, no wider than the node's")                                  \
	X(GAP, gap, "the end of the gap is no wider than its time with its epoch")                 \
	X(ROUND, round,                                                                            \
	  "the code is that of a round's begin or end; begin: `length`, `late` and `kept` are 0; " \
	  "CAPTURE line, or no local store: `full` and `kept` are 0")

/* What a node must have to send records of the kind. */
#define TAB_SENDERS(X)                                                                             \
	X(ANY, any, "nothing: every node sends them")                                              \
	X(SAMPLE, sample, "pairs or extremes")                                                     \
	X(PORT, port, "an event port")                                                             \
	X(TRIGGERS, triggers, "triggers beside its events")                                        \
	X(TIMER, timer, "a timer")                                                                 \
	X(CAPTURE, capture, "a CAPTURE line")                                                      \
	X(LINE, line, "a REPORT line, or a CAPTURE line in its interrupt form")                    \
	X(BUCKETS, buckets, "units of buckets")                                                    \
	X(COUNTERS, counters, "banks of counters")                                                 \
	X(SEGMENTS, segments, "units of segments")

#define TAB_CODE_ENUM(NAME, name, what) TAB_CODE_##NAME,
#define TAB_AUX_ENUM(NAME, name, what) TAB_AUX_##NAME,
#define TAB_LENGTH_ENUM(NAME, name, what) TAB_LENGTH_##NAME,
#define TAB_PAYLOAD_ENUM(NAME, name, what) TAB_PAYLOAD_##NAME,
#define TAB_SENDER_ENUM(NAME, name, what) TAB_SENDER_##NAME,
enum tab_code { TAB_CODES(TAB_CODE_ENUM) };
enum tab_aux { TAB_AUXES(TAB_AUX_ENUM) };
enum tab_length { TAB_LENGTHS(TAB_LENGTH_ENUM) };
enum tab_payload { TAB_PAYLOADS(TAB_PAYLOAD_ENUM) };
enum tab_sender { TAB_SENDERS(TAB_SENDER_ENUM) };

/* A word of those lists. */
struct tab_word {
	const char *name; /* NULL ends the list */
	const char *what;
};

/* By the enumerations above. */
extern const struct tab_word tab_code_words[];
extern const struct tab_word tab_aux_words[];
extern const struct tab_word tab_length_words[];
extern const struct tab_word tab_payload_words[];
extern const struct tab_word tab_sender_words[];

/* One field of a record; `word` counts 32-bit words from the start of the record. */
struct tab_field {
	const char *name; /* NULL ends the list */
	unsigned word;
	unsigned lo;
	unsigned bits;
	const char *what;
};

#define TAB_FIELDS_MAX 14

/* One kind of record. */
struct tab_kind {
	const char *name; /* lower case; NULL ends the table */
	unsigned id;
	unsigned slots; /* of 64 bits, without pairs, extremes and counts; the least, where nodes
			   differ */
	enum tab_code code;
	enum tab_aux aux;
	enum tab_length length;
	enum tab_payload payload;
	enum tab_sender sender;
	const char *what;
	struct tab_field fields[TAB_FIELDS_MAX]; /* without time and kind, which all have */
};

/* One field of a row of a table; `byte` counts from the first byte of the row. */
struct tab_cell {
	const char *name; /* NULL ends the list */
	unsigned byte;
	unsigned lo;   /* lowest bit in that byte */
	unsigned bits; /* whole bytes, the lowest first, or within one byte */
	const char *what;
};

#define TAB_CELLS_MAX 9

/* One table that the host writes, but for those of the ranks. */
struct tab_table {
	const char *name;  /* as the manifest calls it */
	unsigned row;	   /* bytes of a row, a power of two */
	const char *index; /* what a row is for, the lowest last */
	int ram;	   /* holds anything at first; else 0 after reset */
	int units;	   /* one table a unit, whose number follows the name */
	int lanes;	   /* a field is of one lane; those of different lanes share bits */
	const char *what;
	struct tab_cell fields[TAB_CELLS_MAX];
};

/* One field of a number. */
struct tab_bits {
	const char *name; /* NULL ends the list */
	unsigned lo;
	unsigned bits;
	const char *what;
};

#define TAB_PACK_MAX 6

/* A number that has fields, the lowest first. */
struct tab_pack {
	const char *name; /* NULL ends the list */
	const char *title;
	unsigned bits;
	struct tab_bits fields[TAB_PACK_MAX];
};

/* One operation of the link. */
struct tab_op {
	const char *name; /* lower case; NULL ends the table */
	unsigned value;
	const char *address;
	const char *count;
	const char *what;
};

/* One register; `stride` is not 0 where there is one a node. */
struct tab_reg {
	const char *name; /* lower case; NULL ends the table */
	unsigned offset;  /* bytes */
	unsigned bytes;
	unsigned stride; /* bytes from one node's to the next's */
	const char *what;
};

/* One constant of a group, as a value or as the number of a bit. */
struct tab_const {
	const char *name; /* lower case; NULL ends the group */
	unsigned value;
	const char *what;
};

/* A group of constants with a common prefix. */
struct tab_group {
	const char *prefix; /* lower case, without GNO_; NULL ends the table */
	const char *title;
	/* width of the Verilog constant; 0: a plain integer (bit numbers, offsets) */
	unsigned bits;
	const struct tab_const *consts;
	unsigned word; /* of a record, in which the constants are numbers of bits; 0: none */
};

/* Fields that records of several kinds have at the same place: in words 0 and 1. */
extern const struct tab_field tab_common[];

/* Fields of an extreme in a sample; `word` counts from the extreme's first. */
extern const struct tab_field tab_extreme[];
#define TAB_EXTREME_WORDS 6u

/* Fields of an entry of a segment; `word` counts from the entry's first. The high half of a watched
 * word of more than 32 bits is one more word. */
extern const struct tab_field tab_entry[];
#define TAB_ENTRY_WORDS 2u

extern const struct tab_kind tab_kinds[];

/* 1 where counts follow the fields of a kind: `many` of them, padded to a whole slot. */
int tab_has_counts(const struct tab_kind *kind);

/* 1 where entries follow, in the same way. */
int tab_has_entries(const struct tab_kind *kind);

/* The tables, in the order of the manifest. */
enum tab_table_id {
	TAB_TABLE_ACTIONS,
	TAB_TABLE_RANK_ACTIONS,
	TAB_TABLE_STEPS,
	TAB_TABLE_LIMITS,
	TAB_TABLE_WORDS,
	TAB_TABLE_TRIGGERS,
	TAB_TABLE_TIMER,
	TAB_TABLE_WATCHDOG,
	TAB_TABLE_EVENTS,
	TAB_TABLE_CODES,
	TAB_TABLE_CODE_DATA,
	TAB_TABLE_CODE_ACTIONS,
	TAB_TABLE_ROUTER,
	TAB_TABLE_GATE,
	TAB_TABLE_QUANTITIES,
	TAB_TABLE_THRESHOLDS,
	TAB_TABLE_RANGES,
	TAB_TABLES,
};

extern const struct tab_table tab_tables[TAB_TABLES];
extern const struct tab_pack tab_packs[];

extern const struct tab_op tab_ops[];
extern const struct tab_reg tab_regs[];
extern const struct tab_group tab_groups[];

/* The first four bytes of the registers (magic and link version) as one number, byte 0 lowest. */
uint32_t tab_magic(void);

/* The first four bytes of the ROM (its mark and its version) in the same form. */
uint32_t tab_rom_mark(void);

/* How a ratio record holds pairs; the numbers are gnomon_count_ratios' FORM. */
enum tab_form {
	TAB_FORM_FULL,
	TAB_FORM_COMPRESSED,
	TAB_FORM_COMPRESSED32,
	TAB_FORMS,
};

/* A pair in each form; the names are those of the forms. */
extern const struct tab_pack tab_forms[TAB_FORMS];

/* "full", ... as descriptions call the forms; NULL for another number. */
const char *tab_form_name(enum tab_form form);

/* Number of 32-bit words that a ratio record carries for `pairs` pairs: even, as a record is whole
 * slots. */
unsigned tab_ratio_words(unsigned pairs, enum tab_form form);

#endif
