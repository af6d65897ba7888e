/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of records, operations, registers and constants: the only place where they exist.
 * Verilog constants, the C header, the CTF metadata, the manifest and the reference page are
 * emitted from them. docs/design/interfaces.md explains what they mean.
 */
#ifndef GNO_GEN_TABLES_H
#define GNO_GEN_TABLES_H

#include <stddef.h>
#include <stdint.h>

#define TAB_SLOT_BYTES 8u
#define TAB_GRANULE_SLOTS 16u
#define TAB_NODE_ALL 255u
#define TAB_EXTREME_WORDS 6u /* of an extreme in a ratio record */

/* What follows the fixed fields of a record. */
enum tab_payload {
	TAB_PAYLOAD_NONE = 0,
	TAB_PAYLOAD_PAIRS,  /* the node's ratio pairs, then its extremes */
	TAB_PAYLOAD_WORDS,  /* the words listed in the fields */
	TAB_PAYLOAD_PORT,   /* as WORDS; fields behind `slots` only at nodes whose port has pc or
			     * process_time
			     */
	TAB_PAYLOAD_COUNTS, /* as WORDS, then as many counts as its field `many` states, padded to a
			     * whole slot
			     */
};

/* What a node has that sends records of a kind. */
enum tab_needs {
	TAB_NEEDS_NOTHING = 0,
	TAB_NEEDS_PAIRS, /* or extremes */
	TAB_NEEDS_PORT,
	TAB_NEEDS_TRIGGERS,
	TAB_NEEDS_TIMER,
	TAB_NEEDS_BUCKETS,
	TAB_NEEDS_COUNTERS,
};

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
	enum tab_payload payload;
	enum tab_needs needs;
	int bears_epoch; /* its word 1 holds epoch and run number */
	const char *what;
	struct tab_field fields[TAB_FIELDS_MAX]; /* without time and kind, which all have */
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
	unsigned
	    bits; /* width of the Verilog constant; 0: a plain integer (bit numbers, offsets) */
	const struct tab_const *consts;
};

extern const struct tab_kind tab_kinds[];
extern const struct tab_op tab_ops[];
extern const struct tab_reg tab_regs[];
extern const struct tab_group tab_groups[];

/* The first four bytes of the registers (magic and link version) as one number, byte 0 lowest. */
uint32_t tab_magic(void);

/* How a ratio record holds pairs; the numbers are gnomon_ratios' FORM. */
enum tab_form {
	TAB_FORM_FULL,
	TAB_FORM_COMPRESSED,
	TAB_FORM_COMPRESSED32,
	TAB_FORMS,
};

/* "full", ... as descriptions call the forms; NULL for another number. */
const char *tab_form_name(enum tab_form form);

/* Bits of a pair in a ratio record. */
unsigned tab_form_bits(enum tab_form form);

/* Number of 32-bit words that a ratio record carries for `pairs` pairs: even, as a record is whole
 * slots. */
unsigned tab_ratio_words(unsigned pairs, enum tab_form form);

#endif
