/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MANIFEST_H
#define GNO_MANIFEST_H

/*
 * The manifest: what the generator wrote down about one monitor. Read-only once loaded; every
 * string belongs to the manifest.
 */

#include <stdbool.h>
#include <stdint.h>
#include "common/errors.h"

#define GNO_MAX_NODES 255 /* node 255 means "all nodes" on the link */
#define GNO_MAX_SLOTS_LOG2 28
#define GNO_MAX_SLOTS (1u << GNO_MAX_SLOTS_LOG2) /* of a trace buffer */
#define GNO_MAX_WORD 64				 /* bits of the watched word */
#define GNO_MAX_RANKS 31
#define GNO_MAX_LEVELS 12
#define GNO_MAX_EVENT_LINES 8
#define GNO_MAX_SEGMENT_UNITS 2
#define GNO_MAX_ENTRIES 1024 /* of a segment */
#define GNO_MAX_INDEX 16     /* bits of the index of a rank */

enum gno_form {
	GNO_FORM_SINGLE, /* one node, no ring: the builder writes straight into the trace buffer */
	GNO_FORM_ALONE,	 /* one node, no ring: its FIFO is next to the trace buffer */
	GNO_FORM_RING,
};

/* How pairs are written, in the order of GNO_FORMS. */
enum gno_ratio_form {
	GNO_RATIO_FULL,		/* A and B, 32 bits each */
	GNO_RATIO_COMPRESSED,	/* one 16-bit form a pair */
	GNO_RATIO_COMPRESSED32, /* one 32-bit form a pair */
};

/* Inputs of preprocessors that are no signal and no value. */
#define GNO_INPUT_ALWAYS "always" /* every clock */
#define GNO_INPUT_ROUTE                                                                            \
	"route" /* a line of the router of its own, named NAME.KEY ("p0.a", "bank.3") */
#define GNO_INPUT_GATE "gate" /* of the gate's own pair only: clocks in which the gate is open */

/* One ratio counter pair: A and B count the clocks in which their inputs are 1, or add up values.
 */
struct gno_pair {
	char *name;
	char *a, *b;	/* name of a signal or value, "always", or "route" */
	char *gate;	/* signal without which neither counts, NULL: none */
	unsigned group; /* that it is in; as many as there are groups: none */
};

/* A number of the target, as wide as it is at its port. */
struct gno_value {
	char *name;
	unsigned bits;
};

/* What a quantity observes. */
enum gno_quantity_input {
	GNO_QUANTITY_OF,
	GNO_QUANTITY_FROM,
	GNO_QUANTITY_TO,
	GNO_QUANTITY_IN,
	GNO_QUANTITY_CLEAR,
	GNO_QUANTITY_INPUTS,
};

/* Pulse, latency, ... (monitor/quantity.h). */
struct gno_quantity_kind;

/* A stream of numbers, one a clock at most. Inputs as of a pair; NULL where the kind has no such
 * input. */
struct gno_quantity {
	char *name;
	const struct gno_quantity_kind *kind;
	unsigned bits;	      /* of its numbers, which saturate at 2^bits - 1; 1..32 */
	unsigned outstanding; /* latency: requests at a time, 1..64; else 0 */
	char *input[GNO_QUANTITY_INPUTS];
};

/* A threshold or the extremes of a quantity. */
struct gno_watcher {
	char *name;
	unsigned of;	/* place in the list of quantities */
	unsigned group; /* of extremes, as of a pair */
};

/* A unit of buckets. Its ranges are in the table "ranges<k>", k being its place in the list. */
struct gno_bucket_unit {
	char *name;
	unsigned of;	/* place in the list of quantities */
	unsigned count; /* of buckets, 8..4096 */
	unsigned banks; /* 2..16 */
	unsigned bits;	/* of a bucket, 16 or 32; saturates */
	unsigned group; /* as of a pair */
};

/* A bank of plain counters. */
struct gno_counter_bank {
	char *name;
	unsigned inputs;
	char **input; /* `inputs` of them, as of a pair */
	unsigned group;
};

/* What an entry of a segment is for, in the order of the manifest's words. */
enum gno_keep {
	GNO_KEEP_CYCLES,  /* each clock */
	GNO_KEEP_CHANGES, /* clocks in a row with the same word */
};

/* A unit of segments: the watched words around the clocks in which its event line is 1. */
struct gno_segment_unit {
	char *name;
	unsigned line;		/* place in the list of event lines */
	unsigned keep;		/* enum gno_keep */
	unsigned before, after; /* entries before that of the trigger, and after it; 0..1023 */
	unsigned count;		/* of segments that it has room for, 2..16 */
};

