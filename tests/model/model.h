/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model: what a monitor's triggers must record, clock by clock, straight from docs/design/triggers.md. It
 * shares no code with the pattern compiler, the tables or the hardware, and is as plain as it can be: every
 * pattern is tried on every word, every counter counts clocks.
 *
 * Not modelled: losses, the wrap mode, and samples that could not be taken because the one before was still
 * being read: every sample that was asked for is there.
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
	MODEL_TRIGGERS = 2 * MODEL_SEQUENCES + MODEL_STRICT + 2,
	MODEL_PAIRS = 8,
	MODEL_WORDS = 2 * MODEL_PAIRS,
	MODEL_PHASES = 8,
};

/* kinds of records, actions and flags, as the page numbers them */
enum model_kind {
	MODEL_EVENT = 1,
	MODEL_RATIO = 2,
	MODEL_DATUM = 7,
	MODEL_TRIGGER = 11,
	MODEL_WORD = 12,
	MODEL_LOAD = 13,
};

enum model_action {
	MODEL_RECORD = 1 << 0,
	MODEL_SAMPLE = 1 << 1,
	MODEL_RESET = 1 << 2,
	MODEL_START = 1 << 3,
	MODEL_STOP = 1 << 4,
	MODEL_MARK = 1 << 6,
};

enum model_flag {
	MODEL_SAMPLED = 1 << 1,
	MODEL_STOPPED = 1 << 2,
	MODEL_MARKED = 1 << 3,
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

/* signals of the ratio pairs */
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
	MODEL_SIGNALS,
};

/* `field` & mask == low, or low <= `field` <= high where mask is 0 */
struct model_condition {
	int field;
	uint32_t mask, low, high;
	bool negated;
};

/* all conditions hold; lines with one code are alternatives, the first pattern that holds tells the event */
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
	struct model_step step[MODEL_STEPS];
};

struct model_strict {
	size_t steps; /* words, with the first one; 0: none */
	bool begin[MODEL_CODES];
	uint64_t word[MODEL_STRICT_STEPS]; /* W; [0] is not looked at */
};

/* what is loaded into a node at a time */
struct model_tables {
	uint64_t from, until; /* live in clocks from <= t < until */
	size_t patterns;
	struct model_pattern pattern[MODEL_PATTERNS];
	uint8_t event_actions[MODEL_CODES];
	uint8_t trigger_actions[MODEL_TRIGGERS];
	uint8_t port_actions;
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
	bool timer, watchdog;
	bool long_datum, port_pc, port_time;
	bool compressed;
	size_t pairs;
	enum model_signal pair[MODEL_PAIRS][2];
	size_t phases;
	struct model_tables *phase[MODEL_PHASES];
};

/* what is on the wires of a node in a clock */
struct model_inputs {
	bool retired, access, write;
	uint32_t pc, addr;
	bool signal[MODEL_SIGNALS];
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

/* a node; begin with model_begin */
struct model_node {
	const struct model_experiment *experiment;
	const struct model_tables *tables; /* of the clock before; NULL: triggers were off */
	uint64_t time;			   /* of the next clock */
	bool collect, due, stopped;
	uint64_t fed;
	struct model_progress progress[MODEL_SEQUENCES];
	size_t attempts;
	struct model_attempt attempt[2 * MODEL_STRICT_STEPS];
	uint16_t process;
	uint8_t runnable;
	uint32_t paused;
	uint32_t process_time[64];
	uint32_t counts[MODEL_PAIRS][2];
};

/* Most records of one clock. */
#define MODEL_RECORDS (MODEL_TRIGGERS + 6)

/*
 * Read the experiment of node `node` from text (README.md has the format). Returns NULL, or what is wrong,
 * with the line's number in *line. Free with model_experiment_free in either case.
 */
const char *model_experiment_read(struct model_experiment *experiment, FILE *file, unsigned int node,
				  unsigned int *line);
void model_experiment_free(struct model_experiment *experiment);

/* The START. Process register and number of runnable processes stay. */
void model_begin(struct model_node *node, const struct model_experiment *experiment);

/* A write of the event port before the START: only the two registers that outlast a run. */
void model_before(struct model_node *node, const struct model_inputs *inputs);

/* One clock: fills records (MODEL_RECORDS of them at most) in their order, returns how many. */
size_t model_clock(struct model_node *node, const struct model_inputs *inputs, struct model_record *records);

#endif
