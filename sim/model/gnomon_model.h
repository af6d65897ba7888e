/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_model: a monitor as compiled C, for simulations (`gnomon gen --model`).
 *
 * The emitted module has the name and the ports of the Verilog monitor and calls
 * gnomon_model_clock() once a clock; the emitted C file has the plan of the monitor as the tables
 * below. The host sees link, registers, tables and records of the hardware
 * (docs/design/interfaces.md). The model has no FIFOs and no ring: it loses nothing.
 *
 * Verilator's own build compiles C files as C++, so this is both.
 */
#ifndef GNOMON_MODEL_H
#define GNOMON_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	GNOMON_MODEL_MOST = 256,  /* models in a simulation */
	GNOMON_MODEL_PARTS = 16,  /* of an index of a rank */
	GNOMON_MODEL_TABLES = 17, /* kinds of tables, GNO_TABLE_* of cells.h */
};

/* A part of the index of a rank: bits of the word, or the code of an earlier rank. */
struct gnomon_model_part {
	int8_t rank; /* -1: bits of the word */
	uint8_t lo;
	uint8_t bits;
};

/* A rank: the first part is lowest in the index. */
struct gnomon_model_rank {
	uint32_t base; /* first table cell */
	uint8_t parts;
	struct gnomon_model_part part[GNOMON_MODEL_PARTS];
};

/* What a preprocessor observes. */
enum gnomon_model_source {
	GNOMON_MODEL_NOTHING,
	GNOMON_MODEL_ALWAYS,
	GNOMON_MODEL_SIGNAL,
	GNOMON_MODEL_LINE, /* of the router */
	GNOMON_MODEL_VALUE,
	GNOMON_MODEL_EVENT, /* an event line */
};

struct gnomon_model_input {
	uint8_t source;
	uint16_t number; /* among those of the source */
};

/* A pair of ratio counters; the gate's own, the last, observes nothing. */
struct gnomon_model_pair {
	struct gnomon_model_input a, b;
	int16_t gate; /* the signal that gates it, -1: none */
};

/* Adjacent pairs of a group: the words of a sample that are theirs. */
struct gnomon_model_run {
	uint8_t first, pairs, group, words;
};

/* A value of the target; delay: clocks that it comes before what it belongs to. */
struct gnomon_model_value {
	uint8_t word; /* its place among the words of the node */
	uint8_t bits;
	int16_t there; /* the signal that is 1 where it is valid, -1: always */
	int8_t delay;
};

enum gnomon_model_kind {
	GNOMON_MODEL_PULSE,
	GNOMON_MODEL_LATENCY,
	GNOMON_MODEL_OCCUPANCY,
	GNOMON_MODEL_TOTAL,
	GNOMON_MODEL_WINDOW,
	GNOMON_MODEL_VALUES,
	GNOMON_MODEL_CLASS,
};

/* The inputs by their keys: of, from, to, in, clear. */
enum gnomon_model_key {
	GNOMON_MODEL_OF,
	GNOMON_MODEL_FROM,
	GNOMON_MODEL_TO,
	GNOMON_MODEL_IN,
	GNOMON_MODEL_CLEAR,
	GNOMON_MODEL_KEYS,
};

struct gnomon_model_quantity {
	uint8_t kind; /* enum gnomon_model_kind */
	uint8_t bits;
	uint8_t outstanding; /* of a latency */
	struct gnomon_model_input in[GNOMON_MODEL_KEYS];
};

/* A threshold, an extreme or a unit of buckets. */
struct gnomon_model_watcher {
	uint8_t of; /* the quantity */
	uint8_t group;
	uint16_t count;	 /* buckets */
	uint8_t bits;	 /* of a count */
	uint32_t ranges; /* the table of the bounds */
};

/* A bank of counters. */
struct gnomon_model_bank {
	uint16_t count;
	uint8_t group;
	const struct gnomon_model_input *in;
};

/* A memory of segments: entries in front of the one with the trigger, and behind it. */
struct gnomon_model_memory {
	uint8_t event; /* the event line that triggers it */
	bool changes;  /* an entry is a run of clocks, not a clock */
	uint16_t before, after;
};

/* A line that selects a group for an action, as the generator numbers them. */
struct gnomon_model_group_line {
	uint8_t group, action;
};

/*
 * What a node measures beside pairs of signals; signals are numbered as their bits. `routed`: how
 * many of them the router can choose. `delay`: clocks that each comes before what it belongs to.
 */
struct gnomon_model_measures {
	uint16_t signals;
	uint8_t routed;
	const int8_t *delay;
	uint8_t values;
	const struct gnomon_model_value *value;
	uint8_t lag; /* clocks that the latest comes after what it belongs to */
	uint16_t lines;
	bool gate;
	int16_t gate_line; /* -1: none */
	bool pulses;	   /* a quantity is a pulse, */
	bool latencies;	   /* or a latency */
	uint8_t quantities;
	const struct gnomon_model_quantity *quantity;
	uint8_t thresholds;
	const struct gnomon_model_watcher *threshold;
	uint8_t extremes;
	const struct gnomon_model_watcher *extreme;
	uint8_t units;
	const struct gnomon_model_watcher *unit;
	uint8_t banks;
	const struct gnomon_model_bank *bank;
	uint8_t memories;
	const struct gnomon_model_memory *memory;
	uint8_t events; /* event lines; those of the groups follow */
	uint8_t group_lines;
	const struct gnomon_model_group_line *group_line;
};

