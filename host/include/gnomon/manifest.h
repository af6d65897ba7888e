/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_MANIFEST_H
#define GNOMON_MANIFEST_H

/*
 * The manifest: what the generator wrote down about one monitor. Read-only once loaded; every string
 * belongs to the manifest.
 */

#include <stdbool.h>
#include <stdint.h>
#include "gnomon/error.h"

#define GNO_MAX_NODES 255 /* node 255 means "all nodes" on the link */
#define GNO_MAX_WORD 64	  /* bits of the watched word */
#define GNO_MAX_RANKS 31
#define GNO_MAX_LEVELS 12
#define GNO_MAX_INDEX 16 /* bits of the index of a rank */

enum gno_form {
	GNO_FORM_SINGLE, /* one node, no ring: the builder writes straight into the trace buffer */
	GNO_FORM_RING,
};

enum gno_ratio_form {
	GNO_RATIO_FULL,	      /* A and B, 32 bits each */
	GNO_RATIO_COMPRESSED, /* one 16-bit form a pair */
};

/* One ratio counter pair: B counts all, A counts a part of them. */
struct gno_pair {
	char *name;
	char *a; /* signal that counts A */
	char *b; /* signal that counts B, "always" for every clock */
};

/* Bits hi..lo of a field that are kept, and their place in the watched word W: bit lo is bit `at` of W. */
struct gno_kept {
	unsigned hi, lo;
	unsigned at;
};

/* A field of the watched word. The bits that are not kept are read as 0. */
struct gno_field {
	char *name;
	unsigned bits; /* 1..64, with those left out */
	unsigned kept; /* bits that are in W, at least 1 */
	unsigned runs;
	struct gno_kept *run; /* `runs` of them, lowest first */
};

/* An input of a rank: a run of bits of W, or the code of an earlier rank. */
struct gno_input {
	bool is_rank;
	unsigned rank; /* place in the tree, if is_rank */
	unsigned lo;   /* lowest bit of W, if not */
	unsigned bits; /* of the run, or of the code */
};

/* A rank: a RAM whose index is the concatenation of its inputs, the first input lowest. */
struct gno_rank {
	char *table;	    /* name of its table, at the node that owns the ranks */
	unsigned code_bits; /* 1..8; code 0: nothing can match any more, or no event */
	unsigned level;	    /* 1: reads bits of W only */
	unsigned index_bits;
	unsigned inputs;
	struct gno_input *input; /* `inputs` of them */
	uint64_t sees;		 /* the bits of W that the code depends on */
};

/* A table: `cells` cells of a byte each from the address `base` on. */
struct gno_table {
	char *name;
	unsigned base;	/* cell address, a multiple of `cells` */
	unsigned cells; /* a power of two, at least 8 */
	unsigned bits;	/* of a cell that the hardware keeps, 1..8 */
};

enum gno_trigger_kind {
	GNO_TRIGGER_SEQUENCE,
	GNO_TRIGGER_TIMEOUT,
	GNO_TRIGGER_STRICT,
	GNO_TRIGGER_TIMER,
	GNO_TRIGGER_WATCHDOG,
};

/* A trigger that is no event; its number is its place in the node's list. */
struct gno_trigger {
	enum gno_trigger_kind kind;
	unsigned index; /* which sequence or strict sequence; else 0 */
};

/* Sequences of a node; all 0 where it has none. */
struct gno_sequences {
	unsigned count;	       /* 1..8 */
	unsigned steps;	       /* of each, 1..16 */
	unsigned count_bits;   /* of a step's count less one, 1..16 */
	unsigned timeout_bits; /* of a time-out less one, in clocks, 1..32 */
};

/* Strict sequences of a node; all 0 where it has none. */
struct gno_strict {
	unsigned count; /* 1..16 */
	unsigned steps; /* words of each at most, 2..8 */
};

enum gno_bus {
	GNO_BUS_NONE, /* no event port */
	GNO_BUS_STROBE,
	GNO_BUS_WISHBONE,
	GNO_BUS_AXILITE,
};

struct gno_port {
	enum gno_bus bus;
	char *pc;	   /* name of the signal that is recorded with each write, NULL: none */
	bool process_time; /* the process's own time is recorded with each write */
};