/*
 * A line that is 1 in clocks in which an action is for a group. Without one the action is for that
 * group only.
 */
struct gno_group_line {
	unsigned group;	 /* as many as there are groups: what is in none */
	unsigned action; /* GNO_ACT_RESET, GNO_ACT_SAMPLE, GNO_ACT_BANK */
};

/* The node's preprocessors other than fixed pairs; all 0 where its manifest has none. */
struct gno_preprocessors {
	unsigned signals;
	char **signal; /* that lines of the router choose from, by number */
	unsigned lines;
	char **line;	      /* of the router, by number: "p0.a", "lat.from", "bank.3", "gate" */
	unsigned event_lines; /* 1 in clocks of chosen events: inputs of pairs and counters, and
				 what triggers segments */
	char **event_line;
	unsigned values;
	struct gno_value *value;
	bool gate; /* there is one; its pair is the node's last one, called "gate" */
	unsigned quantities;
	struct gno_quantity *quantity;
	unsigned thresholds;
	struct gno_watcher *threshold; /* by trigger index */
	unsigned extremes;
	struct gno_watcher *extreme; /* in the order of a ratio record */
	unsigned buckets;
	struct gno_bucket_unit *bucket; /* by code of a bucket record */
	unsigned counters;
	struct gno_counter_bank *counter; /* by code of a counter record */
	unsigned segments;
	struct gno_segment_unit *segment; /* by code of a segment record */
	unsigned groups;		  /* of preprocessors, that actions can name */
	char **group;
	unsigned group_lines; /* their bits follow those of the event lines */
	struct gno_group_line *group_line;
};

/* Bits hi..lo of a field that are kept, and their place in the watched word W: bit lo is bit `at`
 * of W. */
struct gno_kept {
	unsigned hi, lo;
	unsigned at;
};

/* What a field bears. */
enum gno_field_kind {
	GNO_FIELD_PC,	   /* addresses of instructions */
	GNO_FIELD_ADDRESS, /* addresses of data */
	GNO_FIELD_DATA,	   /* anything else */
	GNO_FIELD_KINDS,
};

