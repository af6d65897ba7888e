/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model: what a monitor's triggers must record, and what its preprocessors must preprocessors,
 * clock by clock, straight from docs/design/triggers.md and preprocessors.md. It shares no code
 * with the pattern compiler, the tables or the hardware, and is as plain as it can be: every
 * pattern is tried on every word, every counter counts clocks.
 *
 * Not modelled: losses of records, the wrap mode, and samples that could not be taken because the
 * one before was still being read: every requested sample is there. What the wires do not show is
 * given: when the host's trigger fired, when the run stopped, and when a bank that was late began.
 */
#ifndef GNOMON_MODEL_H
#define GNOMON_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
	MODEL_FIELDS = 3,
	MODEL_CONDITIONS = 8,
	MODEL_PATTERNS = 512,
	MODEL_CODES = 256,
	MODEL_SEQUENCES = 8,
	MODEL_STEPS = 16,
	MODEL_STRICT = 16,
	MODEL_STRICT_STEPS = 8,
	MODEL_QUANTITIES = 8,
	MODEL_THRESHOLDS = 8,
	MODEL_TRIGGERS = 2 * MODEL_SEQUENCES + MODEL_STRICT + 4 + MODEL_THRESHOLDS + 2,
	MODEL_PAIRS = 8,
	MODEL_EXTREMES = 4,
	MODEL_WRITES = 64,
	MODEL_WORDS = 2 * (MODEL_PAIRS + 1) + 6 * MODEL_EXTREMES,
	MODEL_PHASES = 8,
	MODEL_INPUTS = 640,
	MODEL_TOKENS = 32,
	MODEL_OUTSTANDING = 64,
	MODEL_UNITS = 4,
	MODEL_BUCKETS = 4096,
	MODEL_BANKS = 2,
	MODEL_COUNTERS = 256,
	MODEL_GROUP = 16,
	MODEL_SNAPSHOTS = 2 * MODEL_GROUP + 1,
	MODEL_HINTS = 1024,
	MODEL_UNTAKEN = 4096,
	MODEL_KEEPERS = 2,
	MODEL_ENTRIES = 1024,
	MODEL_RUN = 65535, /* clocks of an entry, at most */
	MODEL_KEPT = 65536,
};

/* kinds of records, actions and flags, as the page numbers them */
enum model_kind {
	MODEL_EVENT = 1,
	MODEL_RATIO = 2,
	MODEL_DATUM = 7,
	MODEL_CAPTURE = 8,
	MODEL_LINE = 10,
	MODEL_BUCKET = 9,
	MODEL_TRIGGER = 11,
	MODEL_WORD = 12,
	MODEL_LOAD = 13,
	MODEL_COUNTER = 14,
	MODEL_SEGMENT = 16,
};

enum model_action {
	MODEL_RECORD = 1 << 0,
	MODEL_SAMPLE = 1 << 1,
	MODEL_RESET = 1 << 2,
	MODEL_START = 1 << 3,
	MODEL_STOP = 1 << 4,
	MODEL_GLOBAL = 1 << 5,
	MODEL_MARK = 1 << 6,
	MODEL_BANK = 1 << 7,
	/*
	 * above these, MODEL_GROUPS bits each: the groups that a reset, a sample, the end of a bank
	 * is for
	 */
	MODEL_RESET_GROUPS = 8,
	MODEL_SAMPLE_GROUPS = 17,
	MODEL_BANK_GROUPS = 26,
	MODEL_GROUPS = 9, /* group 0: what is in none */
};

enum model_flag {
	MODEL_SAMPLED = 1 << 1,
	MODEL_STOPPED = 1 << 2,
	MODEL_MARKED = 1 << 3,
	MODEL_CAUSE = 1 << 4, /* of a capture */
	MODEL_CURRENT = 1 << 5,
	MODEL_KNOWN = 1 << 6,
};

/* what a field of the watched word is taken from */
enum model_source {
	MODEL_PC,
	MODEL_ADDR,
	MODEL_WRITE,
};

enum model_when {
	MODEL_ALWAYS,
	MODEL_RETIRED,
	MODEL_ACCESS,
};

/* what is measured */
enum model_signal {
	MODEL_ONE,
	MODEL_SIG_RETIRED,
	MODEL_ICACHE_ACCESS,
	MODEL_ICACHE_HIT,
	MODEL_DCACHE_ACCESS,
	MODEL_DCACHE_HIT,
	MODEL_STALL,
	MODEL_WAITING,
	MODEL_GRANT,
	MODEL_BUSY,
	MODEL_SIG_ACCESS,
	MODEL_SIG_WRITE,
	MODEL_WRITING,
	MODEL_WRITING_DATA,
	MODEL_REQUEST,
	MODEL_GRANTED,
	MODEL_BUS_WAIT,
	MODEL_TRANSACTION,
	MODEL_BEAT,
	MODEL_TLB_ACCESS,
	MODEL_TLB_MISS,
	MODEL_IDLE,
	MODEL_SIGNALS,
};