struct gno_node {
	unsigned index; /* 0 .. nodes-1, as in word 1 of a record */
	char *name;
	unsigned fields;
	struct gno_field *field; /* `fields` of them, the first one lowest in W */
	char *when;		 /* name of the qualifier, NULL: none */
	unsigned word_bits;	 /* of W: the kept bits of all fields, 8..64 */
	unsigned depth;		 /* clocks from the watched word to the record; already taken off the times */
	unsigned fifo_slots;	 /* 0 in the single form */
	unsigned capacity;	 /* events that can be told apart: 2^code_bits - 1 */
	unsigned code_bits;	 /* of event codes, 4..8 */
	unsigned levels;	 /* clocks from W to the event code */
	unsigned owner; /* node whose tables hold the ranks; its own index where they are not shared */
	char *family;	/* that the ranks are planned for, as in the description */
	char *goal;
	unsigned ranks;
	struct gno_rank *rank; /* `ranks` of them; inputs come before, the last one's code is the event */
	unsigned tables;
	struct gno_table *table; /* `tables` of them; see gno_node_table */
	unsigned triggers;
	struct gno_trigger *trigger; /* `triggers` of them, by number */
	struct gno_sequences sequences;
	struct gno_strict strict;
	bool timer;
	bool watchdog;
	struct gno_port port;
	enum gno_ratio_form ratio_form;
	unsigned pairs;
	struct gno_pair *pair; /* `pairs` of them; NULL where there are none */
	char *stream;	       /* file name of the node's CTF stream, relative to the trace folder */
	unsigned stream_id;    /* CTF stream class; nodes that are alike may share one */
};

struct gno_manifest {
	char *name;
	uint64_t hash; /* XXH64 of the canonical plan, as in registers 4..11 */
	enum gno_form form;
	uint64_t clock_hz;  /* clock of the target and of the time counters */
	unsigned time_bits; /* width of the time in word 0 of a record, 8..32 */
	unsigned slots;	    /* trace buffer, in slots of 64 bits; a power of two */
	unsigned slots_log2;
	unsigned granule;   /* slots a step of the limit */
	unsigned addr_bits; /* byte addresses on the link */
	char *phy;	    /* "bytes" or "uart" */
	unsigned baud;	    /* 0 where the PHY has none */
	unsigned nodes;
	struct gno_node *node; /* `nodes` of them, in order of index */
	char *ctf;	       /* CTF 1.8 metadata */
	char *text;	       /* the manifest file as it was read, for a copy of it */
};

/*
 * Reads and checks a manifest. On success `*out` belongs to the caller (gno_manifest_free).
 * Fails with GNO_ERR_IO (file cannot be read), GNO_ERR_FORMAT (no JSON, a key missing, of the wrong type
 * or out of range; the message names file and key), GNO_ERR_NOMEM.
 */
int gno_manifest_load(const char *path, struct gno_manifest **out, struct gno_err *err);

/* As gno_manifest_load, from a text in memory; `name` stands for the file in messages. */
int gno_manifest_parse(const char *text, const char *name, struct gno_manifest **out, struct gno_err *err);

/* Frees a manifest; NULL is allowed. */
void gno_manifest_free(struct gno_manifest *m);

/* Node of that name, or NULL. */
const struct gno_node *gno_manifest_node(const struct gno_manifest *m, const char *name);

/* Table of that name at this node ("actions", "steps"; "rank0" where the node owns its ranks), or NULL. */
const struct gno_table *gno_node_table(const struct gno_node *node, const char *name);

/* Field of that name, or NULL. */
const struct gno_field *gno_node_field(const struct gno_node *node, const char *name);

/* Value of a field in a watched word W; the bits left out are 0. */
uint64_t gno_field_value(const struct gno_field *field, uint64_t word);

/*
 * Puts a value of a field into its place: *word is the part of W that the field makes up. false: no word has
 * that value, because it is wider than the field or a bit that is left out is 1 in it.
 */
bool gno_field_word(const struct gno_field *field, uint64_t value, uint64_t *word);

#endif
