/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A node's preprocessors, with everything settled: the module that the generator emits for them.
 * Nets are those of that module; docs/design/preprocessors.md explains the stages.
 */
#ifndef GNO_GEN_PLAN_PREPROCESSORS_H
#define GNO_GEN_PLAN_PREPROCESSORS_H

#include "plan/layout.h"
#include "model/model.h"

/* A port of the module. */
struct plan_port {
	const char *name; /* NULL ends a list */
	unsigned bits;
	int output;
	const char *what;
};

/* A net of the module. */
struct plan_wire {
	const char *name;
	unsigned bits;
};

/* What is delayed by as many clocks. */
struct plan_delay {
	const char *instance;
	const char *net; /* or several in braces, as `source` */
	const char *source;
	unsigned bits;
	unsigned clocks;
	int ram;
};

/* What a preprocessor observes, at stage M. */
struct plan_input {
	/* as the description calls it: of a signal, of a value, `always` or `route` */
	const char *name;
	const char *net;   /* the bit, or the value */
	const char *there; /* of a value: the net that is 1 where it is valid; else NULL */
	/* of a line of the router: the net of when what counts by it restarts */
	const char *restart;
	unsigned bits;
	int event; /* place of an event line, which is there at D only; -1: it is none */
	int at_d;  /* the net is at D already: nothing at M decides on it */
};

struct plan_pair {
	const char *name;
	struct plan_input a;
	struct plan_input b;
	int gated;	  /* it counts only while the gate is open */
	const char *gate; /* the signal that gates it, or NULL */
	const char *gate_net;
};

struct plan_signal {
	const char *name;
	const char *early_net; /* at the router */
	int delay;	       /* clocks that it comes before what it belongs to */
};

struct plan_number {
	const char *name;
	unsigned bits;
	const char *when; /* the signal that is 1 where it is valid; NULL: it always is */
	int delay;	  /* clocks that it comes before what it belongs to */
};

struct plan_quantity {
	const char *name;
	const struct quantity_kind *kind;
	unsigned bits;
	unsigned outstanding;			   /* 0 where the kind has no such key */
	struct plan_input inputs[QUANTITY_INPUTS]; /* `name` is NULL where there is none */
};

/* Something that watches a quantity, or counts. */
struct plan_watcher {
	const struct watcher_kind *kind;
	const char *name;
	unsigned of;	/* number of the quantity; not of WATCHER_COUNTED and WATCHER_KEPT */
	unsigned count; /* of WATCHER_BANKED and WATCHER_KEPT, else 0 */
	unsigned banks; /* of WATCHER_BANKED, else 0, as the next one */
	unsigned bits;
	unsigned group;			 /* as in model_group() */
	const struct plan_input *inputs; /* of WATCHER_COUNTED only */
	size_t inputs_count;
	unsigned event; /* of WATCHER_KEPT only, as all behind it: number of the event line */
	int changes;
	unsigned before;
	unsigned after;
};

/* Those of one role, in the order of the table of kinds. */
struct plan_watchers {
	const struct plan_watcher *items;
	size_t count;
};

struct plan_group {
	const char *name;
	const char **of; /* names of its parts */
	size_t of_count;
};

struct plan_preprocessors {
	const char *key;   /* text of all that the module is made of: equal texts, equal modules */
	unsigned stage;	   /* M */
	unsigned counting; /* D, stage of ratio counters, extremes and all that sends blocks */
	unsigned code_clocks; /* from class_i to M */
	unsigned code_bits;
	unsigned cell_bits;
	unsigned time_bits;
	unsigned word_bits;  /* of the watched word, where segments keep it; else 0 */
	int freezes;	     /* behind the freeze of a recorder nothing begins a block */
	unsigned ram_bits;   /* of a word of a RAM for long delays; 0: none is better one */
	unsigned lut_bits;   /* as the plan's */
	unsigned queue_log2; /* words of samples that are kept, log2 */
	const struct layout_table *tables;

	/* of the target's signals and values, as the module calls them */
	const struct plan_port *ports;
	const char **targets; /* the same without node and suffix */
	size_t ports_count;
	const struct plan_signal *signals; /* what the router chooses from */
	size_t signals_count;
	const struct plan_number *numbers;
	size_t numbers_count;
	const struct plan_wire *wires; /* that the delays drive */
	size_t wires_count;
	const struct plan_delay *delays; /* of ports, to the router and to M */
	size_t delays_count;
	const char **lines; /* names, by number */
	size_t lines_count;
	const char **events; /* names of the event lines */
	size_t events_count;
	const struct plan_group *groups;
	size_t groups_count;
	const struct m_group_line *group_lines; /* driven as event lines are, behind those */
	size_t group_lines_count;

	int gate;
	const char *gate_line; /* net; 1'b0 without a router */
	enum tab_form form;
	const struct plan_pair *pairs; /* of the description; that of the gate follows */
	size_t pairs_count;	       /* without that of the gate */
	unsigned counted;	       /* with it */
	unsigned amount_bits;	       /* of the widest input of a pair */
	const struct m_run *runs;      /* of the pairs, by group */
	unsigned runs_count;
	/* the counters that they share, each of them a run: of full counts there is one, whatever
	 * the groups; of compressed ones each run has its own, as it has its own words */
	const struct m_run *banks;
	unsigned banks_count;
	unsigned pair_words; /* words of a ratio record that are of pairs */
	unsigned sample_words;
	const struct plan_quantity *quantities;
	size_t quantities_count;
	struct plan_watchers watchers[WATCHER_ROLES];
};

/* 1 where a delay is better a RAM; `ram_bits`: as in struct plan_preprocessors. */
int plan_is_in_ram(unsigned ram_bits, unsigned bits, unsigned clocks);

/* Units that send blocks: bucket units, counter banks, segments. */
unsigned plan_blocks(const struct plan_preprocessors *m);

/* The event line by which an action selects a group; -1: there is only that group. */
int plan_group_line(const struct plan_preprocessors *m, unsigned group, enum m_group_action action);

#endif