/* A field of the watched word. The bits that are not kept are read as 0. */
struct gno_field {
	char *name;
	enum gno_field_kind kind;
	unsigned unit; /* bytes per step of the value: 1, 2, 4, ... 64 */
	char *when;    /* name of the field of one bit that qualifies this one; NULL: none */
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

/* A table: `cells` table cells of a byte each from the address `base` on. */
struct gno_table {
	char *name;
	unsigned base;	/* address of the first table cell, a multiple of `cells` */
	unsigned cells; /* a power of two, at least 8 */
	unsigned bits;	/* of a table cell that the hardware keeps, 1..8 */
};

enum gno_trigger_kind {
	GNO_TRIGGER_SEQUENCE,
	GNO_TRIGGER_TIMEOUT,
	GNO_TRIGGER_STRICT,
	GNO_TRIGGER_TIMER,
	GNO_TRIGGER_WATCHDOG,
	GNO_TRIGGER_THRESHOLD,
	GNO_TRIGGER_HOST,    /* fired by gno_run_ask */
	GNO_TRIGGER_CAPTURE, /* a global trigger at any node: the CAPTURE line */
	/* rounds of the lines, in the order of enum gno_line: see gno_round_trigger */
	GNO_TRIGGER_CAPTURE_BEGAN,
	GNO_TRIGGER_CAPTURE_ENDED,
	GNO_TRIGGER_REPORT_BEGAN,
	GNO_TRIGGER_REPORT_ENDED,
};

/*
 * The lines that interrupt the processors. All time counters pause in a round, one assertion of a
 * line. Rounds of two lines never overlap.
 */
enum gno_line {
	GNO_LINE_CAPTURE, /* in its interrupt form */
	GNO_LINE_REPORT,
	GNO_LINES, /* how many there are; as a line: none, or not known which */
};

/* The event line that asserts the REPORT line, where a node has both. */
#define GNO_REPORT_EVENTS "report"

/* A trigger that is no event; its number is its place in the node's list. */
struct gno_trigger {
	enum gno_trigger_kind kind;
	unsigned index; /* which sequence, strict sequence or threshold; else 0 */
};

/* Sequences of a node; all 0 where it has none. */
struct gno_sequences {
	unsigned count;	       /* 1..8 */
	unsigned steps;	       /* of each, 1..16 */
	unsigned count_bits;   /* of a step's count less one, 1..16 */
	unsigned timeout_bits; /* of a time-out less one, in clocks, 1..32 */
	bool overlap;	       /* several can follow the attempts of one */
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
	char *pc;	    /* name of the signal that is recorded with each write, NULL: none */
	bool process_time;  /* the process's own time is recorded with each write */
	unsigned code_bits; /* of the codes that an experiment can give to writes; 0: none */
	unsigned data_bits; /* lowest bits of the data that a code can depend on */
};

struct gno_node {
	unsigned index; /* 0 .. nodes-1, as in word 1 of a record; see gno_manifest_place */
	char *name;
	unsigned fields;
	struct gno_field *field; /* `fields` of them, the first one lowest in W */
	char *when;		 /* name of the qualifier, NULL: none */
	unsigned word_bits;	 /* of W: the kept bits of all fields, 8..64 */
	/* clocks from the watched word to the record; already taken off the times */
	unsigned depth;
	unsigned fifo_slots; /* 0 in the single form */
	unsigned capacity;   /* events that can be distinguished: 2^code_bits - 1 */
	unsigned code_bits;  /* of event codes, 4..8 */
	unsigned levels;     /* clocks from W to the event code */
	/* node whose tables hold the ranks; its own index where they are not shared */
	unsigned owner;
	char *family; /* that the ranks are planned for, as in the description */
	char *goal;
	unsigned ranks;
	/* `ranks` of them; inputs come before, the last one's code is the event */
	struct gno_rank *rank;
	unsigned tables;
	struct gno_table *table; /* `tables` of them; see gno_node_table */
	unsigned triggers;
	struct gno_trigger *trigger; /* `triggers` of them, by number */
	struct gno_sequences sequences;
	struct gno_strict strict;
	bool timer;
	bool watchdog;
	bool capture;		/* it is on the CAPTURE line: its last trigger */
	bool rounds[GNO_LINES]; /* it has the two triggers of the rounds of a line */
	bool local_store; /* its records are kept until a round of the REPORT line, or the end */
	struct gno_port port;
	enum gno_ratio_form ratio_form;
	unsigned pairs;
	/* `pairs` of them, that of the gate included; NULL where there are none */
	struct gno_pair *pair;
	struct gno_preprocessors preprocessors; /* all other preprocessors */
	unsigned
	    tick_log2; /* cycles of a tick, log2: times are multiples of it; 0: they are exact */
	uint32_t seed; /* of the places of ticks (gnomon_record_tick); 0: they are not random */
	char *stream;  /* file name of the node's CTF stream, relative to the trace folder */
	unsigned stream_id; /* CTF stream class; nodes that are alike may share one */
	/* of its cycles, where that is not clock_hz of the manifest: at a board of a run of
	 * several; else 0 */
	uint64_t own_hz;
};

/* What a trace buffer has whose slots are not all records; else all 0. */
struct gno_single {
	bool present;	    /* the node has triggers, samples or blocks */
	unsigned triggers;  /* of the node, 0..7 */
	unsigned word_bits; /* of the words that the node records, at most 56; 0: it records none */
};

struct gno_manifest {
	char *name;
	uint64_t hash; /* XXH64 of the canonical plan, as in registers 4..11 */
	enum gno_form form;
	struct gno_single single;
	uint64_t clock_hz;  /* clock of the target and of the time counters */
	bool wrap;	    /* it has a flight recorder: buffer mode "wrap" */
	bool sync;	    /* the monitor's time can be polled */
	unsigned time_bits; /* width of the time in word 0 of a record, 8..32 */
	unsigned slots;	    /* trace buffer, in slots of 64 bits; a power of two */
	unsigned slots_log2;
	unsigned granule;   /* slots a step of the limit */
	unsigned addr_bits; /* byte addresses on the link */
	char *phy;	    /* "bytes", "uart", "ft245" or "ft245_sync" */
	unsigned baud;	    /* 0 where the PHY has none */
	unsigned nodes;
	struct gno_node *node; /* `nodes` of them, in order of index */
	char *text;	       /* the manifest file as it was read, for a copy of it */
};

/* Clock of the cycles of a node. */
static inline uint64_t gno_manifest_hz(const struct gno_manifest *m, unsigned node)
{
	return m->node[node].own_hz ? m->node[node].own_hz : m->clock_hz;
}

/* Whether a node has another clock than that of the manifest. */
bool gno_manifest_has_clocks(const struct gno_manifest *m);

/*
 * Reads and checks a manifest. On success `*out` belongs to the caller (gno_manifest_free).
 * Fails with GNO_ERR_IO (file cannot be read), GNO_ERR_FORMAT (no JSON, a key missing, of the wrong
 * type or out of range; the message names file and key), GNO_ERR_NOMEM.
 */
int gno_manifest_load(const char *path, struct gno_manifest **out, struct gno_err *err);

/* As gno_manifest_load, from a text in memory; messages have `name` in place of the file's. */
int gno_manifest_parse(const char *text, const char *name, struct gno_manifest **out,
		       struct gno_err *err);

/* Frees a manifest; NULL is allowed. */
void gno_manifest_free(struct gno_manifest *m);

/* Node of that name, or NULL. */
const struct gno_node *gno_manifest_node(const struct gno_manifest *m, const char *name);

/* Which of the manifest's nodes it is. Of several boards (read/boards.h) that is not its `index`,
 * the number in its own board's records. */
static inline unsigned gno_manifest_place(const struct gno_manifest *m, const struct gno_node *node)
{
	return (unsigned)(node - m->node);
}

/* The first node that has a local store, NULL: none has. */
const struct gno_node *gno_manifest_local_store(const struct gno_manifest *m);

/* "CAPTURE", "REPORT"; NULL for GNO_LINES. */
const char *gno_line_name(enum gno_line line);

/* The trigger that a round of a line began, or that it ended. */
enum gno_trigger_kind gno_round_trigger(enum gno_line line, bool began);

/* The line whose rounds a kind of trigger is about; GNO_LINES: none. */
enum gno_line gno_trigger_line(enum gno_trigger_kind kind);

/* Whether any node has rounds of a line. */
bool gno_manifest_rounds(const struct gno_manifest *m, enum gno_line line);

/* The only line of which nodes have rounds; GNO_LINES: there is none, or several. */
enum gno_line gno_manifest_line(const struct gno_manifest *m);

/* Line of the router of that name ("p0.a"), -1: there is none. */
int gno_node_line(const struct gno_node *node, const char *name);

/* Whether a sample of the node has something in it: pairs, extremes, or counter banks. */
bool gno_node_sampled(const struct gno_node *node);

/* Cycles of a tick of the node's time; 1: times are exact. */
static inline unsigned gno_node_tick(const struct gno_node *node)
{
	return 1u << node->tick_log2;
}

/* The most by which a time of the node can be wrong, in cycles: a fixed tick is at most so many
 * before its cycle, a random one before or behind it. */
static inline unsigned gno_node_time_bound(const struct gno_node *node)
{
	return gno_node_tick(node) - 1;
}

/* The same of a duration, from a time of the node to another one. */
static inline unsigned gno_node_bound(const struct gno_node *node)
{
	return gno_node_time_bound(node) * (node->seed ? 2 : 1);
}

/* Table of that name at this node ("actions", "steps"; "rank0" where the node owns its ranks), or
 * NULL. */
const struct gno_table *gno_node_table(const struct gno_node *node, const char *name);

/* Field of that name, or NULL. */
const struct gno_field *gno_node_field(const struct gno_node *node, const char *name);

/* The field that qualifies `field`, of the same node; NULL: none, or the manifest is not read to
 * its end. */
const struct gno_field *gno_field_qualifier(const struct gno_node *node,
					    const struct gno_field *field);

/* The word for a kind of field in descriptions. */
const char *gno_field_kind_name(enum gno_field_kind kind);

/* Value of a field in a watched word W; the bits left out are 0. */
uint64_t gno_field_value(const struct gno_field *field, uint64_t word);

/*
 * Puts a value of a field into its place: *word is the part of W that the field makes up. false: no
 * word has that value, because it is wider than the field or a bit that is left out is 1 in it.
 */
bool gno_field_word(const struct gno_field *field, uint64_t value, uint64_t *word);

/*
 * What a field shows of an address, in bytes: one that is a sign extension from the highest bit
 * that the field keeps loses the copies of its sign (0xffffffff80000010 is 0xff80000010 in 40
 * bits). Any other is itself, too wide or not.
 */
uint64_t gno_field_of_address(const struct gno_field *field, uint64_t address);

/* A number that is compared with a field: where that counts bytes of addresses, an address. */
uint64_t gno_field_of_number(const struct gno_field *field, uint64_t number);

/* The address that a field's value is; `upper`: of a program in the upper half of its addresses,
 * which begins with copies of its sign. */
uint64_t gno_field_address(const struct gno_field *field, uint64_t value, bool upper);

#endif