/* numbers of the target */
enum model_number {
	MODEL_BYTES,
	MODEL_ADDRESS,
	MODEL_NUMBERS,
};

/* what a formula has beside signals, in prefix notation */
enum model_token {
	MODEL_AND = 200,
	MODEL_OR,
	MODEL_XOR,
	MODEL_NOT,
};

enum model_mode {
	MODEL_LEVEL,
	MODEL_RISE,
	MODEL_FALL,
	MODEL_EDGE,
	MODEL_NUMBER, /* a number of the target, number */
	MODEL_EVENTS, /* the event line `line` */
};

/* what a preprocessor observes; no tokens: nothing, always 0 */
struct model_input {
	enum model_mode mode;
	enum model_number number;
	unsigned line;
	size_t count;
	uint8_t token[MODEL_TOKENS];
};

enum model_quantity_kind {
	MODEL_PULSE,
	MODEL_LATENCY,
	MODEL_OCCUPANCY,
	MODEL_TOTAL,
	MODEL_WINDOW,
	MODEL_VALUE,
	MODEL_CLASS,
};

/* inputs are indices of model_experiment.input */
struct model_quantity {
	enum model_quantity_kind kind;
	uint32_t most;	      /* greatest value */
	uint64_t outstanding; /* latency; window: N */
	size_t first, second; /* of or from; to, in or clear */
};

struct model_threshold {
	size_t of;
	bool on, down, each;
	uint32_t fire, rearm;
};

struct model_unit {
	size_t of, count, bounds;
	uint32_t most; /* of a count */
	uint32_t bound[MODEL_BUCKETS];
	size_t lates;
	struct {
		size_t block;  /* this one */
		uint64_t time; /* began late, here */
	} late[MODEL_HINTS];
};

struct model_counters {
	size_t count;
	size_t input[MODEL_COUNTERS];
};

/* a unit of segments */
struct model_keeper {
	unsigned int line; /* the event line that triggers it */
	bool changes;	   /* an entry for each run of clocks, not for each clock */
	size_t before, after;
	bool given;    /* the run shows which segments there are: */
	size_t firsts; /* their first clocks */
	uint64_t first[MODEL_KEPT];
};

/* what a node measures beside its triggers */
/* A line is asserted from `began` on until the cycle before `ended`. */
struct model_round {
	uint64_t began, ended;
	/* 1: asserted by this node; 2: it was late; 4: its store asserted it; 8: the store was not
	 * sent; 16: of REPORT, not CAPTURE */
	unsigned int state;
};

struct model_plan {
	size_t inputs;
	struct model_input input[MODEL_INPUTS];
	int delay[MODEL_SIGNALS],
	    number_delay[MODEL_NUMBERS]; /* clocks before the thing that it belongs to */
	enum model_signal when[MODEL_NUMBERS];
	size_t pairs;
	struct {
		size_t a, b, gate; /* inputs */
		unsigned int group;
	} pair[MODEL_PAIRS];
	enum model_form {
		MODEL_FULL,
		MODEL_COMPRESSED,
		MODEL_COMPRESSED_32,
	} form;
	bool gate, by_line, by_events, by_process, open_at_start;
	size_t gate_line;
	uint16_t process, process_mask;
	bool opens[MODEL_CODES], closes[MODEL_CODES];
	size_t quantities, thresholds, extremes, units, banks, keepers;
	struct model_quantity quantity[MODEL_QUANTITIES];
	struct model_threshold threshold[MODEL_THRESHOLDS];
	size_t extreme[MODEL_EXTREMES]; /* quantities */
	unsigned int extreme_group[MODEL_EXTREMES], unit_group[MODEL_UNITS],
	    bank_group[MODEL_BANKS];
	struct model_unit unit[MODEL_UNITS];
	struct model_counters bank[MODEL_BANKS];
	struct model_keeper keeper[MODEL_KEEPERS];
	size_t asks;
	uint64_t ask[MODEL_HINTS]; /* when the host's trigger fired, rising */
	size_t rounds;
	struct model_round round[MODEL_HINTS]; /* of both lines, rising */
	size_t untaken;
	struct {
		uint64_t from, to;
	} no_sample[MODEL_UNTAKEN]; /* where none was taken, though requested */
	uint64_t last;		    /* the last clock of the run; the flush comes after it */
	uint32_t time_mask;
};