/*
 * A node. What it gets in a clock are words: the watched word (two words above 32 bits), then its
 * bits: bit 0 `when`; with a port bit 1, whether there is a write; then the signals; then a word
 * for each value that is always there; then with a port address and data of the write, and the PC
 * where it records one; then the other values. Write and other values come only where their bit is
 * 1, and the watched word means something only where its bit is 1.
 */
struct gnomon_model_node {
	uint16_t at;	/* its first word among those of all nodes */
	uint16_t owner; /* number of the node that has the tables of the ranks */
	uint8_t word_bits;
	uint8_t bit_words; /* words with bits */
	uint8_t code_bits;
	uint8_t ranks;
	bool beside; /* the actions of an event are beside its code, in the cells of the last rank
			(GNO_TABLE_RANK_ACTIONS) */
	const struct gnomon_model_rank *rank;
	uint32_t cells; /* of its tables */
	uint32_t base[GNOMON_MODEL_TABLES];
	uint8_t sequences, steps;
	uint8_t strict;
	bool timer, watchdog, host;
	uint8_t line_number;  /* of the first trigger of rounds: begin and end of each line */
	uint8_t fires_number; /* of the first threshold */
	uint8_t host_number;  /* of its trigger */
	uint8_t asks;	      /* number of the event line that asserts REPORT, from 1 on; 0: none */
	uint16_t almost_full; /* entries of its local store that assert REPORT; 0: it has none */
	uint8_t stored;	      /* clocks from a clock until its entry is in the store */
	bool port, port_pc, port_time;
	uint8_t port_code_bits, port_data_bits;
	uint8_t triggers;
	uint8_t words;	/* that it gets in a clock */
	uint8_t write;	/* the first one of a write */
	uint8_t signal; /* the first signal's bit */
	uint8_t form;	/* of the pairs: 0 full, 1 compressed, 2 compressed32 */
	uint8_t pairs;	/* with the gate's own */
	uint8_t runs;
	uint8_t sample_words;
	const struct gnomon_model_pair *pair;
	const struct gnomon_model_run *run;
	const struct gnomon_model_measures *measures; /* NULL: nothing but pairs of signals */
	uint8_t tick_log2; /* cycles of a tick of its time, log2; 0: it counts cycles */
	uint32_t seed;	   /* of the places of its ticks; 0: they are not random */
};

struct gnomon_model_plan {
	const char *name;
	uint8_t identity[12]; /* first bytes of the registers */
	bool single;	      /* the single form: START carries the run number */
	uint8_t late;	      /* clocks by which the target's signals come later than its ports */
	bool capture;	      /* there is a CAPTURE line: the last trigger of each node */
	bool interrupt;	      /* in its interrupt form, too */
	bool report;	      /* there is a REPORT line */
	bool sync;	      /* there is the register TIME */
	uint8_t lag;	      /* with a line: that of all nodes, of their measures too */
	uint8_t time_bits;
	uint8_t slots_log2;
	uint8_t addr_bits;
	uint8_t nodes;
	const uint8_t *rom; /* NULL: none */
	size_t rom_bytes;
	const struct gnomon_model_node *node;
};

/* The word from the module, in bits 7..0 a byte of the host, and the word to it, a byte for the
 * host. */
enum {
	GNOMON_MODEL_BYTE = 1 << 8, /* there is one */
	GNOMON_MODEL_ROOM = 1 << 9, /* to C: the byte that was shown is taken */
	GNOMON_MODEL_RESET = 1 << 10,
	GNOMON_MODEL_ASSERTED = 1 << 11,   /* to C: a round of the first line lasts; */
	GNOMON_MODEL_ASSERTED_2 = 1 << 12, /* of the second one */
	GNOMON_MODEL_SYNC = 1 << 9,	   /* from C: sync_o */
	GNOMON_MODEL_FAILED = 1 << 10,	   /* from C: the simulation is to end, after a message */
	GNOMON_MODEL_RAISED = 1 << 11,	   /* from C: see gnomon_model_raised */
};

#ifdef __cplusplus
extern "C" {
#endif

/* A new monitor of the plan. Returns its number, or -1 after a message on stderr. */
int gnomon_model_new(const struct gnomon_model_plan *plan);

/*
 * A bridge in the same program moves bytes past the byte port, as many as there are in a clock. It
 * finds its model by a probe: a byte through the port that no frame begins with. A model between
 * frames answers it with a byte that names it; a monitor does not answer. From the first byte past
 * the port on, the port is silent.
 */
int gnomon_model_probe(void);

/* The model that an answer to the probe names, -1: the byte is no such answer. */
int gnomon_model_named(int byte);

void gnomon_model_put(int model, int byte);

/* The next byte for the host, -1: there is none. */
int gnomon_model_get(int model);

/* A value of a node that is not always there comes in this clock; at: its word among those of all
 * nodes. */
void gnomon_model_value(int model, int node, int at, uint32_t value);

/* With lines in their interrupt form: what a node shows of them from this clock on, from bit 0 on:
 * of each line, it has asserted it for this round; of each, the limit came before its processor had
 * finished; its local store has asserted REPORT; the limit came before that was sent. */
void gnomon_model_round(int model, int node, int state);

/* Nodes 32 * word and on that assert a line for what was in the last clock, a bit each. what: 0
 * their actions had the global trigger, 1 their event line, 2 their local store is almost full. */
int gnomon_model_raised(int model, int what, int word);

/* One clock: the word of the link, and the words of the nodes, as the clock edge finds them. The
 * emitted function of a clock calls it where gnomon_model_quick.h has not done all. */
int gnomon_model_clock(int model, int link);

#ifdef __cplusplus
}
#endif

#endif