/* `field` & mask == low, or low <= `field` <= high where mask is 0 */
struct model_condition {
	int field;
	uint32_t mask, low, high;
	bool negated;
};

/* all conditions hold; lines with one code are alternatives, the first pattern that holds is the
 * event */
struct model_pattern {
	unsigned int code;
	size_t count;
	struct model_condition conditions[MODEL_CONDITIONS];
};

struct model_step {
	uint32_t count;	  /* at least 1 */
	uint64_t timeout; /* 0: none */
	bool advance[MODEL_CODES], abort[MODEL_CODES];
};

struct model_sequence {
	size_t steps; /* 0: there is none of this number */
	bool follows; /* of the attempts that the one before it does not take */
	struct model_step step[MODEL_STEPS];
};

struct model_strict {
	size_t steps; /* words, with the first one; 0: none */
	bool begin[MODEL_CODES];
	uint64_t word[MODEL_STRICT_STEPS]; /* W; [0] is not looked at */
};

/* writes to the event port that have actions of their own */
struct model_write {
	uint32_t low, high;  /* page * 64 + sub */
	uint32_t mask, data; /* written & mask == data */
	uint64_t actions;
	bool opens, closes;
	uint8_t lines;
};

/* what is loaded into a node at a time */
struct model_tables {
	uint64_t from, until; /* live in clocks from <= t < until */
	size_t patterns;
	struct model_pattern pattern[MODEL_PATTERNS];
	uint64_t event_actions[MODEL_CODES]; /* with the groups that they are for */
	uint64_t trigger_actions[MODEL_TRIGGERS];
	uint64_t port_actions;
	uint8_t event_lines[MODEL_CODES],
	    trigger_lines[MODEL_TRIGGERS]; /* event lines, a bit each */
	size_t writes;
	struct model_write write[MODEL_WRITES]; /* the first one that holds wins */
	struct model_sequence sequence[MODEL_SEQUENCES];
	struct model_strict strict[MODEL_STRICT];
	uint64_t period; /* 0: the timer is off */
	bool profile;
	uint64_t watchdog; /* clocks; 0: off */
	bool feed[MODEL_CODES];
};

struct model_field {
	enum model_source source;
	uint32_t kept; /* bits of the field that are in W */
};

/* a node's plan and experiment */
struct model_experiment {
	size_t fields;
	struct model_field field[MODEL_FIELDS];
	enum model_when when;
	bool collect;
	size_t sequences, strict; /* of the plan: they number the triggers */
	bool timer, watchdog, host, capture;
	bool interrupt, report; /* rounds of CAPTURE, of REPORT */
	bool port, long_datum, port_pc, port_time;
	struct model_plan plan;
	size_t phases;
	struct model_tables *phase[MODEL_PHASES];
};

/* what is on the wires of a node in a clock */
struct model_inputs {
	bool retired, access, write;
	uint32_t pc, addr;
	bool signal[MODEL_SIGNALS]; /* those that belong to this clock, delays taken off; also of
				       numbers */
	bool there[MODEL_NUMBERS];
	uint32_t number[MODEL_NUMBERS];
	bool port;
	uint8_t page, sub;
	uint32_t data, store_pc;
};

struct model_record {
	uint64_t time;
	uint8_t kind, code, aux;
	size_t count;
	uint32_t word[MODEL_WORDS];
};

struct model_progress {
	size_t step;
	uint32_t seen;	/* of the count of this step */
	uint64_t begun; /* time of the step before */
};

struct model_attempt {
	size_t sequence, next;
};

/*
 * A bank of buckets, a snapshot of counters, or a segment. Of a segment `late` is that it began
 * later than it could have, `lost` are missed triggers, and `counts` has four words an entry:
 * its length, bit 0 known and bit 1 current, and the word, its low half first.
 */
struct model_block {
	uint64_t end, first; /* times of its last clock and of its first; of counters t and F */
	uint64_t at;	     /* of a segment: its trigger */
	enum model_kind kind;
	size_t unit;
	bool late, saturated, flushed;
	uint32_t lost, counted;
	size_t count;
	uint32_t counts[MODEL_BUCKETS];
};

struct model_quantity_state {
	uint32_t count, total; /* of a pulse, in a queue, ...; of a window: clocks with `in` */
	bool running, left_out;
	size_t outstanding;
	uint64_t asked[MODEL_OUTSTANDING];
	uint32_t dropped;
	/* this clock */
	bool valid, lost;
	uint32_t value;
};

struct model_extreme_state {
	bool some;
	uint32_t most, least;
	uint64_t most_time, least_time;
	uint8_t most_code, least_code;
};

struct model_snapshot {
	uint64_t time, from; /* t, F */
	bool flushed;
	bool of[MODEL_BANKS];
	uint32_t counts[MODEL_BANKS][MODEL_COUNTERS];
};

/* the watched word of so many clocks */
struct model_entry {
	uint32_t length;
	bool known, current;
	uint64_t word;
};

/* the latest entries: `entry` is a ring, `oldest` and so many behind it are in use */
struct model_window {
	uint64_t first; /* clock of the oldest */
	size_t oldest, count;
	struct model_entry entry[MODEL_ENTRIES];
};

struct model_keeper_state {
	size_t number;		 /* of segments before this one */
	uint64_t from;		 /* the clock after the end of the one before */
	struct model_window own; /* what the segment has */
	struct model_window all; /* what it would have if it began at `from` */
	bool triggered, late;
	uint64_t at;
	size_t behind; /* entries after the one with the trigger */
	uint32_t missed;
};

struct model_preprocessors {
	bool open, open_by_events, flushed;
	uint8_t code;		       /* of the last event */
	bool level[MODEL_INPUTS];      /* of the formula, this clock */
	uint32_t amount[MODEL_INPUTS]; /* of the input, this clock */
	uint32_t counts[MODEL_PAIRS + 1][2];
	bool disarmed[MODEL_THRESHOLDS];
	struct model_quantity_state quantity[MODEL_QUANTITIES];
	struct model_extreme_state extreme[MODEL_EXTREMES];
	struct model_unit_state {
		bool active;
		size_t number; /* of blocks before this one */
		struct model_block block;
	} unit[MODEL_UNITS];
	uint32_t counter[MODEL_BANKS][MODEL_COUNTERS];
	size_t snapshots;
	struct model_snapshot snapshot[MODEL_SNAPSHOTS];
	struct model_keeper_state keeper[MODEL_KEEPERS];
};

/* a node; begin with model_begin */
/* what came together in one clock */
struct model_now {
	struct model_record *records;
	size_t count;
	size_t fired; /* of them: all but what is beside the triggers */
	uint64_t actions;
	unsigned int lines;
	uint64_t time;
	bool word; /* one is to be recorded, behind all else */
};

struct model_node {
	const struct model_experiment *experiment;
	const struct model_tables *tables; /* of the clock before; NULL: triggers were off */
	uint64_t time;			   /* of the next clock */
	bool collect, due, stopped;
	uint64_t fed;
	bool known;    /* a word counted since the start */
	bool current;  /* one counted in this clock */
	uint64_t last; /* the last one that did, W */
	struct model_now now;
	struct model_progress progress[MODEL_SEQUENCES];
	size_t attempts;
	struct model_attempt attempt[2 * MODEL_STRICT_STEPS];
	uint16_t process;
	uint8_t runnable;
	uint32_t paused;
	uint32_t process_time[64];
	struct model_preprocessors preprocessors;
	void (*block)(void *context,
		      const struct model_block *block); /* what is done with each; NULL: nothing */
	void *context;
};

/* Most records of one clock. */
#define MODEL_RECORDS (MODEL_TRIGGERS + 7)

/*
 * Read the experiment of node `node` from text (README.md has the format). Returns NULL, or what is
 * wrong, with the line's number in *line. Free with model_experiment_free in either case.
 */
const char *model_experiment_read(struct model_experiment *experiment, FILE *file,
				  unsigned int node, unsigned int *line);
void model_experiment_free(struct model_experiment *experiment);

/* The START. What the wires were stays. */
void model_begin(struct model_node *node, const struct model_experiment *experiment);

/* The rule that holds for the write of this clock while the triggers are live; NULL: there is none.
 */
const struct model_write *model_write_of(const struct model_node *node,
					 const struct model_inputs *inputs);

/* A clock before the START: only what outlasts it. */
void model_before(struct model_node *node, const struct model_experiment *experiment,
		  const struct model_inputs *inputs);

/*
 * What fires in one clock; true: a global trigger is among it. model_end_clock() takes whether one
 * is at any node (the CAPTURE line): then `records` (MODEL_RECORDS of them at most) are in their
 * order. It returns how many.
 */
bool model_begin_clock(struct model_node *node, const struct model_inputs *inputs,
		       struct model_record *records);
size_t model_end_clock(struct model_node *node, const struct model_inputs *inputs, bool captured);

/* 1 where a round begins at a time, 2 where one ends, 3 and 4 where it is one of REPORT, else 0;
 * sets what its record has. */
int rounds_edge(const struct model_plan *plan, uint64_t time, struct model_record *record);

#endif
